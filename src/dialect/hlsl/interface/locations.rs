//! Where inputs and outputs of an entry point go.
//!
//! Values between stages go where [`StageLinks`] say, which follow from all stages of a shader, so that stages agree
//! whatever the order of their declarations. Where there are no links, and for attributes of vertices, user-defined
//! semantics get locations in the order of their declaration: first the result, then the parameters; members of a
//! structure count at the structure's place. Inputs and outputs each count from 0, without system values. A matrix
//! takes one location for each row. An array takes one location for each element, or one for each row of each element.
//! glslang, dxc and slangc number in the same way. `SV_Target<n>` is location *n*. Direct3D does not allow a value
//! without a semantic; such a value takes the next location under its own name, as in glslang.

use std::collections::BTreeSet;

use super::semantics::{System, spelled, system};
use super::words::{MemberWords, Role, Semantic, StageWords, Varying, of_function, of_struct};
use crate::atom::Atom;
use crate::ir::{
    BuiltIn, ElementPlace, Function, Interpolation, LinkIdentity, MAX_LOCATIONS, OutputArray, Passing, Sampling,
    Scalar, Shape, Slot, StageElement, StageValue, Type, is_resource, location_count, location_width, shape, type_name,
    type_size, work,
};
use crate::model::{Stage, StageLinks};

/// Whether the inputs and outputs of an entry point are few enough to list them: no device has as many.
pub fn is_listable(function: &Function) -> bool {
    let (_, words) = of_function(&function.words);
    let given = function.parameters.iter().enumerate().filter(|(_, parameter)| !parameter.uniform);
    let given = given.map(|(at, parameter)| located(&parameter.ty, words.get(at).copied().unwrap_or_default().role));
    let all = given.chain([&function.result]).fold(0_u64, |all, ty| all.saturating_add(type_size(ty).scalars));
    all <= 16 * u64::from(MAX_LOCATIONS)
}

/// What is at the locations of a parameter: one element of an array of outputs, nothing of a payload.
fn located(ty: &Type, role: Role) -> &Type {
    match (ty, role) {
        (Type::Array(element, _), Role::Outputs(_)) => element,
        (_, Role::Payload) => &Type::Void,
        _ => ty,
    }
}

/// The inputs and outputs of an entry point, in the order of [`Interface`](crate::ir::Interface).
pub fn assign(
    function: &Function,
    stage: Stage,
    direct3d9: bool,
    links: Option<&StageLinks>,
) -> (Vec<StageValue>, Vec<StageValue>) {
    let (inputs, outputs) = elements(function, stage, direct3d9, &|_| None);
    let inputs = inputs.into_iter().map(|element| linked(element, true, links)).collect();
    let outputs = outputs.into_iter().map(|element| linked(element, false, links)).collect();
    (inputs, outputs)
}

/// Puts a value where the links say.
fn linked(element: StageElement, input: bool, links: Option<&StageLinks>) -> StageValue {
    let StageElement { name, mut slot, components, per_patch, .. } = element;
    let mut written = None;
    if let (Slot::Location { location, interpolation, .. }, Some(links)) = (&mut slot, links)
        && let Some(link) = links.find(input, per_patch, &name)
    {
        *location = link.location;
        if link.per_primitive {
            *interpolation = Interpolation::PerPrimitive;
        }
        written = (input && link.components > components).then_some(link.components);
    }
    StageValue { name, slot, written }
}

/// The same with what other stages have to know. `token` makes an index into the unit's tokens of one into the
/// function's.
pub fn elements(
    function: &Function,
    stage: Stage,
    direct3d9: bool,
    token: &dyn Fn(u32) -> Option<u32>,
) -> (Vec<StageElement>, Vec<StageElement>) {
    let (mut inputs, mut outputs) = (Side::new(stage, true, direct3d9), Side::new(stage, false, direct3d9));
    if !is_listable(function) {
        return (Vec::new(), Vec::new());
    }
    let (result, words) = of_function(&function.words);
    let given = function.parameters.iter().enumerate().filter(|(_, parameter)| !parameter.uniform);
    let given = given.map(|(at, parameter)| (parameter, words.get(at).copied().unwrap_or_default()));
    // A stream is `inout`, and nothing comes in through it.
    let is_input = |passing, of: StageWords| passing != Passing::Out && of.role != Role::Stream;
    outputs.say(&function.result, result);
    for (parameter, of) in given.clone() {
        let ty = located(&parameter.ty, of.role);
        if is_input(parameter.passing, of) {
            inputs.say(ty, of);
        }
        if parameter.passing != Passing::In {
            outputs.say(ty, of);
        }
    }
    outputs.place = ElementPlace { token: token(function.at.0), ..ElementPlace::default() };
    outputs.begin(stage, Role::Value);
    outputs.add(&function.result, result, "result");
    for (parameter, of) in given {
        let place = ElementPlace { token: token(parameter.at.0), parameter: parameter.name, member: None };
        if is_input(parameter.passing, of) {
            inputs.place = place;
            inputs.begin(stage, of.role);
            inputs.add(located(&parameter.ty, of.role), of, parameter.name.as_str());
        }
        if parameter.passing != Passing::In {
            outputs.place = place;
            outputs.begin(stage, of.role);
            outputs.add(located(&parameter.ty, of.role), of, parameter.name.as_str());
        }
    }
    (inputs.finish(), outputs.finish())
}

