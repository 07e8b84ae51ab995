//! What GLSL's declarations say about the interface, as it is written.

use std::num::NonZeroU8;

use crate::ir::{BuiltIn, FragDepth, LanguageWords, MeshTopology, OutputArray, QuadLayout, Struct, Words};
use crate::model::Stage;

/// How a value between stages is interpolated, and where it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Varying {
    pub location: Option<u32>,
    /// The first of the location's components: 0 to 3.
    pub component: u8,
    /// `index = 1`: the second source of blending.
    pub second_source: bool,
    pub flat: bool,
    pub no_perspective: bool,
    pub centroid: bool,
    pub sample: bool,
    /// An array with the value at each vertex of the primitive.
    pub per_vertex: bool,
    /// `perprimitiveEXT`: one value for each primitive of a mesh stage.
    pub per_primitive: bool,
}

/// An input or output of a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StageWords {
    pub input: bool,
    /// Whether it is an output of the vertex stage and an input of the fragment stage (`varying`).
    pub by_stage: bool,
    pub varying: Varying,
    pub built_in: Option<BuiltIn>,
    /// The one stage that has it, of a built-in variable with a location (`gl_FragColor`).
    pub only: Option<Stage>,
    /// Of a built-in array of outputs: what it has one element for.
    pub output_array: Option<OutputArray>,
    /// Of an entry point's parameter that does not say its location: the first of those that its unit has for it.
    pub automatic: Option<u32>,
}

impl StageWords {
    /// The same in a stage: some built-ins are outputs of one stage and inputs of the next.
    #[must_use]
    pub fn in_stage(self, stage: Stage) -> StageWords {
        let of_both = self.by_stage
            || matches!(
                self.built_in,
                Some(
                    BuiltIn::ClipDistance { .. }
                        | BuiltIn::CullDistance { .. }
                        | BuiltIn::Layer
                        | BuiltIn::ViewportIndex
                )
            );
        StageWords { input: if of_both { stage == Stage::Pixel } else { self.input }, ..self }
    }
}

/// The packing rules of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Packing {
    #[default]
    Std140,
    Std430,
    Scalar,
}

/// A resource or block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceWords {
    pub set: Option<u32>,
    pub binding: Option<u32>,
    pub push_constant: bool,
    pub packing: Packing,
    /// Of matrices that do not say otherwise.
    pub row_major: bool,
    /// One more than the register of Direct3D; `None`: the next of its kind. A byte, because it is in every variable.
    pub register: Option<NonZeroU8>,
    /// One more than the binding of a combined sampler's own sampler, where a target has the two; `None`: behind all others.
    pub sampler: Option<NonZeroU8>,
}

impl ResourceWords {
    /// The binding of a combined sampler's own sampler, if the source says it.
    pub fn sampler(&self) -> Option<u32> {
        self.sampler.map(|above| u32::from(above.get()) - 1)
    }

    /// The register of Direct3D, if the source says it.
    pub fn register(&self) -> Option<u32> {
        self.register.map(|above| u32::from(above.get()) - 1)
    }
}

/// A member of a block or structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemberWords {
    pub row_major: Option<bool>,
    /// In bytes.
    pub offset: Option<u32>,
    pub align: Option<u32>,
    pub read_only: bool,
    pub write_only: bool,
    pub varying: Varying,
    /// Of a member of `gl_PerVertex`.
    pub built_in: Option<BuiltIn>,
}

/// `layout(...) in;` and `layout(...) out;` of a whole stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupLayout {
    pub local_size: [Option<u32>; 3],
    /// Numbers of specialisation constants.
    pub local_size_ids: [Option<u32>; 3],
    /// `num_views`.
    pub views: Option<u32>,
    pub early_fragment_tests: bool,
    pub post_depth_coverage: bool,
    pub quads: Option<QuadLayout>,
    /// Of ray queries.
    pub primitive_culling: bool,
    pub depth: Option<FragDepth>,
    /// What a group of a mesh stage writes at most.
    pub max_vertices: Option<u32>,
    pub max_primitives: Option<u32>,
    pub topology: Option<MeshTopology>,
}

/// The words of one declaration; without an entry, a part has none.
#[derive(Clone, Debug)]
pub enum GlslWords {
    Resource(ResourceWords),
    /// Of a structure's members.
    Members(Vec<MemberWords>),
    /// An input or output, and its members, if it is a block of them.
    Stage(StageWords),
    /// Of each parameter of an entry point.
    Entry(Vec<StageWords>),
    Group(GroupLayout),
    /// Of a `shared` variable that is zero when a group begins.
    ZeroAtFirst,
}

impl GlslWords {
    /// Of a structure with these members.
    pub fn of_members(members: Vec<MemberWords>) -> Words {
        if members.iter().all(|member| *member == MemberWords::default()) {
            return Words::default();
        }
        Words::new(GlslWords::Members(members))
    }
}

