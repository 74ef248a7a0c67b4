//! What a new snapshot does to the cursor and the scrolling: as little as can be.
//!
//! The cursor belongs to a card. It follows where the person sent the card, stays on a ghost
//! where somebody else took it, and keeps its row whatever comes or goes above it.

use crate::app::columns::{Columns, column_of};
use crate::app::ghost::Ghost;
use crate::app::news::NewsItem;
use crate::app::row::guard;
use crate::app::state::{Board, Overlay, State};
use crate::plan::changes::{Change, What};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::snapshot::Snapshot;

/// Brings cursor and scrolling from the board `old` to the one that has taken its place;
/// `items` are the differences.
pub fn settle(state: &mut State, old: &Board, items: &[NewsItem]) {
    let lane = state.cursor.lane;
    let row = state.cursor.index.saturating_sub(state.viewport.top(lane));
    let was_on = state.cursor.key.clone();
    let own = was_on.as_ref().is_some_and(|key| state.ours.contains(key));
    keep_rows(state, old);
    if own || !stays_on_ghost(state, old) {
        state.ghost = None;
        if let Some(board) = &state.board {
            state.cursor.follow(&board.columns, &board.snapshot);
        }
    }
    if state.cursor.lane == lane {
        let top = state.cursor.index.saturating_sub(row);
        state.viewport.scroll_to(lane, top);
    }
    state.settle();
    if !own && state.ghost.is_none() {
        let change = items
            .iter()
            .map(|item| &item.change)
            .find(|change| Some(&change.key) == was_on.as_ref());
        guard_card(state, was_on.as_ref(), change);
    }
}

/// Guards the card at the cursor, if it is another one or somebody changed it.
fn guard_card(state: &mut State, was_on: Option<&TaskKey>, change: Option<&Change>) {
    let what = match (&state.cursor.key, change) {
        (Some(key), _) if was_on != Some(key) => format!("#{key} has come under the cursor"),
        (Some(key), Some(change)) => match &change.what {
            What::Owner {
                to: Some(owner), ..
            } => format!("{} took #{key}", owner.name()),
            What::Owner { .. } => format!("#{key} has no owner any more"),
            What::Edited | What::Waits { .. } => format!("#{key} was edited"),
            _ => {
                let task = state.selected().map(|(_, task)| &**task);
                Ghost::new(key.clone(), task, state.now).words()
            }
        },
        _ => return,
    };
    guard(state, what);
}

/// Leaves a ghost where the card at the cursor stood, if somebody took it out of its column.
fn stays_on_ghost(state: &mut State, old: &Board) -> bool {
    let (Some(board), Some(key)) = (&state.board, state.cursor.key.clone()) else {
        return false;
    };
    let lane = state.cursor.lane;
    let task = board.snapshot.get(&key).map(|task| &**task);
    let goes_to = task.map(|task| task.lane);
    // A person who reads all about a card goes with it.
    let is_read = state.overlay == Overlay::Detail && goes_to.and_then(column_of).is_some();
    if goes_to == Some(lane) || is_read || !board.columns.shown().contains(&lane) {
        return false;
    }
    state.cursor.index = index_left(
        state.cursor.index,
        lane,
        old,
        &board.columns,
        &board.snapshot,
    );
    if let Some(ghost) = &mut state.ghost {
        ghost.went(task);
    } else {
        let ghost = Ghost::new(key.clone(), task, state.now);
        let what = ghost.words();
        state.ghost = Some(ghost);
        state.left = Some(key);
        guard(state, what);
    }
    if state.overlay == Overlay::Detail {
        // There is nothing left to tell about the card; the ghost says why.
        state.overlay = Overlay::None;
    }
    true
}

/// Returns the index at which a card that stood at `index` of `lane` would stand now: below the
/// nearest card above it that is left, or else above the nearest below.
fn index_left(
    index: usize,
    lane: Lane,
    old: &Board,
    columns: &Columns,
    snapshot: &Snapshot,
) -> usize {
    let cards = old.columns.cards(lane);
    let (above, below) = cards.split_at(index.min(cards.len()));
    let now = |&place: &usize| index_in(lane, &old.snapshot.tasks[place].key, columns, snapshot);
    let under = above.iter().rev().find_map(now).map(|index| index + 1);
    under
        .or_else(|| below.iter().find_map(now))
        .unwrap_or_default()
}

fn index_in(lane: Lane, key: &TaskKey, columns: &Columns, snapshot: &Snapshot) -> Option<usize> {
    let place = snapshot.place(key)?;
    if snapshot.tasks[place].lane != lane {
        return None;
    }
    columns.cards(lane).iter().position(|&card| card == place)
}

/// Leaves the cards of the other columns in their rows. A column that shows its very beginning
/// goes on showing it: a person who only watches is to see what is new.
fn keep_rows(state: &mut State, old: &Board) {
    let Some(board) = &state.board else { return };
    for &lane in board.columns.shown() {
        let top = state.viewport.top(lane);
        if lane == state.cursor.lane || top == 0 {
            continue;
        }
        let cards = old.columns.cards(lane).iter().skip(top);
        let kept = cards.enumerate().find_map(|(row, &place)| {
            let key = &old.snapshot.tasks[place].key;
            let index = index_in(lane, key, &board.columns, &board.snapshot)?;
            Some(index.saturating_sub(row))
        });
        state.viewport.scroll_to(lane, kept.unwrap_or(top));
    }
}
