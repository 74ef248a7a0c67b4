//! Which store a command means.

use std::path::{Path, PathBuf};

use crate::cli::environment;
use crate::cli::failure::{Code, Failure};
use crate::desk::clock::Clock;
use crate::desk::door::Desk;
use crate::store::find::{self, NotFound};

/// Opens the store that was named, or the one that is found from the current folder upwards.
pub fn open(named: Option<&Path>, session: Option<&str>, clock: Clock) -> Result<Desk, Failure> {
    let path = path(named)?;
    let state = environment::state_folder();
    Ok(Desk::open(&path, session, clock)?.with_order(&path, state.as_deref()))
}

/// Returns the path of the store that was named, or of the one that is found.
pub fn path(named: Option<&Path>) -> Result<PathBuf, Failure> {
    match named {
        Some(path) if path.is_dir() => {
            // A folder that may not be read would pass for an empty one.
            std::fs::read_dir(path).map_err(|error| {
                let what = format!("cannot read the folder {}: {error}", path.display());
                Failure::new(Code::Failed, what).or_try("another path")
            })?;
            find::in_folder(path).map_err(|why| failure(&why, Some(path)))
        }
        Some(path) => Ok(path.to_owned()),
        None => {
            let here = std::env::current_dir().map_err(|error| {
                Failure::new(
                    Code::Failed,
                    format!("cannot tell the current folder: {error}"),
                )
            })?;
            find::find(&here).map_err(|why| failure(&why, None))
        }
    }
}

fn failure(not_found: &NotFound, named: Option<&Path>) -> Failure {
    let failure = Failure::new(Code::Failed, not_found.to_string());
    match (not_found, named) {
        (NotFound::Nothing { .. }, None) => failure
            .or_try("kanwatch init to make a store here, or kanwatch demo to see one at work"),
        (NotFound::Nothing { .. }, Some(folder)) => failure.or_try(format!(
            "kanwatch init {} to make a store there, or another path",
            folder.display()
        )),
        (NotFound::Ambiguous(_), _) => Failure {
            code: Code::Usage,
            ..failure
        }
        .or_try("naming one of them"),
    }
}
