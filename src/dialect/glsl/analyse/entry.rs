//! The entry point of a program: a function whose parameters are the inputs and outputs that the stage reaches.
//!
//! It copies the inputs to their globals, calls the function that the technique names, and copies the outputs from their globals.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::built_in_variables::group_size_symbol;
use super::mesh_stages;
use super::redeclarations::redeclaration;
use super::rules::{Entity, Unit};
use super::stage_layouts::group_size;
use super::stage_rules;
use crate::atom::Atom;
use crate::dialect::glsl::interface::{GlslWords, GroupLayout, StageWords, automatic, of_entry, of_stage};
use crate::ir::{
    BinaryOp, BuiltIn, Derived, Expr, ExprKind, Function, Global, Instance, Intrinsic, Item, Literal, Local, LocalId,
    Parameter, Passing, Scalar, Statement, StatementKind, Storage, Symbol, TestMode, TokenIndex, Type, Words, is_outer,
};
use crate::model::{Digest, Stage};
use crate::sema;
use crate::sema::Result;
use crate::sema::types::literal;

/// An input or output that the stage reaches.
struct Reached {
    symbol: Symbol,
    ty: Type,
    words: StageWords,
    /// Of its name: an index into the unit's tokens.
    token: u32,
}

/// Makes the entry point, and adds it to the items. `interface`: the inputs and outputs of the whole unit are among it.
pub fn make(
    unit: &mut Unit<'_>,
    stage: Stage,
    function: Symbol,
    items: &mut BTreeMap<Symbol, Instance>,
    interface: &[Instance],
) -> Result<Symbol> {
    let Some(called) = items.get(&function).cloned() else { return Ok(function) };
    let Item::Function(inner) = &*called.item else { return Ok(function) };
    let globals = unit.globals();
    let layout = group_layout(&globals);
    let name_token = called.tokens.get(inner.at.0 as usize).copied().unwrap_or(0);
    let name = function.0.split('(').next().unwrap_or_default();
    stage_rules::check(unit, stage, function, (&globals, &layout), items)?;
    let [inputs, outputs] = [true, false].map(|input| {
        let declared = if is_outer(stage, input) { interface } else { &globals };
        automatic(declared, stage, input)
    });
    for axis in 0..3 {
        // The layouts of a unit may give the size of a group and the number of its constant apart.
        let Some(instance) = items.get_mut(&group_size_symbol(axis)) else { continue };
        let Item::Global(of) = &*instance.item else { continue };
        let Storage::Specialisation { id, default } = &of.storage else { continue };
        let default = group_size(layout.local_size[axis], default.at);
        let storage = Storage::Specialisation { id: *id, default };
        let digest = Digest::of(format!("{} {storage:?}", instance.digest).as_bytes());
        *instance =
            Instance { item: Arc::new(Item::Global(Global { storage, ..of.clone() })), digest, ..instance.clone() };
    }
    let mesh = mesh_stages::group(&layout).filter(|_| stage == Stage::Mesh);
    let mut reached = Vec::new();
    for global in &globals {
        let Item::Global(of) = &*global.item else { continue };
        let Some(words) = of_stage(&of.words) else { continue };
        if !items.contains_key(&of.symbol) {
            continue;
        }
        let mut words = words.in_stage(stage);
        if let (Some(BuiltIn::FragDepth(_)), Some(depth)) = (words.built_in, layout.depth) {
            words.built_in = Some(BuiltIn::FragDepth(depth));
        }
        words.automatic = if words.input { &inputs } else { &outputs }.get(&of.symbol).copied();
        let ty = declared_type(unit, of);
        if ty != of.ty {
            let resized = Item::Global(Global { ty: ty.clone(), ..of.clone() });
            let digest = Digest::of(format!("{} {ty:?}", global.digest).as_bytes());
            items.insert(of.symbol, Instance { item: Arc::new(resized), digest, ..global.clone() });
        }
        let mut ty = ty;
        if let Some(group) = mesh.filter(|_| !words.input) {
            let declared = Global { ty: ty.clone(), ..of.clone() };
            if let Some(output) = mesh_stages::output(&declared, &words, group, global) {
                ty = Type::clone(output.global_type().unwrap_or(&ty));
                items.insert(of.symbol, output);
            }
        }
        let token = global.tokens.get(of.at.0 as usize).copied().unwrap_or(name_token);
        reached.push(Reached { symbol: of.symbol, ty, words, token });
    }
    let zeroed: Vec<Reached> = items
        .values()
        .filter_map(|instance| match &*instance.item {
            Item::Global(of) if matches!(of.words.get(), Some(GlslWords::ZeroAtFirst)) => {
                Some(Reached { symbol: of.symbol, ty: of.ty.clone(), words: StageWords::default(), token: name_token })
            }
            _ => None,
        })
        .collect();
    let symbol = Symbol(Atom::from(&format!("{name}(inputs and outputs of the stage)")));
    let tokens: Vec<u32> = std::iter::once(name_token).chain(reached.iter().map(|one| one.token)).collect();
    let mut made = entry_function((symbol, function, &inner.modes), &reached, &layout, stage);
    if !zeroed.is_empty() {
        set_to_zero(&mut made, &zeroed);
    }
    let types: Vec<_> = reached.iter().map(|one| (one.symbol, &one.ty)).collect();
    let digest = format!("{} {:?} {types:?} {layout:?} {stage:?}", called.digest, made.words);
    let digest = Digest::of(digest.as_bytes());
    let item = Item::Function(made);
    let uses = sema::uses_of(&item).into();
    let instance = Instance { item: Arc::new(item), tokens: tokens.into(), digest, uses };
    items.insert(symbol, instance);
    Ok(symbol)
}

