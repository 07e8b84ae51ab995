//! Members, swizzles and elements: expressions with `.` and `[]`.

use std::sync::Arc;

use super::rules::{Analyser, Entity};
use crate::atom::Atom;
use crate::ir::{
    Access, Convert, Dim, Element, Expr, ExprKind, Order, Resource, Scalar, TokenIndex, Type, resource_name, type_name,
};
use crate::sema::lookup::member_index;
use crate::sema::numbers::{Shape, is_float, parts};
use crate::sema::{Failed, Result, TypedValue, ValueCategory};
use crate::syntax::{Kind, NodeId};

/// `xyzw` or `rgba`, not mixed; `None` for what is no swizzle.
fn swizzle(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() || text.len() > 4 {
        return None;
    }
    let set = |names: &str| text.chars().map(|c| names.find(c).map(|at| at as u8)).collect::<Option<Vec<u8>>>();
    set("xyzw").or_else(|| set("rgba"))
}

/// `_m01_m22` counts from 0, `_12_33` from 1.
fn matrix_swizzle(text: &str) -> Option<Vec<(u8, u8)>> {
    let mut places = Vec::new();
    let mut rest = text.as_bytes();
    let zero_based = text.starts_with("_m");
    while !rest.is_empty() {
        let (row, column, after) = match rest {
            [b'_', b'm', row, column, after @ ..] if zero_based => (row, column, after),
            [b'_', row, column, after @ ..] if !zero_based => (row, column, after),
            _ => return None,
        };
        let base = if zero_based { b'0' } else { b'1' };
        let digit = |byte: &u8| byte.checked_sub(base).filter(|digit| *digit < 4);
        places.push((digit(row)?, digit(column)?));
        rest = after;
    }
    (1..=4).contains(&places.len()).then_some(places)
}

impl Analyser<'_, '_> {
    pub fn member(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let [base, name, ..] = operands.as_slice() else { return self.not_understood(node) };
        let token = self.first(*name);
        let name = self.atom(token);
        if self.text(token.saturating_sub(1)) == "->" {
            self.error("syntax", token - 1, "HLSL has no pointers").help("Write `.` before the member.");
            return Err(Failed);
        }
        let base = self.value(*base)?;
        self.select(base, name, token)
    }

    fn select(&mut self, base: TypedValue, name: Atom, token: u32) -> Result<TypedValue> {
        let at = TokenIndex(token);
        if let Type::Resource(Resource::Constant(of) | Resource::TextureBuffer(of)) = &base.expr.ty
            && let Type::Struct(inner) = &**of
            && let Some(index) = member_index(inner, name)
        {
            let Some(member) = inner.members.get(index as usize) else {
                let whole = self.through(base);
                return Ok(self.select_member(whole, index, at));
            };
            let ty = member.ty.clone();
            let category = ValueCategory::ReadOnly("a constant buffer cannot be written");
            return Ok(TypedValue::place(ExprKind::Member(base.expr, index), ty, at, category));
        }
        let base = self.through(base);
        let ty = base.expr.ty.clone();
        match &ty {
            Type::Struct(of) => {
                if let Some(index) = member_index(of, name) {
                    return Ok(self.select_member(base, index, at));
                }
                let decls = self.lookup_member(of, name);
                for decl in &decls {
                    if let Entity::Variable(variable) = &decl.entity {
                        let category = variable.read_only.map_or(ValueCategory::Place, ValueCategory::ReadOnly);
                        return Ok(TypedValue::place(
                            ExprKind::Global(variable.symbol),
                            variable.ty.clone(),
                            at,
                            category,
                        ));
                    }
                }
                if !decls.is_empty() {
                    self.error("not-a-value", token, format!("`{name}` is a method; it needs `(...)`"));
                    return Err(Failed);
                }
                if self.is_incomplete(of) {
                    return Err(Failed);
                }
                let shown = type_name(&ty);
                let fields = of.fields.iter().map(|field| field.name.as_str());
                let names: Vec<&str> = of.members.iter().map(|member| member.name.as_str()).chain(fields).collect();
                let may_suggest = self.unit.may_suggest();
                let help = may_suggest.then(|| crate::diag::suggestion(name.as_str(), names)).flatten();
                let diagnostic = self.error("unknown-member", token, format!("`{shown}` has no member `{name}`"));
                diagnostic.help = help;
                Err(Failed)
            }
            Type::Scalar(_) | Type::Vector(..) => self.select_components(base, name, token),
            Type::Matrix { scalar, rows, columns, .. } => {
                let Some(places) = matrix_swizzle(name.as_str()) else {
                    let shown = type_name(&ty);
                    self.error("bad-swizzle", token, format!("`{shown}` has no `{name}`"))
                        .help("Elements of a matrix are `_m00` to `_m33`, or `_11` to `_44`.");
                    return Err(Failed);
                };
                if let Some((row, column)) = places.iter().find(|(row, column)| row >= rows || column >= columns) {
                    let shown = type_name(&ty);
                    self.error(
                        "bad-swizzle",
                        token,
                        format!("`{name}` names row {row} and column {column} (from 0), which `{shown}` does not have"),
                    );
                    return Err(Failed);
                }
                let result = match places.len() {
                    1 => Type::Scalar(*scalar),
                    n => Type::Vector(*scalar, n as u8),
                };
                let category = base.category;
                Ok(TypedValue::place(ExprKind::MatrixSwizzle(base.expr, places), result, at, category))
            }
            Type::Resource(resource) => {
                let shown = resource_name(resource);
                let help = super::methods::suggest(resource, name.as_str());
                let diagnostic = self.error("unknown-member", token, format!("`{shown}` has no member `{name}`"));
                diagnostic.help = help;
                Err(Failed)
            }
            _ => {
                let shown = type_name(&ty);
                self.error("unknown-member", token, format!("`{shown}` has no members"));
                Err(Failed)
            }
        }
    }

