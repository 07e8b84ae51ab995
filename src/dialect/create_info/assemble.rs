//! The source of each stage of an info, in a fixed order.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::emit::Emitter;
use super::files::FileLoader;
use super::info::{ConstantValue, Info, Interface, STAGES, stage_word};
use super::layout::{self, BindingPolicy, Layout, TextForm};
use super::text::PlacedText;
use crate::diag::{Diagnostic, FileId, PlaceMap, Sources};
use crate::model::Stage;

/// How an info is written.
#[derive(Clone, Debug)]
pub struct AssembleOptions {
    pub form: TextForm,
    pub policy: BindingPolicy,
    /// Bytes of a push block.
    pub push_constant_limit: u32,
    /// Whether sources have the depth range of OpenGL, which becomes 0 to 1.
    pub remaps_depth: bool,
    /// Whether the target has specialization constants.
    pub specializes: bool,
    /// The macro that names the target: `GPU_VULKAN`.
    pub target_define: &'static str,
    /// Macros of the platform, in order.
    pub defines: Vec<(String, String)>,
    /// Values that replace the defaults of specialization constants.
    pub specialized: BTreeMap<String, ConstantValue>,
}

/// An info as text.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// Each stage by itself, whole.
    pub stages: BTreeMap<Stage, String>,
    /// All stages in one text: each between the lines of its macro.
    pub text: String,
    pub places: PlaceMap,
    pub layout: Layout,
    pub files: BTreeSet<FileId>,
    pub missing: BTreeSet<PathBuf>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Types that C++ and shaders write alike.
pub const TYPE_NAMES: [(&str, &str); 14] = [
    ("float2", "vec2"),
    ("float3", "vec3"),
    ("float4", "vec4"),
    ("float3x3", "mat3"),
    ("float4x4", "mat4"),
    ("int2", "ivec2"),
    ("int3", "ivec3"),
    ("int4", "ivec4"),
    ("uint2", "uvec2"),
    ("uint3", "uvec3"),
    ("uint4", "uvec4"),
    ("bool32_t", "bool"),
    ("uint32_t", "uint"),
    ("int32_t", "int"),
];

/// Writes every stage that an info has. Its text is complete: nothing in it includes another file.
pub fn assemble(
    interfaces: &BTreeMap<String, Interface>,
    info: &Info,
    options: &AssembleOptions,
    sources: &Sources,
    include_paths: &[PathBuf],
) -> Assembled {
    let (layout, mut diagnostics) = layout::layout(info, options.policy, options.form, options.push_constant_limit);
    let mut loader = FileLoader::new(sources, include_paths);
    let mut assembler = Assembler { interfaces, info, options, layout: &layout, loader: &mut loader };
    let version = if options.form == TextForm::Desktop { "#version 430" } else { "#version 450" };
    let mut whole = PlacedText::default();
    whole.line(version);
    let mut stages = BTreeMap::new();
    for stage in STAGES.into_iter().filter(|stage| info.has_stage(*stage)) {
        let text = assembler.stage(stage);
        whole.line(&condition(stage));
        whole.append(&text);
        whole.end_line();
        whole.line("#endif");
        stages.insert(stage, format!("{version}\n{}", text.text));
    }
    diagnostics.append(&mut loader.found);
    let PlacedText { text, places, .. } = whole;
    let (files, missing) = (loader.read, loader.missing);
    Assembled { stages, text, places, layout, files, missing, diagnostics }
}

/// The line before the text of a stage. Geometry stages have no macro of their own.
fn condition(stage: Stage) -> String {
    match stage {
        Stage::Geometry => {
            "#if !defined(UBERC_VERTEX) && !defined(UBERC_FRAGMENT) && !defined(UBERC_COMPUTE)".to_owned()
        }
        _ => format!("#ifdef UBERC_{}", stage_word(stage).to_uppercase()),
    }
}

struct Assembler<'a, 's> {
    interfaces: &'a BTreeMap<String, Interface>,
    info: &'a Info,
    options: &'a AssembleOptions,
    layout: &'a Layout,
    loader: &'a mut FileLoader<'s>,
}

