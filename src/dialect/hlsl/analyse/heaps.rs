//! `ResourceDescriptorHeap` and `SamplerDescriptorHeap`: arrays of all descriptors, whose elements have the type that
//! they are converted to.
//!
//! An element is a [`Resource::Descriptor`] until it is converted. Then it is one of an array of that type, and each
//! type that a program asks for is an array of its own ([`ResourceAttributes::heap`]).

use std::sync::{Arc, LazyLock};

use super::members::innermost;
use super::rules::{Analyser, Found};
use crate::atom::Atom;
use crate::ir::{
    Expr, ExprKind, Global, Heap, Item, Order, Resource, ResourceAttributes, Storage, Symbol, TokenIndex, Type, Words,
    type_name,
};
use crate::model::PpToken;
use crate::sema::numbers::order_of;
use crate::sema::{Failed, Result, TypedValue, ValueCategory};
use crate::syntax::{Kind, NodeId};

static NAMES: LazyLock<[Atom; 2]> = LazyLock::new(|| Heap::ALL.map(|heap| Atom::from(heap.name())));

fn named(text: Atom) -> Option<Heap> {
    Heap::ALL.into_iter().zip(*NAMES).find(|(_, name)| *name == text).map(|(heap, _)| heap)
}

/// A heap without a type, under a name that no program can write.
fn untyped(heap: Heap) -> Symbol {
    Symbol(Atom::from(&format!("${}", heap.name())))
}

fn array(symbol: Symbol, element: Resource, attributes: ResourceAttributes, at: TokenIndex) -> Item {
    let ty = Type::Array(Arc::new(Type::Resource(element)), None);
    Item::Global(Global { symbol, ty, storage: Storage::Resource(attributes), words: Words::default(), at })
}

/// The heaps that tokens name.
pub fn mentioned(tokens: &[PpToken]) -> Vec<(Symbol, Item)> {
    let mut found = Vec::new();
    let names = *NAMES;
    for (token, at) in tokens.iter().zip(0..) {
        if !names.contains(&token.token.text) {
            continue;
        }
        if let Some(heap) = named(token.token.text) {
            let symbol = untyped(heap);
            let attributes = ResourceAttributes { heap: Some(heap), ..ResourceAttributes::default() };
            if !found.iter().any(|(known, _)| *known == symbol) {
                found.push((symbol, array(symbol, Resource::Descriptor(heap), attributes, TokenIndex(at))));
            }
        }
    }
    found
}

/// Whether an element of a heap can be of the type. DXC takes samplers from the heap of resources as well, and the
/// other way around.
pub fn holds(ty: &Type) -> bool {
    !matches!(ty, Type::Resource(Resource::SampledTexture { .. } | Resource::Descriptor(_)))
        && matches!(ty, Type::Resource(_))
}

fn is_written(resource: &Resource) -> bool {
    use crate::ir::Access::ReadWrite;
    matches!(
        resource,
        Resource::Image { .. }
            | Resource::TypedBuffer { access: ReadWrite, .. }
            | Resource::Structured { access: ReadWrite, .. }
            | Resource::ByteAddress { access: ReadWrite }
    )
}

/// Matrix order: types that differ in nothing else have one name.
fn is_row_major(resource: &Resource) -> bool {
    match resource {
        Resource::Structured { element: ty, .. }
        | Resource::Append(ty)
        | Resource::Consume(ty)
        | Resource::Constant(ty)
        | Resource::TextureBuffer(ty) => order_of(innermost(ty)) == Some(Order::RowMajor),
        _ => false,
    }
}

impl Analyser<'_, '_> {
    /// The heap that an expression is; a program may declare the name itself.
    pub fn heap(&mut self, node: NodeId) -> Option<Heap> {
        let at = self.first(node);
        if self.kind(node) != Kind::Ident || self.tree.node(node).last != at + 1 {
            return None;
        }
        let name = self.atom(at);
        named(name).filter(|_| matches!(self.lookup(name), Found::Nothing))
    }

    /// A heap where it is indexed.
    pub fn heap_array(&self, heap: Heap, node: NodeId) -> TypedValue {
        let ty = Type::Array(Arc::new(Type::Resource(Resource::Descriptor(heap))), None);
        let read_only = ValueCategory::ReadOnly("a heap cannot be written");
        TypedValue::place(ExprKind::Global(untyped(heap)), ty, self.at(node), read_only)
    }

    pub fn lone_heap<T>(&mut self, heap: Heap, node: NodeId) -> Result<T> {
        let (at, name) = (self.first(node), heap.name());
        self.error("not-a-value", at, format!("`{name}` is no value; only its elements are"))
            .help(format!("Write `{name}[index]`."));
        Err(Failed)
    }

    /// An element of a heap as a resource of a type that the heap can hold.
    pub fn descriptor(&mut self, heap: Heap, element: Expr, ty: &Type) -> Expr {
        let Type::Resource(resource) = ty else { return element };
        // What one item says of a resource counts for all heaps in it: a value does not carry it.
        let coherent = is_written(resource) && self.syntax.texts.iter().any(|text| text.as_str() == "globallycoherent");
        let order = if is_row_major(resource) { " row_major" } else { "" };
        let coherence = if coherent { " globallycoherent" } else { "" };
        let symbol = Symbol(Atom::from(&format!("{}<{}>{order}{coherence}", heap.name(), type_name(ty))));
        let at = element.at;
        if !self.has_item(symbol) {
            let attributes = ResourceAttributes { coherent, heap: Some(heap), ..ResourceAttributes::default() };
            self.add_item(symbol, array(symbol, resource.clone(), attributes, at));
        }
        let array = Type::Array(Arc::new(ty.clone()), None);
        typed(element, symbol, &array, ty)
    }
}

/// Puts the array of a type in the place of the heap.
fn typed(element: Expr, symbol: Symbol, array: &Type, ty: &Type) -> Expr {
    let at = element.at;
    let kind = match *element.kind {
        ExprKind::Index(base, index) => {
            let base = Expr { kind: Box::new(ExprKind::Global(symbol)), ty: array.clone(), at: base.at };
            ExprKind::Index(base, index)
        }
        ExprKind::Comma(first, second) => ExprKind::Comma(first, typed(second, symbol, array, ty)),
        ExprKind::Conditional(condition, one, other) => {
            ExprKind::Conditional(condition, typed(one, symbol, array, ty), typed(other, symbol, array, ty))
        }
        ExprKind::Select(condition, one, other) => {
            ExprKind::Select(condition, typed(one, symbol, array, ty), typed(other, symbol, array, ty))
        }
        other => other,
    };
    Expr { kind: Box::new(kind), ty: ty.clone(), at }
}
