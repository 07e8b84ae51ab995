//! A small package with one of everything, and a transcript of all that a reader can ask.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use uberc::model::*;
use uberc_runtime::{BlobError, ComparisonFunc, Decoder, Pack, RenderTargetState, StencilFace};

pub fn layout(branches: Vec<(&str, BranchKind)>) -> BranchLayout {
    BranchLayout::new(branches.into_iter().map(|(name, kind)| (name.to_owned(), kind, None))).unwrap()
}

pub fn artifact(bytes: &[u8], entry_point: &str) -> Arc<Artifact> {
    Arc::new(Artifact {
        bytes: bytes.to_vec().into(),
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

pub fn variant(stage: Stage, bytes: &[u8]) -> PackagedVariant {
    PackagedVariant { stage, entry_point: "Main".to_owned(), artifact: artifact(bytes, "main") }
}

pub fn technique(values: u64, variants: &[(Stage, u32)]) -> PackagedTechnique {
    PackagedTechnique {
        technique: Arc::default(),
        values_mask: u64::MAX,
        values: Permutation(values),
        variants: variants.iter().copied().collect(),
        program: None,
    }
}

/// `RenderMesh`: skinning is never built together with foliage; three qualities, so that one value does not exist.
pub fn mesh(code: &str) -> PackagedShader {
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
            let technique = Arc::make_mut(&mut entry.technique);
            technique.vertex_format = Some(if bits & 1 == 1 { "Skinned" } else { "Static" }.to_owned());
            technique.profile = (bits & 2 == 2).then(|| "6_2".to_owned());
            technique.defines.insert("USE_SKINNING".to_owned(), DefineValue::Bool(bits & 1 == 1));
            technique.defines.insert("LIGHTS".to_owned(), DefineValue::Number((bits >> 4) as f64 / 2.0));
            technique.metadata.insert("Queue".to_owned(), Scalar::String("Opaque".to_owned()));
            let state = &mut technique.render_state;
            state.z_func = ComparisonFunc::ALL[(bits >> 2) as usize % 8];
            state.depth_bias = -3;
            state.targets[5] = Some(RenderTargetState { alpha_blend_enable: true, ..RenderTargetState::DEFAULT });
            state.stencil_back = (bits & 2 == 2).then_some(StencilFace::KEEP);
            techniques.push(entry);
            Some(techniques.len() as u32 - 1)
        })
        .collect();
    PackagedShader {
        materials: Vec::new(),
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
pub fn simple() -> PackagedShader {
    let branches = layout(vec![
        ("g_Quality", BranchKind::Enum { members: ["High", "Low"].map(str::to_owned).to_vec() }),
        ("g_bFoliage", BranchKind::Bool),
        ("g_bSkinning", BranchKind::Bool),
    ]);
    let cube = |mask, value| Cube { mask, value };
    PackagedShader {
        materials: Vec::new(),
        name: "RenderSimple".to_owned(),
        branches,
        fallback: Some(Fallback::Permutation(0)),
        metadata: BTreeMap::new(),
        decision: Decision::Cubes(vec![(cube(6, 4), 1), (cube(7, 1), 0), (cube(7, 0), 0)]),
        techniques: vec![technique(0, &[(Stage::Vertex, 0)]), technique(4, &[(Stage::Vertex, 0)])],
        variants: vec![variant(Stage::Vertex, b"simple vertex")],
    }
}

/// `Plasma`: a program for each value of its branch, in the place of stages.
pub fn plasma() -> PackagedShader {
    let branches = layout(vec![("g_bWarm", BranchKind::Bool)]);
    let with = |values: u64, bytes: &[u8]| PackagedTechnique {
        program: Some(PackagedProgram {
            machine: "psl".to_owned(),
            artifact: Arc::new(Artifact {
                bytes: bytes.to_vec().into(),
                entry_point: String::new(),
                reflection: Reflection::default(),
            }),
        }),
        ..technique(values, &[])
    };
    PackagedShader {
        materials: Vec::new(),
        name: "Plasma".to_owned(),
        branches,
        fallback: None,
        metadata: BTreeMap::new(),
        decision: Decision::Table(vec![Some(0), Some(1)]),
        techniques: vec![with(0, b"cold program"), with(1, b"warm program")],
        variants: Vec::new(),
    }
}

/// `Unlike`: techniques that differ in every field, in defines and metadata that some of them lack, and in kinds of values.
pub fn unlike() -> PackagedShader {
    let branches = layout(vec![("g_nStep", BranchKind::Int { min: 0, max: 4 })]);
    let value = |at: u64| match at % 3 {
        0 => DefineValue::Bool(at > 2),
        1 => DefineValue::Number(at as f64 / 4.0),
        _ => DefineValue::String(format!("{at} steps")),
    };
    let made = (0..5u64).map(|at| {
        let stages = [(Stage::Vertex, 0), (Stage::Pixel, 1), (Stage::Pixel, 2)];
        let mut entry = technique(at, &stages[(at % 3) as usize..]);
        entry.values_mask = if at == 3 { 0x8000_0000_0000_0007 } else { 7 };
        entry.values = Permutation(at | if at == 3 { 1 << 63 } else { 0 });
        let technique = Arc::make_mut(&mut entry.technique);
        technique.vertex_format = (at % 2 == 1).then(|| format!("Format{at}"));
        technique.profile = (at == 4).then(|| "6_6".to_owned());
        technique.render_state.depth_bias = at as i32 / 2;
        // Some have it, all have it with one value, all have it with other values, each has its own name.
        let defines =
            [("A", at > 1, value(at)), ("B", true, value(1)), ("C", true, value(at)), ("D", at == 2, value(2))];
        let defines = defines.into_iter().filter(|(_, has, _)| *has);
        technique.defines.extend(defines.map(|(name, _, value)| (name.to_owned(), value)));
        technique.defines.insert(format!("E{at}"), value(0));
        technique.metadata.insert("Queue".to_owned(), Scalar::Number(at as f64));
        technique.metadata.extend((at == 0).then(|| ("First".to_owned(), Scalar::Bool(true))));
        entry
    });
    PackagedShader {
        materials: Vec::new(),
        name: "Unlike".to_owned(),
        branches,
        fallback: None,
        metadata: BTreeMap::new(),
        decision: Decision::Table((0..8).map(|at| (at < 5).then_some(at)).collect()),
        techniques: made.collect(),
        variants: vec![
            variant(Stage::Vertex, b"unlike vertex"),
            variant(Stage::Pixel, b"unlike pixel"),
            variant(Stage::Pixel, b"unlike other pixel"),
        ],
    }
}

/// `Tonemap`: compute, no branches.
pub fn tonemap() -> PackagedShader {
    let mut compute = variant(Stage::Compute, b"pixel");
    let mut artifact = (*compute.artifact).clone();
    artifact.reflection.workgroup_size = Some([8, 8, 1]);
    compute.artifact = Arc::new(artifact);
    PackagedShader {
        materials: Vec::new(),
        name: "Tonemap".to_owned(),
        branches: BranchLayout::default(),
        fallback: None,
        metadata: BTreeMap::new(),
        decision: Decision::Table(vec![Some(0)]),
        techniques: vec![technique(0, &[(Stage::Compute, 0)])],
        variants: vec![compute],
    }
}

/// `Meshlets`: mesh stages, with and without an amplification stage.
pub fn meshlets() -> PackagedShader {
    let of_group = |stage: Stage, code: &[u8]| {
        let mut made = variant(stage, code);
        let mut artifact = (*made.artifact).clone();
        artifact.reflection.workgroup_size = Some([32, 1, 1]);
        made.artifact = Arc::new(artifact);
        made
    };
    let (amplification, mesh) = (Stage::Amplification, Stage::Mesh);
    PackagedShader {
        materials: Vec::new(),
        name: "Meshlets".to_owned(),
        branches: layout(vec![("g_bCulls", BranchKind::Bool)]),
        fallback: None,
        metadata: BTreeMap::new(),
        decision: Decision::Table(vec![Some(0), Some(1)]),
        techniques: vec![
            technique(0, &[(mesh, 1), (Stage::Pixel, 2)]),
            technique(1, &[(amplification, 0), (mesh, 1), (Stage::Pixel, 2)]),
        ],
        variants: vec![
            of_group(amplification, b"amplification"),
            of_group(mesh, b"mesh"),
            variant(Stage::Pixel, b"meshlets pixel"),
        ],
    }
}

/// Materials of `Meshlets`, with values for each technique, and of `Tonemap`, with the same for all.
pub fn with_materials(mut package: Package) -> Package {
    let values = |technique, block: &[u8], textures: &[(&str, &str)]| MaterialValues {
        technique,
        block: block.to_vec(),
        textures: textures.iter().map(|(name, file)| ((*name).to_owned(), (*file).to_owned())).collect(),
    };
    let [red, blue] = [[1, 0, 0, 0].repeat(4), [0, 0, 1, 0].repeat(4)];
    for shader in package.targets.iter_mut().flat_map(|target| &mut target.shaders) {
        let of_target = match shader.name.as_str() {
            "Meshlets" => vec![
                ("rocks/red", vec![values(Some(0), &red, &[("albedo", "red.png")]), values(Some(1), &red[..8], &[])]),
                (
                    "rocks/blue",
                    vec![values(Some(0), &blue, &[("albedo", "blue.png")]), values(Some(1), &red[..8], &[])],
                ),
            ],
            "Tonemap" => vec![("filmic", vec![values(None, &blue, &[])]), ("plain", vec![values(None, &[], &[])])],
            _ => Vec::new(),
        };
        let material = |(name, values): (&str, _)| PackagedMaterial { name: name.to_owned(), values };
        shader.materials = of_target.into_iter().map(material).collect();
    }
    package
}

/// A small SPIR-V module, as far as the transform looks: types, constants, a function that adds `terms` constants.
pub fn module(terms: u32) -> Vec<u8> {
    let mut words = vec![0x0723_0203, 0x0001_0300, 0, 0, 0];
    let mut add = |opcode: u32, operands: &[u32]| {
        words.push((operands.len() as u32 + 1) << 16 | opcode);
        words.extend_from_slice(operands);
    };
    add(17, &[1]);
    add(14, &[0, 1]);
    // "main", zero bytes.
    add(15, &[5, 1, 0x6E69_616D, 0]);
    add(19, &[2]);
    add(33, &[3, 2]);
    add(22, &[4, 32]);
    for term in 0..terms {
        add(43, &[4, 5 + term, (term as f32).to_bits()]);
    }
    add(54, &[2, 1, 0, 3]);
    add(248, &[5 + terms]);
    let first = 6 + terms;
    for term in 0..terms {
        let before = if term == 0 { 5 } else { first + term - 1 };
        add(129, &[4, first + term, before, 5 + term]);
    }
    add(253, &[]);
    add(56, &[]);
    words[3] = first + terms;
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// `Wide`: 24 branches, a decision diagram, SPIR-V.
pub fn wide() -> PackagedShader {
    let names: Vec<String> = (0..24).map(|at| format!("g_b{at:02}")).collect();
    let branches = layout(names.iter().map(|name| (name.as_str(), BranchKind::Bool)).collect());
    let cube = |mask, value| Cube { mask, value };
    let parts = [
        (cube(0x80_0001, 0), 0),
        (cube(0x80_0101, 1), 1),
        (cube(0x80_0101, 0x101), 2),
        // With the last branch on, only together with the two before.
        (cube(0xE0_0000, 0xE0_0000), 2),
    ];
    let decision = Decision::Diagram(Diagram::new(&branches, &parts).unwrap());
    PackagedShader {
        materials: Vec::new(),
        name: "Wide".to_owned(),
        fallback: Some(Fallback::Permutation(0)),
        metadata: BTreeMap::new(),
        decision,
        techniques: vec![
            technique(0, &[(Stage::Pixel, 0)]),
            technique(1, &[(Stage::Pixel, 1)]),
            technique(0, &[(Stage::Pixel, 2)]),
        ],
        variants: (1..4).map(|terms| variant(Stage::Pixel, &module(terms * 3))).collect(),
        branches,
    }
}

/// Enough code that is alike for a dictionary: a shader with a branch, whose techniques are text.
pub fn alike() -> Package {
    let branches = layout(vec![("g_nStep", BranchKind::Int { min: 0, max: 47 })]);
    let line = |seed: u32| {
        format!("    let v{seed} = textureSample(albedo, linear_sampler, uv + vec2<f32>({seed}.0, {}.5));\n", seed * 7)
    };
    let code = |step: u32| -> String {
        let mut state = step;
        let mut lines = format!("fn main_{step}(uv: vec2<f32>) -> vec4<f32> {{\n");
        for _ in 0..12 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            lines += &line(state >> 26);
        }
        lines + "}\n"
    };
    let shader = PackagedShader {
        materials: Vec::new(),
        name: "Alike".to_owned(),
        branches,
        fallback: None,
        metadata: BTreeMap::new(),
        decision: Decision::Table((0..64).map(|step| (step < 48).then_some(step)).collect()),
        techniques: (0..48).map(|step| technique(u64::from(step), &[(Stage::Pixel, step)])).collect(),
        variants: (0..48).map(|step| variant(Stage::Pixel, code(step).as_bytes())).collect(),
    };
    Package { targets: vec![PackagedTarget { target: Target::Wgsl, shaders: vec![shader] }] }
}

pub fn package() -> Package {
    Package {
        targets: vec![
            PackagedTarget { target: Target::Spirv, shaders: vec![tonemap(), simple(), mesh("spirv"), wide()] },
            PackagedTarget { target: Target::Wgsl, shaders: vec![mesh("wgsl"), simple()] },
        ],
    }
}

/// Everything a reader can ask, as text: the first `limit` keys and techniques of each shader.
pub fn transcript(pack: &Pack<&[u8]>, limit: usize) -> Result<String, BlobError> {
    let mut out = String::new();
    let (mut decoder, mut code) = (Decoder::new(), Vec::new());
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
                    "technique {:?} {:#x} {:?} {:?} {:?} {:?} {:?}",
                    technique.final_values(),
                    technique.final_mask(),
                    technique.vertex_format(),
                    technique.profile(),
                    technique.defines(),
                    technique.metadata(),
                    technique.render_state()
                )
                .unwrap();
                if let Some(program) = technique.program() {
                    decoder.decode(program.blob(), &mut code)?;
                    writeln!(out, "program for {} {:?}", program.machine(), code.escape_ascii().to_string()).unwrap();
                }
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
                    decoder.decode(variant.blob(), &mut code)?;
                    writeln!(out, "{:?}", code.escape_ascii().to_string()).unwrap();
                }
            }
        }
        for material in target.materials() {
            let again = target.material(material.name()).map(|found| found.id());
            writeln!(out, "material {} {again:?} {:?}", material.name(), material.shader()).unwrap();
            for technique in material.shader().techniques().take(limit) {
                writeln!(out, "values {:?}", material.values(&technique)).unwrap();
            }
        }
    }
    Ok(out)
}
