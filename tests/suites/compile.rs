//! Installed and embedded compilers with HLSL: every embedded target, the reflection, and messages about unsupported code.
//!
//! A case is `shader.hlsl`, which names its entry points in `//! STAGE NAME` lines, and `expected.txt`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::compile::catalogue;
use uberc::compile::{Cancel, Chain, Compiled, Job, JobInput, ProgramRegistry, compile, resolve_chain, survey};
use uberc::dialect::Language;
use uberc::dialect::hlsl::Hlsl;
use uberc::model::{
    ActionCache, ActionKey, ActionResult, BindingRule, CompilerStep, Digest, LanguageVersion, Project, Reflection,
    Shifts, Stage, Target, TargetSettings,
};

use crate::harness;

const EMBEDDED: [Target; 8] =
    [Target::Spirv, Target::Wgsl, Target::Wgpu, Target::Msl, Target::Glsl, Target::Gles, Target::Webgl, Target::Hlsl];

pub fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = harness::cases("compile", case).into_iter().map(with_debian_tools).collect();
    for (name, run) in [
        ("targets_share_steps_and_a_cut_off_step_does_not_run", sharing as fn() -> Result<(), Failed>),
        ("debug_information_keeps_names_and_release_has_none", debug_information),
        ("what_the_key_holds", key_fields),
        ("clip_space_and_position_are_direct3ds", clip_space),
        ("jobs_in_parallel_give_the_same_bytes", parallel),
        ("cancel_among_parallel_jobs_is_never_an_error", parallel_cancel),
        ("slangc_gives_the_same_bindings", slang),
        ("a_slang_error_is_read", slang_error),
    ] {
        let trial = with_debian_tools(harness::trial(format!("compile::{name}"), run));
        trials.push(if name.contains("slang") { harness::needs("slangc", trial) } else { trial });
    }
    for (name, run) in [
        ("a_missing_program_is_named_with_its_package", missing as fn() -> Result<(), Failed>),
        ("a_chain_that_does_not_fit_is_refused", misfits),
        ("the_survey_lists_every_compiler", surveyed),
        ("naga_survives_nonsense", nonsense),
    ] {
        trials.push(harness::trial(format!("compile::{name}"), run));
    }
    trials
}

fn with_debian_tools(trial: Trial) -> Trial {
    ["spirv-val", "spirv-opt", "glslangValidator"]
        .into_iter()
        .fold(trial, |trial, program| harness::needs(program, trial))
}

/// A project with nothing but defaults, whose targets are made by programs.
pub fn project() -> Project {
    let mut project = Project::with_defaults(".");
    for target in Target::ALL {
        let chain = catalogue::chain(target).iter().map(|name| (*name).to_owned()).collect();
        project.targets.insert(target, TargetSettings { chain, ..TargetSettings::default() });
    }
    project.limits.compile_timeout = Duration::from_secs(60);
    project
}

/// A cache in memory that counts.
#[derive(Default)]
pub struct Memory {
    results: Mutex<BTreeMap<Digest, ActionResult>>,
    pub keys: Mutex<Vec<ActionKey>>,
}

impl ActionCache for Memory {
    fn get(&self, key: &ActionKey) -> Option<ActionResult> {
        self.keys.lock().expect("no test panics with the lock").push(key.clone());
        self.results.lock().expect("no test panics with the lock").get(&key.digest()).cloned()
    }

    fn put(&self, key: &ActionKey, result: &ActionResult) {
        self.results.lock().expect("no test panics with the lock").insert(key.digest(), result.clone());
    }
}

pub fn job<'a>(stage: Stage, entry_point: &'a str, target: Target, input: &'a [u8]) -> Job<'a> {
    Job {
        stage,
        entry_point,
        profile: None,
        target,
        name: "shader.fx",
        input: JobInput::Bytes(input),
        source: None,
        debug_info: false,
        optimise: true,
        bindings: BindingRule::default(),
        links: None,
        language: Hlsl.source_language(Hlsl.default_version()),
    }
}

pub fn chain(target: Target, project: &Project) -> Result<Chain, Failed> {
    resolve_chain(target, project, &ProgramRegistry::new(Path::new(".")))
        .map_err(|problems| format!("{problems:?}").into())
}

