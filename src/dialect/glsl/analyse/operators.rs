//! Operators.

use super::conversions::{common, numeric};
use super::rules::Analyser;
use super::temporaries::{Temporaries, has_effect};
use crate::dialect::glsl::words::{matrix, type_name};
use crate::ir::{
    BinaryOp, Convert, Expr, ExprKind, Intrinsic, Literal, Order, Scalar, TokenIndex, Type, UnaryOp, has_resources,
};
use crate::sema::constants::truth;
use crate::sema::numbers::{Shape, is_float, is_integer, parts, with_scalar};
use crate::sema::types::{literal, same};
use crate::sema::{Failed, Result, TypedValue, ValueCategory};
use crate::syntax::NodeId;

/// What an operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    /// `+ - * /`, of numbers component by component; `*` of matrices is the product of linear algebra.
    Arithmetic(BinaryOp),
    /// `% & | ^`, of integers.
    Integer(BinaryOp),
    Shift(BinaryOp),
    /// Of scalars.
    Order(BinaryOp),
    /// Of everything; the result is one `bool`.
    Equality {
        equal: bool,
    },
    /// `&&`, `||`, of `bool`s.
    Logic {
        and: bool,
    },
    /// `^^`.
    ExclusiveOr,
}

fn operator(text: &str) -> Option<Operator> {
    use BinaryOp as Op;
    Some(match text {
        "+" => Operator::Arithmetic(Op::Add),
        "-" => Operator::Arithmetic(Op::Subtract),
        "*" => Operator::Arithmetic(Op::Multiply),
        "/" => Operator::Arithmetic(Op::Divide),
        "%" => Operator::Integer(Op::Modulo),
        "&" => Operator::Integer(Op::And),
        "|" => Operator::Integer(Op::Or),
        "^" => Operator::Integer(Op::Xor),
        "<<" => Operator::Shift(Op::ShiftLeft),
        ">>" => Operator::Shift(Op::ShiftRight),
        "<" => Operator::Order(Op::Less),
        "<=" => Operator::Order(Op::LessEqual),
        ">" => Operator::Order(Op::Greater),
        ">=" => Operator::Order(Op::GreaterEqual),
        "==" => Operator::Equality { equal: true },
        "!=" => Operator::Equality { equal: false },
        "&&" => Operator::Logic { and: true },
        "||" => Operator::Logic { and: false },
        "^^" => Operator::ExclusiveOr,
        _ => return None,
    })
}

const BOOL: Type = Type::Scalar(Scalar::Bool);

impl Analyser<'_, '_> {
    pub fn binary_run(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let Some((first, rest)) = operands.split_first() else { return self.not_understood(node) };
        let mut left = self.value(*first);
        let mut before = *first;
        for operand in rest {
            let token = self.tree.node(before).last;
            before = *operand;
            let right = self.value(*operand);
            left = match (left, right) {
                (Ok(left), Ok(right)) => self.binary(token, left, right),
                _ => Err(Failed),
            };
        }
        left
    }

