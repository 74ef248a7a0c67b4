//! However a demo ends, no process and no file of it is left.

use portable_pty::CommandBuilder;
use tempfile::TempDir;

use crate::support::play::Play;
use crate::support::process::{agents_in, eventually, signal};
use crate::support::window::Window;

/// Ends a demo that is well under way by `end`.
fn leaves_nothing(how: &str, variables: &[(&str, &str)], end: impl Fn(&mut Play)) {
    for kind in ["sqlite", "tasks"] {
        let mut play = Play::open_with(&["--speed", "10", "--kind", kind], variables);
        play.board.wait_for("lead claimed");
        assert_eq!(play.agents().len(), 3);
        assert!(play.temporary.path().read_dir().unwrap().next().is_some());
        end(&mut play);
        play.board.ended();
        play.is_cleared_away(&format!("{how} on {kind}"));
    }
}

fn send(play: &Play, name: &str) {
    assert!(signal(play.board.child.process_id().unwrap(), name));
}

#[test]
fn after_quitting() {
    leaves_nothing("q", &[], |play| play.board.send("q"));
}

#[test]
fn after_each_signal() {
    for name in ["-TERM", "-HUP", "-INT", "-KILL"] {
        leaves_nothing(name, &[], |play| send(play, name));
    }
}

#[test]
fn after_a_panic() {
    let panic = [("KANWATCH_PANIC", "main")];
    leaves_nothing("a panic", &panic, |play| play.board.send("r"));
}

/// The agents are there before the store is, to clear up after a start that was cut short.
#[test]
fn after_an_end_halfway_through_the_start() {
    for name in ["-INT", "-KILL"] {
        let mut play = Play::open(&[]);
        eventually("the store", || {
            let mut folders = play.temporary.path().read_dir().unwrap();
            let folder = folders.next()?.unwrap().path();
            folder.join("board.db").exists().then_some(())
        });
        send(&play, name);
        play.board.ended();
        play.is_cleared_away("a short start");
    }
}

/// Closes the window: every handle of the terminal's other side, without a signal of ours.
#[test]
fn after_the_terminal_is_gone() {
    let temporary = TempDir::new().unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_kanwatch"));
    command.args(["demo", "--speed", "10"]);
    command.env("TMPDIR", temporary.path());
    let mut window = Window::open(command);
    window.wait_for("claimed");
    assert_eq!(agents_in(temporary.path()).len(), 3);
    window.close();
    eventually("no trace is left", || {
        let is_empty = temporary.path().read_dir().unwrap().next().is_none();
        (is_empty && agents_in(temporary.path()).is_empty()).then_some(())
    });
}
