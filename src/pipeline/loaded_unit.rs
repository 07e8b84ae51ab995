//! Units whose sidecars have run: the search for a shader by its name runs them, and the front that follows takes the
//! results.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::incremental::explore_cache::Explored;
use super::incremental::unit_record::Inputs;
use crate::diag::{Diagnostic, SourceFile};
use crate::model::{MacroTable, SourceUnit, Target};

/// A unit under one target, before its techniques are preprocessed.
pub struct LoadedUnit {
    pub text: UnitText,
    /// The result of the sidecar; `None` if it could not be run.
    pub explored: Option<Explored>,
    /// Diagnostics of the sidecar, without those of exploring.
    pub diagnostics: Vec<Diagnostic>,
}

/// A unit's source, and what `cpp` shows of it.
pub struct UnitText {
    /// The file, in its own dialect.
    pub body: Option<Arc<SourceFile>>,
    /// The errors if the file exists but cannot be read.
    pub unreadable: Option<Vec<Diagnostic>>,
    /// The errors if its generator makes no text of it with the project's options. A shader that reads it may have
    /// others.
    pub failed: Vec<Diagnostic>,
    pub macros: MacroTable,
    /// Diagnostics of preprocessing without a technique's defines: reported only if no technique is preprocessed.
    pub diagnostics: Vec<Diagnostic>,
    /// Files that were read or looked for.
    pub inputs: Inputs,
}

impl UnitText {
    /// Whether the file can be read, and its generator, if it has one, makes a text of it.
    pub fn is_readable(&self) -> bool {
        self.unreadable.is_none() && self.failed.is_empty()
    }
}

/// Loaded units until the front takes them.
#[derive(Default)]
pub struct LoadedUnits {
    units: Mutex<BTreeMap<(SourceUnit, Target), LoadedUnit>>,
}

impl LoadedUnits {
    pub fn put(&self, unit: &SourceUnit, target: Target, loaded: LoadedUnit) {
        self.units.lock().unwrap_or_else(PoisonError::into_inner).insert((unit.clone(), target), loaded);
    }

    pub fn take(&self, unit: &SourceUnit, target: Target) -> Option<LoadedUnit> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner).remove(&(unit.clone(), target))
    }

    /// Forgets all other units.
    pub fn retain(&self, units: &[SourceUnit]) {
        self.units.lock().unwrap_or_else(PoisonError::into_inner).retain(|(unit, _), _| units.contains(unit));
    }
}
