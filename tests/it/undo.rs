//! Undo and redo: every deed can be taken back, and nobody else's is.

use std::sync::Arc;
use std::time::Duration;

use kanwatch::app::action::Action;
use kanwatch::app::message::{Effect, Msg};
use kanwatch::app::state::State;
use kanwatch::app::update::update;
use kanwatch::desk::apply::apply;
use kanwatch::desk::clock::Clock;
use kanwatch::desk::retrace::retrace;
use kanwatch::ledger::book::Ledger;
use kanwatch::store::contract::Store as _;
use kanwatch::store::memory::Memory;
use kanwatch::task::card::Task;
use kanwatch::task::command::{Command, Edit, Force, Verb};
use kanwatch::task::deed::{Deed, Image, What};
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use kanwatch::task::receipt::Refusal;
use kanwatch::task::retrace::{Retrace, Retraced, Way};
use kanwatch::task::snapshot::Blocking;
use kanwatch::text::safe::SafeText;
use proptest::prelude::*;

use crate::support::sketch::{board, now, select, snapshot};

const PLAN: &str = r#"
    1 in_progress lead "Write API"
    2 pending "Plan"
    3 pending "Test" <1
    4 completed "Set up"
    5 in_progress "Nobody's"
    6 review "Odd"
    7 pending ana "Kept"
    8 pending "After the plan" <2
"#;

fn clock() -> Clock {
    Clock {
        wall: now,
        steady: || Duration::ZERO,
    }
}

fn key(id: &str) -> TaskKey {
    TaskKey::new(None, id)
}

fn command(verb: Verb, id: &str, force: Force) -> Command {
    Command {
        verb,
        key: key(id),
        actor: "ana".to_owned(),
        seen: None,
        force,
    }
}

fn images(store: &mut Memory) -> Vec<Image> {
    let tasks = store.load().unwrap().tasks;
    tasks.iter().map(|task| Image::of(task)).collect()
}

/// Returns every card, and what stands in its list.
fn whole(store: &mut Memory) -> Vec<(Image, Vec<SafeText>)> {
    let tasks = store.load().unwrap().tasks;
    let card = |task: &Arc<Task>| {
        let mut ids = task.dependencies.ids().to_vec();
        ids.sort();
        (Image::of(task), ids)
    };
    tasks.iter().map(card).collect()
}

/// Begins with the plan, in a store where a list itself blocks, or in one where it is looked up.
fn plan(lists_block: bool) -> Memory {
    let mut plan = snapshot(PLAN);
    if lists_block {
        plan.profile.rules.blocking = Blocking::Listed;
    }
    Memory::new(plan)
}

fn does(store: &mut Memory, command: &Command) -> Option<Deed> {
    apply(store, command, clock(), &mut || {}).deed
}

fn goes(store: &mut Memory, deed: Deed, way: Way, force: Force) -> Retraced {
    let asked = Retrace { deed, way, force };
    let mut ledger = Ledger::nowhere();
    retrace(store, &mut ledger, asked, clock(), &mut || {}).outcome
}

/// What an agent does with a card, asking nobody.
fn writes(store: &mut Memory, id: &str, lane: Lane, owner: Option<&str>) {
    let edit = Edit::Change {
        key: key(id),
        lane: Some(lane),
        owner: Some(owner.map(str::to_owned)),
        title: None,
    };
    store.transact(&mut |_| vec![edit.clone()]).unwrap();
}

fn verb() -> impl Strategy<Value = Verb> {
    prop_oneof![
        Just(Verb::Claim),
        Just(Verb::Complete),
        Just(Verb::Release),
        Just(Verb::Reopen),
    ]
}

