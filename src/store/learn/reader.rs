//! The cards of the last look, so that only what changed is read again, and a moment in which
//! a file cannot be read is not taken for what the store says.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::store::files::print::Print;
use crate::store::files::read::{Trouble, read};
use crate::store::learn::card::card;
use crate::store::learn::generation::Lineage;
use crate::store::learn::names::{self, Name};
use crate::task::card::{Dependencies, Task};
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::warning::{Fault, Warning};
use crate::text::safe::SafeText;

/// How long a card that was readable before is shown as it was.
const GRACE: Duration = Duration::from_millis(400);
/// How long a file may be missing before its card goes.
const GONE_GRACE: Duration = Duration::from_millis(100);
/// A file that changed less than this ago is read again: two writes may share one time.
const YOUNG: Duration = Duration::from_secs(2);
/// Waits before a file that was never readable is called unreadable.
const FIRST_WAITS: [u64; 3] = [15, 60, 250];
/// The file in which the second curriculum notes its claims.
const CLAIM_EVENTS: &str = "claim_events.jsonl";

/// What a folder held at the last look.
#[derive(Default)]
pub struct Reader {
    entries: BTreeMap<String, Entry>,
    /// Names that look like cards to an agent's search but are none.
    pub foreign: Vec<SafeText>,
    /// Whether the second curriculum notes its claims here.
    pub has_claim_events: bool,
}

struct Entry {
    /// The mark of the file that was read last.
    print: Option<Print>,
    /// When the file took that mark, of the steady clock.
    since: Duration,
    /// When it was read last.
    read_at: Duration,
    /// Since when it is not in the folder.
    missing: Option<Duration>,
    good: Option<(Arc<Task>, Lineage)>,
    /// Since when it cannot be read, and why.
    trouble: Option<(Duration, Fault)>,
}

/// A name in the folder and the mark of its file.
type Listing = BTreeMap<String, Option<Print>>;

impl Reader {
    /// Looks at every file and reads those that changed.
    pub fn look(&mut self, folder: &Path, steady: fn() -> Duration) -> io::Result<()> {
        let listing = self.list(folder)?;
        let now = steady();
        self.entries
            .retain(|name, entry| listing.contains_key(name) || entry.miss(now));
        let mut torn = Vec::new();
        for (name, print) in listing {
            if self.is_news(&name, print, now) && !self.read(folder, &name, now) {
                torn.push(name);
            }
        }
        for wait in FIRST_WAITS {
            if torn.is_empty() {
                break;
            }
            std::thread::sleep(Duration::from_millis(wait));
            torn.retain(|name| !self.read(folder, name, steady()));
        }
        Ok(())
    }

    /// Takes what was just written into a file: should the next look meet it half rewritten, it
    /// goes on from this and not from what was there before.
    pub fn wrote(&mut self, name: &str, bytes: &[u8]) {
        if let Some(entry) = self.entries.get_mut(name)
            && let Ok(card) = card(bytes, stem(name), None)
        {
            entry.print = None;
            entry.keep(Arc::new(card.task), card.lineage);
        }
    }

    /// Tells whether the next look may find more although no file changes.
    pub fn is_unsettled(&self, now: Duration) -> bool {
        self.entries.values().any(|entry| !entry.is_settled(now))
    }

    /// Returns the cards in the agents' scan order, file names as text.
    pub fn cards(&self, now: Duration) -> Vec<Arc<Task>> {
        let cards = self.entries.iter();
        cards
            .filter_map(|(name, entry)| entry.card(name, now))
            .collect()
    }