/// Of each member, in their order.
pub fn of_struct(structure: &Struct) -> impl Iterator<Item = MemberWords> + Clone {
    let words = match structure.words.get() {
        Some(GlslWords::Members(words)) => words.as_slice(),
        _ => &[],
    };
    (0..structure.members.len()).map(|at| words.get(at).copied().unwrap_or_default())
}

/// Of a resource or block.
pub fn of_resource(words: &Words) -> ResourceWords {
    match words.get() {
        Some(GlslWords::Resource(words)) => *words,
        _ => ResourceWords::default(),
    }
}

/// Of an input or output; `None` of another declaration.
pub fn of_stage(words: &Words) -> Option<StageWords> {
    match words.get() {
        Some(GlslWords::Stage(words)) => Some(*words),
        _ => None,
    }
}

/// Of the parameters of an entry point.
pub fn of_entry(words: &Words) -> &[StageWords] {
    match words.get() {
        Some(GlslWords::Entry(words)) => words,
        _ => &[],
    }
}

impl LanguageWords for GlslWords {
    fn before(&self, part: usize) -> String {
        let words = match self {
            GlslWords::Entry(all) => part.checked_sub(1).and_then(|at| all.get(at)),
            GlslWords::Stage(words) if part == 0 => Some(words),
            _ => None,
        };
        words.map_or(String::new(), |words| varying(&words.varying) + if words.input { "in " } else { "out " })
    }

    fn behind(&self, part: usize) -> String {
        let built_in = |words: &StageWords| words.built_in.map_or(String::new(), |it| format!(" = {it:?}"));
        match (self, part.checked_sub(1)) {
            (GlslWords::Resource(words), None) => resource(words),
            (GlslWords::Members(all), Some(at)) => all.get(at).map_or(String::new(), member),
            (GlslWords::Stage(words), None) => built_in(words),
            (GlslWords::Entry(all), Some(at)) => all.get(at).map_or(String::new(), built_in),
            (GlslWords::Group(layout), None) => group(layout),
            (GlslWords::ZeroAtFirst, None) => " = zero".to_owned(),
            _ => String::new(),
        }
    }
}

fn varying(of: &Varying) -> String {
    let words = [
        (of.flat, "flat "),
        (of.no_perspective, "noperspective "),
        (of.centroid, "centroid "),
        (of.sample, "sample "),
        (of.per_vertex, "pervertexEXT "),
        (of.per_primitive, "perprimitiveEXT "),
    ];
    let mut location = of.location.map_or(String::new(), |location| format!("[location {location}] "));
    if of.component != 0 {
        location += &format!("[component {}] ", of.component);
    }
    words.into_iter().filter(|(is, _)| *is).fold(location, |text, (_, word)| text + word)
}

fn resource(of: &ResourceWords) -> String {
    let number = |name: &str, number: Option<u32>| number.map_or(String::new(), |number| format!(" {name} {number}"));
    let mut text = number("set", of.set)
        + &number("binding", of.binding)
        + &number("register", of.register())
        + &number("sampler", of.sampler());
    if of.push_constant {
        text += " push_constant";
    }
    if of.packing != Packing::Std140 {
        text += &format!(" {:?}", of.packing).to_lowercase();
    }
    text + if of.row_major { " row_major" } else { "" }
}

fn member(of: &MemberWords) -> String {
    let mut text = String::new();
    if let Some(offset) = of.offset {
        text += &format!(" at {offset}");
    }
    if let Some(align) = of.align {
        text += &format!(" align {align}");
    }
    match of.row_major {
        Some(true) => text += " row_major",
        Some(false) => text += " column_major",
        None => {}
    }
    let written = varying(&of.varying);
    if !written.is_empty() {
        text += &format!(" {}", written.trim_end());
    }
    text
}

fn group(of: &GroupLayout) -> String {
    let mut text = String::new();
    for (axis, size) in ["x", "y", "z"].into_iter().zip(of.local_size) {
        if let Some(size) = size {
            text += &format!(" local_size_{axis} {size}");
        }
    }
    for (axis, number) in ["x", "y", "z"].into_iter().zip(of.local_size_ids) {
        if let Some(number) = number {
            text += &format!(" local_size_{axis}_id {number}");
        }
    }
    if let Some(views) = of.views {
        text += &format!(" num_views {views}");
    }
    if of.early_fragment_tests {
        text += " early_fragment_tests";
    }
    if of.post_depth_coverage {
        text += " post_depth_coverage";
    }
    for (name, number) in [("max_vertices", of.max_vertices), ("max_primitives", of.max_primitives)] {
        if let Some(number) = number {
            text += &format!(" {name} {number}");
        }
    }
    if let Some(topology) = of.topology {
        text += &format!(" {topology:?}").to_lowercase();
    }
    if let Some(quads) = of.quads {
        text += &format!(" quads {quads:?}");
    }
    if of.primitive_culling {
        text += " primitive_culling";
    }
    of.depth.map_or(text.clone(), |depth| format!("{text} {depth:?}"))
}
