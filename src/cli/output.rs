//! Printing: data on standard output, errors on standard error, nothing raw on either.

use std::io::{self, Write as _};

use crate::cli::failure::{Code, Failure};
use crate::text::safe::SafeText;

/// Prints `text` and a line end; a reader that has gone away is not an error.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::new(
            Code::Failed,
            format!("cannot write to standard output: {error}"),
        )),
        _ => Ok(()),
    }
}

/// Prints why a person's order is left out, if it is; the answer stands without it.
pub fn note(trouble: Option<&str>) {
    if let Some(why) = trouble {
        let mut err = io::stderr().lock();
        // Nobody is left to tell when standard error is gone.
        let _ = writeln!(err, "kanwatch: without your order: {}", SafeText::new(why));
    }
}

/// Prints why a command failed. Paths and names may hold anything, so they are made safe.
pub fn complain(failure: &Failure) {
    let mut err = io::stderr().lock();
    // Nobody is left to tell when standard error is gone.
    let _ = writeln!(err, "kanwatch: {}", SafeText::new(&failure.what));
    if let Some(hint) = &failure.hint {
        let _ = writeln!(err, "try {}", SafeText::new(hint));
    }
}
