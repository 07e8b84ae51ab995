//! Built-in variables and constants: `gl_Position`, `gl_FragCoord`, `gl_MaxDrawBuffers`.
//!
//! They are private globals like other inputs and outputs, and are in a program only if it names them.

use std::sync::Arc;

use super::ballots::{Mask, mask, wide_mask};
use super::mesh_stages;
use super::ray_queries::CONSTANTS;
use super::redeclarations::MAX_DISTANCES;
use super::rules::{Decl, Entity, Unit};
use super::stage_layouts::group_size;
use crate::atom::Atom;
use crate::dialect::glsl::interface::{GlslWords, GroupLayout, StageWords, Varying};
use crate::ir::{
    BuiltIn, Expr, ExprKind, FragCoord, FragDepth, Global, Intrinsic, Item, Literal, Scalar, Storage, Symbol,
    TokenIndex, Type, Words,
};
use crate::model::{Digest, PpToken, Stage};
use crate::sema::Variable;
use crate::sema::constants::Constant;
use crate::sema::types::{array_of, literal};
use crate::sema::unit::BUILTIN;

/// A variable that is an input or output of a stage.
struct StageVariable {
    name: &'static str,
    ty: Type,
    input: bool,
    place: Place,
}

/// Where such a variable goes.
#[derive(Clone, Copy)]
enum Place {
    BuiltIn(BuiltIn),
    Location(u32),
}

const FLOAT: Type = Type::Scalar(Scalar::Float);
const INT: Type = Type::Scalar(Scalar::Int);
const UINT: Type = Type::Scalar(Scalar::Uint);
const BOOL: Type = Type::Scalar(Scalar::Bool);
const VEC2: Type = Type::Vector(Scalar::Float, 2);
const VEC3: Type = Type::Vector(Scalar::Float, 3);
const VEC4: Type = Type::Vector(Scalar::Float, 4);
const UVEC3: Type = Type::Vector(Scalar::Uint, 3);

const fn input(name: &'static str, ty: Type, built_in: BuiltIn) -> StageVariable {
    StageVariable { name, ty, input: true, place: Place::BuiltIn(built_in) }
}

const fn output(name: &'static str, ty: Type, built_in: BuiltIn) -> StageVariable {
    StageVariable { name, ty, input: false, place: Place::BuiltIn(built_in) }
}

/// All but the arrays, which are in [`ARRAYS`].
const VARIABLES: &[StageVariable] = &[
    input("gl_BaryCoordEXT", VEC3, BuiltIn::Barycentric { perspective: true }),
    input("gl_BaryCoordNV", VEC3, BuiltIn::Barycentric { perspective: true }),
    input("gl_BaryCoordNoPerspEXT", VEC3, BuiltIn::Barycentric { perspective: false }),
    input("gl_BaryCoordNoPerspNV", VEC3, BuiltIn::Barycentric { perspective: false }),
    input("gl_BaseInstance", INT, BuiltIn::BaseInstance),
    input("gl_BaseInstanceARB", INT, BuiltIn::BaseInstance),
    input("gl_BaseVertex", INT, BuiltIn::BaseVertex),
    input("gl_BaseVertexARB", INT, BuiltIn::BaseVertex),
    input("gl_DeviceIndex", INT, BuiltIn::DeviceIndex),
    input("gl_DrawID", INT, BuiltIn::DrawIndex),
    input("gl_DrawIDARB", INT, BuiltIn::DrawIndex),
    // Of versions before 4.20, where it is the colour of the first target.
    StageVariable { name: "gl_FragColor", ty: VEC4, input: false, place: Place::Location(0) },
    input("gl_FragCoord", VEC4, BuiltIn::FragCoord(FragCoord::InverseW)),
    output("gl_FragDepth", FLOAT, BuiltIn::FragDepth(FragDepth::Any)),
    output("gl_FragStencilRefARB", INT, BuiltIn::StencilReference),
    input("gl_FrontFacing", BOOL, BuiltIn::FrontFacing),
    input("gl_GlobalInvocationID", UVEC3, BuiltIn::GlobalInvocationId),
    input("gl_HelperInvocation", BOOL, BuiltIn::HelperInvocation),
    input("gl_InstanceID", INT, BuiltIn::InstanceIndex),
    input("gl_InstanceIDARB", INT, BuiltIn::InstanceIndex),
    input("gl_InstanceIndex", INT, BuiltIn::InstanceIndex),
    output("gl_Layer", INT, BuiltIn::Layer),
    input("gl_LocalInvocationID", UVEC3, BuiltIn::LocalInvocationId),
    input("gl_LocalInvocationIndex", UINT, BuiltIn::LocalInvocationIndex),
    input("gl_NumSubgroups", UINT, BuiltIn::NumSubgroups),
    input("gl_NumWorkGroups", UVEC3, BuiltIn::NumWorkgroups),
    input("gl_PointCoord", VEC2, BuiltIn::PointCoord),
    output("gl_PointSize", FLOAT, BuiltIn::PointSize),
    output("gl_Position", VEC4, BuiltIn::Position),
    input("gl_PrimitiveID", INT, BuiltIn::PrimitiveIndex),
    output("gl_PrimitiveShadingRateEXT", INT, BuiltIn::ShadingRate),
    input("gl_SampleID", INT, BuiltIn::SampleIndex),
    input("gl_ShadingRateEXT", INT, BuiltIn::ShadingRate),
    input("gl_SubgroupID", UINT, BuiltIn::SubgroupId),
    input("gl_VertexID", INT, BuiltIn::VertexIndex),
    input("gl_VertexIndex", INT, BuiltIn::VertexIndex),
    input("gl_ViewID_OVR", UINT, BuiltIn::ViewIndex),
    input("gl_ViewIndex", INT, BuiltIn::ViewIndex),
    output("gl_ViewportIndex", INT, BuiltIn::ViewportIndex),
    input("gl_WorkGroupID", UVEC3, BuiltIn::WorkgroupId),
];

