//! Qualifiers before the type of a declaration, annotations (`: ...`) behind its name, attributes (`[...]`) before all
//! of it.

use super::rules::Analyser;
use crate::atom::Atom;
use crate::dialect::hlsl::interface::{Register, Semantic, Varying};
use crate::ir::{Order, OutputArray};
use crate::sema::{Failed, Result};
use crate::syntax::{Kind, NodeId};

/// The class of a register that names only a space (`register(space2)`): the resource's type decides the class.
pub const NO_CLASS: char = ' ';

/// The words before a type.
#[derive(Clone, Copy, Debug, Default)]
pub struct Qualifiers {
    pub is_static: bool,
    pub constant: bool,
    pub uniform: bool,
    pub is_extern: bool,
    pub group_shared: bool,
    pub coherent: bool,
    pub input: bool,
    pub output: bool,
    pub order: Option<Order>,
    pub varying: Varying,
    /// `point`, `triangle`, ... of a geometry stage.
    pub primitive: bool,
    /// `vertices`, `primitives` or `indices` of a mesh stage.
    pub outputs: Option<OutputArray>,
    /// `payload`
    pub payload: bool,
}

/// `: ...` behind a name.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    pub semantic: Option<Semantic>,
    pub register: Option<Register>,
    /// In bytes.
    pub packoffset: Option<u32>,
    /// Its token, for messages.
    pub register_token: u32,
    /// The width of a bit field.
    pub width: Option<NodeId>,
}

impl Analyser<'_, '_> {
    /// The qualifiers of a declaration or function.
    pub fn qualifiers(&mut self, node: NodeId) -> Qualifiers {
        let mut words = Qualifiers::default();
        let first = self
            .children_of(node, Kind::Attribute)
            .last()
            .map_or(self.tree.node(node).first, |attribute| self.tree.node(*attribute).last);
        let Some(ty) = self.tree.child(node, Kind::Type) else { return words };
        let end = self.tree.node(ty).first;
        // `float const x`, and what stands inside the type.
        let inside = (self.tree.node(ty).first..self.tree.node(ty).last)
            .filter(|token| matches!(self.text(*token), "const" | "precise"));
        let tokens: Vec<u32> = (first..end).chain(inside).collect();
        for token in tokens {
            match self.text(token) {
                "static" => words.is_static = true,
                "const" => words.constant = true,
                "uniform" => words.uniform = true,
                "extern" => words.is_extern = true,
                "groupshared" | "shared" => words.group_shared |= self.text(token) == "groupshared",
                "globallycoherent" | "reordercoherent" => words.coherent = true,
                "in" => words.input = true,
                "out" => words.output = true,
                "inout" => {
                    words.input = true;
                    words.output = true;
                }
                "row_major" => words.order = Some(Order::RowMajor),
                "column_major" => words.order = Some(Order::ColumnMajor),
                "nointerpolation" => words.varying.no_interpolation = true,
                "noperspective" => words.varying.no_perspective = true,
                "centroid" => words.varying.centroid = true,
                "sample" => words.varying.sample = true,
                "precise" => words.varying.precise = true,
                "vertices" => words.outputs = Some(OutputArray::Vertices),
                "primitives" => words.outputs = Some(OutputArray::Primitives),
                "indices" => words.outputs = Some(OutputArray::Indices),
                "payload" => words.payload = true,
                "point" | "line" | "triangle" | "lineadj" | "triangleadj" => words.primitive = true,
                _ => {}
            }
        }
        words
    }

    /// The attributes before a declaration or statement; those of a list, `[[vk::binding(0), vk::counter_binding(1)]]`,
    /// one by one.
    pub fn attributes(&self, node: NodeId) -> Vec<NodeId> {
        let each = self.children_of(node, Kind::Attribute).into_iter().flat_map(|attribute| {
            let inside = self.tree.children(attribute).next();
            match inside.filter(|inside| self.kind(*inside) == Kind::Comma) {
                Some(list) => self.operands(list),
                None => vec![attribute],
            }
        });
        each.collect()
    }

    /// An attribute's name (`vk::binding` with its namespace, otherwise lower case) and arguments.
    pub fn attribute(&mut self, node: NodeId) -> Option<(String, Vec<NodeId>)> {
        let inside = if self.kind(node) == Kind::Attribute { self.tree.children(node).next()? } else { node };
        let (callee, arguments) = match self.kind(inside) {
            Kind::Call => {
                let operands = self.operands(inside);
                let (callee, arguments) = operands.split_first()?;
                (*callee, arguments.to_vec())
            }
            _ => (inside, Vec::new()),
        };
        if self.kind(callee) != Kind::Ident {
            return None;
        }
        let (_, parts) = self.ident_parts(callee);
        let name: Vec<String> = parts.iter().map(|part| part.as_str().to_ascii_lowercase()).collect();
        Some((name.join("::"), arguments))
    }

    /// The whole-number argument of an attribute.
    pub fn attribute_number(&mut self, node: NodeId) -> Result<u32> {
        let value = self.value(node)?.concrete();
        match self.evaluate_int(&value).and_then(|value| u32::try_from(value).ok()) {
            Some(value) => Ok(value),
            None => {
                self.error("not-constant", value.at.0, "expected an integer constant");
                Err(Failed)
            }
        }
    }

