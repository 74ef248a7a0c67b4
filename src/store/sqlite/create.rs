//! Making a database of our own, with the schema that the agents know.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use crate::store::contract::Error;
use crate::store::sqlite::store::Sqlite;

const SCHEMA: &str = include_str!("../../../assets/schema.sql");

/// Makes a store at `path`, which must not exist; folders above it are made as needed.
///
/// The database is built under a hidden name and appears at its path whole.
pub fn create(path: &Path) -> Result<(), Error> {
    let failed = |error: std::io::Error| {
        // The draft's name, which the error may go on with, is nothing to a reader.
        let why = error.to_string();
        let why = why.split(" at path ").next().unwrap_or_default();
        Error::Failed(format!("cannot make {}: {why}", path.display()))
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let draft = tempfile::Builder::new()
        .prefix(".kanwatch-")
        .suffix(".tmp")
        .tempfile_in(folder)
        .map_err(failed)?;
    build(draft.path())
        .map_err(|error| Error::Failed(format!("cannot make {}: {error}", path.display())))?;
    draft
        .persist_noclobber(path)
        .map_err(|error| failed(error.error))?;
    Ok(())
}

fn build(path: &Path) -> rusqlite::Result<()> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.execute_batch(SCHEMA)?;
    connection.close().map_err(|(_, error)| error)
}

/// Tells whether a readable store is at `path` already.
pub fn is_store(path: &Path) -> Result<bool, Error> {
    match Sqlite::open(path, None, || Duration::ZERO) {
        Ok(_) => Ok(true),
        Err(Error::Missing(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
