//! The text of a file in the language of its dialect.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::BuildContext;
use super::create_infos;
use super::generated::{DialectText, MaterialText, TextKey};
use super::generator_options::project_options;
use super::option_branches::BranchOptions;
use super::project_infos::ProjectInfos;
use super::unit_scripts::UnitScripts;
use crate::diag::{Diagnostic, SourceFile, did_you_mean};
use crate::dialect::node_scripts::NodeScripts;
use crate::dialect::{
    Dialect, Generated, GeneratedMaterial, GeneratedProgram, Generator, GeneratorInput, OptionKind, OptionValues,
};
use crate::model::{MaterialRequest, ShaderDeclaration};

/// Which text of a file is wanted.
#[derive(Clone, Copy)]
pub struct TextOf<'a> {
    pub file: &'a Arc<SourceFile>,
    pub dialect: Dialect,
    /// The shader that has the text; without one, the project's options count alone.
    pub shader: Option<&'a ShaderDeclaration>,
    /// Final values of branches that are options.
    pub branches: Option<&'a BranchOptions>,
    /// The materials that are wanted instead of the file's own text.
    pub materials: Option<&'a MaterialRequest>,
    pub scripts: Option<&'a UnitScripts<'a>>,
}

/// The text of a file that is written in a dialect: the file itself, or what the dialect's generator writes. The
/// options of a shader are added to those of the project.
pub fn text_of(context: &BuildContext, wanted: TextOf<'_>) -> DialectText {
    let TextOf { file, dialect, shader, branches, materials, scripts } = wanted;
    let Some(generator) = context.registry().generator(dialect) else {
        let mut text = DialectText::of_language(Arc::clone(file));
        if let Some(shader) = shader.filter(|shader| !shader.options.is_empty()) {
            let message = format!("`Options` of `{}`: {} has no options", shader.name, dialect.name);
            let error = Diagnostic::error("sidecar/bad-option", message).at(shader.declared);
            text.diagnostics
                .push(error.help("Options, and `Output`, are for texts that a generator makes: remove them."));
        }
        return text;
    };
    let mut wrong = Vec::new();
    let mut options = options_of(context, generator, shader, &mut wrong);
    for (name, value) in branches.into_iter().flatten() {
        options.insert(name.clone(), vec![value.clone()]);
    }
    let key = TextKey {
        file: file.id,
        dialect: dialect.name,
        options: options.clone(),
        materials: materials.cloned(),
        scripts: scripts.map(UnitScripts::key),
    };
    let mut text = context.generated.get(key, || {
        let infos = infos_of(context);
        // A file's text is made once for all shaders.
        let own = shader.filter(|shader| shader.source.as_ref().is_some_and(|source| Arc::ptr_eq(source, file)));
        let input = GeneratorInput {
            file,
            sources: &context.sources,
            include_paths: &context.project.include,
            options: &options,
            branches: own.map_or(&[][..], |shader| shader.branches.branches()),
            infos: infos.map(|infos| &infos.library),
            materials,
            scripts: scripts.map(|scripts| scripts as &dyn NodeScripts),
        };
        let mut text = generate(context, generator, &input, infos);
        text.diagnostics.extend(scripts.map(UnitScripts::take_output).into_iter().flatten());
        text
    });
    text.diagnostics.extend(wrong);
    text
}

fn generate(
    context: &BuildContext,
    generator: &dyn Generator,
    input: &GeneratorInput<'_>,
    infos: Option<&ProjectInfos>,
) -> DialectText {
    let stage = format!("generate/{}", generator.name());
    let Generated { text, places, diagnostics, mut files, mut missing, metadata, materials, switches } =
        context.trace.measure(&stage, &*input.file.name, || generator.generate(input));
    if let Some(infos) = infos {
        files.extend(&infos.files);
        missing.extend(infos.missing.iter().cloned());
    }
    let machine = generator.machine(input.options);
    let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    let name = format!("{}:generated", input.file.name);
    let made =
        (is_sound && input.materials.is_none()).then(|| context.sources.add_generated(name.as_str(), &text, places));
    let mut texts: Vec<MaterialText> = Vec::new();
    let mut known: FxHashMap<Arc<str>, Arc<SourceFile>> = FxHashMap::default();
    // Where the text of a document is wrong, the shaders of the others would be other shaders than those of a build.
    for GeneratedMaterial { name: material, text, places, block, textures } in
        materials.into_iter().filter(|_| is_sound)
    {
        let file = known.entry(text).or_insert_with_key(|text| {
            context.sources.add_generated(format!("{name}({material})"), text, Arc::unwrap_or_clone(places))
        });
        texts.push(MaterialText { name: material, file: Arc::clone(file), block, textures });
    }
    DialectText { file: made, diagnostics, files, missing, metadata, materials: texts, machine, switches }
}

/// The program of a technique of a shader whose text stands for programs of a machine.
pub fn program_of(
    context: &BuildContext,
    file: &Arc<SourceFile>,
    dialect: Dialect,
    shader: &ShaderDeclaration,
    constants: &BTreeMap<String, i64>,
) -> GeneratedProgram {
    let Some(generator) = context.registry().generator(dialect) else { return GeneratedProgram::default() };
    // What is wrong with options was told with the text.
    let options = options_of(context, generator, Some(shader), &mut Vec::new());
    let input = GeneratorInput {
        file,
        sources: &context.sources,
        include_paths: &context.project.include,
        options: &options,
        branches: shader.branches.branches(),
        infos: infos_of(context).map(|infos| &infos.library),
        materials: None,
        scripts: None,
    };
    let stage = format!("generate/{}", generator.name());
    context.trace.measure(&stage, &*file.name, || generator.program(&input, constants))
}

/// The options of the project, and those of the shader.
pub fn options_of(
    context: &BuildContext,
    generator: &dyn Generator,
    shader: Option<&ShaderDeclaration>,
    wrong: &mut Vec<Diagnostic>,
) -> OptionValues {
    let mut options = project_options(context, generator);
    if let Some(shader) = shader.filter(|shader| !shader.options.is_empty()) {
        add_options(&mut options, generator, shader, wrong);
    }
    options
}

/// The create-infos of the project, if it names files of some.
pub fn infos_of(context: &BuildContext) -> Option<&ProjectInfos> {
    (!context.project.create_infos.is_empty()).then(|| create_infos::project_infos(context))
}

/// Adds the options of a shader.
fn add_options(
    options: &mut OptionValues,
    generator: &dyn Generator,
    shader: &ShaderDeclaration,
    wrong: &mut Vec<Diagnostic>,
) {
    for (name, value) in &shader.options {
        let Some(option) = generator.options().iter().find(|option| option.name == name) else {
            let names = generator.options().iter().map(|option| option.name);
            let near = did_you_mean(name, names.clone()).map(|near| format!("Did you mean `{near}`?"));
            let message = format!("`Options` of `{}`: {} has no option `{name}`", shader.name, generator.name());
            let help = near.unwrap_or_else(|| format!("The options are: {}.", names.collect::<Vec<_>>().join(", ")));
            wrong.push(Diagnostic::error("sidecar/bad-option", message).at(shader.declared).help(help));
            continue;
        };
        let values = option.values(value);
        if let Err(help) = option.check(&values) {
            let message = format!("`Options` of `{}`: `{name}` cannot be {:?}", shader.name, values.join(";"));
            wrong.push(Diagnostic::error("sidecar/bad-option", message).at(shader.declared).help(help));
            continue;
        }
        let known = options.entry(name.clone()).or_default();
        match option.takes {
            OptionKind::List => known.extend(values),
            _ => *known = values,
        }
    }
}
