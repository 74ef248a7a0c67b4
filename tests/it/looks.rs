//! How frames look: text, and a legend of the styled runs.

use std::sync::Arc;

use kanwatch::app::action::Action;
use kanwatch::app::message::Msg;
use kanwatch::app::state::State;
use kanwatch::app::update::update;
use kanwatch::paint::frame::paint;
use kanwatch::paint::picture::{legend, text};
use kanwatch::paint::theme::Theme;
use kanwatch::plan::outlook::Outlook;
use kanwatch::scene::compose::compose;
use kanwatch::scene::glyphs::Glyphs;
use kanwatch::task::card::{Owner, Task};
use kanwatch::task::command::Verb;
use kanwatch::task::health::Health;
use kanwatch::task::key::TaskKey;
use kanwatch::task::receipt::{Outcome, Receipt, Refusal, Wait};
use kanwatch::task::snapshot::{Access, SessionCards, Snapshot};
use kanwatch::text::safe::SafeText;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::sketch::{board, now, profile, select, show, silent, snapshot};

/// The board of the design's sketches.
const PLAN: &str = r#"
    1 completed lead "Set up repo" @13:51
    2 completed lead "Parse schema" @14:02
    3 in_progress lead "Write API" <2 @13:58
    4 in_progress sub_db "Draft migration" <2 @13:50
    5 pending "API tests" <3
    6 pending "Run migration" <4
    7 pending "End-to-end test" <5 <6
    8 pending "撰写文档 write docs"
    9 pending "Load test" <6
    10 pending "Cut release" <7 <8 <9
"#;

/// More of the same, with a cycle, a missing card, a reservation and an unknown status.
const WIDE_PLAN: &str = r#"
    1 completed lead "Set up repo" @13:51
    2 completed lead "Parse schema" @14:02
    3 in_progress lead "Write API" <2 @13:58
    4 in_progress sub_db "Draft migration" <2 @13:50
    5 pending "API tests" <3
    6 pending "Run migration" <4
    7 pending "End-to-end test 端到端测试" <5 <6
    8 pending "撰写文档 write docs"
    9 pending "Load test" <6
    10 pending "Cut release" <7 <8 <9 <12
    11 pending "Security review" <5
    12 pending "Fix review notes" <11
    13 pending "Announce" <10 <99
    14 pending human:ana "Choose rate-limit policy"
    15 pending "Billing import" <16
    16 pending "Billing schema" <15
    17 review "Old ticket"
"#;

fn frame(state: &State, glyphs: Glyphs, theme: &Theme) -> Buffer {
    let size = state.viewport.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.width, size.height));
    paint(&compose(state, glyphs), theme, &mut buffer);
    buffer
}

fn look(state: &State, glyphs: Glyphs) -> String {
    let buffer = frame(state, glyphs, &Theme::colours());
    format!("{}\n{}", text(&buffer), legend(&buffer))
}

fn press(state: &mut State, action: Action) {
    update(state, Msg::Act(action), now());
}

/// A board on which a card was finished by somebody else, with the cursor on #5.
fn plan(width: u16, height: u16) -> State {
    let before = PLAN.replace("2 completed", "2 in_progress");
    let mut state = board(&before, width, height);
    show(&mut state, PLAN);
    select(&mut state, "5");
    state
}

fn wide_plan(width: u16, height: u16) -> State {
    let before = WIDE_PLAN.replace("2 completed", "2 in_progress");
    let mut state = board(&before, width, height);
    show(&mut state, WIDE_PLAN);
    select(&mut state, "5");
    state
}

#[test]
fn a_phone() {
    insta::assert_snapshot!(look(&plan(48, 16), Glyphs::Unicode));
}

#[test]
fn a_phone_in_ascii() {
    insta::assert_snapshot!(look(&plan(48, 16), Glyphs::Ascii));
}

#[test]
fn the_old_terminal() {
    insta::assert_snapshot!(look(&plan(80, 24), Glyphs::Unicode));
}

