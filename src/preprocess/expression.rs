//! Conditions: integer arithmetic in 64 bits, signed and unsigned (C17 6.10.1).

use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::model::{PpToken, TokenKind};

use super::limits::CONDITION_DEPTH;

/// Upper bound of the mistakes that are reported of one condition, besides the one that ends it.
const MISTAKES: usize = 16;

/// A token of a condition, after expansion.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    Token(PpToken),
    /// `defined name`.
    Defined {
        name: PpToken,
        value: bool,
    },
    /// `__has_include(...)`.
    IfValue {
        token: PpToken,
        value: bool,
    },
}

/// The result of a condition.
#[derive(Debug, Default)]
pub struct Outcome {
    /// False where the condition is malformed.
    pub value: bool,
    /// Names whose definition mattered: not those behind a `&&` with a false left side.
    pub consulted: Vec<Atom>,
    /// Names after `defined` that are no macros, where that mattered.
    pub undefined: Vec<PpToken>,
    /// Names that are no macros and count as 0, where that mattered.
    pub unknown: Vec<PpToken>,
    /// Each with its token; `None` is the whole condition.
    pub diagnostics: Vec<(Diagnostic, Option<PpToken>)>,
}

/// Evaluates a condition. `true_is_one`: the word `true` has that value.
pub fn evaluate(operands: &[Operand], true_is_one: bool) -> Outcome {
    let mut parser = Parser { operands, true_is_one, at: 0, depth: 0, outcome: Outcome::default() };
    if let Some(value) = parser.whole() {
        parser.outcome.value = value.bits != 0;
    }
    parser.outcome
}

/// `intmax_t` or `uintmax_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct IfValue {
    bits: u64,
    unsigned: bool,
}

impl IfValue {
    fn int(value: i64) -> IfValue {
        IfValue { bits: value as u64, unsigned: false }
    }

    fn truth(value: bool) -> IfValue {
        IfValue::int(i64::from(value))
    }
}

struct Parser<'a> {
    operands: &'a [Operand],
    true_is_one: bool,
    at: usize,
    depth: u32,
    outcome: Outcome,
}

/// Binding strength of binary operators; `?:` is 3 and the comma 1.
fn strength(operator: &str) -> Option<u8> {
    Some(match operator {
        "," => 1,
        "||" => 4,
        "&&" => 5,
        "|" => 6,
        "^" => 7,
        "&" => 8,
        "==" | "!=" => 9,
        "<" | ">" | "<=" | ">=" => 10,
        "<<" | ">>" => 11,
        "+" | "-" => 12,
        "*" | "/" | "%" => 13,
        _ => return None,
    })
}