fn entries(text: &str) -> Result<Vec<(Stage, String)>, Failed> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//! "));
    let found: Vec<_> = lines
        .filter_map(|line| {
            let (stage, entry) = line.split_once(' ')?;
            Some((Stage::ALL.into_iter().find(|known| known.name() == stage)?, entry.to_owned()))
        })
        .collect();
    if found.is_empty() { Err("the shader names no entry point".into()) } else { Ok(found) }
}

fn case(folder: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(folder.join("shader.hlsl"))?;
    let cache = Memory::default();
    let mut out = String::new();
    for (stage, entry) in entries(&text)? {
        writeln!(out, "# {} {entry}", stage.name())?;
        for target in EMBEDDED {
            let chain = chain(target, &project())?;
            let done = compile(&chain, &job(stage, &entry, target, text.as_bytes()), &cache, &Cancel::default());
            let reflected =
                done.artifact.as_ref().filter(|_| target == Target::Spirv).map(|artifact| &artifact.reflection);
            if let Some(reflection) = reflected {
                show_reflection(&mut out, reflection)?;
            }
            show(&mut out, target, &done)?;
            // What spirv-opt does must not take anything from naga, nor give it what the plain text would not.
            let plain = Job { optimise: false, ..job(stage, &entry, target, text.as_bytes()) };
            let plain = compile(&chain, &plain, &cache, &Cancel::default());
            if plain.artifact.is_some() != done.artifact.is_some() {
                out.push_str("   not optimised");
                show(&mut out, target, &plain)?;
            }
            if let Some(artifact) = &done.artifact {
                let opinion = second_opinion(target, stage, &artifact.entry_point, &artifact.bytes.content())?;
                if let Some(objection) = opinion {
                    writeln!(out, "    rejected by another reader: {objection}")?;
                }
            } else if !done.messages.iter().any(|said| said.message.severity == uberc::model::MessageSeverity::Error) {
                return Err(format!("{}: neither an artifact nor an error: {done:?}", target.name()).into());
            }
        }
    }
    harness::golden(&folder.join("expected.txt"), &out)
}

fn show_reflection(out: &mut String, reflection: &Reflection) -> Result<(), Failed> {
    for binding in &reflection.bindings {
        let (count, size) = (binding.count, binding.size);
        writeln!(
            out,
            "  {}.{} {} {:?} x{count} {size} bytes",
            binding.set, binding.binding, binding.name, binding.kind
        )?;
    }
    for (list, word) in [(&reflection.inputs, "in"), (&reflection.outputs, "out")] {
        for io in list {
            let location = io.location.map_or_else(|| "-".to_owned(), |location| location.to_string());
            writeln!(out, "  {word} {location} {} {}", io.ty, io.name)?;
        }
    }
    if let Some([x, y, z]) = reflection.workgroup_size {
        writeln!(out, "  threads {x} {y} {z}")?;
    }
    Ok(())
}

fn show(out: &mut String, target: Target, done: &Compiled) -> Result<(), Failed> {
    let word = done.artifact.as_ref().map_or_else(|| "failed".to_owned(), |artifact| artifact.entry_point.clone());
    write!(out, "  {}: {word}", target.name())?;
    for binding in done.artifact.iter().flat_map(|artifact| &artifact.reflection.bindings) {
        if binding.slot.is_some() || binding.renamed.is_some() {
            let slot = binding.slot.map_or_else(String::new, |slot| slot.to_string());
            let name = binding.renamed.as_ref().map_or_else(String::new, |name| format!("({name})"));
            write!(out, " {}={slot}{name}", binding.name)?;
        }
    }
    out.push('\n');
    for said in &done.messages {
        let message = &said.message;
        let place = |part: Option<u32>| part.map_or_else(|| "-".to_owned(), |part| part.to_string());
        let (line, column) = (place(message.line), place(message.column));
        writeln!(out, "    {} {:?} {line}:{column} {}", said.compiler, message.severity, message.text)?;
    }
    Ok(())
}

