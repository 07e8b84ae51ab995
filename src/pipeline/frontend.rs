//! Everything before compiling: sidecar, exploration, preprocessing, substitution; for each unit and target.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;
use ustr::Ustr;

use super::generated::text_of;
use super::incremental::explore_cache;
use super::incremental::explore_cache::ExploredShader;
use super::incremental::unit_record::Inputs;
use super::{BuildContext, branches, defines, fallbacks};
use crate::compile;
use crate::diag;
use crate::diag::{Diagnostic, FileId, LoadError, SourceFile, Span};
use crate::dialect::LanguageId;
use crate::explore;
use crate::model::{
    Cube, Exploration, Fallback, MacroTable, Preprocessed, ShaderDeclaration, SourceText, SourceUnit, Stage, Target,
    Technique, VariantSet,
};
use crate::preprocess;
use crate::project;
use crate::report::ShaderReport;
use crate::sidecar;
use crate::specialise;

/// One shader under one target, ready to compile.
#[derive(Clone, Debug)]
pub struct ShaderFront {
    pub unit: SourceUnit,
    pub target: Target,
    /// Of its tokens.
    pub language: LanguageId,
    pub declaration: ShaderDeclaration,
    pub exploration: Exploration,
    /// One entry a technique; equal ones are the same `Arc`.
    pub tokens: Vec<Arc<Preprocessed>>,
    /// Empty where there are none to know, see [`ShaderFront::known_variants`].
    pub variants: VariantSet,
    /// Whether the variants were found: the source can be read, and no limit was in the way.
    pub divided: bool,
    /// Whether exploring came to its end within the limits.
    pub explored: bool,
    /// The source's name, for compilers and messages.
    pub source_name: Arc<str>,
    /// Nothing of it has an error so far: it is worth compiling.
    pub sound: bool,
}

/// All shaders, in the order of units, targets and declarations, and everything that is wrong with them.
#[derive(Clone, Debug, Default)]
pub struct Front {
    pub shaders: Vec<ShaderFront>,
    /// Sorted, each once.
    pub diagnostics: Vec<Diagnostic>,
}

impl ShaderFront {
    /// The variants, or `None` where it is not known which there are.
    pub fn known_variants(&self) -> Option<&VariantSet> {
        self.divided.then_some(&self.variants)
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
            // Of a part of the permutations, the number would say nothing.
            techniques: if self.explored {
                explore::count_finals(&self.declaration.branches, &self.exploration, Cube::ALL).ok()
            } else {
                None
            },
            packed: known.map(|set| set.packed(&self.exploration.techniques)),
            variants,
        }
    }
}

/// Runs the front of the pipeline for every unit and target, in parallel.
pub fn front(context: &BuildContext, targets: &[Target]) -> Front {
    let pairs: Vec<(&SourceUnit, Target)> =
        context.units.iter().flat_map(|unit| targets.iter().map(move |target| (unit, *target))).collect();
    let done: Vec<UnitFront> = pairs.par_iter().map(|(unit, target)| unit_front(context, unit, *target)).collect();
    let mut front = Front::default();
    let mut undeclared = Undeclared::default();
    for unit in done {
        undeclared.add(unit.undeclared);
        front.shaders.extend(unit.shaders);
        front.diagnostics.extend(unit.diagnostics);
    }
    let declared: Vec<DeclaredShader> = front.shaders.iter().map(DeclaredShader::of).collect();
    front.diagnostics.extend(mistakes_between(context, &declared, &undeclared));
    diag::sort(&mut front.diagnostics, &context.sources);
    front
}

/// The shaders that the units declare for a target, each with its unit, in their order; and what is wrong with the
/// sidecars.
pub fn declarations(context: &BuildContext, target: Target) -> (Vec<(SourceUnit, ShaderDeclaration)>, Vec<Diagnostic>) {
    let loaded: Vec<_> = context
        .units
        .par_iter()
        .map(|unit| {
            let LoadedUnit { sidecar, diagnostics, .. } = load_unit(context, unit, target);
            let shaders = sidecar.map(|loaded| loaded.shaders).unwrap_or_default();
            (shaders.into_iter().map(|shader| (unit.clone(), shader)).collect::<Vec<_>>(), diagnostics)
        })
        .collect();
    let (shaders, diagnostics): (Vec<_>, Vec<_>) = loaded.into_iter().unzip();
    let mut diagnostics = diagnostics.concat();
    diag::sort(&mut diagnostics, &context.sources);
    (shaders.concat(), diagnostics)
}

