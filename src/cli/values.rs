//! Reading the values of options; each says what it should have been.

use crate::app::viewport::Size;
use crate::demo::cast;

/// Reads columns and rows, as in `120x40`.
pub fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once(['x', 'X']).ok_or("write it as 120x40")?;
    let side = |side: &str| match side.parse::<u16>() {
        Ok(cells @ 1..=1000) => Ok(cells),
        _ => Err("each side is a number from 1 to 1000".to_owned()),
    };
    Ok(Size {
        width: side(width)?,
        height: side(height)?,
    })
}

/// Reads a moment, as in `2026-06-18T09:00:00Z`.
pub fn moment(text: &str) -> Result<jiff::Timestamp, &'static str> {
    text.parse().map_err(|_| "write it as 2026-06-18T09:00:00Z")
}

/// Reads how many agents play.
pub fn agents(text: &str) -> Result<u8, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (1..=cast::MOST).contains(&usize::from(*number)));
    number.ok_or_else(|| format!("write a number from 1 to {}", cast::MOST))
}

/// Reads the seed of a demo.
pub fn seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "write a whole number, 0 or more")
}
