//! Source files: each is read once in a build, and shared by all shaders and threads.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::SystemTime;

use rustc_hash::FxHashMap;

use super::folder_listing::{BOUNDS, list_files};
use super::place_map::PlaceMap;
use super::span::{FileId, Position, Span};
use crate::bounded_file;
use crate::digest::{Digest, DigestWriter};

/// One file's text and identity.
#[derive(Debug)]
pub struct SourceFile {
    pub id: FileId,
    /// Relative to the project root, with `/` between parts. Messages and keys use this name only.
    pub name: Arc<str>,
    /// Relative to the project root if it is below the root; `None` for text that is not a file on disk.
    pub path: Option<PathBuf>,
    /// UTF-8 without byte order mark; invalid bytes became U+FFFD (see `lossy`).
    pub text: Arc<str>,
    /// Of the bytes on disk.
    pub digest: Digest,
    /// The bytes were not valid UTF-8 (nor UTF-16 with a byte order mark).
    pub lossy: bool,
    pub origin: TextOrigin,
    /// `None` for text that was not read from a disk.
    pub read: Option<FileRead>,
    line_starts: Vec<u32>,
}

/// When a file was read.
#[derive(Clone, Debug)]
pub struct FileRead {
    /// Before it was opened.
    pub observed: SystemTime,
    /// When it was opened, before the first byte was read.
    pub metadata: Metadata,
}

/// The origin of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextOrigin {
    /// The text itself: a file that a person edits, or a text from the caller.
    Own,
    /// A part of another file, byte for byte.
    Part(Span),
    /// Written by a generator from other files.
    Generated(PlaceMap),
}

/// Why a file could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    NotFound,
    /// The reason: the operating system's message, or what is there in place of a file of a fair size.
    Io(String),
}

/// All files of a build. Each path is read or looked for at most once, so that the build sees one state of the disk.
#[derive(Debug)]
pub struct Sources {
    root: PathBuf,
    overlay: BTreeMap<PathBuf, Vec<u8>>,
    overlay_only: bool,
    files: RwLock<Vec<Arc<SourceFile>>>,
    /// By the normalised path.
    by_path: Mutex<FxHashMap<PathBuf, Result<FileId, LoadError>>>,
    /// The same by the path as a caller gave it: to normalise it takes longer than to find it.
    by_given_path: Mutex<FxHashMap<PathBuf, Result<FileId, LoadError>>>,
    /// The files below folders that were listed.
    listed: Mutex<FxHashMap<PathBuf, Arc<[PathBuf]>>>,
    /// The files of folders that were loaded together, by the folder and the extensions.
    loaded: Mutex<FxHashMap<(PathBuf, String), Arc<LoadedFolder>>>,
    /// Files of earlier builds, by path: with equal bytes a file keeps its number.
    before: FxHashMap<PathBuf, FileId>,
    /// The digests of files that were found in this build.
    current: Mutex<FxHashMap<PathBuf, Digest>>,
}

/// The files of a folder, and of those in it, that were loaded together.
#[derive(Debug)]
pub struct LoadedFolder {
    /// All that were wanted, sorted.
    pub paths: Vec<PathBuf>,
    /// Those that could be loaded.
    pub files: Vec<FileId>,
    /// Of all paths, and of the contents of the files that could be loaded.
    pub digest: Digest,
}

/// Upper bound of old states of files that are kept for later builds, beyond two for each file that was read.
const MOST_OLD: usize = 256;

impl Sources {
    /// Files on disk; relative paths are relative to `root`.
    pub fn new(root: impl Into<PathBuf>) -> Sources {
        Sources {
            root: root.into(),
            overlay: BTreeMap::new(),
            overlay_only: false,
            files: RwLock::new(Vec::new()),
            by_path: Mutex::default(),
            by_given_path: Mutex::default(),
            listed: Mutex::default(),
            loaded: Mutex::default(),
            before: FxHashMap::default(),
            current: Mutex::default(),
        }
    }

