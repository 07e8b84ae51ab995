//! The compiler that runs in this process: typed programs through naga to every form that naga can write.
//!
//! **In**: an [`Analysis`], or SPIR-V that another compiler made.
//! **Out**: SPIR-V or a text form with its reflection; else diagnostics.
//! **Never**: starts a process, reads a file, or lets a panic of naga leave it.
//!
//! [`capability`] says which stages, forms and constructs that is.

pub mod capability;
mod constructs;
mod layout_limits;
pub mod naga_step;
mod operands;
mod split_arrays;
pub mod step;
mod uniform_blocks;
mod uniformity;
mod writers;

pub use uniform_blocks::uniform_blocks;
pub use writers::wgsl_resources;

use naga::Span;
use rspirv::spirv::SourceLanguage;

use crate::compile::spirv::passes::{Facts, LinePlace, Lines};
use crate::compile::spirv::shared_code::Store;
use crate::compile::{Analysis, ProgramForm};
use crate::lower::Lowered;
use crate::model::ActionResult;
use capability::ModuleOrigin;
use writers::TextFacts;
use writers::spirv::Sharable;

/// Why a program is not written in a form.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub message: String,
    /// Of the source, if the module has places.
    pub at: Span,
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal { message, at: Span::UNDEFINED }
    }
}

/// A lowered program in a form that naga writes. `debug`: the source of the debug information, which SPIR-V alone has. `store`: the code
/// that SPIR-V modules share. `None`: the module has stand-ins, and must be lowered whole.
///
/// # Errors
/// What the form cannot represent, or naga cannot write in it.
fn write(
    form: ProgramForm,
    lowered: Lowered,
    debug: Option<&Analysis<'_>>,
    store: Option<&Store>,
) -> Result<Option<ActionResult>, Refusal> {
    let has_stand_ins = lowered.has_stand_ins();
    let Lowered {
        module,
        info,
        reflection,
        numbers,
        registered_samplers,
        element_places: _,
        aliased_places,
        texel_buffers,
        input_attachments,
        combined_samplers,
        unknown_formats,
        specialisations,
        quads,
        ray_queries,
        messages,
        inline_calls,
        needs,
        thread_constants,
        system_values,
        marks_indices,
        modes,
        mesh_stage,
        functions,
        variables,
    } = lowered;
    let entry = module.entry_points.first().ok_or_else(|| "the module has no entry point".to_owned())?;
    let entry = (entry.stage, entry.name.clone());
    if form != ProgramForm::Spirv {
        if let Some(missing) = capability::missing(form, ModuleOrigin::Lowered, &module, &info) {
            return Err(missing);
        }
        let register = |at: naga::ResourceBinding| numbers.get(&(at.group, at.binding)).copied().unwrap_or(at.binding);
        let text = TextFacts { register: &register, registered_samplers, constants: specialisations };
        return Ok(Some(writers::write_text(form, &module, &info, reflection, text, entry)?));
    }
    let place = debug.map(token_places);
    let lines = debug.zip(place.as_ref()).map(|(analysis, place)| Lines {
        language: SourceLanguage::from_u32(analysis.language.spirv_number).unwrap_or(SourceLanguage::Unknown),
        tokens: analysis.text.tokens.tokens.len(),
        place,
    });
    let facts = Facts {
        attachment_arrays: constructs::has_arrays_at(&module, |place| input_attachments.contains_key(&place)),
        system_values,
        texel_buffers,
        input_attachments,
        combined_samplers,
        unknown_formats,
        specialisations,
        quads,
        messages,
        inline_calls,
        needs,
        ray_queries: ray_queries.iter().map(|one| one.count).collect(),
        aliased_places,
        marks_indices,
        test_modes: modes,
        mesh_stage,
        lines,
        group_size: reflection.workgroup_size.map(|sizes| [0, 1, 2].map(|axis| (sizes[axis], thread_constants[axis]))),
        ..constructs::facts(&module)
    };
    let is_partial = has_stand_ins && !writers::spirv::can_share(&facts);
    let shared = store.map(|store| Sharable { functions: &functions, variables: &variables, store });
    let output = if is_partial { None } else { writers::spirv::write(&module, &info, &facts, shared)? };
    let result = |output| ActionResult {
        output,
        messages: Vec::new(),
        reflection: Some(reflection),
        entry_point: Some(entry.1),
    };
    Ok(output.map(result))
}

/// Where tokens are. A token of a macro is where the macro is used.
fn token_places<'a>(analysis: &'a Analysis<'_>) -> impl Fn(u32) -> Option<LinePlace> + 'a {
    |token| {
        let tokens = &analysis.text.tokens;
        let (span, _) = tokens.place(tokens.tokens.get(token as usize)?);
        let source = analysis.sources.get(span.file);
        let position = source.position(span.start);
        Some(LinePlace { file: source.name.clone(), line: position.line, column: position.column })
    }
}
