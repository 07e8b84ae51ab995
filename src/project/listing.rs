//! What stands in the folders of a project: a file that is in no listing need not be looked for.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rustc_hash::FxHashSet;

/// Folders that were listed, and all that is in them. Paths are relative to the root.
#[derive(Debug, Default)]
pub struct Listing {
    pub folders: Vec<PathBuf>,
    /// Files, and whatever else is not entered, under the names by which the walk came to them.
    pub entries: Vec<PathBuf>,
    names: OnceLock<Option<Names>>,
}

/// The bytes of paths.
#[derive(Debug)]
struct Names {
    folders: FxHashSet<Vec<u8>>,
    /// In lower case: a file system may ignore case.
    all: FxHashSet<Vec<u8>>,
}

impl Listing {
    /// Whether the listings say that nothing stands at this normalised path. `false` where they do not say it: they may not reach there,
    /// or the file system may know a file under more than one name.
    pub fn is_absent(&self, path: &Path) -> bool {
        let path = path.as_os_str().as_encoded_bytes();
        let Some(names) = self.names.get_or_init(|| self.names()) else { return false };
        if !path.is_ascii() || path.starts_with(b"/") || path.starts_with(b"..") {
            return false;
        }
        // The lowest folder above it that was listed.
        let mut end = path.len();
        loop {
            let folder = path[..end].iter().rposition(|byte| *byte == b'/').unwrap_or(0);
            if names.folders.contains(&path[..folder]) {
                return !names.all.contains(&path[..end].to_ascii_lowercase());
            }
            if folder == 0 {
                return false;
            }
            end = folder;
        }
    }

    /// `None` where a name may have other spellings than those of ASCII letters.
    fn names(&self) -> Option<Names> {
        let bytes = |path: &PathBuf| path.as_os_str().as_encoded_bytes().to_vec();
        let all = || self.folders.iter().chain(&self.entries);
        let is_plain = cfg!(unix) && all().all(|path| path.as_os_str().as_encoded_bytes().is_ascii());
        is_plain.then(|| Names {
            folders: self.folders.iter().map(bytes).collect(),
            all: all().map(|path| path.as_os_str().as_encoded_bytes().to_ascii_lowercase()).collect(),
        })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_listings_show_is_absent() {
        let paths = |paths: &[&str]| paths.iter().map(PathBuf::from).collect::<Vec<_>>();
        let listing = |folders, entries| Listing { folders, entries, ..Listing::default() };
        let plain = listing(paths(&["", "a", "a/b"]), paths(&["x.fx", "a/Y.fxh", "a/.git", "a/b/z"]));
        let absent = |path: &str| plain.is_absent(Path::new(path));
        assert!(absent("y.fx") && absent("a/x.fx") && absent("a/b/x") && absent("c/x.fx") && absent("a/a/b/z"));
        // It is there, perhaps on a file system that ignores case.
        assert!(!absent("x.fx") && !absent("a/y.fxh") && !absent("A/B/z") && !absent("a"));
        // It is not known what is in there.
        assert!(!absent("a/.git/x") && !absent("../x.fx") && !absent("/x.fx") && !absent("a/\u{e9}"));
        assert!(!listing(paths(&[""]), paths(&["\u{212a}.fx"])).is_absent(Path::new("y.fx")));
        assert!(!listing(paths(&["a"]), Vec::new()).is_absent(Path::new("y.fx")));
        assert!(!Listing::default().is_absent(Path::new("y.fx")));
    }
}
