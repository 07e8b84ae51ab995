//! What a text needs: functions in the order of their calls, structures, resources.

use rustc_hash::FxHashSet;

use super::{Wanted, decided, evaluate};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::infos::tables_of;
use crate::dialect::bsl::output_tree::{Callee, FunctionId, GlobalId, Out, OutExpr, OutKind, OutStatement, ResourceId};
use crate::dialect::bsl::program::{Passing, Program, ResourceKind, Stage};
use crate::dialect::bsl::types::Ty;

/// What is reached.
#[derive(Debug, Default)]
pub struct Reached {
    /// Callees before their callers.
    pub functions: Vec<FunctionId>,
    /// Those that others need before them.
    pub structures: Vec<u32>,
    pub globals: Vec<GlobalId>,
    /// With the place of the first use.
    pub resources: Vec<(ResourceId, Span)>,
    /// Members of unions and bit-fields that are read and written.
    pub words: Vec<(u32, u32, bool)>,
    pub built_ins: Vec<&'static str>,
    /// Built-in functions.
    pub functions_called: FxHashSet<Atom>,
    seen_functions: FxHashSet<FunctionId>,
    seen_structures: FxHashSet<u32>,
    seen_resources: FxHashSet<ResourceId>,
    seen_globals: FxHashSet<GlobalId>,
    /// Numbers of arguments of `printf`, and whether something asserts.
    pub print_sizes: Vec<usize>,
    pub asserts: bool,
}

struct Reacher<'a> {
    program: &'a Program,
    wanted: Wanted<'a>,
    reached: Reached,
    /// What the expressions that are walked now need.
    needs: Vec<(Need, Span)>,
}

/// What a part of an expression needs.
#[derive(Clone, Copy)]
enum Need {
    Resource(ResourceId),
    Global(GlobalId),
    BuiltIn(&'static str),
    /// With the number of arguments.
    Call(Callee, usize),
}

pub fn reach(program: &Program, wanted: Wanted<'_>) -> Reached {
    let mut reacher = Reacher { program, wanted, reached: Reached::default(), needs: Vec::new() };
    for root in roots(program, wanted) {
        reacher.function(root);
    }
    if let Wanted::Stage { entry, .. } = wanted {
        reacher.interface_of(entry);
    }
    if matches!(wanted, Wanted::Unit { .. }) {
        let entries: Vec<FunctionId> = reacher.reached.functions.clone();
        for entry in entries {
            reacher.interface_of(entry);
        }
    }
    reacher.reached.resources.sort_by_key(|(id, _)| *id);
    reacher.reached.globals.sort_unstable();
    reacher.reached.words.sort_unstable();
    reacher.reached.words.dedup();
    reacher.reached.built_ins.sort_unstable();
    reacher.reached.print_sizes.sort_unstable();
    reacher.reached
}

/// The functions that a text is for.
fn roots(program: &Program, wanted: Wanted<'_>) -> Vec<FunctionId> {
    let is_whole = |id: &FunctionId| {
        let info = program.function(*id);
        info.body.is_some() && !info.is_broken && info.template.is_none()
    };
    let all = 0..program.functions.len() as FunctionId;
    match wanted {
        Wanted::Stage { entry, .. } | Wanted::Info { entry, .. } => vec![entry],
        Wanted::Unit { entries: Some(entries), .. } => entries.to_vec(),
        Wanted::Unit { stage, entries: None } => all
            .filter(is_whole)
            .filter(|id| program.function(*id).stage.is_some_and(|of| stage.is_none_or(|only| of == only)))
            .collect(),
        Wanted::Library => {
            let has = functions_with_resources(program);
            all.filter(is_whole).filter(|id| program.function(*id).stage.is_none() && !has[*id as usize]).collect()
        }
    }
}

/// For each function, whether it or something that it calls has a table or a resource.
fn functions_with_resources(program: &Program) -> Vec<bool> {
    let mut has = vec![false; program.functions.len()];
    let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); program.functions.len()];
    for (info, id) in program.functions.iter().zip(0..) {
        has[id as usize] = info.parameters.iter().any(|parameter| parameter.passing == Passing::Table);
        let Some(body) = &info.body else { continue };
        super::walk_statements(&body.statements, &mut |expr| match &expr.kind {
            Out::Resource(_) => has[id as usize] = true,
            Out::Call(Callee::Function(callee), _) => callers[*callee as usize].push(id),
            _ => {}
        });
    }
    let mut open: Vec<usize> = (0..has.len()).filter(|id| has[*id]).collect();
    while let Some(id) = open.pop() {
        for caller in &callers[id] {
            if !std::mem::replace(&mut has[*caller as usize], true) {
                open.push(*caller as usize);
            }
        }
    }
    has
}

