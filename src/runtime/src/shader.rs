//! Shaders: names, branches, and the lookup from key to technique.

use alloc::string::ToString;
use core::fmt;

use crate::closest::closest;
use crate::decision::Lookup;
use crate::error::Error;
use crate::format::{
    BRANCH_ENUM, BranchRecord, FALLBACK_PERMUTATION, FALLBACK_SHADER, LayoutRecord, NONE, Section, ShaderRecord,
};
use crate::key::{Branch, Key, Value};
use crate::miss::{Miss, MissReason};
use crate::pack::Target;
use crate::scalars::Scalars;
use crate::technique::Technique;
use crate::view::View;

/// What a shader declares for permutations that are not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback<'p> {
    /// The branches of the same names of another shader.
    Shader(&'p str),
    /// This permutation of the same shader.
    Permutation(Key),
}

/// A shader's place in one archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShaderId {
    /// The target's number.
    pub target: u32,
    /// Among the shaders of all targets.
    pub index: u32,
}

/// A shader as one target has it.
#[derive(Clone, Copy)]
pub struct Shader<'p> {
    pub(crate) view: View<'p>,
    pub(crate) target: u32,
    pub(crate) index: u32,
    record: ShaderRecord,
    layout: LayoutRecord,
    lookup: Lookup<'p>,
}

impl<'p> Shader<'p> {
    pub(crate) fn at(view: View<'p>, target: u32, index: u32) -> Shader<'p> {
        let record = view.record(index).unwrap_or(ShaderRecord {
            fallback: 0,
            fallback_kind: 0,
            name: NONE,
            layout: NONE,
            decision: NONE,
            first_technique: 0,
            technique_count: 0,
            first_metadata: 0,
            metadata_count: 0,
        });
        let layout =
            view.record(record.layout).unwrap_or(LayoutRecord { first_branch: 0, branch_count: 0, key_bits: 0 });
        Shader { view, target, index, record, layout, lookup: Lookup::new(view, record.decision) }
    }

    /// As the sidecar names it.
    pub fn name(&self) -> &'p str {
        self.view.string(self.record.name)
    }

    /// A number to keep where a borrow cannot be kept: [`Pack::shader`](crate::Pack::shader) leads back.
    pub fn id(&self) -> ShaderId {
        ShaderId { target: self.target, index: self.index }
    }

