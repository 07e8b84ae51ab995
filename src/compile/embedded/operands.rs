//! What an expression of naga's uses.

use naga::{Expression, Handle, ImageQuery, SampleLevel};

/// Shows `see` every expression that one uses.
pub fn operands(expression: &Expression, see: &mut dyn FnMut(Handle<Expression>)) {
    match *expression {
        Expression::Compose { ref components, .. } => components.iter().copied().for_each(see),
        Expression::Access { base, index } => [base, index].into_iter().for_each(see),
        Expression::AccessIndex { base: of, .. }
        | Expression::Splat { value: of, .. }
        | Expression::Swizzle { vector: of, .. }
        | Expression::Unary { expr: of, .. }
        | Expression::Derivative { expr: of, .. }
        | Expression::Relational { argument: of, .. }
        | Expression::As { expr: of, .. }
        | Expression::ArrayLength(of)
        | Expression::Load { pointer: of } => see(of),
        Expression::Binary { left, right, .. } => [left, right].into_iter().for_each(see),
        Expression::Select { condition, accept, reject } => [condition, accept, reject].into_iter().for_each(see),
        Expression::Math { arg, arg1, arg2, arg3, .. } => {
            [Some(arg), arg1, arg2, arg3].into_iter().flatten().for_each(see);
        }
        Expression::ImageSample { image, sampler, coordinate, array_index, offset, level, depth_ref, .. } => {
            let (level, other) = match level {
                SampleLevel::Exact(level) | SampleLevel::Bias(level) => (Some(level), None),
                SampleLevel::Gradient { x, y } => (Some(x), Some(y)),
                SampleLevel::Auto | SampleLevel::Zero => (None, None),
            };
            let others = [array_index, offset, depth_ref, level, other].into_iter().flatten();
            [image, sampler, coordinate].into_iter().chain(others).for_each(see);
        }
        Expression::ImageLoad { image, coordinate, array_index, sample, level } => {
            [Some(image), Some(coordinate), array_index, sample, level].into_iter().flatten().for_each(see);
        }
        Expression::ImageQuery { image, query } => {
            see(image);
            if let ImageQuery::Size { level: Some(level) } = query {
                see(level);
            }
        }
        // They have no operands, or their values come from statements.
        _ => {}
    }
}
