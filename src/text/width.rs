//! How many columns a text takes, and cutting it to fit.

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr;

/// Returns the columns that `text` takes on a terminal.
pub fn display_width(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// Returns `text` in at most `columns`, ending in `ellipsis` when something was cut.
pub fn cut(text: &str, columns: usize, ellipsis: &str) -> String {
    if display_width(text) <= columns {
        return text.to_owned();
    }
    let mark = display_width(ellipsis);
    if columns < mark {
        return String::new();
    }
    let mut out = take(text, columns - mark).to_owned();
    out.push_str(ellipsis);
    out
}

/// Returns the longest beginning of `text` that takes at most `columns`.
pub fn take(text: &str, columns: usize) -> &str {
    let mut used = 0;
    for (start, grapheme) in text.grapheme_indices(true) {
        used += grapheme.width();
        if used > columns {
            return &text[..start];
        }
    }
    text
}

/// Returns `text` in at most `columns`, beginning with `ellipsis` when something was cut:
/// ids tell themselves apart by their ends.
pub fn cut_front(text: &str, columns: usize, ellipsis: &str) -> String {
    if display_width(text) <= columns {
        return text.to_owned();
    }
    let Some(room) = columns.checked_sub(display_width(ellipsis)) else {
        return String::new();
    };
    let mut used = 0;
    let mut start = text.len();
    for (place, grapheme) in text.grapheme_indices(true).rev() {
        used += grapheme.width();
        if used > room {
            break;
        }
        start = place;
    }
    format!("{ellipsis}{}", &text[start..])
}

/// Breaks `text` into at most `rows` rows of at most `columns`, at spaces where there
/// are any; the last row is cut with `ellipsis` when more follows.
pub fn wrap(text: &str, columns: usize, rows: usize, ellipsis: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() && columns > 1 && out.len() < rows {
        if out.len() + 1 == rows {
            out.push(cut(rest, columns, ellipsis));
            break;
        }
        let fits = take(rest, columns);
        let end = if fits.len() == rest.len() {
            fits.len()
        } else {
            fits.rfind(' ')
                .filter(|&space| space > 0)
                .unwrap_or(fits.len())
        };
        if end == 0 {
            break;
        }
        out.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(display_width("撰写文档 write docs"), 19);
        assert_eq!(display_width("👩‍👩‍👧‍👦"), 2);
    }

    #[test]
    fn a_cut_never_splits_a_wide_character() {
        assert_eq!(cut("撰写文档", 8, "…"), "撰写文档");
        assert_eq!(cut("撰写文档", 6, "…"), "撰写…");
        assert_eq!(cut("撰写文档", 4, "…"), "撰…");
        assert_eq!(cut("abc", 0, "…"), "");
        assert_eq!(cut_front("撰写文档", 6, "…"), "…文档");
        assert_eq!(cut_front("task-020", 4, "…"), "…020");
    }

    #[test]
    fn wrapping_breaks_at_spaces() {
        assert_eq!(
            wrap("cover the four handlers", 10, 9, "…"),
            ["cover the", "four", "handlers"]
        );
        assert_eq!(wrap("撰写文档撰写", 5, 9, "…"), ["撰写", "文档", "撰写"]);
        assert_eq!(wrap("one two three", 5, 2, "…"), ["one", "two …"]);
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_asked(text in "\\PC{0,30}", columns in 0usize..20) {
            prop_assert!(display_width(&cut(&text, columns, "…")) <= columns);
            prop_assert!(display_width(&cut_front(&text, columns, "…")) <= columns);
            prop_assert!(display_width(take(&text, columns)) <= columns);
            for row in wrap(&text, columns, 5, "…") {
                prop_assert!(display_width(&row) <= columns);
            }
        }
    }
}
