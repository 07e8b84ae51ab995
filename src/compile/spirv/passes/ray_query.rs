//! Ray queries: the variables, and the instructions that use them.

use rspirv::dr::{Instruction as Spirv, Operand};
use rspirv::spirv::{Capability, Op, StorageClass};

use super::builder;
use super::instruction::{Call, Rewritten};
use crate::ir::operations::{RayOperation, RayValue};
use crate::lower::RayInstruction;

impl Rewritten<'_> {
    /// Replaces the call of an operation. Its first arguments are the number of the query's variable and an index.
    pub fn ray_query(&mut self, what: RayInstruction, call: &Call) -> Result<(), String> {
        builder::add_capability(self.module, Capability::RayQueryKHR);
        builder::add_extension(self.module, "SPV_KHR_ray_query");
        let query = self.query(call)?;
        let mut operands = vec![Operand::IdRef(query)];
        let rest = call.arguments.get(2..).unwrap_or_default();
        operands.extend(rest.iter().map(|argument| Operand::IdRef(*argument)));
        let operation = match what {
            RayInstruction::Initialize { by_address, culls } => {
                if culls {
                    builder::add_capability(self.module, Capability::RayTraversalPrimitiveCullingKHR);
                }
                let given = call.argument(2)?;
                let is_variable =
                    builder::global(self.module, given).is_some_and(|one| one.class.opcode == Op::Variable);
                // naga gives functions the variables of resources, but the elements of arrays of them.
                if by_address {
                    operands[1] = Operand::IdRef(self.structure(Op::ConvertUToAccelerationStructureKHR, given));
                } else if is_variable {
                    operands[1] = Operand::IdRef(self.structure(Op::Load, given));
                }
                RayOperation::Initialize
            }
            RayInstruction::Operation(operation) => operation,
        };
        if let RayOperation::Intersection(_, committed) = operation {
            let kind = self.constant(u32::from(committed));
            operands.push(Operand::IdRef(kind));
        }
        let op = op(operation);
        match operation {
            RayOperation::Initialize | RayOperation::Terminate | RayOperation::Confirm | RayOperation::Generate => {
                self.instructions.push(Spirv::new(op, None, None, operands));
            }
            _ => self.push(op, call, operands),
        }
        Ok(())
    }

    /// A pointer to the query of a call.
    fn query(&mut self, call: &Call) -> Result<u32, String> {
        let number = builder::global(self.module, call.argument(0)?).and_then(|number| number.operands.first());
        let Some(Operand::LiteralBit32(number)) = number else {
            return Err("the number of a ray query is no constant".to_owned());
        };
        let number = *number;
        let count = self.facts.ray_queries.get(number as usize);
        let count = *count.ok_or_else(|| format!("there is no ray query {number}"))?;
        let query = builder::declared(self.module, Op::TypeRayQueryKHR, None, Vec::new());
        let pointer = |this: &mut Self, to: u32| {
            let operands = vec![Operand::StorageClass(StorageClass::Private), Operand::IdRef(to)];
            builder::declared(this.module, Op::TypePointer, None, operands)
        };
        let variable = match self.queries.get(&number) {
            Some(known) => *known,
            None => {
                let ty = match count {
                    Some(count) => {
                        let length = self.constant(count);
                        let operands = vec![Operand::IdRef(query), Operand::IdRef(length)];
                        builder::declared(self.module, Op::TypeArray, None, operands)
                    }
                    None => query,
                };
                let ty = pointer(self, ty);
                let mut end = self.module.types_global_values.len();
                let class = vec![Operand::StorageClass(StorageClass::Private)];
                let variable = builder::insert_global(self.module, &mut end, Op::Variable, Some(ty), class);
                self.queries.insert(number, variable);
                variable
            }
        };
        if count.is_none() {
            return Ok(variable);
        }
        let ty = pointer(self, query);
        let id = builder::fresh_id(self.module);
        let path = vec![Operand::IdRef(variable), Operand::IdRef(call.argument(1)?)];
        self.instructions.push(Spirv::new(Op::AccessChain, Some(ty), Some(id), path));
        Ok(id)
    }

    /// The acceleration structure that an instruction gives of an id.
    fn structure(&mut self, op: Op, of: u32) -> u32 {
        let ty = builder::declared(self.module, Op::TypeAccelerationStructureKHR, None, Vec::new());
        let id = builder::fresh_id(self.module);
        self.instructions.push(Spirv::new(op, Some(ty), Some(id), vec![Operand::IdRef(of)]));
        id
    }
}

const fn op(operation: RayOperation) -> Op {
    match operation {
        RayOperation::Initialize => Op::RayQueryInitializeKHR,
        RayOperation::Terminate => Op::RayQueryTerminateKHR,
        RayOperation::Proceed => Op::RayQueryProceedKHR,
        RayOperation::Confirm => Op::RayQueryConfirmIntersectionKHR,
        RayOperation::Generate => Op::RayQueryGenerateIntersectionKHR,
        RayOperation::Flags => Op::RayQueryGetRayFlagsKHR,
        RayOperation::LeastDistance => Op::RayQueryGetRayTMinKHR,
        RayOperation::WorldOrigin => Op::RayQueryGetWorldRayOriginKHR,
        RayOperation::WorldDirection => Op::RayQueryGetWorldRayDirectionKHR,
        RayOperation::CandidateIsOpaque => Op::RayQueryGetIntersectionCandidateAABBOpaqueKHR,
        RayOperation::Intersection(value, _) => match value {
            RayValue::Kind => Op::RayQueryGetIntersectionTypeKHR,
            RayValue::Distance => Op::RayQueryGetIntersectionTKHR,
            RayValue::InstanceCustomIndex => Op::RayQueryGetIntersectionInstanceCustomIndexKHR,
            RayValue::InstanceIndex => Op::RayQueryGetIntersectionInstanceIdKHR,
            RayValue::ShaderRecordOffset => Op::RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
            RayValue::GeometryIndex => Op::RayQueryGetIntersectionGeometryIndexKHR,
            RayValue::PrimitiveIndex => Op::RayQueryGetIntersectionPrimitiveIndexKHR,
            RayValue::Barycentrics => Op::RayQueryGetIntersectionBarycentricsKHR,
            RayValue::IsFrontFace => Op::RayQueryGetIntersectionFrontFaceKHR,
            RayValue::ObjectDirection => Op::RayQueryGetIntersectionObjectRayDirectionKHR,
            RayValue::ObjectOrigin => Op::RayQueryGetIntersectionObjectRayOriginKHR,
            RayValue::ObjectToWorld => Op::RayQueryGetIntersectionObjectToWorldKHR,
            RayValue::WorldToObject => Op::RayQueryGetIntersectionWorldToObjectKHR,
        },
    }
}
