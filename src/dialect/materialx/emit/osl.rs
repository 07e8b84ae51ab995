//! Writes a graph as Open Shading Language: one shader, whose parameters are the inputs of the graph.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use super::writer::Writer;
use crate::dialect::materialx::graph::{Class, Graph, Input, Link, Node, NodeId};
use crate::dialect::materialx::implementation::{Body, Implementation, InlinePiece};
use crate::dialect::materialx::library::{Fragment, Piece};
use crate::dialect::materialx::problem::{Problem, ProblemKind};
use crate::dialect::materialx::session::Session;
use crate::dialect::materialx::types::{TypeId, TypeKind};
use crate::dialect::materialx::value::{Value, push_float};

/// The beginning of each shader: the library's header, and names that its code uses.
const PREAMBLE: &str = "#include \"mx_funcs.h\"\n\n\
    #define true 1\n#define false 0\n\
    struct textureresource { string filename; string colorspace; };\n\
    #define BSDF closure color\n#define EDF closure color\n#define VDF closure color\n\
    struct surfaceshader { closure color bsdf; closure color edf; float opacity; };\n\
    #define volumeshader closure color\n#define displacementshader vector\n#define lightshader closure color\n\
    #define MATERIAL closure color\n\n\
    #define M_FLOAT_EPS 1e-8\n\
    closure color null_closure() { closure color none = 0; return none; }\n\n";

/// The transform of texture coordinates: textures of OSL begin above.
const TRANSFORM_UV: &str = "vector2 mx_transform_uv(vector2 texcoord)\n{\n    return texcoord;\n}\n\n";

/// The definition of the material that a surface without one gets.
const MATERIAL: &str = "ND_surfacematerial";

/// Writes the shader of a graph. `name`: the shader's name.
pub fn generate(session: &Session<'_>, graph: &Graph, name: &str, problems: &mut Vec<Problem>) -> String {
    let mut osl = Osl { session, out: Writer::default(), problems };
    osl.out.text.push_str(PREAMBLE);
    osl.functions(graph);
    if graph.outputs.first().is_some_and(|output| output.ty == TypeId::SURFACESHADER)
        && let Some(Body::Function { fragment, .. }) = osl.material_node().as_deref().map(|found| &found.body)
    {
        osl.file(fragment, 0);
    }
    osl.shader(graph, name);
    osl.out.text
}

struct Osl<'s, 'a> {
    session: &'s Session<'a>,
    out: Writer,
    problems: &'s mut Vec<Problem>,
}

impl Osl<'_, '_> {
    fn line(&mut self, text: &str) {
        self.out.line(self.session, text);
    }

    fn type_name(&self, ty: TypeId) -> &str {
        &self.session.types.get(ty).text
    }

    fn functions(&mut self, graph: &Graph) {
        for node in graph.sorted() {
            match &node.implementation.body {
                Body::Function { fragment, .. } => self.file(fragment, 0),
                Body::Graph(inner) => {
                    if self.out.defined.insert(inner.name.clone()) {
                        self.functions(inner);
                        self.function(inner);
                    }
                }
                Body::Inline(_) => {}
                Body::BuiltIn(_) | Body::Script { .. } => {
                    let message = format!("`{}` has no code for this target", node.definition);
                    self.problems.push(Problem::new(ProblemKind::NoImplementation, message).at(node.place.clone()));
                }
            }
        }
    }

    /// Writes a file of the library with those that it includes, each once.
    fn file(&mut self, fragment: &Fragment, depth: usize) {
        const MOST_INCLUDES: usize = 64;
        let key = fragment.file.path.display().to_string();
        if depth > MOST_INCLUDES || !self.out.defined.insert(key) {
            return;
        }
        let folder = fragment.file.path.parent().unwrap_or(Path::new("")).to_owned();
        for piece in &fragment.pieces {
            match piece {
                Piece::Text(start, end) => {
                    self.out.text.push_str(fragment.file.text.get(*start as usize..*end as usize).unwrap_or(""));
                }
                Piece::Include(name) if name.contains("$fileTransformUv") => {
                    if self.out.defined.insert(name.clone()) {
                        self.out.text.push_str(TRANSFORM_UV);
                    }
                }
                Piece::Include(name) => match self.session.library.fragment(&folder, name, self.session.source) {
                    Some(found) => self.file(&found, depth + 1),
                    // A header of the renderer.
                    None => self.line(&format!("#include \"{name}\"")),
                },
            }
        }
        self.out.blank();
    }

