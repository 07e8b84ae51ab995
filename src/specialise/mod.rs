//! Makes variants from preprocessed tokens and final branch values: single stages, each distinct one once.
//!
//! **In**: a shader's declaration, what exploring it found, the tokens of its techniques, and the [`Grammar`] of their
//! language.
//! **Out**: a [`VariantSet`]; the text of a variant on request ([`emit`]).
//! **Never**: reads a file, calls Lua, or knows a target or a language by name.
//!
//! A stage's text is the code that its entry point reaches after branch values were substituted and folded. A branch on
//! which that text does not depend does not split the stage. Each item and each entry point remembers which branches
//! its result depends on, so that equal results are computed once.

mod emit;
mod fold;
mod hash;
mod items;
mod name_numbers;
mod names;
mod partition;
mod reachability;
mod read_cache;
mod reuse;
mod shared_functions;
mod syntax_errors;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::model::keys::VariantKey;
use crate::model::{
    BranchLayout, Digest, Exploration, Limits, Permutation, Preprocessed, ShaderDeclaration, ShaderTokens, SourceText,
    Stage, StagedTechnique, TechniqueId, Variant, VariantId, VariantSet,
};
use crate::syntax::Grammar;
use partition::Division;
use reachability::Live;

pub use emit::{Emitted, Layout, emit};
pub use shared_functions::FactsPool;

/// Whether variants are folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Values are substituted and folded, and unreachable items are dropped.
    #[default]
    Folded,
    /// Values are substituted, and nothing else.
    Plain,
}

/// Finds the distinct variants of a shader. `tokens` has the techniques of `exploration`, in their order. Past
/// `limits.techniques` parts the set is empty, and a diagnostic says which branches are responsible.
pub fn specialise(
    grammar: &'static Grammar,
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    tokens: &ShaderTokens,
    mode: Mode,
    limits: &Limits,
) -> (VariantSet, Vec<Diagnostic>) {
    let classes = &vec![0; tokens.units.len()];
    let pool = &FactsPool::default();
    let options = Options { classes, mode, limits, tells_syntax_errors: false, cancelled: None, pool, label: None };
    specialise_with(grammar, (shader, exploration), tokens, &options, &mut SpecialisedUnits::default())
}

/// How a shader is specialised.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// One entry for each unit. Equal texts of units of different classes can have different results, so a variant
    /// belongs to units of one class.
    pub classes: &'a [u32],
    pub mode: Mode,
    pub limits: &'a Limits,
    /// Whether what the parser expected and did not find is an error. Without, it is left to the compiler.
    pub tells_syntax_errors: bool,
    /// Set when the run is cancelled: the set is then empty, without a message.
    pub cancelled: Option<&'a AtomicBool>,
    /// What is known from other shaders.
    pub pool: &'a FactsPool,
    /// Names the shader among those of the process. What is found is kept in the pool for the shader's next state, and taken over from
    /// the state before; without a label, it is not.
    pub label: Option<&'a str>,
}

/// The units of a shader with what was found in them, for a shader with the same units and branches. Results do not depend on it.
#[derive(Default)]
pub struct SpecialisedUnits {
    is_kept: bool,
    units: Vec<Live>,
}

impl SpecialisedUnits {
    /// Whether the next shader leaves its units here.
    pub fn keep(&mut self, is_kept: bool) {
        self.is_kept = is_kept;
    }

    fn take(&mut self, unit: &Arc<Preprocessed>) -> Option<Live> {
        let at = self.units.iter().position(|live| Arc::ptr_eq(&live.unit, unit))?;
        Some(self.units.swap_remove(at))
    }
}

