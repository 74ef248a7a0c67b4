//! The row under the cursor, when it is not what the person last saw there.

use crate::app::action::Action;
use crate::app::columns::column_of;
use crate::app::ghost::Ghost;
use crate::app::guard::Guard;
use crate::app::state::State;
use crate::app::toast::{Toast, Tone};

/// Guards the row from now on, because of `what`.
pub fn guard(state: &mut State, what: String) {
    state.guard = Some(Guard::new(what, state.now));
}

/// Ends the ghost, if there is one; the card that slides into its place is guarded.
pub fn end_ghost(state: &mut State) -> Option<Ghost> {
    let ghost = state.ghost.take()?;
    if let Some(board) = &state.board {
        let (lane, index) = (state.cursor.lane, state.cursor.index);
        state
            .cursor
            .place(lane, index, &board.columns, &board.snapshot);
    }
    state.settle();
    guard(state, ghost.words());
    Some(ghost)
}

/// Holds `verb` back and says why, if the row changed just now or is a ghost.
pub fn holds_back(state: &mut State, verb: Action) -> bool {
    // A ghost is no card to act on, however long it has stood there.
    end_ghost(state);
    let now = state.now;
    let Some(guard) = &mut state.guard else {
        return false;
    };
    if !guard.holds(verb, now) {
        state.guard = None;
        return false;
    }
    let what = &guard.what;
    let text = match &state.cursor.key {
        Some(key) => format!("{what} · nothing done, the same key again acts on #{key}"),
        None => format!("{what} · nothing done"),
    };
    state.toast = Some(Toast::passing(text, Tone::Refused, now));
    true
}

/// Selects the card that left the cursor, where it is now.
pub fn go_after(state: &mut State) {
    let on_board = |state: &State| {
        let key = state.left.clone()?;
        let task = state.board.as_ref()?.snapshot.get(&key)?;
        column_of(task.lane).map(|_| key)
    };
    if let Some(key) = on_board(state) {
        state.select(&key);
        return;
    }
    end_ghost(state);
    let text = match &state.left {
        Some(key) => format!("#{key} is not on the board any more"),
        None => "no card has left the cursor".to_owned(),
    };
    state.toast = Some(Toast::passing(text, Tone::Refused, state.now));
}
