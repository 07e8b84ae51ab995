//! Which semantics a stage may have, as DXC has it: `tests/cases/cli/stages_semantics` shows what is refused.

use super::system_types::Numbers;
use super::{mesh_outputs, system_types};
use crate::diag::{did_you_mean, listed};
use crate::ir::{BuiltIn, ElementPlace, Function, LinkIdentity, Signature, SignatureProblem, Slot, StageElement};
use crate::model::Stage;

/// A system value, the stages that may read it, and those that may write it: the first letters of their profiles. What
/// hull, domain and geometry stages read of vertices is what an earlier stage may write. Then what it may be declared as.
type SystemValue = (&'static str, &'static str, &'static str, Numbers);

const SYSTEM_VALUES: &[SystemValue] = &[
    ("SV_Position", "vhdgp", "vhdgm", Numbers::Floats(4)),
    ("SV_ClipDistance", "vhdgp", "vhdgm", Numbers::Distances),
    ("SV_CullDistance", "vhdgp", "vhdgm", Numbers::Distances),
    ("SV_VertexID", "v", "", Numbers::Whole(1)),
    ("SV_InstanceID", "vhdgp", "vhdg", Numbers::Whole(1)),
    ("SV_PrimitiveID", "hdgp", "hgm", Numbers::Whole(1)),
    ("SV_GSInstanceID", "g", "", Numbers::Any),
    ("SV_OutputControlPointID", "h", "", Numbers::Any),
    ("SV_DomainLocation", "d", "", Numbers::Any),
    ("SV_TessFactor", "d", "h", Numbers::Any),
    ("SV_InsideTessFactor", "d", "h", Numbers::Any),
    ("SV_RenderTargetArrayIndex", "vhdgp", "vhdgm", Numbers::Whole(1)),
    ("SV_ViewportArrayIndex", "vhdgp", "vhdgm", Numbers::Whole(1)),
    ("SV_IsFrontFace", "p", "g", Numbers::Whole(1)),
    ("SV_SampleIndex", "p", "", Numbers::Whole(1)),
    ("SV_Coverage", "p", "p", Numbers::Whole(1)),
    ("SV_InnerCoverage", "p", "", Numbers::Any),
    ("SV_Target", "", "p", Numbers::Any),
    ("SV_Depth", "", "p", Numbers::Floats(1)),
    ("SV_DepthGreaterEqual", "", "p", Numbers::Floats(1)),
    ("SV_DepthLessEqual", "", "p", Numbers::Floats(1)),
    ("SV_StencilRef", "", "p", Numbers::Whole(1)),
    ("SV_DispatchThreadID", "cam", "", Numbers::Whole(3)),
    ("SV_GroupID", "cam", "", Numbers::Whole(3)),
    ("SV_GroupIndex", "cam", "", Numbers::Whole(1)),
    ("SV_GroupThreadID", "cam", "", Numbers::Whole(3)),
    ("SV_ViewID", "vhdgpam", "", Numbers::Whole(1)),
    ("SV_Barycentrics", "p", "", Numbers::Floats(3)),
    ("SV_ShadingRate", "p", "vhdgm", Numbers::Whole(1)),
    ("SV_CullPrimitive", "p", "m", Numbers::Any),
    ("SV_StartVertexLocation", "v", "", Numbers::Whole(1)),
    ("SV_StartInstanceLocation", "v", "", Numbers::Whole(1)),
];

/// Upper bound of messages about one entry point.
const MAX_PROBLEMS: usize = 16;

/// What is wrong with an entry point's semantics in a stage.
pub fn problems(function: &Function, signature: &Signature, stage: Stage) -> Vec<SignatureProblem> {
    let all = || {
        let inputs = signature.inputs.iter().map(|element| (element, true));
        inputs.chain(signature.outputs.iter().map(|element| (element, false))).filter(|(element, _)| {
            element.link.is_declared() && element.slot != Slot::BuiltIn(BuiltIn::PrimitiveIndices)
        })
    };
    let name = function.symbol.name();
    let entry = ElementPlace { token: signature.entry, ..ElementPlace::default() };
    if function.threads.is_some() && !stage.has_groups() {
        let own = if function.mesh.is_some() { "mesh" } else { "compute" };
        let text = format!("`{name}` is a {own} stage, and a technique has it as its {} stage", stage.name());
        return vec![wrong_stage(entry, text, "It has the attribute `numthreads`.".to_owned())];
    }
    let refused: Vec<(&StageElement, bool)> =
        all().filter(|(element, input)| is_known(element) && !may_have(element, *input, stage)).collect();
    if let Some((element, input)) = refused.first() {
        let others = [Stage::Vertex, Stage::Pixel, Stage::Compute];
        let fits = |other: &&Stage| all().all(|(element, input)| may_have(element, input, **other));
        // Threads say that it is a stage of groups.
        let is_of_groups = function.threads.is_some();
        if let Some(other) = others.iter().filter(|other| **other != stage && !is_of_groups).find(fits) {
            let text = format!(
                "`{name}` is a {} stage by its semantics, and a technique has it as its {} stage",
                other.name(),
                stage.name()
            );
            let does = if *input { "reads" } else { "writes" };
            let help = format!("It {does} `{}`, which {} cannot.", shown(element), with_article(stage));
            return vec![wrong_stage(entry, text, help)];
        }
    }
    let mut found: Vec<SignatureProblem> = Vec::new();
    let elements = [(&signature.inputs, true), (&signature.outputs, false)];
    for (side, input) in elements {
        for element in side.iter().filter(|element| element.part == 0) {
            found.extend(problem(element, input, stage));
        }
        if stage != Stage::Mesh || input {
            found.extend(system_types::problems(side));
        }
    }
    if stage == Stage::Mesh {
        found.extend(mesh_outputs::problems(&signature.outputs));
    }
    found.truncate(MAX_PROBLEMS);
    found
}

fn with_article(stage: Stage) -> String {
    let article = if stage == Stage::Amplification { "an" } else { "a" };
    format!("{article} {} stage", stage.name())
}

fn wrong_stage(place: ElementPlace, message: String, help: String) -> SignatureProblem {
    SignatureProblem { code: "stages/wrong-stage", message, word: None, help, place, is_of_stage: true }
}

fn problem(element: &StageElement, input: bool, stage: Stage) -> Option<SignatureProblem> {
    let what = if input { "input" } else { "output" };
    let new = |code, message, word, help| SignatureProblem {
        code,
        message,
        word,
        help,
        place: element.place,
        is_of_stage: false,
    };
    if element.slot == Slot::BuiltIn(BuiltIn::PrimitiveIndices) {
        return None;
    }
    if !element.link.is_declared() {
        let message = if element.place.name().is_empty() {
            "the result has no semantic".to_owned()
        } else {
            format!("`{}` is part of the interface of a stage, and has no semantic", element.place.name())
        };
        let help = if !input && stage == Stage::Pixel { ": SV_Target" } else { ": TEXCOORD0" };
        return Some(new("stages/no-semantic", message, None, format!("Write one behind it, such as `{help}`.")));
    }
    if !is_known(element) {
        let names = SYSTEM_VALUES.iter().map(|(name, ..)| name.to_ascii_uppercase()).collect::<Vec<_>>();
        let near = did_you_mean(semantic(element), names.iter().map(String::as_str));
        let near = near.and_then(|near| SYSTEM_VALUES.iter().find(|(name, ..)| name.eq_ignore_ascii_case(near)));
        let help = near.map_or_else(
            || "Names that begin with `SV_` are system values: give it another name.".to_owned(),
            |(name, ..)| format!("Did you mean `{name}`?"),
        );
        return Some(new(
            "stages/unknown-system-value",
            "there is no system value `{word}`".to_owned(),
            Some(semantic(element).to_owned()),
            help,
        ));
    }
    if may_have(element, input, stage) {
        return None;
    }
    let message = format!("`{{word}}` cannot be an {what} of {}", with_article(stage));
    let help = match (input, stage) {
        (false, Stage::Pixel) => {
            "A pixel stage writes `SV_Target`, a depth, a stencil reference or a coverage.".to_owned()
        }
        (true, _) if stage.has_groups() => {
            let (stage_name, inputs) = (with_article(stage), inputs_of(stage));
            format!("{}{} reads {}.", stage_name[..1].to_uppercase(), &stage_name[1..], listed(&inputs))
        }
        _ => "Give it a name without `SV_`, if the stages are to hand it on.".to_owned(),
    };
    Some(new("stages/system-value", message, Some(semantic(element).to_owned()), help))
}

/// The system values that a stage can read, as messages list them.
fn inputs_of(stage: Stage) -> Vec<String> {
    let letter = stage.name().get(..1).unwrap_or_default();
    SYSTEM_VALUES.iter().filter(|(_, read, ..)| read.contains(letter)).map(|(name, ..)| format!("`{name}`")).collect()
}

/// The semantic without its number; of a value without one, its name.
pub fn semantic(element: &StageElement) -> &'static str {
    match element.link {
        LinkIdentity::Semantic { name, .. } | LinkIdentity::Undeclared { name } => name.as_str(),
        LinkIdentity::Location { .. } => "",
    }
}

