//! Checks the structure of the index, in time linear in its length and without allocation.

use crate::format::*;
use crate::open::OpenError;
use crate::stage::Stage;
use crate::table::Row;
use crate::view::View;

/// What is wrong with one element.
type Check = Result<(), &'static str>;

/// Checks every element of every section. `header` is the length of the header frame.
pub(crate) fn verify(view: View<'_>, header: usize) -> Result<(), OpenError> {
    strings(view)?;
    words(view)?;
    each(view, |_, record: TargetRecord| target(view, record))?;
    contiguous(view)?;
    each(view, |_, record: ShaderRecord| shader(view, record))?;
    each(view, |_, record: BranchRecord| branch(view, record))?;
    each(view, |_, record: LayoutRecord| layout(view, record))?;
    each(view, |_, record: DecisionRecord| decision(view, record))?;
    each(view, |_, record: TechniqueRecord| technique(view, record))?;
    each(view, |_, record: ColumnRecord| crate::table::verify_column(view, record))?;
    crate::table::verify(view)?;
    mesh_stages(view)?;
    materials(view)?;
    each(view, |_, record: MaterialValuesRecord| material_values(view, record))?;
    programs(view)?;
    render_states(view)?;
    each(view, |_, record: ScalarRecord| scalar(view, record))?;
    each(view, |_, record: VariantRecord| variant(view, record))?;
    each(view, |_, record: BindingRecord| {
        string(view, record.name)?;
        if record.renamed == NONE { Ok(()) } else { string(view, record.renamed) }
    })?;
    each(view, |_, record: StageIoRecord| string(view, record.name).and_then(|()| string(view, record.ty)))?;
    frames(view, header)
}

fn each<R: Record>(view: View<'_>, mut check: impl FnMut(u32, R) -> Check) -> Result<(), OpenError> {
    for (index, record) in (0u32..).zip(view.records::<R>(0, view.count(R::SECTION))) {
        record.ok_or("its length").and_then(|record| check(index, record)).map_err(|what| OpenError::Structure {
            section: R::SECTION,
            index,
            what,
        })?;
    }
    Ok(())
}

fn require(holds: bool, what: &'static str) -> Check {
    if holds { Ok(()) } else { Err(what) }
}

fn range(view: View<'_>, section: Section, first: u32, count: u32, what: &'static str) -> Check {
    require(first.checked_add(count).is_some_and(|end| end <= view.count(section)), what)
}

fn string(view: View<'_>, index: u32) -> Check {
    require(index < view.count(Section::Strings), "a string that does not exist")
}

fn strings(view: View<'_>) -> Result<(), OpenError> {
    let text = core::str::from_utf8(view.section(Section::Text)).map_err(|error| OpenError::Structure {
        section: Section::Text,
        index: u32::try_from(error.valid_up_to()).unwrap_or(NONE),
        what: "not UTF-8",
    })?;
    let mut before: Option<&str> = None;
    // Strings are compared with those before them, and tools print them: with text of several, that would not be linear.
    let mut rest = text.len();
    each(view, |_, record: StringRecord| {
        let start = record.offset as usize;
        rest = rest.checked_sub(record.length as usize).ok_or("text of other strings")?;
        let this = start
            .checked_add(record.length as usize)
            .and_then(|end| text.get(start..end))
            .ok_or("beyond the text, or cuts a character")?;
        require(before.is_none_or(|before| before < this), "not in order")?;
        before = Some(this);
        Ok(())
    })
}

/// The sections of indices.
fn words(view: View<'_>) -> Result<(), OpenError> {
    for (section, of, what) in [
        (Section::Names, Section::Strings, "a string that does not exist"),
        (Section::BindingLists, Section::Bindings, "a binding that does not exist"),
    ] {
        for index in 0..view.count(section) {
            if view.word(section, index).is_none_or(|word| word >= view.count(of)) {
                return Err(OpenError::Structure { section, index, what });
            }
        }
    }
    Ok(())
}

