//! Functions: signatures, prototypes, bodies, recursion.

use std::rc::Rc;

use super::{BodyState, Checker, LocalSymbol, Place, Value};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Function, Ident, Parameter};
use crate::dialect::bsl::output_tree::{Body, Callee, FunctionId, Out, OutExpr, OutStatement};
use crate::dialect::bsl::program::{Entry, EntryUse, FunctionInfo, ParameterInfo, Passing, ScopeId, Stage, Symbol};
use crate::dialect::bsl::types::Ty;

/// Attributes of functions.
const ATTRIBUTES: [&str; 11] = [
    "vertex",
    "fragment",
    "compute",
    "early_fragment_tests",
    "local_size",
    "node",
    "nodiscard",
    "maybe_unused",
    "texture_atomic",
    "clip_control",
    "metal_max_total_threads_per_threadgroup",
];

/// Calls inside each other; what follows them recurses.
const MAX_CALLS: usize = 500;

impl Checker<'_> {
    /// A function or method that is no template.
    pub fn declare_function(&mut self, function: &Rc<Function>, scope: ScopeId, structure: Option<u32>) {
        if function.name.parts.len() > 1 {
            let message = "a function is defined outside of its namespace or structure";
            self.error("bsl/unsupported-syntax", message, function.name.span);
            return;
        }
        let info = self.function_info(function, scope, structure);
        self.add_function(info, scope);
    }

    /// The parts of a function that its head says.
    pub fn function_info(&mut self, function: &Rc<Function>, scope: ScopeId, structure: Option<u32>) -> FunctionInfo {
        let ident = function.ident();
        self.check_function_name(function, structure.is_some());
        let (result, _) = self.resolve_type(&function.result);
        if let Some(span) = function.result_reference {
            self.error("bsl/reference-return", "a function gives a reference", span);
        }
        if function.result.is_const {
            self.error("bsl/const-return", "the type of a function's result is `const`", function.result.span);
        }
        self.reject_opaque(result, ident);
        let before = self.problems.len();
        let mut parameters = Vec::new();
        let stage = self.stage_of(function);
        for parameter in &function.parameters {
            parameters.push(self.parameter_info(parameter, stage.is_some()));
        }
        self.check_default_order(&parameters);
        let is_method = structure.is_some() && !function.is_static;
        let (mut local_size, mut early_fragment_tests, mut is_node) = ([0; 3], false, false);
        let mut max_total_threads = None;
        for attribute in &function.attributes {
            if !self.check_attribute(attribute, &ATTRIBUTES) {
                continue;
            }
            match attribute.name.name.as_str() {
                "local_size" => local_size = self.local_size(attribute),
                "early_fragment_tests" => early_fragment_tests = true,
                "node" => is_node = true,
                "metal_max_total_threads_per_threadgroup" => max_total_threads = self.attribute_number(attribute, 0),
                _ => {}
            }
        }
        let info = FunctionInfo {
            function: Rc::clone(function),
            scope,
            structure,
            is_method,
            is_const: function.is_const,
            template: None,
            instances: Vec::new(),
            arguments: None,
            is_deducible: true,
            result,
            is_broken: self.problems[before..].iter().any(Diagnostic::is_error),
            parameters,
            order: self.order_of(ident.span),
            has_body: function.body.is_some(),
            stage,
            local_size,
            early_fragment_tests,
            is_node,
            name: self.flat_name(scope, &ident.name),
            body: None,
            entry: EntryUse { max_total_threads, ..EntryUse::default() },
        };
        self.check_entry_head(&info);
        self.check_node(&info);
        info
    }

    fn check_function_name(&mut self, function: &Function, is_member: bool) {
        let ident = function.ident();
        if ident.name.starts_with('_') {
            let message = format!("the name of the function `{}` begins with `_`", ident.name);
            self.error("bsl/underscore-function", message, ident.span);
        }
        let letters = ident.name.as_str();
        let of_one = |set: &str| letters.chars().all(|letter| set.contains(letter));
        if is_member && (2..=4).contains(&letters.len()) && (of_one("xyzw") || of_one("rgba")) {
            let message = format!("the method `{letters}` has the name of a swizzle");
            self.error("bsl/swizzle-method-name", message, ident.span);
        }
    }

    fn check_default_order(&mut self, parameters: &[ParameterInfo]) {
        let first = parameters.iter().position(|parameter| parameter.default.is_some());
        let Some(first) = first else { return };
        for parameter in &parameters[first..] {
            if parameter.default.is_none() {
                let message =
                    format!("`{}` has no default, and stands behind a parameter that has one", parameter.ident.name);
                self.error("bsl/default-order", message, parameter.ident.span);
            }
        }
    }

    fn check_node(&mut self, info: &FunctionInfo) {
        if !info.is_node {
            return;
        }
        let fits = |ty: Ty| {
            matches!(ty, Ty::Scalar(_) | Ty::Vector(..) | Ty::Matrix(4, 4) | Ty::Error)
                || matches!(ty, Ty::Opaque(opaque) if !opaque.is_image)
        };
        let all = info.parameters.iter().all(|parameter| fits(parameter.ty));
        if info.result != Ty::Void || info.parameters.is_empty() || !all {
            let message = "a node gives nothing, and takes scalars, vectors, 4x4 matrices and samplers";
            let span = info.function.ident().span;
            self.error("bsl/node-signature", message, span);
        }
    }

    fn parameter_info(&mut self, parameter: &Parameter, of_entry: bool) -> ParameterInfo {
        let (element, _) = self.resolve_type(&parameter.ty);
        let declarator = &parameter.declarator;
        let ty = self.with_extents(element, &declarator.extents, None);
        let is_const = parameter.ty.is_const;
        let kind = self.program.table_kind(ty);
        let is_table = kind.is_some();
        if !of_entry {
            for attribute in &parameter.attributes {
                if matches!(attribute.name.name.as_str(), "in" | "out") {
                    let message = format!("`[[{}]]` at a parameter of an ordinary function", attribute.name.name);
                    self.error("bsl/entry-only", message, attribute.name.span);
                } else {
                    self.check_attribute(attribute, &["resource_table", "maybe_unused", "in", "out"]);
                }
            }
        }
        if is_table && !declarator.is_reference {
            self.error("bsl/table-not-reference", "a resource table is passed by value", parameter.span);
        }
        if ty == Ty::Void {
            self.error("bsl/unknown-type", "a parameter of type `void`", parameter.ty.span);
        }
        let passing = match () {
            () if is_table => Passing::Table,
            () if declarator.is_reference && !is_const && !matches!(ty, Ty::Opaque(_)) => Passing::InOut,
            () => Passing::Value,
        };
        let default = declarator.initialiser.clone().map(Rc::new);
        let is_reference = declarator.is_reference;
        ParameterInfo { ident: declarator.ident, ty, passing, is_const, is_reference, default }
    }

    /// Adds a function to its scope; joins it with its prototype.
    fn add_function(&mut self, info: FunctionInfo, scope: ScopeId) {
        let ident = info.function.ident();
        let same = |a: &FunctionInfo, b: &FunctionInfo| {
            a.template.is_none()
                && b.template.is_none()
                && a.is_method == b.is_method
                && a.parameters.len() == b.parameters.len()
                && a.parameters.iter().zip(&b.parameters).all(|(a, b)| a.ty == b.ty && a.passing == b.passing)
        };
        let known = match self.program.scopes[scope as usize].symbols.get(&ident.name) {
            Some(Entry { symbol: Symbol::Functions(all), .. }) => all
                .iter()
                .copied()
                .find(|id| self.program.function(*id).arguments.is_none() && same(self.program.function(*id), &info)),
            Some(entry) => {
                let earlier = entry.span;
                return self.redefined(ident, earlier);
            }
            None => None,
        };
        match known {
            Some(known) => self.join_prototype(known, info),
            None => {
                let id = self.new_function(info);
                self.name_function(scope, ident, id);
            }
        }
    }

    pub fn new_function(&mut self, info: FunctionInfo) -> FunctionId {
        let id = self.program.functions.len() as FunctionId;
        if info.has_body && info.template.is_none() {
            self.pending.push(id);
        }
        self.program.functions.push(info);
        id
    }

    pub fn name_function(&mut self, scope: ScopeId, ident: Ident, id: FunctionId) {
        match self.program.scopes[scope as usize].symbols.get_mut(&ident.name) {
            Some(Entry { symbol: Symbol::Functions(all), .. }) => all.push(id),
            Some(entry) => {
                let earlier = entry.span;
                self.redefined(ident, earlier);
            }
            None => self.declare(scope, ident, Symbol::Functions(vec![id])),
        }
    }

    fn join_prototype(&mut self, known: FunctionId, info: FunctionInfo) {
        let earlier = self.program.function(known);
        if earlier.has_body && info.has_body || earlier.result != info.result {
            let (ident, span) = (info.function.ident(), earlier.function.ident().span);
            return self.redefined(ident, span);
        }
        if !info.has_body {
            return;
        }
        // Defaults stand at the prototype.
        let mut info = info;
        for (own, earlier) in info.parameters.iter_mut().zip(&earlier.parameters) {
            if own.default.is_none() {
                own.default.clone_from(&earlier.default);
            }
        }
        info.order = earlier.order;
        self.program.functions[known as usize] = info;
        self.pending.push(known);
    }

    /// A sampler or image is a resource or a parameter, and nothing else.
    pub fn reject_opaque(&mut self, ty: Ty, ident: Ident) {
        if let Ty::Opaque(_) = self.program.element_of(ty) {
            let message = format!("`{}` is a `{}`, which only tables and parameters have", ident.name, self.show(ty));
            self.error("bsl/resource-form", message, ident.span);
        }
    }

    /// Checks defaults of parameters where they stand: a call that leaves one out may not exist.
    pub fn check_defaults(&mut self) {
        for id in 0..self.program.functions.len() as FunctionId {
            let info = self.program.function(id);
            if info.template.is_some() || info.parameters.iter().all(|parameter| parameter.default.is_none()) {
                continue;
            }
            let (scope, span) = (info.scope, info.function.ident().span);
            let parameters = info.parameters.clone();
            self.instances.clear();
            if let Some((_, asked)) = &info.arguments {
                let asked = *asked;
                let name = self.shown_function(id);
                self.instances.push((asked, name));
            }
            self.order = self.order_of(span);
            let before = self.problems.len();
            for parameter in &parameters {
                self.body = BodyState { scope, ..BodyState::default() };
                if parameter.default.is_some() && parameter.ty != Ty::Error {
                    self.default_argument(id, parameter, span);
                }
            }
            self.instances.clear();
            // Calls would report the same again.
            if self.problems[before..].iter().any(Diagnostic::is_error) {
                self.program.functions[id as usize].is_broken = true;
            }
        }
    }

    /// Checks every body; instances that are asked for on the way as well.
    pub fn check_bodies(&mut self) {
        let mut next = 0;
        while next < self.pending.len() {
            let id = self.pending[next];
            next += 1;
            self.check_body(id);
        }
    }

    fn check_body(&mut self, id: FunctionId) {
        let info = self.program.function(id);
        let function = Rc::clone(&info.function);
        let Some(statements) = &function.body else { return };
        let (scope, result, structure, is_method) = (info.scope, info.result, info.structure, info.is_method);
        let (parameters, is_const, stage) = (info.parameters.clone(), info.is_const, info.stage);
        self.instances.clear();
        if let Some((_, span)) = &info.arguments {
            let span = *span;
            let name = self.shown_function(id);
            self.instances.push((span, name));
        }
        self.order = self.order_of(function.ident().span);
        self.body = BodyState { function: Some(id), scope, result: Some(result), ..BodyState::default() };
        self.body.blocks.push(0);
        if let Some(structure) = structure.filter(|_| is_method) {
            let span = function.ident().span;
            let local = self.new_local(Atom::from("self"), Ty::Structure(structure));
            let place = if is_const { Place::Const } else { Place::Mutable };
            let out = OutExpr::new(Out::Local(local), span);
            self.body.this = Some(Value { ty: Ty::Structure(structure), out, constant: None, place });
        }
        match stage {
            Some(stage) => self.declare_entry_parameters(id, stage),
            None => {
                for parameter in &parameters {
                    self.declare_parameter(parameter);
                }
            }
        }
        let mut out: Vec<OutStatement> = Vec::new();
        // What an entry point of another stage calls may not exist in this one.
        let is_other = stage.is_some_and(|stage| self.options.stage.is_some_and(|wanted| wanted != stage));
        if !is_other {
            self.statements(statements, &mut out);
        }
        let out = self.legacy_block(Vec::new(), out, function.ident().span);
        let locals = std::mem::take(&mut self.body.locals);
        self.program.functions[id as usize].body = Some(Body { locals, statements: out });
        self.instances.clear();
    }

    fn declare_parameter(&mut self, parameter: &ParameterInfo) {
        if parameter.passing == Passing::Table {
            let out = OutExpr::new(Out::BuiltIn(""), parameter.ident.span);
            let value = Value { ty: parameter.ty, out, constant: None, place: Place::Mutable };
            self.declare_local(parameter.ident, LocalSymbol::Alias { value, is_const: parameter.is_const });
            return;
        }
        let name = if parameter.ident.name.is_empty() { Atom::from("unused") } else { parameter.ident.name };
        let id = self.new_local(name, parameter.ty);
        if !parameter.ident.name.is_empty() {
            let is_const = parameter.is_const;
            self.declare_local(
                parameter.ident,
                LocalSymbol::Variable { id, ty: parameter.ty, is_const, constant: None },
            );
        }
    }

    /// A function as a message shows it: `ns::f(float3, int)`.
    pub fn shown_function(&self, id: FunctionId) -> String {
        let info = self.program.function(id);
        let arguments = info.arguments.as_ref().map_or_else(String::new, |(all, _)| self.shown_arguments(all));
        let types: Vec<String> = info.parameters.iter().map(|parameter| self.show(parameter.ty)).collect();
        let name = self.qualified_name(info.scope, &info.function.ident().name);
        format!("{name}{arguments}({})", types.join(", "))
    }

    /// Reports functions that call themselves, directly or through others.
    pub fn check_recursion(&mut self) {
        let count = self.program.functions.len();
        let calls: Vec<Vec<(FunctionId, Span)>> = (0..count).map(|id| self.calls_of(id as FunctionId)).collect();
        self.check_definitions(&calls);
        // 0: not seen, 1: open, 2: done.
        let mut state = vec![0u8; count];
        for first in 0..count {
            if state[first] != 0 {
                continue;
            }
            let mut open: Vec<(usize, usize)> = vec![(first, 0)];
            state[first] = 1;
            while let Some((at, next)) = open.last_mut() {
                let Some((callee, span)) = calls[*at].get(*next).copied() else {
                    state[*at] = 2;
                    open.pop();
                    continue;
                };
                *next += 1;
                if open.len() > MAX_CALLS {
                    let message = format!("calls are nested more than {MAX_CALLS} deep");
                    self.error("bsl/recursion", message, span);
                    return;
                }
                match state[callee as usize] {
                    0 => {
                        state[callee as usize] = 1;
                        open.push((callee as usize, 0));
                    }
                    1 => {
                        let from = open.iter().position(|(id, _)| *id == callee as usize).unwrap_or(0);
                        let cycle: Vec<usize> = open[from..].iter().map(|(id, _)| *id).collect();
                        self.recursion(&cycle, span);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Reports functions that are called and have only a prototype, each once.
    fn check_definitions(&mut self, calls: &[Vec<(FunctionId, Span)>]) {
        let mut known: Vec<FunctionId> = Vec::new();
        for (callee, span) in calls.iter().flatten() {
            let info = self.program.function(*callee);
            if info.has_body || known.contains(callee) {
                continue;
            }
            known.push(*callee);
            let ident = info.function.ident();
            let message = format!("`{}` is called, and nothing defines it", ident.name);
            let problem = Diagnostic::error("bsl/unknown-function", message).at(*span);
            self.report(problem.label(ident.span, "the prototype"));
        }
    }

    fn recursion(&mut self, cycle: &[usize], span: Span) {
        let name = self.shown_function(cycle[0] as FunctionId);
        let mut problem = Diagnostic::error("bsl/recursion", format!("`{name}` calls itself")).at(span);
        for id in cycle.iter().skip(1) {
            let info = self.program.function(*id as FunctionId);
            problem = problem.label(info.function.ident().span, "through this function");
        }
        self.report(problem);
        // What is checked or written later may recurse over calls.
        for id in cycle {
            self.program.functions[*id].is_broken = true;
        }
    }

    fn calls_of(&self, id: FunctionId) -> Vec<(FunctionId, Span)> {
        let mut calls = Vec::new();
        if let Some(body) = &self.program.function(id).body {
            crate::dialect::bsl::emit::walk_statements(&body.statements, &mut |expr| {
                if let Out::Call(Callee::Function(callee), _) = &expr.kind {
                    calls.push((*callee, expr.span));
                }
            });
        }
        calls
    }

    /// The stage whose entry point a function is.
    fn stage_of(&mut self, function: &Function) -> Option<Stage> {
        let mut found = None;
        for attribute in &function.attributes {
            let stage = match attribute.name.name.as_str() {
                "vertex" => Stage::Vertex,
                "fragment" => Stage::Fragment,
                "compute" => Stage::Compute,
                _ => continue,
            };
            if found.is_some() {
                self.error("bsl/entry-stage", "a function is the entry point of two stages", attribute.name.span);
            }
            found = found.or(Some(stage));
        }
        found
    }
}