fn find(element: &StageElement) -> Option<&'static SystemValue> {
    SYSTEM_VALUES.iter().find(|(name, ..)| name.eq_ignore_ascii_case(semantic(element)))
}

/// What a system value may be declared as; `None` of other values.
pub fn numbers(element: &StageElement) -> Option<Numbers> {
    find(element).map(|(.., numbers)| *numbers)
}

/// Whether it is a system value that there is, or none.
fn is_known(element: &StageElement) -> bool {
    !semantic(element).starts_with("SV_") || find(element).is_some()
}

fn may_have(element: &StageElement, input: bool, stage: Stage) -> bool {
    let letter = stage.name().get(..1).unwrap_or_default();
    match find(element) {
        Some((_, read, written, _)) => (if input { read } else { written }).contains(letter),
        // Attributes of `vk::` are checked where they are read.
        None if semantic(element).starts_with("VK::") || semantic(element).starts_with("SV_") => true,
        None => match (stage, input) {
            (Stage::Compute | Stage::Amplification, _) | (Stage::Mesh, true) => false,
            // `COLOR` and `DEPTH` of Direct3D 9 are known as what they are.
            (Stage::Pixel, false) => element.slot != Slot::Unknown && ["COLOR", "DEPTH"].contains(&semantic(element)),
            _ => true,
        },
    }
}

pub fn shown(element: &StageElement) -> String {
    match find(element) {
        Some((name, ..)) => (*name).to_owned(),
        None => element.name.clone(),
    }
}
