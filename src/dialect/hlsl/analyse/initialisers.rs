//! Initialiser lists (`{ ... }`) and constructors.

use super::conversions::is_scoped;
use super::rules::Analyser;
use crate::atom::Atom;
use crate::ir::{
    BinaryOp, Bits, Expr, ExprKind, Literal, Order, Scalar, Statement, StatementKind, TokenIndex, Type, type_name,
    type_size,
};
use crate::sema::numbers::{Shape, order_of, parts};
use crate::sema::types::{array_of, literal, same};
use crate::sema::{Failed, Result, TypedValue};
use crate::syntax::{Kind, NodeId};

/// The values of an initialiser list that are not used yet, flattened as far as needed.
struct Supply {
    /// In reverse: the next is the last.
    values: Vec<TypedValue>,
    /// Scalars in all values.
    given: u64,
    /// What is made of them.
    wanted: Wanted,
}

/// What a list is the initialiser of.
enum Wanted {
    Whole(Type),
    /// As many of this type as the values make.
    Each(Type),
}

impl Supply {
    /// `values` in their order.
    fn new(mut values: Vec<TypedValue>, wanted: Wanted) -> Supply {
        let scalars = values.iter().map(|value| type_size(&value.expr.ty).scalars);
        let given = scalars.fold(0, u64::saturating_add);
        values.reverse();
        Supply { values, given, wanted }
    }
}

/// The most values of a flattened list.
const MAX_VALUES: usize = 1 << 16;

impl Analyser<'_, '_> {
    /// The initialiser of a declaration of this type: an expression or a list.
    pub fn initialiser(&mut self, node: NodeId, ty: &Type) -> Result<Expr> {
        if self.kind(node) != Kind::List {
            let value = self.value(node)?;
            // Arrays and structures are copied whole.
            return self.convert(value, ty);
        }
        let at = self.at(node);
        let mut values = Vec::new();
        self.list_values(node, &mut values)?;
        if let ([only], false) = (values.as_slice(), parts(ty).is_some())
            && same(&only.expr.ty, ty)
        {
            let Some(only) = values.pop() else { return Err(Failed) };
            return Ok(self.converted(only, ty));
        }
        let mut supply = Supply::new(values, Wanted::Whole(ty.clone()));
        let result = self.supplied(ty, &mut supply, at)?;
        if !supply.values.is_empty() {
            let shown = type_name(ty);
            let extra = supply.values[supply.values.len() - 1].expr.at.0;
            self.error("initialiser", extra, format!("too many values in the initialiser of `{shown}`"));
            return Err(Failed);
        }
        Ok(result)
    }

    /// The list of an array without a length (`T x[] = { ... }`): the array, and its number of elements.
    pub fn unsized_initialiser(&mut self, node: NodeId, element: &Type) -> Result<(Expr, u32)> {
        let at = self.at(node);
        let mut values = Vec::new();
        self.list_values(node, &mut values)?;
        let mut supply = Supply::new(values, Wanted::Each(element.clone()));
        let mut elements = Vec::new();
        while !supply.values.is_empty() {
            elements.push(self.supplied(element, &mut supply, at)?);
        }
        if elements.is_empty() {
            self.error("array-size", at.0, "an array cannot have 0 elements");
            return Err(Failed);
        }
        let length = elements.len() as u32;
        let ty = array_of(element.clone(), &[Some(length)]);
        Ok((Expr { kind: Box::new(ExprKind::Aggregate(elements)), ty, at }, length))
    }

    fn list_values(&mut self, node: NodeId, values: &mut Vec<TypedValue>) -> Result<()> {
        let mut result = Ok(());
        for part in self.operands(node) {
            if self.kind(part) == Kind::List {
                result = result.and(self.list_values(part, values));
                continue;
            }
            // `{ 1, }`.
            if self.kind(part) == Kind::Empty {
                continue;
            }
            match self.value(part) {
                Ok(value) => values.push(value),
                Err(failed) => result = Err(failed),
            }
            if values.len() > MAX_VALUES {
                self.error(
                    "initialiser",
                    self.first(part),
                    format!("a list of more than {MAX_VALUES} values is too long"),
                );
                return Err(Failed);
            }
        }
        result
    }

