//! The differences between languages of the C family that matter for trees, names and folding: plain tables and
//! switches. All languages share the rest: statements, declarators, operators, `struct`, and the words of C++ that a
//! language without them reserves (`enum`, `typedef`, `namespace`, `using`, `template`, `::`).
//!
//! Word tests on the hot path of the parser are functions, because a `matches!` in the language's own file is as fast
//! as one in the parser. Tests that are rare use lists. A language whose versions differ has one instance for each
//! version (`Grammar { short_circuit: true, ..OLDER }`).

use std::borrow::Cow;

use crate::model::ExtensionDirective;

/// A language's words and rules.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// Qualifiers before a declaration's type.
    pub is_qualifier: fn(&str) -> bool,
    /// Qualifiers with a group of arguments: `layout(...)`.
    pub qualifiers_with_arguments: &'static [&'static str],
    /// Qualifiers that can also follow the type: `float const x`.
    pub type_suffixes: &'static [&'static str],
    /// The dimensions of an array may stand behind its type: `float[3] x`.
    pub array_types: bool,
    /// The word of a statement that says how exactly numbers of a type are computed: `precision highp float;`.
    pub precision_statement: Option<&'static str>,
    /// Words that cannot be a type or a declared name: those of [`is_statement_word`], and the language's own.
    pub is_no_type: fn(&str) -> bool,
    /// Words that cannot be the name of a global.
    pub is_reserved_word: fn(&str) -> bool,
    /// Words that begin a structure: `struct`, `class`.
    pub structures: &'static [&'static str],
    /// Those of them that begin a structure without data, whose functions have no bodies: `interface`.
    pub interfaces: &'static [&'static str],
    /// Words that may stand before the name of a base structure: `public`.
    pub base_words: &'static [&'static str],
    pub blocks: Blocks,
    /// Words that begin a technique of an effect file.
    pub techniques: &'static [&'static str],
    pub attributes: Attributes,
    /// What begins an annotation behind a declarator, a function's parameters or a block's name: `:`, `<`.
    pub annotations: &'static [&'static str],
    /// Whether a block of states can replace an initialiser: `s { ... }`, or with the word, `s = word { ... }`.
    /// Without a word, braces behind a declarator are an initialiser.
    pub state_block: Option<&'static str>,
    /// Casts of the form `(float3)x`; `None` where there are none.
    pub casts: Option<Casts>,
    /// `sizeof` is an operator, of an expression or of a type in parentheses.
    pub sizeof: bool,
    /// `1.#INF` is a number.
    pub inf_literals: bool,
    /// Statements that end the invocation: `discard;`.
    pub discards: &'static [&'static str],
    /// Structures have functions, and names in them mean the members first.
    pub methods: bool,
    /// `operator+` and the like are functions that a program may define.
    pub operator_functions: bool,

    pub types: Types,
    pub globals: Globals,
    pub placement: Placement,
    /// Words that make a variable a constant.
    pub constants: &'static [&'static str],
    /// Outside of functions, a constant needs one of these too; empty where it needs nothing more.
    pub global_constants: &'static [&'static str],
    /// Words before a constant's type that make its value one of the pipeline: `layout(constant_id = 0) const bool x = true;`.
    pub pipeline_constants: &'static [&'static str],
    /// In `bool a = a;`, the second `a` is already the first.
    pub declarator_hides_at_once: bool,
    /// Words for a parameter that is only read.
    pub read_parameters: &'static [&'static str],
    /// Words for a parameter that is written to.
    pub written_parameters: &'static [&'static str],
    /// Strings may name functions, as in `[patchconstantfunc("name")]`.
    pub strings_name_functions: bool,
    /// Words of pragmas and other directives that affect the code after them, so that reachability never drops them.
    pub lasting_directives: &'static [&'static str],
    /// Whether directives of the unit give it syntax that these rules lack. What the parser does not expect there is no
    /// mistake.
    pub lacks_syntax_of: fn(&[ExtensionDirective]) -> bool,
    /// Words before `::` that are no part of the name behind it: `return ::f()`.
    pub words_before_scope: &'static [&'static str],

    /// `&&` and `||` evaluate their right side, and `?:` its arms, only if they have to; their operands are not vectors
    /// then. If they do not stop early, no operand with an effect can be dropped.
    pub short_circuit: bool,
    /// Words in a function that mean an effect: it writes to a parameter, keeps a state, or ends the invocation.
    pub effects: &'static [&'static str],
    /// Whether a built-in function has no effect except possible writes to its arguments, see
    /// [`Grammar::written_arguments`].
    pub pure_function: fn(&str) -> bool,
    /// Whether a method of a built-in type only reads.
    pub pure_method: fn(&str) -> bool,
    /// The arguments to which a call of a built-in function or method can write; see [`argument_bit`].
    pub written_arguments: fn(BuiltinCall<'_>) -> u64,
}

