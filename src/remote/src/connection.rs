//! The connection: deadlines, retries, and the number of failures after which nothing more is asked.

use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use prost::Message as _;
use tokio::sync::Semaphore;
use tonic::metadata::{AsciiMetadataKey, AsciiMetadataValue, BinaryMetadataValue, MetadataMap};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint, Identity};
use tonic::{Code, Request, Status};

use super::config::{Config, ConfigError, http_address};

/// Failed attempts of a client, after which it asks no more.
pub const MOST_FAILURES: u32 = 6;

/// Attempts of one call.
const ATTEMPTS: u32 = 3;

/// The wait before the second attempt; before each further one it doubles.
const FIRST_PAUSE: Duration = Duration::from_millis(40);

/// The longest text of a server that is shown.
const MOST_TEXT: usize = 300;

/// The most bytes of one message: the bytes of a batch, and the digests around them.
pub const MOST_MESSAGE: usize = 8 << 20;

/// The header in which REAPI names the client and its version (`RequestMetadata`).
const METADATA: &str = "build.bazel.remote.execution.v2.requestmetadata-bin";

/// Why a call has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// The server has no such thing.
    NotFound,
    /// The server does not let this client do this.
    Refused(String),
    /// The credentials of this client are missing, wrong or have expired.
    Unauthenticated(String),
    /// The server has no room.
    Full(String),
    /// Anything else: no connection, no answer in time, an answer that cannot be read.
    Failed(String),
    /// The client asks no more.
    GaveUp,
}

/// A connection with its settings.
pub struct Connection {
    pub channel: Channel,
    pub instance: String,
    timeout: Duration,
    headers: Vec<(AsciiMetadataKey, AsciiMetadataValue)>,
    metadata: BinaryMetadataValue,
    /// Values of headers, which no message shows.
    secrets: Vec<String>,
    failures: AtomicU32,
    gave_up: AtomicBool,
    reason: Mutex<Option<String>>,
    pub calls: AtomicU64,
    limit: Semaphore,
}

impl Connection {
    /// Sets up the connection; it is made with the first call. Needs the context of a tokio runtime.
    pub fn new(config: &Config) -> Result<Connection, ConfigError> {
        let wrong = |error: tonic::transport::Error| ConfigError::Endpoint(with_causes(&error));
        let mut endpoint = Endpoint::from_shared(http_address(&config.endpoint)?)
            .map_err(wrong)?
            .connect_timeout(config.timeout)
            .tcp_nodelay(true)
            // A batch fits into the windows, so that it does not wait for updates of them.
            .initial_stream_window_size(Some(4 << 20))
            .initial_connection_window_size(Some(16 << 20))
            .http2_keep_alive_interval(Duration::from_secs(20))
            .keep_alive_timeout(config.timeout);
        if config.is_encrypted() {
            let mut tls = ClientTlsConfig::new();
            tls = match &config.tls.authority {
                Some(pem) => tls.ca_certificate(Certificate::from_pem(pem)),
                None => tls.with_native_roots(),
            };
            if let Some((certificate, key)) = &config.tls.identity {
                tls = tls.identity(Identity::from_pem(certificate, key));
            }
            endpoint = endpoint.tls_config(tls).map_err(|error| ConfigError::Tls(with_causes(&error)))?;
        }
        let mut headers = Vec::new();
        for (name, value) in &config.headers {
            let refused = || ConfigError::Header(name.clone());
            let key = AsciiMetadataKey::from_bytes(name.as_bytes()).map_err(|_| refused())?;
            let mut value = AsciiMetadataValue::try_from(value.as_str()).map_err(|_| refused())?;
            value.set_sensitive(true);
            headers.push((key, value));
        }
        let tool = reapi::ToolDetails { tool_name: "uberc".to_owned(), tool_version: config.version.to_owned() };
        let metadata = reapi::RequestMetadata { tool_details: Some(tool), ..reapi::RequestMetadata::default() };
        Ok(Connection {
            channel: endpoint.connect_lazy(),
            instance: config.instance.clone(),
            timeout: config.timeout,
            headers,
            metadata: BinaryMetadataValue::from_bytes(&metadata.encode_to_vec()),
            secrets: config.headers.iter().flat_map(|(_, value)| secrets_of(value)).collect(),
            failures: AtomicU32::new(0),
            gave_up: AtomicBool::new(false),
            reason: Mutex::default(),
            calls: AtomicU64::new(0),
            limit: Semaphore::new(config.calls.max(1)),
        })
    }

