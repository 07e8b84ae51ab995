//! The text of each stage of a shader's techniques: that of the technique's infos, the file that a stage names, or the
//! shader's own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::dialect_text::{TextOf, text_of};
use super::incremental::unit_record::{Inputs, note_inputs};
use super::option_branches::BranchOptions;
use super::unit_scripts::UnitScripts;
use super::{BuildContext, create_infos};
use crate::diag::{Diagnostic, LoadError, SourceFile, did_you_mean};
use crate::dialect::{Dialect, LanguageId};
use crate::model::{ShaderDeclaration, SourceUnit, Stage, Target, Technique};

/// A text in a language.
#[derive(Clone)]
pub struct Text {
    pub file: Arc<SourceFile>,
    pub language: LanguageId,
}

/// The texts of a technique's stages.
#[derive(Clone)]
pub struct TechniqueText {
    /// Of the stages that name no file.
    pub own: Text,
    pub stages: BTreeMap<Stage, Text>,
}

/// The language of the texts of create infos.
const INFO_DIALECT: &str = "glsl";

impl TechniqueText {
    /// The text of a stage, or that of a technique without stages.
    pub fn of(&self, stage: Option<Stage>) -> &Text {
        stage.and_then(|stage| self.stages.get(&stage)).unwrap_or(&self.own)
    }
}

/// Where a shader's texts come from.
pub struct TextRequest<'a> {
    pub context: &'a BuildContext,
    pub unit: &'a SourceUnit,
    pub target: Target,
    /// The dialect of the shader, for files of stages.
    pub dialect: Dialect,
    pub declaration: &'a ShaderDeclaration,
    /// The shader's own text for each final value of option branches.
    pub own: &'a BTreeMap<BranchOptions, Text>,
    pub scripts: Option<&'a UnitScripts<'a>>,
}

/// The texts of each technique. Files that were read or looked for become inputs.
pub fn technique_texts(
    request: &TextRequest<'_>,
    techniques: &[Arc<Technique>],
    inputs: &mut Inputs,
    wrong: &mut Vec<Diagnostic>,
) -> Vec<TechniqueText> {
    let mut files: BTreeMap<&str, Option<Text>> = BTreeMap::new();
    let mut texts = Vec::with_capacity(techniques.len());
    for technique in techniques {
        let Some(own) = request.own.get(&technique.options) else { continue };
        let own = match &technique.info {
            Some(names) => request.info_text(names, technique, own, inputs, wrong),
            None => own.clone(),
        };
        let mut stages = BTreeMap::new();
        for (stage, path) in &technique.stage_files {
            let text = files
                .entry(path)
                .or_insert_with(|| request.stage_text(path, (*stage, technique), inputs, wrong))
                .clone();
            stages.extend(text.map(|text| (*stage, text)));
        }
        texts.push(TechniqueText { own, stages });
    }
    texts
}

impl TextRequest<'_> {
    fn info_text(
        &self,
        names: &str,
        technique: &Technique,
        own: &Text,
        inputs: &mut Inputs,
        wrong: &mut Vec<Diagnostic>,
    ) -> Text {
        let context = self.context;
        let made = create_infos::technique_text(context, names, self.target);
        note_inputs(&context.sources, &made.files, &made.missing, inputs);
        for found in made.diagnostics {
            if !wrong.contains(&found) {
                wrong.push(found);
            }
        }
        if let Some(branch) =
            self.declaration.branches.branches().iter().find(|branch| made.fixed.contains(&branch.name))
        {
            let message =
                format!("the branch `{}` is a constant to which a pipeline of the info gives a value", branch.name);
            let mut error = Diagnostic::error("ci/fixed-constant", message);
            if let Some(at) = branch.declared.or(technique.places.info) {
                error = error.at(at);
            }
            let help = "Name the entry points in a shader of the file itself, where the constant is a branch.";
            wrong.push(error.help(help));
        }
        let glsl = context.registry().find(INFO_DIALECT).map(|dialect| dialect.language);
        if glsl != Some(own.language) {
            let message = format!("a technique from an info is in a shader whose dialect is not `{INFO_DIALECT}`");
            let mut error = Diagnostic::error("ci/dialect", message);
            if let Some(at) = technique.places.info {
                error = error.at(at);
            }
            wrong.push(error.help(format!("Set `Dialect = \"{INFO_DIALECT}\"` of the shader.")));
            return own.clone();
        }
        match made.file {
            Some(file) => Text { file, ..own.clone() },
            None => own.clone(),
        }
    }

    /// The text of a file that a stage names; `None` with an error if there is none.
    fn stage_text(
        &self,
        path: &str,
        (stage, technique): (Stage, &Technique),
        inputs: &mut Inputs,
        wrong: &mut Vec<Diagnostic>,
    ) -> Option<Text> {
        let context = self.context;
        let place = |error: Diagnostic| match technique.places.entry_points.get(&stage) {
            Some(at) => error.at(*at),
            None => error.at(self.declaration.declared),
        };
        let mut tried = Vec::new();
        for candidate in self.candidates(path) {
            match context.sources.load(&candidate) {
                Ok(file) => {
                    note_inputs(&context.sources, &[file.id], &tried, inputs);
                    let wanted = TextOf {
                        file: &file,
                        dialect: self.dialect,
                        shader: Some(self.declaration),
                        branches: Some(&technique.options),
                        materials: None,
                        scripts: self.scripts,
                    };
                    let text = text_of(context, wanted);
                    note_inputs(&context.sources, &text.files, &text.missing, inputs);
                    for found in text.diagnostics {
                        if !wrong.contains(&found) {
                            wrong.push(found);
                        }
                    }
                    return text.file.map(|file| Text { file, language: self.dialect.language });
                }
                Err(LoadError::NotFound) => tried.push(context.sources.relative(&candidate)),
                Err(LoadError::Io(why)) => {
                    tried.push(context.sources.relative(&candidate));
                    note_inputs(&context.sources, &[], &tried, inputs);
                    let message = format!("`{path}` cannot be read: {why}");
                    let error = Diagnostic::error("sidecar/stage-file", message);
                    wrong.push(place(error.help("Put a text file there that this user may read.")));
                    return None;
                }
            }
        }
        note_inputs(&context.sources, &[], &tried, inputs);
        let mut error = Diagnostic::error("sidecar/stage-file", format!("`{path}` is not found"));
        for path in &tried {
            error = error.note(format!("looked for {}", path.display()));
        }
        wrong.push(place(error.help(self.near(path, &tried).unwrap_or_else(|| {
            "Correct the path: it is relative to the folder of the sidecar, or to a folder of `include` in uberc.toml."
                .to_owned()
        }))));
        None
    }

    /// The folder of the sidecar, then the include folders.
    fn candidates(&self, path: &str) -> Vec<PathBuf> {
        let own = self.unit.sidecar.parent().unwrap_or(Path::new(""));
        let mut paths: Vec<PathBuf> = Vec::new();
        for folder in std::iter::once(own).chain(self.context.project.include.iter().map(PathBuf::as_path)) {
            let path = folder.join(path);
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths
    }

    fn near(&self, path: &str, tried: &[PathBuf]) -> Option<String> {
        let name = Path::new(path).file_name()?.to_str()?;
        tried.iter().find_map(|tried| {
            let siblings = self.context.sources.siblings(tried);
            let best = did_you_mean(name, siblings.iter().map(String::as_str))?;
            Some(format!("Did you mean `{}`?", Path::new(path).with_file_name(best).display()))
        })
    }
}
