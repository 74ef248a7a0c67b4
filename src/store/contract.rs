//! The contract that every kind of store keeps.
//!
//! Laws, checked for each kind by `tests/it/conformance.rs` and `sequences.rs` with
//! [`crate::store::memory`] as the specification:
//!
//! 1. `load` returns everything the store says at one moment; one odd card never hides another.
//! 2. Equal versions of one store mean that nothing changed between them. A moved version promises nothing.
//! 3. `transact` reads afresh inside the store's own lock, calls `decide` once, and writes all of
//!    the edits or none. What `decide` saw is what the edits are laid upon.
//! 4. An edit changes the named fields only; whatever else the store holds stays as it was.
//! 5. A change names a card that `decide` saw, and a creation a key that is free; otherwise
//!    nothing at all is written.
//! 6. `version`, `load` and a decision without edits write nothing.

use std::path::PathBuf;

use crate::task::command::Edit;
use crate::task::snapshot::Snapshot;

/// A store that one thread owns.
pub trait Store: Send {
    /// Returns the store's name for a person: a file name, never a secret.
    fn name(&self) -> String;

    /// Returns a mark that moves when the content may have changed; costs microseconds.
    fn version(&mut self) -> Result<Version, Error>;

    /// Reads everything.
    fn load(&mut self) -> Result<Snapshot, Error>;

    /// Reads afresh under the store's lock, asks `decide`, and writes what it returns.
    ///
    /// Gives up with [`Error::Busy`] when another process keeps the lock for [`LOCK_SLICE`], be it
    /// before `decide` is called or when its edits are committed. Nothing is written then, and the
    /// caller may try again.
    fn transact(&mut self, decide: &mut dyn FnMut(&Snapshot) -> Vec<Edit>) -> Result<(), Error>;

    /// Returns what to watch for change events.
    fn watched(&self) -> Watched;
}

/// How long one try of [`Store::transact`] waits for another process's lock.
pub const LOCK_SLICE: std::time::Duration = std::time::Duration::from_millis(250);

/// A mark of a store's content, comparable only with marks of the same open store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(pub u64);

/// A folder and the file names in it whose events mean that the store may have changed.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The folder, watched without its children.
    pub folder: PathBuf,
    /// The names that matter.
    pub names: Names,
}

/// Which names in a folder matter.
#[derive(Clone, Debug)]
pub enum Names {
    /// These.
    Exactly(Vec<String>),
    /// Those for which this is true.
    Matching(fn(&str) -> bool),
}

impl Names {
    /// Tells whether `name` matters.
    pub fn include(&self, name: &str) -> bool {
        match self {
            Self::Exactly(names) => names.iter().any(|ours| ours == name),
            Self::Matching(is_ours) => is_ours(name),
        }
    }
}

/// Why a store does not answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing is at the path.
    #[error("{} is not there", .0.display())]
    Missing(PathBuf),
    /// Something is at the path, but no task store.
    #[error("{} is not a task store: {why}", .path.display())]
    NotAStore {
        /// The path.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Another process holds the lock.
    #[error("locked by another process")]
    Busy,
    /// The file at the path is not the one that was opened; it was replaced or moved.
    #[error("the file was replaced")]
    Replaced,
    /// The store may not be written.
    #[error("read-only: {0}")]
    ReadOnly(String),
    /// A rule of the store itself refuses the write.
    #[error("refused by the store: {0}")]
    Constraint(String),
    /// Reading or writing failed.
    #[error("{0}")]
    Failed(String),
}
