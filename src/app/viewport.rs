//! How much of each column the screen can show, and where each is scrolled to.

use crate::app::columns::column_of;
use crate::task::lane::Lane;

/// A terminal's size in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// The arrangement of the board, chosen by width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Under 60 columns: one column at a time, the others as tabs.
    Tabs,
    /// 60 to 109.
    Compact,
    /// 110 to 169.
    Roomy,
    /// From 170: with a side pane.
    Wide,
}

impl Shape {
    /// Returns the arrangement for a terminal of that width.
    pub fn of(size: Size) -> Self {
        match size.width {
            0..60 => Self::Tabs,
            60..110 => Self::Compact,
            110..170 => Self::Roomy,
            _ => Self::Wide,
        }
    }

    /// Returns the rows that one card of `lane` takes, its blank line included.
    pub fn card_rows(self, lane: Lane) -> usize {
        match (self, lane) {
            (Self::Tabs | Self::Compact, Lane::Completed) => 1,
            (Self::Tabs, _) => 2,
            _ => 3,
        }
    }
}

/// Rows above the cards: the header and the column titles.
pub const ROWS_ABOVE: u16 = 2;
/// Rows below the cards: the latest change, the focus line and the keys.
pub const ROWS_BELOW: u16 = 3;

/// The size of the screen and the first visible card of each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// The terminal's size.
    pub size: Size,
    tops: [usize; 4],
}

impl Viewport {
    /// Begins at the top of every column.
    pub fn new(size: Size) -> Self {
        Self { size, tops: [0; 4] }
    }

    /// Returns the arrangement.
    pub fn shape(&self) -> Shape {
        Shape::of(self.size)
    }

    /// Returns the rows that cards may use.
    pub fn body_rows(&self) -> usize {
        usize::from(self.size.height.saturating_sub(ROWS_ABOVE + ROWS_BELOW))
    }

    /// Returns how many whole cards of `lane` fit.
    pub fn capacity(&self, lane: Lane) -> usize {
        let rows = self.shape().card_rows(lane);
        // The last card needs no blank line below it.
        let spare = usize::from(rows > 2);
        (self.body_rows() + spare) / rows
    }

    /// Returns the index of the first visible card of `lane`.
    pub fn top(&self, lane: Lane) -> usize {
        column_of(lane).map_or(0, |column| self.tops[column])
    }

    /// Scrolls `lane`, which holds `count` cards, as little as needed to show the card `index`.
    pub fn reveal(&mut self, lane: Lane, index: usize, count: usize) {
        let capacity = self.capacity(lane);
        let Some(column) = column_of(lane) else {
            return;
        };
        let top = &mut self.tops[column];
        *top = (*top)
            .min(index)
            .max((index + 1).saturating_sub(capacity.max(1)));
        self.keep_inside(lane, count);
    }

    /// Shows the card `top` of `lane` first; [`Self::keep_inside`] mends what is too far.
    pub fn scroll_to(&mut self, lane: Lane, top: usize) {
        if let Some(column) = column_of(lane) {
            self.tops[column] = top;
        }
    }

    /// Leaves no empty rows below a column of `count` cards that could fill them.
    pub fn keep_inside(&mut self, lane: Lane, count: usize) {
        let most = count.saturating_sub(self.capacity(lane).max(1));
        if let Some(column) = column_of(lane) {
            self.tops[column] = self.tops[column].min(most);
        }
    }
}
