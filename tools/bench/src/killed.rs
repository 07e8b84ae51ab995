//! Builds that are killed (SIGKILL) at random moments. The next build must make what a clean build makes, byte for byte,
//! and nothing that a build which ended has stored may be lost.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::processes::{build, timed, uberc};
use crate::{Failure, Options, project};

const PAIRS: [&str; 3] = ["bloom", "light_cull", "sky"];
/// States of the sources that rounds go back and forth between: this text, changed so.
const STATES: [(&str, &str); 4] = [
    ("include/color.fxh", "// nothing"),
    ("include/color.fxh", "static const float killed_a = 1;"),
    ("include/math.fxh", "// a comment alone"),
    ("sky.fx", "static const float killed_b = 2;"),
];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let root = &folder.path().join("project");
    std::fs::create_dir(root)?;
    for pair in PAIRS {
        copy_all(project::copy_of(pair)?.path(), root)?;
    }
    let temporary = folder.path().join("tmp");
    std::fs::create_dir(&temporary)?;
    let place = Place { root, temporary: &temporary, jobs: options.jobs };
    let mut clean = Vec::new();
    for state in 0..STATES.len() {
        place.set(state)?;
        place.build(&["--no-cache"])?;
        clean.push(place.archive()?);
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    // How long builds take here and now: the moments are spread over all of it.
    let (mut cold_time, mut warm_time) = (Duration::from_millis(500), Duration::from_millis(50));
    let mut finished: BTreeSet<usize> = BTreeSet::new();
    let (mut killed, mut too_late, mut cold, mut free) = (0, 0, 0, 0);
    let mut round = 0;
    // A round counts when the build was killed in it; the others are builds more to be killed after.
    while killed < options.rounds {
        round += 1;
        let state = random.below(STATES.len() as u64) as usize;
        place.set(state)?;
        let is_cold = random.below(4) == 0;
        if is_cold {
            drop(std::fs::remove_dir_all(root.join(".uberc")));
            finished.clear();
            cold += 1;
        }
        if random.below(3) == 0 {
            drop(std::fs::remove_file(root.join("out.fxo")));
        }
        let before = place.archive().ok();
        let time = if is_cold || !finished.contains(&state) { cold_time } else { warm_time };
        let mut child = place.command(&[])?.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        std::thread::sleep(time.mul_f64(random.below(1000) as f64 / 1000.0));
        match child.try_wait()? {
            Some(_) => too_late += 1,
            None => {
                child.kill()?;
                killed += 1;
            }
        }
        child.wait()?;
        // What is there is a whole archive: the old one or the new one.
        if let Ok(now) = place.archive()
            && Some(&now) != before.as_ref()
            && now != clean[state]
        {
            return Err(format!("round {round}: the archive is neither the old nor the new one").into());
        }
        let begin = Instant::now();
        let (compiled, _) = place.build(&[])?;
        let took = begin.elapsed();
        if compiled > 0 {
            cold_time = cold_time.max(took)
        } else {
            warm_time = warm_time.max(took)
        }
        if place.archive()? != clean[state] {
            return Err(format!("round {round}: the archive is not that of a clean build").into());
        }
        if finished.contains(&state) {
            free += 1;
            if compiled > 0 {
                return Err(format!("round {round}: {compiled} variants of a build that had ended were lost").into());
            }
        }
        finished.insert(state);
        let said = place.say(&["cache", "verify", "--keep", "--message-format", "json"])?;
        let report: serde_json::Value = serde_json::from_str(said.lines().last().unwrap_or_default())?;
        if report["report"]["corrupt"] != serde_json::json!([]) || report["report"]["dangling"] != serde_json::json!([])
        {
            return Err(format!("round {round}: the cache is broken: {said}").into());
        }
    }
    let left = std::fs::read_dir(&temporary)?.count();
    // Only folders that have not changed for a while are nobody's.
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
    for entry in std::fs::read_dir(&temporary)? {
        std::fs::File::open(entry?.path())?.set_modified(long_ago)?;
    }
    drop(std::fs::remove_dir_all(root.join(".uberc")));
    place.build(&[])?;
    let after = std::fs::read_dir(&temporary)?.count();
    println!("{round} builds, {cold} of them with an empty cache: {killed} were killed, {too_late} had ended",);
    println!("every next build equals a clean one; the {free} that had ended before compiled nothing again");
    println!("temporary folders of killed builds: {left} were left, {after} after the next build");
    if after > 0 { Err("temporary folders stay".into()) } else { Ok(()) }
}

struct Place<'a> {
    root: &'a Path,
    temporary: &'a Path,
    jobs: usize,
}

impl Place<'_> {
    fn command(&self, arguments: &[&str]) -> Result<std::process::Command, Failure> {
        let jobs = self.jobs.to_string();
        let mut command = uberc(self.root, &["build", "--output", "out.fxo", "--jobs", &jobs])?;
        command.args(arguments).env("TMPDIR", self.temporary);
        Ok(command)
    }

    /// Variants that were compiled, and all.
    fn build(&self, arguments: &[&str]) -> Result<(u64, u64), Failure> {
        let all: Vec<&str> = ["--output", "out.fxo"].iter().chain(arguments).copied().collect();
        let (compiled, variants, _) = build(self.root, &all, self.jobs)?;
        Ok((compiled, variants))
    }

    fn say(&self, arguments: &[&str]) -> Result<String, Failure> {
        Ok(timed(&mut uberc(self.root, arguments)?)?.0)
    }

    fn archive(&self) -> std::io::Result<Vec<u8>> {
        std::fs::read(self.root.join("out.fxo"))
    }

    /// Brings the sources into a state.
    fn set(&self, state: usize) -> Result<(), Failure> {
        for (file, _) in STATES {
            std::fs::copy(project::library().join(file), self.root.join(file))?;
        }
        let (file, line) = STATES[state];
        let text = std::fs::read_to_string(self.root.join(file))?;
        Ok(std::fs::write(self.root.join(file), format!("{text}\n{line}\n"))?)
    }
}

fn copy_all(from: &Path, to: &Path) -> Result<(), Failure> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            std::fs::create_dir_all(&target)?;
            copy_all(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// xorshift64*, by Sebastiano Vigna: the rounds are the same each time, their moments are the machine's.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    }
}
