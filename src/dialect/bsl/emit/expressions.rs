//! Expressions, with parentheses where GLSL's precedence needs them.

use super::Wanted;
use super::writer::Writer;
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::output_tree::{Callee, Out, OutExpr, ResourceId};
use crate::dialect::bsl::program::{ResourceKind, Stage};

const COMMA: u8 = 0;
const ASSIGN: u8 = 1;
const TERNARY: u8 = 2;
/// Of the loosest binary operator.
const BINARY: u8 = 3;
const UNARY: u8 = 13;
const POSTFIX: u8 = 14;
const PRIMARY: u8 = 15;

fn precedence(expr: &OutExpr) -> u8 {
    match &expr.kind {
        Out::Comma(_) => COMMA,
        Out::Assign(..) => ASSIGN,
        Out::Ternary(..) => TERNARY,
        Out::Binary(operator, ..) => BINARY + operator.level(),
        Out::Unary(..) => UNARY,
        Out::Constant(constant) if constant.is_negative() => UNARY,
        Out::Postfix(..) | Out::Index(..) | Out::Member(..) => POSTFIX,
        _ => PRIMARY,
    }
}

impl Writer<'_> {
    /// An expression in a place that takes operators of this precedence and tighter.
    pub fn expression_in(&mut self, expr: &OutExpr, least: u8) {
        if precedence(expr) < least {
            self.plain("(");
            self.expression(expr);
            self.plain(")");
        } else {
            self.expression(expr);
        }
    }

    /// An expression where commas separate.
    pub fn element(&mut self, expr: &OutExpr) {
        self.expression_in(expr, ASSIGN);
    }

    pub fn elements(&mut self, all: &[OutExpr]) {
        for (at, expr) in all.iter().enumerate() {
            if at > 0 {
                self.plain(", ");
            }
            self.element(expr);
        }
    }

    pub fn expression(&mut self, expr: &OutExpr) {
        let span = expr.span;
        match &expr.kind {
            Out::Constant(constant) => self.placed_constant(constant, span),
            Out::Local(id) => match self.values.get(id).copied() {
                Some(value) if value.is_negative() => self.placed(&format!("({})", value.glsl()), span),
                Some(value) => self.placed_constant(&value, span),
                None => {
                    let name = self.locals[*id as usize];
                    self.placed(&name, span);
                }
            },
            Out::Global(id) => {
                let name = &self.names.globals[*id as usize];
                self.placed(name, span);
            }
            Out::Resource(id) => self.resource(*id, expr),
            Out::BuiltIn(name) => self.placed(name, span),
            Out::Unary(text, operand) => {
                self.placed(text, span);
                // `--1` is another operator.
                let doubled = matches!(&operand.kind, Out::Unary(..)) || precedence(operand) == UNARY;
                self.expression_in(operand, if doubled { POSTFIX } else { UNARY });
            }
            Out::Postfix(text, operand) => {
                self.expression_in(operand, POSTFIX);
                self.plain(text);
            }
            Out::Binary(operator, left, right) => {
                let own = BINARY + operator.level();
                self.expression_in(left, own);
                self.plain(" ");
                self.plain(operator.text());
                self.plain(" ");
                self.expression_in(right, own + 1);
            }
            Out::Assign(text, place, value) => {
                self.expression_in(place, UNARY);
                self.plain(" ");
                self.plain(text);
                self.plain(" ");
                self.expression_in(value, ASSIGN);
            }
            Out::Ternary(condition, left, right) => {
                self.expression_in(condition, BINARY);
                self.plain(" ? ");
                self.expression_in(left, ASSIGN);
                self.plain(" : ");
                self.expression_in(right, ASSIGN);
            }
            Out::Index(base, index) => {
                self.expression_in(base, POSTFIX);
                self.plain("[");
                self.expression(index);
                self.plain("]");
            }
            Out::Member(base, name) => {
                self.expression_in(base, POSTFIX);
                self.plain(".");
                let name = self.output(*name);
                self.placed(&name, span);
            }
            Out::Comma(all) => self.elements(all),
            Out::Call(callee, arguments) => self.call(*callee, arguments, expr),
        }
    }

    fn call(&mut self, callee: Callee, arguments: &[OutExpr], expr: &OutExpr) {
        let names = self.names;
        match callee {
            Callee::Function(id) => match self.renamed_function(id) {
                Some(name) => self.placed(&name, expr.span),
                None => self.placed(&names.functions[id as usize], expr.span),
            },
            Callee::BuiltIn(name) if name == "printf" => {
                let sized = format!("print_{}", arguments.len() - 1);
                self.placed(&self.names_own(&sized), expr.span);
            }
            Callee::BuiltIn(name) => self.placed(&name, expr.span),
            Callee::Type(ty) => self.placed(&names.type_name(self.program, ty), expr.span),
            Callee::Get(id, at) => self.placed(&self.word_function(id, at, false), expr.span),
            Callee::Set(id, at) => self.placed(&self.word_function(id, at, true), expr.span),
        }
        self.plain("(");
        self.elements(arguments);
        self.plain(")");
    }

    fn resource(&mut self, id: ResourceId, expr: &OutExpr) {
        let resource = &self.program.resources[id as usize];
        if let ResourceKind::CompilationConstant = &resource.kind
            && let Wanted::Stage { constants, .. } | Wanted::Info { constants, .. } = self.wanted
        {
            let zero = Constant::int(0);
            let value = constants.get(&id).copied().unwrap_or(zero);
            return self.placed_constant(&value, expr.span);
        }
        let names = self.names;
        let name = &names.resources[id as usize];
        if matches!(resource.kind, ResourceKind::Interface { .. })
            && self.wants_unit()
            && self.stage() == Some(Stage::Fragment)
        {
            return self.placed(&format!("{name}_in"), expr.span);
        }
        if let ResourceKind::SubpassInput { .. } = resource.kind
            && !matches!(self.wanted, Wanted::Info { .. })
        {
            self.placed(&format!("subpassLoad({name})"), expr.span);
            let letters = &"xyzw"[..usize::from(resource.ty.lanes())];
            if letters.len() < 4 {
                self.plain(".");
                self.plain(letters);
            }
            return;
        }
        self.placed(name, expr.span);
    }

    pub fn wants_unit(&self) -> bool {
        matches!(self.wanted, Wanted::Unit { .. })
    }
}
