//! The cursor: bound to a card, not to a place.

use crate::app::columns::Columns;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::snapshot::Snapshot;

/// Where the person is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The selected card; `None` in an empty column.
    pub key: Option<TaskKey>,
    /// The column of the cursor.
    pub lane: Lane,
    /// Its index in the column, for when the card goes.
    pub index: usize,
}

impl Cursor {
    /// Begins on nothing, in Pending.
    pub fn new() -> Self {
        Self {
            key: None,
            lane: Lane::Pending,
            index: 0,
        }
    }

    /// Selects the card `index` of `lane`, or the nearest there is.
    pub fn place(&mut self, lane: Lane, index: usize, columns: &Columns, snapshot: &Snapshot) {
        let cards = columns.cards(lane);
        self.lane = lane;
        self.index = index.min(cards.len().saturating_sub(1));
        self.key = cards
            .get(self.index)
            .map(|&place| snapshot.tasks[place].key.clone());
    }

    /// Finds the selected card again in a new snapshot: the cursor follows its card, and when
    /// the card is gone stays where it stood.
    pub fn follow(&mut self, columns: &Columns, snapshot: &Snapshot) {
        let found = self.key.as_ref().and_then(|key| snapshot.place(key));
        let lane = found.map(|place| snapshot.tasks[place].lane);
        match (found, lane) {
            (Some(place), Some(lane)) if columns.cards(lane).contains(&place) => {
                self.lane = lane;
                self.index = columns
                    .cards(lane)
                    .iter()
                    .position(|&card| card == place)
                    .unwrap_or(0);
            }
            _ if self.key.is_none() && columns.cards(self.lane).is_empty() => {
                self.first_card(columns, snapshot);
            }
            _ => self.place(self.lane, self.index, columns, snapshot),
        }
    }

    fn first_card(&mut self, columns: &Columns, snapshot: &Snapshot) {
        if let Some(&lane) = columns
            .shown()
            .iter()
            .find(|&&lane| !columns.cards(lane).is_empty())
        {
            self.place(lane, 0, columns, snapshot);
        }
    }
}

impl Default for Cursor {
    fn default() -> Self {
        Self::new()
    }
}
