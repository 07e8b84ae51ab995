//! The programs of a folder: entry points with their source.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use uberc::dialect::Language;
use uberc::dialect::glsl::Glsl;
use uberc::dialect::hlsl::Hlsl;
use uberc::dialect::hlsl::analyse::Version;
use uberc::model::{Stage, Target};
use uberc::pipeline::{BuildContext, run_frontend};
use uberc::specialise::{Layout, emit};
use uberc_judge::direct3d;

use crate::dxc_tests;

/// One entry point.
pub(crate) struct Program {
    /// File and entry point, or shader, technique and entry point.
    pub(crate) name: String,
    pub(crate) language: &'static dyn Language,
    pub(crate) stage: Stage,
    pub(crate) entry: String,
    pub(crate) text: String,
    /// Where its includes lie.
    pub(crate) folder: PathBuf,
    /// Its file in this folder, if the text is the file's.
    pub(crate) file: Option<String>,
    /// With the meaning that DirectX 9 gave to samplers.
    pub(crate) dx9: bool,
    pub(crate) version: Version,
    /// `ps_6_0`; by default the newest that compilers agree on.
    pub(crate) profile: Option<String>,
    pub(crate) defines: Vec<(String, String)>,
    /// Of DXC: language, macros and what else changes the meaning.
    pub(crate) options: Vec<String>,
    /// A test that the compiler refuses it.
    pub(crate) expects_errors: bool,
}

impl Program {
    /// In HLSL 2018, without macros.
    pub(crate) fn new(name: String, stage: Stage, entry: String, text: String, folder: &Path) -> Program {
        Program {
            name,
            language: &Hlsl,
            stage,
            entry,
            text,
            folder: folder.to_path_buf(),
            file: None,
            dx9: false,
            version: Version::V2018,
            profile: None,
            defines: Vec::new(),
            options: direct3d::HLSL_2018.map(str::to_owned).to_vec(),
            expects_errors: false,
        }
    }

    /// A constant says by `packoffset` or `register(c)` where it lies.
    pub(crate) fn places_constants(&self) -> bool {
        let mut words = words(&self.text).filter(|word| !word.is_empty());
        let mut before = "";
        words.any(|word| {
            let place = word.strip_prefix(['c', 'C']).is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
            std::mem::replace(&mut before, word) == "register" && place || word == "packoffset"
        })
    }
}

/// The language of this name.
pub(crate) fn language(name: &str) -> Result<&'static dyn Language, String> {
    const ALL: [&dyn Language; 2] = [&Hlsl, &Glsl];
    let found = ALL.into_iter().find(|language| language.name() == name);
    found.ok_or_else(|| format!("no language is called `{name}`; there are {}", ALL.map(Language::name).join(", ")))
}

/// All of them, by name.
pub(crate) fn find(folder: &Path, samples: usize, language: &'static dyn Language) -> Result<Vec<Program>, String> {
    if folder.join("uberc.toml").is_file() {
        return project(folder, samples);
    }
    if dxc_tests::are_in(folder) {
        return dxc_tests::find(folder);
    }
    let is_glsl = language.name() == Glsl.name();
    let entries = if is_glsl { BTreeMap::new() } else { glslang_entries(folder) };
    let mut programs = Vec::new();
    let listed = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Some(stage) = stage_of(&name) else { continue };
        // In glslang's tree, files of GLSL lie beside those of HLSL.
        if is_glsl && (name.starts_with("hlsl.") || name.ends_with(".hlsl")) {
            continue;
        }
        if !entries.is_empty() && !entries.contains_key(&name) {
            continue;
        }
        // A file may be no UTF-8 on purpose.
        let text =
            String::from_utf8_lossy(&std::fs::read(&file).map_err(|error| format!("{name}: {error}"))?).into_owned();
        for entry in entries.get(&name).cloned().unwrap_or_else(|| vec!["main".to_owned()]) {
            // Some tests are only parsed, and their list names a function that is not there.
            let entry = if is_glsl || words(&text).any(|word| word == entry) {
                entry
            } else {
                last_function(&text).unwrap_or(entry)
            };
            let full = if entry == "main" { name.clone() } else { format!("{name} {entry}") };
            let mut program = Program::new(full, stage, entry, text.clone(), folder);
            program.language = language;
            program.dx9 = name.contains(".dx9.");
            programs.push(program);
        }
    }
    Ok(programs)
}

fn stage_of(name: &str) -> Option<Stage> {
    let name = name.strip_suffix(".hlsl").unwrap_or(name);
    let (_, extension) = name.rsplit_once(['.', '_'])?;
    Some(match extension {
        "vert" | "vs" => Stage::Vertex,
        "frag" | "ps" => Stage::Pixel,
        "comp" | "cs" => Stage::Compute,
        "mesh" => Stage::Mesh,
        "task" => Stage::Amplification,
        "geom" | "gs" => Stage::Geometry,
        "tesc" | "hs" => Stage::Hull,
        "tese" | "ds" => Stage::Domain,
        _ => return None,
    })
}

/// Entry points by file, out of the pairs `{"hlsl.file.frag", "Entry"}` in glslang's list of tests.
fn glslang_entries(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut entries: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let list = std::fs::read_to_string(folder.join("../gtests/Hlsl.FromFile.cpp")).unwrap_or_default();
    for pair in list.lines().filter_map(|line| line.trim_start().strip_prefix('{')) {
        let words: Vec<&str> = pair.split('"').collect();
        if let [_, file, _, entry, _] = words.as_slice() {
            let known = entries.entry((*file).to_owned()).or_default();
            if !known.iter().any(|known| known == entry) {
                known.push((*entry).to_owned());
            }
        }
    }
    entries
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// The name before the last parameter list outside braces, directives and comments of a line.
fn last_function(text: &str) -> Option<String> {
    let mut directive = false;
    let text: String = text
        .lines()
        .map(|line| {
            let inside = directive || line.trim_start().starts_with('#');
            directive = inside && line.ends_with('\\');
            if inside { "\n".to_owned() } else { format!("{}\n", line.split("//").next().unwrap_or_default()) }
        })
        .collect();
    let (mut depth, mut found) = (0, None);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            '(' if depth == 0 => {
                let name = words(text[..at].trim_end()).last().filter(|name| !name.is_empty());
                found = name.filter(|name| *name != "register").or(found);
            }
            _ => {}
        }
    }
    found.map(str::to_owned)
}

/// Variants of a project's shaders, as the SPIR-V target has them.
fn project(folder: &Path, samples: usize) -> Result<Vec<Program>, String> {
    let (context, _) = BuildContext::open(&[folder.to_path_buf()]);
    let known = run_frontend(&context, &[Target::Spirv]);
    let mut programs = Vec::new();
    for shader in &known.shaders {
        let count = shader.variants.techniques.len();
        let sampled = (0..count).step_by(count.div_ceil(samples).max(1));
        let mut ids: Vec<_> = sampled.flat_map(|at| shader.variants.techniques[at].stages.values().copied()).collect();
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            let variant = &shader.variants.variants[id.0 as usize];
            let source = &shader.variants.sources[variant.source as usize];
            let mut program = Program::new(
                format!("{} {} {}", shader.declaration.name, variant.entry_point, id.0),
                variant.stage,
                variant.entry_point.clone(),
                emit(source, &context.sources, Layout::OneTokenALine).text,
                folder,
            );
            program.language = language(context.registry().language(shader.language).name())?;
            programs.push(program);
        }
    }
    Ok(programs)
}
