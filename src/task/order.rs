//! A person's order of pending cards: which cards were put where.

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
