//! Random packages: every packed key is found with its technique, and no other key is.

use crate::harness;
use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use uberc::model::*;
use uberc::pack::{Options, pack};
use uberc_runtime::{MissReason, Pack};

use super::lookup::same_technique;
use super::sample::{artifact, layout};

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("archive::random_tables_come_back", || run(shader(false))),
        harness::trial("archive::random_cubes_come_back", || run(shader(true))),
        harness::trial("archive::random_render_states_come_back", render_states),
        harness::trial("archive::any_bytes_are_read_without_panic", noise),
    ]
}

fn kind() -> impl Strategy<Value = BranchKind> {
    prop_oneof![
        3 => Just(BranchKind::Bool),
        1 => (-5i32..5, 0i32..6).prop_map(|(min, more)| BranchKind::Int { min, max: min + more }),
        1 => (1usize..6).prop_map(|count| {
            BranchKind::Enum { members: (0..count).map(|at| format!("Member{at}")).collect() }
        }),
    ]
}

fn techniques() -> impl Strategy<Value = Vec<PackagedTechnique>> {
    let one =
        (any::<u64>(), prop::option::of("[A-Za-z]{0,4}"), prop::collection::btree_map("[A-Z]{1,3}", define(), 0..3));
    let made = one.prop_map(|(values, vertex_format, defines)| PackagedTechnique {
        technique: std::sync::Arc::new(Technique { vertex_format, defines, ..Technique::default() }),
        values_mask: u64::MAX,
        values: Permutation(values),
        variants: [(Stage::Vertex, (values % 3) as u32)].into(),
        program: None,
    });
    prop::collection::vec(made, 1..9)
}

fn define() -> impl Strategy<Value = DefineValue> {
    prop_oneof![
        any::<bool>().prop_map(DefineValue::Bool),
        (-1e9f64..1e9).prop_map(DefineValue::Number),
        "\\PC{0,5}".prop_map(DefineValue::String),
    ]
}

/// A shader as a table of at most 2^12 entries, or as the leaves of a random tree over up to 64 bits.
fn shader(wide: bool) -> impl Strategy<Value = PackagedShader> {
    let kinds = prop::collection::vec(kind(), 0..if wide { 22 } else { 5 });
    let blobs = prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 3);
    let choices = prop::collection::vec(any::<u32>(), 1..40);
    (kinds, techniques(), blobs, choices).prop_map(move |(kinds, techniques, blobs, choices)| {
        let names: Vec<String> = (0..kinds.len()).map(|at| format!("g_b{at}")).collect();
        let branches = layout(names.iter().map(String::as_str).zip(kinds).collect());
        let choose = |seed: u64| {
            let choice = choices[(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % choices.len()];
            (!choice.is_multiple_of(4)).then(|| choice / 4 % techniques.len() as u32)
        };
        let decision = if wide {
            let mut cubes = Vec::new();
            split(&branches, &choices, Cube::ALL, 0, &mut |cube| {
                cubes.extend(choose(cube.value ^ cube.mask).map(|technique| (cube, technique)));
            });
            Decision::Cubes(cubes)
        } else {
            Decision::Table(
                (0..1u64 << branches.bits())
                    .map(|bits| if branches.exists(bits) { choose(bits) } else { None })
                    .collect(),
            )
        };
        let variants = blobs.iter().map(|bytes| PackagedVariant {
            stage: Stage::Vertex,
            entry_point: "Main".to_owned(),
            artifact: artifact(bytes, "main"),
        });
        PackagedShader {
            materials: Vec::new(),
            name: "Random".to_owned(),
            branches,
            fallback: None,
            metadata: Default::default(),
            decision,
            variants: variants.collect(),
            techniques,
        }
    })
}

/// The leaves of a tree of at most six levels that splits on bits the choices name.
fn split(layout: &BranchLayout, choices: &[u32], cube: Cube, depth: usize, leaf: &mut dyn FnMut(Cube)) {
    let free = layout.mask() & !cube.mask;
    let choice = choices[(depth * 7 + cube.value.count_ones() as usize * 3) % choices.len()];
    if free == 0 || depth == 6 || depth > 1 && choice.is_multiple_of(5) {
        return leaf(cube);
    }
    let mut bit = 1u64.rotate_left(choice % 64);
    while bit & free == 0 {
        bit = bit.rotate_left(1);
    }
    for value in [0, bit] {
        let cube = Cube { mask: cube.mask | bit, value: cube.value | value };
        split(layout, choices, cube, depth + 1, leaf);
    }
}

fn expected(shader: &PackagedShader, bits: u64) -> Option<u32> {
    if !shader.branches.exists(bits) {
        return None;
    }
    match &shader.decision {
        Decision::Table(table) => table[bits as usize],
        Decision::Diagram(diagram) => diagram.lookup(Permutation(bits)),
        Decision::Cubes(cubes) => {
            cubes.iter().find(|(cube, _)| cube.contains(Permutation(bits))).map(|(_, technique)| *technique)
        }
    }
}

/// All keys of narrow shaders; of wide ones the corners of each cube, their neighbours, and keys spread over the whole range.
fn keys(shader: &PackagedShader) -> Vec<u64> {
    let mask = shader.branches.mask();
    if shader.branches.bits() <= 12 {
        return (0..=mask).collect();
    }
    let mut keys: Vec<u64> = (1..400u64).map(|at| at.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask).collect();
    if let Decision::Cubes(cubes) = &shader.decision {
        for (cube, _) in cubes {
            let corners = [cube.value, cube.value | mask & !cube.mask];
            keys.extend(corners);
            keys.extend(
                corners.iter().flat_map(|corner| (0..shader.branches.bits()).map(move |bit| corner ^ 1 << bit)),
            );
        }
    }
    keys
}

