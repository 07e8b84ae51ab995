//! The files below the project root, on disk or in memory.

use std::cmp::Ordering;
use std::io;
use std::path::{Path, PathBuf};

use super::folder_walk::{FolderWalk, Visit};
use super::listing::Listing;
use super::pattern::{Pattern, everything_below};
use crate::diag::{Diagnostic, Origin, Sources};

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

/// What is searched, and how far.
pub struct Search<'a> {
    pub sources: &'a Sources,
    /// The cache folder.
    pub skip: &'a Path,
    /// Patterns of files that are left out: a folder of which all is left out is not entered.
    pub excluded: &'a [Pattern],
    /// Files and folders to look at, at most.
    pub most: u64,
}

impl Search<'_> {
    /// Every file below these folders (relative to the root), each once, sorted, as paths relative to the root. Hidden folders and
    /// the cache folder are not entered unless a base names them; links as [`FolderWalk::run`] says.
    pub fn files(&self, bases: &[PathBuf], diagnostics: &mut Vec<Diagnostic>, listing: &mut Listing) -> Vec<PathBuf> {
        let mut found = Vec::new();
        match self.sources.in_memory_paths() {
            Some(files) => found.extend(
                files
                    .filter(|file| {
                        bases.iter().any(|base| file.starts_with(base) && !hidden_below(file, base, self.skip))
                    })
                    .map(Path::to_path_buf),
            ),
            None => self.walk(bases, &mut found, diagnostics, listing),
        }
        // A walk of one base comes to them in this order.
        found.sort_by(|one, other| in_order(one, other));
        found.dedup_by(|one, other| one.as_os_str() == other.as_os_str());
        found
    }

    /// Every folder below the root that a search enters, relative to it. Ends where [`Search::files`] has an error.
    pub fn folders(&self) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        self.each(&[PathBuf::new()], &mut |visit| {
            if let Visit::Folder(folder) = visit {
                folders.push(folder);
            }
        });
        folders
    }

    fn each(&self, bases: &[PathBuf], visit: &mut dyn FnMut(Visit)) {
        let is_left_out = |folder: &Path| self.excluded.iter().any(|pattern| pattern.matches_all_below(folder));
        let walk =
            FolderWalk { root: self.sources.root(), skip: self.skip, is_left_out: &is_left_out, most: self.most };
        walk.run(bases, visit);
    }

    /// `listing` gets what is not among the files that were found; nothing where not all could be listed.
    fn walk(
        &self,
        bases: &[PathBuf],
        found: &mut Vec<PathBuf>,
        diagnostics: &mut Vec<Diagnostic>,
        listing: &mut Listing,
    ) {
        let mut outside = Vec::new();
        let mut is_whole = true;
        self.each(bases, &mut |visit| match visit {
            Visit::Folder(folder) => listing.folders.push(folder),
            Visit::File(file) => found.push(file),
            Visit::NotEntered(entry) => listing.entries.push(entry),
            Visit::Dangling(link) => {
                diagnostics.push(
                    Diagnostic::warning("discover/dangling-link", format!("`{}` links to nothing", display(&link)))
                        .help("Remove the link or restore what it points to."),
                );
                listing.entries.push(link);
            }
            Visit::Loop { link, target } => {
                let what = target.map_or("a folder that contains the project".to_owned(), |target| {
                    format!("`{}`, which contains it", display(&target))
                });
                let message = format!("`{}` links back to {what}", display(&link));
                diagnostics.push(Diagnostic::warning("discover/link-loop", message).help(
                    "Remove the link, or leave its folder out: with `exclude`, or with a narrower `sources` pattern.",
                ));
            }
            Visit::Outside(link) => outside.push(link),
            Visit::Unreadable(path, error) => {
                is_whole = false;
                let message = format!("cannot read `{}`: {}", display(&path), io_words(&error));
                diagnostics.push(Diagnostic::error("discover/unreadable-folder", message).help(
                    "Give this user the right to list and read it, or leave it out with a narrower `sources` pattern.",
                ));
            }
            Visit::TooMany => {
                is_whole = false;
                diagnostics.push(too_many(self.most));
            }
        });
        if !is_whole {
            *listing = Listing::default();
        }
        diagnostics.extend(links_outside(&outside));
    }
}

fn too_many(most: u64) -> Diagnostic {
    let message = format!("more than {most} files and folders are searched for shaders");
    Diagnostic::error("discover/too-many-files", message).origin(Origin::Limit).help(
        "Leave folders out with `exclude = [\"assets/**\"]`, name those with shaders in `sources`, or raise `files` in the limits \
         of `uberc.toml`.",
    )
}

/// One warning for all links that lead out of the project.
fn links_outside(links: &[PathBuf]) -> Option<Diagnostic> {
    let first = display(links.first()?);
    let message = match links.len() - 1 {
        0 => format!("`{first}` links to a folder outside of the project, which is not searched"),
        more => format!("`{first}` and {more} more link to folders outside of the project, which are not searched"),
    };
    let pattern = everything_below(&first);
    let help = format!("Name it in `sources`, as in `{pattern}`, or leave it out with `exclude = [{pattern}]`.");
    Some(Diagnostic::warning("discover/link-outside", message).help(help))
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

/// The order of paths. To take paths apart for it takes ten times as long as to find the first byte in which they differ.
fn in_order(one: &Path, other: &Path) -> Ordering {
    let (a, b) = (one.as_os_str().as_encoded_bytes(), other.as_os_str().as_encoded_bytes());
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let is_separator = |byte: &u8| std::path::is_separator(char::from(*byte));
    // `.` and `..` are no names; a separator at the beginning or the end, or two of them, are none either.
    let is_name = |at: usize| a[..at].iter().rev().take(2).all(|byte| !is_separator(byte) && *byte != b'.');
    if same < 2 || !is_name(same) {
        return one.cmp(other);
    }
    match (a.get(same), b.get(same)) {
        (Some(a), Some(b)) => match (is_separator(a), is_separator(b)) {
            (true, true) => one.cmp(other),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => a.cmp(b),
        },
        (None, Some(b)) if !is_separator(b) => Ordering::Less,
        (Some(a), None) if !is_separator(a) => Ordering::Greater,
        _ => one.cmp(other),
    }
}

fn hidden_below(file: &Path, base: &Path, skip: &Path) -> bool {
    let mut folder = file.strip_prefix(base).unwrap_or(file).to_path_buf();
    folder.pop();
    let hidden = folder.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'));
    hidden || (!skip.as_os_str().is_empty() && !base.starts_with(skip) && file.starts_with(skip))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_in_the_order_of_their_parts() {
        let names =
            ["a", "ab", "abc", "abc.d", "abc-d", "abcd", "..", ".", ".abc", "..abc", "a.", "\u{e9}", "abc\u{e9}"];
        let mut paths: Vec<PathBuf> = vec![PathBuf::new(), "/".into(), "/abc".into(), "abc//abc".into(), "abc/".into()];
        for one in names {
            paths.push(one.into());
            for other in names {
                paths.extend([Path::new(one).join(other), Path::new("abc").join(one).join(other)]);
            }
        }
        for one in &paths {
            for other in &paths {
                assert_eq!(in_order(one, other), one.cmp(other), "{} and {}", one.display(), other.display());
            }
        }
    }
}
