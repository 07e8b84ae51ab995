//! Named texts, sorted by name: what cache keys are made of.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A name or a value. A build makes some keys for each variant, which have most texts in common: those are not copied.
#[derive(Clone, Debug)]
pub enum KeyText {
    /// A text of the program's own, such as the name of a field.
    Fixed(&'static str),
    /// One that many keys have.
    Shared(Arc<str>),
    /// One of this key alone.
    Own(String),
}

impl KeyText {
    pub fn as_str(&self) -> &str {
        match self {
            KeyText::Fixed(text) => text,
            KeyText::Shared(text) => text,
            KeyText::Own(text) => text,
        }
    }
}

impl From<&'static str> for KeyText {
    fn from(text: &'static str) -> KeyText {
        KeyText::Fixed(text)
    }
}

impl From<Arc<str>> for KeyText {
    fn from(text: Arc<str>) -> KeyText {
        KeyText::Shared(text)
    }
}

impl From<String> for KeyText {
    fn from(text: String) -> KeyText {
        KeyText::Own(text)
    }
}

/// Values by name, each name once.
#[derive(Clone, Debug, Default)]
pub struct KeyFields(Vec<(KeyText, KeyText)>);

impl KeyFields {
    /// Adds a field, or gives the one of this name another value.
    pub fn set(&mut self, name: KeyText, value: KeyText) {
        // Many fields are handed over in the order of their names.
        let is_last = self.0.last().is_none_or(|(last, _)| last.as_str() < name.as_str());
        let at = if is_last { Err(self.0.len()) } else { self.position(name.as_str()) };
        match at {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (name, value)),
        }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.position(name).ok().map(|at| self.0[at].1.as_str())
    }

    /// By name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    fn position(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }
}

impl PartialEq for KeyFields {
    fn eq(&self, other: &KeyFields) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for KeyFields {}

impl PartialOrd for KeyFields {
    fn partial_cmp(&self, other: &KeyFields) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for KeyFields {
    fn cmp(&self, other: &KeyFields) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl Hash for KeyFields {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|field| field.hash(state));
    }
}

impl Serialize for KeyFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for KeyFields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KeyFields, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = KeyFields;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("texts by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<KeyFields, A::Error> {
                let mut fields = KeyFields::default();
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    fields.set(name.into(), value.into());
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_sorted_and_each_name_is_there_once() {
        let mut fields = KeyFields::default();
        let texts = [("b", "1"), ("d", "2"), ("a", "3"), ("c", "4"), ("b", "5"), ("d", "6")];
        for (name, value) in texts {
            fields.set(name.into(), Arc::<str>::from(value).into());
        }
        let all = [("a", "3"), ("b", "5"), ("c", "4"), ("d", "6")];
        assert_eq!(fields.iter().collect::<Vec<_>>(), all);
        assert_eq!((fields.get("b"), fields.get("bb")), (Some("5"), None));
        let json = serde_json::to_string(&fields).expect("texts have a JSON form");
        assert_eq!(json, r#"{"a":"3","b":"5","c":"4","d":"6"}"#);
        assert_eq!(serde_json::from_str::<KeyFields>(&json).expect("it was written just now"), fields);
    }
}
