//! What the tools promise, on the store that is the specification.

use std::time::Duration;

use jiff::Timestamp;

use super::*;
use crate::store::memory::Memory;
use crate::task::card::Dependencies;
use crate::task::snapshot::{Access, Blocking, PendingOwner, Profile, Rules, SessionCards};

const SESSION: &str = "demo";

fn card(id: &str, lane: Lane, owner: &str, depends_on: &[&str]) -> Arc<Task> {
    Arc::new(Task {
        key: key(id),
        title: SafeText::new("a task"),
        status: SafeText::new(lane.status().unwrap_or("")),
        lane,
        owner: Owner::named(owner),
        dependencies: Dependencies::Known(ids(depends_on)),
        blocks: Vec::new(),
        updated: None,
        warnings: Vec::new(),
    })
}

fn key(id: &str) -> TaskKey {
    TaskKey::new(Some(SafeText::new(SESSION)), id)
}

fn ids(ids: &[&str]) -> Vec<SafeText> {
    ids.iter().copied().map(SafeText::new).collect()
}

/// Returns the tools of `lead` over a store with those cards.
fn tools(tasks: Vec<Arc<Task>>) -> Tools {
    let profile = Profile {
        kind: "memory",
        rules: Rules {
            blocking: Blocking::Computed,
            pending_owner: PendingOwner::Reserves,
        },
        access: Access::Writable,
        notes: Vec::new(),
        foreign: Vec::new(),
    };
    let session = SessionCards {
        name: Some(SafeText::new(SESSION)),
        orphan: false,
        tasks,
    };
    let clock = Clock {
        wall: || Timestamp::UNIX_EPOCH,
        steady: || Duration::ZERO,
    };
    let store = Memory::new(Snapshot::new(profile, vec![session]));
    let name = AgentName::new("lead").unwrap();
    Tools::at(Desk::at(Box::new(store), clock), Some(SESSION), name)
}

fn get(tools: &mut Tools, id: &str) -> Arc<Task> {
    let (snapshot, _) = tools.list().unwrap();
    Arc::clone(snapshot.get(&key(id)).unwrap())
}

#[test]
fn a_new_card_is_numbered_after_the_highest() {
    let mut tools = tools(vec![
        card("9", Lane::Completed, "", &[]),
        card("10", Lane::Pending, "", &[]),
        card("h1z", Lane::Pending, "", &[]),
    ]);
    let created = tools.create("Write it", &ids(&["9", "10", "9"])).unwrap();
    assert_eq!(created, key("11"));
    let task = get(&mut tools, "11");
    assert_eq!(task.title.raw(), "Write it");
    assert_eq!(task.dependencies.ids(), ids(&["9", "10"]));
    assert_eq!((task.lane, &task.owner), (Lane::Pending, &None));
}

#[test]
fn an_empty_session_begins_with_one() {
    assert_eq!(tools(Vec::new()).create("开始", &[]), Ok(key("1")));
}

#[test]
fn odd_new_cards_are_refused_and_nothing_is_written() {
    let mut tools = tools(vec![card("1", Lane::Pending, "", &[])]);
    assert_eq!(tools.create(" \n", &[]), Err(ToolError::BlankTitle));
    let unknown = ToolError::UnknownDependency(SafeText::new("2"));
    assert_eq!(tools.create("Wait", &ids(&["1", "2"])), Err(unknown));
    assert_eq!(tools.list().unwrap().0.tasks.len(), 1);
}

#[test]
fn numbers_run_out_in_words() {
    let highest = u64::MAX.to_string();
    let mut tools = tools(vec![card(&highest, Lane::Pending, "", &[])]);
    assert_eq!(tools.create("More", &[]), Err(ToolError::NoNumberLeft));
}

