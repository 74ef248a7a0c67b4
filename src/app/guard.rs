//! The guard of the row under the cursor: a verb aimed at what stood there a moment ago is not
//! carried out on what stands there now.

use jiff::{SignedDuration, Timestamp};

use crate::app::action::Action;

/// How long after a change of the row a verb is held back.
const HOLDS: SignedDuration = SignedDuration::from_millis(600);

/// A row that changed without the person's doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// What changed, as a clause.
    pub what: String,
    /// When it is lifted.
    until: Option<Timestamp>,
    /// The verb that was held back: asked again, it is meant.
    asked: Option<Action>,
}

impl Guard {
    /// Guards the row from `now` on, because of `what`.
    pub fn new(what: String, now: Timestamp) -> Self {
        Self {
            what,
            until: now.checked_add(HOLDS).ok(),
            asked: None,
        }
    }

    /// Tells whether `verb` is to be held back; the same verb is not held back twice.
    pub fn holds(&mut self, verb: Action, now: Timestamp) -> bool {
        let is_over = self.until.is_none_or(|until| until <= now);
        !is_over && self.asked.replace(verb) != Some(verb)
    }
}
