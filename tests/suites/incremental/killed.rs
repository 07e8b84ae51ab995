//! Killed builds, and builds that run at the same time: the next build removes the files of a killed one.

use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::maintenance::listing;
use super::*;

pub fn trials() -> Vec<Trial> {
    [
        ("what_a_killed_build_left_goes_with_the_next", folders as fn() -> Result<(), Failed>),
        ("an_archive_that_was_being_written_goes_with_the_next_build", archive),
        ("what_a_living_build_writes_stays", living),
    ]
    .into_iter()
    .map(|(name, run)| harness::trial(format!("incremental::{name}"), run))
    .collect()
}

/// Long enough for any machine; nothing is measured here.
const PATIENCE: Duration = Duration::from_secs(60);

fn wait_for(what: &str, mut holds: impl FnMut() -> bool) -> Result<(), Failed> {
    let begin = Instant::now();
    while !holds() {
        if begin.elapsed() > PATIENCE {
            return Err(format!("never: {what}").into());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// A project whose compiler waits for a file named `go` before it writes anything; temporary files have a folder of their own.
struct Waiting {
    place: Place,
}

impl Waiting {
    fn new() -> Result<Waiting, Failed> {
        let place = Place::new()?;
        place.edit("tools/copy", "grep", "while [ ! -e \"${0%/*}/go\" ]; do sleep 0.02; done\ngrep")?;
        fs::create_dir(place.file("tmp"))?;
        Ok(Waiting { place })
    }

    fn start(&self, temporary: &Path) -> Result<Child, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
        command.arg("build").current_dir(self.place.root()).env("TMPDIR", temporary);
        Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
    }

    fn go(&self) -> Result<(), Failed> {
        self.place.write("tools/go", "")
    }

    /// A build that ends, and its archive is that of a build without any memory.
    fn ends_clean(&self, temporary: &Path) -> Result<(), Failed> {
        assert!(self.start(temporary)?.wait()?.success());
        self.place.build(&["--no-cache", "--output", "clean.fxo"])?.succeeded()?;
        assert_eq!(fs::read(self.place.file("clean.fxo"))?, self.place.archive()?);
        Ok(())
    }
}

/// Folders of jobs, by name.
fn jobs(temporary: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(temporary).into_iter().flatten().flatten();
    let mut jobs: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    jobs.sort();
    jobs
}

fn folders() -> Result<(), Failed> {
    let waiting = Waiting::new()?;
    let temporary = waiting.place.file("tmp");
    let mut child = waiting.start(&temporary)?;
    wait_for("a compiler runs", || waiting.place.runs() > 0)?;
    // SIGKILL; the compilers live on for a moment, as they do for a user.
    child.kill()?;
    child.wait()?;
    let left = jobs(&temporary);
    assert!(!left.is_empty(), "a killed process removes nothing");
    waiting.go()?;
    waiting.ends_clean(&temporary)?;
    if !jobs(&temporary).is_empty() {
        // One of those compilers wrote while that build was sweeping; the one after it knows the folder as well.
        assert!(waiting.start(&temporary)?.wait()?.success());
    }
    assert_eq!(jobs(&temporary), Vec::<PathBuf>::new());
    Ok(())
}

/// The system kills the process that writes beyond a bound: the archive is the first file that does.
fn archive() -> Result<(), Failed> {
    let place = Place::new()?;
    let (source, sidecar) = (fs::read_to_string(place.file("two.fx"))?, fs::read_to_string(place.file("two.fx.lua"))?);
    for number in 0..32 {
        place.write(&format!("more{number}.fx"), &source.replace("return 2", &format!("return {number}00")))?;
        place.write(&format!("more{number}.fx.lua"), &sidecar.replace("Two", &format!("More{number}")))?;
    }
    place.build(&[])?.succeeded()?;
    let good = place.archive()?;
    assert!(good.len() > 4096, "{} bytes", good.len());
    let temporary = || -> Result<Vec<PathBuf>, Failed> {
        let files = listing(&place.root())?.into_iter().map(|(path, _)| path);
        Ok(files.filter(|path| path.extension().is_some_and(|ending| ending == "tmp")).collect())
    };
    place.edit("two.fx", "return 2", "return 3")?;
    // 8 blocks of 512 bytes; the cache has larger files.
    let script = "ulimit -f 8; exec \"$0\" build --no-cache";
    let output =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_uberc")]).current_dir(place.root()).output()?;
    assert_eq!(output.status.code(), None, "killed: {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(place.archive()?, good, "the last good archive stays");
    let left = temporary()?;
    assert_eq!(left.len(), 1, "{left:?}");
    // Somebody else's files, and those of another archive, are none of its business.
    for name in [".notes.tmp", ".shaders.fxo.tmp", ".other.fxo.abcdef.tmp", ".shaders.fxo.abcdefg.tmp"] {
        place.write(name, "mine")?;
    }
    place.build(&[])?.succeeded()?;
    assert!(!left[0].exists() && temporary()?.len() == 4, "{:?}", temporary()?);
    place.build(&["--no-cache", "--output", "clean.fxo"])?.succeeded()?;
    assert_eq!(fs::read(place.file("clean.fxo"))?, place.archive()?);
    // A build with nothing to do sweeps as well.
    fs::write(&left[0], "half an archive")?;
    place.nothing_to_do(&[])?;
    assert!(!left[0].exists());
    Ok(())
}

/// Two builds at once with one folder for temporary files: what the one has open, the other leaves alone.
fn living() -> Result<(), Failed> {
    let (waiting, other) = (Waiting::new()?, Waiting::new()?);
    let temporary = waiting.place.file("tmp");
    let mut child = waiting.start(&temporary)?;
    wait_for("a compiler runs", || waiting.place.runs() > 0)?;
    let open = jobs(&temporary);
    other.go()?;
    other.ends_clean(&temporary)?;
    let still = jobs(&temporary);
    assert!(!open.is_empty() && open.iter().all(|folder| still.contains(folder)), "{open:?}, then {still:?}");
    waiting.go()?;
    assert!(child.wait()?.success(), "its compilers found their folders");
    assert_eq!(jobs(&temporary), Vec::<PathBuf>::new());
    // An archive that is being written, by its lock.
    let writing = waiting.place.file(".shaders.fxo.abcdef.tmp");
    fs::write(&writing, "half an archive")?;
    let lock = fs::File::open(&writing)?;
    lock.lock()?;
    waiting.place.edit("two.fx", "return 2", "return 3")?;
    waiting.place.build(&[])?.succeeded()?;
    assert!(writing.exists());
    drop(lock);
    waiting.place.nothing_to_do(&[])?;
    assert!(!writing.exists());
    Ok(())
}