    /// A value of this type, from the next values of the list.
    fn supplied(&mut self, ty: &Type, supply: &mut Supply, at: TokenIndex) -> Result<Expr> {
        if let Some(next) = supply.values.last()
            && same(&next.expr.ty, ty)
            && let Some(next) = supply.values.pop()
        {
            return Ok(self.converted(next, ty));
        }
        match ty {
            Type::Array(of, Some(length)) => {
                let mut elements = Vec::new();
                for _ in 0..*length {
                    elements.push(self.supplied(of, supply, at)?);
                }
                Ok(Expr { kind: Box::new(ExprKind::Aggregate(elements)), ty: ty.clone(), at })
            }
            Type::Struct(of) => {
                let of = of.clone();
                let mut members = Vec::new();
                for (member, index) in of.members.iter().zip(0..) {
                    let fields = of.fields.iter().filter(|field| field.member == index);
                    let mut fields = fields.peekable();
                    if fields.peek().is_none() {
                        members.push(self.supplied(&member.ty, supply, at)?);
                        continue;
                    }
                    let mut word: Option<Expr> = None;
                    for field in fields {
                        let value = self.supplied(&field.ty, supply, at)?;
                        let value = self.in_word(value, field.bits, &member.ty);
                        word = Some(match word {
                            Some(word) => binary(BinaryOp::Or, word, value),
                            None => value,
                        });
                    }
                    members.extend(word);
                }
                Ok(Expr { kind: Box::new(ExprKind::Aggregate(members)), ty: ty.clone(), at })
            }
            _ => match parts(ty) {
                Some((scalar, Shape::Scalar)) => {
                    let value = self.next_scalar(supply, ty, at)?;
                    let _ = scalar;
                    self.convert_scalar(value, ty)
                }
                Some((scalar, shape)) => {
                    let mut left = shape.count();
                    let mut arguments = Vec::new();
                    while left > 0 {
                        // A whole vector that fits stays whole.
                        let fits = supply.values.last().and_then(|next| parts(&next.expr.ty)).map(|(_, shape)| shape);
                        match fits {
                            Some(inner) if inner.count() <= left && inner != Shape::Scalar => {
                                let Some(next) = supply.values.pop() else { return Err(Failed) };
                                let order = order_of(&next.expr.ty).unwrap_or(Order::ColumnMajor);
                                left -= inner.count();
                                arguments.push(self.converted(next, &inner.ty(scalar, order)));
                            }
                            _ => {
                                let value = self.next_scalar(supply, ty, at)?;
                                left -= 1;
                                arguments.push(self.convert_scalar(value, &Type::Scalar(scalar))?);
                            }
                        }
                    }
                    Ok(Expr { kind: Box::new(ExprKind::Construct(arguments)), ty: ty.clone(), at })
                }
                None => self.next_opaque(supply, ty, at),
            },
        }
    }

    /// A value where its bit field has it in a word, with zeros around it.
    fn in_word(&mut self, value: Expr, bits: Bits, word: &Type) -> Expr {
        let at = value.at;
        let Some((scalar, _)) = parts(word) else { return value };
        let value = self.converted(TypedValue::of(value), word);
        let mask = literal(scalar, Literal::Int((1 << bits.width) - 1), at);
        let value = binary(BinaryOp::And, value, mask);
        match bits.offset {
            0 => value,
            offset => binary(BinaryOp::ShiftLeft, value, literal(scalar, Literal::Int(i128::from(offset)), at)),
        }
    }

    fn convert_scalar(&mut self, value: TypedValue, ty: &Type) -> Result<Expr> {
        self.convert(value, ty)
    }

