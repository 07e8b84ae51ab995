//! Rescanning: a stack of token runs. A macro is disabled while its replacement is on the stack (C17 6.10.3.4).
//!
//! White space follows GNU cpp, because `#` makes it visible: the first token of an expansion takes the space before
//! the macro's name, and an argument's first token that of the parameter. Padding tokens carry this information; they
//! are never part of the output.

use std::cell::Cell;

use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::model::{ExpansionId, IncludeId, PpToken, Token, TokenFlags, TokenKind};

use super::definition::{Definition, span_of};
use super::names::Meaning;
use super::substitute::Substitution;
use super::unit::Unit;

/// A run of tokens in the pool.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    start: u32,
    at: u32,
    end: u32,
    owner: Owner,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// The replacement of the macro with this index, disabled until the run is used up.
    Macro(u32),
    /// Tokens put back, or made by a built-in macro.
    Nobody,
    /// A barrier: nothing reads beyond the end of an argument or a directive.
    Barrier,
}

/// A padding token's mark; the flags' other bits then mean what [`padding_of`] says.
const PADDING: u8 = 0x80;
/// Padding that stands for no space of its own.
const BLANK: u8 = 0x40;

/// White space that a padding token stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Padding {
    /// None of its own: what follows keeps its own.
    None,
    Space,
    NoSpace,
}

impl Padding {
    /// The combination of this padding and the next.
    pub fn add(&mut self, next: Padding) {
        if *self == Padding::None || (*self == Padding::NoSpace && next == Padding::None) {
            *self = next;
        }
    }
}

/// What the token stands for, if it is padding.
#[inline]
pub fn padding_of(token: &PpToken) -> Option<Padding> {
    let flags = token.token.flags;
    if !flags.has(PADDING) {
        None
    } else if flags.has(BLANK) {
        Some(Padding::None)
    } else if flags.has(TokenFlags::SPACE_BEFORE) {
        Some(Padding::Space)
    } else {
        Some(Padding::NoSpace)
    }
}

fn padding(flags: u8) -> PpToken {
    PpToken {
        token: Token {
            text: Atom::default(),
            offset: 0,
            length: 0,
            kind: TokenKind::Other,
            flags: TokenFlags(PADDING | flags),
        },
        include: IncludeId(0),
        expansion: ExpansionId::NONE,
    }
}

/// Padding with the space before `source`.
pub fn padding_like(source: &Token) -> PpToken {
    let white = source.flags.has(TokenFlags::SPACE_BEFORE) || source.flags.has(TokenFlags::LINE_START);
    padding(if white { TokenFlags::SPACE_BEFORE } else { 0 })
}

/// Padding without a space of its own.
pub fn padding_blank() -> PpToken {
    padding(BLANK)
}

fn is_open_paren(token: &Token) -> bool {
    token.kind == TokenKind::Punct && token.text == "("
}

