//! The loop: wait for something, take all that has come, draw once.

use std::io;
use std::mem::ManuallyDrop;
use std::time::Duration;

use crossterm::event::EventStream;
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use crossterm::{execute, queue};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use tokio::sync::mpsc::{Receiver, channel};
use tokio_stream::StreamExt as _;

use crate::app::message::{Effect, Msg};
use crate::app::state::State;
use crate::app::update::update;
use crate::app::viewport::Size;
use crate::desk::clock::Clock;
use crate::desk::door::Desk;
use crate::desk::keeper::{Keeper, Report};
use crate::desk::pace::Pace;
use crate::keys::resolve::Resolver;
use crate::paint::frame::paint;
use crate::paint::theme::Theme;
use crate::scene::compose::compose;
use crate::scene::glyphs::Glyphs;
use crate::scene::spot::Spot;
use crate::shell::ending::Ending;
use crate::shell::input::{self, Input};
use crate::shell::pointer::{Cause, Pointer};
use crate::shell::signals::{Caught, Signals};
use crate::shell::{hangup, job, terminal};
use crate::task::order::{MoveReceipt, NotMoved};
use crate::task::receipt::{Outcome, Receipt};
use crate::task::retrace::{RetraceReceipt, Retraced};

/// The least time between two frames.
const FRAME: Duration = Duration::from_millis(16);
/// How long the first frame waits for the store's first word, so that a quick store never
/// shows an empty board first.
const OPENING: Duration = Duration::from_millis(50);
/// How often a board in the background looks whether it is in front again.
const LOOK_IN_FRONT: Duration = Duration::from_millis(250);
/// Reports that may wait for the loop.
const INBOX: usize = 64;

/// What a board is run with.
pub struct Board {
    /// The desk at the store.
    pub desk: Desk,
    /// What is known at the start.
    pub state: State,
    /// The clock.
    pub clock: Clock,
    /// How often the store is looked at.
    pub pace: Pace,
    /// Which signs are drawn.
    pub glyphs: Glyphs,
    /// How they look.
    pub theme: Theme,
    /// Whether frames are sent as one update; not inside tmux, which may lose cells by it.
    pub synchronized: bool,
}

/// Runs the board until it is left, and gives the terminal back.
pub fn run(board: Board) -> io::Result<Ending> {
    terminal::end_on_panic();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(drive(board))
}

/// Never dropped: it would show the cursor, which is the guard's to do, and panic where the
/// terminal is gone.
type Screen = ManuallyDrop<Terminal<CrosstermBackend<io::Stdout>>>;

/// Whether the terminal is the board's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    /// It is.
    Here,
    /// It is again, though the signal that continued the board is still on its way. Coming back
    /// twice would flash.
    Back,
    /// Another job has it.
    Away,
}

struct Driver {
    state: State,
    keeper: Keeper,
    clock: Clock,
    glyphs: Glyphs,
    theme: Theme,
    synchronized: bool,
    resolver: Resolver,
    pointer: Pointer,
    screen: Screen,
    /// Who brought the next frame about; `None` while nothing has changed.
    due: Option<Cause>,
    /// The earliest moment of the next frame, of the steady clock.
    next_frame: Duration,
    presence: Presence,
    /// Called halfway through a frame; panics, to prove that the terminal is given back.
    #[cfg(feature = "test-guards")]
    halfway: fn(),
    ending: Option<Ending>,
}

async fn drive(board: Board) -> io::Result<Ending> {
    let mut signals = Signals::listen()?;
    let guard = terminal::TerminalGuard::take()?;
    let (reports, mut inbox) = channel(INBOX);
    let mut keeper = Keeper::start(board.desk, board.clock, board.pace, move |report| {
        // The loop has ended when nobody receives.
        let _ = reports.blocking_send(report);
    })?;
    hangup::end_on_hangup(keeper.closer())?;
    let mut driver = Driver {
        state: board.state,
        keeper,
        clock: board.clock,
        glyphs: board.glyphs,
        theme: board.theme,
        synchronized: board.synchronized,
        resolver: Resolver::default(),
        pointer: Pointer::default(),
        screen: fresh_screen()?,
        due: Some(Cause::Store),
        next_frame: (board.clock.steady)() + OPENING,
        presence: Presence::Here,
        #[cfg(feature = "test-guards")]
        halfway: || (),
        ending: None,
    };
    let result = driver.work(&mut signals, &mut inbox).await;
    inbox.close();
    drop(inbox);
    drop(driver);
    drop(guard);
    result
}

