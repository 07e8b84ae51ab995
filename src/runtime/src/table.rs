//! The techniques of a shader as a table: what they have in common, and a row of bits for each with what differs.
//!
//! A row is the concatenation of small numbers (frame of reference and bit packing); a column says where its number lies
//! and what it means. Columns may lie over each other where their numbers are equal.

use crate::format::{
    COLUMN_MASK, COLUMN_PROFILE, COLUMN_RENDER_STATE, COLUMN_SCALAR, COLUMN_VALUES, COLUMN_VARIANTS,
    COLUMN_VERTEX_FORMAT, ColumnRecord, MAX_SCALAR_COLUMNS, NONE, Section, ShaderRecord, TechniqueRecord,
    TechniqueTableRecord,
};
use crate::open::OpenError;
use crate::scalars::Scalars;
use crate::stage::Stage;
use crate::view::View;

/// Bits of the shader's first technique, and those in which others differ from them, as one number: the lowest bit that
/// differs is the number's lowest.
pub fn gather(bits: u64, differ: u64) -> u64 {
    let (mut rest, mut at, mut number) = (differ, 0, 0);
    while rest != 0 {
        number |= (bits >> rest.trailing_zeros() & 1) << at;
        at += 1;
        rest &= rest - 1;
    }
    number
}

/// The bits that [`gather`] made the number of.
pub fn spread(number: u64, differ: u64) -> u64 {
    let (mut rest, mut at, mut bits) = (differ, 0, 0);
    while rest != 0 {
        bits |= (number >> at & 1) << rest.trailing_zeros();
        at += 1;
        rest &= rest - 1;
    }
    bits
}

impl ColumnRecord {
    /// The bits of a mask or of values that differ.
    pub fn differ(&self) -> u64 {
        u64::from(self.count) << 32 | u64::from(self.first)
    }

    /// The column's number in a row; 0 for what lies beyond the row.
    pub fn number(&self, row: &[u8]) -> u64 {
        let rest = row.get(usize::from(self.shift / 8)..).unwrap_or(&[]);
        // 64 bits that do not begin with a byte lie in nine.
        let bytes = rest.get(..9).unwrap_or(rest);
        let all = bytes.iter().rev().fold(0u128, |all, byte| all << 8 | u128::from(*byte));
        (all >> (self.shift % 8)) as u64 & crate::verify::key_mask(u32::from(self.width))
    }

    /// The index that the number means; [`NONE`] where the technique has none.
    pub fn index(&self, row: &[u8]) -> u32 {
        let number = u32::try_from(self.number(row)).ok().filter(|number| *number < self.count);
        number.and_then(|number| self.first.checked_add(number)).unwrap_or(NONE)
    }
}

/// A technique's fields. Before version 1.4, each technique has a record of its own.
#[derive(Clone, Copy)]
pub(crate) struct Row<'p> {
    view: View<'p>,
    table: TechniqueTableRecord,
    common: TechniqueRecord,
    bytes: &'p [u8],
}

impl<'p> Row<'p> {
    /// `shader`: among those of all targets; `index`: of the technique, among those of all shaders; `number`: among those of
    /// its shader.
    pub(crate) fn of(view: View<'p>, shader: u32, index: u32, number: u32) -> Row<'p> {
        let own = TechniqueTableRecord { technique: index, ..TechniqueTableRecord::default() };
        let table = view.record(shader).unwrap_or(own);
        let common = view.record(table.technique).unwrap_or(TechniqueRecord {
            render_state: NONE,
            vertex_format: NONE,
            profile: NONE,
            variants: [NONE; 6],
            ..TechniqueRecord::default()
        });
        let start = number.checked_mul(table.row_bytes).and_then(|start| start.checked_add(table.first_row_byte));
        let bytes = start.and_then(|start| view.elements(Section::TechniqueRows, start, table.row_bytes));
        Row { view, table, common, bytes: bytes.unwrap_or(&[]) }
    }

    fn column(&self, field: u8) -> Option<ColumnRecord> {
        let mut columns = self.view.records(self.table.first_column, self.table.column_count).flatten();
        columns.find(|column: &ColumnRecord| column.field == field)
    }

    /// A field that is an index.
    pub(crate) fn index(&self, field: u8) -> u32 {
        match (self.column(field), field) {
            (Some(column), _) => column.index(self.bytes),
            (None, COLUMN_RENDER_STATE) => self.common.render_state,
            (None, COLUMN_VERTEX_FORMAT) => self.common.vertex_format,
            (None, COLUMN_PROFILE) => self.common.profile,
            (None, _) => {
                let stage = field.checked_sub(COLUMN_VARIANTS);
                stage.and_then(|stage| self.common.variants.get(usize::from(stage))).copied().unwrap_or(NONE)
            }
        }
    }

    /// The mask or the values.
    pub(crate) fn bits(&self, field: u8) -> u64 {
        let common = if field == COLUMN_MASK { self.common.mask } else { self.common.values };
        self.column(field).map_or(common, |column| common ^ spread(column.number(self.bytes), column.differ()))
    }

    pub(crate) fn defines(&self) -> Scalars<'p> {
        let (common, table) = (&self.common, &self.table);
        let columns = (table.first_define_column, table.define_column_count);
        Scalars::of_row(self.view, (common.first_define, common.define_count), columns, self.bytes)
    }

