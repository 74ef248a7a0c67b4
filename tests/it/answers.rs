//! The samples' answer keys against the real binary, and the command line's contract.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::program::{run, run_json};
use crate::support::store::TestStore;

/// Holds `list --json` on a sample against its answer key.
fn answers_as_expected(name: &str) {
    let store = TestStore::sample(name);
    let key = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/fixtures/astro-sqlite/{name}.expected.json"));
    let key: Value = serde_json::from_str(&std::fs::read_to_string(key).unwrap()).unwrap();
    let listed = run_json(store.folder.path(), &["list", store.argument(), "--json"]);
    let sessions = key["sessions"].as_object().unwrap();
    assert_eq!(listed.as_array().unwrap().len(), sessions.len());
    for (session, expected) in sessions {
        let got = listed
            .as_array()
            .unwrap()
            .iter()
            .find(|got| got["session"] == **session)
            .unwrap();
        for column in ["pending", "in_progress", "completed", "unknown", "hidden"] {
            let expected = expected["columns"]
                .get(column)
                .cloned()
                .unwrap_or_else(|| json!([]));
            assert_eq!(got["columns"][column], expected, "{session} {column}");
        }
        for field in ["ready", "blocked", "cycles", "warnings", "orphan_session"] {
            assert_eq!(got[field], expected[field], "{session} {field}");
        }
    }
}

#[test]
fn healthy_sample() {
    answers_as_expected("healthy");
}

#[test]
fn hostile_sample() {
    answers_as_expected("hostile");
}

#[test]
fn sample_without_owner_column() {
    answers_as_expected("variant-no-owner");
}

/// A claim succeeds exactly on the cards whose readiness is `ready`.
#[test]
fn claims_and_readiness_agree() {
    let store = TestStore::sample("healthy");
    let listed = run_json(
        store.folder.path(),
        &[
            "list",
            store.argument(),
            "--session",
            "sess-binary-stars",
            "--json",
        ],
    );
    for task in listed[0]["tasks"].as_array().unwrap() {
        let fresh = TestStore::sample("healthy");
        let key = format!("sess-binary-stars/{}", task["key"].as_str().unwrap());
        let said = run(
            fresh.folder.path(),
            &["claim", &key, "--store", fresh.argument(), "--as", "ana"],
        );
        let expected = if task["readiness"] == "ready" {
            Some(0)
        } else {
            Some(3)
        };
        assert_eq!(said.code, expected, "{key}: {} {}", said.out, said.err);
    }
}

#[test]
fn a_human_hold_is_ready_to_agents_and_reserved_to_us() {
    let store = TestStore::sample("hostile");
    let folder = store.folder.path();
    let shown = run_json(
        folder,
        &["show", "22", "--store", store.argument(), "--json"],
    );
    assert_eq!(shown["readiness"], "reserved");
    let claim = ["claim", "22", "--store", store.argument(), "--json", "--as"];
    let refused = run_json(folder, &[&claim[..], &["bob"]].concat());
    assert_eq!(
        (&refused["outcome"], &refused["holder"]),
        (&json!("refused"), &json!("human:ana"))
    );
    assert_eq!(
        run(folder, &[&claim[..], &["human:ana"]].concat()).code,
        Some(0)
    );
}

#[test]
fn an_ambiguous_key_names_its_candidates() {
    let store = TestStore::sample("healthy");
    let said = run(
        store.folder.path(),
        &["claim", "2", "--store", store.argument(), "--as", "ana"],
    );
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.contains("sess-binary-stars/2, sess-exoplanets/2"),
        "{}",
        said.err
    );
    let said = run(
        store.folder.path(),
        &[
            "claim",
            "2",
            "--store",
            store.argument(),
            "--as",
            "ana",
            "--session",
            "sess-exoplanets",
        ],
    );
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), "claimed #2\n"),
        "{}",
        said.err
    );
}

#[test]
fn the_verbs_name_what_came_of_them() {
    let store = TestStore::sample("healthy");
    let verb = |verb: &str, key: &str, more: &[&str]| {
        let key = format!("sess-binary-stars/{key}");
        run_json(
            store.folder.path(),
            &[
                &[
                    verb,
                    &key,
                    "--store",
                    store.argument(),
                    "--json",
                    "--as",
                    "ana",
                ],
                more,
            ]
            .concat(),
        )
    };
    let blocked = verb("claim", "4", &[]);
    assert_eq!(blocked["outcome"], "refused");
    assert_eq!(blocked["because"], "waits on #3 (in progress, lead)");
    let held = verb("complete", "3", &[]);
    assert_eq!(
        (&held["outcome"], &held["holder"]),
        (&json!("refused"), &json!("lead"))
    );
    let forced = verb("complete", "3", &["--force"]);
    assert_eq!(
        (&forced["outcome"], &forced["frees"]),
        (&json!("done"), &json!(["4"]))
    );
    assert_eq!(verb("complete", "3", &[])["outcome"], "already");
    assert_eq!(verb("claim", "4", &[])["outcome"], "done");
    assert_eq!(verb("claim", "4", &[])["outcome"], "already");
    assert_eq!(verb("release", "4", &[])["outcome"], "done");
    assert_eq!(verb("reopen", "3", &[])["outcome"], "done");
    assert_eq!(verb("claim", "4", &[])["outcome"], "refused");
}

