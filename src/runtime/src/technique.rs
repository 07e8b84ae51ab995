//! Techniques, their variants, and what a game must know to bind one.

#[cfg(feature = "decoder")]
use alloc::vec::Vec;
use core::fmt;

use crate::blob::Blob;
#[cfg(feature = "decoder")]
use crate::blob::BlobError;
use crate::format::{
    BindingRecord, BlobRecord, COLUMN_MASK, COLUMN_PROFILE, COLUMN_RENDER_STATE, COLUMN_VALUES, COLUMN_VARIANTS,
    COLUMN_VERTEX_FORMAT, FLAG_WORKGROUP, MeshStagesRecord, NONE, NONE16, ProgramRecord, Record, Section,
    StageIoRecord, VariantRecord,
};
use crate::key::{Branch, Key};
use crate::scalars::Scalars;
use crate::stage::Stage;
use crate::state::RenderState;
use crate::table::Row;
use crate::view::View;

/// Entry points, render state and the rest, for one or many permutations.
#[derive(Clone, Copy)]
pub struct Technique<'p> {
    pub(crate) view: View<'p>,
    /// The shader's, among those of all targets.
    pub(crate) shader: u32,
    pub(crate) index: u32,
    pub(crate) number: u32,
    pub(crate) layout: u32,
}

impl<'p> Technique<'p> {
    fn row(&self) -> Row<'p> {
        Row::of(self.view, self.shader, self.index, self.number)
    }

    /// Its place among the shader's techniques: equal numbers, the same technique.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Fixed-function state.
    pub fn render_state(&self) -> RenderState {
        let bytes = self.view.elements(Section::RenderStates, self.row().index(COLUMN_RENDER_STATE), 1);
        bytes.and_then(crate::state_bytes::read).unwrap_or(RenderState::DEFAULT)
    }

    /// `VertexFormat` of the sidecar.
    pub fn vertex_format(&self) -> Option<&'p str> {
        self.view.optional_string(self.row().index(COLUMN_VERTEX_FORMAT))
    }

    /// The shader model it was compiled for, where the sidecar names one.
    pub fn profile(&self) -> Option<&'p str> {
        self.view.optional_string(self.row().index(COLUMN_PROFILE))
    }

    /// `Defines` of the sidecar, sorted by name.
    pub fn defines(&self) -> Scalars<'p> {
        self.row().defines()
    }

    /// `Metadata` of the sidecar, sorted by name.
    pub fn metadata(&self) -> Scalars<'p> {
        self.row().metadata()
    }

    /// The branch values after `Specialize` changed them, as far as all permutations that lead here agree on them.
    /// Other branches make no difference to it and have their first value here; [`Technique::final_mask`] tells them
    /// apart.
    pub fn final_values(&self) -> Key {
        Key { bits: self.row().bits(COLUMN_VALUES), layout: self.layout, fault: None }
    }

    /// The bits of the branches that have one final value in all permutations that lead here.
    pub fn final_mask(&self) -> u64 {
        self.row().bits(COLUMN_MASK)
    }

    /// The stage's variant, if the technique has the stage.
    pub fn stage(&self, stage: Stage) -> Option<Variant<'p>> {
        let index = match stage {
            Stage::Amplification => self.mesh_stages()?.amplification,
            Stage::Mesh => self.mesh_stages()?.mesh,
            _ => self.row().index(COLUMN_VARIANTS + stage as u8),
        };
        if index == NONE { None } else { Variant::at(self.view, index) }
    }

    fn mesh_stages(&self) -> Option<MeshStagesRecord> {
        self.own_record(|record: &MeshStagesRecord| record.technique)
    }

    /// The program that the technique has in the place of stages: a machine of the engine runs it.
    pub fn program(&self) -> Option<Program<'p>> {
        let record = self.own_record(|record: &ProgramRecord| record.technique)?;
        Some(Program { view: self.view, record })
    }

    /// The technique's record in a section that is sorted by techniques.
    fn own_record<R: Record>(&self, technique: impl Fn(&R) -> u32) -> Option<R> {
        let (mut low, mut high) = (0, self.view.count(R::SECTION));
        while low < high {
            let middle = low + (high - low) / 2;
            let found: R = self.view.record(middle)?;
            match technique(&found).cmp(&self.index) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
                core::cmp::Ordering::Equal => return Some(found),
            }
        }
        None
    }

    /// The stages it has, in the order of [`Stage::ALL`].
    pub fn stages(&self) -> impl Iterator<Item = Variant<'p>> + use<'p> {
        let this = *self;
        Stage::ALL.into_iter().filter_map(move |stage| this.stage(stage))
    }

    /// The vertex stage.
    pub fn vertex(&self) -> Option<Variant<'p>> {
        self.stage(Stage::Vertex)
    }

    /// The pixel stage.
    pub fn pixel(&self) -> Option<Variant<'p>> {
        self.stage(Stage::Pixel)
    }

    /// The compute stage.
    pub fn compute(&self) -> Option<Variant<'p>> {
        self.stage(Stage::Compute)
    }

    /// The value of a branch that it was compiled with; `None` for another shader's branch, and where permutations with
    /// different values lead here.
    pub fn final_value(&self, branch: Branch) -> Option<i64> {
        let row = self.row();
        let matters = row.bits(COLUMN_MASK) & branch.mask() != 0 || branch.width() == 0;
        (branch.layout == self.layout && matters).then(|| branch.value(row.bits(COLUMN_VALUES)))
    }
}

