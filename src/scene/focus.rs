//! The focus line: the drawing around the selected card, in words.

use crate::plan::readiness::Readiness;
use crate::scene::chain::Chain;
use crate::scene::line::{Line, cut_line, span, width_of};
use crate::scene::meaning::Meaning;
use crate::scene::moment::moment;
use crate::scene::view::View;
use crate::task::card::Task;
use crate::task::lane::Lane;
use crate::task::receipt::Wait;
use crate::task::warning::Warning;
use crate::text::width::{cut, display_width};

/// Fewest columns of a title that is cut.
const LEAST_TITLE: usize = 12;

/// How many generations of what waits are named, and how many cards of each.
const GENERATIONS: usize = 5;
const NAMED: usize = 4;

/// Fewest columns of a row that names who works on a blocker.
const FULL_WORDS: usize = 70;

/// Returns the focus line in at most `width` columns.
pub fn line(view: &View<'_>, chain: &Chain, undrawn: usize, width: usize) -> Line {
    let Some((place, task)) = view.state.selected() else {
        return Line::new();
    };
    let id = format!(" #{} ", view.label(place));
    let state = vec![span(
        format!("  {}", condition(view, place, width)),
        meaning(view, place),
    )];
    let omitted = omitted(undrawn);
    let fixed = display_width(&id) + width_of(&state) + width_of(&omitted);
    let mut rest = state;
    rest.extend(blocks(
        view,
        chain,
        width.saturating_sub(fixed + LEAST_TITLE + 3),
    ));
    rest.extend(omitted);
    let room = width.saturating_sub(display_width(&id) + width_of(&rest));
    let title = cut(
        task.title.shown(),
        room.max(LEAST_TITLE),
        view.marks().ellipsis,
    );
    let mut line = vec![span(id, Meaning::Selected), span(title, Meaning::Selected)];
    line.extend(rest);
    cut_line(line, width, view.glyphs)
}

fn omitted(undrawn: usize) -> Line {
    let text = match undrawn {
        0 => return Line::new(),
        1 => "   (1 line not drawn)".to_owned(),
        many => format!("   ({many} lines not drawn)"),
    };
    vec![span(text, Meaning::Muted)]
}

fn meaning(view: &View<'_>, place: usize) -> Meaning {
    match view.sign(place).1 {
        // The words are what the person asked for, so they are not dimmed.
        Meaning::Blocked | Meaning::Done => Meaning::Plain,
        other => other,
    }
}

/// Returns the card's state and what it waits for.
fn condition(view: &View<'_>, place: usize, width: usize) -> String {
    let task = view.task(place);
    let separator = view.marks().separator;
    let mut words = vec![match view.readiness(place) {
        Readiness::Stale => "only finished blockers left".to_owned(),
        Readiness::Reserved | Readiness::Ready | Readiness::Blocked => {
            view.readiness(place).name().to_owned()
        }
        Readiness::Unknown if task.obstacle().is_some() => obstacle(task),
        Readiness::Unknown if task.status.is_blank() => "no status".to_owned(),
        Readiness::Unknown => format!("unknown status {}", task.status.shown()),
        Readiness::Running | Readiness::Done => task.lane.words().to_owned(),
    }];
    let waits = &view.board.outlook.waits[place];
    if !waits.is_empty() {
        words.push(format!("waits {}", waited(waits, width)));
    }
    if view.board.outlook.cycle_of(place).is_some() {
        words.push(view.marks().cycle.to_owned());
    }
    if let Some(owner) = &task.owner {
        let by = if task.lane == Lane::Pending {
            "for "
        } else {
            ""
        };
        words.push(format!("{by}{}", owner.name().shown()));
    }
    if task.lane == Lane::InProgress && task.owner.is_none() {
        words.push("no owner".to_owned());
    }
    if let (Lane::InProgress, Some(at)) = (task.lane, task.updated) {
        words.push(format!("since {}", moment(at, view.state)));
    }
    words.join(separator)
}

fn obstacle(task: &Task) -> String {
    task.obstacle().map(Warning::words).unwrap_or_default()
}

/// Returns what is waited for, in full words where the row is long enough for them.
fn waited(waits: &[Wait], width: usize) -> String {
    let named: Vec<String> = waits
        .iter()
        .take(3)
        .map(|wait| match wait {
            Wait::Open { key, .. } if width < FULL_WORDS => format!("#{key}"),
            other => other.words(),
        })
        .collect();
    let more = waits.len() - named.len();
    let tail = if more > 0 {
        format!(" +{more}")
    } else {
        String::new()
    };
    format!("{}{tail}", named.join(", "))
}

/// Returns what waits for the card, near to far, as far as it fits and can be taken in.
fn blocks(view: &View<'_>, chain: &Chain, room: usize) -> Line {
    let marks = view.marks();
    let farther = format!("{}{}", marks.leads_to, marks.ellipsis);
    let mut words = String::new();
    for (generation, cards) in chain.generations.iter().enumerate() {
        let before = if words.is_empty() {
            "blocks "
        } else {
            marks.leads_to
        };
        let next = format!("{before}{}", generation_words(view, cards));
        let last = generation + 1 == chain.generations.len();
        let spare = if last { 0 } else { display_width(&farther) };
        if generation == GENERATIONS || display_width(&words) + display_width(&next) + spare > room
        {
            if !words.is_empty() {
                words.push_str(&farther);
            }
            break;
        }
        words.push_str(&next);
    }
    if words.is_empty() {
        return Line::new();
    }
    vec![span(format!("   {words}"), Meaning::Plain)]
}

fn generation_words(view: &View<'_>, cards: &[usize]) -> String {
    let named: Vec<String> = cards
        .iter()
        .take(NAMED)
        .map(|&card| format!("#{}", view.task(card).key))
        .collect();
    let more = cards.len() - named.len();
    let tail = if more > 0 {
        format!(" +{more}")
    } else {
        String::new()
    };
    format!("{}{tail}", named.join(" "))
}
