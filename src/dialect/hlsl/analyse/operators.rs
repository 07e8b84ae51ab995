//! Operators.

use super::Version;
use super::conversions::{apply, is_scoped};
use super::numbers::{Operand, as_row, common, common_part, meet};
use super::rules::Analyser;
use crate::ir::{
    BinaryOp, Convert, Expr, ExprKind, Literal, Order, Resource, Scalar, TokenIndex, Type, UnaryOp, has_resources,
    type_name,
};
use crate::sema::constants::{binary, truth, unary, wrap};
use crate::sema::numbers::{Class, Shape, class, is_float, order_of, parts, with_scalar};
use crate::sema::types::{literal, same};
use crate::sema::{Failed, Result, TypedValue, ValueCategory};
use crate::syntax::{Kind, NodeId};

fn operator(text: &str) -> Option<BinaryOp> {
    Some(match text {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Subtract,
        "*" => BinaryOp::Multiply,
        "/" => BinaryOp::Divide,
        "%" => BinaryOp::Modulo,
        "&" => BinaryOp::And,
        "|" => BinaryOp::Or,
        "^" => BinaryOp::Xor,
        "<<" => BinaryOp::ShiftLeft,
        ">>" => BinaryOp::ShiftRight,
        "<" => BinaryOp::Less,
        "<=" => BinaryOp::LessEqual,
        ">" => BinaryOp::Greater,
        ">=" => BinaryOp::GreaterEqual,
        "==" => BinaryOp::Equal,
        "!=" => BinaryOp::NotEqual,
        "&&" => BinaryOp::LogicalAnd,
        "||" => BinaryOp::LogicalOr,
        _ => return None,
    })
}

/// The operator or function that chooses between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// `?:` before HLSL 2021: both arms are evaluated.
    Both,
    /// `?:` since HLSL 2021.
    Lazy,
    /// `select(...)`, whose shapes are those of an intrinsic's arguments.
    Select,
}

impl Choice {
    /// The shape of the result.
    fn shape(self, condition: Shape, yes: Shape, no: Shape) -> Option<Shape> {
        if self == Choice::Select {
            return match (condition, common_part(yes, no)?) {
                (condition, Shape::Scalar) => Some(as_row(condition)),
                (condition, arms) => common_part(condition, arms),
            };
        }
        let arms = as_row(meet(yes, no)?);
        match as_row(condition) {
            Shape::Scalar => Some(arms),
            // Arms spread to the condition's shape, but lose nothing to it.
            condition => (arms == Shape::Scalar || arms == condition).then_some(condition),
        }
    }
}

fn is_bitwise(op: BinaryOp) -> bool {
    use BinaryOp as Op;
    matches!(op, Op::And | Op::Or | Op::Xor | Op::ShiftLeft | Op::ShiftRight)
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp as Op;
    matches!(op, Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual | Op::Equal | Op::NotEqual)
}

fn is_logical(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr)
}

