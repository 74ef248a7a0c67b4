//! The demo on a terminal: it plays by itself, repeats itself by seed, and leaves people alone.

use kanwatch::demo::plan::plan;
use tempfile::TempDir;

use crate::support::play::Play;
use crate::support::process::{eventually, signal};
use crate::support::program::{run, run_json};

/// Returns the title of the first card of a round.
fn opening(seed: u64, round: u64) -> String {
    plan(seed, round)[0].title.clone()
}

/// Returns the statement that finds the card of that title.
fn finding(title: &str) -> String {
    format!("SELECT task_id FROM agent_tasks WHERE content = '{title}'")
}

#[test]
fn agents_of_their_own_processes_work_a_plan_off_and_another_follows() {
    let mut play = Play::open(&["--agents", "4", "--speed", "100", "--seed", "3"]);
    play.board.wait_for("lead claimed");
    let agents = play.agents();
    let board = play.board.child.process_id().unwrap();
    assert_eq!(agents.len(), 4, "{agents:?}");
    assert!(
        agents.iter().all(|agent| agent.parent == board),
        "{agents:?}"
    );
    play.board.wait_for(&opening(3, 1));
}

#[test]
fn a_folder_of_task_files_is_worked_off_too() {
    let folder = TempDir::new().unwrap();
    let keep = folder.path().to_str().unwrap();
    let options = [
        "--kind", "tasks", "--keep", keep, "--speed", "100", "--seed", "3",
    ];
    let mut play = Play::open(&options);
    play.board.wait_for(&opening(3, 1));
    play.board.send("q");
    assert_eq!(play.board.ended().exit_code(), 0);
    play.is_cleared_away("q");
    let listed = run_json(folder.path(), &["list", "--json"]);
    assert_eq!(listed[0]["kind"], "learn-a");
    assert_eq!(listed[0]["unreadable"], serde_json::json!({}));
    assert!(listed[0]["columns"]["completed"].as_array().unwrap().len() >= 20);
}

#[test]
fn a_seed_gives_one_plan_and_another_seed_another() {
    // So slow that nobody has begun when the store is read.
    let laid = |seed| {
        let folder = TempDir::new().unwrap();
        let keep = folder.path().to_str().unwrap();
        let mut play = Play::open(&["--keep", keep, "--seed", seed, "--speed", "0.1"]);
        play.board.wait_for("PENDING");
        let rows =
            "SELECT group_concat(task_id || content || blocked_by || status, ' ') FROM agent_tasks";
        play.read(rows).unwrap()
    };
    let seven = laid("7");
    assert!(seven.contains(&opening(7, 0)));
    assert_eq!(laid("7"), seven);
    // Of the same story, as every fourth is.
    assert_ne!(laid("11"), seven);
}

#[test]
fn a_kept_store_can_be_read_and_is_not_overwritten() {
    let folder = TempDir::new().unwrap();
    let keep = folder.path().join("new/folder");
    let keep = keep.to_str().unwrap();
    let mut play = Play::open(&["--keep", keep, "--speed", "20"]);
    play.board.wait_for("lead claimed");
    play.board.send("q");
    assert_eq!(play.board.ended().exit_code(), 0);
    play.is_cleared_away("q");
    let listed = run(folder.path(), &["list", keep]);
    assert_eq!(listed.code, Some(0), "{}", listed.err);
    assert!(
        listed.out.contains(": ") && listed.out.lines().count() >= 20,
        "{}",
        listed.out
    );

    let mut again = Play::open(&["--keep", keep]);
    again
        .board
        .wait_for("board.db is there already, and a demo overwrites nothing");
    again.board.wait_for("try another folder, or kanwatch ");
    assert_eq!(again.board.ended().exit_code(), 1);
    again.is_cleared_away("a refusal");
    assert_eq!(run(folder.path(), &["list", keep]).out, listed.out);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    // Nobody may write there, not even root.
    for keep in [file.to_str().unwrap(), "/proc/kanwatch", "/proc/sys"] {
        let mut play = Play::open(&["--keep", keep]);
        play.board.wait_for("kanwatch: cannot make ");
        play.board.wait_for(keep);
        play.board.wait_for("try another folder");
        assert_eq!(play.board.ended().exit_code(), 1, "{keep}");
        assert!(!play.board.wrote("\x1b[?1049h"), "the board was opened");
        play.is_cleared_away(keep);
    }
}

