//! Checks of one merged info that need no source.

use std::collections::BTreeMap;

use super::info::{Constant, GeometryLayout, Info, Interface, Placed, ResourceKind, STAGES, base_name, stage_word};
use super::vocabulary::{Base, BuiltinBits, DualBlend, ImageForm, PrimitiveOut, Type};
use crate::diag::{Diagnostic, Span, suggestion};
use crate::model::Stage;

/// Attributes that an info can have.
const MOST_ATTRIBUTES: u32 = 16;

/// Outputs of a fragment stage.
const MOST_OUTPUTS: u32 = 8;

/// Whether it is a name of GLSL and C.
pub fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && name.len() <= LONGEST_NAME
}

/// Letters of a name.
const LONGEST_NAME: usize = 200;

/// Elements of an array of push constants.
const MOST_ELEMENTS: u32 = 4096;

/// Bytes of all push constants of an info: a uniform block of every device has as many.
const MOST_PUSH_BYTES: u64 = 16_384;

/// Names that the assembled source has itself.
const OWN_NAMES: [&str; 7] =
    ["main", "PushConstants", "gpu_routing", "gpu_barycentric", "debug_draw", "debug_line", "defined"];

/// Whether a name cannot be declared: it is a word of GLSL, or the assembled source has it.
pub fn is_taken(name: &str) -> bool {
    crate::dialect::glsl::is_reserved_word(name)
        || OWN_NAMES.contains(&name)
        || super::assemble::TYPE_NAMES.iter().any(|(known, _)| *known == name)
        || name.starts_with("uberc_")
}

/// What is wrong with the name of something that is declared in the source. `may_be_array`: it may end in `[n]`.
pub fn name_problem(what: &str, name: &str, may_be_array: bool) -> Option<(String, &'static str)> {
    let is_right = if may_be_array { is_declarator(name) } else { is_identifier(name) };
    if name.len() > LONGEST_NAME {
        let message = format!("a name of {} bytes is too long for {what}", name.len());
        return Some((message, "A name has at most 200 letters."));
    }
    if !is_right {
        let help = if may_be_array {
            "A name has letters, digits and underscores, does not begin with a digit, and may end in `[n]`."
        } else {
            "A name has letters, digits and underscores, and does not begin with a digit."
        };
        return Some((format!("{name:?} cannot be the name of {what}"), help));
    }
    is_taken(base_name(name)).then(|| {
        let message =
            format!("`{}` is a word of GLSL or of the generated source, and cannot name {what}", base_name(name));
        (message, "Choose another name.")
    })
}

/// Whether it is a name with at most one array suffix: of a number, a name, or nothing.
fn is_declarator(name: &str) -> bool {
    let base = base_name(name);
    let suffix = &name[base.len()..];
    let size = suffix.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_size = |size: &str| is_identifier(size) || size.chars().all(|c| c.is_ascii_digit());
    is_identifier(base) && (suffix.is_empty() || size.is_some_and(is_size))
}

struct Checker<'a> {
    info: &'a Info,
    interfaces: &'a BTreeMap<String, Interface>,
    found: Vec<Diagnostic>,
}

/// What is wrong with a merged info in itself.
pub fn check(info: &Info, interfaces: &BTreeMap<String, Interface>) -> Vec<Diagnostic> {
    let mut checker = Checker { info, interfaces, found: Vec::new() };
    checker.names();
    checker.attributes();
    checker.varyings();
    checker.outputs();
    checker.constants();
    checker.images();
    checker.stages();
    checker.geometry();
    checker.found
}

