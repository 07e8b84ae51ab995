//! The text of a file in the language of its dialect.

use std::sync::Arc;

use super::BuildContext;
use super::create_infos;
use super::generated::{DialectText, MaterialText, TextKey};
use super::option_branches::BranchOptions;
use super::project_infos::ProjectInfos;
use super::unit_scripts::UnitScripts;
use crate::diag::{Diagnostic, SourceFile, did_you_mean};
use crate::dialect::node_scripts::NodeScripts;
use crate::dialect::{Dialect, Generated, GeneratedMaterial, Generator, GeneratorInput, OptionKind, OptionValues};
use crate::model::{Scalar, ShaderDeclaration};

/// Which text of a file is wanted.
#[derive(Clone, Copy)]
pub struct TextOf<'a> {
    pub file: &'a Arc<SourceFile>,
    pub dialect: Dialect,
    /// The shader that has the text; without one, the project's options count alone.
    pub shader: Option<&'a ShaderDeclaration>,
    /// Final values of branches that are options.
    pub branches: Option<&'a BranchOptions>,
    pub scripts: Option<&'a UnitScripts<'a>>,
}

/// The text of a file that is written in a dialect: the file itself, or what the dialect's generator writes. The
/// options of a shader are added to those of the project.
pub fn text_of(context: &BuildContext, wanted: TextOf<'_>) -> DialectText {
    let TextOf { file, dialect, shader, branches, scripts } = wanted;
    let Some(generator) = context.registry().generator(dialect) else {
        return DialectText::of_language(Arc::clone(file));
    };
    let mut options = project_options(context, generator);
    let mut wrong = Vec::new();
    if let Some(shader) = shader.filter(|shader| !shader.options.is_empty()) {
        add_options(&mut options, generator, shader, &mut wrong);
    }
    for (name, value) in branches.into_iter().flatten() {
        options.insert(name.clone(), vec![value.clone()]);
    }
    let materials = shader.and_then(|shader| shader.materials.as_ref());
    let key = TextKey {
        file: file.id,
        dialect: dialect.name,
        options: options.clone(),
        materials: materials.cloned(),
        scripts: scripts.map(UnitScripts::key),
    };
    let mut text = context.generated.get(key, || {
        let infos = infos_of(context);
        let input = GeneratorInput {
            file,
            sources: &context.sources,
            include_paths: &context.project.include,
            options: &options,
            infos: infos.map(|infos| &infos.library),
            materials,
            scripts: scripts.map(|scripts| scripts as &dyn NodeScripts),
        };
        generate(context, generator, &input, infos)
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
    let Generated { text, places, diagnostics, mut files, mut missing, metadata, materials } =
        context.trace.measure(&stage, &*input.file.name, || generator.generate(input));
    if let Some(infos) = infos {
        files.extend(&infos.files);
        missing.extend(infos.missing.iter().cloned());
    }
    let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
    let name = format!("{}:generated", input.file.name);
    let made =
        (is_sound && input.materials.is_none()).then(|| context.sources.add_generated(name.as_str(), &text, places));
    let mut texts: Vec<MaterialText> = Vec::new();
    // Where the text of a document is wrong, the shaders of the others would be other shaders than those of a build.
    for GeneratedMaterial { name: material, text, places, block, textures } in
        materials.into_iter().filter(|_| is_sound)
    {
        let known = texts.iter().find(|known| *known.file.text == *text);
        let file = match known {
            Some(known) => Arc::clone(&known.file),
            None => context.sources.add_generated(format!("{name}({material})"), &text, places),
        };
        texts.push(MaterialText { name: material, file, block, textures });
    }
    DialectText { file: made, diagnostics, files, missing, metadata, materials: texts }
}

/// The create-infos of the project, if it names files of some.
pub fn infos_of(context: &BuildContext) -> Option<&ProjectInfos> {
    (!context.project.create_infos.is_empty()).then(|| create_infos::project_infos(context))
}

/// What the project file says for a generator. Macros of every unit are among its own, if it takes macros.
pub fn project_options(context: &BuildContext, generator: &dyn Generator) -> OptionValues {
    let own = context.project.generator_options.get(generator.name());
    let mut options = own.cloned().unwrap_or_default();
    if generator.options().iter().any(|option| option.name == DEFINES) {
        let of_project = context.project.defines.iter().map(|(name, value)| format!("{name}={value}"));
        let of_section = options.remove(DEFINES).unwrap_or_default();
        let all: Vec<String> = of_project.chain(of_section).collect();
        if !all.is_empty() {
            options.insert(DEFINES.to_owned(), all);
        }
    }
    options
}

/// The option that `[defines]` is added to.
const DEFINES: &str = "defines";

/// Adds the options of a shader; lists are texts with `;` between the items.
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
        let text = match value {
            Scalar::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
            Scalar::Number(number) => number.to_string(),
            Scalar::String(text) => text.clone(),
        };
        let values: Vec<String> = match option.takes {
            OptionKind::List => {
                text.split(';').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
            }
            _ => vec![text],
        };
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
