//! The types that system values may have: what dxc takes for DXIL or for SPIR-V, or fxc, of one to four components of each number type.
//! The outputs of a mesh stage have rules of their own (`mesh_outputs`).

use super::stage_rules;
use super::stage_rules::semantic;
use crate::ir::{Scalar, SignatureProblem, StageElement};

/// What a system value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// What the stage likes.
    Any,
    /// Floats of up to 32 bits: so many components.
    Floats(u8),
    /// From one to four distances, in arrays too.
    Distances,
    /// Whole numbers of up to 32 bits, or `bool`: from one to so many components.
    Whole(u8),
}

/// System values of other types, each once.
pub fn problems(side: &[StageElement]) -> Vec<SignatureProblem> {
    let mut found = Vec::new();
    for (at, element) in side.iter().enumerate() {
        let Some(numbers) = stage_rules::numbers(element).filter(|numbers| *numbers != Numbers::Any) else { continue };
        // Elements of an array, or rows of a matrix, follow each other.
        let follows = |other: &StageElement| other.part == element.part + 1 && other.place == element.place;
        let is_list = side.get(at + 1).is_some_and(follows);
        if element.part == 0 && (!fits(numbers, element) || is_list && numbers != Numbers::Distances) {
            found.push(problem(element, numbers, is_list));
        }
    }
    found
}

fn fits(numbers: Numbers, element: &StageElement) -> bool {
    let is_float = matches!(element.scalar, Scalar::Float | Scalar::Half | Scalar::Float16 | Scalar::Min16Float);
    let is_wide = matches!(element.scalar, Scalar::Double | Scalar::Int64 | Scalar::Uint64);
    match numbers {
        Numbers::Any => true,
        Numbers::Floats(components) => is_float && element.components == components,
        Numbers::Distances => is_float,
        Numbers::Whole(most) => !is_float && !is_wide && element.components <= most,
    }
}

fn problem(element: &StageElement, numbers: Numbers, is_list: bool) -> SignatureProblem {
    let (is, declare) = match numbers {
        Numbers::Floats(1) => ("is a `float`", "float"),
        Numbers::Floats(3) => ("is a `float3`", "float3"),
        Numbers::Floats(_) => ("is a `float4`", "float4"),
        Numbers::Distances | Numbers::Any => ("is one to four floats", "float4"),
        Numbers::Whole(1) => ("is one whole number", "uint"),
        Numbers::Whole(_) => ("is one to three whole numbers", "uint3"),
    };
    let (name, ty) = (element.place.name(), &element.type_name);
    let own = match (name.is_empty(), is_list) {
        (true, _) => format!("the result is `{ty}`"),
        (false, true) => format!("`{name}` is an array or matrix of `{ty}`"),
        (false, false) => format!("`{name}` is `{ty}`"),
    };
    SignatureProblem {
        code: "stages/type",
        message: format!("`{{word}}` {is}, and {own}"),
        word: Some(semantic(element).to_owned()),
        help: format!("Declare it as `{declare}`."),
        place: element.place,
        is_of_stage: false,
    }
}
