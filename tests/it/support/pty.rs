//! The real binary on a terminal of its own, and its screen. Waits for text, never for time.

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::process::eventually;
use super::program::STATE_HOME;

/// Hang guard: how long the screen may stay silent while something is waited for.
const SILENCE: Duration = Duration::from_secs(15);

/// A board on a terminal.
pub struct Pty {
    pub child: Box<dyn Child + Send + Sync>,
    pub master: Box<dyn MasterPty + Send>,
    input: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Everything that was written to the terminal.
    pub raw: Vec<u8>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

impl Pty {
    /// Starts the binary with these arguments.
    pub fn board(arguments: &[&str], columns: u16, rows: u16) -> Self {
        Self::board_with(arguments, columns, rows, &[])
    }

    /// Starts the binary with these arguments and variables.
    pub fn board_with(
        arguments: &[&str],
        columns: u16,
        rows: u16,
        variables: &[(&str, &str)],
    ) -> Self {
        let program = env!("CARGO_BIN_EXE_kanwatch");
        Self::start(program, arguments, columns, rows, variables)
    }

    /// Starts a shell that controls jobs and runs `script`, where `board` is the binary with
    /// these arguments.
    pub fn shell(script: &str, arguments: &[&str], columns: u16, rows: u16) -> Self {
        let program = env!("CARGO_BIN_EXE_kanwatch");
        let script = script.replace("board", "\"$0\" \"$@\"");
        let arguments = [&["-m", "-c", &script, program], arguments].concat();
        Self::start("sh", &arguments, columns, rows, &[])
    }

    /// Starts another program.
    pub fn program(program: &str, arguments: &[&str]) -> Self {
        Self::start(program, arguments, 80, 24, &[])
    }

    fn start(
        program: &str,
        arguments: &[&str],
        columns: u16,
        rows: u16,
        variables: &[(&str, &str)],
    ) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        for (name, value) in [
            ("TERM", "xterm-256color"),
            ("LC_ALL", "C.UTF-8"),
            ("TZ", "UTC"),
            ("XDG_STATE_HOME", STATE_HOME),
        ] {
            command.env(name, value);
        }
        command.env_remove("TMUX");
        command.env_remove("KANWATCH_OWNER");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let side = |cells: u16| NonZero::new(cells.max(1)).unwrap();
        Self {
            child,
            input: pair.master.take_writer().unwrap(),
            master: pair.master,
            output,
            parser: vt100::Parser::new(side(rows), side(columns), 0),
            raw: Vec::new(),
        }
    }

    /// Types.
    pub fn send(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.master.resize(size(columns, rows)).unwrap();
        let side = |cells: u16| NonZero::new(cells.max(1)).unwrap();
        self.parser.screen_mut().set_size(side(rows), side(columns));
    }

    /// Waits until the screen shows `text`.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.contains(text));
    }

    /// Waits until the screen is as wanted.
    pub fn wait_until(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        self.wait_for_screen(what, |screen| wanted(&screen.contents()));
    }

    /// Waits until the screen, with its modes, is as wanted.
    pub fn wait_for_screen(&mut self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) {
        while !wanted(self.parser.screen()) {
            match self.output.recv_timeout(SILENCE) {
                Ok(bytes) => self.take(&bytes),
                Err(error) => panic!(
                    "{error} while waiting for {what:?} on\n{}",
                    self.parser.screen().contents()
                ),
            }
        }
    }

    /// Takes what is still on its way.
    pub fn drain(&mut self) {
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(300)) {
            self.take(&bytes);
        }
    }

    /// Takes what comes first within this time, if anything does.
    pub fn watch_for(&mut self, time: Duration) {
        if let Ok(bytes) = self.output.recv_timeout(time) {
            self.take(&bytes);
        }
    }

    /// Tells whether the screen shows `text` before it has been silent for half a second.
    pub fn shows_soon(&mut self, text: &str) -> bool {
        while !self.parser.screen().contents().contains(text) {
            match self.output.recv_timeout(Duration::from_millis(500)) {
                Ok(bytes) => self.take(&bytes),
                Err(_) => return false,
            }
        }
        true
    }

    /// Returns the column and the row at which `text` begins on the screen.
    pub fn place_of(&self, text: &str) -> (usize, usize) {
        let screen = self.parser.screen().contents();
        let mut rows = screen.lines().enumerate();
        let found = rows.find_map(|(y, row)| row.find(text).map(|at| (row[..at].to_owned(), y)));
        let (before, y) = found.unwrap_or_else(|| panic!("{text} is not on\n{screen}"));
        (kanwatch::text::width::display_width(&before), y)
    }

    /// Tells whether the terminal was asked to report the mouse.
    pub fn reports_mouse(&self) -> bool {
        let screen = self.parser.screen();
        screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None
            && screen.mouse_protocol_encoding() == vt100::MouseProtocolEncoding::Sgr
    }

    /// Returns the screen as far as it was waited for.
    pub fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Returns the modes of the terminal as the system holds them.
    pub fn modes(&self) -> String {
        format!("{:?}", self.master.get_termios().unwrap())
    }

    /// Returns the modes of a terminal that nobody has touched.
    pub fn untouched_modes() -> String {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        format!("{:?}", pair.master.get_termios().unwrap())
    }

    /// Waits until the program has ended and returns how.
    pub fn ended(&mut self) -> portable_pty::ExitStatus {
        let status = eventually("the program ends", || self.child.try_wait().unwrap());
        loop {
            // What was written before the end is still on its way.
            match self.output.recv_timeout(Duration::from_millis(200)) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return status,
            }
        }
    }

    /// Tells whether `sequence` was written.
    pub fn wrote(&self, sequence: &str) -> bool {
        self.count(sequence) > 0
    }

    /// Tells how often `sequence` was written.
    pub fn count(&self, sequence: &str) -> usize {
        self.raw
            .windows(sequence.len())
            .filter(|window| window == &sequence.as_bytes())
            .count()
    }

    /// Tells where `sequence` was written last.
    pub fn last_place(&self, sequence: &str) -> Option<usize> {
        self.raw
            .windows(sequence.len())
            .rposition(|window| window == sequence.as_bytes())
    }

    fn take(&mut self, bytes: &[u8]) {
        self.raw.extend_from_slice(bytes);
        self.parser.process(bytes);
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
