//! Equal sources give equal archives, byte for byte.

use super::*;

pub fn trials() -> Vec<Trial> {
    [
        ("archives_do_not_depend_on_threads", threads as fn() -> Result<(), Failed>),
        ("archives_do_not_depend_on_the_folder", folders),
        ("archives_do_not_depend_on_the_order_of_files", order),
        ("archives_do_not_depend_on_the_cache", caches),
        ("no_result_of_another_limit_is_taken", other_limits),
        ("the_library_is_the_same_cold_warm_and_elsewhere", library),
    ]
    .into_iter()
    .map(|(name, run)| {
        let trial = harness::trial(format!("incremental::{name}"), run);
        if name.starts_with("the_library") { harness::needs("glslangValidator", trial) } else { trial }
    })
    .collect()
}

fn threads() -> Result<(), Failed> {
    let mut archives = Vec::new();
    for jobs in ["1", "2", "7"] {
        let place = Place::new()?;
        place.build(&["--jobs", jobs])?.succeeded()?;
        archives.push(place.archive()?);
    }
    assert!(archives.iter().all(|archive| *archive == archives[0]));
    Ok(())
}

fn folders() -> Result<(), Failed> {
    let (one, other) = (Place::new()?, Place::new()?);
    let deep = other.folder.path().join("a folder/of another/length");
    fs::create_dir_all(&deep)?;
    fs::rename(other.root(), deep.join("p"))?;
    for arguments in [&["--no-cache"][..], &["--no-cache", "--debug-info"]] {
        one.build(arguments)?.succeeded()?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
        // From elsewhere, with the project named.
        let output = command.arg("build").args(arguments).arg(deep.join("p")).current_dir("/").output()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read(deep.join("p/shaders.fxo"))?, one.archive()?, "{arguments:?}");
    }
    Ok(())
}

/// Folders list their files in the order of creation, or of hashes.
fn order() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    let expected = place.archive()?;
    let mut files: Vec<PathBuf> =
        ["one.fx", "one.fx.lua", "two.fx", "two.fx.lua"].iter().map(|name| place.file(name)).collect();
    for _ in 0..2 {
        files.reverse();
        for file in &files {
            let text = fs::read(file)?;
            fs::remove_file(file)?;
            // Another name in between takes the old slot in the folder.
            fs::write(file.with_extension("slot"), "")?;
            fs::write(file, text)?;
        }
        fs::remove_dir_all(place.file(".uberc"))?;
        place.build(&[])?.succeeded()?;
        assert_eq!(place.archive()?, expected);
    }
    // Named on the command line in any order.
    place.build(&["--output", "a.fxo", "one.fx", "two.fx"])?.succeeded()?;
    place.build(&["--output", "b.fxo", "two.fx", "one.fx"])?.succeeded()?;
    assert_eq!(fs::read(place.file("a.fxo"))?, fs::read(place.file("b.fxo"))?);
    Ok(())
}

fn caches() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&["--no-cache"])?.succeeded()?;
    let without = place.archive()?;
    for _ in 0..3 {
        // Cold, with nothing to do, and with an archive that is gone.
        place.build(&[])?.succeeded()?;
        assert_eq!(place.archive()?, without);
        place.build(&[])?.succeeded()?;
        assert_eq!(place.archive()?, without);
        fs::remove_file(place.file("shaders.fxo"))?;
        let again = place.build(&[])?.succeeded()?;
        check(again.runs == 0 && again.rebuilt.is_empty(), "only the archive is written", &again)?;
        assert_eq!(place.archive()?, without);
        // Steps are there, whole units are not.
        fs::remove_dir_all(place.file(".uberc/units"))?;
        fs::remove_dir_all(place.file(".uberc/builds"))?;
        let again = place.build(&[])?.succeeded()?;
        check(again.runs == 0 && again.rebuilt.len() == 2, "compilers' results are there", &again)?;
        assert_eq!(place.archive()?, without);
        fs::remove_dir_all(place.file(".uberc"))?;
    }
    Ok(())
}

/// A part of the real library, with the real chain, for two targets.
fn library() -> Result<(), Failed> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let mut archives = Vec::new();
    for jobs in ["1", "3"] {
        let folder = tempfile::tempdir()?;
        for part in ["include", "lua"] {
            harness::copy_tree(&source.join(part), &folder.path().join(part))?;
        }
        for name in ["bloom.fx", "bloom.fx.lua", "light_cull.fx", "light_cull.fx.lua", "sky.fx", "sky.fx.lua"] {
            fs::copy(source.join(name), folder.path().join(name))?;
        }
        for cache in [&["--no-cache"][..], &[], &[]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
            command.args(["build", "--target", "spirv,wgsl", "--jobs", jobs, "--output", "out.fxo"]).args(cache);
            let output = command.current_dir(folder.path()).output()?;
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            archives.push(fs::read(folder.path().join("out.fxo"))?);
            fs::remove_file(folder.path().join("out.fxo"))?;
        }
    }
    assert!(archives.iter().all(|archive| *archive == archives[0]));
    Ok(())
}

/// A variant is within one number of steps, and beyond another: whatever an earlier build stored, the answer is that of a clean one.
fn other_limits() -> Result<(), Failed> {
    let settings = |steps: u64| format!("limits.compile-steps = {steps}\n[target.spirv]\ncompilers = [\"embedded\"]\n");
    let place = Place { folder: tempfile::tempdir()? };
    place.write("a.fx", "float4 main(float4 p : POSITION) : SV_Position { return p * 2 + p.wzyx; }\n")?;
    place.write("a.fx.lua", "Shader(\"A\").Technique.VertexShader = \"main\"\n")?;
    let few = || -> Result<(), Failed> {
        place.write("uberc.toml", &settings(3))?;
        let built = place.build(&[])?;
        check(built.code == Some(1) && built.text.contains("compile/limit"), "3 steps are too few", &built)?;
        // The unit's own record would be another, but the variant's tokens are the same.
        place.edit("a.fx", "float4 main", "/* again */ float4 main")?;
        let built = place.build(&[])?;
        check(built.code == Some(1) && built.text.contains("compile/limit"), "3 steps are too few", &built)
    };
    let many = || -> Result<Vec<u8>, Failed> {
        place.write("uberc.toml", &settings(4_000_000))?;
        place.build(&[])?.succeeded()?;
        place.archive()
    };
    few()?;
    let first = many()?;
    few()?;
    assert_eq!(first, many()?);
    Ok(())
}
