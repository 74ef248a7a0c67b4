//! An edit of a task file changes the bytes of its own values and no other, whatever else the
//! file holds and however it is laid out.

use kanwatch::store::learn::card::card;
use kanwatch::store::learn::edits::edited;
use kanwatch::task::command::Edit;
use kanwatch::task::key::TaskKey;
use kanwatch::task::lane::Lane;
use kanwatch::text::safe::SafeText;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// How somebody lays a file out.
#[derive(Clone, Debug)]
struct Layout {
    front: &'static str,
    before_key: &'static str,
    colon: &'static str,
    end: &'static str,
}

fn layout() -> impl Strategy<Value = Layout> {
    let front = select(vec!["", "\u{FEFF}", " \n"]);
    let before_key = select(vec!["\n  ", "", " ", "\n\t", "\r\n    ", "\n\n"]);
    let colon = select(vec![": ", ":", " : ", ":\n"]);
    let end = select(vec!["", "\n", "\r\n", "\n\n  "]);
    (front, before_key, colon, end).prop_map(|(front, before_key, colon, end)| Layout {
        front,
        before_key,
        colon,
        end,
    })
}

/// Any value that strict parsers take, as somebody may have written it.
fn value() -> impl Strategy<Value = String> {
    let string = vec(
        select(vec![
            "a",
            " ",
            "\\n",
            "\\\"",
            "\\\\",
            "\\/",
            "\\u4e2d",
            "\\ud83d\\ude00",
            "é",
            "撰",
            "}",
            "]",
            ",",
            ":",
            "pending",
            "owner",
        ]),
        0..8,
    );
    let leaf = prop_oneof![
        string.prop_map(|parts| format!("\"{}\"", parts.concat())),
        select(vec![
            "null",
            "true",
            "false",
            "0",
            "-1",
            "1e5",
            "0.1000",
            "1E-7",
            "123456789012345678901234567890",
            "1766400000.1234567",
        ])
        .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
            vec(inner, 0..4).prop_map(|items| {
                let members = items.iter().enumerate();
                let members: Vec<_> = members.map(|(at, it)| format!("\"k{at}\":{it}")).collect();
                format!("{{ {} }}", members.join(" ,"))
            }),
        ]
    })
}

/// The members of a card: its own with these values, among others.
fn members() -> impl Strategy<Value = Vec<(String, String)>> {
    let others = vec(value(), 0..6).prop_map(|values| {
        let named = values.into_iter().enumerate();
        named
            .map(|(at, value)| (format!("x{at}"), value))
            .collect::<Vec<_>>()
    });
    let own = [
        ("id", "5"),
        ("subject", "\"x\""),
        ("status", "\"pending\""),
        ("owner", "\"\""),
        ("blockedBy", "[4, 6]"),
    ];
    others
        .prop_map(move |mut members| {
            members.extend(own.map(|(name, value)| (name.to_owned(), value.to_owned())));
            members
        })
        .prop_shuffle()
}

fn written(members: &[(String, String)], layout: &Layout) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|(name, value)| format!("{}\"{name}\"{}{value}", layout.before_key, layout.colon))
        .collect();
    format!("{}{{{}\n}}{}", layout.front, members.join(","), layout.end)
}

/// Returns the members with other values in the places of those named.
fn with(members: &[(String, String)], new: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut members = members.to_vec();
    for (name, value) in &mut members {
        if let Some((_, new)) = new.iter().find(|(changed, _)| changed == name) {
            (*new).clone_into(value);
        }
    }
    members
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn other_bytes_stay(members in members(), layout in layout()) {
        let before = written(&members, &layout);
        let task = card(before.as_bytes(), "5", None).unwrap().task;
        let key = TaskKey::new(None, "5");
        let claim = Edit::Change {
            key: key.clone(),
            lane: Some(Lane::InProgress),
            owner: Some(Some("ana".to_owned())),
            title: None,
        };
        let strip = Edit::Dependencies { key, add: Vec::new(), remove: vec![SafeText::new("4")] };
        let after = |edit| {
            let bytes = edited(before.as_bytes(), &task, edit).expect("a card that may be written");
            String::from_utf8(bytes).unwrap()
        };
        let claimed = with(&members, &[("status", "\"in_progress\""), ("owner", "\"ana\"")]);
        prop_assert_eq!(after(&claim), written(&claimed, &layout));
        let stripped = with(&members, &[("blockedBy", "[6]")]);
        prop_assert_eq!(after(&strip), written(&stripped, &layout));
    }
}
