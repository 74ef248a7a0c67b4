//! What a board writes to its terminal: nothing without a reason, and no more than was asked.

use std::io::Write as _;

use crate::support::program::command;
use crate::support::pty::Pty;
use crate::support::store::TestStore;

/// Tells whether the bytes set a colour.
fn sets_a_colour(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).into_owned();
    text.split("\u{1b}[").skip(1).any(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';');
        let Some(end) = end.filter(|&end| rest[end..].starts_with('m')) else {
            return false;
        };
        // 39, 49 and 59 are the terminal's own colours.
        rest[..end].split(';').any(|code| {
            matches!(
                code.parse(),
                Ok(30..=38 | 40..=48 | 58 | 90..=97 | 100..=107)
            )
        })
    })
}

/// Returns the clock ticks that the board has used.
fn ticks(board: &Pty) -> u64 {
    let stat = format!("/proc/{}/stat", board.child.process_id().unwrap());
    let stat = std::fs::read_to_string(stat).unwrap();
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    let used = fields.split(' ').skip(11).take(2);
    used.map(|ticks| ticks.parse::<u64>().unwrap()).sum()
}

#[test]
fn an_idle_board_writes_nothing() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("Task 1");
    store.write("UPDATE agent_tasks SET content = 'Changed' WHERE task_id = '1'");
    board.wait_for("Changed");
    board.drain();
    let (before, work) = (board.raw.len(), ticks(&board));
    board.watch_for(std::time::Duration::from_secs(3));
    let more = board.raw[before..].to_vec();
    // To be read with --nocapture: a busy machine would fail a number.
    let work = ticks(&board) - work;
    let _ = writeln!(std::io::stdout(), "an idle board's clock ticks: {work}");
    assert_eq!(String::from_utf8_lossy(&more), "");
}

#[test]
fn without_colour_none_is_set_and_with_it_some_are() {
    let store = TestStore::with_ready_tasks(3);
    for (variables, wanted) in [(&[][..], true), (&[("NO_COLOR", "1")][..], false)] {
        let mut board = Pty::board_with(&[store.argument()], 80, 24, variables);
        board.wait_for("Task 3");
        board.send("q");
        board.ended();
        assert_eq!(sets_a_colour(&board.raw), wanted, "{variables:?}");
        let mut frame = command(store.folder.path());
        frame.args(["frame", store.argument(), "--format", "ansi"]);
        let frame = frame.envs(variables.iter().copied()).output().unwrap();
        assert_eq!(sets_a_colour(&frame.stdout), wanted, "{variables:?}");
    }
}

#[test]
fn in_ascii_every_byte_is() {
    let store = TestStore::with_ready_tasks(3);
    store.write("UPDATE agent_tasks SET blocked_by = '[\"1\"]' WHERE task_id = '2'");
    let mut board = Pty::board(&[store.argument(), "--ascii"], 120, 40);
    board.wait_for("Task 3");
    board.send("?");
    board.wait_for("these keys");
    board.send("\x1bcqq");
    board.ended();
    assert!(board.raw.is_ascii());
}

#[test]
fn a_terminal_that_cannot_place_a_cursor_is_told_so() {
    let store = TestStore::with_ready_tasks(1);
    let mut board = Pty::board_with(&[store.argument()], 80, 24, &[("TERM", "dumb")]);
    // A board that opened would wait for keys: this gives up where the end would not come.
    board.wait_for("the board needs a terminal");
    assert_eq!(board.ended().exit_code(), 2);
    let said = String::from_utf8_lossy(&board.raw).into_owned();
    assert!(
        said.starts_with("kanwatch: the board needs a terminal"),
        "{said}"
    );
    assert!(!said.contains('\u{1b}'), "{said:?}");
    // What is wrong, and what to try.
    assert_eq!(said.lines().count(), 2, "{said:?}");
}
