//! GLSL's part of the analysis, as [`crate::sema`] asks for it.

use std::collections::BTreeMap;

use super::conversions::Score;
use super::{built_in_variables, entry, function_table, implicit_lengths, literals, types};
use crate::dialect::glsl::extensions::{Extensions, needed};
use crate::dialect::glsl::interface::{GlslWords, MemberWords, of_stage, of_struct};
use crate::dialect::glsl::words::{is_keyword, number_type, resource_type, type_name};
use crate::dialect::glsl::{GRAMMAR, WORDING};
use crate::ir::operations::Vocabulary;
use crate::ir::{
    Convert, Expr, Function, Global, Instance, Item, Literal, Loop, Passing, Statement, Storage, Struct, Symbol,
    TestMode, TokenIndex, Type, Wording, Words,
};
use crate::model::{PpToken, Stage};
use crate::sema::{
    self, DataMembers, Failed, ParameterDeclaration, Result, Rules, TemplateArgument, TypeCursor, TypedValue, Wanted,
};
use crate::syntax::{Grammar, NodeId};

/// The marker of GLSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlslRules;

pub type Analyser<'u, 's> = sema::Analyser<'u, 's, GlslRules>;

pub type Decl = sema::Decl<GlslRules>;
pub type Entity = sema::Entity<GlslRules>;
pub type Found = sema::lookup::Found<GlslRules>;
pub type LocalMeaning = sema::LocalMeaning<GlslRules>;
pub type Session = sema::Session<GlslRules>;

pub type Unit<'s> = sema::Unit<'s, GlslRules>;

/// Settings on which the meaning of a chunk depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// As `#version` gives it.
    pub version: u32,
    /// `#version 310 es`: nothing is converted implicitly.
    pub es: bool,
    pub extensions: Extensions,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { version: 460, es: false, extensions: Extensions::default() }
    }
}

/// See [`Rules::implicit_hints`].
const HINT_VARIABLES: u8 = 1;
const HINT_LENGTHS: u8 = 2;
/// An array may be used, of which the length follows.
const HINT_INDICES: u8 = 4;

