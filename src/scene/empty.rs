//! A stage without cards: why, and what to do next.

use crate::app::state::State;
use crate::app::viewport::ROWS_ABOVE;
use crate::scene::glyphs::Glyphs;
use crate::scene::line::{Line, cut_line, span, width_of};
use crate::scene::meaning::Meaning;
use crate::scene::picture::Scene;
use crate::task::health::Health;
use crate::text::safe::SafeText;
use crate::text::width::wrap;

/// The widest a sentence may run.
const WIDEST: usize = 64;

/// Sets a stage that has no cards to show.
pub fn set(scene: &mut Scene, state: &State, glyphs: Glyphs) {
    let width = usize::from(scene.size.width);
    let rows = state.viewport.body_rows();
    let lines = lines(state, glyphs, width.saturating_sub(4).min(WIDEST));
    let widest = lines.iter().map(|line| width_of(line)).max().unwrap_or(0);
    let x = width.saturating_sub(widest) / 2;
    let y = usize::from(ROWS_ABOVE) + rows.saturating_sub(lines.len()) / 3;
    for (row, line) in lines.into_iter().take(rows).enumerate() {
        let line = cut_line(line, width.saturating_sub(x), glyphs);
        scene.put(x, y + row, width.saturating_sub(x), line);
    }
}

fn lines(state: &State, glyphs: Glyphs, width: usize) -> Vec<Line> {
    let store = SafeText::new(&state.store);
    let store = store.shown();
    match (&state.health, &state.board) {
        // What was seen last may not be so any more: that it was empty is no news.
        (Health::Unreadable { why, .. }, _) | (Health::Stale { why, .. }, None) => {
            let why = SafeText::new(why);
            message(
                (&format!("{store} cannot be read"), Meaning::Warn),
                &[
                    why.shown(),
                    "It is tried again all the time; nothing is written meanwhile.",
                    "r tries now, q quits. Is it the right path?",
                ],
                width,
                glyphs,
            )
        }
        (_, None) => message(
            (&format!("reading {store}"), Meaning::Header),
            &["The board appears with the first answer."],
            width,
            glyphs,
        ),
        (_, Some(_)) => message(
            (&format!("no tasks in {store} yet"), Meaning::Header),
            &[
                "They appear here by themselves as soon as an agent writes one.",
                "Another store: q, then kanwatch PATH.",
            ],
            width,
            glyphs,
        ),
    }
}

fn message(
    (head, meaning): (&str, Meaning),
    body: &[&str],
    width: usize,
    glyphs: Glyphs,
) -> Vec<Line> {
    let ellipsis = glyphs.marks().ellipsis;
    let mut lines: Vec<Line> = wrap(head, width, 3, ellipsis)
        .into_iter()
        .map(|text| vec![span(text, meaning)])
        .collect();
    lines.push(Line::new());
    let body = body.iter().flat_map(|text| wrap(text, width, 4, ellipsis));
    lines.extend(body.map(|text| vec![span(text, Meaning::Plain)]));
    lines
}
