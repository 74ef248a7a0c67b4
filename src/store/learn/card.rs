//! One file as a card. Whatever an object holds, a card comes out.

use std::time::SystemTime;

use jiff::Timestamp;

use crate::store::json::flaw::Flaw;
use crate::store::json::member::Member;
use crate::store::json::scan::{Document, Fault as JsonFault, scan};
use crate::store::json::value::{Value, id, read};
use crate::store::learn::generation::{Lineage, lineage};
use crate::task::card::{Dependencies, Owner, Task};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::warning::{Fault, Warning};
use crate::text::safe::{SafeText, is_bidi_control, is_control, is_tag};

/// Longer values, in bytes, are warned of.
const HUGE: usize = 64 * 1024;

/// The fields that agents of these lineages write.
const KNOWN: [&str; 20] = [
    "id",
    "subject",
    "description",
    "status",
    "blockedBy",
    "blocks",
    "owner",
    "activeForm",
    "worktree",
    "created_at",
    "updated_at",
    "claimed_at",
    "claim_source",
    "claim_role",
    "required_role",
    "worktree_state",
    "last_worktree",
    "closeout",
    "createdAt",
    "updatedAt",
];

/// A card and which lineage's hand it shows.
pub struct Card {
    /// The card.
    pub task: Task,
    /// The lineage that wrote it.
    pub lineage: Lineage,
}

/// Reads the file of card `stem`, which was last written at `modified`.
pub fn card(text: &[u8], stem: &str, modified: Option<SystemTime>) -> Result<Card, Fault> {
    let document = scan(text).map_err(|fault| match fault {
        JsonFault::Empty => Fault::Empty,
        JsonFault::NotAnObject => Fault::NotAnObject,
        JsonFault::Unparseable => Fault::Unparseable,
    })?;
    let lineage = lineage(text, &document);
    let fields = Fields {
        text,
        document: &document,
    };
    let mut warnings = Vec::new();
    warn_of_flaws(&document, &mut warnings);
    fields.warn_of_id(stem, lineage, &mut warnings);
    fields.warn_of_values(&mut warnings);
    let title = fields.title(&mut warnings);
    let status = fields.status(&mut warnings);
    let task = Task {
        key: TaskKey::new(None, stem),
        title,
        lane: match status.raw() {
            "deleted" => Lane::Hidden,
            status => Lane::of_status(status),
        },
        status,
        owner: fields.owner(&mut warnings),
        dependencies: Dependencies::Known(fields.dependencies(lineage, &mut warnings)),
        blocks: fields.ids("blocks").0,
        updated: modified.and_then(|moment| Timestamp::try_from(moment).ok()),
        warnings,
    };
    Ok(Card { task, lineage })
}

fn warn_of_flaws(document: &Document, warnings: &mut Vec<Warning>) {
    warnings.extend(document.flaws.iter().map(|flaw| match flaw {
        Flaw::Bom => Warning::ByteOrderMark,
        Flaw::Crlf => Warning::CarriageReturns,
        Flaw::LoneSurrogate => Warning::LoneSurrogate,
        Flaw::NotANumber => Warning::NotANumber,
        Flaw::DeepNesting => Warning::DeepNesting,
        Flaw::DuplicateKey => Warning::DuplicateKey,
        Flaw::InvalidUtf8 => Warning::ForeignEncoding,
        Flaw::RawControl => Warning::RawControl,
    }));
    let is_known = |member: &Member| KNOWN.contains(&member.name.as_str());
    if !document.members.iter().all(is_known) {
        warnings.push(Warning::ExtraFields);
    }
}

struct Fields<'a> {
    text: &'a [u8],
    document: &'a Document,
}

