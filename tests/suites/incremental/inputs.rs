//! One trial for each kind of input: after a change the unit is rebuilt and the input is named; after the change is undone, no compiler
//! runs.

use super::*;

/// A change of one input.
struct Kind {
    name: &'static str,
    change: fn(&Place) -> Result<(), Failed>,
    back: fn(&Place) -> Result<(), Failed>,
    /// The field that is named; empty where no unit may be built again.
    field: &'static str,
    /// Units that are built again.
    units: usize,
    /// Runs of the compiler.
    runs: usize,
    /// Whether the archive differs.
    differs: bool,
}

const KINDS: [Kind; 24] = [
    Kind {
        name: "the_text_of_a_source",
        change: |place| place.edit("one.fx", "position + PROJECT", "position * PROJECT"),
        back: |place| place.edit("one.fx", "position * PROJECT", "position + PROJECT"),
        field: "file one.fx",
        units: 1,
        runs: 1,
        differs: true,
    },
    Kind {
        name: "a_comment_in_a_source",
        change: |place| place.edit("one.fx", "bool g_bLit;", "bool g_bLit; // lit"),
        back: |place| place.edit("one.fx", "bool g_bLit; // lit", "bool g_bLit;"),
        field: "file one.fx",
        units: 1,
        runs: 0,
        differs: false,
    },
    Kind {
        name: "the_text_of_a_header",
        change: |place| place.edit("include/shared.fxh", "float4(1,", "float4(0,"),
        back: |place| place.edit("include/shared.fxh", "float4(0,", "float4(1,"),
        field: "file include/shared.fxh",
        units: 1,
        runs: 1,
        differs: true,
    },
    Kind {
        name: "a_comment_in_a_header",
        change: |place| place.edit("include/shared.fxh", "// Shared by all.", "/* shared\n\nby all */"),
        back: |place| place.edit("include/shared.fxh", "/* shared\n\nby all */", "// Shared by all."),
        field: "file include/shared.fxh",
        units: 1,
        runs: 0,
        differs: false,
    },
    Kind {
        name: "a_header_that_shadows_another",
        change: |place| place.write("nearer/shared.fxh", "float4 shade() { return 0; }\n"),
        back: |place| Ok(fs::remove_file(place.file("nearer/shared.fxh"))?),
        field: "file nearer/shared.fxh",
        units: 1,
        runs: 1,
        differs: true,
    },
    Kind {
        name: "a_header_beside_the_source_that_shadows_another",
        change: |place| place.write("shared.fxh", "float4 shade() { return 0; }\n"),
        back: |place| Ok(fs::remove_file(place.file("shared.fxh"))?),
        field: "file shared.fxh",
        units: 1,
        runs: 1,
        differs: true,
    },
    Kind {
        name: "a_file_that_has_include_asks_for",
        change: |place| place.write("include/extra.fxh", "#define EXTRA 7\n"),
        back: |place| Ok(fs::remove_file(place.file("include/extra.fxh"))?),
        field: "file include/extra.fxh",
        units: 1,
        runs: 1,
        differs: true,
    },
    Kind {
        name: "the_text_of_a_sidecar",
        change: |place| place.edit("one.fx.lua", "order = common.order", "order = 5"),
        back: |place| place.edit("one.fx.lua", "order = 5", "order = common.order"),
        field: "file one.fx.lua",
        units: 1,
        runs: 0,
        differs: true,
    },
    Kind {
        name: "the_text_of_a_module",
        change: |place| place.edit("lua/common.lua", "order = 1", "order = 2"),
        back: |place| place.edit("lua/common.lua", "order = 2", "order = 1"),
        field: "file lua/common.lua",
        units: 1,
        runs: 0,
        differs: true,
    },
    Kind {
        name: "a_module_that_shadows_another",
        change: |place| place.write("nearer/common.lua", "return { order = 3 }\n"),
        back: |place| Ok(fs::remove_file(place.file("nearer/common.lua"))?),
        field: "file nearer/common.lua",
        units: 1,
        runs: 0,
        differs: true,
    },
    Kind {
        name: "a_define_of_the_project",
        change: |place| place.edit("uberc.toml", "PROJECT = 1", "PROJECT = 2"),
        back: |place| place.edit("uberc.toml", "PROJECT = 2", "PROJECT = 1"),
        field: "setting defines.PROJECT",
        units: 2,
        runs: 1,
        differs: true,
    },
    Kind {
        name: "a_define_that_nobody_uses",
        change: |place| place.edit("uberc.toml", "PROJECT = 1", "PROJECT = 1\nNOBODY = 1"),
        back: |place| place.edit("uberc.toml", "PROJECT = 1\nNOBODY = 1", "PROJECT = 1"),
        field: "setting defines.NOBODY",
        units: 2,
        runs: 0,
        differs: false,
    },
    Kind {
        name: "the_order_of_include_folders",
        change: |place| {
            place.edit("uberc.toml", "include = [\"nearer\", \"include\"]", "include = [\"include\", \"nearer\"]")
        },
        back: |place| {
            place.edit("uberc.toml", "include = [\"include\", \"nearer\"]", "include = [\"nearer\", \"include\"]")
        },
        field: "setting include",
        units: 2,
        runs: 0,
        differs: false,
    },
    Kind {
        name: "the_order_of_module_folders",
        change: |place| place.edit("uberc.toml", "lua = [\"nearer\", \"lua\"]", "lua = [\"lua\", \"nearer\"]"),
        back: |place| place.edit("uberc.toml", "lua = [\"lua\", \"nearer\"]", "lua = [\"nearer\", \"lua\"]"),
        field: "setting lua",
        units: 2,
        runs: 0,
        differs: false,
    },
    Kind {
        name: "a_limit_that_results_may_hit",
        change: |place| place.edit("uberc.toml", "[defines]", "[limits]\ntechniques = 50\n[defines]"),
        back: |place| place.edit("uberc.toml", "[limits]\ntechniques = 50\n[defines]", "[defines]"),
        field: "setting limits.techniques",
        units: 2,
        runs: 0,
        differs: false,
    },
    Kind {
        name: "the_version_of_the_language",
        change: |place| place.edit("uberc.toml", "[defines]", "hlsl-version = 2021\n[defines]"),
        back: |place| place.edit("uberc.toml", "hlsl-version = 2021\n[defines]", "[defines]"),
        field: "setting hlsl-version",
        units: 2,
        runs: 0,
        differs: false,
    },
    Kind {
        name: "a_limit_of_time_is_no_input",
        change: |place| place.edit("uberc.toml", "[defines]", "[limits]\ncompile-timeout = \"99s\"\n[defines]"),
        back: |place| place.edit("uberc.toml", "[limits]\ncompile-timeout = \"99s\"\n[defines]", "[defines]"),
        field: "",
        units: 0,
        runs: 0,
        differs: false,
    },
    Kind {
        name: "a_compilers_program",
        change: |place| place.edit("tools/copy", "version 1", "version 2"),
        back: |place| place.edit("tools/copy", "version 2", "version 1"),
        field: "compiler 1 copy: compiler",
        units: 2,
        runs: 4,
        differs: true,
    },
    Kind {
        name: "a_compilers_arguments",
        change: |place| place.edit("uberc.toml", "\"{entry}\"]", "\"{entry}\", \"-x\"]"),
        back: |place| place.edit("uberc.toml", "\"{entry}\", \"-x\"]", "\"{entry}\"]"),
        field: "compiler 1 copy: arguments",
        units: 2,
        runs: 4,
        differs: false,
    },
    Kind {
        name: "another_compiler_in_the_chain",
        change: |place| place.edit("uberc.toml", "compilers = [\"copy\"]", "compilers = [\"copy\", \"copy\"]"),
        back: |place| place.edit("uberc.toml", "compilers = [\"copy\", \"copy\"]", "compilers = [\"copy\"]"),
        field: "compiler 2 copy: compiler",
        units: 2,
        runs: 4,
        differs: true,
    },
    Kind {
        name: "a_new_unit",
        change: |place| {
            fs::copy(place.file("two.fx"), place.file("three.fx"))?;
            place.write("three.fx.lua", &fs::read_to_string(place.file("two.fx.lua"))?.replace("Two", "Three"))
        },
        back: |place| {
            fs::remove_file(place.file("three.fx"))?;
            Ok(fs::remove_file(place.file("three.fx.lua"))?)
        },
        field: "",
        // Its one variant has the text of another.
        units: 1,
        runs: 0,
        differs: true,
    },
    Kind {
        name: "a_unit_that_is_gone",
        change: |place| {
            fs::rename(place.file("two.fx"), place.file("two.away"))?;
            Ok(fs::rename(place.file("two.fx.lua"), place.file("two.lua.away"))?)
        },
        back: |place| {
            fs::rename(place.file("two.away"), place.file("two.fx"))?;
            Ok(fs::rename(place.file("two.lua.away"), place.file("two.fx.lua"))?)
        },
        field: "",
        units: 0,
        runs: 0,
        differs: true,
    },
    Kind {
        name: "an_edit_that_leaves_size_and_time",
        change: |place| {
            let time = fs::metadata(place.file("one.fx"))?.modified()?;
            place.edit("one.fx", "position + PROJECT", "position - PROJECT")?;
            set_modified(&place.file("one.fx"), time)
        },
        back: |place| place.edit("one.fx", "position - PROJECT", "position + PROJECT"),
        field: "file one.fx",
        units: 1,
        runs: 1,
        differs: true,
    },
    Kind {
        name: "a_touched_file_is_no_change",
        change: |place| set_modified(&place.file("include/shared.fxh"), std::time::SystemTime::now()),
        back: |place| set_modified(&place.file("one.fx.lua"), std::time::SystemTime::now()),
        field: "",
        units: 0,
        runs: 0,
        differs: false,
    },
];

