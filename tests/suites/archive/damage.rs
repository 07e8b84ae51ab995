//! Damaged archives: a reader gives an error or the right answer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::harness;
use libtest_mimic::{Failed, Trial};
use uberc::pack::{Options, pack, verify_digest};
use uberc_runtime::format::{
    BlobRecord, DictionaryRecord, Field, MAX_BLOB, Record, SECTION_ENTRY, SECTION_TABLE, Section, checksum, checksum32,
};
use uberc_runtime::{Decoder, OpenError, Pack};

use super::sample::{alike, package, transcript, unlike, with_materials};

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("archive::a_changed_byte_is_found_or_harmless", changed_byte),
        harness::trial("archive::a_forged_byte_never_panics", forged_byte),
        harness::trial("archive::every_other_length_is_refused", other_lengths),
        harness::trial("archive::other_versions_are_refused", other_versions),
        harness::trial("archive::newer_minor_versions_are_read", newer),
        harness::trial("archive::a_changed_byte_with_a_dictionary_is_found_or_harmless", changed_byte_with_dictionary),
        harness::trial("archive::a_blob_that_declares_too_much_is_refused", greedy_blob),
    ]
}

/// More keys and techniques than a shader of the sample has.
const ALL: usize = 256;

/// Enough to ask everything about each shader at least once.
const FEW: usize = 5;

pub fn sample() -> Vec<u8> {
    let mut package = with_materials(package());
    package.targets[0].shaders.push(unlike());
    pack(&package, Options::RELEASE).unwrap()
}

/// All that can be asked; `None` where the archive or a blob is refused.
fn answers(bytes: &[u8], limit: usize) -> Option<String> {
    let pack = Pack::open(bytes).ok()?;
    // What is damaged in a blob need not be asked for everything else first.
    let (mut decoder, mut code) = (Decoder::new(), Vec::new());
    for blob in (0..pack.blob_count()).filter_map(|number| pack.blob(number)) {
        decoder.decode(blob, &mut code).ok()?;
    }
    transcript(&pack, limit).ok()
}

fn changed_byte() -> Result<(), Failed> {
    let bytes = sample();
    let right = answers(&bytes, ALL).ok_or("the sample cannot be read")?;
    let mut refused = 0;
    let mut changed = bytes.clone();
    for at in 0..bytes.len() {
        for flip in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            changed[at] ^= flip;
            match answers(&changed, ALL) {
                None => refused += 1,
                Some(answers) if answers == right => {
                    return Err(format!(
                        "byte {at} ^ {flip} is not noticed: every byte has a meaning without dictionaries"
                    )
                    .into());
                }
                Some(_) => return Err(format!("byte {at} ^ {flip} changes answers and is not noticed").into()),
            }
            // The digest covers what the header does not.
            if verify_digest(&changed) && at >= 40 {
                let header = u32::from_le_bytes(bytes[20..24].try_into().unwrap()) as usize;
                assert!(at < header, "byte {at} is not covered by the digest");
            }
            changed[at] ^= flip;
        }
    }
    assert_eq!(refused, bytes.len() * 9);
    Ok(())
}

/// The same where blobs need a dictionary. Only what wraps their frames for other Zstandard readers has no meaning for this one.
fn changed_byte_with_dictionary() -> Result<(), Failed> {
    let bytes = pack(&alike(), Options::RELEASE).unwrap();
    let pack = Pack::open(&bytes[..])?;
    assert_eq!(pack.dictionary_count(), 1);
    let blobs: Vec<u32> = (0..pack.blob_count()).collect();
    // Asking for every blob is all: the sample says the same of each technique.
    let contents = |bytes: &[u8], decoder: &mut Decoder| -> Option<Vec<Vec<u8>>> {
        let pack = Pack::open(bytes).ok()?;
        let decode = |number: &u32| {
            let mut out = Vec::new();
            decoder.decode(pack.blob(*number)?, &mut out).ok()?;
            Some(out)
        };
        blobs.iter().map(decode).collect()
    };
    let right = contents(&bytes, &mut Decoder::new()).ok_or("the sample cannot be read")?;
    let first = usize::try_from(pack.dictionary_offset(0).ok_or("a dictionary")?)?;
    let wrapping = first - 8..first;
    let mut changed = bytes.clone();
    let mut unnoticed = 0;
    for at in 0..bytes.len() {
        for flip in [1, 0x80] {
            changed[at] ^= flip;
            // A decoder that has the right dictionary already would not see the damage in this one.
            let harmless = match contents(&changed, &mut Decoder::new()) {
                None => false,
                Some(contents) if contents == right => true,
                Some(_) => return Err(format!("byte {at} ^ {flip} changes answers and is not noticed").into()),
            };
            assert!(!harmless || wrapping.contains(&at), "byte {at} ^ {flip} is not noticed");
            unnoticed += usize::from(harmless);
            changed[at] ^= flip;
        }
    }
    assert_eq!(unnoticed, 2 * wrapping.len());
    Ok(())
}

