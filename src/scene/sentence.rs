//! One sentence for one change.

use crate::app::news::NewsItem;
use crate::plan::changes::What;
use crate::task::card::Owner;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::text::safe::SafeText;

/// Returns the change as a sentence, as in "lead completed #2 · #5 is ready now".
pub fn sentence(item: &NewsItem) -> String {
    naming(item, &format!("#{}", item.change.key))
}

/// Returns the change as a sentence that calls its card `name`.
pub fn naming(item: &NewsItem, name: &str) -> String {
    let deed = match &item.change.what {
        What::Added => format!("{name} is new"),
        What::Removed => format!("{name} was removed"),
        What::Moved {
            from,
            to,
            owner,
            held,
            waits,
        } => {
            let named = |owner: &Option<Owner>| owner.as_ref().map(|it| it.name().to_string());
            let moved = moved(name, (*from, *to), named(owner), named(held));
            match all(waits) {
                Some(ids) => format!("{moved} and waits for {ids} now"),
                None => moved,
            }
        }
        What::Owner { from, to } => match (from, to) {
            (Some(from), Some(to)) => format!("{} took {name} from {}", to.name(), from.name()),
            (None, Some(to)) => format!("{} took {name}", to.name()),
            (Some(from), None) => format!("{name} is no longer {}'s", from.name()),
            (None, None) => format!("{name} changed"),
        },
        What::Waits { added, removed } => waits(name, added, removed),
        What::Edited => format!("{name} was edited"),
        What::Overwritten { again, deed } => format!("{name} is {again} again, though you {deed}"),
    };
    format!("{deed}{}", freed(&item.freed))
}

fn moved(name: &str, way: (Lane, Lane), who: Option<String>, held: Option<String>) -> String {
    let (from, to) = way;
    match (from, to, who) {
        (_, Lane::InProgress, Some(who)) => format!("{who} claimed {name}"),
        (_, Lane::InProgress, None) => format!("{name} is in progress"),
        (_, Lane::Completed, Some(who)) => format!("{who} completed {name}"),
        (_, Lane::Completed, None) => format!("{name} was completed"),
        (Lane::Completed, Lane::Pending, _) => format!("{name} was reopened"),
        (_, Lane::Pending, _) => match held {
            Some(held) => format!("{held}'s {name} was released"),
            None => format!("{name} was released"),
        },
        (_, Lane::Hidden, _) => format!("{name} was deleted"),
        (_, Lane::Unknown, _) => format!("{name} has an unknown status"),
    }
}

fn waits(name: &str, added: &[SafeText], removed: &[SafeText]) -> String {
    match (all(added), all(removed)) {
        (Some(added), Some(removed)) => format!("{name} waits for {added} instead of {removed}"),
        (Some(added), None) => format!("{name} waits for {added} now"),
        (None, Some(removed)) => format!("{name} waits for {removed} no longer"),
        (None, None) => format!("{name} was edited"),
    }
}

/// Names the first of some ids, as in "#5 #6".
fn all(ids: &[SafeText]) -> Option<String> {
    let all: Vec<String> = ids.iter().take(4).map(|id| format!("#{id}")).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

fn freed(keys: &[TaskKey]) -> String {
    let names: Vec<String> = keys.iter().take(4).map(|key| format!("#{key}")).collect();
    let more = keys.len() - names.len();
    match (&names[..], more) {
        ([], _) => String::new(),
        ([one], _) => format!(" · {one} is ready now"),
        (many, 0) => format!(" · {} are ready now", many.join(" ")),
        (many, more) => format!(" · {} and {more} more are ready now", many.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::changes::Change;

    fn told(what: What, freed: &[&str]) -> String {
        sentence(&NewsItem {
            at: jiff::Timestamp::UNIX_EPOCH,
            change: Change {
                key: TaskKey::new(None, "2"),
                what,
            },
            freed: freed.iter().map(|id| TaskKey::new(None, id)).collect(),
        })
    }

    fn moved(from: Lane, to: Lane) -> What {
        What::Moved {
            from,
            to,
            owner: Owner::named("lead"),
            held: None,
            waits: Vec::new(),
        }
    }

    #[test]
    fn a_change_is_one_sentence() {
        let done = || moved(Lane::InProgress, Lane::Completed);
        assert_eq!(told(done(), &[]), "lead completed #2");
        assert_eq!(told(done(), &["5"]), "lead completed #2 · #5 is ready now");
        assert_eq!(
            told(done(), &["5", "6"]),
            "lead completed #2 · #5 #6 are ready now"
        );
        assert_eq!(
            told(moved(Lane::Pending, Lane::InProgress), &[]),
            "lead claimed #2"
        );
        assert_eq!(
            told(moved(Lane::Completed, Lane::Pending), &[]),
            "#2 was reopened"
        );
        assert_eq!(told(What::Added, &[]), "#2 is new");
        let blocked = What::Moved {
            from: Lane::InProgress,
            to: Lane::Pending,
            owner: None,
            held: Owner::named("lead"),
            waits: vec![SafeText::new("9")],
        };
        assert_eq!(
            told(blocked, &[]),
            "lead's #2 was released and waits for #9 now"
        );
        let waits = |added: &[&str], removed: &[&str]| {
            let ids = |ids: &[&str]| ids.iter().map(|id| SafeText::new(id)).collect();
            let (added, removed) = (ids(added), ids(removed));
            told(What::Waits { added, removed }, &[])
        };
        assert_eq!(waits(&["5", "6"], &[]), "#2 waits for #5 #6 now");
        assert_eq!(waits(&[], &["5"]), "#2 waits for #5 no longer");
        assert_eq!(waits(&["6"], &["5"]), "#2 waits for #6 instead of #5");
    }
}
