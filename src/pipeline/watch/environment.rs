//! The checks of `watch` without an event: the project's files, the installed compilers, and its archive.

use std::path::{Path, PathBuf};

use super::request::WatchRequest;
use crate::bounded_file;
use crate::cache::{Cache, CacheOptions, FileStat};
use crate::model::Digest;
use crate::pack;
use crate::pipeline::BuildContext;
use crate::pipeline::compilers::{find_programs, resolve_chains};
use crate::pipeline::incremental::resident::ResidentState;
use crate::report::{Ending, Report};

/// The compilers and the archive, as they were at the last check.
#[derive(Default)]
pub struct Environment {
    /// The project file's digest, and the search results for the compilers that it names.
    compilers: Option<(Settings, Found)>,
    /// The archive of the last build that succeeded, and its stat when it was last found undamaged.
    archive: Option<(PathBuf, FileStat)>,
}

type Settings = Option<Option<Digest>>;

/// Identities and arguments as named fields, and the missing compilers.
type Found = (Vec<(String, String)>, Vec<String>);

impl Environment {
    /// Called before the first build: later checks compare with this state.
    pub fn read(&mut self, context: &BuildContext, request: &WatchRequest, resident: &ResidentState) {
        self.compilers = Some((settings(context), found(context, request, resident)));
    }

    /// Called after a build.
    pub fn built(&mut self, context: &BuildContext, request: &WatchRequest, resident: &ResidentState, report: &Report) {
        if self.compilers.as_ref().is_none_or(|(of, _)| *of != settings(context)) {
            self.read(context, request, resident);
        }
        let output = request.output.as_ref().or(context.whole.then_some(&context.project.output));
        let path = output.filter(|_| report.ending == Ending::Success).map(|output| context.project.root.join(output));
        self.archive = path.and_then(|path| Some((path.clone(), stat(&path)?)));
    }

    /// Whether a compiler was installed, removed or replaced, or the archive is missing or damaged. A different
    /// undamaged archive comes from another build, and is kept.
    pub fn changed(&mut self, context: &BuildContext, request: &WatchRequest, resident: &ResidentState) -> bool {
        if let Some((path, seen)) = &mut self.archive {
            let now = stat(path);
            if now != Some(*seen)
                && !bounded_file::read(path, bounded_file::MOST_DATA).is_ok_and(|archive| is_whole(&archive))
            {
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
    let programs = find_programs(context, Some(&cache), Some(resident));
    let (chains, missing) = resolve_chains(context, &request.targets(context), &programs);
    // Known programs are kept, so that a check does not run them for their versions.
    resident.keep_programs(programs.known());
    let language = context.source_language(context.registry().first().language);
    let named = chains.iter().flat_map(|chain| {
        let target = chain.target.name();
        let settings = chain.settings(language, request.debug_info).all;
        let named = settings.iter().map(|(name, value)| (format!("{target}: {name}"), value.to_string()));
        named.collect::<Vec<_>>()
    });
    (named.collect(), missing.into_iter().map(|missing| missing.message).collect())
}

/// Whether the project's units, its file or an input of the last build have changed.
pub fn inputs_changed(before: &BuildContext, resident: &ResidentState, request: &WatchRequest) -> bool {
    let (now, _) = BuildContext::open_with(&request.registry, &request.paths);
    now.units != before.units
        || settings(&now) != settings(before)
        || resident.inputs().into_iter().any(|(path, digest)| {
            // A file that cannot be read counts as missing.
            let state = resident.read_state(&now.project.root, &path).unwrap_or_default();
            state.map(|state| state.digest) != digest
        })
}
