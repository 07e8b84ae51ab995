//! Builds that are killed (SIGKILL) at random moments. The next build must make what a clean build makes, byte for byte,
//! and nothing that a build which ended has stored may be lost.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use uberc::cache::{Cache, CacheOptions};
use uberc::model::Digest;

use crate::processes::{timed, uberc};
use crate::{Failure, Options, project};

const PAIRS: [&str; 3] = ["bloom", "light_cull", "sky"];
/// States of the sources that rounds go back and forth between: this text, changed so.
const EDITS: [(&str, &str); 4] = [
    ("include/color.fxh", "// nothing"),
    ("include/color.fxh", "static const float killed_a = 1;"),
    ("include/math.fxh", "// a comment alone"),
    ("sky.fx", "static const float killed_b = 2;"),
];
/// Programs of their own with files and processes to leave behind, and none.
const CHAINS: [&str; 2] = ["", "\n[target.spirv]\ncompilers = [\"embedded\"]\n"];
const STATES: usize = EDITS.len() * CHAINS.len();

/// What a build without any memory makes of a state.
struct Clean {
    archive: Vec<u8>,
    variants: u64,
    /// Names of the actions by which later builds find its variants.
    actions: BTreeSet<Digest>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Nothing is known.
    Cold,
    /// Something is known, and something has changed.
    Incremental,
    /// This very state has been built before.
    Known,
}

/// What became of the builds of one kind.
struct Tally {
    killed: usize,
    ended: usize,
    /// How long such builds take here and now: the moments are spread over all of it.
    time: Duration,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let root = &folder.path().join("project");
    std::fs::create_dir(root)?;
    for pair in PAIRS {
        copy_all(project::copy_of(pair)?.path(), root)?;
    }
    let settings = std::fs::read_to_string(root.join("uberc.toml"))?;
    let temporary = folder.path().join("tmp");
    std::fs::create_dir(&temporary)?;
    let place = Place { root, temporary: &temporary, settings, jobs: options.jobs };
    let mut clean = Vec::new();
    for state in 0..STATES {
        place.set(state)?;
        place.forget();
        let (_, variants) = place.build(&[])?;
        let actions = place.variant_actions()?;
        if actions.is_empty() {
            return Err(format!("state {state}: no variant is stored").into());
        }
        let archive = place.archive()?;
        place.build(&["--no-cache", "--output", "again.fxo"])?;
        if std::fs::read(root.join("again.fxo"))? != archive {
            return Err(format!("state {state}: two clean builds differ").into());
        }
        clean.push(Clean { archive, variants, actions });
    }
    place.forget();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let tally = || Tally { killed: 0, ended: 0, time: Duration::from_millis(300) };
    let mut tallies: BTreeMap<Kind, Tally> =
        [Kind::Cold, Kind::Incremental, Kind::Known].into_iter().map(|kind| (kind, tally())).collect();
    let mut finished: BTreeSet<usize> = BTreeSet::new();
    let (mut round, mut stored, mut beside, mut folders, mut archives) = (0, 0, 0, 0, 0);
    // A round counts when a build with something to do was killed in it; the others are builds more to be killed after.
    while tallies[&Kind::Cold].killed + tallies[&Kind::Incremental].killed < options.rounds {
        round += 1;
        let state = random.below(STATES as u64) as usize;
        let wanted = &clean[state];
        place.set(state)?;
        if random.below(3) == 0 {
            place.forget();
            finished.clear();
        }
        let kind = match finished.len() {
            0 => Kind::Cold,
            _ if finished.contains(&state) => Kind::Known,
            _ => Kind::Incremental,
        };
        if random.below(3) == 0 {
            drop(std::fs::remove_file(root.join("out.fxo")));
        }
        let before = place.archive().ok();
        let tally = tallies.get_mut(&kind).ok_or("every kind has a tally")?;
        // Sometimes another build runs beside it and is not killed.
        let living = if random.below(5) == 0 { Some(place.spawn(&["--output", "beside.fxo"])?) } else { None };
        let mut child = place.spawn(&[])?;
        let begin = Instant::now();
        std::thread::sleep(tally.time.mul_f64(random.below(1000) as f64 / 1000.0));
        match child.try_wait()? {
            Some(_) => {
                tally.ended += 1;
                tally.time = begin.elapsed();
            }
            None => {
                child.kill()?;
                tally.killed += 1;
                tally.time = tally.time.mul_f64(1.02);
            }
        }
        child.wait()?;
        if let Some(mut living) = living {
            beside += 1;
            if !living.wait()?.success() || std::fs::read(root.join("beside.fxo"))? != wanted.archive {
                return Err(format!("round {round}: the build beside the killed one did not succeed").into());
            }
        }
        // What is there is a whole archive: the old one or the new one.
        if let Ok(now) = place.archive()
            && Some(&now) != before.as_ref()
            && now != wanted.archive
        {
            return Err(format!("round {round}: the archive is neither the old nor the new one").into());
        }
        // Results that the killed build has stored must still be found.
        let acknowledged = place.cache_files()?;
        let known = place.variant_actions()?.intersection(&wanted.actions).count() as u64;
        stored += known;
        folders += std::fs::read_dir(&temporary)?.count();
        archives += place.archives_in_the_making()?;
        let (compiled, _) = place.build(&[])?;
        if place.archive()? != wanted.archive {
            return Err(format!("round {round}: the archive is not that of a clean build").into());
        }
        if compiled > wanted.variants - known {
            return Err(format!(
                "round {round}: {compiled} of {} variants were compiled, but {known} were stored",
                wanted.variants
            )
            .into());
        }
        if finished.contains(&state) && compiled > 0 {
            return Err(format!("round {round}: {compiled} variants of a build that had ended were lost").into());
        }
        for (path, bytes) in acknowledged {
            if std::fs::read(&path).ok().as_ref() != Some(&bytes) {
                return Err(format!("round {round}: {} was stored, and is lost or another", path.display()).into());
            }
        }
        finished.insert(state);
        if place.archives_in_the_making()? > 0 {
            return Err(format!("round {round}: an unfinished archive stays").into());
        }
        let said = place.say(&["cache", "verify", "--keep", "--message-format", "json"])?;
        let report: serde_json::Value = serde_json::from_str(said.lines().last().unwrap_or_default())?;
        if report["report"]["corrupt"] != serde_json::json!([]) || report["report"]["dangling"] != serde_json::json!([])
        {
            return Err(format!("round {round}: the cache is broken: {said}").into());
        }
    }
    place.forget();
    place.build(&[])?;
    let after = std::fs::read_dir(&temporary)?.count();
    let [cold, incremental, known] = [&Kind::Cold, &Kind::Incremental, &Kind::Known].map(|kind| &tallies[kind]);
    println!("{round} rounds; killed: {} cold builds, {} incremental ones", cold.killed, incremental.killed);
    println!(
        "(and {} of a state built before; {} builds had ended)",
        known.killed,
        cold.ended + incremental.ended + known.ended
    );
    println!("every next build equals a clean one; {beside} builds that ran beside a killed one do too");
    println!(
        "{stored} variants that killed builds had stored were not compiled again, and no file of the cache was lost"
    );
    println!(
        "left by killed builds: {folders} temporary folders, of which {after} stay, and {archives} unfinished archives, of which 0 stay"
    );
    if after > 0 { Err("temporary folders stay".into()) } else { Ok(()) }
}