/// Arrays, whose length follows from the source or is fixed: the variable's element, and its length if that is fixed.
const ARRAYS: &[(StageVariable, Option<u32>)] = &[
    (output("gl_ClipDistance", FLOAT, BuiltIn::ClipDistance { first: 0 }), None),
    (output("gl_CullDistance", FLOAT, BuiltIn::CullDistance { first: 0 }), None),
    // Of versions before 4.20, where they are the colours of the targets.
    (StageVariable { name: "gl_FragData", ty: VEC4, input: false, place: Place::Location(0) }, None),
    (output("gl_SampleMask", INT, BuiltIn::SampleMask), Some(1)),
    (input("gl_SampleMaskIn", INT, BuiltIn::SampleMask), Some(1)),
];

/// Values that are operations of the program.
const OPERATIONS: &[(&str, Intrinsic)] = &[
    ("gl_SubGroupInvocationARB", Intrinsic::WaveGetLaneIndex),
    ("gl_SubGroupSizeARB", Intrinsic::WaveGetLaneCount),
    ("gl_SubgroupInvocationID", Intrinsic::WaveGetLaneIndex),
    ("gl_SubgroupSize", Intrinsic::WaveGetLaneCount),
];

/// Masks of invocations.
const MASKS: &[(&str, Mask)] = &[
    ("gl_SubgroupEqMask", Mask::Equal),
    ("gl_SubgroupGeMask", Mask::GreaterEqual),
    ("gl_SubgroupGtMask", Mask::Greater),
    ("gl_SubgroupLeMask", Mask::LessEqual),
    ("gl_SubgroupLtMask", Mask::Less),
];

/// Masks in numbers of 64 bits.
const WIDE_MASKS: &[(&str, Mask)] = &[
    ("gl_SubGroupEqMaskARB", Mask::Equal),
    ("gl_SubGroupGeMaskARB", Mask::GreaterEqual),
    ("gl_SubGroupGtMaskARB", Mask::Greater),
    ("gl_SubGroupLeMaskARB", Mask::LessEqual),
    ("gl_SubGroupLtMaskARB", Mask::Less),
];

