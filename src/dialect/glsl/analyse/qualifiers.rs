//! Qualifiers before the type of a declaration, and what `layout(...)` says.

use std::num::NonZeroU8;

use super::mesh_stages::MAX_OUTPUTS;
use super::rules::Analyser;
use crate::atom::Atom;
use crate::dialect::glsl::extensions::{
    BARYCENTRIC, COMPUTE_DERIVATIVES, MESH_SHADER, MULTIVIEW_OVR, POST_DEPTH, PRIMITIVE_CULLING, SCALAR_LAYOUT,
};
use crate::dialect::glsl::interface::{GroupLayout, Packing, Varying};
use crate::ir::{FragDepth, MeshTopology, QuadLayout};
use crate::sema::{Failed, Result};
use crate::syntax::{Kind, NodeId};

/// The storage that a declaration names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    #[default]
    None,
    In,
    Out,
    InOut,
    /// `out` in the vertex stage and `in` in the fragment stage, as versions before 1.30 have it.
    Varying,
    Uniform,
    Buffer,
    Shared,
    /// `taskPayloadSharedEXT`.
    Payload,
}

/// The words before a type.
#[derive(Clone, Debug, Default)]
pub struct Qualifiers {
    pub constant: bool,
    pub storage: Storage,
    /// Its token, for messages.
    pub storage_token: u32,
    pub coherent: bool,
    pub read_only: bool,
    pub write_only: bool,
    pub patch: bool,
    /// The token of `invariant`.
    pub invariant: Option<u32>,
    /// `flat`, `noperspective` or `smooth`.
    pub interpolation: Option<&'static str>,
    pub varying: Varying,
    pub layout: Layout,
}

/// `layout(...)`.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    pub set: Option<u32>,
    pub binding: Option<u32>,
    /// The register of Direct3D: a word of uberc's own, for texts that generators write.
    pub register: Option<NonZeroU8>,
    /// The binding of a combined sampler's own sampler: as `register`.
    pub sampler: Option<NonZeroU8>,
    pub input_attachment: Option<u32>,
    pub offset: Option<u32>,
    pub align: Option<u32>,
    pub packing: Option<Packing>,
    pub row_major: Option<bool>,
    pub push_constant: bool,
    pub constant_id: Option<u32>,
    pub format: Option<Atom>,
    pub group: GroupLayout,
    /// Identifiers of which the declaration has one, with their tokens: what only some declarations may have.
    pub named: Vec<(&'static str, u32)>,
}

/// What a `layout` identifier takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Takes {
    Nothing,
    Number,
}

/// The identifiers of `layout(...)` that the program can represent. Image formats are in [`is_format`].
const IDENTIFIERS: &[(&str, Takes)] = &[
    ("align", Takes::Number),
    ("binding", Takes::Number),
    ("column_major", Takes::Nothing),
    ("component", Takes::Number),
    ("constant_id", Takes::Number),
    ("depth_any", Takes::Nothing),
    ("depth_greater", Takes::Nothing),
    ("depth_less", Takes::Nothing),
    ("depth_unchanged", Takes::Nothing),
    ("derivative_group_linearnv", Takes::Nothing),
    ("derivative_group_quadsnv", Takes::Nothing),
    ("early_fragment_tests", Takes::Nothing),
    ("index", Takes::Number),
    ("input_attachment_index", Takes::Number),
    ("lines", Takes::Nothing),
    ("local_size_x", Takes::Number),
    ("local_size_x_id", Takes::Number),
    ("local_size_y", Takes::Number),
    ("local_size_y_id", Takes::Number),
    ("local_size_z", Takes::Number),
    ("local_size_z_id", Takes::Number),
    ("location", Takes::Number),
    ("max_primitives", Takes::Number),
    ("max_vertices", Takes::Number),
    ("num_views", Takes::Number),
    ("offset", Takes::Number),
    ("origin_upper_left", Takes::Nothing),
    ("packed", Takes::Nothing),
    ("points", Takes::Nothing),
    ("post_depth_coverage", Takes::Nothing),
    ("primitive_culling", Takes::Nothing),
    ("push_constant", Takes::Nothing),
    ("row_major", Takes::Nothing),
    ("scalar", Takes::Nothing),
    ("set", Takes::Number),
    ("shared", Takes::Nothing),
    ("std140", Takes::Nothing),
    ("std430", Takes::Nothing),
    ("triangles", Takes::Nothing),
    ("uberc_register", Takes::Number),
    ("uberc_sampler", Takes::Number),
];

