//! The README says what the program does, and shows what it draws.

use std::fmt::Write as _;
use std::path::Path;

use kanwatch::keys::table::ENTRIES;

use crate::support::program::command;
use crate::support::store::TestStore;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn its_keys_are_those_of_the_board() {
    let mut table = "| Key | Does |\n|---|---|\n".to_owned();
    for entry in ENTRIES {
        let names = entry.names().join("` `");
        writeln!(table, "| `{names}` | {} |", entry.does).unwrap();
    }
    assert!(read("README.md").contains(&table), "it should say\n{table}");
}

/// The picture is made by the program, so a board that looks different needs a new picture.
#[test]
fn its_picture_is_what_the_board_draws() {
    let store = TestStore::from_sql(&read("tests/fixtures/readme/board.sql"));
    let output = command(store.folder.path())
        .args(["frame", "board.db", "--size", "112x26", "--select", "5"])
        .args(["--at", "2026-06-18T14:03:30Z", "--format", "svg"])
        .output()
        .unwrap();
    let drawn = String::from_utf8(output.stdout).unwrap();
    if read("assets/board.svg") != drawn {
        let fresh = Path::new(env!("CARGO_TARGET_TMPDIR")).join("board.svg");
        std::fs::write(&fresh, drawn).unwrap();
        panic!(
            "assets/board.svg is out of date; look at {} and copy it",
            fresh.display()
        );
    }
}