/// One unit under one target.
pub struct UnitFront {
    pub shaders: Vec<ShaderFront>,
    pub undeclared: Undeclared,
    pub diagnostics: Vec<Diagnostic>,
    /// What was read or looked for.
    pub inputs: Inputs,
}

/// A shader's name and where it leads, for what can only be seen with all shaders at hand.
pub struct DeclaredShader {
    pub name: String,
    pub target: Target,
    pub fallback: Option<Fallback>,
    /// `None` where its file is gone.
    pub place: Option<Span>,
    /// Where the fallback is written, if that is known.
    pub fallback_place: Option<Span>,
}

impl DeclaredShader {
    pub fn of(shader: &ShaderFront) -> DeclaredShader {
        let ShaderDeclaration { name, fallback, declared, fallback_declared, .. } = &shader.declaration;
        DeclaredShader {
            name: name.clone(),
            target: shader.target,
            fallback: fallback.clone(),
            place: Some(*declared),
            fallback_place: *fallback_declared,
        }
    }
}

/// Shaders that are meant to be there, and are not for a mistake of their own.
#[derive(Clone, Debug, Default)]
pub struct Undeclared {
    pub refused: Vec<String>,
    /// Some sidecar did not run to its end: nobody knows what it would declare.
    pub unknown: bool,
}

impl Undeclared {
    pub fn add(&mut self, other: Undeclared) {
        self.refused.extend(other.refused);
        self.unknown |= other.unknown;
    }
}

/// Mistakes that no unit has alone.
pub fn mistakes_between(
    context: &BuildContext,
    shaders: &[DeclaredShader],
    undeclared: &Undeclared,
) -> Vec<Diagnostic> {
    let mut diagnostics = duplicate_names(shaders);
    diagnostics.extend(similar_names(shaders));
    if context.whole && context.selection.is_none() {
        diagnostics.extend(fallbacks::unknown(shaders, undeclared));
    }
    diagnostics.extend(fallbacks::circles(shaders));
    diagnostics
}

/// A unit's sidecar after it has run.
pub struct LoadedUnit {
    pub sidecar: Option<sidecar::Sidecar>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Runs the sidecar of a unit for a target.
pub fn load_unit(context: &BuildContext, unit: &SourceUnit, target: Target) -> LoadedUnit {
    let text = unit_text(context, unit, target);
    let (sidecar, mut diagnostics) = explore_cache::run(context, unit, target, &text.macros);
    diagnostics.extend(text.unreadable.into_iter().flatten());
    LoadedUnit { sidecar, diagnostics }
}

/// A unit's text: `diagnostics` only matter if no technique is preprocessed.
struct UnitText {
    /// The file, in its own dialect.
    body: Option<Arc<SourceFile>>,
    /// Why the file that is there gives no text.
    unreadable: Option<Vec<Diagnostic>>,
    macros: MacroTable,
    diagnostics: Vec<Diagnostic>,
    inputs: Inputs,
}

/// Reads the text of a unit, and what `cpp` shows of it.
fn unit_text(context: &BuildContext, unit: &SourceUnit, target: Target) -> UnitText {
    // Discovery has seen the file; if it vanished since, the unit is as one without.
    let (body, unreadable) = match unit.source.as_ref().map(|path| (path, context.sources.load(path))) {
        Some((_, Ok(file))) => (Some(file), None),
        None | Some((_, Err(LoadError::NotFound))) => (None, None),
        Some((path, Err(error))) => (None, Some(vec![project::unreadable_source(path, &error)])),
    };
    let mut inputs = Inputs::new();
    let dialect = context.dialect_of(unit);
    let text = body.as_ref().map(|file| text_of(context, file, dialect));
    if let Some(text) = &text {
        note_inputs(context, &text.files, &text.missing, &mut inputs);
    }
    let failed = text.as_ref().filter(|text| text.file.is_none()).map(|text| text.diagnostics.clone());
    // `cpp` shows the macros as they are without any technique's defines. What is wrong in this pass is told only if no
    // technique is preprocessed: an `#error` may just be asking for a define that every technique has.
    let (macros, diagnostics) = match text.and_then(|text| text.file) {
        Some(file) => {
            let text = Text { file: &file, language: dialect.language };
            let (base, found) = preprocess_with(context, text, target, &Technique::default(), &[], true);
            note_inputs(context, &base.files, &base.missing, &mut inputs);
            let found = found.into_iter().map(|wrong| defines::place_where_set(wrong, &[], context)).collect();
            (base.macros, found)
        }
        None => Default::default(),
    };
    UnitText { body, unreadable: unreadable.or(failed), macros, diagnostics, inputs }
}

/// A text in a language.
#[derive(Clone, Copy)]
struct Text<'a> {
    file: &'a Arc<SourceFile>,
    language: LanguageId,
}

