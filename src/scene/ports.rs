//! Port labels: what a narrow screen shows in place of lines.

use crate::scene::card::shortened;
use crate::scene::line::{Line, span};
use crate::scene::meaning::Meaning;
use crate::scene::view::View;
use crate::task::lane::Lane;
use crate::task::receipt::Wait;

/// The columns that are kept free for labels.
pub const WIDTH: usize = 10;

/// Returns the label of the title line: what the card waits for.
pub fn waits(view: &View<'_>, place: usize) -> Line {
    let sign = view.marks().waits_on;
    let names: Vec<String> = view.board.outlook.waits[place]
        .iter()
        .filter_map(|wait| match wait {
            Wait::Open { key, .. } => Some(format!("{sign}{key}")),
            Wait::Missing(_) | Wait::Unreadable => None,
        })
        .collect();
    label(view, place, &names)
}

/// Returns the label of the line below: what waits for the card.
pub fn blocks(view: &View<'_>, place: usize) -> Line {
    let sign = view.marks().blocks;
    if view.task(place).lane == Lane::Completed {
        return Line::new();
    }
    let names: Vec<String> = view.board.outlook.graph.dependents[place]
        .iter()
        .filter(|&&dependent| view.task(dependent).lane == Lane::Pending)
        .map(|&dependent| format!("{sign}{}", view.task(dependent).key))
        .collect();
    label(view, place, &names)
}

fn label(view: &View<'_>, place: usize, names: &[String]) -> Line {
    let meaning = if view.is_selected(place) {
        Meaning::FocusLine
    } else {
        Meaning::Line
    };
    vec![span(shortened(names, WIDTH), meaning)]
}
