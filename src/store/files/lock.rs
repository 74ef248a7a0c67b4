//! The lock between kanwatch processes on one folder.
//!
//! It is taken on the folder itself, so it leaves no file behind and ends with its process.
//! Agents of these kinds take no lock: against them only [`crate::store::files::replace`] helps.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use crate::store::contract::{Error, LOCK_SLICE};

/// How long the lock is let be before it is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// Held for as long as it lives.
pub struct FolderLock {
    _folder: File,
}

impl FolderLock {
    /// Takes the lock, waiting for it as long as the contract allows.
    pub fn take(folder: &Path) -> Result<Self, Error> {
        let tries = LOCK_SLICE.as_millis() / PAUSE.as_millis();
        for _ in 0..tries {
            if let Some(lock) = Self::try_take(folder)? {
                return Ok(lock);
            }
            std::thread::sleep(PAUSE);
        }
        Err(Error::Busy)
    }

    /// Takes the lock if it is free.
    pub fn try_take(folder: &Path) -> Result<Option<Self>, Error> {
        let failed =
            |error: std::io::Error| Error::Failed(format!("{}: {error}", folder.display()));
        let file = File::open(folder).map_err(failed)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            // A file system without such locks leaves the replacing as the only guard.
            Ok(()) | Err(Errno::NOTSUP | Errno::NOSYS | Errno::INVAL | Errno::NOLCK) => {
                Ok(Some(Self { _folder: file }))
            }
            Err(Errno::WOULDBLOCK | Errno::INTR) => Ok(None),
            Err(error) => Err(failed(error.into())),
        }
    }
}
