//! Everything before compiling: sidecar, exploration, preprocessing, substitution; for each unit and target.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::declared_shaders::{DeclaredShader, Undeclared};
use super::dialect_text::{TextOf, text_of};
use super::incremental::unit_record::{Inputs, note_inputs};
use super::loaded_unit::{LoadedUnit, UnitText};
use super::programs::ProgramRequest;
use super::shader_texts::{FrontMaterial, ShaderTexts, TextsRequest};
use super::technique_texts::{Text, TextRequest, technique_texts};
use super::unit_scripts::UnitScripts;
use super::unit_tokens::{preprocess_techniques, preprocess_without_stage};
use super::{
    BuildContext, Selection, between_units, brackets, branches, create_infos, defines, lint, option_branches, sidecars,
    stage_links,
};
use crate::compile;
use crate::diag;
use crate::diag::{Diagnostic, DiagnosticKind, LoadError, Origin, SourceFile};
use crate::dialect::{LanguageId, STAND_IN};
use crate::explore;
use crate::model::{
    Cube, Digest, Exploration, MacroTable, PackagedProgram, Permutation, Preprocessed, ShaderDeclaration, ShaderTokens,
    SourceText, SourceUnit, Stage, StagedProgram, Target, Technique, VariantId, VariantSet,
};
use crate::project;
use crate::report::ShaderReport;
use crate::sidecar::Sidecar;
use crate::specialise::{self, Options};

/// One shader under one target, ready to compile.
#[derive(Clone, Debug)]
pub struct ShaderFront {
    pub unit: SourceUnit,
    pub target: Target,
    /// The language of its tokens.
    pub language: LanguageId,
    pub declaration: ShaderDeclaration,
    pub exploration: Exploration,
    pub tokens: ShaderTokens,
    /// Empty if the variants are not known: see [`ShaderFront::known_variants`].
    pub variants: VariantSet,
    /// Of the techniques of `variants`, where they have programs in the place of stages; else empty.
    pub programs: Vec<StagedProgram>,
    /// Whether the variants were found: the source can be read, and no limit was in the way.
    pub divided: bool,
    /// Whether exploring ended within the limits.
    pub explored: bool,
    /// The source's name, for compilers and messages.
    pub source_name: Arc<str>,
    /// Whether no stage so far has found an error. Other shaders are not compiled.
    pub sound: bool,
    /// Whether the variants can be analysed: nothing but their stages may not fit each other.
    pub analysable: bool,
    /// Variants whose entry point is one of another stage.
    pub misplaced: BTreeSet<VariantId>,
    /// The materials that it draws.
    pub materials: Vec<FrontMaterial>,
}

/// All shaders, in the order of units, targets and declarations, and their diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Front {
    pub shaders: Vec<ShaderFront>,
    /// Sorted, each once.
    pub diagnostics: Vec<Diagnostic>,
}

impl ShaderFront {
    /// The variants, or `None` if they are not known.
    pub fn known_variants(&self) -> Option<&VariantSet> {
        self.divided.then_some(&self.variants)
    }

    /// For the checks between units.
    pub fn declared(&self) -> DeclaredShader {
        let ShaderDeclaration { name, fallback, declared, fallback_declared, .. } = &self.declaration;
        DeclaredShader {
            name: name.clone(),
            target: self.target,
            fallback: fallback.clone(),
            place: Some(*declared),
            fallback_place: *fallback_declared,
            materials: self.materials.iter().map(|material| material.name.clone()).collect(),
        }
    }

    /// The digests of the programs of its techniques.
    pub fn distinct_programs(&self) -> BTreeSet<Digest> {
        self.programs.iter().map(|program| program.packaged.artifact.bytes.digest()).collect()
    }

    /// The program that a permutation leads to, where the shader becomes programs. Values must exist.
    pub fn program_of(&self, permutation: Permutation) -> Option<&PackagedProgram> {
        Some(&self.programs.get(self.variants.number_of(permutation)?)?.packaged)
    }

    /// The figures of `uberc list`.
    pub fn report(&self) -> ShaderReport {
        let known = self.known_variants();
        let variants = known.map(|set| {
            let mut variants: BTreeMap<Stage, usize> = BTreeMap::new();
            for variant in &set.variants {
                *variants.entry(variant.stage).or_default() += 1;
            }
            variants.into_iter().collect()
        });
        ShaderReport {
            shader: self.declaration.name.clone(),
            target: self.target,
            permutations: self.declaration.branches.permutations(),
            specialize_runs: self.exploration.runs,
            cubes: self.exploration.cubes.len(),
            // The number would be wrong if only a part of the permutations was explored.
            techniques: if self.explored {
                explore::count_finals(&self.declaration.branches, &self.exploration, Cube::ALL).ok()
            } else {
                None
            },
            packed: known.map(|set| set.packed(&self.exploration.techniques, &self.programs)),
            variants,
            programs: known.map_or(0, |_| self.distinct_programs().len()),
        }
    }
}

