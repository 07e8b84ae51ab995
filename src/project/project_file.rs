//! Finds and reads `uberc.toml`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use toml::de::{DeTable, DeValue};

use super::binding_rule::binding_rule;
use super::generator_options::generator_options;
use super::pattern::Pattern;
use super::remote::remote;
use super::settings::{Settings, Text, dotted};
use super::syntax::without_syntax_errors;
use super::target_name::target_named;
use super::tree::{display, is_file, is_folder, is_there};
use crate::diag::{Diagnostic, LoadError, SourceFile, Sources, Span, WarningLevel, did_you_mean, suggestion};
use crate::dialect::{Language, Registry};
use crate::lexer::leaves_comment_open;
use crate::model::{BUILT_IN_COMPILERS, CompilerStep, LanguageVersion, Project, Target, TargetSettings};

/// The file's name.
pub const FILE_NAME: &str = "uberc.toml";

/// Top-level keys, besides the versions of languages.
const TOP: [&str; 19] = [
    "sources",
    "exclude",
    "include",
    "lua",
    "create-infos",
    "output",
    "targets",
    "target",
    "compiler",
    "defines",
    "dialects",
    "profile",
    "fallback",
    "deny-warnings",
    "warnings",
    "legacy-macro-expansion",
    "limits",
    "cache",
    "remote",
];
const LIMITS: [&str; 11] = [
    "files",
    "techniques",
    "cubes",
    "sidecar-time",
    "sidecar-instructions",
    "sidecar-memory",
    "compile-timeout",
    "compile-memory",
    "compile-steps",
    "include-depth",
    "tokens",
];
const CACHE: [&str; 2] = ["dir", "size"];
const TARGET: [&str; 2] = ["compilers", "bindings"];
const COMPILER: [&str; 5] = ["program", "args", "extra-args", "workers", "remote-files"];

/// The project that `start` (a folder or a file) belongs to: the nearest folder upwards that holds `uberc.toml`, and
/// that file. Without one the folder itself is a project with defaults.
pub fn find_project(start: &Path) -> (PathBuf, Option<PathBuf>) {
    let folder = if is_there(start) { start.parent().unwrap_or(Path::new("")) } else { start };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    // `..` and a relative start have ancestors only when made absolute.
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    for ancestor in absolute.ancestors() {
        let file = ancestor.join(FILE_NAME);
        if is_there(&file) {
            return (ancestor.to_path_buf(), Some(file));
        }
    }
    (absolute, None)
}

/// Reads `uberc.toml` in the root of `sources`, if there is one. Mistakes leave the default in place, so that the rest
/// can still be checked; the caller stops at errors.
pub fn load_project(root: &Path, sources: &Sources, registry: &Registry) -> (Project, Vec<Diagnostic>) {
    let mut project = Project::with_defaults(root);
    for (folder, list) in [("include", &mut project.include), ("lua", &mut project.lua)] {
        if is_folder(sources, Path::new(folder)) {
            list.push(PathBuf::from(folder));
        }
    }
    let file = match sources.load(Path::new(FILE_NAME)) {
        Ok(file) => file,
        Err(_) if is_folder(sources, Path::new(FILE_NAME)) => {
            let message =
                format!("`{FILE_NAME}` is a folder, so there is no project file, and all settings are defaults");
            let diagnostic = Diagnostic::warning("discover/is-a-folder", message).help("Rename the folder.");
            return (project, vec![diagnostic]);
        }
        Err(LoadError::NotFound) => return (project, Vec::new()),
        Err(LoadError::Io(why)) => {
            let diagnostic =
                Diagnostic::error("discover/unreadable-project", format!("cannot read `{FILE_NAME}`: {why}"))
                    .help("Put a text file there that this user may read.");
            return (project, vec![diagnostic]);
        }
    };
    project.file = Some(root.join(FILE_NAME));
    let diagnostics = read(&file, sources, registry, &mut project);
    (project, diagnostics)
}