/// Makes every checksum right again, as somebody would who means harm. Does nothing where the tables lead nowhere.
pub fn forge(bytes: &mut [u8]) -> Option<()> {
    let entry = |bytes: &[u8], section: Section, at: usize| {
        let start = SECTION_TABLE + section as usize * SECTION_ENTRY + at;
        usize::try_from(u64::take(&mut bytes.get(start..)?)?).ok()
    };
    let (blobs, length) = (entry(bytes, Section::Blobs, 8)?, entry(bytes, Section::Blobs, 16)?);
    for start in (blobs..blobs.checked_add(length)?).step_by(BlobRecord::SIZE) {
        let mut record = BlobRecord::read(bytes.get(start..)?)?;
        let Ok(from) = usize::try_from(record.offset) else { continue };
        let Some(frame) = from.checked_add(record.frame_length as usize).and_then(|end| bytes.get(from..end)) else {
            continue;
        };
        record.frame_checksum = checksum32(frame);
        let mut written = Vec::new();
        record.write(&mut written);
        bytes.get_mut(start..start + BlobRecord::SIZE)?.copy_from_slice(&written);
    }
    let (dictionaries, length) = (entry(bytes, Section::Dictionaries, 8)?, entry(bytes, Section::Dictionaries, 16)?);
    for start in (dictionaries..dictionaries.checked_add(length)?).step_by(DictionaryRecord::SIZE) {
        let mut record = DictionaryRecord::read(bytes.get(start..)?)?;
        let Ok(from) = usize::try_from(record.offset) else { continue };
        let Some(frame) = from.checked_add(record.frame_length as usize).and_then(|end| bytes.get(from..end)) else {
            continue;
        };
        record.frame_checksum = checksum(frame);
        let mut written = Vec::new();
        record.write(&mut written);
        bytes.get_mut(start..start + DictionaryRecord::SIZE)?.copy_from_slice(&written);
    }
    let sections = usize::try_from(u32::take(&mut bytes.get(64..)?)?).ok()?;
    for section in Section::ALL.iter().take(sections) {
        let (start, length) = (entry(bytes, *section, 8)?, entry(bytes, *section, 16)?);
        let Some(content) = start.checked_add(length).and_then(|end| bytes.get(start..end)) else { continue };
        let sum = checksum(content).to_le_bytes();
        let at = SECTION_TABLE + *section as usize * SECTION_ENTRY + 24;
        bytes.get_mut(at..at + 8)?.copy_from_slice(&sum);
    }
    let header = u32::from_le_bytes(bytes.get(20..24)?.try_into().ok()?) as usize;
    let sum = checksum(bytes.get(..header.checked_sub(8)?)?).to_le_bytes();
    bytes.get_mut(header - 8..header)?.copy_from_slice(&sum);
    Some(())
}

