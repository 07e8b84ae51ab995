//! Mesh and amplification stages: the arrays of outputs and the payload among an entry point's parameters, and
//! `DispatchMesh`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::rules::Analyser;
use crate::atom::Atom;
use crate::dialect::hlsl::interface::{Role, words_of_function};
use crate::ir::{
    ExprKind, Function, Global, Instance, Intrinsic, Item, LocalId, MeshGroup, MeshTopology, OutputArray, Scalar,
    Storage, Symbol, TokenIndex, Type, Words, has_resources, type_name,
};
use crate::model::{Digest, Stage};
use crate::sema::{Failed, Result, TypedValue};
use crate::syntax::NodeId;

/// The most vertices or primitives of a group (Direct3D's mesh shader specification).
const MAX_OUTPUTS: u32 = 256;

/// The topology that `[outputtopology("triangle")]` names.
pub fn topology(word: &str) -> Option<MeshTopology> {
    match word {
        "point" => Some(MeshTopology::Points),
        "line" => Some(MeshTopology::Lines),
        "triangle" => Some(MeshTopology::Triangles),
        _ => None,
    }
}

/// What a parameter is in a mesh or amplification stage.
pub fn roles(function: &Function) -> impl Iterator<Item = (LocalId, Role)> {
    let (_, words) = words_of_function(&function.words);
    let role = |at: usize| words.get(at).map_or(Role::Value, |words| words.role);
    (0..function.parameters.len()).map(move |at| (LocalId(at as u32), role(at)))
}

fn length(function: &Function, wanted: OutputArray) -> Option<u32> {
    let (local, _) = roles(function).find(|(_, role)| *role == Role::Outputs(wanted))?;
    match &function.parameters.get(local.0 as usize)?.ty {
        Type::Array(_, length) => *length,
        _ => None,
    }
}

/// What a group writes; `None` of a function that is no mesh stage.
pub fn group(function: &Function, topology: Option<MeshTopology>) -> Option<MeshGroup> {
    Some(MeshGroup {
        topology: topology?,
        max_vertices: length(function, OutputArray::Vertices)?,
        max_primitives: length(function, OutputArray::Indices)?,
    })
}

/// What an entry point of a mesh stage lacks, or has too much of.
pub fn problem(name: &str, function: &Function) -> Option<(&'static str, String)> {
    let lacks = |what: &str| Some(("attribute", format!("the mesh entry point `{name}` has no {what}")));
    let count = |wanted: OutputArray| roles(function).filter(|(_, role)| *role == Role::Outputs(wanted)).count();
    for (wanted, what, all) in [
        (OutputArray::Vertices, "`out vertices` parameter", "`vertices`"),
        (OutputArray::Indices, "`out indices` parameter", "`indices`"),
        (OutputArray::Primitives, "", "`primitives`"),
    ] {
        match count(wanted) {
            0 if wanted != OutputArray::Primitives => return lacks(what),
            0 | 1 => {}
            _ => return Some(("type", format!("the mesh entry point `{name}` has several parameters with {all}"))),
        }
    }
    let Some(group) = function.mesh else { return lacks("`[outputtopology(\"triangle\")]`") };
    let primitives = length(function, OutputArray::Primitives).unwrap_or(group.max_primitives);
    if primitives != group.max_primitives {
        let text = format!(
            "the mesh entry point `{name}` has {} `indices` and {primitives} `primitives`, which are of the same primitives",
            group.max_primitives
        );
        return Some(("type", text));
    }
    if !(1..=MAX_OUTPUTS).contains(&group.max_vertices) || !(1..=MAX_OUTPUTS).contains(&group.max_primitives) {
        let text =
            format!("a group of the mesh entry point `{name}` writes 1 to {MAX_OUTPUTS} vertices and primitives");
        return Some(("type", text));
    }
    let indices = roles(function).find(|(_, role)| *role == Role::Outputs(OutputArray::Indices));
    let given = indices.and_then(|(local, _)| match &function.parameters.get(local.0 as usize)?.ty {
        Type::Array(element, _) => Some(Type::clone(element)),
        _ => None,
    });
    let wanted = match group.topology {
        MeshTopology::Points => Type::Scalar(Scalar::Uint),
        MeshTopology::Lines => Type::Vector(Scalar::Uint, 2),
        MeshTopology::Triangles => Type::Vector(Scalar::Uint, 3),
    };
    (given.as_ref() != Some(&wanted)).then(|| {
        let shown = given.as_ref().map_or_else(String::new, type_name);
        let text = format!(
            "the indices of the mesh entry point `{name}` are `{shown}`, and those of its topology are `{}`",
            type_name(&wanted)
        );
        ("type", text)
    })
}