pub fn trials() -> Vec<Trial> {
    let kinds = KINDS.iter().map(|kind| harness::trial(format!("incremental::{}", kind.name), move || run(kind)));
    let others = [
        harness::trial("incremental::options_of_the_command_line", options),
        harness::trial("incremental::settings_of_the_embedded_compiler", embedded),
        harness::trial("incremental::options_of_generators", generators),
        crate::suites::materialx::needs_package(harness::trial("incremental::a_node_that_is_added_to_a_folder", nodes)),
        harness::trial("incremental::defines_that_declare_a_texture_move_others_in_all_stages", defines),
        harness::trial("incremental::declarations_beside_a_variant_decide_its_bindings", declarations),
    ];
    kinds.chain(others).collect()
}

fn run(kind: &Kind) -> Result<(), Failed> {
    let place = Place::new()?;
    let cold = place.build(&[])?.succeeded()?;
    check(cold.runs == 4 && cold.rebuilt.len() == 2, "four distinct variants of two units", &cold)?;
    place.nothing_to_do(&[])?;
    let first = place.archive()?;

    (kind.change)(&place)?;
    let changed = place.build(&[])?.succeeded()?;
    check(changed.rebuilt.len() == kind.units, "units built again", &changed)?;
    check(changed.runs == kind.runs, "runs of the compiler", &changed)?;
    if kind.field.is_empty() {
        check(changed.changes().is_empty(), "no input is named", &changed)?;
    } else {
        check(changed.changes().lines().any(|field| field == kind.field), "the input is named", &changed)?;
    }
    let second = place.archive()?;
    check((second != first) == kind.differs, "whether the archive differs", &changed)?;
    place.nothing_to_do(&[])?;
    // What was kept is what a build without any memory makes.
    place.build(&["--no-cache", "--output", "clean.fxo"])?.succeeded()?;
    assert_eq!(fs::read(place.file("clean.fxo"))?, second, "an incremental build equals a clean one");

    (kind.back)(&place)?;
    let back = place.build(&[])?.succeeded()?;
    check(back.runs == 0 && back.rebuilt.is_empty(), "changed back, nothing is built", &back)?;
    assert_eq!(place.archive()?, first);
    place.nothing_to_do(&[])
}