    /// The target it was looked up in.
    pub fn target(&self) -> Target<'p> {
        Target::at(self.view, self.target)
    }

    /// Number of bits of a key.
    pub fn key_bits(&self) -> u32 {
        self.layout.key_bits
    }

    /// The branches, in the order of the sidecar.
    pub fn branches(&self) -> impl ExactSizeIterator<Item = BranchInfo<'p>> + use<'p> {
        let (view, layout) = (self.view, self.record.layout);
        view.records(self.layout.first_branch, self.layout.branch_count)
            .enumerate()
            .map(move |(index, record)| BranchInfo::new(view, layout, index, record))
    }

    /// The handle of the branch with this name. Allocates only to say that there is none.
    pub fn branch(&self, name: &str) -> Result<Branch, Error> {
        self.find_branch(name).map(|branch| branch.handle).ok_or_else(|| Error::UnknownBranch {
            asked: name.to_string(),
            shader: self.name().to_string(),
            closest: closest(name, self.branches().map(|branch| branch.name())).map(ToString::to_string),
            known: self.branches().map(|branch| branch.name().to_string()).collect(),
        })
    }

    pub(crate) fn find_branch(&self, name: &str) -> Option<BranchInfo<'p>> {
        let wanted = self.view.find_string(name)?;
        self.branches().find(|branch| branch.name == wanted)
    }

    /// The key with every branch at its first value: false, the smallest integer, the first member.
    pub fn key(&self) -> Key {
        self.key_from_bits(0)
    }

    /// The key with these bits.
    pub fn key_from_bits(&self, bits: u64) -> Key {
        Key { bits, layout: self.record.layout, fault: None }
    }

    /// The technique of a permutation. Constant time with a table; allocates nothing.
    #[inline]
    pub fn technique(&self, key: Key) -> Result<Technique<'p>, Miss<'p>> {
        // A look-up in a table is short, and is inlined without the rest. Each of the others is a call of its own, so that none
        // saves the registers that another one needs, and gives the answer, so that nothing has to outlive the call here.
        match self.lookup {
            Lookup::Table16(entries) => self.answer(key, crate::decision::find_entry(entries, key.bits)),
            Lookup::Diagram(slots, mask) => self.technique_in_diagram(key, slots, mask),
            _ => self.technique_further(key),
        }
    }

    #[inline(never)]
    fn technique_in_diagram(&self, key: Key, slots: &[[u8; 8]], mask: u64) -> Result<Technique<'p>, Miss<'p>> {
        self.answer(key, if key.bits & !mask == 0 { crate::diagram::find(slots, key.bits) } else { None })
    }

    #[inline(never)]
    fn technique_further(&self, key: Key) -> Result<Technique<'p>, Miss<'p>> {
        let found = self.lookup.find_further(key.bits);
        // A cube holds permutations that don't exist as well; the others have no technique for them.
        self.answer(key, found.filter(|_| !self.lookup.is_loose() || self.exists(key.bits)))
    }

    /// The technique that was found for the bits of a key.
    #[inline(always)]
    fn answer(&self, key: Key, found: Option<u32>) -> Result<Technique<'p>, Miss<'p>> {
        let found = if key.layout == self.record.layout && key.fault.is_none() { found } else { None };
        match found {
            Some(number) => Ok(self.technique_at(number)),
            None => Err(Miss { view: self.view, target: self.target, shader: self.index, key }),
        }
    }

    /// Every distinct technique.
    pub fn techniques(&self) -> impl ExactSizeIterator<Item = Technique<'p>> + use<'p> {
        let this = *self;
        (0..this.record.technique_count).map(move |number| this.technique_at(number))
    }

    /// The technique with this number.
    pub fn technique_by_number(&self, number: u32) -> Option<Technique<'p>> {
        (number < self.record.technique_count).then(|| self.technique_at(number))
    }

    #[inline]
    fn technique_at(&self, number: u32) -> Technique<'p> {
        Technique {
            view: self.view,
            shader: self.index,
            index: self.record.first_technique.saturating_add(number),
            number,
            layout: self.record.layout,
        }
    }

    /// Why a key that has no technique has none.
    pub(crate) fn why_missed(&self, key: Key) -> MissReason {
        if let Some(fault) = key.fault {
            MissReason::Key(fault)
        } else if key.layout != self.record.layout {
            MissReason::ForeignKey
        } else if key.bits & !crate::verify::key_mask(self.key_bits()) != 0 {
            MissReason::BitsBeyondKey
        } else if let Some(branch) = self.branches().find(|branch| !branch.handle.exists(key.bits)) {
            MissReason::NoSuchPermutation { branch: branch.handle }
        } else {
            MissReason::NotBuilt
        }
    }

    /// Whether every branch has a value that exists.
    pub fn exists(&self, bits: u64) -> bool {
        bits & !crate::verify::key_mask(self.key_bits()) == 0
            && self.branches().all(|branch| branch.handle.exists(bits))
    }

    /// The built permutation nearest to these bits: fewest bits differ, then the smallest number. Reads the whole
    /// decision structure.
    pub fn nearest(&self, bits: u64) -> Option<Key> {
        self.lookup.nearest(self, bits).map(|bits| self.key_from_bits(bits))
    }

    /// What it declares for permutations that are not built.
    pub fn fallback(&self) -> Option<Fallback<'p>> {
        match self.record.fallback_kind {
            FALLBACK_SHADER => {
                u32::try_from(self.record.fallback).ok().map(|name| Fallback::Shader(self.view.string(name)))
            }
            FALLBACK_PERMUTATION => Some(Fallback::Permutation(self.key_from_bits(self.record.fallback))),
            _ => None,
        }
    }

    /// `Metadata` of the sidecar, sorted by name.
    pub fn metadata(&self) -> Scalars<'p> {
        Scalars::new(self.view, self.record.first_metadata, self.record.metadata_count)
    }

    /// What finds a technique: `table`, `diagram` or `cubes`, and the number of entries (of a diagram: slots).
    pub fn decision(&self) -> (&'static str, usize) {
        self.lookup.describe()
    }

    /// Bits as people write them: `g_bSkinning=1,g_Quality=High`; booleans that are 0 are left out.
    pub fn describe(&self, bits: u64) -> impl fmt::Display + use<'p> {
        Description { shader: *self, bits }
    }
}

