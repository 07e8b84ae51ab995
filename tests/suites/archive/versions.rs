//! Archives of each released version, as that version wrote them, can still be read.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use uberc::model::*;
use uberc::pack::{Options, pack, verify_digest};
use uberc_runtime::format::{SECTION_REQUIRED, Section, VERSION_MAJOR, VERSION_MINOR};
use uberc_runtime::{Decoder, Pack, state_bytes};

use super::sample::{alike, meshlets, package, plasma, transcript, unlike, with_materials};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("archive::version_1_0_is_read_forever", || version(VERSION_1_0)),
        harness::trial("archive::version_1_1_is_read_forever", || version(VERSION_1_1)),
        harness::trial("archive::version_1_2_is_read_forever", || version(VERSION_1_2)),
        harness::trial("archive::version_1_3_is_read_forever", || version(VERSION_1_3)),
        harness::trial("archive::version_1_4_is_read_forever", || version(VERSION_1_4)),
        harness::trial("archive::materials_are_found_by_name", materials),
        harness::trial("archive::materials_may_be_left_out", materials_may_be_left_out),
        harness::trial("archive::only_what_is_there_needs_a_later_section", only_what_is_there_needs_a_later_section),
        harness::trial("archive::every_section_is_in_the_table", every_section),
    ]
}

/// A stored archive.
#[derive(Clone, Copy)]
struct Stored {
    name: &'static str,
    minor: u16,
    /// Sections that the version knows.
    sections: usize,
    /// Bytes of a render state that the version leaves 0.
    reserved: usize,
}

const VERSION_1_0: Stored = Stored { name: "version_1_0", minor: 0, sections: 20, reserved: 5 };

const VERSION_1_1: Stored = Stored { name: "version_1_1", minor: 1, sections: 21, reserved: 5 };

const VERSION_1_2: Stored = Stored { name: "version_1_2", minor: 2, sections: 22, reserved: 5 };

const VERSION_1_3: Stored = Stored { name: "version_1_3", minor: 3, sections: 25, reserved: 5 };

const VERSION_1_4: Stored = Stored { name: "version_1_4", minor: 4, sections: 29, reserved: 5 };

/// The newest: what it does not have is a new minor version, with a stored archive of its own.
const NEWEST: Stored = VERSION_1_4;

/// What the newest version can hold: tables, cubes and a diagram, SPIR-V condensed and a target with a dictionary, every kind of branch, scalar
/// and fallback, mesh stages, a program, materials; techniques that differ in all that they can.
pub fn everything() -> Package {
    let mut package = package();
    package.targets[0].shaders.extend([meshlets(), plasma(), unlike()]);
    let mut text = alike().targets.remove(0);
    text.target = Target::Glsl;
    package.targets.push(text);
    with_materials(package)
}

/// The stored archive still gives the answers that were written down when it was stored.
fn version(stored: Stored) -> Result<(), Failed> {
    let Stored { name, minor, sections: known_sections, .. } = stored;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archives");
    let path = folder.join(format!("{name}.fxo"));
    if !path.exists() && minor == VERSION_MINOR && harness::blessing() {
        std::fs::create_dir_all(&folder)?;
        // Written once, never blessed again: the test is about archives of old versions.
        std::fs::write(&path, pack(&everything(), Options::RELEASE)?)?;
    }
    let bytes = std::fs::read(&path)?;
    assert!(verify_digest(&bytes), "the stored archive was changed");
    let read = Pack::open(&bytes[..])?;
    assert_eq!(read.version(), (VERSION_MAJOR, minor));
    let digest: String = read.digest().iter().map(|byte| format!("{byte:02x}")).collect();
    let sections =
        read.section_lengths().take(known_sections).map(|(section, length)| format!("{section:?} {length}\n"));
    let sections: String = sections.collect();
    let (mut decoder, mut code, mut blobs) = (Decoder::new(), Vec::new(), String::new());
    for blob in (0..read.blob_count()).filter_map(|number| read.blob(number)) {
        decoder.decode(blob, &mut code)?;
        let digest = &Digest::of(&code).to_string()[..16];
        blobs += &format!(
            "blob {} {} {} bytes {digest}, dictionary {:?}\n",
            blob.index(),
            blob.codec(),
            blob.len(),
            blob.dictionary()
        );
    }
    // All of a shader's permutations and techniques would be said twenty times over.
    const LISTED: usize = 20;
    let text = format!("content {digest}\n{sections}{blobs}{}", transcript(&read, LISTED)?);
    harness::golden(&folder.join(format!("{name}.txt")), &text)
}

