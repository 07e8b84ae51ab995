//! The macros that a text has before its project and its techniques define any.

use super::BuildContext;
use crate::compile;
use crate::dialect::{LanguageId, MacroFacts};
use crate::model::{Stage, Target, default_shader_model, stage_profile};

/// The macros of uberc and of the language, in order.
pub type Predefined = Vec<(String, String)>;

/// Those of a stage; `None`: of a library.
pub fn predefined(
    context: &BuildContext,
    language: LanguageId,
    target: Target,
    profile: Option<&str>,
    stage: Option<Stage>,
) -> Predefined {
    let profile = match stage {
        Some(stage) => stage_profile(stage, profile, target),
        None => format!("lib_{}", profile.unwrap_or(default_shader_model(target, Stage::Vertex))),
    };
    let facts = MacroFacts {
        version: context.version(language),
        profile: &profile,
        stage,
        is_spirv: target == Target::Spirv,
        is_fxc: target.is_made_by_fxc(),
        native_16_bit: compile::has_native_16_bit(target, &context.project),
    };
    let own = [("__UBERC__", "1".to_owned()), (target.platform_global(), "1".to_owned())];
    let of_language = context.registry().language(language).predefined_macros(&facts);
    own.into_iter().chain(of_language).map(|(name, value)| (name.to_owned(), value)).collect()
}
