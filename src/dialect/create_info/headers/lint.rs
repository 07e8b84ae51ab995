//! What of a shared header does not mean the same in C, C++ and a shader.

use super::super::words::tokens;
use super::enums::enums;
use super::structs::{Rule, Structure, Structures, structures};
use crate::diag::{Diagnostic, SourceFile, Span};

/// The mistakes of a header. `structures`: those of all headers; `rule_of`: the layout that buffers need of a structure.
pub fn lint(file: &SourceFile, known: &Structures, rule_of: &dyn Fn(&str) -> Rule) -> Vec<Diagnostic> {
    let text = super::visible(file);
    let all: Vec<(usize, &str)> = tokens(&text).collect();
    let mut linter = Linter { file, found: Vec::new() };
    linter.tokens(&all);
    linter.enums(known);
    for structure in structures(file) {
        linter.layout(&structure, known, rule_of(&structure.name));
    }
    linter.found
}

struct Linter<'a> {
    file: &'a SourceFile,
    found: Vec<Diagnostic>,
}

const CXX: [(&str, &str); 9] = [
    ("union", "a union"),
    ("namespace", "a namespace"),
    ("template", "a template"),
    ("class", "a class"),
    ("virtual", "a virtual function"),
    ("operator", "an operator"),
    ("using", "an alias"),
    ("auto", "a deduced type"),
    ("typename", "a template"),
];

