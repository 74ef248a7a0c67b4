//! `kanwatch lines`: one line for each change, for screen readers, logs and scripts.

use std::io::{self, Write as _};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::cli::arguments::LinesArguments;
use crate::cli::failure::{Code, Failure};
use crate::cli::teller::Teller;
use crate::cli::{board, locate};
use crate::desk::clock::Clock;
use crate::desk::keeper::{Keeper, Report};
use crate::shell::{hangup, terminal};

/// Reports that may wait to be printed.
const INBOX: usize = 64;
/// How long a reader that takes nothing may hold up the end.
const PATIENCE: Duration = Duration::from_secs(1);

enum Event {
    Report(Box<Report>),
    End,
}

/// Prints changes until a signal comes or nobody reads any more.
pub fn run(arguments: &LinesArguments, clock: Clock) -> Result<(), Failure> {
    let path = locate::path(arguments.store.as_deref())?;
    let desk = locate::open(Some(&path), arguments.session.session.as_deref(), clock)?;
    let teller = Teller::new(&path, jiff::tz::TimeZone::system(), arguments.json);
    // A keeper that is gone would leave a silence that looks like peace.
    terminal::end_on_panic();
    let (events, inbox) = sync_channel(INBOX);
    listen(&events).map_err(|error| failed(&error))?;
    let keeper = Keeper::start(desk, clock, board::pace(), move |report| {
        // Nobody receives once the end has come.
        let _ = events.send(Event::Report(Box::new(report)));
    })
    .map_err(|error| failed(&error))?;
    let result = tell(teller, &inbox, clock);
    // The keeper may be waiting to report.
    drop(inbox);
    drop(keeper);
    result
}

fn tell(mut teller: Teller, inbox: &Receiver<Event>, clock: Clock) -> Result<(), Failure> {
    while let Ok(Event::Report(report)) = inbox.recv() {
        let mut text = String::new();
        for line in teller.lines(*report, (clock.wall)()) {
            text.push_str(&line);
            text.push('\n');
        }
        let mut out = io::stdout().lock();
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => return Err(failed(&error)),
        }
    }
    Ok(())
}

/// Lets a signal, or a reader that goes away, bring the end.
fn listen(events: &SyncSender<Event>) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    let end = events.clone();
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            if signals.forever().next().is_some() {
                let _ = end.try_send(Event::End);
                // Nothing is ever written to the store, so an end by force does no harm.
                thread::sleep(PATIENCE);
                std::process::exit(i32::from(Code::Done as u8));
            }
        })?;
    let end = events.clone();
    hangup::watch(io::stdout(), move || {
        let _ = end.send(Event::End);
    })
}

fn failed(error: &io::Error) -> Failure {
    Failure::new(Code::Failed, format!("cannot tell what changes: {error}"))
}
