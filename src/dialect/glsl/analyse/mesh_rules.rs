//! Rules of mesh and task stages (GL_EXT_mesh_shader) that need the whole stage: its layouts, outputs and payload.

use std::collections::BTreeMap;

use super::accesses;
use super::entry::declared_type;
use super::mesh_stages::{self, array_of_output};
use super::stage_rules::{StageRules, plain_name};
use crate::dialect::glsl::interface::{GlslWords, GroupLayout, StageWords, of_stage};
use crate::ir::{Global, Instance, Item, MeshTopology, OutputArray, Storage, Symbol, Type};
use crate::model::Stage;
use crate::sema::ChunkToken;

impl StageRules<'_, '_> {
    /// What a group of a mesh stage writes at most has to be said; no other stage writes such.
    pub fn mesh_layout(&mut self, function: Symbol, layout: &GroupLayout) {
        let said = [
            ("max_vertices", layout.max_vertices.is_some()),
            ("max_primitives", layout.max_primitives.is_some()),
            ("triangles", layout.topology.is_some()),
        ];
        let place = self.unit.item(function).and_then(|item| match &*item.analysed.item {
            Item::Function(function) => Some(ChunkToken { chunk: item.chunk, token: function.at.0 }),
            _ => None,
        });
        let span = place.and_then(|place| self.unit.span(place));
        let name = function.0.split('(').next().unwrap_or_default();
        let missing = said.iter().find(|(_, is_said)| !is_said);
        let Some((missing, _)) = missing.filter(|_| self.stage == Stage::Mesh) else { return };
        let what = match *missing {
            "max_vertices" => "how many vertices a group writes",
            "max_primitives" => "how many primitives a group writes",
            _ => "what its primitives are",
        };
        let diagnostic = self
            .error("layout", format!("the layouts of the mesh entry point `{name}` do not say {what}"))
            .help("Write `layout(triangles, max_vertices = 64, max_primitives = 126) out;` outside of functions.");
        self.report(diagnostic, span);
    }

    /// An input or output of a mesh or task stage.
    pub fn of_mesh_pipeline(&mut self, global: &Global, words: StageWords) {
        let is_plain = words.built_in.is_none() && words.output_array.is_none();
        let stage = self.stage_name();
        match (self.stage, words.input) {
            (Stage::Amplification, _) | (Stage::Mesh, true) if is_plain => {
                let what = if words.input { "inputs" } else { "outputs" };
                let text = |name: &str| format!("a {stage} stage has no {what} of its own, and `{name}` is one");
                self.wrong(global, "misplaced", text);
            }
            (Stage::Mesh, false) if !matches!(global.ty, Type::Array(..)) => {
                let name = plain_name(global);
                let text = format!("the output `{name}` of a mesh stage is no array");
                let help = format!("Write `{name}[]`: it has one element for each vertex or primitive of a group.");
                let diagnostic = self.error("type", text).help(help);
                let span = self.span(global);
                self.report(diagnostic, span);
            }
            (_, false) if self.stage != Stage::Mesh && matches!(global.ty, Type::Array(_, None)) => {
                self.wrong(global, "array-size", |name| format!("the array `{name}` needs a size"));
            }
            _ => {}
        }
    }

    pub fn payload_is_read(&mut self, items: &BTreeMap<Symbol, Instance>) {
        let is_payload = |symbol: Symbol| {
            let item = items.get(&symbol).map(|instance| &*instance.item);
            matches!(item, Some(Item::Global(global)) if global.storage == Storage::Payload)
        };
        for write in accesses::writes(items, is_payload) {
            let text = format!("`{}` is written here, and a mesh stage only reads its payload", write.global.0);
            let diagnostic = self.error("read-only", text).help("Write it in the task stage.");
            let span = self.span_in(write.function, write.at);
            self.report(diagnostic, span);
        }
    }

    /// Layouts that do not agree, and outputs that do not agree with them.
    pub fn mesh_outputs(&mut self, layout: &GroupLayout, globals: &[Instance], items: &BTreeMap<Symbol, Instance>) {
        self.mesh_layouts_agree(globals);
        for instance in globals {
            let Item::Global(global) = &*instance.item else { continue };
            let Some(words) = of_stage(&global.words) else { continue };
            if words.in_stage(self.stage).input || !items.contains_key(&global.symbol) {
                continue;
            }
            if let (Some(needed), Some(topology)) =
                (mesh_stages::primitives_of(global.symbol.0.as_str()), layout.topology)
                && needed != topology
            {
                let (name, needed) = (global.symbol.0, plural(needed));
                let text =
                    format!("`{name}` is for {needed}, and the primitives of this stage are {}", plural(topology));
                let diagnostic = self.error("misplaced", text).help("Write the array of indices of these primitives.");
                let span = self.span(global);
                self.report(diagnostic, span);
            }
            self.has_length_of_layout(global, words, layout);
        }
    }

    /// An output with a length of its own has as many elements as the layouts say.
    fn has_length_of_layout(&mut self, global: &Global, words: StageWords, layout: &GroupLayout) {
        let Type::Array(_, Some(length)) = &declared_type(self.unit, global) else { return };
        let (name, most) = match array_of_output(&words) {
            OutputArray::Vertices => ("max_vertices", layout.max_vertices),
            _ => ("max_primitives", layout.max_primitives),
        };
        if let Some(most) = most.filter(|most| most != length) {
            let text = |output: &str| format!("the output `{output}` is an array of {length}, and `{name}` is {most}");
            self.wrong(global, "array-size", text);
        }
    }

    fn mesh_layouts_agree(&mut self, globals: &[Instance]) {
        let mut known: [Option<(&str, String)>; 3] = [None, None, None];
        for instance in globals {
            let Item::Global(global) = &*instance.item else { continue };
            let Some(GlslWords::Group(one)) = global.words.get() else { continue };
            let said = [
                one.max_vertices.map(|count| ("`max_vertices` is", count.to_string())),
                one.max_primitives.map(|count| ("`max_primitives` is", count.to_string())),
                one.topology.map(|topology| ("the primitives are", plural(topology).to_owned())),
            ];
            for (known, said) in known.iter_mut().zip(said) {
                if let (Some((what, first)), Some((_, now))) = (&known, &said)
                    && first != now
                {
                    let diagnostic = self.error("layout", format!("{what} {now} here and {first} before"));
                    let span = self.span(global);
                    self.report(diagnostic, span);
                }
                *known = said.or(known.take());
            }
        }
    }
}

const fn plural(topology: MeshTopology) -> &'static str {
    match topology {
        MeshTopology::Points => "points",
        MeshTopology::Lines => "lines",
        MeshTopology::Triangles => "triangles",
    }
}
