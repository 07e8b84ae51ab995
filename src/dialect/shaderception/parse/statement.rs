//! Blocks and statements.

use super::{Parser, Wrong};
use crate::diag::Diagnostic;
use crate::dialect::shaderception::ast::{
    Assign, BinaryOp, Block, Else, Expr, ExprKind, Function, FunctionPlace, Name, Statement,
};
use crate::dialect::shaderception::lexer::TokenKind;

/// Operators of assignments, of which the value is read before; a value means `++` and `--`.
const COMPOUND: [(&str, BinaryOp, bool); 6] = [
    ("+=", BinaryOp::Add, false),
    ("-=", BinaryOp::Subtract, false),
    ("*=", BinaryOp::Multiply, false),
    ("/=", BinaryOp::Divide, false),
    ("++", BinaryOp::Add, true),
    ("--", BinaryOp::Subtract, true),
];

impl Parser<'_> {
    pub fn program(&mut self) -> Block {
        let mut whole = Block::default();
        loop {
            let block = self.block_body();
            let lost = whole.value.take();
            whole.statements.extend(block.statements);
            whole.value = block.value.or(lost);
            if self.is_end() {
                return whole;
            }
            // A block ends at `}`, which closes nothing here.
            let span = self.span();
            let problem = Diagnostic::error("psl/unmatched-brace", "`}` closes nothing").at(span);
            self.wrong(problem.help("Remove it, or add the missing `{`."));
            self.advance();
            self.is_wrong = false;
        }
    }

    /// Statements and value, up to `}` or the end.
    fn block_body(&mut self) -> Block {
        let mut block = Block::default();
        loop {
            if self.is_end() || self.is('}') {
                return block;
            }
            self.is_wrong = false;
            let begin = self.at;
            let done = self.block_part(&mut block);
            match done {
                Ok(false) => {}
                Ok(true) if self.is_end() || self.is('}') => return block,
                Ok(true) => {
                    let span = self.span();
                    let problem = Diagnostic::error("psl/code-after-value", "there is code behind the block's value")
                        .at(span)
                        .help("A value ends its block: assign it, or remove what follows.");
                    self.wrong(problem);
                    let behind = self.at;
                    self.recover();
                    self.lose(behind);
                }
                Err(Wrong) => {
                    self.recover();
                    self.lose(begin);
                }
            }
        }
    }

    /// One statement, or the value; whether it was the value.
    fn block_part(&mut self, block: &mut Block) -> Result<bool, Wrong> {
        if self.is_word("return") {
            self.advance();
            if !self.is(';') && !self.is('}') && !self.is_end() {
                block.value = Some(self.expression()?);
            }
            self.take(';');
            return Ok(true);
        }
        if let Some(statement) = self.statement()? {
            block.statements.push(statement);
            return Ok(false);
        }
        block.value = Some(self.expression()?);
        Ok(true)
    }

    /// Goes behind the next `;` of this block, or to its `}`.
    fn recover(&mut self) {
        let mut open = 0;
        while !self.is_end() {
            if self.is('{') {
                open += 1;
            } else if self.is('}') {
                if open == 0 {
                    break;
                }
                open -= 1;
                if open == 0 {
                    self.advance();
                    break;
                }
            } else if self.is(';') && open == 0 {
                self.advance();
                break;
            }
            self.advance();
        }
        self.is_wrong = false;
    }

    /// A statement; `None` if an expression stands here.
    fn statement(&mut self) -> Result<Option<Statement>, Wrong> {
        let start = self.span();
        if self.is_word("if") && self.is_at(1, '(') {
            return Ok(Some(self.if_statement()?));
        }
        if self.is_word("while") && self.is_at(1, '(') {
            self.advance();
            let condition = self.condition()?;
            let body = self.block()?;
            return Ok(Some(Statement::While { condition, body, span: start }));
        }
        if self.is_word("for") && self.is_at(1, '(') {
            return Ok(Some(self.for_statement()?));
        }
        if self.is_word("fun") && matches!(self.token(1).kind, TokenKind::Name(_)) {
            return Ok(Some(self.function()?));
        }
        if !self.is_assignment() {
            return Ok(None);
        }
        let assign = self.assign()?;
        self.expect(';')?;
        Ok(Some(Statement::Assign(assign)))
    }

    /// Whether `let`, `set`, or a name with an operator of assignments stands here.
    fn is_assignment(&self) -> bool {
        let is_name = |ahead: usize| matches!(self.token(ahead).kind, TokenKind::Name(_));
        if (self.is_word("let") || self.is_word("set")) && is_name(1) {
            return true;
        }
        let at = if is_name(0) && self.is_at(1, '.') && is_name(2) { 3 } else { 1 };
        let is_compound = COMPOUND.iter().any(|(text, ..)| {
            let mut pair = text.chars();
            pair.next().is_some_and(|one| self.is_at(at, one)) && pair.next().is_some_and(|two| self.is_at(at + 1, two))
        });
        is_name(0) && (is_compound || self.is_at(at, '=') && !self.is_at(at + 1, '='))
    }

    fn assign(&mut self) -> Result<Assign, Wrong> {
        if (self.is_word("let") || self.is_word("set")) && matches!(self.token(1).kind, TokenKind::Name(_)) {
            self.advance();
        }
        let name = self.name()?;
        let mask = if self.take('.') { Some(self.swizzle()?) } else { None };
        if let Some(mask) = &mask {
            let lanes = mask.mask();
            if lanes.is_empty() {
                // Replaces the message that only `sane` treats as an error.
                self.problems.list.retain(|told| told.primary.as_ref().is_none_or(|label| label.span != mask.span));
                let problem = Diagnostic::error("psl/swizzle", "the write mask names no lane").at(mask.span);
                self.problems.push(problem.help("Use one to four of the letters x, y, z, w or r, g, b, a."));
            } else if (1..lanes.len()).any(|at| lanes[..at].contains(&lanes[at])) {
                let problem = Diagnostic::warning("psl/swizzle-repeat", "the write mask names a lane twice");
                self.problems.push(problem.at(mask.span).help("The last value counts."));
            }
        }
        for (text, op, is_step) in COMPOUND {
            let span = self.span();
            if self.take_pair(text) {
                let one = Expr { kind: ExprKind::Number(1.0), span };
                let value = if is_step { one } else { self.expression()? };
                return Ok(Assign { name, mask, op: Some(op), value });
            }
        }
        if self.is('=') && !self.is_at(1, '=') {
            self.advance();
            let value = self.expression()?;
            return Ok(Assign { name, mask, op: None, value });
        }
        let span = self.span();
        let problem = Diagnostic::error("psl/assignment", format!("an assignment to `{}` has no operator", name.text));
        Err(self.wrong(problem.at(span).help("Write `=`, `+=`, `-=`, `*=`, `/=`, `++` or `--` behind the name.")))
    }

    fn name(&mut self) -> Result<Name, Wrong> {
        let TokenKind::Name(text) = self.token(0).kind.clone() else { return Err(self.unexpected("a name")) };
        let span = self.span();
        self.advance();
        Ok(Name { text, span })
    }

    fn condition(&mut self) -> Result<Expr, Wrong> {
        self.expect('(')?;
        let condition = self.expression()?;
        self.expect(')')?;
        Ok(condition)
    }

    fn block(&mut self) -> Result<Block, Wrong> {
        self.expect('{')?;
        self.nested(|parser| {
            let block = parser.block_body();
            parser.expect('}')?;
            Ok(block)
        })
    }

    fn if_statement(&mut self) -> Result<Statement, Wrong> {
        let span = self.span();
        self.advance();
        let condition = self.condition()?;
        let then = self.block()?;
        let mut otherwise = None;
        if self.is_word("else") {
            self.advance();
            otherwise = Some(if self.is_word("if") {
                Else::If(Box::new(self.nested(Parser::if_statement)?))
            } else {
                Else::Block(self.block()?)
            });
        }
        Ok(Statement::If { condition, then, otherwise, span })
    }

    fn for_statement(&mut self) -> Result<Statement, Wrong> {
        let span = self.span();
        self.advance();
        self.expect('(')?;
        let init = Box::new(self.assign()?);
        self.expect(';')?;
        let condition = Box::new(self.expression()?);
        self.expect(';')?;
        let step = Box::new(self.assign()?);
        self.expect(')')?;
        let body = self.block()?;
        Ok(Statement::For { init, condition, step, body, span })
    }

    fn function(&mut self) -> Result<Statement, Wrong> {
        self.advance();
        let name = self.name()?;
        self.expect('(')?;
        let mut params = Vec::new();
        if !self.is(')') {
            loop {
                params.push(self.name()?);
                if !self.take(',') {
                    break;
                }
            }
        }
        self.expect(')')?;
        let place = match (self.in_function, self.depth) {
            (true, _) => FunctionPlace::Function,
            (false, 0) => FunctionPlace::Program,
            (false, _) => FunctionPlace::Branch,
        };
        let outer = std::mem::replace(&mut self.in_function, true);
        let body = self.block();
        self.in_function = outer;
        Ok(Statement::Function(Function { name, params, body: body?, place }))
    }
}
