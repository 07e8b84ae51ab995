//! The embedded chain: a source's tokens to SPIR-V, WGSL, MSL, GLSL or HLSL text in process, without a program.
//!
//! A step that reads tokens, not text: the job carries them as an [`Analysis`].

use std::collections::{BTreeMap, BTreeSet};

use naga::ResourceBinding;
use naga::back::spv;

use super::naga_writers::{chain, write_text};
use crate::compile::external::command_template;
use crate::compile::spirv::passes::{
    descriptor_indexing, fix_naga, sample_mask, system_values, texel_atomic, texel_buffer,
};
use crate::compile::spirv::{reflect, source_lines};
use crate::compile::step::{error, step_key};
use crate::compile::{Analysis, Cancel, Compiler, Job, ProgramForm, StepOutcome, analysis, panic_guard};
use crate::diag::{Diagnostic, Origin};
use crate::dialect::InterfaceOptions;
use crate::lower::{Lowered, Options, StandIn, lower};
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult, BindingRule, Stage, Target};

/// Of what the embedded chain makes of the same tokens: a change gives other bytes.
pub const VERSION: &str = "embedded 7, naga 30.0";

/// The embedded step by itself: a variant in a form that naga writes, its registers bound by that rule.
/// `names`: debug information.
pub fn embed(
    analysis: &Analysis<'_>,
    stage: Stage,
    entry_point: &str,
    target: Target,
    bindings: BindingRule,
    names: bool,
) -> Result<ActionResult, Vec<Diagnostic>> {
    let job = Job {
        stage,
        entry_point,
        profile: None,
        target,
        name: "source",
        input: &[],
        source: Some(analysis),
        debug_info: names,
        optimise: true,
        bindings,
        language: analysis.language,
    };
    let form = ProgramForm::of(target);
    let codes = analysis.session.codes();
    let unwritten = || {
        let text = format!("the embedded chain writes no {}", form.name());
        Diagnostic::error(codes.unsupported, text).origin(Origin::Unsupported)
    };
    let embedded = Embedded::new(form).ok_or_else(|| vec![unwritten()])?;
    match embedded.run(&job, &Cancel::default()) {
        StepOutcome::Done(result) => Ok(result),
        StepOutcome::Rejected(diagnostics) => Err(diagnostics),
        StepOutcome::Failed(messages) => {
            let internal = |text: String| Diagnostic::error(codes.internal, text).origin(Origin::Internal);
            Err(messages.into_iter().map(|message| internal(message.text)).collect())
        }
        StepOutcome::Cancelled => Err(Vec::new()),
    }
}

/// The source to one of the forms that naga writes.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    output: ProgramForm,
}

impl Embedded {
    /// `None` for forms that naga does not write.
    pub fn new(output: ProgramForm) -> Option<Embedded> {
        let written = [
            ProgramForm::Spirv,
            ProgramForm::Wgsl,
            ProgramForm::Msl,
            ProgramForm::Glsl,
            ProgramForm::Gles,
            ProgramForm::HlslText,
        ];
        written.contains(&output).then_some(Embedded { output })
    }

    fn options(&self, job: &Job<'_>) -> Options {
        Options { debug_names: job.debug_info, stand_ins: self.output == ProgramForm::Spirv }
    }

    fn write(&self, job: &Job<'_>, analysis: &Analysis<'_>, lowered: Lowered) -> Result<ActionResult, String> {
        let Lowered { module, info, reflection, numbers, texel_buffers, system_values, marks_indices } = lowered;
        let entry = module.entry_points.first().ok_or("the module has no entry point")?;
        let entry = (entry.stage, entry.name.clone());
        if self.output == ProgramForm::Spirv {
            let debug = job.debug_info.then_some(analysis);
            let output = spirv(&module, &info, (&texel_buffers, &system_values), marks_indices, debug)?;
            let entry_point = Some(entry.1);
            return Ok(ActionResult { output, messages: Vec::new(), reflection: Some(reflection), entry_point });
        }
        if let Some(what) = lacking(self.output, &module, &info) {
            return Err(format!("it has no {what}"));
        }
        let register = |at: ResourceBinding| register(&numbers, at);
        write_text(self.output, &module, &info, reflection, &register, entry)
    }
}

