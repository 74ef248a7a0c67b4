//! When the window is closed the board ends, whether or not anybody tells it.

use portable_pty::CommandBuilder;

use crate::support::process::{eventually, processes_with};
use crate::support::store::TestStore;
use crate::support::window::Window;

/// Runs a board by this script, closes its window, and waits until nothing of it is left.
fn ends(script: &str) {
    let store = TestStore::with_ready_tasks(3);
    let mut command = CommandBuilder::new("sh");
    command.args(["-c", script]);
    command.args([env!("CARGO_BIN_EXE_kanwatch"), store.argument()]);
    let mut window = Window::open(command);
    window.wait_for("Task");
    let status = window.close();
    // Nothing is wrong with a window that is closed.
    assert_ne!(status.exit_code(), 101);
    eventually("the board ends", || {
        processes_with(store.argument()).is_empty().then_some(())
    });
    // The log's own files went with the last who had the store open.
    let names = store.folder.path().read_dir().unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["board.db"]);
}

#[test]
fn by_the_signal() {
    ends("exec \"$0\" \"$@\"");
}

#[test]
fn though_the_signal_was_ignored_at_its_start() {
    ends("trap '' HUP; exec \"$0\" \"$@\"");
}

/// Only the first process of a window gets the signal, and this one keeps it to itself.
#[test]
fn though_no_signal_comes() {
    ends("trap '' HUP; \"$0\" \"$@\"; true");
}
