//! HLSL's part of the analysis, as [`crate::sema`] asks for it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Version;
use super::attributes::FunctionAttributes;
use super::builtin_arguments::template_arguments;
use super::qualifiers::Annotations;
use super::ranking::Score;
use super::{
    addresses, d3d9_samplers, heaps, intrinsics, language_constants, literals, mesh_rules, mesh_stages, sizes, types,
};
use crate::dialect::hlsl::interface::{HlslWords, MemberWords, StageWords, is_listable, words_of_struct};
use crate::dialect::hlsl::{GRAMMAR, WORDING};
use crate::ir::operations::Vocabulary;
use crate::ir::{
    Convert, Expr, Function, InlineInstruction, Instance, Item, Literal, Loop, Order, Passing, Resource, Statement,
    Struct, Symbol, TokenIndex, Type, Wording, Words, type_name,
};
use crate::model::{PpToken, Stage};
use crate::sema::{
    self, DataMembers, Failed, ParameterDeclaration, Result, Rules, TemplateArgument, TypeCursor, TypedValue, Wanted,
};
use crate::syntax::{Grammar, NodeId};

/// The marker of HLSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HlslRules;

pub type Analyser<'u, 's> = sema::Analyser<'u, 's, HlslRules>;

pub type Decl = sema::Decl<HlslRules>;
pub type Entity = sema::Entity<HlslRules>;
pub type Found = sema::lookup::Found<HlslRules>;
pub type LocalMeaning = sema::LocalMeaning<HlslRules>;
pub type Session = sema::Session<HlslRules>;

pub type Unit<'s> = sema::Unit<'s, HlslRules>;

/// Settings on which the meaning of a chunk depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub version: Version,
    /// As `#pragma pack_matrix` has set it.
    pub order: Order,
}

impl Settings {
    /// Of a unit's beginning.
    pub fn new(version: Version) -> Settings {
        Settings { version, order: Order::ColumnMajor }
    }
}

/// See [`Rules::implicit_hints`].
const HINT_SAMPLERS: u8 = 1;
const HINT_CONSTANTS: u8 = 2;

impl Rules for HlslRules {
    const NAME: &'static str = "hlsl";
    const TITLE: &'static str = "HLSL";
    const WORDING: &'static Wording = &WORDING;

