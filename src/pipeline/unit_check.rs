//! One unit under one target, as `uberc check` sees it, for a program that keeps it while its inputs stay the same: the
//! language server.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::declared_shaders::{DeclaredShader, Undeclared};
use super::incremental::unit_record::Inputs;
use super::unit_front::{UnitFront, run_unit_frontend};
use super::variant_diagnostics::condition_of;
use super::{BuildContext, Selection, ShaderFront, between_units, check, lint};
use crate::diag::{self, Condition, Diagnostic};
use crate::model::{Digest, MacroTable, SourceUnit, Target, VariantId};
use crate::report::{self, VariantDiagnostic};

/// A unit after the front end, and the mistakes of its variants once they are asked for.
pub struct CheckedUnit {
    pub unit: SourceUnit,
    pub target: Target,
    pub shaders: Vec<ShaderFront>,
    /// What `cpp` shows of its text.
    pub macros: MacroTable,
    /// Diagnostics of the front end.
    diagnostics: Vec<Diagnostic>,
    undeclared: Undeclared,
    inputs: Inputs,
    /// The mistakes of the variants of a selection; `None`: of all.
    found: Mutex<Option<(Option<Selection>, Vec<VariantDiagnostic>)>>,
}

impl CheckedUnit {
    /// Runs the front end. If the run was cancelled, the result is a part.
    pub fn run(context: &BuildContext, unit: &SourceUnit, target: Target) -> CheckedUnit {
        let UnitFront { shaders, undeclared, diagnostics, inputs, macros } = run_unit_frontend(context, unit, target);
        let unit = unit.clone();
        CheckedUnit { unit, target, shaders, macros, diagnostics, undeclared, inputs, found: Mutex::default() }
    }

    /// Whether it read the file, or looked for it. The path is relative to the project's root.
    pub fn depends_on(&self, path: &Path) -> bool {
        self.inputs.contains_key(path) || self.unit.sidecar == path || self.unit.source.as_deref() == Some(path)
    }

    /// Whether each input is as it was.
    pub fn is_up_to_date(&self, context: &BuildContext) -> bool {
        let now = |path: &Path| context.sources.load(path).ok().map(|file| file.digest);
        self.inputs.iter().all(|(path, digest)| now(path) == *digest)
    }

    /// The mistakes in the variants, or in those of one permutation of the selection's shader, which has no part in
    /// other units. Found once; `None` if the run was cancelled.
    pub fn find_mistakes(
        &self,
        context: &BuildContext,
        selection: Option<&Selection>,
    ) -> Option<Vec<VariantDiagnostic>> {
        let selection = selection.filter(|one| self.shaders.iter().any(|shader| shader.declaration.name == one.shader));
        if let Some((of, found)) = &*self.found.lock().unwrap_or_else(PoisonError::into_inner)
            && of.as_ref() == selection
        {
            return Some(found.clone());
        }
        let shaders: Vec<&ShaderFront> =
            self.shaders.iter().filter(|shader| check::may_analyse(context, shader)).collect();
        let found: Vec<Vec<VariantDiagnostic>> = shaders
            .par_iter()
            .map(|shader| {
                let wanted =
                    selection.filter(|one| one.shader == shader.declaration.name).map(|one| variants(shader, one));
                let is_wanted = |id: VariantId| wanted.as_ref().is_none_or(|wanted| wanted.contains(&id));
                check::analyse_some(context, shader, &self.diagnostics, is_wanted)
            })
            .collect();
        if context.cancel.is_cancelled() {
            return None;
        }
        let found = found.concat();
        let known = Some((selection.cloned(), found.clone()));
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = known;
        Some(found)
    }

    fn declared(&self) -> impl Iterator<Item = DeclaredShader> + '_ {
        self.shaders.iter().map(ShaderFront::declared)
    }
}

/// The variants of a permutation: none where nothing is built.
fn variants(shader: &ShaderFront, selection: &Selection) -> BTreeSet<VariantId> {
    let Some(permutation) = selection.permutation else {
        return (0..shader.variants.variants.len() as u32).map(VariantId).collect();
    };
    let technique = shader.variants.technique_of(permutation);
    technique.map(|technique| technique.stages.values().copied().collect()).unwrap_or_default()
}

/// What `uberc check` says of these units, which are all of the project's: sorted, each mistake once. `found`: the
/// mistakes of their variants.
pub fn all_diagnostics<'u>(
    context: &BuildContext,
    units: impl Iterator<Item = &'u CheckedUnit> + Clone,
    found: Vec<VariantDiagnostic>,
) -> Vec<Diagnostic> {
    let mut totals: BTreeMap<String, BTreeSet<Digest>> = BTreeMap::new();
    for shader in units.clone().flat_map(|unit| &unit.shaders).filter(|shader| check::may_analyse(context, shader)) {
        let keys = totals.entry(shader.declaration.name.clone()).or_default();
        keys.extend(shader.variants.variants.iter().map(|variant| variant.key));
    }
    let totals = totals.into_iter().map(|(name, keys)| (name, keys.len())).collect();
    let mut diagnostics = report::merge(found, &totals, |span| context.sources.outermost(span));
    let declared: Vec<DeclaredShader> = units.clone().flat_map(CheckedUnit::declared).collect();
    let mut undeclared = Undeclared::default();
    for unit in units.clone() {
        undeclared.add(unit.undeclared.clone());
        diagnostics.extend(unit.diagnostics.iter().cloned());
    }
    diagnostics.extend(between_units::check(context, &declared, &undeclared));
    diagnostics.extend(lint::forgotten_branches(&units.flat_map(|unit| &unit.shaders).collect::<Vec<_>>()));
    context.project.warnings.apply(&mut diagnostics);
    diag::sort(&mut diagnostics, &context.sources);
    diagnostics
}

/// The permutations that use one of these variants, in terms of branches; `None` if all do, or if there is no short
/// condition.
pub fn kept_where(shader: &ShaderFront, ids: &BTreeSet<VariantId>) -> Option<Condition> {
    condition_of(shader, ids, |_| true)
}
