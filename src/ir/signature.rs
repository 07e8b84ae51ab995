//! What one stage takes and gives, as far as the stages around it have to agree.

use ustr::Ustr;

use super::{Interpolation, Scalar, Slot};

/// The inputs and outputs of an entry point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    pub inputs: Vec<StageElement>,
    pub outputs: Vec<StageElement>,
    /// The name of the entry point in its definition: an index into `Preprocessed::tokens`.
    pub entry: Option<u32>,
    /// The language's word for the position of a vertex, where no output is one.
    pub lacks_position: Option<&'static str>,
    /// What the stage cannot have of this.
    pub problems: Vec<SignatureProblem>,
}

/// A mistake of one stage by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureProblem {
    pub code: &'static str,
    pub message: String,
    /// A full sentence.
    pub help: String,
    pub place: ElementPlace,
    /// The whole entry point is of another stage.
    pub is_of_stage: bool,
}

/// A scalar or vector of a signature: an element of an array or a row of a matrix is one of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct StageElement {
    /// By which stages are matched: `TEXCOORD1`.
    pub name: String,
    /// The source gives a name.
    pub has_name: bool,
    /// Without its number: `TEXCOORD`, 1.
    pub base: Ustr,
    pub index: u32,
    pub slot: Slot,
    pub scalar: Scalar,
    /// 1 to 4.
    pub components: u8,
    /// How the rasteriser interpolates it, whether this stage is next to it or not.
    pub interpolation: Interpolation,
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
    /// Whether it goes from stage to stage through a location.
    pub fn location(&self) -> Option<u32> {
        match self.slot {
            Slot::Location { location, .. } => Some(location),
            _ => None,
        }
    }
}
