//! Archives whose checksums are right and whose records are not: each is refused.

use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use uberc::model::{BranchKind, Decision, DefineValue, PackagedShader, Stage};
use uberc::pack::{Options, PackError, pack};
use uberc_runtime::format::{
    BlobRecord, COLUMN_PROFILE, COLUMN_VALUES, ColumnRecord, MAX_SCALAR_COLUMNS, MaterialRecord, MeshStagesRecord,
    ProgramRecord, Record, Section, ShaderRecord, StringRecord, TechniqueTableRecord,
};
use uberc_runtime::{OpenError, Pack, Scalar};

use super::damage::{first_record, forge, sample};
use super::sample::{layout, meshlets, package, technique, variant};
use super::versions::everything;
use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("archive::records_that_disagree_are_refused", records_that_disagree),
        harness::trial("archive::tables_that_lie_are_refused", tables_that_lie),
        harness::trial("archive::strings_and_frames_that_share_bytes_are_refused", shared_bytes),
        harness::trial("archive::differing_defines_have_a_bound", differing_defines),
    ]
}

/// Values of materials that fit no technique, and programs of techniques that have stages.
fn records_that_disagree() -> Result<(), Failed> {
    let bytes = pack(&everything(), Options::RELEASE)?;
    let what = |mut bytes: Vec<u8>| {
        forge(&mut bytes).unwrap();
        match Pack::open(&bytes[..]) {
            Err(OpenError::Structure { section, index: 0, what }) => (section, what),
            other => panic!("{other:?}"),
        }
    };
    let start = first_record(&bytes, Section::Materials);
    let mut material = MaterialRecord::read(&bytes[start..]).unwrap();
    material.value_count = if material.value_count == 1 { 2 } else { 1 };
    let mut changed = bytes.clone();
    put_record(&mut changed, start, &material);
    assert_eq!(what(changed), (Section::Materials, "values of other techniques"));
    // The first technique of all has stages.
    let start = first_record(&bytes, Section::Programs);
    let mut program = ProgramRecord::read(&bytes[start..]).unwrap();
    program.technique = 0;
    let mut changed = bytes.clone();
    put_record(&mut changed, start, &program);
    assert_eq!(what(changed), (Section::Programs, "a program of a technique with stages"));
    // So has one with a mesh stage alone.
    let stages = MeshStagesRecord::read(&bytes[first_record(&bytes, Section::MeshStages)..]).unwrap();
    program.technique = stages.technique;
    let mut changed = bytes;
    put_record(&mut changed, start, &program);
    assert_eq!(what(changed), (Section::Programs, "a program of a technique with stages"));
    Ok(())
}

/// What a table says of its rows and columns, and a column of itself, is checked when an archive is opened.
fn tables_that_lie() -> Result<(), Failed> {
    let bytes = pack(&everything(), Options::RELEASE)?;
    let what = |section: Section, change: &dyn Fn(&mut [u8])| {
        let mut bytes = bytes.clone();
        let start = first_record(&bytes, section);
        change(&mut bytes[start..]);
        forge(&mut bytes).unwrap();
        match Pack::open(&bytes[..]) {
            Err(OpenError::Structure { what, .. }) => what,
            other => panic!("{other:?}"),
        }
    };
    // `RenderMesh`, whose 36 techniques differ in most fields, is the third shader.
    const SHADER: usize = 2;
    let at = first_record(&bytes, Section::TechniqueTables) + SHADER * TechniqueTableRecord::SIZE;
    let right = TechniqueTableRecord::read(&bytes[at..]).unwrap();
    let table = |change: &dyn Fn(&mut TechniqueTableRecord)| {
        what(Section::TechniqueTables, &|bytes| {
            let mut record = right;
            change(&mut record);
            put_record(bytes, SHADER * TechniqueTableRecord::SIZE, &record);
        })
    };
    assert_eq!(table(&|table| table.technique = 1 << 30), "a technique that does not exist");
    assert_eq!(table(&|table| table.column_count = u32::MAX), "columns that do not exist");
    assert_eq!(table(&|table| table.first_define_column = u32::MAX), "columns that do not exist");
    assert_eq!(table(&|table| table.row_bytes = 0), "its rows");
    assert_eq!(table(&|table| table.first_row_byte += 1), "its rows");
    assert_eq!(table(&|table| table.row_bytes = 1 << 30), "rows that do not exist");
    // One technique more, whose row is then another's.
    let counted = what(Section::Shaders, &|bytes| {
        let start = SHADER * ShaderRecord::SIZE;
        let mut record = ShaderRecord::read(&bytes[start..]).unwrap();
        record.technique_count += 1;
        put_record(bytes, start, &record);
    });
    assert_eq!(counted, "its techniques do not begin where those before end");
    // Columns: the first is that of values, the next of the render state.
    let changed = |at: u32, change: &dyn Fn(&mut ColumnRecord)| {
        what(Section::Columns, &|bytes| {
            let start = at as usize * ColumnRecord::SIZE;
            let mut record = ColumnRecord::read(&bytes[start..]).unwrap();
            change(&mut record);
            put_record(bytes, start, &record);
        })
    };
    let column = |at: u32, change: &dyn Fn(&mut ColumnRecord)| changed(right.first_column + at, change);
    let define = |at: u32, change: &dyn Fn(&mut ColumnRecord)| changed(right.first_define_column + at, change);
    assert_eq!(column(0, &|column| column.width += 1), "its width");
    assert_eq!(column(0, &|column| column.shift = u16::MAX), "a column beyond the row");
    assert_eq!(column(0, &|column| column.zero = 1), "its width, or a reserved field");
    assert_eq!(column(0, &|column| column.field = 99), "its field");
    assert_eq!(column(1, &|column| column.first = u32::MAX), "a render state that does not exist");
    assert_eq!(column(1, &|column| column.count = 1), "a render state that does not exist");
    assert_eq!(column(1, &|column| (column.field, column.width) = (COLUMN_VALUES, 64)), "its width");
    assert_eq!(column(1, &|column| column.width = 0), "its width, or a reserved field");
    // Those of defines and metadata.
    let no_scalar = "a column that is no define or metadatum";
    assert_eq!(table(&|table| table.first_define_column = table.first_column), no_scalar);
    let as_metadata = |table: &mut TechniqueTableRecord| {
        (table.first_metadata_column, table.metadata_column_count) = (table.first_column, 1);
    };
    assert_eq!(table(&as_metadata), no_scalar);
    assert_eq!(define(0, &|column| (column.field, column.position) = (COLUMN_PROFILE, 0)), no_scalar);
    assert_eq!(define(1, &|column| column.shift = u16::MAX), "a column beyond the row");
    assert_eq!(define(1, &|column| column.first = u32::MAX), "a define that does not exist");
    // The bindings of the first variant.
    let list = what(Section::BindingLists, &|bytes| bytes[..4].fill(0xFF));
    assert_eq!(list, "a binding that does not exist");
    Ok(())
}

