//! Which task a KEY means.

use std::path::Path;

use crate::cli::failure::{Code, Failure};
use crate::task::key::TaskKey;
use crate::task::snapshot::Snapshot;

/// Which part of which store is looked into, as it was named on the command line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Named<'a> {
    /// The store; `None` where it was found.
    pub store: Option<&'a Path>,
    /// The session, where only one is asked for.
    pub session: Option<&'a str>,
}

/// Finds the task that `text` names: a bare key that is unique, also as `#KEY`, or `SESSION/KEY`.
pub fn key(snapshot: &Snapshot, text: &str, named: Named) -> Result<TaskKey, Failure> {
    let mut bare: Vec<&TaskKey> = snapshot.keys_with_id(text).collect();
    // As every answer writes it.
    if let (true, Some(id)) = (bare.is_empty(), text.strip_prefix('#')) {
        bare = snapshot.keys_with_id(id).collect();
    }
    match bare[..] {
        [one] => Ok(one.clone()),
        [] => qualified(snapshot, text).ok_or_else(|| missing(text, named)),
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

fn qualified(snapshot: &Snapshot, text: &str) -> Option<TaskKey> {
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
    found.cloned()
}

fn missing(text: &str, named: Named) -> Failure {
    let place = match named.session {
        Some(session) => format!("session {session}"),
        None => "this store".to_owned(),
    };
    let mut list = "kanwatch list".to_owned();
    if let Some(store) = named.store {
        list.push_str(&format!(" {}", store.display()));
    }
    Failure::new(Code::Failed, format!("there is no task {text} in {place}")).or_try(list)
}