/// What a language has no word for, where naga's writer does not say so itself.
fn lacking(form: ProgramForm, module: &naga::Module, info: &naga::valid::ModuleInfo) -> Option<&'static str> {
    let gl = matches!(form, ProgramForm::Glsl | ProgramForm::Gles);
    if gl && sample_mask::has(module) {
        return Some("coverage mask that naga can write");
    }
    let image = module.types.iter().find_map(|(_, ty)| match ty.inner {
        naga::TypeInner::Image { arrayed, class: naga::ImageClass::Storage { access, .. }, .. }
            if access.contains(naga::StorageAccess::ATOMIC) && (form == ProgramForm::Msl || gl && arrayed) =>
        {
            Some("atomic functions on these textures that naga can write")
        }
        naga::TypeInner::Image { dim: naga::ImageDimension::D1, arrayed: true, .. } if form == ProgramForm::Wgsl => {
            Some("arrays of one-dimensional textures")
        }
        naga::TypeInner::Image { arrayed: true, class, .. } if form == ProgramForm::Wgsl && class.is_multisampled() => {
            Some("arrays of multisampled textures")
        }
        _ => None,
    });
    if matches!(form, ProgramForm::Msl | ProgramForm::HlslText)
        && module.entry_points.iter().any(|entry| exchanges(module, entry, 8))
    {
        return Some("64-bit inputs or outputs");
    }
    let lacking = |inner: &naga::TypeInner| {
        let scalar = inner.scalar()?;
        let is_float = scalar.kind == naga::ScalarKind::Float;
        match scalar.width {
            8 if is_float && matches!(form, ProgramForm::Wgsl | ProgramForm::Msl | ProgramForm::Gles) => {
                Some("64-bit floats")
            }
            8 if !is_float && (gl || form == ProgramForm::Wgsl) => Some("64-bit integers"),
            2 if !is_float && (gl || form == ProgramForm::Wgsl) => Some("16-bit integers"),
            2 if gl => Some("16-bit floats"),
            _ => None,
        }
    };
    let functions = module.functions.iter().map(|(handle, function)| (function, &info[handle]));
    let entries = module.entry_points.iter().enumerate().map(|(at, entry)| (&entry.function, info.get_entry_point(at)));
    if gl && fix_naga::counts_layers(module) {
        return Some("number of layers of a writable texture that naga can write");
    }
    if gl && fix_naga::has_draw_parameters(module) {
        return Some("first instance or vertex that naga can write");
    }
    image.or_else(|| {
        functions.chain(entries).find_map(|(function, info)| {
            function.expressions.iter().find_map(|(handle, expression)| {
                if form == ProgramForm::HlslText && has_deep_offset(module, info, expression) {
                    return Some("texel offsets in one or three dimensions that naga can write");
                }
                lacking(info[handle].ty.inner_with(&module.types))
            })
        })
    })
}

/// Whether it samples with an offset that naga's HLSL makes an `int2` of.
fn has_deep_offset(module: &naga::Module, info: &naga::valid::FunctionInfo, expression: &naga::Expression) -> bool {
    let naga::Expression::ImageSample { image, offset: Some(_), .. } = expression else { return false };
    match info[*image].ty.inner_with(&module.types) {
        naga::TypeInner::Image { dim, .. } => *dim != naga::ImageDimension::D2,
        naga::TypeInner::BindingArray { base, .. } => {
            matches!(module.types[*base].inner, naga::TypeInner::Image { dim, .. } if dim != naga::ImageDimension::D2)
        }
        _ => false,
    }
}

/// Whether a number of this many bytes goes from stage to stage.
fn exchanges(module: &naga::Module, entry: &naga::EntryPoint, width: u8) -> bool {
    let wide = |ty: naga::Handle<naga::Type>| module.types[ty].inner.scalar().is_some_and(|it| it.width == width);
    let in_members = |ty: naga::Handle<naga::Type>| match &module.types[ty].inner {
        naga::TypeInner::Struct { members, .. } => members.iter().any(|member| wide(member.ty)),
        _ => false,
    };
    let types = entry.function.arguments.iter().map(|argument| argument.ty);
    types.chain(entry.function.result.iter().map(|result| result.ty)).any(|ty| wide(ty) || in_members(ty))
}

fn register(numbers: &BTreeMap<(u32, u32), u32>, at: ResourceBinding) -> u32 {
    numbers.get(&(at.group, at.binding)).copied().unwrap_or(at.binding)
}