    pub(crate) fn metadata(&self) -> Scalars<'p> {
        let (common, table) = (&self.common, &self.table);
        let columns = (table.first_metadata_column, table.metadata_column_count);
        Scalars::of_row(self.view, (common.first_metadata, common.metadata_count), columns, self.bytes)
    }
}

/// How many techniques there are.
pub(crate) fn technique_count(view: View<'_>) -> u32 {
    if view.count(Section::TechniqueTables) == 0 {
        return view.count(Section::Techniques);
    }
    let last = view.count(Section::Shaders).checked_sub(1).and_then(|last| view.record::<ShaderRecord>(last));
    last.map_or(0, |shader| shader.first_technique.saturating_add(shader.technique_count))
}

/// Tables of shaders whose records were accepted. A column is looked at once for each row, and a table has few of those
/// that are: linear. A number of a define means something whatever it is, and is not looked at; its column is, once for each
/// table, which has at most [`MAX_SCALAR_COLUMNS`] of them.
pub(crate) fn verify(view: View<'_>) -> Result<(), OpenError> {
    let count = view.count(Section::TechniqueTables);
    let section = Section::TechniqueTables;
    let wrong = |index, what| OpenError::Structure { section, index, what };
    if count == 0 {
        let nothing = view.count(Section::Columns) == 0 && view.count(Section::TechniqueRows) == 0;
        return if nothing { Ok(()) } else { Err(wrong(0, "columns without a table")) };
    }
    if count != view.count(Section::Shaders) {
        return Err(wrong(0, "not one for each shader"));
    }
    let (mut next_technique, mut next_byte) = (0, 0);
    for index in 0..count {
        let (Some(table), Some(shader)) = (view.record(index), view.record::<ShaderRecord>(index)) else {
            return Err(wrong(index, "its length"));
        };
        if shader.first_technique != next_technique {
            return Err(wrong(index, "its techniques do not begin where those before end"));
        }
        let end = next_technique.checked_add(shader.technique_count).filter(|end| *end != NONE);
        next_technique = end.ok_or(wrong(index, "too many techniques"))?;
        next_byte = table_end(view, table, shader.technique_count, next_byte).map_err(|what| wrong(index, what))?;
    }
    if next_byte != view.count(Section::TechniqueRows) {
        return Err(wrong(count - 1, "rows of no shader"));
    }
    Ok(())
}

