//! Brackets without a partner. Where one is missing, the indentation tells which: each `}` that begins a line is
//! compared with the line of the `{` that it closes.

use rustc_hash::FxHashSet;

use crate::model::{PpToken, Preprocessed, RunId, TokenFlags, TokenKind, UnitTokens};

/// A bracket without a partner; places are indices of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BracketMistake {
    Unclosed {
        open: u32,
        /// The token before which its partner was expected; `None` at the end of the unit.
        before: Option<u32>,
        /// The `}` that closes it, although the indentation says that it belongs to an outer `{`.
        closed_by: Option<u32>,
    },
    Unmatched {
        close: u32,
    },
}

/// Upper bound of the mistakes that are reported of one unit.
const MAX_MISTAKES: usize = 20;

/// The kind of a bracket and whether it opens.
pub fn bracket_class(text: &str) -> Option<(u8, bool)> {
    Some(match text {
        "(" => (0, true),
        ")" => (0, false),
        "[" => (1, true),
        "]" => (1, false),
        "{" => (BRACE, true),
        "}" => (BRACE, false),
        _ => return None,
    })
}

/// The class of `{` and `}`.
pub const BRACE: u8 = 2;

/// What closes a bracket of a class.
pub const fn closing(class: u8) -> &'static str {
    match class {
        0 => ")",
        1 => "]",
        _ => "}",
    }
}

/// A bracket that is open.
#[derive(Clone, Copy)]
struct Open {
    class: u8,
    token: u32,
    /// Column of the first token of its line.
    indentation: Option<u32>,
    /// `for (` has two `;` of its own.
    semicolons_left: u8,
    /// It belongs to a statement's head: `if (`.
    is_head: bool,
    /// The first token that cannot stand inside.
    expected: Option<u32>,
}

/// A `{` and its `}` at another indentation.
struct Shifted {
    open: u32,
    close: u32,
    /// Whether the `}` stands further to the left than the `{`'s line begins.
    is_outer: bool,
}

struct Search<'a> {
    tokens: &'a UnitTokens,
    /// The column of a token that the file itself spells there.
    column: &'a mut dyn FnMut(&PpToken) -> Option<u32>,
    open: Vec<Open>,
    shifted: Vec<Shifted>,
    found: Vec<BracketMistake>,
}

/// The brackets of a unit without a partner, in the order in which they are noticed; one for each mistake. `column`
/// tells where a token stands in its line, for tokens that the file itself spells.
///
/// `balanced`: runs whose brackets have partners in them; those of the unit are added.
pub fn bracket_mistakes(
    unit: &Preprocessed,
    balanced: &mut FxHashSet<RunId>,
    column: &mut dyn FnMut(&PpToken) -> Option<u32>,
) -> Vec<BracketMistake> {
    let part = |(first, last): (u32, u32)| unit.tokens.slices(first, last);
    for run in &unit.runs {
        if !balanced.contains(&run.id) && are_balanced(part((run.first, run.last))) {
            balanced.insert(run.id);
        }
    }
    if are_balanced(unit.outside_of_runs(|run| balanced.contains(&run.id)).flat_map(part)) {
        return Vec::new();
    }
    let mut search = Search { tokens: &unit.tokens, column, open: Vec::new(), shifted: Vec::new(), found: Vec::new() };
    search.run();
    search.found
}

fn code<'a>(tokens: impl IntoIterator<Item = &'a PpToken>) -> impl Iterator<Item = (u32, &'a PpToken)> {
    let is_code = |(_, token): &(u32, &PpToken)| !token.token.flags.has(TokenFlags::DIRECTIVE);
    (0u32..).zip(tokens).filter(is_code)
}