fn forged_byte() -> Result<(), Failed> {
    let bytes = sample();
    let right = answers(&bytes, FEW).ok_or("the sample cannot be read")?;
    let mut unchanged = bytes.clone();
    forge(&mut unchanged).ok_or("the sample cannot be forged")?;
    assert_eq!(unchanged, bytes, "forging writes the checksums that are there");
    let (mut refused, mut answered) = (0, 0);
    let flips = [1, 6, 128, 255];
    for at in 0..bytes.len() {
        // An ordinary run changes each byte in one of the ways.
        let flips = if harness::compares_everything() { &flips[..] } else { &flips[at % 4..][..1] };
        for flip in flips {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            let _ = forge(&mut changed);
            let result = catch_unwind(AssertUnwindSafe(|| answers(&changed, FEW)))
                .map_err(|_| format!("byte {at} ^ {flip}, with right checksums, panics"))?;
            match result {
                None => refused += 1,
                Some(answers) => answered += usize::from(answers != right),
            }
        }
    }
    // Names, values, render states can say anything; offsets, kinds and counts cannot.
    assert!(refused > bytes.len() / 4 && answered > 100, "{refused} refused, {answered} answered otherwise");
    Ok(())
}

fn other_lengths() -> Result<(), Failed> {
    let bytes = sample();
    for length in 0..bytes.len() {
        if Pack::open(&bytes[..length]).is_ok() {
            return Err(format!("an archive cut to {length} bytes opens").into());
        }
    }
    let mut longer = bytes.clone();
    longer.push(0);
    let expected = OpenError::Length { declared: bytes.len() as u64, actual: bytes.len() as u64 + 1 };
    assert_eq!(Pack::open(&longer[..]).unwrap_err(), expected);
    Ok(())
}

fn other_versions() -> Result<(), Failed> {
    let with = |major: u16, minor: u16| {
        let mut bytes = sample();
        bytes[16..18].copy_from_slice(&major.to_le_bytes());
        bytes[18..20].copy_from_slice(&minor.to_le_bytes());
        forge(&mut bytes).unwrap();
        bytes
    };
    for major in [0, 2] {
        assert_eq!(Pack::open(&with(major, 4)[..]).unwrap_err(), OpenError::Version { major, minor: 4 });
    }
    // A newer minor version is read.
    assert_eq!(answers(&with(1, 5), ALL), answers(&sample(), ALL));
    assert_eq!(Pack::open(&b"MZ"[..]).unwrap_err(), OpenError::NotAnArchive);
    Ok(())
}

/// An archive as a newer minor version may write it: a section more, and longer records.
fn newer() -> Result<(), Failed> {
    let right = answers(&sample(), ALL).ok_or("the sample cannot be read")?;
    let open = |required: u16, stride: Option<Section>| {
        let bytes = rebuilt(&sample(), required, stride);
        Pack::open(&bytes[..]).map(|_| answers(&bytes, ALL))
    };
    assert_eq!(open(0, None), Ok(Some(right.clone())), "a section that may be left out");
    assert_eq!(open(1, None), Err(OpenError::Newer { section: 999, minor: 7 }));
    for section in Section::ALL.iter().filter(|section| section.is_record()) {
        assert_eq!(open(0, Some(*section)), Ok(Some(right.clone())), "longer records of {section:?}");
    }
    for section in Section::ALL.iter().filter(|section| !section.is_record()) {
        let refused = open(0, Some(*section));
        assert!(matches!(refused, Err(OpenError::Header("a section's entry"))), "{section:?}: {refused:?}");
    }
    Ok(())
}