fn run(strategy: impl Strategy<Value = PackagedShader>) -> Result<(), Failed> {
    let mut runner = TestRunner::new(Config { cases: 64, failure_persistence: None, ..Config::default() });
    runner.run(&strategy, |shader| round_trip(&shader)).map_err(|error| error.to_string().into())
}

fn round_trip(shader: &PackagedShader) -> Result<(), TestCaseError> {
    let fail = |error: String| TestCaseError::fail(error);
    let package = Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders: vec![shader.clone()] }] };
    let bytes = pack(&package, Options::FAST).map_err(|error| fail(error.to_string()))?;
    let pack = Pack::open(&bytes[..]).map_err(|error| fail(error.to_string()))?;
    let read =
        pack.target("spirv").and_then(|target| target.shader("Random")).map_err(|error| fail(error.to_string()))?;
    for (branch, packed) in read.branches().zip(shader.branches.branches()) {
        prop_assert_eq!(branch.name(), &packed.name);
        prop_assert_eq!(branch.handle().mask(), packed.mask());
    }
    let mut misses = 0;
    for bits in keys(shader) {
        let expected = expected(shader, bits);
        match read.technique(read.key_from_bits(bits)) {
            Ok(technique) => {
                prop_assert_eq!(Some(technique.number()), expected, "{:#x}", bits);
            }
            Err(miss) => {
                prop_assert_eq!(None, expected, "{:#x}", bits);
                let exists = shader.branches.exists(bits);
                prop_assert_eq!(miss.reason() == MissReason::NotBuilt, exists, "{:#x}", bits);
                misses += 1;
                // Exhaustive search is slow: of a wide shader only a few, and only where all keys are known.
                if shader.branches.bits() <= 8 && misses < 20 {
                    let nearest = (0..1u64 << shader.branches.bits())
                        .filter(|other| self::expected(shader, *other).is_some())
                        .min_by_key(|other| ((other ^ bits).count_ones(), *other));
                    prop_assert_eq!(miss.nearest().map(|key| key.bits()), nearest, "{:#x}", bits);
                }
            }
        }
        prop_assert_eq!(read.describe(bits).to_string(), shader.branches.describe(bits));
    }
    if shader.branches.bits() < 64 {
        let bits = shader.branches.mask() + 1;
        let reason = read.technique(read.key_from_bits(bits)).map_err(|miss| miss.reason()).err();
        prop_assert_eq!(reason, Some(MissReason::BitsBeyondKey));
    }
    prop_assert_eq!(read.techniques().len(), shader.techniques.len());
    for (read, packed) in read.techniques().zip(&shader.techniques) {
        same_technique(shader, packed, read).map_err(|error| fail(error.message().unwrap_or("differs").to_owned()))?;
    }
    Ok(())
}

/// Random bytes that a render state can be read from are written back as they were, but for unused parts.
fn render_states() -> Result<(), Failed> {
    use uberc_runtime::state_bytes::{FIELDS, SIZE, read, write};
    let reserved = FIELDS.iter().find(|(name, ..)| *name == "zero").map_or(SIZE, |(.., at)| *at);
    let mut runner = TestRunner::new(Config { cases: 2000, failure_persistence: None, ..Config::default() });
    runner
        .run(&prop::collection::vec(0u8..3, SIZE), |mut bytes| {
            for at in [115, 116, 118, 119, 120, 121, 122, 125, 129].into_iter().chain((32..104).step_by(8)) {
                bytes[at] &= 1;
            }
            bytes[112] &= 1;
            bytes[114] &= 1;
            let state = read(&bytes).ok_or_else(|| TestCaseError::fail("not read"))?;
            let mut written = Vec::new();
            write(&state, &mut written);
            prop_assert_eq!(written.len(), SIZE);
            prop_assert_eq!(read(&written), Some(state));
            prop_assert_eq!(&written[..40], &bytes[..40]);
            prop_assert_eq!(&written[104..108], &bytes[104..108]);
            prop_assert_eq!(&written[112..reserved], &bytes[112..reserved]);
            prop_assert!(written[reserved..].iter().all(|byte| *byte == 0), "a reserved byte is in use");
            for (at, target) in state.targets.iter().enumerate() {
                let place = 40 + at * 8..48 + at * 8;
                let kept = if target.is_some() { bytes[place.clone()].to_vec() } else { vec![0; 8] };
                prop_assert_eq!(&written[place], &kept[..]);
            }
            Ok(())
        })
        .map_err(|error| error.to_string().into())
}

/// Bytes behind a right magic number and version.
fn noise() -> Result<(), Failed> {
    let mut runner = TestRunner::new(Config { cases: 2000, failure_persistence: None, ..Config::default() });
    runner
        .run(&prop::collection::vec(any::<u8>(), 0..900), |mut bytes| {
            let front = [&0x184D_2A50u32.to_le_bytes()[..], &[0; 4], &uberc_runtime::format::MAGIC, &[0; 4]].concat();
            for (to, from) in bytes.iter_mut().zip(front) {
                *to = from;
            }
            prop_assert!(Pack::open(&bytes[..]).is_err());
            Ok(())
        })
        .map_err(|error| error.to_string().into())
}
