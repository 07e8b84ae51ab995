//! Look-ups by name and key, misses, and the fields of techniques.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use uberc::diag::Sources;
use uberc::model::*;
use uberc::pack::{
    KnownBlobs, Options, PackError, pack, pack_again, package_shader, verify_digest, write_whole,
    write_whole_then_flush,
};
use uberc_runtime::{BlobError, Decoder, Error, KeyFault, MissReason, Pack};

use super::sample::{alike, artifact, layout, mesh, package, tonemap, transcript};
use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("archive::the_designs_example_works", example),
        harness::trial("archive::techniques_come_back_as_packed", techniques),
        harness::trial("archive::techniques_that_differ_in_defines_are_small", defines_apart),
        harness::trial("archive::equal_bytes_are_stored_once", dedup),
        harness::trial("archive::same_package_same_bytes", deterministic),
        harness::trial("archive::an_empty_package_is_an_archive", empty),
        harness::trial("archive::handles_know_their_shader", handles),
        harness::trial("archive::code_fits_a_callers_buffer", buffers),
        harness::trial("archive::code_is_read_by_the_engines_own_zstd", engines_own),
        harness::trial("archive::large_code_comes_back", large),
        harness::trial("archive::what_lookups_return_owns_no_memory", no_memory),
        harness::trial("archive::wrong_packages_are_refused", refused),
        harness::trial("archive::explorations_become_tables_and_cubes", explorations),
        harness::trial("archive::writing_replaces_the_file_or_leaves_it", writing),
    ]
}

fn sample() -> Vec<u8> {
    pack(&package(), Options::RELEASE).unwrap()
}

fn example() -> Result<(), Failed> {
    let bytes = sample();
    let pack = Pack::open(&bytes[..])?;
    let mesh = pack.target("spirv")?.shader("RenderMesh")?;
    let skinning = mesh.branch("g_bSkinning")?;
    let quality = mesh.branches().nth(2).ok_or("a third branch")?;
    let lights = mesh.branch("g_nLights")?;
    let high = quality.member("High").ok_or("a member High")?;
    let key = mesh.key().with(skinning, true).with(quality.handle(), high).with(lights, 1);
    // Lights 2 of 0..=2, quality 2, no foliage, skinning.
    assert_eq!(key.bits(), 0b10_1001);
    assert_eq!(mesh.describe(key.bits()).to_string(), "g_bSkinning=1,g_Quality=High,g_nLights=1");
    let technique = mesh.technique(key).map_err(Error::from)?;
    assert_eq!(technique.final_values(), key);
    assert_eq!(technique.final_value(lights), Some(1));
    let vertex = technique.vertex().ok_or("a vertex stage")?;
    assert_eq!(vertex.code()?, b"spirv vertex skinned skinned skinned skinned skinned");
    assert_eq!((vertex.entry_point(), vertex.source_entry_point()), ("main", "Main"));
    assert!(technique.compute().is_none());
    Ok(())
}

/// Every technique of every shader, by every field.
fn techniques() -> Result<(), Failed> {
    let package = super::versions::everything();
    let bytes = pack(&package, Options::RELEASE)?;
    let pack = Pack::open(&bytes[..])?;
    for target in &package.targets {
        for packed in &target.shaders {
            let shader = pack.target(target.target.name())?.shader(&packed.name)?;
            assert_eq!(shader.techniques().len(), packed.techniques.len());
            for (read, packed_technique) in shader.techniques().zip(&packed.techniques) {
                same_technique(packed, packed_technique, read)?;
            }
        }
    }
    Ok(())
}

