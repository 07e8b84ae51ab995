//! Programs on this machine: each is looked for, and run for its version, once a build.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use uberc_worker::ANNOUNCEMENT;

use super::process;
use super::process::Bounds;
use super::worker_pool::WorkerPool;
use crate::bounded_file;
use crate::cache::{FileStat, FileState};
use crate::compile::Cancel;
use crate::model::Digest;

/// A program that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Absolute.
    pub path: PathBuf,
    /// The first line of its version output with a digit, else the first line; empty where it prints nothing.
    pub version: String,
    /// Of the file, links followed.
    pub digest: Digest,
    /// Its version text says that it can be a worker.
    pub serves: bool,
    /// Of the library that it says it loads.
    pub library: Option<Digest>,
}

impl Program {
    /// Version and digests in one line, as cache keys hold it.
    pub fn identity(&self) -> String {
        let library = self.library.map(|digest| format!(" {digest}")).unwrap_or_default();
        format!("{} {}{library}", self.version, self.digest)
    }
}

/// What an earlier run learnt of a program: while the stat of its file is the same, it is not run again for its
/// version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownProgram {
    pub path: PathBuf,
    /// The option that prints the version.
    pub option: String,
    pub stat: FileStat,
    pub version: String,
    pub digest: Digest,
    #[serde(default)]
    pub serves: bool,
    #[serde(default)]
    pub library: Option<KnownLibrary>,
    /// A script runs another program, which may change while the script does not: what was learnt of one is used in
    /// this process only.
    #[serde(skip)]
    pub is_script: bool,
}

/// A library that a program loads: another one is another compiler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownLibrary {
    pub path: PathBuf,
    pub stat: FileStat,
    pub digest: Digest,
}

impl KnownLibrary {
    fn of(path: &Path) -> Option<KnownLibrary> {
        let state = FileState::read(path, |_| None).ok()??;
        Some(KnownLibrary { path: path.to_path_buf(), stat: state.stat, digest: state.digest })
    }

    fn is_current(&self) -> bool {
        let state = FileState::read(&self.path, |stat| (*stat == self.stat).then_some(self.digest));
        state.is_ok_and(|state| state.is_some_and(|state| state.digest == self.digest))
    }
}

type Slot = Arc<OnceLock<Option<Arc<Program>>>>;

/// The programs found so far. Shared by threads; the first thread that needs a program probes it, and others wait.
#[derive(Debug)]
pub struct ProgramRegistry {
    /// A program given with a folder is relative to this one.
    root: PathBuf,
    search: Vec<PathBuf>,
    found: Mutex<BTreeMap<(String, String), Slot>>,
    /// From earlier runs, and what was learnt in this one.
    known: Mutex<Vec<KnownProgram>>,
    learnt: AtomicBool,
    workers: Arc<WorkerPool>,
}

impl ProgramRegistry {
    /// Programs on `PATH`; those named with a folder are taken from `root`.
    pub fn new(root: &Path) -> ProgramRegistry {
        let path = std::env::var_os("PATH").unwrap_or_default();
        ProgramRegistry::with_search(root, std::env::split_paths(&path).collect())
    }

    /// Programs in these folders only.
    pub fn with_search(root: &Path, search: Vec<PathBuf>) -> ProgramRegistry {
        let root = std::path::absolute(root).unwrap_or_else(|_| root.to_owned());
        ProgramRegistry {
            root,
            search,
            found: Mutex::default(),
            known: Mutex::default(),
            learnt: AtomicBool::new(false),
            workers: Arc::default(),
        }
    }

    /// With what earlier runs learnt.
    #[must_use]
    pub fn knowing(mut self, known: Vec<KnownProgram>) -> ProgramRegistry {
        self.known = Mutex::new(known);
        self
    }

    /// With the workers of earlier builds of this process.
    #[must_use]
    pub fn with_workers(mut self, workers: Arc<WorkerPool>) -> ProgramRegistry {
        self.workers = workers;
        self
    }

    /// The workers of programs that can serve.
    pub fn workers(&self) -> &Arc<WorkerPool> {
        &self.workers
    }

