//! The byte layout of an archive, shared with the writer. FORMAT.md explains it; a test compares the two.
//!
//! Everything is little endian. An index is a `u32` and [`NONE`] where there is nothing.

use alloc::vec::Vec;

/// First eight bytes of the header: a byte no text begins with, the name, and line ends that a text transfer would
/// change.
pub const MAGIC: [u8; 8] = *b"\x89FXO\r\n\x1a\n";

/// Archives of another major version are not read.
pub const VERSION_MAJOR: u16 = 1;

/// The newest minor version this crate knows. Newer ones are read as well, without what is new in them.
pub const VERSION_MINOR: u16 = 4;

/// A section's flag: a reader that does not know the section must reject the archive.
pub const SECTION_REQUIRED: u16 = 1;

/// Sections in one archive.
pub const MAX_SECTIONS: u32 = 1024;

/// Bytes of one element: what a newer minor version may append to a record ends here.
pub const MAX_STRIDE: u32 = 4096;

/// Magic number of the skippable frames (RFC 8878, 3.1.2); a little-endian `u32` length follows.
pub const SKIPPABLE_MAGIC: u32 = 0x184D_2A50;

/// Bytes before the payload of a skippable frame.
pub const FRAME_HEADER: usize = 8;

/// File offset of the section table.
pub const SECTION_TABLE: usize = 72;

/// Bytes of one entry of the section table.
pub const SECTION_ENTRY: usize = 32;

/// File offset of the content digest: BLAKE3 of everything after the header frame.
pub const DIGEST: usize = 32;

/// Sections begin at a multiple of this.
pub const ALIGNMENT: usize = 8;

/// "No such index".
pub const NONE: u32 = u32::MAX;

/// "Not built" in a table of 16-bit entries.
pub const NONE16: u16 = u16::MAX;

/// A blob is at most this long: a reader's allocation has a bound that no file can raise.
pub const MAX_BLOB: u32 = 256 << 20;

/// No Zstandard frame decodes to more than this many times its length: each block takes at least 4 bytes and yields at
/// most 128 KiB (RFC 8878, 3.1.1.2).
pub const MAX_RATIO: u64 = 32_768;

/// What is stored of SPIR-V takes at least a byte for so many: no instruction of one byte has more than two words.
pub const MAX_EXPANSION: u64 = 16;

/// A dictionary is at most this long.
pub const MAX_DICTIONARY: u32 = 1 << 20;

/// Branches a shader; one-valued branches take no bits, so the key's width does not bound them.
pub const MAX_BRANCHES: u32 = 4096;

/// Columns of defines, and of metadata, that a table has at most: tables may share a list of columns, and each table checks it.
pub const MAX_SCALAR_COLUMNS: u32 = 4096;

/// Bits of the largest direct table the writer makes: 2 or 4 MiB.
pub const MAX_TABLE_BITS: u32 = 20;

/// [`BlobRecord::codec`]: what is stored are the bytes themselves.
pub const CODEC_PLAIN: u16 = 0;
/// [`BlobRecord::codec`]: what is stored is SPIR-V as [`crate::spirv`] condenses it.
pub const CODEC_SPIRV: u16 = 1;

/// [`VariantRecord::flags`]: `workgroup` is meant.
pub const FLAG_WORKGROUP: u8 = 1;

/// [`ShaderRecord::fallback_kind`]: none.
pub const FALLBACK_NONE: u32 = 0;
/// [`ShaderRecord::fallback_kind`]: the string with this index names a shader.
pub const FALLBACK_SHADER: u32 = 1;
/// [`ShaderRecord::fallback_kind`]: the bits of a permutation of the same shader.
pub const FALLBACK_PERMUTATION: u32 = 2;

/// [`DecisionRecord::kind`]: one `u16` a permutation.
pub const DECISION_TABLE16: u32 = 0;
/// [`DecisionRecord::kind`]: one `u32` a permutation.
pub const DECISION_TABLE32: u32 = 1;
/// [`DecisionRecord::kind`]: disjoint cubes, sorted by mask, then value.
pub const DECISION_CUBES: u32 = 2;
/// [`DecisionRecord::kind`]: a decision diagram.
pub const DECISION_DIAGRAM: u32 = 3;

