//! Resources as values. Targets do not accept resources in variables. So each resource expression is traced to its
//! global, and a function with resource parameters is lowered once for each set of arguments.

use naga::{BinaryOperator, Expression, Handle, StorageAccess};

use super::function::{FunctionBuilder, LocalState, ValueHandle};
use super::module::Lowerer;
use super::ray_query::holds_query;
use super::shape::has_resources;
use super::walk::globals_in;
use crate::ir::{
    Access, Convert, Expr, ExprKind, LocalId, Problem, Resource, ResourceAttributes, ResourcePart, Result, Storage,
    Symbol, Type, is_ray_query,
};

/// The index of an element of an array of resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Index {
    Constant(u32),
    /// An expression of the function that is being lowered.
    ValueHandle(ValueHandle),
    /// The nth index argument of the function.
    Slot(u32),
}

/// The resource that is the value of an expression.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum ResourceRef {
    /// A resource that has not been set yet.
    #[default]
    Unset,
    /// A global, or an element of one that is an array.
    Global(Symbol, Option<Index>),
    /// A ray query by the number of its variable, or an element of one that is an array.
    Query(u32, Option<Index>),
    /// An array that the shader makes from single resources.
    List(Vec<ResourceRef>),
}

/// A function for the resources it is called with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionKey {
    pub symbol: Symbol,
    pub resources: Vec<ResourceRef>,
}

/// How many resources are in a value of the type; an array of them counts as one.
pub fn leaves(ty: &Type) -> usize {
    match ty {
        Type::Resource(_) => 1,
        Type::Array(element, count) => match &**element {
            _ if super::shape::is_resource(element) => 1,
            element => leaves(element) * count.unwrap_or(0) as usize,
        },
        Type::Struct(structure) => structure.members.iter().map(|member| leaves(&member.ty)).sum(),
        _ => 0,
    }
}

/// Descriptors in a value of a resource type.
fn descriptors(ty: &Type) -> u32 {
    match ty {
        Type::Array(element, count) => descriptors(element).saturating_mul(count.unwrap_or(1)),
        _ => 1,
    }
}

/// Whether an index in it is a value of the function that is being lowered.
fn has_value(resource: &ResourceRef) -> bool {
    match resource {
        ResourceRef::Global(_, Some(Index::ValueHandle(_))) | ResourceRef::Query(_, Some(Index::ValueHandle(_))) => {
            true
        }
        ResourceRef::List(list) => list.iter().any(has_value),
        _ => false,
    }
}

/// Whether the program can write to the resource.
fn is_writable(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_writable(element),
        Type::Resource(resource) => match resource {
            Resource::TypedBuffer { access, .. }
            | Resource::Structured { access, .. }
            | Resource::ByteAddress { access } => *access == Access::ReadWrite,
            other => matches!(other, Resource::Image { .. } | Resource::Append(_) | Resource::Consume(_)),
        },
        _ => false,
    }
}

impl Lowerer<'_> {
    /// Records how a writable texture is accessed.
    pub fn touch_image(&mut self, symbol: Symbol, access: StorageAccess) {
        self.journal.accesses(symbol, access);
        *self.image_access.entry(symbol).or_insert(StorageAccess::empty()) |= access;
    }
}

