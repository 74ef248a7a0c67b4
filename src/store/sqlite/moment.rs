//! The times that agents write: SQLite's own, RFC 3339, ISO without a zone, epochs.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rusqlite::types::ValueRef;

/// Epochs above this are in milliseconds: as seconds they would lie beyond the year 5000.
const LARGEST_SECONDS: i64 = 100_000_000_000;

/// Reads a time; `None` for what is not one. A time without a zone is UTC.
pub fn read(value: ValueRef<'_>) -> Option<Timestamp> {
    match value {
        ValueRef::Integer(number) => epoch(number),
        ValueRef::Real(number) if number.is_finite() => epoch_with_fraction(number),
        ValueRef::Text(bytes) => std::str::from_utf8(bytes)
            .ok()
            .and_then(|text| words(text.trim())),
        _ => None,
    }
}

fn epoch(number: i64) -> Option<Timestamp> {
    if number.abs() > LARGEST_SECONDS {
        Timestamp::from_millisecond(number).ok()
    } else {
        Timestamp::from_second(number).ok()
    }
}

fn epoch_with_fraction(number: f64) -> Option<Timestamp> {
    let whole = epoch(number.trunc() as i64)?;
    let fraction = jiff::SignedDuration::try_from_secs_f64(number.fract()).ok()?;
    whole.checked_add(fraction).ok()
}

fn words(text: &str) -> Option<Timestamp> {
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Some(moment);
    }
    if let Ok(civil) = text.parse::<DateTime>() {
        return TimeZone::UTC.to_timestamp(civil).ok();
    }
    text.parse::<i64>().ok().and_then(epoch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_form_is_read_and_junk_is_not() {
        let text =
            |text: &str| read(ValueRef::Text(text.as_bytes())).map(|moment| moment.to_string());
        assert_eq!(text("2026-06-18 09:00:00").unwrap(), "2026-06-18T09:00:00Z");
        assert_eq!(
            text("2026-06-20T01:02:03.456789+00:00").unwrap(),
            "2026-06-20T01:02:03.456789Z"
        );
        assert_eq!(text("2026-06-20T01:02:03").unwrap(), "2026-06-20T01:02:03Z");
        assert_eq!(text("1782000000").unwrap(), "2026-06-21T00:00:00Z");
        assert_eq!(text("yesterday"), None);
        assert_eq!(
            read(ValueRef::Integer(1_782_000_000)).unwrap().to_string(),
            "2026-06-21T00:00:00Z"
        );
        assert_eq!(
            read(ValueRef::Integer(1_782_000_000_000))
                .unwrap()
                .to_string(),
            "2026-06-21T00:00:00Z"
        );
        assert_eq!(
            read(ValueRef::Real(1_782_000_000.5)).unwrap().to_string(),
            "2026-06-21T00:00:00.5Z"
        );
        assert_eq!(read(ValueRef::Integer(i64::MAX)), None);
        assert_eq!(read(ValueRef::Real(f64::INFINITY)), None);
        assert_eq!(read(ValueRef::Null), None);
    }
}
