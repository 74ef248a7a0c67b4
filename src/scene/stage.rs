//! The middle of the screen: columns of cards, the channel, the rules and the side pane.

use crate::app::action::Action;
use crate::app::viewport::{ROWS_ABOVE, Shape};
use crate::plan::readiness::Readiness;
use crate::scene::chain::Chain;
use crate::scene::columns::{Column, layout};
use crate::scene::line::{Line, Span, cut_line, join, span, spread, width_of};
use crate::scene::meaning::Meaning;
use crate::scene::picture::Scene;
use crate::scene::spot::Spot;
use crate::scene::view::View;
use crate::scene::{card, channel, detail, ghost, ports};
use crate::task::lane::Lane;
use crate::text::width::display_width;

/// Sets the middle of the screen and returns how many lines could not be drawn.
pub fn set(scene: &mut Scene, view: &View<'_>, chain: &Chain) -> usize {
    let state = view.state;
    let shape = state.viewport.shape();
    let layout = layout(scene.size, view.board.columns.shown(), state.cursor.lane);
    if shape == Shape::Tabs {
        let width = usize::from(scene.size.width);
        let tabs = tabs(scene, view, width);
        scene.put(0, 1, width, tabs);
    }
    for column in &layout.columns {
        if shape != Shape::Tabs {
            scene.put(column.x, 1, column.width, title(view, *column));
            let spot = Spot::Title(column.lane);
            scene.aim((column.x, 1), (column.width, 1), spot);
        }
        let body = (column.width, state.viewport.body_rows());
        let ground = Spot::Column(column.lane);
        scene.aim((column.x, usize::from(ROWS_ABOVE)), body, ground);
        cards(scene, view, *column);
        ghost(scene, view, *column);
    }
    let top = usize::from(ROWS_ABOVE);
    let rows = state.viewport.body_rows();
    for &x in &layout.rules {
        for y in 1..top + rows {
            scene.put(x, y, 1, vec![span(view.marks().vertical, Meaning::Border)]);
        }
    }
    if let Some((x, width)) = layout.pane {
        pane(scene, view, x, width);
    }
    let Some((x, width)) = layout.channel else {
        return 0;
    };
    let drawing = channel::drawing(view, chain, width);
    for row in 0..rows {
        scene.put(x, top + row, width, channel::row(&drawing, row, view));
    }
    drawing.undrawn
}

fn cards(scene: &mut Scene, view: &View<'_>, column: Column) {
    let shape = view.state.viewport.shape();
    let visible = view.state.visible(column.lane);
    let height = shape.card_rows(column.lane);
    let id_width = card::id_width(view, visible, (column.width / 4).min(12));
    // A blank cell keeps text and lines apart.
    let width = column.width.saturating_sub(1);
    let state = view.state;
    for (index, &place) in (state.viewport.top(column.lane)..).zip(visible) {
        let y = usize::from(ROWS_ABOVE) + state.slot(column.lane, index) * height;
        let lines = [card::title, card::meta];
        for (row, write) in lines.into_iter().take(height).enumerate() {
            let line = if shape == Shape::Tabs {
                let room = width.saturating_sub(ports::WIDTH + 1);
                let label = [ports::waits, ports::blocks][row](view, place);
                let mut line = write(view, place, id_width, room);
                let gap = (room + 1).saturating_sub(width_of(&line));
                line.push(span(" ".repeat(gap), Meaning::Plain));
                line.extend(label);
                line
            } else {
                write(view, place, id_width, width)
            };
            scene.put(column.x, y + row, width, line);
        }
        let key = view.task(place).key.clone();
        scene.aim((column.x, y), (width, height.min(2)), Spot::Card(key));
    }
}

/// Sets the ghost where its card stood.
fn ghost(scene: &mut Scene, view: &View<'_>, column: Column) {
    let state = view.state;
    let at = state.ghost_in(column.lane).zip(state.ghost.as_ref());
    let Some((index, ghost)) = at else { return };
    let slot = index.saturating_sub(state.viewport.top(column.lane));
    let row = slot * state.viewport.shape().card_rows(column.lane);
    if row < state.viewport.body_rows() {
        let width = column.width.saturating_sub(1);
        let y = usize::from(ROWS_ABOVE) + row;
        scene.put(column.x, y, width, ghost::line(view, ghost, width));
        let follow = Spot::Hint {
            action: Action::GoAfter,
            word: "where it went",
        };
        scene.aim((column.x, y), (width, 1), follow);
    }
}

