//! Folds a `switch` with a known value.

use super::Folder;
use super::rewrite::Flow;
use crate::atom::Atom;
use crate::syntax::{Kind, NodeId};

/// The section that a known value selects.
pub struct Section {
    body: NodeId,
    statements: Vec<NodeId>,
    /// The `break` at its end.
    end: Option<NodeId>,
}

impl Folder<'_> {
    /// The statements of the selected section. `None` if the switch must stay: the value is not known, a label is not a
    /// number, or the section falls through or has a `break` in its middle.
    pub fn section(&mut self, id: NodeId) -> Option<Section> {
        let tree = self.tree();
        let (selector, body) = (tree.operand(id, 0)?, tree.operand(id, 1)?);
        if tree.kind(body) != Kind::Block || tree.kind(selector) == Kind::Declaration || !self.may_go(selector) {
            return None;
        }
        let selected = self.value(selector)?.number();
        let all: Vec<NodeId> = tree.children(body).collect();
        let (mut matching, mut default) = (None, None);
        for (at, child) in all.iter().enumerate() {
            match tree.kind(*child) {
                Kind::Case if self.value(tree.operand(*child, 0)?)?.number() == selected => matching = Some(at),
                Kind::Default => default = Some(at),
                _ => {}
            }
        }
        let is_label = |child: &NodeId| matches!(tree.kind(*child), Kind::Case | Kind::Default);
        // Declarations before or in one section are visible in later sections.
        if all.first().is_some_and(|first| !is_label(first)) {
            return None;
        }
        let Some(start) = matching.or(default) else {
            return Some(Section { body, statements: Vec::new(), end: None });
        };
        let statements: Vec<NodeId> = all[start..]
            .iter()
            .skip_while(|child| is_label(child))
            .take_while(|child| !is_label(child))
            .copied()
            .collect();
        let is_last_section = all[start..].iter().skip_while(|child| is_label(child)).nth(statements.len()).is_none();
        let last = statements.last().copied();
        let jump = last.map(|last| match tree.kind(last) {
            Kind::Block => tree.children(last).last().unwrap_or(last),
            _ => last,
        });
        let end = jump.filter(|jump| tree.kind(*jump) == Kind::Break);
        let leaves = jump.is_some_and(|jump| matches!(tree.kind(jump), Kind::Break | Kind::Return | Kind::Continue));
        if !leaves && !is_last_section {
            return None;
        }
        // Names of earlier sections would be missing.
        let declares = all.iter().any(|child| tree.kind(*child) == Kind::Declaration && !statements.contains(child));
        if declares || statements.iter().any(|statement| self.breaks(*statement, end)) {
            return None;
        }
        Some(Section { body, statements, end })
    }

    /// Whether a `break` of this switch, other than the last one, is in a statement; what is not understood may hold
    /// one.
    fn breaks(&self, id: NodeId, end: Option<NodeId>) -> bool {
        let tree = self.tree();
        match tree.kind(id) {
            Kind::Break => Some(id) != end,
            Kind::Opaque => true,
            Kind::Block | Kind::If => tree.children(id).any(|child| self.breaks(child, end)),
            _ => false,
        }
    }

    /// Writes a section in place of its switch.
    pub fn taken_section(&mut self, id: NodeId, section: &Section) -> Flow {
        let tree = self.tree();
        let body = *tree.node(section.body);
        self.put(body.first, Atom::from("{"));
        self.skipped.extend(section.end);
        let mut flow = Flow::Falls;
        for statement in &section.statements {
            if flow == Flow::Falls {
                flow = self.statement(*statement, false);
            }
        }
        if section.end.is_some() {
            self.skipped.pop();
        }
        self.put(tree.node(id).last - 1, Atom::from("}"));
        flow
    }
}
