//! What a piece of text means; how that looks is the theme's affair.

/// What a piece of text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// Nothing special.
    Plain,
    /// Less important than what stands around it.
    Muted,
    /// The title of the selected card.
    Selected,
    /// The bar at the edge of the selected card, and the open tab.
    Cursor,
    /// The mark of a card that changed since the person looked.
    Fresh,
    /// A card that can be taken.
    Ready,
    /// A card that waits.
    Blocked,
    /// A card that somebody works on.
    Running,
    /// A finished card.
    Done,
    /// A card that is kept for somebody.
    Reserved,
    /// A card whose status nobody knows.
    Unknown,
    /// The name of an agent or a person.
    Owner,
    /// The title of a column or a box.
    Header,
    /// The title of the column that holds the cursor.
    Title,
    /// A number beside a title.
    Count,
    /// Something went as asked.
    Good,
    /// Something is odd or was refused.
    Warn,
    /// The board follows its store.
    Live,
    /// The board does not follow its store.
    Stale,
    /// A key in a hint.
    Key,
    /// A dependency line.
    Line,
    /// A dependency line of the selected card's chain.
    FocusLine,
    /// A rule or the edge of a box.
    Border,
}