    fn binary(&mut self, token: u32, left: TypedValue, right: TypedValue) -> Result<TypedValue> {
        let text = self.text(token);
        let at = TokenIndex(token);
        match operator(text) {
            Some(Operator::Arithmetic(op)) => self.arithmetic(op, token, left, right),
            Some(Operator::Integer(op)) => self.integer(op, token, left, right),
            Some(Operator::Shift(op)) => self.shift(op, token, left, right),
            Some(Operator::Order(op)) => {
                let Some(scalar) = self.common_scalar(&left, &right).filter(|scalar| *scalar != Scalar::Bool) else {
                    return self.no_operator(token, &left, &right);
                };
                let is_scalar = |value: &TypedValue| matches!(value.expr.ty, Type::Scalar(_));
                if !is_scalar(&left) || !is_scalar(&right) {
                    let name = match op {
                        BinaryOp::Less => "lessThan",
                        BinaryOp::LessEqual => "lessThanEqual",
                        BinaryOp::Greater => "greaterThan",
                        _ => "greaterThanEqual",
                    };
                    let (a, b) = (type_name(&left.expr.ty), type_name(&right.expr.ty));
                    self.error("operands", token, format!("`{text}` does not take `{a}` and `{b}`"))
                        .help(format!("Write `{name}(a, b)` for vectors."));
                    return Err(Failed);
                }
                let ty = Type::Scalar(scalar);
                let (left, right) = (numeric(left.concrete(), &ty), numeric(right.concrete(), &ty));
                Ok(TypedValue::new(ExprKind::Binary(op, left, right), BOOL, at))
            }
            Some(Operator::Equality { equal }) => self.equality(equal, token, left, right),
            Some(Operator::Logic { and }) => {
                let (left, right) = self.booleans(token, left, right)?;
                Ok(TypedValue::new(ExprKind::ShortCircuit { and, left, right }, BOOL, at))
            }
            Some(Operator::ExclusiveOr) => {
                let (left, right) = self.booleans(token, left, right)?;
                Ok(TypedValue::new(ExprKind::Binary(BinaryOp::NotEqual, left, right), BOOL, at))
            }
            None => {
                self.error("syntax", token, format!("`{text}` is not an operator"));
                Err(Failed)
            }
        }
    }

    pub fn no_operator<T>(&mut self, token: u32, left: &TypedValue, right: &TypedValue) -> Result<T> {
        let text = self.text(token);
        let (a, b) = (type_name(&left.expr.ty), type_name(&right.expr.ty));
        self.error("operands", token, format!("`{text}` does not take `{a}` and `{b}`"));
        Err(Failed)
    }

    fn booleans(&mut self, token: u32, left: TypedValue, right: TypedValue) -> Result<(Expr, Expr)> {
        if left.expr.ty != BOOL || right.expr.ty != BOOL {
            return self.no_operator(token, &left, &right);
        }
        Ok((left.concrete(), right.concrete()))
    }

    /// The scalar in which two numbers are computed.
    pub fn common_scalar(&mut self, left: &TypedValue, right: &TypedValue) -> Option<Scalar> {
        let (a, _) = parts(&left.expr.ty)?;
        let (b, _) = parts(&right.expr.ty)?;
        if self.context.settings.es && a != b {
            return None;
        }
        common(a, b)
    }

    /// A value as a type of the same scalar: a scalar is spread.
    pub fn spread(&mut self, value: Expr, ty: &Type) -> Expr {
        let scalar = parts(ty).map_or(Scalar::Float, |(scalar, _)| scalar);
        let own = with_scalar(&value.ty, scalar);
        let value = numeric(value, &own);
        if same(&value.ty, ty) {
            return value;
        }
        let at = value.at;
        Expr { kind: Box::new(ExprKind::Convert(Convert::Splat, value)), ty: ty.clone(), at }
    }

    fn arithmetic(&mut self, op: BinaryOp, token: u32, left: TypedValue, right: TypedValue) -> Result<TypedValue> {
        let at = TokenIndex(token);
        let scalar = self.common_scalar(&left, &right).filter(|scalar| *scalar != Scalar::Bool);
        let shapes = parts(&left.expr.ty).zip(parts(&right.expr.ty)).map(|((_, a), (_, b))| (a, b));
        let (Some(scalar), Some((a, b))) = (scalar, shapes) else { return self.no_operator(token, &left, &right) };
        if op == BinaryOp::Multiply
            && let Some(result) = product(a, b, scalar)
        {
            let Some(result) = result else { return self.no_operator(token, &left, &right) };
            let left = numeric(left.concrete(), &a.ty(scalar, Order::RowMajor));
            let right = numeric(right.concrete(), &b.ty(scalar, Order::RowMajor));
            // The program's matrices are transposed, so the factors change sides.
            let mut temporaries = Temporaries::default();
            let [left, right] = self.in_order([left, right], &mut temporaries)?;
            let kind = Box::new(ExprKind::Intrinsic(Intrinsic::Mul, vec![right, left]));
            return Ok(TypedValue::of(temporaries.before(Expr { kind, ty: result, at })));
        }
        let shape = match (a, b) {
            (a, b) if a == b => a,
            (Shape::Scalar, other) | (other, Shape::Scalar) => other,
            _ => return self.no_operator(token, &left, &right),
        };
        let ty = shape.ty(scalar, Order::RowMajor);
        let (left, right) = (self.spread(left.concrete(), &ty), self.spread(right.concrete(), &ty));
        self.no_division_by_zero(op, &right, token)?;
        Ok(TypedValue::new(ExprKind::Binary(op, left, right), ty, at))
    }

