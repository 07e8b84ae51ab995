//! The types of integers that have not 32 bits, where naga's writers lose them.

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{Arena, Expression, Function, Handle, Module, Scalar, ScalarKind, Type, TypeInner, UniqueArena};

/// Runs with the types of each function's expressions.
fn each_function(
    module: &mut Module,
    info: &ModuleInfo,
    run: impl Fn(&mut Function, &FunctionInfo, &UniqueArena<Type>),
) {
    for (handle, function) in module.functions.iter_mut() {
        run(function, &info[handle], &module.types);
    }
    for (number, entry) in module.entry_points.iter_mut().enumerate() {
        run(&mut entry.function, info.get_entry_point(number), &module.types);
    }
}

const fn is_integer(kind: ScalarKind) -> bool {
    matches!(kind, ScalarKind::Sint | ScalarKind::Uint)
}

/// Signed and unsigned 64-bit integers become each other by a conversion of the value, which keeps the bits. Where the
/// bits are meant, naga's writer for Direct3D writes nothing, and a shift or comparison of the result would be that of the other type.
pub fn convert_signs(module: &mut Module, info: &ModuleInfo) {
    each_function(module, info, |function, info, types| {
        let is_wide = |of: Handle<Expression>, to: ScalarKind| {
            let from = info[of].ty.inner_with(types).scalar();
            is_integer(to) && from.is_some_and(|from| from.width == 8 && is_integer(from.kind) && from.kind != to)
        };
        for (_, expression) in function.expressions.iter_mut() {
            if let Expression::As { expr, kind, convert } = expression
                && convert.is_none()
                && is_wide(*expr, *kind)
            {
                *convert = Some(8);
            }
        }
    });
}

/// Results of operators on 16-bit integers get names, and so variables of their type: without one, the operators of
/// C++, on which MSL is based, give 32 bits.
pub fn name_narrow_results(module: &mut Module, info: &ModuleInfo) {
    each_function(module, info, |function, info, types| {
        for handle in narrow_results(&function.expressions, info, types) {
            function.named_expressions.entry(handle).or_insert_with(|| "narrow".to_owned());
        }
    });
}

/// Vectors are not widened.
fn narrow_results(
    expressions: &Arena<Expression>,
    info: &FunctionInfo,
    types: &UniqueArena<Type>,
) -> Vec<Handle<Expression>> {
    let is_narrow = |handle: Handle<Expression>| {
        let inner = info[handle].ty.inner_with(types);
        matches!(inner, TypeInner::Scalar(Scalar { kind, width: 2 }) if is_integer(*kind))
    };
    let operators = expressions
        .iter()
        .filter(|(_, expression)| matches!(expression, Expression::Binary { .. } | Expression::Unary { .. }));
    operators.map(|(handle, _)| handle).filter(|handle| is_narrow(*handle)).collect()
}

/// The text with `LL` behind literals of 64-bit integers: of the `L` that naga writes, DXC makes 32 bits.
pub fn lengthen_literals(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|character: char| character.is_ascii_alphanumeric() || character == '_') {
        written.push_str(&rest[..at]);
        rest = &rest[at..];
        let (word, behind) = rest.split_at(word_length(rest.as_bytes()));
        written.push_str(word);
        let digits = word.strip_suffix('L').map(|word| word.strip_suffix('u').unwrap_or(word));
        if digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())) {
            written.push('L');
        }
        rest = behind;
    }
    written.push_str(rest);
    written
}

/// The length of the name or number at the beginning of a text. A number may have a point, and a sign in its exponent.
fn word_length(text: &[u8]) -> usize {
    let is_number = text.first().is_some_and(u8::is_ascii_digit);
    let belongs = |(at, byte): (usize, &u8)| {
        let in_exponent = || at > 0 && matches!(byte, b'+' | b'-') && text[at - 1] == b'e';
        byte.is_ascii_alphanumeric() || *byte == b'_' || (is_number && (*byte == b'.' || in_exponent()))
    };
    text.iter().enumerate().position(|byte| !belongs(byte)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::lengthen_literals;

    #[test]
    fn only_literals_of_64_bit_integers_are_lengthened() {
        let text = "f1L(x_2L, 12L, 7uL, (-9L - 1L), 1.0L, 1e300L, 2.5e-7L, 1u, 3, a.x, 0.5h, 4L)";
        let expected = "f1L(x_2L, 12LL, 7uLL, (-9LL - 1LL), 1.0L, 1e300L, 2.5e-7L, 1u, 3, a.x, 0.5h, 4LL)";
        assert_eq!(lengthen_literals(text), expected);
    }
}
