//! `TEST(suite, name) { EXPECT_EQ(a, b); }`: dropped, or checks that write to a buffer.

use super::{Checker, Value};
use crate::diag::Span;
use crate::dialect::bsl::ast::{BinaryOperator, Expr, Ident, Statement};
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::output_tree::{Callee, OutExpr, OutKind, OutStatement};
use crate::dialect::bsl::program::TestCheck;
use crate::dialect::bsl::types::{BOOL, Ty};

/// Checks, and the operators of those that compare.
const CHECKS: [(&str, BinaryOperator); 6] = [
    ("EXPECT_EQ", BinaryOperator::Equal),
    ("EXPECT_GE", BinaryOperator::GreaterEqual),
    ("EXPECT_GT", BinaryOperator::Greater),
    ("EXPECT_LE", BinaryOperator::LessEqual),
    ("EXPECT_LT", BinaryOperator::Less),
    ("EXPECT_NE", BinaryOperator::NotEqual),
];

impl Checker<'_> {
    pub fn test(&mut self, (suite, name): (Ident, Ident), all: &[Statement], span: Span, out: &mut Vec<OutStatement>) {
        if self.body.result != Some(Ty::Void) || self.body.test.is_some() {
            self.error("bsl/test-placement", "a test outside of a function that gives nothing", suite.span);
            return;
        }
        if !self.options.tests {
            return;
        }
        self.body.test = Some(format!("{}.{}", suite.name, name.name));
        let made = self.block(all);
        self.body.test = None;
        out.push(OutStatement { kind: OutKind::Block(made), span });
    }

    /// A check: a condition, and its index in the buffer of results.
    pub fn expect_call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Value {
        let Some(test) = self.body.test.clone() else {
            return self.broken("bsl/test-placement", format!("`{name}` outside of a test"), span);
        };
        let values = self.values(arguments);
        if values.iter().any(Value::is_broken) {
            return Value::broken(span);
        }
        let condition = match (name, values.as_slice()) {
            ("EXPECT_TRUE", [one]) => self.condition_of(one.clone(), span),
            ("EXPECT_FALSE", [one]) => {
                let condition = self.condition_of(one.clone(), span);
                Value { out: OutExpr::negated(condition.out, span), constant: None, ..condition }
            }
            ("EXPECT_NEAR", [left, right, most]) => {
                let difference = self.operate(BinaryOperator::Subtract, left.clone(), right.clone(), span);
                if difference.is_broken() {
                    return difference;
                }
                let ty = difference.ty;
                let distance = Value::temporary(ty, OutExpr::built_in("abs", vec![difference.out], span));
                let most = match ty {
                    Ty::Vector(scalar, _) => {
                        let most = self.cast(most.clone(), Ty::Scalar(scalar));
                        Value::temporary(ty, OutExpr::call(Callee::Type(ty), vec![most.out], span))
                    }
                    _ => self.cast(most.clone(), ty),
                };
                self.compared(BinaryOperator::LessEqual, distance, most, span)
            }
            (_, [left, right]) => match CHECKS.iter().find(|(known, _)| *known == name) {
                Some((_, operator)) => self.compared(*operator, left.clone(), right.clone(), span),
                None => Value::broken(span),
            },
            _ => {
                let message = format!("`{name}` does not take {} arguments", values.len());
                return self.broken("bsl/no-matching-function", message, span);
            }
        };
        if condition.is_broken() {
            return condition;
        }
        let index = self.program.tests.len() as u32;
        self.program.tests.push(TestCheck { test, span });
        let index = Value::constant(Constant::uint(index), span).out;
        Value::temporary(Ty::Void, OutExpr::built_in("expect", vec![condition.out, index], span))
    }

    /// A comparison of scalars, or of all components of vectors.
    fn compared(&mut self, operator: BinaryOperator, left: Value, right: Value, span: Span) -> Value {
        if !matches!(left.ty, Ty::Vector(..)) || left.ty != right.ty {
            return self.operate(operator, left, right, span);
        }
        let (name, together) = match operator {
            BinaryOperator::Equal => ("equal", "all"),
            BinaryOperator::NotEqual => ("notEqual", "any"),
            BinaryOperator::Less => ("lessThan", "all"),
            BinaryOperator::LessEqual => ("lessThanEqual", "all"),
            BinaryOperator::Greater => ("greaterThan", "all"),
            _ => ("greaterThanEqual", "all"),
        };
        let each = OutExpr::built_in(name, vec![left.out, right.out], span);
        Value::temporary(BOOL, OutExpr::built_in(together, vec![each], span))
    }
}
