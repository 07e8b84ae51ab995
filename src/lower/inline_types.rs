//! Which types an instruction of SPIR-V takes and gives: the rules of its specification, for numbers.
//!
//! What has no rule here is refused, because a module with a wrong operand is invalid.

use rspirv::spirv::{GlslStd450Op, Op};

use crate::ir::{InlineOperand, Scalar, Shape, Type, shape};

/// What a component of a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
}

/// A scalar or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    kind: Kind,
    /// Bits of a component.
    bits: u32,
    count: u8,
}

const BOOL: Numbers = Numbers { kind: Kind::Bool, bits: 0, count: 1 };
const UINT: Numbers = Numbers { kind: Kind::Unsigned, bits: 32, count: 1 };
const UINT4: Numbers = Numbers { count: 4, ..UINT };

impl Numbers {
    /// `None` of a matrix and of what is no number.
    fn of(ty: &Type) -> Option<Numbers> {
        let (scalar, count) = match shape(ty) {
            Shape::Scalar(scalar) => (scalar, 1),
            Shape::Vector(scalar, count) => (scalar, count),
            _ => return None,
        };
        let kind = match scalar {
            Scalar::Bool => Kind::Bool,
            Scalar::Int | Scalar::Min16Int | Scalar::Int16 | Scalar::Int64 => Kind::Signed,
            Scalar::Uint | Scalar::Min16Uint | Scalar::Uint16 | Scalar::Uint64 => Kind::Unsigned,
            Scalar::Half | Scalar::Float | Scalar::Double | Scalar::Min16Float | Scalar::Float16 => Kind::Float,
        };
        let bits = if kind == Kind::Bool { 0 } else { scalar.bytes() * 8 };
        Some(Numbers { kind, bits, count })
    }

    fn is_bool(self) -> bool {
        self.kind == Kind::Bool
    }

    fn is_float(self) -> bool {
        self.kind == Kind::Float
    }

    fn is_int(self) -> bool {
        matches!(self.kind, Kind::Signed | Kind::Unsigned)
    }

    fn is_uint(self) -> bool {
        self.kind == Kind::Unsigned
    }

    fn is_scalar(self) -> bool {
        self.count == 1
    }

    /// The same but for the sign, which most instructions for integers do not look at.
    fn is_like(self, other: Numbers) -> bool {
        (self.bits, self.count) == (other.bits, other.count)
            && (self.is_float(), self.is_bool()) == (other.is_float(), other.is_bool())
    }

    fn is_scalar_int(self) -> bool {
        self.is_int() && self.is_scalar()
    }

    fn all_bits(self) -> u32 {
        self.bits * u32::from(self.count)
    }
}

/// Whether values of these types are those of an instruction; `None`: there is no rule for it. `scopes`: which operands are a scope or
/// the semantics of memory.
pub fn fit(op: Op, result: &Type, operands: &[(InlineOperand, &Type)], scopes: &[bool]) -> Option<bool> {
    let marked = operands.iter().zip(scopes.iter().copied().chain(std::iter::repeat(false)));
    let is_scope = |ty: &Type| Numbers::of(ty).is_some_and(|is| is.is_scalar_int() && is.bits == 32);
    let mut values: Vec<&Type> = Vec::new();
    for ((operand, ty), is_mark) in marked {
        if is_mark && !is_scope(ty) {
            return Some(false);
        } else if !is_mark && *operand != InlineOperand::Literal {
            values.push(ty);
        }
    }
    if let Some(fits) = of_any_type(op, result, &values) {
        return Some(fits);
    }
    let numbers: Option<Vec<Numbers>> = values.iter().map(|ty| Numbers::of(ty)).collect();
    let result = if *result == Type::Void { None } else { Some(Numbers::of(result)?) };
    of_numbers(op, result, &numbers?)
}

