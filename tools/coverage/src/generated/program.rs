//! Generated programs: functions with parameters, variables and control flow, and a function that calls each and stores what it gives.

use super::expression::{Maker, Variable};
use super::types::{Form, Random, Scalar, Ty};

/// Functions with an overload for each of some types, which generated calls choose from.
const OVERLOADS: &str = "\
float Over(float a) { return a * 2 + 1; }
float2 Over(float2 a) { return a.yx * 3; }
float3 Over(float3 a) { return a.zxy * 5; }
float4 Over(float4 a) { return a.wzyx * 7; }
int Over(int a) { return a - 11; }
uint Over(uint a) { return a + 13u; }
bool Over(bool a) { return !a; }
float2x2 Over(float2x2 a) { return transpose(a); }
int Pair(int a, int b) { return a * 3 - b; }
float Pair(float a, float b) { return a * 5 - b; }
float3 Pair(float3 a, float b) { return a * 7 - b; }
uint2 Pair(uint2 a, uint b) { return a.yx + b; }
";

/// What a program gives, word by word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// Equal if rounded differently.
    Real,
    Whole,
}

/// A generated program: its functions, and the words that its invocations write.
#[derive(Clone)]
pub(super) struct Program {
    pub(super) number: u32,
    pub(super) text: String,
    pub(super) words: Vec<Word>,
}

/// Invocations of a program.
pub(super) const THREADS: usize = 32;
/// Words of the buffer that programs read.
pub(super) const INPUTS: usize = 1024;

/// The program of this number, in the language of its version.
pub(super) fn program(seed: u64, number: u32, is_2018: bool) -> Program {
    let random = Random::new(uberc_judge::noise::hash(&[seed, u64::from(number)]));
    let mut maker = Maker { random, variables: Vec::new(), is_2018 };
    let result = maker.random.ty();
    let parameters: Vec<(&str, Ty)> =
        (0..3 + maker.random.below(3)).map(|at| (if at == 2 { "inout" } else { "in" }, maker.random.ty())).collect();
    for (at, (_, ty)) in parameters.iter().enumerate() {
        maker.variables.push(Variable { name: format!("p{at}"), ty: *ty, exact: true, is_fixed: false });
    }
    let mut body = Body { maker, text: String::new(), depth: 1, names: 0, result, loops: 0 };
    let (count, nested) = if number.is_multiple_of(4) {
        (3 + body.maker.random.below(5), 2)
    } else {
        (1 + body.maker.random.below(3), 1)
    };
    for _ in 0..count {
        body.statement(nested);
    }
    let last = body.maker.value(result, 2 + nested, false);
    body.line(&format!("return {last};"));
    let listed: Vec<String> =
        parameters.iter().enumerate().map(|(at, (way, ty))| format!("{way} {ty} p{at}")).collect();
    let mut text = format!("{result} F{number}({})\n{{\n{}}}\n", listed.join(", "), body.text);
    let mut words = Vec::new();
    text += &format!("void P{number}(uint t, uint o)\n{{\n");
    for (at, (_, ty)) in parameters.iter().enumerate() {
        text += &format!("    {ty} a{at} = {};\n", input(*ty, at as u32 * 97 + number % 61));
    }
    let given: Vec<String> = (0..parameters.len()).map(|at| format!("a{at}")).collect();
    text += &format!("    {result} r = F{number}({});\n", given.join(", "));
    stored("r", result, &mut text, &mut words);
    if let Some((_, ty)) = parameters.get(2) {
        stored("a2", *ty, &mut text, &mut words);
    }
    text += "}\n";
    Program { number, text, words }
}

/// The module of some programs; each writes behind the one before it, and invocation after invocation.
pub(super) fn module(programs: &[Program]) -> String {
    let mut text =
        String::from("StructuredBuffer<uint> I : register(t0);\nRWStructuredBuffer<uint> O : register(u0);\n");
    text += "uint In(uint at, uint t) { return I[(at * 13u + t * 29u) & 1023u]; }\n";
    text += OVERLOADS;
    let (mut calls, mut next) = (String::new(), 0);
    for program in programs {
        text += &program.text;
        calls += &format!("    P{}(t, {next}u + t * {}u);\n", program.number, program.words.len());
        next += program.words.len() * THREADS;
    }
    text += &format!("[numthreads({THREADS}, 1, 1)]\nvoid main(uint t : SV_GroupIndex)\n{{\n{calls}}}\n");
    text
}

/// A value of the type from the input buffer: small, of both signs where the type has them, and exact.
fn input(ty: Ty, at: u32) -> String {
    let one = |component: u32| {
        let word = format!("In({}u, t)", at + component * 7);
        match ty.scalar {
            Scalar::Bool => format!("({word} & 1u) != 0u"),
            Scalar::Int => format!("(int)({word} & 31u) - 12"),
            Scalar::Uint => format!("({word} & 63u)"),
            Scalar::Float => format!("((float)({word} & 31u) - 12.0f) * 0.375f"),
            Scalar::Int64 => format!("(int64_t)({word} & 31u) - 12"),
            Scalar::Uint64 => format!("(uint64_t)({word} & 63u)"),
            Scalar::Double => format!("(double)({word} & 31u) - 12.5L"),
        }
    };
    match ty.components() {
        1 => one(0),
        count => format!("{ty}({})", (0..count).map(one).collect::<Vec<_>>().join(", ")),
    }
}

