//! What a place on the screen stands for, so that it can be pointed at.

use crate::app::action::Action;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;

/// What a place on the screen stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A card.
    Card(TaskKey),
    /// The title of a column, or its tab.
    Title(Lane),
    /// A whole column, its blank cells included.
    Column(Lane),
    /// A key that is offered.
    Hint {
        /// What the key means.
        action: Action,
        /// What it is said to do at this moment.
        word: &'static str,
    },
}
