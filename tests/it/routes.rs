//! The router's promises, checked by walking what it drew.

use std::collections::BTreeSet;

use kanwatch::scene::glyphs::Glyphs;
use kanwatch::scene::joint::{Joint, Weight};
use kanwatch::scene::net::{End, Net, Side};
use kanwatch::scene::route::{Drawing, route};
use proptest::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading {
    Up,
    Down,
    Left,
    Right,
}

/// Someone who follows the line of one net and knows nothing but what is drawn.
struct Walker<'a> {
    drawing: &'a Drawing,
    seen: BTreeSet<(usize, usize)>,
    reached: BTreeSet<usize>,
}

impl Walker<'_> {
    fn walk(&mut self, net: &Net) {
        match net.side {
            Side::Left => self.leave(net.row, 0, Heading::Right),
            Side::Right => self.leave(net.row, self.drawing.width - 1, Heading::Left),
        }
    }

    fn has_arrow(&self, row: usize) -> bool {
        self.drawing.cell(row, 0).arrow
    }

    /// Follows the run from the blocker to its trunk.
    fn leave(&mut self, row: usize, mut column: usize, heading: Heading) {
        loop {
            self.seen.insert((row, column));
            if heading == Heading::Left && column == 0 && self.has_arrow(row) {
                self.reached.insert(row);
                return;
            }
            let [up, right, down, left] = arms(self.drawing.cell(row, column));
            let crossing = up && down && left && right;
            if (up || down) && !crossing {
                if up {
                    self.follow(row, column, Heading::Up);
                }
                if down {
                    self.follow(row, column, Heading::Down);
                }
                match heading {
                    Heading::Left if left => self.arrive(row, column),
                    Heading::Right => assert!(!right, "a line goes on behind its trunk"),
                    _ => {}
                }
                return;
            }
            assert!(left && right, "the run breaks off");
            column = if heading == Heading::Left {
                column.checked_sub(1).expect("the run leaves the channel")
            } else {
                column + 1
            };
        }
    }

    /// Follows the trunk.
    fn follow(&mut self, mut row: usize, column: usize, heading: Heading) {
        loop {
            row = if heading == Heading::Up {
                row - 1
            } else {
                row + 1
            };
            self.seen.insert((row, column));
            let [up, right, down, left] = arms(self.drawing.cell(row, column));
            let (back, on) = if heading == Heading::Up {
                (down, up)
            } else {
                (up, down)
            };
            assert!(back, "the trunk breaks off");
            let crossing = on && left && right;
            if self.has_arrow(row) && !crossing {
                assert!(left || !right, "a line from elsewhere ends in the trunk");
                if left {
                    self.arrive(row, column);
                }
            } else {
                assert!(
                    left == right && (on || !left),
                    "a joint that is not ours at {row} {column}\n{}",
                    picture(self.drawing)
                );
            }
            if !on {
                return;
            }
        }
    }

    /// Follows the run to the arrowhead.
    fn arrive(&mut self, row: usize, mut column: usize) {
        assert!(self.has_arrow(row));
        while column > 0 {
            column -= 1;
            self.seen.insert((row, column));
            let [up, right, down, left] = arms(self.drawing.cell(row, column));
            let merge = up && down;
            assert!(
                column == 0 || (left && (right || merge)),
                "the run breaks off"
            );
        }
        self.reached.insert(row);
    }
}

fn arms(cell: Joint) -> [bool; 4] {
    cell.arms().map(|arm| arm != Weight::None)
}

fn check(nets: &[Net], width: usize, height: usize) {
    let drawing = route(nets, width, height);
    assert_eq!(drawing, route(nets, width, height), "deterministic");
    assert_eq!(drawing.cells.len(), width * height);
    let asked: usize = nets.iter().map(|net| net.ends.len()).sum();
    assert_eq!(drawing.drawn.len() + drawing.undrawn, asked);

    let mut seen = BTreeSet::new();
    for (index, net) in nets.iter().enumerate() {
        let claimed: BTreeSet<usize> = drawing
            .drawn
            .iter()
            .filter(|(net, _)| *net == index)
            .map(|&(_, row)| row)
            .collect();
        let wanted: BTreeSet<usize> = net.ends.iter().map(|end| end.row).collect();
        assert!(claimed.is_subset(&wanted));
        if claimed.is_empty() {
            continue;
        }
        let mut walker = Walker {
            drawing: &drawing,
            seen: BTreeSet::new(),
            reached: BTreeSet::new(),
        };
        walker.walk(net);
        assert_eq!(
            walker.reached,
            claimed,
            "net {index}\n{}",
            picture(&drawing)
        );
        seen.extend(walker.seen);
    }
    for row in 0..height {
        let heavy = |&(net, at): &(usize, usize)| {
            let chain = |end: &End| end.row == row && end.heavy;
            at == row && nets[net].ends.iter().any(chain)
        };
        if width > 0 && drawing.cell(row, 0).arrow {
            let weight = drawing.cell(row, 0).right;
            assert_eq!(weight == Weight::Heavy, drawing.drawn.iter().any(heavy));
        }
        for column in 0..width {
            let cell = drawing.cell(row, column);
            let stray = !cell.is_empty() && !seen.contains(&(row, column));
            assert!(!stray, "stray cell {row} {column}\n{}", picture(&drawing));
            for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
                assert_eq!(cell.glyph(glyphs) == ' ', cell.is_empty());
            }
        }
    }
}

fn picture(drawing: &Drawing) -> String {
    let rows = drawing.cells.chunks(drawing.width.max(1));
    rows.map(|row| {
        row.iter()
            .map(|cell| cell.glyph(Glyphs::Unicode))
            .chain(['\n'])
            .collect::<String>()
    })
    .collect()
}

/// Nets as a board makes them: cards of three rows, lines leave pending cards below the title.
fn board_nets() -> impl Strategy<Value = Vec<Net>> {
    let edge = (any::<bool>(), 0usize..8, 0usize..12, any::<bool>());
    prop::collection::vec(edge, 0..30).prop_map(|edges| {
        nets(edges.into_iter().map(|(pending, from, to, heavy)| {
            let (side, row) = if pending {
                (Side::Left, from * 3 + 1)
            } else {
                (Side::Right, from * 3)
            };
            (side, row, to * 3, heavy)
        }))
    })
}

/// Nets between any rows at all.
fn any_nets() -> impl Strategy<Value = Vec<Net>> {
    let edge = (any::<bool>(), 0usize..14, 0usize..14, any::<bool>());
    prop::collection::vec(edge, 0..20).prop_map(|edges| {
        nets(edges.into_iter().map(|(left, from, to, heavy)| {
            let side = if left { Side::Left } else { Side::Right };
            (side, from, to, heavy)
        }))
    })
}

fn nets(edges: impl Iterator<Item = (Side, usize, usize, bool)>) -> Vec<Net> {
    let mut nets: Vec<Net> = Vec::new();
    for (side, row, to, heavy) in edges {
        let end = End { row: to, heavy };
        match nets
            .iter_mut()
            .find(|net| net.side == side && net.row == row)
        {
            Some(net) if net.ends.iter().any(|end| end.row == to) => {}
            Some(net) => net.ends.push(end),
            None => nets.push(Net {
                side,
                row,
                ends: vec![end],
            }),
        }
    }
    nets
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn whoever_follows_a_line_comes_where_it_says(nets in board_nets(), width in 0usize..12, height in 0usize..40) {
        check(&nets, width, height);
    }

    #[test]
    fn the_rows_need_not_be_those_of_cards(nets in any_nets(), width in 0usize..10, height in 0usize..16) {
        check(&nets, width, height);
    }
}
