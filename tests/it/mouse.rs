//! The mouse: clicks select, the wheel scrolls, hints are keys.

use kanwatch::app::action::Action;
use kanwatch::app::message::{Effect, Msg};
use kanwatch::app::state::State;
use kanwatch::app::update::update;
use kanwatch::paint::frame::{Hit, paint};
use kanwatch::paint::theme::Theme;
use kanwatch::scene::compose::compose;
use kanwatch::scene::glyphs::Glyphs;
use kanwatch::scene::spot::Spot;
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::support::mind::{cursor, press, row_of};
use crate::support::pty::Pty;
use crate::support::sketch::{board, now, select, show};
use crate::support::store::TestStore;

fn hits(state: &State) -> Vec<Hit> {
    let size = state.viewport.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.width, size.height));
    let scene = compose(state, Glyphs::Unicode);
    paint(&scene, &Theme::colours(), &mut buffer)
}

/// Returns what stands on top at a cell.
fn spot(state: &State, x: u16, y: u16) -> Option<Spot> {
    let at = Position::new(x, y);
    let mut found = hits(state).into_iter().filter(|hit| hit.area.contains(at));
    found.next_back().map(|hit| hit.spot)
}

fn scroll(state: &mut State, lane: Lane, by: isize) {
    update(state, Msg::Scroll(lane, by), now());
}

/// One card in progress, and ten ready ones, of which 80x24 shows six.
fn long() -> String {
    let card = |id| format!("{id} pending \"Card {id}.\"\n");
    let cards: String = (10..20).map(card).collect();
    format!("1 in_progress lead \"Run\"\n{cards}")
}

#[test]
fn every_place_stands_for_what_is_drawn_there() {
    let mut state = board(&long(), 80, 24);
    select(&mut state, "12");
    let card = |id: &str| Some(Spot::Card(TaskKey::new(None, id)));
    let row = |words: &str| row_of(&state, words) as u16;
    assert_eq!(spot(&state, 5, row("Card 13.")), card("13"));
    assert_eq!(spot(&state, 5, row("Card 13.") + 1), card("13"));
    assert_eq!(
        spot(&state, 5, row("Card 13.") + 2),
        Some(Spot::Column(Lane::Pending))
    );
    assert_eq!(spot(&state, 40, row("Run")), card("1"));
    assert_eq!(spot(&state, 40, 1), Some(Spot::Title(Lane::InProgress)));
    assert_eq!(spot(&state, 0, 0), None);
    let hint = |action, word| Some(Spot::Hint { action, word });
    // " enter open  c claim  x complete"
    assert_eq!(spot(&state, 1, 23), hint(Action::Detail, "open"));
    assert_eq!(spot(&state, 12, 23), None);
    assert_eq!(spot(&state, 13, 23), hint(Action::ClaimOrRelease, "claim"));
    assert_eq!(spot(&state, 19, 23), hint(Action::ClaimOrRelease, "claim"));
    assert_eq!(spot(&state, 20, 23), None);
}

#[test]
fn what_lies_under_a_box_is_not_clicked_but_the_hints_are() {
    let mut state = board(&long(), 80, 24);
    press(&mut state, Action::Help, 0);
    let spots: Vec<Spot> = hits(&state).into_iter().map(|hit| hit.spot).collect();
    let hint = |action, word| Spot::Hint { action, word };
    assert_eq!(
        spots,
        [
            hint(Action::Back, "close"),
            hint(Action::Help, "keys"),
            hint(Action::Quit, "quit")
        ]
    );
}

#[test]
fn a_click_selects_and_leaves_the_ghost() {
    let mut state = board(&long(), 80, 24);
    select(&mut state, "11");
    show(
        &mut state,
        &long().replace("11 pending", "11 completed lead"),
    );
    let row = row_of(&state, "#11 → Completed") as u16;
    let follow = Spot::Hint {
        action: Action::GoAfter,
        word: "where it went",
    };
    assert_eq!(spot(&state, 5, row), Some(follow));
    update(&mut state, Msg::Select(TaskKey::new(None, "13")), now());
    assert_eq!(state.ghost, None);
    assert_eq!(cursor(&state), ("13".to_owned(), Lane::Pending));
    // A card that went between the click and now is not selected.
    update(&mut state, Msg::Select(TaskKey::new(None, "99")), now());
    assert_eq!(cursor(&state).0, "13");
}