fn read(file: &SourceFile, sources: &Sources, registry: &Registry, project: &mut Project) -> Vec<Diagnostic> {
    let mut settings = Settings::new(file.id);
    if file.lossy {
        let at = file.text.find('\u{FFFD}').unwrap_or(0);
        let span = settings.span(at..at);
        settings.error(
            "discover/not-utf8",
            span,
            format!("`{FILE_NAME}` is not valid UTF-8"),
            "Save it as UTF-8.".to_owned(),
        );
        // Names with replaced characters are not the ones in the file.
        return settings.diagnostics;
    }
    let (text, is_sound) = without_syntax_errors(&mut settings, file);
    let syntax_errors = settings.diagnostics.len();
    let defaults = project.clone();
    if is_sound {
        let (table, _) = DeTable::parse_recoverable(&text);
        top(&mut settings, table.get_ref(), sources, registry, project);
    }
    let mut diagnostics = std::mem::take(&mut settings.diagnostics);
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span.start));
    if syntax_errors == 0 {
        project.places = settings.places;
    } else {
        *project = defaults;
    }
    diagnostics
}

fn top(settings: &mut Settings, table: &DeTable<'_>, sources: &Sources, registry: &Registry, project: &mut Project) {
    let versions: Vec<String> = registry.languages().filter_map(|(_, language)| version_key(language)).collect();
    let with_options = registry.generators().filter(|generator| !generator.options().is_empty());
    let sections: Vec<&str> = with_options.map(|generator| generator.name()).collect();
    let keys: Vec<&str> = TOP.into_iter().chain(versions.iter().map(String::as_str)).chain(sections).collect();
    settings.reject_unknown_keys(table, "", &keys, |name| match name {
        "program" | "args" | "extra-args" | "workers" | "remote-files" => Some("in `[compiler.NAME]`".to_owned()),
        "compilers" => Some("in `[target.NAME]`".to_owned()),
        _ if LIMITS.contains(&name) => Some("in `[limits]`".to_owned()),
        _ if CACHE.contains(&name) => Some("in `[cache]`".to_owned()),
        _ => None,
    });
    for (key, list) in [("sources", &mut project.sources), ("exclude", &mut project.exclude)] {
        let Some(value) = settings.get(table, "", key) else { continue };
        let Some(texts) = settings.texts(value, key) else { continue };
        if key == "sources" && value.get_ref().as_array().is_some_and(|items| items.is_empty()) {
            let span = settings.span(value.span());
            let help = "Remove the key to take every shader below the project file.".to_owned();
            settings.error("discover/bad-value", span, "`sources` has no pattern".to_owned(), help);
            continue;
        }
        *list = patterns(settings, key, texts);
    }
    for (key, list) in [("include", &mut project.include), ("lua", &mut project.lua)] {
        if let Some(texts) = settings.get(table, "", key).and_then(|value| settings.texts(value, key)) {
            *list = folders(settings, sources, key, texts);
        }
    }
    let infos = settings.get(table, "", "create-infos");
    if let Some(texts) = infos.and_then(|value| settings.texts(value, "create-infos")) {
        project.create_infos = texts.iter().map(|text| sources.relative(Path::new(&text.text))).collect();
    }
    if let Some(text) = settings.get(table, "", "output").and_then(|value| settings.text(value, "output")) {
        if text.text.ends_with(['/', '\\']) || is_folder(sources, Path::new(&text.text)) {
            let message = format!("`output`: `{}` is a folder", text.text);
            settings.error(
                "discover/bad-value",
                text.span,
                message,
                "Name a file, such as `\"shaders.fxo\"`.".to_owned(),
            );
        } else {
            project.output = sources.relative(Path::new(&text.text));
        }
    }
    if let Some(texts) = settings.get(table, "", "targets").and_then(|value| settings.texts(value, "targets")) {
        project.default_targets = target_list(settings, texts);
    }
    let legacy = "legacy-macro-expansion";
    if let Some(is) = settings.get(table, "", legacy).and_then(|value| settings.boolean(value, legacy)) {
        project.legacy_macro_expansion = is;
    }
    profile(settings, table, project);
    fallback(settings, table, project);
    warnings(settings, table, registry, project);
    language_versions(settings, table, registry, project);
    dialects(settings, table, registry, project);
    generators(settings, table, registry, project);
    compilers(settings, table, sources, project);
    targets(settings, table, project);
    unused_compilers(settings, project);
    defines(settings, table, project);
    limits(settings, table, project);
    cache(settings, table, sources, project);
    if let Some(all) = section(settings, table, "", "remote") {
        project.remote = remote(settings, all, sources);
    }
}

