//! The column `blocked_by`: JSON text, an array of ids, and what else is found there.

use rusqlite::types::ValueRef;
use serde_json::Value;

use crate::task::card::Dependencies;
use crate::task::warning::Warning;
use crate::text::safe::SafeText;

const ODD: Warning = Warning::WrongType("blocked_by");

/// Reads the column; what can be understood is, with a warning, and the rest counts as unreadable.
pub fn read(value: ValueRef<'_>) -> (Dependencies, Option<Warning>) {
    match value {
        ValueRef::Null => (Dependencies::Known(Vec::new()), Some(ODD)),
        ValueRef::Integer(number) => (one(&number.to_string()), Some(ODD)),
        ValueRef::Real(number) => (one(&number.to_string()), Some(ODD)),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => words(bytes),
    }
}

fn one(id: &str) -> Dependencies {
    Dependencies::Known(vec![SafeText::new(id)])
}

fn words(bytes: &[u8]) -> (Dependencies, Option<Warning>) {
    if bytes.trim_ascii().is_empty() {
        return (Dependencies::Known(Vec::new()), Some(ODD));
    }
    match serde_json::from_slice(bytes) {
        Ok(Value::Array(items)) => list(&items),
        Ok(Value::Null) => (Dependencies::Known(Vec::new()), Some(ODD)),
        Ok(Value::String(id)) => (one(&id), Some(ODD)),
        Ok(Value::Number(number)) => (one(&plain(&number)), Some(ODD)),
        _ => (
            Dependencies::Unreadable,
            Some(Warning::UnparseableDependencies),
        ),
    }
}

fn list(items: &[Value]) -> (Dependencies, Option<Warning>) {
    let mut ids: Vec<SafeText> = Vec::with_capacity(items.len());
    let mut seen = std::collections::HashSet::new();
    let mut warning = None;
    for item in items {
        let id = match item {
            Value::String(id) => id.clone(),
            Value::Number(number) => {
                warning = Some(ODD);
                plain(number)
            }
            _ => {
                warning = Some(ODD);
                continue;
            }
        };
        if seen.insert(id.clone()) {
            ids.push(SafeText::new(&id));
        }
    }
    (Dependencies::Known(ids), warning)
}

/// Returns a number as an id: `3.0` names task 3.
fn plain(number: &serde_json::Number) -> String {
    let text = number.to_string();
    match text.split_once('.') {
        Some((whole, zeros)) if !zeros.is_empty() && zeros.bytes().all(|digit| digit == b'0') => {
            whole.to_owned()
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> (Vec<String>, bool, Option<Warning>) {
        let (dependencies, warning) = read(ValueRef::Text(text.as_bytes()));
        let known = matches!(dependencies, Dependencies::Known(_));
        (
            dependencies
                .ids()
                .iter()
                .map(|id| id.raw().to_owned())
                .collect(),
            known,
            warning,
        )
    }

    #[test]
    fn an_array_of_strings_is_plain() {
        assert_eq!(
            ids(r#"["1", "2", "1"]"#),
            (vec!["1".into(), "2".into()], true, None)
        );
        assert_eq!(ids("[]"), (vec![], true, None));
    }

    #[test]
    fn what_is_understood_is_warned_of() {
        assert_eq!(
            ids("[1, 3.0, null, {}, [5], true]"),
            (vec!["1".into(), "3".into()], true, Some(ODD))
        );
        for text in ["null", "", "  "] {
            assert_eq!(ids(text), (vec![], true, Some(ODD)), "{text:?}");
        }
        assert_eq!(ids(r#""1""#), (vec!["1".into()], true, Some(ODD)));
        assert_eq!(ids("7"), (vec!["7".into()], true, Some(ODD)));
    }

    #[test]
    fn the_rest_is_unreadable() {
        for text in [
            r#"["1","#,
            r#"{"1": true}"#,
            "1,2",
            "true",
            "[1]]",
            "\u{feff}[]",
        ] {
            assert_eq!(
                ids(text),
                (vec![], false, Some(Warning::UnparseableDependencies)),
                "{text:?}"
            );
        }
        assert_eq!(
            read(ValueRef::Blob(b"\xff\xfe")).0,
            Dependencies::Unreadable
        );
        assert_eq!(read(ValueRef::Null).0, Dependencies::Known(vec![]));
    }
}
