//! Makes declarations from the shaders of a Lua state.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use mlua::{Error, Function, Table, Value};

use super::Request;
use super::comparisons::{Doubtful, doubtful_conditions};
use super::fields::{PROGRAM_HELP, stage_conflict};
use super::node_scripts;
use super::problem::{Context, Frame, frame_of, frames_of};
use super::technique::{read_places, read_scalars, read_technique};
use crate::diag::{Diagnostic, SourceFile, Sources, Span};
use crate::dialect::Registry;
use crate::model::{
    BranchKind, BranchLayout, Fallback, LayoutError, MaterialRequest, Scalar, ShaderDeclaration, Stage, Technique,
};

/// The shaders without a mistake, each with its number in Lua (from 1).
pub fn declare(
    request: &Request<'_>,
    prelude: &Table,
    context: &Context,
    sources: &Sources,
    file: &Arc<SourceFile>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<(usize, ShaderDeclaration)>, Error> {
    let shaders: Table = prelude.raw_get("shaders")?;
    let mut declared = Vec::new();
    for (number, shader) in (1..).zip(shaders.sequence_values::<Table>()) {
        let shader = shader?;
        if let Some(declaration) = one(request, prelude, (number, &shader), context, sources, file, diagnostics)? {
            declared.push((number, declaration));
        }
    }
    // These checks run only if no shader has a mistake.
    if declared.len() == shaders.raw_len() {
        diagnostics.extend(comparisons(prelude, &declared, context, file)?);
    }
    if shaders.raw_len() == 0 && diagnostics.is_empty() {
        diagnostics.push(
            Diagnostic::error("sidecar/no-shader", format!("the sidecar `{}` declares no shader", file.name))
                .at(file.line_span(1))
                .help("Write `local shader = Shader(\"Name\")` and set its fields."),
        );
    }
    Ok(declared)
}

/// Conditions that do not mean what they seem to, in each `Specialize` of the sidecar's own text.
fn comparisons(
    prelude: &Table,
    declared: &[(usize, ShaderDeclaration)],
    context: &Context,
    file: &Arc<SourceFile>,
) -> Result<Vec<Diagnostic>, Error> {
    // By the function's line. If several shaders have the same function, a condition is reported only if it is doubtful
    // in each of them.
    let mut found: BTreeMap<u32, Vec<Doubtful>> = BTreeMap::new();
    let place: Function = prelude.raw_get("specialize_place")?;
    for (number, shader) in declared.iter().filter(|(_, shader)| shader.has_specialize) {
        let (chunk, line) = place.call::<(String, u32)>(*number)?;
        if context.chunks.borrow().get(&chunk).is_none_or(|known| known.id != file.id) {
            continue;
        }
        let span = file.line_span(line);
        let own = doubtful_conditions(&file.text, span.start as usize..span.end as usize, &shader.branches);
        match found.entry(line) {
            Entry::Vacant(entry) => drop(entry.insert(own)),
            Entry::Occupied(mut entry) => entry.get_mut().retain(|known| own.contains(known)),
        }
    }
    let warning = |found: Doubtful| {
        let span = Span { file: file.id, start: found.start as u32, end: found.end as u32 };
        Diagnostic::warning(found.code, found.message).at(span).help(found.help)
    };
    Ok(found.into_values().flatten().map(warning).collect())
}

/// Whether the techniques of a shader name entry points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryPoints {
    Needed,
    /// The techniques have programs of this machine in the place of stages.
    None {
        machine: &'static str,
    },
    /// An option of the shader is wrong, which is told when its text is made.
    NotKnown,
}

/// Reads one shader of the Lua state.
struct Reader<'a> {
    prelude: &'a Table,
    context: &'a Context,
    shader: &'a Table,
    /// The fields that the sidecar has set.
    values: Table,
    name: String,
    /// The call of `Shader`.
    declared: Span,
}