/// Bits a node of a diagram asks at most.
pub const NODE_BITS: u32 = 4;

/// [`BranchRecord::kind`]: two values.
pub const BRANCH_BOOL: u8 = 0;
/// [`BranchRecord::kind`]: `min ..= min + max`.
pub const BRANCH_INT: u8 = 1;
/// [`BranchRecord::kind`]: `max + 1` members.
pub const BRANCH_ENUM: u8 = 2;

/// [`ScalarRecord::kind`]: 0 or 1.
pub const SCALAR_BOOL: u32 = 0;
/// [`ScalarRecord::kind`]: the bits of an IEEE 754 double, finite.
pub const SCALAR_NUMBER: u32 = 1;
/// [`ScalarRecord::kind`]: a string's index.
pub const SCALAR_STRING: u32 = 2;

/// [`ColumnRecord::field`]: [`TechniqueRecord::mask`].
pub const COLUMN_MASK: u8 = 0;
/// [`ColumnRecord::field`]: [`TechniqueRecord::values`].
pub const COLUMN_VALUES: u8 = 1;
/// [`ColumnRecord::field`]: [`TechniqueRecord::render_state`].
pub const COLUMN_RENDER_STATE: u8 = 2;
/// [`ColumnRecord::field`]: [`TechniqueRecord::vertex_format`].
pub const COLUMN_VERTEX_FORMAT: u8 = 3;
/// [`ColumnRecord::field`]: [`TechniqueRecord::profile`].
pub const COLUMN_PROFILE: u8 = 4;
/// [`ColumnRecord::field`]: the first of [`TechniqueRecord::variants`]; the others follow.
pub const COLUMN_VARIANTS: u8 = 5;
/// [`ColumnRecord::field`]: a define or metadatum.
pub const COLUMN_SCALAR: u8 = 11;

/// XXH3, 64 bits, seed 0: detects damage; it does not authenticate.
pub fn checksum(bytes: &[u8]) -> u64 {
    twox_hash::XxHash3_64::oneshot(bytes)
}

/// The low half of [`checksum`].
pub fn checksum32(bytes: &[u8]) -> u32 {
    checksum(bytes) as u32
}

macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident = $number:expr, $stride:expr;)+) => {
        /// What a section holds. The numbers are part of the format.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum Section { $($(#[$doc])* $name = $number),+ }

        impl Section {
            /// Every section, in the order of its number, which is the order in the file.
            pub const ALL: &'static [Section] = &[$(Section::$name),+];

            /// Bytes of one element.
            pub const fn stride(self) -> usize {
                match self { $(Section::$name => $stride),+ }
            }

            /// Whether a newer minor version may append fields to its elements. What a look-up searches keeps its
            /// length.
            pub const fn is_record(self) -> bool {
                !matches!(
                    self,
                    Section::Text
                        | Section::Names
                        | Section::Table16
                        | Section::Table32
                        | Section::Cubes
                        | Section::Slots
                        | Section::MaterialBytes
                        | Section::TechniqueRows
                        | Section::BindingLists
                )
            }

            /// The section with this number.
            pub fn from_number(number: u32) -> Option<Section> {
                Section::ALL.get(number as usize).copied()
            }
        }
    };
}

