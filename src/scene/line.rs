//! A line of text whose pieces have meanings.

use crate::scene::glyphs::Glyphs;
use crate::scene::meaning::Meaning;
use crate::text::width::{cut, display_width};

/// A piece of text and what it means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The text, safe to show.
    pub text: String,
    /// What it means.
    pub meaning: Meaning,
}

/// The pieces of one line, from left to right.
pub type Line = Vec<Span>;

/// Makes a piece.
pub fn span(text: impl Into<String>, meaning: Meaning) -> Span {
    Span {
        text: text.into(),
        meaning,
    }
}

/// Returns the columns that `line` takes.
pub fn width_of(line: &[Span]) -> usize {
    line.iter().map(|span| display_width(&span.text)).sum()
}

/// Returns `line` in at most `columns`, the cut marked with an ellipsis.
pub fn cut_line(line: Line, columns: usize, glyphs: Glyphs) -> Line {
    if width_of(&line) <= columns {
        return line;
    }
    let ellipsis = glyphs.marks().ellipsis;
    let mut left = columns;
    let mut kept = Line::new();
    for piece in line {
        let width = display_width(&piece.text);
        if width < left {
            left -= width;
            kept.push(piece);
            continue;
        }
        // Something follows, so even a piece that just fits gives up its end.
        let text = cut(&format!("{}  ", piece.text), left, ellipsis);
        kept.push(span(text, piece.meaning));
        break;
    }
    kept
}

/// Returns `left` and, where it fits, `right` at the far end of `columns`.
pub fn spread(left: Line, right: Line, columns: usize, glyphs: Glyphs) -> Line {
    let taken = width_of(&right);
    if taken == 0 || taken + 2 > columns {
        return cut_line(left, columns, glyphs);
    }
    let mut line = cut_line(left, columns - taken - 2, glyphs);
    let gap = columns - taken - width_of(&line);
    line.push(span(" ".repeat(gap), Meaning::Plain));
    line.extend(right);
    line
}

/// Joins pieces with separators into `columns`.
///
/// Each piece comes in wordings, longest first; the first that fits is taken and a piece of
/// which none fits is left out, except the first piece, which is cut.
pub fn join(pieces: &[Vec<Span>], columns: usize, glyphs: Glyphs) -> Line {
    let separator = glyphs.marks().separator;
    let mut line = Line::new();
    let mut used = 0;
    for wordings in pieces {
        let before = if line.is_empty() {
            0
        } else {
            display_width(separator)
        };
        let fits = wordings
            .iter()
            .find(|wording| used + before + display_width(&wording.text) <= columns);
        let chosen = match (fits, wordings.last()) {
            (Some(wording), _) => wording.clone(),
            (None, Some(shortest)) if line.is_empty() => span(
                cut(&shortest.text, columns, glyphs.marks().ellipsis),
                shortest.meaning,
            ),
            _ => continue,
        };
        if before > 0 {
            line.push(span(separator, Meaning::Muted));
        }
        used += before + display_width(&chosen.text);
        line.push(chosen);
    }
    line
}
