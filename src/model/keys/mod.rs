//! Makers of cache keys: one function for each kind of key, from named fields. Every key of an action is made here, so
//! that what a cached result depends on is read in one place.
//!
//! **In**: named fields, one structure for each kind of key.
//! **Out**: an [`ActionKey`].
//! **Never**: reads a file, a clock or an address.
//!
//! A key identifies a result with all its inputs. A subject ([`UnitSubject`], [`BuildSubject`]) identifies what is
//! built without its inputs, so that a build can compare the new key with the subject's last key and report the reason
//! of a rebuild. Each maker destructures its structure: a field that is not used in the key does not compile.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{ActionKey, BindingRule, Digest, Limits, Shifts, SourceUnit, Stage, Target};

/// A named field of a key that is made elsewhere: settings of compilers.
pub type KeyField = (Arc<str>, Arc<str>);

/// One step of a chain of compilers. The fields that every step has come first. A step sets only those of the other
/// fields on which its result depends, so that variants and targets share equal steps.
#[derive(Clone, Debug)]
pub struct StepKey<'a> {
    /// The step's name: `glslang`.
    pub step: &'a str,
    /// The version; of programs also the digest of the binary, because two builds of one version can differ.
    pub compiler: &'a str,
    /// Input and output form: one compiler can have several outputs.
    pub from: &'a str,
    pub to: &'a str,
    /// The bytes it works on.
    pub input: Digest,

    /// The stage chooses the execution model, and the default profile.
    pub stage: Option<Stage>,
    /// A text can have several entry points.
    pub entry_point: Option<&'a str>,
    /// The shader model, where the command line has it.
    pub profile: Option<String>,
    /// The version of the source's language, and the field of the project file that holds it.
    pub version: Option<(String, String)>,
    /// The language and the revision of its front end, for the step that analyses the source: its name, a space, a number.
    pub front_end: Option<String>,
    /// The command line with its placeholders, one word per line.
    pub arguments: Option<String>,
    /// The binding rule, for steps that assign bindings.
    pub bindings: Option<BindingRule>,
    /// The shifts on the command line, for programs that take them as arguments.
    pub shifts: Vec<(&'static str, u32)>,
    /// The places of all bindings. They follow from the declarations of the whole unit, which are not all in the input.
    pub layout: Option<String>,
    /// Declarations of the whole unit from which the interface follows, for the same reason.
    pub interface: Option<String>,
    /// The locations of values between stages, which follow from all stages of a shader:
    /// [`StageLinks::text`](super::StageLinks::text).
    pub links: Option<String>,
    /// Whether it is Direct3D 9, whose pixel centres and samplers differ.
    pub direct3d9: Option<bool>,
    /// Names and lines stay in the output.
    pub debug_info: Option<bool>,
    /// The file, line and column of each token, where debug information holds them:
    /// [`SourceText::digest_places`](super::SourceText::digest_places).
    pub places: Option<Digest>,
    /// The input file's name on the command line, which debug information holds.
    pub file: Option<String>,
    /// The step only renumbers ids.
    pub ids_alone: bool,
    /// `limits.compile-steps`, for steps that count theirs: what is within one limit can exceed another.
    pub most_steps: Option<u64>,
}

