//! Looking entries up: all those of a question at once, their files in batches.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, mpsc};

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use reapi::action_cache_client::ActionCacheClient;
use tokio::task::JoinSet;

use super::blobs;
use super::client::Shared;
use super::connection::{CallError, Connection};
use super::digest::BlobDigest;
use super::entries::ActionName;
use super::room::{MOST_HELD, Room};

/// Entries whose results are asked for, and whose files are then read, together: the first answers come before the last
/// questions are sent.
const TOGETHER: usize = 32;

/// Groups of entries that are under way at once.
const GROUPS: usize = 4;

/// Results that one group asks for at once: each may be as long as a message.
const RESULTS: usize = 16;

/// Names and digests of files that one group keeps before it reads the files, in bytes.
const MOST_LISTED: usize = 8 << 20;

/// Bytes of files that one group reads at once, unless one entry has more.
const MOST_READ: u64 = MOST_HELD / GROUPS as u64;

/// The most files of an entry.
const MOST_FILES: usize = 200_000;

/// The longest name of a file, in bytes.
const MOST_NAME: usize = 200;

/// Whether a file must be read, by its name. The others are on this machine already.
pub type Lacks = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// An entry that is looked up.
#[derive(Clone, Debug)]
pub struct Lookup {
    pub name: ActionName,
    /// Short files of the entry that the server may send with its result, so that they need not be read: REAPI's
    /// `inline_output_files`, which servers may ignore.
    pub inline: &'static [&'static str],
}

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
    pub room: Room,
}

/// Looks up all entries, and sends each answer with the number of its entry; that of the first is `first`.
pub async fn fetch(
    shared: Arc<Shared>,
    first: usize,
    lookups: Vec<Lookup>,
    lacks: Lacks,
    answers: mpsc::Sender<(usize, Answer)>,
) {
    let facts = shared.facts().await;
    let all: Vec<(usize, Lookup)> = (first..).zip(lookups).collect();
    let Ok(facts) = facts else {
        // Nobody listens any more: then nobody needs the answer.
        all.iter().for_each(|(place, _)| drop(answers.send((*place, Answer::Failed))));
        return;
    };
    let mut tasks = JoinSet::new();
    for some in all.chunks(TOGETHER) {
        if tasks.len() >= GROUPS {
            tasks.join_next().await;
        }
        let group = Group {
            shared: Arc::clone(&shared),
            most_batch: facts.most_batch,
            lacks: Arc::clone(&lacks),
            answers: answers.clone(),
        };
        let some = some.to_vec();
        tasks.spawn(async move { group.fetch(some).await });
    }
    while tasks.join_next().await.is_some() {}
}

/// A file that an entry names.
struct ListedFile {
    name: String,
    digest: BlobDigest,
    /// Its bytes, if the server sent them along and they are those of the digest.
    bytes: Option<Vec<u8>>,
}

impl ListedFile {
    /// Bytes of memory, about.
    fn length(&self) -> usize {
        self.name.len() + self.digest.hash.len() + self.bytes.as_ref().map_or(0, Vec::len) + 64
    }
}

/// An entry whose files are to be read.
struct Open {
    place: usize,
    lacking: Vec<(String, BlobDigest)>,
    /// Files whose bytes came with the result.
    files: BTreeMap<String, Vec<u8>>,
    here: BTreeSet<String>,
}

impl Open {
    fn new(place: usize, listed: Vec<ListedFile>, lacks: &Lacks) -> Open {
        let mut open = Open { place, lacking: Vec::new(), files: BTreeMap::new(), here: BTreeSet::new() };
        for ListedFile { name, digest, bytes } in listed {
            match bytes {
                _ if !lacks(&name) => drop(open.here.insert(name)),
                Some(bytes) => drop(open.files.insert(name, bytes)),
                None => open.lacking.push((name, digest)),
            }
        }
        open
    }
}

/// Entries that are fetched together.
struct Group {
    shared: Arc<Shared>,
    most_batch: u64,
    lacks: Lacks,
    answers: mpsc::Sender<(usize, Answer)>,
}

impl Group {
    async fn fetch(&self, lookups: Vec<(usize, Lookup)>) {
        let (mut lookups, mut tasks) = (lookups.into_iter(), JoinSet::new());
        let (mut open, mut listed) = (Vec::new(), 0);
        loop {
            while tasks.len() < RESULTS
                && let Some((place, lookup)) = lookups.next()
            {
                let connection = Arc::clone(&self.shared.connection);
                tasks.spawn(async move { (place, get_result(&connection, &lookup).await) });
            }
            let Some(done) = tasks.join_next().await else { break };
            let Ok((place, result)) = done else { continue };
            match result {
                Ok(Ok(files)) => {
                    let length = files.iter().map(ListedFile::length).sum::<usize>();
                    let one = Open::new(place, files, &self.lacks);
                    if one.lacking.is_empty() {
                        // It need not wait for the files of the others.
                        self.read(vec![one], length as u64).await;
                    } else {
                        listed += length;
                        open.push(one);
                    }
                }
                Ok(Err(why)) => self.send(place, Answer::Broken(why)),
                Err(CallError::NotFound) => self.send(place, Answer::Missing),
                Err(error) => {
                    self.shared.stop_if_refused(&error);
                    self.send(place, Answer::Failed);
                }
            }
            if listed >= MOST_LISTED {
                self.read_all(std::mem::take(&mut open)).await;
                listed = 0;
            }
        }
        self.read_all(open).await;
    }

