//! The names of the simulated agents.

/// Every name, the lead first.
const NAMES: [&str; 16] = [
    "lead",
    "sub_db",
    "sub_qa",
    "sub_docs",
    "sub_api",
    "sub_ui",
    "sub_ops",
    "sub_data",
    "sub_perf",
    "sub_sec",
    "sub_i18n",
    "sub_build",
    "sub_review",
    "sub_infra",
    "sub_research",
    "sub_release",
];

/// The most agents that a demo can have.
pub const MOST: usize = NAMES.len();

/// Returns the names of the first `count` agents, at least one and [`MOST`] at most.
pub fn names(count: usize) -> &'static [&'static str] {
    &NAMES[..count.clamp(1, MOST)]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::agent::name::AgentName;

    #[test]
    fn every_name_is_an_agents_and_used_once() {
        assert!(NAMES.iter().all(|name| AgentName::new(name).is_ok()));
        assert_eq!(NAMES.iter().collect::<HashSet<_>>().len(), MOST);
        assert_eq!(
            (names(0).len(), names(3).len(), names(99).len()),
            (1, 3, MOST)
        );
    }
}