/// The inputs, or the outputs.
struct Side {
    stage: Stage,
    input: bool,
    direct3d9: bool,
    /// The lowest location that may be free, and those that are not.
    next: u32,
    taken: BTreeSet<u32>,
    values: Vec<StageElement>,
    /// Of `SV_ClipDistance` and `SV_CullDistance`: which, its index, how many numbers, and its place in `values`.
    distances: Vec<(bool, u32, u32, usize)>,
    /// The declaration that is being added, and how many of its elements are.
    place: ElementPlace,
    part: u32,
    /// What is added belongs to a whole patch.
    per_patch: bool,
    role: Role,
}

impl Side {
    fn new(stage: Stage, input: bool, direct3d9: bool) -> Side {
        Side {
            stage,
            input,
            direct3d9,
            next: 0,
            taken: BTreeSet::new(),
            values: Vec::new(),
            distances: Vec::new(),
            place: ElementPlace::default(),
            part: 0,
            per_patch: false,
            role: Role::Value,
        }
    }

    /// Before a parameter or the result is added.
    fn begin(&mut self, stage: Stage, role: Role) {
        self.part = 0;
        self.role = role;
        self.per_patch = self.input && stage == Stage::Domain && role == Role::Value;
    }

    /// Notes the locations that a value says it takes; of a pixel shader's outputs, those of `SV_Target` too.
    fn say(&mut self, ty: &Type, of: StageWords) {
        if let Shape::Struct(structure) = shape(ty) {
            let mut outer = of;
            for (member, words) in structure.members.iter().zip(of_struct(structure)) {
                self.say(&member.ty, member_of(words, &member.ty, &mut outer));
            }
            return;
        }
        let targets = !self.input && self.stage == Stage::Pixel;
        let target = match of.semantic.and_then(|semantic| system(semantic, self.stage, false, false)) {
            Some(System::Target(location)) if targets => Some(location),
            _ => None,
        };
        if let Some(first) = of.varying.location.or(target) {
            self.taken.extend(first..first.saturating_add(location_count(ty).min(MAX_LOCATIONS)));
        }
    }

    /// Adds the scalars and vectors of a value.
    fn add(&mut self, ty: &Type, of: StageWords, name: &str) {
        work::spend(1);
        match shape(ty) {
            Shape::Struct(structure) => {
                let mut outer = of;
                for (member, words) in structure.members.iter().zip(of_struct(structure)) {
                    // No entry point has one, and nothing behind it is asked for.
                    if is_resource(&member.ty) {
                        return;
                    }
                    let of = member_of(words, &member.ty, &mut outer);
                    self.place.member = Some((structure.symbol.0, member.name));
                    self.part = 0;
                    self.add(&member.ty, of, member.name.as_str());
                }
            }
            Shape::Array(element, count) => {
                let step = location_count(element);
                for at in 0..count {
                    self.add(element, later(of, at.saturating_mul(step)), name);
                }
            }
            Shape::Matrix { scalar, rows, columns } => {
                for at in 0..u32::from(rows) {
                    self.add_value((scalar, columns), later(of, at), name);
                }
            }
            Shape::Scalar(kind) => self.add_value((kind, 1), of, name),
            Shape::Vector(kind, count) => self.add_value((kind, count), of, name),
            Shape::Void | Shape::Other => {}
        }
    }

