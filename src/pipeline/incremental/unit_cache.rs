//! What earlier builds left, and what this one leaves: whole units whose inputs have not changed are taken as they were.
//!
//! A unit's key names every input: its files and those it looked for in vain, the settings that matter, the compilers with
//! identity and arguments, and this program. Two units with one key have one result, whenever and wherever they were built.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::unit_record::{FinishedUnit, Inputs};
use crate::cache::{Cache, FileStat, FileState, UnitNotes, why};
use crate::compile::{Chain, KnownProgram};
use crate::model::keys::{self, KeyField, UnitKey, UnitSettings, UnitSubject};
use crate::model::{ActionCache, ActionKey, ActionResult, Artifact, Digest, SourceUnit, Target};
use crate::pack::KnownBlobs;
use crate::pipeline::BuildContext;
use crate::report::Cause;
use crate::specialise::Mode;

/// Finished units in memory, for who builds more than once (`uberc watch`): nothing is read again that did not change.
#[derive(Debug, Default)]
pub struct ResidentState {
    /// By the digest of the subject.
    units: Mutex<FxHashMap<Digest, HeldUnit>>,
    /// Every file that was looked at.
    states: Mutex<FxHashMap<PathBuf, Option<FileState>>>,
    /// What the last build read or looked for, with errors or without.
    inputs: Mutex<Inputs>,
    /// The last archive's blobs.
    blobs: KnownBlobs,
    /// Compilers and their versions.
    programs: Mutex<Vec<KnownProgram>>,
}

/// A unit as it last was without an error.
#[derive(Debug)]
struct HeldUnit {
    key: Digest,
    /// Of everything but files: what compilers make of a variant depends on nothing else.
    settings: Digest,
    finished: Arc<FinishedUnit>,
}

/// Variants whose artifacts are in memory, by target and identity.
pub type KnownVariants = FxHashMap<(Target, Digest), Arc<Artifact>>;

impl ResidentState {
    pub fn blobs(&self) -> &KnownBlobs {
        &self.blobs
    }

    pub fn programs(&self) -> Vec<KnownProgram> {
        self.programs.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn keep_programs(&self, programs: Vec<KnownProgram>) {
        *self.programs.lock().unwrap_or_else(PoisonError::into_inner) = programs;
    }

    /// The digest an input of the last build had (`None` inside: it was not there); `None` for what is no input.
    pub fn seen(&self, path: &Path) -> Option<Option<Digest>> {
        self.inputs.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied()
    }

    /// The digest a file had when it was last looked at, as above.
    pub fn looked_at(&self, path: &Path) -> Option<Option<Digest>> {
        let states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        states.get(path).map(|state| state.map(|state| state.digest))
    }

    /// What the last build read or looked for.
    pub fn inputs(&self) -> Inputs {
        self.inputs.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether an input of the last build is this path or lies below it.
    pub fn has_below(&self, path: &Path) -> bool {
        self.inputs.lock().unwrap_or_else(PoisonError::into_inner).keys().any(|input| input.starts_with(path))
    }

    pub fn set_inputs(&self, inputs: Inputs) {
        *self.inputs.lock().unwrap_or_else(PoisonError::into_inner) = inputs;
    }

    /// Of a build that was given up.
    pub fn add_inputs(&self, inputs: &Inputs) {
        let mut known = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        known.extend(inputs.iter().map(|(path, digest)| (path.clone(), *digest)));
    }

    /// A file as it is now, without reading it where its stat is known.
    pub fn state(&self, root: &Path, path: &Path) -> Result<Option<FileState>, ()> {
        let before = self.states.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied().flatten();
        let before = before.filter(|before| before.settled);
        let known = |stat: &FileStat| before.filter(|before| before.stat == *stat).map(|before| before.digest);
        let state = FileState::read(&root.join(path), known).map_err(|_| ())?;
        self.states.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf(), state);
        Ok(state)
    }

    fn knows(&self, path: &Path) -> bool {
        self.states.lock().unwrap_or_else(PoisonError::into_inner).contains_key(path)
    }
}

/// The cache as one build uses it.
pub struct UnitCache<'a> {
    context: &'a BuildContext,
    cache: &'a Cache,
    resident: Option<&'a ResidentState>,
    /// Named fields of each target.
    settings: BTreeMap<Target, Vec<KeyField>>,
    /// Files as this build found them; `Err(())` where one cannot be read.
    states: Mutex<FxHashMap<PathBuf, Result<Option<FileState>, ()>>>,
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

    /// Everything but files that all units of a target depend on.
    pub fn settings(&self, target: Target) -> &[KeyField] {
        self.settings.get(&target).map_or(&[], Vec::as_slice)
    }

