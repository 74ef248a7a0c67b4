//! The help: every key, every mark, and what they promise.

use crate::keys::table::{ENTRIES, Entry};
use crate::scene::glyphs::Glyphs;
use crate::scene::line::{Line, span};
use crate::scene::meaning::Meaning;
use crate::text::width::wrap;

/// The columns that the keys of an action take.
const KEYS: usize = 13;

/// What the board promises, in two sentences.
const PROMISE: &str = "A heavy line is the chain of the selected card. \
    Colour only repeats what a mark or a word already says.";

/// Returns the lines of the help in `width` columns.
pub fn lines(glyphs: Glyphs, width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = ENTRIES.iter().map(key).collect();
    lines.push(Line::new());
    lines.extend(marks(glyphs, width));
    lines.push(Line::new());
    lines.extend(
        wrap(PROMISE, width, 4, glyphs.marks().ellipsis)
            .into_iter()
            .map(|text| vec![span(text, Meaning::Muted)]),
    );
    lines
}

fn key(entry: &Entry) -> Line {
    let keys: Vec<String> = entry
        .keys
        .iter()
        .map(|presses| presses.iter().map(ToString::to_string).collect())
        .collect();
    vec![
        span(format!("{:<KEYS$}", keys.join(" ")), Meaning::Key),
        span(entry.does, Meaning::Plain),
    ]
}

/// Returns the marks with their words, as many to a line as fit.
fn marks(glyphs: Glyphs, width: usize) -> Vec<Line> {
    let marks = glyphs.marks();
    let known = [
        (marks.ready, "ready", Meaning::Ready),
        (marks.blocked, "blocked", Meaning::Blocked),
        (marks.reserved, "reserved", Meaning::Reserved),
        (marks.running, "in progress", Meaning::Running),
        (marks.done, "completed", Meaning::Done),
        (marks.unknown, "unknown status", Meaning::Unknown),
        (marks.cursor, "selected", Meaning::Cursor),
        (marks.fresh, "changed since you looked", Meaning::Fresh),
    ];
    let cell = KEYS * 2 - 4;
    let columns = (width / cell).clamp(1, 3);
    known
        .chunks(columns)
        .map(|row| {
            row.iter()
                .flat_map(|&(mark, word, meaning)| {
                    let gap = cell.saturating_sub(word.len() + 2);
                    [
                        span(mark, meaning),
                        span(format!(" {word}{}", " ".repeat(gap)), Meaning::Plain),
                    ]
                })
                .collect()
        })
        .collect()
}
