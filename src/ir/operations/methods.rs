//! The rows of methods: for each, the signatures by the kind of object that has it. A language without methods has a
//! function for the same meaning.

use std::sync::LazyLock;

use super::MethodFamily::{
    Append, Atomic, Consume, Count, Dimensions, Gather, LevelOfDetail, Load, RayQuery, Sample, SamplePosition, Store,
    SubpassLoad,
};
use super::RayOperation::Intersection;
use super::{Atomic as A, Effect, MethodFamily, Names, RayOperation as R, RayValue as V, parameters};

/// A row: a method of a resource.
#[derive(Debug)]
pub struct MethodOperation {
    pub method: Method,
    pub names: Names,
    pub family: MethodFamily,
    pub effect: Effect,
    /// Which objects have it, and HLSL's signatures there. None: code decides, and all arguments may be results.
    pub signatures: &'static [(Object, &'static [&'static str])],
}

/// Kinds of objects, by the methods they have; an object can be of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// A texture of one sample a texel.
    Texture,
    /// Such a texture of two dimensions, or a cube.
    GatheredTexture,
    MultisampledTexture,
    WritableTexture,
    /// `Buffer`, `RWBuffer`.
    TypedBuffer,
    StructuredBuffer,
    /// A structured buffer with a hidden counter.
    CountedBuffer,
    AppendBuffer,
    ConsumeBuffer,
    ByteBuffer,
    WritableByteBuffer,
    RayQuery,
    InputAttachment,
    MultisampledInputAttachment,
}

/// One row: the member of [`Method`], names by language, family, effect, signatures by object.
macro_rules! methods {
    ($($member:ident $(, hlsl $($hlsl:literal)|+)? $(, glsl $($glsl:literal)|+)?:
       $family:expr, $effect:ident, [$($object:ident: $signatures:expr),*];)+) => {
        /// A method of a resource, by HLSL's name if it has one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Method {
            $($member),+
        }

        /// All rows, in the order of [`Method`].
        pub static METHODS: &[MethodOperation] = &[$(MethodOperation {
            method: Method::$member,
            names: Names { hlsl: &[$($($hlsl),+)?], glsl: &[$($($glsl),+)?] },
            family: $family,
            effect: Effect::$effect,
            signatures: &[$((Object::$object, $signatures)),*],
        }),+];
    };
}

const GATHER: &[&str] = &["E4(SS, C, ?O, ?out uint)", "E4(SS, C, O, O, O, O, ?out uint)"];
const GATHER_CMP: &[&str] = &["E4(SC, C, float, ?O, ?out uint)", "E4(SC, C, float, O, O, O, O, ?out uint)"];
const LEVEL: &[&str] = &["float(SS, L)", "float(SC, L)"];
const ATOMIC: &[&str] = &["void(uint, uint, ?out uint)"];
/// The value's type says how the memory is compared.
const SIGNED_ATOMIC: &[&str] = &["void(uint, uint, ?out uint)", "void(uint, int, ?out int)"];