/// Makes globals of the parameters that all threads of a group share.
pub fn share_parameters(stage: Stage, symbol: Symbol, items: &mut BTreeMap<Symbol, Instance>) {
    if !matches!(stage, Stage::Amplification | Stage::Mesh) {
        return;
    }
    let Some(instance) = items.get(&symbol).cloned() else { return };
    let Item::Function(function) = &*instance.item else { return };
    let mut changed = function.clone();
    for (local, role) in roles(function) {
        let storage = match role {
            Role::Outputs(of) => Storage::Output(of),
            Role::Payload => Storage::Payload,
            _ => continue,
        };
        let Some(parameter) = function.parameters.get(local.0 as usize) else { continue };
        // No source can write the name.
        let name = format!("{}(of {})", parameter.name, symbol.name());
        let global = Global {
            symbol: Symbol(Atom::from(&name)),
            ty: parameter.ty.clone(),
            storage,
            words: Words::default(),
            at: parameter.at,
        };
        changed.global_parameters.push((local, global.symbol));
        let digest = Digest::of(format!("{} {name}", instance.digest).as_bytes());
        let (symbol, item) = (global.symbol, Arc::new(Item::Global(global)));
        items.insert(symbol, Instance { item, digest, ..instance.clone() });
    }
    let digest = Digest::of(format!("{} of a mesh pipeline", instance.digest).as_bytes());
    items.insert(symbol, Instance { item: Arc::new(Item::Function(changed)), digest, ..instance });
}

impl Analyser<'_, '_> {
    /// `[outputtopology("triangle")]`. Some words are of a hull stage alone.
    pub fn output_topology(
        &mut self,
        attribute: NodeId,
        arguments: &[NodeId],
        found: &mut Option<Option<MeshTopology>>,
    ) -> Result<()> {
        let [word] = arguments else {
            self.error("attribute", self.first(attribute), "`outputtopology` takes one string")
                .help("Write `[outputtopology(\"triangle\")]`.");
            return Err(Failed);
        };
        if found.is_some() {
            self.error("attribute", self.first(attribute), "a function has one `outputtopology`, and this is another")
                .help("Keep one of them.");
            return Err(Failed);
        }
        let at = self.first(*word);
        let text = self.text(at).trim_matches('"');
        let named = topology(text);
        if named.is_none() && !["triangle_cw", "triangle_ccw"].contains(&text) {
            let message = format!("there is no output topology `{text}`");
            self.error("attribute", at, message)
                .help("A mesh stage has \"point\", \"line\" or \"triangle\"; a hull stage \"triangle_cw\" and \"triangle_ccw\" too.");
            return Err(Failed);
        }
        *found = Some(named);
        Ok(())
    }

    /// `DispatchMesh(x, y, z, payload)`.
    pub fn dispatch_mesh(&mut self, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        let given = arguments.len();
        let Ok([x, y, z, payload]) = <[TypedValue; 4]>::try_from(arguments) else {
            let text = format!("`DispatchMesh` takes 4 arguments, {given} given");
            self.error("no-matching-function", at.0, text)
                .help("Write `DispatchMesh(x, y, z, payload)`: how many groups, and what they are given.");
            return Err(Failed);
        };
        let payload = payload.concrete();
        if !matches!(payload.ty, Type::Struct(_)) || has_resources(&payload.ty) {
            let shown = type_name(&payload.ty);
            self.error("type", payload.at.0, format!("the payload of `DispatchMesh` is a structure, not a `{shown}`"));
            return Err(Failed);
        }
        let uint = Type::Scalar(Scalar::Uint);
        let mut all = Vec::with_capacity(4);
        for (count, number) in [x, y, z].into_iter().zip(1..) {
            let is_number = crate::sema::numbers::parts(&count.expr.ty).is_some();
            if !is_number {
                let shown = type_name(&count.expr.ty);
                let text = format!("argument {number} of `DispatchMesh` is `{shown}`, a number is expected");
                self.error("no-matching-function", count.expr.at.0, text);
                return Err(Failed);
            }
            all.push(self.converted(count, &uint));
        }
        all.push(payload);
        Ok(TypedValue::new(ExprKind::Intrinsic(Intrinsic::DispatchMesh, all), Type::Void, at))
    }
}
