//! Every mark of the board, once for Unicode and once for ASCII.

/// Which characters the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Glyphs {
    /// Marks and lines of Unicode.
    Unicode,
    /// Seven bits, for `--ascii`, `TERM=dumb` and other locales.
    Ascii,
}

/// The marks of one character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Marks {
    pub ready: &'static str,
    pub blocked: &'static str,
    pub running: &'static str,
    pub done: &'static str,
    pub reserved: &'static str,
    pub unknown: &'static str,
    pub cursor: &'static str,
    pub fresh: &'static str,
    pub live: &'static str,
    pub alarm: &'static str,
    pub cycle: &'static str,
    pub waits_on: &'static str,
    pub blocks: &'static str,
    pub leads_to: &'static str,
    pub above: &'static str,
    pub below: &'static str,
    pub separator: &'static str,
    pub ellipsis: &'static str,
    pub arrowhead: char,
    pub vertical: &'static str,
    pub horizontal: &'static str,
    pub top_left: &'static str,
    pub top_right: &'static str,
    pub bottom_left: &'static str,
    pub bottom_right: &'static str,
}

const UNICODE: Marks = Marks {
    ready: "○",
    blocked: "⊘",
    running: "▸",
    done: "✓",
    reserved: "@",
    unknown: "?",
    cursor: "▌",
    fresh: "┆",
    live: "●",
    alarm: "!",
    cycle: "↻ cycle",
    waits_on: "◂",
    blocks: "▸",
    leads_to: " → ",
    above: "↑",
    below: "↓",
    separator: " · ",
    ellipsis: "…",
    arrowhead: '◂',
    vertical: "│",
    horizontal: "─",
    top_left: "╭",
    top_right: "╮",
    bottom_left: "╰",
    bottom_right: "╯",
};

const ASCII: Marks = Marks {
    ready: "o",
    blocked: "x",
    running: ">",
    done: "v",
    reserved: "@",
    unknown: "?",
    cursor: "#",
    fresh: ":",
    live: "*",
    alarm: "!",
    cycle: "(cycle)",
    waits_on: "<",
    blocks: ">",
    leads_to: " -> ",
    above: "^",
    below: "v",
    separator: " - ",
    ellipsis: "~",
    arrowhead: '<',
    vertical: "|",
    horizontal: "-",
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
};

impl Glyphs {
    /// Returns the marks of this character set.
    pub fn marks(self) -> &'static Marks {
        match self {
            Self::Unicode => &UNICODE,
            Self::Ascii => &ASCII,
        }
    }

    /// Returns `sentence` of our own making with its signs in this character set.
    pub fn sentence(self, sentence: &str) -> String {
        match self {
            Self::Unicode => sentence.to_owned(),
            Self::Ascii => sentence
                .replace(UNICODE.separator, ASCII.separator)
                .replace(UNICODE.leads_to, ASCII.leads_to)
                .replace(UNICODE.ellipsis, ASCII.ellipsis),
        }
    }
}
