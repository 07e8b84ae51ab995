//! Fills `corpus/` with inputs the targets get far with: `cargo run --example seeds [-- ARCHIVE.fxo...]` in this folder. Without them
//! `archive` never sees an archive and looks at headers only. Of the archives named, SPIR-V becomes seeds of `spirv_restore`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use uberc::model::*;
use uberc::pack::{Options, condense_spirv, decide, pack};
use uberc_runtime::Pack;

/// Inputs that are longer are changed too rarely in any one place.
const LONGEST: usize = 32 << 10;

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.join("../..");
    let corpus = here.join("corpus");
    let mut stored: Vec<PathBuf> = files(&root.join("tests/archives"), "fxo")?;
    for path in &stored {
        write(&corpus, "archive", &fs::read(path)?)?;
    }
    for bits in [3usize, 17, 24, 40] {
        write(&corpus, "archive", &pack(&small(bits)?, Options::FAST)?)?;
    }
    stored.extend(std::env::args_os().skip(1).map(PathBuf::from));
    for path in &stored {
        let bytes = fs::read(path)?;
        for module in modules(&Pack::open(&bytes[..])?)? {
            let Some(condensed) = condense_spirv(&module) else { continue };
            let Ok(length) = u16::try_from(module.len()) else { continue };
            write(&corpus, "spirv_restore", &[&length.to_le_bytes(), &condensed[..]].concat())?;
        }
    }
    let folders = [root.join("shaders"), root.join("tests/cases")];
    for path in folders.iter().map(|folder| files(folder, "fx")).collect::<Result<Vec<_>, _>>()?.concat() {
        let text = fs::read(path)?;
        for target in ["lexer", "preprocess", "hlsl_tree", "specialise", "hlsl_analyse", "hlsl_lower"] {
            write(&corpus, target, &text)?;
        }
    }
    for extension in ["glsl", "vert", "frag", "comp"] {
        for path in folders.iter().map(|folder| files(folder, extension)).collect::<Result<Vec<_>, _>>()?.concat() {
            write(&corpus, "glsl", &fs::read(path)?)?;
        }
    }
    for path in
        files(&root.join("examples/psl"), "psl")?.into_iter().chain(files(&root.join("tests/cases/psl"), "psl")?)
    {
        write(&corpus, "psl", &fs::read(path)?)?;
    }
    for path in files(&root.join("tests/cases"), "mtlx")? {
        write(&corpus, "mtlx", &fs::read(path)?)?;
    }
    for text in mistakes(&root.join("tests/cases/mistakes"))?.into_iter().chain(bounds()) {
        for target in ["lexer", "preprocess", "hlsl_tree", "specialise", "hlsl_analyse", "hlsl_lower"] {
            write(&corpus, target, text.as_bytes())?;
        }
    }
    Ok(())
}

/// The sources of the table of mistakes: brackets, operands and directives that are missing.
fn mistakes(folder: &Path) -> Result<Vec<String>, std::io::Error> {
    let table = fs::read_to_string(folder.join("table.txt"))?.replace('§', "");
    let mut all = Vec::new();
    for change in table.lines().filter(|line| line.contains("==> ")) {
        let Some((file, change)) = change.split_once(": ").filter(|(file, _)| file.ends_with(".fx")) else { continue };
        let Ok(text) = fs::read_to_string(folder.join("project").join(file)) else { continue };
        let Some((from, to)) = change.split_once("==> ") else { continue };
        let (from, to) = (from.trim_end().replace("\\n", "\n"), to.replace("\\n", "\n"));
        all.push(if from.is_empty() { text + &to } else { text.replacen(&from, &to, 1) });
    }
    Ok(all)
}

