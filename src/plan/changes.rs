//! What differs between two snapshots of one store.

use std::sync::Arc;

use crate::task::card::{Owner, Task};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::snapshot::Snapshot;
use crate::text::safe::SafeText;

/// One card's difference between two snapshots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which card.
    pub key: TaskKey,
    /// What became different.
    pub what: What,
}

/// What became different; the first that holds, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The card is new.
    Added,
    /// The card is gone.
    Removed,
    /// It stands in another lane.
    Moved {
        /// Where it stood.
        from: Lane,
        /// Where it stands.
        to: Lane,
        /// Who holds it now.
        owner: Option<Owner>,
        /// Who held it.
        held: Option<Owner>,
        /// What it waits for besides.
        waits: Vec<SafeText>,
    },
    /// Somebody else holds it.
    Owner {
        /// Who held it.
        from: Option<Owner>,
        /// Who holds it.
        to: Option<Owner>,
    },
    /// It waits for something else.
    Waits {
        /// What it did not wait for before.
        added: Vec<SafeText>,
        /// What it does not wait for any more.
        removed: Vec<SafeText>,
    },
    /// It says something else.
    Edited,
    /// It is again what it was before a person's deed. Never found by [`changes`], which knows of
    /// no deeds.
    Overwritten {
        /// What it is again, as in "pending".
        again: String,
        /// What the person had done, as in "completed it".
        deed: String,
    },
}

impl What {
    /// Tells whether the card was completed.
    pub fn completes(&self) -> bool {
        matches!(
            self,
            Self::Moved {
                to: Lane::Completed,
                ..
            }
        )
    }
}

/// Returns what differs in `new`, in its scan order, removed cards last.
pub fn changes(old: &Snapshot, new: &Snapshot) -> Vec<Change> {
    let mut found = Vec::new();
    let mut added = 0;
    for (place, task) in new.tasks.iter().enumerate() {
        // Readers hand on the card of an unchanged row: most cards need no look into the index.
        if (old.tasks.get(place)).is_some_and(|before| Arc::ptr_eq(before, task)) {
            continue;
        }
        let what = match old.get(&task.key) {
            None => Some(What::Added),
            Some(before) if Arc::ptr_eq(before, task) => None,
            Some(before) if before.lane != task.lane => Some(What::Moved {
                from: before.lane,
                to: task.lane,
                owner: task.owner.clone(),
                held: before.owner.clone(),
                waits: missing(before.dependencies.ids(), task.dependencies.ids()),
            }),
            Some(before) if before.owner != task.owner => Some(What::Owner {
                from: before.owner.clone(),
                to: task.owner.clone(),
            }),
            Some(before) if before.dependencies != task.dependencies => Some(waits(before, task)),
            Some(before) if before.title != task.title || before.status != task.status => {
                Some(What::Edited)
            }
            Some(_) => None,
        };
        added += usize::from(what == Some(What::Added));
        found.extend(what.map(|what| Change {
            key: task.key.clone(),
            what,
        }));
    }
    if new.tasks.len() - added == old.tasks.len() {
        return found;
    }
    let gone = old.tasks.iter().filter(|task| new.get(&task.key).is_none());
    found.extend(gone.map(|task| Change {
        key: task.key.clone(),
        what: What::Removed,
    }));
    found
}

fn waits(before: &Task, after: &Task) -> What {
    let (old, new) = (before.dependencies.ids(), after.dependencies.ids());
    What::Waits {
        added: missing(old, new),
        removed: missing(new, old),
    }
}

/// Returns those of `all` that `from` lacks.
fn missing(from: &[SafeText], all: &[SafeText]) -> Vec<SafeText> {
    let ids = all.iter().filter(|id| !from.contains(id));
    ids.cloned().collect()
}
