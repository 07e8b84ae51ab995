//! What the declarations of a unit may be in the stage that is compiled: built-in variables, `layout(...) in;`, locations.

use std::collections::BTreeMap;

use super::accesses::{self, Read};
use super::built_in_variables::group_size_symbol;
use super::mesh_stages;
use super::rules::{GlslRules, Unit};
use crate::diag::{Diagnostic, Span};
use crate::dialect::glsl::extensions::COMPUTE_DERIVATIVES;
use crate::dialect::glsl::interface::{
    DeclaredPlace, GlslWords, GroupLayout, StageWords, Varying, declared_places, of_stage,
};
use crate::ir::operations::{Effect, Vocabulary};
use crate::ir::{BuiltIn, ExprKind, Global, Instance, Item, Scalar, Statement, Storage, Symbol, TokenIndex, Type};
use crate::model::Stage;
use crate::sema::numbers::{is_float, parts};
use crate::sema::{ChunkToken, Failed, Result, code};

/// Checks all of it; each mistake is told once. The globals and the layout are those of the unit. `items`: what the stage
/// uses.
///
/// # Errors
/// It has been reported to the unit.
pub fn check(
    unit: &mut Unit<'_>,
    stage: Stage,
    function: Symbol,
    (globals, layout): (&[Instance], &GroupLayout),
    items: &BTreeMap<Symbol, Instance>,
) -> Result<()> {
    let mut rules = StageRules { unit, stage, failed: false };
    rules.group(function, layout, globals);
    rules.specialisations(globals);
    for instance in globals {
        let Item::Global(global) = &*instance.item else { continue };
        let is_reached = items.contains_key(&global.symbol);
        if global.storage == Storage::Payload && is_reached && !matches!(stage, Stage::Amplification | Stage::Mesh) {
            rules.wrong(global, "misplaced", |name| {
                format!("`{name}` is a payload, which only task and mesh stages have")
            });
        }
        if global.storage == Storage::GroupShared && !stage.has_groups() && items.contains_key(&global.symbol) {
            rules.wrong(global, "misplaced", |name| {
                format!("`{name}` is `shared`, which only a compute, task or mesh stage can have")
            });
        }
        let Some(words) = of_stage(&global.words) else { continue };
        rules.variable(global, words.in_stage(stage), items.contains_key(&global.symbol));
        rules.kind(global, words.in_stage(stage));
    }
    for Read { function, at, member } in accesses::reads(items) {
        let span = rules.span_in(function, at);
        let diagnostic = rules.error("write-only", format!("`{member}` is `writeonly`, and is read here"));
        rules.report(diagnostic, span);
    }
    rules.inputs_are_read(items);
    if stage == Stage::Mesh {
        rules.payload_is_read(items);
        rules.mesh_outputs(layout, globals, items);
    }
    rules.redeclared_blocks(items);
    rules.derivatives(items);
    rules.overlaps(globals, true);
    rules.overlaps(globals, false);
    if rules.failed { Err(Failed) } else { Ok(()) }
}

pub struct StageRules<'a, 'u> {
    pub unit: &'a mut Unit<'u>,
    pub stage: Stage,
    failed: bool,
}

impl StageRules<'_, '_> {
    pub fn span(&self, global: &Global) -> Option<Span> {
        let chunk = self.unit.chunk_of_item(global.symbol)?;
        self.unit.span(ChunkToken { chunk, token: global.at.0 })
    }

    pub fn span_in(&self, function: Symbol, at: TokenIndex) -> Option<Span> {
        let chunk = self.unit.chunk_of_item(function).unwrap_or(0);
        self.unit.span(ChunkToken { chunk, token: at.0 })
    }

    pub fn report(&mut self, diagnostic: Diagnostic, span: Option<Span>) {
        self.failed |= diagnostic.is_error();
        self.unit.diagnostics.push(match span {
            Some(span) => diagnostic.at(span),
            None => diagnostic,
        });
    }

