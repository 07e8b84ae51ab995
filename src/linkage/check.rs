//! What the stages of techniques disagree about.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::stages::{SignatureId, Stages};
use super::{neighbours, read, written};
use crate::diag::{Diagnostic, Label, Span, did_you_mean};
use crate::ir::{
    BuiltIn, ElementPlace, Interpolation, LinkIdentity, MissingPosition, PayloadPart, Sampling, Scalar, SentPayload,
    Signature, SignatureProblem, Slot, StageElement,
};
use crate::model::{SourceText, Stage, StagedTechnique, Variant, VariantId, VariantSet};

/// A mistake, and the techniques that have it: indices into [`VariantSet::techniques`].
#[derive(Clone, Debug)]
pub struct Mistake {
    pub diagnostic: Diagnostic,
    /// The stage whose entry point belongs to another stage: the mistake is that a technique names it.
    pub misplaced: Option<Stage>,
    pub techniques: BTreeSet<usize>,
}

/// Upper bound of the earlier stages that one message shows.
const MAX_LABELS: usize = 4;

/// Upper bound of the names in one message.
const MAX_NAMES: usize = 12;

/// Checks each pair of neighbouring stages once; a pair without both signatures is not checked. `equal_interpolation`: an
/// interpolation that the pixel stage alone declares is a mistake too.
pub fn check(stages: &Stages<'_>, equal_interpolation: bool) -> Vec<Mistake> {
    let set = stages.set;
    let mut mistakes = Mistakes::default();
    let side = |id: VariantId| {
        let variant = &set.variants[id.0 as usize];
        let text = &set.sources[variant.source as usize];
        Some(Side { stage: variant.stage, variant, text, signature: stages.signature(id)? })
    };
    let has = |fits: fn(&Signature) -> bool| stages.distinct.iter().any(|(_, signature)| fits(signature));
    // Techniques are listed for mistakes alone: most shaders have none.
    if has(|signature| !signature.problems.is_empty()) {
        let stages = |technique: &StagedTechnique| technique.stages.iter().map(|(stage, id)| (*stage, *id)).collect();
        for ((_, id), techniques) in with_techniques(set, stages) {
            let Some(side) = side(id) else { continue };
            for problem in &side.signature.problems {
                let misplaced = Some(side.stage).filter(|_| problem.is_of_stage);
                mistakes.add_of(misplaced, side.problem(problem), &techniques);
            }
        }
    }
    if has(|signature| signature.missing_position.is_some()) {
        let last = |technique: &StagedTechnique| last_before_rasteriser(technique).into_iter().collect();
        for ((_, id), techniques) in with_techniques(set, last) {
            if let Some(side) = side(id)
                && let Some(missing) = &side.signature.missing_position
                && side.signature.problems.is_empty()
            {
                mistakes.add(side.no_position(missing), &techniques);
            }
        }
    }
    if has(|signature| signature.payload != SentPayload::None) {
        let pair = |technique: &StagedTechnique| {
            let of = |stage: Stage| technique.stages.get(&stage).copied();
            of(Stage::Amplification).zip(of(Stage::Mesh)).into_iter().collect()
        };
        for ((from, to), techniques) in with_techniques(set, pair) {
            if let (Some(from), Some(to)) = (side(from), side(to))
                && let Some(mistake) = payloads(&from, &to)
            {
                mistakes.add(mistake, &techniques);
            }
        }
    }
    let mut found = disagreeing(stages, &side, equal_interpolation);
    if has(|signature| signature.outputs.iter().any(is_of_primitives)) {
        found.extend(mixed(stages, &side));
    }
    if !found.is_empty() {
        let ids = |technique: &StagedTechnique| neighbours(technique).map(|((_, from), (_, to))| [from, to]).collect();
        let techniques = with_techniques(set, ids);
        for (pair, diagnostics) in found {
            for diagnostic in diagnostics {
                mistakes.add(diagnostic, &techniques[&pair]);
            }
        }
    }
    mistakes.all
}

