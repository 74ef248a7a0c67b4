//! The ledger on disk, and the order as shell, boards and agents see it.

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use kanwatch::agent::name::AgentName;
use kanwatch::agent::tools::Tools;
use kanwatch::desk::clock::Clock;
use kanwatch::ledger::book::Ledger;
use kanwatch::task::key::TaskKey;
use kanwatch::task::order::{Placement, Side};
use kanwatch::text::safe::SafeText;
use serde_json::Value;

use crate::support::program::{Said, command};
use crate::support::pty::Pty;
use crate::support::sketch::now;
use crate::support::store::TestStore;

/// A store, and a state folder of its own.
struct Desk {
    store: TestStore,
    state: PathBuf,
}

impl Desk {
    fn with_ready_tasks(count: usize) -> Self {
        let store = TestStore::with_ready_tasks(count);
        let state = store.folder.path().join("state");
        Self { store, state }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(self.store.folder.path());
        command.args(arguments).env("XDG_STATE_HOME", &self.state);
        command
    }

    fn run(&self, arguments: &[&str]) -> Said {
        let output = self.command(arguments).output().unwrap();
        Said {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    fn moved(&self, arguments: &[&str]) {
        let said = self.run(&[&["move"], arguments, &["--as", "ana"]].concat());
        assert_eq!(said.code, Some(0), "{}", said.err);
    }

    fn listed(&self, order: &[&str]) -> Vec<String> {
        let said = self.run(&[&["list", "--json"], order].concat());
        let listed: Value = serde_json::from_str(&said.out).unwrap();
        let tasks = listed[0]["tasks"].as_array().unwrap();
        let keys = tasks
            .iter()
            .map(|task| task["key"].as_str().unwrap().to_owned());
        keys.collect()
    }

    fn board(&self) -> Pty {
        let state = self.state.to_str().unwrap();
        let variables = [("XDG_STATE_HOME", state)];
        let arguments = [self.store.argument(), "--as", "ana"];
        let mut board = Pty::board_with(&arguments, 80, 24, &variables);
        board.wait_for("Task 1");
        board
    }

    /// Returns the ledger's path, once there is one.
    fn ledger(&self) -> Option<PathBuf> {
        let folders = std::fs::read_dir(self.state.join("kanwatch")).ok()?;
        let folder = folders.map(|entry| entry.unwrap().path()).next()?;
        Some(folder.join("ledger.db"))
    }
}

/// Tells whether the titles stand on the screen in this order.
fn stand_so(screen: &str, titles: &[&str]) -> bool {
    let places: Option<Vec<usize>> = titles.iter().map(|title| screen.find(title)).collect();
    places.is_some_and(|places| places.is_sorted())
}

#[test]
fn move_list_and_next_follow_the_order() {
    let desk = Desk::with_ready_tasks(5);
    assert_eq!(
        desk.listed(&["--order", "human"]),
        ["1", "2", "3", "4", "5"]
    );
    desk.moved(&["5", "--before", "1"]);
    desk.moved(&["1", "--after", "3"]);
    assert_eq!(
        desk.listed(&["--order", "human"]),
        ["5", "2", "3", "1", "4"]
    );
    assert_eq!(desk.listed(&[]), ["1", "2", "3", "4", "5"]);
    assert_eq!(desk.run(&["next"]).out, "[ ] #5: Task 5\n");
    assert_eq!(desk.run(&["next", "--claim", "--as", "bob"]).code, Some(0));
    let owner = "SELECT task_id FROM agent_tasks WHERE owner = 'bob'";
    assert_eq!(desk.store.read::<String>(owner), "5");
    assert_eq!(desk.run(&["next"]).out, "[ ] #2: Task 2\n");
    assert_eq!(
        desk.listed(&["--order", "human"]),
        ["2", "3", "1", "4", "5"]
    );
}

#[test]
fn move_names_what_came_of_it() {
    let desk = Desk::with_ready_tasks(3);
    desk.store
        .write("UPDATE agent_tasks SET status = 'completed' WHERE task_id = '3'");
    let said = desk.run(&["move", "2", "--before", "1"]);
    assert_eq!(said.out, "moved #2 before #1 (advisory)\n");
    let said = desk.run(&["move", "2", "--before", "1"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), "#2 stands there already\n")
    );
    for (arguments, code, why) in [
        (&["2", "--before", "3"][..], 3, "#3 is completed"),
        (&["3", "--before", "2"], 3, "#3 is completed"),
        (&["2", "--after", "2"], 3, "beside itself"),
        (&["2", "--after", "9"], 1, "no task 9"),
        (&["2"], 2, "--before"),
        (&["2", "--before", "1", "--after", "1"], 2, "cannot be used"),
    ] {
        let said = desk.run(&[&["move"], arguments].concat());
        assert_eq!(
            said.code,
            Some(code),
            "{arguments:?}: {} {}",
            said.out,
            said.err
        );
        assert!(said.err.contains(why), "{}", said.err);
    }
    let said = desk.run(&["move", "1", "--before", "2", "--json"]);
    let receipt: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&receipt["outcome"], &receipt["order"]),
        (&"done".into(), &"advisory".into())
    );
}

