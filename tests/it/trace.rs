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

fn watch_from_everywhere(store: &TestStore) {
    let mut board = Pty::board(&[store.argument()], 80, 24);
    board.wait_for("Task 1");
    store.write("UPDATE agent_tasks SET content = 'Changed' WHERE task_id = '1'");
    board.wait_for("Changed");
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
}

#[test]
fn in_a_rollback_journal_not_a_byte_is_changed() {
    let store = TestStore::with_ready_tasks(3);
    store.write("PRAGMA journal_mode = delete");
    let before = inside(&store.path);
    // As the board's own writer will leave it.
    store.write("UPDATE agent_tasks SET content = 'Changed' WHERE task_id = '1'");
    store.write("UPDATE agent_tasks SET content = 'Task 1' WHERE task_id = '1'");
    watch_from_everywhere(&store);
    let after_last_commit = files(store.folder.path());
    assert_eq!(
        after_last_commit.len(),
        1,
        "nothing stands beside the store"
    );
    assert_eq!(inside(&store.path), before);
    let said = run(store.folder.path(), &["list", store.argument()]);
    assert_eq!(said.code, Some(0));
    assert_eq!(files(store.folder.path()), after_last_commit);
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
    watch_from_everywhere(&store);
    let names: Vec<String> = files(store.folder.path()).into_keys().collect();
    let own = ["board.db", "board.db-shm", "board.db-wal"];
    assert!(
        names.iter().all(|name| own.contains(&name.as_str())),
        "{names:?}"
    );
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
        let row =
            "INSERT INTO agent_tasks (session_id, task_id, content, owner) VALUES (?1, ?2, ?1, ?1)";
        connection.execute(row, [EVIL, id]).unwrap();
    }
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
    for verb in ["list", "frame", "show"] {
        let mut run = command(store.folder.path());
        run.arg(verb);
        match verb {
            "show" => run.args(["2", "--store", store.argument()]),
            _ => run.arg(store.argument()),
        };
        let output = run.output().unwrap();
        said.push((verb, [output.stdout, output.stderr].concat()));
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