/// Sets `shared` variables to zero before anything else: the first invocation of a group does, and the others wait.
fn set_to_zero(entry: &mut Function, zeroed: &[Reached]) {
    let at = TokenIndex(0);
    let (uint, bool) = (Type::Scalar(Scalar::Uint), Type::Scalar(Scalar::Bool));
    let name = Atom::from("gl_LocalInvocationIndex");
    let number = LocalId(entry.locals.len() as u32);
    let parameter = Parameter { name, ty: uint.clone(), passing: Passing::In, uniform: false, at };
    entry.parameters.push(parameter);
    entry.locals.push(Local { name, ty: uint.clone(), is_static: false, at });
    let mut words = of_entry(&entry.words).to_vec();
    let built_in = Some(BuiltIn::LocalInvocationIndex);
    words.push(StageWords { input: true, built_in, ..StageWords::default() });
    entry.words = Words::new(GlslWords::Entry(words));
    let expr = |kind: ExprKind, ty: &Type| Expr { kind: Box::new(kind), ty: ty.clone(), at };
    let own = expr(ExprKind::Local(number), &uint);
    let zero = literal(Scalar::Uint, Literal::Int(0), at);
    let condition = expr(ExprKind::Binary(BinaryOp::Equal, own, zero), &bool);
    let statement = |expr: Expr| Statement { kind: StatementKind::Expr(expr), at };
    let then = zeroed.iter().map(|one| {
        let place = expr(ExprKind::Global(one.symbol), &one.ty);
        statement(expr(ExprKind::Assign(place, expr(ExprKind::Zero, &one.ty)), &one.ty))
    });
    let choice = StatementKind::If { condition, then: then.collect(), otherwise: Vec::new() };
    let wait = expr(ExprKind::Intrinsic(Intrinsic::GroupMemoryBarrierWithGroupSync, Vec::new()), &Type::Void);
    entry.body.splice(0..0, [Statement { kind: choice, at }, statement(wait)]);
}

/// The type of a built-in variable in this unit: distances have the length that it uses, and blocks the members that it
/// declares again.
pub fn declared_type(unit: &Unit<'_>, of: &Global) -> Type {
    if let Some((again, _)) = redeclaration(unit, of.symbol.0.as_str()) {
        return again.ty.clone();
    }
    let declared = unit.declarations_of(of.symbol.0).iter().find_map(|decl| match &decl.entity {
        Entity::Variable(variable) => Some(variable.ty.clone()),
        _ => None,
    });
    declared.filter(|_| of.symbol.0.starts_with("gl_")).unwrap_or_else(|| of.ty.clone())
}