/// Text that is on no disk came from a file that is.
fn note_inputs(context: &BuildContext, files: &[FileId], missing: &[PathBuf], inputs: &mut Inputs) {
    for file in files.iter().map(|id| context.sources.get(*id)) {
        if let Some(path) = &file.path {
            inputs.insert(path.clone(), Some(file.digest));
        }
    }
    for path in missing {
        inputs.entry(path.clone()).or_insert(None);
    }
}

pub fn unit_front(context: &BuildContext, unit: &SourceUnit, target: Target) -> UnitFront {
    let UnitText { body, unreadable, macros, diagnostics: base_diagnostics, mut inputs } =
        unit_text(context, unit, target);
    let (loaded, mut diagnostics) = explore_cache::explored(context, unit, target, &macros, body.is_some());
    // Also where they could not be read: who watches waits for that to change.
    for path in [Some(&unit.sidecar), unit.source.as_ref()].into_iter().flatten() {
        if let Some(digest) = context.sources.seen(path) {
            inputs.entry(path.clone()).or_insert(digest);
        }
    }
    let readable = unreadable.is_none();
    let unit_dialect = context.dialect_of(unit);
    diagnostics.extend(unreadable.into_iter().flatten());
    let Some(loaded) = loaded else {
        diagnostics.extend(base_diagnostics);
        let undeclared = Undeclared { refused: Vec::new(), unknown: true };
        return UnitFront { shaders: Vec::new(), undeclared, diagnostics, inputs };
    };
    note_inputs(context, &loaded.files, &loaded.missing, &mut inputs);
    let mut shaders = Vec::new();
    let mut undeclared = Undeclared { refused: loaded.refused, unknown: !loaded.ended };
    for ExploredShader { declaration, exploration, diagnostics: mut found } in loaded.shaders {
        if context.selection.as_ref().is_some_and(|selection| selection.shader != declaration.name) {
            continue;
        }
        let written = declaration.source.clone().or_else(|| body.clone());
        let (Some(written), Some(exploration)) = (written, exploration) else {
            if readable {
                diagnostics.push(project::missing_source(unit, declaration.declared, &declaration.name));
            }
            undeclared.refused.push(declaration.name);
            continue;
        };
        let dialect = context.registry().find(&declaration.dialect);
        let language = dialect.unwrap_or(unit_dialect).language;
        let text = dialect.map(|dialect| text_of(context, &written, dialect));
        if let Some(text) = &text {
            note_inputs(context, &text.files, &text.missing, &mut inputs);
            found.extend(text.diagnostics.iter().cloned());
        }
        let file = text.and_then(|text| text.file);
        let registry = context.registry();
        found.extend(branches::declaration_mistakes(&declaration, &exploration, &macros, &context.project, registry));
        let mut tokens = Vec::new();
        let mut variants = VariantSet::default();
        let mut unreadable = true;
        let mut divided = false;
        // Beyond a limit there may be no end of techniques.
        let explored = !found.iter().any(|diagnostic| diagnostic.code.starts_with("explore/too-many"));
        if let Some(file) = file.as_ref().filter(|_| explored) {
            let mut wrong = Vec::new();
            let text = Text { file, language };
            tokens = preprocess_techniques(context, text, target, &exploration.techniques, &mut wrong);
            for unit in &tokens {
                note_inputs(context, &unit.files, &unit.missing, &mut inputs);
            }
            wrong.extend(branches::in_conditions(&declaration, &tokens));
            unreadable = wrong.iter().any(Diagnostic::is_error);
            found.extend(wrong);
        }
        // Without an include that is missing, say, entry points would be missing too.
        if !unreadable {
            let limits = &context.project.limits;
            let (set, wrong) = context.trace.measure("specialise", declaration.name.as_str(), || {
                let classes = classes(context, target, language, &declaration, &tokens);
                let (grammar, mode) = (context.grammar(language), context.mode);
                specialise::specialise_apart(grammar, &declaration, &exploration, &tokens, &classes, mode, limits)
            });
            variants = set;
            divided = !wrong.iter().any(|diagnostic| diagnostic.code == specialise::TOO_MANY);
            found.extend(wrong);
        }
        let sound = !found.iter().any(Diagnostic::is_error);
        diagnostics.append(&mut found);
        shaders.push(ShaderFront {
            unit: unit.clone(),
            target,
            language,
            declaration,
            exploration,
            tokens,
            variants,
            divided,
            explored,
            source_name: Arc::clone(&file.unwrap_or(written).name),
            sound,
        });
    }
    if shaders.iter().all(|shader| shader.tokens.is_empty()) {
        diagnostics.extend(base_diagnostics);
    }
    UnitFront { shaders, undeclared, diagnostics, inputs }
}