impl<'a> StepKey<'a> {
    /// A step whose result depends on its input alone.
    pub fn new(step: &'a str, compiler: &'a str, (from, to): (&'a str, &'a str), input: Digest) -> StepKey<'a> {
        StepKey {
            step,
            compiler,
            from,
            to,
            input,
            stage: None,
            entry_point: None,
            profile: None,
            version: None,
            front_end: None,
            arguments: None,
            bindings: None,
            shifts: Vec::new(),
            layout: None,
            interface: None,
            links: None,
            direct3d9: None,
            debug_info: None,
            places: None,
            file: None,
            ids_alone: false,
            most_steps: None,
        }
    }

    /// The key of the step's result.
    pub fn key(self) -> ActionKey {
        let StepKey {
            step,
            compiler,
            from,
            to,
            input,
            stage,
            entry_point,
            profile,
            version,
            front_end,
            arguments,
            bindings,
            shifts,
            layout,
            interface,
            links,
            direct3d9,
            debug_info,
            places,
            file,
            ids_alone,
            most_steps,
        } = self;
        let mut key = ActionKey::new("compile")
            .with("step", step.to_owned())
            .with("compiler", compiler.to_owned())
            .with("from", from.to_owned())
            .with("to", to.to_owned())
            .with("input", input.to_string());
        if let Some(stage) = stage {
            key.set("stage", stage.name());
        }
        let mut set = |name: &'static str, value: Option<String>| {
            if let Some(value) = value {
                key.set(name, value);
            }
        };
        set("entry_point", entry_point.map(str::to_owned));
        set("profile", profile);
        set("front end", front_end);
        set("arguments", arguments);
        set("bindings", bindings.map(|bindings| bindings.to_string()));
        for (hole, shift) in shifts {
            set(hole, Some(shift.to_string()));
        }
        set("layout", layout);
        set("interface", interface);
        set("links", links);
        set("direct3d9", direct3d9.map(|direct3d9| direct3d9.to_string()));
        set("debug_info", debug_info.map(|debug_info| debug_info.to_string()));
        set("places", places.map(|places| places.to_string()));
        set("file", file);
        set("ids alone", ids_alone.then(|| "true".to_owned()));
        set("compile-steps", most_steps.map(|steps| steps.to_string()));
        if let Some((field, version)) = version {
            key.set(field, version);
        }
        key
    }
}

/// The identity of one stage of one technique: what its tokens spell.
#[derive(Clone, Copy, Debug)]
pub struct VariantKey<'a> {
    /// One entry point can be of several stages.
    pub stage: Stage,
    pub entry_point: &'a str,
    /// Spellings of what the entry point reaches, in order.
    pub tokens: Digest,
    /// Asked for by the technique; another profile is another compilation.
    pub profile: Option<&'a str>,
    /// The locations of values between stages, see [`StepKey::links`].
    pub links: Option<&'a str>,
}

impl VariantKey<'_> {
    pub fn key(self) -> ActionKey {
        let VariantKey { stage, entry_point, tokens, profile, links } = self;
        let mut key = ActionKey::new("variant")
            .with("stage", stage.name())
            .with("entry_point", entry_point.to_owned())
            .with("tokens", tokens.to_string());
        for (name, value) in [("profile", profile), ("links", links)] {
            if let Some(value) = value {
                key.set(name, value.to_owned());
            }
        }
        key
    }
}

/// A variant under a chain of compilers: variants with equal identities are compiled once.
#[derive(Clone, Copy, Debug)]
pub struct VariantIdentity<'a> {
    /// The digest of the [`VariantKey`].
    pub variant: Digest,
    /// Equal tokens of two languages are two programs.
    pub language: &'a str,
    /// Declarations of the whole unit, where a step numbers bindings from them.
    pub interface: Option<Digest>,
    /// The source's name and the places of the tokens, where debug information holds them.
    pub places: Option<Digest>,
}

impl VariantIdentity<'_> {
    pub fn key(self) -> ActionKey {
        let VariantIdentity { variant, language, interface, places } = self;
        let mut key = ActionKey::new("variant of a chain")
            .with("variant", variant.to_string())
            .with("language", language.to_owned());
        for (name, digest) in [("interface", interface), ("places", places)] {
            if let Some(digest) = digest {
                key.set(name, digest.to_string());
            }
        }
        key
    }
}

/// A variant's artifact, found without making the variant's text.
#[derive(Clone, Debug)]
pub struct ArtifactKey {
    /// The digest of the [`VariantKey`].
    pub variant: Digest,
    pub target: Target,
    /// The compilers of the chain, without those of a fallback, with identity and arguments.
    pub chain: Arc<[KeyField]>,
    /// Declarations of the whole unit, where a step numbers bindings from them.
    pub interface: Option<Digest>,
}

