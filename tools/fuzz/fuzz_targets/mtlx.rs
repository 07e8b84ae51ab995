//! Any MaterialX document has a shader or a problem for each element, and what is written of it is read again; any text
//! is a value of a type or none.
#![no_main]

use std::path::PathBuf;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use uberc::diag::Sources;
use uberc::dialect::materialx::opened::{Opened, diagnostics};
use uberc::dialect::materialx::options::Options;
use uberc::dialect::materialx::problem::ProblemKind;
use uberc::dialect::materialx::types::TypeTable;
use uberc::dialect::materialx::value::{self, Value};
use uberc::dialect::materialx::{unit_of, upgrade};

/// A node library in small: each kind of implementation, a surface, a light.
const LIBRARY: &str = include_str!("../mtlx_library.mtlx");
const CODE: &str = "#include \"other.glsl\"\nvoid fuzz_image(sampler2D file, vec2 at, out vec3 result) { result = texture(file, at).rgb; }\n";

/// Files of the real library that every text has.
const FILES: [&str; 8] = [
    "stdlib/genglsl/lib/mx_math.glsl",
    "pbrlib/genglsl/lib/mx_closure_type.glsl",
    "pbrlib/genglsl/lib/mx_environment_fis.glsl",
    "pbrlib/genglsl/lib/mx_environment_none.glsl",
    "pbrlib/genglsl/lib/mx_transmission_refract.glsl",
    "pbrlib/genglsl/lib/mx_shadow.glsl",
    "stdlib/genglsl/image.glsl",
    "stdlib/genglsl/other.glsl",
];

/// The folder of the library, which is written once.
fn library() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("uberc-fuzz-mtlx-{}", std::process::id()));
        for file in FILES {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("the temporary folder can be written");
            std::fs::write(path, if file.ends_with("image.glsl") { CODE } else { "// empty\n" }).expect("written");
        }
        std::fs::write(folder.join("library.mtlx"), LIBRARY).expect("written");
        folder
    })
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    values(text);
    let sources = Sources::new("");
    let file = sources.add("main.mtlx", text);
    let Ok(opened) = Opened::read(&sources, &file, std::slice::from_ref(library())) else { return };
    let options = Options { lights: vec![(1, "ND_fuzz_light".to_owned())], normalize_udim: true, ..Options::default() };
    let mut problems = opened.validate(&options);
    for element in opened.renderables().into_iter().take(4) {
        let before = problems.len();
        match opened.generate(element, &options, &mut problems) {
            Some(shader) => drop(unit_of(&shader, &sources)),
            None => assert!(problems.len() > before, "no shader and no problem"),
        }
    }
    for found in diagnostics(&problems, &sources, true) {
        assert!(!found.message.is_empty());
    }
    // What cannot be read is not in the document.
    if !problems.iter().any(|problem| matches!(problem.kind, ProblemKind::Xml | ProblemKind::Root | ProblemKind::Limit))
    {
        let written = sources.add("written.mtlx", &upgrade::write(&opened.indexed.document));
        let again = Opened::read(&sources, &written, std::slice::from_ref(library())).expect("there is a library");
        assert!(!again.problems.iter().any(|problem| problem.kind == ProblemKind::Xml), "{:?}", again.problems);
    }
});

/// The text as a value of each type; a number has the form of one.
fn values(text: &str) {
    static TYPES: OnceLock<TypeTable> = OnceLock::new();
    let types = TYPES.get_or_init(TypeTable::default);
    for name in ["boolean", "integer", "float", "color3", "vector4", "matrix44", "string", "floatarray", "integerarray"]
    {
        let ty = types.find(name).expect("a built-in type");
        let Ok(found) = value::parse(types, ty, text) else { continue };
        if let Value::Floats(numbers) = &found {
            assert!(numbers.iter().all(|number| number.is_finite()));
        }
        let mut code = String::new();
        value::push_glsl(&mut code, types, ty, &found, 6);
        let shown = value::document_text(&found);
        assert!(value::parse(types, ty, &shown).is_ok(), "{name}: {shown}");
    }
}
