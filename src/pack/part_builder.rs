//! Makes the part of a shader from the shader.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use uberc_runtime::format::*;
use uberc_runtime::state_bytes;

use super::PackError;
use super::decision_bytes::{decision_bytes, decision_section};
use super::part::PartBlob;
use super::pool::{Pool, Span};
use crate::model::{
    Artifact, Binding, BindingKind, Branch, BranchKind, BranchLayout, DefineValue, Digest, Fallback, PackagedMaterial,
    PackagedShader, PackagedTechnique, PackagedVariant, Scalar, Stage, StageIo, Technique,
};

/// The sections of a shader's part, by number, and its blobs.
pub fn build_part(shader: &PackagedShader) -> Result<(Vec<Vec<u8>>, Vec<PartBlob>), PackError> {
    let mut builder = Builder {
        strings: FxHashMap::default(),
        pools: Section::ALL.iter().map(|section| Pool::new(*section)).collect(),
        bindings: FxHashMap::default(),
        stage_ios: FxHashMap::default(),
        blobs: Vec::new(),
        by_digest: FxHashMap::default(),
    };
    builder.shader(shader)?;
    Ok((builder.pools.into_iter().map(|pool| pool.bytes).collect(), builder.blobs))
}

/// Makes a part.
struct Builder<'a> {
    strings: FxHashMap<&'a str, u32>,
    pools: Vec<Pool>,
    bindings: FxHashMap<&'a Binding, u32>,
    /// Lists of inputs and outputs: most variants of a shader have the same.
    stage_ios: FxHashMap<&'a [StageIo], Span>,
    blobs: Vec<PartBlob>,
    by_digest: FxHashMap<Digest, u32>,
}

impl<'a> Builder<'a> {
    fn pool(&mut self, section: Section) -> &mut Pool {
        &mut self.pools[section as usize]
    }

    fn append<R: Record>(&mut self, record: R) -> Result<Span, PackError> {
        self.pool(R::SECTION).append_record(record)
    }

    fn string(&mut self, text: &'a str) -> Result<u32, PackError> {
        if let Some(known) = self.strings.get(text) {
            return Ok(*known);
        }
        let Span { first: offset, count: length } = self.pool(Section::Text).append(text.as_bytes())?;
        let number = self.append(StringRecord { offset, length })?.first;
        self.strings.insert(text, number);
        Ok(number)
    }

    fn optional(&mut self, text: Option<&'a str>) -> Result<u32, PackError> {
        text.map_or(Ok(NONE), |text| self.string(text))
    }

    fn shader(&mut self, shader: &'a PackagedShader) -> Result<(), PackError> {
        self.layout(&shader.branches)?;
        self.decision(shader)?;
        for variant in &shader.variants {
            self.variant(variant)?;
        }
        // Techniques that differ in final values or variants alone share the rest.
        let mut described: FxHashMap<*const Technique, TechniqueRecord> = FxHashMap::default();
        for (at, packaged) in (0u32..).zip(&shader.techniques) {
            let known = described.get(&Arc::as_ptr(&packaged.technique)).copied();
            let record = match known {
                Some(record) => record,
                None => self.describe(&packaged.technique)?,
            };
            described.insert(Arc::as_ptr(&packaged.technique), record);
            self.technique(at, record, packaged)?;
        }
        let metadata = self.metadata(&shader.metadata)?;
        for material in &shader.materials {
            self.material(material)?;
        }
        let (fallback_kind, fallback) = match &shader.fallback {
            None => (FALLBACK_NONE, 0),
            Some(Fallback::Shader(name)) => (FALLBACK_SHADER, u64::from(self.string(name)?)),
            Some(Fallback::Permutation(bits)) => (FALLBACK_PERMUTATION, *bits),
        };
        let technique_count = u32::try_from(shader.techniques.len()).map_err(|_| PackError::TooMany("techniques"))?;
        let record = ShaderRecord {
            fallback,
            fallback_kind,
            name: self.string(&shader.name)?,
            technique_count,
            first_metadata: metadata.first,
            metadata_count: metadata.count,
            ..ShaderRecord::default()
        };
        self.append(record).map(drop)
    }

    fn layout(&mut self, layout: &'a BranchLayout) -> Result<(), PackError> {
        for branch in layout.branches() {
            let record = self.branch(branch)?;
            self.append(record)?;
        }
        let branch_count = layout.branches().len() as u32;
        let record = LayoutRecord { first_branch: 0, branch_count, key_bits: u32::from(layout.bits()) };
        self.append(record).map(drop)
    }

    fn branch(&mut self, branch: &'a Branch) -> Result<BranchRecord, PackError> {
        let mut first_member = 0;
        let (kind, min) = match &branch.kind {
            BranchKind::Bool => (BRANCH_BOOL, 0),
            BranchKind::Int { min, .. } => (BRANCH_INT, *min),
            BranchKind::Enum { members } => {
                let names = members.iter().map(|member| self.string(member));
                let names = names.collect::<Result<Vec<u32>, PackError>>()?;
                let names = names.into_iter().flat_map(u32::to_le_bytes).collect();
                first_member = self.pool(Section::Names).add(names)?.first;
                (BRANCH_ENUM, 0)
            }
        };
        let max = u32::try_from(branch.value_count() - 1).map_err(|_| PackError::TooMany("values of a branch"))?;
        Ok(BranchRecord {
            name: self.string(&branch.name)?,
            kind,
            // A branch without bits has no position.
            first_bit: if branch.width == 0 { 0 } else { branch.first_bit },
            width: branch.width,
            zero: 0,
            min,
            max,
            first_member,
        })
    }

