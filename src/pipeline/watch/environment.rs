//! What `watch` looks after besides the project's files: installed compilers, and its archive.

use std::path::{Path, PathBuf};

use crate::cache::{Cache, CacheOptions, FileStat};
use crate::model::Digest;
use crate::pack;
use crate::pipeline::build::{chains, toolbox};
use crate::pipeline::{Held, WatchRequest, World};
use crate::report::{Ending, Report};

#[derive(Default)]
pub struct Surroundings {
    /// The project file's digest, and what was found of the compilers it names.
    compilers: Option<(Settings, Found)>,
    /// The archive of the last build that succeeded, as it was last seen whole.
    archive: Option<(PathBuf, FileStat)>,
}

type Settings = Option<Option<Digest>>;

/// Identities and arguments as named fields, and what is missing.
type Found = (Vec<(String, String)>, Vec<String>);

impl Surroundings {
    /// Before the first build: what changes afterwards is a change.
    pub fn look(&mut self, world: &World, request: &WatchRequest, held: &Held) {
        self.compilers = Some((settings(world), found(world, request, held)));
    }

    /// After a build.
    pub fn built(&mut self, world: &World, request: &WatchRequest, held: &Held, report: &Report) {
        if self.compilers.as_ref().is_none_or(|(of, _)| *of != settings(world)) {
            self.look(world, request, held);
        }
        let output = request.output.as_ref().or(world.whole.then_some(&world.project.output));
        let path = output.filter(|_| report.ending == Ending::Success).map(|output| world.project.root.join(output));
        self.archive = path.and_then(|path| Some((path.clone(), stat(&path)?)));
    }

    /// Whether a compiler is another one, came or went, or the archive is gone or damaged. Another whole archive is somebody's
    /// own build, and stays.
    pub fn are_others(&mut self, world: &World, request: &WatchRequest, held: &Held) -> bool {
        if let Some((path, seen)) = &mut self.archive {
            let now = stat(path);
            if now != Some(*seen) && !std::fs::read(&*path).is_ok_and(|archive| is_whole(&archive)) {
                return true;
            }
            *seen = now.unwrap_or(*seen);
        }
        let Some((_, before)) = &mut self.compilers else { return false };
        let now = found(world, request, held);
        let are_others = *before != now;
        *before = now;
        are_others
    }
}

fn is_whole(archive: &[u8]) -> bool {
    uberc_runtime::Pack::open(archive).is_ok() && pack::verify_digest(archive)
}

fn stat(path: &Path) -> Option<FileStat> {
    std::fs::metadata(path).ok().map(|found| FileStat::of(&found))
}

fn settings(world: &World) -> Settings {
    world.sources.seen(Path::new("uberc.toml"))
}

fn found(world: &World, request: &WatchRequest, held: &Held) -> Found {
    let folder = world.project.root.join(&world.project.cache_dir);
    let (cache, _) = Cache::open(&folder, CacheOptions { read_only: true, ..CacheOptions::default() });
    let toolbox = toolbox(world, Some(&cache), Some(held));
    let (chains, missing) = chains(world, &request.targets(world), &toolbox);
    // So that none is asked at each look.
    held.keep_programs(toolbox.known());
    let named = chains.iter().flat_map(|chain| {
        let target = chain.target.name();
        chain.settings(request.debug_info).into_iter().map(move |(name, value)| (format!("{target}: {name}"), value))
    });
    (named.collect(), missing.into_iter().map(|missing| missing.message).collect())
}
