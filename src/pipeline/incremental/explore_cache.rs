//! Explored units of the previous build, for units whose sidecars would read the same inputs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::atom::Atom;
use crate::diag::{Diagnostic, FileId, LoadError, Sources};
use crate::model::{Exploration, Limits, MacroDefinition, MacroTable, Project, ShaderDeclaration, SourceUnit, Target};
use crate::sidecar::TargetReads;

/// The declarations of a sidecar, and the results of exploring.
#[derive(Clone, Debug)]
pub struct Explored {
    pub shaders: Vec<ExploredShader>,
    /// Names of shaders with a mistake.
    pub refused: Vec<String>,
    /// Whether the sidecar ran to its end.
    pub ended: bool,
    /// The sidecar and its modules, in the order of loading.
    pub files: Vec<FileId>,
    pub missing: Vec<PathBuf>,
    /// What the sidecar read of the target.
    pub target_reads: TargetReads,
}

impl Explored {
    /// Whether a run for another target would have the same result, and neither has a message. `own`: the target of this run, and its
    /// unit's macros; `other`: those of the other run.
    pub fn serves(&self, own: (Target, &MacroTable), other: (Target, &MacroTable)) -> bool {
        let is_silent = |shader: &ExploredShader| shader.diagnostics.is_empty();
        self.ended
            && self.refused.is_empty()
            && self.shaders.iter().all(is_silent)
            && self.target_reads.are_same(own, other)
    }
}

/// One of its shaders.
#[derive(Clone, Debug)]
pub struct ExploredShader {
    pub declaration: ShaderDeclaration,
    /// `None` if there is no text or the shader is not in the selection.
    pub exploration: Option<Exploration>,
    /// Errors of `Specialize`, and its output of `print`.
    pub diagnostics: Vec<Diagnostic>,
}

/// Units of one build, kept for the next. Both number files alike: see [`Sources::again`].
#[derive(Debug, Default)]
pub struct ExploredUnits {
    units: Mutex<BTreeMap<(SourceUnit, Target), Arc<KnownUnit>>>,
}

#[derive(Debug)]
struct KnownUnit {
    inputs: OtherInputs,
    explored: Explored,
}

/// The inputs of a sidecar other than files. `cpp` shows the compared part of a macro, and not its place.
#[derive(Debug, PartialEq, Eq)]
struct OtherInputs {
    dialect: &'static str,
    macros: Vec<(Atom, bool, String)>,
    lua: Vec<PathBuf>,
    limits: Limits,
}

impl OtherInputs {
    fn of(project: &Project, dialect: &'static str, macros: &MacroTable) -> OtherInputs {
        let macros = macros.values().map(MacroDefinition::shown);
        let macros = macros.map(|(name, function_like, expanded)| (name, function_like, expanded.to_owned()));
        OtherInputs { dialect, macros: macros.collect(), lua: project.lua.clone(), limits: project.limits.clone() }
    }

    fn are(&self, project: &Project, dialect: &str, macros: &MacroTable) -> bool {
        self.dialect == dialect
            && self.lua == project.lua
            && self.limits == project.limits
            && self
                .macros
                .iter()
                .map(|(name, function_like, expanded)| (*name, *function_like, expanded.as_str()))
                .eq(macros.values().map(MacroDefinition::shown))
    }
}

impl ExploredUnits {
    /// The result of the previous build, if a run now would have the same result. The files that it read are loaded
    /// again, because a file has the same number only if it has the same bytes.
    pub fn find(
        &self,
        (project, sources): (&Project, &Sources),
        unit: &SourceUnit,
        (target, dialect): (Target, &str),
        macros: &MacroTable,
    ) -> Option<Explored> {
        let known = self.units.lock().unwrap_or_else(PoisonError::into_inner).get(&(unit.clone(), target)).cloned()?;
        let same = |file: &FileId| {
            let before = sources.get(*file);
            let path = before.path.as_ref()?;
            (sources.load(path).ok()?.id == *file).then_some(())
        };
        let is_missing = |path: &PathBuf| sources.load(path).err() == Some(LoadError::NotFound);
        let holds = known.inputs.are(project, dialect, macros)
            && known.explored.files.iter().all(|file| same(file).is_some())
            && known.explored.missing.iter().all(is_missing);
        holds.then(|| known.explored.clone())
    }

    pub fn keep(
        &self,
        project: &Project,
        unit: &SourceUnit,
        (target, dialect): (Target, &'static str),
        macros: &MacroTable,
        explored: &Explored,
    ) {
        let known =
            Arc::new(KnownUnit { inputs: OtherInputs::of(project, dialect, macros), explored: explored.clone() });
        let mut units = self.units.lock().unwrap_or_else(PoisonError::into_inner);
        units.insert((unit.clone(), target), known);
    }
}