fn target(view: View<'_>, record: TargetRecord) -> Check {
    string(view, record.name)?;
    require(
        record.dictionary == NONE || record.dictionary < view.count(Section::Dictionaries),
        "a dictionary that does not exist",
    )?;
    range(view, Section::Shaders, record.first_shader, record.shader_count, "shaders that do not exist")
}

/// Targets, layouts and decisions begin where the one before ends, so that checking each checks nothing twice: a small
/// file cannot cost much time. Shaders are in the order of their names in each target.
fn contiguous(view: View<'_>) -> Result<(), OpenError> {
    let mut next = 0;
    each(view, |_, record: TargetRecord| {
        require(record.first_shader == next, "does not begin where the one before ends")?;
        next = record.first_shader.saturating_add(record.shader_count);
        let mut before = None;
        for shader in view.records::<ShaderRecord>(record.first_shader, record.shader_count).flatten() {
            require(before.is_none_or(|before| before < shader.name), "its shaders are not in order")?;
            before = Some(shader.name);
        }
        Ok(())
    })?;
    let mut next = 0;
    each(view, |_, record: LayoutRecord| {
        require(record.first_branch == next, "does not begin where the one before ends")?;
        next = record.first_branch.saturating_add(record.branch_count);
        Ok(())
    })?;
    let mut next = [0; 5];
    each(view, |_, record: DecisionRecord| {
        let next = next.get_mut(record.kind as usize).ok_or("its kind")?;
        require(record.first == *next, "does not begin where the one before ends")?;
        *next = record.first.saturating_add(record.count);
        Ok(())
    })
}

fn shader(view: View<'_>, record: ShaderRecord) -> Check {
    string(view, record.name)?;
    let layout: LayoutRecord = view.record(record.layout).ok_or("a layout that does not exist")?;
    let decision: DecisionRecord = view.record(record.decision).ok_or("a decision that does not exist")?;
    require(layout.key_bits == decision.key_bits, "layout and decision differ in width")?;
    require(decision.technique_bound <= record.technique_count, "a technique it does not have")?;
    // With tables, they are counted from table to table.
    if view.count(Section::TechniqueTables) == 0 {
        range(
            view,
            Section::Techniques,
            record.first_technique,
            record.technique_count,
            "techniques that do not exist",
        )?;
    }
    range(view, Section::Scalars, record.first_metadata, record.metadata_count, "metadata that do not exist")?;
    match record.fallback_kind {
        FALLBACK_NONE => require(record.fallback == 0, "a fallback without a kind"),
        FALLBACK_SHADER => {
            u32::try_from(record.fallback).map_err(|_| "its fallback").and_then(|name| string(view, name))
        }
        FALLBACK_PERMUTATION => Ok(()),
        _ => Err("its fallback"),
    }
}

fn branch(view: View<'_>, record: BranchRecord) -> Check {
    string(view, record.name)?;
    require(u32::from(record.width) == u32::BITS - record.max.leading_zeros(), "its width")?;
    require(record.zero == 0, "a reserved field")?;
    match record.kind {
        BRANCH_BOOL => require(record.max == 1 && record.min == 0 && record.first_member == 0, "not a boolean"),
        BRANCH_INT => require(
            i64::from(record.min) + i64::from(record.max) <= i64::from(i32::MAX) && record.first_member == 0,
            "not an integer range",
        ),
        BRANCH_ENUM => {
            require(record.min == 0, "not an enum")?;
            let count = record.max.checked_add(1).ok_or("too many members")?;
            range(view, Section::Names, record.first_member, count, "members that do not exist")
        }
        _ => Err("its kind"),
    }
}