/// The functions that entry points of vertex and fragment stages call, and these themselves.
pub fn functions_of_other_stages(program: &Program) -> FxHashSet<FunctionId> {
    let entries = program.functions.iter().zip(0..);
    let others = entries.filter(|(info, _)| matches!(info.stage, Some(Stage::Vertex | Stage::Fragment)));
    let mut open: Vec<FunctionId> = others.map(|(_, id)| id).collect();
    let mut found: FxHashSet<FunctionId> = FxHashSet::default();
    while let Some(id) = open.pop() {
        let Some(body) = program.function(id).body.as_ref().filter(|_| found.insert(id)) else { continue };
        super::walk_statements(&body.statements, &mut |expr| {
            if let Out::Call(Callee::Function(callee), _) = &expr.kind {
                open.push(*callee);
            }
        });
    }
    found
}

impl Reacher<'_> {
    fn function(&mut self, id: FunctionId) {
        if !self.reached.seen_functions.insert(id) {
            return;
        }
        let program = self.program;
        let info = program.function(id);
        if info.is_method
            && let Some(structure) = info.structure
        {
            self.ty(Ty::Structure(structure));
        }
        self.ty(info.result);
        if info.stage.is_none() {
            for parameter in info.parameters.iter().filter(|parameter| parameter.passing != Passing::Table) {
                self.ty(parameter.ty);
            }
        }
        if let Some(body) = &info.body {
            for local in &body.locals {
                self.ty(local.ty);
            }
            self.statements(&body.statements);
        }
        self.reached.functions.push(id);
    }

    fn ty(&mut self, ty: Ty) {
        match ty {
            Ty::Array(id) => self.ty(self.program.arrays.get(id).0),
            Ty::Structure(id)
                if self.program.structure(id).kind.is_none() && self.reached.seen_structures.insert(id) =>
            {
                for (_, member) in super::stored_members(self.program, id) {
                    self.ty(member);
                }
                self.reached.structures.push(id);
            }
            _ => {}
        }
    }

    fn statements(&mut self, all: &[OutStatement]) {
        for statement in all {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &OutStatement) {
        match &statement.kind {
            OutKind::If { condition, is_static, then, otherwise } => {
                match decided(self.wanted, condition, *is_static) {
                    Some(true) => self.statements(then),
                    Some(false) => {
                        if let Some(otherwise) = otherwise {
                            self.statements(otherwise);
                        }
                    }
                    None => {
                        self.expression(condition);
                        self.statements(then);
                        if let Some(otherwise) = otherwise {
                            self.statements(otherwise);
                        }
                    }
                }
            }
            OutKind::Declare(_, value) | OutKind::Return(value) => {
                if let Some(value) = value {
                    self.expression(value);
                }
            }
            OutKind::Expression(value) | OutKind::Case(value) => self.expression(value),
            OutKind::For { first, condition, steps, body } => {
                self.statements(first);
                condition.iter().chain(steps).for_each(|part| self.expression(part));
                self.statements(body);
            }
            OutKind::While(condition, body) | OutKind::Do(body, condition) | OutKind::Switch(condition, body) => {
                self.expression(condition);
                self.statements(body);
            }
            OutKind::Block(all) => self.statements(all),
            OutKind::Legacy { tables, body, zero } => {
                if super::owns(self.program, self.wanted, tables) {
                    self.statements(body);
                } else if let Some(zero) = zero {
                    self.expression(zero);
                }
            }
            OutKind::Unrolled(unrolled) => {
                if unrolled.values.is_empty() {
                    return;
                }
                unrolled.guard.iter().chain(&unrolled.steps).for_each(|part| self.expression(part));
                self.statements(&unrolled.body);
            }
            OutKind::Rounds(rounds) => {
                self.statements(&rounds.first);
                rounds.condition.iter().chain(&rounds.steps).for_each(|part| self.expression(part));
                self.statements(&rounds.body);
            }
            OutKind::Default | OutKind::Break | OutKind::Continue | OutKind::Discard => {}
        }
    }

    /// The parts are met first, and followed then: calls inside of calls would make the walk of expressions too deep.
    fn expression(&mut self, expr: &OutExpr) {
        let first = self.needs.len();
        let needs = &mut self.needs;
        let seen = &self.reached.seen_functions;
        expr.walk(&mut |part| {
            let need = match &part.kind {
                Out::Resource(id) => Need::Resource(*id),
                Out::Global(id) => Need::Global(*id),
                Out::BuiltIn(name) if !name.is_empty() => Need::BuiltIn(name),
                Out::Call(Callee::Function(id), _) if seen.contains(id) => return,
                Out::Call(Callee::Type(Ty::Scalar(_) | Ty::Vector(..) | Ty::Matrix(..)), _) => return,
                Out::Call(callee, arguments) => Need::Call(*callee, arguments.len()),
                _ => return,
            };
            needs.push((need, part.span));
        });
        let last = self.needs.len();
        for at in first..last {
            let (need, span) = self.needs[at];
            self.need(need, span);
        }
        self.needs.truncate(first);
    }

    fn need(&mut self, need: Need, span: Span) {
        match need {
            Need::Resource(id) => self.resource(id, span),
            Need::Global(id) if self.reached.seen_globals.insert(id) => {
                self.reached.globals.push(id);
                let program = self.program;
                let info = &program.globals[id as usize];
                self.ty(info.ty);
                if let Some(value) = &info.initialiser {
                    self.expression(value);
                }
            }
            Need::BuiltIn(name) if !self.reached.built_ins.contains(&name) => self.reached.built_ins.push(name),
            Need::Global(_) | Need::BuiltIn(_) => {}
            Need::Call(callee, arguments) => match callee {
                Callee::Function(id) => self.function(id),
                Callee::Type(ty) => self.ty(ty),
                Callee::Get(id, at) => self.word(id, at, false),
                Callee::Set(id, at) => self.word(id, at, true),
                Callee::BuiltIn(name) => {
                    self.reached.functions_called.insert(name);
                    if name == "printf" && !self.reached.print_sizes.contains(&arguments) {
                        self.reached.print_sizes.push(arguments);
                    }
                    self.reached.asserts |= name == "assert";
                }
            },
        }
    }

    fn word(&mut self, id: u32, at: u32, is_written: bool) {
        self.ty(Ty::Structure(id));
        self.ty(self.program.structure(id).members[at as usize].ty);
        self.reached.words.push((id, at, is_written));
    }

    fn resource(&mut self, id: ResourceId, span: Span) {
        if !self.reached.seen_resources.insert(id) {
            return;
        }
        self.reached.resources.push((id, span));
        self.ty(self.program.resources[id as usize].ty);
    }

    /// Every variable between stages that an entry point declares; every push constant beside one that is used.
    fn interface_of(&mut self, entry: FunctionId) {
        let program = self.program;
        let info = program.function(entry);
        if info.stage.is_none() {
            return;
        }
        let tables = tables_of(program, &[entry]);
        for (resource, id) in program.resources.iter().zip(0u32..) {
            let is_of_stages =
                matches!(resource.kind, ResourceKind::Interface { .. } | ResourceKind::FragmentOutput { .. });
            if is_of_stages && tables.contains(&resource.table) {
                self.resource(id, resource.member.span);
            }
        }
        let pushes = self.reached.resources.iter().any(|(id, _)| is_pushed(program, *id));
        if pushes {
            // All stages of a pipeline have one block.
            let wanted = self.wanted;
            let is_of_block = |table: u32| match wanted {
                Wanted::Stage { tables, .. } => tables.contains(&table),
                _ => true,
            };
            for (resource, id) in program.resources.iter().zip(0u32..) {
                if is_pushed(program, id) && is_of_block(resource.table) {
                    self.resource(id, resource.member.span);
                }
            }
        }
    }
}

