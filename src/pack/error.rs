//! Why a package cannot become an archive.

use std::fmt;

/// A package that breaks the rules of its types, or that the format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackError {
    /// The target stands twice in the package.
    DuplicateTarget { target: String },
    /// The name stands twice in the target.
    DuplicateShader { target: String, shader: String },
    /// Two shaders of the target have a material of this name.
    DuplicateMaterial { target: String, material: String },
    /// Something in the shader contradicts something else in it.
    Shader { target: String, shader: String, what: String },
    /// The format has no room: there are too many of these.
    TooMany(&'static str),
    /// A compiled variant is longer than an archive's reader accepts.
    BlobTooLong { bytes: usize },
    /// The archive cannot be read as it was written: a mistake of this program.
    NotReadBack { what: String },
    /// A stored part of an index is not one that this program wrote.
    DamagedPart,
    /// A stored part names code that neither it nor the last archive has.
    MissingCode,
    /// The compressor failed.
    Compress(String),
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::DuplicateTarget { target } => write!(f, "target {target} is packed twice"),
            PackError::DuplicateShader { target, shader } => {
                write!(f, "there are two shaders named `{shader}` for {target}")
            }
            PackError::DuplicateMaterial { target, material } => {
                write!(f, "there are two materials named `{material}` for {target}")
            }
            PackError::Shader { target, shader, what } => write!(f, "shader `{shader}` for {target}: {what}"),
            PackError::TooMany(what) => write!(f, "an archive has no room for so many {what}"),
            PackError::BlobTooLong { bytes } => write!(
                f,
                "a compiled variant has {bytes} bytes; an archive's limit is {}",
                uberc_runtime::format::MAX_BLOB
            ),
            PackError::NotReadBack { what } => write!(f, "the archive cannot be read back: {what}"),
            PackError::DamagedPart => write!(f, "a stored part of the index is damaged"),
            PackError::MissingCode => write!(f, "the code of a stored part of the index is missing"),
            PackError::Compress(error) => write!(f, "the compressor failed: {error}"),
        }
    }
}

impl std::error::Error for PackError {}
