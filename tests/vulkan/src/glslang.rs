//! glslangValidator: the reference for GLSL, one of those for HLSL, and the compiler of the judge's own shaders.

use std::path::Path;
use std::process::{Command, Output};

use crate::batch::Stage;

/// Registers of each class get numbers of their own.
const SHIFTS: [&str; 12] = [
    "--shift-cbuffer-binding",
    "0",
    "--shift-texture-binding",
    "64",
    "--shift-sampler-binding",
    "128",
    "--shift-uav-binding",
    "192",
    "--shift-image-binding",
    "192",
    "--shift-ssbo-binding",
    "192",
];

/// What else a program needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    pub include: Option<&'a Path>,
    /// Macros: name and value.
    pub defines: &'a [(String, String)],
    /// Samplers as DirectX 9 has them.
    pub dx9: bool,
    /// Of a stage that the judge does not run, its name for glslang.
    pub stage: Option<&'static str>,
}

/// Compiles HLSL as uberc's external chain does. The error is what the compiler said.
pub fn hlsl(text: &str, stage: Stage, entry: &str) -> Result<Vec<u8>, String> {
    hlsl_with(text, stage, entry, &Options::default())
}

/// The same, with more options.
pub fn hlsl_with(text: &str, stage: Stage, entry: &str, options: &Options<'_>) -> Result<Vec<u8>, String> {
    let stage = extension(stage);
    in_folder(text, "hlsl", |source, out| {
        let mut command = Command::new("glslangValidator");
        command.args(["-D", "-V", "--target-env", "vulkan1.1", "-S", stage, "-e", entry, "--hlsl-offsets"]);
        command.args(["--hlsl-iomap", "--hlsl-dx-position-w", "--auto-map-bindings", "-fhlsl_functionality1"]);
        command.args(SHIFTS);
        if options.dx9 {
            command.arg("--hlsl-dx9-compatible");
        }
        if let Some(folder) = options.include {
            command.arg(format!("-I{}", folder.display()));
        }
        command.args(options.defines.iter().map(|(name, value)| format!("-D{name}={value}")));
        command.arg("-o").args([out, source]).output()
    })
}

/// Compiles GLSL for Vulkan, with the uniforms, bindings and locations of desktop GL read as well (`-R`).
pub fn glsl_with(text: &str, stage: Stage, options: &Options<'_>) -> Result<Vec<u8>, String> {
    let environment = if options.stage.is_some() { "vulkan1.2" } else { "vulkan1.1" };
    let stage = options.stage.unwrap_or_else(|| extension(stage));
    in_folder(text, stage, |source, out| {
        let mut command = Command::new("glslangValidator");
        command.args(["-V", "-R", "--target-env", environment, "-S", stage]);
        command.args(["--auto-map-bindings", "--auto-map-locations"]);
        if let Some(folder) = options.include {
            command.arg(format!("-I{}", folder.display()));
        }
        command.args(options.defines.iter().map(|(name, value)| format!("-D{name}={value}")));
        command.arg("-o").args([out, source]).output()
    })
}

/// Which of many GLSL programs it rejects. A process takes far longer to start than to read a program, so that many go to one; its
/// linker takes them for one program, so that those without a message of their own are asked again, each alone.
/// `named`: the stage's name for glslang, where the judge does not run it.
pub fn rejects_glsl(texts: &[String], stage: Stage, named: Option<&'static str>) -> Result<Vec<bool>, String> {
    let error = |error: std::io::Error| format!("glslangValidator: {error}");
    let folder = tempfile::tempdir().map_err(error)?;
    let names: Vec<String> =
        (0..texts.len()).map(|number| format!("{number}.{}", named.unwrap_or_else(|| extension(stage)))).collect();
    for (name, text) in names.iter().zip(texts) {
        std::fs::write(folder.path().join(name), text).map_err(error)?;
    }
    let mut command = Command::new("glslangValidator");
    let environment = if named.is_some() { "vulkan1.2" } else { "vulkan1.1" };
    command.args(["-V", "-R", "--target-env", environment, "--auto-map-bindings", "--auto-map-locations"]);
    let output = command.args(&names).current_dir(folder.path()).output().map_err(error)?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let has_error = |name: &String| output.contains(&format!("ERROR: {name}:"));
    let options = Options { stage: named, ..Options::default() };
    let alone = |text: &String| glsl_with(text, stage, &options).is_err();
    Ok(names.iter().zip(texts).map(|(name, text)| has_error(name) || alone(text)).collect())
}

fn extension(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vert",
        Stage::Pixel => "frag",
        Stage::Compute => "comp",
    }
}

/// Compiles a GLSL vertex shader.
pub(crate) fn glsl_vertex(text: &str) -> Result<Vec<u8>, String> {
    in_folder(text, "vert", |source, out| {
        Command::new("glslangValidator").args(["-V", "-o"]).args([out, source]).output()
    })
    .map_err(|error| format!("the judge's own vertex shader: {error}\n{text}"))
}

fn in_folder(
    text: &str,
    extension: &str,
    run: impl Fn(&Path, &Path) -> std::io::Result<Output>,
) -> Result<Vec<u8>, String> {
    let error = |error: std::io::Error| format!("glslangValidator: {error}");
    let folder = tempfile::tempdir().map_err(error)?;
    let (source, out) = (folder.path().join("source").with_extension(extension), folder.path().join("out.spv"));
    std::fs::write(&source, text).map_err(error)?;
    let output = run(&source, &out).map_err(error)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stdout).replace(&source.display().to_string(), "source");
        let told = message.to_ascii_lowercase().contains("error") || message.contains("not found");
        return Err(if told {
            message
        } else {
            format!("error: the compiler ended with {}\n{message}", output.status)
        });
    }
    std::fs::read(&out).map_err(error)
}
