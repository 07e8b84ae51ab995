//! An action that a server runs: its input tree, its command line and its outputs, and their form in REAPI.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use bazel_remote_apis::google::protobuf;
use prost::Message as _;

use super::digest::BlobDigest;
use super::room::Room;

/// What a server runs. It starts in the root of the files.
#[derive(Clone, Default)]
pub struct ActionRequest {
    pub arguments: Vec<String>,
    /// All that the command has; a server may add variables.
    pub environment: BTreeMap<String, String>,
    /// What the machine must be that runs it, in words of the server's operator.
    pub platform: BTreeMap<String, String>,
    /// Its inputs, by path with `/`, none of which has `.` or `..`.
    pub files: BTreeMap<String, ActionFile>,
    /// Paths of the files that it writes. Those that it does not write are no outputs.
    pub outputs: BTreeSet<String>,
    /// The server ends the command after this; the client waits as long for the result, from asking to answer.
    pub timeout: Duration,
}

/// An input; clones share the bytes.
#[derive(Clone)]
pub struct ActionFile {
    pub(crate) digest: BlobDigest,
    pub(crate) bytes: Arc<Vec<u8>>,
    executable: bool,
}

/// What an action gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActionOutput {
    /// The outputs that it wrote, by path; their SHA-256 digests are right.
    pub files: BTreeMap<String, Vec<u8>>,
    pub exit_code: i32,
    /// The beginning of its standard error.
    pub stderr: String,
    /// Nothing was run: the server had the result.
    pub cached: bool,
    pub room: Room,
}

impl ActionFile {
    pub fn new(bytes: Vec<u8>, executable: bool) -> ActionFile {
        ActionFile { digest: BlobDigest::of(&bytes), bytes: Arc::new(bytes), executable }
    }

    pub fn begins_with(&self, begin: &[u8]) -> bool {
        self.bytes.starts_with(begin)
    }
}

/// The messages of an action.
pub struct EncodedAction {
    pub digest: BlobDigest,
    /// `Action`, `Command`, each `Directory`, and all input files.
    pub blobs: BTreeMap<BlobDigest, Arc<Vec<u8>>>,
}

impl ActionRequest {
    /// The messages; equal requests have equal ones.
    pub fn encode(&self) -> EncodedAction {
        let mut blobs = BTreeMap::new();
        let mut root = Folder::default();
        for (path, file) in &self.files {
            root.add(path, file);
        }
        let root = root.encode(&mut blobs);
        let properties = self
            .platform
            .iter()
            .map(|(name, value)| reapi::platform::Property { name: name.clone(), value: value.clone() });
        let platform = reapi::Platform { properties: properties.collect() };
        let variables = self
            .environment
            .iter()
            .map(|(name, value)| reapi::command::EnvironmentVariable { name: name.clone(), value: value.clone() });
        let outputs: Vec<String> = self.outputs.iter().cloned().collect();
        let mut command = reapi::Command {
            arguments: self.arguments.clone(),
            environment_variables: variables.collect(),
            output_paths: outputs.clone(),
            ..reapi::Command::default()
        };
        set_older_fields(&mut command, outputs, &platform);
        let command = put(&mut blobs, command.encode_to_vec());
        let seconds = i64::try_from(self.timeout.as_secs()).unwrap_or(i64::MAX);
        let action = reapi::Action {
            command_digest: Some(command.to_wire()),
            input_root_digest: Some(root.to_wire()),
            timeout: Some(protobuf::Duration { seconds, nanos: self.timeout.subsec_nanos() as i32 }),
            platform: Some(platform),
            ..reapi::Action::default()
        };
        let digest = put(&mut blobs, action.encode_to_vec());
        EncodedAction { digest, blobs }
    }
}

/// Servers before REAPI 2.1 read `output_files`, and those before 2.2 the platform of the command; newer ones ignore
/// both.
#[expect(deprecated, reason = "for older servers")]
fn set_older_fields(command: &mut reapi::Command, outputs: Vec<String>, platform: &reapi::Platform) {
    command.output_files = outputs;
    command.platform = Some(platform.clone());
}

fn put(blobs: &mut BTreeMap<BlobDigest, Arc<Vec<u8>>>, bytes: Vec<u8>) -> BlobDigest {
    let digest = BlobDigest::of(&bytes);
    blobs.insert(digest.clone(), Arc::new(bytes));
    digest
}

/// A folder of the input tree.
#[derive(Default)]
struct Folder<'a> {
    files: BTreeMap<&'a str, &'a ActionFile>,
    folders: BTreeMap<&'a str, Folder<'a>>,
}

impl<'a> Folder<'a> {
    fn add(&mut self, path: &'a str, file: &'a ActionFile) {
        match path.split_once('/') {
            Some((folder, rest)) => self.folders.entry(folder).or_default().add(rest, file),
            None => {
                self.files.insert(path, file);
            }
        }
    }

    /// REAPI wants the names of a folder sorted, as the maps are.
    fn encode(&self, blobs: &mut BTreeMap<BlobDigest, Arc<Vec<u8>>>) -> BlobDigest {
        let directories = self.folders.iter().map(|(name, folder)| reapi::DirectoryNode {
            name: (*name).to_owned(),
            digest: Some(folder.encode(blobs).to_wire()),
        });
        let directories = directories.collect();
        let mut files = Vec::new();
        for (name, file) in &self.files {
            blobs.insert(file.digest.clone(), Arc::clone(&file.bytes));
            files.push(reapi::FileNode {
                name: (*name).to_owned(),
                digest: Some(file.digest.to_wire()),
                is_executable: file.executable,
                ..reapi::FileNode::default()
            });
        }
        put(blobs, reapi::Directory { files, directories, ..reapi::Directory::default() }.encode_to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_has_each_folder_and_each_file_once() {
        let file = |text: &str| ActionFile::new(text.as_bytes().to_vec(), false);
        let files = [("a/x", file("1")), ("a/y", file("1")), ("b/x", file("1")), ("b/y", file("1")), ("z", file("2"))];
        let files: BTreeMap<String, ActionFile> =
            files.into_iter().map(|(path, file)| (path.to_owned(), file)).collect();
        let request = ActionRequest { files, ..ActionRequest::default() };
        let encoded = request.encode();
        // Two distinct files, one folder that is there twice, the root, the command and the action.
        assert_eq!(encoded.blobs.len(), 6);
        assert_eq!(encoded.digest, request.encode().digest);
        let other = ActionRequest { platform: [("OS".to_owned(), "x".to_owned())].into(), ..request };
        assert_ne!(encoded.digest, other.encode().digest);
    }
}
