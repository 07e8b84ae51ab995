//! The parts of sidecars that the pages show: each is built with `tests/cases/docs_recipes`.
//!
//! A block with the language `lua` says behind it what it is: `whole`, a sidecar; `in=specialize` and `in=sidecar`, a part of one, which
//! stands in the frame of that name instead of `--RECIPE--`, with the branches that it names (`--IF-NAMED--`); `in=sketch`, what is not run, since it names files that are not there.

use std::path::Path;

use libtest_mimic::Failed;
use uberc::dialect::Registry;
use uberc::report::Ending;

use super::{pages, root};
use crate::harness;

/// Builds every block, and compares how many permutations and techniques its shaders have.
pub fn run() -> Result<(), Failed> {
    let folder = root().join("tests/cases/docs_recipes");
    let mut out = String::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page)?;
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (mut title, mut lines) = ("", text.lines());
        while let Some(line) = lines.next() {
            if let Some(heading) = line.strip_prefix('#') {
                title = heading.trim_start_matches('#').trim();
            }
            let Some(info) = line.strip_prefix("```lua") else { continue };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let block = block.join("\n");
            let sidecar = match info.trim() {
                "whole" => block,
                "in=specialize" => framed(&folder, "in_specialize.lua", &block)?,
                "in=sidecar" => framed(&folder, "in_sidecar.lua", &block)?,
                "in=sketch" => continue,
                // The page's commands use it.
                file if file.starts_with("file=") => continue,
                other => return Err(format!("{name}, {title}: what is a block of Lua with `{other}`?").into()),
            };
            out += &format!(
                "{name}: {title}\n{}",
                built(&folder, &sidecar).map_err(|error| format!("{title}: {error:?}"))?
            );
        }
    }
    harness::golden(&folder.join("expected.txt"), &out)
}

/// The frame of a file with a part of a sidecar in it.
fn framed(folder: &Path, frame: &str, block: &str) -> Result<String, Failed> {
    let frame = std::fs::read_to_string(folder.join(frame))?;
    assert!(frame.contains("--RECIPE--"));
    let is_kept = |line: &&str| {
        let name = line.split('"').nth(1).unwrap_or_default();
        !line.contains("--IF-NAMED--") || block.contains(name)
    };
    let frame: String = frame.lines().filter(is_kept).map(|line| format!("{line}\n")).collect();
    Ok(frame.replace("--RECIPE--", block))
}

/// Builds the sidecar; a line for each of its shaders.
fn built(folder: &Path, sidecar: &str) -> Result<String, Failed> {
    let place = tempfile::tempdir()?;
    harness::copy_tree(folder, place.path())?;
    for frame in ["in_specialize.lua", "in_sidecar.lua", "expected.txt"] {
        std::fs::remove_file(place.path().join(frame)).or_else(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })?;
    }
    std::fs::write(place.path().join("recipe.fx.lua"), sidecar)?;
    let (report, context) = harness::build_project(&Registry::standard(), place.path(), None);
    let said = harness::diagnostics(&report.diagnostics, &context.sources);
    if report.ending != Ending::Success || !report.diagnostics.is_empty() {
        return Err(format!("{said}\nin\n{sidecar}").into());
    }
    let lines = report.shaders.iter().map(|shader| {
        let techniques = shader.techniques.map_or("?".to_owned(), |count| count.to_string());
        let variants = shader.variants.iter().flatten().map(|(stage, count)| format!(", {count} {}", stage.name()));
        format!(
            "  {}: {} permutations, {techniques} techniques{}\n",
            shader.shader,
            shader.permutations,
            variants.collect::<String>()
        )
    });
    Ok(lines.collect())
}
