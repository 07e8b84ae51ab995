//! The registry of dialects: a generator and a language of this test go through the whole pipeline.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::harness;
use libtest_mimic::{Failed, Trial};
use uberc::compile::{Cancel, ProgramRegistry, resolve_chain};
use uberc::diag::{Diagnostic, PlaceMap, SourceFile, Sources, Span};
use uberc::dialect::glsl::Glsl;
use uberc::dialect::hlsl::Hlsl;
use uberc::dialect::materialx::MaterialX;
use uberc::dialect::{
    Extension, Generated, Generator, GeneratorInput, Language, LanguageSession, Registry, RegistryError,
};
use uberc::ir::Wording;
use uberc::model::{LanguageVersion, ProjectOverrides, SourceLanguage, Target, TargetSettings};
use uberc::pipeline::{BuildContext, NoEvents, WatchEvent, WatchRequest, watch};
use uberc::report::{Ending, Report};
use uberc::specialise::Mode;
use uberc::syntax::Grammar;

pub fn trials() -> Vec<Trial> {
    [
        ("a_registry_refuses_what_is_taken", taken as fn() -> Result<(), Failed>),
        ("the_registry_says_which_files_are_shaders", extensions),
        ("generated_text_gives_the_archive_of_the_same_text", archive),
        ("mistakes_in_generated_text_are_shown_where_it_comes_from", places),
        ("a_generator_reads_the_source_in_a_sidecar", in_a_sidecar),
        ("what_a_generator_reads_is_an_input", inputs),
        ("watch_sees_the_files_of_a_generator", watched),
        ("programs_are_not_given_languages_that_they_do_not_read", unread),
        ("a_revision_is_in_the_keys_of_its_language_alone", revisions),
        ("annotations_name_every_dialect", annotations),
    ]
    .into_iter()
    .map(|(name, run)| harness::trial(format!("dialects::{name}"), run))
    .collect()
}

/// Writes HLSL. `branch NAME` declares a branch, `let NAME EXPRESSION` a constant, `pixel EXPRESSION` the pixel shader;
/// `part FILE` stands for the lines of another file.
#[derive(Debug)]
struct Toy;

impl Generator for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn extensions(&self) -> &'static [Extension] {
        &[Extension { name: "toy", header: false }]
    }

    fn language(&self) -> &'static str {
        "hlsl"
    }

    fn revision(&self) -> u32 {
        1
    }

    fn generate(&self, input: &GeneratorInput<'_>) -> Generated {
        let mut made = Generated::default();
        made.text += VERTEX;
        lines(input.file, input, &mut made);
        made
    }
}

const VERTEX: &str = "float4 MainVS(float3 position : POSITION) : SV_Position { return float4(position, 1); }\n";

fn lines(file: &Arc<SourceFile>, input: &GeneratorInput<'_>, made: &mut Generated) {
    for number in 1..=file.line_count() {
        let line = file.line_span(number);
        let text = &file.text[line.start as usize..line.end as usize];
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest_at = line.end - rest.len() as u32;
        match word {
            "" => {}
            "branch" => write(made, "bool ", rest, Span { start: rest_at, ..line }, ";\n"),
            "let" => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, "0"));
                let value_at = Span { start: line.end - value.len() as u32, ..line };
                write(made, &format!("static const float4 {name} = "), value, value_at, ";\n");
            }
            "pixel" => {
                let span = Span { start: rest_at, ..line };
                write(made, "float4 MainPS() : SV_Target0 { return ", rest, span, "; }\n");
            }
            "part" => match input.sources.load(Path::new(rest)) {
                Ok(part) => {
                    made.files.push(part.id);
                    lines(&part, input, made);
                }
                Err(_) => {
                    made.missing.push(PathBuf::from(rest));
                    let wrong = Diagnostic::error("toy/no-part", format!("there is no `{rest}`")).at(line);
                    made.diagnostics.push(wrong);
                }
            },
            _ => made.diagnostics.push(Diagnostic::error("toy/word", format!("`{word}` means nothing")).at(line)),
        }
    }
}

