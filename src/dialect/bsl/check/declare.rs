//! Items of files and namespaces, in their order.

use rustc_hash::FxHashMap;

use super::{BodyState, Checker, Value};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{
    Declaration, Declarator, Ident, Instantiation, Item, Pipeline, TemplateItem, Using, UsingKind,
};
use crate::dialect::bsl::constant::{Constant, NoValue};
use crate::dialect::bsl::program::{Entry, GLOBAL, GlobalInfo, Scope, ScopeId, ScopeKind, StructureInfo, Symbol};
use crate::dialect::bsl::types::{Ty, output_name};

impl Checker<'_> {
    pub fn declare_items(&mut self, items: &[Item], scope: ScopeId) {
        for item in items {
            self.body = BodyState { scope, ..BodyState::default() };
            match item {
                Item::Namespace(path, items) => {
                    let mut inner = scope;
                    for ident in path {
                        inner = self.namespace(inner, *ident);
                    }
                    self.declare_items(items, inner);
                }
                Item::Using(using) => self.using_of_scope(using, scope),
                Item::Structure(structure) => {
                    // Its methods see the structure itself.
                    self.order = self.order_of(Span { start: structure.span.end, ..structure.span });
                    self.declare_structure(structure, scope);
                }
                Item::Enumeration(enumeration) => {
                    self.order = self.order_of(enumeration.name.span);
                    self.declare_enumeration(enumeration, scope);
                }
                Item::Function(function) => {
                    self.order = self.order_of(function.span);
                    self.declare_function(function, scope, None);
                }
                Item::Variable(declaration) => {
                    self.order = self.order_of(declaration.span);
                    self.declare_variable(declaration, scope);
                }
                Item::Template(template) => {
                    self.order = self.order_of(template.span);
                    match &template.item {
                        TemplateItem::Function(function) => {
                            self.declare_function_template(template, function, scope, None);
                        }
                        TemplateItem::Structure(structure) => {
                            self.declare_structure_template(template, structure, scope);
                        }
                    }
                }
                Item::Instantiation(instantiation) => match &**instantiation {
                    Instantiation::Function(function) => {
                        self.order = self.order_of(function.span);
                        self.instantiate_function(function, scope);
                    }
                    Instantiation::Structure(path) => {
                        self.order = self.order_of(path.span);
                        self.instantiate_structure(path, scope);
                    }
                },
                Item::Pipeline(pipeline) => self.declare_pipeline_name(pipeline, scope),
                Item::CreateInfo(ident) => self.program.create_infos.push(*ident),
            }
        }
    }

    fn declare_pipeline_name(&mut self, pipeline: &Pipeline, scope: ScopeId) {
        self.declare(scope, pipeline.ident, Symbol::Broken);
    }

    fn namespace(&mut self, scope: ScopeId, ident: Ident) -> ScopeId {
        match self.program.scopes[scope as usize].symbols.get(&ident.name) {
            Some(Entry { symbol: Symbol::Namespace(known), .. }) => *known,
            _ => {
                let id = self.new_scope(ScopeKind::Namespace, scope, ident.name);
                self.declare(scope, ident, Symbol::Namespace(id));
                id
            }
        }
    }

    pub fn new_scope(&mut self, kind: ScopeKind, parent: ScopeId, name: Atom) -> ScopeId {
        let id = self.program.scopes.len() as ScopeId;
        self.program.scopes.push(Scope { kind, parent: Some(parent), name, symbols: FxHashMap::default() });
        id
    }

    /// The name on output of something in a scope.
    pub fn flat_name(&self, scope: ScopeId, name: &str) -> String {
        output_name(&self.path_of(scope, name, |structure| &structure.name).join("_"))
    }

    /// The name in messages of something in a scope.
    pub fn qualified_name(&self, scope: ScopeId, name: &str) -> String {
        self.path_of(scope, name, |structure| &structure.shown).join("::")
    }

    /// The names of the namespaces around something, or of its structure, and its own.
    fn path_of(&self, scope: ScopeId, name: &str, of_structure: fn(&StructureInfo) -> &String) -> Vec<String> {
        let mut parts = vec![name.to_owned()];
        let mut at = Some(scope);
        while let Some(scope) = at {
            let scope = &self.program.scopes[scope as usize];
            match scope.kind {
                ScopeKind::Namespace if !scope.name.is_empty() => parts.push(scope.name.to_string()),
                ScopeKind::Structure(id) => {
                    parts.push(of_structure(self.program.structure(id)).clone());
                    break;
                }
                _ => {}
            }
            at = scope.parent;
        }
        parts.reverse();
        parts
    }

    fn using_of_scope(&mut self, using: &Using, scope: ScopeId) {
        self.order = self.order_of(using.span);
        match &using.kind {
            UsingKind::Namespace => {
                self.error("bsl/using-namespace", "`using namespace` is not part of BSL", using.span);
            }
            UsingKind::Other => {
                self.error("bsl/using-form", "`using` names neither a function nor a type", using.span);
            }
            _ if scope == GLOBAL => {
                self.report(
                    Diagnostic::error("bsl/using-global", "`using` outside of a namespace and of a function")
                        .at(using.span)
                        .help("Write it inside of the function that needs it."),
                );
            }
            UsingKind::Name(path) => {
                let owner = self.scope_of_path(path, scope);
                if owner == Some(scope) || path.parts.len() == 1 {
                    return;
                }
                self.foreign(using.span);
            }
            UsingKind::Alias(ident, ty) => {
                if ty.path.parts.len() > 1 && self.scope_of_path(&ty.path, scope) != Some(scope) {
                    self.foreign(using.span);
                    return;
                }
                let (ty, storage) = self.resolve_type(ty);
                self.declare(scope, *ident, Symbol::Type(ty, storage));
            }
        }
    }

    fn foreign(&mut self, span: Span) {
        self.report(
            Diagnostic::error("bsl/using-foreign", "`using` in a namespace names something of another namespace")
                .at(span)
                .help("Write it inside of the function that needs it."),
        );
    }

    /// The scope of what a path's first parts name.
    fn scope_of_path(&self, path: &crate::dialect::bsl::ast::Path, from: ScopeId) -> Option<ScopeId> {
        let mut scope = None;
        for (at, part) in path.parts[..path.parts.len() - 1].iter().enumerate() {
            let name = part.ident.name;
            let entry = match (at, scope) {
                (0, _) if path.is_global => self.find_in(GLOBAL, name),
                (0, _) => self.find_from(from, name),
                (_, Some(scope)) => self.find_in(scope, name),
                _ => None,
            };
            scope = match entry?.symbol {
                Symbol::Namespace(scope) => Some(scope),
                Symbol::Type(Ty::Structure(id), _) => Some(self.program.structure(id).scope),
                _ => None,
            };
        }
        scope
    }

    /// A variable outside of functions.
    fn declare_variable(&mut self, declaration: &Declaration, scope: ScopeId) {
        for attribute in &declaration.attributes {
            if attribute.name.name != "maybe_unused" {
                self.check_attribute_name(attribute);
                let message = format!("`[[{}]]` means nothing here", attribute.name.name);
                self.error("bsl/attribute-placement", message, attribute.name.span);
            }
        }
        if declaration.is_static && declaration.is_constexpr {
            return self.declare_constants(declaration, scope);
        }
        for declarator in &declaration.declarators {
            if declarator.is_reference {
                self.error("bsl/reference-scope", "a reference outside of functions", declarator.ident.span);
                self.declare(scope, declarator.ident, Symbol::Broken);
                continue;
            }
            if declaration.is_constexpr {
                let problem = Diagnostic::error(
                    "bsl/constexpr-non-static",
                    format!("`{}` is `constexpr`, and not `static`", declarator.ident.name),
                );
                self.report(problem.at(declarator.ident.span).help("Write `static constexpr`."));
                self.declare(scope, declarator.ident, Symbol::Broken);
                continue;
            }
            if declaration.ty.is_const {
                let problem = Diagnostic::error(
                    "bsl/global-const",
                    format!(
                        "`{}` is a constant outside of functions that is not `static constexpr`",
                        declarator.ident.name
                    ),
                );
                self.report(problem.at(declarator.ident.span).help("Write `static constexpr`."));
                self.declare(scope, declarator.ident, Symbol::Broken);
                continue;
            }
            self.declare_global(declaration, declarator, scope);
        }
    }

    fn declare_global(&mut self, declaration: &Declaration, declarator: &Declarator, scope: ScopeId) {
        let problem = Diagnostic::warning(
            "bsl/global-variable",
            format!("`{}` is a variable outside of functions", declarator.ident.name),
        );
        self.report(problem.at(declarator.ident.span));
        let (element, _) = self.resolve_type(&declaration.ty);
        let ty = self.with_extents(element, &declarator.extents, None);
        let initialiser = declarator.initialiser.as_ref().map(|expr| {
            let value = self.initialiser(expr, ty);
            if !self.body.temporaries.is_empty() {
                let message = "the value of a global variable needs a statement";
                self.error("bsl/unsupported-syntax", message, expr.span);
            }
            value.out
        });
        let name = self.flat_name(scope, &declarator.ident.name);
        let id = self.program.globals.len() as u32;
        self.program.globals.push(GlobalInfo { name, ty, initialiser, span: declarator.ident.span });
        self.declare(scope, declarator.ident, Symbol::Global(id));
    }

    /// `static constexpr` declarations of a scope.
    pub fn declare_constants(&mut self, declaration: &Declaration, scope: ScopeId) {
        for declarator in &declaration.declarators {
            let symbol = match self.constant_of(declaration, declarator) {
                Some((value, ty)) => Symbol::Constant(value, ty),
                None => Symbol::Broken,
            };
            self.declare(scope, declarator.ident, symbol);
        }
    }

    /// The value of a `static constexpr` declarator; the mistake is reported.
    pub fn constant_of(&mut self, declaration: &Declaration, declarator: &Declarator) -> Option<(Constant, Ty)> {
        let span = declarator.ident.span;
        let is_auto = declaration.ty.path.single().is_some_and(|ident| ident.name == "auto");
        let ty = if is_auto { None } else { Some(self.resolve_type(&declaration.ty).0) };
        if ty == Some(Ty::Error) {
            return None;
        }
        let is_number = ty.is_none_or(|ty| self.program.underlying(ty).component().is_some());
        if !declarator.extents.is_empty() || !is_number {
            self.error("bsl/constexpr-kind", "a `constexpr` is a scalar or a vector", span);
            return None;
        }
        let Some(initialiser) = &declarator.initialiser else {
            self.error("bsl/not-constant", format!("`{}` has no value", declarator.ident.name), span);
            return None;
        };
        self.no_value = None;
        let value = match ty {
            Some(ty) if matches!(initialiser.kind, crate::dialect::bsl::ast::ExprKind::List(_)) => {
                self.initialiser(initialiser, ty)
            }
            _ => self.expression(initialiser, ty),
        };
        if value.is_broken() {
            return None;
        }
        let ty = ty.unwrap_or(value.ty);
        let Some(constant) = value.constant else {
            self.not_constant(&value, initialiser.span);
            return None;
        };
        self.constant_as(constant, value.ty, ty, initialiser.span)
    }

    /// The constant as a value of another type, which has to be the same or differ in the kind of integer alone.
    fn constant_as(&mut self, constant: Constant, from: Ty, to: Ty, span: Span) -> Option<(Constant, Ty)> {
        let wanted = self.program.underlying(to);
        let given = self.program.underlying(from);
        let both_integers = |a: Ty, b: Ty| {
            a.is_scalar_number()
                && b.is_scalar_number()
                && a != crate::dialect::bsl::types::FLOAT
                && b != crate::dialect::bsl::types::FLOAT
        };
        if from == to || given == wanted && !matches!(to, Ty::Enumeration(_)) {
            return Some((constant, to));
        }
        if both_integers(given, wanted) && !matches!(to, Ty::Enumeration(_)) {
            return Some((constant.convert(wanted.component()?), to));
        }
        let message = format!("a `{}` as the value of a `{}`", self.show(from), self.show(to));
        self.error("bsl/constexpr-type", message, span);
        None
    }

    /// Reports an expression that has to be constant.
    pub fn not_constant(&mut self, value: &Value, span: Span) {
        if value.is_broken() {
            return;
        }
        match self.no_value.take() {
            Some((NoValue::DivisionByZero, span)) => {
                self.error("bsl/constexpr-div-zero", "a constant is divided by zero", span);
            }
            Some((NoValue::Shift, span)) => {
                let message = "a constant is shifted by less than 0 or more than 31 bits";
                self.error("bsl/constexpr-shift", message, span);
            }
            _ => self.error("bsl/not-constant", "this is not a constant expression", span),
        }
    }
}
