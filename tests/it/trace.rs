//! Watching leaves no trace in the store, and nothing of a store reaches the terminal raw.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;

use rusqlite::Connection;
use tempfile::TempDir;

use crate::support::program::{command, run};
use crate::support::pty::Pty;
use crate::support::store::TestStore;

/// What SQLite keeps in a file beside its rows.
fn inside(path: &Path) -> Vec<String> {
    let connection = Connection::open(path).unwrap();
    let pragmas = [
        "journal_mode",
        "user_version",
        "application_id",
        "page_size",
    ];
    let mut found: Vec<String> = pragmas
        .iter()
        .map(|name| {
            connection
                .query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))
                .map(|value: rusqlite::types::Value| format!("{name} {value:?}"))
                .unwrap()
        })
        .collect();
    let mut schema = connection.prepare("SELECT sql FROM sqlite_master").unwrap();
    let rows = schema
        .query_map([], |row| row.get::<_, Option<String>>(0))
        .unwrap();
    found.extend(rows.map(|row| row.unwrap().unwrap_or_default()));
    found
}

/// Returns the files of a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect()
}

/// Looks in every way there is; returns the files as the last writer left them.
fn watch_from_everywhere(store: &TestStore) -> BTreeMap<String, Vec<u8>> {
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("Task 1");
    store.write("UPDATE agent_tasks SET content = 'Changed' WHERE task_id = '1'");
    board.wait_for("Changed");
    let left = files(store.folder.path());
    board.send("jk?q");
    board.send("q");
    board.ended();
    let folder = store.folder.path();
    for arguments in [
        &["list", store.argument()][..],
        &["list", store.argument(), "--json"],
        &["show", "1", "--store", store.argument()],
        &["next", "--store", store.argument()],
        &["frame", store.argument()],
    ] {
        let said = run(folder, arguments);
        assert_eq!(said.code, Some(0), "{arguments:?}: {}", said.err);
    }
    left
}

#[test]
fn in_a_rollback_journal_not_a_byte_is_changed() {
    let store = TestStore::with_ready_tasks(3);
    store.write("PRAGMA journal_mode = delete");
    let before = inside(&store.path);
    let left = watch_from_everywhere(&store);
    assert_eq!(files(store.folder.path()), left);
    assert_eq!(left.len(), 1, "nothing stands beside the store");
    assert_eq!(inside(&store.path), before);
}

#[test]
fn a_board_that_only_looks_leaves_the_very_same_bytes() {
    let store = TestStore::with_ready_tasks(3);
    store.write("PRAGMA journal_mode = delete");
    let before = files(store.folder.path());
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("Task 1");
    // Through a few beats, and a look that was asked for.
    board.send("r");
    board.send("jjk");
    board.wait_for("▌○  2 Task 2");
    board.send("q");
    board.ended();
    assert_eq!(files(store.folder.path()), before);
}

#[test]
fn with_a_write_ahead_log_only_its_own_files_come_and_go() {
    let store = TestStore::with_ready_tasks(3);
    let before = inside(&store.path);
    let left: Vec<String> = watch_from_everywhere(&store).into_keys().collect();
    assert_eq!(left, ["board.db", "board.db-shm", "board.db-wal"]);
    let names: Vec<String> = files(store.folder.path()).into_keys().collect();
    assert_eq!(names, ["board.db"]);
    assert_eq!(inside(&store.path), before);
}

