//! The line from an agent to the process that started it.
//!
//! The parent holds the other end of the agent's standard input. It writes one byte to it, when
//! the agent is to begin, and nothing after. When it lets go, or dies in whatever way, the line
//! breaks, and the agent ends. Every wait of an agent is a wait on this line, so that none
//! outlives the parent.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvError, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// The agent's end of the line.
pub struct Parent {
    line: Receiver<()>,
}

impl Parent {
    /// Listens to `input` on a thread of its own until it ends.
    pub fn listen(mut input: impl Read + Send + 'static) -> io::Result<Self> {
        let (end, line) = sync_channel(1);
        thread::Builder::new()
            .name("parent".to_owned())
            .spawn(move || {
                // An error breaks the line as surely as its end does.
                if input.read_exact(&mut [0]).is_ok() && end.send(()).is_ok() {
                    let _ = io::copy(&mut input, &mut io::sink());
                }
                drop(end);
            })?;
        Ok(Self { line })
    }

    /// Waits until the agent is to begin; breaks when the parent is gone.
    pub fn begin(&self) -> ControlFlow<()> {
        match self.line.recv() {
            Ok(()) => ControlFlow::Continue(()),
            Err(RecvError) => ControlFlow::Break(()),
        }
    }

    /// Waits for `pause`; breaks at once when the parent is gone.
    pub fn wait(&self, pause: Duration) -> ControlFlow<()> {
        match self.line.recv_timeout(pause) {
            Ok(()) | Err(RecvTimeoutError::Timeout) => ControlFlow::Continue(()),
            Err(RecvTimeoutError::Disconnected) => ControlFlow::Break(()),
        }
    }

    /// Tells whether the parent has let go.
    pub fn is_gone(&self) -> bool {
        self.wait(Duration::ZERO).is_break()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

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

    #[test]
    fn an_agent_begins_when_it_is_told_to_and_not_when_the_parent_is_gone() {
        let (theirs, mut ours) = io::pipe().unwrap();
        let parent = Parent::listen(theirs).unwrap();
        ours.write_all(b"\n").unwrap();
        assert!(parent.begin().is_continue());
        assert!(!parent.is_gone());
        let (theirs, ours) = io::pipe().unwrap();
        let parent = Parent::listen(theirs).unwrap();
        drop(ours);
        assert!(parent.begin().is_break());
        assert!(parent.is_gone());
    }
}