    fn too_few<T>(&mut self, supply: &Supply, at: TokenIndex) -> Result<T> {
        let needed = |ty: &Type| (type_name(ty), type_size(ty).scalars);
        let needs = match &supply.wanted {
            Wanted::Whole(ty) => {
                let (shown, count) = needed(ty);
                format!("`{shown}` needs {count}")
            }
            Wanted::Each(ty) => {
                let (shown, count) = needed(ty);
                format!("each `{shown}` needs {count}")
            }
        };
        let given = supply.given;
        self.error("initialiser", at.0, format!("too few values in the initialiser: {needs}, {given} given"));
        Err(Failed)
    }

    /// The next scalar; vectors, matrices, arrays and structures are flattened.
    fn next_scalar(&mut self, supply: &mut Supply, ty: &Type, at: TokenIndex) -> Result<TypedValue> {
        loop {
            let Some(next) = supply.values.pop() else { return self.too_few(supply, at) };
            if next.literal || matches!(next.expr.ty, Type::Scalar(_) | Type::Enum { .. }) {
                return Ok(next);
            }
            self.flatten(next, supply, ty)?;
        }
    }

    /// The next value that is no number; arrays and structures are flattened.
    fn next_opaque(&mut self, supply: &mut Supply, ty: &Type, at: TokenIndex) -> Result<Expr> {
        loop {
            let Some(next) = supply.values.pop() else { return self.too_few(supply, at) };
            if !matches!(next.expr.ty, Type::Struct(_) | Type::Array(_, Some(_))) {
                return self.convert(next, ty);
            }
            self.flatten(next, supply, ty)?;
        }
    }

    /// Puts the elements of a value back in its place. `ty` is what is wanted.
    fn flatten(&mut self, value: TypedValue, supply: &mut Supply, ty: &Type) -> Result<()> {
        let whole = self.named(value.concrete());
        let at = whole.at;
        let part = |kind, ty| TypedValue::of(Expr { kind: Box::new(kind), ty, at });
        let elements: Vec<TypedValue> = match &whole.ty {
            Type::Vector(scalar, n) => {
                (0..*n).map(|at| part(ExprKind::Swizzle(whole.clone(), vec![at]), Type::Scalar(*scalar))).collect()
            }
            Type::Matrix { scalar, rows, columns, .. } => (0..*rows)
                .flat_map(|row| (0..*columns).map(move |column| (row, column)))
                .map(|place| part(ExprKind::MatrixSwizzle(whole.clone(), vec![place]), Type::Scalar(*scalar)))
                .collect(),
            Type::Array(of, Some(length)) if (*length as usize) < MAX_VALUES => (0..*length)
                .map(|index| {
                    let index = literal(Scalar::Int, Literal::Int(i128::from(index)), at);
                    part(ExprKind::Index(whole.clone(), index), (**of).clone())
                })
                .collect(),
            Type::Struct(of) => of
                .members
                .iter()
                .zip(0u32..)
                .map(|(member, index)| part(ExprKind::Member(whole.clone(), index), member.ty.clone()))
                .collect(),
            other => {
                let (from, to) = (type_name(other), type_name(ty));
                self.error("type-mismatch", at.0, format!("expected `{to}`, found `{from}`"));
                return Err(Failed);
            }
        };
        if supply.values.len() + elements.len() > MAX_VALUES {
            self.error("initialiser", at.0, format!("a list of more than {MAX_VALUES} values is too long"));
            return Err(Failed);
        }
        supply.values.extend(elements.into_iter().rev());
        Ok(())
    }

    /// Stores the value in a local, so that it can be used several times and is computed once.
    fn named(&mut self, expr: Expr) -> Expr {
        let mut inner = &expr;
        loop {
            match &*inner.kind {
                ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Literal(_) | ExprKind::Zero => return expr,
                ExprKind::Member(base, _) | ExprKind::Swizzle(base, _) => inner = base,
                _ => break,
            }
        }
        if self.body.is_none() {
            return expr;
        }
        let (ty, at) = (expr.ty.clone(), expr.at);
        let id = self.new_local(Atom::from("initialiser"), ty.clone(), false, at);
        self.before.push(Statement { kind: StatementKind::Declare(id, Some(expr)), at });
        Expr { kind: Box::new(ExprKind::Local(id)), ty, at }
    }

