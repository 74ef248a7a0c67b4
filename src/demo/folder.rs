//! The folder that a demo's store lies in, and its end.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::task::store_kind::StoreKind;

/// How the names of temporary folders begin.
const PREFIX: &str = "kanwatch-demo-";

/// The name of a database in its folder.
const DATABASE: &str = "board.db";
/// The name of a folder of task files in its folder.
const TASKS: &str = ".tasks";

/// The name of what is kept beside the store of a demo that leaves no trace. It begins with a
/// store's, as what belongs to a demo does.
const STATE: &str = "board.db-state";

/// How the name of a store begins while it is being made.
const DRAFT: &str = ".kanwatch-";

/// Where a demo's store lies.
#[derive(Debug)]
pub struct Folder {
    place: Place,
    kind: StoreKind,
}

#[derive(Debug)]
enum Place {
    /// In a folder of its own, removed when this value is dropped.
    Temporary(TempDir),
    /// In a folder that outlives the demo.
    Kept(PathBuf),
}

impl Folder {
    /// Makes a folder under the system's folder for such.
    pub fn temporary(kind: StoreKind) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        Ok(Self {
            place: Place::Temporary(folder),
            kind,
        })
    }

    /// Takes `path`, which is made if it is missing; the path becomes absolute.
    pub fn kept(path: &Path, kind: StoreKind) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        Ok(Self {
            place: Place::Kept(path.canonicalize()?),
            kind,
        })
    }

    /// Returns the path of the store.
    pub fn store(&self) -> PathBuf {
        let folder = match &self.place {
            Place::Temporary(folder) => folder.path(),
            Place::Kept(path) => path,
        };
        folder.join(match self.kind {
            StoreKind::Sqlite => DATABASE,
            StoreKind::Tasks => TASKS,
        })
    }

    /// Returns where to keep what belongs to the store and is not in it; `None` where that may
    /// outlive the demo.
    pub fn state(&self) -> Option<PathBuf> {
        self.to_remove().map(|folder| folder.join(STATE))
    }

    /// Returns the folder's path if it is to be removed at the end.
    pub fn to_remove(&self) -> Option<&Path> {
        match &self.place {
            Place::Temporary(folder) => Some(folder.path()),
            Place::Kept(_) => None,
        }
    }
}

/// Removes the temporary folder of a demo; does nothing to any other folder.
///
/// Several agents may do so at once: each leaves what another has removed already.
pub fn remove(folder: &Path) {
    if is_ours(folder) {
        let _ = fs::remove_dir_all(folder);
    }
}

/// Tells whether `folder` bears our name and holds nothing but a store, its side files, and
/// what is left of one that was not finished.
fn is_ours(folder: &Path) -> bool {
    let starts_with = |name: Option<&str>, start| name.is_some_and(|name| name.starts_with(start));
    let is_known = |name: Option<&str>| {
        name == Some(TASKS) || starts_with(name, DATABASE) || starts_with(name, DRAFT)
    };
    let Ok(mut entries) = fs::read_dir(folder) else {
        return false;
    };
    starts_with(folder.file_name().and_then(|name| name.to_str()), PREFIX)
        && !folder.is_symlink()
        && entries.all(|entry| entry.is_ok_and(|entry| is_known(entry.file_name().to_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_folder_goes_with_its_value() {
        let folder = Folder::temporary(StoreKind::Sqlite).unwrap();
        fs::write(folder.store(), "").unwrap();
        let path = folder.to_remove().unwrap().to_owned();
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn a_kept_folder_is_made_and_stays() {
        let outer = tempfile::tempdir().unwrap();
        let path = outer.path().join("a").join("b");
        let folder = Folder::kept(&path, StoreKind::Sqlite).unwrap();
        assert_eq!(folder.to_remove(), None);
        drop(folder);
        assert!(path.is_dir());
    }

    #[test]
    fn agents_remove_a_demos_folder_and_no_other() {
        let outer = tempfile::tempdir().unwrap();
        for (name, file, removed) in [
            ("kanwatch-demo-1", "board.db", true),
            ("kanwatch-demo-2", "board.db-journal", true),
            ("kanwatch-demo-5", "board.db-state", true),
            ("kanwatch-demo-3", ".kanwatch-Ab1.tmp", true),
            ("kanwatch-demo-4", "thesis.tex", false),
            ("my-boards", "board.db", false),
        ] {
            let path = outer.path().join(name);
            fs::create_dir(&path).unwrap();
            fs::write(path.join(file), "").unwrap();
            remove(&path);
            remove(&path);
            assert_eq!(!path.exists(), removed, "{name}/{file}");
        }
    }
}
