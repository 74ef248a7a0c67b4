//! The cursor when others take or change its card: it stays with it, or on a ghost.

use kanwatch::app::action::Action;
use kanwatch::app::message::Msg;
use kanwatch::app::state::{Overlay, State};
use kanwatch::app::update::update;
use kanwatch::paint::picture::{legend, text};
use kanwatch::scene::glyphs::Glyphs;
use kanwatch::task::command::Verb;
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use kanwatch::task::receipt::{Outcome, Receipt};

use crate::support::mind::{after, cursor, frame, press, row_of, rows, submitted, toast};
use crate::support::sketch::{board, now, select, show};

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
fn an_own_move_takes_the_cursor_along() {
    let mut state = on_three();
    let effects = press(&mut state, Action::ClaimOrRelease, 0);
    assert_eq!(submitted(&effects), Some((Verb::Claim, "3".to_owned())));
    let receipt = Receipt {
        deed: None,
        verb: Verb::Claim,
        key: TaskKey::new(None, "3"),
        actor: state.actor.clone(),
        outcome: Outcome::Done {
            frees: Vec::new(),
            from: None,
        },
    };
    update(&mut state, Msg::Receipt(receipt), now());
    show(
        &mut state,
        &PLAN.replace("3 pending", "3 in_progress human:ana"),
    );
    assert_eq!(state.ghost, None);
    assert_eq!(cursor(&state), ("3".to_owned(), Lane::InProgress));
    // And the row is no stranger to its own mover.
    let effects = press(&mut state, Action::CompleteOrReopen, 1);
    assert_eq!(submitted(&effects), Some((Verb::Complete, "3".to_owned())));
}

#[test]
fn a_foreign_move_leaves_a_ghost_in_the_row() {
    let mut state = on_three();
    let (row, below) = (
        row_of(&state, "Write API"),
        row_of(&state, "Draft migration"),
    );
    show(&mut state, &claimed());
    assert_eq!(row_of(&state, "▌ #3 → In progress by lead"), row);
    assert_eq!(row_of(&state, "Draft migration"), below);
    assert_eq!(state.cursor.lane, Lane::Pending);
    let bars = rows(&state).iter().filter(|row| row.contains('▌')).count();
    assert_eq!(bars, 1, "the cursor is in one place");
}

#[test]
fn a_ghost_goes_by_itself_and_then_nothing_more_is_due() {
    let mut state = on_three();
    show(&mut state, &claimed());
    assert_eq!(state.alarm(), Some(after(4000)));
    update(&mut state, Msg::Tick, after(3999));
    assert!(state.ghost.is_some());
    update(&mut state, Msg::Tick, after(4000));
    assert_eq!(state.ghost, None);
    assert_eq!(cursor(&state), ("4".to_owned(), Lane::Pending));
    assert_eq!(state.alarm(), None);
}

#[test]
fn the_next_key_ends_a_ghost_and_moves_from_where_it_stood() {
    for (action, id, lane) in [
        (Action::Down, "4", Lane::Pending),
        (Action::Up, "2", Lane::Pending),
        (Action::Bottom, "5", Lane::Pending),
        (Action::Top, "2", Lane::Pending),
        (Action::Right, "3", Lane::InProgress),
        (Action::GoAfter, "3", Lane::InProgress),
        (Action::Rescan, "4", Lane::Pending),
    ] {
        let mut state = on_three();
        show(&mut state, &claimed());
        press(&mut state, action, 100);
        assert_eq!(state.ghost, None, "{action:?}");
        assert_eq!(cursor(&state), (id.to_owned(), lane), "{action:?}");
    }
}

#[test]
fn a_ghost_at_the_end_of_its_column_is_left_upwards() {
    let mut state = board(PLAN, 80, 24);
    select(&mut state, "5");
    show(&mut state, &PLAN.replace("5 pending", "5 completed lead"));
    assert!(row_of(&state, "#5 → Completed by lead") > row_of(&state, "Draft migration"));
    press(&mut state, Action::Up, 100);
    assert_eq!(cursor(&state).0, "4");
}

#[test]
fn a_ghost_keeps_up_with_its_card() {
    let mut state = on_three();
    show(&mut state, &claimed());
    show(&mut state, &PLAN.replace("3 pending", "3 completed lead"));
    row_of(&state, "#3 → Completed by lead");
    show(&mut state, PLAN);
    assert_eq!(state.ghost, None);
    assert_eq!(cursor(&state), ("3".to_owned(), Lane::Pending));
}

#[test]
fn where_a_card_went_can_be_asked_after_the_ghost() {
    let mut state = on_three();
    press(&mut state, Action::GoAfter, 0);
    assert_eq!(toast(&state), "no card has left the cursor");
    show(&mut state, &claimed());
    update(&mut state, Msg::Tick, after(4000));
    press(&mut state, Action::GoAfter, 5000);
    assert_eq!(cursor(&state), ("3".to_owned(), Lane::InProgress));
}

#[test]
fn a_deleted_card_leaves_a_ghost_that_says_so() {
    let gone = PLAN.replace("    3 pending \"Write API\"\n", "");
    let mut state = on_three();
    show(&mut state, &gone);
    row_of(&state, "▌ #3 was deleted");
    press(&mut state, Action::GoAfter, 100);
    assert_eq!(toast(&state), "#3 is not on the board any more");
    assert_eq!(
        (state.ghost.clone(), cursor(&state).0),
        (None, "4".to_owned())
    );
}

#[test]
fn who_reads_about_a_card_goes_with_it_until_it_is_deleted() {
    let mut state = on_three();
    press(&mut state, Action::Detail, 0);
    show(&mut state, &claimed());
    assert_eq!((&state.ghost, state.overlay), (&None, Overlay::Detail));
    assert_eq!(cursor(&state), ("3".to_owned(), Lane::InProgress));
    assert_eq!(press(&mut state, Action::CompleteOrReopen, 100), []);
    show(
        &mut state,
        &PLAN.replace("    3 pending \"Write API\"\n", ""),
    );
    assert_eq!(state.overlay, Overlay::None);
    row_of(&state, "▌ #3 was deleted");
}

const CHAIN: &str = r#"
    1 completed lead "Set up repo" @13:51
    2 in_progress lead "Parse schema" @14:01
    3 pending "Write API"
    4 pending "Draft migration" <2
    5 pending "API tests" <3
    6 pending "Cut release" <4 <5
"#;

fn look(width: u16, height: u16, glyphs: Glyphs) -> String {
    let mut state = board(CHAIN, width, height);
    select(&mut state, "3");
    show(
        &mut state,
        &CHAIN.replace("3 pending", "3 in_progress sub_db"),
    );
    let buffer = frame(&state, glyphs);
    format!("{}\n{}", text(&buffer), legend(&buffer))
}

#[test]
fn a_ghost_on_the_old_terminal() {
    insta::assert_snapshot!(look(80, 24, Glyphs::Unicode));
}

#[test]
fn a_ghost_in_ascii() {
    insta::assert_snapshot!(look(80, 24, Glyphs::Ascii));
}

#[test]
fn a_ghost_on_a_phone() {
    insta::assert_snapshot!(look(48, 16, Glyphs::Unicode));
}
