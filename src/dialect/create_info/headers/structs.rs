//! The structures of headers, and where their members lie.

use std::collections::BTreeMap;

use super::super::layout::size_and_alignment;
use super::super::vocabulary::Type;
use super::super::words::tokens;
use super::enums::enums;
use crate::diag::{SourceFile, Span};

/// A member of a structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub type_name: String,
    pub name: String,
    /// The text between the brackets.
    pub array: Option<String>,
    pub at: Span,
}

/// A structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Structure {
    pub name: String,
    pub fields: Vec<Field>,
    pub at: Span,
    /// The file's name.
    pub file: String,
}

/// The structures and enums of several headers.
#[derive(Clone, Debug, Default)]
pub struct Structures {
    pub by_name: BTreeMap<String, Structure>,
    /// Enums, and whether each has an explicit type.
    pub enums: BTreeMap<String, bool>,
    /// Macros and constants that are numbers.
    pub numbers: BTreeMap<String, u32>,
    /// Of each structure whose members are all known where it is defined: a structure of itself has none.
    extents: BTreeMap<(String, Rule), Extent>,
}

/// The rule of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Uniform blocks.
    Std140,
    /// Storage blocks.
    Std430,
    /// C, where vectors are structures of their components.
    C,
}

/// Bytes and alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub size: u32,
    pub alignment: u32,
}

impl Structures {
    /// Adds those of a file, in its order.
    pub fn add(&mut self, file: &SourceFile) {
        for one in enums(file) {
            self.enums.insert(one.name.clone(), !one.underlying.is_empty());
        }
        for line in file.text.lines() {
            let define =
                line.trim_start().strip_prefix('#').map(str::trim_start).and_then(|rest| rest.strip_prefix("define "));
            let pair = define.and_then(|rest| rest.trim().split_once(char::is_whitespace));
            if let Some((name, value)) = pair
                && let Ok(value) = value.trim().trim_end_matches(['u', 'U']).parse()
            {
                self.numbers.insert(name.to_owned(), value);
            }
        }
        for structure in structures(file) {
            if self.by_name.contains_key(&structure.name) {
                continue;
            }
            for rule in [Rule::Std140, Rule::Std430, Rule::C] {
                if let Some(extent) = self.of_fields(&structure.fields, rule) {
                    self.extents.insert((structure.name.clone(), rule), extent);
                }
            }
            self.by_name.insert(structure.name.clone(), structure);
        }
    }

    /// Adds those of another collection.
    pub fn merge(&mut self, other: Structures) {
        self.by_name.extend(other.by_name);
        self.enums.extend(other.enums);
        self.numbers.extend(other.numbers);
        self.extents.extend(other.extents);
    }

    /// Whether the type exists.
    pub fn knows(&self, name: &str) -> bool {
        scalar(name).is_some() || self.by_name.contains_key(name) || self.enums.contains_key(name)
    }

    /// The extent of a type; `None` if it is not known.
    pub fn extent(&self, name: &str, rule: Rule) -> Option<Extent> {
        if self.enums.contains_key(name) {
            return Some(Extent { size: 4, alignment: 4 });
        }
        if let Some((size, alignment)) = scalar(name) {
            let alignment = if rule == Rule::C { 4 } else { alignment };
            let size = if rule == Rule::C && matches!(name, "float3x3" | "mat3") { 36 } else { size };
            return Some(Extent { size, alignment });
        }
        self.extents.get(&(name.to_owned(), rule)).copied()
    }

    /// The extent of a structure with these members; `None` if it is not known, or too large.
    fn of_fields(&self, fields: &[Field], rule: Rule) -> Option<Extent> {
        let mut end = Extent { size: 0, alignment: if rule == Rule::Std140 { 16 } else { 4 } };
        for field in fields {
            let (extent, _) = self.field(field, rule)?;
            end.size = end.size.checked_next_multiple_of(extent.alignment)?.checked_add(extent.size)?;
            end.alignment = end.alignment.max(extent.alignment);
        }
        end.size = end.size.checked_next_multiple_of(end.alignment)?;
        Some(end)
    }