    /// The deadline of one call.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Why the client asks no more.
    pub fn gave_up(&self) -> Option<String> {
        self.reason.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends all asking; the first reason stays.
    pub fn give_up(&self, reason: String) {
        self.reason.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(reason);
        self.gave_up.store(true, Ordering::Relaxed);
    }

    /// One call with its deadline; repeated where the failure may pass. `call` sends the request once.
    pub async fn call<Q: Clone, T, F>(&self, message: Q, call: impl Fn(Request<Q>) -> F) -> Result<T, CallError>
    where
        F: Future<Output = Result<T, Status>>,
    {
        self.call_within(self.timeout, ATTEMPTS, message, call).await
    }

    /// One call without a second attempt. It is the first of a build: a server that does not run fails each attempt, so that further
    /// ones would only delay the message.
    pub async fn call_once<Q: Clone, T, F>(&self, message: Q, call: impl Fn(Request<Q>) -> F) -> Result<T, CallError>
    where
        F: Future<Output = Result<T, Status>>,
    {
        self.call_within(self.timeout, 1, message, call).await
    }

    /// The same with a deadline of its own, for large blobs.
    pub async fn call_for<Q: Clone, T, F>(
        &self,
        deadline: Duration,
        message: Q,
        call: impl Fn(Request<Q>) -> F,
    ) -> Result<T, CallError>
    where
        F: Future<Output = Result<T, Status>>,
    {
        self.call_within(deadline, ATTEMPTS, message, call).await
    }

    async fn call_within<Q: Clone, T, F>(
        &self,
        deadline: Duration,
        attempts: u32,
        message: Q,
        call: impl Fn(Request<Q>) -> F,
    ) -> Result<T, CallError>
    where
        F: Future<Output = Result<T, Status>>,
    {
        let mut pause = FIRST_PAUSE;
        for attempt in 1.. {
            if self.gave_up.load(Ordering::Relaxed) {
                return Err(CallError::GaveUp);
            }
            let permit = self.limit.acquire().await.map_err(|_| CallError::GaveUp)?;
            self.calls.fetch_add(1, Ordering::Relaxed);
            let answer = tokio::time::timeout(deadline, call(self.request(message.clone(), deadline))).await;
            drop(permit);
            let status = match answer {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(status)) => status,
                Err(_) => Status::deadline_exceeded(format!("no answer within {} ms", deadline.as_millis())),
            };
            let error = self.judge(&status);
            let CallError::Failed(text) = &error else { return Err(error) };
            self.count_failure(text);
            // Who was late is likely to be late again.
            let may_pass = matches!(status.code(), Code::Unavailable | Code::Aborted | Code::Unknown | Code::Internal);
            if attempt >= attempts || !may_pass {
                return Err(error);
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
        Err(CallError::GaveUp)
    }

    /// Counts a failure; the last of [`MOST_FAILURES`] is the reason why nothing more is asked.
    pub fn count_failure(&self, text: &str) {
        if self.failures.fetch_add(1, Ordering::Relaxed) + 1 >= MOST_FAILURES {
            self.give_up(text.to_owned());
        }
    }

    /// A request with the client's headers and a deadline.
    pub fn request<Q>(&self, message: Q, deadline: Duration) -> Request<Q> {
        let mut request = Request::new(message);
        request.set_timeout(deadline);
        let metadata: &mut MetadataMap = request.metadata_mut();
        for (name, value) in &self.headers {
            metadata.insert(name.clone(), value.clone());
        }
        metadata.insert_bin(METADATA, self.metadata.clone());
        request
    }

    /// What a status means for the caller.
    pub fn judge(&self, status: &Status) -> CallError {
        let text = self.text_of(status);
        match status.code() {
            Code::NotFound => CallError::NotFound,
            Code::PermissionDenied | Code::Unimplemented => CallError::Refused(text),
            Code::Unauthenticated => CallError::Unauthenticated(text),
            Code::ResourceExhausted => CallError::Full(text),
            _ => CallError::Failed(text),
        }
    }

    /// The server's words, without control characters and secrets, and not too long.
    fn text_of(&self, status: &Status) -> String {
        let mut said = status.message().to_owned();
        // Why there is no connection is in the causes alone.
        let mut cause = std::error::Error::source(status);
        while let Some(error) = cause {
            let text = error.to_string();
            if !said.contains(&text) {
                said = if said.is_empty() { text } else { format!("{said}: {text}") };
            }
            cause = error.source();
        }
        for secret in &self.secrets {
            said = said.replace(secret.as_str(), "[hidden]");
        }
        let clean: String = said.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST_TEXT).collect();
        let clean = clean.split_whitespace().collect::<Vec<_>>().join(" ");
        if clean.is_empty() { status.code().description().to_owned() } else { clean }
    }
}

/// A value, and its words: a server may repeat the token without `Bearer`. Words that are too short to be secrets would hide parts
/// of ordinary texts.
fn secrets_of(value: &str) -> Vec<String> {
    let whole = (!value.is_empty()).then_some(value);
    let words = value.split_whitespace().filter(|word| word.len() >= 8);
    whole.into_iter().chain(words).map(str::to_owned).collect()
}

/// An error with its causes, which say what is wrong.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}
