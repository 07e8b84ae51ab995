//! What there is of the units of a build before compiling: results of this machine, results of others, and fronts.

use std::sync::Arc;

use rayon::prelude::*;

use super::BuildContext;
use super::alike_targets::run_unit_frontends;
use super::incremental::unit_cache::UnitCache;
use super::incremental::unit_record::FinishedUnit;
use super::remote::FetchedUnits;
use super::unit_front::UnitFront;
use crate::model::{SourceUnit, Target};

/// A unit of a build for a target, before its batch.
pub struct PendingUnit<'u> {
    pub unit: &'u SourceUnit,
    pub target: Target,
    /// The result of an earlier build on this machine.
    kept: Option<Arc<FinishedUnit>>,
    /// Its place among the units without such a result.
    place: usize,
}

/// What there is of a unit before compiling.
pub enum Found {
    /// A result, and whether another machine made it.
    Kept(Arc<FinishedUnit>, bool),
    Front(Box<UnitFront>),
}

/// Units with their results of earlier builds on this machine.
pub fn find_results<'u>(
    context: &BuildContext,
    unit_cache: Option<&UnitCache<'_>>,
    pairs: &[(&'u SourceUnit, Target)],
) -> Vec<PendingUnit<'u>> {
    let find = |unit: &SourceUnit, target| {
        let unit_cache = unit_cache.filter(|_| !context.cancel.is_cancelled())?;
        let name = unit.sidecar.display().to_string();
        context.trace.measure("records", name, || unit_cache.find(unit, target))
    };
    let found = |(unit, target): &(&'u SourceUnit, Target)| {
        let (unit, target) = (*unit, *target);
        PendingUnit { unit, target, kept: find(unit, target), place: 0 }
    };
    let mut units: Vec<PendingUnit<'u>> = pairs.par_iter().map(found).collect();
    for (place, unit) in units.iter_mut().filter(|unit| unit.kept.is_none()).enumerate() {
        unit.place = place;
    }
    units
}

/// Those without a result, by their places.
pub fn open_pairs<'u>(units: &[PendingUnit<'u>]) -> Vec<(&'u SourceUnit, Target)> {
    units.iter().filter(|unit| unit.kept.is_none()).map(|unit| (unit.unit, unit.target)).collect()
}

/// The results of some units, and the fronts of those that have none and that have not arrived from another machine.
pub fn make_fronts(context: &BuildContext, units: &[PendingUnit<'_>], fetched: &FetchedUnits) -> Vec<Found> {
    // The targets of a unit stand side by side.
    let of_units: Vec<&[PendingUnit<'_>]> = units.chunk_by(|one, next| one.unit == next.unit).collect();
    let made: Vec<Vec<Found>> = of_units.par_iter().map(|targets| make_fronts_of(context, targets, fetched)).collect();
    let mut found = made.into_iter().flatten().collect::<Vec<_>>();
    for (pending, found) in units.iter().zip(&mut found) {
        // What arrived while its front was made need not be compiled.
        if let Found::Front(_) = found
            && let Some(finished) = fetched.get_or_make(pending.place)
        {
            *found = Found::Kept(finished, true);
        }
    }
    found
}

/// The same for targets of one unit.
fn make_fronts_of(context: &BuildContext, targets: &[PendingUnit<'_>], fetched: &FetchedUnits) -> Vec<Found> {
    let known = |pending: &PendingUnit<'_>| match &pending.kept {
        Some(finished) => Some(Found::Kept(Arc::clone(finished), false)),
        None => fetched.get(pending.place).map(|finished| Found::Kept(finished, true)),
    };
    let found: Vec<Option<Found>> = targets.iter().map(known).collect();
    let open = targets.iter().zip(&found).filter(|(_, found)| found.is_none());
    let open: Vec<Target> = open.map(|(pending, _)| pending.target).collect();
    let fronts = targets.first().map(|first| run_unit_frontends(context, first.unit, &open));
    let mut fronts = fronts.into_iter().flatten();
    let or_front = |found: Option<Found>| found.or_else(|| fronts.next().map(|front| Found::Front(Box::new(front))));
    found.into_iter().filter_map(or_front).collect()
}
