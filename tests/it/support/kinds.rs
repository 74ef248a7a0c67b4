//! The writable kinds of store that the conformance suite runs over.
//!
//! A new kind joins by one line in [`KINDS`] and the function that makes an empty one.

use std::sync::{Arc, Mutex};

use kanwatch::shell::clock::clock;
use kanwatch::store::contract::{Error, Names, Store, Version, Watched};
use kanwatch::store::memory::Memory;
use kanwatch::store::open::{self, NewKind};
use kanwatch::task::card::Dependencies;
use kanwatch::task::command::Edit;
use kanwatch::task::key::TaskKey;
use kanwatch::task::snapshot::Snapshot;
use kanwatch::text::safe::SafeText;
use tempfile::TempDir;

use super::sketch;

/// One writable kind.
pub struct Kind {
    pub name: &'static str,
    /// The session of the cards; `None` for a kind that has only one list.
    pub session: Option<&'static str>,
    /// Makes an empty store.
    pub make: fn() -> Place,
}

/// Every writable kind; the first is the specification.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "memory",
        session: None,
        make: memory,
    },
    Kind {
        name: "sqlite with a write-ahead log",
        session: Some("s"),
        make: || sqlite("PRAGMA journal_mode = wal"),
    },
    Kind {
        name: "sqlite with a rollback journal",
        session: Some("s"),
        make: || sqlite("PRAGMA journal_mode = delete"),
    },
    Kind {
        name: "a folder of task files",
        session: None,
        make: tasks,
    },
    Kind {
        name: "sqlite before the index",
        session: Some("s"),
        make: || sqlite("DROP INDEX idx_agent_tasks_session_task"),
    },
];

/// Where one store is; each opening is a connection of its own.
pub struct Place {
    open: Box<dyn Fn() -> Box<dyn Store>>,
}

impl Place {
    pub fn open(&self) -> Box<dyn Store> {
        (self.open)()
    }
}

impl Kind {
    /// Names a card of the kind's session.
    pub fn key(&self, id: &str) -> TaskKey {
        TaskKey::new(self.session.map(SafeText::new), id)
    }

    /// Returns the specification of this kind: a store in memory, under its rules.
    pub fn specification(&self) -> Box<dyn Store> {
        let profile = (self.make)().open().load().unwrap().profile;
        Box::new(Memory::new(Snapshot::new(profile, Vec::new())))
    }
}

fn memory() -> Place {
    let store = Memory::new(Snapshot::new(sketch::profile(), Vec::new()));
    let store = Arc::new(Mutex::new(store));
    Place {
        open: Box::new(move || Box::new(Shared(Arc::clone(&store)))),
    }
}

fn sqlite(change: &str) -> Place {
    // Thousands of commits, and what the disk makes of them is no law's affair.
    let folder = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new());
    let folder = folder.unwrap();
    let path = folder.path().join("board.db");
    open::create(&path, NewKind::Sqlite).unwrap();
    rusqlite::Connection::open(&path)
        .unwrap()
        .execute_batch(change)
        .unwrap();
    Place {
        open: Box::new(move || {
            let path = folder.path().join("board.db");
            open::open(&path, None, clock().steady).unwrap()
        }),
    }
}

fn tasks() -> Place {
    let folder = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new());
    let folder = folder.unwrap();
    open::create(&folder.path().join(".tasks"), NewKind::Tasks).unwrap();
    Place {
        open: Box::new(move || {
            let path = folder.path().join(".tasks");
            open::open(&path, None, clock().steady).unwrap()
        }),
    }
}

/// A store in memory that several connections share.
struct Shared(Arc<Mutex<Memory>>);

impl Shared {
    fn with<T>(&self, ask: impl FnOnce(&mut Memory) -> Result<T, Error>) -> Result<T, Error> {
        ask(&mut *self.0.try_lock().map_err(|_| Error::Busy)?)
    }
}

impl Store for Shared {
    fn name(&self) -> String {
        "memory".to_owned()
    }

    fn version(&mut self) -> Result<Version, Error> {
        self.with(Store::version)
    }

    fn load(&mut self) -> Result<Snapshot, Error> {
        self.with(Store::load)
    }

    fn transact(&mut self, decide: &mut dyn FnMut(&Snapshot) -> Vec<Edit>) -> Result<(), Error> {
        self.with(|memory| memory.transact(decide))
    }

    fn watched(&self) -> Watched {
        Watched {
            folder: std::path::PathBuf::new(),
            names: Names::Exactly(Vec::new()),
        }
    }
}

/// What a card says and where it stands: all that kinds must agree on. A reader's warnings and
/// the time of writing are its own affair.
pub fn cards(snapshot: &Snapshot) -> Vec<String> {
    let tasks = snapshot.tasks.iter();
    tasks
        .map(|task| {
            let owner = task.owner.as_ref().map(|owner| owner.name().raw());
            let waits = match &task.dependencies {
                Dependencies::Known(ids) => ids.iter().map(SafeText::raw).collect(),
                Dependencies::Unreadable => vec!["unreadable"],
            };
            format!(
                "{:?} {:?} {:?} {:?} {owner:?} {waits:?}",
                task.key.id.raw(),
                task.lane,
                task.status.raw(),
                task.title.raw(),
            )
        })
        .collect()
}