    fn no_division_by_zero(&mut self, op: BinaryOp, divisor: &Expr, token: u32) -> Result<()> {
        let is_integer = parts(&divisor.ty).is_some_and(|(scalar, _)| !is_float(scalar));
        if matches!(op, BinaryOp::Divide | BinaryOp::Modulo)
            && is_integer
            && let Some(known) = self.evaluate(divisor)
            && known.values.iter().any(|value| !truth(*value))
        {
            self.error("division-by-zero", token, "division by zero");
            return Err(Failed);
        }
        Ok(())
    }

    fn integer(&mut self, op: BinaryOp, token: u32, left: TypedValue, right: TypedValue) -> Result<TypedValue> {
        let scalar = self.common_scalar(&left, &right).filter(|scalar| is_integer(*scalar));
        let shapes = parts(&left.expr.ty).zip(parts(&right.expr.ty)).map(|((_, a), (_, b))| (a, b));
        let (Some(scalar), Some((a, b))) = (scalar, shapes) else { return self.no_operator(token, &left, &right) };
        let shape = match (a, b) {
            (a, b) if a == b => a,
            (Shape::Scalar, other) | (other, Shape::Scalar) => other,
            _ => return self.no_operator(token, &left, &right),
        };
        let ty = shape.ty(scalar, Order::RowMajor);
        let (left, right) = (self.spread(left.concrete(), &ty), self.spread(right.concrete(), &ty));
        self.no_division_by_zero(op, &right, token)?;
        Ok(TypedValue::new(ExprKind::Binary(op, left, right), ty, TokenIndex(token)))
    }

    /// The left side gives the type; the right side may have another sign, and be a scalar.
    fn shift(&mut self, op: BinaryOp, token: u32, left: TypedValue, right: TypedValue) -> Result<TypedValue> {
        let (Some((a, a_shape)), Some((b, b_shape))) = (parts(&left.expr.ty), parts(&right.expr.ty)) else {
            return self.no_operator(token, &left, &right);
        };
        let fits = is_integer(a) && is_integer(b) && (a_shape == b_shape || b_shape == Shape::Scalar);
        if !fits {
            return self.no_operator(token, &left, &right);
        }
        let ty = left.expr.ty.clone();
        let right = self.spread(right.concrete(), &ty);
        Ok(TypedValue::new(ExprKind::Binary(op, left.concrete(), right), ty, TokenIndex(token)))
    }

    pub fn unary_expression(&mut self, node: NodeId) -> Result<TypedValue> {
        let Some(operand) = self.tree.operand(node, 0) else { return self.not_understood(node) };
        let token = self.first(node);
        let at = TokenIndex(token);
        let text = self.text(token);
        let value = self.value(operand)?;
        if matches!(text, "++" | "--") {
            return self.step(value, text, true, at);
        }
        let ty = value.expr.ty.clone();
        let scalar = parts(&ty).map(|(scalar, _)| scalar);
        let op = match (text, scalar) {
            ("+", Some(scalar)) if scalar != Scalar::Bool => {
                return Ok(TypedValue { category: ValueCategory::Value, ..value });
            }
            ("-", Some(scalar)) if scalar != Scalar::Bool => UnaryOp::Negate,
            ("~", Some(scalar)) if is_integer(scalar) => UnaryOp::BitNot,
            ("!", _) if ty == BOOL => UnaryOp::Not,
            _ => {
                let shown = type_name(&ty);
                let diagnostic = self.error("operands", token, format!("`{text}` does not take `{shown}`"));
                if text == "!" && scalar == Some(Scalar::Bool) {
                    diagnostic.help("Write `not(...)` for vectors.");
                }
                return Err(Failed);
            }
        };
        Ok(TypedValue::new(ExprKind::Unary(op, value.concrete()), ty, at))
    }