/// Vulkan 1.1, which is what the other chains write too. naga's guards against hostile shaders are off, as they are for the
/// text forms.
fn spirv(
    module: &naga::Module,
    info: &naga::valid::ModuleInfo,
    (texel_buffers, system_values): (&BTreeSet<(u32, u32)>, &BTreeMap<u32, StandIn>),
    marks_indices: bool,
    debug: Option<&Analysis<'_>>,
) -> Result<Vec<u8>, String> {
    let source = debug.map(|analysis| source_lines::stand_in(analysis.text.tokens.tokens.len()));
    let debug_info = source.as_ref().map(|source| spv::DebugInfo {
        source_code: source,
        file_name: source_lines::FILE,
        // Replaced with the file's name.
        language: spv::SourceLanguage::Unknown,
    });
    let options = spv::Options {
        lang_version: (1, 3),
        flags: if debug.is_some() {
            spv::WriterFlags::DEBUG | spv::WriterFlags::LABEL_VARYINGS
        } else {
            spv::WriterFlags::empty()
        },
        // Without a map, bindings are what the module says.
        fake_missing_bindings: true,
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        // A capability that few devices have, and that naga asks for wherever a number has 16 bits.
        use_storage_input_output_16: module.entry_points.iter().any(|entry| exchanges(module, entry, 2)),
        debug_info,
        ..spv::Options::default()
    };
    let mut words = spv::write_vec(module, info, &options, None).map_err(|problem| chain(&problem))?;
    fix_naga::obey_nan(&mut words);
    let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    if sample_mask::has(module) {
        bytes = sample_mask::as_array(&bytes)?;
    }
    if fix_naga::is_needed(module) {
        bytes = fix_naga::repair(&bytes)?;
    }
    if !system_values.is_empty() {
        bytes = system_values::in_place_of_varyings(&bytes, system_values)?;
    }
    if texel_atomic::is_needed(module) {
        bytes = texel_atomic::with_results(&bytes)?;
    }
    if !texel_buffers.is_empty() {
        bytes = texel_buffer::in_place_of_textures(&bytes, texel_buffers)?;
    }
    if descriptor_indexing::is_needed(module) {
        bytes = descriptor_indexing::said(&bytes, marks_indices)?;
    }
    match debug {
        Some(analysis) => source_lines::put(&bytes, analysis),
        // Equal code of two variants is equal bytes only then, which is what the archive's compression lives on.
        None => reflect::renumbered(&bytes),
    }
}

impl Compiler for Embedded {
    fn name(&self) -> &str {
        crate::compile::external::catalogue::EMBEDDED
    }

    fn input(&self) -> ProgramForm {
        ProgramForm::Source
    }

    fn output(&self) -> ProgramForm {
        self.output
    }

    fn identity(&self) -> &str {
        VERSION
    }

    /// Bindings depend on the declarations of the whole unit, of which the variant's text has only what it reaches.
    fn key(&self, job: &Job<'_>) -> ActionKey {
        let interface = job.source.and_then(|analysis| {
            let (program, _) = analysis.program(job.stage, job.entry_point);
            Some(analysis::digest(&program.as_ref()?.interface).to_string())
        });
        StepKey {
            stage: Some(job.stage),
            entry_point: Some(job.entry_point),
            version: Some((job.language.version_key(), job.language.version.to_string())),
            interface: Some(interface.unwrap_or_default()),
            bindings: Some(job.bindings),
            direct3d9: Some(command_template::is_direct3d9(job)),
            debug_info: Some(job.debug_info),
            name: job.debug_info.then_some(job.name),
            ..step_key(self, job)
        }
        .key()
    }

    fn command(&self, job: &Job<'_>) -> String {
        format!("embedded (in process): {} entry point {} to {}", job.stage.name(), job.entry_point, self.output.name())
    }

    fn run(&self, job: &Job<'_>, _: &Cancel) -> StepOutcome {
        let Some(analysis) = job.source else {
            return StepOutcome::Failed(vec![error("the embedded step reads tokens, and follows another step")]);
        };
        let (program, diagnostics) = analysis.program(job.stage, job.entry_point);
        let Some(program) = program else { return StepOutcome::Rejected(diagnostics.clone()) };
        let options = self.options(job);
        let made = panic_guard::guarded(|| {
            let interface =
                InterfaceOptions { bindings: job.bindings, direct3d9: command_template::is_direct3d9(job) };
            let lowered = analysis
                .session
                .resolve(program, &interface)
                .and_then(|interface| lower(program, &interface, &options))
                .map_err(|problems| problems.iter().map(|problem| analysis.place(problem)).collect::<Vec<_>>())?;
            self.write(job, analysis, lowered).map_err(|problem| {
                let text = format!("this cannot be written as {}: {problem}", self.output.name());
                vec![Diagnostic::error(analysis.session.codes().unsupported, text).origin(Origin::Unsupported)]
            })
        });
        match made {
            Ok(Ok(result)) => StepOutcome::Done(result),
            Ok(Err(diagnostics)) => StepOutcome::Rejected(diagnostics),
            Err(panic) => StepOutcome::Failed(vec![error(format!("the embedded chain crashed: {panic}"))]),
        }
    }
}
