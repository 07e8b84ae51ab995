//! `cbuffer` and `tbuffer`.

use std::sync::Arc;

use super::qualifiers::NO_CLASS;
use super::rules::{Analyser, Entity};
use crate::atom::Atom;
use crate::dialect::hlsl::interface::{HlslWords, Register};
use crate::ir::{
    Block, Global, Item, Member, Scalar, Storage, Symbol, TokenIndex, Type, Words, has_resources, type_name,
};
use crate::sema::{Failed, Result, Variable, numbers};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    /// `cbuffer`, `tbuffer`: the members are names of the scope around it.
    pub fn buffer(&mut self, node: NodeId) -> Result<()> {
        let attributes_end = self
            .children_of(node, Kind::Attribute)
            .last()
            .map_or(self.first(node), |attribute| self.tree.node(*attribute).last);
        let texture_buffer = self.text(attributes_end) == "tbuffer";
        let (name, token) = match self.tree.child(node, Kind::Name) {
            Some(name) => (self.atom(self.last(name)), self.last(name)),
            None => (Atom::from("cbuffer"), attributes_end),
        };
        // A block and a variable may share a name; its symbol cannot be written in the language.
        let symbol = Symbol(Atom::from(&format!("cbuffer {}", self.full_name(name))));
        let annotations = self.annotations(node);
        let wanted = if texture_buffer { 't' } else { 'b' };
        if let Some(Register { class, .. }) = annotations.register
            && class != NO_CLASS
            && class != wanted
        {
            self.error(
                "register",
                annotations.register_token,
                format!("a buffer of constants needs a register `{wanted}`, found `{class}`"),
            );
        }
        let mut binding = self.resource_attributes(node, &annotations)?.binding;
        if let Some(register) = &mut binding.register {
            register.class = wanted;
        }
        let (mut members, mut offsets) = (Vec::new(), Vec::new());
        let mut variables: Vec<(Atom, Type, u32)> = Vec::new();
        let mut result = Ok(());
        for child in self.operands(node) {
            match self.kind(child) {
                Kind::Declaration => {
                    let before = variables.len();
                    if self.block_members(child, &mut members, &mut offsets, &mut variables).is_err() {
                        result = Err(Failed);
                    }
                    for (index, variable) in variables.iter().enumerate().skip(before) {
                        result = result.and(self.block_variable(symbol, index as u32, variable));
                    }
                }
                Kind::Name | Kind::Annotation | Kind::Empty => {}
                Kind::Opaque => result = self.not_understood(child),
                // Items inside are as outside.
                _ => result = result.and(self.item(child)),
            }
        }
        let members_at = variables.iter().map(|(_, _, token)| TokenIndex(*token)).collect();
        let mixed = offsets.iter().any(Option::is_some);
        if let Some(at) = offsets.iter().position(|offset| mixed && offset.is_none()) {
            let (name, _, token) = &variables[at];
            let message = format!("`{name}` has no `packoffset`, and others of its constant buffer have");
            self.warning("register", *token, message)
                .help("Compilers do not agree on the offset of such a member; give it a `packoffset` as well.");
        }
        let at = TokenIndex(token);
        let words = Words::new(HlslWords::Block(binding, offsets));
        self.add_item(symbol, Item::Block(Block { symbol, texture_buffer, words, members, members_at, at }));
        result
    }

    /// A member is a variable of the scope around its block.
    fn block_variable(&mut self, block: Symbol, index: u32, (name, ty, token): &(Atom, Type, u32)) -> Result<()> {
        let (symbol, at) = (Symbol(self.full_name(*name)), TokenIndex(*token));
        self.not_twice(symbol, *token)?;
        let read_only = Some("it lies in a constant buffer");
        let variable = Variable { symbol, ty: ty.clone(), read_only, constant: None, parts: None };
        let meaning = self.meaning("");
        self.declare_global(symbol.0, Entity::Variable(Arc::new(variable)), *token, meaning);
        let storage = Storage::Member { block, index };
        let global = Global { symbol, ty: ty.clone(), storage, words: Words::default(), at };
        self.add_item(symbol, Item::Global(global));
        Ok(())
    }

    fn block_members(
        &mut self,
        node: NodeId,
        members: &mut Vec<Member>,
        offsets: &mut Vec<Option<u32>>,
        variables: &mut Vec<(Atom, Type, u32)>,
    ) -> Result<()> {
        let words = self.qualifiers(node);
        self.stage_attributes(node)?.without_offset(self, node)?;
        let base = self.declared_type(node);
        let mut result = Ok(());
        for child in self.children_of(node, Kind::Declarator) {
            let declared = match &base {
                Ok(base) => self.declarator(child, base),
                Err(failed) => Err(*failed),
            };
            let Ok(declared) = declared else {
                self.poison(child);
                result = Err(Failed);
                continue;
            };
            if words.is_static {
                // A variable of the scope around the block.
                result = result.and(self.variable(node, child, &base.clone()?, &words));
                continue;
            }
            if has_resources(&declared.ty) || matches!(declared.ty, Type::Void | Type::Array(_, None)) {
                if let Type::Resource(_) = super::members::innermost(&declared.ty) {
                    // An object declared inside stands for one outside.
                    self.variable(node, child, &base.clone()?, &words)?;
                    continue;
                }
                let shown = type_name(&declared.ty);
                self.error("type", declared.token, format!("a constant buffer cannot hold a `{shown}`"));
                result = Err(Failed);
                continue;
            }
            if let Some(initialiser) = declared.initialiser {
                // A default for the effect framework; checked, and of no consequence.
                result = result.and(self.initialiser(initialiser, &declared.ty).map(drop));
            }
            let offset = declared.annotations.packoffset;
            if let Some(offset) = offset.filter(|offset| crosses_row(&declared.ty, *offset)) {
                let (name, row) = (declared.name, offset / 16);
                let component = ["x", "y", "z", "w"][(offset % 16 / 4) as usize];
                let help =
                    "A vector does not cross the rows of a constant buffer; arrays, matrices and structures begin one.";
                self.error("register", declared.token, format!("`{name}` does not fit at `c{row}.{component}`"))
                    .help(help);
                result = Err(Failed);
                continue;
            }
            variables.push((declared.name, declared.ty.clone(), declared.token));
            members.push(Member { name: declared.name, ty: declared.ty });
            offsets.push(offset);
        }
        base.and(result)
    }
}

/// Whether something at this byte of a constant buffer lies across rows of 16 bytes, or must begin one and does not.
fn crosses_row(ty: &Type, offset: u32) -> bool {
    let bytes = |scalar: Scalar| (numbers::width(scalar) / 8).max(4);
    let at = offset % 16;
    match ty {
        Type::Scalar(scalar) => !at.is_multiple_of(bytes(*scalar)),
        Type::Vector(scalar, lanes) => {
            !at.is_multiple_of(bytes(*scalar)) || at != 0 && at + bytes(*scalar) * u32::from(*lanes) > 16
        }
        Type::Array(..) | Type::Matrix { .. } | Type::Struct(_) => at != 0,
        _ => false,
    }
}
