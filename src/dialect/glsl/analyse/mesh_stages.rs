//! Mesh and task stages (GL_EXT_mesh_shader): built-in arrays of outputs, and the outputs of a group.

use std::sync::Arc;

use crate::atom::Atom;
use crate::dialect::glsl::interface::{GlslWords, GroupLayout, MemberWords, StageWords};
use crate::ir::{
    BuiltIn, Global, Instance, Item, Member, MeshGroup, MeshTopology, OutputArray, Scalar, Storage, Struct, Symbol,
    Type,
};
use crate::model::Digest;
use crate::sema::types::array_of;

const FLOAT: Type = Type::Scalar(Scalar::Float);
const INT: Type = Type::Scalar(Scalar::Int);
const BOOL: Type = Type::Scalar(Scalar::Bool);

/// The most vertices or primitives of a group, as Vulkan asks of every device that has mesh stages.
pub const MAX_OUTPUTS: u32 = 256;

/// A member of a built-in array: its name, type and built-in.
type BuiltInMember = (&'static str, Type, BuiltIn);

const OF_VERTICES: [BuiltInMember; 2] =
    [("gl_Position", Type::Vector(Scalar::Float, 4), BuiltIn::Position), ("gl_PointSize", FLOAT, BuiltIn::PointSize)];

const OF_PRIMITIVES: [BuiltInMember; 5] = [
    ("gl_PrimitiveID", INT, BuiltIn::PrimitiveIndex),
    ("gl_Layer", INT, BuiltIn::Layer),
    ("gl_ViewportIndex", INT, BuiltIn::ViewportIndex),
    ("gl_CullPrimitiveEXT", BOOL, BuiltIn::CullPrimitive),
    ("gl_PrimitiveShadingRateEXT", INT, BuiltIn::ShadingRate),
];

/// A built-in array of outputs: its type without a length, what it has one element for, and the built-in that its
/// elements are, if they are no structures. `clip`, `cull`: how many distances a vertex has.
pub fn array(name: &str, (clip, cull): (u32, u32)) -> Option<(Type, OutputArray, Option<BuiltIn>)> {
    let indices = |element: Type| {
        Some((Type::Array(Arc::new(element), None), OutputArray::Indices, Some(BuiltIn::PrimitiveIndices)))
    };
    match name {
        "gl_PrimitivePointIndicesEXT" => indices(Type::Scalar(Scalar::Uint)),
        "gl_PrimitiveLineIndicesEXT" => indices(Type::Vector(Scalar::Uint, 2)),
        "gl_PrimitiveTriangleIndicesEXT" => indices(Type::Vector(Scalar::Uint, 3)),
        "gl_MeshPrimitivesEXT" => {
            let element = structure("gl_MeshPerPrimitiveEXT", OF_PRIMITIVES.to_vec());
            Some((Type::Array(Arc::new(element), None), OutputArray::Primitives, None))
        }
        "gl_MeshVerticesEXT" => {
            let distances = |count: u32| array_of(FLOAT, &[Some(count)]);
            let mut members = OF_VERTICES.to_vec();
            members.push(("gl_ClipDistance", distances(clip), BuiltIn::ClipDistance { first: 0 }));
            members.push(("gl_CullDistance", distances(cull), BuiltIn::CullDistance { first: 0 }));
            let element = structure("gl_MeshPerVertexEXT", members);
            Some((Type::Array(Arc::new(element), None), OutputArray::Vertices, None))
        }
        _ => None,
    }
}

/// The primitives that a built-in array of indices is for.
pub fn primitives_of(name: &str) -> Option<MeshTopology> {
    match name {
        "gl_PrimitivePointIndicesEXT" => Some(MeshTopology::Points),
        "gl_PrimitiveLineIndicesEXT" => Some(MeshTopology::Lines),
        "gl_PrimitiveTriangleIndicesEXT" => Some(MeshTopology::Triangles),
        _ => None,
    }
}

/// Whether a built-in variable of other stages is a member of a built-in array in a mesh stage.
pub fn is_member(name: &str) -> bool {
    let members = OF_VERTICES.iter().chain(&OF_PRIMITIVES).map(|(known, ..)| *known);
    members.chain(["gl_ClipDistance", "gl_CullDistance"]).any(|known| known == name)
}

/// The built-in array whose elements have this member.
pub fn array_with(member: &str) -> &'static str {
    if OF_PRIMITIVES.iter().any(|(known, ..)| *known == member) { "gl_MeshPrimitivesEXT" } else { "gl_MeshVerticesEXT" }
}

fn structure(name: &str, members: Vec<BuiltInMember>) -> Type {
    let words =
        members.iter().map(|(.., built_in)| MemberWords { built_in: Some(*built_in), ..MemberWords::default() });
    let words = GlslWords::of_members(words.collect());
    let members = members.into_iter().map(|(name, ty, _)| Member { name: Atom::from(name), ty });
    Type::Struct(Arc::new(Struct::new(Symbol(Atom::from(name)), members.collect(), Vec::new(), words)))
}

/// What a group of the stage writes; `None` where the layouts do not say all of it, which has been reported.
pub fn group(layout: &GroupLayout) -> Option<MeshGroup> {
    Some(MeshGroup {
        topology: layout.topology?,
        max_vertices: layout.max_vertices?,
        max_primitives: layout.max_primitives?,
    })
}

/// The global of an output of a mesh stage: an array with as many elements as a group writes vertices or primitives.
pub fn output(of: &Global, words: &StageWords, group: MeshGroup, instance: &Instance) -> Option<Instance> {
    let Type::Array(element, _) = &of.ty else { return None };
    let array = array_of_output(words);
    let length = if array == OutputArray::Vertices { group.max_vertices } else { group.max_primitives };
    let ty = Type::Array(Arc::clone(element), Some(length));
    let digest = Digest::of(format!("{} {array:?} {length}", instance.digest).as_bytes());
    let global = Global { ty, storage: Storage::Output(array), ..of.clone() };
    Some(Instance { item: Arc::new(Item::Global(global)), digest, ..instance.clone() })
}

/// What an output of a mesh stage has one element for.
pub fn array_of_output(words: &StageWords) -> OutputArray {
    words.output_array.unwrap_or(if words.varying.per_primitive {
        OutputArray::Primitives
    } else {
        OutputArray::Vertices
    })
}
