//! The channel between Pending and In progress: from visible cards to routed lines.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::scene::chain::Chain;
use crate::scene::line::{Line, span};
use crate::scene::meaning::Meaning;
use crate::scene::net::{End, Net, Side};
use crate::scene::route::{Drawing, route};
use crate::scene::view::View;
use crate::task::lane::Lane;

/// Routes the lines between the visible cards through a channel of that size.
pub fn drawing(view: &View<'_>, chain: &Chain, width: usize) -> Drawing {
    let shape = view.state.viewport.shape();
    let rows = |lane: Lane| {
        let height = shape.card_rows(lane);
        let state = view.state;
        let top = state.viewport.top(lane);
        (top..)
            .zip(state.visible(lane))
            .map(move |(index, &place)| (place, state.slot(lane, index) * height))
    };
    let pending: HashMap<usize, usize> = rows(Lane::Pending).collect();
    let running: HashMap<usize, usize> = rows(Lane::InProgress).collect();
    let mut nets: BTreeMap<usize, Net> = BTreeMap::new();
    for (place, row) in rows(Lane::Pending) {
        for blocker in blockers(view, place, &pending) {
            let (side, from) = match (pending.get(&blocker), running.get(&blocker)) {
                // A line leaves from the row below the title, so that it never meets the
                // arrowhead of the same card.
                (Some(&from), _) => (Side::Left, from + 1),
                (None, Some(&from)) => (Side::Right, from),
                (None, None) => continue,
            };
            let net = nets.entry(blocker).or_insert(Net {
                side,
                row: from,
                ends: Vec::new(),
            });
            net.ends.push(End {
                row,
                heavy: chain.holds(blocker, place),
            });
        }
    }
    let nets: Vec<Net> = nets.into_values().collect();
    route(&nets, width, view.state.viewport.body_rows())
}

/// Returns the open blockers of `place`, without those that a longer line on the screen implies.
fn blockers(view: &View<'_>, place: usize, pending: &HashMap<usize, usize>) -> Vec<usize> {
    let outlook = &view.board.outlook;
    let direct = &outlook.graph.blockers[place];
    let mut implied = HashSet::new();
    let mut open: Vec<usize> = direct.clone();
    while let Some(next) = open.pop() {
        for &farther in &outlook.graph.blockers[next] {
            if pending.contains_key(&next) && implied.insert(farther) {
                open.push(farther);
            }
        }
    }
    direct
        .iter()
        .copied()
        .filter(|&blocker| view.task(blocker).lane != Lane::Completed)
        .filter(|&blocker| !implied.contains(&blocker) || outlook.cycle_of(blocker).is_some())
        .collect()
}

/// Returns one row of the channel.
pub fn row(drawing: &Drawing, row: usize, view: &View<'_>) -> Line {
    (0..drawing.width)
        .map(|column| {
            let cell = drawing.cell(row, column);
            let meaning = if cell.is_empty() {
                Meaning::Plain
            } else {
                cell.meaning()
            };
            span(cell.glyph(view.glyphs), meaning)
        })
        .collect()
}
