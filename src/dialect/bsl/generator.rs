//! BSL as a dialect: its unit as GLSL for the native front end.

use super::options::{OPTIONS, Options};
use super::translate;
use crate::dialect::{Cxx, Extension, Generated, Generator, GeneratorInput, GeneratorOption};

/// BSL, translated to GLSL.
#[derive(Clone, Copy, Debug)]
pub struct Bsl;

impl Generator for Bsl {
    fn name(&self) -> &'static str {
        "bsl"
    }

    fn extensions(&self) -> &'static [Extension] {
        &[Extension { name: "bsl", header: true }]
    }

    fn language(&self) -> &'static str {
        "glsl"
    }

    fn options(&self) -> &'static [GeneratorOption] {
        OPTIONS
    }

    fn revision(&self) -> u32 {
        2
    }

    fn generate(&self, input: &GeneratorInput<'_>) -> Generated {
        let options = Options::with(input.options);
        let (text, places, diagnostics, files, missing) =
            translate::unit(input.file, input.sources, input.include_paths, &options);
        let own = input.file.id;
        Generated { text, places, diagnostics, files: files.into_iter().filter(|id| *id != own).collect(), missing }
    }

    fn cxx_header(&self) -> Option<&'static str> {
        Some(include_str!("../../../cxx/bsl.hh"))
    }

    fn cxx(&self, input: &GeneratorInput<'_>) -> Cxx {
        translate::cxx(input.file, input.sources, input.include_paths, &Options::with(input.options))
    }
}
