//! One card: its title line and the line below it.

use crate::plan::readiness::Readiness;
use crate::scene::line::{Line, Span, cut_line, join, span};
use crate::scene::meaning::Meaning;
use crate::scene::moment::moment;
use crate::scene::view::View;
use crate::task::lane::Lane;
use crate::task::receipt::Wait;
use crate::task::warning::Warning;
use crate::text::width::{cut_front, display_width};

/// Fewest columns of an id, so that one- and two-digit ids stand in line.
const LEAST_ID: usize = 2;

/// Returns the columns that the ids of `places` take, at most `most`.
pub fn id_width(view: &View<'_>, places: &[usize], most: usize) -> usize {
    places
        .iter()
        .map(|&place| display_width(&view.label(place)))
        .max()
        .unwrap_or(0)
        .clamp(LEAST_ID, most.max(LEAST_ID))
}

/// Returns the cell at the left edge of each row of a card.
pub fn edge(view: &View<'_>, place: usize) -> Span {
    if view.is_selected(place) {
        span(view.marks().cursor, Meaning::Cursor)
    } else if view.state.news.is_unseen(&view.task(place).key) {
        span(view.marks().fresh, Meaning::Fresh)
    } else {
        span(" ", Meaning::Plain)
    }
}

/// Returns the line with sign, id and title.
pub fn title(view: &View<'_>, place: usize, id_width: usize, width: usize) -> Line {
    let (sign, meaning) = view.sign(place);
    let label = cut_front(&view.label(place), id_width, view.marks().ellipsis);
    let gap = id_width.saturating_sub(display_width(&label));
    let (id_meaning, title_meaning) = match (view.is_selected(place), meaning) {
        (true, _) => (Meaning::Selected, Meaning::Selected),
        (false, Meaning::Done) => (Meaning::Done, Meaning::Done),
        (false, _) => (Meaning::Count, Meaning::Plain),
    };
    let line = vec![
        edge(view, place),
        span(sign, meaning),
        span(format!(" {}{label} ", " ".repeat(gap)), id_meaning),
        span(view.task(place).title.shown(), title_meaning),
    ];
    cut_line(line, width, view.glyphs)
}

/// Returns the line that says what the card's state means.
pub fn meta(view: &View<'_>, place: usize, id_width: usize, width: usize) -> Line {
    let indent = id_width + 3;
    let mut line = vec![edge(view, place), span(" ".repeat(indent), Meaning::Plain)];
    let room = width.saturating_sub(indent + 1);
    line.extend(join(&pieces(view, place, room), room, view.glyphs));
    cut_line(line, width, view.glyphs)
}

fn pieces(view: &View<'_>, place: usize, room: usize) -> Vec<Vec<Span>> {
    let task = view.task(place);
    let mut pieces = condition(view, place, room);
    pieces.extend(oddities(view, place));
    if task.lane == Lane::Pending {
        pieces.extend(frees(view, place));
    }
    let when = task.updated.map(|at| moment(at, view.state));
    match (view.readiness(place), when) {
        (Readiness::Running, Some(when)) => pieces.push(vec![
            span(format!("since {when}"), Meaning::Muted),
            span(when, Meaning::Muted),
        ]),
        (Readiness::Done, Some(when)) => pieces.push(vec![span(when, Meaning::Done)]),
        _ => {}
    }
    pieces
}

/// Returns what the card's state means: whom or what it waits for, or who has it.
fn condition(view: &View<'_>, place: usize, room: usize) -> Vec<Vec<Span>> {
    let task = view.task(place);
    let owner = task.owner.as_ref().map(|owner| owner.name().shown());
    match view.readiness(place) {
        Readiness::Ready => vec![vec![span("ready", Meaning::Ready)]],
        Readiness::Blocked => waits(view, place, room),
        Readiness::Stale => vec![vec![span("only finished blockers left", Meaning::Warn)]],
        Readiness::Reserved => vec![vec![span(
            format!("reserved by {}", owner.unwrap_or_default()),
            Meaning::Reserved,
        )]],
        Readiness::Running => {
            let mut pieces = started_early(view, place, room);
            pieces.push(vec![match owner {
                Some(owner) => span(owner, Meaning::Owner),
                None => span("no owner", Meaning::Muted),
            }]);
            pieces
        }
        Readiness::Done => owner
            .map(|owner| vec![span(owner, Meaning::Done)])
            .into_iter()
            .collect(),
        Readiness::Unknown if task.obstacle().is_some() => Vec::new(),
        Readiness::Unknown if task.status.is_blank() => {
            vec![vec![span("no status", Meaning::Unknown)]]
        }
        Readiness::Unknown => vec![vec![span(
            format!("status {}", task.status.shown()),
            Meaning::Unknown,
        )]],
    }
}

