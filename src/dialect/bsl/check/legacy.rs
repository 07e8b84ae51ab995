//! Accessors of the resources of create-infos: `sampler_get(info, name)`.
//!
//! What an entry point's infos do not include does not exist for it: the innermost block around an accessor is left out
//! there. So a block with accessors is kept apart ([`OutKind::Legacy`]), with the value that is returned in its place.

use super::{Checker, Place, Value};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Expr, ExprKind, Ident};
use crate::dialect::bsl::legacy::{self, ACCESSORS, table_name};
use crate::dialect::bsl::output_tree::{Out, OutExpr, OutKind, OutStatement, ResourceId};
use crate::dialect::bsl::program::{Entry, GLOBAL, ResourceKind, Symbol, TableKind};
use crate::dialect::bsl::types::Ty;

/// Whether an accessor gives resources of a kind.
fn gives(accessor: &str, kind: &ResourceKind) -> bool {
    matches!(
        (accessor, kind),
        ("push_constant_get", ResourceKind::PushConstant)
            | ("buffer_get", ResourceKind::Uniform { .. } | ResourceKind::Storage { .. })
            | ("sampler_get", ResourceKind::Sampler { .. })
            | ("image_get", ResourceKind::Image { .. })
            | ("interface_get", ResourceKind::Interface { .. })
            | ("attribute_get", ResourceKind::VertexInput { .. })
            | ("specialization_constant_get", ResourceKind::SpecializationConstant { .. })
            | ("shared_variable_get", ResourceKind::Shared)
    )
}

/// What a name of a create-info means.
enum Found {
    /// With the table that an entry point has to own.
    Resource(u32, ResourceId),
    /// The instance of an interface: a table.
    Instance(u32),
}

impl Checker<'_> {
    /// `buffer_get(info, name)`.
    pub fn legacy_access(&mut self, accessor: &str, arguments: &[Expr], span: Span) -> Value {
        let word = |expr: &Expr| match &expr.kind {
            ExprKind::Path(path) => path.single(),
            _ => None,
        };
        let [Some(info), Some(name)] = [arguments.first().and_then(word), arguments.get(1).and_then(word)] else {
            let message = format!("`{accessor}` takes the name of a create-info and that of a resource");
            return self.broken("bsl/no-matching-function", message, span);
        };
        let Some(table) = self.legacy_table(info) else { return Value::broken(span) };
        let found = self.find_in_info(table, name.name).filter(|found| match found {
            Found::Resource(_, id) => gives(accessor, &self.program.resources[*id as usize].kind),
            Found::Instance(_) => accessor == "interface_get",
        });
        let Some(found) = found else {
            let kind = ACCESSORS.iter().find(|(known, _)| *known == accessor).map_or("resource", |(_, kind)| kind);
            let message = format!("the create-info `{}` has no {kind} `{}`", info.name, name.name);
            return self.broken("bsl/unknown-member", message, name.span);
        };
        let (Found::Resource(owner, _) | Found::Instance(owner)) = found;
        if !self.body.legacy.contains(&owner) {
            self.body.legacy.push(owner);
        }
        self.legacy_value(&found, span)
    }

    fn legacy_value(&mut self, found: &Found, span: Span) -> Value {
        match found {
            Found::Resource(_, id) => self.resource_value(*id, span),
            Found::Instance(table) => {
                let out = OutExpr::new(Out::BuiltIn(""), span);
                Value { ty: Ty::Structure(*table), out, constant: None, place: Place::Mutable }
            }
        }
    }

    /// A resource of an info, an instance of one of its interfaces, or a member of one without an instance.
    fn find_in_info(&self, table: u32, name: Atom) -> Option<Found> {
        let info = self.program.structure(table);
        for member in &info.members {
            if member.ident.name == name {
                return match (member.resource, member.table) {
                    (Some(id), _) => Some(Found::Resource(table, id)),
                    (None, Some(inner)) => {
                        let is_instance = self.program.structure(inner).kind == Some(TableKind::Interface);
                        is_instance.then_some(Found::Instance(inner))
                    }
                    _ => None,
                };
            }
        }
        info.members.iter().filter_map(|member| member.table).find_map(|inner| {
            let members = &self.program.structure(inner).members;
            let id = members.iter().find(|member| member.ident.name == name).and_then(|member| member.resource)?;
            Some(Found::Resource(inner, id))
        })
    }

    /// The table of an info that the file names.
    fn legacy_table(&mut self, info: Ident) -> Option<u32> {
        let name = Atom::from(&table_name(&info.name));
        match self.program.scopes[GLOBAL as usize].symbols.get(&name) {
            Some(Entry { symbol: Symbol::Type(Ty::Structure(table), _), .. }) => Some(*table),
            _ => {
                let problem = Diagnostic::error("ci/unknown-info", format!("there is no info `{}` here", info.name));
                self.report(problem.at(info.span).help("Name it: `SHADER_LIBRARY_CREATE_INFO(name)`."));
                None
            }
        }
    }

    /// What a name means in one of the infos or interfaces that the file names.
    pub fn legacy_global(&mut self, name: Atom, span: Span) -> Option<Value> {
        let count = self.program.structures.len() as u32;
        let found = (0..count)
            .filter(|id| legacy::is_table(&self.program.structure(*id).shown))
            .find_map(|id| self.find_in_info(id, name))?;
        Some(self.legacy_value(&found, span))
    }

    /// The statements of a block, apart where accessors are among them. `outer`: the tables of the block around it.
    pub fn legacy_block(&mut self, outer: Vec<u32>, all: Vec<OutStatement>, span: Span) -> Vec<OutStatement> {
        let tables = std::mem::replace(&mut self.body.legacy, outer);
        if tables.is_empty() {
            return all;
        }
        let zero = match self.body.result {
            None | Some(Ty::Void | Ty::Error) => None,
            Some(ty) => Some(self.zero(ty, span).out),
        };
        vec![OutStatement { kind: OutKind::Legacy { tables, body: all, zero }, span }]
    }
}
