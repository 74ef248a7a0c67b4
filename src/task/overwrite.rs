//! A person's deed that somebody else's writing has taken back.

use std::sync::Arc;
use std::time::Duration;

use crate::task::card::Task;
use crate::task::deed::{Deed, Image};
use crate::task::retrace::Way;

/// A deed whose card is again what it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overwrite {
    /// The deed.
    pub deed: Deed,
    /// The direction in which the person went over it last: redo, or undo.
    pub way: Way,
    /// The card as it is now.
    pub now: Arc<Task>,
    /// How long the deed had stood.
    pub stood: Duration,
}

impl Overwrite {
    /// Returns what was overwritten, as in "completed it".
    pub fn past(&self) -> String {
        match self.way {
            Way::Redo => format!("{} it", self.deed.past()),
            Way::Undo => format!("undid \"{}\"", self.deed.name()),
        }
    }

    /// Returns what the card is again, as in "pending, lead".
    pub fn is_again(&self) -> String {
        Image::of(&self.now).words()
    }
}
