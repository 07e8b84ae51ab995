//! `examples/cmake` with CMake and ninja.

use super::*;

pub fn trials() -> Vec<Trial> {
    let trial = harness::trial("incremental::cmake_and_ninja_do_what_is_needed", run);
    vec![harness::needs(
        "cmake",
        harness::needs("ninja", harness::needs("glslangValidator", harness::needs("g++", trial))),
    )]
}

struct Tree(tempfile::TempDir);

impl Tree {
    fn cmake(&self) -> Result<String, Failed> {
        let uberc = format!("-DUBERC={}", env!("CARGO_BIN_EXE_uberc"));
        said(Command::new("cmake").args(["-G", "Ninja", "-B", "build", &uberc]).current_dir(self.0.path()))
    }

    fn ninja(&self) -> Result<String, Failed> {
        said(Command::new("ninja").args(["-C", "build"]).current_dir(self.0.path()))
    }

    fn nothing(&self) -> Result<(), Failed> {
        let text = self.ninja()?;
        if text.contains("no work to do") { Ok(()) } else { Err(format!("ninja had work to do:\n{text}").into()) }
    }

    fn archive(&self) -> Result<Vec<u8>, Failed> {
        Ok(fs::read(self.file("build/shaders.fxo"))?)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn edit(&self, name: &str, from: &str, to: &str) -> Result<(), Failed> {
        let text = fs::read_to_string(self.file(name))?;
        assert!(text.contains(from), "{name} has no `{from}`");
        // ninja goes by time stamps.
        std::thread::sleep(std::time::Duration::from_millis(20));
        Ok(fs::write(self.file(name), text.replace(from, to))?)
    }
}

fn said(command: &mut Command) -> Result<String, Failed> {
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(text) } else { Err(format!("{command:?}:\n{text}").into()) }
}

fn run() -> Result<(), Failed> {
    let tree = Tree(tempfile::tempdir()?);
    harness::copy_tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cmake"), tree.0.path())?;
    tree.cmake()?;
    let text = tree.ninja()?;
    assert!(text.contains("3 compiled"), "{text}");
    tree.nothing()?;
    let first = tree.archive()?;

    // Touched: uberc runs, compiles nothing, and leaves the archive; then there is nothing to do again.
    std::thread::sleep(std::time::Duration::from_millis(20));
    set_modified(&tree.file("shaders/include/light.fxh"), std::time::SystemTime::now())?;
    let text = tree.ninja()?;
    assert!(text.contains(" 0 compiled"), "{text}");
    tree.nothing()?;
    assert_eq!(tree.archive()?, first);

    for (file, from, to, compiled) in [
        ("shaders/include/light.fxh", "0.95", "0.85", " 1 compiled"),
        ("shaders/model.fx", "0.5, 0.5, 0.5", "0.6, 0.5, 0.5", " 1 compiled"),
        ("shaders/model.fx.lua", "{ \"g_bLit\" }", "{ \"g_bLit\", \"g_bMore\" }", " 0 compiled"),
        ("shaders/uberc.toml", "[\"spirv\"]", "[\"spirv\", \"wgsl\"]", " 3 compiled"),
    ] {
        let before = tree.archive()?;
        tree.edit(file, from, to)?;
        let text = tree.ninja()?;
        assert!(text.contains(compiled), "{file}: {text}");
        assert_ne!(tree.archive()?, before, "{file}");
        tree.nothing()?;
    }

    // A pair that is new, and a header that goes.
    fs::copy(tree.file("shaders/model.fx"), tree.file("shaders/other.fx"))?;
    let sidecar =
        fs::read_to_string(tree.file("shaders/model.fx.lua"))?.replace("Shader(\"Model\")", "Shader(\"Other\")");
    fs::write(tree.file("shaders/other.fx.lua"), sidecar)?;
    let text = tree.ninja()?;
    assert!(text.contains("2 shaders"), "{text}");
    tree.nothing()?;
    for name in ["shaders/model.fx", "shaders/other.fx"] {
        tree.edit(name, "#include \"light.fxh\"", "float3 light(float3 normal) { return normal; }")?;
    }
    fs::remove_file(tree.file("shaders/include/light.fxh"))?;
    tree.ninja()?;
    tree.nothing()
}
