//! Looking entries up: all names of a question at once, their files in batches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use reapi::action_cache_client::ActionCacheClient;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinSet;

use super::blobs;
use super::client::Shared;
use super::connection::{CallError, Connection};
use super::digest::BlobDigest;
use super::entries::ActionName;

/// Entries whose results are asked for, and whose files are then read, together: the first answers come before the last
/// questions are sent.
const TOGETHER: usize = 48;

/// The most files of an entry.
const MOST_FILES: usize = 200_000;

/// The longest name of a file, in bytes.
const MOST_NAME: usize = 200;

/// Whether a file must be read, by its name. The others are on this machine already.
pub type Lacks = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// The answer about one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Found(Fetched),
    /// The server has no such entry.
    Missing,
    /// The server has the entry, and not all of its files, or not the right ones; the text says which.
    Broken(String),
    /// The server could not be asked.
    Failed,
}

/// The files of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// Those that were lacking, with their bytes; their SHA-256 digests are right.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Those that were not.
    pub here: BTreeSet<String>,
}

/// Looks up all names, and sends each answer with the place of its name.
pub async fn fetch(
    shared: Arc<Shared>,
    names: Vec<ActionName>,
    lacks: Lacks,
    answers: UnboundedSender<(usize, Answer)>,
) {
    let facts = shared.facts().await;
    let all: Vec<(usize, ActionName)> = names.into_iter().enumerate().collect();
    let mut tasks = JoinSet::new();
    for some in all.chunks(TOGETHER) {
        let (shared, lacks, answers) = (Arc::clone(&shared), Arc::clone(&lacks), answers.clone());
        let some = some.to_vec();
        let most_batch = facts.as_ref().ok().map(|facts| facts.most_batch);
        tasks.spawn(async move {
            let Some(most_batch) = most_batch else {
                for (place, _) in some {
                    // Nobody listens any more: then nobody needs the answer.
                    let _ = answers.send((place, Answer::Failed));
                }
                return;
            };
            fetch_together(&shared, most_batch, some, &lacks, &answers).await;
        });
    }
    while tasks.join_next().await.is_some() {}
}

/// Files that an entry names: name and digest.
type Listed = Vec<(String, BlobDigest)>;

async fn fetch_together(
    shared: &Arc<Shared>,
    most_batch: u64,
    some: Vec<(usize, ActionName)>,
    lacks: &Lacks,
    answers: &UnboundedSender<(usize, Answer)>,
) {
    let send = |place, answer| {
        let count = match &answer {
            Answer::Found(_) => &shared.counts.found,
            Answer::Missing => &shared.counts.missing,
            Answer::Broken(_) => &shared.counts.broken,
            Answer::Failed => &shared.counts.unanswered,
        };
        count.fetch_add(1, Ordering::Relaxed);
        let _ = answers.send((place, answer));
    };
    let mut tasks = JoinSet::new();
    for (place, name) in some {
        let connection = Arc::clone(&shared.connection);
        tasks.spawn(async move { (place, get_result(&connection, &name).await) });
    }
    let mut listed: Vec<(usize, Listed)> = Vec::new();
    while let Some(done) = tasks.join_next().await {
        let Ok((place, result)) = done else { continue };
        match result {
            Ok(Ok(files)) => listed.push((place, files)),
            Ok(Err(why)) => send(place, Answer::Broken(why)),
            Err(CallError::NotFound) => send(place, Answer::Missing),
            Err(error) => {
                shared.stop_if_refused(&error);
                send(place, Answer::Failed);
            }
        }
    }
    listed.sort_by_key(|(place, _)| *place);
    let mut wanted: BTreeSet<BlobDigest> = BTreeSet::new();
    let mut split: Vec<(usize, Listed, BTreeSet<String>)> = Vec::new();
    for (place, files) in listed {
        let (lacking, here): (Listed, Listed) = files.into_iter().partition(|(name, _)| lacks(name));
        wanted.extend(lacking.iter().map(|(_, digest)| digest.clone()));
        split.push((place, lacking, here.into_iter().map(|(name, _)| name).collect()));
    }
    if split.is_empty() {
        return;
    }
    let read = match blobs::read(&shared.connection, most_batch, &wanted).await {
        Ok(read) => read,
        Err(error) => {
            shared.stop_if_refused(&error);
            split.iter().for_each(|(place, _, _)| send(*place, Answer::Failed));
            return;
        }
    };
    if let Some(error) = &read.failed {
        shared.stop_if_refused(error);
    }
    let bytes: u64 = read.blobs.values().map(|bytes| bytes.len() as u64).sum();
    shared.counts.read_bytes.fetch_add(bytes, Ordering::Relaxed);
    for (place, lacking, here) in split {
        send(place, assemble(lacking, here, &read));
    }
}

/// The entry with its files, if all are there.
fn assemble(lacking: Listed, here: BTreeSet<String>, read: &blobs::ReadBlobs) -> Answer {
    let mut files = BTreeMap::new();
    for (name, digest) in lacking {
        match read.blobs.get(&digest) {
            Some(bytes) => {
                files.insert(name, bytes.clone());
            }
            None if read.wrong.contains(&digest) => {
                return Answer::Broken(format!("the bytes of `{name}` are not those of their digest"));
            }
            None if read.failed.is_some() => return Answer::Failed,
            None => return Answer::Broken(format!("`{name}` is missing")),
        }
    }
    Answer::Found(Fetched { files, here })
}

/// The files that the server has for an action; the inner error says why its answer is none.
async fn get_result(connection: &Connection, name: &ActionName) -> Result<Result<Listed, String>, CallError> {
    let message = reapi::GetActionResultRequest {
        instance_name: connection.instance.clone(),
        action_digest: Some(name.messages().digest.to_wire()),
        digest_function: reapi::digest_function::Value::Sha256 as i32,
        ..reapi::GetActionResultRequest::default()
    };
    let result = connection
        .call(message, |request| async {
            let client = ActionCacheClient::new(connection.channel.clone());
            let mut client = client.max_decoding_message_size(super::connection::MOST_MESSAGE);
            client.get_action_result(request).await.map(tonic::Response::into_inner)
        })
        .await?;
    Ok(list(&result))
}

/// The blobs of the result that the server has for an action, if it has one that can be used.
pub async fn blobs_of_result(connection: &Connection, name: &ActionName) -> Result<Option<Vec<BlobDigest>>, CallError> {
    match get_result(connection, name).await {
        Ok(result) => Ok(result.ok().map(|files| files.into_iter().map(|(_, digest)| digest).collect())),
        Err(CallError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

fn list(result: &reapi::ActionResult) -> Result<Listed, String> {
    if result.exit_code != 0 {
        return Err(format!("its exit code is {}", result.exit_code));
    }
    if result.output_files.len() > MOST_FILES {
        return Err(format!("it has more than {MOST_FILES} files"));
    }
    let mut names = BTreeSet::new();
    let mut listed = Vec::new();
    for file in &result.output_files {
        let digest = file.digest.as_ref().and_then(BlobDigest::from_wire).filter(|one| one.size <= blobs::MOST_BLOB);
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.');
        let is_name = file.path.len() <= MOST_NAME && file.path.bytes().all(plain);
        match digest {
            Some(digest) if is_name && names.insert(file.path.as_str()) => listed.push((file.path.clone(), digest)),
            _ => return Err("one of its files has no usable name or digest".to_owned()),
        }
    }
    Ok(listed)
}
