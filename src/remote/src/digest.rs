//! Digests as REAPI has them: SHA-256 in lower-case hexadecimal, with a length.

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use ring::digest::{SHA256, digest};

/// The digest of a blob. The length is part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobDigest {
    pub hash: String,
    /// Bytes.
    pub size: u64,
}

impl BlobDigest {
    pub fn of(bytes: &[u8]) -> BlobDigest {
        let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value & 15)]);
        let digest = digest(&SHA256, bytes);
        let hash = digest.as_ref().iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect();
        BlobDigest { hash, size: bytes.len() as u64 }
    }

    /// `None`: it is no SHA-256 digest, or the length is negative.
    pub fn from_wire(wire: &reapi::Digest) -> Option<BlobDigest> {
        let is_hex = wire.hash.len() == 64 && wire.hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let size = u64::try_from(wire.size_bytes).ok()?;
        is_hex.then(|| BlobDigest { hash: wire.hash.clone(), size })
    }

    pub fn to_wire(&self) -> reapi::Digest {
        reapi::Digest { hash: self.hash.clone(), size_bytes: i64::try_from(self.size).unwrap_or(i64::MAX) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_nothing_is_the_known_one() {
        // FIPS 180-4, the empty message.
        let known = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let digest = BlobDigest::of(b"");
        assert_eq!((digest.hash.as_str(), digest.size), (known, 0));
        assert_eq!(BlobDigest::from_wire(&digest.to_wire()), Some(digest));
    }

    #[test]
    fn other_digests_are_refused() {
        let wire = |hash: &str, size_bytes| reapi::Digest { hash: hash.to_owned(), size_bytes };
        let good = "a".repeat(64);
        assert!(BlobDigest::from_wire(&wire(&good, 1)).is_some());
        for (hash, size) in [(&good[1..], 1), (&good.to_uppercase(), 1), (&"g".repeat(64), 1), (&good, -1)] {
            assert_eq!(BlobDigest::from_wire(&wire(hash, size)), None);
        }
    }
}