/// The key that chooses a language's version, if it has several.
fn version_key(language: &dyn Language) -> Option<String> {
    language.version_option().map(|_| language.source_language(language.default_version()).version_key())
}

/// `fallback`: whether `auto` may take another compiler.
fn fallback(settings: &mut Settings, table: &DeTable<'_>, project: &mut Project) {
    let Some(Text { text, span }) =
        settings.get(table, "", "fallback").and_then(|value| settings.text(value, "fallback"))
    else {
        return;
    };
    match text.as_str() {
        "deny" => project.denies_fallback = true,
        "allow" => project.denies_fallback = false,
        _ => {
            let help = "Write `\"allow\"` or `\"deny\"`.".to_owned();
            settings.error("discover/bad-value", span, format!("`fallback`: unknown word {text:?}"), help);
        }
    }
}

/// `[warnings]` and `deny-warnings`: what becomes of warnings.
fn warnings(settings: &mut Settings, table: &DeTable<'_>, registry: &Registry, project: &mut Project) {
    let all = "deny-warnings";
    if let Some(is) = settings.get(table, "", all).and_then(|value| settings.boolean(value, all)) {
        project.warnings.denies_all = is;
    }
    let Some(section) = section(settings, table, "", "warnings") else { return };
    for (code, value) in section.iter() {
        let (name, span) = (code.get_ref().as_ref(), settings.span(code.span()));
        if !registry.warnings().any(|known| known == name) {
            let help = suggestion(name, registry.warnings());
            settings.error("discover/unknown-warning", span, format!("no warning has the code `{name}`"), help);
            continue;
        }
        let key = dotted("warnings", name);
        let Some(Text { text, span }) = settings.text(value, &key) else { continue };
        match WarningLevel::from_name(&text) {
            Some(level) => {
                settings.places.insert(key, span);
                project.warnings.of_codes.insert(name.to_owned(), level);
            }
            None => {
                let help = "Write `\"allow\"`, `\"warn\"` or `\"deny\"`.".to_owned();
                settings.error("discover/bad-value", span, format!("`{key}`: unknown word {text:?}"), help);
            }
        }
    }
}

/// `profile`: a shader model, which has no stage.
fn profile(settings: &mut Settings, table: &DeTable<'_>, project: &mut Project) {
    let Some(Text { text, span }) =
        settings.get(table, "", "profile").and_then(|value| settings.text(value, "profile"))
    else {
        return;
    };
    let known = |text: &str| {
        let mut parts = text.split('_');
        let (major, minor) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let is_number = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number(major) && is_number(minor) && major != "0" && parts.next().is_none()
    };
    if known(&text) {
        project.profile = Some(text);
        return;
    }
    let model = text.split_once('_').map(|(_, model)| model).filter(|model| known(model));
    let help = match model {
        Some(model) => format!("Write `\"{model}\"`: uberc adds the letters of each stage."),
        None => "Write a shader model, such as `\"6_6\"`.".to_owned(),
    };
    settings.error("discover/bad-value", span, format!("`profile`: `{text}` is not a shader model"), help);
}

fn language_versions(settings: &mut Settings, table: &DeTable<'_>, registry: &Registry, project: &mut Project) {
    for (_, language) in registry.languages() {
        let (Some(key), Some(option)) = (version_key(language), language.version_option()) else { continue };
        let Some(value) = settings.get(table, "", &key) else { continue };
        let Some(number) = settings.integer(value, &key, 0..=u64::from(u16::MAX)) else { continue };
        match option.versions.iter().find(|known| u64::from(known.0) == number) {
            Some(version) => _ = project.language_versions.insert(language.name().to_owned(), *version),
            None => {
                let span = settings.span(value.span());
                let known: Vec<String> = option.versions.iter().map(LanguageVersion::to_string).collect();
                let help = format!("It is {}.", known.join(", or "));
                settings.error(
                    "discover/bad-value",
                    span,
                    format!("`{key}` is not one of {}'s", language.title()),
                    help,
                );
            }
        }
    }
}