pub fn same_technique(
    shader: &PackagedShader,
    packed: &PackagedTechnique,
    read: uberc_runtime::Technique<'_>,
) -> Result<(), Failed> {
    let technique = &packed.technique;
    assert_eq!(read.final_values().bits(), packed.values.0);
    assert_eq!(read.final_mask(), packed.values_mask);
    assert_eq!(read.render_state(), technique.render_state);
    assert_eq!(read.vertex_format(), technique.vertex_format.as_deref());
    assert_eq!(read.profile(), technique.profile.as_deref());
    let defines = read.defines().iter().map(|(name, value)| {
        let value = match value {
            uberc_runtime::Scalar::Bool(value) => DefineValue::Bool(value),
            uberc_runtime::Scalar::Number(value) => DefineValue::Number(value),
            uberc_runtime::Scalar::String(value) => DefineValue::String(value.to_owned()),
        };
        (name.to_owned(), value)
    });
    assert_eq!(read.defines().len(), technique.defines.len());
    let defines: Vec<_> = defines.collect();
    assert_eq!(defines, technique.defines.clone().into_iter().collect::<Vec<_>>(), "in the order of their names");
    let metadata = read.metadata().iter().map(|(name, value)| {
        let value = match value {
            uberc_runtime::Scalar::Bool(value) => Scalar::Bool(value),
            uberc_runtime::Scalar::Number(value) => Scalar::Number(value),
            uberc_runtime::Scalar::String(value) => Scalar::String(value.to_owned()),
        };
        (name.to_owned(), value)
    });
    let metadata: Vec<_> = metadata.collect();
    assert_eq!(metadata, technique.metadata.clone().into_iter().collect::<Vec<_>>());
    for stage in Stage::ALL {
        let variant = packed.variants.get(&stage).map(|variant| &shader.variants[*variant as usize]);
        let read = read.stage(stage);
        assert_eq!(read.is_some(), variant.is_some(), "{stage:?}");
        let (Some(read), Some(variant)) = (read, variant) else { continue };
        let artifact = &variant.artifact;
        assert_eq!(read.code()?, *artifact.bytes.content());
        assert_eq!(read.entry_point(), artifact.entry_point);
        assert_eq!(read.source_entry_point(), variant.entry_point);
        assert_eq!(read.workgroup_size(), artifact.reflection.workgroup_size);
        let mut bindings = artifact.reflection.bindings.clone();
        bindings.sort_by_key(|binding| (binding.set, binding.binding));
        assert_eq!(read.bindings().len(), bindings.len());
        for (read, packed) in read.bindings().zip(&bindings) {
            let json = serde_json::to_value(packed.kind)?;
            let same = (read.set, read.binding, read.name, read.count, read.size, read.slot, read.renamed)
                == (
                    packed.set,
                    packed.binding,
                    packed.name.as_str(),
                    packed.count,
                    packed.size,
                    packed.slot,
                    packed.renamed.as_deref(),
                );
            assert!(same && json == read.kind.name(), "{read:?} {packed:?}");
        }
        for (read, packed) in [
            (read.inputs().collect::<Vec<_>>(), &artifact.reflection.inputs),
            (read.outputs().collect(), &artifact.reflection.outputs),
        ] {
            let read: Vec<_> = read
                .iter()
                .map(|io| StageIo { location: io.location, name: io.name.to_owned(), ty: io.ty.to_owned() })
                .collect();
            assert_eq!(&read, packed);
        }
    }
    Ok(())
}

/// What every kind of miss says.
pub fn misses(folder: &Path) -> Result<(), Failed> {
    let bytes = sample();
    let pack = Pack::open(&bytes[..])?;
    let spirv = pack.target("spirv")?;
    let mesh = spirv.shader("RenderMesh")?;
    let simple = spirv.shader("RenderSimple")?;
    let mut said = Vec::new();
    said.extend(pack.target("dxil").err().map(|error| error.to_string()));
    said.extend(spirv.shader("RendrMesh").err().map(|error| error.to_string()));
    said.extend(spirv.shader("Sky").err().map(|error| error.to_string()));
    said.extend(pack.target("wgsl")?.shader("Tonemap").err().map(|error| error.to_string()));
    said.extend(mesh.branch("g_bSkining").err().map(|error| error.to_string()));
    said.extend(mesh.branch("tessellate").err().map(|error| error.to_string()));
    said.extend(spirv.shader("Tonemap")?.branch("g_bDepth").err().map(|error| error.to_string()));
    for key in [
        mesh.key_from_bits(0b00_0011),
        mesh.key_from_bits(0b00_0111),
        mesh.key_from_bits(0b01_1011),
        mesh.key_from_bits(0b00_1101),
        mesh.key_from_bits(1 << 6),
        mesh.key().with(mesh.branch("g_nLights")?, 2),
        mesh.key().with(simple.branch("g_bSkinning")?, true),
        simple.key(),
    ] {
        said.extend(mesh.technique(key).err().map(|miss| miss.to_string()));
    }
    said.extend(simple.technique(simple.key_from_bits(0b111)).err().map(|miss| miss.to_string()));
    harness::golden(&folder.join("expected.txt"), &(said.join("\n") + "\n"))?;

    // The fallback of g_bSkinning + g_bFoliage + High: RenderSimple has that with foliage not built either, and falls back to 0 there.
    let miss = mesh.technique(mesh.key_from_bits(0b01_1011)).unwrap_err();
    assert_eq!(miss.reason(), MissReason::NotBuilt);
    let fallback = miss.fallback().ok_or("a fallback")?;
    assert_eq!((fallback.shader.name(), fallback.key.bits(), fallback.technique.number()), ("RenderSimple", 0, 0));
    assert_eq!(miss.nearest().map(|key| key.bits()), Some(0b01_1001));
    Ok(())
}

