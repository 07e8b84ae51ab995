//! Where in a unit's tokens a branch's name means the branch.
//!
//! A walk over tokens that follows scopes and declarations, nothing more: no types, no macros (they are gone). What it does
//! not understand is walked token by token, so that a name is replaced unless something is known to hide it. HLSL's rule
//! for `bool g_bX = g_bX;` in a block is taken from the compilers that accept it: the initialiser still means the global.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use ustr::Ustr;

use super::declared::{self, Declared};
use crate::diag::Diagnostic;
use crate::model::{BranchId, BranchKind, BranchLayout, Permutation, Preprocessed, TokenFlags, TokenKind};

/// A token that stands for a branch's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Site {
    pub(super) token: u32,
    pub(super) branch: BranchId,
}

/// What substitution needs to know of a unit.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// Sorted by token.
    pub(super) sites: Vec<Site>,
    /// Tokens that vanish: the branches' own declarations. Sorted.
    pub(super) removed: Vec<u32>,
    /// Branches declared with an unsigned type: their values get a `u`.
    unsigned: BTreeSet<BranchId>,
    /// Functions with a body at global scope.
    pub(super) functions: BTreeSet<Ustr>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Scan {
    /// The text of each branch's value.
    pub(super) fn spellings(&self, layout: &BranchLayout, values: Permutation) -> Vec<Ustr> {
        layout
            .branches()
            .iter()
            .zip(0u16..)
            .map(|(branch, id)| {
                let encoded = branch.extract(values.0);
                let value = branch.hlsl_value(encoded);
                match &branch.kind {
                    BranchKind::Bool if encoded == 0 => Ustr::from("false"),
                    BranchKind::Bool => Ustr::from("true"),
                    _ if self.unsigned.contains(&BranchId(id)) => Ustr::from(&format!("{value}u")),
                    // A minus sign must not meet an operator before it.
                    _ if value < 0 => Ustr::from(&format!("({value})")),
                    _ => Ustr::from(&value.to_string()),
                }
            })
            .collect()
    }
}

/// Finds the places of the branches in a unit.
pub(super) fn scan(unit: &Preprocessed, layout: &BranchLayout) -> Scan {
    let tokens: Vec<(Ustr, TokenKind, u32)> = unit
        .tokens
        .iter()
        .zip(0u32..)
        .filter(|(token, _)| !token.token.flags.has(TokenFlags::DIRECTIVE))
        .map(|(token, index)| (token.token.text, token.token.kind, index))
        .collect();
    let names =
        layout.branches().iter().zip(0u16..).map(|(branch, id)| (Ustr::from(&branch.name), BranchId(id))).collect();
    let mut walk = Walk {
        unit,
        layout,
        tokens,
        names,
        at: 0,
        hidden: Vec::new(),
        members: FxHashMap::default(),
        depth: 0,
        scan: Scan::default(),
    };
    while walk.at < walk.tokens.len() {
        walk.items(Place::Global);
        // A stray `}` ends `items` early; the compiler complains about it, and the rest is still walked.
        walk.at += 1;
    }
    let mut scan = walk.scan;
    scan.sites.sort_unstable_by_key(|site| site.token);
    scan.removed.sort_unstable();
    scan.removed.dedup();
    scan
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Global,
    Namespace,
    /// Members of a cbuffer are globals, but they keep their place in the layout.
    Buffer,
    Struct,
}

struct Walk<'a> {
    unit: &'a Preprocessed,
    layout: &'a BranchLayout,
    /// Text, kind and index, without directive lines.
    tokens: Vec<(Ustr, TokenKind, u32)>,
    names: FxHashMap<Ustr, BranchId>,
    at: usize,
    /// Branch names that mean something else here, innermost last.
    hidden: Vec<Ustr>,
    /// By struct: the branch names that its own and inherited members hide.
    members: FxHashMap<Ustr, Vec<Ustr>>,
    depth: u32,
    scan: Scan,
}

/// Deeper nesting than any program has; beyond it, scopes are no longer followed.
const MAX_DEPTH: u32 = 256;

