//! The tree keeps its own rules: arrows fall, files stay small, no test is forgotten.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each room and the rooms that it may import. Any room may import `task` and `text`.
const ROOMS: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("task", &[]),
    ("plan", &[]),
    ("store", &[]),
    ("ledger", &[]),
    ("desk", &["store", "ledger", "plan"]),
    ("app", &["plan"]),
    ("keys", &["app"]),
    ("agent", &["desk", "plan"]),
    ("demo", &["agent", "desk"]),
    ("scene", &["app", "keys", "plan"]),
    ("paint", &["scene"]),
    (
        "shell",
        &[
            "text", "task", "plan", "store", "desk", "app", "keys", "agent", "demo", "scene",
            "paint",
        ],
    ),
    (
        "cli",
        &[
            "text", "task", "plan", "store", "desk", "app", "keys", "agent", "demo", "scene",
            "paint", "shell",
        ],
    ),
];

/// The kinds of store: known to the store room alone.
const ADAPTERS: &[&str] = &["store::sqlite", "store::memory"];

const MOST_LINES: usize = 400;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the module path of a source file, as in `desk::keeper`.
fn module(file: &Path) -> String {
    let inside = file
        .strip_prefix(root().join("src"))
        .unwrap()
        .with_extension("");
    let parts: Vec<_> = inside.iter().map(|part| part.to_str().unwrap()).collect();
    parts.join("::").trim_end_matches("::mod").to_owned()
}

/// Returns every `crate::…` path that the code of `file` names, outside its test module and comments.
fn imports(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    let code: String = text
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let path = rest
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
            .next()
            .unwrap();
        let group = rest
            .strip_prefix(path)
            .and_then(|rest| rest.strip_prefix('{'));
        let ends: Vec<&str> = match group {
            Some(group) if path.ends_with("::") => group
                .split('}')
                .next()
                .unwrap()
                .split(',')
                .map(str::trim)
                .collect(),
            _ => vec![""],
        };
        found.extend(ends.into_iter().map(|end| format!("{path}{end}")));
    }
    found
}

/// Returns the module, among `modules`, that an imported path lies in.
fn owner<'a>(path: &str, modules: &'a BTreeSet<String>) -> Option<&'a String> {
    modules
        .iter()
        .filter(|module| path == module.as_str() || path.starts_with(&format!("{module}::")))
        .max_by_key(|module| module.len())
}

fn sources() -> BTreeMap<String, BTreeSet<String>> {
    let files = rust_files(&root().join("src"));
    let named = files
        .iter()
        .filter(|file| !file.ends_with("tests.rs"))
        .filter(|file| !file.ends_with("src/lib.rs") && !file.ends_with("src/main.rs"));
    named.map(|file| (module(file), imports(file))).collect()
}

#[test]
fn arrows_only_fall() {
    let table: BTreeMap<_, _> = ROOMS.iter().copied().collect();
    let mut wrong = Vec::new();
    for (module, imports) in sources() {
        let room = module.split("::").next().unwrap().to_owned();
        let allowed = table
            .get(room.as_str())
            .unwrap_or_else(|| panic!("the room {room} is not in the table"));
        for path in imports {
            let target = path.split("::").next().unwrap();
            let falls = target == room
                || allowed.contains(&target)
                || (room != "text" && target == "text")
                || (!["text", "task"].contains(&room.as_str()) && target == "task");
            if !falls {
                wrong.push(format!("{module} imports {path}"));
            }
            if room != "store" && ADAPTERS.iter().any(|adapter| path.starts_with(adapter)) {
                wrong.push(format!("{module} touches the adapter {path}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_module_takes_part_in_a_circle() {
    let sources = sources();
    let modules: BTreeSet<String> = sources.keys().cloned().collect();
    let mut edges: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for (module, imports) in &sources {
        let targets = imports
            .iter()
            .filter_map(|path| owner(path, &modules))
            .filter(|target| *target != module);
        edges.insert(module, targets.collect());
    }
    // What imports nothing that is left is peeled off until only circles remain.
    loop {
        let leaves: Vec<&String> = edges
            .iter()
            .filter(|(_, targets)| targets.is_empty())
            .map(|(&module, _)| module)
            .collect();
        if leaves.is_empty() {
            break;
        }
        edges.retain(|module, _| !leaves.contains(module));
        for targets in edges.values_mut() {
            targets.retain(|target| !leaves.contains(target));
        }
    }
    assert!(edges.is_empty(), "in or above a circle: {:?}", edges.keys());
}

#[test]
fn a_folder_module_is_a_table_of_contents() {
    for file in rust_files(&root().join("src")) {
        if file.file_name().is_some_and(|name| name == "mod.rs") {
            let text = fs::read_to_string(&file).unwrap();
            for line in text
                .lines()
                .filter(|line| !line.is_empty() && !line.starts_with("//!"))
            {
                assert!(
                    line.starts_with("pub mod ") || line.starts_with("#[cfg("),
                    "{}: {line}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn files_stay_small_and_names_are_names() {
    for folder in ["src", "tests"] {
        for file in rust_files(&root().join(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            let lines = text.lines().count();
            assert!(lines <= MOST_LINES, "{} has {lines} lines", file.display());
            assert!(
                text.starts_with("//!"),
                "{} does not say what lives in it",
                file.display()
            );
            assert!(
                !text.contains("\npub use "),
                "{} re-exports",
                file.display()
            );
            let name = file.file_stem().unwrap().to_str().unwrap();
            assert!(
                !["utils", "util", "helpers", "helper", "common", "misc"].contains(&name),
                "{}",
                file.display()
            );
        }
    }
}

#[test]
fn no_test_file_is_forgotten() {
    let folder = root().join("tests/it");
    let main = fs::read_to_string(folder.join("main.rs")).unwrap();
    for file in fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let is_module =
            path.join("mod.rs").exists() || path.extension().is_some_and(|ending| ending == "rs");
        if is_module && name != "main" {
            assert!(
                main.contains(&format!("mod {name};")),
                "tests/it/{name} is in no module list"
            );
        }
    }
}

#[test]
fn no_snapshot_waits_unread() {
    let folder = root().join("tests");
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                assert!(
                    path.extension().is_none_or(|ending| ending != "new"),
                    "{} waits to be read",
                    path.display()
                );
            }
        }
    }
}