/// The mistakes of each pair of neighbouring stages that has some.
fn disagreeing<'a>(
    stages: &Stages<'a>,
    side: &dyn Fn(VariantId) -> Option<Side<'a>>,
    equal_interpolation: bool,
) -> Vec<([VariantId; 2], Vec<Diagnostic>)> {
    // A stage with values of another stage is not compared with its neighbours.
    let side =
        |id: VariantId| side(id).filter(|side| !side.signature.problems.iter().any(|problem| problem.is_of_stage));
    // Most pairs of variants have signatures that other pairs have too.
    let mut agree: FxHashSet<[Option<SignatureId>; 2]> = FxHashSet::default();
    let mut all = Vec::new();
    for [(_, from), (_, to)] in stages.pairs.iter().copied() {
        let ids = [stages.id(from), stages.id(to)];
        if agree.contains(&ids) {
            continue;
        }
        let found = match (side(from), side(to)) {
            (Some(from), Some(to)) => between(&from, &to, equal_interpolation),
            _ => Vec::new(),
        };
        if found.is_empty() {
            agree.insert(ids);
        } else {
            all.push(([from, to], found));
        }
    }
    all
}

fn is_of_primitives(output: &StageElement) -> bool {
    output.interpolation == Interpolation::PerPrimitive
}

/// Inputs that one technique's stages write once for each primitive, and another's for each vertex. A variant is compiled
/// once, and has to be one or the other.
fn mixed<'a>(
    stages: &Stages<'a>,
    side: &dyn Fn(VariantId) -> Option<Side<'a>>,
) -> Vec<([VariantId; 2], Vec<Diagnostic>)> {
    let mut known: BTreeMap<(VariantId, &LinkIdentity), (bool, VariantId)> = BTreeMap::new();
    let mut all = Vec::new();
    for [(_, from_id), (_, to_id)] in stages.pairs.iter().copied() {
        let (Some(from), Some(to)) = (side(from_id), side(to_id)) else { continue };
        let mut found = Vec::new();
        for input in to.signature.inputs.iter().filter(|input| input.follows_primitives) {
            let writes = |output: &&StageElement| output.link == input.link && output.location().is_some();
            let Some(output) = written(from.stage, from.signature).iter().find(writes) else { continue };
            let own = is_of_primitives(output);
            let (first, first_id) = *known.entry((to_id, &input.link)).or_insert((own, from_id));
            if let Some(other) = side(first_id).filter(|_| first != own) {
                let how = |is_primitive: bool| if is_primitive { "once for each primitive" } else { "for each vertex" };
                let message = format!(
                    "the pixel stage `{}` reads `{}`, which the {} stage `{}` writes {} and the {} stage `{}` {}",
                    to.variant.entry_point,
                    input.name,
                    other.stage.name(),
                    other.variant.entry_point,
                    how(first),
                    from.stage.name(),
                    from.variant.entry_point,
                    how(own)
                );
                let help = "Give the techniques pixel stages of their own, or write it in one way.";
                let diagnostic = to.blame(Diagnostic::error("stages/interpolation", message), &input.place);
                found.push(from.label(diagnostic, &output.place, "written here".to_owned()).help(help));
            }
        }
        if !found.is_empty() {
            all.push(([from_id, to_id], found));
        }
    }
    all
}

/// What `of` finds in the techniques, with the indices of the techniques that have it.
fn with_techniques<K: Ord>(set: &VariantSet, of: impl Fn(&StagedTechnique) -> Vec<K>) -> BTreeMap<K, BTreeSet<usize>> {
    let mut all: BTreeMap<K, BTreeSet<usize>> = BTreeMap::new();
    for (at, technique) in set.techniques.iter().enumerate() {
        for key in of(technique) {
            all.entry(key).or_default().insert(at);
        }
    }
    all
}

/// The stage whose positions the rasteriser takes.
fn last_before_rasteriser(technique: &StagedTechnique) -> Option<(Stage, VariantId)> {
    let stages = [Stage::Mesh, Stage::Geometry, Stage::Domain, Stage::Vertex];
    stages.into_iter().find_map(|stage| Some((stage, *technique.stages.get(&stage)?)))
}

/// The diagnostic at the declaration of an input, which is named by its semantic and its number.
pub fn at_input(
    set: &VariantSet,
    id: VariantId,
    signature: &Signature,
    (semantic, index): (&str, u32),
    diagnostic: Diagnostic,
) -> Diagnostic {
    let variant = &set.variants[id.0 as usize];
    let text = &set.sources[variant.source as usize];
    let side = Side { stage: variant.stage, variant, text, signature };
    match signature.inputs.iter().find(|input| input.link.is_semantic(semantic, index)) {
        Some(input) => side.blame(diagnostic, &input.place),
        None => side.blame(diagnostic, &side.entry()),
    }
}

