//! The messages of compilers about a shader's variants: each mistake once, with the permutations that have it.

use std::collections::{BTreeMap, BTreeSet};

use super::lint::prefix;
use super::{BuildContext, ShaderFront};
use crate::diag::{Condition, Diagnostic, DiagnosticKind, Origin};
use crate::explore;
use crate::model::{Variant, VariantId};
use crate::report::VariantDiagnostic;

/// Groups the messages of a shader's variants. Equal ones (their notes aside) are one finding, and so are all
/// fallbacks. `said`: the messages of each variant that was tried. A warning about stages counts only if all variants of
/// an entry point have it.
pub fn collect_diagnostics(
    context: &BuildContext,
    front: &ShaderFront,
    said: &BTreeMap<VariantId, Vec<Diagnostic>>,
) -> Vec<VariantDiagnostic> {
    let mut groups: Vec<(&Diagnostic, BTreeSet<VariantId>)> = Vec::new();
    for (id, diagnostics) in said {
        for diagnostic in diagnostics {
            let same = |known: &&mut (&Diagnostic, BTreeSet<VariantId>)| {
                let known = known.0;
                // The fallback to another compiler is reported once for each shader, with the first reason.
                if known.origin == Origin::Fallback && diagnostic.origin == Origin::Fallback {
                    return true;
                }
                (known.code, known.severity, &known.message)
                    == (diagnostic.code, diagnostic.severity, &diagnostic.message)
                    && known.primary.as_ref().map(|label| label.span)
                        == diagnostic.primary.as_ref().map(|label| label.span)
            };
            match groups.iter_mut().find(same) {
                Some((_, variants)) => {
                    variants.insert(*id);
                }
                None => groups.push((diagnostic, BTreeSet::from([*id]))),
            }
        }
    }
    let name = &front.declaration.name;
    let of_stages = context.registry().language(front.language).stage_warnings();
    let finding = |(diagnostic, ids): (&Diagnostic, BTreeSet<VariantId>)| {
        let variant = |id: &VariantId| &front.variants.variants[id.0 as usize];
        let example = ids.iter().map(|id| variant(id).example).min().unwrap_or_default();
        let mut diagnostic = diagnostic.clone();
        if diagnostic.help.is_none() {
            diagnostic.help = help_for_unknown_name(context, front, &diagnostic);
        }
        VariantDiagnostic {
            shader: name.clone(),
            target: front.target,
            variants: ids.iter().map(|id| variant(id).key).collect(),
            stages: whole(front, &ids, |variant| variant.stage),
            condition: condition_of(front, &ids, |id| said.contains_key(id)),
            permutation: front.declaration.branches.describe(example.0),
            reproduce: if of_stages.contains(&diagnostic.code) {
                // One variant does not show what all have in common.
                format!("uberc check --target {}", front.target.name())
            } else {
                format!("uberc build --only {name}:{:#x} --target {}", example.0, front.target.name())
            },
            diagnostic,
        }
    };
    let counts = |(diagnostic, ids): &(&Diagnostic, BTreeSet<VariantId>)| {
        !of_stages.contains(&diagnostic.code)
            || !whole(front, ids, |variant| (variant.stage, &variant.entry_point)).is_empty()
    };
    groups.into_iter().filter(counts).map(finding).collect()
}

/// What an unknown name of the source probably is for the sidecar: a branch, by its prefix, or a macro, by its capital letters.
fn help_for_unknown_name(context: &BuildContext, front: &ShaderFront, diagnostic: &Diagnostic) -> Option<String> {
    let span = diagnostic.primary.as_ref().filter(|_| diagnostic.kind == DiagnosticKind::UnknownName)?.span;
    let file = context.sources.get(span.file);
    let name = file.text.get(span.start as usize..span.end as usize)?;
    let of_branches = || front.declaration.branches.branches().iter().filter_map(|branch| prefix(&branch.name));
    if prefix(name).is_some_and(|prefix| of_branches().any(|known| known == prefix)) {
        return Some("Declare it; if it is a branch, name it in `Branches` of the sidecar as well.".to_owned());
    }
    let is_macro = name.len() > 2 && name.chars().all(|letter| matches!(letter, 'A'..='Z' | '0'..='9' | '_'));
    is_macro.then(|| {
        "Declare it; a macro is given by `#define`, by `Defines` of the technique, or by `[defines]` in `uberc.toml`.".to_owned()
    })
}

/// The keys of the variants, if these are all variants with such keys; else none.
fn whole<'f, K: Ord>(front: &'f ShaderFront, ids: &BTreeSet<VariantId>, key: impl Fn(&'f Variant) -> K) -> BTreeSet<K> {
    let all = || front.variants.variants.iter().zip(0u32..).map(|(variant, id)| (key(variant), VariantId(id)));
    let keys: BTreeSet<K> = all().filter(|(_, id)| ids.contains(id)).map(|(key, _)| key).collect();
    let is_whole = all().filter(|(key, _)| keys.contains(key)).all(|(_, id)| ids.contains(&id));
    if is_whole { keys } else { BTreeSet::new() }
}

/// The permutations that use one of these variants, in terms of branches; `None` if all permutations that were tried
/// use one, or if there is no short condition. `tried`: whether a variant was.
pub fn condition_of(
    front: &ShaderFront,
    ids: &BTreeSet<VariantId>,
    tried: impl Fn(&VariantId) -> bool,
) -> Option<Condition> {
    let set = &front.variants;
    let (mut wanted, mut clear) = (Vec::new(), Vec::new());
    for (cube, technique) in &set.parts {
        let stages = &set.techniques[*technique as usize].stages;
        if stages.values().any(|id| ids.contains(id)) {
            wanted.push(*cube);
        } else if stages.values().all(&tried) {
            clear.push(*cube);
        }
    }
    if wanted.is_empty() || clear.is_empty() {
        return None;
    }
    let layout = &front.declaration.branches;
    let found = explore::condition(layout, &wanted, &clear)?;
    Some(explore::describe(layout, &found))
}
