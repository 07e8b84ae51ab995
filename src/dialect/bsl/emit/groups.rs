//! Entry points of a unit that can share the text of functions.
//!
//! What a function is may depend on the entry point that calls it: blocks with accessors of create-infos exist for some
//! of them, and a variable between stages is one that is written in the vertex stage and one that is read behind it.

use crate::dialect::bsl::infos::tables_of;
use crate::dialect::bsl::legacy;
use crate::dialect::bsl::output_tree::{Callee, FunctionId, Out, OutKind, OutStatement};
use crate::dialect::bsl::program::{Program, ResourceKind, Stage};

/// Entry points, and the functions whose text depends on them.
#[derive(Debug, Default)]
pub struct Groups {
    pub all: Vec<Vec<FunctionId>>,
    /// Of each function; empty where no text depends on its entry point.
    dependent: Vec<bool>,
}

impl Groups {
    pub fn of(program: &Program) -> Groups {
        let mut groups = Groups::default();
        let (tables, has_varyings) = groups.find_dependent(program);
        let mut known: Vec<(Vec<u32>, bool)> = Vec::new();
        for (info, id) in program.functions.iter().zip(0..) {
            let Some(stage) = info.stage.filter(|_| info.body.is_some() && !info.is_broken) else { continue };
            let mut owned = tables_of(program, &[id]);
            owned.retain(|table| tables.contains(table));
            owned.sort_unstable();
            let key = (owned, has_varyings && stage == Stage::Fragment);
            match known.iter().position(|other| *other == key) {
                Some(at) => groups.all[at].push(id),
                None => {
                    known.push(key);
                    groups.all.push(vec![id]);
                }
            }
        }
        groups
    }

    pub fn is_dependent(&self, id: FunctionId) -> bool {
        self.dependent.get(id as usize).copied().unwrap_or(false)
    }

    /// Finds the functions. Returns the tables whose owners differ, and whether functions use variables between stages.
    fn find_dependent(&mut self, program: &Program) -> (Vec<u32>, bool) {
        let is_varying = |id: &u32| matches!(program.resources[*id as usize].kind, ResourceKind::Interface { .. });
        let has_legacy = program.structures.iter().any(|info| legacy::is_table(&info.shown));
        if !has_legacy && !(0..program.resources.len() as u32).any(|id| is_varying(&id)) {
            return (Vec::new(), false);
        }
        let count = program.functions.len();
        let (mut tables, mut has_varyings) = (Vec::new(), false);
        let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); count];
        self.dependent = vec![false; count];
        for (info, id) in program.functions.iter().zip(0u32..) {
            let Some(body) = &info.body else { continue };
            let before = tables.len();
            legacy_tables(&body.statements, &mut tables);
            let mut uses = tables.len() > before;
            super::walk_statements(&body.statements, &mut |expr| match &expr.kind {
                Out::Resource(resource) if info.stage.is_none() && is_varying(resource) => {
                    (uses, has_varyings) = (true, true);
                }
                Out::Call(Callee::Function(callee), _) => callers[*callee as usize].push(id),
                _ => {}
            });
            self.dependent[id as usize] = uses;
        }
        let mut open: Vec<usize> = (0..count).filter(|id| self.dependent[*id]).collect();
        while let Some(id) = open.pop() {
            for caller in &callers[id] {
                if !std::mem::replace(&mut self.dependent[*caller as usize], true) {
                    open.push(*caller as usize);
                }
            }
        }
        (tables, has_varyings)
    }
}

/// The tables that blocks ask for.
fn legacy_tables(all: &[OutStatement], tables: &mut Vec<u32>) {
    for statement in all {
        match &statement.kind {
            OutKind::Legacy { tables: own, body, .. } => {
                tables.extend(own);
                legacy_tables(body, tables);
            }
            OutKind::If { then, otherwise, .. } => {
                legacy_tables(then, tables);
                otherwise.iter().for_each(|part| legacy_tables(part, tables));
            }
            OutKind::For { first, body, .. } => {
                legacy_tables(first, tables);
                legacy_tables(body, tables);
            }
            OutKind::While(_, body) | OutKind::Do(body, _) | OutKind::Switch(_, body) | OutKind::Block(body) => {
                legacy_tables(body, tables);
            }
            OutKind::Unrolled(unrolled) => legacy_tables(&unrolled.body, tables),
            OutKind::Rounds(rounds) => {
                legacy_tables(&rounds.first, tables);
                legacy_tables(&rounds.body, tables);
            }
            OutKind::Declare(..)
            | OutKind::Expression(_)
            | OutKind::Case(_)
            | OutKind::Default
            | OutKind::Return(_)
            | OutKind::Break
            | OutKind::Continue
            | OutKind::Discard => {}
        }
    }
}
