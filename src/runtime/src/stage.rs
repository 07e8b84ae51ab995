//! The shader stages a technique may have an entry point for.

/// A shader stage. The discriminants are part of the archive format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[repr(u8)]
pub enum Stage {
    Vertex = 0,
    Pixel = 1,
    Compute = 2,
    Hull = 3,
    Domain = 4,
    Geometry = 5,
    /// Chooses how many groups of the mesh stage run: GLSL's task stage.
    Amplification = 6,
    Mesh = 7,
}

impl Stage {
    /// Every stage, in the order of the discriminants.
    pub const ALL: [Stage; 8] = [
        Stage::Vertex,
        Stage::Pixel,
        Stage::Compute,
        Stage::Hull,
        Stage::Domain,
        Stage::Geometry,
        Stage::Amplification,
        Stage::Mesh,
    ];

    /// Lower-case name, as printed and as used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Pixel => "pixel",
            Stage::Compute => "compute",
            Stage::Hull => "hull",
            Stage::Domain => "domain",
            Stage::Geometry => "geometry",
            Stage::Amplification => "amplification",
            Stage::Mesh => "mesh",
        }
    }

    /// Whether it runs in groups of threads.
    pub const fn has_groups(self) -> bool {
        matches!(self, Stage::Compute | Stage::Amplification | Stage::Mesh)
    }

    /// The stage with this discriminant.
    pub fn from_index(index: u8) -> Option<Stage> {
        Stage::ALL.get(usize::from(index)).copied()
    }
}