    /// What later runs should know, if this one learnt something.
    pub fn learnt(&self) -> Option<Vec<KnownProgram>> {
        let lasting = || self.known().into_iter().filter(|known| !known.is_script).collect();
        self.learnt.load(Ordering::Relaxed).then(lasting)
    }

    /// All that is known, for another registry of this process.
    pub fn known(&self) -> Vec<KnownProgram> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The project's folder, absolute.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Finds a program and runs it with this option for its version (an empty option: it is not run).
    pub fn probe(&self, program: &str, version_option: &str) -> Option<Arc<Program>> {
        let key = (program.to_owned(), version_option.to_owned());
        let slot = Arc::clone(self.found.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        slot.get_or_init(|| {
            let path = self.find(program)?;
            let is_script = !version_option.is_empty() && is_script(&path);
            let known = |stat: &FileStat| {
                let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
                let same =
                    |known: &&KnownProgram| known.path == path && known.option == version_option && known.stat == *stat;
                known.iter().find(same).cloned()
            };
            let state = FileState::read(&path, |stat| known(stat).map(|known| known.digest)).ok()??;
            let is_current = |known: &KnownProgram| {
                known.is_script == is_script && known.library.as_ref().is_none_or(KnownLibrary::is_current)
            };
            let known = known(&state.stat).filter(is_current).unwrap_or_else(|| {
                let told = if version_option.is_empty() { Told::default() } else { ask(&path, version_option) };
                let learnt = KnownProgram {
                    path: path.clone(),
                    option: version_option.to_owned(),
                    stat: state.stat,
                    version: told.version,
                    digest: state.digest,
                    serves: told.serves,
                    library: told.library.as_deref().and_then(KnownLibrary::of),
                    is_script,
                };
                if state.settled {
                    self.learn(learnt.clone());
                }
                learnt
            });
            let KnownProgram { path, version, digest, serves, library, .. } = known;
            Some(Arc::new(Program { path, version, digest, serves, library: library.map(|library| library.digest) }))
        })
        .clone()
    }

    fn learn(&self, learnt: KnownProgram) {
        self.learnt.fetch_or(!learnt.is_script, Ordering::Relaxed);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|known| known.path != learnt.path || known.option != learnt.option);
        known.push(learnt);
        known.sort_by(|a, b| (&a.path, &a.option).cmp(&(&b.path, &b.option)));
    }

    fn find(&self, program: &str) -> Option<PathBuf> {
        let names =
            if cfg!(windows) { vec![format!("{program}.exe"), program.to_owned()] } else { vec![program.to_owned()] };
        let folders: Vec<PathBuf> = if Path::new(program).components().count() > 1 {
            vec![self.root.clone()]
        } else {
            self.search.iter().map(|folder| self.root.join(folder)).collect()
        };
        folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name))).find(|file| is_program(file))
    }
}

/// What a program says of itself.
#[derive(Default)]
struct Told {
    version: String,
    serves: bool,
    library: Option<PathBuf>,
}

fn ask(path: &Path, option: &str) -> Told {
    let folder = path.parent().unwrap_or(Path::new("."));
    let run = process::run(
        path,
        &[option.to_owned()],
        folder,
        Bounds { timeout: Duration::from_secs(10), memory: None },
        &Cancel::default(),
    );
    let announced =
        |line: &&str| line.strip_prefix(ANNOUNCEMENT).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let lines = run.text.lines().map(str::trim);
    let announcement = lines.clone().find(announced);
    let lines = lines.filter(|line| !announced(line));
    // Some print a name first and the number on a later line.
    let numbered = lines.clone().find(|line| line.contains(|c: char| c.is_ascii_digit()));
    let version = numbered.or_else(|| lines.clone().find(|line| !line.is_empty())).unwrap_or_default().to_owned();
    let library = announcement.map(|line| line[ANNOUNCEMENT.len()..].trim()).filter(|path| !path.is_empty());
    Told { version, serves: announcement.is_some(), library: library.map(PathBuf::from) }
}

fn is_script(file: &Path) -> bool {
    bounded_file::read_start(file, 2).is_ok_and(|begin| begin == *b"#!")
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(file).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}
