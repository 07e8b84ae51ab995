//! The texts that a client has open.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::positions::offset_of;
use crate::bounded_file::MOST_TEXT;

/// Upper bound of texts that are open at the same time.
const MOST_OPEN: usize = 2_000;

/// A text as the client has it.
#[derive(Clone, Debug)]
pub struct Document {
    pub uri: Uri,
    pub version: i32,
    pub text: Arc<str>,
}

/// The open texts by the absolute path of the file that each is of.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    open: BTreeMap<PathBuf, Document>,
}

impl Documents {
    pub fn get(&self, path: &Path) -> Option<&Document> {
        self.open.get(path)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&PathBuf, &Document)> {
        self.open.iter()
    }

    /// The texts alone.
    pub fn texts(&self) -> BTreeMap<PathBuf, Arc<str>> {
        self.open.iter().map(|(path, document)| (path.clone(), Arc::clone(&document.text))).collect()
    }

    /// Opens a text, or replaces it.
    ///
    /// # Errors
    /// The reason why it is not kept, for people.
    pub fn open(&mut self, path: PathBuf, document: Document) -> Result<(), String> {
        check_length(document.text.len())?;
        if self.open.len() >= MOST_OPEN && !self.open.contains_key(&path) {
            return Err(format!("{MOST_OPEN} texts are open already"));
        }
        self.open.insert(path, document);
        Ok(())
    }

    /// Applies changes, each to the text that the one before it left. If one is wrong, none is made.
    ///
    /// # Errors
    /// The reason, for people.
    pub fn change(
        &mut self,
        path: &Path,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Result<(), String> {
        let document = self.open.get_mut(path).ok_or("the text is not open")?;
        let mut text = String::from(&*document.text);
        for change in changes {
            match change.range {
                None => text = change.text,
                Some(range) => {
                    let (start, end) = (offset_of(&text, range.start), offset_of(&text, range.end));
                    if start > end {
                        return Err("the range of a change ends before it begins".to_owned());
                    }
                    text.replace_range(start..end, &change.text);
                }
            }
            check_length(text.len())?;
        }
        document.text = text.into();
        document.version = version;
        Ok(())
    }

    /// Whether the text was open.
    pub fn close(&mut self, path: &Path) -> bool {
        self.open.remove(path).is_some()
    }
}

fn check_length(length: usize) -> Result<(), String> {
    if length as u64 > MOST_TEXT { Err(format!("a text has {} MiB at most", MOST_TEXT >> 20)) } else { Ok(()) }
}
