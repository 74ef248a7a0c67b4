//! Opening and making stores: the one place where kinds are told apart.
//!
//! To add a kind, write its file or folder beside this one and name it here.

use std::path::Path;
use std::time::Duration;

use crate::store::contract::{Error, Store};
use crate::store::sqlite::create::{create as create_sqlite, is_store};
use crate::store::sqlite::store::Sqlite;

/// Opens the store at `path`, all its sessions or one. `steady` is a clock that never goes back.
pub fn open(
    path: &Path,
    session: Option<&str>,
    steady: fn() -> Duration,
) -> Result<Box<dyn Store>, Error> {
    Ok(Box::new(Sqlite::open(path, session, steady)?))
}

/// What came of making a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It was made.
    New,
    /// It was there already, and nothing was changed.
    Already,
}

/// Makes a store at `path`; whatever else is there stays untouched and is an error.
pub fn create(path: &Path) -> Result<Created, Error> {
    if is_store(path)? {
        return Ok(Created::Already);
    }
    create_sqlite(path)?;
    Ok(Created::New)
}
