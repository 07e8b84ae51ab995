//! The variables of resources.

use std::collections::{BTreeMap, BTreeSet};

use naga::{
    AddressSpace, ArraySize, GlobalVariable, Handle, ImageClass, ImageDimension, ResourceBinding, Span, StorageAccess,
    StorageFormat, TypeInner,
};

use super::PushConstantForm;
use super::formats;
use super::known_functions::{Declared, ModuleVariable};
use super::memory::ROW;
use super::module::{Buffer, Lowerer, Words, dimension};
use super::shape::{Ty, scalar};
use crate::ir::{
    Access, Bound, Element, Global, Item, Problem, Resource, ResourceAttributes, ResourcePart, Result, Storage, Symbol,
    Type, UNKNOWN_FORMAT, Wording,
};
use crate::model::BindingKind;

/// The kind of number in a texture with elements of this type: no format has booleans.
pub fn texel_kind(element: Element) -> naga::ScalarKind {
    match scalar(element.scalar).kind {
        naga::ScalarKind::Bool => naga::ScalarKind::Uint,
        kind => kind,
    }
}

/// The descriptor set of substitute places. A SPIR-V pass replaces them by the actual places.
const ALIAS_SET: u32 = u32::MAX - 1;

impl<'p> Lowerer<'p> {
    fn bound(&self, key: (Symbol, ResourcePart)) -> Result<&'p Bound> {
        let missing = || Problem::internal(None, format!("`{}` is not part of the interface", key.0.0));
        self.interface.bindings.get(&key).ok_or_else(missing)
    }

    fn declare(
        &mut self,
        key: (Symbol, ResourcePart),
        space: AddressSpace,
        ty: Ty,
        name: &str,
    ) -> Result<Handle<GlobalVariable>> {
        let binding = if space == AddressSpace::Immediate { None } else { Some(self.place(key)?) };
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

    /// The binding of the variable of a resource. naga has one variable for a binding. So if a table of descriptors is
    /// read as several types, each type but the first gets a substitute place.
    fn place(&mut self, key: (Symbol, ResourcePart)) -> Result<ResourceBinding> {
        let bound = self.bound(key)?;
        let place = ResourceBinding { group: bound.set, binding: bound.binding };
        if !self.module.global_variables.iter().any(|(_, other)| other.binding == Some(place)) {
            return Ok(place);
        }
        if !self.placeholders_allowed {
            let is_half =
                self.interface.samplers_of.iter().any(|(texture, sampler)| [*texture, *sampler].contains(&key.0));
            let what = match is_half {
                true => format!(
                    "`{}`, half of one descriptor of a texture and a sampler, for any target but SPIR-V,",
                    bound.name
                ),
                false => format!("`{}` at the binding of another resource (one table of several types)", bound.name),
            };
            let global = self.global_item(key.0);
            let token = global.and_then(|(instance, global)| instance.tokens.get(global.at.0 as usize).copied());
            return Err(Problem::unsupported(token, what));
        }
        let alias = (ALIAS_SET, self.aliased_places.len() as u32);
        self.aliased_places.insert(alias, (place.group, place.binding));
        self.aliases_of.insert(key, alias);
        Ok(ResourceBinding { group: alias.0, binding: alias.1 })
    }

    /// The type of an array of rows of 16 bytes.
    fn rows(&mut self, size: u32) -> Ty {
        let row = self.number(naga::Scalar::U32, 1, 4);
        self.types.array(&mut self.module, row, size.div_ceil(ROW).max(1))
    }

    /// The type of a structure of rows of 16 bytes.
    fn row_members(&mut self, size: u32) -> Ty {
        let ty = self.number(naga::Scalar::U32, 1, 4);
        let rows = size.div_ceil(ROW).max(1);
        let member =
            |row: u32| naga::StructMember { name: Some(format!("row{row}")), ty, binding: None, offset: row * ROW };
        let inner = TypeInner::Struct { members: (0..rows).map(member).collect(), span: rows * ROW };
        self.types.insert(&mut self.module, naga::Type { name: Some("rows".to_owned()), inner })
    }

    pub fn words(&mut self, scalar: naga::Scalar, count: Option<u32>) -> Ty {
        let base = self.number(scalar, 1, 1);
        match count {
            Some(count) => self.types.array(&mut self.module, base, count),
            None => {
                let inner = TypeInner::Array { base, size: ArraySize::Dynamic, stride: 4 };
                self.types.insert(&mut self.module, naga::Type { name: None, inner })
            }
        }
    }

    /// A block of constants.
    pub fn block(&mut self, symbol: Symbol) -> Result<Buffer> {
        let key = (symbol, ResourcePart::Whole);
        self.note_resource(Declared::Block, key);
        if let Some(found) = self.buffers.get(&key) {
            return Ok(*found);
        }
        self.constants(key, None)
    }

    fn constants(&mut self, key: (Symbol, ResourcePart), count: Option<Option<u32>>) -> Result<Buffer> {
        let missing = || Problem::internal(None, format!("the block `{}` is missing", key.0.0));
        let size = self.interface.layouts.constants.get(&key.0).ok_or_else(missing)?.size;
        let bound = self.bound(key)?;
        let (space, words, ty) = match bound.kind {
            BindingKind::ReadOnlyStorageBuffer => {
                let ty = self.words(naga::Scalar::U32, Some(size / 4));
                (AddressSpace::Storage { access: StorageAccess::LOAD }, Words::Flat, ty)
            }
            BindingKind::PushConstants => match self.push_constants {
                PushConstantForm::Words => {
                    (AddressSpace::Immediate, Words::Flat, self.words(naga::Scalar::U32, Some(size / 4)))
                }
                PushConstantForm::Rows => (AddressSpace::Immediate, Words::Rows, self.rows(size)),
                PushConstantForm::RowMembers => (AddressSpace::Immediate, Words::Rows, self.row_members(size)),
            },
            _ => (AddressSpace::Uniform, Words::Rows, self.rows(size)),
        };
        let has_wrapped_rows =
            bound.kind == BindingKind::PushConstants && self.push_constants == PushConstantForm::Rows;
        let wrapped = count.is_some() || has_wrapped_rows;
        let ty = if wrapped && count.is_none() { self.in_structure(ty) } else { self.in_array(ty, count) };
        let variable = self.declare(key, space, ty, &bound.name)?;
        if space == AddressSpace::Immediate {
            self.name_variable(variable, ModuleVariable::Block(key.0));
        }
        let buffer = Buffer { variable, words, wrapped };
        self.buffers.insert(key, buffer);
        self.used.insert(key, size);
        Ok(buffer)
    }

    /// Wraps a buffer's words for an array of buffers.
    fn in_array(&mut self, words: Ty, count: Option<Option<u32>>) -> Ty {
        let Some(count) = count else { return words };
        let base = self.in_structure(words);
        self.binding_array(base, count)
    }

    /// A structure with a buffer's words: naga requires them as the elements of an array of buffers, and one of its writers as push constants.
    fn in_structure(&mut self, words: Ty) -> Ty {
        let size = match self.module.types[words].inner {
            TypeInner::Array { size: ArraySize::Constant(count), stride, .. } => count.get() * stride,
            _ => 4,
        };
        let members = vec![naga::StructMember { name: Some("data".to_owned()), ty: words, binding: None, offset: 0 }];
        let inner = TypeInner::Struct { members, span: size };
        self.types.insert(&mut self.module, naga::Type { name: Some("buffer".to_owned()), inner })
    }

    fn binding_array(&mut self, base: Ty, count: Option<u32>) -> Ty {
        let size = match count.and_then(std::num::NonZeroU32::new) {
            Some(count) => ArraySize::Constant(count),
            None => ArraySize::Dynamic,
        };
        let inner = TypeInner::BindingArray { base, size };
        self.types.insert(&mut self.module, naga::Type { name: None, inner })
    }

    /// The type of a resource global, and the length of the array: `Some(None)` is an unbounded array.
    pub fn resource_type(ty: &Type) -> Option<(&Resource, Option<Option<u32>>)> {
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
    pub fn buffer(&mut self, symbol: Symbol, part: ResourcePart) -> Result<Buffer> {
        let key = (symbol, part);
        self.note_resource(Declared::Buffer, key);
        if let Some(found) = self.buffers.get(&key) {
            return Ok(*found);
        }
        let missing = || Problem::internal(None, format!("the buffer `{}` is missing", symbol.0));
        let (_, global) = self.global_item(symbol).ok_or_else(missing)?;
        let (resource, count) = Self::resource_type(&global.ty).ok_or_else(missing)?;
        if matches!(resource, Resource::Constant(_) | Resource::TextureBuffer(_)) {
            return self.constants(key, count);
        }
        let coherent = matches!(&global.storage, Storage::Resource(attributes) if attributes.coherent);
        let read_only = matches!(
            resource,
            Resource::Structured { access: Access::Read, .. } | Resource::ByteAddress { access: Access::Read }
        );
        let access = if read_only { StorageAccess::LOAD } else { StorageAccess::LOAD | StorageAccess::STORE };
        let signed = self.facts.signed_atomics.contains(&key);
        let (words, scalar) =
            if signed { (Words::FlatSigned, naga::Scalar::I32) } else { (Words::Flat, naga::Scalar::U32) };
        let ty = self.words(scalar, (part == ResourcePart::Counter).then_some(1));
        let ty = self.in_array(ty, count);
        let name = &self.bound(key)?.name;
        let variable = self.declare(key, AddressSpace::Storage { access }, ty, name)?;
        if coherent && self.atomic_coherence && !read_only {
            self.atomic_buffers.insert(key);
        } else if coherent {
            self.module.global_variables.get_mut(variable).memory_decorations = naga::MemoryDecorations::COHERENT;
        }
        let buffer = Buffer { variable, words, wrapped: count.is_some() };
        self.buffers.insert(key, buffer);
        self.used.insert(key, if part == ResourcePart::Counter { 4 } else { 0 });
        Ok(buffer)
    }

    /// A buffer as 64-bit words on which atomic functions work: a second variable at its binding.
    pub fn wide_buffer(&mut self, key: (Symbol, ResourcePart), word: naga::Scalar) -> Result<Handle<GlobalVariable>> {
        let wide = (key, word.kind == naga::ScalarKind::Sint);
        self.journal.keep_own();
        if let Some(found) = self.wide_buffers.get(&wide) {
            return Ok(*found);
        }
        let base = self.types.atomic(&mut self.module, word);
        let inner = TypeInner::Array { base, size: ArraySize::Dynamic, stride: 8 };
        let ty = self.types.insert(&mut self.module, naga::Type { name: None, inner });
        let first = self.buffer(key.0, key.1)?.variable;
        let memory_decorations = self.module.global_variables[first].memory_decorations;
        let name = self.bound(key)?.name.clone();
        let access = StorageAccess::LOAD | StorageAccess::STORE;
        let variable = self.declare(key, AddressSpace::Storage { access }, ty, &name)?;
        self.module.global_variables.get_mut(variable).memory_decorations = memory_decorations;
        self.wide_buffers.insert(wide, variable);
        Ok(variable)
    }

    /// A texture, image or sampler.
    pub fn handle(&mut self, symbol: Symbol, part: ResourcePart) -> Result<Handle<GlobalVariable>> {
        let key = (symbol, part);
        self.note_resource(Declared::Handle, key);
        if let Some(found) = self.handles.get(&key) {
            return Ok(*found);
        }
        let missing = || Problem::internal(None, format!("the resource `{}` is missing", symbol.0));
        let (instance, global) = self.global_item(symbol).ok_or_else(missing)?;
        let token = instance.tokens.get(global.at.0 as usize).copied();
        let (resource, count) = Self::resource_type(&global.ty).ok_or_else(missing)?;
        let element = match resource {
            Resource::Texture { element, .. }
            | Resource::SampledTexture { element, .. }
            | Resource::TypedBuffer { element, .. }
            | Resource::Image { element, .. } => Some(*element),
            _ => None,
        };
        if element.is_some_and(|element| element.scalar.bytes() == 8) {
            return Err(Problem::unsupported(token, format!("`{}`, whose texels have 64-bit numbers", symbol.0)));
        }
        let inner = match resource {
            Resource::SampledTexture { comparison, .. } if part == ResourcePart::Sampler => {
                TypeInner::Sampler { comparison: *comparison }
            }
            Resource::Texture { dim, array, multisampled, element, .. }
            | Resource::SampledTexture { dim, array, multisampled, element, .. } => {
                let compared = self.facts.compared.contains(&symbol);
                let kind = texel_kind(*element);
                let class = if compared {
                    ImageClass::Depth { multi: *multisampled }
                } else {
                    ImageClass::Sampled { kind, multi: *multisampled }
                };
                TypeInner::Image { dim: dimension(*dim), arrayed: *array, class }
            }
            Resource::TypedBuffer { .. } if !self.placeholders_allowed => {
                let Wording { typed_buffers, instead_of_typed_buffers, .. } = *self.program.wording;
                let what = format!("the typed buffer `{}` ({typed_buffers}) for any target but SPIR-V", symbol.0);
                let mut problem = Problem::unsupported(token, what);
                problem.help = instead_of_typed_buffers.to_owned();
                return Err(problem);
            }
            Resource::TypedBuffer { access: Access::Read, element, .. } => TypeInner::Image {
                dim: ImageDimension::D1,
                arrayed: false,
                class: ImageClass::Sampled { kind: texel_kind(*element), multi: false },
            },
            Resource::Image { element, .. } | Resource::TypedBuffer { element, .. } => {
                let (dim, arrayed) = match resource {
                    Resource::Image { dim, array, .. } => (dimension(*dim), *array),
                    _ => (ImageDimension::D1, false),
                };
                let format = match &global.storage {
                    Storage::Resource(attributes) => attributes.format,
                    _ => None,
                };
                let format = if format.is_some_and(|format| format == UNKNOWN_FORMAT) {
                    self.placeholder_format(symbol, *element).map_err(|what| Problem::unsupported(token, what))?
                } else {
                    formats::storage_format(format, *element).map_err(|what| Problem::unsupported(token, what))?
                };
                let class = ImageClass::Storage { format, access: StorageAccess::LOAD };
                TypeInner::Image { dim, arrayed, class }
            }
            Resource::Sampler { comparison } => {
                let facts = &self.facts;
                let differs = if *comparison { &facts.not_comparing } else { &facts.comparing };
                TypeInner::Sampler { comparison: *comparison != differs.contains(&symbol) }
            }
            Resource::InputAttachment { multisampled, element } if self.placeholders_allowed => TypeInner::Image {
                dim: ImageDimension::D2,
                arrayed: false,
                class: ImageClass::Sampled { kind: texel_kind(*element), multi: *multisampled },
            },
            Resource::InputAttachment { .. } => {
                let what = format!("the input attachment `{}` for any target but SPIR-V", symbol.0);
                let mut problem = Problem::unsupported(token, what);
                problem.help = "Read a texture at the pixel's position there.".to_owned();
                return Err(problem);
            }
            Resource::AccelerationStructure if self.placeholders_allowed => {
                TypeInner::AccelerationStructure { vertex_return: false }
            }
            _ => return Err(Problem::unsupported(token, format!("the acceleration structure `{}`", symbol.0))),
        };
        let ty = self.types.insert(&mut self.module, naga::Type { name: None, inner });
        let ty = match count {
            Some(count) => self.binding_array(ty, count),
            None => ty,
        };
        let suffix = if part == ResourcePart::Sampler { ".sampler" } else { "" };
        let name = match &global.storage {
            Storage::Resource(ResourceAttributes { heap: Some(heap), .. }) => heap.name(),
            _ => symbol.0.as_str(),
        };
        let variable = self.declare(key, AddressSpace::Handle, ty, &format!("{name}{suffix}"))?;
        self.handles.insert(key, variable);
        self.used.insert(key, 0);
        Ok(variable)
    }

    /// A format that no other texture of the program has. The error is what cannot be expressed.
    fn placeholder_format(&mut self, symbol: Symbol, element: Element) -> std::result::Result<StorageFormat, String> {
        if !self.placeholders_allowed {
            return Err(format!("the image `{}`, which has no format, for any target but SPIR-V", symbol.0));
        }
        let declared: BTreeSet<StorageFormat> =
            self.program.items.values().filter_map(|instance| format_of(&instance.item)).collect();
        let free = formats::placeholders(element).into_iter().find(|format| !declared.contains(format));
        let free =
            free.ok_or_else(|| format!("the image `{}`, which has no format, beside so many formats", symbol.0))?;
        if !self.unknown_formats.contains(&free) {
            self.unknown_formats.push(free);
        }
        Ok(free)
    }

    /// The textures that are one resource with their samplers, and these samplers: see [`super::Lowered::combined_samplers`].
    pub fn combined_samplers(&self) -> BTreeMap<(u32, u32), Option<(u32, u32)>> {
        let mut found = BTreeMap::new();
        if !self.placeholders_allowed {
            return found;
        }
        let place = |key: (Symbol, ResourcePart)| {
            let bound = self.interface.bindings.get(&key).filter(|_| self.used.contains_key(&key))?;
            Some(self.aliases_of.get(&key).copied().unwrap_or((bound.set, bound.binding)))
        };
        let whole = |symbol: &Symbol| place((*symbol, ResourcePart::Whole));
        for (texture, sampler) in &self.interface.samplers_of {
            found.extend(whole(texture).zip(whole(sampler)).map(|(texture, sampler)| (texture, Some(sampler))));
        }
        for (symbol, part) in self.used.keys().filter(|_| self.interface.joins_samplers) {
            let ty = self.global_item(*symbol).and_then(|(_, global)| Self::resource_type(&global.ty));
            if *part == ResourcePart::Whole
                && let Some((Resource::SampledTexture { .. }, _)) = ty
                && let Some(texture) = place((*symbol, ResourcePart::Whole))
            {
                found.insert(texture, place((*symbol, ResourcePart::Sampler)));
            }
        }
        found
    }

    /// Sets the access of textures and the atomic types of buffers, which are known after functions have been lowered.
    pub fn settle(&mut self) {
        let images: Vec<_> = self.image_access.iter().map(|(symbol, access)| (*symbol, *access)).collect();
        for (symbol, access) in images {
            let Some(variable) = self.handles.get(&(symbol, ResourcePart::Whole)).copied() else { continue };
            let ty = self.module.global_variables[variable].ty;
            let inner = self.module.types[ty].inner.clone();
            let changed = match inner {
                TypeInner::BindingArray { base, size } => {
                    let image = self.with_access(self.module.types[base].inner.clone(), access);
                    let base = self.types.insert(&mut self.module, naga::Type { name: None, inner: image });
                    TypeInner::BindingArray { base, size }
                }
                inner => self.with_access(inner, access),
            };
            let ty = self.types.insert(&mut self.module, naga::Type { name: None, inner: changed });
            self.module.global_variables.get_mut(variable).ty = ty;
        }
        // What is only a fact is the work of a known function.
        let atomics: Vec<_> = self.atomic_buffers.union(&self.facts.atomic_buffers).copied().collect();
        for key in atomics {
            let Some(buffer) = self.buffers.get(&key).copied() else { continue };
            let scalar = if buffer.words == Words::FlatSigned { naga::Scalar::I32 } else { naga::Scalar::U32 };
            let base = self.types.atomic(&mut self.module, scalar);
            let size = if key.1 == ResourcePart::Counter {
                ArraySize::Constant(std::num::NonZeroU32::MIN)
            } else {
                ArraySize::Dynamic
            };
            let inner = TypeInner::Array { base, size, stride: 4 };
            let words = self.types.insert(&mut self.module, naga::Type { name: None, inner });
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

/// The format that a writable texture declares, or has by its type.
fn format_of(item: &Item) -> Option<StorageFormat> {
    let Item::Global(Global { ty, storage: Storage::Resource(attributes), .. }) = item else { return None };
    let (Resource::Image { element, .. } | Resource::TypedBuffer { element, .. }, _) = Lowerer::resource_type(ty)?
    else {
        return None;
    };
    if attributes.format.is_some_and(|format| format == UNKNOWN_FORMAT) {
        return None;
    }
    formats::storage_format(attributes.format, *element).ok()
}
