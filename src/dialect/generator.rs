//! The interface of a generator.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use super::Extension;
use super::create_info::{Info, Interface, Library};
use super::node_scripts::NodeScripts;
use crate::diag::{Diagnostic, FileId, PlaceMap, SourceFile, Sources, Span};
use crate::model::{Branch, MaterialRequest, Scalar};

/// Writes source text in a language from files of another kind. Its text takes the file's place before the
/// preprocessor, so it needs no parser, no analysis and no lowering.
pub trait Generator: Debug + Send + Sync {
    /// The name in `Dialect` and `[dialects]`: lower case.
    fn name(&self) -> &'static str;

    /// The files that it reads, the usual extension first.
    fn extensions(&self) -> &'static [Extension];

    /// The name of the language that it writes.
    fn language(&self) -> &'static str;

    /// Options that a project and a shader may set: keys of `[NAME]` in `uberc.toml`, and of a shader's `Options`.
    fn options(&self) -> &'static [GeneratorOption] {
        &[]
    }

    /// A number that changes whenever the same input gives another result. It is in the keys of results.
    fn revision(&self) -> u32;

    /// Writes the text. The result depends on the input, the files that it names and the revision alone.
    fn generate(&self, input: &GeneratorInput<'_>) -> Generated;

    /// Whether the text depends on what the sidecar says. If so, `cpp` is empty: there is no text before it has run.
    fn follows_sidecar(&self) -> bool {
        false
    }

    /// The library that sidecars have because of it.
    fn lua_library(&self) -> Option<LuaLibrary> {
        None
    }

    /// The create infos that a file declares, where its files declare such.
    fn create_infos(&self, _input: &GeneratorInput<'_>) -> Option<GeneratedInfos> {
        None
    }

    /// The machine for whose programs the text stands with these options, if it does: techniques have programs in the
    /// place of stages, and name no entry points. The text has a function [`STAND_IN`] of the pixel stage, which
    /// depends on the branches that a program depends on, and is not compiled.
    fn machine(&self, _options: &OptionValues) -> Option<&'static str> {
        None
    }

    /// The program of a technique, where [`Generator::machine`] names a machine. `constants`: values of the branches, by
    /// name; those that the text does not depend on have their first value.
    fn program(&self, _input: &GeneratorInput<'_>, _constants: &BTreeMap<String, i64>) -> GeneratedProgram {
        GeneratedProgram::default()
    }

    /// The definitions that the name at a byte of a file can mean; empty for a name that the file does not define, such as
    /// a branch. `None`: the names of the text lead to them.
    fn definitions(&self, _file: &SourceFile, _at: u32) -> Option<Vec<Span>> {
        None
    }

    /// Where its files are C++ as well: the header that stands before each of them.
    fn cxx_header(&self) -> Option<&'static str> {
        None
    }

    /// What else the C++ of a file needs.
    fn cxx(&self, _input: &GeneratorInput<'_>) -> Cxx {
        Cxx::default()
    }
}

/// A library of sidecars: a file of `lua/prelude` whose chunk returns the library's table. The chunk is called with a
/// description of the generator (`dialect`, `stem` of the sidecar, `options`) and with the prelude.
#[derive(Clone, Copy, Debug)]
pub struct LuaLibrary {
    /// The global of sidecars that is the table.
    pub global: &'static str,
    /// The file as bytecode.
    pub code: &'static [u8],
}

/// The function of a text that stands for programs of a machine: see [`Generator::machine`].
pub const STAND_IN: &str = "uberc_stand_in";

/// An option of a generator.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorOption {
    /// With `_` between words; in `uberc.toml` these are `-`.
    pub name: &'static str,
    pub takes: OptionKind,
    /// A branch of a shader may have its name: the text is then made for each final value of the branch.
    pub is_branch: bool,
    /// For the project file that `uberc init` writes: what it does, and its default.
    pub about: &'static str,
    pub default: &'static str,
}

/// The values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Any number of texts; those of a shader are added to those of the project.
    List,
    /// One of these; a boolean is `on` or `off`.
    Word(&'static [&'static str]),
    /// A whole number from 0 to this.
    Number(u32),
    /// Any text.
    Text,
}

/// The words of an option that is on or off.
pub const SWITCH: OptionKind = OptionKind::Word(&["off", "on"]);

/// Values by the names of options; a word is a list of one.
pub type OptionValues = BTreeMap<String, Vec<String>>;

impl GeneratorOption {
    /// What a sidecar wrote for the option; lists are texts with `;` between the items.
    pub fn values(&self, written: &Scalar) -> Vec<String> {
        let text = match written {
            Scalar::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
            Scalar::Number(number) => number.to_string(),
            Scalar::String(text) => text.clone(),
        };
        match self.takes {
            OptionKind::List => {
                text.split(';').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
            }
            _ => vec![text],
        }
    }

