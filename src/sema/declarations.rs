//! Names that a unit declares.

use ustr::Ustr;

use super::analyser::Analyser;
use super::diagnostics::{ChunkToken, Failed, Result};
use super::entity::Entity;
use super::rules::Rules;
use super::unit::qualified;
use crate::ir::Symbol;
use crate::syntax::{Kind, NodeId};

impl<L: Rules> Analyser<'_, '_, L> {
    /// The qualified name of what is declared here.
    pub fn full_name(&self, name: Ustr) -> Ustr {
        match self.owners.last() {
            Some(owner) => qualified(owner.name, name),
            None => qualified(self.context.namespace, name),
        }
    }

    /// `f`; `operator+`, `operator()`.
    pub fn function_name(&self, name: NodeId) -> Ustr {
        let range = self.tree.node(name);
        if self.text(range.first) == "operator" {
            let mut end = range.last;
            // The parser's name may end before the operator.
            if end == range.first + 1 {
                while self.text(end) != "(" || end == range.first + 1 {
                    end += 1;
                    if end as usize >= self.syntax.texts.len() {
                        break;
                    }
                    if self.text(end) == "(" && end > range.first + 1 {
                        break;
                    }
                }
            }
            let spelled: String = (range.first..end).map(|token| self.text(token)).collect();
            return Ustr::from(&spelled);
        }
        self.ustr(range.last.saturating_sub(1))
    }

    /// Declares the name of a wrong declaration, so that its uses report nothing.
    pub fn poison(&mut self, node: NodeId) {
        if let Some(name) = self.tree.child(node, Kind::Name) {
            let token = self.last(name);
            let name = self.full_name(self.ustr(token));
            let meaning = self.meaning(name.as_str());
            self.declare_global(name, Entity::Poison, token, meaning);
        }
    }

    /// A name of the unit is declared once, unless it is a function.
    pub fn not_twice(&mut self, symbol: Symbol, token: u32) -> Result<()> {
        let known = self.consult(symbol.0, true);
        let clash = known.iter().find(|decl| !matches!(decl.entity, Entity::Poison | Entity::Namespace));
        if let Some(clash) = clash {
            let place = ChunkToken { chunk: clash.chunk, token: clash.token };
            let name = symbol.0;
            self.error("redefinition", token, format!("`{name}` is declared twice"))
                .label(place, "first declared here");
            return Err(Failed);
        }
        Ok(())
    }
}