fn dedup() -> Result<(), Failed> {
    let bytes = sample();
    let pack = Pack::open(&bytes[..])?;
    // Vertex static and skinned for each of two targets, the pixel stage, which the compute shader has as well, the simple one,
    // three of SPIR-V.
    assert_eq!(pack.blob_count(), 2 * 2 + 1 + 1 + 3);
    let tables = pack.section_lengths().find(|(section, _)| *section == uberc_runtime::format::Section::Table16);
    assert_eq!(tables.map(|(_, length)| length), Some(2 * (64 + 1)), "both targets share the table");
    Ok(())
}

fn deterministic() -> Result<(), Failed> {
    let bytes = sample();
    let mut other = package();
    for target in &mut other.targets {
        target.shaders.reverse();
    }
    let again = pack(&other, Options::RELEASE)?;
    // Blobs are numbered in the order of the sorted shaders.
    assert!(bytes == again, "the order of the shaders does not count");
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    assert!(one_thread.install(|| pack(&other, Options::RELEASE))? == bytes, "the threads do not count");
    assert!(verify_digest(&bytes));
    let fast = pack(&other, Options::FAST)?;
    // Whatever an earlier archive had, and however often.
    let known = KnownBlobs::default();
    for package in [&Package::default(), &package(), &other, &other] {
        assert!(pack_again(package, Options::FAST, &known)? == pack(package, Options::FAST)?);
        assert!(pack_again(package, Options::RELEASE, &known)? == pack(package, Options::RELEASE)?);
    }
    let read = |bytes: &[u8]| transcript(&Pack::open(bytes).unwrap(), 256).unwrap();
    harness::same("the answers of another level", &read(&bytes), &read(&fast))
}

fn empty() -> Result<(), Failed> {
    let bytes = pack(&Package::default(), Options::RELEASE)?;
    let read = Pack::open(&bytes[..])?;
    assert_eq!((read.targets().len(), read.blob_count()), (0, 0));
    let none = Package { targets: vec![PackagedTarget { target: Target::Dx9, shaders: Vec::new() }] };
    let bytes = pack(&none, Options::RELEASE)?;
    let read = Pack::open(bytes)?;
    assert_eq!(read.target("dx9")?.shaders().len(), 0);
    let mut blank = tonemap();
    std::sync::Arc::make_mut(&mut blank.variants[0].artifact).bytes = Vec::new().into();
    let one = Package { targets: vec![PackagedTarget { target: Target::Dx9, shaders: vec![blank] }] };
    let read = Pack::open(pack(&one, Options::RELEASE)?)?;
    let shader = read.target("dx9")?.shader("Tonemap")?;
    let technique = shader.technique(shader.key()).map_err(Error::from)?;
    assert_eq!(technique.compute().ok_or("a compute stage")?.code()?, b"");
    Ok(())
}

/// 512 techniques, with a define for each of nine branches and 30 results: what is equal is stored once.
fn defines_apart() -> Result<(), Failed> {
    let names: Vec<String> = (0..9).map(|at| format!("g_bOption{at}")).collect();
    let made = (0..512u32).map(|at| {
        let mut entry = super::sample::technique(u64::from(at), &[(Stage::Compute, at % 30)]);
        entry.values_mask = 511;
        let of = |bit: usize| (format!("OPTION_{bit}"), DefineValue::Number(f64::from(at >> bit & 1)));
        let technique = std::sync::Arc::make_mut(&mut entry.technique);
        technique.defines.extend((0..9).map(of));
        technique.defines.insert("PASS".to_owned(), DefineValue::Number(3.0));
        entry
    });
    let code = (0..30).map(|at| super::sample::variant(Stage::Compute, format!("result {at}").as_bytes()));
    let shader = PackagedShader {
        materials: Vec::new(),
        name: "Options".to_owned(),
        branches: layout(names.iter().map(|name| (name.as_str(), BranchKind::Bool)).collect()),
        fallback: None,
        metadata: Default::default(),
        decision: Decision::Table((0..512).map(Some).collect()),
        techniques: made.collect(),
        variants: code.collect(),
    };
    let package = Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders: vec![shader] }] };
    let bytes = pack(&package, Options::RELEASE)?;
    let read = Pack::open(&bytes[..])?;
    let lengths: std::collections::BTreeMap<String, usize> =
        read.section_lengths().map(|(section, length)| (format!("{section:?}"), length)).collect();
    // Values of nine branches, in which those of the defines lie, and five bits of the variant.
    assert_eq!((lengths["TechniqueRows"], lengths["Techniques"]), (512 * 2, 72));
    assert_eq!(lengths["Columns"], 11 * 16, "values, variant, nine defines");
    assert_eq!(lengths["Scalars"], 16 + 9 * 2 * 16);
    assert!(lengths.values().sum::<usize>() < 15_000, "{lengths:?}");
    let shader = read.target("spirv")?.shader("Options")?;
    for (found, packed) in shader.techniques().zip(&package.targets[0].shaders[0].techniques) {
        same_technique(&package.targets[0].shaders[0], packed, found)?;
    }
    Ok(())
}

