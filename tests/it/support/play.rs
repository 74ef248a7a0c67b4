//! A running demo whose every trace lies in one folder.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use tempfile::TempDir;

use super::process::{Process, agents_in, eventually, signal};
use super::pty::Pty;

/// A demo on a terminal.
pub struct Play {
    pub board: Pty,
    /// Holds the temporary folders, and nothing when the demo has ended cleanly.
    pub temporary: TempDir,
    keep: Option<PathBuf>,
}

impl Play {
    /// Opens a demo with these options and its traces in `temporary`.
    pub fn open(options: &[&str]) -> Self {
        Self::open_with(options, &[])
    }

    /// Opens a demo with these options and variables.
    pub fn open_with(options: &[&str], variables: &[(&str, &str)]) -> Self {
        let temporary = TempDir::new().unwrap();
        let folder = temporary.path().to_str().unwrap();
        let arguments = [&["demo", "--as", "ana"], options].concat();
        let variables = [&[("TMPDIR", folder)], variables].concat();
        let keep = options.iter().position(|option| *option == "--keep");
        let keep = keep.map(|place| PathBuf::from(options[place + 1]));
        Self {
            board: Pty::board_with(&arguments, 200, 60, &variables),
            keep,
            temporary,
        }
    }

    /// Returns the agents that are running.
    pub fn agents(&self) -> Vec<Process> {
        agents_in(self.keep.as_deref().unwrap_or(self.temporary.path()))
    }

    /// Returns a running agent, by name.
    pub fn agent(&self, name: &str) -> Option<Process> {
        let mut agents = self.agents().into_iter();
        agents.find(|agent| agent.option("--name") == Some(name))
    }

    /// Stops every agent, none of them in the middle of writing to the kept store.
    pub fn stop_agents(&self) {
        eventually("the agents stop outside a transaction", || {
            let agents = self.agents();
            assert!(agents.iter().all(|agent| signal(agent.id, "-STOP")));
            eventually("the agents stop", || {
                let stopped = self.agents().iter().all(|agent| agent.state == 'T');
                stopped.then_some(())
            });
            let connection = Connection::open(self.store()).unwrap();
            connection.busy_timeout(Duration::from_millis(200)).unwrap();
            let is_free = connection
                .execute_batch("BEGIN IMMEDIATE; ROLLBACK")
                .is_ok();
            if !is_free {
                self.wake_agents();
            }
            is_free.then_some(())
        });
    }

    /// Lets stopped agents go on.
    pub fn wake_agents(&self) {
        assert!(self.agents().iter().all(|agent| signal(agent.id, "-CONT")));
    }

    /// Returns the path of the kept store.
    pub fn store(&self) -> PathBuf {
        self.keep.as_deref().unwrap().join("board.db")
    }

    /// Returns a text that an agent or a person has put into the kept store; `None` while there
    /// is none.
    pub fn read(&self, sql: &str) -> Option<String> {
        let connection = Connection::open(self.store()).unwrap();
        connection.busy_timeout(Duration::from_secs(5)).unwrap();
        connection.query_row(sql, [], |row| row.get(0)).ok()
    }

    /// Waits until no agent is left and the temporary folder is empty.
    pub fn is_cleared_away(&self, how: &str) {
        eventually(&format!("no trace is left after {how}"), || {
            let is_empty = |folder: &Path| folder.read_dir().unwrap().next().is_none();
            (self.agents().is_empty() && is_empty(self.temporary.path())).then_some(())
        });
    }
}