fn are_balanced<'a>(parts: impl Iterator<Item = &'a [PpToken]>) -> bool {
    let mut open = Vec::new();
    for (_, token) in parts.flat_map(code).filter(|(_, token)| token.token.kind == TokenKind::Punct) {
        match bracket_class(&token.token.text) {
            Some((class, true)) => open.push(class),
            Some((class, false)) if open.pop() != Some(class) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

impl Search<'_> {
    fn run(&mut self) {
        let tokens = self.tokens;
        let (mut before, mut indentation) = ("", None);
        for (at, token) in code(tokens.iter()) {
            let text = token.token.text.as_str();
            let begins_line = token.token.flags.has(TokenFlags::LINE_START);
            if begins_line {
                indentation = (self.column)(token);
            }
            if token.token.kind == TokenKind::Punct {
                match bracket_class(text) {
                    Some((class, true)) => self.opened(class, at, before, indentation),
                    Some((class, false)) => self.closed(class, at, begins_line.then_some(indentation).flatten()),
                    None if text == ";" => self.semicolon(at),
                    None => {}
                }
            }
            before = text;
            if self.found.len() >= MAX_MISTAKES {
                return;
            }
        }
        let open = std::mem::take(&mut self.open);
        self.unclosed(&open, None);
    }

    fn opened(&mut self, class: u8, at: u32, before: &str, indentation: Option<u32>) {
        if class == BRACE
            && let Some(top) = self.open.last_mut()
            && top.is_head
        {
            top.expected.get_or_insert(at);
        }
        let is_head = class == 0 && matches!(before, "if" | "while" | "switch" | "for");
        let semicolons_left = if is_head && before == "for" { 2 } else { 0 };
        self.open.push(Open { class, token: at, indentation, semicolons_left, is_head, expected: None });
    }

    fn semicolon(&mut self, at: u32) {
        if let Some(top) = self.open.last_mut()
            && top.class != BRACE
        {
            match top.semicolons_left.checked_sub(1) {
                Some(left) => top.semicolons_left = left,
                None => {
                    top.expected.get_or_insert(at);
                }
            }
        }
    }

    /// `column`: of a bracket that begins its line.
    fn closed(&mut self, class: u8, at: u32, column: Option<u32>) {
        // A `)` never closes beyond the block it stands in.
        let reach = self.open.iter().rposition(|open| open.class == class || open.class == BRACE && class != BRACE);
        match reach.filter(|partner| self.open[*partner].class == class) {
            Some(partner) => {
                let inside = self.open.split_off(partner + 1);
                self.unclosed(&inside, Some(at));
                let Some(open) = self.open.pop() else { return };
                if let (BRACE, Some(column), Some(line)) = (class, column, open.indentation)
                    && column != line
                {
                    self.shifted.push(Shifted { open: open.token, close: at, is_outer: column < line });
                }
            }
            None => {
                if class == BRACE {
                    let open = std::mem::take(&mut self.open);
                    self.unclosed(&open, Some(at));
                }
                let inner = self.shifted.iter().find(|pair| class == BRACE && !pair.is_outer).map(|pair| pair.close);
                self.shifted.clear();
                self.found.push(BracketMistake::Unmatched { close: inner.unwrap_or(at) });
            }
        }
    }

    /// Reports brackets that stay open up to `end`. Several in one statement are one mistake.
    fn unclosed(&mut self, open: &[Open], end: Option<u32>) {
        let mut after_brace = true;
        for open in open {
            if open.class == BRACE {
                let inside = self.shifted.iter().find(|pair| pair.is_outer && pair.open > open.token);
                let found = match inside {
                    Some(pair) => {
                        BracketMistake::Unclosed { open: pair.open, before: None, closed_by: Some(pair.close) }
                    }
                    None => BracketMistake::Unclosed { open: open.token, before: end, closed_by: None },
                };
                self.found.push(found);
            } else if after_brace {
                let before = open.expected.or(end);
                self.found.push(BracketMistake::Unclosed { open: open.token, before, closed_by: None });
            }
            after_brace = open.class == BRACE;
        }
        self.found.truncate(MAX_MISTAKES);
    }
}
