//! What others add or take scrolls nothing.

use crate::support::mind::{cursor, row_of};
use crate::support::sketch::{board, select, show};

/// Ten ready cards, of which 80x24 shows six.
fn long() -> String {
    let line = |id| format!("{id} pending \"Card {id}.\"\n");
    (10..20).map(line).collect()
}

#[test]
fn arrivals_above_scroll_nothing_and_are_counted_at_the_edge() {
    let mut state = board(&long(), 80, 24);
    select(&mut state, "12");
    let before: Vec<_> = (10..16)
        .map(|id| row_of(&state, &format!("Card {id}.")))
        .collect();
    let new = "1 pending \"New\"\n2 pending \"New\"\n3 pending \"New\"\n";
    show(&mut state, &format!("{new}{}", long()));
    let now: Vec<_> = (10..16)
        .map(|id| row_of(&state, &format!("Card {id}.")))
        .collect();
    assert_eq!(now, before);
    assert_eq!(row_of(&state, "↑3 ↓4"), 1);
    assert_eq!(cursor(&state).0, "12");
    // What goes again scrolls nothing either.
    show(&mut state, &long());
    let now: Vec<_> = (10..16)
        .map(|id| row_of(&state, &format!("Card {id}.")))
        .collect();
    assert_eq!(now, before);
}

#[test]
fn a_column_that_was_scrolled_stands_still_too() {
    let mut state = board(&format!("1 in_progress lead \"Run\"\n{}", long()), 80, 24);
    select(&mut state, "17");
    select(&mut state, "1");
    let before = row_of(&state, "Card 14.");
    assert_eq!(row_of(&state, "↑2"), 1);
    show(
        &mut state,
        &format!("1 in_progress lead \"Run\"\n2 pending \"New\"\n{}", long()),
    );
    assert_eq!(row_of(&state, "Card 14."), before);
    assert_eq!(row_of(&state, "↑3"), 1);
}

#[test]
fn a_ghost_in_a_full_column() {
    let mut state = board(&long(), 80, 24);
    select(&mut state, "15");
    let before = row_of(&state, "Card 15.");
    let gone = long().replace("15 pending", "15 in_progress lead");
    show(&mut state, &format!("1 pending \"New\"\n{gone}"));
    assert_eq!(row_of(&state, "#15 → In progress"), before);
    assert_eq!(row_of(&state, "↑1 ↓4"), 1);
}
