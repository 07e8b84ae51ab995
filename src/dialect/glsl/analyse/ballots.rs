//! Masks of a subgroup's invocations: `gl_SubgroupLtMask` and its kin, and what `subgroupBallotBitCount` and its kin say of a ballot.
//!
//! A ballot is a `uvec4` with a bit for each invocation, as `GL_KHR_shader_subgroup_ballot` has it. naga has the ballot itself alone, so
//! the rest is arithmetic of the program.

use super::built_ins::expr;
use super::rules::Analyser;
use super::temporaries::Temporaries;
use crate::ir::{BinaryOp, Expr, ExprKind, Intrinsic, Literal, Scalar, TokenIndex, Type};
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue};

/// What is asked of a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ballot {
    /// The bit of this invocation.
    Inverse,
    /// The bit of an invocation.
    Extract,
    Count,
    /// Of the invocations up to this one.
    InclusiveCount,
    /// Of those before this one.
    ExclusiveCount,
    Lowest,
    Highest,
}

/// A variable that is a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    Equal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

const UINT: Type = Type::Scalar(Scalar::Uint);
const BOOL: Type = Type::Scalar(Scalar::Bool);
pub const UVEC4: Type = Type::Vector(Scalar::Uint, 4);

fn number(value: i128, at: TokenIndex) -> Expr {
    literal(Scalar::Uint, Literal::Int(value), at)
}

fn binary(op: BinaryOp, left: Expr, right: Expr, ty: Type) -> Expr {
    let at = left.at;
    expr(ExprKind::Binary(op, left, right), ty, at)
}

fn intrinsic(operation: Intrinsic, arguments: Vec<Expr>, ty: Type, at: TokenIndex) -> Expr {
    expr(ExprKind::Intrinsic(operation, arguments), ty, at)
}

fn own(at: TokenIndex) -> Expr {
    intrinsic(Intrinsic::WaveGetLaneIndex, Vec::new(), UINT, at)
}

fn next(invocation: Expr) -> Expr {
    let one = number(1, invocation.at);
    binary(BinaryOp::Add, invocation, one, UINT)
}

/// The bits of the first `count` invocations. `count` is evaluated several times.
fn first(count: &Expr) -> Expr {
    let at = count.at;
    let word = |index: i128| {
        let begin = number(32 * index, at);
        let inside = binary(BinaryOp::Subtract, count.clone(), begin.clone(), UINT);
        let power = binary(BinaryOp::ShiftLeft, number(1, at), inside, UINT);
        let some = binary(BinaryOp::Subtract, power, number(1, at), UINT);
        let begins = binary(BinaryOp::Greater, count.clone(), begin, BOOL);
        let is_whole = binary(BinaryOp::GreaterEqual, count.clone(), number(32 * (index + 1), at), BOOL);
        let some = expr(ExprKind::Select(begins, some, number(0, at)), UINT, at);
        expr(ExprKind::Select(is_whole, number(0xFFFF_FFFF, at), some), UINT, at)
    };
    expr(ExprKind::Construct((0..4).map(word).collect()), UVEC4, at)
}

/// The bit of an invocation, in its place.
fn bit(invocation: &Expr) -> Expr {
    binary(BinaryOp::Xor, first(&next(invocation.clone())), first(invocation), UVEC4)
}

/// The value of `gl_SubgroupEqMask` and its kin.
pub fn mask(mask: Mask, at: TokenIndex) -> Expr {
    let size = intrinsic(Intrinsic::WaveGetLaneCount, Vec::new(), UINT, at);
    let without = |below: Expr| binary(BinaryOp::Xor, first(&size), below, UVEC4);
    match mask {
        Mask::Equal => bit(&own(at)),
        Mask::Less => first(&own(at)),
        Mask::LessEqual => first(&next(own(at))),
        Mask::Greater => without(first(&next(own(at)))),
        Mask::GreaterEqual => without(first(&own(at))),
    }
}

/// The bits of the first 64 invocations in one number, as `GL_ARB_shader_ballot` has masks.
pub fn wide_mask(mask: Expr) -> Expr {
    let at = mask.at;
    let low = expr(ExprKind::Swizzle(mask, vec![0, 1]), Type::Vector(Scalar::Uint, 2), at);
    intrinsic(Intrinsic::Bitcast, vec![low], Type::Scalar(Scalar::Uint64), at)
}

/// How many bits are set.
fn count(ballot: Expr) -> Expr {
    let at = ballot.at;
    let counts = intrinsic(Intrinsic::Countbits, vec![ballot], UVEC4, at);
    let ones = expr(ExprKind::Construct(vec![number(1, at); 4]), UVEC4, at);
    intrinsic(Intrinsic::Dot, vec![counts, ones], UINT, at)
}

/// Whether the ballot has one of these bits.
fn has(ballot: Expr, bits: Expr) -> Expr {
    let at = ballot.at;
    let both = binary(BinaryOp::And, ballot, bits, UVEC4);
    let zeros = expr(ExprKind::Construct(vec![number(0, at); 4]), UVEC4, at);
    let set = binary(BinaryOp::NotEqual, both, zeros, Type::Vector(Scalar::Bool, 4));
    intrinsic(Intrinsic::Any, vec![set], BOOL, at)
}

/// The number of the lowest or highest bit that is set.
fn found(ballot: &Expr, lowest: bool) -> Expr {
    let at = ballot.at;
    let operation = if lowest { Intrinsic::Firstbitlow } else { Intrinsic::Firstbithigh };
    let of_word = |index: u8| {
        let word = expr(ExprKind::Swizzle(ballot.clone(), vec![index]), UINT, at);
        let inside = intrinsic(operation, vec![word.clone()], UINT, at);
        (word, binary(BinaryOp::Add, inside, number(32 * i128::from(index), at), UINT))
    };
    let mut order: Vec<u8> = if lowest { vec![3, 2, 1, 0] } else { vec![0, 1, 2, 3] };
    let (_, mut found) = of_word(order.remove(0));
    for index in order {
        let (word, inside) = of_word(index);
        let is_set = binary(BinaryOp::NotEqual, word, number(0, at), BOOL);
        found = expr(ExprKind::Select(is_set, inside, found), UINT, at);
    }
    found
}

impl Analyser<'_, '_> {
    /// A function of a ballot.
    pub fn ballot(&mut self, what: Ballot, all: Vec<Expr>, at: TokenIndex) -> Result<TypedValue> {
        let mut all = all.into_iter();
        let Some(ballot) = all.next() else { return Err(Failed) };
        let mut temporaries = Temporaries::default();
        let ballot = self.held(ballot, &mut temporaries)?;
        let result = match what {
            Ballot::Inverse => has(ballot, bit(&own(at))),
            Ballot::Extract => {
                let Some(invocation) = all.next() else { return Err(Failed) };
                let invocation = self.held(invocation, &mut temporaries)?;
                has(ballot, bit(&invocation))
            }
            Ballot::Count => count(ballot),
            Ballot::InclusiveCount => count(binary(BinaryOp::And, ballot, mask(Mask::LessEqual, at), UVEC4)),
            Ballot::ExclusiveCount => count(binary(BinaryOp::And, ballot, mask(Mask::Less, at), UVEC4)),
            Ballot::Lowest => found(&ballot, true),
            Ballot::Highest => found(&ballot, false),
        };
        Ok(TypedValue::of(temporaries.before(result)))
    }
}
