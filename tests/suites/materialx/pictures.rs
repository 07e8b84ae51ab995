//! Pictures of `uberc mtlx render`: the program draws what the document says.

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use uberc::preview::from_png;

use super::library;
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let program = Path::new(env!("CARGO_BIN_EXE_uberc")).with_file_name("uberc-render");
    let trial = harness::needs_device(harness::trial("materialx::pictures_show_the_material", pictures));
    vec![harness::needs_that("uberc-render: run `cargo build --workspace`", program.is_file(), trial)]
}

/// Pixels of a side.
const SIZE: usize = 64;

/// Draws an element; its pixels.
fn drawn(folder: &Path, arguments: &[&str]) -> Result<Vec<[f32; 4]>, Failed> {
    let output = folder.join("out.png");
    let done = Command::new(env!("CARGO_BIN_EXE_uberc"))
        .args(["mtlx", "render", "main.mtlx", "--size", &SIZE.to_string(), "--samples", "8", "-o"])
        .arg(&output)
        .args(arguments)
        .env("UBERC_MTLX_LIBRARIES", library())
        .current_dir(folder)
        .output()?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned().into());
    }
    if let Some(kept) = std::env::var_os("UBERC_KEEP_PICTURES") {
        let name = arguments.join(" ").replace(['/', '-'], "");
        std::fs::copy(&output, PathBuf::from(kept).join(format!("mtlx render {name}.png")))?;
    }
    Ok(from_png(&std::fs::read(&output)?)?.texels)
}

fn pictures() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let case = harness::suite_dir("materialx_reference");
    std::fs::copy(case.join("surfaces/main.mtlx"), folder.path().join("main.mtlx"))?;
    let at = |pixels: &[[f32; 4]], x: usize, y: usize| pixels[y * SIZE + x];
    let red = drawn(folder.path(), &["--element", "standard_material"])?;
    let [r, g, b, _] = at(&red, SIZE / 2, SIZE / 2);
    assert!(r > g + 0.1 && g > b, "the colour of the document: {r} {g} {b}");
    let blue = drawn(
        folder.path(),
        &[
            "--element",
            "standard_material",
            "--set",
            "base_color=0.05,0.1,0.9",
            "--set",
            "metalness=0",
            "--set",
            "coat=0",
        ],
    )?;
    let [r, g, b, _] = at(&blue, SIZE / 2, SIZE / 2);
    assert!(b > r + 0.2 && b > g + 0.1, "the colour that was set: {r} {g} {b}");
    // The sky lights the sphere from above, and the corners are background, as in the other picture.
    let light = |pixels: &[[f32; 4]], y: usize| at(pixels, SIZE / 2, y)[..3].iter().sum::<f32>();
    assert!(light(&blue, SIZE / 4) > 1.2 * light(&blue, SIZE * 3 / 4), "{blue:?}");
    assert_eq!(at(&red, 1, 1), at(&blue, 1, 1));
    assert_ne!(at(&red, 1, 1), at(&red, 1, SIZE - 2), "sky and ground");
    let plane = drawn(folder.path(), &["--element", "standard_material", "--shape", "plane"])?;
    let differing = plane.iter().zip(&red).filter(|(a, b)| a != b).count();
    assert!(differing > SIZE * SIZE / 4, "a plane is no sphere: {differing}");
    // The data of 1,024 lights have 80 KiB, which many devices do not take. No light is on.
    match drawn(folder.path(), &["--element", "standard_material", "--option", "max_lights=1024"]) {
        Ok(many) => assert_eq!(many, red),
        Err(why) => {
            assert!(why.message().is_some_and(|why| why.contains("81920 bytes, and the device takes")), "{why:?}")
        }
    }
    let wrong = drawn(folder.path(), &["--element", "standard_material", "--set", "base_colour=1,0,0"]);
    let message = wrong.err().and_then(|failed| failed.message().map(str::to_owned)).ok_or("it was taken")?;
    assert!(message.contains("did you mean `base_color`?"), "{message}");
    Ok(())
}
