//! The compilers that are known without configuration, and the chains made of them.

use crate::atom::Atom;
use crate::compile::ProgramForm;
use crate::compile::embedded::capability;
use crate::diag::Diagnostic;
use crate::model::{LanguageVersion, Project, Target};

/// The layout of a program's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageLayout {
    /// `ERROR: file:LINE: 'token' : message`
    Glslang,
    /// `file(line,col-col): error X3004: message`
    Fxc,
    /// `file:line:col: error: message`, then source and caret
    Clang,
    /// Tabs: `code severity file line col line col message`
    Slang,
    /// `error: line N: message`
    SpirvTools,
}

/// The arguments that make a program write a form. A program that compiles several languages has a row for each of
/// them.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// The language of the source; `None` of a program that reads another form than source text.
    pub reads: Option<Reads>,
    pub form: ProgramForm,
    pub arguments: &'static [&'static str],
    /// Added where debug information is wanted.
    pub debug: &'static [&'static str],
}

const fn output(form: ProgramForm, arguments: &'static [&'static str], debug: &'static [&'static str]) -> Output {
    Output { reads: None, form, arguments, debug }
}

const fn compiled(
    reads: Reads,
    form: ProgramForm,
    arguments: &'static [&'static str],
    debug: &'static [&'static str],
) -> Output {
    Output { reads: Some(reads), form, arguments, debug }
}

/// A language that a program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reads {
    /// Its name in the registry of dialects.
    pub language: &'static str,
    title: &'static str,
    newest: LanguageVersion,
}

const HLSL_2018: Reads = Reads { language: "hlsl", title: "HLSL", newest: LanguageVersion(2018) };
const GLSL: Reads = Reads { language: "glsl", title: "GLSL", newest: LanguageVersion(0) };
const HLSL_2021: Reads = Reads { newest: LanguageVersion(2021), ..HLSL_2018 };

impl Reads {
    /// The version that the project sets, if it is newer than those that the program reads. Every program reads the
    /// default version.
    fn too_new(&self, project: &Project) -> Option<LanguageVersion> {
        project.language_versions.get(self.language).copied().filter(|wanted| *wanted > self.newest)
    }

    /// Whether it reads the project's version of the language.
    pub fn suffices(&self, project: &Project) -> bool {
        self.too_new(project).is_none()
    }

    /// The error if `program` does not read the project's version of the language.
    pub fn refusal(&self, program: &str, target: Target, project: &Project) -> Option<Diagnostic> {
        let wanted = self.too_new(project)?;
        let (title, name) = (self.title, target.name());
        let others = if capability::makes(target) { self.others(wanted) } else { String::new() };
        let message = format!("`{program}` of target `{name}` does not read {title} {wanted}");
        let help = format!("Write `{}-version = {}` in uberc.toml{others}.", self.language, self.newest);
        Some(Diagnostic::error("compile/language-version", message).help(help))
    }

    /// The compilers that read a version of the language, as the end of a sentence.
    fn others(&self, wanted: LanguageVersion) -> String {
        let reads = |name: &&str| {
            let found = find(name).and_then(|builtin| builtin.reads(self.language));
            found.is_some_and(|reads| wanted <= reads.newest)
        };
        let names = std::iter::once(EMBEDDED).chain(TO_SPIRV.into_iter().filter(reads));
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        format!(", or take a compiler that reads it: {}", names.join(" or "))
    }
}

/// A known program. Arguments are templates; see `command_template`.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    pub name: &'static str,
    pub program: &'static str,
    pub version_option: &'static str,
    pub input: ProgramForm,
    /// By the language of the source and the form that is wanted.
    pub outputs: &'static [Output],
    /// Added where optimisation is wanted, and where it is not.
    pub optimise: [&'static [&'static str]; 2],
    pub messages: MessageLayout,
    /// The code of diagnostics that it causes.
    pub code: &'static str,
    /// Reads `@file`.
    pub response_files: bool,
    /// Checks only: the output is the input.
    pub check: bool,
    /// How to get it, as a full sentence.
    pub get: &'static str,
}

impl Builtin {
    /// The row of a form, made of a source in this language.
    pub fn output(&self, form: ProgramForm, language: &str) -> Option<&Output> {
        let is_read = |output: &Output| output.reads.is_none_or(|reads| reads.language == language);
        self.outputs.iter().find(|output| output.form == form && is_read(output))
    }

