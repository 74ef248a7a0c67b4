//! Boards written as text.
//!
//! A line is `ID STATUS [OWNER] "TITLE" [<BLOCKER …] [@HH:MM]`; `-` stands for no status and
//! `<!` for dependencies that cannot be read.
//!
//! ```text
//! 3 in_progress lead "Write API" @14:02
//! 5 pending "API tests" <3
//! ```

use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use kanwatch::app::message::Msg;
use kanwatch::app::state::{Opening, State};
use kanwatch::app::update::update;
use kanwatch::app::viewport::Size;
use kanwatch::plan::outlook::Outlook;
use kanwatch::task::card::{Dependencies, Owner, Task};
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use kanwatch::task::snapshot::{
    Access, Blocking, PendingOwner, Profile, Rules, SessionCards, Snapshot,
};
use kanwatch::text::safe::SafeText;

/// The moment of every test.
pub fn now() -> Timestamp {
    "2026-06-18T14:02:11Z".parse().expect("a moment")
}

/// Returns a mind of that size that shows the sketched board.
pub fn board(sketch: &str, width: u16, height: u16) -> State {
    let mut state = silent(width, height);
    show(&mut state, sketch);
    state
}

/// Returns a mind whose store has not spoken yet.
pub fn silent(width: u16, height: u16) -> State {
    State::new(Opening {
        store: "demo.db".to_owned(),
        actor: "human:ana".to_owned(),
        zone: TimeZone::UTC,
        now: now(),
        size: Size { width, height },
    })
}

/// Has the store say what is sketched.
pub fn show(state: &mut State, sketch: &str) {
    let snapshot = snapshot(sketch);
    let outlook = Outlook::of(&snapshot);
    let msg = Msg::Snapshot(Arc::new(snapshot), Arc::new(outlook));
    update(state, msg, now());
}

/// Puts the cursor on the card `id`.
pub fn select(state: &mut State, id: &str) {
    state.select(&TaskKey::new(None, id));
}

/// Returns the sketched snapshot.
pub fn snapshot(sketch: &str) -> Snapshot {
    let lines = sketch
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let list = SessionCards {
        name: None,
        orphan: false,
        tasks: lines.map(|line| Arc::new(task(line))).collect(),
    };
    Snapshot::new(profile(), vec![list])
}

/// Returns the profile of every sketch.
pub fn profile() -> Profile {
    Profile {
        kind: "sketch",
        rules: Rules {
            blocking: Blocking::Computed,
            pending_owner: PendingOwner::Reserves,
        },
        access: Access::Writable,
        notes: Vec::new(),
        foreign: Vec::new(),
    }
}

fn task(line: &str) -> Task {
    let (head, rest) = line.split_once('"').expect("a title in quotes");
    let (title, tail) = rest.rsplit_once('"').expect("a title in quotes");
    let words: Vec<&str> = head.split_whitespace().collect();
    let status = if words[1] == "-" { "" } else { words[1] };
    let mut blockers = Vec::new();
    let mut dependencies = None;
    let mut updated = None;
    for word in tail.split_whitespace() {
        match word.split_at(1) {
            ("<", "!") => dependencies = Some(Dependencies::Unreadable),
            ("<", id) => blockers.push(SafeText::new(id)),
            ("@", time) => {
                updated = Some(format!("2026-06-18T{time}:00Z").parse().expect("a time"));
            }
            _ => panic!("what is {word:?} in {line:?}?"),
        }
    }
    Task {
        key: TaskKey::new(None, words[0]),
        title: SafeText::new(title),
        status: SafeText::new(status),
        lane: Lane::of_status(status),
        owner: words.get(2).and_then(|name| Owner::named(name)),
        dependencies: dependencies.unwrap_or(Dependencies::Known(blockers)),
        blocks: Vec::new(),
        updated,
        warnings: Vec::new(),
    }
}
