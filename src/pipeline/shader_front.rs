//! A shader between its exploration and its variants: its texts, their tokens, and what its stages become under branch values. Shaders of one
//! file often have the same texts and defines, so what was found for one is there for the next.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::declared_shaders::DeclaredShader;
use super::incremental::unit_record::Inputs;
use super::programs::ProgramRequest;
use super::shader_texts::{FrontMaterial, ShaderTexts, TextsRequest};
use super::technique_texts::{TextRequest, technique_texts};
use super::unit_scripts::UnitScripts;
use super::unit_tokens::{SharedUnits, preprocess_techniques};
use super::{BuildContext, brackets, branches, create_infos, lint, option_branches, stage_links};
use crate::compile;
use crate::diag::{Diagnostic, DiagnosticKind, Origin, SourceFile};
use crate::dialect::{Dialect, LanguageId, STAND_IN};
use crate::explore;
use crate::model::{
    BranchLayout, Cube, Digest, Exploration, MacroTable, PackagedProgram, Permutation, Preprocessed, ShaderDeclaration,
    ShaderTokens, SourceText, SourceUnit, Stage, StagedProgram, Target, VariantId, VariantSet,
};
use crate::report::ShaderReport;
use crate::specialise::{self, Options, SpecialisedUnits};

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
    /// Whether its stages fit each other on targets that need equal interpolation as well.
    pub equal_interpolation: bool,
    /// The materials that it draws.
    pub materials: Vec<FrontMaterial>,
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

/// A shader with its tokens.
pub struct PreprocessedShader {
    declaration: ShaderDeclaration,
    exploration: Exploration,
    tokens: ShaderTokens,
    dialect: Dialect,
    /// Its text in its own dialect.
    written: Arc<SourceFile>,
    source_name: Arc<str>,
    materials: Vec<FrontMaterial>,
    /// The machine for whose programs the texts stand.
    machine: Option<&'static str>,
    /// As in [`ShaderFront`].
    explored: bool,
    /// Whether the tokens are whole, and without a mistake so far.
    is_sound: bool,
    found: Vec<Diagnostic>,
}

/// Makes the texts of an explored shader, and preprocesses them. `written`: its text, in its own dialect. `found`: the diagnostics of
/// exploring; those of the first result contain them. A shader of materials has several results.
pub fn preprocess_shader(
    of: FrontOf<'_>,
    (declaration, exploration): (ShaderDeclaration, Exploration),
    written: &Arc<SourceFile>,
    mut found: Vec<Diagnostic>,
    inputs: &mut Inputs,
    units: &mut SharedUnits,
) -> Vec<PreprocessedShader> {
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
    let mut all = Vec::new();
    for texts in shaders {
        let name = texts.name.as_ref().unwrap_or(&declaration.name).clone();
        let declaration = ShaderDeclaration { name, ..declaration.clone() };
        let found = std::mem::take(&mut found);
        all.push(preprocess_texts(of, (declaration, exploration.clone()), written, texts, found, (inputs, units)));
    }
    all
}

/// Preprocesses a shader whose texts are there.
fn preprocess_texts(
    FrontOf { context, unit, target, macros, scripts }: FrontOf<'_>,
    (declaration, mut exploration): (ShaderDeclaration, Exploration),
    written: &Arc<SourceFile>,
    texts: ShaderTexts,
    mut found: Vec<Diagnostic>,
    (inputs, units): (&mut Inputs, &mut SharedUnits),
) -> PreprocessedShader {
    // A technique is changed only where something is added: the exploration shares it.
    for technique in &mut exploration.techniques {
        if technique.profile.is_none()
            && let Some(profile) = context.project.profile_of(target)
        {
            Arc::make_mut(technique).profile = Some(profile.to_owned());
        }
        if let Some(names) = technique.info.clone() {
            let metadata = create_infos::technique_metadata(context, &names, target);
            Arc::make_mut(technique).metadata.extend(metadata);
        }
        if let Some(metadata) = texts.metadata.get(&technique.options).filter(|metadata| !metadata.is_empty()) {
            Arc::make_mut(technique).metadata.extend(metadata.iter().cloned());
        }
    }
    let dialect = context.registry().find(&declaration.dialect).unwrap_or_else(|| context.dialect_of(unit));
    let file = texts.texts.values().next().map(|text| Arc::clone(&text.file));
    let machine = texts.machine;
    if machine.is_some() {
        // Where programs differ: the stage is removed when they are made.
        for technique in &mut exploration.techniques {
            Arc::make_mut(technique).entry_points = [(Stage::Pixel, STAND_IN.to_owned())].into();
        }
    }
    // Beyond a limit, the number of techniques has no bound.
    let explored = !is_limited(&found);
    let registry = context.registry();
    found.extend(branches::check_declarations(&declaration, &exploration, macros, &context.project, registry));
    let mut tokens = ShaderTokens::default();
    let mut is_sound = false;
    if file.is_some() && explored {
        let mut wrong = branches::check_switches(&declaration, &texts.switches);
        let own = &texts.texts;
        let request = TextRequest { context, unit, target, dialect, declaration: &declaration, own, scripts };
        let texts = technique_texts(&request, &exploration.techniques, inputs, &mut wrong);
        tokens = preprocess_techniques(context, &texts, target, &exploration.techniques, units, &mut wrong);
        wrong.extend(branches::check_conditions(&declaration, &tokens.units));
        wrong.extend(brackets::check_brackets(context, &tokens.units, &mut units.balanced));
        is_sound = !wrong.iter().any(Diagnostic::is_error);
        found.extend(wrong);
    }
    let source_name = Arc::clone(&file.as_ref().unwrap_or(written).name);
    let (written, materials) = (Arc::clone(written), texts.materials);
    PreprocessedShader {
        declaration,
        exploration,
        tokens,
        dialect,
        written,
        source_name,
        materials,
        machine,
        explored,
        is_sound,
        found,
    }
}

