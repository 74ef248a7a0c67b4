//! Moving the selected card in the person's order, and what is said when that comes back.

use std::sync::Arc;

use crate::app::columns::Columns;
use crate::app::message::Effect;
use crate::app::state::State;
use crate::app::toast::{Toast, Tone};
use crate::task::deed::{Deed, What};
use crate::task::order::{Move, MoveReceipt, Order, Target};

/// Asks to have the selected card one place up or down.
pub fn ask(state: &mut State, to: Target) -> Vec<Effect> {
    let Some((_, task)) = state.selected() else {
        let text = "no card is selected".to_owned();
        state.toast = Some(Toast::passing(text, Tone::Refused, state.now));
        return Vec::new();
    };
    let wish = Move {
        key: task.key.clone(),
        to,
        actor: state.actor.clone(),
    };
    state.toast = None;
    vec![Effect::Reorder(wish)]
}

/// Tells the person what came of a move.
pub fn answer(state: &mut State, receipt: MoveReceipt) {
    let key = receipt.key;
    let (text, tone) = match receipt.outcome {
        Ok(moved) => {
            let place = moved
                .beside()
                .map(|(side, other)| format!(" {} #{other}", side.name()))
                .unwrap_or_default();
            let board = state.board.as_ref();
            let order = board.map_or("", |board| board.snapshot.profile.order());
            let text = format!("moved #{key}{place} · the order is {order}");
            state.history.did(Deed {
                key,
                actor: state.actor.clone(),
                what: What::Move(moved),
            });
            (text, Tone::Good)
        }
        Err(why) => {
            let text = format!("cannot move #{key}: {}", why.words());
            (text, Tone::Refused)
        }
    };
    state.toast = Some(Toast::passing(text, tone, state.now));
}

/// Takes over an order, ours or one that was made elsewhere.
pub fn take(state: &mut State, order: Arc<Order>) {
    state.order = order;
    if let Some(board) = &mut state.board {
        board.columns = Columns::of(&board.snapshot, &board.outlook, &state.order);
    }
    state.settle();
}