    fn function(&mut self, graph: &Graph) {
        let inputs = graph.inputs.iter().map(|input| format!("{} {}", self.type_name(input.ty), input.variable));
        let outputs = graph.outputs.iter().map(|out| format!("output {} {}", self.type_name(out.ty), out.variable));
        let parameters: Vec<String> = inputs.chain(outputs).collect();
        self.line(&format!("void {}({})", graph.name, parameters.join(", ")));
        self.out.open(self.session);
        // Textures first, then closures and shaders.
        let is_texture = |node: &&Node| node.class.has(Class::TEXTURE);
        graph.sorted().filter(is_texture).for_each(|node| self.call(graph, node));
        for id in demanded(graph) {
            self.call(graph, &graph.nodes[id]);
        }
        for output in &graph.outputs {
            let value = self.linked(graph, output.link, output.ty, output.value.as_ref());
            self.line(&format!("{} = {value};", output.variable));
        }
        self.out.close(self.session, "");
        self.out.blank();
    }

    fn call(&mut self, graph: &Graph, node: &Node) {
        let name = match &node.implementation.body {
            Body::Inline(pieces) => {
                self.inline(graph, node, pieces);
                return;
            }
            Body::Function { function, .. } => function.clone(),
            Body::Graph(inner) => inner.name.clone(),
            Body::BuiltIn(_) | Body::Script { .. } => return,
        };
        for output in &node.outputs {
            let ty = self.session.types.get(output.ty);
            self.line(&format!("{} {} = {};", ty.text, output.variable, ty.default));
        }
        let inputs = node.inputs.iter().map(|input| self.expression(graph, input));
        let arguments: Vec<String> = inputs.chain(node.outputs.iter().map(|output| output.variable.clone())).collect();
        self.line(&format!("{name}({});", arguments.join(", ")));
    }

    fn inline(&mut self, graph: &Graph, node: &Node, pieces: &[InlinePiece]) {
        let (mut code, mut declared) = (String::new(), Vec::new());
        for piece in pieces {
            let name = match piece {
                InlinePiece::Text(text) => {
                    code.push_str(text);
                    continue;
                }
                InlinePiece::Input(name) => name,
            };
            let Some(input) = node.input(name) else { continue };
            if input.link != Link::None {
                code.push_str(&self.expression(graph, input));
                continue;
            }
            let variable = format!("{}_tmp", input.variable);
            if !declared.contains(name) {
                declared.push(name.clone());
                let value = self.expression(graph, input);
                self.line(&format!("{} {variable} = {value};", self.type_name(input.ty)));
            }
            code.push_str(&variable);
        }
        if let Some(output) = node.outputs.first() {
            self.line(&format!("{} {} = {code};", self.type_name(output.ty), output.variable));
        }
    }

    fn expression(&self, graph: &Graph, input: &Input) -> String {
        self.linked(graph, input.link, input.ty, input.value.as_ref())
    }

    fn linked(&self, graph: &Graph, link: Link, ty: TypeId, value: Option<&Value>) -> String {
        match link {
            Link::Node(id, at) => graph.nodes[id].outputs[at].variable.clone(),
            // A texture is a parameter for its name and one for its colour space.
            Link::Socket(at) if ty == TypeId::FILENAME && graph.is_root => format!("{}_", graph.inputs[at].variable),
            Link::Socket(at) => graph.inputs[at].variable.clone(),
            Link::None => self.literal(ty, value, false),
        }
    }

    /// A value; `braces`: as the default of a parameter, where structures have no constructor.
    fn literal(&self, ty: TypeId, value: Option<&Value>, braces: bool) -> String {
        let info = self.session.types.get(ty);
        let Some(value) = value else {
            let is_closure = matches!(info.kind, TypeKind::Closure | TypeKind::Material);
            return if braces && is_closure { "0".to_owned() } else { braced(&info.text, &info.default, braces) };
        };
        let precision = self.session.options.float_precision as usize;
        let number = |value: &f32| {
            let mut text = String::new();
            push_float(&mut text, *value, precision);
            text
        };
        match value {
            Value::Boolean(value) => if *value { "1" } else { "0" }.to_owned(),
            Value::Integer(value) => value.to_string(),
            Value::Text(text) if ty == TypeId::FILENAME => {
                braced(&info.text, &format!("{}({}, \"\")", info.text, quoted(text)), braces)
            }
            Value::Text(text) => quoted(text),
            Value::Struct(_) => info.default.clone(),
            Value::Floats(values) => {
                let parts: Vec<String> = values.iter().map(number).collect();
                match (ty, parts.as_slice()) {
                    (TypeId::FLOAT, [value]) => value.clone(),
                    (TypeId::COLOR4, [r, g, b, a]) => {
                        braced("color4", &format!("color4(color({r}, {g}, {b}), {a})"), braces)
                    }
                    (TypeId::MATRIX33, [a, b, c, d, e, f, g, h, i]) => format!(
                        "matrix({a}, {b}, {c}, 0.000, {d}, {e}, {f}, 0.000, {g}, {h}, {i}, 0.000, 0.000, 0.000, 0.000, 1.000)"
                    ),
                    _ => braced(&info.text, &format!("{}({})", info.text, parts.join(", ")), braces),
                }
            }
        }
    }

