//! What sets the languages of the C family apart, as far as trees, names and folding see it: plain tables and switches.
//! What is not in here is the same in all of them: statements, declarators, operators, `struct`, and the words of C++ that a
//! language without them reserves (`enum`, `typedef`, `namespace`, `using`, `template`, `::`).
//!
//! The word tests are functions because they stand on the hot path of the parser: a `matches!` in the language's own file is
//! as fast as one in the parser. Lists are for what is asked seldom. A language of which versions differ has an instance a
//! version (`Grammar { short_circuit: true, ..OLDER }`).

use std::borrow::Cow;

/// A language's words and rules.
#[derive(Clone, Copy, Debug)]
pub struct Grammar {
    /// What may stand before a declaration's type.
    pub is_qualifier: fn(&str) -> bool,
    /// Qualifiers behind which a group belongs to them: `layout(...)`.
    pub qualifiers_with_arguments: &'static [&'static str],
    /// Qualifiers that may also stand behind the type: `float const x`.
    pub type_suffixes: &'static [&'static str],
    /// Words that no type and no declared name is: those of [`is_statement_word`], and the language's own.
    pub is_no_type: fn(&str) -> bool,
    /// Words that no global may be called.
    pub is_reserved_word: fn(&str) -> bool,
    /// Words that begin a structure: `struct`, `class`.
    pub structures: &'static [&'static str],
    pub blocks: Blocks,
    /// Words that begin a technique of an effect file.
    pub techniques: &'static [&'static str],
    pub attributes: Attributes,
    /// What begins an annotation behind a declarator, a function's parameters or a block's name: `:`, `<`.
    pub annotations: &'static [&'static str],
    /// Whether a block of states may stand in an initialiser's place: `s { ... }`, or with the word, `s = word { ... }`.
    /// Without a word, braces behind a declarator are an initialiser.
    pub state_block: Option<&'static str>,
    /// Casts of the form `(float3)x`; `None` where there are none.
    pub casts: Option<Casts>,
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
    /// In `bool a = a;`, the second `a` is already the first.
    pub declarator_hides_at_once: bool,
    /// Words for a parameter that is only read.
    pub read_parameters: &'static [&'static str],
    /// Words for a parameter that is written to.
    pub written_parameters: &'static [&'static str],
    /// Strings may name functions, as in `[patchconstantfunc("name")]`.
    pub strings_name_functions: bool,
    /// Pragmas that count for what follows them, so that they stay whatever is reached.
    pub lasting_pragmas: &'static [&'static str],

    /// `&&` and `||` evaluate their right side, and `?:` its arms, only where they have to; what they combine is no vector
    /// then. Where they do not stop early, nothing with an effect may be dropped.
    pub short_circuit: bool,
    /// Words in a function that mean more than a value: it writes to a parameter, keeps a state, or ends the invocation.
    pub effects: &'static [&'static str],
    /// Whether a built-in function only computes a value from its arguments, or reads; see [`Grammar::written_arguments`].
    pub pure_function: fn(&str) -> bool,
    /// Whether a method of a built-in type only reads.
    pub pure_method: fn(&str) -> bool,
    /// To which arguments a call of a built-in function or method may write; see [`argument_bit`].
    pub written_arguments: fn(BuiltinCall<'_>) -> u64,
}

/// Blocks of uniforms or other interface variables.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    /// The words that begin one.
    pub words: &'static [&'static str],
    /// Qualifiers may stand before the word, which may be one itself: `layout(binding = 0) uniform Name { ... }`. The name
    /// is not optional then.
    pub qualified: bool,
    /// A name may follow: `} name[2];`. Its members are no names of their own then.
    pub instances: bool,
}

/// Which brackets hold attributes, before a statement or declaration.
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
    /// They surely begin a type.
    pub of_types: &'static [&'static str],
    /// A name in parentheses may begin with them.
    pub others: &'static [&'static str],
}

/// Types by their names, so far as folding looks at them.
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
    /// Textures, samplers, buffers: what has a binding of its own.
    pub is_resource: fn(&str) -> bool,
    pub is_scalar: fn(&str) -> bool,
    /// A product of two of them may be something else than component by component.
    pub is_matrix: fn(&str) -> bool,
    /// `float` and vectors of it.
    pub is_float: fn(&str) -> bool,
    /// The type of `vector.member`, where that selects components; `None` where it is something else.
    pub swizzle: fn(vector: &str, member: &str) -> Option<Cow<'static, str>>,
    /// The type of a number that is no integer; [`LITERAL_FLOAT`] where it takes the type of what it meets.
    pub float_literal: fn(&str) -> Option<&'static str>,
    /// What an unsigned number ends in; the first is written.
    pub unsigned_suffixes: &'static [char],
}

/// What a variable outside of functions and blocks is.
#[derive(Clone, Copy, Debug)]
pub enum Globals {
    /// A uniform, unless one of these words stands before its type.
    UniformUnless(&'static [&'static str]),
    /// A variable of the program's own, unless one of these words stands before its type.
    OwnUnless(&'static [&'static str]),
}

/// Words that write down where a resource is bound, by what they stand in.
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

/// Of a float literal without suffix: it takes the type of what it meets.
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
    /// Whether a variable with these words before its type belongs to the program, and not to who calls it.
    pub fn is_own(&self, mut before: impl Iterator<Item = &'static str>) -> bool {
        match self {
            Globals::UniformUnless(words) => before.any(|word| words.contains(&word)),
            Globals::OwnUnless(words) => !before.any(|word| words.contains(&word)),
        }
    }
}
