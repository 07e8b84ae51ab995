//! The tokens of a program outside of functions, found without a tree.

use crate::atom::Atom;
use crate::model::{PpToken, TokenFlags};

/// Collects the tokens outside of functions, and the head of one of these.
pub struct HeadTokens {
    /// The function whose head is kept.
    function: Atom,
    /// The tokens so far, one a line.
    pub text: String,
    /// Where the present item begins in the text.
    item: usize,
    /// Braces that are open in a body.
    braces: u32,
    /// Parentheses that are open outside of bodies.
    parentheses: u32,
    /// The name before the item's last outermost parenthesis, where that may hold parameters.
    named: Option<Atom>,
    /// The last three tokens outside of bodies.
    before: [Atom; 3],
    marks: Marks,
}

/// Spellings that are looked for, so that each comparison is one of pointers.
struct Marks {
    parentheses: [Atom; 2],
    braces: [Atom; 2],
    colon: Atom,
    semicolon: Atom,
}

impl HeadTokens {
    pub fn new(function: Atom) -> HeadTokens {
        HeadTokens {
            function,
            text: String::with_capacity(1 << 14),
            item: 0,
            braces: 0,
            parentheses: 0,
            named: None,
            before: [Atom::default(); 3],
            marks: Marks {
                parentheses: ["(", ")"].map(Atom::from),
                braces: ["{", "}"].map(Atom::from),
                colon: Atom::from(":"),
                semicolon: Atom::from(";"),
            },
        }
    }

    /// Whether the next token begins an item.
    pub fn is_between_items(&self) -> bool {
        self.braces == 0 && self.parentheses == 0 && self.item == self.text.len()
    }

    /// Adds tokens up to the end of an item; answers with what is left of them.
    pub fn add_item<'t>(&mut self, mut tokens: &'t [PpToken]) -> &'t [PpToken] {
        let [brace, end] = self.marks.braces;
        while let [first, rest @ ..] = tokens {
            if self.braces > 0 {
                // Most tokens are in bodies.
                let is_needless = |token: &PpToken| {
                    let text = token.token.text;
                    text != brace && text != end && !token.token.flags.has(TokenFlags::DIRECTIVE)
                };
                let skipped = tokens.iter().take_while(|token| is_needless(token)).count();
                if skipped > 0 {
                    tokens = &tokens[skipped..];
                    continue;
                }
            }
            if first.token.flags.has(TokenFlags::DIRECTIVE) {
                self.push(first.token.text);
                if !rest.first().is_some_and(|next| next.token.flags.has(TokenFlags::DIRECTIVE)) {
                    self.text.push_str("end of a directive\n");
                }
                // It belongs to no item.
                self.item = self.text.len();
            } else {
                self.add(first.token.text);
            }
            tokens = rest;
            if self.is_between_items() {
                break;
            }
        }
        tokens
    }

    /// Adds a token that is none of a directive.
    pub fn add(&mut self, word: Atom) {
        let [brace, end] = self.marks.braces;
        if self.braces == 0 {
            self.push(word);
            self.outside(word);
        } else if word == brace {
            self.braces += 1;
        } else if word == end {
            self.braces -= 1;
            self.end_item();
        }
    }

    fn push(&mut self, word: Atom) {
        self.text.push_str(&word);
        self.text.push('\n');
    }

    fn end_item(&mut self) {
        self.item = self.text.len();
        self.named = None;
    }

    fn outside(&mut self, word: Atom) {
        let [open, close] = self.marks.parentheses;
        let [third, second, last] = self.before;
        if word == open {
            if self.parentheses == 0 {
                self.named = (second != self.marks.colon).then_some(last);
            }
            self.parentheses += 1;
        } else if word == close {
            self.parentheses = self.parentheses.saturating_sub(1);
        } else if self.parentheses == 0 {
            let has_meaning = second == self.marks.colon && third == close;
            match self.named {
                Some(name) if word == self.marks.braces[0] && (last == close || has_meaning) => {
                    if name != self.function {
                        self.text.truncate(self.item);
                    }
                    self.braces = 1;
                }
                _ if word == self.marks.semicolon || self.marks.braces.contains(&word) => self.end_item(),
                _ => {}
            }
        }
        self.before = [second, last, word];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(source: &str) -> String {
        let mut heads = HeadTokens::new(Atom::from("main"));
        source.split_whitespace().for_each(|word| heads.add(Atom::from(word)));
        heads.text.replace('\n', " ")
    }

    #[test]
    fn functions_are_left_out() {
        let source = "struct A { float x : B ; } ; float f ( float a ) { if ( a ) { g ( ) ; } } float b ;";
        assert_eq!(heads(source), "struct A { float x : B ; } ; float b ; ");
        assert_eq!(heads("float4 f ( A a ) : SV_Target { } int c ;"), "int c ; ");
        assert_eq!(heads("struct S { int a ; int f ( ) { return a ; } int b ; } ;"), "struct S { int a ; int b ; } ; ");
    }

    #[test]
    fn the_head_of_the_function_stays() {
        assert_eq!(
            heads("[ a ( 1 ) ] void main ( A a ) : X { f ( ) ; } int b ;"),
            "[ a ( 1 ) ] void main ( A a ) : X { int b ; "
        );
    }

    #[test]
    fn what_is_no_function_stays() {
        let blocks =
            "cbuffer C : register ( b0 ) { int a ; } ; float x [ ] = { f ( 1 ) , 2 } ; namespace N { int i ; } ";
        assert_eq!(heads(blocks), blocks);
    }
}
