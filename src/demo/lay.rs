//! Laying a plan onto the board, one new card at a time.

use std::ops::ControlFlow;

use crate::agent::tools::{ToolError, Tools};
use crate::demo::plan::PlannedTask;
use crate::text::safe::SafeText;

/// Creates the cards of `plan` and calls `pause` after each; stops where that breaks.
///
/// A plan that meets an error stays as far as it got: what is there can be worked off.
pub fn lay(
    tools: &mut Tools,
    plan: &[PlannedTask],
    mut pause: impl FnMut() -> ControlFlow<()>,
) -> Result<(), ToolError> {
    let mut ids: Vec<SafeText> = Vec::with_capacity(plan.len());
    for task in plan {
        let depends_on: Vec<_> = task
            .depends_on
            .iter()
            .map(|&place| ids[place].clone())
            .collect();
        ids.push(tools.create(&task.title, &depends_on)?.id);
        if pause().is_break() {
            break;
        }
    }
    Ok(())
}
