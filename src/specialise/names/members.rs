//! What structures and namespaces declare.

use rustc_hash::FxHashSet;

use super::Walk;
use crate::atom::Atom;
use crate::syntax::{self, Kind, NodeId};

impl Walk<'_> {
    /// A type that has a branch's name hides the branch.
    pub fn declare_type(&mut self, id: NodeId) {
        if let Some(name) = self.tree.child(id, Kind::Name).map(|name| self.name(name))
            && self.branches.contains_key(&name)
        {
            self.declare(name, id);
        }
    }

    /// Finds the bases of a structure. Too many are reported, and are then unknown.
    pub fn count_bases(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        let head = (node.first..node.last).map(|token| self.text(token)).take_while(|text| text != "{");
        let known = head.skip_while(|text| text != ":").filter_map(|base| self.structs.get(&base).copied());
        let bases: Vec<NodeId> = known.filter(|base| *base != id).collect();
        let of_each = bases.iter().map(|base| self.bases.get(base).map_or(0, |(_, count)| *count));
        match syntax::count_bases(of_each) {
            Ok(count) => {
                self.bases.insert(id, (bases, count));
            }
            Err(problem) => self.too_deep(node.first, &problem.text, problem.help),
        }
    }

    /// What a structure declares is known in the whole body, and so is what its bases declare, nearest last.
    pub fn all_members(&mut self, id: NodeId) {
        self.members_with_bases(id, &mut FxHashSet::default());
    }

    fn members_with_bases(&mut self, id: NodeId, seen: &mut FxHashSet<NodeId>) {
        seen.insert(id);
        for base in self.bases.get(&id).map_or_else(Vec::new, |(bases, _)| bases.clone()) {
            if !seen.contains(&base) {
                self.members_with_bases(base, seen);
            }
        }
        for (name, by) in self.member_names(id) {
            self.declare(name, by);
        }
    }

    /// What a structure or namespace declares.
    pub fn member_names(&self, id: NodeId) -> Vec<(Atom, NodeId)> {
        let tree = self.tree;
        let mut found = Vec::new();
        let hiding = |node: NodeId| {
            let name = self.name(tree.child(node, Kind::Name)?);
            self.branches.contains_key(&name).then_some((name, node))
        };
        for child in tree.children(id) {
            match tree.kind(child) {
                Kind::Declaration => {
                    for declarator in tree.children(child).filter(|part| tree.kind(*part) == Kind::Declarator) {
                        if let Some(name) = tree.child(declarator, Kind::Name) {
                            found.push((self.name(name), declarator));
                        }
                    }
                    let ty = tree.child(child, Kind::Type);
                    found.extend(ty.into_iter().flat_map(|ty| tree.children(ty)).filter_map(hiding));
                }
                Kind::Typedef => {
                    let declarators = tree.children(child).filter(|part| tree.kind(*part) == Kind::Declarator);
                    found.extend(declarators.filter_map(hiding));
                }
                Kind::Function => {
                    if let Some(name) = tree.child(child, Kind::Name) {
                        found.push((self.name(name), child));
                    }
                }
                _ => {}
            }
        }
        found
    }
}