fn layout(view: View<'_>, record: LayoutRecord) -> Check {
    range(view, Section::Branches, record.first_branch, record.branch_count, "branches that do not exist")?;
    require(record.branch_count <= MAX_BRANCHES, "too many branches")?;
    let mut bit = 0u32;
    for branch in view.records::<BranchRecord>(record.first_branch, record.branch_count).flatten() {
        require(u32::from(branch.first_bit) == bit || branch.width == 0, "its branches leave a gap")?;
        bit += u32::from(branch.width);
        require(bit <= 64, "more than 64 bits")?;
    }
    require(bit == record.key_bits, "its width")
}

fn decision(view: View<'_>, record: DecisionRecord) -> Check {
    let bound = record.technique_bound;
    let below = |holds| require(holds, "a technique above its bound");
    let length = |section| {
        range(view, section, record.first, record.count, "entries that do not exist")?;
        // A table needs an entry for every key; 2^32 and more could not be counted.
        require(1u32.checked_shl(record.key_bits) == Some(record.count), "its length")
    };
    match record.kind {
        DECISION_TABLE16 => {
            length(Section::Table16)?;
            let bytes = view.elements(Section::Table16, record.first, record.count).unwrap_or(&[]);
            let entries = bytes.as_chunks::<2>().0.iter().map(|entry| u16::from_le_bytes(*entry));
            // Without a branch in the loop, so that it runs at memory speed.
            below(entries.fold(true, |good, entry| good & (entry == NONE16 || u32::from(entry) < bound)))
        }
        DECISION_TABLE32 => {
            length(Section::Table32)?;
            let bytes = view.elements(Section::Table32, record.first, record.count).unwrap_or(&[]);
            let entries = bytes.as_chunks::<4>().0.iter().map(|entry| u32::from_le_bytes(*entry));
            below(entries.fold(true, |good, entry| good & (entry == NONE || entry < bound)))
        }
        DECISION_DIAGRAM => {
            range(view, Section::Slots, record.first, record.count, "slots that do not exist")?;
            require(record.key_bits <= 64, "its width")?;
            let slots = view.elements(Section::Slots, record.first, record.count).unwrap_or(&[]).as_chunks().0;
            crate::diagram::verify(slots, record.key_bits, bound)
        }
        DECISION_CUBES => {
            range(view, Section::Cubes, record.first, record.count, "cubes that do not exist")?;
            require(record.key_bits <= 64, "its width")?;
            let key = key_mask(record.key_bits);
            let mut before = None;
            for cube in view.records::<CubeRecord>(record.first, record.count).flatten() {
                below(cube.technique < bound)?;
                require(cube.mask & !key == 0 && cube.value & !cube.mask == 0 && cube.zero == 0, "a malformed cube")?;
                let place = (cube.mask, cube.value);
                require(before.is_none_or(|before| before < place), "its cubes are not in order")?;
                before = Some(place);
            }
            Ok(())
        }
        _ => Err("its kind"),
    }
}

/// The low `bits` bits.
pub(crate) fn key_mask(bits: u32) -> u64 {
    1u64.checked_shl(bits).map_or(u64::MAX, |bit| bit - 1)
}

fn technique(view: View<'_>, record: TechniqueRecord) -> Check {
    require(record.render_state < view.count(Section::RenderStates), "a render state that does not exist")?;
    for text in [record.vertex_format, record.profile] {
        require(text == NONE || text < view.count(Section::Strings), "a string that does not exist")?;
    }
    range(view, Section::Scalars, record.first_define, record.define_count, "defines that do not exist")?;
    range(view, Section::Scalars, record.first_metadata, record.metadata_count, "metadata that do not exist")?;
    require(record.zero == 0, "a reserved field")?;
    require(record.values & !record.mask == 0, "values outside of the mask")?;
    for (stage, variant) in Stage::ALL.into_iter().zip(record.variants) {
        stage_variant(view, stage, variant)?;
    }
    Ok(())
}

