//! All that is known of the selected card.

use crate::app::news::NewsItem;
use crate::plan::readiness::Readiness;
use crate::scene::line::{Line, Span, span};
use crate::scene::meaning::Meaning;
use crate::scene::moment::{moment, second};
use crate::scene::sentence::sentence;
use crate::scene::view::View;
use crate::task::lane::Lane;
use crate::task::receipt::Wait;
use crate::text::width::{cut, display_width, wrap};

/// The columns that the name of a field takes.
const FIELD: usize = 10;
/// Fewest columns of a title that is cut.
const LEAST_TITLE: usize = 8;
/// How many of a card's latest changes are told.
const CHANGES: usize = 6;

/// Returns what is known of the selected card in `width` columns.
pub fn lines(view: &View<'_>, width: usize) -> Vec<Line> {
    let Some((place, task)) = view.state.selected() else {
        return vec![vec![span("no card is selected", Meaning::Muted)]];
    };
    let head = format!("#{} {}", view.label(place), task.title.shown());
    let mut lines: Vec<Line> = wrap(&head, width, 6, view.marks().ellipsis)
        .into_iter()
        .map(|text| vec![span(text, Meaning::Selected)])
        .collect();
    lines.push(Line::new());
    lines.extend(fields(view, place));
    lines.extend(section("waits for", waits(view, place, width)));
    lines.extend(section("blocks", blocks(view, place, width)));
    lines.extend(section("warnings", oddities(view, place)));
    lines.extend(section("lately", lately(view, place)));
    lines
}

fn fields(view: &View<'_>, place: usize) -> Vec<Line> {
    let task = view.task(place);
    let (sign, meaning) = view.sign(place);
    let readiness = match view.readiness(place) {
        Readiness::Ready => "pending, ready",
        Readiness::Blocked => "pending, blocked",
        Readiness::Stale => "pending, only finished blockers left in its list",
        Readiness::Reserved => "pending, reserved",
        Readiness::Running => "in progress",
        Readiness::Done => "completed",
        Readiness::Unknown => "",
    };
    let status = match view.readiness(place) {
        Readiness::Unknown if task.status.is_blank() => "none".to_owned(),
        Readiness::Unknown => format!("{}, which agents do not know", task.status.shown()),
        _ => readiness.to_owned(),
    };
    let mut lines = vec![vec![
        name("status"),
        span(format!("{sign} "), meaning),
        span(status, Meaning::Plain),
    ]];
    let owner = match &task.owner {
        Some(owner) => span(owner.name().shown(), Meaning::Owner),
        None => span("nobody", Meaning::Muted),
    };
    lines.push(vec![name("owner"), owner]);
    if let Some(at) = task.updated {
        lines.push(vec![
            name("changed"),
            span(moment(at, view.state), Meaning::Plain),
        ]);
    }
    if let (Some(session), true) = (&task.key.session, view.board.snapshot.sessions.len() > 1) {
        lines.push(vec![name("session"), span(session.shown(), Meaning::Plain)]);
    }
    lines
}

fn name(field: &str) -> Span {
    span(format!("{field:<FIELD$}"), Meaning::Muted)
}

fn section(title: &str, lines: Vec<Line>) -> Vec<Line> {
    if lines.is_empty() {
        return lines;
    }
    let head = vec![Line::new(), vec![span(title, Meaning::Header)]];
    head.into_iter().chain(lines).collect()
}

fn waits(view: &View<'_>, place: usize, width: usize) -> Vec<Line> {
    let board = view.board;
    let mut lines: Vec<Line> = board.outlook.waits[place]
        .iter()
        .map(|wait| match wait {
            Wait::Open { key, .. } => match board.snapshot.place(key) {
                Some(blocker) => card(view, blocker, &state_of(view, blocker), width),
                None => vec![span(format!("#{key}"), Meaning::Plain)],
            },
            Wait::Missing(id) => vec![
                span(format!("{} ", view.marks().alarm), Meaning::Warn),
                span(format!("#{id} not found in this store"), Meaning::Warn),
            ],
            Wait::Unreadable => vec![span(wait.words(), Meaning::Warn)],
        })
        .collect();
    if let Some(cycle) = board.outlook.cycle_of(place) {
        let names: Vec<String> = cycle
            .iter()
            .map(|&card| format!("#{}", view.task(card).key))
            .collect();
        let text = format!(
            "{}: {} wait for one another",
            view.marks().cycle,
            names.join(" ")
        );
        lines.push(vec![span(text, Meaning::Warn)]);
    }
    lines
}

fn blocks(view: &View<'_>, place: usize, width: usize) -> Vec<Line> {
    let outlook = &view.board.outlook;
    let open = outlook.graph.dependents[place]
        .iter()
        .filter(|&&dependent| view.task(dependent).lane != Lane::Completed);
    let freed = outlook.frees(&view.board.snapshot, place);
    open.map(|&dependent| {
        let others = outlook.waits[dependent].len().saturating_sub(1);
        let note = if freed.contains(&dependent) {
            "ready after this".to_owned()
        } else if others > 0 {
            format!("waits for {others} more")
        } else {
            view.task(dependent).lane.words().to_owned()
        };
        card(view, dependent, &note, width)
    })
    .collect()
}

fn state_of(view: &View<'_>, place: usize) -> String {
    let task = view.task(place);
    let words = match view.readiness(place) {
        Readiness::Ready | Readiness::Blocked => view.readiness(place).name(),
        _ => task.lane.words(),
    };
    match &task.owner {
        Some(owner) => format!("{words}, {}", owner.name().shown()),
        None => words.to_owned(),
    }
}

/// Returns another card in one line; its title gives way to the note.
fn card(view: &View<'_>, place: usize, note: &str, width: usize) -> Line {
    let (sign, meaning) = view.sign(place);
    let id = format!("#{} ", view.label(place));
    let note = format!("{}{note}", view.marks().separator);
    let room = width.saturating_sub(2 + display_width(&id) + display_width(&note));
    let title = cut(
        view.task(place).title.shown(),
        room.max(LEAST_TITLE),
        view.marks().ellipsis,
    );
    vec![
        span(format!("{sign} "), meaning),
        span(id, Meaning::Count),
        span(title, Meaning::Plain),
        span(note, Meaning::Muted),
    ]
}

fn oddities(view: &View<'_>, place: usize) -> Vec<Line> {
    let warnings = view.board.outlook.warnings(&view.board.snapshot, place);
    warnings
        .iter()
        .map(|warning| {
            let text = format!("{} {}", view.marks().alarm, warning.words());
            vec![span(text, Meaning::Warn)]
        })
        .collect()
}

fn lately(view: &View<'_>, place: usize) -> Vec<Line> {
    let key = &view.task(place).key;
    let items = view.state.news.latest();
    items
        .filter(|item| item.change.key == *key || item.freed.contains(key))
        .take(CHANGES)
        .map(|item| told(view, item))
        .collect()
}

/// Returns what others changed on the whole board, latest first.
pub fn activity(view: &View<'_>) -> Vec<Line> {
    let rows = view.state.viewport.body_rows();
    let items = view.state.news.latest().take(rows);
    items.map(|item| told(view, item)).collect()
}

fn told(view: &View<'_>, item: &NewsItem) -> Line {
    vec![
        span(format!("{} ", second(item.at, view.state)), Meaning::Muted),
        span(view.glyphs.sentence(&sentence(item)), Meaning::Plain),
    ]
}
