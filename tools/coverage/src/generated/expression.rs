//! Expressions of a wanted type. What they compute is defined: no division by zero, no conversion of a number that the other type has
//! not, no comparison of results that compilers may round differently.

use super::types::{Form, Random, Scalar, Ty};

pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Ty,
    /// Nothing that was rounded has been stored in it.
    pub(super) exact: bool,
    pub(super) is_fixed: bool,
}

/// What expressions are made of.
pub(super) struct Maker {
    pub(super) random: Random,
    pub(super) variables: Vec<Variable>,
    /// `?:`, `&&` and `||` take vectors.
    pub(super) is_2018: bool,
}

impl Maker {
    /// An expression of the type. `exact`: its value may not depend on how it is rounded.
    pub(super) fn value(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        if depth == 0 || self.random.one_in(8) {
            return self.leaf(ty, exact);
        }
        match self.random.below(12) {
            0 | 1 => self.leaf(ty, exact),
            2 => self.converted(ty, depth, exact),
            3 => self.constructed(ty, depth, exact),
            4 => self.chosen(ty, depth, exact),
            5 => self.picked(ty, depth, exact),
            _ if ty.scalar == Scalar::Bool => self.truth(ty, depth),
            6 | 7 => self.called(ty, depth, exact),
            8 if ty.scalar.is_whole() => self.bits(ty, depth, exact),
            _ => self.arithmetic(ty, depth, exact),
        }
    }

    fn leaf(&mut self, ty: Ty, exact: bool) -> String {
        let fits = |variable: &&Variable| variable.ty == ty && (variable.exact || !exact);
        let known: Vec<&str> = self.variables.iter().filter(fits).map(|variable| variable.name.as_str()).collect();
        if !known.is_empty() && !self.random.one_in(4) {
            return self.random.word(&known).to_owned();
        }
        // One of another scalar type, or the first components of a larger one.
        let near = |variable: &&Variable| {
            let larger = matches!((variable.ty.form, ty.form),
                (Form::Vector(all), Form::Vector(some)) if all >= some)
                || variable.ty.form == ty.form
                || ty.form == Form::One;
            let halves = variable.ty.scalar.is_wide() && ty.scalar == Scalar::Float;
            let defined = (!variable.ty.scalar.is_real() || ty.scalar.is_real()) && !halves;
            larger && defined && (variable.exact || !exact)
        };
        let near: Vec<&str> = self.variables.iter().filter(near).map(|variable| variable.name.as_str()).collect();
        if !near.is_empty() && !self.random.one_in(4) {
            format!("(({ty}){})", self.random.word(&near))
        } else {
            self.literal(ty)
        }
    }

    fn number(&mut self, scalar: Scalar) -> String {
        let small = self.random.below(9);
        match scalar {
            Scalar::Bool => self.random.word(&["true", "false"]).to_owned(),
            Scalar::Int if self.random.one_in(6) => format!("0x{small:x}"),
            Scalar::Int if self.random.one_in(5) => format!("-{small}"),
            Scalar::Int => small.to_string(),
            Scalar::Uint => format!("{small}u"),
            Scalar::Float => {
                let suffix = self.random.word(&["", "f", "h"]);
                format!("{}.{}{suffix}", self.random.below(4), self.random.word(&["0", "5", "25", "75"]))
            }
            Scalar::Int64 => format!("{small}ll"),
            Scalar::Uint64 => format!("{small}ull"),
            Scalar::Double => format!("{small}.5L"),
        }
    }

    fn literal(&mut self, ty: Ty) -> String {
        match ty.form {
            Form::One if self.random.one_in(3) => format!("({ty}){}", self.number(ty.scalar)),
            Form::One => self.number(ty.scalar),
            _ if self.random.one_in(3) => format!("({ty}){}", self.number(ty.scalar)),
            _ => {
                let all: Vec<String> = (0..ty.components()).map(|_| self.number(ty.scalar)).collect();
                format!("{ty}({})", all.join(", "))
            }
        }
    }

