//! One run's use of the server.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use uberc_remote::{ActionName, Answer, Client, Config, Question, ServerFacts, Tls};

use super::entry::{self, Kind, SharedObject, UnitLists, Wanted};
use super::execution::{Executed, Executor};
use super::pending::{self, Pending, PendingEntry, PendingList};
use crate::bounded_file;
use crate::cache::Cache;
use crate::diag::{Diagnostic, Origin};
use crate::model::{Digest, RemoteSettings};

/// The share of a build's time that its end waits for uploads, unless the project says how long.
const UPLOAD_SHARE: u32 = 40;

/// How many times the server's first answer must fit into that wait: storing takes four calls, one after the other, and the
/// first one also connects. Otherwise there is no wait, because nothing would be stored in it.
const FIRST_ANSWERS: u32 = 2;

/// What the command line says of the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemoteMode {
    /// It is not asked.
    pub offline: bool,
    /// Nothing is stored there.
    pub read_only: bool,
}

/// What a run did with the server, for the history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteRecord {
    /// Entries that the server had, and had not; and those that were wrong, incomplete or not answered.
    pub found: u64,
    pub missing: u64,
    pub failed: u64,
    pub read_bytes: u64,
    pub stored: u64,
    pub stored_bytes: u64,
    /// Entries that the next build stores.
    pub left: u64,
    /// What compilers did on the server's machines, if they were asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executed: Option<Executed>,
}

/// An entry of files of the local cache, to be stored.
#[derive(Clone, Debug)]
pub struct Shared {
    pub wanted: Wanted,
    /// Records, by the digests of their keys.
    pub records: Vec<Digest>,
    /// Objects beside the outputs of these records; and outputs that are in memory.
    pub objects: Vec<SharedObject>,
}

/// What an answer gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The results are in the local cache.
    Stored,
    Lists(UnitLists),
    /// The server has none, or none that can be used.
    Nothing,
}

/// The server of a project. There is a connection once something is asked or stored.
pub struct RemoteCache {
    client: OnceLock<Result<Client, String>>,
    executor: Option<Executor>,
    config: Config,
    settings: RemoteSettings,
    stores: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Entries that the server has not.
    missing: BTreeSet<Wanted>,
    /// Entries that could not be used: how many, and what is wrong with the first.
    broken: u64,
    first_broken: String,
    /// Entries that were handed to the client.
    sharing: BTreeMap<ActionName, PendingEntry>,
    /// Lists of the server, by key.
    lists: BTreeMap<Digest, UnitLists>,
    /// Lists of this run, by key, which are stored at its end.
    own_lists: BTreeMap<Digest, PendingList>,
}

impl RemoteCache {
    /// The project's server. `root`: the project's folder.
    ///
    /// # Errors
    /// A warning: the settings cannot be used on this machine. The build is then local.
    pub fn open(settings: &RemoteSettings, root: &Path, mode: RemoteMode) -> Result<RemoteCache, Box<Diagnostic>> {
        let wrong = |message: String, help: &str| {
            let message = format!("the remote cache is not used: {message}");
            Box::new(Diagnostic::warning("remote/not-usable", message).origin(Origin::Machine).help(help))
        };
        let mut headers = Vec::new();
        for (name, variable) in &settings.headers {
            let Ok(value) = std::env::var(variable) else {
                let message = format!("the environment variable `{variable}` is not set, or not UTF-8");
                return Err(wrong(message, "It holds the value of a header, see `[remote.headers]` of uberc.toml."));
            };
            headers.push((name.clone(), value));
        }
        let read = |path: &Path| {
            bounded_file::read(&root.join(path), bounded_file::MOST_TEXT).map_err(|error| {
                wrong(format!("cannot read `{}`: {error}", path.display()), "See `[remote.tls]` of uberc.toml.")
            })
        };
        let authority = settings.authority.as_deref().map(read).transpose()?;
        let identity = match (&settings.certificate, &settings.key) {
            (Some(certificate), Some(key)) => Some((read(certificate)?, read(key)?)),
            _ => None,
        };
        let config = Config {
            endpoint: settings.cache.clone(),
            instance: settings.instance.clone(),
            headers,
            tls: Tls { authority, identity },
            timeout: settings.timeout,
            calls: usize::from(settings.jobs),
            version: env!("CARGO_PKG_VERSION"),
        };
        let stores = settings.upload && !mode.read_only;
        Ok(RemoteCache {
            client: OnceLock::new(),
            executor: Executor::new(settings, &config, !mode.read_only),
            config,
            settings: settings.clone(),
            stores,
            state: Mutex::default(),
        })
    }

