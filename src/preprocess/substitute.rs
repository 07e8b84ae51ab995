//! Replacement lists with their arguments put in: `#`, `##` and `__VA_OPT__` (C23 6.10.5).

use std::borrow::Cow;
use std::cell::Cell;

use crate::atom::Atom;
use crate::diag::{Diagnostic, FileId, excerpt};
use crate::lexer::{LONGEST, single_token, too_long};
use crate::model::{ExpansionId, IncludeId, PpToken, Token, TokenFlags, TokenKind};

use super::definition::{BodyKind, BodyToken, Definition, span_of};
use super::expand::{Padding, padding_blank, padding_like, padding_of};
use super::invocation::ArgRange;

/// One replacement.
pub struct Substitution<'s> {
    pub definition: &'s Definition,
    pub file: FileId,
    pub raw: &'s [PpToken],
    pub expanded: &'s [PpToken],
    pub arguments: &'s [ArgRange],
    /// The file visit in which the macro was defined.
    pub include: IncludeId,
    pub expansion: ExpansionId,
    /// `##` joins what the arguments expand to.
    pub pastes_expanded: bool,
    /// The work that is left: a token is 1, and so are [`BYTES_OF_WORK`] bytes of a new spelling. At 0 the replacement
    /// ends early.
    pub room: Cell<u64>,
}

/// So many bytes of text that `#` and `##` make count as one token of work: spellings are kept as long as the process
/// runs.
const BYTES_OF_WORK: usize = 8;

/// Upper bound of the mistakes that are reported of one replacement.
const MISTAKES: usize = 8;

/// The left operand of the next element's `##`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// No `##` stands before it.
    None,
    /// The last token put out.
    Token,
    Placemarker,
}

/// Whether the content of a `__VA_OPT__` begins and ends with an empty element: then a `##` beside it joins the empty
/// element, not the next token (GNU cpp).
struct Ends {
    starts_empty: bool,
    ends_empty: bool,
}

