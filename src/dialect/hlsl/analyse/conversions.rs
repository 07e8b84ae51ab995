//! Conversions between types: which exist, what they cost when an overload is chosen, and their nodes in the program.

use rustc_hash::FxHashSet;

use super::numbers::{Operand, distance};
use super::rules::Analyser;
use super::{Version, heaps};
use crate::ir::{
    Convert, Expr, ExprKind, Order, Resource, Scalar, Struct, TokenIndex, Type, has_resources, type_name, type_size,
};
use crate::sema::constants::{truth, wrap};
use crate::sema::numbers::{Shape, order_of, parts};
use crate::sema::types::same;
use crate::sema::{Failed, Result, TypedValue as Value};

/// How well an argument fits a parameter: lower is better, and the first field is compared first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// 0: the same shape; 1: equally many components; 2: a splat; 3: a truncation.
    pub shape: u8,
    pub distance: u32,
}

impl Cost {
    pub const NONE: Cost = Cost { shape: 0, distance: 0 };

    /// Of two arguments together.
    pub fn and(self, other: Cost) -> Cost {
        Cost { shape: self.shape.max(other.shape), distance: self.distance.saturating_add(other.distance) }
    }
}

/// The scalars of a value, in order; `None` if it contains anything else, or more than [`MAX_FLAT`].
pub fn flat(ty: &Type) -> Option<Vec<Scalar>> {
    fn add(ty: &Type, all: &mut Vec<Scalar>) -> Option<()> {
        if all.len() > MAX_FLAT {
            return None;
        }
        match ty {
            Type::Array(of, Some(length)) => {
                for _ in 0..*length {
                    let before = all.len();
                    add(of, all)?;
                    // An element without scalars adds none, however many there are.
                    if all.len() == before {
                        break;
                    }
                }
                Some(())
            }
            // Structures that nest without a scalar would be walked member by member.
            Type::Struct(of) if of.size().scalars == 0 => Some(()),
            Type::Struct(of) => of.members.iter().try_for_each(|member| add(&member.ty, all)),
            _ => {
                let (scalar, shape) = parts(ty)?;
                all.extend(std::iter::repeat_n(scalar, usize::from(shape.count())));
                Some(())
            }
        }
    }
    if type_size(ty).scalars > MAX_FLAT as u64 {
        return None;
    }
    let mut all = Vec::new();
    add(ty, &mut all)?;
    Some(all)
}

/// Values with more scalars than this are not converted one by one.
pub const MAX_FLAT: usize = 65_536;

/// See [`Cost::shape`].
const LOSES: u8 = 3;

/// The cost of an implicit conversion between shapes; `None` if there is none.
fn shape_cost(from: Shape, to: Shape) -> Option<u8> {
    match (from, to) {
        (a, b) if a == b => Some(0),
        (a, b) if a.count() == 1 => Some(if b.count() == 1 { 1 } else { 2 }),
        (Shape::Vector(a), Shape::Vector(b)) => (a > b).then_some(LOSES),
        (_, b) if b.count() == 1 => Some(LOSES),
        (Shape::Matrix(r1, c1), Shape::Matrix(r2, c2)) => (r1 >= r2 && c1 >= c2).then_some(LOSES),
        // A matrix with one row or column counts as a vector.
        (a, b) if a.count() == b.count() => Some(1),
        (a, b) => (a.count() > b.count() && a.is_line() && b.is_line()).then_some(LOSES),
    }
}

/// Whether it is an `enum class`.
pub fn is_scoped(ty: &Type) -> bool {
    matches!(ty, Type::Enum { scoped: true, .. })
}

impl Analyser<'_, '_> {
    /// Whether `derived` is the structure `base` or inherits from it.
    pub fn inherits(&mut self, derived: &Type, base: &Type) -> bool {
        same(derived, base) || !self.path_to_base(derived, base).is_empty()
    }

    /// The structures from a base of `derived` to `base`, in the order of conversion; empty if it does not inherit from it.
    fn path_to_base(&mut self, derived: &Type, base: &Type) -> Vec<Type> {
        let mut path: Vec<Type> = Vec::new();
        // For each structure of the path, its bases that have not been looked at.
        let mut open: Vec<Vec<Type>> = vec![self.bases_of_type(derived)];
        let mut seen = FxHashSet::default();
        while let Some(left) = open.last_mut() {
            let Some(parent) = left.pop() else {
                open.pop();
                path.pop();
                continue;
            };
            let Type::Struct(of) = &parent else { continue };
            if !seen.insert(of.symbol) {
                continue;
            }
            path.push(parent.clone());
            if same(&parent, base) {
                return path;
            }
            open.push(self.bases_of_type(&parent));
        }
        Vec::new()
    }

    /// The bases of a structure, the first one last.
    fn bases_of_type(&mut self, ty: &Type) -> Vec<Type> {
        let Type::Struct(of) = ty else { return Vec::new() };
        let mut bases = self.bases(of);
        bases.reverse();
        bases
    }

