//! Blobs of the content-addressable storage: small ones in batches, large ones as streams.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use bazel_remote_apis::google::bytestream::byte_stream_client::ByteStreamClient;
use bazel_remote_apis::google::bytestream::{ReadRequest, WriteRequest};
use reapi::content_addressable_storage_client::ContentAddressableStorageClient;
use tokio::task::JoinSet;
use tonic::Status;

use super::connection::{CallError, Connection, MOST_MESSAGE};
use super::digest::BlobDigest;

/// Blobs with their digests.
type Blobs = Vec<(BlobDigest, Vec<u8>)>;

/// The most bytes of a blob that is read or stored.
pub const MOST_BLOB: u64 = 256 << 20;

/// Bytes of one batch, unless the server wants fewer: below gRPC's usual limit of 4 MiB for a message.
pub const MOST_BATCH: u64 = 3 << 20;

/// Digests of one question; each takes about 80 bytes.
const MOST_DIGESTS: usize = 10_000;

/// Bytes of one message of a stream.
const PIECE: usize = 512 << 10;

/// The deadline of a stream grows with its length: this many bytes in the time of one call.
const BYTES_A_DEADLINE: u64 = 8 << 20;

/// Blobs as they were read. A blob that is missing, or whose bytes are not those of its digest, is not among them.
pub struct ReadBlobs {
    pub blobs: BTreeMap<BlobDigest, Vec<u8>>,
    /// Blobs whose bytes have another digest.
    pub wrong: BTreeSet<BlobDigest>,
    /// Why some batch was not read, although others were: what is missing may be there.
    pub failed: Option<CallError>,
}

/// Reads blobs, each once.
pub async fn read(
    connection: &Arc<Connection>,
    most_batch: u64,
    wanted: &BTreeSet<BlobDigest>,
) -> Result<ReadBlobs, CallError> {
    let mut tasks: JoinSet<Result<Blobs, CallError>> = JoinSet::new();
    for batch in batches(wanted, most_batch) {
        let connection = Arc::clone(connection);
        match batch {
            Batch::Small(digests) => tasks.spawn(async move { read_batch(&connection, digests).await }),
            Batch::Large(digest) => tasks.spawn(async move {
                match read_stream(&connection, &digest).await {
                    Ok(bytes) => Ok(vec![(digest, bytes)]),
                    Err(CallError::NotFound) => Ok(Vec::new()),
                    Err(error) => Err(error),
                }
            }),
        };
    }
    let mut read = ReadBlobs { blobs: BTreeMap::new(), wrong: BTreeSet::new(), failed: None };
    let mut failed = None;
    while let Some(done) = tasks.join_next().await {
        match done.unwrap_or(Err(CallError::Failed("a task of the client ended early".to_owned()))) {
            Ok(blobs) => {
                for (digest, bytes) in blobs {
                    if BlobDigest::of(&bytes) == digest {
                        read.blobs.insert(digest, bytes);
                    } else {
                        read.wrong.insert(digest);
                    }
                }
            }
            Err(error) => failed = Some(error),
        }
    }
    match failed {
        // What did arrive can be used.
        Some(error) if read.blobs.is_empty() => Err(error),
        failed => Ok(ReadBlobs { failed, ..read }),
    }
}

enum Batch {
    Small(Vec<BlobDigest>),
    Large(BlobDigest),
}

/// Small blobs that fit into one message together, and large ones alone. Blobs beyond [`MOST_BLOB`] are left out.
fn batches(wanted: &BTreeSet<BlobDigest>, most_batch: u64) -> Vec<Batch> {
    let mut batches = Vec::new();
    let (mut small, mut bytes) = (Vec::new(), 0);
    for digest in wanted.iter().filter(|digest| digest.size <= MOST_BLOB) {
        let size = digest.size + 128;
        if size > most_batch {
            batches.push(Batch::Large(digest.clone()));
            continue;
        }
        if bytes + size > most_batch || small.len() >= MOST_DIGESTS {
            batches.push(Batch::Small(std::mem::take(&mut small)));
            bytes = 0;
        }
        bytes += size;
        small.push(digest.clone());
    }
    if !small.is_empty() {
        batches.push(Batch::Small(small));
    }
    batches
}

