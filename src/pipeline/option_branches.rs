//! Branches that are options of a generator: the text is made for each of their final values, so a technique has one
//! value of each.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::BuildContext;
use crate::diag::{Diagnostic, Origin, did_you_mean};
use crate::dialect::{Dialect, Generator, GeneratorOption, OptionKind};
use crate::model::{
    Branch, BranchKind, CubeOutcome, Exploration, FinalCube, Outcome, ShaderDeclaration, Technique, TechniqueId,
};

/// Final values of option branches, by the names of the options.
pub type BranchOptions = BTreeMap<String, String>;

/// A branch with its option.
type OptionBranch<'a> = (&'a Branch, &'static GeneratorOption);

/// Gives each technique the final values of its option branches: cubes through which such a branch passes are split.
/// Mistakes are added to `found`; the exploration then stays as it was.
pub fn split(
    context: &BuildContext,
    dialect: Option<Dialect>,
    declaration: &ShaderDeclaration,
    exploration: Exploration,
    found: &mut Vec<Diagnostic>,
) -> Exploration {
    let Some(generator) = dialect.and_then(|dialect| context.registry().generator(dialect)) else { return exploration };
    let branches = option_branches(generator, declaration);
    if branches.is_empty() {
        return exploration;
    }
    let wrong: Vec<Diagnostic> = branches.iter().filter_map(|branch| wrong_values(generator, *branch)).collect();
    if !wrong.is_empty() {
        found.extend(wrong);
        return exploration;
    }
    let mask = branches.iter().fold(0, |mask, (branch, _)| mask | branch.mask());
    let mut divided = Divided { techniques: Vec::new(), known: BTreeMap::new() };
    let mut cubes: Vec<CubeOutcome> = Vec::new();
    let mut parts = 0;
    for outcome in &exploration.cubes {
        if outcome.final_cube().is_none() {
            cubes.push(outcome.clone());
            continue;
        }
        for (cube, finals) in outcome.parts(&declaration.branches, mask) {
            parts += 1;
            if parts > context.project.limits.techniques {
                found.push(too_many(declaration, &branches, context.project.limits.techniques));
                return exploration;
            }
            let technique = divided.technique(&exploration, finals, &branches);
            let divided = match outcome.outcome {
                Outcome::Built { written_mask, written_value, .. } => {
                    Outcome::Built { technique, written_mask, written_value }
                }
                other => other,
            };
            cubes.push(CubeOutcome { cube, outcome: divided, reads: outcome.reads.clone() });
        }
    }
    Exploration::new(exploration.runs, divided.techniques, cubes)
}

/// The branches of a shader that are options of its generator.
fn option_branches<'a>(generator: &dyn Generator, declaration: &'a ShaderDeclaration) -> Vec<OptionBranch<'a>> {
    let branches = declaration.branches.branches().iter();
    let option =
        |branch: &Branch| generator.options().iter().find(|option| option.is_branch && option.name == branch.name);
    branches.filter_map(|branch| Some((branch, option(branch)?))).collect()
}

/// An error if the option does not take every value of the branch.
fn wrong_values(generator: &dyn Generator, (branch, option): OptionBranch<'_>) -> Option<Diagnostic> {
    let name = &branch.name;
    let wrong = (0..branch.value_count()).map(|encoded| text_of(branch, option, encoded));
    let (value, why) = wrong.into_iter().find_map(|value| Some((value.clone(), option.check(&[value]).err()?)))?;
    let message = format!("the branch `{name}` can be `{value}`, which {} does not take", generator.name());
    let near = match (option.takes, &branch.kind) {
        (OptionKind::Word(words), BranchKind::Enum { .. }) => did_you_mean(&value, words.iter().copied()),
        _ => None,
    };
    let declaration = match option.takes {
        OptionKind::Word(["off", "on"]) => format!("Write \"{name}\" in `Branches`."),
        OptionKind::Word(words) => {
            let members: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            format!("Write Enum(\"{name}\", {{{}}}).", members.join(", "))
        }
        OptionKind::Number(most) => format!("Write Int(\"{name}\", 0, {}).", most.min(3)),
        OptionKind::Text | OptionKind::List => why,
    };
    let help = near.map_or(declaration, |near| format!("Did you mean `{near}`?"));
    let error = Diagnostic::error("sidecar/bad-option", message).help(help);
    Some(match branch.declared {
        Some(place) => error.at(place),
        None => error,
    })
}

/// The value of the option for an encoded value of the branch.
fn text_of(branch: &Branch, option: &GeneratorOption, encoded: u64) -> String {
    match (&branch.kind, option.takes) {
        (BranchKind::Bool, OptionKind::Word(["off", "on"])) => if encoded == 0 { "off" } else { "on" }.to_owned(),
        (BranchKind::Bool, _) => if encoded == 0 { "false" } else { "true" }.to_owned(),
        _ => branch.display_value(encoded),
    }
}

fn too_many(declaration: &ShaderDeclaration, branches: &[OptionBranch<'_>], limit: u64) -> Diagnostic {
    let names: Vec<String> = branches.iter().map(|(branch, _)| format!("`{}`", branch.name)).collect();
    let message = format!("shader \"{}\" divides into more than {limit} parts", declaration.name);
    Diagnostic::error("specialise/too-many-techniques", message)
        .origin(Origin::Limit)
        .at(declaration.declared)
        .note(format!("its text is made for each value of {}", names.join(", ")))
        .help(
            "Set branches that do not matter to a fixed value in `Specialize`, take them out of `Branches`, or raise `techniques` \
             in the limits of the project file.",
        )
}

/// Techniques with the values of their option branches.
struct Divided {
    techniques: Vec<Arc<Technique>>,
    known: BTreeMap<(TechniqueId, BranchOptions), TechniqueId>,
}

impl Divided {
    fn technique(
        &mut self,
        exploration: &Exploration,
        finals: FinalCube,
        branches: &[OptionBranch<'_>],
    ) -> TechniqueId {
        let value = |(branch, option): &OptionBranch<'_>| {
            (branch.name.clone(), text_of(branch, option, branch.extract(finals.value)))
        };
        let options: BranchOptions = branches.iter().map(value).collect();
        let next = TechniqueId(self.techniques.len() as u32);
        let id = *self.known.entry((finals.technique, options.clone())).or_insert(next);
        if id == next {
            let technique = Technique::clone(&exploration.techniques[finals.technique.0 as usize]);
            self.techniques.push(Arc::new(Technique { options, ..technique }));
        }
        id
    }
}
