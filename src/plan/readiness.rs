//! The one readiness function.

use crate::task::card::{Dependencies, Owner, Task};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::receipt::Wait;
use crate::task::snapshot::{Blocking, PendingOwner, Snapshot};

/// Whether a card can be taken now, under its kind's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Readiness {
    /// Pending, waits for nothing, kept for nobody.
    Ready,
    /// Pending and waits for something open.
    Blocked,
    /// Pending, and only finished cards are left in the list that blocks it.
    Stale,
    /// Pending and kept for its owner.
    Reserved,
    /// In progress.
    Running,
    /// Completed.
    Done,
    /// A status that agents do not know, a card that they cannot read, or one that is not shown.
    Unknown,
}

impl Readiness {
    /// Returns the word of the JSON contract.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Blocked => "blocked",
            Self::Stale => "stale",
            Self::Reserved => "reserved",
            Self::Running => "running",
            Self::Done => "done",
            Self::Unknown => "unknown",
        }
    }
}

/// Decides whether `task` of `snapshot` can be taken now.
pub fn readiness(snapshot: &Snapshot, task: &Task) -> Readiness {
    match task.lane {
        Lane::InProgress => return Readiness::Running,
        Lane::Completed => return Readiness::Done,
        Lane::Unknown | Lane::Hidden => return Readiness::Unknown,
        Lane::Pending => {}
    }
    if !waits(snapshot, task).is_empty() {
        return Readiness::Blocked;
    }
    if task.obstacle().is_some() {
        return Readiness::Unknown;
    }
    if snapshot.profile.rules.blocking == Blocking::Listed && !task.dependencies.ids().is_empty() {
        return Readiness::Stale;
    }
    if reserver(snapshot, task).is_some() {
        Readiness::Reserved
    } else {
        Readiness::Ready
    }
}

/// Returns for whom the pending card `task` is kept: its owner, where the kind heeds one or it is a person.
pub fn reserver<'a>(snapshot: &Snapshot, task: &'a Task) -> Option<&'a Owner> {
    let heeded = snapshot.profile.rules.pending_owner == PendingOwner::Reserves;
    task.owner
        .as_ref()
        .filter(|owner| heeded || owner.is_human())
}

/// Tells whether an agent of the store's own lineage, which does not know of human holds, could take `task` now.
pub fn is_open_to_agents(snapshot: &Snapshot, task: &Task) -> bool {
    match readiness(snapshot, task) {
        Readiness::Ready => true,
        Readiness::Reserved => snapshot.profile.rules.pending_owner == PendingOwner::Ignored,
        _ => false,
    }
}

/// Returns what `task` still waits for, whatever its own status.
pub fn waits(snapshot: &Snapshot, task: &Task) -> Vec<Wait> {
    let ids = match &task.dependencies {
        Dependencies::Unreadable => return vec![Wait::Unreadable],
        Dependencies::Known(ids) => ids,
    };
    ids.iter()
        .filter_map(|id| match snapshot.get(&task.key.sibling(id)) {
            None => Some(Wait::Missing(id.clone())),
            Some(blocker) if blocker.lane == Lane::Completed => None,
            Some(blocker) => Some(Wait::Open {
                key: blocker.key.clone(),
                owner: blocker.owner.clone(),
                running: blocker.lane == Lane::InProgress,
            }),
        })
        .collect()
}

/// Returns the other pending cards that anyone could take once `task` is completed.
pub fn freed_by_completing(snapshot: &Snapshot, task: &Task) -> Vec<TaskKey> {
    snapshot
        .tasks
        .iter()
        .filter(|other| other.lane == Lane::Pending && other.key.session == task.key.session)
        .filter(|other| other.key != task.key && reserver(snapshot, other).is_none())
        .filter(|other| other.dependencies.ids().contains(&task.key.id))
        .filter(|other| is_freed_by(snapshot, other, &waits(snapshot, other), &task.key))
        .map(|other| other.key.clone())
        .collect()
}

/// Tells whether `task`, which has `waits` to wait for, would wait for nothing once `key` is completed.
pub fn is_freed_by(snapshot: &Snapshot, task: &Task, waits: &[Wait], key: &TaskKey) -> bool {
    let is_only_wait = matches!(waits, [Wait::Open { key: only, .. }] if only == key);
    // Where the list itself blocks, a finished card that was never taken out goes on blocking.
    let stays_listed = snapshot.profile.rules.blocking == Blocking::Listed
        && task.dependencies.ids().iter().any(|id| *id != key.id);
    is_only_wait && !stays_listed
}
