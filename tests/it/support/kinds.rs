//! The writable kinds of store that the conformance suite runs over.
//!
//! A new kind joins by one line in [`KINDS`] and the function that makes an empty one.

use std::sync::{Arc, Mutex};

use kanwatch::shell::clock::clock;
use kanwatch::store::contract::{Error, Names, Store, Version, Watched};
use kanwatch::store::memory::Memory;
use kanwatch::store::open;
use kanwatch::task::card::Dependencies;
use kanwatch::task::command::Edit;
use kanwatch::task::key::TaskKey;
use kanwatch::task::snapshot::{SessionCards, Snapshot};
use kanwatch::task::store_kind::StoreKind;
use kanwatch::text::safe::SafeText;
use tempfile::TempDir;

use super::sketch;

/// One writable kind.
pub struct Kind {
    pub name: &'static str,
    /// The session of the cards; `None` for a kind that has only one list.
    pub session: Option<&'static str>,
    /// Which ids its cards can have, and in which order they stand.
    pub ids: Ids,
    /// Makes an empty store.
    pub make: fn() -> Place,
}

/// The ids of a kind's cards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ids {
    /// Any text; cards stand in the order in which they were made.
    Texts,
    /// Numbers; cards stand in the order of their files' names.
    Numbers,
}

/// Every writable kind; the first is the specification.
pub const KINDS: &[Kind] = &[
    Kind {
        name: "memory",
        session: None,
        ids: Ids::Texts,
        make: memory,
    },
    Kind {
        name: "sqlite with a write-ahead log",
        session: Some("s"),
        ids: Ids::Texts,
        make: || sqlite("PRAGMA journal_mode = wal"),
    },
    Kind {
        name: "sqlite with a rollback journal",
        session: Some("s"),
        ids: Ids::Texts,
        make: || sqlite("PRAGMA journal_mode = delete"),
    },
    Kind {
        name: "a folder of task files",
        session: None,
        ids: Ids::Numbers,
        make: tasks,
    },
    Kind {
        name: "sqlite before the index",
        session: Some("s"),
        ids: Ids::Texts,
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
        TaskKey::new(self.session.map(SafeText::new), &self.id(id))
    }

    /// Returns `id`, or the number that stands for it where ids are numbers.
    pub fn id(&self, id: &str) -> String {
        let is_number = id.parse::<u32>().is_ok_and(|it| it.to_string() == id);
        if self.ids == Ids::Texts || is_number {
            return id.to_owned();
        }
        let sum: u32 = id.bytes().map(u32::from).sum();
        (1_000 + sum).to_string()
    }

    /// Returns the specification of this kind: a store in memory, under its rules.
    pub fn specification(&self) -> Box<dyn Store> {
        let profile = (self.make)().open().load().unwrap().profile;
        let memory = Memory::new(Snapshot::new(profile, Vec::new()));
        match self.ids {
            Ids::Texts => Box::new(memory),
            Ids::Numbers => Box::new(ByName(memory)),
        }
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
    open::create(&path, StoreKind::Sqlite).unwrap();
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
    open::create(&folder.path().join(".tasks"), StoreKind::Tasks).unwrap();
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

/// A store in memory whose cards stand in the order of file names.
struct ByName(Memory);

impl ByName {
    fn sorted(snapshot: &Snapshot) -> Snapshot {
        let mut tasks = snapshot.tasks.clone();
        tasks.sort_by_key(|task| format!("task_{}.json", task.key.id.raw()));
        let list = SessionCards {
            name: None,
            orphan: false,
            tasks,
        };
        Snapshot::new(snapshot.profile.clone(), vec![list])
    }
}

impl Store for ByName {
    fn name(&self) -> String {
        self.0.name()
    }

    fn version(&mut self) -> Result<Version, Error> {
        self.0.version()
    }

    fn load(&mut self) -> Result<Snapshot, Error> {
        self.0.load().map(|snapshot| Self::sorted(&snapshot))
    }

    fn transact(&mut self, decide: &mut dyn FnMut(&Snapshot) -> Vec<Edit>) -> Result<(), Error> {
        self.0
            .transact(&mut |snapshot| decide(&Self::sorted(snapshot)))
    }

    fn watched(&self) -> Watched {
        self.0.watched()
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
