//! Compares the result of exploring with the result of calling `Specialize` for every permutation.

use rayon::prelude::*;

use crate::diag;
use crate::diag::Diagnostic;
use crate::explore;
use crate::explore::BruteOutcome;
use crate::model::{Exploration, Permutation, ShaderDeclaration, SourceUnit, Target};
use crate::pipeline::BuildContext;
use crate::pipeline::frontend::run_sidecar;
use crate::report::{Comparison, NotCompared, Verified};

/// Calls `Specialize` for every permutation of every shader, and compares the results with exploration and decision
/// diagram. Shaders are in the order of units, targets and declarations.
pub fn verify(context: &BuildContext, targets: &[Target]) -> (Vec<Verified>, Vec<Diagnostic>) {
    let pairs: Vec<(&SourceUnit, Target)> =
        context.units.iter().flat_map(|unit| targets.iter().map(move |target| (unit, *target))).collect();
    let done: Vec<(Vec<Verified>, Vec<Diagnostic>)> =
        pairs.par_iter().map(|(unit, target)| verify_unit(context, unit, *target)).collect();
    let (mut verified, mut diagnostics) = (Vec::new(), Vec::new());
    for (shaders, found) in done {
        verified.extend(shaders);
        diagnostics.extend(found);
    }
    diag::sort(&mut diagnostics, &context.sources);
    (verified, diagnostics)
}

fn verify_unit(context: &BuildContext, unit: &SourceUnit, target: Target) -> (Vec<Verified>, Vec<Diagnostic>) {
    let (sidecar, mut diagnostics) = run_sidecar(context, unit, target);
    let Some(sidecar) = sidecar else { return (Vec::new(), diagnostics) };
    let mut verified = Vec::new();
    for (index, shader) in sidecar.shaders.iter().enumerate() {
        let (exploration, found) = explore::explore(shader, &mut sidecar.specializer(index), &context.project.limits);
        // After an error, or beyond a limit, the exploration is not complete.
        let comparison = if found.iter().any(Diagnostic::is_error) {
            Err(NotCompared::SourceErrors)
        } else {
            let brute = explore::brute_force(shader, &mut sidecar.plain_specializer(index));
            brute.map(|brute| compare(shader, &exploration, &brute)).map_err(|_| NotCompared::TooManyBits)
        };
        diagnostics.extend(found);
        // The output of `print` in thousands of calls is of no use.
        drop(sidecar.take_output());
        let permutations = shader.branches.permutations();
        verified.push(Verified { shader: shader.name.clone(), target, permutations, comparison });
    }
    (verified, diagnostics)
}

fn compare(shader: &ShaderDeclaration, exploration: &Exploration, brute: &[(Permutation, BruteOutcome)]) -> Comparison {
    let (techniques, counted) = explore::final_counts(shader, exploration, brute);
    let other_counts: Vec<u128> = counted.into_iter().filter(|count| *count != techniques).collect();
    let left_out = explore::left_out(shader, exploration);
    let mismatches = explore::mismatches(shader, exploration, brute);
    Comparison { mismatches, techniques, other_counts, left_out }
}
