//! Results of whole units: finds those of earlier builds, and stores those of this build.
//!
//! A unit's key names every input: the files it read and those it looked for and did not find, the settings that
//! matter, the compilers with identity and arguments, and this program. Two units with the same key have the same
//! result.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::resident::{KnownVariants, ResidentState, ResidentUnit};
use super::unit_record::{FinishedUnit, Inputs};
use crate::cache::{Cache, FileState, UnitNotes};
use crate::compile::Chain;
use crate::model::keys::{self, KeyField, UnitKey, UnitSettings, UnitSubject};
use crate::model::{ActionCache, ActionKey, ActionResult, Digest, KeyChange, SourceUnit, Target};
use crate::pipeline::BuildContext;
use crate::report::{Cause, Rebuilt};
use crate::specialise::Mode;

/// How a unit got its variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariantCounts {
    /// This build ran at least one step.
    pub compiled: usize,
    /// Those of `compiled` of which other machines ran at least one step.
    pub executed: usize,
    /// All results were there.
    pub cached: usize,
    /// Those of `cached` that another machine made.
    pub remote: usize,
}

/// Results of units, for one build.
pub struct UnitCache<'a> {
    context: &'a BuildContext,
    cache: &'a Cache,
    resident: Option<&'a ResidentState>,
    /// Named fields of each target.
    settings: BTreeMap<Target, Vec<KeyField>>,
    /// The state of files, read once; `Err(())` where a file cannot be read.
    /// By the path's bytes, which are hashed in a tenth of the time.
    states: Mutex<FxHashMap<OsString, Result<Option<FileState>, ()>>>,
}

