//! The guard of the terminal: every mode that is switched on is switched off again, once, in
//! reverse, whoever asks: the end of the loop, a signal, or a panic in any thread.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste};
use crossterm::style::Print;
use crossterm::terminal::{
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{cursor, execute};

use crate::text::safe::SafeText;

/// Whether modes are on. Process-wide because a panic hook has no other way to know.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// Reports of buttons and the wheel alone, in the form that knows wide screens. The library's own
/// command also asks for every movement, which would wake an idle board.
const BUTTONS: &str = "\x1b[?1000h\x1b[?1006h";

/// Holds the terminal for as long as it lives.
pub struct TerminalGuard(());

impl TerminalGuard {
    /// Takes the terminal.
    pub fn take() -> io::Result<Self> {
        let guard = Self(());
        enter(true)?;
        Ok(guard)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        leave();
    }
}

/// Switches the modes on; that of the mouse only when it is wanted.
pub fn enter(mouse: bool) -> io::Result<()> {
    ENTERED.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableBracketedPaste,
        cursor::Hide
    )?;
    if mouse { capture_mouse(true) } else { Ok(()) }
}

/// Has the terminal report buttons and the wheel, or keep them to itself.
pub fn capture_mouse(on: bool) -> io::Result<()> {
    if on {
        execute!(io::stdout(), Print(BUTTONS))
    } else {
        execute!(io::stdout(), DisableMouseCapture)
    }
}

/// Switches the modes off, if they are on.
pub fn leave() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        // A terminal that has gone away cannot be put right.
        let _ = execute!(
            io::stdout(),
            EndSynchronizedUpdate,
            cursor::Show,
            DisableMouseCapture,
            DisableBracketedPaste,
            LeaveAlternateScreen
        );
        let _ = disable_raw_mode();
    }
}

/// Makes a panic in any thread give the terminal back, say why, and end the process.
pub fn end_on_panic() {
    std::panic::set_hook(Box::new(|info| {
        leave();
        // A message may quote store text.
        let what = SafeText::new(&info.to_string());
        let _ = writeln!(io::stderr(), "kanwatch: {what}");
        std::process::exit(101);
    }));
}
