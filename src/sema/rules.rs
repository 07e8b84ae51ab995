//! The interface between semantic analysis and a language.

use std::collections::BTreeMap;
use std::fmt::Debug;

use super::analyser::Analyser;
use super::diagnostics::Result;
use super::entity::TemplateArgument;
use super::functions::ParameterDeclaration;
use super::structures::DataMembers;
use super::types::{TypeCursor, Wanted};
use super::unit::Unit;
use super::values::TypedValue;
use crate::ir::{
    Convert, Expr, Function, Global, InlineInstruction, Instance, Item, Loop, Passing, Statement, Storage, Struct,
    Symbol, TokenIndex, Type, Wording, Words,
};
use crate::model::{PpToken, Stage};
use crate::syntax::{Grammar, NodeId};

/// A language's own part of the analysis. The implementing type is a marker without a value: [`Analyser`], [`Unit`] and
/// [`Session`](super::Session) have it as their parameter `L`, and a language adds its own methods to `Analyser<'_, '_,
/// L>`.
///
/// A function that takes an analyser reports mistakes through [`Analyser::error`] before it returns `Err`.
pub trait Rules: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// The prefix of diagnostic codes.
    const NAME: &'static str;

    /// The language's name in messages.
    const TITLE: &'static str;

    /// The language's words in messages.
    const WORDING: &'static Wording;

    /// The inputs of the meaning of a chunk other than its tokens and the names in it: the language's version, and the
    /// settings of directives before the chunk.
    type Settings: Clone + Debug + PartialEq + Send + Sync;

    /// The annotations behind a declarator's name, such as a register.
    type Annotations: Debug;

    /// The attributes and qualifiers of a function, such as the size of a thread group.
    type FunctionAttributes: Debug;

    /// The interface words of a parameter, such as a location.
    type ParameterWords: Debug + Default;

    /// The interface words of a data member.
    type MemberWords: Debug;

    /// Whether a function can return an array.
    const ARRAY_RESULTS: bool;

    /// Types that other compilers have, and the embedded one does not.
    const FOREIGN_TYPES: &'static [&'static str];

    /// Whether the body of a function can declare another function, which stands elsewhere.
    const INNER_PROTOTYPES: bool;

    /// Whether `switch` takes a float, which becomes a whole number.
    const SWITCHES_OVER_FLOATS: bool;

    /// Whether a function with a result must return one on every path. Else it must have a `return`, and a path without one gives a
    /// warning.
    const RETURNS_ON_EVERY_PATH: bool;

    /// Whether the body of a loop is in the scope of what its head declares, so that it cannot declare the same name.
    const BODY_SHARES_SCOPE: bool;

    /// Whether the condition of `if` and the selector of `switch` can be a declaration.
    const IF_DECLARES: bool;

    /// Whether a structure can have no members, or contain the definition of another.
    const FREE_STRUCTURES: bool;

    /// Whether a texture function without a level is a mistake in a stage without derivatives; else it reads level 0.
    const SAMPLES_NEED_DERIVATIVES: bool;

    /// Whether a function that the entry point does not reach can call itself.
    const UNREACHED_RECURSION: bool;

    /// Whether a built-in function of constants is a constant.
    const CALLS_ARE_CONSTANT: bool;

    /// Whether a function without a result can return the call of another: `return f();`.
    const RETURNS_VOID: bool;

    /// How well an argument fits a parameter, for the choice of an overload.
    type Score: Copy + Debug;

    /// Words and rules for trees: one grammar for all versions, because trees are shared between them.
    fn grammar() -> &'static Grammar;

    // The unit.

    /// A directive between two items: the spellings of its tokens, `#` first.
    fn directive(settings: &mut Self::Settings, words: &[&str]);

    /// Bits that say which implicit declarations these tokens, of an item or a directive, can ask for; what they mean is the language's.
    fn implicit_hints(tokens: &[PpToken]) -> u8;

    /// The bits without which nothing is declared.
    const DECLARING_HINTS: u8;

    /// The bits whose declarations follow from the items and directives that have such bits; the others can depend on all tokens of the unit.
    const LOCAL_HINTS: u8;

    /// Adds the implicit declarations before the first item. `hints`: all bits of the unit.
    fn declare_implicit(unit: &mut Unit<'_, Self>, hints: u8);

    /// Items of the interface without a declaration, which the tokens of a chunk imply. They do not depend on the
    /// analysis of the chunk.
    fn implied_items(tokens: &[PpToken]) -> Vec<(Symbol, Item)>;

    /// The instruction that stands for the body of a function without one, if its attributes name it.
    fn instruction(_: &mut Analyser<'_, '_, Self>, _: NodeId) -> Result<Option<InlineInstruction>> {
        Ok(None)
    }

    /// Analyses one item of a chunk.
    fn item(analyser: &mut Analyser<'_, '_, Self>, node: NodeId) -> Result<()>;

    /// Whether the last label of a `switch` needs a statement behind it.
    fn labels_need_statements(settings: &Self::Settings) -> bool;

    /// Checks the requirements of a stage for its entry point; returns the code and text of the error.
    fn check_entry_point(stage: Stage, name: &str, function: &Function) -> Option<(&'static str, String)>;

    /// Whether the place of a global follows from the declarations of the whole unit: resources and loose uniforms, and what a
    /// language numbers in the same way.
    fn is_interface(global: &Global) -> bool {
        matches!(global.storage, Storage::Resource(_) | Storage::Uniform { .. })
    }

    /// Makes the entry point of the program from the function that the technique names: a function whose parameters are the inputs
    /// and outputs of the stage. `items` are what the function reaches; what is made is added to them. The function itself, where its
    /// parameters are the interface. `interface` are the globals of the whole unit of which [`Rules::is_interface`] is true.
    ///
    /// # Errors
    /// It has been reported to the unit.
    fn entry(
        unit: &mut Unit<'_, Self>,
        stage: Stage,
        function: Symbol,
        items: &mut BTreeMap<Symbol, Instance>,
        interface: &[Instance],
    ) -> Result<Symbol>;

    // Declarations and functions.

    /// Checks a statement that ends the invocation: `discard;`.
    fn discard(_: &mut Analyser<'_, '_, Self>, _: NodeId) -> Result<()> {
        Ok(())
    }

    /// Checks the name of a declaration.
    fn declared_name(_: &mut Analyser<'_, '_, Self>, _: u32) -> Result<()> {
        Ok(())
    }

    /// The type of a declaration, `typedef` or function; its qualifiers may change it (`row_major`).
    fn declared_type(analyser: &mut Analyser<'_, '_, Self>, node: NodeId) -> Result<Type>;

    /// Reads the annotations behind the name of a declarator.
    fn annotations(analyser: &mut Analyser<'_, '_, Self>, node: NodeId) -> Self::Annotations;

    /// Whether a method is static.
    fn is_static(analyser: &mut Analyser<'_, '_, Self>, node: NodeId) -> bool;

    /// Refuses functions named `operator+` where this version of the language has none.
    fn allow_operator(analyser: &mut Analyser<'_, '_, Self>, token: u32) -> Result<()>;

    /// A parameter; `None` of `(void)`.
    fn parameter(analyser: &mut Analyser<'_, '_, Self>, node: NodeId) -> Result<Option<ParameterDeclaration<Self>>>;

    /// Reads the attributes and qualifiers of a function.
    fn function_attributes(analyser: &mut Analyser<'_, '_, Self>, node: NodeId) -> Result<Self::FunctionAttributes>;

    /// Adds the information of a function's head other than types: interface words, the size of a thread group.
    fn apply_attributes(
        function: &mut Function,
        attributes: Self::FunctionAttributes,
        parameters: Vec<Self::ParameterWords>,
    );

    /// Adds the data members of a declaration in a structure.
    fn data_members(analyser: &mut Analyser<'_, '_, Self>, node: NodeId, members: &mut DataMembers<Self>)
    -> Result<()>;

    /// Checks a structure whose data members are all known.
    fn check_structure(_: &mut Analyser<'_, '_, Self>, _: NodeId, _: &Struct) -> Result<()> {
        Ok(())
    }

    /// The interface words of each data member of a structure.
    fn member_words(of: &Struct) -> Vec<Self::MemberWords>;

    /// The interface words of a structure, from those of its data members.
    fn struct_words(members: Vec<Self::MemberWords>) -> Words;

    // Types and numbers.

    /// The type as the language spells it, for messages. Different types have different names.
    fn type_name(ty: &Type) -> String;

    /// A type at the cursor, without the dimensions of an array. `depth`: template arguments around it.
    fn type_at(analyser: &mut Analyser<'_, '_, Self>, cursor: &mut TypeCursor, depth: u32) -> Result<Type>;

    /// The value of `sizeof` of the type, in bytes; `None` if it has no size. Called only if the grammar has `sizeof`.
    fn size_of(ty: &Type) -> Option<u32>;

    /// The value of an integer literal; `None` for other numbers.
    fn integer_literal(text: &str) -> Option<i128>;

    /// Built-in names, as suggestions for a misspelled name.
    fn builtin_names(wanted: Wanted) -> Vec<&'static str>;

    /// What another language's built-in name is called here, such as `lerp` for `mix`, or `float3` for `vec3`.
    fn translated(name: &str, wanted: Wanted) -> Option<String>;

    // Expressions.

    /// An expression of any kind.
    fn expression(analyser: &mut Analyser<'_, '_, Self>, node: NodeId) -> Result<TypedValue>;

    /// The expression after `=`, or a list in braces, as a value of this type.
    fn initialiser(analyser: &mut Analyser<'_, '_, Self>, node: NodeId, ty: &Type) -> Result<Expr>;

    /// The list in braces after `T x[] =`: the array, and its number of elements.
    fn unsized_initialiser(analyser: &mut Analyser<'_, '_, Self>, node: NodeId, element: &Type) -> Result<(Expr, u32)>;

    /// Whether values of the type have built-in methods.
    fn has_builtin_methods(ty: &Type) -> bool;

    /// The call of a built-in method. `explicit`: the arguments in `<...>` behind the name.
    fn builtin_method(
        analyser: &mut Analyser<'_, '_, Self>,
        object: TypedValue,
        name: &str,
        explicit: Option<&[TemplateArgument]>,
        arguments: Vec<TypedValue>,
        at: TokenIndex,
    ) -> Result<TypedValue>;

    // Conversions.

    /// Loads the contents of an object that is used as a value, such as a `ConstantBuffer<T>`; any other value is
    /// unchanged.
    fn loaded(analyser: &mut Analyser<'_, '_, Self>, value: TypedValue) -> TypedValue;

    /// Whether an implicit conversion exists.
    fn converts(analyser: &mut Analyser<'_, '_, Self>, value: &TypedValue, to: &Type) -> bool;

    /// How well an argument fits a parameter that it can be passed to.
    fn score(analyser: &mut Analyser<'_, '_, Self>, argument: &TypedValue, to: &Type, passing: Passing) -> Self::Score;

    /// Whether the arguments of a call, by their scores, fit one function better than another. If a fits better than b
    /// and b better than c, a fits better than c.
    fn fits_better(one: &[Self::Score], other: &[Self::Score]) -> bool;

    /// Reports an argument that cannot receive the value of an `out` or `inout` parameter of this type.
    fn check_written_argument(
        analyser: &mut Analyser<'_, '_, Self>,
        argument: &TypedValue,
        parameter: &Type,
    ) -> Result<()>;

    /// Converts implicitly.
    fn convert(analyser: &mut Analyser<'_, '_, Self>, value: TypedValue, to: &Type) -> Result<Expr>;

    /// Converts where an implicit conversion is known to exist.
    fn converted(analyser: &mut Analyser<'_, '_, Self>, value: TypedValue, to: &Type) -> Expr;

    /// The nodes of an implicit conversion, the innermost first.
    fn conversion_steps(analyser: &mut Analyser<'_, '_, Self>, from: &Type, to: &Type) -> Vec<(Convert, Type)>;

    /// Reports that there is no implicit conversion.
    fn report_no_conversion(analyser: &mut Analyser<'_, '_, Self>, at: TokenIndex, from: &Type, to: &Type);

    // Statements.

    /// The variables that a declaration inside of a function declares.
    fn local_declaration(
        analyser: &mut Analyser<'_, '_, Self>,
        node: NodeId,
        statements: &mut Vec<Statement>,
    ) -> Result<()>;

    /// Reads the attributes before a statement; the result is the hint for a loop.
    fn statement_attributes(analyser: &mut Analyser<'_, '_, Self>, node: NodeId) -> Loop;

    // Templates.

    /// Refuses templates where this version of the language has none.
    fn allow_templates(analyser: &mut Analyser<'_, '_, Self>, token: u32) -> Result<()>;

    /// The template arguments of a built-in type that the language can write as this name with arguments, such as
    /// `vector<float, 3>`; empty for other types.
    fn template_arguments(name: &str, ty: &Type) -> Vec<TemplateArgument>;
}
