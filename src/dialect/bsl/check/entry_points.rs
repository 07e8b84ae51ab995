//! Entry points: what their parameters stand for.

use std::rc::Rc;

use super::{Checker, LocalSymbol, Place, Value};
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Attribute, BinaryOperator};
use crate::dialect::bsl::output_tree::{FunctionId, Out, OutExpr};
use crate::dialect::bsl::program::{EntryUse, FunctionInfo, ParameterInfo, Stage, TableKind};
use crate::dialect::bsl::types::{BOOL, FLOAT, INT, Scalar, Ty, UINT};

const UINT3: Ty = Ty::Vector(Scalar::Uint, 3);
const FLOAT4: Ty = Ty::Vector(Scalar::Float, 4);
const FLOAT2: Ty = Ty::Vector(Scalar::Float, 2);

use Stage::{Compute, Fragment, Vertex};

type BuiltInRow = (&'static str, Ty, &'static [Stage], &'static [Stage], &'static str);

/// Attributes of parameters: type, the stages that read it, those that write it, and its name in GLSL.
#[rustfmt::skip]
const BUILT_INS: &[BuiltInRow] = &[
    ("vertex_id", INT, &[Vertex], &[], "gl_VertexIndex"),
    ("instance_index", INT, &[Vertex], &[], "gl_InstanceIndex"),
    ("base_instance", INT, &[Vertex], &[], "gl_BaseInstance"),
    ("instance_id", INT, &[Vertex], &[], "gl_InstanceIndex"),
    ("position", FLOAT4, &[], &[Vertex], "gl_Position"),
    ("point_size", FLOAT, &[], &[Vertex], "gl_PointSize"),
    ("clip_distance", FLOAT, &[], &[Vertex], "gl_ClipDistance"),
    ("layer", INT, &[Fragment], &[Vertex], "gl_Layer"),
    ("viewport_index", INT, &[Fragment], &[Vertex], "gl_ViewportIndex"),
    ("frag_coord", FLOAT4, &[Fragment], &[], "gl_FragCoord"),
    ("point_coord", FLOAT2, &[Fragment], &[], "gl_PointCoord"),
    ("front_facing", BOOL, &[Fragment], &[], "gl_FrontFacing"),
    ("frag_depth", FLOAT, &[], &[Fragment], "gl_FragDepth"),
    ("frag_stencil_ref", INT, &[], &[Fragment], "gl_FragStencilRefARB"),
    ("global_invocation_id", UINT3, &[Compute], &[], "gl_GlobalInvocationID"),
    ("local_invocation_id", UINT3, &[Compute], &[], "gl_LocalInvocationID"),
    ("work_group_id", UINT3, &[Compute], &[], "gl_WorkGroupID"),
    ("num_work_groups", UINT3, &[Compute], &[], "gl_NumWorkGroups"),
    ("local_invocation_index", UINT, &[Compute], &[], "gl_LocalInvocationIndex"),
];

