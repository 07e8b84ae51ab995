//! Wave and quad operations.

use naga::{
    BinaryOperator as B, BuiltIn, CollectiveOperation as C, Direction, Expression, GatherMode, MathFunction,
    RelationalFunction, Statement, SubgroupOperation as S,
};

use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{Shape, shape};
use super::spirv_only::Instruction;
use crate::ir::operations::{LaneArithmetic, LaneGroup};
use crate::ir::{Expr, Intrinsic as I, Result, Scalar, Type};
use crate::model::Stage;

impl FunctionBuilder<'_, '_> {
    fn system_value(&mut self, built_in: BuiltIn, what: I) -> Result<ValueHandle> {
        if self.low.program.entry.stage == Stage::Vertex {
            self.needs_spirv(&format!("{} in a vertex shader", self.name_of(what)))?;
        }
        if built_in == BuiltIn::SubgroupInvocationId && self.low.threads[1..].iter().any(|count| *count > 1) {
            self.low.found.linear_group = true;
        }
        let variable = self.low.built_in(built_in);
        let pointer = self.global(variable);
        Ok(self.load(pointer))
    }

    fn collective(&mut self, op: S, collective_op: C, argument: ValueHandle, ty: &Type) -> ValueHandle {
        let ty = self.ty(ty);
        let result = self.bare(Expression::SubgroupOperationResult { ty });
        self.push(Statement::SubgroupCollectiveOperation { op, collective_op, argument, result });
        result
    }

    /// A reduction or scan. naga takes no bitwise one of 16 bits, which are those of the number as one of 32.
    fn reduced(&mut self, (op, how): (S, C), row: ValueHandle, ty: &Type) -> ValueHandle {
        let (Type::Vector(narrow, _) | Type::Scalar(narrow)) = *ty else {
            return self.collective(op, how, row, ty);
        };
        let wide = match (op, narrow) {
            (S::And | S::Or | S::Xor, Scalar::Int16) => Scalar::Int,
            (S::And | S::Or | S::Xor, Scalar::Uint16) => Scalar::Uint,
            _ => return self.collective(op, how, row, ty),
        };
        let wide_type = match *ty {
            Type::Vector(_, count) => Type::Vector(wide, count),
            _ => Type::Scalar(wide),
        };
        let row = self.cast_row(row, narrow, wide);
        let row = self.collective(op, how, row, &wide_type);
        self.cast_row(row, wide, narrow)
    }

    fn gather(&mut self, mode: GatherMode, argument: ValueHandle, ty: &Type) -> ValueHandle {
        let ty = self.ty(ty);
        let result = self.bare(Expression::SubgroupOperationResult { ty });
        self.push(Statement::SubgroupGather { mode, argument, result });
        result
    }

    /// Applies a gather row by row; booleans are passed as numbers.
    fn each_gathered(
        &mut self,
        value: ValueHandle,
        of: &Type,
        mut make: impl FnMut(&mut Self, ValueHandle, &Type) -> ValueHandle,
    ) -> Result<ValueHandle> {
        let Some((kind, _, columns)) = shape(of).grid() else {
            return self.unsupported("a wave operation on a structure");
        };
        let is_bool = kind == Scalar::Bool;
        let carried = if is_bool { Scalar::Uint } else { kind };
        let row_type = if columns == 1 { Type::Scalar(carried) } else { Type::Vector(carried, columns) };
        self.each_row(value, shape(of), shape(of), |fun, row| {
            let row = fun.cast_row(row, kind, carried);
            let row = make(fun, row, &row_type);
            fun.cast_row(row, carried, kind)
        })
    }

