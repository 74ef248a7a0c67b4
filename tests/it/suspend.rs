//! The board is stopped and goes on: by ctrl-Z and `fg`, and by signals from outside.

use std::fs::File;
use std::io::Write as _;
use std::process::Command;

use crate::support::process::{Process, eventually, processes_with, signal};
use crate::support::pty::Pty;
use crate::support::store::TestStore;

const CTRL_Z: &str = "\x1a";

/// Stops at two questions, so that a test can look around before the board is brought back.
const SHELL: &str = "board; echo stopped; read -r word; echo \"heard $word\"; read -r word; fg; \
                     echo \"ended with $?\"; read -r word";

/// Opens the board from a shell that goes on when the board stops.
fn open(store: &TestStore, shell: &str) -> Pty {
    ready(Pty::shell(
        shell,
        &[store.argument(), "--as", "ana"],
        80,
        24,
    ))
}

/// Opens the board in a window of its own.
fn open_alone(store: &TestStore) -> Pty {
    ready(Pty::board(&[store.argument(), "--as", "ana"], 80, 24))
}

/// Waits for the first and the last line, so that the board is there as a whole.
fn ready(mut board: Pty) -> Pty {
    board.wait_until("the board", |screen| {
        screen.contains("PENDING 3")
            && screen.contains("live")
            && screen.contains("enter open  c claim  x complete  ? keys  q quit")
    });
    board
}

/// Returns the one board on `store`.
fn process(store: &TestStore) -> Process {
    let mut boards = processes_with(store.argument());
    boards.retain(|process| process.arguments[0] == env!("CARGO_BIN_EXE_kanwatch"));
    assert_eq!(boards.len(), 1, "{boards:?}");
    boards.remove(0)
}

fn stops(store: &TestStore) {
    eventually("the board stops", || {
        (process(store).state == 'T').then_some(())
    });
}

/// The terminal is as it was before the board.
fn is_given_back(board: &mut Pty) {
    board.wait_for_screen("the terminal is given back", |screen| {
        !screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste()
    });
    assert_eq!(board.modes(), Pty::untouched_modes());
}

/// The board is there as it was, down to the last cell and mode, and listens to keys.
fn is_back(board: &mut Pty, store: &TestStore, before: &Before) {
    board.wait_for_screen("the whole board is back", |screen| {
        screen.contents() == before.contents
            && screen.alternate_screen()
            && screen.hide_cursor()
            && screen.bracketed_paste()
    });
    assert_eq!(board.modes(), before.modes);
    board.send("c");
    board.wait_for("claimed #1");
    let owner: String = store.read("SELECT owner FROM agent_tasks WHERE task_id = '1'");
    assert_eq!(owner, "ana");
    // Once at the start and once after each stop: to take the terminal twice would flash.
    assert_eq!(board.count("\x1b[?1049h"), 1 + before.stops);
}

struct Before {
    contents: String,
    modes: String,
    /// How often the board will have been stopped.
    stops: usize,
}

impl Before {
    fn of(board: &Pty, stops: usize) -> Self {
        Self {
            contents: board.screen().contents(),
            modes: board.modes(),
            stops,
        }
    }
}

#[test]
fn ctrl_z_leaves_a_shell_that_works_and_fg_brings_the_whole_board_back() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = open(&store, SHELL);
    let before = Before::of(&board, 1);
    board.send(CTRL_Z);
    board.wait_for("stopped");
    is_given_back(&mut board);
    board.send("marker\n");
    board.wait_for("heard marker");
    board.send("\n");
    is_back(&mut board, &store, &before);
    board.send("q");
    board.wait_for("ended with 0");
    is_given_back(&mut board);
}

#[test]
fn what_others_did_meanwhile_is_on_the_screen() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = open(&store, SHELL);
    board.send(CTRL_Z);
    board.wait_for("stopped");
    store.write("UPDATE agent_tasks SET content = 'Other' WHERE task_id = '2'");
    board.send("\n\n");
    board.wait_until("the change", |screen| {
        ["Task 1", "Other", "Task 3", "PENDING 3"]
            .iter()
            .all(|text| screen.contains(text))
            && !screen.contains("Task 2")
    });
}