    pub fn error(&self, name: &str, text: String) -> Diagnostic {
        Diagnostic::error(code::<GlslRules>(name), text)
    }

    fn warning(&self, name: &str, text: String) -> Diagnostic {
        Diagnostic::warning(code::<GlslRules>(name), text)
    }

    /// The name of the stage in GLSL.
    pub fn stage_name(&self) -> &'static str {
        match self.stage {
            Stage::Pixel => "fragment",
            Stage::Amplification => "task",
            other => other.name(),
        }
    }

    fn group(&mut self, function: Symbol, layout: &GroupLayout, globals: &[Instance]) {
        let has_size = layout.local_size != [None; 3] || layout.local_size_ids != [None; 3];
        if self.stage.has_groups() && !has_size {
            let name = function.0.split('(').next().unwrap_or_default();
            let stage = self.stage_name();
            let text =
                format!("the {stage} entry point `{name}` has no size of its groups, so they have one invocation");
            let diagnostic = self
                .warning("no-group-size", text)
                .help("Write `layout(local_size_x = 8, local_size_y = 8) in;` outside of functions.");
            let place = self.unit.item(function).and_then(|item| match &*item.analysed.item {
                Item::Function(function) => Some(ChunkToken { chunk: item.chunk, token: function.at.0 }),
                _ => None,
            });
            let span = place.and_then(|place| self.unit.span(place));
            self.report(diagnostic, span);
        }
        self.group_sizes(globals);
        self.mesh_layout(function, layout);
        if self.stage == Stage::Pixel && layout.post_depth_coverage && !layout.early_fragment_tests {
            let of_layout = globals.iter().find_map(|instance| match &*instance.item {
                Item::Global(global) => match global.words.get() {
                    Some(GlslWords::Group(one)) if one.post_depth_coverage => Some(global),
                    _ => None,
                },
                _ => None,
            });
            let span = of_layout.and_then(|global| self.span(global));
            let diagnostic = self
                .error("layout", "`post_depth_coverage` needs `early_fragment_tests`".to_owned())
                .help("Write `layout(early_fragment_tests) in;` as well.");
            self.report(diagnostic, span);
        }
        let of_fragments = layout.early_fragment_tests || layout.post_depth_coverage || layout.depth.is_some();
        let wrong = match self.stage {
            _ if self.stage.has_groups() => of_fragments.then_some("tests of fragments"),
            Stage::Pixel => has_size.then_some("groups of invocations"),
            _ if has_size => Some("groups of invocations"),
            _ => of_fragments.then_some("tests of fragments"),
        };
        if let Some(what) = wrong {
            let of_layout = globals.iter().find_map(|instance| match &*instance.item {
                Item::Global(global) => matches!(global.words.get(), Some(GlslWords::Group(_))).then_some(global),
                _ => None,
            });
            let span = of_layout.and_then(|global| self.span(global));
            let text = format!("a layout of {what} in a {} stage", self.stage_name());
            let diagnostic = self.error("layout", text);
            self.report(diagnostic, span);
        }
    }

    /// Layouts that give a group different sizes, or the constants of its size different numbers.
    fn group_sizes(&mut self, globals: &[Instance]) {
        let mut known = [None; 6];
        let names =
            ["local_size_x", "local_size_y", "local_size_z", "local_size_x_id", "local_size_y_id", "local_size_z_id"];
        for instance in globals {
            let Item::Global(global) = &*instance.item else { continue };
            let Some(GlslWords::Group(one)) = global.words.get() else { continue };
            let said = one.local_size.into_iter().chain(one.local_size_ids);
            for (known, (name, said)) in known.iter_mut().zip(names.into_iter().zip(said)) {
                if let (Some(first), Some(said)) = (*known, said)
                    && first != said
                {
                    let diagnostic = self.error("layout", format!("`{name}` is {said} here and {first} before"));
                    let span = self.span(global);
                    self.report(diagnostic, span);
                }
                *known = said.or(*known);
            }
        }
    }

    /// Constants that share a number. The size of a group may have that of a constant.
    fn specialisations(&mut self, globals: &[Instance]) {
        let mut known: BTreeMap<u32, Symbol> = BTreeMap::new();
        for instance in globals {
            let Item::Global(global) = &*instance.item else { continue };
            let Storage::Specialisation { id, .. } = &global.storage else { continue };
            if (0..3).any(|axis| group_size_symbol(axis) == global.symbol) {
                continue;
            }
            let first = *known.entry(*id).or_insert(global.symbol);
            if first != global.symbol {
                self.wrong(global, "layout", |name| {
                    format!("`{}` and `{name}` both have `constant_id = {id}`", first.0)
                });
            }
        }
    }

    fn variable(&mut self, global: &Global, words: StageWords, is_reached: bool) {
        let name = plain_name(global);
        let of_another = words.only.is_some_and(|only| only != self.stage);
        let is_foreign = words.built_in.is_some_and(|built_in| !has(self.stage, built_in, words.input));
        if is_reached && (of_another || is_foreign) {
            let text = format!("`{name}` is no variable of a {} stage", self.stage_name());
            let span = self.span(global);
            let mut diagnostic = self.error("misplaced", text);
            if self.stage == Stage::Mesh && mesh_stages::is_member(name) {
                diagnostic = diagnostic.help(format!("Write `{}[i].{name}`.", mesh_stages::array_with(name)));
            }
            self.report(diagnostic, span);
        } else if is_reached {
            self.of_mesh_pipeline(global, words);
        }
        if self.stage == Stage::Compute && words.built_in.is_none() && !of_another {
            let what = if words.input { "an input" } else { "an output" };
            let text = format!("a compute stage has no inputs and outputs, and `{name}` is {what}");
            let span = self.span(global);
            let diagnostic = self.error("misplaced", text);
            self.report(diagnostic, span);
        }
    }

    /// Reports a variable; `text` is made of its name.
    pub fn wrong(&mut self, global: &Global, code: &str, text: impl Fn(&str) -> String) {
        let diagnostic = self.error(code, text(plain_name(global)));
        let span = self.span(global);
        self.report(diagnostic, span);
    }

    /// What is an output of one stage and an input of the next, and is written to in that one.
    fn inputs_are_read(&mut self, items: &BTreeMap<Symbol, Instance>) {
        let is_input = |symbol: Symbol| {
            let Some(Item::Global(global)) = items.get(&symbol).map(|instance| &*instance.item) else { return false };
            of_stage(&global.words).is_some_and(|words| !words.input && words.in_stage(self.stage).input)
        };
        for write in accesses::writes(items, is_input) {
            let (name, stage) = (write.global.0, self.stage_name());
            let text = format!("`{name}` is written here, and is an input of a {stage} stage");
            let span = self.span_in(write.function, write.at);
            let diagnostic = self.error("read-only", text).help("Write it in the stage before, or use a local copy.");
            self.report(diagnostic, span);
        }
    }

    /// Derivatives in a compute stage, which an extension has.
    fn derivatives(&mut self, items: &BTreeMap<Symbol, Instance>) {
        let extensions = self.unit.settings.extensions;
        if self.stage != Stage::Compute || extensions.has_any(COMPUTE_DERIVATIVES) {
            return;
        }
        for (name, function, at) in derivatives_in(items) {
            let span = self.span_in(function, at);
            let text = format!("`{name}` in a compute stage needs an extension, which nothing enables");
            let help = format!("Write `#extension {} : require` behind `#version`.", COMPUTE_DERIVATIVES[0]);
            let diagnostic = self.error("extension", text).help(help);
            self.report(diagnostic, span);
        }
    }

    /// What an attribute, a fragment's input, or a colour may be.
    fn kind(&mut self, global: &Global, words: StageWords) {
        if words.built_in.is_some() {
            return;
        }
        let Varying { flat, no_perspective, centroid, sample, .. } = words.varying;
        let is_interpolated = flat || no_perspective || centroid || sample;
        let is_block = global.symbol.0.starts_with("block ");
        let is_struct = matches!(element(&global.ty), Type::Struct(_));
        match (self.stage, words.input) {
            _ if words.varying.per_vertex && (self.stage, words.input) != (Stage::Pixel, true) => {
                self.wrong(global, "misplaced", |name| {
                    format!("`{name}` is `pervertexEXT`, which only an input of the fragment stage can be")
                });
            }
            _ if words.varying.per_primitive
                && !matches!((self.stage, words.input), (Stage::Pixel, true) | (Stage::Mesh, false)) =>
            {
                self.wrong(global, "misplaced", |name| {
                    format!(
                        "`{name}` is `perprimitiveEXT`, which only an output of the mesh stage and an input of the fragment \
                         stage can be"
                    )
                });
            }
            _ if words.varying.second_source && (self.stage, words.input) != (Stage::Pixel, false) => {
                self.wrong(global, "misplaced", |name| {
                    format!("`{name}` has `index = 1`, which only an output of the fragment stage can have")
                });
            }
            (Stage::Vertex, true) if is_block || is_struct => {
                self.wrong(global, "type", |name| format!("the attribute `{name}` cannot be a structure or block"));
            }
            (Stage::Pixel, false) if is_block || is_struct || matches!(element(&global.ty), Type::Matrix { .. }) => {
                self.wrong(global, "type", |name| {
                    format!("the colour `{name}` cannot be a matrix, structure or block")
                });
            }
            (Stage::Vertex, true) | (Stage::Pixel, false) if is_interpolated => {
                self.wrong(global, "misplaced", |name| {
                    format!("`{name}` is not interpolated: no stage is on its other side")
                });
            }
            // glslang does not ask it of blocks, whose numbers are never interpolated.
            (Stage::Pixel, true)
                if !flat
                    && !words.varying.per_vertex
                    && !words.varying.per_primitive
                    && !is_block
                    && holds_whole_numbers(&global.ty) =>
            {
                let name = plain_name(global);
                let text =
                    format!("`{name}` holds integers or doubles, which are not interpolated, so it must be `flat`");
                let diagnostic = self.error("type", text).help("Write `flat` before `in`.");
                let span = self.span(global);
                self.report(diagnostic, span);
            }
            _ => {}
        }
    }

    /// Two variables at one location.
    fn overlaps(&mut self, globals: &[Instance], input: bool) {
        // By location and component. Both sources of blending have one location.
        let mut taken: BTreeMap<(bool, u32, u8), (&Global, DeclaredPlace)> = BTreeMap::new();
        // A colour has one kind of number.
        let is_exact = !input && self.stage == Stage::Pixel;
        for instance in globals {
            let Item::Global(global) = &*instance.item else { continue };
            let Some(words) = of_stage(&global.words).map(|words| words.in_stage(self.stage)) else { continue };
            if words.input != input {
                continue;
            }
            let source = words.varying.second_source;
            for place in declared_places(&global.ty, words, self.stage) {
                if let Some((text, help)) = overlap(&taken, (source, is_exact), (global, &place)) {
                    let diagnostic = self.error("layout", text).help(help);
                    let span = self.span(global);
                    self.report(diagnostic, span);
                    break;
                }
                let lanes = place.components.clone();
                taken.extend(lanes.map(|lane| ((source, place.location, lane), (global, place.clone()))));
            }
        }
    }
}

