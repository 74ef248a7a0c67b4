//! Moving a card in the person's order: decided and written inside the ledger's own lock.

use crate::ledger::book::Ledger;
use crate::plan::order::place;
use crate::plan::outlook::Outlook;
use crate::task::command::Force;
use crate::task::order::{Move, MoveReceipt, Moved, NotMoved, Order};
use crate::task::retrace::{Retrace, Retraced, Way};
use crate::task::snapshot::Snapshot;
use crate::text::safe::SafeText;

/// Moves a card among the cards that `snapshot` shows.
pub fn reorder(
    ledger: &mut Ledger,
    snapshot: &Snapshot,
    outlook: &Outlook,
    wish: &Move,
) -> MoveReceipt {
    let refused = |why| MoveReceipt {
        key: wish.key.clone(),
        outcome: Err(why),
    };
    // What is refused makes no ledger.
    if let Ok(order) = ledger.order()
        && let Err(why) = place(snapshot, outlook, &order, wish)
    {
        return refused(why);
    }
    let result = ledger.place(|order| match place(snapshot, outlook, order, wish) {
        Err(why) => (Err(why), None),
        Ok(placement) => {
            let moved = Moved {
                before: order.of(&wish.key).cloned(),
                after: Some(placement.clone()),
            };
            (
                Ok(Box::new(moved)),
                Some((wish.key.clone(), Some(placement))),
            )
        }
    });
    match result {
        Ok(outcome) => MoveReceipt {
            key: wish.key.clone(),
            outcome,
        },
        Err(error) => refused(NotMoved::Unkept(error.to_string())),
    }
}

/// Puts a card back to where it had been put, unless it was moved again since.
pub fn retrace(ledger: &mut Ledger, asked: &Retrace, moved: &Moved) -> Retraced {
    let (from, to) = match asked.way {
        Way::Undo => (&moved.after, &moved.before),
        Way::Redo => (&moved.before, &moved.after),
    };
    let key = &asked.deed.key;
    let result = ledger.place(|order: &Order| {
        let now = order.of(key);
        if now != from.as_ref() && asked.force == Force::Obey {
            let by = now.map(|placement| SafeText::new(&placement.by));
            return (Retraced::MovedSince(by), None);
        }
        let deed = asked.deed.clone();
        let taken = Vec::new();
        (
            Retraced::Done { deed, taken },
            Some((key.clone(), to.clone())),
        )
    });
    result.unwrap_or_else(|error| Retraced::NotMoved(NotMoved::Unkept(error.to_string())))
}