    /// A value of another scalar type, so that it can be converted: in its range, and not rounded where that would show.
    fn other(&mut self, ty: Ty, form: Form, depth: u32, exact: bool) -> String {
        let from = Ty::new(self.random.scalar(), form);
        // DXC's SPIR-V takes the lower half of a 64-bit number before it converts it to a float; in DXIL it is converted as it is.
        let loses = from.scalar.is_wide() && from.scalar.is_whole() && ty.scalar == Scalar::Float;
        let from = if loses { from.with(Scalar::Int) } else { from };
        let exact = exact || from.scalar.is_real() && !ty.scalar.is_real();
        let value = self.value(from, depth, exact);
        if !from.scalar.is_real() || ty.scalar.is_real() || ty.scalar == Scalar::Bool {
            return value;
        }
        if ty.scalar.is_signed() {
            format!("clamp({value}, ({from})-999, ({from})999)")
        } else {
            format!("min(abs({value}), ({from})999)")
        }
    }

    fn converted(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        let form = match ty.form {
            Form::One => self.random.form(),
            Form::Vector(2) if self.random.one_in(4) => Form::Matrix(1, 2),
            Form::Vector(4) if self.random.one_in(3) => Form::Matrix(2, 2),
            Form::Vector(count) => Form::Vector(count + self.random.below(5 - count)),
            Form::Matrix(2, 2) if self.random.one_in(3) => Form::Vector(4),
            Form::Matrix(rows, columns) => {
                Form::Matrix(rows + self.random.below(5 - rows), columns + self.random.below(5 - columns))
            }
        };
        let form = if self.random.one_in(4) { Form::One } else { form };
        format!("(({ty}){})", self.other(ty, form, depth - 1, exact))
    }

    fn constructed(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        let mut left = ty.components();
        if left == 1 {
            return self.converted(ty, depth, exact);
        }
        let mut parts = Vec::new();
        while left > 0 {
            let count = (1 + self.random.below(3)).min(left).min(if left == ty.components() { left - 1 } else { left });
            let form = if count == 1 { Form::One } else { Form::Vector(count) };
            let part = if self.random.one_in(2) {
                self.value(ty.formed(form), depth - 1, exact)
            } else {
                self.other(ty, form, depth - 1, exact)
            };
            parts.push(part);
            left -= count;
        }
        format!("{ty}({})", parts.join(", "))
    }

    fn chosen(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        let form = if self.is_2018 && self.random.one_in(2) { ty.form } else { Form::One };
        let condition = self.value(Ty::new(Scalar::Bool, form), depth - 1, true);
        let (left, right) = (self.value(ty, depth - 1, exact), self.value(ty, depth - 1, exact));
        if matches!(ty.form, Form::Vector(_)) && self.random.one_in(5) {
            let condition = self.value(ty.with(Scalar::Bool), depth - 1, true);
            return format!("select({condition}, {left}, {right})");
        }
        format!("({condition} ? {left} : {right})")
    }

    /// Parts of something larger.
    fn picked(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        match ty.form {
            Form::One => {
                let count = 2 + self.random.below(3);
                if self.random.one_in(3) {
                    let (row, column) = (self.random.below(count), self.random.below(count));
                    let matrix = self.value(ty.formed(Form::Matrix(count, count)), depth - 1, exact);
                    return match self.random.below(3) {
                        0 => format!("({matrix})[{row}][{column}]"),
                        1 => format!("({matrix})._m{row}{column}"),
                        _ => format!("({matrix})._{}{}", row + 1, column + 1),
                    };
                }
                let vector = self.value(ty.formed(Form::Vector(count)), depth - 1, exact);
                let letter = self.random.below(count) as usize;
                let letter = if self.random.one_in(3) { &"rgba"[letter..=letter] } else { &"xyzw"[letter..=letter] };
                format!("({vector}).{letter}")
            }
            Form::Vector(count) => {
                let from = 1 + self.random.below(4);
                let form = if from == 1 { Form::One } else { Form::Vector(from) };
                let value = self.value(ty.formed(form), depth - 1, exact);
                let letters: String =
                    (0..count).map(|_| char::from(b"xyzw"[self.random.below(from) as usize])).collect();
                // A literal with letters behind it is a number with a suffix.
                format!("(({}){value}).{letters}", ty.formed(form))
            }
            Form::Matrix(rows, columns) => {
                format!("transpose({})", self.value(ty.formed(Form::Matrix(columns, rows)), depth - 1, exact))
            }
        }
    }