/// Runs the front of the pipeline for every unit and target, in parallel.
pub fn run_frontend(context: &BuildContext, targets: &[Target]) -> Front {
    let pairs: Vec<(&SourceUnit, Target)> =
        context.units.iter().flat_map(|unit| targets.iter().map(move |target| (unit, *target))).collect();
    let done: Vec<UnitFront> =
        pairs.par_iter().map(|(unit, target)| run_unit_frontend(context, unit, *target)).collect();
    let mut front = Front::default();
    let mut undeclared = Undeclared::default();
    for unit in done {
        undeclared.add(unit.undeclared);
        front.shaders.extend(unit.shaders);
        front.diagnostics.extend(unit.diagnostics);
    }
    let declared: Vec<DeclaredShader> = front.shaders.iter().map(ShaderFront::declared).collect();
    front.diagnostics.extend(between_units::check(context, &declared, &undeclared));
    context.project.warnings.apply(&mut front.diagnostics);
    diag::sort(&mut front.diagnostics, &context.sources);
    front
}

/// The shaders that the units declare for a target, each with its unit, in their order; and the errors of the sidecars.
/// Only the shader of the selection is explored, and a front that follows does not run these sidecars again.
pub fn declarations(context: &BuildContext, target: Target) -> (Vec<(SourceUnit, ShaderDeclaration)>, Vec<Diagnostic>) {
    let loaded: Vec<_> = context
        .units
        .par_iter()
        .map(|unit| {
            let loaded = load_unit(context, unit, target);
            let shaders = loaded.explored.iter().flat_map(|explored| &explored.shaders);
            let shaders: Vec<_> = shaders.map(|shader| (unit.clone(), shader.declaration.clone())).collect();
            let mut diagnostics = loaded.diagnostics.clone();
            diagnostics.extend(loaded.text.unreadable.iter().flatten().cloned());
            context.loaded.put(unit, target, loaded);
            (shaders, diagnostics)
        })
        .collect();
    let (shaders, diagnostics): (Vec<_>, Vec<_>) = loaded.into_iter().unzip();
    let mut diagnostics = diagnostics.concat();
    context.project.warnings.apply(&mut diagnostics);
    diag::sort(&mut diagnostics, &context.sources);
    (shaders.concat(), diagnostics)
}

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
fn load_unit(context: &BuildContext, unit: &SourceUnit, target: Target) -> LoadedUnit {
    let text = unit_text(context, unit, target);
    let (explored, diagnostics) = sidecars::explore(context, unit, target, &text.macros);
    LoadedUnit { text, explored, diagnostics }
}

/// Reads a unit's text and runs its sidecar for a target. `None` if the sidecar could not be run.
pub fn run_sidecar(context: &BuildContext, unit: &SourceUnit, target: Target) -> (Option<Sidecar>, Vec<Diagnostic>) {
    let text = unit_text(context, unit, target);
    let (sidecar, mut diagnostics) = sidecars::run(context, unit, target, &text.macros);
    diagnostics.extend(text.unreadable.into_iter().flatten().chain(text.failed));
    (sidecar, diagnostics)
}

/// Reads the text of a unit, and what `cpp` shows of it.
fn unit_text(context: &BuildContext, unit: &SourceUnit, target: Target) -> UnitText {
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
    let LoadedUnit { text, explored, mut diagnostics } = loaded;
    let UnitText { body, unreadable, failed, macros, diagnostics: base_diagnostics, mut inputs } = text;
    // Also files that could not be read: `watch` builds again when they change.
    for path in [Some(&unit.sidecar), unit.source.as_ref()].into_iter().flatten() {
        if let Some(digest) = context.sources.seen(path) {
            inputs.entry(path.clone()).or_insert(digest);
        }
    }
    let is_readable = unreadable.is_none();
    diagnostics.extend(unreadable.into_iter().flatten());
    let Some(explored) = explored else {
        diagnostics.extend(failed.into_iter().chain(base_diagnostics));
        let undeclared = Undeclared { refused: Vec::new(), unknown: true };
        return UnitFront { shaders: Vec::new(), undeclared, diagnostics, inputs, macros };
    };
    note_inputs(&context.sources, &explored.files, &explored.missing, &mut inputs);
    let implemented = explored.shaders.first().map(|shader| shader.declaration.implemented.clone()).unwrap_or_default();
    // One for all shaders: what its functions print is in the order of the calls.
    let scripts = UnitScripts::of(context, (unit, target), &macros, &implemented);
    let mut shaders = Vec::new();
    let mut is_read = false;
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
        let is_needed =
            !has_files && (techniques.clone().next().is_none() || techniques.clone().any(Technique::needs_own_text));
        let has_none = source.is_none() && body.is_none();
        let none = (has_none && !is_needed).then(|| context.sources.add(format!("{name}:none"), ""));
        let written = source.as_ref().or(body.as_ref()).or(none.as_ref());
        if let (Some(written), Some(exploration)) = (written, shader.exploration) {
            is_read |= body.as_ref().is_some_and(|body| Arc::ptr_eq(body, written));
            let declaration = (shader.declaration.clone(), exploration);
            let of = FrontOf { context, unit, target, macros: &macros, scripts: scripts.as_ref() };
            for (front, found) in run_shader_frontend(of, declaration, written, shader.diagnostics, &mut inputs) {
                for unit in &front.tokens.units {
                    note_inputs(&context.sources, &unit.files, &unit.missing, &mut inputs);
                }
                shaders.push(front);
                diagnostics.extend(found);
            }
        } else {
            if is_readable {
                diagnostics.push(project::missing_source(unit, *declared, name));
            }
            undeclared.refused.push(name.clone());
        }
    }
    if !is_read {
        diagnostics.extend(failed);
    }
    if shaders.iter().all(|shader| shader.tokens.units.is_empty()) {
        diagnostics.extend(base_diagnostics);
    }
    UnitFront { shaders, undeclared, diagnostics, inputs, macros }
}

