//! Namespaces: their names are known in each of their parts, and in what is defined outside of them.

use super::{ScopeKind, Walk};
use crate::atom::Atom;
use crate::syntax::{Kind, NodeId, too_many_namespaces};

impl Walk<'_> {
    pub fn namespace(&mut self, id: NodeId) {
        let spelled = self.spelled(id);
        let depth = self.path.matches("::").count() + spelled.matches("::").count() + 1;
        if let Some(problem) = too_many_namespaces(depth) {
            return self.too_deep(self.tree.node(id).first, &problem.text, problem.help);
        }
        // Each of `A::B::C` may have been opened before.
        let outer = self.path.len();
        for space in spelled.split("::") {
            self.path += space;
            self.path += "::";
            self.namespaces.entry(Atom::from(&self.path)).or_default();
        }
        let members = self.member_names(id);
        self.namespaces.entry(Atom::from(&self.path)).or_default().extend(members);
        let path = self.path.clone();
        self.path.truncate(outer);
        self.in_namespaces(&spelled, |walk| {
            walk.path = path;
            walk.children(id, ScopeKind::Namespace);
        });
        self.path.truncate(outer);
    }

    /// Runs with the names of the namespaces `A::B::C` in the innermost scope, those of `C` before those of `A::B`.
    /// What is behind the last namespace is a structure.
    pub fn in_namespaces(&mut self, spelled: &str, run: impl FnOnce(&mut Self)) {
        let (outer, mark) = (self.opened.len(), self.entered.len());
        let mut path = self.path.clone();
        for space in spelled.split("::") {
            path += space;
            path += "::";
            let space = Atom::from(&path);
            if !self.namespaces.contains_key(&space) {
                break;
            }
            self.opened.push((mark, space));
        }
        self.scoped(run);
        self.opened.truncate(outer);
    }

    /// The name of a namespace, or what stands before `::` in the name of a function.
    pub fn spelled(&self, id: NodeId) -> String {
        let name = self.tree.child(id, Kind::Name).map(|name| *self.tree.node(name));
        name.map_or_else(String::new, |name| (name.first..name.last).map(|token| self.text(token).as_str()).collect())
    }
}