async fn read_batch(connection: &Connection, digests: Vec<BlobDigest>) -> Result<Blobs, CallError> {
    let message = reapi::BatchReadBlobsRequest {
        instance_name: connection.instance.clone(),
        digests: digests.iter().map(BlobDigest::to_wire).collect(),
        digest_function: reapi::digest_function::Value::Sha256 as i32,
        ..reapi::BatchReadBlobsRequest::default()
    };
    let answer = connection
        .call(message, |request| async {
            cas(connection).batch_read_blobs(request).await.map(tonic::Response::into_inner)
        })
        .await?;
    let good = |response: reapi::batch_read_blobs_response::Response| {
        let digest = BlobDigest::from_wire(response.digest.as_ref()?)?;
        let is_ok = response.status.as_ref().is_none_or(|status| status.code == 0);
        // No compressor was offered, so none may be used; who uses one all the same fails the check of the digest.
        is_ok.then_some((digest, response.data))
    };
    Ok(answer.responses.into_iter().filter_map(good).collect())
}

async fn read_stream(connection: &Connection, digest: &BlobDigest) -> Result<Vec<u8>, CallError> {
    let resource_name = format!("{}blobs/{}/{}", prefix(connection), digest.hash, digest.size);
    let message = ReadRequest { resource_name, read_offset: 0, read_limit: 0 };
    connection
        .call_for(deadline(connection, digest.size), message, |request| async {
            let mut client = ByteStreamClient::new(connection.channel.clone()).max_decoding_message_size(MOST_MESSAGE);
            let mut stream = client.read(request).await?.into_inner();
            let mut bytes = Vec::new();
            while let Some(piece) = stream.message().await? {
                bytes.extend_from_slice(&piece.data);
                if bytes.len() as u64 > digest.size {
                    return Err(Status::data_loss("the blob is longer than its digest says"));
                }
            }
            // A stream that ends early is no failure of gRPC; the next attempt may bring all of it.
            if (bytes.len() as u64) < digest.size {
                return Err(Status::unavailable("the stream of a blob ended before the blob did"));
            }
            Ok(bytes)
        })
        .await
}

/// The blobs that the server does not have.
pub async fn find_missing(
    connection: &Connection,
    digests: &BTreeSet<BlobDigest>,
) -> Result<BTreeSet<BlobDigest>, CallError> {
    let all: Vec<&BlobDigest> = digests.iter().collect();
    let mut missing = BTreeSet::new();
    for some in all.chunks(MOST_DIGESTS) {
        let message = reapi::FindMissingBlobsRequest {
            instance_name: connection.instance.clone(),
            blob_digests: some.iter().map(|digest| digest.to_wire()).collect(),
            digest_function: reapi::digest_function::Value::Sha256 as i32,
        };
        let answer = connection
            .call(message, |request| async {
                cas(connection).find_missing_blobs(request).await.map(tonic::Response::into_inner)
            })
            .await?;
        missing.extend(answer.missing_blob_digests.iter().filter_map(BlobDigest::from_wire));
    }
    Ok(missing)
}

/// Stores blobs; gives those that the server took.
pub async fn write(
    connection: &Arc<Connection>,
    most_batch: u64,
    mut blobs: BTreeMap<BlobDigest, Vec<u8>>,
) -> Result<BTreeSet<BlobDigest>, CallError> {
    let wanted: BTreeSet<BlobDigest> = blobs.keys().cloned().collect();
    let mut taken = BTreeSet::new();
    for batch in batches(&wanted, most_batch) {
        match batch {
            Batch::Small(digests) => {
                let blobs: Blobs = digests.into_iter().filter_map(|digest| blobs.remove_entry(&digest)).collect();
                taken.extend(write_batch(connection, blobs).await?);
            }
            Batch::Large(digest) => {
                if let Some(bytes) = blobs.remove(&digest) {
                    write_stream(connection, &digest, bytes).await?;
                    taken.insert(digest);
                }
            }
        }
    }
    Ok(taken)
}

async fn write_batch(connection: &Connection, blobs: Blobs) -> Result<Vec<BlobDigest>, CallError> {
    let one = |(digest, data): (BlobDigest, Vec<u8>)| reapi::batch_update_blobs_request::Request {
        digest: Some(digest.to_wire()),
        data,
        ..reapi::batch_update_blobs_request::Request::default()
    };
    let message = reapi::BatchUpdateBlobsRequest {
        instance_name: connection.instance.clone(),
        requests: blobs.into_iter().map(one).collect(),
        digest_function: reapi::digest_function::Value::Sha256 as i32,
    };
    let answer = connection
        .call(message, |request| async {
            cas(connection).batch_update_blobs(request).await.map(tonic::Response::into_inner)
        })
        .await?;
    let mut taken = Vec::new();
    for response in answer.responses {
        match response.status {
            Some(status) if status.code != 0 => {
                return Err(connection.judge(&Status::new(tonic::Code::from(status.code), status.message)));
            }
            _ => taken.extend(response.digest.as_ref().and_then(BlobDigest::from_wire)),
        }
    }
    Ok(taken)
}

