//! Which task a KEY means.

use crate::cli::failure::{Code, Failure};
use crate::task::key::TaskKey;
use crate::task::snapshot::Snapshot;

/// Finds the task that `text` names: a bare key that is unique, or `SESSION/KEY`.
pub fn key(snapshot: &Snapshot, text: &str) -> Result<TaskKey, Failure> {
    let bare: Vec<&TaskKey> = snapshot.keys_with_id(text).collect();
    match bare[..] {
        [one] => Ok(one.clone()),
        [] => qualified(snapshot, text),
        _ => {
            let candidates: Vec<_> = bare.iter().map(|key| key.qualified()).collect();
            let what = format!(
                "several sessions have a task {text}: {}",
                candidates.join(", ")
            );
            Err(Failure::new(Code::Usage, what).or_try("one of these, or --session ID"))
        }
    }
}

fn qualified(snapshot: &Snapshot, text: &str) -> Result<TaskKey, Failure> {
    let names = |key: &TaskKey| {
        key.session.as_ref().is_some_and(|session| {
            text.strip_prefix(session.raw())
                .and_then(|rest| rest.strip_prefix('/'))
                == Some(key.id.raw())
        })
    };
    let found = snapshot
        .tasks
        .iter()
        .map(|task| &task.key)
        .find(|key| names(key));
    found.cloned().ok_or_else(|| {
        Failure::new(
            Code::Failed,
            format!("there is no task {text} in this store"),
        )
        .or_try("kanwatch list")
    })
}
