//! Lowering by itself: programs that no language's front end made.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use uberc::ir::operations::Vocabulary;
use uberc::ir::{
    BinaryOp, Bindings, Block, Bound, BuiltIn, Constants, Derived, Dim, Element, EntryPoint, Expr, ExprKind, Function,
    Global, Instance, Interface, Interpolation, Item, Layout, LayoutId, Layouts, Lines, Literal, Local, LocalId,
    Member, Method, Order, Parameter, Passing, Placed, Program, Resource, ResourceAttributes, ResourcePart, Sampling,
    Scalar, Slot, StageValue, Statement, StatementKind, Storage, Struct, Symbol, TokenIndex, Type, Wording, Words,
};
use uberc::lower::{Lowered, Options, PushConstantForm, lower};
use uberc::model::{Binding, BindingKind, Digest, Stage, StageIo};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let needs = |trial| harness::needs("spirv-val", trial);
    vec![
        needs(harness::trial("lower::vertices_of_no_language", vertices)),
        needs(harness::trial("lower::pixels_of_no_language", pixels)),
    ]
}

const AT: TokenIndex = TokenIndex(0);
const FLOAT4: Type = Type::Vector(Scalar::Float, 4);
const FLOAT3: Type = Type::Vector(Scalar::Float, 3);
const FLOAT2: Type = Type::Vector(Scalar::Float, 2);
const MATRIX: Type = Type::Matrix { scalar: Scalar::Float, rows: 4, columns: 4, order: Order::ColumnMajor };
const TEXTURE: Type = Type::Resource(Resource::Texture {
    dim: Dim::D2,
    array: false,
    multisampled: false,
    element: Element { scalar: Scalar::Float, count: 4 },
    texel: None,
});
const SAMPLER: Type = Type::Resource(Resource::Sampler { comparison: false });

fn symbol(name: &str) -> Symbol {
    Symbol(name.into())
}

fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind: Box::new(kind), ty, at: AT }
}

fn global(name: &str, ty: Type) -> Expr {
    expr(ExprKind::Global(symbol(name)), ty)
}

fn number(value: f64) -> Expr {
    expr(ExprKind::Literal(Literal::Float(value)), Type::Scalar(Scalar::Float))
}

/// The one parameter.
fn given(ty: Type) -> Expr {
    expr(ExprKind::Local(LocalId(0)), ty)
}

/// A function of one parameter that returns a value.
fn function(name: &str, parameter: Type, result: Type, value: Expr) -> Item {
    Item::Function(Function {
        symbol: symbol(name),
        result,
        parameters: vec![Parameter {
            name: "given".into(),
            ty: parameter.clone(),
            passing: Passing::In,
            uniform: false,
            at: AT,
        }],
        words: Words::default(),
        locals: vec![Local { name: "given".into(), ty: parameter, is_static: false, at: AT }],
        body: vec![Statement { kind: StatementKind::Return(Some(value)), at: AT }],
        threads: None,
        thread_constants: [None; 3],
        views: None,
        early_depth: false,
        quads: None,
        culls_primitives: false,
        modes: Box::default(),
        input_globals: Box::default(),
        mesh: None,
        global_parameters: Vec::new(),
        at: AT,
        needs: Default::default(),
        instruction: None,
        changes: Derived::default(),
        raw_types: Derived::default(),
        has_stage_operations: Default::default(),
    })
}

fn variable(name: &str, ty: Type, storage: Storage) -> Item {
    Item::Global(Global { symbol: symbol(name), ty, storage, words: Words::default(), at: AT })
}

/// A block of a matrix and a colour, a texture and a sampler: the declarations of the unit.
fn declarations() -> Vec<Item> {
    let member = |name: &str, ty| Member { name: name.into(), ty };
    let block = Block {
        symbol: symbol("Scene"),
        texture_buffer: false,
        words: Words::default(),
        members: vec![member("view", MATRIX), member("tint", FLOAT4)],
        members_at: vec![AT, AT],
        at: AT,
    };
    let resource = || Storage::Resource(ResourceAttributes::default());
    vec![
        Item::Block(block),
        variable("picture", TEXTURE, resource()),
        variable("smooth", SAMPLER, resource()),
        variable("view", MATRIX, Storage::Member { block: symbol("Scene"), index: 0 }),
        variable("tint", FLOAT4, Storage::Member { block: symbol("Scene"), index: 1 }),
    ]
}

