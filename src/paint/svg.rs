//! A frame as SVG: text in true colours, box characters as strokes, so that lines meet
//! whatever font the reader has. The same cells give the same bytes.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::paint::picture::{rows, runs};
use crate::scene::joint::{Joint, Weight};
use crate::text::width::display_width;
use crate::text::xml::escape;

/// One cell in pixels; both even, so that the middle of a cell is a whole number.
const CELL: (usize, usize) = (10, 20);
/// Where text stands above the foot of its cell.
const BASELINE: usize = 15;
/// Around the cells.
const MARGIN: usize = 14;
const GROUND: &str = "#11151c";
const FONTS: &str =
    "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Noto Sans Mono CJK SC',monospace";

/// Returns the frame as one SVG document.
pub fn svg(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width) * CELL.0 + 2 * MARGIN;
    let height = usize::from(buffer.area.height) * CELL.1 + 2 * MARGIN;
    let mut drawing = Drawing::default();
    for (row, cells) in rows(buffer).enumerate() {
        let mut column = 0;
        for run in runs(&cells) {
            drawing.run(&run, column, row);
            column += width_of(&run);
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" font-size=\"16\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\n{}{}</svg>\n",
        drawing.strokes(),
        drawing.body,
    )
}

fn width_of(cells: &[&Cell]) -> usize {
    cells
        .iter()
        .map(|cell| display_width(cell.symbol()).max(1))
        .sum()
}

#[derive(Default)]
struct Drawing {
    body: String,
    /// The paths of all strokes of one colour and weight, in the order of their first use.
    paths: Vec<(&'static str, Weight, String)>,
}

impl Drawing {
    /// Draws cells of one style; text goes word by word, so that no word depends on the width
    /// that a font gives to the one before it.
    fn run(&mut self, cells: &[&Cell], column: usize, row: usize) {
        let mut word = Vec::new();
        let mut at = column;
        for &cell in cells {
            let drawn = self.sign(cell, at, row);
            if drawn || cell.symbol() == " " {
                self.text(&word, at - width_of(&word), row);
                word.clear();
            } else {
                word.push(cell);
            }
            at += display_width(cell.symbol()).max(1);
        }
        self.text(&word, at - width_of(&word), row);
    }

    fn text(&mut self, word: &[&Cell], column: usize, row: usize) {
        let Some(first) = word.first() else { return };
        let text: String = word.iter().map(|cell| cell.symbol()).collect();
        let (x, y) = corner(column, row);
        let bold = if first.modifier.contains(Modifier::BOLD) {
            " font-weight=\"bold\""
        } else {
            ""
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{bold}>{}</text>",
            y + BASELINE,
            width_of(word) * CELL.0,
            colour(first),
            escape(&text),
        );
    }

    /// Draws what is better drawn than written, and tells whether it did.
    fn sign(&mut self, cell: &Cell, column: usize, row: usize) -> bool {
        let (x, y) = corner(column, row);
        let (middle, foot) = (y + CELL.1 / 2, y + CELL.1);
        let shape = match cell.symbol() {
            "◂" => format!("M{} {}V{}L{x} {middle}z", x + 8, middle - 5, middle + 5),
            "▸" => format!(
                "M{} {}V{}L{} {middle}z",
                x + 1,
                middle - 5,
                middle + 5,
                x + 9
            ),
            "▌" => format!("M{x} {y}h4V{foot}h-4z"),
            symbol => return self.strokes_of(cell, symbol, x, y),
        };
        let _ = writeln!(self.body, "<path d=\"{shape}\" fill=\"{}\"/>", colour(cell));
        true
    }

    fn strokes_of(&mut self, cell: &Cell, symbol: &str, x: usize, y: usize) -> bool {
        let Some(arms) = Joint::arms_of(symbol) else {
            return false;
        };
        let (middle, centre) = (x + CELL.0 / 2, y + CELL.1 / 2);
        let (right, foot) = (x + CELL.0, y + CELL.1);
        let [up, .., left] = arms;
        if matches!(symbol, "╭" | "╮" | "╰" | "╯") {
            let start = if up == Weight::None { foot } else { y };
            let end = if left == Weight::None { right } else { x };
            let curve = format!("M{middle} {start}Q{middle} {centre} {end} {centre}");
            self.stroke(cell, Weight::Light, &curve);
            return true;
        }
        let ends = [(middle, y), (right, centre), (middle, foot), (x, centre)];
        for (weight, (to_x, to_y)) in arms.into_iter().zip(ends) {
            self.stroke(cell, weight, &format!("M{middle} {centre}L{to_x} {to_y}"));
        }
        true
    }

    fn stroke(&mut self, cell: &Cell, weight: Weight, path: &str) {
        if weight == Weight::None {
            return;
        }
        let colour = colour(cell);
        let known = self
            .paths
            .iter_mut()
            .find(|(known, strength, _)| (*known, *strength) == (colour, weight));
        match known {
            Some((.., paths)) => paths.push_str(path),
            None => self.paths.push((colour, weight, path.to_owned())),
        }
    }

    fn strokes(&self) -> String {
        let mut out = String::new();
        for (colour, weight, path) in &self.paths {
            let width = if *weight == Weight::Heavy { 3 } else { 1 };
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"square\"/>",
            );
        }
        out
    }
}

/// Returns the upper left corner of a cell.
fn corner(column: usize, row: usize) -> (usize, usize) {
    (MARGIN + column * CELL.0, MARGIN + row * CELL.1)
}

/// The palette of the pictures, for the colours of [`Theme`](crate::paint::theme::Theme).
fn colour(cell: &Cell) -> &'static str {
    match (cell.fg, cell.modifier.contains(Modifier::DIM)) {
        (Color::LightBlue, _) => "#7aa7ff",
        (Color::Cyan, _) => "#4fb3bf",
        (Color::LightCyan, _) => "#8be9fd",
        (Color::Magenta, _) => "#c792ea",
        (Color::Yellow, _) => "#e5c07b",
        (_, true) => "#7d8694",
        (_, false) => "#d7dce4",
    }
}
