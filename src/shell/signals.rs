//! The signals that the board answers.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// What a signal asks for.
#[derive(Clone, Copy)]
pub enum Caught {
    /// To end, by this signal.
    End(i32),
    /// To stop.
    Stop,
    /// To go on.
    Continue,
}

/// The signals that are listened for.
pub struct Signals {
    terminate: Signal,
    hangup: Signal,
    interrupt: Signal,
    quit: Signal,
    stop: Signal,
    resume: Signal,
}

impl Signals {
    /// Begins to listen.
    pub fn listen() -> io::Result<Self> {
        use signal_hook::consts::{SIGCONT, SIGTSTP};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            stop: signal(SignalKind::from_raw(SIGTSTP))?,
            resume: signal(SignalKind::from_raw(SIGCONT))?,
        })
    }

    /// Waits for the next one.
    pub async fn next(&mut self) -> Caught {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
        tokio::select! {
            // An end first: a terminal that goes away sends it with a signal to continue.
            biased;
            _ = self.terminate.recv() => Caught::End(SIGTERM),
            _ = self.hangup.recv() => Caught::End(SIGHUP),
            _ = self.interrupt.recv() => Caught::End(SIGINT),
            _ = self.quit.recv() => Caught::End(SIGQUIT),
            _ = self.stop.recv() => Caught::Stop,
            _ = self.resume.recv() => Caught::Continue,
        }
    }
}