/// `[dialects]`: globs, each with the name of a dialect.
fn dialects(settings: &mut Settings, table: &DeTable<'_>, registry: &Registry, project: &mut Project) {
    let Some(all) = section(settings, table, "", "dialects") else { return };
    // A parsed table is in the order of its keys; which pattern comes first decides.
    let mut rows: Vec<_> = all.iter().collect();
    rows.sort_by_key(|(pattern, _)| pattern.span().start);
    for (pattern, value) in rows {
        let (text, span) = (pattern.get_ref().as_ref(), settings.span(pattern.span()));
        let key = dotted("dialects", text);
        let Some(name) = settings.text(value, &key) else { continue };
        let kept = patterns(settings, &key, vec![Text { text: text.to_owned(), span }]);
        if registry.find(&name.text).is_none() {
            let message = format!("unknown dialect `{}`", name.text);
            let help = suggestion(&name.text, registry.names());
            settings.error("discover/unknown-dialect", name.span, message, help);
            continue;
        }
        settings.places.insert(key, span);
        project.dialects.extend(kept.into_iter().map(|pattern| (pattern, name.text.clone())));
    }
}

/// The section of each generator that has options.
fn generators(settings: &mut Settings, table: &DeTable<'_>, registry: &Registry, project: &mut Project) {
    for generator in registry.generators().filter(|generator| !generator.options().is_empty()) {
        if let Some(section) = section(settings, table, "", generator.name()) {
            let values = generator_options(settings, section, generator);
            project.generator_options.insert(generator.name().to_owned(), values);
        }
    }
}

fn patterns(settings: &mut Settings, key: &str, texts: Vec<Text>) -> Vec<String> {
    let mut kept: Vec<Text> = Vec::new();
    for Text { text, span } in texts {
        match Pattern::new(&text) {
            Ok(_) => kept.push(Text { text, span }),
            Err(why) => {
                let help =
                    "`*` matches within a folder, `**` any number of folders, `{a,b}` either, `[ab]` one character.";
                settings.error("discover/bad-glob", span, format!("`{text}` is not a pattern: {why}"), help.to_owned());
            }
        }
    }
    settings.renumber(key, &kept);
    kept.into_iter().map(|text| text.text).collect()
}

fn folders(settings: &mut Settings, sources: &Sources, key: &str, texts: Vec<Text>) -> Vec<PathBuf> {
    let mut kept = Vec::new();
    for Text { text, span } in texts {
        let path = sources.relative(Path::new(&text));
        if is_folder(sources, &path) {
            kept.push(Text { text, span });
            continue;
        }
        let (code, message, help) = if is_file(sources, &path) {
            let parent = display(path.parent().unwrap_or(Path::new("")));
            ("discover/not-a-folder", format!("`{text}` is a file"), format!("Name its folder: `{parent}`."))
        } else if text.contains('\\') && is_folder(sources, Path::new(&text.replace('\\', "/"))) {
            let help = format!("Write `{}`: paths have `/` on every system.", text.replace('\\', "/"));
            ("discover/no-such-folder", format!("there is no folder `{text}`"), help)
        } else {
            let help = format!("Create it, or remove it from `{key}`; paths are relative to `{FILE_NAME}`.");
            ("discover/no-such-folder", format!("there is no folder `{text}`"), help)
        };
        settings.error(code, span, message, help);
    }
    settings.renumber(key, &kept);
    kept.into_iter().map(|text| sources.relative(Path::new(&text.text))).collect()
}

fn target_list(settings: &mut Settings, texts: Vec<Text>) -> Vec<Target> {
    let mut list: Vec<Target> = Vec::new();
    for Text { text, span } in texts {
        match target_named(&text) {
            Ok(target) if list.contains(&target) => {
                let diagnostic = Diagnostic::warning("discover/repeated-target", format!("`{text}` is listed twice"));
                settings.diagnostics.push(diagnostic.at(span).help("Remove one of them."));
            }
            Ok(target) => list.push(target),
            Err(help) => unknown_target(settings, &text, help, span),
        }
    }
    list
}

fn unknown_target(settings: &mut Settings, name: &str, help: String, span: Span) {
    settings.error("discover/unknown-target", span, format!("unknown target `{name}`"), help);
}

