//! Results of other machines, fetched while this one works.
//!
//! **In**: units and variants that the local cache does not have.
//! **Out**: those that the server has, or has its machines compile, put into the local cache; what this build made, handed
//! to the server.
//! **Never**: makes a thread of the pool wait for an answer while there is work. A thread of its own takes the answers; work goes on
//! meanwhile, and what has arrived when its turn comes is not made again. Under `watch` the build itself stands on a thread of the pool,
//! which waits before the work as a build does elsewhere.

mod execute;
mod job_list;
mod patience;
mod units;
mod variants;

use std::path::PathBuf;
use std::sync::Arc;

use super::incremental::unit_cache::UnitCache;
use super::incremental::unit_record::FinishedUnit;
use crate::cache::{Cache, Kind, RemoteCache, Shared, SharedObject, Wanted, is_portable};
use crate::model::{Digest, SourceUnit, Target};
pub use execute::{ExecutedSteps, PortableVariants};
use patience::Patience;
pub use units::FetchedUnits;

/// The server, for one build.
pub struct RemoteBuild<'a> {
    pub server: &'a RemoteCache,
    /// Where answers are put.
    pub cache: &'a Cache,
    /// What other machines have run.
    pub executed: ExecutedSteps,
    patience: Patience,
}

impl<'a> RemoteBuild<'a> {
    pub fn new(server: &'a RemoteCache, cache: &'a Cache) -> RemoteBuild<'a> {
        RemoteBuild { server, cache, executed: ExecutedSteps::default(), patience: Patience::new(server.wait()) }
    }

    /// Hands a unit to the server that this build has made. `key`: of its result. `cost_us`: its processor time.
    pub fn share_unit(
        &self,
        unit_cache: &UnitCache<'_>,
        (unit, target): (&SourceUnit, Target),
        finished: &Arc<FinishedUnit>,
        key: Digest,
        cost_us: u64,
    ) {
        if !self.server.stores() {
            return;
        }
        let list: Vec<PathBuf> = finished.inputs.keys().cloned().collect();
        // Paths of this machine mean nothing on others, and are nobody else's business.
        if !list.iter().all(|path| is_portable(path)) {
            return;
        }
        let shaders = || finished.shaders.iter().map(|shader| &shader.packaged);
        let variants = shaders().flat_map(|shader| &shader.variants).map(|variant| &variant.artifact);
        let programs = shaders().flat_map(|shader| &shader.techniques);
        let programs = programs.filter_map(|technique| Some(&technique.program.as_ref()?.artifact));
        let objects = variants.chain(programs).map(SharedObject::of).collect();
        let wanted = Wanted { kind: Kind::Unit, key };
        self.server.share(self.cache, vec![Shared { wanted, records: vec![key], objects }]);
        self.server.share_list(unit_cache.lists_key(unit, target), list, cost_us);
    }
}
