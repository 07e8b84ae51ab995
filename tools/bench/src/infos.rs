//! 500 generated create infos: the time of merging and checking them, and of static compilation against a process of
//! glslangValidator for each stage.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use uberc::diag::{Diagnostic, Sources};
use uberc::dialect::create_info::build_library;
use uberc::model::Limits;
use uberc::sidecar::create_infos::{Request, load};

use crate::medians::median;
use crate::processes::{timed, uberc};
use crate::{Failure, Options};

const INFOS: usize = 500;
const BASES: usize = 20;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    write_project(folder.path())?;
    let mut merging = Vec::new();
    let mut compiling = Vec::new();
    let mut external = Vec::new();
    for _ in 0..options.rounds {
        merging.push(merge(folder.path())?);
        let (said, cost) = timed(uberc(folder.path(), &["shader-builder", "infos.lua", "--no-cache"])?.args([
            "--keep-sources",
            "kept",
            "--jobs",
            &options.jobs.to_string(),
        ]))?;
        let wanted = format!("passed {INFOS} / {INFOS} (skipped 0)");
        if !said.contains(&wanted) {
            return Err(format!("not all infos were compiled: {}", said.lines().last().unwrap_or_default()).into());
        }
        compiling.push(cost.cpu);
        external.push(processes(&folder.path().join("kept"))?);
    }
    let (own, other) = (median(compiling), median(external));
    println!("{INFOS} infos, {} stages, medians of {} rounds", INFOS * 2, options.rounds);
    println!("merge and validate   {:>8.1} ms wall", median(merging) * 1e3);
    println!("uberc shader-builder {:>8.2} s CPU", own);
    println!("glslangValidator -V  {:>8.2} s CPU", other);
    println!("ratio                {:>8.1}", other / own);
    Ok(())
}

/// Seconds of merging and checking, without running Lua.
fn merge(folder: &Path) -> Result<f64, Failure> {
    let sources = Sources::new(folder);
    let files = [PathBuf::from("infos.lua")];
    let limits = Limits::default();
    let request =
        Request { files: &files, lua_paths: &[], limits: &limits, cancelled: &Arc::new(AtomicBool::new(false)) };
    let (declared, found) = load(&request, &sources);
    let mut declared = declared.ok_or("Lua could not be started")?;
    let declarations = std::mem::take(&mut declared.declarations);
    let start = Instant::now();
    let (library, wrong) = build_library(&declarations, &mut declared, &sources);
    let seconds = start.elapsed().as_secs_f64();
    if let Some(error) = found.iter().chain(&wrong).find(|one: &&Diagnostic| one.is_error()) {
        return Err(format!("{}: {}", error.code, error.message).into());
    }
    if library.infos.values().filter(|info| info.is_static()).count() != INFOS {
        return Err("an info is missing".into());
    }
    Ok(seconds)
}

/// Processor time of a process for each kept stage.
fn processes(folder: &Path) -> Result<f64, Failure> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        files.push(entry?.path());
    }
    files.sort();
    let mut script = String::new();
    for file in &files {
        let name = file.display();
        let stage = if name.to_string().contains(".vertex.") { "vert" } else { "frag" };
        writeln!(script, "glslangValidator -V -S {stage} '{name}' -o /dev/null > /dev/null || exit 1")?;
    }
    let (_, cost) = timed(Command::new("sh").args(["-c", &script]))?;
    Ok(cost.cpu)
}

fn write_project(folder: &Path) -> Result<(), Failure> {
    let mut lua = String::from("Interface(\"iface\"):smooth(Type.float2, \"uv\"):smooth(Type.float3, \"normal\")\n");
    for base in 0..BASES {
        writeln!(
            lua,
            "CreateInfo(\"base_{base}\"):sampler({base}, ImageType.Float2D, \"image_{base}_tx\")\
             :push_constant(Type.float4, \"tint_{base}\"):define(\"USE_{base}\"):additional_info(\"common\")"
        )?;
    }
    lua += "CreateInfo(\"common\"):uniform_buf(0, \"View\", \"view\"):typedef_source(\"view_shared.hh\")\
            :fragment_out(0, Type.float4, \"out_color\")\n";
    for info in 0..INFOS {
        let (first, second) = (info % BASES, (info / BASES + info % BASES + 1) % BASES);
        let additional =
            if first == second { format!("\"base_{first}\"") } else { format!("\"base_{first}\", \"base_{second}\"") };
        writeln!(
            lua,
            "CreateInfo(\"info_{info}\"):vertex_in(0, Type.float3, \"pos\"):vertex_in(1, Type.float3, \"nor\")\
             :vertex_out(\"iface\"):define(\"INFO\", \"{info}\"):additional_info({additional})\
             :vertex_source(\"mesh_vert.glsl\"):fragment_source(\"mesh_frag.glsl\"):do_static_compilation(true)"
        )?;
    }
    let mut fragment = String::from(
        "#include \"light_lib.glsl\"\nvoid main()\n{\n  vec4 color = vec4(lit(normalize(normal)), 1.0) * float(INFO + 1);\n",
    );
    for base in 0..BASES {
        writeln!(fragment, "#ifdef USE_{base}\n  color += texture(image_{base}_tx, uv) * tint_{base};\n#endif")?;
    }
    fragment += "  out_color = color;\n}\n";
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text);
    write("infos.lua", &lua)?;
    write("mesh_frag.glsl", &fragment)?;
    write("uberc.toml", "")?;
    write("view_shared.hh", "struct View {\n  float4x4 matrix;\n  float4 sun;\n  float4 sky;\n};\n")?;
    write(
        "mesh_vert.glsl",
        "void main()\n{\n  uv = pos.xy;\n  normal = nor;\n  gl_Position = view.matrix * vec4(pos, 1.0);\n}\n",
    )?;
    write(
        "light_lib.glsl",
        "float lambert(vec3 n)\n{\n  return max(dot(n, view.sun.xyz), 0.0);\n}\n\nvec3 lit(vec3 n)\n{\n  vec3 sum = \
         view.sky.rgb;\n  for (int i = 0; i < 4; i++) {\n    sum += lambert(n) * view.sun.w / float(i + 1);\n  }\n  \
         return sum;\n}\n",
    )?;
    Ok(())
}
