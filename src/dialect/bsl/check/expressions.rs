//! Expressions: names, members, operators, conversions.

use super::lookup::Named;
use super::{Checker, LocalSymbol, Place, Value};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{BinaryOperator, Expr, ExprKind, Ident, Path, PathPart, UnaryOperator};
use crate::dialect::bsl::builtins;
use crate::dialect::bsl::constant::{Constant, literal};
use crate::dialect::bsl::output_tree::{Callee, Out, OutExpr};
use crate::dialect::bsl::program::{ResourceKind, ScopeKind, Symbol};
use crate::dialect::bsl::types::{BOOL, FLOAT, INT, Scalar, Ty, UINT};

impl Checker<'_> {
    /// `expected`: the type that the place of the expression wants, for lists.
    pub fn expression(&mut self, expr: &Expr, expected: Option<Ty>) -> Value {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(text) => match literal(text) {
                Some(constant) => Value::constant(constant, span),
                None => self.broken("bsl/literal", format!("`{text}` is not a literal of BSL"), span),
            },
            ExprKind::Bool(value) => Value::constant(Constant::bool(*value), span),
            ExprKind::String(_) => self.broken("bsl/string-use", "a string stands outside of `printf`", span),
            ExprKind::Path(path) => self.path_value(path),
            ExprKind::This => self.this_value(span),
            ExprKind::Dereference(operand) => match operand.kind {
                ExprKind::This => self.this_value(span),
                _ => self.broken("bsl/unsupported-syntax", "BSL has no pointers", span),
            },
            ExprKind::Unary(operator, operand) => self.unary(*operator, operand, span),
            ExprKind::Postfix(operator, operand) => self.step(*operator, operand, true, span),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, span),
            ExprKind::Assign(operator, left, right) => self.assign(*operator, left, right, span),
            ExprKind::Ternary(condition, left, right) => self.ternary(condition, left, right, expected, span),
            ExprKind::Comma(all) => self.comma(all, expected, span),
            ExprKind::Call(callee, arguments) => self.call(callee, arguments, span),
            ExprKind::Index(base, index) => self.index(base, index, span),
            ExprKind::Member(base, part) => self.member(base, part, span),
            ExprKind::List(list) => match expected {
                Some(ty) if ty != Ty::Error => self.list(list, ty),
                Some(_) => Value::broken(span),
                None => self.broken("bsl/list-needs-type", "the type of this list is not known", span),
            },
            ExprKind::Construct(construction) => self.construct(&construction.0, &construction.1),
            ExprKind::Broken => Value::broken(span),
        }
    }

    fn comma(&mut self, all: &[Expr], expected: Option<Ty>, span: Span) -> Value {
        let mut values: Vec<Value> = Vec::new();
        for (at, expr) in all.iter().enumerate() {
            values.push(self.expression(expr, expected.filter(|_| at + 1 == all.len())));
        }
        let ty = values.last().map_or(Ty::Error, |value| value.ty);
        let out = Out::Comma(values.into_iter().map(|value| value.out).collect());
        Value::temporary(ty, OutExpr::new(out, span))
    }

    fn this_value(&mut self, span: Span) -> Value {
        match self.body.this.clone() {
            Some(mut value) => {
                value.out.span = span;
                value
            }
            None => self.broken("bsl/unknown-name", "`this` outside of a method", span),
        }
    }

    /// What a path means as a value.
    pub fn path_value(&mut self, path: &Path) -> Value {
        let span = path.span;
        if let Some(ident) = path.single() {
            match self.find_local(ident.name).map(|local| &local.symbol) {
                Some(LocalSymbol::Variable { id, ty, is_const, constant }) => {
                    let place = if *is_const { Place::Const } else { Place::Mutable };
                    let out = OutExpr::new(Out::Local(*id), span);
                    return Value { ty: *ty, out, constant: *constant, place };
                }
                Some(_) => {}
                None => {
                    if let Some(value) = self.language_constant(ident) {
                        return value;
                    }
                }
            }
        }
        match self.find_path(path) {
            Named::Local(symbol, _) => self.local_value(symbol, path),
            Named::Symbol(symbol, _) => self.symbol_value(symbol, path),
            Named::Broken => Value::broken(span),
            Named::BuiltIn(ty, _) => {
                let message = format!("`{}` is a type, and not a value", self.show(ty));
                self.broken("bsl/unknown-name", message, span)
            }
            Named::Unknown => {
                if path.single().is_some_and(|ident| {
                    builtins::signatures(ident.name).is_some() || builtins::is_special(&ident.name)
                }) {
                    let message = format!("`{}` is a function, and is not called", path.last().ident.name);
                    return self.broken("bsl/unknown-name", message, span);
                }
                let legacy = path.single().and_then(|ident| self.legacy_global(ident.name, span));
                legacy.unwrap_or_else(|| self.unknown_name(path))
            }
        }
    }

    /// `M_PI` and its like, where nothing of the file has the name.
    fn language_constant(&mut self, ident: Ident) -> Option<Value> {
        let constant = builtins::constant(ident.name)?;
        self.find_from(self.body.scope, ident.name).is_none().then(|| Value::constant(constant, ident.span))
    }

    fn local_value(&mut self, symbol: LocalSymbol, path: &Path) -> Value {
        let span = path.span;
        match symbol {
            LocalSymbol::Variable { id, ty, is_const, constant } => {
                let place = if is_const { Place::Const } else { Place::Mutable };
                Value { ty, out: OutExpr::new(Out::Local(id), span), constant, place }
            }
            LocalSymbol::Alias { mut value, is_const } => {
                value.out.span = span;
                if is_const && value.place == Place::Mutable {
                    value.place = Place::Const;
                }
                value
            }
            LocalSymbol::Constant(constant, ty) => Value { ty, ..Value::constant(constant, span) },
            LocalSymbol::Broken => Value::broken(span),
            LocalSymbol::Type(_) | LocalSymbol::Functions(_) => {
                let message = format!("`{}` is not a value", path.last().ident.name);
                self.broken("bsl/unknown-name", message, span)
            }
        }
    }

    fn symbol_value(&mut self, symbol: Symbol, path: &Path) -> Value {
        let span = path.span;
        match symbol {
            Symbol::Constant(constant, ty) => Value { ty, ..Value::constant(constant, span) },
            Symbol::Global(id) => {
                let ty = self.program.globals[id as usize].ty;
                Value { ty, out: OutExpr::new(Out::Global(id), span), constant: None, place: Place::Mutable }
            }
            Symbol::Member(_) => {
                if self.body.this.is_none() {
                    let message = format!("the member `{}` has no object here", path.last().ident.name);
                    return self.broken("bsl/unknown-name", message, span);
                }
                let this = self.this_value(span);
                self.member_of(this, path.last(), span)
            }
            Symbol::Broken => Value::broken(span),
            Symbol::Type(Ty::Error, _) => Value::broken(span),
            _ => {
                let message = format!("`{}` is not a value", path.last().ident.name);
                self.broken("bsl/unknown-name", message, span)
            }
        }
    }

    fn member(&mut self, base: &Expr, part: &PathPart, span: Span) -> Value {
        let base = self.expression(base, None);
        if base.is_broken() {
            return Value::broken(span);
        }
        self.member_of(base, part, span)
    }

    /// A member of a value.
    pub fn member_of(&mut self, base: Value, part: &PathPart, span: Span) -> Value {
        let name = part.ident.name;
        match base.ty {
            Ty::Vector(..) => self.swizzle(base, part.ident, span),
            Ty::Structure(id) => match self.member_named(id, name) {
                Some(at) => self.data_member(base, id, at, span),
                None => {
                    if let Some(value) = self.static_member(id, name, span) {
                        return value;
                    }
                    self.unknown_member(base.ty, part.ident)
                }
            },
            Ty::Error => Value::broken(span),
            _ => self.unknown_member(base.ty, part.ident),
        }
    }

    fn static_member(&mut self, id: u32, name: Atom, span: Span) -> Option<Value> {
        let scope = self.program.structure(id).scope;
        match self.program.scopes[scope as usize].symbols.get(&name)?.symbol {
            Symbol::Constant(constant, ty) => Some(Value { ty, ..Value::constant(constant, span) }),
            Symbol::Broken => Some(Value::broken(span)),
            _ => None,
        }
    }

    /// Reports a member that the type does not have.
    pub fn unknown_member(&mut self, ty: Ty, ident: Ident) -> Value {
        if let Ty::Structure(id) = ty
            && self.program.structure(id).is_broken
        {
            return Value::broken(ident.span);
        }
        let message = format!("`{}` has no member `{}`", self.show(ty), ident.name);
        self.broken("bsl/unknown-member", message, ident.span)
    }

    fn data_member(&mut self, base: Value, id: u32, at: u32, span: Span) -> Value {
        let member = self.program.structure(id).members[at as usize].clone();
        if let Some(resource) = member.resource {
            return self.resource_value(resource, span);
        }
        if let Some(table) = member.table {
            let out = OutExpr::new(Out::BuiltIn(""), span);
            return Value { ty: Ty::Structure(table), out, constant: None, place: base.place };
        }
        if let Some(hidden) = member.through {
            let base = self.data_member(base, id, hidden, span);
            let Ty::Structure(inner) = base.ty else { return Value::broken(span) };
            let Some(at) = self.member_named(inner, member.ident.name) else { return Value::broken(span) };
            return self.data_member(base, inner, at, span);
        }
        let place = base.place;
        let out = if self.program.structure(id).is_union || member.bits.is_some() {
            OutExpr::call(Callee::Get(id, at), vec![base.out], span)
        } else {
            OutExpr { span, ..base.out.member(member.ident.name) }
        };
        Value { ty: member.ty, out, constant: None, place }
    }

    /// The value of a resource.
    pub fn resource_value(&mut self, id: u32, span: Span) -> Value {
        let resource = &self.program.resources[id as usize];
        let place = match (&resource.kind, resource.is_const) {
            (ResourceKind::CompilationConstant | ResourceKind::SpecializationConstant { .. }, _) => Place::Temporary,
            (
                ResourceKind::Storage { .. }
                | ResourceKind::Shared
                | ResourceKind::Interface { .. }
                | ResourceKind::FragmentOutput { .. },
                false,
            ) => Place::Mutable,
            _ => Place::Const,
        };
        Value { ty: resource.ty, out: OutExpr::new(Out::Resource(id), span), constant: None, place }
    }

    /// `v.xyz`.
    pub fn swizzle(&mut self, base: Value, ident: Ident, span: Span) -> Value {
        let Ty::Vector(scalar, lanes) = base.ty else { return self.unknown_member(base.ty, ident) };
        let letters = ident.name.as_str();
        let set = ["xyzw", "rgba"].into_iter().find(|set| letters.chars().all(|letter| set.contains(letter)));
        let Some(set) = set.filter(|_| (1..=4).contains(&letters.len())) else {
            return self.unknown_member(base.ty, ident);
        };
        let lane = |letter: char| set.find(letter).unwrap_or(0) as u8;
        if letters.chars().any(|letter| lane(letter) >= lanes) {
            return self.unknown_member(base.ty, ident);
        }
        let ty = Ty::of(scalar, letters.len() as u8);
        if let Some(constant) = base.constant {
            let components: Vec<Constant> = letters.chars().map(|letter| constant.component(lane(letter))).collect();
            if let Some(constant) = Constant::of_components(scalar, &components) {
                return Value::constant(constant, span);
            }
        }
        let repeats = letters.chars().enumerate().any(|(at, letter)| letters[..at].contains(letter));
        let place = if repeats { Place::Temporary } else { base.place };
        Value { ty, out: OutExpr { span, ..base.out.member(ident.name) }, constant: None, place }
    }

    fn index(&mut self, base: &Expr, index: &Expr, span: Span) -> Value {
        let base = self.expression(base, None);
        let index_span = index.span;
        let index = self.expression(index, Some(INT));
        if base.is_broken() || index.is_broken() {
            return Value::broken(span);
        }
        let ty = match base.ty {
            Ty::Array(id) => self.program.arrays.get(id).0,
            Ty::Vector(scalar, _) => Ty::Scalar(scalar),
            Ty::Matrix(_, rows) => Ty::Vector(Scalar::Float, rows),
            _ => {
                let message = format!("`{}` has no elements", self.show(base.ty));
                return self.broken("bsl/invalid-subscript", message, span);
            }
        };
        let index = self.of_underlying(index);
        if !matches!(index.ty, Ty::Scalar(Scalar::Int | Scalar::Uint)) {
            let message = format!("the subscript is a `{}`, and not an integer", self.show(index.ty));
            return self.broken("bsl/subscript-type", message, index_span);
        }
        if let (Some(constant), Some(at)) = (base.constant, index.constant.and_then(|at| at.as_integer()))
            && (0..i64::from(constant.lanes)).contains(&at)
        {
            return Value::constant(constant.component(at as u8), span);
        }
        let out = OutExpr::new(Out::Index(Box::new(base.out), Box::new(index.out)), span);
        Value { ty, out, constant: None, place: base.place }
    }

    /// An enumeration's value as an integer; other values as they are.
    pub fn of_underlying(&self, value: Value) -> Value {
        Value { ty: self.program.underlying(value.ty), ..value }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expr, span: Span) -> Value {
        if matches!(operator, UnaryOperator::Increment | UnaryOperator::Decrement) {
            return self.step(operator, operand, false, span);
        }
        let operand = self.expression(operand, None);
        if operand.is_broken() {
            return Value::broken(span);
        }
        let operand = self.of_underlying(operand);
        let fits = match operator {
            UnaryOperator::Not => operand.ty == BOOL,
            UnaryOperator::Complement => {
                operand.ty.component().is_some_and(|scalar| matches!(scalar, Scalar::Int | Scalar::Uint))
            }
            _ => operand.ty.component().is_some_and(Scalar::is_number) || matches!(operand.ty, Ty::Matrix(..)),
        };
        if !fits {
            return self.invalid_operand(operator.text(), operand.ty, span);
        }
        if let Some(constant) = operand.constant
            && let Ok(value) = constant.unary(operator)
        {
            return Value::constant(value, span);
        }
        let out = OutExpr::new(Out::Unary(operator.text(), Box::new(operand.out)), span);
        Value::temporary(operand.ty, out)
    }

    fn invalid_operand(&mut self, operator: &str, ty: Ty, span: Span) -> Value {
        let slug = if matches!(ty, Ty::Array(_)) { "bsl/array-operand" } else { "bsl/invalid-operands" };
        let message = format!("`{operator}` is not defined for `{}`", self.show(ty));
        self.broken(slug, message, span)
    }

    /// `++` and `--`.
    fn step(&mut self, operator: UnaryOperator, operand: &Expr, is_postfix: bool, span: Span) -> Value {
        let operand = self.expression(operand, None);
        if operand.is_broken() {
            return Value::broken(span);
        }
        let fits =
            operand.ty.component().is_some_and(|scalar| matches!(scalar, Scalar::Int | Scalar::Uint | Scalar::Float));
        if !fits {
            return self.invalid_operand(operator.text(), operand.ty, span);
        }
        if !self.require_mutable(&operand, span) {
            return Value::broken(span);
        }
        let text = if operator == UnaryOperator::Increment { "++" } else { "--" };
        let ty = operand.ty;
        let out = self.store(&operand, ty, |target| {
            let target = Box::new(target);
            OutExpr::new(if is_postfix { Out::Postfix(text, target) } else { Out::Unary(text, target) }, span)
        });
        Value::temporary(ty, out)
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr, span: Span) -> Value {
        let left = self.expression(left, None);
        let right = self.expression(right, None);
        if left.is_broken() || right.is_broken() {
            return Value::broken(span);
        }
        self.operate(operator, left, right, span)
    }

    /// The value of an operator; the operands are sound.
    pub fn operate(&mut self, operator: BinaryOperator, left: Value, right: Value, span: Span) -> Value {
        if matches!(left.ty, Ty::Array(_)) || matches!(right.ty, Ty::Array(_)) {
            return self.broken("bsl/array-operand", "an array is an operand", span);
        }
        let shown = (left.ty, right.ty);
        let (left, right) = (self.of_underlying(left), self.of_underlying(right));
        let Some((a, b, ty)) = self.operand_types(operator, left.ty, right.ty) else {
            let message = format!(
                "`{}` is not defined for `{}` and `{}`",
                operator.text(),
                self.show(shown.0),
                self.show(shown.1)
            );
            return self.broken("bsl/invalid-operands", message, span);
        };
        let left = self.cast(left, a);
        let right = self.cast(right, b);
        if let (Some(a), Some(b)) = (left.constant, right.constant) {
            match a.binary(operator, &b) {
                Ok(value) => return Value { ty, ..Value::constant(value, span) },
                Err(why) => self.no_value = Some((why, span)),
            }
        }
        let out = OutExpr::new(Out::Binary(operator, Box::new(left.out), Box::new(right.out)), span);
        Value::temporary(ty, out)
    }

    /// The types that the operands become, and that of the result.
    fn operand_types(&self, operator: BinaryOperator, left: Ty, right: Ty) -> Option<(Ty, Ty, Ty)> {
        use BinaryOperator as B;
        if matches!(operator, B::And | B::Or) {
            return (left == BOOL && right == BOOL).then_some((BOOL, BOOL, BOOL));
        }
        if let Some(found) = matrix_operands(operator, left, right) {
            return Some(found);
        }
        let (a, b) = (left.component()?, right.component()?);
        if operator.is_comparison() {
            if matches!(left, Ty::Vector(..)) || matches!(right, Ty::Vector(..)) {
                return None;
            }
            if left == BOOL || right == BOOL {
                let equal = matches!(operator, B::Equal | B::NotEqual);
                return (left == right && equal).then_some((BOOL, BOOL, BOOL));
            }
            let common = Ty::Scalar(common(a, b));
            return Some((common, common, BOOL));
        }
        if !a.is_number() || !b.is_number() {
            return None;
        }
        let (lanes_a, lanes_b) = (left.lanes(), right.lanes());
        if operator.is_shift() {
            let integers = matches!(a, Scalar::Int | Scalar::Uint) && matches!(b, Scalar::Int | Scalar::Uint);
            return (integers && (lanes_b == 1 || lanes_a == lanes_b)).then_some((left, right, left));
        }
        if (operator.is_of_bits() || operator == B::Remainder) && (a == Scalar::Float || b == Scalar::Float) {
            return None;
        }
        if lanes_a != lanes_b && lanes_a != 1 && lanes_b != 1 {
            return None;
        }
        let scalar = common(a, b);
        let lanes = lanes_a.max(lanes_b);
        Some((left.with_component(scalar), right.with_component(scalar), Ty::of(scalar, lanes)))
    }

    /// An explicit conversion of a scalar or vector to a type with as many components.
    pub fn cast(&mut self, value: Value, to: Ty) -> Value {
        if value.ty == to {
            return value;
        }
        let span = value.out.span;
        let Some(scalar) = to.component() else { return value };
        if let Some(constant) = value.constant {
            return Value { ty: to, ..Value::constant(constant.convert(scalar), span) };
        }
        let from_words = value.ty.component() == Some(Scalar::Bool32);
        if from_words && to == BOOL {
            let zero = OutExpr::new(Out::Constant(Constant::uint(0)), span);
            let out = Out::Binary(BinaryOperator::NotEqual, Box::new(value.out), Box::new(zero));
            return Value::temporary(to, OutExpr::new(out, span));
        }
        if from_words && to == UINT || value.ty == UINT && scalar == Scalar::Bool32 {
            return Value { ty: to, ..value };
        }
        Value::temporary(to, OutExpr::call(Callee::Type(to), vec![value.out], span))
    }

    /// The value as another type, by the implicit conversions; `None` where there is none.
    pub fn convert(&mut self, value: Value, to: Ty) -> Option<Value> {
        if value.ty == to || value.is_broken() || to == Ty::Error {
            return Some(value);
        }
        let value = self.of_underlying(value);
        if value.ty == to {
            return Some(value);
        }
        let words = Ty::Scalar(Scalar::Bool32);
        let of_words = value.ty == BOOL && to == words || value.ty == words && to == BOOL;
        let of_numbers = value.ty.is_scalar_number() && to.is_scalar_number();
        let of_text = value.ty == UINT && to == Ty::String || value.ty == Ty::String && to == UINT;
        if of_text {
            return Some(Value { ty: to, ..value });
        }
        if !of_words && !of_numbers {
            return None;
        }
        if value.ty == FLOAT && to != FLOAT {
            let span = value.out.span;
            let message = format!("a `float` becomes a `{}`", self.show(to));
            self.report(Diagnostic::warning("bsl/narrowing", message).at(span));
        }
        Some(self.cast(value, to))
    }

    /// The same, with a message.
    pub fn convert_or_report(&mut self, value: Value, to: Ty, span: Span) -> Value {
        let from = value.ty;
        match self.convert(value, to) {
            Some(value) => value,
            None => {
                let message = format!("a `{}` is given where a `{}` is wanted", self.show(from), self.show(to));
                self.broken("bsl/invalid-operands", message, span)
            }
        }
    }

    fn ternary(&mut self, condition: &Expr, left: &Expr, right: &Expr, expected: Option<Ty>, span: Span) -> Value {
        let condition_span = condition.span;
        let condition = self.expression(condition, None);
        let left = self.expression(left, expected);
        let right = self.expression(right, expected);
        if !condition.is_broken() && condition.ty != BOOL {
            let message = format!("the condition is a `{}`, and not a `bool`", self.show(condition.ty));
            return self.broken("bsl/not-bool", message, condition_span);
        }
        if condition.is_broken() || left.is_broken() || right.is_broken() {
            return Value::broken(span);
        }
        if left.ty != right.ty {
            let message = format!("one arm is a `{}`, the other a `{}`", self.show(left.ty), self.show(right.ty));
            return self.broken("bsl/ternary-types", message, span);
        }
        let ty = left.ty;
        if let Some(chosen) = condition.constant.filter(|_| left.constant.is_some() && right.constant.is_some()) {
            let value = if chosen.is_true() { left } else { right };
            return Value { place: Place::Temporary, ..value };
        }
        let out = Out::Ternary(Box::new(condition.out), Box::new(left.out), Box::new(right.out));
        Value::temporary(ty, OutExpr::new(out, span))
    }

    /// The condition of a statement: `bool`, or an integer that is compared with zero.
    pub fn condition(&mut self, expr: &Expr) -> Value {
        let value = self.expression(expr, None);
        self.condition_of(value, expr.span)
    }

    /// A value as the condition of a statement.
    pub fn condition_of(&mut self, value: Value, span: Span) -> Value {
        match value.ty {
            Ty::Error | BOOL => value,
            Ty::Scalar(Scalar::Int | Scalar::Uint) => {
                if let Some(constant) = value.constant {
                    return Value::constant(Constant::bool(constant.is_true()), span);
                }
                let zero = if value.ty == INT { Constant::int(0) } else { Constant::uint(0) };
                let zero = OutExpr::new(Out::Constant(zero), span);
                let out = Out::Binary(BinaryOperator::NotEqual, Box::new(value.out), Box::new(zero));
                Value::temporary(BOOL, OutExpr::new(out, span))
            }
            Ty::Scalar(Scalar::Bool32) => self.cast(value, BOOL),
            _ => {
                let message = format!("the condition is a `{}`", self.show(value.ty));
                self.broken("bsl/not-bool", message, span)
            }
        }
    }

    /// Whether the current scope is inside of a structure.
    pub fn enclosing_structure(&self) -> Option<u32> {
        let mut at = Some(self.body.scope);
        while let Some(scope) = at {
            let scope = &self.program.scopes[scope as usize];
            if let ScopeKind::Structure(id) = scope.kind {
                return Some(id);
            }
            at = scope.parent;
        }
        None
    }
}

