//! Memory at addresses, which Vulkan has: `vk::RawBufferLoad`, `vk::RawBufferStore`, and `vk::BufferPointer<T>`.
//!
//! A pointer is a structure whose only member, which no source can name, is the address. So it lies in buffers, is passed and
//! copied as any structure.

use std::sync::Arc;

use super::rules::{Analyser, Entity};
use crate::atom::Atom;
use crate::dialect::hlsl::interface::{HlslWords, Pointee};
use crate::ir::{
    Expr, ExprKind, Intrinsic, Literal, Member, Scalar, Struct, Symbol, TokenIndex, Type, Words, has_resources,
    type_name,
};
use crate::sema::types::{literal, same};
use crate::sema::{Failed, Result, TemplateArgument, TypeCursor, TypedValue, ValueCategory};
use crate::syntax::NodeId;

/// The name of the template.
pub const POINTER: &str = "vk::BufferPointer";

const ADDRESS: Type = Type::Scalar(Scalar::Uint64);

/// Memory is read and written in words, which begin at multiples of so many bytes.
const WORD: u32 = 4;

/// What a pointer leads to; `None` for any other type.
fn pointee(ty: &Type) -> Option<&Pointee> {
    let Type::Struct(of) = ty else { return None };
    match of.words.get() {
        Some(HlslWords::Pointer(pointee)) => Some(pointee),
        _ => None,
    }
}

/// Whether it is a `vk::BufferPointer<T>`.
pub fn is_pointer(ty: &Type) -> bool {
    pointee(ty).is_some()
}

impl Analyser<'_, '_> {
    /// The rest of `vk::BufferPointer<T>` or `vk::BufferPointer<T, alignment>`, behind its name.
    pub fn pointer_type(&mut self, begun: u32, cursor: &mut TypeCursor, depth: u32) -> Result<Type> {
        let has_arguments = !cursor.done() && self.text(cursor.at) == "<";
        let arguments = match self.enclosing_structure(cursor) {
            Some(symbol) => {
                // Its type is not known yet: behind its name and a comma, the arguments are as they are elsewhere.
                cursor.at += if self.text(cursor.at + 2) == "," { 2 } else { 1 };
                let rest = self.template_arguments(cursor, depth)?;
                Some((Pointee::Structure(symbol), symbol.0.to_string(), rest))
            }
            None if has_arguments => {
                let mut all = self.template_arguments(cursor, depth)?.into_iter();
                match all.next() {
                    Some(TemplateArgument::Type(ty)) if !has_resources(&ty) => {
                        let shown = type_name(&ty);
                        Some((Pointee::Type(ty), shown, all.collect()))
                    }
                    _ => None,
                }
            }
            None => None,
        };
        let Some((pointee, shown, rest)) = arguments else {
            self.error("template-arguments", begun, format!("`{POINTER}` takes the type of what lies at the address"))
                .help("Write a type of numbers, or a structure of them: `vk::BufferPointer<T>`.");
            return Err(Failed);
        };
        let alignment = match rest.as_slice() {
            [] => None,
            [TemplateArgument::Value(value)] => Some(self.alignment(*value, begun)?),
            _ => {
                self.error("template-arguments", begun, format!("`{POINTER}` takes a type and an alignment"));
                return Err(Failed);
            }
        };
        let alignment = alignment.map_or(String::new(), |bytes| format!(", {bytes}"));
        let symbol = Symbol(Atom::from(&format!("{POINTER}<{shown}{alignment}>")));
        let members = vec![Member { name: Atom::from(""), ty: ADDRESS }];
        let words = Words::new(HlslWords::Pointer(pointee));
        Ok(Type::Struct(Arc::new(Struct::new(symbol, members, Vec::new(), words))))
    }

    /// The structure that is named as the first template argument, if its members are being declared.
    fn enclosing_structure(&self, cursor: &TypeCursor) -> Option<Symbol> {
        let name = cursor.at + 1;
        if cursor.done() || self.text(cursor.at) != "<" || !matches!(self.text(name + 1), "," | ">" | ">>") {
            return None;
        }
        let name = self.text(name);
        let is_meant = |full: &str| full == name || full.rsplit_once("::").is_some_and(|(_, last)| last == name);
        let owner = self.owners.iter().rev().find(|owner| owner.ty.is_none() && is_meant(owner.name.as_str()))?;
        Some(Symbol(owner.name))
    }