    pub fn postfix(&mut self, node: NodeId) -> Result<TypedValue> {
        let Some(operand) = self.tree.operand(node, 0) else { return self.not_understood(node) };
        let token = self.last(node);
        let text = self.text(token);
        let value = self.value(operand)?;
        self.step(value, text, false, TokenIndex(token))
    }

    fn step(&mut self, value: TypedValue, text: &'static str, prefix: bool, at: TokenIndex) -> Result<TypedValue> {
        self.must_be_place(&value, &format!("`{text}`"))?;
        let ty = value.expr.ty.clone();
        if parts(&ty).is_none_or(|(scalar, _)| scalar == Scalar::Bool) {
            let shown = type_name(&ty);
            self.error("operands", at.0, format!("`{text}` does not take `{shown}`"));
            return Err(Failed);
        }
        Ok(TypedValue::new(ExprKind::Step { place: value.expr, up: text == "++", prefix }, ty, at))
    }

    pub fn assign(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let [left, right] = operands.as_slice() else { return self.not_understood(node) };
        let token = self.tree.node(*left).last;
        let at = TokenIndex(token);
        let text = self.text(token);
        let (place, value) = (self.value(*left), self.value(*right));
        let (mut place, value) = (place?, value?);
        self.must_be_place(&place, &format!("`{text}`"))?;
        let ty = place.expr.ty.clone();
        let mut temporaries = Temporaries::default();
        // The left side comes first: its indices are what they are before the right side changes something.
        if has_effect(&place.expr) || has_effect(&value.expr) {
            place.expr = self.settled(place.expr, &mut temporaries)?;
        }
        if text == "=" {
            if has_resources(&ty) || matches!(ty, Type::Array(_, None)) {
                self.no_conversion(value.expr.at, &value.expr.ty, &ty);
                return Err(Failed);
            }
            let value = self.convert(value, &ty)?;
            return Ok(assigned(ExprKind::Assign(place.expr, value), ty, at, temporaries));
        }
        let Some(op) = operator(&text[..text.len() - 1]) else { return self.not_understood(node) };
        let result = self.compound(op, token, &place, value)?;
        Ok(assigned(result, ty, at, temporaries))
    }

    /// `place op= value`.
    fn compound(&mut self, op: Operator, token: u32, place: &TypedValue, value: TypedValue) -> Result<ExprKind> {
        let ty = place.expr.ty.clone();
        let (Some((scalar, shape)), Some((of_value, value_shape))) = (parts(&ty), parts(&value.expr.ty)) else {
            return self.no_operator(token, place, &value);
        };
        if op == Operator::Arithmetic(BinaryOp::Multiply)
            && let Some(result) = product(shape, value_shape, scalar)
        {
            // The product needs the whole place, which is evaluated twice; effects in it are before it.
            let right = self.score(&value.expr.ty, &with_scalar(&value.expr.ty, scalar));
            if result.as_ref().is_none_or(|result| !same(result, &ty)) || right.is_none() {
                return self.no_operator(token, place, &value);
            }
            let right = numeric(value.concrete(), &value_shape.ty(scalar, Order::RowMajor));
            let kind = ExprKind::Intrinsic(Intrinsic::Mul, vec![right, place.expr.clone()]);
            let product = Expr { kind: Box::new(kind), ty, at: TokenIndex(token) };
            return Ok(ExprKind::Assign(place.expr.clone(), product));
        }
        let (op, fits) = match op {
            Operator::Arithmetic(op) => (op, scalar != Scalar::Bool),
            Operator::Integer(op) => (op, is_integer(scalar)),
            Operator::Shift(op) => (op, is_integer(scalar) && is_integer(of_value)),
            _ => return self.no_operator(token, place, &value),
        };
        let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        let converts = is_shift || self.score(&Type::Scalar(of_value), &Type::Scalar(scalar)).is_some();
        if !fits || !converts || !(shape == value_shape || value_shape == Shape::Scalar) {
            return self.no_operator(token, place, &value);
        }
        let value = self.spread(value.concrete(), &ty);
        self.no_division_by_zero(op, &value, token)?;
        Ok(ExprKind::AssignOp { op, place: place.expr.clone(), value })
    }

