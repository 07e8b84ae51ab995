//! Parameters of functions.

use super::rules::{Analyser, HlslRules};
use crate::atom::Atom;
use crate::dialect::hlsl::interface::{Role, StageWords};
use crate::ir::{Passing, Type, has_resources, type_name};
use crate::sema::{self, Failed, ParameterInfo, Result, TypeCursor};
use crate::syntax::{Kind, NodeId};

type Parameter = sema::ParameterDeclaration<HlslRules>;

impl Analyser<'_, '_> {
    /// A parameter; `None` of `(void)`.
    pub fn parameter(&mut self, node: NodeId) -> Result<Option<Parameter>> {
        if self.kind(node) == Kind::Declaration {
            self.named_parameter(node).map(Some)
        } else {
            self.unnamed_parameter(node)
        }
    }

    fn named_parameter(&mut self, node: NodeId) -> Result<Parameter> {
        let attributes = self.stage_attributes(node)?.without_offset(self, node)?;
        let words = self.qualifiers(node);
        let signatures = self.context.signatures;
        if words.primitive && !signatures {
            self.unsupported(self.first(node), "a geometry shader's input");
            return Err(Failed);
        }
        if words.payload && (words.output || !words.input) {
            self.error("misplaced", self.first(node), "a `payload` is only read, and is an `in` parameter")
                .help("Write `in payload` before its type.");
            return Err(Failed);
        }
        if words.outputs.is_some() && (words.input || !words.output) {
            self.error("misplaced", self.first(node), "an array of a mesh stage's outputs must be an `out` parameter")
                .help("Write `out` before it, and no `in`.");
            return Err(Failed);
        }
        let Some(declarator) = self.tree.child(node, Kind::Declarator) else { return self.not_understood(node) };
        let base = self.declared_type(node)?;
        let mut declared = self.declarator(declarator, &base)?;
        let role = match words.outputs {
            Some(outputs) => Role::Outputs(outputs),
            None if words.payload => Role::Payload,
            None if signatures => self.role(node, words.primitive),
            None => Role::default(),
        };
        if words.primitive
            && let Type::Array(vertex, _) = &declared.ty
        {
            declared.ty = Type::clone(vertex);
        }
        let holds = has_resources(&declared.ty);
        if declared.ty == Type::Void || matches!(declared.ty, Type::Array(_, None)) && !holds {
            let (name, shown) = (declared.name, type_name(&declared.ty));
            self.error("type", declared.token, format!("the parameter `{name}` cannot be `{shown}`"));
            return Err(Failed);
        }
        let passing = match (words.input, words.output) {
            (true, true) => Passing::InOut,
            (false, true) => Passing::Out,
            _ => Passing::In,
        };
        let default = match declared.initialiser {
            Some(initialiser) => Some(self.initialiser(initialiser, &declared.ty)?),
            None => None,
        };
        Ok(Parameter {
            info: ParameterInfo { name: declared.name, ty: declared.ty, passing, default },
            uniform: words.uniform,
            constant: words.constant,
            words: StageWords {
                semantic: attributes.semantic.or(declared.annotations.semantic),
                varying: attributes.applied(words.varying),
                role,
            },
            token: declared.token,
        })
    }

    /// What a parameter of a hull, domain or geometry stage holds.
    fn role(&mut self, node: NodeId, primitive: bool) -> Role {
        let Some(ty) = self.tree.child(node, Kind::Type) else { return Role::Value };
        match self.text(self.first(ty)) {
            "InputPatch" | "OutputPatch" => Role::Vertices,
            "PointStream" | "LineStream" | "TriangleStream" => Role::Stream,
            _ if primitive => Role::Vertices,
            _ => Role::Value,
        }
    }

    /// `void`, or a type alone, as in a prototype.
    fn unnamed_parameter(&mut self, node: NodeId) -> Result<Option<Parameter>> {
        let range = *self.tree.node(node);
        if self.kind(node) != Kind::Opaque {
            return self.not_understood(node);
        }
        if range.last == range.first + 1 && self.text(range.first) == "void" {
            return Ok(None);
        }
        let mut first = range.first;
        let (mut input, mut output) = (false, false);
        while first < range.last {
            match self.text(first) {
                "in" => input = true,
                "out" => output = true,
                "inout" => (input, output) = (true, true),
                "const" | "uniform" => {}
                _ => break,
            }
            first += 1;
        }
        let mut cursor = TypeCursor::new(first, range.last);
        let ty = self.walk_type(&mut cursor, self.context.settings.order, 0)?;
        if !cursor.done() {
            let text = self.text(cursor.at);
            self.error("syntax", cursor.at, format!("`{text}` is not understood in a parameter"));
            return Err(Failed);
        }
        let passing = match (input, output) {
            (true, true) => Passing::InOut,
            (false, true) => Passing::Out,
            _ => Passing::In,
        };
        Ok(Some(Parameter {
            info: ParameterInfo { name: Atom::from(""), ty, passing, default: None },
            uniform: false,
            constant: false,
            words: StageWords::default(),
            token: range.first,
        }))
    }
}
