//! Why a command ended without its answer, and the exit code that says so.

use std::process::ExitCode;

use crate::store::contract::Error;

/// The exit codes of the outward contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// As asked.
    Done = 0,
    /// It could not be done.
    Failed = 1,
    /// It was asked in a way that cannot be understood, or there is no terminal.
    Usage = 2,
    /// A rule refuses.
    Refused = 3,
    /// The task is not what `--seen` says.
    Changed = 4,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        Self::from(code as u8)
    }
}

/// What is printed on standard error: what is wrong, and what to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// How the process ends.
    pub code: Code,
    /// One line: lower case, no full stop.
    pub what: String,
    /// What to do about it, after "try ".
    pub hint: Option<String>,
}

impl Failure {
    /// Says what could not be done.
    pub fn new(code: Code, what: impl Into<String>) -> Self {
        Self {
            code,
            what: what.into(),
            hint: None,
        }
    }

    /// Adds what to do about it.
    pub fn or_try(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let failure = Self::new(Code::Failed, error.to_string());
        match error {
            Error::Missing(path) => {
                failure.or_try(format!("kanwatch init {}, or another path", path.display()))
            }
            Error::NotAStore { .. } => failure.or_try("another path, or kanwatch init NEW_FILE"),
            Error::Busy | Error::Replaced => failure.or_try("again in a moment"),
            Error::ReadOnly(_) | Error::Constraint(_) | Error::Failed(_) => {
                failure.or_try("another path, or with the rights to read and write this one")
            }
        }
    }
}
