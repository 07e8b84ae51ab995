//! Exit codes.

/// The sources have errors, which were printed.
pub const SOURCE_ERRORS: u8 = 1;
pub const WRONG_USAGE: u8 = 2;
/// A compiler is missing, the disk is full, a file cannot be written.
pub const ENVIRONMENT: u8 = 3;
pub const INTERRUPTED: u8 = 130;