/// The language and the rule of bindings are inputs of a step that runs no program.
/// A copy of the project of a case of the command line.
fn project_of(case: &str) -> Result<Place, Failed> {
    let place = Place { folder: tempfile::tempdir()? };
    harness::copy_tree(&harness::suite_dir("cli").join(case).join("project"), &place.root())?;
    Ok(place)
}

/// Options of the project file are inputs of the units that generators make.
fn generators() -> Result<(), Failed> {
    let place = project_of("generator_options")?;
    let build = |arguments: &[&str]| -> Result<Option<i32>, Failed> {
        Ok(place.uberc(&["build", "-q", "-o", "all.fxo"], arguments)?.status.code())
    };
    assert_eq!(build(&[])?, Some(0));
    let before = fs::read(place.file("all.fxo"))?;
    place.edit("uberc.toml", "SCALE=4", "SCALE=5")?;
    assert_eq!((build(&[])?, build(&["--no-cache"])?), (Some(1), Some(1)));
    place.edit("uberc.toml", "SCALE=5", "SCALE=4")?;
    assert_eq!(build(&[])?, Some(0));
    assert_eq!(fs::read(place.file("all.fxo"))?, before);
    Ok(())
}

/// A listing of a folder is an input, as its files are.
fn nodes() -> Result<(), Failed> {
    let place = project_of("build_mtlx_nodes")?;
    let build = |arguments: &[&str]| -> Result<Vec<u8>, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
        command.args(["build", "-q", "-o", "all.fxo"]).args(arguments).current_dir(place.root());
        let output = command.env("UBERC_MTLX_LIBRARIES", crate::suites::materialx::library()).output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        Ok(fs::read(place.file("all.fxo"))?)
    };
    let before = build(&[])?;
    // It stands before the other definition of the node.
    place.write(
        "nodes/another.mtlx",
        "<?xml version=\"1.0\"?>\n<materialx version=\"1.39\">\n<nodedef name=\"ND_half_b\" node=\"half\">\n\
         <input name=\"in\" type=\"float\" value=\"1.0\" />\n<output name=\"out\" type=\"float\" />\n</nodedef>\n\
         <implementation name=\"IM_half_b_genglsl\" nodedef=\"ND_half_b\" target=\"genglsl\" sourcecode=\"({{in}} * 0.125)\" />\n\
         </materialx>\n",
    )?;
    let (after, clean) = (build(&[])?, build(&["--no-cache"])?);
    assert!(after == clean && after != before, "the archive is that of the files that were there before");
    fs::remove_file(place.file("nodes/another.mtlx"))?;
    assert!(build(&[])? == before, "the archive is that of a file that is gone");
    Ok(())
}