    /// The client; its first use begins to connect, and does not wait. `None`: the settings cannot be used.
    fn client(&self) -> Option<&Client> {
        self.opened().as_ref().ok()
    }

    fn opened(&self) -> &Result<Client, String> {
        self.client.get_or_init(|| Client::open(&self.config).map_err(|error| error.to_string()))
    }

    /// The client, if something was asked.
    fn used_client(&self) -> Option<&Client> {
        self.client.get()?.as_ref().ok()
    }

    /// Begins to connect.
    pub fn connect(&self) {
        self.client();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for entries. Exactly one answer comes for each, with the place of its question, while the question is held.
    pub fn ask(&self, cache: &Cache, wanted: &[Wanted]) -> (Receiver<(usize, Answer)>, Option<Question>) {
        let (send, receive) = channel();
        // Without a client the sender is gone, and no answer comes.
        let question = self.ask_more(cache, 0, wanted, send);
        (receive, question)
    }

    /// The same for further questions of a channel, of which the first has the number `first`. When the question is dropped, the
    /// calls for it end.
    pub fn ask_more(
        &self,
        cache: &Cache,
        first: usize,
        wanted: &[Wanted],
        answers: Sender<(usize, Answer)>,
    ) -> Option<Question> {
        let objects = cache.objects().to_path_buf();
        let lacks = Arc::new(move |name: &str| entry::is_lacking(&objects, name));
        let lookups = wanted.iter().map(|wanted| wanted.lookup()).collect();
        self.client()?.fetch(first, lookups, lacks, answers)
    }

    /// Puts an answer into the local cache.
    pub fn take(&self, cache: &Cache, wanted: Wanted, answer: Answer) -> Taken {
        let why = match answer {
            Answer::Missing => {
                self.state().missing.insert(wanted);
                return Taken::Nothing;
            }
            Answer::Failed => return Taken::Nothing,
            Answer::Broken(why) => why,
            Answer::Found(fetched) if wanted.kind == Kind::UnitLists => match UnitLists::decode(&fetched) {
                Some(lists) => {
                    self.state().lists.insert(wanted.key, lists.clone());
                    return Taken::Lists(lists);
                }
                None => "the lists cannot be read".to_owned(),
            },
            Answer::Found(fetched) => match entry::store(cache, wanted, fetched) {
                Ok(()) => return Taken::Stored,
                Err(why) => why,
            },
        };
        let mut state = self.state();
        state.broken += 1;
        // What is not right there is stored anew.
        state.missing.insert(wanted);
        if state.first_broken.is_empty() {
            state.first_broken = why;
        }
        Taken::Nothing
    }

    /// The server that runs compilers, if the project names one.
    pub fn executor(&self) -> Option<&Executor> {
        self.executor.as_ref()
    }

    /// Whether results of this run are stored, by it or by the next build: what a server that answered cannot take any more is
    /// kept for that one.
    pub fn stores(&self) -> bool {
        let has_answered = |client: &Client| client.gave_up().is_none() || client.known_facts().is_some();
        let may_take = |client: &Client| has_answered(client) && !client.may_not_store();
        self.stores && self.client().is_some_and(may_take)
    }

    /// Whether the server is still asked.
    pub fn answers(&self) -> bool {
        self.client().is_some_and(|client| client.gave_up().is_none())
    }

    /// Whether the server has said anything: the first call asks what it can do.
    pub fn has_answered(&self) -> bool {
        self.used_client().is_some_and(|client| client.known_facts().is_some())
    }

    /// How long a build waits for the next answer, if the project says so.
    pub fn wait(&self) -> Option<Duration> {
        self.settings.wait
    }

    /// Stores records and objects of the local cache, behind the build.
    pub fn share(&self, cache: &Cache, all: Vec<Shared>) {
        let Some(client) = self.client() else { return };
        let mut entries = Vec::new();
        let mut state = self.state();
        for Shared { wanted, records, objects } in all {
            if !self.stores || state.sharing.contains_key(&wanted.name()) {
                continue;
            }
            let known_missing = state.missing.contains(&wanted);
            let mut digests: Vec<Digest> = objects.iter().map(|object| object.digest).collect();
            digests.sort_unstable();
            digests.dedup();
            entries.push(entry::entry(cache, wanted, records.clone(), objects, known_missing));
            state.sharing.insert(wanted.name(), PendingEntry { wanted, records, objects: digests });
        }
        drop(state);
        client.store(entries);
    }

    /// Adds the list of files of a unit to those that the server has, at the end of the run.
    pub fn share_list(&self, key: Digest, list: Vec<PathBuf>, cost_us: u64) {
        if self.stores {
            self.state().own_lists.insert(key, PendingList { key, list, cost_us });
        }
    }

    /// Stores what earlier builds could not.
    pub fn share_pending(&self, cache: &Cache) {
        if !self.stores {
            return;
        }
        let Pending { entries, lists } = pending::read(cache);
        if !entries.is_empty() {
            let objects = |digests: Vec<Digest>| digests.into_iter().map(SharedObject::stored).collect();
            let shared =
                |PendingEntry { wanted, records, objects: of }| Shared { wanted, records, objects: objects(of) };
            self.share(cache, entries.into_iter().map(shared).collect());
        }
        self.state().own_lists.extend(lists.into_iter().map(|list| (list.key, list)));
    }

    /// Stores the lists of this run before those that the server has. Those that are not known yet are asked for, until
    /// `end`; what is not answered stays in `own_lists`.
    fn store_lists(&self, cache: &Cache, client: &Client, end: Instant) {
        let unknown: Vec<Wanted> = {
            let state = self.state();
            let lists = state.own_lists.keys().map(|key| Wanted { kind: Kind::UnitLists, key: *key });
            lists.filter(|one| !state.lists.contains_key(&one.key) && !state.missing.contains(one)).collect()
        };
        if !unknown.is_empty() {
            let (answers, _question) = self.ask(cache, &unknown);
            while let Ok((at, answer)) = answers.recv_timeout(end.saturating_duration_since(Instant::now())) {
                if let Some(wanted) = unknown.get(at) {
                    self.take(cache, *wanted, answer);
                }
            }
        }
        let mut state = self.state();
        let State { lists, missing, own_lists, .. } = &mut *state;
        let mut entries = Vec::new();
        for (key, own) in own_lists.iter() {
            let wanted = Wanted { kind: Kind::UnitLists, key: *key };
            if !lists.contains_key(key) && !missing.contains(&wanted) {
                continue;
            }
            let known = lists.entry(*key).or_default();
            let is_first = known.lists.first() == Some(&own.list);
            known.cost_us = if own.cost_us > 0 { own.cost_us } else { known.cost_us };
            if !is_first && known.put_first(own.list.clone()) {
                entries.extend(known.entry(wanted));
            }
        }
        drop(state);
        client.store(entries);
    }

    /// The end of a build that took so long: waits for uploads as long as the project says, and keeps what is left for
    /// the next build. `is_cancelled`: it does not wait. `None`: nothing was asked or stored.
    pub fn finish(&self, cache: &Cache, took: Duration, is_cancelled: bool) -> Option<RemoteRecord> {
        let client = if self.state().own_lists.is_empty() { self.used_client() } else { self.client() }?;
        let mut left = Pending::default();
        if self.stores {
            let most = self.settings.upload_wait.unwrap_or_else(|| upload_wait(client, took));
            let end = Instant::now() + if is_cancelled { Duration::ZERO } else { most };
            self.store_lists(cache, client, end);
            let unfinished = client.finish(end.saturating_duration_since(Instant::now()));
            let unfinished: BTreeSet<ActionName> = unfinished.into_iter().collect();
            let state = self.state();
            left.entries = unfinished.iter().filter_map(|name| state.sharing.get(name).cloned()).collect();
            let is_left = |key: &Digest| {
                let wanted = Wanted { kind: Kind::UnitLists, key: *key };
                let is_known = state.lists.contains_key(key) || state.missing.contains(&wanted);
                !is_known || unfinished.contains(&wanted.name())
            };
            left.lists = state.own_lists.values().filter(|own| is_left(&own.key)).cloned().collect();
        }
        if client.may_not_store() {
            // Nor may the next build.
            left = Pending::default();
        }
        let count = (left.entries.len() + left.lists.len()) as u64;
        if self.stores {
            pending::write(cache, left);
        }
        let counters = client.counters();
        let broken = self.state().broken.max(counters.broken);
        Some(RemoteRecord {
            found: counters.found,
            missing: counters.missing,
            failed: broken + counters.unanswered,
            read_bytes: counters.read_bytes,
            stored: counters.stored,
            stored_bytes: counters.stored_bytes,
            left: count,
            executed: self.executor.as_ref().and_then(Executor::executed),
        })
    }

    /// What was wrong, each once.
    pub fn problems(&self) -> Vec<Diagnostic> {
        let server = &self.settings.cache;
        let mut found = Vec::new();
        if let Some(Err(why)) = self.client.get() {
            let message = format!("the remote cache is not used: {why}");
            let help = "See `[remote]` of uberc.toml, or build with --offline.";
            found.push(Diagnostic::warning("remote/not-usable", message).origin(Origin::Machine).help(help));
        }
        if let Some(why) = self.used_client().and_then(Client::gave_up) {
            let message = format!("the remote cache at {server} was given up: {why}");
            let help = "The rest of the build was local. `uberc doctor` tries the connection; --offline does not ask.";
            found.push(Diagnostic::warning("remote/given-up", message).origin(Origin::Machine).help(help));
        } else if let Some(why) = self.used_client().and_then(Client::stopped_storing) {
            let message = format!("results are not stored in the remote cache at {server}: {why}");
            let help =
                "Write `upload = false` in `[remote]`, or build with --remote-only-read, if that is as it should be.";
            found.push(Diagnostic::warning("remote/not-stored", message).origin(Origin::Machine).help(help));
        }
        let state = self.state();
        if state.broken > 0 {
            let message = format!(
                "{} of the remote cache at {server} could not be used, the first because {}",
                match state.broken {
                    1 => "one result".to_owned(),
                    more => format!("{more} results"),
                },
                state.first_broken
            );
            let help = "They were made on this machine. Someone damages results there, or the server loses files.";
            found.push(Diagnostic::warning("remote/damaged", message).origin(Origin::Machine).help(help));
        }
        drop(state);
        found.extend(self.executor.as_ref().and_then(Executor::problem));
        found
    }

    /// What the server says of itself; waits for the answer.
    ///
    /// # Errors
    /// Why there is none.
    pub fn facts(&self) -> Result<ServerFacts, String> {
        self.opened().as_ref().map_err(Clone::clone)?.facts()
    }
}

/// How long the end of a build that took so long waits for uploads.
fn upload_wait(client: &Client, took: Duration) -> Duration {
    let most = took / UPLOAD_SHARE;
    let is_near = |facts: ServerFacts| facts.took * FIRST_ANSWERS <= most;
    if client.known_facts().is_some_and(is_near) { most } else { Duration::ZERO }
}
