//! The layout of structures in buffers: equal in C++, std140 and std430, or a mistake.

use rustc_hash::FxHashSet;

use super::Checker;
use crate::diag::{Diagnostic, FileId, Span};
use crate::dialect::bsl::program::ResourceKind;
use crate::dialect::bsl::types::{Scalar, Storage, Ty};

/// A structure of buffers.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Layout {
    pub structure: String,
    pub size: u32,
    pub alignment: u32,
    /// The file that defines it.
    #[serde(skip)]
    pub file: FileId,
    pub members: Vec<LayoutMember>,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LayoutMember {
    pub name: String,
    pub offset: u32,
    pub size: u32,
    /// C++ has a member of this name, whose offset it can tell: no unit of bit-fields, no union without a name.
    #[serde(skip)]
    pub is_named: bool,
}

/// Size and alignment in bytes.
#[derive(Clone, Copy, Debug)]
struct Extent {
    size: u32,
    alignment: u32,
}

impl Checker<'_> {
    pub fn check_layouts(&mut self) {
        let mut done: FxHashSet<(u32, bool)> = FxHashSet::default();
        for at in 0..self.program.resources.len() {
            let resource = self.program.resources[at].clone();
            let is_uniform = match resource.kind {
                ResourceKind::Uniform { .. } => true,
                ResourceKind::Storage { .. } => false,
                _ => continue,
            };
            let span = resource.member.span;
            let (element, is_array) = match resource.ty {
                Ty::Array(id) => (self.program.arrays.get(id).0, true),
                other => (other, false),
            };
            match element {
                Ty::Structure(id) => {
                    if done.insert((id, is_uniform)) {
                        self.check_layout(id, is_uniform, Some(span));
                    }
                    if is_array && is_uniform {
                        self.check_uniform_element(id, span);
                    }
                }
                Ty::Error => {}
                other => {
                    let storage = Storage::Packed;
                    if let Some(extent) = self.extent(other, storage, is_uniform, "", span)
                        && is_array
                    {
                        self.check_stride(extent.size, is_uniform, "", span);
                    }
                }
            }
        }
        for id in 0..self.program.structures.len() as u32 {
            let info = self.program.structure(id);
            let is_new = !done.contains(&(id, true)) && !done.contains(&(id, false));
            if info.is_host_shared && is_new && info.kind.is_none() {
                self.check_layout(id, false, None);
            }
        }
    }

    fn check_uniform_element(&mut self, id: u32, span: Span) {
        let name = &self.program.structure(id).shown;
        let size = self.layouts.iter().find(|layout| layout.structure == *name).map(|layout| layout.size);
        if let Some(size) = size {
            self.check_stride(size, true, "", span);
        }
    }

    fn check_stride(&mut self, size: u32, is_uniform: bool, name: &str, span: Span) {
        if size == 12 || is_uniform && !size.is_multiple_of(16) {
            let what = if name.is_empty() { "the elements".to_owned() } else { format!("the elements of `{name}`") };
            let message = format!("{what} have {size} bytes each");
            self.error("bsl/layout-array-stride", message, span);
        }
    }

    /// Checks a structure, and keeps its layout.
    fn check_layout(&mut self, id: u32, is_uniform: bool, used: Option<Span>) -> Option<Extent> {
        if let Some(known) = self.extents.get(&(id, is_uniform)) {
            return known.map(|(size, alignment)| Extent { size, alignment });
        }
        let extent = self.lay_out(id, is_uniform, used);
        self.extents.insert((id, is_uniform), extent.map(|extent| (extent.size, extent.alignment)));
        extent
    }

    fn lay_out(&mut self, id: u32, is_uniform: bool, used: Option<Span>) -> Option<Extent> {
        let info = self.program.structure(id);
        if info.is_broken {
            return None;
        }
        let (name, place) = (info.shown.clone(), info.structure.name.map_or(info.structure.span, |ident| ident.span));
        let members: Vec<_> = info.members.iter().filter(|member| member.through.is_none()).cloned().collect();
        if members.is_empty() {
            self.layout_error("bsl/layout-empty", format!("`{name}` has no members"), place, used);
            return None;
        }
        if info.is_union {
            let size = info.words * 4;
            return Some(Extent { size, alignment: if size.is_multiple_of(16) { 16 } else { 4 } });
        }
        let mut at = 0u32;
        let mut alignment = 4;
        let mut shown = Vec::new();
        let mut unit = None;
        let mut is_sound = true;
        for member in &members {
            let span = member.ident.span;
            if let Some(bits) = member.bits {
                if unit != Some(bits.unit) {
                    unit = Some(bits.unit);
                    shown.push(LayoutMember {
                        name: format!("bits{}", bits.unit),
                        offset: at,
                        size: 4,
                        is_named: false,
                    });
                    at += 4;
                }
                continue;
            }
            let Some(extent) = self.extent(member.ty, member.storage, is_uniform, &member.ident.name, span) else {
                is_sound = false;
                continue;
            };
            if !is_sound {
                continue;
            }
            let place = at.next_multiple_of(extent.alignment);
            if place != at {
                let message = format!("{} bytes of padding before `{}`", place - at, member.ident.name);
                self.layout_error("bsl/layout-padding", message, span, used);
            }
            let (name, is_named) = (member.ident.name.to_string(), !member.is_hidden);
            shown.push(LayoutMember { name, offset: place, size: extent.size, is_named });
            at = place.saturating_add(extent.size);
            alignment = alignment.max(extent.alignment);
        }
        if !is_sound {
            return None;
        }
        let needed = if is_uniform { 16 } else { alignment };
        let end = at.next_multiple_of(needed);
        if end != at {
            let message = format!("`{name}` has {at} bytes, and {} are missing at its end", end - at);
            self.layout_error("bsl/layout-tail", message, place, used);
        }
        let layout = Layout { structure: name, size: end, alignment, file: place.file, members: shown };
        if !self.layouts.iter().any(|known| known.structure == layout.structure) {
            self.layouts.push(layout);
        }
        Some(Extent { size: end, alignment })
    }

    fn layout_error(&mut self, slug: &'static str, message: String, span: Span, used: Option<Span>) {
        let mut problem = Diagnostic::error(slug, message).at(span);
        if let Some(used) = used {
            problem = problem.label(used, "used as buffer here");
        }
        self.report(problem);
    }

    fn forbidden(&mut self, ty: Ty, name: &str, help: &str, span: Span) -> Option<Extent> {
        let what = if name.is_empty() { String::new() } else { format!("`{name}`: ") };
        let message = format!("{what}a `{}` in a buffer", self.show(ty));
        let mut problem = Diagnostic::error("bsl/buffer-type", message).at(span);
        if !help.is_empty() {
            problem = problem.help(format!("Write `{help}`."));
        }
        self.report(problem);
        None
    }

    fn extent(&mut self, ty: Ty, storage: Storage, is_uniform: bool, name: &str, span: Span) -> Option<Extent> {
        let of = |size, alignment| Some(Extent { size, alignment });
        if storage == Storage::Small {
            return self.forbidden(ty, name, "", span);
        }
        match ty {
            Ty::Scalar(Scalar::Bool) => self.forbidden(ty, name, "bool32_t", span),
            Ty::Scalar(_) | Ty::String | Ty::Enumeration(_) => of(4, 4),
            Ty::Vector(Scalar::Bool, _) => self.forbidden(ty, name, "", span),
            Ty::Vector(_, 2) => of(8, 8),
            Ty::Vector(_, 4) => of(16, 16),
            Ty::Vector(_, _) if storage == Storage::Packed => of(12, 16),
            Ty::Vector(scalar, _) => {
                let help = format!("packed_{}", crate::dialect::bsl::types::bsl_number(Ty::Vector(scalar, 3)));
                self.forbidden(ty, name, &help, span)
            }
            Ty::Matrix(columns, 4) => of(16 * u32::from(columns), 16),
            Ty::Matrix(columns, _) => {
                let help = format!("float{columns}x4");
                self.forbidden(ty, name, &help, span)
            }
            Ty::Array(id) => {
                let (element, length) = self.program.arrays.get(id);
                let extent = self.extent(element, storage, is_uniform, name, span)?;
                self.check_stride(extent.size, is_uniform, name, span);
                of(extent.size.saturating_mul(length.unwrap_or(0)), 16)
            }
            Ty::Structure(id) => {
                let extent = self.check_layout(id, false, Some(span))?;
                if is_uniform && !extent.size.is_multiple_of(16) {
                    let message = format!("`{name}` has {} bytes, and 16 do not divide them", extent.size);
                    self.error("bsl/layout-nested", message, span);
                }
                of(extent.size, 16)
            }
            Ty::Void | Ty::Opaque(_) => self.forbidden(ty, name, "", span),
            Ty::Error => None,
        }
    }
}
