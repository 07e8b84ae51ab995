//! Input attachments: `layout(input_attachment_index = n)`, and `subpassLoad`.

use super::qualifiers::Qualifiers;
use super::rules::{Analyser, GlslRules};
use crate::dialect::glsl::words::type_name;
use crate::ir::operations::{METHODS, MethodFamily, Vocabulary};
use crate::ir::{ExprKind, Resource, Scalar, TokenIndex, Type};
use crate::sema::types::element_resource;
use crate::sema::{Declarator, Failed, Result, TypedValue};

/// The names of the functions.
pub fn names() -> impl Iterator<Item = &'static str> {
    let rows = METHODS.iter().filter(|row| row.family == MethodFamily::SubpassLoad);
    rows.flat_map(|row| row.names.glsl.iter().copied())
}

impl Analyser<'_, '_> {
    /// The call of a function of input attachments; `None` if it is none.
    pub fn attachment_call(
        &mut self,
        name: &'static str,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Option<Result<TypedValue>> {
        let row = Vocabulary::Glsl.method(name).filter(|row| row.family == MethodFamily::SubpassLoad)?;
        let given = match arguments {
            [first, rest @ ..] => Some((first, rest, &first.expr.ty)),
            [] => None,
        };
        let Some((first, rest, Type::Resource(Resource::InputAttachment { multisampled, element }))) = given else {
            return Some(self.no_signature(name, arguments, &[], at));
        };
        let int = Type::Scalar(Scalar::Int);
        let sample = match rest {
            [] if !multisampled => None,
            [sample] if *multisampled && self.score(&sample.expr.ty, &int).is_some() => Some(sample.clone()),
            _ => return Some(self.no_signature(name, arguments, &[], at)),
        };
        let sample = sample.map(|sample| self.converted(sample, &int)).into_iter().collect();
        let kind = ExprKind::Method(row.method, first.expr.clone(), sample);
        Some(Ok(TypedValue::new(kind, Type::Vector(element.scalar, 4), at)))
    }

    /// An input attachment says which one it is, and nothing else does.
    pub fn input_attachment(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<()> {
        let is_attachment = matches!(element_resource(&of.ty), Some(Resource::InputAttachment { .. }));
        let (name, said) = (of.name, words.layout.named.iter().find(|(name, _)| *name == "input_attachment_index"));
        match said {
            Some((_, token)) if !is_attachment => {
                let text = format!("`{name}` is a `{}`, which is no input attachment", type_name(&of.ty));
                self.error("layout", *token, text)
                    .help("`input_attachment_index` is for `subpassInput` and `subpassInputMS`.");
                Err(Failed)
            }
            None if is_attachment => {
                self.error("layout", of.token, format!("the input attachment `{name}` has no index"))
                    .help("Write for example `layout(input_attachment_index = 0, set = 0, binding = 0)` before it.");
                Err(Failed)
            }
            _ => Ok(()),
        }
    }
}