/// Text of two strings, and a frame of two blobs: what reads each string or blob once would read the square of the archive.
fn shared_bytes() -> Result<(), Failed> {
    let bytes = sample();
    let refused = |mut bytes: Vec<u8>| {
        forge(&mut bytes).unwrap();
        Pack::open(&bytes[..]).map(drop)
    };
    // The first string, up to the end of the text: the order is still right.
    let mut changed = bytes.clone();
    let start = first_record(&bytes, Section::Strings);
    let mut string = StringRecord::read(&bytes[start..]).unwrap();
    let text = Pack::open(&bytes[..])?.section_lengths().find(|(section, _)| *section == Section::Text);
    string.length = text.ok_or("a section of text")?.1 as u32;
    put_record(&mut changed, start, &string);
    let what = "text of other strings";
    assert_eq!(refused(changed), Err(OpenError::Structure { section: Section::Strings, index: 1, what }));
    // The first two blobs, each as long as the file.
    let mut changed = bytes.clone();
    let start = first_record(&bytes, Section::Blobs);
    let header = u32::from_le_bytes(bytes[20..24].try_into().unwrap());
    for at in [start, start + BlobRecord::SIZE] {
        let mut blob = BlobRecord::read(&bytes[at..]).unwrap();
        (blob.offset, blob.frame_length) = (u64::from(header), bytes.len() as u32 - header);
        put_record(&mut changed, at, &blob);
    }
    let what = "a frame of others";
    assert_eq!(refused(changed), Err(OpenError::Structure { section: Section::Blobs, index: 1, what }));
    Ok(())
}

/// Tables may share a list of columns, so that each may have so many and no more.
fn differing_defines() -> Result<(), Failed> {
    let packed = |defines: usize| {
        let techniques = [0, 1].map(|number| {
            let mut entry = technique(number, &[(Stage::Pixel, 0)]);
            let all = (0..defines).map(|at| (format!("D{at:05}"), DefineValue::Number(number as f64)));
            Arc::make_mut(&mut entry.technique).defines = all.collect();
            entry
        });
        let shader = PackagedShader {
            branches: layout(vec![("g_b", BranchKind::Bool)]),
            decision: Decision::Table(vec![Some(0), Some(1)]),
            techniques: techniques.to_vec(),
            variants: vec![variant(Stage::Pixel, b"pixel")],
            ..meshlets()
        };
        let mut package = package();
        package.targets[0].shaders = vec![shader];
        pack(&package, Options::FAST)
    };
    let most = MAX_SCALAR_COLUMNS as usize;
    let bytes = packed(most)?;
    let archive = Pack::open(&bytes[..])?;
    let shader = archive.targets().next().and_then(|target| target.shaders().next()).ok_or("a shader")?;
    let found = shader.technique(shader.key_from_bits(1)).map_err(|miss| miss.to_string())?;
    assert_eq!((found.defines().len(), found.defines().get("D04095")), (most, Some(Scalar::Number(1.0))));
    assert!(matches!(packed(most + 1), Err(PackError::TooMany(_))));
    Ok(())
}

fn put_record<R: Record>(bytes: &mut [u8], at: usize, record: &R) {
    let mut written = Vec::new();
    record.write(&mut written);
    bytes[at..at + written.len()].copy_from_slice(&written);
}