    fn decision(&mut self, shader: &PackagedShader) -> Result<(), PackError> {
        let (kind, technique_bound, bytes) = decision_bytes(shader)?;
        let section = decision_section(kind).ok_or(PackError::TooMany("kinds of decisions"))?;
        let Span { first, count } = self.pool(section).append(&bytes)?;
        let key_bits = u32::from(shader.branches.bits());
        self.append(DecisionRecord { kind, first, count, key_bits, technique_bound }).map(drop)
    }

    /// A technique without final values and variants.
    fn describe(&mut self, technique: &'a Technique) -> Result<TechniqueRecord, PackError> {
        let mut state = Vec::with_capacity(state_bytes::SIZE);
        state_bytes::write(&technique.render_state, &mut state);
        let render_state = self.pool(Section::RenderStates).add(state)?.first;
        let vertex_format = self.optional(technique.vertex_format.as_deref())?;
        let profile = self.optional(technique.profile.as_deref())?;
        let mut defines = Vec::with_capacity(technique.defines.len());
        for (name, value) in &technique.defines {
            defines.push(match value {
                DefineValue::Bool(value) => self.scalar(name, ScalarValue::Bool(*value))?,
                DefineValue::Number(value) => self.scalar(name, ScalarValue::Number(*value))?,
                DefineValue::String(value) => self.scalar(name, ScalarValue::String(value))?,
            });
        }
        let defines = self.pool(Section::Scalars).add_records(defines.into_iter())?;
        let metadata = self.metadata(&technique.metadata)?;
        Ok(TechniqueRecord {
            render_state,
            vertex_format,
            profile,
            first_define: defines.first,
            define_count: defines.count,
            first_metadata: metadata.first,
            metadata_count: metadata.count,
            ..TechniqueRecord::default()
        })
    }

    fn technique(
        &mut self,
        at: u32,
        record: TechniqueRecord,
        packaged: &'a PackagedTechnique,
    ) -> Result<(), PackError> {
        let of = |stage: Stage| packaged.variants.get(&stage).copied().unwrap_or(NONE);
        let mut variants = [NONE; 6];
        for (stage, variant) in &packaged.variants {
            if let Some(of_stage) = variants.get_mut(*stage as usize) {
                *of_stage = *variant;
            }
        }
        self.append(TechniqueRecord { mask: packaged.values_mask, values: packaged.values.0, variants, ..record })?;
        // The stages that have no place in a technique's own record.
        let stages = MeshStagesRecord { technique: at, amplification: of(Stage::Amplification), mesh: of(Stage::Mesh) };
        if stages.amplification != NONE || stages.mesh != NONE {
            self.append(stages)?;
        }
        if let Some(program) = &packaged.program {
            let machine = self.string(&program.machine)?;
            let blob = self.blob(&program.artifact)?;
            self.append(ProgramRecord { technique: at, machine, blob })?;
        }
        Ok(())
    }

    fn material(&mut self, material: &'a PackagedMaterial) -> Result<(), PackError> {
        let mut values = Vec::new();
        for of_technique in &material.values {
            let bytes = self.pool(Section::MaterialBytes).append(&of_technique.block)?;
            let mut textures = Vec::with_capacity(of_technique.textures.len());
            for (name, file) in &of_technique.textures {
                textures.push(self.scalar(name, ScalarValue::String(file))?);
            }
            let textures = self.pool(Section::Scalars).add_records(textures.into_iter())?;
            let record = MaterialValuesRecord {
                technique: of_technique.technique.unwrap_or(NONE),
                first_byte: bytes.first,
                byte_count: bytes.count,
                first_texture: textures.first,
                texture_count: textures.count,
            };
            record.write(&mut values);
        }
        let Span { first, count } = self.pool(Section::MaterialValues).append(&values)?;
        let name = self.string(&material.name)?;
        self.append(MaterialRecord { name, shader: 0, first_values: first, value_count: count }).map(drop)
    }

    fn metadata(&mut self, metadata: &'a BTreeMap<String, Scalar>) -> Result<Span, PackError> {
        let mut records = Vec::with_capacity(metadata.len());
        for (name, value) in metadata {
            records.push(match value {
                Scalar::Bool(value) => self.scalar(name, ScalarValue::Bool(*value))?,
                Scalar::Number(value) => self.scalar(name, ScalarValue::Number(*value))?,
                Scalar::String(value) => self.scalar(name, ScalarValue::String(value))?,
            });
        }
        self.pool(Section::Scalars).add_records(records.into_iter())
    }

