//! What the outputs of a mesh stage may be: each system value belongs to vertices or to primitives, and has one type.

use std::collections::BTreeMap;

use super::stage_rules::{semantic, shown};
use crate::ir::{BuiltIn, Interpolation, LinkIdentity, Scalar, SignatureProblem, Slot, StageElement};

/// Where a system value is written, and its type. Distances are numbers and vectors.
struct Rule {
    name: &'static str,
    of_primitives: bool,
    ty: Option<(Scalar, u8)>,
}

const fn rule(name: &'static str, of_primitives: bool, ty: Option<(Scalar, u8)>) -> Rule {
    Rule { name, of_primitives, ty }
}

const RULES: [Rule; 9] = [
    rule("SV_POSITION", false, Some((Scalar::Float, 4))),
    rule("SV_CLIPDISTANCE", false, None),
    rule("SV_CULLDISTANCE", false, None),
    rule("PSIZE", false, Some((Scalar::Float, 1))),
    rule("SV_PRIMITIVEID", true, Some((Scalar::Uint, 1))),
    rule("SV_RENDERTARGETARRAYINDEX", true, Some((Scalar::Uint, 1))),
    rule("SV_VIEWPORTARRAYINDEX", true, Some((Scalar::Uint, 1))),
    rule("SV_SHADINGRATE", true, Some((Scalar::Uint, 1))),
    rule("SV_CULLPRIMITIVE", true, Some((Scalar::Bool, 1))),
];

/// What is wrong with the outputs of a mesh stage.
pub fn problems(outputs: &[StageElement]) -> Vec<SignatureProblem> {
    let is_output = |element: &&StageElement| {
        element.slot != Slot::BuiltIn(BuiltIn::PrimitiveIndices) && element.link.is_declared()
    };
    let mut known: BTreeMap<&LinkIdentity, &StageElement> = BTreeMap::new();
    let mut found: Vec<SignatureProblem> = Vec::new();
    for element in outputs.iter().filter(is_output) {
        let first = *known.entry(&element.link).or_insert(element);
        let is_told = found.last().is_some_and(|problem| problem.place == element.place);
        if is_told {
            continue;
        }
        found.extend(placed(element).or_else(|| typed(element)).or_else(|| {
            let is_other = first.place != element.place;
            is_other.then(|| twice(first, element))
        }));
    }
    found
}

fn of_primitives(element: &StageElement) -> bool {
    element.interpolation == Interpolation::PerPrimitive
}

fn find(element: &StageElement) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.name == semantic(element))
}

fn array(of_primitives: bool) -> &'static str {
    if of_primitives { "primitives" } else { "vertices" }
}

fn problem(element: &StageElement, code: &'static str, message: String, help: String) -> SignatureProblem {
    let word = Some(semantic(element).to_owned());
    SignatureProblem { code, message, word, help, place: element.place, is_of_stage: false }
}

fn placed(element: &StageElement) -> Option<SignatureProblem> {
    let rule = find(element)?;
    let own = of_primitives(element);
    (own != rule.of_primitives).then(|| {
        let message = format!(
            "`{{word}}` is an output of the `{}` of a mesh stage, and not of its `{}`",
            array(rule.of_primitives),
            array(own)
        );
        let help = format!("Move it to the structure of the `out {}` parameter.", array(rule.of_primitives));
        problem(element, "stages/system-value", message, help)
    })
}

fn typed(element: &StageElement) -> Option<SignatureProblem> {
    let (scalar, components) = find(element)?.ty?;
    let is_same = element.components == components && (element.scalar == scalar || is_float(element.scalar, scalar));
    (!is_same).then(|| {
        let name = crate::ir::type_name(&match components {
            1 => crate::ir::Type::Scalar(scalar),
            _ => crate::ir::Type::Vector(scalar, components),
        });
        let message = format!(
            "`{{word}}` of a mesh stage is a `{name}`, and `{}` is `{}`",
            element.place.name(),
            element.type_name
        );
        problem(element, "stages/type", message, format!("Declare it as `{name}`."))
    })
}

/// Numbers of less precision are `float` where they leave the stage.
fn is_float(scalar: Scalar, wanted: Scalar) -> bool {
    wanted == Scalar::Float && matches!(scalar, Scalar::Half | Scalar::Min16Float)
}

fn twice(first: &StageElement, element: &StageElement) -> SignatureProblem {
    let message = format!(
        "`{}` of the `{}` and `{}` of the `{}` are both `{}`, which the next stage could not tell apart",
        path(first),
        array(of_primitives(first)),
        path(element),
        array(of_primitives(element)),
        shown(element)
    );
    problem(element, "stages/type", message, "Give one of them another semantic or number.".to_owned())
}

/// `Vertex.colour`
fn path(element: &StageElement) -> String {
    match element.place.member {
        Some((structure, member)) => format!("{structure}.{member}"),
        None => element.place.name().to_owned(),
    }
}
