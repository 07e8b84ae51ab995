//! The embedded chain: HLSL's tokens to SPIR-V, WGSL, MSL, GLSL or HLSL text in process, without a program.
//!
//! A step that reads tokens, not text: the job carries them as an [`Analysis`].

use std::collections::BTreeMap;
use std::sync::OnceLock;

use naga::ResourceBinding;
use naga::back::spv;

use super::compiler::{error, step_key};
use super::naga::{chain, write_text};
use super::{Cancel, Compiler, Form, Job, Shifts, StepOutcome, guard, lines, sample_mask};
use crate::diag::{Diagnostic, Sources};
use crate::dialect::hlsl::analyse::{Session, Version, analyse};
use crate::dialect::hlsl::lower::{BindingRule, Lowered, Options, Problem, lower};
use crate::dialect::hlsl::typed::Program;
use crate::model::{ActionKey, ActionResult, Digest, SourceText, Stage, Target};

/// Of what the embedded chain makes of the same tokens: a change gives other bytes.
pub(super) const VERSION: &str = "embedded 1, naga 30.0";

/// A variant's tokens, and what they mean once somebody has asked.
#[derive(Debug)]
pub struct Analysis<'a> {
    pub text: &'a SourceText,
    pub sources: &'a Sources,
    pub session: &'a Session,
    pub version: Version,
    program: OnceLock<(Option<Program>, Vec<Diagnostic>)>,
}

/// Codes of what is no fault of the source.
const OWN_LIMITS: [&str; 2] = ["hlsl/unsupported", "hlsl/internal"];

impl<'a> Analysis<'a> {
    pub fn new(text: &'a SourceText, sources: &'a Sources, session: &'a Session, version: Version) -> Analysis<'a> {
        Analysis { text, sources, session, version, program: OnceLock::new() }
    }

    /// The typed program; without one, at least one of the diagnostics is an error.
    fn program(&self, stage: Stage, entry_point: &str) -> &(Option<Program>, Vec<Diagnostic>) {
        self.program.get_or_init(|| {
            let analysed = guard::guarded(|| analyse(self.text, stage, entry_point, self.version, self.session));
            analysed.unwrap_or_else(|panic| {
                (None, vec![Diagnostic::error("hlsl/internal", format!("the analysis crashed: {panic}"))])
            })
        })
    }

    /// What the analysis warned of, if it has run.
    pub fn warnings(&self) -> &[Diagnostic] {
        match self.program.get() {
            Some((Some(_), warnings)) => warnings,
            _ => &[],
        }
    }

    /// What is wrong with the source, and not only beyond the embedded chain.
    pub fn mistakes(&self, stage: Stage, entry_point: &str) -> Vec<Diagnostic> {
        let (_, found) = self.program(stage, entry_point);
        let about_source = |found: &&Diagnostic| found.is_error() && !OWN_LIMITS.contains(&found.code);
        found.iter().filter(about_source).cloned().collect()
    }

    fn place(&self, problem: &Problem) -> Diagnostic {
        let tokens = &self.text.tokens;
        let at = |token: u32| tokens.tokens.get(token as usize);
        let mut diagnostic = Diagnostic::error(problem.kind.code(), &problem.message);
        if let Some(token) = problem.token.and_then(at) {
            diagnostic = tokens.blame(diagnostic, token);
        }
        for (token, what) in &problem.others {
            if let Some(token) = at(*token) {
                let label = crate::diag::Label { span: tokens.place(token).0, message: what.clone() };
                diagnostic.labels.push(label);
            }
        }
        if problem.help.is_empty() { diagnostic } else { diagnostic.help(problem.help.clone()) }
    }
}

/// The embedded step by itself: a variant in a form that naga writes, with Direct3D's registers at the default shifts.
/// `names`: debug information.
pub fn embed(
    analysis: &Analysis<'_>,
    stage: Stage,
    entry_point: &str,
    target: Target,
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
        shifts: Shifts::default(),
    };
    let form = Form::of(target);
    let unwritten = || Diagnostic::error("hlsl/unsupported", format!("the embedded chain writes no {}", form.name()));
    let embedded = Embedded::new(form).ok_or_else(|| vec![unwritten()])?;
    match embedded.run(&job, &Cancel::default()) {
        StepOutcome::Done(result) => Ok(result),
        StepOutcome::Rejected(diagnostics) => Err(diagnostics),
        StepOutcome::Failed(messages) => {
            Err(messages.into_iter().map(|message| Diagnostic::error("hlsl/internal", message.text)).collect())
        }
        StepOutcome::Cancelled => Err(Vec::new()),
    }
}

/// HLSL to one of the forms that naga writes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Embedded {
    output: Form,
}

impl Embedded {
    /// `None` for forms that naga does not write.
    pub(super) fn new(output: Form) -> Option<Embedded> {
        let written = [Form::Spirv, Form::Wgsl, Form::Msl, Form::Glsl, Form::Gles, Form::HlslText];
        written.contains(&output).then_some(Embedded { output })
    }

    fn options(job: &Job<'_>) -> Options {
        let shifts = job.shifts;
        let bindings = BindingRule::Shift { b: shifts.b, t: shifts.t, s: shifts.s, u: shifts.u };
        Options { bindings, debug_names: job.debug_info }
    }