fn embedded() -> Result<(), Failed> {
    let place = Place::new()?;
    let settings = "[target.spirv]\ncompilers = [\"embedded\"]\nbindings = \"shift\"\n\n[compiler.copy]";
    place.edit("uberc.toml", "[compiler.copy]", settings)?;
    place.edit("uberc.toml", "targets = [\"dx11\"]", "targets = [\"spirv\"]\nhlsl-version = 2018")?;
    // A texture without a register, so that the rule shows.
    place.edit("two.fx", "return 2", "return 2 * g_Rule[uint2(0, 0)]")?;
    let text = fs::read_to_string(place.file("two.fx"))?;
    place.write("two.fx", &format!("Texture2D g_Rule;\n{text}"))?;
    place.build(&[])?.succeeded()?;
    let first = place.archive()?;
    for (from, to, field, differs) in [
        ("\"shift\"", "\"dense\"", "compiler 1 embedded: bindings", true),
        ("\"shift\"", "{ t = 7 }", "compiler 1 embedded: bindings", true),
        ("= 2018", "= 2021", "compiler 1 embedded: hlsl-version", false),
    ] {
        place.edit("uberc.toml", from, to)?;
        let changed = place.build(&[])?.succeeded()?;
        check(changed.changes().lines().any(|named| named == field), "the setting is named", &changed)?;
        check((place.archive()? != first) == differs, "whether the archive differs", &changed)?;
        place.build(&["--no-cache", "--output", "clean.fxo"])?.succeeded()?;
        assert_eq!(fs::read(place.file("clean.fxo"))?, place.archive()?, "an incremental build equals a clean one");
        place.edit("uberc.toml", to, from)?;
        let back = place.build(&[])?.succeeded()?;
        check(back.rebuilt.is_empty(), "changed back, nothing is built", &back)?;
        assert_eq!(place.archive()?, first);
    }
    Ok(())
}