impl Checker<'_> {
    /// Rules that need no parameter.
    pub fn check_entry_head(&mut self, info: &FunctionInfo) {
        let Some(stage) = info.stage else { return };
        let ident = info.function.ident();
        if info.result != Ty::Void && info.result != Ty::Error {
            let message = format!("the entry point `{}` gives a `{}`", ident.name, self.show(info.result));
            self.error("bsl/entry-return", message, info.function.result.span);
        }
        let sized = info.function.attributes.iter().any(|attribute| attribute.name.name == "local_size");
        if stage == Compute && !sized {
            let message = format!("the compute entry point `{}` has no `[[local_size(x, y, z)]]`", ident.name);
            self.error("bsl/local-size", message, ident.span);
        }
        if stage != Compute && sized {
            self.error("bsl/entry-stage", "`[[local_size]]` at an entry point that is not compute", ident.span);
        }
    }

    /// Names for the parameters of an entry point.
    pub fn declare_entry_parameters(&mut self, id: FunctionId, stage: Stage) {
        let info = self.program.function(id);
        let function = Rc::clone(&info.function);
        let parameters = info.parameters.clone();
        let max_total_threads = info.entry.max_total_threads;
        let mut used = EntryUse { max_total_threads, ..EntryUse::default() };
        let mut seen: Vec<&'static str> = Vec::new();
        for (parameter, written) in parameters.iter().zip(&function.parameters) {
            let symbol = match self.program.table_kind(parameter.ty) {
                Some(kind) => self.entry_table(parameter, &written.attributes, kind, stage, &mut used),
                None => self.entry_value(parameter, &written.attributes, stage, &mut used, &mut seen),
            };
            self.declare_local(parameter.ident, symbol.unwrap_or(LocalSymbol::Broken));
        }
        self.program.functions[id as usize].entry = used;
    }

    fn entry_table(
        &mut self,
        parameter: &ParameterInfo,
        attributes: &[Attribute],
        kind: TableKind,
        stage: Stage,
        used: &mut EntryUse,
    ) -> Option<LocalSymbol> {
        let Ty::Structure(table) = parameter.ty else { return None };
        let span = parameter.ident.span;
        let direction = attributes.iter().find(|attribute| matches!(attribute.name.name.as_str(), "in" | "out"));
        for attribute in attributes {
            let name = attribute.name.name;
            if self.check_attribute_name(attribute)
                && !matches!(name.as_str(), "in" | "out" | "resource_table" | "maybe_unused")
            {
                let message = format!("`[[{name}]]` is not an attribute of an entry point's table");
                self.error("bsl/entry-attribute", message, attribute.name.span);
            }
        }
        if kind == TableKind::Resources {
            let marked = attributes.iter().any(|attribute| attribute.name.name == "resource_table");
            if !marked {
                let message = format!("the table `{}` has no `[[resource_table]]`", parameter.ident.name);
                self.error("bsl/entry-attribute", message, span);
                return None;
            }
            used.tables.push(table);
        } else {
            let Some(direction) = direction else {
                let message = format!("`{}` has neither `[[in]]` nor `[[out]]`", parameter.ident.name);
                self.error("bsl/entry-attribute", message, span);
                return None;
            };
            let is_input = direction.name.name == "in";
            let fits = matches!(
                (kind, stage, is_input),
                (TableKind::VertexInput, Vertex, true)
                    | (TableKind::Interface, Vertex, false)
                    | (TableKind::Interface, Fragment, true)
                    | (TableKind::FragmentOutput, Fragment, false)
                    | (TableKind::FragmentInput, Fragment, true)
            );
            if !fits {
                let message =
                    format!("`{}` is no {} of a {} stage", self.show(parameter.ty), direction.name.name, stage.name());
                self.error("bsl/entry-stage", message, direction.name.span);
                return None;
            }
            if !parameter.is_reference || is_input && !parameter.is_const {
                let what = if is_input { "a constant reference" } else { "a reference" };
                let message = format!("`{}` is not {what}", parameter.ident.name);
                self.error("bsl/entry-type", message, span);
            }
            let slot = if is_input && kind != TableKind::FragmentInput { &mut used.inputs } else { &mut used.outputs };
            if kind == TableKind::FragmentInput {
                used.tables.push(table);
            } else if slot.is_some() {
                let problem = format!("the entry point has `[[{}]]` twice", direction.name.name);
                self.error("bsl/redefinition", problem, direction.name.span);
            } else {
                *slot = Some(table);
            }
        }
        let out = OutExpr::new(Out::BuiltIn(""), span);
        let value = Value { ty: parameter.ty, out, constant: None, place: Place::Mutable };
        Some(LocalSymbol::Alias { value, is_const: parameter.is_const })
    }

    fn entry_value(
        &mut self,
        parameter: &ParameterInfo,
        attributes: &[Attribute],
        stage: Stage,
        used: &mut EntryUse,
        seen: &mut Vec<&'static str>,
    ) -> Option<LocalSymbol> {
        let span = parameter.ident.span;
        let mut found = None;
        for attribute in attributes {
            let name = attribute.name.name;
            if !self.check_attribute_name(attribute) || name == "maybe_unused" {
                continue;
            }
            match BUILT_INS.iter().find(|(known, ..)| name == *known) {
                Some(row) => found = Some((row, attribute)),
                None => {
                    let message = format!("`[[{name}]]` is not an attribute of an entry point's parameter");
                    self.error("bsl/entry-attribute", message, attribute.name.span);
                    return None;
                }
            }
        }
        let Some(((name, ty, readers, writers, glsl), attribute)) = found else {
            if parameter.ty != Ty::Error {
                let message = format!("the parameter `{}` of an entry point has no attribute", parameter.ident.name);
                self.error("bsl/entry-attribute", message, span);
            }
            return None;
        };
        if seen.contains(name) {
            let message = format!("the entry point has `[[{name}]]` twice");
            self.error("bsl/redefinition", message, attribute.name.span);
            return None;
        }
        seen.push(name);
        if !readers.contains(&stage) && !writers.contains(&stage) {
            let message = format!("`[[{name}]]` does not exist in a {} stage", stage.name());
            self.error("bsl/entry-stage", message, attribute.name.span);
            return None;
        }
        let is_output = writers.contains(&stage);
        let wanted = self.wanted_type(name, *ty, parameter, used);
        let form = if is_output { parameter.is_reference && !parameter.is_const } else { parameter.is_const };
        if wanted != parameter.ty && parameter.ty != Ty::Error || !form {
            let shown = self.show(*ty);
            let shape = if is_output { format!("a reference to `{shown}`") } else { format!("a `const {shown}`") };
            let problem = Diagnostic::error("bsl/entry-type", format!("`[[{name}]]` is {shape}"));
            self.report(problem.at(span));
            return None;
        }
        self.note_use(name, stage, attribute, used);
        let out = self.built_in_value(name, glsl, span);
        let place = if is_output { Place::Mutable } else { Place::Const };
        let value = Value { ty: parameter.ty, out, constant: None, place };
        Some(LocalSymbol::Alias { value, is_const: !is_output })
    }

    fn wanted_type(&mut self, name: &str, ty: Ty, parameter: &ParameterInfo, used: &mut EntryUse) -> Ty {
        if name != "clip_distance" {
            return ty;
        }
        if let Ty::Array(id) = parameter.ty
            && let (FLOAT, Some(count)) = self.program.arrays.get(id)
        {
            used.clip_distances = Some(count);
            return parameter.ty;
        }
        ty
    }

    fn note_use(&mut self, name: &str, stage: Stage, attribute: &Attribute, used: &mut EntryUse) {
        let mut extension = |name| {
            if !used.extensions.contains(&name) {
                used.extensions.push(name);
            }
        };
        match name {
            "layer" | "viewport_index" if stage == Vertex => extension("GL_ARB_shader_viewport_layer_array"),
            "base_instance" | "instance_id" => extension("GL_ARB_shader_draw_parameters"),
            "frag_stencil_ref" => extension("GL_ARB_shader_stencil_export"),
            "frag_depth" => {
                let word = attribute.arguments.first().and_then(|argument| match &argument.kind {
                    crate::dialect::bsl::ast::ExprKind::Path(path) => path.single().map(|ident| ident.name.as_str()),
                    _ => None,
                });
                used.depth = match word {
                    Some("any") => Some("depth_any"),
                    Some("greater") => Some("depth_greater"),
                    Some("less") => Some("depth_less"),
                    _ => {
                        let message = "the depth is one of `any`, `greater` and `less`";
                        self.error("bsl/entry-attribute", message, attribute.name.span);
                        None
                    }
                };
            }
            _ => {}
        }
    }

    fn built_in_value(&self, name: &str, glsl: &'static str, span: Span) -> OutExpr {
        let of = |text| OutExpr::new(Out::BuiltIn(text), span);
        match name {
            "instance_id" => {
                let out = Out::Binary(BinaryOperator::Subtract, Box::new(of(glsl)), Box::new(of("gl_BaseInstanceARB")));
                OutExpr::new(out, span)
            }
            "base_instance" => of("gl_BaseInstanceARB"),
            _ => of(glsl),
        }
    }
}
