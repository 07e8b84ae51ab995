//! Names for values that are computed from many others: naga's writers of text write an expression without a name into
//! the expression that uses it, and recurse into it.

use naga::{Expression, Function};

use super::function::ValueHandle;

/// Operators that are applied to the result of others before their value gets a name.
const DEEPEST: u32 = 128;

/// Names every value that is so many operators deep.
pub fn name(function: &mut Function) {
    // A value is at most as deep as there are expressions before it.
    if function.expressions.len() <= DEEPEST as usize {
        return;
    }
    let mut depths: Vec<u32> = Vec::with_capacity(function.expressions.len());
    for (handle, expression) in function.expressions.iter() {
        let depth = |operand: ValueHandle| depths.get(operand.index()).copied().unwrap_or(0);
        // A pointer is no value, and can have no name.
        let (below, is_value) = match *expression {
            Expression::Binary { left, right, .. } => (depth(left).max(depth(right)), true),
            Expression::Unary { expr, .. } | Expression::As { expr, .. } => (depth(expr), true),
            Expression::Relational { argument, .. } => (depth(argument), true),
            Expression::Splat { value, .. } => (depth(value), true),
            Expression::Swizzle { vector, .. } => (depth(vector), true),
            Expression::Select { condition, accept, reject } => {
                (depth(condition).max(depth(accept)).max(depth(reject)), true)
            }
            Expression::Math { arg, arg1, arg2, arg3, .. } => {
                let others = [arg1, arg2, arg3].into_iter().flatten().map(depth).max();
                (depth(arg).max(others.unwrap_or(0)), true)
            }
            Expression::Compose { ref components, .. } => {
                (components.iter().map(|part| depth(*part)).max().unwrap_or(0), true)
            }
            Expression::Access { base, index } => (depth(base).max(depth(index)), false),
            Expression::AccessIndex { base, .. } => (depth(base), false),
            // naga gives the others names of its own.
            _ => (0, false),
        };
        let is_deep = is_value && below >= DEEPEST;
        if is_deep {
            function.named_expressions.entry(handle).or_insert_with(|| "value".to_owned());
        }
        depths.push(if is_deep { 0 } else { below + 1 });
    }
}
