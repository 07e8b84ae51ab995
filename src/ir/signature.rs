//! What one stage takes and gives, as far as the stages around it have to agree.

use super::{Interpolation, Scalar, Shape, Slot, Type, shape, work};
use crate::atom::Atom;
use crate::model::Stage;

/// The inputs and outputs of an entry point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    pub inputs: Vec<StageElement>,
    pub outputs: Vec<StageElement>,
    /// The name of the entry point in its definition: an index into `Preprocessed::tokens`.
    pub entry: Option<u32>,
    /// What the language says where no output is the position of a vertex.
    pub missing_position: Option<MissingPosition>,
    /// What the stage cannot have of this.
    pub problems: Vec<SignatureProblem>,
    /// Of an amplification stage what it sends, of a mesh stage what it is given.
    pub payload: SentPayload,
}

/// What an amplification stage gives to the mesh stages that it starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum SentPayload {
    #[default]
    None,
    /// There may be one, and what it holds cannot be told from the stage's declarations.
    Unknown,
    Of(Payload),
}

/// The payload of a stage: both stages need the same parts in the same order, whatever they are called.
#[derive(Clone, Debug, PartialEq)]
pub struct Payload {
    /// The members of its structure; itself, if it is none.
    pub parts: Vec<PayloadPart>,
    pub place: ElementPlace,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PayloadPart {
    pub name: String,
    /// As the language spells it.
    pub type_name: String,
    /// Scalars, vectors, lengths and braces, without a name: equal for equal memory.
    pub layout: String,
}

impl Payload {
    pub fn new(name: &str, ty: &Type, type_name: fn(&Type) -> String, place: ElementPlace) -> Payload {
        let part = |name: &str, ty: &Type| {
            let mut layout = String::new();
            describe(ty, &mut layout);
            PayloadPart { name: name.to_owned(), type_name: type_name(ty), layout }
        };
        let parts = match shape(ty) {
            Shape::Struct(of) => of.members.iter().map(|member| part(member.name.as_str(), &member.ty)).collect(),
            _ => vec![part(name, ty)],
        };
        Payload { parts, place }
    }
}

/// The longest text of a layout, in bytes. A payload has at most 16 KiB (Direct3D), which is far less; structures in structures
/// can have as many parts as they like.
const MOST_LAYOUT: usize = 1 << 20;

/// The layout of a type in words.
fn describe(ty: &Type, text: &mut String) {
    work::spend(1);
    if text.len() > MOST_LAYOUT {
        return;
    }
    match shape(ty) {
        Shape::Scalar(scalar) => text.push_str(&format!("{scalar:?}")),
        Shape::Vector(scalar, count) => text.push_str(&format!("{scalar:?}{count}")),
        Shape::Matrix { scalar, rows, columns } => text.push_str(&format!("{scalar:?}{rows}x{columns}")),
        Shape::Array(element, count) => {
            describe(element, text);
            text.push_str(&format!("[{count}]"));
        }
        Shape::Struct(of) => {
            text.push('{');
            for member in of.members.iter().take(MOST_LAYOUT) {
                describe(&member.ty, text);
                text.push(';');
            }
            text.push('}');
        }
        Shape::Void | Shape::Other => text.push('?'),
    }
}

/// The words for the position of a vertex, for a stage that does not write it.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingPosition {
    /// What the language calls it: `SV_Position`.
    pub word: &'static str,
    /// How to write it, as a full sentence.
    pub help: String,
}

/// By what an output and an input of the next stage are one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkIdentity {
    /// A name and a number: a semantic. Where a language matches values by their names, the number is 0.
    Semantic { name: Atom, index: u32 },
    /// A location and the first of its four components: GLSL's `layout(location = 3, component = 2)`.
    Location { number: u32, component: u32 },
    /// The source gives none, so that it is no value of another stage. The name is that of the declaration.
    Undeclared { name: Atom },
}

impl LinkIdentity {
    /// Whether other stages can have the value.
    pub fn is_declared(&self) -> bool {
        !matches!(self, LinkIdentity::Undeclared { .. })
    }

    /// Whether it is this semantic. Semantics have no case.
    pub fn is_semantic(&self, wanted: &str, number: u32) -> bool {
        matches!(self, LinkIdentity::Semantic { name, index } if name.eq_ignore_ascii_case(wanted) && *index == number)
    }

    /// Without the number behind a name, and without the component of a location: the elements of an array or the rows
    /// of a matrix are of one family.
    pub fn family(self) -> LinkIdentity {
        match self {
            LinkIdentity::Semantic { name, .. } => LinkIdentity::Semantic { name, index: 0 },
            LinkIdentity::Location { number, .. } => LinkIdentity::Location { number, component: 0 },
            LinkIdentity::Undeclared { .. } => self,
        }
    }
}

/// A mistake of one stage by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureProblem {
    pub code: &'static str,
    /// `{word}` stands for `word` as the source spells it.
    pub message: String,
    /// The word behind the declaration that is wrong, in capitals, without its number: the message is about its place.
    pub word: Option<String>,
    /// A full sentence.
    pub help: String,
    pub place: ElementPlace,
    /// The whole entry point is of another stage.
    pub is_of_stage: bool,
}

/// A scalar or vector of a signature: an element of an array or a row of a matrix is one of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct StageElement {
    /// As messages write it: `TEXCOORD1`. No other input, or output, of the stage has the same.
    pub name: String,
    pub link: LinkIdentity,
    pub slot: Slot,
    pub scalar: Scalar,
    /// 1 to 4.
    pub components: u8,
    /// The type of it as the language spells it: `float3`.
    pub type_name: String,
    /// How the rasteriser interpolates it, whether this stage is next to it or not.
    pub interpolation: Interpolation,
    /// An input of which the language does not say whether each primitive has one value: that follows from the stage before.
    pub follows_primitives: bool,
    /// The source gives the location.
    pub has_own_location: bool,
    /// A value of a whole patch.
    pub per_patch: bool,
    /// Which of the elements of its declaration it is: 0 begins another declaration.
    pub part: u32,
    pub place: ElementPlace,
}

/// The declaration of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ElementPlace {
    /// The parameter, or the function whose result it is: an index into `Preprocessed::tokens`.
    pub token: Option<u32>,
    /// The parameter's name; empty for a result.
    pub parameter: Atom,
    /// The innermost structure and its member, where it is part of one.
    pub member: Option<(Atom, Atom)>,
}

impl ElementPlace {
    /// The member's name, or the parameter's.
    pub fn name(&self) -> &'static str {
        self.member.map_or(self.parameter, |(_, member)| member).as_str()
    }
}

impl StageElement {
    /// The number of components that the stage has at the location, or the element's own.
    pub fn width(&self) -> u8 {
        match self.slot {
            Slot::Location { width, .. } => width,
            _ => self.components,
        }
    }

    /// Whether other values of the stage are at its location, or it leaves out the first components.
    pub fn shares_location(&self) -> bool {
        matches!(self.slot, Slot::Location { component, width, .. } if component != 0 || width != self.components)
    }

    /// Whether it goes from stage to stage through a location.
    pub fn location(&self) -> Option<u32> {
        match self.slot {
            Slot::Location { location, .. } => Some(location),
            _ => None,
        }
    }
}

/// Whether a stage has these inputs of the game, or these outputs for it: attributes of a vertex, colours of render targets.
pub const fn is_outer(stage: Stage, input: bool) -> bool {
    matches!((stage, input), (Stage::Vertex, true) | (Stage::Pixel, false))
}
