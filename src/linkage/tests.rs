use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Stages, assign, check};
use crate::atom::Atom;
use crate::ir::{ElementPlace, Interpolation, LinkIdentity, Sampling, Scalar, Signature, Slot, StageElement};
use crate::model::{
    Digest, FinalCube, Permutation, Preprocessed, SourceText, Stage, StagedTechnique, TechniqueId, Variant, VariantId,
    VariantSet,
};

/// A vertex stage and a pixel stage of one technique.
fn set() -> VariantSet {
    let variant = |stage| Variant {
        stage,
        entry_point: "main".to_owned(),
        profile: None,
        key: Digest([0; 32]),
        links: None,
        source: 0,
        example: Permutation(0),
    };
    let finals = FinalCube { technique: TechniqueId(0), mask: 0, value: 0 };
    let stages = BTreeMap::from([(Stage::Vertex, VariantId(0)), (Stage::Pixel, VariantId(1))]);
    VariantSet::new(
        vec![SourceText::whole(Arc::new(Preprocessed::default()))],
        vec![variant(Stage::Vertex), variant(Stage::Pixel)],
        vec![StagedTechnique { finals, stages }],
        Vec::new(),
        BTreeMap::new(),
    )
}

/// Of a language that matches by location.
fn at(name: &str, (number, component): (u32, u32), components: u8) -> StageElement {
    StageElement {
        name: name.to_owned(),
        link: LinkIdentity::Location { number, component },
        slot: Slot::Location {
            location: number,
            component: component as u8,
            width: component as u8 + components,
            interpolation: Interpolation::Perspective(Sampling::Centre),
            second_source: false,
        },
        scalar: Scalar::Float,
        components,
        type_name: format!("vec{components}"),
        interpolation: Interpolation::Perspective(Sampling::Centre),
        follows_primitives: false,
        has_own_location: true,
        per_patch: false,
        part: 0,
        place: ElementPlace::default(),
    }
}

fn messages(outputs: Vec<StageElement>, inputs: Vec<StageElement>) -> Vec<String> {
    check(&Stages::new(&set(), &pair(outputs, inputs)), false)
        .into_iter()
        .map(|mistake| mistake.diagnostic.message)
        .collect()
}

#[test]
fn values_at_one_location_are_one() {
    // Names mean nothing, and the order of declarations neither.
    let outputs = vec![at("colour", (1, 0), 4), at("uv", (0, 0), 2), at("fog", (0, 2), 1)];
    let inputs = vec![at("v_fog", (0, 2), 1), at("v_uv", (0, 0), 2), at("v_colour", (1, 0), 3)];
    assert_eq!(messages(outputs.clone(), inputs), Vec::<String>::new());
    assert_eq!(
        messages(outputs, vec![at("uv", (2, 0), 2), at("v_colour", (0, 0), 4)]),
        [
            "the pixel stage reads `uv`, which the vertex stage does not write",
            "the pixel stage reads `v_colour` as `vec4`, but the vertex stage writes it as `vec2`",
        ]
    );
}

#[test]
fn values_keep_the_locations_that_the_source_gives() {
    let outputs = vec![at("colour", (5, 0), 4), sharing(at("uv", (2, 0), 2), 3), at("fog", (2, 2), 1)];
    let inputs = vec![at("v_fog", (2, 2), 1), at("v_colour", (5, 0), 4)];
    assert_eq!(
        assign(&Stages::new(&set(), &pair(outputs, inputs))),
        [None, None],
        "each stage has what its own source says"
    );
}

#[test]
fn a_shared_location_has_one_width() {
    // The vertex stage has three components there, and the pixel stage reads the first two.
    let outputs = vec![sharing(at("uv", (2, 0), 2), 3), at("fog", (2, 2), 1)];
    let links = assign(&Stages::new(&set(), &pair(outputs, vec![at("v_uv", (2, 0), 2)])));
    let read = links[1].as_ref().and_then(|links| links.find(true, false, "v_uv"));
    assert_eq!(read.map(|link| (link.location, link.components)), Some((2, 3)));
}

/// With other values at its location.
fn sharing(mut element: StageElement, all: u8) -> StageElement {
    if let Slot::Location { width, .. } = &mut element.slot {
        *width = all;
    }
    element
}

/// The signatures of the two variants.
fn pair(outputs: Vec<StageElement>, inputs: Vec<StageElement>) -> [Option<Arc<Signature>>; 2] {
    [
        Some(Arc::new(Signature { outputs, ..Signature::default() })),
        Some(Arc::new(Signature { inputs, ..Signature::default() })),
    ]
}

#[test]
fn a_semantic_has_no_case() {
    let link = LinkIdentity::Semantic { name: Atom::from("TEXCOORD"), index: 1 };
    assert!(link.is_semantic("TexCoord", 1) && !link.is_semantic("TEXCOORD", 0));
    assert_eq!(link.family(), LinkIdentity::Semantic { name: Atom::from("TEXCOORD"), index: 0 });
    assert!(link.is_declared() && !LinkIdentity::Undeclared { name: Atom::from("uv") }.is_declared());
}