/// Identifiers that GLSL has, and that the embedded compiler does not support.
const FOREIGN: &[&str] = &[
    "bindless_image",
    "bindless_sampler",
    "buffer_reference",
    "buffer_reference_align",
    "ccw",
    "cw",
    "equal_spacing",
    "fractional_even_spacing",
    "fractional_odd_spacing",
    "full_quads",
    "invocations",
    "isolines",
    "line_strip",
    "lines_adjacency",
    "pixel_center_integer",
    "pixel_interlock_ordered",
    "pixel_interlock_unordered",
    "point_mode",
    "quad_derivatives",
    "quads",
    "sample_interlock_ordered",
    "sample_interlock_unordered",
    "shaderRecordEXT",
    "stream",
    "triangle_strip",
    "triangles_adjacency",
    "vertices",
    "xfb_buffer",
    "xfb_offset",
    "xfb_stride",
];

/// The formats of images, as SPIR-V's names in lower case.
const FORMATS: &[(&str, &str)] = &[
    ("r11f_g11f_b10f", "r11g11b10f"),
    ("r16", "r16"),
    ("r16_snorm", "r16snorm"),
    ("r16f", "r16f"),
    ("r16i", "r16i"),
    ("r16ui", "r16ui"),
    ("r32f", "r32f"),
    ("r32i", "r32i"),
    ("r32ui", "r32ui"),
    ("r64i", "r64i"),
    ("r64ui", "r64ui"),
    ("r8", "r8"),
    ("r8_snorm", "r8snorm"),
    ("r8i", "r8i"),
    ("r8ui", "r8ui"),
    ("rg16", "rg16"),
    ("rg16_snorm", "rg16snorm"),
    ("rg16f", "rg16f"),
    ("rg16i", "rg16i"),
    ("rg16ui", "rg16ui"),
    ("rg32f", "rg32f"),
    ("rg32i", "rg32i"),
    ("rg32ui", "rg32ui"),
    ("rg8", "rg8"),
    ("rg8_snorm", "rg8snorm"),
    ("rg8i", "rg8i"),
    ("rg8ui", "rg8ui"),
    ("rgb10_a2", "rgb10a2"),
    ("rgb10_a2ui", "rgb10a2ui"),
    ("rgba16", "rgba16"),
    ("rgba16_snorm", "rgba16snorm"),
    ("rgba16f", "rgba16f"),
    ("rgba16i", "rgba16i"),
    ("rgba16ui", "rgba16ui"),
    ("rgba32f", "rgba32f"),
    ("rgba32i", "rgba32i"),
    ("rgba32ui", "rgba32ui"),
    ("rgba8", "rgba8"),
    ("rgba8_snorm", "rgba8snorm"),
    ("rgba8i", "rgba8i"),
    ("rgba8ui", "rgba8ui"),
];

fn format(name: &str) -> Option<Atom> {
    FORMATS.iter().find(|(known, _)| *known == name).map(|(_, format)| Atom::from(format))
}

impl Analyser<'_, '_> {
    /// The qualifiers of a declaration, parameter or block, which stand before its type or its name.
    pub fn qualifiers(&mut self, node: NodeId) -> Result<Qualifiers> {
        let first = self
            .children_of(node, Kind::Attribute)
            .last()
            .map_or(self.tree.node(node).first, |attribute| self.tree.node(*attribute).last);
        let head = self.tree.children(node).find(|part| matches!(self.kind(*part), Kind::Type | Kind::Name));
        let end = head.map_or(self.tree.node(node).last, |head| self.first(head));
        self.qualifiers_in(first, end)
    }

