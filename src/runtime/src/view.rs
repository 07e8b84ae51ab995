//! Typed access to the sections of an archive that `verify` has accepted.
//!
//! Every access is checked; what `verify` has excluded answers with nothing instead of a panic.

use crate::format::{BindingRecord, NONE, Record, SECTION_ENTRY, Section, StringRecord};

/// Where the sections lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// By section number.
    pub(crate) sections: [Place; Section::ALL.len()],
    pub(crate) digest: [u8; 32],
    pub(crate) minor: u16,
}

/// Where a section lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// In the file.
    pub(crate) start: usize,
    /// Bytes.
    pub(crate) length: usize,
    /// Bytes from one element to the next: a newer writer may have appended fields.
    pub(crate) stride: usize,
}

/// The bytes and where the sections lie in them.
#[derive(Clone, Copy)]
pub(crate) struct View<'p> {
    pub(crate) bytes: &'p [u8],
    pub(crate) layout: &'p Layout,
}

impl<'p> View<'p> {
    pub(crate) fn section(self, section: Section) -> &'p [u8] {
        let Some(Place { start, length, .. }) = self.layout.sections.get(section as usize).copied() else { return &[] };
        start.checked_add(length).and_then(|end| self.bytes.get(start..end)).unwrap_or(&[])
    }

    /// Bytes from one element to the next; at least those this crate knows.
    pub(crate) fn stride(self, section: Section) -> usize {
        self.layout.sections.get(section as usize).map_or(1, |place| place.stride).max(1)
    }

    /// A frame of the file.
    pub(crate) fn frame(self, offset: u64, length: u32) -> Option<&'p [u8]> {
        let start = usize::try_from(offset).ok()?;
        self.bytes.get(start..start.checked_add(length as usize)?)
    }

    /// Number of elements.
    pub(crate) fn count(self, section: Section) -> u32 {
        u32::try_from(self.section(section).len() / self.stride(section)).unwrap_or(NONE)
    }

    /// The bytes of `count` elements from `first`.
    pub(crate) fn elements(self, section: Section, first: u32, count: u32) -> Option<&'p [u8]> {
        let stride = self.stride(section);
        let start = usize::try_from(first).ok()?.checked_mul(stride)?;
        let length = usize::try_from(count).ok()?.checked_mul(stride)?;
        self.section(section).get(start..start.checked_add(length)?)
    }

    /// One element.
    pub(crate) fn record<R: Record>(self, index: u32) -> Option<R> {
        R::read(self.elements(R::SECTION, index, 1)?)
    }

    /// `count` elements from `first`; nothing where they don't exist.
    pub(crate) fn records<R: Record + 'p>(
        self,
        first: u32,
        count: u32,
    ) -> impl ExactSizeIterator<Item = Option<R>> + Clone + 'p {
        self.elements(R::SECTION, first, count).unwrap_or(&[]).chunks_exact(self.stride(R::SECTION)).map(R::read)
    }

    /// An entry of a section of `u32`.
    pub(crate) fn word(self, section: Section, index: u32) -> Option<u32> {
        let bytes = self.elements(section, index, 1)?;
        Some(u32::from_le_bytes(*bytes.first_chunk()?))
    }

    /// The binding at a place of a variant's list: before version 1.4, lists were of records.
    pub(crate) fn binding(self, at: u32) -> Option<BindingRecord> {
        self.record(if self.count(Section::BindingLists) == 0 { at } else { self.word(Section::BindingLists, at)? })
    }

    pub(crate) fn string_bytes(self, index: u32) -> Option<&'p [u8]> {
        let StringRecord { offset, length } = self.record(index)?;
        self.elements(Section::Text, offset, length)
    }

    /// The string with this index; empty for what is no string.
    pub(crate) fn string(self, index: u32) -> &'p str {
        self.string_bytes(index).and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or("")
    }

    /// The string, unless the index is [`NONE`].
    pub(crate) fn optional_string(self, index: u32) -> Option<&'p str> {
        (index != NONE).then(|| self.string(index))
    }

    /// The index of a string: strings are sorted, so that comparing indices compares strings.
    pub(crate) fn find_string(self, text: &str) -> Option<u32> {
        let (mut low, mut high) = (0, self.count(Section::Strings));
        while low < high {
            let middle = low + (high - low) / 2;
            match self.string_bytes(middle)?.cmp(text.as_bytes()) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
                core::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }
}

/// One entry of the section table.
pub(crate) struct SectionEntry {
    pub(crate) number: u16,
    pub(crate) flags: u16,
    pub(crate) stride: u32,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) checksum: u64,
}

impl SectionEntry {
    pub(crate) fn read(bytes: &[u8; SECTION_ENTRY]) -> Option<SectionEntry> {
        use crate::format::Field;
        let rest = &mut bytes.as_slice();
        Some(SectionEntry {
            number: u16::take(rest)?,
            flags: u16::take(rest)?,
            stride: u32::take(rest)?,
            offset: u64::take(rest)?,
            length: u64::take(rest)?,
            checksum: u64::take(rest)?,
        })
    }
}
