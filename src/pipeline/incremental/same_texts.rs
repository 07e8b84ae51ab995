//! Units whose files have changed in nothing but their texts' layout: comments, white space, `#if 0`. Their tokens are what they were,
//! and so is all that follows from them: nothing is run, preprocessed or compiled.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::unit_cache::UnitCache;
use super::unit_record::Inputs;
use super::up_to_date::ChangedFiles;
use crate::diag::{FileId, listed_folder};
use crate::model::{DefineValue, Digest, SourceUnit, Target};
use crate::pipeline::BuildContext;
use crate::pipeline::unit_front::UnitFront;
use crate::preprocess::{LayoutUse, can_tell_lines};
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
            let inputs = changed.inputs_of(*at);
            let is_same = digest_with(context, unit_cache, (unit, target), &inputs) == Some(texts);
            is_same.then_some(Some((unit, target, inputs, record)))
        });
        fronts.extend(same.collect::<Option<Vec<_>>>()?.into_iter().flatten());
    }
    let rename = |(unit, target, inputs, record): &(&SourceUnit, Target, Inputs, Digest)| {
        unit_cache.rename(unit, *target, inputs, record)
    };
    fronts.par_iter().map(rename).collect()
}

/// The digest of all that a unit's result follows from, with the tokens of its texts in the place of the texts. `None` where the result
/// follows from more: a text that a generator writes, a file that is no text, or a message, whose place is in a file.
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
                // It has no file whose tokens could be compared, and its layout can matter.
                && shader.declaration.source.is_none()
                && shader.programs.is_empty()
                && !shader.tokens.units.is_empty()
                && shader.exploration.techniques.iter().all(|technique| technique.info.is_none())
        });
    let of_techniques = front.shaders.iter().flat_map(|shader| &shader.exploration.techniques);
    // A number has no name in its text.
    let of_techniques =
        of_techniques.flat_map(|technique| technique.defines.values()).filter_map(|value| match value {
            DefineValue::String(text) => Some(text.as_str()),
            DefineValue::Number(_) | DefineValue::Bool(_) => None,
        });
    let mut defines = context.project.defines.values().map(String::as_str).chain(of_techniques);
    if !is_plain || defines.any(can_tell_lines) {
        return None;
    }
    let files: BTreeSet<FileId> =
        front.shaders.iter().flat_map(|shader| &shader.tokens.units).flat_map(|unit| &unit.files).copied().collect();
    let read: BTreeSet<PathBuf> = files.into_iter().filter_map(|file| context.sources.get(file).path.clone()).collect();
    if !read.iter().all(|path| is_text(path)) {
        return None;
    }
    let is_preprocessed =
        |(path, digest): (&PathBuf, &Option<Digest>)| digest.is_none() || !is_text(path) || read.contains(path);
    front.inputs.iter().all(is_preprocessed).then(|| digest_with(context, unit_cache, (unit, target), &front.inputs))?
}

/// The same of a unit that reads these files.
fn digest_with(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    (unit, target): (&SourceUnit, Target),
    inputs: &Inputs,
) -> Option<Digest> {
    let mut texts = Vec::new();
    let mut used = LayoutUse::default();
    for (path, digest) in inputs.iter().filter(|(path, digest)| digest.is_some() && is_text(path)) {
        // It may have changed in this moment.
        let file = context.sources.load(path).ok().filter(|file| Some(file.digest) == *digest)?;
        let lexed = context.files.file(&file);
        used = used.or(lexed.layout_use()?);
        texts.push((path, lexed));
    }
    let mut inputs = inputs.clone();
    for (path, lexed) in texts {
        inputs.insert(path.clone(), Some(lexed.token_digest(used)));
    }
    Some(unit_cache.key_digest(unit, target, &inputs))
}

/// Whether an input is a text for the preprocessor, and no module of a sidecar and no folder.
fn is_text(path: &Path) -> bool {
    let is_module = path.extension().is_some_and(|extension| extension == "lua" || extension == "luau");
    !is_module && listed_folder(path).is_none()
}
