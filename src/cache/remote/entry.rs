//! Entries of the server, made of files of the local cache, and taken apart into such files.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Weak};

use serde::{Deserialize, Serialize};
use uberc_remote::{ActionName, Entry, EntryFile, Fetched, Lookup};

use crate::bounded_file;
use crate::cache::Cache;
use crate::cache::local::action_record::ActionRecord;
use crate::cache::local::checksummed::{seal, unseal};
use crate::cache::local::file::path_of;
use crate::model::{Artifact, Digest};

const MAGIC: &str = "uberc-lists 1";

/// The file of an entry of lists.
const LISTS_FILE: &str = "lists";

/// The file lists that are kept of a unit.
const LISTS: usize = 8;

/// The most files of one list.
const MOST_FILES: usize = 100_000;

/// What an entry is the result of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    UnitLists,
    Unit,
    Variant,
}

/// An entry that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Wanted {
    pub kind: Kind,
    /// The digest of its key.
    pub key: Digest,
}

impl Wanted {
    pub fn name(self) -> ActionName {
        let kind = match self.kind {
            Kind::UnitLists => "unit-lists",
            Kind::Unit => "unit",
            Kind::Variant => "variant",
        };
        ActionName { kind, digest: self.key.to_string() }
    }

    /// The question for it. Lists are short, and come with the answer.
    pub fn lookup(self) -> Lookup {
        let inline: &[&str] = if self.kind == Kind::UnitLists { &[LISTS_FILE] } else { &[] };
        Lookup { name: self.name(), inline }
    }
}

/// An object that an entry has.
#[derive(Clone, Debug)]
pub struct SharedObject {
    pub digest: Digest,
    /// The same bytes, as long as the build has them.
    pub held: Weak<Artifact>,
}

impl SharedObject {
    /// An object of the local cache.
    pub fn stored(digest: Digest) -> SharedObject {
        SharedObject { digest, held: Weak::new() }
    }

    /// The code of an artifact.
    pub fn of(artifact: &Arc<Artifact>) -> SharedObject {
        SharedObject { digest: artifact.bytes.digest(), held: Arc::downgrade(artifact) }
    }
}

/// The file lists of a unit in earlier builds of other machines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitLists {
    /// Paths from the project's root, the most recent list first.
    pub lists: Vec<Vec<PathBuf>>,
    /// What the unit took to build, in microseconds of processor time; 0 if that is not known.
    pub cost_us: u64,
}

impl UnitLists {
    /// Puts a list first; `false`, and no change, if another machine could not use it.
    pub fn put_first(&mut self, list: Vec<PathBuf>) -> bool {
        if !list.iter().all(|path| is_portable(path)) || list.len() > MOST_FILES {
            return false;
        }
        self.lists.retain(|known| *known != list);
        self.lists.insert(0, list);
        self.lists.truncate(LISTS);
        true
    }

    /// The entry of these lists. It replaces the one that is there.
    pub fn entry(&self, wanted: Wanted) -> Option<Entry> {
        let body = serde_json::to_vec(self).ok()?;
        let bytes = seal(MAGIC, &body);
        let file = EntryFile { name: LISTS_FILE.to_owned(), bytes: Some(bytes) };
        Some(Entry { name: wanted.name(), files: Box::new(std::iter::once(file)), known_missing: true })
    }

    /// `None` for anything that [`UnitLists::entry`] did not make.
    pub fn decode(fetched: &Fetched) -> Option<UnitLists> {
        let known: UnitLists = serde_json::from_slice(unseal(MAGIC, fetched.files.get(LISTS_FILE)?)?).ok()?;
        let is_good = |list: &Vec<PathBuf>| list.len() <= MOST_FILES && list.iter().all(|path| is_portable(path));
        (known.lists.len() <= LISTS && known.lists.iter().all(is_good)).then_some(known)
    }
}

