//! Opening and making stores: the one place where kinds are told apart.
//!
//! To add a kind, write its file or folder beside this one and name it here.

use std::path::Path;
use std::time::Duration;

use crate::store::contract::{Error, Store};
use crate::store::learn::create::create_folder;
use crate::store::learn::store::{TaskFolder, is_task_folder};
use crate::store::sqlite::create::{create as create_sqlite, is_store};
use crate::store::sqlite::store::Sqlite;
use crate::task::store_kind::StoreKind;
use crate::text::safe::SafeText;

/// Opens the store at `path`, all its sessions or one. `steady` is a clock that never goes back.
pub fn open(
    path: &Path,
    session: Option<&str>,
    steady: fn() -> Duration,
) -> Result<Box<dyn Store>, Error> {
    if !path.is_dir() {
        return Ok(Box::new(Sqlite::open(path, session, steady)?));
    }
    if !is_task_folder(path) {
        return Err(Error::NotAStore {
            path: path.to_owned(),
            why: "it is a folder without task files".to_owned(),
        });
    }
    if let Some(session) = session {
        return Err(Error::Failed(format!(
            "{} tells no sessions apart, so it has no session {}",
            path.display(),
            SafeText::new(session)
        )));
    }
    Ok(Box::new(TaskFolder::open(path, steady)?))
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
pub fn create(path: &Path, kind: StoreKind) -> Result<Created, Error> {
    match kind {
        StoreKind::Sqlite if is_store(path)? => Ok(Created::Already),
        StoreKind::Sqlite => create_sqlite(path).map(|()| Created::New),
        StoreKind::Tasks if path.is_dir() => Ok(Created::Already),
        StoreKind::Tasks => create_folder(path).map(|()| Created::New),
    }
}
