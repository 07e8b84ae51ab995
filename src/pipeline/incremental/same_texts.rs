//! Units whose files have changed in nothing but their text's layout: comments, white space, code that no unit keeps. The tokens of
//! their techniques are what they were, and so is their result, which then is neither compiled nor read.

use std::path::PathBuf;

use rayon::prelude::*;
use rustc_hash::FxHashSet;
use ustr::Ustr;

use super::unit_cache::UnitCache;
use super::unit_record::Inputs;
use super::up_to_date::ChangedFiles;
use crate::diag::Span;
use crate::model::{Consulted, Digest, Preprocessed, SourceUnit, Target, TokenFlags};
use crate::pipeline::BuildContext;
use crate::pipeline::frontend::{Extent, UnitFront, run_front};
use crate::report::Rebuilt;

/// Units that are looked at before it is known whether the last ones were the same.
const BATCH: usize = 16;

/// The affected units whose result is stored under the names of their files as they are now, if each affected unit would be compiled
/// from the very tokens of which its result was made. Others may be as in an earlier build, whose result is stored. `pairs`: all units of
/// the build, in its order.
pub fn find_same(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    changed: &ChangedFiles,
    pairs: &[(&SourceUnit, Target)],
) -> Option<Vec<Rebuilt>> {
    let mut fronts: Vec<(&SourceUnit, Target, Inputs, Digest)> = Vec::new();
    for batch in changed.affected.chunks(BATCH) {
        let same = batch.par_iter().map(|at| {
            let (unit, target) = *pairs.get(*at)?;
            let record = changed.record_of(*at);
            if unit_cache.has_result(unit, target, &record, |inputs| changed.has_files(*at, inputs)) {
                return Some(None);
            }
            let (texts, made) = unit_cache.known_texts(unit, target)?;
            if made != record || context.cancel.is_cancelled() {
                return None;
            }
            let front = run_front(context, unit, target, Extent::Tokens);
            let is_same = changed.has_files(*at, &front.inputs)
                && digest_of(context, unit_cache, unit, target, &front) == Some(texts);
            is_same.then_some(Some((unit, target, front.inputs, record)))
        });
        fronts.extend(same.collect::<Option<Vec<_>>>()?.into_iter().flatten());
    }
    let rename = |(unit, target, inputs, record): &(&SourceUnit, Target, Inputs, Digest)| {
        unit_cache.rename(unit, *target, inputs, record)
    };
    fronts.par_iter().map(rename).collect()
}

/// The digest of all that a unit's result follows from, with the tokens of its techniques in the place of the files in which they are
/// written. `None` where the result follows from more: a text that a generator writes, or a message, whose place is in a file.
pub fn digest_of(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    unit: &SourceUnit,
    target: Target,
    front: &UnitFront,
) -> Option<Digest> {
    let is_language = |dialect: &str| {
        context.registry().find(dialect).is_some_and(|found| context.registry().generator(found).is_none())
    };
    let is_plain = front.diagnostics.is_empty()
        && front.undeclared.refused.is_empty()
        && !front.undeclared.unknown
        && context.registry().generator(context.dialect_of(unit)).is_none()
        && front.shaders.iter().all(|shader| {
            is_language(&shader.declaration.dialect)
                && shader.declaration.materials.is_none()
                && shader.programs.is_empty()
                && !shader.tokens.units.is_empty()
                && shader.exploration.techniques.iter().all(|technique| technique.info.is_none())
        });
    if !is_plain {
        return None;
    }
    let units = || front.shaders.iter().flat_map(|shader| &shader.tokens.units);
    let path = |file| context.sources.get(file).path.clone();
    let is_module =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "lua" || extension == "luau");
    let texts: FxHashSet<PathBuf> = units().flat_map(|unit| unit.files.iter().copied()).filter_map(path).collect();
    let mut all = Bytes::default();
    all.add(&unit_cache.lists_key(unit, target).0);
    for (path, digest) in &front.inputs {
        all.add(path.as_os_str().as_encoded_bytes());
        match digest {
            Some(_) if texts.contains(path) && !is_module(path) => all.add(b"text"),
            Some(digest) => all.add(&digest.0),
            None => all.add(b"none"),
        }
    }
    for known in front.macros.values() {
        all.add(known.name.as_bytes());
        all.add(&[u8::from(known.function_like)]);
        all.add(known.expanded.as_bytes());
    }
    for shader in &front.shaders {
        all.add(shader.declaration.name.as_bytes());
        all.add(format!("{:?}", shader.tokens.techniques).as_bytes());
        shader.tokens.units.iter().for_each(|unit| all.add_unit(unit));
    }
    Some(Digest::of(&all.0))
}

/// What is hashed: parts with their lengths.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn add(&mut self, part: &[u8]) {
        self.0.extend((part.len() as u64).to_le_bytes());
        self.0.extend_from_slice(part);
    }

    fn add_names(&mut self, names: &[Ustr]) {
        self.add(&(names.len() as u64).to_le_bytes());
        names.iter().for_each(|name| self.add(name.as_bytes()));
    }

    /// A unit's tokens, and what of its directives leads to messages.
    fn add_unit(&mut self, unit: &Preprocessed) {
        let Preprocessed { tokens, consulted, version, extensions, .. } = unit;
        self.add(&(tokens.len() as u64).to_le_bytes());
        for token in tokens {
            let token = &token.token;
            let is_directive = token.flags.has(TokenFlags::DIRECTIVE);
            let begins = token.flags.has(TokenFlags::LINE_START);
            self.0.push(token.kind as u8);
            self.0.push(u8::from(is_directive) + u8::from(is_directive && begins));
            self.add(token.text.as_bytes());
        }
        let unknown = |names: &[(Ustr, Span)]| names.iter().map(|(name, _)| *name).collect::<Vec<_>>();
        self.add_names(&consulted.iter().map(|Consulted { name }| *name).collect::<Vec<_>>());
        self.add_names(&unknown(&unit.unknown_in_conditions));
        self.add_names(&unknown(&unit.undefined_in_conditions));
        self.add(format!("{version:?} {extensions:?} {}", unit.numbered_files).as_bytes());
    }
}
