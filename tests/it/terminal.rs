//! The terminal is given back, whatever happens.

use crate::support::process::signal;
use crate::support::program::command;
use crate::support::pty::Pty;
use crate::support::store::TestStore;

/// Runs a board, ends it by `end`, and holds the terminal against what it was.
fn is_given_back(variables: &[(&str, &str)], end: impl Fn(&mut Pty)) {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board_with(&[store.argument()], 80, 24, variables);
    board.wait_for("Task 1");
    let untouched = Pty::untouched_modes();
    assert_ne!(board.modes(), untouched, "raw mode was never on");
    end(&mut board);
    board.ended();
    assert_eq!(board.modes(), untouched);
    for sequence in [
        "\x1b[?1049l",
        "\x1b[?2004l",
        "\x1b[?1000l",
        "\x1b[?1006l",
        "\x1b[?25h",
    ] {
        assert!(board.wrote(sequence), "{sequence:?} is missing");
    }
    // A frame that was cut short is not held back for ever.
    let (begun, ended) = (
        board.last_place("\x1b[?2026h"),
        board.last_place("\x1b[?2026l"),
    );
    assert!(begun.is_some() && begun < ended, "{begun:?} {ended:?}");
}

#[test]
fn after_quitting() {
    is_given_back(&[], |board| board.send("q"));
}

#[test]
fn after_each_signal() {
    for name in ["-TERM", "-HUP", "-INT", "-QUIT"] {
        is_given_back(&[], |board| {
            assert!(signal(board.child.process_id().unwrap(), name));
        });
    }
}

#[test]
fn after_a_panic_in_either_thread_and_halfway_through_a_frame() {
    for place in ["main", "keeper", "draw"] {
        is_given_back(&[("KANWATCH_PANIC", place)], |board| {
            board.send("r");
            let status = board.ended();
            assert_eq!(status.exit_code(), 101, "{place}");
            // On the screen that the user sees now, in one line.
            let said = board.screen().contents();
            assert!(said.starts_with("kanwatch: panicked at src/"), "{said}");
            assert!(said.contains("asked to"), "{said}");
        });
    }
}

/// What is pasted was not meant as keys: neither to claim a card, nor to quit.
#[test]
fn a_paste_does_nothing() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 80, 24);
    board.wait_for("PENDING 3");
    assert!(board.screen().bracketed_paste());
    board.send("\x1b[200~cjc\rx\x03q\x1b[201~jjc");
    board.wait_for("claimed #3");
    let others = "SELECT count(*) FROM agent_tasks WHERE task_id <> '3' AND status = 'pending'";
    assert_eq!(store.read::<u32>(others), 2);
}

#[test]
fn in_a_burst_of_keys_each_key_counts() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 80, 24);
    board.wait_for("PENDING 3");
    board.send(&format!("{}{}jkjc", "j".repeat(500), "k".repeat(500)));
    board.wait_for("claimed #2");
}

#[test]
fn a_storm_of_sizes_is_survived() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("Task 1");
    for side in (0..60).chain([0, 1, 200, 3]) {
        board.resize(side, side / 2);
    }
    board.resize(120, 40);
    board.wait_for("Task 3");
}

#[test]
fn without_a_terminal_one_plain_line_is_said() {
    let store = TestStore::with_ready_tasks(1);
    let output = command(store.folder.path())
        .arg(store.argument())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("kanwatch: the board needs a terminal"),
        "{said}"
    );
}
