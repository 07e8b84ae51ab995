//! Walks the folders below the project root, each once, whatever links there are.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

/// What a walk comes to. Paths are relative to the root, under the name by which the walk came to them.
pub enum Visit {
    /// A folder that is entered.
    Folder(PathBuf),
    /// In the order of paths, below each of the bases and links.
    File(PathBuf),
    /// Something else that is not entered, or only under another name: a folder that is left out, a link to a folder.
    NotEntered(PathBuf),
    /// A link to nothing, or to itself.
    Dangling(PathBuf),
    /// A link to a folder that contains the link. `target` is `None` if that folder lies outside of the project.
    Loop {
        link: PathBuf,
        target: Option<PathBuf>,
    },
    /// A link to a folder outside of the root, which is not entered.
    Outside(PathBuf),
    Unreadable(PathBuf, io::Error),
    /// There are more entries than allowed; the walk has ended.
    TooMany,
}

/// Which folders to enter.
pub struct FolderWalk<'a> {
    pub root: &'a Path,
    /// The cache folder, relative to the root; empty if there is none.
    pub skip: &'a Path,
    /// Whether nothing in a folder is of interest.
    pub is_left_out: &'a dyn Fn(&Path) -> bool,
    /// Files and folders to look at, at most.
    pub most: u64,
}

/// What a walk comes to next.
enum Open {
    /// By its name in the project, and by its path without links.
    Folder(PathBuf, PathBuf),
    File(PathBuf),
}

/// A walk between its first folder and its last.
struct Walking<'a, 'v> {
    walk: &'a FolderWalk<'a>,
    visit: &'v mut dyn FnMut(Visit),
    /// Folders, without links, below which links may lead: the root and the folders that were asked for.
    allowed: Vec<PathBuf>,
    entered: FxHashSet<PathBuf>,
    /// The last one first. Files wait among the folders beside them, so that files are visited in the order of their paths.
    open: Vec<Open>,
    /// Links to folders, with the link's own folder and the target, both without links.
    links: VecDeque<(PathBuf, PathBuf, PathBuf)>,
    looked_at: u64,
}

impl FolderWalk<'_> {
    /// Walks these folders (relative to the root) and those below them. A folder that is also reached by a link is entered once, by
    /// its own name if that lies below one of the bases. Links lead to folders of the project; one that leads out of it is entered
    /// only if a base names it. Hidden folders and `skip` are entered only if a base names them.
    pub fn run(&self, bases: &[PathBuf], visit: &mut dyn FnMut(Visit)) {
        let real = |folder: &Path| {
            let path = self.root.join(folder);
            std::fs::canonicalize(if path.as_os_str().is_empty() { Path::new(".") } else { &path })
        };
        let mut walking = Walking {
            walk: self,
            visit,
            allowed: real(Path::new("")).ok().into_iter().collect(),
            entered: FxHashSet::default(),
            open: Vec::new(),
            links: VecDeque::new(),
            looked_at: 0,
        };
        let mut starts: Vec<&PathBuf> = bases.iter().collect();
        starts.sort();
        starts.dedup();
        for base in starts {
            let target = match real(base) {
                Ok(target) => target,
                // A missing base folder is reported as a pattern without a match.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => {
                    (walking.visit)(Visit::Unreadable(base.clone(), error));
                    continue;
                }
            };
            walking.allowed.push(target.clone());
            if target.is_dir() {
                walking.open.push(Open::Folder(base.clone(), target));
            }
            if !walking.enter_open() {
                return;
            }
        }
        walking.enter_links();
    }
}

impl Walking<'_, '_> {
    /// Enters the open folders and those below them. `false` where the walk ends.
    fn enter_open(&mut self) -> bool {
        while let Some(next) = self.open.pop() {
            let (folder, real) = match next {
                Open::Folder(folder, real) => (folder, real),
                Open::File(file) => {
                    (self.visit)(Visit::File(file));
                    continue;
                }
            };
            if !self.entered.insert(real.clone()) {
                continue;
            }
            (self.visit)(Visit::Folder(folder.clone()));
            let first_inside = self.open.len();
            let Some(entries) = self.entries(&folder) else {
                self.visit_open_files();
                return false;
            };
            entries.into_iter().for_each(|(name, kind)| self.entry(&folder, &real, name, kind));
            self.open[first_inside..].reverse();
        }
        true
    }