/// Why a value cannot be where it is, beside those that are there: the message and the help.
fn overlap(
    taken: &BTreeMap<(bool, u32, u8), (&Global, DeclaredPlace)>,
    (source, is_exact): (bool, bool),
    (global, place): (&Global, &DeclaredPlace),
) -> Option<(String, &'static str)> {
    let location = place.location;
    for ((_, _, lane), (first, known)) in taken.range((source, location, 0)..(source, location, 4)) {
        let names = (plain_name(first), plain_name(global));
        if place.components.contains(lane) {
            let text = match first.symbol == global.symbol {
                true => format!("two members of `{}` have location {location}", names.0),
                false => format!("`{}` and `{}` both have location {location}", names.0, names.1),
            };
            return Some((text, "Give one of them another `location`."));
        }
        let kind = |scalar: Scalar| if is_exact || is_float(scalar) { (scalar, true) } else { (Scalar::Int, false) };
        if kind(known.scalar) != kind(place.scalar) || known.interpolation != place.interpolation {
            let text = format!("`{}` and `{}` share location {location} and differ", names.0, names.1);
            return Some((text, "Values at one location have the same kind of number and the same interpolation."));
        }
    }
    None
}

/// The derivatives in functions: name, function and place.
fn derivatives_in(items: &BTreeMap<Symbol, Instance>) -> Vec<(&'static str, Symbol, TokenIndex)> {
    let mut found = Vec::new();
    for (symbol, instance) in items {
        let Item::Function(function) = &*instance.item else { continue };
        Statement::each(&function.body, &mut |statement, _| {
            statement.each_expr(&mut |expr| {
                if let ExprKind::Intrinsic(intrinsic, _) = &*expr.kind
                    && intrinsic.operation().effect == Effect::Derivative
                {
                    found.push((intrinsic.operation().name(Vocabulary::Glsl), *symbol, expr.at));
                }
            });
        });
    }
    found
}