    fn send(&self, place: usize, answer: Answer) {
        let counts = &self.shared.counts;
        let count = match &answer {
            Answer::Found(_) => &counts.found,
            Answer::Missing => &counts.missing,
            Answer::Broken(_) => &counts.broken,
            Answer::Failed => &counts.unanswered,
        };
        count.fetch_add(1, Ordering::Relaxed);
        // Nobody listens any more: then nobody needs the answer.
        let _ = self.answers.send((place, answer));
    }

    /// Reads the files of entries, as many together as may be in memory.
    async fn read_all(&self, mut open: Vec<Open>) {
        open.sort_by_key(|one| one.place);
        let (mut some, mut bytes) = (Vec::new(), 0);
        for one in open {
            let own: u64 = one.lacking.iter().map(|(_, digest)| digest.size).sum();
            if own > MOST_HELD {
                self.send(one.place, Answer::Broken(format!("it has more than {} MiB", MOST_HELD >> 20)));
                continue;
            }
            if bytes + own > MOST_READ && !some.is_empty() {
                self.read(std::mem::take(&mut some), bytes).await;
                bytes = 0;
            }
            bytes += own;
            some.push(one);
        }
        if !some.is_empty() {
            self.read(some, bytes).await;
        }
    }

    async fn read(&self, open: Vec<Open>, bytes: u64) {
        let room = self.shared.rooms.take(bytes).await;
        let wanted = open.iter().flat_map(|one| one.lacking.iter().map(|(_, digest)| digest.clone())).collect();
        let read = match blobs::read(&self.shared.connection, self.most_batch, &wanted).await {
            Ok(read) => read,
            Err(error) => {
                self.shared.stop_if_refused(&error);
                open.iter().for_each(|one| self.send(one.place, Answer::Failed));
                return;
            }
        };
        if let Some(error) = &read.failed {
            self.shared.stop_if_refused(error);
        }
        let sent_along = open.iter().flat_map(|one| one.files.values());
        let bytes: u64 = read.blobs.values().chain(sent_along).map(|bytes| bytes.len() as u64).sum();
        self.shared.counts.read_bytes.fetch_add(bytes, Ordering::Relaxed);
        for one in open {
            let place = one.place;
            self.send(place, assemble(one, &read, &room));
        }
    }
}

/// The entry with its files, if all are there.
fn assemble(Open { lacking, mut files, here, .. }: Open, read: &blobs::ReadBlobs, room: &Room) -> Answer {
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
    Answer::Found(Fetched { files, here, room: room.clone() })
}

/// The files that the server has for an action; the inner error says why its answer is none.
async fn get_result(connection: &Connection, lookup: &Lookup) -> Result<Result<Vec<ListedFile>, String>, CallError> {
    let message = reapi::GetActionResultRequest {
        instance_name: connection.instance.clone(),
        action_digest: Some(lookup.name.messages().digest.to_wire()),
        inline_output_files: lookup.inline.iter().map(|name| (*name).to_owned()).collect(),
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
    Ok(list(result))
}

/// The blobs of the result that the server has for an action, if it has one that can be used.
pub async fn blobs_of_result(connection: &Connection, name: &ActionName) -> Result<Option<Vec<BlobDigest>>, CallError> {
    match get_result(connection, &Lookup { name: name.clone(), inline: &[] }).await {
        Ok(result) => Ok(result.ok().map(|files| files.into_iter().map(|file| file.digest).collect())),
        Err(CallError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

fn list(result: reapi::ActionResult) -> Result<Vec<ListedFile>, String> {
    if result.exit_code != 0 {
        return Err(format!("its exit code is {}", result.exit_code));
    }
    if result.output_files.len() > MOST_FILES {
        return Err(format!("it has more than {MOST_FILES} files"));
    }
    let mut names = BTreeSet::new();
    let mut listed = Vec::new();
    for file in result.output_files {
        let digest = file.digest.as_ref().and_then(BlobDigest::from_wire).filter(|one| one.size <= blobs::MOST_BLOB);
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.');
        let is_name = file.path.len() <= MOST_NAME && file.path.bytes().all(plain);
        match digest {
            Some(digest) if is_name && names.insert(file.path.clone()) => {
                let bytes = Some(file.contents).filter(|bytes| !bytes.is_empty() && BlobDigest::of(bytes) == digest);
                listed.push(ListedFile { name: file.path, digest, bytes });
            }
            _ => return Err("one of its files has no usable name or digest".to_owned()),
        }
    }
    Ok(listed)
}
