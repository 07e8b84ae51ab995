//! What stands before functions: version, extensions, structures, resources, globals.

use super::reach::Reached;
use super::writer::Writer;
use super::{Wanted, evaluate, stage_of};
use crate::atom::Atom;
use crate::diag::Span;
use crate::dialect::bsl::builtins::SUBGROUP;
use crate::dialect::bsl::output_tree::{GlobalId, ResourceId};
use crate::dialect::bsl::program::{Access, Resource, ResourceKind, Stage};

impl Writer<'_> {
    pub fn head(&mut self, reached: &Reached) {
        self.line("#version 450");
        let mut extensions: Vec<&'static str> = Vec::new();
        for (_, glsl, extension) in SUBGROUP {
            if reached.functions_called.contains(&Atom::from(glsl)) {
                extensions.push(extension);
            }
        }
        for id in &reached.functions {
            let info = self.program.function(*id);
            if info.stage.is_some() {
                extensions.extend(&info.entry.extensions);
            }
        }
        extensions.sort_unstable();
        extensions.dedup();
        for extension in extensions {
            self.line(&format!("#extension {extension} : require"));
        }
        for id in &reached.functions {
            self.entry_layouts(*id);
        }
    }

    /// Layouts of a whole stage that an entry point asks for.
    fn entry_layouts(&mut self, id: u32) {
        let info = self.program.function(id);
        let span = info.function.ident().span;
        if info.stage == Some(Stage::Compute) {
            let [x, y, z] = info.local_size;
            self.own_line(&format!("layout(local_size_x = {x}, local_size_y = {y}, local_size_z = {z}) in;"), span);
        }
        if info.early_fragment_tests {
            self.own_line("layout(early_fragment_tests) in;", span);
        }
        if let Some(depth) = info.entry.depth.filter(|depth| *depth != "depth_any") {
            self.own_line(&format!("layout({depth}) out float gl_FragDepth;"), span);
        }
        self.clip_distances(id);
    }

    /// The size of the array of clip distances, where an entry point writes them.
    pub fn clip_distances(&mut self, id: u32) {
        let info = self.program.function(id);
        if let Some(count) = info.entry.clip_distances {
            self.own_line(&format!("out float gl_ClipDistance[{count}];"), info.function.ident().span);
        }
    }

    fn own_line(&mut self, text: &str, span: Span) {
        self.begin_line(span);
        self.plain(text);
        self.end_line();
        self.set_origin(None);
    }

    pub fn structure(&mut self, id: u32) {
        let info = self.program.structure(id);
        let span = info.structure.name.map_or(info.structure.span, |ident| ident.span);
        self.line_of_nothing();
        self.begin_line(span);
        let name = self.names.structures[id as usize].clone();
        self.plain("struct ");
        self.placed(&name, span);
        self.end_line();
        self.line("{");
        self.indent += 1;
        for (name, ty) in super::stored_members(self.program, id) {
            let declared = self.declared(ty, &self.member_name(name));
            self.line(&format!("{declared};"));
        }
        self.indent -= 1;
        self.line("};");
        self.set_origin(None);
    }

    pub fn global(&mut self, id: GlobalId) {
        let info = &self.program.globals[id as usize];
        let name = self.names.globals[id as usize].clone();
        self.begin_line(info.span);
        let declared = self.declared(info.ty, &name);
        self.plain(&declared);
        if let Some(value) = &info.initialiser {
            self.plain(" = ");
            self.element(value);
        }
        self.plain(";");
        self.end_line();
        self.set_origin(None);
    }

    pub fn resources(&mut self, reached: &Reached) {
        if !reached.resources.is_empty() {
            self.line_of_nothing();
        }
        self.push_constants(reached);
        for (id, _) in &reached.resources {
            let program = self.program;
            let resource = &program.resources[*id as usize];
            if self.is_absent(resource) {
                continue;
            }
            for text in self.resource_lines(*id, resource) {
                self.own_line(&text, resource.member.span);
            }
        }
    }

    fn is_absent(&self, resource: &Resource) -> bool {
        let Wanted::Stage { constants, .. } = self.wanted else { return false };
        let value = resource.condition.as_ref().and_then(|condition| evaluate(condition, constants));
        value.is_some_and(|value| !value.is_true())
    }

    fn push_constants(&mut self, reached: &Reached) {
        let program = self.program;
        let is_pushed = |id: &ResourceId| matches!(program.resources[*id as usize].kind, ResourceKind::PushConstant);
        let pushed: Vec<ResourceId> = reached.resources.iter().map(|(id, _)| *id).filter(is_pushed).collect();
        let Some(first) = pushed.first() else { return };
        self.own_line(
            "layout(push_constant, std430) uniform PushConstants",
            program.resources[*first as usize].member.span,
        );
        self.line("{");
        self.indent += 1;
        for id in pushed {
            let resource = &program.resources[id as usize];
            let declared = self.declared(resource.ty, &self.names.resources[id as usize]);
            self.own_line(&format!("{declared};"), resource.member.span);
        }
        self.indent -= 1;
        self.line("};");
    }

    fn resource_lines(&self, id: ResourceId, resource: &Resource) -> Vec<String> {
        let name = &self.names.resources[id as usize];
        let binding = self.bindings().of.get(&id).copied().unwrap_or(0);
        let declared = self.declared(resource.ty, name);
        vec![match &resource.kind {
            ResourceKind::Uniform { .. } => {
                format!("layout(set = 0, binding = {binding}, std140) uniform {name}_block {{ {declared}; }};")
            }
            ResourceKind::Storage { access, .. } => {
                let access = memory_words(*access);
                format!("layout(set = 0, binding = {binding}, std430) {access}buffer {name}_buffer {{ {declared}; }};")
            }
            ResourceKind::Sampler { .. } => format!("layout(set = 0, binding = {binding}) uniform {declared};"),
            ResourceKind::Image { access, format, .. } => {
                let (access, format) = (memory_words(*access), format.row().glsl);
                format!("layout(set = 0, binding = {binding}, {format}) uniform {access}{declared};")
            }
            ResourceKind::PushConstant => return Vec::new(),
            ResourceKind::CompilationConstant => match self.wanted {
                Wanted::Stage { .. } => return Vec::new(),
                _ => format!("uniform {declared};"),
            },
            ResourceKind::SpecializationConstant { default } => {
                let number = self.constant_number(id);
                format!("layout(constant_id = {number}) const {declared} = {};", default.glsl())
            }
            ResourceKind::Shared => format!("shared {declared};"),
            ResourceKind::VertexInput { location } => format!("layout(location = {location}) in {declared};"),
            ResourceKind::FragmentOutput { location, index, .. } => match index {
                Some(index) => format!("layout(location = {location}, index = {index}) out {declared};"),
                None => format!("layout(location = {location}) out {declared};"),
            },
            ResourceKind::SubpassInput { slot, .. } => {
                let prefix = match resource.ty.component() {
                    Some(crate::dialect::bsl::types::Scalar::Int) => "i",
                    Some(crate::dialect::bsl::types::Scalar::Uint) => "u",
                    _ => "",
                };
                format!(
                    "layout(input_attachment_index = {slot}, set = 0, binding = {binding}) uniform {prefix}subpassInput {name};"
                )
            }
            ResourceKind::Interface { qualifier, location } => {
                return self.interface_lines(resource, qualifier, *location, name);
            }
        }]
    }

    /// The variable that a stage gives or takes; in a whole unit, one of each.
    fn interface_lines(&self, resource: &Resource, qualifier: &str, location: u32, name: &str) -> Vec<String> {
        let given = format!("layout(location = {location}) {qualifier}out {};", self.declared(resource.ty, name));
        let taken =
            |name: &str| format!("layout(location = {location}) {qualifier}in {};", self.declared(resource.ty, name));
        match stage_of(self.program, self.wanted) {
            Some(Stage::Vertex) => vec![given],
            Some(_) => vec![taken(name)],
            None => vec![given, taken(&format!("{name}_in"))],
        }
    }

    fn constant_number(&self, id: ResourceId) -> usize {
        let before = &self.program.resources[..id as usize];
        before.iter().filter(|resource| matches!(resource.kind, ResourceKind::SpecializationConstant { .. })).count()
    }
}

/// The memory qualifiers of a buffer or image, as create-infos have them: each resource is memory of its own.
const fn memory_words(access: Access) -> &'static str {
    match access {
        Access::Read => "restrict readonly ",
        Access::Write => "restrict writeonly ",
        Access::ReadWrite => "restrict ",
    }
}
