//! `kanwatch [STORE]`: opening the board.

use std::io::IsTerminal as _;

use crate::app::state::{Opening, State};
use crate::app::viewport::Size;
use crate::cli::arguments::{BoardArguments, LookArguments};
use crate::cli::failure::{Code, Failure};
use crate::cli::{environment, locate};
use crate::desk::clock::Clock;
use crate::desk::door::Desk;
use crate::desk::pace::Pace;
use crate::scene::glyphs::Glyphs;
use crate::shell::driver::{self, Board};
use crate::shell::ending::Ending;

/// Opens the board on the store that was named or found.
pub fn run(arguments: &BoardArguments, clock: Clock) -> Result<Ending, Failure> {
    let actor = environment::actor(arguments.actor.actor.as_deref())?;
    let session = arguments.session.session.as_deref();
    let path = locate::path(arguments.store.as_deref())?;
    if !path.exists() && path.components().count() == 1 && path.extension().is_none() {
        // More probably a command that was mistyped than a store.
        let shown = path.display();
        let what = format!("{shown} is neither a store nor a command");
        return Err(Failure::new(Code::Failed, what)
            .or_try(format!("kanwatch --help, or kanwatch init {shown}")));
    }
    let desk = locate::open(Some(&path), session, clock)?;
    open(desk, actor, arguments.look, clock)
}

/// Opens the board at `desk`.
pub fn open(
    desk: Desk,
    actor: String,
    look: LookArguments,
    clock: Clock,
) -> Result<Ending, Failure> {
    require_terminal()?;
    let (width, height) = crossterm::terminal::size().unwrap_or((80, 24));
    let state = State::new(Opening {
        store: desk.name(),
        actor,
        zone: jiff::tz::TimeZone::system(),
        now: (clock.wall)(),
        size: Size { width, height },
    });
    let is_ascii = look.ascii || !environment::speaks_utf8();
    let board = Board {
        desk,
        state,
        clock,
        pace: pace(),
        glyphs: if is_ascii {
            Glyphs::Ascii
        } else {
            Glyphs::Unicode
        },
        theme: environment::theme(),
        synchronized: std::env::var_os("TMUX").is_none(),
    };
    driver::run(board)
        .map_err(|error| Failure::new(Code::Failed, format!("the terminal failed: {error}")))
}

/// Refuses where a board cannot be drawn, before a byte is written.
pub fn require_terminal() -> Result<(), Failure> {
    let term = std::env::var("TERM").unwrap_or_default();
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if is_terminal && !term.is_empty() && term != "dumb" {
        return Ok(());
    }
    Err(Failure::new(
        Code::Usage,
        "the board needs a terminal that can place the cursor",
    )
    .or_try("kanwatch list, or a terminal window and TERM set to its kind"))
}

/// Returns how often a store is looked at.
#[cfg(not(feature = "test-guards"))]
pub fn pace() -> Pace {
    Pace::default()
}

/// Lets a test switch off the mechanism that it guards.
#[cfg(feature = "test-guards")]
pub fn pace() -> Pace {
    let mut pace = Pace::default();
    let off = std::env::var("KANWATCH_WITHOUT").unwrap_or_default();
    if off.contains("ladder") {
        pace.ladder.truncate(1);
    }
    if off.contains("heartbeat") {
        pace.beat = std::time::Duration::from_hours(1);
    }
    pace
}
