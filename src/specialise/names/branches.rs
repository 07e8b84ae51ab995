//! The tokens at which branches are declared and used; errors for assignments to branches.

use super::{Site, Walk};
use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::model::{BranchId, BranchKind, TokenFlags, TokenKind};
use crate::syntax::{Kind, NodeId};

impl Walk<'_> {
    pub fn remove(&mut self, first: u32, last: u32) {
        let directive = |token: &u32| self.unit.tokens[*token as usize].token.flags.has(TokenFlags::DIRECTIVE);
        self.names.removed.extend((first..last).filter(|token| !directive(token)));
    }

    pub fn check_declaration(&mut self, branch: BranchId, declaration: NodeId, declarator: NodeId) {
        let tree = self.tree;
        let kind = &self.layout.get(branch).kind;
        let ty = tree.child(declaration, Kind::Type);
        let ty = ty.into_iter().flat_map(|ty| tree.own(ty)).flat_map(|(first, last)| first..last);
        let words = ty.filter(|token| self.unit.tokens[*token as usize].token.kind == TokenKind::Ident);
        let words: Vec<&str> = words.map(|token| self.text(token).as_str()).collect();
        let types = &self.grammar.types;
        let ty = match words[..] {
            [.., "unsigned"] => types.uint,
            [.., "unsigned", last] if types.is_integer(last) => types.uint,
            [.., last] => last,
            [] => "",
        };
        let unsigned = types.unsigned.contains(&ty);
        let (fits, wanted) = match kind {
            BranchKind::Bool => (ty == types.bool, types.bool),
            BranchKind::Int { min, .. } if *min < 0 => (ty == types.int, types.int),
            _ => (ty == types.int || unsigned, types.int),
        };
        if unsigned {
            self.names.unsigned.insert(branch);
        }
        let array = tree.child(declarator, Kind::Extent).is_some();
        if !fits || array {
            let array = if array { "[]" } else { "" };
            let shown = if ty.is_empty() { "a structure or enum".to_owned() } else { format!("`{ty}{array}`") };
            let name = &self.layout.get(branch).name;
            let message = format!("branch `{name}` is declared as {shown}, but its values are of type `{wanted}`");
            let help = if (types.is_scalar)(ty) && array.is_empty() {
                format!("Declare it as `{wanted} {name};`, or take it out of `Branches`.")
            } else {
                format!("Take `{name}` out of `Branches`: only a `{}` or a number can be a branch.", types.bool)
            };
            self.wrong_branch(branch, tree.node(declarator).first, message, help);
        }
    }

    /// A branch has a value, so what the source declares under its name at the outermost level must be a variable.
    pub fn check_no_branch(&mut self, declared: Atom, name: NodeId, what: &str) {
        let Some(branch) = self.branches.get(&declared).copied() else { return };
        let message = format!("branch `{declared}` is {what} of the source");
        let help = format!("Take `{declared}` out of `Branches`, or give one of them another name.");
        self.wrong_branch(branch, self.tree.node(name).first, message, help);
    }

    /// Reports what the source declares under a branch's name, at its place in `Branches`.
    fn wrong_branch(&mut self, branch: BranchId, token: u32, message: String, help: String) {
        let declared = self.unit.place(&self.unit.tokens[token as usize]).0;
        let wrong = Diagnostic::error("specialise/branch-type", message).help(help);
        let wrong = match self.layout.get(branch).declared {
            Some(listed) => wrong.at(listed).label(declared, "declared here"),
            None => wrong.at(declared),
        };
        if !self.names.diagnostics.contains(&wrong) {
            self.names.diagnostics.push(wrong);
        }
    }

    pub fn uses(&mut self, first: u32, last: u32) {
        for token in first..last {
            let code = self.token(token).token;
            if code.kind == TokenKind::Ident && !code.flags.has(TokenFlags::DIRECTIVE) {
                self.use_token(token, code.text);
            }
        }
    }

    fn use_token(&mut self, token: u32, text: Atom) {
        // Most of the names behind a dot are members, which have no meaning here.
        if token > 0 && self.token(token - 1).token.text == self.dot {
            return;
        }
        let branch = self.branches.get(&text).copied();
        let meaning = self.meaning(text);
        if branch.is_none() && meaning.is_none() {
            return;
        }
        let before = |steps: u32| token.checked_sub(steps).map(|before| &self.unit.tokens[before as usize].token);
        let global = match before(1).map_or("", |before| before.text.as_str()) {
            "->" => return,
            // `::g_bX` is the global; after a name that is no keyword it is a member of that.
            "::" => {
                let qualifier = before(2).filter(|before| before.kind == TokenKind::Ident);
                if qualifier
                    .is_some_and(|qualifier| !self.grammar.words_before_scope.contains(&qualifier.text.as_str()))
                {
                    return;
                }
                true
            }
            _ => false,
        };
        match (branch, meaning) {
            // A global of this name would be the branch itself, whose declaration is gone.
            (Some(branch), _) if global => {
                self.names.removed.push(token - 1);
                self.site(token, branch);
            }
            (Some(branch), None) => self.site(token, branch),
            (_, Some(meaning)) if !global => {
                self.names.declared_by.set(token, meaning);
                if self.branchy.contains(&meaning) {
                    self.names.points.push(token);
                }
            }
            _ => {}
        }
    }

    fn site(&mut self, token: u32, branch: BranchId) {
        self.names.sites.push(Site { token, branch });
        let text = |token: Option<u32>| {
            token.and_then(|token| self.unit.tokens.get(token as usize)).map_or("", |token| token.token.text.as_str())
        };
        let assigns = |text: &str| {
            matches!(text, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | "++" | "--")
        };
        if assigns(text(Some(token + 1))) || matches!(text(token.checked_sub(1)), "++" | "--") {
            let name = &self.layout.get(branch).name;
            self.names.diagnostics.push(
                Diagnostic::error(
                    "specialise/branch-assigned",
                    format!("branch `{name}` is assigned, but a branch is a constant"),
                )
                .at(self.unit.place(&self.unit.tokens[token as usize]).0)
                .help("Copy it to a local variable and change that."),
            );
        }
    }
}