/// Built-in constants that programs use, with the values of glslang's default limits.
const LIMITS: &[(&str, i64)] = &[
    ("gl_MaxAtomicCounterBindings", 1),
    ("gl_MaxAtomicCounterBufferSize", 16384),
    ("gl_MaxClipDistances", 8),
    ("gl_MaxCombinedAtomicCounterBuffers", 1),
    ("gl_MaxCombinedAtomicCounters", 8),
    ("gl_MaxCombinedClipAndCullDistances", 8),
    ("gl_MaxCombinedImageUniforms", 8),
    ("gl_MaxCombinedImageUnitsAndFragmentOutputs", 8),
    ("gl_MaxCombinedShaderOutputResources", 8),
    ("gl_MaxCombinedTextureImageUnits", 80),
    ("gl_MaxComputeAtomicCounterBuffers", 1),
    ("gl_MaxComputeAtomicCounters", 8),
    ("gl_MaxComputeImageUniforms", 8),
    ("gl_MaxComputeTextureImageUnits", 16),
    ("gl_MaxComputeUniformComponents", 1024),
    ("gl_MaxCullDistances", 8),
    ("gl_MaxDrawBuffers", 32),
    ("gl_MaxFragmentAtomicCounterBuffers", 1),
    ("gl_MaxFragmentAtomicCounters", 8),
    ("gl_MaxFragmentImageUniforms", 8),
    ("gl_MaxFragmentInputComponents", 128),
    ("gl_MaxFragmentInputVectors", 15),
    ("gl_MaxFragmentUniformComponents", 4096),
    ("gl_MaxFragmentUniformVectors", 16),
    ("gl_MaxImageSamples", 0),
    ("gl_MaxImageUnits", 8),
    ("gl_MaxProgramTexelOffset", 7),
    ("gl_MaxSamples", 4),
    ("gl_MaxTextureImageUnits", 32),
    ("gl_MaxVaryingComponents", 60),
    ("gl_MaxVaryingFloats", 64),
    ("gl_MaxVaryingVectors", 8),
    ("gl_MaxVertexAtomicCounterBuffers", 0),
    ("gl_MaxVertexAtomicCounters", 0),
    ("gl_MaxVertexAttribs", 64),
    ("gl_MaxVertexImageUniforms", 0),
    ("gl_MaxVertexOutputComponents", 64),
    ("gl_MaxVertexOutputVectors", 16),
    ("gl_MaxVertexTextureImageUnits", 32),
    ("gl_MaxVertexUniformComponents", 4096),
    ("gl_MaxVertexUniformVectors", 128),
    ("gl_MaxViewports", 16),
    ("gl_MinProgramTexelOffset", -8),
    ("gl_ShadingRateFlag2HorizontalPixelsEXT", 4),
    ("gl_ShadingRateFlag2VerticalPixelsEXT", 1),
    ("gl_ShadingRateFlag4HorizontalPixelsEXT", 8),
    ("gl_ShadingRateFlag4VerticalPixelsEXT", 2),
];

/// The same, of the limits in three dimensions.
const LIMITS_OF_GROUPS: &[(&str, [i64; 3])] =
    &[("gl_MaxComputeWorkGroupCount", [65535, 65535, 65535]), ("gl_MaxComputeWorkGroupSize", [1024, 1024, 64])];

/// The size of a group, which `layout(local_size_x = 8) in;` declares.
pub const GROUP_SIZE: &str = "gl_WorkGroupSize";

/// Variables of other stages, and what the program cannot represent.
#[rustfmt::skip]
const FOREIGN: &[&str] = &[
    "gl_BackColor", "gl_Color", "gl_DepthRange", "gl_FogCoord", "gl_FogFragCoord",
    "gl_FragSizeEXT", "gl_FrontColor", "gl_InvocationID", "gl_ModelViewMatrix", "gl_ModelViewProjectionMatrix",
    "gl_MultiTexCoord0", "gl_Normal", "gl_NormalMatrix", "gl_PatchVerticesIn", "gl_PrimitiveIDIn",
    "gl_ProjectionMatrix", "gl_SamplePosition", "gl_TessCoord",
    "gl_TessLevelInner", "gl_TessLevelOuter", "gl_TexCoord", "gl_Vertex", "gl_in", "gl_out",
];

/// Whether GLSL has a variable of this name that the program cannot represent.
pub fn is_foreign(name: &str) -> bool {
    FOREIGN.binary_search(&name).is_ok()
}

/// The lengths of the distances, as the tokens of a variant use them.
struct Distances {
    clip: u32,
    cull: u32,
    /// Colours of `gl_FragData`.
    data: u32,
}

impl Distances {
    /// The clip and cull distances of a vertex of a mesh stage.
    fn of_vertex(&self) -> (u32, u32) {
        (self.clip.max(1), self.cull.max(1))
    }
}

/// The number at a token.
fn number(token: Option<&PpToken>) -> Option<u32> {
    token?.token.text.trim_end_matches(['u', 'U']).parse().ok()
}

fn distances(tokens: &[PpToken]) -> Distances {
    let mut found = Distances { clip: 0, cull: 0, data: 0 };
    for (at, token) in tokens.iter().enumerate() {
        let of = match token.token.text.as_str() {
            "gl_ClipDistance" => &mut found.clip,
            "gl_CullDistance" => &mut found.cull,
            "gl_FragData" => &mut found.data,
            _ => continue,
        };
        let text = |at: usize| tokens.get(at).map_or("", |it| it.token.text.as_str());
        // A declaration with a length decides by itself (`redeclarations`).
        let is_declared = at.checked_sub(1).is_some_and(|before| matches!(text(before), "float" | "vec4"));
        if is_declared || text(at + 1) != "[" {
            continue;
        }
        let count = match number(tokens.get(at + 2)).filter(|_| text(at + 3) == "]") {
            Some(index) => index.saturating_add(1),
            // A constant of some name, as all indices are that have no such declaration.
            None if text(at) != "gl_FragData" => MAX_DISTANCES,
            None => continue,
        };
        *of = (*of).max(count.min(MAX_DISTANCES));
    }
    found
}