/// Two units with one text in their variants, and other declarations beside it: with dense bindings, each has its own code,
/// the same as when it is built alone.
fn declarations() -> Result<(), Failed> {
    let place = Place::new()?;
    let settings = "[target.spirv]\ncompilers = [\"embedded\"]\nbindings = \"dense\"\n\n[compiler.copy]";
    place.edit("uberc.toml", "[compiler.copy]", settings)?;
    place.edit("uberc.toml", "targets = [\"dx11\"]", "targets = [\"spirv\"]")?;
    let text = "RWStructuredBuffer<float> r : register(u0);\n[numthreads(1, 1, 1)] void MainCS() { r[0] = 2; }\n";
    place.write("one.fx", &format!("Texture2D<float4> t : register(t0);\n{text}"))?;
    place.write("two.fx", text)?;
    place.write("one.fx.lua", &fs::read_to_string(place.file("two.fx.lua"))?.replace("Two", "One"))?;
    let code = |archive: &str, shader: &str| -> Result<Vec<u8>, Failed> {
        let folder = place.folder.path().join("code");
        drop(fs::remove_dir_all(&folder));
        let text = |path: &Path| path.display().to_string();
        let output = place.uberc(&["extract", archive, "--output", &text(&folder)], &[])?;
        assert!(output.status.success(), "{output:?}");
        let files = fs::read_dir(folder.join("spirv").join(shader))?.collect::<Result<Vec<_>, _>>()?;
        assert_eq!(files.len(), 1);
        Ok(fs::read(files[0].path())?)
    };
    // From the cache as well as without one.
    for option in [&["--no-cache"][..], &[], &[]] {
        place.build(option)?.succeeded()?;
        assert_ne!(code("shaders.fxo", "One")?, code("shaders.fxo", "Two")?);
        for (source, shader) in [("one.fx", "One"), ("two.fx", "Two")] {
            place.build(&[option, &[source, "--output", "alone.fxo"]].concat())?.succeeded()?;
            assert!(code("shaders.fxo", shader)? == code("alone.fxo", shader)?, "{shader}");
        }
    }
    Ok(())
}

/// A texture that only one technique's defines declare moves the ones behind it, also in a stage that does not read it: in each
/// technique, all stages agree.
fn defines() -> Result<(), Failed> {
    let place = Place::new()?;
    let settings = "[target.spirv]\ncompilers = [\"embedded\"]\nbindings = \"dense\"\n\n[compiler.copy]";
    place.edit("uberc.toml", "[compiler.copy]", settings)?;
    place.edit("uberc.toml", "targets = [\"dx11\"]", "targets = [\"spirv\"]")?;
    place.write(
        "one.fx",
        "bool g_bLit;\n\
         #ifdef SHADOW\nTexture2D<float4> g_Shadow : register(t0);\n#endif\n\
         Texture2D<float4> g_Heights : register(t1);\n\
         float4 MainVS(uint id : SV_VertexID) : SV_Position { return g_Heights[uint2(id, 0)]; }\n\
         float4 MainPS() : SV_Target {\n\
         #ifdef SHADOW\nreturn g_Shadow[uint2(0, 0)] + g_Heights[uint2(0, 0)];\n#else\nreturn g_Heights[uint2(0, 0)];\n#endif\n}\n",
    )?;
    place.edit(
        "one.fx.lua",
        "    return",
        "    if permutation.g_bLit then technique.Defines = { SHADOW = 1 } end\n    return",
    )?;
    for option in [&["--no-cache"][..], &[], &[]] {
        place.build(option)?.succeeded()?;
        for (lit, expected) in [("g_bLit=0", 0), ("g_bLit=1", 1)] {
            let output = place.uberc(&["lookup", "shaders.fxo", "One", lit, "--message-format", "json"], &[])?;
            let found: Value = serde_json::from_slice(&output.stdout)?;
            for stage in ["vertex", "pixel"] {
                let bindings = found["stages"][stage]["bindings"].as_array().ok_or("bindings")?;
                let heights = bindings.iter().find(|binding| binding["name"] == "g_Heights").ok_or("it is read")?;
                assert_eq!(heights["binding"], expected, "{lit} {stage}");
            }
        }
    }
    Ok(())
}

/// Flags that change what is made are inputs, and each state is kept beside the others.
fn options() -> Result<(), Failed> {
    let place = Place::new()?;
    place.build(&[])?.succeeded()?;
    let first = place.archive()?;
    for (option, field, runs) in [("--debug-info", "debug info", 4), ("--plain", "mode", 4)] {
        let built = place.build(&[option])?.succeeded()?;
        check(built.changes().contains(field), "the option is named", &built)?;
        check(built.runs == runs, option, &built)?;
        place.nothing_to_do(&[option])?;
        let back = place.build(&[])?.succeeded()?;
        check(back.runs == 0 && back.rebuilt.is_empty(), "without the option", &back)?;
        assert_eq!(place.archive()?, first);
    }
    // The archive alone is made anew.
    let release = place.build(&["--release"])?.succeeded()?;
    check(release.runs == 0 && release.rebuilt.is_empty(), "--release", &release)?;
    place.nothing_to_do(&["--release"])?;
    let other = place.build(&["--target", "dx11,dx9"])?;
    check(other.code == Some(3), "dx9 has no compiler here", &other)?;
    place.build(&[])?.succeeded()?;
    assert_eq!(place.archive()?, first);
    Ok(())
}