    /// The cost of an implicit conversion; `None` if there is none.
    pub fn cost(&mut self, value: &Value, to: &Type) -> Option<Cost> {
        // A `ConstantBuffer<T>` converts to `T`, but not to a base of `T`.
        if let Type::Resource(Resource::Constant(of) | Resource::TextureBuffer(of)) = &value.expr.ty
            && !matches!(to, Type::Resource(_))
        {
            return same(of, to).then_some(Cost::NONE);
        }
        let from = &value.expr.ty;
        if let Type::Resource(Resource::Descriptor(_)) = from {
            return heaps::holds(to).then_some(Cost::NONE);
        }
        if same(from, to) && !value.literal {
            return Some(Cost::NONE);
        }
        if matches!(to, Type::Enum { .. }) || is_scoped(from) {
            return None;
        }
        if let (Some((scalar, shape)), Some((to_scalar, to_shape))) = (parts(from), parts(to)) {
            let shape = shape_cost(shape, to_shape)?;
            let operand = Operand { scalar, literal: value.literal };
            return Some(Cost { shape, distance: distance(operand, to_scalar) });
        }
        if matches!(from, Type::Struct(_)) && self.inherits(from, to) {
            return Some(Cost { shape: 1, distance: 0 });
        }
        self.same_layout(from, to).then_some(Cost { shape: 1, distance: 0 })
    }

    /// Whether two arrays have the same scalars in the same order; before HLSL 2021, structures convert in the same
    /// way.
    fn same_layout(&self, from: &Type, to: &Type) -> bool {
        let converts = |ty: &Type| match ty {
            Type::Array(..) => true,
            Type::Struct(_) => self.context.settings.version < Version::V2021,
            _ => false,
        };
        converts(from) && converts(to) && flat(from).is_some_and(|scalars| flat(to) == Some(scalars))
    }

    /// Converts implicitly. `what` completes "cannot convert ... ": `to the result of ...`.
    pub fn convert(&mut self, value: Value, to: &Type) -> Result<Expr> {
        let from = value.expr.ty.clone();
        if let Some(cost) = self.cost(&value, to) {
            let at = value.expr.at;
            if cost.shape == LOSES {
                let help = truncating(&from, to);
                let (from, to) = (type_name(&from), type_name(to));
                self.warning("truncation", at.0, format!("`{from}` is truncated to `{to}`")).help(help);
            }
            return Ok(self.converted(value, to));
        }
        let at = value.expr.at;
        self.no_conversion(at, &from, to);
        Err(Failed)
    }

    pub fn no_conversion(&mut self, at: TokenIndex, from: &Type, to: &Type) {
        let help = match from {
            // A cast would take the first components of the first members, which nobody means.
            Type::Struct(of) if !matches!(to, Type::Struct(_)) => member_of_type(of, to),
            _ => explicit_exists(from, to).then(|| format!("Write the conversion: `({})value`.", type_name(to))),
        };
        let (shown_from, shown_to) = (type_name(from), type_name(to));
        let diagnostic = self.error("type-mismatch", at.0, format!("expected `{shown_to}`, found `{shown_from}`"));
        match (parts(from), parts(to)) {
            (Some((_, a)), Some((_, b))) if a.count() < b.count() => {
                diagnostic.note(format!(
                    "a value of {} components has no implicit conversion to one of {}",
                    a.count(),
                    b.count()
                ));
            }
            _ => diagnostic.help = help,
        }
    }

    /// Converts where a conversion is known to exist.
    pub fn converted(&mut self, value: Value, to: &Type) -> Expr {
        if let Type::Resource(Resource::Descriptor(heap)) = value.expr.ty {
            return self.descriptor(heap, value.expr, to);
        }
        let value = if matches!(to, Type::Resource(_)) { value } else { self.through(value) };
        let mut expr = match (&*value.expr.kind, parts(to)) {
            // A literal has the type of its components at once: `0.1` is no `float` before it is a `double2`.
            (ExprKind::Literal(literal), Some((scalar, shape)))
                if value.literal && !matches!(to, Type::Enum { .. }) =>
            {
                let ty = if shape == Shape::Scalar { to.clone() } else { Type::Scalar(scalar) };
                Expr { kind: Box::new(ExprKind::Literal(wrap(scalar, *literal))), ty, at: value.expr.at }
            }
            _ => value.concrete(),
        };
        for step in self.steps(&expr.ty, to) {
            expr = apply(expr, step);
        }
        expr
    }

