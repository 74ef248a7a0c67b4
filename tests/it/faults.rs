//! What is not a store, stops being one, or cannot be written: a clear word, never "no tasks",
//! and never half a write.

use std::path::Path;

use kanwatch::desk::door::Desk;
use kanwatch::shell::clock::clock;
use kanwatch::task::command::{Command, Force, Verb};
use kanwatch::task::key::TaskKey;
use kanwatch::task::receipt::Outcome;
use kanwatch::text::safe::SafeText;
use rusqlite::Connection;

use crate::support::program::{STATE_HOME, Said, run};
use crate::support::store::TestStore;

/// Long enough that SQLite does not take it for a file that is only beginning.
fn garbage() -> Vec<u8> {
    (0..40_000_u32).map(|n| (n * 7919 % 251) as u8).collect()
}

fn half(path: &Path) {
    let bytes = std::fs::read(path).unwrap();
    std::fs::write(path, &bytes[..bytes.len() / 2 - 100]).unwrap();
}

#[test]
fn each_command_names_what_is_no_store_and_what_to_try() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("garbage.db"), garbage()).unwrap();
    std::fs::write(path("empty.db"), "").unwrap();
    std::fs::create_dir(path("folder.db")).unwrap();
    let other = Connection::open(path("other.db")).unwrap();
    other.execute_batch("CREATE TABLE t (a)").unwrap();
    let whole = TestStore::with_ready_tasks(2_000);
    whole.write("PRAGMA journal_mode = delete");
    std::fs::copy(&whole.path, path("cut.db")).unwrap();
    half(&path("cut.db"));
    for (name, why, hint) in [
        ("garbage.db", "not a SQLite database", "try another path"),
        ("empty.db", "it is empty", "try another path"),
        ("folder.db", "", "try "),
        ("other.db", "no agent_tasks table", "try another path"),
        ("missing.db", "is not there", "try kanwatch init"),
        ("cut.db", "damaged", "restore it"),
    ] {
        for arguments in [
            &["list", name][..],
            &["list", name, "--json"],
            &["frame", name],
            &["claim", "1", "--store", name, "--as", "ana"],
            &["show", "1", "--store", name],
            &["next", "--claim", "--store", name, "--as", "ana"],
        ] {
            let Said { code, out, err } = run(folder.path(), arguments);
            assert_eq!((code, out.as_str()), (Some(1), ""), "{arguments:?} {err}");
            for word in [name, why, hint] {
                assert!(err.contains(word), "{arguments:?} without {word:?}: {err}");
            }
        }
    }
    assert!(!path("missing.db").exists());
}

/// Something that happens to a store while it is open.
struct Fault {
    name: &'static str,
    strike: fn(&TestStore),
    says: &'static str,
}

const FAULTS: &[Fault] = &[
    Fault {
        name: "the table is dropped",
        strike: |store| store.write("DROP TABLE agent_tasks"),
        says: "no agent_tasks table",
    },
    Fault {
        name: "the table is renamed",
        strike: |store| store.write("ALTER TABLE agent_tasks RENAME TO tasks"),
        says: "no agent_tasks table",
    },
    Fault {
        name: "the file is removed",
        strike: |store| std::fs::remove_file(&store.path).unwrap(),
        says: "is not there",
    },
    Fault {
        name: "the file is cut to nothing",
        strike: |store| std::fs::write(&store.path, "").unwrap(),
        says: "it is empty",
    },
    Fault {
        name: "something else is written into the file",
        strike: |store| std::fs::write(&store.path, garbage()).unwrap(),
        says: "not a SQLite database",
    },
    Fault {
        name: "another file takes its place",
        strike: |store| {
            let other = store.folder.path().join("other");
            std::fs::write(&other, garbage()).unwrap();
            std::fs::rename(other, &store.path).unwrap();
        },
        says: "not a SQLite database",
    },
    Fault {
        name: "a folder takes its place",
        strike: |store| {
            std::fs::remove_file(&store.path).unwrap();
            std::fs::create_dir(&store.path).unwrap();
        },
        says: "it is a folder",
    },
];