    fn shader(&mut self, graph: &Graph, name: &str) {
        self.line(&format!("shader {name}"));
        self.line("(");
        let used = crate::dialect::materialx::finish::used_sockets(graph);
        let mut parameters = Vec::new();
        let mut textures = Vec::new();
        for (input, _) in graph.inputs.iter().zip(used).filter(|(_, used)| *used) {
            let (variable, ty) = (&input.variable, self.type_name(input.ty));
            if input.ty == TypeId::FILENAME {
                let file = match &input.value {
                    Some(Value::Text(text)) => quoted(text),
                    _ => "\"\"".to_owned(),
                };
                parameters.push(format!("string {variable} = {file}"));
                parameters.push(format!("string {variable}_colorspace = {}", quoted(&input.info.colorspace)));
                textures.push(format!("textureresource {variable}_ = {{{variable}, {variable}_colorspace}};"));
            } else {
                parameters.push(format!("{ty} {variable} = {}", self.literal(input.ty, input.value.as_ref(), true)));
            }
        }
        let Some(output) = graph.outputs.first() else { return };
        let is_surface = output.ty == TypeId::SURFACESHADER;
        let ty = if is_surface { TypeId::MATERIAL } else { output.ty };
        let result = &output.variable;
        parameters.push(format!("output {} {result} = {}", self.type_name(ty), self.literal(ty, None, true)));
        self.out.text.push_str("    ");
        self.out.text.push_str(&parameters.join(",\n    "));
        self.out.text.push_str("\n)\n");
        self.out.open(self.session);
        textures.iter().for_each(|line| self.line(line));
        graph.sorted().for_each(|node| self.call(graph, node));
        let mut value = self.linked(graph, output.link, output.ty, output.value.as_ref());
        if is_surface {
            value = self.material(&value);
        }
        self.line(&format!("{result} = {value};"));
        self.out.close(self.session, "");
    }

    /// The node that makes a material of a surface.
    fn material_node(&mut self) -> Option<Arc<Implementation>> {
        let session = self.session;
        let definition = session.universe.definition(None, MATERIAL)?;
        session.implementation(definition, definition, self.problems).ok()
    }

    /// Makes a material of a surface; the variable of it.
    fn material(&mut self, surface: &str) -> String {
        const VARIABLE: &str = "surface_material_out";
        let session = self.session;
        let implementation = self.material_node();
        let Some(Body::Function { function, .. }) = implementation.as_deref().map(|found| &found.body) else {
            return "null_closure()".to_owned();
        };
        let none = &session.types.get(TypeId::SURFACESHADER).default;
        let flat = &session.types.get(TypeId::DISPLACEMENTSHADER).default;
        self.line(&format!("MATERIAL {VARIABLE} = null_closure();"));
        self.line(&format!("{function}({surface}, {none}, {flat}, {VARIABLE});"));
        VARIABLE.to_owned()
    }
}

/// Closures and shaders that the outputs need, each behind those that it reads.
fn demanded(graph: &Graph) -> Vec<NodeId> {
    let mut order: Vec<NodeId> = Vec::new();
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let is_wanted = |id: NodeId| !graph.nodes[id].class.has(Class::TEXTURE);
    for output in &graph.outputs {
        if let Link::Node(id, _) = output.link {
            open.push((id, 0));
        }
        while let Some((id, at)) = open.last_mut() {
            let id = *id;
            let input = graph.nodes[id].inputs.get(*at);
            *at += 1;
            match input.map(|input| input.link) {
                Some(Link::Node(from, _)) if is_wanted(from) && !order.contains(&from) => open.push((from, 0)),
                Some(_) => {}
                None => {
                    open.pop();
                    if is_wanted(id) && !order.contains(&id) {
                        order.push(id);
                    }
                }
            }
        }
    }
    order
}

/// Structures are written with braces where a parameter's default is.
fn braced(ty: &str, text: &str, braces: bool) -> String {
    let is_structure = matches!(ty, "color4" | "vector2" | "vector4" | "textureresource" | "surfaceshader");
    match text.strip_prefix(ty).and_then(|rest| rest.strip_prefix('(')).and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) if braces && is_structure => format!("{{{inner}}}"),
        _ => text.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                let _ = write!(out, "\\{c}");
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
