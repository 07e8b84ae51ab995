//! Requests, their parameters read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_server::RequestId;
use lsp_types::{
    CompletionParams, ExecuteCommandParams, GotoDefinitionParams, HoverParams, Position, TextDocumentPositionParams,
    Uri,
};
use serde_json::Value;

use super::settings::parse;
use super::state::ProjectState;

/// A request, its parameters read.
pub enum Question {
    Hover(TextDocumentPositionParams),
    Definition(TextDocumentPositionParams),
    Completion(TextDocumentPositionParams),
    Command(ExecuteCommandParams),
}

/// A request that waits for an answer.
pub struct Query {
    pub id: RequestId,
    pub question: Question,
    /// The file that is asked about, and its text when the request came.
    pub place: Option<(PathBuf, Arc<str>)>,
    /// Number of the texts when the request came.
    pub version: u64,
}

/// A cursor in a text.
pub struct Cursor<'a> {
    pub state: &'a ProjectState,
    /// Absolute.
    pub path: &'a Path,
    pub text: &'a str,
    pub position: Position,
}

impl Question {
    /// The question of a method; `None` for a method that is not served.
    pub fn parse(method: &str, params: Value) -> Option<Result<Question, String>> {
        Some(match method {
            "textDocument/hover" => {
                parse(params).map(|params: HoverParams| Question::Hover(params.text_document_position_params))
            }
            "textDocument/definition" => parse(params)
                .map(|params: GotoDefinitionParams| Question::Definition(params.text_document_position_params)),
            "textDocument/completion" => {
                parse(params).map(|params: CompletionParams| Question::Completion(params.text_document_position))
            }
            "workspace/executeCommand" => parse(params).map(Question::Command),
            _ => return None,
        })
    }

    /// The text that it is about.
    pub fn uri(&self) -> Option<&Uri> {
        match self {
            Question::Hover(place) | Question::Definition(place) | Question::Completion(place) => {
                Some(&place.text_document.uri)
            }
            Question::Command(_) => None,
        }
    }
}
