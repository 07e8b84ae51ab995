//! Compiled variants, each distinct one stored and compressed once.

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use uberc_runtime::format::*;
use uberc_runtime::spirv::Restorer;

use super::dictionary::{self, Dictionary};
use super::frames::{self, Frame};
use super::part::PartBlob;
use super::spare::Spares;
use super::spirv::Condenser;
use super::{Options, PackError};
use crate::model::Digest;

/// The distinct blobs, in the order of their first use.
#[derive(Default)]
pub struct Blobs<'p> {
    distinct: Vec<&'p PartBlob>,
    /// The target of the first use.
    targets: Vec<u32>,
    by_digest: FxHashMap<Digest, u32>,
}

/// An archive with the frames of its blobs, and their records.
pub struct Packed {
    /// Zeros stand in the place of what is before the frames.
    pub archive: Vec<u8>,
    pub blobs: Vec<BlobRecord>,
    pub dictionaries: Vec<DictionaryRecord>,
    /// Of what each blob's frame holds.
    pub stored_checksums: Vec<u64>,
    /// The dictionary of each target, or [`NONE`].
    pub of_targets: Vec<u32>,
    /// The frames of the blobs without a dictionary, by number, where they are kept for the next archive.
    pub known: Option<Vec<Found>>,
}

/// The digest of a blob's content.
pub type Found = (Digest, Arc<KnownBlob>);

/// The blobs of the last archive: a blob that the next archive has too is neither compressed nor read back
/// again. The bytes of the archive do not depend on it.
#[derive(Debug, Default)]
pub struct KnownBlobs {
    blobs: Mutex<FxHashMap<(i32, Digest), Arc<KnownBlob>>>,
}

/// A frame without a dictionary, and its record without the offset.
#[derive(Debug)]
pub struct KnownBlob {
    record: BlobRecord,
    /// Of what the frame holds; not used where a reader has decoded the frame.
    stored_checksum: u64,
    frame: Frame,
    /// Whether a reader has decoded the frame.
    pub is_read_back: AtomicBool,
}

impl KnownBlobs {
    /// The blobs of an archive that this program has written at a level, without dictionaries. `digests`: of its blobs, by number.
    /// `None` if they cannot be those of the archive. The caller has found that the archive is as it was written, so that each of its
    /// frames has been decoded once.
    pub fn of_archive(level: i32, archive: &[u8], digests: &[Digest]) -> Option<KnownBlobs> {
        let entry = SECTION_TABLE + Section::Blobs as usize * SECTION_ENTRY;
        let mut entry = archive.get(entry + 8..entry + SECTION_ENTRY)?;
        let (offset, length) = (u64::take(&mut entry)?, u64::take(&mut entry)?);
        let begin = usize::try_from(offset).ok()?;
        let section = archive.get(begin..begin.checked_add(usize::try_from(length).ok()?)?)?;
        let records = section.chunks_exact(BlobRecord::SIZE);
        if records.len() != digests.len() {
            return None;
        }
        let blob = |(record, digest): (&[u8], &Digest)| {
            let record = BlobRecord::read(record).filter(|record| record.dictionary == NONE16)?;
            let begin = usize::try_from(record.offset).ok()?;
            let frame = archive.get(begin..begin.checked_add(record.frame_length as usize)?)?;
            let frame = Frame { bytes: frame.to_vec() };
            let known = KnownBlob { record, stored_checksum: 0, frame, is_read_back: AtomicBool::new(true) };
            Some(((level, *digest), Arc::new(known)))
        };
        let blobs = records.zip(digests).map(blob).collect::<Option<FxHashMap<_, _>>>()?;
        Some(KnownBlobs { blobs: Mutex::new(blobs) })
    }

    fn find(&self, level: i32, digest: &Digest) -> Option<Arc<KnownBlob>> {
        self.blobs.lock().unwrap_or_else(PoisonError::into_inner).get(&(level, *digest)).cloned()
    }

    /// Keeps these and forgets all others.
    pub fn keep(&self, level: i32, blobs: Vec<Found>) {
        let blobs = blobs.into_iter().map(|(digest, blob)| ((level, digest), blob));
        *self.blobs.lock().unwrap_or_else(PoisonError::into_inner) = blobs.collect();
    }
}

/// A blob before it is compressed.
struct Stored<'b> {
    bytes: Cow<'b, [u8]>,
    codec: u16,
    /// Of the blob, in bytes.
    content_length: u32,
    /// Of the blob.
    content_checksum: u32,
}