fn stored(name: &str, ty: Ty, text: &mut String, words: &mut Vec<Word>) {
    for at in 0..ty.components() {
        let part = match ty.form {
            Form::One => name.to_owned(),
            Form::Vector(_) => format!("{name}[{at}]"),
            Form::Matrix(_, columns) => format!("{name}[{}][{}]", at / columns, at % columns),
        };
        let (all, word): (Vec<String>, Word) = match ty.scalar {
            Scalar::Bool => (vec![format!("{part} ? 1u : 0u")], Word::Whole),
            Scalar::Int | Scalar::Uint => (vec![format!("(uint){part}")], Word::Whole),
            Scalar::Float => (vec![format!("asuint({part})")], Word::Real),
            Scalar::Double => (vec![format!("asuint((float){part})")], Word::Real),
            Scalar::Int64 | Scalar::Uint64 => {
                (vec![format!("(uint){part}"), format!("(uint)({part} >> 32)")], Word::Whole)
            }
        };
        for value in all {
            *text += &format!("    O[o + {}u] = {value};\n", words.len());
            words.push(word);
        }
    }
}

/// A function's statements in the making.
struct Body {
    maker: Maker,
    text: String,
    depth: usize,
    names: u32,
    result: Ty,
    loops: u32,
}

impl Body {
    fn line(&mut self, line: &str) {
        self.text += &format!("{}{line}\n", "    ".repeat(self.depth));
    }

    /// Statements in braces; what they declare ends with them.
    fn block(&mut self, head: &str, nested: u32, last: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        let known = self.maker.variables.len();
        for _ in 0..1 + self.maker.random.below(3) {
            self.statement(nested);
        }
        if !last.is_empty() {
            self.line(last);
        }
        self.maker.variables.truncate(known);
        self.depth -= 1;
        self.line("}");
    }

    fn condition(&mut self) -> String {
        self.maker.value(Ty::one(Scalar::Bool), 2, true)
    }

