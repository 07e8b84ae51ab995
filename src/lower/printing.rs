//! Messages of a debug layer.

use super::function::FunctionBuilder;
use super::spirv_only::{Instruction, MAX_MESSAGES};
use crate::ir::{Expr, ExprKind, Result, Scalar, Type};

impl FunctionBuilder<'_, '_> {
    /// A format and the numbers in it.
    pub fn print(&mut self, name: &str, arguments: &[Expr]) -> Result<()> {
        self.needs_spirv(&format!("`{name}`"))?;
        let Some((format, values)) = arguments.split_first() else {
            return self.internal("a message without a format");
        };
        let ExprKind::String(text) = *format.kind else { return self.internal("a message whose format is no string") };
        let all = &mut self.low.messages;
        let at = all.iter().position(|known| *known == text).unwrap_or_else(|| {
            all.push(text);
            all.len() - 1
        });
        if at >= MAX_MESSAGES as usize {
            return self.unsupported(format!("more than {MAX_MESSAGES} formats of messages"));
        }
        let mut given = Vec::with_capacity(values.len());
        for value in values {
            let found = self.value(value)?;
            // A message has no booleans.
            let shown = match &value.ty {
                Type::Scalar(Scalar::Bool) => Type::Scalar(Scalar::Uint),
                Type::Vector(Scalar::Bool, count) => Type::Vector(Scalar::Uint, *count),
                other => other.clone(),
            };
            let found = self.reshaped(found, &value.ty, &shown)?;
            given.push((found, self.ty(&shown)));
        }
        let number = self.low.number(naga::Scalar::U32, 1, 1);
        self.spirv_instruction(Instruction::Print(at as u32), &given, number);
        Ok(())
    }
}
