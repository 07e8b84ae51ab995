//! Accesses that a declaration forbids: reads of what a block declares as `writeonly`, and writes to what a stage only reads.

use std::collections::BTreeMap;

use crate::atom::Atom;
use crate::dialect::glsl::interface::of_struct;
use crate::ir::operations::written_by;
use crate::ir::{
    Expr, ExprKind, Function, Instance, Item, Passing, Resource, Statement, Symbol, TokenIndex, Type, written_places,
};

/// A read, with the function it is in.
pub struct Read {
    pub function: Symbol,
    pub at: TokenIndex,
    pub member: &'static str,
}

/// The reads in all functions of a program, in the order of the source of each.
pub fn reads(items: &BTreeMap<Symbol, Instance>) -> Vec<Read> {
    let declares = |instance: &Instance| matches!(&*instance.item, Item::Global(global) if has_write_only(&global.ty));
    if !items.values().any(declares) {
        return Vec::new();
    }
    let mut search = Search { items, function: Symbol(Atom::from("")), found: Vec::new() };
    for instance in items.values() {
        if let Item::Function(function) = &*instance.item {
            search.function = function.symbol;
            Statement::each(&function.body, &mut |statement, _| {
                statement.each_own_expr(&mut |expr| search.visit(expr, false))
            });
        }
    }
    search.found
}

/// A write, with the function it is in.
pub struct Write {
    pub function: Symbol,
    pub at: TokenIndex,
    /// The variable that is written to.
    pub global: Symbol,
}

/// Where functions write to such variables.
pub fn writes(items: &BTreeMap<Symbol, Instance>, is_wanted: impl Fn(Symbol) -> bool) -> Vec<Write> {
    let mut found = Vec::new();
    for instance in items.values() {
        let Item::Function(function) = &*instance.item else { continue };
        Statement::each(&function.body, &mut |statement, _| {
            statement.each_expr(&mut |expr| {
                written_places(expr, items, &mut |place| {
                    let written = place.root_global().filter(|symbol| is_wanted(*symbol));
                    found.extend(written.map(|global| Write {
                        function: function.symbol,
                        at: place.whole().at,
                        global,
                    }));
                });
            });
        });
    }
    found
}

struct Search<'a> {
    items: &'a BTreeMap<Symbol, Instance>,
    function: Symbol,
    found: Vec<Read>,
}

impl Search<'_> {
    /// Visits an expression; `written`: it is a place that is only written to.
    fn visit(&mut self, expr: &Expr, written: bool) {
        let mut open = vec![(expr, written)];
        while let Some((expr, written)) = open.pop() {
            match &*expr.kind {
                ExprKind::Member(base, index) => {
                    if !written && let Some(member) = write_only(&base.ty, *index) {
                        self.found.push(Read { function: self.function, at: expr.at, member });
                        continue;
                    }
                    open.push((base, written));
                }
                ExprKind::Index(base, index) => open.extend([(base, written), (index, false)]),
                ExprKind::Swizzle(base, _) | ExprKind::MatrixSwizzle(base, _) => open.push((base, written)),
                ExprKind::Writeback { place, .. } => open.push((place, written)),
                ExprKind::Assign(place, value) => open.extend([(place, true), (value, false)]),
                ExprKind::Call(symbol, arguments) => {
                    let passing = |at: usize| self.called(*symbol).and_then(|function| function.parameters.get(at));
                    let is_out = |at: usize| passing(at).is_some_and(|parameter| parameter.passing == Passing::Out);
                    open.extend(arguments.iter().enumerate().map(|(at, argument)| (argument, is_out(at))));
                }
                // The length of an array is no part of its contents.
                ExprKind::Intrinsic(_, arguments)
                    if arguments.iter().any(|of| matches!(of.ty, Type::Array(_, None))) => {}
                ExprKind::Intrinsic(operation, arguments) => {
                    let written = written_by(*operation, arguments.len());
                    let is_written = |at: usize| at < 64 && written >> at & 1 == 1;
                    open.extend(arguments.iter().enumerate().map(|(at, argument)| (argument, is_written(at))));
                }
                _ => {
                    let mut children = Vec::new();
                    expr.children(&mut children);
                    open.extend(children.into_iter().map(|child| (child, false)));
                }
            }
        }
    }

    fn called(&self, symbol: Symbol) -> Option<&Function> {
        match &*self.items.get(&symbol)?.item {
            Item::Function(function) => Some(function),
            _ => None,
        }
    }
}

/// Whether a resource is a block with a member that is `writeonly`.
fn has_write_only(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => has_write_only(element),
        Type::Resource(Resource::Structured { element, .. }) => {
            matches!(&**element, Type::Struct(of) if of_struct(of).any(|member| member.write_only))
        }
        _ => false,
    }
}

/// The name of the member, if it is `writeonly`.
fn write_only(ty: &Type, index: u32) -> Option<&'static str> {
    let Type::Struct(of) = ty else { return None };
    let words = of_struct(of).nth(index as usize)?;
    words.write_only.then(|| of.members.get(index as usize).map_or("", |member| member.name.as_str()))
}
