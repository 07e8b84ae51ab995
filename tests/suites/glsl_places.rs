//! Locations and bindings that GLSL's source leaves open: the same in all variants, and whichever compiler makes them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use rspirv::dr::{Module, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op, StorageClass};

use super::library::uberc;
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let places = harness::trial("glsl_places::of_every_variant_and_compiler", of_every_variant_and_compiler);
    vec![harness::needs("glslangValidator", places)]
}

/// The variants of the case, each with its file's name, under a chain.
fn variants(compilers: &str) -> Result<BTreeMap<String, Module>, Failed> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/cli/glsl_project/project");
    let project = tempfile::tempdir()?;
    for name in ["surface.glsl", "surface.glsl.lua"] {
        std::fs::copy(cases.join(name), project.path().join(name))?;
    }
    std::fs::write(project.path().join("uberc.toml"), format!("[target.spirv]\ncompilers = [{compilers}]\n"))?;
    let (source, archive) = (project.path().display().to_string(), project.path().join("places.fxo"));
    let archive = archive.display().to_string();
    uberc(&["build", &source, "--target", "spirv", "--debug-info", "--output", &archive])?;
    let folder = project.path().join("extracted");
    uberc(&["extract", &archive, "--output", &folder.display().to_string()])?;
    let mut found = BTreeMap::new();
    for file in std::fs::read_dir(folder.join("spirv/Surface"))? {
        let file = file?;
        let module = load_bytes(std::fs::read(file.path())?).map_err(|problem| problem.to_string())?;
        found.insert(file.file_name().to_string_lossy().into_owned(), module);
    }
    Ok(found)
}

/// An input, output or resource: what kind it is, and each place that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Input(u32),
    Output(u32),
    Binding(u32),
}

/// The places that a module uses. A resource that no function reads is left out: glslang declares all of them.
fn places(module: &Module) -> BTreeSet<Place> {
    let types: BTreeMap<u32, &rspirv::dr::Instruction> =
        module.types_global_values.iter().filter_map(|found| Some((found.result_id?, found))).collect();
    let used: BTreeSet<u32> = module
        .functions
        .iter()
        .flat_map(|function| &function.blocks)
        .flat_map(|block| &block.instructions)
        .flat_map(|instruction| &instruction.operands)
        .filter_map(|operand| if let Operand::IdRef(id) = operand { Some(*id) } else { None })
        .collect();
    let mut found = BTreeSet::new();
    for annotation in &module.annotations {
        let [Operand::IdRef(id), Operand::Decoration(decoration), Operand::LiteralBit32(at)] =
            annotation.operands.as_slice()
        else {
            continue;
        };
        let Some(variable) = types.get(id).filter(|found| found.class.opcode == Op::Variable) else { continue };
        let width = variable.result_type.and_then(|pointer| types[&pointer].operands[1].id_ref_any());
        let width = width.map_or(1, |ty| locations(&types, ty));
        match (decoration, variable.operands.first()) {
            (Decoration::Location, Some(Operand::StorageClass(StorageClass::Input))) => {
                found.extend((*at..at + width).map(Place::Input));
            }
            (Decoration::Location, Some(Operand::StorageClass(StorageClass::Output))) => {
                found.extend((*at..at + width).map(Place::Output));
            }
            (Decoration::Binding, _) if used.contains(id) => _ = found.insert(Place::Binding(*at)),
            _ => {}
        }
    }
    found
}

fn locations(types: &BTreeMap<u32, &rspirv::dr::Instruction>, ty: u32) -> u32 {
    let operands = &types[&ty].operands;
    match (types[&ty].class.opcode, operands.as_slice()) {
        (Op::TypeMatrix, [_, Operand::LiteralBit32(columns)]) => *columns,
        (Op::TypeStruct, members) => {
            members.iter().filter_map(Operand::id_ref_any).map(|member| locations(types, member)).sum()
        }
        _ => 1,
    }
}

fn of_every_variant_and_compiler() -> Result<(), Failed> {
    use Place::{Binding, Input, Output};
    let embedded = variants("\"embedded\"")?;
    let vertex = |inputs: &[u32], outputs: u32| -> BTreeSet<Place> {
        inputs.iter().copied().map(Input).chain((0..outputs).map(Output)).chain([Output(4)]).collect()
    };
    let pixel = |inputs: u32, outputs: &[u32]| -> BTreeSet<Place> {
        let values = (0..inputs).map(Input).chain(outputs.iter().copied().map(Output));
        values.chain([1, 2].map(Binding)).chain([Input(4)]).collect()
    };
    let expected = [
        ("vertex-0.spv", vertex(&[0, 5], 2)),
        ("vertex-2.spv", vertex(&[0, 1, 2, 3, 4, 5], 3)),
        ("vertex-4.spv", vertex(&[0, 5, 6], 2)),
        ("vertex-6.spv", vertex(&[0, 1, 2, 3, 4, 5, 6], 3)),
        ("shade-1.spv", pixel(2, &[1])),
        ("shade-3.spv", pixel(3, &[1])),
        ("shade-5.spv", pixel(2, &[0, 1])),
        ("shade-7.spv", pixel(3, &[0, 1])),
    ];
    assert_eq!(embedded.len(), expected.len());
    for (name, wanted) in expected {
        let module = embedded.get(name).ok_or_else(|| format!("there is no {name}: {:?}", embedded.keys()))?;
        assert_eq!(places(module), wanted, "{name}");
    }
    let external = variants("\"glslangValidator\", \"spirv-val\"")?;
    assert_eq!(external.len(), embedded.len());
    for (name, module) in &external {
        assert_eq!(places(module), places(&embedded[name]), "{name} of glslang");
    }
    Ok(())
}
