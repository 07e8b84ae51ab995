//! An open archive and its targets.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use crate::blob::Blob;
#[cfg(feature = "decoder")]
use crate::blob::BlobError;
use crate::closest::closest;
#[cfg(feature = "decoder")]
use crate::decoder::Dictionary;
use crate::error::Error;

use crate::format::{DictionaryRecord, Section, ShaderRecord, TargetRecord, VERSION_MAJOR};
use crate::material::{Material, MaterialId};
use crate::open::{self, OpenError};
use crate::shader::{Shader, ShaderId};
use crate::technique::Variant;
use crate::view::{Layout, View};

/// An open archive. `D` is whatever holds the bytes: a slice, a vector, a memory map.
///
/// The index was checked when it was opened; a blob is checked when it is read. Everything it hands out borrows from
/// it, is `Copy`, and may be used from many threads.
#[derive(Clone)]
pub struct Pack<D> {
    data: D,
    layout: Layout,
}

impl<D: AsRef<[u8]>> Pack<D> {
    /// Checks the header and the index, in time linear in the index. Copies and allocates nothing, and touches no blob.
    pub fn open(data: D) -> Result<Pack<D>, OpenError> {
        let layout = open::open(data.as_ref())?;
        Ok(Pack { data, layout })
    }

    pub(crate) fn view(&self) -> View<'_> {
        View { bytes: self.data.as_ref(), layout: &self.layout }
    }

    /// The bytes it was opened from.
    pub fn bytes(&self) -> &[u8] {
        self.data.as_ref()
    }

    /// BLAKE3 of everything after the header frame, as the writer stored it: equal digests, equal contents. Opening
    /// does not compare it, for that would read every blob.
    pub fn digest(&self) -> [u8; 32] {
        self.layout.digest
    }

    /// The format's version, major and minor.
    pub fn version(&self) -> (u16, u16) {
        (VERSION_MAJOR, self.layout.minor)
    }

    /// The targets, in the order of the project.
    pub fn targets(&self) -> impl ExactSizeIterator<Item = Target<'_>> {
        let view = self.view();
        (0..view.count(Section::Targets)).map(move |index| Target::at(view, index))
    }

    /// The target with this name, such as `spirv`.
    pub fn target(&self, name: &str) -> Result<Target<'_>, Error> {
        self.targets().find(|target| target.name() == name).ok_or_else(|| Error::UnknownTarget {
            asked: name.to_string(),
            known: self.targets().map(|target| target.name().to_string()).collect(),
        })
    }

    /// The shader that [`Shader::id`] gave this number in this archive. Looks no name up.
    pub fn shader(&self, id: ShaderId) -> Option<Shader<'_>> {
        let view = self.view();
        let target: TargetRecord = view.record(id.target)?;
        let within = id.index.checked_sub(target.first_shader)? < target.shader_count;
        within.then(|| Shader::at(view, id.target, id.index))
    }

    /// The material that [`Material::id`] gave this number in this archive. Looks no name up.
    pub fn material(&self, id: MaterialId) -> Option<Material<'_>> {
        let view = self.view();
        let target: TargetRecord = view.record(id.target)?;
        let material = Material::at(view, id.target, id.index);
        let shader = material.shader_index().checked_sub(target.first_shader)?;
        (id.index < view.count(Section::Materials) && shader < target.shader_count).then_some(material)
    }

    /// Number of materials of all targets.
    pub fn material_count(&self) -> u32 {
        self.view().count(Section::Materials)
    }

    /// Number of shaders of all targets.
    pub fn shader_count(&self) -> u32 {
        self.view().count(Section::Shaders)
    }

    /// The variant with this number.
    pub fn variant(&self, number: u32) -> Option<Variant<'_>> {
        Variant::at(self.view(), number)
    }

    /// The blob with this number.
    pub fn blob(&self, number: u32) -> Option<Blob<'_>> {
        let view = self.view();
        view.record(number).map(|record| Blob { view, index: number, record })
    }

    /// Number of compression dictionaries.
    pub fn dictionary_count(&self) -> u32 {
        self.view().count(Section::Dictionaries)
    }

    /// A dictionary in Zstandard's format.
    #[cfg(feature = "decoder")]
    pub fn dictionary(&self, number: u32) -> Result<Vec<u8>, BlobError> {
        crate::zstd::content(Dictionary::at(self.view(), number)?)
    }

    /// Where in the file the frame of a dictionary lies.
    pub fn dictionary_offset(&self, number: u32) -> Option<u64> {
        self.view().record::<DictionaryRecord>(number).map(|record| record.offset)
    }

    /// Bytes of a dictionary, and in the file.
    pub fn dictionary_lengths(&self, number: u32) -> Option<(usize, usize)> {
        let record: DictionaryRecord = self.view().record(number)?;
        Some((record.content_length as usize, record.frame_length as usize))
    }

    /// Number of distinct blobs.
    pub fn blob_count(&self) -> u32 {
        self.view().count(Section::Blobs)
    }

    /// Length of each section of the index, in bytes.
    pub fn section_lengths(&self) -> impl Iterator<Item = (Section, usize)> + '_ {
        Section::ALL.iter().map(|section| (*section, self.view().section(*section).len()))
    }
}