impl Fields<'_> {
    fn value(&self, name: &str) -> Option<Value> {
        let member = self.document.member(name)?;
        Some(read(self.text, &member.value_at))
    }

    fn warn_of_id(&self, stem: &str, lineage: Lineage, warnings: &mut Vec<Warning>) {
        let value = self.value("id");
        let is_stamped = lineage == Lineage::Stamped;
        match &value {
            None => warnings.push(Warning::MissingField("id")),
            Some(Value::Number(_)) if !is_stamped => {}
            Some(Value::Text(_)) if is_stamped => {}
            Some(_) => warnings.push(Warning::WrongType("id")),
        }
        if value.as_ref().and_then(id).as_deref() != Some(stem) {
            warnings.push(Warning::IdMismatch);
        }
    }

    /// Warns of what stands in the texts that a board shows, and of values of any field that
    /// are unreasonably long.
    fn warn_of_values(&self, warnings: &mut Vec<Warning>) {
        let shown: Vec<String> = ["subject", "status", "owner"]
            .iter()
            .filter_map(|name| match self.value(name)? {
                Value::Text(words) => Some(words),
                _ => None,
            })
            .collect();
        let has = |odd: fn(char) -> bool| shown.iter().any(|words| words.chars().any(odd));
        if has(is_control) {
            warnings.push(Warning::ControlCharacters);
        }
        if has(|c| is_bidi_control(c) || is_tag(c)) {
            warnings.push(Warning::BidiControls);
        }
        let members = &self.document.members;
        if members.iter().any(|member| member.value_at.len() > HUGE) {
            warnings.push(Warning::HugeField);
        }
    }

    fn title(&self, warnings: &mut Vec<Warning>) -> SafeText {
        let words = match self.value("subject") {
            None => {
                warnings.push(Warning::MissingField("subject"));
                None
            }
            Some(Value::Text(words)) if words.trim().is_empty() => {
                warnings.push(Warning::BlankSubject);
                None
            }
            Some(Value::Text(words)) => Some(words),
            Some(other) => {
                warnings.push(Warning::WrongType("subject"));
                id(&other)
            }
        };
        SafeText::new(words.as_deref().unwrap_or("(no title)"))
    }

    fn status(&self, warnings: &mut Vec<Warning>) -> SafeText {
        let status = match self.value("status") {
            None => {
                warnings.push(Warning::MissingField("status"));
                return SafeText::new("");
            }
            Some(Value::Text(status)) => status,
            Some(_) => {
                warnings.push(Warning::WrongType("status"));
                return SafeText::new("");
            }
        };
        if Lane::of_status(&status) == Lane::Unknown && status != "deleted" {
            warnings.push(Warning::UnknownStatus);
        }
        SafeText::new(&status)
    }

    fn owner(&self, warnings: &mut Vec<Warning>) -> Option<Owner> {
        match self.value("owner") {
            None | Some(Value::Null) => None,
            Some(Value::Text(name)) => Owner::named(&name),
            Some(other) => {
                warnings.push(Warning::WrongType("owner"));
                // To an agent any value but an empty one means that the card is taken.
                let member = self.document.member("owner")?;
                let written =
                    || String::from_utf8_lossy(&self.text[member.value_at.clone()]).into_owned();
                Owner::named(&id(&other).unwrap_or_else(written))
            }
        }
    }

    fn dependencies(&self, lineage: Lineage, warnings: &mut Vec<Warning>) -> Vec<SafeText> {
        if self.value("blockedBy").is_none() {
            warnings.push(Warning::MissingField("blockedBy"));
        }
        let (ids, is_odd) = self.ids("blockedBy");
        let is_stamped = lineage == Lineage::Stamped;
        if is_odd || self.has_other_ids("blockedBy", is_stamped) {
            warnings.push(Warning::WrongType("blockedBy"));
        }
        ids
    }

    /// Tells whether a list names cards in the other spelling: as texts, or as numbers.
    fn has_other_ids(&self, name: &str, texts: bool) -> bool {
        let Some(Value::List(elements)) = self.value(name) else {
            return false;
        };
        elements.iter().any(|at| match read(self.text, at) {
            Value::Text(_) => !texts,
            Value::Number(_) => texts,
            _ => false,
        })
    }

    /// Returns the ids of a list, each once, and whether it is anything but a list of ids.
    fn ids(&self, name: &str) -> (Vec<SafeText>, bool) {
        let (values, mut is_odd) = match self.value(name) {
            None => (Vec::new(), false),
            Some(Value::List(elements)) => {
                let read = |at| read(self.text, at);
                (elements.iter().map(read).collect(), false)
            }
            Some(bare) => (vec![bare], true),
        };
        let mut ids: Vec<SafeText> = Vec::new();
        for value in values {
            match id(&value) {
                Some(id) => {
                    let id = SafeText::new(&id);
                    if !ids.contains(&id) {
                        ids.push(id);
                    }
                }
                None => is_odd = true,
            }
        }
        (ids, is_odd)
    }
}
