//! Files that are damaged, missing, locked or not writable.

use super::*;

type Damage = fn(&[u8]) -> Vec<u8>;

/// What can happen to a file's content.
fn damages() -> [Damage; 5] {
    [
        |bytes| {
            bytes.iter().enumerate().map(|(at, byte)| if at == bytes.len() / 2 { byte ^ 1 } else { *byte }).collect()
        },
        |bytes| bytes[..bytes.len() - 1].to_vec(),
        |bytes| [bytes, b"x"].concat(),
        |_| Vec::new(),
        |bytes| vec![0; bytes.len()],
    ]
}

fn damage_is_a_miss(file: fn(&Path) -> PathBuf) -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    for damage in damages() {
        cache.put(&key(1), &result(1));
        cache.put(&key(2), &result(2));
        let path = file(dir.path());
        fs::write(&path, damage(&fs::read(&path)?))?;
        let corrupt = cache.counters().corrupt;
        assert_eq!(cache.get(&key(1)), None);
        assert_eq!(cache.counters().corrupt, corrupt + 1);
        assert!(!path.exists(), "a damaged file is removed");
        assert_eq!(cache.get(&key(2)), Some(result(2)));
        cache.put(&key(1), &result(1));
        assert_eq!(cache.get(&key(1)), Some(result(1)));
    }
    Ok(())
}

pub fn damaged_object() -> Result<(), Failed> {
    damage_is_a_miss(|dir| object_file(dir, &Digest::of(&result(1).output)))
}

pub fn damaged_action() -> Result<(), Failed> {
    damage_is_a_miss(|dir| action_file(dir, &key(1)))
}

pub fn folder_in_place_of_a_file() -> Result<(), Failed> {
    let places: [fn(&Path) -> PathBuf; 2] =
        [|dir| object_file(dir, &Digest::of(&result(1).output)), |dir| action_file(dir, &key(1))];
    for file in places {
        let dir = temp();
        let cache = open(dir.path());
        let path = file(dir.path());
        fs::create_dir_all(path.join("inner"))?;
        assert_eq!(cache.get(&key(1)), None);
        cache.put(&key(1), &result(1));
        assert_eq!(cache.write_failure(), None);
        assert_eq!(cache.get(&key(1)), Some(result(1)));
        assert!(path.is_file());
    }
    Ok(())
}

pub fn mixed_up() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    cache.put(&key(1), &result(1));
    cache.put(&key(2), &result(2));
    // As a collision of the digests of two keys would look.
    fs::copy(action_file(dir.path(), &key(1)), action_file(dir.path(), &key(2)))?;
    assert_eq!(cache.get(&key(2)), None);
    assert_eq!(cache.counters().corrupt, 1);
    assert_eq!(cache.get(&key(1)), Some(result(1)));
    Ok(())
}

pub fn read_only() -> Result<(), Failed> {
    let dir = temp();
    let writer = open(dir.path());
    writer.put(&key(1), &result(1));
    writer.put(&key(2), &result(2));
    drop(writer);
    fs::write(object_file(dir.path(), &Digest::of(&result(2).output)), "broken")?;
    let before = snapshot(dir.path());
    let (cache, notes) = Cache::open(dir.path(), CacheOptions { read_only: true, ..CacheOptions::default() });
    assert_eq!(notes, []);
    assert_eq!(cache.get(&key(1)), Some(result(1)));
    assert_eq!(cache.get(&key(2)), None);
    cache.put(&key(3), &result(3));
    assert_eq!(cache.get(&key(3)), None);
    cache.flush();
    assert_eq!(cache.gc(0).map_err(|error| error.kind()), Err(std::io::ErrorKind::ReadOnlyFilesystem));
    let report = cache.verify()?;
    assert_eq!((report.corrupt.len(), report.dangling.len(), report.removed), (1, 1, false));
    assert_eq!(cache.write_failure(), None);
    assert_eq!(snapshot(dir.path()), before);
    Ok(())
}

pub fn no_folder() -> Result<(), Failed> {
    let dir = temp();
    fs::write(dir.path().join("file"), "")?;
    let (cache, notes) = Cache::open(&dir.path().join("file/cache"), CacheOptions::default());
    assert_eq!(codes(&notes), ["cache/not-writable"]);
    cache.put(&key(1), &result(1));
    assert_eq!(cache.get(&key(1)), None);
    cache.flush();
    Ok(())
}

pub fn failed_write() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    cache.put(&key(1), &result(1));
    // A file where a folder must be: the write fails for the super-user too.
    let object = object_file(dir.path(), &Digest::of(&result(2).output));
    fs::write(object.parent().expect("a folder"), "in the way")?;
    cache.put(&key(2), &result(2));
    let failure = cache.write_failure().ok_or("the failure is told")?;
    assert!(!failure.is_full());
    assert_eq!(failure.diagnostic().code, "cache/not-writable");
    // What needs no such folder is not written either: one message, not one a variant.
    cache.put(&key(3), &result(3));
    assert_eq!(cache.write_failure(), Some(failure));
    assert_eq!((cache.get(&key(1)), cache.get(&key(2)), cache.get(&key(3))), (Some(result(1)), None, None));
    Ok(())
}

