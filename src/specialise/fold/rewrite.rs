//! Rewrites statements and expressions with known values.

use super::Folder;
use crate::atom::Atom;
use crate::model::TokenSpan;
use crate::syntax::{Kind, NodeId};

/// Where control goes after a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Falls,
    /// The statements after it in its block are unreachable.
    Ends,
}

impl Folder<'_> {
    /// Tokens as they are, with the values of branches.
    pub fn keep(&mut self, first: u32, last: u32) {
        if first >= last {
            return;
        }
        let names = self.subject.names;
        let mut from = first;
        if names.touches(first, last) {
            let sites = &names.sites[names.sites.partition_point(|site| site.token < first)..];
            let mut sites = sites.iter().take_while(|site| site.token < last).peekable();
            let removed = &names.removed[names.removed.partition_point(|token| *token < first)..];
            let mut removed = removed.iter().copied().take_while(|token| *token < last).peekable();
            loop {
                let site = sites.peek().map_or(u32::MAX, |site| site.token);
                let gone = removed.peek().copied().unwrap_or(u32::MAX);
                let at = site.min(gone);
                if at == u32::MAX {
                    break;
                }
                self.push_kept(from, at);
                from = at + 1;
                if gone == at {
                    removed.next();
                    sites.next_if(|site| site.token == at);
                } else if let Some(site) = sites.next() {
                    self.read(site.branch);
                    let text = names.spelling(self.grammar(), self.subject.layout, site.branch, self.values);
                    self.put(at, text);
                }
            }
        }
        self.push_kept(from, last);
    }

    fn push_kept(&mut self, first: u32, last: u32) {
        if first >= last {
            return;
        }
        match self.out.pieces.last_mut() {
            Some(TokenSpan::Keep { last: end, .. }) if *end == first => *end = last,
            _ => self.out.pieces.push(TokenSpan::Keep { first, last }),
        }
    }

    pub fn put(&mut self, at: u32, text: Atom) {
        self.out.pieces.push(TokenSpan::Text { at, text });
    }

    /// A node of any kind.
    pub fn any(&mut self, id: NodeId) {
        let node = *self.tree().node(id);
        if !self.subject.names.touches(node.first, node.last) && self.skipped.is_empty() {
            self.keep(node.first, node.last);
            return;
        }
        match node.kind {
            Kind::Block
            | Kind::If
            | Kind::For
            | Kind::While
            | Kind::Do
            | Kind::Switch
            | Kind::Return
            | Kind::Break
            | Kind::Continue => {
                self.statement(id, false);
            }
            Kind::Paren | Kind::Binary | Kind::Unary | Kind::Ternary => self.expression(id, false),
            Kind::Assign => {
                let operands: Vec<NodeId> = self.tree().children(id).collect();
                let plain = self.operator(operands[0], operands[1]) == "=";
                let floats = plain && self.ty(operands[0]).is_some_and(|ty| self.is_float(&ty));
                self.parts(
                    id,
                    |folder, at, child| {
                        if at == 0 { folder.place(child) } else { folder.expression(child, floats) }
                    },
                );
            }
            Kind::Postfix => self.parts(id, |folder, _, child| folder.place(child)),
            Kind::Call => self.call(id),
            Kind::Index if self.has_operators() => self.place(id),
            Kind::Declarator => {
                let floats = self.declared_type(id).is_some_and(|ty| self.is_float(ty));
                self.parts(id, |folder, _, child| folder.expression(child, floats));
            }
            Kind::Function => {
                let ty = self.tree().child(id, Kind::Type).map(|ty| *self.tree().node(ty));
                let floats = ty.is_some_and(|ty| ty.last == ty.first + 1 && self.is_float(self.text(ty.first)));
                // A method of a structure inside of a function is a function of its own.
                let outer = std::mem::replace(&mut self.returns_floats, floats);
                self.parts(id, |folder, _, child| folder.any(child));
                self.returns_floats = outer;
            }
            _ => self.parts(id, |folder, _, child| folder.any(child)),
        }
    }

    /// The node's own tokens, and each child through `each`, with its number.
    pub fn parts(&mut self, id: NodeId, mut each: impl FnMut(&mut Self, usize, NodeId)) {
        let tree = self.tree();
        let node = *tree.node(id);
        let mut from = node.first;
        for (at, child) in tree.children(id).enumerate() {
            let part = *tree.node(child);
            self.keep(from, part.first);
            each(self, at, child);
            from = part.last;
        }
        self.keep(from, node.last);
    }

    /// An expression. `converted`: its value is converted to 32-bit floats at once.
    pub fn expression(&mut self, id: NodeId, converted: bool) {
        let tree = self.tree();
        let node = *tree.node(id);
        if !self.subject.names.touches(node.first, node.last) {
            self.keep(node.first, node.last);
            return;
        }
        match node.kind {
            Kind::Paren | Kind::Binary | Kind::Unary | Kind::Ternary => {}
            _ => return self.any(id),
        }
        if let Some(text) = self.value(id).and_then(|value| value.text(&self.grammar().types)) {
            self.put(node.first, text);
            return;
        }
        match node.kind {
            Kind::Paren => self.parts(id, |folder, _, child| folder.expression(child, converted)),
            Kind::Ternary => {
                if let Some(taken) = self.taken_arm(id, converted) {
                    let wraps = matches!(tree.kind(taken), Kind::Comma | Kind::Assign);
                    if wraps {
                        self.put(node.first, Atom::from("("));
                    }
                    self.expression(taken, converted);
                    if wraps {
                        self.put(node.last - 1, Atom::from(")"));
                    }
                } else {
                    self.parts(id, |folder, _, child| folder.expression(child, false));
                }
            }
            Kind::Unary | Kind::Binary
                if self.has_operators() || matches!(self.text(node.first), "++" | "--") && node.kind == Kind::Unary =>
            {
                self.parts(id, |folder, _, child| folder.place(child));
            }
            _ => self.parts(id, |folder, _, child| folder.expression(child, false)),
        }
    }

    /// `float`, or a vector of it.
    fn is_float(&self, ty: &str) -> bool {
        (self.grammar().types.is_float)(ty)
    }

    pub fn taken_arm(&mut self, id: NodeId, converted: bool) -> Option<NodeId> {
        let tree = self.tree();
        let (condition, then, otherwise) = (tree.operand(id, 0)?, tree.operand(id, 1)?, tree.operand(id, 2)?);
        if !self.same_type(then, otherwise, converted) || !self.may_go(condition) {
            return None;
        }
        let (taken, other) = if self.truth(condition, true)? { (then, otherwise) } else { (otherwise, then) };
        (self.grammar().short_circuit || self.is_pure(other)).then_some(taken)
    }

    /// An expression whose truth value alone matters, and which cannot be a vector.
    pub fn condition(&mut self, id: NodeId) {
        let tree = self.tree();
        let node = *tree.node(id);
        if !self.subject.names.touches(node.first, node.last) {
            self.keep(node.first, node.last);
            return;
        }
        if let Some(truth) = self.decided(id) {
            self.put(node.first, Atom::from(if truth { "true" } else { "false" }));
            return;
        }
        match node.kind {
            Kind::Paren => self.parts(id, |folder, _, child| folder.condition(child)),
            Kind::Unary if self.text(node.first) == "!" => self.parts(id, |folder, _, child| folder.condition(child)),
            Kind::Binary => {
                let operands: Vec<NodeId> = tree.children(id).collect();
                let operator = self.operator(operands[0], operands[1]);
                if !matches!(operator, "&&" | "||") {
                    return self.expression(id, false);
                }
                // `true &&` and `false ||` change nothing; behind `false &&` and `true ||`, some languages evaluate
                // nothing.
                let neutral = operator == "&&";
                let mut stays: Vec<usize> = Vec::new();
                for (at, operand) in operands.iter().enumerate() {
                    let decided = self.decided(*operand);
                    if decided != Some(neutral) {
                        stays.push(at);
                    }
                    if decided == Some(!neutral) && self.grammar().short_circuit {
                        break;
                    }
                }
                for (nth, at) in stays.iter().enumerate() {
                    if nth > 0 {
                        self.keep(tree.node(operands[at - 1]).last, tree.node(operands[*at]).first);
                    }
                    self.condition(operands[*at]);
                }
            }
            _ => self.expression(id, false),
        }
    }

    /// The truth value of a statement's condition, if dropping the condition loses no effect.
    fn decided(&mut self, condition: NodeId) -> Option<bool> {
        if !self.may_go(condition) {
            return None;
        }
        self.truth(condition, false)
    }

    /// A statement. `alone`: it is the body of an `if` or a loop, not a statement of a block.
    pub fn statement(&mut self, id: NodeId, alone: bool) -> Flow {
        let tree = self.tree();
        let node = *tree.node(id);
        if self.skipped.contains(&id) {
            return Flow::Falls;
        }
        if !self.subject.names.touches(node.first, node.last) && self.skipped.is_empty() {
            self.keep(node.first, node.last);
            return self.flow(id);
        }
        match node.kind {
            Kind::Block => self.block(id),
            Kind::If => self.branching(id, alone),
            Kind::While => {
                let Some(condition) = tree.operand(id, 0) else { return Flow::Falls };
                if self.decided(condition) == Some(false) {
                    self.vanish(id, alone);
                } else {
                    self.governed(id, condition);
                }
                Flow::Falls
            }
            Kind::For => {
                let (Some(init), Some(condition)) = (tree.operand(id, 0), tree.operand(id, 1)) else {
                    return Flow::Falls;
                };
                if self.decided(condition) == Some(false) && self.init_is_pure(init) {
                    self.vanish(id, alone);
                } else {
                    self.governed(id, condition);
                }
                Flow::Falls
            }
            Kind::Do => {
                let condition = tree.operand(id, 1).unwrap_or(id);
                self.governed(id, condition);
                Flow::Falls
            }
            Kind::Switch => {
                if let Some(section) = self.section(id) {
                    return self.taken_section(id, &section);
                }
                self.parts(id, |folder, _, child| folder.any(child));
                Flow::Falls
            }
            Kind::Return => {
                let floats = self.returns_floats;
                self.parts(id, |folder, _, child| folder.expression(child, floats));
                Flow::Ends
            }
            Kind::Break | Kind::Continue => {
                self.keep(node.first, node.last);
                Flow::Ends
            }
            _ => {
                self.any(id);
                Flow::Falls
            }
        }
    }

    /// A loop that stays: its condition, and the statement it governs.
    fn governed(&mut self, id: NodeId, condition: NodeId) {
        let tree = self.tree();
        let body = match tree.kind(id) {
            Kind::Do => tree.operand(id, 0),
            _ => tree.children(id).last(),
        };
        self.parts(id, |folder, _, child| {
            if child == condition && folder.tree().kind(child) != Kind::Empty {
                folder.condition(child);
            } else if Some(child) == body {
                folder.statement(child, true);
            } else {
                folder.any(child);
            }
        });
    }

    fn branching(&mut self, id: NodeId, alone: bool) -> Flow {
        let tree = self.tree();
        let node = *tree.node(id);
        let (Some(condition), Some(then)) = (tree.operand(id, 0), tree.operand(id, 1)) else {
            self.keep(node.first, node.last);
            return Flow::Falls;
        };
        let otherwise = tree.operand(id, 2);
        if tree.kind(condition) != Kind::Declaration
            && let Some(truth) = self.decided(condition)
        {
            let Some(taken) = (if truth { Some(then) } else { otherwise }) else {
                self.vanish(id, alone);
                return Flow::Falls;
            };
            // Braces keep a declaration in its scope, and an `else` behind it with its own `if`.
            let braces = match tree.kind(taken) {
                Kind::Block => false,
                Kind::Declaration => true,
                _ => alone,
            };
            if braces {
                self.put(node.first, Atom::from("{"));
            }
            let flow = self.statement(taken, false);
            if braces {
                self.put(node.last.max(node.first + 1) - 1, Atom::from("}"));
            }
            return flow;
        }
        let mut flows = Vec::new();
        let mut from = node.first;
        for child in tree.children(id) {
            let part = *tree.node(child);
            let before = (self.out.pieces.len(), self.out.pieces.last().copied());
            self.keep(from, part.first);
            from = part.last;
            if child == condition {
                self.condition(child);
            } else if child == then {
                flows.push(self.statement(child, true));
            } else if Some(child) == otherwise {
                let (start, word) = (self.out.pieces.len(), self.out.pieces.last().copied());
                flows.push(self.statement(child, true));
                // What is kept of a statement may have become part of the piece that ends in `else`.
                let nothing = self.out.pieces.get(start.wrapping_sub(1)).copied() == word && self.is_nothing(start);
                // An empty `else` is dropped, unless an outer `else` would then belong to this `if`.
                if !alone && nothing {
                    self.out.pieces.truncate(before.0);
                    if let (Some(last), Some(end)) = (self.out.pieces.last_mut(), before.1) {
                        *last = end;
                    }
                }
            } else {
                self.any(child);
            }
        }
        self.keep(from, node.last);
        if flows == [Flow::Ends, Flow::Ends] { Flow::Ends } else { Flow::Falls }
    }

    fn is_nothing(&self, start: usize) -> bool {
        let texts: Vec<Option<&str>> = self.out.pieces[start..]
            .iter()
            .map(|piece| match piece {
                TokenSpan::Text { text, .. } => Some(text.as_str()),
                TokenSpan::Keep { .. } => None,
            })
            .collect();
        texts == [Some("{"), Some("}")]
    }

    /// Drops a statement.
    fn vanish(&mut self, id: NodeId, alone: bool) {
        if alone {
            let at = self.tree().node(id).first;
            self.put(at, Atom::from("{"));
            self.put(at, Atom::from("}"));
        }
    }

    fn init_is_pure(&self, init: NodeId) -> bool {
        let tree = self.tree();
        match tree.kind(init) {
            Kind::Empty => true,
            Kind::Declaration => tree.children(init).all(|part| match tree.kind(part) {
                Kind::Type => true,
                Kind::Declarator => tree.children(part).all(|part| self.is_pure(part)),
                _ => false,
            }),
            _ => false,
        }
    }

    fn block(&mut self, id: NodeId) -> Flow {
        let tree = self.tree();
        let node = *tree.node(id);
        // In the body of a switch, what follows a jump belongs to the next label.
        let labels = tree.children(id).any(|child| matches!(tree.kind(child), Kind::Case | Kind::Default));
        let mut flow = Flow::Falls;
        let mut from = node.first;
        for child in tree.children(id) {
            let part = *tree.node(child);
            self.keep(from, part.first);
            from = part.last;
            if flow == Flow::Falls || labels {
                flow = self.statement(child, false);
            }
        }
        self.keep(from, node.last);
        if labels { Flow::Falls } else { flow }
    }

    /// Where control goes after a statement that is not changed.
    pub fn flow(&self, id: NodeId) -> Flow {
        let tree = self.tree();
        let ends = match tree.kind(id) {
            Kind::Return | Kind::Break | Kind::Continue => true,
            Kind::Block => {
                let jump = |child: NodeId| matches!(tree.kind(child), Kind::Return | Kind::Break | Kind::Continue);
                let label = |child: NodeId| matches!(tree.kind(child), Kind::Case | Kind::Default);
                tree.children(id).any(jump) && !tree.children(id).any(label)
            }
            _ => false,
        };
        if ends { Flow::Ends } else { Flow::Falls }
    }
}
