//! Clean-up by age, and the check of every file.

use super::*;

pub fn orphans() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    cache.put(&key(1), &result(1));
    let object = object_file(dir.path(), &Digest::of(&result(1).output));
    let folder = object.parent().expect("a folder");
    let (old, young) = (folder.join(".tmp-old"), folder.join(".tmp-young"));
    let action = action_file(dir.path(), &key(1)).with_file_name(".tmp-action");
    let (unit, program) = (dir.path().join("units/a/.tmp-unit"), dir.path().join(".tmp-program"));
    fs::create_dir_all(unit.parent().expect("a folder"))?;
    for path in [&old, &young, &action, &unit, &program] {
        fs::write(path, "half a file")?;
    }
    for path in [&old, &action, &unit, &program] {
        set_age(path, Duration::from_secs(2 * 60 * 60));
    }
    assert_eq!((cache.stats()?.temporary_files, cache.stats()?.temporary_bytes), (5, 55));
    let report = cache.gc(u64::MAX)?;
    assert_eq!((report.removed_temporary_files, report.freed_bytes), (4, 44));
    assert!(young.exists() && [&old, &action, &unit, &program].iter().all(|path| !path.exists()));
    assert_eq!(cache.get(&key(1)), Some(result(1)));
    Ok(())
}

fn fill(cache: &Cache, dir: &Path, count: usize) {
    for number in 0..count {
        cache.put(&key(number), &result(number));
        // Number 0 is the oldest.
        let age = Duration::from_secs(1000 * (count - number) as u64);
        set_age(&object_file(dir, &Digest::of(&result(number).output)), age);
    }
}

fn there(cache: &Cache, count: usize) -> Vec<usize> {
    (0..count).filter(|number| cache.get(&key(*number)).is_some()).collect()
}

fn gc_order_with(open: fn(&Path) -> Cache) -> Result<(), Failed> {
    let dir = temp();
    let writer = without_index(dir.path());
    fill(&writer, dir.path(), 6);
    drop(writer);
    let cache = open(dir.path());
    // The two oldest are used again.
    assert!(cache.get(&key(0)).is_some() && cache.get(&key(1)).is_some());
    cache.flush();
    drop(cache);
    let cache = open(dir.path());
    let full = size_of(&cache);
    let report = cache.gc(full)?;
    assert_eq!((report.removed_objects, report.kept_bytes), (0, full));
    let report = cache.gc(full - 1)?;
    assert_eq!((report.removed_objects, report.removed_actions), (1, 1));
    assert_eq!((report.kept_bytes, report.freed_bytes), (size_of(&cache), full - size_of(&cache)));
    let report = cache.gc(full / 2)?;
    assert!(report.kept_bytes <= full / 2 && report.removed_objects >= 1);
    let kept = there(&cache, 6);
    assert!(kept.contains(&0) && kept.contains(&1) && !kept.contains(&2) && !kept.contains(&3), "{kept:?}");
    Ok(())
}

pub fn gc_order() -> Result<(), Failed> {
    gc_order_with(open)
}

pub fn gc_order_without_index() -> Result<(), Failed> {
    gc_order_with(without_index)
}

pub fn gc_everything() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    fill(&cache, dir.path(), 5);
    cache.put(&key(9), &result(1));
    let size = size_of(&cache);
    let report = cache.gc(0)?;
    assert_eq!(
        (report.removed_objects, report.removed_actions, report.freed_bytes, report.kept_bytes),
        (5, 6, size, 0)
    );
    assert_eq!(there(&cache, 5), Vec::<usize>::new());
    assert_eq!(cache.counters().corrupt, 0);
    cache.put(&key(1), &result(1));
    assert_eq!(cache.get(&key(1)), Some(result(1)));
    Ok(())
}

pub fn gc_foreign() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    cache.put(&key(1), &result(1));
    let foreign =
        [dir.path().join("notes.txt"), dir.path().join("objects/notes.txt"), dir.path().join("objects/a/x.txt")];
    for path in &foreign {
        fs::create_dir_all(path.parent().expect("a folder"))?;
        fs::write(path, "mine")?;
    }
    cache.gc(0)?;
    cache.verify()?;
    assert!(foreign.iter().all(|path| path.exists()));
    Ok(())
}

pub fn keeps_within() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    fill(&cache, dir.path(), 40);
    // What reading would find broken and remove is still there.
    let broken = action_file(dir.path(), &key(0));
    fs::write(&broken, "no record")?;
    let full = size_of(&cache);
    assert_eq!(cache.keep_within(full)?, None);
    assert!(broken.exists());
    // Left behind by somebody who was killed.
    let orphan = dir.path().join(".tmp-old");
    fs::write(&orphan, "half a file")?;
    set_age(&orphan, Duration::from_secs(2 * 60 * 60));
    let report = cache.keep_within(full)?.ok_or("there was an orphan")?;
    assert_eq!((report.removed_temporary_files, report.removed_actions, report.removed_objects), (1, 1, 0));
    assert!(!orphan.exists() && !broken.exists());
    // Beyond the size, so much goes that the next builds have room.
    let size = size_of(&cache);
    let report = cache.keep_within(size - 1)?.ok_or("it was beyond its size")?;
    assert!(report.kept_bytes <= (size - 1) - (size - 1) / 8 && report.removed_objects > 1, "{report:?}");
    assert_eq!(report.kept_bytes, size_of(&cache));
    assert_eq!(cache.keep_within(size - 1)?, None);
    assert!(there(&cache, 40).contains(&39));
    Ok(())
}

