//! What a story is: the material that plans are cut from.

/// A project told in phases. Titles are unique over all stories.
#[derive(Debug)]
pub struct Story {
    /// The road, in order.
    pub phases: &'static [Phase],
    /// Chains beside the road that nothing but the end waits for.
    pub asides: &'static [&'static [&'static str]],
    /// The last task of all.
    pub ends: &'static str,
    /// Titles that grow clearer while one works, and what they grow into.
    pub refined: &'static [(&'static str, &'static str)],
    /// Titles that turn up more work, and which.
    pub follow_ups: &'static [(&'static str, &'static str)],
}

/// One phase: a task that opens it, strands of work side by side, a task that draws them together.
#[derive(Debug)]
pub struct Phase {
    /// The task that every strand waits for.
    pub opens: &'static str,
    /// Chains of tasks; a plan takes some of them.
    pub strands: &'static [&'static [&'static str]],
    /// The task that waits for every strand.
    pub closes: &'static str,
}
