//! Which HLSL a source is written in.

use std::fmt;

use crate::model::LanguageVersion;

/// The version of the language, where its rules differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// Up to HLSL 2018: `&&`, `||` and `?:` take vectors and evaluate all operands.
    #[default]
    V2018,
    /// `&&`, `||` and `?:` take scalars and stop early; templates; operators of structures.
    V2021,
}

impl Version {
    /// The default first.
    pub const ALL: [Version; 2] = [Version::V2018, Version::V2021];

    /// The number in dxc's `-HV` and in `hlsl-version` of the project file.
    pub const fn number(self) -> LanguageVersion {
        match self {
            Version::V2018 => LanguageVersion(2018),
            Version::V2021 => LanguageVersion(2021),
        }
    }
}

impl From<Version> for LanguageVersion {
    fn from(version: Version) -> LanguageVersion {
        version.number()
    }
}

impl From<LanguageVersion> for Version {
    /// The newest that is not newer; the oldest for what is older than all.
    fn from(number: LanguageVersion) -> Version {
        Version::ALL.into_iter().rev().find(|version| version.number() <= number).unwrap_or_default()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
