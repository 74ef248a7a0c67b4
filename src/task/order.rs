//! A person's order of pending cards: which cards were put where.

use std::sync::Arc;

use crate::task::card::Task;
use crate::task::key::TaskKey;

/// The cards that a person has put somewhere, in the order in which that was done.
///
/// Cards that nobody has put anywhere are not in it. [`crate::plan`] says what follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    placements: Vec<Placement>,
}

/// Where one card was put: beside which cards, on which side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Which card.
    pub key: TaskKey,
    /// The side of its neighbour that it was put on.
    pub side: Side,
    /// The cards that stood above that place, nearest first, at most [`REMEMBERED`].
    pub above: Vec<TaskKey>,
    /// The cards that stood below that place, nearest first, at most [`REMEMBERED`].
    pub below: Vec<TaskKey>,
    /// Who put it there.
    pub by: String,
    /// Its number among the placements: later ones are higher.
    pub number: i64,
}

/// How many cards on each side a placement remembers.
pub const REMEMBERED: usize = 64;

/// A side of a card in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Above it.
    Before,
    /// Below it.
    After,
}

impl Side {
    /// Returns the word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}

impl Order {
    /// Sorts `placements`, one for each card, by their number.
    pub fn new(mut placements: Vec<Placement>) -> Self {
        placements.sort_by(|one, other| (one.number, &one.key).cmp(&(other.number, &other.key)));
        Self { placements }
    }

    /// Returns the placements in the order in which they were made.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Tells whether no card was put anywhere.
    pub fn is_empty(&self) -> bool {
        self.placements.is_empty()
    }

    /// Returns where `key` was put.
    pub fn of(&self, key: &TaskKey) -> Option<&Placement> {
        self.placements
            .iter()
            .find(|placement| placement.key == *key)
    }

    /// Returns the order in which `key` is placed so, or not at all.
    pub fn with(&self, key: &TaskKey, placement: Option<Placement>) -> Self {
        let others = self.placements.iter().filter(|other| other.key != *key);
        Self::new(others.cloned().chain(placement).collect())
    }

    /// Returns the number of the next placement.
    pub fn next_number(&self) -> i64 {
        self.placements
            .last()
            .map_or(1, |placement| placement.number.saturating_add(1))
    }
}

/// A wish to have one pending card elsewhere in its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which card.
    pub key: TaskKey,
    /// Where it shall stand.
    pub to: Target,
    /// Who wishes it.
    pub actor: String,
}

/// Where a moved card shall stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// One place further up.
    Up,
    /// One place further down.
    Down,
    /// Directly beside another card.
    Beside(Side, TaskKey),
}

/// Why a card is not moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotMoved {
    /// It stands there already.
    Already,
    /// There is no such card.
    Missing(TaskKey),
    /// Only pending cards have an order; holds the card that is not.
    NotPending(Arc<Task>),
    /// A card cannot stand beside itself.
    Itself,
    /// It is the first of the column.
    First,
    /// It is the last of the column.
    Last,
    /// The order cannot be kept, for this reason.
    Unkept(String),
}

impl NotMoved {
    /// Returns the reason as a clause, as in "it is the first already".
    pub fn words(&self) -> String {
        match self {
            Self::Already => "it stands there already".to_owned(),
            Self::Missing(key) => format!("#{key} is not in this store"),
            Self::NotPending(task) => {
                let (key, lane) = (&task.key, task.lane.words());
                format!("#{key} is {lane}, and only pending cards have an order")
            }
            Self::Itself => "a card cannot stand beside itself".to_owned(),
            Self::First => "it is the first already".to_owned(),
            Self::Last => "it is the last already".to_owned(),
            Self::Unkept(why) => format!("the order cannot be kept: {why}"),
        }
    }
}

/// What came of a [`Move`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReceipt {
    /// Which card.
    pub key: TaskKey,
    /// Where it stands now, or why nothing was done.
    pub outcome: Result<Box<Moved>, NotMoved>,
}

/// A card that was moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Where it had been put before, if anywhere.
    pub before: Option<Placement>,
    /// Where it is put now; `None` for one that was put back to where it stands by itself.
    pub after: Option<Placement>,
}

impl Moved {
    /// Returns the card that it stands beside now, and on which side of it.
    pub fn beside(&self) -> Option<(Side, &TaskKey)> {
        let after = self.after.as_ref()?;
        let neighbours = match after.side {
            Side::Before => &after.below,
            Side::After => &after.above,
        };
        Some((after.side, neighbours.first()?))
    }
}
