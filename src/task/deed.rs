//! What was done, seen from both sides, so that it can be undone and done again.

use crate::task::card::{Owner, Revision, Task};
use crate::task::command::Verb;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::order::Moved;
use crate::text::safe::SafeText;

/// One thing that was done to one card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// To which card.
    pub key: TaskKey,
    /// By whom.
    pub actor: String,
    /// What.
    pub what: What,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A verb was written into the store.
    Verb(Box<Change>),
    /// The card was moved in the person's order.
    Move(Box<Moved>),
}

/// What a verb changed on its card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which verb.
    pub verb: Verb,
    /// The card before it.
    pub before: Image,
    /// The card after it.
    pub after: Image,
    /// The cards that became ready by it.
    pub frees: Vec<TaskKey>,
    /// What it changed in the lists of other cards.
    pub lists: Vec<ListChange>,
}

/// What a verb changed in the list of what another card waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListChange {
    /// Which card's list.
    pub key: TaskKey,
    /// What came into it.
    pub added: Vec<SafeText>,
    /// What left it.
    pub removed: Vec<SafeText>,
}

impl Deed {
    /// Returns what was done, as in "completed".
    pub fn past(&self) -> &'static str {
        match &self.what {
            What::Verb(change) => change.verb.past(),
            What::Move(_) => "moved",
        }
    }

    /// Returns what was done, as in "complete".
    pub fn name(&self) -> &'static str {
        match &self.what {
            What::Verb(change) => change.verb.name(),
            What::Move(_) => "move",
        }
    }
}

/// The fields of a card that verbs change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The status word.
    pub status: SafeText,
    /// Its lane.
    pub lane: Lane,
    /// Who holds the card.
    pub owner: Option<Owner>,
}

impl Image {
    /// Takes the image of `task`.
    pub fn of(task: &Task) -> Self {
        Self {
            status: task.status.clone(),
            lane: task.lane,
            owner: task.owner.clone(),
        }
    }

    /// Returns the revision of a card that looks so.
    pub fn revision(&self) -> Revision {
        Revision::of(&self.status, self.owner.as_ref())
    }

    /// Returns lane and owner in words, as in "in progress, lead".
    pub fn words(&self) -> String {
        let lane = self.lane.words();
        match &self.owner {
            Some(owner) => format!("{lane}, {}", owner.name()),
            None => lane.to_owned(),
        }
    }
}
