//! Cutting a plan from a story.

use crate::demo::dice::Dice;
use crate::demo::repertoire::STORIES;
use crate::demo::story::{Phase, Story};

/// One task of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedTask {
    /// What is to be done.
    pub title: String,
    /// The places in the plan of the tasks it waits for, all before its own.
    pub depends_on: Vec<usize>,
}

/// Returns the plan of that seed and round; rounds take turns with the stories.
pub fn plan(seed: u64, round: u64) -> Vec<PlannedTask> {
    let turn = (seed % STORIES.len() as u64).wrapping_add(round);
    let story = STORIES[(turn % STORIES.len() as u64) as usize];
    let mut draft = Draft {
        tasks: Vec::new(),
        dice: Dice::new(seed, round),
    };
    draft.tell(story);
    draft.tasks
}

struct Draft {
    tasks: Vec<PlannedTask>,
    dice: Dice,
}

/// What later phases hang on.
#[derive(Default)]
struct Told {
    /// Where the next phase begins.
    leads_on: Vec<usize>,
    /// The task that drew the phase together.
    closed: Option<usize>,
}

impl Draft {
    /// Tells the phases, then what stands beside them: agents scan from the top, so the road
    /// goes first and the asides fill its narrow places.
    fn tell(&mut self, story: &Story) {
        let mut told = Told::default();
        for phase in story.phases {
            told = self.tell_phase(phase, &told);
        }
        let count = 2 + self.dice.below(2);
        let asides = self.dice.draw(story.asides, count);
        let mut ends: Vec<usize> = told.closed.into_iter().collect();
        ends.extend(
            asides
                .into_iter()
                .filter_map(|strand| self.chain(strand, &[])),
        );
        self.add(story.ends, ends);
    }

    /// The next phase waits for two strands only, not for the close, so that the frontier
    /// stays wide where phases meet.
    fn tell_phase(&mut self, phase: &Phase, before: &Told) -> Told {
        let opened = self.add(phase.opens, before.leads_on.clone());
        let count = if self.dice.one_in(3) { 4 } else { 3 };
        let strands = self.dice.draw(phase.strands, count);
        let ends: Vec<usize> = strands
            .into_iter()
            .filter_map(|strand| self.chain(strand, &[opened]))
            .collect();
        let closed = self.add(
            phase.closes,
            before.closed.iter().chain(&ends).copied().collect(),
        );
        Told {
            leads_on: ends.into_iter().take(2).collect(),
            closed: Some(closed),
        }
    }

    /// Adds tasks that wait for one another, and returns the last.
    fn chain(&mut self, titles: &[&str], after: &[usize]) -> Option<usize> {
        let mut last = None;
        for title in titles {
            let depends_on = last.map_or_else(|| after.to_vec(), |place| vec![place]);
            last = Some(self.add(title, depends_on));
        }
        last
    }

    fn add(&mut self, title: &str, depends_on: Vec<usize>) -> usize {
        self.tasks.push(PlannedTask {
            title: title.to_owned(),
            depends_on,
        });
        self.tasks.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn is_chinese(c: char) -> bool {
        matches!(c, '\u{4E00}'..='\u{9FFF}')
    }

    /// Tells whether some task waits for two that both wait for the same one.
    fn has_diamond(plan: &[PlannedTask]) -> bool {
        plan.iter().any(|task| {
            let above: Vec<_> = task
                .depends_on
                .iter()
                .flat_map(|&place| &plan[place].depends_on)
                .collect();
            above.iter().collect::<HashSet<_>>().len() < above.len()
        })
    }

    /// Returns how many tasks stand ready at each step when the first three ready ones are done at a time.
    fn frontier(plan: &[PlannedTask]) -> Vec<usize> {
        let mut done = HashSet::new();
        let mut widths = Vec::new();
        while done.len() < plan.len() {
            let ready: Vec<usize> = (0..plan.len())
                .filter(|place| !done.contains(place))
                .filter(|&place| plan[place].depends_on.iter().all(|on| done.contains(on)))
                .collect();
            widths.push(ready.len());
            if ready.is_empty() {
                break;
            }
            done.extend(ready.into_iter().take(3));
        }
        widths
    }

    proptest! {
        #[test]
        fn a_plan_is_a_believable_graph(seed: u64, round: u64) {
            let plan = plan(seed, round);
            prop_assert!((20..=40).contains(&plan.len()), "{} tasks", plan.len());
            for (place, task) in plan.iter().enumerate() {
                prop_assert!(task.depends_on.iter().all(|&on| on < place), "{task:?}");
            }
            prop_assert!(has_diamond(&plan));
            let roots = plan.iter().filter(|task| task.depends_on.is_empty()).count();
            prop_assert!(roots >= 3, "independent strands");
            prop_assert!(plan.iter().any(|task| task.depends_on.len() >= 3), "fan-in");
        }

        #[test]
        fn a_plan_speaks_both_languages_and_repeats_nothing(seed: u64, round: u64) {
            let plan = plan(seed, round);
            let titles: HashSet<_> = plan.iter().map(|task| &task.title).collect();
            prop_assert_eq!(titles.len(), plan.len());
            let chinese = titles.iter().filter(|title| title.contains(is_chinese)).count();
            prop_assert!(chinese >= 2 && chinese < plan.len());
        }

        #[test]
        fn every_task_leads_to_the_end(seed: u64, round: u64) {
            let plan = plan(seed, round);
            let mut reached: HashSet<usize> = [plan.len() - 1].into();
            for place in (0..plan.len()).rev() {
                if reached.contains(&place) {
                    reached.extend(&plan[place].depends_on);
                }
            }
            prop_assert_eq!(reached.len(), plan.len());
        }

        #[test]
        fn three_agents_find_work(seed: u64, round: u64) {
            let widths = frontier(&plan(seed, round));
            prop_assert!(widths.iter().all(|&width| width >= 1), "{widths:?}");
            let narrow = widths.iter().filter(|&&width| width < 2).count();
            prop_assert!(narrow * 2 <= widths.len(), "{widths:?}");
        }

        #[test]
        fn a_seed_gives_one_plan(seed: u64, round: u64) {
            prop_assert_eq!(plan(seed, round), plan(seed, round));
            prop_assert_ne!(plan(seed, round), plan(seed, round.wrapping_add(1)));
        }
    }

    #[test]
    fn rounds_take_turns_with_the_stories() {
        let ends: HashSet<_> = (0..4)
            .filter_map(|round| plan(7, round).pop())
            .map(|task| task.title)
            .collect();
        assert_eq!(ends.len(), STORIES.len());
    }

    #[test]
    fn seeds_differ() {
        assert_ne!(plan(1, 0), plan(2, 0));
    }
}
