//! FORMAT.md agrees with the code; Zstandard's own tools accept an archive.

use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};
use uberc::model::*;
use uberc::pack::{Options, pack, verify_digest};
use uberc_runtime::format::*;
use uberc_runtime::{Pack, state_bytes};

use super::sample::{alike, layout, package, technique, variant};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("archive::the_documents_hex_example_decodes", hex_example),
        harness::trial("archive::the_documents_tables_are_the_code", field_tables),
        harness::trial("archive::the_documents_instructions_are_the_code", instruction_list),
        harness::trial("archive::zstandard_streams_every_blob", stream),
        harness::needs("zstd", harness::trial("archive::the_zstd_program_accepts_it", program)),
        harness::needs(
            "zstd",
            harness::trial("archive::the_zstd_program_reads_frames_with_the_dictionary", with_dictionary),
        ),
    ]
}

fn document() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/runtime/FORMAT.md")
}

const BEGIN: &str = "```hex\n";

/// The list of instructions is the code's.
fn instruction_list() -> Result<(), Failed> {
    const BEGIN: &str = "```spirv\n";
    let text = std::fs::read_to_string(document())?;
    let (before, rest) = text.split_once(BEGIN).ok_or("FORMAT.md has no list of instructions")?;
    let (_, after) = rest.split_once("```").ok_or("the list does not end")?;
    harness::golden(&document(), &format!("{before}{BEGIN}{}```{after}", uberc_runtime::spirv::grammar::LIST))
}

/// One shader, one branch, one technique, built only with the branch on.
fn example() -> Package {
    let mut compute = variant(Stage::Compute, b"fn main() {}");
    compute.artifact = std::sync::Arc::new(Artifact {
        bytes: b"fn main() {}".to_vec().into(),
        entry_point: "main".to_owned(),
        reflection: Reflection { workgroup_size: Some([8, 8, 1]), ..Reflection::default() },
    });
    let shader = PackagedShader {
        materials: Vec::new(),
        name: "Sky".to_owned(),
        branches: layout(vec![("g_bFog", BranchKind::Bool)]),
        fallback: Some(Fallback::Permutation(1)),
        metadata: Default::default(),
        decision: Decision::Table(vec![None, Some(0)]),
        techniques: vec![technique(1, &[(Stage::Compute, 0)])],
        variants: vec![compute],
    };
    Package { targets: vec![PackagedTarget { target: Target::Wgsl, shaders: vec![shader] }] }
}

fn hex(bytes: &[u8]) -> String {
    let line = |(at, bytes): (usize, &[u8])| {
        let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{:04x}: {}\n", at * 16, digits.join(" "))
    };
    bytes.chunks(16).enumerate().map(line).collect()
}

fn hex_example() -> Result<(), Failed> {
    let text = std::fs::read_to_string(document())?;
    let (before, rest) = text.split_once(BEGIN).ok_or("FORMAT.md has no hex example")?;
    let (example_text, after) = rest.split_once("```").ok_or("the hex example does not end")?;
    let written = pack(&example(), Options::RELEASE)?;
    // Rewrites the example with `--bless`, compares otherwise.
    harness::golden(&document(), &format!("{before}{BEGIN}{}```{after}", hex(&written)))?;
    let bytes: Vec<u8> = example_text
        .lines()
        .flat_map(|line| line.split_once(": ").map_or("", |(_, digits)| digits).split(' '))
        .map(|digits| u8::from_str_radix(digits, 16))
        .collect::<Result<_, _>>()?;
    let read = Pack::open(&bytes[..])?;
    assert!(verify_digest(&bytes));
    let sky = read.target("wgsl")?.shader("Sky")?;
    let fog = sky.branch("g_bFog")?;
    let technique = sky.technique(sky.key().with(fog, true)).map_err(uberc_runtime::Error::from)?;
    let compute = technique.compute().ok_or("a compute stage")?;
    assert_eq!(compute.code()?, b"fn main() {}");
    assert_eq!(compute.workgroup_size(), Some([8, 8, 1]));
    assert_eq!(
        sky.technique(sky.key()).unwrap_err().to_string(),
        "Sky: (all branches off) is not built (pruned by its sidecar); its fallback is Sky g_bFog=1; \
         the nearest built permutation is 0x1: g_bFog=1"
    );
    Ok(())
}

