//! The single door into the mind.

use std::sync::Arc;

use jiff::Timestamp;

use crate::app::action::Action;
use crate::app::columns::Columns;
use crate::app::message::{Effect, Msg};
use crate::app::news::NewsItem;
use crate::app::state::{Board, Overlay, State};
use crate::app::toast::{Toast, Tone};
use crate::app::viewport::Shape;
use crate::app::{reorder, retrace, verbs};
use crate::plan::changes::{Change, What, changes};
use crate::plan::outlook::Outlook;
use crate::plan::readiness::Readiness;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::order::Target;
use crate::task::retrace::Way;
use crate::task::snapshot::Snapshot;

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
        Msg::Snapshot(snapshot, outlook) => take_snapshot(state, snapshot, outlook),
        Msg::Order(order) => reorder::take(state, order),
        Msg::Unkept(why) => {
            let text = format!("your order of the cards cannot be kept: {why}");
            state.toast = Some(Toast::passing(text, Tone::Refused, state.now));
        }
        Msg::Receipt(receipt) => verbs::answer(state, &receipt),
        Msg::Moved(receipt) => reorder::answer(state, receipt),
        Msg::Retraced(receipt) => retrace::answer(state, receipt),
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
            if state.alarm().is_some_and(|alarm| alarm <= state.now) {
                state.toast = None;
                state.refused = None;
            }
        }
    }
    Vec::new()
}

fn act(state: &mut State, action: Action) -> Vec<Effect> {
    see_what_is_shown(state);
    if action == Action::Force {
        return verbs::insist(state);
    }
    state.refused = None;
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
        Action::Detail => toggle(state, Overlay::Detail),
        Action::Help => toggle(state, Overlay::Help),
        Action::Back => back(state),
        Action::Rescan => return vec![Effect::Rescan],
        Action::ExplainDelete => {
            let text = "d does nothing here: x completes a card".to_owned();
            state.toast = Some(Toast::passing(text, Tone::Refused, state.now));
        }
        Action::Suspend => return vec![Effect::Suspend],
        Action::Quit => return vec![Effect::Quit],
    }
    Vec::new()
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
    let Some(board) = &state.board else { return };
    let lane = state.cursor.lane;
    let index = state.cursor.index.saturating_add_signed(by);
    state
        .cursor
        .place(lane, index, &board.columns, &board.snapshot);
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
    state
        .cursor
        .place(lane, index, &board.columns, &board.snapshot);
    state.settle();
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
    if let Some(before) = &state.board {
        let found = changes(&before.snapshot, &snapshot);
        let freed = freed_by(before, &snapshot, &outlook);
        note(state, found, freed);
    }
    state.ours.clear();
    let columns = Columns::of(&snapshot, &outlook, &state.order);
    state.board = Some(Board {
        snapshot,
        outlook,
        columns,
    });
    state.settle();
}

/// Returns the cards that were not ready and are now, without having changed themselves.
fn freed_by(before: &Board, snapshot: &Snapshot, outlook: &Outlook) -> Vec<TaskKey> {
    let was_waiting = |key: &TaskKey| {
        before
            .snapshot
            .place(key)
            .is_some_and(|place| before.outlook.readiness[place] == Readiness::Blocked)
    };
    snapshot
        .tasks
        .iter()
        .zip(&outlook.readiness)
        .filter(|&(task, &readiness)| readiness == Readiness::Ready && was_waiting(&task.key))
        .map(|(task, _)| task.key.clone())
        .collect()
}

fn note(state: &mut State, found: Vec<Change>, freed: Vec<TaskKey>) {
    let mut freed = Some(freed);
    for change in found {
        if state.ours.contains(&change.key) {
            continue;
        }
        let completes = matches!(
            change.what,
            What::Moved {
                to: Lane::Completed,
                ..
            }
        );
        let freed = if completes {
            freed.take().unwrap_or_default()
        } else {
            Vec::new()
        };
        state.news.add(NewsItem {
            at: state.now,
            change,
            freed,
        });
    }
}