fn one(
    request: &Request<'_>,
    prelude: &Table,
    (number, shader): (usize, &Table),
    context: &Context,
    sources: &Sources,
    file: &Arc<SourceFile>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<ShaderDeclaration>, Error> {
    let reader = Reader {
        prelude,
        context,
        shader,
        values: shader.raw_get("values")?,
        name: shader.raw_get("name")?,
        declared: place(context, shader, "frames").unwrap_or(file.line_span(1)),
    };
    let before = diagnostics.len();
    let Some(branches) = reader.branches(request.registry, diagnostics)? else { return Ok(None) };
    let technique = reader.technique()?;
    let options = reader.options()?;
    let entry_points = reader.entry_points(request, &options)?;
    let has_specialize = matches!(reader.values.raw_get::<Value>("Specialize")?, Value::Function(_));
    if !has_specialize {
        diagnostics.extend(reader.technique_mistake(&technique, entry_points, diagnostics.is_empty()));
    }
    let is_sound = !shader.raw_get::<bool>("bad").unwrap_or(false) && diagnostics.len() == before;
    let source = reader.values.raw_get::<Option<String>>("Source")?.map(|text| {
        let within =
            if text.is_empty() { None } else { context.text_place(&text, reader.frame("source_frames").as_ref()) };
        sources.add_part(format!("{}:Source({})", file.name, reader.name), &text, within)
    });
    let fallback = reader.fallback(&branches)?;
    let fallback_name = if let Some(Fallback::Shader(name)) = &fallback { Some(name.as_str()) } else { None };
    let fallback_declared = reader.set_at("fallback_frames", "Fallback", fallback_name);
    let dialect: String = reader.values.raw_get("Dialect")?;
    let dialect_declared = reader.set_at("dialect_frames", "Dialect", Some(&dialect));
    let metadata: Table = reader.values.raw_get("Metadata")?;
    let metadata: String = prelude.raw_get::<Function>("scalars_text")?.call(metadata)?;
    if has_specialize && is_sound {
        let lua_layout: Vec<[u8; 2]> =
            branches.branches().iter().map(|branch| [branch.first_bit, branch.width]).collect();
        let (stages, machine) = match entry_points {
            EntryPoints::Needed => ("needed", None),
            EntryPoints::None { machine } => ("none", Some(machine)),
            EntryPoints::NotKnown => ("any", None),
        };
        prelude.raw_get::<Function>("prepare")?.call::<()>((number, lua_layout, stages, machine))?;
    }
    Ok(is_sound.then_some(ShaderDeclaration {
        name: reader.name,
        branches,
        technique,
        has_specialize,
        source,
        dialect,
        fallback,
        fallback_declared,
        dialect_declared,
        metadata: read_scalars(&metadata),
        options,
        materials: materials_of(request, shader)?,
        implemented: node_scripts::implemented(prelude)?,
        declared: reader.declared,
    }))
}

/// The materials that a shader is made of, if a library of sidecars declared it for some.
fn materials_of(request: &Request<'_>, shader: &Table) -> Result<Option<MaterialRequest>, Error> {
    let Some(materials) = shader.raw_get::<Option<Table>>("materials")? else { return Ok(None) };
    let texts = |key: &str| materials.raw_get::<Table>(key)?.sequence_values().collect::<Result<Vec<String>, _>>();
    Ok(Some(MaterialRequest {
        files: texts("files")?,
        elements: texts("elements")?,
        folder: request.unit.sidecar.parent().map(ToOwned::to_owned).unwrap_or_default(),
        prefix: materials.raw_get("prefix")?,
    }))
}

/// The innermost frame of a list in a table.
fn place(context: &Context, table: &Table, key: &str) -> Option<Span> {
    let frame: Table = table.raw_get::<Table>(key).ok()?.raw_get(1).ok()?;
    context.span(&frame.raw_get::<String>(1).ok()?, frame.raw_get(2).ok()?)
}

impl Reader<'_> {
    /// `None` if the branches do not fit into a key.
    fn branches(&self, registry: &Registry, diagnostics: &mut Vec<Diagnostic>) -> Result<Option<BranchLayout>, Error> {
        // An unknown dialect is reported when the shader's text is read.
        let dialect = registry.find(&self.values.raw_get::<String>("Dialect")?);
        let language = dialect.map(|dialect| registry.language(dialect.language));
        let options = dialect.and_then(|dialect| registry.generator(dialect)).map_or(&[][..], |known| known.options());
        let is_option = |name: &str| options.iter().any(|option| option.is_branch && option.name == name);
        let mut kinds = Vec::new();
        for branch in self.shader.raw_get::<Table>("branches")?.sequence_values::<Table>() {
            let branch = branch?;
            let kind = match branch.raw_get::<String>("kind")?.as_str() {
                "int" => BranchKind::Int { min: branch.raw_get("min")?, max: branch.raw_get("max")? },
                "enum" => BranchKind::Enum {
                    members: branch.raw_get::<Table>("members")?.sequence_values().collect::<Result<_, _>>()?,
                },
                _ => BranchKind::Bool,
            };
            let name: String = branch.raw_get("name")?;
            let frame = frames_of(&branch).into_iter().next();
            let span = frame.and_then(|frame| self.context.word(&frame.source, frame.line, &name, 1));
            if let Some(language) = language.filter(|language| language.is_reserved_word(&name) && !is_option(&name)) {
                let message = format!("`{name}` is a reserved word of {} and cannot be a branch", language.title());
                diagnostics.push(
                    Diagnostic::error("sidecar/reserved-branch", message)
                        .at(span.unwrap_or(self.declared))
                        .help("A branch has the name of a global variable of the shader; rename both."),
                );
            }
            kinds.push((name, kind, span));
        }
        match BranchLayout::new(kinds) {
            Ok(layout) => Ok(Some(layout)),
            Err(LayoutError::TooManyBits(bits)) => {
                let place = place(self.context, self.shader, "branches_frames");
                let message = format!("the branches of shader \"{}\" take {bits} bits; a key has 64", self.name);
                diagnostics
                    .push(Diagnostic::error("sidecar/too-many-bits", message).at(place.unwrap_or(self.declared)).help(
                    "Take branches out of `Branches` (they stay run-time uniforms of the shader), or split the shader.",
                ));
                Ok(None)
            }
        }
    }

    fn technique(&self) -> Result<Technique, Error> {
        let Value::Table(object) = self.values.raw_get::<Value>("Technique")? else { return Ok(Technique::default()) };
        let text: String = self.prelude.raw_get::<Function>("fingerprint")?.call(&object)?;
        let mut technique =
            read_technique(&text).ok_or_else(|| Error::runtime("the prelude wrote a technique that cannot be read"))?;
        let places: String = self.prelude.raw_get::<Function>("places")?.call(object)?;
        technique.places = read_places(&places, &technique, self.context);
        Ok(technique)
    }

    /// `Options`, with `Output`.
    fn options(&self) -> Result<BTreeMap<String, Scalar>, Error> {
        let options: Table = self.values.raw_get("Options")?;
        let options: String = self.prelude.raw_get::<Function>("scalars_text")?.call(options)?;
        let mut options = read_scalars(&options);
        if let Some(output) = self.values.raw_get::<Option<String>>("Output")? {
            options.insert("output".to_owned(), Scalar::String(output));
        }
        Ok(options)
    }

    /// What the generator of the shader's text makes with the options of the project and of the shader.
    fn entry_points(&self, request: &Request<'_>, options: &BTreeMap<String, Scalar>) -> Result<EntryPoints, Error> {
        let dialect = request.registry.find(&self.values.raw_get::<String>("Dialect")?);
        let Some(generator) = dialect.and_then(|dialect| request.registry.generator(dialect)) else {
            return Ok(EntryPoints::Needed);
        };
        let mut values = request.generator_options.get(generator.name()).cloned().unwrap_or_default();
        for (name, written) in options {
            let known = generator.options().iter().find(|option| option.name == name);
            let Some(own) = known.map(|option| (option, option.values(written))) else {
                return Ok(EntryPoints::NotKnown);
            };
            if own.0.check(&own.1).is_err() {
                return Ok(EntryPoints::NotKnown);
            }
            values.insert(name.clone(), own.1);
        }
        Ok(generator.machine(&values).map_or(EntryPoints::Needed, |machine| EntryPoints::None { machine }))
    }

    /// An error in the technique of a shader without `Specialize`. `is_first`: there was no error before; otherwise an
    /// entry point can be missing because it was rejected.
    fn technique_mistake(&self, technique: &Technique, wanted: EntryPoints, is_first: bool) -> Option<Diagnostic> {
        if let (EntryPoints::None { machine }, Some((stage, _))) = (wanted, technique.entry_points.first_key_value()) {
            let place = technique.places.entry_points.get(stage).copied();
            let message = format!(
                "the technique of shader \"{}\" has a {} entry point, and the shader becomes programs of the machine `{machine}`",
                self.name,
                stage.name()
            );
            let error = Diagnostic::error("sidecar/program-with-stages", message).at(place.unwrap_or(self.declared));
            return Some(error.help(PROGRAM_HELP));
        }
        if technique.entry_points.is_empty() && wanted == EntryPoints::Needed && is_first {
            let message = format!("shader \"{}\" has neither an entry point nor a `Specialize`", self.name);
            return Some(Diagnostic::error("sidecar/no-entry-point", message).at(self.declared).help(
                "Set `shader.Technique.VertexShader` or another stage to the name of a function of the shader.",
            ));
        }
        let stages = technique.entry_points.keys().fold(0, |stages, stage| stages | 1 << *stage as u32);
        stage_conflict(stages).map(|(what, help)| {
            let odd = [Stage::Compute, Stage::Amplification, Stage::Mesh];
            let place = odd.into_iter().find_map(|stage| technique.places.entry_points.get(&stage).copied());
            let message = format!("the technique of shader \"{}\" has {what}", self.name);
            Diagnostic::error("sidecar/mixed-stages", message).at(place.unwrap_or(self.declared)).help(help)
        })
    }

    fn fallback(&self, branches: &BranchLayout) -> Result<Option<Fallback>, Error> {
        Ok(match self.values.raw_get::<Value>("Fallback")? {
            Value::String(text) => Some(Fallback::Shader(text.to_string_lossy())),
            Value::Table(_) => {
                let mut bits = 0;
                if let Ok(set) = self.shader.raw_get::<Table>("fallback_values") {
                    for branch in branches.branches() {
                        if let Some(number) = set.raw_get::<Option<f64>>(branch.name.as_str())? {
                            bits |= branch.insert(number as u64);
                        }
                    }
                }
                Some(Fallback::Permutation(bits))
            }
            _ => None,
        })
    }

    /// The place at which a field was set.
    fn set_at(&self, frames: &str, field: &str, value: Option<&str>) -> Option<Span> {
        let frame = self.frame(frames)?;
        self.context.setting(&frame.source, frame.line, field, value)
    }

    fn frame(&self, frames: &str) -> Option<Frame> {
        frame_of(&self.shader.raw_get::<Table>(frames).ok()?.raw_get::<Table>(1).ok()?)
    }
}
