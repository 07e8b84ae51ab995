//! The services of REAPI that a cache has; `running` has the other one.

use std::sync::{Arc, Mutex, PoisonError};

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use bazel_remote_apis::build::bazel::semver::SemVer;
use bazel_remote_apis::google::bytestream as stream;
use bazel_remote_apis::google::rpc;
use reapi::action_cache_server::ActionCache;
use reapi::capabilities_server::Capabilities;
use reapi::content_addressable_storage_server::ContentAddressableStorage;
use ring::digest::{SHA256, digest};
use stream::byte_stream_server::ByteStream;
use tonic::codegen::tokio_stream;
use tonic::codegen::tokio_stream::Stream;
use tonic::metadata::KeyRef;
use tonic::{Code, Request, Response, Status, Streaming};

use super::{Contents, Faults};

#[derive(Clone)]
pub struct Service {
    pub contents: Arc<Mutex<Contents>>,
}

pub type Pieces<T> = std::pin::Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

impl Service {
    pub fn with<T>(&self, work: impl FnOnce(&mut Contents) -> T) -> T {
        work(&mut self.contents.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes a call, waits, and fails where the faults say so.
    pub async fn begin<T>(&self, name: &'static str, request: &Request<T>) -> Result<Faults, Status> {
        let names: Vec<String> = request
            .metadata()
            .keys()
            .map(|key| match key {
                KeyRef::Ascii(key) => key.as_str().to_owned(),
                KeyRef::Binary(key) => key.as_str().to_owned(),
            })
            .collect();
        let (faults, total) = self.with(|contents| {
            *contents.calls.entry(name).or_default() += 1;
            contents.headers.extend(names);
            (contents.faults.clone(), contents.total())
        });
        let call = OpenCall(self);
        tokio::time::sleep(faults.latency).await;
        // It is not dropped: the call gets its answer.
        std::mem::forget(call);
        if faults.dies_after.is_some_and(|most| total > most) {
            return Err(Status::unavailable("the server has ended"));
        }
        let token = request.metadata().get("authorization").and_then(|value| value.to_str().ok());
        if let Some(wanted) = faults.token.as_deref().filter(|wanted| token != Some(wanted)) {
            // A server that shows what it got, as some do.
            let got = token.unwrap_or("nothing");
            return Err(Status::unauthenticated(format!("expected {} letters, got {got}", wanted.len())));
        }
        Ok(faults)
    }

    /// The bytes of a blob as they are given.
    fn blob(&self, hash: &str, faults: &Faults) -> Option<Vec<u8>> {
        let mut bytes = self.with(|contents| contents.blobs.get(hash).cloned()).filter(|_| !faults.lost_blobs)?;
        if let Some(byte) = bytes.first_mut().filter(|_| faults.wrong_bytes) {
            *byte ^= 0x20;
        }
        if faults.truncated {
            bytes.pop();
        }
        Some(bytes)
    }

    fn store(&self, wanted: &reapi::Digest, bytes: Vec<u8>, faults: &Faults) -> Result<(), Status> {
        if faults.full {
            return Err(Status::resource_exhausted("no space left on device"));
        }
        let hash = hash_of(&bytes);
        if hash != wanted.hash || bytes.len() as i64 != wanted.size_bytes {
            return Err(Status::invalid_argument("the bytes are not those of the digest"));
        }
        self.with(|contents| contents.blobs.insert(hash, bytes));
        Ok(())
    }
}

/// A call before its answer. It is dropped if the client ends the call.
struct OpenCall<'a>(&'a Service);

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        self.0.with(|contents| contents.abandoned += 1);
    }
}

