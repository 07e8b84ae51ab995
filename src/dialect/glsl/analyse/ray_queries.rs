//! Functions and constants of ray queries, and the acceleration structures of addresses.

use super::built_ins::expr;
use super::conversions::numeric;
use super::rules::Analyser;
use crate::dialect::glsl::words::{matrix, type_name};
use crate::ir::operations::{METHODS, MethodFamily, RayOperation, RayValue, Vocabulary};
use crate::ir::{ExprKind, Intrinsic, Literal, Method, Resource, Scalar, TokenIndex, Type};
use crate::sema::{Failed, Result, TypedValue};

const UINT: Type = Type::Scalar(Scalar::Uint);
const FLOAT: Type = Type::Scalar(Scalar::Float);
const BOOL: Type = Type::Scalar(Scalar::Bool);
const VEC3: Type = Type::Vector(Scalar::Float, 3);

/// The flags of rays and the kinds of intersections, with their values.
pub const CONSTANTS: &[(&str, u32)] = &[
    ("gl_RayFlagsCullBackFacingTrianglesEXT", 0x10),
    ("gl_RayFlagsCullFrontFacingTrianglesEXT", 0x20),
    ("gl_RayFlagsCullNoOpaqueEXT", 0x80),
    ("gl_RayFlagsCullOpaqueEXT", 0x40),
    ("gl_RayFlagsNoOpaqueEXT", 2),
    ("gl_RayFlagsNoneEXT", 0),
    ("gl_RayFlagsOpaqueEXT", 1),
    ("gl_RayFlagsSkipAABBEXT", 0x200),
    ("gl_RayFlagsSkipClosestHitShaderEXT", 8),
    ("gl_RayFlagsSkipTrianglesEXT", 0x100),
    ("gl_RayFlagsTerminateOnFirstHitEXT", 4),
    ("gl_RayQueryCandidateIntersectionAABBEXT", 1),
    ("gl_RayQueryCandidateIntersectionTriangleEXT", 0),
    ("gl_RayQueryCommittedIntersectionGeneratedEXT", 2),
    ("gl_RayQueryCommittedIntersectionNoneEXT", 0),
    ("gl_RayQueryCommittedIntersectionTriangleEXT", 1),
];

fn operation(method: Method) -> Option<RayOperation> {
    match method.operation().family {
        MethodFamily::RayQuery(operation) => Some(operation),
        _ => None,
    }
}

/// The names of the functions.
pub fn names() -> impl Iterator<Item = &'static str> {
    METHODS.iter().filter(|row| operation(row.method).is_some()).flat_map(|row| row.names.glsl).copied()
}

/// The types of the parameters behind the query, and of the result.
fn signature(operation: RayOperation) -> (Vec<Type>, Type) {
    use RayValue as V;
    let result = match operation {
        RayOperation::Initialize => {
            let structure = Type::Resource(Resource::AccelerationStructure);
            return (vec![structure, UINT, UINT, VEC3, FLOAT, VEC3, FLOAT], Type::Void);
        }
        RayOperation::Generate => return (vec![FLOAT], Type::Void),
        RayOperation::Terminate | RayOperation::Confirm => Type::Void,
        RayOperation::Proceed | RayOperation::CandidateIsOpaque => BOOL,
        RayOperation::Flags => UINT,
        RayOperation::LeastDistance => FLOAT,
        RayOperation::WorldOrigin | RayOperation::WorldDirection => VEC3,
        RayOperation::Intersection(value, _) => {
            let result = match value {
                V::Kind | V::ShaderRecordOffset => UINT,
                V::Distance => FLOAT,
                V::InstanceCustomIndex | V::InstanceIndex | V::GeometryIndex | V::PrimitiveIndex => {
                    Type::Scalar(Scalar::Int)
                }
                V::Barycentrics => Type::Vector(Scalar::Float, 2),
                V::IsFrontFace => BOOL,
                V::ObjectDirection | V::ObjectOrigin => VEC3,
                V::ObjectToWorld | V::WorldToObject => matrix(Scalar::Float, 4, 3),
            };
            return (vec![BOOL], result);
        }
    };
    (Vec::new(), result)
}

