//! Inputs that nobody means well: each ends soon, within little memory, and is told.
//!
//! They run as commands under 1 GiB of memory and 20 seconds of processor time. Linux alone has both limits in its shell.

use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::harness;

/// What a project has, what is run in it, and what the messages say.
struct Case {
    name: &'static str,
    /// Writes the project's files.
    files: fn(&Path) -> std::io::Result<()>,
    arguments: &'static [&'static str],
    /// The exit code, and parts of what is printed.
    code: i32,
    says: &'static [&'static str],
}

const CHECK: &[&str] = &["check", "--color", "never"];

pub fn trials() -> Vec<Trial> {
    CASES
        .iter()
        .map(|case| {
            harness::trial(format!("hostile_input::{}", case.name), move || {
                run(case, Path::new(env!("CARGO_BIN_EXE_uberc")))
            })
        })
        .collect()
}

/// Each case by its name, to be run with a program; gives why it failed.
pub fn each() -> impl Iterator<Item = (&'static str, impl Fn(&Path) -> Result<(), String> + Send + Sync)> {
    CASES.iter().map(|case| {
        let judge = move |program: &Path| {
            let judged = std::panic::catch_unwind(|| run(case, program));
            match judged {
                Ok(result) => result.map_err(|failed| failed.message().unwrap_or_default().to_owned()),
                Err(panic) => Err(panic.downcast_ref::<String>().cloned().unwrap_or_default()),
            }
        };
        (case.name, judge)
    })
}

fn run(case: &Case, program: &Path) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    write(place.path(), "a.fx", "float4 main() : SV_Target { return 1; }\n")?;
    write(place.path(), "a.fx.lua", "Shader(\"A\").Technique.PixelShader = \"main\"\n")?;
    (case.files)(place.path())?;
    let mut command = Command::new("sh");
    // `-v` is in KiB. The program under test is not optimised, and has debug information.
    command.arg("-c").arg("ulimit -v 1048576 && ulimit -t 20 && exec timeout 60 \"$0\" \"$@\"").arg(program);
    let output = command.args(case.arguments).current_dir(place.path()).stdin(Stdio::null()).output()?;
    let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    let begin: String = text.chars().take(6000).collect();
    assert_eq!(output.status.code(), Some(case.code), "{:?}\n{begin}", output.status);
    for words in case.says {
        assert!(text.contains(words), "no `{words}` in\n{begin}");
    }
    assert!(text.len() < 2_000_000, "{} bytes are printed", text.len());
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
    assert!(!text.contains(steers), "{begin:?}");
    Ok(())
}

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> std::io::Result<()> {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
    // A link of the project is replaced, not followed.
    drop(std::fs::remove_file(&path));
    std::fs::write(path, text)
}

fn source(folder: &Path, begin: &str) -> std::io::Result<()> {
    write(folder, "a.fx", format!("{begin}\nfloat4 main() : SV_Target {{ return 1; }}\n"))
}

fn sidecar(folder: &Path, begin: &str) -> std::io::Result<()> {
    write(folder, "a.fx.lua", format!("{begin}\nShader(\"A\").Technique.PixelShader = \"main\"\n"))
}

fn link(folder: &Path, name: &str, to: &str) -> std::io::Result<()> {
    drop(std::fs::remove_file(folder.join(name)));
    std::os::unix::fs::symlink(to, folder.join(name))
}

fn pipe(folder: &Path, name: &str) -> std::io::Result<()> {
    drop(std::fs::remove_file(folder.join(name)));
    Command::new("mkfifo").arg(folder.join(name)).status().map(drop)
}

/// A file of this size that takes no space on the disk.
fn sparse(folder: &Path, name: &str, bytes: u64) -> std::io::Result<()> {
    write(folder, name, "")?;
    std::fs::File::options().write(true).open(folder.join(name))?.set_len(bytes)
}

/// Macros that each use the one before twice, in a way.
fn doubling(first: &str, step: &str, last: &str) -> String {
    let mut text = format!("{first}\n");
    for at in 1..=40 {
        text += &step.replace("NEXT", &format!("M{at}")).replace("LAST", &format!("M{}", at - 1));
        text.push('\n');
    }
    text + last
}

