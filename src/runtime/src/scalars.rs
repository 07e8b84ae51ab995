//! Defines and metadata.

use core::fmt;

use crate::format::{ColumnRecord, NONE, SCALAR_BOOL, SCALAR_NUMBER, ScalarRecord};
use crate::view::View;

/// A define's or a metadatum's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar<'p> {
    Bool(bool),
    /// Finite.
    Number(f64),
    String(&'p str),
}

/// Named scalars, sorted by name.
#[derive(Clone, Copy)]
pub struct Scalars<'p> {
    view: View<'p>,
    /// Those of all techniques: the first, and how many.
    common: (u32, u32),
    /// Those in which techniques differ.
    columns: (u32, u32),
    row: &'p [u8],
}

impl<'p> Scalars<'p> {
    pub(crate) fn new(view: View<'p>, first: u32, count: u32) -> Scalars<'p> {
        Scalars { view, common: (first, count), columns: (0, 0), row: &[] }
    }

    /// What all techniques of a table have, and what the row of one adds.
    pub(crate) fn of_row(view: View<'p>, common: (u32, u32), columns: (u32, u32), row: &'p [u8]) -> Scalars<'p> {
        Scalars { view, common, columns, row }
    }

    /// Names and values, sorted by name. Allocates nothing.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'p str, Scalar<'p>)> + use<'p> {
        Iter { scalars: *self, common: 0, column: 0, rest: self.len() }
    }

    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<Scalar<'p>> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many values are looked at to find those that a technique has: a bound of [`Scalars::len`] in constant time.
    pub fn column_count(&self) -> usize {
        self.common.1 as usize + self.columns.1 as usize
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let columns = self.view.records::<ColumnRecord>(self.columns.0, self.columns.1).flatten();
        self.common.1 as usize + columns.filter(|column| column.index(self.row) != NONE).count()
    }

    fn scalar(&self, index: u32) -> (&'p str, Scalar<'p>) {
        let record: ScalarRecord = self.view.record(index).unwrap_or_default();
        let value = match record.kind {
            SCALAR_BOOL => Scalar::Bool(record.value != 0),
            SCALAR_NUMBER => Scalar::Number(f64::from_bits(record.value)),
            _ => Scalar::String(self.view.string(u32::try_from(record.value).unwrap_or(NONE))),
        };
        (self.view.string(record.name), value)
    }
}

impl fmt::Debug for Scalars<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Merges what is common and the columns: a column knows how many common ones come before it.
struct Iter<'p> {
    scalars: Scalars<'p>,
    /// Common ones that were given out.
    common: u32,
    /// The next column.
    column: u32,
    /// Items that are left.
    rest: usize,
}

impl<'p> Iterator for Iter<'p> {
    type Item = (&'p str, Scalar<'p>);

    fn next(&mut self) -> Option<Self::Item> {
        self.rest = self.rest.checked_sub(1)?;
        let Scalars { view, common, columns, row } = self.scalars;
        while self.column < columns.1 {
            let column: ColumnRecord = view.record(columns.0.saturating_add(self.column))?;
            if u32::from(column.position) > self.common && self.common < common.1 {
                break;
            }
            self.column += 1;
            let index = column.index(row);
            if index != NONE {
                return Some(self.scalars.scalar(index));
            }
        }
        let index = common.0.saturating_add(self.common);
        self.common += 1;
        Some(self.scalars.scalar(index))
    }

    /// In constant time, where techniques have no values of their own.
    fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
        if self.scalars.columns.1 > 0 {
            (0..skipped).try_for_each(|_| self.next().map(drop))?;
        } else {
            let skipped = skipped.min(self.rest);
            self.rest -= skipped;
            // Not more than there are.
            self.common = self.common.saturating_add(u32::try_from(skipped).unwrap_or(u32::MAX));
        }
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest, Some(self.rest))
    }
}

impl ExactSizeIterator for Iter<'_> {}
