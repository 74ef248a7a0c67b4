//! Running the real binary and hearing what it says.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What one run said.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Where the tests keep what belongs beside stores: never in anybody's home.
pub const STATE_HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/state");

/// Prepares a run of the binary in `folder`, by nobody in particular.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kanwatch"));
    command
        .current_dir(folder)
        .env_remove("KANWATCH_OWNER")
        .env("TZ", "UTC")
        .env("XDG_STATE_HOME", STATE_HOME)
        .stdin(Stdio::null());
    command
}

/// Runs the binary in `folder`.
pub fn run(folder: &Path, arguments: &[&str]) -> Said {
    let output = command(folder).args(arguments).output().unwrap();
    Said {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the binary in `folder` and reads its JSON.
pub fn run_json(folder: &Path, arguments: &[&str]) -> serde_json::Value {
    let said = run(folder, arguments);
    serde_json::from_str(&said.out)
        .unwrap_or_else(|error| panic!("{error}: {} {}", said.out, said.err))
}

/// Returns the path of one of the tests' own writers.
pub fn writer(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests
        .parent()
        .unwrap()
        .parent()
        .unwrap()
        .join("examples")
        .join(name)
}
