//! The header: the places of the sections, and their checksums.

use core::fmt;

use crate::format::{
    ALIGNMENT, DIGEST, FRAME_HEADER, MAGIC, MAX_SECTIONS, MAX_STRIDE, SECTION_ENTRY, SECTION_REQUIRED, SECTION_TABLE,
    SKIPPABLE_MAGIC, Section, VERSION_MAJOR, VERSION_MINOR, checksum,
};
use crate::view::{Layout, Place, SectionEntry, View};

/// Why bytes are not an archive this crate can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenError {
    /// The first bytes are not an archive's.
    NotAnArchive,
    /// It has another major version than [`VERSION_MAJOR`].
    Version { major: u16, minor: u16 },
    /// It has a section that this version does not know, and that must not be left out.
    Newer { section: u16, minor: u16 },
    /// Bytes are missing, or follow the end.
    Length { declared: u64, actual: u64 },
    /// The header is damaged.
    HeaderChecksum,
    /// The header's checksum is right, but this is wrong with it.
    Header(&'static str),
    /// The section is damaged.
    SectionChecksum(u16),
    /// The section's checksum is right, but element `index` is wrong in this way.
    Structure { section: Section, index: u32, what: &'static str },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::NotAnArchive => f.write_str("not a uberc archive"),
            OpenError::Version { major, minor } => {
                let what = if *major > VERSION_MAJOR { "a newer reader is needed" } else { "build it again" };
                write!(
                    f,
                    "the archive has format version {major}.{minor}; this reader knows versions {VERSION_MAJOR}.x: {what}"
                )
            }
            OpenError::Newer { section, minor } => write!(
                f,
                "the archive has format version {VERSION_MAJOR}.{minor} and needs a reader that knows section {section}; this \
                 one knows version {VERSION_MAJOR}.{VERSION_MINOR}"
            ),
            OpenError::Length { declared, actual } => {
                write!(f, "the archive should be {declared} bytes long, but there are {actual}")
            }
            OpenError::HeaderChecksum => f.write_str("the archive's header is damaged (wrong checksum)"),
            OpenError::Header(what) => write!(f, "the archive's header is wrong: {what}"),
            OpenError::SectionChecksum(section) => match Section::from_number(u32::from(*section)) {
                Some(section) => write!(f, "the archive's section {section:?} is damaged (wrong checksum)"),
                None => write!(f, "the archive's section {section} is damaged (wrong checksum)"),
            },
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
    let version = u32_at(bytes, 16).ok_or(short)?;
    let (major, minor) = (version as u16, (version >> 16) as u16);
    if major != VERSION_MAJOR {
        return Err(OpenError::Version { major, minor });
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
    let places = Section::ALL.iter().map(|section| Place { start: 0, length: 0, stride: section.stride() });
    let mut layout =
        Layout { sections: [Place { start: 0, length: 0, stride: 1 }; Section::ALL.len()], digest: *digest, minor };
    for (slot, place) in layout.sections.iter_mut().zip(places) {
        *slot = place;
    }
    read_table(bytes, header, minor, &mut layout)?;
    crate::verify::verify(View { bytes, layout: &layout }, header.len())?;
    Ok(layout)
}

fn read_table(bytes: &[u8], header: &[u8], minor: u16, layout: &mut Layout) -> Result<(), OpenError> {
    let table = header.get(SECTION_TABLE..header.len() - 8).unwrap_or(&[]);
    let (entries, rest) = table.as_chunks::<SECTION_ENTRY>();
    if !rest.is_empty()
        || u32_at(header, 64) != u32::try_from(entries.len()).ok()
        || entries.len() > MAX_SECTIONS as usize
    {
        return Err(OpenError::Header("the number of sections"));
    }
    if u32_at(header, 68) != Some(0) {
        return Err(OpenError::Header("a reserved field"));
    }
    let mut before = None;
    for entry in entries {
        let entry = SectionEntry::read(entry).ok_or(OpenError::Header("a section's entry"))?;
        if before.is_some_and(|before| before >= entry.number) {
            return Err(OpenError::Header("its sections are not in order"));
        }
        before = Some(entry.number);
        let section = Section::from_number(u32::from(entry.number));
        let sized = match section {
            // What is no record cannot grow.
            Some(section) if section.is_record() => entry.stride as usize >= section.stride(),
            Some(section) => entry.stride as usize == section.stride(),
            None => entry.stride >= 1,
        };
        if !sized || entry.stride > MAX_STRIDE || entry.flags & !SECTION_REQUIRED != 0 {
            return Err(OpenError::Header("a section's entry"));
        }
        if section.is_none() && entry.flags & SECTION_REQUIRED != 0 {
            return Err(OpenError::Newer { section: entry.number, minor });
        }
        let (start, length) = place(bytes, header.len(), &entry).ok_or(OpenError::Header("a section's place"))?;
        if checksum(bytes.get(start..start + length).unwrap_or(&[])) != entry.checksum {
            return Err(OpenError::SectionChecksum(entry.number));
        }
        if let Some(slot) = section.and_then(|section| layout.sections.get_mut(section as usize)) {
            *slot = Place { start, length, stride: entry.stride as usize };
        }
    }
    Ok(())
}

/// Start and length of a section, if there is a frame just as the entry says.
fn place(bytes: &[u8], header: usize, entry: &SectionEntry) -> Option<(usize, usize)> {
    if entry.length == 0 {
        // An empty section has no frame.
        return (entry.offset == 0).then_some((0, 0));
    }
    let start = usize::try_from(entry.offset).ok()?;
    let length = usize::try_from(entry.length).ok()?;
    let padded = length.checked_next_multiple_of(ALIGNMENT)?;
    let frame = start.checked_sub(FRAME_HEADER).filter(|frame| *frame >= header)?;
    let padding = bytes.get(start.checked_add(length)?..start.checked_add(padded)?)?;
    let whole = u32_at(bytes, frame)? == SKIPPABLE_MAGIC
        && u64::from(u32_at(bytes, frame + 4)?) == padded as u64
        && padding.iter().all(|byte| *byte == 0);
    (whole && start.is_multiple_of(ALIGNMENT) && length.is_multiple_of(entry.stride as usize))
        .then_some((start, length))
}
