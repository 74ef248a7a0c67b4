//! The order of the Pending column: what follows from the graph, and what a person has said.
//!
//! By itself the column holds ready cards first, in the agents' scan order, then the others
//! so that what is waited for stands above what waits. Then each card that a person has put
//! somewhere is taken out and put back, one after the other in the order in which that was
//! done. Such a card knows which cards stood above and below the place it was put, and
//! stands where the fewest of them are on the wrong side. Of several such places it takes
//! the one next to the card it was put beside; what was put at the top stays at the top, what
//! was put at the end stays at the end. When none of the cards it knows are left, it stands
//! where it would by itself.
//!
//! So only cards that were moved are bound, and they only to their surroundings: cards that
//! come take their usual place, cards that go change nothing for those that stay.

use std::sync::Arc;

use crate::plan::outlook::Outlook;
use crate::plan::readiness::Readiness;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::order::{Move, NotMoved, Order, Placement, REMEMBERED, Side, Target};
use crate::task::snapshot::Snapshot;

/// Returns the places of the pending cards from top to bottom.
pub fn pending(snapshot: &Snapshot, outlook: &Outlook, order: &Order) -> Vec<usize> {
    column(snapshot, outlook, order, None)
}

/// Returns the column as it is without the card `left_out`.
fn column(
    snapshot: &Snapshot,
    outlook: &Outlook,
    order: &Order,
    left_out: Option<usize>,
) -> Vec<usize> {
    let mut column: Vec<usize> = snapshot
        .places_in(Lane::Pending)
        .filter(|&place| Some(place) != left_out)
        .collect();
    column.sort_by_key(|&place| match outlook.readiness[place] {
        // Ready cards wait for nothing, so no line tells one from another.
        Readiness::Ready => (false, place),
        _ => (true, outlook.rank[place]),
    });
    arrange(&mut column, snapshot, order);
    column
}

/// Returns the place of the card that is to be taken next, the topmost ready one.
pub fn next(snapshot: &Snapshot, outlook: &Outlook, order: &Order) -> Option<usize> {
    pending(snapshot, outlook, order)
        .into_iter()
        .find(|&place| outlook.readiness[place] == Readiness::Ready)
}

fn arrange(column: &mut Vec<usize>, snapshot: &Snapshot, order: &Order) {
    let is_pending = |place: &usize| snapshot.tasks[*place].lane == Lane::Pending;
    let placed: Vec<(usize, &Placement)> = order
        .placements()
        .iter()
        .filter_map(|placement| Some((snapshot.place(&placement.key)?, placement)))
        .filter(|(place, _)| is_pending(place))
        .collect();
    if placed.is_empty() {
        return;
    }
    // Where a card stands by itself, to go back there; and which side it is known to be on.
    let alone: Vec<usize> = column.clone();
    column.retain(|card| placed.iter().all(|(place, _)| place != card));
    let mut known = vec![Known::Not; snapshot.tasks.len()];
    for (place, placement) in placed {
        let mut marked = Vec::new();
        let sides = [
            (&placement.above, Known::Above),
            (&placement.below, Known::Below),
        ];
        for (keys, side) in sides {
            let neighbours = keys.iter().filter_map(|key| snapshot.place(key));
            for neighbour in neighbours.filter(is_pending) {
                known[neighbour] = side;
                marked.push(neighbour);
            }
        }
        let gap = gap(column, &known, placement).unwrap_or_else(|| home(column, &alone, place));
        column.insert(gap, place);
        for neighbour in marked {
            known[neighbour] = Known::Not;
        }
    }
}

/// On which side of the card that is being put back another one stood.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Not,
    Above,
    Below,
}

/// Returns the index in `column` at which a placed card is put back; `None` when no card that
/// it knows is left to tell.
fn gap(column: &[usize], known: &[Known], placement: &Placement) -> Option<usize> {
    let highest = match (placement.above.is_empty(), placement.below.is_empty()) {
        (true, false) => true,
        (false, true) => false,
        _ => placement.side == Side::After,
    };
    let mut wrong = column
        .iter()
        .filter(|&&card| known[card] == Known::Above)
        .count();
    let is_known = column.iter().any(|&card| known[card] != Known::Not);
    if !is_known && !placement.above.is_empty() && !placement.below.is_empty() {
        return None;
    }
    let (mut best, mut fewest) = (0, wrong);
    for (index, &card) in column.iter().enumerate() {
        match known[card] {
            Known::Not => {}
            Known::Above => wrong -= 1,
            Known::Below => wrong += 1,
        }
        if wrong < fewest || (wrong == fewest && !highest) {
            (best, fewest) = (index + 1, wrong);
        }
    }
    Some(best)
}

/// Returns the index in `column` before the first card that stands below `place` by itself.
fn home(column: &[usize], alone: &[usize], place: usize) -> usize {
    let mut below = alone.iter().skip_while(|&&card| card != place).skip(1);
    below
        .find_map(|card| column.iter().position(|other| other == card))
        .unwrap_or(column.len())
}

/// Returns the placement that puts a card where it is wished, directly beside its new
/// neighbour, and that neighbour.
pub fn place(
    snapshot: &Snapshot,
    outlook: &Outlook,
    order: &Order,
    wish: &Move,
) -> Result<Placement, NotMoved> {
    let find = |key: &TaskKey| match snapshot.place(key) {
        None => Err(NotMoved::Missing(key.clone())),
        Some(place) if snapshot.tasks[place].lane == Lane::Pending => Ok(place),
        Some(place) => Err(NotMoved::NotPending(Arc::clone(&snapshot.tasks[place]))),
    };
    let card = find(&wish.key)?;
    let column = pending(snapshot, outlook, order);
    let index = column.iter().position(|&other| other == card).unwrap_or(0);
    let (side, neighbour) = match &wish.to {
        Target::Up => {
            let above = index.checked_sub(1).ok_or(NotMoved::First)?;
            (Side::Before, column[above])
        }
        Target::Down => {
            let below = column.get(index + 1).ok_or(NotMoved::Last)?;
            (Side::After, *below)
        }
        Target::Beside(_, key) if *key == wish.key => return Err(NotMoved::Itself),
        Target::Beside(side, key) => (*side, find(key)?),
    };
    let beside = match side {
        Side::Before => column.get(index + 1),
        Side::After => index.checked_sub(1).map(|above| &column[above]),
    };
    if beside == Some(&neighbour) {
        return Err(NotMoved::Already);
    }
    // The column in which the card will be put back: its own old placement does not count.
    let others = self::column(snapshot, outlook, &order.with(&wish.key, None), Some(card));
    let at = others.iter().position(|&other| other == neighbour);
    let gap = at.unwrap_or(0) + usize::from(side == Side::After);
    let keys = |places: &mut dyn Iterator<Item = &usize>| {
        let places = places.take(REMEMBERED);
        places
            .map(|&place| snapshot.tasks[place].key.clone())
            .collect()
    };
    Ok(Placement {
        key: wish.key.clone(),
        side,
        above: keys(&mut others[..gap].iter().rev()),
        below: keys(&mut others[gap..].iter()),
        by: wish.actor.clone(),
        number: order.next_number(),
    })
}