/// A shader of 512 techniques, the first of which has a text in its unit.
fn long_for_one(folder: &Path, text: &str) -> std::io::Result<()> {
    let names: Vec<String> = (0..9).map(|at| format!("\"b{at}\"")).collect();
    let names = names.join(", ");
    let shader = "float4 main() : SV_Target { return VALUE; }";
    write(folder, "a.fx", format!("#ifdef LONG\n{text}\n#endif\n{shader}\n"))?;
    let sidecar = format!(
        "local shader = Shader(\"A\")\nshader.Branches = {{ {names} }}\nfunction shader.Specialize(permutation)\n\
         local technique, value = Technique(), 0\nfor at, name in ipairs({{ {names} }}) do\n\
         if permutation[name] then value = value + 2 ^ at end\nend\ntechnique.PixelShader = \"main\"\n\
         technique.Defines = {{ VALUE = value, LONG = value == 0 and 1 or nil }}\nreturn technique, permutation\nend\n"
    );
    write(folder, "a.fx.lua", sidecar)
}

const CASES: &[Case] = &[
    Case {
        name: "a_long_unit_among_short_ones",
        files: |at| long_for_one(at, &";".repeat(130_000)),
        arguments: CHECK,
        code: 0,
        says: &[],
    },
    Case {
        name: "pastes_that_double",
        files: |at| {
            source(
                at,
                &doubling(
                    "#define C(a,b) C2(a,b)\n#define C2(a,b) a##b\n#define M0 xxxxxxxx",
                    "#define NEXT C(LAST,LAST)",
                    "int M40;",
                ),
            )
        },
        arguments: CHECK,
        code: 1,
        says: &["preprocess/long-token", "`##` makes a token of more than 65535 bytes"],
    },
    Case {
        name: "strings_that_double",
        files: |at| {
            source(
                at,
                &doubling(
                    "#define S(a) S2(a)\n#define S2(a) #a\n#define M0 \"\\\\\"",
                    "#define NEXT S(LAST LAST)",
                    "static const string s = M40;",
                ),
            )
        },
        arguments: CHECK,
        code: 1,
        says: &["preprocess/long-token"],
    },
    Case {
        name: "a_string_of_many_tokens",
        files: |at| {
            let many = "x ".repeat(400_000);
            source(
                at,
                &format!(
                    "#define S(...) #__VA_ARGS__\n#define T(...) S(__VA_ARGS__)\nstatic const string s = T({many});"
                ),
            )
        },
        arguments: CHECK,
        code: 1,
        says: &["`#` makes a string of more than 65535 bytes"],
    },
    Case {
        name: "one_paste_of_many_parts",
        files: |at| {
            let parts = vec!["a"; 60_000].join("##");
            source(at, &format!("#define P(a) {parts}\nint P(xxxxxxxx);"))
        },
        arguments: CHECK,
        code: 1,
        says: &["preprocess/"],
    },
    Case {
        name: "an_argument_many_times",
        files: |at| {
            let (uses, argument) = ("a ".repeat(30_000), "1 + ".repeat(100_000));
            source(at, &format!("#define R(a) {uses}\nint x = R({argument}1);"))
        },
        arguments: CHECK,
        code: 1,
        says: &["preprocess/too-large", "exceeds the limit of 4000000 tokens"],
    },
    Case {
        name: "arguments_in_arguments",
        files: |at| {
            let argument = "1 + ".repeat(60_000);
            source(at, &format!("#define I(a) a\nint x = {}{argument}1{};", "I(".repeat(190), ")".repeat(190)))
        },
        arguments: CHECK,
        code: 1,
        says: &["preprocess/too-large"],
    },
    Case {
        name: "a_name_of_five_megabytes",
        files: |at| source(at, &format!("int {};", "n".repeat(5_000_000))),
        arguments: CHECK,
        code: 1,
        says: &["preprocess/long-token", "1 error"],
    },
    Case {
        name: "a_number_of_five_megabytes",
        files: |at| source(at, &format!("static const uint n = {};", "1".repeat(5_000_000))),
        arguments: CHECK,
        code: 1,
        says: &["preprocess/long-token"],
    },
    Case {
        name: "mistakes_without_end",
        files: |at| source(at, &(0..20_000).map(|n| format!("#if {n} + }}\n#endif\n")).collect::<String>()),
        arguments: CHECK,
        code: 1,
        says: &[
            "preprocess/more",
            "19000 more errors of the preprocessor in this unit are not listed",
            "900 more errors [preprocess/bad-condition] are not shown",
        ],
    },
    Case {
        name: "mistakes_without_end_as_json",
        files: |at| source(at, &(0..20_000).map(|n| format!("#if {n} + }}\n#endif\n")).collect::<String>()),
        arguments: &["check", "--message-format", "json"],
        code: 1,
        says: &["uberc/more-messages"],
    },
    Case {
        name: "a_condition_full_of_mistakes",
        files: |at| source(at, &format!("#if {}1\n#endif", "1 << 64, ".repeat(100_000))),
        arguments: CHECK,
        code: 0,
        says: &["preprocess/condition-overflow", "preprocess/comma-in-condition"],
    },
    Case {
        name: "a_long_chain_of_else_if",
        files: |at| {
            let links: String = (0..350).map(|n| format!("else if (u == {n}) u += {n};\n")).collect();
            source(at, &format!("uint u;\nuint f(uint u) {{ if (u == 1000) u = 0;\n{links}return u; }}"))?;
            let main = std::fs::read_to_string(at.join("a.fx"))?.replace("return 1;", "return f(u);");
            write(at, "a.fx", main)
        },
        arguments: &["build", "--target", "spirv,wgsl,msl,hlsl,glsl"],
        code: 0,
        says: &["1 shader"],
    },
    Case {
        name: "a_chain_of_else_if_without_end",
        files: |at| {
            let links = "else if (u == 7) u += 3;\n".repeat(50_000);
            source(at, &format!("uint u;\nuint f(uint u) {{ if (u == 1000) u = 0;\n{links}return u; }}"))?;
            let main = std::fs::read_to_string(at.join("a.fx"))?.replace("return 1;", "return f(u);");
            write(at, "a.fx", main)
        },
        arguments: CHECK,
        code: 1,
        says: &["1 error"],
    },
    Case {
        name: "a_file_that_includes_itself_three_times",
        files: |at| write(at, "a.fx", "#include \"a.fx\"\n".repeat(3)),
        arguments: CHECK,
        code: 1,
        says: &["preprocess/include-depth", "`a.fx` includes itself"],
    },
    Case {
        name: "a_source_of_all_bytes",
        files: |at| write(at, "a.fx", (0..=255u8).collect::<Vec<u8>>().repeat(2000)),
        arguments: CHECK,
        code: 1,
        says: &["preprocess/nul", "preprocess/not-utf8"],
    },
    Case {
        name: "a_source_that_is_a_pipe",
        files: |at| pipe(at, "a.fx"),
        arguments: CHECK,
        code: 1,
        says: &["cannot read `a.fx`: it is a named pipe, not a file"],
    },
    Case {
        name: "a_source_that_is_a_device",
        files: |at| link(at, "a.fx", "/dev/zero"),
        arguments: CHECK,
        code: 1,
        says: &["cannot read `a.fx`: it is a device, not a file"],
    },
    Case {
        name: "a_header_that_is_a_pipe",
        files: |at| {
            pipe(at, "b.fxh")?;
            source(at, "#include \"b.fxh\"")
        },
        arguments: CHECK,
        code: 1,
        says: &["preprocess/unreadable-file", "`b.fxh` cannot be read: it is a named pipe, not a file"],
    },
    Case {
        name: "a_header_that_is_looked_for_and_is_a_pipe",
        files: |at| {
            pipe(at, "b.fxh")?;
            source(at, "#if __has_include(\"b.fxh\")\n#error it is no header\n#endif")
        },
        arguments: CHECK,
        code: 0,
        says: &[],
    },
    Case {
        name: "a_sidecar_that_is_a_pipe",
        files: |at| pipe(at, "a.fx.lua"),
        arguments: CHECK,
        code: 1,
        says: &["the sidecar `a.fx.lua` cannot be read: it is a named pipe, not a file"],
    },
    Case {
        name: "a_module_that_is_a_pipe",
        files: |at| {
            std::fs::create_dir(at.join("lua"))?;
            pipe(at, "lua/m.lua")?;
            sidecar(at, "require \"m\"")
        },
        arguments: CHECK,
        code: 1,
        says: &["sidecar/bad-module", "it is a named pipe, not a file"],
    },
    Case {
        name: "a_project_file_that_is_a_pipe",
        files: |at| pipe(at, "uberc.toml"),
        arguments: CHECK,
        code: 1,
        says: &["discover/unreadable-project", "cannot read `uberc.toml`: it is a named pipe, not a file"],
    },
    Case {
        name: "an_archive_that_is_a_pipe",
        files: |at| pipe(at, "a.fxo"),
        arguments: &["inspect", "a.fxo"],
        code: 2,
        says: &["cannot read a.fxo: it is a named pipe, not a file"],
    },
    Case {
        name: "an_archive_that_is_a_device",
        files: |at| link(at, "a.fxo", "/dev/zero"),
        arguments: &["lookup", "a.fxo", "A"],
        code: 2,
        says: &["cannot read a.fxo: it is a device, not a file"],
    },
    Case {
        name: "an_archive_of_a_terabyte",
        files: |at| sparse(at, "a.fxo", 1 << 40),
        arguments: &["diff", "a.fxo", "a.fxo"],
        code: 2,
        says: &["cannot read a.fxo: it is larger than 4 GiB"],
    },
    Case {
        name: "a_header_of_a_gigabyte",
        files: |at| {
            sparse(at, "b.fxh", 1 << 30)?;
            source(at, "#include \"b.fxh\"")
        },
        arguments: CHECK,
        code: 1,
        says: &["`b.fxh` cannot be read: it is larger than 64 MiB"],
    },
    Case {
        name: "a_source_with_nul",
        files: |at| source(at, "// a\0b"),
        arguments: CHECK,
        code: 1,
        says: &["preprocess/nul", "a.fx:1:5", "// a?b"],
    },
    Case {
        name: "a_source_that_steers_the_terminal",
        files: |at| source(at, "\u{1b}]0;title\u{7} \u{202e}x\r\u{1b}[2J\n#error \u{1b}[31mred\u{9b}"),
        arguments: CHECK,
        code: 1,
        says: &["preprocess/error-directive", "\\u{1b}[31mred"],
    },
    Case {
        name: "unknown_keys_without_end",
        files: |at| write(at, "uberc.toml", (0..50_000).map(|n| format!("key{n} = 1\n")).collect::<String>()),
        arguments: CHECK,
        code: 1,
        says: &["unknown key `key0` at the top level", "49950 more unknown keys in this section"],
    },
    Case {
        name: "print_without_end",
        files: |at| sidecar(at, "for i = 1, 100000 do print(i) end"),
        arguments: CHECK,
        code: 0,
        says: &[
            "note[sidecar/print]: 1\n",
            "note[sidecar/print]: 2\n",
            "`a.fx.lua` printed 99800 more lines, which are not shown",
        ],
    },
    Case {
        name: "long_print",
        files: |at| sidecar(at, "local s = string.rep('x', 5000000) for i = 1, 100 do print(s) end"),
        arguments: CHECK,
        code: 0,
        says: &["more characters)"],
    },
    Case {
        name: "bytes_that_are_no_text",
        files: |at| sidecar(at, "print('a\\xffb\\0\\x1b[2J') error('\\xfe\\x1b[31m')"),
        arguments: CHECK,
        code: 1,
        says: &["a\\xffb\\u{0}\\u{1b}[2J", "\\xfe\\u{1b}[31m"],
    },
    Case {
        name: "memory_that_runs_out_after_mistakes",
        files: |at| {
            sidecar(
                at,
                "Shader('B').Branchs = {}\nlocal t = {} while true do t[#t + 1] = string.rep('x', 1000 + #t) end",
            )
        },
        arguments: CHECK,
        code: 1,
        says: &["a Shader has no field `Branchs`", "sidecar/memory-limit", "KiB of memory"],
    },
    Case {
        name: "one_string_that_takes_all_memory",
        files: |at| sidecar(at, "Shader('B').Branchs = {}\nprint(#string.rep('x', 1000000000))"),
        arguments: CHECK,
        code: 1,
        says: &["a Shader has no field `Branchs`", "sidecar/memory-limit"],
    },
    Case {
        name: "memory_that_runs_out_in_specialize",
        files: |at| {
            let text = "local a = Shader('A')\na.Branches = { 'b' }\nfunction a.Specialize(p)\nlocal x = p.nothing\n\
                        local t = {} while true do t[#t + 1] = string.rep('x', 1000 + #t) end\nend\n";
            write(at, "a.fx.lua", text)
        },
        arguments: CHECK,
        code: 1,
        says: &["sidecar/unknown-branch", "sidecar/memory-limit"],
    },
    Case {
        name: "an_error_of_fifty_megabytes",
        files: |at| sidecar(at, "error(string.rep('x', 20000000))"),
        arguments: CHECK,
        code: 1,
        says: &["sidecar/lua-error", "more characters)"],
    },
];
