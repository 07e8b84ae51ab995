//! One mistake, one message: the same diagnostic from many variants becomes one, with a count, the smallest condition
//! that was found for it, and a way to repeat it.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::diag::{Condition, Diagnostic, Occurrence, Severity, Span, StoredDiagnostic};
use crate::model::{Digest, Stage, Target};

/// One mistake in the variants of one shader under one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantDiagnostic<D = Diagnostic> {
    pub diagnostic: D,
    pub shader: String,
    pub target: Target,
    /// The keys of the variants that have it. A variant that is compiled for several targets counts once.
    pub variants: BTreeSet<Digest>,
    /// The stages in which it is, if every variant of each of these has it; else empty.
    pub stages: BTreeSet<Stage>,
    /// Which permutations have it, in terms of branches; `None` where all have it, or where no short condition was
    /// found.
    pub condition: Option<Condition>,
    /// A permutation that has the mistake, as `g_bX=1,...`.
    pub permutation: String,
    /// A command line that compiles one of the variants, and few others.
    pub reproduce: String,
}

/// A finding that can be stored.
pub type StoredVariantDiagnostic = VariantDiagnostic<StoredDiagnostic>;

impl<D> VariantDiagnostic<D> {
    /// Converts the diagnostic.
    pub fn with<E>(self, diagnostic: E) -> VariantDiagnostic<E> {
        let VariantDiagnostic { shader, target, variants, stages, condition, permutation, reproduce, .. } = self;
        VariantDiagnostic { diagnostic, shader, target, variants, stages, condition, permutation, reproduce }
    }
}

/// Joins equal diagnostics. `totals` says how many variants of each shader were compiled. `edited` leads from a place
/// to that in the file which a person edits: texts that a generator made for other options have equal mistakes.
///
/// The notes of a compiler's message differ from variant to variant (command lines, temporary names), so they are not
/// compared; those of the first stay.
pub fn merge(
    found: Vec<VariantDiagnostic>,
    totals: &BTreeMap<String, usize>,
    edited: impl Fn(Span) -> Span,
) -> Vec<Diagnostic> {
    type Identity = (&'static str, Severity, String, Option<Span>);
    let mut known: FxHashMap<Identity, usize> = FxHashMap::default();
    let mut groups: Vec<Vec<VariantDiagnostic>> = Vec::new();
    for item in found {
        let place = item.diagnostic.primary.as_ref().map(|label| edited(label.span));
        let identity = (item.diagnostic.code, item.diagnostic.severity, item.diagnostic.message.clone(), place);
        let at = *known.entry(identity).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(item),
            None => groups.push(vec![item]),
        }
    }
    groups.into_iter().filter_map(|group| join(group, totals)).collect()
}

/// Upper bound of shaders in a message: a mistake in a header can be in all shaders.
const SHADERS_NAMED: usize = 8;

fn join(group: Vec<VariantDiagnostic>, totals: &BTreeMap<String, usize>) -> Option<Diagnostic> {
    let mut shaders: BTreeMap<&str, Vec<&VariantDiagnostic>> = BTreeMap::new();
    for item in &group {
        shaders.entry(&item.shader).or_default().push(item);
    }
    let mut notes: Vec<String> =
        shaders.iter().take(SHADERS_NAMED).map(|(shader, items)| extent(shader, items, totals)).collect();
    let occurrences = shaders.iter().map(|(shader, items)| occurrence(shader, items, totals)).collect();
    if shaders.len() > SHADERS_NAMED {
        notes.push(format!("and in {} more shaders", shaders.len() - SHADERS_NAMED));
    }
    // Where all have it, a permutation would read as a condition.
    let is_part = shaders.get(group.first()?.shader.as_str()).is_some_and(|items| is_part(items, totals));
    let first = group.into_iter().next()?;
    let mut diagnostic = first.diagnostic;
    diagnostic.occurrences = occurrences;
    if is_part {
        notes.push(format!("for example {}: {}", first.shader, first.permutation));
    }
    notes.push(format!("to reproduce: {}", first.reproduce));
    notes.append(&mut diagnostic.notes);
    diagnostic.notes = notes;
    Some(diagnostic)
}

/// In which variants of a shader it is.
fn extent(shader: &str, items: &[&VariantDiagnostic], totals: &BTreeMap<String, usize>) -> String {
    let (count, total) = variants_of(items, totals);
    let stages = stages_of(items).map(|stages| stages.iter().map(|stage| stage.name()).collect::<Vec<_>>());
    let extent = match stages {
        _ if count == total => format!("in every variant of {shader}"),
        Some(stages) => format!("in every {} variant of {shader} ({count} of {total} variants)", stages.join(" and ")),
        None => format!("in {count} of {total} variants of {shader}"),
    };
    // The condition of the first target is shown: those of other targets hardly differ.
    let of_first = || items.iter().filter(|item| item.target == items[0].target).map(|item| item.condition.as_ref());
    // Several texts with the mistake have conditions of their own, which none of them stands for.
    let is_one = of_first().all(|condition| Some(condition) == of_first().next());
    match items.iter().find_map(|item| item.condition.as_ref()).filter(|_| is_one) {
        Some(condition) => format!("{extent}: {}", condition.text),
        None => extent,
    }
}

/// Whether some variants of a stage have it, and others not, or some permutations.
fn is_part(items: &[&VariantDiagnostic], totals: &BTreeMap<String, usize>) -> bool {
    let (count, total) = variants_of(items, totals);
    items.iter().any(|item| item.condition.is_some()) || count != total && stages_of(items).is_none()
}

/// The stages all of whose variants have it, if it is in no other variant.
fn stages_of<'a>(items: &[&'a VariantDiagnostic]) -> Option<&'a BTreeSet<Stage>> {
    let (first, rest) = items.split_first()?;
    let agree = !first.stages.is_empty() && rest.iter().all(|item| item.stages == first.stages);
    agree.then_some(&first.stages)
}

/// Number of variants of a shader that have a mistake, and of all.
fn variants_of(items: &[&VariantDiagnostic], totals: &BTreeMap<String, usize>) -> (usize, usize) {
    let variants: BTreeSet<&Digest> = items.iter().flat_map(|item| &item.variants).collect();
    let total = items.first().and_then(|item| totals.get(&item.shader));
    (variants.len(), total.copied().unwrap_or(variants.len()))
}

fn occurrence(shader: &str, items: &[&VariantDiagnostic], totals: &BTreeMap<String, usize>) -> Occurrence {
    let (count, total) = variants_of(items, totals);
    let targets: BTreeSet<Target> = items.iter().map(|item| item.target).collect();
    let condition = items.iter().find_map(|item| item.condition.as_ref());
    Occurrence {
        shader: shader.to_owned(),
        targets: targets.into_iter().map(|target| target.name().to_owned()).collect(),
        unit: "variants".to_owned(),
        count: count as u64,
        of: total as u64,
        condition: condition.map(|condition| condition.any_of.clone()).unwrap_or_default(),
        permutation: items.first().map(|item| item.permutation.clone()),
    }
}
