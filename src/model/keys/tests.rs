use std::collections::BTreeSet;

use super::*;

fn field(name: &str, value: &str) -> KeyField {
    (name.into(), value.into())
}

/// Every one of these keys is another.
fn all_differ(keys: Vec<ActionKey>) {
    let digests: BTreeSet<Digest> = keys.iter().map(ActionKey::digest).collect();
    assert_eq!(digests.len(), keys.len(), "{keys:#?}");
}

#[test]
fn each_field_of_a_step_counts() {
    let base = || StepKey::new("naga", "30", ("spirv", "wgsl"), Digest::of(b"a"));
    let shifts = |b| vec![("shift.b", b)];
    let (dense, shifted) = (BindingRule::Dense, BindingRule::Shift(Shifts::default()));
    all_differ(vec![
        base().key(),
        StepKey::new("embedded", "30", ("spirv", "wgsl"), Digest::of(b"a")).key(),
        StepKey::new("naga", "31", ("spirv", "wgsl"), Digest::of(b"a")).key(),
        StepKey::new("naga", "30", ("toy", "wgsl"), Digest::of(b"a")).key(),
        StepKey::new("naga", "30", ("spirv", "msl"), Digest::of(b"a")).key(),
        StepKey::new("naga", "30", ("spirv", "wgsl"), Digest::of(b"b")).key(),
        StepKey { stage: Some(Stage::Pixel), ..base() }.key(),
        StepKey { stage: Some(Stage::Vertex), ..base() }.key(),
        StepKey { entry_point: Some("main"), ..base() }.key(),
        StepKey { profile: Some("ps_5_0".into()), ..base() }.key(),
        StepKey { version: Some(("toy-version".into(), "2018".into())), ..base() }.key(),
        StepKey { version: Some(("toy-version".into(), "2021".into())), ..base() }.key(),
        StepKey { front_end: Some("toy 1".into()), ..base() }.key(),
        StepKey { front_end: Some("toy 2".into()), ..base() }.key(),
        StepKey { arguments: Some("-O".into()), ..base() }.key(),
        StepKey { bindings: Some(dense), ..base() }.key(),
        StepKey { bindings: Some(shifted), ..base() }.key(),
        StepKey { shifts: shifts(0), ..base() }.key(),
        StepKey { shifts: shifts(1), ..base() }.key(),
        StepKey { layout: Some("a".into()), ..base() }.key(),
        StepKey { interface: Some("a".into()), ..base() }.key(),
        StepKey { links: Some("a".into()), ..base() }.key(),
        StepKey { direct3d9: Some(true), ..base() }.key(),
        StepKey { direct3d9: Some(false), ..base() }.key(),
        StepKey { debug_info: Some(true), ..base() }.key(),
        StepKey { debug_info: Some(false), ..base() }.key(),
        StepKey { places: Some(Digest::of(b"a")), ..base() }.key(),
        StepKey { places: Some(Digest::of(b"b")), ..base() }.key(),
        StepKey { file: Some("a".into()), ..base() }.key(),
        StepKey { ids_alone: true, ..base() }.key(),
        StepKey { most_steps: Some(1), ..base() }.key(),
        StepKey { most_steps: Some(2), ..base() }.key(),
    ]);
}

#[test]
fn each_field_of_a_variant_counts() {
    let base =
        VariantKey { stage: Stage::Pixel, entry_point: "a", tokens: Digest::of(b"a"), profile: None, links: None };
    all_differ(vec![
        base.key(),
        VariantKey { stage: Stage::Vertex, ..base }.key(),
        VariantKey { entry_point: "b", ..base }.key(),
        VariantKey { tokens: Digest::of(b"b"), ..base }.key(),
        VariantKey { profile: Some("ps_5_0"), ..base }.key(),
        VariantKey { links: Some("in 0 1"), ..base }.key(),
    ]);
    let identity = VariantIdentity { variant: Digest::of(b"a"), language: "toy", interface: None, places: None };
    all_differ(vec![
        identity.key(),
        VariantIdentity { variant: Digest::of(b"b"), ..identity }.key(),
        VariantIdentity { language: "other", ..identity }.key(),
        VariantIdentity { interface: Some(Digest::of(b"a")), ..identity }.key(),
        VariantIdentity { places: Some(Digest::of(b"a")), ..identity }.key(),
    ]);
    let (variant, target) = (Digest::of(b"a"), Target::Spirv);
    let artifact = || ArtifactKey { variant, target, chain: Arc::default(), interface: None };
    all_differ(vec![
        base.key(),
        artifact().key(),
        ArtifactKey { variant: Digest::of(b"b"), ..artifact() }.key(),
        ArtifactKey { target: Target::Wgsl, ..artifact() }.key(),
        ArtifactKey { chain: Arc::new([("compiler 1".into(), "naga".into())]), ..artifact() }.key(),
        ArtifactKey { interface: Some(Digest::of(b"a")), ..artifact() }.key(),
    ]);
}