fn mesh_stages(view: View<'_>) -> Result<(), OpenError> {
    let mut before = None;
    each(view, |_, record: MeshStagesRecord| {
        require(before.is_none_or(|before| before < record.technique), "not in order")?;
        before = Some(record.technique);
        require(record.technique < crate::table::technique_count(view), "a technique that does not exist")?;
        stage_variant(view, Stage::Amplification, record.amplification)?;
        stage_variant(view, Stage::Mesh, record.mesh)
    })
}

/// Materials are in the order of their targets, and of their names in each.
fn materials(view: View<'_>) -> Result<(), OpenError> {
    let mut targets = view.records::<TargetRecord>(0, view.count(Section::Targets)).flatten();
    let mut target = targets.next();
    let mut before: Option<u32> = None;
    each(view, |_, record: MaterialRecord| {
        string(view, record.name)?;
        let end = |target: TargetRecord| target.first_shader.saturating_add(target.shader_count);
        while target.is_some_and(|target| record.shader >= end(target)) {
            target = targets.next();
            before = None;
        }
        let first = target.ok_or("a shader that does not exist")?.first_shader;
        require(record.shader >= first, "its target is that of an earlier one")?;
        require(before.is_none_or(|before| before < record.name), "not in order")?;
        before = Some(record.name);
        require(record.value_count > 0, "no values")?;
        let what = "values that do not exist";
        range(view, Section::MaterialValues, record.first_values, record.value_count, what)?;
        // `Material::values` compares the technique of each further value: materials may share values, so that a check of all
        // values of all materials is not linear.
        let first: MaterialValuesRecord = view.record(record.first_values).ok_or(what)?;
        let shader: ShaderRecord = view.record(record.shader).ok_or("a shader that does not exist")?;
        let count = if first.technique == NONE { 1 } else { shader.technique_count };
        require(record.value_count == count, "values of other techniques")
    })
}

fn material_values(view: View<'_>, record: MaterialValuesRecord) -> Check {
    range(view, Section::MaterialBytes, record.first_byte, record.byte_count, "bytes that do not exist")?;
    range(view, Section::Scalars, record.first_texture, record.texture_count, "textures that do not exist")
}

fn programs(view: View<'_>) -> Result<(), OpenError> {
    let mut before = None;
    let has_tables = view.count(Section::TechniqueTables) > 0;
    let shaders = view.records::<ShaderRecord>(0, view.count(Section::Shaders)).flatten();
    let mut shaders = (0u32..).zip(shaders).peekable();
    // Both are in the order of their techniques.
    let mut mesh_stages = view.records::<MeshStagesRecord>(0, view.count(Section::MeshStages)).flatten().peekable();
    each(view, |_, record: ProgramRecord| {
        require(before.is_none_or(|before| before < record.technique), "not in order")?;
        before = Some(record.technique);
        require(record.technique < crate::table::technique_count(view), "a technique that does not exist")?;
        // With tables, techniques are in the order of their shaders.
        while shaders
            .next_if(|(_, shader)| {
                shader.first_technique.saturating_add(shader.technique_count) <= record.technique && has_tables
            })
            .is_some()
        {}
        let (number, shader) = *shaders.peek().ok_or("a technique of no shader")?;
        let row = Row::of(view, number, record.technique, record.technique.saturating_sub(shader.first_technique));
        let has_no_stages = (COLUMN_VARIANTS..COLUMN_SCALAR).all(|field| row.index(field) == NONE);
        while mesh_stages.next_if(|stages| stages.technique < record.technique).is_some() {}
        let has_no_mesh = mesh_stages.peek().is_none_or(|stages| stages.technique != record.technique);
        require(has_no_stages && has_no_mesh, "a program of a technique with stages")?;
        string(view, record.machine)?;
        require(record.blob < view.count(Section::Blobs), "a blob that does not exist")
    })
}

/// A variant of a technique, or none.
pub(crate) fn stage_variant(view: View<'_>, stage: Stage, variant: u32) -> Check {
    if variant == NONE {
        return Ok(());
    }
    let variant: VariantRecord = view.record(variant).ok_or("a variant that does not exist")?;
    require(variant.stage == stage as u8, "a variant of another stage")
}

