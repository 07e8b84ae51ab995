//! Pairs of a shader file and its sidecar: `name.fx` and `name.fx.lua`.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};

use super::listing::Listing;
use super::near_misses::Searched;
use super::pattern::Pattern;
use super::shader_files::{ShaderFiles, SourcePattern, sidecar_of};
use super::tree::{Search, display, is_file, is_folder};
use crate::diag::{Diagnostic, LoadError, Sources, Span, did_you_mean};
use crate::dialect::Registry;
use crate::model::{Project, SourceUnit};

/// Shader files that are built without a project file, at most. A folder with more is probably not meant as a whole: it is a home
/// folder, or a game's with its libraries.
const MOST_WITHOUT_PROJECT_FILE: usize = 1_000;

/// Every unit of the project, by path; and what stands in the folders that were searched.
pub fn discover(
    project: &Project,
    sources: &Sources,
    registry: &Registry,
) -> (Vec<SourceUnit>, Vec<Diagnostic>, Listing) {
    let mut listing = Listing::default();
    let mut diagnostics = Vec::new();
    let shader_files = ShaderFiles::new(project, registry);
    let (found, files) = search(project, sources, &shader_files, None, &mut diagnostics, &mut listing);
    let excluded = excluded(project);
    let names: FxHashSet<&OsStr> = files.iter().map(|file| file.as_os_str()).collect();
    let searched =
        Searched { files: &files, names: &names, stems: &found, shader_files: &shader_files, excluded: &excluded };
    if found.is_empty() && diagnostics.iter().all(|diagnostic| !diagnostic.is_error()) {
        let candidate = searched.candidate().filter(|_| project.sources.is_empty());
        let mut nothing = match candidate {
            Some((source, count)) => no_first_sidecar(source, count, sources),
            None => nothing_found(project, &shader_files),
        };
        if let Some(span) = project.places.get("sources") {
            nothing = nothing.at(*span);
        }
        diagnostics.push(nothing);
    } else {
        diagnostics.extend(searched.nested_projects());
        diagnostics.extend(searched.misnamed_sidecars(&project.lua, sources));
    }
    if project.file.is_none() && found.len() > MOST_WITHOUT_PROJECT_FILE {
        diagnostics.push(no_project_file(found.len(), registry));
        return (Vec::new(), diagnostics, Listing::default());
    }
    // The walk has listed the files beside each file that it found.
    let units = pair(found, sources, |path| names.contains(path.as_os_str()), &mut diagnostics);
    // What no listing has the files of is not known to be absent.
    if !listing.folders.is_empty() {
        listing.entries.extend(files);
    }
    (units, diagnostics, listing)
}

fn nothing_found(project: &Project, shader_files: &ShaderFiles) -> Diagnostic {
    let patterns = shader_files.source_patterns(project);
    let patterns: Vec<String> = patterns.iter().map(|pattern| format!("`{}`", pattern.text)).collect();
    let extensions = shader_files.registry().spoken_extensions();
    Diagnostic::error("discover/nothing", format!("there is no {extensions} file or sidecar to build"))
        .note(format!("looked for {}", patterns.join(", ")))
        .help("Run `uberc init` for a first shader, or set `sources` in `uberc.toml` to where yours are.")
}

/// There are files that could be shaders, and no sidecar.
fn no_first_sidecar(source: &Path, count: usize, sources: &Sources) -> Diagnostic {
    let sidecar = sidecar_of(source);
    let message = format!("there is no sidecar, so there is nothing to build: `{}` has none", display(source));
    let mut nothing = Diagnostic::error("discover/nothing", message);
    match count {
        0 | 1 => {}
        2 => nothing = nothing.note("one more file could be a shader, and has none"),
        _ => nothing = nothing.note(format!("{} more files could be shaders, and have none", count - 1)),
    }
    let help = match near_name(&sidecar, sources) {
        Some(near) => format!("Rename `{}` to `{}`.", display(&near), display(&sidecar)),
        None => format!("Write {}.", first_lines(source, &sidecar)),
    };
    nothing.help(help)
}

