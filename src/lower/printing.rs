//! Messages of a debug layer.

use std::cmp::Ordering;

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
        let at = all.iter().position(|known| *known == text).unwrap_or(all.len());
        match at.cmp(&(MAX_MESSAGES as usize)) {
            Ordering::Less if at == all.len() => all.push(text),
            Ordering::Less => {}
            Ordering::Equal if all.len() == at => {
                // Told once.
                all.push(text);
                return self.unsupported(format!("more than {MAX_MESSAGES} formats of messages"));
            }
            _ => return Ok(()),
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
