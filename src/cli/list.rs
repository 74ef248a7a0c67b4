//! `kanwatch list`.

use crate::cli::arguments::{Filter, ListArguments, Sorting};
use crate::cli::failure::Failure;
use crate::cli::{locate, output, report};
use crate::desk::clock::Clock;
use crate::plan::order::pending;
use crate::plan::outlook::Outlook;
use crate::plan::readiness::Readiness;
use crate::task::lane::Lane;
use crate::task::order::Order;
use crate::task::receipt::Wait;
use crate::task::snapshot::Snapshot;
use crate::text::json;
use crate::text::safe::SafeText;
use crate::text::width::cut;

/// The most columns of a title; `--json` has it whole.
const LONGEST: usize = 120;

/// Lists the tasks in the agents' own scan order, or in the board's.
pub fn run(arguments: &ListArguments, clock: Clock) -> Result<(), Failure> {
    let path = locate::path(arguments.store.as_deref())?;
    let mut desk = locate::open(Some(&path), arguments.session.session.as_deref(), clock)?;
    let (snapshot, outlook) = desk.look()?;
    let filter = arguments.filter.choice();
    let places = match arguments.order {
        Sorting::Scan => (0..snapshot.tasks.len()).collect(),
        Sorting::Human => {
            let (order, trouble) = desk.order();
            output::note(trouble.as_deref());
            as_on_the_board(&snapshot, &outlook, &order)
        }
    };
    if arguments.json {
        let store = path.to_string_lossy();
        let sessions = report::sessions(&store, &snapshot, &outlook, filter, &places);
        return output::print(&json::escaped(&sessions));
    }
    let mut lines = Vec::new();
    for session in &snapshot.sessions {
        if snapshot.sessions.len() > 1 {
            let name = session.name.as_ref().map_or("", |name| name.shown());
            lines.push(format!("session {name}"));
        }
        let cards = places
            .iter()
            .copied()
            .filter(|place| session.cards.contains(place))
            .filter(|&place| report::passes(&snapshot, &outlook, place, filter));
        lines.extend(cards.map(|place| line(&snapshot, &outlook, place)));
        if filter == Filter::All {
            let cards = snapshot.tasks[session.cards.clone()].iter();
            lines.extend(cards.filter_map(|task| {
                let fault = report::fault(task)?;
                Some(format!("[!] {}: {}", task.title, fault.words()))
            }));
        }
    }
    if lines.is_empty() {
        lines.push(match &arguments.session.session {
            Some(session) => format!("no tasks in session {}", SafeText::new(session)),
            None => "no tasks".to_owned(),
        });
    }
    output::print(&lines.join("\n"))
}

/// Returns every place: pending cards as they stand on the board, then the others.
fn as_on_the_board(snapshot: &Snapshot, outlook: &Outlook, order: &Order) -> Vec<usize> {
    let others =
        (0..snapshot.tasks.len()).filter(|&place| snapshot.tasks[place].lane != Lane::Pending);
    let mut places = pending(snapshot, outlook, order);
    places.extend(others);
    places
}

/// Returns one task as agents print it: `[ ] #5: title (blocked by: #3)`.
pub fn line(snapshot: &Snapshot, outlook: &Outlook, place: usize) -> String {
    let task = &snapshot.tasks[place];
    let mark = match task.lane {
        Lane::Pending => "[ ]",
        Lane::InProgress => "[>]",
        Lane::Completed => "[x]",
        Lane::Unknown | Lane::Hidden => "[?]",
    };
    let waits: Vec<String> = outlook.waits[place]
        .iter()
        .map(|wait| match wait {
            Wait::Open { key, .. } => format!("#{key}"),
            other => other.words(),
        })
        .collect();
    let tail = match (task.lane, &task.owner) {
        (Lane::Pending, _) if !waits.is_empty() => format!(" (blocked by: {})", waits.join(", ")),
        (Lane::Pending, Some(owner)) if outlook.readiness[place] == Readiness::Reserved => {
            format!(" (reserved by {})", owner.name())
        }
        (Lane::InProgress, Some(owner)) => format!(" ({})", owner.name()),
        (Lane::Unknown, _) => format!(" ({})", report::because(snapshot, outlook, place)),
        _ => String::new(),
    };
    let title = cut(task.title.shown(), LONGEST, "…");
    format!("{mark} #{}: {title}{tail}", task.key)
}