methods! {
    Sample, hlsl "Sample", glsl "texture": Sample { compares: false }, Derivative,
        [Texture: &["E(SS, C, ?O, ?float, ?out uint)", "E(SS, C, float, ?out uint)"]];
    SampleBias, hlsl "SampleBias": Sample { compares: false }, Derivative, [Texture: &["E(SS, C, float, ?O, ?float, ?out uint)"]];
    SampleGrad, hlsl "SampleGrad", glsl "textureGrad": Sample { compares: false }, Reads, [Texture: &["E(SS, C, L, L, ?O, ?float, ?out uint)"]];
    SampleLevel, hlsl "SampleLevel", glsl "textureLod": Sample { compares: false }, Reads, [Texture: &["E(SS, C, float, ?O, ?out uint)"]];
    SampleCmp, hlsl "SampleCmp": Sample { compares: true }, Derivative, [Texture: &["float(SC, C, float, ?O, ?float, ?out uint)"]];
    SampleCmpLevelZero, hlsl "SampleCmpLevelZero": Sample { compares: true }, Reads, [Texture: &["float(SC, C, float, ?O, ?out uint)"]];
    SampleCmpLevel, hlsl "SampleCmpLevel": Sample { compares: true }, Reads, [Texture: &["float(SC, C, float, float, ?O, ?out uint)"]];
    SampleCmpBias, hlsl "SampleCmpBias": Sample { compares: true }, Derivative,
        [Texture: &["float(SC, C, float, float, ?O, ?float, ?out uint)"]];
    SampleCmpGrad, hlsl "SampleCmpGrad": Sample { compares: true }, Reads,
        [Texture: &["float(SC, C, float, L, L, ?O, ?float, ?out uint)"]];

    Gather, hlsl "Gather", glsl "textureGather": Gather { compares: false, component: 0 }, Reads, [GatheredTexture: GATHER];
    GatherRed, hlsl "GatherRed": Gather { compares: false, component: 0 }, Reads, [GatheredTexture: GATHER];
    GatherGreen, hlsl "GatherGreen": Gather { compares: false, component: 1 }, Reads, [GatheredTexture: GATHER];
    GatherBlue, hlsl "GatherBlue": Gather { compares: false, component: 2 }, Reads, [GatheredTexture: GATHER];
    GatherAlpha, hlsl "GatherAlpha": Gather { compares: false, component: 3 }, Reads, [GatheredTexture: GATHER];
    GatherCmp, hlsl "GatherCmp": Gather { compares: true, component: 0 }, Reads, [GatheredTexture: GATHER_CMP];
    GatherCmpRed, hlsl "GatherCmpRed": Gather { compares: true, component: 0 }, Reads, [GatheredTexture: GATHER_CMP];
    GatherCmpGreen, hlsl "GatherCmpGreen": Gather { compares: true, component: 1 }, Reads, [GatheredTexture: GATHER_CMP];
    GatherCmpBlue, hlsl "GatherCmpBlue": Gather { compares: true, component: 2 }, Reads, [GatheredTexture: GATHER_CMP];
    GatherCmpAlpha, hlsl "GatherCmpAlpha": Gather { compares: true, component: 3 }, Reads, [GatheredTexture: GATHER_CMP];

    CalculateLevelOfDetail, hlsl "CalculateLevelOfDetail": LevelOfDetail { clamped: true }, Derivative, [Texture: LEVEL];
    CalculateLevelOfDetailUnclamped, hlsl "CalculateLevelOfDetailUnclamped": LevelOfDetail { clamped: false }, Derivative, [Texture: LEVEL];
    GetDimensions, hlsl "GetDimensions": Dimensions, Writes, [];
    GetSamplePosition, hlsl "GetSamplePosition": SamplePosition, Reads, [MultisampledTexture: &["float2(int)"]];

    Load, hlsl "Load", glsl "texelFetch": Load, Reads, [
        Texture: &["E(PM, ?O, ?out uint)"],
        MultisampledTexture: &["E(P, int, ?O, ?out uint)"],
        WritableTexture: &["E(P, ?out uint)"],
        TypedBuffer: &["E(int, ?out uint)"],
        StructuredBuffer: &["E(int, ?out uint)"],
        ByteBuffer: &["T(uint, ?out uint)"]
    ];
    Load2, hlsl "Load2": Load, Reads, [ByteBuffer: &["uint2(uint, ?out uint)"]];
    Load3, hlsl "Load3": Load, Reads, [ByteBuffer: &["uint3(uint, ?out uint)"]];
    Load4, hlsl "Load4": Load, Reads, [ByteBuffer: &["uint4(uint, ?out uint)"]];
    SubpassLoad, hlsl "SubpassLoad", glsl "subpassLoad": SubpassLoad, Reads,
        [InputAttachment: &["E()"], MultisampledInputAttachment: &["E(int)"]];
    Store, hlsl "Store": Store, Writes, [WritableByteBuffer: &["void(uint, T)"]];
    Store2, hlsl "Store2": Store, Writes, [WritableByteBuffer: &["void(uint, uint2)"]];
    Store3, hlsl "Store3": Store, Writes, [WritableByteBuffer: &["void(uint, uint3)"]];
    Store4, hlsl "Store4": Store, Writes, [WritableByteBuffer: &["void(uint, uint4)"]];

    Append, hlsl "Append": Append, Writes, [AppendBuffer: &["void(E)"]];
    Consume, hlsl "Consume": Consume, Writes, [ConsumeBuffer: &["E()"]];
    IncrementCounter, hlsl "IncrementCounter": Count { up: true }, Writes, [CountedBuffer: &["uint()"]];
    DecrementCounter, hlsl "DecrementCounter": Count { up: false }, Writes, [CountedBuffer: &["uint()"]];

    InterlockedAdd, hlsl "InterlockedAdd": Atomic(A::Add), Writes, [WritableByteBuffer: ATOMIC];
    InterlockedAnd, hlsl "InterlockedAnd": Atomic(A::And), Writes, [WritableByteBuffer: ATOMIC];
    InterlockedOr, hlsl "InterlockedOr": Atomic(A::Or), Writes, [WritableByteBuffer: ATOMIC];
    InterlockedXor, hlsl "InterlockedXor": Atomic(A::Xor), Writes, [WritableByteBuffer: ATOMIC];
    InterlockedMin, hlsl "InterlockedMin": Atomic(A::Min), Writes, [WritableByteBuffer: SIGNED_ATOMIC];
    InterlockedMax, hlsl "InterlockedMax": Atomic(A::Max), Writes, [WritableByteBuffer: SIGNED_ATOMIC];
    InterlockedExchange, hlsl "InterlockedExchange": Atomic(A::Exchange), Writes,
        [WritableByteBuffer: &["void(uint, uint, out uint)"]];
    InterlockedCompareExchange, hlsl "InterlockedCompareExchange": Atomic(A::CompareExchange), Writes,
        [WritableByteBuffer: &["void(uint, uint, uint, out uint)"]];
    InterlockedCompareStore, hlsl "InterlockedCompareStore": Atomic(A::CompareExchange), Writes,
        [WritableByteBuffer: &["void(uint, uint, uint)"]];

    // Ray queries. A function of GLSL for the committed intersection is also that for the candidate.
    RayInitialize, hlsl "TraceRayInline", glsl "rayQueryInitializeEXT": RayQuery(R::Initialize), Writes, [RayQuery: &["void(RS, uint, uint, RayDesc)"]];
    RayProceed, hlsl "Proceed", glsl "rayQueryProceedEXT": RayQuery(R::Proceed), Writes, [RayQuery: &["bool()"]];
    RayTerminate, hlsl "Abort", glsl "rayQueryTerminateEXT": RayQuery(R::Terminate), Writes, [RayQuery: &["void()"]];
    RayConfirm, hlsl "CommitNonOpaqueTriangleHit", glsl "rayQueryConfirmIntersectionEXT": RayQuery(R::Confirm), Writes, [RayQuery: &["void()"]];
    RayGenerate, hlsl "CommitProceduralPrimitiveHit", glsl "rayQueryGenerateIntersectionEXT": RayQuery(R::Generate), Writes, [RayQuery: &["void(float)"]];
    RayFlags, hlsl "RayFlags", glsl "rayQueryGetRayFlagsEXT": RayQuery(R::Flags), Reads, [RayQuery: &["uint()"]];
    RayLeastDistance, hlsl "RayTMin", glsl "rayQueryGetRayTMinEXT": RayQuery(R::LeastDistance), Reads, [RayQuery: &["float()"]];
    RayWorldOrigin, hlsl "WorldRayOrigin", glsl "rayQueryGetWorldRayOriginEXT": RayQuery(R::WorldOrigin), Reads, [RayQuery: &["float3()"]];
    RayWorldDirection, hlsl "WorldRayDirection", glsl "rayQueryGetWorldRayDirectionEXT": RayQuery(R::WorldDirection), Reads, [RayQuery: &["float3()"]];
    RayCandidateIsOpaque, glsl "rayQueryGetIntersectionCandidateAABBOpaqueEXT": RayQuery(R::CandidateIsOpaque), Reads, [];
    RayCandidateNonOpaque, hlsl "CandidateProceduralPrimitiveNonOpaque": RayQuery(R::CandidateIsOpaque), Reads, [RayQuery: &["bool()"]];
    RayCommittedKind, hlsl "CommittedStatus", glsl "rayQueryGetIntersectionTypeEXT": RayQuery(Intersection(V::Kind, true)), Reads, [RayQuery: &["uint()"]];
    RayCandidateKind, hlsl "CandidateType": RayQuery(Intersection(V::Kind, false)), Reads, [RayQuery: &["uint()"]];
    RayCommittedDistance, hlsl "CommittedRayT", glsl "rayQueryGetIntersectionTEXT": RayQuery(Intersection(V::Distance, true)), Reads, [RayQuery: &["float()"]];
    RayCandidateDistance, hlsl "CandidateTriangleRayT": RayQuery(Intersection(V::Distance, false)), Reads, [RayQuery: &["float()"]];
    RayCommittedInstanceId, hlsl "CommittedInstanceID", glsl "rayQueryGetIntersectionInstanceCustomIndexEXT": RayQuery(Intersection(V::InstanceCustomIndex, true)), Reads, [RayQuery: &["uint()"]];
    RayCandidateInstanceId, hlsl "CandidateInstanceID": RayQuery(Intersection(V::InstanceCustomIndex, false)), Reads, [RayQuery: &["uint()"]];
    RayCommittedInstanceIndex, hlsl "CommittedInstanceIndex", glsl "rayQueryGetIntersectionInstanceIdEXT": RayQuery(Intersection(V::InstanceIndex, true)), Reads, [RayQuery: &["uint()"]];
    RayCandidateInstanceIndex, hlsl "CandidateInstanceIndex": RayQuery(Intersection(V::InstanceIndex, false)), Reads, [RayQuery: &["uint()"]];
    RayCommittedShaderRecord, hlsl "CommittedInstanceContributionToHitGroupIndex", glsl "rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT": RayQuery(Intersection(V::ShaderRecordOffset, true)), Reads, [RayQuery: &["uint()"]];
    RayCandidateShaderRecord, hlsl "CandidateInstanceContributionToHitGroupIndex": RayQuery(Intersection(V::ShaderRecordOffset, false)), Reads, [RayQuery: &["uint()"]];
    RayCommittedGeometry, hlsl "CommittedGeometryIndex", glsl "rayQueryGetIntersectionGeometryIndexEXT": RayQuery(Intersection(V::GeometryIndex, true)), Reads, [RayQuery: &["uint()"]];
    RayCandidateGeometry, hlsl "CandidateGeometryIndex": RayQuery(Intersection(V::GeometryIndex, false)), Reads, [RayQuery: &["uint()"]];
    RayCommittedPrimitive, hlsl "CommittedPrimitiveIndex", glsl "rayQueryGetIntersectionPrimitiveIndexEXT": RayQuery(Intersection(V::PrimitiveIndex, true)), Reads, [RayQuery: &["uint()"]];
    RayCandidatePrimitive, hlsl "CandidatePrimitiveIndex": RayQuery(Intersection(V::PrimitiveIndex, false)), Reads, [RayQuery: &["uint()"]];
    RayCommittedBarycentrics, hlsl "CommittedTriangleBarycentrics", glsl "rayQueryGetIntersectionBarycentricsEXT": RayQuery(Intersection(V::Barycentrics, true)), Reads, [RayQuery: &["float2()"]];
    RayCandidateBarycentrics, hlsl "CandidateTriangleBarycentrics": RayQuery(Intersection(V::Barycentrics, false)), Reads, [RayQuery: &["float2()"]];
    RayCommittedFrontFace, hlsl "CommittedTriangleFrontFace", glsl "rayQueryGetIntersectionFrontFaceEXT": RayQuery(Intersection(V::IsFrontFace, true)), Reads, [RayQuery: &["bool()"]];
    RayCandidateFrontFace, hlsl "CandidateTriangleFrontFace": RayQuery(Intersection(V::IsFrontFace, false)), Reads, [RayQuery: &["bool()"]];
    RayCommittedObjectDirection, hlsl "CommittedObjectRayDirection", glsl "rayQueryGetIntersectionObjectRayDirectionEXT": RayQuery(Intersection(V::ObjectDirection, true)), Reads, [RayQuery: &["float3()"]];
    RayCandidateObjectDirection, hlsl "CandidateObjectRayDirection": RayQuery(Intersection(V::ObjectDirection, false)), Reads, [RayQuery: &["float3()"]];
    RayCommittedObjectOrigin, hlsl "CommittedObjectRayOrigin", glsl "rayQueryGetIntersectionObjectRayOriginEXT": RayQuery(Intersection(V::ObjectOrigin, true)), Reads, [RayQuery: &["float3()"]];
    RayCandidateObjectOrigin, hlsl "CandidateObjectRayOrigin": RayQuery(Intersection(V::ObjectOrigin, false)), Reads, [RayQuery: &["float3()"]];
    RayCommittedObjectToWorld, hlsl "CommittedObjectToWorld4x3", glsl "rayQueryGetIntersectionObjectToWorldEXT": RayQuery(Intersection(V::ObjectToWorld, true)), Reads, [RayQuery: &["float4x3()"]];
    RayCandidateObjectToWorld, hlsl "CandidateObjectToWorld4x3": RayQuery(Intersection(V::ObjectToWorld, false)), Reads, [RayQuery: &["float4x3()"]];
    RayCommittedWorldToObject, hlsl "CommittedWorldToObject4x3", glsl "rayQueryGetIntersectionWorldToObjectEXT": RayQuery(Intersection(V::WorldToObject, true)), Reads, [RayQuery: &["float4x3()"]];
    RayCandidateWorldToObject, hlsl "CandidateWorldToObject4x3": RayQuery(Intersection(V::WorldToObject, false)), Reads, [RayQuery: &["float4x3()"]];
    RayCommittedObjectToWorldRows, hlsl "CommittedObjectToWorld3x4": RayQuery(Intersection(V::ObjectToWorld, true)), Reads, [RayQuery: &["float3x4()"]];
    RayCandidateObjectToWorldRows, hlsl "CandidateObjectToWorld3x4": RayQuery(Intersection(V::ObjectToWorld, false)), Reads, [RayQuery: &["float3x4()"]];
    RayCommittedWorldToObjectRows, hlsl "CommittedWorldToObject3x4": RayQuery(Intersection(V::WorldToObject, true)), Reads, [RayQuery: &["float3x4()"]];
    RayCandidateWorldToObjectRows, hlsl "CandidateWorldToObject3x4": RayQuery(Intersection(V::WorldToObject, false)), Reads, [RayQuery: &["float3x4()"]];
}

impl Method {
    /// The row.
    pub fn operation(self) -> &'static MethodOperation {
        &METHODS[self as usize]
    }

    /// With how many arguments the last may be a result: the status of tiled resources, or the value before an atomic.
    /// A cube's signature has no offset, so the offset does not count.
    pub fn least_with_output(self) -> usize {
        static LEAST: LazyLock<Vec<usize>> = LazyLock::new(|| {
            let all = METHODS.iter().map(|row| {
                let signatures = row.signatures.iter().flat_map(|(_, signatures)| *signatures);
                let with_output = signatures.filter(|signature| parameters(signature).any(super::is_written));
                with_output.map(|signature| parameters(signature).filter(|one| *one != "?O").count()).min()
            });
            all.map(|least| least.unwrap_or(usize::MAX)).collect()
        });
        LEAST[self as usize]
    }
}
