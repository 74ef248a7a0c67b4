//! Real processes racing for real rows.

use std::process::Stdio;

use crate::support::program::{STATE_HOME, command};
use crate::support::store::TestStore;

const PROCESSES: usize = 8;
const TASKS: usize = 500;

/// Eight processes take what they can until nothing is ready; each takes by one command at a time.
#[test]
fn each_ready_task_is_claimed_exactly_once() {
    let store = TestStore::with_ready_tasks(TASKS);
    let racers: Vec<_> = (0..PROCESSES)
        .map(|number| {
            let script = format!(
                "while '{}' next --claim --json --store '{}' --as racer{number}; do :; done",
                env!("CARGO_BIN_EXE_kanwatch"),
                store.argument()
            );
            let mut racer = std::process::Command::new("sh");
            racer
                .args(["-c", &script])
                .env("XDG_STATE_HOME", STATE_HOME)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let mut claimed = Vec::new();
    for (number, racer) in racers.into_iter().enumerate() {
        let output = racer.wait_with_output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let said = String::from_utf8(output.stdout).unwrap();
        let receipts = serde_json::Deserializer::from_str(&said)
            .into_iter::<serde_json::Value>()
            .map(Result::unwrap);
        let (done, refused): (Vec<_>, Vec<_>) =
            receipts.partition(|receipt| receipt["outcome"] == "done");
        assert_eq!(
            refused.len(),
            1,
            "racer {number} ended by something else: {refused:?}"
        );
        claimed.extend(
            done.iter()
                .map(|receipt| (receipt["key"].as_str().unwrap().to_owned(), number)),
        );
    }
    assert_eq!(claimed.len(), TASKS);
    for (key, number) in &claimed {
        let row = format!("SELECT status || ' ' || owner FROM agent_tasks WHERE task_id = '{key}'");
        assert_eq!(
            store.read::<String>(&row),
            format!("in_progress racer{number}")
        );
    }
    claimed.sort();
    claimed.dedup_by(|one, other| one.0 == other.0);
    assert_eq!(claimed.len(), TASKS);
}

/// Eight processes want the same card at the same moment, many times over.
#[test]
fn one_card_has_one_winner() {
    let store = TestStore::with_ready_tasks(20);
    for key in 1..=20 {
        let racers: Vec<_> = (0..PROCESSES)
            .map(|number| {
                let mut racer = command(store.folder.path());
                racer.args([
                    "claim",
                    &key.to_string(),
                    "--store",
                    store.argument(),
                    "--as",
                    &format!("racer{number}"),
                ]);
                racer
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap()
            })
            .collect();
        let mut codes: Vec<_> = racers
            .into_iter()
            .map(|mut racer| racer.wait().unwrap().code())
            .collect();
        codes.sort();
        let mut expected = vec![Some(3); PROCESSES];
        expected[0] = Some(0);
        assert_eq!(codes, expected, "task {key}");
    }
}
