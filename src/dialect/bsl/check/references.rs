//! References: names of a place.

use super::{Checker, LocalSymbol, Place, Value};
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Declaration, Declarator, Expr, ExprKind};
use crate::dialect::bsl::output_tree::{OutKind, OutStatement};
use crate::dialect::bsl::types::Ty;

impl Checker<'_> {
    /// `T &a = place;`.
    pub fn declare_reference(
        &mut self,
        declaration: &Declaration,
        declarator: &Declarator,
        out: &mut Vec<OutStatement>,
    ) {
        let ident = declarator.ident;
        let Some(initialiser) = &declarator.initialiser else {
            self.error("bsl/reference-no-init", format!("the reference `{}` names nothing", ident.name), ident.span);
            return self.declare_local(ident, LocalSymbol::Broken);
        };
        if !self.check_reference(initialiser) {
            return self.declare_local(ident, LocalSymbol::Broken);
        }
        let is_auto = declaration.ty.path.single().is_some_and(|name| name.name == "auto");
        let wanted = if is_auto {
            None
        } else {
            let (element, _) = self.resolve_type(&declaration.ty);
            Some(self.with_extents(element, &declarator.extents, None))
        };
        let value = self.expression(initialiser, wanted);
        if value.is_broken() || wanted == Some(Ty::Error) {
            return self.declare_local(ident, LocalSymbol::Broken);
        }
        let is_const = declaration.ty.is_const;
        if let Some(wanted) = wanted.filter(|wanted| *wanted != value.ty) {
            // A constant reference to a converted value is a variable of its own.
            let from = value.ty;
            let converted = is_const.then(|| self.convert(value, wanted)).flatten();
            return match converted {
                Some(value) => self.copy_of(declarator, value, out),
                None => {
                    let message = format!("a reference to `{}` is bound to a `{}`", self.show(wanted), self.show(from));
                    self.error("bsl/reference-type", message, initialiser.span);
                    self.declare_local(ident, LocalSymbol::Broken);
                }
            };
        }
        match value.place {
            Place::Temporary if is_const => self.copy_of(declarator, value, out),
            Place::Temporary => {
                let message = format!("the reference `{}` is bound to a temporary value", ident.name);
                self.error("bsl/reference-temporary", message, initialiser.span);
                self.declare_local(ident, LocalSymbol::Broken);
            }
            Place::Const if !is_const && !is_auto => {
                let message = format!("the reference `{}` is not `const`, and is bound to a constant", ident.name);
                self.error("bsl/reference-temporary", message, initialiser.span);
                self.declare_local(ident, LocalSymbol::Broken);
            }
            _ => self.declare_local(ident, LocalSymbol::Alias { value, is_const }),
        }
    }

    /// A variable with the value, which nothing changes.
    fn copy_of(&mut self, declarator: &Declarator, value: Value, out: &mut Vec<OutStatement>) {
        let ident = declarator.ident;
        let id = self.new_local(ident.name, value.ty);
        self.flush_temporaries(out);
        out.push(OutStatement { kind: OutKind::Declare(id, Some(value.out)), span: ident.span });
        self.declare_local(ident, LocalSymbol::Variable { id, ty: value.ty, is_const: true, constant: None });
    }

    /// The rules by which the path may be written wherever the reference is used.
    fn check_reference(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Call(callee, arguments) => {
                let accessor = |name: &str| name.ends_with("_get");
                match &callee.kind {
                    ExprKind::Path(path) if accessor(&path.last().ident.name) => true,
                    // A constructor or a swizzle names no function.
                    ExprKind::Path(_) if self.names_type(callee).is_some() => {
                        arguments.iter().all(|argument| self.check_reference_value(argument))
                    }
                    ExprKind::Member(base, part)
                        if arguments.is_empty()
                            && part.ident.name.chars().all(|letter| "xyzwrgba".contains(letter)) =>
                    {
                        self.check_reference(base)
                    }
                    _ => {
                        self.error("bsl/reference-call", "the place of a reference contains a call", expr.span);
                        false
                    }
                }
            }
            ExprKind::Assign(..) | ExprKind::Postfix(..) => self.side_effect(expr.span),
            ExprKind::Unary(operator, operand) => match operator {
                crate::dialect::bsl::ast::UnaryOperator::Increment
                | crate::dialect::bsl::ast::UnaryOperator::Decrement => self.side_effect(expr.span),
                _ => self.check_reference_value(operand),
            },
            ExprKind::Member(base, _) => self.check_reference(base),
            ExprKind::Index(base, index) => self.check_reference(base) && self.check_index(index),
            _ => true,
        }
    }

    fn check_reference_value(&mut self, expr: &Expr) -> bool {
        self.check_reference(expr)
    }

    fn side_effect(&mut self, span: Span) -> bool {
        self.error("bsl/reference-side-effect", "the place of a reference changes something", span);
        false
    }

    /// A subscript must have the same value wherever the reference is used.
    fn check_index(&mut self, index: &Expr) -> bool {
        match &index.kind {
            ExprKind::Number(_) | ExprKind::Bool(_) => true,
            ExprKind::Path(path) => {
                let Some(ident) = path.single() else { return true };
                let Some(local) = self.find_local(ident.name) else { return self.check_outer_index(index) };
                match &local.symbol {
                    LocalSymbol::Variable { is_const: true, .. } | LocalSymbol::Constant(..) | LocalSymbol::Broken => {
                        true
                    }
                    LocalSymbol::Alias { .. } => {
                        let at = local.span;
                        let message = format!("the subscript `{}` is itself a reference", ident.name);
                        let problem = Diagnostic::error("bsl/reference-index-is-reference", message).at(ident.span);
                        self.report(problem.label(at, "the reference"));
                        false
                    }
                    _ => {
                        let message = format!("the subscript `{}` is a variable that can change", ident.name);
                        let problem = Diagnostic::error("bsl/reference-non-const-index", message).at(ident.span);
                        self.report(problem.help("Copy it to a `const` variable before the reference."));
                        false
                    }
                }
            }
            ExprKind::Unary(operator, operand) => match operator {
                crate::dialect::bsl::ast::UnaryOperator::Increment
                | crate::dialect::bsl::ast::UnaryOperator::Decrement => self.side_effect(index.span),
                _ => self.check_index(operand),
            },
            ExprKind::Binary(_, left, right) => self.check_index(left) && self.check_index(right),
            ExprKind::Ternary(condition, left, right) => {
                self.check_index(condition) && self.check_index(left) && self.check_index(right)
            }
            ExprKind::Member(base, _) => self.check_index(base),
            ExprKind::Index(base, inner) => self.check_index(base) && self.check_index(inner),
            ExprKind::Call(callee, arguments) if self.names_type(callee).is_some() => {
                arguments.iter().all(|argument| self.check_index(argument))
            }
            ExprKind::Call(..) => {
                self.error("bsl/reference-call", "the place of a reference contains a call", index.span);
                false
            }
            ExprKind::Assign(..) | ExprKind::Postfix(..) => self.side_effect(index.span),
            _ => true,
        }
    }

    /// A subscript that is a member, a global or a constant.
    fn check_outer_index(&mut self, index: &Expr) -> bool {
        let value = self.expression(index, None);
        if value.is_broken() {
            return false;
        }
        if value.constant.is_some() || value.place != Place::Mutable {
            return true;
        }
        self.error("bsl/reference-non-const-index", "the subscript can change", index.span);
        false
    }
}
