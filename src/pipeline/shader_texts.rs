//! The texts of a shader by the final values of its option branches, and the shaders that materials share.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::BuildContext;
use super::dialect_text::{TextOf, text_of};
use super::generated::{DialectText, MaterialText};
use super::incremental::unit_record::{Inputs, note_inputs};
use super::option_branches::BranchOptions;
use super::technique_texts::Text;
use super::unit_scripts::UnitScripts;
use crate::diag::{Diagnostic, FileId, SourceFile, Span};
use crate::dialect::Dialect;
use crate::model::{Exploration, MaterialValues, PackagedMaterial, PackagedTechnique, Scalar, ShaderDeclaration};

/// A shader of a declaration.
#[derive(Clone, Default)]
pub struct ShaderTexts {
    /// The name of the shader; `None`: that of the declaration.
    pub name: Option<String>,
    /// For each final value of option branches that a technique has. Empty after an error.
    pub texts: BTreeMap<BranchOptions, Text>,
    pub metadata: BTreeMap<BranchOptions, Vec<(String, Scalar)>>,
    pub materials: Vec<FrontMaterial>,
    /// The machine for whose programs the texts stand.
    pub machine: Option<&'static str>,
    /// Names that a text has as branches with the values 0 and 1 alone, with a place in the user's file.
    pub switches: BTreeMap<String, Span>,
}

/// A material with its values for each final value of option branches.
#[derive(Clone, Debug)]
pub struct FrontMaterial {
    pub name: String,
    values: BTreeMap<BranchOptions, MaterialValues>,
}

/// Which texts are wanted.
pub struct TextsRequest<'a> {
    pub context: &'a BuildContext,
    pub dialect: Dialect,
    pub declaration: &'a ShaderDeclaration,
    /// The file or the text of the shader, in its dialect.
    pub written: &'a Arc<SourceFile>,
    pub scripts: Option<&'a UnitScripts<'a>>,
}

impl TextsRequest<'_> {
    /// The shaders of the declaration: one, or where it names materials one for each group of materials whose texts
    /// are equal for all values of option branches. After an error a shader without texts.
    pub fn shaders(
        &self,
        exploration: &Exploration,
        inputs: &mut Inputs,
        found: &mut Vec<Diagnostic>,
    ) -> Vec<ShaderTexts> {
        let mut options: Vec<&BranchOptions> =
            exploration.techniques.iter().map(|technique| &technique.options).collect();
        options.sort();
        options.dedup();
        let none = BranchOptions::new();
        if options.is_empty() {
            options.push(&none);
        }
        let mut all: Vec<(BranchOptions, DialectText)> = Vec::new();
        let mut known: FxHashSet<Diagnostic> = found.iter().cloned().collect();
        for options in options {
            let text = self.text(options);
            note_inputs(&self.context.sources, &text.files, &text.missing, inputs);
            let new = text.diagnostics.iter().filter(|diagnostic| known.insert((*diagnostic).clone()));
            found.extend(new.cloned());
            all.push((options.clone(), text));
        }
        match &self.declaration.materials {
            None => vec![self.shader(all)],
            Some(_) => self.groups(&all),
        }
    }

    fn text(&self, branches: &BranchOptions) -> DialectText {
        let wanted = TextOf {
            file: self.written,
            dialect: self.dialect,
            shader: Some(self.declaration),
            branches: Some(branches),
            materials: self.declaration.materials.as_ref(),
            scripts: self.scripts,
        };
        text_of(self.context, wanted)
    }

    fn shader(&self, all: Vec<(BranchOptions, DialectText)>) -> ShaderTexts {
        let mut shader = ShaderTexts::default();
        let is_whole = all.iter().all(|(_, text)| text.file.is_some());
        for (options, text) in all {
            shader.metadata.insert(options.clone(), text.metadata);
            shader.machine = shader.machine.or(text.machine);
            shader.switches.extend(text.switches);
            if let Some(file) = text.file.filter(|_| is_whole) {
                shader.texts.insert(options, Text { file, language: self.dialect.language });
            }
        }
        shader
    }

    /// Materials with equal texts, in the order of their first ones.
    fn groups<'t>(&self, all: &'t [(BranchOptions, DialectText)]) -> Vec<ShaderTexts> {
        let by_name = |(options, text): &'t (BranchOptions, DialectText)| {
            let materials = text.materials.iter().map(|one| (one.name.as_str(), one));
            (options, materials.collect::<FxHashMap<&str, &MaterialText>>())
        };
        let indexed: Vec<(&BranchOptions, FxHashMap<&str, &MaterialText>)> = all.iter().map(by_name).collect();
        let mut groups: Vec<ShaderTexts> = Vec::new();
        let mut known: FxHashMap<Vec<FileId>, usize> = FxHashMap::default();
        for MaterialText { name, .. } in all.first().map(|(_, text)| &text.materials).into_iter().flatten() {
            let of_options: Option<Vec<(&BranchOptions, &MaterialText)>> =
                indexed.iter().map(|(options, texts)| Some((*options, *texts.get(name.as_str())?))).collect();
            // A material that a value of a branch has no shader for has an error.
            let Some(of_options) = of_options else { return vec![ShaderTexts::default()] };
            let key: Vec<FileId> = of_options.iter().map(|(_, text)| text.file.id).collect();
            let values = of_options.iter().map(|(options, text)| {
                let values =
                    MaterialValues { technique: None, block: text.block.clone(), textures: text.textures.clone() };
                ((*options).clone(), values)
            });
            let material = FrontMaterial { name: name.clone(), values: values.collect() };
            match known.get(&key) {
                Some(at) => groups[*at].materials.push(material),
                None => {
                    let text =
                        |text: &MaterialText| Text { file: Arc::clone(&text.file), language: self.dialect.language };
                    let texts = of_options.iter().map(|(options, of)| ((*options).clone(), text(of))).collect();
                    let mark = ShaderDeclaration::MATERIAL_MARK;
                    let name = Some(format!("{}{mark}{name}", self.declaration.name));
                    let shader = ShaderTexts { name, texts, materials: vec![material], ..ShaderTexts::default() };
                    known.insert(key, groups.len());
                    groups.push(shader);
                }
            }
        }
        if groups.is_empty() {
            return vec![ShaderTexts::default()];
        }
        groups
    }
}

impl FrontMaterial {
    /// The material for the archive, with values for the techniques of its shader.
    pub fn packaged(&self, techniques: &[PackagedTechnique]) -> PackagedMaterial {
        let of =
            |technique: &PackagedTechnique| self.values.get(&technique.technique.options).cloned().unwrap_or_default();
        let first = techniques.first().map(of).unwrap_or_default();
        let values = if techniques.iter().all(|technique| of(technique) == first) {
            vec![first]
        } else {
            let numbered = (0u32..).zip(techniques);
            numbered.map(|(number, technique)| MaterialValues { technique: Some(number), ..of(technique) }).collect()
        };
        PackagedMaterial { name: self.name.clone(), values }
    }
}