impl Linter<'_> {
    fn span(&self, at: usize, text: &str) -> Span {
        Span { file: self.file.id, start: at as u32, end: (at + text.len()) as u32 }
    }

    fn error(&mut self, code: &'static str, at: Span, message: String, help: &str) {
        self.found.push(Diagnostic::error(code, message).at(at).help(help));
    }

    fn tokens(&mut self, all: &[(usize, &str)]) {
        let word = |at: usize| all.get(at).map_or("", |(_, word)| *word);
        // What each open brace is of.
        let mut open: Vec<&str> = Vec::new();
        let mut parentheses = 0_usize;
        let mut statement = 0;
        for (at, (place, token)) in all.iter().copied().enumerate() {
            let before = if at > 0 { word(at - 1) } else { "" };
            if let Some((_, what)) = CXX.iter().find(|(known, _)| *known == token)
                && !(token == "class" && before == "enum")
            {
                self.cxx(place, token, what);
            }
            match token {
                "{" => {
                    let is_struct = (statement..at).any(|token| word(token) == "struct");
                    let is_function = (statement..at).any(|token| word(token) == "(");
                    let is_enum = (statement..at).any(|token| word(token) == "enum");
                    if is_function && open.last() == Some(&"struct") {
                        self.cxx(place, token, "a structure with a function");
                    }
                    open.push(if is_function {
                        "function"
                    } else if is_struct {
                        "struct"
                    } else if is_enum {
                        "enum"
                    } else if open.contains(&"function") {
                        "function"
                    } else {
                        "other"
                    });
                    statement = at + 1;
                }
                "}" => {
                    open.pop();
                    statement = at + 1;
                }
                ";" if parentheses == 0 => statement = at + 1,
                "(" => parentheses += 1,
                ")" => parentheses = parentheses.saturating_sub(1),
                ":" if parentheses == 1 && word(statement) == "for" && word(at + 1) != ":" && before != ":" => {
                    self.cxx(place, token, "a loop over a range");
                }
                "[" if parentheses == 0 && open.last() != Some(&"struct") => {
                    // A declaration has a type and a name before the bracket, an expression does not.
                    let is_declaration = at >= statement + 2
                        && (statement..at)
                            .all(|token| word(token).starts_with(|c: char| c.is_alphanumeric() || c == '_'))
                        && word(statement) != "return";
                    if is_declaration {
                        let span = self.span(place, token);
                        self.error(
                            "ci/shared-array",
                            span,
                            format!("`{before}` is an array outside of a structure"),
                            "Arrays are members of structures or parameters; write separate variables.",
                        );
                    }
                }
                "&" | "*" if is_pointer(all, at) => {
                    let what = if token == "&" { "a reference" } else { "a pointer" };
                    let span = self.span(place, token);
                    self.error(
                        "ci/shared-reference",
                        span,
                        format!("{what} is not the same in a shader"),
                        "Return a value.",
                    );
                }
                "out" | "inout" if parentheses > 0 => {
                    let span = self.span(place, token);
                    self.error(
                        "ci/shared-reference",
                        span,
                        format!("C++ has no `{token}` parameters"),
                        "Return a value.",
                    );
                }
                _ if is_float_without_suffix(token) => {
                    let span = self.span(place, token);
                    self.found.push(
                        Diagnostic::warning("ci/shared-float-suffix", format!("`{token}` is a double in C++"))
                            .at(span)
                            .help(format!("Write `{token}f`.")),
                    );
                }
                _ => {}
            }
        }
    }

    fn cxx(&mut self, place: usize, token: &str, what: &str) {
        let span = self.span(place, token);
        let help = "Put it between `#ifdef __cplusplus` and `#endif`, or leave it out.";
        self.error("ci/shared-cxx", span, format!("a shader has no {}", what.trim_start_matches("a ")), help);
    }

    fn enums(&mut self, known: &Structures) {
        for one in enums(self.file) {
            let at = self.span(one.range.start, "enum");
            if !["uint32_t", "uint"].contains(&one.underlying.as_str()) {
                let named = if one.name.is_empty() { String::new() } else { format!(" `{}`", one.name) };
                let message = format!("enum{named} has no 32-bit unsigned type");
                let name = if one.name.is_empty() { String::new() } else { format!("{} ", one.name) };
                self.error("ci/shared-enum-type", at, message, &format!("Write `enum {name}: uint32_t`."));
            }
            for (name, value, place) in &one.members {
                let is_right = value.as_ref().is_some_and(|value| value.ends_with(['u', 'U', ')']));
                if !is_right {
                    let at = self.span(*place, name);
                    self.found.push(
                        Diagnostic::warning("ci/shared-enum-value", format!("`{name}` has no explicit unsigned value"))
                            .at(at)
                            .help(format!("Write `{name} = 0u`, with its number.")),
                    );
                }
            }
        }
        for structure in structures(self.file) {
            for field in &structure.fields {
                if known.enums.get(&field.type_name) == Some(&false) {
                    let message = format!(
                        "member `{}` has the enum type `{}`, whose size C chooses",
                        field.name, field.type_name
                    );
                    self.error(
                        "ci/shared-enum-type",
                        field.at,
                        message,
                        "Give it the type uint32_t, or the enum a type.",
                    );
                }
            }
        }
    }

    fn layout(&mut self, structure: &Structure, known: &Structures, rule: Rule) {
        let mut end = 0_u32;
        for field in &structure.fields {
            let plain = field.type_name.as_str();
            if ["float3", "vec3", "int3", "ivec3", "uint3", "uvec3", "float3x3", "mat3", "packed_float3"]
                .contains(&plain)
            {
                let missing = if plain.ends_with("x3") || plain == "mat3" { 12 } else { 4 };
                let message =
                    format!("`{}` is {plain}, which has {missing} bytes more in a buffer than in C", field.name);
                self.error(
                    "ci/shared-layout",
                    field.at,
                    message,
                    "Use a type of four components, and the last for something else.",
                );
                return;
            }
            // An unknown type is reported where a buffer needs it.
            let Some((in_c, stride_in_c)) = known.field(field, Rule::C) else { return };
            let Some((extent, stride)) = known.field(field, rule) else { return };
            let Some(start) = end.checked_next_multiple_of(extent.alignment) else { return };
            if start != end {
                let missing = start - end;
                let message = format!("`{}` has {missing} bytes of padding before it", field.name);
                self.error(
                    "ci/shared-layout",
                    field.at,
                    message,
                    "Add members of that size before it, or order the members by size.",
                );
                return;
            }
            if stride != stride_in_c || extent.size != in_c.size {
                let missing = extent.size.saturating_sub(in_c.size);
                let message = format!("`{}` has {missing} bytes of padding in a buffer", field.name);
                self.error("ci/shared-layout", field.at, message, "Use elements of 16 bytes, such as float4.");
                return;
            }
            end = start.saturating_add(extent.size);
        }
        let Some(whole) = known.extent(&structure.name, rule) else { return };
        if whole.size != end {
            let missing = whole.size - end;
            let message = format!("`{}` has {missing} bytes of padding at its end", structure.name);
            self.error("ci/shared-layout", structure.at, message, "Add members of that size at its end.");
        }
    }
}

/// Whether a sign belongs to a type: behind a type's name, before a name, and where no value stands before it.
fn is_pointer(all: &[(usize, &str)], at: usize) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| all.get(at)).map_or("", |(_, word)| *word);
    let (before, next) = (word(at.checked_sub(1)), word(Some(at + 1)));
    let opener = word(at.checked_sub(2));
    let is_name = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let begins = ["(", ",", ";", "{", "}", "const", "struct", "static", "inline", ""].contains(&opener);
    is_name(before) && before != "return" && is_name(next) && begins
}

fn is_float_without_suffix(token: &str) -> bool {
    let is_number = token.starts_with(|c: char| c.is_ascii_digit()) && !token.starts_with("0x");
    is_number && (token.contains('.') || token.contains('e')) && !token.ends_with(['f', 'F'])
}
