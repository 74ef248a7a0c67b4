//! The single door into the mind.

use std::sync::Arc;

use jiff::Timestamp;

use crate::app::action::Action;
use crate::app::arrival;
use crate::app::columns::Columns;
use crate::app::message::{Effect, Msg};
use crate::app::mouse;
use crate::app::news::between;
use crate::app::row;
use crate::app::state::{Board, Overlay, State};
use crate::app::toast::{Toast, Tone};
use crate::app::verbs;
use crate::app::viewport::Shape;
use crate::plan::outlook::Outlook;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::snapshot::Snapshot;

/// Takes one message at the moment `now` and returns what the body is to do.
pub fn update(state: &mut State, msg: Msg, now: Timestamp) -> Vec<Effect> {
    state.now = now;
    match msg {
        Msg::Act(action) => return act(state, action),
        Msg::Select(key) => {
            see_what_is_shown(state);
            mouse::select(state, &key);
        }
        Msg::Open(lane) => {
            see_what_is_shown(state);
            mouse::open(state, lane);
        }
        Msg::Scroll(lane, by) => {
            see_what_is_shown(state);
            mouse::scroll(state, lane, by);
        }
        Msg::Snapshot(snapshot, outlook) => take_snapshot(state, snapshot, outlook),
        Msg::Receipt(receipt) => verbs::answer(state, &receipt),
        Msg::Waiting => {
            let text = "waiting for another process's write lock".to_owned();
            state.toast = Some(Toast::standing(text, Tone::Waiting));
        }
        Msg::Health(health) => state.health = health,
        Msg::Resized(size) => {
            state.viewport.size = size;
            state.settle();
        }
        Msg::Tick => {
            let is_over = |until: Option<Timestamp>| until.is_some_and(|until| until <= now);
            if is_over(state.toast.as_ref().and_then(|toast| toast.until)) {
                state.toast = None;
                state.refused = None;
            }
            if is_over(state.ghost.as_ref().and_then(|ghost| ghost.until)) {
                row::end_ghost(state);
            }
        }
    }
    Vec::new()
}

fn act(state: &mut State, action: Action) -> Vec<Effect> {
    see_what_is_shown(state);
    if is_verb(action) && row::holds_back(state, action) {
        return Vec::new();
    }
    if action == Action::Force {
        return verbs::insist(state);
    }
    state.refused = None;
    if !is_move(action) {
        row::end_ghost(state);
    }
    match action {
        Action::Up => step(state, -1),
        Action::Down => step(state, 1),
        Action::Left => sideways(state, -1),
        Action::Right => sideways(state, 1),
        Action::Top => step(state, isize::MIN),
        Action::Bottom => step(state, isize::MAX),
        Action::HalfPageDown => step(state, half_page(state)),
        Action::HalfPageUp => step(state, -half_page(state)),
        Action::ClaimOrRelease
        | Action::CompleteOrReopen
        | Action::MoveLeft
        | Action::MoveRight => {
            return verbs::ask(state, action);
        }
        Action::Force => {}
        Action::GoAfter => row::go_after(state),
        Action::Detail => toggle(state, Overlay::Detail),
        Action::Help => toggle(state, Overlay::Help),
        Action::Back => back(state),
        Action::Rescan => return vec![Effect::Rescan],
        Action::Mouse => {
            state.mouse = !state.mouse;
            let text = if state.mouse {
                "mouse on: click, wheel · M leaves it to the terminal"
            } else {
                "mouse off: the terminal selects text · M takes it back"
            };
            state.toast = Some(Toast::passing(text.to_owned(), Tone::Good, state.now));
            return vec![Effect::Mouse(state.mouse)];
        }
        Action::ExplainDelete => {
            let text = "d does nothing here: x completes a card".to_owned();
            state.toast = Some(Toast::passing(text, Tone::Refused, state.now));
        }
        Action::Suspend => return vec![Effect::Suspend],
        Action::Quit => return vec![Effect::Quit],
    }
    Vec::new()
}

