//! One mistake, one message: the same diagnostic from many variants becomes one, with a count and a way to repeat it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::diag::{Diagnostic, Severity, Span};

/// A diagnostic and the variant it came from.
#[derive(Clone, Debug)]
pub struct VariantDiagnostic {
    pub diagnostic: Diagnostic,
    pub shader: String,
    /// A permutation that leads to the variant, as `g_bX=1,...`.
    pub permutation: String,
    /// The command line that compiles little more than this variant.
    pub reproduce: String,
    /// Identifies the variant within the shader.
    pub variant: u32,
}

/// Joins equal diagnostics. `totals` says how many variants of each shader were compiled.
///
/// The notes of a compiler's message differ from variant to variant (command lines, temporary names), so they do not
/// count; those of the first stay.
pub fn merge(found: Vec<VariantDiagnostic>, totals: &BTreeMap<String, usize>) -> Vec<Diagnostic> {
    type Identity = (&'static str, Severity, String, Option<Span>);
    let mut known: FxHashMap<Identity, usize> = FxHashMap::default();
    let mut groups: Vec<Vec<VariantDiagnostic>> = Vec::new();
    for item in found {
        let place = item.diagnostic.primary.as_ref().map(|label| label.span);
        let identity = (item.diagnostic.code, item.diagnostic.severity, item.diagnostic.message.clone(), place);
        let at = *known.entry(identity).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(item),
            None => groups.push(vec![item]),
        }
    }
    groups.into_iter().filter_map(|group| join(group, totals)).collect()
}

fn join(group: Vec<VariantDiagnostic>, totals: &BTreeMap<String, usize>) -> Option<Diagnostic> {
    let mut shaders: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for item in &group {
        shaders.entry(&item.shader).or_default().push(item.variant);
    }
    let mut notes = Vec::new();
    for (shader, mut variants) in shaders {
        variants.sort_unstable();
        variants.dedup();
        let total = totals.get(shader).copied().unwrap_or(variants.len());
        notes.push(if variants.len() == total {
            format!("in every variant of {shader}")
        } else {
            format!("in {} of {total} variants of {shader}", variants.len())
        });
    }
    let first = group.into_iter().next()?;
    let mut diagnostic = first.diagnostic;
    notes.push(format!("for example {}: {}", first.shader, first.permutation));
    notes.push(format!("to reproduce: {}", first.reproduce));
    notes.append(&mut diagnostic.notes);
    diagnostic.notes = notes;
    Some(diagnostic)
}
