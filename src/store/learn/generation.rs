//! Which of the lineages that share the folder `.tasks` a card, and a folder, is of.

use crate::store::json::scan::Document;
use crate::store::json::value::{Value, read};
use crate::task::snapshot::{Access, Blocking, PendingOwner, Rules};

/// The hand that wrote one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lineage {
    /// Integer ids: the first curriculum, or a card of the second that shows no difference.
    Plain,
    /// The second curriculum, by its claim fields.
    Claims,
    /// The folder-per-lesson curriculum: ids made of a time and a random number.
    Stamped,
    /// The Java lessons: one line without a space.
    Java,
    /// Axon: `text` in place of `subject`.
    Axon,
}

/// The fields that only the second curriculum writes.
const CLAIMS: [&str; 7] = [
    "claimed_at",
    "claim_source",
    "claim_role",
    "required_role",
    "worktree_state",
    "last_worktree",
    "closeout",
];

/// Tells whose hand a card shows.
pub fn lineage(text: &[u8], document: &Document) -> Lineage {
    let has = |name: &str| document.member(name).is_some();
    let id = document.member("id").map(|id| read(text, &id.value_at));
    if matches!(&id, Some(Value::Text(id)) if id.starts_with("task_")) {
        Lineage::Stamped
    } else if has("text") && !has("subject") {
        Lineage::Axon
    } else if CLAIMS.iter().any(|name| has(name)) {
        Lineage::Claims
    } else if is_one_line(text, document) {
        Lineage::Java
    } else {
        Lineage::Plain
    }
}

/// Tells whether nothing but values stands between the braces.
fn is_one_line(text: &[u8], document: &Document) -> bool {
    let gaps = document
        .members
        .iter()
        .map(|member| &text[member.name_at.end..member.value_at.start]);
    let mut gaps = gaps.peekable();
    gaps.peek().is_some() && gaps.all(|gap| gap == b":") && text.starts_with(b"{\"")
}

/// What a whole folder is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generation {
    /// The kind's name in JSON.
    pub kind: &'static str,
    /// What its fields mean.
    pub rules: Rules,
    /// Whether this board writes it.
    pub access: Access,
}

/// Tells what a folder is by the hands its cards show; an empty one is of the first curriculum.
pub fn generation(lineages: impl Iterator<Item = Lineage>, has_claim_events: bool) -> Generation {
    let mut found: Vec<Lineage> = lineages.collect();
    found.sort_unstable();
    let has = |lineage| found.contains(&lineage);
    let strangers = [Lineage::Stamped, Lineage::Axon, Lineage::Java]
        .into_iter()
        .find(|&lineage| has(lineage));
    let is_mixed = found.iter().any(|lineage| Some(*lineage) != strangers);
    let (kind, why) = match strangers {
        Some(_) if is_mixed => ("learn-a", Some("several generations share this folder")),
        Some(Lineage::Stamped) => ("learn-c", Some(NOT_YET)),
        Some(Lineage::Axon) => ("axon", Some(NOT_YET)),
        Some(_) => ("java", Some(NOT_YET)),
        None if has(Lineage::Claims) || has_claim_events => ("learn-b", Some(NOT_YET)),
        None => ("learn-a", None),
    };
    Generation {
        kind,
        rules: Rules {
            blocking: if kind == "learn-c" {
                Blocking::Computed
            } else {
                Blocking::Listed
            },
            pending_owner: if kind == "axon" {
                PendingOwner::Ignored
            } else {
                PendingOwner::Reserves
            },
        },
        access: why.map_or(Access::Writable, |why| Access::ReadOnly(why.to_owned())),
    }
}

const NOT_YET: &str = "this generation of task folders is only watched";
