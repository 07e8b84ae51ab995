//! PSL as a dialect: a program as an HLSL unit with the entry points `PslVS` and `PslPS`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::translate;
use super::typed::{self, TypedOptions};
use crate::dialect::{Extension, Generated, Generator, GeneratorInput};

/// PSL, translated to HLSL.
#[derive(Clone, Copy, Debug)]
pub struct Shaderception;

impl Generator for Shaderception {
    fn name(&self) -> &'static str {
        "psl"
    }

    fn extensions(&self) -> &'static [Extension] {
        &[Extension { name: "psl", header: true }]
    }

    fn language(&self) -> &'static str {
        "hlsl"
    }

    fn revision(&self) -> u32 {
        1
    }

    fn generate(&self, input: &GeneratorInput<'_>) -> Generated {
        let mut generated = Generated::default();
        let branches = branches(input, &mut generated);
        let options = TypedOptions::default();
        let (program, diagnostics) = translate(input.file, &BTreeMap::new(), &branches, &options);
        generated.diagnostics = diagnostics;
        if let Some(program) = program {
            (generated.text, generated.places) = typed::hlsl(&program, &options);
        }
        generated
    }
}

/// Names that are branches where the program reads them and never assigns them: every string of the sidecar that is a
/// name. The text is made before the sidecar runs, and what is no branch of the shader has no effect, because a name
/// that nothing assigns is four zeros.
fn branches(input: &GeneratorInput<'_>, generated: &mut Generated) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let Some(path) = &input.file.path else { return names };
    let mut name = path.clone().into_os_string();
    name.push(".lua");
    let path = PathBuf::from(name);
    let Ok(sidecar) = input.sources.load(&path) else {
        generated.missing.push(path);
        return names;
    };
    generated.files.push(sidecar.id);
    for quote in ['"', '\''] {
        let parts = sidecar.text.split(quote).skip(1).filter(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        });
        names.extend(parts.map(str::to_owned));
    }
    names
}
