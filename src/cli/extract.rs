//! `uberc extract`: an archive's blobs as files.

use std::collections::BTreeSet;
use std::path::Path;

use uberc_runtime::Decoder;

use super::args::Extract;
use super::{Outcome, Stop, Terminal, archive_file, output_file};
use crate::model::Target;
use crate::report::plural;

pub fn run(command: &Extract, terminal: &Terminal) -> Outcome {
    let pack = archive_file::open(&command.archive)?;
    let mut written = BTreeSet::new();
    let mut found = false;
    // Each dictionary is decoded once, not once for each blob.
    let (mut decoder, mut code) = (Decoder::new(), Vec::new());
    for target in pack.targets() {
        if command.target.is_some_and(|wanted| wanted.name() != target.name()) {
            continue;
        }
        // An archive can have a target that this version does not know.
        let extension = Target::from_name(target.name()).map_or("bin", Target::extension);
        let folders = folder_names(target.shaders().map(|shader| shader.name()));
        for (shader, folder) in target.shaders().zip(folders) {
            if command.shader.as_ref().is_some_and(|wanted| wanted != shader.name()) {
                continue;
            }
            found = true;
            let folder = command.output.join(safe(target.name())).join(folder);
            for technique in shader.techniques() {
                if let Some(program) = technique.program() {
                    let name = format!("program-{}.bin", program.blob().index());
                    if written.insert(folder.join(&name)) {
                        decoder
                            .decode(program.blob(), &mut code)
                            .map_err(|error| Stop::sources(format!("blob {}: {error}", program.blob().index())))?;
                        put(&folder.join(name), &code, terminal, &|path| {
                            serde_json::json!({
                                "reason": "file", "path": path, "shader": shader.name(), "target": target.name(),
                                "machine": program.machine(), "bytes": code.len(),
                            })
                        })?;
                    }
                }
                for variant in technique.stages() {
                    let name = format!("{}-{}.{extension}", safe(variant.source_entry_point()), variant.blob().index());
                    let path = folder.join(name);
                    if !written.insert(path.clone()) {
                        continue;
                    }
                    decoder
                        .decode(variant.blob(), &mut code)
                        .map_err(|error| Stop::sources(format!("blob {}: {error}", variant.blob().index())))?;
                    put(&path, &code, terminal, &|path| {
                        serde_json::json!({
                            "reason": "file", "path": path, "shader": shader.name(), "target": target.name(),
                            "stage": variant.stage().name(), "entry_point": variant.source_entry_point(),
                            "bytes": code.len(),
                        })
                    })?;
                }
            }
        }
    }
    if !found {
        // The reader's error suggests a name.
        if let Some(name) = &command.shader {
            archive_file::shader(&archive_file::target(&pack, command.target)?, name)?;
        }
        let shader = command.shader.as_deref().unwrap_or("any shader");
        let target = command.target.map_or("any target", Target::name);
        return Err(Stop::usage(format!("the archive has nothing for {shader} and {target}")));
    }
    if command.dictionaries {
        for number in 0..pack.dictionary_count() {
            let dictionary =
                pack.dictionary(number).map_err(|error| Stop::sources(format!("dictionary {number}: {error}")))?;
            let path = command.output.join(format!("dictionary-{number}.zdict"));
            put(
                &path,
                &dictionary,
                terminal,
                &|path| serde_json::json!({ "reason": "dictionary", "path": path, "bytes": dictionary.len() }),
            )?;
            written.insert(path);
        }
    }
    terminal.talk(&plural(written.len(), "file"));
    Ok(0)
}

/// Writes a file, and says so.
fn put(path: &Path, bytes: &[u8], terminal: &Terminal, line: &dyn Fn(&str) -> serde_json::Value) -> Result<(), Stop> {
    output_file::replace(path, bytes)
        .map_err(|error| Stop::environment(format!("cannot write {}: {error}", path.display())))?;
    let shown = path.display().to_string();
    terminal.data(&if terminal.json() { line(&shown).to_string() } else { shown });
    Ok(())
}

/// A folder for each shader. Names that are equal for a file system without upper and lower case get a number.
fn folder_names<'a>(shaders: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let free = |name: &str| {
        let name = safe(name);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        names.find(|name| taken.insert(name.to_lowercase())).unwrap_or(name)
    };
    shaders.map(free).collect()
}

/// Longest part of a name that is kept: file systems take 255 bytes, with a number and an ending.
const LONGEST: usize = 120;

/// A name from an archive as a file's name: an archive from elsewhere must not write outside the folder.
fn safe(name: &str) -> String {
    let mut safe = String::new();
    for c in name.chars().map(|c| if c.is_alphanumeric() || c == '_' || c == '-' { c } else { '_' }) {
        if safe.len() + c.len_utf8() > LONGEST {
            break;
        }
        safe.push(c);
    }
    if safe.is_empty() { "_".to_owned() } else { safe }
}