    /// The extent of a member, and the bytes from one element to the next.
    pub fn field(&self, field: &Field, rule: Rule) -> Option<(Extent, u32)> {
        let one = self.extent(&field.type_name, rule)?;
        let Some(array) = &field.array else { return Some((one, one.size)) };
        let count = self.number(array)?;
        let alignment = if rule == Rule::Std140 { one.alignment.next_multiple_of(16) } else { one.alignment };
        let stride = one.size.checked_next_multiple_of(alignment)?;
        Some((Extent { size: stride.checked_mul(count)?, alignment }, stride))
    }

    fn number(&self, text: &str) -> Option<u32> {
        text.trim_end_matches(['u', 'U']).parse().ok().or_else(|| self.numbers.get(text).copied())
    }

    /// The members of a structure with their offsets; `None` where a type is not known.
    pub fn offsets(&self, structure: &Structure, rule: Rule) -> Option<Vec<u32>> {
        let mut end = 0_u32;
        let mut offsets = Vec::new();
        for field in &structure.fields {
            let (extent, _) = self.field(field, rule)?;
            let start = end.checked_next_multiple_of(extent.alignment)?;
            offsets.push(start);
            end = start.checked_add(extent.size)?;
        }
        Some(offsets)
    }
}

/// Bytes and alignment of a type that is built in.
pub fn scalar(name: &str) -> Option<(u32, u32)> {
    let name = match name {
        "vec2" => "float2",
        "vec3" | "packed_float3" => "float3",
        "vec4" => "float4",
        "mat3" => "float3x3",
        "mat4" => "float4x4",
        "ivec2" => "int2",
        "ivec3" => "int3",
        "ivec4" => "int4",
        "uvec2" => "uint2",
        "uvec3" => "uint3",
        "uvec4" => "uint4",
        "bool32_t" => "bool",
        "uint32_t" => "uint",
        "int32_t" => "int",
        name => name,
    };
    Type::from_name(name).filter(|ty| !ty.row().vertex_format).map(size_and_alignment)
}

/// The structures of a file that a shader sees.
pub fn structures(file: &SourceFile) -> Vec<Structure> {
    let text = super::visible(file);
    let all: Vec<(usize, &str)> = tokens(&text).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at + 2 < all.len() {
        if all[at].1 != "struct" || all[at + 2].1 != "{" {
            at += 1;
            continue;
        }
        let (name_at, name) = all[at + 1];
        let mut structure = Structure {
            name: name.to_owned(),
            fields: Vec::new(),
            at: Span { file: file.id, start: name_at as u32, end: (name_at + name.len()) as u32 },
            file: file.name.to_string(),
        };
        at += 3;
        let mut statement: Vec<(usize, &str)> = Vec::new();
        let mut depth = 0_usize;
        while let Some((place, token)) = all.get(at).copied() {
            at += 1;
            match token {
                "{" => depth += 1,
                "}" if depth == 0 => break,
                "}" => {
                    // The body of a function: what stands before it is no member.
                    depth -= 1;
                    statement.clear();
                }
                ";" if depth == 0 => {
                    structure.fields.extend(fields(file, &statement));
                    statement.clear();
                }
                _ if depth == 0 => statement.push((place, token)),
                _ => {}
            }
        }
        found.push(structure);
    }
    found
}

/// The members of a statement: `float a, b[4]`.
fn fields(file: &SourceFile, statement: &[(usize, &str)]) -> Vec<Field> {
    let mut rest = statement;
    while let [(_, "struct" | "const" | "enum"), others @ ..] = rest {
        rest = others;
    }
    let [(_, type_name), declarators @ ..] = rest else { return Vec::new() };
    if rest.iter().any(|(_, token)| *token == "(") {
        return Vec::new();
    }
    let one = |declarator: &[(usize, &str)]| {
        let [(place, name), suffix @ ..] = declarator else { return None };
        let array = match suffix {
            [(_, "["), size @ .., (_, "]")] => Some(size.iter().map(|(_, token)| *token).collect::<String>()),
            _ => None,
        };
        let at = Span { file: file.id, start: *place as u32, end: (*place + name.len()) as u32 };
        Some(Field { type_name: (*type_name).to_owned(), name: (*name).to_owned(), array, at })
    };
    declarators.split(|(_, token)| *token == ",").filter_map(one).collect()
}