impl Driver {
    async fn work(
        &mut self,
        signals: &mut Signals,
        inbox: &mut Receiver<Report>,
    ) -> io::Result<Ending> {
        let mut keys = EventStream::new();
        loop {
            if let Some(ending) = self.ending {
                return Ok(ending);
            }
            let mut frame_due = None;
            let is_away = self.presence == Presence::Away;
            if self.due.is_some() && !is_away {
                let wait = self.next_frame.saturating_sub((self.clock.steady)());
                if wait.is_zero() {
                    self.draw()?;
                } else {
                    frame_due = Some(wait);
                }
            }
            let alarm = self.alarm();
            tokio::select! {
                biased;
                signal = signals.next() => self.take_signal(signal)?,
                event = keys.next() => match event {
                    Some(Ok(event)) => self.take_event(&event),
                    Some(Err(error)) => return Err(error),
                    None => return Ok(Ending::Code(1)),
                },
                Some(report) = inbox.recv() => {
                    self.take_report(report);
                    while let Ok(report) = inbox.try_recv() {
                        self.take_report(report);
                    }
                }
                () = pause(frame_due) => {}
                // A shell that brings a running job to the front need not say so.
                () = pause(is_away.then_some(LOOK_IN_FRONT)) => {
                    if job::is_in_front() {
                        self.come_back_if_in_front()?;
                    }
                }
                () = pause(alarm) => {
                    // Time, as the store, is not the person.
                    self.due = Some(Cause::Store);
                    self.tell(Msg::Tick);
                }
            }
        }
    }

    fn alarm(&self) -> Option<Duration> {
        let left = self.state.alarm()?.duration_since((self.clock.wall)());
        // A moment more, so that the alarm has truly passed when it is looked at.
        Some(Duration::try_from(left).unwrap_or_default() + Duration::from_millis(1))
    }

    fn take_event(&mut self, event: &crossterm::event::Event) {
        match input::read(event) {
            Some(Input::Press(chord)) => {
                if let Some(action) = self.resolver.press(chord) {
                    self.tell(Msg::Act(action));
                }
            }
            Some(Input::Click(x, y)) => self.click(x, y),
            Some(Input::Wheel(x, y, by)) => {
                if let Some(lane) = self.pointer.column(x, y) {
                    self.tell(Msg::Scroll(lane, by));
                }
            }
            Some(Input::Resized(size)) => self.tell(Msg::Resized(size)),
            None => {}
        }
    }

    fn click(&mut self, x: u16, y: u16) {
        let now = (self.clock.steady)();
        let msg = match self.pointer.click(x, y, now) {
            Some(Spot::Card(key)) => Msg::Select(key.clone()),
            Some(&Spot::Title(lane)) => Msg::Open(lane),
            Some(&Spot::Hint { action, .. }) => Msg::Act(action),
            Some(Spot::Column(_)) | None => return,
        };
        self.tell(msg);
    }

    fn take_report(&mut self, report: Report) {
        if self.state.board.is_none() {
            self.next_frame = Duration::ZERO;
        }
        self.due = Some(Cause::Store);
        self.tell(match report {
            Report::Snapshot(snapshot, outlook) => Msg::Snapshot(snapshot, outlook),
            Report::Order(order) => Msg::Order(order),
            Report::Unkept(why) => Msg::Unkept(why),
            Report::Receipt(receipt) => Msg::Receipt(receipt),
            Report::Moved(receipt) => Msg::Moved(receipt),
            Report::Retraced(receipt) => Msg::Retraced(receipt),
            Report::Overwritten(overwrite) => Msg::Overwritten(overwrite),
            Report::Waiting => Msg::Waiting,
            Report::Health(health) => Msg::Health(health),
        });
    }

    fn take_signal(&mut self, signal: Caught) -> io::Result<()> {
        match signal {
            Caught::End(number) => self.ending = Some(Ending::Signal(number)),
            Caught::Stop => self.suspend(job::stop_self)?,
            Caught::Continue if self.presence == Presence::Back => self.presence = Presence::Here,
            Caught::Continue => {
                self.come_back_if_in_front()?;
            }
        }
        Ok(())
    }