sections! {
    /// Where each string lies in [`Section::Text`]; sorted by bytes, each string once.
    Strings = 0, StringRecord::SIZE;
    /// UTF-8.
    Text = 1, 1;
    /// In the order of the project.
    Targets = 2, TargetRecord::SIZE;
    /// Grouped by target; sorted by name in a target.
    Shaders = 3, ShaderRecord::SIZE;
    /// Ordered branch lists, each once.
    Layouts = 4, LayoutRecord::SIZE;
    /// In the order of the layouts.
    Branches = 5, BranchRecord::SIZE;
    /// String indices (`u32`): the members of enums.
    Names = 6, 4;
    /// From permutation to technique, each once.
    Decisions = 7, DecisionRecord::SIZE;
    /// `u16` entries.
    Table16 = 8, 2;
    /// `u32` entries.
    Table32 = 9, 4;
    Cubes = 10, CubeRecord::SIZE;
    Techniques = 11, TechniqueRecord::SIZE;
    /// Each once.
    RenderStates = 12, crate::state_bytes::SIZE;
    /// Defines and metadata, sorted by name in a list.
    Scalars = 13, ScalarRecord::SIZE;
    Variants = 14, VariantRecord::SIZE;
    Bindings = 15, BindingRecord::SIZE;
    /// Inputs and outputs.
    StageIo = 16, StageIoRecord::SIZE;
    /// Each once.
    Blobs = 17, BlobRecord::SIZE;
    /// In the order of the targets.
    Dictionaries = 18, DictionaryRecord::SIZE;
    /// `u64` slots: decision diagrams.
    Slots = 19, 8;
    /// The stages of techniques that version 1.0 does not have; in the order of the techniques.
    MeshStages = 20, MeshStagesRecord::SIZE;
    /// The programs of techniques that have one in the place of stages; in the order of the techniques.
    Programs = 21, ProgramRecord::SIZE;
    /// Grouped by target; sorted by name in a target.
    Materials = 22, MaterialRecord::SIZE;
    /// The values of materials for techniques.
    MaterialValues = 23, MaterialValuesRecord::SIZE;
    /// Contents of blocks of uniforms, each once.
    MaterialBytes = 24, 1;
    /// What the techniques of a shader have in common, and where they differ; one for each shader.
    TechniqueTables = 25, TechniqueTableRecord::SIZE;
    /// The fields, defines and metadata in which the techniques of a shader differ.
    Columns = 26, ColumnRecord::SIZE;
    /// The rows of the tables: bits that [`Section::Columns`] divides.
    TechniqueRows = 27, 1;
    /// Binding indices (`u32`), sorted by set and binding in a list.
    BindingLists = 28, 4;
}

/// A scalar of a record.
pub trait Field: Copy {
    /// Bytes.
    const SIZE: usize;
    /// As FORMAT.md writes the type.
    const TYPE: &'static str;
    /// Takes it from the front.
    fn take(bytes: &mut &[u8]) -> Option<Self>;
    /// Appends it.
    fn put(self, out: &mut Vec<u8>);
}

