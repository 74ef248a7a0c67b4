//! What a key means.

/// Everything that a key of the board can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Select the card above.
    Up,
    /// Select the card below.
    Down,
    /// Select a card in the column to the left.
    Left,
    /// Select a card in the column to the right.
    Right,
    /// Select the first card of the column.
    Top,
    /// Select the last card of the column.
    Bottom,
    /// Go to where the card that left the cursor went.
    GoAfter,
    /// Move down by half a screen.
    HalfPageDown,
    /// Move up by half a screen.
    HalfPageUp,
    /// Claim the selected card; release it when it is ours.
    ClaimOrRelease,
    /// Complete the selected card; reopen it when it is completed.
    CompleteOrReopen,
    /// Move the card a column to the left: release or reopen it.
    MoveLeft,
    /// Move the card a column to the right: claim or complete it.
    MoveRight,
    /// Move the card up in the person's order.
    MoveUp,
    /// Move the card down in the person's order.
    MoveDown,
    /// Take back what was done last.
    Undo,
    /// Do again what was taken back last.
    Redo,
    /// Insist on what was just refused.
    Force,
    /// Show all that is known of the selected card.
    Detail,
    /// Show the keys.
    Help,
    /// Close what is open; mark all news as seen.
    Back,
    /// Read the store again now.
    Rescan,
    /// Leave the mouse to the terminal, or take it back.
    Mouse,
    /// Say why `d` does nothing.
    ExplainDelete,
    /// Stop as a job of the shell.
    Suspend,
    /// Leave.
    Quit,
}
