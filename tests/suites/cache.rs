//! The cache returns a stored result or a miss, whatever happens to its files.

mod builds;
mod damage;
mod gc;
mod model;
mod processes;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::harness;
use libtest_mimic::{Failed, Trial};
use uberc::cache::{BuildRecord, Cache, CacheOptions, FileStat};
use uberc::diag::Diagnostic;
use uberc::model::{ActionCache, ActionKey, ActionResult, CompilerMessage, Digest, MessageSeverity, Reflection};

pub fn trials() -> Vec<Trial> {
    let trial = |name: &str, run: fn() -> Result<(), Failed>| harness::trial(format!("cache::{name}"), run);
    let mut trials = vec![
        trial("a_result_comes_back_in_another_build", round_trip),
        trial("a_damaged_object_is_a_miss_and_heals", damage::damaged_object),
        trial("a_damaged_action_is_a_miss_and_heals", damage::damaged_action),
        trial("a_folder_in_place_of_a_file_is_a_miss_and_heals", damage::folder_in_place_of_a_file),
        trial("a_record_under_another_keys_name_is_a_miss", damage::mixed_up),
        trial("threads_share_one_cache", threads),
        trial("worker", processes::worker),
        trial("processes_share_one_folder", processes::processes),
        trial("a_killed_process_loses_nothing_it_stored", processes::killed),
        trial("temporary_files_of_killed_processes_go_by_age", gc::orphans),
        trial("a_cache_is_listed_where_it_may_be_full", gc::room),
        trial("read_only_reads_and_changes_nothing", damage::read_only),
        trial("a_folder_that_cannot_be_made_is_told_and_misses", damage::no_folder),
        trial("a_failed_write_is_told_and_nothing_is_lost", damage::failed_write),
        trial("a_locked_index_is_done_without", damage::locked_index),
        trial("a_damaged_index_is_made_anew", damage::damaged_index),
        trial("gc_removes_the_least_recently_used", gc::gc_order),
        trial("gc_goes_by_file_times_without_the_index", gc::gc_order_without_index),
        trial("gc_to_nothing_leaves_nothing", gc::gc_everything),
        trial("gc_leaves_foreign_files_alone", gc::gc_foreign),
        trial("a_cache_within_its_size_is_not_read_and_one_beyond_gets_room", gc::keeps_within),
        trial("a_build_that_found_nothing_opens_no_index", gc::cold_without_index),
        trial("files_get_an_index_where_they_are_many", gc::index_of_many),
        trial("verify_finds_every_kind_of_damage", gc::verify),
        trial("a_file_edited_within_the_clocks_step_is_read_again", memo),
        trial("the_history_keeps_builds_in_order", history),
        trial("a_first_build_looks_for_no_results", builds::first),
        trial("random_operations_agree_with_a_map", model::model),
    ];
    #[cfg(unix)]
    {
        let bound = trial("a_folder_without_the_right_to_write_still_reads", damage::no_rights);
        trials.push(crate::harness::needs_bound_rights(bound));
        trials.push(trial("a_full_disk_is_told_and_nothing_is_lost", processes::full_disk));
    }
    trials
}

fn temp() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn open(dir: &Path) -> Cache {
    let (cache, notes) = open_unlocked(dir);
    assert_eq!(notes, []);
    cache
}

/// Opens with the index. Other trials start processes at the same time, and a child holds every open lock of this
/// process until it executes its program; on a busy machine that can take longer than the cache waits.
fn open_unlocked(dir: &Path) -> (Cache, Vec<Diagnostic>) {
    let mut opened = Cache::open(dir, CacheOptions::default());
    for _ in 0..100 {
        if codes(&opened.1) != ["cache/index-locked"] {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
        opened = Cache::open(dir, CacheOptions::default());
    }
    opened
}

fn without_index(dir: &Path) -> Cache {
    let (cache, notes) = Cache::open(dir, CacheOptions { index: false, ..CacheOptions::default() });
    assert_eq!(notes, []);
    cache
}

fn codes(notes: &[Diagnostic]) -> Vec<&'static str> {
    notes.iter().map(|note| note.code).collect()
}

fn key(number: usize) -> ActionKey {
    ActionKey::new("compile").with("source", Digest::of(&number.to_le_bytes()).to_string()).with("target", "spirv")
}

fn result(number: usize) -> ActionResult {
    ActionResult {
        output: format!("output {number} ").repeat(20 + number % 50).into_bytes(),
        messages: vec![CompilerMessage {
            severity: MessageSeverity::Warning,
            line: Some(number as u32),
            column: None,
            code: None,
            text: "implicit truncation".to_owned(),
        }],
        reflection: number
            .is_multiple_of(2)
            .then(|| Reflection { workgroup_size: Some([8, 8, 1]), ..Reflection::default() }),
        entry_point: number.is_multiple_of(3).then(|| format!("main_{number}")),
    }
}

fn object_file(dir: &Path, digest: &Digest) -> PathBuf {
    let name = digest.to_string();
    dir.join("objects").join(&name[..1]).join(&name[1..])
}

fn action_file(dir: &Path, key: &ActionKey) -> PathBuf {
    let name = key.digest().to_string();
    dir.join("actions").join(&name[..1]).join(&name[1..])
}

/// Every file and its content, but for the index.
fn snapshot(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    walkdir_files(dir)
        .into_iter()
        .filter(|path| !path.starts_with(dir.join("index")))
        .map(|path| (path.clone(), fs::read(&path).expect("it was listed")))
        .collect()
}

