//! Headers that C++ and shaders share: the same sizes and offsets for g++, for glslang and in uberc's tables.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use uberc::diag::Sources;
use uberc::dialect::create_info::{Rule, Structures, check_headers};

use super::{builder, bytes_of, copied, library, shaders};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let cpp = harness::trial("create_info::shared_headers_are_the_same_to_cpp", shared_headers);
    let glslang = harness::trial("create_info::offsets_are_those_of_glslang", offsets);
    vec![harness::needs("g++", cpp), harness::needs("glslangValidator", glslang)]
}

/// The header of sizes and offsets that the builder writes.
fn asserted(folder: &Path, files: &[String]) -> Result<String, Failed> {
    let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
    arguments.extend(["--static-asserts", "asserts.hh", "--layouts"]);
    let (ok, said) = builder(folder, &arguments)?;
    if ok { Ok(std::fs::read_to_string(folder.join("asserts.hh"))?) } else { Err(said.into()) }
}

fn compiles_as_cpp(folder: &Path, text: &str) -> Result<bool, Failed> {
    std::fs::write(folder.join("check.cc"), text)?;
    let mut command = Command::new("g++");
    command.args(["-std=c++17", "-fsyntax-only", "-I.", "-Ishared", "check.cc"]).current_dir(folder);
    Ok(command.output()?.status.success())
}

/// The generated header compiles, and one with another number does not.
fn shared_headers() -> Result<(), Failed> {
    let (folder, files) = copied()?;
    let header = asserted(folder.path(), &files)?;
    assert!(header.matches("static_assert").count() > 25, "{header}");
    assert!(compiles_as_cpp(folder.path(), &header)?, "g++ refuses\n{header}");
    let wrong = header.replace("sizeof(ViewParams) == 160", "sizeof(ViewParams) == 164");
    assert!(!compiles_as_cpp(folder.path(), &wrong)?);
    // A header with macros, enums, arrays, structures in structures and functions.
    let case = tempfile::tempdir()?;
    harness::copy_tree(&harness::suite_dir("cli").join("shader_builder_build_headers/project"), case.path())?;
    std::fs::copy(shaders().join("shared/gpu_types.hh"), case.path().join("gpu_types.hh"))?;
    let header = asserted(case.path(), &["infos.lua".to_owned()])?;
    assert!(header.contains("sizeof(Whole) == 176"), "{header}");
    assert!(compiles_as_cpp(case.path(), &header)?, "g++ refuses\n{header}");
    Ok(())
}

/// Offsets of the members of each structure that a module names.
fn offsets_in(words: &[u32]) -> BTreeMap<String, BTreeMap<String, u32>> {
    let text = |words: &[u32]| -> String {
        let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|byte| *byte != 0);
        String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
    };
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let mut members: BTreeMap<(u32, u32), String> = BTreeMap::new();
    let mut places: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some(first) = rest.first() {
        let (opcode, length) = (first & 0xffff, (first >> 16).max(1) as usize);
        match (opcode, rest.get(1..length).unwrap_or_default()) {
            // OpName, OpMemberName, OpMemberDecorate Offset
            (5, [id, name @ ..]) => drop(names.insert(*id, text(name))),
            (6, [id, member, name @ ..]) => drop(members.insert((*id, *member), text(name))),
            (72, [id, member, 35, offset]) => drop(places.insert((*id, *member), *offset)),
            _ => {}
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    let mut found: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    for ((id, member), offset) in places {
        if let (Some(structure), Some(name)) = (names.get(&id), members.get(&(id, member))) {
            found.entry(structure.clone()).or_default().insert(name.clone(), offset);
        }
    }
    found
}

/// glslang's SPIR-V of the assembled sources has each member where the tables say.
fn offsets() -> Result<(), Failed> {
    let (folder, files) = copied()?;
    let case = harness::suite_dir("cli").join("shader_builder_build_headers/project");
    for name in ["right.hh", "infos.lua"] {
        std::fs::copy(case.join(name), folder.path().join(name))?;
    }
    let files: Vec<String> = files.into_iter().chain(["infos.lua".to_owned()]).collect();
    let sources = Sources::new(folder.path());
    let paths: Vec<_> = files.iter().map(Into::into).collect();
    let (infos, _) = library(&sources, &paths);
    let mut structures = Structures::default();
    for info in infos.infos.values() {
        structures.merge(check_headers(info, &sources, &[]).0);
    }
    let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
    arguments.extend(["--target", "spirv", "--keep-sources", "kept", "--no-cache"]);
    let (ok, said) = builder(folder.path(), &arguments)?;
    assert!(ok, "{said}");
    let mut compared = 0;
    for name in bytes_of(&folder.path().join("kept"))?.into_keys() {
        let stage = ["vert", "frag", "comp"].into_iter().find(|stage| name.contains(&format!(".{stage}")));
        let mut command = Command::new("glslangValidator");
        let output = command.args(["-V", "-S", stage.ok_or("a stage")?, "-o", "out.spv", &name]);
        assert!(output.current_dir(folder.path()).output()?.status.success(), "{name}");
        for (structure, members) in offsets_in(&super::texts::words(&folder.path().join("out.spv"))?) {
            let Some(known) = structures.by_name.get(&structure) else { continue };
            let listed = |rule: Rule| -> Option<BTreeMap<String, u32>> {
                let offsets = structures.offsets(known, rule)?;
                Some(known.fields.iter().map(|field| field.name.clone()).zip(offsets).collect())
            };
            let (std140, std430) = (listed(Rule::Std140), listed(Rule::Std430));
            assert!(std140.as_ref() == Some(&members) || std430.as_ref() == Some(&members), "{structure}: {members:?}");
            compared += members.len();
        }
    }
    assert!(compared > 100, "{compared} members");
    Ok(())
}