/// Equal mistakes of several techniques are one.
#[derive(Default)]
struct Mistakes {
    all: Vec<Mistake>,
    known: FxHashMap<(&'static str, String, Option<Span>), usize>,
}

impl Mistakes {
    fn add(&mut self, diagnostic: Diagnostic, techniques: &BTreeSet<usize>) {
        self.add_of(None, diagnostic, techniques);
    }

    fn add_of(&mut self, misplaced: Option<Stage>, diagnostic: Diagnostic, techniques: &BTreeSet<usize>) {
        let place = diagnostic.primary.as_ref().map(|label| label.span);
        let identity = (diagnostic.code, diagnostic.message.clone(), place);
        let at = *self.known.entry(identity).or_insert(self.all.len());
        match self.all.get_mut(at) {
            None => self.all.push(Mistake { diagnostic, misplaced, techniques: techniques.clone() }),
            Some(known) => {
                known.techniques.extend(techniques);
                let labels = &mut known.diagnostic.labels;
                for label in diagnostic.labels {
                    let is_new = labels.iter().all(|shown| shown.span != label.span);
                    if is_new && labels.len() < MAX_LABELS {
                        labels.push(label);
                    }
                }
            }
        }
    }
}

/// One stage of a pair.
struct Side<'a> {
    stage: Stage,
    variant: &'a Variant,
    text: &'a SourceText,
    signature: &'a Signature,
}

impl Side<'_> {
    /// The token of a declaration: a member of a structure, a parameter, or the function whose result it is.
    fn token(&self, place: &ElementPlace) -> Option<u32> {
        let member = place.member.and_then(|(structure, member)| {
            let is_local = structure.contains('#') || structure.starts_with("struct at ");
            self.text.find_member(structure.as_str(), member.as_str()).filter(|_| !is_local)
        });
        member.or(place.token)
    }

    fn span(&self, place: &ElementPlace) -> Option<Span> {
        let tokens = &self.text.tokens;
        Some(tokens.place(tokens.tokens.get(self.token(place)? as usize)?).0)
    }

    fn blame(&self, diagnostic: Diagnostic, place: &ElementPlace) -> Diagnostic {
        let tokens = &self.text.tokens;
        match self.token(place).and_then(|token| tokens.tokens.get(token as usize)) {
            Some(token) => tokens.blame(diagnostic, token),
            None => diagnostic,
        }
    }

    fn problem(&self, problem: &SignatureProblem) -> Diagnostic {
        let word = problem.word.as_deref();
        let written = word.and_then(|word| self.text.find_behind(self.token(&problem.place)?, word));
        let word = written.map(|(_, spelled)| spelled).or(word).unwrap_or_default();
        let found = Diagnostic::error(problem.code, problem.message.replace("{word}", word)).help(&problem.help);
        match written.and_then(|(token, _)| self.text.tokens.tokens.get(token as usize)) {
            Some(token) => self.text.tokens.blame(found, token),
            None => self.blame(found, &problem.place),
        }
    }

    fn label(&self, mut diagnostic: Diagnostic, place: &ElementPlace, text: String) -> Diagnostic {
        diagnostic.labels.extend(self.span(place).map(|span| Label { span, message: text }));
        diagnostic
    }

    fn no_position(&self, MissingPosition { word, help }: &MissingPosition) -> Diagnostic {
        let (stage, entry) = (self.stage.name(), &self.variant.entry_point);
        let message = format!("the {stage} stage `{entry}` does not write `{word}`, which the rasteriser needs");
        self.blame(Diagnostic::error("stages/no-position", message), &self.entry()).help(help)
    }

    /// Of the entry point's name.
    fn entry(&self) -> ElementPlace {
        ElementPlace { token: self.signature.entry, ..ElementPlace::default() }
    }
}

