//! What languages decide differently about preprocessing. The rest is C's.

/// The rules of a language's preprocessor.
#[derive(Clone, Copy, Debug)]
pub struct PreprocessorRules {
    /// `#version NUMBER PROFILE` and `#extension NAME : BEHAVIOUR` are directives. They stay among the tokens, and
    /// their contents are [`Preprocessed::version`](super::Preprocessed::version) and
    /// [`Preprocessed::extensions`](super::Preprocessed::extensions).
    pub version_directives: bool,
    /// `#line 12 3` names a file by a number; else by a string alone.
    pub numbered_files: bool,
    /// The macros that are defined before the first line, apart from those that are texts.
    pub builtin_macros: &'static [(&'static str, BuiltinMacro)],
    /// A macro that is defined again with another replacement is a mistake; else it gives a warning.
    pub defines_once: bool,
    /// The beginning of macros' names that belong to the language.
    pub reserved_macros: Option<&'static str>,
    /// The extension with which a source may define such macros itself.
    pub frees_macros: Option<&'static str>,
    /// `#` before a parameter makes a string of the argument.
    pub stringifies: bool,
    /// `##` joins two tokens.
    pub pastes: bool,
    /// The setting `legacy-macro-expansion` applies.
    pub legacy_expansion: bool,
    /// In a condition, `defined` may come out of a macro.
    pub expands_defined: bool,
    /// In a condition, a name that is no macro is 0; else it is an error.
    pub unknown_names_are_zero: bool,
    /// What the profile of `#version` decides.
    pub profile: Option<ProfileRules>,
    /// In a condition, `true` is 1.
    pub true_is_one: bool,
}

/// The profile that is not as the others: in a condition, a name that is no macro is an error.
#[derive(Clone, Copy, Debug)]
pub struct ProfileRules {
    pub name: &'static str,
    /// The macro that its units have.
    pub own_macro: &'static str,
    /// The predefined macro that its units do not have.
    pub foreign_macro: &'static str,
}

/// A macro whose replacement follows from the place of its invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinMacro {
    /// The file's name as a string, or what `#line` says.
    File,
    /// The number that `#line` gives the file; 0 without one.
    FileNumber,
    /// The name of the unit's own file as a string.
    BaseFile,
    Line,
    Counter,
    IncludeLevel,
    /// The number of `#version`, or of a unit without one.
    Version {
        default: u32,
    },
    /// `__has_include`: means something in conditions only.
    HasInclude,
    /// 1: `#version` names the profile.
    Profile,
    /// `_Pragma`.
    Pragma,
    /// `__DATE__` and similar: known so that their use is reported.
    Clock,
}

/// The macro whose value is the number of its line, in every language.
pub const LINE_MACRO: &str = "__LINE__";

impl BuiltinMacro {
    /// The result of `defined`.
    pub fn is_defined(self) -> bool {
        !matches!(self, BuiltinMacro::Clock | BuiltinMacro::Pragma)
    }
}

impl PreprocessorRules {
    /// C23's, as GNU cpp has them.
    pub const C: PreprocessorRules = PreprocessorRules {
        version_directives: false,
        numbered_files: false,
        builtin_macros: &[
            ("__FILE__", BuiltinMacro::File),
            ("__BASE_FILE__", BuiltinMacro::BaseFile),
            (LINE_MACRO, BuiltinMacro::Line),
            ("__COUNTER__", BuiltinMacro::Counter),
            ("__INCLUDE_LEVEL__", BuiltinMacro::IncludeLevel),
            ("__has_include", BuiltinMacro::HasInclude),
            ("_Pragma", BuiltinMacro::Pragma),
            ("__DATE__", BuiltinMacro::Clock),
            ("__TIME__", BuiltinMacro::Clock),
            ("__TIMESTAMP__", BuiltinMacro::Clock),
        ],
        defines_once: false,
        reserved_macros: None,
        frees_macros: None,
        stringifies: true,
        pastes: true,
        legacy_expansion: true,
        expands_defined: true,
        unknown_names_are_zero: true,
        profile: None,
        true_is_one: true,
    };
}
