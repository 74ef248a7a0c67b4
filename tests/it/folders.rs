//! Folders of task files: the samples' answer keys, and what the reader makes of odd files.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::program::{run, run_json};

/// A copy of the sample `name`, in a project folder of its own.
struct Sample {
    folder: TempDir,
    tasks: PathBuf,
}

impl Sample {
    fn new(name: &str) -> Self {
        let folder = TempDir::new().unwrap();
        let tasks = folder.path().join(".tasks");
        fs::create_dir(&tasks).unwrap();
        for entry in fs::read_dir(fixture(name).join(".tasks")).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), tasks.join(entry.file_name())).unwrap();
        }
        Self { folder, tasks }
    }

    fn list(&self) -> Value {
        run_json(self.folder.path(), &["list", ".tasks", "--json"])[0].take()
    }

    fn verb(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let arguments = [arguments, &["--store", ".tasks", "--as", "human:ana"]].concat();
        let said = run(self.folder.path(), &arguments);
        (said.code, said.out + &said.err)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.tasks.join(name)).unwrap()
    }
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/learn-s07")
        .join(name)
}

#[test]
fn samples_are_read_as_their_answer_keys_say() {
    for name in ["healthy", "hostile", "fanin", "worktree", "claims"] {
        let key = fs::read_to_string(fixture(name).join("expected.json")).unwrap();
        let key: Value = serde_json::from_str(&key).unwrap();
        let got = Sample::new(name).list();
        for column in ["pending", "in_progress", "completed", "unknown", "hidden"] {
            let expected = key["columns"].get(column).cloned();
            let expected = expected.unwrap_or_else(|| json!([]));
            assert_eq!(got["columns"][column], expected, "{name} {column}");
        }
        for field in [
            "ready",
            "blocked",
            "cycles",
            "warnings",
            "unreadable",
            "foreign",
        ] {
            assert_eq!(got[field], key[field], "{name} {field}");
        }
    }
}

