//! The rules of the verbs: pure, called by a store inside its own transaction.

use std::sync::Arc;

use crate::plan::order::next;
use crate::plan::outlook::Outlook;
use crate::plan::readiness::{Readiness, freed_by_completing, readiness, reserver, waits};
use crate::task::card::Task;
use crate::task::command::{Command, Edit, Force, Verb};
use crate::task::lane::Lane;
use crate::task::order::Order;
use crate::task::receipt::{Outcome, Refusal};
use crate::task::snapshot::{Blocking, Snapshot};

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
    if let Some(oddity) = task.lock() {
        return Some(Refusal::Locked(oddity.clone()));
    }
    match task.lane {
        Lane::Hidden => return Some(Refusal::Hidden),
        Lane::Unknown => return Some(Refusal::UnknownStatus(task.status.clone())),
        Lane::Pending | Lane::InProgress | Lane::Completed => {}
    }
    match command.verb {
        Verb::Claim => match task.lane {
            Lane::Completed => Some(Refusal::Completed),
            Lane::InProgress => {
                Some(in_the_way(snapshot, task, &command.actor).unwrap_or(Refusal::RunningUnowned))
            }
            _ => not_takable(snapshot, task, &command.actor),
        },
        Verb::Complete => match task.lane {
            Lane::InProgress => in_the_way(snapshot, task, &command.actor),
            _ => not_takable(snapshot, task, &command.actor),
        },
        Verb::Release if task.lane == Lane::Completed => Some(Refusal::Completed),
        Verb::Release => in_the_way(snapshot, task, &command.actor),
        Verb::Reopen if task.lane == Lane::InProgress => Some(Refusal::InProgress),
        Verb::Reopen => None,
    }
}

/// Says why a pending card cannot be taken by `actor`, if it cannot.
fn not_takable(snapshot: &Snapshot, task: &Task, actor: &str) -> Option<Refusal> {
    match readiness(snapshot, task) {
        Readiness::Ready => None,
        Readiness::Reserved => in_the_way(snapshot, task, actor),
        Readiness::Stale => Some(Refusal::Stale(task.dependencies.ids().to_vec())),
        _ => Some(Refusal::Blocked(waits(snapshot, task))),
    }
}

/// Names the other owner whose card it is, in words of a rule; nobody's once it is completed.
fn in_the_way(snapshot: &Snapshot, task: &Task, actor: &str) -> Option<Refusal> {
    let refusal = match task.lane {
        Lane::Completed => return None,
        Lane::Pending => Refusal::Reserved(reserver(snapshot, task)?.clone()),
        _ => Refusal::Held(task.owner.clone()?),
    };
    (!task.is_held_by(actor)).then_some(refusal)
}

fn grant(snapshot: &Snapshot, task: &Task, command: &Command) -> Verdict {
    let me = || Some(Some(command.actor.clone()));
    let in_the_way = in_the_way(snapshot, task, &command.actor);
    let (lane, owner) = match command.verb {
        Verb::Claim => (Lane::InProgress, me()),
        // A finished card without an owner can be taken back to in progress by agents that
        // claim with the seed's statement, so whoever finishes it signs it; but a card taken
        // from somebody by force keeps the name of who worked on it.
        Verb::Complete => (
            Lane::Completed,
            if in_the_way.is_none() { me() } else { None },
        ),
        Verb::Release => (Lane::Pending, Some(None)),
        // Whoever finished a card is not at work on it any more: a name that would keep the
        // card from everybody else comes off.
        Verb::Reopen => (Lane::Pending, reserver(snapshot, task).map(|_| None)),
    };
    let frees = match command.verb {
        Verb::Complete => freed_by_completing(snapshot, task),
        _ => Vec::new(),
    };
    // The card itself stands first: whatever ends the writing early, nothing looks ready too soon.
    let mut edits = vec![Edit::Change {
        key: task.key.clone(),
        lane: Some(lane),
        owner,
        title: None,
    }];
    if snapshot.profile.rules.blocking == Blocking::Listed {
        edits.extend(lists(snapshot, task, command.verb));
    }
    Verdict {
        outcome: Outcome::Done {
            frees,
            from: in_the_way.and_then(|refusal| refusal.holder().cloned()),
        },
        edits,
    }
}

/// Returns what happens to the lists of others where the lists themselves block: a finished
/// card leaves them, and comes back into those that it names when it is reopened.
fn lists<'a>(
    snapshot: &'a Snapshot,
    task: &'a Task,
    verb: Verb,
) -> impl Iterator<Item = Edit> + 'a {
    let others = snapshot.tasks.iter().filter(move |other| {
        let is_listed = other.dependencies.ids().contains(&task.key.id);
        let is_concerned = match verb {
            Verb::Complete => is_listed,
            Verb::Reopen => {
                task.lane == Lane::Completed
                    && other.lane == Lane::Pending
                    && !is_listed
                    && task.blocks.contains(&other.key.id)
            }
            Verb::Claim | Verb::Release => false,
        };
        is_concerned && other.key.session == task.key.session && other.lock().is_none()
    });
    let is_added = verb == Verb::Reopen;
    others.map(move |other| {
        let id = vec![task.key.id.clone()];
        let (add, remove) = if is_added {
            (id, Vec::new())
        } else {
            (Vec::new(), id)
        };
        Edit::Dependencies {
            key: other.key.clone(),
            add,
            remove,
        }
    })
}

#[cfg(test)]
mod tests;
