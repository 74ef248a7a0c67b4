//! The line from an agent to the process that started it.
//!
//! The parent holds the other end of the agent's standard input and never writes to it. When
//! it lets go, or dies in whatever way, the line breaks, and the agent ends. Every wait of an
//! agent is a wait on this line, so that none outlives the parent.

use std::convert::Infallible;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// The agent's end of the line.
pub struct Parent {
    line: Receiver<Infallible>,
}

impl Parent {
    /// Listens to `input` on a thread of its own until it ends.
    pub fn listen(mut input: impl Read + Send + 'static) -> io::Result<Self> {
        let (end, line) = sync_channel(0);
        thread::Builder::new()
            .name("parent".to_owned())
            .spawn(move || {
                // An error breaks the line as surely as its end does.
                let _ = io::copy(&mut input, &mut io::sink());
                drop(end);
            })?;
        Ok(Self { line })
    }

    /// Waits for `pause`; breaks at once when the parent is gone.
    pub fn wait(&self, pause: Duration) -> ControlFlow<()> {
        match self.line.recv_timeout(pause) {
            Err(RecvTimeoutError::Timeout) => ControlFlow::Continue(()),
            Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
            Ok(never) => match never {},
        }
    }

    /// Tells whether the parent has let go.
    pub fn is_gone(&self) -> bool {
        self.wait(Duration::ZERO).is_break()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_breaks_when_the_parent_lets_go() {
        let (theirs, ours) = io::pipe().unwrap();
        let parent = Parent::listen(theirs).unwrap();
        assert!(!parent.is_gone());
        drop(ours);
        assert!(parent.wait(Duration::from_hours(1)).is_break());
        assert!(parent.is_gone());
    }
}
