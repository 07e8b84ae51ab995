//! One unit under one target before compiling: its text, its sidecar, its tokens, its variants.

use std::sync::Arc;

use super::compared_targets::have_same_tokens;
use super::declared_shaders::Undeclared;
use super::dialect_text::{TextOf, text_of};
use super::incremental::unit_record::{Inputs, note_inputs};
use super::loaded_unit::{LoadedUnit, UnitText};
use super::shader_front::{FrontOf, PreprocessedShader, ShaderFront, preprocess_shader, specialise_shaders};
use super::technique_texts::Text;
use super::unit_scripts::UnitScripts;
use super::unit_tokens::{SharedUnits, preprocess_without_stage};
use super::{BuildContext, Selection, defines, sidecars};
use crate::diag::{Diagnostic, LoadError};
use crate::model::{MacroTable, ShaderDeclaration, SourceUnit, Target};
use crate::project;

/// One unit under one target.
pub struct UnitFront {
    pub shaders: Vec<ShaderFront>,
    pub undeclared: Undeclared,
    pub diagnostics: Vec<Diagnostic>,
    /// Files that were read or looked for.
    pub inputs: Inputs,
    /// What `cpp` shows of the unit's text.
    pub macros: MacroTable,
}

/// Reads a unit's text, runs its sidecar for a target, and explores its shaders.
pub fn load_unit(context: &BuildContext, unit: &SourceUnit, target: Target) -> LoadedUnit {
    explore_unit(context, unit, target, unit_text(context, unit, target))
}

/// Runs the sidecar of a unit with this text for a target, and explores its shaders.
pub fn explore_unit(context: &BuildContext, unit: &SourceUnit, target: Target, text: UnitText) -> LoadedUnit {
    let (explored, diagnostics) = sidecars::explore(context, unit, target, &text.macros);
    LoadedUnit { text, explored, diagnostics }
}

/// Reads the text of a unit, and what `cpp` shows of it.
pub fn unit_text(context: &BuildContext, unit: &SourceUnit, target: Target) -> UnitText {
    // Discovery has found the file; if it is gone now, the unit has no source.
    let (body, unreadable) = match unit.source.as_ref().map(|path| (path, context.sources.load(path))) {
        Some((_, Ok(file))) => (Some(file), None),
        None | Some((_, Err(LoadError::NotFound))) => (None, None),
        Some((path, Err(error))) => (None, Some(vec![project::unreadable_source(path, &error)])),
    };
    let mut inputs = Inputs::new();
    let dialect = context.dialect_of(unit);
    // The text of some generators depends on what the sidecar says.
    let is_first = context.registry().generator(dialect).is_none_or(|generator| !generator.follows_sidecar());
    let wanted = body.as_ref().filter(|_| is_first);
    let text = wanted.map(|file| {
        let (shader, branches, materials, scripts) = (None, None, None, None);
        text_of(context, TextOf { file, dialect, shader, branches, materials, scripts })
    });
    if let Some(text) = &text {
        note_inputs(&context.sources, &text.files, &text.missing, &mut inputs);
    }
    let failed = text.as_ref().filter(|text| text.file.is_none()).map(|text| text.diagnostics.clone());
    // `cpp` shows the macros without any technique's defines. Errors of this pass are reported only if no technique is
    // preprocessed: an `#error` may ask for a define that every technique has.
    let (macros, diagnostics) = match text.and_then(|text| text.file) {
        Some(file) => {
            let text = Text { file, language: dialect.language };
            let (base, found) = preprocess_without_stage(context, &text, target);
            note_inputs(&context.sources, &base.files, &base.missing, &mut inputs);
            let found = found.into_iter().map(|wrong| defines::place_where_set(wrong, &[], context)).collect();
            (base.macros, found)
        }
        None => Default::default(),
    };
    UnitText { body, unreadable, failed: failed.unwrap_or_default(), macros, diagnostics, inputs }
}

/// Takes a unit through the stages before compiling.
pub fn run_unit_frontend(context: &BuildContext, unit: &SourceUnit, target: Target) -> UnitFront {
    let loaded = context.loaded.take(unit, target).unwrap_or_else(|| load_unit(context, unit, target));
    preprocess_unit(context, unit, target, loaded, &[]).specialise(context, unit)
}

/// A unit under one target whose texts are preprocessed.
pub struct PreprocessedUnit {
    target: Target,
    pub shaders: Vec<PreprocessedShader>,
    units: SharedUnits,
    undeclared: Undeclared,
    /// Those of the shaders are with them.
    diagnostics: Vec<Diagnostic>,
    pub text: UnitText,
    /// Whether a shader has the unit's text.
    is_read: bool,
    /// Files that were read or looked for, without those of `text`.
    pub inputs: Inputs,
}