impl<D: AsRef<[u8]>> fmt::Debug for Pack<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let targets: Vec<&str> = self.targets().map(Target::name).collect();
        f.debug_struct("Pack").field("bytes", &self.bytes().len()).field("targets", &targets).finish_non_exhaustive()
    }
}

/// What an archive holds for one target. A game picks one when it starts.
#[derive(Clone, Copy)]
pub struct Target<'p> {
    pub(crate) view: View<'p>,
    index: u32,
    record: TargetRecord,
}

impl<'p> Target<'p> {
    pub(crate) fn at(view: View<'p>, index: u32) -> Target<'p> {
        let record = view.record(index).unwrap_or(TargetRecord {
            name: crate::format::NONE,
            dictionary: crate::format::NONE,
            first_shader: 0,
            shader_count: 0,
        });
        Target { view, index, record }
    }

    /// Such as `spirv`.
    pub fn name(self) -> &'p str {
        self.view.string(self.record.name)
    }

    /// The shaders, sorted by name.
    pub fn shaders(self) -> impl ExactSizeIterator<Item = Shader<'p>> {
        (0..self.record.shader_count).map(move |at| Shader::at(self.view, self.index, self.record.first_shader + at))
    }

    /// The shader with this name. Allocates only to say that there is none.
    pub fn shader(self, name: &str) -> Result<Shader<'p>, Error> {
        self.find(name).ok_or_else(|| self.unknown(name))
    }

    pub(crate) fn find(self, name: &str) -> Option<Shader<'p>> {
        let wanted = self.view.find_string(name)?;
        let (mut low, mut high) = (0, self.record.shader_count);
        while low < high {
            let middle = low + (high - low) / 2;
            let index = self.record.first_shader.checked_add(middle)?;
            // String indices are in the order of the strings.
            match self.view.record::<ShaderRecord>(index)?.name.cmp(&wanted) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
                core::cmp::Ordering::Equal => return Some(Shader::at(self.view, self.index, index)),
            }
        }
        None
    }

    /// The materials, sorted by name.
    pub fn materials(self) -> impl ExactSizeIterator<Item = Material<'p>> {
        let (first, end) = self.material_range();
        (first..end).map(move |index| Material::at(self.view, self.index, index))
    }

    /// The material with this name. Allocates only to say that there is none.
    pub fn material(self, name: &str) -> Result<Material<'p>, Error> {
        self.find_material(name).ok_or_else(|| Error::UnknownMaterial {
            asked: name.to_string(),
            target: self.name().to_string(),
            closest: closest(name, self.materials().map(|material| material.name())).map(ToString::to_string),
            count: u32::try_from(self.materials().len()).unwrap_or(u32::MAX),
        })
    }

    fn find_material(self, name: &str) -> Option<Material<'p>> {
        let wanted = self.view.find_string(name)?;
        let (mut low, mut high) = self.material_range();
        let end = high;
        while low < high {
            let middle = low + (high - low) / 2;
            if Material::at(self.view, self.index, middle).name_index() < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let found = Material::at(self.view, self.index, low);
        (low < end && found.name_index() == wanted).then_some(found)
    }

    /// The numbers of its materials: theirs are the shaders of this target, and materials are in the order of targets.
    fn material_range(self) -> (u32, u32) {
        let count = self.view.count(Section::Materials);
        let below = |shader: u32| {
            let (mut low, mut high) = (0, count);
            while low < high {
                let middle = low + (high - low) / 2;
                if Material::at(self.view, self.index, middle).shader_index() < shader {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        };
        let first = self.record.first_shader;
        (below(first), below(first.saturating_add(self.record.shader_count)))
    }

    #[cold]
    fn unknown(self, name: &str) -> Error {
        let view = self.view;
        let elsewhere: Vec<_> = (0..view.count(Section::Targets))
            .map(|index| Target::at(view, index))
            .filter(|target| target.find(name).is_some())
            .map(|target| target.name().to_string())
            .collect();
        if !elsewhere.is_empty() {
            return Error::NotInTarget {
                shader: name.to_string(),
                target: self.name().to_string(),
                targets: elsewhere,
            };
        }
        Error::UnknownShader {
            asked: name.to_string(),
            target: self.name().to_string(),
            closest: closest(name, self.shaders().map(|shader| shader.name())).map(ToString::to_string),
            count: self.record.shader_count,
        }
    }
}

impl fmt::Debug for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Target").field(&self.name()).finish()
    }
}
