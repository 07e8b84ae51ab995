//! Why something was built again: which field of its key changed.

use serde::{Deserialize, Serialize};

use super::Cache;
use crate::model::{ActionKey, Digest};

/// A field that differs between two keys; `None` where a key has no such field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldChange {
    pub field: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl FieldChange {
    /// For people: `file a.fx changed`, `file b.fxh is new`, `setting include: "a" became "b"`.
    pub fn describe(&self) -> String {
        let field = &self.field;
        let digest = |text: &str| Digest::from_hex(text).is_some();
        match (self.before.as_deref(), self.after.as_deref()) {
            (None, Some("none")) => format!("{field}: looked for now, and not found"),
            (Some("none"), None) => format!("{field}: no longer looked for"),
            (Some("none"), Some(_)) => format!("{field} is there now"),
            (Some(_), Some("none")) => format!("{field} is gone"),
            (None, Some(_)) if field.starts_with("file ") => format!("{field} is read now"),
            (Some(_), None) if field.starts_with("file ") => format!("{field} is no longer read"),
            (Some(before), Some(after)) if digest(before) && digest(after) => format!("{field} changed"),
            (Some(before), Some(after)) => format!("{field}: {before:?} became {after:?}"),
            (None, Some(after)) => format!("{field}: {after:?} is new"),
            (Some(before), None) => format!("{field}: {before:?} is gone"),
            (None, None) => field.clone(),
        }
    }
}

/// The fields that differ, by name.
pub fn why(before: &ActionKey, after: &ActionKey) -> Vec<FieldChange> {
    let names: std::collections::BTreeSet<&String> = before.fields().keys().chain(after.fields().keys()).collect();
    names
        .into_iter()
        .map(|field| FieldChange {
            field: field.clone(),
            before: before.fields().get(field).cloned(),
            after: after.fields().get(field).cloned(),
        })
        .filter(|change| change.before != change.after)
        .collect()
}

impl Cache {
    /// Remembers the key a subject was last built with. A subject is what keeps its identity while its inputs change,
    /// such as `mesh/vertex/spirv/17`. Lives in the index: it may be lost.
    pub fn remember_key(&self, subject: &str, key: &ActionKey) {
        if let (Some(index), Ok(json)) = (self.index(), serde_json::to_vec(key)) {
            index.set_last_key(subject, &json);
        }
    }

    /// The key that [`Cache::remember_key`] was last given for the subject.
    pub fn last_key(&self, subject: &str) -> Option<ActionKey> {
        serde_json::from_slice(&self.index()?.last_key(subject)?).ok()
    }

    /// What changed since the subject was last built; `None` where nothing is known of it.
    pub fn why(&self, subject: &str, key: &ActionKey) -> Option<Vec<FieldChange>> {
        Some(why(&self.last_key(subject)?, key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_added_and_removed_fields_are_named() {
        let before = ActionKey::new("compile").with("source", "1").with("flags", "-O");
        let after = ActionKey::new("compile").with("source", "2").with("version", "12");
        let change = |field: &str, before: Option<&str>, after: Option<&str>| FieldChange {
            field: field.to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        };
        let expected = [
            change("flags", Some("-O"), None),
            change("source", Some("1"), Some("2")),
            change("version", None, Some("12")),
        ];
        assert_eq!(why(&before, &after), expected);
        assert_eq!(why(&after, &after), []);
    }
}
