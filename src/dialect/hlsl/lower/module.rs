//! The module under construction, and what is known about the program as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use naga::{
    AddressSpace, ArraySize, GlobalVariable, Handle, ImageClass, ImageDimension, Module, ResourceBinding, Span,
    StorageAccess, TypeInner,
};
use rustc_hash::FxHashMap;

use super::bindings::{Bindings, Part, globals_block, params_block, plain_name};
use super::constant::Evaluator;
use super::layout::{ROW, Rules};
use super::problem::{Problem, Result};
use super::resource::{FunctionKey, ResourceRef};
use super::shape::{Ty, Types, scalar};
use super::{Options, formats};
use crate::dialect::hlsl::typed::{
    Access, Block, Dim, Function, Global, Instance, Item, Member, Packing, Program, Resource, Storage, Symbol, Type,
    Varying,
};

/// What only the whole program shows, and what the lowering of its parts depends on. Lowering is repeated until it finds
/// nothing new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Parts of groupshared variables that atomic functions work on: member indices, elements as [`ANY`].
    pub(super) shared_atomics: BTreeSet<(Symbol, Vec<u32>)>,
    /// Textures that a comparison sampler is used with.
    pub(super) compared: BTreeSet<Symbol>,
    /// Buffers with a signed minimum or maximum.
    pub(super) signed_atomics: BTreeSet<(Symbol, Part)>,
}

/// Any element of an array, in a path.
pub(super) const ANY: u32 = u32::MAX;

impl Facts {
    fn covers(&self, other: &Facts) -> bool {
        self.shared_atomics.is_superset(&other.shared_atomics)
            && self.compared.is_superset(&other.compared)
            && self.signed_atomics.is_superset(&other.signed_atomics)
    }

    fn join(&mut self, other: Facts) {
        self.shared_atomics.extend(other.shared_atomics);
        self.compared.extend(other.compared);
        self.signed_atomics.extend(other.signed_atomics);
    }

    /// Takes in what was found; `false` if it was all known.
    pub(super) fn learn(&mut self, found: Facts) -> bool {
        let new = !self.covers(&found);
        self.join(found);
        new
    }
}

/// A buffer as words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// Rows of four: constant buffers.
    Rows,
    /// One by one; unsigned.
    Flat,
    /// One by one, signed.
    FlatSigned,
}

/// A buffer's variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Buffer {
    pub(super) variable: Handle<GlobalVariable>,
    pub(super) words: Words,
    /// An array of buffers: what lies between the variable and the words.
    pub(super) array: bool,
}

/// A function that stands in the module.
#[derive(Clone, Debug)]
pub(super) struct Lowered {
    pub(super) handle: Handle<naga::Function>,
    pub(super) result: Option<Ty>,
}

/// A block of constants: `cbuffer`, `$Globals`, `ConstantBuffer<T>`.
#[derive(Debug)]
pub(super) struct BlockLayout {
    pub(super) offsets: Vec<u32>,
    /// Rounded up to whole rows.
    pub(super) size: u32,
}

pub(super) struct Lowerer<'p> {
    pub(super) program: &'p Program,
    /// Of the round before.
    pub(super) facts: &'p Facts,
    pub(super) found: Facts,
    pub(super) module: Module,
    pub(super) types: Types,
    pub(super) evaluator: Evaluator<'p>,
    pub(super) bindings: &'p Bindings,
    pub(super) buffers: FxHashMap<(Symbol, Part), Buffer>,
    pub(super) handles: FxHashMap<(Symbol, Part), Handle<GlobalVariable>>,
    pub(super) variables: FxHashMap<Symbol, Handle<GlobalVariable>>,
    pub(super) image_access: BTreeMap<Symbol, StorageAccess>,
    pub(super) atomic_buffers: BTreeSet<(Symbol, Part)>,
    pub(super) used: BTreeMap<(Symbol, Part), u32>,
    /// `None`: being lowered.
    pub(super) functions: FxHashMap<FunctionKey, Option<Lowered>>,
    pub(super) built_ins: BTreeMap<naga::BuiltIn, Handle<GlobalVariable>>,
    /// Variables with initialisers that take the device, in the order in which they can be run.
    pub(super) initialised: Vec<Symbol>,
    /// Static resources: what they stand for.
    pub(super) aliases: FxHashMap<Symbol, Vec<ResourceRef>>,
    pub(super) layouts: FxHashMap<Symbol, Arc<BlockLayout>>,
    /// Members of `$Globals`, and of `$Params`.
    pub(super) loose: Arc<[Member]>,
    pub(super) loose_index: BTreeMap<Symbol, u32>,
    pub(super) params: Arc<[Member]>,
    pub(super) problems: Vec<Problem>,
    /// Names as the source has them, and lines.
    pub(super) debug: bool,
    pub(super) threads: [u32; 3],
}

