//! `uberc extract`: an archive's blobs as files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use uberc_runtime::{Blob, Decoder, Shader};

use super::args::Extract;
use super::{Outcome, Stop, Terminal, archive_file, output_file};
use crate::model::Target;
use crate::report::{Detail, ListingBudget, ListingTooLong, check_listing, plural, readable_size};

/// What is written, and what may still be.
struct Extraction<'a> {
    command: &'a Extract,
    terminal: &'a Terminal,
    /// Each dictionary is decoded once, not once for each blob.
    decoder: Decoder,
    code: Vec<u8>,
    /// Shaders may have the same code, and each gets its files.
    budget: ListingBudget,
    written: BTreeSet<PathBuf>,
}

impl Extraction<'_> {
    /// Writes a blob, unless the file was written. `line` is what is said of it, but for its name and length.
    fn blob(&mut self, path: PathBuf, blob: Blob<'_>, line: impl FnOnce() -> serde_json::Value) -> Result<(), Stop> {
        if self.written.contains(&path) {
            return Ok(());
        }
        self.budget.spend(blob.len()).map_err(|ListingTooLong { limit }| {
            let (archive, limit) = (self.command.archive.display(), readable_size(limit));
            Stop::sources(format!("{archive}: its code has more than {limit}: too many shaders share it"))
        })?;
        self.decoder
            .decode(blob, &mut self.code)
            .map_err(|error| Stop::sources(format!("blob {}: {error}", blob.index())))?;
        let mut line = line();
        line["bytes"] = self.code.len().into();
        put(&path, &self.code, self.terminal, line)?;
        self.written.insert(path);
        Ok(())
    }

    /// The code of a shader. `extension`: of its target.
    fn shader(&mut self, shader: &Shader<'_>, folder: &Path, extension: &str) -> Result<(), Stop> {
        let target = shader.target();
        for technique in shader.techniques() {
            if let Some(program) = technique.program() {
                let name = format!("program-{}.bin", program.blob().index());
                self.blob(folder.join(name), program.blob(), || {
                    serde_json::json!({
                        "reason": "file", "shader": shader.name(), "target": target.name(), "machine": program.machine(),
                    })
                })?;
            }
            for variant in technique.stages() {
                let entry_point = variant.source_entry_point();
                let name = format!("{}-{}.{extension}", safe(entry_point), variant.blob().index());
                self.blob(folder.join(name), variant.blob(), || {
                    serde_json::json!({
                        "reason": "file", "shader": shader.name(), "target": target.name(),
                        "stage": variant.stage().name(), "entry_point": entry_point,
                    })
                })?;
            }
        }
        Ok(())
    }
}

pub fn run(command: &Extract, terminal: &Terminal) -> Outcome {
    let pack = archive_file::open(&command.archive)?;
    check_listing(&pack, Detail::Code)
        .map_err(|error| Stop::sources(format!("{}: {error}", command.archive.display())))?;
    let mut extraction = Extraction {
        command,
        terminal,
        decoder: Decoder::new(),
        code: Vec::new(),
        budget: ListingBudget::of(pack.bytes().len()),
        written: BTreeSet::new(),
    };
    let mut found = false;
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
            extraction.shader(&shader, &folder, extension)?;
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
    let mut written = extraction.written;
    if command.dictionaries {
        for number in 0..pack.dictionary_count() {
            let dictionary =
                pack.dictionary(number).map_err(|error| Stop::sources(format!("dictionary {number}: {error}")))?;
            let path = command.output.join(format!("dictionary-{number}.zdict"));
            let line = serde_json::json!({ "reason": "dictionary", "bytes": dictionary.len() });
            put(&path, &dictionary, terminal, line)?;
            written.insert(path);
        }
    }
    terminal.talk(&plural(written.len(), "file"));
    Ok(0)
}

/// Writes a file, and says so. `line` lacks the name.
fn put(path: &Path, bytes: &[u8], terminal: &Terminal, mut line: serde_json::Value) -> Result<(), Stop> {
    output_file::replace(path, bytes)
        .map_err(|error| Stop::environment(format!("cannot write {}: {error}", path.display())))?;
    let shown = path.display().to_string();
    terminal.data(&if terminal.json() {
        line["path"] = shown.into();
        line.to_string()
    } else {
        shown
    });
    Ok(())
}

/// A folder for each shader. Names that are equal for a file system without upper and lower case get a number.
fn folder_names<'a>(shaders: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    // By name: the number to try next. Many names of an archive from elsewhere can become the same.
    let mut next: BTreeMap<String, u64> = BTreeMap::new();
    let free = |name: &str| {
        let name = safe(name);
        if taken.insert(name.to_lowercase()) {
            return name;
        }
        let next = next.entry(name.to_lowercase()).or_insert(2);
        loop {
            let numbered = format!("{name}-{next}");
            *next += 1;
            if taken.insert(numbered.to_lowercase()) {
                return numbered;
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_get_numbers() {
        let names = ["Sky", "sky", "Sky-2", "SKY", "a/b", "a:b"];
        assert_eq!(folder_names(names.into_iter()), ["Sky", "sky-2", "Sky-2-2", "SKY-3", "a_b", "a_b-2"]);
    }

    /// Trying each number for each name would take billions of steps.
    #[test]
    fn very_many_equal_names_get_numbers() {
        let folders = folder_names(std::iter::repeat_n("?", 50_000));
        assert_eq!(folders.last().map(String::as_str), Some("_-50000"));
        assert_eq!(folders.iter().collect::<BTreeSet<_>>().len(), folders.len());
    }
}
