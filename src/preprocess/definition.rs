//! `#define`, parsed once for each file.

use crate::atom::Atom;
use crate::diag::{Diagnostic, FileId, Span};
use crate::lexer::spell;
use crate::model::{Token, TokenFlags, TokenKind};

/// The kind of an element of a replacement list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    Token,
    /// A parameter by number.
    Param(u16),
    /// `#parameter`.
    Stringify(u16),
    /// `__VA_OPT__(...)`: the next so many elements are its content.
    VaOpt {
        content: u16,
        stringify: bool,
    },
}

/// One element of a replacement list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyToken {
    pub token: Token,
    pub kind: BodyKind,
    /// `##` follows.
    pub paste: bool,
}

/// Parameters of a function-like macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// The variadic one is the last.
    pub names: Vec<Atom>,
    pub variadic: bool,
    /// By number: whether the fully expanded argument is needed.
    pub expanded: Vec<bool>,
}

/// A macro definition.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: Token,
    pub params: Option<Params>,
    pub body: Vec<BodyToken>,
    /// Every element is a plain token.
    pub plain: bool,
    /// The replacement as written, for comparing and for showing.
    pub replacement: Vec<Token>,
}

impl Definition {
    /// C17 6.10.3 paragraph 2: the same parameters and the same replacement, white space by presence.
    pub fn same_as(&self, other: &Definition) -> bool {
        self.params == other.params
            && self.replacement.len() == other.replacement.len()
            && self.replacement.iter().zip(&other.replacement).enumerate().all(|(at, (left, right))| {
                let space = |token: &Token| at > 0 && token.flags.has(TokenFlags::SPACE_BEFORE);
                left.text == right.text && space(left) == space(right)
            })
    }

    pub fn replacement_text(&self) -> String {
        spell(&self.replacement)
    }
}

pub fn span_of(file: FileId, token: &Token) -> Span {
    Span { file, start: token.offset, end: token.offset + u32::from(token.length) }
}

/// From the start of the first token to the end of the last.
pub fn span_over(file: FileId, tokens: &[Token], otherwise: &Token) -> Span {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => Span { file, start: first.offset, end: last.offset + u32::from(last.length) },
        _ => span_of(file, otherwise),
    }
}

/// Names that are never macros.
pub fn is_reserved(name: &str) -> bool {
    matches!(name, "defined" | "__VA_ARGS__" | "__VA_OPT__" | "__has_include" | "_Pragma")
}

/// Parses what follows `#define`; `keyword` is that word.
pub fn parse(file: FileId, keyword: &Token, tokens: &[Token]) -> Result<Definition, Diagnostic> {
    let Some(name) = tokens.first() else {
        return Err(Diagnostic::error("preprocess/missing-macro-name", "`#define` names no macro")
            .at(span_of(file, keyword))
            .help("Write `#define NAME replacement`."));
    };
    check_name(file, name)?;
    let rest = &tokens[1..];
    let (params, body) = match rest.first() {
        Some(open) if open.text == "(" && !open.flags.has(TokenFlags::SPACE_BEFORE) => {
            let (params, used) = parse_params(file, rest)?;
            (Some(params), &rest[used..])
        }
        Some(first) if !first.flags.has(TokenFlags::SPACE_BEFORE) && first.kind != TokenKind::Punct => {
            return Err(Diagnostic::error(
                "preprocess/bad-macro-name",
                format!("no white space between the macro name `{}` and `{}`", name.text, first.text),
            )
            .at(span_of(file, first))
            .help("Put a space between the name and its replacement."));
        }
        _ => (None, rest),
    };
    let mut definition = Definition { name: *name, params, body: Vec::new(), plain: true, replacement: body.to_vec() };
    parse_body(file, body, &mut definition)?;
    Ok(definition)
}

/// Whether the token can name a macro.
pub fn check_name(file: FileId, name: &Token) -> Result<(), Diagnostic> {
    if name.kind != TokenKind::Ident {
        return Err(Diagnostic::error("preprocess/bad-macro-name", format!("`{}` cannot be a macro name", name.text))
            .at(span_of(file, name))
            .help("A macro name consists of letters, digits and `_`, and does not begin with a digit."));
    }
    if is_reserved(&name.text) {
        return Err(Diagnostic::error(
            "preprocess/bad-macro-name",
            format!("`{}` belongs to the preprocessor and cannot be a macro name", name.text),
        )
        .at(span_of(file, name))
        .help("Choose another name."));
    }
    Ok(())
}

