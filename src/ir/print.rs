//! The typed tree as text: compact, with every conversion, for people and tests.

use std::fmt::Write as _;

use super::{
    BinaryOp, Block, Convert, Expr, ExprKind, Function, Global, Item, Literal, LocalId, Loop, Passing, Program,
    ResourceAttributes, Scalar, Statement, StatementKind, Storage, Type, UnaryOp, type_name,
};

/// The program: its entry point, its interface by name, then its items in the order of their names.
pub fn print(program: &Program) -> String {
    let mut text = format!("entry {} {}\n", program.entry.stage.name(), program.entry.function.0);
    if !program.interface.is_empty() {
        let names: Vec<&str> = program
            .interface
            .iter()
            .map(|instance| match &*instance.item {
                Item::Function(function) => function.symbol.0.as_str(),
                Item::Global(global) => global.symbol.0.as_str(),
                Item::Block(block) => block.symbol.0.as_str(),
            })
            .collect();
        text += &format!("interface {}\n", names.join(", "));
    }
    for instance in program.items.values() {
        text += &item(&instance.item);
    }
    text
}

/// One item.
pub fn item(item: &Item) -> String {
    match item {
        Item::Function(of) => function(of),
        Item::Global(of) => global(of),
        Item::Block(of) => block(of),
    }
}

/// A type with the storage order that its name does not tell.
fn full_type(ty: &Type) -> String {
    match ty {
        Type::Matrix { order: super::Order::RowMajor, .. } => format!("row_major {}", type_name(ty)),
        _ => type_name(ty),
    }
}

fn attributes(of: &ResourceAttributes) -> String {
    let format = of.format.map_or(String::new(), |format| format!(" format({format})"));
    format + if of.coherent { " coherent" } else { "" }
}

fn global(of: &Global) -> String {
    let head = format!("{} {}", full_type(&of.ty), of.symbol.0);
    let value = |value: &Option<Expr>| value.as_ref().map_or(String::new(), |value| format!(" = {}", expr(value, &[])));
    match &of.storage {
        Storage::Private { initialiser } => format!("static {head}{}\n", value(initialiser)),
        Storage::Constant { initialiser } => format!("const {head} = {}\n", expr(initialiser, &[])),
        Storage::GroupShared => format!("groupshared {head}\n"),
        Storage::Output(of) => format!("{} {head}\n", format!("output of {of:?}").to_lowercase()),
        Storage::Payload => format!("payload {head}\n"),
        Storage::Resource(resource) => format!("resource {head}{}{}\n", of.words.behind(0), attributes(resource)),
        Storage::Uniform { default } => format!("uniform {head}{}{}\n", of.words.behind(0), value(default)),
        Storage::Member { block, index } => format!("member {head} = {}[{index}]\n", block.0),
        Storage::Specialisation { id, default } => format!("specialisation({id}) {head} = {}\n", expr(default, &[])),
    }
}

fn block(of: &Block) -> String {
    let kind = if of.texture_buffer { "tbuffer" } else { "block" };
    let mut text = format!("{kind} {}{}\n", of.symbol.0, of.words.behind(0));
    for (member, part) in of.members.iter().zip(1..) {
        text += &format!("    {} {}{}\n", full_type(&member.ty), member.name, of.words.behind(part));
    }
    text
}

fn function(of: &Function) -> String {
    let mut text = String::new();
    if let Some([x, y, z]) = of.threads {
        text += &format!("[{x} {y} {z}] ");
    }
    for (axis, number) in "xyz".chars().zip(of.thread_constants) {
        text += &number.map_or(String::new(), |number| format!("[{axis} by constant {number}] "));
    }
    text += &of.views.map_or(String::new(), |views| format!("[{views} views] "));
    if of.early_depth {
        text += "[early_depth] ";
    }
    if of.culls_primitives {
        text += "[culls_primitives] ";
    }
    for mode in &of.modes {
        text += &format!("[{mode:?}] ");
    }
    let names: Vec<String> = of
        .locals
        .iter()
        .enumerate()
        .map(|(at, local)| {
            // A name that stands for several locals gets their number.
            let twice = of.locals.iter().enumerate().any(|(other, with)| other != at && with.name == local.name);
            if twice || local.name.is_empty() { format!("{}#{at}", local.name) } else { local.name.to_string() }
        })
        .collect();
    text +=
        &format!("function {} -> {}{}{}\n", of.symbol.0, of.words.before(0), type_name(&of.result), of.words.behind(0));
    for ((parameter, name), part) in of.parameters.iter().zip(&names).zip(1..) {
        let way = match parameter.passing {
            Passing::In => "",
            Passing::Out => "out ",
            Passing::InOut => "inout ",
        };
        let uniform = if parameter.uniform { "uniform " } else { "" };
        text += &format!(
            "    parameter {uniform}{}{way}{} {name}{}\n",
            of.words.before(part),
            full_type(&parameter.ty),
            of.words.behind(part)
        );
    }
    let mut printer = Printer { text, names: &names, function: of, depth: 1 };
    printer.statements(&of.body);
    printer.text
}