impl<'p> Blobs<'p> {
    /// The number of the blob.
    pub fn add(&mut self, blob: &'p PartBlob, target: u32) -> Result<u32, PackError> {
        if let Some(known) = self.by_digest.get(&blob.digest) {
            return Ok(*known);
        }
        let number = u32::try_from(self.distinct.len())
            .ok()
            .filter(|number| *number < NONE)
            .ok_or(PackError::TooMany("compiled variants"))?;
        self.by_digest.insert(blob.digest, number);
        self.distinct.push(blob);
        self.targets.push(target);
        Ok(number)
    }

    /// Of each blob's content, by number.
    pub fn digests(&self) -> Vec<Digest> {
        self.distinct.iter().map(|blob| blob.digest).collect()
    }

    /// Compresses each blob, with a dictionary for each target if the options ask for one. A dictionary depends on all
    /// blobs of its target; without dictionaries, a known blob is not compressed again. `front`: bytes before the first frame, for the
    /// number of dictionaries.
    pub fn compress(
        &self,
        targets: usize,
        options: Options,
        known: Option<&KnownBlobs>,
        front: impl Fn(usize) -> usize,
    ) -> Result<Packed, PackError> {
        if !options.dictionaries {
            return self.compress_alone(targets, options.level, known, front(0));
        }
        let storers = Spares::new(Storer::default);
        let stored = self.distinct.par_iter().map(|blob| {
            let content = blob.content().ok_or(PackError::MissingCode)?;
            Ok(storers.with(|storer| storer.store(content)))
        });
        let stored = stored.collect::<Result<Vec<Stored<'_>>, PackError>>()?;
        let of_target = |target: usize| -> Vec<usize> {
            (0..stored.len()).filter(|blob| self.targets[*blob] as usize == target).collect()
        };
        let mut packed = Packed {
            archive: Vec::new(),
            blobs: vec![BlobRecord::default(); stored.len()],
            dictionaries: Vec::new(),
            stored_checksums: stored.iter().map(|stored| checksum(&stored.bytes)).collect(),
            of_targets: vec![NONE; targets],
            known: None,
        };
        let lists: Vec<Vec<usize>> = (0..targets).map(of_target).collect();
        let mut dictionaries = Vec::new();
        for list in &lists {
            let samples: Vec<&[u8]> = list.iter().map(|blob| &*stored[*blob].bytes).collect();
            dictionaries.push(dictionary::train(&samples, options.level)?);
        }
        packed.archive.resize(front(dictionaries.iter().flatten().count()), 0);
        // Frames without a dictionary come first, so that Zstandard's own tools read them.
        for (list, _) in lists.iter().zip(&dictionaries).filter(|(_, dictionary)| dictionary.is_none()) {
            self.append(&mut packed, &stored, list, None, options)?;
        }
        for (target, (list, dictionary)) in lists.iter().zip(&dictionaries).enumerate() {
            let Some(dictionary) = dictionary else { continue };
            packed.of_targets[target] =
                u32::try_from(packed.dictionaries.len()).map_err(|_| PackError::TooMany("targets"))?;
            self.append(&mut packed, &stored, list, Some(dictionary), options)?;
        }
        Ok(packed)
    }

