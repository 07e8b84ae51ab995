//! `using namespace A;` and `using A::f;`.

use rustc_hash::FxHashSet;

use super::analyser::{Analyser, LocalMeaning};
use super::diagnostics::{ChunkToken, Failed, Result};
use super::entity::{Decl, Entity};
use super::overloads::same_parameters;
use super::rules::Rules;
use super::scopes::Scope;
use super::types::same;
use super::unit::qualified;
use crate::atom::Atom;
use crate::ir::Type;
use crate::model::TokenKind;
use crate::syntax::NodeId;

/// `using namespace`: a look-up in one namespace also searches another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directive {
    /// The namespace in which it stands, qualified; empty outside of namespaces.
    pub within: Atom,
    /// The namespace that it names, qualified.
    pub names: Atom,
}

/// Limit on the directives of one unit, and on those of one function.
const MAX_DIRECTIVES: usize = 64;

impl<L: Rules> Analyser<'_, '_, L> {
    /// `using namespace A::B;`.
    pub fn using_directive(&mut self, node: NodeId) -> Result<()> {
        let first = self.first(node);
        let (rooted, parts) = self.using_path(node, first + 2)?;
        let Some(names) = self.namespace_named(rooted, &parts) else {
            let shown: Vec<&str> = parts.iter().map(Atom::as_str).collect();
            self.error("unknown-name", first + 2, format!("there is no namespace `{}`", shown.join("::")));
            return Err(Failed);
        };
        let directive = Directive { within: self.context.namespace, names };
        if self.directives().len() >= MAX_DIRECTIVES {
            self.error("nesting", first, "there are too many `using namespace` here");
            return Err(Failed);
        }
        let word = Atom::from("using namespace");
        if self.body.is_some() {
            self.declare_local(word, LocalMeaning::Directive(directive));
            return Ok(());
        }
        let meaning = self.meaning(names.as_str());
        self.declare_global(word, Entity::Directive(directive), first, meaning);
        Ok(())
    }

    /// `using A::f;`: the name gets the meaning that it has in the namespace so far.
    pub fn using_declaration(&mut self, node: NodeId) -> Result<()> {
        let first = self.first(node);
        let (rooted, parts) = self.using_path(node, first + 1)?;
        let shown: Vec<&str> = parts.iter().map(Atom::as_str).collect();
        let shown = shown.join("::");
        let Some((name, path)) = parts.split_last().filter(|(_, path)| rooted || !path.is_empty()) else {
            self.error("syntax", first, "expected `using name = type;` or `using space::name;`");
            return Err(Failed);
        };
        let space = if path.is_empty() { Some(Atom::from("")) } else { self.namespace_named(rooted, path) };
        let decls = match space {
            Some(space) => self.in_namespace(space, *name, true),
            None => Vec::new(),
        };
        if decls.is_empty() || decls.iter().all(|decl| matches!(decl.entity, Entity::Namespace(_))) {
            let text = match space {
                Some(_) => format!("unknown name `{shown}`"),
                None => format!("`{shown}` is not in a namespace that is known"),
            };
            self.error("unknown-name", first + 1, text);
            return Err(Failed);
        }
        let token = self.last(node) - 1;
        if self.body.is_some() {
            let taken = self.body().scopes.last().is_some_and(|scope| scope.find(*name).is_some());
            if taken {
                self.error("redefinition", token, format!("`{name}` is declared twice in this scope"));
                return Err(Failed);
            }
            self.declare_local(*name, LocalMeaning::Using(decls));
            return Ok(());
        }
        let full = self.full_name(*name);
        for known in self.consult(full, true) {
            let clash = decls.iter().find(|decl| !same_entity(&decl.entity, &known.entity) && collide(decl, &known));
            if let Some(clash) = clash {
                let (place, what) = (ChunkToken { chunk: known.chunk, token: known.token }, clash.entity.describe());
                self.error("redefinition", token, format!("the {what} `{name}` is already declared here"))
                    .label(place, "declared here");
                return Err(Failed);
            }
        }
        let meaning = self.meaning(full.as_str());
        for decl in decls {
            self.declare_global(full, decl.entity, token, meaning);
        }
        Ok(())
    }