struct Printer<'a> {
    text: String,
    names: &'a [String],
    function: &'a Function,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        let indent = "    ".repeat(self.depth);
        writeln!(self.text, "{indent}{line}").expect("a String takes everything");
    }

    fn expr(&self, of: &Expr) -> String {
        expr(of, self.names)
    }

    fn statements(&mut self, all: &[Statement]) {
        for statement in all {
            self.statement(statement);
        }
    }

    fn nested(&mut self, all: &[Statement]) {
        self.depth += 1;
        self.statements(all);
        self.depth -= 1;
    }

    fn statement(&mut self, of: &Statement) {
        match &of.kind {
            StatementKind::Expr(value) => {
                let text = self.expr(value);
                self.line(&text);
            }
            StatementKind::Declare(id, value) => {
                let local = &self.function.locals[id.0 as usize];
                let word = if local.is_static { "static" } else { "local" };
                let value = value.as_ref().map_or(String::new(), |value| format!(" = {}", self.expr(value)));
                let text = format!("{word} {} {}{value}", type_name(&local.ty), name(*id, self.names));
                self.line(&text);
            }
            StatementKind::Block(body) => {
                self.line("block");
                self.nested(body);
            }
            StatementKind::If { condition, then, otherwise } => {
                let text = format!("if {}", self.expr(condition));
                self.line(&text);
                self.nested(then);
                if !otherwise.is_empty() {
                    self.line("else");
                    self.nested(otherwise);
                }
            }
            StatementKind::For { hint, init, condition, step, body } => {
                self.line(&format!("for{}", loop_hint(*hint)));
                self.nested(init);
                if let Some(condition) = condition {
                    let text = format!("while {}", self.expr(condition));
                    self.line(&text);
                }
                if let Some(step) = step {
                    let text = format!("step {}", self.expr(step));
                    self.line(&text);
                }
                self.line("do");
                self.nested(body);
            }
            StatementKind::DoWhile { hint, body, condition } => {
                self.line(&format!("do{}", loop_hint(*hint)));
                self.nested(body);
                let text = format!("while {}", self.expr(condition));
                self.line(&text);
            }
            StatementKind::Switch { selector, cases } => {
                let text = format!("switch {}", self.expr(selector));
                self.line(&text);
                for case in cases {
                    let values: Vec<String> = case
                        .values
                        .iter()
                        .map(|value| value.map_or("default".to_owned(), |value| value.to_string()))
                        .collect();
                    let falls = if case.falls_through { " falls through" } else { "" };
                    self.line(&format!("case {}{falls}", values.join(", ")));
                    self.nested(&case.body);
                }
            }
            StatementKind::Return(None) => self.line("return"),
            StatementKind::Return(Some(value)) => {
                let text = format!("return {}", self.expr(value));
                self.line(&text);
            }
            StatementKind::Break => self.line("break"),
            StatementKind::Continue => self.line("continue"),
            StatementKind::Discard => self.line("discard"),
        }
    }
}

fn loop_hint(hint: Loop) -> String {
    match hint {
        Loop::Free => String::new(),
        Loop::Unroll(None) => " unroll".to_owned(),
        Loop::Unroll(Some(count)) => format!(" unroll({count})"),
        Loop::Loop => " loop".to_owned(),
    }
}

fn name(id: LocalId, names: &[String]) -> String {
    names.get(id.0 as usize).cloned().unwrap_or_else(|| format!("#{}", id.0))
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Modulo => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::LogicalAnd => "and",
        BinaryOp::LogicalOr => "or",
    }
}

fn convert_name(convert: Convert) -> &'static str {
    match convert {
        Convert::Numeric => "number",
        Convert::Splat => "splat",
        Convert::Truncate => "truncate",
        Convert::Reshape => "reshape",
        Convert::Fill => "fill",
        Convert::Flatten => "flatten",
        Convert::Base => "base",
    }
}