impl fmt::Debug for Technique<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Technique").field("number", &self.number).finish_non_exhaustive()
    }
}

/// One compiled stage.
#[derive(Clone, Copy)]
pub struct Variant<'p> {
    view: View<'p>,
    index: u32,
    record: VariantRecord,
}

impl<'p> Variant<'p> {
    pub(crate) fn at(view: View<'p>, index: u32) -> Option<Variant<'p>> {
        Some(Variant { view, index, record: view.record(index)? })
    }

    /// Its number among the archive's variants: techniques that share it say the same number.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Which stage it is.
    pub fn stage(&self) -> Stage {
        Stage::from_index(self.record.stage).unwrap_or(Stage::Vertex)
    }

    /// The entry point's name in the code.
    pub fn entry_point(&self) -> &'p str {
        self.view.string(self.record.entry_point)
    }

    /// The entry point's name in the shader's source.
    pub fn source_entry_point(&self) -> &'p str {
        self.view.string(self.record.source_entry_point)
    }

    /// The compiled bytes, not yet decoded.
    pub fn blob(&self) -> Blob<'p> {
        blob_at(self.view, self.record.blob)
    }

    /// The compiled bytes. To read more than one, keep a [`Decoder`](crate::Decoder).
    #[cfg(feature = "decoder")]
    pub fn code(&self) -> Result<Vec<u8>, BlobError> {
        self.blob().decode()
    }

    /// Resources, sorted by set and binding.
    pub fn bindings(&self) -> impl ExactSizeIterator<Item = Binding<'p>> + use<'p> {
        let (view, first) = (self.view, self.record.first_binding);
        (0..self.record.binding_count).map(move |at| binding(view, view.binding(first.saturating_add(at))))
    }

    /// The resource at this place of [`Variant::bindings`], in constant time.
    pub fn binding(&self, number: u32) -> Option<Binding<'p>> {
        if number >= self.record.binding_count {
            return None;
        }
        let at = self.record.first_binding.checked_add(number)?;
        Some(binding(self.view, self.view.binding(at)))
    }

    /// Inputs of the stage.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = StageIo<'p>> + use<'p> {
        stage_io(self.view, self.record.first_input, self.record.input_count)
    }

    /// Outputs of the stage.
    pub fn outputs(&self) -> impl ExactSizeIterator<Item = StageIo<'p>> + use<'p> {
        stage_io(self.view, self.record.first_output, self.record.output_count)
    }

    /// Threads a group, of compute stages.
    pub fn workgroup_size(&self) -> Option<[u32; 3]> {
        (self.record.flags & FLAG_WORKGROUP != 0).then_some(self.record.workgroup)
    }
}

impl fmt::Debug for Variant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Variant")
            .field("index", &self.index)
            .field("stage", &self.stage())
            .field("entry_point", &self.entry_point())
            .finish_non_exhaustive()
    }
}

/// A program that a machine of the engine runs, in the place of stages.
#[derive(Clone, Copy)]
pub struct Program<'p> {
    view: View<'p>,
    record: ProgramRecord,
}

impl<'p> Program<'p> {
    /// The machine that it is for, such as `psl`.
    pub fn machine(&self) -> &'p str {
        self.view.string(self.record.machine)
    }

    /// Its bytes, not yet decoded.
    pub fn blob(&self) -> Blob<'p> {
        blob_at(self.view, self.record.blob)
    }

    /// Its bytes. To read more than one, keep a [`Decoder`](crate::Decoder).
    #[cfg(feature = "decoder")]
    pub fn code(&self) -> Result<Vec<u8>, BlobError> {
        self.blob().decode()
    }
}

