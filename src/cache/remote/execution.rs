//! The server that runs compilers: a connection of its own, because it may be another server than the cache.

use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use uberc_remote::{ActionOutput, ActionRequest, Client, Config, ServerFacts};

use crate::diag::{Diagnostic, Origin};
use crate::model::RemoteSettings;

/// What a run had other machines do, for the history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Executed {
    /// Jobs of compilers that gave a result.
    pub jobs: u64,
    /// The actions that they were in, and those of them whose results the server had already.
    pub actions: u64,
    pub known: u64,
    /// Jobs that this machine did instead, because no answer came or the answer was none.
    pub failed: u64,
}

/// The server of a project that runs compilers. There is a connection once something is sent.
pub struct Executor {
    client: OnceLock<Result<Client, String>>,
    config: Config,
    pub settings: RemoteSettings,
    /// Nothing is sent where nothing may be stored.
    may_send: bool,
    state: Mutex<State>,
}

/// The jobs of a run, and why the first that failed did.
#[derive(Default)]
struct State {
    executed: Executed,
    why: String,
}

impl Executor {
    /// `None`: the project names no such server. `config`: of the cache.
    pub fn new(settings: &RemoteSettings, config: &Config, may_send: bool) -> Option<Executor> {
        let config = Config { endpoint: settings.execute.clone()?, ..config.clone() };
        let (client, state) = (OnceLock::new(), Mutex::default());
        Some(Executor { client, config, settings: settings.clone(), may_send, state })
    }

    /// Whether actions can be sent.
    pub fn is_open(&self) -> bool {
        self.may_send && self.client().is_some_and(|client| client.gave_up().is_none())
    }

    fn client(&self) -> Option<&Client> {
        self.opened().as_ref().ok()
    }

    fn opened(&self) -> &Result<Client, String> {
        self.client.get_or_init(|| Client::open(&self.config).map_err(|error| error.to_string()))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has the server run an action. One answer comes, with this number.
    pub fn execute(
        &self,
        number: usize,
        request: ActionRequest,
        answers: Sender<(usize, Result<ActionOutput, String>)>,
    ) {
        if let Some(client) = self.client() {
            client.execute(number, request, answers);
        }
    }

    /// An action has given results for so many jobs.
    pub fn note_executed(&self, jobs: usize, is_known: bool) {
        let executed = &mut self.state().executed;
        executed.jobs += jobs as u64;
        executed.actions += 1;
        executed.known += u64::from(is_known);
    }

    /// This machine does so many jobs instead.
    pub fn note_not_executed(&self, jobs: usize, why: &str) {
        let mut state = self.state();
        state.executed.failed += jobs as u64;
        if state.why.is_empty() {
            why.clone_into(&mut state.why);
        }
    }

    /// A failure that the client does not see: after some of them nothing more is sent.
    pub fn count_failure(&self, why: &str) {
        if let Some(client) = self.client() {
            client.count_failure(why);
        }
    }

    /// What was done so far; `None`: nothing was sent.
    pub fn executed(&self) -> Option<Executed> {
        let executed = self.state().executed;
        (executed != Executed::default()).then_some(executed)
    }

    /// What was wrong, if something was.
    pub fn problem(&self) -> Option<Diagnostic> {
        let server = &self.config.endpoint;
        let help = "They ran on this machine. `uberc doctor` says what the server can do; without `execute` in `[remote]` \
                    of uberc.toml it is not asked.";
        let warning = |message| Diagnostic::warning("remote/not-executed", message).origin(Origin::Machine).help(help);
        let gave_up = match self.client.get()? {
            Ok(client) => client.gave_up(),
            Err(why) => return Some(warning(format!("no compilers ran on the server at {server}: {why}"))),
        };
        let state = self.state();
        let many = match state.executed.failed {
            0 => return None,
            1 => "one job of a compiler".to_owned(),
            more => format!("{more} jobs of compilers"),
        };
        let why = gave_up.as_ref().unwrap_or(&state.why);
        let more = if gave_up.is_some() { ", and it was asked no more" } else { "" };
        Some(warning(format!("{many} did not run on the server at {server}{more}: {why}")))
    }

    /// What the server says of itself; waits for the answer.
    ///
    /// # Errors
    /// Why there is none.
    pub fn facts(&self) -> Result<ServerFacts, String> {
        self.opened().as_ref().map_err(Clone::clone)?.facts()
    }
}
