//! Several processes on one folder, one of them killed, one without space.

use super::*;

/// Folder, kind of work and number of entries of a worker process, separated by `|`.
const WORK: &str = "UBERC_TEST_CACHE_WORK";

/// Runs in processes of their own that other trials start; by itself it works in a folder of its own.
pub fn worker() -> Result<(), Failed> {
    let work = std::env::var(WORK).unwrap_or_default();
    let mut parts = work.split('|');
    let (dir, kind, count) = (parts.next(), parts.next().unwrap_or("fill"), parts.next().unwrap_or("30"));
    let dir = dir.filter(|dir| !dir.is_empty()).map(PathBuf::from);
    // A killed worker could not remove a folder of its own.
    let own = dir.is_none().then(temp);
    let dir = dir.as_deref().or(own.as_ref().map(|own| own.path())).ok_or("one of the two")?;
    let count: usize = count.parse()?;
    let (cache, _) = Cache::open(dir, CacheOptions::default());
    let stored = |number: usize| fs::write(dir.join(format!("stored-{number}")), "");
    for number in 0..count {
        if kind == "fill" && number % 10 == 9 {
            cache.gc(20_000)?;
        }
        match cache.get(&key(number)) {
            Some(found) => assert_eq!(found, result(number)),
            None => cache.put(&key(number), &result(number)),
        }
        match kind {
            "acknowledge" => stored(number)?,
            "full" => continue,
            _ => {}
        }
    }
    cache.flush();
    assert_eq!(cache.counters().corrupt, 0);
    match cache.write_failure() {
        // Some outputs fit below the limit that the trial set, and the larger ones do not.
        Some(failure) if kind == "full" => {
            assert!(failure.is_full(), "{failure:?}");
            assert_eq!(failure.diagnostic().code, "cache/disk-full");
            assert!(failure.diagnostic().is_error());
            fs::write(dir.join("told"), cache.counters().stored.to_string())?;
        }
        other => assert_eq!(other, None),
    }
    Ok(())
}

fn spawn_worker(dir: &Path, kind: &str, count: usize) -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["--exact", "cache::worker", "--test-threads", "1"]);
    command.env(WORK, format!("{}|{kind}|{count}", dir.display())).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

pub fn processes() -> Result<(), Failed> {
    let dir = temp();
    let mut children = Vec::new();
    for _ in 0..3 {
        children.push(spawn_worker(dir.path(), "fill", 60)?.spawn()?);
    }
    for child in children {
        let output = child.wait_with_output()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    }
    let report = open(dir.path()).verify()?;
    assert_eq!(report.corrupt, Vec::<PathBuf>::new());
    assert!(report.actions > 0);
    Ok(())
}

pub fn killed() -> Result<(), Failed> {
    for round in 0..6u64 {
        let dir = temp();
        let mut child = spawn_worker(dir.path(), "acknowledge", 100_000)?.spawn()?;
        while !dir.path().join(format!("stored-{}", round * 3)).exists() {
            assert!(child.try_wait()?.is_none(), "the worker ended by itself");
            std::thread::sleep(Duration::from_micros(300));
        }
        child.kill()?;
        child.wait()?;
        // The index may be damaged: it is disposable.
        let (cache, _) = Cache::open(dir.path(), CacheOptions::default());
        let mut number = 0;
        while dir.path().join(format!("stored-{number}")).exists() {
            assert_eq!(cache.get(&key(number)), Some(result(number)), "entry {number} was acknowledged");
            number += 1;
        }
        assert!(number > 0);
        let report = cache.verify()?;
        assert_eq!((report.corrupt.len(), report.dangling.len()), (0, 0));
    }
    Ok(())
}

/// A limit on file sizes stands in for a full disk: the write fails half-way, and needs no right to mount anything.
pub fn full_disk() -> Result<(), Failed> {
    let dir = temp();
    let cache = open(dir.path());
    cache.put(&key(1_000_000), &result(1));
    drop(cache);
    let worker = spawn_worker(dir.path(), "full", 200)?;
    // Ignored here, the signal is ignored in the worker, and the write returns an error. 1 block is 512 bytes.
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"])
        .arg(worker.get_program())
        .args(worker.get_args())
        .envs(worker.get_envs().filter_map(|(name, value)| Some((name, value?))))
        .output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(dir.path().join("told").exists(), "the worker met the limit: {}", String::from_utf8_lossy(&output.stdout));
    let (cache, _) = Cache::open(dir.path(), CacheOptions::default());
    assert_eq!(cache.get(&key(1_000_000)), Some(result(1)));
    let report = cache.verify()?;
    assert_eq!((report.corrupt.len(), report.dangling.len()), (0, 0));
    assert_eq!(cache.stats()?.temporary_files, 0);
    Ok(())
}