/// Where the rows of a table end, if everything in it exists.
fn table_end(view: View<'_>, table: TechniqueTableRecord, techniques: u32, start: u32) -> Result<u32, &'static str> {
    let range = |first: u32, count: u32| {
        first.checked_add(count).filter(|end| *end <= view.count(Section::Columns)).ok_or("columns that do not exist")
    };
    range(table.first_column, table.column_count)?;
    range(table.first_define_column, table.define_column_count)?;
    range(table.first_metadata_column, table.metadata_column_count)?;
    if techniques == 0 {
        let nothing = TechniqueTableRecord { technique: NONE, first_row_byte: start, ..Default::default() };
        return if table == nothing { Ok(start) } else { Err("something in common of no techniques") };
    }
    if table.technique >= view.count(Section::Techniques) {
        return Err("a technique that does not exist");
    }
    // So there are not more techniques than bytes.
    if (table.row_bytes == 0) != (techniques == 1) || table.first_row_byte != start {
        return Err("its rows");
    }
    scalar_columns(view, table.first_define_column, table.define_column_count, table.row_bytes)?;
    scalar_columns(view, table.first_metadata_column, table.metadata_column_count, table.row_bytes)?;
    let length = if techniques == 1 { Some(0) } else { table.row_bytes.checked_mul(techniques) };
    let end = length.and_then(|length| start.checked_add(length));
    let end = end.filter(|end| *end <= view.count(Section::TechniqueRows)).ok_or("rows that do not exist")?;
    let rows = view.elements(Section::TechniqueRows, start, end - start).unwrap_or(&[]);
    let common: TechniqueRecord = view.record(table.technique).ok_or("a technique that does not exist")?;
    let mut before = None;
    let (mut mask, mut values) = (None, None);
    for column in view.records::<ColumnRecord>(table.first_column, table.column_count).flatten() {
        if before.is_some_and(|before| before >= column.field) || column.field >= COLUMN_SCALAR {
            return Err("its columns are not in order");
        }
        before = Some(column.field);
        if u64::from(column.shift) + u64::from(column.width) > u64::from(table.row_bytes) * 8 {
            return Err("a column beyond the row");
        }
        match column.field {
            COLUMN_MASK => mask = Some(column),
            COLUMN_VALUES => values = Some(column),
            _ => indices(view, column, rows.chunks_exact(table.row_bytes.max(1) as usize))?,
        }
    }
    let bits = |common: u64, column: Option<ColumnRecord>, row: &[u8]| {
        column.map_or(common, |column| common ^ spread(column.number(row), column.differ()))
    };
    let outside = |row| bits(common.values, values, row) & !bits(common.mask, mask, row) != 0;
    let differ = mask.is_some() || values.is_some();
    if differ && rows.chunks_exact(table.row_bytes.max(1) as usize).any(outside) {
        return Err("values outside of the mask");
    }
    Ok(end)
}

/// Whether columns are those of defines or metadata, and lie in the row.
fn scalar_columns(view: View<'_>, first: u32, count: u32, row_bytes: u32) -> Result<(), &'static str> {
    if count > MAX_SCALAR_COLUMNS {
        return Err("too many columns");
    }
    let row_bits = u64::from(row_bytes) * 8;
    // Without a branch in the loop: many tables may have the same list.
    let (is_scalar, is_within) =
        view.records::<ColumnRecord>(first, count).flatten().fold((true, true), |(is_scalar, is_within), column| {
            let end = u64::from(column.shift) + u64::from(column.width);
            (is_scalar & (column.field == COLUMN_SCALAR), is_within & (end <= row_bits))
        });
    if !is_scalar {
        return Err("a column that is no define or metadatum");
    }
    if is_within { Ok(()) } else { Err("a column beyond the row") }
}

/// Whether the indices of a column are what the field may have.
fn indices<'p>(
    view: View<'p>,
    column: ColumnRecord,
    mut rows: impl Iterator<Item = &'p [u8]>,
) -> Result<(), &'static str> {
    match column.field {
        COLUMN_RENDER_STATE => {
            let all = rows.all(|row| column.index(row) < view.count(Section::RenderStates));
            all.then_some(()).ok_or("a render state that does not exist")
        }
        // That its strings exist is a matter of the column alone.
        COLUMN_VERTEX_FORMAT | COLUMN_PROFILE => Ok(()),
        field => {
            let stage = Stage::from_index(field - COLUMN_VARIANTS).ok_or("its stage")?;
            rows.try_for_each(|row| crate::verify::stage_variant(view, stage, column.index(row)))
        }
    }
}

/// What a column says for itself.
pub(crate) fn verify_column(view: View<'_>, column: ColumnRecord) -> Result<(), &'static str> {
    let within = |section, what| {
        let end = column.first.checked_add(column.count);
        end.filter(|end| *end <= view.count(section)).map(|_| ()).ok_or(what)
    };
    match column.field {
        COLUMN_MASK | COLUMN_VALUES => {
            if u32::from(column.width) != column.differ().count_ones() {
                return Err("its width");
            }
        }
        COLUMN_RENDER_STATE => within(Section::RenderStates, "a render state that does not exist")?,
        COLUMN_VERTEX_FORMAT | COLUMN_PROFILE => within(Section::Strings, "a string that does not exist")?,
        COLUMN_SCALAR => within(Section::Scalars, "a define that does not exist")?,
        field if field < COLUMN_SCALAR => within(Section::Variants, "a variant that does not exist")?,
        _ => return Err("its field"),
    }
    let most = if column.field <= COLUMN_VALUES { 64 } else { 32 };
    let named = column.field == COLUMN_SCALAR || column.position == 0;
    if column.width == 0 || column.width > most || column.zero != 0 || !named {
        return Err("its width, or a reserved field");
    }
    Ok(())
}
