//! What semantics mean to a stage.

use naga::BuiltIn;

use super::builtin_workaround::StandIn;
use crate::ir::Semantic;
use crate::model::Stage;

/// A value that the pipeline gives or takes, and how it differs from naga's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// As naga has it: the built-in and the components it has.
    Plain(BuiltIn, u8),
    /// Unsigned in naga; boolean.
    FrontFacing,
    /// Direct3D's: `w` is the clip-space w, not its inverse.
    PixelPosition,
    /// Direct3D 9's `VPOS`: whole pixels.
    PixelNumber,
    /// Direct3D 9's `VFACE`: 1 or -1.
    FaceSign,
    /// Up to eight numbers of all semantics of this name.
    Distances(BuiltIn),
    /// Not naga's, or not here.
    StandIn(StandIn),
    Target(u32),
    /// `Some(true)`: never less than the rasterised depth.
    Depth(Option<bool>),
    /// Nothing of naga's.
    Unknown,
}

/// `None`: handed from stage to stage, or an attribute of a vertex.
///
/// `direct3d9`: a vertex's `POSITION` is where it is drawn. From shader model 4 on only `SV_Position` is, and `POSITION`
/// goes on to the next stage like any other, which hull and geometry shaders count on.
pub fn system(semantic: Semantic, stage: Stage, input: bool, direct3d9: bool) -> Option<System> {
    use System as S;
    let name = semantic.name.as_str();
    let found = match (stage, input, name) {
        (Stage::Vertex, true, "SV_VERTEXID") => S::Plain(BuiltIn::VertexIndex, 1),
        (Stage::Vertex, true, "SV_INSTANCEID") => S::Plain(BuiltIn::InstanceIndex, 1),
        (Stage::Vertex, true, "SV_STARTVERTEXLOCATION") => S::Plain(BuiltIn::BaseVertex, 1),
        (Stage::Vertex, true, "SV_STARTINSTANCELOCATION") => S::Plain(BuiltIn::BaseInstance, 1),
        (Stage::Vertex, true, "SV_VIEWID") => S::Plain(BuiltIn::ViewIndex, 1),
        // Attributes like any other, as in Direct3D.
        (Stage::Vertex, true, "SV_POSITION" | "SV_CLIPDISTANCE" | "SV_CULLDISTANCE")
        | (Stage::Vertex, true, "SV_RENDERTARGETARRAYINDEX" | "SV_VIEWPORTARRAYINDEX") => return None,
        (Stage::Vertex, false, "SV_RENDERTARGETARRAYINDEX") | (Stage::Pixel, true, "SV_RENDERTARGETARRAYINDEX") => {
            S::StandIn(StandIn::Layer)
        }
        (Stage::Vertex, false, "SV_VIEWPORTARRAYINDEX") | (Stage::Pixel, true, "SV_VIEWPORTARRAYINDEX") => {
            S::StandIn(StandIn::Viewport)
        }
        (Stage::Vertex, false, "SV_POSITION") => S::Plain(BuiltIn::Position { invariant: false }, 4),
        (Stage::Vertex, false, "POSITION") if direct3d9 && semantic.index == 0 => {
            S::Plain(BuiltIn::Position { invariant: false }, 4)
        }
        (Stage::Vertex, false, "PSIZE") => S::Plain(BuiltIn::PointSize, 1),
        (Stage::Vertex, false, "SV_CLIPDISTANCE") | (Stage::Pixel, true, "SV_CLIPDISTANCE") => {
            S::Distances(BuiltIn::ClipDistances)
        }
        (Stage::Vertex, false, "SV_CULLDISTANCE") | (Stage::Pixel, true, "SV_CULLDISTANCE") => {
            S::Distances(BuiltIn::CullDistance)
        }
        (Stage::Pixel, true, "SV_POSITION") => S::PixelPosition,
        (Stage::Pixel, true, "VPOS") => S::PixelNumber,
        (Stage::Pixel, true, "VFACE") => S::FaceSign,
        (Stage::Pixel, true, "SV_ISFRONTFACE") => S::FrontFacing,
        (Stage::Pixel, true, "SV_SAMPLEINDEX") => S::Plain(BuiltIn::SampleIndex, 1),
        (Stage::Pixel, true, "SV_COVERAGE") => S::Plain(BuiltIn::SampleMask, 1),
        (Stage::Pixel, true, "SV_PRIMITIVEID") => S::Plain(BuiltIn::PrimitiveIndex, 1),
        (Stage::Pixel, true, "SV_VIEWID") => S::Plain(BuiltIn::ViewIndex, 1),
        (Stage::Pixel, true, "SV_BARYCENTRICS") => S::Plain(BuiltIn::Barycentric { perspective: true }, 3),
        (Stage::Pixel, false, "SV_TARGET" | "COLOR") => S::Target(semantic.index),
        (Stage::Pixel, false, "SV_DEPTH" | "DEPTH") => S::Depth(None),
        (Stage::Pixel, false, "SV_DEPTHGREATEREQUAL") => S::Depth(Some(true)),
        (Stage::Pixel, false, "SV_DEPTHLESSEQUAL") => S::Depth(Some(false)),
        (Stage::Pixel, false, "SV_COVERAGE") => S::Plain(BuiltIn::SampleMask, 1),
        (Stage::Compute, true, "SV_DISPATCHTHREADID") => S::Plain(BuiltIn::GlobalInvocationId, 3),
        (Stage::Compute, true, "SV_GROUPID") => S::Plain(BuiltIn::WorkGroupId, 3),
        (Stage::Compute, true, "SV_GROUPTHREADID") => S::Plain(BuiltIn::LocalInvocationId, 3),
        (Stage::Compute, true, "SV_GROUPINDEX") => S::Plain(BuiltIn::LocalInvocationIndex, 1),
        // System values that one stage may hand to the next as it does its own.
        (Stage::Vertex, false, "SV_VERTEXID" | "SV_INSTANCEID")
        | (Stage::Pixel, true, "SV_INSTANCEID" | "SV_VERTEXID") => {
            return None;
        }
        (Stage::Compute, ..) | (Stage::Pixel, false, _) => S::Unknown,
        (_, _, name) if name.starts_with("SV_") => S::Unknown,
        _ => return None,
    };
    Some(found)
}

/// `TEXCOORD3`, `NORMAL`: an index of 0 is not written.
pub fn spelled(semantic: Semantic) -> String {
    if semantic.index == 0 { semantic.name.to_string() } else { format!("{}{}", semantic.name, semantic.index) }
}

/// SPIR-V's name of a built-in, which is what the reflection has.
pub fn built_in_name(built_in: BuiltIn, stage: Stage) -> String {
    let name = match built_in {
        BuiltIn::Position { .. } if stage == Stage::Pixel => "FragCoord",
        BuiltIn::Position { .. } => "Position",
        BuiltIn::ClipDistances => "ClipDistance",
        BuiltIn::PrimitiveIndex => "PrimitiveId",
        BuiltIn::SampleIndex => "SampleId",
        BuiltIn::Barycentric { .. } => "BaryCoordKHR",
        BuiltIn::WorkGroupId => "WorkgroupId",
        BuiltIn::SubgroupInvocationId => "SubgroupLocalInvocationId",
        other => return format!("{other:?}"),
    };
    name.to_owned()
}
