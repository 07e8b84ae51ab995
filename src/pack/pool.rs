//! Sections as they grow: lists of elements, each distinct list stored once.

use rustc_hash::{FxHashMap, FxHashSet};
use uberc_runtime::format::{Record, Section};

use super::PackError;

/// Where a list of elements lies in its section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub first: u32,
    pub count: u32,
}

/// One section.
pub struct Pool {
    section: Section,
    pub bytes: Vec<u8>,
    lists: FxHashMap<Vec<u8>, u32>,
}

impl Pool {
    pub fn new(section: Section) -> Pool {
        Pool { section, bytes: Vec::new(), lists: FxHashMap::default() }
    }

    /// Number of elements.
    pub fn count(&self) -> Result<u32, PackError> {
        // The last number means "none".
        u32::try_from(self.bytes.len() / self.section.stride())
            .ok()
            .filter(|count| *count < u32::MAX)
            .ok_or(PackError::TooMany("elements of one kind"))
    }

    /// Appends the list, whether it is there already or not.
    pub fn append(&mut self, list: &[u8]) -> Result<Span, PackError> {
        let first = self.count()?;
        self.bytes.extend_from_slice(list);
        let end = self.count()?;
        Ok(Span { first, count: end - first })
    }

    /// The same of one record.
    pub fn append_record<R: Record>(&mut self, record: R) -> Result<Span, PackError> {
        let mut list = Vec::new();
        record.write(&mut list);
        self.append(&list)
    }

    /// The list's place; appended unless it is there. An empty list has no place.
    pub fn add(&mut self, list: Vec<u8>) -> Result<Span, PackError> {
        if list.is_empty() {
            return Ok(Span::default());
        }
        if let Some(first) = self.lists.get(&list) {
            let count = (list.len() / self.section.stride()) as u32;
            return Ok(Span { first: *first, count });
        }
        let span = self.append(&list)?;
        self.lists.insert(list, span.first);
        Ok(span)
    }

    /// The place of a list of records.
    pub fn add_records<R: Record>(&mut self, records: impl Iterator<Item = R>) -> Result<Span, PackError> {
        let mut list = Vec::new();
        for record in records {
            record.write(&mut list);
        }
        self.add(list)
    }

    /// The number of one record; appended unless it is there.
    pub fn add_record<R: Record>(&mut self, record: R) -> Result<u32, PackError> {
        Ok(self.add_records(std::iter::once(record))?.first)
    }
}

/// The strings of an archive, sorted, each once.
pub struct Strings<'a> {
    sorted: Vec<&'a str>,
    indices: FxHashMap<&'a str, u32>,
}

impl<'a> Strings<'a> {
    pub fn new(strings: FxHashSet<&'a str>) -> Result<Strings<'a>, PackError> {
        u32::try_from(strings.len()).ok().filter(|count| *count < u32::MAX).ok_or(PackError::TooMany("strings"))?;
        let mut sorted: Vec<&str> = strings.into_iter().collect();
        sorted.sort_unstable();
        let indices = sorted.iter().zip(0u32..).map(|(text, index)| (*text, index)).collect();
        Ok(Strings { sorted, indices })
    }

    /// The string's number.
    pub fn index(&self, text: &str) -> u32 {
        *self.indices.get(text).expect("every string of the package was collected before the first record was made")
    }

    /// In order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.sorted.iter().copied()
    }
}