    const ARRAY_RESULTS: bool = true;
    const RETURNS_ON_EVERY_PATH: bool = true;
    const BODY_SHARES_SCOPE: bool = false;
    const IF_DECLARES: bool = true;
    const FREE_STRUCTURES: bool = true;
    const SAMPLES_NEED_DERIVATIVES: bool = true;
    const UNREACHED_RECURSION: bool = true;
    const CALLS_ARE_CONSTANT: bool = false;
    const RETURNS_VOID: bool = true;
    const FOREIGN_TYPES: &'static [&'static str] = &[
        "vk::SampledTexture1D",
        "vk::SampledTexture1DArray",
        "vk::SampledTexture2D",
        "vk::SampledTexture2DArray",
        "vk::SampledTexture2DMS",
        "vk::SampledTexture2DMSArray",
        "vk::SampledTexture3D",
        "vk::SampledTextureCUBE",
        "vk::SampledTextureCUBEArray",
        "vk::SpirvOpaqueType",
        "vk::SpirvType",
        "vk::ext_result_id",
        "vk::ext_type",
    ];
    const INNER_PROTOTYPES: bool = true;
    const SWITCHES_OVER_FLOATS: bool = true;

    type Settings = Settings;
    type Annotations = Annotations;
    type FunctionAttributes = FunctionAttributes;
    type ParameterWords = StageWords;
    type MemberWords = MemberWords;
    type Score = Score;

    fn grammar() -> &'static Grammar {
        &GRAMMAR
    }

    fn directive(settings: &mut Settings, words: &[&str]) {
        match words {
            ["#", "pragma", "pack_matrix", "(", "row_major", ")"] => settings.order = Order::RowMajor,
            ["#", "pragma", "pack_matrix", "(", "column_major", ")"] => settings.order = Order::ColumnMajor,
            _ => {}
        }
    }

    const DECLARING_HINTS: u8 = HINT_SAMPLERS | HINT_CONSTANTS;
    const LOCAL_HINTS: u8 = HINT_SAMPLERS;

    fn implicit_hints(tokens: &[PpToken]) -> u8 {
        let samplers = if d3d9_samplers::may_declare(tokens) { HINT_SAMPLERS } else { 0 };
        let constants = if language_constants::may_declare(tokens) { HINT_CONSTANTS } else { 0 };
        samplers | constants
    }

    fn declare_implicit(unit: &mut Unit<'_>, hints: u8) {
        if hints & HINT_SAMPLERS != 0 {
            d3d9_samplers::declare(unit);
        }
        if hints & HINT_CONSTANTS != 0 {
            language_constants::declare(unit);
        }
    }

    fn implied_items(tokens: &[PpToken]) -> Vec<(Symbol, Item)> {
        heaps::mentioned(tokens)
    }

    fn item(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<()> {
        analyser.item(node)
    }

    fn labels_need_statements(_: &Self::Settings) -> bool {
        false
    }

    fn check_entry_point(stage: Stage, name: &str, function: &Function) -> Option<(&'static str, String)> {
        if !is_listable(function) {
            return Some(("type", format!("`{name}` has more inputs and outputs than any device")));
        }
        if !stage.has_groups() {
            return None;
        }
        let stage_name = stage.name();
        if function.threads.is_none() {
            let text = format!("the {stage_name} entry point `{name}` has no `[numthreads(x, y, z)]`");
            return Some(("attribute", text));
        }
        if function.result != Type::Void {
            return Some(("type", format!("the {stage_name} entry point `{name}` cannot return a value")));
        }
        if stage == Stage::Mesh { mesh_stages::problem(name, function) } else { None }
    }

    /// Its parameters are the interface.
    fn entry(
        unit: &mut Unit<'_>,
        stage: Stage,
        function: Symbol,
        items: &mut BTreeMap<Symbol, Instance>,
        _: &[Instance],
    ) -> Result<Symbol> {
        mesh_rules::check(unit, stage, function, items)?;
        mesh_stages::share_parameters(stage, function, items);
        Ok(function)
    }

    fn declared_type(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<Type> {
        analyser.declared_type(node)
    }

    fn annotations(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Annotations {
        analyser.annotations(node)
    }

    fn is_static(analyser: &mut Analyser<'_, '_>, node: NodeId) -> bool {
        analyser.qualifiers(node).is_static
    }

    fn allow_operator(analyser: &mut Analyser<'_, '_>, token: u32) -> Result<()> {
        analyser.since_2021(token, "operators of structures are")
    }

    fn parameter(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<Option<ParameterDeclaration<HlslRules>>> {
        analyser.parameter(node)
    }

    fn function_attributes(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<FunctionAttributes> {
        let attributes = analyser.function_attributes(node);
        let annotations = analyser.annotations(node);
        let varying = analyser.qualifiers(node).varying;
        let mut attributes = attributes?;
        attributes.result = StageWords {
            semantic: attributes.stage.semantic.or(annotations.semantic),
            varying: attributes.stage.applied(varying),
            ..StageWords::default()
        };
        Ok(attributes)
    }

    fn instruction(analyser: &mut Analyser<'_, '_>, node: NodeId) -> Result<Option<InlineInstruction>> {
        analyser.inline_instruction(node)
    }

    fn apply_attributes(function: &mut Function, attributes: FunctionAttributes, parameters: Vec<StageWords>) {
        function.words = HlslWords::of_function(attributes.result, parameters);
        function.threads = attributes.threads;
        function.early_depth = attributes.early_depth;
        function.modes = attributes.modes.into();
        function.mesh = mesh_stages::group(function, attributes.topology.flatten());
        function.needs = (!attributes.needs.is_empty()).then(|| Arc::new(attributes.needs));
    }

    fn check_structure(analyser: &mut Analyser<'_, '_>, node: NodeId, of: &Struct) -> Result<()> {
        analyser.offsets_fit(node, of)
    }

    fn data_members(analyser: &mut Analyser<'_, '_>, node: NodeId, members: &mut DataMembers<HlslRules>) -> Result<()> {
        analyser.data_members(node, members)
    }

    fn member_words(of: &Struct) -> Vec<MemberWords> {
        words_of_struct(of).collect()
    }

    fn struct_words(members: Vec<MemberWords>) -> Words {
        HlslWords::of_members(members)
    }

    fn type_name(ty: &Type) -> String {
        type_name(ty)
    }

    fn type_at(analyser: &mut Analyser<'_, '_>, cursor: &mut TypeCursor, depth: u32) -> Result<Type> {
        analyser.walk_type(cursor, analyser.context.settings.order, depth)
    }

    fn size_of(ty: &Type) -> Option<u32> {
        sizes::size(ty)
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
            Wanted::Value => intrinsics::names().collect(),
        }
    }

    fn translated(name: &str, wanted: Wanted) -> Option<String> {
        Vocabulary::Hlsl.translated(name, wanted == Wanted::Value)
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
        match ty {
            Type::Resource(resource) => !matches!(resource, Resource::Constant(_) | Resource::TextureBuffer(_)),
            ty => addresses::is_pointer(ty),
        }
    }

    fn builtin_method(
        analyser: &mut Analyser<'_, '_>,
        object: TypedValue,
        name: &str,
        explicit: Option<&[TemplateArgument]>,
        arguments: Vec<TypedValue>,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        if addresses::is_pointer(&object.expr.ty) {
            return analyser.pointer_method(object, name, &arguments, at);
        }
        analyser.resource_method(object, name, explicit, arguments, at)
    }

    fn loaded(analyser: &mut Analyser<'_, '_>, value: TypedValue) -> TypedValue {
        analyser.through(value)
    }

    fn converts(analyser: &mut Analyser<'_, '_>, value: &TypedValue, to: &Type) -> bool {
        analyser.cost(value, to).is_some()
    }

    fn score(analyser: &mut Analyser<'_, '_>, argument: &TypedValue, to: &Type, passing: Passing) -> Score {
        analyser.score(argument, to, passing)
    }

    fn fits_better(one: &[Score], other: &[Score]) -> bool {
        let total = |scores: &[Score]| scores.iter().copied().fold(Score::default(), Score::add);
        total(one) < total(other)
    }

    fn check_written_argument(analyser: &mut Analyser<'_, '_>, argument: &TypedValue, parameter: &Type) -> Result<()> {
        analyser.check_written_argument(argument, parameter)
    }

    fn convert(analyser: &mut Analyser<'_, '_>, value: TypedValue, to: &Type) -> Result<Expr> {
        analyser.convert(value, to)
    }

    fn converted(analyser: &mut Analyser<'_, '_>, value: TypedValue, to: &Type) -> Expr {
        analyser.converted(value, to)
    }

    fn conversion_steps(analyser: &mut Analyser<'_, '_>, from: &Type, to: &Type) -> Vec<(Convert, Type)> {
        analyser.steps(from, to)
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
        analyser.since_2021(token, "templates are")
    }

    fn template_arguments(name: &str, ty: &Type) -> Vec<TemplateArgument> {
        template_arguments(name, ty)
    }
}

impl Analyser<'_, '_> {
    /// Refuses what the language did not have before HLSL 2021; `what` is the subject with its verb.
    pub fn since_2021(&mut self, token: u32, what: &str) -> Result<()> {
        let version = self.context.settings.version;
        if version >= Version::V2021 {
            return Ok(());
        }
        self.error("version", token, format!("{what} of HLSL 2021, and this is HLSL {version}"))
            .help("Write `hlsl-version = 2021` in uberc.toml.");
        Err(Failed)
    }
}
