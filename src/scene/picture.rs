//! [`Scene`]: everything that one frame shows, as plain values.

use crate::app::viewport::Size;
use crate::scene::line::Line;
use crate::scene::spot::Spot;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The first column.
    pub x: u16,
    /// The first row.
    pub y: u16,
    /// How many columns.
    pub width: u16,
    /// How many rows.
    pub height: u16,
}

/// One line of text at its place; what it does not fill is blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// The first column.
    pub x: u16,
    /// The row.
    pub y: u16,
    /// How many columns it owns: nothing of it may show beyond them.
    pub width: u16,
    /// What stands there.
    pub line: Line,
}

/// A place that can be pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where it is.
    pub area: Area,
    /// What it stands for.
    pub spot: Spot,
}

/// Everything that one frame shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The size it was made for.
    pub size: Size,
    /// The lines, later ones over earlier ones.
    pub strips: Vec<Strip>,
    /// What can be pointed at, later ones over earlier ones.
    pub targets: Vec<Target>,
}

impl Scene {
    /// Begins with an empty stage.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            strips: Vec::new(),
            targets: Vec::new(),
        }
    }

    /// Lets a row of `width` cells at `x`, `y` and those below it stand for `spot`.
    pub fn aim(&mut self, (x, y): (usize, usize), (width, height): (usize, usize), spot: Spot) {
        self.targets.push(Target {
            area: Area {
                x: x as u16,
                y: y as u16,
                width: width as u16,
                height: height as u16,
            },
            spot,
        });
    }

    /// Puts `line` at `x`, `y`.
    pub fn put(&mut self, x: usize, y: usize, width: usize, line: Line) {
        self.strips.push(Strip {
            x: x as u16,
            y: y as u16,
            width: width as u16,
            line,
        });
    }
}
