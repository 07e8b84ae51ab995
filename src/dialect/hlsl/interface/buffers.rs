//! The layouts of a program's buffers, by the rules of each kind of buffer.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bindings::{globals_block, params_block};
use super::layout::{Packed, ROW, Rules, block_members, lines, loose, struct_members};
use super::words::{Packing, of_binding, of_uniform};
use crate::ir::{
    Constants, Elements, Expr, ExprKind, Function, Global, Instance, Intrinsic, Item, Layout, LayoutId, Layouts,
    Method, Placed, Program, Resource, Shape, Statement, Storage, Struct, Symbol, Type, has_resources, shape,
};

/// Layouts, and which member of `$Globals` each loose uniform is.
pub fn assign(program: &Program, entry: Option<&Function>) -> (Layouts, FxHashMap<Symbol, u32>) {
    let mut table = Table { layouts: Layouts::default(), structs: BTreeMap::new() };
    let mut index = FxHashMap::default();
    let mut uniforms = false;
    for instance in program.items.values() {
        match &*instance.item {
            Item::Block(block) => {
                let members = block_members(block);
                table.block(block.symbol, members.clone(), Rules::Rows.members(members));
            }
            Item::Global(Global { symbol, ty, storage: Storage::Resource(_), words, .. }) => {
                let constants = if of_binding(words).push_constant { Rules::Natural } else { Rules::Rows };
                table.resource(*symbol, ty, constants);
            }
            Item::Global(global) => uniforms |= matches!(global.storage, Storage::Uniform { .. }),
            Item::Function(_) => {}
        }
    }
    if uniforms {
        let members = loose_members(&program.interface, &mut index);
        table.block(globals_block(), members.iter().copied(), loose(&members));
    }
    if let Some(entry) = entry {
        let uniform = entry.parameters.iter().filter(|parameter| parameter.uniform && !has_resources(&parameter.ty));
        let members = uniform.map(|parameter| Packed { ty: &parameter.ty, packing: Packing::default() });
        if members.clone().next().is_some() {
            table.block(params_block(), members.clone(), Rules::Rows.members(members));
        }
    }
    table.raw(program);
    (table.layouts, index)
}

/// The members of `$Globals`, from the whole unit.
fn loose_members<'p>(interface: &'p [Instance], index: &mut FxHashMap<Symbol, u32>) -> Vec<Packed<'p>> {
    let mut members = Vec::new();
    for instance in interface {
        let Item::Global(Global { symbol, ty, storage: Storage::Uniform { .. }, words, .. }) = &*instance.item else {
            continue;
        };
        let words = of_uniform(words);
        let offset = words.register.filter(|register| register.class == 'c').and_then(|register| register.number);
        let offset = offset.map(|number| number.saturating_mul(ROW));
        index.insert(*symbol, members.len() as u32);
        members.push(Packed { ty, packing: Packing { offset, new_row: words.new_row, behind_base: false } });
    }
    members
}

/// The types that a function reads or writes in buffers of bytes and at addresses, each once.
fn raw_types(function: &Function) -> Vec<Type> {
    let mut found: Vec<Type> = Vec::new();
    Statement::each(&function.body, &mut |statement, _| {
        statement.each_expr(&mut |expr| {
            if let Some(ty) = raw_type(expr)
                && !found.contains(ty)
            {
                found.push(ty.clone());
            }
        });
    });
    found
}

fn raw_type(expr: &Expr) -> Option<&Type> {
    let ty = match &*expr.kind {
        ExprKind::Intrinsic(Intrinsic::AtAddress, _) => &expr.ty,
        ExprKind::Method(method, object, arguments)
            if matches!(object.ty, Type::Resource(Resource::ByteAddress { .. })) =>
        {
            match (method, arguments.as_slice()) {
                (Method::Store | Method::Store2 | Method::Store3 | Method::Store4, [_, value]) => &value.ty,
                _ => &expr.ty,
            }
        }
        _ => return None,
    };
    (*ty != Type::Void).then_some(ty)
}