fn compilers(settings: &mut Settings, table: &DeTable<'_>, sources: &Sources, project: &mut Project) {
    let Some(all) = section(settings, table, "", "compiler") else { return };
    for (name, value) in all.iter() {
        let key = dotted("compiler", name.get_ref());
        let Some(one) = settings.table(value, &key) else { continue };
        let span = settings.span(name.span());
        settings.places.insert(key.clone(), span);
        settings.reject_unknown_keys(one, &key, &COMPILER, |_| None);
        let mut step = CompilerStep::default();
        let path = |name: &str| dotted(&key, name);
        if let Some(text) = settings.get(one, &key, "program").and_then(|v| settings.text(v, &path("program"))) {
            // A path with a separator is one of the project's files; a bare name is looked up on PATH.
            if text.text.contains('/') && !is_file(sources, Path::new(&text.text)) {
                let message = format!("there is no file `{}`", text.text);
                let help = "Paths are relative to `uberc.toml`; a bare name is looked up on PATH.".to_owned();
                settings.error("discover/no-such-file", text.span, message, help);
            }
            step.program = Some(text.text);
        }
        if let Some(texts) = settings.get(one, &key, "args").and_then(|v| settings.texts(v, &path("args"))) {
            step.args = Some(texts.into_iter().map(|text| text.text).collect());
        }
        if let Some(texts) = settings.get(one, &key, "extra-args").and_then(|v| settings.texts(v, &path("extra-args")))
        {
            step.extra_args = texts.into_iter().map(|text| text.text).collect();
        }
        step.workers = settings.get(one, &key, "workers").and_then(|value| settings.boolean(value, &path("workers")));
        let files = settings.get(one, &key, "remote-files").and_then(|v| settings.texts(v, &path("remote-files")));
        for Text { text, span } in files.into_iter().flatten() {
            if !is_file(sources, Path::new(&text)) {
                let (message, help) = (format!("there is no file `{text}`"), "Paths are relative to `uberc.toml`.");
                settings.error("discover/no-such-file", span, message, help.to_owned());
            }
            step.remote_files.push(text.into());
        }
        let built_in = BUILT_IN_COMPILERS.contains(&name.get_ref().as_ref());
        let written = |name| one.get(name).is_some();
        let complete = built_in || (written("program") && written("args"));
        if !complete {
            let message = format!("compiler `{}` is not built in and has no command", name.get_ref());
            let help = match did_you_mean(name.get_ref(), BUILT_IN_COMPILERS) {
                Some(best) => format!("Did you mean `{best}`? A compiler of your own needs `program` and `args`."),
                None => format!(
                    "A compiler of your own needs `program` and `args`; built in are: {}.",
                    BUILT_IN_COMPILERS.join(", ")
                ),
            };
            settings.error("discover/incomplete-compiler", span, message, help);
        }
        project.compilers.insert(name.get_ref().to_string(), step);
    }
}

fn targets(settings: &mut Settings, table: &DeTable<'_>, project: &mut Project) {
    let Some(all) = section(settings, table, "", "target") else { return };
    for (name, value) in all.iter() {
        let key = dotted("target", name.get_ref());
        let span = settings.span(name.span());
        let target = match target_named(name.get_ref()) {
            Ok(target) => Some(target),
            Err(help) => {
                unknown_target(settings, name.get_ref(), help, span);
                None
            }
        };
        let Some(one) = settings.table(value, &key) else { continue };
        settings.reject_unknown_keys(one, &key, &TARGET, |name| {
            COMPILER.contains(&name).then(|| "in `[compiler.NAME]`".to_owned())
        });
        let path = dotted(&key, "compilers");
        let mut chain = Vec::new();
        for Text { text, span } in
            settings.get(one, &key, "compilers").and_then(|v| settings.texts(v, &path)).unwrap_or_default()
        {
            if project.compilers.contains_key(&text) || BUILT_IN_COMPILERS.contains(&text.as_str()) {
                chain.push(text);
            } else {
                let known = BUILT_IN_COMPILERS.into_iter().chain(project.compilers.keys().map(String::as_str));
                let help = did_you_mean(&text, known).map_or_else(
                    || format!("Built in are: {}. Others need a `[compiler.{text}]`.", BUILT_IN_COMPILERS.join(", ")),
                    |best| format!("Did you mean `{best}`?"),
                );
                settings.error("discover/unknown-compiler", span, format!("unknown compiler `{text}`"), help);
            }
        }
        if one.get("compilers").and_then(|v| v.get_ref().as_array()).is_some_and(|list| list.is_empty()) {
            let span = settings.places[&path];
            let help = "Remove the key to use the built-in chain.".to_owned();
            settings.error("discover/bad-value", span, format!("`{path}` names no compiler"), help);
        }
        if let Some(target) = target {
            let bindings = binding_rule(settings, one, &key, target);
            project.targets.insert(target, TargetSettings { chain, bindings });
        }
    }
}

