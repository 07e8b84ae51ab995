//! HLSL of shader model 6.0.

use std::collections::BTreeMap;

use naga::back::hlsl;

use super::double_bits::{self, DoubleBits};
use super::{Class, Entry, Writer, chain, constants, integers};

/// HLSL's space for the buffers of sampler indices; by Direct3D's conventions shaders do not use it.
const SAMPLER_INDEX_SPACE: u8 = 255;

/// The space of the push constants, which are `b0` in it: root constants of a game.
const PUSH_CONSTANT_SPACE: u8 = 254;

const DOUBLE_BITS: DoubleBits = DoubleBits {
    suffix: "L",
    pair: "uint2",
    double_of_words: "    return asdouble({0}, {1});\n",
    words_of_double: "    uint2 words;\n    asuint({0}, words.x, words.y);\n    return words;\n",
};

impl Writer<'_> {
    /// The text, and the name of the entry point in it.
    pub fn hlsl(&mut self, entry: Entry) -> Result<(String, String), String> {
        let mut options = hlsl::Options {
            shader_model: hlsl::ShaderModel::V6_0,
            fake_missing_bindings: false,
            zero_initialize_workgroup_memory: false,
            restrict_indexing: false,
            force_loop_bounding: false,
            immediates_target: Some(hlsl::BindTarget { space: PUSH_CONSTANT_SPACE, register: 0, ..Default::default() }),
            ..hlsl::Options::default()
        };
        let mut samplers = 0;
        // By the index in the heap, the register of a sampler that has one. Elements of an array are found in a heap alone.
        let has_arrays = self.resources().iter().any(|(_, class, array)| *class == Class::Sampler && *array);
        let mut registers = BTreeMap::new();
        for (at, class, _) in self.resources() {
            let space = u8::try_from(at.group).ok().filter(|space| *space < PUSH_CONSTANT_SPACE);
            let space = space.ok_or_else(|| format!("set {} is beyond the spaces that naga's HLSL has", at.group))?;
            let mut register = (self.facts.register)(at);
            let own_register = register;
            if class == Class::Sampler {
                register = samplers;
                samplers += 1;
                if !has_arrays && self.facts.registered_samplers.contains(&(at.group, at.binding)) {
                    registers.insert(register, own_register);
                }
                let index_buffer =
                    hlsl::BindTarget { space: SAMPLER_INDEX_SPACE, register: at.group, ..Default::default() };
                options
                    .sampler_buffer_binding_map
                    .insert(hlsl::SamplerIndexBufferKey { group: at.group }, index_buffer);
            }
            let slot = registers.get(&register).copied().filter(|_| class == Class::Sampler).unwrap_or(register);
            self.update_binding(at, |binding| binding.slot = Some(slot));
            options.binding_map.insert(at, hlsl::BindTarget { space, register, ..Default::default() });
        }
        let pipeline = hlsl::PipelineOptions { entry_point: Some(entry) };
        let (mut module, info) = self.without_overrides()?;
        integers::convert_signs(&mut module, &info);
        let mut text = String::new();
        let translation = hlsl::Writer::new(&mut text, &options, &pipeline)
            .write(&module, &info, None)
            .map_err(|problem| chain(&problem))?;
        let name = translation.entry_point_names.into_iter().next().ok_or("no entry point was written")?;
        let text = integers::lengthen_literals(&double_bits::complete(&module, text, &DOUBLE_BITS)?);
        let text = constants::as_macros(text, &self.facts.constants)?;
        let text = if registers.is_empty() { text } else { with_registers(&text, &registers)? };
        Ok((text, name.map_err(|e| chain(&e))?))
    }
}

/// The text with samplers at registers instead of in heaps. `registers`: by the index in the heap; all samplers have one.
fn with_registers(text: &str, registers: &BTreeMap<u32, u32>) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words {
            ["SamplerState" | "SamplerComparisonState", heap, ..]
                if heap.starts_with("nagaSamplerHeap[") || heap.starts_with("nagaComparisonSamplerHeap[") => {}
            ["StructuredBuffer<uint>", name, ..] if name.starts_with("nagaGroup") => {}
            ["static", "const", ty @ ("SamplerState" | "SamplerComparisonState"), name, "=", value] => {
                let index = value.rsplit_once("SamplerIndexArray[").and_then(|(_, rest)| rest.split_once(']'));
                let register = index.and_then(|(index, _)| registers.get(&index.parse().ok()?));
                let register = register.ok_or("a sampler has no register, and others have")?;
                out += &format!("{ty} {name} : register(s{register});\n");
            }
            _ => out += line,
        }
    }
    if out.contains("SamplerHeap[") {
        return Err("an array of samplers has no registers".to_owned());
    }
    Ok(out)
}
