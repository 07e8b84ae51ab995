//! Finds members of structures that nothing in a function writes, though the function returns the structure, or has it
//! as an `out` parameter.
//!
//! The order of the statements does not count: a member of which anything is written anywhere counts as written, and so
//! does every member of a structure that is assigned whole or is the argument of a call.

use rustc_hash::FxHashMap;

use super::unwritten::{each_place, is_empty};
use crate::ir::{Expr, ExprKind, Local, LocalId, Parameter, Passing, Statement, StatementKind, TokenIndex, Type};

/// A structure with members that nothing writes.
#[derive(Debug, PartialEq, Eq)]
pub struct Incomplete {
    pub local: LocalId,
    /// By number, in their order.
    pub members: Vec<usize>,
    /// The first `return` of it; of an `out` parameter, its declaration.
    pub at: TokenIndex,
    /// It is a parameter.
    pub is_output: bool,
}

/// Searches the body of a function.
pub fn find(parameters: &[Parameter], locals: &[Local], body: &[Statement]) -> Vec<Incomplete> {
    let mut search = Search::default();
    for (id, parameter) in (0u32..).zip(parameters).filter(|(_, parameter)| parameter.passing == Passing::Out) {
        search.add(LocalId(id), &parameter.ty, Some(parameter.at));
    }
    Statement::each(body, &mut |statement, _| {
        if let StatementKind::Declare(id, None) = &statement.kind
            && let Some(local) = locals.get(id.0 as usize).filter(|local| !local.is_static)
        {
            search.add(*id, &local.ty, None);
        }
    });
    if search.structures.is_empty() {
        return Vec::new();
    }
    Statement::each(body, &mut |statement, _| {
        if let StatementKind::Return(Some(value)) = &statement.kind
            && let ExprKind::Local(id) = &*value.kind
            && let Some(state) = search.structures.get_mut(id)
        {
            state.leaves = state.leaves.or(Some(value.at));
        }
        statement.each_expr(&mut |expr| search.note_writes(expr));
    });
    let is_output = |local: LocalId| (local.0 as usize) < parameters.len();
    let mut found: Vec<Incomplete> =
        search.structures.into_iter().filter_map(|(local, state)| state.incomplete(local, is_output(local))).collect();
    found.sort_by_key(|one| one.local);
    found
}

/// What the function does with a structure.
struct State<'a> {
    members: Vec<&'a Type>,
    written: Vec<bool>,
    is_written_whole: bool,
    /// Where the function's caller gets it.
    leaves: Option<TokenIndex>,
}

impl State<'_> {
    fn incomplete(self, local: LocalId, is_output: bool) -> Option<Incomplete> {
        // One of which nothing is written is found as a whole.
        let is_begun = self.written.contains(&true);
        let at = self.leaves.filter(|_| is_begun && !self.is_written_whole)?;
        let is_missing = |member: &usize| !self.written[*member] && !is_empty(self.members[*member]);
        let members: Vec<usize> = (0..self.members.len()).filter(is_missing).collect();
        (!members.is_empty()).then_some(Incomplete { local, members, at, is_output })
    }
}

#[derive(Default)]
struct Search<'a> {
    structures: FxHashMap<LocalId, State<'a>>,
}

impl<'a> Search<'a> {
    fn add(&mut self, id: LocalId, ty: &'a Type, leaves: Option<TokenIndex>) {
        if let Type::Struct(of) = ty {
            let members: Vec<&Type> = of.members.iter().map(|member| &member.ty).collect();
            let written = vec![false; members.len()];
            self.structures.insert(id, State { members, written, is_written_whole: false, leaves });
        }
    }

    fn note_writes(&mut self, expr: &Expr) {
        each_place(expr, &mut |place| {
            let Some((id, member)) = member_of(place) else { return };
            if let Some(state) = self.structures.get_mut(&id) {
                match member.and_then(|member| state.written.get_mut(member)) {
                    Some(written) => *written = true,
                    None => state.is_written_whole = true,
                }
            }
        });
    }
}

/// The local that a place is a part of, and the local's member that the place is in.
fn member_of(place: &Expr) -> Option<(LocalId, Option<usize>)> {
    let (mut at, mut member) = (place, None);
    loop {
        match &*at.kind {
            ExprKind::Local(id) => return Some((*id, member)),
            ExprKind::Member(base, index) => (at, member) = (base, Some(*index as usize)),
            ExprKind::Convert(_, base) | ExprKind::Writeback { place: base, .. } => (at, member) = (base, None),
            ExprKind::Swizzle(base, _)
            | ExprKind::MatrixSwizzle(base, _)
            | ExprKind::Bits(base, _)
            | ExprKind::Index(base, _) => at = base,
            _ => return None,
        }
    }
}
