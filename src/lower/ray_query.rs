//! Ray queries. naga's are not used: they give a committed intersection only when the traversal has ended, cannot be
//! passed to functions, and lack half of the values. So a query has no value in naga's module. It is known where it is
//! used ([`ResourceRef::Query`]), like a resource, and each operation is a placeholder that begins with the number of
//! its variable and an index into it ([`Instruction::RayQuery`](super::Instruction)).

use naga::TypeInner;

use super::function::{FunctionBuilder, ValueHandle};
use super::resource::{Index, ResourceRef};
use super::shape::Ty;
use super::spirv_only::{Instruction, RayInstruction};
use crate::ir::operations::RayOperation;
use crate::ir::{Expr, ExprKind, Intrinsic, Method, Order, Resource, ResourcePart, Result, Symbol, Type};

/// A variable of ray queries, which each invocation has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RayQueryVariable {
    /// How many queries an array of them has.
    pub count: Option<u32>,
    /// Of a variable outside of functions.
    symbol: Option<Symbol>,
}

/// Limit on the variables of ray queries in a stage.
const MAX_QUERIES: usize = 1024;

/// The flags by which a query skips triangles or boxes, which needs a capability.
const SKIPPING: i64 = 0x300;

/// Whether a resource is a query or a list of them.
pub fn holds_query(resource: &ResourceRef) -> bool {
    match resource {
        ResourceRef::Query(..) => true,
        ResourceRef::List(list) => list.iter().any(holds_query),
        ResourceRef::Unset | ResourceRef::Global(..) => false,
    }
}

fn queries(ty: &Type) -> Option<u32> {
    match ty {
        Type::Array(element, count) => Some(count.unwrap_or(1).saturating_mul(queries(element).unwrap_or(1))),
        _ => None,
    }
}

impl FunctionBuilder<'_, '_> {
    /// The query or array of queries of a new variable. `symbol`: of one outside of functions.
    pub fn new_query(&mut self, ty: &Type, symbol: Option<Symbol>) -> Result<ResourceRef> {
        self.needs_spirv("a ray query")?;
        let all = &mut self.low.ray_queries;
        let known = symbol.and_then(|symbol| all.iter().position(|one| one.symbol == Some(symbol)));
        let at = known.unwrap_or_else(|| {
            all.push(RayQueryVariable { count: queries(ty), symbol });
            all.len() - 1
        });
        if at >= MAX_QUERIES {
            return self.unsupported(format!("more than {MAX_QUERIES} ray queries"));
        }
        Ok(ResourceRef::Query(at as u32, None))
    }

    /// An operation of a ray query. `None`: it has no value.
    pub fn ray_query(
        &mut self,
        (method, operation): (Method, RayOperation),
        object: &Expr,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<Option<ValueHandle>> {
        self.needs_spirv("a ray query")?;
        self.token = self.token_of(object.at).or(self.token);
        let Some(ResourceRef::Query(at, index)) = self.resources(object)?.pop() else {
            return self.unsupported("a ray query that has not been declared");
        };
        let number = self.low.number(naga::Scalar::U32, 1, 1);
        let index = match index {
            None => self.uint(0),
            Some(Index::Constant(index)) => self.uint(index),
            Some(Index::ValueHandle(index)) => index,
            Some(Index::Slot(_)) => return self.internal("an index of a caller"),
        };
        let at = self.uint(at);
        let mut all = vec![(at, number), (index, number)];
        let instruction = match operation {
            RayOperation::Initialize => self.ray(object, arguments, &mut all)?,
            _ => {
                for argument in arguments {
                    let (value, ty) = (self.value(argument)?, self.ty(&argument.ty));
                    all.push((value, ty));
                }
                RayInstruction::Operation(operation)
            }
        };
        let instruction = Instruction::RayQuery(instruction);
        if expr.ty == Type::Void {
            // naga has no placeholder without a value; nothing reads this one.
            self.spirv_instruction(instruction, &all, number);
            return Ok(None);
        }
        // The instruction gives four columns of three; the other matrix is its transpose.
        if let Type::Matrix { scalar, rows: 3, columns: 4, .. } = expr.ty {
            let ty = Type::Matrix { scalar, rows: 4, columns: 3, order: Order::RowMajor };
            let ty = self.ty(&ty);
            let value = self.spirv_instruction(instruction, &all, ty);
            return Ok(Some(self.math(naga::MathFunction::Transpose, &[value])));
        }
        let ty = self.ty(&expr.ty);
        let value = self.spirv_instruction(instruction, &all, ty);
        Ok(Some(match method {
            Method::RayCandidateNonOpaque => self.unary(naga::UnaryOperator::LogicalNot, value),
            _ => value,
        }))
    }

    /// The arguments of the beginning of a query: the acceleration structure, flags and mask, and the ray as four
    /// values or as one structure.
    fn ray(&mut self, object: &Expr, arguments: &[Expr], all: &mut Vec<(ValueHandle, Ty)>) -> Result<RayInstruction> {
        let [structure, flags, mask, ray @ ..] = arguments else { return self.internal("a ray without arguments") };
        let by_address = matches!(&*structure.kind, ExprKind::Intrinsic(Intrinsic::AccelerationStructureAt, _));
        all.push(self.acceleration_structure(structure)?);
        let known_flags = self.low.evaluator.integer(flags);
        let number = self.low.number(naga::Scalar::U32, 1, 1);
        let mut flags = self.value(flags)?;
        let of_type = match object.ty {
            Type::Resource(Resource::RayQuery { flags }) => flags,
            _ => 0,
        };
        if of_type != 0 {
            let own = self.uint(of_type);
            flags = self.binary(naga::BinaryOperator::InclusiveOr, flags, own);
        }
        let mask = self.value(mask)?;
        all.extend([(flags, number), (mask, number)]);
        match ray {
            [whole] => {
                let value = self.value(whole)?;
                let Type::Struct(of) = &whole.ty else { return self.internal("a ray that is no structure") };
                for (member, at) in of.members.iter().zip(0..) {
                    let part = self.part(value, at);
                    let ty = self.ty(&member.ty);
                    all.push((part, ty));
                }
            }
            parts => {
                for part in parts {
                    let (value, ty) = (self.value(part)?, self.ty(&part.ty));
                    all.push((value, ty));
                }
            }
        }
        let culls = self.low.culls_primitives
            || i64::from(of_type) & SKIPPING != 0
            || known_flags.is_some_and(|flags| i64::try_from(flags).is_ok_and(|flags| flags & SKIPPING != 0));
        Ok(RayInstruction::Initialize { by_address, culls })
    }

    /// An acceleration structure, or its address.
    fn acceleration_structure(&mut self, of: &Expr) -> Result<(ValueHandle, Ty)> {
        if let ExprKind::Intrinsic(Intrinsic::AccelerationStructureAt, arguments) = &*of.kind {
            let [address] = arguments.as_slice() else { return self.internal("an address without an argument") };
            let value = self.value(address)?;
            return Ok((value, self.ty(&address.ty)));
        }
        let (symbol, index) = self.resource(of)?;
        if matches!(index, Some(Index::ValueHandle(_))) {
            // naga's SPIR-V writer ends in a panic.
            return self.unsupported("a computed index into an array of acceleration structures");
        }
        let value = self.handle(symbol, ResourcePart::Whole, index)?;
        let inner = TypeInner::AccelerationStructure { vertex_return: false };
        let ty = self.low.types.insert(&mut self.low.module, naga::Type { name: None, inner });
        Ok((value, ty))
    }
}