fn unused_compilers(settings: &mut Settings, project: &Project) {
    for name in project.compilers.keys().filter(|name| !BUILT_IN_COMPILERS.contains(&name.as_str())) {
        let used = project.targets.values().any(|target| target.chain.contains(name));
        let incomplete = project.compilers[name].program.is_none() || project.compilers[name].args.is_none();
        if !used && !incomplete {
            let mut diagnostic =
                Diagnostic::warning("discover/unused-compiler", format!("no target uses the compiler `{name}`"))
                    .help("Name it in the `compilers` of a `[target.NAME]`, or remove it.");
            if let Some(span) = settings.places.get(&dotted("compiler", name)) {
                diagnostic = diagnostic.at(*span);
            }
            settings.diagnostics.push(diagnostic);
        }
    }
}

/// What is wrong with a macro of the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefineProblem {
    Name,
    /// Its replacement has several lines.
    Lines,
    /// Its replacement goes on behind its end.
    Incomplete,
}

impl DefineProblem {
    /// A full sentence.
    pub const fn help(self) -> &'static str {
        match self {
            DefineProblem::Name => "A macro's name has letters, digits and `_`, and does not begin with a digit.",
            DefineProblem::Lines => "A macro's replacement is one line.",
            DefineProblem::Incomplete => {
                "Give the macro a replacement that does not end in a backslash or an open comment."
            }
        }
    }
}

/// Checks `#define NAME TEXT`.
pub fn define_problem(name: &str, text: &str) -> Option<DefineProblem> {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !starts || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') || name == "defined" {
        return Some(DefineProblem::Name);
    }
    if text.contains(['\n', '\r']) {
        return Some(DefineProblem::Lines);
    }
    (text.trim().ends_with('\\') || leaves_comment_open(text)).then_some(DefineProblem::Incomplete)
}

fn defines(settings: &mut Settings, table: &DeTable<'_>, project: &mut Project) {
    let Some(all) = section(settings, table, "", "defines") else { return };
    for (name, value) in all.iter() {
        let macro_name = name.get_ref().as_ref();
        let key = dotted("defines", macro_name);
        let written = match value.get_ref() {
            DeValue::String(text) => text.as_ref(),
            _ => "",
        };
        if let Some(problem) = define_problem(macro_name, written) {
            let (at, message) = match problem {
                DefineProblem::Name => (name.span(), format!("`{macro_name}` cannot be a macro's name")),
                DefineProblem::Lines => (value.span(), format!("`{key}` spans lines")),
                DefineProblem::Incomplete => (value.span(), format!("`{key}` ends in a backslash or an open comment")),
            };
            let span = settings.span(at);
            settings.error("discover/bad-define", span, message, problem.help().to_owned());
            continue;
        }
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Boolean(on) => u8::from(*on).to_string(),
            // As a decimal number: the preprocessor knows no `0o` and no `_`.
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => number.to_string(),
                Err(_) => {
                    let span = settings.span(value.span());
                    let help = "Write it as a string: a string is used unchanged.".to_owned();
                    settings.error("discover/bad-define", span, format!("`{key}` does not fit 64 bits"), help);
                    continue;
                }
            },
            DeValue::Float(number) if number.as_str().parse::<f64>().is_ok_and(f64::is_finite) => {
                number.as_str().trim_start_matches('+').to_owned()
            }
            _ => {
                settings.wrong_type(value, &key, "a string, a finite number or a boolean", None);
                continue;
            }
        };
        let span = settings.span(value.span());
        settings.places.insert(key, span);
        project.defines.insert(macro_name.to_owned(), text);
    }
}

