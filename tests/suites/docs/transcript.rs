//! The commands of a page, in order, in one folder.
//!
//! A block with the language `console` has lines `$ uberc ...`, each followed by what it prints; `$ edit FILE s/FROM/TO/` changes a file.
//! A block with `file=NAME` behind its language is that file. Times and sizes are not compared.

use std::path::Path;

use libtest_mimic::Failed;

use crate::harness;
use crate::suites::cli;

/// Runs a page. `--bless` writes what the commands print into it.
pub fn run(page: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(page)?;
    let place = tempfile::tempdir()?;
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if info == "console" {
            let mut shown = String::new();
            for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
                shown += &format!("$ {command}\n{}", printed(place.path(), command)?);
            }
            let before: String = block.iter().map(|line| format!("{line}\n")).collect();
            // The page keeps its times and sizes.
            out += if cli::normalise(&before) == cli::normalise(&shown) { &before } else { &shown };
        } else {
            out.extend(block.iter().map(|line| format!("{line}\n")));
            if let Some(name) = info.split(' ').find_map(|word| word.strip_prefix("file=")) {
                let file = place.path().join(name);
                std::fs::create_dir_all(file.parent().unwrap_or(place.path()))?;
                std::fs::write(file, block.join("\n") + "\n")?;
            }
        }
        out += "```\n";
    }
    harness::golden(page, &out)
}

/// What a command prints, as a terminal shows it: messages have no mark, and the exit code is not shown.
fn printed(place: &Path, command: &str) -> Result<String, Failed> {
    let words: Vec<&str> = command.split_whitespace().collect();
    match *words.as_slice() {
        ["uberc", ref arguments @ ..] => {
            let text = cli::uberc(place, arguments, true)?;
            let shown = text.lines().filter(|line| !line.starts_with("exit "));
            Ok(shown.map(|line| format!("{}\n", line.strip_prefix("! ").unwrap_or(line))).collect())
        }
        ["edit", file, ..] => {
            cli::edit(&place.join(file), command.split_once(" s/").map_or("", |(_, script)| script))?;
            Ok(String::new())
        }
        _ => Err(format!("a page cannot run `{command}`").into()),
    }
}
