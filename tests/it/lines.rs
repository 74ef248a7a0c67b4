//! `kanwatch lines`, as a process beside others that change its store.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::process::{eventually, signal};
use crate::support::program::{command, run};
use crate::support::store::TestStore;

/// Hang guard: how long nothing may be said while a line is waited for.
const SILENCE: Duration = Duration::from_secs(15);

/// A running `kanwatch lines`.
struct Lines {
    child: Child,
    said: Receiver<String>,
}

impl Lines {
    fn of(store: &TestStore, options: &[&str]) -> Self {
        let mut child = start(store, options);
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, said) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        Self { child, said }
    }

    fn next(&mut self) -> String {
        self.said.recv_timeout(SILENCE).unwrap()
    }

    /// Returns the next line without its time.
    fn words(&mut self) -> String {
        let line = self.next();
        let (time, words) = line.split_once(' ').unwrap();
        let digits: String = time.chars().filter(|c| !c.is_ascii_digit()).collect();
        assert_eq!((time.len(), digits.as_str()), (8, "::"), "{line}");
        words.to_owned()
    }

    fn json(&mut self) -> Value {
        let mut value: Value = serde_json::from_str(&self.next()).unwrap();
        let time = value.as_object_mut().unwrap().remove("time").unwrap();
        time.as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
        value
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(store: &TestStore, options: &[&str]) -> Child {
    command(store.folder.path())
        .args(["lines", "board.db"])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn ended(child: &mut Child) -> Option<i32> {
    eventually("lines ends", || child.try_wait().unwrap()).code()
}

#[test]
fn what_another_process_does_is_one_line() {
    let store = TestStore::with_ready_tasks(3);
    store.write("UPDATE agent_tasks SET blocked_by = '[\"1\"]' WHERE task_id = '2'");
    let mut lines = Lines::of(&store, &[]);
    assert_eq!(lines.words(), "watching board.db · 0/3 tasks done");
    let verb = |verb: &str, key: &str| {
        let arguments = [verb, key, "--store", store.argument(), "--as", "lead"];
        let said = run(store.folder.path(), &arguments);
        assert_eq!(said.code, Some(0), "{}", said.err);
    };
    verb("claim", "1");
    assert_eq!(lines.words(), "lead claimed #1 Task 1");
    verb("complete", "1");
    assert_eq!(lines.words(), "lead completed #1 Task 1 · #2 is ready now");
    store.write("DELETE FROM agent_tasks WHERE task_id = '3'");
    assert_eq!(lines.words(), "#3 Task 3 was removed");
}

#[test]
fn as_json_each_change_is_one_object() {
    let store = TestStore::with_ready_tasks(4);
    store.write("UPDATE agent_tasks SET blocked_by = '[\"1\"]' WHERE task_id = '3'");
    store.write("UPDATE agent_tasks SET blocked_by = '[\"2\"]' WHERE task_id = '4'");
    let mut lines = Lines::of(&store, &["--json"]);
    assert_eq!(
        lines.json(),
        json!({"what": "watching", "store": "board.db", "tasks": 4, "completed": 0})
    );
    // Two in one commit: each has freed its own.
    store.write("UPDATE agent_tasks SET status = 'completed', owner = 'lead' WHERE task_id < '3'");
    for (key, freed) in [("1", "3"), ("2", "4")] {
        assert_eq!(
            lines.json(),
            json!({
                "what": "moved", "key": key, "session": "s", "title": format!("Task {key}"),
                "from": "pending", "to": "completed", "owner": "lead", "frees": [freed],
            })
        );
    }
    store.write("UPDATE agent_tasks SET owner = 'sub' WHERE task_id = '1'");
    let change = lines.json();
    assert_eq!(
        (&change["what"], &change["from"], &change["to"]),
        (&json!("owner"), &json!("lead"), &json!("sub"))
    );
    store.write("UPDATE agent_tasks SET content = 'Else' WHERE task_id = '1'");
    let change = lines.json();
    assert_eq!(
        (&change["what"], &change["title"]),
        (&json!("edited"), &json!("Else"))
    );
    store.write("INSERT INTO agent_tasks(session_id, task_id, content) VALUES ('s', '9', 'New')");
    let change = lines.json();
    assert_eq!(
        (&change["what"], &change["to"]),
        (&json!("added"), &json!("pending"))
    );
}

#[test]
fn nothing_from_a_store_moves_a_cursor() {
    for options in [&[][..], &["--json"]] {
        let store = TestStore::with_ready_tasks(1);
        let mut lines = Lines::of(&store, options);
        lines.next();
        store.write("UPDATE agent_tasks SET content = 'a' || char(27) || '[31m' || char(10) || char(8238) || 'b'");
        let line = lines.next();
        let odd = |c: char| c.is_control() || ('\u{202A}'..='\u{202E}').contains(&c);
        assert!(!line.contains(odd), "{line:?}");
        assert!(line.contains("[31m"), "{line:?}");
    }
}

#[test]
fn a_store_that_goes_and_comes_back_is_told() {
    let store = TestStore::with_ready_tasks(1);
    let mut lines = Lines::of(&store, &[]);
    lines.next();
    let away = store.folder.path().join("away.db");
    std::fs::rename(&store.path, &away).unwrap();
    let words = lines.words();
    assert!(words.starts_with("board.db is unreadable: "), "{words}");
    std::fs::rename(&away, &store.path).unwrap();
    assert_eq!(lines.words(), "board.db is live again");
}

#[test]
fn a_signal_is_the_ordinary_end() {
    for name in ["-INT", "-TERM"] {
        let store = TestStore::with_ready_tasks(1);
        let mut lines = Lines::of(&store, &[]);
        lines.next();
        assert!(signal(lines.child.id(), name));
        assert_eq!(ended(&mut lines.child), Some(0), "{name}");
    }
}

#[test]
fn a_reader_that_goes_away_is_an_end_without_a_word() {
    let store = TestStore::with_ready_tasks(1);
    let mut child = start(&store, &[]);
    let mut output: BufReader<ChildStdout> = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    // Nothing need be written for the end to be noticed.
    drop(output);
    assert_eq!(ended(&mut child), Some(0));
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn a_reader_that_reads_nothing_does_not_hold_up_the_end() {
    let store = TestStore::with_ready_tasks(1);
    let mut child = start(&store, &[]);
    let mut output: BufReader<ChildStdout> = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    // More than a pipe holds.
    let long = "x".repeat(3000);
    store.write(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
         INSERT INTO agent_tasks(session_id, task_id, content) SELECT 's', i, '{long}' FROM n"
    ));
    assert!(!output.fill_buf().unwrap().is_empty());
    assert!(signal(child.id(), "-TERM"));
    assert_eq!(ended(&mut child), Some(0));
}