fn claim(key: &str, actor: &str) -> Command {
    Command {
        verb: Verb::Claim,
        key: TaskKey::new(Some(SafeText::new("s")), key),
        actor: actor.to_owned(),
        seen: None,
        force: Force::Obey,
    }
}

/// A look and a command both name the file and what is wrong with it, and both recover with it.
#[test]
fn a_store_that_stops_being_one_is_never_an_empty_one() {
    for fault in FAULTS {
        let store = TestStore::with_ready_tasks(3);
        // The files of a write-ahead log would outlive the file that they belong to.
        store.write("PRAGMA journal_mode = delete");
        let bytes = std::fs::read(&store.path).unwrap();
        let mut desk = Desk::open(&store.path, None, clock()).unwrap();
        assert_eq!(desk.look().unwrap().0.tasks.len(), 3);
        assert!(matches!(
            desk.submit(&claim("1", "ana")).outcome,
            Outcome::Done { .. }
        ));
        (fault.strike)(&store);
        let looked = desk.look().map(|(snapshot, _)| snapshot.tasks.len());
        let said = looked.unwrap_err().to_string();
        let Outcome::Failed(refused) = desk.submit(&claim("2", "ana")).outcome else {
            panic!("{}: a command was carried out", fault.name);
        };
        for said in [said, refused] {
            let is_clear = said.contains(fault.says) && said.contains("board.db");
            assert!(is_clear, "{}: {said}", fault.name);
        }
        if store.path.is_dir() {
            std::fs::remove_dir(&store.path).unwrap();
        }
        std::fs::write(&store.path, &bytes).unwrap();
        let looked = desk.look().map(|(snapshot, _)| snapshot.tasks.len());
        assert_eq!(
            looked.map_err(|error| error.to_string()),
            Ok(3),
            "{}",
            fault.name
        );
    }
}

const WITH_KNOWN_AGENTS: &str = "
    CREATE TABLE agents (name TEXT PRIMARY KEY);
    INSERT INTO agents VALUES (''), ('ana');
    CREATE TABLE agent_tasks (
        session_id TEXT, task_id TEXT, content TEXT, status TEXT DEFAULT 'pending',
        blocked_by TEXT DEFAULT '[]',
        owner TEXT DEFAULT '' REFERENCES agents(name) DEFERRABLE INITIALLY DEFERRED
    );
    INSERT INTO agent_tasks (session_id, task_id) VALUES ('s', '1'), ('s', '2');";

/// Here only the commit itself fails, after every statement has succeeded.
#[test]
fn a_commit_that_the_store_refuses_is_not_written_and_the_next_one_is() {
    let store = TestStore::from_sql(WITH_KNOWN_AGENTS);
    let mut desk = Desk::open(&store.path, None, clock()).unwrap();
    let Outcome::Failed(why) = desk.submit(&claim("1", "stranger")).outcome else {
        panic!("the commit cannot succeed");
    };
    assert!(
        why.contains("refused by the store: FOREIGN KEY constraint failed"),
        "{why}"
    );
    let rows = "SELECT group_concat(status || owner) FROM agent_tasks";
    assert_eq!(store.read::<String>(rows), "pending,pending");
    assert!(matches!(
        desk.submit(&claim("1", "ana")).outcome,
        Outcome::Done { .. }
    ));
    assert_eq!(store.read::<String>(rows), "in_progressana,pending");
    let arguments = ["claim", "2", "--store", store.argument(), "--as", "bob"];
    let said = run(store.folder.path(), &arguments);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert!(
        said.err
            .starts_with("kanwatch: cannot claim #2: refused by the store"),
        "{}",
        said.err
    );
}

