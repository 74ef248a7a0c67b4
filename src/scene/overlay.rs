//! A box that lies over the board.

use crate::scene::glyphs::Glyphs;
use crate::scene::line::{Line, cut_line, span, width_of};
use crate::scene::meaning::Meaning;
use crate::scene::picture::Scene;

/// Returns the columns that a box on a screen of `width` leaves to its text.
pub fn text_width(width: usize, widest: usize) -> usize {
    width.saturating_sub(4).min(widest)
}

/// Where a box lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the middle of the screen.
    Middle,
    /// At the right, over the side pane.
    Right,
}

/// A box and what is in it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its title.
    pub title: &'static str,
    /// Its lines; as many as fit are shown.
    pub lines: Vec<Line>,
    /// How many of its lines are scrolled away above, as far as there are more below.
    pub top: usize,
    /// The columns of its text.
    pub text: usize,
    /// Where it lies.
    pub place: Place,
}

/// Lays a box over the board.
pub fn set(scene: &mut Scene, sheet: Sheet, glyphs: Glyphs) {
    let Sheet {
        title,
        lines,
        top,
        text,
        place,
    } = sheet;
    let (width, height) = (
        usize::from(scene.size.width),
        usize::from(scene.size.height),
    );
    // The header and the hints stay in sight.
    let rows = lines.len().min(height.saturating_sub(4));
    let outer = text + 4;
    if rows == 0 || outer > width {
        return;
    }
    let (x, y) = match place {
        Place::Middle => ((width - outer) / 2, 1 + (height - 2 - (rows + 2)) / 2),
        Place::Right => (width - outer, 1),
    };
    let marks = glyphs.marks();
    let top = top.min(lines.len() - rows);
    let below = lines.len() - rows - top;
    let foot = match (top, below) {
        (0, 0) => String::new(),
        (_, 0) => " the end, ^u goes up ".to_owned(),
        _ => format!(" {below} more, ^d shows them "),
    };
    // A blank margin keeps the board's text off the box.
    for row in 0..rows + 2 {
        scene.put(x.saturating_sub(1), y + row, outer + 2, Line::new());
    }
    scene.put(
        x,
        y,
        outer,
        edge(
            (marks.top_left, marks.top_right),
            &format!(" {title} "),
            outer,
            glyphs,
        ),
    );
    for (row, line) in lines.into_iter().skip(top).take(rows).enumerate() {
        let mut inside = vec![span(format!("{} ", marks.vertical), Meaning::Border)];
        inside.extend(cut_line(line, text, glyphs));
        let gap = (text + 2).saturating_sub(width_of(&inside));
        inside.push(span(" ".repeat(gap), Meaning::Plain));
        inside.push(span(format!(" {}", marks.vertical), Meaning::Border));
        scene.put(x, y + 1 + row, outer, inside);
    }
    scene.put(
        x,
        y + 1 + rows,
        outer,
        edge(
            (marks.bottom_left, marks.bottom_right),
            &foot,
            outer,
            glyphs,
        ),
    );
}

fn edge((left, right): (&str, &str), words: &str, width: usize, glyphs: Glyphs) -> Line {
    let horizontal = glyphs.marks().horizontal;
    let words = cut_line(
        vec![span(words, Meaning::Header)],
        width.saturating_sub(4),
        glyphs,
    );
    let rest = width.saturating_sub(width_of(&words) + 3);
    let mut line = vec![span(format!("{left}{horizontal}"), Meaning::Border)];
    line.extend(words);
    line.push(span(
        format!("{}{right}", horizontal.repeat(rest)),
        Meaning::Border,
    ));
    line
}