/// The SHA-256 of a blob in hexadecimal.
pub fn hash_of(bytes: &[u8]) -> String {
    digest(&SHA256, bytes).as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn status(result: &Result<(), Status>) -> Option<rpc::Status> {
    let (code, message) = match result {
        Ok(()) => (Code::Ok, String::new()),
        Err(error) => (error.code(), error.message().to_owned()),
    };
    Some(rpc::Status { code: code as i32, message, details: Vec::new() })
}

#[tonic::async_trait]
impl Capabilities for Service {
    async fn get_capabilities(
        &self,
        request: Request<reapi::GetCapabilitiesRequest>,
    ) -> Result<Response<reapi::ServerCapabilities>, Status> {
        let faults = self.begin("GetCapabilities", &request).await?;
        let version = |minor| Some(SemVer { major: 2, minor, ..SemVer::default() });
        Ok(Response::new(reapi::ServerCapabilities {
            cache_capabilities: Some(reapi::CacheCapabilities {
                digest_functions: vec![reapi::digest_function::Value::Sha256 as i32],
                action_cache_update_capabilities: Some(reapi::ActionCacheUpdateCapabilities {
                    update_enabled: !faults.read_only,
                }),
                // Small, so that tests have several batches, and streams.
                max_batch_total_size_bytes: faults.batch_bytes.unwrap_or(16 << 10),
                ..reapi::CacheCapabilities::default()
            }),
            execution_capabilities: faults.running.is_offered.then(|| reapi::ExecutionCapabilities {
                digest_function: reapi::digest_function::Value::Sha256 as i32,
                exec_enabled: true,
                ..reapi::ExecutionCapabilities::default()
            }),
            low_api_version: version(0),
            high_api_version: version(3),
            ..reapi::ServerCapabilities::default()
        }))
    }
}

#[tonic::async_trait]
impl ActionCache for Service {
    async fn get_action_result(
        &self,
        request: Request<reapi::GetActionResultRequest>,
    ) -> Result<Response<reapi::ActionResult>, Status> {
        let faults = self.begin("GetActionResult", &request).await?;
        let request = request.into_inner();
        let hash = request.action_digest.unwrap_or_default().hash;
        let found = self.with(|contents| contents.results.get(&hash).cloned());
        let mut found = found.ok_or_else(|| Status::not_found("no such result"))?;
        let inline =
            |file: &&mut reapi::OutputFile| request.inline_output_files.contains(&file.path) && !faults.inlines_nothing;
        for file in found.output_files.iter_mut().filter(inline) {
            let hash = file.digest.clone().unwrap_or_default().hash;
            file.contents = self.blob(&hash, &faults).unwrap_or_default();
        }
        Ok(Response::new(found))
    }

    async fn update_action_result(
        &self,
        request: Request<reapi::UpdateActionResultRequest>,
    ) -> Result<Response<reapi::ActionResult>, Status> {
        let faults = self.begin("UpdateActionResult", &request).await?;
        if faults.read_only || faults.refuses_results {
            return Err(Status::permission_denied("results may be read, and not stored"));
        }
        let request = request.into_inner();
        let (action, result) = (request.action_digest.unwrap_or_default(), request.action_result.unwrap_or_default());
        let files = result.output_files.iter().filter_map(|file| file.digest.as_ref());
        let mut named: Vec<String> = files.map(|digest| digest.hash.clone()).collect();
        // The protocol asks for the action too.
        named.push(action.hash.clone());
        if self.with(|contents| named.iter().any(|hash| !contents.blobs.contains_key(hash))) {
            return Err(Status::failed_precondition("the result names a blob that is not there"));
        }
        self.with(|contents| contents.results.insert(action.hash, result.clone()));
        Ok(Response::new(result))
    }
}

#[tonic::async_trait]
impl ContentAddressableStorage for Service {
    type GetTreeStream = Pieces<reapi::GetTreeResponse>;
    type GetChunkMappingStream = Pieces<reapi::GetChunkMappingResponse>;

    async fn find_missing_blobs(
        &self,
        request: Request<reapi::FindMissingBlobsRequest>,
    ) -> Result<Response<reapi::FindMissingBlobsResponse>, Status> {
        self.begin("FindMissingBlobs", &request).await?;
        let mut missing = request.into_inner().blob_digests;
        self.with(|contents| missing.retain(|digest| !contents.blobs.contains_key(&digest.hash)));
        Ok(Response::new(reapi::FindMissingBlobsResponse { missing_blob_digests: missing }))
    }

    async fn batch_update_blobs(
        &self,
        request: Request<reapi::BatchUpdateBlobsRequest>,
    ) -> Result<Response<reapi::BatchUpdateBlobsResponse>, Status> {
        let faults = self.begin("BatchUpdateBlobs", &request).await?;
        let one = |blob: reapi::batch_update_blobs_request::Request| {
            let digest = blob.digest.unwrap_or_default();
            let status = status(&self.store(&digest, blob.data, &faults));
            reapi::batch_update_blobs_response::Response { digest: Some(digest), status }
        };
        let responses = request.into_inner().requests.into_iter().map(one).collect();
        Ok(Response::new(reapi::BatchUpdateBlobsResponse { responses }))
    }

    async fn batch_read_blobs(
        &self,
        request: Request<reapi::BatchReadBlobsRequest>,
    ) -> Result<Response<reapi::BatchReadBlobsResponse>, Status> {
        let faults = self.begin("BatchReadBlobs", &request).await?;
        let one = |digest: reapi::Digest| {
            let blob = self.blob(&digest.hash, &faults);
            let found = blob.as_ref().map(|_| ()).ok_or_else(|| Status::not_found("no such blob"));
            let (data, status) = (blob.unwrap_or_default(), status(&found));
            reapi::batch_read_blobs_response::Response { digest: Some(digest), data, status, compressor: 0 }
        };
        let responses = request.into_inner().digests.into_iter().map(one).collect();
        Ok(Response::new(reapi::BatchReadBlobsResponse { responses }))
    }

    async fn get_tree(&self, _: Request<reapi::GetTreeRequest>) -> Result<Response<Self::GetTreeStream>, Status> {
        Err(Status::unimplemented("GetTree"))
    }

    async fn split_blob(
        &self,
        _: Request<reapi::SplitBlobRequest>,
    ) -> Result<Response<reapi::SplitBlobResponse>, Status> {
        Err(Status::unimplemented("SplitBlob"))
    }

    async fn get_chunk_mapping(
        &self,
        _: Request<reapi::GetChunkMappingRequest>,
    ) -> Result<Response<Self::GetChunkMappingStream>, Status> {
        Err(Status::unimplemented("GetChunkMapping"))
    }

    async fn splice_blob(
        &self,
        _: Request<reapi::SpliceBlobRequest>,
    ) -> Result<Response<reapi::SpliceBlobResponse>, Status> {
        Err(Status::unimplemented("SpliceBlob"))
    }

    async fn register_chunk_mapping(
        &self,
        _: Request<Streaming<reapi::RegisterChunkMappingRequest>>,
    ) -> Result<Response<reapi::RegisterChunkMappingResponse>, Status> {
        Err(Status::unimplemented("RegisterChunkMapping"))
    }
}

#[tonic::async_trait]
impl ByteStream for Service {
    type ReadStream = Pieces<stream::ReadResponse>;

    async fn read(&self, request: Request<stream::ReadRequest>) -> Result<Response<Self::ReadStream>, Status> {
        let faults = self.begin("Read", &request).await?;
        let name = request.into_inner().resource_name;
        let hash = name.rsplit('/').nth(1).unwrap_or_default().to_owned();
        let bytes = self.blob(&hash, &faults).ok_or_else(|| Status::not_found("no such blob"))?;
        let pieces: Vec<_> =
            bytes.chunks(40_000).map(|data| Ok(stream::ReadResponse { data: data.to_vec() })).collect();
        Ok(Response::new(Box::pin(tokio_stream::iter(pieces))))
    }

    async fn write(
        &self,
        request: Request<Streaming<stream::WriteRequest>>,
    ) -> Result<Response<stream::WriteResponse>, Status> {
        let faults = self.begin("Write", &request).await?;
        let mut pieces = request.into_inner();
        let (mut name, mut bytes, mut is_whole) = (String::new(), Vec::new(), false);
        while let Some(piece) = pieces.message().await? {
            if name.is_empty() {
                name = piece.resource_name;
            }
            if piece.write_offset != bytes.len() as i64 {
                return Err(Status::invalid_argument("a piece is missing"));
            }
            bytes.extend_from_slice(&piece.data);
            is_whole = piece.finish_write;
        }
        if !is_whole {
            return Err(Status::invalid_argument("the stream ended before the blob did"));
        }
        let mut parts = name.rsplit('/');
        let size_bytes = parts.next().and_then(|size| size.parse().ok()).unwrap_or(-1);
        let hash = parts.next().unwrap_or_default().to_owned();
        let length = bytes.len() as i64;
        self.store(&reapi::Digest { hash, size_bytes }, bytes, &faults)?;
        Ok(Response::new(stream::WriteResponse { committed_size: length }))
    }

    async fn query_write_status(
        &self,
        _: Request<stream::QueryWriteStatusRequest>,
    ) -> Result<Response<stream::QueryWriteStatusResponse>, Status> {
        Err(Status::unimplemented("QueryWriteStatus"))
    }
}
