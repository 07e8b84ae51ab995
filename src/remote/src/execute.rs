//! Running actions on a server: its cache first, then the upload of what it lacks, then the stream of its operation,
//! which is taken up again where it breaks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use bazel_remote_apis::google::longrunning::{Operation, operation};
use prost::Message as _;
use reapi::action_cache_client::ActionCacheClient;
use reapi::execution_client::ExecutionClient;
use tokio::time::Instant;
use tonic::{Code, Status, Streaming};

use super::action::{ActionOutput, ActionRequest, EncodedAction};
use super::blobs;
use super::client::Shared;
use super::connection::{CallError, Connection, MOST_MESSAGE};
use super::digest::BlobDigest;

/// How often the stream of one operation is opened: at first, and again where it broke.
const STREAMS: u32 = 4;

/// The wait before a stream is opened again.
const PAUSE: Duration = Duration::from_millis(100);

/// The most bytes of all outputs of one action.
const MOST_OUTPUT: u64 = 256 << 20;

/// Bytes of standard error that are kept.
const MOST_STDERR: usize = 4 << 10;

/// Runs an action, and reads its outputs.
pub async fn execute(shared: &Arc<Shared>, request: &ActionRequest) -> Result<ActionOutput, CallError> {
    let end = Instant::now() + request.timeout;
    let facts = shared.facts().await?;
    if !facts.executes {
        return Err(CallError::Refused("the server does not run actions, or not for this client".to_owned()));
    }
    let connection = &shared.connection;
    let action = request.encode();
    let (result, cached) = match get_result(connection, &action.digest).await {
        Ok(result) => (result, true),
        Err(CallError::NotFound) => {
            upload(shared, &action, facts.most_batch).await?;
            run(shared, &action, facts.most_batch, end).await?
        }
        Err(error) => return Err(error),
    };
    match outputs(shared, request, result, facts.most_batch).await {
        // A server may keep a result and lose its blobs: then the action is run again.
        Err(CallError::NotFound) if cached => {
            upload(shared, &action, facts.most_batch).await?;
            let (result, _) = run(shared, &action, facts.most_batch, end).await?;
            outputs(shared, request, result, facts.most_batch).await.map_err(missing)
        }
        other => other.map(|output| ActionOutput { cached, ..output }).map_err(missing),
    }
}

fn missing(error: CallError) -> CallError {
    match error {
        CallError::NotFound => CallError::Failed("the server lost an output of the action".to_owned()),
        error => error,
    }
}

async fn get_result(connection: &Connection, digest: &BlobDigest) -> Result<reapi::ActionResult, CallError> {
    let message = reapi::GetActionResultRequest {
        instance_name: connection.instance.clone(),
        action_digest: Some(digest.to_wire()),
        inline_stderr: true,
        digest_function: reapi::digest_function::Value::Sha256 as i32,
        ..reapi::GetActionResultRequest::default()
    };
    connection
        .call(message, |request| async {
            let client = ActionCacheClient::new(connection.channel.clone());
            let mut client = client.max_decoding_message_size(MOST_MESSAGE);
            client.get_action_result(request).await.map(tonic::Response::into_inner)
        })
        .await
}

/// Stores those blobs of an action that the server lacks.
async fn upload(shared: &Shared, action: &EncodedAction, most_batch: u64) -> Result<(), CallError> {
    let all: BTreeSet<BlobDigest> = action.blobs.keys().cloned().collect();
    let missing = blobs::find_missing(&shared.connection, &all).await?;
    let lacking = missing.iter().filter_map(|digest| Some((digest.clone(), action.blobs.get(digest)?.to_vec())));
    let lacking: BTreeMap<BlobDigest, Vec<u8>> = lacking.collect();
    let bytes: u64 = lacking.values().map(|blob| blob.len() as u64).sum();
    let taken = blobs::write(&shared.connection, most_batch, lacking).await?;
    shared.counts.stored_bytes.fetch_add(bytes, Ordering::Relaxed);
    let is_whole = missing.iter().filter(|digest| action.blobs.contains_key(digest)).all(|one| taken.contains(one));
    if is_whole { Ok(()) } else { Err(CallError::Failed("the server did not take the inputs".to_owned())) }
}

