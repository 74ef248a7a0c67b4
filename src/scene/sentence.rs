//! One sentence for one change that somebody else made.

use crate::app::news::NewsItem;
use crate::plan::changes::What;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;

/// Returns the change as a sentence, as in "lead completed #2 · #5 is ready now".
pub fn sentence(item: &NewsItem) -> String {
    let key = &item.change.key;
    let deed = match &item.change.what {
        What::Added => format!("#{key} is new"),
        What::Removed => format!("#{key} was removed"),
        What::Moved { from, to, owner } => {
            let who = owner.as_ref().map(|owner| owner.name().shown());
            moved(key, *from, *to, who)
        }
        What::Owner { from, to } => match (from, to) {
            (Some(from), Some(to)) => format!("{} took #{key} from {}", to.name(), from.name()),
            (None, Some(to)) => format!("{} took #{key}", to.name()),
            (Some(from), None) => format!("#{key} is no longer {}'s", from.name()),
            (None, None) => format!("#{key} changed"),
        },
        What::Edited => format!("#{key} was edited"),
    };
    format!("{deed}{}", freed(&item.freed))
}

fn moved(key: &TaskKey, from: Lane, to: Lane, who: Option<&str>) -> String {
    match (from, to, who) {
        (_, Lane::InProgress, Some(who)) => format!("{who} claimed #{key}"),
        (_, Lane::InProgress, None) => format!("#{key} is in progress"),
        (_, Lane::Completed, Some(who)) => format!("{who} completed #{key}"),
        (_, Lane::Completed, None) => format!("#{key} was completed"),
        (Lane::Completed, Lane::Pending, _) => format!("#{key} was reopened"),
        (_, Lane::Pending, _) => format!("#{key} was released"),
        (_, Lane::Hidden, _) => format!("#{key} was deleted"),
        (_, Lane::Unknown, _) => format!("#{key} has an unknown status"),
    }
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
    use crate::task::card::Owner;

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
    }
}