struct Place<'a> {
    root: &'a Path,
    temporary: &'a Path,
    /// The project file.
    settings: String,
    jobs: usize,
}

impl Place<'_> {
    /// A build in the background, with a folder for temporary files of its own.
    fn spawn(&self, arguments: &[&str]) -> Result<std::process::Child, Failure> {
        let jobs = self.jobs.to_string();
        let output = if arguments.contains(&"--output") { &[][..] } else { &["--output", "out.fxo"] };
        let mut command = uberc(self.root, &["build", "--jobs", &jobs])?;
        command.args(output).args(arguments).env("TMPDIR", self.temporary);
        Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
    }

    /// Variants that were compiled, and all.
    fn build(&self, arguments: &[&str]) -> Result<(u64, u64), Failure> {
        let jobs = self.jobs.to_string();
        let output = if arguments.contains(&"--output") { &[][..] } else { &["--output", "out.fxo"] };
        let mut command = uberc(self.root, &["build", "--message-format", "json", "--jobs", &jobs])?;
        let (said, _) = timed(command.args(output).args(arguments).env("TMPDIR", self.temporary))?;
        let summary: serde_json::Value = serde_json::from_str(said.lines().last().unwrap_or_default())?;
        let figure = |name: &str| summary[name].as_u64().ok_or_else(|| format!("no `{name}` in {said}"));
        Ok((figure("compiled")?, figure("variants")?))
    }

    fn say(&self, arguments: &[&str]) -> Result<String, Failure> {
        Ok(timed(&mut uberc(self.root, arguments)?)?.0)
    }

    fn archive(&self) -> std::io::Result<Vec<u8>> {
        std::fs::read(self.root.join("out.fxo"))
    }

    fn archives_in_the_making(&self) -> Result<usize, Failure> {
        let entries = std::fs::read_dir(self.root)?.collect::<Result<Vec<_>, _>>()?;
        Ok(entries.iter().filter(|entry| entry.file_name().to_string_lossy().starts_with(".out.fxo.")).count())
    }

    /// Removes the cache.
    fn forget(&self) {
        drop(std::fs::remove_dir_all(self.root.join(".uberc")));
    }

    /// Objects and actions, with what is in them.
    fn cache_files(&self) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
        let mut files = Vec::new();
        for kind in ["objects", "actions"] {
            for path in files_below(&self.root.join(".uberc").join(kind))? {
                // What was being written when the build was killed nobody can see.
                if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".tmp-")) {
                    let bytes = std::fs::read(&path)?;
                    files.push((path, bytes));
                }
            }
        }
        Ok(files)
    }

    /// The actions that hold whole variants.
    fn variant_actions(&self) -> Result<BTreeSet<Digest>, Failure> {
        let folder = self.root.join(".uberc");
        let (cache, _) = Cache::open(&folder, CacheOptions { read_only: true, ..CacheOptions::default() });
        let mut found = BTreeSet::new();
        for path in files_below(&folder.join("actions"))? {
            let name = path.strip_prefix(folder.join("actions"))?.to_string_lossy().replace('/', "");
            let Some(digest) = Digest::from_hex(&name) else { continue };
            let key = cache.stored_key(&digest).ok_or_else(|| format!("{} cannot be read", path.display()))?;
            if key.field("kind") == Some("artifact") {
                found.insert(digest);
            }
        }
        Ok(found)
    }

    /// Brings the sources into a state.
    fn set(&self, state: usize) -> Result<(), Failure> {
        for (file, _) in EDITS {
            std::fs::copy(project::library().join(file), self.root.join(file))?;
        }
        let (file, line) = EDITS[state % EDITS.len()];
        let text = std::fs::read_to_string(self.root.join(file))?;
        std::fs::write(self.root.join(file), format!("{text}\n{line}\n"))?;
        Ok(std::fs::write(self.root.join("uberc.toml"), format!("{}{}", self.settings, CHAINS[state / EDITS.len()]))?)
    }
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(files) };
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files.extend(files_below(&entry.path())?);
        } else {
            files.push(entry.path());
        }
    }
    Ok(files)
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
