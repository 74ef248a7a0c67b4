//! When to look at a store: at once on a hint, again shortly after, and on a slow beat.
//!
//! A commit of SQLite raises its file event before other connections can see it and none
//! afterwards, so one look on the event misses nearly every change. The ladder of second
//! looks catches it within milliseconds; the heartbeat alone would be enough for truth.

use std::time::Duration;

/// The rhythm of looking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long after the latest hint to look.
    pub ladder: Vec<Duration>,
    /// How often to look without a hint.
    pub beat: Duration,
}

/// The beat once nothing has happened for [`QUIET`].
const SLOW_BEAT: Duration = Duration::from_secs(1);
/// How long without a hint or a change counts as quiet.
const QUIET: Duration = Duration::from_mins(1);

impl Default for Pace {
    fn default() -> Self {
        let ladder = [0, 2, 8, 25, 60, 150, 400]
            .map(Duration::from_millis)
            .to_vec();
        Self {
            ladder,
            beat: Duration::from_millis(250),
        }
    }
}

/// Where in the rhythm we are. All moments are of the steady clock.
#[derive(Clone, Debug)]
pub struct Rhythm {
    pace: Pace,
    hint: Option<Duration>,
    climbed: usize,
    stirred: Duration,
    looked: Duration,
}

impl Rhythm {
    /// Begins at `now`, with a look due at once.
    pub fn new(pace: Pace, now: Duration) -> Self {
        Self {
            pace,
            hint: Some(now),
            climbed: 0,
            stirred: now,
            looked: now,
        }
    }

    /// Notes a hint that the store may have changed: the ladder begins anew.
    pub fn hint(&mut self, now: Duration) {
        self.hint = Some(now);
        self.climbed = 0;
        self.stirred = now;
    }

    /// Notes that a look has been taken.
    pub fn looked(&mut self, now: Duration) {
        self.looked = now;
        if let Some(hint) = self.hint {
            while self
                .pace
                .ladder
                .get(self.climbed)
                .is_some_and(|&step| hint + step <= now)
            {
                self.climbed += 1;
            }
        }
    }

    /// Notes that the store has changed.
    pub fn stirred(&mut self, now: Duration) {
        self.stirred = now;
    }

    /// Returns the moment of the next look.
    pub fn next(&self) -> Duration {
        let quiet = self.looked.saturating_sub(self.stirred) >= QUIET;
        let beat = if quiet {
            self.pace.beat.max(SLOW_BEAT)
        } else {
            self.pace.beat
        };
        let by_beat = self.looked.saturating_add(beat);
        let step = self.hint.zip(self.pace.ladder.get(self.climbed));
        step.map_or(by_beat, |(hint, &step)| by_beat.min(hint + step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Returns the moments of the looks up to `end`.
    fn looks(rhythm: &mut Rhythm, end: Duration) -> Vec<u128> {
        let mut moments = Vec::new();
        while rhythm.next() <= end {
            let now = rhythm.next();
            moments.push(now.as_millis());
            rhythm.looked(now);
        }
        moments
    }

    #[test]
    fn a_hint_is_looked_at_at_once_and_again() {
        let mut rhythm = Rhythm::new(Pace::default(), ms(0));
        assert_eq!(
            looks(&mut rhythm, ms(1000)),
            [0, 2, 8, 25, 60, 150, 400, 650, 900]
        );
        rhythm.hint(ms(1000));
        assert_eq!(looks(&mut rhythm, ms(1070)), [1000, 1002, 1008, 1025, 1060]);
    }

    #[test]
    fn a_new_hint_begins_the_ladder_anew() {
        let mut rhythm = Rhythm::new(Pace::default(), ms(0));
        looks(&mut rhythm, ms(5));
        rhythm.hint(ms(6));
        assert_eq!(looks(&mut rhythm, ms(40)), [6, 8, 14, 31]);
    }

    #[test]
    fn the_beat_slows_down_after_a_quiet_minute() {
        let mut rhythm = Rhythm::new(Pace::default(), ms(0));
        let moments = looks(&mut rhythm, ms(70_000));
        assert_eq!(
            moments.iter().filter(|&&at| at > 62_000).count(),
            8,
            "{moments:?}"
        );
        rhythm.stirred(ms(70_000));
        rhythm.looked(ms(70_000));
        assert_eq!(rhythm.next(), ms(70_250));
    }
}
