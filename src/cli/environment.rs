//! What the surroundings say, read once and passed in.

use std::path::PathBuf;

use crate::cli::failure::{Code, Failure};
use crate::paint::theme::Theme;

/// The name that goes onto cards: the flag, `$KANWATCH_OWNER`, then the login name.
pub fn actor(flag: Option<&str>) -> Result<String, Failure> {
    let variable = std::env::var("KANWATCH_OWNER")
        .ok()
        .filter(|name| !name.trim().is_empty());
    let name = match flag.map(str::to_owned).or(variable) {
        Some(name) => name,
        None => whoami::username().unwrap_or_else(|_| "human".to_owned()),
    };
    if name.trim().is_empty() || name.chars().any(char::is_control) || name.chars().count() > 64 {
        let what = "a name has 1 to 64 characters and no control characters";
        return Err(Failure::new(Code::Usage, what).or_try("--as NAME"));
    }
    Ok(name)
}

/// The folder for what we keep beside stores: `$XDG_STATE_HOME/kanwatch`, else
/// `~/.local/state/kanwatch`. The standard has relative paths ignored.
pub fn state_folder() -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let state = absolute("XDG_STATE_HOME");
    let state = state.or_else(|| absolute("HOME").map(|home| home.join(".local/state")));
    state.map(|state| state.join("kanwatch"))
}

/// Tells whether the locale's characters are UTF-8.
pub fn speaks_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Returns the looks of the board: without colour where `NO_COLOR` asks for that.
pub fn theme() -> Theme {
    let colourless = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if colourless {
        Theme::plain()
    } else {
        Theme::colours()
    }
}
