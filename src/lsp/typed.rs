//! The types of names, from the typed program of a variant that keeps them.

use super::places::Site;
use super::state::ProjectState;
use crate::compile::Analysis;
use crate::ir::{Expr, ExprKind, Function, Instance, Item, Program, Statement, TokenIndex, Type};
use crate::model::VariantId;
use crate::pipeline::ShaderFront;

/// Upper bound of variants that are analysed for one name. The first that keeps a name has its type, unless it has a mistake.
const MOST_TRIED: usize = 4;

/// What the program of a variant says of a name.
struct Known {
    /// The type as the language spells it.
    ty: String,
    /// Of a member: the name of the structure that has it.
    structure: Option<String>,
}

/// The type of a name as its language spells it; of a function, that of its result.
pub fn type_of(state: &ProjectState, site: &Site<'_>) -> Option<String> {
    find(state, site).map(|known| known.ty)
}

/// The name of the structure that a member belongs to.
pub fn structure_of(state: &ProjectState, site: &Site<'_>) -> Option<String> {
    find(state, site)?.structure
}

fn find(state: &ProjectState, site: &Site<'_>) -> Option<Known> {
    let chosen = chosen_variants(state, site.shader);
    let mut keepers: Vec<VariantId> = site.keepers().into_iter().collect();
    keepers.sort_by_key(|id| !chosen.contains(id));
    keepers.into_iter().take(MOST_TRIED).find_map(|id| in_variant(state, site, id))
}

/// The variants of the chosen permutation, if one is chosen.
fn chosen_variants(state: &ProjectState, shader: &ShaderFront) -> Vec<VariantId> {
    let chosen = state.selection.as_ref().filter(|chosen| chosen.shader == shader.declaration.name);
    let permutation = chosen.and_then(|chosen| chosen.permutation);
    let technique = permutation.and_then(|permutation| shader.variants.technique_of(permutation));
    technique.map(|technique| technique.stages.values().copied().collect()).unwrap_or_default()
}

fn in_variant(state: &ProjectState, site: &Site<'_>, id: VariantId) -> Option<Known> {
    let context = &*state.context;
    let variant = &site.shader.variants.variants[id.0 as usize];
    let source = &site.shader.variants.sources[variant.source as usize];
    let language = site.shader.language;
    let analysis = Analysis::new(source, &context.sources, context.session(language), context.version(language));
    let analysis = analysis.within(state.limits());
    let (program, _) = analysis.program(variant.stage, &variant.entry_point);
    let spelled = |ty: &Type| context.registry().language(language).type_name(ty);
    in_program(program.as_ref()?, site.token, site.name(), &spelled)
}

fn in_program(program: &Program, token: u32, name: &str, spelled: &dyn Fn(&Type) -> String) -> Option<Known> {
    let all = program.items.values().chain(program.interface.iter());
    all.filter(|instance| instance.tokens.contains(&token)).find_map(|instance| in_item(instance, token, name, spelled))
}

fn in_item(instance: &Instance, token: u32, name: &str, spelled: &dyn Fn(&Type) -> String) -> Option<Known> {
    let is_here = |at: TokenIndex| instance.tokens.get(at.0 as usize) == Some(&token);
    let of = |ty: &Type| Some(Known { ty: spelled(ty), structure: None });
    match &*instance.item {
        Item::Global(global) => is_here(global.at).then(|| of(&global.ty))?,
        Item::Block(block) => {
            let at = block.members_at.iter().position(|at| is_here(*at))?;
            of(&block.members.get(at)?.ty)
        }
        Item::Function(function) if is_here(function.at) => of(&function.result),
        Item::Function(function) => in_function(function, &is_here, name, spelled),
    }
}

fn in_function(
    function: &Function,
    is_here: &dyn Fn(TokenIndex) -> bool,
    name: &str,
    spelled: &dyn Fn(&Type) -> String,
) -> Option<Known> {
    let of = |ty: &Type| Some(Known { ty: spelled(ty), structure: None });
    if let Some(parameter) = function.parameters.iter().find(|parameter| is_here(parameter.at)) {
        return of(&parameter.ty);
    }
    if let Some(local) = function.locals.iter().find(|local| is_here(local.at)) {
        return of(&local.ty);
    }
    let mut found: Option<Known> = None;
    Statement::each(&function.body, &mut |statement, _| {
        statement.each_expr(&mut |expr| {
            if found.is_none() && is_named(expr, function, name) && is_here(expr.at) {
                let structure = match &*expr.kind {
                    ExprKind::Member(base, _) => match &base.ty {
                        Type::Struct(of) => Some(of.symbol.name().to_owned()),
                        _ => None,
                    },
                    _ => None,
                };
                found = Some(Known { ty: spelled(&expr.ty), structure });
            }
        });
    });
    found
}

/// Whether an expression is the value of this name.
fn is_named(expr: &Expr, function: &Function, name: &str) -> bool {
    match &*expr.kind {
        ExprKind::Local(id) => function.locals.get(id.0 as usize).is_some_and(|local| local.name.as_str() == name),
        ExprKind::Global(symbol) | ExprKind::Call(symbol, _) => {
            symbol.name().rsplit("::").next().is_some_and(|own| own.split('<').next() == Some(name))
        }
        ExprKind::Member(base, index) => match &base.ty {
            Type::Struct(of) => of.members.get(*index as usize).is_some_and(|member| member.name.as_str() == name),
            _ => false,
        },
        ExprKind::Swizzle(..) | ExprKind::MatrixSwizzle(..) | ExprKind::Intrinsic(..) | ExprKind::Method(..) => true,
        _ => false,
    }
}