/// Finds the distinct variants with all options. After an error of the syntax the set is empty: what would be derived
/// from such tokens is wrong too.
pub fn specialise_with(
    grammar: &'static Grammar,
    (shader, exploration): (&ShaderDeclaration, &Exploration),
    tokens: &ShaderTokens,
    options: &Options<'_>,
    known_units: &mut SpecialisedUnits,
) -> (VariantSet, Vec<Diagnostic>) {
    let Options { classes, tells_syntax_errors, .. } = *options;
    let branches = Arc::new(shader.branches.clone());
    let mut diagnostics = Vec::new();
    let mut known = options.pool.take(grammar, &branches);
    let before = options.label.map(|label| options.pool.earlier.take(label, options.mode, &branches));
    let mut before = before.unwrap_or_default().into_iter();
    let live = |unit: &Arc<Preprocessed>| {
        let before = before.next();
        let live = known_units.take(unit).unwrap_or_else(|| {
            let mut live = Live::new(grammar, unit, &branches, &mut known);
            if let Some(before) = before {
                live.adopt(before, &branches);
            }
            live
        });
        diagnostics.extend(live.names.diagnostics.iter().cloned());
        live
    };
    let mut units: Vec<Live> = tokens.units.iter().map(live).collect();
    options.pool.put_back(known);
    if tells_syntax_errors {
        let found = syntax_errors::syntax_errors(&units);
        if !found.is_empty() {
            return (VariantSet::default(), found);
        }
    }
    diagnostics.extend(entry_points(shader, exploration, tokens, &units));
    let set = match crate::specialise::partition::divide(shader, exploration, &mut units, tokens, options) {
        Ok(division) => number(&branches, exploration, &units, tokens, classes, division),
        Err(too_many) => {
            diagnostics.push(*too_many);
            VariantSet::default()
        }
    };
    if known_units.is_kept {
        known_units.units = units;
    } else if let Some(label) = options.label {
        options.pool.earlier.put(label, options.mode, &branches, units);
    }
    (set, diagnostics)
}

/// Numbers what is distinct: sources, variants, and techniques with their variants.
fn number(
    branches: &Arc<BranchLayout>,
    exploration: &Exploration,
    units: &[Live],
    tokens: &ShaderTokens,
    classes: &[u32],
    mut division: Division,
) -> VariantSet {
    // In the order of techniques and final values, whatever the order of exploration.
    division.parts.sort_unstable_by_key(|part| (part.finals.technique, part.finals.value, part.finals.mask, part.cube));
    let mut sources: Vec<SourceText> = Vec::new();
    let mut variants: Vec<Variant> = Vec::new();
    let mut techniques: Vec<StagedTechnique> = Vec::new();
    let mut parts = Vec::new();
    let mut source_ids: FxHashMap<(Digest, u32), u32> = FxHashMap::default();
    let mut variant_ids: FxHashMap<(Stage, Atom, Option<Atom>, u32), VariantId> = FxHashMap::default();
    let mut technique_ids: FxHashMap<(TechniqueId, BTreeMap<Stage, VariantId>), u32> = FxHashMap::default();
    for part in &division.parts {
        let index = part.finals.technique.0 as usize;
        let technique = &exploration.techniques[index];
        let profile = technique.profile.as_deref().map(Atom::from);
        let mut stages = BTreeMap::new();
        for ((stage, entry_point), text) in technique.entry_points.iter().zip(division.texts(part)) {
            let entry = Atom::from(entry_point);
            let unit = tokens.unit_of(index, *stage);
            let live = &units[unit];
            let text = live.text_of(*text);
            let digest = text.digest;
            let source = *source_ids.entry((digest, classes[unit])).or_insert_with(|| {
                sources.push(SourceText {
                    digest,
                    tokens: Arc::clone(&live.unit),
                    branches: Arc::clone(branches),
                    pieces: Arc::clone(&text.pieces),
                });
                sources.len() as u32 - 1
            });
            let id = *variant_ids.entry((*stage, entry, profile, source)).or_insert_with(|| {
                variants.push(Variant {
                    stage: *stage,
                    entry_point: entry_point.clone(),
                    profile: technique.profile.clone(),
                    key: VariantKey {
                        stage: *stage,
                        entry_point,
                        tokens: digest,
                        profile: technique.profile.as_deref(),
                        links: None,
                    }
                    .key()
                    .digest(),
                    links: None,
                    source,
                    example: Permutation(part.cube.value),
                });
                VariantId(variants.len() as u32 - 1)
            });
            // The smallest permutation of a part is the one with zeros in its free bits.
            let example = &mut variants[id.0 as usize].example;
            *example = (*example).min(Permutation(part.cube.value));
            stages.insert(*stage, id);
        }
        let id = *technique_ids.entry((part.finals.technique, stages.clone())).or_insert_with(|| {
            techniques.push(StagedTechnique { finals: part.finals, stages });
            techniques.len() as u32 - 1
        });
        let agreed = &mut techniques[id as usize].finals;
        *agreed = agreed.agreed(part.finals, branches);
        parts.push((part.cube, id));
    }
    VariantSet::new(sources, variants, techniques, parts, division.live)
}

