//! All stories, and what the agents know of their titles.

use crate::demo::stories::billing::BILLING;
use crate::demo::stories::paper::PAPER;
use crate::demo::stories::search::SEARCH;
use crate::demo::stories::translation::TRANSLATION;
use crate::demo::story::Story;

/// Every story, in the order of the rounds.
pub const STORIES: [&Story; 4] = [&SEARCH, &PAPER, &BILLING, &TRANSLATION];

/// Tells whether `title` is that of the first card of a plan.
pub fn is_opening(title: &str) -> bool {
    STORIES
        .iter()
        .filter_map(|story| story.phases.first())
        .any(|phase| phase.opens == title)
}

/// Returns what the task `title` turns out to be once one works on it.
pub fn refined(title: &str) -> Option<&'static str> {
    STORIES.iter().find_map(|story| find(story.refined, title))
}

/// Returns the further task that working on `title` turns up.
pub fn follow_up(title: &str) -> Option<&'static str> {
    STORIES
        .iter()
        .find_map(|story| find(story.follow_ups, title))
}

/// What can turn out to be missing, whatever one works on.
pub const MISSING: [&str; 6] = [
    "Get access to the staging host",
    "修复不稳定的测试 flaky test",
    "Ask for a review of the contract",
    "Order a bigger disk",
    "Agree on the names",
    "补充测试数据 test data",
];

fn find(pairs: &[(&str, &'static str)], title: &str) -> Option<&'static str> {
    pairs
        .iter()
        .find_map(|&(from, to)| (from == title).then_some(to))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::demo::plan::{PlannedTask, plan};
    use crate::text::width::display_width;

    fn titles(story: &Story) -> Vec<&'static str> {
        let in_phases = story.phases.iter().flat_map(|phase| {
            let strands = phase.strands.iter().copied().flatten().copied();
            strands.chain([phase.opens, phase.closes])
        });
        let asides = story.asides.iter().copied().flatten().copied();
        in_phases.chain(asides).chain([story.ends]).collect()
    }

    #[test]
    fn no_title_is_used_twice() {
        let mut seen = HashSet::new();
        for story in STORIES {
            let later = story.refined.iter().chain(story.follow_ups);
            for title in titles(story).into_iter().chain(later.map(|pair| pair.1)) {
                assert!(seen.insert(title), "{title}");
            }
        }
    }

    #[test]
    fn what_agents_know_is_of_tasks_that_exist() {
        for story in STORIES {
            assert!(story.follow_ups.len() <= 6);
            let titles = titles(story);
            for (title, _) in story.refined.iter().chain(story.follow_ups) {
                assert!(titles.contains(title), "{title}");
            }
        }
    }

    /// Rounds are counted by their first cards, which must be found again.
    #[test]
    fn a_plan_opens_with_a_title_of_its_own_that_stays() {
        for (place, _) in STORIES.iter().enumerate() {
            let plan = plan(place as u64, 0);
            let opening = |task: &&PlannedTask| is_opening(&task.title);
            assert_eq!(plan.iter().filter(opening).count(), 1);
            assert!(is_opening(&plan[0].title) && refined(&plan[0].title).is_none());
        }
    }

    /// Strands and asides are drawn by chance; what opens, closes and ends is in every plan.
    #[test]
    fn the_road_itself_speaks_both_languages() {
        for story in STORIES {
            let road = story
                .phases
                .iter()
                .flat_map(|phase| [phase.opens, phase.closes])
                .chain([story.ends]);
            let (chinese, english): (Vec<_>, Vec<_>) =
                road.partition(|title| title.chars().any(|c| matches!(c, '一'..='鿿')));
            assert!(chinese.len() >= 2 && !english.is_empty(), "{chinese:?}");
        }
    }

    #[test]
    fn titles_fit_on_a_card() {
        for title in STORIES.iter().flat_map(|story| titles(story)) {
            assert!(display_width(title) <= 36, "{title}");
        }
    }
}