    /// `float4(a.xyz, 1)`: the components of numbers in order.
    pub fn construct(&mut self, ty: &Type, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        if let Some(number) = arguments.iter().find(|argument| is_scoped(&argument.expr.ty)) {
            let (shown, wanted) = (type_name(&number.expr.ty), type_name(ty));
            self.error("type-mismatch", number.expr.at.0, format!("a `{shown}` is no number for `{wanted}`"))
                .help("Write the conversion: `(uint)value`.");
            return Err(Failed);
        }
        let number = parts(ty).filter(|_| !matches!(ty, Type::Enum { .. }));
        let Some((scalar, shape)) = number else {
            let shown = type_name(ty);
            if let (Type::Struct(_), [_]) = (ty, arguments.as_slice()) {
                let Some(only) = arguments.into_iter().next() else { return Err(Failed) };
                return Ok(TypedValue::of(self.cast(only, ty, at)?));
            }
            self.error("bad-constructor", at.0, format!("`{shown}` has no constructor"))
                .help("Declare a variable and give its members values, or write `{ ... }` behind its `=`.");
            return Err(Failed);
        };
        let has_count =
            |argument: &TypedValue| parts(&argument.expr.ty).is_some_and(|(_, inner)| inner.count() == shape.count());
        if let [only] = arguments.as_slice()
            && (has_count(only) || parts(&only.expr.ty).is_none())
        {
            return Ok(TypedValue::of(self.cast(only.clone(), ty, at)?));
        }
        if arguments.is_empty() {
            let shown = type_name(ty);
            self.error(
                "bad-constructor",
                at.0,
                format!("`{shown}` needs {} components, none are given", shape.count()),
            )
            .help(format!("Write `({shown})0` for zero."));
            return Err(Failed);
        }
        let is_alone = arguments.len() == 1;
        let mut count = 0u32;
        let mut converted = Vec::new();
        for argument in arguments {
            let Some((_, inner)) = parts(&argument.expr.ty) else {
                // Arrays and structures of numbers, in their components.
                if let Some(flat) = super::conversions::flat(&argument.expr.ty) {
                    let whole = Wanted::Whole(argument.expr.ty.clone());
                    let mut supply = Supply::new(vec![argument], whole);
                    for _ in 0..flat.len() {
                        let value = self.next_scalar(&mut supply, ty, at)?;
                        converted.push(self.convert_scalar(value, &Type::Scalar(scalar))?);
                    }
                    count += flat.len() as u32;
                    continue;
                }
                let shown = type_name(&argument.expr.ty);
                self.error(
                    "type-mismatch",
                    argument.expr.at.0,
                    format!("a constructor takes numbers, found `{shown}`"),
                );
                return Err(Failed);
            };
            count += u32::from(inner.count());
            let order = order_of(&argument.expr.ty).unwrap_or(Order::ColumnMajor);
            converted.push(self.converted(argument, &inner.ty(scalar, order)));
        }
        if count != u32::from(shape.count()) {
            let (shown, needed) = (type_name(ty), shape.count());
            let components = if needed == 1 { "component" } else { "components" };
            let text = match count {
                1 => format!("`{shown}` needs {needed} {components}, 1 is given"),
                _ => format!("`{shown}` needs {needed} {components}, {count} are given"),
            };
            let error = self.error("bad-constructor", at.0, text);
            if is_alone && (count == 1 || count > u32::from(needed)) {
                error.help(format!("Write the cast: `({shown})value`."));
            }
            return Err(Failed);
        }
        Ok(TypedValue::new(ExprKind::Construct(converted), ty.clone(), at))
    }
}

/// Of two numbers of one type.
fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let (ty, at) = (left.ty.clone(), left.at);
    Expr { kind: Box::new(ExprKind::Binary(op, left, right)), ty, at }
}
