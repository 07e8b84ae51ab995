//! A small package with one of everything, and a transcript of all that a reader can ask.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use uberc::model::*;
use uberc_runtime::{BlobError, ComparisonFunc, Pack, RenderTargetState, StencilFace};

pub(super) fn layout(branches: Vec<(&str, BranchKind)>) -> BranchLayout {
    BranchLayout::new(branches.into_iter().map(|(name, kind)| (name.to_owned(), kind, None))).unwrap()
}

pub(super) fn artifact(bytes: &[u8], entry_point: &str) -> Arc<Artifact> {
    Arc::new(Artifact {
        bytes: bytes.to_vec(),
        entry_point: entry_point.to_owned(),
        reflection: Reflection {
            bindings: vec![
                Binding {
                    set: 0,
                    binding: 1,
                    name: "g_Albedo".to_owned(),
                    kind: BindingKind::SampledTexture,
                    count: 1,
                    size: 0,
                    slot: Some(3),
                    renamed: Some("g_Albedo_1".to_owned()),
                },
                Binding {
                    set: 0,
                    binding: 0,
                    name: "Frame".to_owned(),
                    kind: BindingKind::UniformBuffer,
                    count: 1,
                    size: 64,
                    slot: None,
                    renamed: None,
                },
            ],
            inputs: vec![
                StageIo { location: Some(0), name: "POSITION".to_owned(), ty: "float3".to_owned() },
                StageIo { location: None, name: "VertexIndex".to_owned(), ty: "uint".to_owned() },
            ],
            outputs: vec![StageIo { location: None, name: "Position".to_owned(), ty: "float4".to_owned() }],
            workgroup_size: None,
        },
    })
}

pub(super) fn variant(stage: Stage, bytes: &[u8]) -> PackagedVariant {
    PackagedVariant { stage, entry_point: "Main".to_owned(), artifact: artifact(bytes, "main") }
}

pub(super) fn technique(values: u64, variants: &[(Stage, u32)]) -> PackagedTechnique {
    PackagedTechnique {
        technique: Technique::default(),
        values_mask: u64::MAX,
        values: Permutation(values),
        variants: variants.iter().copied().collect(),
    }
}

/// `RenderMesh`: skinning is never built together with foliage; three qualities, so that one value does not exist.
pub(super) fn mesh(code: &str) -> PackagedShader {
    let branches = layout(vec![
        ("g_bSkinning", BranchKind::Bool),
        ("g_bFoliage", BranchKind::Bool),
        ("g_Quality", BranchKind::Enum { members: ["Low", "Medium", "High"].map(str::to_owned).to_vec() }),
        ("g_nLights", BranchKind::Int { min: -1, max: 1 }),
    ]);
    let mut techniques = Vec::new();
    let table = (0..64u64)
        .map(|bits| {
            if !branches.exists(bits) || bits & 3 == 3 {
                return None;
            }
            let mut entry = technique(bits, &[(Stage::Vertex, (bits & 1) as u32), (Stage::Pixel, 2)]);
            entry.technique.vertex_format = Some(if bits & 1 == 1 { "Skinned" } else { "Static" }.to_owned());
            entry.technique.profile = (bits & 2 == 2).then(|| "6_2".to_owned());
            entry.technique.defines.insert("USE_SKINNING".to_owned(), DefineValue::Bool(bits & 1 == 1));
            entry.technique.defines.insert("LIGHTS".to_owned(), DefineValue::Number((bits >> 4) as f64 / 2.0));
            entry.technique.metadata.insert("Queue".to_owned(), Scalar::String("Opaque".to_owned()));
            let state = &mut entry.technique.render_state;
            state.z_func = ComparisonFunc::ALL[(bits >> 2) as usize % 8];
            state.depth_bias = -3;
            state.targets[5] = Some(RenderTargetState { alpha_blend_enable: true, ..RenderTargetState::DEFAULT });
            state.stencil_back = (bits & 2 == 2).then_some(StencilFace::KEEP);
            techniques.push(entry);
            Some(techniques.len() as u32 - 1)
        })
        .collect();
    PackagedShader {
        name: "RenderMesh".to_owned(),
        branches,
        fallback: Some(Fallback::Shader("RenderSimple".to_owned())),
        metadata: BTreeMap::from([
            ("Budget".to_owned(), Scalar::Number(0.5)),
            ("Shadows".to_owned(), Scalar::Bool(true)),
        ]),
        decision: Decision::Table(table),
        techniques,
        variants: vec![
            variant(Stage::Vertex, format!("{code} vertex static").as_bytes()),
            variant(Stage::Vertex, format!("{code} vertex skinned skinned skinned skinned skinned").as_bytes()),
            variant(Stage::Pixel, b"pixel"),
        ],
    }
}

