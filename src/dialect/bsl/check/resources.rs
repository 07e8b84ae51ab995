//! Attributes, and the tables whose members they make resources and interface variables.

use super::{Checker, Value};
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Attribute, Declaration, Declarator, ExprKind};
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::legacy;
use crate::dialect::bsl::program::{Access, Resource, ResourceKind, TableKind};
use crate::dialect::bsl::types::{Scalar, Storage, Ty};
use crate::dialect::create_info::vocabulary::{Base, Format};

/// Every attribute: its name, and its least and greatest number of arguments.
#[rustfmt::skip]
const ATTRIBUTES: &[(&str, usize, usize)] = &[
    ("attribute", 1, 1), ("base_instance", 0, 0), ("capacity", 1, 1), ("clip_control", 0, 0), ("clip_distance", 0, 0),
    ("compilation_constant", 0, 0), ("compute", 0, 0), ("condition", 1, 1), ("early_fragment_tests", 0, 0), ("fallthrough", 0, 0),
    ("flat", 0, 0), ("frag_color", 1, 1), ("frag_coord", 0, 0), ("frag_depth", 1, 1), ("frag_stencil_ref", 0, 0),
    ("fragment", 0, 0), ("frequency", 1, 1), ("front_facing", 0, 0), ("global_invocation_id", 0, 0), ("host_shared", 0, 0),
    ("image", 3, 3), ("in", 0, 0), ("index", 1, 1), ("instance_id", 0, 0), ("instance_index", 0, 0), ("layer", 0, 0),
    ("legacy_iface", 0, 0), ("legacy_info", 0, 0), ("local_invocation_id", 0, 0), ("local_invocation_index", 0, 0),
    ("local_size", 1, 3), ("maybe_unused", 0, 0), ("metal_max_total_threads_per_threadgroup", 1, 1), ("no_perspective", 0, 0),
    ("nodiscard", 0, 0), ("node", 0, 0), ("num_work_groups", 0, 0), ("out", 0, 0), ("point_coord", 0, 0), ("point_size", 0, 0),
    ("position", 0, 0), ("push_constant", 0, 0), ("raster_order_group", 1, 1), ("resource_table", 0, 0), ("sampler", 1, 1),
    ("shared", 0, 0), ("smooth", 0, 0), ("specialization_constant", 1, 1), ("static_branch", 0, 0), ("storage", 2, 2),
    ("subpass_in", 0, 0), ("subpass_input", 2, 2), ("texture_atomic", 0, 0), ("uniform", 1, 1), ("unroll", 0, 0),
    ("unroll_n", 1, 1), ("vertex", 0, 0), ("vertex_id", 0, 0), ("viewport_index", 0, 0), ("work_group_id", 0, 0),
];

/// Attributes that make a member a resource, with the kind of its table.
const RESOURCES: [(&str, TableKind); 15] = [
    ("attribute", TableKind::VertexInput),
    ("smooth", TableKind::Interface),
    ("flat", TableKind::Interface),
    ("no_perspective", TableKind::Interface),
    ("frag_color", TableKind::FragmentOutput),
    ("subpass_input", TableKind::FragmentInput),
    ("uniform", TableKind::Resources),
    ("storage", TableKind::Resources),
    ("sampler", TableKind::Resources),
    ("image", TableKind::Resources),
    ("push_constant", TableKind::Resources),
    ("compilation_constant", TableKind::Resources),
    ("specialization_constant", TableKind::Resources),
    ("shared", TableKind::Resources),
    ("resource_table", TableKind::Resources),
];

/// Attributes that stand beside one of a resource.
const MODIFIERS: [&str; 7] =
    ["condition", "frequency", "index", "raster_order_group", "capacity", "legacy_info", "legacy_iface"];

