//! Names that a unit declares, but a variant does not have.
//!
//! A variant's text has only what its entry point reaches, so the declaration that a misspelled name means is often not
//! in it. This finds it in the tokens of the whole unit, without a tree: for suggestions that is enough.

use crate::atom::Atom;
use crate::model::{PpToken, TokenFlags, TokenKind};

/// The names that items declare: functions, variables, types and the members of blocks, in the order of the text. What
/// structures, functions and namespaces have inside is left out.
pub fn declared(tokens: &[PpToken]) -> Vec<Atom> {
    let mut names = Vec::new();
    let mut before_block = 0;
    let mut walk = Walk::default();
    for (at, token) in tokens.iter().enumerate() {
        if token.token.flags.has(TokenFlags::DIRECTIVE) {
            continue;
        }
        let text = token.token.text;
        let next = tokens.get(at + 1).map_or("", |next| next.token.text.as_str());
        if token.token.kind == TokenKind::Ident && walk.is_declared(next) {
            names.push(text);
        }
        let was_in_block = walk.in_block;
        walk.step(text.as_str(), token.token.kind);
        match (was_in_block, walk.in_block) {
            (false, true) => before_block = names.len(),
            // `} name;`: its members have that name before them.
            (true, false) if has_name(tokens, at + 1) => names.truncate(before_block),
            _ => {}
        }
    }
    names
}

/// Whether a block that ends before a token has a name.
fn has_name(tokens: &[PpToken], at: usize) -> bool {
    let is_name = tokens.get(at).is_some_and(|token| token.token.kind == TokenKind::Ident);
    is_name && tokens.get(at + 1).is_some_and(|next| matches!(next.token.text.as_str(), ";" | "["))
}

/// Where a token stands.
#[derive(Default)]
struct Walk {
    /// Brackets of all kinds around it, the braces of a block aside.
    depth: u32,
    /// The item has a word of blocks, whose members are names of the unit: `cbuffer`, `uniform`.
    is_block: bool,
    /// Within the braces of the block.
    in_block: bool,
    /// The token before it ends a type.
    after_type: bool,
    /// The token before it is a word of blocks.
    after_block_word: bool,
}

/// Words that begin a block, whose members are names of the unit.
const BLOCKS: [&str; 4] = ["cbuffer", "tbuffer", "uniform", "buffer"];

impl Walk {
    /// Whether an identifier before `next` is the name of a declaration.
    fn is_declared(&self, next: &str) -> bool {
        self.depth == 0 && self.after_type && matches!(next, ";" | "," | "=" | "[" | "(" | ":" | "{")
    }

    fn step(&mut self, text: &str, kind: TokenKind) {
        self.after_type = matches!(text, ">" | "]") || kind == TokenKind::Ident;
        match text {
            word if self.depth == 0 && BLOCKS.contains(&word) => self.is_block = true,
            "{" if self.depth == 0 && self.is_block && !self.in_block => self.in_block = true,
            // A function of this name.
            "(" if self.depth == 0 && self.after_block_word => {
                self.is_block = false;
                self.depth += 1;
            }
            "}" if self.depth == 0 && self.in_block => *self = Walk::default(),
            "(" | "[" | "{" => self.depth += 1,
            ")" | "]" | "}" => self.depth = self.depth.saturating_sub(1),
            ";" if self.depth == 0 && !self.in_block => self.is_block = false,
            _ => {}
        }
        self.after_block_word = BLOCKS.contains(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that end in a letter or digit are identifiers, as everything of a program for this purpose.
    fn names(text: &str) -> Vec<String> {
        let words: Vec<&str> = text.split(' ').collect();
        let mut walk = Walk::default();
        let mut found = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let kind = if word.ends_with(char::is_alphanumeric) { TokenKind::Ident } else { TokenKind::Punct };
            if kind == TokenKind::Ident && walk.is_declared(words.get(at + 1).unwrap_or(&"")) {
                found.push((*word).to_owned());
            }
            walk.step(word, kind);
        }
        found
    }

    #[test]
    fn names_of_items_and_of_members_of_blocks() {
        let nested =
            "cbuffer C { struct In { float member ; } inside ; float own ; } ; float4 buffer ( ) { float4 local ; }";
        assert_eq!(names(nested), ["C", "In", "own", "buffer"]);
        let text = "cbuffer Frame : register ( b0 ) { float4 tint ; float2 size [ 2 ] ; } ; float more , other = 1 ;";
        assert_eq!(names(text), ["Frame", "tint", "size", "more"]);
        let text = "float fade ( float depth ) { float local = depth ; return local ; } struct S { float member ; } ;";
        assert_eq!(names(text), ["fade", "S"]);
        assert_eq!(
            names("layout ( std140 ) uniform B { vec4 a ; } ; vec4 after ( ) { vec4 b ; }"),
            ["B", "a", "after"]
        );
    }
}
