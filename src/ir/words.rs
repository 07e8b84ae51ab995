//! What the source says of a declaration's part in the interface, in the words of its language.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// Words of one language. Its front end attaches them to a declaration, and makes an [`Interface`](super::Interface) of
/// them.
pub trait LanguageWords: Any + Debug + Send + Sync {
    /// What [`print`](super::print) shows before a name, with a space behind it. Part 0 is the declaration itself, or
    /// what a function returns; part *n* is its member or parameter of this number, counted from 1.
    fn before(&self, part: usize) -> String;

    /// What it shows behind the name, with a space before it.
    fn behind(&self, part: usize) -> String;
}

/// The words of a declaration, if it has any; nobody but its front end can read them.
#[derive(Clone, Debug, Default)]
pub struct Words(Option<Arc<dyn LanguageWords>>);

impl Words {
    pub fn new(words: impl LanguageWords) -> Words {
        Words(Some(Arc::new(words)))
    }

    /// `None`: there are none, or they are another language's.
    pub fn get<W: LanguageWords>(&self) -> Option<&W> {
        let words: &dyn Any = self.0.as_deref()?;
        words.downcast_ref()
    }

    pub fn before(&self, part: usize) -> String {
        self.0.as_ref().map_or(String::new(), |words| words.before(part))
    }

    pub fn behind(&self, part: usize) -> String {
        self.0.as_ref().map_or(String::new(), |words| words.behind(part))
    }
}

/// A declaration of one name has the same words wherever it is, so they make no two things differ.
impl PartialEq for Words {
    fn eq(&self, _: &Words) -> bool {
        true
    }
}

impl Eq for Words {}

impl PartialOrd for Words {
    fn partial_cmp(&self, other: &Words) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Words {
    fn cmp(&self, _: &Words) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl std::hash::Hash for Words {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
