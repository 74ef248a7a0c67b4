//! The rules of the verbs as a table, and the laws that hold in every row of it.

use super::*;
use crate::plan::readiness::readiness;
use crate::store::memory::apply;
use crate::task::card::{Dependencies, Owner, Revision};
use crate::task::key::TaskKey;
use crate::task::snapshot::{Access, Blocking, PendingOwner, Profile, Rules, SessionCards};
use crate::text::safe::SafeText;

const ACTOR: &str = "ana";
const VERBS: [Verb; 4] = [Verb::Claim, Verb::Complete, Verb::Release, Verb::Reopen];

/// What comes of each verb by `ana` without force, under `any` rules, where pending owners are
/// `heeded` or `ignored`, or where whatever is `listed` blocks.
const TABLE: &str = "
rules   lane        owner     waits      | claim     complete  release   reopen
any     pending     -         -          | done      done      already   already
any     pending     ana       -          | done      done      done      already
ignored pending     lead      -          | done      done      done      already
heeded  pending     lead      -          | reserved  reserved  reserved  already
any     pending     human:bob -          | reserved  reserved  reserved  already
any     pending     -         open       | blocked   blocked   already   already
any     pending     -         running    | blocked   blocked   already   already
any     pending     -         unknown    | blocked   blocked   already   already
any     pending     -         404        | blocked   blocked   already   already
any     pending     -         card       | blocked   blocked   already   already
any     pending     -         done,open  | blocked   blocked   already   already
any     pending     -         !          | blocked   blocked   already   already
any     pending     -         done       | done      done      already   already
listed  pending     -         done       | blocked   blocked   already   already
any     pending     ana       open       | blocked   blocked   done      already
ignored pending     lead      open       | blocked   blocked   done      already
heeded  pending     lead      open       | blocked   blocked   reserved  already
any     pending     human:bob open       | blocked   blocked   reserved  already
any     in_progress -         -          | unowned   done      done      running
any     in_progress ana       -          | already   done      done      running
any     in_progress lead      -          | held      held      held      running
any     in_progress human:bob -          | held      held      held      running
any     in_progress -         open       | unowned   done      done      running
any     in_progress ana       open       | already   done      done      running
any     in_progress lead      !          | held      held      held      running
any     completed   -         -          | completed already   completed done
any     completed   ana       -          | completed already   completed done
any     completed   lead      open       | completed already   completed done
any     completed   human:bob -          | completed already   completed done
any     unknown     -         -          | unknown   unknown   unknown   unknown
any     unknown     ana       open       | unknown   unknown   unknown   unknown
any     unknown     human:bob -          | unknown   unknown   unknown   unknown
any     hidden      -         -          | hidden    hidden    hidden    hidden
any     hidden      ana       -          | hidden    hidden    hidden    hidden
";

/// One field of the table: a board, a verb, and what comes of it.
struct Case {
    name: String,
    snapshot: Snapshot,
    verb: Verb,
    expected: String,
}

impl Case {
    fn task(&self) -> &Arc<Task> {
        self.snapshot.get(&key("card")).unwrap()
    }

    fn command(&self, force: Force, seen: Option<Revision>) -> Command {
        Command {
            verb: self.verb,
            seen,
            force,
            ..claim(&key("card"))
        }
    }

    fn decide(&self, force: Force) -> Verdict {
        decide(&self.snapshot, &self.command(force, None))
    }
}

fn key(id: &str) -> TaskKey {
    TaskKey::new(None, id)
}

fn card(id: &str, lane: &str, owner: &str, waits: &str) -> Arc<Task> {
    let known = Lane::ALL.into_iter().find(|known| known.name() == lane);
    let ids = waits.split(',').filter(|id| *id != "-");
    Arc::new(Task {
        blocks: vec![],
        key: key(id),
        title: SafeText::new(id),
        status: SafeText::new(if lane == "unknown" { "paused" } else { lane }),
        lane: known.unwrap(),
        owner: Owner::named(owner).filter(|owner| !owner.is("-")),
        dependencies: if waits == "!" {
            Dependencies::Unreadable
        } else {
            Dependencies::Known(ids.map(SafeText::new).collect())
        },
        updated: None,
        warnings: Vec::new(),
    })
}

/// Returns a board with one card of every state that another can wait for.
fn board(rules: Rules, more: Vec<Arc<Task>>) -> Snapshot {
    let profile = Profile {
        kind: "memory",
        rules,
        access: Access::Writable,
        notes: vec![],
        foreign: vec![],
    };
    let mut tasks = vec![
        card("open", "pending", "-", "-"),
        card("running", "in_progress", "lead", "-"),
        card("unknown", "unknown", "-", "-"),
        card("done", "completed", "lead", "-"),
    ];
    tasks.extend(more);
    let list = SessionCards {
        name: None,
        orphan: false,
        tasks,
    };
    Snapshot::new(profile, vec![list])
}