fn write(made: &mut Generated, before: &str, text: &str, origin: Span, after: &str) {
    made.text += before;
    let start = made.text.len() as u32;
    made.text += text;
    made.places.push(start, made.text.len() as u32, origin);
    made.text += after;
}

/// HLSL under another name.
#[derive(Debug)]
struct Dusk;

impl Language for Dusk {
    fn name(&self) -> &'static str {
        "dusk"
    }

    fn revision(&self) -> u32 {
        1
    }

    fn title(&self) -> &'static str {
        "Dusk"
    }

    fn extensions(&self) -> &'static [Extension] {
        &[Extension { name: "dusk", header: false }]
    }

    fn grammar(&self, version: LanguageVersion) -> &'static Grammar {
        Hlsl.grammar(version)
    }

    fn wording(&self) -> &'static Wording {
        Hlsl.wording()
    }

    fn open_session(&self) -> Arc<dyn LanguageSession> {
        Hlsl.open_session()
    }
}

fn registry() -> Result<Registry, RegistryError> {
    Registry::standard().with_language(Arc::new(Dusk))?.with_generator(Arc::new(Toy))
}

fn taken() -> Result<(), Failed> {
    let all = registry()?;
    let again = all.clone().with_generator(Arc::new(Toy)).err();
    assert_eq!(again, Some(RegistryError::NameTaken("toy")));
    assert_eq!(all.with_language(Arc::new(Hlsl)).err(), Some(RegistryError::NameTaken("hlsl")));

    #[derive(Debug)]
    struct Other(&'static str, &'static str);
    impl Generator for Other {
        fn name(&self) -> &'static str {
            "other"
        }
        fn extensions(&self) -> &'static [Extension] {
            if self.0 == "fx" { &[Extension { name: "fx", header: false }] } else { &[] }
        }
        fn language(&self) -> &'static str {
            self.1
        }
        fn revision(&self) -> u32 {
            1
        }
        fn generate(&self, _: &GeneratorInput<'_>) -> Generated {
            Generated { places: PlaceMap::default(), ..Generated::default() }
        }
    }
    let add = |other| Registry::standard().with_generator(Arc::new(other)).err();
    assert_eq!(add(Other("fx", "hlsl")), Some(RegistryError::ExtensionTaken("fx")));
    assert_eq!(add(Other("", "metal")), Some(RegistryError::UnknownLanguage("metal")));
    assert_eq!(add(Other("", "hlsl")), None);
    Ok(())
}

fn extensions() -> Result<(), Failed> {
    let standard = Registry::standard();
    assert_eq!(
        standard.default_sources(),
        [
            "**/*.fx",
            "**/*.fx.lua",
            "**/*.hlsl.lua",
            "**/*.glsl.lua",
            "**/*.vert.lua",
            "**/*.frag.lua",
            "**/*.comp.lua",
            "**/*.task.lua",
            "**/*.mesh.lua",
            "**/*.bsl.lua",
            "**/*.psl.lua",
            "**/*.mtlx.lua"
        ]
    );
    assert_eq!(
        standard.spoken_extensions(),
        "`.fx`, `.hlsl`, `.glsl`, `.vert`, `.frag`, `.comp`, `.task`, `.mesh`, `.bsl`, `.psl` or `.mtlx`"
    );
    let all = registry()?;
    assert_eq!(all.names().collect::<Vec<_>>(), ["hlsl", "glsl", "dusk", "bsl", "psl", "materialx", "toy"]);
    // The folders of the node library count like a revision.
    let own = (Hlsl.revision(), Glsl.revision(), MaterialX.revision());
    let expected = format!("hlsl {}, glsl {}, dusk 1, bsl 3, psl 3, materialx {}, toy 1", own.0, own.1, own.2);
    assert_eq!(all.identity(), expected);
    let dialect = |path: &str| all.by_path(Path::new(path)).map(|dialect| dialect.name);
    assert_eq!(dialect("a/b.toy"), Some("toy"));
    assert_eq!(dialect("a/b.hlsl"), Some("hlsl"));
    assert_eq!((dialect(".toy"), dialect("a.txt"), dialect("toy")), (None, None, None));

    let place = Place::new(&[("mesh.toy", ""), ("mesh.toy.lua", ""), ("lone.toy", ""), ("light.hlsl", "")])?;
    let (context, found) = BuildContext::open_with(&all, &[place.root()]);
    let units: Vec<_> = context.units.iter().map(|unit| unit.sidecar.clone()).collect();
    assert_eq!(units, [PathBuf::from("mesh.toy.lua")]);
    assert_eq!(context.dialect_of(&context.units[0]).name, "toy");
    let said = shown(&found, &context.sources);
    assert!(said.starts_with("lone.toy:1:1+0: error[discover/no-sidecar]"), "{said}");
    let empty = Place::new(&[])?;
    let (context, found) = BuildContext::open_with(&all, &[empty.root()]);
    let said = shown(&found, &context.sources);
    assert!(
        said.contains("`.comp`, `.task`, `.mesh`, `.dusk`, `.bsl`, `.psl`, `.mtlx` or `.toy` file or sidecar to build"),
        "{said}"
    );
    Ok(())
}