/// The parts of a stage that come from files.
struct Body {
    dependencies: PlacedText,
    source: PlacedText,
}

impl Assembler<'_, '_> {
    fn stage(&mut self, stage: Stage) -> PlacedText {
        let info = self.info;
        let mut done = BTreeSet::new();
        let typedefs = self.typedefs(&mut done);
        let body = self.body(stage, &mut done);
        let texts = [&body.dependencies, &body.source, &typedefs].into_iter().map(|part| part.text.as_str());
        let mut all = texts.chain(info.defines.iter().map(|define| define.value.value.as_str()));
        let writes_depth = all.any(|text| super::words::mentions(text, "gl_FragDepth"));
        if let Some(early) = info.early_fragment_test.as_ref().filter(|set| set.value)
            && stage == Stage::Pixel
            && writes_depth
        {
            self.loader.found.push(
                Diagnostic::warning("ci/early-depth", "the fragment stage writes depth, and has early fragment tests")
                    .at(early.at)
                    .help("What it writes to gl_FragDepth has no effect: remove one of the two."),
            );
        }
        let mut text = PlacedText::default();
        self.head(stage, &body, &mut text);
        // Functions of headers have them for C++.
        for word in ["static", "inline"] {
            if super::words::mentions(&typedefs.text, word) {
                text.line(&format!("#define {word}"));
            }
        }
        text.append(&typedefs);
        let mut emitter = Emitter {
            info,
            interfaces: self.interfaces,
            layout: self.layout,
            form: self.options.form,
            stage,
            specializes: self.options.specializes,
            specialized: &self.options.specialized,
            into: &mut text,
        };
        emitter.constants();
        emitter.resources();
        emitter.push_constants();
        emitter.debug_draw();
        emitter.layouts(writes_depth);
        emitter.stage_interfaces();
        let wrapper = self.wrapper(stage);
        wrapper.before(&mut text);
        text.append(&body.dependencies);
        text.append(&body.source);
        self.generated_dependencies(stage, &mut done, &mut text);
        wrapper.after(&mut text);
        text
    }

    /// Extensions, patches and macros.
    fn head(&mut self, stage: Stage, body: &Body, text: &mut PlacedText) {
        let info = self.info;
        let empty = BTreeMap::new();
        Emitter {
            info,
            interfaces: self.interfaces,
            layout: self.layout,
            form: self.options.form,
            stage,
            specializes: self.options.specializes,
            specialized: &empty,
            into: text,
        }
        .extensions();
        if self.options.form != TextForm::Desktop && stage == Stage::Vertex {
            text.line("#define gl_VertexID gl_VertexIndex");
            text.line("#define gl_InstanceID gl_InstanceIndex");
        } else if self.options.form == TextForm::Desktop && stage == Stage::Vertex {
            // What sources for Vulkan call them.
            let mentions = |word: &str| {
                [&body.source, &body.dependencies].iter().any(|part| super::words::mentions(&part.text, word))
            };
            if mentions("gl_InstanceIndex") {
                text.line("#extension GL_ARB_shader_draw_parameters : enable");
                text.line("#define gl_InstanceIndex (gl_InstanceID + gl_BaseInstanceARB)");
            }
            if mentions("gl_VertexIndex") {
                text.line("#define gl_VertexIndex gl_VertexID");
            }
        }
        for line in super::fallback_geometry::macros(info, stage) {
            text.line(&line);
        }
        for (name, glsl) in TYPE_NAMES {
            text.line(&format!("#define {name} {glsl}"));
        }
        text.line("#define GPU_SHADER");
        text.line(&format!("#define GPU_{}_SHADER", stage_word(stage).to_uppercase()));
        text.line(&format!("#define {}", self.options.target_define));
        for (name, value) in &self.options.defines {
            text.line(format!("#define {name} {value}").trim_end());
        }
        for one in &info.defines {
            let line = format!("#define {} {}", one.value.name, one.value.value);
            text.line_of(line.trim_end(), one.at);
        }
        for name in std::iter::once(&info.name).chain(&info.merged) {
            text.line(&format!("#define CREATE_INFO_{name}"));
        }
    }

