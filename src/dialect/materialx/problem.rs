//! Mistakes in documents and libraries, as data.

use std::path::PathBuf;
use std::sync::Arc;

use crate::diag::{Sources, Span, did_you_mean};

/// The text of a file that was read. Positions are byte offsets in `text`.
#[derive(Debug, PartialEq, Eq)]
pub struct FileText {
    /// The path it was read from.
    pub path: PathBuf,
    /// What messages call it: relative to the project or to the node library, with `/`.
    pub name: String,
    pub text: String,
}

/// A range of bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: Arc<FileText>,
    pub start: u32,
    pub end: u32,
}

/// A part of a text with the place that it comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Bytes of the text.
    pub start: u32,
    pub end: u32,
    pub at: OriginPlace,
}

/// Where a part of a text comes from.
#[derive(Clone, Debug)]
pub enum OriginPlace {
    /// A document, or a file of the node library.
    File(Place),
    /// The sidecar.
    Script(Span),
}

impl OriginPlace {
    /// The place in the project's sources.
    pub fn span(&self, sources: &Sources) -> Option<Span> {
        match self {
            OriginPlace::File(place) => span_of(place, sources),
            OriginPlace::Script(span) => Some(*span),
        }
    }
}

/// What is wrong. [`ProblemKind::code`] is the code of the diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    Xml,
    Root,
    Include,
    IncludeCycle,
    Depth,
    VersionNew,
    VersionOld,
    Element,
    NoRenderable,
    NoNodeDef,
    NoImplementation,
    Connection,
    Type,
    Output,
    Cycle,
    TypeSyntax,
    Enum,
    Inline,
    InlineInput,
    SourceMissing,
    FunctionName,
    Macro,
    GeomProp,
    LightType,
    LightId,
    ColorSpace,
    Unit,
    Value,
    /// A document that a sidecar names.
    Document,
    MaterialTwice,
    /// What a function of the sidecar declares.
    Script,
    NoLibrary,
    LibraryVersion,
    Limit,
    /// An element of an older version was rewritten.
    Upgraded,
}

impl ProblemKind {
    /// The code of the diagnostic.
    pub fn code(self) -> &'static str {
        match self {
            ProblemKind::Xml => "mx/xml",
            ProblemKind::Root => "mx/root",
            ProblemKind::Include => "mx/include",
            ProblemKind::IncludeCycle => "mx/include-cycle",
            ProblemKind::Depth => "mx/depth",
            ProblemKind::VersionNew => "mx/version-new",
            ProblemKind::VersionOld => "mx/version-old",
            ProblemKind::Element => "mx/element",
            ProblemKind::NoRenderable => "mx/no-renderable",
            ProblemKind::NoNodeDef => "mx/no-nodedef",
            ProblemKind::NoImplementation => "mx/no-implementation",
            ProblemKind::Connection => "mx/connection",
            ProblemKind::Type => "mx/type",
            ProblemKind::Output => "mx/output",
            ProblemKind::Cycle => "mx/cycle",
            ProblemKind::TypeSyntax => "mx/type-syntax",
            ProblemKind::Enum => "mx/enum",
            ProblemKind::Inline => "mx/inline",
            ProblemKind::InlineInput => "mx/inline-input",
            ProblemKind::SourceMissing => "mx/source-missing",
            ProblemKind::FunctionName => "mx/function-name",
            ProblemKind::Macro => "mx/macro",
            ProblemKind::GeomProp => "mx/geomprop",
            ProblemKind::LightType => "mx/light-type",
            ProblemKind::LightId => "mx/light-id",
            ProblemKind::ColorSpace => "mx/colorspace",
            ProblemKind::Unit => "mx/unit",
            ProblemKind::Value => "mx/value",
            ProblemKind::Document => "mx/document",
            ProblemKind::MaterialTwice => "mx/material-twice",
            ProblemKind::Script => "mx/script",
            ProblemKind::NoLibrary => "mx/no-library",
            ProblemKind::LibraryVersion => "mx/library-version",
            ProblemKind::Limit => "mx/limit",
            ProblemKind::Upgraded => "mx/upgraded",
        }
    }

    /// The problem prevents a result. `strict`: so do warnings about versions, colour spaces and units.
    pub fn is_error(self, strict: bool) -> bool {
        match self {
            ProblemKind::VersionNew | ProblemKind::LibraryVersion | ProblemKind::ColorSpace | ProblemKind::Unit => {
                strict
            }
            ProblemKind::Upgraded => false,
            _ => true,
        }
    }
}

/// A mistake with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    pub message: String,
    /// `None` only where no file is to blame.
    pub place: Option<Place>,
    /// The path of the element in its document (`graph/node/input`); empty for a file.
    pub path: String,
    /// What to do, as a full sentence.
    pub help: Option<String>,
}

impl Problem {
    /// A problem without a place yet.
    pub fn new(kind: ProblemKind, message: impl Into<String>) -> Problem {
        Problem { kind, message: message.into(), place: None, path: String::new(), help: None }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, place: Option<Place>) -> Problem {
        self.place = place;
        self
    }

    /// Says which of the known names may be meant, if one is near.
    #[must_use]
    pub fn near<'n>(self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Problem {
        match did_you_mean(name, known) {
            Some(near) => self.help(format!("Did you mean `{near}`?")),
            None => self,
        }
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

/// A place in the project's sources. The file was read from there, so it is known.
pub fn span_of(place: &Place, sources: &Sources) -> Option<Span> {
    let file = sources.load(&place.file.path).ok()?;
    let end = file.text.len() as u32;
    Some(Span { file: file.id, start: place.start.min(end), end: place.end.min(end) })
}