    pub fn ternary(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let [condition, yes, no] = operands.as_slice() else { return self.not_understood(node) };
        let token = self.tree.node(*condition).last;
        let condition = self.condition(*condition);
        let [yes, no] = [yes, no].map(|side| self.expression(*side));
        let (condition, yes, no) = (condition?, yes?, no?);
        if yes.expr.ty == Type::Void && no.expr.ty == Type::Void {
            return Ok(TypedValue::of(one_of_effects(condition, [yes.expr, no.expr], TokenIndex(token))));
        }
        let (yes, no) = (self.with_value(yes)?, self.with_value(no)?);
        let ty = if self.score(&yes.expr.ty, &no.expr.ty).is_some() {
            no.expr.ty.clone()
        } else if self.score(&no.expr.ty, &yes.expr.ty).is_some() {
            yes.expr.ty.clone()
        } else {
            let (a, b) = (type_name(&yes.expr.ty), type_name(&no.expr.ty));
            self.error("operands", token, format!("`?:` cannot choose between `{a}` and `{b}`"));
            return Err(Failed);
        };
        if has_resources(&ty) {
            self.error("operands", token, "`?:` cannot choose between resources");
            return Err(Failed);
        }
        let (yes, no) = (self.converted(yes, &ty), self.converted(no, &ty));
        Ok(TypedValue::new(ExprKind::Conditional(condition, yes, no), ty, TokenIndex(token)))
    }
}

/// `condition ? f() : g()` of functions without a result.
fn one_of_effects(condition: Expr, sides: [Expr; 2], at: TokenIndex) -> Expr {
    let int = Type::Scalar(Scalar::Int);
    let zero = || literal(Scalar::Int, Literal::Int(0), at);
    let [yes, no] = sides.map(|side| Expr { kind: Box::new(ExprKind::Comma(side, zero())), ty: int.clone(), at });
    let chosen = Expr { kind: Box::new(ExprKind::Conditional(condition, yes, no)), ty: int, at };
    Expr { kind: Box::new(ExprKind::Comma(chosen, zero())), ty: Type::Void, at }
}

/// An assignment behind the temporaries that it needs.
fn assigned(kind: ExprKind, ty: Type, at: TokenIndex, temporaries: Temporaries) -> TypedValue {
    if temporaries.is_empty() {
        return TypedValue::place(kind, ty, at, ValueCategory::Place);
    }
    TypedValue::of(temporaries.before(Expr { kind: Box::new(kind), ty, at }))
}

/// The type of a product of linear algebra: `None` where `*` works component by component, `Some(None)` where the factors do not fit.
fn product(a: Shape, b: Shape, scalar: Scalar) -> Option<Option<Type>> {
    // Of a matrix here, the first number is that of GLSL's columns, the second that of its rows.
    match (a, b) {
        (Shape::Matrix(columns, rows), Shape::Vector(count)) => {
            Some((columns == count).then_some(Type::Vector(scalar, rows)))
        }
        (Shape::Vector(count), Shape::Matrix(columns, rows)) => {
            Some((rows == count).then_some(Type::Vector(scalar, columns)))
        }
        (Shape::Matrix(columns, rows), Shape::Matrix(other_columns, other_rows)) => {
            Some((columns == other_rows).then(|| matrix(scalar, other_columns, rows)))
        }
        _ => None,
    }
}