    fn truth(&mut self, ty: Ty, depth: u32) -> String {
        let compared = Ty::new(self.random.scalar(), ty.form);
        match self.random.below(6) {
            0 if ty.form == Form::One => {
                let form = self.random.form();
                let of = Ty::new(self.random.scalar(), form);
                format!("{}({})", self.random.word(&["any", "all"]), self.value(of, depth - 1, true))
            }
            // DXC's SPIR-V compares and negates no matrices.
            _ if matches!(ty.form, Form::Matrix(..)) => self.converted(ty, depth, true),
            0 | 1 => format!("(!{})", self.value(ty, depth - 1, true)),
            2 if self.is_2018 || ty.form == Form::One => {
                let operator = self.random.word(&["&&", "||"]);
                format!("({} {operator} {})", self.value(ty, depth - 1, true), self.value(ty, depth - 1, true))
            }
            _ => {
                let operator = self.random.word(&["<", "<=", ">", ">=", "==", "!="]);
                let mixed = self.random.one_in(3);
                let right = if mixed { Ty::new(self.random.scalar(), ty.form) } else { compared };
                let right = if self.random.one_in(4) { right.formed(Form::One) } else { right };
                format!("({} {operator} {})", self.value(compared, depth - 1, true), self.value(right, depth - 1, true))
            }
        }
    }

    fn bits(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        if matches!(ty.form, Form::Matrix(..)) {
            return self.arithmetic(ty, depth, exact);
        }
        let left = self.value(ty, depth - 1, exact);
        match self.random.below(5) {
            0 => format!("(~{left})"),
            1 => {
                let amount = self.value(ty, depth - 1, exact);
                format!("({left} {} ({amount} & 7))", self.random.word(&["<<", ">>"]))
            }
            _ => format!("({left} {} {})", self.random.word(&["&", "|", "^"]), self.value(ty, depth - 1, exact)),
        }
    }

    fn arithmetic(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        let left = self.value(ty, depth - 1, exact);
        if self.random.one_in(8) {
            return format!("({}{left})", self.random.word(&["-", "+"]));
        }
        let divides = ty.scalar.is_whole() && !matches!(ty.form, Form::Matrix(..)) || ty.scalar.is_real() && !exact;
        if divides && self.random.one_in(5) {
            let right = self.value(ty, depth - 1, exact);
            let right =
                if ty.scalar.is_whole() { format!("({right} & 7 | 1)") } else { format!("(abs({right}) + 0.5f)") };
            return format!(
                "({left} {} {right})",
                if ty.scalar.is_whole() { self.random.word(&["/", "%"]) } else { "/" }
            );
        }
        // The narrower or smaller operand is converted, and either may be it.
        let lower: &[Scalar] = match ty.scalar {
            Scalar::Float => &[Scalar::Bool, Scalar::Int, Scalar::Uint],
            Scalar::Uint => &[Scalar::Int, Scalar::Bool],
            Scalar::Int => &[Scalar::Bool],
            Scalar::Double => &[Scalar::Float, Scalar::Int],
            _ => &[],
        };
        let scalar = if self.random.one_in(4) { self.random.of(lower).unwrap_or(ty.scalar) } else { ty.scalar };
        let form = if self.random.one_in(4) { Form::One } else { ty.form };
        let right = self.value(Ty::new(scalar, form), depth - 1, exact);
        let operator = self.random.word(&["+", "-", "*"]);
        if self.random.one_in(2) {
            format!("({left} {operator} {right})")
        } else {
            format!("({right} {operator} {left})")
        }
    }