/// Where a front comes from.
#[derive(Clone, Copy)]
pub struct FrontOf<'a> {
    pub context: &'a BuildContext,
    pub unit: &'a SourceUnit,
    pub target: Target,
    pub macros: &'a MacroTable,
    /// The functions of the sidecar that write code of nodes, if it has some.
    pub scripts: Option<&'a UnitScripts<'a>>,
}

/// Makes the texts of an explored shader, preprocesses and specialises them. `written`: its text, in its own dialect.
/// `found`: the diagnostics of exploring; those of the first result contain them. A shader of materials has several
/// results.
pub fn run_shader_frontend(
    of: FrontOf<'_>,
    (declaration, exploration): (ShaderDeclaration, Exploration),
    written: &Arc<SourceFile>,
    mut found: Vec<Diagnostic>,
    inputs: &mut Inputs,
) -> Vec<(ShaderFront, Vec<Diagnostic>)> {
    let FrontOf { context, scripts, .. } = of;
    let dialect = context.registry().find(&declaration.dialect);
    let exploration = option_branches::split(context, dialect, &declaration, exploration, &mut found);
    let shaders = match dialect {
        Some(dialect) => {
            let request = TextsRequest { context, dialect, declaration: &declaration, written, scripts };
            request.shaders(&exploration, inputs, &mut found)
        }
        None => vec![ShaderTexts::default()],
    };
    let mut fronts = Vec::new();
    for texts in shaders {
        let name = texts.name.as_ref().unwrap_or(&declaration.name).clone();
        let declaration = ShaderDeclaration { name, ..declaration.clone() };
        let found = std::mem::take(&mut found);
        fronts.push(front_of_texts(of, (declaration, exploration.clone()), written, texts, found, inputs));
    }
    fronts
}

