//! [`Draft`]: a hidden file beside the task files, whole before anyone sees it.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// How the names of our own files begin: hidden, and nothing that an agent looks for.
pub const PREFIX: &str = ".kanwatch-";
/// How the names of drafts end.
const ENDING: &str = ".tmp";
/// More drafts of one process at once than this never happen.
const MOST: usize = 1_000;

/// A file under a name of our own; removed when it is dropped.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
}

impl Draft {
    /// Writes `bytes` to the disk, with the owner and mode of `like` where there is one.
    pub fn write(folder: &Path, bytes: &[u8], like: Option<&Path>) -> io::Result<Self> {
        let (mut file, draft) = Self::create(folder)?;
        if let Some(found) = like.and_then(|like| fs::symlink_metadata(like).ok()) {
            // Only the superuser may give a file away; the agents' own user needs no giving.
            let _ = std::os::unix::fs::fchown(&file, Some(found.uid()), Some(found.gid()));
            file.set_permissions(Permissions::from_mode(found.mode() & 0o7777))?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(draft)
    }

    fn create(folder: &Path) -> io::Result<(File, Self)> {
        for number in 0..MOST {
            let name = format!("{PREFIX}{}-{number}{ENDING}", std::process::id());
            let path = folder.join(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((file, Self { path })),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Returns where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it a name that nobody has yet.
    pub fn publish(self, path: &Path) -> io::Result<()> {
        fs::hard_link(&self.path, path)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // What cannot be removed now is swept by the next start.
        let _ = fs::remove_file(&self.path);
    }
}

/// Tells whether `name` is a draft that a killed process left.
pub fn is_left_over(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(ENDING)
}