/// Every entry point a technique names must be a function of its tokens.
fn entry_points(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    tokens: &ShaderTokens,
    units: &[Live],
) -> Vec<Diagnostic> {
    let has = |unit: usize, name: &str| units[unit].has_function(Atom::from(name));
    let mut missing: BTreeMap<(Stage, &str, Option<&String>), usize> = BTreeMap::new();
    for (index, technique) in exploration.techniques.iter().enumerate() {
        for (stage, name) in &technique.entry_points {
            if !has(tokens.unit_of(index, *stage), name) {
                missing.entry((*stage, name, technique.stage_files.get(stage))).or_insert(index);
            }
        }
    }
    missing
        .into_iter()
        .map(|((stage, name, file), index)| {
            let message = match file {
                Some(file) => format!("`{file}` has no function `{name}` for the {} stage", stage.name()),
                None => format!("shader `{}` has no function `{name}` for its {} stage", shader.name, stage.name()),
            };
            let diagnostic = Diagnostic::error("specialise/unknown-entry-point", message);
            let mut places: Vec<Span> = Vec::new();
            for (at, technique) in exploration.techniques.iter().enumerate() {
                let names_it = technique.entry_points.get(&stage).is_some_and(|other| other == name)
                    && technique.stage_files.get(&stage) == file;
                let lacks_it = || names_it && !has(tokens.unit_of(at, stage), name);
                let place = technique.places.entry_points.get(&stage).filter(|_| lacks_it());
                places.extend(place.filter(|place| !places.contains(place)));
            }
            let diagnostic = match places.split_first() {
                Some((first, others)) => others
                    .iter()
                    .fold(diagnostic.at(*first), |diagnostic, place| diagnostic.label(*place, "named here as well")),
                None => diagnostic.at_with(shader.declared, "a technique of this shader names it"),
            };
            let of_others = |technique: usize| {
                file.is_none() && exploration.techniques[technique].entry_points.keys().any(|own| has(tokens.unit_of(technique, *own), name))
            };
            if of_others(index) {
                return diagnostic
                    .note("the function exists in the text of another stage: it stands in an `#if` that asks for the stage")
                    .help("Move the function out of the `#if`, or let the `#if` take it for this stage as well.");
            }
            let elsewhere = file.is_none() && (0..units.len()).any(|unit| has(unit, name));
            if elsewhere {
                let defines: Vec<String> = exploration.techniques[index]
                    .defines
                    .iter()
                    .map(|(name, value)| format!("{name}={}", value.replacement()))
                    .collect();
                let defines = if defines.is_empty() { "no defines".to_owned() } else { defines.join(" ") };
                return diagnostic
                    .note(format!("a technique with {defines} names it; with other defines the function exists"))
                    .help("Move the function out of the `#if`, or give the technique another entry point.");
            }
            let functions = units[tokens.unit_of(index, stage)].functions();
            let mut functions: Vec<&str> = functions.map(|name| name.as_str()).collect();
            functions.sort_unstable();
            functions.dedup();
            let help = crate::diag::suggestion(name, functions);
            diagnostic.help(
                help.unwrap_or_else(|| {
                    format!("Define the function `{name}`, or correct the technique's entry point.")
                }),
            )
        })
        .collect()
}