impl Substitution<'_> {
    /// Appends the replacement; the pastes that made no token.
    pub fn run(&self, out: &mut Vec<PpToken>) -> Vec<Diagnostic> {
        let mut bad = Vec::new();
        self.list(&self.definition.body, out, &mut bad);
        bad
    }

    fn list(&self, body: &[BodyToken], out: &mut Vec<PpToken>, bad: &mut Vec<Diagnostic>) -> Ends {
        let mut ends = Ends { starts_empty: true, ends_empty: true };
        // Elements joined by `##`: where their result starts, and whether they are the first.
        let (mut chain_start, mut first_chain) = (out.len(), true);
        let mut left = Left::None;
        // The element whose place a pasted token gets.
        let mut left_place = None;
        let mut at = 0;
        while let Some(element) = body.get(at).filter(|_| self.room.get() > 0) {
            at += 1;
            let whole_start = out.len();
            let mut ends_empty = false;
            let paste_with =
                |part: &[PpToken], out: &mut Vec<PpToken>, bad: &mut Vec<Diagnostic>| match (left, part.first()) {
                    (Left::Token, Some(first)) => {
                        self.paste(left_place.unwrap_or(element), first, out, bad);
                        out.extend_from_slice(&part[1..]);
                    }
                    _ => out.extend_from_slice(part),
                };
            match element.kind {
                BodyKind::Token => {
                    let token = self.own(element.token);
                    if self.swallows_comma(element, body.get(at)) {
                        // GNU: `, ## __VA_ARGS__` drops the comma where the variable arguments are left out, and
                        // joins nothing otherwise.
                        let arguments = self.variable_raw();
                        if self.has_variable_argument() {
                            paste_with(&[token], out, bad);
                            out.extend_from_slice(arguments);
                            out.push(padding_blank());
                        }
                        let last = &body[at];
                        at += 1;
                        left = match (last.paste, arguments.is_empty()) {
                            (false, _) => Left::None,
                            (true, true) => Left::Placemarker,
                            (true, false) => Left::Token,
                        };
                        left_place = Some(last);
                        continue;
                    }
                    paste_with(&[token], out, bad);
                }
                BodyKind::Stringify(param) => {
                    let text = stringify(self.raw_of(param));
                    let token = self.make(element.token, text, TokenKind::String, bad);
                    paste_with(&[token], out, bad);
                }
                BodyKind::Param(param) if left != Left::None => paste_with(&self.joined_of(param), out, bad),
                BodyKind::Param(param) => {
                    out.push(padding_like(&element.token));
                    if element.paste {
                        out.extend_from_slice(&self.joined_of(param));
                    } else {
                        out.extend_from_slice(self.expanded_of(param));
                        out.push(padding_blank());
                    }
                }
                BodyKind::VaOpt { content, stringify: as_string } => {
                    let content = &body[at..at + usize::from(content)];
                    at += content.len();
                    let mut inner = Vec::new();
                    let mut inner_ends = Ends { starts_empty: true, ends_empty: true };
                    if self.has_variable() {
                        inner_ends = self.list(content, &mut inner, bad);
                    }
                    if as_string {
                        let text = stringify(&inner);
                        inner.clear();
                        inner.push(self.make(element.token, text, TokenKind::String, bad));
                        inner_ends = Ends { starts_empty: false, ends_empty: false };
                    } else if left != Left::None || element.paste {
                        trim(&mut inner);
                    }
                    let paste_with = |part: &[PpToken], out: &mut Vec<PpToken>, bad: &mut Vec<Diagnostic>| match (
                        left,
                        part.first(),
                    ) {
                        (Left::Token, Some(first)) => {
                            self.paste(left_place.unwrap_or(element), first, out, bad);
                            out.extend_from_slice(&part[1..]);
                        }
                        _ => out.extend_from_slice(part),
                    };
                    if left == Left::None {
                        out.push(padding_like(&element.token));
                    }
                    if inner_ends.starts_empty {
                        out.extend_from_slice(&inner);
                    } else {
                        paste_with(&inner, out, bad);
                    }
                    ends_empty = inner_ends.ends_empty;
                }
            }
            self.spend(out.len().saturating_sub(whole_start) + 1);
            let nothing = !out[whole_start..].iter().any(|token| padding_of(token).is_none());
            left = match (element.paste, left) {
                (false, _) => Left::None,
                (true, Left::Token) if nothing => Left::Token,
                (true, _) if nothing || ends_empty => Left::Placemarker,
                (true, _) => Left::Token,
            };
            left_place = Some(element);
            if !element.paste {
                let chain = out.get(chain_start..).unwrap_or(&[]);
                let empty = ends_empty || !chain.iter().any(|token| padding_of(token).is_none());
                if std::mem::replace(&mut first_chain, false) {
                    ends.starts_empty = !chain.iter().any(|token| padding_of(token).is_none());
                }
                ends.ends_empty = empty;
                chain_start = out.len();
            }
        }
        ends
    }

    fn swallows_comma(&self, element: &BodyToken, next: Option<&BodyToken>) -> bool {
        let Some(params) = self.definition.params.as_ref().filter(|params| params.variadic) else { return false };
        element.paste
            && element.token.text == ","
            && next.is_some_and(|next| next.kind == BodyKind::Param(params.names.len() as u16 - 1))
    }

    fn own(&self, token: Token) -> PpToken {
        PpToken { token, include: self.include, expansion: self.expansion }
    }

    /// A token that is not in a file, with the place of one that is.
    fn make(&self, place: Token, mut text: String, kind: TokenKind, bad: &mut Vec<Diagnostic>) -> PpToken {
        self.spend(text.len() / BYTES_OF_WORK);
        if text.len() > LONGEST {
            if bad.len() < MISTAKES {
                let what = if kind == TokenKind::String { "`#` makes a string" } else { "`##` makes a token" };
                bad.push(too_long(what).at(span_of(self.file, &place)));
            }
            text.truncate((0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0));
        }
        self.own(Token { text: Atom::from(&text), kind, ..place })
    }

    fn spend(&self, work: usize) {
        self.room.set(self.room.get().saturating_sub(work as u64));
    }

    fn raw_of(&self, param: u16) -> &[PpToken] {
        self.arguments
            .get(usize::from(param))
            .map_or(&[], |argument| &self.raw[argument.raw_start as usize..argument.raw_end as usize])
    }

    /// What `##` joins.
    fn joined_of(&self, param: u16) -> Cow<'_, [PpToken]> {
        if self.pastes_expanded {
            self.expanded_of(param).iter().filter(|token| padding_of(token).is_none()).copied().collect()
        } else {
            Cow::Borrowed(self.raw_of(param))
        }
    }

    fn expanded_of(&self, param: u16) -> &[PpToken] {
        self.arguments
            .get(usize::from(param))
            .map_or(&[], |argument| &self.expanded[argument.expanded_start as usize..argument.expanded_end as usize])
    }

    fn variable_raw(&self) -> &[PpToken] {
        self.arguments.len().checked_sub(1).map_or(&[], |last| self.raw_of(last as u16))
    }

    /// Whether the variable arguments were given, if only as an empty one after a comma.
    fn has_variable_argument(&self) -> bool {
        self.arguments.last().is_some_and(|last| !last.omitted)
    }

    fn has_variable(&self) -> bool {
        let last = self.arguments.len().checked_sub(1).map_or(0, |last| last as u16);
        self.expanded_of(last).iter().any(|token| padding_of(token).is_none())
    }

    /// Joins the last token put out with `right`.
    fn paste(&self, place: &BodyToken, right: &PpToken, out: &mut Vec<PpToken>, bad: &mut Vec<Diagnostic>) {
        // Padding after the left token has no meaning any more.
        while out.last().is_some_and(|last| padding_of(last).is_some()) {
            out.pop();
        }
        let Some(left) = out.last_mut() else {
            out.push(*right);
            return;
        };
        let text = format!("{}{}", left.token.text, right.token.text);
        match pasted_kind(&left.token, &right.token, &text) {
            Some(kind) => {
                let spacing = left.token.flags.0 & TokenFlags::SPACE_BEFORE;
                *left = self.make(Token { flags: TokenFlags(spacing), ..place.token }, text, kind, bad);
            }
            None => {
                self.spend(text.len() / BYTES_OF_WORK);
                if bad.len() < MISTAKES {
                    let (left, right) = (excerpt(&left.token.text), excerpt(&right.token.text));
                    let message = format!("`{left}` ## `{right}` is not one token");
                    bad.push(
                        Diagnostic::error("preprocess/bad-paste", message)
                            .at(span_of(self.file, &place.token))
                            .help("Remove the `##`: neighbouring tokens need no `##`."),
                    );
                }
                out.push(*right);
            }
        }
    }
}