    /// Visits the files that were found, and enters no more folders.
    fn visit_open_files(&mut self) {
        while let Some(next) = self.open.pop() {
            if let Open::File(file) = next {
                (self.visit)(Visit::File(file));
            }
        }
    }

    /// The entries of a folder, by name. `None` if there are too many.
    fn entries(&mut self, folder: &Path) -> Option<Vec<(OsString, io::Result<std::fs::FileType>)>> {
        let path = self.walk.root.join(folder);
        let read = std::fs::read_dir(if path.as_os_str().is_empty() { Path::new(".") } else { &path });
        let list = match read {
            Ok(list) => list,
            Err(error) => {
                (self.visit)(Visit::Unreadable(folder.to_path_buf(), error));
                return Some(Vec::new());
            }
        };
        let mut entries = Vec::new();
        for entry in list {
            self.looked_at += 1;
            if self.looked_at > self.walk.most {
                (self.visit)(Visit::TooMany);
                return None;
            }
            match entry {
                Ok(entry) => entries.push((entry.file_name(), entry.file_type())),
                Err(error) => (self.visit)(Visit::Unreadable(folder.to_path_buf(), error)),
            }
        }
        entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        Some(entries)
    }

    fn entry(&mut self, folder: &Path, real: &Path, name: OsString, kind: io::Result<std::fs::FileType>) {
        let path = folder.join(&name);
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        let is_wanted = |path: &Path| !is_hidden && path != self.walk.skip && !(self.walk.is_left_out)(path);
        match kind {
            Ok(kind) if kind.is_dir() => {
                if is_wanted(&path) {
                    self.open.push(Open::Folder(path, real.join(name)));
                } else {
                    (self.visit)(Visit::NotEntered(path));
                }
            }
            Ok(kind) if kind.is_symlink() => match std::fs::metadata(self.walk.root.join(&path)) {
                Ok(target) if target.is_dir() => {
                    let target = std::fs::canonicalize(self.walk.root.join(&path));
                    (self.visit)(Visit::NotEntered(path.clone()));
                    if is_wanted(&path) {
                        self.links.extend(target.ok().map(|target| (path, real.to_path_buf(), target)));
                    }
                }
                Ok(_) => self.open.push(Open::File(path)),
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    (self.visit)(Visit::Unreadable(path, error));
                }
                // Emacs marks a file that is being edited with a link `.#name` to nothing.
                Err(_) if name.as_encoded_bytes().starts_with(b".#") => {
                    (self.visit)(Visit::NotEntered(path));
                }
                Err(_) => (self.visit)(Visit::Dangling(path)),
            },
            Ok(_) => self.open.push(Open::File(path)),
            Err(error) => (self.visit)(Visit::Unreadable(path, error)),
        }
    }

    /// Enters the folders that links lead to. All folders that have a name of their own come first, so that names do not depend on
    /// links.
    fn enter_links(&mut self) {
        let skip = self.walk.skip;
        let skip = (!skip.as_os_str().is_empty()).then(|| std::fs::canonicalize(self.walk.root.join(skip)).ok());
        let skip = skip.flatten();
        while let Some((link, holder, target)) = self.links.pop_front() {
            if holder.starts_with(&target) {
                let root = self.allowed.first();
                let inside = root.and_then(|root| target.strip_prefix(root).ok()).map(Path::to_path_buf);
                (self.visit)(Visit::Loop { link, target: inside });
            } else if self.entered.contains(&target) || skip.as_ref().is_some_and(|skip| target.starts_with(skip)) {
                // It was entered by its own name or by another link; or it is uberc's own.
            } else if !self.allowed.iter().any(|folder| target.starts_with(folder)) {
                (self.visit)(Visit::Outside(link));
            } else {
                self.open.push(Open::Folder(link, target));
                if !self.enter_open() {
                    return;
                }
            }
        }
    }
}
