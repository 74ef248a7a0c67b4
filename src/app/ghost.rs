//! The ghost: what stands at the cursor when somebody else took its card away.

use jiff::{SignedDuration, Timestamp};

use crate::task::card::{Owner, Task};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;

/// How long a ghost stands when no key is pressed.
const STANDS: SignedDuration = SignedDuration::from_secs(4);

/// A card that left the column of the cursor by somebody else's doing.
///
/// It keeps the place of its card, [`crate::app::cursor::Cursor::index`], so that no other card
/// slides under the cursor unseen: the card of that index stands below the ghost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// The card that left.
    pub key: TaskKey,
    /// The lane where it is now, and who holds it there; `None` when it is nowhere.
    to: Option<(Lane, Option<Owner>)>,
    /// When the ghost goes away by itself.
    pub until: Option<Timestamp>,
}

impl Ghost {
    /// Stands from `now` on for the card `key`, which is `task` by now.
    pub fn new(key: TaskKey, task: Option<&Task>, now: Timestamp) -> Self {
        let mut ghost = Self {
            key,
            to: None,
            until: now.checked_add(STANDS).ok(),
        };
        ghost.went(task);
        ghost
    }

    /// Notes where the card is by now.
    pub fn went(&mut self, task: Option<&Task>) {
        self.to = task.map(|task| (task.lane, task.owner.clone()));
    }

    /// Says where the card went, as in "#5 → In progress by lead".
    pub fn words(&self) -> String {
        let key = &self.key;
        let Some((lane, owner)) = &self.to else {
            return format!("#{key} was deleted");
        };
        let by = owner
            .as_ref()
            .map(|owner| format!(" by {}", owner.name()))
            .unwrap_or_default();
        match lane {
            // The owner of a pending card is whom it is kept for, not who put it there.
            Lane::Pending => format!("#{key} → Pending"),
            Lane::InProgress => format!("#{key} → In progress{by}"),
            Lane::Completed => format!("#{key} → Completed{by}"),
            Lane::Unknown => format!("#{key} → an unknown status"),
            // Nor need the last owner of a deleted card be who deleted it.
            Lane::Hidden => format!("#{key} was deleted"),
        }
    }
}
