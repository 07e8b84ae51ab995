//! Places in source files.

/// A file of [`Sources`](super::Sources). Numbers are given in the order of loading, which differs from run to run when threads load
/// files: never write one out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(super) u32);

/// A range of bytes of one file; `start == end` marks a place between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

/// A place as people count: both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}