pub fn cold_without_index() -> Result<(), Failed> {
    let dir = temp();
    let lazy = || Cache::open(dir.path(), CacheOptions { lazy: true, ..CacheOptions::default() }).0;
    let cache = lazy();
    assert_eq!(cache.get(&key(1)), None);
    cache.put(&key(1), &result(1));
    // Another key with the same output.
    cache.put(&key(2), &result(1));
    cache.record_build(&BuildRecord { finished: 1, wall_ms: 1, compiled: 2, cached: 0, failed: 0, remote: None });
    cache.flush();
    assert!(!cache.has_open_index() && !dir.path().join("index").exists());
    drop(cache);
    // Found again long after, its use is noted: it is not the oldest any more.
    let object = object_file(dir.path(), &Digest::of(&result(1).output));
    set_age(&object, Duration::from_secs(100_000));
    for use_it in [|cache: &Cache| drop(cache.get(&key(1))), |cache: &Cache| cache.put(&key(3), &result(1))] {
        let cache = lazy();
        use_it(&cache);
        cache.flush();
        assert!(cache.has_open_index());
    }
    Ok(())
}

pub fn verify() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    for number in 0..6 {
        cache.put(&key(number), &result(number));
    }
    let object = |number: usize| object_file(dir.path(), &Digest::of(&result(number).output));
    fs::write(object(0), "broken")?;
    fs::remove_file(object(1))?;
    fs::write(action_file(dir.path(), &key(2)), "broken")?;
    fs::rename(action_file(dir.path(), &key(3)), action_file(dir.path(), &key(4)))?;
    let report = cache.verify()?;
    let mut corrupt = vec![object(0), action_file(dir.path(), &key(2)), action_file(dir.path(), &key(4))];
    let mut dangling = vec![action_file(dir.path(), &key(0)), action_file(dir.path(), &key(1))];
    corrupt.sort();
    dangling.sort();
    let full = |paths: &[PathBuf]| {
        let mut paths: Vec<PathBuf> = paths.iter().map(|path| dir.path().join(path)).collect();
        paths.sort();
        paths
    };
    assert_eq!((report.objects, report.actions, report.removed), (5, 5, true));
    assert_eq!(full(&report.corrupt), corrupt);
    assert_eq!(full(&report.dangling), dangling);
    let again = cache.verify()?;
    assert_eq!((again.corrupt.len(), again.dangling.len()), (0, 0));
    assert_eq!(there(&cache, 6), [5]);
    Ok(())
}

/// A build lists the cache only where what it has written may not fit, or the last listing is old.
pub fn room() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    fill(&cache, dir.path(), 10);
    assert!(!cache.has_room(u64::MAX), "it was never listed");
    let full = size_of(&cache);
    assert_eq!(cache.keep_within(full)?, None);
    assert!(cache.has_room(full) && !cache.has_room(full - 1), "what was there is known");
    cache.put(&key(90), &result(90));
    assert!(!cache.has_room(full), "what was written counts");
    // What another process writes counts from the end of its build on.
    assert_eq!(cache.keep_within(size_of(&cache))?, None);
    let full = size_of(&cache);
    let other = without_index(dir.path());
    other.put(&key(91), &result(91));
    assert!(other.has_room(full * 2) && !cache.has_room(full));
    assert!(cache.keep_within(full)?.is_some() && cache.has_room(full));
    let size = |listed: u64| {
        let body = format!("1 {listed}");
        fs::write(dir.path().join("size"), format!("uberc-size 1 {}\n{body}", Digest::of(body.as_bytes())))
    };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs();
    for (listed, is_known) in [(now - 60, true), (now - 2 * 60 * 60, false), (now + 60 * 60, false)] {
        size(listed)?;
        assert_eq!(cache.has_room(full), is_known, "listed at {listed}, now {now}");
    }
    fs::write(dir.path().join("size"), "uberc-size 1 rubbish")?;
    assert!(!cache.has_room(full));
    Ok(())
}

/// Until then, what is remembered of files is remembered in the process.
pub fn index_of_many() -> Result<(), Failed> {
    let dir = temp();
    let lazy = || Cache::open(dir.path(), CacheOptions { lazy: true, ..CacheOptions::default() }).0;
    for (files, is_kept) in [(255, false), (256, true)] {
        let cache = lazy();
        (0..files).for_each(|number| damage::remember(&cache, number));
        assert_eq!(damage::remembered(&cache, 7), Some(damage::digest_of(7)));
        cache.flush();
        drop(cache);
        assert_eq!(dir.path().join("index").exists(), is_kept, "{files} files");
        assert_eq!(damage::remembered(&lazy(), 7).is_some(), is_kept);
    }
    // Where there is an index, one file is enough.
    let cache = lazy();
    damage::remember(&cache, 1000);
    cache.flush();
    drop(cache);
    assert_eq!(damage::remembered(&lazy(), 1000), Some(damage::digest_of(1000)));
    Ok(())
}
