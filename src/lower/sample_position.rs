//! The sample positions of a multisampled texture.

use naga::{BinaryOperator, Expression, ImageQuery};

use super::function::{FunctionBuilder, ValueHandle};
use crate::ir::{Expr, ResourcePart, Result};

/// Direct3D's standard sample positions in sixteenths of a pixel from its middle, for 1, 2, 4, 8 and 16 samples: those
/// of *n* begin at *n* - 1.
const SAMPLE_POSITIONS: [[i8; 2]; 31] = [
    [0, 0],
    [4, 4],
    [-4, -4],
    [-2, -6],
    [6, -2],
    [-6, 2],
    [2, 6],
    [1, -3],
    [-1, 3],
    [5, 1],
    [-3, -5],
    [-5, 5],
    [-7, -1],
    [3, 7],
    [7, -7],
    [1, 1],
    [-1, -3],
    [-3, 2],
    [4, -1],
    [-5, -2],
    [2, 5],
    [5, 3],
    [3, -5],
    [-2, 6],
    [0, -7],
    [-4, -6],
    [-6, 4],
    [-8, 0],
    [7, -4],
    [6, 7],
    [-7, -8],
];

impl FunctionBuilder<'_, '_> {
    /// `GetSamplePosition`: the standard pattern for the texture's number of samples, which Vulkan's
    /// `standardSampleLocations` promises too; 0 outside of it.
    pub fn sample_position(&mut self, object: &Expr, arguments: &[Expr]) -> Result<ValueHandle> {
        let [sample] = arguments else { return self.internal("a sample position without a sample") };
        let (symbol, index) = self.resource(object)?;
        let image = self.handle(symbol, ResourcePart::Whole, index)?;
        let count = self.add(Expression::ImageQuery { image, query: ImageQuery::NumSamples });
        let sample = self.index_value(sample)?;
        let sample = self.cast(sample, naga::Scalar::U32);
        let vec2 = self.low.number(naga::Scalar::F32, 1, 2);
        let mut components = Vec::with_capacity(SAMPLE_POSITIONS.len());
        for position in SAMPLE_POSITIONS {
            let lanes = position.map(|sixteenths| self.float(f32::from(sixteenths) / 16.0)).to_vec();
            components.push(self.add(Expression::Compose { ty: vec2, components: lanes }));
        }
        let ty = self.low.types.array(&mut self.low.module, vec2, SAMPLE_POSITIONS.len() as u32);
        let all = self.add(Expression::Compose { ty, components });
        let variable = self.variable("positions", ty);
        self.store(variable, all);
        let (zero, one, most) = (self.uint(0), self.uint(1), self.uint(16));
        let before = self.binary(BinaryOperator::Subtract, count, one);
        let common = self.binary(BinaryOperator::And, count, before);
        let power = self.binary(BinaryOperator::Equal, common, zero);
        let few = self.binary(BinaryOperator::LessEqual, count, most);
        let inside = self.binary(BinaryOperator::Less, sample, count);
        let known = self.binary(BinaryOperator::LogicalAnd, power, few);
        let known = self.binary(BinaryOperator::LogicalAnd, known, inside);
        let at = self.binary(BinaryOperator::Add, before, sample);
        // A texture with one sample has it in the middle, so its position is 0 as well.
        let at = self.select(known, at, zero);
        let element = self.element(variable, at);
        Ok(self.load(element))
    }
}