/// The same content with a section 999, in which eight bytes are appended to each record of one section.
fn rebuilt(bytes: &[u8], required: u16, longer: Option<Section>) -> Vec<u8> {
    let header = u32::from_le_bytes(bytes[20..24].try_into().unwrap()) as usize;
    let mut sections = Vec::new();
    for entry in bytes[SECTION_TABLE..header - 8].chunks_exact(SECTION_ENTRY) {
        let number = u16::from_le_bytes(entry[..2].try_into().unwrap());
        let stride = u32::from_le_bytes(entry[4..8].try_into().unwrap()) as usize;
        let start = u64::from_le_bytes(entry[8..16].try_into().unwrap()) as usize;
        let length = u64::from_le_bytes(entry[16..24].try_into().unwrap()) as usize;
        let mut content = bytes[start..start + length].to_vec();
        let mut new_stride = stride;
        if longer.is_some_and(|longer| longer as u16 == number) {
            new_stride += 8;
            content = content.chunks_exact(stride).flat_map(|record| [record, &[0xAB; 8]].concat()).collect();
        }
        sections.push((number, 1, new_stride, content));
    }
    sections.push((999, required, 3, b"new".to_vec()));
    let new_header = SECTION_TABLE + sections.len() * SECTION_ENTRY + 8;
    let padded = |length: usize| if length == 0 { 0 } else { 8 + length.next_multiple_of(8) };
    let body: usize = sections.iter().map(|(.., content)| padded(content.len())).sum();
    let first_frame = {
        let blobs = &sections[Section::Blobs as usize];
        let dictionaries = &sections[Section::Dictionaries as usize];
        let offsets = |content: &[u8], stride: usize| -> Vec<usize> {
            content.chunks_exact(stride).map(|record| u64::take(&mut &record[..]).unwrap() as usize).collect()
        };
        let mut all = offsets(&blobs.3, blobs.2);
        // The skippable frame that holds a dictionary begins before it.
        all.extend(offsets(&dictionaries.3, dictionaries.2).into_iter().map(|offset| offset - 8));
        all.into_iter().min().unwrap()
    };
    for (number, _, stride, content) in &mut sections {
        if *number == Section::Blobs as u16 || *number == Section::Dictionaries as u16 {
            for record in content.chunks_exact_mut(*stride) {
                let offset = u64::take(&mut &record[..]).unwrap() - first_frame as u64 + (new_header + body) as u64;
                record[..8].copy_from_slice(&offset.to_le_bytes());
            }
        }
    }
    let mut out = bytes[..SECTION_TABLE].to_vec();
    out.resize(new_header, 0);
    for (at, (number, flags, stride, content)) in sections.iter().enumerate() {
        let offset = if content.is_empty() { 0 } else { out.len() + 8 };
        let mut entry = Vec::new();
        number.put(&mut entry);
        flags.put(&mut entry);
        (*stride as u32).put(&mut entry);
        (offset as u64).put(&mut entry);
        (content.len() as u64).put(&mut entry);
        checksum(content).put(&mut entry);
        out[SECTION_TABLE + at * SECTION_ENTRY..][..SECTION_ENTRY].copy_from_slice(&entry);
        if !content.is_empty() {
            0x184D_2A50u32.put(&mut out);
            (content.len().next_multiple_of(8) as u32).put(&mut out);
            out.extend_from_slice(content);
            out.resize(offset + content.len().next_multiple_of(8), 0);
        }
    }
    out.extend_from_slice(&bytes[first_frame..]);
    out[4..8].copy_from_slice(&(new_header as u32 - 8).to_le_bytes());
    out[18..20].copy_from_slice(&7u16.to_le_bytes());
    out[20..24].copy_from_slice(&(new_header as u32).to_le_bytes());
    let length = out.len() as u64;
    out[24..32].copy_from_slice(&length.to_le_bytes());
    out[64..68].copy_from_slice(&(sections.len() as u32).to_le_bytes());
    let sum = checksum(&out[..new_header - 8]).to_le_bytes();
    out[new_header - 8..new_header].copy_from_slice(&sum);
    out
}

/// Where a section's records begin.
pub fn first_record(bytes: &[u8], section: Section) -> usize {
    let at = SECTION_TABLE + section as usize * SECTION_ENTRY + 8;
    u64::take(&mut &bytes[at..]).unwrap() as usize
}

fn greedy_blob() -> Result<(), Failed> {
    let bytes = sample();
    let start = first_record(&bytes, Section::Blobs);
    let declare = |length: u32| {
        let mut changed = bytes.clone();
        let mut record = BlobRecord::read(&changed[start..]).unwrap();
        record.content_length = length;
        record.stored_length = length;
        let mut written = Vec::new();
        record.write(&mut written);
        changed[start..start + BlobRecord::SIZE].copy_from_slice(&written);
        forge(&mut changed).unwrap();
        changed
    };
    let what = |bytes: &[u8]| match Pack::open(bytes) {
        Err(OpenError::Structure { section: Section::Blobs, index: 0, what }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(what(&declare(MAX_BLOB)), "longer than its frame can hold");
    // Just plausible for the index: the frame's own header then says otherwise.
    let changed = declare(1 << 20);
    assert!(answers(&changed, ALL).is_none());
    Ok(())
}