/// Preprocesses the texts of a loaded unit. `others`: targets for which it is noted whether they have the same tokens.
pub fn preprocess_unit(
    context: &BuildContext,
    unit: &SourceUnit,
    target: Target,
    loaded: LoadedUnit,
    others: &[Target],
) -> PreprocessedUnit {
    let LoadedUnit { mut text, explored, mut diagnostics } = loaded;
    let mut inputs = Inputs::new();
    // Also files that could not be read: `watch` builds again when they change.
    for path in [Some(&unit.sidecar), unit.source.as_ref()].into_iter().flatten() {
        if let Some(digest) = context.sources.seen(path) {
            inputs.insert(path.clone(), digest);
        }
    }
    let unreadable = text.unreadable.take();
    let is_readable = unreadable.is_none();
    diagnostics.extend(unreadable.into_iter().flatten());
    let mut units = SharedUnits::compared_with(others);
    let (mut shaders, mut is_read) = (Vec::new(), false);
    let Some(explored) = explored else {
        let undeclared = Undeclared { refused: Vec::new(), unknown: true };
        return PreprocessedUnit { target, shaders, units, undeclared, diagnostics, text, is_read, inputs };
    };
    note_inputs(&context.sources, &explored.files, &explored.missing, &mut inputs);
    let implemented = explored.shaders.first().map(|shader| shader.declaration.implemented.clone()).unwrap_or_default();
    // One for all shaders: what its functions print is in the order of the calls.
    let scripts = UnitScripts::of(context, (unit, target), &text.macros, &implemented);
    let of = FrontOf { context, unit, target, macros: &text.macros, scripts: scripts.as_ref() };
    let mut undeclared = Undeclared { refused: explored.refused, unknown: !explored.ended };
    for shader in explored.shaders {
        let ShaderDeclaration { name, declared, source, .. } = &shader.declaration;
        let is_wanted = |selection: &Selection| shader.declaration.declares(&selection.shader);
        if !context.selection.as_ref().is_none_or(is_wanted) {
            continue;
        }
        // Where every technique has the text of an info, and every stage one of a file, the shader needs none.
        let techniques = shader.exploration.iter().flat_map(|exploration| &exploration.techniques);
        let has_files = shader.declaration.materials.as_ref().is_some_and(|request| !request.files.is_empty());
        let is_needed = !has_files
            && (techniques.clone().next().is_none() || techniques.clone().any(|technique| technique.needs_own_text()));
        let body = text.body.as_ref();
        let has_none = source.is_none() && body.is_none();
        let none = (has_none && !is_needed).then(|| context.sources.add(format!("{name}:none"), ""));
        let written = source.as_ref().or(body).or(none.as_ref());
        if let (Some(written), Some(exploration)) = (written, shader.exploration) {
            is_read |= body.is_some_and(|body| Arc::ptr_eq(body, written));
            let declaration = (shader.declaration.clone(), exploration);
            shaders.extend(preprocess_shader(of, declaration, written, shader.diagnostics, &mut inputs, &mut units));
        } else {
            if is_readable {
                diagnostics.push(project::missing_source(unit, *declared, name));
            }
            undeclared.refused.push(name.clone());
        }
    }
    drop(scripts);
    units.all().for_each(|unit| note_inputs(&context.sources, &unit.files, &unit.missing, &mut inputs));
    PreprocessedUnit { target, shaders, units, undeclared, diagnostics, text, is_read, inputs }
}

impl PreprocessedUnit {
    /// Whether the unit has tokens, and no stage so far has a message. Without tokens, there are messages of the text alone.
    pub fn is_silent(&self) -> bool {
        self.diagnostics.is_empty()
            && self.undeclared.refused.is_empty()
            && !self.undeclared.unknown
            && self.text.is_readable()
            && self.units.all().next().is_some()
    }

    /// Whether this is the text of the unit.
    pub fn has_text(&self, text: &UnitText) -> bool {
        let bodies = self.text.body.as_ref().zip(text.body.as_ref());
        text.is_readable() && bodies.is_some_and(|(own, other)| Arc::ptr_eq(own, other))
    }

    /// Whether another target with the same text and exploration has the same tokens, and nothing is to be said of it either. `macros`:
    /// those of the text for that target.
    pub fn is_same_for(&self, context: &BuildContext, target: Target, macros: &MacroTable) -> bool {
        let is_declared_well = |shader: &PreprocessedShader| shader.is_declared_well(context, macros);
        self.units.are_same_for(target) && self.shaders.iter().all(is_declared_well)
    }

    /// Whether another target with the same exploration has the same text and the same tokens.
    pub fn has_same_tokens(&self, context: &BuildContext, other: &PreprocessedUnit) -> bool {
        let is_same = |(own, other): (&PreprocessedShader, &PreprocessedShader)| {
            other.is_plain() && have_same_tokens(&context.sources, own.tokens(), other.tokens())
        };
        self.has_text(&other.text)
            && self.shaders.len() == other.shaders.len()
            && self.shaders.iter().zip(&other.shaders).all(is_same)
    }

    /// Specialises the shaders.
    pub fn specialise(self, context: &BuildContext, unit: &SourceUnit) -> UnitFront {
        let PreprocessedUnit { target, shaders, undeclared, mut diagnostics, text, is_read, inputs, .. } = self;
        let UnitText { failed, macros, diagnostics: base_diagnostics, inputs: of_text, .. } = text;
        let of = FrontOf { context, unit, target, macros: &macros, scripts: None };
        let (shaders, found): (Vec<ShaderFront>, Vec<_>) = specialise_shaders(of, shaders).into_iter().unzip();
        diagnostics.extend(found.into_iter().flatten());
        if !is_read {
            diagnostics.extend(failed);
        }
        if shaders.iter().all(|shader| shader.tokens.units.is_empty()) {
            diagnostics.extend(base_diagnostics);
        }
        UnitFront { shaders, undeclared, diagnostics, inputs: with_text(inputs, of_text), macros }
    }
}

/// The inputs of a unit, with those of its own text.
pub fn with_text(mut inputs: Inputs, of_text: Inputs) -> Inputs {
    for (path, digest) in of_text {
        let known = inputs.entry(path).or_insert(digest);
        *known = known.or(digest);
    }
    inputs
}