/// `| offset | type | name | ... |` below `### heading`.
fn table(text: &str, heading: &str) -> Vec<(usize, String, String)> {
    let start = text.find(&format!("\n### {heading}\n")).unwrap_or_else(|| panic!("FORMAT.md has no table {heading}"));
    let below = text[start + 1..].split("\n#").next().unwrap_or("");
    let rows = below.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let offset = cells.next()?.trim().parse().ok()?;
        Some((offset, cells.next()?.trim().to_owned(), cells.next()?.trim().trim_matches('`').to_owned()))
    });
    rows.collect()
}

fn field_tables() -> Result<(), Failed> {
    let text = std::fs::read_to_string(document())?;
    let mut checked = Vec::new();
    let mut check = |section: Section, fields: &[(&str, &str, usize)]| {
        checked.push(section as u32);
        let heading = format!("{} {section:?}, {} bytes", section as u32, section.stride());
        let fields: Vec<_> = fields.iter().map(|(name, ty, at)| (*at, (*ty).to_owned(), (*name).to_owned())).collect();
        assert_eq!(table(&text, &heading), fields, "{heading}");
    };
    check(Section::Strings, StringRecord::FIELDS);
    check(Section::Targets, TargetRecord::FIELDS);
    check(Section::Shaders, ShaderRecord::FIELDS);
    check(Section::Layouts, LayoutRecord::FIELDS);
    check(Section::Branches, BranchRecord::FIELDS);
    check(Section::Decisions, DecisionRecord::FIELDS);
    check(Section::Cubes, CubeRecord::FIELDS);
    check(Section::Techniques, TechniqueRecord::FIELDS);
    check(Section::MeshStages, MeshStagesRecord::FIELDS);
    check(Section::Materials, MaterialRecord::FIELDS);
    check(Section::MaterialValues, MaterialValuesRecord::FIELDS);
    check(Section::Programs, ProgramRecord::FIELDS);
    check(Section::RenderStates, state_bytes::FIELDS);
    check(Section::Scalars, ScalarRecord::FIELDS);
    check(Section::Variants, VariantRecord::FIELDS);
    check(Section::Bindings, BindingRecord::FIELDS);
    check(Section::StageIo, StageIoRecord::FIELDS);
    check(Section::Blobs, BlobRecord::FIELDS);
    check(Section::Dictionaries, DictionaryRecord::FIELDS);
    check(Section::TechniqueTables, TechniqueTableRecord::FIELDS);
    check(Section::Columns, ColumnRecord::FIELDS);
    let others = [Section::Text, Section::Names, Section::Table16, Section::Table32, Section::Slots];
    let later = [Section::MaterialBytes, Section::TechniqueRows, Section::BindingLists];
    for section in others.into_iter().chain(later) {
        let bytes = if section.stride() == 1 { "1 byte".to_owned() } else { format!("{} bytes", section.stride()) };
        let heading = format!("\n### {} {section:?}, {bytes}\n", section as u32);
        assert!(text.contains(&heading), "{heading}");
        checked.push(section as u32);
    }
    checked.sort_unstable();
    let all: Vec<u32> = Section::ALL.iter().map(|section| *section as u32).collect();
    assert_eq!(checked, all, "each section is compared with its table once");
    header_table(&text);
    for value in [MAX_BLOB, MAX_BRANCHES, MAX_RATIO as u32, MAX_DICTIONARY, MAX_SECTIONS, MAX_STRIDE] {
        assert!(text.contains(&value.to_string()), "the limit {value} is not in FORMAT.md");
    }
    Ok(())
}

