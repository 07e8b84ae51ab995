//! Action records: which key produced which object.
//!
//! JSON in a file with a checksum.

use serde::{Deserialize, Serialize};

use super::checksummed::{seal, unseal};
use crate::model::{ActionKey, CompilerMessage, Digest, Reflection};

const MAGIC: &str = "uberc-action 1";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionRecord {
    pub key: ActionKey,
    pub output: Digest,
    pub output_bytes: u64,
    pub messages: Vec<CompilerMessage>,
    pub reflection: Option<Reflection>,
    pub entry_point: Option<String>,
}

impl ActionRecord {
    pub fn encode(&self) -> Vec<u8> {
        let body = serde_json::to_string(self).expect("string keys and plain fields always have a JSON form");
        seal(MAGIC, body.as_bytes())
    }

    /// `None` for anything that [`ActionRecord::encode`] did not write.
    pub fn decode(bytes: &[u8]) -> Option<ActionRecord> {
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
            key: ActionKey::new("compile").with("source", "\u{1F4A9} \"quoted\"\n"),
            output: Digest::of(b"x"),
            output_bytes: 1,
            messages: vec![CompilerMessage {
                severity: MessageSeverity::Warning,
                line: Some(3),
                column: None,
                code: Some("X3004".to_owned()),
                text: "unused".to_owned(),
            }],
            reflection: Some(Reflection { workgroup_size: Some([8, 8, 1]), ..Reflection::default() }),
            entry_point: Some("main_1".to_owned()),
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
