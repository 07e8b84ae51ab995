//! Size, clean-up and integrity of the cache.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use super::action_record::ActionRecord;
use super::file::{Stored, list, path_of, temporary_in};
use crate::bounded_file;
use crate::cache::Cache;
use crate::model::Digest;

/// A temporary file of this age belongs to a killed process: no write takes an hour.
const ORPHAN_AGE: Duration = Duration::from_secs(60 * 60);

/// The contents of a cache.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    pub objects: u64,
    pub object_bytes: u64,
    pub actions: u64,
    pub action_bytes: u64,
    pub temporary_files: u64,
    pub temporary_bytes: u64,
    /// Whether this process has the index.
    pub indexed: bool,
}

/// The result of a clean-up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GcReport {
    pub removed_objects: u64,
    pub removed_actions: u64,
    /// Units whose notes were removed.
    pub removed_units: u64,
    pub removed_temporary_files: u64,
    pub freed_bytes: u64,
    /// Objects and actions that stay.
    pub kept_bytes: u64,
}

/// The result of a check of every file. Paths are relative to the cache's folder, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    pub objects: u64,
    pub actions: u64,
    /// Files whose content is not what their name or checksum says.
    pub corrupt: Vec<PathBuf>,
    /// Actions whose object is gone or corrupt.
    pub dangling: Vec<PathBuf>,
    /// Whether `corrupt` and `dangling` were removed.
    pub removed: bool,
}

impl Cache {
    /// Counts the files of the cache.
    pub fn stats(&self) -> io::Result<Stats> {
        let (objects, actions) = (list(self.objects())?, list(self.actions())?);
        let bytes = |stored: &[Stored]| stored.iter().map(|stored| stored.metadata.len()).sum();
        let mut temporary = self.temporary_of_records()?;
        temporary.extend(objects.temporary.into_iter().chain(actions.temporary));
        Ok(Stats {
            objects: objects.stored.len() as u64,
            object_bytes: bytes(&objects.stored),
            actions: actions.stored.len() as u64,
            action_bytes: bytes(&actions.stored),
            temporary_files: temporary.len() as u64,
            temporary_bytes: temporary.iter().map(|(_, metadata)| metadata.len()).sum(),
            indexed: self.index().is_some(),
        })
    }

    /// Runs [`Cache::gc`] if objects and actions take more than `max_bytes`, or killed processes left files behind. An
    /// eighth of the limit is freed, so that not every build at the limit lists the whole cache. `None`: no clean-up
    /// was necessary.
    ///
    /// # Errors
    /// The cache cannot be listed or cleaned, or was opened read-only.
    pub fn keep_within(&self, max_bytes: u64) -> io::Result<Option<GcReport>> {
        let (objects, actions) = (list(self.objects())?, list(self.actions())?);
        let stored = objects.stored.iter().chain(&actions.stored);
        let bytes: u64 = stored.map(|stored| stored.metadata.len()).sum();
        let of_records = self.temporary_of_records()?;
        let mut temporary = of_records.iter().chain(&objects.temporary).chain(&actions.temporary);
        if bytes <= max_bytes && !temporary.any(|(_, metadata)| is_orphan(metadata)) {
            self.note_size(bytes);
            return Ok(None);
        }
        self.gc(if bytes > max_bytes { max_bytes - max_bytes / 8 } else { max_bytes }).map(Some)
    }

    /// Removes the least recently used results until objects and actions take at most `max_bytes`, and temporary files
    /// that killed processes left. Safe while builds run: a build makes a result that is gone again.
    pub fn gc(&self, max_bytes: u64) -> io::Result<GcReport> {
        if self.is_read_only() {
            return Err(io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "the cache was opened read-only"));
        }
        // Includes the uses that are only in memory so far.
        self.flush();
        let mut report = GcReport::default();
        // Objects first: an action that is listed later had its object written before.
        let (objects, actions) = (list(self.objects())?, list(self.actions())?);
        let of_records = self.temporary_of_records()?;
        for (path, metadata) in of_records.iter().chain(&objects.temporary).chain(&actions.temporary) {
            if is_orphan(metadata) && remove(path)? {
                report.removed_temporary_files += 1;
                report.freed_bytes += metadata.len();
            }
        }

        let (mut actions_of, mut total) = self.actions_by_object(&actions.stored, &mut report)?;
        total += objects.stored.iter().map(|object| object.metadata.len()).sum::<u64>();
        let times: BTreeMap<Digest, u64> =
            self.index().map(|index| index.access_times()).unwrap_or_default().into_iter().collect();
        // What cannot be listed counts as nothing.
        let parts = self.objects_of_parts().unwrap_or_default();
        let packed = packed_times(&parts);
        let used = |digest| times.get(digest).copied().unwrap_or(0).max(packed.get(digest).copied().unwrap_or(0));
        let mut by_age: Vec<(u64, &Stored)> =
            objects.stored.iter().map(|object| (seconds(object).max(used(&object.digest)), object)).collect();
        by_age.sort_by_key(|(time, object)| (*time, object.digest));