impl Walk<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.0.as_str())
    }

    fn is_ident(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.1 == TokenKind::Ident)
    }

    fn branch_at(&self, at: usize) -> Option<BranchId> {
        self.tokens
            .get(at)
            .filter(|token| token.1 == TokenKind::Ident)
            .and_then(|token| self.names.get(&token.0))
            .copied()
    }

    /// Declarations up to the closing brace (which is left) or the end.
    fn items(&mut self, place: Place) {
        while self.at < self.tokens.len() {
            match self.text(self.at) {
                "}" => return,
                ";" => self.at += 1,
                "cbuffer" | "tbuffer" => self.body_after(Place::Buffer),
                "namespace" => self.body_after(Place::Namespace),
                "struct" | "class" | "interface" => self.structure(),
                _ => self.item(place),
            }
        }
    }

    /// `keyword name [: ...] { ... }`.
    fn body_after(&mut self, place: Place) {
        let head = self.at;
        while self.at < self.tokens.len() && !matches!(self.text(self.at), "{" | ";" | "}") {
            self.at += 1;
        }
        if self.text(self.at) != "{" {
            return;
        }
        let mark = self.hidden.len();
        if place == Place::Namespace || place == Place::Struct {
            self.hide_members();
        }
        if place == Place::Struct {
            self.inherit(head, mark);
        }
        self.at += 1;
        if self.enter() {
            self.items(place);
            self.depth -= 1;
        }
        self.hidden.truncate(mark);
        if self.text(self.at) == "}" {
            self.at += 1;
        }
    }

    /// Hides what the bases of a struct declare, and keeps what this one hides for those derived from it.
    fn inherit(&mut self, head: usize, mark: usize) {
        for at in head..self.at {
            if let Some(inherited) = self.members.get(&self.tokens[at].0) {
                self.hidden.extend_from_slice(inherited);
            }
        }
        if self.is_ident(head + 1) && self.hidden.len() > mark {
            self.members.insert(self.tokens[head + 1].0, self.hidden[mark..].to_vec());
        }
    }

    /// A struct, with whatever is declared after its body.
    fn structure(&mut self) {
        let start = self.at;
        while self.at < self.tokens.len() && !matches!(self.text(self.at), "{" | ";" | "(" | "=" | "}") {
            self.at += 1;
        }
        if self.text(self.at) == "{" {
            self.at = start;
            self.body_after(Place::Struct);
        } else {
            // `struct S v;` or `struct S f() {..}`: an ordinary declaration.
            self.at = start + 1;
        }
    }

    /// Names of branches that a struct or namespace declares for itself hide the branch in the whole body.
    fn hide_members(&mut self) {
        let (mut braces, mut inner) = (0usize, 0usize);
        let mut initialiser = false;
        for at in self.at..self.tokens.len() {
            match self.text(at) {
                "{" => braces += 1,
                "}" if braces <= 1 => return,
                "}" => braces -= 1,
                "(" | "[" => inner += 1,
                ")" | "]" => inner = inner.saturating_sub(1),
                "=" | ":" if inner == 0 => initialiser = true,
                ";" | "," if inner == 0 => initialiser = false,
                _ if braces == 1 && inner == 0 && !initialiser && self.branch_at(at).is_some() => {
                    self.hidden.push(self.tokens[at].0);
                }
                _ => {}
            }
        }
    }

    /// One declaration at global, namespace, struct or buffer scope.
    fn item(&mut self, place: Place) {
        let start = self.at;
        let Some(found) = declared::at(&self.tokens, start) else {
            // Typedefs, templates, enums, attributes alone, and what is not understood.
            self.use_or_skip();
            return;
        };
        self.walk_uses(start, found.name);
        if self.text(found.name + 1) == "(" {
            self.function(found.name);
            return;
        }
        self.at = found.name;
        self.declarators(&found, start, place);
    }

    /// Parameters and, where there is one, the body.
    fn function(&mut self, name: usize) {
        let mark = self.hidden.len();
        self.at = name + 2;
        self.parameters();
        // Semantic of the result, `const`, attributes.
        while self.at < self.tokens.len() && !matches!(self.text(self.at), "{" | ";" | "}") {
            self.at += 1;
        }
        if self.text(self.at) == "{" {
            if self.depth == 0 {
                self.scan.functions.insert(self.tokens[name].0);
            }
            self.block();
        }
        self.hidden.truncate(mark);
    }

    /// From after `(` to after `)`.
    fn parameters(&mut self) {
        let mut nested = 0usize;
        let mut at_start = true;
        let mut names = Vec::new();
        while self.at < self.tokens.len() {
            if at_start && let Some(found) = declared::at(&self.tokens, self.at) {
                self.walk_uses(self.at, found.name);
                names.push(self.tokens[found.name].0);
                self.at = found.name + 1;
                at_start = false;
                continue;
            }
            match self.text(self.at) {
                "(" | "[" | "{" => nested += 1,
                ")" if nested == 0 => {
                    self.at += 1;
                    break;
                }
                ")" | "]" | "}" => nested = nested.saturating_sub(1),
                _ => self.use_token(self.at),
            }
            at_start = nested == 0 && self.text(self.at) == ",";
            self.at += 1;
        }
        for name in names {
            self.hide(name);
        }
    }

    fn hide(&mut self, name: Ustr) {
        if self.names.contains_key(&name) {
            self.hidden.push(name);
        }
    }

    /// Whether one level more is followed.
    fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            let token = &self.unit.tokens[self.tokens[self.at.min(self.tokens.len() - 1)].2 as usize];
            self.scan.diagnostics.push(
                Diagnostic::error("specialise/nesting", format!("blocks are nested more than {MAX_DEPTH} deep"))
                    .at(self.unit.place(token).0)
                    .help("Split the function."),
            );
            self.at = self.tokens.len();
            return false;
        }
        self.depth += 1;
        true
    }

    /// From `{` to after its `}`.
    fn block(&mut self) {
        self.at += 1;
        if !self.enter() {
            return;
        }
        let mark = self.hidden.len();
        while self.at < self.tokens.len() && self.text(self.at) != "}" {
            self.statement();
        }
        self.hidden.truncate(mark);
        self.depth -= 1;
        self.at += 1;
    }

    fn statement(&mut self) {
        match self.text(self.at) {
            "{" => self.block(),
            "if" | "while" | "switch" => {
                let mark = self.hidden.len();
                self.at += 1;
                self.condition();
                self.sub_statement();
                while self.text(self.at) == "else" {
                    self.at += 1;
                    self.sub_statement();
                }
                self.hidden.truncate(mark);
            }
            "for" => {
                let mark = self.hidden.len();
                self.at += 1;
                self.condition();
                self.sub_statement();
                self.hidden.truncate(mark);
            }
            "do" => {
                self.at += 1;
                self.sub_statement();
            }
            "struct" | "class" => self.structure(),
            "[" if declared::at(&self.tokens, self.at).is_none() => {
                let end = declared::closing(&self.tokens, self.at).unwrap_or(self.at + 1);
                self.walk_uses(self.at, end);
                self.at = end;
            }
            "case" | "default" => self.use_until(&[":"]),
            _ => self.declaration_or_expression(),
        }
    }

    /// The statement of an `if` or a loop: a scope of its own.
    fn sub_statement(&mut self) {
        if self.at >= self.tokens.len() || self.text(self.at) == "}" || !self.enter() {
            return;
        }
        let mark = self.hidden.len();
        self.statement();
        self.hidden.truncate(mark);
        self.depth -= 1;
    }

    /// `( ... )`, which may begin with a declaration.
    fn condition(&mut self) {
        if self.text(self.at) != "(" {
            return;
        }
        self.at += 1;
        if let Some(found) = declared::at(&self.tokens, self.at) {
            self.walk_uses(self.at, found.name);
            self.at = found.name;
            self.local_declarators();
        }
        self.use_until(&[")"]);
    }

    fn declaration_or_expression(&mut self) {
        match declared::at(&self.tokens, self.at) {
            Some(found) if self.text(found.name + 1) != "(" => {
                self.walk_uses(self.at, found.name);
                self.at = found.name;
                self.local_declarators();
            }
            _ => self.use_until(&[";"]),
        }
    }

    /// From the first name to after the `;` (or before the `)` of a condition).
    fn local_declarators(&mut self) {
        loop {
            let name = self.tokens[self.at].0;
            self.at += 1;
            let more = self.rest_of_declarator();
            self.hide(name);
            if !more {
                break;
            }
        }
        if self.text(self.at) == ";" {
            self.at += 1;
        }
    }

    /// From after a declarator's name up to the next one's (true), or to the end of the declaration (false).
    fn rest_of_declarator(&mut self) -> bool {
        let mut nested = 0usize;
        let mut initialised = false;
        while self.at < self.tokens.len() {
            match self.text(self.at) {
                // Direct3D 9's annotations: `<string name = "x"; int z = 3;>`.
                "<" if nested == 0 && !initialised => {
                    while self.at < self.tokens.len() && self.text(self.at) != ">" {
                        self.at += 1;
                    }
                }
                "=" => initialised = true,
                "(" | "[" | "{" => nested += 1,
                ")" | "]" | "}" if nested == 0 => return false,
                ")" | "]" | "}" => nested -= 1,
                ";" if nested == 0 => return false,
                "," if nested == 0
                    && self.is_ident(self.at + 1)
                    && declared::ends_declarator(self.text(self.at + 2)) =>
                {
                    self.at += 1;
                    return true;
                }
                _ => self.use_token(self.at),
            }
            self.at += 1;
        }
        false
    }

    /// Declarators of a global: those that are branches are taken out.
    fn declarators(&mut self, found: &Declared, start: usize, place: Place) {
        let mut kept = 0usize;
        let mut taken: Vec<(usize, usize)> = Vec::new();
        loop {
            let name_at = self.at;
            self.at += 1;
            let branch = self.branch_at(name_at).filter(|_| matches!(place, Place::Global | Place::Buffer));
            let sites = self.scan.sites.len();
            let more = self.rest_of_declarator();
            match branch {
                Some(branch) => {
                    self.check_declaration(branch, found, name_at);
                    if place == Place::Buffer {
                        kept += 1;
                    } else {
                        self.scan.sites.truncate(sites);
                        taken.push((name_at, self.at));
                    }
                }
                None => kept += 1,
            }
            if !more {
                break;
            }
        }
        let end = self.at;
        if self.text(end) == ";" {
            self.at += 1;
        }
        if taken.is_empty() {
            return;
        }
        if kept == 0 {
            self.remove(start, self.at);
            return;
        }
        for (from, to) in taken {
            // With the comma after it (which `to` is behind), or the one before it where it is the last.
            if to == end { self.remove(from - 1, to) } else { self.remove(from, to) }
        }
    }

    fn remove(&mut self, from: usize, to: usize) {
        let tokens = &self.tokens;
        self.scan.removed.extend((from..to.min(tokens.len())).map(|at| tokens[at].2));
        let (first, last) = (self.tokens[from].2, self.tokens[to.min(self.tokens.len()) - 1].2);
        self.scan.sites.retain(|site| site.token < first || site.token > last);
    }

    fn check_declaration(&mut self, branch: BranchId, found: &Declared, name: usize) {
        let kind = &self.layout.get(branch).kind;
        let ty = found.ty.as_str();
        let (fits, wanted) = match kind {
            BranchKind::Bool => (ty == "bool", "bool"),
            BranchKind::Int { min, .. } if *min < 0 => (ty == "int", "int"),
            _ => (matches!(ty, "int" | "uint" | "dword"), "int"),
        };
        if matches!(ty, "uint" | "dword") {
            self.scan.unsigned.insert(branch);
        }
        if !fits || self.text(name + 1) == "[" {
            let array = if self.text(name + 1) == "[" { "[]" } else { "" };
            let token = &self.unit.tokens[self.tokens[name].2 as usize];
            let spelled = self.layout.get(branch);
            let mut diagnostic = Diagnostic::error(
                "specialise/branch-type",
                format!(
                    "branch `{}` is declared as `{ty}{array}`, but its values are of type `{wanted}`",
                    spelled.name
                ),
            )
            .at(self.unit.place(token).0)
            .help(format!("Declare it as `{wanted} {};`, or take it out of `Branches`.", spelled.name));
            if let Some(declared) = spelled.declared {
                diagnostic = diagnostic.label(declared, "listed as a branch here");
            }
            self.scan.diagnostics.push(diagnostic);
        }
    }

    /// Tokens of an expression up to and with one of `ends` outside brackets; stops before an unmatched closing brace.
    fn use_until(&mut self, ends: &[&str]) {
        let mut nested = 0usize;
        while self.at < self.tokens.len() {
            let text = self.text(self.at);
            if nested == 0 && ends.contains(&text) {
                self.at += 1;
                return;
            }
            match text {
                "(" | "[" | "{" => nested += 1,
                "}" if nested == 0 => return,
                ")" | "]" | "}" => nested = nested.saturating_sub(1),
                _ => self.use_token(self.at),
            }
            self.at += 1;
        }
    }

    /// Something at global scope that is no declaration: walks one token, or a whole bracket.
    fn use_or_skip(&mut self) {
        match self.text(self.at) {
            "{" => {
                self.at += 1;
                self.use_until(&["}"]);
            }
            _ => {
                self.use_token(self.at);
                self.at += 1;
            }
        }
    }

    fn walk_uses(&mut self, from: usize, to: usize) {
        for at in from..to {
            self.use_token(at);
        }
    }

    fn use_token(&mut self, at: usize) {
        let Some(branch) = self.branch_at(at) else { return };
        if self.hidden.contains(&self.tokens[at].0) {
            return;
        }
        match at.checked_sub(1).map_or("", |before| self.text(before)) {
            "." | "->" => return,
            "::" if at >= 2 && self.is_ident(at - 2) => return,
            // `::g_bX` is the global, whose declaration is gone.
            "::" => self.scan.removed.push(self.tokens[at - 1].2),
            _ => {}
        }
        self.scan.sites.push(Site { token: self.tokens[at].2, branch });
        self.check_not_assigned(at, branch);
    }

    fn check_not_assigned(&mut self, at: usize, branch: BranchId) {
        let assigns = |text: &str| {
            matches!(text, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | "++" | "--")
        };
        let before = at.checked_sub(1).map_or("", |before| self.text(before));
        if assigns(self.text(at + 1)) || matches!(before, "++" | "--") {
            let token = &self.unit.tokens[self.tokens[at].2 as usize];
            self.scan.diagnostics.push(
                Diagnostic::error(
                    "specialise/branch-assigned",
                    format!("branch `{}` is assigned, but a branch is a constant", self.layout.get(branch).name),
                )
                .at(self.unit.place(token).0)
                .help("Copy it to a local variable and change that."),
            );
        }
    }
}