#[test]
fn the_old_terminal_in_ascii() {
    insta::assert_snapshot!(look(&plan(80, 24), Glyphs::Ascii));
}

#[test]
fn a_roomy_terminal() {
    insta::assert_snapshot!(look(&wide_plan(120, 40), Glyphs::Unicode));
}

#[test]
fn a_roomy_terminal_in_ascii() {
    insta::assert_snapshot!(look(&wide_plan(120, 40), Glyphs::Ascii));
}

#[test]
fn a_wide_terminal() {
    insta::assert_snapshot!(look(&wide_plan(200, 50), Glyphs::Unicode));
}

#[test]
fn a_wide_terminal_in_ascii() {
    insta::assert_snapshot!(look(&wide_plan(200, 50), Glyphs::Ascii));
}

#[test]
fn without_colour() {
    let buffer = frame(&plan(80, 24), Glyphs::Unicode, &Theme::plain());
    insta::assert_snapshot!(legend(&buffer));
}

#[test]
fn a_card_of_a_cycle_is_selected() {
    let mut state = wide_plan(80, 24);
    select(&mut state, "16");
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn a_card_that_waits_for_a_missing_one() {
    let mut state = wide_plan(80, 24);
    select(&mut state, "13");
    press(&mut state, Action::Detail);
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn detail_over_the_board() {
    let mut state = plan(80, 24);
    press(&mut state, Action::Detail);
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn help_over_the_board() {
    let mut state = plan(80, 24);
    press(&mut state, Action::Help);
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn help_on_a_phone() {
    let mut state = plan(48, 16);
    press(&mut state, Action::Help);
    insta::assert_snapshot!(look(&state, Glyphs::Ascii));
}

#[test]
fn detail_on_a_phone() {
    let mut state = plan(48, 16);
    select(&mut state, "7");
    press(&mut state, Action::Detail);
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn another_tab_of_a_phone() {
    let mut state = plan(48, 16);
    press(&mut state, Action::Right);
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn a_wide_terminal_with_detail_open() {
    let mut state = wide_plan(170, 30);
    select(&mut state, "10");
    press(&mut state, Action::Detail);
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn a_verb_was_refused() {
    let mut state = plan(80, 24);
    let refusal = Refusal::Blocked(vec![Wait::Open {
        key: TaskKey::new(None, "3"),
        owner: Owner::named("lead"),
        running: true,
    }]);
    let receipt = Receipt {
        verb: Verb::Claim,
        key: TaskKey::new(None, "5"),
        actor: "human:ana".to_owned(),
        outcome: Outcome::Refused(refusal),
        deed: None,
    };
    update(&mut state, Msg::Receipt(receipt), now());
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn long_ids_and_more_cards_than_rows() {
    let mut sketch = String::new();
    for number in 1..40 {
        let blocker = if number > 2 {
            format!("<task-{:03}", number - 2)
        } else {
            String::new()
        };
        let status = match number {
            1..8 => "in_progress sub_agent_seven",
            8..12 => "completed",
            _ => "pending",
        };
        sketch.push_str(&format!(
            "task-{number:03} {status} \"Refactor module number {number} of the importer\" {blocker}\n"
        ));
    }
    let mut state = board(&sketch, 80, 24);
    select(&mut state, "task-020");
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn two_sessions_with_the_same_ids() {
    let mut state = silent(80, 16);
    let list = |name: &str| {
        let sketch = snapshot("1 in_progress lead \"Plan\"\n2 pending \"Build\" <1\n");
        let session = Some(SafeText::new(name));
        let tasks = sketch.tasks.iter().map(|task| {
            let mut task = Task::clone(task);
            task.key.session.clone_from(&session);
            Arc::new(task)
        });
        SessionCards {
            name: session.clone(),
            orphan: false,
            tasks: tasks.collect(),
        }
    };
    let both = Snapshot::new(profile(), vec![list("web"), list("api")]);
    let outlook = Outlook::of(&both);
    let msg = Msg::Snapshot(Arc::new(both), Arc::new(outlook));
    update(&mut state, msg, now());
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn a_store_that_went_stale() {
    let before = PLAN.replace("3 in_progress lead", "3 in_progress");
    let mut state = board(&before, 120, 24);
    let health = Health::Stale {
        since: now(),
        why: "the file is locked".to_owned(),
    };
    update(&mut state, Msg::Health(health), now());
    press(&mut state, Action::Right);
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn a_store_that_may_not_be_written() {
    let mut state = silent(80, 24);
    let mut plan = snapshot(PLAN);
    plan.profile.access = Access::ReadOnly("there is no status column".to_owned());
    plan.profile.notes = vec!["no owner column: a claim cannot name who".to_owned()];
    let outlook = Outlook::of(&plan);
    let msg = Msg::Snapshot(Arc::new(plan), Arc::new(outlook));
    update(&mut state, msg, now());
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn cards_that_are_odd() {
    let sketch = r#"
        1 pending "Waits for itself" <1
        2 pending "Cannot be read" <!
        3 in_progress lead "Started too early" <4
        4 pending sub "Reserved by an agent"
        5 - "Without status"
        6 pending "Waits for many" <1 <2 <4 <7 <8 <9
        7 pending "One"
        8 pending "Two"
        9 pending "Three"
    "#;
    let mut state = board(sketch, 80, 36);
    select(&mut state, "6");
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn a_store_that_has_not_spoken() {
    insta::assert_snapshot!(look(&silent(80, 12), Glyphs::Unicode));
}

#[test]
fn a_store_without_tasks() {
    insta::assert_snapshot!(look(&board("", 80, 12), Glyphs::Unicode));
}

/// Some stores take a finished card off every list; the completion is the news, not the lists.
#[test]
fn a_list_that_was_only_tidied_is_no_news() {
    let mut state = board(
        "1 in_progress lead \"One\"\n2 pending \"Two\" <1 <3\n3 pending \"Three\"",
        80,
        24,
    );
    show(
        &mut state,
        "1 completed lead \"One\"\n2 pending \"Two\" <3\n3 pending \"Three\"",
    );
    let told = look(&state, Glyphs::Unicode);
    assert!(
        told.contains("lead completed #1") && told.contains("1 changed"),
        "{told}"
    );
    show(
        &mut state,
        "1 completed lead \"One\"\n2 pending \"Two\"\n3 pending \"Three\"",
    );
    let told = look(&state, Glyphs::Unicode);
    assert!(told.contains("#2 waits for #3 no longer"), "{told}");
}

/// That it was empty when it was last read is nothing to tell of a store that cannot be read.
#[test]
fn an_empty_store_that_went_away() {
    let mut state = board("", 80, 12);
    let health = Health::Unreadable {
        since: now(),
        why: "demo.db is not there".to_owned(),
    };
    update(&mut state, Msg::Health(health), now());
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}

#[test]
fn the_end_of_the_help_can_be_reached() {
    let mut state = board(PLAN, 48, 16);
    press(&mut state, Action::Help);
    let before = look(&state, Glyphs::Unicode);
    for _ in 0..9 {
        press(&mut state, Action::HalfPageDown);
    }
    let end = look(&state, Glyphs::Unicode);
    assert!(
        !before.contains("mark or a word") && end.contains("the end"),
        "{end}"
    );
    for _ in 0..9 {
        press(&mut state, Action::HalfPageUp);
    }
    assert_eq!(look(&state, Glyphs::Unicode), before);
}

#[test]
fn a_store_that_cannot_be_read() {
    let mut state = silent(80, 12);
    let health = Health::Unreadable {
        since: now(),
        why: "database disk image is malformed".to_owned(),
    };
    update(&mut state, Msg::Health(health), now());
    insta::assert_snapshot!(look(&state, Glyphs::Unicode));
}
