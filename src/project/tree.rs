//! The files below the project root, on disk or in memory.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::diag::{Diagnostic, Sources};

/// Whether there is such a folder; `path` relative to the root, or absolute.
pub fn is_folder(sources: &Sources, path: &Path) -> bool {
    let path = sources.relative(path);
    match sources.in_memory_paths() {
        Some(mut files) => path.as_os_str().is_empty() || files.any(|file| file != path && file.starts_with(&path)),
        None => sources.root().join(path).is_dir(),
    }
}

/// Whether there is such a file; `path` relative to the root, or absolute. A pipe or a device counts: reading it gives
/// the error.
pub fn is_file(sources: &Sources, path: &Path) -> bool {
    let path = sources.relative(path);
    match sources.in_memory_paths() {
        Some(mut files) => files.any(|file| file == path),
        None => is_there(&sources.root().join(path)),
    }
}

/// Whether something stands here that is no folder.
pub fn is_there(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|there| !there.is_dir())
}

/// Every file below these folders (relative to the root), each once, sorted, as paths relative to the root. Links are
/// followed; hidden folders and `skip` are not entered unless a base names them.
pub fn files_below(
    sources: &Sources,
    bases: &[PathBuf],
    skip: &Path,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for base in outermost(bases) {
        match sources.in_memory_paths() {
            Some(files) => found.extend(
                files.filter(|file| file.starts_with(base) && !hidden_below(file, base, skip)).map(Path::to_path_buf),
            ),
            None => walk(sources, base, skip, &mut found, diagnostics),
        }
    }
    found.sort();
    found.dedup();
    found
}

fn walk(sources: &Sources, base: &Path, skip: &Path, found: &mut Vec<PathBuf>, diagnostics: &mut Vec<Diagnostic>) {
    let start = sources.root().join(base);
    let below_root = |path: &Path| sources.relative(path);
    let walk = WalkDir::new(if start.as_os_str().is_empty() { Path::new(".") } else { &start })
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| {
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            entry.depth() == 0
                || !entry.file_type().is_dir()
                || !(hidden || (!skip.as_os_str().is_empty() && below_root(entry.path()) == skip))
        });
    for entry in walk {
        match entry {
            Ok(entry) if !entry.file_type().is_dir() => found.push(below_root(entry.path())),
            Ok(_) => {}
            Err(error) if is_lock(&error) => {}
            Err(error) => diagnostics.extend(walk_error(&error, base, below_root)),
        }
    }
}

/// Emacs marks a file that is being edited with a link `.#name` to nothing.
fn is_lock(error: &walkdir::Error) -> bool {
    let name = error.path().and_then(Path::file_name);
    name.is_some_and(|name| name.to_string_lossy().starts_with(".#")) && error.path().is_some_and(Path::is_symlink)
}

fn walk_error(error: &walkdir::Error, base: &Path, below_root: impl Fn(&Path) -> PathBuf) -> Option<Diagnostic> {
    let path = below_root(error.path().unwrap_or(Path::new("")));
    let shown = display(&path);
    if let Some(ancestor) = error.loop_ancestor() {
        let target = display(&below_root(ancestor));
        return Some(
            Diagnostic::warning("discover/link-loop", format!("`{shown}` links back to `{target}`, which contains it"))
                .help("Remove the link, or exclude its folder with a narrower `sources` pattern."),
        );
    }
    let cause = error.io_error().map_or_else(|| error.to_string(), io_words);
    let missing = error.io_error().is_some_and(|error| error.kind() == io::ErrorKind::NotFound);
    if missing && error.depth() == 0 {
        // A missing base folder is reported as a pattern without a match.
        return None;
    }
    // A link to nothing, or to itself.
    let is_link = error.path().is_some_and(|path| path.is_symlink() && !follows(path));
    if missing || is_link {
        return Some(
            Diagnostic::warning("discover/dangling-link", format!("`{shown}` links to nothing"))
                .help("Remove the link or restore what it points to."),
        );
    }
    let shown = if path.as_os_str().is_empty() { display(base) } else { shown };
    Some(
        Diagnostic::error("discover/unreadable-folder", format!("cannot read `{shown}`: {cause}"))
            .help("Give this user the right to list and read it, or leave it out with a narrower `sources` pattern."),
    )
}

/// Whether the target of a link exists, as far as this user can see.
fn follows(link: &Path) -> bool {
    std::fs::metadata(link).map_or_else(|error| error.kind() == io::ErrorKind::PermissionDenied, |_| true)
}

/// The operating system's message without the error number, which differs between systems.
fn io_words(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// A path for messages: `/` between parts, `.` for the root.
pub fn display(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.is_empty() { ".".to_owned() } else { text.replace(std::path::MAIN_SEPARATOR, "/") }
}

fn hidden_below(file: &Path, base: &Path, skip: &Path) -> bool {
    let mut folder = file.strip_prefix(base).unwrap_or(file).to_path_buf();
    folder.pop();
    let hidden = folder.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'));
    hidden || (!skip.as_os_str().is_empty() && !base.starts_with(skip) && file.starts_with(skip))
}

/// Removes folders that are inside of another folder of the list.
fn outermost(bases: &[PathBuf]) -> Vec<&Path> {
    let mut sorted: Vec<&Path> = bases.iter().map(PathBuf::as_path).collect();
    sorted.sort();
    sorted.dedup();
    let mut kept: Vec<&Path> = Vec::new();
    for base in sorted {
        if !kept.iter().any(|outer| base.starts_with(outer)) {
            kept.push(base);
        }
    }
    kept
}
