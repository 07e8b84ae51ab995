//! Where inputs and outputs of a stage go.
//!
//! A location is what `layout(location = n)` says. What has none takes the lowest run that is free, in the order of the declarations. A
//! matrix takes one location for each column, an array one run for each element, the members of a structure or block follow each other.
//!
//! For vertex attributes and render targets these are all declarations of the unit, used or not: what the game binds does not depend on
//! the variant. For values between stages they are those that the variant has; all variants of a shader agree on others where they need
//! to ([`StageLinks`]), and are matched by name then.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};

use super::words::{StageWords, Varying, of_entry, of_stage, of_struct};
use crate::atom::Atom;
use crate::dialect::glsl::words::type_name;
use crate::ir::{
    BuiltIn, ElementPlace, Function, Instance, Interpolation, Item, LinkIdentity, Sampling, Scalar, Shape, Slot,
    StageElement, StageValue, Symbol, Type, is_outer, location_count, location_width, shape, work,
};
use crate::model::{Stage, StageLinks};

/// A declaration of inputs or outputs.
#[derive(Clone, Copy, Debug)]
struct Declared<'a> {
    name: Atom,
    ty: &'a Type,
    words: StageWords,
    /// Its name: an index into the unit's tokens.
    token: Option<u32>,
}

/// The inputs and outputs of an entry point, in the order of [`Interface`](crate::ir::Interface).
pub fn assign(function: &Function, stage: Stage, links: Option<&StageLinks>) -> (Vec<StageValue>, Vec<StageValue>) {
    let words = of_entry(&function.words).iter();
    let declared = function.parameters.iter().zip(words).map(|(parameter, words)| Declared {
        name: parameter.name,
        ty: located(&parameter.ty, words, stage),
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
    let StageElement { name, mut slot, per_patch, place, .. } = element;
    let mut written = None;
    if let (Slot::Location { location, width, .. }, Some(links)) = (&mut slot, links)
        && let Some(link) = links.find(input, per_patch, &name)
    {
        *location = link.location;
        written = (input && link.components > *width).then_some(link.components);
        // With other values in other variants.
        if !input {
            *width = link.components.max(*width);
        }
    }
    StageValue { name: place.name().to_owned(), slot, written }
}

/// The inputs and outputs among the globals of a variant, with what other stages have to know.
pub fn of_globals(globals: &[Instance], stage: Stage) -> (Vec<StageElement>, Vec<StageElement>) {
    let side = |input: bool| of_side(globals, stage, input).map(|(declared, _)| declared);
    let declared: Vec<Declared<'_>> = side(true).chain(side(false)).collect();
    elements(declared.iter().copied(), stage)
}

fn elements<'a>(
    declared: impl Iterator<Item = Declared<'a>> + Clone,
    stage: Stage,
) -> (Vec<StageElement>, Vec<StageElement>) {
    let side = |input: bool| {
        let mut side = Side { stage, input, is_placed: false, values: Vec::new(), part: 0 };
        let all = || declared.clone().filter(|one| one.words.input == input);
        for (one, location) in all().zip(first_locations(all())) {
            side.part = 0;
            side.is_placed = location.is_none();
            let place = ElementPlace { token: one.token, parameter: one.name, member: None };
            let location = location.or(one.words.varying.location);
            let words = StageWords { varying: Varying { location, ..one.words.varying }, ..one.words };
            side.add(one.ty, words, one.name.as_str(), place);
        }
        share_locations(&mut side.values);
        side.values
    };
    (side(true), side(false))
}

/// Gives values at one location the width of all of them. Both sources of blending are by themselves.
fn share_locations(values: &mut [StageElement]) {
    let mut widths: BTreeMap<(u32, bool), u8> = BTreeMap::new();
    for value in values.iter() {
        if let Slot::Location { location, width, second_source, .. } = value.slot {
            let widest = widths.entry((location, second_source)).or_default();
            *widest = width.max(*widest);
        }
    }
    for value in values {
        if let Slot::Location { location, width, second_source, .. } = &mut value.slot
            && let Some(widest) = widths.get(&(*location, *second_source))
        {
            *width = *widest;
        }
    }
}

/// The first location of each input, or output, that does not say its own.
pub fn automatic(globals: &[Instance], stage: Stage, input: bool) -> BTreeMap<Symbol, u32> {
    let (declared, symbols): (Vec<Declared<'_>>, Vec<Symbol>) = of_side(globals, stage, input).unzip();
    let places = first_locations(declared.iter().copied());
    symbols.into_iter().zip(places).filter_map(|(symbol, place)| Some((symbol, place?))).collect()
}

/// The first location of each vertex attribute or render target, by name; empty in a stage that has neither.
pub fn outer_locations(interface: &[Instance], stage: Stage) -> Vec<(Atom, u32)> {
    let all = |input: bool| {
        let found = automatic(interface, stage, input);
        let place = |(declared, symbol): (Declared<'_>, Symbol)| {
            let words = declared.words;
            let said = words.varying.location.filter(|_| words.built_in.is_none());
            Some((declared.name, said.or_else(|| found.get(&symbol).copied())?))
        };
        of_side(interface, stage, input).filter_map(place).collect::<Vec<_>>()
    };
    [true, false].into_iter().filter(|input| is_outer(stage, *input)).flat_map(all).collect()
}

/// What is at the locations of a declaration: one element where an input has that of each vertex, and of what a mesh stage
/// writes of each vertex or primitive.
fn located<'a>(ty: &'a Type, words: &StageWords, stage: Stage) -> &'a Type {
    match ty {
        Type::Array(element, _) if words.varying.per_vertex || stage == Stage::Mesh && !words.input => element,
        _ => ty,
    }
}