/// For each technique a number: a variant is shared by techniques of one number. Bindings follow from what a unit declares, and
/// the defines of a technique may decide about that.
fn classes(
    context: &BuildContext,
    target: Target,
    language: LanguageId,
    declaration: &ShaderDeclaration,
    tokens: &[Arc<Preprocessed>],
) -> Vec<u32> {
    let mut distinct: Vec<&Arc<Preprocessed>> = Vec::new();
    let mut of_techniques = Vec::new();
    for unit in tokens {
        let known = distinct.iter().position(|known| Arc::ptr_eq(known, unit));
        of_techniques.push(known.unwrap_or(distinct.len()));
        if known.is_none() {
            distinct.push(unit);
        }
    }
    if distinct.len() < 2 || !compile::may_read_declarations(target, &context.project) {
        return vec![0; tokens.len()];
    }
    let branches = Arc::new(declaration.branches.clone());
    let whole = |unit: &Arc<Preprocessed>| SourceText {
        branches: Arc::clone(&branches),
        ..SourceText::whole(Arc::clone(unit))
    };
    let units: Vec<SourceText> = distinct.into_iter().map(whole).collect();
    let rule = context.project.targets.get(&target).map(|settings| settings.bindings).unwrap_or_default();
    let classes = compile::agreeing(&units, rule, context.version(language), context.session(language));
    of_techniques.into_iter().map(|unit| classes[unit]).collect()
}