    fn write(&self, job: &Job<'_>, analysis: &Analysis<'_>, lowered: Lowered) -> Result<ActionResult, String> {
        let Lowered { module, info, reflection, registers } = lowered;
        let entry = module.entry_points.first().ok_or("the module has no entry point")?;
        let entry = (entry.stage, entry.name.clone());
        if self.output == Form::Spirv {
            let output = spirv(&module, &info, job.debug_info.then_some(analysis))?;
            let entry_point = Some(entry.1);
            return Ok(ActionResult { output, messages: Vec::new(), reflection: Some(reflection), entry_point });
        }
        if let Some(what) = lacking(self.output, &module, &info) {
            return Err(format!("it has no {what}"));
        }
        let register = |at: ResourceBinding| register(&registers, at);
        write_text(self.output, &module, &info, reflection, &register, entry)
    }
}

/// What a language has no word for, where naga's writer does not say so itself.
fn lacking(form: Form, module: &naga::Module, info: &naga::valid::ModuleInfo) -> Option<&'static str> {
    let gl = matches!(form, Form::Glsl | Form::Gles);
    if gl && sample_mask::has(module) {
        return Some("coverage mask that naga can write");
    }
    let image = module.types.iter().find_map(|(_, ty)| match ty.inner {
        naga::TypeInner::Image { arrayed, class: naga::ImageClass::Storage { access, .. }, .. }
            if access.contains(naga::StorageAccess::ATOMIC) && (form == Form::Msl || gl && arrayed) =>
        {
            Some("atomic functions on these textures that naga can write")
        }
        _ => None,
    });
    let lacking = |inner: &naga::TypeInner| {
        let scalar = inner.scalar()?;
        let is_float = scalar.kind == naga::ScalarKind::Float;
        match scalar.width {
            8 if is_float && matches!(form, Form::Wgsl | Form::Msl | Form::Gles) => Some("64-bit floats"),
            8 if !is_float && (gl || form == Form::Wgsl) => Some("64-bit integers"),
            2 if !is_float && (gl || form == Form::Wgsl) => Some("16-bit integers"),
            2 if gl => Some("16-bit floats"),
            _ => None,
        }
    };
    let functions = module.functions.iter().map(|(handle, function)| (function, &info[handle]));
    let entries = module.entry_points.iter().enumerate().map(|(at, entry)| (&entry.function, info.get_entry_point(at)));
    image.or_else(|| {
        functions.chain(entries).find_map(|(function, info)| {
            function.expressions.iter().find_map(|(handle, _)| lacking(info[handle].ty.inner_with(&module.types)))
        })
    })
}

fn register(registers: &BTreeMap<(u32, u32), (char, u32)>, at: ResourceBinding) -> u32 {
    registers.get(&(at.group, at.binding)).map_or(at.binding, |(_, number)| *number)
}

/// Vulkan 1.1, which is what the other chains write too. naga's guards against hostile shaders are off, as they are for the
/// text forms.
fn spirv(
    module: &naga::Module,
    info: &naga::valid::ModuleInfo,
    debug: Option<&Analysis<'_>>,
) -> Result<Vec<u8>, String> {
    let source = debug.map(|analysis| lines::stand_in(analysis.text.tokens.tokens.len()));
    let debug_info = source.as_ref().map(|source| spv::DebugInfo {
        source_code: source,
        file_name: lines::FILE,
        language: spv::SourceLanguage::HLSL,
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
        debug_info,
        ..spv::Options::default()
    };
    let words = spv::write_vec(module, info, &options, None).map_err(|problem| chain(&problem))?;
    let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    if sample_mask::has(module) {
        bytes = sample_mask::as_array(&bytes)?;
    }
    match debug {
        Some(analysis) => lines::put(&bytes, analysis.text, analysis.sources),
        None => Ok(bytes),
    }
}

impl Compiler for Embedded {
    fn name(&self) -> &str {
        super::catalogue::EMBEDDED
    }

    fn input(&self) -> Form {
        Form::Hlsl
    }

    fn output(&self) -> Form {
        self.output
    }

    fn identity(&self) -> &str {
        VERSION
    }

    /// Bindings depend on the declarations of the whole unit, of which the variant's text has only what it reaches.
    fn key(&self, job: &Job<'_>) -> ActionKey {
        let shifts = job.shifts;
        let interface = job.source.and_then(|analysis| {
            let (program, _) = analysis.program(job.stage, job.entry_point);
            let digests = program.as_ref()?.interface.iter().flat_map(|instance| instance.digest.0);
            Some(Digest::of(&digests.collect::<Vec<u8>>()).to_string())
        });
        let key = step_key(self, job)
            .with("stage", job.stage.name())
            .with("entry_point", job.entry_point)
            .with("version", job.source.map_or(String::new(), |analysis| format!("{:?}", analysis.version)))
            .with("interface", interface.unwrap_or_default())
            .with("shifts", format!("b {} t {} s {} u {}", shifts.b, shifts.t, shifts.s, shifts.u))
            .with("debug_info", job.debug_info.to_string());
        if job.debug_info { key.with("name", job.name) } else { key }
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
        let options = Embedded::options(job);
        let made = guard::guarded(|| {
            let lowered = lower(program, &options)
                .map_err(|problems| problems.iter().map(|problem| analysis.place(problem)).collect::<Vec<_>>())?;
            self.write(job, analysis, lowered).map_err(|problem| {
                let text = format!("this cannot be written as {}: {problem}", self.output.name());
                vec![Diagnostic::error("hlsl/unsupported", text)]
            })
        });
        match made {
            Ok(Ok(result)) => StepOutcome::Done(result),
            Ok(Err(diagnostics)) => StepOutcome::Rejected(diagnostics),
            Err(panic) => StepOutcome::Failed(vec![error(format!("the embedded chain crashed: {panic}"))]),
        }
    }
}
