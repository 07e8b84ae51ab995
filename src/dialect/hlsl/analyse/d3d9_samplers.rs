//! Direct3D 9 samplers: the dimension of a `sampler` follows from the texture functions that use it.

use super::rules::{Analyser, Decl, Entity, Unit};
use crate::atom::Atom;
use crate::ir::{Dim, Resource, Type};
use crate::model::{Digest, PpToken, TokenKind};
use crate::sema::unit::BUILTIN;
use crate::syntax::{Kind, NodeId};

/// The name under which the type of a sampler is declared; no program can write it.
fn type_of(sampler: Atom) -> Atom {
    Atom::from(&format!("sampler {sampler}"))
}

/// The dimension of the textures that a function of this name takes.
fn dim_of(function: &str) -> Option<Dim> {
    match function.strip_prefix("tex")?.as_bytes() {
        [b'1', b'D', ..] => Some(Dim::D1),
        [b'2', b'D', ..] => Some(Dim::D2),
        [b'3', b'D', ..] => Some(Dim::D3),
        [b'C', b'U', b'B', b'E', ..] => Some(Dim::Cube),
        _ => None,
    }
}

/// Whether [`declare`] can find something in these tokens.
pub fn may_declare(tokens: &[PpToken]) -> bool {
    tokens.iter().any(|token| dim_of(&token.token.text).is_some())
}

/// `sampler s; ... tex2D(s, uv)` makes `s` a texture of two dimensions.
pub fn declare(unit: &mut Unit<'_>) {
    let mut found: Vec<(Atom, Dim)> = Vec::new();
    let open = Atom::from("(");
    for words in unit.tokens().windows(3) {
        if words[1].token.text != open {
            continue;
        }
        let Some(dim) = dim_of(&words[0].token.text) else { continue };
        if words[2].token.kind == TokenKind::Ident {
            found.push((words[2].token.text, dim));
        }
    }
    for (sampler, dim) in found {
        let name = type_of(sampler);
        if !unit.declares(name) {
            let entity = Entity::Alias(Type::Resource(Resource::sampled(dim)));
            let meaning = Digest([dim as u8; 32]);
            unit.declare(name, Decl { entity, meaning, chunk: BUILTIN, token: 0 });
        }
    }
}

impl Analyser<'_, '_> {
    /// The type of the `sampler` that a declarator declares; `None` where no such function takes it.
    pub fn d3d9_sampler(&mut self, declarator: NodeId) -> Option<Type> {
        let name = self.tree.child(declarator, Kind::Name)?;
        let name = type_of(self.atom(self.last(name)));
        self.consult(name, false).into_iter().find_map(|decl| match decl.entity {
            Entity::Alias(ty) => Some(ty),
            _ => None,
        })
    }
}
