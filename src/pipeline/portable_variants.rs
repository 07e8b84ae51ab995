//! The open variants of a build, as steps that other machines can run.

use super::remote::PortableVariants;
use super::variant_job::{JobPlace, Settings, UnitInterface, artifact_key, with_job};
use super::{BuildContext, ShaderFront};
use crate::cache::Cache;
use crate::compile::{self, Chain, ChainProgress, Job, PortableRun, PortableStep};
use crate::model::{ActionKey, Digest};

/// Variants that are to be compiled.
#[derive(Clone, Copy)]
pub struct OpenVariants<'a> {
    pub context: &'a BuildContext,
    pub shaders: &'a [ShaderFront],
    pub chains: &'a [Chain],
    pub settings: Settings<'a>,
    /// Number of the job, and its variant.
    pub open: &'a [(usize, JobPlace)],
    /// By shader, then by variant.
    pub interfaces: &'a [Vec<UnitInterface>],
    pub cache: &'a Cache,
}

impl OpenVariants<'_> {
    /// The chain of a variant, if other machines can take steps of it.
    fn chain(&self, variant: usize) -> Option<(&ShaderFront, &Chain, JobPlace)> {
        let (_, place) = *self.open.get(variant)?;
        let front = self.shaders.get(place.shader)?;
        let chain = self.chains.iter().find(|chain| chain.target == front.target)?;
        compile::is_portable(chain).then_some((front, chain, place))
    }

    fn with_job<T>(&self, variant: usize, work: impl FnOnce(&Chain, &Job<'_>) -> T) -> Option<T> {
        let (front, chain, place) = self.chain(variant)?;
        Some(with_job(self.context, front, place.variant, chain, |job| work(chain, job)))
    }

    /// The digest of the key of a variant's artifact, if it has one.
    pub fn key(&self, variant: usize) -> Option<Digest> {
        let (_, place) = *self.open.get(variant)?;
        let front = self.shaders.get(place.shader)?;
        let chain = self.chains.iter().find(|chain| chain.target == front.target)?;
        let interface = *self.interfaces.get(place.shader)?.get(place.variant.0 as usize)?;
        Some(artifact_key(self.context, front, place.variant, chain, interface)?.digest())
    }

    /// The same for a variant of which the local cache has no artifact.
    pub fn lacking_key(&self, variant: usize) -> Option<Digest> {
        self.key(variant).filter(|key| !self.cache.has_action(key))
    }

    /// Whether the variant has come from the cache of other machines, or is there since an earlier build.
    fn is_there(&self, variant: usize) -> bool {
        self.key(variant).is_some_and(|key| self.cache.has_action(&key))
    }
}

impl PortableVariants for OpenVariants<'_> {
    fn may_begin(&self) -> bool {
        self.chains.iter().any(compile::is_portable)
    }

    fn advance(&self, variant: usize, progress: &mut ChainProgress) -> Option<PortableStep> {
        if self.settings.cancel.is_cancelled() || (progress.is_at_begin() && self.is_there(variant)) {
            return None;
        }
        let cache = self.settings.cache.beside();
        self.with_job(variant, |chain, job| compile::advance(chain, job, progress, &cache, self.settings.cancel))?
    }

    fn accept(&self, variant: usize, progress: &mut ChainProgress, key: &ActionKey, run: PortableRun) -> bool {
        let cache = self.settings.cache.beside();
        let accepted = self.with_job(variant, |chain, job| compile::accept(chain, job, progress, key, run, &cache));
        accepted.unwrap_or(false)
    }
}