    /// The sources of the next build with the same root. Every file is read again, and keeps its number if its bytes
    /// are equal, so that spans of this build stay valid. Unsaved texts are forgotten. `None` if too many old states
    /// would be kept, and for a project in memory.
    pub fn again(&self) -> Option<Sources> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner).clone();
        let by_path = self.by_path.lock().unwrap_or_else(PoisonError::into_inner);
        let mut before = self.before.clone();
        before.extend(by_path.iter().filter_map(|(path, known)| Some((path.clone(), *known.as_ref().ok()?))));
        let old = files.len() > 2 * before.len() + MOST_OLD;
        (!old && !self.overlay_only).then(|| Sources {
            root: self.root.clone(),
            overlay: BTreeMap::new(),
            overlay_only: false,
            files: RwLock::new(files),
            by_path: Mutex::default(),
            by_given_path: Mutex::default(),
            listed: Mutex::default(),
            loaded: Mutex::default(),
            before,
            current: Mutex::default(),
        })
    }

    /// A project of these files only (paths relative to the root), for tests and for text in an editor.
    pub fn in_memory<P: Into<PathBuf>, B: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, B)>) -> Sources {
        let mut sources = Sources::new("");
        sources.overlay_only = true;
        for (path, bytes) in files {
            sources.overlay.insert(normalise(&path.into()), bytes.into());
        }
        sources
    }

    /// With texts that an editor has not saved, in place of the files of these paths, which are absolute or relative to
    /// the root. No file may have been loaded yet.
    #[must_use]
    pub fn with_unsaved<'t>(mut self, texts: impl IntoIterator<Item = (&'t Path, &'t str)>) -> Sources {
        for (path, text) in texts {
            self.overlay.insert(self.relative(path), text.as_bytes().to_vec());
        }
        self
    }

    /// The project root.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The paths of all files in memory, sorted; `None` for a project on disk.
    pub fn in_memory_paths(&self) -> Option<impl Iterator<Item = &Path>> {
        self.overlay_only.then(|| self.overlay.keys().map(PathBuf::as_path))
    }

    /// Loads a file; a second call for the same path returns the same result. `path` is relative to the root, or
    /// absolute.
    pub fn load(&self, path: &Path) -> Result<Arc<SourceFile>, LoadError> {
        let known = self.by_given_path.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(known) = known {
            return known.map(|id| self.get(id));
        }
        let loaded = self.load_relative(self.relative(path));
        let id = loaded.as_ref().map(|file| file.id).map_err(Clone::clone);
        self.by_given_path.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), id);
        loaded
    }

    fn load_relative(&self, path: PathBuf) -> Result<Arc<SourceFile>, LoadError> {
        let mut by_path = self.by_path.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = by_path.get(&path) {
            return known.clone().map(|id| self.get(id));
        }
        let before = self.before.get(&path).map(|id| self.get(*id));
        if let Some(known) = before.as_ref().filter(|known| self.is_current(&path, &known.digest)) {
            by_path.insert(path, Ok(known.id));
            return Ok(Arc::clone(known));
        }
        let loaded = self.read(&path).map(|(bytes, read)| match before {
            Some(known) if known.digest == Digest::of(&bytes) => known,
            _ => self.insert_file(display_name(&path), Some((path.clone(), read)), &bytes, TextOrigin::Own),
        });
        by_path.insert(path, loaded.as_ref().map(|file| file.id).map_err(Clone::clone));
        loaded
    }

    /// Notes the digest of a file on disk that somebody else has found in this build. If it is that of the earlier build, the file need
    /// not be read again. `path`: relative to the root, or absolute where it lies elsewhere.
    pub fn note_current(&self, path: &Path, digest: Digest) {
        self.current.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf(), digest);
    }

    fn is_current(&self, path: &Path, digest: &Digest) -> bool {
        let is_unsaved = || self.overlay.contains_key(path);
        self.current.lock().unwrap_or_else(PoisonError::into_inner).get(path) == Some(digest) && !is_unsaved()
    }

    /// Adds text that is not a file on disk, such as the macros of a request.
    pub fn add(&self, name: impl Into<Arc<str>>, text: &str) -> Arc<SourceFile> {
        self.insert(name.into(), text.as_bytes(), TextOrigin::Own)
    }

    /// Adds text that is a part of another file, if that part is known, such as a shader's `Source` in Lua. Messages
    /// then point into that file.
    pub fn add_part(&self, name: impl Into<Arc<str>>, text: &str, within: Option<Span>) -> Arc<SourceFile> {
        self.insert(name.into(), text.as_bytes(), within.map_or(TextOrigin::Own, TextOrigin::Part))
    }

    /// Adds text that a generator wrote. Messages point to the origin of each place.
    pub fn add_generated(&self, name: impl Into<Arc<str>>, text: &str, places: PlaceMap) -> Arc<SourceFile> {
        self.insert(name.into(), text.as_bytes(), TextOrigin::Generated(places))
    }

    /// The corresponding place in the file that a person edits.
    pub fn outermost(&self, span: Span) -> Span {
        match &self.get(span.file).origin {
            TextOrigin::Own => span,
            TextOrigin::Part(Span { file, start, .. }) => {
                self.outermost(Span { file: *file, start: start + span.start, end: start + span.end })
            }
            TextOrigin::Generated(places) => match places.origin(span.start, span.end) {
                Some(origin) => self.outermost(origin),
                None => span,
            },
        }
    }

    /// The file with this number.
    ///
    /// # Panics
    /// If `id` belongs to another `Sources`.
    pub fn get(&self, id: FileId) -> Arc<SourceFile> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&files[id.0 as usize])
    }

    /// The names of the files beside `path`, sorted: for suggestions.
    pub fn siblings(&self, path: &Path) -> Vec<String> {
        let path = self.relative(path);
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut names: Vec<String> = self
            .overlay
            .keys()
            .filter(|file| file.parent() == Some(folder))
            .filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()))
            .collect();
        if !self.overlay_only {
            let entries = std::fs::read_dir(self.root.join(folder)).into_iter().flatten().flatten();
            let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()));
            names.extend(files.map(|entry| entry.file_name().to_string_lossy().into_owned()));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The files on disk in a folder and in those in it, as paths below `folder`, sorted: at most 20,000, from as many folders that are
    /// nested at most 32 deep. Each folder is listed once, also where links lead to it. A second call answers what the first one did.
    pub fn files_below(&self, folder: &Path) -> Arc<[PathBuf]> {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = listed.get(folder) {
            return Arc::clone(known);
        }
        let files = if self.overlay_only { Vec::new() } else { list_files(&self.root.join(folder), folder, BOUNDS) };
        let files: Arc<[PathBuf]> = files.into();
        listed.insert(folder.to_owned(), Arc::clone(&files));
        files
    }

    /// Loads the files of [`Sources::files_below`] with one of these extensions. A second call answers what the first one did.
    pub fn load_below(&self, folder: &Path, extensions: &[&str]) -> Arc<LoadedFolder> {
        let key = (folder.to_owned(), extensions.join("/"));
        if let Some(known) = self.loaded.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(known);
        }
        let is_wanted = |path: &&PathBuf| {
            path.extension().is_some_and(|name| extensions.iter().any(|extension| name == *extension))
        };
        let paths: Vec<PathBuf> = self.files_below(folder).iter().filter(is_wanted).cloned().collect();
        let (mut files, mut hasher) = (Vec::with_capacity(paths.len()), DigestWriter::default());
        for path in &paths {
            hasher.update(path.as_os_str().as_encoded_bytes());
            // No name has this byte.
            hasher.update(&[0]);
            // A file that cannot be read is not a file without bytes.
            let digest = self.load(path).map_or(Digest([0; 32]), |file| {
                files.push(file.id);
                file.digest
            });
            hasher.update(&digest.0);
        }
        let found = Arc::new(LoadedFolder { paths, files, digest: hasher.finish() });
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&found));
        found
    }

    /// The normalised path: relative to the root if it is below the root, without `.` and (if possible) `..`.
    pub fn relative(&self, path: &Path) -> PathBuf {
        let path = if self.root.as_os_str().is_empty() { path } else { path.strip_prefix(&self.root).unwrap_or(path) };
        normalise(path)
    }

    fn read(&self, path: &Path) -> Result<(Vec<u8>, Option<FileRead>), LoadError> {
        if let Some(bytes) = self.overlay.get(path) {
            return Ok((bytes.clone(), None));
        }
        if self.overlay_only {
            return Err(LoadError::NotFound);
        }
        let observed = SystemTime::now();
        match bounded_file::read_with_metadata(&self.root.join(path), bounded_file::MOST_TEXT) {
            Ok((bytes, metadata)) => Ok((bytes, Some(FileRead { observed, metadata }))),
            Err(error) => Err(match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory => {
                    LoadError::NotFound
                }
                _ => LoadError::Io(error.to_string()),
            }),
        }
    }

    /// The digest of a file when it was loaded (inner `None`: the file did not exist); outer `None` if it was not
    /// loaded.
    pub fn seen(&self, path: &Path) -> Option<Option<Digest>> {
        Some(self.loaded(path)?.map(|file| file.digest))
    }

    /// A file if it was loaded (inner `None`: the file did not exist); outer `None` if it was not loaded.
    pub fn loaded(&self, path: &Path) -> Option<Option<Arc<SourceFile>>> {
        let known = self.by_path.lock().unwrap_or_else(PoisonError::into_inner).get(&self.relative(path)).cloned();
        known.map(|known| known.ok().map(|id| self.get(id)))
    }

    fn insert(&self, name: Arc<str>, bytes: &[u8], origin: TextOrigin) -> Arc<SourceFile> {
        self.insert_file(name, None, bytes, origin)
    }

    fn insert_file(
        &self,
        name: Arc<str>,
        path: Option<(PathBuf, Option<FileRead>)>,
        bytes: &[u8],
        origin: TextOrigin,
    ) -> Arc<SourceFile> {
        let (path, read) = path.map_or((None, None), |(path, read)| (Some(path), read));
        let (text, lossy) = decode(bytes);
        // Finding single characters is made for speed in the standard library.
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
        let digest = Digest::of(bytes);
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let id = FileId(u32::try_from(files.len()).expect("fewer than 2^32 files fit in memory"));
        let file = Arc::new(SourceFile { id, name, path, text: text.into(), digest, lossy, origin, read, line_starts });
        files.push(Arc::clone(&file));
        file
    }
}

