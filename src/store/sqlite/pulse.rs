//! When SQLite is asked whether somebody wrote, and the version that its answers make.

use std::time::Duration;

/// In a rollback journal a question takes a shared lock, so it is put at most this often while
/// the files stay as they are.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// Two writes this close may leave the same times on a file: many kernels tick in steps of up to 10 ms.
const TICK: Duration = Duration::from_millis(50);

/// What is known of a database's writes between two looks. All moments are of the steady clock.
#[derive(Debug, Default)]
pub struct Pulse {
    version: u64,
    data_version: Option<i64>,
    /// The mark of the files at the last look, and when it was first seen.
    files: Option<(u64, Duration)>,
    asked: Duration,
}

impl Pulse {
    /// Returns the version that the answers make so far.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Tells whether SQLite must be asked now. `files` is a mark of the files that each commit
    /// writes; `None` where none can be relied on, as with a write-ahead log.
    pub fn is_question_due(&mut self, now: Duration, files: Option<u64>) -> bool {
        let Some(mark) = files else {
            self.files = None;
            return true;
        };
        let since = match self.files {
            Some((before, since)) if before == mark => since,
            _ => now,
        };
        self.files = Some((mark, since));
        // An answer from the tick of the last write says nothing of the rest of that tick.
        let is_settled = self.asked >= since + TICK;
        let is_fresh = now.saturating_sub(self.asked) < ASK_AGAIN;
        self.data_version.is_none() || !is_settled || !is_fresh
    }

    /// Takes SQLite's answer.
    pub fn answered(&mut self, now: Duration, data_version: i64) {
        self.asked = now;
        if self.data_version != Some(data_version) {
            self.data_version = Some(data_version);
            self.version += 1;
        }
    }

    /// Starts over with another file, whose answers cannot be compared with the last one's.
    pub fn replaced(&mut self) {
        self.data_version = None;
        self.version += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// Asks at that moment if a question is due, and tells whether it was.
    fn look(pulse: &mut Pulse, millis: u64, files: Option<u64>, answer: i64) -> bool {
        let due = pulse.is_question_due(at(millis), files);
        if due {
            pulse.answered(at(millis), answer);
        }
        due
    }

    #[test]
    fn files_that_were_just_written_are_not_relied_on() {
        let mut pulse = Pulse::default();
        assert!(look(&mut pulse, 1_000, Some(7), 1));
        let before = pulse.version();
        // A second commit in the same tick: the files look the same.
        assert!(look(&mut pulse, 1_004, Some(7), 2));
        assert_ne!(pulse.version(), before);
        assert!(look(&mut pulse, 1_060, Some(7), 2));
        assert!(!look(&mut pulse, 1_070, Some(7), 3));
        assert!(look(&mut pulse, 1_080, Some(8), 3));
        assert!(look(&mut pulse, 1_090, Some(8), 3));
    }

    #[test]
    fn files_at_rest_are_relied_on_for_a_while() {
        let mut pulse = Pulse::default();
        look(&mut pulse, 1_000, Some(7), 1);
        look(&mut pulse, 1_100, Some(7), 1);
        assert!(!look(&mut pulse, 3_099, Some(7), 1));
        assert!(look(&mut pulse, 3_100, Some(7), 1));
        assert!(!look(&mut pulse, 3_200, Some(7), 1));
        assert!(look(&mut pulse, 3_300, None, 1));
    }

    #[test]
    fn another_file_is_another_version_and_asked_at_once() {
        let mut pulse = Pulse::default();
        look(&mut pulse, 1_000, Some(7), 1);
        look(&mut pulse, 1_100, Some(7), 1);
        let before = pulse.version();
        pulse.replaced();
        assert_ne!(pulse.version(), before);
        assert!(look(&mut pulse, 1_200, Some(7), 1));
    }
}
