//! Where inputs and outputs of a stage go.
//!
//! A location is what `layout(location = n)` says. What has none takes the lowest run that is free, in the order of all declarations of
//! the unit, used or not: the vertex format does not depend on the variant. The stages of a shader may agree on others
//! ([`StageLinks`]): they are matched by name then. A matrix takes one location for each column, an array one run for each element, the
//! members of a structure or block follow each other.

use std::collections::BTreeSet;

use ustr::Ustr;

use super::words::{StageWords, Varying, of_entry, of_struct};
use crate::dialect::glsl::words::type_name;
use crate::ir::{
    BuiltIn, ElementPlace, Function, Interpolation, LinkIdentity, Sampling, Scalar, Shape, Slot, StageElement,
    StageValue, Type, shape, work,
};
use crate::model::{Stage, StageLinks};

/// A declaration of inputs or outputs.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    pub name: Ustr,
    pub ty: &'a Type,
    pub words: StageWords,
    /// Its name: an index into the unit's tokens.
    pub token: Option<u32>,
}

/// The inputs and outputs of an entry point, in the order of [`Interface`](crate::ir::Interface).
pub fn assign(function: &Function, stage: Stage, links: Option<&StageLinks>) -> (Vec<StageValue>, Vec<StageValue>) {
    let words = of_entry(&function.words).iter();
    let declared = function.parameters.iter().zip(words).map(|(parameter, words)| Declared {
        name: parameter.name,
        ty: &parameter.ty,
        words: *words,
        token: None,
    });
    let (inputs, outputs) = elements(declared, stage);
    let inputs = inputs.into_iter().map(|element| linked(element, true, links)).collect();
    let outputs = outputs.into_iter().map(|element| linked(element, false, links)).collect();
    (inputs, outputs)
}

/// Puts a value where the links say.
fn linked(element: StageElement, input: bool, links: Option<&StageLinks>) -> StageValue {
    let StageElement { name, mut slot, components, per_patch, place, .. } = element;
    let mut written = None;
    if let (Slot::Location { location, .. }, Some(links)) = (&mut slot, links)
        && let Some(link) = links.find(input, per_patch, &name)
    {
        *location = link.location;
        written = (input && link.components > components).then_some(link.components);
    }
    StageValue { name: place.name().to_owned(), slot, written }
}

/// The same with what other stages have to know.
pub fn elements<'a>(
    declared: impl Iterator<Item = Declared<'a>> + Clone,
    stage: Stage,
) -> (Vec<StageElement>, Vec<StageElement>) {
    let side = |input: bool| {
        let mut side = Side { stage, input, is_placed: false, values: Vec::new(), part: 0 };
        let all = || declared.clone().filter(|one| one.words.input == input);
        for (one, location) in all().zip(automatic(all())) {
            side.part = 0;
            side.is_placed = location.is_none();
            let place = ElementPlace { token: one.token, parameter: one.name, member: None };
            let location = location.or(one.words.varying.location);
            let words = StageWords { varying: Varying { location, ..one.words.varying }, ..one.words };
            side.add(one.ty, words, one.name.as_str(), place);
        }
        side.values
    };
    (side(true), side(false))
}

/// The first location of each declaration that does not say its own. All are inputs, or all outputs.
pub fn automatic<'a>(declared: impl Iterator<Item = Declared<'a>> + Clone) -> Vec<Option<u32>> {
    let mut free = Free::default();
    for one in declared.clone() {
        free.reserve(one.ty, one.words.varying);
    }
    let place = |one: Declared<'_>| {
        let is_placed = one.words.varying.location.is_some() || one.words.built_in.is_some() || has_places(one.ty);
        if is_placed { None } else { one.words.automatic.or_else(|| Some(free.take(locations(one.ty)))) }
    };
    declared.map(place).collect()
}

/// The locations that a declaration names, if it names one.
pub fn declared_locations(ty: &Type, words: StageWords) -> Option<std::ops::Range<u32>> {
    let first = words.varying.location.filter(|_| words.built_in.is_none())?;
    Some(first..first.saturating_add(locations(ty).min(1024)))
}

/// Whether members say where they go.
fn has_places(ty: &Type) -> bool {
    let Shape::Struct(structure) = shape(ty) else { return false };
    of_struct(structure).any(|member| member.varying.location.is_some() || member.built_in.is_some())
}

/// The locations that no declaration names.
#[derive(Default)]
struct Free {
    /// The lowest that may be free, and those that are not.
    next: u32,
    taken: BTreeSet<u32>,
}

impl Free {
    /// Takes the locations that declarations name.
    fn reserve(&mut self, ty: &Type, varying: Varying) {
        if let Shape::Struct(structure) = shape(ty)
            && varying.location.is_none()
        {
            for (member, words) in structure.members.iter().zip(of_struct(structure)) {
                self.reserve(&member.ty, words.varying);
            }
            return;
        }
        if let Some(first) = varying.location {
            self.taken.extend(first..first.saturating_add(locations(ty).min(1024)));
        }
    }

    /// A run of locations for what does not say its own.
    fn take(&mut self, count: u32) -> u32 {
        while let Some(at) = self.taken.range(self.next..self.next.saturating_add(count)).next_back() {
            self.next = at.saturating_add(1);
        }
        let found = self.next;
        self.next = self.next.saturating_add(count);
        found
    }
}

