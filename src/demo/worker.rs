//! A simulated agent at work: claims, works, finishes, and takes every refusal calmly.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::agent::tools::Tools;
use crate::demo::cast;
use crate::demo::dice::Dice;
use crate::demo::lay::lay;
use crate::demo::parent::Parent;
use crate::demo::plan::plan;
use crate::demo::repertoire::is_opening;
use crate::demo::script::{self, Beat, Step};
use crate::demo::speed::Speed;
use crate::task::key::TaskKey;
use crate::task::lane::Lane;
use crate::task::receipt::{Outcome, Receipt, Refusal};

/// How many failures in a row mean that the store is gone.
const GONE: u32 = 3;

/// An agent without work never looks more often than this, at any speed.
const LEAST_IDLE: Duration = Duration::from_millis(50);

/// The part that an agent plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Which of the agents it is; number 0 leads.
    pub number: usize,
    /// The seed of the demo.
    pub seed: u64,
    /// How fast it lives.
    pub speed: Speed,
}

/// A simulated agent.
pub struct Worker<'a> {
    tools: Tools,
    parent: &'a Parent,
    part: Part,
    dice: Dice,
    failures: u32,
    /// How often in a row all that is left waited for a person.
    stuck: u32,
}

impl<'a> Worker<'a> {
    /// Gives an agent its part.
    pub fn new(tools: Tools, parent: &'a Parent, part: Part) -> Self {
        Self {
            tools,
            parent,
            part,
            // Rounds have the low streams, agents the high ones.
            dice: Dice::new(part.seed, !(part.number as u64)),
            failures: 0,
            stuck: 0,
        }
    }

    /// Works until the parent or the store is gone.
    pub fn run(mut self) {
        let arrival = script::arrival(&mut self.dice, self.part.number);
        let mut flow = self.wait(arrival);
        if flow.is_continue() {
            flow = self.resume();
        }
        while flow.is_continue() {
            flow = self.turn();
        }
    }

    /// Goes on with the card that a killed predecessor of that name has left behind.
    fn resume(&mut self) -> ControlFlow<()> {
        let held = self.tools.list().ok().and_then(|(snapshot, _)| {
            let mut tasks = snapshot.tasks.iter();
            let task = tasks.find(|task| self.tools.holds(task))?;
            Some(task.key.clone())
        });
        held.map_or(ControlFlow::Continue(()), |key| self.work(&key))
    }

    /// Claims a card and sees it through, or waits for one.
    fn turn(&mut self) -> ControlFlow<()> {
        let receipt = self.tools.claim_next();
        match receipt.outcome {
            Outcome::Done { .. } => {
                self.failures = 0;
                self.stuck = 0;
                self.work(&receipt.key)?;
                let breath = script::breath(&mut self.dice);
                self.wait(breath)
            }
            Outcome::Refused(Refusal::NothingReady) => {
                self.failures = 0;
                if self.part.number == 0 {
                    self.lead()
                } else {
                    self.idle()
                }
            }
            Outcome::Failed(_) => self.failed(),
            _ => self.idle(),
        }
    }