fn handles() -> Result<(), Failed> {
    let bytes = sample();
    let pack = Pack::open(&bytes[..])?;
    let mesh = pack.target("spirv")?.shader("RenderMesh")?;
    let simple = pack.target("spirv")?.shader("RenderSimple")?;
    let elsewhere = pack.target("wgsl")?.shader("RenderMesh")?;
    let skinning = mesh.branch("g_bSkinning")?;
    assert!(elsewhere.technique(elsewhere.key().with(skinning, true)).is_ok(), "the same branches, the same handles");
    assert_eq!(simple.key().try_with(skinning, true), Err(KeyFault::ForeignBranch));
    assert_eq!(simple.technique(mesh.key()).unwrap_err().reason(), MissReason::ForeignKey);
    let lights = mesh.branch("g_nLights")?;
    let fault = KeyFault::NoSuchValue { branch: lights, value: -2 };
    assert_eq!(mesh.key().try_with(lights, -2), Err(fault));
    // A later right value does not hide the earlier wrong one.
    let key = mesh.key().with(lights, -2).with(lights, 0);
    assert_eq!(mesh.technique(key).unwrap_err().reason(), MissReason::Key(fault));
    Ok(())
}

fn buffers() -> Result<(), Failed> {
    let bytes = sample();
    let pack = Pack::open(&bytes[..])?;
    let shader = pack.target("spirv")?.shader("Tonemap")?;
    let variant = shader.technique(shader.key()).map_err(Error::from)?.compute().ok_or("a compute stage")?;
    let mut decoder = Decoder::new();
    let mut short = [0; 4];
    assert_eq!(decoder.decode_to_slice(variant.blob(), &mut short), Err(BlobError::BufferTooShort { needed: 5 }));
    let mut long = [7; 8];
    assert_eq!(decoder.decode_to_slice(variant.blob(), &mut long), Ok(5));
    assert_eq!(&long, b"pixel\x07\x07\x07");
    let mut out = vec![1];
    let mut filled = Decoder::with_zstd(|_, out| !out.is_empty());
    assert_eq!(filled.decode(variant.blob(), &mut out), Err(BlobError::ContentChecksum));
    assert_eq!(Decoder::with_zstd(|_, _| false).decode(variant.blob(), &mut out), Err(BlobError::Frame));
    assert!(out.is_empty());
    Ok(())
}

/// With the engine's own Zstandard, with and without a dictionary.
fn engines_own() -> Result<(), Failed> {
    for package in [package(), alike()] {
        let bytes = pack(&package, Options::RELEASE)?;
        let pack = Pack::open(&bytes[..])?;
        let mut engine = Decoder::with_zstd(|compressed, out| {
            let dictionary = compressed.dictionary.unwrap_or(&[]);
            let decoded = zstd::bulk::Decompressor::with_dictionary(dictionary)
                .and_then(|mut decompressor| decompressor.decompress_to_buffer(compressed.frame, out));
            decoded.is_ok_and(|length| length == out.len())
        });
        let (mut own, mut theirs, mut ours) = (Decoder::new(), Vec::new(), Vec::new());
        for number in 0..pack.blob_count() {
            let blob = pack.blob(number).ok_or("a blob")?;
            engine.decode(blob, &mut theirs)?;
            own.decode(blob, &mut ours)?;
            assert_eq!(theirs, ours);
        }
    }
    Ok(())
}