fn render_states(view: View<'_>) -> Result<(), OpenError> {
    let section = Section::RenderStates;
    for (index, bytes) in (0u32..).zip(view.section(section).chunks_exact(view.stride(section))) {
        if crate::state_bytes::read(bytes).is_none() {
            return Err(OpenError::Structure { section, index, what: "a value that does not exist" });
        }
    }
    Ok(())
}

fn scalar(view: View<'_>, record: ScalarRecord) -> Check {
    string(view, record.name)?;
    match record.kind {
        SCALAR_BOOL => require(record.value <= 1, "not a boolean"),
        SCALAR_NUMBER => require(f64::from_bits(record.value).is_finite(), "not a finite number"),
        SCALAR_STRING => u32::try_from(record.value).map_err(|_| "its string").and_then(|text| string(view, text)),
        _ => Err("its kind"),
    }
}

fn variant(view: View<'_>, record: VariantRecord) -> Check {
    require(Stage::from_index(record.stage).is_some(), "its stage")?;
    require(record.flags & !FLAG_WORKGROUP == 0 && record.zero == 0, "a reserved field")?;
    string(view, record.entry_point)?;
    string(view, record.source_entry_point)?;
    require(record.blob < view.count(Section::Blobs), "a blob that does not exist")?;
    let lists = if view.count(Section::BindingLists) == 0 { Section::Bindings } else { Section::BindingLists };
    range(view, lists, record.first_binding, record.binding_count, "bindings that do not exist")?;
    range(view, Section::StageIo, record.first_input, record.input_count, "inputs that do not exist")?;
    range(view, Section::StageIo, record.first_output, record.output_count, "outputs that do not exist")
}

/// The frames of blobs and dictionaries. Together they are no longer than the file, so that decoding each blob once takes time
/// linear in it.
fn frames(view: View<'_>, header: usize) -> Result<(), OpenError> {
    let mut rest = view.bytes.len() as u64;
    let mut take = |length: u32| -> Check {
        rest = rest.checked_sub(u64::from(length)).ok_or("a frame of others")?;
        Ok(())
    };
    each(view, |_, record: BlobRecord| {
        blob(view, record, header)?;
        take(record.frame_length)
    })?;
    each(view, |_, record: DictionaryRecord| {
        dictionary(view, record, header)?;
        take(record.frame_length)
    })
}

fn blob(view: View<'_>, record: BlobRecord, header: usize) -> Check {
    frame(view, record.offset, record.frame_length, record.stored_length, header)?;
    require(record.content_length <= MAX_BLOB, "too long")?;
    require(record.stored_length <= record.content_length, "stored in more bytes than it has")?;
    require(
        record.dictionary == NONE16 || u32::from(record.dictionary) < view.count(Section::Dictionaries),
        "a dictionary that does not exist",
    )?;
    // A codec that this version does not know is an error only of who reads this very blob.
    require(record.codec != CODEC_PLAIN || record.stored_length == record.content_length, "its length")?;
    // What is condensed has a third of a byte a word, at least.
    require(
        record.codec != CODEC_SPIRV
            || u64::from(record.content_length) <= u64::from(record.stored_length) * MAX_EXPANSION,
        "longer than what is stored can hold",
    )
}

fn dictionary(view: View<'_>, record: DictionaryRecord, header: usize) -> Check {
    frame(view, record.offset, record.frame_length, record.content_length, header)?;
    require(record.content_length <= MAX_DICTIONARY, "too long")
}

fn frame(view: View<'_>, offset: u64, length: u32, content: u32, header: usize) -> Check {
    let end = offset.checked_add(u64::from(length)).ok_or("beyond the end")?;
    require(offset >= header as u64 && end <= view.bytes.len() as u64, "beyond the end")?;
    require(u64::from(content) <= u64::from(length) * MAX_RATIO, "longer than its frame can hold")
}
