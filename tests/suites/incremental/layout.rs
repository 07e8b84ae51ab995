//! Edits of layout that change what a text means, in places where macros, files and settings meet; and messages about macros that no
//! text asks for. What a build finds after the edit is what a build finds that knows nothing.

use std::path::Path;
use std::process::Command;

use super::*;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("incremental::layout_that_has_a_meaning_is_built", layout),
        harness::trial("incremental::messages_of_units_that_cannot_be_stored_are_told", messages),
    ]
}

struct Case {
    what: &'static str,
    /// Files before and after the edit.
    files: &'static [(&'static str, &'static str, &'static str)],
    arguments: &'static [&'static str],
}

const SIDECAR: &str = "local shader = Shader(\"A\")\nfunction shader.Specialize(permutation)\nlocal technique = Technique()\n\
    technique.ComputeShader = \"Main\"\nreturn technique, permutation\nend\n";
const SIDECAR_WITH_DEFINE: &str = "local shader = Shader(\"A\")\nfunction shader.Specialize(permutation)\n\
    local technique = Technique()\ntechnique.ComputeShader = \"Main\"\ntechnique.Defines.HERE = \"__LINE__\"\n\
    return technique, permutation\nend\n";
const SIDECAR_WITH_SOURCE: &str = "local shader = Shader(\"A\")\nshader.Source = [[\n#define HERE __LINE__\n\
    #include \"h.h\"\n]]\nfunction shader.Specialize(permutation)\nlocal technique = Technique()\n\
    technique.ComputeShader = \"Main\"\nreturn technique, permutation\nend\n";
const MAIN: &str = "RWStructuredBuffer<float> result;\n[numthreads(1, 1, 1)] void Main() { result[0] = HERE; }\n";
const MAIN_BELOW: &str =
    "// A comment.\nRWStructuredBuffer<float> result;\n[numthreads(1, 1, 1)] void Main() { result[0] = HERE; }\n";
const INCLUDES: &str =
    "#include \"m.lua\"\nRWStructuredBuffer<float> result;\n[numthreads(1, 1, 1)] void Main() { result[0] = HERE; }\n";
const INCLUDES_BELOW: &str = "// A comment.\n#include \"m.lua\"\nRWStructuredBuffer<float> result;\n[numthreads(1, 1, 1)] void Main() { result[0] = HERE; }\n";
const HERE: &str = "#define HERE __LINE__\n";

const CASES: [Case; 6] = [
    Case {
        what: "a directive between a macro's name and its `(`",
        files: &[
            ("a.fx.lua", SIDECAR, SIDECAR),
            (
                "a.fx",
                "RWStructuredBuffer<float> result;\nfloat F(float x) { return x + 7.0; }\n#define F(x) ((x) * 3.0)\n\
                 [numthreads(1, 1, 1)] void Main() { result[0] = F\n(result[1]); }\n",
                "RWStructuredBuffer<float> result;\nfloat F(float x) { return x + 7.0; }\n#define F(x) ((x) * 3.0)\n\
                 [numthreads(1, 1, 1)] void Main() { result[0] = F\n#if 0\nold\n#endif\n(result[1]); }\n",
            ),
        ],
        arguments: &[],
    },
    Case {
        what: "a line break in the argument of `#`",
        files: &[
            ("a.fx.lua", SIDECAR, SIDECAR),
            (
                "a.fx",
                "#define S(x) #x\nRWStructuredBuffer<float> result;\n[numthreads(1, 1, 1)] void Main() { printf(S(a+b)); result[0] = 1; }\n",
                "#define S(x) #x\nRWStructuredBuffer<float> result;\n[numthreads(1, 1, 1)] void Main() { printf(S(a+\nb)); result[0] = 1; }\n",
            ),
        ],
        arguments: &[],
    },
    Case {
        what: "the number of a line in a define of the command",
        files: &[("a.fx.lua", SIDECAR, SIDECAR), ("a.fx", MAIN, MAIN_BELOW)],
        arguments: &["-D", "HERE=__LINE__"],
    },
    Case {
        what: "the number of a line in a define of a technique",
        files: &[("a.fx.lua", SIDECAR_WITH_DEFINE, SIDECAR_WITH_DEFINE), ("a.fx", MAIN, MAIN_BELOW)],
        arguments: &[],
    },
    Case {
        what: "the number of a line in a text of the sidecar",
        files: &[("a.fx.lua", SIDECAR_WITH_SOURCE, SIDECAR_WITH_SOURCE), ("h.h", MAIN, MAIN_BELOW)],
        arguments: &[],
    },
    Case {
        what: "the number of a line in a header that is named like a module",
        files: &[("a.fx.lua", SIDECAR, SIDECAR), ("m.lua", HERE, HERE), ("a.fx", INCLUDES, INCLUDES_BELOW)],
        arguments: &[],
    },
];