/// The inputs, or outputs, among these globals.
fn of_side(globals: &[Instance], stage: Stage, input: bool) -> impl Iterator<Item = (Declared<'_>, Symbol)> {
    globals.iter().filter_map(move |instance| {
        let Item::Global(global) = &*instance.item else { return None };
        let words = of_stage(&global.words)?.in_stage(stage);
        let token = instance.tokens.get(global.at.0 as usize).copied();
        let name = global.symbol.0.strip_prefix("block ").map_or(global.symbol.0, Atom::from);
        let ty = located(&global.ty, &words, stage);
        let declared = Declared { name, ty, words, token };
        (words.input == input).then_some((declared, global.symbol))
    })
}

/// The first location of each declaration that does not say its own. All are inputs, or all outputs.
fn first_locations<'a>(declared: impl Iterator<Item = Declared<'a>> + Clone) -> Vec<Option<u32>> {
    let mut free = Free::default();
    for one in declared.clone() {
        free.reserve(one.ty, one.words.varying);
    }
    let place = |one: Declared<'_>| {
        let is_placed = one.words.varying.location.is_some() || one.words.built_in.is_some() || has_places(one.ty);
        if is_placed { None } else { one.words.automatic.or_else(|| Some(free.take(location_count(one.ty)))) }
    };
    declared.map(place).collect()
}

/// The components of locations that a declaration names, if it or its members name any: the first 1,024 or a few more,
/// which no device has.
pub fn declared_places(ty: &Type, words: StageWords, stage: Stage) -> Vec<DeclaredPlace> {
    let mut found: Vec<DeclaredPlace> = Vec::new();
    let of_declaration = Part { name: "", place: ElementPlace::default() };
    // It ends early where there are too many.
    let _ = walk(located(ty, &words, stage), words, of_declaration, &mut |value| {
        let (scalar, count) = value.numbers;
        if let (Some(first), None) = (value.words.varying.location, value.words.built_in) {
            // As glslang has it, nothing else has a part of a matrix's locations.
            let is_whole = value.of_matrix || scalar.bytes() == 8;
            let begin = value.words.varying.component;
            let components = if is_whole { 0..4 } else { begin..begin.saturating_add(count) };
            let interpolation = interpolation(value.words.varying);
            found.extend((0..location_width(scalar, count)).map(|at| DeclaredPlace {
                location: first.saturating_add(at),
                components: components.clone(),
                scalar,
                interpolation,
            }));
        }
        if found.len() < MAX_PLACES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// Where the search for places ends.
const MAX_PLACES: usize = 1024;

/// Components of a location, the type of their numbers, and how they are interpolated.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredPlace {
    pub location: u32,
    pub components: Range<u8>,
    pub scalar: Scalar,
    pub interpolation: Interpolation,
}

/// A part of a declaration: its name, and where it is declared.
#[derive(Clone, Copy)]
struct Part<'a> {
    name: &'a str,
    place: ElementPlace,
}

/// A scalar or vector of a declaration.
struct PartValue<'a> {
    numbers: (Scalar, u8),
    words: StageWords,
    part: Part<'a>,
    of_matrix: bool,
}

