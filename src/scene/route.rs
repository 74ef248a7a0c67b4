//! The router: which dependency lines the channel shows, and through which cells they run.
//!
//! A blocker and all that waits for it are one net with one vertical trunk. A line is drawn
//! whole and without a second reading, or not at all: [`route`] counts what it left out.
//! It knows rows and columns only, no cards.

use std::cmp::Reverse;

use crate::scene::joint::{Joint, Weight};

/// The edge of the channel at which a net begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// A pending blocker: its line leaves and comes back at the left.
    Left,
    /// A blocker in progress: its line enters from the right.
    Right,
}

/// Where a line of a net arrives, always at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The row of the arrowhead.
    pub row: usize,
    /// The line belongs to the selected card's chain.
    pub heavy: bool,
}

/// One blocker and what waits for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// Where it begins.
    pub side: Side,
    /// The row it begins in.
    pub row: usize,
    /// Where it is to arrive, each row once.
    pub ends: Vec<End>,
}

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

/// A net with its column.
#[derive(Clone, Debug)]
struct Trunk {
    net: usize,
    side: Side,
    row: usize,
    track: usize,
    ends: Vec<End>,
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

impl Trunk {
    /// Returns the first and last row of the vertical part.
    fn span(&self) -> (usize, usize) {
        let rows = || {
            self.ends
                .iter()
                .map(|end| end.row)
                .chain(std::iter::once(self.row))
        };
        (
            rows().min().unwrap_or(self.row),
            rows().max().unwrap_or(self.row),
        )
    }

    fn ends_at(&self, row: usize) -> bool {
        self.ends.iter().any(|end| end.row == row)
    }

    fn joins_at(&self, row: usize) -> bool {
        self.row == row || self.ends_at(row)
    }

    fn passes(&self, row: usize) -> bool {
        let (first, last) = self.span();
        first < row && row < last && !self.joins_at(row)
    }

    /// Returns the rows with a horizontal part, each once.
    fn rows(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = self.ends.iter().map(|end| end.row).collect();
        rows.push(self.row);
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// Tells whether the two could be taken for one another anywhere.
    ///
    /// They may cross, and may share the cells before an arrowhead at which both arrive.
    fn collides(&self, other: &Self) -> bool {
        let ((a, b), (c, d)) = (self.span(), other.span());
        if self.track == other.track && a <= d && c <= b {
            return true;
        }
        self.rows()
            .into_iter()
            .filter(|&row| other.joins_at(row))
            .any(|row| self.blocks_run(other, row) || other.blocks_run(self, row))
    }

    /// Tells whether the run from this net's blocker, in `row`, touches a run of `other` there.
    fn blocks_run(&self, other: &Self, row: usize) -> bool {
        if self.row != row {
            return false;
        }
        let from_right = other.row == row && other.side == Side::Right;
        let from_left = other.ends_at(row) || (other.row == row && other.side == Side::Left);
        match self.side {
            Side::Left => from_left || (from_right && other.track <= self.track),
            // Where a net arrives straight across, a joint is its own trunk's and no merge.
            Side::Right => {
                from_right || (from_left && (self.ends_at(row) || other.track >= self.track))
            }
        }
    }

    /// Returns how often the two cross.
    fn crossings(&self, other: &Self) -> usize {
        self.crosses_over(other) + other.crosses_over(self)
    }

    fn crosses_over(&self, other: &Self) -> usize {
        let crossed = |row: usize| {
            let left = self.ends_at(row) || self.side == Side::Left;
            let right = self.row == row && self.side == Side::Right;
            (left && other.track < self.track) || (right && other.track > self.track)
        };
        self.rows()
            .into_iter()
            .filter(|&row| other.passes(row) && crossed(row))
            .count()
    }

    /// Returns the weight of the whole and the rows between which the trunk carries the chain.
    fn heavy_part(&self) -> (Weight, usize, usize) {
        let rows = || self.ends.iter().filter(|end| end.heavy).map(|end| end.row);
        match (rows().min(), rows().max()) {
            (Some(first), Some(last)) => (Weight::Heavy, first.min(self.row), last.max(self.row)),
            _ => (Weight::Light, self.row, self.row),
        }
    }
}

/// The cells while they are being drawn.
struct Canvas {
    width: usize,
    cells: Vec<Joint>,
}

impl Canvas {
    fn at(&mut self, row: usize, column: usize) -> &mut Joint {
        &mut self.cells[row * self.width + column]
    }

    /// Draws from the middle of one column to the middle of another.
    fn across(&mut self, row: usize, from: usize, to: usize, weight: Weight) {
        for column in from..to {
            let cell = self.at(row, column);
            cell.right = cell.right.max(weight);
            let cell = self.at(row, column + 1);
            cell.left = cell.left.max(weight);
        }
    }

    fn trunk(&mut self, trunk: &Trunk) {
        let (weight, heavy_first, heavy_last) = trunk.heavy_part();
        let (first, last) = trunk.span();
        for row in first..last {
            let weight = if heavy_first <= row && row < heavy_last {
                Weight::Heavy
            } else {
                Weight::Light
            };
            self.at(row, trunk.track).down = weight;
            self.at(row + 1, trunk.track).up = weight;
        }
        match trunk.side {
            Side::Left => {
                self.at(trunk.row, 0).left = weight;
                self.across(trunk.row, 0, trunk.track, weight);
            }
            Side::Right => {
                self.across(trunk.row, trunk.track, self.width - 1, weight);
                self.at(trunk.row, self.width - 1).right = weight;
            }
        }
        for end in &trunk.ends {
            let weight = if end.heavy {
                Weight::Heavy
            } else {
                Weight::Light
            };
            self.across(end.row, 0, trunk.track, weight);
            self.at(end.row, 0).arrow = true;
        }
    }
}

fn draw(trunks: &[Trunk], width: usize, height: usize) -> Vec<Joint> {
    let mut canvas = Canvas {
        width,
        cells: vec![Joint::default(); width * height],
    };
    for trunk in trunks {
        canvas.trunk(trunk);
    }
    for trunk in trunks {
        for row in 0..height {
            // A cross in a row with an arrowhead would read as a merge.
            if trunk.passes(row) && canvas.at(row, 0).arrow {
                let cell = canvas.at(row, trunk.track);
                cell.left = Weight::None;
                cell.right = Weight::None;
            }
        }
    }
    canvas.cells
}
