//! Untrusted bytes: an error or a right answer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use libtest_mimic::{Failed, Trial};
use uberc::pack::{Options, pack, verify_digest};
use uberc_runtime::format::{BlobRecord, Field, MAX_BLOB, Record, SECTION_ENTRY, SECTION_TABLE, Section, checksum};
use uberc_runtime::{OpenError, Pack};

use super::sample::{package, transcript};

pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("archive::a_changed_byte_is_found_or_harmless", changed_byte),
        Trial::test("archive::a_forged_byte_never_panics", forged_byte),
        Trial::test("archive::every_other_length_is_refused", other_lengths),
        Trial::test("archive::other_versions_are_refused", other_versions),
        Trial::test("archive::a_blob_that_declares_too_much_is_refused", greedy_blob),
    ]
}

/// More keys and techniques than a shader of the sample has.
const ALL: usize = 256;

/// Enough to ask everything about each shader at least once.
const FEW: usize = 5;

fn sample() -> Vec<u8> {
    pack(&package(), Options::RELEASE).unwrap()
}

/// All that can be asked; `None` where the archive or a blob is refused.
fn answers(bytes: &[u8], limit: usize) -> Option<String> {
    transcript(&Pack::open(bytes).ok()?, limit).ok()
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
                    return Err(
                        format!("byte {at} ^ {flip} is not noticed: version 0 has no byte without a meaning").into()
                    );
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

/// Makes every checksum right again, as somebody would who means harm. Does nothing where the tables lead nowhere.
fn forge(bytes: &mut [u8]) -> Option<()> {
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
        record.frame_checksum = checksum(frame);
        let mut written = Vec::new();
        record.write(&mut written);
        bytes.get_mut(start..start + BlobRecord::SIZE)?.copy_from_slice(&written);
    }
    for section in Section::ALL {
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
    for at in 0..bytes.len() {
        for flip in [1, 6, 128, 255] {
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
    assert!(refused > bytes.len() && answered > 100, "{refused} refused, {answered} answered otherwise");
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
    let mut bytes = sample();
    bytes[16] = 1;
    let _ = forge(&mut bytes);
    assert_eq!(Pack::open(&bytes[..]).unwrap_err(), OpenError::Version { found: 1 });
    assert_eq!(Pack::open(&b"MZ"[..]).unwrap_err(), OpenError::NotAnArchive);
    Ok(())
}

fn greedy_blob() -> Result<(), Failed> {
    let bytes = sample();
    let start = {
        let at = SECTION_TABLE + Section::Blobs as usize * SECTION_ENTRY + 8;
        u64::take(&mut &bytes[at..]).unwrap() as usize
    };
    let declare = |length: u32| {
        let mut changed = bytes.clone();
        let mut record = BlobRecord::read(&changed[start..]).unwrap();
        record.content_length = length;
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
    assert_eq!(what(&declare(MAX_BLOB + 1)), "too long");
    assert_eq!(what(&declare(MAX_BLOB)), "longer than its frame can hold");
    // Just plausible for the index: the frame's own header then says otherwise.
    let changed = declare(1 << 20);
    assert!(answers(&changed, ALL).is_none());
    Ok(())
}