#[test]
fn the_first_move_makes_the_ledger_for_its_owner_alone() {
    let desk = Desk::with_ready_tasks(3);
    let mut board = desk.board();
    board.send("K");
    board.wait_for("it is the first already");
    board.send("jk?");
    board.wait_for("card above");
    for arguments in [
        &["list", "--order", "human"][..],
        &["next"],
        &["claim", "1"],
    ] {
        assert_eq!(desk.run(arguments).code, Some(0));
    }
    assert!(!desk.state.exists(), "watching and claiming wrote a ledger");
    desk.moved(&["3", "--before", "2"]);
    let ledger = desk.ledger().unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&ledger), 0o600);
    for folder in ledger.ancestors().skip(1).take(3) {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
}

#[test]
fn moves_leave_no_trace_in_the_agents_store() {
    let desk = Desk::with_ready_tasks(3);
    let all = "SELECT group_concat(task_id || status || coalesce(owner, '') || updated_at) || \
               (SELECT group_concat(name || coalesce(sql, '')) FROM sqlite_master) FROM agent_tasks";
    let before: String = desk.store.read(all);
    desk.moved(&["3", "--before", "1"]);
    assert_eq!(desk.store.read::<String>(all), before);
}

#[test]
fn a_board_moves_cards_and_another_follows() {
    let desk = Desk::with_ready_tasks(4);
    let (mut one, mut other) = (desk.board(), desk.board());
    one.send("J");
    let swapped = |screen: &str| stand_so(screen, &["Task 2", "Task 1", "Task 3", "Task 4"]);
    one.wait_until("task 1 stands second", swapped);
    one.wait_for("moved #1 after #2 · the order is advisory");
    one.wait_for("order advisory");
    other.wait_until("the other board follows", swapped);
    other.wait_for("order advisory");
    // Typed ahead: each step starts from where the one before has led to.
    one.send("JJ");
    let last = |screen: &str| stand_so(screen, &["Task 2", "Task 3", "Task 4", "Task 1"]);
    one.wait_until("task 1 stands last", last);
    other.wait_until("and on the other board", last);
    one.send("J");
    one.wait_for("it is the last already");
    drop((one, other));
    let mut again = desk.board();
    again.wait_until("the order outlives the board", last);
    again.send("GuK");
    again.wait_for("moved #1 before #4");
    again.send("u");
    again.wait_until("and a move is undone", last);
}

#[test]
fn a_move_is_not_undone_when_somebody_has_moved_the_card_since() {
    let desk = Desk::with_ready_tasks(3);
    let mut board = desk.board();
    board.send("J");
    board.wait_for("moved #1 after #2");
    desk.run(&["move", "1", "--after", "3", "--as", "bob"]);
    let by_bob = |screen: &str| stand_so(screen, &["Task 2", "Task 3", "Task 1"]);
    board.wait_until("bob's move is shown", by_bob);
    board.send("u");
    board.wait_for("cannot undo \"move #1\": it was moved again by bob");
    assert_eq!(desk.listed(&["--order", "human"]), ["2", "3", "1"]);
    board.send("!");
    board.wait_for("undid \"move #1\"");
    assert_eq!(desk.listed(&["--order", "human"]), ["1", "2", "3"]);
    board.send("\x12");
    board.wait_for("redid \"move #1\"");
    assert_eq!(desk.listed(&["--order", "human"]), ["2", "1", "3"]);
}

#[test]
fn our_tools_for_agents_follow_the_order() {
    let desk = Desk::with_ready_tasks(3);
    desk.moved(&["3", "--before", "1"]);
    let clock = Clock {
        wall: now,
        steady: || std::time::Duration::ZERO,
    };
    let state = desk.state.join("kanwatch");
    let name = AgentName::new("sub").unwrap();
    let path = &desk.store.path;
    let mut tools = Tools::open(path, Some("s"), name, Some(&state), clock).unwrap();
    assert_eq!(tools.claim_next().key.id.raw(), "3");
    assert_eq!(tools.claim_next().key.id.raw(), "1");
}

#[test]
fn a_state_folder_that_cannot_be_written_takes_the_order_alone() {
    let desk = Desk::with_ready_tasks(3);
    std::fs::write(&desk.state, "in the way").unwrap();
    let said = desk.run(&["move", "2", "--before", "1"]);
    assert_eq!(said.code, Some(1));
    assert!(
        said.err.contains("the order cannot be kept"),
        "{}",
        said.err
    );
    let mut board = desk.board();
    board.send("J");
    board.wait_for("cannot move #1: the order cannot be kept");
    board.send("c");
    board.wait_for("claimed #1");
    assert_eq!(desk.run(&["next"]).out, "[ ] #2: Task 2\n");
}

