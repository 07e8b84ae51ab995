//! The error type of the crate, which owns its text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::blob::BlobError;
use crate::miss::{Miss, MissReason};
use crate::open::OpenError;

/// An error, with the names that exist. It owns its text, so that it outlives the archive; every other error of this
/// crate converts into it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not an archive that can be read.
    Open(OpenError),
    UnknownTarget {
        asked: String,
        known: Vec<String>,
    },
    /// No target has such a shader.
    UnknownShader {
        asked: String,
        target: String,
        /// The nearest name, if one is near.
        closest: Option<String>,
        /// Number of shaders there are.
        count: u32,
    },
    /// The target has no such material.
    UnknownMaterial {
        asked: String,
        target: String,
        /// The nearest name, if one is near.
        closest: Option<String>,
        /// Number of materials there are.
        count: u32,
    },
    /// Only these other targets have the shader.
    NotInTarget {
        shader: String,
        target: String,
        targets: Vec<String>,
    },
    UnknownBranch {
        asked: String,
        shader: String,
        /// The nearest name, if one is near.
        closest: Option<String>,
        known: Vec<String>,
    },
    /// A permutation without a technique.
    Miss {
        shader: String,
        bits: u64,
        reason: MissReason,
        /// What [`Miss`] says of it: fallback and nearest built permutation.
        message: String,
    },
    /// The handle is of another archive, or newer than what it was used with.
    UnknownHandle,
    /// A blob cannot be read.
    Blob(BlobError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Open(error) => error.fmt(f),
            Error::Blob(error) => error.fmt(f),
            Error::UnknownHandle => f.write_str("the handle is not of this archive, or was made later"),
            Error::UnknownTarget { asked, known } => {
                write!(f, "the archive has no target `{asked}`; it has: {}", known.join(", "))
            }
            Error::UnknownShader { asked, target, closest: Some(closest), .. } => {
                write!(f, "there is no shader `{asked}` for {target}; did you mean `{closest}`?")
            }
            Error::UnknownShader { asked, target, closest: None, count } => {
                write!(f, "there is no shader `{asked}` among the {count} for {target}")
            }
            Error::UnknownMaterial { asked, target, closest: Some(closest), .. } => {
                write!(f, "there is no material `{asked}` for {target}; did you mean `{closest}`?")
            }
            Error::UnknownMaterial { asked, target, closest: None, count } => {
                write!(f, "there is no material `{asked}` among the {count} for {target}")
            }
            Error::NotInTarget { shader, target, targets } => {
                write!(f, "shader `{shader}` was not built for {target}, only for {}", targets.join(", "))
            }
            Error::UnknownBranch { asked, shader, closest: Some(closest), .. } => {
                write!(f, "{shader} has no branch `{asked}`; did you mean `{closest}`?")
            }
            Error::UnknownBranch { asked, shader, closest: None, known } if known.is_empty() => {
                write!(f, "{shader} has no branch `{asked}`; it has none at all")
            }
            Error::UnknownBranch { asked, shader, closest: None, known } => {
                write!(f, "{shader} has no branch `{asked}`; it has: {}", known.join(", "))
            }
            Error::Miss { message, .. } => f.write_str(message),
        }
    }
}

impl core::error::Error for Error {}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Error {
        Error::Open(error)
    }
}

impl From<BlobError> for Error {
    fn from(error: BlobError) -> Error {
        Error::Blob(error)
    }
}

impl From<Miss<'_>> for Error {
    fn from(miss: Miss<'_>) -> Error {
        Error::Miss {
            shader: miss.shader().name().to_string(),
            bits: miss.key().bits(),
            reason: miss.reason(),
            message: miss.to_string(),
        }
    }
}