#[test]
fn values_that_make_no_demo_are_a_usage_error() {
    let folder = TempDir::new().unwrap();
    for (option, value, why) in [
        ("--agents", "0", "from 1 to 16"),
        ("--agents", "1000", "from 1 to 16"),
        ("--agents", "-1", "from 1 to 16"),
        ("--agents", "many", "from 1 to 16"),
        ("--speed", "0", "from 0.1 to 100"),
        ("--speed", "nan", "from 0.1 to 100"),
        ("--speed", "-1", "from 0.1 to 100"),
        ("--seed", "seven", "a whole number"),
        ("--as", "lead", "the name of a simulated agent"),
    ] {
        let said = run(folder.path(), &["demo", option, value]);
        assert_eq!(
            (said.code, said.out.as_str()),
            (Some(2), ""),
            "{option} {value}"
        );
        assert!(said.err.contains(why), "{}", said.err);
        assert!(said.err.contains("\ntry "), "{}", said.err);
    }
}

#[test]
fn a_persons_card_stays_theirs_whatever_the_agents_do() {
    let folder = TempDir::new().unwrap();
    let keep = folder.path().to_str().unwrap();
    let mut play = Play::open(&["--keep", keep, "--agents", "2", "--speed", "20"]);
    play.board.wait_for("lead claimed");
    // The agents stand still until the person has found a card: to the pending ones, of which
    // the ready ones come first.
    play.stop_agents();
    play.board.send("hhggc");
    let mine = "SELECT task_id FROM agent_tasks WHERE owner = 'ana'";
    let key = eventually("the claim is in the store", || play.read(mine));
    let row = format!(
        "SELECT status || ' ' || owner || ' ' || content FROM agent_tasks WHERE task_id = '{key}'"
    );
    let claimed = play.read(&row).unwrap();
    assert!(claimed.starts_with("in_progress ana "), "{claimed}");
    play.wake_agents();
    // They do what they can, and begin another plan beside the one that waits for the person.
    eventually("the next plan", || {
        assert_eq!(play.read(&row).as_deref(), Some(claimed.as_str()));
        play.read(&finding(&opening(7, 1)))
    });
    play.board.send("x");
    let completed = claimed.replacen("in_progress", "completed", 1);
    eventually("the completion is in the store", || {
        (play.read(&row).as_deref() == Some(completed.as_str())).then_some(())
    });
    let open = "SELECT group_concat(task_id) FROM agent_tasks WHERE status != 'completed'";
    eventually("both plans are worked off", || {
        assert_eq!(play.read(&row).as_deref(), Some(completed.as_str()));
        play.read(&finding(&opening(7, 2)))
            .or_else(|| play.read(open).is_none().then(String::new))
    });
}

#[test]
fn a_killed_agent_comes_back_and_finishes_its_card() {
    let folder = TempDir::new().unwrap();
    let keep = folder.path().to_str().unwrap();
    let mut play = Play::open(&["--keep", keep, "--speed", "5"]);
    play.board.wait_for("sub_db claimed");
    let holds = "SELECT task_id FROM agent_tasks WHERE owner = 'sub_db' AND status = 'in_progress'";
    // Stopped first, so that it cannot finish the card between the look and the kill.
    let (key, killed) = eventually("sub_db holds a card", || {
        play.stop_agents();
        let found = play.read(holds).zip(play.agent("sub_db"));
        if found.is_none() {
            play.wake_agents();
        }
        found
    });
    assert!(signal(killed.id, "-KILL"));
    play.wake_agents();
    let status = format!("SELECT status || ' ' || owner FROM agent_tasks WHERE task_id = '{key}'");
    eventually("the card is finished", || {
        (play.read(&status)? == "completed sub_db").then_some(())
    });
    assert_ne!(play.agent("sub_db").unwrap().id, killed.id);
    play.board.send("q");
    assert_eq!(play.board.ended().exit_code(), 0);
    play.is_cleared_away("a kill and q");
}