#[test]
fn a_damaged_ledger_takes_the_order_alone_and_is_left_as_it_is() {
    let desk = Desk::with_ready_tasks(3);
    desk.moved(&["3", "--before", "1"]);
    let ledger = desk.ledger().unwrap();
    let damaged = b"this was a database once".repeat(99);
    std::fs::write(&ledger, &damaged).unwrap();
    let mut board = desk.board();
    board.wait_for("your order of the cards cannot be kept");
    board.wait_until("the cards stand as ever", |screen| {
        stand_so(screen, &["Task 1", "Task 2", "Task 3"])
    });
    board.send("c");
    board.wait_for("claimed #1");
    let said = desk.run(&["next"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), "[ ] #2: Task 2\n")
    );
    assert!(said.err.contains("without your order"), "{}", said.err);
    assert_eq!(desk.run(&["move", "3", "--before", "2"]).code, Some(1));
    assert_eq!(std::fs::read(&ledger).unwrap(), damaged);
}

#[test]
fn a_ledger_of_a_newer_program_is_not_touched() {
    let desk = Desk::with_ready_tasks(3);
    desk.moved(&["3", "--before", "1"]);
    let ledger = rusqlite::Connection::open(desk.ledger().unwrap()).unwrap();
    ledger.pragma_update(None, "user_version", 99).unwrap();
    let said = desk.run(&["move", "2", "--before", "1"]);
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("newer version"), "{}", said.err);
    let count = "SELECT count(*) FROM placement";
    let count: i64 = ledger.query_row(count, [], |row| row.get(0)).unwrap();
    assert_eq!(count, 1);
}

/// Many shells move cards at once; none fails and none is lost.
#[test]
fn moves_of_many_processes_are_all_kept() {
    let desk = Desk::with_ready_tasks(9);
    let movers: Vec<_> = (2..=9)
        .map(|card| {
            let card = card.to_string();
            let mut mover = desk.command(&["move", &card, "--before", "1"]);
            mover.stdout(std::process::Stdio::null());
            mover.spawn().unwrap()
        })
        .collect();
    for mut mover in movers {
        assert_eq!(mover.wait().unwrap().code(), Some(0));
    }
    let ledger = rusqlite::Connection::open(desk.ledger().unwrap()).unwrap();
    let count = "SELECT count(DISTINCT key) FROM placement";
    let placed: i64 = ledger.query_row(count, [], |row| row.get(0)).unwrap();
    assert_eq!(placed, 8);
    assert_eq!(desk.listed(&["--order", "human"]).last().unwrap(), "1");
}

#[test]
fn what_is_placed_is_read_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut ledger = Ledger::beside(Some(folder.path()), Path::new("/some/store.db"));
    let mut another = Ledger::beside(Some(folder.path()), Path::new("/some/store.db"));
    let mut foreign = Ledger::beside(Some(folder.path()), Path::new("/some/other.db"));
    assert!(ledger.order().unwrap().is_empty() && another.order().unwrap().is_empty());
    let key = |session: Option<&str>, id: &str| TaskKey::new(session.map(SafeText::new), id);
    let placement = |key: &TaskKey, number| Placement {
        key: key.clone(),
        side: Side::After,
        above: vec![odd()],
        below: vec![TaskKey::new(None, "a,\"b"), TaskKey::new(None, "")],
        by: "ana \u{1b}[31m".to_owned(),
        number,
    };
    let keys = [
        key(None, "1"),
        key(Some(""), "1"),
        key(Some("s"), "1"),
        odd(),
    ];
    let mut placed = Vec::new();
    for (number, key) in (1..).zip(&keys) {
        let placement = placement(key, number);
        placed.push(placement.clone());
        let change = (key.clone(), Some(placement));
        ledger
            .place(|order| (assert_eq!(order.next_number(), number), Some(change)))
            .unwrap();
        assert_eq!(another.order().unwrap().placements(), placed);
    }
    let known = another.order().unwrap();
    assert!(std::sync::Arc::ptr_eq(&known, &another.order().unwrap()));
    ledger
        .place(|_| ((), Some((keys[1].clone(), None))))
        .unwrap();
    placed.remove(1);
    assert_eq!(another.order().unwrap().placements(), placed);
    assert_eq!(ledger.order().unwrap().placements(), placed);
    assert!(foreign.order().unwrap().is_empty());
}

/// A key that is hard to write down.
fn odd() -> TaskKey {
    TaskKey::new(Some(SafeText::new("a/b \"c\" \u{202e}")), "日本, [1]\n")
}