impl ArtifactKey {
    pub fn key(self) -> ActionKey {
        let ArtifactKey { variant, target, chain, interface } = self;
        // Most fields are those of the chain, which are sorted.
        let mut key = with_fields(ActionKey::default(), &chain);
        if let Some(interface) = interface {
            key.set("interface", interface.to_string());
        }
        key.with("kind", "artifact").with("target", target.name()).with("variant", variant.to_string())
    }
}

/// A unit for a target.
#[derive(Clone, Copy, Debug)]
pub struct UnitSubject<'a> {
    /// Both paths: units can share one of them.
    pub unit: &'a SourceUnit,
    pub target: Target,
}

impl UnitSubject<'_> {
    pub fn key(self) -> ActionKey {
        let UnitSubject { unit: SourceUnit { sidecar, source }, target } = self;
        ActionKey::new("unit")
            .with("sidecar", sidecar.display().to_string())
            .with("source", path_or_none(source.as_deref()))
            .with("target", target.name())
    }
}

/// What a finished unit depends on besides its files. Time limits are left out: a result that was made within its limit
/// does not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct UnitSettings<'a> {
    /// Version of uberc and digest of its source code: another version may give another result.
    pub uberc: &'a str,
    /// How far variants are specialised: `plain`, `folded`.
    pub mode: &'a str,
    pub debug_info: bool,
    /// Where includes are searched for, in order.
    pub include: &'a [PathBuf],
    /// Where modules of sidecars are searched for, in order.
    pub lua: &'a [PathBuf],
    /// The dialects that this program knows, with their revisions.
    pub registry: &'a str,
    /// Patterns of files and the dialects that they select, of the project file, in order.
    pub dialects: &'a [(String, String)],
    /// Versions of the languages, by their fields of the project file.
    pub versions: &'a [KeyField],
    /// The shader model of techniques without one: it chooses macros and the compilers' profile.
    pub profile: Option<&'a str>,
    pub legacy_macro_expansion: bool,
    /// Limits except those of time: a unit within one limit can exceed another.
    pub limits: &'a Limits,
    /// Macros of every unit.
    pub defines: &'a BTreeMap<String, String>,
    /// Sidecars whose create infos every unit sees, in order.
    pub create_infos: &'a [PathBuf],
    /// Options of generators in the project file, by generator and name.
    pub generator_options: &'a BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// Compilers with identity and arguments.
    pub chain: &'a [KeyField],
}

impl UnitSettings<'_> {
    /// The fields, for [`UnitKey`] and [`BuildKey`].
    pub fn fields(self) -> Vec<KeyField> {
        let UnitSettings {
            uberc,
            mode,
            debug_info,
            include,
            lua,
            registry,
            dialects,
            versions,
            profile,
            legacy_macro_expansion,
            limits,
            defines,
            create_infos,
            generator_options,
            chain,
        } = self;
        let field = |name: &str, value: String| (Arc::from(name), Arc::from(value));
        let mut fields = vec![
            field("uberc", uberc.to_owned()),
            field("mode", mode.to_owned()),
            field("debug info", debug_info.to_string()),
            field("setting include", paths(include)),
            field("setting lua", paths(lua)),
            field("setting create-infos", paths(create_infos)),
            field("dialects", registry.to_owned()),
            field("setting profile", profile.unwrap_or("none").to_owned()),
            field("setting legacy-macro-expansion", legacy_macro_expansion.to_string()),
        ];
        for (name, limit) in [
            ("techniques", limits.techniques),
            ("cubes", limits.cubes),
            ("sidecar-instructions", limits.sidecar_instructions),
            ("sidecar-memory", limits.sidecar_memory as u64),
            ("compile-steps", limits.compile_steps),
            ("include-depth", u64::from(limits.include_depth)),
            ("tokens", limits.tokens),
        ] {
            fields.push(field(&format!("setting limits.{name}"), limit.to_string()));
        }
        fields.extend(defines.iter().map(|(name, value)| field(&format!("setting defines.{name}"), value.clone())));
        for (generator, options) in generator_options {
            let named = |(name, values): (&String, &Vec<String>)| {
                // With quotation marks and escapes: two values are not one with a separator in it.
                field(&format!("setting {generator}.{name}"), format!("{values:?}"))
            };
            fields.extend(options.iter().map(named));
        }
        // The first pattern that matches a file counts.
        let dialects: Vec<String> = dialects.iter().map(|(glob, name)| format!("{glob} = {name}")).collect();
        fields.push(field("setting dialects", dialects.join("\n")));
        fields.extend(versions.iter().map(|(name, value)| (format!("setting {name}").into(), Arc::clone(value))));
        fields.extend(chain.iter().cloned());
        fields
    }
}