fn literal(of: Literal, ty: &Type) -> String {
    let unsigned = matches!(ty, Type::Scalar(Scalar::Uint | Scalar::Uint16 | Scalar::Uint64 | Scalar::Min16Uint));
    match of {
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) if unsigned => format!("{value}u"),
        Literal::Int(value) => value.to_string(),
        Literal::Float(value) => format!("{:?}", value as f32),
    }
}

fn list(all: &[Expr], names: &[String]) -> String {
    all.iter().map(|one| expr(one, names)).collect::<Vec<_>>().join(", ")
}

/// An expression: operators in brackets, conversions as `splat<float3>(x)`.
fn expr(of: &Expr, names: &[String]) -> String {
    let ex = |of: &Expr| expr(of, names);
    match &*of.kind {
        ExprKind::Literal(value) => literal(*value, &of.ty),
        ExprKind::String(text) => format!("{text:?}"),
        ExprKind::Local(id) => name(*id, names),
        ExprKind::Global(symbol) => symbol.0.to_string(),
        ExprKind::Member(base, index) => {
            let inner = match &base.ty {
                Type::Resource(super::Resource::Constant(of) | super::Resource::TextureBuffer(of)) => of,
                other => other,
            };
            let member = match inner {
                Type::Struct(of) => of.members.get(*index as usize).map(|member| member.name.to_string()),
                _ => None,
            };
            format!("{}.{}", ex(base), member.unwrap_or_else(|| index.to_string()))
        }
        ExprKind::Swizzle(base, places) => {
            let letters: String = places.iter().map(|at| ['x', 'y', 'z', 'w'][usize::from(*at & 3)]).collect();
            format!("{}.{letters}", ex(base))
        }
        ExprKind::MatrixSwizzle(base, places) => {
            let places: String = places.iter().map(|(row, column)| format!("_m{row}{column}")).collect();
            format!("{}.{places}", ex(base))
        }
        ExprKind::Bits(base, bits) => {
            format!("{}.bits({}..{})", ex(base), bits.offset, bits.offset + bits.width)
        }
        ExprKind::Index(base, index) => format!("{}[{}]", ex(base), ex(index)),
        ExprKind::MipIndex(base, level, place) => format!("{}.mips[{}][{}]", ex(base), ex(level), ex(place)),
        ExprKind::Unary(op, a) => {
            let op = match op {
                UnaryOp::Negate => "-",
                UnaryOp::Not => "!",
                UnaryOp::BitNot => "~",
            };
            format!("{op}{}", ex(a))
        }
        ExprKind::Binary(op, a, b) => format!("({} {} {})", ex(a), operator(*op), ex(b)),
        ExprKind::ShortCircuit { and, left, right } => {
            format!("({} {} {})", ex(left), if *and { "&&" } else { "||" }, ex(right))
        }
        ExprKind::Select(a, b, c) => format!("select({}, {}, {})", ex(a), ex(b), ex(c)),
        ExprKind::Conditional(a, b, c) => format!("({} ? {} : {})", ex(a), ex(b), ex(c)),
        ExprKind::Assign(a, b) => format!("{} = {}", ex(a), ex(b)),
        ExprKind::AssignOp { op, place, value } => format!("{} {}= {}", ex(place), operator(*op), ex(value)),
        ExprKind::Step { place, up, prefix } => {
            let op = if *up { "++" } else { "--" };
            if *prefix { format!("{op}{}", ex(place)) } else { format!("{}{op}", ex(place)) }
        }
        ExprKind::Comma(a, b) => format!("({}, {})", ex(a), ex(b)),
        ExprKind::Convert(convert, a) => format!("{}<{}>({})", convert_name(*convert), full_type(&of.ty), ex(a)),
        ExprKind::Construct(all) => format!("{}({})", type_name(&of.ty), list(all, names)),
        ExprKind::Aggregate(all) => format!("{}{{{}}}", type_name(&of.ty), list(all, names)),
        ExprKind::Call(symbol, all) => format!("{}({})", symbol.0, list(all, names)),
        ExprKind::Writeback { place, convert, back } => {
            let steps = |all: &[Convert]| all.iter().map(|one| convert_name(*one)).collect::<Vec<_>>().join(" ");
            format!("writeback<{}>({}; in {}; back {})", type_name(&of.ty), ex(place), steps(convert), steps(back))
        }
        ExprKind::Intrinsic(intrinsic, all) => format!("{intrinsic:?}<{}>({})", type_name(&of.ty), list(all, names)),
        ExprKind::Method(method, object, all) => format!("{}.{method:?}({})", ex(object), list(all, names)),
        ExprKind::Zero => format!("zero<{}>", type_name(&of.ty)),
    }
}
