//! `kanwatch frame`: one frame of the board, printed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::message::Msg;
use crate::app::state::{Opening, State};
use crate::app::update::update;
use crate::cli::arguments::{Format, FrameArguments};
use crate::cli::failure::Failure;
use crate::cli::resolve::Named;
use crate::cli::{environment, locate, output, resolve};
use crate::desk::clock::Clock;
use crate::paint::frame::paint;
use crate::paint::picture;
use crate::paint::svg;
use crate::scene::compose::compose;
use crate::scene::glyphs::Glyphs;

/// Prints what the board shows at one moment.
pub fn run(arguments: &FrameArguments, clock: Clock) -> Result<(), Failure> {
    let mut desk = locate::open(
        arguments.store.as_deref(),
        arguments.session.session.as_deref(),
        clock,
    )?;
    let (snapshot, outlook) = desk.look()?;
    let now = arguments.at.unwrap_or_else(clock.wall);
    let mut state = State::new(Opening {
        store: desk.name(),
        actor: environment::actor(arguments.actor.actor.as_deref())?,
        zone: jiff::tz::TimeZone::system(),
        now,
        size: arguments.size,
    });
    let selected = arguments
        .select
        .as_deref()
        .map(|key| {
            let named = Named {
                store: arguments.store.as_deref(),
                session: arguments.session.session.as_deref(),
            };
            resolve::key(&snapshot, key, named)
        })
        .transpose()?;
    let (order, trouble) = desk.order();
    output::note(trouble.as_deref());
    update(&mut state, Msg::Order(order), now);
    update(&mut state, Msg::Snapshot(snapshot, outlook), now);
    if let Some(key) = selected {
        state.select(&key);
    }
    let glyphs = if arguments.look.ascii {
        Glyphs::Ascii
    } else {
        Glyphs::Unicode
    };
    let mut buffer = Buffer::empty(Rect::new(0, 0, arguments.size.width, arguments.size.height));
    paint(&compose(&state, glyphs), &environment::theme(), &mut buffer);
    let frame = match arguments.format {
        Format::Text => picture::text(&buffer),
        Format::Ansi => picture::ansi(&buffer),
        Format::Svg => svg::svg(&buffer),
    };
    output::print(frame.strip_suffix('\n').unwrap_or(&frame))
}