    /// The names between `::` up to the `;`, and whether `::` stands before them.
    fn using_path(&mut self, node: NodeId, from: u32) -> Result<(bool, Vec<Atom>)> {
        let end = self.last(node);
        let rooted = self.text(from) == "::";
        let mut parts = Vec::new();
        let mut at = from + u32::from(rooted);
        while at < end {
            let is_name = self.syntax.kinds.get(at as usize) == Some(&TokenKind::Ident);
            if !is_name || at + 1 < end && self.text(at + 1) != "::" {
                break;
            }
            parts.push(self.atom(at));
            at += 2;
        }
        if parts.is_empty() || at != end + 1 || self.text(end) != ";" {
            let text = self.text(at.min(end));
            self.error("syntax", at.min(end), format!("`{text}` is not understood in a `using`"));
            return Err(Failed);
        }
        Ok((rooted, parts))
    }

    /// The directives that have been read so far, with those of the function around this place.
    fn directives(&self) -> Vec<Directive> {
        let scopes = self.body.iter().flat_map(|body| &body.scopes);
        let mut all = self.context.directives.clone();
        all.extend(scopes.chain(&self.enclosing).flat_map(Scope::directives));
        all
    }

    /// The namespaces whose names are looked up together with those of the namespace `level`, because of directives
    /// that count here: a directive's names are those of the nearest namespace around both it and what it names.
    pub fn joined(&self, level: Atom) -> Vec<Atom> {
        let all = self.directives();
        if all.is_empty() {
            return all.into_iter().map(|directive| directive.names).collect();
        }
        let here = self.context.namespace;
        let mut open: Vec<Directive> =
            all.iter().copied().filter(|directive| encloses(directive.within, here)).collect();
        let mut seen: FxHashSet<(Atom, Atom)> = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(Directive { within, names }) = open.pop() {
            if !seen.insert((within, names)) {
                continue;
            }
            if common(within, names) == level.as_str() && names != level && !found.contains(&names) {
                found.push(names);
            }
            // Directives inside of the namespace count as if they stood next to this directive.
            let inner = all.iter().filter(|directive| directive.within == names);
            open.extend(inner.map(|directive| Directive { within, names: directive.names }));
        }
        found.sort_unstable();
        found
    }

    /// The declarations of a name in a namespace, or, if there are none, in the namespaces that its directives name.
    pub fn in_namespace(&mut self, space: Atom, name: Atom, before: bool) -> Vec<Decl<L>> {
        let own = self.consult(qualified(space, name), before);
        if !own.is_empty() || self.context.directives.is_empty() {
            return own;
        }
        let all = self.context.directives.clone();
        let mut open = vec![space];
        let mut seen: Vec<Atom> = Vec::new();
        let mut found: Vec<Decl<L>> = Vec::new();
        while let Some(within) = open.pop() {
            for names in all.iter().filter(|directive| directive.within == within).map(|directive| directive.names) {
                if seen.contains(&names) {
                    continue;
                }
                seen.push(names);
                let decls = self.consult(qualified(names, name), before);
                if decls.is_empty() {
                    open.push(names);
                }
                found.extend(decls);
            }
        }
        found
    }

    /// The full name of the namespace that a path means here.
    pub fn namespace_named(&mut self, rooted: bool, parts: &[Atom]) -> Option<Atom> {
        let (first, rest) = parts.split_first()?;
        let of = |decls: Vec<Decl<L>>| {
            decls.into_iter().find_map(|decl| match decl.entity {
                Entity::Namespace(path) => Some(path),
                _ => None,
            })
        };
        let mut path =
            if rooted { of(self.in_namespace(Atom::from(""), *first, true))? } else { self.namespace_path(*first)? };
        for part in rest {
            path = of(self.in_namespace(path, *part, true))?;
        }
        Some(path)
    }

