//! Names: scopes from the inside out, and paths.

use super::{Checker, LocalSymbol, Value};
use crate::atom::Atom;
use crate::diag::{Diagnostic, DiagnosticKind, Span, did_you_mean};
use crate::dialect::bsl::ast::{Ident, Path};
use crate::dialect::bsl::builtins;
use crate::dialect::bsl::output_tree::{FunctionId, Out, OutExpr};
use crate::dialect::bsl::program::{Entry, ScopeId, ScopeKind, Symbol};
use crate::dialect::bsl::types::{Storage, Ty, built_in, is_reserved};

/// What a path names.
#[derive(Clone, Debug)]
pub enum Named {
    Local(LocalSymbol, Span),
    Symbol(Symbol, Span),
    /// A built-in type.
    BuiltIn(Ty, Storage),
    /// Nothing, or a mistake that was reported.
    Unknown,
    Broken,
}

impl Checker<'_> {
    /// A name of the current function's body.
    pub fn find_local(&self, name: Atom) -> Option<&super::LocalName> {
        self.body.names.iter().rev().find(|local| local.name == name)
    }

    /// A name that a scope itself declares.
    pub fn find_in(&self, scope: ScopeId, name: Atom) -> Option<&Entry> {
        let scope = &self.program.scopes[scope as usize];
        let entry = scope.symbols.get(&name)?;
        let in_order = matches!(scope.kind, ScopeKind::Namespace);
        let visible = !in_order
            || entry.order <= self.order
            || matches!(entry.symbol, Symbol::Namespace(_) | Symbol::Functions(_));
        visible.then_some(entry)
    }

    /// The innermost declaration of a name that a scope sees.
    pub fn find_from(&self, scope: ScopeId, name: Atom) -> Option<&Entry> {
        let mut at = Some(scope);
        while let Some(scope) = at {
            if let Some(entry) = self.find_in(scope, name)
                && self.is_visible(&entry.symbol)
            {
                return Some(entry);
            }
            at = self.program.scopes[scope as usize].parent;
        }
        None
    }

    /// Whether one of the functions is declared before the current place.
    fn is_visible(&self, symbol: &Symbol) -> bool {
        match symbol {
            Symbol::Functions(all) => all.iter().any(|id| self.is_function_visible(*id)),
            _ => true,
        }
    }

    pub fn is_function_visible(&self, id: FunctionId) -> bool {
        let info = self.program.function(id);
        info.structure.is_some() || info.order <= self.order
    }

    /// Functions of a name: the nearest scope that has some, and whether an enclosing namespace has others.
    pub fn find_functions(&self, scope: ScopeId, name: Atom) -> (Vec<FunctionId>, Option<FunctionId>) {
        let mut at = Some(scope);
        let mut found: Vec<FunctionId> = Vec::new();
        let mut of_structure = false;
        while let Some(scope) = at {
            let kind = self.program.scopes[scope as usize].kind;
            if let Some(Entry { symbol: Symbol::Functions(all), .. }) = self.find_in(scope, name) {
                let visible: Vec<FunctionId> = all.iter().copied().filter(|id| self.is_function_visible(*id)).collect();
                if let Some(first) = visible.first() {
                    if !found.is_empty() && !of_structure {
                        let other = visible.iter().find(|id| !found.contains(id));
                        return (found, other.copied());
                    }
                    if !found.is_empty() {
                        return (found, None);
                    }
                    of_structure = matches!(kind, ScopeKind::Structure(_));
                    let _ = first;
                    found = visible;
                }
            }
            at = self.program.scopes[scope as usize].parent;
        }
        (found, None)
    }

    /// What a path names, without a message where that is nothing.
    pub fn find_path(&mut self, path: &Path) -> Named {
        let first = &path.parts[0];
        if path.parts.len() == 1 {
            let name = first.ident.name;
            if first.arguments.is_none()
                && !path.is_global
                && let Some(local) = self.find_local(name)
            {
                return Named::Local(local.symbol.clone(), local.span);
            }
            let entry = if path.is_global {
                self.find_in(crate::dialect::bsl::program::GLOBAL, name)
            } else {
                self.find_from(self.body.scope, name)
            };
            return match entry {
                Some(entry) => {
                    let (symbol, span) = (entry.symbol.clone(), entry.span);
                    self.with_arguments(symbol, first, span)
                }
                None => match built_in(name) {
                    Some((ty, storage)) => Named::BuiltIn(ty, storage),
                    None => Named::Unknown,
                },
            };
        }
        self.find_qualified(path)
    }

    fn find_qualified(&mut self, path: &Path) -> Named {
        let mut scope = None;
        let last = path.parts.len() - 1;
        for (at, part) in path.parts.iter().enumerate() {
            let name = part.ident.name;
            let local = (at == 0 && !path.is_global).then(|| self.find_local(name)).flatten();
            let entry = match (at, scope) {
                (0, _) if path.is_global => self.find_in(crate::dialect::bsl::program::GLOBAL, name).cloned(),
                (0, _) => match local.map(|local| (&local.symbol, local.span)) {
                    Some((LocalSymbol::Type(ty), span)) => {
                        Some(Entry { symbol: Symbol::Type(*ty, Storage::Plain), order: 0, span })
                    }
                    _ => self.find_scope(self.body.scope, name, &path.parts[1].ident).cloned(),
                },
                (_, Some(scope)) => self.find_in(scope, name).cloned(),
                _ => None,
            };
            let Some(entry) = entry else { return Named::Unknown };
            let named = self.with_arguments(entry.symbol, part, entry.span);
            if at == last {
                return named;
            }
            scope = match named {
                Named::Symbol(Symbol::Namespace(scope), _) => Some(scope),
                Named::Symbol(Symbol::Type(Ty::Structure(id), _), _) => Some(self.program.structure(id).scope),
                Named::Symbol(Symbol::Type(Ty::Enumeration(id), _), _) => {
                    return self.value_of_enumeration(id, &path.parts[last].ident);
                }
                Named::Symbol(Symbol::Type(Ty::Error, _) | Symbol::Broken, _) | Named::Broken => return Named::Broken,
                _ => return Named::Unknown,
            };
        }
        Named::Unknown
    }

    /// The first part of a qualified name: the innermost of this name that has the next part.
    fn find_scope(&self, scope: ScopeId, name: Atom, next: &Ident) -> Option<&Entry> {
        let mut at = Some(scope);
        let mut first = None;
        while let Some(scope) = at {
            if let Some(entry) = self.find_in(scope, name) {
                let has_next = match &entry.symbol {
                    Symbol::Namespace(inner) => self.find_in(*inner, next.name).is_some(),
                    _ => true,
                };
                if has_next {
                    return Some(entry);
                }
                first = first.or(Some(entry));
            }
            at = self.program.scopes[scope as usize].parent;
        }
        first
    }

    fn value_of_enumeration(&self, id: u32, ident: &Ident) -> Named {
        let values = &self.program.enumerations[id as usize].values;
        match values.iter().find(|(name, _)| *name == ident.name) {
            Some((_, value)) => Named::Symbol(Symbol::Constant(*value, Ty::Enumeration(id)), ident.span),
            None => Named::Unknown,
        }
    }

    /// The instance that the arguments of a path's part name.
    fn with_arguments(&mut self, symbol: Symbol, part: &crate::dialect::bsl::ast::PathPart, span: Span) -> Named {
        match (&symbol, &part.arguments) {
            (Symbol::StructureTemplate(template), Some(arguments)) => {
                match self.structure_instance(*template, arguments, part.ident.span) {
                    Some(ty) => Named::Symbol(Symbol::Type(ty, Storage::Plain), span),
                    None => Named::Broken,
                }
            }
            // Inside of a structure's template, its bare name means the instance.
            (Symbol::StructureTemplate(template), None) => match self.enclosing_instance(*template) {
                Some(ty) => Named::Symbol(Symbol::Type(ty, Storage::Plain), span),
                None => Named::Symbol(symbol, span),
            },
            _ => Named::Symbol(symbol, span),
        }
    }

    fn enclosing_instance(&self, template: u32) -> Option<Ty> {
        let mut at = Some(self.body.scope);
        while let Some(scope) = at {
            let scope = &self.program.scopes[scope as usize];
            if let ScopeKind::Structure(id) = scope.kind {
                let instances = &self.program.templates[template as usize].instances;
                if instances.iter().any(|(_, instance)| *instance == id) {
                    return Some(Ty::Structure(id));
                }
            }
            at = scope.parent;
        }
        None
    }

    /// Reports a name that nothing declares.
    pub fn unknown_name(&mut self, path: &Path) -> Value {
        let ident = path.last().ident;
        let name = ident.name;
        if is_reserved(&name) {
            return self.broken("bsl/reserved-word", format!("`{name}` is a word of GLSL or of a target"), ident.span);
        }
        let mut problem = Diagnostic::error("bsl/unknown-name", format!("nothing is called `{}`", shown_path(path)))
            .kind(DiagnosticKind::UnknownName)
            .at(ident.span);
        if let Some(later) = self.declared_later(name) {
            problem = problem.label(later, "declared here, behind its use");
        } else if let Some(near) = self.near_name(name) {
            problem = problem.help(format!("Did you mean `{near}`?"));
        }
        self.report(problem);
        Value::broken(path.span)
    }

    fn declared_later(&self, name: Atom) -> Option<Span> {
        let mut at = Some(self.body.scope);
        while let Some(scope) = at {
            let scope = &self.program.scopes[scope as usize];
            if let Some(entry) = scope.symbols.get(&name) {
                return Some(entry.span);
            }
            at = scope.parent;
        }
        None
    }

    fn near_name(&self, name: Atom) -> Option<String> {
        let mut names: Vec<&str> = self.body.names.iter().map(|local| local.name.as_str()).collect();
        let mut at = Some(self.body.scope);
        while let Some(scope) = at {
            let scope = &self.program.scopes[scope as usize];
            names.extend(scope.symbols.keys().map(|name| name.as_str()));
            at = scope.parent;
        }
        names.extend(builtins::names());
        names.sort_unstable();
        did_you_mean(&name, names).map(str::to_owned)
    }

    /// Declares a name of the current block.
    pub fn declare_local(&mut self, ident: Ident, symbol: LocalSymbol) {
        let Ident { name, span } = ident;
        self.reject_reserved(ident);
        let block = self.body.blocks.last().copied().unwrap_or(0);
        let earlier = self.body.names[block..].iter().find(|local| local.name == name).map(|local| local.span);
        if let Some(earlier) = earlier {
            self.redefined(ident, earlier);
        } else if let Some(live) = self.find_local(name)
            && matches!(live.symbol, LocalSymbol::Alias { .. })
        {
            let earlier = live.span;
            self.report(
                Diagnostic::error("bsl/reference-shadowing", format!("`{name}` hides a reference"))
                    .at(span)
                    .label(earlier, "the reference"),
            );
        }
        self.reject_shadowed_member(ident);
        self.body.names.push(super::LocalName { name, symbol, span });
    }

    /// A declared name must not be a word of GLSL or of a target. Names are asked for again and again.
    fn reject_reserved(&mut self, ident: Ident) {
        let Ident { name, span } = ident;
        let is_word = *self.reserved.entry(name).or_insert_with(|| is_reserved(&name));
        if is_word {
            self.error("bsl/reserved-word", format!("`{name}` is a word of GLSL or of a target"), span);
        }
    }

    /// A local of a method must not be called as a member.
    fn reject_shadowed_member(&mut self, ident: Ident) {
        let Some(id) = self.body.function else { return };
        let Some(structure) = self.program.function(id).structure else { return };
        let member = self.program.structure(structure).members.iter().find(|member| member.ident.name == ident.name);
        if let Some(member) = member {
            let problem = Diagnostic::error("bsl/member-shadowing", format!("`{}` hides a member", ident.name))
                .at(ident.span)
                .label(member.ident.span, "the member");
            self.report(problem);
        }
    }

    pub fn redefined(&mut self, ident: Ident, earlier: Span) {
        self.report(
            Diagnostic::error("bsl/redefinition", format!("`{}` is declared again", ident.name))
                .at(ident.span)
                .label(earlier, "previous definition"),
        );
    }

    /// Declares a name of a scope.
    pub fn declare(&mut self, scope: ScopeId, ident: Ident, symbol: Symbol) {
        let Ident { name, span } = ident;
        self.reject_reserved(ident);
        let order = self.order_of(span);
        if let Some(earlier) = self.program.scopes[scope as usize].symbols.get(&name) {
            let earlier = earlier.span;
            self.redefined(ident, earlier);
            return;
        }
        self.program.scopes[scope as usize].symbols.insert(name, Entry { symbol, order, span });
    }

    /// An expression that names a resource or a global.
    pub fn name_of(kind: Out, span: Span) -> OutExpr {
        OutExpr::new(kind, span)
    }
}

/// A path as a message shows it.
pub fn shown_path(path: &Path) -> String {
    let parts: Vec<&str> = path.parts.iter().map(|part| part.ident.name.as_str()).collect();
    format!("{}{}", if path.is_global { "::" } else { "" }, parts.join("::"))
}