fn is_pushed(program: &Program, id: ResourceId) -> bool {
    matches!(program.resources[id as usize].kind, ResourceKind::PushConstant)
}

/// Mistakes that only entry points and the constants of a pipeline show.
pub fn problems(program: &Program, wanted: Wanted<'_>, reached: &Reached) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for entry in roots(program, wanted) {
        match wanted {
            Wanted::Stage { .. } | Wanted::Info { .. } => foreign_resources(program, entry, reached, &mut problems),
            Wanted::Unit { stage, .. } => {
                let own = Wanted::Unit { stage, entries: Some(&[entry]) };
                foreign_resources(program, entry, &reach(program, own), &mut problems);
            }
            Wanted::Library => break,
        }
    }
    problems.extend(problems_of_constants(program, wanted, reached));
    problems
}

/// Resources of tables that an entry point reaches and does not own.
fn foreign_resources(program: &Program, entry: FunctionId, reached: &Reached, problems: &mut Vec<Diagnostic>) {
    let owned = tables_of(program, &[entry]);
    for (id, span) in &reached.resources {
        let resource = &program.resources[*id as usize];
        // What only stands beside another push constant has the place of its declaration.
        let is_beside = matches!(resource.kind, ResourceKind::PushConstant) && *span == resource.member.span;
        if owned.contains(&resource.table) || is_beside {
            continue;
        }
        let (name, ident) = (resource.member.name, program.function(entry).function.ident());
        let message = format!("the entry point `{}` reaches `{name}`, whose table it does not have", ident.name);
        problems.push(
            Diagnostic::error("bsl/resource-absent", message)
                .at(*span)
                .label(ident.span, "the entry point")
                .label(resource.member.span, "declared here"),
        );
    }
}

fn problems_of_constants(program: &Program, wanted: Wanted<'_>, reached: &Reached) -> Vec<Diagnostic> {
    let (Wanted::Stage { constants, .. } | Wanted::Info { constants, .. }) = wanted else { return Vec::new() };
    let mut problems = Vec::new();
    for (id, span) in &reached.resources {
        let resource = &program.resources[*id as usize];
        let name = resource.member.name;
        if matches!(resource.kind, ResourceKind::CompilationConstant) && !constants.contains_key(id) {
            problems.push(
                Diagnostic::error(
                    "bsl/constant-unbound",
                    format!("the constant `{name}` has no value in this pipeline"),
                )
                .at(*span)
                .label(resource.member.span, "declared here"),
            );
        }
        let is_absent = resource.condition.as_ref().and_then(|condition| evaluate(condition, constants));
        if is_absent.is_some_and(|value| !value.is_true()) && resource.member.span != *span {
            problems.push(
                Diagnostic::error(
                    "bsl/resource-absent",
                    format!("the resource `{name}` does not exist in this pipeline"),
                )
                .at(*span)
                .label(resource.member.span, "declared here"),
            );
        }
    }
    problems
}
