//! Calls: what the callee is, and the choice of an overload.

use super::builtin;
use super::rules::{Analyser, Decl, Entity, Found};
use crate::ir::operations::{self, Family, Vocabulary};
use crate::ir::{Order, TokenIndex};
use crate::sema::overloads::MAX_SHOWN;
use crate::sema::{Candidate, ChunkToken, Failed, Result, TemplateArgument, TypeCursor, TypedValue, Wanted};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    pub fn call(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let Some((callee, arguments)) = operands.split_first() else { return self.not_understood(node) };
        let mut callee = *callee;
        while self.kind(callee) == Kind::Paren
            && let Some(inside) = self.tree.operand(callee, 0)
        {
            callee = inside;
        }
        match self.kind(callee) {
            Kind::Member => self.method_call(callee, arguments),
            Kind::Ident => self.named_call(callee, arguments),
            _ => {
                let callee = self.value(callee)?;
                let arguments = self.arguments(arguments)?;
                self.call_object(callee, &arguments, self.at(node))
            }
        }
    }

    fn named_call(&mut self, callee: NodeId, nodes: &[NodeId]) -> Result<TypedValue> {
        let at = self.at(callee);
        let Ok((found, text)) = self.lookup_ident(callee) else {
            let _ = self.arguments(nodes);
            return Err(Failed);
        };
        let simple = !text.contains("::") && self.text(at.0) != "::";
        // Constructors of the language's types; the unit's own names come first.
        if let (true, Found::Nothing) = (simple, &found)
            && (builtin::number(&text, Order::ColumnMajor).is_some()
                || matches!(text.as_str(), "vector" | "matrix")
                || builtin::object(&text).is_some())
        {
            let (first, last) = (self.tree.node(callee).first, self.tree.node(callee).last);
            let mut cursor = TypeCursor::new(first, last);
            let ty = self.walk_type(&mut cursor, self.context.settings.order, 0);
            let arguments = self.arguments(nodes);
            return self.construct(&ty?, arguments?, at);
        }
        match found {
            Found::Poison => {
                let _ = self.arguments(nodes);
                Err(Failed)
            }
            Found::Ambiguous(decls) => {
                let _ = self.arguments(nodes);
                self.ambiguous_name(&text, &decls, at.0)
            }
            Found::Argument(TemplateArgument::Type(ty)) => {
                let arguments = self.arguments(nodes)?;
                self.construct(&ty, arguments, at)
            }
            Found::Entities(decls) => self.declared_call(callee, decls, &text, nodes, simple),
            Found::Nothing => {
                // Names of Vulkan's namespace are whole names.
                if self.text(at.0) != "::"
                    && let Some(row) = super::intrinsics::row(&text)
                {
                    let arguments = self.arguments(nodes)?;
                    return self.intrinsic(row, arguments, at);
                }
                if simple && operations::prints(Vocabulary::Hlsl, &text) {
                    let arguments = self.arguments(nodes)?;
                    return self.print_call(&text, arguments, at);
                }
                if simple && Vocabulary::Hlsl.function(&text).is_some_and(|row| row.family == Family::DispatchMesh) {
                    let arguments = self.arguments(nodes)?;
                    return self.dispatch_mesh(arguments, at);
                }
                if (simple || text.starts_with("vk::")) && super::intrinsics::is_foreign(&text) {
                    self.unsupported(at.0, format!("`{text}`"));
                    return Err(Failed);
                }
                if let Some(result) = self.address_call(callee, &text, nodes) {
                    return result;
                }
                let _ = self.arguments(nodes);
                let help = self.suggest(&text, Wanted::Value);
                self.error("unknown-function", at.0, format!("unknown function `{text}`")).help = help;
                Err(Failed)
            }
            Found::Local { .. } | Found::Member { .. } | Found::Argument(TemplateArgument::Value(_)) => {
                let object = self.expression(callee)?;
                let arguments = self.arguments(nodes)?;
                self.call_object(object, &arguments, at)
            }
        }
    }

    fn declared_call(
        &mut self,
        callee: NodeId,
        decls: Vec<Decl>,
        text: &str,
        nodes: &[NodeId],
        simple: bool,
    ) -> Result<TypedValue> {
        let at = self.at(callee);
        let is_type = |decl: &Decl| {
            matches!(
                decl.entity,
                Entity::Struct(_) | Entity::Alias(_) | Entity::StructTemplate(_) | Entity::AliasTemplate(_)
            )
        };
        let is_function = |decl: &Decl| matches!(decl.entity, Entity::Function(_) | Entity::FunctionTemplate(_));
        if decls.iter().any(is_type) && !decls.iter().any(is_function) {
            let (first, last) = (self.tree.node(callee).first, self.tree.node(callee).last);
            let mut cursor = TypeCursor::new(first, last);
            let ty = self.walk_type(&mut cursor, self.context.settings.order, 0);
            let arguments = self.arguments(nodes);
            return self.construct(&ty?, arguments?, at);
        }
        if !decls.iter().any(is_function) {
            let object = self.expression(callee)?;
            let arguments = self.arguments(nodes)?;
            return self.call_object(object, &arguments, at);
        }
        let explicit = self.explicit_arguments(callee)?;
        let arguments = self.arguments(nodes)?;
        let candidates = self.candidates(&decls, explicit.as_deref(), &arguments, at);
        // As in dxc an intrinsic that takes the arguments goes before all functions of the unit that have its name.
        if simple
            && let Some(row) = super::intrinsics::row(text)
            && self.intrinsic_fits(row, &arguments)
        {
            self.warn_of_hidden(text, &candidates, &arguments, at);
            return self.intrinsic(row, arguments, at);
        }
        let chosen = self.choose_overload(text, candidates, &arguments, at)?;
        self.finish_call(&chosen, None, arguments, at)
    }

    /// Warns of functions that would have been called if no intrinsic had their name.
    fn warn_of_hidden(&mut self, name: &str, candidates: &[Candidate], arguments: &[TypedValue], at: TokenIndex) {
        let hidden: Vec<ChunkToken> = candidates
            .iter()
            .filter(|candidate| self.fits(candidate, arguments))
            .filter_map(|candidate| match candidate {
                Candidate::Function(_, place) => Some(*place),
                Candidate::Failed(..) | Candidate::Wrong => None,
            })
            .collect();
        if hidden.is_empty() {
            return;
        }
        let diagnostic = self.warning(
            "hidden-by-intrinsic",
            at.0,
            format!("`{name}` is the intrinsic here, not the function of that name"),
        );
        for place in hidden.into_iter().take(MAX_SHOWN) {
            diagnostic.label(place, "this function is not called");
        }
        diagnostic.note("dxc prefers an intrinsic that takes the arguments to functions of the source");
        diagnostic.help("Give the function another name.");
    }
}
