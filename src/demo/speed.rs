//! How fast the simulated agents live.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The factor by which every duration of the demo is divided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed(f64);

/// A text that is no speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a number from 0.1 to 100")]
pub struct SpeedError;

impl Speed {
    /// Accepts a factor from 0.1 to 100.
    pub fn new(factor: f64) -> Result<Self, SpeedError> {
        if (0.1..=100.0).contains(&factor) {
            Ok(Self(factor))
        } else {
            Err(SpeedError)
        }
    }

    /// Returns how long `duration` takes at this speed.
    pub fn of(self, duration: Duration) -> Duration {
        duration.div_f64(self.0)
    }
}

impl Default for Speed {
    fn default() -> Self {
        Self(1.0)
    }
}

impl FromStr for Speed {
    type Err = SpeedError;

    fn from_str(text: &str) -> Result<Self, SpeedError> {
        text.parse().map_err(|_| SpeedError).and_then(Self::new)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_reads_back_what_it_prints() {
        for text in ["0.1", "1", "2.5", "100"] {
            let speed: Speed = text.parse().unwrap();
            assert_eq!(speed.to_string(), text);
        }
    }

    #[test]
    fn speeds_that_would_stop_or_race_are_refused() {
        for text in ["0", "0.09", "101", "-1", "NaN", "inf", "fast", ""] {
            assert_eq!(text.parse::<Speed>(), Err(SpeedError), "{text}");
        }
    }

    #[test]
    fn speed_divides() {
        let double = Speed::new(2.0).unwrap();
        assert_eq!(
            double.of(Duration::from_secs(3)),
            Duration::from_millis(1500)
        );
    }
}
