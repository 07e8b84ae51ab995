//! The client as the rest of a program sees it: questions and stores that do not wait.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use reapi::capabilities_client::CapabilitiesClient;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::AbortHandle;

use super::action::{ActionOutput, ActionRequest};
use super::blobs;
use super::config::{Config, ConfigError};
use super::connection::{CallError, Connection};
use super::entries::{ActionName, Entry};
use super::execute::execute;
use super::fetch::{Answer, Lacks, Lookup, fetch};
use super::room::Rooms;
use super::upload::store_all;

/// The share of all calls that store results while the program works.
const BESIDE_WORK: usize = 4;

/// A client of one server. Dropping it ends what is under way.
pub struct Client {
    shared: Arc<Shared>,
    store: UnboundedSender<Entry>,
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
}

/// Entries that are being looked up. Dropping it ends the calls that are under way, and no more are made.
#[derive(Debug)]
#[must_use = "a question that is dropped gets no answer"]
pub struct Question(AbortHandle);

impl Question {
    /// Whether all answers have come.
    pub fn is_answered(&self) -> bool {
        self.0.is_finished()
    }
}

impl Drop for Question {
    fn drop(&mut self) {
        // The tasks of its calls belong to it, and end with it.
        self.0.abort();
    }
}

/// What a server says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerFacts {
    /// The versions of REAPI that it speaks: `2.0`, `2.3`.
    pub versions: (String, String),
    /// Whether this client may store results.
    pub may_store: bool,
    /// Whether it also runs actions.
    pub executes: bool,
    /// The most bytes of one batch, by the server or by this client.
    pub most_batch: u64,
    /// From the question to the answer, with connecting.
    pub took: Duration,
}

/// What a client did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Entries that the server had, had not, had incomplete or wrong, and could not be asked for.
    pub found: u64,
    pub missing: u64,
    pub broken: u64,
    pub unanswered: u64,
    pub read_bytes: u64,
    pub stored: u64,
    pub stored_bytes: u64,
    /// Calls, each attempt counted.
    pub calls: u64,
}

#[derive(Default)]
pub struct Counts {
    pub found: AtomicU64,
    pub missing: AtomicU64,
    pub broken: AtomicU64,
    pub unanswered: AtomicU64,
    pub read_bytes: AtomicU64,
    pub stored: AtomicU64,
    pub stored_bytes: AtomicU64,
}

/// What the client's tasks share.
pub struct Shared {
    pub connection: Arc<Connection>,
    pub counts: Counts,
    pub rooms: Rooms,
    /// Calls that store results, at once. While the program works they leave most calls to its questions, and most of the
    /// processor to itself.
    pub storing: Semaphore,
    /// Permits of `storing` from when the program waits for it.
    more_storing: Mutex<usize>,
    facts: OnceCell<Result<ServerFacts, CallError>>,
    /// Entries that are to be stored: `true` once it was tried in vain.
    unfinished: Mutex<BTreeMap<ActionName, bool>>,
    passed: Condvar,
    /// Why nothing is stored any more, though the server may still be asked.
    not_stored: Mutex<Option<CallError>>,
}

impl Shared {
    /// What the server says of itself; asked once.
    pub async fn facts(&self) -> Result<ServerFacts, CallError> {
        let ask = async {
            let asked = Instant::now();
            let facts = self.ask().await.map(|facts| ServerFacts { took: asked.elapsed(), ..facts });
            if let Err(error) = &facts {
                self.connection.give_up(text_of(error));
            }
            facts
        };
        self.facts.get_or_init(|| ask).await.clone()
    }

