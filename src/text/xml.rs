//! Text inside XML and SVG documents.

/// Returns `shown` with the five special characters as entities.
///
/// Characters that XML forbids altogether are not looked for: give it the shown form of a
/// [`SafeText`](crate::text::safe::SafeText), which has none.
pub fn escape(shown: &str) -> String {
    let mut out = String::with_capacity(shown.len());
    for c in shown.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(
            escape("<b a=\"1\" c='2'>&amp; 撰"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp; 撰"
        );
    }
}