/// Also the empty ones: an archive without decision diagrams has the same header.
fn every_section() -> Result<(), Failed> {
    let reserved = state_bytes::FIELDS.iter().find(|(name, ..)| *name == "zero").map(|(.., at)| state_bytes::SIZE - at);
    let written = (VERSION_MINOR, Section::ALL.len(), reserved.unwrap_or(0));
    assert_eq!((NEWEST.minor, NEWEST.sections, NEWEST.reserved), written, "no archive of this version is stored");
    let mut without_diagram = package();
    without_diagram.targets[0].shaders.retain(|shader| !matches!(shader.decision, Decision::Diagram(_)));
    for package in [without_diagram, package(), Package::default()] {
        let bytes = pack(&package, Options::RELEASE)?;
        assert_eq!(Pack::open(&bytes[..])?.version(), (VERSION_MAJOR, VERSION_MINOR));
        assert_eq!(u32::from_le_bytes(bytes[64..68].try_into()?) as usize, Section::ALL.len());
    }
    Ok(())
}

/// An older reader reads an archive without mesh stages and programs, and refuses one with them: it would take them for nothing.
fn only_what_is_there_needs_a_later_section() -> Result<(), Failed> {
    for section in [Section::MeshStages, Section::Programs] {
        let flags = |package: &Package| -> Result<u16, Failed> {
            let bytes = pack(package, Options::RELEASE)?;
            let entry = 72 + section as usize * 32;
            assert_eq!(u16::from_le_bytes(bytes[entry..entry + 2].try_into()?), section as u16);
            Ok(u16::from_le_bytes(bytes[entry + 2..entry + 4].try_into()?))
        };
        assert_eq!(flags(&package())?, 0);
        assert_eq!(flags(&everything())?, SECTION_REQUIRED);
    }
    Ok(())
}

/// A material leads to its shader, and has the values of each technique of it.
fn materials() -> Result<(), Failed> {
    let bytes = pack(&everything(), Options::RELEASE)?;
    let pack = Pack::open(&bytes[..])?;
    let spirv = pack.target("spirv")?;
    let names: Vec<&str> = spirv.materials().map(|material| material.name()).collect();
    assert_eq!(names, ["filmic", "plain", "rocks/blue", "rocks/red"]);
    let red = spirv.material("rocks/red")?;
    assert_eq!(pack.material(red.id()).map(|found| found.name()), Some("rocks/red"));
    let shader = red.shader();
    assert_eq!(shader.name(), "Meshlets");
    let culls = shader.branch("g_bCulls")?;
    let lengths = [false, true].map(|is_on| {
        let technique = shader.technique(shader.key().with(culls, is_on)).ok()?;
        let values = red.values(&technique)?;
        Some((values.block().len(), values.textures().iter().count()))
    });
    assert_eq!(lengths, [Some((16, 1)), Some((8, 0))]);
    let other = spirv.shader("Tonemap")?;
    let foreign = other.technique(other.key()).map_err(uberc_runtime::Error::from)?;
    assert!(red.values(&foreign).is_none(), "a technique of another shader");
    let said: Vec<String> = ["rocks/rde", "water"]
        .iter()
        .filter_map(|name| spirv.material(name).err())
        .map(|error| error.to_string())
        .collect();
    assert_eq!(
        said,
        [
            "there is no material `rocks/rde` for spirv; did you mean `rocks/red`?",
            "there is no material `water` among the 4 for spirv"
        ]
    );
    assert_eq!(pack.target("wgsl")?.materials().len(), 0, "its shaders have none");
    Ok(())
}

/// A reader that does not know materials reads an archive that has some: it leaves their sections out.
fn materials_may_be_left_out() -> Result<(), Failed> {
    let mut bytes = pack(&everything(), Options::RELEASE)?;
    let unknown = [Section::Materials, Section::MaterialValues, Section::MaterialBytes];
    // Entries are in the order of their numbers.
    bytes[72 + unknown[0] as usize * 32..72 + Section::ALL.len() * 32].rotate_left(unknown.len() * 32);
    for (section, from_end) in unknown.iter().zip((1..=unknown.len()).rev()) {
        let entry = 72 + (Section::ALL.len() - from_end) * 32;
        assert_eq!(u16::from_le_bytes(bytes[entry..entry + 2].try_into()?), *section as u16);
        assert_eq!(u16::from_le_bytes(bytes[entry + 2..entry + 4].try_into()?), 0, "{section:?} is not required");
        // As an older reader sees it: a number that it does not know.
        let number = 900 + *section as u16;
        bytes[entry..entry + 2].copy_from_slice(&number.to_le_bytes());
    }
    let header = u32::from_le_bytes(bytes[20..24].try_into()?) as usize;
    let sum = uberc_runtime::format::checksum(&bytes[..header - 8]);
    bytes[header - 8..header].copy_from_slice(&sum.to_le_bytes());
    let read = Pack::open(&bytes[..])?;
    let shader = read.target("spirv")?.shader("Meshlets")?;
    assert!(shader.technique(shader.key()).is_ok());
    assert_eq!(read.material_count(), 0);
    Ok(())
}