/// Returns what a card in progress still waits for.
fn started_early(view: &View<'_>, place: usize, room: usize) -> Vec<Vec<Span>> {
    if view.board.outlook.waits[place].is_empty() {
        return Vec::new();
    }
    let lead = "in progress, ";
    let mut pieces = waits(view, place, room.saturating_sub(lead.len()));
    for wordings in &mut pieces {
        for wording in wordings {
            wording.meaning = Meaning::Warn;
        }
    }
    if let Some(first) = pieces.first_mut() {
        let long = format!("{lead}{}", first[0].text);
        first.insert(0, span(long, Meaning::Warn));
    }
    pieces
}

/// Returns what the card waits for: open cards, then what cannot be met.
fn waits(view: &View<'_>, place: usize, room: usize) -> Vec<Vec<Span>> {
    let own = &view.task(place).key;
    let waits = &view.board.outlook.waits[place];
    let mut pieces = Vec::new();
    let on = ids(view, place, room.saturating_sub(6));
    if !on.is_empty() {
        pieces.push(vec![span(format!("waits {on}"), Meaning::Blocked)]);
    }
    for wait in waits {
        match wait {
            Wait::Open { key, .. } if key == own => {
                pieces.push(vec![span("waits for itself", Meaning::Warn)]);
            }
            Wait::Open { .. } => {}
            Wait::Missing(id) => {
                pieces.push(vec![span(format!("#{id} not found"), Meaning::Warn)]);
            }
            Wait::Unreadable => pieces.push(vec![span("dependencies unreadable", Meaning::Warn)]),
        }
    }
    if view.board.outlook.cycle_of(place).is_some() {
        pieces.push(vec![span(view.marks().cycle, Meaning::Warn)]);
    }
    pieces
}

/// Returns as many ids of open blockers as fit, and how many more there are.
fn ids(view: &View<'_>, place: usize, room: usize) -> String {
    let own = &view.task(place).key;
    let open: Vec<String> = view.board.outlook.waits[place]
        .iter()
        .filter_map(|wait| match wait {
            Wait::Open { key, .. } if key != own => Some(format!("#{key}")),
            _ => None,
        })
        .collect();
    shortened(&open, room)
}

/// Returns as many of `names` as fit in `room`, at least one, and how many more there are.
pub fn shortened(names: &[String], room: usize) -> String {
    (1..=names.len())
        .rev()
        .map(|count| {
            let more = names.len() - count;
            let tail = if more > 0 {
                format!(" +{more}")
            } else {
                String::new()
            };
            format!("{}{tail}", names[..count].join(" "))
        })
        .find(|text| display_width(text) <= room || !text.contains(' '))
        .or_else(|| names.first().cloned())
        .unwrap_or_default()
}

/// Returns what completing the card would release.
fn frees(view: &View<'_>, place: usize) -> Option<Vec<Span>> {
    let outlook = &view.board.outlook;
    let snapshot = &view.board.snapshot;
    if outlook.cycle_of(place).is_some() {
        return None;
    }
    let direct = outlook.frees(snapshot, place);
    let all = outlook.frees_in_all(snapshot, place);
    let first = match direct[..] {
        [] => return None,
        [one] => format!("frees #{}", view.task(one).key),
        _ => format!("frees {}", direct.len()),
    };
    let mut wordings = vec![span(first.clone(), Meaning::Muted)];
    if all > direct.len() {
        wordings.insert(0, span(format!("{first}, {all} in all"), Meaning::Muted));
    }
    Some(wordings)
}

/// Returns the oddities that no other word of the card tells.
fn oddities(view: &View<'_>, place: usize) -> Option<Vec<Span>> {
    let told = |warning: &Warning| {
        matches!(
            warning,
            Warning::UnparseableDependencies
                | Warning::SelfDependency
                | Warning::DanglingDependency
                | Warning::StartedWhileBlocked
                | Warning::UnknownStatus
        )
    };
    let warnings = view.board.outlook.warnings(&view.board.snapshot, place);
    let mut odd = warnings.iter().filter(|warning| !told(warning));
    let first = odd.next()?.words();
    let more = odd.count();
    let sign = view.marks().alarm;
    let long = if more > 0 {
        format!("{sign} {first} +{more}")
    } else {
        format!("{sign} {first}")
    };
    Some(vec![span(long, Meaning::Warn), span(sign, Meaning::Warn)])
}
