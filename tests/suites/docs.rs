//! The documents that users read: README.md and the pages of `docs/src`. Links lead somewhere, references are what the code's tables
//! say, and the commands that a page shows print what it says.

mod book;
mod links;
mod recipes;
mod reference;
mod transcript;

use std::path::PathBuf;

use libtest_mimic::{Failed, Trial};

use super::tidy::root;

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("docs::links_lead_somewhere", links::check),
        Trial::test("docs::the_book_builds", book::check),
        Trial::test("docs::mistakes_of_a_book_are_found", book::mistakes),
        Trial::test("docs::every_page_is_in_the_summary", summary),
        Trial::test("docs::the_sidecar_reference_is_generated", || reference::page("sidecar.md")),
        Trial::test("docs::the_options_of_materials_are_generated", || reference::page("materialx.md")),
        Trial::test("docs::the_project_file_reference_is_generated", || reference::page("project_file.md")),
        Trial::test("docs::the_program_in_cpp_is_the_example", || reference::page("engine.md")),
    ];
    trials.push(Trial::test("docs::recipes_are_built", recipes::run));
    for page in pages() {
        let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let has_commands = std::fs::read_to_string(&page).is_ok_and(|text| text.contains("```console"));
        if has_commands {
            let needs_library = name == "materialx";
            let trial = Trial::test(format!("docs::commands_of_{name}"), move || transcript::run(&page));
            trials.push(if needs_library { super::materialx::needs_package(trial) } else { trial });
        }
    }
    trials
}

/// README.md and the pages of the book, sorted.
fn pages() -> Vec<PathBuf> {
    let folder = root().join("docs/src");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut pages: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// A page that SUMMARY.md does not list is not in the book.
fn summary() -> Result<(), Failed> {
    let summary = std::fs::read_to_string(root().join("docs/src/SUMMARY.md"))?;
    let names = pages().into_iter().filter_map(|page| Some(page.file_name()?.to_string_lossy().into_owned()));
    let is_missing =
        |name: &String| name != "SUMMARY.md" && name != "README.md" && !summary.contains(&format!("({name})"));
    let missing: Vec<String> = names.filter(is_missing).collect();
    if !missing.is_empty() {
        return Err(format!("SUMMARY.md lacks {}", missing.join(", ")).into());
    }
    for page in pages() {
        let begins_well = std::fs::read_to_string(&page)?.starts_with("# ");
        assert!(begins_well, "{} does not begin with its title", page.display());
    }
    Ok(())
}
