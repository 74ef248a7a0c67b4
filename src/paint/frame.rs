//! From a scene to the cells of a buffer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::paint::theme::Theme;
use crate::scene::picture::{Scene, Strip};
use crate::scene::spot::Spot;
use crate::text::width::{display_width, take};

/// A place on the screen that can be pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Where it is.
    pub area: Rect,
    /// What it stands for.
    pub spot: Spot,
}

/// Paints `scene` into `buffer`, whatever the buffer's size, and returns what can be pointed
/// at, later ones over earlier ones.
pub fn paint(scene: &Scene, theme: &Theme, buffer: &mut Buffer) -> Vec<Hit> {
    buffer.reset();
    for strip in &scene.strips {
        paint_strip(strip, theme, buffer);
    }
    let area = buffer.area;
    scene
        .targets
        .iter()
        .map(|target| {
            let place = target.area;
            let x = area.x.saturating_add(place.x);
            let y = area.y.saturating_add(place.y);
            Hit {
                area: Rect::new(x, y, place.width, place.height).intersection(area),
                spot: target.spot.clone(),
            }
        })
        .filter(|hit| !hit.area.is_empty())
        .collect()
}

fn paint_strip(strip: &Strip, theme: &Theme, buffer: &mut Buffer) {
    let area = buffer.area;
    let (x, y) = (
        area.x.saturating_add(strip.x),
        area.y.saturating_add(strip.y),
    );
    if x >= area.right() || y >= area.bottom() {
        return;
    }
    let end = x.saturating_add(strip.width).min(area.right());
    make_room(buffer, x, end, y);
    let mut at = x;
    for span in &strip.line {
        let room = usize::from(end - at);
        let fits = take(&span.text, room);
        let style = theme.style(span.meaning);
        (at, _) = buffer.set_stringn(at, y, fits, room, style);
        // A wide character that no longer fits ends the line, or what follows would move.
        if fits.len() < span.text.len() || usize::from(end - at) < 1 {
            break;
        }
    }
}

/// Blanks a run of cells, and the first half of a wide character that reached into it.
fn make_room(buffer: &mut Buffer, x: u16, end: u16, y: u16) {
    let left = buffer.area.x;
    if x > left && display_width(buffer[(x - 1, y)].symbol()) > 1 {
        buffer[(x - 1, y)].set_symbol(" ");
    }
    for column in x..end {
        buffer[(column, y)].reset();
        buffer[(column, y)].set_style(Style::reset());
    }
}
