//! Content hashes. A file of its own, because `diag` (digests of files) and `model` (digests in keys) both use it.

use std::cell::RefCell;
use std::fmt;

thread_local! {
    /// What [`Digest::of_known`] was last asked for.
    static LAST: RefCell<(Vec<u8>, Digest)> = RefCell::new((Vec::new(), Digest::of(&[])));
}

/// Bytes that are kept to be compared at most.
const MOST_KEPT: usize = 1 << 20;

/// BLAKE3, 32 bytes; printed as lower-case hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

/// Makes the digest of bytes that come in parts.
#[derive(Clone, Debug, Default)]
pub struct DigestWriter(blake3::Hasher);

impl DigestWriter {
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub fn finish(&self) -> Digest {
        Digest(*self.0.finalize().as_bytes())
    }
}

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(*blake3::hash(bytes).as_bytes())
    }

    /// The same of bytes that this thread may have asked for just before: the result of a step is stored, is that of the variant and goes
    /// into the archive. Equal bytes are compared instead of hashed again.
    pub fn of_known(bytes: &[u8]) -> Digest {
        if bytes.len() > MOST_KEPT {
            return Digest::of(bytes);
        }
        LAST.with_borrow_mut(|(last, digest)| {
            if last.as_slice() != bytes {
                *digest = Digest::of(bytes);
                last.clear();
                last.extend_from_slice(bytes);
            }
            *digest
        })
    }

    /// The first 16 hexadecimal digits: enough for people.
    pub fn short(&self) -> String {
        self.to_string()[..16].to_owned()
    }

    /// Reads 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Digest> {
        blake3::Hash::from_hex(text).ok().map(|hash| Digest(*hash.as_bytes()))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(blake3::Hash::from_bytes(self.0).to_hex().as_str())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Digest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Digest::from_hex(&text).ok_or_else(|| serde::de::Error::custom("expected 64 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_blake3_of_the_bytes() {
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(Digest::of(b"").to_string(), empty);
        assert_eq!(Digest::from_hex(empty), Some(Digest::of(b"")));
        let known: Vec<bool> = [&b"a"[..], b"a", b"ab", b"", b"", b"a"]
            .iter()
            .map(|bytes| Digest::of_known(bytes) == Digest::of(bytes))
            .collect();
        assert_eq!(known, [true; 6]);
        assert_eq!((Digest::from_hex(&empty[1..]), Digest::of(b"a") == Digest::of(b"b")), (None, false));
    }
}
