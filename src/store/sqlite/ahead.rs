//! What a write-ahead log asks of those who only look.
//!
//! Every reader of such a database needs two files beside it. SQLite makes them where they are
//! missing, as files of whoever looks: an agent of another user could then never write again.

use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use crate::store::contract::Error;

/// The byte of the header that tells what a reader has to understand, and its word for the log.
const READ_FORMAT: usize = 19;
const WITH_A_LOG: u8 = 2;

/// Refuses a database that cannot be read without making files that would outlast the look.
///
/// Whoever may write the database puts the files away at the end, so they are not refused. To
/// close a file drops the locks that this process has on it: ask only before it is opened.
pub fn may_be_read(path: &Path) -> Result<(), Error> {
    let may_write = access(path, Access::WRITE_OK).is_ok();
    if may_write || !has_a_log(path) || (log(path).exists() && index(path).exists()) {
        return Ok(());
    }
    Err(Error::Failed(needs_a_writer(path)))
}

/// Says why the files of the log keep the database from being read, if they do.
pub fn trouble(path: &Path) -> Option<String> {
    for file in [log(path), index(path)] {
        match access(&file, Access::READ_OK).map_err(std::io::Error::from) {
            Err(why) if why.kind() != ErrorKind::NotFound => {
                return Some(format!("cannot read {}: {why}", file.display()));
            }
            _ => {}
        }
    }
    (log(path).exists() && !index(path).exists()).then(|| needs_a_writer(path))
}

/// Says what the database waits for before it can be read.
pub fn needs_a_writer(path: &Path) -> String {
    format!(
        "{} has a write-ahead log: who may not write it and its folder can read it only while an agent has it open",
        path.display()
    )
}

/// A file that cannot be read is left to SQLite, which says why.
fn has_a_log(path: &Path) -> bool {
    let mut header = [0; READ_FORMAT + 1];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header[READ_FORMAT] == WITH_A_LOG
}

fn log(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

fn index(path: &Path) -> PathBuf {
    beside(path, "-shm")
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