impl fmt::Debug for Shader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Shader").field(&self.name()).finish()
    }
}

/// A branch with its names.
#[derive(Clone, Copy)]
pub struct BranchInfo<'p> {
    view: View<'p>,
    name: u32,
    first_member: u32,
    handle: Branch,
}

impl<'p> BranchInfo<'p> {
    fn new(view: View<'p>, layout: u32, index: usize, record: Option<BranchRecord>) -> BranchInfo<'p> {
        let record = record.unwrap_or(BranchRecord {
            name: NONE,
            kind: 0,
            first_bit: 0,
            width: 0,
            zero: 0,
            min: 0,
            max: 0,
            first_member: 0,
        });
        let handle = Branch::new(layout, u16::try_from(index).unwrap_or(u16::MAX), &record);
        BranchInfo { view, name: record.name, first_member: record.first_member, handle }
    }

    /// As the sidecar and the source name it.
    pub fn name(&self) -> &'p str {
        self.view.string(self.name)
    }

    /// What keys are made with.
    pub fn handle(&self) -> Branch {
        self.handle
    }

    /// The members of an enum, in order; empty for other kinds.
    pub fn members(&self) -> impl ExactSizeIterator<Item = &'p str> + use<'p> {
        let count = if self.handle.kind == BRANCH_ENUM { self.handle.max.saturating_add(1) } else { 0 };
        let bytes = self.view.elements(Section::Names, self.first_member, count).unwrap_or(&[]);
        let view = self.view;
        bytes.as_chunks::<4>().0.iter().map(move |name| view.string(u32::from_le_bytes(*name)))
    }

    /// The name of an enum's member: [`BranchInfo::members`] at this place, in constant time.
    pub fn member_name(&self, index: u32) -> Option<&'p str> {
        if self.handle.kind != BRANCH_ENUM || index > self.handle.max {
            return None;
        }
        let name = self.view.word(Section::Names, self.first_member.checked_add(index)?)?;
        Some(self.view.string(name))
    }

    /// The value of an enum's member.
    pub fn member(&self, name: &str) -> Option<Value> {
        self.members().zip(0i64..).find(|(member, _)| *member == name).map(|(_, index)| Value(index))
    }

    /// A value from text: `true`, `false`, `0`, `1` of a boolean, an integer in the range, a member's name.
    pub fn parse(&self, text: &str) -> Option<Value> {
        let value = match (self.handle.kind, text) {
            (BRANCH_ENUM, _) => self.member(text)?,
            (crate::format::BRANCH_BOOL, "true") => Value(1),
            (crate::format::BRANCH_BOOL, "false") => Value(0),
            _ => Value(text.parse().ok()?),
        };
        self.handle.insert(value).map(|_| value)
    }

    /// The value in these bits as people write it: `1`, `3`, `High`.
    pub fn display(&self, bits: u64) -> impl fmt::Display + use<'p> {
        DisplayValue { branch: *self, bits }
    }
}

impl fmt::Debug for BranchInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BranchInfo").field("name", &self.name()).field("kind", &self.handle.kind()).finish()
    }
}

struct DisplayValue<'p> {
    branch: BranchInfo<'p>,
    bits: u64,
}

impl fmt::Display for DisplayValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.branch.handle.value(self.bits);
        if self.branch.handle.kind == BRANCH_ENUM {
            match u32::try_from(value).ok().and_then(|index| self.branch.member_name(index)) {
                Some(name) => f.write_str(name),
                None => write!(f, "#{value}"),
            }
        } else {
            write!(f, "{value}")
        }
    }
}

struct Description<'p> {
    shader: Shader<'p>,
    bits: u64,
}

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for branch in self.shader.branches() {
            if branch.handle.kind == crate::format::BRANCH_BOOL && branch.handle.extract(self.bits) == 0 {
                continue;
            }
            if !first {
                f.write_str(",")?;
            }
            first = false;
            write!(f, "{}={}", branch.name(), branch.display(self.bits))?;
        }
        if first { f.write_str("(all branches off)") } else { Ok(()) }
    }
}
