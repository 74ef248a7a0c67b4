//! A snapshot as the JSON of the outward contract.

use serde_json::{Map, Value, json};

use crate::cli::arguments::Filter;
use crate::plan::outlook::Outlook;
use crate::plan::readiness::{Readiness, is_open_to_agents};
use crate::task::card::Task;
use crate::task::lane::Lane;
use crate::task::receipt::{Refusal, Wait};
use crate::task::snapshot::{Access, Session, Snapshot};
use crate::task::warning::{Fault, Warning};
use crate::text::safe::SafeText;

/// Returns one object for each session of the store at `store`.
///
/// The cards stand in the order of `places`, which names every one of them.
/// `filter` thins out `tasks` alone; columns, `ready` and `blocked` always tell the whole.
pub fn sessions(
    store: &str,
    snapshot: &Snapshot,
    outlook: &Outlook,
    filter: Filter,
    places: &[usize],
) -> Value {
    snapshot
        .sessions
        .iter()
        .map(|session| {
            let cards = places.iter().filter(|place| session.cards.contains(place));
            let cards: Vec<usize> = cards.copied().collect();
            one_session(store, snapshot, outlook, session, filter, &cards)
        })
        .collect()
}

fn one_session(
    store: &str,
    snapshot: &Snapshot,
    outlook: &Outlook,
    session: &Session,
    filter: Filter,
    cards: &[usize],
) -> Value {
    let keys = |wanted: &dyn Fn(usize) -> bool| -> Vec<&str> {
        let cards = cards.iter().copied();
        cards
            .filter(|&place| fault(&snapshot.tasks[place]).is_none() && wanted(place))
            .map(|place| snapshot.tasks[place].key.id.raw())
            .collect()
    };
    let mut columns = Map::new();
    for lane in Lane::ALL {
        columns.insert(
            lane.name().to_owned(),
            json!(keys(&|place| snapshot.tasks[place].lane == lane)),
        );
    }
    let cycles: Vec<Vec<&str>> = outlook
        .cycles
        .iter()
        .filter(|cycle| {
            cycle
                .first()
                .is_some_and(|place| session.cards.contains(place))
        })
        .map(|cycle| {
            cycle
                .iter()
                .map(|&place| snapshot.tasks[place].key.id.raw())
                .collect()
        })
        .collect();
    json!({
        "store": store,
        "kind": snapshot.profile.kind,
        "session": session.name.as_ref().map(SafeText::raw),
        "orphan_session": session.orphan,
        "writable": snapshot.profile.access == Access::Writable,
        "order": snapshot.profile.order(),
        "notes": snapshot.profile.notes,
        "columns": columns,
        // What an agent of this lineage would take: it does not know of human holds.
        "ready": keys(&|place| is_open_to_agents(snapshot, &snapshot.tasks[place])),
        "blocked": keys(&|place| passes(snapshot, outlook, place, Filter::Blocked)),
        "cycles": cycles,
        "warnings": warnings(snapshot, outlook, session),
        "unreadable": unreadable(snapshot, session),
        "foreign": snapshot.profile.foreign.iter().map(SafeText::raw).collect::<Vec<_>>(),
        "tasks": cards.iter().copied()
            .filter(|&place| passes(snapshot, outlook, place, filter))
            .map(|place| task(snapshot, outlook, place))
            .collect::<Vec<_>>(),
    })
}

/// Returns why the card's file cannot be read, when it cannot.
pub fn fault(task: &Task) -> Option<Fault> {
    task.warnings.iter().find_map(|warning| match warning {
        Warning::Unreadable(fault) => Some(*fault),
        _ => None,
    })
}

/// Returns what cannot be read, by the name that stands for a title.
fn unreadable(snapshot: &Snapshot, session: &Session) -> Map<String, Value> {
    snapshot.tasks[session.cards.clone()]
        .iter()
        .filter_map(|task| Some((task.title.raw().to_owned(), json!([fault(task)?.name()]))))
        .collect()
}

fn warnings(snapshot: &Snapshot, outlook: &Outlook, session: &Session) -> Map<String, Value> {
    let mut found = Map::new();
    for place in session.cards.clone() {
        let names: Vec<_> = outlook
            .warnings(snapshot, place)
            .iter()
            .map(Warning::name)
            .collect();
        if !names.is_empty() && fault(&snapshot.tasks[place]).is_none() {
            found.insert(snapshot.tasks[place].key.id.raw().to_owned(), json!(names));
        }
    }
    found
}

/// Tells whether the card at `place` is one that `filter` asks for.
pub fn passes(snapshot: &Snapshot, outlook: &Outlook, place: usize, filter: Filter) -> bool {
    let task = &snapshot.tasks[place];
    match filter {
        Filter::All => task.lane != Lane::Hidden && fault(task).is_none(),
        Filter::Ready => outlook.readiness[place] == Readiness::Ready,
        Filter::Blocked => matches!(
            outlook.readiness[place],
            Readiness::Blocked | Readiness::Stale
        ),
        Filter::Done => task.lane == Lane::Completed,
    }
}

/// Returns one card.
pub fn task(snapshot: &Snapshot, outlook: &Outlook, place: usize) -> Value {
    let task = &snapshot.tasks[place];
    let waits: Vec<&str> = outlook.waits[place]
        .iter()
        .filter_map(|wait| match wait {
            Wait::Open { key, .. } => Some(key.id.raw()),
            Wait::Missing(id) => Some(id.raw()),
            Wait::Unreadable => None,
        })
        .collect();
    let frees: Vec<&str> = outlook
        .frees(snapshot, place)
        .into_iter()
        .map(|freed| snapshot.tasks[freed].key.id.raw())
        .collect();
    json!({
        "key": task.key.id.raw(),
        "title": task.title.raw(),
        "lane": task.lane.name(),
        "status": task.status.raw(),
        "owner": task.owner.as_ref().map(|owner| owner.name().raw()),
        "waits_on": waits,
        "frees": frees,
        "readiness": outlook.readiness[place].name(),
        "because": because(snapshot, outlook, place),
        "updated": task.updated.map(|moment| moment.to_string()),
        "revision": task.revision().to_string(),
    })
}

/// Says in a clause why the card is not ready; empty when it is, or is past that.
pub fn because(snapshot: &Snapshot, outlook: &Outlook, place: usize) -> String {
    let task = &snapshot.tasks[place];
    let refusal = match outlook.readiness[place] {
        Readiness::Blocked => Some(Refusal::Blocked(outlook.waits[place].clone())),
        Readiness::Reserved => task.owner.clone().map(Refusal::Reserved),
        Readiness::Unknown if task.obstacle().is_some() => {
            return task.obstacle().map(Warning::words).unwrap_or_default();
        }
        Readiness::Unknown if task.lane == Lane::Unknown => {
            Some(Refusal::UnknownStatus(task.status.clone()))
        }
        Readiness::Stale => return "only finished tasks are left in its list".to_owned(),
        _ => None,
    };
    refusal.map(|refusal| refusal.words()).unwrap_or_default()
}