impl Rules for GlslRules {
    const NAME: &'static str = "glsl";
    const TITLE: &'static str = "GLSL";
    const WORDING: &'static Wording = &WORDING;
    const ARRAY_RESULTS: bool = true;
    const RETURNS_ON_EVERY_PATH: bool = false;
    const BODY_SHARES_SCOPE: bool = true;
    const IF_DECLARES: bool = false;
    const FREE_STRUCTURES: bool = false;
    const SAMPLES_NEED_DERIVATIVES: bool = false;
    const UNREACHED_RECURSION: bool = false;
    const CALLS_ARE_CONSTANT: bool = true;
    const RETURNS_VOID: bool = false;
    const FOREIGN_TYPES: &'static [&'static str] = &[];
    const INNER_PROTOTYPES: bool = false;
    const SWITCHES_OVER_FLOATS: bool = false;

    type Settings = Settings;
    type Annotations = ();
    type FunctionAttributes = Vec<TestMode>;
    type ParameterWords = ();
    type MemberWords = MemberWords;
    type Score = Score;

    fn grammar() -> &'static Grammar {
        &GRAMMAR
    }

    fn directive(settings: &mut Settings, words: &[&str]) {
        if let ["#", "version", number, profile @ ..] = words
            && let Ok(number) = number.parse()
        {
            *settings = Settings { version: number, es: profile == ["es"] || number == 100, ..*settings };
        }
    }

    const DECLARING_HINTS: u8 = HINT_VARIABLES | HINT_LENGTHS;
    const LOCAL_HINTS: u8 = HINT_VARIABLES | HINT_LENGTHS | HINT_INDICES;

    fn implicit_hints(tokens: &[PpToken]) -> u8 {
        let variables = if built_in_variables::may_declare(tokens) { HINT_VARIABLES } else { 0 };
        let lengths = if implicit_lengths::may_declare(tokens) { HINT_LENGTHS } else { 0 };
        let indices = if implicit_lengths::may_use(tokens) { HINT_INDICES } else { 0 };
        variables | lengths | indices
    }

    fn declare_implicit(unit: &mut Unit<'_>, hints: u8) {
        if hints & HINT_VARIABLES != 0 {
            built_in_variables::declare(unit);
        }
        if hints & HINT_LENGTHS != 0 {
            implicit_lengths::declare(unit);
        }
    }

    fn implied_items(tokens: &[PpToken]) -> Vec<(Symbol, Item)> {
        built_in_variables::mentioned(tokens)
    }

    fn item(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<()> {
        analyser.item(node)
    }

    /// The versions between allowed it, as glslang applies them.
    fn labels_need_statements(settings: &Settings) -> bool {
        let without = if settings.es { 301..320 } else { 431..460 };
        !without.contains(&settings.version)
    }

    fn check_entry_point(_: Stage, name: &str, function: &Function) -> Option<(&'static str, String)> {
        if !function.parameters.is_empty() {
            return Some(("type", format!("the entry point `{name}` cannot have parameters")));
        }
        (function.result != Type::Void).then(|| ("type", format!("the entry point `{name}` cannot return a value")))
    }

    /// Attributes and render targets are numbered, too.
    fn is_interface(global: &Global) -> bool {
        let is_numbered = || of_stage(&global.words).is_some_and(|words| words.built_in.is_none());
        matches!(global.storage, Storage::Resource(_) | Storage::Uniform { .. }) || is_numbered()
    }

    fn entry(
        unit: &mut Unit<'_>,
        stage: Stage,
        function: Symbol,
        items: &mut BTreeMap<Symbol, Instance>,
        interface: &[Instance],
    ) -> Result<Symbol> {
        entry::make(unit, stage, function, items, interface)
    }

    fn discard(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<()> {
        let token = analyser.first(node);
        analyser.needs_extension(analyser.text(token), token)
    }

    fn declared_name(analyser: &mut Analyser<'_, '_>, token: u32) -> Result<()> {
        let name = analyser.text(token);
        // Words of extensions are names where nothing enables them.
        let needed = needed(name);
        let is_on = needed.is_empty() || analyser.context.settings.extensions.has_any(needed);
        let is_type = number_type(name).is_some() || resource_type(name).is_some();
        let is_word = is_type || matches!(name, "demote" | "terminateInvocation");
        if is_keyword(name) || is_word && is_on {
            analyser
                .error("reserved", token, format!("`{name}` is a word that GLSL keeps for itself"))
                .help("Give it another name.");
            return Err(Failed);
        }
        Ok(())
    }

    fn declared_type(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<Type> {
        analyser.declared_type(node)
    }

    fn annotations(_: &mut Analyser<'_, '_>, _: NodeId) {}

    fn is_static(_: &mut Analyser<'_, '_>, _: NodeId) -> bool {
        false
    }

    fn allow_operator(analyser: &mut Analyser<'_, '_>, token: u32) -> Result<()> {
        analyser.error("syntax", token, "GLSL has no functions that are operators");
        Err(Failed)
    }

    fn parameter(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<Option<ParameterDeclaration<GlslRules>>> {
        analyser.parameter(node)
    }

    fn function_attributes(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<Vec<TestMode>> {
        analyser.function_modes(node)
    }

    fn apply_attributes(function: &mut Function, modes: Vec<TestMode>, _: Vec<()>) {
        function.modes = modes.into();
    }

    fn data_members(analyser: &mut Analyser<'_, '_>, node: NodeId, members: &mut DataMembers<GlslRules>) -> Result<()> {
        analyser.data_members(node, members)
    }

    fn member_words(of: &Struct) -> Vec<MemberWords> {
        of_struct(of).collect()
    }

    fn struct_words(members: Vec<MemberWords>) -> Words {
        GlslWords::of_members(members)
    }

    fn type_name(ty: &Type) -> String {
        type_name(ty)
    }

    fn type_at(analyser: &mut Analyser<'_, '_>, cursor: &mut TypeCursor, _: u32) -> Result<Type> {
        analyser.walk_type(cursor)
    }

    fn size_of(_: &Type) -> Option<u32> {
        None
    }

    fn integer_literal(text: &str) -> Option<i128> {
        match literals::number(text)?.value {
            Literal::Int(value) => Some(value),
            _ => None,
        }
    }

    fn builtin_names(wanted: Wanted) -> Vec<&'static str> {
        match wanted {
            Wanted::Type => types::COMMON_TYPES.to_vec(),
            Wanted::Value => function_table::names().collect(),
        }
    }

    fn translated(name: &str, wanted: Wanted) -> Option<String> {
        Vocabulary::Glsl.translated(name, wanted == Wanted::Value)
    }

    fn expression(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<TypedValue> {
        analyser.expression(node)
    }

    fn initialiser(analyser: &mut Analyser<'_, '_>, node: NodeId, ty: &Type) -> Result<Expr> {
        analyser.initialiser(node, ty)
    }

    fn unsized_initialiser(analyser: &mut Analyser<'_, '_>, node: NodeId, element: &Type) -> Result<(Expr, u32)> {
        analyser.unsized_initialiser(node, element)
    }

    fn has_builtin_methods(ty: &Type) -> bool {
        matches!(ty, Type::Array(..) | Type::Vector(..) | Type::Matrix { .. })
    }

    fn builtin_method(
        analyser: &mut Analyser<'_, '_>,
        object: TypedValue,
        name: &str,
        _: Option<&[TemplateArgument]>,
        arguments: Vec<TypedValue>,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        analyser.length_method(object, name, &arguments, at)
    }

    fn loaded(_: &mut Analyser<'_, '_>, value: TypedValue) -> TypedValue {
        value
    }

    fn converts(analyser: &mut Analyser<'_, '_>, value: &TypedValue, to: &Type) -> bool {
        analyser.score(&value.expr.ty, to).is_some()
    }

    fn score(analyser: &mut Analyser<'_, '_>, argument: &TypedValue, to: &Type, passing: Passing) -> Score {
        let (from, to) = match passing {
            Passing::Out => (to, &argument.expr.ty),
            Passing::In | Passing::InOut => (&argument.expr.ty, to),
        };
        analyser.score(from, to).unwrap_or(Score::WORST)
    }

    fn fits_better(one: &[Score], other: &[Score]) -> bool {
        let mut pairs = one.iter().zip(other);
        pairs.clone().all(|(one, other)| !other.is_better(*one)) && pairs.any(|(one, other)| one.is_better(*other))
    }

    fn check_written_argument(_: &mut Analyser<'_, '_>, _: &TypedValue, _: &Type) -> Result<()> {
        Ok(())
    }

    fn convert(analyser: &mut Analyser<'_, '_>, value: TypedValue, to: &Type) -> Result<Expr> {
        analyser.convert(value, to)
    }

    fn converted(analyser: &mut Analyser<'_, '_>, value: TypedValue, to: &Type) -> Expr {
        analyser.converted(value, to)
    }

    fn conversion_steps(_: &mut Analyser<'_, '_>, from: &Type, to: &Type) -> Vec<(Convert, Type)> {
        if from == to { Vec::new() } else { vec![(Convert::Numeric, to.clone())] }
    }

    fn report_no_conversion(analyser: &mut Analyser<'_, '_>, at: TokenIndex, from: &Type, to: &Type) {
        analyser.no_conversion(at, from, to);
    }

    fn local_declaration(analyser: &mut Analyser<'_, '_>, node: NodeId, statements: &mut Vec<Statement>) -> Result<()> {
        analyser.local_declaration(node, statements)
    }

    fn statement_attributes(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Loop {
        analyser.statement_attributes(node)
    }

    fn allow_templates(analyser: &mut Analyser<'_, '_>, token: u32) -> Result<()> {
        analyser.error("syntax", token, "GLSL has no templates");
        Err(Failed)
    }

    fn template_arguments(_: &str, _: &Type) -> Vec<TemplateArgument> {
        Vec::new()
    }
}
