//! From key presses to actions, one press at a time.

use crate::app::action::Action;
use crate::keys::chord::Chord;
use crate::keys::table::ENTRIES;

/// The presses of an unfinished sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolver {
    pending: Vec<Chord>,
}

impl Resolver {
    /// Takes one press and returns the action that it completes, if any.
    ///
    /// A press that continues no sequence drops what was pending and is tried by itself.
    pub fn press(&mut self, chord: Chord) -> Option<Action> {
        self.pending.push(chord);
        if let Some(action) = exact(&self.pending) {
            self.pending.clear();
            return Some(action);
        }
        if begins(&self.pending) {
            return None;
        }
        let alone = self.pending.len() == 1;
        self.pending.clear();
        if alone { None } else { self.press(chord) }
    }
}

fn exact(pressed: &[Chord]) -> Option<Action> {
    ENTRIES
        .iter()
        .find(|entry| entry.keys.contains(&pressed))
        .map(|entry| entry.action)
}

fn begins(pressed: &[Chord]) -> bool {
    ENTRIES
        .iter()
        .flat_map(|entry| entry.keys)
        .any(|keys| keys.starts_with(pressed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::chord::Chord::Char;

    #[test]
    fn a_sequence_needs_all_its_presses() {
        let mut resolver = Resolver::default();
        assert_eq!(resolver.press(Char('g')), None);
        assert_eq!(resolver.press(Char('g')), Some(Action::Top));
    }

    #[test]
    fn a_broken_sequence_gives_way_to_the_new_press() {
        let mut resolver = Resolver::default();
        assert_eq!(resolver.press(Char('g')), None);
        assert_eq!(resolver.press(Char('j')), Some(Action::Down));
        assert_eq!(resolver.press(Char('%')), None);
        assert_eq!(resolver.press(Char('q')), Some(Action::Quit));
    }

    #[test]
    fn every_action_is_reachable_and_no_key_means_two_things() {
        let sequences: Vec<_> = ENTRIES
            .iter()
            .flat_map(|entry| entry.keys.iter().map(|&keys| (keys, entry.action)))
            .collect();
        for &(keys, action) in &sequences {
            let mut resolver = Resolver::default();
            let last = keys
                .iter()
                .map(|&chord| resolver.press(chord))
                .last()
                .flatten();
            assert_eq!(last, Some(action), "{keys:?}");
            let shadowed = sequences
                .iter()
                .filter(|(other, _)| other.starts_with(keys))
                .count();
            assert_eq!(shadowed, 1, "{keys:?} begins another sequence");
        }
    }
}
