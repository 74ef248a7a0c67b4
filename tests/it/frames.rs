//! `kanwatch frame`: one frame, printed.

use std::path::Path;

use crate::support::program::{Said, command, run};
use crate::support::store::TestStore;

/// The moment of every frame, half an hour into the sample's work.
const AT: &str = "2026-06-18T09:30:00Z";

/// Prints the sample `healthy` with these options more.
fn frame(store: &TestStore, options: &[&str]) -> Said {
    let arguments = ["frame", store.argument(), "--as", "ana", "--at", AT];
    run(store.folder.path(), &[&arguments[..], options].concat())
}

fn healthy(options: &[&str]) -> String {
    let said = frame(&TestStore::sample("healthy"), options);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    said.out
}

#[test]
fn a_phone() {
    insta::assert_snapshot!(healthy(&["--size", "48x20"]));
}

#[test]
fn the_old_terminal_in_ascii() {
    let select = "sess-binary-stars/4";
    insta::assert_snapshot!(healthy(&["--size", "80x24", "--ascii", "--select", select]));
}

#[test]
fn a_roomy_terminal() {
    insta::assert_snapshot!(healthy(&["--size", "120x40", "--select", "task_3"]));
}

#[test]
fn ascii_is_ascii_but_for_the_titles() {
    let unicode = healthy(&["--size", "120x40"]);
    let ascii = healthy(&["--size", "120x40", "--ascii"]);
    let odd = |frame: &str| frame.chars().any(|c| "│┃━─◂▌○⊘▸✓·…●".contains(c));
    assert!(odd(&unicode) && !odd(&ascii), "{ascii}");
    assert!(ascii.contains("检索双星"), "a title is data: {ascii}");
}

#[test]
fn the_size_is_kept_to_the_line() {
    for (size, lines) in [("1x1", 1), ("24x8", 8), ("80x24", 24), ("300x200", 200)] {
        assert_eq!(healthy(&["--size", size]).lines().count(), lines, "{size}");
    }
}

/// The moment of a frame is the one that is given: the same bytes come of the same moment,
/// and others of another, so no clock was looked at.
#[test]
fn a_moment_gives_one_frame() {
    let store = TestStore::sample("healthy");
    // The running card was taken at 09:02; the cards of the next day tell dates.
    let at = |at: &str, format: &str| {
        let arguments = [
            "frame",
            store.argument(),
            "--as",
            "ana",
            "--at",
            at,
            "--format",
            format,
        ];
        run(store.folder.path(), &arguments).out
    };
    for format in ["text", "ansi"] {
        let frame = at(AT, format);
        assert_eq!(at(AT, format), frame);
        assert_eq!(at("2026-06-18T11:30:00+02:00", format), frame);
        assert_ne!(at("2031-01-01T00:00:00Z", format), frame);
    }
}

/// Without its colours, a coloured frame is the plain one.
#[test]
fn ansi_adds_colours_and_no_other_escape() {
    let ansi = healthy(&["--format", "ansi"]);
    let mut plain = String::new();
    for (place, part) in ansi.split("\u{1b}[").enumerate() {
        let text = if place == 0 {
            part
        } else {
            let (codes, text) = part.split_once('m').unwrap();
            assert!(
                codes.chars().all(|c| c.is_ascii_digit() || c == ';'),
                "{codes}"
            );
            text
        };
        plain.push_str(text);
    }
    assert!(ansi.contains("\u{1b}["));
    let trimmed: Vec<_> = plain.lines().map(str::trim_end).collect();
    assert_eq!(trimmed, healthy(&[]).lines().collect::<Vec<_>>());
}

#[test]
fn values_that_make_no_frame_are_a_usage_error() {
    let store = TestStore::sample("healthy");
    for (option, value, why) in [
        ("--size", "0x0", "from 1 to 1000"),
        ("--size", "80x0", "from 1 to 1000"),
        ("--size", "99999x99999", "from 1 to 1000"),
        ("--size", "-1x5", "from 1 to 1000"),
        ("--size", "80x24x3", "from 1 to 1000"),
        ("--size", "abc", "write it as 120x40"),
        ("--size", "80", "write it as 120x40"),
        ("--at", "yesterday", "write it as 2026-06-18T09:00:00Z"),
        ("--at", "2026-06-18", "write it as 2026-06-18T09:00:00Z"),
        (
            "--at",
            "2026-06-18T09:00:00",
            "write it as 2026-06-18T09:00:00Z",
        ),
        ("--at", "-1", "write it as 2026-06-18T09:00:00Z"),
        ("--format", "pdf", "text, ansi, svg"),
        ("--select", "2", "sess-binary-stars/2, sess-exoplanets/2"),
    ] {
        let said = frame_once(&store, option, value);
        assert_eq!(
            (said.code, said.out.as_str()),
            (Some(2), ""),
            "{option} {value}"
        );
        assert!(said.err.contains(why), "{option} {value}: {}", said.err);
        is_well_said(&said);
    }
}

/// Prints a frame with this option and no other.
fn frame_once(store: &TestStore, option: &str, value: &str) -> Said {
    run(
        store.folder.path(),
        &["frame", store.argument(), option, value],
    )
}

/// One line in lower case without a full stop, then a way on.
fn is_well_said(said: &Said) {
    let lines: Vec<_> = said.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", said.err);
    assert!(
        lines[0].starts_with("kanwatch: ") && !lines[0].ends_with('.'),
        "{}",
        said.err
    );
    assert!(lines[1].starts_with("try "), "{}", said.err);
}

#[test]
fn an_unknown_task_is_named_and_its_store_with_it() {
    let store = TestStore::sample("healthy");
    let said = frame_once(&store, "--select", "99");
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert!(said.err.contains("there is no task 99"), "{}", said.err);
    assert!(
        said.err
            .contains(&format!("try kanwatch list {}", store.argument()))
    );
    is_well_said(&said);
}

#[test]
fn a_store_without_tasks_has_a_frame() {
    let store = TestStore::with_ready_tasks(1);
    store.write("DELETE FROM agent_tasks");
    let said = frame(&store, &[]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert!(
        said.out.contains("no tasks in board.db yet"),
        "{}",
        said.out
    );
    assert_eq!(said.out.lines().count(), 24);
}

#[test]
fn what_cannot_be_read_has_no_frame() {
    let store = TestStore::sample("healthy");
    let whole = std::fs::read(&store.path).unwrap();
    // Cut off after its first page; garbage; nothing there.
    std::fs::write(store.folder.path().join("cut.db"), &whole[..4096]).unwrap();
    std::fs::write(store.folder.path().join("garbage.db"), [7; 8192]).unwrap();
    for name in ["cut.db", "garbage.db", "missing.db", "cut.db/inside"] {
        let said = run(store.folder.path(), &["frame", name]);
        assert_eq!((said.code, said.out.as_str()), (Some(1), ""), "{name}");
        assert!(said.err.contains(name), "{}", said.err);
        is_well_said(&said);
    }
}

/// As before `| head -0`: nobody reads, which is not an error and no reason to panic.
#[test]
fn a_reader_that_has_gone_away_is_no_error() {
    let store = TestStore::sample("healthy");
    for arguments in [
        &["frame", store.argument(), "--size", "300x200"][..],
        &["list", store.argument()],
        &["list", store.argument(), "--json"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = command(Path::new(store.folder.path()));
        let output = child.args(arguments).stdout(writer).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), said.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}