fn limits(settings: &mut Settings, table: &DeTable<'_>, project: &mut Project) {
    let Some(all) = section(settings, table, "", "limits") else { return };
    settings
        .reject_unknown_keys(all, "limits", &LIMITS, |name| CACHE.contains(&name).then(|| "in `[cache]`".to_owned()));
    let limits = &mut project.limits;
    for (key, limit, most) in [
        ("files", &mut limits.files, u64::from(u32::MAX)),
        ("techniques", &mut limits.techniques, u64::from(u32::MAX)),
        ("cubes", &mut limits.cubes, u64::from(u32::MAX)),
        ("tokens", &mut limits.tokens, u64::from(u32::MAX)),
        ("sidecar-instructions", &mut limits.sidecar_instructions, i64::MAX as u64),
        ("compile-steps", &mut limits.compile_steps, i64::MAX as u64),
    ] {
        let value = settings.get(all, "limits", key);
        if let Some(number) = value.and_then(|v| settings.integer(v, &dotted("limits", key), 1..=most)) {
            *limit = number;
        }
    }
    let value = settings.get(all, "limits", "include-depth");
    if let Some(depth) = value.and_then(|v| settings.integer(v, "limits.include-depth", 1..=1000)) {
        limits.include_depth = depth as u32;
    }
    let day = Duration::from_secs(24 * 60 * 60);
    for (key, limit) in [("sidecar-time", &mut limits.sidecar_time), ("compile-timeout", &mut limits.compile_timeout)] {
        let value = settings.get(all, "limits", key);
        if let Some(time) = value.and_then(|v| settings.time(v, &dotted("limits", key), Duration::from_millis(1)..=day))
        {
            *limit = time;
        }
    }
    let value = settings.get(all, "limits", "sidecar-memory");
    // Luau's own libraries take some 100 KiB; a terabyte is beyond any machine that builds shaders.
    if let Some(bytes) = value.and_then(|v| settings.size(v, "limits.sidecar-memory", 1 << 20..=1 << 40)) {
        limits.sidecar_memory = usize::try_from(bytes).unwrap_or(usize::MAX);
    }
    let value = settings.get(all, "limits", "compile-memory");
    // A program needs at least some MiB to start.
    if let Some(bytes) = value.and_then(|v| settings.size(v, "limits.compile-memory", 16 << 20..=1 << 40)) {
        limits.compile_memory = bytes;
    }
}

fn cache(settings: &mut Settings, table: &DeTable<'_>, sources: &Sources, project: &mut Project) {
    let Some(all) = section(settings, table, "", "cache") else { return };
    settings
        .reject_unknown_keys(all, "cache", &CACHE, |name| LIMITS.contains(&name).then(|| "in `[limits]`".to_owned()));
    if let Some(text) = settings.get(all, "cache", "dir").and_then(|v| settings.text(v, "cache.dir")) {
        let path = sources.relative(Path::new(&text.text));
        let above = path.as_os_str().is_empty()
            || path.components().all(|part| part == std::path::Component::ParentDir)
            || (path.is_absolute() && sources.root().starts_with(&path));
        if above {
            // Clean-up deletes files in this folder.
            let message = format!("`cache.dir`: `{}` holds the project itself", text.text);
            let help = "Name a folder of its own, such as `\".uberc\"`.".to_owned();
            settings.error("discover/bad-value", text.span, message, help);
        } else if is_file(sources, &path) {
            let message = format!("`cache.dir`: `{}` is a file", text.text);
            settings.error("discover/not-a-folder", text.span, message, "Name a folder.".to_owned());
        } else {
            project.cache_dir = path;
        }
    }
    let value = settings.get(all, "cache", "size");
    if let Some(bytes) = value.and_then(|v| settings.size(v, "cache.size", 1 << 20..=1 << 50)) {
        project.cache_size = bytes;
    }
}

fn section<'a, 't>(
    settings: &mut Settings,
    table: &'a DeTable<'t>,
    parent: &str,
    name: &str,
) -> Option<&'a DeTable<'t>> {
    let value = settings.get(table, parent, name)?;
    settings.table(value, &dotted(parent, name))
}