/// Returns a column's title: its name, its counts, and what is out of view.
fn title(view: &View<'_>, column: Column) -> Line {
    let lane = column.lane;
    let count = view.board.columns.cards(lane).len();
    let meaning = if view.state.cursor.lane == lane {
        Meaning::Title
    } else {
        Meaning::Header
    };
    let hidden = out_of_view(view, lane);
    let width = column.width.saturating_sub(1);
    let taken = match width_of(&hidden) {
        0 => 1,
        taken => taken + 3,
    };
    let room = width.saturating_sub(taken);
    let mut pieces = vec![vec![span(
        format!("{} {count}", lane.words().to_uppercase()),
        meaning,
    )]];
    if lane == Lane::Pending && view.state.viewport.shape() != Shape::Compact {
        pieces.extend(tally(view));
    }
    let mut words = vec![span(" ", Meaning::Plain)];
    words.extend(join(&pieces, room, view.glyphs));
    spread(words, hidden, width, view.glyphs)
}

fn tally(view: &View<'_>) -> Vec<Vec<Span>> {
    let pending = view.board.columns.cards(Lane::Pending);
    let count = |wanted| {
        pending
            .iter()
            .filter(|&&place| view.readiness(place) == wanted)
            .count()
    };
    [
        (count(Readiness::Ready), "ready"),
        (count(Readiness::Reserved), "reserved"),
    ]
    .into_iter()
    .filter(|&(count, _)| count > 0)
    .map(|(count, word)| vec![span(format!("{count} {word}"), Meaning::Muted)])
    .collect()
}

fn out_of_view(view: &View<'_>, lane: Lane) -> Line {
    let count = view.board.columns.cards(lane).len();
    let above = view.state.viewport.top(lane).min(count);
    let below = count - above - view.state.visible(lane).len();
    let marks = view.marks();
    let words: Vec<String> = [(above, marks.above), (below, marks.below)]
        .into_iter()
        .filter(|&(count, _)| count > 0)
        .map(|(count, mark)| format!("{mark}{count}"))
        .collect();
    if words.is_empty() {
        return Line::new();
    }
    vec![span(words.join(" "), Meaning::Count)]
}

/// Returns the tabs of a narrow screen; the open one stands in brackets.
fn tabs(scene: &mut Scene, view: &View<'_>, width: usize) -> Line {
    let hidden = out_of_view(view, view.state.cursor.lane);
    let mut line = vec![span(" ", Meaning::Plain)];
    for &lane in view.board.columns.shown() {
        let name = match lane {
            Lane::InProgress => "Progress",
            Lane::Completed => "Done",
            Lane::Unknown => "Unknown",
            _ => "Pending",
        };
        let text = format!("{name} {}", view.board.columns.cards(lane).len());
        let wide = display_width(&text) + 2;
        scene.aim((width_of(&line), 1), (wide, 1), Spot::Title(lane));
        if lane == view.state.cursor.lane {
            line.push(span(format!("[{text}]"), Meaning::Title));
            line.push(span("  ", Meaning::Plain));
        } else {
            line.push(span(format!("{text}  "), Meaning::Header));
        }
    }
    spread(line, hidden, width.saturating_sub(1), view.glyphs)
}

/// Sets the side pane: the selected card and, below it, what others did lately.
fn pane(scene: &mut Scene, view: &View<'_>, x: usize, width: usize) {
    let room = width.saturating_sub(2);
    let rows = view.state.viewport.body_rows();
    scene.put(x, 1, width, vec![span(" DETAIL", Meaning::Header)]);
    let mut lines = detail::lines(view, room);
    let activity = detail::activity(view);
    if !activity.is_empty() {
        let border = view.marks().horizontal.repeat(room);
        lines.push(Line::new());
        lines.push(vec![span(border, Meaning::Border)]);
        lines.push(vec![span("ACTIVITY", Meaning::Header)]);
        lines.extend(activity);
    }
    for (row, line) in lines.into_iter().take(rows).enumerate() {
        let y = usize::from(ROWS_ABOVE) + row;
        scene.put(x + 1, y, room, cut_line(line, room, view.glyphs));
    }
}
