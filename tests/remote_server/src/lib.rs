//! A server of the Remote Execution API, for tests of uberc's client: a cache in memory, and actions that run on this
//! machine. It does what the protocol says, with the faults that a test asks for.
//!
//! **In**: faults, which can be changed at any time.
//! **Out**: an address on the loopback device; what was asked, and with which headers.
//! **Never**: writes a file outside of the temporary folder of an action, or runs an action unless a test says that it does.

mod running;
mod services;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use bazel_remote_apis::google::bytestream::byte_stream_server::ByteStreamServer;
use reapi::action_cache_server::ActionCacheServer;
use reapi::capabilities_server::CapabilitiesServer;
use reapi::content_addressable_storage_server::ContentAddressableStorageServer;
use reapi::execution_server::ExecutionServer;
use tokio::runtime::Runtime;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Certificate, Identity, Server as TonicServer, ServerTlsConfig};

pub use running::{Outcome, Running};

/// What goes wrong.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// Before each answer.
    pub latency: Duration,
    /// The most bytes of a batch; `None`: so few that tests have several batches.
    pub batch_bytes: Option<i64>,
    /// No file is sent along with the result that names it, as many servers do not.
    pub inlines_nothing: bool,
    /// Blobs are given with a changed byte.
    pub wrong_bytes: bool,
    /// Blobs are given without their last byte, and streams end early.
    pub truncated: bool,
    /// Blobs that results name are not there.
    pub lost_blobs: bool,
    /// Nothing can be stored.
    pub full: bool,
    /// Results may not be stored, and the server says so when it is asked what it can do.
    pub read_only: bool,
    /// The same, but it is only said when one is stored.
    pub refuses_results: bool,
    /// After this many calls no call is answered.
    pub dies_after: Option<u64>,
    /// The value that the header `authorization` must have.
    pub token: Option<String>,
    /// Whether actions are run, and what goes wrong with them.
    pub running: Running,
}

/// What the server holds, and what it was asked.
#[derive(Debug, Default)]
pub struct Contents {
    pub blobs: BTreeMap<String, Vec<u8>>,
    pub results: BTreeMap<String, reapi::ActionResult>,
    /// Calls, by name.
    pub calls: BTreeMap<&'static str, u64>,
    /// Calls that the client ended before they were answered.
    pub abandoned: u64,
    /// Names of metadata that came with calls.
    pub headers: BTreeSet<String>,
    pub faults: Faults,
    /// Operations by name.
    pub operations: BTreeMap<String, Outcome>,
    /// Platform properties of actions that ran.
    pub platforms: BTreeSet<(String, String)>,
    /// How often each action was to run.
    pub runs: BTreeMap<String, u64>,
}

impl Contents {
    fn total(&self) -> u64 {
        self.calls.values().sum()
    }
}

/// Certificates of a server that speaks TLS, in PEM.
#[derive(Clone, Debug)]
pub struct ServerTls {
    pub certificate: Vec<u8>,
    pub key: Vec<u8>,
    /// Who vouches for clients; then each client needs a certificate.
    pub clients: Option<Vec<u8>>,
}

/// A running server. Dropping it closes all connections.
pub struct Server {
    address: SocketAddr,
    contents: Arc<Mutex<Contents>>,
    runtime: Option<Runtime>,
}

impl Server {
    /// Starts a server at a free port of the loopback device.
    ///
    /// # Errors
    /// The operating system's, as text.
    pub fn start(faults: Faults, tls: Option<ServerTls>) -> Result<Server, String> {
        let text = |error: &dyn std::error::Error| format!("cannot start the server: {error}");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| text(&error))?;
        let contents = Arc::new(Mutex::new(Contents { faults, ..Contents::default() }));
        let mut builder = TonicServer::builder();
        if let Some(ServerTls { certificate, key, clients }) = tls {
            let mut tls = ServerTlsConfig::new().identity(Identity::from_pem(certificate, key));
            if let Some(clients) = clients {
                tls = tls.client_ca_root(Certificate::from_pem(clients));
            }
            builder = builder.tls_config(tls).map_err(|error| text(&error))?;
        }
        let service = services::Service { contents: Arc::clone(&contents) };
        let most = 16 << 20;
        let router = builder
            .add_service(CapabilitiesServer::new(service.clone()))
            .add_service(ActionCacheServer::new(service.clone()).max_decoding_message_size(most))
            .add_service(ContentAddressableStorageServer::new(service.clone()).max_decoding_message_size(most))
            .add_service(ExecutionServer::new(service.clone()))
            .add_service(ByteStreamServer::new(service).max_decoding_message_size(most));
        let listening = {
            let _context = runtime.enter();
            let listening = TcpIncoming::bind(SocketAddr::from(([127, 0, 0, 1], 0))).map_err(|error| text(&error))?;
            // Otherwise the second part of an answer waits for the receipt of the first: 40 ms on Linux.
            listening.with_nodelay(Some(true))
        };
        let address = listening.local_addr().map_err(|error| text(&error))?;
        runtime.spawn(router.serve_with_incoming(listening));
        Ok(Server { address, contents, runtime: Some(runtime) })
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    pub fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the file of this name in each result that has one, with the digest of the new bytes; how many those are.
    pub fn replace_file(&self, name: &str, bytes: &[u8]) -> usize {
        let digest = reapi::Digest { hash: services::hash_of(bytes), size_bytes: bytes.len() as i64 };
        let mut contents = self.contents();
        contents.blobs.insert(digest.hash.clone(), bytes.to_vec());
        let files = contents.results.values_mut().flat_map(|result| &mut result.output_files);
        let named = files.filter(|file| file.path == name).map(|file| file.digest = Some(digest.clone()));
        named.count()
    }

    /// Changes what goes wrong; calls are counted from here on.
    pub fn set_faults(&self, faults: Faults) {
        let mut contents = self.contents();
        contents.faults = faults;
        contents.calls.clear();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
