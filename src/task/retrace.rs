//! Undo and redo: going back over a deed, or over it once more.

use std::sync::Arc;

use crate::task::card::Task;
use crate::task::command::Force;
use crate::task::deed::Deed;
use crate::task::order::NotMoved;
use crate::task::receipt::Refusal;
use crate::text::safe::SafeText;

/// A wish to go back over a deed, or over it once more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retrace {
    /// Which deed.
    pub deed: Deed,
    /// In which direction.
    pub way: Way,
    /// Whether it is to be done although the card was changed since.
    pub force: Force,
}

/// The two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Take it back.
    Undo,
    /// Do it again.
    Redo,
}

impl Way {
    /// Returns the verb, as in "cannot undo".
    pub fn name(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }

    /// Returns what was done, as in "undid".
    pub fn past(self) -> &'static str {
        match self {
            Self::Undo => "undid",
            Self::Redo => "redid",
        }
    }

    /// Returns the other direction.
    pub fn back(self) -> Self {
        match self {
            Self::Undo => Self::Redo,
            Self::Redo => Self::Undo,
        }
    }
}

/// What came of a [`Retrace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetraceReceipt {
    /// What was asked.
    pub asked: Retrace,
    /// What came of it.
    pub outcome: Retraced,
}

/// The named ends of a [`Retrace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retraced {
    /// Written.
    Done {
        /// The deed as it can be retraced the other way.
        deed: Deed,
        /// Cards that the deed had freed and somebody has taken since; they stay as they are.
        taken: Vec<Arc<Task>>,
    },
    /// The card is not as the deed left it; nothing was written. Holds what is there now.
    Changed(Arc<Task>),
    /// The card was moved again since; nothing was written. Holds who did; `None` when it was
    /// put back to where it stands by itself.
    MovedSince(Option<SafeText>),
    /// A rule forbids it; nothing was written.
    Refused(Refusal),
    /// Another process kept the store locked; nothing was written.
    Busy,
    /// The order cannot be kept; nothing was written.
    NotMoved(NotMoved),
    /// The store failed; nothing was written. Holds the reason.
    Failed(String),
}
