//! Entries of the action cache, and their form in REAPI.

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use prost::Message as _;

use super::digest::BlobDigest;

/// The name of an entry: what kind of result it is, and the digest of everything the result depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionName {
    /// One word.
    pub kind: &'static str,
    /// Of the key, in hexadecimal.
    pub digest: String,
}

/// An entry to be stored.
pub struct Entry {
    pub name: ActionName,
    /// Run through once, when the entry is stored, on a thread that may read files.
    pub files: Box<dyn Iterator<Item = EntryFile> + Send>,
    /// The server has said that it has no such entry; otherwise it is asked first.
    pub known_missing: bool,
}

/// One file of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryFile {
    /// Unique in its entry.
    pub name: String,
    /// `None`: they are gone, and the entry is not stored.
    pub bytes: Option<Vec<u8>>,
}

/// The messages of an action, which a server keeps beside its result.
pub struct ActionMessages {
    pub digest: BlobDigest,
    /// `Action`, `Command` and the empty input folder, as blobs.
    pub blobs: Vec<(BlobDigest, Vec<u8>)>,
}

impl ActionName {
    /// The action whose result the entry is. Nobody runs it: its command line only names the entry.
    pub fn messages(&self) -> ActionMessages {
        let arguments = vec!["uberc-cache".to_owned(), self.kind.to_owned(), self.digest.clone()];
        let command = reapi::Command { arguments, ..reapi::Command::default() }.encode_to_vec();
        let folder = reapi::Directory::default().encode_to_vec();
        let (of_command, of_folder) = (BlobDigest::of(&command), BlobDigest::of(&folder));
        let action = reapi::Action {
            command_digest: Some(of_command.to_wire()),
            input_root_digest: Some(of_folder.to_wire()),
            ..reapi::Action::default()
        };
        let action = action.encode_to_vec();
        let digest = BlobDigest::of(&action);
        let blobs = vec![(of_command, command), (of_folder, folder), (digest.clone(), action)];
        ActionMessages { digest, blobs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_name_counts() {
        let digest = |kind, digest: &str| ActionName { kind, digest: digest.to_owned() }.messages().digest;
        assert_eq!(digest("unit", "ab"), digest("unit", "ab"));
        assert_ne!(digest("unit", "ab"), digest("unit", "ac"));
        assert_ne!(digest("unit", "ab"), digest("variant", "ab"));
    }
}