    fn work(&mut self, key: &TaskKey) -> ControlFlow<()> {
        let title = match self.tools.list() {
            Ok((snapshot, _)) => snapshot.get(key).map(|task| task.title.clone()),
            Err(_) => None,
        };
        let title = title.as_ref().map_or("", |title| title.raw());
        for Beat { after, step } in script::work(&mut self.dice, title) {
            self.wait(after)?;
            match step {
                // A title that cannot be changed is no reason to stop.
                Step::Retitle(title) => drop(self.tools.update(key, title)),
                Step::FollowUp(title) => self.follow_up(key, title),
                Step::Missing(title) => {
                    if self.is_blocked_by(key, title) {
                        return self.end(key, Tools::release);
                    }
                }
                Step::GiveBack => {
                    // Who has taken the card over meanwhile keeps it.
                    self.end(key, Tools::release)?;
                    return self.wait(script::AFTER_GIVING_BACK);
                }
                Step::Complete => self.end(key, Tools::complete)?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds a card that waits for `key`, unless `key` was taken away or has been followed up before.
    fn follow_up(&mut self, key: &TaskKey, title: &str) {
        let Ok((snapshot, _)) = self.tools.list() else {
            return;
        };
        let mut dependents = snapshot
            .tasks
            .iter()
            .filter(|task| task.dependencies.ids().contains(&key.id));
        let is_mine = snapshot.get(key).is_some_and(|task| self.tools.holds(task));
        if is_mine && !dependents.any(|task| task.title.raw() == title) {
            // More work that cannot be noted is no reason to stop.
            let _ = self.tools.create(title, std::slice::from_ref(&key.id));
        }
    }

    /// Notes what is missing as a card of its own and has `key` wait for it; tells whether it
    /// did. What has been noted once is not missing again.
    fn is_blocked_by(&mut self, key: &TaskKey, title: &str) -> bool {
        let Ok((snapshot, _)) = self.tools.list() else {
            return false;
        };
        let is_mine = snapshot.get(key).is_some_and(|task| self.tools.holds(task));
        let mut known = snapshot.tasks.iter();
        if !is_mine || known.any(|task| task.title.raw() == title) {
            return false;
        }
        let Ok(missing) = self.tools.create(title, &[]) else {
            return false;
        };
        self.tools.wait_for(key, &missing.id).is_ok()
    }

    /// Finishes `key` or gives it back. A lock or a failure leaves the card in the agent's hands,
    /// so it tries again; any other answer means that somebody has seen to the card.
    fn end(&mut self, key: &TaskKey, tool: fn(&mut Tools, &TaskKey) -> Receipt) -> ControlFlow<()> {
        loop {
            match tool(&mut self.tools, key).outcome {
                Outcome::Busy => self.idle()?,
                Outcome::Failed(_) => self.failed()?,
                _ => return ControlFlow::Continue(()),
            }
        }
    }

    /// Begins the next plan when this one is finished, or after a while of waiting for a person:
    /// one card that a person keeps must not still the board for good.
    fn lead(&mut self) -> ControlFlow<()> {
        let Ok((snapshot, _)) = self.tools.list() else {
            return self.idle();
        };
        let mut open = snapshot
            .tasks
            .iter()
            .filter(|task| !matches!(task.lane, Lane::Completed | Lane::Hidden))
            .peekable();
        if open.peek().is_none() {
            self.wait(script::INTERMISSION)?;
            return self.begin_next_round();
        }
        let at_work = open.any(|task| cast::names(cast::MOST).iter().any(|&n| task.is_held_by(n)));
        self.stuck = if at_work { 0 } else { self.stuck + 1 };
        if self.stuck >= script::PATIENCE {
            return self.begin_next_round();
        }
        self.idle()
    }

    fn begin_next_round(&mut self) -> ControlFlow<()> {
        self.stuck = 0;
        let Ok((snapshot, _)) = self.tools.list() else {
            return self.idle();
        };
        // Counted on the board, so that a lead that was replaced goes on where the other was.
        let begun = snapshot.tasks.iter();
        let round = begun.filter(|task| is_opening(task.title.raw())).count();
        let plan = plan(self.part.seed, round as u64);
        let (parent, pause) = (self.parent, self.part.speed.of(script::BETWEEN_NEW_CARDS));
        // What could not be laid is left out; the round after follows in its time.
        let _ = lay(&mut self.tools, &plan, || parent.wait(pause));
        self.wait(Duration::ZERO)
    }

    fn failed(&mut self) -> ControlFlow<()> {
        self.failures += 1;
        if self.failures >= GONE {
            return ControlFlow::Break(());
        }
        self.idle()
    }

    fn idle(&mut self) -> ControlFlow<()> {
        let idle = self.part.speed.of(script::idle(&mut self.dice));
        self.parent.wait(idle.max(LEAST_IDLE))
    }

    fn wait(&self, pause: Duration) -> ControlFlow<()> {
        self.parent.wait(self.part.speed.of(pause))
    }
}

#[cfg(test)]
mod tests;
