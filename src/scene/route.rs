//! The router: which dependency lines the channel shows, and through which cells they run.
//!
//! A blocker and all that waits for it are one net with one vertical trunk. A line is drawn
//! whole and without a second reading, or not at all: [`route`] counts what it left out.
//! It knows rows and columns only, no cards.

use std::cmp::Reverse;

use crate::scene::canvas::draw;
use crate::scene::joint::Joint;
use crate::scene::net::{End, Net, Side};
use crate::scene::trunk::Trunk;

/// The channel, drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The cells, row by row.
    pub cells: Vec<Joint>,
    /// The lines that are drawn: a net's index and the row of its end.
    pub drawn: Vec<(usize, usize)>,
    /// How many lines are not.
    pub undrawn: usize,
}

impl Drawing {
    /// Returns the cell of that row and column.
    pub fn cell(&self, row: usize, column: usize) -> Joint {
        self.cells[row * self.width + column]
    }
}

/// Draws as many lines of `nets` as fit: the selected card's chain first, then the shorter ones.
pub fn route(nets: &[Net], width: usize, height: usize) -> Drawing {
    // A net from the right is best off at the right, unless it then bars the way of another.
    let ways = [Side::Right, Side::Left].map(|edge| lay(nets, width, height, edge));
    let trunks = ways
        .into_iter()
        .min_by_key(|trunks| quality(trunks))
        .unwrap_or_default();
    let asked: usize = nets.iter().map(|net| net.ends.len()).sum();
    let mut drawn: Vec<(usize, usize)> = trunks
        .iter()
        .flat_map(|trunk| trunk.ends.iter().map(|end| (trunk.net, end.row)))
        .collect();
    drawn.sort_unstable();
    Drawing {
        width,
        height,
        cells: draw(&trunks, width, height),
        undrawn: asked - drawn.len(),
        drawn,
    }
}

/// Gives each net a track; nets from the right look for one from `edge` on.
fn lay(nets: &[Net], width: usize, height: usize, edge: Side) -> Vec<Trunk> {
    let from_left: Vec<usize> = (1..width).collect();
    // In the last column a line from the right would be nothing but a corner.
    let inner = &from_left[..from_left.len().saturating_sub(1)];
    let from_right: Vec<usize> = inner.iter().rev().copied().collect();
    let mut trunks: Vec<Trunk> = Vec::new();
    for heavy in [true, false] {
        let mut order: Vec<(usize, Vec<End>)> = nets
            .iter()
            .enumerate()
            .map(|(net, wanted)| (net, ends_of(wanted, heavy, height)))
            .filter(|(_, ends)| !ends.is_empty())
            .collect();
        order.sort_by_key(|(net, ends)| {
            let farthest = ends
                .last()
                .map_or(0, |end| end.row.abs_diff(nets[*net].row));
            (farthest, nets[*net].row, nets[*net].side)
        });
        for (net, ends) in order {
            let tracks = match (nets[net].side, edge) {
                (Side::Left, _) => &from_left[..],
                (Side::Right, Side::Left) => inner,
                (Side::Right, Side::Right) => &from_right[..],
            };
            place(&mut trunks, net, &nets[net], &ends, tracks);
        }
    }
    trunks
}

/// Returns a number for each merit of a layout, the most important first; less is better.
fn quality(trunks: &[Trunk]) -> (Reverse<usize>, Reverse<usize>, usize) {
    let ends = || trunks.iter().flat_map(|trunk| &trunk.ends);
    let crossings = trunks
        .iter()
        .flat_map(|one| trunks.iter().map(|other| one.crosses_over(other)))
        .sum();
    (
        Reverse(ends().filter(|end| end.heavy).count()),
        Reverse(ends().count()),
        crossings,
    )
}

/// Returns the ends of one weight that can be drawn at all, nearest first.
fn ends_of(net: &Net, heavy: bool, height: usize) -> Vec<End> {
    let loops = |end: &End| net.side == Side::Left && end.row == net.row;
    let mut ends: Vec<End> = net
        .ends
        .iter()
        .copied()
        .filter(|end| end.heavy == heavy && end.row.max(net.row) < height && !loops(end))
        .collect();
    ends.sort_by_key(|end| (end.row.abs_diff(net.row), end.row));
    ends
}

/// Gives the net the track on which most of its lines fit with the fewest crossings.
fn place(trunks: &mut Vec<Trunk>, net: usize, wanted: &Net, ends: &[End], tracks: &[usize]) {
    let placed = trunks.iter().position(|trunk| trunk.net == net);
    let before = placed.map(|index| trunks.remove(index));
    let best = tracks
        .iter()
        .filter(|&&track| before.as_ref().is_none_or(|trunk| trunk.track == track))
        .map(|&track| {
            let mut trunk = before.clone().unwrap_or(Trunk {
                net,
                side: wanted.side,
                row: wanted.row,
                track,
                ends: Vec::new(),
            });
            for &end in ends {
                trunk.ends.push(end);
                if trunks.iter().any(|other| trunk.collides(other)) {
                    trunk.ends.pop();
                }
            }
            trunk
        })
        .filter(|trunk| !trunk.ends.is_empty())
        .min_by_key(|trunk| {
            let crossings: usize = trunks.iter().map(|other| trunk.crossings(other)).sum();
            (Reverse(trunk.ends.len()), crossings)
        });
    trunks.extend(best);
}
