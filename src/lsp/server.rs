//! The loop that reads messages: it keeps the open texts and passes requests on, and never computes.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{
    CancelParams, CompletionOptions, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, ExecuteCommandOptions, HoverProviderCapability, InitializeParams, InitializeResult,
    NumberOrString, OneOf, ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions, Uri,
};
use serde_json::Value;

use super::client::{Client, write_all};
use super::documents::{Document, Documents};
use super::framing::{self, Incoming};
use super::positions::path_of;
use super::question::{Query, Question};
use super::settings::{Settings, parse};
use super::shared::{Changes, Shared};
use super::{analysis, commands, queries};
use crate::diag;

/// Upper bound of messages that wait to be handled, and of requests that wait for an answer. A client that sends more
/// messages waits; one that sends more requests gets errors.
const WAITING: usize = 64;

/// How far the client has come in the order of messages that the protocol asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

struct Server {
    shared: Arc<Shared>,
    documents: Documents,
    settings: Settings,
    client: Client,
    /// Since `initialize`.
    queries: Option<SyncSender<Query>>,
    threads: Vec<JoinHandle<()>>,
    phase: Phase,
}

/// Serves one client until it says `exit` or its stream ends. Whether it said `shutdown` before.
pub fn serve(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static, settings: Settings) -> bool {
    let (client, messages) = Client::open();
    let writer = std::thread::spawn(move || write_all(output, &messages));
    let (to_loop, incoming) = sync_channel(WAITING);
    // It may wait for the client for ever, and ends with the process.
    std::thread::spawn(move || read_all(input, &to_loop));
    let mut server = Server {
        shared: Arc::default(),
        documents: Documents::default(),
        settings,
        client,
        queries: None,
        threads: Vec::new(),
        phase: Phase::New,
    };
    while let Ok(message) = incoming.recv() {
        if server.handle(message).is_break() {
            break;
        }
    }
    let is_orderly = server.phase == Phase::ShutDown;
    server.shared.stop();
    let Server { threads, queries, client, .. } = server;
    drop((queries, client));
    for thread in threads.into_iter().chain([writer]) {
        // A panic in it has been told.
        drop(thread.join());
    }
    is_orderly
}

fn read_all(mut input: impl BufRead, messages: &SyncSender<Incoming>) {
    loop {
        let message = framing::read(&mut input).unwrap_or(Incoming::Closed);
        let is_last = matches!(message, Incoming::Closed | Incoming::Lost(_));
        if messages.send(message).is_err() || is_last {
            return;
        }
    }
}

