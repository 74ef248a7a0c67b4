//! Undo and redo: going back over a deed under the guard that it was done under.

use std::sync::Arc;

use crate::desk::apply::{outcome_of, transact};
use crate::desk::clock::Clock;
use crate::desk::decide::{Verdict, decide};
use crate::desk::record::deed;
use crate::desk::reorder;
use crate::ledger::book::Ledger;
use crate::store::contract::Store;
use crate::task::card::Task;
use crate::task::command::{Command, Edit, Force};
use crate::task::deed::{Change, Image, ListChange, What};
use crate::task::lane::Lane;
use crate::task::receipt::{Outcome, Refusal};
use crate::task::retrace::{Retrace, RetraceReceipt, Retraced, Way};
use crate::task::snapshot::Snapshot;
use crate::text::safe::SafeText;

/// Carries out `asked`; calls `waiting` once when the store's lock is not had at the first try.
pub fn retrace(
    store: &mut dyn Store,
    ledger: &mut Ledger,
    asked: Retrace,
    clock: Clock,
    waiting: &mut dyn FnMut(),
) -> RetraceReceipt {
    let outcome = match &asked.deed.what {
        What::Move(moved) => reorder::retrace(ledger, &asked, moved),
        What::Verb(change) => {
            let result = transact(store, clock, waiting, &mut |snapshot| match asked.way {
                Way::Undo => undo(snapshot, &asked, change),
                Way::Redo => redo(snapshot, &asked, change),
            });
            result.unwrap_or_else(|error| match outcome_of(Err(error)) {
                Outcome::Busy => Retraced::Busy,
                Outcome::Refused(refusal) => Retraced::Refused(refusal),
                Outcome::Failed(why) => Retraced::Failed(why),
                Outcome::Done { .. } | Outcome::Already | Outcome::Conflict(_) => {
                    unreachable!("a store's failure is none of the rules' answers")
                }
            })
        }
    };
    RetraceReceipt { asked, outcome }
}

/// Decides to put the card back to what it was, if it still is what the deed made of it.
fn undo(snapshot: &Snapshot, asked: &Retrace, change: &Change) -> (Retraced, Vec<Edit>) {
    let deed = &asked.deed;
    let Some(task) = snapshot.get(&deed.key) else {
        return (Retraced::Refused(Refusal::Missing), Vec::new());
    };
    if let Some(oddity) = task.lock() {
        return (
            Retraced::Refused(Refusal::Locked(oddity.clone())),
            Vec::new(),
        );
    }
    if task.lane == Lane::Hidden {
        return (Retraced::Refused(Refusal::Hidden), Vec::new());
    }
    if asked.force == Force::Obey && task.revision() != change.after.revision() {
        return (Retraced::Changed(Arc::clone(task)), Vec::new());
    }
    let Image {
        status,
        lane,
        owner,
    } = &change.before;
    if lane.status().is_none() {
        let why = format!("its status was \"{status}\", which is not ours to write");
        return (Retraced::Failed(why), Vec::new());
    }
    let edit = Edit::Change {
        key: deed.key.clone(),
        lane: Some(*lane),
        owner: Some(owner.as_ref().map(|owner| owner.name().raw().to_owned())),
        title: None,
    };
    let taken = change.frees.iter().filter_map(|key| snapshot.get(key));
    let is_taken = |task: &&Arc<Task>| matches!(task.lane, Lane::InProgress | Lane::Completed);
    let done = Retraced::Done {
        deed: deed.clone(),
        taken: taken.filter(is_taken).cloned().collect(),
    };
    // The card first, as by the verbs: whatever ends the writing early, nothing looks ready too soon.
    let lists = change.lists.iter();
    let lists = lists.filter_map(|list| put_back(snapshot, list));
    (done, std::iter::once(edit).chain(lists).collect())
}

/// Puts a list back to what it was. A card that was taken meanwhile is not made to wait again.
fn put_back(snapshot: &Snapshot, list: &ListChange) -> Option<Edit> {
    let other = snapshot.get(&list.key)?;
    if other.lock().is_some() {
        return None;
    }
    let ids = other.dependencies.ids();
    let pick = |from: &[SafeText], listed: bool| -> Vec<SafeText> {
        let ids = from.iter().filter(|id| ids.contains(id) == listed);
        ids.cloned().collect()
    };
    let add = if other.lane == Lane::Pending {
        pick(&list.removed, false)
    } else {
        Vec::new()
    };
    let remove = pick(&list.added, true);
    (!add.is_empty() || !remove.is_empty()).then(|| Edit::Dependencies {
        key: list.key.clone(),
        add,
        remove,
    })
}

/// Decides the verb again, on a card that still is what the undo made of it.
fn redo(snapshot: &Snapshot, asked: &Retrace, change: &Change) -> (Retraced, Vec<Edit>) {
    let command = Command {
        verb: change.verb,
        key: asked.deed.key.clone(),
        actor: asked.deed.actor.clone(),
        seen: (asked.force == Force::Obey).then(|| change.before.revision()),
        force: asked.force,
    };
    let Verdict { outcome, edits } = decide(snapshot, &command);
    let retraced = match (deed(snapshot, &command, &outcome, &edits), outcome) {
        (Some(deed), _) => Retraced::Done {
            deed,
            taken: Vec::new(),
        },
        (None, Outcome::Refused(refusal)) => Retraced::Refused(refusal),
        (None, Outcome::Conflict(task)) => Retraced::Changed(task),
        (None, _) => match snapshot.get(&asked.deed.key) {
            Some(task) => Retraced::Changed(Arc::clone(task)),
            None => Retraced::Refused(Refusal::Missing),
        },
    };
    (retraced, edits)
}
