//! The help: every key, every mark, and what they promise.

use crate::app::action::Action;
use crate::keys::table::{ENTRIES, Entry};
use crate::scene::glyphs::Glyphs;
use crate::scene::line::{Line, span};
use crate::scene::meaning::Meaning;
use crate::text::width::wrap;

/// The columns of the keys that stand at the left, and of what they do.
const MOVE: (usize, usize) = (9, 21);
/// The columns of the other keys, and of what they do.
const DEED: (usize, usize) = (7, 38);

/// The columns of a mark with its word.
const MARK: usize = 18;

/// What the board promises, in two sentences.
const PROMISE: &str = "A heavy line is the chain of the selected card. \
    Colour only repeats what a mark or a word already says.";

/// Returns the lines of the help in `width` columns.
pub fn lines(glyphs: Glyphs, width: usize) -> Vec<Line> {
    let (moves, deeds): (Vec<&Entry>, Vec<&Entry>) =
        ENTRIES.iter().partition(|entry| is_known(entry.action));
    let mut lines = if width + 1 >= MOVE.0 + MOVE.1 + DEED.0 + DEED.1 {
        beside(&moves, &deeds)
    } else {
        // The others are easily guessed, so the deeds come first where room is short.
        let deeds = deeds.into_iter().map(|entry| key(entry, MOVE));
        let moves = moves.into_iter().map(|entry| key(entry, MOVE));
        deeds.chain(moves).collect()
    };
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

/// Tells whether `action` moves the cursor, or is among the hints of every screen.
fn is_known(action: Action) -> bool {
    matches!(
        action,
        Action::Up
            | Action::Down
            | Action::Left
            | Action::Right
            | Action::Top
            | Action::Bottom
            | Action::GoAfter
            | Action::HalfPageDown
            | Action::HalfPageUp
            | Action::MoveUp
            | Action::MoveDown
            | Action::Help
            | Action::Quit
    )
}

fn beside(moves: &[&Entry], deeds: &[&Entry]) -> Vec<Line> {
    let blank = " ".repeat(MOVE.0 + MOVE.1);
    (0..moves.len().max(deeds.len()))
        .map(|row| {
            let mut line = match moves.get(row) {
                Some(entry) => key(entry, MOVE),
                None => vec![span(&*blank, Meaning::Plain)],
            };
            line.extend(
                deeds
                    .get(row)
                    .into_iter()
                    .flat_map(|entry| key(entry, DEED)),
            );
            line
        })
        .collect()
}

fn key(entry: &Entry, (keys, words): (usize, usize)) -> Line {
    let names = entry.names().join(" ").replace("ctrl-", "^");
    vec![
        span(format!("{names:<keys$}"), Meaning::Key),
        span(format!("{:<words$}", entry.does), Meaning::Plain),
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
        (marks.fresh, "changed", Meaning::Fresh),
        (marks.alarm, "odd, see enter", Meaning::Warn),
    ];
    let columns = (width / MARK).clamp(1, 4);
    known
        .chunks(columns)
        .map(|row| {
            row.iter()
                .flat_map(|&(mark, word, meaning)| {
                    let gap = MARK.saturating_sub(word.len() + 2);
                    [
                        span(mark, meaning),
                        span(format!(" {word}{}", " ".repeat(gap)), Meaning::Plain),
                    ]
                })
                .collect()
        })
        .collect()
}