/// Runs the action; gives its result, and whether the server had it.
async fn run(
    shared: &Shared,
    action: &EncodedAction,
    most_batch: u64,
    end: Instant,
) -> Result<(reapi::ActionResult, bool), CallError> {
    let connection = &shared.connection;
    let (mut operation, mut is_uploaded_again) = (String::new(), false);
    for stream in 1.. {
        let followed = tokio::time::timeout_at(end, follow(connection, action, &mut operation, end)).await;
        let followed = followed.unwrap_or_else(|_| Err(Status::deadline_exceeded("no result of the action in time")));
        let status = match followed {
            Ok(response) => match response.status.filter(|status| status.code != 0) {
                None => return Ok((response.result.unwrap_or_default(), response.cached_result)),
                Some(status) => {
                    let status = Status::new(Code::from(status.code), status.message);
                    // The input was removed between the upload and the run (REAPI: FAILED_PRECONDITION).
                    if status.code() != Code::FailedPrecondition || is_uploaded_again {
                        return Err(failure(connection.judge(&status)));
                    }
                    is_uploaded_again = true;
                    operation.clear();
                    upload(shared, action, most_batch).await?;
                    continue;
                }
            },
            Err(status) => status,
        };
        // A server that has forgotten the operation runs the action anew.
        let is_forgotten = status.code() == Code::NotFound && !std::mem::take(&mut operation).is_empty();
        let error = connection.judge(&status);
        let may_pass = matches!(status.code(), Code::Unavailable | Code::Aborted | Code::Unknown | Code::Internal);
        if stream >= STREAMS || !(is_forgotten || may_pass) {
            return Err(failure(error));
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(CallError::GaveUp)
}

/// Of an action, "not found" is a failure.
fn failure(error: CallError) -> CallError {
    match error {
        CallError::NotFound => CallError::Failed("the server does not know the action".to_owned()),
        error => error,
    }
}

/// Follows the operation to its end. `name`: empty, or the operation that was begun.
async fn follow(
    connection: &Connection,
    action: &EncodedAction,
    name: &mut String,
    end: Instant,
) -> Result<reapi::ExecuteResponse, Status> {
    let left = end.saturating_duration_since(Instant::now());
    connection.calls.fetch_add(1, Ordering::Relaxed);
    let client = ExecutionClient::new(connection.channel.clone());
    let mut client = client.max_decoding_message_size(MOST_MESSAGE);
    let mut stream: Streaming<Operation> = if name.is_empty() {
        let message = reapi::ExecuteRequest {
            instance_name: connection.instance.clone(),
            action_digest: Some(action.digest.to_wire()),
            digest_function: reapi::digest_function::Value::Sha256 as i32,
            inline_stderr: true,
            ..reapi::ExecuteRequest::default()
        };
        client.execute(connection.request(message, left)).await?.into_inner()
    } else {
        let message = reapi::WaitExecutionRequest { name: name.clone() };
        client.wait_execution(connection.request(message, left)).await?.into_inner()
    };
    while let Some(operation) = stream.message().await? {
        if operation.name.len() <= 1000 {
            *name = operation.name;
        }
        if !operation.done {
            continue;
        }
        return match operation.result {
            Some(operation::Result::Response(any)) => reapi::ExecuteResponse::decode(any.value.as_slice())
                .map_err(|_| Status::data_loss("the server's answer about the action cannot be read")),
            Some(operation::Result::Error(error)) => Err(Status::new(Code::from(error.code), error.message)),
            None => Err(Status::data_loss("the server's operation ended without a result")),
        };
    }
    Err(Status::unavailable("the stream of the operation ended before the operation did"))
}

/// Reads the outputs; the bytes of each are those of its digest.
async fn outputs(
    shared: &Arc<Shared>,
    request: &ActionRequest,
    result: reapi::ActionResult,
    most_batch: u64,
) -> Result<ActionOutput, CallError> {
    let wrong = |text: &str| CallError::Failed(text.to_owned());
    let mut output = ActionOutput { exit_code: result.exit_code, ..ActionOutput::default() };
    let stderr = &result.stderr_raw[..result.stderr_raw.len().min(MOST_STDERR)];
    output.stderr = String::from_utf8_lossy(stderr).into_owned();
    let mut wanted: BTreeMap<BlobDigest, Vec<String>> = BTreeMap::new();
    let mut bytes = 0;
    for file in result.output_files.into_iter().filter(|file| request.outputs.contains(&file.path)) {
        let digest = file.digest.as_ref().and_then(BlobDigest::from_wire);
        let digest = digest.ok_or_else(|| wrong("an output of the action has no usable digest"))?;
        bytes += digest.size;
        if digest.size > blobs::MOST_BLOB || bytes > MOST_OUTPUT {
            return Err(wrong("the outputs of the action are too large"));
        }
        if digest.size == 0 || (!file.contents.is_empty() && BlobDigest::of(&file.contents) == digest) {
            output.files.insert(file.path, file.contents);
        } else {
            wanted.entry(digest).or_default().push(file.path);
        }
    }
    output.room = shared.rooms.take(bytes).await;
    let digests: BTreeSet<BlobDigest> = wanted.keys().cloned().collect();
    let read = blobs::read(&shared.connection, most_batch, &digests).await?;
    shared.counts.read_bytes.fetch_add(bytes, Ordering::Relaxed);
    if !read.wrong.is_empty() {
        return Err(wrong("the bytes of an output are not those of its digest"));
    }
    if let Some(error) = read.failed {
        return Err(error);
    }
    for (digest, paths) in wanted {
        let bytes = read.blobs.get(&digest).ok_or(CallError::NotFound)?;
        output.files.extend(paths.into_iter().map(|path| (path, bytes.clone())));
    }
    Ok(output)
}
