//! [`Ledger`]: the database beside one store.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use crate::ledger::{folder, rows};
use crate::task::key::TaskKey;
use crate::task::order::{Order, Placement};

/// How long another process's write is waited for: they take microseconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is kept beside one store. Nothing is made before the first write.
#[derive(Debug)]
pub struct Ledger {
    /// `None` where there is no state folder.
    path: Option<PathBuf>,
    open: Option<Open>,
    order: Arc<Order>,
    /// The file that could not be read, and why: it is not opened again until it is another.
    broken: Option<(Identity, String)>,
}

#[derive(Debug)]
struct Open {
    connection: Connection,
    identity: Identity,
    /// SQLite's mark of what others wrote; `None` after a write of our own.
    seen: Option<i64>,
}

/// Which file a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
}

/// Why the ledger does not serve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no state folder to keep it in.
    #[error("there is no home folder to keep it in")]
    Nowhere,
    /// Reading or writing failed.
    #[error("{}: {why}", .path.display())]
    Failed {
        /// The ledger's path.
        path: PathBuf,
        /// Why.
        why: String,
    },
}

impl Ledger {
    /// Names the ledger in the folder `state` that belongs to the store at `store`.
    pub fn beside(state: Option<&Path>, store: &Path) -> Self {
        Self {
            path: state.map(|state| folder::path(state, store)),
            open: None,
            order: Arc::default(),
            broken: None,
        }
    }

    /// Names no ledger: nothing is placed, and nothing can be.
    pub fn nowhere() -> Self {
        Self::beside(None, Path::new(""))
    }

    /// Reads the order; the same `Arc` while nothing changed. Costs microseconds then.
    pub fn order(&mut self) -> Result<Arc<Order>, Error> {
        let Some(path) = self.path.clone() else {
            return Ok(Arc::clone(&self.order));
        };
        let Some(identity) = identity(&path) else {
            self.open = None;
            self.broken = None;
            if !self.order.is_empty() {
                self.order = Arc::default();
            }
            return Ok(Arc::clone(&self.order));
        };
        if let Some((broken, why)) = &self.broken
            && *broken == identity
        {
            let why = why.clone();
            return Err(Error::Failed { path, why });
        }
        match self.read(&path, identity) {
            Ok(()) => {
                self.broken = None;
                Ok(Arc::clone(&self.order))
            }
            // Somebody writes just now: what is known still stands.
            Err(error) if is_busy(&error) => Ok(Arc::clone(&self.order)),
            Err(error) => {
                let why = words(&error);
                self.open = None;
                self.broken = Some((identity, why.clone()));
                Err(Error::Failed { path, why })
            }
        }
    }

    /// Asks `decide` on the order as it is now, and writes where it says a card is placed.
    pub fn place<T>(
        &mut self,
        decide: impl FnOnce(&Order) -> (T, Option<(TaskKey, Option<Placement>)>),
    ) -> Result<T, Error> {
        let path = self.path.clone().ok_or(Error::Nowhere)?;
        let failed = |why: String| Error::Failed {
            path: path.clone(),
            why,
        };
        folder::make(&path).map_err(|error| failed(error.to_string()))?;
        self.place_at(&path, decide)
            .map_err(|error| failed(words(&error)))
    }

    fn place_at<T>(
        &mut self,
        path: &Path,
        decide: impl FnOnce(&Order) -> (T, Option<(TaskKey, Option<Placement>)>),
    ) -> rusqlite::Result<T> {
        let mut open = match self.open.take() {
            Some(open) if Some(open.identity) == identity(path) => open,
            _ => connect(path)?,
        };
        write_ahead(&open.connection)?;
        let transaction = open
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (answer, order) = place_in(&transaction, decide)?;
        transaction.commit()?;
        open.seen = None;
        self.order = Arc::new(order);
        self.open = Some(open);
        self.broken = None;
        Ok(answer)
    }

    fn read(&mut self, path: &Path, identity: Identity) -> rusqlite::Result<()> {
        let mut open = match self.open.take() {
            Some(open) if open.identity == identity => open,
            _ => connect(path)?,
        };
        let result = read_in(&mut open, &self.order);
        self.open = Some(open);
        if let Some(order) = result? {
            self.order = Arc::new(order);
        }
        Ok(())
    }
}

/// Reads the order if it may have changed, and returns it if it has.
fn read_in(open: &mut Open, known: &Order) -> rusqlite::Result<Option<Order>> {
    let version = open
        .connection
        .pragma_query_value(None, "data_version", |row| row.get(0))?;
    if open.seen == Some(version) {
        return Ok(None);
    }
    let order = match rows::version(&open.connection)? {
        0 => Order::default(),
        _ => rows::read(&open.connection)?,
    };
    open.seen = Some(version);
    Ok((order != *known).then_some(order))
}

fn place_in<T>(
    transaction: &Transaction<'_>,
    decide: impl FnOnce(&Order) -> (T, Option<(TaskKey, Option<Placement>)>),
) -> rusqlite::Result<(T, Order)> {
    if rows::version(transaction)? == 0 {
        rows::create(transaction)?;
    }
    let order = rows::read(transaction)?;
    match decide(&order) {
        (answer, None) => Ok((answer, order)),
        (answer, Some((key, placement))) => {
            rows::write(transaction, &key, placement.as_ref())?;
            Ok((answer, rows::read(transaction)?))
        }
    }
}

fn connect(path: &Path) -> rusqlite::Result<Open> {
    let shared = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let writable = OpenFlags::SQLITE_OPEN_READ_WRITE | shared;
    let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | shared;
    // Taken first: a file that is replaced in between is opened again at the next look.
    let identity = identity(path).unwrap_or(Identity {
        device: 0,
        inode: 0,
    });
    let connection = Connection::open_with_flags(path, writable)
        .or_else(|_| Connection::open_with_flags(path, read_only))?;
    connection.busy_timeout(PATIENCE)?;
    // A power cut may take the last moves, not more.
    connection.pragma_update(None, "synchronous", "normal")?;
    if rows::version(&connection)? > rows::VERSION {
        let why = "it was made by a newer version of this program".to_owned();
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_MISMATCH);
        return Err(rusqlite::Error::SqliteFailure(code, Some(why)));
    }
    Ok(Open {
        connection,
        identity,
        seen: None,
    })
}

/// Has readers and writers not wait for each other. Another process may be doing the same just
/// now, which is as good.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if mode == "wal" {
        return Ok(());
    }
    match connection.pragma_update(None, "journal_mode", "wal") {
        Err(error) if !is_busy(&error) => Err(error),
        _ => Ok(()),
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

fn words(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(why)) => why.clone(),
        other => other.to_string(),
    }
}

/// Asks by `stat`, which takes no lock and drops none.
fn identity(path: &Path) -> Option<Identity> {
    let found = fs::metadata(path).ok()?;
    Some(Identity {
        device: found.dev(),
        inode: found.ino(),
    })
}
