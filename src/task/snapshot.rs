//! Everything a store says at one moment, immutable and shared by `Arc`.

use std::ops::Range;
use std::sync::Arc;

use crate::task::card::Task;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::text::safe::SafeText;

/// What a kind of store means by its fields; the plan reads these, never the kind's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// When a dependency blocks.
    pub blocking: Blocking,
    /// Whether a pending card's owner keeps others off.
    pub pending_owner: PendingOwner,
}

/// The two blocking models of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// Any listed dependency blocks; completing strips it from the list.
    Listed,
    /// A dependency blocks while it is missing or not completed.
    Computed,
}

/// What an owner on a pending card means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingOwner {
    /// The card is kept for that owner.
    Reserves,
    /// Agents take the card whatever it says; only a `human…` owner is respected on our path.
    Ignored,
}

/// Whether this store may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Commands are accepted.
    Writable,
    /// Commands are refused, for this reason.
    ReadOnly(String),
}

/// What is true of the store as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The lineage's name, as `--json` prints it.
    pub kind: &'static str,
    /// What its fields mean.
    pub rules: Rules,
    /// Whether it may be written.
    pub access: Access,
    /// What is switched off and why, one clause each.
    pub notes: Vec<String>,
    /// The names of files that an agent would take for cards although they are none.
    pub foreign: Vec<SafeText>,
}

/// The note of a store that cannot say who holds a card.
pub const NO_OWNERS: &str = "no owner column: a claim cannot name who";

impl Profile {
    /// Tells whether the store can say who holds a card.
    pub fn keeps_owners(&self) -> bool {
        self.notes.iter().all(|note| note != NO_OWNERS)
    }

    /// Returns how far a person's order binds the agents of the store.
    ///
    /// No kind has a field yet that its agents follow: those that do not ask us take any card.
    pub fn order(&self) -> &'static str {
        "advisory"
    }
}

/// One session or list and the place of its cards in [`Snapshot::tasks`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its name; `None` where a store has only one list.
    pub name: Option<SafeText>,
    /// The store keeps a list of sessions and this one is not on it.
    pub orphan: bool,
    /// Its cards, in the agents' scan order.
    pub cards: Range<usize>,
}

/// The cards of one session, as a reader hands them over.
#[derive(Clone, Debug)]
pub struct SessionCards {
    /// As in [`Session::name`].
    pub name: Option<SafeText>,
    /// As in [`Session::orphan`].
    pub orphan: bool,
    /// In the agents' scan order; keys are unique.
    pub tasks: Vec<Arc<Task>>,
}

/// Everything a store says at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What is true of the store as a whole.
    pub profile: Profile,
    /// The sessions in order of first appearance.
    pub sessions: Vec<Session>,
    /// Every card, session by session, in scan order.
    pub tasks: Vec<Arc<Task>>,
    index: foldhash::HashMap<TaskKey, usize>,
}

impl Snapshot {
    /// Joins the sessions into one snapshot.
    pub fn new(profile: Profile, lists: Vec<SessionCards>) -> Self {
        let mut sessions = Vec::with_capacity(lists.len());
        let mut tasks = Vec::with_capacity(lists.iter().map(|list| list.tasks.len()).sum());
        for list in lists {
            let start = tasks.len();
            tasks.extend(list.tasks);
            sessions.push(Session {
                name: list.name,
                orphan: list.orphan,
                cards: start..tasks.len(),
            });
        }
        let index = tasks
            .iter()
            .enumerate()
            .map(|(place, task)| (task.key.clone(), place))
            .collect();
        Self {
            profile,
            sessions,
            tasks,
            index,
        }
    }

    /// Returns the place of `key` in [`Self::tasks`].
    pub fn place(&self, key: &TaskKey) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// Returns the card of that key.
    pub fn get(&self, key: &TaskKey) -> Option<&Arc<Task>> {
        self.place(key).map(|place| &self.tasks[place])
    }

    /// Returns the places of all cards in `lane`, in scan order.
    pub fn places_in(&self, lane: Lane) -> impl Iterator<Item = usize> + '_ {
        (0..self.tasks.len()).filter(move |&place| self.tasks[place].lane == lane)
    }

    /// Returns the keys whose id is `id`, one for each session that has it.
    pub fn keys_with_id<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a TaskKey> + 'a {
        self.tasks
            .iter()
            .map(|task| &task.key)
            .filter(move |key| key.id.raw() == id)
    }
}
