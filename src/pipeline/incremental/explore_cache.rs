//! A unit's sidecar run, and its shaders explored; of the build before, where nothing that they read has changed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use ustr::Ustr;

use crate::diag::{Diagnostic, FileId, LoadError};
use crate::explore;
use crate::model::{Exploration, Limits, MacroTable, ShaderDeclaration, SourceUnit, Target};
use crate::pipeline::BuildContext;
use crate::sidecar;

/// What a sidecar declared, and what exploring found.
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
}

/// One of its shaders.
#[derive(Clone, Debug)]
pub struct ExploredShader {
    pub declaration: ShaderDeclaration,
    /// `None` where there is no text, or nobody asked for this shader.
    pub exploration: Option<Exploration>,
    /// What is wrong with `Specialize`, and what it printed.
    pub diagnostics: Vec<Diagnostic>,
}

/// Units of one build for the next, which shares its numbers of files.
#[derive(Debug, Default)]
pub struct ExploredUnits {
    units: Mutex<BTreeMap<(SourceUnit, Target), Arc<Remembered>>>,
}

#[derive(Debug)]
struct Remembered {
    question: Question,
    explored: Explored,
}

/// All that decides besides files. `cpp` shows of a macro what is compared here, and not where it stands.
#[derive(Debug, PartialEq, Eq)]
struct Question {
    dialect: &'static str,
    macros: Vec<(Ustr, bool, String)>,
    lua: Vec<PathBuf>,
    limits: Limits,
}

impl Question {
    fn of(context: &BuildContext, unit: &SourceUnit, macros: &MacroTable) -> Question {
        let macros = macros.values().map(|known| (known.name, known.function_like, known.expanded.clone()));
        let dialect = context.dialect_of(unit).name;
        Question {
            dialect,
            macros: macros.collect(),
            lua: context.project.lua.clone(),
            limits: context.project.limits.clone(),
        }
    }

    fn is(&self, context: &BuildContext, unit: &SourceUnit, macros: &MacroTable) -> bool {
        self.dialect == context.dialect_of(unit).name
            && self.lua == context.project.lua
            && self.limits == context.project.limits
            && self.macros.len() == macros.len()
            && self.macros.iter().zip(macros.values()).all(|((name, function_like, expanded), known)| {
                (*name, *function_like, expanded) == (known.name, known.function_like, &known.expanded)
            })
    }
}

impl ExploredUnits {
    /// What a run now would come to. Every file it read is read again, and has the number it had only with the same bytes.
    fn find(&self, context: &BuildContext, unit: &SourceUnit, target: Target, macros: &MacroTable) -> Option<Explored> {
        let known = self.units.lock().unwrap_or_else(PoisonError::into_inner).get(&(unit.clone(), target)).cloned()?;
        let same = |file: &FileId| {
            let before = context.sources.get(*file);
            let path = before.path.as_ref()?;
            (context.sources.load(path).ok()?.id == *file).then_some(())
        };
        let is_missing = |path: &PathBuf| context.sources.load(path).err() == Some(LoadError::NotFound);
        let holds = known.question.is(context, unit, macros)
            && known.explored.files.iter().all(|file| same(file).is_some())
            && known.explored.missing.iter().all(is_missing);
        holds.then(|| known.explored.clone())
    }

    fn keep(
        &self,
        context: &BuildContext,
        unit: &SourceUnit,
        target: Target,
        macros: &MacroTable,
        explored: &Explored,
    ) {
        let remembered =
            Arc::new(Remembered { question: Question::of(context, unit, macros), explored: explored.clone() });
        let mut units = self.units.lock().unwrap_or_else(PoisonError::into_inner);
        units.insert((unit.clone(), target), remembered);
    }
}

/// Runs the sidecar of a unit and explores its shaders; `None` where it could not be run. With it, what is wrong with it.
/// `has_text`: whether there is a text for shaders that bring none.
pub fn explored(
    context: &BuildContext,
    unit: &SourceUnit,
    target: Target,
    macros: &MacroTable,
    has_text: bool,
) -> (Option<Explored>, Vec<Diagnostic>) {
    // Of some shaders only, nothing is remembered.
    let units = context.explored.as_ref().filter(|_| context.selection.is_none());
    let name = unit.sidecar.display().to_string();
    if let Some(units) = units
        && let Some(known) = context.trace.measure("sidecar", name, || units.find(context, unit, target, macros))
    {
        return (Some(known), Vec::new());
    }
    let (loaded, diagnostics) = run(context, unit, target, macros);
    let Some(loaded) = loaded else { return (None, diagnostics) };
    let mut shaders = Vec::new();
    for (index, declaration) in loaded.shaders.iter().enumerate() {
        let is_wanted = context.selection.as_ref().is_none_or(|selection| selection.shader == declaration.name);
        if !is_wanted || declaration.source.is_none() && !has_text {
            let declaration = declaration.clone();
            shaders.push(ExploredShader { declaration, exploration: None, diagnostics: Vec::new() });
            continue;
        }
        let (exploration, mut diagnostics) = context.trace.measure("explore", declaration.name.as_str(), || {
            explore::explore(declaration, &mut loaded.specializer(index), &context.project.limits)
        });
        diagnostics.extend(loaded.take_output());
        shaders.push(ExploredShader { declaration: declaration.clone(), exploration: Some(exploration), diagnostics });
    }
    let explored = Explored {
        shaders,
        refused: loaded.refused.clone(),
        ended: loaded.ended,
        files: loaded.files.clone(),
        missing: loaded.missing.clone(),
    };
    // Messages can name places that are not among the files: those of macros.
    let is_silent = diagnostics.is_empty()
        && explored.shaders.iter().all(|shader| shader.diagnostics.is_empty() && shader.exploration.is_some());
    if let Some(units) = units.filter(|_| is_silent && explored.ended && explored.refused.is_empty()) {
        units.keep(context, unit, target, macros, &explored);
    }
    (Some(explored), diagnostics)
}

/// Runs the sidecar of a unit, and no more.
pub fn run(
    context: &BuildContext,
    unit: &SourceUnit,
    target: Target,
    macros: &MacroTable,
) -> (Option<sidecar::Sidecar>, Vec<Diagnostic>) {
    let request = sidecar::Request {
        unit,
        registry: context.registry(),
        dialect: context.dialect_of(unit),
        target,
        macros,
        lua_paths: &context.project.lua,
        limits: &context.project.limits,
    };
    let name = unit.sidecar.display().to_string();
    context.trace.measure("sidecar", name, || sidecar::load(&request, &context.sources))
}
