//! Lookahead: whether a declaration begins at a token, and what it declares.

use std::cell::RefCell;

use super::Parser;
use crate::atom::Atom;
use crate::model::TokenKind;
use crate::syntax::MAX_NESTING;

/// The positions of a declaration's parts.
#[derive(Clone, Copy, Debug)]
pub struct DeclarationHead {
    /// The first token of the type, behind the qualifiers.
    pub ty: usize,
    /// The first token of the first declared name.
    pub name: usize,
    /// The token behind that name.
    pub after: usize,
}

/// Upper bound of tokens in a list of template arguments: without it, invalid input could take quadratic time.
const MAX_TEMPLATE_TOKENS: usize = 64;

impl Parser<'_> {
    /// The declaration that begins at `at`, behind its attributes: qualifiers, a type with template arguments, a name,
    /// and something that may follow a declarator's name.
    pub fn declared(&self, at: usize) -> Option<DeclarationHead> {
        let text = |at: usize| self.text_at(at);
        let is_no_type = self.grammar.is_no_type;
        let mut at = at;
        // A qualifier that is itself followed by no type is a name (`sample`, `line` and `point` are common ones).
        while let Some(next) = self.after_qualifier(at)
            && (self.is_ident(next) || text(next) == "::")
        {
            at = next;
        }
        let ty = at;
        if self.is_ident(at + 1) && (text(at) == "enum" || self.begins_structure(at)) {
            at += 1;
        }
        if text(at) == "unsigned" && self.is_ident(at + 1) {
            at += 1;
        }
        if text(at) == "::" {
            at += 1;
        }
        if !self.is_ident(at) || is_no_type(text(at)) {
            return None;
        }
        let first = at;
        while text(at + 1) == "::" && self.is_ident(at + 2) {
            at += 2;
            // No name has more parts, and each of them may be asked for the declaration that begins with it.
            if at - first > 4 * MAX_NESTING {
                return None;
            }
        }
        at += 1;
        while text(at) == "<" {
            at = self.after_angle(at)?;
            while text(at) == "::" && self.is_ident(at + 1) {
                at += 2;
            }
        }
        while self.grammar.type_suffixes.contains(&text(at)) {
            at += 1;
        }
        while self.grammar.array_types && text(at) == "[" {
            at = self.after_group(at)?;
        }
        if text(at) == "operator" && self.grammar.operator_functions {
            // `operator+(...)`, `operator()(...)`, `operator[](...)`.
            let after = (at + 1..at + 4).find(|after| text(*after) == "(" && *after > at + 1)?;
            return Some(DeclarationHead { ty, name: at, after });
        }
        if !self.is_ident(at) || is_no_type(text(at)) {
            return None;
        }
        let name = at;
        while text(at + 1) == "::" && self.is_ident(at + 2) {
            at += 2;
        }
        if text(at) == "operator" && self.grammar.operator_functions {
            // `S::operator+(...)`, of a member outside of its structure.
            let after = (at + 1..at + 4).find(|after| text(*after) == "(" && *after > at + 1)?;
            return Some(DeclarationHead { ty, name, after });
        }
        let after = at + 1;
        // `f<float>(...)`, of a specialisation.
        if text(after) == "<"
            && let Some(mut behind) = self.after_angle(after)
        {
            // `S<T>::f(...)`, of a member outside of its structure.
            while text(behind) == "::" && self.is_ident(behind + 1) {
                behind += 2;
            }
            if text(behind) == "(" {
                return Some(DeclarationHead { ty, name, after: behind });
            }
        }
        ends_declarator(text(after)).then_some(DeclarationHead { ty, name, after })
    }

    /// The token behind the qualifier at `at` and its arguments.
    pub fn after_qualifier(&self, at: usize) -> Option<usize> {
        let text = self.text_at(at);
        if !(self.grammar.is_qualifier)(text) {
            return None;
        }
        if self.text_at(at + 1) == "(" && self.grammar.qualifiers_with_arguments.contains(&text) {
            return self.after_group(at + 1);
        }
        Some(at + 1)
    }

    /// Whether the word at `at` begins the definition or the name of a structure.
    pub fn begins_structure(&self, at: usize) -> bool {
        self.grammar.structures.contains(&self.text_at(at))
    }

    /// The token behind the `>` that closes the `<` at `at`; `None` where that is a comparison.
    pub fn after_angle(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut next = at;
        while next < self.code.len() && next - at <= MAX_TEMPLATE_TOKENS {
            match self.text_at(next) {
                "<" => depth += 1,
                ">" => depth -= 1,
                ">>" => depth = depth.saturating_sub(2),
                ";" | "{" | "}" | "&&" | "||" | "?" | "=" | ")" | "]" => return None,
                "(" | "[" => {
                    next = self.after_group(next)?;
                    continue;
                }
                _ => {}
            }
            next += 1;
            if depth == 0 {
                return Some(next);
            }
        }
        None
    }

    /// The token behind the `>` of a template's parameters, which may have defaults.
    pub fn after_parameters(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut next = at;
        while next < self.code.len() && next - at <= MAX_TEMPLATE_TOKENS {
            match self.text_at(next) {
                "<" => depth += 1,
                ">" => depth -= 1,
                ">>" => depth = depth.saturating_sub(2),
                ";" | "{" | "}" | ")" | "]" => return None,
                "(" | "[" => {
                    next = self.after_group(next)?;
                    continue;
                }
                _ => {}
            }
            next += 1;
            if depth == 0 {
                return Some(next);
            }
        }
        None
    }

    /// Whether the `<` at `at`, behind a name, begins template arguments: they are types or numbers, and a call or a
    /// name follows.
    pub fn template_arguments(&self, at: usize) -> Option<usize> {
        if !self.is_type_name(at + 1) {
            // `f<3>(x)` is a call where `f` is a template, and two comparisons elsewhere.
            if !self.is_type_text(Atom::from("template")) {
                return None;
            }
            let name = at.checked_sub(1).and_then(|before| self.code.get(before))?.text;
            if !self.is_type_text(template_key(name)) {
                return None;
            }
        }
        let after = self.after_angle(at)?;
        matches!(self.text_at(after), "(" | "::").then_some(after)
    }

    /// Whether the name at `at` is known to be a type.
    pub fn is_type_name(&self, at: usize) -> bool {
        let Some(code) = self.code.get(at).filter(|code| code.kind == TokenKind::Ident) else { return false };
        (self.grammar.types.is_builtin)(&code.text) || code.text == "unsigned" || self.is_type_text(code.text)
    }

    fn is_type_text(&self, name: Atom) -> bool {
        let note = |to: &RefCell<Vec<(Atom, bool)>>, known| {
            let mut to = to.borrow_mut();
            if !to.iter().any(|(noted, _)| *noted == name) {
                to.push((name, known));
            }
        };
        let declared_here = self.types.contains(&name);
        let known = declared_here || (self.is_type)(name);
        if !self.types.in_item.contains(&name) {
            note(&self.looked_up, known);
        }
        if !declared_here {
            note(&self.asked, known);
        }
        known
    }
}

/// The key of a function template in the set of types.
pub fn template_key(name: Atom) -> Atom {
    Atom::from(&format!("template {name}"))
}

/// Tokens that can follow a declarator's name.
pub fn ends_declarator(text: &str) -> bool {
    matches!(text, ";" | "=" | "," | "[" | ":" | "(" | ")" | "<" | "{")
}
