//! A module of naga's SPIR-V writer in its parts.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use rspirv::spirv::{AddressingModel, Decoration, Dim, ImageFormat, MemoryModel, Op, StorageClass};
use rustc_hash::FxHashMap;

use super::capabilities::Declared;
use super::declarations::{Declaration, Declarations, Place, Reading, Reference};
use crate::compile::spirv::words;

/// Limit on ids: a damaged header must not cause a huge allocation.
const MOST_IDS: u32 = 1 << 22;

/// The parts of a module.
#[derive(Debug)]
pub struct Split<'m> {
    pub header: &'m [u32],
    /// Without the capabilities that follow from instructions of naga's.
    pub declared: Declared<'m>,
    pub memory_model: &'m [u32],
    pub entry_point: &'m [u32],
    /// Execution modes of the entry point.
    pub modes: Vec<&'m [u32]>,
    /// The number of the imported instructions among the declarations of the session.
    pub imported: u32,
    /// By id, what it stands for outside of functions.
    pub references: Vec<Option<Reference>>,
    /// Variables that have a place in the session: its number among the declarations there, and the variable.
    pub placed: BTreeMap<Place, (u32, Declaration)>,
    /// Other variables and specialisation constants, by number.
    pub variables: Vec<Declaration>,
    /// The ids of types of writable images without a format.
    pub unformatted: Vec<u32>,
    /// The words of each function.
    pub functions: Vec<&'m [u32]>,
    /// By id, what decorates values of functions.
    pub decorations: FxHashMap<u32, Vec<&'m [u32]>>,
}

/// The declarations of a session, which are locked for writing at the first that is new.
enum Known<'d> {
    Read(RwLockReadGuard<'d, Declarations>),
    Write(RwLockWriteGuard<'d, Declarations>),
}

impl<'d> Known<'d> {
    /// What `find` finds, or `add` adds.
    fn find_or_add(
        self,
        all: &'d RwLock<Declarations>,
        find: impl FnOnce(&Declarations) -> Option<u32>,
        add: impl FnOnce(&mut Declarations) -> u32,
    ) -> (Known<'d>, u32) {
        let mut known = match self {
            Known::Read(read) => match find(&read) {
                Some(number) => return (Known::Read(read), number),
                None => {
                    drop(read);
                    all.write().unwrap_or_else(PoisonError::into_inner)
                }
            },
            Known::Write(write) => write,
        };
        let number = add(&mut known);
        (Known::Write(known), number)
    }
}

/// The module's parts. `None` where it has something that is not known here. Its capabilities are all declared again. `numbers`: of the
/// variables without a binding, except for inputs and outputs, in the order of the module; passes may have added some behind them.
pub fn split<'m>(module: &'m [u32], numbers: &[Option<u32>], all: &RwLock<Declarations>) -> Option<Split<'m>> {
    let (header, body) = module.split_at_checked(words::HEADER)?;
    let bound = Some(header[words::BOUND]).filter(|bound| *bound <= MOST_IDS)?;
    let mut all_declared = Declared::default();
    let (mut memory_model, mut entry_point) = (None, None);
    let mut modes = Vec::new();
    let mut decorations: FxHashMap<u32, Vec<&[u32]>> = FxHashMap::default();
    let mut declared = Vec::new();
    let mut functions = Functions::default();
    let mut at = 0;
    for instruction in words::instructions(body) {
        let opcode = words::opcode(instruction[0]);
        let here = at..at + instruction.len();
        at = here.end;
        if functions.take(opcode, here, instruction) {
            continue;
        }
        match opcode {
            it if it == Op::Capability as u32 => {
                all_declared.capabilities.push(*instruction.get(1)?);
            }
            it if it == Op::Extension as u32 => all_declared.extensions.push(instruction),
            it if it == Op::MemoryModel as u32 => memory_model = Some(instruction),
            it if it == Op::EntryPoint as u32 && entry_point.is_none() => entry_point = Some(instruction),
            it if it == Op::ExecutionMode as u32 => modes.push(instruction),
            it if it == Op::Decorate as u32 || it == Op::MemberDecorate as u32 => {
                decorations.entry(*instruction.get(1)?).or_default().push(instruction);
            }
            // What declares nothing is refused with the declarations.
            _ => declared.push(instruction),
        }
    }
    let is_plain = [AddressingModel::Logical as u32, MemoryModel::GLSL450 as u32];
    let memory_model = memory_model.filter(|it| it.get(1..) == Some(&is_plain))?;
    if at != body.len() {
        return None;
    }
    let mut split = Split {
        header,
        declared: all_declared,
        memory_model,
        entry_point: entry_point?,
        modes,
        imported: 0,
        references: std::iter::repeat_n(None, bound as usize).collect(),
        placed: BTreeMap::new(),
        variables: Vec::new(),
        unformatted: Vec::new(),
        functions: functions.all.iter().map(|range| &body[range.clone()]).collect(),
        decorations: FxHashMap::default(),
    };
    for (id, number) in functions.ids.iter().zip(0..) {
        *split.references.get_mut(*id as usize)? = Some(Reference::Function(number));
    }
    split.declare(&declared, &mut decorations, numbers, all)?;
    split.decorations = decorations;
    Some(split)
}

