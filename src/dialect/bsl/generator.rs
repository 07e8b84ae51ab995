//! BSL as a dialect: its unit as GLSL for the native front end.

use super::options::Options;
use super::translate;
use crate::dialect::{Extension, Generated, Generator, GeneratorInput};

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

    fn revision(&self) -> u32 {
        1
    }

    fn generate(&self, input: &GeneratorInput<'_>) -> Generated {
        let options = Options::default();
        let (text, places, diagnostics, files, missing) =
            translate::unit(input.file, input.sources, input.include_paths, &options);
        let own = input.file.id;
        Generated { text, places, diagnostics, files: files.into_iter().filter(|id| *id != own).collect(), missing }
    }
}
