//! Completing a card in a way that a crash cannot cut in half.
//!
//! The card itself is written first, so that nobody who waits for it looks ready too early;
//! then its id is taken out of the others' lists. A note beside the cards says so from before
//! the first write until after the last: whoever comes next finishes what it names.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::store::files::draft::{PREFIX, is_left_over};
use crate::store::files::replace::sync;

/// How the names of notes end.
const ENDING: &str = ".completes";

/// A note that a completion is under way.
pub struct Intent {
    path: PathBuf,
}

impl Intent {
    /// Notes that the card `id` is being completed.
    pub fn note(folder: &Path, id: &str) -> io::Result<Self> {
        let path = folder.join(format!("{PREFIX}{}{ENDING}", std::process::id()));
        let mut file = fs::File::create_new(&path)?;
        file.write_all(id.as_bytes())?;
        file.sync_all()?;
        sync(folder)?;
        Ok(Self { path })
    }

    /// Notes that nothing is left to do.
    pub fn is_done(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

/// Returns the notes that killed processes left, each with the id it names. Only to be asked
/// under the folder's lock: nobody else is at work then.
pub fn left_over(folder: &Path) -> io::Result<Vec<(Intent, String)>> {
    let mut found = Vec::new();
    for name in own_names(folder)? {
        let path = folder.join(&name);
        if name.ends_with(ENDING) {
            let id = fs::read_to_string(&path)?;
            found.push((Intent { path }, id));
        } else if is_left_over(&name) {
            fs::remove_file(path)?;
        }
    }
    Ok(found)
}

/// Tells whether anything of ours lies in the folder.
pub fn is_any_left(folder: &Path) -> bool {
    own_names(folder).is_ok_and(|names| !names.is_empty())
}

fn own_names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with(PREFIX) && (name.ends_with(ENDING) || is_left_over(&name)) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