/// Another program (or naga's own reader) must accept what was written; what it says where it does not.
fn second_opinion(target: Target, stage: Stage, entry: &str, bytes: &[u8]) -> Result<Option<String>, Failed> {
    let short = match stage {
        Stage::Vertex => "vert",
        Stage::Pixel => "frag",
        _ => "comp",
    };
    let text = || std::str::from_utf8(bytes).map_err(|_| Failed::from("the text is not UTF-8"));
    match target {
        Target::Wgsl | Target::Wgpu => {
            let module = match naga::front::wgsl::parse_str(text()?) {
                Ok(module) => module,
                Err(error) => return Ok(Some(error.emit_to_string(text()?))),
            };
            let mut validator =
                naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
            let valid = validator.validate(&module);
            if !module.entry_points.iter().any(|found| found.name == entry) {
                return Err(format!("the WGSL has no entry point {entry}").into());
            }
            Ok(valid.err().map(|error| format!("{error:?}")))
        }
        Target::Glsl | Target::Gles | Target::Webgl => outside("glslangValidator", &["-S", short], "a.glsl", bytes),
        Target::Hlsl => {
            outside("glslangValidator", &["-D", "-V", "-S", short, "-e", entry, "-o", "a.spv"], "a.hlsl", bytes)
        }
        // spirv-val is the chain's last step.
        Target::Spirv => {
            let dump = String::from_utf8_lossy(bytes);
            if dump.contains("SPV_GOOGLE") { Ok(Some("reflection was left in".to_owned())) } else { Ok(None) }
        }
        // There is no Metal compiler on Linux.
        _ if text()?.contains(entry) => Ok(None),
        _ => Err(format!("the MSL has no entry point {entry}").into()),
    }
}

fn outside(program: &str, arguments: &[&str], file: &str, bytes: &[u8]) -> Result<Option<String>, Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join(file), bytes)?;
    let output = Command::new(program).args(arguments).arg(file).current_dir(folder.path()).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok((!output.status.success()).then(|| said.lines().filter(|line| line.contains("ERROR")).take(1).collect()))
}

const PIXEL: &[u8] = b"Texture2D g_t : register(t1); SamplerState g_s : register(s1, space2);
cbuffer C : register(b1) { float4 g_c; };
float4 PSMain(float2 uv : TEXCOORD0) : SV_Target0 { return g_t.Sample(g_s, uv) * g_c; }";

fn cached(done: &Compiled) -> Vec<(&str, bool)> {
    done.steps.iter().map(|step| (step.name.as_str(), step.cached)).collect()
}

fn sharing() -> Result<(), Failed> {
    let cache = Memory::default();
    let project = project();
    let run = |target, text: &[u8]| -> Result<Compiled, Failed> {
        Ok(compile(&chain(target, &project)?, &job(Stage::Pixel, "PSMain", target, text), &cache, &Cancel::default()))
    };
    let first = run(Target::Spirv, PIXEL)?;
    assert_eq!(
        cached(&first),
        [("glslangValidator", false), ("spirv-opt", false), ("strip", false), ("spirv-val", false)]
    );
    let wgsl = run(Target::Wgsl, PIXEL)?;
    assert_eq!(cached(&wgsl), [("glslangValidator", true), ("spirv-opt", true), ("naga", false)]);
    // Another text that compiles to the same SPIR-V: everything after the first step is cut off.
    let mut renamed = PIXEL.to_vec();
    renamed.extend_from_slice(b"\nfloat Unused() { return 1; }\n");
    let again = run(Target::Wgsl, &renamed)?;
    assert_eq!(cached(&again), [("glslangValidator", false), ("spirv-opt", true), ("naga", true)]);
    assert_eq!(wgsl.artifact, again.artifact);
    let all = run(Target::Spirv, PIXEL)?;
    assert!(all.steps.iter().all(|step| step.cached));
    assert_eq!(all.artifact, first.artifact, "reflection and bytes survive the cache");
    Ok(())
}

fn debug_information() -> Result<(), Failed> {
    let chain = chain(Target::Spirv, &project())?;
    let cache = Memory::default();
    let run = |debug_info, optimise| {
        let job = Job { debug_info, optimise, ..job(Stage::Pixel, "PSMain", Target::Spirv, PIXEL) };
        compile(&chain, &job, &cache, &Cancel::default()).artifact.ok_or(Failed::from("it compiles"))
    };
    let has = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    let release = run(false, true)?;
    assert!(!has(&release.bytes.content(), "g_t"));
    let debug = run(true, true)?;
    assert!(has(&debug.bytes.content(), "g_t") && has(&debug.bytes.content(), "shader.fx.hlsl"));
    assert!(!has(&debug.bytes.content(), "SPV_GOOGLE"));
    assert_eq!(release.reflection, debug.reflection);
    Ok(())
}

