//! The values of expressions; as few branches as possible are read for them.

use super::Folder;
use super::value::BranchValue;
use crate::model::{BranchKind, TokenFlags};
use crate::specialise::names;
use crate::syntax::grammar::Scalar;
use crate::syntax::{Kind, NodeId};

/// Upper bound of nested constants: a constant whose initialiser uses another constant, and so on.
const MAX_DEPTH: u32 = 64;

impl Folder<'_> {
    /// The value and type of an expression, if both are certain.
    pub fn value(&mut self, id: NodeId) -> Option<BranchValue> {
        let tree = self.tree();
        let node = *tree.node(id);
        match node.kind {
            Kind::Literal if node.last == node.first + 1 => {
                BranchValue::parse(&self.grammar().types, self.text(node.first))
            }
            Kind::Ident => self.name(node.last.checked_sub(1)?),
            Kind::Paren => self.value(tree.operand(id, 0)?),
            Kind::Unary => {
                let value = self.value(tree.operand(id, 0)?)?;
                value.unary(self.text(node.first))
            }
            Kind::Binary => {
                let operands: Vec<NodeId> = tree.children(id).collect();
                match self.operator(operands[0], operands[1]) {
                    operator @ ("&&" | "||") => self.logical(&operands, operator == "&&", true).map(BranchValue::Bool),
                    _ => {
                        let mut value = self.value(operands[0])?;
                        for pair in operands.windows(2) {
                            let operator = self.operator(pair[0], pair[1]);
                            value = value.binary(operator, self.value(pair[1])?)?;
                        }
                        Some(value)
                    }
                }
            }
            Kind::Ternary => {
                let (condition, then, otherwise) = (tree.operand(id, 0)?, tree.operand(id, 1)?, tree.operand(id, 2)?);
                let condition = self.truth(condition, true)?;
                let (taken, other) = if condition { (then, otherwise) } else { (otherwise, then) };
                if !self.grammar().short_circuit && !self.is_pure(other) {
                    return None;
                }
                let value = self.value(taken)?;
                (self.ty(other).as_deref() == Some(self.grammar().types.name(value.ty()))).then_some(value)
            }
            Kind::Cast => {
                let ty = *tree.node(tree.operand(id, 0)?);
                let value = self.value(tree.operand(id, 1)?)?;
                if ty.last != ty.first + 1 { None } else { value.convert(self.scalar(self.text(ty.first))?) }
            }
            Kind::Call => {
                let mut children = tree.children(id);
                let (callee, argument) = (*tree.node(children.next()?), children.next()?);
                if callee.last != callee.first + 1 || children.next().is_some() {
                    return None;
                }
                let ty = self.scalar(self.text(callee.first))?;
                self.value(argument)?.convert(ty)
            }
            _ => None,
        }
    }

    fn scalar(&self, name: &str) -> Option<Scalar> {
        self.grammar().types.scalar(name)
    }

    /// The truth value of a condition. `strict`: its type must be certain to be `bool`, and not a vector of `bool`. The
    /// condition of a statement cannot be a vector.
    pub fn truth(&mut self, id: NodeId, strict: bool) -> Option<bool> {
        let tree = self.tree();
        match tree.kind(id) {
            Kind::Paren => self.truth(tree.operand(id, 0)?, strict),
            Kind::Unary if self.text(tree.node(id).first) == "!" => Some(!self.truth(tree.operand(id, 0)?, strict)?),
            Kind::Binary => {
                let operands: Vec<NodeId> = tree.children(id).collect();
                match self.operator(operands[0], operands[1]) {
                    operator @ ("&&" | "||") => self.logical(&operands, operator == "&&", strict),
                    _ => self.value(id).map(BranchValue::truth),
                }
            }
            _ => self.value(id).map(BranchValue::truth),
        }
    }

    /// `&&` or `||` over operands. An operand that decides makes the others unnecessary, unless they are evaluated and
    /// have an effect.
    fn logical(&mut self, operands: &[NodeId], and: bool, strict: bool) -> Option<bool> {
        let stops_early = self.grammar().short_circuit;
        let mut decided = false;
        let mut unknown = false;
        for operand in operands {
            if decided && stops_early {
                break;
            }
            let truth = if decided { None } else { self.truth(*operand, strict) };
            match truth {
                Some(truth) => decided |= truth != and,
                None => {
                    if !self.is_pure(*operand) || (strict && !stops_early && !self.is_scalar(*operand)) {
                        return None;
                    }
                    unknown = true;
                }
            }
        }
        match (decided, unknown) {
            (true, _) => Some(!and),
            (false, true) => None,
            (false, false) => Some(and),
        }
    }

    /// The operator between two neighbours.
    pub fn operator(&self, left: NodeId, right: NodeId) -> &'static str {
        let tree = self.tree();
        let between = tree.node(left).last..tree.node(right).first;
        let tokens = &self.subject.unit.tokens;
        let mut code = between.filter(|token| !tokens[*token as usize].token.flags.has(TokenFlags::DIRECTIVE));
        code.next().map_or("", |token| self.text(token))
    }

    /// A branch or a constant.
    fn name(&mut self, token: u32) -> Option<BranchValue> {
        if let Some(id) = self.subject.names.branch_at(token) {
            self.read(id);
            let branch = self.subject.layout.get(id);
            let number = branch.source_value(branch.extract(self.values.0));
            return match branch.kind {
                BranchKind::Bool => Some(BranchValue::Bool(number != 0)),
                _ if self.subject.names.is_unsigned(id) => u32::try_from(number).ok().map(BranchValue::Uint),
                _ => i32::try_from(number).ok().map(BranchValue::Int),
            };
        }
        let declared = self.subject.names.declared_by(token)?;
        if self.subject.names.constants.contains(&declared) { self.constant(declared) } else { None }
    }

    fn constant(&mut self, declared: NodeId) -> Option<BranchValue> {
        if let Some(known) = self.constants.get(&declared) {
            return *known;
        }
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = if self.tree().kind(declared) == Kind::Enumerator {
            self.enumerator(declared)
        } else {
            self.declared_constant(declared)
        };
        self.depth -= 1;
        self.constants.insert(declared, value);
        value
    }

    fn declared_constant(&mut self, declared: NodeId) -> Option<BranchValue> {
        let value = self.value(names::initialiser(self.tree(), declared)?)?;
        value.convert(self.scalar(self.declared_type(declared)?)?)
    }

    /// The value that is written there, or one more than the enumerator before.
    fn enumerator(&mut self, declared: NodeId) -> Option<BranchValue> {
        let tree = self.tree();
        let mut steps = 0i64;
        let mut at = declared;
        let base = loop {
            if let Some(value) = names::initialiser(tree, at) {
                break self.value(value)?.number();
            }
            match self.subject.names.previous.get(&at) {
                Some(previous) => at = *previous,
                None => break 0,
            }
            steps += 1;
        };
        i32::try_from(base + steps).ok().map(BranchValue::Int)
    }
}
