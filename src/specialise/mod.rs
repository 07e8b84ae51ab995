//! From preprocessed tokens and final branch values to variants: single stages, each distinct one once.
//!
//! **In**: a shader's declaration, what exploring it found, and the tokens of each of its techniques.
//! **Out**: a [`VariantSet`]; text of a variant when somebody compiles or shows it ([`emit`]).
//! **Never**: reads a file, calls Lua, or knows a target.

mod declared;
mod emit;
mod example;
mod hash;
mod scope;

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use ustr::Ustr;

use crate::diag::Diagnostic;
use crate::model::{Exploration, Preprocessed, ShaderDeclaration, SourceText, Stage, Variant, VariantId, VariantSet};

pub use emit::{Emitted, Layout, emit};

/// Finds the distinct variants of a shader. `tokens` holds one entry a technique, in the order of
/// `exploration.techniques`; techniques with equal defines share one `Arc`.
pub fn specialise(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    tokens: &[Arc<Preprocessed>],
) -> (VariantSet, Vec<Diagnostic>) {
    let branches = Arc::new(shader.branches.clone());
    let mut diagnostics = Vec::new();
    let mut scans: Vec<(Arc<Preprocessed>, scope::Scan, hash::Stream)> = Vec::new();
    let scan_of: Vec<usize> = tokens
        .iter()
        .map(|unit| {
            if let Some(known) = scans.iter().position(|(seen, ..)| Arc::ptr_eq(seen, unit)) {
                return known;
            }
            let mut scan = scope::scan(unit, &branches);
            diagnostics.append(&mut scan.diagnostics);
            let stream = hash::Stream::new(unit, &scan);
            scans.push((Arc::clone(unit), scan, stream));
            scans.len() - 1
        })
        .collect();
    diagnostics.extend(entry_points(shader, exploration, &scan_of, &scans));

    let mut set = VariantSet::default();
    let mut sources: FxHashMap<crate::model::Digest, u32> = FxHashMap::default();
    let mut variants: FxHashMap<crate::model::Digest, VariantId> = FxHashMap::default();
    for final_technique in &exploration.finals {
        let index = final_technique.technique.0 as usize;
        let technique = &exploration.techniques[index];
        let (unit, scan, stream) = &scans[scan_of[index]];
        let values: Vec<Ustr> = scan.spellings(&branches, final_technique.values);
        let digest = stream.digest(&values);
        let source = *sources.entry(digest).or_insert_with(|| {
            let mut replacements: Vec<(u32, Ustr)> =
                scan.sites.iter().map(|site| (site.token, values[usize::from(site.branch.0)])).collect();
            replacements.extend(scan.removed.iter().map(|token| (*token, Ustr::from(""))));
            replacements.sort_unstable_by_key(|(token, _)| *token);
            set.sources.push(SourceText {
                digest,
                tokens: Arc::clone(unit),
                branches: Arc::clone(&branches),
                replacements: replacements.into(),
            });
            set.sources.len() as u32 - 1
        });
        let mut stages = BTreeMap::new();
        for (stage, entry_point) in &technique.entry_points {
            let key = hash::variant_key(*stage, entry_point, technique.profile.as_deref(), digest);
            let id = *variants.entry(key).or_insert_with(|| {
                set.variants.push(Variant {
                    stage: *stage,
                    entry_point: entry_point.clone(),
                    profile: technique.profile.clone(),
                    key,
                    source,
                    example: example::smallest(exploration, *final_technique),
                });
                VariantId(set.variants.len() as u32 - 1)
            });
            stages.insert(*stage, id);
        }
        set.techniques.push(stages);
    }
    (set, diagnostics)
}

/// Every entry point a technique names must be a function of its tokens.
fn entry_points(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    scan_of: &[usize],
    scans: &[(Arc<Preprocessed>, scope::Scan, hash::Stream)],
) -> Vec<Diagnostic> {
    let mut missing: BTreeMap<(Stage, &str), usize> = BTreeMap::new();
    for (technique, scan) in exploration.techniques.iter().zip(scan_of) {
        for (stage, name) in &technique.entry_points {
            if !scans[*scan].1.functions.contains(&Ustr::from(name)) {
                missing.entry((*stage, name)).or_insert(*scan);
            }
        }
    }
    missing
        .into_iter()
        .map(|((stage, name), scan)| {
            let functions: Vec<&str> = scans[scan].1.functions.iter().map(Ustr::as_str).collect();
            let diagnostic = Diagnostic::error(
                "specialise/unknown-entry-point",
                format!("shader `{}` has no function `{name}` for its {} stage", shader.name, stage.name()),
            )
            .at_with(shader.declared, "a technique of this shader names it");
            match crate::diag::suggestion(name, functions) {
                Some(help) => diagnostic.help(help),
                None => {
                    diagnostic.help(format!("Define the function `{name}`, or correct the technique's entry point."))
                }
            }
        })
        .collect()
}