fn may_name(word: Atom) -> bool {
    word.starts_with("gl_")
}

/// Whether [`declare`] can find something in these tokens.
pub fn may_declare(tokens: &[PpToken]) -> bool {
    tokens.iter().any(|token| may_name(token.token.text))
}

/// Declares the built-in variables that the unit names.
pub fn declare(unit: &mut Unit<'_>) {
    let mut named: Vec<Atom> =
        unit.tokens().iter().map(|token| token.token.text).filter(|text| may_name(*text)).collect();
    named.sort_unstable();
    named.dedup();
    let lengths = distances(unit.tokens());
    for name in named {
        if let Some((variable, meaning)) = variable(name, &lengths) {
            let entity = Entity::Variable(Arc::new(variable));
            unit.declare(name, Decl { entity, meaning, chunk: BUILTIN, token: 0 });
        }
    }
}

/// A built-in variable as the unit sees it, and the digest of its meaning.
fn variable(name: Atom, lengths: &Distances) -> Option<(Variable, Digest)> {
    let symbol = Symbol(name);
    let plain = |ty: Type, read_only| Variable { symbol, ty, read_only, constant: None, parts: None };
    const OF_STAGE: Option<&str> = Some("it is an input of the stage");
    if let Some(found) = VARIABLES.iter().find(|found| name == found.name) {
        return Some((plain(found.ty.clone(), OF_STAGE.filter(|_| found.input)), Digest([1; 32])));
    }
    if let Some((found, length)) = ARRAYS.iter().find(|(found, _)| name == found.name) {
        let length = length.unwrap_or_else(|| distance_count(found, lengths));
        let ty = array_of(found.ty.clone(), &[Some(length)]);
        return Some((plain(ty, OF_STAGE.filter(|_| found.input)), Digest([length as u8; 32])));
    }
    if let Some((ty, ..)) = mesh_stages::array(name.as_str(), lengths.of_vertex()) {
        return Some((plain(ty, None), Digest([(lengths.clip << 4 | lengths.cull) as u8; 32])));
    }
    let at = TokenIndex(0);
    if let Some((_, operation)) = OPERATIONS.iter().find(|(known, _)| name == *known) {
        let kind = Box::new(ExprKind::Intrinsic(*operation, Vec::new()));
        let parts = Some(Expr { kind, ty: UINT, at });
        return Some((Variable { parts, ..plain(UINT, OF_STAGE) }, Digest([1; 32])));
    }
    if let Some((_, of)) = MASKS.iter().find(|(known, _)| name == *known) {
        let parts = mask(*of, at);
        let ty = parts.ty.clone();
        return Some((Variable { parts: Some(parts), ..plain(ty, OF_STAGE) }, Digest([1; 32])));
    }
    if let Some((_, of)) = WIDE_MASKS.iter().find(|(known, _)| name == *known) {
        let parts = wide_mask(mask(*of, at));
        let ty = parts.ty.clone();
        return Some((Variable { parts: Some(parts), ..plain(ty, OF_STAGE) }, Digest([1; 32])));
    }
    let constant = Some("it is a constant");
    if let Some((_, limits)) = LIMITS_OF_GROUPS.iter().find(|(known, _)| name == *known) {
        let values = limits.map(|limit| Literal::Int(i128::from(limit)));
        let ty = Type::Vector(Scalar::Int, 3);
        let all = values.iter().map(|value| literal(Scalar::Int, *value, at)).collect();
        let parts = Some(Expr { kind: Box::new(ExprKind::Construct(all)), ty: ty.clone(), at });
        let known = Some(Constant { scalar: Scalar::Int, values: values.to_vec() });
        return Some((Variable { parts, constant: known, ..plain(ty, constant) }, Digest([1; 32])));
    }
    if let Some((_, value)) = CONSTANTS.iter().find(|(known, _)| name == *known) {
        let value = Literal::Int(i128::from(*value));
        let parts = Some(literal(Scalar::Uint, value, at));
        let known = Some(Constant::one(Scalar::Uint, value));
        return Some((Variable { parts, constant: known, ..plain(UINT, constant) }, Digest([1; 32])));
    }
    if let Some((_, value)) = LIMITS.iter().find(|(known, _)| name == *known) {
        let value = Literal::Int(i128::from(*value));
        let parts = Some(literal(Scalar::Int, value, at));
        let known = Some(Constant::one(Scalar::Int, value));
        return Some((Variable { parts, constant: known, ..plain(INT, constant) }, Digest([1; 32])));
    }
    None
}

