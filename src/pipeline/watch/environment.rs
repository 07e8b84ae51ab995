//! What `watch` looks after besides the project's files: installed compilers, and its archive.

use std::path::{Path, PathBuf};

use crate::cache::{Cache, CacheOptions, FileStat};
use crate::model::Digest;
use crate::pack;
use crate::pipeline::build::{chains, programs};
use crate::pipeline::{BuildContext, ResidentState, WatchRequest};
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
    pub fn look(&mut self, context: &BuildContext, request: &WatchRequest, resident: &ResidentState) {
        self.compilers = Some((settings(context), found(context, request, resident)));
    }

    /// After a build.
    pub fn built(&mut self, context: &BuildContext, request: &WatchRequest, resident: &ResidentState, report: &Report) {
        if self.compilers.as_ref().is_none_or(|(of, _)| *of != settings(context)) {
            self.look(context, request, resident);
        }
        let output = request.output.as_ref().or(context.whole.then_some(&context.project.output));
        let path = output.filter(|_| report.ending == Ending::Success).map(|output| context.project.root.join(output));
        self.archive = path.and_then(|path| Some((path.clone(), stat(&path)?)));
    }

    /// Whether a compiler is another one, came or went, or the archive is gone or damaged. Another whole archive is somebody's
    /// own build, and stays.
    pub fn changed(&mut self, context: &BuildContext, request: &WatchRequest, resident: &ResidentState) -> bool {
        if let Some((path, seen)) = &mut self.archive {
            let now = stat(path);
            if now != Some(*seen) && !std::fs::read(&*path).is_ok_and(|archive| is_whole(&archive)) {
                return true;
            }
            *seen = now.unwrap_or(*seen);
        }
        let Some((_, before)) = &mut self.compilers else { return false };
        let now = found(context, request, resident);
        let changed = *before != now;
        *before = now;
        changed
    }
}

fn is_whole(archive: &[u8]) -> bool {
    uberc_runtime::Pack::open(archive).is_ok() && pack::verify_digest(archive)
}

fn stat(path: &Path) -> Option<FileStat> {
    std::fs::metadata(path).ok().map(|found| FileStat::of(&found))
}

fn settings(context: &BuildContext) -> Settings {
    context.sources.seen(Path::new("uberc.toml"))
}

fn found(context: &BuildContext, request: &WatchRequest, resident: &ResidentState) -> Found {
    let folder = context.project.root.join(&context.project.cache_dir);
    let (cache, _) = Cache::open(&folder, CacheOptions { read_only: true, ..CacheOptions::default() });
    let programs = programs(context, Some(&cache), Some(resident));
    let (chains, missing) = chains(context, &request.targets(context), &programs);
    // So that none is asked at each look.
    resident.keep_programs(programs.known());
    let language = context.source_language(context.registry().first().language);
    let named = chains.iter().flat_map(|chain| {
        let target = chain.target.name();
        chain
            .settings(language, request.debug_info)
            .into_iter()
            .map(move |(name, value)| (format!("{target}: {name}"), value))
    });
    (named.collect(), missing.into_iter().map(|missing| missing.message).collect())
}