/// Blocks of uniforms or other interface variables.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    /// The words that begin one.
    pub words: &'static [&'static str],
    /// Qualifiers may stand before the word, which may be one itself: `layout(binding = 0) uniform Name { ... }`. The
    /// name is not optional then.
    pub qualified: bool,
    /// A name can follow: `} name[2];`. Then its members are not names of their own.
    pub instances: bool,
}

/// The brackets of attributes before a statement or declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attributes {
    None,
    /// `[[...]]`.
    Double,
    /// `[...]` and `[[...]]`.
    SingleOrDouble,
}

/// The words inside of a cast, before the type's name.
#[derive(Clone, Copy, Debug)]
pub struct Casts {
    /// Words that always begin a type.
    pub of_types: &'static [&'static str],
    /// Words that can begin a type in parentheses.
    pub others: &'static [&'static str],
}

/// The names of types that folding uses.
#[derive(Clone, Copy, Debug)]
pub struct Types {
    pub bool: &'static str,
    /// 32 bits, with a sign.
    pub int: &'static str,
    /// 32 bits, without a sign.
    pub uint: &'static str,
    /// 32 bits.
    pub float: &'static str,
    /// All names of `uint`.
    pub unsigned: &'static [&'static str],
    /// Scalars, vectors and matrices: their names are their constructors.
    pub is_builtin: fn(&str) -> bool,
    /// Textures, samplers, buffers: types with a binding of their own.
    pub is_resource: fn(&str) -> bool,
    pub is_scalar: fn(&str) -> bool,
    /// Matrices: their products are not always component by component.
    pub is_matrix: fn(&str) -> bool,
    /// `float` and vectors of it.
    pub is_float: fn(&str) -> bool,
    /// The type of `vector.member`, where that selects components; `None` where it is something else.
    pub swizzle: fn(vector: &str, member: &str) -> Option<Cow<'static, str>>,
    /// The type of a floating-point literal; [`LITERAL_FLOAT`] if it takes the type of the other operand.
    pub float_literal: fn(&str) -> Option<&'static str>,
    /// Suffixes of unsigned numbers; the first is used for output.
    pub unsigned_suffixes: &'static [char],
}

/// The storage of a variable outside of functions and blocks.
#[derive(Clone, Copy, Debug)]
pub enum Globals {
    /// A uniform, unless one of these words stands before its type.
    UniformUnless(&'static [&'static str]),
    /// A private variable of the program, unless one of these words stands before its type.
    OwnUnless(&'static [&'static str]),
}

/// Words of explicit bindings, by their position.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    pub annotations: &'static [&'static str],
    pub attributes: &'static [&'static str],
    /// Before the type, or a block's name.
    pub qualifiers: &'static [&'static str],
}

/// A call of a function or method by its name.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinCall<'a> {
    pub name: &'a str,
    pub method: bool,
    /// Number of arguments.
    pub arguments: usize,
}

/// The type of a float literal without suffix: it takes the type of the other operand.
pub const LITERAL_FLOAT: &str = "literal float";

/// The bit of an argument, counted from 0; those beyond the 64th share one.
pub const fn argument_bit(at: usize) -> u64 {
    1 << if at < 63 { at } else { 63 }
}

/// Words of statements, expressions and items that all languages of the family have or reserve.
pub fn is_statement_word(text: &str) -> bool {
    matches!(
        text,
        "return"
            | "if"
            | "else"
            | "for"
            | "while"
            | "do"
            | "switch"
            | "case"
            | "default"
            | "break"
            | "continue"
            | "typedef"
            | "using"
            | "template"
            | "namespace"
            | "enum"
            | "struct"
            | "true"
            | "false"
    )
}

/// A scalar type that a branch may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    Bool,
    Int,
    Uint,
}

impl Types {
    pub fn scalar(&self, name: &str) -> Option<Scalar> {
        if name == self.bool {
            Some(Scalar::Bool)
        } else if name == self.int {
            Some(Scalar::Int)
        } else if name == self.uint {
            Some(Scalar::Uint)
        } else {
            None
        }
    }

    pub fn name(&self, scalar: Scalar) -> &'static str {
        match scalar {
            Scalar::Bool => self.bool,
            Scalar::Int => self.int,
            Scalar::Uint => self.uint,
        }
    }

    /// What is written behind an unsigned number.
    pub fn unsigned_suffix(&self) -> char {
        self.unsigned_suffixes.first().copied().unwrap_or('u')
    }

    /// Whether `unsigned` may stand before it.
    pub fn is_integer(&self, name: &str) -> bool {
        name == self.int || self.unsigned.contains(&name)
    }
}

impl Globals {
    /// Whether a variable with these words before its type is private to the program, and not an input of it.
    pub fn is_own(&self, mut before: impl Iterator<Item = &'static str>) -> bool {
        match self {
            Globals::UniformUnless(words) => before.any(|word| words.contains(&word)),
            Globals::OwnUnless(words) => !before.any(|word| words.contains(&word)),
        }
    }
}
