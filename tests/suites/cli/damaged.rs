//! Archives with damaged code: what compares or describes a whole archive notices it.

use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![harness::trial("cli::a_damaged_blob_is_noticed", damaged_blob)]
}

fn damaged_blob() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let text = "float4 main() : SV_Target { return float4(0.1, 0.2, 0.3, 0.4); }\n";
    std::fs::write(place.path().join("a.fx"), text)?;
    std::fs::write(place.path().join("a.fx.lua"), "Shader(\"A\").Technique.PixelShader = \"main\"\n")?;
    let uberc = |arguments: &[&str]| -> Result<(Option<i32>, String), Failed> {
        let output = Command::new(env!("CARGO_BIN_EXE_uberc")).args(arguments).current_dir(place.path()).output()?;
        Ok((output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()))
    };
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