    /// Returns whose hands the cards show.
    pub fn lineages(&self) -> impl Iterator<Item = Lineage> + '_ {
        let good = self
            .entries
            .values()
            .filter_map(|entry| entry.good.as_ref());
        good.map(|(_, lineage)| *lineage)
    }

    fn list(&mut self, folder: &Path) -> io::Result<Listing> {
        let mut listing = Listing::new();
        self.foreign.clear();
        self.has_claim_events = false;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            match names::read(&name) {
                Name::Card(_) | Name::Stamped(_) => {
                    let found = entry.metadata().ok();
                    listing.insert(name.into_owned(), found.as_ref().map(Print::of));
                }
                Name::Foreign => self.foreign.push(SafeText::new(&name)),
                Name::Other => self.has_claim_events |= name == CLAIM_EVENTS,
            }
        }
        self.foreign.sort();
        Ok(listing)
    }

    fn is_news(&self, name: &str, print: Option<Print>, now: Duration) -> bool {
        self.entries.get(name).is_none_or(|entry| {
            print.is_none() || entry.print != print || entry.was_young() && !entry.is_young(now)
        })
    }

    /// Reads one file; `false` when it was never readable and should be tried again.
    fn read(&mut self, folder: &Path, name: &str, now: Duration) -> bool {
        let path = folder.join(name);
        let reading = read(&path);
        let entry = self.entries.entry(name.to_owned()).or_insert(Entry {
            print: None,
            since: now,
            read_at: now,
            missing: None,
            good: None,
            trouble: None,
        });
        let fault = match reading {
            // It went between the listing and the reading: the next look will not list it.
            Err(Trouble::Gone) => return true,
            Err(Trouble::Torn) => {
                entry.note(None, now);
                Fault::Unparseable
            }
            Err(Trouble::Fault(fault)) => {
                let found = fs::symlink_metadata(&path).ok();
                entry.note(found.as_ref().map(Print::of), now);
                fault
            }
            Ok(reading) => {
                entry.note(Some(reading.print), now);
                match card(&reading.bytes, stem(name), reading.metadata.modified().ok()) {
                    Ok(card) => {
                        entry.keep(Arc::new(card.task), card.lineage);
                        return true;
                    }
                    Err(fault) => fault,
                }
            }
        };
        let (since, _) = entry.trouble.unwrap_or((now, fault));
        entry.trouble = Some((since, fault));
        // What will never be a card needs no second try.
        entry.good.is_some() || !matches!(fault, Fault::Unparseable | Fault::Empty)
    }
}

impl Entry {
    /// Notes that the file is not in the folder, and tells whether its card stays for now.
    fn miss(&mut self, now: Duration) -> bool {
        self.print = None;
        now.saturating_sub(*self.missing.get_or_insert(now)) < GONE_GRACE
    }

    /// Notes that the file was read, and with which mark.
    fn note(&mut self, print: Option<Print>, now: Duration) {
        if print.is_none() || self.print != print {
            self.since = now;
        }
        self.print = print;
        self.read_at = now;
        self.missing = None;
    }

    fn is_young(&self, now: Duration) -> bool {
        now.saturating_sub(self.since) < YOUNG
    }

    fn was_young(&self) -> bool {
        self.is_young(self.read_at)
    }

    /// Tells whether it will look the same for as long as its file does.
    fn is_settled(&self, now: Duration) -> bool {
        let troubled = self.trouble.is_some_and(|(since, _)| {
            self.good.is_some() && now.saturating_sub(since) < GRACE + GONE_GRACE
        });
        self.print.is_some() && !self.was_young() && !troubled
    }

    /// Keeps what was read; a card that says the same stays the same card.
    fn keep(&mut self, task: Arc<Task>, lineage: Lineage) {
        self.trouble = None;
        let is_same = matches!(&self.good, Some((before, _)) if *before == task);
        if !is_same {
            self.good = Some((task, lineage));
        }
    }

    fn card(&self, name: &str, now: Duration) -> Option<Arc<Task>> {
        match (&self.good, self.trouble) {
            (Some((task, _)), None) => Some(Arc::clone(task)),
            (Some((task, _)), Some((since, _))) if now.saturating_sub(since) < GRACE => {
                Some(Arc::clone(task))
            }
            (Some((task, _)), Some((_, fault))) => {
                let mut marked = Task::clone(task);
                marked.warnings.push(Warning::Unreadable(fault));
                Some(Arc::new(marked))
            }
            (None, Some((_, fault))) => Some(Arc::new(unreadable(name, fault))),
            (None, None) => None,
        }
    }
}

fn stem(name: &str) -> &str {
    match names::read(name) {
        Name::Card(stem) | Name::Stamped(stem) => stem,
        Name::Foreign | Name::Other => name,
    }
}

/// Returns the card that stands for a file which was never readable.
fn unreadable(name: &str, fault: Fault) -> Task {
    Task {
        key: TaskKey::new(None, stem(name)),
        title: SafeText::new(name),
        status: SafeText::new(""),
        lane: Lane::Unknown,
        owner: None,
        dependencies: Dependencies::Known(Vec::new()),
        blocks: Vec::new(),
        updated: None,
        warnings: vec![Warning::Unreadable(fault)],
    }
}
