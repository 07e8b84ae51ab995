//! Headers that shaders share with C and C++: their structures and enums, and what of them means the same to both.
//!
//! **In**: the text of a header; what of it buffers use.
//! **Out**: enums as GLSL, structures with their layouts, mistakes, a C++ header of `static_assert`s.
//! **Never**: preprocesses: of conditions it knows `GPU_SHADER` and `__cplusplus` alone.

mod asserts;
mod check;
mod enums;
mod lint;
mod structs;

pub use asserts::{static_asserts, tables};
pub use check::check_headers;
pub use enums::enums;
pub use structs::{Rule, Structures};

use crate::diag::SourceFile;

/// The text that a shader sees, at its own places: what a header hides from shaders is blank.
fn visible(file: &SourceFile) -> String {
    let mut out = String::with_capacity(file.text.len());
    let mut seen: Vec<bool> = Vec::new();
    for index in 0.. {
        let Some(range) = file.line_range(index) else { break };
        let line = &file.text[range];
        let is_seen = seen.iter().all(|seen| *seen);
        if let Some(directive) = line.trim_start().strip_prefix('#') {
            step(directive.trim(), &mut seen);
        }
        if is_seen {
            out += line;
        } else {
            out.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        }
    }
    out
}

/// Follows a directive: for each open condition, whether a shader sees its text.
pub fn step(directive: &str, seen: &mut Vec<bool>) {
    let (word, rest) = directive.split_at(directive.find(|c: char| !c.is_alphanumeric()).unwrap_or(directive.len()));
    let condition: String = rest.split("//").next().unwrap_or_default().split_whitespace().collect();
    match word {
        "ifdef" => seen.push(condition != "__cplusplus"),
        "ifndef" => seen.push(condition != "GPU_SHADER"),
        "if" => seen.push(!["!defined(GPU_SHADER)", "defined(__cplusplus)"].contains(&condition.as_str())),
        "else" => {
            if let Some(last) = seen.last_mut() {
                // Both sides of a condition that is not known here are seen.
                *last = true;
            }
        }
        "endif" => drop(seen.pop()),
        _ => {}
    }
}