async fn write_stream(connection: &Connection, digest: &BlobDigest, bytes: Vec<u8>) -> Result<(), CallError> {
    let upload = upload_name();
    let resource_name = format!("{}uploads/{upload}/blobs/{}/{}", prefix(connection), digest.hash, digest.size);
    let bytes = Arc::new(bytes);
    let answer = connection
        .call_for(deadline(connection, digest.size), (), |request| {
            let (pieces, resource_name) = (Pieces { bytes: Arc::clone(&bytes), at: 0 }, resource_name.clone());
            async move {
                let stream = NamedPieces { resource_name, pieces };
                let (metadata, extensions, ()) = request.into_parts();
                let request = tonic::Request::from_parts(metadata, extensions, IterStream(stream));
                ByteStreamClient::new(connection.channel.clone()).write(request).await
            }
        })
        .await?;
    let committed = answer.into_inner().committed_size;
    // -1: the server had the blob already (REAPI, "Uploading").
    if committed == -1 || u64::try_from(committed).ok() == Some(digest.size) {
        return Ok(());
    }
    Err(CallError::Failed(format!("the server stored {committed} of {} bytes", digest.size)))
}

/// The bytes of an upload in pieces.
struct Pieces {
    bytes: Arc<Vec<u8>>,
    at: usize,
}

struct NamedPieces {
    resource_name: String,
    pieces: Pieces,
}

impl Iterator for NamedPieces {
    type Item = WriteRequest;

    fn next(&mut self) -> Option<WriteRequest> {
        let Pieces { bytes, at } = &mut self.pieces;
        if *at >= bytes.len() {
            return None;
        }
        let end = bytes.len().min(*at + PIECE);
        let request = WriteRequest {
            // Only the first message needs the name.
            resource_name: std::mem::take(&mut self.resource_name),
            write_offset: *at as i64,
            finish_write: end == bytes.len(),
            data: bytes[*at..end].to_vec(),
        };
        *at = end;
        Some(request)
    }
}

/// An iterator as a stream whose elements are there at once.
struct IterStream<I>(I);

impl<I: Iterator + Unpin> tonic::codegen::tokio_stream::Stream for IterStream<I> {
    type Item = I::Item;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<I::Item>> {
        std::task::Poll::Ready(self.0.next())
    }
}

fn cas(connection: &Connection) -> ContentAddressableStorageClient<tonic::transport::Channel> {
    ContentAddressableStorageClient::new(connection.channel.clone())
        .max_decoding_message_size(MOST_MESSAGE)
        .max_encoding_message_size(MOST_MESSAGE)
}

fn prefix(connection: &Connection) -> String {
    if connection.instance.is_empty() { String::new() } else { format!("{}/", connection.instance) }
}

fn deadline(connection: &Connection, size: u64) -> Duration {
    connection.timeout() * (1 + u32::try_from(size / BYTES_A_DEADLINE).unwrap_or(u32::MAX - 1))
}

/// A name for an upload in the form of a UUID; no two uploads of any process have the same.
fn upload_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let hash = BlobDigest::of(format!("{} {count} {now}", std::process::id()).as_bytes()).hash;
    format!("{}-{}-4{}-8{}-{}", &hash[..8], &hash[8..12], &hash[13..16], &hash[17..20], &hash[20..32])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_keep_to_their_size_and_large_blobs_are_alone() {
        let blob = |name: u8, size| BlobDigest { hash: format!("{name:064x}"), size };
        let wanted: BTreeSet<BlobDigest> =
            [blob(1, 400), blob(2, 400), blob(3, 5000), blob(4, 400), blob(5, MOST_BLOB + 1)].into();
        let found = batches(&wanted, 1100);
        let shown: Vec<Vec<u64>> = found
            .iter()
            .map(|batch| match batch {
                Batch::Small(digests) => digests.iter().map(|digest| digest.size).collect(),
                Batch::Large(digest) => vec![digest.size],
            })
            .collect();
        assert_eq!(shown, [vec![5000], vec![400, 400], vec![400]]);
    }

    #[test]
    fn uploads_have_names_in_the_form_of_a_uuid() {
        let (one, other) = (upload_name(), upload_name());
        assert_ne!(one, other);
        let lengths: Vec<usize> = one.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
    }
}
