//! Condensed SPIR-V is restored byte for byte, for any module.

use std::sync::Arc;

use crate::harness;
use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use uberc::model::*;
use uberc::pack::{Options, condense_spirv, pack};
use uberc_runtime::Pack;
use uberc_runtime::spirv::Restorer;
use uberc_runtime::spirv::grammar::INSTRUCTIONS;

use super::sample::{module, tonemap};

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("archive::spirv_is_condensed_and_comes_back", comes_back),
        harness::trial("archive::random_words_after_a_header_come_back", random),
        harness::trial("archive::damaged_modules_come_back", damaged),
        harness::trial("archive::what_is_no_spirv_is_stored_as_it_is", no_module),
    ]
}

fn restored(condensed: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut out = vec![0; length];
    Restorer::default().restore(condensed, &mut out).map(|()| out)
}

fn comes_back() -> Result<(), Failed> {
    for terms in [1, 2, 40] {
        let code = module(terms);
        let condensed = condense_spirv(&code).ok_or("a module")?;
        assert_eq!(restored(&condensed, code.len()).as_deref(), Some(&code[..]));
        assert!(condensed.len() * 2 < code.len(), "{} of {}", condensed.len(), code.len());
        // Neither cut off nor with something behind it, nor for another length.
        assert_eq!(restored(&condensed[..condensed.len() - 1], code.len()), None);
        assert_eq!(restored(&[&condensed[..], &[0]].concat(), code.len()), None);
        assert_eq!(restored(&condensed, code.len() + 4), None);
        assert_eq!(restored(&condensed, code.len() - 4), None);
        assert_eq!(restored(&condensed, code.len() - 1), None);
    }
    // An instruction more in front does not change how the others are written: what a dictionary needs.
    let (short, long) =
        (condense_spirv(&module(20)).ok_or("a module")?, condense_spirv(&module(21)).ok_or("a module")?);
    let tail = &short[short.len() - 30..short.len() - 10];
    assert!(long.windows(tail.len()).any(|window| window == tail));
    Ok(())
}

/// Instructions the transform knows, with their lengths mostly right and ids small, and others.
fn instruction() -> impl Strategy<Value = Vec<u32>> {
    let id = prop_oneof![8 => 0u32..40, 1 => any::<u32>()];
    let known =
        (0..INSTRUCTIONS.len(), prop::collection::vec(id, 0..9), any::<u8>()).prop_map(|(at, mut operands, odd)| {
            let instruction = &INSTRUCTIONS[at];
            if instruction.words != 0 && odd > 20 {
                operands.resize(usize::from(instruction.words) - 1, 3);
            }
            let mut words = vec![(operands.len() as u32 + 1) << 16 | u32::from(instruction.opcode)];
            words.extend(operands);
            words
        });
    prop_oneof![20 => known, 1 => prop::collection::vec(any::<u32>(), 1..5)]
}

fn same(code: &[u8]) -> Result<(), TestCaseError> {
    if let Some(condensed) = condense_spirv(code) {
        let back = restored(&condensed, code.len());
        prop_assert_eq!(back.as_deref(), Some(code));
    }
    Ok(())
}

fn random() -> Result<(), Failed> {
    let words = prop::collection::vec(instruction(), 0..60).prop_map(|parts| parts.concat());
    let modules = (words, 0u32..200, any::<u32>()).prop_map(|(words, bound, schema)| {
        let head = [0x0723_0203, 0x0001_0500, 7, bound, schema % 3];
        head.into_iter().chain(words).flat_map(u32::to_le_bytes).collect::<Vec<u8>>()
    });
    let mut runner = TestRunner::new(Config { cases: 2000, failure_persistence: None, ..Config::default() });
    runner.run(&modules, |code| same(&code)).map_err(|error| error.to_string().into())
}

fn damaged() -> Result<(), Failed> {
    let code = module(12);
    for at in 4..code.len() {
        for flip in [1, 0x10, 0x80, 0xFF] {
            let mut changed = code.clone();
            changed[at] ^= flip;
            same(&changed).map_err(|error| format!("byte {at} ^ {flip}: {error}"))?;
        }
    }
    Ok(())
}

fn no_module() -> Result<(), Failed> {
    let code = module(3);
    // Too short, no whole words, other magic, big-endian.
    let swapped: Vec<u8> =
        code.as_chunks::<4>().0.iter().flat_map(|word| [word[3], word[2], word[1], word[0]]).collect();
    for bytes in [&code[..16], &code[..code.len() - 2], &code[4..], &swapped[..]] {
        assert_eq!(condense_spirv(bytes), None);
        let mut shader = tonemap();
        Arc::make_mut(&mut shader.variants[0].artifact).bytes = bytes.to_vec().into();
        let package = Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders: vec![shader] }] };
        let read = Pack::open(pack(&package, Options::FAST)?)?;
        let blob = read.blob(0).ok_or("a blob")?;
        assert_eq!(blob.codec(), "plain");
        assert_eq!(blob.decode()?, bytes);
    }
    Ok(())
}
