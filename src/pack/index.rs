//! The records of the index: joins the parts of all shaders.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use uberc_runtime::format::*;

use super::PackError;
use super::blobs::Blobs;
use super::decision_bytes::decision_section;
use super::part::ShaderPart;
use super::pool::{Pool, Span, Strings};
use super::techniques::{Described, Named, table};
use crate::model::Target;

/// The shaders of a target.
#[derive(Debug)]
pub struct TargetParts {
    pub target: Target,
    /// In any order, each name once.
    pub shaders: Vec<Arc<ShaderPart>>,
}

/// Every section but the strings, whose records need nothing else, and the blobs' offsets, which need the index's
/// length.
pub struct Index<'a> {
    strings: Strings<'a>,
    blobs: Blobs<'a>,
    pools: Vec<Pool>,
    /// The number of the target whose shaders are added.
    target: u32,
    /// The record of each decision structure, by its kind, width and entries.
    decisions: FxHashMap<(u32, u32, &'a [u8]), u32>,
    layouts: FxHashMap<Vec<u8>, u32>,
    /// Techniques of the shaders that were added.
    technique_count: u32,
}

/// A part, and what its numbers are in the archive.
struct Linked<'a> {
    part: &'a ShaderPart,
    strings: Vec<u32>,
    scalars: Vec<ScalarRecord>,
}

impl<'a> Linked<'a> {
    fn string(&self, number: u32) -> Result<u32, PackError> {
        self.strings.get(number as usize).copied().ok_or(PackError::DamagedPart)
    }

    /// The same for a field that can be none.
    fn optional(&self, number: u32) -> Result<u32, PackError> {
        if number == NONE { Ok(NONE) } else { self.string(number) }
    }

    fn scalars(&self, first: u32, count: u32) -> Result<&[ScalarRecord], PackError> {
        let end = (first as usize).checked_add(count as usize);
        end.and_then(|end| self.scalars.get(first as usize..end)).ok_or(PackError::DamagedPart)
    }

    fn elements(&self, section: Section, first: u32, count: u32) -> Result<&'a [u8], PackError> {
        self.part.elements(section, first, count).ok_or(PackError::DamagedPart)
    }
}