fn between(from: &Side<'_>, to: &Side<'_>, equal_interpolation: bool) -> Vec<Diagnostic> {
    let is_linked = |element: &&StageElement| element.link.is_declared() && element.location().is_some();
    let outputs: BTreeMap<(bool, &LinkIdentity), &StageElement> = written(from.stage, from.signature)
        .iter()
        .filter(is_linked)
        .map(|element| ((element.per_patch, &element.link), element))
        .collect();
    let mut found: Vec<Diagnostic> = primitive_number(from, to).into_iter().collect();
    let mut wrong: BTreeSet<(Option<u32>, LinkIdentity)> = BTreeSet::new();
    for input in read(to.stage, to.signature).iter().filter(is_linked) {
        let output = outputs.get(&(input.per_patch, &input.link));
        let diagnostic = match output {
            None => Some(missing(from, to, input)),
            Some(output) => disagreement(from, to, input, output, equal_interpolation),
        };
        // Rows of one matrix and elements of one array have one mistake. The declaration is searched for where there is one.
        found.extend(diagnostic.filter(|_| wrong.insert((to.token(&input.place), input.link.family()))));
    }
    found
}

/// Where what a mesh stage is given is not what the amplification stage sends.
fn payloads(from: &Side<'_>, to: &Side<'_>) -> Option<Diagnostic> {
    let SentPayload::Of(given) = &to.signature.payload else { return None };
    let (sender, receiver) = (&from.variant.entry_point, &to.variant.entry_point);
    let sent = match &from.signature.payload {
        SentPayload::Unknown => return None,
        SentPayload::None => {
            let message = format!("the mesh stage `{receiver}` reads a payload, and the amplification stage has none");
            let diagnostic = to.blame(Diagnostic::error("stages/payload", message), &given.place);
            let help = format!("Write the same payload in `{sender}`.");
            return Some(from.label(diagnostic, &from.entry(), format!("`{sender}` sends nothing")).help(help));
        }
        SentPayload::Of(sent) => sent,
    };
    let mut pairs = sent.parts.iter().zip(&given.parts);
    let shown = |part: &PayloadPart| format!("`{} {}`", part.type_name, part.name);
    let message = match pairs.find(|(sent, given)| sent.layout != given.layout) {
        Some((sent, given)) if sent.type_name == given.type_name => {
            format!("the members of {} are others in the mesh stage than in the amplification stage", shown(given))
        }
        Some((sent, given)) => format!(
            "the mesh stage reads {} of its payload where the amplification stage writes {}",
            shown(given),
            shown(sent)
        ),
        None if sent.parts.len() != given.parts.len() => format!(
            "the payload of the mesh stage has {} members, and that of the amplification stage {}",
            given.parts.len(),
            sent.parts.len()
        ),
        None => return None,
    };
    let diagnostic = to.blame(Diagnostic::error("stages/payload", message), &given.place);
    let help = "Declare the payload once, where both stages have it.";
    Some(from.label(diagnostic, &sent.place, format!("what `{sender}` sends")).help(help))
}

/// The numbers of primitives that a pixel stage reads come from the mesh stage, if there is one.
fn primitive_number(from: &Side<'_>, to: &Side<'_>) -> Option<Diagnostic> {
    let is_number = |element: &&StageElement| element.slot == Slot::BuiltIn(BuiltIn::PrimitiveIndex);
    let is_behind_mesh = (from.stage, to.stage) == (Stage::Mesh, Stage::Pixel);
    let input = to.signature.inputs.iter().find(is_number).filter(|_| is_behind_mesh)?;
    if from.signature.outputs.iter().any(|output| is_number(&output)) {
        return None;
    }
    let (earlier, entry) = (from.stage.name(), &from.variant.entry_point);
    let message = format!("the pixel stage reads `{}`, which the {earlier} stage does not write", input.name);
    let help =
        format!("Behind a {earlier} stage, primitives have the numbers that it gives them: write them in `{entry}`.");
    let diagnostic = to.blame(Diagnostic::error("stages/not-written", message), &input.place);
    Some(from.label(diagnostic, &from.entry(), format!("`{entry}` writes none")).help(help))
}

