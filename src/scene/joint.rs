//! One cell of a dependency line: its arms, and the character that has those arms.

use crate::scene::glyphs::Glyphs;
use crate::scene::meaning::Meaning;

/// How strongly an arm is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// There is no arm.
    #[default]
    None,
    /// Any live line.
    Light,
    /// A line of the selected card's chain.
    Heavy,
}

/// One cell of the channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Joint {
    /// The arm to the cell above.
    pub up: Weight,
    /// The arm to the cell at the right.
    pub right: Weight,
    /// The arm to the cell below.
    pub down: Weight,
    /// The arm to the cell at the left.
    pub left: Weight,
    /// A line ends here, at the card to the left.
    pub arrow: bool,
}

/// The box-drawing characters by the weights of their arms: up, right, down, left.
const BOX: &str = concat!(
    " ╴╸╷╮┑╻┒┓",
    "╶─╾╭┬┭┎┰┱",
    "╺╼━┍┮┯┏┲┳",
    "╵╯┙│┤┥╽┧┪",
    "╰┴┵├┼┽┟╁╅",
    "┕┶┷┝┾┿┢╆╈",
    "╹┚┛╿┦┩┃┨┫",
    "┖┸┹┞╀╃┠╂╉",
    "┗┺┻┡╄╇┣╊╋",
);

impl Joint {
    /// Returns the arms: up, right, down, left.
    pub fn arms(self) -> [Weight; 4] {
        [self.up, self.right, self.down, self.left]
    }

    /// Tells whether nothing is drawn here.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Returns what the cell means.
    pub fn meaning(self) -> Meaning {
        if self.arms().contains(&Weight::Heavy) {
            Meaning::FocusLine
        } else {
            Meaning::Line
        }
    }

    /// Returns the cell's character.
    pub fn glyph(self, glyphs: Glyphs) -> char {
        if self.arrow {
            return glyphs.marks().arrowhead;
        }
        match glyphs {
            Glyphs::Unicode => {
                let place = self
                    .arms()
                    .iter()
                    .fold(0, |place, &arm| place * 3 + arm as usize);
                BOX.chars().nth(place).unwrap_or(' ')
            }
            Glyphs::Ascii => self.ascii(),
        }
    }

    /// Returns the arms of a box-drawing character: up, right, down, left.
    pub fn arms_of(symbol: &str) -> Option<[Weight; 4]> {
        let mut chars = symbol.chars();
        let (Some(c), None) = (chars.next(), chars.next()) else {
            return None;
        };
        let place = BOX.chars().position(|known| known == c && c != ' ')?;
        let weights = [Weight::None, Weight::Light, Weight::Heavy];
        Some([27, 9, 3, 1].map(|unit| weights[place / unit % 3]))
    }

    /// A solid line is the focus; where a solid and a dotted line meet, the solid one is drawn,
    /// and where two lines cross, the vertical one.
    fn ascii(self) -> char {
        let least = if self.meaning() == Meaning::FocusLine {
            Weight::Heavy
        } else {
            Weight::Light
        };
        let [up, right, down, left] = self.arms().map(|arm| arm >= least);
        let (line, dash) = match least {
            Weight::Heavy => ('|', '-'),
            _ => (':', '.'),
        };
        match (up, down, left || right) {
            (false, false, false) => ' ',
            (false, false, true) => dash,
            (true, true, true) if left && right => line,
            (true, true, true) => '+',
            (_, _, false) => line,
            _ if least == Weight::Heavy => '+',
            (true, ..) => line,
            (false, ..) => dash,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::joint::Weight::{Heavy, Light, None};

    fn joint(arms: [Weight; 4]) -> Joint {
        let [up, right, down, left] = arms;
        Joint {
            up,
            right,
            down,
            left,
            arrow: false,
        }
    }

    #[test]
    fn weights_survive_a_crossing() {
        let unicode = |arms| joint(arms).glyph(Glyphs::Unicode);
        assert_eq!(unicode([Light, Light, Light, Light]), '┼');
        assert_eq!(unicode([Heavy, Light, Heavy, Light]), '╂');
        assert_eq!(unicode([Light, Heavy, Light, Heavy]), '┿');
        assert_eq!(unicode([Heavy, Heavy, Heavy, Heavy]), '╋');
        assert_eq!(unicode([None, Light, Light, None]), '╭');
        assert_eq!(unicode([Heavy, None, None, Heavy]), '┛');
        assert_eq!(unicode([Heavy, Light, None, Heavy]), '┹');
    }

    #[test]
    fn a_character_gives_its_arms_back() {
        for arms in [
            [Heavy, Light, Heavy, Light],
            [None, Light, Light, None],
            [Heavy, Light, None, Heavy],
        ] {
            let drawn = joint(arms).glyph(Glyphs::Unicode).to_string();
            assert_eq!(Joint::arms_of(&drawn), Some(arms));
        }
        assert_eq!(Joint::arms_of(" "), Option::None);
        assert_eq!(Joint::arms_of("x"), Option::None);
    }

    #[test]
    fn every_joint_has_its_own_character() {
        let mut seen: Vec<char> = BOX.chars().collect();
        assert_eq!(seen.len(), 81);
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 81);
    }
}
