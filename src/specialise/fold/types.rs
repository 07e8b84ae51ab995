//! Types of expressions, as far as they can be determined without analysis.

use std::borrow::Cow;

use super::Folder;
use super::value::BranchValue;
use crate::model::BranchKind;
use crate::syntax::grammar::{LITERAL_FLOAT, Scalar};
use crate::syntax::{Kind, NodeId};

impl Folder<'_> {
    /// The type's spelling; `None` if it takes analysis to know.
    pub fn ty(&self, id: NodeId) -> Option<Cow<'static, str>> {
        let tree = self.tree();
        let node = *tree.node(id);
        let types = &self.grammar().types;
        match node.kind {
            Kind::Literal if node.last == node.first + 1 => {
                let text = self.text(node.first);
                match BranchValue::parse(types, text) {
                    Some(value) => Some(types.name(value.ty()).into()),
                    None => (types.float_literal)(text).map(Cow::Borrowed),
                }
            }
            Kind::Ident => {
                let token = node.last.checked_sub(1)?;
                if let Some(branch) = self.subject.names.branch_at(token) {
                    let scalar = match self.subject.layout.get(branch).kind {
                        BranchKind::Bool => Scalar::Bool,
                        _ if self.subject.names.is_unsigned(branch) => Scalar::Uint,
                        _ => Scalar::Int,
                    };
                    return Some(types.name(scalar).into());
                }
                self.declared_type(self.subject.names.declared_by(token)?).map(Cow::Borrowed)
            }
            Kind::Paren => self.ty(tree.operand(id, 0)?),
            Kind::Unary => match self.text(node.first) {
                "!" => self.is_scalar(tree.operand(id, 0)?).then_some(Cow::Borrowed(types.bool)),
                "-" | "+" => self.ty(tree.operand(id, 0)?).filter(|ty| ty != types.bool),
                _ => None,
            },
            Kind::Binary => {
                let operands: Vec<NodeId> = tree.children(id).collect();
                let logic = matches!(
                    self.operator(operands[0], operands[1]),
                    "&&" | "||" | "^^" | "==" | "!=" | "<" | ">" | "<=" | ">="
                );
                if logic {
                    return operands
                        .iter()
                        .all(|operand| self.is_scalar(*operand))
                        .then_some(Cow::Borrowed(types.bool));
                }
                let first = self.ty(operands[0])?;
                let same = operands[1..].iter().all(|operand| self.ty(*operand).as_ref() == Some(&first));
                (same && first != types.bool && !(types.is_matrix)(&first)).then_some(first)
            }
            Kind::Call => {
                let callee = *tree.node(tree.operand(id, 0)?);
                let name = (callee.last == callee.first + 1).then(|| self.text(callee.first))?;
                (callee.kind == Kind::Ident && (types.is_builtin)(name)).then_some(Cow::Borrowed(name))
            }
            Kind::Ternary => {
                let (then, otherwise) = (self.ty(tree.operand(id, 1)?)?, self.ty(tree.operand(id, 2)?)?);
                (self.is_scalar(tree.operand(id, 0)?) && then == otherwise).then_some(then)
            }
            Kind::Member => {
                let base = self.ty(tree.operand(id, 0)?)?;
                let name = self.text(node.last.checked_sub(1)?);
                (types.swizzle)(&base, name)
            }
            _ => None,
        }
    }

    /// Whether the type is certainly not a vector.
    pub fn is_scalar(&self, id: NodeId) -> bool {
        self.ty(id).is_some_and(|ty| ty == LITERAL_FLOAT || (self.grammar().types.is_scalar)(&ty))
    }

    /// Whether one arm can replace the `?:`. `converted`: the result is converted to a 32-bit float at once.
    pub fn same_type(&self, left: NodeId, right: NodeId, converted: bool) -> bool {
        let float = self.grammar().types.float;
        match (self.ty(left), self.ty(right)) {
            (Some(left), Some(right)) if left == right => true,
            // A literal takes the other's type.
            (Some(a), Some(b)) => {
                converted && ((a == LITERAL_FLOAT && b == float) || (b == LITERAL_FLOAT && a == float))
            }
            _ => false,
        }
    }

    /// The type of a declarator that is no array, in one word.
    pub fn declared_type(&self, declarator: NodeId) -> Option<&'static str> {
        let tree = self.tree();
        if tree.kind(declarator) != Kind::Declarator || tree.child(declarator, Kind::Extent).is_some() {
            return None;
        }
        // Back over the declarators before it, to the token that ends the type.
        let mut token = tree.node(declarator).first.checked_sub(1)?;
        if self.text(token) == "," {
            token = *self.subject.names.types_of_later.get(&declarator)?;
        }
        let text = self.text(token);
        let before = token.checked_sub(1).map_or("", |before| self.text(before));
        let types = &self.grammar().types;
        match (before, text) {
            (_, "unsigned") => Some(types.uint),
            ("unsigned", _) if types.is_integer(text) => Some(types.uint),
            // `unsigned` before anything else is for compilers to judge.
            ("unsigned", _) => None,
            _ => (types.is_builtin)(text).then_some(text),
        }
    }
}
