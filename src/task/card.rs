//! One task, as its store says it.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use jiff::Timestamp;

use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::warning::Warning;
use crate::text::safe::SafeText;

/// One card of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Who it is.
    pub key: TaskKey,
    /// What is to be done.
    pub title: SafeText,
    /// The status word as written; empty when there is none.
    pub status: SafeText,
    /// The column that the status puts it in.
    pub lane: Lane,
    /// Who holds it.
    pub owner: Option<Owner>,
    /// What it waits for.
    pub dependencies: Dependencies,
    /// The ids that its own list of dependents names; only another card's dependencies block.
    pub blocks: Vec<SafeText>,
    /// When its row was last written, as far as the store says.
    pub updated: Option<Timestamp>,
    /// What its reader found odd.
    pub warnings: Vec<Warning>,
}

impl Task {
    /// Returns the mark of the fields that a verb compares: status and owner.
    pub fn revision(&self) -> Revision {
        Revision::of(&self.status, self.owner.as_ref())
    }

    /// Returns the oddity because of which nobody can take the card.
    pub fn obstacle(&self) -> Option<&Warning> {
        self.warnings.iter().find(|it| it.forbids_claiming())
    }

    /// Returns the oddity because of which the card is never written.
    pub fn lock(&self) -> Option<&Warning> {
        self.warnings.iter().find(|it| it.forbids_writing())
    }

    /// Tells whether `name` holds the card.
    pub fn is_held_by(&self, name: &str) -> bool {
        self.owner.as_ref().is_some_and(|owner| owner.is(name))
    }
}

/// The name of an agent or a person on a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Owner(SafeText);

impl Owner {
    /// Returns the owner of that name, or `None` for a blank one.
    pub fn named(name: &str) -> Option<Self> {
        (!name.trim().is_empty()).then(|| Self(SafeText::new(name)))
    }

    /// Returns the name.
    pub fn name(&self) -> &SafeText {
        &self.0
    }

    /// Tells whether this is `name`.
    pub fn is(&self, name: &str) -> bool {
        self.0.raw() == name
    }

    /// Tells whether the name marks a person's hold: agents never choose one that begins so.
    pub fn is_human(&self) -> bool {
        self.0.raw().starts_with("human")
    }
}

/// The ids that a card waits for, inside its own session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dependencies {
    /// Each id once, in the order of the store.
    Known(Vec<SafeText>),
    /// The field cannot be read: the card counts as blocked.
    Unreadable,
}

impl Dependencies {
    /// Returns the ids that could be read.
    pub fn ids(&self) -> &[SafeText] {
        match self {
            Self::Known(ids) => ids,
            Self::Unreadable => &[],
        }
    }
}

/// What the author of a command saw on its card; two equal revisions mean the same status and owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// Returns the mark of this status and owner.
    pub fn of(status: &SafeText, owner: Option<&Owner>) -> Self {
        let mut hasher = DefaultHasher::new();
        status.hash(&mut hasher);
        owner.hash(&mut hasher);
        Self(hasher.finish())
    }

    /// Reads back what [`std::fmt::Display`] printed.
    pub fn parse(text: &str) -> Option<Self> {
        u64::from_str_radix(text, 16).ok().map(Self)
    }
}

impl std::fmt::Display for Revision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