/// Whether an operator takes operands of these types, as far as they are enumerations: different ones have nothing in
/// common, and of an `enum class` only equality can be asked.
fn enumerations_meet(op: BinaryOp, left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Enum { .. }, Type::Enum { .. }) if left != right => false,
        _ => {
            matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) && left == right || !is_scoped(left) && !is_scoped(right)
        }
    }
}

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
        let Some(op) = operator(text) else {
            self.error("syntax", token, format!("`{text}` is not an operator"));
            return Err(Failed);
        };
        let at = TokenIndex(token);
        if let Some(result) = self.overloaded(text, &[&left, &right], at)? {
            return Ok(result);
        }
        if let (Some(a), Some(b)) = (left.number(), right.number())
            && let Some(folded) = self.fold_literals(op, &left, a, &right, b, at)
        {
            return Ok(folded);
        }
        let (Some((a, a_shape)), Some((_, b_shape))) = (parts(&left.expr.ty), parts(&right.expr.ty)) else {
            return self.no_operator(token, text, &left, &right);
        };
        if meet(a_shape, b_shape).is_none() || !enumerations_meet(op, &left.expr.ty, &right.expr.ty) {
            return self.no_operator(token, text, &left, &right);
        }
        let kept = left.expr.ty.clone();
        if matches!(kept, Type::Enum { .. }) && kept == right.expr.ty && !is_logical(op) {
            let number = |value: TypedValue| TypedValue::of(apply(value.expr, (Convert::Numeric, Type::Scalar(a))));
            let result = self.binary_of((op, token), number(left), number(right))?;
            // An operator on two values of an enumeration gives a value of this enumeration, except a comparison.
            let of_enumeration = |expr| TypedValue::of(apply(expr, (Convert::Numeric, kept)));
            return Ok(if is_comparison(op) { result } else { of_enumeration(result.expr) });
        }
        self.binary_of((op, token), left, right)
    }

    /// A binary operator of numbers that have a shape in common.
    fn binary_of(&mut self, (op, token): (BinaryOp, u32), left: TypedValue, right: TypedValue) -> Result<TypedValue> {
        let (text, at) = (self.text(token), TokenIndex(token));
        let (Some((a, a_shape)), Some((b, b_shape))) = (parts(&left.expr.ty), parts(&right.expr.ty)) else {
            return self.no_operator(token, text, &left, &right);
        };
        let Some(shape) = meet(a_shape, b_shape) else {
            return self.no_operator(token, text, &left, &right);
        };
        let operands = (Operand { scalar: a, literal: left.literal }, Operand { scalar: b, literal: right.literal });
        let order = order_of(&left.expr.ty).or(order_of(&right.expr.ty)).unwrap_or(Order::ColumnMajor);
        if is_logical(op) {
            return self.logical(op, left, right, shape, order, at);
        }
        if is_bitwise(op) && (is_float(a) || is_float(b)) {
            let wrong = if is_float(a) { &left } else { &right };
            let shown = type_name(&wrong.expr.ty);
            self.error("operands", token, format!("`{text}` needs integers, found `{shown}`"))
                .help("Convert to `int` or `uint`, or take the bits with `asuint(...)`.");
            return Err(Failed);
        }
        if matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) {
            return self.shift(op, left, right, shape, order, at);
        }
        let mut scalar = common(operands.0, operands.1).scalar;
        // Arithmetic has no `bool`s; `==`, `&` and the like keep them.
        let keeps_bool =
            matches!(op, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        if scalar == Scalar::Bool && !keeps_bool {
            scalar = Scalar::Int;
        }
        self.no_remainder_of_doubles(op, scalar, token)?;
        let ty = shape.ty(scalar, order);
        let (left, right) = (self.operand(left, &ty)?, self.operand(right, &ty)?);
        if matches!(op, BinaryOp::Divide | BinaryOp::Modulo)
            && !is_float(scalar)
            && let Some(divisor) = self.evaluate(&right)
            && divisor.values.iter().any(|value| !truth(*value))
        {
            self.error("division-by-zero", token, "division by zero");
            return Err(Failed);
        }
        let result = if is_comparison(op) { shape.ty(Scalar::Bool, order) } else { ty };
        Ok(TypedValue::new(ExprKind::Binary(op, left, right), result, at))
    }

    /// Neither dxc nor fxc has `%` of `double`s.
    fn no_remainder_of_doubles(&mut self, op: BinaryOp, scalar: Scalar, token: u32) -> Result<()> {
        if op != BinaryOp::Modulo || scalar != Scalar::Double {
            return Ok(());
        }
        self.error("type-mismatch", token, "there is no `%` of `double`s")
            .help("Convert the operands to `float` first.");
        Err(Failed)
    }

    /// Converts an operand to the operator's type, with a warning if components are lost.
    fn operand(&mut self, value: TypedValue, ty: &Type) -> Result<Expr> {
        self.convert(value, ty)
    }

    fn fold_literals(
        &mut self,
        op: BinaryOp,
        left: &TypedValue,
        a: Literal,
        right: &TypedValue,
        b: Literal,
        at: TokenIndex,
    ) -> Option<TypedValue> {
        let ((a_scalar, _), (b_scalar, _)) = (parts(&left.expr.ty)?, parts(&right.expr.ty)?);
        let met = common(Operand { scalar: a_scalar, literal: true }, Operand { scalar: b_scalar, literal: true });
        // Literals are computed in 64 bits, and get their type where they are used.
        let wide = |value: Literal| match (class(met.scalar), value) {
            (Class::Float, Literal::Int(value)) => Literal::Float(value as f64),
            (_, value) => value,
        };
        let scalar = if is_float(met.scalar) { Scalar::Double } else { Scalar::Int64 };
        match binary(op, scalar, wide(a), wide(b))? {
            Literal::Bool(value) => Some(TypedValue::of(literal(Scalar::Bool, Literal::Bool(value), at))),
            Literal::Int(value) => {
                let fits = |scalar| wrap(scalar, Literal::Int(value)) == Literal::Int(value);
                let scalar = [Scalar::Int, Scalar::Uint].into_iter().find(|scalar| fits(*scalar));
                Some(TypedValue::literal(scalar.unwrap_or(Scalar::Int64), Literal::Int(value), at))
            }
            value => Some(TypedValue::literal(met.scalar, value, at)),
        }
    }

    fn no_operator<T>(&mut self, token: u32, text: &str, left: &TypedValue, right: &TypedValue) -> Result<T> {
        let (a, b) = (type_name(&left.expr.ty), type_name(&right.expr.ty));
        let is_matrix = |value: &TypedValue| matches!(value.expr.ty, Type::Matrix { .. });
        let diagnostic = self.error("operands", token, format!("`{text}` does not take `{a}` and `{b}`"));
        if matches!(text, "*" | "*=") && (is_matrix(left) || is_matrix(right)) {
            diagnostic.help("`*` multiplies each component; `mul(a, b)` is the product of matrices and vectors.");
        }
        Err(Failed)
    }

    /// Before HLSL 2021 both sides are evaluated, component by component; since then `&&` and `||` take scalars and
    /// stop early.
    fn logical(
        &mut self,
        op: BinaryOp,
        left: TypedValue,
        right: TypedValue,
        shape: Shape,
        order: Order,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let ty = shape.ty(Scalar::Bool, order);
        let shape_of = |value: &TypedValue| parts(&value.expr.ty).map_or(Shape::Scalar, |(_, shape)| shape);
        let shapes = (shape_of(&left), shape_of(&right));
        let (left, right) = (self.operand(left, &ty)?, self.operand(right, &ty)?);
        if self.context.settings.version == Version::V2021 {
            if shapes != (Shape::Scalar, Shape::Scalar) {
                let name = if op == BinaryOp::LogicalAnd { "and" } else { "or" };
                self.error("operands", at.0, "since HLSL 2021 `&&` and `||` take scalars")
                    .help(format!("Write `{name}(a, b)` for vectors."));
                return Err(Failed);
            }
            let and = op == BinaryOp::LogicalAnd;
            return Ok(TypedValue::new(ExprKind::ShortCircuit { and, left, right }, ty, at));
        }
        Ok(TypedValue::new(ExprKind::Binary(op, left, right), ty, at))
    }

    /// The left side alone decides the number type. A left side without a suffix is a `uint` if the shift amount is
    /// one.
    fn shift(
        &mut self,
        op: BinaryOp,
        left: TypedValue,
        right: TypedValue,
        shape: Shape,
        order: Order,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let scalar = match (parts(&left.expr.ty), parts(&right.expr.ty)) {
            (_, Some((Scalar::Uint, _))) if left.literal && !right.literal => Scalar::Uint,
            (Some((Scalar::Bool, _)) | None, _) => Scalar::Int,
            _ if left.literal => Scalar::Int,
            (Some((scalar, _)), _) => scalar,
        };
        let ty = shape.ty(scalar, order);
        let (left, right) = (self.operand(left, &ty)?, self.operand(right, &ty)?);
        Ok(TypedValue::new(ExprKind::Binary(op, left, right), ty, at))
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
        if let Some(result) = self.overloaded(text, &[&value], at)? {
            return Ok(result);
        }
        let Some((scalar, _)) = parts(&value.expr.ty) else {
            let shown = type_name(&value.expr.ty);
            self.error("operands", token, format!("`{text}` does not take `{shown}`"));
            return Err(Failed);
        };
        if is_scoped(&value.expr.ty) {
            let shown = type_name(&value.expr.ty);
            self.error("operands", token, format!("`{text}` does not take `{shown}`"))
                .help("Write the conversion: `(uint)value`.");
            return Err(Failed);
        }
        if text == "+" && scalar != Scalar::Bool {
            return Ok(TypedValue { category: ValueCategory::Value, ..value });
        }
        let op = match text {
            "-" | "+" => UnaryOp::Negate,
            "~" => UnaryOp::BitNot,
            _ => UnaryOp::Not,
        };
        if op == UnaryOp::BitNot && is_float(scalar) {
            let shown = type_name(&value.expr.ty);
            self.error("operands", token, format!("`~` needs integers, found `{shown}`"));
            return Err(Failed);
        }
        if let Some(number) = value.number() {
            let wide = if is_float(scalar) { Scalar::Double } else { Scalar::Int64 };
            match unary(op, wide, number) {
                Some(folded @ Literal::Bool(_)) => {
                    return Ok(TypedValue::of(literal(Scalar::Bool, folded, at)));
                }
                Some(folded) => {
                    let scalar = match folded {
                        Literal::Int(value) if value == i128::from(i32::MIN) => Scalar::Int,
                        Literal::Int(value) if value < i128::from(i32::MIN) => Scalar::Int64,
                        _ if scalar == Scalar::Uint && op == UnaryOp::Negate => Scalar::Int64,
                        _ => scalar,
                    };
                    return Ok(TypedValue::literal(scalar, folded, at));
                }
                None => {}
            }
        }
        let to = match (op, scalar) {
            (UnaryOp::Not, _) => with_scalar(&value.expr.ty, Scalar::Bool),
            (_, Scalar::Bool) => with_scalar(&value.expr.ty, Scalar::Int),
            _ => with_scalar(&value.expr.ty, scalar),
        };
        let kept = value.expr.ty.clone();
        let operand = self.operand(value, &to)?;
        if text == "+" {
            return Ok(TypedValue::of(operand));
        }
        let result = TypedValue::new(ExprKind::Unary(op, operand), to, at);
        Ok(match kept {
            kept @ Type::Enum { .. } if op != UnaryOp::Not => {
                TypedValue::of(apply(result.expr, (Convert::Numeric, kept)))
            }
            _ => result,
        })
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
        match parts(&value.expr.ty) {
            Some((scalar, _)) if scalar != Scalar::Bool && !matches!(value.expr.ty, Type::Enum { .. }) => {}
            _ => {
                let shown = type_name(&value.expr.ty);
                self.error("operands", at.0, format!("`{text}` does not take `{shown}`"));
                return Err(Failed);
            }
        }
        let ty = value.expr.ty.clone();
        let category = if prefix { ValueCategory::Place } else { ValueCategory::Value };
        let kind = ExprKind::Step { place: value.expr, up: text == "++", prefix };
        Ok(TypedValue::place(kind, ty, at, category))
    }

    pub fn assign(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let [left, right] = operands.as_slice() else { return self.not_understood(node) };
        let token = self.tree.node(*left).last;
        let at = TokenIndex(token);
        let text = self.text(token);
        let place = self.value(*left);
        if self.kind(*right) == Kind::List {
            let place = place?;
            self.must_be_place(&place, "`=`")?;
            let ty = place.expr.ty.clone();
            let value = self.initialiser(*right, &ty)?;
            return Ok(TypedValue::place(ExprKind::Assign(place.expr, value), ty, at, ValueCategory::Place));
        }
        let value = self.value(*right);
        let (place, value) = (place?, value?);
        if let Some(result) = self.overloaded(text, &[&place, &value], at)? {
            return Ok(result);
        }
        self.must_be_place(&place, &format!("`{text}`"))?;
        let ty = place.expr.ty.clone();
        if text == "=" {
            let fits = same(&ty, &value.expr.ty) || matches!(value.expr.ty, Type::Resource(Resource::Descriptor(_)));
            if matches!(ty, Type::Array(_, None)) || has_resources(&ty) && !fits {
                self.no_conversion(value.expr.at, &value.expr.ty, &ty);
                return Err(Failed);
            }
            let value = self.convert(value, &ty)?;
            return Ok(TypedValue::place(ExprKind::Assign(place.expr, value), ty, at, ValueCategory::Place));
        }
        let Some(op) = operator(&text[..text.len() - 1]) else { return self.not_understood(node) };
        let (Some((a, a_shape)), Some((b, b_shape))) = (parts(&ty), parts(&value.expr.ty)) else {
            return self.no_operator(token, text, &place, &value);
        };
        if is_bitwise(op) && (is_float(a) || is_float(b)) {
            return self.no_operator(token, text, &place, &value);
        }
        // The place keeps its shape, and an enumeration takes none but its own values.
        if meet(a_shape, b_shape).is_none()
            || is_scoped(&ty)
            || is_scoped(&value.expr.ty)
            || matches!(ty, Type::Enum { .. }) && ty != value.expr.ty
        {
            return self.no_operator(token, text, &place, &value);
        }
        let mut scalar = if matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) {
            a
        } else {
            common(Operand { scalar: a, literal: false }, Operand { scalar: b, literal: value.literal }).scalar
        };
        if scalar == Scalar::Bool && !is_bitwise(op) {
            scalar = Scalar::Int;
        }
        self.no_remainder_of_doubles(op, scalar, token)?;
        let wanted = with_scalar(&ty, scalar);
        let value = self.convert(value, &wanted)?;
        if matches!(op, BinaryOp::Divide | BinaryOp::Modulo)
            && !is_float(scalar)
            && let Some(divisor) = self.evaluate(&value)
            && divisor.values.iter().any(|value| !truth(*value))
        {
            self.error("division-by-zero", token, "division by zero");
            return Err(Failed);
        }
        Ok(TypedValue::place(ExprKind::AssignOp { op, place: place.expr, value }, ty, at, ValueCategory::Place))
    }

    pub fn ternary(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let [condition, yes, no] = operands.as_slice() else { return self.not_understood(node) };
        let at = TokenIndex(self.tree.node(*condition).last);
        let condition = self.value(*condition);
        let (yes, no) = (self.value(*yes), self.value(*no));
        let (condition, yes, no) = (condition?, yes?, no?);
        let choice = if self.context.settings.version == Version::V2021 { Choice::Lazy } else { Choice::Both };
        self.choose(condition, yes, no, at, choice)
    }

    /// `?:`, and `select`.
    pub fn choose(
        &mut self,
        condition: TypedValue,
        yes: TypedValue,
        no: TypedValue,
        at: TokenIndex,
        choice: Choice,
    ) -> Result<TypedValue> {
        let lazy = choice == Choice::Lazy;
        let Some((_, condition_shape)) = parts(&condition.expr.ty) else {
            let shown = type_name(&condition.expr.ty);
            self.error("condition", condition.expr.at.0, format!("a condition must be a number, found `{shown}`"));
            return Err(Failed);
        };
        let scalar_condition = condition_shape.count() == 1;
        if lazy && condition_shape != Shape::Scalar {
            self.error("condition", condition.expr.at.0, "since HLSL 2021 the condition of `?:` is a scalar")
                .help("Write `select(condition, a, b)` for vectors.");
            return Err(Failed);
        }
        let arms = (parts(&yes.expr.ty), parts(&no.expr.ty));
        let (Some((a, a_shape)), Some((b, b_shape))) = arms else {
            if !same(&yes.expr.ty, &no.expr.ty) || !scalar_condition {
                return self.no_operator(at.0, "?:", &yes, &no);
            }
            if has_resources(&yes.expr.ty) {
                self.unsupported(at.0, "choosing between resources with `?:`");
                return Err(Failed);
            }
            let ty = yes.expr.ty.clone();
            let condition = self.convert(condition, &Type::Scalar(Scalar::Bool))?;
            let no = self.converted(no, &ty);
            return Ok(TypedValue::new(ExprKind::Conditional(condition, yes.concrete(), no), ty, at));
        };
        // A known condition and two plain numbers: still a plain number.
        if let (Some(_), Some(_), ExprKind::Literal(chosen)) = (yes.number(), no.number(), &*condition.expr.kind)
            && is_float(a) == is_float(b)
            && !is_scoped(&condition.expr.ty)
        {
            return Ok(if truth(*chosen) { yes } else { no });
        }
        let mixed = (is_scoped(&yes.expr.ty) || is_scoped(&no.expr.ty)) && yes.expr.ty != no.expr.ty;
        let Some(shape) = choice.shape(condition_shape, a_shape, b_shape).filter(|_| !mixed) else {
            return self.no_operator(at.0, "?:", &yes, &no);
        };
        let same_enum = same(&yes.expr.ty, &no.expr.ty) && matches!(yes.expr.ty, Type::Enum { .. });
        let order = order_of(&yes.expr.ty).or(order_of(&no.expr.ty)).unwrap_or(Order::ColumnMajor);
        let ty = if same_enum {
            yes.expr.ty.clone()
        } else {
            let operands = (Operand { scalar: a, literal: yes.literal }, Operand { scalar: b, literal: no.literal });
            shape.ty(common(operands.0, operands.1).scalar, order)
        };
        let scalar_condition = scalar_condition && (shape.count() > 1 || choice != Choice::Select);
        let condition_type = if scalar_condition { Shape::Scalar } else { shape }.ty(Scalar::Bool, order);
        let condition = self.convert(condition, &condition_type)?;
        let (yes, no) = (self.convert(yes, &ty)?, self.convert(no, &ty)?);
        let kind = if lazy { ExprKind::Conditional(condition, yes, no) } else { ExprKind::Select(condition, yes, no) };
        Ok(TypedValue::new(kind, ty, at))
    }
}