/// Settings alone: what compilers make of a variant depends on nothing else.
pub fn settings(fields: &[KeyField]) -> ActionKey {
    with_fields(ActionKey::new("settings"), fields)
}

/// A unit's result.
#[derive(Clone, Copy, Debug)]
pub struct UnitKey<'a> {
    pub subject: UnitSubject<'a>,
    /// Of [`UnitSettings::fields`].
    pub settings: &'a [KeyField],
    /// Files that it read, and files that it looked for and did not find: a new file can change the result.
    pub files: &'a BTreeMap<PathBuf, Option<Digest>>,
}

impl UnitKey<'_> {
    pub fn key(self) -> ActionKey {
        let UnitKey { subject, settings, files } = self;
        let mut key = with_fields(subject.key(), settings);
        for (path, digest) in files {
            let digest = digest.map_or("none".to_owned(), |digest| digest.to_string());
            key.set(format!("file {}", path.display()), digest);
        }
        key
    }
}

/// An archive.
#[derive(Clone, Copy, Debug)]
pub struct BuildSubject<'a> {
    /// Where it is written.
    pub output: &'a Path,
    /// In the order of the request: it is the archive's.
    pub targets: &'a [Target],
}

impl BuildSubject<'_> {
    pub fn key(self) -> ActionKey {
        let BuildSubject { output, targets } = self;
        let targets: Vec<&str> = targets.iter().map(|target| target.name()).collect();
        ActionKey::new("build").with("output", output.display().to_string()).with("targets", targets.join(","))
    }
}

/// A whole build. Files are not in it: a build's snapshot has them, with their stats.
#[derive(Clone, Copy, Debug)]
pub struct BuildKey<'a> {
    pub subject: BuildSubject<'a>,
    /// Whether it is a release: its compression is stronger.
    pub release: bool,
    /// Of [`UnitSettings::fields`], for each target.
    pub settings: &'a [(Target, &'a [KeyField])],
    /// All units: the archive contains each of them.
    pub units: &'a [SourceUnit],
    /// Whether the units are all of the project.
    pub whole: bool,
}

impl BuildKey<'_> {
    pub fn key(self) -> ActionKey {
        let BuildKey { subject, release, settings, units, whole } = self;
        let mut key = subject.key().with("release", release.to_string());
        for (target, fields) in settings {
            for (name, value) in *fields {
                key.set(format!("{}: {name}", target.name()), Arc::clone(value));
            }
        }
        for SourceUnit { sidecar, source } in units {
            key.set(format!("unit {}", sidecar.display()), path_or_none(source.as_deref()));
        }
        key.with("whole", whole.to_string())
    }
}

impl Shifts {
    /// By the names that command lines have for them.
    pub fn named(self) -> [(&'static str, u32); 4] {
        let Shifts { b, t, s, u } = self;
        [("shift.b", b), ("shift.t", t), ("shift.s", s), ("shift.u", u)]
    }
}

fn with_fields(mut key: ActionKey, fields: &[KeyField]) -> ActionKey {
    for (name, value) in fields {
        key.set(Arc::clone(name), Arc::clone(value));
    }
    key
}

fn paths(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join("\n")
}

fn path_or_none(path: Option<&Path>) -> String {
    path.map_or("none".to_owned(), |path| path.display().to_string())
}

#[cfg(test)]
mod tests;
