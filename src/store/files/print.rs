//! [`Print`]: a mark of a file's content, by `stat` alone.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt as _;

/// Equal for a file that nobody wrote, unless two writes fall within one tick of the file
/// system's clock: who relies on it reads a young file once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Print {
    device: u64,
    inode: u64,
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Print {
    /// Takes the mark of a file.
    pub fn of(found: &Metadata) -> Self {
        Self {
            device: found.dev(),
            inode: found.ino(),
            size: found.size(),
            modified: (found.mtime(), found.mtime_nsec()),
            changed: (found.ctime(), found.ctime_nsec()),
        }
    }
}