    /// Each blob in a frame without a dictionary, target by target.
    fn compress_alone(
        &self,
        targets: usize,
        level: i32,
        known: Option<&KnownBlobs>,
        front: usize,
    ) -> Result<Packed, PackError> {
        let find = |blob: &&PartBlob| (blob.digest, known.and_then(|known| known.find(level, &blob.digest)));
        let found: Vec<(Digest, Option<Arc<KnownBlob>>)> = self.distinct.par_iter().map(find).collect();
        let new: Vec<&PartBlob> =
            self.distinct.iter().zip(&found).filter(|(_, (_, known))| known.is_none()).map(|(new, _)| *new).collect();
        let spares = Spares::new(|| (Storer::default(), frames::compressor(None, level)));
        // What is stored of a blob is in memory only until its frame is made.
        let made = new.par_iter().map(|blob| {
            let content = blob.content().ok_or(PackError::MissingCode)?;
            let (stored, frame) = spares.with(|(storer, compressor)| {
                let stored = storer.store(content);
                let frame = frames::compress_one(compressor, &stored.bytes);
                (stored, frame)
            });
            let frame = frame?;
            let record = BlobRecord {
                offset: 0,
                frame_length: frame.bytes.len() as u32,
                stored_length: stored.bytes.len() as u32,
                content_length: stored.content_length,
                frame_checksum: checksum32(&frame.bytes),
                content_checksum: stored.content_checksum,
                dictionary: NONE16,
                codec: stored.codec,
            };
            let stored_checksum = checksum(&stored.bytes);
            Ok(Arc::new(KnownBlob { record, stored_checksum, frame, is_read_back: AtomicBool::new(false) }))
        });
        let mut made = made.collect::<Result<Vec<Arc<KnownBlob>>, PackError>>()?.into_iter();
        let all: Vec<Found> =
            found.into_iter().filter_map(|(digest, known)| Some((digest, known.or_else(|| made.next())?))).collect();
        let length: usize = all.iter().map(|(_, known)| known.frame.bytes.len()).sum();
        let (mut archive, mut blobs) = (Vec::with_capacity(front + length), vec![BlobRecord::default(); all.len()]);
        archive.resize(front, 0);
        for target in 0..targets {
            for (blob, (_, known)) in all.iter().enumerate().filter(|(blob, _)| self.targets[*blob] as usize == target)
            {
                blobs[blob] = BlobRecord { offset: archive.len() as u64, ..known.record };
                archive.extend_from_slice(&known.frame.bytes);
            }
        }
        let stored_checksums = all.iter().map(|(_, known)| known.stored_checksum).collect();
        let of_targets = vec![NONE; targets];
        Ok(Packed { archive, blobs, dictionaries: Vec::new(), stored_checksums, of_targets, known: known.map(|_| all) })
    }

    /// Appends the blobs of a target, and its dictionary before them.
    fn append(
        &self,
        packed: &mut Packed,
        stored: &[Stored<'_>],
        list: &[usize],
        dictionary: Option<&Dictionary>,
        options: Options,
    ) -> Result<(), PackError> {
        let contents: Vec<&[u8]> = list.iter().map(|blob| &*stored[*blob].bytes).collect();
        let mut frames = frames::compress(&contents, dictionary, options.level)?;
        let mut number = NONE16;
        if let Some(dictionary) = dictionary {
            number = u16::try_from(packed.dictionaries.len())
                .ok()
                .filter(|number| *number < NONE16)
                .ok_or(PackError::TooMany("dictionaries"))?;
            frames.insert(0, Frame { bytes: dictionary.compressed.clone() });
        }
        let offsets = frames::place(&mut packed.archive, &frames, dictionary.is_some());
        let mut placed = offsets.into_iter().zip(&frames);
        if let Some(dictionary) = dictionary
            && let Some((offset, frame)) = placed.next()
        {
            packed.dictionaries.push(DictionaryRecord {
                offset,
                frame_checksum: checksum(&frame.bytes),
                content_checksum: checksum(&dictionary.content),
                frame_length: frame.bytes.len() as u32,
                content_length: dictionary.content.len() as u32,
            });
        }
        for (blob, (offset, frame)) in list.iter().zip(placed) {
            packed.blobs[*blob] = BlobRecord {
                offset,
                frame_length: frame.bytes.len() as u32,
                stored_length: stored[*blob].bytes.len() as u32,
                content_length: stored[*blob].content_length,
                frame_checksum: checksum32(&frame.bytes),
                content_checksum: stored[*blob].content_checksum,
                dictionary: number,
                codec: stored[*blob].codec,
            };
        }
        Ok(())
    }
}

/// Stores blobs. Keeps its memory from one to the next.
#[derive(Default)]
struct Storer {
    condenser: Condenser,
    restorer: Restorer,
    again: Vec<u8>,
}

impl Storer {
    /// Condenses SPIR-V if the result is shorter and can be restored byte for byte; other code is stored unchanged.
    fn store<'b>(&mut self, bytes: Cow<'b, [u8]>) -> Stored<'b> {
        let (content_length, content_checksum) = (bytes.len() as u32, checksum32(&bytes));
        let condensed = self.condenser.condense(&bytes).filter(|condensed| {
            // What is there of another module is overwritten: restoring fills all of it, or fails.
            if self.again.len() < bytes.len() {
                self.again.resize(bytes.len(), 0);
            }
            let again = &mut self.again[..bytes.len()];
            condensed.len() < bytes.len()
                && bytes.len() as u64 <= condensed.len() as u64 * MAX_EXPANSION
                && self.restorer.restore(condensed, again).is_some()
                && *again == *bytes
        });
        match condensed {
            Some(condensed) => {
                Stored { bytes: Cow::Owned(condensed), codec: CODEC_SPIRV, content_length, content_checksum }
            }
            None => Stored { bytes, codec: CODEC_PLAIN, content_length, content_checksum },
        }
    }
}