    fn add_value(&mut self, (kind, count): (Scalar, u8), of: StageWords, name: &str) {
        let StageWords { semantic, varying, .. } = of;
        let (name, meaning) = match semantic {
            Some(semantic) => (spelled(semantic), system(semantic, self.stage, self.input, self.direct3d9)),
            None => (name.to_owned(), None),
        };
        let is_primitive = self.role == Role::Outputs(OutputArray::Primitives);
        let interpolation = if is_primitive { Interpolation::PerPrimitive } else { interpolation(varying) };
        let slot = match meaning {
            _ if self.role == Role::Outputs(OutputArray::Indices) => Slot::BuiltIn(BuiltIn::PrimitiveIndices),
            None => {
                let location = varying.location.unwrap_or_else(|| self.free(location_width(kind, count)));
                let interpolated = !self.input || self.stage == Stage::Pixel;
                let interpolation = if interpolated { interpolation } else { Interpolation::None };
                Slot::Location {
                    location,
                    component: 0,
                    width: count,
                    interpolation,
                    second_source: varying.second_source,
                }
            }
            Some(System::Target(target)) if !self.input => {
                let location = varying.location.unwrap_or(target);
                let second_source = varying.second_source;
                Slot::Location {
                    location,
                    component: 0,
                    width: count,
                    interpolation: Interpolation::None,
                    second_source,
                }
            }
            Some(System::BuiltIn(BuiltIn::Barycentric { .. })) => {
                Slot::BuiltIn(BuiltIn::Barycentric { perspective: !varying.no_perspective })
            }
            Some(System::BuiltIn(built_in)) => Slot::BuiltIn(built_in),
            Some(System::Distances { cull }) => {
                let index = semantic.map_or(0, |semantic| semantic.index);
                self.distances.push((cull, index, u32::from(count), self.values.len()));
                Slot::BuiltIn(distance(cull, 0))
            }
            Some(System::Target(_) | System::Unknown) => Slot::Unknown,
        };
        let link = match semantic {
            Some(Semantic { name, index }) => LinkIdentity::Semantic { name, index },
            None => LinkIdentity::Undeclared { name: Atom::from(&name) },
        };
        let ty = if count == 1 { Type::Scalar(kind) } else { Type::Vector(kind, count) };
        self.values.push(StageElement {
            name,
            link,
            slot,
            scalar: kind,
            components: count,
            type_name: type_name(&ty),
            interpolation,
            follows_primitives: self.input && self.stage == Stage::Pixel,
            has_own_location: varying.location.is_some(),
            per_patch: self.per_patch,
            part: self.part,
            place: self.place,
        });
        self.part += 1;
    }

    /// A run of locations for what does not say its own.
    fn free(&mut self, count: u32) -> u32 {
        while let Some(at) = self.taken.range(self.next..self.next.saturating_add(count)).next_back() {
            self.next = at.saturating_add(1);
        }
        let found = self.next;
        self.next = self.next.saturating_add(count);
        found
    }

    /// The values, once all distances are known: in the order of their indices, one after the other as dxc has them. A
    /// gap would be a distance that nothing sets, and one of the eight that a device has.
    fn finish(mut self) -> Vec<StageElement> {
        self.distances.sort_by_key(|(cull, index, ..)| (*cull, *index));
        for of_kind in [false, true] {
            let mut next = 0_u32;
            for (cull, _, count, at) in self.distances.iter().filter(|found| found.0 == of_kind) {
                self.values[*at].slot = Slot::BuiltIn(distance(*cull, next));
                next += count;
            }
        }
        self.values
    }
}

const fn distance(cull: bool, first: u32) -> BuiltIn {
    if cull { BuiltIn::CullDistance { first } } else { BuiltIn::ClipDistance { first } }
}

/// A member's semantic and location: the next of its structure's, which go over its own, as in Direct3D (fxc's X3576).
fn member_of(words: MemberWords, ty: &Type, outer: &mut StageWords) -> StageWords {
    let StageWords { semantic, varying, .. } = *outer;
    *outer = later(*outer, location_count(ty));
    let own = words.stage.varying;
    let varying = Varying {
        no_interpolation: own.no_interpolation || varying.no_interpolation,
        no_perspective: own.no_perspective || varying.no_perspective,
        centroid: own.centroid || varying.centroid,
        sample: own.sample || varying.sample,
        precise: own.precise,
        location: varying.location.or(own.location),
        second_source: own.second_source || varying.second_source,
    };
    StageWords { semantic: semantic.or(words.stage.semantic), varying, ..*outer }
}

/// What comes `by` indices and locations later.
fn later(StageWords { semantic, varying, role }: StageWords, by: u32) -> StageWords {
    let semantic = semantic.map(|semantic| Semantic { index: semantic.index.saturating_add(by), ..semantic });
    let location = varying.location.map(|location| location.saturating_add(by));
    StageWords { semantic, varying: Varying { location, ..varying }, role }
}

fn interpolation(varying: Varying) -> Interpolation {
    Interpolation::new(
        varying.no_interpolation,
        varying.no_perspective,
        Sampling::new(varying.centroid, varying.sample),
    )
}
