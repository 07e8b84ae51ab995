//! GLSL for OpenGL and OpenGL ES.

use std::collections::BTreeMap;

use naga::back::glsl;
use naga::{GlobalVariable, Handle};

use super::double_bits::{self, DoubleBits};
use super::{Class, Entry, Writer, chain, webgl_integers};
use crate::model::BindingKind;

const DOUBLE_BITS: DoubleBits = DoubleBits {
    suffix: "LF",
    pair: "uvec2",
    double_of_words: "    return packDouble2x32(uvec2({0}, {1}));\n",
    words_of_double: "    return unpackDouble2x32({0});\n",
};

impl Writer<'_> {
    /// As WebGL 2 takes it: the text has no binding points and units, so that resources are found by their names in it.
    pub fn webgl(&mut self, entry: Entry) -> Result<(String, String), String> {
        let version = glsl::Version::Embedded { version: 300, is_webgl: true };
        let (text, name) = self.glsl(entry, version)?;
        // Each would have to be enabled by the game, and most are not in browsers.
        let extension = text.lines().find_map(|line| line.strip_prefix("#extension ")?.split(' ').next());
        match extension {
            Some(extension) => Err(format!("WebGL 2 has no `{extension}`, which this needs; target `gles` has")),
            None => Ok((webgl_integers::define(text)?, name)),
        }
    }

    /// The text, and the name of the entry point in it.
    pub fn glsl(&mut self, entry: Entry, version: glsl::Version) -> Result<(String, String), String> {
        let mut options = glsl::Options {
            version,
            writer_flags: glsl::WriterFlags::ADJUST_COORDINATE_SPACE,
            binding_map: glsl::BindingMap::default(),
            zero_initialize_workgroup_memory: false,
        };
        let mut next = [0_u8; 4];
        // None is an array: the capability table excludes them.
        for (at, class, _) in self.resources() {
            let space = match class {
                Class::UniformBuffer => 0,
                Class::StorageBuffer => 1,
                Class::Texture => 2,
                Class::Image => 3,
                Class::Sampler => continue,
            };
            let slot = next[space];
            next[space] = slot.checked_add(1).ok_or("more than 255 resources of one kind")?;
            if version.supports_explicit_locations() {
                self.update_binding(at, |binding| binding.slot = Some(u32::from(slot)));
            }
            options.binding_map.insert(at, slot);
        }
        let pipeline = glsl::PipelineOptions { shader_stage: entry.0, entry_point: entry.1, multiview: None };
        let (module, info) = self.without_overrides()?;
        let mut text = String::new();
        let policies = naga::proc::BoundsCheckPolicies::default();
        let names = glsl::Writer::new(&mut text, &module, &info, &options, &pipeline, policies)
            .and_then(|mut writer| writer.write())
            .map_err(|problem| chain(&problem))?;
        let at = |variable: Handle<GlobalVariable>| module.global_variables[variable].binding;
        // By name: the maps have no order.
        for (name, mapping) in names.texture_mapping.into_iter().collect::<BTreeMap<_, _>>() {
            let unit = at(mapping.texture).and_then(|texture| options.binding_map.get(&texture)).copied();
            let unit = unit.filter(|_| version.supports_explicit_locations());
            if let Some(texture) = at(mapping.texture) {
                self.update_binding(texture, |binding| binding.renamed = Some(name.clone()));
            }
            // The sampler's state belongs on the texture's unit; several textures may share a sampler.
            if let Some(sampler) = mapping.sampler.and_then(at) {
                self.update_binding(sampler, |binding| match &mut binding.renamed {
                    Some(all) => *all = format!("{all} {name}"),
                    None => (binding.slot, binding.renamed) = (unit.map(u32::from), Some(name)),
                });
            }
        }
        let blocks: BTreeMap<String, _> = names.uniforms.into_iter().map(|(variable, name)| (name, variable)).collect();
        for (name, variable) in blocks {
            if let Some(block) = at(variable) {
                self.update_binding(block, |binding| binding.renamed = Some(name));
            }
        }
        // Push constants are a uniform, an array of words.
        let pushed = names.immediates_items.first().and_then(|item| item.access_path.split(['[', '.']).next());
        if let Some(name) = pushed {
            let bindings = self.reflection.bindings.iter_mut();
            let blocks = bindings.filter(|binding| binding.kind == BindingKind::PushConstants);
            blocks.for_each(|block| block.renamed = Some(name.to_owned()));
        }
        let mut text = double_bits::complete(&module, text, &DOUBLE_BITS)?;
        if !version.is_es() {
            // An extension of OpenGL ES alone; OpenGL has it without one.
            text = text.replacen("#extension GL_OES_shader_image_atomic : require\n", "", 1);
        }
        Ok((text, "main".to_owned()))
    }
}