/// From here on, `None` means: malformed, and reported.
impl Parser<'_> {
    fn whole(&mut self) -> Option<IfValue> {
        if self.operands.is_empty() {
            let help = "Write an expression; a name that is not a macro counts as 0.";
            return self.fail_at(None, "preprocess/bad-condition", "the condition is empty", help);
        }
        let value = self.binary(1, true)?;
        let Some(rest) = self.operands.get(self.at) else { return Some(value) };
        let token = token_of(rest);
        let text = token.token.text;
        match text.as_str() {
            ")" => self.fail(token, "`)` without `(`", "Remove it, or add the `(`."),
            "(" if self.at > 0
                && matches!(self.operands[self.at - 1], Operand::Token(name) if name.token.kind == TokenKind::Ident) =>
            {
                let name = token_of(&self.operands[self.at - 1]);
                let message = format!("`{}` is not a function-like macro", name.token.text);
                self.fail(name, &message, "Define it, or test it with `defined` first in an `#if` of its own.")
            }
            "=" => self.fail(token, "a condition cannot assign", "Compare with `==`."),
            _ => {
                self.fail(token, &format!("an operator is missing before `{text}`"), "Join the parts with an operator.")
            }
        }
    }

    fn warning(&mut self, code: &'static str, message: String, help: &str, token: PpToken) {
        if self.outcome.diagnostics.len() < MISTAKES {
            self.outcome.diagnostics.push((Diagnostic::warning(code, message).help(help), Some(token)));
        }
    }

    /// The result does not fit: GNU cpp goes on with the lower 64 bits, and so do we.
    fn warn_overflow(&mut self, operator: &str, token: PpToken) {
        let message = format!("the result of `{operator}` does not fit into 64 bits");
        let help = "Conditions are computed in signed 64-bit integers; a `u` after a number makes them unsigned.";
        self.warning("preprocess/condition-overflow", message, help, token);
    }

    /// An operand that is negative as a signed number, and is made unsigned because the other one is (C17 6.3.1.8).
    fn warn_of_sign(&mut self, operator: &str, operands: [IfValue; 2], token: PpToken) {
        let converts = !matches!(operator, "," | "||" | "&&" | "<<" | ">>");
        let [left, right] = operands;
        if !converts || left.unsigned == right.unsigned {
            return;
        }
        let signed = if left.unsigned { right } else { left };
        if (signed.bits as i64) < 0 {
            let message = format!(
                "the other side of `{operator}` is unsigned, so that {} counts as {} here",
                signed.bits as i64, signed.bits
            );
            self.warning(
                "preprocess/condition-sign",
                message,
                "Remove the `u` from the numbers of this condition.",
                token,
            );
        }
    }

    /// Unary operators, the innermost last.
    fn apply_unary(&mut self, operators: &[(u8, PpToken)], mut value: IfValue, live: bool) -> IfValue {
        for (operator, token) in operators.iter().rev() {
            value = match operator {
                b'-' => {
                    if live && !value.unsigned && value.bits as i64 == i64::MIN {
                        self.warn_overflow("-", *token);
                    }
                    IfValue { bits: value.bits.wrapping_neg(), ..value }
                }
                b'~' => IfValue { bits: !value.bits, ..value },
                b'!' => IfValue::truth(value.bits == 0),
                _ => value,
            };
        }
        value
    }

    /// Binary operators of at least this strength, and `?:`. `live`: the value counts.
    fn binary(&mut self, least: u8, live: bool) -> Option<IfValue> {
        let mut left = self.unary(live)?;
        while let Some(Operand::Token(token)) = self.operands.get(self.at).copied() {
            if token.token.kind != TokenKind::Punct {
                break;
            }
            let operator = token.token.text.as_str();
            if operator == "?" {
                if least > 3 {
                    break;
                }
                self.at += 1;
                left = self.choice(left, token, live)?;
                continue;
            }
            let Some(strength) = strength(operator).filter(|strength| *strength >= least) else { break };
            self.at += 1;
            let right_live = live
                && match operator {
                    "&&" => left.bits != 0,
                    "||" => left.bits == 0,
                    _ => true,
                };
            let right = self.binary(strength + 1, right_live)?;
            left = self.apply(operator, left, right, token, live)?;
        }
        Some(left)
    }

    fn choice(&mut self, condition: IfValue, question: PpToken, live: bool) -> Option<IfValue> {
        self.enter(question)?;
        let first = self.binary(1, live && condition.bits != 0)?;
        match self.operands.get(self.at) {
            Some(Operand::Token(colon)) if colon.token.text == ":" => self.at += 1,
            _ => return self.fail(question, "`?` without `:`", "Write `condition ? value : value`."),
        }
        let second = self.binary(3, live && condition.bits == 0)?;
        self.depth -= 1;
        let chosen = if condition.bits != 0 { first } else { second };
        Some(IfValue { unsigned: first.unsigned || second.unsigned, ..chosen })
    }

    fn unary(&mut self, live: bool) -> Option<IfValue> {
        let mut operators = Vec::new();
        loop {
            let Some(&operand) = self.operands.get(self.at) else {
                let last = self.operands.last().map(token_of);
                let text = last.map_or(String::new(), |last| format!(" after `{}`", last.token.text));
                let message = format!("a value is missing{text}");
                return self.fail_at(last, "preprocess/bad-condition", &message, "Complete the expression.");
            };
            self.at += 1;
            let token = match operand {
                Operand::Defined { name, value } => {
                    if live {
                        self.outcome.consulted.push(name.token.text);
                        if !value {
                            self.outcome.undefined.push(name);
                        }
                    }
                    return Some(self.apply_unary(&operators, IfValue::truth(value), live));
                }
                Operand::IfValue { value, .. } => {
                    return Some(self.apply_unary(&operators, IfValue::truth(value), live));
                }
                Operand::Token(token) => token,
            };
            let text = token.token.text.as_str();
            let value = match token.token.kind {
                // `true` and `false` are C23's and dxc's. Every other name is 0.
                TokenKind::Ident => {
                    if live && !(self.true_is_one && matches!(text, "true" | "false")) {
                        self.outcome.unknown.push(token);
                    }
                    IfValue::truth(self.true_is_one && text == "true")
                }
                TokenKind::Number => self.number(token, live)?,
                TokenKind::Char => self.character(token)?,
                TokenKind::String => {
                    return self.fail(
                        token,
                        "a string cannot be part of a condition",
                        "Conditions work on integers only.",
                    );
                }
                TokenKind::Other => {
                    let message = format!("`{text}` cannot be part of a condition");
                    return self.fail(token, &message, "Remove it.");
                }
                TokenKind::Punct => match text.as_bytes() {
                    [operator @ (b'+' | b'-' | b'!' | b'~')] => {
                        operators.push((*operator, token));
                        continue;
                    }
                    b"(" => {
                        self.enter(token)?;
                        let value = self.binary(1, live)?;
                        self.depth -= 1;
                        match self.operands.get(self.at) {
                            Some(Operand::Token(close)) if close.token.text == ")" => self.at += 1,
                            _ => return self.fail(token, "`(` is never closed", "Add the missing `)`."),
                        }
                        value
                    }
                    _ => {
                        let message = format!("a value is missing before `{text}`");
                        return self.fail(token, &message, "Complete the expression.");
                    }
                },
            };
            return Some(self.apply_unary(&operators, value, live));
        }
    }

    fn apply(&mut self, operator: &str, left: IfValue, right: IfValue, token: PpToken, live: bool) -> Option<IfValue> {
        let unsigned = left.unsigned || right.unsigned;
        let (a, b) = (left.bits, right.bits);
        let (x, y) = (a as i64, b as i64);
        let value = |bits: u64| IfValue { bits, unsigned };
        if live {
            self.warn_of_sign(operator, [left, right], token);
            if overflows(operator, left, right) {
                self.warn_overflow(operator, token);
            }
        }
        Some(match operator {
            "||" => IfValue::truth(a != 0 || b != 0),
            "&&" => IfValue::truth(a != 0 && b != 0),
            "|" => value(a | b),
            "^" => value(a ^ b),
            "&" => value(a & b),
            "==" => IfValue::truth(a == b),
            "!=" => IfValue::truth(a != b),
            "<" => IfValue::truth(if unsigned { a < b } else { x < y }),
            ">" => IfValue::truth(if unsigned { a > b } else { x > y }),
            "<=" => IfValue::truth(if unsigned { a <= b } else { x <= y }),
            ">=" => IfValue::truth(if unsigned { a >= b } else { x >= y }),
            "<<" => shift(left, right, false),
            ">>" => shift(left, right, true),
            "+" => value(a.wrapping_add(b)),
            "-" => value(a.wrapping_sub(b)),
            "*" => value(a.wrapping_mul(b)),
            "/" | "%" if b == 0 => {
                if live && self.outcome.diagnostics.len() < MISTAKES {
                    let error = Diagnostic::error("preprocess/bad-condition", "division by zero in a condition");
                    self.outcome.diagnostics.push((error.help("Guard it: `b != 0 && a / b`."), Some(token)));
                }
                // The value with which GNU cpp continues, so that the same groups are taken after the error.
                value(if unsigned { a } else { x.wrapping_abs() as u64 })
            }
            "/" => value(if unsigned { a / b } else { x.wrapping_div(y) as u64 }),
            "%" => value(if unsigned { a % b } else { x.wrapping_rem(y) as u64 }),
            _ => {
                if live {
                    let message = "a comma in a condition: only the value after it counts".to_owned();
                    self.warning("preprocess/comma-in-condition", message, "Use `&&` or `||`.", token);
                }
                right
            }
        })
    }

    fn number(&mut self, token: PpToken, live: bool) -> Option<IfValue> {
        match parse_integer(&token.token.text) {
            Ok(value) => {
                let text = token.token.text.as_str();
                let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
                if live && is_decimal && value.unsigned {
                    let message = format!("`{text}` does not fit into a signed 64-bit integer, and counts as unsigned");
                    self.warning(
                        "preprocess/condition-overflow",
                        message,
                        "Put a `u` after it if that is meant.",
                        token,
                    );
                }
                Some(value)
            }
            Err(message) => {
                let help =
                    "Write an integer: decimal, `0x` hexadecimal, `0` octal or `0b` binary, with `u` and `l` suffixes.";
                self.fail(token, &message, help)
            }
        }
    }

    fn character(&mut self, token: PpToken) -> Option<IfValue> {
        match parse_character(&token.token.text) {
            Ok(value) => Some(IfValue::int(value)),
            Err(message) => self.fail(token, &message, "Write one character, such as 'a' or '\\n'."),
        }
    }

    fn enter(&mut self, token: PpToken) -> Option<()> {
        self.depth += 1;
        if self.depth > CONDITION_DEPTH {
            return self.fail(
                token,
                &format!("the condition is nested more than {CONDITION_DEPTH} deep"),
                "Split it with helper macros or nested `#if`.",
            );
        }
        Some(())
    }

    fn fail<T>(&mut self, token: PpToken, message: &str, help: &str) -> Option<T> {
        self.fail_at(Some(token), "preprocess/bad-condition", message, help)
    }

    fn fail_at<T>(&mut self, token: Option<PpToken>, code: &'static str, message: &str, help: &str) -> Option<T> {
        self.outcome.diagnostics.push((Diagnostic::error(code, message).help(help), token));
        None
    }
}