    async fn ask(&self) -> Result<ServerFacts, CallError> {
        let connection = &self.connection;
        let message = reapi::GetCapabilitiesRequest { instance_name: connection.instance.clone() };
        let answer = connection
            .call_once(message, |request| async {
                CapabilitiesClient::new(connection.channel.clone()).get_capabilities(request).await
            })
            .await?
            .into_inner();
        let cache = answer.cache_capabilities.ok_or_else(|| CallError::Refused("the server is no cache".to_owned()))?;
        // An old server names none, and has SHA-256.
        let sha256 = reapi::digest_function::Value::Sha256 as i32;
        if !cache.digest_functions.is_empty() && !cache.digest_functions.contains(&sha256) {
            return Err(CallError::Refused("the server does not take SHA-256 digests".to_owned()));
        }
        let version = |version: Option<bazel_remote_apis::build::bazel::semver::SemVer>| {
            version.map_or("2.0".to_owned(), |version| format!("{}.{}", version.major, version.minor))
        };
        let versions = (version(answer.low_api_version), version(answer.high_api_version));
        let most = u64::try_from(cache.max_batch_total_size_bytes).unwrap_or(0);
        Ok(ServerFacts {
            versions,
            may_store: cache.action_cache_update_capabilities.is_some_and(|update| update.update_enabled),
            executes: answer.execution_capabilities.is_some_and(|execution| execution.exec_enabled),
            most_batch: if most == 0 { blobs::MOST_BATCH } else { most.min(blobs::MOST_BATCH) },
            took: Duration::ZERO,
        })
    }

    /// Ends all asking if the server refuses this client.
    pub fn stop_if_refused(&self, error: &CallError) {
        if let CallError::Refused(text) | CallError::Unauthenticated(text) = error {
            self.connection.give_up(text.clone());
        }
    }

    /// Ends storing: what one entry met, the next would meet too.
    pub fn stop_storing(&self, error: &CallError) {
        if *error != CallError::GaveUp {
            self.not_stored.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.clone());
        }
    }

    fn not_stored(&self) -> Option<CallError> {
        self.not_stored.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the server has refused to store what this client has.
    pub fn may_not_store(&self) -> bool {
        matches!(self.not_stored(), Some(CallError::Refused(_)))
    }

    /// All calls may store results: the program waits for it.
    fn store_faster(&self) {
        let more = std::mem::take(&mut *self.more_storing.lock().unwrap_or_else(PoisonError::into_inner));
        self.storing.add_permits(more);
    }

    pub async fn may_store(&self) -> bool {
        let is_open = self.not_stored().is_none();
        is_open && self.connection.gave_up().is_none() && self.facts().await.is_ok_and(|facts| facts.may_store)
    }

    /// The server has the entry.
    pub fn stored(&self, name: &ActionName) {
        self.counts.stored.fetch_add(1, Ordering::Relaxed);
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }

    /// These can never be stored: nothing is kept of them.
    pub fn drop_all(&self, names: &[ActionName]) {
        let mut unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        for name in names {
            unfinished.remove(name);
        }
        drop(unfinished);
        self.passed.notify_all();
    }

    /// These were tried, with success or without.
    pub fn pass(&self, names: &[ActionName]) {
        let mut unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        for name in names {
            if let Some(tried) = unfinished.get_mut(name) {
                *tried = true;
            }
        }
        drop(unfinished);
        self.passed.notify_all();
    }
}

