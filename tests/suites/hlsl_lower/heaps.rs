//! `ResourceDescriptorHeap` and `SamplerDescriptorHeap`: sets, bindings and types as in DXC's SPIR-V.

use std::collections::BTreeMap;

use libtest_mimic::Failed;
use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op};
use uberc::dialect::hlsl::analyse::Version;
use uberc::model::{BindingRule, Shifts, Stage, Target};
use uberc_judge::direct3d::{Compiled, Source, spirv};

use crate::harness;
use crate::harness::embedded::{compile, compile_bound};

const PROGRAMS: &[&str] = &[
    "Texture2D<float4> t = ResourceDescriptorHeap[0]; g_Out[0] = t.Load(0);",
    "SamplerState s = SamplerDescriptorHeap[0]; g_Out[0] = g_Map.SampleLevel(s, 0.5, 0);",
    "SamplerState s = SamplerDescriptorHeap[0]; Texture2D t = ResourceDescriptorHeap[1]; g_Out[0] = t.SampleLevel(s, 0.5, 0);",
    "RWStructuredBuffer<float4> b = ResourceDescriptorHeap[1]; b[b.IncrementCounter()] = g_Map.Load(0);",
    "AppendStructuredBuffer<float4> b = ResourceDescriptorHeap[1]; SamplerState s = SamplerDescriptorHeap[3];
     b.Append(g_Map.SampleLevel(s, 0.5, 0));",
    "Buffer<uint> b = ResourceDescriptorHeap[1]; RWBuffer<uint> w = ResourceDescriptorHeap[2]; w[0] = b[1];",
    "ByteAddressBuffer b = ResourceDescriptorHeap[1]; RWByteAddressBuffer w = ResourceDescriptorHeap[2]; w.Store(0, b.Load(4));",
    "Texture3D<int4> t = ResourceDescriptorHeap[g_At]; RWTexture2D<float4> w = ResourceDescriptorHeap[NonUniformResourceIndex(id.x)];
     w[id.xy] = t.Load(0);",
    "ConstantBuffer<Light> l = ResourceDescriptorHeap[id.x]; g_Out[0] = l.color;",
    "Texture2D<float4> t = SamplerDescriptorHeap[0]; SamplerState s = SamplerDescriptorHeap[1]; g_Out[0] = t.SampleLevel(s, 0.5, 0);",
];

/// What is declared before the entry point: bindings that are taken.
const BEFORE: &[&str] = &[
    "[[vk::binding(0, 1)]] RWBuffer<float4> g_Out; [[vk::binding(1, 1)]] Texture2D g_Map; [[vk::binding(2, 1)]] cbuffer C { uint g_At; };",
    "[[vk::binding(1)]] RWBuffer<float4> g_Out; [[vk::binding(0, 2)]] Texture2D g_Map; [[vk::binding(2)]] cbuffer C { uint g_At; };",
    "[[vk::binding(0)]] RWBuffer<float4> g_Out; [[vk::binding(3)]] Texture2D g_Map; [[vk::binding(1)]] cbuffer C { uint g_At; };",
];

/// The variables of heaps, arrays without an end: set, binding, and the operation of the element's type with its dimension.
type Heaps = Vec<(u32, u32, String)>;

fn heaps(spirv: &[u8]) -> Result<Heaps, String> {
    let module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let globals: BTreeMap<u32, &Instruction> =
        module.types_global_values.iter().filter_map(|global| Some((global.result_id?, global))).collect();
    let id = |one: &Instruction, at: usize| one.operands.get(at).and_then(Operand::id_ref_any);
    let mut found = Heaps::new();
    for (variable, global) in globals.iter().filter(|(_, global)| global.class.opcode == Op::Variable) {
        let pointee = globals.get(&global.result_type.unwrap_or_default()).and_then(|pointer| id(pointer, 1));
        let array = pointee.and_then(|pointee| globals.get(&pointee)).copied();
        let Some(array) = array.filter(|array| array.class.opcode == Op::TypeRuntimeArray) else { continue };
        let element = id(array, 0).and_then(|element| globals.get(&element)).ok_or("an array of nothing")?;
        let shape = match element.operands.as_slice() {
            [_, dim, _, arrayed, multisampled, sampled, ..] if element.class.opcode == Op::TypeImage => {
                format!("{dim:?} {arrayed:?} {multisampled:?} {sampled:?}")
            }
            _ => String::new(),
        };
        let number = |wanted| decoration(&module, *variable, wanted).ok_or("a heap without a binding");
        let place = (number(Decoration::DescriptorSet)?, number(Decoration::Binding)?);
        found.push((place.0, place.1, format!("{:?} {shape}", element.class.opcode)));
    }
    found.sort();
    Ok(found)
}

fn decoration(module: &Module, id: u32, wanted: Decoration) -> Option<u32> {
    module.annotations.iter().find_map(|annotation| match annotation.operands.as_slice() {
        [Operand::IdRef(of), Operand::Decoration(found), Operand::LiteralBit32(number)] => {
            (*of == id && *found == wanted).then_some(*number)
        }
        _ => None,
    })
}

pub fn heaps_are_where_dxc_has_them() -> Result<(), Failed> {
    let bindings = BindingRule::Shift(Shifts { b: 0, t: 0, s: 0, u: 0 });
    let mut wrong = Vec::new();
    for before in BEFORE {
        for program in PROGRAMS {
            let text = format!(
                "{before}\nstruct Light {{ float4 color; }};\n[numthreads(8, 1, 1)]\n\
                 void main(uint3 id : SV_DispatchThreadID)\n{{\n{program}\n}}\n"
            );
            let source = Source { text: &text, file: None, entry: "main", profile: "cs_6_6", options: &[] };
            let reference = match spirv(&source) {
                Compiled::Accepted(spirv) => heaps(&spirv)?,
                Compiled::Rejected(message) | Compiled::Broken(message) => {
                    return Err(format!("dxc: {message}\n{text}").into());
                }
            };
            assert!(!reference.is_empty(), "no heap in dxc's\n{text}");
            let own = compile_bound(&text, Stage::Compute, "main", Version::V2018, Target::Spirv, bindings, false)?;
            let own = heaps(&own.output)?;
            if own != reference {
                wrong.push(format!("{text}own {own:?}\ndxc {reference:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// A global resource is looked up where it is used, so its index must be the same everywhere.
pub fn changing_indices_are_told() -> Result<(), Failed> {
    let text = |change: &str| {
        format!(
            "static uint s_At = 1; static Texture2D<float4> s_Map = ResourceDescriptorHeap[s_At];
float4 main() : SV_Target {{ {change} return s_Map.Load(0); }}"
        )
    };
    let compiled = |text: &str| compile(text, Stage::Pixel, "main", Version::V2018, Target::Spirv, false);
    let told = compiled(&text("s_At = 2;")).err().unwrap_or_default();
    assert!(told.contains("a global resource at an index that follows from `s_At`"), "{told}");
    // Where the case for text targets is refused, SPIR-V has it all.
    for (case, stage) in [("descriptor_heaps", Stage::Compute), ("descriptor_heaps_of_pixels", Stage::Pixel)] {
        let text = std::fs::read_to_string(harness::suite_dir("hlsl_lower").join(case).join("main.fx"))?;
        compile(&text, stage, "main", Version::V2021, Target::Spirv, false)?;
    }
    let uniform = text("").replace("static uint s_At = 1", "cbuffer C { uint s_At; }");
    compiled(&uniform)?;
    Ok(())
}
