//! What the names in a task folder mean.

/// What a name in the folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name<'a> {
    /// A card of the integer generations, by its stem without `task_`.
    Card(&'a str),
    /// A card of generation C, by its whole stem.
    Stamped(&'a str),
    /// Looks like a card to an agent's search, but is none.
    Foreign,
    /// Nothing to do with cards.
    Other,
}

/// Reads a file name.
pub fn read(name: &str) -> Name<'_> {
    let Some(stem) = name.strip_suffix(".json") else {
        return Name::Other;
    };
    let Some(id) = stem.strip_prefix("task_") else {
        return Name::Other;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match id.split_once('_') {
        None if is_number(id) => Name::Card(id),
        Some((second, random)) if is_number(second) && is_number(random) => Name::Stamped(stem),
        _ => Name::Foreign,
    }
}

/// Returns the name of the file of card `id`.
pub fn of_card(id: &str) -> String {
    if id.starts_with("task_") {
        format!("{id}.json")
    } else {
        format!("task_{id}.json")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_task_files_are_cards() {
        assert_eq!(read("task_12.json"), Name::Card("12"));
        assert_eq!(read("task_032.json"), Name::Card("032"));
        let stamped = "task_1766500041_5508";
        assert_eq!(read("task_1766500041_5508.json"), Name::Stamped(stamped));
        for foreign in [
            "task_draft.json",
            "task_.json",
            "task_1 (copy).json",
            "task_1_.json",
        ] {
            assert_eq!(read(foreign), Name::Foreign, "{foreign}");
        }
        for other in [
            "notes.txt",
            "task_7.json.tmp",
            "task_8.json~",
            ".task_1.json",
            "x.json",
        ] {
            assert_eq!(read(other), Name::Other, "{other}");
        }
        for id in ["12", "032", stamped] {
            assert!(matches!(
                read(&of_card(id)),
                Name::Card(it) | Name::Stamped(it) if it == id
            ));
        }
    }
}
