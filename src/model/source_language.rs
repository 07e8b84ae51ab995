//! The properties of a source's language that language-neutral stages need.

use std::fmt;

use serde::Serialize;

/// A version of a source language as a number: 450 for GLSL 4.50.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct LanguageVersion(pub u16);

impl fmt::Display for LanguageVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The language of a text, for compiler steps and their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceLanguage {
    /// As in keys and on command lines: lower case, such as `glsl`.
    pub name: &'static str,
    /// The name in messages, such as `GLSL`.
    pub title: &'static str,
    /// Extension of a temporary file with such a text, without the dot: some compilers detect the language by it.
    pub extension: &'static str,
    /// The number that SPIR-V's `OpSource` has for the language.
    pub spirv_number: u32,
    /// Installed programs that may compile what the embedded compiler does not support, in the order in which `auto`
    /// asks them.
    pub other_compilers: &'static [&'static str],
    pub version: LanguageVersion,
    /// Whether bindings and locations that the source leaves open follow from the declarations of the whole unit: other compilers see
    /// those of the variant alone.
    pub places_by_unit: bool,
    /// Of its front end: another one may give another result for the same text.
    pub revision: u32,
}

impl SourceLanguage {
    /// The name of the version's setting in `uberc.toml`, and of its field in keys.
    pub fn version_key(&self) -> String {
        format!("{}-version", self.name)
    }

    /// Its front end in keys: `glsl 3`.
    pub fn front_end(&self) -> String {
        format!("{} {}", self.name, self.revision)
    }
}

/// What a user can do where the embedded compiler does not support a construct of a language that these programs read.
pub fn ask_other_compilers(programs: &[&str]) -> String {
    let listed = match programs {
        [] => return "Write it in another way: no other compiler that uberc knows reads this language.".to_owned(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    };
    format!(
        "Begin `compilers` in the target's `[target.NAME]` of uberc.toml with \"auto\", or leave the key out: an installed \
         {listed} then takes what the embedded compiler cannot."
    )
}
