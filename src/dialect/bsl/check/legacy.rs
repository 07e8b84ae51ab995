//! Accessors of the resources of create-infos: `sampler_get(info, name)`.
//!
//! What an entry point's infos do not include does not exist for it: the innermost block around an accessor is left out
//! there. So a block with accessors is kept apart ([`OutKind::Legacy`]), with the value that is returned in its place.

use ustr::Ustr;

use super::{Checker, Value};
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Expr, ExprKind, Ident};
use crate::dialect::bsl::legacy::{TABLE_PREFIX, table_name};
use crate::dialect::bsl::output_tree::{OutKind, OutStatement};
use crate::dialect::bsl::program::{Entry, GLOBAL, Symbol};
use crate::dialect::bsl::types::Ty;

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
        let members = &self.program.structure(table).members;
        let resource = members.iter().find(|member| member.ident.name == name.name).and_then(|member| member.resource);
        let Some(resource) = resource else {
            let message = format!("the create-info `{}` has no resource `{}`", info.name, name.name);
            return self.broken("bsl/unknown-member", message, name.span);
        };
        if !self.body.legacy.contains(&table) {
            self.body.legacy.push(table);
        }
        self.resource_value(resource, span)
    }

    /// The table of an info that the file names.
    fn legacy_table(&mut self, info: Ident) -> Option<u32> {
        let name = Ustr::from(&table_name(&info.name));
        match self.program.scopes[GLOBAL as usize].symbols.get(&name) {
            Some(Entry { symbol: Symbol::Type(Ty::Structure(table), _), .. }) => Some(*table),
            _ => {
                let problem = Diagnostic::error("ci/unknown-info", format!("there is no info `{}` here", info.name));
                self.report(problem.at(info.span).help("Name it: `SHADER_LIBRARY_CREATE_INFO(name)`."));
                None
            }
        }
    }

    /// A resource of one of the infos that the file names, by its own name.
    pub fn legacy_global(&self, name: Ustr) -> Option<u32> {
        self.program.structures.iter().filter(|info| info.shown.starts_with(TABLE_PREFIX)).find_map(|info| {
            info.members.iter().find(|member| member.ident.name == name).and_then(|member| member.resource)
        })
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