#[test]
fn a_stale_revision_is_a_conflict() {
    let store = TestStore::sample("healthy");
    let folder = store.folder.path();
    let seen = run_json(
        folder,
        &["show", "8", "--store", store.argument(), "--json"],
    )["revision"]
        .clone();
    store
        .write("UPDATE agent_tasks SET status = 'in_progress', owner = 'lead' WHERE task_id = '8'");
    let arguments = [
        "claim",
        "8",
        "--store",
        store.argument(),
        "--as",
        "ana",
        "--seen",
        seen.as_str().unwrap(),
    ];
    let said = run(folder, &arguments);
    assert_eq!(said.code, Some(4), "{} {}", said.out, said.err);
    assert!(said.err.contains("changed meanwhile"), "{}", said.err);
}

#[test]
fn an_edit_touches_its_own_row_and_columns_only() {
    let store = TestStore::sample("healthy");
    let rest = "SELECT group_concat(id || session_id || task_id || content || blocked_by || created_at || \
                CASE WHEN task_id = '8' THEN '' ELSE status || owner || updated_at END) FROM agent_tasks";
    let before: String = store.read(rest);
    assert_eq!(
        run(
            store.folder.path(),
            &["claim", "8", "--store", store.argument(), "--as", "ana"]
        )
        .code,
        Some(0)
    );
    assert_eq!(store.read::<String>(rest), before);
    let row = "SELECT status || ' ' || owner FROM agent_tasks WHERE task_id = '8'";
    assert_eq!(store.read::<String>(row), "in_progress ana");
}

#[test]
fn nothing_from_a_store_moves_the_cursor_of_a_shell() {
    let store = TestStore::sample("hostile");
    for arguments in [
        vec!["list", store.argument()],
        vec!["list", store.argument(), "--json"],
        vec!["show", "14", "--store", store.argument()],
        vec![
            "frame",
            store.argument(),
            "--size",
            "120x60",
            "--select",
            "s/14",
        ],
        vec!["claim", "\u{1b}[31m", "--store", store.argument()],
    ] {
        let said = run(store.folder.path(), &arguments);
        let odd = |c: char| c.is_control() && c != '\n' || ('\u{202A}'..='\u{202E}').contains(&c);
        assert!(
            !said.out.contains(odd) && !said.err.contains(odd),
            "{arguments:?}"
        );
        assert!(!said.out.is_empty() || !said.err.is_empty());
    }
}

#[test]
fn what_cannot_be_a_store_is_named() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(
        path("notes.txt"),
        "not a database, but long enough to be taken for one".repeat(40),
    )
    .unwrap();
    std::fs::write(path("empty.db"), "").unwrap();
    rusqlite::Connection::open(path("other.db"))
        .unwrap()
        .execute_batch("CREATE TABLE t (a)")
        .unwrap();
    for name in ["notes.txt", "empty.db", "other.db", "missing.db"] {
        let said = run(folder.path(), &["list", name]);
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{name}");
        assert!(said.err.contains(name), "{}", said.err);
    }
    assert!(!path("missing.db").exists());
    assert_eq!(std::fs::metadata(path("empty.db")).unwrap().len(), 0);
}

#[test]
fn without_a_store_the_search_is_told() {
    let folder = tempfile::TempDir::new().unwrap();
    let said = run(folder.path(), &["list"]);
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert!(
        said.err.contains(".kanwatch/board.db") && said.err.contains("kanwatch init"),
        "{}",
        said.err
    );
    assert_eq!(run(folder.path(), &["init"]).code, Some(0));
    assert_eq!(run(folder.path(), &["init"]).code, Some(0));
    let deeper = folder.path().join("a/b");
    std::fs::create_dir_all(&deeper).unwrap();
    let said = run(&deeper, &["list"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(0), "no tasks\n"),
        "{}",
        said.err
    );
    assert_eq!(run(&deeper, &["next"]).code, Some(3));
}

/// Without a name of one's own choosing it is the login name, so that two people are two.
#[test]
fn whoever_gives_no_name_is_known_by_the_login_name() {
    let store = TestStore::with_ready_tasks(1);
    let said = run(
        store.folder.path(),
        &["claim", "1", "--store", store.argument()],
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
    let output = std::process::Command::new("id")
        .arg("-un")
        .output()
        .unwrap();
    let login = String::from_utf8(output.stdout).unwrap();
    let owner: String = store.read("SELECT owner FROM agent_tasks");
    assert_eq!(owner, login.trim());
}

#[test]
fn a_key_may_be_written_as_it_is_printed() {
    let store = TestStore::with_ready_tasks(2);
    let said = run(
        store.folder.path(),
        &["claim", "#2", "--store", store.argument()],
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(said.out, "claimed #2\n");
}

#[test]
fn what_is_kept_for_somebody_is_not_listed_as_ready() {
    let store = TestStore::sample("hostile");
    let folder = store.folder.path();
    let list = |more: &[&str]| run(folder, &[&["list", store.argument()], more].concat()).out;
    assert!(!list(&["--ready"]).contains("#22:"));
    assert!(list(&[]).contains("#22: reserved but pending (reserved by human:ana)"));
}
