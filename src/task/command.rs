//! What the store is asked to do, and the field changes that follow.

use crate::task::card::Revision;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::text::safe::SafeText;

/// One wish of a person or an agent about one card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// What is wished.
    pub verb: Verb,
    /// For which card.
    pub key: TaskKey,
    /// Who wishes it: the name that goes onto the card.
    pub actor: String,
    /// What the author saw; `None` accepts the card as it is now.
    pub seen: Option<Revision>,
    /// Whether rules are to be overridden.
    pub force: Force,
}

/// The verbs on one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Take a ready card: in progress, owned by the actor.
    Claim,
    /// Finish a card.
    Complete,
    /// Put a card back for anyone.
    Release,
    /// Put a finished card back to pending, for anyone.
    Reopen,
}

impl Verb {
    /// Returns the word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Claim => "claim",
            Self::Complete => "complete",
            Self::Release => "release",
            Self::Reopen => "reopen",
        }
    }

    /// Returns what was done, as in "completed #3".
    pub fn past(self) -> &'static str {
        match self {
            Self::Claim => "claimed",
            Self::Complete => "completed",
            Self::Release => "released",
            Self::Reopen => "reopened",
        }
    }
}

/// Whether a command may override the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// The rules decide.
    Obey,
    /// The author has read the refusal and insists.
    Override,
}

/// A card to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTask {
    /// Its identity, chosen inside the transaction.
    pub key: TaskKey,
    /// What is to be done.
    pub title: String,
    /// The ids it waits for, in the same session.
    pub depends_on: Vec<SafeText>,
}

/// What a transaction writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Changes fields of one card; `None` leaves a field as it is.
    Change {
        /// Which card.
        key: TaskKey,
        /// Its new lane.
        lane: Option<Lane>,
        /// Its new owner; `Some(None)` takes the owner off.
        owner: Option<Option<String>>,
        /// Its new title.
        title: Option<String>,
    },
    /// Changes what one card waits for.
    Dependencies {
        /// Which card.
        key: TaskKey,
        /// The ids it waits for from now on.
        add: Vec<SafeText>,
        /// The ids it no longer waits for.
        remove: Vec<SafeText>,
    },
    /// Makes a pending card.
    Create(NewTask),
}