/// The elements of an array, or the type itself.
fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(inner, _) => element(inner),
        other => other,
    }
}

/// Whether a value contains integers or doubles.
fn holds_whole_numbers(ty: &Type) -> bool {
    match element(ty) {
        Type::Struct(of) => of.members.iter().any(|member| holds_whole_numbers(&member.ty)),
        other => parts(other).is_some_and(|(scalar, _)| !is_float(scalar) || scalar == Scalar::Double),
    }
}

/// The name in the source.
pub fn plain_name(global: &Global) -> &'static str {
    let name = global.symbol.0.as_str();
    name.strip_prefix("block ").unwrap_or(name)
}

/// Whether the stage has this input or output.
fn has(stage: Stage, built_in: BuiltIn, input: bool) -> bool {
    use BuiltIn as B;
    match (stage, input) {
        (Stage::Vertex, true) => matches!(
            built_in,
            B::VertexIndex
                | B::InstanceIndex
                | B::BaseVertex
                | B::BaseInstance
                | B::DrawIndex
                | B::ViewIndex
                | B::DeviceIndex
        ),
        (Stage::Vertex, false) => matches!(
            built_in,
            B::Position
                | B::PointSize
                | B::ClipDistance { .. }
                | B::CullDistance { .. }
                | B::Layer
                | B::ViewportIndex
                | B::ShadingRate
        ),
        (Stage::Pixel, true) => matches!(
            built_in,
            B::FragCoord(_)
                | B::FrontFacing
                | B::PointCoord
                | B::SampleIndex
                | B::SampleMask
                | B::HelperInvocation
                | B::PrimitiveIndex
                | B::ClipDistance { .. }
                | B::CullDistance { .. }
                | B::Layer
                | B::ViewportIndex
                | B::Barycentric { .. }
                | B::ShadingRate
                | B::ViewIndex
                | B::DeviceIndex
        ),
        (Stage::Pixel, false) => matches!(built_in, B::FragDepth(_) | B::SampleMask | B::StencilReference),
        (Stage::Amplification | Stage::Mesh, true) if matches!(built_in, B::DrawIndex | B::ViewIndex) => true,
        (Stage::Mesh, false) => built_in == B::PrimitiveIndices,
        (_, true) if stage.has_groups() => matches!(
            built_in,
            B::GlobalInvocationId
                | B::LocalInvocationId
                | B::LocalInvocationIndex
                | B::WorkgroupId
                | B::NumWorkgroups
                | B::NumSubgroups
                | B::SubgroupId
                | B::DeviceIndex
        ),
        (_, false) if stage.has_groups() => false,
        _ => true,
    }
}