/// `RenderSimple`: the same branches in another order, as cubes; foliage is not built.
pub(super) fn simple() -> PackagedShader {
    let branches = layout(vec![
        ("g_Quality", BranchKind::Enum { members: ["High", "Low"].map(str::to_owned).to_vec() }),
        ("g_bFoliage", BranchKind::Bool),
        ("g_bSkinning", BranchKind::Bool),
    ]);
    let cube = |mask, value| Cube { mask, value };
    PackagedShader {
        name: "RenderSimple".to_owned(),
        branches,
        fallback: Some(Fallback::Permutation(0)),
        metadata: BTreeMap::new(),
        decision: Decision::Cubes(vec![(cube(6, 4), 1), (cube(7, 1), 0), (cube(7, 0), 0)]),
        techniques: vec![technique(0, &[(Stage::Vertex, 0)]), technique(4, &[(Stage::Vertex, 0)])],
        variants: vec![variant(Stage::Vertex, b"simple vertex")],
    }
}

/// `Tonemap`: compute, no branches.
pub(super) fn tonemap() -> PackagedShader {
    let mut compute = variant(Stage::Compute, b"pixel");
    let mut artifact = (*compute.artifact).clone();
    artifact.reflection.workgroup_size = Some([8, 8, 1]);
    compute.artifact = Arc::new(artifact);
    PackagedShader {
        name: "Tonemap".to_owned(),
        branches: BranchLayout::default(),
        fallback: None,
        metadata: BTreeMap::new(),
        decision: Decision::Table(vec![Some(0)]),
        techniques: vec![technique(0, &[(Stage::Compute, 0)])],
        variants: vec![compute],
    }
}

pub(super) fn package() -> Package {
    Package {
        targets: vec![
            PackagedTarget { target: Target::Spirv, shaders: vec![tonemap(), simple(), mesh("spirv")] },
            PackagedTarget { target: Target::Wgsl, shaders: vec![mesh("wgsl"), simple()] },
        ],
    }
}

/// Everything a reader can ask, as text: the first `limit` keys and techniques of each shader.
pub(super) fn transcript(pack: &Pack<&[u8]>, limit: usize) -> Result<String, BlobError> {
    let mut out = String::new();
    for target in pack.targets() {
        writeln!(out, "target {}", target.name()).unwrap();
        for shader in target.shaders() {
            let again = target.shader(shader.name()).map(|shader| shader.name());
            writeln!(
                out,
                "shader {} {again:?} {:?} {:?} {:?}",
                shader.name(),
                shader.metadata(),
                shader.fallback(),
                shader.decision()
            )
            .unwrap();
            for branch in shader.branches() {
                let members: Vec<&str> = branch.members().take(limit).collect();
                writeln!(out, "branch {branch:?} {:?} {members:?}", shader.branch(branch.name())).unwrap();
            }
            for bits in (0..1u64 << shader.key_bits().min(32)).take(limit) {
                match shader.technique(shader.key_from_bits(bits)) {
                    Ok(technique) => writeln!(out, "{bits} {}", technique.number()).unwrap(),
                    Err(miss) => writeln!(out, "{bits} {miss}").unwrap(),
                }
            }
            for technique in shader.techniques().take(limit) {
                writeln!(
                    out,
                    "technique {:?} {:?} {:?} {:?} {:?} {:?}",
                    technique.final_values(),
                    technique.vertex_format(),
                    technique.profile(),
                    technique.defines(),
                    technique.metadata(),
                    technique.render_state()
                )
                .unwrap();
                for variant in technique.stages() {
                    writeln!(
                        out,
                        "{variant:?} {} {:?} {:?} {:?} {:?}",
                        variant.source_entry_point(),
                        variant.workgroup_size(),
                        variant.bindings().collect::<Vec<_>>(),
                        variant.inputs().collect::<Vec<_>>(),
                        variant.outputs().collect::<Vec<_>>()
                    )
                    .unwrap();
                    writeln!(out, "{:?}", variant.code()?).unwrap();
                }
            }
        }
    }
    Ok(out)
}
