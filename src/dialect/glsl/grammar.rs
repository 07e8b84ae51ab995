//! What GLSL is to trees, names and folding: its words, and which of them mean what.

use std::borrow::Cow;

use super::extensions;
use super::words::{is_qualifier, is_reserved_word, number_type, resource_type};
use crate::ir::operations::{self, Vocabulary};
use crate::syntax::grammar::{
    Attributes, Blocks, BuiltinCall, Globals, Grammar, Placement, Types, argument_bit, is_statement_word,
};

/// GLSL of all versions.
pub static GRAMMAR: Grammar = Grammar {
    is_qualifier,
    qualifiers_with_arguments: &["layout", "subroutine"],
    type_suffixes: &[],
    array_types: true,
    precision_statement: Some("precision"),
    is_no_type,
    is_reserved_word,
    structures: &["struct"],
    blocks: Blocks { words: &["uniform", "buffer", "in", "out"], qualified: true, instances: true },
    techniques: &[],
    attributes: Attributes::Double,
    annotations: &[],
    state_block: None,
    casts: None,
    sizeof: false,
    inf_literals: false,
    discards: &["discard", "demote", "terminateInvocation"],
    methods: false,
    operator_functions: false,
    types: Types {
        bool: "bool",
        int: "int",
        uint: "uint",
        float: "float",
        unsigned: &["uint"],
        is_builtin: |name| number_type(name).is_some(),
        is_resource: |name| resource_type(name).is_some(),
        is_scalar: |name| matches!(name, "bool" | "int" | "uint" | "float" | "double"),
        is_matrix: |name| name.contains("mat"),
        is_float: |name| matches!(name, "float" | "vec2" | "vec3" | "vec4"),
        swizzle,
        float_literal,
        unsigned_suffixes: &['u', 'U'],
    },
    // Inputs and outputs are variables of the program: each can go by itself.
    globals: Globals::OwnUnless(&["uniform", "buffer"]),
    placement: Placement { annotations: &[], attributes: &[], qualifiers: &["binding", "push_constant", "location"] },
    constants: &["const"],
    global_constants: &[],
    pipeline_constants: &["constant_id"],
    // A name is known behind its initialiser.
    declarator_hides_at_once: false,
    read_parameters: &["in"],
    written_parameters: &["out", "inout"],
    strings_name_functions: false,
    lasting_directives: &["version", "extension"],
    interfaces: &[],
    base_words: &[],
    lacks_syntax_of: extensions::enable_unknown,
    words_before_scope: &[],
    short_circuit: true,
    effects: &["out", "inout", "discard", "demote", "terminateInvocation"],
    pure_function,
    pure_method: |name| name == "length",
    written_arguments,
};

/// Words with which no type begins, and that nothing is called.
fn is_no_type(text: &str) -> bool {
    is_statement_word(text) || matches!(text, "discard" | "precision")
}

/// The type of `vector.member`, where `member` selects components by letters.
fn swizzle(vector: &str, member: &str) -> Option<Cow<'static, str>> {
    let prefix = vector.strip_suffix(['2', '3', '4'])?.strip_suffix("vec")?;
    let scalar = match prefix {
        "" => "float",
        "i" => "int",
        "u" => "uint",
        "b" => "bool",
        "d" => "double",
        _ => return None,
    };
    let of_one = |letters: &[u8]| member.bytes().all(|byte| letters.contains(&byte));
    if member.len() > 4 || !(of_one(b"xyzw") || of_one(b"rgba") || of_one(b"stpq")) {
        return None;
    }
    match member.len() {
        0 => None,
        1 => Some(scalar.into()),
        lanes => Some(format!("{prefix}vec{lanes}").into()),
    }
}

fn float_literal(text: &str) -> Option<&'static str> {
    let digits = text.strip_suffix(['f', 'F']).unwrap_or(text);
    let is_number =
        digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'));
    (is_number && !text.starts_with("0x")).then_some("float")
}

/// The column of the table of operations.
const WORDS: Vocabulary = Vocabulary::Glsl;

/// The functions of textures and images, which have no row of their own.
fn is_texture_read(name: &str) -> bool {
    name.starts_with("texture")
        || name.starts_with("texelFetch")
        || name.starts_with("shadow") && resource_type(name).is_none()
        || matches!(name, "subpassLoad" | "imageLoad" | "imageSize" | "imageSamples")
}

/// Functions that are operators of the program, and so have no row.
fn is_operator(name: &str) -> bool {
    matches!(
        name,
        "lessThan"
            | "lessThanEqual"
            | "greaterThan"
            | "greaterThanEqual"
            | "equal"
            | "notEqual"
            | "not"
            | "matrixCompMult"
    )
}

fn pure_function(name: &str) -> bool {
    operations::is_pure(WORDS, name) || is_texture_read(name) || is_operator(name) || name == "atan"
}

fn written_arguments(call: BuiltinCall<'_>) -> u64 {
    match call.name {
        _ if call.method => 0,
        "modf" | "frexp" => argument_bit(1),
        "uaddCarry" | "usubBorrow" => argument_bit(2),
        "umulExtended" | "imulExtended" => argument_bit(2) | argument_bit(3),
        name if name.starts_with("atomic") || name.starts_with("rayQuery") => argument_bit(0),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swizzles_have_types() {
        assert_eq!(swizzle("vec4", "xyz").as_deref(), Some("vec3"));
        assert_eq!(swizzle("uvec2", "t").as_deref(), Some("uint"));
        assert_eq!(swizzle("vec4", "xg"), None);
        assert_eq!(swizzle("mat4", "xy"), None);
    }

    #[test]
    fn functions_with_effects_are_not_pure() {
        assert!(["sin", "texture", "textureLod", "lessThan", "clamp", "imageLoad"].into_iter().all(pure_function));
        let effects = ["imageStore", "atomicAdd", "barrier", "imageAtomicAdd", "unknown", "subgroupAdd"];
        assert!(!effects.into_iter().any(pure_function));
    }
}
