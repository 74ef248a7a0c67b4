//! What the router is asked to draw: rows of the channel, without cards.

/// The edge of the channel at which a net begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// A pending blocker: its line leaves and comes back at the left.
    Left,
    /// A blocker in progress: its line enters from the right.
    Right,
}

/// Where a line of a net arrives, always at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The row of the arrowhead.
    pub row: usize,
    /// The line belongs to the selected card's chain.
    pub heavy: bool,
}

/// One blocker and what waits for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// Where it begins.
    pub side: Side,
    /// The row it begins in.
    pub row: usize,
    /// Where it is to arrive, each row once.
    pub ends: Vec<End>,
}