impl<'a> UnitCache<'a> {
    pub fn new(
        context: &'a BuildContext,
        cache: &'a Cache,
        resident: Option<&'a ResidentState>,
        chains: &[Chain],
        debug_info: bool,
    ) -> UnitCache<'a> {
        let settings = chains.iter().map(|chain| (chain.target, settings(context, chain, debug_info))).collect();
        UnitCache { context, cache, resident, settings, states: Mutex::default() }
    }

    /// The inputs that all units of a target depend on, without files.
    pub fn settings(&self, target: Target) -> &[KeyField] {
        self.settings.get(&target).map_or(&[], Vec::as_slice)
    }

    /// The state of a file; read once a build. `path` is relative to the project's root, or absolute.
    pub fn state(&self, path: &Path) -> Result<Option<FileState>, ()> {
        if let Some(known) = self.states.lock().unwrap_or_else(PoisonError::into_inner).get(path.as_os_str()) {
            return *known;
        }
        let root = &self.context.project.root;
        // The state in memory is newer than the index, which then need not be opened.
        let state = match self.resident {
            Some(resident) if resident.has_state(path) => resident.read_state(root, path),
            _ => {
                let path = root.join(path);
                match self.state_of_read(&path) {
                    Some(state) => Ok(Some(state)),
                    None => self.cache.state_of(&path).map_err(|_| ()),
                }
            }
        };
        if let (Some(resident), Ok(state)) = (self.resident, state) {
            resident.set_state(path, state);
        }
        *self.states.lock().unwrap_or_else(PoisonError::into_inner).entry(path.into()).or_insert(state)
    }

    /// The state of a file that the build has read, and that has not changed since. `path`: absolute.
    fn state_of_read(&self, path: &Path) -> Option<FileState> {
        let file = self.context.sources.loaded(path)??;
        self.cache.state_of_read(path, file.read.as_ref()?, file.digest)
    }

    /// Takes over the state of a file that was read elsewhere.
    pub fn set_state(&self, path: &Path, state: Option<FileState>) {
        if let Some(resident) = self.resident {
            resident.set_state(path, state);
        }
        self.states.lock().unwrap_or_else(PoisonError::into_inner).insert(path.into(), Ok(state));
    }

    /// The result of an earlier build, if none of the unit's inputs has changed.
    pub fn find(&self, unit: &SourceUnit, target: Target) -> Option<Arc<FinishedUnit>> {
        let subject = subject(unit, target).digest();
        if let Some(known) = self.resident.and_then(|resident| resident.unit(&subject))
            && let Some(inputs) = self.inputs(known.finished.inputs.keys())
            && self.key(unit, target, &inputs).digest() == known.key
        {
            return Some(known.finished);
        }
        let notes = self.cache.unit_notes(&subject)?;
        let known = (&self.context.sources, &self.context.held);
        for list in &notes.lists {
            let Some(inputs) = self.inputs(list) else { continue };
            let key = self.key(unit, target, &inputs);
            let Some(result) = self.cache.get(&key) else { continue };
            if let Some(finished) = FinishedUnit::decode(&result.output, inputs, self.cache, known) {
                if notes.last != Some(key.digest()) {
                    self.cache.keep_unit_notes(&subject, &UnitNotes { last: Some(key.digest()), ..notes });
                }
                let finished = Arc::new(finished);
                self.keep_in_memory(subject, target, key.digest(), &finished);
                return Some(finished);
            }
        }
        None
    }

    /// The digest of everything a unit depends on except files: its file lists are shared under it.
    pub fn lists_key(&self, unit: &SourceUnit, target: Target) -> Digest {
        self.key_digest(unit, target, &Inputs::new())
    }

    /// The digest of the key of a unit with these inputs.
    pub fn key_digest(&self, unit: &SourceUnit, target: Target, inputs: &Inputs) -> Digest {
        self.key(unit, target, inputs).digest()
    }

    /// The file lists of earlier builds on this machine.
    pub fn known_lists(&self, unit: &SourceUnit, target: Target) -> Vec<Vec<PathBuf>> {
        self.cache.unit_notes(&subject(unit, target).digest()).map(|notes| notes.lists).unwrap_or_default()
    }

    /// The digest of the key of a unit that reads these files as they are now; `None` where one cannot be read.
    pub fn key_with(&self, unit: &SourceUnit, target: Target, list: &[PathBuf]) -> Option<Digest> {
        Some(self.key(unit, target, &self.inputs(list)?).digest())
    }

    /// The result of a unit that another machine has built, and that was put into the cache, with the list of its files.
    pub fn adopt(&self, unit: &SourceUnit, target: Target, list: Vec<PathBuf>) -> Option<Arc<FinishedUnit>> {
        let inputs = self.inputs(&list)?;
        let key = self.key(unit, target, &inputs);
        let result = self.cache.get(&key)?;
        let known = (&self.context.sources, &self.context.held);
        let finished = Arc::new(FinishedUnit::decode(&result.output, inputs, self.cache, known)?);
        let subject = subject(unit, target).digest();
        let mut notes = self.cache.unit_notes(&subject).unwrap_or_default();
        notes.subject = format!("{} for {}", unit.sidecar.display(), target.name());
        notes.last = Some(key.digest());
        notes.put_first(list);
        notes.why = Vec::new();
        [notes.compiled, notes.executed, notes.cached, notes.remote] = [0; 4];
        notes.fetched = true;
        notes.texts = None;
        self.cache.keep_unit_notes(&subject, &notes);
        self.keep_in_memory(subject, target, key.digest(), &finished);
        Some(finished)
    }

    /// Why a unit had to be built, once its inputs are known.
    pub fn cause(&self, unit: &SourceUnit, target: Target, inputs: &Inputs) -> Cause {
        let notes = self.cache.unit_notes(&subject(unit, target).digest());
        let Some(before) = notes.and_then(|notes| self.cache.stored_key(&notes.last?)) else { return Cause::Unknown };
        let changes = KeyChange::between(&before, &self.key(unit, target, inputs));
        if changes.is_empty() { Cause::Lost } else { Cause::Changed(changes) }
    }

    /// Stores the result of a unit that was built; gives the digest of its key.
    pub fn keep(
        &self,
        unit: &SourceUnit,
        target: Target,
        finished: &Arc<FinishedUnit>,
        why: &Cause,
        counts: VariantCounts,
    ) -> Option<Digest> {
        let output = finished.encode(self.cache)?;
        let key = self.key(unit, target, &finished.inputs);
        self.cache.put(&key, &ActionResult { output, ..ActionResult::default() });
        let subject = subject(unit, target).digest();
        let mut notes = self.cache.unit_notes(&subject).unwrap_or_default();
        notes.subject = format!("{} for {}", unit.sidecar.display(), target.name());
        notes.put_first(finished.inputs.keys().cloned().collect());
        notes.last = Some(key.digest());
        notes.why = match why {
            Cause::Changed(changes) => changes.clone(),
            Cause::Unknown | Cause::Lost => Vec::new(),
        };
        let VariantCounts { compiled, executed, cached, remote } = counts;
        [notes.compiled, notes.executed, notes.cached, notes.remote] =
            [compiled, executed, cached, remote].map(|count| count as u64);
        notes.fetched = false;
        let texts = finished.texts.filter(|_| !finished.has_messages());
        notes.texts = texts.and_then(|texts| Some((texts, *finished.record.get()?)));
        self.cache.keep_unit_notes(&subject, &notes);
        self.keep_in_memory(subject, target, key.digest(), finished);
        Some(key.digest())
    }

    /// The digest of the texts of which the unit's last result was made, and that of the result.
    pub fn known_texts(&self, unit: &SourceUnit, target: Target) -> Option<(Digest, Digest)> {
        self.cache.unit_notes(&subject(unit, target).digest())?.texts
    }

    /// Whether this is the result of a unit with its files as they are now, from a build whose inputs `is_expected` accepts.
    pub fn has_result(
        &self,
        unit: &SourceUnit,
        target: Target,
        record: &Digest,
        is_expected: impl Fn(&Inputs) -> bool,
    ) -> bool {
        let subject = subject(unit, target).digest();
        let Some(notes) = self.cache.unit_notes(&subject) else { return false };
        let key_of = |list: &Vec<PathBuf>| {
            let inputs = self.inputs(list).filter(&is_expected)?;
            let key = self.key(unit, target, &inputs);
            let known = self.cache.get(&key)?;
            (Digest::of(&known.output) == *record).then(|| key.digest())
        };
        let Some(key) = notes.lists.iter().find_map(key_of) else { return false };
        if notes.last != Some(key) {
            self.cache.keep_unit_notes(&subject, &UnitNotes { last: Some(key), ..notes });
        }
        true
    }

    /// Stores the last result of a unit again, under the key of its files as they are now. The caller has found that the files have the
    /// result with the digest `record`. `None` if the last result is missing, or is not that one: the user may have edited the unit,
    /// built it, and undone the edit.
    pub fn rename(&self, unit: &SourceUnit, target: Target, inputs: &Inputs, record: &Digest) -> Option<Rebuilt> {
        let subject = subject(unit, target).digest();
        let notes = self.cache.unit_notes(&subject)?;
        let known = self.cache.get(&self.cache.stored_key(&notes.last?)?)?;
        if Digest::of(&known.output) != *record {
            return None;
        }
        let key = self.key(unit, target, inputs);
        let cause = self.cause(unit, target, inputs);
        self.cache.put(&key, &known);
        let why = if let Cause::Changed(changes) = &cause { changes.clone() } else { Vec::new() };
        let cached = notes.compiled + notes.cached;
        self.cache.keep_unit_notes(
            &subject,
            &UnitNotes { last: Some(key.digest()), why, compiled: 0, executed: 0, cached, remote: 0, ..notes },
        );
        let (unit, cached) = (unit.sidecar.clone(), usize::try_from(cached).ok()?);
        Some(Rebuilt { unit, target, cause, compiled: 0, executed: 0, cached, remote: 0, failed: 0 })
    }

    fn keep_in_memory(&self, subject: Digest, target: Target, key: Digest, finished: &Arc<FinishedUnit>) {
        if let Some(resident) = self.resident {
            let unit = ResidentUnit { key, settings: self.settings_digest(target), finished: Arc::clone(finished) };
            resident.set_unit(subject, unit);
        }
    }

    fn settings_digest(&self, target: Target) -> Digest {
        keys::settings(self.settings(target)).digest()
    }

    /// Variants that these units had when they were last built without an error. Those with messages are left out: the
    /// places of the messages may have moved.
    pub fn variants(&self, units: &[(&SourceUnit, Target)]) -> KnownVariants {
        let mut known = KnownVariants::default();
        let Some(resident) = self.resident else { return known };
        for (unit, target) in units {
            let Some(last) = resident.unit(&subject(unit, *target).digest()) else { continue };
            if last.settings != self.settings_digest(*target) {
                continue;
            }
            for shader in &last.finished.shaders {
                let said =
                    |key: &Digest| shader.variant_diagnostics.iter().any(|finding| finding.variants.contains(key));
                let variants = shader.packaged.variants.iter().zip(&shader.identities).zip(&shader.keys);
                let silent = variants.filter(|(_, key)| !said(key)).map(|(variant, _)| variant);
                known.extend(silent.map(|(variant, identity)| ((*target, *identity), Arc::clone(&variant.artifact))));
            }
        }
        known
    }

    /// The files as they are now; `None` where one cannot be read.
    fn inputs<'p>(&self, paths: impl IntoIterator<Item = &'p PathBuf>) -> Option<Inputs> {
        let digest = |path: &PathBuf| {
            let state = self.state(path).ok()?;
            Some((path.clone(), state.map(|state| state.digest)))
        };
        paths.into_iter().map(digest).collect()
    }

    fn key(&self, unit: &SourceUnit, target: Target, inputs: &Inputs) -> ActionKey {
        let subject = UnitSubject { unit, target };
        UnitKey { subject, settings: self.settings(target), files: inputs }.key()
    }
}