impl Split<'_> {
    /// Takes the declarations of the module.
    fn declare(
        &mut self,
        declared: &[&[u32]],
        decorations: &mut FxHashMap<u32, Vec<&[u32]>>,
        numbers: &[Option<u32>],
        all: &RwLock<Declarations>,
    ) -> Option<()> {
        let mut known = Known::Read(all.read().unwrap_or_else(PoisonError::into_inner));
        let mut is_imported = false;
        let mut numbers = numbers.iter();
        let mut reading = Reading::default();
        for instruction in declared {
            let opcode = words::opcode(instruction[0]);
            let is_variable = opcode == Op::Variable as u32;
            let is_own = is_variable || is_specialisation(opcode);
            let references = &self.references;
            let reference = |id: u32| *references.get(id as usize)?;
            let id = *instruction.get(if is_value(opcode) { 2 } else { 1 })?;
            let decorated = decorations.remove(&id).unwrap_or_default();
            reading.read(instruction, &decorated, reference)?;
            let place = match place_of(&decorated).filter(|_| is_variable) {
                Some((set, binding)) => Some(Place::Resource(set, binding)),
                None if is_inside(instruction) => numbers.next().copied().flatten().map(Place::Variable),
                None => None,
            };
            let reference = match place {
                Some(place) => {
                    let (now, number) = known.find_or_add(all, |all| all.find_place(place), |all| all.add_place(place));
                    known = now;
                    if self.placed.insert(place, (number, reading.declaration())).is_some() {
                        return None;
                    }
                    Reference::Declared(number)
                }
                None if is_own => {
                    self.variables.push(reading.declaration());
                    Reference::Variable(self.variables.len() as u32 - 1)
                }
                None => {
                    let (now, number) = known.find_or_add(all, |all| all.find(&reading), |all| all.add(&reading));
                    known = now;
                    if opcode == Op::ExtInstImport as u32 {
                        if is_imported {
                            return None;
                        }
                        (self.imported, is_imported) = (number, true);
                    }
                    Reference::Declared(number)
                }
            };
            if is_unformatted(instruction) {
                self.unformatted.push(id);
            }
            *self.references.get_mut(id as usize)? = Some(reference);
        }
        // A pass does not remove variables with numbers.
        (is_imported && numbers.as_slice().iter().all(Option::is_none)).then_some(())
    }
}

/// The ids of a module's functions, in their order.
pub fn function_ids(module: &[u32]) -> Vec<u32> {
    let is_function = |one: &&[u32]| words::opcode(one[0]) == Op::Function as u32;
    let all = words::instructions(module.get(words::HEADER..).unwrap_or_default()).filter(is_function);
    all.filter_map(|one| one.get(2).copied()).collect()
}

/// Whether an instruction that declares something has a type before its result.
fn is_value(opcode: u32) -> bool {
    is_specialisation(opcode)
        || (Op::ConstantTrue as u32..=Op::ConstantNull as u32).contains(&opcode)
        || opcode == Op::Variable as u32
        || opcode == Op::Undef as u32
}

/// Whether an instruction declares a variable that is no input or output.
fn is_inside(instruction: &[u32]) -> bool {
    let [first, _, _, class, ..] = *instruction else { return false };
    words::opcode(first) == Op::Variable as u32
        && class != StorageClass::Input as u32
        && class != StorageClass::Output as u32
}

/// Whether an instruction declares a constant that the pipeline may set: the passes number them in each module.
fn is_specialisation(opcode: u32) -> bool {
    (Op::SpecConstantTrue as u32..=Op::SpecConstantComposite as u32).contains(&opcode)
}

/// Whether an instruction declares the type of a writable image without a format. Input attachments have none either, and need no
/// capability for it.
fn is_unformatted(instruction: &[u32]) -> bool {
    let [first, _, _, dim, _, _, _, sampled, format, ..] = *instruction else { return false };
    words::opcode(first) == Op::TypeImage as u32
        && dim != Dim::DimSubpassData as u32
        && sampled == 2
        && format == ImageFormat::Unknown as u32
}

/// The set and the binding that decorations give.
fn place_of(decorations: &[&[u32]]) -> Option<(u32, u32)> {
    let find = |decoration: Decoration| {
        let is_it = |one: &&&[u32]| one[0] == 4 << 16 | Op::Decorate as u32 && one[2] == decoration as u32;
        decorations.iter().find(is_it).map(|one| one[3])
    };
    find(Decoration::DescriptorSet).zip(find(Decoration::Binding))
}

/// The functions of a module, while it is read.
#[derive(Default)]
struct Functions {
    /// The words of each, without the header of the module.
    all: Vec<Range<usize>>,
    ids: Vec<u32>,
    is_inside: bool,
}

impl Functions {
    /// Whether the instruction is part of a function, which takes it then.
    fn take(&mut self, opcode: u32, here: Range<usize>, instruction: &[u32]) -> bool {
        if opcode == Op::Function as u32 {
            self.ids.push(instruction.get(2).copied().unwrap_or(0));
            self.all.push(here);
            self.is_inside = true;
            return true;
        }
        if !self.is_inside {
            return false;
        }
        if let Some(last) = self.all.last_mut() {
            last.end = here.end;
        }
        self.is_inside = opcode != Op::FunctionEnd as u32;
        true
    }
}
