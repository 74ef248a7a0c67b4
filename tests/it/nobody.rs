//! Stores that whoever looks may not write: what can be read is shown, what cannot is said, and
//! the agents whose store it is are never kept from their work.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::Connection;
use tempfile::TempDir;

use crate::support::pty::Pty;
use crate::support::store::TestStore;

const LOG: &str = "has a write-ahead log: who may not write it and its folder can read it only";

/// Somebody without rights; the superuser may write anything, so the program is run as nobody.
struct Nobody {
    program: PathBuf,
    _folder: TempDir,
}

impl Nobody {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let program = folder.path().join("kanwatch");
        fs::copy(env!("CARGO_BIN_EXE_kanwatch"), &program).unwrap();
        allow(folder.path(), 0o755);
        Self {
            program,
            _folder: folder,
        }
    }

    /// Returns the exit code and all that was said.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut run = Command::new(&self.program);
        run.args(arguments).current_dir("/");
        run.env("HOME", "/nonexistent").env_remove("XDG_STATE_HOME");
        if rustix::process::getuid().is_root() {
            run.uid(65_534).gid(65_534);
        }
        let output = run.output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    }

    fn board(&self, store: &TestStore) -> Pty {
        let program = self.program.to_str().unwrap();
        if !rustix::process::getuid().is_root() {
            return Pty::program(program, &[store.argument()]);
        }
        let user = ["--reuid=65534", "--regid=65534", "--clear-groups"];
        Pty::program(
            "setpriv",
            &[&user[..], &[program, store.argument()]].concat(),
        )
    }
}

fn allow(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn names(store: &TestStore) -> Vec<String> {
    let entries = fs::read_dir(store.folder.path()).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Returns what a writer that is killed now would leave, without the files that `lost` ends.
fn cut_short(store: &TestStore, lost: &str) -> TestStore {
    let folder = TempDir::new().unwrap();
    for name in names(store).iter().filter(|name| !name.ends_with(lost)) {
        let copy = folder.path().join(name);
        fs::copy(store.folder.path().join(name), &copy).unwrap();
        allow(&copy, 0o444);
    }
    allow(folder.path(), 0o555);
    let path = folder.path().join("board.db");
    TestStore { folder, path }
}

/// SQLite would make the log's files as files of whoever looks, and an agent of another user
/// could then not write any more.
#[test]
fn no_files_are_left_that_would_lock_an_agent_out() {
    let nobody = Nobody::new();
    let store = TestStore::with_ready_tasks(1);
    allow(&store.path, 0o444);
    for folder in [0o777, 0o555] {
        allow(store.folder.path(), folder);
        for verb in ["list", "frame"] {
            let (code, said) = nobody.run(&[verb, store.argument()]);
            assert_eq!((code, said.contains(LOG)), (Some(1), true), "{said}");
        }
        let mut board = nobody.board(&store);
        assert_eq!(board.ended().exit_code(), 1);
        assert!(!board.wrote("\x1b"));
        assert_eq!(names(&store), ["board.db"], "in a folder of {folder:o}");
    }
}

#[test]
fn a_log_is_read_while_an_agent_has_it_open() {
    let nobody = Nobody::new();
    let store = TestStore::with_ready_tasks(2);
    // The files of the log are made with the rights of the store.
    allow(&store.path, 0o644);
    let agent = Connection::open(&store.path).unwrap();
    let change = "UPDATE agent_tasks SET content = ?1 WHERE task_id = '1'";
    agent.execute(change, ["First"]).unwrap();
    allow(&store.path, 0o444);
    allow(store.folder.path(), 0o555);
    let (code, said) = nobody.run(&["list", store.argument()]);
    assert_eq!((code, said.contains("First")), (Some(0), true), "{said}");
    let mut board = nobody.board(&store);
    board.wait_for("First");
    board.wait_for("read-only");
    agent.execute(change, ["Second"]).unwrap();
    board.wait_for("Second");
    let (code, said) = nobody.run(&["claim", "1", "--store", store.argument(), "--as", "ana"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the file may not be written"), "{said}");
}

#[test]
fn a_log_that_may_not_be_read_is_named() {
    let nobody = Nobody::new();
    let store = TestStore::with_ready_tasks(1);
    let agent = Connection::open(&store.path).unwrap();
    agent
        .execute("UPDATE agent_tasks SET content = 'In the log'", [])
        .unwrap();
    allow(&store.path, 0o444);
    allow(&store.folder.path().join("board.db-wal"), 0);
    allow(store.folder.path(), 0o555);
    let (code, said) = nobody.run(&["list", store.argument()]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("board.db-wal: Permission denied"), "{said}");
}

#[test]
fn a_folder_that_may_not_be_written_refuses_a_claim_by_its_own_reason() {
    let nobody = Nobody::new();
    let store = TestStore::with_ready_tasks(1);
    store.write("PRAGMA journal_mode = delete");
    allow(&store.path, 0o666);
    allow(store.folder.path(), 0o555);
    let (code, said) = nobody.run(&["list", store.argument()]);
    assert_eq!((code, said.contains("Task 1")), (Some(0), true), "{said}");
    let (code, said) = nobody.run(&["claim", "1", "--store", store.argument(), "--as", "ana"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("its folder may not be written"), "{said}");
    assert!(!said.contains("log"), "{said}");
}

#[test]
fn what_a_killed_writer_left_is_named() {
    let nobody = Nobody::new();
    let store = TestStore::with_ready_tasks(1);
    let agent = Connection::open(&store.path).unwrap();
    agent
        .execute("UPDATE agent_tasks SET content = 'In the log'", [])
        .unwrap();
    let (code, said) = nobody.run(&["list", cut_short(&store, "-shm").argument()]);
    assert_eq!((code, said.contains(LOG)), (Some(1), true), "{said}");
    drop(agent);

    store.write("PRAGMA journal_mode = delete");
    let agent = Connection::open(&store.path).unwrap();
    // More than the cache holds, so that half of the change is in the file already.
    agent
        .execute_batch(
            "PRAGMA cache_size = 1; BEGIN IMMEDIATE;
             WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
             INSERT INTO agent_tasks(session_id, task_id, content) SELECT 's', i, 'Half' FROM n",
        )
        .unwrap();
    let half = cut_short(&store, "-shm");
    assert_eq!(names(&half), ["board.db", "board.db-journal"]);
    let (code, said) = nobody.run(&["list", half.argument()]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("only who may write it"), "{said}");
}
