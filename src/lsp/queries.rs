//! The thread that answers requests, one after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;

use lsp_server::ErrorCode;
use lsp_types::TextDocumentPositionParams;
use serde_json::Value;

use super::client::Client;
use super::question::{Cursor, Query, Question};
use super::settings::Settings;
use super::shared::Shared;
use super::{commands, completion, definition, hover};

/// Answers until the server ends.
pub fn run(shared: &Shared, settings: &Settings, asked: &Receiver<Query>, client: &Client) {
    while let Ok(query) = asked.recv() {
        if shared.is_stopped() {
            return;
        }
        let id = query.id.clone();
        let answered = catch_unwind(AssertUnwindSafe(|| answer(shared, settings, &query)));
        let is_cancelled = shared.take_cancelled(&id);
        match answered {
            _ if is_cancelled => client.refuse(id, ErrorCode::RequestCanceled, "the request was cancelled"),
            Ok(Ok(result)) => client.answer(id, result),
            Ok(Err(why)) => client.refuse(id, ErrorCode::RequestFailed, why),
            Err(_) => client.refuse(id, ErrorCode::InternalError, "the request crashed; this is a defect of uberc"),
        }
    }
}

fn answer(shared: &Shared, settings: &Settings, query: &Query) -> Result<Value, String> {
    let value = |found: serde_json::Result<Value>| found.map_err(|error| error.to_string());
    let Some((path, text)) = &query.place else {
        return match &query.question {
            Question::Command(params) => commands::execute(shared, settings, query, params),
            _ => Ok(Value::Null),
        };
    };
    let root = settings.root_of(path);
    // What a text that is being written can be completed with is known from the last state that there is.
    let last = match query.question {
        Question::Completion(_) => shared.project(&root),
        _ => None,
    };
    let Some(state) = last.or_else(|| shared.wait_for(&root, query.version, &query.id)) else { return Ok(Value::Null) };
    let at = |place: &TextDocumentPositionParams| Cursor { state: &state, path, text, position: place.position };
    match &query.question {
        Question::Hover(place) => value(serde_json::to_value(hover::hover(&at(place)))),
        Question::Definition(place) => value(serde_json::to_value(definition::definitions(&at(place)))),
        Question::Completion(place) => value(serde_json::to_value(completion::complete(&at(place)))),
        Question::Command(_) => Ok(Value::Null),
    }
}