impl FunctionBuilder<'_, '_> {
    /// The resources in the value of an expression, in order.
    pub fn resources(&mut self, expr: &Expr) -> Result<Vec<ResourceRef>> {
        let token = self.token_of(expr.at);
        match &*expr.kind {
            ExprKind::Local(local) => {
                let state = &self.locals[local.0 as usize];
                if state.resources.is_empty() {
                    return Ok(vec![ResourceRef::Unset; leaves(&expr.ty)]);
                }
                Ok(state.resources.clone())
            }
            ExprKind::Global(symbol) => self.global_resources(*symbol, token),
            ExprKind::Member(base, index) => {
                let all = self.resources(base)?;
                let Type::Struct(structure) = &base.ty else {
                    return self.internal("a member of a value that is not a structure");
                };
                let before: usize =
                    structure.members.iter().take(*index as usize).map(|member| leaves(&member.ty)).sum();
                Ok(all.into_iter().skip(before).take(leaves(&expr.ty)).collect())
            }
            ExprKind::Index(base, index) => {
                let mut all = self.resources(base)?;
                let constant = self.low.evaluator.integer(index).and_then(|index| u32::try_from(index).ok());
                if !super::shape::is_resource(&expr.ty) {
                    let Some(index) = constant else {
                        return Err(Problem::unsupported(
                            token,
                            "a computed index into an array of structures with resources",
                        ));
                    };
                    let count = leaves(&expr.ty);
                    return Ok(all.into_iter().skip(index as usize * count).take(count).collect());
                }
                match all.pop() {
                    Some(ResourceRef::List(mut list)) => match constant {
                        Some(index) if (index as usize) < list.len() => Ok(vec![list.swap_remove(index as usize)]),
                        _ => Err(Problem::unsupported(
                            token,
                            "a computed index into an array of resources that the shader assembles",
                        )),
                    },
                    Some(ResourceRef::Global(symbol, before)) => {
                        let stride = descriptors(&expr.ty);
                        let index = self.resource_index(before, index, constant, stride)?;
                        Ok(vec![ResourceRef::Global(symbol, Some(index))])
                    }
                    Some(ResourceRef::Query(at, before)) => {
                        let stride = descriptors(&expr.ty);
                        let index = self.resource_index(before, index, constant, stride)?;
                        Ok(vec![ResourceRef::Query(at, Some(index))])
                    }
                    _ => Err(Problem::unsupported(token, "a resource that has not been set")),
                }
            }
            ExprKind::Aggregate(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    if has_resources(&part.ty) {
                        all.extend(self.resources(part)?);
                    }
                }
                if super::shape::is_resource(&expr.ty) { Ok(vec![ResourceRef::List(all)]) } else { Ok(all) }
            }
            ExprKind::Zero => Ok(vec![ResourceRef::Unset; leaves(&expr.ty)]),
            ExprKind::Convert(Convert::Base, inner) => {
                let all = self.resources(inner)?;
                Ok(all.into_iter().take(leaves(&expr.ty)).collect())
            }
            ExprKind::Convert(_, inner) if leaves(&inner.ty) == leaves(&expr.ty) => self.resources(inner),
            ExprKind::Comma(first, second) => {
                self.effect(first)?;
                self.resources(second)
            }
            ExprKind::Intrinsic(crate::ir::Intrinsic::NonUniformResourceIndex, arguments) => {
                self.low.note_mark();
                match arguments.as_slice() {
                    [one] => self.resources(one),
                    _ => self.internal("an index with several arguments"),
                }
            }
            ExprKind::Conditional(..) | ExprKind::Select(..) => {
                Err(Problem::unsupported(token, "a choice between resources at run time"))
            }
            ExprKind::Call(symbol, arguments) => {
                let (value, mut resources) = self.call(*symbol, arguments)?;
                self.called.insert(std::ptr::from_ref(expr).addr(), value);
                resources.truncate(leaves(&expr.ty));
                Ok(resources)
            }
            _ => Err(Problem::unsupported(token, "a resource as this kind of value")),
        }
    }

    fn resource_index(
        &mut self,
        before: Option<Index>,
        index: &Expr,
        constant: Option<u32>,
        stride: u32,
    ) -> Result<Index> {
        if let (Some(index), None | Some(Index::Constant(_))) = (constant, before) {
            let before = if let Some(Index::Constant(before)) = before { before } else { 0 };
            return Ok(Index::Constant(before.saturating_add(index.saturating_mul(stride))));
        }
        let mut value = self.index_value(index)?;
        if stride != 1 {
            let stride = self.uint(stride);
            value = self.binary(BinaryOperator::Multiply, value, stride);
        }
        let before = match before {
            None => return Ok(Index::ValueHandle(value)),
            Some(Index::Constant(before)) => self.uint(before),
            Some(Index::ValueHandle(before)) => before,
            Some(Index::Slot(_)) => return self.internal("an index of a caller"),
        };
        Ok(Index::ValueHandle(self.binary(BinaryOperator::Add, before, value)))
    }

    fn global_resources(&mut self, symbol: Symbol, token: Option<u32>) -> Result<Vec<ResourceRef>> {
        let Some((instance, global)) = self.low.global_item(symbol) else {
            return self.internal(format!("`{}` is missing", symbol.0));
        };
        match &global.storage {
            Storage::Resource(ResourceAttributes { heap: Some(heap), .. }) => {
                self.token = token.or(self.token);
                self.needs_spirv(&format!("`{}`", heap.name()))?;
                Ok(vec![ResourceRef::Global(symbol, None)])
            }
            Storage::Resource(_) => Ok(vec![ResourceRef::Global(symbol, None)]),
            Storage::Private { initialiser: None } if is_ray_query(&global.ty) => {
                self.token = token.or(self.token);
                Ok(vec![self.new_query(&global.ty, Some(symbol))?])
            }
            Storage::Private { initialiser: Some(value) } | Storage::Constant { initialiser: value } => {
                // The first function that asks writes what the value needs.
                self.low.journal.keep_own();
                if let Some(known) = self.low.aliases.get(&symbol) {
                    return Ok(known.clone());
                }
                // The entry for the time of resolving: a resource that is defined by itself does not exist.
                self.low.aliases.insert(symbol, vec![ResourceRef::Unset; leaves(&global.ty)]);
                let outer = (std::mem::replace(&mut self.instance, instance), self.token);
                let known = self.resources(value);
                self.instance = outer.0;
                let known = known?;
                if known.iter().any(has_value) {
                    // The index is a value of this function, and every function has its own. So it must be the same
                    // everywhere.
                    self.low.aliases.remove(&symbol);
                    if let Some(changing) = self.changing_global(value) {
                        return self
                            .unsupported(format!("a global resource at an index that follows from `{}`", changing.0));
                    }
                    self.token = outer.1;
                    return Ok(known);
                }
                self.token = outer.1;
                self.low.aliases.insert(symbol, known.clone());
                Ok(known)
            }
            _ => self.unsupported(format!("the resource in `{}`, which has no initial value", symbol.0)),
        }
    }

    /// A global that an expression reads and that can change.
    fn changing_global(&self, expr: &Expr) -> Option<Symbol> {
        let changes = |symbol: &Symbol| {
            let global = self.low.global_item(*symbol).map(|(_, global)| global);
            global.is_some_and(|global| match &global.storage {
                Storage::Private { .. } | Storage::GroupShared => !has_resources(&global.ty),
                Storage::Resource(attributes) => attributes.heap.is_none() && is_writable(&global.ty),
                _ => false,
            })
        };
        globals_in(self.low, expr).into_iter().find(changes)
    }

    /// The single resource that is the value of an expression.
    pub fn resource(&mut self, expr: &Expr) -> Result<(Symbol, Option<Index>)> {
        self.token = self.token_of(expr.at).or(self.token);
        match self.resources(expr)?.pop() {
            Some(ResourceRef::Global(symbol, index)) => Ok((symbol, index)),
            // After a rejected statement, the missing resource may be one that this statement would have set.
            _ if !self.low.problems.is_empty() => self.internal("a resource that a rejected statement sets"),
            _ => self.unsupported("a resource that has not been set"),
        }
    }

    /// Sets the resources of a local, or of a part of it.
    pub fn set_resources(&mut self, place: &Expr, value: Vec<ResourceRef>) -> Result<()> {
        if value.iter().any(holds_query) {
            return self.unsupported("a copy of a ray query");
        }
        let Some((local, first, whole)) = self.resource_place(place) else {
            return self.unsupported("an assignment to this resource");
        };
        let depth = self.depth;
        let state = &mut self.locals[local.0 as usize];
        if state.resources.is_empty() {
            state.resources = vec![ResourceRef::Unset; whole];
        }
        let Some(to) = state.resources.get_mut(first..first + value.len()) else {
            return self.internal("more resources than the local has");
        };
        if to != value.as_slice() && state.depth != depth {
            return self.unsupported("a resource that depends on control flow");
        }
        to.clone_from_slice(&value);
        Ok(())
    }

    /// The local, the index of the place's first resource in it, and the number of its resources.
    fn resource_place(&mut self, place: &Expr) -> Option<(LocalId, usize, usize)> {
        match &*place.kind {
            ExprKind::Local(local) => Some((*local, 0, leaves(&place.ty))),
            ExprKind::Member(base, index) => {
                let (local, first, whole) = self.resource_place(base)?;
                let Type::Struct(structure) = &base.ty else { return None };
                let before: usize =
                    structure.members.iter().take(*index as usize).map(|member| leaves(&member.ty)).sum();
                Some((local, first + before, whole))
            }
            ExprKind::Index(base, index) if !super::shape::is_resource(&base.ty) => {
                let (local, first, whole) = self.resource_place(base)?;
                let index = usize::try_from(self.low.evaluator.integer(index)?).ok()?;
                Some((local, first + index * leaves(&place.ty), whole))
            }
            _ => None,
        }
    }

    /// The resources of a variable without a value: only its ray queries exist already.
    pub fn unset_resources(&mut self, ty: &Type) -> Result<Vec<ResourceRef>> {
        match ty {
            _ if is_ray_query(ty) => Ok(vec![self.new_query(ty, None)?]),
            Type::Struct(of) => {
                let mut all = Vec::new();
                for member in of.members.iter().filter(|member| has_resources(&member.ty)) {
                    all.extend(self.unset_resources(&member.ty)?);
                }
                Ok(all)
            }
            Type::Array(element, Some(count)) if !super::shape::is_resource(element) => {
                let mut all = Vec::new();
                for _ in 0..*count {
                    all.extend(self.unset_resources(element)?);
                }
                Ok(all)
            }
            _ => Ok(vec![ResourceRef::Unset; leaves(ty)]),
        }
    }

    pub fn new_resources(&mut self, local: LocalId, resources: Vec<ResourceRef>) {
        self.locals[local.0 as usize] = LocalState { resources, depth: self.depth, ..LocalState::default() };
    }

    // ---- Their variables ----

    fn indexed(&mut self, variable: Handle<naga::GlobalVariable>, index: Option<Index>) -> Result<ValueHandle> {
        let base = self.global(variable);
        match index {
            None => Ok(base),
            Some(Index::Constant(index)) => Ok(self.add(Expression::AccessIndex { base, index })),
            Some(Index::ValueHandle(index)) => {
                self.low.note_index();
                Ok(self.add(Expression::Access { base, index }))
            }
            Some(Index::Slot(_)) => self.internal("an index of a caller"),
        }
    }

    /// A texture, image or sampler.
    pub fn handle(&mut self, symbol: Symbol, part: ResourcePart, index: Option<Index>) -> Result<ValueHandle> {
        let token = self.token;
        let variable = self.low.handle(symbol, part).map_err(|mut problem| {
            problem.token = problem.token.or(token);
            problem
        })?;
        self.indexed(variable, index)
    }

    /// Records how a writable texture is accessed.
    pub fn touch_image(&mut self, symbol: Symbol, access: StorageAccess) {
        self.low.touch_image(symbol, access);
    }

    /// The array of words of a buffer.
    pub fn words(
        &mut self,
        symbol: Symbol,
        part: ResourcePart,
        index: Option<Index>,
    ) -> Result<(ValueHandle, super::module::Words)> {
        let buffer = self.low.buffer(symbol, part)?;
        let base = self.indexed(buffer.variable, index)?;
        let words = if buffer.wrapped { self.add(Expression::AccessIndex { base, index: 0 }) } else { base };
        Ok((words, buffer.words))
    }
}