/// `(a, b, ...)`; the number of tokens used.
fn parse_params(file: FileId, tokens: &[Token]) -> Result<(Params, usize), Diagnostic> {
    let wrong = |token: &Token, message: String| {
        Diagnostic::error("preprocess/bad-parameters", message)
            .at(span_of(file, token))
            .help("Write the parameters as `(a, b)`, `()`, or with `...` at the end.")
    };
    let unclosed = || wrong(&tokens[0], "the parameter list is never closed".to_owned());
    let mut names: Vec<Atom> = Vec::new();
    let mut variadic = false;
    let mut at = 1;
    if tokens.get(at).is_some_and(|token| token.text == ")") {
        return Ok((Params { names, variadic, expanded: Vec::new() }, 2));
    }
    loop {
        let token = tokens.get(at).ok_or_else(unclosed)?;
        at += 1;
        if token.text == "..." {
            names.push(Atom::from("__VA_ARGS__"));
            variadic = true;
        } else if token.kind != TokenKind::Ident {
            return Err(wrong(token, format!("`{}` cannot be a macro parameter", token.text)));
        } else if is_reserved(&token.text) && token.text != "defined" {
            return Err(wrong(
                token,
                format!("`{}` belongs to the preprocessor and cannot be a parameter", token.text),
            ));
        } else if names.contains(&token.text) {
            return Err(wrong(token, format!("the parameter `{}` occurs twice in the list", token.text)));
        } else {
            names.push(token.text);
            // GNU: `args...`.
            if tokens.get(at).is_some_and(|next| next.text == "...") {
                at += 1;
                variadic = true;
            }
        }
        let next = tokens.get(at).ok_or_else(unclosed)?;
        at += 1;
        match next.text.as_str() {
            ")" => break,
            "," if !variadic => {}
            "," => return Err(wrong(next, "nothing may follow the variadic parameter".to_owned())),
            other => return Err(wrong(next, format!("expected `,` or `)` in the parameter list, found `{other}`"))),
        }
    }
    if names.len() > usize::from(u16::MAX) {
        return Err(wrong(&tokens[0], "a macro has at most 65535 parameters".to_owned()));
    }
    let expanded = vec![false; names.len()];
    Ok((Params { names, variadic, expanded }, at))
}

fn parse_body(file: FileId, tokens: &[Token], definition: &mut Definition) -> Result<(), Diagnostic> {
    let mut parser = Body { file, tokens, at: 0, definition };
    parser.run(false)?;
    let Definition { params, body, plain, .. } = definition;
    *plain = body.iter().all(|element| element.kind == BodyKind::Token && !element.paste);
    if let Some(params) = params {
        mark_expanded(body, params);
    }
    Ok(())
}

/// Finds the parameters that occur other than beside `##` and after `#`.
fn mark_expanded(body: &[BodyToken], params: &mut Params) {
    let mut pasted_before = false;
    let mut at = 0;
    while let Some(element) = body.get(at) {
        at += 1;
        match element.kind {
            BodyKind::Param(param) if !pasted_before && !element.paste => params.expanded[usize::from(param)] = true,
            BodyKind::VaOpt { content, .. } => {
                // Whether its content appears depends on what the variable arguments expand to.
                if let Some(variable) = params.expanded.last_mut() {
                    *variable = true;
                }
                mark_expanded(&body[at..at + usize::from(content)], params);
                at += usize::from(content);
            }
            _ => {}
        }
        pasted_before = element.paste;
    }
}

struct Body<'a> {
    file: FileId,
    tokens: &'a [Token],
    at: usize,
    definition: &'a mut Definition,
}