#[test]
fn an_agent_takes_refines_and_finishes_a_card() {
    let mut tools = tools(vec![
        card("1", Lane::Pending, "", &[]),
        card("2", Lane::Pending, "", &["1"]),
    ]);
    assert_eq!(tools.claim_next().key, key("1"));
    let task = get(&mut tools, "1");
    assert!(tools.holds(&task));
    assert_eq!(tools.update(&key("1"), "a better title"), Ok(()));
    let receipt = tools.complete(&key("1"));
    let frees = vec![key("2")];
    assert_eq!(receipt.outcome, Outcome::Done { frees, from: None });
    let task = get(&mut tools, "1");
    assert_eq!(task.title.raw(), "a better title");
    assert!(task.is_held_by("lead"));
}

#[test]
fn a_title_is_changed_by_its_holder_only() {
    let mut tools = tools(vec![
        card("1", Lane::InProgress, "human:ann", &[]),
        card("2", Lane::Pending, "lead", &[]),
        card("3", Lane::InProgress, "lead", &[]),
    ]);
    for (id, owner) in [("1", "human:ann"), ("2", "lead")] {
        let refused = ToolError::NotHeld {
            key: key(id),
            owner: Owner::named(owner),
        };
        assert_eq!(tools.update(&key(id), "mine"), Err(refused));
    }
    assert_eq!(tools.update(&key("3"), " "), Err(ToolError::BlankTitle));
    let missing = ToolError::Missing(key("4"));
    assert_eq!(tools.update(&key("4"), "mine"), Err(missing));
}

#[test]
fn completing_does_not_undo_what_a_person_did() {
    let mut tools = tools(vec![
        card("1", Lane::Pending, "", &[]),
        card("2", Lane::InProgress, "human:ann", &[]),
        card("3", Lane::InProgress, "", &[]),
        card("4", Lane::Completed, "human:ann", &[]),
    ]);
    for id in ["1", "3"] {
        let theirs = get(&mut tools, id);
        let outcome = tools.complete(&key(id)).outcome;
        assert_eq!(outcome, Outcome::Conflict(theirs), "{id}");
    }
    let outcome = tools.complete(&key("2")).outcome;
    assert!(matches!(outcome, Outcome::Refused(refusal) if refusal.holder().is_some()));
    assert_eq!(tools.complete(&key("4")).outcome, Outcome::Already);
}

#[test]
fn release_puts_a_card_back_for_anyone() {
    let mut tools = tools(vec![card("1", Lane::Pending, "", &[])]);
    tools.claim(&key("1"));
    assert!(matches!(
        tools.release(&key("1")).outcome,
        Outcome::Done { .. }
    ));
    assert_eq!(get(&mut tools, "1").owner, None);
}

#[test]
fn release_takes_only_what_the_agent_is_at_work_on() {
    let kept = card("1", Lane::Pending, "lead", &[]);
    let mut tools = tools(vec![Arc::clone(&kept)]);
    let outcome = tools.release(&key("1")).outcome;
    assert_eq!(outcome, Outcome::Conflict(kept));
}

#[test]
fn a_card_at_work_can_be_made_to_wait_for_another_and_never_for_itself() {
    let mut tools = tools(vec![
        card("1", Lane::InProgress, "lead", &[]),
        card("2", Lane::Pending, "", &["1"]),
        card("3", Lane::Pending, "", &[]),
        card("4", Lane::InProgress, "sub", &[]),
    ]);
    let on = SafeText::new;
    assert_eq!(tools.wait_for(&key("1"), &on("3")), Ok(()));
    let (snapshot, _) = tools.list().unwrap();
    let now = snapshot.get(&key("1")).unwrap().dependencies.ids().to_vec();
    assert_eq!(now, ids(&["3"]));
    for (id, wanted) in [
        ("2", ToolError::Cycle(on("2"))),
        ("1", ToolError::Cycle(on("1"))),
        ("9", ToolError::UnknownDependency(on("9"))),
    ] {
        assert_eq!(tools.wait_for(&key("1"), &on(id)), Err(wanted));
    }
    let theirs = tools.wait_for(&key("4"), &on("3"));
    assert!(
        matches!(theirs, Err(ToolError::NotHeld { .. })),
        "{theirs:?}"
    );
}
