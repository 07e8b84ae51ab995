//! Cache keys: the named fields on which a result depends. Keys are made in `keys`.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::key_fields::{KeyFields, KeyText};
use super::{Digest, Reflection};

/// A record of named fields. Keys with equal fields have equal digests. Names and lengths are part of the digest, so
/// that a value cannot be mistaken for part of another field. The key is stored with the result, so that `--explain`
/// can name the field that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActionKey {
    fields: KeyFields,
    #[serde(skip)]
    digest: KnownDigest,
}

/// The digest of the fields, once it was asked for. It says nothing more than they do: keys are compared without it.
#[derive(Clone, Debug, Default)]
struct KnownDigest(OnceLock<Digest>);

impl PartialEq for KnownDigest {
    fn eq(&self, _: &KnownDigest) -> bool {
        true
    }
}

impl Eq for KnownDigest {}

impl PartialOrd for KnownDigest {
    fn partial_cmp(&self, other: &KnownDigest) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for KnownDigest {
    fn cmp(&self, _: &KnownDigest) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for KnownDigest {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl ActionKey {
    /// A key of this kind of action, such as `compile` or `unit`.
    pub fn new(kind: &'static str) -> ActionKey {
        ActionKey::default().with("kind", kind)
    }

    /// With this field.
    #[must_use]
    pub fn with(mut self, name: impl Into<KeyText>, value: impl Into<KeyText>) -> ActionKey {
        self.set(name, value);
        self
    }

    /// Sets a field.
    pub fn set(&mut self, name: impl Into<KeyText>, value: impl Into<KeyText>) {
        self.fields.set(name.into(), value.into());
        self.digest = KnownDigest::default();
    }

    /// The fields, by name.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter()
    }

    /// The value of a field.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name)
    }

    /// BLAKE3 over the length-prefixed names and values, in the order of the names.
    pub fn digest(&self) -> Digest {
        *self.digest.0.get_or_init(|| {
            // One run over all bytes: many short updates take several times as long.
            let parts = || self.fields().flat_map(|(name, value)| [name, value]);
            let mut bytes = Vec::with_capacity(parts().map(|part| part.len() + 8).sum());
            for part in parts() {
                bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
                bytes.extend_from_slice(part.as_bytes());
            }
            Digest::of(&bytes)
        })
    }
}

/// The result of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionResult {
    pub output: Vec<u8>,
    /// Warnings; a build that takes the result from the cache reports them again.
    pub messages: Vec<CompilerMessage>,
    /// The reflection that a step found and that its output (stripped or translated) no longer contains.
    pub reflection: Option<Reflection>,
    /// The entry point's name in `output`, where the step renamed it.
    pub entry_point: Option<String>,
}

/// Results of earlier builds. A miss and a broken entry look the same: the action runs again.
pub trait ActionCache: Sync {
    /// The result stored under exactly this key.
    fn get(&self, key: &ActionKey) -> Option<ActionResult>;
    /// Stores a result. A failure to store it is not an error of the action.
    fn put(&self, key: &ActionKey, result: &ActionResult);
    /// Stores the result of a step that is an artifact: once, under the artifact's key. Under the step's key it is found in this build
    /// only; a later build that has the step's key and not the artifact's makes it again.
    fn put_artifact(&self, step: &ActionKey, artifact: &ActionKey, result: &ActionResult) {
        self.put(step, result);
        self.put(artifact, result);
    }
    /// The result stored under the key that has this digest, for those who no longer have the key.
    fn get_by_digest(&self, _key: &Digest) -> Option<ActionResult> {
        None
    }
    /// Whether there are no results. A cache may say so until the first is stored.
    fn is_new(&self) -> bool {
        false
    }
    /// Called after a miss if there will be no result, for threads that wait for it.
    fn abandon(&self, _key: &ActionKey) {}
}

/// One message of a compiler, with places in the compiler's input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CompilerMessage {
    pub severity: MessageSeverity,
    /// From 1, of the text the compiler was given.
    pub line: Option<u32>,
    /// From 1, in bytes.
    pub column: Option<u32>,
    /// The compiler's own code (`X3004`), where it has one.
    pub code: Option<String>,
    pub text: String,
}

/// As compilers rank them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageSeverity {
    Error,
    Warning,
    Note,
}