    /// Why the option cannot have the values.
    ///
    /// # Errors
    /// A word that the option does not know.
    pub fn check(&self, values: &[String]) -> Result<(), String> {
        match (self.takes, values) {
            (OptionKind::List, _) | (OptionKind::Text, [_]) => Ok(()),
            (OptionKind::Word(words), [one]) if words.contains(&one.as_str()) => Ok(()),
            (OptionKind::Word(words), _) => Err(format!("It is one of: {}.", words.join(", "))),
            (OptionKind::Number(most), [one]) if one.parse::<u32>().is_ok_and(|number| number <= most) => Ok(()),
            (OptionKind::Number(most), _) => Err(format!("It is a whole number from 0 to {most}.")),
            (OptionKind::Text, _) => Err("It is one text.".to_owned()),
        }
    }
}

/// A file as C++.
#[derive(Clone, Debug, Default)]
pub struct Cxx {
    /// It has names that C++ does not know.
    pub is_exempt: bool,
    /// Arguments of the compiler: macros and folders.
    pub arguments: Vec<String>,
    /// `static_assert`s on the sizes and offsets of its structures.
    pub asserts: String,
}

/// The inputs of a generator.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorInput<'a> {
    /// The unit's file, or the `Source` of a shader.
    pub file: &'a Arc<SourceFile>,
    /// Loads other files; the result must name them.
    pub sources: &'a Sources,
    /// The project's folders for `#include`, relative to its root, in order.
    pub include_paths: &'a [PathBuf],
    /// Those of the project and of the shader; each passed [`GeneratorOption::check`].
    pub options: &'a OptionValues,
    /// The branches of the shader, where the text is that of one shader alone.
    pub branches: &'a [Branch],
    /// The create-infos of the project, if it has some.
    pub infos: Option<&'a Arc<Library>>,
    /// The materials that are wanted instead of the file's text.
    pub materials: Option<&'a MaterialRequest>,
    /// Functions of the sidecar that write code of nodes, if it has some.
    pub scripts: Option<&'a dyn NodeScripts>,
}

/// The result of a generator.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// Source text. It is not used if a diagnostic is an error.
    pub text: String,
    /// Where the parts of the text come from. Mistakes in a part without a place are shown in the text itself.
    pub places: PlaceMap,
    /// Mistakes in the input, with places in it.
    pub diagnostics: Vec<Diagnostic>,
    /// Other files that were read.
    pub files: Vec<FileId>,
    /// Paths that were looked for and not found, relative to the project's root.
    pub missing: Vec<PathBuf>,
    /// For the metadata of every technique that has the text.
    pub metadata: Vec<(String, Scalar)>,
    /// Names that the text has as branches with the values 0 and 1 alone, each with the first place in the user's file
    /// that reads it.
    pub switches: BTreeMap<String, Span>,
    /// The materials that were wanted, in the order of documents and elements; then `text` is empty.
    pub materials: Vec<GeneratedMaterial>,
}

/// The text of a material, and its values.
#[derive(Clone, Debug, Default)]
pub struct GeneratedMaterial {
    /// Unique among the materials of the request.
    pub name: String,
    /// Equal for materials that share a shader; a generator shares it among them.
    pub text: Arc<str>,
    pub places: Arc<PlaceMap>,
    /// The contents of the block of public uniforms, by the rules of std140.
    pub block: Vec<u8>,
    /// From the name of a texture in the text to the file's.
    pub textures: BTreeMap<String, String>,
}

/// A program that a machine of the engine runs.
#[derive(Clone, Debug, Default)]
pub struct GeneratedProgram {
    /// `None` if a diagnostic is an error.
    pub bytes: Option<Vec<u8>>,
    /// For the technique's metadata: what an engine must know to run it.
    pub metadata: Vec<(String, Scalar)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A name that is not declared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LackedName {
    Info(String),
    Interface(String),
}

/// The create infos of a file.
#[derive(Clone, Debug, Default)]
pub struct GeneratedInfos {
    /// Empty after an error.
    pub infos: Vec<Info>,
    pub interfaces: Vec<Interface>,
    /// What the file names and nothing has declared so far: another file may.
    pub lacking: BTreeSet<LackedName>,
    pub diagnostics: Vec<Diagnostic>,
    /// The file, and others that were read.
    pub files: Vec<FileId>,
    /// Paths that were looked for and not found, relative to the project's root.
    pub missing: Vec<PathBuf>,
    /// For the metadata of techniques from these infos.
    pub metadata: Vec<(String, Scalar)>,
}
