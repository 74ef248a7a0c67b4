//! The `kanwatch` binary.

use std::process::ExitCode;

use clap::Parser as _;

use kanwatch::cli::arguments::Arguments;
use kanwatch::cli::dispatch;
use kanwatch::shell::clock::clock;

fn main() -> ExitCode {
    let ending = dispatch::run(&Arguments::parse(), clock());
    ending.finish()
}
