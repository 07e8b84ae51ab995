//! The blocks of constants of a variant, with the place of each field.

use super::step::interface_options;
use crate::compile::{Job, panic_guard};
use crate::ir::{
    Block, Global, Interface, Item, Layout, LayoutId, Layouts, Lines, Program, Resource, ResourcePart, Scalar, Shape,
    Storage, Symbol, Type, shape,
};
use crate::model::{BindingKind, NumberKind, UniformBlock, UniformField};

/// Fields of one block: an array of structures can have any number.
const MOST_FIELDS: usize = 256;

/// Types that are looked at for one block: structures in structures can have any number of parts that are no fields.
const MOST_VISITS: usize = 1 << 12;

/// Elements of an array that are fields of their own.
const MOST_ELEMENTS: u32 = 16;

/// The blocks of constants of the job's unit, by set and binding; none where the embedded compiler cannot analyse the
/// variant. At most `MOST_FIELDS` fields of each, and `MOST_ELEMENTS` elements of an array.
pub fn uniform_blocks(job: &Job<'_>) -> Vec<UniformBlock> {
    let Some(analysis) = job.source else { return Vec::new() };
    let (Some(program), _) = analysis.program(job.stage, job.entry_point) else { return Vec::new() };
    let find = || {
        let interface = analysis.session.resolve(program, &interface_options(job)).ok()?;
        Some(blocks_of(program, &interface))
    };
    panic_guard::bounded(&analysis.limits, find).ok().flatten().unwrap_or_default()
}

fn blocks_of(program: &Program, interface: &Interface) -> Vec<UniformBlock> {
    let mut blocks = Vec::new();
    for ((symbol, part), bound) in &*interface.bindings {
        let constants = interface.layouts.constants.get(symbol);
        let push_constants = bound.kind == BindingKind::PushConstants;
        let (ResourcePart::Whole, Some(constants)) = (part, constants) else { continue };
        if !push_constants && bound.kind != BindingKind::UniformBuffer {
            continue;
        }
        let mut fields = Fields { layouts: &interface.layouts, found: Vec::new(), visits: 0 };
        match members_of(program, interface, *symbol) {
            Contents::Members(members) => fields.add_members("", &members, constants.layout, 0),
            // The members of the resource are the fields, without its name.
            Contents::Value(ty) => fields.add("", ty, constants.layout, 0),
            Contents::Unknown => {}
        }
        blocks.push(UniformBlock {
            set: bound.set,
            binding: bound.binding,
            name: bound.name.clone(),
            push_constants,
            size: constants.size,
            fields: fields.found,
        });
    }
    blocks.sort_unstable();
    blocks
}

/// What a block of constants holds.
enum Contents<'p> {
    /// By name.
    Members(Vec<(&'p str, &'p Type)>),
    Value(&'p Type),
    Unknown,
}

fn members_of<'p>(program: &'p Program, interface: &Interface, symbol: Symbol) -> Contents<'p> {
    let items = || program.interface.iter().map(|instance| &*instance.item);
    if symbol == interface.loose_block {
        let loose = |item: &'p Item| match item {
            Item::Global(Global { symbol, ty, storage: Storage::Uniform { .. }, .. }) => {
                Some((*interface.loose.get(symbol)?, (symbol.name(), ty)))
            }
            _ => None,
        };
        let mut members: Vec<(u32, (&str, &Type))> = items().filter_map(loose).collect();
        members.sort_unstable_by_key(|(index, _)| *index);
        return Contents::Members(members.into_iter().map(|(_, member)| member).collect());
    }
    for item in items() {
        match item {
            Item::Block(Block { symbol: known, members, .. }) if *known == symbol => {
                return Contents::Members(members.iter().map(|member| (member.name.as_str(), &member.ty)).collect());
            }
            Item::Global(Global { symbol: known, ty: Type::Resource(Resource::Constant(ty)), .. })
                if *known == symbol =>
            {
                return Contents::Value(ty);
            }
            _ => {}
        }
    }
    Contents::Unknown
}

struct Fields<'l> {
    layouts: &'l Layouts,
    found: Vec<UniformField>,
    /// Types that were looked at.
    visits: usize,
}

impl Fields<'_> {
    /// The members of a structure that begins at `offset`. `path` ends with a dot, or is empty.
    fn add_members(&mut self, path: &str, members: &[(&str, &Type)], layout: LayoutId, offset: u32) {
        let Layout::Struct(placed) = self.layouts.get(layout).clone() else { return };
        for ((name, ty), place) in members.iter().zip(placed) {
            self.add(&format!("{path}{name}"), ty, place.layout, offset.saturating_add(place.offset));
        }
    }

    fn add(&mut self, name: &str, ty: &Type, layout: LayoutId, offset: u32) {
        self.visits += 1;
        if self.found.len() >= MOST_FIELDS || self.visits > MOST_VISITS {
            return;
        }
        let layout_of_type = self.layouts.get(layout).clone();
        match (shape(ty), layout_of_type) {
            (Shape::Scalar(scalar), _) => self.put(name, scalar, offset, Lines { lanes: 1, ..ONE_LINE }),
            (Shape::Vector(scalar, lanes), _) => {
                self.put(name, scalar, offset, Lines { lanes: u32::from(lanes), ..ONE_LINE });
            }
            (Shape::Matrix { scalar, .. }, Layout::Matrix(lines)) => self.put(name, scalar, offset, lines),
            (Shape::Array(ty, count), Layout::Array { stride, element }) => {
                for index in 0..count.min(MOST_ELEMENTS) {
                    let at = offset.saturating_add(stride.saturating_mul(index));
                    self.add(&format!("{name}[{index}]"), ty, element, at);
                }
            }
            (Shape::Struct(structure), Layout::Struct(_)) => {
                let members: Vec<(&str, &Type)> =
                    structure.members.iter().map(|member| (member.name.as_str(), &member.ty)).collect();
                let path = if name.is_empty() { String::new() } else { format!("{name}.") };
                self.add_members(&path, &members, layout, offset);
            }
            _ => {}
        }
    }

    fn put(&mut self, name: &str, scalar: Scalar, offset: u32, lines: Lines) {
        let Some(number) = number_kind(scalar) else { return };
        let Lines { count, lanes, stride, rows } = lines;
        self.found.push(UniformField { name: name.to_owned(), number, offset, lines: count, lanes, stride, rows });
    }
}

/// A scalar or vector as a matrix of one row.
const ONE_LINE: Lines = Lines { count: 1, lanes: 1, stride: 16, rows: true };

/// `None` for numbers that are not 32 bits wide in a buffer.
fn number_kind(scalar: Scalar) -> Option<NumberKind> {
    Some(match scalar {
        Scalar::Bool => NumberKind::Bool,
        Scalar::Int | Scalar::Min16Int => NumberKind::Int,
        Scalar::Uint | Scalar::Min16Uint => NumberKind::Uint,
        Scalar::Half | Scalar::Float | Scalar::Min16Float => NumberKind::Float,
        Scalar::Double | Scalar::Int16 | Scalar::Uint16 | Scalar::Float16 | Scalar::Int64 | Scalar::Uint64 => {
            return None;
        }
    })
}