    /// Which language it reads under this name, if it does.
    pub fn reads(&self, language: &str) -> Option<Reads> {
        self.languages().find(|reads| reads.language == language)
    }

    /// The languages of the sources that it reads, some more than once.
    pub fn languages(&self) -> impl Iterator<Item = Reads> {
        self.outputs.iter().filter_map(|output| output.reads)
    }
}

/// The options that make a pixel's `SV_Position.w` what it is in Direct3D.
pub const POSITION_W: [&str; 2] = ["--hlsl-dx-position-w", "-fvk-use-dx-position-w"];

/// `--hlsl-offsets`: cbuffers are packed as Direct3D packs them, which is what the game fills (but see `compile`'s
/// documentation for what glslang 12 gets wrong). `--hlsl-iomap`: shifts go by register class, not by the kind of
/// SPIR-V variable, so that a structured buffer in `t` and one in `u` stay apart. `-fhlsl_functionality1` keeps the
/// semantics' names for reflection; they are stripped later. `--hlsl-dx-position-w`: a pixel's `SV_Position.w` is the
/// clip-space w in Direct3D, and its inverse in Vulkan. Vulkan 1.1: the oldest with storage-buffer storage class and
/// subgroups.
const GLSLANG: &[&str] = &[
    "-D",
    "-V",
    "--target-env",
    "{environment.glslang}",
    "-S",
    "{stage.glslang}",
    "-e",
    "{entry}",
    "--hlsl-offsets",
    "--hlsl-iomap",
    "--hlsl-dx-position-w",
    "--auto-map-bindings",
    "--shift-cbuffer-binding",
    "{shift.b}",
    "--shift-texture-binding",
    "{shift.t}",
    "--shift-sampler-binding",
    "{shift.s}",
    "--shift-uav-binding",
    "{shift.u}",
    "--shift-image-binding",
    "{shift.u}",
    "--shift-ssbo-binding",
    "{shift.u}",
    "-fhlsl_functionality1",
    "-o",
    "{output}",
    "{input}",
];

/// The forms of desktop GL are read too: `-R` collects loose uniforms into a block, and what has no binding or location gets one.
const GLSLANG_GLSL: &[&str] = &[
    "-V",
    "-R",
    "--target-env",
    "{environment.glslang}",
    "-S",
    "{stage.glslang}",
    // The entry point of GLSL is always `main`.
    "-D{entry}=main",
    "--auto-map-bindings",
    "--auto-map-locations",
    "-o",
    "{output}",
    "{input}",
];

/// The same layout and register rule as glslang's.
const DXC_SPIRV: &[&str] = &[
    "-spirv",
    "-fspv-target-env={environment.dxc}",
    "-fspv-reflect",
    "-fvk-use-dx-layout",
    "-fvk-use-dx-position-w",
    "-fvk-b-shift",
    "{shift.b}",
    "all",
    "-fvk-t-shift",
    "{shift.t}",
    "all",
    "-fvk-s-shift",
    "{shift.s}",
    "all",
    "-fvk-u-shift",
    "{shift.u}",
    "all",
    "-HV",
    "{language-version}",
    "-T",
    "{profile}",
    "-E",
    "{entry}",
    "-Fo",
    "{output}",
    "{input}",
];

/// slangc's own default is row-major; HLSL's is column-major. `-O0`: its optimiser is a library that not every package
/// has, and spirv-opt follows anyway. 39019 warns of every loose global, which is ordinary HLSL.
const SLANG_SPIRV: &[&str] = &[
    "-lang",
    "hlsl",
    "-target",
    "spirv",
    "-profile",
    "{environment.slang}",
    "-stage",
    "{stage.slang}",
    "-entry",
    "{entry}",
    "-fvk-use-entrypoint-name",
    "-matrix-layout-column-major",
    "-fvk-use-dx-layout",
    "-fvk-use-dx-position-w",
    "-fvk-b-shift",
    "{shift.b}",
    "all",
    "-fvk-t-shift",
    "{shift.t}",
    "all",
    "-fvk-s-shift",
    "{shift.s}",
    "all",
    "-fvk-u-shift",
    "{shift.u}",
    "all",
    "-warnings-disable",
    "39019",
    "-enable-machine-readable-diagnostics",
    "-O0",
    "-o",
    "{output}",
    "{input}",
];