fn key_fields() -> Result<(), Failed> {
    let chain = chain(Target::Spirv, &project())?;
    let base = job(Stage::Pixel, "PSMain", Target::Spirv, PIXEL);
    let digest = |step: usize, job: &Job<'_>| chain.steps[step].key(job).digest();
    let differing = [
        ("text", Job { input: JobInput::Bytes(b"other"), ..base.clone() }),
        ("stage", Job { stage: Stage::Vertex, ..base.clone() }),
        ("entry point", Job { entry_point: "Other", ..base.clone() }),
        ("debug information", Job { debug_info: true, ..base.clone() }),
        ("shifts", Job { bindings: BindingRule::Shift(Shifts { t: 17, ..Shifts::default() }), ..base.clone() }),
    ];
    for (what, other) in &differing {
        assert!(digest(0, &base) != digest(0, other), "glslang's key forgets the {what}");
    }
    let renamed = Job { name: "elsewhere.fx", ..base.clone() };
    assert_eq!(digest(0, &base), digest(0, &renamed), "equal text of two shaders is one action");
    let entry = Job { entry_point: "Other", stage: Stage::Vertex, ..base.clone() };
    assert_eq!(digest(3, &base), digest(3, &entry), "spirv-opt does not care for the entry point");
    assert!(digest(3, &base) != digest(3, &Job { optimise: false, ..base.clone() }));
    let mut with_flag = project();
    with_flag
        .compilers
        .insert("spirv-opt".to_owned(), CompilerStep { extra_args: vec!["-Os".to_owned()], ..Default::default() });
    let other = self::chain(Target::Spirv, &with_flag)?;
    assert!(digest(3, &base) != other.steps[3].key(&base).digest(), "the key forgets the arguments");
    let fields = chain.steps[0].key(&base);
    assert!(
        fields.field("compiler").is_some_and(|compiler| compiler.contains("12.")),
        "version and digest of the binary: {:?}",
        fields.field("compiler")
    );
    Ok(())
}

fn clip_space() -> Result<(), Failed> {
    let text = b"float4 VSMain(float4 p : POSITION) : SV_Position { return p; }
float4 PSMain(float4 p : SV_Position) : SV_Target0 { return p.w; }";
    let written = |stage, entry, target| -> Result<String, Failed> {
        let job = job(stage, entry, target, text);
        let done = compile(&chain(target, &project())?, &job, &Memory::default(), &Cancel::default());
        let bytes = done.artifact.ok_or_else(|| Failed::from(format!("{:?}", done.messages)))?.bytes;
        Ok(String::from_utf8_lossy(&bytes.content()).into_owned())
    };
    for target in [Target::Wgsl, Target::Msl, Target::Hlsl] {
        let vertex = written(Stage::Vertex, "VSMain", target)?;
        assert!(!vertex.contains("-(") && !vertex.contains("-1.0"), "Y is flipped:\n{vertex}");
    }
    // OpenGL: depth from -w to w, and Y turned so that render targets keep their origin.
    let vertex = written(Stage::Vertex, "VSMain", Target::Glsl)?;
    assert!(vertex.contains("gl_Position.yz = vec2(-gl_Position.y, gl_Position.z * 2.0 - gl_Position.w);"), "{vertex}");
    // Direct3D hands the pixel w, everybody else its inverse.
    for target in [Target::Wgsl, Target::Msl, Target::Glsl] {
        let pixel = written(Stage::Pixel, "PSMain", target)?;
        assert!(pixel.contains("1.0 / ") || pixel.contains("1f / "), "SV_Position.w is not inverted:\n{pixel}");
    }
    let pixel = written(Stage::Pixel, "PSMain", Target::Hlsl)?;
    assert!(!pixel.contains("1.0 / "), "SV_Position.w is inverted:\n{pixel}");
    Ok(())
}

fn parallel() -> Result<(), Failed> {
    let project = project();
    let chains: Vec<Chain> = EMBEDDED.into_iter().map(|target| chain(target, &project)).collect::<Result<_, _>>()?;
    let text = std::fs::read(harness::suite_dir("compile").join("lit/shader.hlsl"))?;
    let run = |chain: &Chain, cache: &Memory| {
        compile(chain, &job(Stage::Pixel, "PSMain", chain.target, &text), cache, &Cancel::default()).artifact
    };
    let alone: Vec<_> = chains.iter().map(|chain| run(chain, &Memory::default())).collect();
    assert!(alone.iter().all(Option::is_some));
    let shared = Memory::default();
    let together: Vec<_> =
        (0..chains.len() * 4).into_par_iter().map(|n| run(&chains[n % chains.len()], &shared)).collect();
    for (n, artifact) in together.iter().enumerate() {
        assert_eq!(artifact, &alone[n % chains.len()], "{}", chains[n % chains.len()].target.name());
    }
    Ok(())
}

