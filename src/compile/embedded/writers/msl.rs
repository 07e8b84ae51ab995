//! MSL 2.4.

use naga::back::msl;

use super::{Class, Entry, Writer, chain, constants, integers};

impl Writer<'_> {
    /// The text, and the name of the entry point in it.
    pub fn msl(&mut self, entry: Entry) -> Result<(String, String), String> {
        let mut resources = msl::EntryPointResources::default();
        let mut next = [0_u8; 3];
        let mut take = |space: usize| {
            let slot = next[space];
            next[space] = slot.checked_add(1)?;
            Some(slot)
        };
        for (at, class, array) in self.resources() {
            let mut target = msl::BindTarget {
                mutable: class == Class::StorageBuffer || class == Class::Image,
                ..Default::default()
            };
            let slot = match class {
                // An array is an argument buffer.
                _ if array => take(0).inspect(|slot| target.buffer = Some(*slot)),
                Class::UniformBuffer | Class::StorageBuffer => take(0).inspect(|slot| target.buffer = Some(*slot)),
                Class::Texture | Class::Image => take(1).inspect(|slot| target.texture = Some(*slot)),
                Class::Sampler => {
                    take(2).inspect(|slot| target.sampler = Some(msl::BindSamplerTarget::Resource(*slot)))
                }
            };
            let slot = slot.ok_or("more than 255 resources of one kind")?;
            self.update_binding(at, |binding| binding.slot = Some(u32::from(slot)));
            resources.resources.insert(at, target);
        }
        resources.immediates_buffer = take(0);
        resources.sizes_buffer = take(0);
        let is_coherent = self
            .module
            .global_variables
            .iter()
            .any(|(_, variable)| variable.memory_decorations.contains(naga::MemoryDecorations::COHERENT));
        let options = msl::Options {
            // Coherent memory is a word of Metal 3.2.
            lang_version: if is_coherent { (3, 2) } else { (2, 4) },
            per_entry_point_map: [(entry.1.clone(), resources)].into_iter().collect(),
            fake_missing_bindings: false,
            zero_initialize_workgroup_memory: false,
            force_loop_bounding: false,
            emit_int_div_checks: false,
            ..msl::Options::default()
        };
        let pipeline = msl::PipelineOptions { entry_point: Some(entry), ..Default::default() };
        let (mut module, info) = self.without_overrides()?;
        integers::name_narrow_results(&mut module, &info);
        let (text, translation) = msl::write_string(&module, &info, &options, &pipeline).map_err(|e| chain(&e))?;
        let text = constants::as_function_constants(text, &self.facts.constants)?;
        let name = translation.entry_point_names.into_iter().next().ok_or("no entry point was written")?;
        Ok((text, name.map_err(|e| chain(&e))?))
    }
}