/// The inputs or the outputs.
struct Side {
    stage: Stage,
    input: bool,
    /// Whether the source says where the declaration goes.
    is_placed: bool,
    values: Vec<StageElement>,
    /// How many elements of the declaration there are.
    part: u32,
}

impl Side {
    /// Adds the scalars and vectors of a value.
    fn add(&mut self, ty: &Type, words: StageWords, name: &str, place: ElementPlace) {
        work::spend(1);
        match shape(ty) {
            Shape::Struct(structure) => {
                let mut location = words.varying.location;
                for (member, of) in structure.members.iter().zip(of_struct(structure)) {
                    let own = of.varying;
                    let varying = Varying {
                        location: own.location.or(location),
                        flat: own.flat || words.varying.flat,
                        no_perspective: own.no_perspective || words.varying.no_perspective,
                        centroid: own.centroid || words.varying.centroid,
                        sample: own.sample || words.varying.sample,
                    };
                    location = varying.location.map(|at| at.saturating_add(locations(&member.ty)));
                    let place = ElementPlace { member: Some((structure.symbol.0, member.name)), ..place };
                    let words = StageWords { varying, built_in: of.built_in.or(words.built_in), ..words };
                    self.add(&member.ty, words, &format!("{name}.{}", member.name), place);
                }
            }
            Shape::Array(element, count) => {
                let step = locations(element);
                for at in 0..count {
                    self.add(element, later(words, at, step), &format!("{name}[{at}]"), place);
                }
            }
            Shape::Matrix { scalar, rows, columns } => {
                for at in 0..u32::from(rows) {
                    let step = width(scalar, columns);
                    self.add_value((scalar, columns), later(words, at, step), &format!("{name}[{at}]"), place);
                }
            }
            Shape::Scalar(kind) => self.add_value((kind, 1), words, name, place),
            Shape::Vector(kind, count) => self.add_value((kind, count), words, name, place),
            Shape::Void | Shape::Other => {}
        }
    }

    fn add_value(&mut self, (kind, count): (Scalar, u8), words: StageWords, name: &str, place: ElementPlace) {
        let varying = words.varying;
        let slot = match words.built_in {
            Some(built_in) => Slot::BuiltIn(built_in),
            None => {
                // Members without one, of a block that places others, are a mistake that has been told.
                let location = varying.location.unwrap_or(0);
                let interpolated = if self.input { self.stage == Stage::Pixel } else { self.stage != Stage::Pixel };
                let interpolation = if interpolated { interpolation(varying) } else { Interpolation::None };
                Slot::Location { location, interpolation }
            }
        };
        // Stages are matched by location where the source gives one, else by name.
        let link = match varying.location {
            Some(number) if self.is_placed && words.built_in.is_none() => {
                LinkIdentity::Location { number, component: 0 }
            }
            _ => LinkIdentity::Semantic { name: Ustr::from(name), index: 0 },
        };
        let ty = if count == 1 { Type::Scalar(kind) } else { Type::Vector(kind, count) };
        self.values.push(StageElement {
            name: name.to_owned(),
            link,
            type_name: type_name(&ty),
            slot,
            scalar: kind,
            components: count,
            interpolation: interpolation(varying),
            has_own_location: self.is_placed && varying.location.is_some(),
            per_patch: false,
            part: self.part,
            place,
        });
        self.part += 1;
    }
}

/// Locations that a scalar or vector takes: Vulkan gives one to 16 bytes.
const fn width(kind: Scalar, count: u8) -> u32 {
    if kind.bytes() == 8 && count > 2 { 2 } else { 1 }
}

/// Element `at` of an array or matrix, whose elements take `step` locations.
fn later(words: StageWords, at: u32, step: u32) -> StageWords {
    let location = words.varying.location.map(|location| location.saturating_add(at.saturating_mul(step)));
    let built_in = words.built_in.map(|built_in| match built_in {
        BuiltIn::ClipDistance { first } => BuiltIn::ClipDistance { first: first + at },
        BuiltIn::CullDistance { first } => BuiltIn::CullDistance { first: first + at },
        other => other,
    });
    StageWords { varying: Varying { location, ..words.varying }, built_in, ..words }
}

/// Locations that a value takes.
fn locations(ty: &Type) -> u32 {
    match shape(ty) {
        Shape::Array(element, count) => locations(element).saturating_mul(count),
        Shape::Matrix { scalar, rows, columns } => u32::from(rows) * width(scalar, columns),
        Shape::Vector(kind, count) => width(kind, count),
        Shape::Struct(structure) => {
            work::spend(1);
            structure.members.iter().fold(0, |all: u32, member| all.saturating_add(locations(&member.ty)))
        }
        _ => 1,
    }
}

fn interpolation(varying: Varying) -> Interpolation {
    let sampling = if varying.sample {
        Sampling::Sample
    } else if varying.centroid {
        Sampling::Centroid
    } else {
        Sampling::Centre
    };
    if varying.flat {
        Interpolation::Flat
    } else if varying.no_perspective {
        Interpolation::Linear(sampling)
    } else {
        Interpolation::Perspective(sampling)
    }
}