/// Whether a path means the same on every machine, and is in the project's folder: a list of the server must not have other
/// files of this machine read, for which keys would tell what is in them.
pub fn is_portable(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The entry with these records of the local cache, their outputs, and these objects.
pub fn entry(
    cache: &Cache,
    wanted: Wanted,
    records: Vec<Digest>,
    objects: Vec<SharedObject>,
    known_missing: bool,
) -> Entry {
    let (of_actions, of_objects) = (cache.actions().to_path_buf(), cache.objects().to_path_buf());
    let files = std::iter::once_with(move || files_of(&of_actions, of_objects, &records, objects)).flatten();
    Entry { name: wanted.name(), files: Box::new(files), known_missing }
}

/// The files of an entry. Objects are read one at a time, unless they are still in memory.
fn files_of(
    of_actions: &Path,
    of_objects: PathBuf,
    records: &[Digest],
    objects: Vec<SharedObject>,
) -> impl Iterator<Item = EntryFile> + use<> {
    let mut all: BTreeMap<Digest, Weak<Artifact>> = objects.into_iter().map(|one| (one.digest, one.held)).collect();
    let mut files = Vec::new();
    for digest in records {
        let read = bounded_file::read(&path_of(of_actions, digest), bounded_file::MOST_DATA).ok();
        let record = read.and_then(|bytes| Some((ActionRecord::decode(&bytes)?.output, bytes)));
        let bytes = record.map(|(output, bytes)| {
            all.entry(output).or_default();
            bytes
        });
        files.push(EntryFile { name: format!("action/{digest}"), bytes });
    }
    let objects = all.into_iter().map(move |(digest, held)| {
        let held = held.upgrade().map(|artifact| artifact.bytes.content().into_owned());
        let read = || bounded_file::read(&path_of(&of_objects, &digest), bounded_file::MOST_DATA).ok();
        EntryFile { name: format!("object/{digest}"), bytes: held.or_else(read) }
    });
    files.into_iter().chain(objects)
}

/// Whether the local cache lacks a file of an entry.
pub fn is_lacking(objects: &std::path::Path, name: &str) -> bool {
    let digest = name.strip_prefix("object/").and_then(Digest::from_hex);
    // The content is checked when it is read.
    digest.is_none_or(|digest| !path_of(objects, &digest).is_file())
}

/// Puts the files of an entry into the local cache; the error says what is wrong with them, and then nothing is stored.
pub fn store(cache: &Cache, wanted: Wanted, fetched: Fetched) -> Result<(), String> {
    let (mut objects, mut records) = (BTreeMap::new(), Vec::new());
    for (name, bytes) in fetched.files {
        let (folder, digest) = name.split_once('/').unwrap_or_default();
        let digest = Digest::from_hex(digest).ok_or_else(|| format!("`{name}` is no file of an entry"))?;
        match folder {
            "object" if Digest::of(&bytes) == digest => {
                objects.insert(digest, bytes);
            }
            "object" => return Err(format!("`{name}` has other bytes than its name says")),
            "action" => {
                let record = ActionRecord::decode(&bytes).filter(|record| record.key.digest() == digest);
                let record = record.ok_or_else(|| format!("`{name}` is no record of that key"))?;
                records.push((digest, record.output, bytes));
            }
            _ => return Err(format!("`{name}` is no file of an entry")),
        }
    }
    let is_here = |digest: &Digest| objects.contains_key(digest) || fetched.here.contains(&format!("object/{digest}"));
    if let Some((digest, ..)) = records.iter().find(|(_, output, _)| !is_here(output)) {
        return Err(format!("the output of `action/{digest}` is missing"));
    }
    let is_named = records.iter().any(|(digest, ..)| *digest == wanted.key);
    if records.is_empty() || (wanted.kind == Kind::Unit && !is_named) {
        return Err("the record that was asked for is missing".to_owned());
    }
    for (digest, bytes) in &objects {
        cache.write_result(&path_of(cache.objects(), digest), bytes);
    }
    for (digest, _, bytes) in &records {
        cache.write_result(&path_of(cache.actions(), digest), bytes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::CacheOptions;
    use crate::model::{ActionCache, ActionKey, ActionResult};

    fn cache() -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (cache, notes) = Cache::open(folder.path(), CacheOptions { index: false, ..CacheOptions::default() });
        assert_eq!(notes, []);
        (folder, cache)
    }

    /// A unit's entry as the server gives it, its key, and its result.
    fn sample() -> (Wanted, ActionKey, Fetched) {
        let (_folder, home) = cache();
        let key = ActionKey::new("unit").with("file a.fx", "1");
        home.put(&key, &ActionResult { output: vec![7; 9], ..ActionResult::default() });
        let wanted = Wanted { kind: Kind::Unit, key: key.digest() };
        let made = entry(&home, wanted, vec![wanted.key], Vec::new(), false);
        let files = made.files.map(|file| file.bytes.map(|bytes| (file.name, bytes)));
        let files = files.map(|file| file.expect("a file of the cache"));
        (wanted, key, Fetched { files: files.collect(), ..Fetched::default() })
    }

    #[test]
    fn an_entry_becomes_the_same_result_elsewhere() {
        let (wanted, key, fetched) = sample();
        let (_folder, other) = cache();
        assert_eq!(store(&other, wanted, fetched), Ok(()));
        assert_eq!(other.get(&key).map(|result| result.output), Some(vec![7; 9]));
    }

    #[test]
    fn a_changed_or_missing_file_stores_nothing() {
        let (wanted, key, fetched) = sample();
        let (_folder, other) = cache();
        for name in fetched.files.keys() {
            let mut changed = fetched.clone();
            if let Some(byte) = changed.files.get_mut(name).and_then(|bytes| bytes.last_mut()) {
                *byte ^= 1;
            }
            assert!(store(&other, wanted, changed).is_err(), "{name} changed");
            let mut missing = fetched.clone();
            missing.files.remove(name);
            assert!(store(&other, wanted, missing).is_err(), "{name} missing");
        }
        let of_another = Wanted { key: Digest::of(b"another"), ..wanted };
        assert!(store(&other, of_another, fetched).is_err());
        assert_eq!(other.get(&key), None);
    }

    #[test]
    fn lists_lead_to_no_file_outside_of_the_project() {
        let mut lists = UnitLists::default();
        assert!(lists.put_first(vec!["a.fx".into(), "lib/b.hlsli".into()]));
        assert!(!lists.put_first(vec!["/etc/passwd".into()]));
        assert!(!lists.put_first(vec!["../lib/b.hlsli".into()]));
        let wanted = Wanted { kind: Kind::UnitLists, key: Digest::of(b"unit") };
        let fetched = |lists: &UnitLists| {
            let files = lists.entry(wanted).expect("paths in UTF-8").files;
            let files = files.filter_map(|file| Some((file.name, file.bytes?)));
            Fetched { files: files.collect(), ..Fetched::default() }
        };
        assert_eq!(UnitLists::decode(&fetched(&lists)), Some(lists));
        for outside in ["/etc/passwd", "../../etc/passwd", "lib/../../a.fx"] {
            let forged = UnitLists { lists: vec![vec![outside.into()]], cost_us: 0 };
            assert_eq!(UnitLists::decode(&fetched(&forged)), None, "{outside}");
        }
    }
}
