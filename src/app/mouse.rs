//! The mouse on the board: a click selects, the wheel scrolls the column under the pointer.

use crate::app::columns::column_of;
use crate::app::row;
use crate::app::state::State;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;

/// Selects a card that was clicked, if it is still on the board.
pub fn select(state: &mut State, key: &TaskKey) {
    let task = state
        .board
        .as_ref()
        .and_then(|board| board.snapshot.get(key));
    if task.is_some_and(|task| column_of(task.lane).is_some()) {
        state.refused = None;
        state.select(key);
    }
}

/// Goes to the first card in sight of another column.
pub fn open(state: &mut State, lane: Lane) {
    let first = state.visible(lane).first().copied();
    if let (Some(place), Some(board)) = (first, &state.board)
        && lane != state.cursor.lane
    {
        let key = board.snapshot.tasks[place].key.clone();
        state.select(&key);
    }
}

/// Scrolls `lane` by so many cards; the cursor stays in sight, as no verb may act out of it.
pub fn scroll(state: &mut State, lane: Lane, by: isize) {
    row::end_ghost(state);
    let top = state.viewport.top(lane).saturating_add_signed(by);
    let Some(board) = &state.board else { return };
    let count = board.columns.cards(lane).len();
    state.viewport.scroll_to(lane, top);
    state.viewport.keep_inside(lane, count);
    if lane != state.cursor.lane {
        return;
    }
    let top = state.viewport.top(lane);
    let last = top + state.viewport.capacity(lane).saturating_sub(1);
    let index = state.cursor.index.clamp(top, last);
    if index != state.cursor.index {
        state
            .cursor
            .place(lane, index, &board.columns, &board.snapshot);
        state.guard = None;
    }
}
