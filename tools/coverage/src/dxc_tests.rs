//! DXC's own tests: the `RUN` lines of a tree of files, each a program with profile, entry point, language and macros.

use std::path::{Path, PathBuf};

use uberc::dialect::hlsl::analyse::Version;
use uberc::model::Stage;

use crate::programs::Program;

/// What `dxc` takes for a source that says nothing: 1.7 and later.
const DEFAULT_VERSION: Version = Version::V2021;

/// Options without values that both compilers are given: the others say what is printed, how it is optimised, where registers are
/// bound or how buffers lie, which is the same for all programs here.
const KEPT: [&str; 4] = ["-enable-16bit-types", "-Zpr", "-Gec", "-flegacy-macro-expansion"];

/// Other options with words after them.
const SKIPPED: [(&str, usize); 17] = [
    ("-Fo", 1),
    ("-Fc", 1),
    ("-Fd", 1),
    ("-Fe", 1),
    ("-Fh", 1),
    ("-Fi", 1),
    ("-Fre", 1),
    ("-Frs", 1),
    ("-Fsh", 1),
    ("-validator-version", 1),
    ("-auto-binding-space", 1),
    ("-fspv-max-id", 1),
    ("-fvk-bind-globals", 2),
    ("-fvk-bind-counter-heap", 2),
    ("-fvk-bind-sampler-heap", 2),
    ("-fvk-bind-resource-heap", 2),
    ("-fvk-bind-register", 4),
];

/// The same, told apart by class in their names: `-fvk-t-shift`.
const SHIFT: &str = "-shift";

/// Whether one of the files runs `dxc`.
pub(crate) fn are_in(folder: &Path) -> bool {
    let files = files(folder).unwrap_or_default();
    files.iter().take(64).any(|file| std::fs::read(file).is_ok_and(|text| !runs(&text_of(&text)).is_empty()))
}

/// The programs of the stages that uberc has, by file.
pub(crate) fn find(folder: &Path) -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    for file in files(folder)? {
        let name = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
        let text = text_of(&std::fs::read(&file).map_err(|error| format!("{name}: {error}"))?);
        let mut found: Vec<Program> = Vec::new();
        for run in runs(&text) {
            let Some(program) = program(&run, &text, folder, &name) else { continue };
            let same = |known: &Program| {
                known.profile == program.profile && known.entry == program.entry && known.options == program.options
            };
            if !found.iter().any(same) {
                found.push(program);
            }
        }
        if found.len() > 1 {
            for (number, program) in (1..).zip(&mut found) {
                program.name += &format!(" {number}");
            }
        }
        programs.extend(found);
    }
    Ok(programs)
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// All sources below the folder, sorted.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let listed = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in listed.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "hlsl") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A call of `dxc` in a `RUN` line.
struct Run {
    words: Vec<String>,
    /// `not %dxc`, or messages that are expected as errors.
    fails: bool,
}

fn runs(text: &str) -> Vec<Run> {
    let expects_errors = text.contains("expected-error");
    let lines = text.lines().filter_map(|line| line.split_once("RUN:").map(|(_, command)| command));
    let commands = lines.flat_map(|line| line.split('|'));
    commands
        .filter_map(|command| {
            let (before, words) = command.split_once("%dxc ")?;
            let words: Vec<String> = words
                .split_whitespace()
                .take_while(|word| !word.starts_with('>') && !word.starts_with("2>") && *word != "&&")
                .map(|word| word.replace(['"', '\''], ""))
                .collect();
            let fails = before.split_whitespace().last() == Some("not");
            Some(Run { fails: fails || expects_errors && words.iter().any(|word| word == "-verify"), words })
        })
        .collect()
}

/// `None` for other stages, and for runs that compile nothing.
fn program(run: &Run, text: &str, folder: &Path, name: &str) -> Option<Program> {
    let (mut profile, mut entry) = (None, "main".to_owned());
    let mut version = DEFAULT_VERSION;
    let (mut options, mut defines) = (Vec::new(), Vec::new());
    let mut words = run.words.iter().map(|word| word.strip_prefix('/').map_or(word.clone(), |name| format!("-{name}")));
    while let Some(word) = words.next() {
        // `-T ps_6_0`, `-Tps_6_0`, `-DNAME=VALUE`, `-HV 2021`, `-HV=2021`.
        let value = |words: &mut dyn Iterator<Item = String>, option: &str| {
            let rest = word.strip_prefix(option).unwrap_or_default();
            if rest.is_empty() { words.next() } else { Some(rest.trim_start_matches('=').to_owned()) }
        };
        match word.as_str() {
            "-P" | "-ast-dump" | "-ast-dump-implicit" | "-dumpbin" | "-rootsig-define" | "-exports" => return None,
            _ if word.starts_with("-Fi") && word != "-Fi" => {}
            _ if word.starts_with("-HV") => {
                let number = value(&mut words, "-HV")?;
                version = if number.as_str() < "2021" { Version::V2018 } else { Version::V2021 };
                options.extend(["-HV".to_owned(), number]);
            }
            _ if word.starts_with("-fspv-target-env=") => options.push(word),
            _ if KEPT.contains(&word.as_str()) => options.push(word),
            _ if word.starts_with("-T") => profile = Some(value(&mut words, "-T")?),
            _ if word.starts_with("-E") => entry = value(&mut words, "-E")?,
            _ if word.starts_with("-D") => {
                let define = value(&mut words, "-D")?;
                let (name, value) = define.split_once('=').unwrap_or((&define, "1"));
                defines.push((name.to_owned(), value.to_owned()));
                options.extend(["-D".to_owned(), define]);
            }
            _ if word.starts_with("-I") => drop(value(&mut words, "-I")?),
            _ => {
                let values = SKIPPED.iter().find(|(skipped, _)| *skipped == word).map_or(0, |(_, values)| *values);
                let values = if word.starts_with("-fvk-") && word.ends_with(SHIFT) { 2 } else { values };
                (0..values).for_each(|_| drop(words.next()));
            }
        }
    }
    // `half` has 32 bits in uberc, so the types that have 16 bits are the only reason for the option.
    let has_16_bits = text.contains("16_t") || options.iter().any(|word| word.contains("16_t"));
    options.retain(|word| has_16_bits || word != "-enable-16bit-types");
    let profile = profile?;
    let stage = match profile.get(..3)? {
        "vs_" => Stage::Vertex,
        "ps_" => Stage::Pixel,
        "cs_" => Stage::Compute,
        "as_" => Stage::Amplification,
        "ms_" => Stage::Mesh,
        _ => return None,
    };
    let program = Program::new(name.to_owned(), stage, entry, text.to_owned(), folder);
    let (file, profile) = (Some(name.to_owned()), Some(profile));
    Some(Program { file, version, profile, defines, options, expects_errors: run.fails, ..program })
}