/// Instructions that also take structures and arrays.
fn of_any_type(op: Op, result: &Type, values: &[&Type]) -> Option<bool> {
    match (op, values) {
        (Op::Load | Op::CopyObject, [value]) => Some(*value == result),
        (Op::Store, [place, value]) => Some(place == value),
        (Op::IAddCarry | Op::ISubBorrow | Op::UMulExtended | Op::SMulExtended, [_, _]) => {
            let of = pair(result)?;
            let is_kind = if op == Op::SMulExtended { of[0].is_int() } else { of[0].is_uint() };
            let alike = values.iter().all(|ty| Numbers::of(ty) == Some(of[0]));
            Some(is_kind && alike && of[0] == of[1])
        }
        // Parts of structures, arrays and matrices: their types lie deeper than what is known here.
        (Op::CompositeConstruct | Op::CompositeExtract | Op::CompositeInsert, _) => {
            let all: Option<Vec<Numbers>> = values.iter().map(|ty| Numbers::of(ty)).collect();
            let (all, result) = (all?, Numbers::of(result)?);
            let part = |whole: Numbers| Numbers { count: 1, ..whole };
            Some(match (op, all.as_slice()) {
                (Op::CompositeExtract, [whole]) => whole.count > 1 && part(*whole) == result,
                (Op::CompositeInsert, [value, whole]) => *whole == result && whole.count > 1 && part(*whole) == *value,
                (Op::CompositeConstruct, parts) => {
                    let count: u32 = parts.iter().map(|one| u32::from(one.count)).sum();
                    parts.len() > 1
                        && count == u32::from(result.count)
                        && parts.iter().all(|one| part(*one) == part(result))
                }
                _ => false,
            })
        }
        _ => None,
    }
}

/// The two members of a structure of numbers.
fn pair(ty: &Type) -> Option<[Numbers; 2]> {
    let Shape::Struct(of) = shape(ty) else { return None };
    let [low, high] = of.members.as_slice() else { return None };
    Some([Numbers::of(&low.ty)?, Numbers::of(&high.ty)?])
}