impl<'a> Index<'a> {
    /// All records of the shaders of these targets.
    pub fn of(targets: &'a [TargetParts]) -> Result<Index<'a>, PackError> {
        let mut index = Index {
            strings: Strings::new(strings(targets)?)?,
            blobs: Blobs::default(),
            pools: Section::ALL.iter().map(|section| Pool::new(*section)).collect(),
            target: 0,
            decisions: FxHashMap::default(),
            layouts: FxHashMap::default(),
            technique_count: 0,
        };
        for (number, target) in (0u32..).zip(targets) {
            index.target = number;
            let named = target.shaders.iter().map(|part| Some((part.name()?, &**part)));
            let mut shaders: Vec<(&str, &'a ShaderPart)> =
                named.collect::<Option<Vec<_>>>().ok_or(PackError::DamagedPart)?;
            shaders.sort_by_key(|(name, _)| *name);
            let mut list = Vec::new();
            for (_, shader) in &shaders {
                index.shader(shader)?.write(&mut list);
            }
            let Span { first, count } = index.pool(Section::Shaders).append(&list)?;
            index.materials(&shaders, first)?;
            let name = index.strings.index(target.target.name());
            index.append(TargetRecord { name, dictionary: NONE, first_shader: first, shader_count: count })?;
        }
        Ok(index)
    }

    fn pool(&mut self, section: Section) -> &mut Pool {
        &mut self.pools[section as usize]
    }

    fn append<R: Record>(&mut self, record: R) -> Result<Span, PackError> {
        self.pool(R::SECTION).append_record(record)
    }

    /// The bytes of the sections, by number; the strings among them, the blobs not yet.
    pub fn into_sections(self) -> Result<(Vec<Vec<u8>>, Blobs<'a>), PackError> {
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

    fn link(&self, part: &'a ShaderPart) -> Result<Linked<'a>, PackError> {
        let strings = part.strings().map(|text| text.map(|text| self.strings.index(text)));
        let strings: Vec<u32> = strings.collect::<Option<Vec<_>>>().ok_or(PackError::DamagedPart)?;
        let mut linked = Linked { part, strings, scalars: Vec::new() };
        let mut scalars = Vec::with_capacity(part.section(Section::Scalars).len() / ScalarRecord::SIZE);
        for scalar in part.records::<ScalarRecord>() {
            let value = match scalar.kind {
                SCALAR_STRING => {
                    let number = u32::try_from(scalar.value).map_err(|_| PackError::DamagedPart)?;
                    u64::from(linked.string(number)?)
                }
                _ => scalar.value,
            };
            scalars.push(ScalarRecord { value, name: linked.string(scalar.name)?, ..scalar });
        }
        linked.scalars = scalars;
        Ok(linked)
    }

    fn shader(&mut self, part: &'a ShaderPart) -> Result<ShaderRecord, PackError> {
        let linked = self.link(part)?;
        let shader = part.shader().ok_or(PackError::DamagedPart)?;
        let layout = self.layout(&linked)?;
        let decision = self.decision(&linked)?;
        let target = self.target;
        let blobs = part.blobs().iter().map(|blob| self.blobs.add(blob, target));
        let blobs = blobs.collect::<Result<Vec<u32>, PackError>>()?;
        let variants = self.variants(&linked, &blobs)?;
        let techniques = self.techniques(&linked, &variants)?;
        self.mesh_stages(&linked, techniques.first, &variants)?;
        self.programs(&linked, techniques.first, &blobs)?;
        let metadata = linked.scalars(shader.first_metadata, shader.metadata_count)?;
        let metadata = self.pool(Section::Scalars).add_records(metadata.iter().copied())?;
        let fallback = match shader.fallback_kind {
            FALLBACK_SHADER => {
                let number = u32::try_from(shader.fallback).map_err(|_| PackError::DamagedPart)?;
                u64::from(linked.string(number)?)
            }
            _ => shader.fallback,
        };
        Ok(ShaderRecord {
            fallback,
            fallback_kind: shader.fallback_kind,
            name: linked.string(shader.name)?,
            layout,
            decision,
            first_technique: techniques.first,
            technique_count: techniques.count,
            first_metadata: metadata.first,
            metadata_count: metadata.count,
        })
    }

    fn layout(&mut self, linked: &Linked<'a>) -> Result<u32, PackError> {
        let mut list = Vec::new();
        for branch in linked.part.records::<BranchRecord>() {
            let mut first_member = 0;
            if branch.kind == BRANCH_ENUM {
                let count = branch.max.checked_add(1).ok_or(PackError::DamagedPart)?;
                let members = linked.elements(Section::Names, branch.first_member, count)?;
                first_member = self.pool(Section::Names).add(mapped(members, |name| linked.string(name))?)?.first;
            }
            BranchRecord { name: linked.string(branch.name)?, first_member, ..branch }.write(&mut list);
        }
        if let Some(known) = self.layouts.get(&list) {
            return Ok(*known);
        }
        let key_bits = linked.part.records().next().map(|layout: LayoutRecord| layout.key_bits);
        let key_bits = key_bits.ok_or(PackError::DamagedPart)?;
        let Span { first, count } = self.pool(Section::Branches).append(&list)?;
        let index = self.append(LayoutRecord { first_branch: first, branch_count: count, key_bits })?.first;
        self.layouts.insert(list, index);
        Ok(index)
    }

    fn decision(&mut self, linked: &Linked<'a>) -> Result<u32, PackError> {
        let record: DecisionRecord = linked.part.records().next().ok_or(PackError::DamagedPart)?;
        let section = decision_section(record.kind).ok_or(PackError::DamagedPart)?;
        let bytes = linked.elements(section, record.first, record.count)?;
        let identity = (record.kind, record.key_bits, bytes);
        if let Some(known) = self.decisions.get(&identity) {
            return Ok(*known);
        }
        let Span { first, count } = self.pool(section).append(bytes)?;
        let index = self.append(DecisionRecord { first, count, ..record })?.first;
        self.decisions.insert(identity, index);
        Ok(index)
    }

    /// The number of each variant.
    fn variants(&mut self, linked: &Linked<'a>, blobs: &[u32]) -> Result<Vec<u32>, PackError> {
        let mut bindings = Vec::new();
        for binding in linked.part.records::<BindingRecord>() {
            let (name, renamed) = (linked.string(binding.name)?, linked.optional(binding.renamed)?);
            bindings.push(self.pool(Section::Bindings).add_record(BindingRecord { name, renamed, ..binding })?);
        }
        // Most variants of a shader have the same lists.
        let (mut binding_lists, mut stage_ios) = (FxHashMap::default(), FxHashMap::default());
        let mut variants = Vec::new();
        for variant in linked.part.records::<VariantRecord>() {
            let list = (variant.first_binding, variant.binding_count);
            let of_bindings = match binding_lists.get(&list) {
                Some(known) => *known,
                None => self.binding_list(linked, list, &bindings)?,
            };
            binding_lists.insert(list, of_bindings);
            let mut spans = [Span::default(); 2];
            let lists = [(variant.first_input, variant.input_count), (variant.first_output, variant.output_count)];
            for (span, list) in spans.iter_mut().zip(lists) {
                *span = match stage_ios.get(&list) {
                    Some(known) => *known,
                    None => self.stage_io(linked, list)?,
                };
                stage_ios.insert(list, *span);
            }
            let [inputs, outputs] = spans;
            let record = VariantRecord {
                entry_point: linked.string(variant.entry_point)?,
                source_entry_point: linked.string(variant.source_entry_point)?,
                blob: element(blobs, variant.blob)?,
                first_binding: of_bindings.first,
                binding_count: of_bindings.count,
                first_input: inputs.first,
                input_count: inputs.count,
                first_output: outputs.first,
                output_count: outputs.count,
                ..variant
            };
            variants.push(self.pool(Section::Variants).add_record(record)?);
        }
        Ok(variants)
    }

    fn binding_list(
        &mut self,
        linked: &Linked<'a>,
        (first, count): (u32, u32),
        bindings: &[u32],
    ) -> Result<Span, PackError> {
        let list = linked.elements(Section::BindingLists, first, count)?;
        self.pool(Section::BindingLists).add(mapped(list, |binding| element(bindings, binding))?)
    }

    fn stage_io(&mut self, linked: &Linked<'a>, (first, count): (u32, u32)) -> Result<Span, PackError> {
        let list = linked.elements(Section::StageIo, first, count)?;
        let mut records = Vec::new();
        for io in list.chunks_exact(StageIoRecord::SIZE).filter_map(StageIoRecord::read) {
            records.push(StageIoRecord { name: linked.string(io.name)?, ty: linked.string(io.ty)?, ..io });
        }
        self.pool(Section::StageIo).add_records(records.into_iter())
    }

    /// The table of a shader's techniques; their numbers among those of all shaders.
    fn techniques(&mut self, linked: &Linked<'a>, variants: &[u32]) -> Result<Span, PackError> {
        let described = self.describe(linked, variants)?;
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
        self.append(record)?;
        let too_many = PackError::TooMany("techniques");
        let Ok(count) = u32::try_from(described.len()) else { return Err(too_many) };
        let first = self.technique_count;
        self.technique_count = first.checked_add(count).filter(|end| *end != NONE).ok_or(too_many)?;
        Ok(Span { first, count })
    }

    fn describe<'l>(&mut self, linked: &'l Linked<'a>, variants: &[u32]) -> Result<Vec<Described<'l>>, PackError> {
        let mut render_states = Vec::new();
        let stride = Section::RenderStates.stride();
        for state in linked.part.section(Section::RenderStates).chunks_exact(stride) {
            render_states.push(self.pool(Section::RenderStates).add(state.to_vec())?.first);
        }
        let mut described = Vec::with_capacity(linked.part.section(Section::Techniques).len() / TechniqueRecord::SIZE);
        for technique in linked.part.records::<TechniqueRecord>() {
            let mut of_stages = [NONE; 6];
            for (number, variant) in of_stages.iter_mut().zip(technique.variants) {
                *number = if variant == NONE { NONE } else { element(variants, variant)? };
            }
            let record = TechniqueRecord {
                mask: technique.mask,
                values: technique.values,
                render_state: element(&render_states, technique.render_state)?,
                vertex_format: linked.optional(technique.vertex_format)?,
                profile: linked.optional(technique.profile)?,
                variants: of_stages,
                ..TechniqueRecord::default()
            };
            let defines = linked.scalars(technique.first_define, technique.define_count)?;
            let metadata = linked.scalars(technique.first_metadata, technique.metadata_count)?;
            described.push(Described { record, defines, metadata });
        }
        Ok(described)
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

    /// The stages of techniques that have no place in their own records. `first`: the first technique of the shader.
    fn mesh_stages(&mut self, linked: &Linked<'a>, first: u32, variants: &[u32]) -> Result<(), PackError> {
        let number = |variant| if variant == NONE { Ok(NONE) } else { element(variants, variant) };
        for stages in linked.part.records::<MeshStagesRecord>() {
            let technique = first.checked_add(stages.technique).ok_or(PackError::DamagedPart)?;
            let (amplification, mesh) = (number(stages.amplification)?, number(stages.mesh)?);
            self.append(MeshStagesRecord { technique, amplification, mesh })?;
        }
        Ok(())
    }

    /// The programs of techniques. `first`: the first technique of the shader.
    fn programs(&mut self, linked: &Linked<'a>, first: u32, blobs: &[u32]) -> Result<(), PackError> {
        for program in linked.part.records::<ProgramRecord>() {
            let technique = first.checked_add(program.technique).ok_or(PackError::DamagedPart)?;
            let machine = linked.string(program.machine)?;
            self.append(ProgramRecord { technique, machine, blob: element(blobs, program.blob)? })?;
        }
        Ok(())
    }

    /// The materials of a target's shaders, whose first has the number `first`; sorted by name.
    fn materials(&mut self, shaders: &[(&str, &'a ShaderPart)], first: u32) -> Result<(), PackError> {
        let mut linked = Vec::new();
        for (number, (_, part)) in (first..).zip(shaders) {
            if !part.section(Section::Materials).is_empty() {
                linked.push((number, self.link(part)?));
            }
        }
        let mut materials: Vec<(u32, u32, MaterialRecord, &Linked<'a>)> = Vec::new();
        for (number, linked) in &linked {
            for material in linked.part.records::<MaterialRecord>() {
                materials.push((linked.string(material.name)?, *number, material, linked));
            }
        }
        // Strings are numbered in their order.
        materials.sort_by_key(|(name, ..)| *name);
        for (name, shader, material, linked) in materials {
            let list = linked.elements(Section::MaterialValues, material.first_values, material.value_count)?;
            let mut values = Vec::new();
            for of_technique in list.chunks_exact(MaterialValuesRecord::SIZE).filter_map(MaterialValuesRecord::read) {
                let MaterialValuesRecord { first_byte, byte_count, first_texture, texture_count, .. } = of_technique;
                let block = linked.elements(Section::MaterialBytes, first_byte, byte_count)?;
                let block = self.pool(Section::MaterialBytes).add(block.to_vec())?;
                let textures = linked.scalars(first_texture, texture_count)?.iter().copied();
                let textures = self.pool(Section::Scalars).add_records(textures)?;
                values.push(MaterialValuesRecord {
                    first_byte: block.first,
                    byte_count: block.count,
                    first_texture: textures.first,
                    texture_count: textures.count,
                    ..of_technique
                });
            }
            let Span { first, count } = self.pool(Section::MaterialValues).add_records(values.into_iter())?;
            self.append(MaterialRecord { name, shader, first_values: first, value_count: count })?;
        }
        Ok(())
    }
}

fn element(numbers: &[u32], at: u32) -> Result<u32, PackError> {
    numbers.get(at as usize).copied().ok_or(PackError::DamagedPart)
}

/// A list of numbers as bytes, with other numbers.
fn mapped(list: &[u8], to: impl Fn(u32) -> Result<u32, PackError>) -> Result<Vec<u8>, PackError> {
    let mut bytes = Vec::with_capacity(list.len());
    for number in list.as_chunks::<4>().0 {
        bytes.extend(to(u32::from_le_bytes(*number))?.to_le_bytes());
    }
    Ok(bytes)
}

/// Every string of the archive.
fn strings(targets: &[TargetParts]) -> Result<FxHashSet<&str>, PackError> {
    let mut all: FxHashSet<&str> = FxHashSet::default();
    for target in targets {
        all.insert(target.target.name());
        for text in target.shaders.iter().flat_map(|part| part.strings()) {
            all.insert(text.ok_or(PackError::DamagedPart)?);
        }
    }
    Ok(all)
}