    /// An alignment in bytes.
    fn alignment(&mut self, bytes: i64, token: u32) -> Result<u32> {
        let known = u32::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two());
        let Some(known) = known else {
            self.error("alignment", token, format!("{bytes} is no alignment"))
                .help("An alignment is a power of two, in bytes.");
            return Err(Failed);
        };
        if known < WORD {
            self.unsupported(token, format!("memory at an address with an alignment of {known} bytes"));
            return Err(Failed);
        }
        Ok(known)
    }

    /// Calls of `vk::RawBufferLoad`, `vk::RawBufferStore` and the casts of pointers; `None` for other names.
    pub fn address_call(&mut self, callee: NodeId, name: &str, nodes: &[NodeId]) -> Option<Result<TypedValue>> {
        match name {
            "vk::RawBufferLoad" => Some(self.raw_load(callee, nodes)),
            "vk::RawBufferStore" => Some(self.raw_store(callee, nodes)),
            "vk::static_pointer_cast" | "vk::reinterpret_pointer_cast" => Some(self.pointer_cast(callee, name, nodes)),
            POINTER => Some(self.pointer_of(callee, nodes)),
            _ => None,
        }
    }

    /// The type in `<...>` behind the name of a function; `uint` without it.
    fn accessed_type(&mut self, callee: NodeId, name: &str) -> Result<Type> {
        match self.explicit_arguments(callee)?.as_deref() {
            None => Ok(Type::Scalar(Scalar::Uint)),
            Some([TemplateArgument::Type(ty)]) if !has_resources(ty) => Ok(ty.clone()),
            Some(_) => {
                let at = self.at(callee).0;
                self.error(
                    "template-arguments",
                    at,
                    format!("`{name}` takes one type, of numbers or a structure of them"),
                );
                Err(Failed)
            }
        }
    }

    fn raw_load(&mut self, callee: NodeId, nodes: &[NodeId]) -> Result<TypedValue> {
        let at = self.at(callee);
        let ty = self.accessed_type(callee, "vk::RawBufferLoad");
        let arguments = self.arguments(nodes)?;
        let [address, alignment @ ..] = arguments.as_slice() else { return self.wrong_count("vk::RawBufferLoad", at) };
        let address = self.address(address.clone(), alignment, ("vk::RawBufferLoad", at))?;
        Ok(TypedValue::of(at_address(address, ty?, at)))
    }

    fn raw_store(&mut self, callee: NodeId, nodes: &[NodeId]) -> Result<TypedValue> {
        let at = self.at(callee);
        let ty = self.accessed_type(callee, "vk::RawBufferStore");
        let arguments = self.arguments(nodes)?;
        let [address, value, alignment @ ..] = arguments.as_slice() else {
            return self.wrong_count("vk::RawBufferStore", at);
        };
        let address = self.address(address.clone(), alignment, ("vk::RawBufferStore", at))?;
        let ty = ty?;
        let value = self.convert(value.clone(), &ty)?;
        let place = at_address(address, ty.clone(), at);
        let written = Expr { kind: Box::new(ExprKind::Assign(place, value)), ty, at };
        let nothing = literal(Scalar::Int, Literal::Int(0), at);
        Ok(TypedValue::new(ExprKind::Comma(written, nothing), Type::Void, at))
    }

    fn wrong_count<T>(&mut self, name: &str, at: TokenIndex) -> Result<T> {
        let form = if name.ends_with("Store") { "(address, value, alignment)" } else { "(address, alignment)" };
        self.error("no-matching-function", at.0, format!("`{name}` takes {form}, the last of which can be left out"));
        Err(Failed)
    }

    fn address(
        &mut self,
        address: TypedValue,
        alignment: &[TypedValue],
        (name, at): (&str, TokenIndex),
    ) -> Result<Expr> {
        match alignment {
            [] => {}
            [one] => {
                let value = one.clone().concrete();
                let Some(bytes) = self.evaluate_int(&value) else {
                    self.not_constant(&value, "an alignment must be an integer constant");
                    return Err(Failed);
                };
                self.alignment(i64::try_from(bytes).unwrap_or(0), value.at.0)?;
            }
            _ => return self.wrong_count(name, at),
        }
        self.convert(address, &ADDRESS)
    }

    /// `vk::BufferPointer<T>(address)`.
    fn pointer_of(&mut self, callee: NodeId, nodes: &[NodeId]) -> Result<TypedValue> {
        let (first, last) = (self.tree.node(callee).first, self.tree.node(callee).last);
        let mut cursor = TypeCursor::new(first, last);
        let ty = self.walk_type(&mut cursor, self.context.settings.order, 0);
        let arguments = self.arguments(nodes)?;
        let at = self.at(callee);
        self.construct(&ty?, arguments, at)
    }

    /// `vk::static_pointer_cast<T, alignment>(p)` and `vk::reinterpret_pointer_cast<T, alignment>(p)`.
    fn pointer_cast(&mut self, callee: NodeId, name: &str, nodes: &[NodeId]) -> Result<TypedValue> {
        let at = self.at(callee);
        let arguments = self.children_of(callee, crate::syntax::Kind::TemplateArguments).pop();
        let ty = match arguments.map(|node| *self.tree.node(node)) {
            Some(range) => self.pointer_type(at.0, &mut TypeCursor::new(range.first, range.last), 0),
            None => {
                self.error("template-arguments", at.0, format!("`{name}` takes the type that the result points to"));
                Err(Failed)
            }
        };
        let arguments = self.arguments(nodes)?;
        let ty = ty?;
        let Ok([pointer]) = <[TypedValue; 1]>::try_from(arguments) else {
            self.error("no-matching-function", at.0, format!("`{name}` takes one pointer"));
            return Err(Failed);
        };
        let from = pointer.expr.ty.clone();
        let fits = match (pointee(&from), pointee(&ty)) {
            (Some(from), Some(to)) if name == "vk::static_pointer_cast" => {
                let (from, to) = (self.pointee_type(from, at.0)?, self.pointee_type(to, at.0)?);
                self.inherits(&from, &to)
            }
            (from, _) => from.is_some(),
        };
        if !fits {
            let (from, to) = (type_name(&from), type_name(&ty));
            self.error("bad-cast", at.0, format!("`{name}` does not make a `{to}` of a `{from}`"));
            return Err(Failed);
        }
        let address = self.select_member(pointer, 0, at).expr;
        Ok(TypedValue::new(ExprKind::Aggregate(vec![address]), ty, at))
    }

    fn pointee_type(&mut self, pointee: &Pointee, token: u32) -> Result<Type> {
        let symbol = match pointee {
            Pointee::Type(ty) => return Ok(ty.clone()),
            Pointee::Structure(symbol) => *symbol,
        };
        let found = self.consult(symbol.0, false).into_iter().find_map(|decl| match decl.entity {
            Entity::Struct(info) => Some(Type::Struct(Arc::clone(&info.ty))),
            _ => None,
        });
        found.ok_or_else(|| {
            let name = symbol.0;
            self.error("unknown-type", token, format!("the structure `{name}` is not complete here"));
            Failed
        })
    }

    /// `p.Get()`: what lies at the address, which can be written to.
    pub fn pointer_method(
        &mut self,
        object: TypedValue,
        name: &str,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let shown = type_name(&object.expr.ty);
        let Some(of) = pointee(&object.expr.ty).cloned().filter(|_| name == "Get" && arguments.is_empty()) else {
            self.error("unknown-method", at.0, format!("`{shown}` has no method `{name}` with such arguments"))
                .help("`Get()` is what lies at the address.");
            return Err(Failed);
        };
        let ty = self.pointee_type(&of, at.0)?;
        let address = self.select_member(object, 0, at).expr;
        let place = at_address(address, ty, at);
        Ok(TypedValue { expr: place, literal: false, category: ValueCategory::Place })
    }
}

/// What lies at an address.
fn at_address(address: Expr, ty: Type, at: TokenIndex) -> Expr {
    debug_assert!(same(&address.ty, &ADDRESS));
    Expr { kind: Box::new(ExprKind::Intrinsic(Intrinsic::AtAddress, vec![address])), ty, at }
}
