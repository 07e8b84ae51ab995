//! The options of a translation.

use std::path::PathBuf;
use std::sync::Arc;

use super::program::Stage;
use crate::dialect::create_info::Library;
use crate::dialect::{GeneratorOption, OptionKind, OptionValues, SWITCH};

/// What a translation may do differently.
#[derive(Clone, Debug)]
pub struct Options {
    /// Macros of every file, with their values.
    pub defines: Vec<(String, String)>,
    /// Folders that are searched for includes, behind those of the project.
    pub include_dirs: Vec<PathBuf>,
    /// Patterns of includes that are not read.
    pub skip_includes: Vec<String>,
    /// `assert` writes a record where its condition does not hold; else it is left out.
    pub assertions: bool,
    pub printf: Printing,
    /// `TEST` blocks run, and write what they find to a buffer; else they are left out.
    pub tests: bool,
    pub warnings_as_errors: bool,
    /// The stage whose macro is defined; files that ask for none are the same for all.
    pub stage: Option<Stage>,
    /// Create-infos that a file can name.
    pub infos: Option<Arc<Library>>,
    /// `#line` stands wherever the origin changes.
    pub line_directives: bool,
}

/// What becomes of `printf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printing {
    /// It is left out.
    Off,
    /// It writes to a storage buffer.
    Buffer,
}

/// Keys of `[bsl]`, and of `Options` of a shader.
pub const OPTIONS: &[GeneratorOption] = &[
    GeneratorOption {
        name: "defines",
        takes: OptionKind::List,
        is_branch: false,
        about: "Macros of BSL, beside those of `[defines]`: \"NAME\" or \"NAME=VALUE\".",
        default: "[]",
    },
    GeneratorOption {
        name: "include_dirs",
        takes: OptionKind::List,
        is_branch: false,
        about: "Folders of includes, behind those of `include`.",
        default: "[]",
    },
    GeneratorOption {
        name: "skip_includes",
        takes: OptionKind::List,
        is_branch: false,
        about: "Globs of includes that are not read, beside those for headers of create infos.",
        default: "[]",
    },
    GeneratorOption {
        name: "assertions",
        takes: SWITCH,
        is_branch: false,
        about: "Whether `assert` is checked in shaders.",
        default: "\"off\"",
    },
    GeneratorOption {
        name: "printf",
        takes: OptionKind::Word(&["off", "buffer"]),
        is_branch: false,
        about: "Where `printf` writes: \"off\" or \"buffer\".",
        default: "\"off\"",
    },
    GeneratorOption {
        name: "tests",
        takes: SWITCH,
        is_branch: false,
        about: "Whether `TEST` blocks are part of shaders.",
        default: "\"off\"",
    },
    GeneratorOption {
        name: "warnings_as_errors",
        takes: SWITCH,
        is_branch: false,
        about: "Whether warnings of BSL are errors.",
        default: "\"off\"",
    },
];

impl Default for Options {
    fn default() -> Options {
        let skip = ["*_info.hh", "*_infos.hh", "*shader_create_info.hh", "*shader_compat.hh"];
        Options {
            defines: Vec::new(),
            include_dirs: Vec::new(),
            skip_includes: skip.into_iter().map(str::to_owned).collect(),
            assertions: false,
            printf: Printing::Off,
            tests: false,
            warnings_as_errors: false,
            stage: None,
            infos: None,
            line_directives: false,
        }
    }
}

impl Options {
    /// The defaults with the values that a project and a shader set.
    pub fn with(values: &OptionValues) -> Options {
        let list = |name: &str| values.get(name).cloned().unwrap_or_default();
        let is = |name: &str, word: &str| values.get(name).is_some_and(|values| values == &[word]);
        let mut options = Options::default();
        let define = |text: String| match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), value.to_owned()),
            None => (text, "1".to_owned()),
        };
        options.defines = list("defines").into_iter().map(define).collect();
        options.include_dirs = list("include_dirs").into_iter().map(PathBuf::from).collect();
        options.skip_includes.extend(list("skip_includes"));
        options.assertions = is("assertions", "on");
        if is("printf", "buffer") {
            options.printf = Printing::Buffer;
        }
        options.tests = is("tests", "on");
        options.warnings_as_errors = is("warnings_as_errors", "on");
        options
    }

    pub fn prints(&self) -> bool {
        self.printf == Printing::Buffer
    }
}