fn uberc(root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
    command.current_dir(root);
    command
}

fn layout() -> Result<(), Failed> {
    for Case { what, files, arguments } in CASES {
        let folder = tempfile::tempdir()?;
        let root = folder.path();
        std::fs::write(root.join("uberc.toml"), "targets = [\"spirv\"]\ntarget.spirv.compilers = [\"embedded\"]\n")?;
        let write = |is_edited: bool| -> Result<(), Failed> {
            for (name, before, after) in files {
                std::fs::write(root.join(name), if is_edited { after } else { before })?;
            }
            Ok(())
        };
        let build = |more: &[&str], output: &str| -> Result<Vec<u8>, Failed> {
            let arguments = [&["build", "--output", output], arguments, more].concat();
            let built = uberc(root).args(arguments).output()?;
            assert!(built.status.success(), "{what}: {}", String::from_utf8_lossy(&built.stderr));
            Ok(std::fs::read(root.join(output))?)
        };
        write(false)?;
        let before = build(&[], "out.fxo")?;
        write(true)?;
        let after = build(&[], "out.fxo")?;
        assert!(after == build(&["--no-cache"], "clean.fxo")?, "{what}: as a clean build");
        assert!(after != before, "{what}: it has a meaning");
    }
    Ok(())
}

/// A message about a macro of the command has no place in a file, so that its unit cannot be stored; and one about a define that no text asks
/// for belongs to the technique that sets it.
fn messages() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = folder.path();
    std::fs::write(root.join("uberc.toml"), "targets = [\"spirv\"]\ntarget.spirv.compilers = [\"embedded\"]\n")?;
    let text = |number: usize| {
        format!("RWStructuredBuffer<float> result;\n[numthreads(1, 1, 1)] void Main() {{ result[0] = {number}; }}\n")
    };
    for number in 0..6 {
        std::fs::write(root.join(format!("u{number}.fx")), text(number))?;
        let sidecar = SIDECAR.replace("\"A\"", &format!("\"U{number}\""));
        std::fs::write(root.join(format!("u{number}.fx.lua")), sidecar)?;
    }
    let said = |more: &[&str]| -> Result<(String, Option<i32>), Failed> {
        let arguments = [&["build", "-D", "FOO=1", "--message-format", "short", "--deny-warnings"], more].concat();
        let built = uberc(root).args(arguments).output()?;
        let all = String::from_utf8_lossy(&built.stdout).into_owned() + &String::from_utf8_lossy(&built.stderr);
        let messages = all.lines().filter(|line| line.contains("u2.fx(")).map(|line| format!("{line}\n")).collect();
        Ok((messages, built.status.code()))
    };
    assert_eq!(said(&[])?, (String::new(), Some(0)));
    std::fs::write(root.join("u2.fx"), format!("#define FOO 2\n{}", text(2)))?;
    for _ in 0..2 {
        let found = said(&[])?;
        assert!(found.0.contains("preprocess/macro-redefined") && found.1 == Some(1), "{found:?}");
        assert_eq!(found, said(&["--no-cache", "--output", "clean.fxo"])?);
    }
    // Two shaders of one file, and a define that its text does not ask for.
    let shader = |name: &str, define: &str| {
        SIDECAR
            .replace("\"A\"", &format!("\"{name}\""))
            .replace("local shader", "do local shader")
            .replace("technique.ComputeShader", &format!("technique.Defines.X = \"{define}\"\ntechnique.ComputeShader"))
            + "end\n"
    };
    let (good, bad) = (shader("U2", "1"), shader("Bad", "## a"));
    std::fs::write(root.join("u2.fx"), text(2))?;
    for sidecar in [format!("{good}{bad}"), format!("{bad}{good}")] {
        std::fs::write(root.join("u2.fx.lua"), sidecar)?;
        let built = uberc(root).args(["build", "--message-format", "json"]).output()?;
        let lines = String::from_utf8_lossy(&built.stdout).into_owned();
        let errors = lines.lines().filter(|line| line.contains("preprocess/bad-paste")).count();
        assert_eq!((built.status.code(), errors), (Some(1), 1), "{lines}");
    }
    Ok(())
}
