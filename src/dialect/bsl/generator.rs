//! BSL as a dialect: its unit as GLSL for the native front end.

use super::create_infos;
use super::options::{OPTIONS, Options};
use super::program::{PrintFormat, TestCheck};
use super::unit;
use crate::diag::{Sources, Span};
use crate::dialect::{Cxx, Extension, Generated, GeneratedInfos, Generator, GeneratorInput, GeneratorOption};
use crate::model::Scalar;

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
        3
    }

    fn generate(&self, input: &GeneratorInput<'_>) -> Generated {
        let options = Options { infos: input.infos.cloned(), ..Options::with(input.options) };
        let made = unit::unit(input.file, input.sources, input.include_paths, &options);
        let metadata = metadata((&made.formats, &made.tests), &options, input.sources);
        let own = input.file.id;
        Generated {
            text: made.text,
            places: made.places,
            diagnostics: made.diagnostics,
            files: made.read.into_iter().filter(|id| *id != own).collect(),
            missing: made.missing,
            metadata,
            materials: Vec::new(),
            switches: std::collections::BTreeMap::new(),
        }
    }

    fn create_infos(&self, input: &GeneratorInput<'_>) -> Option<GeneratedInfos> {
        let options = Options { infos: input.infos.cloned(), ..Options::with(input.options) };
        let (mut made, formats, tests) =
            create_infos::create_infos(input.file, input.sources, input.include_paths, &options);
        made.metadata = metadata((&formats, &tests), &options, input.sources);
        Some(made)
    }

    fn cxx_header(&self) -> Option<&'static str> {
        Some(include_str!("../../../cxx/bsl.hh"))
    }

    fn cxx(&self, input: &GeneratorInput<'_>) -> Cxx {
        let options = Options { infos: input.infos.cloned(), ..Options::with(input.options) };
        unit::cxx(input.file, input.sources, input.include_paths, &options)
    }
}

/// What a game needs to read the buffers of `printf`, `assert` and tests: by `printf NUMBER` the text and its place, by
/// `assert NUMBER` the file, by `test INDEX` the test and the place of its check.
fn metadata(
    (formats, tests): (&[PrintFormat], &[TestCheck]),
    options: &Options,
    sources: &Sources,
) -> Vec<(String, Scalar)> {
    let place = |span: Span| {
        let file = sources.get(span.file);
        format!("{}:{}", file.name, file.position(span.start).line)
    };
    let is_wanted = |format: &&PrintFormat| if format.is_assertion { options.assertions } else { options.prints() };
    let of_formats = formats.iter().filter(is_wanted).map(|format| match format.is_assertion {
        true => (format!("assert {}", format.number), Scalar::String(format.text.clone())),
        false => {
            let value = format!("{}: {}", place(format.span), format.text);
            (format!("printf {}", format.number), Scalar::String(value))
        }
    });
    let of_tests = tests
        .iter()
        .enumerate()
        .map(|(at, check)| (format!("test {at}"), Scalar::String(format!("{}: {}", place(check.span), check.test))));
    of_formats.chain(of_tests).collect()
}
