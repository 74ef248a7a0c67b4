//! Writing folders of task files: crashes, and agents that take no lock.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::program::{STATE_HOME, command, run, run_json, writer};
use crate::support::pty::Pty;

/// A project folder with `.tasks` in it.
fn project(tasks: &[Value]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(".tasks");
    fs::create_dir(&path).unwrap();
    for task in tasks {
        let text = serde_json::to_string_pretty(task).unwrap();
        fs::write(path.join(format!("task_{}.json", task["id"])), text).unwrap();
    }
    (folder, path)
}

fn task(id: usize, status: &str, waits: &[usize], description: &str) -> Value {
    json!({"id": id, "subject": format!("Task {id}"), "description": description, "status": status,
           "blockedBy": waits, "blocks": [], "owner": ""})
}

fn read(folder: &Path, id: usize) -> Value {
    let text = fs::read_to_string(folder.join(format!("task_{id}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn waits(folder: &Path, id: usize) -> BTreeSet<u64> {
    let task = read(folder, id);
    let ids = task["blockedBy"].as_array().unwrap().iter();
    ids.map(|id| id.as_u64().unwrap()).collect()
}

fn hidden(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap();
    names
        .filter(|entry| entry.as_ref().unwrap().file_name().as_encoded_bytes()[0] == b'.')
        .count()
}

/// Dies before each write in turn: nobody looks ready too early, and the next start finishes it.
#[test]
fn a_completion_that_dies_anywhere_is_finished_by_the_next_start() {
    for dependents in [1, 2, 5, 20] {
        let last = dependents + 1;
        for at in 0..=last {
            let mut tasks = vec![task(1, "in_progress", &[], ""), task(2, "pending", &[], "")];
            let others = 3..3 + dependents;
            tasks.extend(others.clone().map(|id| task(id, "pending", &[2, 1], "")));
            let (folder, path) = project(&tasks);
            let died = command(folder.path())
                .args(["complete", "1", "--store", ".tasks"])
                .env("KANWATCH_DIE_AT", at.to_string())
                .stderr(Stdio::null())
                .status()
                .unwrap();
            assert_eq!(died.code(), None, "{dependents} dependents, write {at}");
            let is_completed = read(&path, 1)["status"] == "completed";
            assert_eq!(is_completed, at > 0);
            let still_listed = others.clone().filter(|id| waits(&path, *id).contains(&1));
            let stripped = dependents - still_listed.count();
            assert_eq!(stripped, at.saturating_sub(1));

            let listed = run_json(folder.path(), &["list", ".tasks", "--json"]);
            assert_eq!(listed[0]["ready"], json!(["2"]));
            let expected = if is_completed { vec![2] } else { vec![1, 2] };
            for id in others {
                assert_eq!(waits(&path, id), expected.iter().copied().collect());
            }
            assert_eq!(hidden(&path), 0, "nothing of ours is left");
        }
    }
}

#[test]
fn each_ready_card_is_claimed_exactly_once() {
    const CARDS: usize = 60;
    let tasks: Vec<Value> = (1..=CARDS).map(|id| task(id, "pending", &[], "")).collect();
    let (folder, path) = project(&tasks);
    let racers: Vec<_> = (0..8)
        .map(|number| {
            let script = format!(
                "while '{}' next --claim --store .tasks --as racer{number}; do :; done",
                env!("CARGO_BIN_EXE_kanwatch"),
            );
            let mut racer = Command::new("sh");
            racer.args(["-c", &script]).current_dir(folder.path());
            racer.env("XDG_STATE_HOME", STATE_HOME);
            racer
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let mut claims = 0;
    for racer in racers {
        let output = racer.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        claims += said
            .lines()
            .filter(|line| line.contains("claimed #"))
            .count();
    }
    assert_eq!(claims, CARDS);
    let owners = (1..=CARDS).map(|id| read(&path, id));
    assert!(owners.into_iter().all(|task| {
        task["status"] == "in_progress" && task["owner"].as_str().unwrap().starts_with("racer")
    }));
}

/// An agent rewrites the card while a person claims and releases it: whatever the agent wrote
/// is there when it looks again.
#[test]
fn no_update_of_an_agent_is_lost_by_ours() {
    for how in ["in-place", "rename"] {
        let (folder, path) = project(&[task(1, "pending", &[], "")]);
        let mut agent = Command::new(writer("task_agent"));
        agent.arg(path.join("task_1.json")).args([how, "1500"]);
        let agent = agent.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut agent = agent.spawn().unwrap();
        let mut written = 0;
        while agent.try_wait().unwrap().is_none() {
            for verb in ["claim", "release"] {
                let said = run(
                    folder.path(),
                    &[verb, "1", "--store", ".tasks", "--as", "human:ana"],
                );
                written += usize::from(said.code == Some(0));
            }
        }
        let output = agent.wait_with_output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{how}: {complaint}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{how}");
        assert!(written > 0, "{how}: none of ours");
        assert_eq!(read(&path, 1)["description"], "round 1499");
        assert_eq!(hidden(&path), 0);
    }
}

/// Cards of 200 B and 200 kB, written in place and by rename, all the time: no frame lacks one.
#[test]
fn a_file_that_is_being_written_never_leaves_the_board() {
    for (size, how) in [
        (200, "in-place"),
        (200_000, "in-place"),
        (200, "rename"),
        (200_000, "rename"),
    ] {
        let mut tasks: Vec<Value> = (1..=5).map(|id| task(id, "pending", &[], "")).collect();
        tasks[2]["activeForm"] = "x".repeat(size).into();
        let (folder, path) = project(&tasks);
        let mut board = Pty::board(&[path.to_str().unwrap()], 80, 24);
        board.wait_for("PENDING 5");
        let agent = Command::new(writer("task_agent"))
            .arg(path.join("task_3.json"))
            .args([how, "400"])
            .status();
        assert!(agent.unwrap().success());
        // The board has seen all of it once it shows what came after.
        fs::write(
            path.join("task_6.json"),
            task(6, "pending", &[], "").to_string().replace(':', ": "),
        )
        .unwrap();
        board.wait_until("the sixth card", |screen| {
            let is_whole = screen.contains("PENDING 5") || screen.contains("PENDING 6");
            assert!(
                is_whole && !screen.contains("the file"),
                "{size} {how}\n{screen}"
            );
            screen.contains("PENDING 6")
        });
        drop(board);
        assert_eq!(read(&path, 3)["description"], "round 399");
        assert_eq!(hidden(&path), 0);
        drop(folder);
    }
}
