//! A frame as text: for `kanwatch frame`, for tests and for documents.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use crate::text::width::display_width;

/// Returns the characters of each row, trimmed at the right.
pub fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for cells in rows(buffer) {
        let row: String = cells.iter().map(|cell| cell.symbol()).collect();
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

/// Returns the rows with their styles as SGR sequences and no other escape.
pub fn ansi(buffer: &Buffer) -> String {
    let mut out = String::new();
    for cells in rows(buffer) {
        let last = cells
            .iter()
            .rposition(|cell| cell.symbol() != " " || !is_plain(cell));
        for run in runs(&cells[..last.map_or(0, |last| last + 1)]) {
            if is_plain(run[0]) {
                out.extend(run.iter().map(|cell| cell.symbol()));
            } else {
                out.push_str(&format!("\x1b[{}m", codes(run[0])));
                out.extend(run.iter().map(|cell| cell.symbol()));
                out.push_str("\x1b[0m");
            }
        }
        out.push('\n');
    }
    out
}

/// Returns the styled runs of each row, as `row: style "text", …`.
pub fn legend(buffer: &Buffer) -> String {
    let mut out = String::new();
    for (row, cells) in rows(buffer).enumerate() {
        let styled: Vec<String> = runs(&cells)
            .into_iter()
            .filter(|run| !is_plain(run[0]))
            .map(|run| {
                let text: String = run.iter().map(|cell| cell.symbol()).collect();
                format!("{} \"{}\"", words(run[0]), text.trim())
            })
            .collect();
        if !styled.is_empty() {
            out.push_str(&format!("{row:>2}: {}\n", styled.join(", ")));
        }
    }
    out
}

/// Returns the cells of each row, without the second halves of wide characters.
pub(crate) fn rows(buffer: &Buffer) -> impl Iterator<Item = Vec<&Cell>> {
    let width = usize::from(buffer.area.width);
    (0..usize::from(buffer.area.height)).map(move |row| {
        let cells = &buffer.content[row * width..(row + 1) * width];
        let mut kept = Vec::with_capacity(width);
        let mut column = 0;
        while let Some(cell) = cells.get(column) {
            kept.push(cell);
            column += display_width(cell.symbol()).max(1);
        }
        kept
    })
}

/// Splits a row where the style changes; a blank takes the style before it.
pub(crate) fn runs<'a>(cells: &[&'a Cell]) -> Vec<Vec<&'a Cell>> {
    let mut runs: Vec<Vec<&Cell>> = Vec::new();
    for &cell in cells {
        match runs.last_mut() {
            Some(run) if same_style(run[0], cell) => run.push(cell),
            _ => runs.push(vec![cell]),
        }
    }
    runs
}

fn same_style(a: &Cell, b: &Cell) -> bool {
    (a.fg, a.bg, a.modifier) == (b.fg, b.bg, b.modifier)
}

fn is_plain(cell: &Cell) -> bool {
    cell.fg == Color::Reset && cell.bg == Color::Reset && cell.modifier.is_empty()
}

/// The modifiers in use, their words and their SGR codes.
const MODIFIERS: [(Modifier, &str, u8); 4] = [
    (Modifier::BOLD, "bold", 1),
    (Modifier::DIM, "dim", 2),
    (Modifier::UNDERLINED, "underlined", 4),
    (Modifier::REVERSED, "reversed", 7),
];

/// The colours in use, their words and their SGR codes.
const COLOURS: [(Color, &str, u8); 5] = [
    (Color::LightBlue, "blue", 94),
    (Color::Cyan, "cyan", 36),
    (Color::LightCyan, "accent", 96),
    (Color::Magenta, "magenta", 35),
    (Color::Yellow, "yellow", 33),
];

fn looks(cell: &Cell) -> impl Iterator<Item = (&'static str, u8)> {
    let colour = COLOURS
        .into_iter()
        .filter(|(colour, ..)| *colour == cell.fg)
        .map(|(_, word, code)| (word, code));
    let modifiers = MODIFIERS
        .into_iter()
        .filter(|(modifier, ..)| cell.modifier.contains(*modifier))
        .map(|(_, word, code)| (word, code));
    colour.chain(modifiers)
}

fn words(cell: &Cell) -> String {
    let words: Vec<&str> = looks(cell).map(|(word, _)| word).collect();
    words.join(" ")
}

fn codes(cell: &Cell) -> String {
    let codes: Vec<String> = looks(cell).map(|(_, code)| code.to_string()).collect();
    codes.join(";")
}
