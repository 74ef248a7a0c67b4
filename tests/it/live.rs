//! What others write, on the screen of the real binary.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::support::program::writer;
use crate::support::pty::Pty;
use crate::support::store::TestStore;

/// A writer in a process of its own, whose syncs to disk take longer.
struct SlowWriter {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl SlowWriter {
    fn start(store: &TestStore, millis: u32) -> Self {
        let mut child = Command::new(writer("commit_titles"))
            .arg(&store.path)
            .env("LD_PRELOAD", slow_fsync(store.folder.path()))
            .env("SLOW_FSYNC_MS", millis.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            input,
            output,
        }
    }

    /// Returns once the commit has returned in the writer.
    fn commit(&mut self, title: &str) {
        writeln!(self.input, "{title}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end(), title);
    }
}

impl Drop for SlowWriter {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn slow_fsync(folder: &Path) -> std::path::PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/writers/slow_fsync.c");
    let library = folder.join("slow_fsync.so");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(source)
        .arg("-ldl")
        .status();
    assert!(built.unwrap().success());
    library
}

/// SQLite raises the file event of a commit before other connections can see the commit and
/// none afterwards. Red with `KANWATCH_WITHOUT=ladder,heartbeat`.
#[test]
fn a_slow_commit_is_never_missed() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("Task 1");
    for (millis, commits) in [(30, 60), (300, 5)] {
        let mut slow = SlowWriter::start(&store, millis);
        for number in 1..=commits {
            let title = format!("commit {number} after {millis}");
            slow.commit(&title);
            board.wait_for(&title);
        }
    }
}

#[test]
fn another_process_changes_a_card_and_it_is_marked_until_seen() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("PENDING 3");
    store
        .write("UPDATE agent_tasks SET status = 'in_progress', owner = 'lead' WHERE task_id = '2'");
    board.wait_for("IN PROGRESS 1");
    board.wait_for("lead claimed #2");
    board.wait_for("┆");
    board.send("j");
    board.wait_until("the mark is gone", |screen| !screen.contains('┆'));
}

#[test]
fn a_card_that_is_taken_from_the_cursor_leaves_a_ghost_for_a_while() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("PENDING 3");
    store
        .write("UPDATE agent_tasks SET status = 'in_progress', owner = 'lead' WHERE task_id = '1'");
    board.wait_for("▌ #1 → In progress by lead");
    board.wait_until("the next card is selected", |screen| {
        !screen.contains("#1 →") && screen.contains("▌○  2 Task 2")
    });
    board.send("'");
    board.wait_for("▌▸  1 Task 1");
}

#[test]
fn keys_become_rows() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 80, 24);
    board.wait_for("PENDING 3");
    let row = "SELECT status || ' ' || owner FROM agent_tasks WHERE task_id = '1'";
    board.send("c");
    board.wait_for("claimed #1");
    assert_eq!(store.read::<String>(row), "in_progress ana");
    board.send("x");
    board.wait_for("completed #1");
    assert_eq!(store.read::<String>(row), "completed ana");
    board.send("x");
    board.wait_for("reopened #1");
    assert_eq!(store.read::<String>(row), "pending ana");
}

#[test]
fn a_refusal_says_who_holds_and_insisting_takes_over() {
    let store = TestStore::with_ready_tasks(1);
    store.write("UPDATE agent_tasks SET status = 'in_progress', owner = 'lead'");
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 80, 24);
    board.wait_for("IN PROGRESS 1");
    board.send("c");
    board.wait_for("held by lead");
    board.send("!");
    board.wait_for("claimed #1 (was lead's)");
    assert_eq!(store.read::<String>("SELECT owner FROM agent_tasks"), "ana");
}

#[test]
fn a_store_that_goes_and_comes_back_is_followed() {
    let store = TestStore::with_ready_tasks(2);
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("PENDING 2");
    let away = store.folder.path().join("away.db");
    std::fs::rename(&store.path, &away).unwrap();
    board.wait_for("unreadable");
    board.wait_for("Task 1");
    let other = TestStore::with_ready_tasks(5);
    std::fs::rename(&other.path, &store.path).unwrap();
    board.wait_for("PENDING 5");
    board.wait_for("live");
}

#[test]
fn a_locked_store_is_watched_all_the_same() {
    let store = TestStore::sample("healthy");
    let mut board = Pty::board(
        &[
            store.argument(),
            "--session",
            "sess-exoplanets",
            "--as",
            "ana",
        ],
        80,
        24,
    );
    board.wait_for("PENDING 2");
    let agent = rusqlite::Connection::open(&store.path).unwrap();
    agent.execute_batch("BEGIN EXCLUSIVE").unwrap();
    board.send("c");
    board.wait_for("waiting for another process's write lock");
    agent.execute_batch("COMMIT").unwrap();
    board.wait_for("claimed #2");
}
