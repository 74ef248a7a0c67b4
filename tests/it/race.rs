//! Real processes racing for real rows.

use std::process::Stdio;

use crate::support::program::{STATE_HOME, command, run_json};
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

/// Eight processes see the same card and insist on it. Force overrides rules, not the comparison
/// with what was seen: one of them gets it, and the others are told that it changed.
#[test]
fn what_was_seen_can_be_taken_once_even_by_force() {
    let store = TestStore::with_ready_tasks(10);
    store.write("UPDATE agent_tasks SET status = 'in_progress', owner = 'lead'");
    for key in 1..=10 {
        let key = key.to_string();
        let shown = ["show", &key, "--store", store.argument(), "--json"];
        let seen = run_json(store.folder.path(), &shown)["revision"].clone();
        let verb = if key == "1" { "complete" } else { "claim" };
        let racers: Vec<_> = (0..PROCESSES)
            .map(|number| {
                let name = format!("human:racer{number}");
                let mut racer = command(store.folder.path());
                racer.args([verb, &key, "--store", store.argument(), "--as", &name]);
                racer.args(["--force", "--seen", seen.as_str().unwrap()]);
                racer.stdout(Stdio::null()).stderr(Stdio::null());
                racer.spawn().unwrap()
            })
            .collect();
        let mut codes: Vec<_> = racers
            .into_iter()
            .map(|mut racer| racer.wait().unwrap().code())
            .collect();
        codes.sort();
        // A second completion of the same card finds it completed already.
        let others = if verb == "complete" { 0 } else { 4 };
        let mut expected = vec![Some(others); PROCESSES];
        expected[0] = Some(0);
        assert_eq!(codes, expected, "task {key}");
    }
}

/// What one run of a verb came to: who, which verb, which card.
type Deed = (String, String, String);

/// Eight processes claim, complete, release and reopen four cards as they like. The table keeps
/// its own log: it tells exactly what the receipts tell, and each line is a step that the rules
/// allow to its author.
#[test]
fn mixed_verbs_leave_exactly_what_their_receipts_say() {
    let store = TestStore::with_ready_tasks(4);
    store.write(
        "CREATE TABLE log (key TEXT, was TEXT, held TEXT, is_now TEXT, holds TEXT);
         CREATE TRIGGER keep_log AFTER UPDATE ON agent_tasks BEGIN
             INSERT INTO log VALUES (old.task_id, old.status, old.owner, new.status, new.owner);
         END;",
    );
    let racers: Vec<_> = (0..PROCESSES)
        .map(|number| {
            let name = format!("racer{number}");
            let deeds = deeds(number, &name);
            let runs = deeds.iter().map(|(name, verb, key)| {
                let program = env!("CARGO_BIN_EXE_kanwatch");
                let store = store.argument();
                format!("'{program}' {verb} {key} --json --store '{store}' --as {name}\n")
            });
            let mut racer = std::process::Command::new("sh");
            racer.args(["-c", &runs.collect::<String>()]);
            let racer = racer.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
            (racer.unwrap(), deeds)
        })
        .collect();
    let mut told: Vec<Deed> = Vec::new();
    for (racer, deeds) in racers {
        let said = String::from_utf8(racer.wait_with_output().unwrap().stdout).unwrap();
        let receipts: Vec<serde_json::Value> = serde_json::Deserializer::from_str(&said)
            .into_iter()
            .map(Result::unwrap)
            .collect();
        assert_eq!(receipts.len(), deeds.len());
        let done = receipts.iter().zip(deeds);
        told.extend(
            done.filter(|(receipt, _)| receipt["outcome"] == "done")
                .map(|(_, deed)| deed),
        );
    }
    for verb in ["claim", "complete", "release", "reopen"] {
        assert!(
            told.iter().any(|deed| deed.1 == verb),
            "nobody could {verb}"
        );
    }
    let mut logged = log(&store);
    // What names its author first: the rest is anybody's of what is left.
    logged.sort_by(|one, other| other.0.cmp(&one.0));
    for deed in logged {
        let (name, verb, key) = &deed;
        let is_told =
            |told: &Deed| told.1 == *verb && told.2 == *key && (name.is_empty() || told.0 == *name);
        let found = told.iter().position(is_told);
        told.swap_remove(found.unwrap_or_else(|| panic!("{deed:?} was told to nobody")));
    }
    assert_eq!(told, [], "told and not written");
}

/// What racer `number` tries, one after the other.
fn deeds(number: usize, name: &str) -> Vec<Deed> {
    let verbs = ["claim", "complete", "claim", "release", "reopen"];
    let tries = (0..30).map(|turn| {
        let key = 1 + (turn / 5 + number) % 4;
        let verb = verbs[(turn + number) % verbs.len()];
        (name.to_owned(), verb.to_owned(), key.to_string())
    });
    tries.collect()
}

/// Reads the log as deeds; panics at a step that no rule allows.
fn log(store: &TestStore) -> Vec<Deed> {
    let connection = rusqlite::Connection::open(&store.path).unwrap();
    let mut statement = connection.prepare("SELECT * FROM log").unwrap();
    let mut rows = statement.query([]).unwrap();
    let mut deeds = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        let cell = |place| row.get::<_, String>(place).unwrap();
        let (was, held, is_now, holds) = (cell(1), cell(2), cell(3), cell(4));
        let (name, verb) = match (was.as_str(), is_now.as_str()) {
            ("pending", "in_progress") => (holds, "claim"),
            ("pending", "completed") => (holds, "complete"),
            ("in_progress", "completed") if held == holds => (holds, "complete"),
            ("in_progress", "pending") if holds.is_empty() => (held, "release"),
            // A name on a pending card keeps nobody off, and who put the card back is not kept.
            ("pending", "pending") if holds.is_empty() => (String::new(), "release"),
            ("completed", "pending") if held == holds => (String::new(), "reopen"),
            step => panic!("{step:?} of {held:?} by {holds:?}"),
        };
        deeds.push((name, verb.to_owned(), cell(0)));
    }
    deeds
}