fn token_of(operand: &Operand) -> PpToken {
    match operand {
        Operand::Token(token) | Operand::Defined { name: token, .. } | Operand::IfValue { token, .. } => *token,
    }
}

/// Whether the true result of a binary operator does not fit. Unsigned numbers wrap around by definition.
fn overflows(operator: &str, left: IfValue, right: IfValue) -> bool {
    let unsigned = left.unsigned || right.unsigned;
    let (x, y) = (left.bits as i64, right.bits as i64);
    match operator {
        "+" => !unsigned && x.checked_add(y).is_none(),
        "-" => !unsigned && x.checked_sub(y).is_none(),
        "*" => !unsigned && x.checked_mul(y).is_none(),
        "/" => !unsigned && y != 0 && x.checked_div(y).is_none(),
        "<<" | ">>" if right.bits >= 64 => true,
        // What is shifted out of an unsigned number is lost as well.
        "<<" if left.unsigned => (left.bits << right.bits) >> right.bits != left.bits,
        "<<" => (x << y) >> y != x,
        _ => false,
    }
}

/// A negative count shifts in the other direction, and a large one shifts all bits out, as in GNU cpp.
fn shift(left: IfValue, count: IfValue, right: bool) -> IfValue {
    let negative = !count.unsigned && (count.bits as i64) < 0;
    let right = right != negative;
    let distance = if negative { count.bits.wrapping_neg() } else { count.bits };
    let bits = match (right, u32::try_from(distance).ok().filter(|distance| *distance < 64)) {
        (false, Some(distance)) => left.bits << distance,
        (false, None) => 0,
        (true, Some(distance)) if left.unsigned => left.bits >> distance,
        (true, None) if left.unsigned => 0,
        (true, distance) => ((left.bits as i64) >> distance.unwrap_or(63)) as u64,
    };
    IfValue { bits, ..left }
}

