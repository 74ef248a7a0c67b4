//! The agents' processes: started, let go, and waited for.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::desk::clock::Clock;

/// How long agents have to end by themselves; then they are killed.
const POLITENESS: Duration = Duration::from_secs(1);

/// How often to look whether they have.
const LOOK: Duration = Duration::from_millis(5);

/// Running agents; dropping it ends them.
pub struct Crew {
    agents: Vec<Child>,
    clock: Clock,
}

impl Crew {
    /// Begins with nobody.
    pub fn new(clock: Clock) -> Self {
        Self {
            agents: Vec::new(),
            clock,
        }
    }

    /// Starts `program` with those arguments; its standard input ends when the crew is dropped.
    ///
    /// The agent has a process group of its own: a Ctrl-C in the terminal is for the board, and
    /// the agents live on to clear up after it.
    pub fn start(&mut self, program: &Path, arguments: Vec<OsString>) -> io::Result<()> {
        let agent = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .current_dir("/")
            .process_group(0)
            .spawn()?;
        self.agents.push(agent);
        Ok(())
    }

    fn has_ended(&mut self) -> bool {
        self.agents
            .iter_mut()
            .all(|agent| !matches!(agent.try_wait(), Ok(None)))
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        for agent in &mut self.agents {
            drop(agent.stdin.take());
        }
        let begun = (self.clock.steady)();
        while !self.has_ended() && (self.clock.steady)().saturating_sub(begun) < POLITENESS {
            thread::sleep(LOOK);
        }
        for agent in &mut self.agents {
            // Both fail only for an agent that has ended already.
            let _ = agent.kill();
            let _ = agent.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use jiff::Timestamp;

    use super::*;

    /// A clock that goes on by a tenth of a second whenever it is read.
    fn clock() -> Clock {
        static READ: AtomicU64 = AtomicU64::new(0);
        Clock {
            wall: || Timestamp::UNIX_EPOCH,
            steady: || Duration::from_millis(100 * READ.fetch_add(1, Ordering::Relaxed)),
        }
    }

    fn is_running(id: u32) -> bool {
        Path::new("/proc").join(id.to_string()).exists()
    }

    /// Starts a program that ends with its input and one that does not, and lets both go.
    #[test]
    fn no_agent_outlives_its_crew() {
        let mut crew = Crew::new(clock());
        crew.start("cat".as_ref(), Vec::new()).unwrap();
        crew.start("sleep".as_ref(), vec!["1000".into()]).unwrap();
        let ids: Vec<u32> = crew.agents.iter().map(Child::id).collect();
        drop(crew);
        assert!(!ids.into_iter().any(is_running));
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let mut crew = Crew::new(clock());
        assert!(
            crew.start("/nowhere/kanwatch".as_ref(), Vec::new())
                .is_err()
        );
    }
}
