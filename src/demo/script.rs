//! How an agent spends its time: pure, at speed 1.

use std::time::Duration;

use crate::demo::dice::Dice;
use crate::demo::repertoire::{MISSING, follow_up, refined};

/// How long the lead leaves a new card alone before it adds the next of a plan.
pub const BETWEEN_NEW_CARDS: Duration = Duration::from_millis(300);

/// How long a finished plan stands before the lead begins the next.
pub const INTERMISSION: Duration = Duration::from_secs(3);

/// How often in a row the lead finds that all that is left waits for a person, before it begins
/// the next plan all the same: some 12 seconds.
pub const PATIENCE: u32 = 12;

/// One step of the work on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beat {
    /// How long the agent works before it.
    pub after: Duration,
    /// What it then does.
    pub step: Step,
}

/// What an agent does with the card it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It has understood the task better.
    Retitle(&'static str),
    /// It has found more to do, which waits for this card.
    FollowUp(&'static str),
    /// Something else must be done first, and nobody has noted it.
    Missing(&'static str),
    /// It cannot go on; somebody else may.
    GiveBack,
    /// It has finished.
    Complete,
}

/// How long an agent leaves a card to others that it has given back.
pub const AFTER_GIVING_BACK: Duration = Duration::from_secs(5);

/// One card in so many goes a way of its own: it takes long, is found blocked, or is given back.
const ODD: usize = 20;

/// Returns the work on a card of that title, ending with its completion or with giving it back.
pub fn work(dice: &mut Dice, title: &str) -> Vec<Beat> {
    let mut left = dice.between(2000, 5000);
    let mut beats = Vec::new();
    let (stall, missing) = (dice.between(6_000, 9_000), dice.below(MISSING.len()));
    let odd = dice.below(ODD * 3);
    match odd {
        0..3 => left += stall,
        3..5 => beats.push(Beat {
            after: left / 2,
            step: Step::Missing(MISSING[missing]),
        }),
        5 => {
            let after = left / 2;
            return vec![Beat {
                after,
                step: Step::GiveBack,
            }];
        }
        _ => {}
    }
    // Both are thrown for every card, so that a title does not shift the throws after it.
    let (understands, finds) = (dice.one_in(2), !dice.one_in(3));
    let insight = refined(title).filter(|_| understands).map(Step::Retitle);
    let find = follow_up(title).filter(|_| finds).map(Step::FollowUp);
    for step in insight.into_iter().chain(find) {
        left /= 2;
        beats.push(Beat { after: left, step });
    }
    beats.push(Beat {
        after: left,
        step: Step::Complete,
    });
    beats
}

/// Returns how long the agent of that number takes to get up: one after the other.
pub fn arrival(dice: &mut Dice, number: usize) -> Duration {
    dice.between(300, 700) + Duration::from_millis(700) * number as u32
}

/// Returns how long an agent breathes between two cards.
pub fn breath(dice: &mut Dice) -> Duration {
    dice.between(400, 1100)
}

/// Returns how long an agent without work waits before it looks again.
pub fn idle(dice: &mut Dice) -> Duration {
    dice.between(700, 1400)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::demo::plan::{PlannedTask, plan};

    /// Returns the moments at which the board changes while `agents` work off `plan`.
    fn moments(plan: &[PlannedTask], agents: usize, seed: u64) -> Vec<Duration> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            Pending,
            Running,
            Done,
        }
        let mut cards = vec![State::Pending; plan.len()];
        let mut dice = Dice::new(seed, 1);
        let mut diary: Vec<(Duration, Option<usize>)> = (0..agents)
            .map(|number| (arrival(&mut dice, number), None))
            .collect();
        let mut moments = Vec::new();
        while cards.contains(&State::Pending) || cards.contains(&State::Running) {
            let agent = diary.iter_mut().min().unwrap();
            let ready = |place: &usize| {
                let waits = &plan[*place].depends_on;
                cards[*place] == State::Pending && waits.iter().all(|&on| cards[on] == State::Done)
            };
            if let Some(place) = agent.1.take() {
                cards[place] = State::Done;
                moments.push(agent.0);
                agent.0 += breath(&mut dice);
            } else if let Some(place) = (0..plan.len()).find(ready) {
                cards[place] = State::Running;
                moments.push(agent.0);
                agent.0 += work(&mut dice, &plan[place].title)
                    .iter()
                    .map(|beat| beat.after)
                    .sum();
                agent.1 = Some(place);
            } else {
                agent.0 += idle(&mut dice);
            }
        }
        moments
    }

    proptest! {
        #[test]
        fn work_takes_a_few_seconds_and_ends(seed: u64) {
            let mut dice = Dice::new(seed, 0);
            for task in plan(seed, 0) {
                let beats = work(&mut dice, &task.title);
                let time: Duration = beats.iter().map(|beat| beat.after).sum();
                prop_assert!(time >= Duration::from_secs(1) && time <= Duration::from_secs(20));
                let (last, before) = beats.split_last().unwrap();
                let ends = |step| matches!(step, Step::Complete | Step::GiveBack);
                prop_assert!(ends(last.step));
                prop_assert!(before.iter().all(|beat| !ends(beat.step)));
            }
        }

        #[test]
        fn with_three_agents_something_happens_every_second_or_two(seed: u64) {
            let moments = moments(&plan(seed, 0), 3, seed);
            let gaps: Vec<Duration> = moments
                .windows(2)
                .map(|pair| pair[1].saturating_sub(pair[0]))
                .collect();
            let mean = gaps.iter().sum::<Duration>() / gaps.len() as u32;
            prop_assert!((600..=2000).contains(&mean.as_millis()), "mean {mean:?}");
            let long = gaps.iter().filter(|gap| gap.as_millis() > 2000).count();
            prop_assert!(long * 3 <= gaps.len(), "{long} of {} gaps are long", gaps.len());
        }

        #[test]
        fn a_plan_turns_up_little_more_work(seed: u64) {
            let mut dice = Dice::new(seed, 0);
            let beats: Vec<Beat> = plan(seed, 0)
                .iter()
                .flat_map(|task| work(&mut dice, &task.title))
                .collect();
            let found = beats.iter().filter(|beat| matches!(beat.step, Step::FollowUp(_))).count();
            let retitled = beats.iter().filter(|beat| matches!(beat.step, Step::Retitle(_))).count();
            prop_assert!(found <= 6 && retitled <= 3);
        }
    }
}