fn rules(name: &str) -> Vec<Rules> {
    let owners = match name {
        "ignored" => &[PendingOwner::Ignored][..],
        "heeded" => &[PendingOwner::Reserves],
        _ => &[PendingOwner::Ignored, PendingOwner::Reserves],
    };
    let blocking = match name {
        "listed" => Blocking::Listed,
        _ => Blocking::Computed,
    };
    let with = |&pending_owner| Rules {
        blocking,
        pending_owner,
    };
    owners.iter().map(with).collect()
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for line in TABLE.trim().lines().skip(1) {
        let (state, outcomes) = line.split_once('|').unwrap();
        let [kinds, lane, owner, waits] = words(state);
        let outcomes: [&str; 4] = words(outcomes);
        for rules in rules(kinds) {
            for (verb, expected) in VERBS.into_iter().zip(outcomes) {
                cases.push(Case {
                    name: format!("{} of {} ({rules:?})", verb.name(), state.trim()),
                    snapshot: board(rules, vec![card("card", lane, owner, waits)]),
                    verb,
                    expected: expected.to_owned(),
                });
            }
        }
    }
    cases
}

fn words<const N: usize>(text: &str) -> [&str; N] {
    let words: Vec<_> = text.split_whitespace().collect();
    words.try_into().unwrap()
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Done { .. } => "done",
        Outcome::Already => "already",
        Outcome::Conflict(_) => "conflict",
        Outcome::Busy | Outcome::Failed(_) => "not a rule's",
        Outcome::Refused(refusal) => match refusal {
            Refusal::Blocked(_) | Refusal::Stale(_) => "blocked",
            Refusal::Held(_) => "held",
            Refusal::RunningUnowned => "unowned",
            Refusal::Reserved(_) => "reserved",
            Refusal::Completed => "completed",
            Refusal::InProgress => "running",
            Refusal::UnknownStatus(_) => "unknown",
            Refusal::Hidden => "hidden",
            _ => "not this card's",
        },
    }
}

#[test]
fn every_verb_on_every_card() {
    for case in cases() {
        let got = case.decide(Force::Obey).outcome;
        assert_eq!(word(&got), case.expected, "{}", case.name);
    }
}

/// "A claim succeeds exactly when readiness is ready", or the card is kept for the claimer.
#[test]
fn claims_agree_with_readiness() {
    for case in cases().iter().filter(|case| case.verb == Verb::Claim) {
        let task = case.task();
        let may = match readiness(&case.snapshot, task) {
            Readiness::Ready => true,
            Readiness::Reserved => task.is_held_by(ACTOR),
            _ => false,
        };
        let done = word(&case.decide(Force::Obey).outcome) == "done";
        assert_eq!(done, may, "{}", case.name);
    }
}

#[test]
fn force_overrides_rules_and_nothing_else() {
    for case in cases() {
        let expected = match case.expected.as_str() {
            "blocked" | "reserved" | "held" | "unowned" | "running" | "unknown" => "done",
            same => same,
        };
        let got = case.decide(Force::Override).outcome;
        assert_eq!(word(&got), expected, "forced {}", case.name);
    }
}

/// What is so already is no conflict; anything else that moved is one, forced or not.
#[test]
fn a_command_is_compared_with_what_was_seen() {
    for case in cases() {
        let now = case.task().revision();
        let moved = card("card", "in_progress", "somebody else", "-").revision();
        assert_ne!(now, moved);
        for force in [Force::Obey, Force::Override] {
            let without = case.decide(force);
            let same = decide(&case.snapshot, &case.command(force, Some(now)));
            assert_eq!(same, without, "{}", case.name);
            let other = decide(&case.snapshot, &case.command(force, Some(moved)));
            let expected = if case.expected == "already" {
                Outcome::Already
            } else {
                Outcome::Conflict(Arc::clone(case.task()))
            };
            assert_eq!(other, Verdict::without_edits(expected), "{}", case.name);
        }
    }
}

/// One edit if done, none otherwise; asked again it is so already, and nobody is kept off.
#[test]
fn what_is_done_is_so_afterwards() {
    for case in cases() {
        let verdict = case.decide(Force::Override);
        let Outcome::Done { from, .. } = verdict.outcome else {
            assert_eq!(verdict.edits, [], "{}", case.name);
            continue;
        };
        assert_ne!(verdict.edits, [], "{}", case.name);
        let after = apply(&case.snapshot, &verdict.edits).unwrap();
        let task = after.get(&key("card")).unwrap();
        let theirs = case.task().owner.as_ref().map(|owner| owner.name().raw());
        let (lane, owner) = match case.verb {
            Verb::Claim => (Lane::InProgress, Some(ACTOR)),
            Verb::Complete if from.is_some() => (Lane::Completed, theirs),
            Verb::Complete => (Lane::Completed, Some(ACTOR)),
            Verb::Release => (Lane::Pending, None),
            Verb::Reopen => {
                let kept = reserver(&case.snapshot, case.task());
                (Lane::Pending, theirs.filter(|_| kept.is_none()))
            }
        };
        let got = task.owner.as_ref().map(|owner| owner.name().raw());
        assert_eq!((task.lane, got), (lane, owner), "{}", case.name);
        let is_kept = lane == Lane::Pending && reserver(&after, task).is_some();
        assert!(!is_kept, "{}", case.name);
        assert_eq!(task.title, case.task().title);
        assert_eq!(task.dependencies, case.task().dependencies);
        let again = decide(&after, &case.command(Force::Obey, None));
        let already = Verdict::without_edits(Outcome::Already);
        assert_eq!(again, already, "{}", case.name);
    }
}

