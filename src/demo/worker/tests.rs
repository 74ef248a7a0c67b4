//! A worker from its first plan to the next one.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use jiff::Timestamp;

use super::*;
use crate::agent::name::AgentName;
use crate::desk::clock::Clock;
use crate::desk::door::Desk;
use crate::store::contract::{Error, Store, Version, Watched};
use crate::store::memory::Memory;
use crate::task::card::Owner;
use crate::task::command::Edit;
use crate::task::snapshot::{Access, Blocking, PendingOwner, Profile, Rules, Snapshot};

const SEED: u64 = 7;

/// How long a test waits for agents that hang.
const HANG: Duration = Duration::from_mins(1);

/// What a person does right after an agent's edit.
type Person = fn(&Edit) -> Vec<Edit>;

/// A store in memory that several desks share, with a person at it, that hands every
/// transaction of the agents to a witness.
#[derive(Clone)]
struct Shared {
    memory: Arc<Mutex<Memory>>,
    person: Person,
    witness: mpsc::Sender<(Snapshot, Vec<Edit>)>,
}

impl Shared {
    fn new(person: Person) -> (Self, mpsc::Receiver<(Snapshot, Vec<Edit>)>) {
        let profile = Profile {
            kind: "memory",
            rules: Rules {
                blocking: Blocking::Computed,
                pending_owner: PendingOwner::Ignored,
            },
            access: Access::Writable,
            notes: Vec::new(),
            foreign: Vec::new(),
        };
        let memory = Memory::new(Snapshot::new(profile, Vec::new()));
        let (witness, seen) = mpsc::channel();
        let shared = Self {
            memory: Arc::new(Mutex::new(memory)),
            person,
            witness,
        };
        (shared, seen)
    }

    fn tools(&self, name: &str) -> Tools {
        let clock = Clock {
            wall: || Timestamp::UNIX_EPOCH,
            steady: || Duration::ZERO,
        };
        let name = AgentName::new(name).unwrap();
        Tools::at(Desk::at(Box::new(self.clone()), clock), Some("demo"), name)
    }

