//! Any bytes as an archive, as they are and with every checksum made right: an error or answers, no panic.
#![no_main]

use std::fmt::Write as _;

use libfuzzer_sys::fuzz_target;
use uberc::report::{Detail, check_listing};
use uberc_runtime::format::{
    BlobRecord, DictionaryRecord, Field, Record, SECTION_ENTRY, SECTION_TABLE, Section, checksum, checksum32,
};
use uberc_runtime::{Decoder, Pack};

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    let mut forged = bytes.to_vec();
    // Where the tables lead nowhere, nothing is changed.
    let _ = forge(&mut forged);
    read(&forged);
});

/// Asks everything, the first few of each kind.
fn read(bytes: &[u8]) {
    const FEW: usize = 8;
    let Ok(pack) = Pack::open(bytes) else { return };
    // Everything, but not more than such an archive may list.
    let _ = check_listing(&pack, Detail::Everything);
    let mut said = String::new();
    for target in pack.targets().take(FEW) {
        for shader in target.shaders().take(FEW) {
            let _ = write!(said, "{:?} {:?}", target.shader(shader.name()), shader.fallback());
            for branch in shader.branches().take(FEW) {
                let _ = write!(said, "{:?} {:?}", shader.branch(branch.name()), branch.members().next());
            }
            // Beyond the key's bits nothing is looked up.
            let key = 1u64.checked_shl(shader.key_bits()).map_or(u64::MAX, |bit| bit - 1);
            let within = [0, 1, 2, 0x5555_5555_5555_5555, 0xC3A5_960F_E178_2D4B, u64::MAX].map(|bits| bits & key);
            for bits in within.into_iter().chain([u64::MAX]) {
                match shader.technique(shader.key_from_bits(bits)) {
                    Ok(technique) => drop(write!(said, "{technique:?}")),
                    Err(miss) => drop(write!(said, "{miss} {:?}", miss.fallback().map(|found| found.key))),
                }
            }
            for technique in shader.techniques().take(FEW) {
                let _ = write!(said, "{:?} {:?}", technique.render_state(), technique.defines());
                let _ = write!(said, "{:?}", technique.program());
                for variant in technique.stages() {
                    let bindings = variant.bindings().take(FEW).count();
                    let _ = write!(said, "{variant:?} {bindings} {:?}", variant.inputs().next());
                }
            }
        }
        for material in target.materials().take(FEW) {
            let _ = write!(said, "{:?} {:?}", target.material(material.name()), pack.material(material.id()));
            for technique in material.shader().techniques().take(FEW) {
                let _ = write!(said, "{:?}", material.values(&technique));
            }
        }
        said.clear();
    }
    let (mut decoder, mut out) = (Decoder::new(), Vec::new());
    for blob in (0..pack.blob_count().min(FEW as u32)).filter_map(|number| pack.blob(number)) {
        if decoder.decode(blob, &mut out).is_ok() {
            assert_eq!(out.len(), blob.len());
        }
    }
}

/// Makes the checksums right that a change made wrong.
fn forge(bytes: &mut [u8]) -> Option<()> {
    let header = u32::take(&mut bytes.get(20..)?)? as usize;
    let sections = u32::take(&mut bytes.get(64..)?)? as usize;
    let entry = |bytes: &[u8], number: usize| -> Option<(u32, usize, usize)> {
        let at = SECTION_TABLE + number * SECTION_ENTRY;
        let section = u32::from(u16::take(&mut bytes.get(at..)?)?);
        let start = usize::try_from(u64::take(&mut bytes.get(at + 8..)?)?).ok()?;
        let end = start.checked_add(usize::try_from(u64::take(&mut bytes.get(at + 16..)?)?).ok()?)?;
        (end <= bytes.len()).then_some((section, start, end))
    };
    for number in 0..sections.min(64) {
        let Some((section, start, end)) = entry(bytes, number) else { continue };
        if section == Section::Blobs as u32 {
            for at in (start..end).step_by(BlobRecord::SIZE) {
                let Some(mut record) = BlobRecord::read(bytes.get(at..)?) else { continue };
                let Some(frame) = frame(bytes, record.offset, record.frame_length) else { continue };
                record.frame_checksum = checksum32(frame);
                write_over(&record, &mut bytes[at..]);
            }
        } else if section == Section::Dictionaries as u32 {
            for at in (start..end).step_by(DictionaryRecord::SIZE) {
                let Some(mut record) = DictionaryRecord::read(bytes.get(at..)?) else { continue };
                let Some(frame) = frame(bytes, record.offset, record.frame_length) else { continue };
                record.frame_checksum = checksum(frame);
                write_over(&record, &mut bytes[at..]);
            }
        }
        let sum = checksum(&bytes[start..end]).to_le_bytes();
        let at = SECTION_TABLE + number * SECTION_ENTRY + 24;
        bytes.get_mut(at..at + 8)?.copy_from_slice(&sum);
    }
    let sum = checksum(bytes.get(..header.checked_sub(8)?)?).to_le_bytes();
    bytes.get_mut(header - 8..header)?.copy_from_slice(&sum);
    Some(())
}

fn frame(bytes: &[u8], offset: u64, length: u32) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    bytes.get(start..start.checked_add(length as usize)?)
}

fn write_over(record: &impl Record, bytes: &mut [u8]) {
    let mut written = Vec::new();
    record.write(&mut written);
    if let Some(place) = bytes.get_mut(..written.len()) {
        place.copy_from_slice(&written);
    }
}
