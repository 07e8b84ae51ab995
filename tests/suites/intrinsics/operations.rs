//! The table of operations against the results of the rows: each operation has a handler in lowering or is marked as unsupported, and
//! its GLSL name is the one that naga writes.

use std::collections::{BTreeMap, BTreeSet};

use libtest_mimic::Failed;
use rayon::prelude::*;
use uberc::dialect::hlsl::analyse::Version;
use uberc::ir::operations::{Family, METHODS, OPERATIONS, Vocabulary};
use uberc::model::{Stage, Target};

use super::row::{self, Row};
use super::shader::shader;
use crate::harness;

fn rows() -> Result<Vec<Row>, Failed> {
    Ok(row::rows(&std::fs::read_to_string(harness::suite_dir("intrinsics").join("rows.txt"))?))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// The first case of a row.
fn compile(row: &Row, target: Target) -> Result<Vec<u8>, String> {
    let (text, _) = shader(row, &[&row.cases[0]]);
    let stage = if row.pixel { Stage::Pixel } else { Stage::Compute };
    harness::embedded::compile(&text, stage, "main", Version::default(), target, true).map(|result| result.output)
}

/// Programs with functions and methods that are in no row, and their stages: the software device has no ray queries, and a row's
/// function has no subpass and is of no mesh stage.
pub fn beside_rows() -> Result<Vec<(String, Stage)>, Failed> {
    let of = |case: &str, stage: Stage| {
        let file = harness::suite_dir("hlsl_lower").join(case).join("main.fx");
        Ok((std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?, stage))
    };
    [("ray_queries", Stage::Compute), ("input_attachments", Stage::Pixel), ("mesh_stage", Stage::Mesh)]
        .map(|(case, stage)| of(case, stage))
        .into_iter()
        .collect()
}

/// The name without its namespace.
pub fn own_name(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// Some forms of a supported operation may be unsupported, but not all of them; and of no row is the outcome a defect.
pub fn every_family_has_a_handler() -> Result<(), Failed> {
    let rows = rows()?;
    let results: Vec<(&Row, Result<Vec<u8>, String>)> =
        rows.par_iter().map(|row| (row, compile(row, Target::Spirv))).collect();
    let mut compiled: BTreeSet<&str> = BTreeSet::new();
    let mut wrong = Vec::new();
    for (row, result) in &results {
        match result {
            Ok(_) => compiled.extend(words(&row.statement)),
            Err(message) if message.contains("[hlsl/unsupported]") => {}
            Err(message) => wrong.push(format!("{}: {message}", row.name)),
        }
    }
    let beside = beside_rows()?;
    for (text, stage) in &beside {
        harness::embedded::compile(text, *stage, "main", Version::default(), Target::Spirv, true)?;
        compiled.extend(words(text));
    }
    // naga gathers only the depth of a texture that is compared, and a row's function has no inputs of the entry point: see
    // `hlsl_lower/attributes_at_vertices` and `interpolation_points`.
    let lacks_all = [
        "GatherCmpGreen",
        "GatherCmpBlue",
        "GatherCmpAlpha",
        "GetAttributeAtVertex",
        "EvaluateAttributeAtCentroid",
        "EvaluateAttributeCentroid",
        "EvaluateAttributeAtSample",
    ];
    let functions = OPERATIONS.iter().filter(|row| !row.signatures.is_empty()).flat_map(|row| {
        let supported = !matches!(row.family, Family::Unsupported(_));
        row.names.hlsl.iter().map(move |name| (*name, supported))
    });
    let methods = METHODS.iter().flat_map(|row| row.names.hlsl).map(|name| (*name, true));
    for (name, supported) in functions.chain(methods) {
        let name = own_name(name);
        if compiled.contains(name) != (supported && !lacks_all.contains(&name)) {
            wrong.push(format!("{name}: compiled is {}, supported is {supported}", compiled.contains(name)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Where naga's GLSL calls a function at all, it is the one of the table. The rows are of HLSL's functions; those that GLSL alone has
/// are held against glslang (`glsl_library`, `cargo xtask coverage`).
pub fn a_name_in_glsl_is_what_naga_writes() -> Result<(), Failed> {
    let rows = rows()?;
    let mut calls: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        words(&row.statement).for_each(|word| calls.entry(word).or_default().push(row));
    }
    let named: Vec<_> = OPERATIONS
        .iter()
        .filter(|row| !row.names.glsl.is_empty() && row.names.hlsl.iter().any(|name| !name.starts_with('.')))
        .collect();
    let absent: Vec<String> = named
        .par_iter()
        .filter_map(|operation| {
            let of = calls.get(operation.name(Vocabulary::Hlsl)).map_or(&[][..], Vec::as_slice);
            let mut texts = of.iter().filter_map(|row| String::from_utf8(compile(row, Target::Glsl).ok()?).ok());
            let called = |text: String| words(&text).any(|word| operation.names.glsl.contains(&word));
            (!texts.any(called)).then(|| operation.name(Vocabulary::Hlsl).to_owned())
        })
        .collect();
    assert_eq!(absent, NOT_WRITTEN, "naga's GLSL does not call them by these names");
    Ok(())
}

/// Operations that lowering composes from others, or for which naga's GLSL has an expression instead of a call.
const NOT_WRITTEN: [&str; 24] = [
    "all",
    "any",
    "distance",
    "dot",
    "faceforward",
    "ldexp",
    "length",
    "modf",
    "NonUniformResourceIndex",
    "normalize",
    "reflect",
    "refract",
    "isinf",
    "isnan",
    "WaveActiveAllEqual",
    "WaveIsFirstLane",
    "WaveMatch",
    "AllMemoryBarrier",
    "DispatchMesh",
    "SetMeshOutputCounts",
    "IsHelperLane",
    "EvaluateAttributeAtCentroid",
    "EvaluateAttributeAtSample",
    "printf",
];