fn of_numbers(op: Op, result: Option<Numbers>, values: &[Numbers]) -> Option<bool> {
    let Some(result) = result else { return without_result(op, values) };
    let alike = |is: fn(Numbers) -> bool| is(result) && values.iter().all(|value| value.is_like(result));
    // Operands that are alike, and a boolean for each component.
    let compares = |is: fn(Numbers) -> bool| {
        result.is_bool()
            && values.iter().all(|value| is(*value) && value.count == result.count && value.is_like(values[0]))
    };
    let first = values.first().copied();
    let converts = |from: fn(Numbers) -> bool, to: fn(Numbers) -> bool| {
        to(result) && first.is_some_and(|first| from(first) && first.count == result.count)
    };
    let is_resized = first.is_some_and(|first| first.bits != result.bits);
    let bits_of = |rest: usize| {
        let (operands, numbers) = values.split_at(rest.min(values.len()));
        alike_all(result, operands)
            && result.is_int()
            && result.bits == 32
            && numbers.iter().all(|one| one.is_scalar_int())
    };
    Some(match op {
        Op::ConvertFToU => converts(Numbers::is_float, Numbers::is_uint),
        Op::ConvertFToS => converts(Numbers::is_float, Numbers::is_int),
        Op::ConvertSToF | Op::ConvertUToF => converts(Numbers::is_int, Numbers::is_float),
        Op::UConvert => converts(Numbers::is_int, Numbers::is_uint) && is_resized,
        Op::SConvert => converts(Numbers::is_int, Numbers::is_int) && is_resized,
        Op::FConvert => converts(Numbers::is_float, Numbers::is_float) && is_resized,
        Op::Bitcast => first.is_some_and(|first| first.all_bits() == result.all_bits() && result.bits != 0),
        Op::SNegate | Op::IAdd | Op::ISub | Op::IMul | Op::SDiv | Op::SRem | Op::SMod => alike(Numbers::is_int),
        Op::BitwiseOr | Op::BitwiseXor | Op::BitwiseAnd | Op::Not => alike(Numbers::is_int),
        Op::UDiv | Op::UMod => alike(Numbers::is_uint) && values.iter().all(|value| value.is_uint()),
        Op::FNegate | Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem | Op::FMod => alike(Numbers::is_float),
        Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => {
            alike_all(result, &values[..1])
                && result.is_int()
                && values.iter().all(|value| value.is_int() && value.count == result.count)
        }
        Op::VectorTimesScalar => {
            values == [result, Numbers { count: 1, ..result }] && result.is_float() && !result.is_scalar()
        }
        Op::Dot => {
            result.is_float()
                && result.is_scalar()
                && first.is_some_and(|first| first.count > 1 && first.bits == result.bits)
                && values.iter().all(|value| Some(*value) == first && value.is_float())
        }
        Op::Any | Op::All => result == BOOL && values.iter().all(|value| value.is_bool() && value.count > 1),
        Op::IsNan | Op::IsInf => compares(Numbers::is_float),
        Op::LogicalEqual | Op::LogicalNotEqual | Op::LogicalOr | Op::LogicalAnd | Op::LogicalNot => {
            alike(Numbers::is_bool)
        }
        Op::Select => {
            first.is_some_and(|first| first.is_bool() && [1, result.count].contains(&first.count))
                && values[1..].iter().all(|value| *value == result)
        }
        Op::IEqual | Op::INotEqual | Op::UGreaterThan | Op::SGreaterThan | Op::UGreaterThanEqual => {
            compares(Numbers::is_int)
        }
        Op::SGreaterThanEqual | Op::ULessThan | Op::SLessThan | Op::ULessThanEqual | Op::SLessThanEqual => {
            compares(Numbers::is_int)
        }
        op if (Op::FOrdEqual as u32..=Op::FUnordGreaterThanEqual as u32).contains(&(op as u32)) => {
            compares(Numbers::is_float)
        }
        Op::BitFieldInsert => bits_of(2),
        Op::BitFieldSExtract | Op::BitFieldUExtract | Op::BitReverse => bits_of(1),
        Op::BitCount => {
            result.is_int()
                && first.is_some_and(|first| first.is_int() && first.bits == 32 && first.count == result.count)
        }
        op if (Op::DPdx as u32..=Op::FwidthCoarse as u32).contains(&(op as u32)) => {
            alike(Numbers::is_float) && result.bits == 32
        }
        Op::AtomicLoad | Op::AtomicExchange | Op::AtomicCompareExchange => atomic(result, values),
        op if (Op::AtomicIIncrement as u32..=Op::AtomicXor as u32).contains(&(op as u32)) => atomic(result, values),
        Op::ReadClockKHR => {
            values.is_empty() && (result == Numbers { count: 2, ..UINT } || result == Numbers { bits: 64, ..UINT })
        }
        _ => return of_group(op, result, values),
    })
}

fn alike_all(result: Numbers, values: &[Numbers]) -> bool {
    values.iter().all(|value| value.is_like(result))
}

/// The place, the values and the result of an atomic instruction are one type.
fn atomic(result: Numbers, values: &[Numbers]) -> bool {
    result.is_scalar_int() && result.bits >= 32 && values.iter().all(|value| *value == result)
}

fn without_result(op: Op, values: &[Numbers]) -> Option<bool> {
    match op {
        Op::AtomicStore => values.first().map(|first| atomic(*first, values)),
        // Barriers and the like: what they take has been looked at.
        _ if values.is_empty() => Some(true),
        _ => None,
    }
}