    fn typedefs(&mut self, done: &mut BTreeSet<FileId>) -> PlacedText {
        let mut text = PlacedText::default();
        for one in &self.info.typedefs {
            if let Some(file) = self.loader.load(&one.value, one.at) {
                self.loader.put(&file, done, &mut text);
            }
        }
        for one in &self.info.typedefs_generated {
            text.line_of(&one.value, one.at);
        }
        text
    }

    /// The file of the stage with its dependencies, then its generated text.
    fn body(&mut self, stage: Stage, done: &mut BTreeSet<FileId>) -> Body {
        let mut body = Body { dependencies: PlacedText::default(), source: PlacedText::default() };
        if let Some(one) = self.info.source(stage)
            && let Some(file) = self.loader.load(&one.value.text, one.at)
        {
            self.loader.put(&file, done, &mut body.dependencies);
        }
        match self.info.generated_text(stage) {
            Some(one) if one.value.parts.is_empty() => body.source.line_of(&one.value.text, one.at),
            Some(one) => body.source.parts_of(&one.value.text, &one.value.parts),
            None => {}
        }
        body
    }

    fn generated_dependencies(&mut self, stage: Stage, done: &mut BTreeSet<FileId>, text: &mut PlacedText) {
        // They are for the stages whose text is generated.
        if self.info.generated_text(stage).is_none() {
            return;
        }
        for one in &self.info.dependencies_generated {
            if let Some(file) = self.loader.load(&one.value, one.at) {
                self.loader.put(&file, done, text);
            }
        }
    }

    /// What stands around the user's entry function.
    fn wrapper(&self, stage: Stage) -> Wrapper {
        let info = self.info;
        let mut wrapper = Wrapper { entry: info.function(stage).to_owned(), ..Wrapper::default() };
        if stage == Stage::Pixel {
            for one in &info.subpass_in {
                let row = one.value.ty.row();
                let swizzle = &"xyzw"[..row.components as usize];
                let name = &one.value.name;
                wrapper.before_entry.push(format!("  {name} = subpassLoad(_{name}).{swizzle};"));
            }
        }
        let remaps = self.options.remaps_depth && self.options.form != TextForm::Desktop;
        if remaps && stage == Stage::Geometry {
            wrapper.remaps_each_vertex = true;
        } else if remaps && stage == Stage::Vertex && !info.has_stage(Stage::Geometry) {
            wrapper.after_entry.push(REMAP.to_owned());
        }
        wrapper
    }
}

/// From OpenGL's depth range to 0 to 1.
const REMAP: &str = "  gl_Position.z = (gl_Position.z + gl_Position.w) * 0.5;";

/// The function `main` of a stage, where it is not the user's own.
#[derive(Default)]
struct Wrapper {
    entry: String,
    before_entry: Vec<String>,
    after_entry: Vec<String>,
    remaps_each_vertex: bool,
}

impl Wrapper {
    fn is_needed(&self) -> bool {
        self.entry != "main" || !self.before_entry.is_empty() || !self.after_entry.is_empty()
    }

    fn renames(&self) -> bool {
        self.entry == "main" && self.is_needed()
    }

    fn before(&self, text: &mut PlacedText) {
        if self.remaps_each_vertex {
            text.line("void uberc_emit_vertex() {");
            text.line(REMAP);
            text.line("  EmitVertex();\n}\n#define EmitVertex uberc_emit_vertex");
        }
        if self.renames() {
            text.line("#define main uberc_entry");
        }
    }

    fn after(&self, text: &mut PlacedText) {
        if !self.is_needed() {
            return;
        }
        text.end_line();
        if self.renames() {
            text.line("#undef main");
        }
        text.line("void main() {");
        for line in &self.before_entry {
            text.line(line);
        }
        text.line(&format!("  {}();", if self.renames() { "uberc_entry" } else { &self.entry }));
        for line in &self.after_entry {
            text.line(line);
        }
        text.line("}");
    }
}
