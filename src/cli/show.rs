//! `kanwatch show`.

use crate::cli::arguments::TaskArguments;
use crate::cli::failure::{Code, Failure};
use crate::cli::{list, locate, output, report, resolve};
use crate::desk::clock::Clock;
use crate::plan::outlook::Outlook;
use crate::task::snapshot::Snapshot;
use crate::text::json;

/// Shows all that is known of one task.
pub fn run(arguments: &TaskArguments, as_json: bool, clock: Clock) -> Result<(), Failure> {
    let mut desk = locate::open(
        arguments.store.as_deref(),
        arguments.session.session.as_deref(),
        clock,
    )?;
    let (snapshot, outlook) = desk.look()?;
    let key = resolve::key(&snapshot, &arguments.key, arguments.named())?;
    let place = snapshot
        .place(&key)
        .ok_or_else(|| Failure::new(Code::Failed, "the task is gone"))?;
    if as_json {
        let mut task = report::task(&snapshot, &outlook, place);
        task["session"] = key
            .session
            .as_ref()
            .map(super::super::text::safe::SafeText::raw)
            .into();
        task["warnings"] = outlook
            .warnings(&snapshot, place)
            .iter()
            .map(super::super::task::warning::Warning::name)
            .collect();
        return output::print(&json::escaped(&task));
    }
    output::print(&text(&snapshot, &outlook, place))
}

fn text(snapshot: &Snapshot, outlook: &Outlook, place: usize) -> String {
    let task = &snapshot.tasks[place];
    let mut lines = vec![list::line(snapshot, outlook, place)];
    let mut say = |label: &str, value: String| {
        if !value.is_empty() {
            lines.push(format!("    {label:<10}{value}"));
        }
    };
    say(
        "session",
        task.key
            .session
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
    );
    say(
        "status",
        format!(
            "{} · {}",
            task.lane.words(),
            outlook.readiness[place].name()
        ),
    );
    say("because", report::because(snapshot, outlook, place));
    say(
        "owner",
        task.owner
            .as_ref()
            .map(|owner| owner.name().to_string())
            .unwrap_or_default(),
    );
    let frees: Vec<_> = outlook
        .frees(snapshot, place)
        .into_iter()
        .map(|freed| format!("#{}", snapshot.tasks[freed].key))
        .collect();
    say("frees", frees.join(" "));
    say(
        "updated",
        task.updated
            .map(|moment| moment.to_string())
            .unwrap_or_default(),
    );
    for warning in outlook.warnings(snapshot, place) {
        say("warning", warning.words());
    }
    lines.join("\n")
}