/// Instructions for the invocations of a subgroup.
fn of_group(op: Op, result: Numbers, values: &[Numbers]) -> Option<bool> {
    let with_index =
        || matches!(values, [value, at] if *value == result && at.is_scalar_int() && at.bits == 32 && at.is_uint());
    // Of the whole group, or of clusters of so many invocations.
    let reduces =
        || values.split_first().is_some_and(|(value, size)| *value == result && [&[][..], &[UINT]].contains(&size));
    Some(match op {
        Op::GroupNonUniformElect => result == BOOL,
        Op::GroupNonUniformAll | Op::GroupNonUniformAny => result == BOOL && values == [BOOL],
        Op::GroupNonUniformAllEqual => result == BOOL,
        Op::GroupNonUniformBroadcastFirst => values == [result],
        Op::GroupNonUniformBallot => result == UINT4 && values == [BOOL],
        Op::GroupNonUniformInverseBallot => result == BOOL && values == [UINT4],
        Op::GroupNonUniformBallotBitExtract => result == BOOL && values == [UINT4, UINT],
        Op::GroupNonUniformBallotBitCount | Op::GroupNonUniformBallotFindLSB | Op::GroupNonUniformBallotFindMSB => {
            result == UINT && values == [UINT4]
        }
        Op::GroupNonUniformBroadcast
        | Op::GroupNonUniformShuffle
        | Op::GroupNonUniformShuffleXor
        | Op::GroupNonUniformShuffleUp
        | Op::GroupNonUniformShuffleDown
        | Op::GroupNonUniformQuadBroadcast
        | Op::GroupNonUniformQuadSwap => with_index(),
        Op::GroupNonUniformFAdd | Op::GroupNonUniformFMul | Op::GroupNonUniformFMin | Op::GroupNonUniformFMax => {
            result.is_float() && reduces()
        }
        Op::GroupNonUniformUMin | Op::GroupNonUniformUMax => result.is_uint() && reduces(),
        Op::GroupNonUniformIAdd
        | Op::GroupNonUniformIMul
        | Op::GroupNonUniformSMin
        | Op::GroupNonUniformSMax
        | Op::GroupNonUniformBitwiseAnd
        | Op::GroupNonUniformBitwiseOr
        | Op::GroupNonUniformBitwiseXor => result.is_int() && reduces(),
        Op::GroupNonUniformLogicalAnd | Op::GroupNonUniformLogicalOr | Op::GroupNonUniformLogicalXor => {
            result.is_bool() && reduces()
        }
        _ => return None,
    })
}

