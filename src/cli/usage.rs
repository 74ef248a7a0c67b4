//! What is wrong with a command line, said as every other error is: one line, then what to try.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser as _};

use crate::cli::arguments::Arguments;
use crate::cli::failure::{Code, Failure};

/// Reads the command line; prints help and the version itself, and ends the process there.
pub fn read(line: &[std::ffi::OsString]) -> Result<Arguments, Failure> {
    Arguments::try_parse_from(line).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.exit(),
        _ => failure(&error, line),
    })
}

fn failure(error: &clap::Error, line: &[std::ffi::OsString]) -> Failure {
    let help = match subcommand(line) {
        Some(name) => format!("kanwatch {name} --help"),
        None => "kanwatch --help".to_owned(),
    };
    let hint = match suggestion(error) {
        Some(meant) => format!("{meant}, or {help}"),
        None => help,
    };
    Failure::new(Code::Usage, what(error)).or_try(hint)
}

/// Returns the first paragraph of the message on one line.
fn what(error: &clap::Error) -> String {
    let said = error.to_string();
    let lines = said.lines().take_while(|line| !line.is_empty());
    let words: Vec<_> = lines.map(str::trim).collect();
    let what = words.join(" ");
    what.strip_prefix("error: ").unwrap_or(&what).to_owned()
}

fn subcommand(line: &[std::ffi::OsString]) -> Option<String> {
    let command = Arguments::command();
    let mut words = line.iter().skip(1);
    let found = words.find_map(|word| command.find_subcommand(word))?;
    Some(found.get_name().to_owned())
}

/// Returns the option or command that was probably meant.
fn suggestion(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(one) => Some(one.clone()),
        ContextValue::Strings(several) => several.first().cloned(),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &[&str]) -> (String, String) {
        let line: Vec<_> = ["kanwatch"].iter().chain(words).map(Into::into).collect();
        let failure = read(&line).unwrap_err();
        assert_eq!(failure.code, Code::Usage);
        (failure.what, failure.hint.unwrap())
    }

    #[test]
    fn a_wrong_line_is_one_line_and_a_way_on() {
        for (words, what, hint) in [
            (
                &["show"][..],
                "the following required arguments were not provided: <KEY>",
                "kanwatch show --help",
            ),
            (
                &["demo", "--agent", "2"],
                "unexpected argument '--agent' found",
                "--agents, or kanwatch demo --help",
            ),
            (
                &["--frob"],
                "unexpected argument '--frob' found",
                "kanwatch --help",
            ),
            (
                &["frame", "--format", "pdf"],
                "invalid value 'pdf' for '--format <FORMAT>' [possible values: text, ansi, svg]",
                "kanwatch frame --help",
            ),
            (
                &["demo", "--agents", "0"],
                "invalid value '0' for '--agents <N>': write a number from 1 to 16",
                "kanwatch demo --help",
            ),
            (
                &["frame", "--size", "-1x5"],
                "invalid value '-1x5' for '--size <WxH>': each side is a number from 1 to 1000",
                "kanwatch frame --help",
            ),
            (
                &["frame", "--at", "yesterday"],
                "invalid value 'yesterday' for '--at <TIME>': write it as 2026-06-18T09:00:00Z",
                "kanwatch frame --help",
            ),
        ] {
            assert_eq!(said(words), (what.to_owned(), hint.to_owned()));
        }
    }
}