impl fmt::Debug for Program<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("machine", &self.machine()).finish_non_exhaustive()
    }
}

/// A blob that is known to exist.
fn blob_at(view: View<'_>, index: u32) -> Blob<'_> {
    let record = view.record(index).unwrap_or(BlobRecord {
        offset: u64::MAX,
        frame_length: 0,
        stored_length: 0,
        content_length: 0,
        frame_checksum: 0,
        content_checksum: 0,
        dictionary: NONE16,
        codec: 0,
    });
    Blob { view, index, record }
}

/// Records that are known to exist.
fn elements<'p, R: Record + 'p>(
    view: View<'p>,
    first: u32,
    count: u32,
) -> impl ExactSizeIterator<Item = R> + Clone + use<'p, R> {
    let bytes = view.elements(R::SECTION, first, count).unwrap_or(&[]);
    bytes
        .chunks_exact(view.stride(R::SECTION))
        // A chunk is as long as its record, so the default never stands in.
        .map(|bytes| R::read(bytes).unwrap_or_default())
}

/// A resource from its record; nothing where `verify` has excluded that there is none.
fn binding(view: View<'_>, record: Option<BindingRecord>) -> Binding<'_> {
    let record = record.unwrap_or(BindingRecord { name: NONE, slot: NONE, renamed: NONE, ..BindingRecord::default() });
    Binding {
        set: record.set,
        binding: record.binding,
        name: view.string(record.name),
        kind: BindingKind::from_number(record.kind),
        count: record.count,
        size: record.size,
        slot: (record.slot != NONE).then_some(record.slot),
        renamed: view.optional_string(record.renamed),
    }
}

fn stage_io<'p>(view: View<'p>, first: u32, count: u32) -> impl ExactSizeIterator<Item = StageIo<'p>> + use<'p> {
    elements(view, first, count).map(move |record: StageIoRecord| StageIo {
        location: (record.location != NONE).then_some(record.location),
        name: view.string(record.name),
        ty: view.string(record.ty),
    })
}

macro_rules! binding_kinds {
    ($($(#[$doc:meta])* $name:ident = $number:expr, $text:expr;)+) => {
        /// What a resource is. The numbers are part of the format.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u32)]
        #[non_exhaustive]
        pub enum BindingKind { $($(#[$doc])* $name = $number),+ }

        impl BindingKind {
            /// Every kind, in the order of its number.
            pub const ALL: &'static [BindingKind] = &[$(BindingKind::$name),+];

            /// As printed and as used in JSON.
            pub const fn name(self) -> &'static str {
                match self { $(BindingKind::$name => $text),+ }
            }

            /// The kind with this number; what a newer writer knows is `Other`.
            pub fn from_number(number: u32) -> BindingKind {
                BindingKind::ALL.get(number as usize).copied().unwrap_or(BindingKind::Other)
            }
        }
    };
}

binding_kinds! {
    UniformBuffer = 0, "uniform_buffer";
    StorageBuffer = 1, "storage_buffer";
    ReadOnlyStorageBuffer = 2, "read_only_storage_buffer";
    SampledTexture = 3, "sampled_texture";
    StorageTexture = 4, "storage_texture";
    Sampler = 5, "sampler";
    CombinedImageSampler = 6, "combined_image_sampler";
    UniformTexelBuffer = 7, "uniform_texel_buffer";
    StorageTexelBuffer = 8, "storage_texel_buffer";
    AccelerationStructure = 9, "acceleration_structure";
    PushConstants = 10, "push_constants";
    /// None of these.
    Other = 11, "other";
    /// What earlier subpasses wrote to the pixel.
    InputAttachment = 12, "input_attachment";
}

/// A resource the variant uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding<'p> {
    pub set: u32,
    pub binding: u32,
    pub name: &'p str,
    pub kind: BindingKind,
    /// Number of descriptors; 0 for an unbounded array.
    pub count: u32,
    /// Bytes, of a buffer block without a run-time array; else 0.
    pub size: u32,
    /// The number in the code, where the target has number spaces of its own: a Metal buffer, texture or sampler index,
    /// a GL binding point or texture unit, a Direct3D register.
    pub slot: Option<u32>,
    /// The name in the code, where the target renames the resource or joins texture and sampler into one.
    pub renamed: Option<&'p str>,
}

/// One input or output of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageIo<'p> {
    /// `None` for a system value.
    pub location: Option<u32>,
    /// The semantic or the variable's name.
    pub name: &'p str,
    /// `float4`, `uint`, ...
    pub ty: &'p str,
}