/// Small sources of the kinds that reach the bounds of work.
fn bounds() -> Vec<String> {
    let each = |count: usize, piece: &dyn Fn(usize) -> String| (0..count).map(piece).collect::<String>();
    let main = |items: String, value: &str| format!("{items}float4 main() : SV_Target {{ return {value}; }}\n");
    let doubled = |at: usize| format!("float f{}(float a = f{at}(), float b = f{at}()) {{ return a + b; }}\n", at + 1);
    let nested = |at: usize| format!("struct S{} {{ S{at} a; S{at} b; }};\n", at + 1);
    let based = |at: usize| format!("struct S{} : S{at} {{ float g{at}() {{ return f(); }} }};\n", at + 1);
    let overload = |at: usize| format!("struct S{at} {{ float a; }};\nfloat f(S{at} v) {{ return v.a; }}\n");
    let template = |at: usize| format!("template<typename T> T f{}(T v) {{ return f{at}(v) + f{at}(v); }}\n", at + 1);
    vec![
        main(format!("float f0() {{ return 1; }}\n{}", each(6, &doubled)), "f6()"),
        main(format!("struct S0 {{ float x; }};\n{}cbuffer C {{ S4 s; }}\n", each(4, &nested)), "s.a.a.a.a.x"),
        main(
            format!("struct S0 {{ float m; float f() {{ return m; }} }};\n{}S3 s;\n", each(3, &based)),
            "s.f() + s.g0()",
        ),
        main(format!("{}S2 s;\n", each(5, &overload)), "f(s)"),
        main(format!("template<typename T> T f0(T v) {{ return v; }}\n{}", each(4, &template)), "f4(1.0)"),
        main(String::new(), &format!("{}1{}", "(".repeat(40), ")".repeat(40))),
        main(each(8, &|at| format!("#define M{} M{at} M{at}\n", at + 1)), "1 M8"),
        "float4 main() : SV_Target { if (1) { return float4(1, 2, (3; } }\n".to_owned(),
        "[[[ struct S { float a[ }; ) } ] ; float f( { ( [ } ) ]\n".to_owned(),
    ]
}

/// Every file with this extension, sorted.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, extension)?);
        } else if path.extension().is_some_and(|has| has == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Under a name that says what is in it, so that writing it again changes nothing.
fn write(corpus: &Path, target: &str, bytes: &[u8]) -> Result<(), std::io::Error> {
    let folder = corpus.join(target);
    fs::create_dir_all(&folder)?;
    if bytes.len() > LONGEST {
        return Ok(());
    }
    fs::write(folder.join(format!("seed-{}", &Digest::of(bytes).to_string()[..16])), bytes)
}

/// The distinct SPIR-V modules of an archive.
fn modules(pack: &Pack<&[u8]>) -> Result<Vec<Vec<u8>>, uberc_runtime::BlobError> {
    let mut found = BTreeMap::new();
    for target in pack.targets().filter(|target| target.name() == "spirv") {
        for variant in target.shaders().flat_map(|shader| shader.techniques()).flat_map(|technique| technique.stages())
        {
            if let std::collections::btree_map::Entry::Vacant(vacant) = found.entry(variant.blob().index()) {
                vacant.insert(variant.code()?);
            }
        }
    }
    Ok(found.into_values().collect())
}

/// A shader with so many bits: a table, or a diagram, of four techniques.
fn small(bits: usize) -> Result<Package, Box<dyn Error>> {
    const TECHNIQUES: u32 = 4;
    let branches = (0..bits).map(|at| (format!("g_b{at}"), BranchKind::Bool, None));
    let branches = BranchLayout::new(branches).map_err(|_| "its branches")?;
    let last = 1u64 << (bits - 1);
    let cube = |mask, value| Cube { mask, value };
    let parts = vec![(cube(1, 0), 0), (cube(3 | last, 1), 1), (cube(3 | last, 3), 2), (cube(5 | last, 5 | last), 3)];
    let artifact = |number: u32| Artifact {
        bytes: format!("code {number}").into_bytes().into(),
        entry_point: "main".to_owned(),
        reflection: Reflection::default(),
    };
    let technique = |number| PackagedTechnique {
        technique: std::sync::Arc::default(),
        values_mask: 1,
        values: Permutation(u64::from(number & 1)),
        variants: [(Stage::Pixel, number)].into(),
        program: None,
    };
    let variant = |number| PackagedVariant {
        stage: Stage::Pixel,
        entry_point: "Main".to_owned(),
        artifact: Arc::new(artifact(number)),
    };
    let shader = PackagedShader {
        name: "Small".to_owned(),
        decision: decide(&branches, parts)?,
        branches,
        fallback: Some(Fallback::Permutation(0)),
        metadata: BTreeMap::new(),
        techniques: (0..TECHNIQUES).map(technique).collect(),
        variants: (0..TECHNIQUES).map(variant).collect(),
    };
    Ok(Package { targets: vec![PackagedTarget { target: Target::Spirv, shaders: vec![shader] }] })
}