/// Of no language.
static WORDING: Wording = Wording {
    vocabulary: Vocabulary::Glsl,
    other_compilers: &["another"],
    instead_of_derivatives: "Name the level.",
    typed_buffers: "`typed<T>`",
    instead_of_typed_buffers: "Use words.",
    group_shared: "shared",
    flat: "flat",
    flat_has_points: false,
};

fn program(stage: Stage, entry: &str, function: Item) -> Program {
    let instance =
        |item| Instance { item: Arc::new(item), tokens: Arc::from([0]), digest: Digest([0; 32]), uses: Arc::from([]) };
    let name = |item: &Item| match item {
        Item::Function(of) => of.symbol,
        Item::Global(of) => of.symbol,
        Item::Block(of) => of.symbol,
    };
    let all = declarations().into_iter().chain([function]);
    let items: BTreeMap<Symbol, Instance> = all.map(|item| (name(&item), instance(item))).collect();
    let interface = declarations().into_iter().take(3).map(instance).collect();
    Program { entry: EntryPoint { stage, function: symbol(entry) }, items, interface, wording: &WORDING }
}

/// Bindings and offsets that no rule of a language would give out: the matrix by its rows, 32 bytes from one to the next, behind
/// the colour.
fn interface(inputs: Vec<StageValue>, outputs: Vec<StageValue>) -> Interface {
    let bound = |name: &str, set, binding, kind| {
        let place = Bound { name: name.to_owned(), set, binding, kind, count: 1, number: 0, has_register: false };
        ((symbol(name), ResourcePart::Whole), place)
    };
    let mut layouts = Layouts::default();
    let view = layouts.add(Layout::Matrix(Lines { count: 4, lanes: 4, stride: 32, rows: true }));
    let members = vec![Placed { offset: 64, layout: view }, Placed { offset: 16, layout: LayoutId::PLAIN }];
    let layout = layouts.add(Layout::Struct(members));
    layouts.constants.insert(symbol("Scene"), Constants { layout, size: 256 });
    Interface {
        samples_level_zero: false,
        joins_samplers: false,
        samplers_of: Default::default(),
        inputs,
        outputs,
        link_word: "name",
        bindings: Arc::new(Bindings::from([
            bound("Scene", 2, 7, BindingKind::UniformBuffer),
            bound("picture", 0, 3, BindingKind::SampledTexture),
            bound("smooth", 1, 0, BindingKind::Sampler),
        ])),
        loose_block: symbol("loose"),
        params_block: symbol("parameters"),
        loose: Default::default(),
        layouts,
    }
}

fn located(name: &str, location: u32, width: u8, interpolation: Interpolation) -> StageValue {
    StageValue {
        name: name.to_owned(),
        slot: Slot::Location { location, component: 0, width, interpolation, second_source: false },
        written: None,
    }
}