    /// A `ConstantBuffer<T>` stands for its `T`.
    pub fn through(&mut self, base: TypedValue) -> TypedValue {
        match &base.expr.ty {
            Type::Resource(Resource::Constant(of) | Resource::TextureBuffer(of)) => {
                let ty = (**of).clone();
                let at = base.expr.at;
                let category = ValueCategory::ReadOnly("a constant buffer cannot be written");
                TypedValue::place(ExprKind::Convert(Convert::Reshape, base.expr), ty, at, category)
            }
            _ => base,
        }
    }

    pub fn select_components(&mut self, base: TypedValue, name: Atom, token: u32) -> Result<TypedValue> {
        let Some((scalar, shape)) = parts(&base.expr.ty) else { return Err(Failed) };
        let shown = || type_name(&base.expr.ty);
        let Some(places) = swizzle(name.as_str()) else {
            let shown = shown();
            let what = if name.len() > 4 { "member" } else { "component" };
            self.error("bad-swizzle", token, format!("`{shown}` has no {what} `{name}`"))
                .help("Components are `xyzw` or `rgba`, one to four of them, not mixed.");
            return Err(Failed);
        };
        if let Some(beyond) = places.iter().position(|at| *at >= shape.count()) {
            let (shown, letter) = (shown(), &name.as_str()[beyond..=beyond]);
            self.error("bad-swizzle", token, format!("`{shown}` has no component `{letter}`"));
            return Err(Failed);
        }
        let result = match places.len() {
            1 => Type::Scalar(scalar),
            n => Type::Vector(scalar, n as u8),
        };
        let category = base.category;
        let expr = base.concrete();
        // `v.zyx.x` is `v.z`.
        let at = TokenIndex(token);
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
        if let Some(value) = self.mip_index(*base, *index, at)? {
            return Ok(value);
        }
        let base = match self.heap(*base) {
            Some(heap) => Ok(self.heap_array(heap, *base)),
            None => self.value(*base),
        };
        let index = self.value(*index);
        let (base, index) = (base?, index?);
        if let Some(result) = self.overloaded("[]", &[&base, &index], at)? {
            return Ok(result);
        }
        let base = match &base.expr.ty {
            Type::Resource(Resource::Constant(of)) if !matches!(**of, Type::Struct(_)) => self.through(base),
            _ => base,
        };
        self.element(base, index, at)
    }

    fn element(&mut self, base: TypedValue, index: TypedValue, at: TokenIndex) -> Result<TypedValue> {
        let ty = base.expr.ty.clone();
        let category = base.category;
        let (element, wanted, category) = match &ty {
            Type::Array(of, _) => ((**of).clone(), 1, category),
            Type::Vector(scalar, _) => (Type::Scalar(*scalar), 1, category),
            Type::Matrix { scalar, columns, .. } => (Type::Vector(*scalar, *columns), 1, category),
            Type::Resource(resource) => match self.resource_element(resource) {
                Some(found) => found,
                None => {
                    let shown = resource_name(resource);
                    self.error("not-indexable", at.0, format!("`{shown}` has no `[]`"));
                    return Err(Failed);
                }
            },
            _ => {
                let shown = type_name(&ty);
                self.error("not-indexable", at.0, format!("a `{shown}` has no elements"));
                return Err(Failed);
            }
        };
        let index = self.index_value(index, wanted, matches!(ty, Type::Array(..)))?;
        let length = match &ty {
            Type::Array(_, length) => *length,
            Type::Vector(_, n) => Some(u32::from(*n)),
            Type::Matrix { rows, .. } => Some(u32::from(*rows)),
            _ => None,
        };
        if let (Some(length), Some(value)) = (length, self.evaluate_int(&index))
            && (value < 0 || value >= i128::from(length))
        {
            let shown = type_name(&ty);
            self.error("index-range", index.at.0, format!("index {value} is outside of `{shown}`"));
            return Err(Failed);
        }
        let value = TypedValue::place(ExprKind::Index(base.expr, index), element, at, category);
        Ok(if let Type::Resource(resource) = &ty { as_texel(value, resource) } else { value })
    }