impl PreprocessedShader {
    /// Whether no stage so far has a message about it, and what follows depends on its target by its tokens and the rules of the target
    /// alone.
    pub fn is_plain(&self) -> bool {
        let Self { declaration, exploration, .. } = self;
        // The text of an info is made for a target, functions that write nodes are called for one, and a text in the sidecar has a number
        // for each run.
        self.is_sound
            && self.found.is_empty()
            && declaration.source.is_none()
            && declaration.implemented.is_empty()
            && exploration.techniques.iter().all(|technique| technique.info.is_none())
    }

    /// Whether the declaration has no mistake where the unit has these macros.
    pub fn is_declared_well(&self, context: &BuildContext, macros: &MacroTable) -> bool {
        let (project, registry) = (&context.project, context.registry());
        branches::check_declarations(&self.declaration, &self.exploration, macros, project, registry).is_empty()
    }

    pub fn tokens(&self) -> &ShaderTokens {
        &self.tokens
    }

    pub fn language(&self) -> LanguageId {
        self.dialect.language
    }

    /// Its units, whatever their order, by address.
    fn units(&self) -> Vec<usize> {
        let mut units: Vec<usize> = self.tokens.units.iter().map(|unit| Arc::as_ptr(unit) as usize).collect();
        units.sort_unstable();
        units
    }
}

/// Specialises shaders; results in their order. Those with the same units and branches come one after another, and only the units of
/// one are in memory.
pub fn specialise_shaders(of: FrontOf<'_>, shaders: Vec<PreprocessedShader>) -> Vec<(ShaderFront, Vec<Diagnostic>)> {
    let mut alike: FxHashMap<(LanguageId, &BranchLayout, Vec<usize>), Vec<usize>> = FxHashMap::default();
    for (at, shader) in shaders.iter().enumerate() {
        let key = (shader.dialect.language, &shader.declaration.branches, shader.units());
        alike.entry(key).or_default().push(at);
    }
    let mut groups: Vec<Vec<usize>> = alike.into_values().collect();
    groups.sort_unstable();
    let mut open: Vec<Option<PreprocessedShader>> = shaders.into_iter().map(Some).collect();
    let mut done: Vec<Option<(ShaderFront, Vec<Diagnostic>)>> = open.iter().map(|_| None).collect();
    for group in groups {
        let mut known = SpecialisedUnits::default();
        // Under `watch`, each shader keeps its units for its next state.
        known.keep(group.len() > 1 && of.context.explored.is_none());
        for at in group {
            done[at] = open[at].take().map(|shader| specialise_shader(of, shader, &mut known));
        }
    }
    done.into_iter().flatten().collect()
}

/// Specialises a shader, and checks what it becomes.
fn specialise_shader(
    of: FrontOf<'_>,
    shader: PreprocessedShader,
    known: &mut SpecialisedUnits,
) -> (ShaderFront, Vec<Diagnostic>) {
    let FrontOf { context, unit, target, .. } = of;
    let PreprocessedShader { declaration, mut exploration, tokens, dialect, machine, explored, mut found, .. } = shader;
    let PreprocessedShader { written, source_name, materials, is_sound, .. } = shader;
    let language = dialect.language;
    let mut variants = VariantSet::default();
    let mut divided = false;
    let mut analysable = false;
    let mut programs = Vec::new();
    let mut misplaced = BTreeSet::new();
    let mut equal_interpolation = false;
    // After an error of the preprocessor (a missing include, for example), entry points may be missing too.
    if is_sound {
        let (set, wrong) = context.trace.measure("specialise", declaration.name.as_str(), || {
            specialise(context, unit, (target, language), (&declaration, &exploration), &tokens, known)
        });
        variants = set;
        divided = !is_limited(&wrong) && !is_unreadable(&wrong);
        found.extend(wrong);
        if let (true, Some(machine)) = (divided, machine) {
            let request = ProgramRequest { context, dialect, declaration: &declaration, written: &written, machine };
            programs = request.make(&mut variants, &mut found);
        }
        analysable = divided && !found.iter().any(Diagnostic::is_error);
        if divided {
            let linked = context.trace.measure("link", declaration.name.as_str(), || {
                stage_links::link(context, target, language, (&declaration, &exploration), &mut variants)
            });
            found.extend(linked.mistakes);
            (misplaced, equal_interpolation) = (linked.misplaced, linked.equal_interpolation);
        }
    }
    if machine.is_some() {
        exploration.techniques.iter_mut().for_each(|technique| Arc::make_mut(technique).entry_points.clear());
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
        source_name,
        misplaced,
        equal_interpolation,
        materials,
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
    (declaration, exploration): (&ShaderDeclaration, &Exploration),
    tokens: &ShaderTokens,
    known: &mut SpecialisedUnits,
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
    specialise::specialise_with(context.grammar(language), (declaration, exploration), tokens, &options, known)
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
