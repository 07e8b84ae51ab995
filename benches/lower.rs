//! Speed of the embedded chain, for the shader library's mesh: `cargo bench --bench lower`, on one core.
//!
//! Two figures have a bar: a distinct variant whose declarations are analysed costs at most 0.5 ms to lower, validate and
//! write as SPIR-V (the median over the variants, each the best of several rounds); and 60 KB of preprocessed HLSL at most
//! 5 ms to parse and analyse (the upscaler's unit as it is after preprocessing, nothing folded or known before, in
//! proportion to its length). What misses a bar is marked; a bench does not fail.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use uberc::compile::{Analysis, embed};
use uberc::dialect::hlsl::analyse::{Session, Version, analyse};
use uberc::dialect::{InterfaceOptions, LanguageSession as _};
use uberc::lower::{Lowered, Options, PushConstantForm, lower};
use uberc::model::{BindingRule, SourceText, Target};
use uberc::pipeline::{BuildContext, run_frontend};

const VARIANT_BAR: Duration = Duration::from_micros(500);
const ANALYSIS_BAR: Duration = Duration::from_millis(5);
const ANALYSIS_BYTES: f64 = 60.0 * 1024.0;

/// The shortest of some rounds.
fn best(rounds: usize, mut run: impl FnMut()) -> Duration {
    let one = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..rounds).map(one).min().unwrap_or_default()
}

fn told(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 10).or(times.last()).copied().unwrap_or_default();
    format!("median {:?}, nine of ten below {:?}, longest {:?}", at(5), at(9), at(10))
}

fn mark(took: Duration, bar: Duration) -> String {
    let verdict = if took <= bar { "within" } else { "MISSES" };
    format!("{verdict} the bar of {bar:?}")
}

fn spirv(made: &Lowered) -> usize {
    let options = naga::back::spv::Options {
        lang_version: (1, 3),
        flags: naga::back::spv::WriterFlags::empty(),
        fake_missing_bindings: true,
        zero_initialize_workgroup_memory: naga::back::spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..naga::back::spv::Options::default()
    };
    naga::back::spv::write_vec(&made.module, &made.info, &options, None).map_or(0, |words| words.len())
}

fn variants(out: &mut impl std::io::Write, shaders: &Path) -> std::io::Result<()> {
    let (context, _) = BuildContext::open(&[shaders.join("mesh.fx.lua")]);
    let known = run_frontend(&context, &[Target::Spirv]);
    let options = Options {
        debug_names: false,
        placeholders: false,
        push_constants: PushConstantForm::Words,
        atomic_coherence: false,
        weak_exchanges: false,
        signed_remainders: true,
        views: true,
        specialisation: uberc::lower::SpecialisationForm::Refused,
    };
    let settings = InterfaceOptions { bindings: BindingRule::default(), direct3d9: false, links: None };
    for shader in &known.shaders {
        let session = Session::new();
        let (mut lowered, mut written, mut both, mut steps) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut words = 0;
        for variant in &shader.variants.variants {
            let text = &shader.variants.sources[variant.source as usize];
            let (program, _) = analyse(text, variant.stage, &variant.entry_point, Version::default(), &session);
            let Some(program) = program else { continue };
            let Ok(interface) = session.resolve(&program, &settings) else { continue };
            let lower_alone = best(10, || drop(lower(&program, &interface, &options, None)));
            let Ok(made) = lower(&program, &interface, &options, None) else { continue };
            let write_alone = best(10, || words = words.max(spirv(&made)));
            lowered.push(lower_alone);
            written.push(write_alone);
            both.push(lower_alone + write_alone);
            // As a build has it: the analysis looks its declarations up, and says the reflection.
            steps.push(best(10, || {
                let analysis = Analysis::new(text, &context.sources, &session, Version::default());
                let rule = BindingRule::default();
                drop(embed(&analysis, variant.stage, &variant.entry_point, Target::Spirv, rule, false));
            }));
        }
        let all = shader.variants.variants.len();
        writeln!(out, "{}: {} of {all} variants, SPIR-V up to {words} words", shader.declaration.name, both.len())?;
        writeln!(out, "  lower and validate: {}", told(&mut lowered))?;
        writeln!(out, "  write SPIR-V:       {}", told(&mut written))?;
        let told_of_both = told(&mut both);
        let median = both.get(both.len() / 2).copied().unwrap_or_default();
        writeln!(out, "  both:               {told_of_both}; {}", mark(median, VARIANT_BAR))?;
        writeln!(out, "  the whole step:     {}", told(&mut steps))?;
    }
    Ok(())
}

fn analysis(out: &mut impl std::io::Write, shaders: &Path) -> std::io::Result<()> {
    let (context, _) = BuildContext::open(&[shaders.join("upscale.fx.lua")]);
    let known = run_frontend(&context, &[Target::Spirv]);
    let bytes =
        |text: &SourceText| -> usize { text.tokens.tokens.iter().map(|token| token.token.text.len() + 1).sum() };
    let largest = known
        .shaders
        .iter()
        .flat_map(|shader| shader.variants.variants.iter().map(move |variant| (shader, variant)))
        .max_by_key(|(shader, variant)| bytes(&shader.variants.sources[variant.source as usize]));
    let Some((shader, variant)) = largest else { return Ok(()) };
    let text = SourceText::whole(Arc::clone(&shader.variants.sources[variant.source as usize].tokens));
    let bytes = bytes(&text);
    let mut found = true;
    let took = best(30, || {
        let (program, _) = analyse(&text, variant.stage, &variant.entry_point, Version::default(), &Session::new());
        found &= program.is_some();
    });
    let scaled = took.mul_f64(ANALYSIS_BYTES / bytes.max(1) as f64);
    let name = &shader.declaration.name;
    writeln!(out, "{name}: a whole unit of {bytes} bytes, parsed and analysed: {took:?} (a program: {found})")?;
    writeln!(out, "  a 60 KB: {scaled:?}; {}", mark(scaled, ANALYSIS_BAR))
}

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    variants(&mut out, &shaders)?;
    analysis(&mut out, &shaders)
}