/// The units that paths name: a shader file, a sidecar, or a folder (then the project's patterns apply below it). Paths
/// are relative to the project root, or absolute; a file that is named is taken even if a pattern excludes it.
pub fn discover_paths(
    project: &Project,
    sources: &Sources,
    registry: &Registry,
    paths: &[PathBuf],
) -> (Vec<SourceUnit>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let shader_files = ShaderFiles::new(project, registry);
    let mut stems = BTreeSet::new();
    for given in paths {
        let path = sources.relative(given);
        let shown = display(&path);
        let outside = path.is_absolute() || path.components().next() == Some(std::path::Component::ParentDir);
        if outside {
            let message = format!("`{shown}` lies outside the project");
            let help = "Run uberc in that folder, or name files below the project root.";
            diagnostics.push(Diagnostic::error("discover/outside-project", message).help(help));
        } else if is_folder(sources, &path) {
            let mut below = Vec::new();
            let (found, _) = search(project, sources, &shader_files, Some(&path), &mut below, &mut Listing::default());
            if found.is_empty() && below.iter().all(|diagnostic| !diagnostic.is_error()) {
                let message = format!("no unit of the project lies below `{shown}`");
                let help = "Check `sources` and `exclude` in `uberc.toml`.";
                below.push(Diagnostic::error("discover/nothing", message).help(help));
            }
            diagnostics.extend(below);
            stems.extend(found);
        } else if !is_file(sources, &path) {
            let (units, _) = search(project, sources, &shader_files, None, &mut Vec::new(), &mut Listing::default());
            let known: Vec<String> = units.iter().map(|stem| display(stem)).collect();
            let help = match did_you_mean(&shown, known.iter().map(String::as_str)) {
                Some(best) => format!("Did you mean `{best}`?"),
                None => "Paths are relative to the folder of `uberc.toml`.".to_owned(),
            };
            let message = format!("there is no `{shown}`");
            diagnostics.push(Diagnostic::error("discover/no-such-path", message).help(help));
        } else if let Some(stem) = shader_files.source_of(&path) {
            stems.insert(stem);
        } else {
            let message = format!("`{shown}` is neither a {} file nor a sidecar of one", registry.spoken_extensions());
            let help = "Name one of the pair, or a folder.";
            diagnostics.push(Diagnostic::error("discover/not-a-shader", message).help(help));
        }
    }
    diagnostics.dedup();
    let units = pair(stems, sources, |path| is_file(sources, path), &mut diagnostics);
    (units, diagnostics)
}

fn no_project_file(count: usize, registry: &Registry) -> Diagnostic {
    let extensions = registry.spoken_extensions();
    let message = format!("{count} {extensions} files and sidecars lie below this folder, which has no `uberc.toml`");
    Diagnostic::error("discover/no-project-file", message).help(
        "Write a `uberc.toml` there to build them all (an empty one will do; `sources` and `exclude` narrow it), or name the files \
         or folders to build.",
    )
}

/// The error for a shader without text. The pipeline reports it after the sidecar has run.
pub fn missing_source(unit: &SourceUnit, shader: Span, name: &str) -> Diagnostic {
    let source = display(&source_of(&unit.sidecar));
    Diagnostic::error("discover/no-source", format!("shader `{name}` has no source: there is no `{source}`"))
        .at(shader)
        .help(format!(
            "Write `{source}` beside the sidecar, embed the text as the shader's `Source`, or name a file for every stage, as in \
             `shader.Technique.VertexShader = \"mesh.vert:main\"`."
        ))
}

/// The error for a shader file that cannot be read. The pipeline reports it.
pub fn unreadable_source(source: &Path, error: &LoadError) -> Diagnostic {
    let why = match error {
        LoadError::Io(words) => words,
        LoadError::NotFound => "it is gone",
    };
    Diagnostic::error("discover/unreadable-source", format!("cannot read `{}`: {why}", display(source)))
        .help("Put a text file there that this user may read.")
}

