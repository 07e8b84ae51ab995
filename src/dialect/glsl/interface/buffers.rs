//! The layouts of a program's blocks.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::layout::Rules;
use super::loose_block;
use super::words::{MemberWords, Packing, of_resource, of_struct};
use crate::ir::{
    Constants, Elements, Global, Item, Layout, LayoutId, Layouts, Placed, Program, Resource, Shape, Storage, Struct,
    Symbol, Type, shape,
};

/// Layouts, and which member of the block of loose uniforms each of them is.
pub fn assign(program: &Program) -> (Layouts, FxHashMap<Symbol, u32>) {
    let mut table = Table { layouts: Layouts::default(), structs: BTreeMap::new() };
    let mut index = FxHashMap::default();
    let mut uniforms = false;
    for instance in program.items.values() {
        let Item::Global(global) = &*instance.item else { continue };
        match &global.storage {
            Storage::Resource(_) => {
                let words = of_resource(&global.words);
                table.resource(global.symbol, &global.ty, Rules { packing: words.packing, row_major: words.row_major });
            }
            Storage::Uniform { .. } => uniforms = true,
            _ => {}
        }
    }
    if uniforms {
        let rules = Rules { packing: Packing::Std140, row_major: false };
        let mut members: Vec<&Type> = Vec::new();
        for instance in program.interface.iter() {
            let Item::Global(Global { symbol, ty, storage: Storage::Uniform { .. }, .. }) = &*instance.item else {
                continue;
            };
            index.insert(*symbol, members.len() as u32);
            members.push(ty);
        }
        let all = || members.iter().map(|ty| (*ty, MemberWords::default()));
        let (offsets, extent) = rules.placed(all());
        let layout = table.placed(all(), &offsets, rules);
        let size = extent.size.max(1).next_multiple_of(16);
        table.layouts.constants.insert(loose_block(), Constants { layout, size });
    }
    (table.layouts, index)
}

struct Table {
    layouts: Layouts,
    structs: BTreeMap<(Symbol, Rules), LayoutId>,
}

impl Table {
    fn resource(&mut self, symbol: Symbol, ty: &Type, rules: Rules) {
        match ty {
            Type::Array(element, _) => self.resource(symbol, element, rules),
            Type::Resource(Resource::Constant(inner)) => {
                let unit = if rules.packing == Packing::Std140 { 16 } else { 4 };
                let size = rules.extent(inner).size.max(1).next_multiple_of(unit);
                let layout = self.layout(inner, rules);
                self.layouts.constants.insert(symbol, Constants { layout, size });
            }
            Type::Resource(Resource::Structured { element, .. }) => {
                let stride = rules.extent(element).size.max(4).next_multiple_of(4);
                let layout = self.layout(element, rules);
                self.layouts.elements.insert(symbol, Elements { stride, layout });
            }
            _ => {}
        }
    }

    fn layout(&mut self, ty: &Type, rules: Rules) -> LayoutId {
        if let Type::Array(element, None) = ty {
            let layout = Layout::Array { stride: rules.stride(element), element: self.layout(element, rules) };
            return self.layouts.add(layout);
        }
        let layout = match shape(ty) {
            Shape::Matrix { scalar, rows, columns } => Layout::Matrix(rules.lines(scalar, rows, columns)),
            Shape::Array(element, _) => {
                Layout::Array { stride: rules.stride(element), element: self.layout(element, rules) }
            }
            Shape::Struct(structure) => return self.structure(structure, rules),
            _ => return LayoutId::PLAIN,
        };
        self.layouts.add(layout)
    }

    fn structure(&mut self, structure: &Arc<Struct>, rules: Rules) -> LayoutId {
        if let Some(known) = self.structs.get(&(structure.symbol, rules)) {
            return *known;
        }
        let (offsets, _) = rules.members(structure);
        let members = structure.members.iter().zip(of_struct(structure)).map(|(member, words)| (&member.ty, words));
        let layout = self.placed(members, &offsets, rules);
        self.structs.insert((structure.symbol, rules), layout);
        layout
    }

    fn placed<'t>(
        &mut self,
        members: impl Iterator<Item = (&'t Type, MemberWords)>,
        offsets: &[u32],
        rules: Rules,
    ) -> LayoutId {
        let placed: Vec<Placed> = members
            .zip(offsets)
            .map(|((ty, words), offset)| Placed { offset: *offset, layout: self.layout(ty, rules.of_member(words)) })
            .collect();
        self.layouts.add(Layout::Struct(placed))
    }
}
