//! Archives with damaged code or endless descriptions, and caches with results that no compiler made.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use uberc::model::*;
use uberc::pack::{Options, pack};

use crate::harness;
use crate::suites::archive::sample::{layout, technique, variant};

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("cli::a_damaged_blob_is_noticed", damaged_blob),
        harness::trial("cli::an_archive_that_describes_too_much_is_not_listed", long_listings),
        harness::trial("cli::a_cache_that_somebody_wrote_is_noticed", written_by_others),
    ]
}

fn damaged_blob() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let text = "float4 main() : SV_Target { return float4(0.1, 0.2, 0.3, 0.4); }\n";
    std::fs::write(place.path().join("a.fx"), text)?;
    std::fs::write(place.path().join("a.fx.lua"), "Shader(\"A\").Technique.PixelShader = \"main\"\n")?;
    let uberc = |arguments: &[&str]| uberc(place.path(), arguments);
    let (code, said) = uberc(&["build", "--target", "spirv", "--output", "a.fxo"])?;
    assert_eq!(code, Some(0), "{said}");
    let whole = std::fs::read(place.path().join("a.fxo"))?;
    assert_eq!(uberc(&["diff", "--exit-code", "a.fxo", "a.fxo"])?.0, Some(0));
    let pack = uberc_runtime::Pack::open(&whole[..])?;
    let blob = pack.blob(0).ok_or("the archive has code")?;
    let frame = blob.frame()?;
    let start = frame.as_ptr().addr() - whole.as_ptr().addr();
    let mut damaged = whole.clone();
    damaged[start + frame.len() / 2] ^= 1;
    std::fs::write(place.path().join("b.fxo"), damaged)?;
    for arguments in
        [&["diff", "--exit-code", "a.fxo", "b.fxo"][..], &["diff", "b.fxo", "b.fxo"], &["inspect", "b.fxo"]]
    {
        let (code, said) = uberc(arguments)?;
        assert_eq!(code, Some(1), "{arguments:?}: {said}");
        assert!(said.contains("b.fxo: the archive is damaged"), "{arguments:?}: {said}");
    }
    Ok(())
}

/// 2048 techniques that share a name of 400,000 bytes: a small archive, of which a listing has 800 million.
fn long_listings() -> Result<(), Failed> {
    const BITS: u32 = 11;
    let place = tempfile::tempdir()?;
    let text = "x".repeat(400_000);
    let write = |name: &str, change: &dyn Fn(&mut Technique)| -> Result<(), Failed> {
        let mut shared = Technique::default();
        change(&mut shared);
        let shared = Arc::new(shared);
        let one = |number: u32| PackagedTechnique {
            technique: shared.clone(),
            ..technique(u64::from(number), &[(Stage::Pixel, 0)])
        };
        let branches: Vec<String> = (0..BITS).map(|at| format!("b{at}")).collect();
        let shader = PackagedShader {
            materials: Vec::new(),
            name: "Long".to_owned(),
            branches: layout(branches.iter().map(|name| (name.as_str(), BranchKind::Bool)).collect()),
            fallback: None,
            metadata: Default::default(),
            decision: Decision::Table((0..1 << BITS).map(Some).collect()),
            techniques: (0..1 << BITS).map(one).collect(),
            variants: vec![variant(Stage::Pixel, b"pixel")],
        };
        let package = Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders: vec![shader] }] };
        Ok(std::fs::write(place.path().join(name), pack(&package, Options::FAST)?)?)
    };
    write("code.fxo", &|technique| technique.vertex_format = Some(text.clone()))?;
    write("values.fxo", &|technique| {
        drop(technique.defines.insert("D".to_owned(), DefineValue::String(text.clone())))
    })?;
    let refused = |arguments: &[&str]| -> Result<(), Failed> {
        let (code, said) = uberc(place.path(), arguments)?;
        assert_eq!(code, Some(1), "{arguments:?}: {said}");
        assert!(said.contains("code.fxo: what the archive describes has more than"), "{arguments:?}: {said}");
        Ok(())
    };
    refused(&["inspect", "code.fxo"])?;
    refused(&["extract", "code.fxo", "--output", "out"])?;
    refused(&["diff", "code.fxo", "values.fxo"])?;
    // What is listed of it is little.
    let (code, said) = uberc(place.path(), &["extract", "values.fxo", "--output", "out"])?;
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = uberc(place.path(), &["diff", "values.fxo", "values.fxo"])?;
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("values.fxo: what the archive describes has more than"), "{said}");
    Ok(())
}

/// A record of a variant that names another variant's code, with a right checksum.
fn written_by_others() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    std::fs::write(place.path().join("a.fx"), "bool b;\nfloat4 main() : SV_Target { return b ? 1 : 0; }\n")?;
    let sidecar = "local a = Shader(\"A\")\na.Branches = { \"b\" }\na.Technique.PixelShader = \"main\"\n";
    std::fs::write(place.path().join("a.fx.lua"), sidecar)?;
    assert_eq!(uberc(place.path(), &["build", "--quiet"])?, (Some(0), String::new()));
    let verify = ["cache", "verify", "--recompile", "10"];
    let (code, said) = uberc(place.path(), &verify)?;
    assert_eq!(code, Some(0), "{said}");
    let mut records: Vec<(std::path::PathBuf, String)> = Vec::new();
    for entry in walkdir::WalkDir::new(place.path().join(".uberc/actions")).sort_by_file_name() {
        let entry = entry?;
        let text = if entry.file_type().is_file() { std::fs::read_to_string(entry.path())? } else { String::new() };
        if text.contains("\"kind\":\"artifact\"") {
            records.push((entry.path().to_path_buf(), text));
        }
    }
    let output = |text: &str| {
        let (_, rest) = text.split_once("\"output\":\"").ok_or("a record has an output")?;
        Ok::<String, Failed>(rest[..64].to_owned())
    };
    let [(path, one), (_, other)] = &records[..] else { return Err(format!("{} records", records.len()).into()) };
    let (head, body) = one.split_once('\n').ok_or("a record has a first line")?;
    let body = body.replace(&output(one)?, &output(other)?);
    let magic = head.rsplit_once(' ').ok_or("it ends in a checksum")?.0;
    std::fs::write(path, format!("{magic} {}\n{body}", uberc::model::Digest::of(body.as_bytes())))?;
    let (code, said) = uberc(place.path(), &["cache", "verify"])?;
    assert_eq!(code, Some(0), "a checksum tells nothing: {said}");
    let (code, said) = uberc(place.path(), &verify)?;
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the cache cannot be trusted"), "{said}");
    Ok(())
}

/// The exit code, and what is said on stderr.
fn uberc(folder: &Path, arguments: &[&str]) -> Result<(Option<i32>, String), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_uberc")).args(arguments).current_dir(folder).output()?;
    Ok((output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()))
}