/// Preprocesses the unit for each technique. Techniques whose defines agree on everything the preprocessor consulted share
/// one result.
fn preprocess_techniques(
    context: &BuildContext,
    text: Text<'_>,
    target: Target,
    techniques: &[Technique],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Arc<Preprocessed>> {
    let mut watch: Vec<Ustr> =
        techniques.iter().flat_map(|technique| technique.defines.keys()).map(|name| Ustr::from(name)).collect();
    watch.sort_unstable();
    watch.dedup();
    let mut done: Vec<(&Technique, Arc<Preprocessed>)> = Vec::new();
    techniques
        .iter()
        .map(|technique| {
            let agrees = |earlier: &Technique, unit: &Preprocessed| {
                unit.consulted.iter().all(|consulted| {
                    let value = |technique: &Technique| {
                        technique.defines.get(consulted.name.as_str()).map(|value| value.replacement())
                    };
                    value(earlier) == value(technique)
                })
            };
            if let Some((_, unit)) = done.iter().find(|(earlier, unit)| agrees(earlier, unit)) {
                return Arc::clone(unit);
            }
            let (unit, found) = preprocess_with(context, text, target, technique, &watch, false);
            let own = std::slice::from_ref(technique);
            diagnostics.extend(found.into_iter().map(|wrong| defines::place_where_set(wrong, own, context)));
            let unit = Arc::new(unit);
            done.push((technique, Arc::clone(&unit)));
            unit
        })
        .collect()
}

fn preprocess_with(
    context: &BuildContext,
    text: Text<'_>,
    target: Target,
    technique: &Technique,
    watch: &[Ustr],
    macro_table: bool,
) -> (Preprocessed, Vec<Diagnostic>) {
    let own = [("__UBERC__".to_owned(), "1".to_owned()), (target.platform_global().to_owned(), "1".to_owned())];
    let Text { file, language } = text;
    let of_language = context.registry().language(language).predefined_macros(context.version(language));
    let defines: Vec<(String, String)> = own
        .into_iter()
        .chain(of_language)
        .chain(context.project.defines.iter().map(|(name, value)| (name.clone(), value.clone())))
        .collect();
    let technique_defines: Vec<(String, String)> =
        technique.defines.iter().map(|(name, value)| (name.clone(), value.replacement())).collect();
    let request = preprocess::Request {
        file: Arc::clone(file),
        include_paths: &context.project.include,
        defines: &defines,
        technique_defines: &technique_defines,
        watch,
        limits: preprocess::Limits {
            include_depth: context.project.limits.include_depth,
            tokens: u32::try_from(context.project.limits.tokens).unwrap_or(u32::MAX),
        },
        legacy_macro_expansion: context.project.legacy_macro_expansion,
        macro_table,
    };
    context
        .trace
        .measure("preprocess", &*file.name, || preprocess::preprocess(&request, &context.files, &context.sources))
}

/// A name is what the game asks for: two shaders cannot share one.
fn duplicate_names(shaders: &[DeclaredShader]) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<(&str, Target), &DeclaredShader> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for shader in shaders {
        let name = shader.name.as_str();
        let Some(first) = seen.get(&(name, shader.target)) else {
            seen.insert((name, shader.target), shader);
            continue;
        };
        let twice = Diagnostic::error("sidecar/duplicate-shader", format!("shader `{name}` is declared twice"))
            .help("Give one of them another name.");
        let twice = at(twice, shader);
        diagnostics.push(match first.place {
            Some(place) => twice.label(place, "first declared here"),
            None => twice,
        });
    }
    diagnostics
}

/// Names that differ in the case of letters alone. The archive tells them apart, so a build with them is right; but what
/// a game binds often comes from file names, and a file system or an asset tool that does not would take the one for the
/// other without a word. So it is a warning.
fn similar_names(shaders: &[DeclaredShader]) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<(String, Target), &DeclaredShader> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for shader in shaders {
        let Some(first) = seen.get(&(shader.name.to_lowercase(), shader.target)) else {
            seen.insert((shader.name.to_lowercase(), shader.target), shader);
            continue;
        };
        if first.name == shader.name {
            continue;
        }
        let similar = Diagnostic::warning(
            "sidecar/similar-shader",
            format!("shader `{}` differs from `{}` in the case of letters alone", shader.name, first.name),
        )
        .help("Give one of them another name: not every file system and tool tells them apart.");
        let similar = at(similar, shader);
        diagnostics.push(match first.place {
            Some(place) => similar.label(place, format!("`{}` is declared here", first.name)),
            None => similar,
        });
    }
    diagnostics
}

fn at(diagnostic: Diagnostic, shader: &DeclaredShader) -> Diagnostic {
    match shader.place {
        Some(place) => diagnostic.at(place),
        None => diagnostic,
    }
}