impl Checker<'_> {
    /// Whether the attribute exists, and has as many arguments as it takes.
    pub fn check_attribute_name(&mut self, attribute: &Attribute) -> bool {
        let name = attribute.name.name;
        let bare = name.strip_prefix("gpu::").filter(|rest| rest.starts_with("unroll")).unwrap_or(&name);
        let Some((_, least, most)) = ATTRIBUTES.iter().find(|(known, ..)| *known == bare) else {
            if bare.starts_with("unroll") {
                return true;
            }
            self.error("bsl/attribute-unknown", format!("there is no attribute `{name}`"), attribute.name.span);
            return false;
        };
        let count = attribute.arguments.len();
        let is_unroll = bare.starts_with("unroll");
        if !is_unroll && !(*least..=*most).contains(&count) {
            let takes = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let message = format!("`[[{name}]]` takes {takes} arguments, and has {count}");
            self.error("bsl/attribute-arity", message, attribute.name.span);
            return false;
        }
        true
    }

    /// The same, and whether it may stand here.
    pub fn check_attribute(&mut self, attribute: &Attribute, allowed: &[&str]) -> bool {
        if !self.check_attribute_name(attribute) {
            return false;
        }
        let name = attribute.name.name;
        if allowed.contains(&name.as_str()) {
            return true;
        }
        self.attribute_misplaced(&name, attribute.name.span);
        false
    }

    pub fn has_resource_attribute(&self, attributes: &[Attribute]) -> bool {
        attributes.iter().any(|attribute| RESOURCES.iter().any(|(name, _)| attribute.name.name == *name))
    }

    /// The constant integer of an attribute's argument.
    pub fn attribute_number(&mut self, attribute: &Attribute, at: usize) -> Option<u32> {
        let argument = attribute.arguments.get(at)?;
        let value = self.expression(argument, None);
        if value.is_broken() {
            return None;
        }
        match value.constant.and_then(|constant| constant.as_integer()).and_then(|number| u32::try_from(number).ok()) {
            Some(number) => Some(number),
            None => {
                self.error("bsl/not-constant", "this argument is a constant that is not negative", argument.span);
                None
            }
        }
    }

    fn attribute_word(attribute: &Attribute, at: usize) -> Option<&'static str> {
        match &attribute.arguments.get(at)?.kind {
            ExprKind::Path(path) => path.single().map(|ident| ident.name.as_str()),
            _ => None,
        }
    }

    /// Makes a member a resource, where its attributes say so.
    pub fn attach_resource(&mut self, table: u32, index: u32, declaration: &Declaration, declarator: &Declarator) {
        let mut found: Option<(&Attribute, TableKind)> = None;
        for attribute in &declaration.attributes {
            if !self.check_attribute_name(attribute) {
                continue;
            }
            let name = attribute.name.name;
            let kind = RESOURCES.iter().find(|(known, _)| name == *known).map(|(_, kind)| *kind);
            match (kind, found) {
                (Some(_), Some(_)) => {
                    let message = format!("`[[{name}]]` is a second resource of one member");
                    self.error("bsl/resource-duplicate", message, attribute.name.span);
                }
                (Some(kind), None) => found = Some((attribute, kind)),
                (None, _) if MODIFIERS.contains(&name.as_str()) || name == "maybe_unused" => {}
                (None, _) => self.attribute_misplaced(&name, attribute.name.span),
            }
        }
        let member = self.program.structure(table).members[index as usize].clone();
        let is_table = match self.program.table_kind(member.ty) {
            Some(TableKind::Resources) => true,
            // Those of create-infos have tables of other kinds inside.
            Some(_) => legacy::is_table(&self.show(member.ty)),
            None => false,
        };
        let Some((attribute, kind)) = found else {
            if is_table && !self.program.structure(table).is_union {
                let message = format!("the table `{}` has no `[[resource_table]]`", member.ident.name);
                self.error("bsl/table-member", message, member.ident.span);
            }
            return;
        };
        if attribute.name.name == "resource_table" {
            self.attach_table(table, index, declaration, declarator, is_table);
            self.note_kind(table, kind, attribute.name.span);
            return;
        }
        if member.ty == Ty::Error {
            self.note_kind(table, kind, attribute.name.span);
            return;
        }
        let Some(resource) = self.resource_kind(table, attribute, &member, declaration, declarator) else { return };
        let condition = self.resource_condition(declaration);
        let frequency = declaration
            .attributes
            .iter()
            .find(|attribute| attribute.name.name == "frequency")
            .and_then(|attribute| Self::attribute_word(attribute, 0))
            .unwrap_or("PASS");
        let id = self.program.resources.len() as u32;
        let is_const =
            declaration.ty.is_const || matches!(resource, ResourceKind::Storage { access: Access::Read, .. });
        self.program.resources.push(Resource {
            table,
            member: member.ident,
            ty: member.ty,
            storage: member.storage,
            type_name: declaration.ty.path.last().ident.name,
            kind: resource,
            condition,
            frequency,
            is_const,
        });
        self.program.structures[table as usize].members[index as usize].resource = Some(id);
        self.note_kind(table, kind, attribute.name.span);
    }

    fn attach_table(
        &mut self,
        table: u32,
        index: u32,
        declaration: &Declaration,
        declarator: &Declarator,
        is_table: bool,
    ) {
        let member = self.program.structure(table).members[index as usize].clone();
        let is_wrapped = declaration.ty.path.parts[0].ident.name == "srt_t";
        let inner = match member.ty {
            Ty::Structure(inner) if is_table && declarator.extents.is_empty() => Some(inner),
            _ => None,
        };
        let is_sound = is_wrapped || declarator.is_reference;
        match inner.filter(|_| is_sound) {
            Some(inner) => self.program.structures[table as usize].members[index as usize].table = Some(inner),
            None if member.ty == Ty::Error => {}
            None => {
                let problem =
                    Diagnostic::error("bsl/table-member", format!("`{}` is not a table of its own", member.ident.name));
                self.report(problem.at(member.ident.span).help("Write `srt_t<T>` or `T &`."));
            }
        }
    }

    /// All members of a table are of one kind.
    fn note_kind(&mut self, table: u32, kind: TableKind, span: Span) {
        match self.program.structure(table).kind {
            None => self.program.structures[table as usize].kind = Some(kind),
            Some(known) if known != kind => {
                let message = "the members of this structure belong to tables of different kinds";
                self.error("bsl/table-kind", message, span);
            }
            Some(_) => {}
        }
    }

    fn resource_condition(&mut self, declaration: &Declaration) -> Option<crate::dialect::bsl::output_tree::OutExpr> {
        let mut all = declaration.attributes.iter().filter(|attribute| attribute.name.name == "condition");
        let first = all.next()?;
        if let Some(second) = all.next() {
            self.error("bsl/condition-duplicate", "a member has two conditions", second.name.span);
        }
        // Members of the table are names in it.
        let scope = self.body.scope;
        let structure = self.enclosing_structure();
        let this = structure.map(|id| Value {
            ty: Ty::Structure(id),
            out: crate::dialect::bsl::output_tree::OutExpr::new(
                crate::dialect::bsl::output_tree::Out::BuiltIn(""),
                first.name.span,
            ),
            constant: None,
            place: super::Place::Const,
        });
        let outer = std::mem::replace(&mut self.body.this, this);
        let value = self.condition(first.arguments.first()?);
        self.body.this = outer;
        self.body.scope = scope;
        (!value.is_broken()).then_some(value.out)
    }

    fn resource_kind(
        &mut self,
        table: u32,
        attribute: &Attribute,
        member: &crate::dialect::bsl::program::MemberInfo,
        declaration: &Declaration,
        declarator: &Declarator,
    ) -> Option<ResourceKind> {
        let name = attribute.name.name;
        let span = member.ident.span;
        let needs_reference = matches!(name.as_str(), "uniform" | "storage");
        if needs_reference != declarator.is_reference {
            let what = if needs_reference { "is not a reference" } else { "is a reference" };
            self.error("bsl/resource-form", format!("the resource `{}` {what}", member.ident.name), span);
            return None;
        }
        let location = self.program.resources.iter().filter(|resource| resource.table == table).count() as u32;
        Some(match name.as_str() {
            "attribute" => {
                self.check_interface_type(member.ty, member.storage, true, span);
                ResourceKind::VertexInput { location: self.attribute_number(attribute, 0)? }
            }
            "smooth" | "flat" | "no_perspective" => {
                self.check_interface_type(member.ty, member.storage, false, span);
                let qualifier = match name.as_str() {
                    "flat" => "flat ",
                    "no_perspective" => "noperspective ",
                    _ => "",
                };
                if name != "flat" && member.ty.component().is_some_and(|scalar| scalar != Scalar::Float) {
                    let message = format!("the integer `{}` is not `[[flat]]`", member.ident.name);
                    self.error("bsl/interface-type", message, span);
                }
                ResourceKind::Interface { qualifier, location }
            }
            "frag_color" => {
                self.check_interface_type(member.ty, member.storage, true, span);
                self.fragment_output(attribute, declaration)?
            }
            "subpass_input" => {
                let slot = self.attribute_number(attribute, 0)?;
                ResourceKind::SubpassInput { slot, raster_order_group: self.attribute_number(attribute, 1)? }
            }
            "uniform" => ResourceKind::Uniform { slot: self.attribute_number(attribute, 0)? },
            "storage" => {
                ResourceKind::Storage { slot: self.attribute_number(attribute, 0)?, access: self.access(attribute, 1)? }
            }
            "sampler" => {
                if !matches!(member.ty, Ty::Opaque(opaque) if !opaque.is_image) {
                    self.error("bsl/resource-form", format!("`{}` is not a sampler", member.ident.name), span);
                    return None;
                }
                ResourceKind::Sampler { slot: self.attribute_number(attribute, 0)? }
            }
            "image" => self.image_kind(attribute, member)?,
            "push_constant" => {
                self.check_push_constant(member);
                ResourceKind::PushConstant
            }
            "compilation_constant" => {
                self.check_constant_type(member);
                ResourceKind::CompilationConstant
            }
            "specialization_constant" => {
                self.check_constant_type(member);
                let default = self.initialiser(attribute.arguments.first()?, member.ty);
                match default.constant {
                    Some(default) => ResourceKind::SpecializationConstant { default },
                    None => {
                        self.not_constant(&default, attribute.arguments[0].span);
                        return None;
                    }
                }
            }
            _ => ResourceKind::Shared,
        })
    }

    /// `[[frag_color(n)]]`, with `[[index(n)]]` and `[[raster_order_group(n)]]` beside it.
    fn fragment_output(&mut self, attribute: &Attribute, declaration: &Declaration) -> Option<ResourceKind> {
        let beside = |name: &str| declaration.attributes.iter().find(|attribute| attribute.name.name.as_str() == name);
        let index = beside("index").and_then(|attribute| self.attribute_number(attribute, 0));
        let group = beside("raster_order_group").and_then(|attribute| self.attribute_number(attribute, 0));
        let location = self.attribute_number(attribute, 0)?;
        Some(ResourceKind::FragmentOutput { location, index, raster_order_group: group })
    }

    fn check_constant_type(&mut self, member: &crate::dialect::bsl::program::MemberInfo) {
        if !matches!(self.program.underlying(member.ty), Ty::Scalar(_)) {
            let message = format!("the constant `{}` is not a scalar", member.ident.name);
            self.error("bsl/resource-form", message, member.ident.span);
        }
    }

    fn check_push_constant(&mut self, member: &crate::dialect::bsl::program::MemberInfo) {
        let element = match member.ty {
            Ty::Array(id) => self.program.arrays.get(id).0,
            other => other,
        };
        if !matches!(element, Ty::Scalar(_) | Ty::Vector(..) | Ty::Matrix(..) | Ty::Enumeration(_))
            || member.storage == Storage::Small
        {
            let message = format!("a push constant of type `{}`", self.show(member.ty));
            self.error("bsl/resource-form", message, member.ident.span);
        }
    }

    fn check_interface_type(&mut self, ty: Ty, storage: Storage, may_be_small: bool, span: Span) {
        let is_number = matches!(
            ty,
            Ty::Scalar(Scalar::Int | Scalar::Uint | Scalar::Float)
                | Ty::Vector(Scalar::Int | Scalar::Uint | Scalar::Float, _)
        );
        let is_small = storage == Storage::Small && !may_be_small;
        if !is_number || is_small {
            let message = format!("a `{}` between stages", self.show(ty));
            self.error("bsl/interface-type", message, span);
        }
    }

    fn access(&mut self, attribute: &Attribute, at: usize) -> Option<Access> {
        match Self::attribute_word(attribute, at) {
            Some("read") => Some(Access::Read),
            Some("write") => Some(Access::Write),
            Some("read_write") => Some(Access::ReadWrite),
            _ => {
                let span = attribute.arguments.get(at).map_or(attribute.name.span, |argument| argument.span);
                self.error("bsl/resource-form", "the access is one of `read`, `write` and `read_write`", span);
                None
            }
        }
    }

    fn image_kind(
        &mut self,
        attribute: &Attribute,
        member: &crate::dialect::bsl::program::MemberInfo,
    ) -> Option<ResourceKind> {
        let Ty::Opaque(opaque) = member.ty else {
            self.error("bsl/resource-form", format!("`{}` is not an image", member.ident.name), member.ident.span);
            return None;
        };
        let slot = self.attribute_number(attribute, 0)?;
        let access = self.access(attribute, 1)?;
        let word = Self::attribute_word(attribute, 2).unwrap_or("");
        let span = attribute.arguments[2].span;
        let Some(format) = Format::from_name(word) else {
            self.error("bsl/image-format", format!("there is no image format `{word}`"), span);
            return None;
        };
        let scalar = match format.row().base {
            Base::Float => Scalar::Float,
            Base::Int => Scalar::Int,
            Base::Uint => Scalar::Uint,
            Base::Bool => Scalar::Bool,
        };
        if scalar != opaque.scalar || !opaque.is_image {
            let message = format!("an image of type `{}` has not the format `{word}`", self.show(member.ty));
            self.error("bsl/image-format", message, span);
            return None;
        }
        Some(ResourceKind::Image { slot, access, format })
    }

    /// After the members of a structure: rules that need all of them.
    pub fn find_table_kind(&mut self, id: u32) {
        let info = self.program.structure(id);
        let Some(kind) = info.kind else { return };
        let plain = info.members.iter().find(|member| {
            member.resource.is_none() && member.table.is_none() && member.ty != Ty::Error && !info.is_broken
        });
        if let Some(member) = plain {
            let (name, span) = (member.ident.name, member.ident.span);
            let message = format!("`{name}` has no attribute, and stands in a table");
            self.error("bsl/table-kind", message, span);
        }
        if kind == TableKind::Interface {
            return;
        }
        let structure = std::rc::Rc::clone(&self.program.structure(id).structure);
        for member in &structure.members {
            let crate::dialect::bsl::ast::Member::Data(declaration) = member else { continue };
            for attribute in &declaration.attributes {
                if attribute.name.name == "capacity" {
                    self.check_capacity(attribute, declaration);
                }
            }
        }
    }

    fn check_capacity(&mut self, attribute: &Attribute, declaration: &Declaration) {
        let is_array = declaration
            .declarators
            .iter()
            .all(|declarator| declarator.extents.len() == 1 && declarator.extents[0].0.is_some());
        if !is_array {
            let message = "`[[capacity]]` stands at an array of one dimension with its greatest size";
            self.error("bsl/capacity", message, attribute.name.span);
        }
    }

    /// `[[local_size(x, y, z)]]`.
    pub fn local_size(&mut self, attribute: &Attribute) -> [u32; 3] {
        let mut size = [1; 3];
        for (at, size) in size.iter_mut().enumerate().take(attribute.arguments.len()) {
            match self.attribute_number(attribute, at) {
                Some(number @ 1..=1024) => *size = number,
                Some(_) => {
                    let span = attribute.arguments[at].span;
                    self.error("bsl/local-size", "a size of a group is from 1 to 1024", span);
                }
                None => {}
            }
        }
        size
    }

    pub fn is_true(constant: Constant) -> bool {
        constant.is_true()
    }
}
