//! Undo and redo on the screen of the real binary.

use crate::support::program::run;
use crate::support::pty::Pty;
use crate::support::store::TestStore;

const ROW: &str =
    "SELECT status || ' ' || coalesce(owner, '') FROM agent_tasks WHERE task_id = '1'";

#[test]
fn undo_and_redo_on_a_terminal() {
    let store = TestStore::with_ready_tasks(3);
    let before: String = store.read(ROW);
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 80, 24);
    board.wait_for("PENDING 3");
    board.send("u");
    board.wait_for("there is nothing to undo");
    board.send("c");
    board.wait_for("claimed #1");
    board.wait_for("u undo");
    board.send("u");
    board.wait_for("undid \"claim #1\": it is pending again");
    board.wait_for("PENDING 3");
    assert_eq!(store.read::<String>(ROW), before);
    board.send("\x12");
    board.wait_for("redid \"claim #1\"");
    assert_eq!(store.read::<String>(ROW), "in_progress ana");
}

/// Keys come faster than answers: each undo waits for what it is to undo.
#[test]
fn undo_typed_ahead_undoes_what_was_typed_before_it() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 80, 24);
    board.wait_for("PENDING 3");
    board.send("cu");
    board.wait_for("undid \"claim #1\"");
    assert_eq!(store.read::<String>(ROW), "pending ");
    // A verb is about what the screen shows, so the screen must show what came of the last one.
    board.wait_for("PENDING 3");
    board.send("c");
    board.wait_for("IN PROGRESS 1");
    board.send("x");
    board.wait_for("completed #1");
    board.send("uu\x12\x12");
    board.wait_for("redid \"complete #1\"");
    assert_eq!(store.read::<String>(ROW), "completed ana");
}

#[test]
fn undo_of_what_an_agent_changed_since_is_refused_and_insisting_does_it() {
    let store = TestStore::with_ready_tasks(3);
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 80, 24);
    board.wait_for("PENDING 3");
    board.send("c");
    board.wait_for("claimed #1");
    store.write("UPDATE agent_tasks SET owner = 'lead' WHERE task_id = '1'");
    board.send("u");
    board.wait_for("it changed since, and is in progress, lead now");
    assert_eq!(store.read::<String>(ROW), "in_progress lead");
    board.send("!");
    board.wait_for("undid \"claim #1\"");
    assert_eq!(store.read::<String>(ROW), "pending ");
}

#[test]
fn undoing_a_completion_names_who_took_what_it_had_freed() {
    let store = TestStore::with_ready_tasks(2);
    store.write("UPDATE agent_tasks SET blocked_by = '[\"1\"]' WHERE task_id = '2'");
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 100, 24);
    board.wait_for("PENDING 2");
    board.send("x");
    board.wait_for("completed #1 · #2 is ready now");
    let folder = store.folder.path();
    assert_eq!(run(folder, &["claim", "2", "--as", "lead"]).code, Some(0));
    board.send("u");
    board.wait_for("it is pending again · #2, freed by it, is in progress, lead already");
    let other = "SELECT status || ' ' || owner FROM agent_tasks WHERE task_id = '2'";
    assert_eq!(store.read::<String>(other), "in_progress lead");
}

/// A table without owners cannot say that a claim was ours, and undo works all the same.
#[test]
fn undo_where_the_store_names_no_owners() {
    let store = TestStore::sample("variant-no-owner");
    let ready = "SELECT count(*) FROM agent_tasks WHERE status = 'pending'";
    let before: i64 = store.read(ready);
    let mut board = Pty::board(&[store.argument(), "--as", "ana"], 80, 24);
    board.wait_for("live");
    board.send("ggc");
    board.wait_for("claimed #");
    assert_eq!(store.read::<i64>(ready), before - 1);
    board.send("u");
    board.wait_for("undid \"claim #");
    assert_eq!(store.read::<i64>(ready), before);
}
