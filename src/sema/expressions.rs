//! Expressions: names, members, conditions, and what can be written to.

use super::analyser::Analyser;
use super::diagnostics::{ChunkToken, Failed, Result};
use super::entity::{Entity, TemplateArgument};
use super::lookup::Found;
use super::numbers::parts;
use super::rules::Rules;
use super::types::{TypeCursor, Wanted, same};
use super::values::{TypedValue, ValueCategory};
use crate::atom::Atom;
use crate::diag::DiagnosticKind;
use crate::ir::{Convert, Expr, ExprKind, Literal, LocalId, Scalar, TokenIndex, Type};
use crate::model::TokenKind;
use crate::syntax::{Kind, NodeId};

impl<L: Rules> Analyser<'_, '_, L> {
    /// The value of an expression; `void` is an error.
    pub fn value(&mut self, node: NodeId) -> Result<TypedValue> {
        let value = L::expression(self, node)?;
        self.with_value(value)
    }

    /// Reports an expression without a value where one is needed.
    pub fn with_value(&mut self, value: TypedValue) -> Result<TypedValue> {
        if value.expr.ty == Type::Void {
            self.error("no-value", value.expr.at.0, "a function without a result is used as a value");
            return Err(Failed);
        }
        Ok(value)
    }

    /// The parts of an `Ident` node: the names between `::`, and whether it begins with `::`. Template arguments end
    /// it.
    pub fn ident_parts(&self, node: NodeId) -> (bool, Vec<Atom>) {
        let end = self
            .tree
            .child(node, Kind::TemplateArguments)
            .map_or(self.tree.node(node).last, |arguments| self.tree.node(arguments).first);
        let first = self.first(node);
        let rooted = self.text(first) == "::";
        let parts = (first..end).filter(|token| self.text(*token) != "::").map(|token| self.atom(token)).collect();
        (rooted, parts)
    }

    /// The meaning of an `Ident` node. It may contain arguments of a type: `Pair<float>::Make`.
    pub fn lookup_ident(&mut self, node: NodeId) -> Result<(Found<L>, String)> {
        let range = *self.tree.node(node);
        let inner = self
            .children_of(node, Kind::TemplateArguments)
            .into_iter()
            .rfind(|arguments| self.tree.node(*arguments).last < range.last);
        let Some(arguments) = inner else {
            let (rooted, parts) = self.ident_parts(node);
            let text: Vec<&str> = parts.iter().map(Atom::as_str).collect();
            let text = text.join("::");
            return Ok((self.lookup_path(rooted, &parts), text));
        };
        let end = self.tree.node(arguments).last;
        let mut cursor = TypeCursor::new(range.first, end);
        let ty = L::type_at(self, &mut cursor, 0)?;
        let tail: Vec<Atom> =
            (end..range.last).filter(|token| self.text(*token) != "::").map(|token| self.atom(token)).take(1).collect();
        let (Type::Struct(of), [name]) = (&ty, tail.as_slice()) else {
            let shown = L::type_name(&ty);
            self.error("unknown-member", range.first, format!("`{shown}` has no members"));
            return Err(Failed);
        };
        let decls = self.lookup_member(of, *name);
        let text = format!("{}::{name}", of.symbol.0);
        Ok((if decls.is_empty() { Found::Nothing } else { Found::Entities(decls) }, text))
    }

