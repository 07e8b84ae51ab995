//! Lexed files, shared by all units and threads of a build.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use rustc_hash::FxHashMap;

use crate::diag::{FileId, SourceFile, Sources};

use super::lines::LexedFile;

type Slot = Arc<OnceLock<Arc<LexedFile>>>;

/// Each file lexed once, each set of predefined macros once. Belongs to one [`Sources`].
#[derive(Debug, Default)]
pub struct FileCache {
    files: RwLock<FxHashMap<FileId, Slot>>,
    /// By name and text: macros of requests, and texts made by macros.
    virtual_files: RwLock<FxHashMap<(&'static str, String), Slot>>,
}

impl FileCache {
    /// An empty cache.
    pub fn new() -> FileCache {
        FileCache::default()
    }

    /// The file's tokens and lines; the first caller lexes, others wait for it.
    pub fn file(&self, file: &Arc<SourceFile>) -> Arc<LexedFile> {
        let known = self.files.read().unwrap_or_else(PoisonError::into_inner).get(&file.id).cloned();
        let slot = known.unwrap_or_else(|| {
            Arc::clone(self.files.write().unwrap_or_else(PoisonError::into_inner).entry(file.id).or_default())
        });
        Arc::clone(slot.get_or_init(|| Arc::new(LexedFile::new(Arc::clone(file)))))
    }

    /// Drops files that nothing will read again; they are lexed anew if something does.
    pub fn forget(&self, files: impl Iterator<Item = FileId>) {
        let mut all = self.files.write().unwrap_or_else(PoisonError::into_inner);
        files.for_each(|file| drop(all.remove(&file)));
    }

    /// Text that is not a file on disk; added to `sources` at its first use.
    pub fn virtual_file(&self, name: &'static str, text: String, sources: &Sources) -> Arc<LexedFile> {
        let key = (name, text);
        let known = self.virtual_files.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        let slot = known.unwrap_or_else(|| {
            let mut files = self.virtual_files.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(files.entry(key.clone()).or_default())
        });
        Arc::clone(slot.get_or_init(|| Arc::new(LexedFile::new(sources.add(name, &key.1)))))
    }
}
