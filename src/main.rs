//! The `kanwatch` binary.

use std::process::ExitCode;

use kanwatch::cli::dispatch;
use kanwatch::shell::clock::clock;

fn main() -> ExitCode {
    let line: Vec<_> = std::env::args_os().collect();
    dispatch::run(&line, clock()).finish()
}