    /// A name as a value.
    pub fn name(&mut self, node: NodeId) -> Result<TypedValue> {
        let at = self.at(node);
        if self.text(at.0) == "this" && self.tree.node(node).last == at.0 + 1 {
            return self.this(at);
        }
        let (found, text) = self.lookup_ident(node)?;
        let text = || text.clone();
        match found {
            Found::Local { id, ty, read_only, .. } => {
                let category = read_only.map_or(ValueCategory::Place, ValueCategory::ReadOnly);
                Ok(TypedValue::place(ExprKind::Local(id), ty, at, category))
            }
            Found::Member { this, index } => self.implicit_member(&this, index, at),
            Found::Argument(TemplateArgument::Value(value)) => {
                Ok(TypedValue::literal(Scalar::Int, Literal::Int(i128::from(value)), at))
            }
            Found::Ambiguous(decls) => self.ambiguous_name(&text(), &decls, at.0),
            Found::Poison => Err(Failed),
            Found::Entities(decls) => {
                for decl in &decls {
                    match &decl.entity {
                        Entity::Variable(variable) => {
                            let category = variable.read_only.map_or(ValueCategory::Place, ValueCategory::ReadOnly);
                            if let Some(parts) = &variable.parts {
                                let expr = Expr { at, ..parts.clone() };
                                return Ok(TypedValue { expr, literal: false, category });
                            }
                            return Ok(TypedValue::place(
                                ExprKind::Global(variable.symbol),
                                variable.ty.clone(),
                                at,
                                category,
                            ));
                        }
                        Entity::Enumerator(enumerator) => {
                            let kind = ExprKind::Literal(Literal::Int(i128::from(enumerator.value)));
                            return Ok(TypedValue::new(kind, enumerator.ty.clone(), at));
                        }
                        Entity::Poison => return Err(Failed),
                        _ => {}
                    }
                }
                let first = &decls[0];
                let place = ChunkToken { chunk: first.chunk, token: first.token };
                let (name, what) = (text(), first.entity.describe());
                self.error("not-a-value", at.0, format!("`{name}` is a {what}, not a value"))
                    .label(place, "declared here");
                Err(Failed)
            }
            Found::Argument(TemplateArgument::Type(_)) => {
                let name = text();
                self.error("not-a-value", at.0, format!("`{name}` is a type, not a value"));
                Err(Failed)
            }
            Found::Nothing => {
                let name = text();
                let types = &L::grammar().types;
                if (types.is_builtin)(&name) || (types.is_resource)(&name) {
                    self.error("not-a-value", at.0, format!("`{name}` is a type, not a value"));
                    return Err(Failed);
                }
                let help = self.suggest(&name, Wanted::Value);
                let error = self.error("unknown-name", at.0, format!("unknown name `{name}`"));
                error.kind = DiagnosticKind::UnknownName;
                error.help = help;
                Err(Failed)
            }
        }
    }

    /// `this` of a method.
    fn this(&mut self, at: TokenIndex) -> Result<TypedValue> {
        match self.this_place(at) {
            Some(this) => Ok(this),
            None => {
                self.error("no-this", at.0, "`this` exists only in methods that are not static");
                Err(Failed)
            }
        }
    }

    /// The object of the method that is analysed; `None` outside of methods that are not static.
    pub fn this_place(&mut self, at: TokenIndex) -> Option<TypedValue> {
        let ty = self.body.as_ref()?.this.clone()?;
        Some(TypedValue::place(ExprKind::Local(LocalId(0)), ty, at, ValueCategory::Place))
    }

    fn implicit_member(&mut self, of: &Type, index: u32, at: TokenIndex) -> Result<TypedValue> {
        let Some(this) = self.this_place(at) else {
            self.error("no-this", at.0, "a member needs an object; a static method has none");
            return Err(Failed);
        };
        let this = if same(&this.expr.ty, of) {
            this
        } else if !self.derives(&this.expr.ty, of) {
            let (outer, inner) = (L::type_name(of), L::type_name(&this.expr.ty));
            self.error("no-this", at.0, format!("a member of `{outer}` needs an object; `{inner}` has none inside"));
            return Err(Failed);
        } else {
            let ty = of.clone();
            let expr = L::converted(self, this, &ty);
            TypedValue { expr, literal: false, category: ValueCategory::Place }
        };
        Ok(self.select_member(this, index, at))
    }

    /// Whether a structure inherits from another.
    fn derives(&mut self, ty: &Type, base: &Type) -> bool {
        let Type::Struct(of) = ty else { return false };
        self.bases(of).iter().any(|parent| same(parent, base) || self.derives(parent, base))
    }

    pub fn comma(&mut self, node: NodeId) -> Result<TypedValue> {
        let mut parts = self.operands(node).into_iter();
        let Some(first) = parts.next() else { return self.not_understood(node) };
        let mut left = L::expression(self, first)?;
        for part in parts {
            let right = L::expression(self, part)?;
            let at = right.expr.at;
            let ty = right.expr.ty.clone();
            left = TypedValue::new(ExprKind::Comma(left.concrete(), right.concrete()), ty, at);
        }
        Ok(left)
    }

