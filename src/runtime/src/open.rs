//! The header: where the sections lie, and whether they are whole.

use core::fmt;

use crate::format::{
    ALIGNMENT, DIGEST, FRAME_HEADER, MAGIC, SECTION_ENTRY, SECTION_TABLE, SKIPPABLE_MAGIC, Section, VERSION, checksum,
};
use crate::view::{Layout, SectionEntry, View};

/// Why bytes are not an archive this crate can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// The first bytes are not an archive's.
    NotAnArchive,
    /// It has another format version than [`VERSION`].
    Version { found: u32 },
    /// Bytes are missing, or follow the end.
    Length { declared: u64, actual: u64 },
    /// The header is damaged.
    HeaderChecksum,
    /// The header's checksum is right, but this is wrong with it.
    Header(&'static str),
    /// The section is damaged.
    SectionChecksum(Section),
    /// The section's checksum is right, but element `index` is wrong in this way.
    Structure { section: Section, index: u32, what: &'static str },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::NotAnArchive => f.write_str("not a uberc archive"),
            OpenError::Version { found } => {
                write!(f, "the archive has format version {found}; this reader knows version {VERSION} only")
            }
            OpenError::Length { declared, actual } => {
                write!(f, "the archive should be {declared} bytes long, but there are {actual}")
            }
            OpenError::HeaderChecksum => f.write_str("the archive's header is damaged (wrong checksum)"),
            OpenError::Header(what) => write!(f, "the archive's header is wrong: {what}"),
            OpenError::SectionChecksum(section) => {
                write!(f, "the archive's section {section:?} is damaged (wrong checksum)")
            }
            OpenError::Structure { section, index, what } => {
                write!(f, "element {index} of the archive's section {section:?} is wrong: {what}")
            }
        }
    }
}

impl core::error::Error for OpenError {}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Reads the header, checks every section's checksum and structure. Looks at no blob.
pub(crate) fn open(bytes: &[u8]) -> Result<Layout, OpenError> {
    if u32_at(bytes, 0) != Some(SKIPPABLE_MAGIC)
        || bytes.get(FRAME_HEADER..).and_then(|b| b.first_chunk()) != Some(&MAGIC)
    {
        return Err(OpenError::NotAnArchive);
    }
    let short = OpenError::Length { declared: SECTION_TABLE as u64, actual: bytes.len() as u64 };
    let found = u32_at(bytes, 16).ok_or(short)?;
    if found != VERSION {
        return Err(OpenError::Version { found });
    }
    let header_length = u32_at(bytes, 20).ok_or(short)?;
    let declared = u64_at(bytes, 24).ok_or(short)?;
    if declared != bytes.len() as u64 {
        return Err(OpenError::Length { declared, actual: bytes.len() as u64 });
    }
    let header = usize::try_from(header_length)
        .ok()
        .and_then(|length| bytes.get(..length))
        .filter(|header| header.len() >= SECTION_TABLE + 8 && header.len().is_multiple_of(ALIGNMENT))
        .ok_or(OpenError::Header("its length"))?;
    let (covered, sum) = header.split_last_chunk::<8>().ok_or(OpenError::Header("its length"))?;
    if checksum(covered) != u64::from_le_bytes(*sum) {
        return Err(OpenError::HeaderChecksum);
    }
    if u32_at(header, 4) != Some(header_length - FRAME_HEADER as u32) {
        return Err(OpenError::Header("its frame's length"));
    }
    let digest = header.get(DIGEST..).and_then(|rest| rest.first_chunk()).ok_or(OpenError::Header("its length"))?;
    let mut layout = Layout { sections: [(0, 0); Section::ALL.len()], digest: *digest };
    read_table(bytes, header, &mut layout)?;
    crate::verify::verify(View { bytes, layout: &layout }, header.len())?;
    Ok(layout)
}

fn read_table(bytes: &[u8], header: &[u8], layout: &mut Layout) -> Result<(), OpenError> {
    let table = header.get(SECTION_TABLE..header.len() - 8).unwrap_or(&[]);
    let (entries, rest) = table.as_chunks::<SECTION_ENTRY>();
    if !rest.is_empty() || u32_at(header, 64) != u32::try_from(entries.len()).ok() {
        return Err(OpenError::Header("the number of sections"));
    }
    if u32_at(header, 68) != Some(0) {
        return Err(OpenError::Header("a reserved field"));
    }
    // One entry a section, in the order of the numbers: none is missing and none is there twice.
    if entries.len() != Section::ALL.len() {
        return Err(OpenError::Header("the number of sections"));
    }
    for (slot, (section, entry)) in layout.sections.iter_mut().zip(Section::ALL.iter().zip(entries)) {
        let entry = SectionEntry::read(entry).ok_or(OpenError::Header("a section's entry"))?;
        if entry.number != *section as u32 || entry.stride as usize != section.stride() {
            return Err(OpenError::Header("a section's entry"));
        }
        if entry.length == 0 {
            // An empty section has no frame.
            if entry.offset != 0 || entry.checksum != checksum(&[]) {
                return Err(OpenError::Header("a section's place"));
            }
            continue;
        }
        let place = || {
            let start = usize::try_from(entry.offset).ok()?;
            let length = usize::try_from(entry.length).ok()?;
            let padded = length.checked_next_multiple_of(ALIGNMENT)?;
            let frame = start.checked_sub(FRAME_HEADER).filter(|frame| *frame >= header.len())?;
            let padding = bytes.get(start.checked_add(length)?..start.checked_add(padded)?)?;
            let whole = u32_at(bytes, frame)? == SKIPPABLE_MAGIC
                && u64::from(u32_at(bytes, frame + 4)?) == padded as u64
                && padding.iter().all(|byte| *byte == 0);
            (whole && start.is_multiple_of(ALIGNMENT) && length.is_multiple_of(section.stride()))
                .then_some((start, length))
        };
        *slot = place().ok_or(OpenError::Header("a section's place"))?;
        if checksum(bytes.get(slot.0..slot.0 + slot.1).unwrap_or(&[])) != entry.checksum {
            return Err(OpenError::SectionChecksum(*section));
        }
    }
    Ok(())
}