impl Client {
    /// A client; connecting goes on behind.
    ///
    /// # Errors
    /// Settings that cannot be used.
    pub fn open(config: &Config) -> Result<Client, ConfigError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(2)
            .thread_name("remote cache")
            .enable_all()
            .build()
            .map_err(|error| ConfigError::Thread(error.to_string()))?;
        let connection = {
            let _context = runtime.enter();
            Connection::new(config)?
        };
        let storing = (config.calls / BESIDE_WORK).max(1);
        let shared = Arc::new(Shared {
            connection: Arc::new(connection),
            counts: Counts::default(),
            rooms: Rooms::default(),
            storing: Semaphore::new(storing),
            more_storing: Mutex::new(config.calls.saturating_sub(storing)),
            facts: OnceCell::new(),
            unfinished: Mutex::default(),
            passed: Condvar::new(),
            not_stored: Mutex::default(),
        });
        let (store, entries) = unbounded_channel();
        runtime.spawn(store_all(Arc::clone(&shared), entries));
        let asking = Arc::clone(&shared);
        runtime.spawn(async move { asking.facts().await.map(|_| ()) });
        Ok(Client { shared, store, runtime: Some(runtime) })
    }

    /// Looks up all entries at once. Each answer comes with the number of its entry, of which the first has `first`, as soon as it
    /// is there, and exactly one comes for each while the question is held. Who asks several times must take all answers from
    /// one channel, or from each whatever comes first: answers that wait take the room of others. `None`: no answer comes.
    pub fn fetch(
        &self,
        first: usize,
        lookups: Vec<Lookup>,
        lacks: Lacks,
        answers: mpsc::Sender<(usize, Answer)>,
    ) -> Option<Question> {
        let task = self.runtime.as_ref()?.spawn(fetch(Arc::clone(&self.shared), first, lookups, lacks, answers));
        Some(Question(task.abort_handle()))
    }

    /// Has the server run an action. The answer comes with this number, as soon as it is there; the error says why there
    /// is none.
    pub fn execute(
        &self,
        number: usize,
        request: ActionRequest,
        answers: mpsc::Sender<(usize, Result<ActionOutput, String>)>,
    ) {
        let Some(runtime) = &self.runtime else { return };
        let shared = Arc::clone(&self.shared);
        runtime.spawn(async move {
            let done = execute(&shared, &request).await;
            match &done {
                Ok(_) => {}
                Err(CallError::GaveUp) => {}
                Err(CallError::Refused(text) | CallError::Unauthenticated(text)) => {
                    shared.connection.give_up(text.clone());
                }
                Err(error) => shared.connection.count_failure(&text_of(error)),
            }
            // Nobody listens any more: then nobody needs the answer.
            let _ = answers.send((number, done.map_err(|error| text_of(&error))));
        });
    }

    /// Counts a failure that only the caller can see: after [`super::MOST_FAILURES`] nothing more is asked.
    pub fn count_failure(&self, text: &str) {
        self.shared.connection.count_failure(text);
    }

    /// Stores entries behind the program's work. See [`Client::finish`].
    pub fn store(&self, entries: Vec<Entry>) {
        let mut unfinished = self.shared.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        for entry in entries {
            unfinished.insert(entry.name.clone(), false);
            // The receiver lives as long as the runtime.
            let _ = self.store.send(entry);
        }
    }

    /// Waits until all entries were tried, at most this long; gives those that are not stored.
    pub fn finish(&self, most: Duration) -> Vec<ActionName> {
        let end = Instant::now() + most;
        self.shared.store_faster();
        let mut unfinished = self.shared.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        while unfinished.values().any(|tried| !tried) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.shared.passed.wait_timeout(unfinished, left);
            unfinished = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        unfinished.keys().cloned().collect()
    }

    /// What the server says of itself; waits for the answer.
    ///
    /// # Errors
    /// Why there is none.
    pub fn facts(&self) -> Result<ServerFacts, String> {
        let Some(runtime) = &self.runtime else { return Err("the client was closed".to_owned()) };
        runtime.block_on(self.shared.facts()).map_err(|error| text_of(&error))
    }

    /// The same, if the answer is there.
    pub fn known_facts(&self) -> Option<ServerFacts> {
        self.shared.facts.get()?.clone().ok()
    }

    /// Why the server is not asked any more.
    pub fn gave_up(&self) -> Option<String> {
        self.shared.connection.gave_up()
    }

    /// Why nothing is stored any more.
    pub fn stopped_storing(&self) -> Option<String> {
        self.shared.not_stored().as_ref().map(text_of)
    }

    /// Whether that is because the server does not let this client store: a later build may not either.
    pub fn may_not_store(&self) -> bool {
        self.shared.may_not_store()
    }

    pub fn counters(&self) -> Counters {
        let Shared { counts, connection, .. } = &*self.shared;
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Counters {
            found: read(&counts.found),
            missing: read(&counts.missing),
            broken: read(&counts.broken),
            unanswered: read(&counts.unanswered),
            read_bytes: read(&counts.read_bytes),
            stored: read(&counts.stored),
            stored_bytes: read(&counts.stored_bytes),
            calls: read(&connection.calls),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Calls that are under way may take until their deadline.
            runtime.shutdown_background();
        }
    }
}

fn text_of(error: &CallError) -> String {
    match error {
        CallError::NotFound => "the server does not know the instance".to_owned(),
        CallError::Refused(text)
        | CallError::Unauthenticated(text)
        | CallError::Full(text)
        | CallError::Failed(text) => text.clone(),
        CallError::GaveUp => "the server is not asked any more".to_owned(),
    }
}
