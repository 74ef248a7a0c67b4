//! A program in a terminal window that can be closed: nothing else holds the terminal.

use std::io::Read as _;
use std::sync::mpsc::channel;
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

use super::process::eventually;
use super::program::STATE_HOME;

/// Hang guard: how long a word may take.
const SILENCE: Duration = Duration::from_mins(1);

/// A window; a program runs in it.
pub struct Window {
    master: Box<dyn MasterPty + Send>,
    program: Box<dyn Child + Send + Sync>,
}

impl Window {
    /// Opens a window and runs `command` in it.
    pub fn open(mut command: CommandBuilder) -> Self {
        let pair = native_pty_system().openpty(PtySize::default()).unwrap();
        command.env("TERM", "xterm-256color");
        command.env("XDG_STATE_HOME", STATE_HOME);
        Self {
            program: pair.slave.spawn_command(command).unwrap(),
            master: pair.master,
        }
    }

    /// Waits until `word` was written.
    pub fn wait_for(&mut self, word: &'static str) {
        let mut screen = self.master.try_clone_reader().unwrap();
        let (sender, seen) = channel();
        let reader = std::thread::spawn(move || {
            let mut said = Vec::new();
            while !String::from_utf8_lossy(&said).contains(word) {
                let mut buffer = [0; 4096];
                let count = screen.read(&mut buffer).unwrap();
                said.extend_from_slice(&buffer[..count]);
            }
            sender.send(()).unwrap();
        });
        seen.recv_timeout(SILENCE).expect(word);
        // It holds the window open for as long as it reads.
        reader.join().unwrap();
    }

    /// Closes the window and waits until the program has ended by itself.
    pub fn close(self) -> ExitStatus {
        let mut program = self.program;
        drop(self.master);
        eventually("the program ends", || program.try_wait().unwrap())
    }
}
