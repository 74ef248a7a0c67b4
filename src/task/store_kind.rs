//! The kinds of store that can be made.

/// A kind of store that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// A database of our own.
    Sqlite,
    /// A folder of task files.
    Tasks,
}