/// Gives `found` each scalar and vector of a value, until it breaks off.
fn walk(
    ty: &Type,
    words: StageWords,
    part: Part<'_>,
    found: &mut dyn FnMut(PartValue<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    work::spend(1);
    let place = part.place;
    match shape(ty) {
        Shape::Struct(structure) => {
            let mut location = words.varying.location;
            for (member, of) in structure.members.iter().zip(of_struct(structure)) {
                let varying = inherited(of.varying, words.varying, location);
                location = varying.location.map(|at| at.saturating_add(location_count(&member.ty)));
                let place = ElementPlace { member: Some((structure.symbol.0, member.name)), ..place };
                let words = StageWords { varying, built_in: of.built_in.or(words.built_in), ..words };
                let name = &format!("{}.{}", part.name, member.name);
                walk(&member.ty, words, Part { name, place }, found)?;
            }
        }
        Shape::Array(element, count) => {
            let step = location_count(element);
            for at in 0..count {
                let name = &format!("{}[{at}]", part.name);
                walk(element, later(words, at, step), Part { name, place }, found)?;
            }
        }
        Shape::Matrix { scalar, rows, columns } => {
            let step = location_width(scalar, columns);
            for at in 0..u32::from(rows) {
                let part = Part { name: &format!("{}[{at}]", part.name), place };
                let words = later(words, at, step);
                found(PartValue { numbers: (scalar, columns), words, part, of_matrix: true })?;
            }
        }
        Shape::Scalar(kind) => found(PartValue { numbers: (kind, 1), words, part, of_matrix: false })?,
        Shape::Vector(kind, count) => found(PartValue { numbers: (kind, count), words, part, of_matrix: false })?,
        Shape::Void | Shape::Other => {}
    }
    ControlFlow::Continue(())
}

/// What a member has of its own, and of the block or structure around it.
fn inherited(own: Varying, around: Varying, location: Option<u32>) -> Varying {
    Varying {
        location: own.location.or(location),
        component: own.component,
        second_source: own.second_source || around.second_source,
        flat: own.flat || around.flat,
        no_perspective: own.no_perspective || around.no_perspective,
        centroid: own.centroid || around.centroid,
        sample: own.sample || around.sample,
        per_vertex: own.per_vertex || around.per_vertex,
        per_primitive: own.per_primitive || around.per_primitive,
    }
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
            self.taken.extend(first..first.saturating_add(location_count(ty).min(1024)));
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
        // It never breaks off.
        let _ = walk(ty, words, Part { name, place }, &mut |value| {
            self.add_value(value.numbers, value.words, value.part.name, value.part.place);
            ControlFlow::Continue(())
        });
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
                Slot::Location {
                    location,
                    component: varying.component,
                    width: varying.component + count,
                    interpolation,
                    second_source: varying.second_source,
                }
            }
        };
        // Stages are matched by location where the source gives one, else by name.
        let link = match varying.location {
            Some(number) if self.is_placed && words.built_in.is_none() => {
                LinkIdentity::Location { number, component: u32::from(varying.component) }
            }
            _ => LinkIdentity::Semantic { name: Atom::from(name), index: 0 },
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
            follows_primitives: false,
            has_own_location: self.is_placed && varying.location.is_some(),
            per_patch: false,
            part: self.part,
            place,
        });
        self.part += 1;
    }
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

fn interpolation(varying: Varying) -> Interpolation {
    if varying.per_vertex {
        return Interpolation::PerVertex;
    }
    if varying.per_primitive {
        return Interpolation::PerPrimitive;
    }
    Interpolation::new(varying.flat, varying.no_perspective, Sampling::new(varying.centroid, varying.sample))
}
