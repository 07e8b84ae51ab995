//! Options of a generator that hold for the whole project.

use super::BuildContext;
use crate::dialect::{Generator, OptionValues};

/// What the project file says for a generator. Macros of every unit are among its own, if it takes macros.
pub fn project_options(context: &BuildContext, generator: &dyn Generator) -> OptionValues {
    let own = context.project.generator_options.get(generator.name());
    let mut options = own.cloned().unwrap_or_default();
    if generator.options().iter().any(|option| option.name == DEFINES) {
        let of_project = context.project.defines.iter().map(|(name, value)| format!("{name}={value}"));
        let of_section = options.remove(DEFINES).unwrap_or_default();
        let all: Vec<String> = of_project.chain(of_section).collect();
        if !all.is_empty() {
            options.insert(DEFINES.to_owned(), all);
        }
    }
    options
}

/// The option that `[defines]` is added to.
const DEFINES: &str = "defines";