fn parallel_cancel() -> Result<(), Failed> {
    let chain = chain(Target::Spirv, &project())?;
    let cancel = Cancel::default();
    let done: Vec<Compiled> = std::thread::scope(|scope| {
        let jobs = scope.spawn(|| {
            let texts: Vec<String> =
                (0..64).map(|n| format!("float4 PSMain() : SV_Target {{ return {n}; }}")).collect();
            let run = |text: &String| {
                compile(
                    &chain,
                    &job(Stage::Pixel, "PSMain", Target::Spirv, text.as_bytes()),
                    &Memory::default(),
                    &cancel,
                )
            };
            texts.par_iter().map(run).collect()
        });
        std::thread::sleep(Duration::from_millis(60));
        cancel.cancel();
        jobs.join().map_err(|_| "a job panicked")
    })?;
    assert!(done.iter().any(|done| done.cancelled), "too late: all were done");
    for done in &done {
        assert!(done.messages.is_empty() && (done.cancelled || done.artifact.is_some()), "{done:?}");
    }
    Ok(())
}

fn slang_chain() -> Result<Chain, Failed> {
    let mut project = project();
    let chain = ["slangc", "spirv-val"].map(str::to_owned).to_vec();
    project.targets.insert(Target::Spirv, TargetSettings { chain, ..Default::default() });
    self::chain(Target::Spirv, &project)
}

fn slang() -> Result<(), Failed> {
    let run = |chain: &Chain, text: &[u8]| {
        compile(chain, &job(Stage::Pixel, "PSMain", Target::Spirv, text), &Memory::default(), &Cancel::default())
    };
    let bindings = |done: &Compiled| -> Result<Vec<_>, Failed> {
        let artifact = done.artifact.as_ref().ok_or_else(|| Failed::from(format!("{done:?}")))?;
        Ok(artifact.reflection.bindings.iter().map(|b| (b.set, b.binding, b.kind, b.count, b.size)).collect())
    };
    let (slang, glslang) = (slang_chain()?, chain(Target::Spirv, &project())?);
    // slangc packs as Direct3D does also behind an array, and glslang does not: Vulkan allows it with scalar layouts alone.
    let packed = run(&slang, &std::fs::read(harness::suite_dir("compile").join("packing_arrays/shader.hlsl"))?);
    assert!(packed.artifact.is_some(), "{:?}", packed.messages);
    for name in ["lit", "shadow", "texturing", "control", "packing", "language", "integers", "resource_arrays"] {
        let text = std::fs::read(harness::suite_dir("compile").join(name).join("shader.hlsl"))?;
        assert_eq!(bindings(&run(&slang, &text))?, bindings(&run(&glslang, &text))?, "{name}");
        let mut project = project();
        project.targets.insert(
            Target::Wgpu,
            TargetSettings { chain: ["slangc", "naga"].map(str::to_owned).to_vec(), ..Default::default() },
        );
        let wgsl = run(&self::chain(Target::Wgpu, &project)?, &text);
        if !["packing"].contains(&name) {
            let artifact = wgsl.artifact.ok_or_else(|| Failed::from(format!("{name}: {:?}", wgsl.messages)))?;
            assert!(
                second_opinion(Target::Wgpu, Stage::Pixel, &artifact.entry_point, &artifact.bytes.content())?.is_none(),
                "{name}"
            );
        }
    }
    Ok(())
}

fn slang_error() -> Result<(), Failed> {
    let text = std::fs::read(harness::suite_dir("compile").join("error_undeclared/shader.hlsl"))?;
    let done = compile(
        &slang_chain()?,
        &job(Stage::Pixel, "PSMain", Target::Spirv, &text),
        &Memory::default(),
        &Cancel::default(),
    );
    let said = &done.messages.first().ok_or("slangc says something")?.message;
    assert_eq!((said.line, said.column, said.code.as_deref()), (Some(4), Some(21), Some("E30015")));
    assert!(said.text.contains("undefined identifier 'missing'"), "{}", said.text);
    Ok(())
}

