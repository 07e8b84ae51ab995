//! The techniques of a shader as a table: what they have in common, and rows of bits with what differs.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use uberc_runtime::format::*;
use uberc_runtime::table::gather;

use super::PackError;

/// A technique before its defines and metadata have a place.
pub struct Described<'s> {
    /// Without defines and metadata.
    pub record: TechniqueRecord,
    /// Sorted by name, like [`Described::metadata`].
    pub defines: &'s [ScalarRecord],
    pub metadata: &'s [ScalarRecord],
}

/// Defines or metadata: those that all techniques have, and a column with its values for each of the others.
#[derive(Default)]
pub struct Named {
    pub common: Vec<ScalarRecord>,
    pub columns: Vec<(ColumnRecord, Vec<ScalarRecord>)>,
}

/// What the sections get of a shader's techniques.
pub struct Table {
    /// Without defines and metadata.
    pub common: TechniqueRecord,
    pub columns: Vec<ColumnRecord>,
    pub defines: Named,
    pub metadata: Named,
    /// Bytes of a row; 0 with less than two techniques.
    pub row_bytes: u32,
    /// One row a technique.
    pub rows: Vec<u8>,
}

/// `None` without techniques.
pub fn table(techniques: &[Described<'_>]) -> Result<Option<Table>, PackError> {
    let Some(first) = techniques.first() else { return Ok(None) };
    let mut rows = Rows { columns: Vec::new(), bits: 0 };
    let mut columns = Vec::new();
    let bits = |field: u8, of: fn(&TechniqueRecord) -> u64, rows: &mut Rows| -> Result<_, PackError> {
        let common = of(&first.record);
        let differ = techniques.iter().fold(0, |differ, technique| differ | (of(&technique.record) ^ common));
        let numbers = techniques.iter().map(|technique| gather(of(&technique.record) ^ common, differ)).collect();
        let halves = (differ as u32, (differ >> 32) as u32);
        rows.column(field, differ.count_ones(), numbers, halves)
    };
    columns.extend(bits(COLUMN_MASK, |record| record.mask, &mut rows)?);
    columns.extend(bits(COLUMN_VALUES, |record| record.values, &mut rows)?);
    for field in COLUMN_RENDER_STATE..COLUMN_SCALAR {
        let indices = techniques.iter().map(|technique| index(&technique.record, field));
        columns.extend(indices_column(field, indices, &mut rows)?);
    }
    let defines = named(techniques, |technique| technique.defines, &mut rows)?;
    let metadata = named(techniques, |technique| technique.metadata, &mut rows)?;
    let row_bytes = if techniques.len() == 1 { 0 } else { rows.bits.div_ceil(8).max(1) };
    let bytes = rows.write(techniques.len(), row_bytes);
    Ok(Some(Table { common: first.record, columns, defines, metadata, row_bytes, rows: bytes }))
}

fn index(record: &TechniqueRecord, field: u8) -> u32 {
    match field {
        COLUMN_RENDER_STATE => record.render_state,
        COLUMN_VERTEX_FORMAT => record.vertex_format,
        COLUMN_PROFILE => record.profile,
        stage => record.variants[usize::from(stage - COLUMN_VARIANTS)],
    }
}

/// From the smallest index on; one number more where some techniques have none.
fn indices_column(
    field: u8,
    indices: impl Iterator<Item = u32> + Clone,
    rows: &mut Rows,
) -> Result<Option<ColumnRecord>, PackError> {
    let known = || indices.clone().filter(|index| *index != NONE);
    let (Some(low), Some(high)) = (known().min(), known().max()) else { return Ok(None) };
    let has_none = indices.clone().any(|index| index == NONE);
    let count = high - low + 1;
    let width = u32::BITS - (count - u32::from(!has_none)).leading_zeros();
    let numbers = indices.map(|index| u64::from(if index == NONE { count } else { index - low })).collect();
    rows.column(field, width, numbers, (low, count))
}

/// A column for each name with more than one value, or that some techniques lack; its values in the order in which they
/// come. The caller adds these values to the pool.
fn named<'s>(
    techniques: &[Described<'s>],
    of: fn(&Described<'s>) -> &'s [ScalarRecord],
    rows: &mut Rows,
) -> Result<Named, PackError> {
    let names: BTreeSet<u32> = techniques.iter().flat_map(&of).map(|scalar| scalar.name).collect();
    let mut next = vec![0; techniques.len()];
    let mut made = Named::default();
    for name in names {
        let mut values: Vec<ScalarRecord> = Vec::new();
        let mut known: FxHashMap<(u32, u64), u64> = FxHashMap::default();
        let mut has_none = false;
        let numbers = techniques.iter().zip(&mut next).map(|(technique, next)| {
            let Some(scalar) = of(technique).get(*next).filter(|scalar| scalar.name == name) else {
                has_none = true;
                return u64::MAX;
            };
            *next += 1;
            *known.entry((scalar.kind, scalar.value)).or_insert_with(|| {
                values.push(*scalar);
                values.len() as u64 - 1
            })
        });
        let mut numbers: Vec<u64> = numbers.collect();
        let count = u32::try_from(values.len()).map_err(|_| PackError::TooMany("values of a define"))?;
        for number in &mut numbers {
            *number = (*number).min(u64::from(count));
        }
        let width = u32::BITS - (count - u32::from(!has_none)).leading_zeros();
        match rows.column(COLUMN_SCALAR, width, numbers, (0, count))? {
            None => made.common.extend(values),
            Some(column) => {
                let position = u16::try_from(made.common.len()).map_err(|_| PackError::TooMany("defines"))?;
                made.columns.push((ColumnRecord { position, ..column }, values));
                if made.columns.len() > MAX_SCALAR_COLUMNS as usize {
                    return Err(PackError::TooMany("defines or metadata in which techniques differ"));
                }
            }
        }
    }
    Ok(made)
}

/// The numbers of a shader's techniques as they lie in the rows.
struct Rows {
    columns: Vec<Packed>,
    /// Of a row.
    bits: u32,
}

struct Packed {
    shift: u32,
    width: u32,
    /// By technique.
    numbers: Vec<u64>,
}

/// So many columns are searched for the numbers of a further one.
const SEARCHED: usize = 64;

impl Rows {
    /// A column; `None` where techniques do not differ. Numbers that lie in the rows already, as the define that follows a
    /// branch lies in the values of branches, take no further bits.
    fn column(
        &mut self,
        field: u8,
        width: u32,
        numbers: Vec<u64>,
        (first, count): (u32, u32),
    ) -> Result<Option<ColumnRecord>, PackError> {
        if width == 0 {
            return Ok(None);
        }
        let mask = u64::MAX >> (64 - width);
        let found = self.columns.iter().take(SEARCHED).find_map(|known| {
            let shifts = 0..=known.width.checked_sub(width)?;
            let same =
                |shift: &u32| known.numbers.iter().zip(&numbers).all(|(known, own)| known >> shift & mask == *own);
            shifts.into_iter().find(same).map(|shift| known.shift + shift)
        });
        let shift = found.unwrap_or(self.bits);
        let record = ColumnRecord {
            first,
            count,
            shift: u16::try_from(shift).map_err(|_| PackError::TooMany("bits of a technique"))?,
            position: 0,
            field,
            // At most 64.
            width: width as u8,
            zero: 0,
        };
        if found.is_none() {
            self.bits += width;
            self.columns.push(Packed { shift, width, numbers });
        }
        Ok(Some(record))
    }

    /// The rows, one after the other; the bits of a row behind its columns are 0.
    fn write(&self, techniques: usize, row_bytes: u32) -> Vec<u8> {
        let stride = row_bytes as usize;
        let mut bytes = vec![0; techniques * stride];
        for (technique, row) in bytes.chunks_exact_mut(stride.max(1)).enumerate() {
            for column in &self.columns {
                let shifted = u128::from(column.numbers[technique]) << (column.shift % 8);
                let at = (column.shift / 8) as usize;
                for (byte, part) in row[at..].iter_mut().zip(shifted.to_le_bytes()) {
                    *byte |= part;
                }
            }
        }
        bytes
    }
}