impl Body<'_> {
    /// Parses to the end, or inside `__VA_OPT__(` to its `)`.
    fn run(&mut self, in_va_opt: bool) -> Result<(), Diagnostic> {
        let function_like = self.definition.params.is_some();
        let start = self.definition.body.len();
        // Index of the element a `##` would join.
        let mut previous: Option<usize> = None;
        let mut pending: Option<Token> = None;
        let mut depth = 0u32;
        while let Some(&token) = self.tokens.get(self.at) {
            self.at += 1;
            if token.text == "##" {
                let Some(previous) = previous else { return Err(self.dangling(&token)) };
                self.definition.body[previous].paste = true;
                pending = Some(token);
                continue;
            }
            if in_va_opt {
                match token.text.as_str() {
                    "(" => depth += 1,
                    ")" if depth == 0 => {
                        return match pending {
                            Some(paste) => Err(self.dangling(&paste)),
                            None => Ok(()),
                        };
                    }
                    ")" => depth -= 1,
                    _ => {}
                }
            }
            pending = None;
            let element = self.definition.body.len();
            if function_like && token.text == "#" {
                self.stringify(token)?;
            } else if token.text == "__VA_OPT__" && token.kind == TokenKind::Ident {
                self.va_opt(token, token, false, in_va_opt)?;
            } else {
                let kind = self.param(&token)?.map_or(BodyKind::Token, BodyKind::Param);
                self.push(token, kind);
            }
            previous = Some(element);
        }
        if in_va_opt {
            let open = self.definition.body[start - 1].token;
            return Err(Diagnostic::error("preprocess/bad-va-opt", "`__VA_OPT__` is never closed")
                .at(span_of(self.file, &open))
                .help("Close it with `)`."));
        }
        match pending {
            Some(paste) => Err(self.dangling(&paste)),
            None => Ok(()),
        }
    }

    fn push(&mut self, mut token: Token, kind: BodyKind) {
        token.flags = token.flags.without(TokenFlags::LINE_START);
        self.definition.body.push(BodyToken { token, kind, paste: false });
    }

    fn param(&self, token: &Token) -> Result<Option<u16>, Diagnostic> {
        if token.kind != TokenKind::Ident {
            return Ok(None);
        }
        let found =
            self.definition.params.as_ref().and_then(|params| params.names.iter().position(|name| *name == token.text));
        match found {
            None if token.text == "__VA_ARGS__" => {
                Err(Diagnostic::error("preprocess/bad-va-args", "`__VA_ARGS__` is used in a macro without `...`")
                    .at(span_of(self.file, token))
                    .help("Add `...` to the parameters, or write the name of a parameter."))
            }
            found => Ok(found.map(|at| at as u16)),
        }
    }

    fn stringify(&mut self, hash: Token) -> Result<(), Diagnostic> {
        let next = self.tokens.get(self.at).copied();
        if let Some(next) = next {
            if next.text == "__VA_OPT__" {
                self.at += 1;
                return self.va_opt(hash, next, true, false);
            }
            if let Some(param) = self.param(&next)? {
                self.at += 1;
                self.push(hash, BodyKind::Stringify(param));
                return Ok(());
            }
        }
        Err(Diagnostic::error("preprocess/bad-stringify", "`#` is not followed by a macro parameter")
            .at(span_of(self.file, &hash))
            .help(
                "In a function-like macro `#` turns a parameter into a string; it cannot stand before anything else.",
            ))
    }

    /// `first` carries the spacing, `word` is `__VA_OPT__`.
    fn va_opt(&mut self, first: Token, word: Token, stringify: bool, nested: bool) -> Result<(), Diagnostic> {
        let wrong = |message: &str| {
            Diagnostic::error("preprocess/bad-va-opt", message)
                .at(span_of(self.file, &word))
                .help("Write `__VA_OPT__(tokens)` in the replacement of a macro with `...`.")
        };
        if !self.definition.params.as_ref().is_some_and(|params| params.variadic) {
            return Err(wrong("`__VA_OPT__` is used in a macro without `...`"));
        }
        if nested {
            return Err(wrong("`__VA_OPT__` cannot stand inside another"));
        }
        if self.tokens.get(self.at).is_none_or(|token| token.text != "(") {
            return Err(wrong("`__VA_OPT__` is not followed by `(`"));
        }
        self.at += 1;
        let element = self.definition.body.len();
        self.push(first, BodyKind::VaOpt { content: 0, stringify });
        self.run(true)?;
        let content = self.definition.body.len() - element - 1;
        let Ok(content) = u16::try_from(content) else {
            return Err(Diagnostic::error("preprocess/bad-va-opt", "`__VA_OPT__` holds more than 65535 tokens")
                .at(span_of(self.file, &word)));
        };
        self.definition.body[element].kind = BodyKind::VaOpt { content, stringify };
        Ok(())
    }

    fn dangling(&self, paste: &Token) -> Diagnostic {
        Diagnostic::error("preprocess/bad-paste", "`##` has nothing to join on one side")
            .at(span_of(self.file, paste))
            .help("`##` joins the tokens before and after it; it cannot begin or end a replacement.")
    }
}