/// Every built-in program. naga and the stripper are no programs; see `chain`.
pub const PROGRAMS: &[Builtin] = &[
    Builtin {
        name: "glslangValidator",
        program: "glslangValidator",
        version_option: "--version",
        input: ProgramForm::Source,
        outputs: &[
            compiled(HLSL_2018, ProgramForm::Spirv, GLSLANG, &["-g"]),
            compiled(GLSL, ProgramForm::Spirv, GLSLANG_GLSL, &["-g"]),
        ],
        optimise: [&[], &[]],
        messages: MessageLayout::Glslang,
        code: "compile/glslang",
        response_files: false,
        check: false,
        get: "Install the Debian package glslang-tools.",
    },
    Builtin {
        name: "spirv-opt",
        program: "spirv-opt",
        version_option: "--version",
        input: ProgramForm::Spirv,
        outputs: &[output(ProgramForm::Spirv, &["{input}", "-o", "{output}"], &[])],
        // Unoptimised, the legalisation that HLSL needs still has to run.
        optimise: [&["-O"], &["--legalize-hlsl"]],
        messages: MessageLayout::SpirvTools,
        code: "compile/spirv-opt",
        response_files: false,
        check: false,
        get: "Install the Debian package spirv-tools.",
    },
    Builtin {
        name: "spirv-val",
        program: "spirv-val",
        version_option: "--version",
        input: ProgramForm::Spirv,
        // Which also takes SPIR-V 1.3. Direct3D's layouts of buffers, which compilers of HLSL are asked for, need the extension's rules.
        outputs: &[output(
            ProgramForm::Spirv,
            &["--target-env", "vulkan1.1spv1.4", "--scalar-block-layout", "{input}"],
            &[],
        )],
        optimise: [&[], &[]],
        messages: MessageLayout::SpirvTools,
        code: "compile/spirv-val",
        response_files: false,
        check: true,
        get: "Install the Debian package spirv-tools.",
    },
    Builtin {
        name: "dxc",
        program: "dxc",
        version_option: "--version",
        input: ProgramForm::Source,
        outputs: &[
            compiled(
                HLSL_2021,
                ProgramForm::Dxil,
                &[
                    "-nologo",
                    "-HV",
                    "{language-version}",
                    "-T",
                    "{profile}",
                    "-E",
                    "{entry}",
                    "-Fo",
                    "{output}",
                    "{input}",
                ],
                &["-Zi", "-Qembed_debug"],
            ),
            compiled(HLSL_2021, ProgramForm::Spirv, DXC_SPIRV, &["-Zi"]),
        ],
        optimise: [&["-O3"], &["-Od"]],
        messages: MessageLayout::Clang,
        code: "compile/dxc",
        response_files: true,
        check: false,
        get: "Get a release of DirectXShaderCompiler and put its `dxc` on PATH, or name it as `program` in uberc.toml.",
    },
    Builtin {
        name: "fxc",
        program: "fxc",
        // It prints its version above every help text.
        version_option: "/?",
        input: ProgramForm::Source,
        outputs: &[compiled(
            HLSL_2018,
            ProgramForm::Dxbc,
            &["/nologo", "/T", "{profile}", "/E", "{entry}", "/Fo", "{output}", "{input}"],
            &["/Zi"],
        )],
        optimise: [&["/O3"], &["/Od"]],
        messages: MessageLayout::Fxc,
        code: "compile/fxc",
        response_files: true,
        check: false,
        get: "`fxc` is part of the Windows SDK: put it on PATH, or name it as `program` in uberc.toml.",
    },
    Builtin {
        name: "slangc",
        program: "slangc",
        version_option: "-version",
        input: ProgramForm::Source,
        outputs: &[compiled(HLSL_2018, ProgramForm::Spirv, SLANG_SPIRV, &["-g"])],
        optimise: [&[], &[]],
        messages: MessageLayout::Slang,
        code: "compile/slang",
        response_files: false,
        check: false,
        get: "Get a release of Slang, or unpack the Python package slangtorch, and put its `slangc` on PATH.",
    },
    Builtin {
        name: "metal",
        program: "metal",
        version_option: "--version",
        input: ProgramForm::Msl,
        outputs: &[output(
            ProgramForm::Metallib,
            &["-x", "metal", "-o", "{output}", "{input}"],
            &["-gline-tables-only", "-frecord-sources"],
        )],
        optimise: [&["-O2"], &["-O0"]],
        messages: MessageLayout::Clang,
        code: "compile/metal",
        response_files: true,
        check: false,
        get: "`metal` is part of Xcode (and of the Metal Developer Tools for Windows): name the path that `xcrun -f metal` prints as `program` in uberc.toml.",
    },
];