    /// A file as it is; looked at once a build. `path` is relative to the project's root, or absolute.
    pub fn state(&self, path: &Path) -> Result<Option<FileState>, ()> {
        if let Some(known) = self.states.lock().unwrap_or_else(PoisonError::into_inner).get(path) {
            return *known;
        }
        let root = &self.context.project.root;
        // What is in memory is newer than the index, which need not be opened for it.
        let state = match self.resident {
            Some(resident) if resident.knows(path) => resident.state(root, path),
            _ => self.cache.state_of(&root.join(path)).map_err(|_| ()),
        };
        if let (Some(resident), Ok(state)) = (self.resident, state) {
            resident.states.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf(), state);
        }
        *self.states.lock().unwrap_or_else(PoisonError::into_inner).entry(path.to_path_buf()).or_insert(state)
    }

    /// Takes over what a check of a snapshot has seen.
    pub fn seen(&self, path: &Path, state: Option<FileState>) {
        if let Some(resident) = self.resident {
            resident.states.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf(), state);
        }
        self.states.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf(), Ok(state));
    }

    /// The unit as an earlier build left it, if none of its inputs has changed.
    pub fn find(&self, unit: &SourceUnit, target: Target) -> Option<Arc<FinishedUnit>> {
        let subject = subject(unit, target).digest();
        let in_memory = self.resident.and_then(|resident| {
            let units = resident.units.lock().unwrap_or_else(PoisonError::into_inner);
            units.get(&subject).map(|unit| (unit.key, Arc::clone(&unit.finished)))
        });
        if let Some((key, finished)) = in_memory
            && self.inputs(finished.inputs.keys()).is_some_and(|now| self.key(unit, target, &now).digest() == key)
        {
            return Some(finished);
        }
        let notes = self.cache.unit_notes(&subject)?;
        for list in &notes.lists {
            let Some(inputs) = self.inputs(list) else { continue };
            let key = self.key(unit, target, &inputs);
            let Some(result) = self.cache.get(&key) else { continue };
            if let Some(finished) = FinishedUnit::decode(&result.output, inputs, self.cache, &self.context.sources) {
                if notes.last != Some(key.digest()) {
                    self.cache.keep_unit_notes(&subject, &UnitNotes { last: Some(key.digest()), ..notes });
                }
                let finished = Arc::new(finished);
                self.hold(subject, target, key.digest(), &finished);
                return Some(finished);
            }
        }
        None
    }

    /// Why a unit has to be built anew, once it is known what it reads now.
    pub fn cause(&self, unit: &SourceUnit, target: Target, inputs: &Inputs) -> Cause {
        let notes = self.cache.unit_notes(&subject(unit, target).digest());
        let Some(before) = notes.and_then(|notes| self.cache.stored_key(&notes.last?)) else { return Cause::Unknown };
        let changes = why(&before, &self.key(unit, target, inputs));
        if changes.is_empty() { Cause::Lost } else { Cause::Changed(changes) }
    }

    /// Keeps a unit that was built anew.
    pub fn keep(
        &self,
        unit: &SourceUnit,
        target: Target,
        finished: &Arc<FinishedUnit>,
        why: &Cause,
        counts: (usize, usize),
    ) {
        let Some(output) = finished.encode(self.cache) else { return };
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
        (notes.compiled, notes.cached) = (counts.0 as u64, counts.1 as u64);
        self.cache.keep_unit_notes(&subject, &notes);
        self.hold(subject, target, key.digest(), finished);
    }

    fn hold(&self, subject: Digest, target: Target, key: Digest, finished: &Arc<FinishedUnit>) {
        if let Some(resident) = self.resident {
            let unit = HeldUnit { key, settings: self.settings_digest(target), finished: Arc::clone(finished) };
            resident.units.lock().unwrap_or_else(PoisonError::into_inner).insert(subject, unit);
        }
    }

    fn settings_digest(&self, target: Target) -> Digest {
        keys::settings(self.settings(target)).digest()
    }

    /// Variants that these units had when they were last built without an error, but those of which compilers said something:
    /// its places are not what they were.
    pub fn variants(&self, units: &[(&SourceUnit, Target)]) -> KnownVariants {
        let mut known = KnownVariants::default();
        let Some(resident) = self.resident else { return known };
        let resident = resident.units.lock().unwrap_or_else(PoisonError::into_inner);
        for (unit, target) in units {
            let Some(last) = resident.get(&subject(unit, *target).digest()) else { continue };
            if last.settings != self.settings_digest(*target) {
                continue;
            }
            for shader in &last.finished.shaders {
                let said = |key: &Digest| shader.findings.iter().any(|finding| finding.variants.contains(key));
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
            // What this run has read already is what it builds from.
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

/// What keeps its identity while inputs change.
fn subject(unit: &SourceUnit, target: Target) -> ActionKey {
    UnitSubject { unit, target }.key()
}

/// What a unit for a target depends on besides files.
fn settings(context: &BuildContext, chain: &Chain, debug_info: bool) -> Vec<KeyField> {
    let project = &context.project;
    let languages = context.registry().languages().filter(|(_, language)| language.version_option().is_some());
    let versions = languages.map(|(id, _)| context.source_language(id));
    let versions: Vec<KeyField> =
        versions.map(|language| (language.version_key(), language.version.to_string())).collect();
    UnitSettings {
        uberc: concat!(env!("CARGO_PKG_VERSION"), " ", env!("UBERC_SOURCES")),
        mode: if context.mode == Mode::Plain { "plain" } else { "folded" },
        debug_info,
        include: &project.include,
        lua: &project.lua,
        registry: &context.registry().identity(),
        dialects: &project.dialects,
        versions: &versions,
        legacy_macro_expansion: project.legacy_macro_expansion,
        limits: &project.limits,
        defines: &project.defines,
        // What steps do with a language follows from its name and version, which are here.
        chain: &chain.settings(context.source_language(context.registry().first().language), debug_info),
    }
    .fields()
}