/// A project in a folder of its own.
struct Place {
    folder: tempfile::TempDir,
}

const SIDECAR: &str = "local mesh = Shader(\"Mesh\")\n\
                       mesh.Branches = { \"g_bLit\" }\n\
                       mesh.Technique.VertexShader, mesh.Technique.PixelShader = \"MainVS\", \"MainPS\"\n";

const MESH: &str = "branch g_bLit\nlet tint float4(1, 0, 0, 1)\npixel g_bLit ? tint : tint * 0.5\n";

const PROJECT: &str = "targets = [\"spirv\", \"wgsl\"]\ntarget.spirv.compilers = [\"embedded\"]\ntarget.wgsl.compilers = [\"embedded\"]\n";

impl Place {
    fn new(files: &[(&str, &str)]) -> Result<Place, Failed> {
        let place = Place { folder: tempfile::tempdir()? };
        for (name, text) in files {
            place.write(name, text)?;
        }
        Ok(place)
    }

    fn root(&self) -> PathBuf {
        self.folder.path().to_path_buf()
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Failed> {
        Ok(std::fs::write(self.folder.path().join(name), text)?)
    }

    fn archive(&self) -> Result<Vec<u8>, Failed> {
        Ok(std::fs::read(self.folder.path().join("shaders.fxo"))?)
    }

    /// Builds with the registry of this file; what was said, as text.
    fn build(&self) -> Result<(Report, String), Failed> {
        let (report, context) = harness::build_project(&registry()?, &self.root(), None);
        let said = shown(&report.diagnostics, &context.sources);
        Ok((report, said))
    }
}

/// A line a diagnostic, with the place that a person is shown.
fn shown(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let line = |diagnostic: &Diagnostic| {
        let place = diagnostic.primary.as_ref().map_or_else(String::new, |label| {
            let span = sources.outermost(label.span);
            let file = sources.get(span.file);
            let position = file.position(span.start);
            format!("{}:{}:{}+{}: ", file.name, position.line, position.column, span.end - span.start)
        });
        format!("{place}{}[{}]: {}\n", diagnostic.severity.name(), diagnostic.code, diagnostic.message)
    };
    diagnostics.iter().map(line).collect()
}

fn archive() -> Result<(), Failed> {
    let toy = Place::new(&[("uberc.toml", PROJECT), ("mesh.toy", MESH), ("mesh.toy.lua", SIDECAR)])?;
    let (report, said) = toy.build()?;
    assert_eq!((report.ending, said.as_str()), (Ending::Success, ""));
    // Two pixel shaders and a vertex shader, for two targets.
    assert_eq!(report.summary.variants, 6);
    let by_hand = format!(
        "{VERTEX}bool g_bLit;\nstatic const float4 tint = float4(1, 0, 0, 1);\n\
         float4 MainPS() : SV_Target0 {{ return g_bLit ? tint : tint * 0.5; }}\n"
    );
    let fx = Place::new(&[("uberc.toml", PROJECT), ("mesh.fx", &by_hand), ("mesh.fx.lua", SIDECAR)])?;
    fx.build()?;
    assert!(toy.archive()? == fx.archive()?, "the same text gives the same archive, whoever wrote it");
    Ok(())
}

fn places() -> Result<(), Failed> {
    let place = Place::new(&[("uberc.toml", PROJECT), ("mesh.toy", MESH), ("mesh.toy.lua", SIDECAR)])?;
    for (text, expected) in [
        // What the compiler says of copied text.
        (MESH.replace("tint * 0.5", "tinted * 0.5"), "mesh.toy:3:23+6: error[hlsl/unknown-name]"),
        (MESH.replace("float4(1, 0, 0, 1)", "float4(1, 0, 0)"), "mesh.toy:2:"),
        // What the preprocessor says.
        (MESH.replace("0.5", "\"half"), "mesh.toy:3:30+5: error[preprocess/unterminated-constant]"),
        // What the generator says.
        (MESH.replace("let", "set"), "mesh.toy:2:1+27: error[toy/word]: `set` means nothing"),
        // Text without an origin is shown in the generated text itself.
        ("branch g_bLit\npixel 1\npixel 2\n".to_owned(), "mesh.toy:generated:4:"),
    ] {
        place.write("mesh.toy", &text)?;
        let (report, said) = place.build()?;
        assert_eq!(report.ending, Ending::SourceErrors, "{text}");
        assert!(said.contains(expected), "{text}\n{said}");
    }
    Ok(())
}

fn in_a_sidecar() -> Result<(), Failed> {
    let source = "mesh.Dialect = \"toy\"\nmesh.Source = [[\nbranch g_bLit\nlet tint float4(1, 0, 0, 1)\npixel tint * g_bLit\n]]\n";
    let sidecar = format!("{SIDECAR}{source}");
    let place = Place::new(&[("uberc.toml", PROJECT), ("mesh.fx", "#error unused\n"), ("mesh.fx.lua", &sidecar)])?;
    let (report, said) = place.build()?;
    assert_eq!((report.ending, said.as_str()), (Ending::Success, ""));
    place.write("mesh.fx.lua", &sidecar.replace("tint * g_bLit", "hint * g_bLit"))?;
    let (report, said) = place.build()?;
    assert_eq!(report.ending, Ending::SourceErrors);
    assert!(said.contains("mesh.fx.lua:8:7+4: error[hlsl/unknown-name]"), "{said}");
    Ok(())
}

fn inputs() -> Result<(), Failed> {
    let text = format!("part tint.part\n{}", MESH.replace("let tint float4(1, 0, 0, 1)\n", ""));
    let place = Place::new(&[("uberc.toml", PROJECT), ("mesh.toy", &text), ("mesh.toy.lua", SIDECAR)])?;
    let (report, said) = place.build()?;
    assert_eq!(report.ending, Ending::SourceErrors);
    assert!(said.contains("mesh.toy:1:1+14: error[toy/no-part]"), "{said}");
    place.write("tint.part", "let tint float4(1, 0, 0, 1)\n")?;
    let first = place.build()?.0;
    assert_eq!((first.ending, first.summary.compiled), (Ending::Success, 6));
    assert!(first.inputs.contains(&PathBuf::from("tint.part")) && first.inputs.contains(&PathBuf::from("mesh.toy")));
    let archive = place.archive()?;
    let again = place.build()?.0;
    assert_eq!((again.summary.compiled, again.rebuilt.len()), (0, 0), "nothing has changed");
    // Another colour changes both pixel shaders.
    place.write("tint.part", "let tint float4(0, 1, 0, 1)\n")?;
    let changed = place.build()?.0;
    assert_eq!((changed.ending, changed.summary.compiled), (Ending::Success, 4));
    assert!(place.archive()? != archive);
    place.write("mesh.toy", &text.replace("0.5", "0.25"))?;
    // Both operands of `?:` stay in both pixel shaders.
    let changed = place.build()?.0;
    assert_eq!((changed.ending, changed.summary.compiled), (Ending::Success, 4));
    Ok(())
}

/// Long enough for any machine; nothing is measured here.
const PATIENCE: Duration = Duration::from_secs(60);

fn watched() -> Result<(), Failed> {
    let place = Place::new(&[("uberc.toml", PROJECT), ("mesh.toy", MESH), ("mesh.toy.lua", SIDECAR)])?;
    let request = WatchRequest {
        registry: registry()?,
        paths: vec![place.root()],
        targets: Vec::new(),
        output: None,
        mode: Mode::Folded,
        force: false,
        overrides: ProjectOverrides::default(),
        release: false,
        debug_info: false,
        offline: true,
    };
    let stop = Cancel::default();
    let (sender, builds) = channel();
    std::thread::scope(|scope| {
        let (request, for_watch) = (&request, &stop);
        scope.spawn(move || {
            watch(request, for_watch, &NoEvents, &mut |event| {
                if let WatchEvent::Built { report, .. } = event {
                    let _ = sender.send((report.ending, report.summary.variants));
                }
            });
        });
        let until = |wanted: (Ending, usize)| -> Result<(), Failed> {
            loop {
                let built = builds.recv_timeout(PATIENCE).map_err(|_| format!("no build gave {wanted:?}"))?;
                if built == wanted {
                    return Ok(());
                }
            }
        };
        let steps = || {
            until((Ending::Success, 6))?;
            place.write("mesh.toy", &MESH.replace("g_bLit ? tint : ", ""))?;
            until((Ending::Success, 4))?;
            // A file that was not there before.
            place.write("more.toy", &MESH.replace("float4(1,", "float4(0.5,"))?;
            place.write("more.toy.lua", &SIDECAR.replace("Mesh", "More"))?;
            until((Ending::Success, 8))
        };
        let done: Result<(), Failed> = steps();
        stop.cancel();
        done
    })
}

fn unread() -> Result<(), Failed> {
    let text = format!("{VERTEX}bool g_bLit;\nfloat4 MainPS() : SV_Target0 {{ return g_bLit; }}\n");
    let dusk = |project: &str| Place::new(&[("uberc.toml", project), ("mesh.dusk", &text), ("mesh.dusk.lua", SIDECAR)]);
    // The embedded compiler asks the language what a text means.
    let (report, said) = dusk(PROJECT)?.build()?;
    assert_eq!((report.ending, said.as_str()), (Ending::Success, ""));
    let own = "[compiler.glslangValidator]\nprogram = \"/bin/true\"\n";
    let chain = "[target.spirv]\ncompilers = [\"glslangValidator\"]\n";
    let (report, said) = dusk(&format!("{chain}{own}"))?.build()?;
    assert_eq!(report.ending, Ending::SourceErrors);
    let expected = "`glslangValidator` of target `spirv` does not read Dusk, in which `mesh.dusk` is written";
    assert!(said.contains(&format!("error[compile/language]: {expected}")), "{said}");
    Ok(())
}

fn revisions() -> Result<(), Failed> {
    let mut project = super::compile::project();
    project.targets.insert(Target::Spirv, TargetSettings { chain: vec!["embedded".to_owned()], ..Default::default() });
    let chain = resolve_chain(Target::Spirv, &project, &ProgramRegistry::new(Path::new(".")));
    let chain = chain.map_err(|problems| format!("{problems:?}"))?;
    let languages = registry()?;
    let mut all = languages.languages().map(|(_, language)| language.source_language(language.default_version()));
    let (hlsl, dusk) = (all.next().ok_or("no HLSL")?, all.last().ok_or("no Dusk")?);
    let keys = |language| chain.settings(language, false).all;
    let next = SourceLanguage { revision: hlsl.revision + 1, ..hlsl };
    assert!(keys(hlsl) != keys(next), "results of the old front end are not used");
    assert!(keys(hlsl) != keys(dusk));
    assert!(!keys(dusk).iter().any(|(_, value)| value.contains("hlsl")), "{:?}", keys(dusk));
    Ok(())
}

fn annotations() -> Result<(), Failed> {
    for file in ["lua/meta/uberc.lua", "lua/meta/uberc.d.luau"] {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file))?;
        let line = text.lines().find(|line| line.trim_start().trim_start_matches("---@field ").starts_with("Dialect"));
        let line = line.ok_or("the field is not annotated")?;
        for name in Registry::standard().names() {
            assert!(line.contains(&format!("\"{name}\"")), "{file}: {line}");
        }
    }
    Ok(())
}
