//! The order of the cards in each column of the board.

use crate::plan::order::pending;
use crate::plan::outlook::Outlook;
use crate::task::lane::Lane;
use crate::task::order::Order;
use crate::task::snapshot::Snapshot;

/// The columns that a board can show, in screen order.
pub const SHOWN: [Lane; 4] = [
    Lane::Pending,
    Lane::InProgress,
    Lane::Completed,
    Lane::Unknown,
];

/// The cards of each column, by place in the snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    lanes: [Vec<usize>; 4],
}

impl Columns {
    /// Orders the cards of `snapshot`: pending as the plan and the person's `order` have it;
    /// completed latest first; the rest in scan order.
    pub fn of(snapshot: &Snapshot, outlook: &Outlook, order: &Order) -> Self {
        let mut columns = Self::default();
        for (place, task) in snapshot.tasks.iter().enumerate() {
            if let Some(column) = column_of(task.lane) {
                columns.lanes[column].push(place);
            }
        }
        columns.lanes[0] = pending(snapshot, outlook, order);
        columns.lanes[2]
            .sort_by_key(|&place| std::cmp::Reverse((snapshot.tasks[place].updated, place)));
        columns
    }

    /// Returns the cards of `lane` from top to bottom.
    pub fn cards(&self, lane: Lane) -> &[usize] {
        column_of(lane).map_or(&[], |column| &self.lanes[column])
    }

    /// Returns the columns that are shown: the unknown one only when it holds a card.
    pub fn shown(&self) -> &'static [Lane] {
        if self.lanes[3].is_empty() {
            &SHOWN[..3]
        } else {
            &SHOWN
        }
    }
}

/// Returns the number of the column that shows `lane`.
pub fn column_of(lane: Lane) -> Option<usize> {
    SHOWN.iter().position(|&shown| shown == lane)
}
