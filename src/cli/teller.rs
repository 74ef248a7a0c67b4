//! What a store reports, as lines of text or of JSON.

use std::path::Path;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

use crate::app::news::{NewsItem, between};
use crate::desk::keeper::Report;
use crate::plan::changes::What;
use crate::plan::outlook::Outlook;
use crate::scene::sentence;
use crate::task::card::{Owner, Task};
use crate::task::health::Health;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::snapshot::Snapshot;
use crate::text::json::escaped_line;
use crate::text::safe::SafeText;

type Board = (Arc<Snapshot>, Arc<Outlook>);

/// Tells one store's changes.
pub struct Teller {
    store: SafeText,
    zone: TimeZone,
    as_json: bool,
    board: Option<Board>,
}

impl Teller {
    /// Begins knowing nothing of the store at `path`.
    pub fn new(path: &Path, zone: TimeZone, as_json: bool) -> Self {
        Self {
            store: SafeText::new(&path.to_string_lossy()),
            zone,
            as_json,
            board: None,
        }
    }

    /// Returns what is to be said of a report: first what is watched, then each change.
    pub fn lines(&mut self, report: Report, now: Timestamp) -> Vec<String> {
        match report {
            Report::Snapshot(snapshot, outlook) => {
                let new = (snapshot, outlook);
                let lines = match &self.board {
                    None => vec![self.watching(&new.0, now)],
                    Some(old) => between((&old.0, &old.1), (&new.0, &new.1), now)
                        .iter()
                        .map(|item| self.change(item, &old.0, &new.0))
                        .collect(),
                };
                self.board = Some(new);
                lines
            }
            Report::Health(health) => vec![self.health(&health, now)],
            // Nothing is ever asked of this keeper, and an order is no change of the store.
            Report::Receipt(_)
            | Report::Moved(_)
            | Report::Retraced(_)
            | Report::Order(_)
            | Report::Unkept(_)
            | Report::Overwritten(_)
            | Report::Waiting => Vec::new(),
        }
    }

    fn watching(&self, snapshot: &Snapshot, now: Timestamp) -> String {
        let shown = |task: &&Arc<Task>| task.lane != Lane::Hidden;
        let tasks = snapshot.tasks.iter().filter(shown).count();
        let done = snapshot.places_in(Lane::Completed).count();
        if self.as_json {
            return escaped_line(&json!({
                "time": now.to_string(),
                "what": "watching",
                "store": self.store.raw(),
                "tasks": tasks,
                "completed": done,
            }));
        }
        let store = &self.store;
        self.said(
            now,
            &format!("watching {store} · {done}/{tasks} tasks done"),
        )
    }

    fn health(&self, health: &Health, now: Timestamp) -> String {
        let (what, why) = match health {
            Health::Live => ("live", None),
            Health::Polling(why) => ("polling", Some(why)),
            Health::Stale { why, .. } => ("stale", Some(why)),
            Health::Unreadable { why, .. } => ("unreadable", Some(why)),
        };
        if self.as_json {
            return escaped_line(&json!({
                "time": now.to_string(),
                "what": what,
                "store": self.store.raw(),
                "because": why,
            }));
        }
        let store = &self.store;
        let why = why.map(|why| SafeText::new(why));
        let words = match (health, why) {
            (Health::Live, _) | (_, None) => format!("{store} is live again"),
            (Health::Polling(_), Some(why)) => {
                format!("{store} is only looked at now and then: {why}")
            }
            (_, Some(why)) => format!("{store} is {what}: {why}"),
        };
        self.said(now, &words)
    }

    fn change(&self, item: &NewsItem, old: &Snapshot, new: &Snapshot) -> String {
        let key = &item.change.key;
        let (before, after) = (old.get(key), new.get(key));
        let task = after.or(before);
        if self.as_json {
            let (before, after) = (before.map(Arc::as_ref), after.map(Arc::as_ref));
            return escaped_line(&in_json(item, before, after));
        }
        let label = if new.sessions.len() > 1 {
            key.qualified()
        } else {
            key.to_string()
        };
        let title = task.map(|task| &task.title);
        let name = match title.filter(|title| !title.is_blank()) {
            Some(title) => format!("#{label} {title}"),
            None => format!("#{label}"),
        };
        self.said(item.at, &sentence::naming(item, &name))
    }

    fn said(&self, at: Timestamp, words: &str) -> String {
        let time = at.to_zoned_datetime(self.zone.clone());
        format!("{} {words}", time.strftime("%H:%M:%S"))
    }
}

/// Returns a change as JSON: `from` and `to` are lanes, but names where the owner changed.
fn in_json(item: &NewsItem, before: Option<&Task>, after: Option<&Task>) -> Value {
    let key = &item.change.key;
    let lane = |task: Option<&Task>| task.map(|task| task.lane.name().to_owned());
    let name = |owner: &Option<Owner>| owner.as_ref().map(|owner| owner.name().raw().to_owned());
    let (what, from, to) = match &item.change.what {
        What::Added => ("added", None, lane(after)),
        What::Removed => ("removed", lane(before), None),
        What::Moved { .. } => ("moved", lane(before), lane(after)),
        What::Owner { from, to } => ("owner", name(from), name(to)),
        What::Edited | What::Waits { .. } | What::Overwritten { .. } => {
            ("edited", lane(before), lane(after))
        }
    };
    let task = after.or(before);
    let frees: Vec<&str> = item.freed.iter().map(|key| key.id.raw()).collect();
    json!({
        "time": item.at.to_string(),
        "what": what,
        "key": key.id.raw(),
        "session": session(key),
        "title": task.map(|task| task.title.raw()),
        "from": from,
        "to": to,
        "owner": task.and_then(|task| name(&task.owner)),
        "frees": frees,
    })
}

fn session(key: &TaskKey) -> Option<&str> {
    key.session.as_ref().map(SafeText::raw)
}