/// What all `layout(...) in;` of the unit say together.
fn group_layout(globals: &[Instance]) -> GroupLayout {
    let mut all = GroupLayout::default();
    for global in globals {
        let Item::Global(Global { words, .. }) = &*global.item else { continue };
        let Some(GlslWords::Group(one)) = words.get() else { continue };
        for (size, of_one) in all.local_size.iter_mut().zip(one.local_size) {
            *size = of_one.or(*size);
        }
        for (number, of_one) in all.local_size_ids.iter_mut().zip(one.local_size_ids) {
            *number = of_one.or(*number);
        }
        all.early_fragment_tests |= one.early_fragment_tests;
        all.post_depth_coverage |= one.post_depth_coverage;
        all.quads = one.quads.or(all.quads);
        all.primitive_culling |= one.primitive_culling;
        all.views = one.views.or(all.views);
        all.depth = one.depth.or(all.depth);
        all.max_vertices = one.max_vertices.or(all.max_vertices);
        all.max_primitives = one.max_primitives.or(all.max_primitives);
        all.topology = one.topology.or(all.topology);
    }
    all
}

/// The parameter's name: of a block, without what no code can spell.
fn parameter_name(symbol: Symbol) -> Atom {
    symbol.0.strip_prefix("block ").map_or(symbol.0, Atom::from)
}

fn entry_function(
    (symbol, called, modes): (Symbol, Symbol, &[TestMode]),
    reached: &[Reached],
    layout: &GroupLayout,
    stage: Stage,
) -> Function {
    let at = |index: usize| TokenIndex(index as u32 + 1);
    let parameters = reached.iter().enumerate().map(|(index, one)| Parameter {
        name: parameter_name(one.symbol),
        ty: one.ty.clone(),
        passing: if one.words.input { Passing::In } else { Passing::Out },
        uniform: false,
        at: at(index),
    });
    let locals = reached.iter().enumerate().map(|(index, one)| Local {
        name: parameter_name(one.symbol),
        ty: one.ty.clone(),
        is_static: false,
        at: at(index),
    });
    let copy = |index: usize, one: &Reached| {
        let at = at(index);
        let local = Expr { kind: Box::new(ExprKind::Local(LocalId(index as u32))), ty: one.ty.clone(), at };
        let global = Expr { kind: Box::new(ExprKind::Global(one.symbol)), ty: one.ty.clone(), at };
        let (to, from) = if one.words.input { (global, local) } else { (local, global) };
        let kind = Box::new(ExprKind::Assign(to, from));
        Statement { kind: StatementKind::Expr(Expr { kind, ty: one.ty.clone(), at }), at }
    };
    let copies = |input: bool| {
        let is_copied = move |one: &Reached| one.words.input == input && (input || stage != Stage::Mesh);
        reached.iter().enumerate().filter(move |(_, one)| is_copied(one)).map(|(index, one)| copy(index, one))
    };
    let first = TokenIndex(0);
    let call = Expr { kind: Box::new(ExprKind::Call(called, Vec::new())), ty: Type::Void, at: first };
    let call = Statement { kind: StatementKind::Expr(call), at: first };
    let sizes = layout.local_size.map(|size| size.unwrap_or(1));
    let mut modes = modes.to_vec();
    modes.extend(layout.post_depth_coverage.then_some(TestMode::PostDepthCoverage));
    Function {
        symbol,
        result: Type::Void,
        parameters: parameters.collect(),
        words: Words::new(GlslWords::Entry(reached.iter().map(|one| one.words).collect())),
        locals: locals.collect(),
        body: copies(true).chain([call]).chain(copies(false)).collect(),
        threads: stage.has_groups().then_some(sizes),
        thread_constants: if stage.has_groups() { layout.local_size_ids } else { [None; 3] },
        views: layout.views,
        early_depth: layout.early_fragment_tests,
        quads: layout.quads.filter(|_| stage == Stage::Compute),
        culls_primitives: layout.primitive_culling,
        modes: modes.into(),
        input_globals: (0u32..)
            .zip(reached)
            .filter(|(_, one)| one.words.input)
            .map(|(at, one)| (one.symbol, LocalId(at)))
            .collect(),
        mesh: mesh_stages::group(layout).filter(|_| stage == Stage::Mesh),
        global_parameters: (0u32..)
            .zip(reached)
            .filter(|(_, one)| stage == Stage::Mesh && !one.words.input)
            .map(|(at, one)| (LocalId(at), one.symbol))
            .collect(),
        needs: None,
        instruction: None,
        at: first,
        changes: Derived::default(),
        raw_types: Derived::default(),
        has_stage_operations: Default::default(),
    }
}