    /// The same of a range of tokens.
    pub fn qualifiers_in(&mut self, first: u32, end: u32) -> Result<Qualifiers> {
        let mut words = Qualifiers::default();
        let mut token = first;
        while token < end {
            let storage = match self.text(token) {
                "layout" if self.text(token + 1) == "(" => {
                    token = self.layout(token + 2, end, &mut words)?;
                    continue;
                }
                "const" if words.constant => return self.two_storages("const", "const", token),
                "const" => {
                    words.constant = true;
                    None
                }
                "in" | "attribute" => Some(Storage::In),
                "varying" => Some(Storage::Varying),
                "out" => Some(Storage::Out),
                "inout" => Some(Storage::InOut),
                "uniform" => Some(Storage::Uniform),
                "buffer" => Some(Storage::Buffer),
                "shared" => Some(Storage::Shared),
                "taskPayloadSharedEXT" => {
                    self.needs_one_of(MESH_SHADER, "taskPayloadSharedEXT", token)?;
                    Some(Storage::Payload)
                }
                word => {
                    self.plain_qualifier(word, token, &mut words)?;
                    None
                }
            };
            if let Some(storage) = storage {
                if words.storage != Storage::None {
                    return self.two_storages(self.text(words.storage_token), self.text(token), token);
                }
                words.storage = storage;
                words.storage_token = token;
            }
            token += 1;
        }
        Ok(words)
    }

    fn two_storages<T>(&mut self, first: &str, second: &str, token: u32) -> Result<T> {
        self.error("misplaced", token, format!("`{first}` and `{second}` are both the storage of one declaration"))
            .help("Leave one of them out.");
        Err(Failed)
    }

    /// The qualifiers of what is no parameter: a constant has no other storage.
    pub fn declared_qualifiers(&mut self, node: NodeId) -> Result<Qualifiers> {
        let words = self.qualifiers(node)?;
        if words.constant && words.storage != Storage::None {
            return self.two_storages("const", self.text(words.storage_token), words.storage_token);
        }
        Ok(words)
    }

    fn plain_qualifier(&mut self, word: &'static str, token: u32, words: &mut Qualifiers) -> Result<()> {
        match word {
            "flat" | "noperspective" | "smooth" => {
                if let Some(first) = words.interpolation.replace(word).filter(|first| *first != word) {
                    let text = format!("`{first}` and `{word}` are both an interpolation");
                    self.error("misplaced", token, text).help("Leave one of them out.");
                    return Err(Failed);
                }
                words.varying.flat |= word == "flat";
                words.varying.no_perspective |= word == "noperspective";
            }
            "centroid" => words.varying.centroid = true,
            "sample" => words.varying.sample = true,
            "coherent"
            | "volatile"
            | "devicecoherent"
            | "queuefamilycoherent"
            | "workgroupcoherent"
            | "subgroupcoherent" => words.coherent = true,
            "readonly" => words.read_only = true,
            "writeonly" => words.write_only = true,
            "patch" => words.patch = true,
            "pervertexEXT" | "pervertexNV" => {
                self.needs_one_of(BARYCENTRIC, word, token)?;
                words.varying.per_vertex = true;
            }
            "perprimitiveEXT" => {
                self.needs_one_of(MESH_SHADER, word, token)?;
                words.varying.per_primitive = true;
            }
            "rayPayloadEXT" | "rayPayloadInEXT" | "hitAttributeEXT" | "callableDataEXT" | "callableDataInEXT"
            | "subroutine" => {
                self.unsupported(token, format!("the qualifier `{word}`"));
                return Err(Failed);
            }
            "invariant" => words.invariant = Some(token),
            // Precision, `restrict` and the like change no value here.
            _ => {}
        }
        Ok(())
    }

    /// The identifiers of a `layout(`; returns the token behind its `)`.
    fn layout(&mut self, first: u32, end: u32, words: &mut Qualifiers) -> Result<u32> {
        let mut token = first;
        let mut result = Ok(());
        while token < end && self.text(token) != ")" {
            if self.text(token) == "," && token > first && !matches!(self.text(token + 1), "," | ")") {
                token += 1;
                continue;
            }
            if self.text(token) == "," {
                self.error("syntax", token, "expected a layout qualifier beside `,`");
                return Err(Failed);
            }
            let name = token;
            token += 1;
            let mut value = None;
            if self.text(token) == "=" {
                let begun = token + 1;
                let mut depth = 0_u32;
                token = begun;
                while token < end && !(depth == 0 && matches!(self.text(token), "," | ")")) {
                    match self.text(token) {
                        "(" => depth += 1,
                        ")" => depth -= 1,
                        _ => {}
                    }
                    token += 1;
                }
                value = Some((begun, token));
            }
            result = result.and(self.layout_identifier(name, value, words));
        }
        result.map(|()| token + 1)
    }