proptest! {
    /// Whatever was done, undoing it all leads back through every state, and redoing forward.
    #[test]
    fn undo_leads_back_and_redo_forward(
        steps in prop::collection::vec((verb(), 1..9_usize), 1..12), lists_block in any::<bool>(),
    ) {
        let mut store = plan(lists_block);
        let mut past = vec![whole(&mut store)];
        let mut deeds = Vec::new();
        for (verb, id) in steps.into_iter().filter(|(_, id)| *id != 6) {
            // What the rules refuse is not done, so it could not be redone either.
            if let Some(deed) = does(&mut store, &command(verb, &id.to_string(), Force::Obey)) {
                deeds.push(deed);
                past.push(whole(&mut store));
            }
        }
        let mut undone = Vec::new();
        for (deed, before) in deeds.into_iter().zip(&past).rev() {
            let Retraced::Done { deed, taken } = goes(&mut store, deed, Way::Undo, Force::Obey) else {
                panic!("not undone");
            };
            prop_assert_eq!(&whole(&mut store), before);
            prop_assert!(taken.is_empty());
            undone.push(deed);
        }
        for (deed, after) in undone.into_iter().rev().zip(&past[1..]) {
            let done = goes(&mut store, deed, Way::Redo, Force::Obey);
            prop_assert!(matches!(done, Retraced::Done { .. }), "{done:?}");
            prop_assert_eq!(&whole(&mut store), after);
        }
    }

    /// A card that somebody has changed since is left alone, in both directions.
    #[test]
    fn what_others_did_since_is_not_undone(
        verb in verb(), id in 1..9_usize, lane in 0..3_usize,
        owner in prop::option::of(prop_oneof![Just("ana"), Just("bob")]),
    ) {
        let id = id.to_string();
        let lane = Lane::ALL[lane];
        let mut store = Memory::new(snapshot(PLAN));
        let Some(deed) = does(&mut store, &command(verb, &id, Force::Override)) else { return Ok(()) };
        let left = images(&mut store);
        writes(&mut store, &id, lane, owner);
        let theirs = images(&mut store);
        let outcome = goes(&mut store, deed.clone(), Way::Undo, Force::Obey);
        if theirs == left {
            return Ok(());
        }
        prop_assert!(matches!(outcome, Retraced::Changed(_)), "{outcome:?}");
        prop_assert_eq!(&images(&mut store), &theirs);
        let What::Verb(change) = &deed.what else { unreachable!("a verb") };
        let before = change.before.clone();
        if images(&mut store)[deed_place(&id)] != before {
            let outcome = goes(&mut store, deed.clone(), Way::Redo, Force::Obey);
            prop_assert!(!matches!(outcome, Retraced::Done { .. }), "{outcome:?}");
            prop_assert_eq!(&images(&mut store), &theirs);
        }
        if before.lane.status().is_some() {
            let outcome = goes(&mut store, deed, Way::Undo, Force::Override);
            prop_assert!(matches!(outcome, Retraced::Done { .. }), "{outcome:?}");
            prop_assert_eq!(&images(&mut store)[deed_place(&id)], &before);
        }
    }
}

fn deed_place(id: &str) -> usize {
    id.parse::<usize>().unwrap() - 1
}

#[test]
fn what_agents_took_of_what_was_freed_is_named_and_stays() {
    let mut store = Memory::new(snapshot(PLAN));
    let deed = does(&mut store, &command(Verb::Complete, "1", Force::Override)).unwrap();
    writes(&mut store, "3", Lane::InProgress, Some("sub"));
    let Retraced::Done { taken, .. } = goes(&mut store, deed, Way::Undo, Force::Obey) else {
        panic!("not undone");
    };
    let names: Vec<_> = taken.iter().map(|task| task.key.to_string()).collect();
    assert_eq!(names, ["3"]);
    let images = images(&mut store);
    assert_eq!(
        (images[0].lane, images[0].words().as_str()),
        (Lane::InProgress, "in progress, lead")
    );
    assert_eq!(images[2].words(), "in progress, sub");
}

/// Where a list itself blocks, a completion strips it; undo fills it again, but not under the
/// hands of whoever has begun to work.
#[test]
fn lists_are_filled_again_for_those_that_still_wait() {
    for (taken, list) in [(false, vec![SafeText::new("1")]), (true, vec![])] {
        let mut store = plan(true);
        let deed = does(&mut store, &command(Verb::Complete, "1", Force::Override)).unwrap();
        assert!(whole(&mut store)[2].1.is_empty());
        if taken {
            writes(&mut store, "3", Lane::InProgress, Some("sub"));
        }
        let outcome = goes(&mut store, deed, Way::Undo, Force::Obey);
        assert!(matches!(outcome, Retraced::Done { .. }), "{outcome:?}");
        assert_eq!(whole(&mut store)[2].1, list);
    }
}