#[test]
fn the_wheel_scrolls_the_column_under_the_pointer_alone() {
    let mut state = board(&long(), 80, 24);
    select(&mut state, "1");
    scroll(&mut state, Lane::Pending, 2);
    assert_eq!(row_of(&state, "Card 12."), 2);
    assert_eq!(cursor(&state).0, "1");
    scroll(&mut state, Lane::Pending, 99);
    assert_eq!(row_of(&state, "Card 14."), 2);
    scroll(&mut state, Lane::Pending, -99);
    assert_eq!(row_of(&state, "Card 10."), 2);
}

#[test]
fn the_wheel_keeps_the_cursor_in_sight() {
    let mut state = board(&long(), 80, 24);
    select(&mut state, "10");
    scroll(&mut state, Lane::Pending, 2);
    assert_eq!(cursor(&state).0, "12");
    select(&mut state, "19");
    scroll(&mut state, Lane::Pending, -1);
    assert_eq!(cursor(&state).0, "18");
}

#[test]
fn a_tab_of_a_phone_opens_its_column() {
    let mut state = board(&long(), 48, 16);
    // " [Pending 10]  Progress 1  Done 0"
    assert_eq!(spot(&state, 16, 1), Some(Spot::Title(Lane::InProgress)));
    update(&mut state, Msg::Open(Lane::InProgress), now());
    assert_eq!(cursor(&state), ("1".to_owned(), Lane::InProgress));
    update(&mut state, Msg::Open(Lane::Completed), now());
    assert_eq!(cursor(&state).1, Lane::InProgress, "nothing is there");
}

#[test]
fn the_mouse_can_be_left_to_the_terminal() {
    let mut state = board(&long(), 80, 24);
    assert_eq!(press(&mut state, Action::Mouse, 0), [Effect::Mouse(false)]);
    row_of(&state, "mouse off: the terminal selects text");
    assert_eq!(press(&mut state, Action::Mouse, 0), [Effect::Mouse(true)]);
}

fn click(board: &mut Pty, x: usize, y: usize) {
    // Columns and rows of the terminal begin with 1.
    let (x, y) = (x + 1, y + 1);
    board.send(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
}

/// Clicks at the beginning of `words`.
fn click_on(board: &mut Pty, words: &str) {
    board.wait_for(words);
    let (x, y) = board.place_of(words);
    click(board, x, y);
}

#[test]
fn a_click_selects_a_card_and_a_hint_claims_it() {
    let store = TestStore::with_ready_tasks(4);
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 80, 24);
    board.wait_for("▌○  1 Task 1");
    click_on(&mut board, "Task 3");
    board.wait_for("▌○  3 Task 3");
    // A click on what has only just appeared is dropped, as a person's would be.
    for _ in 0..10 {
        click_on(&mut board, "c claim");
        if board.shows_soon("claimed #3") {
            break;
        }
    }
    board.wait_for("claimed #3");
    let row = "SELECT status || ' ' || owner FROM agent_tasks WHERE task_id = '3'";
    assert_eq!(store.read::<String>(row), "in_progress ana");
    board.wait_for("c release");
    click_on(&mut board, "Task 2");
    board.wait_for("▌○  2 Task 2");
    click_on(&mut board, "q quit");
    assert!(board.ended().success());
}

#[test]
fn the_wheel_turns_the_column_it_is_over() {
    let store = TestStore::with_ready_tasks(12);
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("↓6");
    board.send("\x1b[<65;5;9M");
    board.wait_for("↑1 ↓5");
    board.send("\x1b[<64;5;9M");
    board.wait_until("the beginning is in sight", |screen| {
        screen.contains("↓6") && !screen.contains('↑')
    });
}

#[test]
fn the_mouse_is_taken_and_left_as_asked() {
    let store = TestStore::with_ready_tasks(2);
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("Task 1");
    assert!(board.reports_mouse());
    board.send("M");
    board.wait_for("mouse off");
    assert!(!board.reports_mouse());
    board.send("M");
    board.wait_for("mouse on");
    assert!(board.reports_mouse());
}