    /// The annotations among a node's children.
    pub fn annotations(&mut self, node: NodeId) -> Annotations {
        let mut found = Annotations::default();
        for child in self.children_of(node, Kind::Annotation) {
            let range = self.tree.node(child);
            let (first, last) = (range.first, range.last);
            if self.text(first) != ":" {
                // `< ... >` of the effect framework says nothing to a compiler.
                continue;
            }
            let word = self.text(first + 1);
            match word {
                "register" => {
                    if found.register.is_none() {
                        found.register_token = first + 1;
                    }
                    // With a target profile before it, or several: the last that applies.
                    if let Ok(Some((register, token))) = self.register(first + 2, last) {
                        (found.register, found.register_token) = (Some(register), token);
                    }
                }
                "packoffset" => {
                    if let Ok(offset) = self.packoffset(first + 2, last) {
                        found.packoffset = Some(offset);
                    }
                }
                _ if let Some(width) = self.tree.operand(child, 0) => {
                    // Members of structures alone have one, while their structure is not complete.
                    if self.body.is_none() && self.owners.last().is_some_and(|owner| owner.ty.is_none()) {
                        found.width = Some(width);
                    } else {
                        self.error("misplaced", first + 1, "only members of structures have a width in bits");
                    }
                }
                _ if first + 1 < last => {
                    if !word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
                        self.error("semantic", first + 1, format!("`{word}` is not a semantic"));
                        continue;
                    }
                    found.semantic = Some(semantic(word));
                }
                _ => {
                    self.error("semantic", first, "expected a semantic behind `:`");
                }
            }
        }
        found
    }

    /// `(t3, space1)`, `(vs, b0)`, `(space2)`.
    fn register(&mut self, first: u32, last: u32) -> Result<Option<(Register, u32)>> {
        let mut register: Option<(Register, u32)> = None;
        let mut space = 0;
        let mut token = first + 1;
        while token < last {
            let text = self.text(token);
            let letters = text.chars().take_while(char::is_ascii_alphabetic).count();
            let (head, digits) = text.split_at(letters);
            match head.to_ascii_lowercase().as_str() {
                _ if matches!(text, "," | ")" | "(") => {}
                "space" => match digits.parse() {
                    Ok(number) => space = number,
                    Err(_) => return self.bad_register(token),
                },
                class @ ("b" | "t" | "s" | "u" | "c" | "i") => {
                    let number = if digits.is_empty() { None } else { Some(digits) };
                    let number: Option<u32> = match number.map(str::parse).transpose() {
                        Ok(number) => number,
                        Err(_) => return self.bad_register(token),
                    };
                    let (mut number, at) = (number, token);
                    // `t[3]`, `c0[1]`.
                    if self.text(token + 1) == "["
                        && let Some(close) = (token + 2..last).find(|at| self.text(*at) == "]")
                    {
                        let offset = self.token_expression(token + 2, close)?;
                        let offset = u32::try_from(offset).map_err(|_| Failed)?;
                        number = Some(number.unwrap_or(0).saturating_add(offset));
                        token = close;
                    }
                    let class = class.chars().next().unwrap_or('t');
                    register = Some((Register { class, number, space: 0 }, at));
                }
                // A target profile (`vs`, `ps_5_0`): the register is for that stage alone.
                "vs" | "ps" | "cs" | "gs" | "hs" | "ds" | "lib" | "as" | "ms" => {}
                _ => return self.bad_register(token),
            }
            token += 1;
        }
        if let Some((register, _)) = &mut register {
            register.space = space;
        } else if space > 0 {
            register = Some((Register { class: NO_CLASS, number: None, space }, first + 1));
        }
        Ok(register)
    }

    fn bad_register<T>(&mut self, token: u32) -> Result<T> {
        let text = self.text(token);
        self.error("register", token, format!("`{text}` is not a register"))
            .help("Write for example `register(t3)` or `register(b0, space1)`.");
        Err(Failed)
    }

    /// `(c3)`, `(c3.y)`.
    fn packoffset(&mut self, first: u32, last: u32) -> Result<u32> {
        let token = first + 1;
        let text = self.text(token);
        let row = text
            .strip_prefix(['c', 'C'])
            .and_then(|digits| if digits.is_empty() { Some(0) } else { digits.parse::<u32>().ok() })
            .filter(|row| *row < 4096);
        let component = if token + 2 < last && self.text(token + 1) == "." {
            match self.text(token + 2) {
                "x" | "r" => Some(0),
                "y" | "g" => Some(4),
                "z" | "b" => Some(8),
                "w" | "a" => Some(12),
                _ => None,
            }
        } else {
            Some(0)
        };
        match row.zip(component) {
            Some((row, component)) => Ok(row * 16 + component),
            None => {
                self.error("register", token, format!("`{text}` is not a constant register"))
                    .help("Write for example `packoffset(c3)` or `packoffset(c3.y)`.");
                Err(Failed)
            }
        }
    }
}

/// `TEXCOORD3` is (`TEXCOORD`, 3).
pub fn semantic(word: &str) -> Semantic {
    let upper = word.to_ascii_uppercase();
    let name = upper.trim_end_matches(|c: char| c.is_ascii_digit());
    let index = upper[name.len()..].parse().unwrap_or(0);
    Semantic { name: Atom::from(name), index }
}
