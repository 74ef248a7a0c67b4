//! The ghost at the cursor: one line that says where its card went.

use crate::app::ghost::Ghost;
use crate::scene::line::{Line, cut_line, span};
use crate::scene::meaning::Meaning;
use crate::scene::view::View;

/// Returns the ghost's line.
pub fn line(view: &View<'_>, ghost: &Ghost, width: usize) -> Line {
    let words = view.glyphs.sentence(&ghost.words());
    let line = vec![
        span(view.marks().cursor, Meaning::Cursor),
        span(format!(" {words}"), Meaning::Fresh),
    ];
    cut_line(line, width, view.glyphs)
}
