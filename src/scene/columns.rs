//! Where the columns, the channel and the side pane stand.

use crate::app::viewport::{Shape, Size};
use crate::task::lane::Lane;

/// One column of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Which cards it holds.
    pub lane: Lane,
    /// Its first cell.
    pub x: usize,
    /// Its cells.
    pub width: usize,
}

/// The division of the screen's width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The columns from left to right.
    pub columns: Vec<Column>,
    /// The first cell and the width of the channel; none when only one column is shown.
    pub channel: Option<(usize, usize)>,
    /// The cells of the thin rules.
    pub rules: Vec<usize>,
    /// The first cell and the width of the side pane.
    pub pane: Option<(usize, usize)>,
}

/// Divides the screen among the lanes `shown`; on a narrow screen `open` has it to itself.
pub fn layout(size: Size, shown: &[Lane], open: Lane) -> Layout {
    let total = usize::from(size.width);
    let shape = Shape::of(size);
    let channel = match shape {
        Shape::Tabs => {
            let column = Column {
                lane: open,
                x: 0,
                width: total,
            };
            return Layout {
                columns: vec![column],
                ..Layout::default()
            };
        }
        Shape::Compact => 5,
        Shape::Roomy => 7,
        Shape::Wide => 9,
    };
    let pane = if shape == Shape::Wide {
        total * 34 / 100
    } else {
        0
    };
    let board = total - pane - usize::from(pane > 0);
    let mut layout = divide(board, channel, shares(shape, shown.len()), shown);
    if pane > 0 {
        layout.rules.push(board);
        layout.pane = Some((board + 1, pane));
    }
    layout
}

/// Returns the percentages of the columns but the last, which takes what is left.
fn shares(shape: Shape, columns: usize) -> &'static [usize] {
    match (columns > 3, shape) {
        (true, _) => &[37, 27, 19],
        (false, Shape::Compact) => &[42, 35],
        (false, _) => &[42, 32],
    }
}

fn divide(board: usize, channel: usize, shares: &[usize], shown: &[Lane]) -> Layout {
    let rules = shown.len().saturating_sub(2);
    let room = board - channel - rules;
    let mut layout = Layout::default();
    let mut x = 0;
    for (index, &lane) in shown.iter().enumerate() {
        match index {
            0 => {}
            1 => {
                layout.channel = Some((x, channel));
                x += channel;
            }
            _ => {
                layout.rules.push(x);
                x += 1;
            }
        }
        let width = shares
            .get(index)
            .map_or(board - x, |share| room * share / 100);
        layout.columns.push(Column { lane, x, width });
        x += width;
    }
    layout
}
