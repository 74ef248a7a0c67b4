//! No verb hits what came under the cursor a moment ago.

use kanwatch::app::action::Action;
use kanwatch::app::message::Msg;
use kanwatch::app::state::State;
use kanwatch::app::update::update;
use kanwatch::paint::picture::text;
use kanwatch::scene::glyphs::Glyphs;
use kanwatch::task::command::Verb;

use crate::support::mind::{after, frame, press, submitted, toast};
use crate::support::sketch::{board, select, show};

const PLAN: &str = r#"
    1 in_progress lead "Set up repo"
    2 pending "Parse schema"
    3 pending "Write API"
    4 pending "Draft migration"
    5 pending "API tests"
"#;

/// The plan after lead claimed #3.
fn claimed() -> String {
    PLAN.replace("3 pending", "3 in_progress lead")
}

/// A board of `PLAN` with the cursor on #3.
fn on_three() -> State {
    let mut state = board(PLAN, 80, 24);
    select(&mut state, "3");
    state
}

#[test]
fn a_verb_on_a_ghost_hits_nobody_however_late() {
    for millis in [0, 599, 600, 3900] {
        let mut state = on_three();
        show(&mut state, &claimed());
        let effects = press(&mut state, Action::ClaimOrRelease, millis);
        assert_eq!(effects, [], "{millis}");
        assert_eq!(
            toast(&state),
            "#3 → In progress by lead · nothing done, the same key again acts on #4"
        );
        let effects = press(&mut state, Action::ClaimOrRelease, millis + 1);
        assert_eq!(submitted(&effects), Some((Verb::Claim, "4".to_owned())));
    }
}

#[test]
fn a_verb_on_a_card_that_slid_under_the_cursor_is_held_back() {
    let slid = || {
        let mut state = on_three();
        show(&mut state, &claimed());
        update(&mut state, Msg::Tick, after(4000));
        state
    };
    let complete = Action::CompleteOrReopen;
    let mut state = slid();
    assert_eq!(press(&mut state, complete, 4599), []);
    // Only the same key is an answer to what was said.
    assert_eq!(press(&mut state, Action::ClaimOrRelease, 4599), []);
    let mut state = slid();
    let effects = press(&mut state, complete, 4600);
    assert_eq!(submitted(&effects), Some((Verb::Complete, "4".to_owned())));
    let mut state = slid();
    press(&mut state, Action::Down, 4001);
    let effects = press(&mut state, complete, 4002);
    assert_eq!(
        submitted(&effects),
        Some((Verb::Complete, "5".to_owned())),
        "a row that was chosen is not guarded"
    );
}

#[test]
fn a_verb_on_a_card_that_somebody_changed_is_held_back() {
    for (before, now, said) in [
        ("1 in_progress lead", "1 in_progress sub", "sub took #1"),
        (
            "1 in_progress lead",
            "1 in_progress",
            "#1 has no owner any more",
        ),
        ("Set up repo", "Set up repos", "#1 was edited"),
    ] {
        let mut state = board(PLAN, 80, 24);
        select(&mut state, "1");
        show(&mut state, &PLAN.replace(before, now));
        let effects = press(&mut state, Action::CompleteOrReopen, 599);
        assert_eq!(effects, [], "{said}");
        assert_eq!(
            toast(&state),
            format!("{said} · nothing done, the same key again acts on #1")
        );
        let effects = press(&mut state, Action::CompleteOrReopen, 600);
        assert_eq!(submitted(&effects), Some((Verb::Complete, "1".to_owned())));
    }
}

#[test]
fn a_change_elsewhere_holds_nothing_back() {
    let mut state = on_three();
    show(&mut state, &PLAN.replace("5 pending", "5 in_progress lead"));
    let effects = press(&mut state, Action::ClaimOrRelease, 0);
    assert_eq!(submitted(&effects), Some((Verb::Claim, "3".to_owned())));
}

#[test]
fn a_verb_was_held_back() {
    let mut state = on_three();
    show(&mut state, &claimed());
    press(&mut state, Action::ClaimOrRelease, 100);
    insta::assert_snapshot!(text(&frame(&state, Glyphs::Unicode)));
}