/// The kind of the token two tokens make together.
fn pasted_kind(left: &Token, right: &Token, text: &str) -> Option<TokenKind> {
    let word =
        |token: &Token| token.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'));
    match (left.kind, right.kind) {
        (TokenKind::Ident, TokenKind::Ident) => Some(TokenKind::Ident),
        (TokenKind::Ident, TokenKind::Number) => word(right).then_some(TokenKind::Ident),
        (TokenKind::Number, TokenKind::Ident | TokenKind::Number) => Some(TokenKind::Number),
        _ => single_token(text).map(|token| token.kind).filter(|kind| *kind != TokenKind::Other),
    }
}

/// Padding at both ends removed.
fn trim(tokens: &mut Vec<PpToken>) {
    while tokens.last().is_some_and(|last| padding_of(last).is_some()) {
        tokens.pop();
    }
    let leading = tokens.iter().take_while(|token| padding_of(token).is_some()).count();
    tokens.drain(..leading);
}

/// The string literal that `#` makes; one that is too long is cut.
fn stringify(tokens: &[PpToken]) -> String {
    let mut out = String::from("\"");
    let mut padding = Padding::None;
    for token in tokens {
        if out.len() > LONGEST {
            break;
        }
        if let Some(next) = padding_of(token) {
            padding.add(next);
            continue;
        }
        let space = match padding {
            Padding::None => token.token.flags.has(TokenFlags::SPACE_BEFORE),
            Padding::Space => true,
            Padding::NoSpace => false,
        };
        padding = Padding::None;
        if space && out.len() > 1 {
            out.push(' ');
        }
        if matches!(token.token.kind, TokenKind::String | TokenKind::Char | TokenKind::Other)
            && token.token.text.len() > 1
        {
            for character in token.token.text.chars() {
                if matches!(character, '"' | '\\') {
                    out.push('\\');
                }
                out.push(character);
            }
        } else {
            out.push_str(&token.token.text);
        }
    }
    // An odd number of backslashes would escape the closing quote.
    if out.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1 {
        out.pop();
    }
    out.push('"');
    out
}
