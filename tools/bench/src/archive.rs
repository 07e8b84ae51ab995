//! The archive: look-ups, opening, decoding, and what each part of the compression is worth.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use uberc::model::*;
use uberc::pack::{self, condense_spirv};
use uberc_runtime::spirv::Restorer;
use uberc_runtime::{Decoder, Pack};

use crate::lookups::{self, Numbers, shader};
use crate::medians::{median, table};
use crate::{Failure, Options};

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    lookups::run(options)?;
    println!("\nopening an archive in memory; medians of {} rounds", options.rounds);
    opening(options)?;
    match &options.archive {
        None => println!("\n--archive FILE measures decoding and sizes"),
        Some(path) => {
            let bytes = std::fs::read(path)?;
            let pack = Pack::open(&bytes[..])?;
            println!("\ndecoding {path}; medians of {} rounds", options.rounds);
            decoding(&pack, options)?;
            println!("\nbytes of the code in {path}");
            sizes(&pack)?;
        }
    }
    Ok(())
}

fn opening(options: &Options) -> Result<(), Failure> {
    // Code that does not compress, so that the file is as long as it says.
    let mut numbers = Numbers(2);
    let rows = [(64usize, 4096usize), (1024, 1024), (4096, 256)].into_iter().map(|(blobs, kib)| {
        let variants = (0..blobs).map(|_| {
            let mut bytes = Vec::with_capacity(kib << 10);
            while bytes.len() < kib << 10 {
                bytes.extend_from_slice(&numbers.next().to_le_bytes());
            }
            PackagedVariant {
                stage: Stage::Pixel,
                entry_point: "Main".to_owned(),
                artifact: Arc::new(Artifact {
                    bytes: bytes.into(),
                    entry_point: "main".to_owned(),
                    reflection: Reflection::default(),
                }),
            }
        });
        let variants: Vec<PackagedVariant> = variants.collect();
        let bits = blobs.ilog2() as usize;
        let decision = Decision::Table((0..blobs as u32).map(Some).collect());
        let mut big = shader("Big", bits, decision, blobs as u32)?;
        big.variants = variants;
        for (technique, number) in big.techniques.iter_mut().zip(0u32..) {
            technique.values_mask = u64::MAX;
            technique.values = Permutation(u64::from(number));
            technique.variants = [(Stage::Pixel, number)].into();
        }
        let package = Package { targets: vec![PackagedTarget { target: Target::Dxil, shaders: vec![big] }] };
        let bytes = pack::pack(&package, pack::Options { level: 1, dictionaries: false })?;
        drop(package);
        let one = || {
            let start = Instant::now();
            let opened = black_box(Pack::open(black_box(&bytes[..]))).is_ok();
            assert!(opened, "the archive was just written");
            start.elapsed().as_secs_f64() * 1e6
        };
        let microseconds = median((0..options.rounds.max(20)).map(|_| one()).collect());
        let index: usize = Pack::open(&bytes[..])?.section_lengths().map(|(_, length)| length).sum();
        Ok(vec![
            format!("{:.2} GB", bytes.len() as f64 / 1e9),
            blobs.to_string(),
            index.to_string(),
            format!("{microseconds:.1}"),
        ])
    });
    let mut all = vec![["file", "blobs", "index bytes", "open, microseconds"].map(str::to_owned).to_vec()];
    for row in rows {
        all.push(row.map_err(|failure: Failure| failure)?);
    }
    print!("{}", table(&all));
    Ok(())
}

/// The blobs that a target's techniques use, by number.
fn blobs_of<'p>(target: uberc_runtime::Target<'p>) -> Vec<uberc_runtime::Blob<'p>> {
    let variants = target.shaders().flat_map(|shader| shader.techniques()).flat_map(|technique| technique.stages());
    let by_number: std::collections::BTreeMap<u32, uberc_runtime::Blob<'p>> =
        variants.map(|variant| (variant.blob().index(), variant.blob())).collect();
    by_number.into_values().collect()
}