    fn scalar(&mut self, name: &'a str, value: ScalarValue<'a>) -> Result<ScalarRecord, PackError> {
        let name = self.string(name)?;
        Ok(match value {
            ScalarValue::Bool(value) => ScalarRecord { value: u64::from(value), name, kind: SCALAR_BOOL },
            ScalarValue::Number(value) => ScalarRecord { value: value.to_bits(), name, kind: SCALAR_NUMBER },
            ScalarValue::String(text) => {
                ScalarRecord { value: u64::from(self.string(text)?), name, kind: SCALAR_STRING }
            }
        })
    }

    fn variant(&mut self, variant: &'a PackagedVariant) -> Result<(), PackError> {
        let reflection = &variant.artifact.reflection;
        let mut bindings: Vec<&Binding> = reflection.bindings.iter().collect();
        bindings.sort_by_key(|binding| (binding.set, binding.binding));
        let bindings = bindings.into_iter().map(|binding| self.binding(binding));
        let bindings = bindings.collect::<Result<Vec<u32>, PackError>>()?;
        let bindings = bindings.into_iter().flat_map(u32::to_le_bytes).collect();
        let bindings = self.pool(Section::BindingLists).add(bindings)?;
        let inputs = self.stage_io(&reflection.inputs)?;
        let outputs = self.stage_io(&reflection.outputs)?;
        let record = VariantRecord {
            stage: variant.stage as u8,
            flags: if reflection.workgroup_size.is_some() { FLAG_WORKGROUP } else { 0 },
            zero: 0,
            entry_point: self.string(&variant.artifact.entry_point)?,
            source_entry_point: self.string(&variant.entry_point)?,
            blob: self.blob(&variant.artifact)?,
            first_binding: bindings.first,
            binding_count: bindings.count,
            first_input: inputs.first,
            input_count: inputs.count,
            first_output: outputs.first,
            output_count: outputs.count,
            workgroup: reflection.workgroup_size.unwrap_or_default(),
        };
        self.append(record).map(drop)
    }

    fn binding(&mut self, binding: &'a Binding) -> Result<u32, PackError> {
        if let Some(known) = self.bindings.get(binding) {
            return Ok(*known);
        }
        let record = BindingRecord {
            set: binding.set,
            binding: binding.binding,
            name: self.string(&binding.name)?,
            kind: binding_kind(binding.kind) as u32,
            count: binding.count,
            size: binding.size,
            slot: binding.slot.unwrap_or(NONE),
            renamed: self.optional(binding.renamed.as_deref())?,
        };
        let number = self.append(record)?.first;
        self.bindings.insert(binding, number);
        Ok(number)
    }

    fn stage_io(&mut self, list: &'a [StageIo]) -> Result<Span, PackError> {
        if let Some(known) = self.stage_ios.get(list) {
            return Ok(*known);
        }
        let mut records = Vec::with_capacity(list.len());
        for io in list {
            let (name, ty) = (self.string(&io.name)?, self.string(&io.ty)?);
            records.push(StageIoRecord { location: io.location.unwrap_or(NONE), name, ty });
        }
        let span = self.pool(Section::StageIo).add_records(records.into_iter())?;
        self.stage_ios.insert(list, span);
        Ok(span)
    }

    fn blob(&mut self, artifact: &Arc<Artifact>) -> Result<u32, PackError> {
        let digest = artifact.bytes.digest();
        if let Some(known) = self.by_digest.get(&digest) {
            return Ok(*known);
        }
        if artifact.bytes.len() > MAX_BLOB as usize {
            return Err(PackError::BlobTooLong { bytes: artifact.bytes.len() });
        }
        let number = u32::try_from(self.blobs.len()).map_err(|_| PackError::TooMany("compiled variants"))?;
        self.by_digest.insert(digest, number);
        self.blobs.push(PartBlob::new(digest, artifact));
        Ok(number)
    }
}

/// What defines and metadata have in common.
enum ScalarValue<'v> {
    Bool(bool),
    Number(f64),
    String(&'v str),
}

fn binding_kind(kind: BindingKind) -> uberc_runtime::BindingKind {
    use uberc_runtime::BindingKind as Packed;
    match kind {
        BindingKind::UniformBuffer => Packed::UniformBuffer,
        BindingKind::StorageBuffer => Packed::StorageBuffer,
        BindingKind::ReadOnlyStorageBuffer => Packed::ReadOnlyStorageBuffer,
        BindingKind::SampledTexture => Packed::SampledTexture,
        BindingKind::StorageTexture => Packed::StorageTexture,
        BindingKind::Sampler => Packed::Sampler,
        BindingKind::CombinedImageSampler => Packed::CombinedImageSampler,
        BindingKind::UniformTexelBuffer => Packed::UniformTexelBuffer,
        BindingKind::StorageTexelBuffer => Packed::StorageTexelBuffer,
        BindingKind::AccelerationStructure => Packed::AccelerationStructure,
        BindingKind::InputAttachment => Packed::InputAttachment,
        BindingKind::PushConstants => Packed::PushConstants,
        BindingKind::Other => Packed::Other,
    }
}