fn missing() -> Result<(), Failed> {
    let empty = ProgramRegistry::with_search(Path::new("."), Vec::new());
    let sources = uberc::diag::Sources::new("");
    let mut out = String::new();
    for target in Target::ALL {
        let problems = resolve_chain(target, &project(), &empty).err().ok_or("nothing is installed")?;
        out += &harness::diagnostics(&problems, &sources);
    }
    harness::golden(&harness::suite_dir("compile_messages").join("missing.txt"), &out)
}

fn misfits() -> Result<(), Failed> {
    let sources = uberc::diag::Sources::new("");
    let tools = ProgramRegistry::new(Path::new("."));
    let mut out = String::new();
    for (target, chain) in [
        (Target::Wgsl, &["glslang"][..]),
        (Target::Wgsl, &["naga"]),
        (Target::Dx11, &["glslangValidator"]),
        (Target::Dxil, &["glslangValidator", "naga"]),
        (Target::Spirv, &["dxx"]),
    ] {
        let mut project = project();
        let chain = chain.iter().map(|name| (*name).to_owned()).collect();
        project.targets.insert(target, TargetSettings { chain, ..Default::default() });
        out +=
            &harness::diagnostics(&resolve_chain(target, &project, &tools).err().ok_or("it does not fit")?, &sources);
    }
    let mut project = project();
    let step = CompilerStep { args: Some(vec!["{inptu}".to_owned()]), ..CompilerStep::default() };
    project.compilers.insert("fxc".to_owned(), step);
    out += &harness::diagnostics(
        &resolve_chain(Target::Dx9, &project, &tools).err().ok_or("a bad placeholder")?,
        &sources,
    );
    // What only some can be given: dense bindings, the language.
    let auto = || vec![catalogue::AUTO.to_owned()];
    for (target, chain, bindings, version) in [
        (Target::Wgsl, vec!["own".to_owned()], BindingRule::Dense, LanguageVersion(2018)),
        (Target::Dx11, vec!["fxc".to_owned()], BindingRule::default(), LanguageVersion(2021)),
        (Target::Spirv, vec!["glslangValidator".to_owned()], BindingRule::default(), LanguageVersion(2021)),
        (Target::Dx9, auto(), BindingRule::default(), LanguageVersion(2021)),
    ] {
        let language_versions = [("hlsl".to_owned(), version)].into();
        let mut project = Project { language_versions, ..self::project() };
        let own = CompilerStep { program: Some("/bin/true".to_owned()), args: Some(Vec::new()), ..Default::default() };
        project.compilers.insert("own".to_owned(), own);
        project.targets.insert(target, TargetSettings { chain, bindings });
        let problems = resolve_chain(target, &project, &tools).err().ok_or("it cannot be carried")?;
        out += &harness::diagnostics(&problems, &sources);
    }
    harness::golden(&harness::suite_dir("compile_messages").join("misfits.txt"), &out)
}

fn surveyed() -> Result<(), Failed> {
    let reports = survey(&project(), &ProgramRegistry::with_search(Path::new("."), Vec::new()));
    let mut out = String::new();
    for report in reports {
        let targets: Vec<&str> = report.needed_by.iter().map(|target| target.name()).collect();
        writeln!(
            out,
            "{} ({}) {:?} for [{}]: {}",
            report.name,
            report.program,
            report.found,
            targets.join(" "),
            report.get
        )?;
    }
    harness::golden(&harness::suite_dir("compile_messages").join("survey.txt"), &out)
}

/// A `glslangValidator` that writes nonsense: naga must refuse it, whatever it is.
fn nonsense() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let header: Vec<u8> = [0x0723_0203_u32, 0x0001_0300, 0, 64, 0].into_iter().flat_map(u32::to_le_bytes).collect();
    let words = (0..200_u32).map(|n| n.wrapping_mul(2_654_435_761)).flat_map(u32::to_le_bytes).collect::<Vec<u8>>();
    let naga = super::compile_process::naga_alone(folder.path())?;
    for bytes in [Vec::new(), b"abc".to_vec(), header.clone(), [header.clone(), words.clone()].concat(), words] {
        let outcome = naga.run(&job(Stage::Pixel, "PSMain", Target::Wgsl, &bytes), &Cancel::default());
        assert!(matches!(&outcome, uberc::compile::StepOutcome::Failed(said) if !said.is_empty()), "{outcome:?}");
    }
    Ok(())
}