/// Preprocesses and specialises a shader whose texts are there.
fn front_of_texts(
    FrontOf { context, unit, target, macros, scripts }: FrontOf<'_>,
    (declaration, mut exploration): (ShaderDeclaration, Exploration),
    written: &Arc<SourceFile>,
    texts: ShaderTexts,
    mut found: Vec<Diagnostic>,
    inputs: &mut Inputs,
) -> (ShaderFront, Vec<Diagnostic>) {
    for technique in &mut exploration.techniques {
        technique.profile = technique.profile.take().or_else(|| context.project.profile_of(target).map(str::to_owned));
        if let Some(names) = technique.info.clone() {
            technique.metadata.extend(create_infos::technique_metadata(context, &names, target));
        }
        technique.metadata.extend(texts.metadata.get(&technique.options).into_iter().flatten().cloned());
    }
    let dialect = context.registry().find(&declaration.dialect).unwrap_or_else(|| context.dialect_of(unit));
    let language = dialect.language;
    let file = texts.texts.values().next().map(|text| Arc::clone(&text.file));
    let machine = texts.machine;
    if machine.is_some() {
        // Where programs differ: the stage is removed when they are made.
        for technique in &mut exploration.techniques {
            technique.entry_points = [(Stage::Pixel, STAND_IN.to_owned())].into();
        }
    }
    // Beyond a limit, the number of techniques has no bound.
    let explored = !is_limited(&found);
    let registry = context.registry();
    found.extend(branches::check_declarations(&declaration, &exploration, macros, &context.project, registry));
    let mut tokens = ShaderTokens::default();
    let mut variants = VariantSet::default();
    let (mut is_preprocessed, mut divided) = (false, false);
    if file.is_some() && explored {
        let mut wrong = branches::check_switches(&declaration, &texts.switches);
        let own = &texts.texts;
        let request = TextRequest { context, unit, target, dialect, declaration: &declaration, own, scripts };
        let texts = technique_texts(&request, &exploration.techniques, inputs, &mut wrong);
        tokens = preprocess_techniques(context, &texts, target, &exploration.techniques, &mut wrong);
        wrong.extend(branches::check_conditions(&declaration, &tokens.units));
        wrong.extend(brackets::check_brackets(context, &tokens.units));
        is_preprocessed = !wrong.iter().any(Diagnostic::is_error);
        found.extend(wrong);
    }
    let mut analysable = false;
    let mut programs = Vec::new();
    let mut misplaced = BTreeSet::new();
    // After an error of the preprocessor (a missing include, for example), entry points may be missing too.
    if is_preprocessed {
        let (set, wrong) = context.trace.measure("specialise", declaration.name.as_str(), || {
            specialise(context, unit, (target, language), &declaration, &exploration, &tokens)
        });
        variants = set;
        divided = !is_limited(&wrong) && !is_unreadable(&wrong);
        found.extend(wrong);
        if let (true, Some(machine)) = (divided, machine) {
            let request = ProgramRequest { context, dialect, declaration: &declaration, written, machine };
            programs = request.make(&mut variants, &mut found);
        }
        analysable = divided && !found.iter().any(Diagnostic::is_error);
        if divided {
            let (mistakes, of_other_stage) = context.trace.measure("link", declaration.name.as_str(), || {
                stage_links::link(context, target, language, (&declaration, &exploration), &mut variants)
            });
            found.extend(mistakes);
            misplaced = of_other_stage;
        }
    }
    if machine.is_some() {
        exploration.techniques.iter_mut().for_each(|technique| technique.entry_points.clear());
    }
    let front = ShaderFront {
        unit: unit.clone(),
        target,
        language,
        declaration,
        exploration,
        tokens,
        variants,
        programs,
        divided,
        explored,
        source_name: Arc::clone(&file.as_ref().unwrap_or(written).name),
        misplaced,
        materials: texts.materials,
        // What a cancelled run has is a part.
        analysable: analysable && !context.cancel.is_cancelled(),
        sound: !found.iter().any(Diagnostic::is_error) && !context.cancel.is_cancelled(),
    };
    let options = context.registry().generator(dialect).map_or(&[][..], |generator| generator.options());
    found.extend(lint::find_unused_branches(&front, options));
    found.extend(lint::find_never_built(&front));
    (front, found)
}

fn specialise(
    context: &BuildContext,
    unit: &SourceUnit,
    (target, language): (Target, LanguageId),
    declaration: &ShaderDeclaration,
    exploration: &Exploration,
    tokens: &ShaderTokens,
) -> (VariantSet, Vec<Diagnostic>) {
    let classes = classes(context, target, language, declaration, &tokens.units);
    let cancelled = context.cancel.flag();
    let label = || format!("{} {} {}", declaration.name, target.name(), unit.sidecar.display());
    // Another build follows.
    let label = context.explored.is_some().then(label);
    let options = Options {
        classes: &classes,
        mode: context.mode,
        limits: &context.project.limits,
        tells_syntax_errors: compile::may_embed(target, &context.project),
        cancelled: Some(&cancelled),
        pool: &context.functions,
        label: label.as_deref(),
    };
    specialise::specialise_with(context.grammar(language), declaration, exploration, tokens, &options)
}

/// Whether the tokens of a unit are no program, so that nothing was derived from them.
fn is_unreadable(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::Syntax)
}

/// Whether a stage stopped at a limit.
fn is_limited(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.origin == Origin::Limit)
}

/// For each unit a number: units with the same number share variants. Bindings follow from the declarations of a unit.
fn classes(
    context: &BuildContext,
    target: Target,
    language: LanguageId,
    declaration: &ShaderDeclaration,
    units: &[Arc<Preprocessed>],
) -> Vec<u32> {
    if units.len() < 2 || !compile::may_read_declarations(target, &context.project, context.source_language(language)) {
        return vec![0; units.len()];
    }
    let branches = Arc::new(declaration.branches.clone());
    let whole = |unit: &Arc<Preprocessed>| SourceText {
        branches: Arc::clone(&branches),
        ..SourceText::whole(Arc::clone(unit))
    };
    let units: Vec<SourceText> = units.iter().map(whole).collect();
    let rule = context.project.targets.get(&target).map(|settings| settings.bindings).unwrap_or_default();
    let limits = context.work_limits();
    compile::agreeing(&units, rule, context.version(language), context.session(language), &limits)
}
