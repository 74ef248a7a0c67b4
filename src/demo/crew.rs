//! The agents' processes: started, told to begin, replaced when killed, let go, and waited for.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::desk::clock::Clock;

/// How long agents have to end by themselves; then they are killed.
const POLITENESS: Duration = Duration::from_secs(1);

/// How often to look whether they have.
const LOOK: Duration = Duration::from_millis(5);

/// How often to look whether an agent was killed.
const ROUND: Duration = Duration::from_secs(1);

/// Agents that wait for the word to begin; dropping it ends them.
pub struct Crew {
    agents: Vec<Agent>,
    clock: Clock,
}

/// Agents at work under the eyes of a thread; dropping it ends them, and has waited for it.
pub struct AtWork {
    line: Option<SyncSender<Infallible>>,
    watch: Option<JoinHandle<()>>,
}

struct Agent {
    program: PathBuf,
    arguments: Vec<OsString>,
    process: Child,
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
    pub fn start(&mut self, program: &Path, arguments: Vec<OsString>) -> io::Result<()> {
        self.agents.push(Agent {
            process: spawn(program, &arguments)?,
            program: program.to_owned(),
            arguments,
        });
        Ok(())
    }

    /// Gives the word to begin, and from now on starts anew who is killed.
    pub fn begin(mut self) -> io::Result<AtWork> {
        for agent in &mut self.agents {
            agent.begin();
        }
        let (line, end) = sync_channel(0);
        let watch = thread::Builder::new()
            .name("crew".to_owned())
            .spawn(move || {
                while let Err(RecvTimeoutError::Timeout) = end.recv_timeout(ROUND) {
                    self.replace_killed();
                }
            })?;
        Ok(AtWork {
            line: Some(line),
            watch: Some(watch),
        })
    }

    fn replace_killed(&mut self) {
        for agent in self.agents.iter_mut().filter_map(Agent::if_killed) {
            // Where no process can be had now, the next round tries again.
            if let Ok(process) = spawn(&agent.program, &agent.arguments) {
                agent.process = process;
                agent.begin();
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        self.agents
            .iter_mut()
            .all(|agent| !matches!(agent.process.try_wait(), Ok(None)))
    }
}

impl Agent {
    /// Gives the word to begin; one that has ended already does not hear it.
    fn begin(&mut self) {
        if let Some(line) = &mut self.process.stdin {
            let _ = line.write_all(b"\n");
        }
    }

    /// Returns the agent if a signal ended it. One that ended by itself has its reasons.
    fn if_killed(&mut self) -> Option<&mut Self> {
        let ended = self.process.try_wait().ok().flatten();
        ended
            .is_some_and(|status| status.signal().is_some())
            .then_some(self)
    }
}

/// Starts an agent in a process group of its own: a Ctrl-C in the terminal is for the board, and
/// the agents live on to clear up after it.
fn spawn(program: &Path, arguments: &[OsString]) -> io::Result<Child> {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .current_dir("/")
        .process_group(0)
        .spawn()
}

impl Drop for Crew {
    fn drop(&mut self) {
        for agent in &mut self.agents {
            drop(agent.process.stdin.take());
        }
        let begun = (self.clock.steady)();
        while !self.has_ended() && (self.clock.steady)().saturating_sub(begun) < POLITENESS {
            thread::sleep(LOOK);
        }
        for agent in &mut self.agents {
            // Both fail only for an agent that has ended already.
            let _ = agent.process.kill();
            let _ = agent.process.wait();
        }
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        drop(self.line.take());
        if let Some(watch) = self.watch.take() {
            // A panic over there has ended the process.
            let _ = watch.join();
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

    /// Starts a program that ends with its input and one that does not.
    fn crew() -> (Crew, Vec<u32>) {
        let mut crew = Crew::new(clock());
        crew.start("cat".as_ref(), Vec::new()).unwrap();
        crew.start("sleep".as_ref(), vec!["1000".into()]).unwrap();
        let ids = crew.agents.iter().map(|agent| agent.process.id()).collect();
        (crew, ids)
    }

    #[test]
    fn no_agent_outlives_its_crew() {
        let (crew, ids) = crew();
        drop(crew);
        assert!(!ids.into_iter().any(is_running));
    }

    #[test]
    fn no_agent_outlives_its_crew_at_work() {
        let (crew, ids) = crew();
        drop(crew.begin().unwrap());
        assert!(!ids.into_iter().any(is_running));
    }

    #[test]
    fn who_is_killed_is_replaced_and_who_ends_is_not() {
        let (mut crew, before) = crew();
        drop(crew.agents[0].process.stdin.take());
        crew.agents[1].process.kill().unwrap();
        while !crew.has_ended() {
            thread::yield_now();
        }
        crew.replace_killed();
        let after: Vec<u32> = crew.agents.iter().map(|agent| agent.process.id()).collect();
        assert_eq!(after[0], before[0]);
        assert_ne!(after[1], before[1]);
        assert!(is_running(after[1]));
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
