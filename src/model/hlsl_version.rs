//! Which HLSL the sources are written in.

use std::fmt;

use serde::Serialize;

/// Which rules of the language hold where they differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum HlslVersion {
    /// Up to HLSL 2018: `&&`, `||` and `?:` take vectors and evaluate all operands.
    #[default]
    V2018,
    /// `&&`, `||` and `?:` take scalars and stop early; templates; operators of structures.
    V2021,
}

impl HlslVersion {
    pub const ALL: [HlslVersion; 2] = [HlslVersion::V2018, HlslVersion::V2021];

    /// As dxc's `-HV` and the project file have it.
    pub const fn year(self) -> u16 {
        match self {
            HlslVersion::V2018 => 2018,
            HlslVersion::V2021 => 2021,
        }
    }
}

impl fmt::Display for HlslVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.year())
    }
}