    /// The member of a structure with this `index`, from [`member_index`](super::lookup::member_index).
    pub fn select_member(&mut self, base: TypedValue, index: u32, at: TokenIndex) -> TypedValue {
        let Type::Struct(of) = &base.expr.ty else { return base };
        if let Some(field) = (index as usize).checked_sub(of.members.len()).and_then(|at| of.fields.get(at)).cloned() {
            let word = self.select_member(base, field.member, at);
            return TypedValue::place(ExprKind::Bits(word.expr, field.bits), field.ty, at, word.category);
        }
        let ty = of.members.get(index as usize).map_or(Type::Void, |member| member.ty.clone());
        if let ExprKind::Aggregate(parts) = &*base.expr.kind
            && let Some(part) = parts.get(index as usize)
        {
            let expr = Expr { at, ..part.clone() };
            return TypedValue { expr, literal: false, category: base.category };
        }
        let category = match (&*base.expr.kind, base.category) {
            // A texel can only be written as a whole.
            (ExprKind::Convert(Convert::Flatten, _), ValueCategory::Place) => {
                ValueCategory::ReadOnly("a texel is written as a whole, and this is a member of one")
            }
            (_, category) => category,
        };
        TypedValue::place(ExprKind::Member(base.expr, index), ty, at, category)
    }

    /// Reports the reason if a value cannot be written to. `by`: the construct that writes.
    pub fn must_be_place(&mut self, value: &TypedValue, by: &str) -> Result<()> {
        let repeats = match &*value.expr.kind {
            ExprKind::Swizzle(_, places) => (1..places.len()).any(|at| places[..at].contains(&places[at])),
            ExprKind::MatrixSwizzle(_, places) => (1..places.len()).any(|at| places[..at].contains(&places[at])),
            _ => false,
        };
        let at = value.expr.at.0;
        match value.category {
            ValueCategory::Place if repeats => {
                self.error("not-a-place", at, format!("{by} cannot write to a swizzle that names a component twice"));
                Err(Failed)
            }
            ValueCategory::Place => Ok(()),
            ValueCategory::ReadOnly(why) => {
                // What a front end puts in (the block of a counter) has no token of its own.
                let base = base_of(&value.expr).at.0;
                let at = if self.syntax.kinds.get(base as usize) == Some(&TokenKind::Ident) { base } else { at };
                self.error("read-only", at, format!("{by} cannot write here: {why}"));
                Err(Failed)
            }
            ValueCategory::Value => {
                self.error("not-a-place", at, format!("{by} needs a variable, found a value"));
                Err(Failed)
            }
        }
    }

    /// A condition: one `bool`.
    pub fn condition(&mut self, node: NodeId) -> Result<Expr> {
        let value = self.value(node)?;
        let ty = value.expr.ty.clone();
        match parts(&ty) {
            Some((_, shape)) if shape.count() == 1 => L::convert(self, value, &Type::Scalar(Scalar::Bool)),
            Some(_) => {
                let shown = L::type_name(&ty);
                self.error("condition", value.expr.at.0, format!("a condition must be one value, found `{shown}`"))
                    .help("Write `any(...)` or `all(...)` around it.");
                Err(Failed)
            }
            None => {
                let shown = L::type_name(&ty);
                self.error("condition", value.expr.at.0, format!("a condition must be a number, found `{shown}`"));
                Err(Failed)
            }
        }
    }
}

/// What the place is a part of: `g_Source` of `g_Source[id].x`.
fn base_of(place: &Expr) -> &Expr {
    let mut at = place;
    loop {
        match &*at.kind {
            ExprKind::Member(base, _)
            | ExprKind::Swizzle(base, _)
            | ExprKind::MatrixSwizzle(base, _)
            | ExprKind::Bits(base, _)
            | ExprKind::Index(base, _)
            | ExprKind::Convert(_, base) => at = base,
            _ => return at,
        }
    }
}