#[test]
fn each_field_of_a_units_settings_counts() {
    let (none, some) = (Limits::default(), [PathBuf::from("a")]);
    let defines = BTreeMap::from([("A".to_owned(), "1".to_owned())]);
    let chain = [field("compiler 1", "naga")];
    let versions = [field("toy-version", "2021")];
    let others = [field("toy-version", "2018")];
    let dialects = [("*.txt".to_owned(), "other".to_owned()), ("a/*.txt".to_owned(), "toy".to_owned())];
    let reordered = [dialects[1].clone(), dialects[0].clone()];
    let base = UnitSettings {
        uberc: "1",
        mode: "folded",
        debug_info: false,
        include: &[],
        lua: &[],
        registry: "toy",
        dialects: &[],
        versions: &versions,
        profile: None,
        legacy_macro_expansion: false,
        limits: &none,
        defines: &BTreeMap::new(),
        create_infos: &[],
        generator_options: &BTreeMap::new(),
        chain: &[],
    };
    let option = |name: &str, values: &[&str]| {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        BTreeMap::from([("toy".to_owned(), BTreeMap::from([(name.to_owned(), values)]))])
    };
    let options = [option("a", &["1"]), option("b", &["1"]), option("a", &["1", "2"]), option("a", &["1\", \"2"])];
    let key = |of: UnitSettings<'_>| settings(&of.fields());
    let limits = [
        Limits { techniques: 1, ..none.clone() },
        Limits { cubes: 1, ..none.clone() },
        Limits { sidecar_instructions: 1, ..none.clone() },
        Limits { sidecar_memory: 1, ..none.clone() },
        Limits { include_depth: 1, ..none.clone() },
        Limits { compile_steps: 1, ..none.clone() },
        Limits { tokens: 1, ..none.clone() },
    ];
    let mut keys = vec![
        key(base),
        key(UnitSettings { uberc: "2", ..base }),
        key(UnitSettings { mode: "plain", ..base }),
        key(UnitSettings { debug_info: true, ..base }),
        key(UnitSettings { include: &some, ..base }),
        key(UnitSettings { lua: &some, ..base }),
        key(UnitSettings { versions: &others, ..base }),
        key(UnitSettings { registry: "toy, other", ..base }),
        key(UnitSettings { dialects: &dialects, ..base }),
        key(UnitSettings { dialects: &reordered, ..base }),
        key(UnitSettings { profile: Some("6_6"), ..base }),
        key(UnitSettings { legacy_macro_expansion: true, ..base }),
        key(UnitSettings { defines: &defines, ..base }),
        key(UnitSettings { create_infos: &some, ..base }),
        key(UnitSettings { chain: &chain, ..base }),
    ];
    keys.extend(limits.iter().map(|limits| key(UnitSettings { limits, ..base })));
    keys.extend(options.iter().map(|options| key(UnitSettings { generator_options: options, ..base })));
    all_differ(keys);
}

#[test]
fn each_field_of_a_unit_and_of_a_build_counts() {
    let unit = |sidecar: &str, source: Option<&str>| SourceUnit {
        sidecar: PathBuf::from(sidecar),
        source: source.map(PathBuf::from),
    };
    let (first, second, third) = (unit("a.lua", Some("a")), unit("b.lua", Some("a")), unit("a.lua", None));
    let fields = [field("setting", "1")];
    let files = |digest| BTreeMap::from([(PathBuf::from("a.fxh"), digest)]);
    let (missing, read) = (files(None), files(Some(Digest::of(b"a"))));
    let subject = UnitSubject { unit: &first, target: Target::Spirv };
    let base = UnitKey { subject, settings: &[], files: &BTreeMap::new() };
    all_differ(vec![
        base.key(),
        UnitKey { subject: UnitSubject { unit: &second, ..subject }, ..base }.key(),
        UnitKey { subject: UnitSubject { unit: &third, ..subject }, ..base }.key(),
        UnitKey { subject: UnitSubject { target: Target::Wgsl, ..subject }, ..base }.key(),
        UnitKey { settings: &fields, ..base }.key(),
        UnitKey { files: &missing, ..base }.key(),
        UnitKey { files: &read, ..base }.key(),
    ]);
    let (one, other) = ([Target::Spirv, Target::Wgsl], [Target::Wgsl, Target::Spirv]);
    let subject = BuildSubject { output: Path::new("a.fxo"), targets: &one };
    let base = BuildKey { subject, release: false, settings: &[], units: &[], whole: true };
    all_differ(vec![
        base.key(),
        BuildKey { subject: BuildSubject { output: Path::new("b.fxo"), ..subject }, ..base }.key(),
        BuildKey { subject: BuildSubject { targets: &other, ..subject }, ..base }.key(),
        BuildKey { release: true, ..base }.key(),
        BuildKey { settings: &[(Target::Spirv, &fields)], ..base }.key(),
        BuildKey { settings: &[(Target::Wgsl, &fields)], ..base }.key(),
        BuildKey { units: std::slice::from_ref(&first), ..base }.key(),
        BuildKey { units: std::slice::from_ref(&third), ..base }.key(),
        BuildKey { whole: false, ..base }.key(),
    ]);
}
