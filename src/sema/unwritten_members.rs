//! Finds members of structures that nothing in a function writes, though the whole structure is read or returned.
//!
//! The order of the statements does not count: a member that is written anywhere counts as written, and so does every
//! member of a structure that is assigned whole or is the argument of a call.

use rustc_hash::{FxHashMap, FxHashSet};

use super::unwritten::{each_place, is_empty};
use crate::ir::{Expr, ExprKind, Local, LocalId, Parameter, Passing, Statement, StatementKind, TokenIndex, Type};

/// A structure with members that nothing writes.
#[derive(Debug, PartialEq, Eq)]
pub struct Incomplete {
    pub local: LocalId,
    /// By number, in their order.
    pub members: Vec<usize>,
    /// The first place that reads it whole; of an `out` parameter, its declaration.
    pub at: TokenIndex,
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
    Statement::each(body, &mut |statement, _| statement.each_expr(&mut |expr| search.visit(expr)));
    let mut found: Vec<Incomplete> = search.structures.into_iter().filter_map(State::incomplete).collect();
    found.sort_by_key(|one| one.local);
    found
}

/// What the function does with a structure.
struct State<'a> {
    members: Vec<&'a Type>,
    written: Vec<bool>,
    is_written_whole: bool,
    read: Option<TokenIndex>,
}

impl State<'_> {
    fn incomplete((local, state): (LocalId, State<'_>)) -> Option<Incomplete> {
        // One of which nothing is written is found as a whole.
        let is_begun = state.written.contains(&true);
        let at = state.read.filter(|_| is_begun && !state.is_written_whole)?;
        let is_missing = |member: &usize| !state.written[*member] && !is_empty(state.members[*member]);
        let members: Vec<usize> = (0..state.members.len()).filter(is_missing).collect();
        (!members.is_empty()).then_some(Incomplete { local, members, at })
    }
}

#[derive(Default)]
struct Search<'a> {
    structures: FxHashMap<LocalId, State<'a>>,
    /// The nodes of locals, by address, whose value is not read whole.
    parts: FxHashSet<*const Expr>,
}

impl<'a> Search<'a> {
    fn add(&mut self, id: LocalId, ty: &'a Type, read: Option<TokenIndex>) {
        if let Type::Struct(of) = ty {
            let members: Vec<&Type> = of.members.iter().map(|member| &member.ty).collect();
            let written = vec![false; members.len()];
            self.structures.insert(id, State { members, written, is_written_whole: false, read });
        }
    }

    /// Every expression is visited before those in it.
    fn visit(&mut self, expr: &Expr) {
        each_place(expr, &mut |place| {
            let Some((root, id, member)) = member_of(place) else { return };
            self.parts.insert(std::ptr::from_ref(root));
            if let Some(state) = self.structures.get_mut(&id) {
                match member.and_then(|member| state.written.get_mut(member)) {
                    Some(written) => *written = true,
                    None => state.is_written_whole = true,
                }
            }
        });
        match &*expr.kind {
            ExprKind::Member(base, _) => {
                self.parts.insert(std::ptr::from_ref(base));
            }
            ExprKind::Local(id) if !self.parts.contains(&std::ptr::from_ref(expr)) => {
                if let Some(state) = self.structures.get_mut(id) {
                    state.read = state.read.or(Some(expr.at));
                }
            }
            _ => {}
        }
    }
}

/// The local that a place is a part of, with its node, and the local's member that the place is in.
fn member_of(place: &Expr) -> Option<(&Expr, LocalId, Option<usize>)> {
    let (mut at, mut member) = (place, None);
    loop {
        match &*at.kind {
            ExprKind::Local(id) => return Some((at, *id, member)),
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