#[test]
fn redo_obeys_the_rule_of_its_verb() {
    let mut store = Memory::new(snapshot(PLAN));
    let deed = does(&mut store, &command(Verb::Claim, "3", Force::Override)).unwrap();
    let Retraced::Done { deed, .. } = goes(&mut store, deed, Way::Undo, Force::Obey) else {
        panic!("not undone");
    };
    let outcome = goes(&mut store, deed.clone(), Way::Redo, Force::Obey);
    assert!(
        matches!(outcome, Retraced::Refused(Refusal::Blocked(_))),
        "{outcome:?}"
    );
    let outcome = goes(&mut store, deed, Way::Redo, Force::Override);
    assert!(matches!(outcome, Retraced::Done { .. }), "{outcome:?}");
}

#[test]
fn a_status_that_is_not_ours_is_not_written_by_undo() {
    let mut store = Memory::new(snapshot(PLAN));
    let deed = does(&mut store, &command(Verb::Claim, "6", Force::Override)).unwrap();
    let after = images(&mut store);
    let outcome = goes(&mut store, deed, Way::Undo, Force::Override);
    assert!(matches!(outcome, Retraced::Failed(_)), "{outcome:?}");
    assert_eq!(images(&mut store), after);
}

fn press(state: &mut State, action: Action) -> Vec<Effect> {
    update(state, Msg::Act(action), now())
}

/// Lets a board have its wish on `store`, and tells it what came of it.
fn carry_out(state: &mut State, store: &mut Memory, effects: Vec<Effect>) {
    for effect in effects {
        let msg = match effect {
            Effect::Submit(command) => Msg::Receipt(apply(store, &command, clock(), &mut || {})),
            Effect::Retrace(asked) => {
                let mut ledger = Ledger::nowhere();
                Msg::Retraced(retrace(store, &mut ledger, asked, clock(), &mut || {}))
            }
            other => panic!("{other:?}"),
        };
        update(state, msg, now());
        let said = store.load().unwrap();
        let outlook = kanwatch::plan::outlook::Outlook::of(&said);
        update(state, Msg::Snapshot(said.into(), outlook.into()), now());
    }
}

#[test]
fn a_new_deed_ends_redo_and_history_is_bounded() {
    let mut store = Memory::new(snapshot(PLAN));
    let mut state = board(PLAN, 80, 24);
    state.actor = "ana".to_owned();
    select(&mut state, "2");
    let mut presses = |action| {
        let effects = press(&mut state, action);
        let asked = !effects.is_empty();
        carry_out(&mut state, &mut store, effects);
        asked
    };
    assert!(!presses(Action::Undo), "nothing was done yet");
    assert!(presses(Action::ClaimOrRelease) && presses(Action::Undo) && presses(Action::Redo));
    assert!(presses(Action::Undo) && presses(Action::CompleteOrReopen));
    assert!(
        !presses(Action::Redo),
        "a new deed came after what was undone"
    );
    for _ in 0..120 {
        assert!(presses(Action::CompleteOrReopen));
    }
    let undone = (0..200).take_while(|_| presses(Action::Undo)).count();
    assert_eq!(undone, 100);
}

#[test]
fn a_deed_that_others_built_upon_is_let_go_and_the_one_before_comes_next() {
    let mut store = Memory::new(snapshot(PLAN));
    let mut state = board(PLAN, 80, 24);
    state.actor = "ana".to_owned();
    for id in ["2", "7"] {
        select(&mut state, id);
        let effects = press(&mut state, Action::ClaimOrRelease);
        carry_out(&mut state, &mut store, effects);
    }
    writes(&mut store, "7", Lane::Completed, Some("bob"));
    let effects = press(&mut state, Action::Undo);
    carry_out(&mut state, &mut store, effects);
    let toast = state.toast.clone().unwrap().text;
    assert_eq!(
        toast,
        "cannot undo \"claim #7\": it changed since, and is completed, bob now  ! does it anyway"
    );
    let effects = press(&mut state, Action::Undo);
    carry_out(&mut state, &mut store, effects);
    let toast = state.toast.clone().unwrap().text;
    assert_eq!(toast, "undid \"claim #2\": it is pending again");
    assert!(press(&mut state, Action::Undo).is_empty());
}