        let mut gone: Vec<Digest> = Vec::new();
        for (_, object) in by_age {
            if total <= max_bytes {
                break;
            }
            // Another process has stored it again since it was listed: now it is the most recent one.
            let again =
                fs::metadata(&object.path).is_ok_and(|now| now.modified().ok() != object.metadata.modified().ok());
            if again {
                continue;
            }
            for (path, bytes) in actions_of.remove(&object.digest).unwrap_or_default() {
                if remove(&path)? {
                    report.removed_actions += 1;
                    report.freed_bytes += bytes;
                }
                total -= bytes;
            }
            if remove(&object.path)? {
                report.removed_objects += 1;
                report.freed_bytes += object.metadata.len();
            }
            total -= object.metadata.len();
            gone.push(object.digest);
        }
        for (stored, objects) in &parts {
            let is_there = |object: &Digest| path_of(self.objects(), object).is_file();
            if !objects.iter().any(is_there) && remove(&stored.path)? {
                report.freed_bytes += stored.metadata.len();
            }
        }
        self.forget_units(&mut report)?;
        if let Some(index) = self.index() {
            let there: BTreeSet<Digest> = objects.stored.iter().map(|object| object.digest).collect();
            gone.extend(times.keys().filter(|digest| !there.contains(digest)));
            index.forget(&gone);
            index.flush();
        }
        report.kept_bytes = total;
        self.note_size(total);
        Ok(report)
    }

    /// Reads and checks every file. Unless the cache is read-only, what is broken is removed, so that it is built
    /// again.
    pub fn verify(&self) -> io::Result<VerifyReport> {
        let mut report = VerifyReport { removed: !self.is_read_only(), ..VerifyReport::default() };
        let (objects, actions) = (list(self.objects())?, list(self.actions())?);
        let short = |path: &Path| path.strip_prefix(self.dir()).unwrap_or(path).to_path_buf();
        let mut good = BTreeSet::new();
        for object in &objects.stored {
            report.objects += 1;
            match read(&object.path)? {
                Some(bytes) if Digest::of(&bytes) == object.digest => {
                    good.insert(object.digest);
                }
                Some(_) => {
                    report.corrupt.push(short(&object.path));
                    self.remove_corrupt(&object.path);
                }
                None => {}
            }
        }
        for action in &actions.stored {
            report.actions += 1;
            let Some(bytes) = read(&action.path)? else { continue };
            match ActionRecord::decode(&bytes).filter(|record| record.key.digest() == action.digest) {
                None => {
                    report.corrupt.push(short(&action.path));
                    self.remove_corrupt(&action.path);
                }
                // Stored after the objects were listed.
                Some(record) if !good.contains(&record.output) && !self.is_intact(&record.output)? => {
                    report.dangling.push(short(&action.path));
                    if report.removed {
                        remove(&action.path)?;
                    }
                }
                Some(_) => {}
            }
        }
        Ok(report)
    }

    /// Temporary files beside the records of units, builds and programs.
    fn temporary_of_records(&self) -> io::Result<Vec<(PathBuf, Metadata)>> {
        let mut found = temporary_in(self.dir())?;
        for folder in [self.units_folder(), self.builds_folder()] {
            found.extend(list(&folder)?.temporary);
        }
        found.extend(list(&self.parts_folder()).map(|parts| parts.temporary).unwrap_or_default());
        Ok(found)
    }

    /// Removes the notes of units whose last result is gone: these units are built in any case.
    fn forget_units(&self, report: &mut GcReport) -> io::Result<()> {
        for stored in list(&self.units_folder())?.stored {
            let last = self.unit_notes(&stored.digest).and_then(|notes| notes.last);
            let there = last.is_some_and(|last| path_of(self.actions(), &last).exists());
            if !there && remove(&stored.path)? {
                report.removed_units += 1;
                report.freed_bytes += stored.metadata.len();
            }
        }
        Ok(())
    }

    fn is_intact(&self, digest: &Digest) -> io::Result<bool> {
        Ok(read(&path_of(self.objects(), digest))?.is_some_and(|bytes| Digest::of(&bytes) == *digest))
    }

    /// Which actions (path, bytes) name which object, and the bytes of all. Actions that cannot be used are removed.
    #[expect(clippy::type_complexity, reason = "one caller, right above")]
    fn actions_by_object(
        &self,
        actions: &[Stored],
        report: &mut GcReport,
    ) -> io::Result<(BTreeMap<Digest, Vec<(PathBuf, u64)>>, u64)> {
        let mut by_object: BTreeMap<Digest, Vec<(PathBuf, u64)>> = BTreeMap::new();
        let mut total = 0;
        for action in actions {
            let Some(bytes) = read(&action.path)? else { continue };
            let length = action.metadata.len();
            match ActionRecord::decode(&bytes) {
                Some(record) if path_of(self.objects(), &record.output).exists() => {
                    by_object.entry(record.output).or_default().push((action.path.clone(), length));
                    total += length;
                }
                _ => {
                    if remove(&action.path)? {
                        report.removed_actions += 1;
                        report.freed_bytes += length;
                    }
                }
            }
        }
        Ok((by_object, total))
    }
}

/// Whether the process that wrote a temporary file has ended.
fn is_orphan(metadata: &Metadata) -> bool {
    let age = metadata.modified().ok().and_then(|time| SystemTime::now().duration_since(time).ok());
    age.is_some_and(|age| age >= ORPHAN_AGE)
}

/// When the objects of archives were packed last, in seconds since 1970.
fn packed_times(parts: &[(Stored, Vec<Digest>)]) -> BTreeMap<Digest, u64> {
    let mut times: BTreeMap<Digest, u64> = BTreeMap::new();
    for (stored, objects) in parts {
        for object in objects {
            let time = times.entry(*object).or_default();
            *time = seconds(stored).max(*time);
        }
    }
    times
}

/// Modification time, in seconds since 1970.
fn seconds(stored: &Stored) -> u64 {
    let modified = stored.metadata.modified().unwrap_or(UNIX_EPOCH);
    modified.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Removes a file. False where another process has removed it before.
fn remove(path: &Path) -> io::Result<bool> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// `None` where another process removed the file meanwhile.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match bounded_file::read(path, bounded_file::MOST_DATA) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