    pub fn wave(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<ValueHandle> {
        match (intrinsic, arguments) {
            (I::WaveGetLaneIndex, []) => self.system_value(BuiltIn::SubgroupInvocationId, intrinsic),
            (I::WaveGetLaneCount, []) => self.system_value(BuiltIn::SubgroupSize, intrinsic),
            (I::WaveIsFirstLane, []) => {
                // The first active lane has no active lane before it.
                let (one, zero) = (self.uint(1), self.uint(0));
                let before = self.collective(S::Add, C::ExclusiveScan, one, &Type::Scalar(Scalar::Uint));
                Ok(self.binary(B::Equal, before, zero))
            }
            (I::WaveMatch, [of]) => self.wave_match(of, self.name_of(intrinsic)),
            (I::WaveMultiPrefixCountBits, [of, mask]) => {
                self.needs_spirv(self.name_of(intrinsic))?;
                let (value, uint) = (self.value(of)?, Type::Scalar(Scalar::Uint));
                let value = self.reshaped(value, &of.ty, &uint)?;
                self.partitioned_prefix(LaneArithmetic::Add, (value, &uint), mask)
            }
            (
                I::WaveMultiPrefixSum
                | I::WaveMultiPrefixProduct
                | I::WaveMultiPrefixBitAnd
                | I::WaveMultiPrefixBitOr
                | I::WaveMultiPrefixBitXor,
                [of, mask],
            ) => {
                let operation = match intrinsic {
                    I::WaveMultiPrefixSum => LaneArithmetic::Add,
                    I::WaveMultiPrefixProduct => LaneArithmetic::Multiply,
                    I::WaveMultiPrefixBitAnd => LaneArithmetic::And,
                    I::WaveMultiPrefixBitOr => LaneArithmetic::Or,
                    _ => LaneArithmetic::Xor,
                };
                self.needs_spirv(self.name_of(intrinsic))?;
                let value = self.value(of)?;
                self.partitioned_prefix(operation, (value, &of.ty), mask)
            }
            (
                I::WaveActiveSum
                | I::WaveActiveProduct
                | I::WaveActiveMin
                | I::WaveActiveMax
                | I::WaveActiveBitAnd
                | I::WaveActiveBitOr
                | I::WaveActiveBitXor
                | I::WavePrefixSum
                | I::WavePrefixProduct,
                [of],
            ) => {
                let (op, how) = match intrinsic {
                    I::WaveActiveSum => (S::Add, C::Reduce),
                    I::WaveActiveProduct => (S::Mul, C::Reduce),
                    I::WaveActiveMin => (S::Min, C::Reduce),
                    I::WaveActiveMax => (S::Max, C::Reduce),
                    I::WaveActiveBitAnd => (S::And, C::Reduce),
                    I::WaveActiveBitOr => (S::Or, C::Reduce),
                    I::WaveActiveBitXor => (S::Xor, C::Reduce),
                    I::WavePrefixSum => (S::Add, C::ExclusiveScan),
                    _ => (S::Mul, C::ExclusiveScan),
                };
                let value = self.value(of)?;
                self.each_gathered(value, &of.ty, |fun, row, ty| fun.reduced((op, how), row, ty))
            }
            _ => self.vote(intrinsic, arguments, ty),
        }
    }

    /// What a condition is in several lanes.
    fn vote(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<ValueHandle> {
        match (intrinsic, arguments) {
            (I::WaveActiveAllTrue | I::WaveActiveAnyTrue, [of]) => {
                let value = self.value(of)?;
                let value = self.reshaped(value, &of.ty, &Type::Scalar(Scalar::Bool))?;
                let op = if intrinsic == I::WaveActiveAllTrue { S::All } else { S::Any };
                Ok(self.collective(op, C::Reduce, value, &Type::Scalar(Scalar::Bool)))
            }
            (I::WaveActiveBallot, [of]) => {
                let value = self.value(of)?;
                let predicate = self.reshaped(value, &of.ty, &Type::Scalar(Scalar::Bool))?;
                let result = self.bare(Expression::SubgroupBallotResult);
                self.push(Statement::SubgroupBallot { result, predicate: Some(predicate) });
                Ok(result)
            }
            (I::WaveActiveCountBits | I::WavePrefixCountBits, [of]) => {
                let value = self.value(of)?;
                let value = self.reshaped(value, &of.ty, &Type::Scalar(Scalar::Uint))?;
                let how = if intrinsic == I::WaveActiveCountBits { C::Reduce } else { C::ExclusiveScan };
                Ok(self.collective(S::Add, how, value, &Type::Scalar(Scalar::Uint)))
            }
            (I::WaveActiveAllEqual, [of]) => {
                let value = self.value(of)?;
                let first =
                    self.each_gathered(value, &of.ty, |fun, row, ty| fun.gather(GatherMode::BroadcastFirst, row, ty))?;
                let booleans = as_bool(&of.ty);
                let equal = self.binary_op(crate::ir::BinaryOp::Equal, value, first, &of.ty, &booleans)?;
                // The operation has one result; some languages have one of each component.
                if booleans != *ty && *ty == Type::Scalar(Scalar::Bool) {
                    let all = self.add(Expression::Relational { fun: RelationalFunction::All, argument: equal });
                    return Ok(self.collective(S::All, C::Reduce, all, ty));
                }
                self.each_gathered_bool(equal, ty)
            }
            _ => self.read_lanes(intrinsic, arguments, ty),
        }
    }

    /// The values of other lanes.
    fn read_lanes(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<ValueHandle> {
        match (intrinsic, arguments) {
            (I::WaveReadLaneFirst, [of]) => {
                let value = self.value(of)?;
                self.each_gathered(value, &of.ty, |fun, row, ty| fun.gather(GatherMode::BroadcastFirst, row, ty))
            }
            (I::WaveReadLaneAt, [of, lane]) => {
                let value = self.value(of)?;
                let lane = self.index_value(lane)?;
                self.each_gathered(value, &of.ty, |fun, row, ty| fun.gather(GatherMode::Shuffle(lane), row, ty))
            }
            (I::QuadReadLaneAt, [of, lane]) => {
                let value = self.value(of)?;
                if self.low.evaluator.integer(lane).is_none() {
                    return self.unsupported(format!("{} of a computed lane", self.name_of(intrinsic)));
                }
                let lane = self.index_value(lane)?;
                self.each_gathered(value, &of.ty, |fun, row, ty| fun.gather(GatherMode::QuadBroadcast(lane), row, ty))
            }
            (I::QuadReadAcrossX | I::QuadReadAcrossY | I::QuadReadAcrossDiagonal, [of]) => {
                let direction = match intrinsic {
                    I::QuadReadAcrossX => Direction::X,
                    I::QuadReadAcrossY => Direction::Y,
                    _ => Direction::Diagonal,
                };
                let value = self.value(of)?;
                self.each_gathered(value, &of.ty, |fun, row, ty| fun.gather(GatherMode::QuadSwap(direction), row, ty))
            }
            (I::QuadAny | I::QuadAll, [of]) => {
                let value = self.value(of)?;
                let mut value = self.reshaped(value, &of.ty, &Type::Scalar(Scalar::Uint))?;
                let uint = Type::Scalar(Scalar::Uint);
                for direction in [Direction::X, Direction::Y] {
                    let other = self.gather(GatherMode::QuadSwap(direction), value, &uint);
                    let fun = if intrinsic == I::QuadAny { MathFunction::Max } else { MathFunction::Min };
                    value = self.math(fun, &[value, other]);
                }
                self.reshaped(value, &uint, ty)
            }
            _ => self.internal(format!("{intrinsic:?} with these arguments")),
        }
    }

    /// For each lane, the lanes whose value is equal. `name`: of the function, for messages.
    fn wave_match(&mut self, of: &Expr, name: &str) -> Result<ValueHandle> {
        self.needs_spirv(name)?;
        if !matches!(shape(&of.ty), Shape::Scalar(_) | Shape::Vector(..)) {
            return self.unsupported(format!("{name} of a matrix or structure"));
        }
        let (value, ty) = (self.value(of)?, self.ty(&of.ty));
        let ballot = self.low.number(naga::Scalar::U32, 1, 4);
        Ok(self.spirv_instruction(Instruction::Partition, &[(value, ty)], ballot))
    }

    /// An operation over the lanes of a partition that come before this one. `mask`: the ballot of the partition.
    fn partitioned_prefix(
        &mut self,
        operation: LaneArithmetic,
        (value, of): (ValueHandle, &Type),
        mask: &Expr,
    ) -> Result<ValueHandle> {
        let ballot = self.low.number(naga::Scalar::U32, 1, 4);
        let given = self.value(mask)?;
        let mask = self.reshaped(given, &mask.ty, &Type::Vector(Scalar::Uint, 4))?;
        self.each_gathered(value, of, |fun, row, ty| {
            let ty = fun.ty(ty);
            fun.spirv_instruction(
                Instruction::Lanes(operation, LaneGroup::PartitionedExclusive),
                &[(row, ty), (mask, ballot)],
                ty,
            )
        })
    }

    /// Arithmetic over lanes that naga does not have.
    pub fn over_lanes(
        &mut self,
        intrinsic: I,
        (operation, group): (LaneArithmetic, LaneGroup),
        arguments: &[Expr],
    ) -> Result<ValueHandle> {
        self.needs_spirv(self.name_of(intrinsic))?;
        let Some((of, rest)) = arguments.split_first() else {
            return self.internal("an operation over lanes without a value");
        };
        let value = self.value(of)?;
        let sizes = rest.iter().map(|of_group| match group {
            LaneGroup::Clustered => Ok((self.index_value(of_group)?, self.low.number(naga::Scalar::U32, 1, 1))),
            _ => Ok((self.value(of_group)?, self.low.number(naga::Scalar::U32, 1, 4))),
        });
        let sizes = sizes.collect::<Result<Vec<_>>>()?;
        self.each_gathered(value, &of.ty, |fun, row, ty| {
            let ty = fun.ty(ty);
            let operands: Vec<_> = std::iter::once((row, ty)).chain(sizes.iter().copied()).collect();
            fun.spirv_instruction(Instruction::Lanes(operation, group), &operands, ty)
        })
    }

    /// For each component, whether it is true on all lanes.
    fn each_gathered_bool(&mut self, value: ValueHandle, ty: &Type) -> Result<ValueHandle> {
        let of = shape(ty);
        let boolean = Type::Scalar(Scalar::Bool);
        let scalars = self.scalars(value, of);
        let all = scalars.into_iter().map(|one| self.collective(S::All, C::Reduce, one, &boolean)).collect();
        self.of_scalars(all, of)
    }
}

/// The type with the same shape and booleans.
fn as_bool(ty: &Type) -> Type {
    match shape(ty) {
        Shape::Vector(_, count) => Type::Vector(Scalar::Bool, count),
        Shape::Matrix { rows, columns, .. } => {
            let order = crate::ir::Order::RowMajor;
            Type::Matrix { scalar: Scalar::Bool, rows, columns, order }
        }
        _ => Type::Scalar(Scalar::Bool),
    }
}
