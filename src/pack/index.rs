//! The records of the index.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use uberc_runtime::format::*;
use uberc_runtime::state_bytes;

use super::PackError;
use super::blobs::Blobs;
use super::pool::{Pool, Span, Strings};
use super::techniques::{Described, Named, table};
use crate::model::{
    Binding, BindingKind, Branch, BranchKind, BranchLayout, Decision, DefineValue, Fallback, MaterialValues, Package,
    PackagedMaterial, PackagedShader, PackagedTechnique, PackagedVariant, RenderState, Scalar, Stage, StageIo,
};

/// Largest table in bytes that is always used: a look-up in it is faster than in any diagram.
const SMALL_TABLE: usize = 64 << 10;
/// Largest number of cubes that are searched one by one.
pub const FEW_CUBES: usize = 8;
/// A diagram replaces a larger table where it is this much smaller: a look-up takes a few steps more, but finds them in
/// the cache.
const WORTH: usize = 2;

/// Every section but the strings, whose records need nothing else, and the blobs' offsets, which need the index's
/// length.
pub struct Index<'a> {
    pub strings: Strings<'a>,
    pub blobs: Blobs,
    pools: Vec<Pool>,
    /// The number of the target whose shaders are added.
    target: u32,
    /// The record of each decision structure, by its kind, width and entries.
    decisions: FxHashMap<(u32, u32, Vec<u8>), u32>,
    layouts: FxHashMap<Vec<u8>, u32>,
    /// The records of bindings, and the lists of inputs and outputs: most variants of a shader have the same.
    bindings: FxHashMap<&'a Binding, u32>,
    stage_ios: FxHashMap<&'a [StageIo], Span>,
    /// Techniques of the shaders that were added.
    technique_count: u32,
}

