//! What came of a command.

use std::sync::Arc;

use crate::task::card::{Owner, Task};
use crate::task::command::Verb;
use crate::task::deed::Deed;
use crate::task::key::TaskKey;
use crate::task::warning::Warning;
use crate::text::safe::SafeText;

/// What came of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// What was asked.
    pub verb: Verb,
    /// For which card.
    pub key: TaskKey,
    /// By whom.
    pub actor: String,
    /// What came of it.
    pub outcome: Outcome,
    /// What was done, for a board to undo; `None` when nothing was, or nobody will.
    pub deed: Option<Deed>,
}

/// The named ends of a command; there is no "probably".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Written. `frees` are the cards that became ready by it; `from` is the other owner it was taken from.
    Done {
        /// Cards that wait for nothing any more.
        frees: Vec<TaskKey>,
        /// Whose card it was, when that was somebody else.
        from: Option<Owner>,
    },
    /// It was so already; nothing was written.
    Already,
    /// The card is not what the author saw; nothing was written. Holds what is there now.
    Conflict(Arc<Task>),
    /// Another process kept the store locked; nothing was written.
    Busy,
    /// A rule forbids it; nothing was written.
    Refused(Refusal),
    /// The store failed; nothing was written unless the reason says that this is not known.
    Failed(String),
}

/// Why a rule forbids a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Open dependencies, each with its state in words.
    Blocked(Vec<Wait>),
    /// Only these finished cards are left in the list that blocks it.
    Stale(Vec<SafeText>),
    /// Somebody else holds the card.
    Held(Owner),
    /// The card is in progress and names no owner.
    RunningUnowned,
    /// The card is kept for somebody.
    Reserved(Owner),
    /// The card is completed.
    Completed,
    /// The card is in progress, so it cannot be reopened.
    InProgress,
    /// The card's status is none that agents know.
    UnknownStatus(SafeText),
    /// The card is deleted or internal.
    Hidden,
    /// The card is odd in a way that makes writing it unsafe.
    Locked(Warning),
    /// There is no such card.
    Missing,
    /// The store may not be written, for this reason.
    ReadOnly(String),
    /// Nothing is ready.
    NothingReady,
}

/// One thing that a card waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A card that is not completed.
    Open {
        /// Which card.
        key: TaskKey,
        /// Who is on it.
        owner: Option<Owner>,
        /// Whether somebody works on it now.
        running: bool,
    },
    /// A card that is not there.
    Missing(SafeText),
    /// The dependencies cannot be read.
    Unreadable,
}

impl Wait {
    /// Returns the thing waited for, as in "#3 (in progress, lead)".
    pub fn words(&self) -> String {
        match self {
            Self::Open {
                key,
                owner: Some(owner),
                running: true,
            } => format!("#{key} (in progress, {})", owner.name()),
            Self::Open {
                key, running: true, ..
            } => format!("#{key} (in progress)"),
            Self::Open { key, .. } => format!("#{key}"),
            Self::Missing(id) => format!("#{id} (not found)"),
            Self::Unreadable => "dependencies that cannot be read".to_owned(),
        }
    }
}

impl Refusal {
    /// Returns the other owner that stands in the way.
    pub fn holder(&self) -> Option<&Owner> {
        match self {
            Self::Held(owner) | Self::Reserved(owner) => Some(owner),
            _ => None,
        }
    }

    /// Returns the rule as a clause, as in "waits on #3 (in progress, lead)".
    pub fn words(&self) -> String {
        match self {
            Self::Blocked(waits) => {
                let on: Vec<_> = waits.iter().take(4).map(Wait::words).collect();
                let more = waits.len().saturating_sub(on.len());
                let tail = if more > 0 {
                    format!(" and {more} more")
                } else {
                    String::new()
                };
                format!("waits on {}{tail}", on.join(", "))
            }
            Self::Stale(ids) => {
                let named: Vec<_> = ids.iter().take(4).map(|id| format!("#{id}")).collect();
                format!("its list still names the finished {}", named.join(", "))
            }
            Self::Held(owner) => format!("held by {}", owner.name()),
            Self::RunningUnowned => "in progress, with no owner named".to_owned(),
            Self::Reserved(owner) => format!("reserved by {}", owner.name()),
            Self::Completed => "already completed".to_owned(),
            Self::InProgress => "in progress, not completed".to_owned(),
            Self::UnknownStatus(status) if status.is_blank() => "has no status".to_owned(),
            Self::UnknownStatus(status) => format!("has the unknown status \"{status}\""),
            Self::Hidden => "deleted or internal".to_owned(),
            Self::Locked(oddity) => format!("not written: {}", oddity.words()),
            Self::Missing => "not in this store".to_owned(),
            Self::ReadOnly(why) => why.clone(),
            Self::NothingReady => "nothing is ready".to_owned(),
        }
    }

    /// Tells whether insisting can override the rule.
    pub fn can_be_forced(&self) -> bool {
        !matches!(
            self,
            Self::Hidden
                | Self::Locked(_)
                | Self::Missing
                | Self::ReadOnly(_)
                | Self::NothingReady
                | Self::Completed
        )
    }
}