fn walkdir_files(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(walkdir_files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

fn set_age(path: &Path, age: Duration) {
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(SystemTime::now() - age).expect("its time can be set");
}

fn round_trip() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    assert_eq!(cache.get(&key(1)), None);
    cache.put(&key(1), &result(1));
    cache.put(&key(2), &ActionResult::default());
    cache.flush();
    assert_eq!((cache.counters().misses, cache.counters().stored), (1, 2));
    drop(cache);
    let cache = open(dir.path());
    assert_eq!(cache.get(&key(1)), Some(result(1)));
    assert_eq!(cache.get(&key(2)), Some(ActionResult::default()));
    assert_eq!(cache.get(&key(1).with("target", "wgsl")), None);
    assert_eq!((cache.counters().hits, cache.counters().misses, cache.counters().corrupt), (2, 1, 0));
    // The same output of another key is the same file.
    cache.put(&key(3), &result(1));
    let stats = cache.stats()?;
    assert_eq!((stats.objects, stats.actions, stats.temporary_files, stats.indexed), (2, 3, 0, true));
    assert_eq!(stats.object_bytes, result(1).output.len() as u64);
    Ok(())
}

fn threads() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let cache = &cache;
            scope.spawn(move || {
                for step in 0..60 {
                    let number = (step * 7 + thread * 3) % 40;
                    match cache.get(&key(number)) {
                        Some(found) => assert_eq!(found, result(number)),
                        None => cache.put(&key(number), &result(number)),
                    }
                }
            });
        }
    });
    cache.flush();
    assert_eq!(cache.counters().corrupt, 0);
    assert_eq!(cache.write_failure(), None);
    let report = cache.verify()?;
    assert_eq!((report.actions, report.corrupt.len(), report.dangling.len()), (40, 0, 0));
    assert_eq!(cache.stats()?.temporary_files, 0);
    Ok(())
}

fn size_of(cache: &Cache) -> u64 {
    let stats = cache.stats().expect("it can be listed");
    stats.object_bytes + stats.action_bytes
}

fn memo() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    let path = dir.path().join("a.fx");
    fs::write(&path, "first")?;
    assert_eq!(cache.digest_of(&path)?, Digest::of(b"first"));
    let stat = FileStat::of(&fs::metadata(&path)?);
    assert_eq!(cache.known_digest(&path, &stat), None, "a file this young is not remembered");
    // Same size, and the time stamp put back: only reading tells.
    fs::write(&path, "other")?;
    assert_eq!(cache.digest_of(&path)?, Digest::of(b"other"));

    // Once it has settled, the digest is remembered under exactly this stat. The digest is a wrong one on purpose: that
    // it comes back shows that the file was not read.
    let stat = FileStat::of(&fs::metadata(&path)?);
    let later = SystemTime::now() + Duration::from_secs(3);
    cache.remember_digest(&path, &stat, SystemTime::now(), &Digest::of(b"mark"));
    assert_eq!(cache.known_digest(&path, &stat), None);
    cache.remember_digest(&path, &stat, later, &Digest::of(b"mark"));
    assert_eq!(cache.digest_of(&path)?, Digest::of(b"mark"));
    for changed in [
        FileStat { modified: stat.modified + 1, ..stat },
        FileStat { changed: stat.changed + 1, ..stat },
        FileStat { size: stat.size + 1, ..stat },
        FileStat { inode: stat.inode + 1, ..stat },
        FileStat { device: stat.device + 1, ..stat },
    ] {
        assert_eq!(cache.known_digest(&path, &changed), None);
    }
    // A file of the same size and time moved into its place is another inode.
    let other = dir.path().join("b.fx");
    fs::write(&other, "third")?;
    fs::File::options().write(true).open(&other)?.set_modified(fs::metadata(&path)?.modified()?)?;
    fs::rename(&other, &path)?;
    assert_eq!(cache.digest_of(&path)?, Digest::of(b"third"));
    assert!(cache.digest_of(&dir.path().join("nowhere")).is_err());
    Ok(())
}

fn history() -> Result<(), Failed> {
    let dir = temp();
    let build = |number: u64| BuildRecord {
        finished: number,
        wall_ms: 1,
        compiled: number,
        cached: 0,
        failed: 0,
        remote: None,
    };
    for number in 0..5 {
        let cache = open(dir.path());
        cache.record_build(&build(number));
        cache.flush();
    }
    assert_eq!(open(dir.path()).builds(), (0..5).map(build).collect::<Vec<_>>());
    // A line that was not written to its end is lost, and nothing else.
    let file = dir.path().join("history");
    let torn = fs::read(&file)?;
    fs::write(&file, &torn[..torn.len() - 5])?;
    for number in 5..7 {
        open(dir.path()).record_build(&build(number));
    }
    assert_eq!(open(dir.path()).builds(), [0, 1, 2, 3, 5, 6].map(build));
    // It does not grow for ever, and keeps the last.
    for number in 10..5000 {
        open(dir.path()).record_build(&build(number));
    }
    let (builds, bytes) = (open(dir.path()).builds(), fs::metadata(&file)?.len());
    assert!(bytes < 300_000 && (1000..5000).contains(&builds.len()), "{bytes} bytes, {} builds", builds.len());
    let first = 5000 - builds.len() as u64;
    assert_eq!(builds, (first..5000).map(build).collect::<Vec<_>>());
    Ok(())
}
