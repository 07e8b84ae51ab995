//! The meaning of semantics in a stage.

use super::words::Semantic;
use crate::ir::{BuiltIn, FragCoord, FragDepth};
use crate::model::Stage;

/// A semantic that is not just a name by which stages are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    BuiltIn(BuiltIn),
    /// Up to eight numbers of all semantics of this name.
    Distances {
        cull: bool,
    },
    /// A render target.
    Target(u32),
    /// A system value that the program cannot represent.
    Unknown,
}

/// `None`: handed from stage to stage, or an attribute of a vertex.
///
/// `direct3d9`: a vertex's `POSITION` is where it is drawn. From shader model 4 on only `SV_Position` is, and
/// `POSITION` goes on to the next stage like any other, which hull and geometry shaders count on.
pub fn system(semantic: Semantic, stage: Stage, input: bool, direct3d9: bool) -> Option<System> {
    use BuiltIn as B;
    use System as S;
    let name = semantic.name.as_str();
    let found = match (stage, input, name) {
        (Stage::Vertex, true, "SV_VERTEXID") => S::BuiltIn(B::VertexIndex),
        (Stage::Vertex, true, "SV_INSTANCEID") => S::BuiltIn(B::InstanceIndex),
        (Stage::Vertex, true, "SV_STARTVERTEXLOCATION") => S::BuiltIn(B::BaseVertex),
        (Stage::Vertex, true, "SV_STARTINSTANCELOCATION") => S::BuiltIn(B::BaseInstance),
        (Stage::Vertex | Stage::Amplification | Stage::Mesh, true, "VK::DRAWINDEX") => S::BuiltIn(B::DrawIndex),
        (_, true, "VK::DEVICEINDEX") => S::BuiltIn(B::DeviceIndex),
        (Stage::Pixel, true, "VK::HELPERINVOCATION") => S::BuiltIn(B::HelperInvocation),
        (_, _, name) if name.starts_with("VK::") => S::Unknown,
        (Stage::Vertex | Stage::Amplification | Stage::Mesh, true, "SV_VIEWID") => S::BuiltIn(B::ViewIndex),
        // Attributes like any other, as in Direct3D.
        (Stage::Vertex, true, "SV_POSITION" | "SV_CLIPDISTANCE" | "SV_CULLDISTANCE")
        | (Stage::Vertex, true, "SV_RENDERTARGETARRAYINDEX" | "SV_VIEWPORTARRAYINDEX") => return None,
        (Stage::Vertex | Stage::Mesh, false, "SV_RENDERTARGETARRAYINDEX")
        | (Stage::Pixel, true, "SV_RENDERTARGETARRAYINDEX") => S::BuiltIn(B::Layer),
        (Stage::Vertex | Stage::Mesh, false, "SV_VIEWPORTARRAYINDEX")
        | (Stage::Pixel, true, "SV_VIEWPORTARRAYINDEX") => S::BuiltIn(B::ViewportIndex),
        (Stage::Vertex | Stage::Domain | Stage::Geometry | Stage::Mesh, false, "SV_POSITION") => {
            S::BuiltIn(B::Position)
        }
        (Stage::Vertex, false, "POSITION") if direct3d9 && semantic.index == 0 => S::BuiltIn(B::Position),
        (Stage::Vertex | Stage::Mesh, false, "PSIZE") => S::BuiltIn(B::PointSize),
        (Stage::Vertex | Stage::Mesh, false, "SV_CLIPDISTANCE") | (Stage::Pixel, true, "SV_CLIPDISTANCE") => {
            S::Distances { cull: false }
        }
        (Stage::Vertex | Stage::Mesh, false, "SV_CULLDISTANCE") | (Stage::Pixel, true, "SV_CULLDISTANCE") => {
            S::Distances { cull: true }
        }
        (Stage::Pixel, true, "SV_POSITION") => S::BuiltIn(B::FragCoord(FragCoord::ClipW)),
        (Stage::Pixel, true, "VPOS") => S::BuiltIn(B::FragCoord(FragCoord::WholePixels)),
        (Stage::Pixel, true, "VFACE") => S::BuiltIn(B::FacingSign),
        (Stage::Vertex | Stage::Mesh, false, "SV_SHADINGRATE") | (Stage::Pixel, true, "SV_SHADINGRATE") => {
            S::BuiltIn(B::ShadingRate)
        }
        (Stage::Pixel, true, "SV_ISFRONTFACE") => S::BuiltIn(B::FrontFacing),
        (Stage::Pixel, true, "SV_SAMPLEINDEX") => S::BuiltIn(B::SampleIndex),
        (Stage::Pixel, true, "SV_COVERAGE") => S::BuiltIn(B::SampleMask),
        (Stage::Mesh, false, "SV_CULLPRIMITIVE") => S::BuiltIn(B::CullPrimitive),
        (Stage::Pixel, true, "SV_PRIMITIVEID") | (Stage::Mesh, false, "SV_PRIMITIVEID") => {
            S::BuiltIn(B::PrimitiveIndex)
        }
        (Stage::Pixel, true, "SV_VIEWID") => S::BuiltIn(B::ViewIndex),
        (Stage::Pixel, true, "SV_BARYCENTRICS") => S::BuiltIn(B::Barycentric { perspective: true }),
        (Stage::Pixel, false, "SV_TARGET" | "COLOR") => S::Target(semantic.index),
        (Stage::Pixel, false, "SV_DEPTH" | "DEPTH") => S::BuiltIn(B::FragDepth(FragDepth::Any)),
        (Stage::Pixel, false, "SV_DEPTHGREATEREQUAL") => S::BuiltIn(B::FragDepth(FragDepth::GreaterEqual)),
        (Stage::Pixel, false, "SV_DEPTHLESSEQUAL") => S::BuiltIn(B::FragDepth(FragDepth::LessEqual)),
        (Stage::Pixel, false, "SV_STENCILREF") => S::BuiltIn(B::StencilReference),
        (Stage::Pixel, false, "SV_COVERAGE") => S::BuiltIn(B::SampleMask),
        (_, true, "SV_DISPATCHTHREADID") if stage.has_groups() => S::BuiltIn(B::GlobalInvocationId),
        (_, true, "SV_GROUPID") if stage.has_groups() => S::BuiltIn(B::WorkgroupId),
        (_, true, "SV_GROUPTHREADID") if stage.has_groups() => S::BuiltIn(B::LocalInvocationId),
        (_, true, "SV_GROUPINDEX") if stage.has_groups() => S::BuiltIn(B::LocalInvocationIndex),
        // System values that one stage may hand to the next as it does its own.
        (Stage::Hull | Stage::Domain | Stage::Geometry, _, "SV_INSTANCEID")
        | (Stage::Vertex, false, "SV_VERTEXID" | "SV_INSTANCEID")
        | (Stage::Pixel, true, "SV_INSTANCEID" | "SV_VERTEXID") => {
            return None;
        }
        (Stage::Compute | Stage::Amplification, ..) | (Stage::Mesh, true, _) | (Stage::Pixel, false, _) => S::Unknown,
        (_, _, name) if name.starts_with("SV_") => S::Unknown,
        _ => return None,
    };
    Some(found)
}

/// `TEXCOORD3`, `NORMAL`: an index of 0 is not written.
pub fn spelled(semantic: Semantic) -> String {
    if semantic.index == 0 { semantic.name.to_string() } else { format!("{}{}", semantic.name, semantic.index) }
}
