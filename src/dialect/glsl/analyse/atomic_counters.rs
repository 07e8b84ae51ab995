//! Atomic counters: `layout(binding = 0, offset = 4) uniform atomic_uint hits;`.
//!
//! Vulkan has none. As glslang has it, each is a number of a buffer at the counters' binding, at the counter's offset.

use std::sync::Arc;

use super::blocks::contents;
use super::built_ins::expr;
use super::qualifiers::{Qualifiers, Storage as Words};
use super::rules::{Analyser, Entity};
use crate::atom::Atom;
use crate::dialect::glsl::interface::{GlslWords, MemberWords, Packing, ResourceWords, block_symbol};
use crate::ir::{
    Access, BinaryOp, Expr, ExprKind, Global, Intrinsic, Item, Literal, Member, Resource, ResourceAttributes, Scalar,
    Storage, Struct, Symbol, TokenIndex, Type, Words as Said,
};
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue};
use crate::syntax::{Kind, NodeId};

const UINT: Type = Type::Scalar(Scalar::Uint);

/// The word.
const COUNTER: &str = "atomic_uint";

/// Bytes of the largest buffer of counters.
const MAX_BYTES: u32 = 1 << 16;

/// The type of a counter: a number in a structure that no code can take apart.
fn counter() -> Type {
    let members = vec![Member { name: Atom::from("(value)"), ty: UINT }];
    Type::Struct(Arc::new(Struct::new(Symbol(Atom::from(COUNTER)), members, Vec::new(), Said::default())))
}

/// How many counters a variable has.
fn count(ty: &Type) -> Option<u32> {
    match ty {
        Type::Array(element, length) => count(element)?.checked_mul((*length)?),
        _ => Some(1),
    }
}

/// The name under which the end of a binding's counters is declared, which no code can spell.
fn end_name(binding: u32) -> Atom {
    Atom::from(&format!("counters {binding}"))
}

impl Analyser<'_, '_> {
    /// Whether a declaration is of counters.
    pub fn is_atomic_counter(&self, node: NodeId) -> bool {
        let Some(ty) = self.tree.child(node, Kind::Type) else { return false };
        let range = self.tree.node(ty);
        (range.first..range.last).any(|token| self.text(token) == COUNTER)
    }

    pub fn atomic_counters(&mut self, node: NodeId, words: &Qualifiers) -> Result<()> {
        let mut result = Ok(());
        for child in self.children_of(node, Kind::Declarator) {
            let declared = self.atomic_counter(child, words);
            if declared.is_err() {
                self.poison(child);
            }
            result = result.and(declared);
        }
        result
    }

    fn atomic_counter(&mut self, node: NodeId, words: &Qualifiers) -> Result<()> {
        let declared = self.declarator(node, &counter())?;
        let (name, token) = (declared.name, declared.token);
        if words.storage != Words::Uniform {
            self.error("misplaced", token, format!("`{name}` is an atomic counter, which only a `uniform` can be"));
            return Err(Failed);
        }
        self.only_layouts(&words.layout, &["binding", "offset"], "an atomic counter")?;
        if let Some(initialiser) = declared.initialiser {
            self.error("initialiser", self.first(initialiser), "an atomic counter cannot have an initialiser");
            return Err(Failed);
        }
        let Some(binding) = words.layout.binding else {
            self.error("layout", token, format!("the atomic counter `{name}` needs a binding"))
                .help("Write `layout(binding = 0)` before `uniform`.");
            return Err(Failed);
        };
        let Some(count) = count(&declared.ty) else {
            self.error("array-size", token, format!("the array `{name}` needs a size"));
            return Err(Failed);
        };
        let offset = words.layout.offset.unwrap_or_else(|| self.end_of_counters(binding));
        let end = count.checked_mul(4).and_then(|size| offset.checked_add(size)).filter(|end| *end <= MAX_BYTES);
        let Some(end) = end.filter(|_| offset.is_multiple_of(4)) else {
            let text = format!("the atomic counter `{name}` cannot be at the offset {offset}");
            self.error("layout", token, text)
                .help(format!("An offset is a multiple of 4, and counters end at {MAX_BYTES}."));
            return Err(Failed);
        };
        let element = Arc::new(UINT);
        let meaning = self.meaning(end_name(binding).as_str());
        let held = Entity::Alias(Type::Array(element, Some(end)));
        self.declare_global(end_name(binding), held, token, meaning);
        self.add_counters(name, token, declared.ty, (binding, offset))
    }

    /// Where the counters that have been declared at a binding end.
    fn end_of_counters(&mut self, binding: u32) -> u32 {
        match self.consult(end_name(binding), true).pop().map(|decl| decl.entity) {
            Some(Entity::Alias(Type::Array(_, Some(end)))) => end,
            _ => 0,
        }
    }

