//! A variant as compilers get it: the job, its text, and the key of its artifact.

use std::sync::OnceLock;

use super::events::Events;
use super::remote::RemoteBuild;
use super::{BuildContext, ShaderFront};
use crate::cache::SingleFlightCache;
use crate::compile::{Analysis, Cancel, Chain, Job, JobInput, LazyText};
use crate::diag::Sources;
use crate::model::keys::ArtifactKey;
use crate::model::{ActionKey, Digest, SourceText, VariantId};
use crate::specialise::{Emitted, Layout, emit};

/// How variants are compiled.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    pub cache: &'a SingleFlightCache<'a>,
    pub cancel: &'a Cancel,
    pub events: &'a dyn Events,
    pub debug_info: bool,
    pub fail_fast: bool,
    /// The server of results that machines share.
    pub remote: Option<&'a RemoteBuild<'a>>,
}

/// A variant of a shader of the front, by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobPlace {
    pub shader: usize,
    pub variant: VariantId,
}

/// The declarations of the unit of a variant, as a part of the variant's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitInterface {
    /// No step of the chain reads them.
    NotRead,
    Known(Digest),
    /// A limit, or the end of the run, was in the way.
    Unknown,
}

/// The declarations of a variant's unit, by analysis.
pub fn unit_interface(context: &BuildContext, front: &ShaderFront, id: VariantId, chain: &Chain) -> UnitInterface {
    if !chain.reads_declarations(context.source_language(front.language)) {
        return UnitInterface::NotRead;
    }
    let source = &front.variants.sources[front.variants.variants[id.0 as usize].source as usize];
    let interface = context.analysis(source, front.language).interface();
    interface.map_or(UnitInterface::Unknown, UnitInterface::Known)
}

/// The key of a variant's artifact; `None` if its interface is not known.
pub fn artifact_key(
    context: &BuildContext,
    front: &ShaderFront,
    id: VariantId,
    chain: &Chain,
    interface: UnitInterface,
) -> Option<ActionKey> {
    let variant = &front.variants.variants[id.0 as usize];
    let interface = match interface {
        UnitInterface::NotRead => None,
        UnitInterface::Known(digest) => Some(digest),
        UnitInterface::Unknown => return None,
    };
    // What the fallback makes has a note, and is stored by its steps alone.
    let settings = chain.settings(context.source_language(front.language), false).own;
    Some(ArtifactKey { variant: variant.key, target: chain.target, chain: settings, interface }.key())
}

/// The text of a variant for compilers that read text.
pub struct VariantText<'a> {
    pub source: &'a SourceText,
    pub sources: &'a Sources,
    pub layout: Layout,
    pub emitted: OnceLock<Emitted>,
}

impl LazyText for VariantText<'_> {
    fn bytes(&self) -> &[u8] {
        self.emitted.get_or_init(|| emit(self.source, self.sources, self.layout)).text.as_bytes()
    }
}

/// The job of a variant with this text.
pub fn job_of<'a>(
    context: &BuildContext,
    front: &'a ShaderFront,
    id: VariantId,
    chain: &Chain,
    (analysis, text): (&'a Analysis<'a>, &'a VariantText<'a>),
    debug_info: bool,
) -> Job<'a> {
    let variant = &front.variants.variants[id.0 as usize];
    Job {
        stage: variant.stage,
        entry_point: &variant.entry_point,
        profile: variant.profile.as_deref(),
        target: chain.target,
        name: &front.source_name,
        input: JobInput::Text(text),
        source: Some(analysis),
        debug_info,
        optimise: !debug_info,
        bindings: chain.bindings,
        links: variant.links.as_deref(),
        language: context.source_language(front.language),
    }
}

/// Gives the job of a variant, as it is compiled without debug information.
pub fn with_job<T>(
    context: &BuildContext,
    front: &ShaderFront,
    id: VariantId,
    chain: &Chain,
    work: impl FnOnce(&Job<'_>) -> T,
) -> T {
    let source = &front.variants.sources[front.variants.variants[id.0 as usize].source as usize];
    let analysis = context.analysis(source, front.language);
    let layout = Layout::OneTokenALine;
    let text = VariantText { source, sources: &context.sources, layout, emitted: OnceLock::new() };
    work(&job_of(context, front, id, chain, (&analysis, &text), false))
}