impl Unit<'_> {
    /// Puts tokens back to be read next.
    pub fn push_context(&mut self, tokens: &[PpToken]) {
        self.push_run(tokens, Owner::Nobody);
    }

    /// Puts tokens on the stack; reading ends with them until [`Unit::close`] of the value returned.
    pub fn open(&mut self, tokens: &[PpToken]) -> usize {
        self.push_run(tokens, Owner::Barrier);
        self.contexts.len()
    }

    /// Puts an argument that was collected on the stack, as [`Unit::open`] does.
    pub fn open_argument(&mut self, start: u32, end: u32) -> usize {
        let from = self.pool.len();
        self.pool.extend_from_slice(&self.raw[start as usize..end as usize]);
        self.push_from(from, Owner::Barrier);
        self.contexts.len()
    }

    /// Removes a barrier and what may be left above it.
    pub fn close(&mut self, opened: usize) {
        while self.contexts.len() >= opened {
            self.pop();
        }
    }

    fn push_run(&mut self, tokens: &[PpToken], owner: Owner) {
        let from = self.pool.len();
        self.pool.extend_from_slice(tokens);
        self.push_from(from, owner);
    }

    fn push_from(&mut self, from: usize, owner: Owner) {
        let end = self.pool.len() as u32;
        self.contexts.push(Context { start: from as u32, at: from as u32, end, owner });
    }

    fn pop(&mut self) {
        if let Some(context) = self.contexts.pop() {
            self.pool.truncate(context.start as usize);
            if let Owner::Macro(id) = context.owner {
                self.names.entries[id as usize].disabled = false;
            }
        }
    }

    /// The next token as it stands, or padding; `None` at a barrier, and where nothing is left.
    pub fn next_raw(&mut self) -> Option<PpToken> {
        if self.halted {
            return None;
        }
        let Some(top) = self.contexts.last_mut() else { return self.next_of_file() };
        if top.at < top.end {
            let token = self.pool[top.at as usize];
            top.at += 1;
            return Some(token);
        }
        if top.owner == Owner::Barrier {
            return None;
        }
        self.pop();
        Some(padding_blank())
    }

    /// The next token that is no padding.
    pub fn next_unpadded(&mut self) -> Option<PpToken> {
        loop {
            let token = self.next_raw()?;
            if padding_of(&token).is_none() {
                return Some(token);
            }
        }
    }

    /// The next token after expansion, or padding.
    pub fn next_expanded(&mut self) -> Option<PpToken> {
        loop {
            let mut token = self.next_raw()?;
            if token.token.kind != TokenKind::Ident || token.token.flags.has(TokenFlags::NO_EXPAND) {
                return Some(token);
            }
            let Some(id) = self.names.look_up(token.token.text) else { return Some(token) };
            if self.names.entries[id as usize].disabled {
                token.token.flags = token.token.flags.with(TokenFlags::NO_EXPAND);
                return Some(token);
            }
            if !self.enter_macro(id, token) {
                return Some(token);
            }
        }
    }

    /// Begins the expansion of a macro; false if the name is not expanded (a function-like macro without `(`, or an
    /// error).
    pub fn enter_macro(&mut self, id: u32, name: PpToken) -> bool {
        let (file, definition, include) = match self.names.entries[id as usize].meaning {
            Meaning::Builtin(builtin) => return self.enter_builtin(builtin, name),
            Meaning::Defined { file, definition, include } => (file, definition, include),
        };
        let function_like = self.definition(file, definition).params.is_some();
        if function_like && !self.open_paren_follows() {
            return false;
        }
        let marks = self.marks();
        if function_like {
            let complete = self.collect_arguments(&name, file, definition);
            if !complete || !self.expand_arguments(&marks, file, definition, &name) {
                self.release(&marks);
                return false;
            }
        }
        let defined = {
            let lexed = &self.files[file as usize];
            (!lexed.file.name.starts_with('<')).then(|| span_of(lexed.file.id, &self.definition(file, definition).name))
        };
        let expansion = self.record(&name, defined);
        let from = self.pool.len();
        self.pool.push(padding_like(&name.token));
        let mut bad_pastes = Vec::new();
        let room = self.work_limit.saturating_sub(self.work) + 1;
        let mut spent = 0;
        let Unit { request, files, pool, raw, expanded, arguments, .. } = self;
        let lexed = &files[file as usize];
        let body = &definition_in(&lexed.definitions, definition).body;
        if definition_in(&lexed.definitions, definition).plain {
            pool.extend(body.iter().map(|element| PpToken { token: element.token, include, expansion }));
        } else {
            let substitution = Substitution {
                definition: definition_in(&lexed.definitions, definition),
                file: lexed.file.id,
                raw,
                expanded,
                arguments: &arguments[marks.arguments..],
                include,
                expansion,
                pastes_expanded: request.legacy_macro_expansion,
                room: Cell::new(room),
            };
            bad_pastes = substitution.run(pool);
            spent = room - substitution.room.get();
        }
        for paste in bad_pastes {
            self.report_in(paste, expansion, name.include);
        }
        self.release(&marks);
        self.names.entries[id as usize].disabled = true;
        self.push_from(from, Owner::Macro(id));
        self.spend(spent.max((self.pool.len() - from) as u64), &name);
        true
    }

    /// Counts work against the limit.
    pub fn spend(&mut self, tokens: u64, name: &PpToken) {
        self.work += tokens;
        self.halted |= self.request.is_cancelled();
        if self.work > self.work_limit {
            self.halt(name);
        }
    }

    /// Looks for the `(` of an invocation, past the ends of replacements but not past a directive.
    pub fn open_paren_follows(&mut self) -> bool {
        let mut passed: Option<Padding> = None;
        let found = loop {
            let Some(top) = self.contexts.last_mut() else {
                break self.peek_of_file().is_some_and(|token| is_open_paren(&token));
            };
            if top.at < top.end {
                let token = self.pool[top.at as usize];
                match padding_of(&token) {
                    Some(padding) => {
                        top.at += 1;
                        passed.get_or_insert(Padding::None).add(padding);
                    }
                    None => break is_open_paren(&token.token),
                }
            } else if top.owner == Owner::Barrier {
                break false;
            } else {
                self.pop();
                passed.get_or_insert(Padding::None).add(Padding::None);
            }
        };
        if let (false, Some(passed)) = (found, passed) {
            let token = match passed {
                Padding::None => padding_blank(),
                Padding::Space => padding(TokenFlags::SPACE_BEFORE),
                Padding::NoSpace => padding(0),
            };
            self.push_context(&[token]);
        }
        found
    }

    /// Expands those arguments whose expansion the replacement uses.
    fn expand_arguments(&mut self, marks: &Marks, file: u32, definition: u32, name: &PpToken) -> bool {
        for at in marks.arguments..self.arguments.len() {
            let all = self.request.legacy_macro_expansion;
            let needed = all
                || self
                    .definition(file, definition)
                    .params
                    .as_ref()
                    .is_some_and(|params| params.expanded.get(at - marks.arguments) == Some(&true));
            if !needed {
                continue;
            }
            let argument = self.arguments[at];
            let from = self.expanded.len() as u32;
            let raw = &self.raw[argument.raw_start as usize..argument.raw_end as usize];
            if raw.iter().any(|token| token.token.kind == TokenKind::Ident && self.names.may_matter(token.token.text)) {
                if self.depth == super::limits::ARGUMENT_DEPTH {
                    self.report_at(
                        Diagnostic::error(
                            "preprocess/expansion-depth",
                            format!(
                                "macro invocations are nested in arguments more than {} deep",
                                super::limits::ARGUMENT_DEPTH
                            ),
                        )
                        .help("Build the value in steps, with a macro for each."),
                        name,
                    );
                    return false;
                }
                self.depth += 1;
                let opened = self.open_argument(argument.raw_start, argument.raw_end);
                while let Some(token) = self.next_expanded() {
                    self.expanded.push(token);
                }
                self.close(opened);
                self.depth -= 1;
            } else {
                let Unit { raw, expanded, .. } = self;
                expanded.extend_from_slice(&raw[argument.raw_start as usize..argument.raw_end as usize]);
            }
            let count = u64::from(self.expanded.len() as u32 - from);
            self.arguments[at].expanded_start = from;
            self.arguments[at].expanded_end = self.expanded.len() as u32;
            self.spend(count, name);
        }
        !self.halted
    }

    pub fn definition(&self, file: u32, definition: u32) -> &Definition {
        definition_in(&self.files[file as usize].definitions, definition)
    }

    fn marks(&self) -> Marks {
        Marks { raw: self.raw.len(), expanded: self.expanded.len(), arguments: self.arguments.len() }
    }

    fn release(&mut self, marks: &Marks) {
        self.raw.truncate(marks.raw);
        self.expanded.truncate(marks.expanded);
        self.arguments.truncate(marks.arguments);
    }
}

/// The heights of the argument stacks.
struct Marks {
    raw: usize,
    expanded: usize,
    arguments: usize,
}

fn definition_in(definitions: &[super::lines::ParsedDefinition], at: u32) -> &Definition {
    definitions[at as usize].as_ref().expect("only definitions that parsed become macros")
}