/// The key of a unit for a target without its inputs: it stays the same when inputs change.
fn subject(unit: &SourceUnit, target: Target) -> ActionKey {
    UnitSubject { unit, target }.key()
}

/// The inputs of a unit for a target other than files.
fn settings(context: &BuildContext, chain: &Chain, debug_info: bool) -> Vec<KeyField> {
    let project = &context.project;
    let languages = context.registry().languages().filter(|(_, language)| language.version_option().is_some());
    let versions = languages.map(|(id, _)| context.source_language(id));
    let versions: Vec<KeyField> =
        versions.map(|language| (language.version_key().into(), language.version.to_string().into())).collect();
    UnitSettings {
        uberc: concat!(env!("CARGO_PKG_VERSION"), " ", env!("UBERC_SOURCES")),
        mode: if context.mode == Mode::Plain { "plain" } else { "folded" },
        debug_info,
        include: &project.include,
        lua: &project.lua,
        registry: &context.registry().identity(),
        dialects: &project.dialects,
        versions: &versions,
        profile: project.profile.as_deref(),
        legacy_macro_expansion: project.legacy_macro_expansion,
        limits: &project.limits,
        defines: &project.defines,
        create_infos: &project.create_infos,
        generator_options: &project.generator_options,
        chain: &chain_settings(context, chain, debug_info),
    }
    .fields()
}

/// The compilers with identity and arguments, for sources in each language: a program can have other arguments for
/// another one. A field of a later language that an earlier one has too is not repeated.
fn chain_settings(context: &BuildContext, chain: &Chain, debug_info: bool) -> Vec<KeyField> {
    let mut fields: Vec<KeyField> = Vec::new();
    for (id, language) in context.registry().languages() {
        let of_language = chain.settings(context.source_language(id), debug_info).all;
        let is_first = fields.is_empty();
        let of_language = of_language.iter().filter(|field| !fields.contains(field)).map(|(name, value)| {
            let name = if is_first { Arc::clone(name) } else { format!("{}: {name}", language.name()).into() };
            (name, Arc::clone(value))
        });
        let of_language: Vec<KeyField> = of_language.collect();
        fields.extend(of_language);
    }
    fields
}
