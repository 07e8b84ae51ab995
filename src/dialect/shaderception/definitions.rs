//! Where the names of a program are defined: what an editor goes to.

use super::ast::{Assign, Block, Else, Expr, ExprKind, Function, Name, Statement};
use super::lexer::lex;
use super::problems::Problems;
use super::{MOST_TYPED_TOKENS, Semantics, builtins, parse};
use crate::diag::{SourceFile, Span};

/// The definitions that the name at a byte can mean, in the order of the text: of a function its name, of a variable
/// the first assignment. A variable of a function is one of the program where the program has used the name before the
/// call, so it can be either. Empty for built-in functions, and for names that nothing assigns.
pub fn definitions(file: &SourceFile, at: u32) -> Vec<Span> {
    // Mistakes are told when the program is compiled.
    let mut problems = Problems::new(Semantics::Reference);
    let tokens = lex(&file.text, file.id, &mut problems);
    if tokens.len() > MOST_TYPED_TOKENS {
        return Vec::new();
    }
    let parsed = parse::parse(&tokens, &mut problems);
    let mut names = Names::default();
    names.block(&parsed.program, None);
    names.meant_at(at)
}

/// What a name does where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Function,
    Call,
    Parameter,
    Write,
    Read,
}

struct Mention {
    name: String,
    span: Span,
    role: Role,
    /// The number of the function around it.
    function: Option<usize>,
}

/// All names of a program.
#[derive(Default)]
struct Names {
    mentions: Vec<Mention>,
    functions: usize,
}

impl Names {
    fn meant_at(&self, at: u32) -> Vec<Span> {
        let Some(here) = self.mentions.iter().find(|it| it.span.start <= at && at <= it.span.end) else {
            return Vec::new();
        };
        let named = self.mentions.iter().filter(|it| it.name == here.name);
        let mut found: Vec<Span> = match here.role {
            Role::Call if builtins::find(&here.name).is_some() => Vec::new(),
            Role::Call | Role::Function => named.filter(|it| it.role == Role::Function).map(|it| it.span).collect(),
            Role::Parameter | Role::Write | Role::Read => self.variables(here),
        };
        found.sort_by_key(|span| span.start);
        found
    }

    /// The parameter of this name, or the first assignments in the program and in the function.
    fn variables(&self, here: &Mention) -> Vec<Span> {
        let named = || self.mentions.iter().filter(|it| it.name == here.name);
        let parameter = named().find(|it| it.role == Role::Parameter && it.function == here.function);
        if let Some(parameter) = parameter {
            return vec![parameter.span];
        }
        let first = |function: Option<usize>| {
            let writes = named().filter(|it| it.role == Role::Write && it.function == function);
            writes.map(|it| it.span).min_by_key(|span| span.start)
        };
        let own: Vec<Span> = [None, here.function].into_iter().filter_map(first).collect();
        match own[..] {
            // Functions assign variables of the program.
            [] => (0..self.functions).filter_map(|function| first(Some(function))).collect(),
            [one, other] if one == other => vec![one],
            _ => own,
        }
    }

    fn note(&mut self, name: &Name, role: Role, function: Option<usize>) {
        self.mentions.push(Mention { name: name.text.clone(), span: name.span, role, function });
    }

    fn block(&mut self, block: &Block, function: Option<usize>) {
        block.statements.iter().for_each(|statement| self.statement(statement, function));
        block.value.iter().for_each(|value| self.expr(value, function));
    }

    fn statement(&mut self, statement: &Statement, function: Option<usize>) {
        match statement {
            Statement::Assign(assign) => self.assign(assign, function),
            Statement::If { condition, then, otherwise, .. } => {
                self.expr(condition, function);
                self.block(then, function);
                match otherwise {
                    Some(Else::If(next)) => self.statement(next, function),
                    Some(Else::Block(block)) => self.block(block, function),
                    None => {}
                }
            }
            Statement::While { condition, body, .. } => {
                self.expr(condition, function);
                self.block(body, function);
            }
            Statement::For { init, condition, step, body, .. } => {
                self.assign(init, function);
                self.expr(condition, function);
                self.assign(step, function);
                self.block(body, function);
            }
            Statement::Function(inner) => self.function(inner, function),
        }
    }

    fn function(&mut self, inner: &Function, around: Option<usize>) {
        let own = Some(self.functions);
        self.functions += 1;
        self.note(&inner.name, Role::Function, around);
        inner.params.iter().for_each(|param| self.note(param, Role::Parameter, own));
        self.block(&inner.body, own);
    }

    fn assign(&mut self, assign: &Assign, function: Option<usize>) {
        self.note(&assign.name, Role::Write, function);
        self.expr(&assign.value, function);
    }

    fn expr(&mut self, expr: &Expr, function: Option<usize>) {
        match &expr.kind {
            ExprKind::Empty | ExprKind::Number(_) => {}
            ExprKind::Name(name) => {
                let name = Name { text: name.clone(), span: expr.span };
                self.note(&name, Role::Read, function);
            }
            ExprKind::Call(name, arguments) => {
                self.note(name, Role::Call, function);
                arguments.iter().for_each(|argument| self.expr(argument, function));
            }
            ExprKind::Unary(_, operand) | ExprKind::Swizzle(operand, _) => self.expr(operand, function),
            ExprKind::Binary(_, left, right) => {
                self.expr(left, function);
                self.expr(right, function);
            }
        }
    }
}