/// The members of `$Globals`, from the whole unit.
fn loose_members(program: &Program) -> (Arc<[Member]>, BTreeMap<Symbol, u32>) {
    let mut members = Vec::new();
    let mut index = BTreeMap::new();
    for instance in program.interface.iter() {
        let Item::Global(Global { symbol, ty, storage: Storage::Uniform { register, .. }, .. }) = &*instance.item
        else {
            continue;
        };
        let offset = register.filter(|register| register.class == 'c').and_then(|register| register.number);
        let offset = offset.map(|number| number.saturating_mul(ROW));
        index.insert(*symbol, members.len() as u32);
        members.push(Member {
            name: symbol.0,
            ty: ty.clone(),
            semantic: None,
            varying: Varying::default(),
            packing: Packing { offset },
        });
    }
    (members.into(), index)
}

impl<'p> Lowerer<'p> {
    pub(super) fn new(
        program: &'p Program,
        options: &'p Options,
        facts: &'p Facts,
        bindings: &'p Bindings,
    ) -> Lowerer<'p> {
        let (loose, loose_index) = loose_members(program);
        Lowerer {
            program,
            facts,
            found: Facts::default(),
            module: Module::default(),
            types: Types::default(),
            evaluator: Evaluator { program, known: FxHashMap::default() },
            bindings,
            buffers: FxHashMap::default(),
            handles: FxHashMap::default(),
            variables: FxHashMap::default(),
            image_access: BTreeMap::new(),
            atomic_buffers: BTreeSet::new(),
            used: BTreeMap::new(),
            functions: FxHashMap::default(),
            built_ins: BTreeMap::new(),
            initialised: Vec::new(),
            aliases: FxHashMap::default(),
            layouts: FxHashMap::default(),
            loose,
            loose_index,
            params: Arc::new([]),
            problems: Vec::new(),
            debug: options.debug_names,
            threads: [1; 3],
        }
    }

    pub(super) fn instance(&self, symbol: Symbol) -> Option<&'p Instance> {
        self.program.items.get(&symbol).or_else(|| {
            self.program.interface.iter().find(|instance| match &*instance.item {
                Item::Global(global) => global.symbol == symbol,
                Item::Block(block) => block.symbol == symbol,
                Item::Function(_) => false,
            })
        })
    }

    pub(super) fn function_item(&self, symbol: Symbol) -> Option<(&'p Instance, &'p Function)> {
        let instance = self.program.items.get(&symbol)?;
        match &*instance.item {
            Item::Function(function) => Some((instance, function)),
            _ => None,
        }
    }

    pub(super) fn global_item(&self, symbol: Symbol) -> Option<(&'p Instance, &'p Global)> {
        let instance = self.instance(symbol)?;
        match &*instance.item {
            Item::Global(global) => Some((instance, global)),
            _ => None,
        }
    }

    fn block_item(&self, symbol: Symbol) -> Option<&'p Block> {
        match &*self.instance(symbol)?.item {
            Item::Block(block) => Some(block),
            _ => None,
        }
    }

    /// Of a scalar, vector or naga matrix.
    pub(super) fn number(&mut self, scalar: naga::Scalar, rows: u8, columns: u8) -> Ty {
        self.types.number(&mut self.module, scalar, rows, columns)
    }

    pub(super) fn value_type(&mut self, ty: &Type) -> Ty {
        self.types.value(&mut self.module, ty)
    }

    fn place(&self, key: (Symbol, Part)) -> Result<Option<ResourceBinding>> {
        let bound = self.bindings.get(&key);
        let bound =
            bound.ok_or_else(|| Problem::internal(None, format!("`{}` is not part of the interface", key.0.0)))?;
        Ok(Some(ResourceBinding { group: bound.set, binding: bound.binding }))
    }

    fn declare(
        &mut self,
        key: (Symbol, Part),
        space: AddressSpace,
        ty: Ty,
        name: &str,
    ) -> Result<Handle<GlobalVariable>> {
        let binding = if space == AddressSpace::Immediate { None } else { self.place(key)? };
        let variable = GlobalVariable {
            name: Some(name.to_owned()),
            space,
            binding,
            ty,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        };
        Ok(self.module.global_variables.append(variable, Span::UNDEFINED))
    }

    /// A value one a thread.
    pub(super) fn private(&mut self, name: &str, ty: Ty) -> Handle<GlobalVariable> {
        let variable = GlobalVariable {
            name: Some(name.to_owned()),
            space: AddressSpace::Private,
            binding: None,
            ty,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        };
        self.module.global_variables.append(variable, Span::UNDEFINED)
    }

    /// A system value that functions read without being handed it.
    pub(super) fn built_in(&mut self, built_in: naga::BuiltIn) -> Handle<GlobalVariable> {
        if let Some(found) = self.built_ins.get(&built_in) {
            return *found;
        }
        let ty = self.number(naga::Scalar::U32, 1, 1);
        let variable = self.private(&format!("{built_in:?}"), ty);
        self.built_ins.insert(built_in, variable);
        variable
    }

    /// The members of a block, by its symbol.
    pub(super) fn block_members(&self, symbol: Symbol) -> Option<Arc<[Member]>> {
        if symbol == globals_block() {
            return Some(self.loose.clone());
        }
        if symbol == params_block() {
            return Some(self.params.clone());
        }
        self.block_item(symbol).map(|block| block.members.as_slice().into())
    }

    pub(super) fn block_layout(&mut self, symbol: Symbol) -> Option<Arc<BlockLayout>> {
        if let Some(found) = self.layouts.get(&symbol) {
            return Some(found.clone());
        }
        let members = self.block_members(symbol)?;
        let (offsets, size) = Rules::Rows.members(&members);
        let layout = Arc::new(BlockLayout { offsets, size: size.max(1).next_multiple_of(ROW) });
        self.layouts.insert(symbol, layout.clone());
        Some(layout)
    }

    /// Rows of 16 bytes.
    fn rows(&mut self, size: u32) -> Ty {
        let row = self.number(naga::Scalar::U32, 1, 4);
        self.types.array(&mut self.module, row, size.div_ceil(ROW).max(1))
    }

    fn words(&mut self, scalar: naga::Scalar, count: Option<u32>) -> Ty {
        let base = self.number(scalar, 1, 1);
        match count {
            Some(count) => self.types.array(&mut self.module, base, count),
            None => {
                let inner = TypeInner::Array { base, size: ArraySize::Dynamic, stride: 4 };
                self.module.types.insert(naga::Type { name: None, inner }, Span::UNDEFINED)
            }
        }
    }

    /// A `cbuffer`, `tbuffer`, `$Globals` or `$Params`.
    pub(super) fn block(&mut self, symbol: Symbol) -> Result<Buffer> {
        let key = (symbol, Part::Whole);
        if let Some(found) = self.buffers.get(&key) {
            return Ok(*found);
        }
        let block = self.block_item(symbol);
        let texture_buffer = block.is_some_and(|block| block.texture_buffer);
        let push = block.is_some_and(|block| block.attributes.vk_push_constant);
        let layout = self
            .block_layout(symbol)
            .ok_or_else(|| Problem::internal(None, format!("the block `{}` is missing", symbol.0)))?;
        let buffer = self.constants(key, layout.size, texture_buffer, push, None)?;
        self.used.insert(key, layout.size);
        Ok(buffer)
    }

    fn constants(
        &mut self,
        key: (Symbol, Part),
        size: u32,
        texture_buffer: bool,
        push: bool,
        count: Option<Option<u32>>,
    ) -> Result<Buffer> {
        let name = plain_name(key.0);
        let (space, words, ty) = if texture_buffer {
            let ty = self.words(naga::Scalar::U32, Some(size / 4));
            (AddressSpace::Storage { access: StorageAccess::LOAD }, Words::Flat, ty)
        } else if push {
            (AddressSpace::Immediate, Words::Rows, self.rows(size))
        } else {
            (AddressSpace::Uniform, Words::Rows, self.rows(size))
        };
        let ty = self.in_array(ty, count);
        let variable = self.declare(key, space, ty, name)?;
        let buffer = Buffer { variable, words, array: count.is_some() };
        self.buffers.insert(key, buffer);
        Ok(buffer)
    }

    /// Wraps a buffer's words for an array of buffers; naga wants structures there.
    fn in_array(&mut self, words: Ty, count: Option<Option<u32>>) -> Ty {
        let Some(count) = count else { return words };
        let size = match self.module.types[words].inner {
            TypeInner::Array { size: ArraySize::Constant(count), stride, .. } => count.get() * stride,
            _ => 4,
        };
        let members = vec![naga::StructMember { name: Some("data".to_owned()), ty: words, binding: None, offset: 0 }];
        let inner = TypeInner::Struct { members, span: size };
        let base = self.module.types.insert(naga::Type { name: Some("buffer".to_owned()), inner }, Span::UNDEFINED);
        self.binding_array(base, count)
    }

    fn binding_array(&mut self, base: Ty, count: Option<u32>) -> Ty {
        let size = match count.and_then(std::num::NonZeroU32::new) {
            Some(count) => ArraySize::Constant(count),
            None => ArraySize::Dynamic,
        };
        let inner = TypeInner::BindingArray { base, size };
        self.module.types.insert(naga::Type { name: None, inner }, Span::UNDEFINED)
    }

    /// The type of a resource global, and how many there are: `Some(None)` is an unbounded array.
    pub(super) fn resource_type(ty: &Type) -> Option<(&Resource, Option<Option<u32>>)> {
        match ty {
            Type::Resource(resource) => Some((resource, None)),
            Type::Array(element, count) => {
                let (resource, inner) = Self::resource_type(element)?;
                let count = match (count, inner) {
                    (Some(count), None) => Some(*count),
                    (Some(count), Some(Some(inner))) => count.checked_mul(inner),
                    _ => None,
                };
                Some((resource, Some(count)))
            }
            _ => None,
        }
    }

    /// A resource that is read and written as words.
    pub(super) fn buffer(&mut self, symbol: Symbol, part: Part) -> Result<Buffer> {
        let key = (symbol, part);
        if let Some(found) = self.buffers.get(&key) {
            return Ok(*found);
        }
        let missing = || Problem::internal(None, format!("the buffer `{}` is missing", symbol.0));
        let (_, global) = self.global_item(symbol).ok_or_else(missing)?;
        let (resource, count) = Self::resource_type(&global.ty).ok_or_else(missing)?;
        let push = matches!(&global.storage, Storage::Resource(attributes) if attributes.vk_push_constant);
        let coherent = matches!(&global.storage, Storage::Resource(attributes) if attributes.coherent);
        if let Resource::Constant(inner) | Resource::TextureBuffer(inner) = resource {
            let size = Rules::Rows.size(inner).max(1).next_multiple_of(ROW);
            let texture_buffer = matches!(resource, Resource::TextureBuffer(_));
            let buffer = self.constants(key, size, texture_buffer, push, count)?;
            self.used.insert(key, size);
            return Ok(buffer);
        }
        let read_only = matches!(
            resource,
            Resource::Structured { access: Access::Read, .. } | Resource::ByteAddress { access: Access::Read }
        );
        let access = if read_only { StorageAccess::LOAD } else { StorageAccess::LOAD | StorageAccess::STORE };
        let signed = self.facts.signed_atomics.contains(&key);
        let (words, scalar) =
            if signed { (Words::FlatSigned, naga::Scalar::I32) } else { (Words::Flat, naga::Scalar::U32) };
        let ty = self.words(scalar, (part == Part::Counter).then_some(1));
        let ty = self.in_array(ty, count);
        let name = if part == Part::Counter { format!("{}@count", symbol.0) } else { symbol.0.to_string() };
        let variable = self.declare(key, AddressSpace::Storage { access }, ty, &name)?;
        if coherent {
            self.module.global_variables.get_mut(variable).memory_decorations = naga::MemoryDecorations::COHERENT;
        }
        let buffer = Buffer { variable, words, array: count.is_some() };
        self.buffers.insert(key, buffer);
        self.used.insert(key, if part == Part::Counter { 4 } else { 0 });
        Ok(buffer)
    }

    /// A texture, image or sampler.
    pub(super) fn handle(&mut self, symbol: Symbol, part: Part) -> Result<Handle<GlobalVariable>> {
        let key = (symbol, part);
        if let Some(found) = self.handles.get(&key) {
            return Ok(*found);
        }
        let missing = || Problem::internal(None, format!("the resource `{}` is missing", symbol.0));
        let (instance, global) = self.global_item(symbol).ok_or_else(missing)?;
        let token = instance.tokens.get(global.at.0 as usize).copied();
        let (resource, count) = Self::resource_type(&global.ty).ok_or_else(missing)?;
        let inner = match resource {
            Resource::Texture { dim, array, multisampled, element } => {
                let compared = self.facts.compared.contains(&symbol);
                let kind = scalar(element.scalar).kind;
                let class = if compared {
                    ImageClass::Depth { multi: *multisampled }
                } else {
                    ImageClass::Sampled { kind, multi: *multisampled }
                };
                TypeInner::Image { dim: dimension(*dim), arrayed: *array, class }
            }
            Resource::Image { dim, array, element } => {
                let format = match &global.storage {
                    Storage::Resource(attributes) => attributes.vk_format,
                    _ => None,
                };
                let format =
                    formats::storage_format(format, *element).map_err(|what| Problem::unsupported(token, what))?;
                let class = ImageClass::Storage { format, access: StorageAccess::LOAD };
                TypeInner::Image { dim: dimension(*dim), arrayed: *array, class }
            }
            Resource::Sampler { comparison } => TypeInner::Sampler { comparison: *comparison },
            Resource::SampledTexture { .. } if part == Part::Sampler => TypeInner::Sampler { comparison: false },
            Resource::SampledTexture { dim } => TypeInner::Image {
                dim: dimension(*dim),
                arrayed: false,
                class: ImageClass::Sampled { kind: naga::ScalarKind::Float, multi: false },
            },
            Resource::TypedBuffer { .. } => {
                let mut problem = Problem::unsupported(
                    token,
                    format!("the typed buffer `{}` (`Buffer<T>`, `RWBuffer<T>`)", symbol.0),
                );
                problem.help = "Use a StructuredBuffer or a ByteAddressBuffer.".to_owned();
                return Err(problem);
            }
            _ => return Err(Problem::unsupported(token, format!("the acceleration structure `{}`", symbol.0))),
        };
        let ty = self.module.types.insert(naga::Type { name: None, inner }, Span::UNDEFINED);
        let ty = match count {
            Some(count) => self.binding_array(ty, count),
            None => ty,
        };
        let suffix = if part == Part::Sampler { ".sampler" } else { "" };
        let variable = self.declare(key, AddressSpace::Handle, ty, &format!("{}{suffix}", symbol.0))?;
        self.handles.insert(key, variable);
        self.used.insert(key, 0);
        Ok(variable)
    }

    /// Sets what became known while functions were lowered.
    pub(super) fn settle(&mut self) {
        let images: Vec<_> = self.image_access.iter().map(|(symbol, access)| (*symbol, *access)).collect();
        for (symbol, access) in images {
            let Some(variable) = self.handles.get(&(symbol, Part::Whole)).copied() else { continue };
            let ty = self.module.global_variables[variable].ty;
            let inner = self.module.types[ty].inner.clone();
            let changed = match inner {
                TypeInner::BindingArray { base, size } => {
                    let image = self.with_access(self.module.types[base].inner.clone(), access);
                    let base = self.module.types.insert(naga::Type { name: None, inner: image }, Span::UNDEFINED);
                    TypeInner::BindingArray { base, size }
                }
                inner => self.with_access(inner, access),
            };
            let ty = self.module.types.insert(naga::Type { name: None, inner: changed }, Span::UNDEFINED);
            self.module.global_variables.get_mut(variable).ty = ty;
        }
        let atomics: Vec<_> = self.atomic_buffers.iter().copied().collect();
        for key in atomics {
            let Some(buffer) = self.buffers.get(&key).copied() else { continue };
            let scalar = if buffer.words == Words::FlatSigned { naga::Scalar::I32 } else { naga::Scalar::U32 };
            let base = self.types.atomic(&mut self.module, scalar);
            let size = if key.1 == Part::Counter {
                ArraySize::Constant(std::num::NonZeroU32::MIN)
            } else {
                ArraySize::Dynamic
            };
            let inner = TypeInner::Array { base, size, stride: 4 };
            let words = self.module.types.insert(naga::Type { name: None, inner }, Span::UNDEFINED);
            let count =
                self.global_item(key.0).and_then(|(_, global)| Self::resource_type(&global.ty)).and_then(|it| it.1);
            let ty = self.in_array(words, count);
            self.module.global_variables.get_mut(buffer.variable).ty = ty;
        }
    }

    fn with_access(&self, inner: TypeInner, access: StorageAccess) -> TypeInner {
        match inner {
            TypeInner::Image { dim, arrayed, class: ImageClass::Storage { format, .. } } => {
                TypeInner::Image { dim, arrayed, class: ImageClass::Storage { format, access } }
            }
            other => other,
        }
    }
}

pub(super) const fn dimension(dim: Dim) -> ImageDimension {
    match dim {
        Dim::D1 => ImageDimension::D1,
        Dim::D2 => ImageDimension::D2,
        Dim::D3 => ImageDimension::D3,
        Dim::Cube => ImageDimension::Cube,
    }
}
