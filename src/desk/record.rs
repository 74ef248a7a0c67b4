//! What a verb has done, for undo.

use crate::task::card::Owner;
use crate::task::command::{Command, Edit};
use crate::task::deed::{Change, Deed, Image, ListChange, What};
use crate::task::receipt::Outcome;
use crate::task::snapshot::Snapshot;
use crate::text::safe::SafeText;

/// Returns what `command` changes by `edits`, seen from both sides.
pub fn deed(
    snapshot: &Snapshot,
    command: &Command,
    outcome: &Outcome,
    edits: &[Edit],
) -> Option<Deed> {
    let Outcome::Done { frees, .. } = outcome else {
        return None;
    };
    let before = Image::of(snapshot.get(&command.key)?);
    let mut after = before.clone();
    let mut lists = Vec::new();
    for edit in edits {
        if let Edit::Dependencies { key, add, remove } = edit {
            lists.push(ListChange {
                key: key.clone(),
                added: add.clone(),
                removed: remove.clone(),
            });
        }
        if let Edit::Change {
            key, lane, owner, ..
        } = edit
            && *key == command.key
        {
            if let Some((lane, status)) = lane.and_then(|lane| Some((lane, lane.status()?))) {
                after.lane = lane;
                after.status = SafeText::new(status);
            }
            if let (Some(owner), true) = (owner, snapshot.profile.keeps_owners()) {
                after.owner = owner.as_deref().and_then(Owner::named);
            }
        }
    }
    Some(Deed {
        key: command.key.clone(),
        actor: command.actor.clone(),
        what: What::Verb(Box::new(Change {
            verb: command.verb,
            before,
            after,
            frees: frees.clone(),
            lists,
        })),
    })
}