fn parse_integer(text: &str) -> Result<IfValue, String> {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let float = lower.contains('.')
        || (!hexadecimal && !lower.starts_with("0b") && lower.contains('e'))
        || (hexadecimal && lower.contains('p'));
    if float {
        return Err(format!("`{text}` is not an integer"));
    }
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, lower.as_str()),
    };
    let length = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    let (digits, suffix) = digits.split_at(length);
    let unsigned = match suffix {
        "" | "l" | "ll" => false,
        "u" | "ul" | "ull" | "lu" | "llu" => true,
        _ => {
            return Err(if suffix.as_bytes()[0].is_ascii_digit() {
                format!("`{text}` has a digit that base {radix} does not have")
            } else {
                format!("`{text}` has an unknown suffix")
            });
        }
    };
    if digits.is_empty() && radix != 8 {
        return Err(format!("`{text}` has no digits"));
    }
    let mut bits = 0u64;
    for digit in digits.chars().filter_map(|digit| digit.to_digit(radix)) {
        bits = bits
            .checked_mul(u64::from(radix))
            .and_then(|bits| bits.checked_add(u64::from(digit)))
            .ok_or_else(|| format!("`{text}` does not fit into 64 bits"))?;
    }
    Ok(IfValue { bits, unsigned: unsigned || bits > i64::MAX as u64 })
}

/// The value of a character constant: several characters count as the bytes of an `int`, as in GNU cpp.
fn parse_character(text: &str) -> Result<i64, String> {
    let inner = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or("");
    let bytes = inner.as_bytes();
    let mut values: Vec<u8> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte != b'\\' {
            values.push(byte);
            continue;
        }
        let escape = bytes.get(at).copied().unwrap_or(b'\\');
        at += 1;
        let value = match escape {
            b'n' => 10,
            b't' => 9,
            b'r' => 13,
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'e' => 27,
            b'\\' | b'\'' | b'"' | b'?' => u32::from(escape),
            b'0'..=b'7' => {
                let digits = bytes[at - 1..].iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7'));
                let (count, value) =
                    digits.fold((0, 0), |(count, value), byte| (count + 1, value * 8 + u32::from(byte - b'0')));
                at += count - 1;
                value
            }
            b'x' => {
                let digits = bytes[at..].iter().map_while(|byte| char::from(*byte).to_digit(16));
                let (count, value) = digits.fold((0, 0u32), |(count, value), digit| {
                    (count + 1, value.saturating_mul(16).saturating_add(digit))
                });
                if count == 0 {
                    return Err(format!("{text}: `\\x` has no digits"));
                }
                at += count;
                value
            }
            other => return Err(format!("{text}: unknown escape `\\{}`", char::from(other))),
        };
        values.push(u8::try_from(value).map_err(|_| format!("{text}: the escape does not fit into a byte"))?);
    }
    match values.as_slice() {
        [] => Err("the character constant is empty".to_owned()),
        // `char` is signed.
        [one] => Ok(i64::from(*one as i8)),
        many if many.len() <= 4 => {
            Ok(i64::from(many.iter().fold(0u32, |value, byte| value << 8 | u32::from(*byte)) as i32))
        }
        _ => Err(format!("{text} does not fit into an integer")),
    }
}