/// The type that two numbers have in common.
fn common(a: Scalar, b: Scalar) -> Scalar {
    match (a, b) {
        (Scalar::Float, _) | (_, Scalar::Float) => Scalar::Float,
        (Scalar::Int, Scalar::Int) => Scalar::Int,
        _ => Scalar::Uint,
    }
}

/// The types of an operator with a matrix.
fn matrix_operands(operator: BinaryOperator, left: Ty, right: Ty) -> Option<(Ty, Ty, Ty)> {
    use BinaryOperator as B;
    let number = |ty: Ty| ty.is_scalar_number().then_some(FLOAT);
    Some(match (left, right) {
        (Ty::Matrix(columns, rows), Ty::Vector(Scalar::Float, lanes))
            if operator == B::Multiply && lanes == columns =>
        {
            (left, right, Ty::Vector(Scalar::Float, rows))
        }
        (Ty::Vector(Scalar::Float, lanes), Ty::Matrix(columns, rows)) if operator == B::Multiply && lanes == rows => {
            (left, right, Ty::Vector(Scalar::Float, columns))
        }
        (Ty::Matrix(columns, rows), Ty::Matrix(more, inner)) if operator == B::Multiply && inner == columns => {
            (left, right, Ty::Matrix(more, rows))
        }
        (Ty::Matrix(..), Ty::Matrix(..)) if left == right && matches!(operator, B::Add | B::Subtract) => {
            (left, right, left)
        }
        (Ty::Matrix(..), other) if matches!(operator, B::Multiply | B::Divide | B::Add | B::Subtract) => {
            (left, number(other)?, left)
        }
        (other, Ty::Matrix(..)) if operator == B::Multiply => (number(other)?, right, right),
        _ => return None,
    })
}