fn decoding(archive: &Pack<&[u8]>, options: &Options) -> Result<(), Failure> {
    let head =
        ["target", "blobs", "bytes", "us a blob", "p99 us", "MB/s", "first blob us", "C zstd us a blob", "C zstd MB/s"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for target in archive.targets() {
        let blobs = blobs_of(target);
        let total: usize = blobs.iter().map(uberc_runtime::Blob::len).sum();
        let Some(first) = blobs.first() else { continue };
        let mut out = Vec::new();
        let start = Instant::now();
        let mut decoder = Decoder::new();
        decoder.decode(*first, &mut out)?;
        let first = start.elapsed().as_secs_f64() * 1e6;
        let mut digested: Option<(u64, zstd::bulk::Decompressor<'static>)> = None;
        let mut engine = Decoder::with_zstd(move |compressed, out| {
            let known = digested.as_ref().is_some_and(|(key, _)| *key == compressed.dictionary_key);
            if !known {
                let dictionary = compressed.dictionary.unwrap_or(&[]);
                let Ok(made) = zstd::bulk::Decompressor::with_dictionary(dictionary) else { return false };
                digested = Some((compressed.dictionary_key, made));
            }
            let decompressor = digested.as_mut().map(|(_, decompressor)| decompressor);
            decompressor.is_some_and(|decompressor| {
                decompressor.decompress_to_buffer(compressed.frame, out).is_ok_and(|length| length == out.len())
            })
        });
        let mut each = vec![f64::MAX; blobs.len()];
        let mut all = |decoder: &mut Decoder, each: &mut [f64]| -> Result<f64, Failure> {
            let mut sum = 0.0;
            for (blob, best) in blobs.iter().zip(each) {
                let start = Instant::now();
                decoder.decode(*blob, &mut out)?;
                let seconds = start.elapsed().as_secs_f64();
                sum += seconds;
                *best = best.min(seconds * 1e6);
            }
            Ok(sum)
        };
        let ours = (0..options.rounds).map(|_| all(&mut decoder, &mut each)).collect::<Result<Vec<f64>, _>>()?;
        let mut ignored = vec![f64::MAX; blobs.len()];
        let theirs = (0..options.rounds).map(|_| all(&mut engine, &mut ignored)).collect::<Result<Vec<f64>, _>>()?;
        let (ours, theirs) = (median(ours), median(theirs));
        each.sort_by(f64::total_cmp);
        let count = blobs.len() as f64;
        rows.push(vec![
            target.name().to_owned(),
            blobs.len().to_string(),
            total.to_string(),
            format!("{:.1}", ours * 1e6 / count),
            format!("{:.1}", each[each.len() * 99 / 100]),
            format!("{:.0}", total as f64 / ours / 1e6),
            format!("{first:.0}"),
            format!("{:.1}", theirs * 1e6 / count),
            format!("{:.0}", total as f64 / theirs / 1e6),
        ]);
    }
    print!("{}", table(&rows));
    Ok(())
}

fn sizes(archive: &Pack<&[u8]>) -> Result<(), Failure> {
    const LEVEL: i32 = 19;
    const DICTIONARY: usize = 112 << 10;
    let head =
        ["target", "raw", "zstd -19 a blob", "dictionary only", "with it", "condensed", "archive", "with it", "solid"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let mut restored = (0, 0.0);
    for target in archive.targets() {
        let mut decoder = Decoder::new();
        let blobs = blobs_of(target);
        let mut raw = Vec::new();
        for blob in &blobs {
            let mut out = Vec::new();
            decoder.decode(*blob, &mut out)?;
            raw.push(out);
        }
        let total: usize = raw.iter().map(Vec::len).sum();
        let frames = |dictionary: &[u8]| -> Result<usize, Failure> {
            let mut compressor = zstd::bulk::Compressor::with_dictionary(LEVEL, dictionary)?;
            let lengths = raw.iter().map(|blob| compressor.compress(blob).map(|frame| frame.len()));
            Ok(lengths.collect::<Result<Vec<usize>, _>>()?.into_iter().sum())
        };
        let alone = frames(&[])?;
        let dictionary = zstd::dict::from_samples(&raw, DICTIONARY).unwrap_or_default();
        let with_dictionary = frames(&dictionary)?;
        let condensed: Vec<Option<Vec<u8>>> = raw.iter().map(|blob| condense_spirv(blob)).collect();
        for (stored, code) in condensed.iter().zip(&raw) {
            let Some(stored) = stored else { continue };
            let (mut restorer, mut out) = (Restorer::default(), vec![0; code.len()]);
            let start = Instant::now();
            let whole = restorer.restore(stored, &mut out).is_some();
            restored.1 += start.elapsed().as_secs_f64();
            assert!(whole && out == *code, "what is condensed comes back");
            restored.0 += code.len();
        }
        let stored: usize =
            condensed.iter().zip(&raw).map(|(stored, code)| stored.as_ref().unwrap_or(code).len()).sum();
        let own: usize = blobs.iter().map(uberc_runtime::Blob::compressed_len).sum();
        let dictionaries: std::collections::BTreeSet<u32> = blobs.iter().filter_map(|blob| blob.dictionary()).collect();
        let own_dictionaries: usize = dictionaries
            .into_iter()
            .filter_map(|number| archive.dictionary_lengths(number))
            .map(|lengths| lengths.1)
            .sum();
        let solid = zstd::bulk::compress(&raw.concat(), LEVEL)?.len();
        let cell = |bytes: usize| format!("{bytes} ({:.2}x)", total as f64 / bytes.max(1) as f64);
        rows.push(vec![
            target.name().to_owned(),
            total.to_string(),
            cell(alone),
            cell(with_dictionary),
            cell(with_dictionary + dictionary.len()),
            cell(stored),
            cell(own),
            cell(own + own_dictionaries),
            cell(solid),
        ]);
    }
    print!("{}", table(&rows));
    println!("restoring condensed SPIR-V: {:.0} MB/s", restored.0 as f64 / restored.1 / 1e6);
    Ok(())
}