    fn called(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        let argument = |maker: &mut Maker| maker.value(ty, depth - 1, exact);
        if self.random.one_in(4) {
            // Overloads of the program that all are called in.
            const WHOLE: [Scalar; 4] = [Scalar::Int, Scalar::Uint, Scalar::Bool, Scalar::Int];
            const ALL: [Scalar; 4] = [Scalar::Int, Scalar::Uint, Scalar::Bool, Scalar::Float];
            let from = if ty.scalar.is_real() { ALL } else { WHOLE };
            let scalar = self.random.of(&from).unwrap_or(Scalar::Int);
            // Most vectors without an overload of their own are ambiguous.
            let whole_vector = scalar == Scalar::Float && matches!(ty.form, Form::Vector(_));
            let form = if whole_vector { ty.form } else { Form::One };
            let exact = exact || !ty.scalar.is_real();
            let narrow = self.value(Ty::new(scalar, form), depth - 1, exact);
            return self.overloaded(ty, &narrow);
        }
        if ty.scalar.is_whole() {
            return match self.random.below(6) {
                0 if ty.scalar.is_signed() => format!("abs({})", argument(self)),
                1 => format!("min({}, {})", argument(self), argument(self)),
                2 => format!("max({}, {})", argument(self), argument(self)),
                3 => format!("clamp({}, ({ty})1, ({ty})6)", argument(self)),
                4 if ty.scalar == Scalar::Uint && !matches!(ty.form, Form::Matrix(..)) => {
                    format!("{}({})", self.random.word(&["countbits", "reversebits"]), argument(self))
                }
                _ if matches!(ty.form, Form::Matrix(..)) => argument(self),
                _ => format!("mad({}, {}, {})", argument(self), argument(self), argument(self)),
            };
        }
        if ty.scalar == Scalar::Double {
            return format!("min({}, {})", argument(self), argument(self));
        }
        self.of_floats(ty, depth, exact)
    }

    fn of_floats(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        let one = self.value(ty, depth - 1, exact);
        let is_matrix = matches!(ty.form, Form::Matrix(..));
        match self.random.below(10) {
            0 => format!("{}({one})", self.random.word(&["abs", "saturate", "sign"])),
            1 => {
                let name = self.random.word(&["floor", "ceil", "trunc", "round", "frac"]);
                format!("{name}({})", self.value(ty, depth - 1, true))
            }
            2 => format!("{}({one}, {})", self.random.word(&["min", "max", "step"]), self.value(ty, depth - 1, true)),
            3 => format!("clamp({one}, ({ty})-2, ({ty})2.5)"),
            4 if !is_matrix => format!("mad({one}, {}, {})", self.value(ty, 0, exact), self.value(ty, 0, exact)),
            5 if ty.form == Form::One => {
                let of = ty.formed(Form::Vector(2 + self.random.below(3)));
                format!("dot({}, {})", self.value(of, depth - 1, exact), self.value(of, depth - 1, exact))
            }
            5 | 6 => self.product(ty, depth, exact),
            _ if exact => one,
            7 => format!("{}({one})", self.random.word(&["sin", "cos", "atan", "tanh"])),
            8 => format!("{}(abs({one}) + 0.5)", self.random.word(&["sqrt", "rsqrt", "log2", "rcp", "log"])),
            _ => format!("lerp({one}, {}, 0.3)", self.value(ty, depth - 1, exact)),
        }
    }

    fn product(&mut self, ty: Ty, depth: u32, exact: bool) -> String {
        let inner = 2 + self.random.below(3);
        let (left, right) = match ty.form {
            Form::One => (Form::Vector(inner), Form::Vector(inner)),
            Form::Vector(count) if self.random.one_in(2) => (Form::Vector(inner), Form::Matrix(inner, count)),
            Form::Vector(count) => (Form::Matrix(count, inner), Form::Vector(inner)),
            Form::Matrix(rows, columns) => (Form::Matrix(rows, inner), Form::Matrix(inner, columns)),
        };
        let left = self.value(ty.formed(left), depth - 1, exact);
        format!("mul({left}, {})", self.value(ty.formed(right), depth - 1, exact))
    }

    /// A call of the functions `Over`, of which there is one for each of some types; the result is converted.
    fn overloaded(&mut self, ty: Ty, argument: &str) -> String {
        let name = if ty.form == Form::One { self.random.word(&["Over", "Pair"]) } else { "Over" };
        let second = if name == "Pair" { format!(", {}", self.number(Scalar::Int)) } else { String::new() };
        // What is chosen may give a float below zero, which no unsigned number is.
        let through = if ty.scalar.is_real() { String::new() } else { format!("({})", ty.with(Scalar::Int)) };
        format!("({ty}){through}{name}({argument}{second})")
    }
}