/// The shader files of all units that the patterns select, including those of which only the sidecar exists; and every
/// file of the searched folders, sorted.
fn search(
    project: &Project,
    sources: &Sources,
    shader_files: &ShaderFiles,
    within: Option<&Path>,
    diagnostics: &mut Vec<Diagnostic>,
    listing: &mut Listing,
) -> (BTreeSet<PathBuf>, Vec<PathBuf>) {
    let wanted = shader_files.source_patterns(project);
    let excluded = excluded(project);
    let bases: Vec<PathBuf> = wanted
        .iter()
        .filter_map(|SourcePattern { pattern, .. }| match within {
            Some(folder) if folder.starts_with(&pattern.base) => Some(folder.to_path_buf()),
            Some(folder) => pattern.base.starts_with(folder).then(|| pattern.base.clone()),
            None => Some(pattern.base.clone()),
        })
        .collect();
    let search = Search { sources, skip: &project.cache_dir, excluded: &excluded, most: project.limits.files };
    let files = search.files(&bases, diagnostics, listing);

    let mut stems: Vec<PathBuf> = Vec::new();
    let mut used = BTreeSet::new();
    for file in &files {
        let Some(stem) = shader_files.source_of(file) else { continue };
        let mut is_wanted = false;
        for (index, SourcePattern { pattern, .. }) in wanted.iter().enumerate() {
            if pattern.matches(file) {
                is_wanted = true;
                used.insert(index);
            }
        }
        if !is_wanted {
            continue;
        }
        // Excluding either file excludes the pair.
        let sidecar = sidecar_of(&stem);
        if !excluded.iter().any(|pattern| pattern.matches(&stem) || pattern.matches(&sidecar)) {
            stems.push(stem);
        }
    }
    // Of a shader file and its sidecar, mostly neighbours.
    stems.dedup_by(|one, other| one.as_os_str() == other.as_os_str());
    // Nearly sorted, which a set is made of faster than by insertions.
    let mut stems: BTreeSet<PathBuf> = stems.into_iter().collect();
    stems.retain(|stem| match stem.to_str() {
        Some(name) if name.contains(char::is_control) => {
            // Such names would break lists of files and be shown wrongly.
            let message = format!("the name {name:?} holds a control character");
            diagnostics.push(Diagnostic::error("discover/file-name", message).help("Rename the file."));
            false
        }
        Some(_) => true,
        None => {
            let message = format!("the name of `{}` is not UTF-8", display(stem));
            diagnostics.push(Diagnostic::error("discover/file-name", message).help("Rename the file."));
            false
        }
    });
    if within.is_none() {
        unused_patterns(sources, shader_files.registry(), &wanted, &used, &files, diagnostics);
    }
    (stems, files)
}

/// The patterns of `exclude`. Bad ones were reported when the project file was read.
fn excluded(project: &Project) -> Vec<Pattern> {
    project.exclude.iter().filter_map(|text| Pattern::new(text).ok()).collect()
}

/// Every folder that a search for units enters, relative to the root; for `watch`. `listing`: what was listed when units were found.
pub fn searched_folders(project: &Project, sources: &Sources, listing: &Listing) -> Vec<PathBuf> {
    // The units were searched for below the root.
    if listing.folders.iter().any(|folder| folder.as_os_str().is_empty()) {
        return listing.folders.clone();
    }
    let excluded = excluded(project);
    Search { sources, skip: &project.cache_dir, excluded: &excluded, most: project.limits.files }.folders()
}

/// Warns of patterns in `uberc.toml` that match nothing.
fn unused_patterns(
    sources: &Sources,
    registry: &Registry,
    wanted: &[SourcePattern],
    used: &BTreeSet<usize>,
    files: &[PathBuf],
    diagnostics: &mut Vec<Diagnostic>,
) {
    for (index, SourcePattern { text, pattern, place }) in wanted.iter().enumerate() {
        let Some(span) = place.filter(|_| !used.contains(&index)) else { continue };
        let folder = Path::new(text.trim_end_matches('/'));
        let extensions = registry.spoken_extensions();
        let help = if is_folder(sources, folder) {
            let first = registry.extensions().next().map_or("*", |extension| extension.name);
            format!("It is a folder; write `{}/**/*.{first}`.", display(folder))
        } else if files.iter().any(|file| pattern.matches(file)) {
            format!("It matches files, but none of them is a {extensions} file or a sidecar of one.")
        } else {
            "Patterns are relative to the folder of `uberc.toml`; `**` stands for any number of folders.".to_owned()
        };
        let message = format!("`{text}` matches no {extensions} file or sidecar");
        diagnostics.push(Diagnostic::warning("discover/unused-pattern", message).at(span).help(help));
    }
}

