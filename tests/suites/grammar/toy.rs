//! A small language of the C family whose words are its own: `flag`, `whole`, `count` and `real` are its scalars, `pair`,
//! `triple` and `quad` their vectors; what comes from outside is `outer`, and `&&` stops early.

use std::borrow::Cow;

use uberc::syntax::grammar::{
    Attributes, Blocks, BuiltinCall, Globals, Grammar, Placement, Types, argument_bit, is_statement_word,
};

pub static GRAMMAR: Grammar = Grammar {
    is_qualifier: |word| matches!(word, "outer" | "shelf" | "place" | "fixed" | "back" | "both" | "from" | "sharp"),
    qualifiers_with_arguments: &["place"],
    type_suffixes: &["fixed"],
    array_types: true,
    precision_statement: Some("exactly"),
    is_no_type: |word| is_statement_word(word) || matches!(word, "vanish" | "record"),
    is_reserved_word: |word| {
        is_statement_word(word) || is_builtin(word) || matches!(word, "vanish" | "record" | "outer")
    },
    structures: &["struct", "record"],
    interfaces: &[],
    base_words: &[],
    blocks: Blocks { words: &["outer", "shelf"], qualified: true, instances: true },
    techniques: &["recipe"],
    attributes: Attributes::Double,
    annotations: &[],
    state_block: None,
    casts: None,
    sizeof: false,
    inf_literals: false,
    discards: &["vanish"],
    methods: false,
    operator_functions: false,
    types: Types {
        bool: "flag",
        int: "whole",
        uint: "count",
        float: "real",
        unsigned: &["count"],
        is_builtin,
        is_resource: |name| matches!(name, "picture" | "pen"),
        is_scalar: |name| matches!(name, "flag" | "whole" | "count" | "real"),
        is_matrix: |_| false,
        is_float: |name| matches!(name, "real" | "pair" | "triple" | "quad"),
        swizzle,
        float_literal: |text| text.contains('.').then_some("real"),
        unsigned_suffixes: &['n'],
    },
    globals: Globals::OwnUnless(&["outer", "shelf"]),
    placement: Placement { annotations: &[], attributes: &[], qualifiers: &["slot"] },
    constants: &["fixed"],
    global_constants: &[],
    pipeline_constants: &["late"],
    declarator_hides_at_once: true,
    read_parameters: &["from"],
    written_parameters: &["back", "both"],
    strings_name_functions: false,
    lasting_directives: &["rows"],
    lacks_syntax_of: |_| false,
    words_before_scope: &["return"],
    short_circuit: true,
    effects: &["back", "both", "vanish"],
    pure_function: |name| matches!(name, "blend" | "halve"),
    pure_method: |_| false,
    written_arguments: |call: BuiltinCall<'_>| if call.name == "split" { argument_bit(1) } else { 0 },
};

fn is_builtin(name: &str) -> bool {
    matches!(name, "flag" | "whole" | "count" | "real" | "pair" | "triple" | "quad")
}

fn swizzle(vector: &str, member: &str) -> Option<Cow<'static, str>> {
    let letters = member.bytes().all(|byte| b"abcd".contains(&byte));
    match member.len() {
        _ if !letters || !matches!(vector, "pair" | "triple" | "quad") => None,
        1 => Some("real".into()),
        2 => Some("pair".into()),
        3 => Some("triple".into()),
        4 => Some("quad".into()),
        _ => None,
    }
}