    /// The full name of the namespace that a name means here.
    pub fn namespace_path(&mut self, name: Atom) -> Option<Atom> {
        let mut level = self.context.namespace;
        loop {
            let mut spaces = vec![level];
            spaces.extend(self.joined(level));
            for space in spaces {
                let decls = self.consult(qualified(space, name), true);
                let found = decls.into_iter().find_map(|decl| match decl.entity {
                    Entity::Namespace(path) => Some(path),
                    _ => None,
                });
                if found.is_some() {
                    return found;
                }
            }
            if level.is_empty() {
                return None;
            }
            level = level.rsplit_once("::").map_or_else(|| Atom::from(""), |(outer, _)| Atom::from(outer));
        }
    }

    /// Reports a name that directives give several meanings.
    pub fn ambiguous_name<T>(&mut self, name: &str, decls: &[Decl<L>], token: u32) -> Result<T> {
        let diagnostic = self.error("ambiguous-name", token, format!("`{name}` is ambiguous"));
        for decl in decls {
            let place = ChunkToken { chunk: decl.chunk, token: decl.token };
            diagnostic.label(place, format!("this {} has the name", decl.entity.describe()));
        }
        diagnostic.help("Write the namespace before the name.");
        Err(Failed)
    }
}

/// Whether declarations of one name that were found in several namespaces mean several things.
pub fn are_ambiguous<L: Rules>(decls: &[Decl<L>]) -> bool {
    let is_function = |decl: &Decl<L>| matches!(decl.entity, Entity::Function(_) | Entity::FunctionTemplate(_));
    let Some((first, rest)) = decls.split_first() else { return false };
    !decls.iter().all(is_function) && !rest.iter().all(|decl| same_entity(&first.entity, &decl.entity))
}

fn same_entity<L: Rules>(a: &Entity<L>, b: &Entity<L>) -> bool {
    match (a, b) {
        (Entity::Function(a), Entity::Function(b)) => a.symbol == b.symbol,
        (Entity::Variable(a), Entity::Variable(b)) => a.symbol == b.symbol,
        (Entity::Struct(a), Entity::Struct(b)) => a.ty.symbol == b.ty.symbol,
        (Entity::Alias(a), Entity::Alias(b)) => same(a, b),
        (Entity::Alias(Type::Struct(of)), Entity::Struct(info))
        | (Entity::Struct(info), Entity::Alias(Type::Struct(of))) => of.symbol == info.ty.symbol,
        (Entity::Enumerator(a), Entity::Enumerator(b)) => a.value == b.value && same(&a.ty, &b.ty),
        (Entity::FunctionTemplate(a), Entity::FunctionTemplate(b))
        | (Entity::StructTemplate(a), Entity::StructTemplate(b))
        | (Entity::AliasTemplate(a), Entity::AliasTemplate(b)) => a.meaning == b.meaning,
        (Entity::Namespace(a), Entity::Namespace(b)) => a == b,
        _ => false,
    }
}

/// Whether the two declarations cannot share a name in one namespace.
fn collide<L: Rules>(a: &Decl<L>, b: &Decl<L>) -> bool {
    match (&a.entity, &b.entity) {
        (Entity::Poison, _) | (_, Entity::Poison) => false,
        (Entity::Function(a), Entity::Function(b)) => same_parameters(a, b),
        (Entity::Function(_) | Entity::FunctionTemplate(_), Entity::Function(_) | Entity::FunctionTemplate(_)) => false,
        _ => true,
    }
}

/// Whether the namespace is `outer` or inside of it.
fn encloses(outer: Atom, inner: Atom) -> bool {
    outer.is_empty() || common(outer, inner) == outer.as_str()
}

/// The innermost namespace that contains both.
fn common(a: Atom, b: Atom) -> &'static str {
    let (a, b) = (a.as_str(), b.as_str());
    let mut end = 0;
    let mut at = 0;
    for (one, other) in a.split("::").zip(b.split("::")) {
        if one != other {
            break;
        }
        end = at + one.len();
        at = end + 2;
    }
    &a[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_namespace_around_both() {
        let is = |a: &str, b: &str, expected: &str| assert_eq!(common(Atom::from(a), Atom::from(b)), expected);
        is("A::B", "A::C", "A");
        is("A::B", "A::B::C", "A::B");
        is("A", "AB", "");
        is("", "A", "");
        assert!(encloses(Atom::from("A"), Atom::from("A::B")));
        assert!(!encloses(Atom::from("A"), Atom::from("AB")));
    }
}
