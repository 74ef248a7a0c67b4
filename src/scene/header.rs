//! The first row: which store, how far the work is, and whether the board follows it.

use crate::app::state::{Board, State};
use crate::plan::readiness::Readiness;
use crate::scene::glyphs::Glyphs;
use crate::scene::line::{Line, Span, join, span, spread, width_of};
use crate::scene::meaning::Meaning;
use crate::scene::moment::moment;
use crate::task::health::Health;
use crate::task::lane::Lane;
use crate::task::snapshot::Access;
use crate::text::safe::SafeText;
use crate::text::width::cut;

/// Returns the first row.
pub fn line(state: &State, glyphs: Glyphs) -> Line {
    let width = usize::from(state.viewport.size.width).saturating_sub(1);
    let full = liveness(state, glyphs, true);
    let short = liveness(state, glyphs, false);
    let right = if width_of(&full) * 2 <= width {
        full
    } else {
        short
    };
    let room = width.saturating_sub(width_of(&right) + 3);
    let mut line = vec![span(" ", Meaning::Plain)];
    line.extend(join(&pieces(state, glyphs, room), room, glyphs));
    spread(line, right, width, glyphs)
}

fn pieces(state: &State, glyphs: Glyphs, room: usize) -> Vec<Vec<Span>> {
    let name = SafeText::new(&state.store);
    let cut_name = |columns| {
        span(
            cut(name.shown(), columns, glyphs.marks().ellipsis),
            Meaning::Plain,
        )
    };
    let mut pieces = vec![
        vec![span("board", Meaning::Header)],
        vec![cut_name(room / 2), cut_name(room / 3), cut_name(room / 4)],
    ];
    if let Some(board) = &state.board {
        pieces.extend(tally(board, state));
    }
    pieces
}

fn tally(board: &Board, state: &State) -> Vec<Vec<Span>> {
    let snapshot = &board.snapshot;
    let done = board.columns.cards(Lane::Completed).len();
    let all: usize = Lane::ALL
        .iter()
        .map(|&lane| board.columns.cards(lane).len())
        .sum();
    let count = |wanted| {
        let found = board.outlook.readiness.iter();
        found.filter(|&&readiness| readiness == wanted).count()
    };
    let some = |count: usize, one: &str, many: &str, meaning| {
        let word = if count == 1 { one } else { many };
        (count > 0).then(|| vec![span(format!("{count} {word}"), meaning)])
    };
    let mut pieces = Vec::new();
    if matches!(snapshot.profile.access, Access::ReadOnly(_)) {
        pieces.push(vec![span("read-only", Meaning::Warn)]);
    }
    pieces.push(vec![
        span(format!("{done}/{all} done"), Meaning::Plain),
        span(format!("{done}/{all}"), Meaning::Plain),
    ]);
    if is_ordered(board, state) {
        let order = snapshot.profile.order();
        pieces.push(vec![
            span(format!("order {order}"), Meaning::Muted),
            span(order, Meaning::Muted),
        ]);
    }
    let sessions = snapshot.sessions.len();
    let found = [
        some(count(Readiness::Ready), "ready", "ready", Meaning::Ready),
        some(
            count(Readiness::Blocked),
            "blocked",
            "blocked",
            Meaning::Plain,
        ),
        some(board.outlook.cycles.len(), "cycle", "cycles", Meaning::Warn),
        some(
            if sessions > 1 { sessions } else { 0 },
            "session",
            "sessions",
            Meaning::Muted,
        ),
    ];
    pieces.extend(found.into_iter().flatten());
    pieces
}

/// Tells whether a pending card stands where a person has put it.
fn is_ordered(board: &Board, state: &State) -> bool {
    let placements = state.order.placements().iter();
    let tasks = placements.filter_map(|placement| board.snapshot.get(&placement.key));
    tasks.into_iter().any(|task| task.lane == Lane::Pending)
}

/// Returns whether the board follows its store, with the reason why not when `full`.
fn liveness(state: &State, glyphs: Glyphs, full: bool) -> Line {
    let marks = glyphs.marks();
    let (sign, words, why, meaning) = match &state.health {
        Health::Live if state.board.is_none() => return Line::new(),
        Health::Live => (marks.live, "live".to_owned(), None, Meaning::Live),
        Health::Polling(why) => (marks.live, "polling".to_owned(), Some(why), Meaning::Live),
        Health::Stale { since, why } => (
            marks.alarm,
            format!("stale since {}", moment(*since, state)),
            Some(why),
            Meaning::Stale,
        ),
        Health::Unreadable { since, why } => (
            marks.alarm,
            format!("unreadable since {}", moment(*since, state)),
            Some(why),
            Meaning::Stale,
        ),
    };
    let mut line = vec![span(format!("{sign} {words}"), meaning)];
    if let (true, Some(why)) = (full, why) {
        let why = SafeText::new(why);
        line.push(span(
            format!("{}{}", marks.separator, why.shown()),
            Meaning::Muted,
        ));
    }
    line
}
