//! The options of a translation.

/// What a translation may do differently.
#[derive(Clone, Debug)]
pub struct Options {
    /// Macros of every file, with their values.
    pub defines: Vec<(String, String)>,
    /// Patterns of includes that are not read.
    pub skip_includes: Vec<String>,
    /// `assert` writes a record where its condition does not hold; else it is left out.
    pub assertions: bool,
    pub printf: Printing,
    /// `#line` stands wherever the origin changes.
    pub line_directives: bool,
}

/// What becomes of `printf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printing {
    /// It is left out.
    Off,
    /// It writes to a storage buffer.
    Buffer,
}

impl Default for Options {
    fn default() -> Options {
        let skip = ["*_info.hh", "*_infos.hh", "*shader_create_info.hh", "*shader_compat.hh"];
        Options {
            defines: Vec::new(),
            skip_includes: skip.into_iter().map(str::to_owned).collect(),
            assertions: false,
            printf: Printing::Off,
            line_directives: false,
        }
    }
}

impl Options {
    pub fn prints(&self) -> bool {
        self.printf == Printing::Buffer
    }
}
