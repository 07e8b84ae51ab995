//! System values (`SV_Position` and others) in naga and in the reflection.

use naga::{Binding, BuiltIn, Interpolation, Sampling, ScalarKind};

use super::builtin_workaround::Placeholder;
use super::shape::scalar;
use crate::ir::{self, Scalar, Type};
use crate::model::Stage;

/// How naga represents a system value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// Directly: the built-in, and its number of components.
    Same(BuiltIn, u8),
    /// Clip or cull distances, beginning with this number.
    Distances(BuiltIn, u32),
    /// As a placeholder, if placeholders are allowed.
    Placeholder(Placeholder),
    /// Computed from another value.
    FragCoordClipW,
    FragCoordWholePixels,
    FacingSign,
    /// As an instruction of SPIR-V.
    HelperInvocation,
    /// An output of a mesh stage alone.
    Mesh,
}

pub const fn carrier(built_in: ir::BuiltIn) -> Carrier {
    use ir::BuiltIn as I;
    let (built_in, lanes) = match built_in {
        I::VertexIndex => (BuiltIn::VertexIndex, 1),
        I::InstanceIndex => (BuiltIn::InstanceIndex, 1),
        I::BaseVertex => (BuiltIn::BaseVertex, 1),
        I::BaseInstance => (BuiltIn::BaseInstance, 1),
        I::ViewIndex => (BuiltIn::ViewIndex, 1),
        I::Position | I::FragCoord(ir::FragCoord::InverseW) => (BuiltIn::Position { invariant: false }, 4),
        I::FragCoord(ir::FragCoord::ClipW) => return Carrier::FragCoordClipW,
        I::FragCoord(ir::FragCoord::WholePixels) => return Carrier::FragCoordWholePixels,
        I::PointSize => (BuiltIn::PointSize, 1),
        I::Layer => return Carrier::Placeholder(Placeholder::Layer),
        I::ViewportIndex => return Carrier::Placeholder(Placeholder::Viewport),
        I::DeviceIndex => return Carrier::Placeholder(Placeholder::Device),
        I::DrawIndex => return Carrier::Placeholder(Placeholder::Draw),
        I::StencilReference => return Carrier::Placeholder(Placeholder::StencilReference),
        I::ShadingRate => return Carrier::Placeholder(Placeholder::ShadingRate),
        I::CullPrimitive | I::PrimitiveIndices => return Carrier::Mesh,
        I::HelperInvocation => return Carrier::HelperInvocation,
        I::ClipDistance { first } => return Carrier::Distances(BuiltIn::ClipDistances, first),
        I::CullDistance { first } => return Carrier::Distances(BuiltIn::CullDistance, first),
        I::FrontFacing => (BuiltIn::FrontFacing, 1),
        I::FacingSign => return Carrier::FacingSign,
        I::SampleIndex => (BuiltIn::SampleIndex, 1),
        I::SampleMask => (BuiltIn::SampleMask, 1),
        I::PrimitiveIndex => (BuiltIn::PrimitiveIndex, 1),
        I::Barycentric { perspective } => (BuiltIn::Barycentric { perspective }, 3),
        I::FragDepth(_) => (BuiltIn::FragDepth, 1),
        I::PointCoord => (BuiltIn::PointCoord, 2),
        I::NumWorkgroups => (BuiltIn::NumWorkGroups, 3),
        I::NumSubgroups => (BuiltIn::NumSubgroups, 1),
        I::SubgroupId => (BuiltIn::SubgroupId, 1),
        I::GlobalInvocationId => (BuiltIn::GlobalInvocationId, 3),
        I::WorkgroupId => (BuiltIn::WorkGroupId, 3),
        I::LocalInvocationId => (BuiltIn::LocalInvocationId, 3),
        I::LocalInvocationIndex => (BuiltIn::LocalInvocationIndex, 1),
    };
    Carrier::Same(built_in, lanes)
}

pub const fn built_in_scalar(built_in: BuiltIn) -> Scalar {
    match built_in {
        BuiltIn::Position { .. }
        | BuiltIn::PointSize
        | BuiltIn::PointCoord
        | BuiltIn::FragDepth
        | BuiltIn::Barycentric { .. } => Scalar::Float,
        BuiltIn::FrontFacing => Scalar::Bool,
        _ => Scalar::Uint,
    }
}

/// SPIR-V's name of a built-in, which the reflection uses.
pub fn built_in_name(built_in: BuiltIn, stage: Stage) -> String {
    let name = match built_in {
        BuiltIn::Position { .. } if stage == Stage::Pixel => "FragCoord",
        BuiltIn::Position { .. } => "Position",
        BuiltIn::ClipDistances => "ClipDistance",
        BuiltIn::PrimitiveIndex => "PrimitiveId",
        BuiltIn::SampleIndex => "SampleId",
        BuiltIn::Barycentric { .. } => "BaryCoordKHR",
        BuiltIn::WorkGroupId => "WorkgroupId",
        BuiltIn::NumWorkGroups => "NumWorkgroups",
        BuiltIn::SubgroupInvocationId => "SubgroupLocalInvocationId",
        other => return format!("{other:?}"),
    };
    name.to_owned()
}

/// The reflection's name of a scalar or vector type.
pub fn spelled_type(kind: Scalar, count: u8) -> String {
    let name = match kind {
        Scalar::Bool => "bool",
        Scalar::Int | Scalar::Min16Int => "int",
        Scalar::Uint | Scalar::Min16Uint => "uint",
        Scalar::Half | Scalar::Float | Scalar::Min16Float => "float",
        Scalar::Double => "double",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 => "uint16_t",
        Scalar::Float16 => "half",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
    };
    if count == 1 { name.to_owned() } else { format!("{name}{count}") }
}

pub fn vector(kind: Scalar, count: u8) -> Type {
    if count == 1 { Type::Scalar(kind) } else { Type::Vector(kind, count) }
}

/// The scalar type in which a value of this type passes between stages.
pub const fn carried(kind: Scalar) -> Scalar {
    match kind {
        Scalar::Bool => Scalar::Uint,
        kind => kind,
    }
}

pub fn location_binding(location: u32, kind: Scalar, interpolation: ir::Interpolation) -> Binding {
    let per_primitive = interpolation == ir::Interpolation::PerPrimitive;
    // Vulkan interpolates only these types.
    let is_float = scalar(kind).kind == ScalarKind::Float && scalar(kind).width < 8;
    let (interpolation, sampling) = match interpolation {
        ir::Interpolation::None => (None, None),
        ir::Interpolation::Perspective(at) if is_float => (Some(Interpolation::Perspective), Some(sampling(at))),
        ir::Interpolation::Linear(at) if is_float => (Some(Interpolation::Linear), Some(sampling(at))),
        ir::Interpolation::PerPrimitive if is_float => (None, None),
        _ => (Some(Interpolation::Flat), None),
    };
    Binding::Location { location, interpolation, sampling, blend_src: None, per_primitive }
}

const fn sampling(of: ir::Sampling) -> Sampling {
    match of {
        ir::Sampling::Centre => Sampling::Center,
        ir::Sampling::Centroid => Sampling::Centroid,
        ir::Sampling::Sample => Sampling::Sample,
    }
}