impl<'a> Index<'a> {
    /// All records of the package.
    pub fn of(package: &'a Package) -> Result<Index<'a>, PackError> {
        let mut index = Index {
            strings: Strings::new(strings(package))?,
            blobs: Blobs::default(),
            pools: Section::ALL.iter().map(|section| Pool::new(*section)).collect(),
            target: 0,
            decisions: FxHashMap::default(),
            layouts: FxHashMap::default(),
            bindings: FxHashMap::default(),
            stage_ios: FxHashMap::default(),
            technique_count: 0,
        };
        for (number, target) in (0u32..).zip(&package.targets) {
            index.target = number;
            let mut shaders: Vec<&'a PackagedShader> = target.shaders.iter().collect();
            shaders.sort_by(|a, b| a.name.cmp(&b.name));
            let mut list = Vec::new();
            for shader in &shaders {
                index.shader(shader)?.write(&mut list);
            }
            let Span { first, count } = index.pool(Section::Shaders).append(&list)?;
            index.materials(&shaders, first)?;
            let name = index.strings.index(target.target.name());
            let record = TargetRecord { name, dictionary: NONE, first_shader: first, shader_count: count };
            let mut bytes = Vec::new();
            record.write(&mut bytes);
            index.pool(Section::Targets).append(&bytes)?;
        }
        Ok(index)
    }

    fn pool(&mut self, section: Section) -> &mut Pool {
        &mut self.pools[section as usize]
    }

    /// The bytes of the sections, by number; the strings among them, the blobs not yet.
    pub fn into_sections(self) -> Result<(Vec<Vec<u8>>, Blobs), PackError> {
        let mut sections: Vec<Vec<u8>> = self.pools.into_iter().map(|pool| pool.bytes).collect();
        let (mut records, mut text) = (Vec::new(), Vec::new());
        for string in self.strings.iter() {
            let place = |length: usize| u32::try_from(length).map_err(|_| PackError::TooMany("bytes of strings"));
            StringRecord { offset: place(text.len())?, length: place(string.len())? }.write(&mut records);
            text.extend_from_slice(string.as_bytes());
        }
        if u32::try_from(text.len()).is_err() {
            return Err(PackError::TooMany("bytes of strings"));
        }
        sections[Section::Strings as usize] = records;
        sections[Section::Text as usize] = text;
        Ok((sections, self.blobs))
    }

    fn shader(&mut self, shader: &'a PackagedShader) -> Result<ShaderRecord, PackError> {
        let layout = self.layout(&shader.branches)?;
        let decision = self.decision(shader)?;
        let variants =
            shader.variants.iter().map(|variant| self.variant(variant)).collect::<Result<Vec<u32>, PackError>>()?;
        let techniques = self.techniques(shader, &variants)?;
        self.mesh_stages(shader, techniques.first, &variants)?;
        self.programs(shader, techniques.first)?;
        let metadata = self.scalars(&shader.metadata);
        let metadata = self.pool(Section::Scalars).add_records(metadata.into_iter())?;
        let (fallback_kind, fallback) = match &shader.fallback {
            None => (FALLBACK_NONE, 0),
            Some(Fallback::Shader(name)) => (FALLBACK_SHADER, u64::from(self.strings.index(name))),
            Some(Fallback::Permutation(bits)) => (FALLBACK_PERMUTATION, *bits),
        };
        Ok(ShaderRecord {
            fallback,
            fallback_kind,
            name: self.strings.index(&shader.name),
            layout,
            decision,
            first_technique: techniques.first,
            technique_count: techniques.count,
            first_metadata: metadata.first,
            metadata_count: metadata.count,
        })
    }

    fn layout(&mut self, layout: &BranchLayout) -> Result<u32, PackError> {
        let mut list = Vec::new();
        for branch in layout.branches() {
            self.branch(branch)?.write(&mut list);
        }
        if let Some(known) = self.layouts.get(&list) {
            return Ok(*known);
        }
        let Span { first, count } = self.pool(Section::Branches).append(&list)?;
        let record = LayoutRecord { first_branch: first, branch_count: count, key_bits: u32::from(layout.bits()) };
        let mut bytes = Vec::new();
        record.write(&mut bytes);
        let index = self.pool(Section::Layouts).append(&bytes)?.first;
        self.layouts.insert(list, index);
        Ok(index)
    }

    fn branch(&mut self, branch: &Branch) -> Result<BranchRecord, PackError> {
        let mut first_member = 0;
        let (kind, min) = match &branch.kind {
            BranchKind::Bool => (BRANCH_BOOL, 0),
            BranchKind::Int { min, .. } => (BRANCH_INT, *min),
            BranchKind::Enum { members } => {
                let names = members.iter().flat_map(|member| self.strings.index(member).to_le_bytes()).collect();
                first_member = self.pool(Section::Names).add(names)?.first;
                (BRANCH_ENUM, 0)
            }
        };
        let max = u32::try_from(branch.value_count() - 1).map_err(|_| PackError::TooMany("values of a branch"))?;
        Ok(BranchRecord {
            name: self.strings.index(&branch.name),
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

    fn decision(&mut self, shader: &PackagedShader) -> Result<u32, PackError> {
        let key_bits = u32::from(shader.branches.bits());
        let mut bytes = Vec::new();
        let technique_bound;
        let (kind, section) = match &shader.decision {
            Decision::Table(table) => {
                technique_bound = table.iter().flatten().max().map_or(0, |highest| highest + 1);
                let wide = technique_bound > u32::from(NONE16);
                let length = table.len() * if wide { 4 } else { 2 };
                let slots = if length > SMALL_TABLE { super::diagram::slots_of_table(table) } else { None };
                if let Some(slots) = slots.filter(|slots| slots.len() * 8 * WORTH <= length) {
                    bytes.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
                    (DECISION_DIAGRAM, Section::Slots)
                } else if wide {
                    bytes.extend(table.iter().flat_map(|entry| entry.unwrap_or(NONE).to_le_bytes()));
                    (DECISION_TABLE32, Section::Table32)
                } else {
                    let entries = table.iter().map(|entry| entry.map_or(NONE16, |technique| technique as u16));
                    bytes.extend(entries.flat_map(u16::to_le_bytes));
                    (DECISION_TABLE16, Section::Table16)
                }
            }
            Decision::Diagram(diagram) => {
                technique_bound = diagram.counts().keys().next_back().map_or(0, |highest| highest + 1);
                let slots = super::diagram::slots(diagram).ok_or(PackError::TooMany("nodes of a decision diagram"))?;
                bytes.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
                (DECISION_DIAGRAM, Section::Slots)
            }
            Decision::Cubes(cubes) => {
                technique_bound = cubes.iter().map(|(_, technique)| technique + 1).max().unwrap_or(0);
                let tree = (cubes.len() > FEW_CUBES).then(|| super::diagram::slots_of_cubes(&shader.branches, cubes));
                if let Some(slots) = tree.flatten() {
                    bytes.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
                    return self.add_decision(DECISION_DIAGRAM, Section::Slots, key_bits, bytes, technique_bound);
                }
                let mut cubes = cubes.clone();
                cubes.sort_unstable_by_key(|(cube, _)| (cube.mask, cube.value));
                for (cube, technique) in cubes {
                    CubeRecord { mask: cube.mask, value: cube.value, technique, zero: 0 }.write(&mut bytes);
                }
                (DECISION_CUBES, Section::Cubes)
            }
        };
        self.add_decision(kind, section, key_bits, bytes, technique_bound)
    }

    fn add_decision(
        &mut self,
        kind: u32,
        section: Section,
        key_bits: u32,
        bytes: Vec<u8>,
        technique_bound: u32,
    ) -> Result<u32, PackError> {
        let identity = (kind, key_bits, bytes);
        if let Some(known) = self.decisions.get(&identity) {
            return Ok(*known);
        }
        let Span { first, count } = self.pool(section).append(&identity.2)?;
        let record = DecisionRecord { kind, first, count, key_bits, technique_bound };
        let mut bytes = Vec::new();
        record.write(&mut bytes);
        let index = self.pool(Section::Decisions).append(&bytes)?.first;
        self.decisions.insert(identity, index);
        Ok(index)
    }

    /// The table of a shader's techniques; their numbers among those of all shaders.
    fn techniques(&mut self, shader: &PackagedShader, variants: &[u32]) -> Result<Span, PackError> {
        let described = shader.techniques.iter().map(|technique| self.technique(technique, variants));
        let described = described.collect::<Result<Vec<Described>, PackError>>()?;
        let first_row_byte = self.pool(Section::TechniqueRows).count()?;
        let mut record = TechniqueTableRecord { technique: NONE, first_row_byte, ..TechniqueTableRecord::default() };
        if let Some(table) = table(&described)? {
            let (defines, define_columns) = self.named(table.defines)?;
            let (metadata, metadata_columns) = self.named(table.metadata)?;
            let common = TechniqueRecord {
                first_define: defines.first,
                define_count: defines.count,
                first_metadata: metadata.first,
                metadata_count: metadata.count,
                ..table.common
            };
            let columns = self.pool(Section::Columns).add_records(table.columns.into_iter())?;
            self.pool(Section::TechniqueRows).append(&table.rows)?;
            record = TechniqueTableRecord {
                technique: self.pool(Section::Techniques).add_record(common)?,
                first_column: columns.first,
                column_count: columns.count,
                first_define_column: define_columns.first,
                define_column_count: define_columns.count,
                first_metadata_column: metadata_columns.first,
                metadata_column_count: metadata_columns.count,
                first_row_byte,
                row_bytes: table.row_bytes,
            };
        }
        let mut bytes = Vec::new();
        record.write(&mut bytes);
        self.pool(Section::TechniqueTables).append(&bytes)?;
        let too_many = PackError::TooMany("techniques");
        let Ok(count) = u32::try_from(described.len()) else { return Err(too_many) };
        let first = self.technique_count;
        self.technique_count = first.checked_add(count).filter(|end| *end != NONE).ok_or(too_many)?;
        Ok(Span { first, count })
    }

    /// Places of what is common, and of columns.
    fn named(&mut self, named: Named) -> Result<(Span, Span), PackError> {
        let common = self.pool(Section::Scalars).add_records(named.common.into_iter())?;
        let mut columns = Vec::with_capacity(named.columns.len());
        for (column, values) in named.columns {
            let first = self.pool(Section::Scalars).add_records(values.into_iter())?.first;
            columns.push(ColumnRecord { first, ..column });
        }
        Ok((common, self.pool(Section::Columns).add_records(columns.into_iter())?))
    }

    fn technique(&mut self, packaged: &PackagedTechnique, shader_variants: &[u32]) -> Result<Described, PackError> {
        let technique = &packaged.technique;
        let render_state = self.render_state(&technique.render_state)?;
        let optional = |text: &Option<String>| text.as_ref().map_or(NONE, |text| self.strings.index(text));
        let (vertex_format, profile) = (optional(&technique.vertex_format), optional(&technique.profile));
        let defines = technique.defines.iter().map(|(name, value)| match value {
            DefineValue::Bool(value) => self.scalar(name, ScalarValue::Bool(*value)),
            DefineValue::Number(value) => self.scalar(name, ScalarValue::Number(*value)),
            DefineValue::String(value) => self.scalar(name, ScalarValue::String(value)),
        });
        let mut variants = [NONE; 6];
        for (stage, variant) in &packaged.variants {
            if let Some(of_stage) = variants.get_mut(*stage as usize) {
                *of_stage = shader_variants[*variant as usize];
            }
        }
        let record = TechniqueRecord {
            mask: packaged.values_mask,
            values: packaged.values.0,
            render_state,
            vertex_format,
            profile,
            variants,
            ..TechniqueRecord::default()
        };
        Ok(Described { record, defines: defines.collect(), metadata: self.scalars(&technique.metadata) })
    }

    /// The stages of techniques that have no place in their own records. `first`: the first technique of the shader.
    fn mesh_stages(&mut self, shader: &PackagedShader, first: u32, variants: &[u32]) -> Result<(), PackError> {
        for (at, technique) in (0u32..).zip(&shader.techniques) {
            let of = |stage: Stage| technique.variants.get(&stage).map_or(NONE, |variant| variants[*variant as usize]);
            let record = MeshStagesRecord {
                technique: first + at,
                amplification: of(Stage::Amplification),
                mesh: of(Stage::Mesh),
            };
            if record.amplification != NONE || record.mesh != NONE {
                let mut bytes = Vec::new();
                record.write(&mut bytes);
                self.pool(Section::MeshStages).append(&bytes)?;
            }
        }
        Ok(())
    }

    /// The materials of a target's shaders, whose first has the number `first`; sorted by name.
    fn materials(&mut self, shaders: &[&PackagedShader], first: u32) -> Result<(), PackError> {
        let numbered = (first..).zip(shaders);
        let mut materials: Vec<(&PackagedMaterial, u32)> =
            numbered.flat_map(|(number, shader)| shader.materials.iter().map(move |one| (one, number))).collect();
        materials.sort_by(|a, b| a.0.name.cmp(&b.0.name));
        for (material, shader) in materials {
            let mut values = Vec::with_capacity(material.values.len());
            for of_technique in &material.values {
                values.push(self.material_values(of_technique)?);
            }
            let Span { first, count } = self.pool(Section::MaterialValues).add_records(values.into_iter())?;
            let name = self.strings.index(&material.name);
            let record = MaterialRecord { name, shader, first_values: first, value_count: count };
            let mut bytes = Vec::new();
            record.write(&mut bytes);
            self.pool(Section::Materials).append(&bytes)?;
        }
        Ok(())
    }

    fn material_values(&mut self, values: &MaterialValues) -> Result<MaterialValuesRecord, PackError> {
        let bytes = self.pool(Section::MaterialBytes).add(values.block.clone())?;
        let textures: Vec<ScalarRecord> =
            values.textures.iter().map(|(name, file)| self.scalar(name, ScalarValue::String(file))).collect();
        let textures = self.pool(Section::Scalars).add_records(textures.into_iter())?;
        Ok(MaterialValuesRecord {
            technique: values.technique.unwrap_or(NONE),
            first_byte: bytes.first,
            byte_count: bytes.count,
            first_texture: textures.first,
            texture_count: textures.count,
        })
    }

    /// The programs of techniques. `first`: the first technique of the shader.
    fn programs(&mut self, shader: &PackagedShader, first: u32) -> Result<(), PackError> {
        for (at, technique) in (0u32..).zip(&shader.techniques) {
            let Some(program) = &technique.program else { continue };
            let record = ProgramRecord {
                technique: first + at,
                machine: self.strings.index(&program.machine),
                blob: self.blobs.add(&program.artifact, self.target)?,
            };
            let mut bytes = Vec::new();
            record.write(&mut bytes);
            self.pool(Section::Programs).append(&bytes)?;
        }
        Ok(())
    }

    fn render_state(&mut self, state: &RenderState) -> Result<u32, PackError> {
        let mut bytes = Vec::with_capacity(state_bytes::SIZE);
        state_bytes::write(state, &mut bytes);
        Ok(self.pool(Section::RenderStates).add(bytes)?.first)
    }

    fn scalar(&self, name: &str, value: ScalarValue<'_>) -> ScalarRecord {
        let name = self.strings.index(name);
        match value {
            ScalarValue::Bool(value) => ScalarRecord { value: u64::from(value), name, kind: SCALAR_BOOL },
            ScalarValue::Number(value) => ScalarRecord { value: value.to_bits(), name, kind: SCALAR_NUMBER },
            ScalarValue::String(text) => {
                ScalarRecord { value: u64::from(self.strings.index(text)), name, kind: SCALAR_STRING }
            }
        }
    }

    fn scalars(&self, metadata: &BTreeMap<String, Scalar>) -> Vec<ScalarRecord> {
        let scalar = |(name, value): (&String, &Scalar)| match value {
            Scalar::Bool(value) => self.scalar(name, ScalarValue::Bool(*value)),
            Scalar::Number(value) => self.scalar(name, ScalarValue::Number(*value)),
            Scalar::String(value) => self.scalar(name, ScalarValue::String(value)),
        };
        metadata.iter().map(scalar).collect()
    }

    fn variant(&mut self, variant: &'a PackagedVariant) -> Result<u32, PackError> {
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
            entry_point: self.strings.index(&variant.artifact.entry_point),
            source_entry_point: self.strings.index(&variant.entry_point),
            blob: self.blobs.add(&variant.artifact, self.target)?,
            first_binding: bindings.first,
            binding_count: bindings.count,
            first_input: inputs.first,
            input_count: inputs.count,
            first_output: outputs.first,
            output_count: outputs.count,
            workgroup: reflection.workgroup_size.unwrap_or_default(),
        };
        self.pool(Section::Variants).add_record(record)
    }

    fn binding(&mut self, binding: &'a Binding) -> Result<u32, PackError> {
        if let Some(known) = self.bindings.get(binding) {
            return Ok(*known);
        }
        let record = BindingRecord {
            set: binding.set,
            binding: binding.binding,
            name: self.strings.index(&binding.name),
            kind: binding_kind(binding.kind) as u32,
            count: binding.count,
            size: binding.size,
            slot: binding.slot.unwrap_or(NONE),
            renamed: binding.renamed.as_deref().map_or(NONE, |name| self.strings.index(name)),
        };
        let number = self.pool(Section::Bindings).add_record(record)?;
        self.bindings.insert(binding, number);
        Ok(number)
    }

    fn stage_io(&mut self, list: &'a [StageIo]) -> Result<Span, PackError> {
        if let Some(known) = self.stage_ios.get(list) {
            return Ok(*known);
        }
        let records: Vec<StageIoRecord> = list
            .iter()
            .map(|io| StageIoRecord {
                location: io.location.unwrap_or(NONE),
                name: self.strings.index(&io.name),
                ty: self.strings.index(&io.ty),
            })
            .collect();
        let span = self.pool(Section::StageIo).add_records(records.into_iter())?;
        self.stage_ios.insert(list, span);
        Ok(span)
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

/// Every string of the package.
fn strings(package: &Package) -> FxHashSet<&str> {
    let mut all: FxHashSet<&str> = FxHashSet::default();
    for target in &package.targets {
        all.insert(target.target.name());
        for shader in &target.shaders {
            all.insert(&shader.name);
            if let Some(Fallback::Shader(name)) = &shader.fallback {
                all.insert(name);
            }
            for branch in shader.branches.branches() {
                all.insert(&branch.name);
                if let BranchKind::Enum { members } = &branch.kind {
                    all.extend(members.iter().map(String::as_str));
                }
            }
            metadata_strings(&shader.metadata, &mut all);
            for material in &shader.materials {
                all.insert(&material.name);
                for (name, file) in material.values.iter().flat_map(|values| &values.textures) {
                    all.extend([name.as_str(), file.as_str()]);
                }
            }
            for PackagedTechnique { technique, program, .. } in &shader.techniques {
                all.extend(program.as_ref().map(|program| program.machine.as_str()));
                all.extend(technique.vertex_format.as_deref());
                all.extend(technique.profile.as_deref());
                for (name, value) in &technique.defines {
                    all.insert(name);
                    if let DefineValue::String(text) = value {
                        all.insert(text);
                    }
                }
                metadata_strings(&technique.metadata, &mut all);
            }
            for PackagedVariant { entry_point, artifact, .. } in &shader.variants {
                all.extend([entry_point.as_str(), artifact.entry_point.as_str()]);
                let reflection = &artifact.reflection;
                for binding in &reflection.bindings {
                    all.insert(&binding.name);
                    all.extend(binding.renamed.as_deref());
                }
                for io in reflection.inputs.iter().chain(&reflection.outputs) {
                    all.extend([io.name.as_str(), io.ty.as_str()]);
                }
            }
        }
    }
    all
}

fn metadata_strings<'a>(metadata: &'a BTreeMap<String, Scalar>, all: &mut FxHashSet<&'a str>) {
    for (name, value) in metadata {
        all.insert(name);
        if let Scalar::String(text) = value {
            all.insert(text);
        }
    }
}