    /// The nodes between two types, outermost last.
    pub fn steps(&mut self, from: &Type, to: &Type) -> Vec<(Convert, Type)> {
        if from == to {
            return Vec::new();
        }
        if let (Some((scalar, shape)), Some((to_scalar, to_shape))) = (parts(from), parts(to)) {
            let order = order_of(from).or(order_of(to)).unwrap_or(Order::ColumnMajor);
            let mut steps = Vec::new();
            let numeric = scalar != to_scalar || matches!(from, Type::Enum { .. }) != matches!(to, Type::Enum { .. });
            // What loses components loses them first.
            let losing = shape.count() > to_shape.count();
            let mut shape_now = shape;
            if losing {
                steps.push((Convert::Truncate, to_shape.ty(scalar, order)));
                shape_now = to_shape;
            }
            if numeric {
                let ty = if shape_now == to_shape && matches!(to, Type::Enum { .. }) {
                    to.clone()
                } else {
                    shape_now.ty(to_scalar, order)
                };
                steps.push((Convert::Numeric, ty));
            }
            if shape_now != to_shape {
                let convert =
                    if shape_now.count() == 1 && to_shape.count() > 1 { Convert::Splat } else { Convert::Reshape };
                steps.push((convert, to.clone()));
            } else if steps.last().map_or(from, |(_, ty)| ty) != to {
                // The storage order alone differs.
                steps.push((Convert::Reshape, to.clone()));
            }
            return steps;
        }
        if same(from, to) {
            // Types that differ in the storage order of matrices inside.
            return if from == to || matches!(from, Type::Resource(_)) {
                Vec::new()
            } else {
                vec![(Convert::Flatten, to.clone())]
            };
        }
        let bases = self.path_to_base(from, to);
        if !bases.is_empty() {
            return bases.into_iter().map(|base| (Convert::Base, base)).collect();
        }
        if parts(from).is_some_and(|(_, shape)| shape.count() == 1) {
            return vec![(Convert::Fill, to.clone())];
        }
        vec![(Convert::Flatten, to.clone())]
    }

    /// `(T)value`.
    pub fn cast(&mut self, value: Value, to: &Type, at: TokenIndex) -> Result<Expr> {
        let from = value.expr.ty.clone();
        if self.cost(&value, to).is_some() {
            let mut expr = self.converted(value, to);
            expr.at = at;
            return Ok(expr);
        }
        // `(S)0`, however large it is.
        let is_zero = matches!(&*value.expr.kind, ExprKind::Literal(literal) if !truth(*literal));
        let holds_values = matches!(to, Type::Struct(_) | Type::Array(_, Some(_))) && !has_resources(to);
        if is_zero && holds_values && flat(to).is_none_or(|scalars| !scalars.is_empty()) {
            return Ok(Expr { kind: Box::new(ExprKind::Zero), ty: to.clone(), at });
        }
        // Numbers to structures, `(S2)s1`, `(float4)array`.
        if explicit_exists(&from, to) {
            let mut value = value;
            if value.literal {
                value = Value::of(value.concrete());
            }
            let mut expr = self.converted(value, to);
            expr.at = at;
            return Ok(expr);
        }
        let (shown_from, shown_to) = (type_name(&from), type_name(to));
        let diagnostic = self.error("bad-cast", at.0, format!("a `{shown_from}` cannot be cast to `{shown_to}`"));
        match (flat(&from), flat(to)) {
            (Some(a), Some(b)) => {
                diagnostic.note(format!("`{shown_from}` has {} components, `{shown_to}` has {}", a.len(), b.len()));
            }
            // The note does not name the wrong component: the search for it is linear in the component count.
            _ => {
                diagnostic
                    .note(format!("only numbers, and structures and arrays of up to {MAX_FLAT} of them, can be cast"));
            }
        }
        Err(Failed)
    }
}

/// Whether a cast may be written where no implicit conversion exists.
pub fn explicit_exists(from: &Type, to: &Type) -> bool {
    if matches!(to, Type::Void) || matches!(from, Type::Void) {
        return false;
    }
    if let (Some((_, shape)), Some((_, to_shape))) = (parts(from), parts(to)) {
        // An enumeration is no part of a vector.
        let whole = !matches!(to, Type::Enum { .. }) || shape.count() == 1;
        return whole && shape_cost(shape, to_shape).is_some();
    }
    match (flat(from), flat(to)) {
        (Some(a), Some(b)) => {
            a.len() == b.len() || (a.len() == 1 && parts(from).is_some()) || (a.len() > b.len() && !b.is_empty())
        }
        _ => false,
    }
}

pub fn apply(expr: Expr, (convert, ty): (Convert, Type)) -> Expr {
    // Constants stay constants.
    if let (ExprKind::Literal(literal), Convert::Numeric, Type::Scalar(scalar)) = (&*expr.kind, convert, &ty) {
        let kind = Box::new(ExprKind::Literal(wrap(*scalar, *literal)));
        return Expr { kind, at: expr.at, ty };
    }
    let at = expr.at;
    Expr { kind: Box::new(ExprKind::Convert(convert, expr)), ty, at }
}

/// How a program says that it means to lose components.
fn truncating(from: &Type, to: &Type) -> String {
    match (from, parts(to)) {
        (Type::Vector(..), Some((_, shape @ (Shape::Scalar | Shape::Vector(_))))) => {
            let kept = &"xyzw"[..usize::from(shape.count()).min(4)];
            format!("Select the components that are meant, for example with `.{kept}`.")
        }
        _ => format!("Write the conversion if it is meant: `({})value`.", type_name(to)),
    }
}

/// Names a member that has the type which is expected.
fn member_of_type(of: &Struct, ty: &Type) -> Option<String> {
    let member = of.members.iter().find(|member| same(&member.ty, ty))?;
    Some(format!("Select a member: `{}` is of type `{}`.", member.name, type_name(ty)))
}
