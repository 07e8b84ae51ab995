//! The constants of the language: of ray queries (`RAY_FLAG_NONE`, `COMMITTED_TRIANGLE_HIT`), which are enumerators of
//! HLSL's own and plain numbers here, and the scopes of Vulkan (`vk::DeviceScope`).

use std::sync::Arc;

use super::rules::{Decl, Entity, Unit};
use crate::atom::Atom;
use crate::ir::{Literal, Scalar, Symbol, TokenIndex, Type};
use crate::model::{Digest, PpToken, TokenKind};
use crate::sema::Variable;
use crate::sema::constants::Constant;
use crate::sema::types::literal;
use crate::sema::unit::{BUILTIN, qualified};

const CONSTANTS: &[(&str, u32)] = &[
    ("CANDIDATE_NON_OPAQUE_TRIANGLE", 0),
    ("CANDIDATE_PROCEDURAL_PRIMITIVE", 1),
    ("COMMITTED_NOTHING", 0),
    ("COMMITTED_PROCEDURAL_PRIMITIVE_HIT", 2),
    ("COMMITTED_TRIANGLE_HIT", 1),
    ("RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH", 4),
    ("RAY_FLAG_CULL_BACK_FACING_TRIANGLES", 0x10),
    ("RAY_FLAG_CULL_FRONT_FACING_TRIANGLES", 0x20),
    ("RAY_FLAG_CULL_NON_OPAQUE", 0x80),
    ("RAY_FLAG_CULL_OPAQUE", 0x40),
    ("RAY_FLAG_FORCE_NON_OPAQUE", 2),
    ("RAY_FLAG_FORCE_OPAQUE", 1),
    ("RAY_FLAG_NONE", 0),
    ("RAY_FLAG_SKIP_CLOSEST_HIT_SHADER", 8),
    ("RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES", 0x200),
    ("RAY_FLAG_SKIP_TRIANGLES", 0x100),
];

/// The namespace of what only Vulkan has.
const VULKAN: &str = "vk";

/// The scopes in that namespace, with SPIR-V's numbers.
const SCOPES: &[(&str, u32)] = &[
    ("CrossDeviceScope", 0),
    ("DeviceScope", 1),
    ("InvocationScope", 4),
    ("QueueFamilyScope", 5),
    ("SubgroupScope", 3),
    ("WorkgroupScope", 2),
];

/// Whether the unit has a declaration of the name: it stands behind a type.
fn is_declared(tokens: &[PpToken], name: Atom) -> bool {
    let is_type = |token: &PpToken| {
        token.token.kind == TokenKind::Ident && !matches!(token.token.text.as_str(), "return" | "case" | "else")
    };
    tokens.windows(2).any(|two| two[1].token.text == name && is_type(&two[0]))
}

/// Whether a word may be the name of a constant. Four bytes exclude nearly all words.
fn may_name(word: &[u8]) -> bool {
    matches!(word, [b'R', b'A', b'Y', b'_', ..] | [b'C', b'O', b'M', b'M', ..] | [b'C', b'A', b'N', b'D', ..])
}

/// Whether [`declare`] can find something in these tokens.
pub fn may_declare(tokens: &[PpToken]) -> bool {
    tokens.iter().any(|token| may_name(token.token.text.as_bytes()) || token.token.text == VULKAN)
}

/// Declares those that the unit names and does not declare itself.
pub fn declare(unit: &mut Unit<'_>) {
    let (mut named, mut scopes) = (Vec::new(), Vec::new());
    let tokens = unit.tokens();
    for (token, at) in tokens.iter().zip(0..) {
        if token.token.kind != TokenKind::Ident {
            continue;
        }
        match token.token.text.as_bytes() {
            word if may_name(word) => named.push(token.token.text),
            b"vk" if tokens.get(at + 1).is_some_and(|next| next.token.text == "::") => {
                scopes.extend(tokens.get(at + 2).map(|name| name.token.text));
            }
            _ => {}
        }
    }
    for (name, value) in known(named, CONSTANTS) {
        if !unit.declares(name) && !is_declared(unit.tokens(), name) {
            declare_constant(unit, name, value);
        }
    }
    for (name, value) in known(scopes, SCOPES) {
        let path = Atom::from(VULKAN);
        unit.declare_namespace(path);
        declare_constant(unit, qualified(path, name), value);
    }
}

/// Those of the names that a table has, each once and sorted, with their values.
fn known(mut names: Vec<Atom>, table: &[(&str, u32)]) -> Vec<(Atom, u32)> {
    names.sort_unstable();
    names.dedup();
    let value = |name: &Atom| table.iter().find(|(known, _)| *name == *known).map(|(_, value)| *value);
    names.into_iter().filter_map(|name| Some((name, value(&name)?))).collect()
}

fn declare_constant(unit: &mut Unit<'_>, name: Atom, value: u32) {
    let value = Literal::Int(i128::from(value));
    let variable = Variable {
        symbol: Symbol(name),
        ty: Type::Scalar(Scalar::Uint),
        read_only: Some("it is a constant"),
        constant: Some(Constant::one(Scalar::Uint, value)),
        parts: Some(literal(Scalar::Uint, value, TokenIndex(0))),
    };
    let entity = Entity::Variable(Arc::new(variable));
    unit.declare(name, Decl { entity, meaning: Digest([1; 32]), chunk: BUILTIN, token: 0 });
}