    /// Declares the buffer that holds a variable of counters, and its name as a part of it.
    fn add_counters(&mut self, name: Atom, token: u32, ty: Type, (binding, offset): (u32, u32)) -> Result<()> {
        // All buffers of a binding have one name for the game.
        let shown = format!("gl_AtomicCounterBlock_{binding} {name}");
        let symbol = block_symbol(&shown);
        let at = TokenIndex(token);
        let words = MemberWords { offset: Some(offset), ..MemberWords::default() };
        let members = vec![Member { name, ty: ty.clone() }];
        let of = Struct::new(Symbol(Atom::from(&shown)), members, Vec::new(), GlslWords::of_members(vec![words]));
        let element = Arc::new(Type::Struct(Arc::new(of)));
        let resource = Type::Resource(Resource::Structured { access: Access::ReadWrite, element });
        let whole = Expr { kind: Box::new(ExprKind::Global(symbol)), ty: resource.clone(), at };
        let part = Expr { kind: Box::new(ExprKind::Member(contents(whole), 0)), ty, at };
        self.declare_parts(name, token, part, Some("it is an atomic counter"))?;
        let said = ResourceWords { binding: Some(binding), packing: Packing::Std430, ..ResourceWords::default() };
        let attributes = ResourceAttributes { coherent: true, ..ResourceAttributes::default() };
        let (storage, words) = (Storage::Resource(attributes), Said::new(GlslWords::Resource(said)));
        self.add_item(symbol, Item::Global(Global { symbol, ty: resource, storage, words, at }));
        Ok(())
    }

    /// The call of a function of counters; `None` if it is none.
    pub fn counter_call(
        &mut self,
        name: &'static str,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Option<Result<TypedValue>> {
        let what = name.strip_prefix("atomicCounter")?;
        let what = what.strip_suffix("ARB").unwrap_or(what);
        let operands = match what {
            "" | "Increment" | "Decrement" => 0,
            "Add" | "Subtract" | "Min" | "Max" | "And" | "Or" | "Xor" | "Exchange" => 1,
            "CompSwap" => 2,
            _ => return None,
        };
        Some(self.of_counter((name, what), operands, arguments, at))
    }

    fn of_counter(
        &mut self,
        (name, what): (&str, &str),
        operands: usize,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let Some((memory, given)) = arguments.split_first().filter(|(memory, _)| memory.expr.ty == counter()) else {
            return self.no_signature(name, arguments, &["takes an `atomic_uint` first".to_owned()], at);
        };
        if given.len() != operands {
            let why = format!("takes {} arguments, {} given", operands + 1, arguments.len());
            return self.no_signature(name, arguments, &[why], at);
        }
        let memory = expr(ExprKind::Member(memory.expr.clone(), 0), UINT, memory.expr.at);
        let mut all = vec![memory.clone()];
        for (argument, number) in given.iter().zip(2..) {
            if self.score(&argument.expr.ty, &UINT).is_none() {
                let found = crate::dialect::glsl::words::type_name(&argument.expr.ty);
                let why = format!("takes `uint` as argument {number}, `{found}` is given");
                return self.no_signature(name, arguments, &[why], at);
            }
            all.push(self.converted(argument.clone(), &UINT));
        }
        let number = |value: u32| literal(Scalar::Uint, Literal::Int(i128::from(value)), at);
        let binary = |op, left, right| expr(ExprKind::Binary(op, left, right), UINT, at);
        let operation = match what {
            "" => return Ok(TypedValue::of(memory)),
            "Increment" => {
                all.push(number(1));
                Intrinsic::InterlockedAdd
            }
            // The value behind the operation, unlike the others.
            "Decrement" => {
                all.push(number(u32::MAX));
                let before = self.atomic(Intrinsic::InterlockedAdd, all, at)?;
                return Ok(TypedValue::of(binary(BinaryOp::Subtract, before.expr, number(1))));
            }
            "Subtract" => {
                let by = all.pop().unwrap_or_else(|| number(0));
                all.push(binary(BinaryOp::Subtract, number(0), by));
                Intrinsic::InterlockedAdd
            }
            "Min" => Intrinsic::InterlockedMin,
            "Max" => Intrinsic::InterlockedMax,
            "And" => Intrinsic::InterlockedAnd,
            "Or" => Intrinsic::InterlockedOr,
            "Xor" => Intrinsic::InterlockedXor,
            "Exchange" => Intrinsic::InterlockedExchange,
            "CompSwap" => Intrinsic::InterlockedCompareExchange,
            _ => Intrinsic::InterlockedAdd,
        };
        self.atomic(operation, all, at)
    }
}
