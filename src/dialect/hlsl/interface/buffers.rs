//! The layouts of a program's buffers, by the rules of each kind of buffer.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bindings::{globals_block, params_block};
use super::layout::{ROW, Rules, lines, loose};
use crate::ir::{
    Constants, Elements, Expr, ExprKind, Function, Global, Instance, Item, Layout, LayoutId, Layouts, Member, Method,
    Packing, Placed, Program, Resource, Shape, Statement, Storage, Struct, Symbol, Type, Varying, has_resources, shape,
};

/// Layouts, and which member of `$Globals` each loose uniform is.
pub fn assign(program: &Program, entry: Option<&Function>) -> (Layouts, FxHashMap<Symbol, u32>) {
    let mut table = Table { layouts: Layouts::default(), structs: BTreeMap::new() };
    let (mut members, mut index) = (Vec::new(), FxHashMap::default());
    let (mut bytes, mut uniforms) = (false, false);
    for instance in program.items.values() {
        match &*instance.item {
            Item::Block(block) => {
                let placed = Rules::Rows.members(&block.members);
                table.block(block.symbol, &block.members, placed);
            }
            Item::Global(Global { symbol, ty, storage: Storage::Resource(_), .. }) => {
                bytes |= table.resource(*symbol, ty);
            }
            Item::Global(global) => uniforms |= matches!(global.storage, Storage::Uniform { .. }),
            Item::Function(_) => {}
        }
    }
    if uniforms {
        members = loose_members(&program.interface, &mut index);
        table.block(globals_block(), &members, loose(&members));
    }
    if let Some(entry) = entry {
        members.clear();
        members.extend(
            entry
                .parameters
                .iter()
                .filter(|parameter| parameter.uniform && !has_resources(&parameter.ty))
                .map(|parameter| member(parameter.name, &parameter.ty, Packing::default())),
        );
        if !members.is_empty() {
            let placed = Rules::Rows.members(&members);
            table.block(params_block(), &members, placed);
        }
    }
    if bytes {
        table.raw(program);
    }
    (table.layouts, index)
}

fn member(name: ustr::Ustr, ty: &Type, packing: Packing) -> Member {
    Member { name, ty: ty.clone(), semantic: None, varying: Varying::default(), packing }
}

/// The members of `$Globals`, from the whole unit.
fn loose_members(interface: &[Instance], index: &mut FxHashMap<Symbol, u32>) -> Vec<Member> {
    let mut members = Vec::new();
    for instance in interface {
        let Item::Global(Global { symbol, ty, storage: Storage::Uniform { register, new_row, .. }, .. }) =
            &*instance.item
        else {
            continue;
        };
        let offset = register.filter(|register| register.class == 'c').and_then(|register| register.number);
        let offset = offset.map(|number| number.saturating_mul(ROW));
        index.insert(*symbol, members.len() as u32);
        members.push(member(symbol.0, ty, Packing { offset, new_row: *new_row, behind_base: false }));
    }
    members
}

struct Table {
    layouts: Layouts,
    structs: BTreeMap<(Symbol, Rules), LayoutId>,
}

impl Table {
    fn block(&mut self, symbol: Symbol, members: &[Member], (offsets, size): (Vec<u32>, u32)) {
        let layout = self.placed(members, &offsets, Rules::Rows);
        self.layouts.constants.insert(symbol, Constants { layout, size: size.max(1).next_multiple_of(ROW) });
    }

    /// Whether it is a buffer of bytes.
    fn resource(&mut self, symbol: Symbol, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) => self.resource(symbol, element),
            Type::Resource(resource) => match resource {
                Resource::Constant(inner) | Resource::TextureBuffer(inner) => {
                    let size = Rules::Rows.size(inner).max(1).next_multiple_of(ROW);
                    let layout = self.layout(inner, Rules::Rows);
                    self.layouts.constants.insert(symbol, Constants { layout, size });
                    false
                }
                Resource::Structured { element, .. } | Resource::Append(element) | Resource::Consume(element) => {
                    let (stride, layout) = (Rules::Natural.stride(element), self.layout(element, Rules::Natural));
                    self.layouts.elements.insert(symbol, Elements { stride, layout });
                    false
                }
                Resource::ByteAddress { .. } => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// Of what the program reads from buffers of bytes and writes to them.
    fn raw(&mut self, program: &Program) {
        for instance in program.items.values() {
            match &*instance.item {
                Item::Function(function) => {
                    Statement::each(&function.body, &mut |statement, _| {
                        statement.each_expr(&mut |expr| self.raw_access(expr));
                    });
                }
                Item::Global(Global { storage: Storage::Private { initialiser: Some(value) }, .. })
                | Item::Global(Global { storage: Storage::Constant { initialiser: value }, .. }) => {
                    value.each(&mut |expr| self.raw_access(expr));
                }
                _ => {}
            }
        }
    }

    fn raw_access(&mut self, expr: &Expr) {
        let ExprKind::Method(method, object, arguments) = &*expr.kind else { return };
        let ty = match (&object.ty, method, arguments.as_slice()) {
            (
                Type::Resource(Resource::ByteAddress { .. }),
                Method::Store | Method::Store2 | Method::Store3 | Method::Store4,
                [_, value],
            ) => &value.ty,
            (Type::Resource(Resource::ByteAddress { .. }), ..) => &expr.ty,
            _ => return,
        };
        if self.layouts.raw(ty).is_none() && *ty != Type::Void {
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
        let (offsets, _) = rules.members(&structure.members);
        let layout = self.placed(&structure.members, &offsets, rules);
        self.structs.insert((structure.symbol, rules), layout);
        layout
    }

    fn placed(&mut self, members: &[Member], offsets: &[u32], rules: Rules) -> LayoutId {
        let placed = members.iter().zip(offsets);
        let placed = placed.map(|(member, offset)| Placed { offset: *offset, layout: self.layout(&member.ty, rules) });
        let placed = placed.collect();
        self.layouts.add(Layout::Struct(placed))
    }
}
