//! Which fields of a key changed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{ActionKey, Digest};

/// A field that differs between two keys; `None` where a key has no such field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyChange {
    pub field: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl KeyChange {
    /// For messages: `file a.fx changed`, `file b.fxh exists now`, `setting include: "a" became "b"`.
    pub fn describe(&self) -> String {
        let field = &self.field;
        let digest = |text: &str| Digest::from_hex(text).is_some();
        match (self.before.as_deref(), self.after.as_deref()) {
            (None, Some("none")) => format!("{field}: looked for now, and not found"),
            (Some("none"), None) => format!("{field}: no longer looked for"),
            (Some("none"), Some(_)) => format!("{field} exists now"),
            (Some(_), Some("none")) => format!("{field} no longer exists"),
            (None, Some(_)) if field.starts_with("file ") => format!("{field} is read now"),
            (Some(_), None) if field.starts_with("file ") => format!("{field} is no longer read"),
            (Some(before), Some(after)) if digest(before) && digest(after) => format!("{field} changed"),
            (Some(before), Some(after)) => format!("{field}: {before:?} became {after:?}"),
            (None, Some(after)) => format!("{field}: {after:?} was added"),
            (Some(before), None) => format!("{field}: {before:?} was removed"),
            (None, None) => field.clone(),
        }
    }

    /// The fields that differ between two keys, by name.
    pub fn between(before: &ActionKey, after: &ActionKey) -> Vec<KeyChange> {
        let names: BTreeSet<&str> = before.fields().chain(after.fields()).map(|(name, _)| name).collect();
        names
            .into_iter()
            .map(|field| KeyChange {
                field: field.to_owned(),
                before: before.field(field).map(str::to_owned),
                after: after.field(field).map(str::to_owned),
            })
            .filter(|change| change.before != change.after)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_added_and_removed_fields_are_named() {
        let before = ActionKey::new("compile").with("source", "1").with("flags", "-O");
        let after = ActionKey::new("compile").with("source", "2").with("version", "12");
        let change = |field: &str, before: Option<&str>, after: Option<&str>| KeyChange {
            field: field.to_owned(),
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
        };
        let expected = [
            change("flags", Some("-O"), None),
            change("source", Some("1"), Some("2")),
            change("version", None, Some("12")),
        ];
        assert_eq!(KeyChange::between(&before, &after), expected);
        assert_eq!(KeyChange::between(&after, &after), []);
    }
}