    fn tell(&mut self, msg: Msg) {
        let now = (self.clock.wall)();
        let effects = update(&mut self.state, msg, now);
        self.due.get_or_insert(Cause::Person);
        for effect in effects {
            self.run_effect(effect);
        }
    }

    fn run_effect(&mut self, effect: Effect) {
        match effect {
            Effect::Submit(command) => {
                if let Err(command) = self.keeper.submit(command) {
                    let (verb, key, actor) = (command.verb, command.key, command.actor);
                    let receipt = Receipt {
                        verb,
                        key,
                        actor,
                        outcome: Outcome::Busy,
                        deed: None,
                    };
                    self.tell(Msg::Receipt(receipt));
                }
            }
            Effect::Reorder(wish) => {
                let key = wish.key.clone();
                if !self.keeper.reorder(wish) {
                    let outcome = Err(NotMoved::Unkept("too much is waiting".to_owned()));
                    self.tell(Msg::Moved(MoveReceipt { key, outcome }));
                }
            }
            Effect::Retrace(asked) => {
                if !self.keeper.retrace(asked.clone()) {
                    let outcome = Retraced::Busy;
                    self.tell(Msg::Retraced(RetraceReceipt { asked, outcome }));
                }
            }
            Effect::Rescan => self.rescan(),
            Effect::Mouse(on) => {
                // As below: the next frame finds a terminal that is gone.
                let _ = terminal::capture_mouse(on);
            }
            Effect::Suspend if job::is_nobodys() => {}
            Effect::Suspend => {
                // An error here means that the terminal is gone, which the next frame finds too.
                let _ = self.suspend(job::stop_all);
            }
            Effect::Quit => self.ending = Some(Ending::Code(0)),
        }
    }

    fn rescan(&mut self) {
        #[cfg(feature = "test-guards")]
        match std::env::var("KANWATCH_PANIC").as_deref() {
            Ok("keeper") => self.keeper.panic(),
            Ok("draw") => self.halfway = || panic!("asked to"),
            Ok(_) => panic!("asked to"),
            Err(_) => {}
        }
        self.keeper.rescan();
    }

    fn suspend(&mut self, stop: fn() -> rustix::io::Result<()>) -> io::Result<()> {
        terminal::leave();
        stop()?;
        if self.come_back_if_in_front()? {
            self.presence = Presence::Back;
        }
        Ok(())
    }

    /// Takes the terminal, unless another job has it: to touch it then would stop the board again,
    /// before it could so much as end. Tells whether it did.
    fn come_back_if_in_front(&mut self) -> io::Result<bool> {
        if !job::is_in_front() {
            terminal::leave();
            self.presence = Presence::Away;
            return Ok(false);
        }
        self.presence = Presence::Here;
        self.come_back()?;
        Ok(true)
    }

    fn come_back(&mut self) -> io::Result<()> {
        terminal::leave();
        terminal::enter(self.state.mouse)?;
        self.screen = fresh_screen()?;
        let (width, height) = crossterm::terminal::size()?;
        self.tell(Msg::Resized(Size { width, height }));
        self.keeper.rescan();
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let cause = self.due.take().unwrap_or(Cause::Person);
        if self.synchronized {
            queue!(io::stdout(), BeginSynchronizedUpdate)?;
        }
        let scene = compose(&self.state, self.glyphs);
        let theme = &self.theme;
        let mut hits = Vec::new();
        #[cfg(feature = "test-guards")]
        let halfway = self.halfway;
        self.screen.draw(|frame| {
            hits = paint(&scene, theme, frame.buffer_mut());
            #[cfg(feature = "test-guards")]
            halfway();
        })?;
        if self.synchronized {
            execute!(io::stdout(), EndSynchronizedUpdate)?;
        }
        let now = (self.clock.steady)();
        self.pointer.renew(hits, cause, now);
        self.next_frame = now + FRAME;
        Ok(())
    }
}

/// Empties the screen and forgets what was on it. The library's own way asks the terminal where
/// its cursor is, and not every terminal answers.
fn fresh_screen() -> io::Result<Screen> {
    execute!(io::stdout(), Clear(ClearType::All))?;
    Terminal::new(CrosstermBackend::new(io::stdout())).map(ManuallyDrop::new)
}

/// Waits; for ever when there is nothing to wait for.
async fn pause(time: Option<Duration>) {
    match time {
        Some(time) => tokio::time::sleep(time).await,
        None => std::future::pending().await,
    }
}