#[test]
fn only_the_first_generation_is_written() {
    for (name, kind, writable) in [
        ("healthy", "learn-a", true),
        ("worktree", "learn-a", true),
        ("claims", "learn-b", false),
    ] {
        let got = Sample::new(name).list();
        assert_eq!(
            (&got["kind"], &got["writable"]),
            (&json!(kind), &json!(writable))
        );
    }
    let sample = Sample::new("claims");
    let before = sample.read("task_6.json");
    let (code, said) = sample.verb(&["claim", "6"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("read-only"), "{said}");
    assert_eq!(sample.read("task_6.json"), before);
    let (code, said) = sample.verb(&["next", "--claim"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(
        said.contains("cannot claim: the store is read-only"),
        "{said}"
    );
}

/// Every card of the samples that can be claimed: nothing but the two values changes.
#[test]
fn an_edit_leaves_every_other_byte_alone() {
    for name in ["healthy", "hostile", "worktree"] {
        let listed = Sample::new(name).list();
        let mut written = 0;
        for task in listed["tasks"].as_array().unwrap() {
            let id = task["key"].as_str().unwrap();
            let file = format!("task_{id}.json");
            let sample = Sample::new(name);
            let before = sample.read(&file);
            let (code, said) = sample.verb(&["claim", id, "--force"]);
            let after = sample.read(&file);
            if code != Some(0) {
                assert_eq!(code, Some(3), "{file}: {said}");
                assert_eq!(after, before, "{file}");
                continue;
            }
            written += 1;
            assert_eq!(
                only_claimed(&after),
                only_claimed(&before),
                "{file}: {said}"
            );
            assert_ne!(after, before, "{file}");
            let fresh = Sample::new(name);
            for entry in fs::read_dir(&sample.tasks).unwrap() {
                let other = entry.unwrap().file_name().into_string().unwrap();
                if other != file {
                    assert_eq!(sample.read(&other), fresh.read(&other), "{file} {other}");
                }
            }
        }
        assert!(written > 1, "{name}");
    }
}

/// Returns a file's text without the values of its status and owner, and without an owner at
/// its end that it did not have before.
fn only_claimed(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let text = without_value(&without_value(&text, "status"), "owner");
    let tail = text
        .rfind(",\n  \"owner\": _")
        .or(text.rfind(", \"owner\": _"));
    match tail {
        Some(at) if text[at..].trim_end_matches(['}', '\n']).ends_with('_') => {
            text[..at].to_owned()
        }
        _ => text.trim_end_matches(['}', '\n']).to_owned(),
    }
}

fn without_value(text: &str, name: &str) -> String {
    let Some(at) = text.rfind(&format!("\"{name}\": ")) else {
        return text.to_owned();
    };
    let start = at + name.len() + 4;
    let value = &text[start..];
    let length = match value.as_bytes()[0] {
        b'"' => value[1..].find('"').unwrap() + 2,
        b'{' => value.find('}').unwrap() + 1,
        _ => value.find([',', '\n', '}']).unwrap(),
    };
    format!("{}_{}", &text[..start], &value[length..])
}

#[test]
fn completing_takes_the_id_out_of_every_list_and_reopening_puts_it_back() {
    let sample = Sample::new("healthy");
    let waiting = |sample: &Sample| -> Vec<String> {
        let text = |name: &str| String::from_utf8(sample.read(name)).unwrap();
        let names = (1..=12).map(|id| format!("task_{id}.json"));
        names
            .filter(|name| {
                let task: Value = serde_json::from_str(&text(name)).unwrap();
                task["blockedBy"].as_array().unwrap().contains(&json!(4))
            })
            .collect()
    };
    let before = waiting(&sample);
    assert!(before.len() > 1);
    let (code, said) = sample.verb(&["complete", "4", "--force", "--json"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(waiting(&sample).is_empty());
    let (code, said) = sample.verb(&["reopen", "4"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(waiting(&sample), before);
    assert_eq!(names_of_ours(&sample.tasks), Vec::<String>::new());
}

fn names_of_ours(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    names
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("kanwatch"))
        .collect()
}

#[test]
fn what_is_no_plain_file_is_one_marked_card_and_no_hang() {
    let sample = Sample::new("healthy");
    let at = |id: u32| sample.tasks.join(format!("task_{id}.json"));
    let outside = sample.folder.path().join("outside.json");
    fs::write(&outside, sample.read("task_8.json")).unwrap();
    symlink(&outside, at(50)).unwrap();
    symlink("/dev/zero", at(51)).unwrap();
    symlink("task_51.json", at(52)).unwrap();
    let made = std::process::Command::new("mkfifo").arg(at(53)).status();
    assert!(made.unwrap().success());
    fs::create_dir(at(54)).unwrap();
    fs::File::create(at(55)).unwrap().set_len(1 << 30).unwrap();
    let healthy = Sample::new("healthy").list();
    let got = sample.list();
    for field in ["columns", "ready", "blocked", "warnings"] {
        assert_eq!(got[field], healthy[field], "{field}");
    }
    let mut expected = json!({"task_55.json": ["too-large"]});
    for id in 50..=54 {
        expected[format!("task_{id}.json")] = json!(["not-a-file"]);
    }
    assert_eq!(got["unreadable"], expected);
    let (code, said) = sample.verb(&["claim", "50", "--force"]);
    assert_eq!(code, Some(3), "{said}");
    assert_eq!(fs::read(&outside).unwrap(), sample.read("task_8.json"));
}

#[test]
fn a_folder_is_made_found_and_filled() {
    let folder = TempDir::new().unwrap();
    let said = run(folder.path(), &["init", "--kind", "tasks"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(folder.path().join(".tasks").is_dir());
    fs::create_dir(folder.path().join("deep")).unwrap();
    let listed = run_json(&folder.path().join("deep"), &["list", "--json"]);
    assert_eq!(listed[0]["kind"], "learn-a");
    assert_eq!(listed[0]["columns"]["pending"], json!([]));
    let other = run(folder.path(), &["list", ".tasks", "--session", "x"]);
    assert_eq!(
        (other.code, other.err.contains("no session x")),
        (Some(1), true),
        "{}",
        other.err
    );
}
