//! Chance that repeats itself: a splitmix64 generator.

use std::time::Duration;

/// The odd constant of splitmix64: the golden ratio in 64 bits.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A die with a memory; equal seeds give equal throws.
#[derive(Clone, Debug)]
pub struct Dice {
    state: u64,
}

impl Dice {
    /// Makes the dice of `seed`; `stream` tells apart those that throw side by side.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut dice = Self { state: seed };
        dice.state = dice.throw() ^ stream.wrapping_mul(GOLDEN);
        dice
    }

    /// Returns any number.
    pub fn throw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `end`, or 0 when `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The bias of the remainder does not show at these sizes.
        (self.throw() % (end.max(1) as u64)) as usize
    }

    /// Tells true once in `chances` throws.
    pub fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// Returns a duration from `least` to `most` milliseconds, both included.
    pub fn between(&mut self, least: u64, most: u64) -> Duration {
        let span = most.saturating_sub(least) + 1;
        Duration::from_millis(least + self.throw() % span)
    }

    /// Returns `count` of `items` in random order; all of them when there are fewer.
    pub fn draw<'a, T>(&mut self, items: &'a [T], count: usize) -> Vec<&'a T> {
        let mut deck: Vec<_> = items.iter().collect();
        let count = count.min(deck.len());
        for place in 0..count {
            let other = place + self.below(deck.len() - place);
            deck.swap(place, other);
        }
        deck.truncate(count);
        deck
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_throws_and_streams_differ() {
        let throws = |seed, stream| {
            let mut dice = Dice::new(seed, stream);
            [dice.throw(), dice.throw(), dice.throw()]
        };
        assert_eq!(throws(7, 1), throws(7, 1));
        assert_ne!(throws(7, 1), throws(7, 2));
        assert_ne!(throws(7, 1), throws(8, 1));
    }

    #[test]
    fn throws_keep_their_bounds() {
        let mut dice = Dice::new(1, 0);
        for _ in 0..1000 {
            assert!(dice.below(3) < 3);
            let pause = dice.between(20, 30).as_millis();
            assert!((20..=30).contains(&pause));
        }
        assert_eq!(dice.below(0), 0);
    }

    #[test]
    fn a_draw_repeats_nothing() {
        let mut dice = Dice::new(1, 0);
        for count in 0..8 {
            let mut drawn = dice.draw(&[1, 2, 3, 4, 5], count);
            assert_eq!(drawn.len(), count.min(5));
            drawn.sort_unstable();
            drawn.dedup();
            assert_eq!(drawn.len(), count.min(5));
        }
    }
}