impl Analyser<'_, '_> {
    /// The call of a function of ray queries; `None` if it is none.
    pub fn ray_query_call(
        &mut self,
        name: &'static str,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Option<Result<TypedValue>> {
        let method = Vocabulary::Glsl.method(name)?.method;
        let operation = operation(method)?;
        Some(self.of_query(name, (method, operation), arguments, at))
    }

    fn of_query(
        &mut self,
        name: &str,
        (method, operation): (Method, RayOperation),
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let (parameters, result) = signature(operation);
        let query = Type::Resource(Resource::RayQuery { flags: 0 });
        let Some((object, given)) = arguments.split_first().filter(|(object, _)| object.expr.ty == query) else {
            let why = "takes a `rayQueryEXT` first".to_owned();
            return self.no_signature(name, arguments, &[why], at);
        };
        if given.len() != parameters.len() {
            let why = format!("takes {} arguments, {} given", parameters.len() + 1, arguments.len());
            return self.no_signature(name, arguments, &[why], at);
        }
        let mut all = Vec::with_capacity(given.len());
        for ((argument, wanted), number) in given.iter().zip(&parameters).zip(2..) {
            if self.score(&argument.expr.ty, wanted).is_none() {
                let (found, wanted) = (type_name(&argument.expr.ty), type_name(wanted));
                let why = format!("takes `{wanted}` as argument {number}, `{found}` is given");
                return self.no_signature(name, arguments, &[why], at);
            }
            all.push(self.converted(argument.clone(), wanted));
        }
        let mut method = method;
        if let RayOperation::Intersection(value, _) = operation {
            let which = all.pop().and_then(|which| Some((which.at, self.evaluate(&which)?.values)));
            match which.as_ref().map(|(at, values)| (at, values.as_slice())) {
                Some((_, [Literal::Bool(true)])) => {}
                Some((_, [Literal::Bool(false)])) => method = candidate(value, method),
                _ => {
                    let token = given.first().map_or(at.0, |argument| argument.expr.at.0);
                    self.error("not-constant", token, "which intersection is meant must be a constant")
                        .help("Write `true` for the committed one, `false` for the candidate.");
                    return Err(Failed);
                }
            }
        }
        Ok(TypedValue::new(ExprKind::Method(method, object.expr.clone(), all), result, at))
    }

    /// `accelerationStructureEXT(address)`.
    pub fn structure_at(&mut self, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        let ty = Type::Resource(Resource::AccelerationStructure);
        let [address] = arguments.as_slice() else {
            self.error("bad-constructor", at.0, "`accelerationStructureEXT` needs one address");
            return Err(Failed);
        };
        let wide = Type::Scalar(Scalar::Uint64);
        let pair = Type::Vector(Scalar::Uint, 2);
        if address.expr.ty != wide && address.expr.ty != pair {
            let shown = type_name(&address.expr.ty);
            self.error("bad-constructor", at.0, format!("`accelerationStructureEXT` cannot be made of a `{shown}`"))
                .help("Its address is a `uvec2` or a `uint64_t`.");
            return Err(Failed);
        }
        let to = address.expr.ty.clone();
        let address = numeric(address.expr.clone(), &to);
        Ok(TypedValue::of(expr(ExprKind::Intrinsic(Intrinsic::AccelerationStructureAt, vec![address]), ty, at)))
    }
}

/// The method for the candidate.
fn candidate(value: RayValue, committed: Method) -> Method {
    let wanted = MethodFamily::RayQuery(RayOperation::Intersection(value, false));
    METHODS.iter().find(|row| row.family == wanted).map_or(committed, |row| row.method)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_a_signature_and_a_candidate() {
        assert!(CONSTANTS.is_sorted());
        assert_eq!(names().count(), 23);
        for value in RayValue::ALL {
            let all = METHODS.iter().filter_map(|row| Some((row.method, operation(row.method)?)));
            let of = |committed: bool| {
                let wanted = RayOperation::Intersection(value, committed);
                all.clone().find(|(_, operation)| *operation == wanted).map(|(method, _)| method)
            };
            let (Some(committed), Some(found)) = (of(true), of(false)) else { panic!("{value:?}") };
            assert_eq!(candidate(value, committed), found);
        }
    }
}
