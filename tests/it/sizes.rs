//! No size, board or key may break a frame.

use std::sync::Arc;

use kanwatch::app::action::Action;
use kanwatch::app::message::Msg;
use kanwatch::app::state::{Overlay, State};
use kanwatch::app::update::update;
use kanwatch::app::viewport::Size;
use kanwatch::keys::table::ENTRIES;
use kanwatch::paint::frame::paint;
use kanwatch::paint::picture::{ansi, text};
use kanwatch::paint::theme::Theme;
use kanwatch::plan::outlook::Outlook;
use kanwatch::scene::compose::compose;
use kanwatch::scene::glyphs::Glyphs;
use kanwatch::task::card::{Dependencies, Owner, Task};
use kanwatch::task::health::Health;
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use kanwatch::task::snapshot::{SessionCards, Snapshot};
use kanwatch::task::warning::Warning;
use kanwatch::text::safe::SafeText;
use kanwatch::text::width::display_width;
use proptest::prelude::*;
use proptest::sample::select;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::sketch::{now, profile, silent};

/// Something that happens to a board.
#[derive(Clone, Debug)]
enum Event {
    Act(Action),
    Resize(u16, u16),
    Say(Vec<SessionCards>),
    Feel(Health),
}

fn nasty_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{0,30}",
        "[撰写文档한국어👩🇩🇪é\u{301}\u{202E}\u{1b}\u{200D}\u{FE0F}☺#]{0,40}",
        Just("👩‍👩‍👧‍👦 क्षि ①".to_owned()),
        Just("\u{1b}]52;c;aGk=\u{7}\r\n\u{9b}31m".to_owned()),
    ]
}

fn task() -> impl Strategy<Value = Task> {
    let id = prop_oneof![(0u8..30).prop_map(|id| id.to_string()), nasty_text()];
    let status = select(vec![
        "pending",
        "pending",
        "in_progress",
        "completed",
        "?",
        "",
    ]);
    let blockers = prop::collection::vec((0u8..34).prop_map(|id| id.to_string()), 0..4);
    let warning = select(vec![Vec::new(), vec![Warning::HugeField, Warning::BlankId]]);
    (
        id,
        nasty_text(),
        status,
        nasty_text(),
        blockers,
        any::<bool>(),
        warning,
    )
        .prop_map(
            |(id, title, status, owner, blockers, broken, warnings)| Task {
                blocks: Vec::new(),
                key: TaskKey::new(None, &id),
                title: SafeText::new(&title),
                status: SafeText::new(status),
                lane: Lane::of_status(status),
                owner: Owner::named(&owner),
                dependencies: if broken && id.len() > 3 {
                    Dependencies::Unreadable
                } else {
                    Dependencies::Known(blockers.iter().map(|id| SafeText::new(id)).collect())
                },
                updated: (!broken).then(now),
                warnings,
            },
        )
}

fn cards(session: Option<SafeText>, tasks: Vec<Task>) -> SessionCards {
    let mut unique: Vec<Arc<Task>> = Vec::new();
    for mut task in tasks {
        task.key.session.clone_from(&session);
        if unique.iter().all(|other| other.key != task.key) {
            unique.push(Arc::new(task));
        }
    }
    SessionCards {
        name: session,
        orphan: false,
        tasks: unique,
    }
}

fn snapshot_cards() -> impl Strategy<Value = Vec<SessionCards>> {
    let one = prop::collection::vec(task(), 0..40);
    let other = prop::collection::vec(task(), 0..6);
    (one, other, any::<bool>()).prop_map(|(one, other, several)| {
        if several {
            let name = |name| Some(SafeText::new(name));
            vec![cards(name("main"), one), cards(name("支线"), other)]
        } else {
            vec![cards(None, one)]
        }
    })
}

fn event() -> impl Strategy<Value = Event> {
    let actions: Vec<Action> = ENTRIES.iter().map(|entry| entry.action).collect();
    let why = "no such file".to_owned();
    let health = vec![
        Health::Live,
        Health::Polling(why.clone()),
        Health::Stale {
            since: now(),
            why: why.clone(),
        },
        Health::Unreadable { since: now(), why },
    ];
    prop_oneof![
        6 => select(actions).prop_map(Event::Act),
        2 => (0u16..210, 0u16..60).prop_map(|(width, height)| Event::Resize(width, height)),
        2 => snapshot_cards().prop_map(Event::Say),
        1 => select(health).prop_map(Event::Feel),
    ]
}

fn apply(state: &mut State, event: Event) {
    let msg = match event {
        Event::Act(action) => Msg::Act(action),
        Event::Resize(width, height) => Msg::Resized(Size { width, height }),
        Event::Say(lists) => {
            let snapshot = Snapshot::new(profile(), lists);
            let outlook = Outlook::of(&snapshot);
            Msg::Snapshot(Arc::new(snapshot), Arc::new(outlook))
        }
        Event::Feel(health) => Msg::Health(health),
    };
    update(state, msg, now());
}

fn look(state: &State, glyphs: Glyphs, width: u16, height: u16) {
    let scene = compose(state, glyphs);
    assert_eq!(
        scene,
        compose(state, glyphs),
        "the same state, the same scene"
    );
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    let hits = paint(&scene, &Theme::colours(), &mut buffer);
    for hit in hits {
        assert_eq!(hit.area.intersection(buffer.area), hit.area);
    }
    if state.overlay == Overlay::None {
        for rule in scene.strips.iter().filter(|strip| strip.width == 1) {
            let cell = buffer.cell((rule.x, rule.y));
            let shown = cell.is_none_or(|cell| cell.symbol() == rule.line[0].text);
            assert!(shown, "something spills over the rule in row {}", rule.y);
        }
    }
    let text = text(&buffer);
    assert_eq!(text.lines().count(), usize::from(height));
    for row in text.lines() {
        assert!(display_width(row) <= usize::from(width), "{row:?}");
        assert!(!row.chars().any(char::is_control), "{row:?}");
    }
    let escapes = ansi(&buffer).matches('\x1b').count();
    assert_eq!(escapes, ansi(&buffer).matches("\x1b[").count());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nothing_breaks_a_frame(
        (width, height) in (0u16..210, 0u16..60),
        lists in snapshot_cards(),
        events in prop::collection::vec(event(), 0..12),
        (other_width, other_height) in (0u16..120, 0u16..40),
    ) {
        let mut state = silent(width, height);
        apply(&mut state, Event::Say(lists));
        for event in events {
            apply(&mut state, event);
            let size = state.viewport.size;
            for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
                look(&state, glyphs, size.width, size.height);
            }
        }
        // The terminal may already have another size than the scene was made for.
        look(&state, Glyphs::Unicode, other_width, other_height);
    }
}