impl SourceFile {
    /// Line and column of a byte offset; an offset past the end gives the end.
    pub fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.text.len() as u32);
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts[line - 1] as usize;
        let before = self.text.get(start..offset as usize).unwrap_or("");
        Position { line: line as u32, column: before.chars().count() as u32 + 1 }
    }

    /// The same, where the position of an offset before it is known. It does not count the beginning of a long line again for each
    /// token.
    pub fn position_from(&self, (known, at): (u32, Position), offset: u32) -> Position {
        let next_line = self.line_starts.get(at.line as usize).copied().unwrap_or(u32::MAX);
        match self.text.get(known as usize..offset as usize) {
            Some(between) if offset < next_line => {
                Position { line: at.line, column: at.column + between.chars().count() as u32 }
            }
            _ => self.position(offset),
        }
    }

    /// Number of lines; a final line break does not begin another.
    pub fn line_count(&self) -> u32 {
        let trailing = self.line_starts.len() > 1 && self.line_starts.last() == Some(&(self.text.len() as u32));
        self.line_starts.len() as u32 - u32::from(trailing)
    }

    /// The span of a line's text (lines from 1) without surrounding white space; the last line if there are fewer
    /// lines.
    pub fn line_span(&self, line: u32) -> Span {
        let (start, text) = self.line(line);
        let indent = text.len() - text.trim_start().len();
        let start = start + indent as u32;
        Span { file: self.id, start, end: start + text.trim().len() as u32 }
    }

    /// The span from a column (from 1, in characters) to the end of the word there; see [`SourceFile::line_span`].
    pub fn word_span(&self, line: u32, column: u32) -> Span {
        let (start, text) = self.line(line);
        let offset =
            text.char_indices().nth(column.saturating_sub(1) as usize).map_or(text.trim_end().len(), |(at, _)| at);
        let rest = text.get(offset..).unwrap_or("");
        let word = rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let start = start + offset as u32;
        let width = if word == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { word };
        Span { file: self.id, start, end: start + width as u32 }
    }

    /// The bytes of a line (from 0), its line break included.
    pub fn line_range(&self, index: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.line_starts.get(index)? as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |next| *next as usize);
        Some(start..end)
    }

    fn line(&self, line: u32) -> (u32, &str) {
        let index = (line.max(1) as usize - 1).min(self.line_starts.len() - 1);
        let start = self.line_starts[index];
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |next| *next as usize);
        (start, self.text[start as usize..end].trim_end_matches(['\n', '\r']))
    }
}

fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let wide = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        match String::from_utf16(&units) {
            Ok(text) => (text.into(), !rest.len().is_multiple_of(2)),
            Err(_) => (String::from_utf16_lossy(&units).into(), true),
        }
    };
    match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => narrow(rest),
        [0xFF, 0xFE, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => narrow(bytes),
    }
}

fn narrow(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.into(), false),
        Err(_) => (String::from_utf8_lossy(bytes), true),
    }
}

/// Resolves `.` and `..` in the text of the path, without looking at links, so that the result is equal on every
/// machine.
fn normalise(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

fn display_name(path: &Path) -> Arc<str> {
    let name = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { name.into() } else { name.replace(std::path::MAIN_SEPARATOR, "/").into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_below_a_folder_are_those_of_the_first_listing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join("lib")).expect("a folder");
        std::fs::write(folder.path().join("lib/a.mtlx"), "").expect("a file");
        let sources = Sources::new(folder.path());
        let below = || sources.files_below(Path::new("lib"));
        assert_eq!(*below(), [PathBuf::from("lib/a.mtlx")]);
        // A build sees one state of the disk.
        std::fs::write(folder.path().join("lib/b.mtlx"), "").expect("a file");
        assert_eq!(*below(), [PathBuf::from("lib/a.mtlx")]);
        let absolute = sources.files_below(&folder.path().join("lib"));
        assert_eq!(absolute.len(), 2, "{absolute:?}");
        assert!(Sources::in_memory([("lib/a.mtlx", "")]).files_below(Path::new("lib")).is_empty());
    }

    #[test]
    fn a_position_is_the_same_from_each_position_before_it() {
        let sources = Sources::in_memory([("a", "ab\nc\u{e9}\t\u{1f600}d\n\n  e\r\nf")]);
        let file = sources.load(Path::new("a")).expect("it is there");
        let offsets = || {
            (0..=file.text.len() as u32 + 2)
                .filter(|at| file.text.is_char_boundary((*at as usize).min(file.text.len())))
        };
        for known in offsets() {
            for offset in offsets() {
                let found = file.position_from((known, file.position(known)), offset);
                assert_eq!(found, file.position(offset), "{offset} from {known}");
            }
        }
    }

    #[test]
    fn a_file_that_is_known_to_be_as_before_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |text: &str| std::fs::write(folder.path().join("a"), text).expect("a file");
        write("1");
        let first = Sources::new(folder.path());
        let before = first.load(Path::new("a")).expect("it is there");
        write("2");
        // So that it is seen that the file is not read.
        let second = first.again().expect("few files");
        second.note_current(Path::new("a"), before.digest);
        assert_eq!(second.load(Path::new("a")).expect("it was there").id, before.id);
        let third = second.again().expect("few files");
        third.note_current(Path::new("a"), Digest::of(b"2"));
        assert_eq!(&*third.load(Path::new("a")).expect("it is there").text, "2");
    }

    fn one(text: &[u8]) -> Arc<SourceFile> {
        Sources::in_memory([("a.fx", text)]).load(Path::new("a.fx")).expect("it is in memory")
    }

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let file = one("ab\nc\u{e9}d\n".as_bytes());
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(3), Position { line: 2, column: 1 });
        assert_eq!(file.position(6), Position { line: 2, column: 3 });
        assert_eq!(file.position(99), Position { line: 3, column: 1 });
        assert_eq!(file.line_count(), 2);
    }

    #[test]
    fn line_and_word_spans_stay_inside_their_line() {
        let file = one(b"  int a;\r\nfloat bar = 1;\n");
        let text = |span: Span| file.text[span.start as usize..span.end as usize].to_owned();
        assert_eq!(text(file.line_span(1)), "int a;");
        assert_eq!(text(file.word_span(2, 7)), "bar");
        assert_eq!(text(file.word_span(2, 11)), "=");
        assert_eq!(text(file.word_span(2, 99)), "");
        assert_eq!(text(file.line_span(99)), "");
    }

    #[test]
    fn byte_order_marks_are_removed_and_bad_bytes_are_told() {
        assert_eq!(&*one(b"\xEF\xBB\xBFa").text, "a");
        assert_eq!(&*one(b"\xFF\xFEa\0b\0").text, "ab");
        assert_eq!(&*one(b"\xFE\xFF\0a\0b").text, "ab");
        assert!(!one(b"\xEF\xBB\xBFa").lossy);
        assert!(one(b"a\xE9b").lossy);
    }

    #[test]
    fn a_file_keeps_its_number_in_the_next_build_while_it_has_the_same_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
        let load =
            |sources: &Sources, name: &str| sources.load(Path::new(name)).map(|file| (file.id, file.text.to_string()));
        write("a", "1");
        write("b", "1");
        let first = Sources::new(folder.path());
        let a = load(&first, "a").expect("it is there");
        let b = load(&first, "b").expect("it is there");
        assert_eq!(load(&first, "c"), Err(LoadError::NotFound));
        write("b", "2");
        write("c", "1");
        let second = first.again().expect("few files");
        assert_eq!(load(&second, "a"), Ok(a.clone()));
        let changed = load(&second, "b").expect("it is there");
        assert!(changed.0 != b.0 && changed.1 == "2", "{changed:?}");
        assert!(load(&second, "c").is_ok(), "a miss is looked for again");
        assert_eq!(&*second.get(b.0).text, "1", "old places can still be shown");
        // Not read in one build, and the same in the one after it.
        let third = second.again().and_then(|second| second.again()).expect("few files");
        assert_eq!(load(&third, "a"), Ok(a));
        assert_eq!(load(&third, "b"), Ok(changed));
        std::fs::remove_file(folder.path().join("a")).expect("it is there");
        let fourth = third.again().expect("few files");
        assert_eq!(load(&fourth, "a"), Err(LoadError::NotFound));
        // Old states do not pile up for ever.
        let mut last = fourth;
        for number in 0..MOST_OLD * 2 {
            write("b", &number.to_string());
            assert!(load(&last, "b").is_ok());
            match last.again() {
                Some(next) => last = next,
                None => return assert!(number > MOST_OLD / 2),
            }
        }
        panic!("{} files are kept", last.files.read().unwrap().len());
    }

    #[test]
    fn each_file_and_each_miss_is_looked_up_once_under_one_name() {
        let sources = Sources::in_memory([("inc/a.fxh", "x")]);
        let first = sources.load(Path::new("inc/../inc/./a.fxh")).expect("it is in memory");
        let second = sources.load(Path::new("inc/a.fxh")).expect("it is in memory");
        assert_eq!(first.id, second.id);
        assert_eq!(&*first.name, "inc/a.fxh");
        assert_eq!(sources.load(Path::new("b")).err(), Some(LoadError::NotFound));
    }
}