impl Checker<'_> {
    fn error(&mut self, code: &'static str, at: Span, message: String, help: &str) {
        self.found.push(Diagnostic::error(code, message).at(at).help(help));
    }

    fn name(&mut self, what: &str, name: &str, at: Span, may_be_array: bool) {
        if let Some((message, help)) = name_problem(what, name, may_be_array) {
            self.error("ci/name", at, message, help);
        }
    }

    /// A name that is only a part of names in the source.
    fn part_of_names(&mut self, what: &str, name: &str, at: Span) {
        if let Some((message, help)) = name_problem(what, name, false).filter(|_| !is_taken(name)) {
            self.error("ci/name", at, message, help);
        }
    }

    fn names(&mut self) {
        let info = self.info;
        self.part_of_names("an info", &info.name, info.at);
        for one in &info.vertex_in {
            if !one.value.name.contains('[') {
                self.name("an attribute", &one.value.name, one.at, false);
            }
        }
        for one in &info.fragment_out {
            self.name("an output", &one.value.name, one.at, false);
        }
        for one in &info.subpass_in {
            self.name("a subpass input", &one.value.name, one.at, false);
        }
        for one in info.specialization_constants.iter().chain(&info.compilation_constants) {
            self.name("a constant", &one.value.name, one.at, false);
        }
        for one in &info.push_constants {
            self.name("a push constant", &one.value.name, one.at, false);
        }
        for one in &info.shared_variables {
            self.name("a shared variable", &one.value.name, one.at, true);
        }
        for one in &info.resources {
            self.name("a resource", &one.value.name, one.at, true);
        }
        for one in &info.defines {
            self.part_of_names("a define", &one.value.name, one.at);
            let opens_comment = one.value.value.split("/*").skip(1).any(|rest| !rest.contains("*/"));
            if one.value.value.contains(['\n', '\r']) || one.value.value.trim_end().ends_with('\\') || opens_comment {
                let message = format!("the value of `{}` is not one line of code", one.value.name);
                self.error("ci/argument", one.at, message, "A define's value is the text after `#define NAME`.");
            }
        }
        for one in &info.functions {
            if one.value.text != "main" {
                self.name("an entry function", &one.value.text, one.at, false);
            }
        }
    }

    fn attributes(&mut self) {
        let mut taken: BTreeMap<u32, (&str, Span)> = BTreeMap::new();
        for one in &self.info.vertex_in {
            let row = one.value.ty.row();
            let (slot, name) = (one.value.slot, one.value.name.as_str());
            if slot >= MOST_ATTRIBUTES {
                let message = format!("attribute `{name}` has slot {slot}");
                self.found.push(
                    Diagnostic::error("ci/attribute-slot", message)
                        .at(one.at)
                        .help(format!("Slots are 0 to {}.", MOST_ATTRIBUTES - 1)),
                );
            }
            if row.columns > 1 || row.base == Base::Bool || name.contains('[') {
                let what = if name.contains('[') { "an array" } else { row.name };
                self.found.push(
                    Diagnostic::error("ci/attribute-type", format!("attribute `{name}` is {what}"))
                        .at(one.at)
                        .help("An attribute is a scalar or a vector; write a matrix as one attribute a column."),
                );
            }
            match taken.get(&slot) {
                Some((first, _)) if *first == name => {}
                Some((first, at)) => self.found.push(
                    Diagnostic::error(
                        "ci/attribute-overlap",
                        format!("attributes `{first}` and `{name}` both have slot {slot}"),
                    )
                    .at(one.at)
                    .label(*at, format!("`{first}` has it here"))
                    .help("Give one of them another slot."),
                ),
                None => drop(taken.insert(slot, (name, one.at))),
            }
        }
    }

    fn varyings(&mut self) {
        let info = self.info;
        for one in info.vertex_out.iter().chain(&info.geometry_out) {
            if !self.interfaces.contains_key(&one.value) {
                let message = format!("there is no interface `{}`", one.value);
                let near = suggestion(&one.value, self.interfaces.keys().map(String::as_str));
                let help = near.unwrap_or_else(|| "Declare it, or name the file that does.".to_owned());
                self.error("ci/unknown-interface", one.at, message, &help);
            }
        }
        if !info.has_stage(Stage::Geometry) {
            return;
        }
        for one in info.vertex_out.iter().chain(&info.geometry_out) {
            let Some(interface) = self.interfaces.get(&one.value).filter(|known| known.instance.is_empty()) else {
                continue;
            };
            self.found.push(
                Diagnostic::error(
                    "ci/interface-instance",
                    format!("interface `{}` has no instance name, and the info has a geometry stage", one.value),
                )
                .at(one.at)
                .label(interface.at, "declared here".to_owned())
                .help(format!("Write `Interface(\"{}\", \"name\")`.", one.value)),
            );
        }
    }

    fn outputs(&mut self) {
        let info = self.info;
        for one in &info.fragment_out {
            let (name, slot) = (&one.value.name, one.value.slot);
            if slot >= MOST_OUTPUTS {
                let help = format!("Slots are 0 to {}.", MOST_OUTPUTS - 1);
                self.error("ci/output-slot", one.at, format!("output `{name}` has slot {slot}"), &help);
            }
            self.value_type("an output", one.value.ty, one.at, true);
            if one.value.blend == DualBlend::Second
                && !info
                    .fragment_out
                    .iter()
                    .any(|other| other.value.slot == slot && other.value.blend == DualBlend::First)
            {
                let message = format!("output `{name}` is SRC_1 of slot {slot}, which has no SRC_0");
                self.error("ci/output-slot", one.at, message, "Declare both operands of the blending.");
            }
        }
        for (at, one) in info.fragment_out.iter().enumerate() {
            let index = |blend: DualBlend| u32::from(blend == DualBlend::Second);
            let place = |one: &super::FragmentOut| (one.slot, index(one.blend));
            let first = info.fragment_out[..at]
                .iter()
                .find(|first| place(&first.value) == place(&one.value) && first.value.name != one.value.name);
            if let Some(first) = first {
                let names = (&first.value.name, &one.value.name);
                let message = format!("outputs `{}` and `{}` both have slot {}", names.0, names.1, one.value.slot);
                self.found.push(
                    Diagnostic::error("ci/output-slot", message)
                        .at(one.at)
                        .label(first.at, format!("`{}` has it here", names.0))
                        .help("Give one of them another slot, or the operands SRC_0 and SRC_1."),
                );
            }
        }
        for one in &info.subpass_in {
            self.value_type("a subpass input", one.value.ty, one.at, true);
        }
        self.push_constants();
        for one in &info.shared_variables {
            self.value_type("a shared variable", one.value.ty, one.at, false);
        }
    }

    fn push_constants(&mut self) {
        let info = self.info;
        for one in &info.push_constants {
            self.value_type("a push constant", one.value.ty, one.at, false);
            if one.value.array_size > MOST_ELEMENTS {
                let (name, elements) = (&one.value.name, one.value.array_size);
                let message = format!("push constant `{name}` cannot have {elements} elements");
                let help = format!("The size of an array is 1 to {MOST_ELEMENTS}; leave it out for a single value.");
                self.error("ci/argument", one.at, message, &help);
            }
        }
        let bytes = super::layout::push_size(info.push_constants.iter().map(|one| &one.value));
        if let Some(last) = info.push_constants.last().filter(|_| bytes > MOST_PUSH_BYTES) {
            let message =
                format!("`{}` has {bytes} bytes of push constants; there can be {MOST_PUSH_BYTES}", info.name);
            self.error("ci/limit", last.at, message, "Put large data into a buffer.");
        }
    }

    /// `is_vector`: neither a matrix nor a boolean can be there.
    fn value_type(&mut self, what: &str, ty: Type, at: Span, is_vector: bool) {
        let row = ty.row();
        if row.vertex_format || is_vector && (row.columns > 1 || row.base == Base::Bool) {
            let help = if row.vertex_format {
                "Vertex formats are for `vertex_in` alone; write the type that the value has in the shader."
            } else {
                "Use a scalar or a vector of float, int or uint."
            };
            self.error("ci/type-use", at, format!("{what} cannot have the type {}", row.name), help);
        }
    }

    fn constants(&mut self) {
        let info = self.info;
        for one in &info.specialization_constants {
            if !one.value.ty.is_scalar() {
                let message = format!("a specialization constant cannot be {}", one.value.ty.row().name);
                self.error("ci/constant-type", one.at, message, "Use float, int, uint or bool.");
            } else {
                self.constant_value(one);
            }
        }
        for one in &info.compilation_constants {
            if !one.value.ty.is_scalar() || one.value.ty.row().base == Base::Float {
                let message = format!("a compilation constant cannot be {}", one.value.ty.row().name);
                self.error("ci/constant-type", one.at, message, "Use int, uint or bool.");
            } else {
                self.constant_value(one);
            }
        }
    }

    fn constant_value(&mut self, one: &Placed<Constant>) {
        let is_right = one.value.can_have(one.value.value);
        if !is_right {
            let value = super::print::constant_text(one.value.value);
            let (name, ty) = (&one.value.name, one.value.ty.row().name);
            let message = format!("`{name}` is {ty}, which cannot be {value}");
            self.error("ci/constant-value", one.at, message, &format!("Give it a value of {ty}."));
        }
    }

    fn images(&mut self) {
        for one in &self.info.resources {
            let ResourceKind::Image { format, image, access } = &one.value.kind else { continue };
            let name = &one.value.name;
            if !image.can_be_image() {
                let message = format!("image `{name}` cannot be {}", image.name());
                let help = "Images are of Float, Int, Uint or Atomic types; declare it with `sampler`.";
                self.found.push(Diagnostic::error("ci/image-type", message).at(one.at).help(help));
                continue;
            }
            let row = format.row();
            if row.base != image.base || image.form == ImageForm::Atomic && !row.single_word {
                let message = format!("image `{name}` is {}, which cannot have the format {}", image.name(), row.name);
                let help = if image.form == ImageForm::Atomic {
                    "Atomic images have the format SINT_32 or UINT_32."
                } else {
                    "Use a format of the image's own class: float, int or uint."
                };
                self.found.push(Diagnostic::error("ci/image-format", message).at(one.at).help(help));
            }
            if !access.read && !access.write {
                let message = format!("image `{name}` is neither read nor written");
                self.found.push(
                    Diagnostic::error("ci/argument", message)
                        .at(one.at)
                        .help("Add Qualifier.read, Qualifier.write or Qualifier.read_write."),
                );
            }
        }
        for one in &self.info.resources {
            let ResourceKind::Storage { access, .. } = &one.value.kind else { continue };
            if !access.read && !access.write {
                let message = format!("buffer `{}` is neither read nor written", one.value.name);
                self.found.push(
                    Diagnostic::error("ci/argument", message)
                        .at(one.at)
                        .help("Add Qualifier.read, Qualifier.write or Qualifier.read_write."),
                );
            }
        }
    }

    fn stages(&mut self) {
        let info = self.info;
        let has = |stage| info.has_stage(stage);
        let place = |stage| info.source_place(stage).unwrap_or(info.at);
        if has(Stage::Compute) {
            for stage in STAGES.into_iter().filter(|stage| *stage != Stage::Compute && has(*stage)) {
                let message = format!("an info has a compute stage and a {} stage", stage_word(stage));
                self.found.push(
                    Diagnostic::error("ci/stage-mix", message)
                        .at(place(stage))
                        .label(place(Stage::Compute), "the compute stage".to_owned())
                        .help("Make two infos, and merge what both need into each."),
                );
            }
        }
        for size in &info.local_size {
            if size.value.iter().any(|threads| !(1..=1024).contains(threads)) {
                let message = format!("a group of {:?} threads is not possible", size.value);
                self.error("ci/local-size", size.at, message, "Each number is 1 to 1024.");
            }
        }
        if let Some(threads) = info.max_total_threads.as_ref().filter(|threads| !(1..=1024).contains(&threads.value)) {
            let message = format!("a thread group cannot have {} threads", threads.value);
            self.error("ci/argument", threads.at, message, "The number is 1 to 1024.");
        }
        let is_raster = [Stage::Vertex, Stage::Geometry, Stage::Pixel].into_iter().any(has);
        if !info.is_static() {
            return;
        }
        let asked = info.do_static_compilation.as_ref().map_or(info.at, |set| set.at);
        if !is_raster && !has(Stage::Compute) {
            let message = format!("`{}` is compiled, and has no source", info.name);
            self.error("ci/missing-stage", asked, message, "Add sources, or remove `do_static_compilation`.");
        }
        for stage in [Stage::Vertex, Stage::Pixel] {
            if is_raster && !has(stage) && !has(Stage::Compute) {
                let message = format!("`{}` has no {} source", info.name, stage_word(stage));
                self.error("ci/missing-stage", asked, message, "A raster info has a vertex and a fragment source.");
            }
        }
        if has(Stage::Compute) && info.local_size.is_empty() {
            let message = format!("`{}` has a compute stage and no local group size", info.name);
            self.error("ci/local-size", place(Stage::Compute), message, "Call `local_group_size`.");
        }
        if let Some(size) = info.local_size.first().filter(|_| !has(Stage::Compute)) {
            let message = format!("`{}` has a local group size and no compute source", info.name);
            self.error("ci/local-size", size.at, message, "Add `compute_source`, or remove the size.");
        }
    }

    fn geometry(&mut self) {
        let info = self.info;
        for layout in &info.geometry_layout {
            let GeometryLayout { output, max_vertices, invocations, .. } = layout.value.clone();
            if !(1..=1024).contains(&max_vertices) || !(1..=127).contains(&invocations) {
                let message =
                    format!("a geometry stage cannot write {max_vertices} vertices in {invocations} invocations");
                self.error(
                    "ci/geometry-layout",
                    layout.at,
                    message,
                    "max_vertices is 1 to 1024, invocations 1 to 127.",
                );
            }
            if matches!(output, PrimitiveOut::Lines | PrimitiveOut::Triangles) {
                let message = format!("a geometry stage cannot write {}", output.name());
                self.error("ci/geometry-layout", layout.at, message, "Use POINTS, LINE_STRIP or TRIANGLE_STRIP.");
            }
        }
        let source = info.source_place(Stage::Geometry);
        if let (Some(at), true, true) = (source, info.geometry_layout.is_empty(), info.is_static()) {
            let message = "the geometry stage has no layout".to_owned();
            self.error("ci/geometry-layout", at, message, "Call `geometry_layout`.");
        }
        if let (None, Some(layout), true) = (source, info.geometry_layout.first(), info.is_static()) {
            let message = "there is a geometry layout and no geometry source".to_owned();
            self.error("ci/geometry-layout", layout.at, message, "Add `geometry_source`, or remove the layout.");
        }
        for builtin in info.builtins.iter().filter(|_| source.is_some()) {
            let is_injected = matches!(
                builtin.value,
                BuiltinBits::Layer | BuiltinBits::ViewportIndex | BuiltinBits::BarycentricCoord
            );
            if is_injected {
                let message = format!("{} cannot be together with a geometry stage", builtin.value.name());
                self.found.push(
                    Diagnostic::error("ci/geometry-builtin", message)
                        .at(builtin.at)
                        .label(source.unwrap_or(info.at), "the geometry stage".to_owned())
                        .help("Write the value in the geometry stage, or remove that stage."),
                );
            }
        }
    }
}