    fn layout_identifier(&mut self, token: u32, value: Option<(u32, u32)>, words: &mut Qualifiers) -> Result<()> {
        // Unlike others, these identifiers are the same in capitals.
        let name = self.text(token).to_ascii_lowercase();
        let name = name.as_str();
        let layout = &mut words.layout;
        if let Some(format) = format(name) {
            layout.format = Some(format);
            return Ok(());
        }
        let Some((name, takes)) = IDENTIFIERS.iter().copied().find(|(known, _)| *known == name) else {
            if FOREIGN.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                self.unsupported(token, format!("the layout qualifier `{name}`"));
                return Err(Failed);
            }
            let known = IDENTIFIERS.iter().map(|(known, _)| *known).chain(FORMATS.iter().map(|(known, _)| *known));
            let help = crate::diag::did_you_mean(name, known).map(|best| format!("Did you mean `{best}`?"));
            self.error("layout", token, format!("there is no layout qualifier `{name}`")).help = help;
            return Err(Failed);
        };
        let number = match (takes, value) {
            (Takes::Nothing, None) => 0,
            (Takes::Number, Some((first, end))) => self.layout_number(first, end)?,
            (Takes::Nothing, Some(_)) => {
                self.error("layout", token, format!("`{name}` takes no value"));
                return Err(Failed);
            }
            (Takes::Number, None) => {
                self.error("layout", token, format!("`{name}` needs a value")).help(format!("Write `{name} = 0`."));
                return Err(Failed);
            }
        };
        self.set_layout((name, token), number, words)
    }

    fn set_layout(&mut self, (name, token): (&'static str, u32), number: u32, words: &mut Qualifiers) -> Result<()> {
        let layout = &mut words.layout;
        layout.named.push((name, token));
        match name {
            "set" => layout.set = Some(number),
            "binding" => layout.binding = Some(number),
            "uberc_register" | "uberc_sampler" => {
                let above = u8::try_from(number.saturating_add(1)).ok().and_then(NonZeroU8::new);
                *(if name == "uberc_register" { &mut layout.register } else { &mut layout.sampler }) = above;
                if above.is_none() {
                    self.error("layout", token, format!("there is no register {number}"));
                    return Err(Failed);
                }
            }
            "input_attachment_index" => layout.input_attachment = Some(number),
            "location" => words.varying.location = Some(number),
            "offset" => layout.offset = Some(number),
            "align" if number.is_power_of_two() => layout.align = Some(number),
            "align" => {
                self.error("layout", token, format!("`align = {number}` is no power of two"));
                return Err(Failed);
            }
            "std140" | "shared" | "packed" => layout.packing = Some(Packing::Std140),
            "std430" => layout.packing = Some(Packing::Std430),
            "scalar" => {
                layout.packing = Some(Packing::Scalar);
                self.needs_one_of(SCALAR_LAYOUT, "scalar", token)?;
            }
            "num_views" => {
                layout.group.views = Some(number);
                self.needs_one_of(MULTIVIEW_OVR, "num_views", token)?;
            }
            "derivative_group_linearnv" | "derivative_group_quadsnv" => {
                let is_linear = name.contains("linear");
                layout.group.quads = Some(if is_linear { QuadLayout::Linear } else { QuadLayout::Square });
                self.needs_one_of(COMPUTE_DERIVATIVES, self.text(token), token)?;
            }
            "primitive_culling" => {
                layout.group.primitive_culling = true;
                self.needs_one_of(PRIMITIVE_CULLING, "primitive_culling", token)?;
            }
            "row_major" => layout.row_major = Some(true),
            "column_major" => layout.row_major = Some(false),
            "push_constant" => layout.push_constant = true,
            "constant_id" => layout.constant_id = Some(number),
            "local_size_x" => layout.group.local_size[0] = Some(number),
            "local_size_y" => layout.group.local_size[1] = Some(number),
            "local_size_z" => layout.group.local_size[2] = Some(number),
            "local_size_x_id" => layout.group.local_size_ids[0] = Some(number),
            "local_size_y_id" => layout.group.local_size_ids[1] = Some(number),
            "local_size_z_id" => layout.group.local_size_ids[2] = Some(number),
            "max_vertices" | "max_primitives" | "points" | "lines" | "triangles" => {
                return self.mesh_layout((name, token), number, &mut layout.group);
            }
            "early_fragment_tests" => layout.group.early_fragment_tests = true,
            "post_depth_coverage" => {
                layout.group.post_depth_coverage = true;
                // One of the two extensions asks for these tests, the other brings them.
                layout.group.early_fragment_tests |= self.context.settings.extensions.has_any(&POST_DEPTH[..1]);
                self.needs_one_of(&POST_DEPTH, name, token)?;
            }
            "depth_any" => layout.group.depth = Some(FragDepth::Any),
            "depth_greater" => layout.group.depth = Some(FragDepth::GreaterEqual),
            "depth_unchanged" => layout.group.depth = Some(FragDepth::Unchanged),
            "depth_less" => layout.group.depth = Some(FragDepth::LessEqual),
            "index" if number > 1 => {
                self.error("layout", token, format!("`index = {number}`: a colour has index 0 or 1"));
                return Err(Failed);
            }
            "index" => words.varying.second_source = number == 1,
            "component" if number > 3 => {
                self.error("layout", token, format!("`component = {number}`: a location has components 0 to 3"));
                return Err(Failed);
            }
            "component" => words.varying.component = number as u8,
            _ => {}
        }
        Ok(())
    }

    /// What a group of a mesh stage writes.
    fn mesh_layout(&mut self, (name, token): (&str, u32), number: u32, group: &mut GroupLayout) -> Result<()> {
        if !self.context.settings.extensions.has_any(MESH_SHADER) {
            // Other stages have these words as well.
            self.unsupported(token, format!("the layout qualifier `{name}`"));
            return Err(Failed);
        }
        let count = match name {
            "max_vertices" => &mut group.max_vertices,
            "max_primitives" => &mut group.max_primitives,
            _ => {
                group.topology = Some(match name {
                    "points" => MeshTopology::Points,
                    "lines" => MeshTopology::Lines,
                    _ => MeshTopology::Triangles,
                });
                return Ok(());
            }
        };
        *count = Some(number);
        if (1..=MAX_OUTPUTS).contains(&number) {
            return Ok(());
        }
        self.error("layout", token, format!("`{name} = {number}`: a group writes 1 to {MAX_OUTPUTS}"));
        Err(Failed)
    }

    fn layout_number(&mut self, first: u32, end: u32) -> Result<u32> {
        if first >= end {
            self.error("layout", first.saturating_sub(1), "expected a number behind `=`");
            return Err(Failed);
        }
        // Of the operators of constant expressions, only those of integers are known here.
        let is_known = |token: u32| match self.text(token) {
            "?" | "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||" | "!" | "." | "[" => false,
            "(" => token == first || !self.text(token - 1).starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'),
            _ => true,
        };
        if !(first..end).all(is_known) {
            self.unsupported(first, "this expression as the number of a layout qualifier");
            return Err(Failed);
        }
        let value = self.token_expression(first, end)?;
        let written = if end == first + 1 { self.text(first).to_owned() } else { value.to_string() };
        u32::try_from(value).map_err(|_| {
            self.error("layout", first, format!("`{written}` is no number for a layout qualifier"));
            Failed
        })
    }

    /// Reports layout qualifiers that the declaration cannot have; `what` names it: "an input".
    pub fn only_layouts(&mut self, layout: &Layout, allowed: &[&str], what: &str) -> Result<()> {
        match layout.named.iter().find(|(name, _)| !allowed.contains(name)) {
            Some((name, token)) => {
                self.error("layout", *token, format!("{what} cannot have the layout qualifier `{name}`"));
                Err(Failed)
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(IDENTIFIERS.is_sorted() && FOREIGN.is_sorted() && FORMATS.is_sorted());
    }
}