/// The same of an instruction of `GLSL.std.450`.
pub fn fit_set(op: GlslStd450Op, result: &Type, operands: &[(InlineOperand, &Type)]) -> Option<bool> {
    let values: Option<Vec<Numbers>> = operands.iter().map(|(_, ty)| Numbers::of(ty)).collect();
    let values = values?;
    if let (GlslStd450Op::ModfStruct | GlslStd450Op::FrexpStruct, [value]) = (op, values.as_slice()) {
        let [part, other] = pair(result)?;
        let exponent = Numbers { kind: Kind::Signed, bits: 32, ..*value };
        let is_other = if op == GlslStd450Op::ModfStruct { other == *value } else { other.is_like(exponent) };
        return Some(value.is_float() && part == *value && is_other);
    }
    let result = Numbers::of(result)?;
    let alike = |is: fn(Numbers) -> bool| is(result) && alike_all(result, &values);
    let short = result.bits <= 32;
    let packs = |count: u8| {
        result == UINT && matches!(values.as_slice(), [one] if one.is_float() && one.bits == 32 && one.count == count)
    };
    let unpacks = |count: u8| result == Numbers { kind: Kind::Float, bits: 32, count } && values == [UINT];
    Some(match op {
        GlslStd450Op::SAbs
        | GlslStd450Op::SSign
        | GlslStd450Op::UMin
        | GlslStd450Op::SMin
        | GlslStd450Op::UMax
        | GlslStd450Op::SMax
        | GlslStd450Op::UClamp
        | GlslStd450Op::SClamp => alike(Numbers::is_int),
        GlslStd450Op::FindILsb | GlslStd450Op::FindSMsb | GlslStd450Op::FindUMsb => {
            alike(Numbers::is_int) && result.bits == 32
        }
        GlslStd450Op::Radians
        | GlslStd450Op::Degrees
        | GlslStd450Op::Sin
        | GlslStd450Op::Cos
        | GlslStd450Op::Tan
        | GlslStd450Op::Asin
        | GlslStd450Op::Acos
        | GlslStd450Op::Atan => alike(Numbers::is_float) && short,
        GlslStd450Op::Sinh
        | GlslStd450Op::Cosh
        | GlslStd450Op::Tanh
        | GlslStd450Op::Asinh
        | GlslStd450Op::Acosh
        | GlslStd450Op::Atanh
        | GlslStd450Op::Atan2
        | GlslStd450Op::Pow => alike(Numbers::is_float) && short,
        GlslStd450Op::Exp | GlslStd450Op::Log | GlslStd450Op::Exp2 | GlslStd450Op::Log2 => {
            alike(Numbers::is_float) && short
        }
        GlslStd450Op::Round
        | GlslStd450Op::RoundEven
        | GlslStd450Op::Trunc
        | GlslStd450Op::FAbs
        | GlslStd450Op::FSign
        | GlslStd450Op::Floor
        | GlslStd450Op::Ceil => alike(Numbers::is_float),
        GlslStd450Op::Fract
        | GlslStd450Op::Sqrt
        | GlslStd450Op::InverseSqrt
        | GlslStd450Op::FMin
        | GlslStd450Op::FMax
        | GlslStd450Op::FClamp
        | GlslStd450Op::FMix => alike(Numbers::is_float),
        GlslStd450Op::Step
        | GlslStd450Op::SmoothStep
        | GlslStd450Op::Fma
        | GlslStd450Op::NMin
        | GlslStd450Op::NMax
        | GlslStd450Op::NClamp => alike(Numbers::is_float),
        GlslStd450Op::Normalize | GlslStd450Op::FaceForward | GlslStd450Op::Reflect => alike(Numbers::is_float),
        GlslStd450Op::Cross => alike(Numbers::is_float) && result.count == 3,
        GlslStd450Op::Refract => match values.as_slice() {
            [rest @ .., eta] => {
                result.is_float() && alike_all(result, rest) && *eta == (Numbers { count: 1, ..result })
            }
            [] => false,
        },
        GlslStd450Op::Length | GlslStd450Op::Distance => {
            let parts = |one: &Numbers| Numbers { count: 1, ..*one } == result && Some(one) == values.first();
            result.is_float() && values.iter().all(parts)
        }
        GlslStd450Op::Ldexp => match values.as_slice() {
            [value, exponent] => {
                result.is_float()
                    && *value == result
                    && exponent.is_int()
                    && exponent.bits == 32
                    && exponent.count == result.count
            }
            _ => false,
        },
        GlslStd450Op::PackSnorm4x8 | GlslStd450Op::PackUnorm4x8 => packs(4),
        GlslStd450Op::PackSnorm2x16 | GlslStd450Op::PackUnorm2x16 | GlslStd450Op::PackHalf2x16 => packs(2),
        GlslStd450Op::UnpackSnorm4x8 | GlslStd450Op::UnpackUnorm4x8 => unpacks(4),
        GlslStd450Op::UnpackSnorm2x16 | GlslStd450Op::UnpackUnorm2x16 | GlslStd450Op::UnpackHalf2x16 => unpacks(2),
        GlslStd450Op::PackDouble2x32 => {
            result == Numbers { kind: Kind::Float, bits: 64, count: 1 } && values == [Numbers { count: 2, ..UINT }]
        }
        GlslStd450Op::UnpackDouble2x32 => {
            result == Numbers { count: 2, ..UINT } && values == [Numbers { kind: Kind::Float, bits: 64, count: 1 }]
        }
        _ => return None,
    })
}
