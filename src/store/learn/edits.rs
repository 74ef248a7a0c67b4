//! What an edit means for the bytes of a card's file.

use crate::store::json::scan::{Document, scan};
use crate::store::json::splice::{quoted, set, with, without};
use crate::store::json::value::{Value, id, read};
use crate::store::learn::card::card;
use crate::task::card::Task;
use crate::task::command::Edit;
use crate::task::lane::Lane;
use crate::text::safe::SafeText;

/// Returns the file after `edit` of the card `task`; `None` when the file no longer says what
/// the edit was decided on, or is none that may be written.
pub fn edited(text: &[u8], task: &Task, edit: &Edit) -> Option<Vec<u8>> {
    let now = card(text, task.key.id.raw(), None).ok()?.task;
    if now.lock().is_some() {
        return None;
    }
    match edit {
        Edit::Change {
            lane, owner, title, ..
        } => {
            if now.revision() != task.revision() {
                return None;
            }
            let status = lane.and_then(Lane::status);
            let owner = owner.as_ref().map(|it| it.as_deref().unwrap_or_default());
            let values = [
                ("status", status),
                ("owner", owner),
                ("subject", title.as_deref()),
            ];
            fields(text, values)
        }
        Edit::Dependencies { add, remove, .. } => dependencies(text, add, remove),
        Edit::Create(_) => None,
    }
}

fn fields(text: &[u8], values: [(&str, Option<&str>); 3]) -> Option<Vec<u8>> {
    let mut text = text.to_vec();
    for (name, value) in values {
        if let Some(value) = value {
            let document = scan(&text).ok()?;
            text = set(&text, &document, name, &quoted(&text, value));
        }
    }
    Some(text)
}

fn dependencies(text: &[u8], add: &[SafeText], remove: &[SafeText]) -> Option<Vec<u8>> {
    let names = |at: &_, ids: &[SafeText], text: &[u8]| {
        id(&read(text, at)).is_some_and(|id| ids.iter().any(|it| it.raw() == id))
    };
    let mut text = text.to_vec();
    let document = scan(&text).ok()?;
    text = match list(&text, &document) {
        List::At(at) => without(&text, &at, |element| names(element, remove, &text)),
        List::Bare(at) if names(&at, remove, &text) => set(&text, &document, FIELD, "[]"),
        List::Bare(at) => {
            let whole = [b"[", &text[at], b"]"].concat();
            set(&text, &document, FIELD, &String::from_utf8(whole).ok()?)
        }
        List::None => text,
    };
    for new in add {
        let document = scan(&text).ok()?;
        let number = new.raw().parse::<u64>().ok();
        let value = number.map_or_else(|| quoted(&text, new.raw()), |number| number.to_string());
        text = match list(&text, &document) {
            List::At(at) => {
                let known = crate::store::json::scan::elements(&text, &at)?;
                let is_there = known
                    .iter()
                    .any(|element| names(element, std::slice::from_ref(new), &text));
                if is_there {
                    text
                } else {
                    with(&text, &document, &at, &value)
                }
            }
            List::Bare(_) | List::None => set(&text, &document, FIELD, &format!("[{value}]")),
        };
    }
    Some(text)
}

const FIELD: &str = "blockedBy";

/// What stands where the dependencies should.
enum List {
    /// A list.
    At(std::ops::Range<usize>),
    /// A single id without a list around it.
    Bare(std::ops::Range<usize>),
    /// Nothing that names a card.
    None,
}

fn list(text: &[u8], document: &Document) -> List {
    let Some(member) = document.member(FIELD) else {
        return List::None;
    };
    let at = member.value_at.clone();
    match read(text, &at) {
        Value::List(_) => List::At(at),
        value if id(&value).is_some() => List::Bare(at),
        _ => List::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::key::TaskKey;

    const FILE: &str = "{\n  \"id\": 5,\n  \"subject\": \"x\",\n  \"status\": \"pending\",\n  \"blockedBy\": [\n    4,\n    6\n  ],\n  \"owner\": \"\",\n  \"big\": 123456789012345678901234567890\n}";

    fn task(text: &str) -> Task {
        card(text.as_bytes(), "5", None).unwrap().task
    }

    fn after(text: &str, edit: &Edit) -> Option<String> {
        let bytes = edited(text.as_bytes(), &task(FILE), edit)?;
        Some(String::from_utf8(bytes).unwrap())
    }

    fn claim() -> Edit {
        Edit::Change {
            key: TaskKey::new(None, "5"),
            lane: Some(Lane::InProgress),
            owner: Some(Some("human:ана".to_owned())),
            title: None,
        }
    }

    fn waits(add: &[&str], remove: &[&str]) -> Edit {
        let ids = |ids: &[&str]| ids.iter().map(|id| SafeText::new(id)).collect();
        Edit::Dependencies {
            key: TaskKey::new(None, "5"),
            add: ids(add),
            remove: ids(remove),
        }
    }

    #[test]
    fn a_claim_changes_two_values_and_no_other_byte() {
        let wanted = FILE
            .replace("pending", "in_progress")
            .replace("\"\"", "\"human:\\u0430\\u043d\\u0430\"");
        assert_eq!(after(FILE, &claim()), Some(wanted));
    }

    #[test]
    fn what_has_moved_meanwhile_is_not_written() {
        assert_eq!(after(&FILE.replace("pending", "completed"), &claim()), None);
        assert_eq!(after(&FILE.replace("\"\"", "\"lead\""), &claim()), None);
        assert_eq!(after(&FILE[..40], &claim()), None);
        assert_eq!(
            after(&FILE.replace("\"id\": 5", "\"id\": 4"), &claim()),
            None
        );
        assert!(after(&FILE.replace("\"x\"", "\"y\""), &claim()).is_some());
    }

    #[test]
    fn dependencies_come_and_go() {
        let stripped = FILE.replace("4,\n    6", "6");
        assert_eq!(after(FILE, &waits(&[], &["4"])), Some(stripped.clone()));
        assert_eq!(
            after(&stripped, &waits(&["6"], &[])),
            Some(stripped.clone())
        );
        assert_eq!(
            after(&stripped, &waits(&["4"], &[])),
            Some(FILE.replace("4,\n    6", "6,\n    4"))
        );
        let list = "[\n    4,\n    6\n  ]";
        let bare = FILE.replace(list, "4");
        assert_eq!(
            after(&bare, &waits(&[], &["4"])),
            Some(FILE.replace(list, "[]"))
        );
        let null = FILE.replace(list, "null");
        assert_eq!(
            after(&null, &waits(&["9"], &[])),
            Some(FILE.replace(list, "[9]"))
        );
    }
}
