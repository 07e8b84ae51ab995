//! Members, swizzles and elements: expressions with `.` and `[]`.

use std::sync::Arc;

use super::blocks::contents;
use super::rules::Analyser;
use crate::atom::Atom;
use crate::dialect::glsl::interface::of_struct;
use crate::dialect::glsl::words::type_name;
use crate::ir::{Expr, ExprKind, Intrinsic, Literal, Resource, Scalar, Struct, TokenIndex, Type, has_resources};
use crate::sema::lookup::member_index;
use crate::sema::numbers::{Shape, is_integer, parts};
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue, ValueCategory};
use crate::syntax::NodeId;

/// `xyzw`, `rgba` or `stpq`, not mixed; `None` for what is no swizzle.
fn swizzle(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() || text.len() > 4 {
        return None;
    }
    let set = |names: &str| text.chars().map(|c| names.find(c).map(|at| at as u8)).collect::<Option<Vec<u8>>>();
    set("xyzw").or_else(|| set("rgba")).or_else(|| set("stpq"))
}

/// The structure of a block.
fn block_structure(ty: &Type) -> Option<&Arc<Struct>> {
    match ty {
        Type::Resource(Resource::Constant(of) | Resource::Structured { element: of, .. }) => match &**of {
            Type::Struct(structure) => Some(structure),
            _ => None,
        },
        _ => None,
    }
}

impl Analyser<'_, '_> {
    pub fn member(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let [base, name, ..] = operands.as_slice() else { return self.not_understood(node) };
        let token = self.first(*name);
        let name = self.atom(token);
        if self.text(token.saturating_sub(1)) == "->" {
            self.error("syntax", token - 1, "GLSL has no pointers").help("Write `.` before the member.");
            return Err(Failed);
        }
        let base = self.value(*base)?;
        self.select(base, name, token)
    }

    fn select(&mut self, base: TypedValue, name: Atom, token: u32) -> Result<TypedValue> {
        let at = TokenIndex(token);
        if let Some(structure) = block_structure(&base.expr.ty).cloned() {
            let Some(index) = member_index(&structure, name) else { return self.no_member(&structure, name, token) };
            let words = of_struct(&structure).nth(index as usize).unwrap_or_default();
            let ty = structure.members.get(index as usize).map_or(Type::Void, |member| member.ty.clone());
            let category = match base.category {
                ValueCategory::Place if words.read_only => ValueCategory::ReadOnly("it is `readonly`"),
                category => category,
            };
            let category = match &base.expr.ty {
                Type::Resource(Resource::Constant(_)) => ValueCategory::ReadOnly("it lies in a uniform block"),
                _ => category,
            };
            return Ok(TypedValue::place(ExprKind::Member(contents(base.expr), index), ty, at, category));
        }
        match &base.expr.ty {
            Type::Struct(of) => match member_index(of, name) {
                Some(index) => Ok(self.select_member(base, index, at)),
                None => {
                    let of = Arc::clone(of);
                    self.no_member(&of, name, token)
                }
            },
            Type::Scalar(_) | Type::Vector(..) => self.select_components(base, name, token),
            other => {
                let shown = type_name(other);
                self.error("unknown-member", token, format!("`{shown}` has no member `{name}`"));
                Err(Failed)
            }
        }
    }

    fn no_member<T>(&mut self, of: &Struct, name: Atom, token: u32) -> Result<T> {
        let names: Vec<&str> = of.members.iter().map(|member| member.name.as_str()).collect();
        let help = self.unit.may_suggest().then(|| crate::diag::suggestion(name.as_str(), names)).flatten();
        let shown = of.symbol.0;
        self.error("unknown-member", token, format!("`{shown}` has no member `{name}`")).help = help;
        Err(Failed)
    }