/// A compiler that only the project file knows: its program and whole command line stand in `[compiler.NAME]`. Its
/// messages are read as clang's, which most tools imitate; what does not look like them is kept as one message. It is
/// asked for no version: the program's digest identifies it.
pub fn own(name: &str, input: ProgramForm) -> Builtin {
    // Interned: as long-lived as the names of the built-in ones.
    let name = Atom::from(name).as_str();
    Builtin {
        name,
        program: name,
        version_option: "",
        input,
        outputs: &[],
        optimise: [&[], &[]],
        messages: MessageLayout::Clang,
        code: "compile/compiler",
        response_files: false,
        check: false,
        get: "Correct `program` in `[compiler]` of uberc.toml, or install it.",
    }
}

/// The program with this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    PROGRAMS.iter().find(|builtin| builtin.name == name)
}

/// The source to any form naga writes, in process.
pub const EMBEDDED: &str = "embedded";

/// Another compiler's SPIR-V with the bindings of the project's rule, in process; no chain of a project names it.
pub const BIND: &str = "bind";

/// Another compiler's SPIR-V with the locations that the stages of a shader agree on, in process; no chain of a project
/// names it.
pub const LINK: &str = "link";

/// [`EMBEDDED`], and the built-in chain for what it does not support.
pub const AUTO: &str = "auto";

/// The names a chain may use: [`PROGRAMS`], and what needs no program.
pub fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|builtin| builtin.name).chain(["naga", EMBEDDED, AUTO])
}

/// The compilers from source to SPIR-V that `auto` looks for, in this order. slangc is the last: Debian's spirv-opt
/// rejects the source language that its SPIR-V names, and it has no counters of buffers in pixel shaders.
pub const TO_SPIRV: [&str; 3] = ["dxc", "glslangValidator", "slangc"];

/// The languages that `auto` has a fallback for: those that some program of [`TO_SPIRV`] reads, each once.
pub fn fallback_languages() -> Vec<&'static str> {
    let mut languages: Vec<&'static str> = Vec::new();
    for reads in TO_SPIRV.into_iter().filter_map(find).flat_map(Builtin::languages) {
        if !languages.contains(&reads.language) {
            languages.push(reads.language);
        }
    }
    languages
}

/// The chain of a target that the project says nothing about.
pub const fn default_chain(target: Target) -> &'static [&'static str] {
    if capability::makes(target) { &[AUTO] } else { chain(target) }
}

/// The chain of a target that is made of programs.
pub const fn chain(target: Target) -> &'static [&'static str] {
    match target {
        Target::Spirv => &["glslangValidator", "spirv-opt", "spirv-val"],
        Target::Wgsl | Target::Wgpu | Target::Msl | Target::Glsl | Target::Gles | Target::Webgl | Target::Hlsl => {
            &["glslangValidator", "spirv-opt", "naga"]
        }
        Target::Dx9 | Target::Dx11 => &["fxc"],
        Target::Dxil => &["dxc"],
        Target::Metallib => &["glslangValidator", "spirv-opt", "naga", "metal"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Registry;

    #[test]
    fn messages_name_the_compilers_that_read_the_language() {
        for (_, language) in Registry::standard().languages() {
            let name = language.name();
            let reads = |program: &&str| find(program).is_some_and(|builtin| builtin.reads(name).is_some());
            let programs: Vec<&str> = TO_SPIRV.into_iter().filter(reads).collect();
            assert_eq!(programs, language.wording().other_compilers, "{name}");
        }
    }

    #[test]
    fn a_row_is_chosen_by_language_and_form() {
        const OTHER: Reads = Reads { language: "other", title: "Other", newest: LanguageVersion(1) };
        static OUTPUTS: [Output; 2] =
            [compiled(HLSL_2018, ProgramForm::Spirv, &["-D"], &[]), compiled(OTHER, ProgramForm::Spirv, &["-S"], &[])];
        let both = Builtin { outputs: &OUTPUTS, ..*find("glslangValidator").expect("it is in the table") };
        let arguments = |language| both.output(ProgramForm::Spirv, language).map(|output| output.arguments);
        assert_eq!(arguments("hlsl"), Some(&["-D"][..]));
        assert_eq!(arguments("other"), Some(&["-S"][..]));
        assert_eq!((arguments("another"), both.output(ProgramForm::Dxil, "hlsl").is_some()), (None, false));
        assert!(both.reads("other").is_some() && both.reads("another").is_none());
    }
}
