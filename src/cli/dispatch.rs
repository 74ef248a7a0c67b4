//! From the command line to the verb, and from its end to the exit code.

use std::ffi::OsString;

use crate::cli::arguments::{Arguments, Command};
use crate::cli::failure::{Code, Failure};
use crate::cli::{
    board, demo, frame, init, lines, list, next, output, reorder, show, usage, verbs,
};
use crate::desk::clock::Clock;
use crate::shell::ending::Ending;
use crate::task::command::Verb;

/// Does what was asked and returns how the process is to end.
pub fn run(line: &[OsString], clock: Clock) -> Ending {
    let ending = usage::read(line).and_then(|arguments| obey(&arguments, clock));
    ending.unwrap_or_else(|failure| {
        output::complain(&failure);
        Ending::Code(failure.code as u8)
    })
}

fn obey(arguments: &Arguments, clock: Clock) -> Result<Ending, Failure> {
    let code = match &arguments.command {
        None => return board::run(&arguments.board, clock),
        Some(Command::Demo(demo)) => return demo::run(demo, clock),
        Some(Command::DemoAgent(agent)) => demo::agent(agent, clock).map(|()| Code::Done),
        Some(Command::Init { store, kind }) => {
            init::run(store.as_deref(), *kind).map(|()| Code::Done)
        }
        Some(Command::List(list)) => list::run(list, clock).map(|()| Code::Done),
        Some(Command::Lines(lines)) => lines::run(lines, clock).map(|()| Code::Done),
        Some(Command::Show { task, json }) => show::run(task, *json, clock).map(|()| Code::Done),
        Some(Command::Frame(frame)) => frame::run(frame, clock).map(|()| Code::Done),
        Some(Command::Move(wish)) => reorder::run(wish, clock),
        Some(Command::Next(next)) => next::run(next, clock),
        Some(Command::Claim(verb)) => verbs::run(Verb::Claim, verb, clock),
        Some(Command::Complete(verb)) => verbs::run(Verb::Complete, verb, clock),
        Some(Command::Release(verb)) => verbs::run(Verb::Release, verb, clock),
        Some(Command::Reopen(verb)) => verbs::run(Verb::Reopen, verb, clock),
    }?;
    Ok(Ending::Code(code as u8))
}
