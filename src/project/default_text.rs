//! The project file that `uberc init` writes: every key, commented out, with its default.

use std::fmt::Write;

use super::quantity::{size_text, time_text};
use crate::dialect::Registry;
use crate::model::{Limits, Project, Shifts, Stage, Target, default_shader_model};

/// `uberc.toml` with every key and its default. Lines that begin with `#` and a letter or bracket are settings to
/// uncomment; lines that begin with `# ` explain.
pub fn default_project_text(registry: &Registry) -> String {
    let Project { exclude, output, default_targets, legacy_macro_expansion, limits, cache_dir, cache_size, .. } =
        Project::with_defaults("");
    let Limits {
        files,
        techniques,
        cubes,
        sidecar_time,
        sidecar_instructions,
        sidecar_memory,
        compile_timeout,
        compile_memory,
        compile_steps,
        include_depth,
        tokens,
    } = limits;
    let Shifts { b, t, s, u } = Shifts::default();
    let targets: Vec<&str> = default_targets.iter().map(|target| target.name()).collect();
    let mut out = String::new();
    let mut line = |text: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{text}");
    };
    line("# uberc.toml: every key with its default. Remove the `#` of a line to change it.".into());
    line(String::new());
    line(
        "# Globs of shader files and sidecars (a file's name with `.lua` appended): `*` stops at `/`, `**` does not."
            .into(),
    );
    line(format!("#sources = {:?}", registry.default_sources()));
    line("# Files to leave out. Hidden folders and the cache folder always are.".into());
    line(format!("#exclude = {exclude:?}"));
    line(
        "# Folders searched by `#include` and by `require`. Without the key, `include` and `lua` where they exist."
            .into(),
    );
    line("#include = [\"include\"]".into());
    line("#lua = [\"lua\"]".into());
    line("# Files of create infos, Lua or BSL, for `Technique:from_info`.".into());
    line("#create-infos = []".into());
    line("# The archive.".into());
    line(format!("#output = {:?}", output.display().to_string()));
    line(format!("# What `uberc build` builds: {}.", Target::ALL.map(Target::name).join(" ")));
    line(format!("#targets = {targets:?}"));
    for (_, language) in registry.languages() {
        let Some(option) = language.version_option() else { continue };
        for about in option.about {
            line(format!("# {about}"));
        }
        let version = language.default_version();
        line(format!("#{} = {version}", language.source_language(version).version_key()));
    }
    line("# The shader model of techniques without a `Profile`: it chooses the compilers' profile, `__SHADER_TARGET_MAJOR` and".into());
    line("# `__SHADER_TARGET_MINOR`. Models 1 to 3 are for dx9, 4 and 5 for dx11, 6 for dxil; the other targets take all. Without".into());
    line(format!(
        "# it, dx9 has {}, dx11 {}, the others {}; mesh and amplification stages have {}.",
        default_shader_model(Target::Dx9, Stage::Vertex),
        default_shader_model(Target::Dx11, Stage::Vertex),
        default_shader_model(Target::Dxil, Stage::Vertex),
        default_shader_model(Target::Dxil, Stage::Mesh)
    ));
    line("#     profile = \"6_6\"".into());
    line(
        "# Whether macros are expanded before `##` joins them, as fxc does; dxc has -flegacy-macro-expansion for it."
            .into(),
    );
    line(format!("#legacy-macro-expansion = {legacy_macro_expansion}"));
    line(String::new());
    line("# Macros of every unit: strings, numbers, booleans.".into());
    line("#[defines]".into());
    line(String::new());
    let dialects: Vec<&str> = registry.names().collect();
    line(format!(
        "# The dialect of files whose extension does not select one: a glob, and one of {}.",
        dialects.join(", ")
    ));
    line("#     [dialects]".into());
    line(format!("#     \"legacy/*.txt\" = {:?}", dialects.first().copied().unwrap_or_default()));
    line(String::new());
    for generator in registry.generators().filter(|generator| !generator.options().is_empty()) {
        line(format!("#[{}]", generator.name()));
        for option in generator.options() {
            line(format!("# {}", option.about));
            line(format!("#{} = {}", option.name.replace('_', "-"), option.default));
        }
        line(String::new());
    }
    line("# Limits: going beyond one is an error. Times: ms s min h. Sizes: B kB MB GB KiB MiB GiB.".into());
    line("#[limits]".into());
    line(format!("#files = {files}"));
    line(format!("#techniques = {techniques}"));
    line(format!("#cubes = {cubes}"));
    line(format!("#sidecar-time = \"{}\"", time_text(sidecar_time)));
    line(format!("#sidecar-instructions = {sidecar_instructions}"));
    line(format!("#sidecar-memory = \"{}\"", size_text(sidecar_memory as u64)));
    line(format!("#compile-timeout = \"{}\"", time_text(compile_timeout)));
    line(format!("#compile-memory = \"{}\"", size_text(compile_memory)));
    line(format!("#compile-steps = {compile_steps}"));
    line(format!("#include-depth = {include_depth}"));
    line(format!("#tokens = {tokens}"));
    line(String::new());
    line("# Results of earlier builds; the least recently used are removed first.".into());
    line("#[cache]".into());
    line(format!("#dir = {:?}", cache_dir.display().to_string()));
    line(format!("#size = \"{}\"", size_text(cache_size)));
    line(String::new());
    line(
        "# A server of results that machines share, of the Remote Execution API. Values of headers are in environment"
            .into(),
    );
    line("# variables; this section names those.".into());
    line("#     [remote]".into());
    line("#     cache = \"grpcs://cache.studio:8980\"".into());
    line("# Such a server may also run compilers that are programs, on machines with these properties:".into());
    line("#     execute = \"grpcs://cache.studio:8980\"".into());
    line("#     [remote.platform]".into());
    line("#     OSFamily = \"Linux\"".into());
    line("#     [remote.headers]".into());
    line("#     authorization = \"SHADER_CACHE_TOKEN\"".into());
    line("# Whether `auto` may take an installed compiler for what the embedded one cannot do (`note[compile/fallback]`): \"allow\", or".into());
    line("# \"deny\", which makes it an error. This key belongs at the top of the file.".into());
    line("#     fallback = \"allow\"".into());
    line("# Which warnings are errors, or not shown; `deny-warnings` belongs at the top of the file.".into());
    line("#     deny-warnings = true".into());
    line("#     [warnings]".into());
    line("#     \"check/unused-branch\" = \"deny\"".into());
    line("#     \"preprocess/macro-redefined\" = \"allow\"".into());
    line("# The compilers of a target, in order. `auto`, the default, is the embedded compiler, and an installed one for code that".into());
    line("# it cannot represent; dx9, dx11 and dxil use the platform's compiler.".into());
    line("#     [target.spirv]".into());
    line("#     compilers = [\"glslangValidator\", \"spirv-opt\"]".into());
    line("# How the registers of a target become bindings: \"shift\" adds a number to each class, these unless others are".into());
    line("# given; \"dense\" packs each set in the order b, t, s, u. `[[vk::binding]]` wins.".into());
    line(
        "# Where these defaults have no room (b100, t200, s100, u100 and higher), registers take turns from 500 on."
            .into(),
    );
    line(format!("#     bindings = {{ b = {b}, t = {t}, s = {s}, u = {u} }}"));
    line("# A compiler's program and arguments; one of your own needs both `program` and `args`:".into());
    line("#     [compiler.spirv-opt]".into());
    line("#     program = \"tools/spirv-opt\"".into());
    line("#     extra-args = [\"--strip-debug\"]".into());
    line(
        "# A compiler that can serve does many jobs in one process; `false` gives each job a process of its own:"
            .into(),
    );
    line("#     [compiler.dxc]".into());
    line("#     workers = false".into());
    out
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::diag::Sources;
    use crate::model::LanguageVersion;
    use crate::project::load_project;

    fn uncommented() -> String {
        default_project_text(&Registry::standard())
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(setting) if !setting.starts_with(' ') => setting.to_owned() + "\n",
                _ => line.to_owned() + "\n",
            })
            .collect()
    }

    #[test]
    fn uncommented_it_says_exactly_the_defaults() {
        let folders = [("include/a.fxh", ""), ("lua/a.lua", "")];
        let registry = Registry::standard();
        let (defaults, none) = load_project(Path::new(""), &Sources::in_memory(folders), &registry);
        assert_eq!(none, []);
        let text = uncommented();
        let files = folders.into_iter().chain([("uberc.toml", text.as_str())]);
        let (mut read, diagnostics) = load_project(Path::new(""), &Sources::in_memory(files), &registry);
        assert_eq!(diagnostics, []);
        let places = std::mem::take(&mut read.places);
        read.file = None;
        // What stands for an absent key, which is read as it was written.
        assert_eq!(std::mem::take(&mut read.sources), registry.default_sources());
        assert_eq!(
            std::mem::take(&mut read.language_versions).into_values().collect::<Vec<_>>(),
            [LanguageVersion(2018)]
        );
        for (name, options) in std::mem::take(&mut read.generator_options) {
            let generator = registry.find(&name).and_then(|dialect| registry.generator(dialect));
            for (option, values) in options {
                let known =
                    generator.and_then(|generator| generator.options().iter().find(|known| known.name == option));
                let default = known.map_or("", |known| known.default);
                let written = format!("{values:?}");
                // A list, a text, or a number.
                let forms = [&*written, &written[1..written.len() - 1], &*values.concat()];
                assert!(forms.contains(&default), "{name}.{option}: {written}");
            }
        }
        assert_eq!(read, defaults);
        // Nothing was left commented out by mistake: every key of the table in the module's documentation has a place.
        for key in [
            "sources",
            "exclude",
            "include",
            "lua",
            "create-infos",
            "output",
            "targets",
            "defines",
            "legacy-macro-expansion",
            "limits.files",
            "limits.techniques",
            "limits.cubes",
            "limits.sidecar-time",
            "limits.sidecar-instructions",
            "limits.sidecar-memory",
            "limits.compile-timeout",
            "limits.compile-memory",
            "limits.compile-steps",
            "limits.include-depth",
            "limits.tokens",
            "cache.dir",
            "cache.size",
        ] {
            assert!(places.contains_key(key), "{key}");
        }
    }

    #[test]
    fn as_it_stands_it_changes_nothing() {
        let registry = Registry::standard();
        let (defaults, _) = load_project(Path::new(""), &Sources::in_memory([("a.fx", "")]), &registry);
        let text = default_project_text(&registry);
        let (mut read, diagnostics) =
            load_project(Path::new(""), &Sources::in_memory([("uberc.toml", text)]), &registry);
        assert_eq!(diagnostics, []);
        read.file = None;
        assert_eq!(read, defaults);
    }
}