/// More than one block, and more than one window of the fast level (2 MiB).
fn large() -> Result<(), Failed> {
    let mut state = 1u32;
    let noise = (0..3 << 20).map(|at: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if at.is_multiple_of(4) { (state >> 24) as u8 } else { (at >> 8) as u8 }
    });
    let code: Vec<u8> = noise.collect();
    for bytes in [&code[..], &code[..200_000], &[0; 2 << 20]] {
        let mut shader = tonemap();
        std::sync::Arc::make_mut(&mut shader.variants[0].artifact).bytes = bytes.to_vec().into();
        let package = Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders: vec![shader] }] };
        let read = Pack::open(pack(&package, Options::FAST)?)?;
        let shader = read.target("spirv")?.shader("Tonemap")?;
        let technique = shader.technique(shader.key()).map_err(Error::from)?;
        let blob = technique.compute().ok_or("a compute stage")?.blob();
        assert!(blob.decode()? == bytes, "{} bytes in {}", blob.len(), blob.compressed_len());
    }
    Ok(())
}

/// A `Copy` type holds no heap memory: neither a hit nor a miss can allocate something it gives back.
fn no_memory() -> Result<(), Failed> {
    fn copy<T: Copy>() {}
    copy::<uberc_runtime::Technique<'_>>();
    copy::<uberc_runtime::Miss<'_>>();
    copy::<uberc_runtime::Shader<'_>>();
    copy::<uberc_runtime::Branch>();
    copy::<uberc_runtime::Key>();
    fn shared<T: Send + Sync>() {}
    shared::<Pack<&[u8]>>();
    shared::<uberc_runtime::Shader<'_>>();
    Ok(())
}

fn refused() -> Result<(), Failed> {
    let with = |change: &dyn Fn(&mut PackagedShader)| {
        let mut shader = mesh("spirv");
        change(&mut shader);
        let package = Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders: vec![shader] }] };
        match pack(&package, Options::FAST) {
            Err(PackError::Shader { what, .. }) => what,
            other => panic!("{:?}", other.map(|bytes| bytes.len())),
        }
    };
    assert_eq!(with(&|shader| shader.decision = Decision::Table(vec![])), "its table has 0 entries for 6 bits");
    assert_eq!(
        with(&|shader| shader.decision = Decision::Table(vec![Some(99); 64])),
        "its decision names technique 99, which does not exist"
    );
    assert_eq!(
        with(&|shader| shader.decision = Decision::Table(vec![Some(0); 64])),
        "its table has a technique for 0xc, which does not exist"
    );
    let clash = vec![(Cube { mask: 1, value: 0 }, 0), (Cube { mask: 2, value: 0 }, 0)];
    assert_eq!(
        with(&|shader| shader.decision = Decision::Cubes(clash.clone())),
        "its cubes 0x1/0x0 and 0x2/0x0 overlap"
    );
    assert_eq!(
        with(&|shader| shader.techniques[0].variants = [(Stage::Pixel, 0)].into()),
        "technique 0 uses a vertex variant as its pixel stage"
    );
    assert_eq!(
        with(&|shader| {
            std::sync::Arc::make_mut(&mut shader.techniques[1].technique).render_state.depth_bias_clamp = f32::NAN
        }),
        "technique 1 has a render state with a number that is not finite"
    );
    let mut twice = package();
    twice.targets[0].shaders.push(tonemap());
    assert_eq!(
        pack(&twice, Options::FAST),
        Err(PackError::DuplicateShader { target: "spirv".to_owned(), shader: "Tonemap".to_owned() })
    );
    twice.targets.push(package().targets.remove(0));
    twice.targets[0].shaders.pop();
    assert_eq!(pack(&twice, Options::FAST), Err(PackError::DuplicateTarget { target: "spirv".to_owned() }));
    Ok(())
}

