//! Where inputs and outputs of an entry point go.
//!
//! User-defined semantics get locations in the order of their declaration — the result first, then parameters, members of
//! structures in place — counting from 0 for inputs and for outputs, without system values. A matrix takes one location a
//! row, an array one (or a row count) an element. So a vertex shader's output structure and the pixel shader's input
//! structure agree when they list the same semantics in the same order, or the pixel shader leaves the last ones out: the
//! rule by which Direct3D links stages, and glslang's numbering. `SV_Target<n>` is location *n*. What has no semantic, which
//! Direct3D does not allow, is handled as glslang does: it takes the next location under its own name.

use std::collections::BTreeSet;

use naga::{Binding, Interpolation, Sampling, ScalarKind};

use super::semantics::{System, system};
use super::shape::{Shape, scalar, shape};
use crate::ir::{Member, Scalar, Semantic, Type, Varying};
use crate::model::Stage;

pub type Of = (Option<Semantic>, Varying);

/// Locations that a scalar or vector takes: Vulkan gives one to 16 bytes.
pub const fn width(kind: Scalar, count: u8) -> u32 {
    if scalar(kind).width == 8 && count > 2 { 2 } else { 1 }
}

pub fn free(next: &mut u32, taken: &BTreeSet<u32>, count: u32) -> u32 {
    while let Some(at) = taken.range(*next..next.saturating_add(count)).next_back() {
        *next = at.saturating_add(1);
    }
    let found = *next;
    *next = next.saturating_add(count);
    found
}

/// Locations that a value says it takes; in `targets`, those of `SV_Target` too.
pub fn said(ty: &Type, of: Of, stage: Stage, targets: bool, taken: &mut BTreeSet<u32>) {
    if let Shape::Struct(structure) = shape(ty) {
        let mut outer = of;
        for member in &structure.members {
            said(&member.ty, member_of(member, &mut outer), stage, targets, taken);
        }
        return;
    }
    let target = match of.0.and_then(|semantic| system(semantic, stage, false, false)) {
        Some(System::Target(location)) if targets => Some(location),
        _ => None,
    };
    if let Some(first) = of.1.location.or(target) {
        taken.extend(first..first.saturating_add(locations(ty).min(MAX_LOCATIONS)));
    }
}

/// More than any device has.
const MAX_LOCATIONS: u32 = 1024;

/// A member's semantic and location: the next of its structure's, which go over its own, as in Direct3D (fxc's X3576).
pub fn member_of(member: &Member, outer: &mut Of) -> Of {
    let (semantic, varying) = *outer;
    *outer = later(*outer, locations(&member.ty));
    let own = member.varying;
    let varying = Varying {
        no_interpolation: own.no_interpolation || varying.no_interpolation,
        no_perspective: own.no_perspective || varying.no_perspective,
        centroid: own.centroid || varying.centroid,
        sample: own.sample || varying.sample,
        precise: own.precise,
        location: varying.location.or(own.location),
    };
    (semantic.or(member.semantic), varying)
}

/// What comes `by` indices and locations later.
pub fn later((semantic, varying): Of, by: u32) -> Of {
    let semantic = semantic.map(|semantic| Semantic { index: semantic.index.saturating_add(by), ..semantic });
    (semantic, Varying { location: varying.location.map(|location| location.saturating_add(by)), ..varying })
}

/// Locations that a value takes.
pub fn locations(ty: &Type) -> u32 {
    match shape(ty) {
        Shape::Array(element, count) => locations(element).saturating_mul(count),
        Shape::Matrix { scalar, rows, columns } => u32::from(rows) * width(scalar, columns),
        Shape::Vector(kind, count) => width(kind, count),
        Shape::Struct(structure) => structure.members.iter().map(|member| locations(&member.ty)).sum(),
        _ => 1,
    }
}

pub fn location_binding(location: u32, kind: Scalar, varying: Varying, interpolated: bool) -> Binding {
    // Vulkan interpolates no other.
    let is_float = scalar(kind).kind == ScalarKind::Float && scalar(kind).width < 8;
    let (interpolation, sampling) = if !interpolated {
        (None, None)
    } else if varying.no_interpolation || !is_float {
        (Some(Interpolation::Flat), None)
    } else {
        let interpolation = if varying.no_perspective { Interpolation::Linear } else { Interpolation::Perspective };
        let sampling = if varying.sample {
            Sampling::Sample
        } else if varying.centroid {
            Sampling::Centroid
        } else {
            Sampling::Center
        };
        (Some(interpolation), Some(sampling))
    };
    Binding::Location { location, interpolation, sampling, blend_src: None, per_primitive: false }
}
