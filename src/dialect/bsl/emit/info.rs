//! The parts of a stage that a create-info does not declare: extensions, structures and functions.

use rustc_hash::FxHashMap;

use super::prints::{PRINT_WORDS, TEST_WORDS};
use super::reach;
use super::writer::Writer;
use super::{Names, Wanted, Written};
use crate::atom::Atom;
use crate::diag::{Sources, Span};
use crate::dialect::bsl::builtins::SUBGROUP;
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::options::Options;
use crate::dialect::bsl::output_tree::{FunctionId, ResourceId};
use crate::dialect::bsl::program::{Program, ResourceKind};

/// The text of a stage for a create-info.
#[derive(Debug, Default)]
pub struct InfoBody {
    pub extensions: Vec<&'static str>,
    /// Those that others need before them, each with its place.
    pub structures: Vec<(String, Span)>,
    /// Functions, with `main`.
    pub body: Written,
    /// Arrays of words that the text writes to: each is a storage buffer of the info.
    pub buffers: Vec<String>,
}

/// Writes a stage for a create-info, under the constants of its pipeline.
pub fn write_info(
    program: &Program,
    names: &Names,
    options: &Options,
    (entry, constants): (FunctionId, &FxHashMap<ResourceId, Constant>),
    sources: &Sources,
) -> InfoBody {
    let wanted = Wanted::Info { entry, constants };
    let reached = reach::reach(program, wanted);
    let options = Options { line_directives: false, ..options.clone() };
    let pushed = program.resources.iter().zip(&names.resources);
    let pushed = pushed.filter(|(resource, _)| matches!(resource.kind, ResourceKind::PushConstant));
    let macros = pushed.map(|(_, name)| Atom::from(name)).collect();
    let mut writer = Writer::new(program, names, &options, wanted, Some(sources));
    writer.macros = macros;
    let mut made = InfoBody::default();
    for (_, glsl, extension) in SUBGROUP {
        if reached.functions_called.contains(&Atom::from(glsl)) && !made.extensions.contains(&extension) {
            made.extensions.push(extension);
        }
    }
    for id in &reached.structures {
        writer.structure(*id);
        let info = program.structure(*id);
        let span = info.structure.name.map_or(info.structure.span, |ident| ident.span);
        made.structures.push((writer.take_text().trim().to_owned(), span));
    }
    if !writer.record_sizes(&reached).is_empty() {
        made.buffers.push(writer.names_own(PRINT_WORDS));
    }
    if reached.functions_called.contains(&Atom::from("expect")) {
        made.buffers.push(writer.names_own(TEST_WORDS));
    }
    writer.problems = reach::problems(program, wanted, &reached);
    writer.clip_distances(entry);
    writer.functions_of(&reached);
    made.body = writer.finish();
    made
}