    fn statement(&mut self, nested: u32) {
        match self.maker.random.below(if nested > 0 { 14 } else { 9 }) {
            0..4 => self.declaration(),
            4..7 => self.assignment(),
            7 => self.array(),
            8 => self.part(),
            9 => {
                let condition = self.condition();
                self.block(&format!("if ({condition})"), nested - 1, "");
                if self.maker.random.one_in(2) {
                    self.block("else", nested - 1, "");
                }
            }
            10 => self.counted(nested),
            11 => self.switch(nested),
            12 => {
                let condition = self.condition();
                let value = self.maker.value(self.result, 2, false);
                self.line(&format!("if ({condition}) return {value};"));
            }
            _ => {
                let counter = self.name();
                self.line(&format!("int {counter} = 0;"));
                let condition = self.condition();
                let head = format!("while ({counter} < {} && {condition})", 1 + self.maker.random.below(4));
                self.loops += 1;
                self.block(&head, nested - 1, &format!("{counter}++;"));
                self.loops -= 1;
            }
        }
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// A variable with a value of its type, or one that is converted without a cast.
    fn declaration(&mut self) {
        let ty = self.maker.random.ty();
        let exact = !ty.scalar.is_real() || self.maker.random.one_in(2);
        let wider = match ty.form {
            Form::Vector(count) => Form::Vector(count + self.maker.random.below(5 - count)),
            form => form,
        };
        let value = match self.maker.random.below(6) {
            0 => self.maker.value(ty.formed(wider), 3, exact),
            1 => self.maker.value(ty.formed(Form::One), 3, exact),
            2 if ty.scalar == Scalar::Float => {
                let from = self.maker.random.word(&["int", "uint", "bool"]);
                let scalar = match from {
                    "int" => Scalar::Int,
                    "uint" => Scalar::Uint,
                    _ => Scalar::Bool,
                };
                self.maker.value(ty.with(scalar), 3, exact)
            }
            3 if ty.components() > 1 => {
                let all: Vec<String> =
                    (0..ty.components()).map(|_| self.maker.value(Ty::one(ty.scalar), 1, exact)).collect();
                format!("{{ {} }}", all.join(", "))
            }
            _ => self.maker.value(ty, 3, exact),
        };
        let name = self.name();
        let is_fixed = self.maker.random.one_in(6);
        self.line(&format!("{}{ty} {name} = {value};", if is_fixed { "const " } else { "" }));
        self.maker.variables.push(Variable { name, ty, exact, is_fixed });
    }

    fn variable(&mut self) -> Option<(String, Ty, bool)> {
        let open: Vec<usize> =
            (0..self.maker.variables.len()).filter(|at| !self.maker.variables[*at].is_fixed).collect();
        let variable = &self.maker.variables[self.maker.random.of(&open)?];
        Some((variable.name.clone(), variable.ty, variable.exact))
    }

    fn assignment(&mut self) {
        let Some((name, ty, exact)) = self.variable() else { return };
        // A value grows with each turn of a loop, and a large one is not exact.
        let operators: &[&str] = match ty.scalar {
            Scalar::Bool => &["="],
            _ if ty.scalar.is_whole() && !matches!(ty.form, Form::Matrix(..)) => {
                &["=", "+=", "-=", "*=", "^=", "|=", "&="]
            }
            _ if self.loops > 0 => &["=", "+=", "-="],
            _ => &["=", "+=", "-=", "*="],
        };
        if ty.scalar != Scalar::Bool && self.maker.random.one_in(6) {
            let step = self.maker.random.word(&["++", "--"]);
            let line = if self.maker.random.one_in(2) { format!("{name}{step};") } else { format!("{step}{name};") };
            return self.line(&line);
        }
        let operator = self.maker.random.word(operators);
        let form = if self.maker.random.one_in(4) { Form::One } else { ty.form };
        let value = self.maker.value(ty.formed(form), 3, exact);
        self.line(&format!("{name} {operator} {value};"));
    }

    /// An assignment to parts of a variable, or to one that is computed.
    fn part(&mut self) {
        let Some((name, ty, exact)) = self.variable() else { return };
        let index = self.maker.value(Ty::one(Scalar::Uint), 1, true);
        let one = Ty::one(ty.scalar);
        let line = match ty.form {
            Form::One => return self.assignment(),
            Form::Vector(count) if count > 2 && self.maker.random.one_in(2) => {
                let letters = self.maker.random.word(&["zx", "yx", "xz", "zy"]);
                let value = self.maker.value(one.formed(Form::Vector(2)), 2, exact);
                format!("{name}.{letters} = {value};")
            }
            Form::Vector(count) => {
                let value = self.maker.value(one, 2, exact);
                format!("{name}[{index} % {count}] = {value};")
            }
            Form::Matrix(rows, columns) => match self.maker.random.below(3) {
                0 => {
                    let value = self.maker.value(one.formed(Form::Vector(columns)), 2, exact);
                    format!("{name}[{index} % {rows}] = {value};")
                }
                1 => {
                    let value = self.maker.value(one, 2, exact);
                    format!("{name}[{index} % {rows}][{}] = {value};", self.maker.random.below(columns))
                }
                _ => {
                    let value = self.maker.value(one.formed(Form::Vector(2)), 2, exact);
                    format!("{name}._m10_m01 = {value};")
                }
            },
        };
        self.line(&line);
    }

    /// An array, an element of it that is computed, and one that is read.
    fn array(&mut self) {
        let ty = self.maker.random.ty();
        let exact = !ty.scalar.is_real();
        let name = self.name();
        let all: Vec<String> = (0..3).map(|_| self.maker.value(ty, 2, exact)).collect();
        self.line(&format!("{ty} {name}[3] = {{ {} }};", all.join(", ")));
        let index = self.maker.value(Ty::one(Scalar::Uint), 2, true);
        let value = self.maker.value(ty, 2, exact);
        self.line(&format!("{name}[{index} % 3] = {value};"));
        let index = self.maker.value(Ty::one(Scalar::Uint), 2, true);
        let read = self.name();
        self.line(&format!("{ty} {read} = {name}[{index} % 3];"));
        self.maker.variables.push(Variable { name: read, ty, exact, is_fixed: false });
    }

    fn counted(&mut self, nested: u32) {
        let counter = self.name();
        let head = match self.maker.random.below(3) {
            0 => format!("for (int {counter} = 0; {counter} < {}; {counter}++)", 1 + self.maker.random.below(4)),
            1 => format!(
                "[unroll] for (uint {counter} = 0; {counter} < {}; ++{counter})",
                1 + self.maker.random.below(3)
            ),
            _ => format!("for (int {counter} = {}; {counter} >= 0; {counter} -= 2)", self.maker.random.below(6)),
        };
        let condition = self.condition();
        let jump = self.maker.random.word(&["", "break;", "continue;"]);
        let last = if jump.is_empty() { String::new() } else { format!("if ({condition}) {jump}") };
        self.loops += 1;
        self.block(&head, nested - 1, &last);
        self.loops -= 1;
    }

    fn switch(&mut self, nested: u32) {
        let scalar = if self.maker.random.one_in(2) { Scalar::Int } else { Scalar::Uint };
        let value = self.maker.value(Ty::one(scalar), 2, true);
        self.line(&format!("switch ({value} & 3) {{"));
        for label in ["case 0:", "case 1: case 3:", "default:"] {
            self.block(label, nested - 1, "break;");
        }
        self.line("}");
    }
}
