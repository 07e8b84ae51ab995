//! The server that runs compilers: a connection of its own, because it may be another server than the cache.

use std::sync::mpsc::Sender;

use serde::{Deserialize, Serialize};
use uberc_remote::{ActionOutput, ActionRequest, Client, Config, ServerFacts};

use super::session::RemoteCache;
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

/// The jobs of a run, and why the first that failed did.
#[derive(Default)]
pub struct Execution {
    pub executed: Executed,
    why: String,
}

impl RemoteCache {
    /// Whether compilers can run on the server's machines.
    pub fn executes(&self) -> bool {
        self.may_execute && self.executor().is_some_and(|client| client.gave_up().is_none())
    }

    /// Actions that are under way at once, at most.
    pub fn actions_at_once(&self) -> usize {
        usize::from(self.settings().jobs)
    }

    fn executor(&self) -> Option<&Client> {
        self.opened_executor()?.as_ref().ok()
    }

    /// The client; `None`: the project names no such server.
    fn opened_executor(&self) -> Option<&Result<Client, String>> {
        let endpoint = self.settings().execute.clone()?;
        let open = || {
            let config = Config { endpoint, ..self.config.clone() };
            Client::open(&config).map_err(|error| error.to_string())
        };
        Some(self.executor.get_or_init(open))
    }

    /// Has the server run an action. One answer comes, with this number.
    pub fn execute(
        &self,
        number: usize,
        request: ActionRequest,
        answers: Sender<(usize, Result<ActionOutput, String>)>,
    ) {
        if let Some(client) = self.executor() {
            client.execute(number, request, answers);
        }
    }

    /// An action has given results for so many jobs.
    pub fn note_executed(&self, jobs: usize, is_known: bool) {
        let executed = &mut self.state().execution.executed;
        executed.jobs += jobs as u64;
        executed.actions += 1;
        executed.known += u64::from(is_known);
    }

    /// This machine does so many jobs instead.
    pub fn note_not_executed(&self, jobs: usize, why: &str) {
        let execution = &mut self.state().execution;
        execution.executed.failed += jobs as u64;
        if execution.why.is_empty() {
            why.clone_into(&mut execution.why);
        }
    }

    /// A failure that the client does not see: after some of them nothing more is sent.
    pub fn count_execution_failure(&self, why: &str) {
        if let Some(client) = self.executor() {
            client.count_failure(why);
        }
    }

    /// What was wrong with running compilers elsewhere.
    pub fn execution_problem(&self) -> Option<Diagnostic> {
        let server = self.settings().execute.as_ref().filter(|_| self.may_execute)?;
        let help = "They ran on this machine. `uberc doctor` says what the server can do; without `execute` in `[remote]` \
                    of uberc.toml it is not asked.";
        let warning = |message| Diagnostic::warning("remote/not-executed", message).origin(Origin::Machine).help(help);
        if let Some(Err(why)) = self.executor.get() {
            return Some(warning(format!("no compilers ran on the server at {server}: {why}")));
        }
        let gave_up = self.executor.get().and_then(|client| client.as_ref().ok()?.gave_up());
        let state = self.state();
        let execution = &state.execution;
        let many = match execution.executed.failed {
            0 => return None,
            1 => "one job of a compiler".to_owned(),
            more => format!("{more} jobs of compilers"),
        };
        let why = gave_up.as_ref().unwrap_or(&execution.why);
        let more = if gave_up.is_some() { ", and it was asked no more" } else { "" };
        Some(warning(format!("{many} did not run on the server at {server}{more}: {why}")))
    }

    /// What the server that runs compilers says of itself; waits for the answer. `None`: the project names none.
    pub fn execution_facts(&self) -> Option<Result<ServerFacts, String>> {
        Some(self.opened_executor()?.as_ref().map_err(Clone::clone).and_then(Client::facts))
    }

    pub fn settings(&self) -> &RemoteSettings {
        &self.settings
    }
}