struct Table {
    layouts: Layouts,
    structs: BTreeMap<(Symbol, Rules), LayoutId>,
}

impl Table {
    fn block<'t>(
        &mut self,
        symbol: Symbol,
        members: impl Iterator<Item = Packed<'t>>,
        (offsets, size): (Vec<u32>, u32),
    ) {
        let layout = self.placed(members, &offsets, Rules::Rows);
        self.layouts.constants.insert(symbol, Constants { layout, size: size.max(1).next_multiple_of(ROW) });
    }

    /// `constants`: the rules of a buffer of constants, which for push constants are
    /// those of a structured buffer, as with DXC.
    fn resource(&mut self, symbol: Symbol, ty: &Type, constants: Rules) {
        match ty {
            Type::Array(element, _) => self.resource(symbol, element, constants),
            Type::Resource(resource) => match resource {
                Resource::Constant(inner) | Resource::TextureBuffer(inner) => {
                    let unit = if constants == Rules::Rows { ROW } else { 4 };
                    let size = constants.size(inner).max(1).next_multiple_of(unit);
                    let layout = self.layout(inner, constants);
                    self.layouts.constants.insert(symbol, Constants { layout, size });
                }
                Resource::Structured { element, .. } | Resource::Append(element) | Resource::Consume(element) => {
                    let (stride, layout) = (Rules::Natural.stride(element), self.layout(element, Rules::Natural));
                    self.layouts.elements.insert(symbol, Elements { stride, layout });
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Of what the program reads from buffers of bytes and memory at addresses, and writes to them.
    fn raw(&mut self, program: &Program) {
        for instance in program.items.values() {
            match &*instance.item {
                Item::Function(function) => {
                    let types = function.raw_types.get_or_find(|| raw_types(function));
                    types.iter().for_each(|ty| self.raw_type(ty));
                }
                Item::Global(Global { storage: Storage::Private { initialiser: Some(value) }, .. })
                | Item::Global(Global { storage: Storage::Constant { initialiser: value }, .. }) => {
                    value.each(&mut |expr| {
                        if let Some(ty) = raw_type(expr) {
                            self.raw_type(ty);
                        }
                    });
                }
                _ => {}
            }
        }
    }

    fn raw_type(&mut self, ty: &Type) {
        if self.layouts.raw(ty).is_none() {
            let layout = self.layout(ty, Rules::Natural);
            self.layouts.add_raw(ty.clone(), layout);
        }
    }

    fn layout(&mut self, ty: &Type, rules: Rules) -> LayoutId {
        let layout = match (shape(ty), ty) {
            (Shape::Matrix { scalar, rows, columns }, Type::Matrix { order, .. }) => {
                Layout::Matrix(lines(scalar, rows, columns, *order, rules))
            }
            (Shape::Array(element, _), _) => {
                Layout::Array { stride: rules.stride(element), element: self.layout(element, rules) }
            }
            (Shape::Struct(structure), _) => return self.structure(structure, rules),
            _ => return LayoutId::PLAIN,
        };
        self.layouts.add(layout)
    }

    fn structure(&mut self, structure: &Arc<Struct>, rules: Rules) -> LayoutId {
        if let Some(known) = self.structs.get(&(structure.symbol, rules)) {
            return *known;
        }
        let (offsets, _) = rules.members(struct_members(structure));
        let layout = self.placed(struct_members(structure), &offsets, rules);
        self.structs.insert((structure.symbol, rules), layout);
        layout
    }

    fn placed<'t>(&mut self, members: impl Iterator<Item = Packed<'t>>, offsets: &[u32], rules: Rules) -> LayoutId {
        let placed = members.zip(offsets);
        let placed = placed.map(|(member, offset)| Placed { offset: *offset, layout: self.layout(member.ty, rules) });
        let placed = placed.collect();
        self.layouts.add(Layout::Struct(placed))
    }
}
