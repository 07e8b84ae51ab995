//! Keys of permutations, and the handles of branches they are made with.

use crate::format::{BRANCH_BOOL, BRANCH_ENUM, BranchRecord};

/// What values a branch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchKind {
    Bool,
    /// Both ends included.
    Int {
        min: i32,
        max: i32,
    },
    /// Members have the values 0, 1, ... in order.
    Enum {
        members: u32,
    },
}

/// The handle of a branch: where its bits lie. Looked up by name once; valid for every shader of the archive with the
/// same branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The layout's number, so that a handle is not used with another shader's key.
    pub(crate) layout: u32,
    /// Among the layout's branches.
    pub(crate) index: u16,
    pub(crate) kind: u8,
    pub(crate) first_bit: u8,
    pub(crate) width: u8,
    pub(crate) min: i32,
    pub(crate) max: u32,
}

impl Branch {
    pub(crate) fn new(layout: u32, index: u16, record: &BranchRecord) -> Branch {
        Branch {
            layout,
            index,
            kind: record.kind,
            first_bit: record.first_bit,
            width: record.width,
            min: record.min,
            max: record.max,
        }
    }

    /// Its place in the shader's list of branches.
    pub fn index(self) -> usize {
        usize::from(self.index)
    }

    /// What values it takes.
    pub fn kind(self) -> BranchKind {
        match self.kind {
            BRANCH_BOOL => BranchKind::Bool,
            BRANCH_ENUM => BranchKind::Enum { members: self.max.saturating_add(1) },
            _ => BranchKind::Int { min: self.min, max: self.min.saturating_add_unsigned(self.max) },
        }
    }

    /// Its lowest bit in a key.
    pub fn first_bit(self) -> u32 {
        u32::from(self.first_bit)
    }

    /// Bits; 0 where there is only one value.
    pub fn width(self) -> u32 {
        u32::from(self.width)
    }

    /// Its bits in a key.
    pub fn mask(self) -> u64 {
        crate::verify::key_mask(self.width()).checked_shl(self.first_bit()).unwrap_or(0)
    }

    /// The encoded value in these bits, whether it exists or not.
    pub(crate) fn extract(self, bits: u64) -> u64 {
        (bits & self.mask()).checked_shr(self.first_bit()).unwrap_or(0)
    }

    /// Whether the value in these bits exists.
    pub(crate) fn exists(self, bits: u64) -> bool {
        self.extract(bits) <= u64::from(self.max)
    }

    /// The number that stands in the shader for the value in these bits: 0 or 1, the integer, or the member's index.
    pub fn value(self, bits: u64) -> i64 {
        i64::from(self.min).wrapping_add_unsigned(self.extract(bits))
    }

    /// The value in place; `None` if it does not exist.
    pub(crate) fn insert(self, value: Value) -> Option<u64> {
        let encoded = value.0.checked_sub(i64::from(self.min)).and_then(|encoded| u64::try_from(encoded).ok())?;
        (encoded <= u64::from(self.max)).then(|| encoded.checked_shl(self.first_bit()).unwrap_or(0))
    }
}

/// A value of a branch: a boolean (0, 1), an integer, or the index of an enum's member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value(pub i64);

macro_rules! values {
    ($($ty:ty)+) => {
        $(impl From<$ty> for Value {
            fn from(value: $ty) -> Value {
                Value(i64::from(value))
            }
        })+
    };
}
values!(bool u8 u16 u32 i8 i16 i32 i64);

/// Why a key leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyFault {
    /// The branch does not have this value.
    NoSuchValue { branch: Branch, value: i64 },
    /// The branch belongs to a shader with other branches.
    ForeignBranch,
}

/// A permutation of a shader: the value of every branch as 64 bits.
///
/// Setting a value that does not exist, or another shader's branch, is remembered: a lookup with such a key is a miss
/// that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    pub(crate) bits: u64,
    pub(crate) layout: u32,
    pub(crate) fault: Option<KeyFault>,
}

impl Key {
    /// With this value for this branch.
    #[must_use]
    pub fn with(self, branch: Branch, value: impl Into<Value>) -> Key {
        match self.try_with(branch, value) {
            Ok(key) => key,
            Err(fault) => Key { fault: self.fault.or(Some(fault)), ..self },
        }
    }

    /// With this value for this branch, or what is wrong with them.
    pub fn try_with(self, branch: Branch, value: impl Into<Value>) -> Result<Key, KeyFault> {
        if branch.layout != self.layout {
            return Err(KeyFault::ForeignBranch);
        }
        let value = value.into();
        let bits = branch.insert(value).ok_or(KeyFault::NoSuchValue { branch, value: value.0 })?;
        Ok(Key { bits: self.bits & !branch.mask() | bits, ..self })
    }

    /// The bits.
    pub fn bits(self) -> u64 {
        self.bits
    }

    /// The first thing that went wrong in making it.
    pub fn fault(self) -> Option<KeyFault> {
        self.fault
    }
}
