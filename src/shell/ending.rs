//! How the process is to end.

use std::process::ExitCode;

/// How the process is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this exit code.
    Code(u8),
    /// By this signal, after everything was put right.
    Signal(i32),
}

impl Ending {
    /// Ends as asked; for the very end of `main`, when every guard has been dropped.
    pub fn finish(self) -> ExitCode {
        match self {
            Self::Code(code) => ExitCode::from(code),
            Self::Signal(signal) => {
                // Returns only for signals that do not end a process.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
                ExitCode::FAILURE
            }
        }
    }
}