/// Units of these shader files, in their order.
fn pair(
    stems: BTreeSet<PathBuf>,
    sources: &Sources,
    is_there: impl Fn(&Path) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<SourceUnit> {
    let mut units = Vec::new();
    let mut folded: FxHashMap<String, PathBuf> = FxHashMap::default();
    for stem in stems {
        let sidecar = sidecar_of(&stem);
        if let Some(other) = folded.insert(display(&stem).to_lowercase(), stem.clone()) {
            let message = format!("`{}` and `{}` differ only in case", display(&other), display(&stem));
            let help = "Rename one of them: on file systems that ignore case they are one file.";
            diagnostics.push(at_file(Diagnostic::warning("discover/case-only", message), &stem, sources).help(help));
        }
        // Known files are not checked again: for a thousand pairs, that would repeat most of the walk.
        if let Some(folder) = [&stem, &sidecar].into_iter().find(|path| !is_there(path) && is_folder(sources, path)) {
            let message = format!("`{}` is a folder, but a file of this name is needed", display(folder));
            let file = if *folder == stem { &sidecar } else { &stem };
            let error = at_file(Diagnostic::error("discover/is-a-folder", message), file, sources);
            diagnostics.push(error.help("Rename the folder, or the file it would belong to."));
            continue;
        }
        let source = is_there(&stem).then(|| stem.clone());
        if is_there(&sidecar) {
            units.push(SourceUnit { sidecar, source });
        } else {
            diagnostics.push(no_sidecar(&stem, &sidecar, sources));
        }
    }
    units
}

fn no_sidecar(stem: &Path, sidecar: &Path, sources: &Sources) -> Diagnostic {
    let wanted = display(sidecar);
    let near = near_name(sidecar, sources);
    let help = match near {
        Some(near) => format!("Rename `{}` to `{wanted}`.", display(&near)),
        None => {
            format!("Write {}, or add `{}` to `exclude` in `uberc.toml`.", first_lines(stem, sidecar), display(stem))
        }
    };
    let message = format!("`{}` has no sidecar `{wanted}`", display(stem));
    at_file(Diagnostic::error("discover/no-sidecar", message), stem, sources).help(help)
}

/// The smallest sidecar of a shader file, in words.
fn first_lines(source: &Path, sidecar: &Path) -> String {
    format!(
        "`{}` with `local shader = Shader(\"{}\")` and `shader.Technique.PixelShader = \"main\"` in it",
        display(sidecar),
        source.file_stem().map(|name| name.to_string_lossy()).unwrap_or_default(),
    )
}

/// A file beside the shader that is probably meant to be the sidecar: `name.lua`, or another case.
fn near_name(sidecar: &Path, sources: &Sources) -> Option<PathBuf> {
    let folder = sidecar.parent().unwrap_or(Path::new(""));
    let wanted = sidecar.file_name()?.to_string_lossy().to_lowercase();
    let short = wanted.strip_suffix(".lua").and_then(|source| Some(format!("{}.lua", source.rsplit_once('.')?.0)));
    let siblings: Vec<PathBuf> = match sources.in_memory_paths() {
        Some(files) => files.filter(|file| file.parent() == Some(folder)).map(Path::to_path_buf).collect(),
        None => {
            let mut names: Vec<PathBuf> = std::fs::read_dir(sources.root().join(folder))
                .into_iter()
                .flatten()
                .filter_map(|entry| Some(folder.join(entry.ok()?.file_name())))
                .collect();
            names.sort();
            names
        }
    };
    siblings.into_iter().find(|file| {
        let name = file.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        name == wanted || Some(&name) == short.as_ref()
    })
}

/// Places the diagnostic at the beginning of a file, if the file can be read.
fn at_file(diagnostic: Diagnostic, path: &Path, sources: &Sources) -> Diagnostic {
    match sources.load(path) {
        Ok(file) => diagnostic.at(Span { file: file.id, start: 0, end: 0 }),
        Err(_) => diagnostic,
    }
}

fn source_of(sidecar: &Path) -> PathBuf {
    sidecar.with_extension("")
}