/// `A` chooses the technique, `B` is always cleared, `C` passes through, `Q` = 2 is not built; then the same with 20 unread branches
/// before them, too wide for a table.
fn explorations() -> Result<(), Failed> {
    for unread in [0, 20] {
        let fillers: Vec<String> = (0..unread).map(|at| format!("g_bFiller{at}")).collect();
        let mut branches: Vec<(&str, BranchKind)> =
            fillers.iter().map(|name| (name.as_str(), BranchKind::Bool)).collect();
        branches.extend([("A", BranchKind::Bool), ("B", BranchKind::Bool), ("C", BranchKind::Bool)]);
        branches.push(("Q", BranchKind::Int { min: 0, max: 2 }));
        let layout = layout(branches);
        let at = |bits: u64| bits << unread;
        // The fillers are all cleared.
        let (written, fillers) = (at(0b00010) | (at(1) - 1), at(1) - 1);
        let built =
            |technique| Outcome::Built { technique: TechniqueId(technique), written_mask: written, written_value: 0 };
        let mut cubes = vec![CubeOutcome {
            cube: Cube { mask: at(0b11000), value: at(0b10000) },
            outcome: Outcome::NotBuilt,
            reads: Vec::new(),
        }];
        for quality in 0..2u64 {
            for a in 0..2u64 {
                let value = at(quality << 3 | a);
                let outcome = built(a as u32);
                cubes.push(CubeOutcome { cube: Cube { mask: at(0b11001), value }, outcome, reads: Vec::new() });
            }
        }
        let exploration = Exploration::new(5, vec![std::sync::Arc::default(); 2], cubes);
        let declaration = ShaderDeclaration {
            name: "S".to_owned(),
            branches: layout.clone(),
            technique: Technique::default(),
            has_specialize: true,
            source: None,
            dialect: "hlsl".to_owned(),
            fallback: None,
            fallback_declared: None,
            dialect_declared: None,
            options: std::collections::BTreeMap::new(),
            materials: None,
            implemented: Vec::new(),
            metadata: Default::default(),
            declared: Sources::new(".").add("s.fx.lua", "Shader(\"S\")").line_span(1),
        };
        let compute = Variant {
            links: None,
            stage: Stage::Compute,
            entry_point: "Main".to_owned(),
            profile: None,
            key: Digest::of(b""),
            source: 0,
            example: Permutation(0),
        };
        // As if every branch were live: C is split.
        let mut techniques: Vec<StagedTechnique> = Vec::new();
        let mut parts = Vec::new();
        for (cube, finals) in exploration.cubes.iter().flat_map(|cube| cube.parts(&layout, layout.mask())) {
            let staged = StagedTechnique { finals, stages: [(Stage::Compute, VariantId(0))].into() };
            let known = techniques.iter().position(|known| *known == staged).unwrap_or(techniques.len());
            if known == techniques.len() {
                techniques.push(staged);
            }
            parts.push((cube, known as u32));
        }
        assert_eq!(techniques.len(), 8);
        let variants = VariantSet::new(Vec::new(), vec![compute], techniques, parts, Default::default());
        let shader = package_shader(&declaration, &exploration, &variants, &[artifact(b"code", "main")], &[])?;
        assert_eq!(shader.techniques.len(), 8);
        assert_eq!(matches!(shader.decision, Decision::Table(_)), unread == 0);
        let bytes = pack(
            &Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders: vec![shader] }] },
            Options::FAST,
        )?;
        let read = Pack::open(&bytes[..])?;
        let read = read.target("spirv")?.shader("S")?;
        let mut built = 0;
        for high in 0..1u64 << 5 {
            for low in [0, fillers, fillers & 0x5A5A5] {
                let bits = at(high) | low;
                let right = exploration.resolve(&layout, Permutation(bits));
                let found = read.technique(read.key_from_bits(bits)).ok();
                assert_eq!(
                    found.map(|technique| technique.final_values().bits()),
                    right.map(|right| right.values.0),
                    "{bits:#x}"
                );
                built += usize::from(found.is_some());
            }
        }
        assert_eq!(built, 16 * 3);
    }
    Ok(())
}

fn writing() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("new/deeper/game.fxo");
    write_whole(&path, b"one")?;
    assert_eq!(std::fs::read(&path)?, b"one");
    let before = std::fs::metadata(&path)?.modified()?;
    write_whole(&path, b"one")?;
    assert_eq!(std::fs::metadata(&path)?.modified()?, before, "the same bytes are not written again");
    // Who wrote them may have been killed before they were on the disk; who keeps a record of them flushes them.
    assert_eq!(write_whole_then_flush(&path, b"one")?.is_some(), cfg!(unix));
    assert_eq!(std::fs::metadata(&path)?.modified()?, before, "nor are they shown again");
    write_whole(&path, b"two")?;
    assert_eq!(std::fs::read(&path)?, b"two");
    let names: Vec<_> = std::fs::read_dir(path.parent().ok_or("a folder")?)?.collect::<Result<_, _>>()?;
    assert_eq!(names.len(), 1, "no temporary file is left: {names:?}");
    // The name of a folder cannot be replaced by a file.
    assert!(write_whole(folder.path(), b"three").is_err());
    Ok(())
}