/// Claims `key` where no file may grow beyond so many blocks, as on a full disk.
fn claim_with_limit(store: &TestStore, key: &str, blocks: u32) -> Said {
    let script = format!(
        "trap '' XFSZ; ulimit -f {blocks}; exec '{}' claim {key} --store '{}' --as ana",
        env!("CARGO_BIN_EXE_kanwatch"),
        store.argument()
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &script])
        .env("XDG_STATE_HOME", STATE_HOME)
        .output()
        .unwrap();
    Said {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_write_that_does_not_fit_is_not_half_a_write() {
    let count = 5_000;
    for (journal, blocks, says) in [
        // Nothing fits: not even what is written ahead of the commit.
        ("delete", 1, "nothing was written"),
        // The journal fits and the page, or its place in the log, does not: the commit fails half-way.
        (
            "delete",
            40,
            "whether it was written shows at the next look",
        ),
    ] {
        let store = TestStore::with_ready_tasks(count);
        store.write(&format!("PRAGMA journal_mode = {journal}"));
        // Keeps the log of a write-ahead store, and lets it grow far beyond the limit.
        let holder = Connection::open(&store.path).unwrap();
        holder
            .execute_batch("UPDATE agent_tasks SET content = content || '.'")
            .unwrap();
        // The last rows stand on the last pages, far beyond the limit, too.
        let key = count.to_string();
        let said = claim_with_limit(&store, &key, blocks);
        assert_eq!(
            (said.code, said.out.as_str()),
            (Some(1), ""),
            "{}",
            said.err
        );
        let is_clear = said.err.contains("board.db") && said.err.contains(says);
        assert!(is_clear, "{journal} {blocks}: {}", said.err);
        let row = format!("SELECT status || owner FROM agent_tasks WHERE task_id = '{key}'");
        assert_eq!(store.read::<String>(&row), "pending");
        drop(holder);
        assert_eq!(store.read::<String>("PRAGMA integrity_check"), "ok");
        let arguments = ["claim", &key, "--store", store.argument(), "--as", "ana"];
        assert_eq!(run(store.folder.path(), &arguments).code, Some(0));
        assert_eq!(store.read::<String>(&row), "in_progressana");
    }
}

/// Session ids that are no text are named, and asked for, by the text that is shown.
#[test]
fn a_session_of_any_type_can_be_asked_for() {
    let store = TestStore::from_sql(
        "CREATE TABLE agent_tasks (session_id, task_id, content, status);
         INSERT INTO agent_tasks VALUES
            (7, '1', 'integer', 'pending'), (2.0, '1', 'real', 'pending'),
            (x'73', '1', 'blob', 'pending'), (NULL, '1', 'null', 'pending'),
            (CAST(x'ff' AS TEXT), '1', 'bytes', 'pending'), ('S', '1', 'upper', 'pending');",
    );
    for (session, title) in [
        ("7", "integer"),
        ("2", "real"),
        ("s", "blob"),
        ("", "null"),
        ("\u{fffd}", "bytes"),
        ("S", "upper"),
    ] {
        let said = run(
            store.folder.path(),
            &["list", store.argument(), "--session", session],
        );
        assert_eq!(said.out, format!("[ ] #1: {title}\n"), "{}", said.err);
    }
    let nobody = ["list", store.argument(), "--session", "x"];
    let said = run(store.folder.path(), &nobody);
    assert_eq!(said.out, "no tasks in session x\n", "{}", said.err);
    let claim = ["claim", "7/1", "--store", store.argument(), "--as", "ana"];
    assert_eq!(run(store.folder.path(), &claim).code, Some(0));
    let touched = "SELECT group_concat(content) FROM agent_tasks WHERE status <> 'pending'";
    assert_eq!(store.read::<String>(touched), "integer");
}

#[test]
fn a_store_without_sessions_has_none_to_ask_for() {
    let store = TestStore::from_sql(
        "CREATE TABLE agent_tasks (task_id, content, status);
         INSERT INTO agent_tasks VALUES ('1', 'the only one', 'pending');",
    );
    let folder = store.folder.path();
    let said = run(folder, &["list", store.argument(), "--session", "s"]);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert!(said.err.contains("tells no sessions apart"), "{}", said.err);
    let said = run(folder, &["list", store.argument()]);
    assert_eq!(said.out, "[ ] #1: the only one\n");
}