impl Server {
    fn handle(&mut self, message: Incoming) -> ControlFlow<()> {
        match message {
            Incoming::Message(Message::Request(request)) => self.request(request),
            Incoming::Message(Message::Notification(notification)) => return self.notification(notification),
            // The server asks nothing.
            Incoming::Message(Message::Response(_)) => {}
            Incoming::Bad(response) => self.client.send_value(response),
            Incoming::Lost(response) => {
                self.client.send_value(response);
                return ControlFlow::Break(());
            }
            Incoming::Closed => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn request(&mut self, Request { id, method, params }: Request) {
        match (self.phase, method.as_str()) {
            (Phase::New, "initialize") => self.initialize(id, params),
            (Phase::New, _) => {
                self.client.refuse(id, ErrorCode::ServerNotInitialized, "the first request is `initialize`");
            }
            (Phase::ShutDown, _) => self.client.refuse(id, ErrorCode::InvalidRequest, "the server was shut down"),
            (Phase::Running, "initialize") => {
                self.client.refuse(id, ErrorCode::InvalidRequest, "the server is initialised already");
            }
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.client.answer(id, Value::Null);
            }
            (Phase::Running, method) => match Question::parse(method, params) {
                Some(Ok(question)) => self.ask(id, question),
                Some(Err(why)) => self.client.refuse(id, ErrorCode::InvalidParams, why),
                None => {
                    let why = format!("there is no request `{}`", diag::excerpt(method));
                    self.client.refuse(id, ErrorCode::MethodNotFound, why);
                }
            },
        }
    }

    fn initialize(&mut self, id: RequestId, params: Value) {
        let settings = parse::<InitializeParams>(params).and_then(|params| self.settings.with_options(params));
        let (settings, chosen) = match settings {
            Ok(settings) => settings,
            Err(why) => return self.client.refuse(id, ErrorCode::InvalidParams, why),
        };
        self.settings = settings;
        self.shared.choose(chosen);
        let (queries, asked) = sync_channel(WAITING);
        self.queries = Some(queries);
        let (shared, client, settings) = (Arc::clone(&self.shared), self.client.clone(), self.settings.clone());
        self.threads.push(std::thread::spawn(move || analysis::run(&shared, &settings, &client)));
        let (shared, client, settings) = (Arc::clone(&self.shared), self.client.clone(), self.settings.clone());
        self.threads.push(std::thread::spawn(move || queries::run(&shared, &settings, &asked, &client)));
        self.phase = Phase::Running;
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let server_info = Some(ServerInfo { name: "uberc".to_owned(), version });
        self.client.answer(id, InitializeResult { capabilities: capabilities(), server_info });
    }

    /// Passes a question to the thread that answers.
    fn ask(&self, id: RequestId, question: Question) {
        let place = match question.uri() {
            None => None,
            Some(uri) => match path_of(uri).and_then(|path| Some((self.documents.get(&path)?.text.clone(), path))) {
                Some((text, path)) => Some((path, text)),
                None => return self.client.refuse(id, ErrorCode::RequestFailed, "the text is not open, or is no file"),
            },
        };
        let query = Query { id, question, place, version: self.shared.version() };
        let sent = self.queries.as_ref().map(|queries| queries.try_send(query));
        match sent {
            Some(Err(TrySendError::Full(query) | TrySendError::Disconnected(query))) => {
                self.client.refuse(query.id, ErrorCode::RequestFailed, "too many requests wait for an answer");
            }
            Some(Ok(())) | None => {}
        }
    }

    fn notification(&mut self, Notification { method, params }: Notification) -> ControlFlow<()> {
        if method == "exit" {
            return ControlFlow::Break(());
        }
        if self.phase != Phase::Running {
            return ControlFlow::Continue(());
        }
        let done = match method.as_str() {
            "textDocument/didOpen" => parse(params).and_then(|params| self.open(params)),
            "textDocument/didChange" => parse(params).and_then(|params| self.change(params)),
            "textDocument/didClose" => parse(params).and_then(|params| self.close(&params)),
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.changed([], true);
                Ok(())
            }
            "$/cancelRequest" => parse(params).map(|CancelParams { id }| {
                self.shared.cancel(match id {
                    NumberOrString::Number(number) => RequestId::from(number),
                    NumberOrString::String(text) => RequestId::from(text),
                });
            }),
            // Others may be left out (`$/`), or tell what needs no answer.
            _ => Ok(()),
        };
        if let Err(why) = done {
            self.client.log_error(format!("`{}`: {why}", diag::excerpt(&method)));
        }
        ControlFlow::Continue(())
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) -> Result<(), String> {
        let document = params.text_document;
        let path = file(&document.uri)?;
        let text = document.text.into();
        self.documents.open(path.clone(), Document { uri: document.uri, version: document.version, text })?;
        self.changed([path], true);
        Ok(())
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) -> Result<(), String> {
        let path = file(&params.text_document.uri)?;
        self.documents.change(&path, params.text_document.version, params.content_changes)?;
        self.changed([path], false);
        Ok(())
    }

    fn close(&mut self, params: &DidCloseTextDocumentParams) -> Result<(), String> {
        let path = file(&params.text_document.uri)?;
        if !self.documents.close(&path) {
            return Err("the text is not open".to_owned());
        }
        self.changed([path], true);
        Ok(())
    }

    fn changed<const N: usize>(&self, texts: [PathBuf; N], files: bool) {
        let changes = Changes { texts: BTreeSet::from(texts), files };
        self.shared.set_documents(&self.documents, changes);
    }
}

fn capabilities() -> ServerCapabilities {
    let triggers = [".", "\"", "'", "="].map(str::to_owned).to_vec();
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(triggers),
            ..CompletionOptions::default()
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::NAMES.map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

fn file(uri: &Uri) -> Result<PathBuf, String> {
    path_of(uri).ok_or_else(|| format!("`{}` is no file on this machine", diag::excerpt(uri.as_str())))
}