fn lowered(program: &Program, interface: &Interface) -> Result<Lowered, Failed> {
    let options = Options {
        debug_names: true,
        placeholders: true,
        push_constants: PushConstantForm::Words,
        atomic_coherence: false,
        weak_exchanges: false,
        signed_remainders: true,
        views: true,
        specialisation: uberc::lower::SpecialisationForm::Refused,
    };
    let lowered = lower(program, interface, &options, None).map_err(|problems| format!("{problems:?}"))?;
    let words = naga::back::spv::write_vec(&lowered.module, &lowered.info, &Default::default(), None)?;
    let spirv: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    let mut child = Command::new("spirv-val")
        .args(["--target-env", "vulkan1.1", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    child.stdin.take().ok_or("spirv-val has no input")?.write_all(&spirv)?;
    let output = child.wait_with_output()?;
    let said = [output.stdout, output.stderr].concat();
    if output.status.success() { Ok(lowered) } else { Err(String::from_utf8_lossy(&said).into_owned().into()) }
}

/// The rows of 16 bytes that a program reads of its block.
fn rows_read(lowered: &Lowered) -> Vec<u32> {
    let module = &lowered.module;
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    let functions = module.functions.iter().map(|(_, function)| function).chain(entries);
    let mut rows: Vec<u32> = functions
        .flat_map(|function| {
            function.expressions.iter().filter_map(|(_, expression)| match expression {
                naga::Expression::AccessIndex { base, index }
                    if matches!(function.expressions[*base], naga::Expression::GlobalVariable(_)) =>
                {
                    Some(*index)
                }
                _ => None,
            })
        })
        .collect();
    rows.sort_unstable();
    rows
}

fn io(location: Option<u32>, name: &str, ty: &str) -> StageIo {
    StageIo { location, name: name.to_owned(), ty: ty.to_owned() }
}

fn binding(set: u32, binding: u32, name: &str, kind: BindingKind, size: u32) -> Binding {
    Binding { set, binding, name: name.to_owned(), kind, count: 1, size, slot: None, renamed: None }
}

/// Where it is drawn, and where in the texture that is.
fn vertices() -> Result<(), Failed> {
    let member = |name: &str, ty| Member { name: name.into(), ty };
    let members = vec![member("place", FLOAT4), member("at", FLOAT2)];
    let result = Type::Struct(Arc::new(Struct::new(symbol("Drawn"), members, Vec::new(), Words::default())));
    let index = expr(ExprKind::Literal(Literal::Int(1)), Type::Scalar(Scalar::Int));
    let row = expr(ExprKind::Index(global("view", MATRIX), index), FLOAT4);
    let place = expr(ExprKind::Construct(vec![given(FLOAT3), number(1.0)]), FLOAT4);
    let place = expr(ExprKind::Binary(BinaryOp::Add, place, row), FLOAT4);
    let at = expr(ExprKind::Swizzle(given(FLOAT3), vec![0, 1]), FLOAT2);
    let value = expr(ExprKind::Aggregate(vec![place, at]), result.clone());
    let program = program(Stage::Vertex, "draw", function("draw", FLOAT3, result, value));
    let place = StageValue { name: "place".to_owned(), slot: Slot::BuiltIn(BuiltIn::Position), written: None };
    let at = located("at", 5, 2, Interpolation::Perspective(Sampling::Centroid));
    let interface = interface(vec![located("given", 2, 3, Interpolation::None)], vec![place, at]);
    let lowered = lowered(&program, &interface)?;
    assert_eq!(rows_read(&lowered), [6], "the second row of the matrix lies at byte 64 + 32");
    assert_eq!(lowered.reflection.inputs, [io(Some(2), "given", "float3")]);
    assert_eq!(lowered.reflection.outputs, [io(None, "Position", "float4"), io(Some(5), "at", "float2")]);
    assert_eq!(lowered.reflection.bindings, [binding(2, 7, "Scene", BindingKind::UniformBuffer, 256)]);
    Ok(())
}

/// The texture's colour, tinted.
fn pixels() -> Result<(), Failed> {
    let arguments = vec![global("smooth", SAMPLER), given(FLOAT2)];
    let colour = expr(ExprKind::Method(Method::Sample, global("picture", TEXTURE), arguments), FLOAT4);
    let colour = expr(ExprKind::Binary(BinaryOp::Multiply, colour, global("tint", FLOAT4)), FLOAT4);
    let program = program(Stage::Pixel, "shade", function("shade", FLOAT2, FLOAT4, colour));
    let at = located("at", 5, 2, Interpolation::Perspective(Sampling::Centroid));
    let interface = interface(vec![at], vec![located("colour", 1, 4, Interpolation::None)]);
    let lowered = lowered(&program, &interface)?;
    assert_eq!(rows_read(&lowered), [1], "the colour lies at byte 16");
    assert_eq!(lowered.reflection.inputs, [io(Some(5), "at", "float2")]);
    assert_eq!(lowered.reflection.outputs, [io(Some(1), "colour", "float4")]);
    let bindings = [
        binding(0, 3, "picture", BindingKind::SampledTexture, 0),
        binding(1, 0, "smooth", BindingKind::Sampler, 0),
        binding(2, 7, "Scene", BindingKind::UniformBuffer, 256),
    ];
    assert_eq!(lowered.reflection.bindings, bindings);
    Ok(())
}
