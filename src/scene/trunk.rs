//! [`Trunk`]: a net on its track, and when two of them can be told apart.

use crate::scene::joint::Weight;
use crate::scene::net::{End, Side};

/// A net with its column.
#[derive(Clone, Debug)]
pub struct Trunk {
    /// The net's index.
    pub net: usize,
    /// Where it begins.
    pub side: Side,
    /// The row it begins in.
    pub row: usize,
    /// Its column.
    pub track: usize,
    /// The ends that are drawn.
    pub ends: Vec<End>,
}

impl Trunk {
    /// Returns the first and last row of the vertical part.
    pub fn span(&self) -> (usize, usize) {
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

    /// Tells whether the trunk goes through `row` and has nothing to do there.
    pub fn passes(&self, row: usize) -> bool {
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
    pub fn collides(&self, other: &Self) -> bool {
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
    pub fn crossings(&self, other: &Self) -> usize {
        self.crosses_over(other) + other.crosses_over(self)
    }

    /// Returns how often a horizontal part crosses the trunk of `other`.
    pub fn crosses_over(&self, other: &Self) -> usize {
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
    pub fn heavy_part(&self) -> (Weight, usize, usize) {
        let rows = || self.ends.iter().filter(|end| end.heavy).map(|end| end.row);
        match (rows().min(), rows().max()) {
            (Some(first), Some(last)) => (Weight::Heavy, first.min(self.row), last.max(self.row)),
            _ => (Weight::Light, self.row, self.row),
        }
    }
}
