//! What one stage takes and gives, as far as the stages around it have to agree.

use ustr::Ustr;

use super::{Interpolation, Scalar, Slot};
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
    Semantic { name: Ustr, index: u32 },
    /// A location and the first of its four components: GLSL's `layout(location = 3, component = 2)`.
    Location { number: u32, component: u32 },
    /// The source gives none, so that it is no value of another stage. The name is that of the declaration.
    Undeclared { name: Ustr },
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
    pub parameter: Ustr,
    /// The innermost structure and its member, where it is part of one.
    pub member: Option<(Ustr, Ustr)>,
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
