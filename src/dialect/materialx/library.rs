//! The node library: a folder of documents and of files in shading languages, read at run time.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::names::{Macros, macros_of};
use super::problem::{FileText, Place, Problem, ProblemKind};
use super::target::{self, Rules};
use super::universe::Indexed;
use super::xml::{self, FileProblem, FileSource};

/// The version of the library that this generator is written for.
pub const VERSION: &str = "1.39";

/// Documents of a library.
const MOST_FILES: usize = 10_000;

/// The number of the library's document; the user's is 0, and the project's own documents follow from 2.
pub const LIBRARY_NUMBER: u32 = 1;

/// A part of a file in a shading language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Bytes of the file.
    Text(u32, u32),
    /// The name of a file to include.
    Include(String),
}

/// A file in a shading language.
#[derive(Debug)]
pub struct Fragment {
    pub file: Arc<FileText>,
    pub pieces: Vec<Piece>,
    /// A number of files of the library, which are read once; `None`: a file outside of it.
    pub number: Option<u32>,
}

/// From the number of a file and a piece of it to the file that the piece includes.
type Included = FxHashMap<(u32, usize), Arc<Fragment>>;

/// The node library.
#[derive(Debug)]
pub struct Library {
    /// The folders, the node library's first, those of the project behind it.
    pub roots: Vec<PathBuf>,
    pub indexed: Indexed,
    /// Problems of its documents.
    pub problems: Vec<Problem>,
    /// The macros of its code, by the extension of the files.
    macros: FxHashMap<&'static str, Macros>,
    fragments: Mutex<FxHashMap<PathBuf, Option<Arc<Fragment>>>>,
    included: Mutex<Included>,
    /// Files by their name from the root.
    named: Mutex<FxHashMap<String, Arc<Fragment>>>,
}

impl Library {
    /// Reads all documents of some folders, and which macros their code has. `files`: the paths of documents and code,
    /// sorted within each folder.
    pub fn load(roots: &[PathBuf], files: &[PathBuf], source: &dyn FileSource) -> Library {
        let mut problems = Vec::new();
        let mut texts = Vec::new();
        let (documents, code): (Vec<&PathBuf>, Vec<&PathBuf>) = files.iter().partition(|path| is_document(path));
        for path in documents.into_iter().take(MOST_FILES) {
            match source.load(path) {
                Ok(text) => texts.push(text),
                Err(why) => {
                    let why = match why {
                        FileProblem::Missing => "it is not there".to_owned(),
                        FileProblem::Unreadable(why) => why,
                    };
                    let message = format!("the library's file `{}` cannot be read: {why}", path.display());
                    problems.push(Problem::new(ProblemKind::Include, message));
                }
            }
        }
        for text in &texts {
            check_version(text, &mut problems);
        }
        let mut document = xml::read_all(texts, source, &mut problems);
        document.number = LIBRARY_NUMBER;
        Library {
            roots: roots.to_vec(),
            indexed: Indexed::new(document),
            problems,
            macros: macros(&code, source),
            fragments: Mutex::new(FxHashMap::default()),
            included: Mutex::new(Included::default()),
            named: Mutex::default(),
        }
    }

    /// The macros of the code of a target: names that no text can give to something else.
    pub fn macros(&self, rules: &Rules) -> Macros {
        self.macros.get(rules.extension).cloned().unwrap_or_default()
    }

    /// Whether [`Library::macros`] has the macros of a file.
    pub fn knows_macros_of(&self, fragment: &Fragment) -> bool {
        fragment.number.is_some() && fragment.file.path.extension().is_some_and(is_code)
    }

    /// A file in a shading language, beside a document or from the root of the library.
    pub fn fragment(&self, folder: &Path, name: &str, source: &dyn FileSource) -> Option<Arc<Fragment>> {
        for root in std::iter::once(folder).chain(self.roots.iter().map(PathBuf::as_path)) {
            let path = normal(&root.join(name));
            if let Some(found) = self.fragment_at(&path, source) {
                return Some(found);
            }
        }
        None
    }

