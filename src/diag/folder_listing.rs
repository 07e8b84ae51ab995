//! The files below a folder, with bounds.

use std::collections::{BTreeSet, VecDeque};
use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use crate::digest::Digest;

/// Bounds of a listing.
#[derive(Clone, Copy, Debug)]
pub struct ListingBounds {
    /// Folders in one another.
    pub nested: usize,
    /// Files, and folders.
    pub listed: usize,
}

/// The files of `folder` and of the folders in it, as paths that begin with `name`, sorted. Each folder is listed once, links in a circle
/// or not: under its own name if it is below `folder`, else under that of the first link. Nothing for a folder that cannot be read.
pub fn list_files(folder: &Path, name: &Path, bounds: ListingBounds) -> Vec<PathBuf> {
    let mut listing = Listing { bounds, files: Vec::new(), seen: BTreeSet::new(), links: VecDeque::new() };
    listing.links.push_back(Found { folder: folder.to_owned(), name: name.to_owned(), depth: 0 });
    // Links wait until all folders that have their own names are listed.
    while let Some(Found { folder, name, depth }) = listing.links.pop_front() {
        if let Ok(folder) = folder.canonicalize() {
            listing.list(&folder, &name, depth);
        }
    }
    listing.files.sort_unstable();
    listing.files
}

/// The last part of a path that stands for the files below the folder before it, in lists of what a unit depends on: a file that is added
/// there can change the unit as much as one that is edited.
const ALL: &str = "**";

/// Bounds of listings of which units depend.
pub const BOUNDS: ListingBounds = ListingBounds { nested: 32, listed: 20_000 };

/// The path that stands for the files below a folder.
pub fn path_of_listing(folder: &Path) -> PathBuf {
    folder.join(ALL)
}

/// The folder whose files a path stands for, if it is such a path.
pub fn listed_folder(path: &Path) -> Option<&Path> {
    // Nearly no path does, and taking a path apart takes long.
    let may_be = path.as_os_str().as_encoded_bytes().ends_with(ALL.as_bytes());
    if !may_be {
        return None;
    }
    path.parent().filter(|_| path.file_name().is_some_and(|name| name == ALL))
}

/// The digest of the names of files below a folder. `files`: paths that begin with `folder`, sorted.
pub fn listing_digest(folder: &Path, files: &[PathBuf]) -> Digest {
    let mut text = Vec::new();
    for file in files {
        text.extend_from_slice(file.strip_prefix(folder).unwrap_or(file).as_os_str().as_encoded_bytes());
        text.push(b'\n');
    }
    Digest::of(&text)
}

/// A folder that is listed later.
struct Found {
    folder: PathBuf,
    name: PathBuf,
    depth: usize,
}

struct Listing {
    bounds: ListingBounds,
    files: Vec<PathBuf>,
    /// The folders that were listed, without links in their paths.
    seen: BTreeSet<PathBuf>,
    links: VecDeque<Found>,
}

impl Listing {
    /// `folder`: without links in its path.
    fn list(&mut self, folder: &Path, name: &Path, depth: usize) {
        if self.seen.len() >= self.bounds.listed || !self.seen.insert(folder.to_owned()) {
            return;
        }
        let mut entries: Vec<DirEntry> = std::fs::read_dir(folder).into_iter().flatten().flatten().collect();
        entries.sort_unstable_by_key(DirEntry::file_name);
        for entry in entries {
            let (path, name) = (entry.path(), name.join(entry.file_name()));
            let kind = entry.file_type();
            let is_link = kind.as_ref().is_ok_and(std::fs::FileType::is_symlink);
            let is_folder = if is_link { path.is_dir() } else { kind.is_ok_and(|kind| kind.is_dir()) };
            if !is_folder {
                if self.files.len() < self.bounds.listed {
                    self.files.push(name);
                }
            } else if depth < self.bounds.nested {
                if !is_link {
                    self.list(&path, &name, depth + 1);
                } else if self.links.len() < self.bounds.listed {
                    self.links.push_back(Found { folder: path, name, depth: depth + 1 });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: ListingBounds = ListingBounds { nested: 32, listed: 1_000 };

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().expect("it is below the folder")).expect("a folder");
            std::fs::write(path, "").expect("a file");
        }
        folder
    }

    fn listed(folder: &tempfile::TempDir, bounds: ListingBounds) -> Vec<String> {
        let files = list_files(folder.path(), Path::new("at"), bounds);
        files.iter().map(|path| path.to_string_lossy().replace('\\', "/")).collect()
    }

    #[test]
    fn a_listing_has_a_path_and_a_digest() {
        let folder = folder(&["a.x", "b/c.x"]);
        let digest = |name: &str| {
            let files = list_files(folder.path(), Path::new(name), BOUNDS);
            listing_digest(Path::new(name), &files)
        };
        let before = digest("at");
        assert_eq!(before, digest("/elsewhere/at"));
        std::fs::write(folder.path().join("b/d.x"), "").expect("a file");
        assert_ne!(before, digest("at"));
        assert_eq!(listed_folder(&path_of_listing(Path::new("a/nodes"))), Some(Path::new("a/nodes")));
        assert_eq!(listed_folder(Path::new("a/nodes")), None);
    }

    #[test]
    fn files_are_sorted_by_their_folders() {
        let folder = folder(&["b/z.x", "a.x", "b/c/y.x", "b-c.x"]);
        assert_eq!(listed(&folder, WIDE), ["at/a.x", "at/b/c/y.x", "at/b/z.x", "at/b-c.x"]);
        assert_eq!(list_files(&folder.path().join("nowhere"), Path::new("at"), WIDE), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_listing_has_bounds() {
        let files = folder(&["a.x", "b.x", "c.x", "d/e.x"]);
        assert_eq!(listed(&files, ListingBounds { listed: 2, ..WIDE }), ["at/a.x", "at/b.x"]);
        let folders = folder(&["a/1.x", "b/2.x", "c/3.x"]);
        // The folder itself is one of three.
        assert_eq!(listed(&folders, ListingBounds { listed: 3, ..WIDE }), ["at/a/1.x", "at/b/2.x"]);
        let nested = folder(&["1.x", "a/2.x", "a/b/3.x", "a/b/c/4.x"]);
        assert_eq!(listed(&nested, ListingBounds { nested: 2, ..WIDE }), ["at/1.x", "at/a/2.x", "at/a/b/3.x"]);
    }

    #[cfg(unix)]
    #[test]
    fn folders_that_links_lead_to_are_listed_once() {
        use std::os::unix::fs::symlink;
        let outside = folder(&["c.x"]);
        let folder = folder(&["m/a.x", "n/b.x"]);
        // Each name of each folder leads to the other one, and `up` to both: there are 2^32 paths of 32 links.
        let links =
            [("m/x", "../n"), ("m/y", "../n"), ("n/x", "../m"), ("n/y", "../m"), ("a_first", "m"), ("m/up", "..")];
        for (link, target) in links {
            symlink(target, folder.path().join(link)).expect("a link");
        }
        for link in ["out", "out_again"] {
            symlink(outside.path(), folder.path().join(link)).expect("a link");
        }
        symlink("itself", folder.path().join("itself")).expect("a link");
        // A link that leads nowhere is no folder: who reads it is told.
        assert_eq!(listed(&folder, WIDE), ["at/itself", "at/m/a.x", "at/n/b.x", "at/out/c.x"]);
    }
}
