//! What becomes of a warning: the project file and the command line decide by its code.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Diagnostic, Severity};

/// What becomes of the warnings of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WarningLevel {
    /// They are not shown.
    Allow,
    Warn,
    /// They are errors.
    Deny,
}

impl WarningLevel {
    pub const ALL: [WarningLevel; 3] = [WarningLevel::Allow, WarningLevel::Warn, WarningLevel::Deny];

    /// Lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            WarningLevel::Allow => "allow",
            WarningLevel::Warn => "warn",
            WarningLevel::Deny => "deny",
        }
    }

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<WarningLevel> {
        WarningLevel::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// The levels of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WarningLevels {
    /// By code; absent codes have the level of all.
    pub of_codes: BTreeMap<String, WarningLevel>,
    /// Whether the level of all is [`WarningLevel::Deny`].
    pub denies_all: bool,
}

impl WarningLevels {
    /// Whether every warning stays one.
    pub fn is_default(&self) -> bool {
        *self == WarningLevels::default()
    }

    /// Adds levels that go before these: those of the command line.
    pub fn add(&mut self, others: &WarningLevels) {
        self.of_codes.extend(others.of_codes.iter().map(|(code, level)| (code.clone(), *level)));
        self.denies_all |= others.denies_all;
    }

    /// Removes warnings that are allowed, or that no level asks for, and makes errors of those that are denied.
    pub fn apply(&self, diagnostics: &mut Vec<Diagnostic>) {
        let of_all = if self.denies_all { WarningLevel::Deny } else { WarningLevel::Warn };
        diagnostics.retain_mut(|diagnostic| {
            if diagnostic.severity != Severity::Warning {
                return true;
            }
            let usual = if SILENT.contains(&diagnostic.code) { WarningLevel::Allow } else { of_all };
            match self.of_codes.get(diagnostic.code).copied().unwrap_or(usual) {
                WarningLevel::Allow => false,
                WarningLevel::Warn => true,
                WarningLevel::Deny => {
                    diagnostic.severity = Severity::Error;
                    diagnostic.notes.push("a warning that is denied".to_owned());
                    true
                }
            }
        });
    }
}

/// Warnings that are shown only where their own level says so: they tell what uberc does, and not what is wrong.
pub const SILENT: &[&str] = &["mx/upgraded"];

/// The codes of all warnings that no language owns. Those of languages are theirs.
pub const WARNINGS: &[&str] = &[
    "bsl/global-variable",
    "bsl/include-order",
    "bsl/narrowing",
    "check/never-built",
    "check/unused-branch",
    "ci/early-depth",
    "ci/shared-enum-value",
    "ci/shared-float-suffix",
    "compile/compiler",
    "compile/dxc",
    "compile/fxc",
    "compile/glslang",
    "compile/metal",
    "compile/naga",
    "compile/slang",
    "compile/spirv-opt",
    "compile/spirv-val",
    "compile/strip",
    "discover/case-only",
    "discover/dangling-link",
    "discover/header-without-tls",
    "discover/is-a-folder",
    "discover/link-loop",
    "discover/link-outside",
    "discover/misnamed-sidecar",
    "discover/repeated-target",
    "discover/unused-compiler",
    "discover/unused-pattern",
    "mx/colorspace",
    "mx/library-version",
    "mx/unit",
    "mx/upgraded",
    "mx/version-new",
    "preprocess/comma-in-condition",
    "preprocess/condition-overflow",
    "preprocess/condition-sign",
    "preprocess/extra-tokens",
    "preprocess/macro-redefined",
    "preprocess/not-utf8",
    "preprocess/warning-directive",
    "psl/builtin-name",
    "psl/duplicate-parameter",
    "psl/empty-expression",
    "psl/limit-jumps",
    "psl/missing-result",
    "psl/nested-function",
    "psl/no-value",
    "psl/split-operator",
    "psl/swizzle",
    "psl/swizzle-range",
    "psl/swizzle-repeat",
    "psl/uninitialised",
    "psl/value-discarded",
    "psl/width-mismatch",
    "psl/width-unknown",
    "sidecar/always-true",
    "sidecar/enum-order",
    "sidecar/never-equal",
    "sidecar/own-global",
    "sidecar/redefined",
    "sidecar/similar-shader",
    "specialise/branch-in-condition",
];