fn missing(from: &Side<'_>, to: &Side<'_>, input: &StageElement) -> Diagnostic {
    let (earlier, later, name) = (from.stage.name(), to.stage.name(), &input.name);
    let message = format!("the {later} stage reads `{name}`, which the {earlier} stage does not write");
    let mut names: Vec<&str> = Vec::new();
    for output in written(from.stage, from.signature) {
        if output.location().is_some() && output.per_patch == input.per_patch && !names.contains(&output.name.as_str())
        {
            names.push(&output.name);
        }
    }
    let is_beside =
        |output: &StageElement| output.link.family() == input.link.family() && output.per_patch == input.per_patch;
    // Another index of the same name is no misspelling.
    let hint = if written(from.stage, from.signature).iter().any(is_beside) {
        None
    } else {
        did_you_mean(name, names.iter().copied()).map(|best| format!("Did you mean `{best}`?"))
    };
    let entry = &from.variant.entry_point;
    let help = hint
        .unwrap_or_else(|| format!("Write `{name}` in `{entry}`, or do not read it in `{}`.", to.variant.entry_point));
    let more = names.len().saturating_sub(MAX_NAMES);
    names.truncate(MAX_NAMES);
    let list = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let shown = match (names.is_empty(), more) {
        (true, _) => format!("`{entry}` writes nothing but system values"),
        (false, 0) => format!("`{entry}` writes {list}"),
        (false, more) => format!("`{entry}` writes {list} and {more} more"),
    };
    let diagnostic = to.blame(Diagnostic::error("stages/not-written", message), &input.place);
    from.label(diagnostic, &from.entry(), shown).help(help)
}

fn disagreement(
    from: &Side<'_>,
    to: &Side<'_>,
    input: &StageElement,
    output: &StageElement,
    equal_interpolation: bool,
) -> Option<Diagnostic> {
    let declares_one = effective(output) != Interpolation::Perspective(Sampling::Centre);
    let (earlier, later, name) = (from.stage.name(), to.stage.name(), &input.name);
    let (code, message, help) = if kind(input.scalar) != kind(output.scalar) || input.components > output.components {
        let (read, written) = (&input.type_name, &output.type_name);
        let message =
            format!("the {later} stage reads `{name}` as `{read}`, but the {earlier} stage writes it as `{written}`");
        ("stages/type", message, "Give both the same type; only fewer components may be read than are written.")
    } else if to.stage == Stage::Pixel
        && input.interpolation != Interpolation::PerVertex
        && !(input.follows_primitives && output.interpolation == Interpolation::PerPrimitive)
        && effective(input) != effective(output)
        && (declares_one || equal_interpolation || input.interpolation == Interpolation::PerPrimitive)
    {
        let (read, written) = (spelled(effective(input)), spelled(effective(output)));
        let message = format!("the {later} stage reads `{name}` {read}, but the {earlier} stage writes it {written}");
        ("stages/interpolation", message, "Declare both with the same interpolation.")
    } else if input.has_own_location && output.has_own_location && input.location() != output.location() {
        let (read, written) = (input.location().unwrap_or(0), output.location().unwrap_or(0));
        let message = format!(
            "the {later} stage reads `{name}` at location {read}, but the {earlier} stage writes it at location {written}"
        );
        ("stages/location", message, "Give both the same location, or none.")
    } else {
        return None;
    };
    let diagnostic = to.blame(Diagnostic::error(code, message), &input.place);
    Some(from.label(diagnostic, &output.place, "written here".to_owned()).help(help))
}

/// Types of one kind are one between stages.
const fn kind(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Half => Scalar::Float,
        Scalar::Bool => Scalar::Uint,
        other => other,
    }
}

/// Only floats of up to 32 bits are interpolated.
const fn effective(element: &StageElement) -> Interpolation {
    match element.scalar {
        _ if matches!(element.interpolation, Interpolation::PerPrimitive) => Interpolation::PerPrimitive,
        Scalar::Float | Scalar::Half | Scalar::Min16Float | Scalar::Float16 => element.interpolation,
        _ => Interpolation::Flat,
    }
}

fn spelled(interpolation: Interpolation) -> String {
    let (how, sampling) = match interpolation {
        Interpolation::PerPrimitive => return "once for each primitive".to_owned(),
        Interpolation::None | Interpolation::Flat | Interpolation::PerVertex => {
            return "without interpolation".to_owned();
        }
        Interpolation::Perspective(sampling) => ("with perspective", sampling),
        Interpolation::Linear(sampling) => ("without perspective", sampling),
    };
    let place = match sampling {
        Sampling::Centre => "",
        Sampling::Centroid => ", at the centroid",
        Sampling::Sample => ", at each sample",
    };
    format!("interpolated {how}{place}")
}