/// A window tells its new size only to what is in front.
#[test]
fn a_window_that_grew_meanwhile_is_filled() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = open(&store, SHELL);
    board.send(CTRL_Z);
    board.wait_for("stopped");
    board.resize(80, 30);
    board.send("\n\n");
    board.wait_until("the last line", |screen| {
        let last = screen.lines().nth(29);
        last.is_some_and(|line| line.contains("q quit"))
    });
}

/// A script is stopped with the board that it runs; else the shell never hears of it.
#[test]
fn ctrl_z_stops_the_whole_job() {
    let store = TestStore::with_ready_tasks(3);
    let script = "sh -c '\"$0\" \"$@\"; echo \"script goes on\"' board; echo stopped; read -r word; fg; read -r word";
    let mut board = open(&store, script);
    let before = Before::of(&board, 1);
    board.send(CTRL_Z);
    board.wait_for("stopped");
    is_given_back(&mut board);
    board.send("\n");
    is_back(&mut board, &store, &before);
    board.send("q");
    board.wait_for("script goes on");
}

/// In a window of its own there is no shell that could bring the board back.
#[test]
fn where_nobody_could_bring_it_back_ctrl_z_does_nothing() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = open_alone(&store);
    let before = Before::of(&board, 0);
    board.send(CTRL_Z);
    is_back(&mut board, &store, &before);
}

#[test]
fn a_stop_signal_gives_the_terminal_back_until_the_board_is_continued() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = open_alone(&store);
    let before = Before::of(&board, 1);
    assert!(signal(process(&store).id, "-TSTP"));
    stops(&store);
    is_given_back(&mut board);
    assert!(signal(process(&store).id, "-CONT"));
    is_back(&mut board, &store, &before);
}

/// Whoever stops it by force leaves the terminal as it is; a shell then puts it right.
#[test]
fn after_being_stopped_by_force_the_board_takes_the_terminal_anew() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = open_alone(&store);
    let before = Before::of(&board, 1);
    assert!(signal(process(&store).id, "-STOP"));
    stops(&store);
    let terminal = board.master.tty_name().unwrap();
    let mut terminal = File::options()
        .read(true)
        .write(true)
        .open(terminal)
        .unwrap();
    let mut stty = Command::new("stty");
    stty.arg("sane").stdin(terminal.try_clone().unwrap());
    assert!(stty.status().unwrap().success());
    write!(terminal, "\x1b[?1049l\x1b[?2004l\x1b[?25h\x1b[2J$ a prompt").unwrap();
    board.wait_for("$ a prompt");
    assert_ne!(board.modes(), before.modes);
    assert!(signal(process(&store).id, "-CONT"));
    is_back(&mut board, &store, &before);
    board.send("q");
    board.ended();
    is_given_back(&mut board);
}

/// The shell goes and leaves a stopped board behind.
#[test]
fn a_stopped_board_ends_when_nobody_is_left_to_bring_it_back() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = open(&store, "board; echo stopped; read -r word");
    board.send(CTRL_Z);
    board.wait_for("stopped");
    stops(&store);
    board.send("\n");
    eventually("the board ends", || {
        processes_with(store.argument()).is_empty().then_some(())
    });
}

/// `kill` on a job that is stopped: the shell lets it go on so that it can end, in the background.
#[test]
fn a_stopped_board_ends_when_it_is_told_to() {
    let store = TestStore::with_ready_tasks(3);
    let shell = "board; echo stopped; kill -TERM %1; kill -CONT %1; wait; echo \"it has ended\"; read -r word";
    let mut board = open(&store, shell);
    board.send(CTRL_Z);
    board.wait_for("it has ended");
    assert!(board.wrote("\x1b[?1049l"));
    eventually("the board is gone", || {
        let mut all = processes_with(store.argument()).into_iter();
        let is_board = |it: &Process| it.arguments[0] == env!("CARGO_BIN_EXE_kanwatch");
        (!all.any(|it| is_board(&it))).then_some(())
    });
}