    /// Converts an index to an integer, or to a vector of `wanted` integers. An array takes no vector of one component,
    /// as in C.
    fn index_value(&mut self, value: TypedValue, wanted: u8, of_array: bool) -> Result<Expr> {
        let Some((scalar, shape)) = parts(&value.expr.ty) else {
            let shown = type_name(&value.expr.ty);
            self.error("type-mismatch", value.expr.at.0, format!("an index must be a number, found `{shown}`"));
            return Err(Failed);
        };
        if shape.count() != wanted || !shape.is_line() || of_array && shape != Shape::Scalar {
            let (shown, wanted) = (type_name(&value.expr.ty), wanted_index(wanted));
            self.error("type-mismatch", value.expr.at.0, format!("an index must be {wanted} here, found `{shown}`"));
            return Err(Failed);
        }
        let scalar = match scalar {
            _ if is_float(scalar) => Scalar::Int,
            Scalar::Bool => Scalar::Int,
            // A texture's place is at most 32 bits wide.
            Scalar::Int64 | Scalar::Uint64 if wanted > 1 => Scalar::Int,
            other => other,
        };
        let shape_wanted = if wanted == 1 { Shape::Scalar } else { Shape::Vector(wanted) };
        self.convert(value, &shape_wanted.ty(scalar, Order::ColumnMajor))
    }

    /// `[]` of a resource: the type of the element, the number of index components, and whether the element can be
    /// written.
    fn resource_element(&mut self, resource: &Resource) -> Option<(Type, u8, ValueCategory)> {
        let read = ValueCategory::ReadOnly("the resource is not writable; its type has no `RW`");
        let category = |write: &Access| if *write == Access::ReadWrite { ValueCategory::Place } else { read };
        Some(match resource {
            Resource::Texture { dim, array, element, .. } if *dim != Dim::Cube => {
                (element_type(*element), dims(*dim) + u8::from(*array), read)
            }
            Resource::Image { dim, array, element, .. } => {
                (element_type(*element), dims(*dim) + u8::from(*array), ValueCategory::Place)
            }
            Resource::TypedBuffer { access: write, element, .. } => (element_type(*element), 1, category(write)),
            Resource::Structured { access: write, element } => ((**element).clone(), 1, category(write)),
            _ => return None,
        })
    }

    /// `t.mips[level][place]`, `t.sample[index][place]`.
    fn mip_index(&mut self, base: NodeId, index: NodeId, at: TokenIndex) -> Result<Option<TypedValue>> {
        if self.kind(base) != Kind::Index {
            return Ok(None);
        }
        let inner = self.operands(base);
        let [member, level] = inner.as_slice() else { return Ok(None) };
        if self.kind(*member) != Kind::Member {
            return Ok(None);
        }
        let parts = self.operands(*member);
        let [object, name, ..] = parts.as_slice() else { return Ok(None) };
        let name = self.text(self.first(*name));
        if !matches!(name, "mips" | "sample") {
            return Ok(None);
        }
        let object = self.value(*object)?;
        let ty = object.expr.ty.clone();
        let Type::Resource(resource @ Resource::Texture { dim, array, multisampled, element, .. }) = &ty else {
            // A member of a structure that happens to have the name.
            return Ok(None);
        };
        let (dim, array, element) = (*dim, *array, *element);
        if *multisampled != (name == "sample") || dim == Dim::Cube {
            return Ok(None);
        }
        let level = self.value(*level)?;
        let level = self.convert(level, &Type::Scalar(Scalar::Uint))?;
        let place = self.value(index)?;
        let place = self.index_value(place, dims(dim) + u8::from(array), false)?;
        let kind = ExprKind::MipIndex(object.expr, level, place);
        let read = ValueCategory::ReadOnly("the resource is not writable; its type has no `RW`");
        Ok(Some(as_texel(TypedValue::place(kind, element_type(element), at, read), resource)))
    }
}

fn wanted_index(count: u8) -> String {
    if count == 1 { "one number".to_owned() } else { format!("a vector of {count}") }
}

/// The number of components of a texture coordinate, without the array layer.
pub fn dims(dim: Dim) -> u8 {
    match dim {
        Dim::D1 => 1,
        Dim::D2 => 2,
        Dim::D3 | Dim::Cube => 3,
    }
}

/// A texel as the structure that the source declares for it (`Texture2D<S>`); other values are unchanged.
pub fn as_texel(value: TypedValue, resource: &Resource) -> TypedValue {
    let (Resource::Texture { texel: Some(texel), .. }
    | Resource::Image { texel: Some(texel), .. }
    | Resource::TypedBuffer { texel: Some(texel), .. }) = resource
    else {
        return value;
    };
    let (at, category) = (value.expr.at, value.category);
    TypedValue::place(ExprKind::Convert(Convert::Flatten, value.expr), Type::Struct(Arc::clone(texel)), at, category)
}

pub fn element_type(element: Element) -> Type {
    match element.count {
        1 => Type::Scalar(element.scalar),
        n => Type::Vector(element.scalar, n),
    }
}

/// The innermost element type of an array of arrays.
pub fn innermost(ty: &Type) -> &Type {
    let mut ty = ty;
    while let Type::Array(of, _) = ty {
        ty = Arc::as_ref(of);
    }
    ty
}
