//! Action records: which key produced which object.
//!
//! JSON in a file with a checksum.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::checksummed::{self, unseal};
use crate::model::{ActionKey, CompilerMessage, Digest, Reflection};

const MAGIC: &str = "uberc-action 1";

/// Borrowed from key and result to be written; what is read is owned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionRecord<'a> {
    pub key: Cow<'a, ActionKey>,
    pub output: Digest,
    pub output_bytes: u64,
    pub messages: Cow<'a, [CompilerMessage]>,
    pub reflection: Option<Cow<'a, Reflection>>,
    pub entry_point: Option<Cow<'a, str>>,
}

impl ActionRecord<'_> {
    pub fn encode(&self) -> Vec<u8> {
        let mut file = checksummed::begin(MAGIC);
        serde_json::to_writer(&mut file, self).expect("string keys and plain fields always have a JSON form");
        checksummed::end(MAGIC, file)
    }

    /// `None` for anything that [`ActionRecord::encode`] did not write.
    pub fn decode(bytes: &[u8]) -> Option<ActionRecord<'static>> {
        serde_json::from_slice(unseal(MAGIC, bytes)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::MessageSeverity;

    #[test]
    fn records_read_back_and_no_changed_byte_goes_unseen() {
        let record = ActionRecord {
            key: Cow::Owned(ActionKey::new("compile").with("source", "\u{1F4A9} \"quoted\"\n")),
            output: Digest::of(b"x"),
            output_bytes: 1,
            messages: Cow::Owned(vec![CompilerMessage {
                severity: MessageSeverity::Warning,
                line: Some(3),
                column: None,
                code: Some("X3004".to_owned()),
                text: "unused".to_owned(),
            }]),
            reflection: Some(Cow::Owned(Reflection { workgroup_size: Some([8, 8, 1]), ..Reflection::default() })),
            entry_point: Some("main_1".into()),
        };
        let bytes = record.encode();
        assert_eq!(ActionRecord::decode(&bytes), Some(record));
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 1;
            assert_eq!(ActionRecord::decode(&broken), None, "byte {at}");
            assert_eq!(ActionRecord::decode(&bytes[..at]), None, "cut at {at}");
        }
    }
}
