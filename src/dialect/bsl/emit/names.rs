//! Names on output: unique, and the same for every text of a program.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::groups::Groups;
use crate::atom::Atom;
use crate::dialect::bsl::infos::{Bindings, kind_order};
use crate::dialect::bsl::output_tree::FunctionId;
use crate::dialect::bsl::program::{Passing, Program, Resource, ResourceKind};
use crate::dialect::bsl::types::{Ty, glsl_number, output_name};
use crate::dialect::create_info::vocabulary::Frequency;

/// The names of everything outside of functions.
#[derive(Debug, Default)]
pub struct Names {
    pub structures: Vec<String>,
    pub functions: Vec<String>,
    pub globals: Vec<String>,
    pub resources: Vec<String>,
    /// All of them.
    pub all: FxHashSet<Atom>,
    /// The bindings in a text of all entry points.
    pub bindings: Bindings,
    /// Of the entry points of a unit.
    pub groups: Groups,
}

impl Names {
    pub fn new(program: &Program) -> Names {
        Names::of(program, false)
    }

    /// Names for create-infos, in whose texts push constants are macros: none of them is a swizzle.
    pub fn for_infos(program: &Program) -> Names {
        Names::of(program, true)
    }

    fn of(program: &Program, is_for_infos: bool) -> Names {
        let mut names = Names::default();
        for info in &program.structures {
            let name = names.unique(&info.name);
            names.structures.push(name);
        }
        for resource in &program.resources {
            let member = output_name(&resource.member.name);
            let name = match resource.kind {
                ResourceKind::Interface { .. } | ResourceKind::FragmentOutput { .. } => {
                    format!("{}_{member}", names.structures[resource.table as usize])
                }
                ResourceKind::PushConstant if is_for_infos && is_swizzle(&member) => format!("{member}_"),
                _ if names.all.contains(&Atom::from(&member)) => {
                    format!("{}_{member}", names.structures[resource.table as usize])
                }
                _ => member,
            };
            let name = names.unique(&name);
            names.resources.push(name);
        }
        for global in &program.globals {
            let name = names.unique(&global.name);
            names.globals.push(name);
        }
        names.name_functions(program);
        names.bind(program);
        names.groups = Groups::of(program);
        names
    }

    fn unique(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 0u32;
        while !self.all.insert(Atom::from(&name)) {
            number += 1;
            name = format!("{wanted}_{number}");
        }
        name
    }

    /// Overloads share a name, as long as GLSL can tell them apart.
    fn name_functions(&mut self, program: &Program) {
        let mut of_functions: FxHashMap<String, Vec<FunctionId>> = FxHashMap::default();
        for (info, id) in program.functions.iter().zip(0..) {
            let wanted = if info.name.is_empty() { info.function.ident().name.as_str() } else { &info.name };
            let mut name = wanted.to_owned();
            let mut number = 0u32;
            loop {
                let is_free = match of_functions.get_mut(&name) {
                    Some(others) => {
                        let is_free = others.iter().all(|other| !have_one_signature(program, *other, id));
                        others.extend(is_free.then_some(id));
                        is_free
                    }
                    None if self.all.contains(&Atom::from(&name)) => false,
                    None => {
                        self.all.insert(Atom::from(&name));
                        of_functions.insert(name.clone(), vec![id]);
                        true
                    }
                };
                if is_free {
                    break;
                }
                number += 1;
                name = format!("{wanted}_{number}");
            }
            self.functions.push(name);
        }
    }

    /// One counter over all resources, by frequency, kind and slot: the order of create-infos.
    fn bind(&mut self, program: &Program) {
        let frequency = |resource: &Resource| Frequency::from_name(resource.frequency).unwrap_or(Frequency::Pass);
        let mut order: Vec<_> = program
            .resources
            .iter()
            .zip(0u32..)
            .filter_map(|(resource, id)| {
                let (kind, slot) = kind_order(&resource.kind)?;
                Some((frequency(resource), kind, slot, id))
            })
            .collect();
        order.sort_unstable();
        let subpasses = program.resources.iter().zip(0u32..).filter_map(|(resource, id)| match resource.kind {
            ResourceKind::SubpassInput { slot, .. } => Some((slot, id)),
            _ => None,
        });
        let mut last: Vec<(u32, u32)> = subpasses.collect();
        last.sort_unstable();
        let ids = order.into_iter().map(|(.., id)| id).chain(last.into_iter().map(|(_, id)| id));
        self.bindings.of = ids.zip(0u32..).collect();
        self.bindings.next = self.bindings.of.len() as u32;
    }

    /// A type without the extents of an array, which follow a declared name.
    pub fn element_name(&self, program: &Program, ty: Ty) -> Cow<'_, str> {
        match ty {
            Ty::Structure(id) => Cow::Borrowed(&self.structures[id as usize]),
            Ty::Enumeration(_) => glsl_number(program.underlying(ty)),
            Ty::Array(id) => self.element_name(program, program.arrays.get(id).0),
            other => glsl_number(other),
        }
    }

    pub fn extents(program: &Program, ty: Ty) -> String {
        let mut text = String::new();
        let mut ty = ty;
        while let Ty::Array(id) = ty {
            let (element, length) = program.arrays.get(id);
            match length {
                Some(length) => text += &format!("[{length}]"),
                None => text += "[]",
            }
            ty = element;
        }
        text
    }

    /// The whole type, as a constructor has it.
    pub fn type_name(&self, program: &Program, ty: Ty) -> Cow<'_, str> {
        match ty {
            Ty::Array(_) => self.element_name(program, ty) + Cow::Owned(Self::extents(program, ty)),
            _ => self.element_name(program, ty),
        }
    }
}

fn is_swizzle(name: &str) -> bool {
    name.len() <= 4 && ["xyzw", "rgba", "stpq"].iter().any(|set| name.chars().all(|letter| set.contains(letter)))
}

/// The types of what a function is given in GLSL, where enumerations and words are integers.
fn signature(program: &Program, id: FunctionId) -> impl Iterator<Item = Ty> {
    let info = program.function(id);
    let object = info.structure.filter(|_| info.is_method).map(Ty::Structure);
    let own = info.parameters.iter().filter(|parameter| parameter.passing != Passing::Table);
    object.into_iter().chain(own.map(|parameter| parameter.ty))
}

fn have_one_signature(program: &Program, one: FunctionId, other: FunctionId) -> bool {
    let (mut left, mut right) = (signature(program, one), signature(program, other));
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(left), Some(right)) if is_one_type(program, left, right) => {}
            _ => return false,
        }
    }
}

fn is_one_type(program: &Program, left: Ty, right: Ty) -> bool {
    match (program.underlying(left), program.underlying(right)) {
        (Ty::Array(left), Ty::Array(right)) => {
            let ((left, count), (right, other)) = (program.arrays.get(left), program.arrays.get(right));
            count == other && is_one_type(program, left, right)
        }
        (left @ (Ty::Structure(_) | Ty::Array(_)), right) | (left, right @ (Ty::Structure(_) | Ty::Array(_))) => {
            left == right
        }
        (left, right) => left == right || glsl_number(left) == glsl_number(right),
    }
}
