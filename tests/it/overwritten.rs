//! Agents that write from memory take back what a person did: every time, the person is told.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use kanwatch::desk::door::Desk;
use kanwatch::desk::keeper::{Keeper, Report};
use kanwatch::desk::pace::Pace;
use kanwatch::shell::clock::clock;
use kanwatch::task::command::{Command as Wish, Force, Verb};
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use kanwatch::task::overwrite::Overwrite;
use kanwatch::task::receipt::{Outcome, Receipt};

use crate::support::process::eventually;
use crate::support::program::writer;
use crate::support::pty::Pty;
use crate::support::store::TestStore;

const CARD: &str = r#"{"id": 1, "subject": "Parse", "description": "", "status": "pending",
 "blockedBy": [], "blocks": [], "owner": ""}"#;

fn folder() -> (tempfile::TempDir, std::path::PathBuf) {
    let project = tempfile::tempdir().unwrap();
    let folder = project.path().join(".tasks");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("task_1.json"), CARD).unwrap();
    (project, folder)
}

/// An agent that goes on until the test ends.
struct Agent(Child);

impl Agent {
    /// Returns once it remembers the file as it is now.
    fn start(file: &Path) -> Self {
        let mut agent = Command::new(writer("task_agent"));
        agent.arg(file).args(["memory", "1000000000"]);
        let agent = Self(agent.stdout(Stdio::null()).spawn().unwrap());
        eventually("the agent writes", || {
            let text = fs::read_to_string(file).unwrap();
            text.contains("round").then_some(())
        });
        agent
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits for a report that `wanted` picks; the time only keeps a failing test from hanging.
fn next<T>(reports: &Receiver<Report>, wanted: impl Fn(Report) -> Option<T>) -> T {
    loop {
        let report = reports.recv_timeout(Duration::from_mins(1)).unwrap();
        if let Some(found) = wanted(report) {
            return found;
        }
    }
}

fn receipt(report: Report) -> Option<Receipt> {
    match report {
        Report::Receipt(receipt) => Some(receipt),
        _ => None,
    }
}

fn overwrite(report: Report) -> Option<Overwrite> {
    match report {
        Report::Overwritten(overwrite) => Some(overwrite),
        _ => None,
    }
}

#[test]
fn every_claim_that_an_agent_overwrites_is_reported() {
    const CLAIMS: usize = 100;
    let (_project, folder) = folder();
    let desk = Desk::open(&folder, None, clock()).unwrap();
    let (sender, reports) = channel();
    let keeper = Keeper::start(desk, clock(), Pace::default(), move |report| {
        let _ = sender.send(report);
    });
    let keeper = keeper.unwrap();
    let _agent = Agent::start(&folder.join("task_1.json"));
    let mut claims = 0;
    while claims < CLAIMS {
        let claim = Wish {
            verb: Verb::Claim,
            key: TaskKey::new(None, "1"),
            actor: "human:ana".to_owned(),
            seen: None,
            force: Force::Obey,
        };
        keeper.submit(claim).unwrap();
        // A file that is rewritten all the time may also not be had at all: nothing is done then.
        if !matches!(next(&reports, receipt).outcome, Outcome::Done { .. }) {
            continue;
        }
        claims += 1;
        let told = next(&reports, overwrite);
        assert_eq!(told.deed.key, TaskKey::new(None, "1"));
        assert_eq!((told.now.lane, &told.now.owner), (Lane::Pending, &None));
    }
}

#[test]
fn an_overwritten_deed_is_told_on_the_screen_and_can_be_done_again() {
    let (_project, folder) = folder();
    let file = folder.join("task_1.json");
    fs::write(
        folder.join("task_2.json"),
        CARD.replace("\"id\": 1", "\"id\": 2"),
    )
    .unwrap();
    let mut board = Pty::board(&[folder.to_str().unwrap(), "--as", "ana"], 80, 24);
    board.wait_for("PENDING 2");
    board.send("x");
    board.wait_for("COMPLETED 1");
    board.send("h");
    fs::write(&file, CARD).unwrap();
    board.wait_for("#1 is pending again, ");
    board.wait_for("you completed it  ! does it again");
    board.wait_for("PENDING 2");
    board.send("!");
    board.wait_for("completed #1");
    board.wait_for("COMPLETED 1");
    assert!(fs::read_to_string(&file).unwrap().contains("\"completed\""));
    board.send("u");
    board.wait_for("undid \"complete #1\"");
    board.send("u");
    board.wait_for("there is nothing to undo");
}

#[test]
fn what_an_agent_does_with_the_card_afterwards_is_no_overwriting() {
    let store = TestStore::with_ready_tasks(2);
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 200, 50);
    board.wait_for("PENDING 2");
    board.send("c");
    board.wait_for("IN PROGRESS 1");
    store.write("UPDATE agent_tasks SET status = 'completed' WHERE task_id = '1'");
    board.wait_for("ana completed #1");
    store.write("UPDATE agent_tasks SET status = 'pending', owner = '' WHERE task_id = '1'");
    board.wait_for("#1 was reopened");
}
