//! The rules of the verbs: pure, called by a store inside its own transaction.

use std::sync::Arc;

use crate::plan::order::next;
use crate::plan::outlook::Outlook;
use crate::plan::readiness::{Readiness, freed_by_completing, readiness, waits};
use crate::task::card::{Owner, Task};
use crate::task::command::{Command, Edit, Force, Verb};
use crate::task::lane::Lane;
use crate::task::order::Order;
use crate::task::receipt::{Outcome, Refusal, Wait};
use crate::task::snapshot::Snapshot;

/// What a command comes to, and what is to be written for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the author is told, if the writing succeeds.
    pub outcome: Outcome,
    /// Empty unless the outcome is done.
    pub edits: Vec<Edit>,
}

impl Verdict {
    fn without_edits(outcome: Outcome) -> Self {
        Self {
            outcome,
            edits: Vec::new(),
        }
    }

    fn refused(refusal: Refusal) -> Self {
        Self::without_edits(Outcome::Refused(refusal))
    }
}

/// Decides `command` on what the store says now.
pub fn decide(snapshot: &Snapshot, command: &Command) -> Verdict {
    let Some(task) = snapshot.get(&command.key) else {
        return Verdict::refused(Refusal::Missing);
    };
    if is_so_already(task, command) {
        return Verdict::without_edits(Outcome::Already);
    }
    if command.seen.is_some_and(|seen| seen != task.revision()) {
        return Verdict::without_edits(Outcome::Conflict(Arc::clone(task)));
    }
    match refusal(snapshot, task, command) {
        Some(refusal) if command.force == Force::Obey || !refusal.can_be_forced() => {
            Verdict::refused(refusal)
        }
        _ => grant(snapshot, task, command),
    }
}

/// Decides which card the actor gets when it asks for any: the first ready one in scan order,
/// or in a person's order where there is one.
pub fn decide_next(snapshot: &Snapshot, actor: &str, order: &Order) -> Option<Command> {
    let first = if order.is_empty() {
        let mut tasks = snapshot.tasks.iter();
        tasks.find(|task| readiness(snapshot, task) == Readiness::Ready)?
    } else {
        let place = next(snapshot, &Outlook::of(snapshot), order)?;
        &snapshot.tasks[place]
    };
    Some(Command {
        verb: Verb::Claim,
        key: first.key.clone(),
        actor: actor.to_owned(),
        seen: None,
        force: Force::Obey,
    })
}

fn is_so_already(task: &Task, command: &Command) -> bool {
    match command.verb {
        Verb::Claim => task.lane == Lane::InProgress && task.is_held_by(&command.actor),
        Verb::Complete => task.lane == Lane::Completed,
        Verb::Release => task.lane == Lane::Pending && task.owner.is_none(),
        Verb::Reopen => task.lane == Lane::Pending,
    }
}

fn refusal(snapshot: &Snapshot, task: &Task, command: &Command) -> Option<Refusal> {
    match task.lane {
        Lane::Hidden => return Some(Refusal::Hidden),
        Lane::Unknown => return Some(Refusal::UnknownStatus(task.status.clone())),
        Lane::Pending | Lane::InProgress | Lane::Completed => {}
    }
    match command.verb {
        Verb::Claim => match task.lane {
            Lane::Completed => Some(Refusal::Completed),
            Lane::InProgress => Some(
                task.owner
                    .clone()
                    .map_or(Refusal::RunningUnowned, Refusal::Held),
            ),
            _ => not_takable(snapshot, task, &command.actor),
        },
        Verb::Complete => match task.lane {
            Lane::InProgress => held_by_another(task, &command.actor),
            _ => not_takable(snapshot, task, &command.actor),
        },
        Verb::Release if task.lane == Lane::Completed => Some(Refusal::Completed),
        Verb::Release => held_by_another(task, &command.actor),
        Verb::Reopen if task.lane == Lane::InProgress => Some(Refusal::InProgress),
        Verb::Reopen => None,
    }
}

/// Says why a pending card cannot be taken by `actor`, if it cannot.
fn not_takable(snapshot: &Snapshot, task: &Task, actor: &str) -> Option<Refusal> {
    match readiness(snapshot, task) {
        Readiness::Ready => None,
        Readiness::Reserved if task.is_held_by(actor) => None,
        Readiness::Reserved => task.owner.clone().map(Refusal::Reserved),
        Readiness::Stale => Some(Refusal::Blocked(listed(task))),
        _ => Some(Refusal::Blocked(waits(snapshot, task))),
    }
}

/// Returns the finished cards that still stand in the list that blocks `task`.
fn listed(task: &Task) -> Vec<Wait> {
    let open = |id: &_| Wait::Open {
        key: task.key.sibling(id),
        owner: None,
        running: false,
    };
    task.dependencies.ids().iter().map(open).collect()
}

fn held_by_another(task: &Task, actor: &str) -> Option<Refusal> {
    let owner = task.owner.clone()?;
    (!owner.is(actor)).then_some(Refusal::Held(owner))
}

fn grant(snapshot: &Snapshot, task: &Task, command: &Command) -> Verdict {
    let me = || Some(Some(command.actor.clone()));
    let (lane, owner) = match command.verb {
        Verb::Claim => (Lane::InProgress, me()),
        // A finished card without an owner can be taken back to in progress by agents that
        // claim with the seed's statement, so whoever finishes it signs it.
        Verb::Complete => (
            Lane::Completed,
            if task.owner.is_none() { me() } else { None },
        ),
        Verb::Release => (Lane::Pending, Some(None)),
        Verb::Reopen => (Lane::Pending, None),
    };
    let frees = match command.verb {
        Verb::Complete => freed_by_completing(snapshot, task),
        _ => Vec::new(),
    };
    let edit = Edit::Change {
        key: task.key.clone(),
        lane: Some(lane),
        owner,
        title: None,
    };
    Verdict {
        outcome: Outcome::Done {
            frees,
            from: taken_from(task, command),
        },
        edits: vec![edit],
    }
}

/// Returns whose card it was, when a running card is taken from somebody else.
fn taken_from(task: &Task, command: &Command) -> Option<Owner> {
    let owner = task.owner.clone()?;
    (task.lane == Lane::InProgress && !owner.is(&command.actor)).then_some(owner)
}
