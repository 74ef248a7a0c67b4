//! Opening a database without leaving a trace, and knowing which file it is.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use crate::store::contract::Error;
use crate::store::sqlite::ahead;

/// Which file a path names; two equal identities are the same file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// Asks by `stat`, which takes no lock and drops none.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let found = fs::metadata(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Error::Missing(path.to_owned()),
            _ => Error::Failed(format!("cannot look at {}: {error}", path.display())),
        })?;
        let not_a_store = |why: &str| Error::NotAStore {
            path: path.to_owned(),
            why: why.to_owned(),
        };
        let kind = found.file_type();
        if kind.is_dir() {
            return Err(not_a_store("it is a folder"));
        }
        if kind.is_fifo() || kind.is_socket() || kind.is_block_device() || kind.is_char_device() {
            return Err(not_a_store("it is not a regular file"));
        }
        Ok(Self {
            device: found.dev(),
            inode: found.ino(),
        })
    }
}

/// Opens the database for reading, and for writing where that is allowed; never creates it.
///
/// A writable handle is asked for even to read: SQLite then cleans up the files beside a
/// database that it had to make, which a read-only handle leaves behind.
pub fn open(path: &Path, busy: Duration) -> Result<Connection, Error> {
    let shared = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let writable = OpenFlags::SQLITE_OPEN_READ_WRITE | shared;
    let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | shared;
    let connection = Connection::open_with_flags(path, writable)
        .or_else(|_| Connection::open_with_flags(path, read_only))
        .map_err(|error| failure(path, &error))?;
    let prepare = || -> rusqlite::Result<()> {
        connection.busy_timeout(busy)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.pragma_update(None, "mmap_size", 0)
    };
    prepare().map_err(|error| failure(path, &error))?;
    Ok(connection)
}

/// As [`open`], to look: refuses what only files of ours beside the database would let us read.
///
/// Not while another handle of this process is at work on the file.
pub fn open_to_look(path: &Path, busy: Duration) -> Result<Connection, Error> {
    ahead::may_be_read(path)?;
    open(path, busy)
}

/// Names what SQLite could not do.
pub fn failure(path: &Path, error: &rusqlite::Error) -> Error {
    let code = error.sqlite_error_code();
    match code {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy,
        Some(ErrorCode::ReadOnly) => Error::Failed(not_even_read(path, error)),
        Some(ErrorCode::ConstraintViolation) => Error::Constraint(error.to_string()),
        Some(ErrorCode::NotADatabase) => Error::NotAStore {
            path: path.to_owned(),
            why: "it is not a SQLite database".to_owned(),
        },
        Some(ErrorCode::CannotOpen) => Error::Failed(cannot_open(path, error)),
        Some(ErrorCode::DiskFull) => {
            Error::Failed(format!("{}: {error}; nothing was written", path.display()))
        }
        Some(ErrorCode::DatabaseCorrupt) => Error::Failed(format!(
            "{} is damaged ({error}): restore it from a copy, or see .recover of sqlite3",
            path.display()
        )),
        _ => Error::Failed(format!("{}: {error}", path.display())),
    }
}

/// Says why the file cannot be opened, which SQLite does not. The file is asked about and not
/// opened: to close it would drop the locks that this process has on it.
fn cannot_open(path: &Path, error: &rusqlite::Error) -> String {
    let shown = path.display();
    match rustix::fs::access(path, rustix::fs::Access::READ_OK) {
        Err(why) => format!("cannot read {shown}: {}", std::io::Error::from(why)),
        Ok(()) => ahead::trouble(path).unwrap_or_else(|| format!("{shown}: {error}")),
    }
}

/// Says why a database that may not be written cannot be read either.
fn not_even_read(path: &Path, error: &rusqlite::Error) -> String {
    let shown = path.display();
    match error.sqlite_error().map(|error| error.extended_code) {
        Some(ffi::SQLITE_READONLY_ROLLBACK) => format!(
            "{shown} holds half of what a writer was about to write, and only who may write it can take that back"
        ),
        Some(
            ffi::SQLITE_READONLY_DIRECTORY
            | ffi::SQLITE_READONLY_CANTINIT
            | ffi::SQLITE_READONLY_RECOVERY,
        ) => ahead::needs_a_writer(path),
        _ => format!("{shown}: {error}"),
    }
}

/// As [`failure`], of a statement before the commit or of a disk without room for it.
pub fn write_failure(path: &Path, error: &rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::SystemIoFailure | ErrorCode::DiskFull) => {
            Error::Failed(format!("{}: {error}; nothing was written", path.display()))
        }
        Some(ErrorCode::ReadOnly) => {
            let code = error.sqlite_error().map(|error| error.extended_code);
            Error::ReadOnly(if code == Some(ffi::SQLITE_READONLY_DIRECTORY) {
                "its folder may not be written, and a change needs a file beside it".to_owned()
            } else {
                error.to_string()
            })
        }
        _ => failure(path, error),
    }
}

/// As [`failure`], of a commit. What a failing disk has kept of it shows only when it is read again.
pub fn commit_failure(path: &Path, error: &rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::SystemIoFailure) => Error::Failed(format!(
            "{}: {error}; whether it was written shows at the next look",
            path.display()
        )),
        _ => write_failure(path, error),
    }
}
