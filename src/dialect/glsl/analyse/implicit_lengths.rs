//! Arrays whose length follows from their uses: `in float a[]; ... a[3]`.
//!
//! The length is one more than the largest constant index of the unit, or that of a second declaration in the same
//! braces. A name with other declarations has no such length: which of them an index belongs to is not known here.
//! GLSL for embedded systems has none.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::literals;
use super::rules::{Analyser, Decl, Entity, GlslRules, Unit};
use crate::atom::Atom;
use crate::ir::{Literal, Scalar, Type, has_resources};
use crate::model::{Digest, PpToken, TokenKind};
use crate::sema::unit::BUILTIN;
use crate::sema::{Declarator, Failed, Result};

/// What the unit says about the arrays of a name.
#[derive(Default)]
struct Uses {
    unsized_declarations: u32,
    /// The braces around the unsized declaration, while they are open.
    open_at: Option<u32>,
    sized_declarations: u32,
    /// Of a declaration that has one.
    length: Option<u32>,
    least: u32,
    /// An index or size is no number.
    is_unknown: bool,
}

impl Uses {
    fn length(&self) -> Option<u32> {
        if self.is_unknown || self.unsized_declarations != 1 || self.sized_declarations > 1 {
            return None;
        }
        let length = self.length.unwrap_or(self.least.max(1));
        (length >= self.least).then_some(length)
    }
}

/// The name under which a length is declared; no program can write it.
fn length_of(array: Atom) -> Atom {
    Atom::from(&format!("length {array}"))
}

/// Whether a declared name may follow this token: the last of a type. Behind the brace of a block of statements none does;
/// `ends_members`: the brace ends the members of a structure or block.
fn ends_type(token: &PpToken, ends_members: bool) -> bool {
    let text = token.token.text.as_str();
    match token.token.kind {
        TokenKind::Ident => !matches!(text, "return" | "else" | "case" | "do"),
        _ => text == "]" || text == "}" && ends_members,
    }
}

/// Whether an open brace begins the members of a structure or block: a name stands before it, and not the end of a
/// condition or of parameters.
fn begins_members(before: Option<&PpToken>) -> bool {
    before.is_some_and(|before| {
        before.token.kind == TokenKind::Ident && !matches!(before.token.text.as_str(), "else" | "do")
    })
}

fn uses(tokens: &[PpToken]) -> BTreeMap<Atom, Uses> {
    let mut found: BTreeMap<Atom, Uses> = BTreeMap::new();
    let text = |at: usize| tokens.get(at).map_or("", |token| token.token.text.as_str());
    let mut depth = 0_u32;
    // Of each open brace, whether members are in it.
    let mut open: Vec<bool> = Vec::new();
    let mut ends_members = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.token.text.as_str() {
            "{" => {
                depth += 1;
                open.push(begins_members(at.checked_sub(1).and_then(|at| tokens.get(at))));
            }
            "}" => {
                depth = depth.saturating_sub(1);
                ends_members = open.pop().unwrap_or(false);
                let closes = |uses: &&mut Uses| uses.open_at.is_some_and(|open| open > depth);
                found.values_mut().filter(closes).for_each(|uses| uses.open_at = None);
            }
            _ => {}
        }
        if token.token.kind != TokenKind::Ident || text(at + 1) != "[" {
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        if before.is_some_and(|before| before.token.text.as_str() == ".") {
            continue;
        }
        let uses = found.entry(token.token.text).or_default();
        let is_declaration = before.is_some_and(|before| ends_type(before, ends_members));
        if text(at + 2) == "]" {
            if is_declaration {
                uses.unsized_declarations += 1;
                uses.open_at = Some(depth);
            }
            continue;
        }
        let number = literals::number(text(at + 2)).filter(|_| text(at + 3) == "]").and_then(|it| match it.value {
            Literal::Int(value) => u32::try_from(value).ok(),
            _ => None,
        });
        match number {
            Some(length) if is_declaration => {
                uses.sized_declarations += 1;
                uses.length = Some(length);
                uses.is_unknown |= uses.open_at != Some(depth);
            }
            Some(index) => uses.least = uses.least.max(index.saturating_add(1)),
            None => uses.is_unknown = true,
        }
    }
    found
}

/// Whether these tokens declare an array without a length.
pub fn may_declare(tokens: &[PpToken]) -> bool {
    tokens.windows(2).any(|two| two[0].token.text.as_str() == "[" && two[1].token.text.as_str() == "]")
}

/// Whether [`declare`] can find a use of an array in these tokens.
pub fn may_use(tokens: &[PpToken]) -> bool {
    tokens.windows(2).any(|two| two[0].token.kind == TokenKind::Ident && two[1].token.text.as_str() == "[")
}

/// Declares the lengths of the arrays that a unit declares without one.
pub fn declare(unit: &mut Unit<'_>) {
    let lengths: Vec<(Atom, u32)> =
        uses(unit.tokens()).into_iter().filter_map(|(name, uses)| Some((name, uses.length()?))).collect();
    for (name, length) in lengths {
        let element = Arc::new(Type::Scalar(Scalar::Int));
        let entity = Entity::Alias(Type::Array(element, Some(length)));
        let meaning = Digest::of(&length.to_le_bytes());
        unit.declare(length_of(name), Decl { entity, meaning, chunk: BUILTIN, token: 0 });
    }
}

impl Analyser<'_, '_> {
    /// The declarator, with the length that its uses give it if it has none.
    pub fn with_length(&mut self, of: Declarator<GlslRules>) -> Declarator<GlslRules> {
        let Type::Array(element, None) = &of.ty else { return of };
        if of.initialiser.is_some() || has_resources(&of.ty) {
            return of;
        }
        match self.implicit_length(of.name) {
            Some(length) => {
                let ty = Type::Array(Arc::clone(element), Some(length));
                Declarator { ty, unsized_array: false, ..of }
            }
            None => of,
        }
    }

    /// Reports an array of resources without a size in GLSL for embedded systems: there, only the last member of a storage block
    /// can have none.
    pub fn has_size(&mut self, of: &Declarator<GlslRules>) -> Result<()> {
        if !self.context.settings.es || !matches!(of.ty, Type::Array(_, None)) {
            return Ok(());
        }
        self.error("array-size", of.token, format!("the array `{}` needs a size", of.name))
            .help("GLSL ES has no arrays of resources without one.");
        Err(Failed)
    }

    /// The length that the uses of an array give it.
    pub fn implicit_length(&mut self, name: Atom) -> Option<u32> {
        if self.context.settings.es {
            return None;
        }
        self.consult(length_of(name), false).into_iter().find_map(|decl| match decl.entity {
            Entity::Alias(Type::Array(_, length)) => length,
            _ => None,
        })
    }
}