/// The specialisation constant that gives the size of a group along an axis. No code can spell it.
pub fn group_size_symbol(axis: usize) -> Symbol {
    Symbol(Atom::from(["gl_WorkGroupSize.x", "gl_WorkGroupSize.y", "gl_WorkGroupSize.z"][axis]))
}

/// `gl_WorkGroupSize` behind a layout. `before`: the same behind the layouts before it.
pub fn group_size_variable(layout: &GroupLayout, before: Option<&Expr>) -> Variable {
    let at = TokenIndex(0);
    let before = before.and_then(|before| match &*before.kind {
        ExprKind::Construct(sizes) => Some(sizes),
        _ => None,
    });
    let size = |axis: usize| {
        let known = before.and_then(|sizes| sizes.get(axis));
        let is_specialised = known.is_some_and(|known| matches!(*known.kind, ExprKind::Global(_)));
        if is_specialised || layout.local_size_ids[axis].is_some() {
            return Expr { kind: Box::new(ExprKind::Global(group_size_symbol(axis))), ty: UINT, at };
        }
        match (layout.local_size[axis], known) {
            (None, Some(known)) => known.clone(),
            (size, _) => group_size(size, at),
        }
    };
    let parts = Expr { kind: Box::new(ExprKind::Construct((0..3).map(size).collect())), ty: UVEC3, at };
    let symbol = Symbol(Atom::from(GROUP_SIZE));
    Variable { symbol, ty: UVEC3, read_only: Some("it is a constant"), constant: None, parts: Some(parts) }
}

const fn distance_count(of: &StageVariable, lengths: &Distances) -> u32 {
    let count = match of.place {
        Place::BuiltIn(BuiltIn::ClipDistance { .. }) => lengths.clip,
        Place::Location(_) => lengths.data,
        _ => lengths.cull,
    };
    if count == 0 { 1 } else { count }
}

/// The items of the built-in variables that tokens name. Distances have the length that these tokens give them; the entry point's
/// program has that of the unit.
pub fn mentioned(tokens: &[PpToken]) -> Vec<(Symbol, Item)> {
    let mut found: Vec<(Symbol, Item)> = Vec::new();
    for (token, at) in tokens.iter().zip(0..) {
        let name = token.token.text;
        if !name.starts_with("gl_") || found.iter().any(|(known, _)| known.0 == name) {
            continue;
        }
        if let Some((ty, array, built_in)) = mesh_stages::array(name.as_str(), (8, 8)) {
            let only = Some(Stage::Mesh);
            let words = StageWords { built_in, output_array: Some(array), only, ..StageWords::default() };
            found.push((Symbol(name), stage_global(Symbol(name), ty, words, TokenIndex(at))));
            continue;
        }
        let array = || ARRAYS.iter().find(|(of, _)| name == of.name);
        let of = VARIABLES.iter().find(|of| name == of.name).or_else(|| array().map(|(of, _)| of));
        let Some(of) = of else { continue };
        let ty = match array() {
            Some((_, length)) => array_of(of.ty.clone(), &[Some(length.unwrap_or(8))]),
            None => of.ty.clone(),
        };
        let words = StageWords { input: of.input, ..StageWords::default() };
        let words = match of.place {
            Place::BuiltIn(built_in) => StageWords { built_in: Some(built_in), ..words },
            Place::Location(at) => {
                let varying = Varying { location: Some(at), ..Varying::default() };
                StageWords { varying, only: Some(Stage::Pixel), ..words }
            }
        };
        let symbol = Symbol(name);
        found.push((symbol, stage_global(symbol, ty, words, TokenIndex(at))));
    }
    found
}

fn stage_global(symbol: Symbol, ty: Type, words: StageWords, at: TokenIndex) -> Item {
    let words = Words::new(GlslWords::Stage(words));
    Item::Global(Global { symbol, ty, storage: Storage::Private { initialiser: None }, words, at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(VARIABLES.is_sorted_by_key(|of| of.name) && LIMITS.is_sorted() && FOREIGN.is_sorted());
        let known = |name: &str| VARIABLES.iter().any(|of| of.name == name);
        assert!(!FOREIGN.iter().any(|name| known(name)));
    }
}
