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
use crate::app::viewport::Shape;
use crate::app::{overwrite, reorder, retrace, verbs};
use crate::plan::outlook::Outlook;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::order::Target;
use crate::task::retrace::Way;
use crate::task::snapshot::Snapshot;

/// No box is scrolled further.
const MOST_OVERLAY_LINES: usize = 400;

/// Takes one message at the moment `now` and returns what the body is to do.
pub fn update(state: &mut State, msg: Msg, now: Timestamp) -> Vec<Effect> {
    state.now = now;
    if matches!(msg, Msg::Receipt(_) | Msg::Moved(_) | Msg::Retraced(_)) {
        state.history.answered();
    }
    let mut effects = take(state, msg);
    state.history.asked(count_wishes(&effects));
    while let Some(way) = state.history.due() {
        let more = retrace::ask(state, way);
        state.history.asked(count_wishes(&more));
        effects.extend(more);
    }
    effects
}

/// Counts what the desk is going to answer.
fn count_wishes(effects: &[Effect]) -> usize {
    let is_wish = |effect: &&Effect| {
        matches!(
            effect,
            Effect::Submit(_) | Effect::Reorder(_) | Effect::Retrace(_)
        )
    };
    effects.iter().filter(is_wish).count()
}

fn take(state: &mut State, msg: Msg) -> Vec<Effect> {
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
        Msg::Order(order) => reorder::take(state, order),
        Msg::Unkept(why) => {
            let text = format!("your order of the cards cannot be kept: {why}");
            state.toast = Some(Toast::passing(text, Tone::Refused, state.now));
        }
        Msg::Receipt(receipt) => verbs::answer(state, &receipt),
        Msg::Moved(receipt) => reorder::answer(state, receipt),
        Msg::Retraced(receipt) => retrace::answer(state, receipt),
        Msg::Overwritten(overwrite) => overwrite::tell(state, overwrite),
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
            let is_over = |until: Option<Timestamp>| until.is_some_and(|until| until <= state.now);
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
    if is_about_the_row(state, action) && row::holds_back(state, action) {
        return Vec::new();
    }
    if action == Action::Force {
        return verbs::insist(state);
    }
    state.refused = None;
    if !is_move(action) {
        row::end_ghost(state);
    }
    if scroll_overlay(state, action) {
        return Vec::new();
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
        Action::MoveUp => return reorder::ask(state, Target::Up),
        Action::MoveDown => return reorder::ask(state, Target::Down),
        Action::Undo => return retrace::ask(state, Way::Undo),
        Action::Redo => return retrace::ask(state, Way::Redo),
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

/// Tells whether `action` would do something to the card at the cursor. To insist on an undo is
/// about the deed that is undone, wherever its card is.
fn is_about_the_row(state: &State, action: Action) -> bool {
    let insists_on_undo =
        action == Action::Force && matches!(state.refused, Some(Effect::Retrace(_)));
    is_verb(action) && !insists_on_undo
}

fn is_verb(action: Action) -> bool {
    matches!(
        action,
        Action::ClaimOrRelease
            | Action::CompleteOrReopen
            | Action::MoveLeft
            | Action::MoveRight
            | Action::MoveUp
            | Action::MoveDown
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

/// Scrolls what lies over the board, and tells whether the key was for that. The help takes all
/// keys that move up and down; below a card's detail single steps go on to the next card.
fn scroll_overlay(state: &mut State, action: Action) -> bool {
    let half: isize = (state.viewport.size.height / 2).max(1).cast_signed().into();
    let by = match (state.overlay, action) {
        (Overlay::None, _) => return false,
        (_, Action::HalfPageDown) => half,
        (_, Action::HalfPageUp) => -half,
        (Overlay::Help, Action::Down) => 1,
        (Overlay::Help, Action::Up) => -1,
        (Overlay::Help, Action::Top) => isize::MIN,
        _ => {
            state.overlay_top = 0;
            return false;
        }
    };
    let top = state.overlay_top.saturating_add_signed(by);
    state.overlay_top = top.min(MOST_OVERLAY_LINES);
    true
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
    let columns = Columns::of(&snapshot, &outlook, &state.order);
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