pub fn locked_index() -> Result<(), Failed> {
    let dir = temp();
    let first = open(dir.path());
    let (second, notes) = Cache::open(dir.path(), CacheOptions::default());
    assert_eq!(codes(&notes), ["cache/index-locked"]);
    assert!(!notes[0].is_error());
    first.put(&key(1), &result(1));
    assert_eq!(second.get(&key(1)), Some(result(1)));
    second.put(&key(2), &result(2));
    second.flush();
    assert_eq!(first.get(&key(2)), Some(result(2)));
    assert!(first.stats()?.indexed && !second.stats()?.indexed);
    drop(first);
    drop(second);
    assert!(open(dir.path()).stats()?.indexed);
    Ok(())
}

/// A file that was last changed in 1970.
fn file(number: u64) -> (PathBuf, FileStat) {
    let stat = FileStat { modified: 0, changed: 0, size: number, inode: number, device: 1 };
    (PathBuf::from(format!("/mesh/{number}")), stat)
}

pub fn digest_of(number: u64) -> Digest {
    Digest::of(&number.to_le_bytes())
}

pub fn remember(cache: &Cache, number: u64) {
    let (path, stat) = file(number);
    cache.remember_digest(&path, &stat, SystemTime::now(), &digest_of(number));
}

pub fn remembered(cache: &Cache, number: u64) -> Option<Digest> {
    let (path, stat) = file(number);
    cache.known_digest(&path, &stat)
}

pub fn damaged_index() -> Result<(), Failed> {
    let dir = temp();
    let index = dir.path().join("index");
    type IndexDamage = (&'static str, fn(&Path));
    let damages: [IndexDamage; 4] = [
        ("garbage in the data", |index| fs::write(index.join("db"), vec![0xA5; 600_000]).expect("a file")),
        ("garbage in the settings", |index| fs::write(index.join("conf"), "no settings").expect("a file")),
        ("a file in its place", |index| {
            fs::remove_dir_all(index).expect("a folder");
            fs::write(index, "a file").expect("a file");
        }),
        ("every byte flipped", |index| {
            let path = index.join("db");
            let bytes: Vec<u8> = fs::read(&path).expect("a file").into_iter().map(|byte| !byte).collect();
            fs::write(path, bytes).expect("a file");
        }),
    ];
    let mut recreated = 0;
    for (what, damage) in damages {
        let (cache, _) = open_unlocked(dir.path());
        cache.put(&key(1), &result(1));
        for number in 0..300 {
            remember(&cache, number);
        }
        cache.flush();
        drop(cache);
        damage(&index);
        let (cache, notes) = open_unlocked(dir.path());
        // sled may also take damage for an empty database; either way it must work, and say nothing wrong.
        assert!(notes.iter().all(|note| note.code == "cache/index-recreated"), "{what}: {notes:?}");
        recreated += notes.len();
        assert!(cache.stats()?.indexed, "{what}");
        assert!(remembered(&cache, 7).is_none_or(|found| found == digest_of(7)), "{what}");
        remember(&cache, 1000);
        assert_eq!(remembered(&cache, 1000), Some(digest_of(1000)), "{what}");
        assert_eq!(cache.get(&key(1)), Some(result(1)), "{what}");
        cache.flush();
        drop(cache);
        assert_eq!(remembered(&open(dir.path()), 1000), Some(digest_of(1000)), "{what}");
    }
    assert!(recreated > 0, "no damage was ever noticed");
    Ok(())
}

#[cfg(unix)]
pub fn no_rights() -> Result<(), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let dir = temp();
    let writer = open(dir.path());
    writer.put(&key(1), &result(1));
    writer.flush();
    drop(writer);
    let set = |mode: u32| -> std::io::Result<()> {
        let mut paths: Vec<PathBuf> = walkdir_files(dir.path());
        paths.extend(paths.clone().iter().flat_map(|path| path.ancestors().map(Path::to_path_buf)));
        for path in paths.iter().filter(|path| path.starts_with(dir.path())) {
            let execute = if path.is_dir() { 0o111 } else { 0 };
            fs::set_permissions(path, fs::Permissions::from_mode(mode | execute))?;
        }
        Ok(())
    };
    set(0o444)?;
    let (cache, notes) = Cache::open(dir.path(), CacheOptions::default());
    let found = cache.get(&key(1));
    cache.put(&key(2), &result(2));
    let missed = cache.get(&key(2));
    cache.flush();
    let failure = cache.write_failure();
    set(0o666)?;
    assert_eq!(codes(&notes), ["cache/index-unusable"]);
    assert_eq!((found, missed), (Some(result(1)), None));
    let failure = failure.ok_or("the failure is told")?;
    assert!(!failure.is_full() && failure.diagnostic().code == "cache/not-writable");
    // The index was not taken for damaged and wiped.
    assert!(dir.path().join("index/db").exists());
    Ok(())
}