/// Whoever a card is taken from by force is named; one who keeps nobody off is not.
#[test]
fn an_override_names_whom_it_takes_from() {
    for case in cases() {
        let Outcome::Done { from, .. } = case.decide(Force::Override).outcome else {
            continue;
        };
        let task = case.task();
        let kept = match task.lane {
            Lane::Completed => false,
            Lane::Pending => reserver(&case.snapshot, task).is_some(),
            _ => true,
        };
        let expected = task.owner.clone().filter(|_| kept);
        let expected = expected.filter(|owner| !owner.is(ACTOR));
        assert_eq!(from, expected, "{}", case.name);
        if ["held", "reserved"].contains(&case.expected.as_str()) {
            assert!(from.is_some(), "{}", case.name);
        }
    }
}

#[test]
fn a_refusal_says_what_blocks_and_who_holds() {
    let rules = rules("ignored")[0];
    let waiting = card("card", "pending", "-", "done,open,running,404");
    let snapshot = board(rules, vec![waiting]);
    let case = |snapshot: &Snapshot| match decide(snapshot, &claim(&key("card"))).outcome {
        Outcome::Refused(refusal) => refusal.words(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        case(&snapshot),
        "waits on #open, #running (in progress, lead), #404 (not found)"
    );
    let held = board(rules, vec![card("card", "in_progress", "bob", "-")]);
    assert_eq!(case(&held), "held by bob");
    let kept = board(rules, vec![card("card", "pending", "human:bob", "-")]);
    assert_eq!(case(&kept), "reserved by human:bob");
}

fn claim(key: &TaskKey) -> Command {
    Command {
        verb: Verb::Claim,
        key: key.clone(),
        actor: ACTOR.to_owned(),
        seen: None,
        force: Force::Obey,
    }
}

/// Where blocking is computed, a completion frees exactly the cards that become ready by it.
#[test]
fn what_is_freed_becomes_ready() {
    for rules in [rules("ignored")[0], rules("heeded")[0]] {
        let snapshot = board(
            rules,
            vec![
                card("card", "pending", "-", "card"),
                card("freed", "pending", "-", "card,done"),
                card("named", "pending", "lead", "card"),
                card("kept", "pending", "human:bob", "card"),
                card("waits on", "pending", "-", "card,open"),
                card("unreadable", "pending", "-", "!"),
                card("begun", "in_progress", "-", "card"),
                card("finished", "completed", "-", "card"),
            ],
        );
        let command = Command {
            verb: Verb::Complete,
            force: Force::Override,
            ..claim(&key("card"))
        };
        let verdict = decide(&snapshot, &command);
        let after = apply(&snapshot, &verdict.edits).unwrap();
        let became_ready = after.tasks.iter().filter(|task| {
            let before = snapshot.get(&task.key).unwrap();
            readiness(&after, task) == Readiness::Ready
                && readiness(&snapshot, before) != Readiness::Ready
        });
        let frees: Vec<TaskKey> = became_ready.map(|task| task.key.clone()).collect();
        assert!(frees.contains(&key("freed")) && !frees.contains(&key("kept")));
        assert_eq!(verdict.outcome, Outcome::Done { frees, from: None });
    }
}

#[test]
fn a_card_that_is_not_there_is_missing_whatever_was_seen() {
    let snapshot = board(rules("ignored")[0], Vec::new());
    let seen = Some(card("gone", "pending", "-", "-").revision());
    for verb in VERBS {
        let command = Command {
            verb,
            seen,
            force: Force::Override,
            ..claim(&key("gone"))
        };
        let missing = Verdict::refused(Refusal::Missing);
        assert_eq!(decide(&snapshot, &command), missing);
    }
}

#[test]
fn next_is_the_first_ready_card_in_scan_order() {
    let mut cards = vec![
        card("kept", "pending", "human:bob", "-"),
        card("waits", "pending", "-", "kept"),
    ];
    let next = |cards: &[Arc<Task>]| {
        let snapshot = board(rules("heeded")[0], cards.to_vec());
        let taken = decide(&snapshot, &claim(&key("open")));
        let left = apply(&snapshot, &taken.edits).unwrap();
        decide_next(&left, ACTOR, &Order::default())
    };
    assert_eq!(next(&cards), None);
    cards.extend(["free", "later"].map(|id| card(id, "pending", "-", "-")));
    assert_eq!(next(&cards), Some(claim(&key("free"))));
}