    fn memory(&self) -> std::sync::MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Shared {
    fn name(&self) -> String {
        "shared".to_owned()
    }

    fn version(&mut self) -> Result<Version, Error> {
        self.memory().version()
    }

    fn load(&mut self) -> Result<Snapshot, Error> {
        self.memory().load()
    }

    fn transact(&mut self, decide: &mut dyn FnMut(&Snapshot) -> Vec<Edit>) -> Result<(), Error> {
        let mut memory = self.memory();
        let mut edits = Vec::new();
        memory.transact(&mut |snapshot| {
            edits = decide(snapshot);
            edits.clone()
        })?;
        for edit in &edits {
            memory.transact(&mut |_| (self.person)(edit))?;
        }
        if !edits.is_empty() {
            // Nobody listens once the test has seen enough.
            let _ = self.witness.send((memory.load()?, edits));
        }
        Ok(())
    }

    fn watched(&self) -> Watched {
        self.memory().watched()
    }
}

/// Runs a lead and a second agent until `enough` says so of what they write.
fn run_until(shared: &Shared, mut enough: impl FnMut() -> bool) {
    let part = |number| Part {
        number,
        seed: SEED,
        speed: Speed::new(100.0).unwrap(),
    };
    thread::scope(|scope| {
        let mut lines = Vec::new();
        for (number, name) in ["lead", "sub_db"].into_iter().enumerate() {
            let (theirs, ours) = io::pipe().unwrap();
            lines.push(ours);
            let tools = shared.tools(name);
            scope.spawn(move || {
                let parent = Parent::listen(theirs).unwrap();
                Worker::new(tools, &parent, part(number)).run();
            });
        }
        while !enough() {}
        drop(lines);
    });
}

fn lay_first(shared: &Shared) -> usize {
    let plan = plan(SEED, 0);
    let go_on = || ControlFlow::Continue(());
    lay(&mut shared.tools("lead"), &plan, go_on).unwrap();
    plan.len()
}

#[test]
fn two_agents_finish_every_task_once_by_single_edits_and_a_new_plan_follows() {
    let (shared, seen) = Shared::new(|_| Vec::new());
    let planned = lay_first(&shared);
    let next = plan(SEED, 1)[0].title.clone();
    let mut completed: HashMap<TaskKey, usize> = HashMap::new();
    let mut last = None;
    run_until(&shared, || {
        let (snapshot, edits) = seen.recv_timeout(HANG).unwrap();
        assert_eq!(edits.len(), 1, "{edits:?}");
        match &edits[0] {
            Edit::Change {
                key,
                lane: Some(Lane::Completed),
                ..
            } => {
                *completed.entry(key.clone()).or_default() += 1;
            }
            Edit::Create(new) if new.title == next => return true,
            _ => {}
        }
        last = Some(snapshot);
        false
    });
    let last = last.unwrap();
    assert!(last.tasks.len() >= planned);
    assert_eq!(last.places_in(Lane::Completed).count(), last.tasks.len());
    assert_eq!(completed.len(), last.tasks.len());
    assert!(completed.values().all(|&times| times == 1), "{completed:?}");
}

/// Returns the root of the first strand beside the road.
fn aside() -> TaskKey {
    let plan = plan(SEED, 0);
    let mut roots = (0..plan.len()).filter(|&place| plan[place].depends_on.is_empty());
    let place = roots.nth(1).unwrap();
    TaskKey::new(Some("demo".into()), &(place + 1).to_string())
}

fn takes_the_aside(edit: &Edit) -> Vec<Edit> {
    match edit {
        Edit::Change {
            key,
            lane: Some(Lane::InProgress),
            ..
        } if *key == aside() => vec![Edit::Change {
            key: key.clone(),
            lane: None,
            owner: Some(Some("human:ann".to_owned())),
            title: Some("mine now".to_owned()),
        }],
        _ => Vec::new(),
    }
}

#[test]
fn agents_leave_a_persons_card_alone_and_work_on_around_it() {
    let (shared, seen) = Shared::new(takes_the_aside);
    let planned = lay_first(&shared);
    assert_eq!(seen.try_iter().count(), planned);
    let mut last = None;
    run_until(&shared, || {
        let (snapshot, _) = seen.recv_timeout(HANG).unwrap();
        let completed = snapshot.places_in(Lane::Completed).count();
        // The person's card, what follows it, and the end of all.
        let enough = snapshot.tasks.len() - completed == 3;
        last = Some(snapshot);
        enough
    });
    let snapshot = last.unwrap();
    let task = snapshot.get(&aside()).unwrap();
    assert_eq!(
        (task.lane, task.title.raw()),
        (Lane::InProgress, "mine now")
    );
    assert_eq!(task.owner, Owner::named("human:ann"));
    assert_eq!(snapshot.places_in(Lane::Pending).count(), 2);
}

#[test]
fn a_card_that_a_person_keeps_does_not_still_the_board() {
    let (shared, seen) = Shared::new(takes_the_aside);
    lay_first(&shared);
    let next = plan(SEED, 1)[0].title.clone();
    run_until(&shared, || {
        let (_, edits) = seen.recv_timeout(HANG).unwrap();
        matches!(&edits[0], Edit::Create(new) if new.title == next)
    });
}

#[test]
fn who_comes_after_a_killed_agent_goes_on_with_its_card() {
    let (shared, seen) = Shared::new(|_| Vec::new());
    lay_first(&shared);
    let left = shared.tools("lead").claim_next().key;
    seen.try_iter().count();
    run_until(&shared, || {
        let (snapshot, edits) = seen.recv_timeout(HANG).unwrap();
        let claimed_another = matches!(
            &edits[0],
            Edit::Change { owner: Some(Some(owner)), key, .. } if owner == "lead" && *key != left
        );
        let is_done = snapshot.get(&left).unwrap().lane == Lane::Completed;
        assert!(is_done || !claimed_another);
        is_done
    });
}

/// What is missing becomes a card; the one it is missing for waits and is anybody's again.
#[test]
fn a_card_found_blocked_waits_for_what_is_missing() {
    let (shared, _seen) = Shared::new(|_| Vec::new());
    lay_first(&shared);
    let mut tools = shared.tools("lead");
    let key = tools.claim_next().key;
    let (theirs, _ours) = io::pipe().unwrap();
    let parent = Parent::listen(theirs).unwrap();
    let part = Part {
        number: 1,
        seed: SEED,
        speed: Speed::new(100.0).unwrap(),
    };
    let mut worker = Worker::new(tools, &parent, part);
    assert!(worker.is_blocked_by(&key, "A missing piece"));
    assert!(worker.end(&key, Tools::release).is_continue());
    let (snapshot, outlook) = worker.tools.list().unwrap();
    let task = snapshot.get(&key).unwrap();
    assert_eq!((task.lane, &task.owner), (Lane::Pending, &None));
    let missing = snapshot
        .tasks
        .iter()
        .find(|task| task.title.raw() == "A missing piece")
        .unwrap();
    assert!(task.dependencies.ids().iter().eq([&missing.key.id]));
    assert_eq!(outlook.waits[snapshot.place(&key).unwrap()].len(), 1);
    // Neither twice, nor for a card that it has not.
    assert!(!worker.is_blocked_by(&key, "A missing piece"));
    assert!(!worker.is_blocked_by(&key, "Another missing piece"));
}