/// Tells whether `action` does something to the card at the cursor.
fn is_verb(action: Action) -> bool {
    matches!(
        action,
        Action::ClaimOrRelease
            | Action::CompleteOrReopen
            | Action::MoveLeft
            | Action::MoveRight
            | Action::Force
    )
}

/// Tells whether `action` moves the cursor away from where it is.
fn is_move(action: Action) -> bool {
    matches!(
        action,
        Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::Top
            | Action::Bottom
            | Action::HalfPageDown
            | Action::HalfPageUp
            | Action::GoAfter
    )
}

/// A key is pressed by somebody who looks: what is on the screen counts as seen.
fn see_what_is_shown(state: &mut State) {
    let Some(board) = &state.board else { return };
    let shown: Vec<TaskKey> = board
        .columns
        .shown()
        .iter()
        .filter(|&&lane| state.viewport.shape() != Shape::Tabs || lane == state.cursor.lane)
        .flat_map(|&lane| state.visible(lane))
        .map(|&place| board.snapshot.tasks[place].key.clone())
        .collect();
    for key in shown {
        state.news.see(&key);
    }
}

fn step(state: &mut State, by: isize) {
    let lane = state.cursor.lane;
    // The card of the cursor's index stands below a ghost, so the first step down is taken.
    let taken = isize::from(state.ghost.is_some() && by > 0);
    go_to(
        state,
        lane,
        state.cursor.index.saturating_add_signed(by - taken),
    );
}

/// Selects the card `index` of `lane` because the person wants to.
fn go_to(state: &mut State, lane: Lane, index: usize) {
    let Some(board) = &state.board else { return };
    state
        .cursor
        .place(lane, index, &board.columns, &board.snapshot);
    state.ghost = None;
    state.guard = None;
    state.settle();
}

fn half_page(state: &State) -> isize {
    (state.viewport.capacity(state.cursor.lane) / 2)
        .max(1)
        .cast_signed()
}

/// Goes to the next column that holds a card, to the card at about the same height.
fn sideways(state: &mut State, by: isize) {
    let Some(board) = &state.board else { return };
    let shown = board.columns.shown();
    let here = shown
        .iter()
        .position(|&lane| lane == state.cursor.lane)
        .unwrap_or(0);
    let ahead: Vec<Lane> = if by < 0 {
        shown[..here].iter().rev().copied().collect()
    } else {
        shown[(here + 1).min(shown.len())..].to_vec()
    };
    let Some(lane) = ahead
        .into_iter()
        .find(|&lane| !board.columns.cards(lane).is_empty())
    else {
        return;
    };
    let shape = state.viewport.shape();
    let row = state
        .cursor
        .index
        .saturating_sub(state.viewport.top(state.cursor.lane))
        * shape.card_rows(state.cursor.lane);
    let last = state.visible(lane).len().saturating_sub(1);
    let index = state.viewport.top(lane) + (row / shape.card_rows(lane)).min(last);
    go_to(state, lane, index);
}

fn toggle(state: &mut State, overlay: Overlay) {
    state.overlay = if state.overlay == overlay {
        Overlay::None
    } else {
        overlay
    };
}

fn back(state: &mut State) {
    if state.overlay == Overlay::None {
        state.news.see_all();
        state.toast = None;
    }
    state.overlay = Overlay::None;
}

fn take_snapshot(state: &mut State, snapshot: Arc<Snapshot>, outlook: Arc<Outlook>) {
    let columns = Columns::of(&snapshot, &outlook);
    let old = state.board.replace(Board {
        snapshot,
        outlook,
        columns,
    });
    match (&old, &state.board) {
        (Some(old), Some(new)) => {
            let items = between(
                (&old.snapshot, &old.outlook),
                (&new.snapshot, &new.outlook),
                state.now,
            );
            arrival::settle(state, old, &items);
            let theirs = items
                .into_iter()
                .filter(|item| !state.ours.contains(&item.change.key));
            theirs.for_each(|item| state.news.add(item));
        }
        _ => state.settle(),
    }
    state.ours.clear();
}
