//! Finding a store from a folder upwards.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::store::learn::store::{FOLDER, is_task_folder};
use crate::store::open::open;

/// Where `kanwatch init` puts a database.
pub const OWN: &str = ".kanwatch/board.db";
/// Endings of files that may be databases.
const ENDINGS: [&str; 3] = ["db", "sqlite", "sqlite3"];
/// A folder of more databases than this is not a project's.
const MOST_CANDIDATES: usize = 32;

/// Why no store was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// None in these folders.
    Nothing {
        /// The folders that were looked into.
        folders: Vec<PathBuf>,
    },
    /// Several in one folder.
    Ambiguous(Vec<PathBuf>),
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing { folders } => {
                let first = folders
                    .first()
                    .map(|folder| folder.display().to_string())
                    .unwrap_or_default();
                let parents = if folders.len() > 1 {
                    " or its parents"
                } else {
                    ""
                };
                write!(
                    f,
                    "no store in {first}{parents}: looked for {OWN}, for a folder {FOLDER}, and for *.db, *.sqlite and *.sqlite3 files with an agent_tasks table"
                )
            }
            Self::Ambiguous(paths) => {
                let names: Vec<_> = paths
                    .iter()
                    .map(|path| path.display().to_string())
                    .collect();
                write!(f, "several stores in one folder: {}", names.join(", "))
            }
        }
    }
}

/// Finds the nearest store in `start` or its parents.
pub fn find(start: &Path) -> Result<PathBuf, NotFound> {
    let mut folders = Vec::new();
    for folder in start.ancestors() {
        match in_folder(folder) {
            Err(NotFound::Nothing { .. }) => folders.push(folder.to_owned()),
            found => return found,
        }
    }
    Err(NotFound::Nothing { folders })
}

/// Finds the store of one folder.
pub fn in_folder(folder: &Path) -> Result<PathBuf, NotFound> {
    let own = folder.join(OWN);
    if own.is_file() {
        return Ok(own);
    }
    if is_task_folder(folder) {
        return Ok(folder.to_owned());
    }
    let mut stores: Vec<PathBuf> = candidates(folder)
        .into_iter()
        .filter(|path| open(path, None, || Duration::ZERO).is_ok())
        .collect();
    match stores.len() {
        0 => Err(NotFound::Nothing {
            folders: vec![folder.to_owned()],
        }),
        1 => Ok(stores.remove(0)),
        _ => Err(NotFound::Ambiguous(stores)),
    }
}

fn candidates(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut found: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
        })
        .filter(|path| fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0))
        .collect();
    found.sort();
    found.truncate(MOST_CANDIDATES);
    let tasks = folder.join(FOLDER);
    if is_task_folder(&tasks) {
        found.push(tasks);
    }
    found
}