/// The title and the header's table have the version, the number of sections and the length that the code writes.
fn header_table(text: &str) {
    let sections = Section::ALL.len();
    let length = SECTION_TABLE + sections * SECTION_ENTRY + 8;
    let title = format!("# The archive format, version {VERSION_MAJOR}.{VERSION_MINOR}\n");
    assert!(text.starts_with(&title), "{title}");
    for part in [
        format!("| major version | {VERSION_MAJOR} |"),
        format!("| minor version | {VERSION_MINOR} |"),
        format!("; {length} with {sections} sections |"),
        format!("| section count | {sections}; at most {MAX_SECTIONS} |"),
    ] {
        assert!(text.contains(&part), "the header's table lacks `{part}`");
    }
}

/// The distinct blobs, one after the other.
fn contents(bytes: &[u8]) -> Vec<u8> {
    let read = Pack::open(bytes).unwrap();
    let mut blobs = std::collections::BTreeMap::new();
    for target in read.targets() {
        for variant in target.shaders().flat_map(|shader| shader.techniques()).flat_map(|technique| technique.stages())
        {
            blobs.insert(variant.blob().index(), variant.code().unwrap());
        }
    }
    assert_eq!(blobs.len(), read.blob_count() as usize);
    blobs.into_values().flatten().collect()
}

/// The sample without SPIR-V, whose frames hold what was condensed.
fn plain() -> Package {
    let mut package = package();
    package.targets[0].shaders.retain(|shader| shader.name != "Wide");
    package
}

fn stream() -> Result<(), Failed> {
    let bytes = pack(&plain(), Options::RELEASE)?;
    assert!(zstd::stream::decode_all(&bytes[..])? == contents(&bytes));
    for package in [Package::default(), alike()] {
        // Frames that need a dictionary are passed over.
        let bytes = pack(&package, Options::RELEASE)?;
        assert!(zstd::stream::decode_all(&bytes[..])?.is_empty());
    }
    Ok(())
}

fn program() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("game.fxo.zst");
    for package in [plain(), Package::default(), alike()] {
        let bytes = pack(&package, Options::RELEASE)?;
        let expected = if Pack::open(&bytes[..])?.dictionary_count() == 0 { contents(&bytes) } else { Vec::new() };
        std::fs::write(&path, &bytes)?;
        let test = Command::new("zstd").arg("-t").arg(&path).stderr(Stdio::piped()).output()?;
        assert!(test.status.success(), "zstd -t: {}", String::from_utf8_lossy(&test.stderr));
        let decoded = Command::new("zstd").arg("-dc").arg(&path).output()?;
        assert!(decoded.status.success(), "zstd -dc: {}", String::from_utf8_lossy(&decoded.stderr));
        assert!(decoded.stdout == expected);
    }
    Ok(())
}

/// Each frame, taken out, is what any Zstandard decoder reads with the dictionary.
fn with_dictionary() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (frame, dictionary) = (folder.path().join("frame.zst"), folder.path().join("dictionary"));
    let bytes = pack(&alike(), Options::RELEASE)?;
    let pack = Pack::open(&bytes[..])?;
    std::fs::write(&dictionary, pack.dictionary(0)?)?;
    let mut decoder = uberc_runtime::Decoder::new();
    for number in [0, pack.blob_count() - 1] {
        let blob = pack.blob(number).ok_or("a blob")?;
        std::fs::write(&frame, blob.frame()?)?;
        let decoded = Command::new("zstd").arg("-dc").arg("-D").arg(&dictionary).arg(&frame).output()?;
        assert!(decoded.status.success(), "zstd -dc -D: {}", String::from_utf8_lossy(&decoded.stderr));
        let mut ours = Vec::new();
        decoder.decode(blob, &mut ours)?;
        assert!(decoded.stdout == ours);
    }
    Ok(())
}