/// The superuser may write anything, so the program is run as nobody.
#[test]
fn what_may_not_be_written_is_watched_and_says_so() {
    if !rustix::process::getuid().is_root() {
        return;
    }
    let store = TestStore::with_ready_tasks(3);
    store.write("PRAGMA journal_mode = delete");
    let programs = TempDir::new().unwrap();
    let program = programs.path().join("kanwatch");
    fs::copy(env!("CARGO_BIN_EXE_kanwatch"), &program).unwrap();
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    mode(programs.path(), 0o755).unwrap();
    mode(store.folder.path(), 0o555).unwrap();
    mode(&store.path, 0o444).unwrap();
    let as_nobody = |arguments: &[&str]| {
        let mut run = std::process::Command::new(&program);
        run.args(arguments).current_dir("/").uid(65_534).gid(65_534);
        run.env("HOME", "/nonexistent").env_remove("XDG_STATE_HOME");
        let output = run.output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    let (code, said) = as_nobody(&["list", store.argument()]);
    assert_eq!((code, said.contains("Task 3")), (Some(0), true), "{said}");
    let (code, said) = as_nobody(&["frame", store.argument()]);
    assert_eq!(
        (code, said.contains("read-only")),
        (Some(0), true),
        "{said}"
    );
    let (code, said) = as_nobody(&["claim", "1", "--store", store.argument(), "--as", "ana"]);
    assert_eq!(
        (code, said.contains("read-only")),
        (Some(3), true),
        "{said}"
    );

    let line = format!("exec {} {}", program.display(), store.argument());
    let mut board = Pty::program(
        "setpriv",
        &[
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            "sh",
            "-c",
            &line,
        ],
    );
    board.wait_for("read-only");
    board.wait_for("Task 3");
    board.send("c");
    board.wait_for("the store is read-only");
}

/// A C0 or C1 control, or the start of a sequence, that only the store can have brought.
const EVIL: &str = "\u{1b}]0;owned\u{7}\u{1b}[31;5mred\u{9b}2J\u{1b}P1$r\u{1b}\\";

#[test]
fn no_text_of_a_store_is_a_sequence() {
    let store = TestStore::with_ready_tasks(1);
    let connection = Connection::open(&store.path).unwrap();
    let session = "INSERT INTO agent_sessions (session_id) VALUES (?1)";
    connection.execute(session, [EVIL]).unwrap();
    for id in ["2", EVIL] {
        let row = "INSERT INTO agent_tasks (session_id, task_id, content, owner, status)
             VALUES (?1, ?2, ?1, ?1, 'in_progress')";
        connection.execute(row, [EVIL, id]).unwrap();
    }
    let row = "INSERT INTO agent_tasks (session_id, task_id, content) VALUES (?1, '1', 'One')";
    connection.execute(row, [EVIL]).unwrap();
    drop(connection);
    let mut board = Pty::board(&[store.argument()], 120, 40);
    board.wait_for("owned");
    board.send("j\r");
    board.wait_for("session   ␛]0;owned");
    board.send("\x1b");
    board.wait_until("the card is closed", |screen| {
        !screen.contains("session   ")
    });
    board.send("?");
    board.wait_for("these keys");
    board.send("q");
    board.ended();
    let mut said = vec![("board", board.raw.clone())];
    let (held, both) = (format!("{EVIL}/2"), format!("{EVIL}/{EVIL}"));
    for (name, arguments) in [
        ("list", &["list"][..]),
        ("list as JSON", &["list", "--json"]),
        ("frame as text", &["frame", "--format", "text"]),
        ("frame in colours", &["frame", "--format", "ansi"]),
        ("frame as a drawing", &["frame", "--format", "svg"]),
        ("show", &["show", "2"]),
        ("show by the whole name", &["show", &both]),
        ("a refusal", &["claim", &held, "--as", "ana"]),
        ("several of a name", &["show", "1"]),
        ("no such task", &["show", "owned\u{1b}]0;owned\u{7}"]),
        ("a bad revision", &["claim", "2", "--seen", EVIL]),
    ] {
        let mut run = command(store.folder.path());
        let output = run.args(arguments).output().unwrap();
        said.push((name, [output.stdout, output.stderr].concat()));
    }
    for (name, said) in said {
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(said.contains("owned"), "{name} shows it: {said}");
        let pieces = [
            "\u{1b}]0;owned",
            "\u{1b}[31;5m",
            "\u{9b}",
            "\u{1b}P1$r",
            "\u{7}",
        ];
        for piece in pieces {
            assert!(!said.contains(piece), "{name} lets {piece:?} through");
        }
    }
}

/// Whoever closes a log last puts it away, be it the board: who copies the file has all of it.
#[test]
fn a_board_that_outlasts_the_agents_leaves_one_file() {
    let store = TestStore::with_ready_tasks(3);
    let agent = Connection::open(&store.path).unwrap();
    let change = "UPDATE agent_tasks SET content = 'Changed' WHERE task_id = '1'";
    agent.execute_batch(change).unwrap();
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("Changed");
    agent.close().unwrap();
    board.send("q");
    board.ended();
    let names = store.folder.path().read_dir().unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["board.db"]);
}