macro_rules! integer_field {
    ($($ty:ident)+) => {
        $(impl Field for $ty {
            const SIZE: usize = core::mem::size_of::<$ty>();
            const TYPE: &'static str = stringify!($ty);
            fn take(bytes: &mut &[u8]) -> Option<Self> {
                let (head, tail) = bytes.split_first_chunk()?;
                *bytes = tail;
                Some($ty::from_le_bytes(*head))
            }
            fn put(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        })+
    };
}
integer_field!(u8 u16 u32 i32 u64);

macro_rules! array_field {
    ($($count:literal $name:literal)+) => {
        $(impl Field for [u32; $count] {
            const SIZE: usize = 4 * $count;
            const TYPE: &'static str = $name;
            fn take(bytes: &mut &[u8]) -> Option<Self> {
                let mut words = [0; $count];
                for word in &mut words {
                    *word = u32::take(bytes)?;
                }
                Some(words)
            }
            fn put(self, out: &mut Vec<u8>) {
                for word in self {
                    word.put(out);
                }
            }
        })+
    };
}
array_field!(3 "u32 x 3" 6 "u32 x 6");

/// An element of a section with fields.
pub trait Record: Copy + Default {
    /// Where it lies.
    const SECTION: Section;
    /// Name, type and offset of each field.
    const FIELDS: &'static [(&'static str, &'static str, usize)];
    /// From the bytes of one element.
    fn read(bytes: &[u8]) -> Option<Self>;
    /// Appends one element.
    fn write(&self, out: &mut Vec<u8>);
}

/// From sizes to offsets.
const fn offsets<const N: usize>(
    mut fields: [(&'static str, &'static str, usize); N],
) -> [(&'static str, &'static str, usize); N] {
    let (mut at, mut index) = (0, 0);
    while index < N {
        let size = fields[index].2;
        fields[index].2 = at;
        at += size;
        index += 1;
    }
    fields
}

macro_rules! record {
    ($(#[$doc:meta])* $name:ident in $section:ident { $($(#[$field_doc:meta])* $field:ident: $ty:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name { $($(#[$field_doc])* pub $field: $ty),+ }

        impl $name {
            /// Bytes.
            pub const SIZE: usize = 0 $(+ <$ty as Field>::SIZE)+;
        }

        impl Record for $name {
            const SECTION: Section = Section::$section;
            const FIELDS: &'static [(&'static str, &'static str, usize)] =
                &offsets([$((stringify!($field), <$ty as Field>::TYPE, <$ty as Field>::SIZE)),+]);
            fn read(mut bytes: &[u8]) -> Option<Self> {
                $(let $field = <$ty as Field>::take(&mut bytes)?;)+
                Some($name { $($field),+ })
            }
            fn write(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)+
            }
        }
    };
}

record! {
    /// A string.
    StringRecord in Strings { offset: u32, length: u32 }
}
record! {
    /// A target and its shaders.
    TargetRecord in Targets {
        name: u32,
        /// What most of its blobs were compressed with, or [`NONE`].
        dictionary: u32,
        first_shader: u32,
        shader_count: u32,
    }
}
record! {
    /// A shader as one target has it.
    ShaderRecord in Shaders {
        /// A string index, or the bits of a permutation, by `fallback_kind`.
        fallback: u64,
        fallback_kind: u32,
        name: u32,
        layout: u32,
        decision: u32,
        first_technique: u32,
        technique_count: u32,
        first_metadata: u32,
        metadata_count: u32,
    }
}
record! {
    /// The branches of a shader. Layout *i + 1* begins where layout *i* ends.
    LayoutRecord in Layouts { first_branch: u32, branch_count: u32, key_bits: u32 }
}
record! {
    /// A branch. Branch *i + 1* of a layout begins at the bit where branch *i* ends.
    BranchRecord in Branches {
        name: u32,
        kind: u8,
        first_bit: u8,
        /// The bits that `max` needs.
        width: u8,
        zero: u8,
        /// The value that is encoded as 0; 0 but for integers.
        min: i32,
        /// The largest encoded value.
        max: u32,
        /// Into [`Section::Names`]; `max + 1` members of an enum, 0 otherwise.
        first_member: u32,
    }
}
record! {
    /// A decision structure. Of two with the same kind, the later begins where the earlier ends.
    DecisionRecord in Decisions {
        kind: u32,
        first: u32,
        count: u32,
        key_bits: u32,
        /// Technique numbers in it are below this, relative to the shader's first.
        technique_bound: u32,
    }
}
record! {
    /// All permutations `p` with `p & mask == value`.
    CubeRecord in Cubes { mask: u64, value: u64, technique: u32, zero: u32 }
}
record! {
    /// A technique with final branch values; with tables, what the techniques of a shader have in common.
    TechniqueRecord in Techniques {
        /// The bits of the shader's layout whose final values matter to it.
        mask: u64,
        /// Final branch values; 0 outside of the mask.
        values: u64,
        render_state: u32,
        /// String or [`NONE`].
        vertex_format: u32,
        /// String or [`NONE`].
        profile: u32,
        first_define: u32,
        define_count: u32,
        first_metadata: u32,
        metadata_count: u32,
        zero: u32,
        /// By stage, of the first six; [`NONE`] where it has none.
        variants: [u32; 6],
    }
}
record! {
    /// The techniques of a shader: one record of [`Section::Techniques`], and a row for each technique with what differs.
    TechniqueTableRecord in TechniqueTables {
        /// The first technique, with the defines and metadata that all techniques have; [`NONE`] without techniques.
        technique: u32,
        first_column: u32,
        column_count: u32,
        first_define_column: u32,
        define_column_count: u32,
        first_metadata_column: u32,
        metadata_column_count: u32,
        /// Row *i + 1* begins where row *i* ends, also from table to table.
        first_row_byte: u32,
        /// Bytes of a row; 0 with less than two techniques.
        row_bytes: u32,
    }
}
record! {
    /// A field, define or metadatum in which techniques differ: bits of a row are its number.
    ColumnRecord in Columns {
        /// What number 0 means; of a mask and of values, the low half of the bits that differ.
        first: u32,
        /// Numbers from here on mean that there is none; of a mask and of values, the high half.
        count: u32,
        /// The number's lowest bit in the row.
        shift: u16,
        /// Of a define or metadatum: how many of those that all techniques have come before it.
        position: u16,
        /// [`COLUMN_MASK`] and so on.
        field: u8,
        /// Bits.
        width: u8,
        zero: u16,
    }
}
record! {
    /// The variants of a technique with a mesh stage.
    MeshStagesRecord in MeshStages {
        technique: u32,
        /// Or [`NONE`].
        amplification: u32,
        mesh: u32,
    }
}
record! {
    /// A material of a target: a shader with values.
    MaterialRecord in Materials {
        name: u32,
        /// Among the shaders of all targets; its target is the material's.
        shader: u32,
        first_values: u32,
        /// 1, or one for each technique of the shader.
        value_count: u32,
    }
}
record! {
    /// The values of a material for a technique.
    MaterialValuesRecord in MaterialValues {
        /// Relative to the shader's first; [`NONE`]: all techniques of the shader.
        technique: u32,
        first_byte: u32,
        byte_count: u32,
        /// Into [`Section::Scalars`]: strings by the names of textures.
        first_texture: u32,
        texture_count: u32,
    }
}
record! {
    /// The program of a technique: what a machine of the engine runs, which may itself be a shader.
    ProgramRecord in Programs {
        technique: u32,
        /// String: the machine.
        machine: u32,
        blob: u32,
    }
}
record! {
    /// A define or metadatum.
    ScalarRecord in Scalars { value: u64, name: u32, kind: u32 }
}
record! {
    /// One compiled stage.
    VariantRecord in Variants {
        stage: u8,
        flags: u8,
        zero: u16,
        /// The name in the blob.
        entry_point: u32,
        /// The name in the shader's source.
        source_entry_point: u32,
        blob: u32,
        /// Into [`Section::BindingLists`] where there are some, else into [`Section::Bindings`].
        first_binding: u32,
        binding_count: u32,
        first_input: u32,
        input_count: u32,
        first_output: u32,
        output_count: u32,
        workgroup: [u32; 3],
    }
}
record! {
    /// A resource.
    BindingRecord in Bindings {
        set: u32,
        binding: u32,
        name: u32,
        kind: u32,
        /// 0: unbounded.
        count: u32,
        /// Bytes of a block; else 0.
        size: u32,
        /// Number in the code where the target has number spaces of its own, or NONE.
        slot: u32,
        /// String, or NONE: the name in the code where it is another.
        renamed: u32,
    }
}
record! {
    /// An input or output.
    StageIoRecord in StageIo {
        /// [`NONE`] for a system value.
        location: u32,
        name: u32,
        ty: u32,
    }
}
record! {
    /// Where a blob's frame lies.
    BlobRecord in Blobs {
        offset: u64,
        frame_length: u32,
        /// What the frame's content is long.
        stored_length: u32,
        /// What the blob is long.
        content_length: u32,
        /// Of the compressed frame.
        frame_checksum: u32,
        /// Of the blob's bytes.
        content_checksum: u32,
        /// Or [`NONE16`].
        dictionary: u16,
        codec: u16,
    }
}
record! {
    /// A compression dictionary, compressed without one.
    DictionaryRecord in Dictionaries {
        offset: u64,
        frame_checksum: u64,
        content_checksum: u64,
        frame_length: u32,
        content_length: u32,
    }
}