    pub fn select_components(&mut self, base: TypedValue, name: Atom, token: u32) -> Result<TypedValue> {
        let Some((scalar, shape)) = parts(&base.expr.ty) else { return Err(Failed) };
        let shown = type_name(&base.expr.ty);
        let Some(places) = swizzle(name.as_str()) else {
            let what = if name.len() > 4 { "member" } else { "component" };
            self.error("bad-swizzle", token, format!("`{shown}` has no {what} `{name}`"))
                .help("Components are `xyzw`, `rgba` or `stpq`, one to four of them, not mixed.");
            return Err(Failed);
        };
        if let Some(beyond) = places.iter().position(|at| *at >= shape.count()) {
            let letter = &name.as_str()[beyond..=beyond];
            self.error("bad-swizzle", token, format!("`{shown}` has no component `{letter}`"));
            return Err(Failed);
        }
        let result = match places.len() {
            1 => Type::Scalar(scalar),
            count => Type::Vector(scalar, count as u8),
        };
        let (category, at) = (base.category, TokenIndex(token));
        let expr = base.concrete();
        // `v.zyx.x` is `v.z`.
        if let ExprKind::Swizzle(inner, outer) = &*expr.kind {
            let places: Option<Vec<u8>> = places.iter().map(|at| outer.get(usize::from(*at)).copied()).collect();
            if let Some(places) = places {
                return Ok(TypedValue::place(ExprKind::Swizzle(inner.clone(), places), result, at, category));
            }
        }
        Ok(TypedValue::place(ExprKind::Swizzle(expr, places), result, at, category))
    }

    pub fn index(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let Some((base, indices)) = operands.split_first() else { return self.not_understood(node) };
        let at = TokenIndex(self.tree.node(*base).last);
        let [index] = indices else {
            self.error("syntax", at.0, "expected one index in `[]`");
            return Err(Failed);
        };
        let (base, index) = (self.value(*base), self.value(*index));
        let (base, index) = (base?, index?);
        let ty = base.expr.ty.clone();
        let (element, length) = match &ty {
            Type::Array(of, length) => ((**of).clone(), *length),
            Type::Vector(scalar, count) => (Type::Scalar(*scalar), Some(u32::from(*count))),
            Type::Matrix { scalar, rows, columns, .. } => (Type::Vector(*scalar, *columns), Some(u32::from(*rows))),
            _ => {
                let shown = type_name(&ty);
                self.error("not-indexable", at.0, format!("a `{shown}` has no elements"));
                return Err(Failed);
            }
        };
        if !matches!(parts(&index.expr.ty), Some((scalar, Shape::Scalar)) if is_integer(scalar)) {
            let shown = type_name(&index.expr.ty);
            self.error("type-mismatch", index.expr.at.0, format!("an index must be an integer, found `{shown}`"))
                .help("Write the conversion: `int(value)`.");
            return Err(Failed);
        }
        let index = index.concrete();
        let known = self.evaluate_int(&index);
        if known.is_none() {
            self.has_length_for(&base.expr, &index)?;
        }
        if let Some(value) = known
            && (value < 0 || length.is_some_and(|length| value >= i128::from(length)))
        {
            let shown = type_name(&ty);
            self.error("index-range", index.at.0, format!("index {value} is outside of `{shown}`"));
            return Err(Failed);
        }
        Ok(TypedValue::place(ExprKind::Index(base.expr, index), element, at, base.category))
    }

    /// `.length()` of arrays, vectors and matrices: an `int`.
    pub fn length_method(
        &mut self,
        object: TypedValue,
        name: &str,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let shown = type_name(&object.expr.ty);
        if name != "length" {
            self.error("unknown-method", at.0, format!("`{shown}` has no method `{name}`"))
                .help("Arrays, vectors and matrices have `length()` alone.");
            return Err(Failed);
        }
        if !arguments.is_empty() {
            self.error("no-matching-function", at.0, "`length` takes no arguments");
            return Err(Failed);
        }
        let known = match &object.expr.ty {
            Type::Array(_, length) => *length,
            Type::Vector(_, count) => Some(u32::from(*count)),
            Type::Matrix { rows, .. } => Some(u32::from(*rows)),
            _ => None,
        };
        if let Some(length) = known {
            return Ok(TypedValue::of(literal(Scalar::Int, Literal::Int(i128::from(length)), at)));
        }
        // Of a buffer, or of outputs of a mesh stage.
        let is_output = matches!(&*object.expr.kind, ExprKind::Global(_)) && !has_resources(&object.expr.ty);
        if !is_output && !matches!(&*object.expr.kind, ExprKind::Member(..)) {
            self.unsupported(at.0, "the length of an array of resources");
            return Err(Failed);
        }
        let count = Expr {
            kind: Box::new(ExprKind::Intrinsic(Intrinsic::ArrayLength, vec![object.expr])),
            ty: Type::Scalar(Scalar::Uint),
            at,
        };
        Ok(TypedValue::of(super::conversions::numeric(count, &Type::Scalar(Scalar::Int))))
    }
}
