//! Storing entries, behind the work of the program: several at a time, blobs before results.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use reapi::action_cache_client::ActionCacheClient;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinSet;

use super::blobs;
use super::client::Shared;
use super::connection::{CallError, Connection};
use super::digest::BlobDigest;
use super::entries::{ActionName, Entry};
use super::fetch::blobs_of_result;
use super::room::MOST_HELD;

/// Entries that are stored together.
const TOGETHER: usize = 64;

/// Groups of entries that are under way at once: a group asks, writes blobs and writes results, and waits for each.
const GROUPS: usize = 4;

/// Bytes of files that a group has in memory at once, unless one entry has more.
const MOST_BYTES: u64 = 16 << 20;

/// Stores what comes, until nobody can send any more.
pub async fn store_all(shared: Arc<Shared>, mut entries: UnboundedReceiver<Entry>) {
    let (mut some, mut groups) = (Vec::new(), JoinSet::new());
    while entries.recv_many(&mut some, TOGETHER).await > 0 {
        if groups.len() >= GROUPS {
            groups.join_next().await;
        }
        groups.spawn(store_group(Arc::clone(&shared), std::mem::take(&mut some)));
    }
    while groups.join_next().await.is_some() {}
}

async fn store_group(shared: Arc<Shared>, batch: Vec<Entry>) {
    let names: Vec<ActionName> = batch.iter().map(|entry| entry.name.clone()).collect();
    if shared.may_store().await {
        store_together(&shared, batch).await;
    }
    if shared.may_not_store() || shared.facts().await.is_ok_and(|facts| !facts.may_store) {
        // A later build may not store them either.
        shared.drop_all(&names);
    }
    // What was not stored stays among the unfinished.
    shared.pass(&names);
}

/// An entry whose files are in memory.
struct Loaded {
    name: ActionName,
    files: Vec<(String, BlobDigest)>,
}

async fn store_together(shared: &Arc<Shared>, batch: Vec<Entry>) {
    let mut open = Vec::new();
    let mut asked = JoinSet::new();
    for entry in batch {
        if entry.known_missing {
            open.push(entry);
            continue;
        }
        let shared = Arc::clone(shared);
        asked.spawn(async move {
            // The semaphore is never closed.
            let _turn = shared.storing.acquire().await;
            (blobs_of_result(&shared.connection, &entry.name).await, entry)
        });
    }
    let (mut there, mut named) = (Vec::new(), BTreeSet::new());
    while let Some(answer) = asked.join_next().await {
        match answer {
            Ok((Ok(Some(blobs)), entry)) => {
                named.extend(blobs.iter().cloned());
                there.push((entry, blobs));
            }
            Ok((Ok(None), entry)) => open.push(entry),
            Ok((Err(error), _)) => shared.stop_if_refused(&error),
            Err(_) => {}
        }
    }
    // A server may keep a result and lose its blobs.
    if !there.is_empty() {
        match blobs::find_missing(&shared.connection, &named).await {
            Ok(missing) => {
                for (entry, blobs) in there {
                    if blobs.iter().any(|blob| missing.contains(blob)) {
                        open.push(entry);
                    } else {
                        shared.stored(&entry.name);
                    }
                }
            }
            Err(error) => return shared.stop_storing(&error),
        }
    }
    open.sort_by(|a, b| a.name.cmp(&b.name));
    let (mut loaded, mut blobs, mut bytes) = (Vec::new(), BTreeMap::new(), 0);
    for entry in open {
        let name = entry.name.clone();
        let Some((entry, own)) = load(entry).await else {
            shared.drop_all(&[name]);
            continue;
        };
        bytes += own.values().map(|blob| blob.len() as u64).sum::<u64>();
        loaded.push(entry);
        blobs.extend(own);
        if bytes >= MOST_BYTES {
            store_loaded(shared, std::mem::take(&mut loaded), std::mem::take(&mut blobs)).await;
            bytes = 0;
        }
    }
    store_loaded(shared, loaded, blobs).await;
}

/// Reads the files of an entry; `None` if one is gone, or all together are more than a client reads: then the entry is not
/// stored.
async fn load(entry: Entry) -> Option<(Loaded, BTreeMap<BlobDigest, Vec<u8>>)> {
    let read = tokio::task::spawn_blocking(move || {
        let (mut files, mut blobs, mut length) = (Vec::new(), BTreeMap::new(), 0);
        for file in entry.files {
            let bytes = file.bytes.filter(|bytes| bytes.len() as u64 <= blobs::MOST_BLOB)?;
            length += bytes.len() as u64;
            if length > MOST_HELD {
                return None;
            }
            let digest = BlobDigest::of(&bytes);
            files.push((file.name, digest.clone()));
            blobs.insert(digest, bytes);
        }
        // REAPI wants them sorted by path, so that equal results are equal bytes.
        files.sort();
        Some((Loaded { name: entry.name, files }, blobs))
    });
    read.await.ok().flatten()
}

async fn store_loaded(shared: &Arc<Shared>, loaded: Vec<Loaded>, mut blobs: BTreeMap<BlobDigest, Vec<u8>>) {
    if loaded.is_empty() {
        return;
    }
    for entry in &loaded {
        // REAPI: the action and its command are stored before its result.
        blobs.extend(entry.name.messages().blobs);
    }
    let all: BTreeSet<BlobDigest> = blobs.keys().cloned().collect();
    let stored = async {
        let missing = blobs::find_missing(&shared.connection, &all).await?;
        blobs.retain(|digest, _| missing.contains(digest));
        let bytes: u64 = blobs.values().map(|blob| blob.len() as u64).sum();
        let most_batch = shared.facts().await.map_or(blobs::MOST_BATCH, |facts| facts.most_batch);
        let taken = blobs::write(&shared.connection, most_batch, blobs).await?;
        shared.counts.stored_bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok::<_, CallError>(missing.is_subset(&taken))
    };
    match stored.await {
        Ok(true) => {}
        // A result must not name blobs that the server did not take.
        Ok(false) => return,
        Err(error) => return shared.stop_storing(&error),
    }
    let mut tasks = JoinSet::new();
    for entry in loaded {
        let shared = Arc::clone(shared);
        tasks.spawn(async move {
            let _turn = shared.storing.acquire().await;
            match put_result(&shared.connection, &entry).await {
                Ok(()) => shared.stored(&entry.name),
                Err(error) => shared.stop_storing(&error),
            }
        });
    }
    while tasks.join_next().await.is_some() {}
}

async fn put_result(connection: &Connection, entry: &Loaded) -> Result<(), CallError> {
    let file = |(name, digest): &(String, BlobDigest)| reapi::OutputFile {
        path: name.clone(),
        digest: Some(digest.to_wire()),
        ..reapi::OutputFile::default()
    };
    let result = reapi::ActionResult {
        output_files: entry.files.iter().map(file).collect(),
        execution_metadata: Some(reapi::ExecutedActionMetadata {
            worker: "uberc".to_owned(),
            ..reapi::ExecutedActionMetadata::default()
        }),
        ..reapi::ActionResult::default()
    };
    let message = reapi::UpdateActionResultRequest {
        instance_name: connection.instance.clone(),
        action_digest: Some(entry.name.messages().digest.to_wire()),
        action_result: Some(result),
        digest_function: reapi::digest_function::Value::Sha256 as i32,
        ..reapi::UpdateActionResultRequest::default()
    };
    connection
        .call(message, |request| async {
            ActionCacheClient::new(connection.channel.clone()).update_action_result(request).await
        })
        .await
        .map(|_| ())
}