    /// A file by its name from the root of the library.
    pub fn root_file(&self, name: &str, source: &dyn FileSource) -> Option<Arc<Fragment>> {
        let known = self.named.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(known) = known {
            return Some(reread(known, source));
        }
        let root = self.roots.first().map_or(Path::new(""), PathBuf::as_path);
        let found = self.fragment(root, name, source)?;
        if found.number.is_some() {
            self.named.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), Arc::clone(&found));
        }
        Some(found)
    }

    /// The file that a piece of a file includes. `name`: its name without tokens.
    pub fn included(
        &self,
        (from, piece): (&Fragment, usize),
        name: &str,
        source: &dyn FileSource,
    ) -> Option<Arc<Fragment>> {
        let folder = from.file.path.parent().unwrap_or(Path::new(""));
        // The name of a piece with tokens depends on the options.
        let key = match (&from.pieces[piece], from.number) {
            (Piece::Include(written), Some(number)) if written == name => Some((number, piece)),
            _ => None,
        };
        let Some(key) = key else { return self.fragment(folder, name, source) };
        let known = self.included.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return Some(reread(known, source));
        }
        let found = self.fragment(folder, name, source)?;
        if found.number.is_some() {
            self.included.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&found));
        }
        Some(found)
    }

    fn fragment_at(&self, path: &Path, source: &dyn FileSource) -> Option<Arc<Fragment>> {
        // Files outside of the library can change while it is in use.
        if !self.roots.iter().any(|root| path.starts_with(root)) {
            return source.load(path).ok().map(|file| Arc::new(split(file, None)));
        }
        let mut known = self.fragments.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(path) {
            return found.clone().map(|found| reread(found, source));
        }
        let number = known.len() as u32;
        let found = source.load(path).ok().map(|file| Arc::new(split(file, Some(number))));
        if found.is_some() || path.extension().is_some_and(is_code) {
            known.insert(path.to_owned(), found.clone());
        }
        found
    }
}

/// The extension of documents.
pub const DOCUMENT: &str = "mtlx";

/// The file is a document.
pub fn is_document(path: &Path) -> bool {
    path.extension().is_some_and(|name| name == DOCUMENT)
}

/// The file has code of a target.
pub fn is_code(extension: &OsStr) -> bool {
    target::TARGETS.iter().any(|rules| extension == rules.extension)
}

/// The macros of files with code, by their extensions. A file that cannot be read is told where it is used.
fn macros(paths: &[&PathBuf], source: &dyn FileSource) -> FxHashMap<&'static str, Macros> {
    let of = |rules: &Rules| {
        let files = paths.iter().filter(|path| path.extension().is_some_and(|name| name == rules.extension));
        let texts = files.filter_map(|path| source.load(path).ok());
        texts.flat_map(|file| macros_of(&file.text).map(|(_, name)| name.to_owned()).collect::<Vec<_>>()).collect()
    };
    target::TARGETS.iter().map(|rules| (rules.extension, Arc::new(of(rules)))).collect()
}

/// A file that was read before. Whoever opens the library names its documents and its code as inputs, and a change of them
/// makes another library; a file with another extension is an input of each text that uses it.
fn reread(found: Arc<Fragment>, source: &dyn FileSource) -> Arc<Fragment> {
    if found.file.path.extension().is_some_and(is_code) {
        return found;
    }
    match source.load(&found.file.path) {
        Ok(file) if file.text != found.file.text => Arc::new(split(file, None)),
        _ => found,
    }
}

/// Warns of a library that is written for another version.
fn check_version(text: &Arc<FileText>, problems: &mut Vec<Problem>) {
    let Some(at) = text.text.find("<materialx") else { return };
    let tag = text.text[at..].split('>').next().unwrap_or("");
    let Some(version) = tag.split("version=\"").nth(1).and_then(|rest| rest.split('"').next()) else { return };
    let is_reported = problems.iter().any(|problem| problem.kind == ProblemKind::LibraryVersion);
    if version != VERSION && !is_reported {
        let message = format!("the node library is of version {version}; this generator is written for {VERSION}");
        let start = at + tag.find(version).unwrap_or(0);
        let place = Place { file: Arc::clone(text), start: start as u32, end: (start + version.len()) as u32 };
        problems.push(Problem::new(ProblemKind::LibraryVersion, message).at(Some(place)));
    }
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            std::path::Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

/// Splits a file at its `#include` lines.
fn split(file: Arc<FileText>, number: Option<u32>) -> Fragment {
    let (mut pieces, mut from, mut at) = (Vec::new(), 0, 0);
    for line in file.text.split_inclusive('\n') {
        if let Some(name) = included_name(line) {
            if from < at {
                pieces.push(Piece::Text(from as u32, at as u32));
            }
            pieces.push(Piece::Include(name.to_owned()));
            from = at + line.len();
        }
        at += line.len();
    }
    if from < at {
        pieces.push(Piece::Text(from as u32, at as u32));
    }
    Fragment { file, pieces, number }
}

fn included_name(line: &str) -> Option<&str> {
    line.trim().strip_prefix("#include")?.trim().strip_prefix('"')?.split('"').next()
}
