//! A project as the front end left it: what requests are answered from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use crate::compile::Cancel;
use crate::diag::{Diagnostic, SourceFile};
use crate::ir::work::WorkLimits;
use crate::model::BranchLayout;
use crate::pipeline::{BuildContext, CheckedUnit, Selection, ShaderFront};

/// A permutation of a shader whose variants alone are checked, as the client wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenPermutation {
    pub shader: String,
    pub permutation: String,
}

/// The branches of a shader, and the sidecar that declares it.
#[derive(Clone, Debug)]
pub struct KnownBranches {
    pub sidecar: PathBuf,
    pub layout: BranchLayout,
}

/// A project at one time.
pub struct ProjectState {
    /// Number of the texts that it was made from.
    pub version: u64,
    pub context: Arc<BuildContext>,
    pub units: Vec<Arc<CheckedUnit>>,
    /// Diagnostics of the project file, and of the search for units.
    pub found_before: Vec<Diagnostic>,
    pub selection: Option<Selection>,
    /// By the shader's name; those of a sidecar that has a mistake now are the last that it declared.
    pub branches: BTreeMap<String, KnownBranches>,
}

impl ProjectState {
    pub fn root(&self) -> &Path {
        self.context.sources.root()
    }

    /// The shaders of all units, each with its unit.
    pub fn shaders(&self) -> impl Iterator<Item = (&CheckedUnit, &ShaderFront)> {
        self.units.iter().flat_map(|unit| unit.shaders.iter().map(move |shader| (&**unit, shader)))
    }

    /// The file as this state has read it; `None` where no unit reads it.
    pub fn file(&self, path: &Path) -> Option<Arc<SourceFile>> {
        let relative = self.context.sources.relative(path);
        self.units.iter().any(|unit| unit.depends_on(&relative)).then(|| self.context.sources.load(&relative).ok())?
    }

    /// The limits of one query's work. Newer texts cancel the analysis of this state, and not a query.
    pub fn limits(&self) -> WorkLimits {
        WorkLimits { cancelled: Cancel::default().flag(), ..self.context.work_limits() }
    }

    /// Adds the branches that units declare now to those that are known.
    pub fn know_branches(&mut self, before: Option<&ProjectState>) {
        let sidecars: Vec<&PathBuf> = self.units.iter().map(|unit| &unit.unit.sidecar).collect();
        let mut known = before.map(|before| before.branches.clone()).unwrap_or_default();
        known.retain(|_, branches| sidecars.contains(&&branches.sidecar));
        for (unit, shader) in self.units.iter().flat_map(|unit| unit.shaders.iter().map(move |shader| (unit, shader))) {
            let (sidecar, layout) = (unit.unit.sidecar.clone(), shader.declaration.branches.clone());
            known.insert(shader.declaration.name.clone(), KnownBranches { sidecar, layout });
        }
        self.branches = known;
    }

    /// The selection that a client's choice means; `None` where this project has no such shader.
    ///
    /// # Errors
    /// The message about a permutation that the shader does not have.
    pub fn selection(&self, chosen: &ChosenPermutation) -> Result<Option<Selection>, String> {
        let Some(known) = self.branches.get(&chosen.shader) else { return Ok(None) };
        let permutation = known.layout.parse(&chosen.permutation).map_err(|wrong| wrong.message)?;
        Ok(Some(Selection { shader: chosen.shader.clone(), permutation: Some(permutation) }))
    }
}
