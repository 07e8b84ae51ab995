//! HLSL of shader model 6.0.

use naga::back::hlsl;

use super::double_bits::{self, DoubleBits};
use super::{Class, Entry, Writer, chain, integers};

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
        for (at, class, _) in self.resources() {
            let space = u8::try_from(at.group).ok().filter(|space| *space < PUSH_CONSTANT_SPACE);
            let space = space.ok_or_else(|| format!("set {} is beyond the spaces that naga's HLSL has", at.group))?;
            let mut register = (self.register)(at);
            if class == Class::Sampler {
                register = samplers;
                samplers += 1;
                let index_buffer =
                    hlsl::BindTarget { space: SAMPLER_INDEX_SPACE, register: at.group, ..Default::default() };
                options
                    .sampler_buffer_binding_map
                    .insert(hlsl::SamplerIndexBufferKey { group: at.group }, index_buffer);
            }
            self.update_binding(at, |binding| binding.slot = Some(register));
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
        Ok((text, name.map_err(|e| chain(&e))?))
    }
}
