//! Messages to the client. One thread writes them, so that a client that reads slowly stops no other work at once.

use std::io::Write;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use lsp_types::{LogMessageParams, MessageType};
use serde::Serialize;
use serde_json::Value;

/// Upper bound of messages that wait to be written.
const UNWRITTEN: usize = 1_024;

/// The way to the client.
#[derive(Clone)]
pub struct Client {
    messages: SyncSender<Value>,
}

impl Client {
    /// The way, and its other end for [`write_all`].
    pub fn open() -> (Client, Receiver<Value>) {
        let (messages, written) = sync_channel(UNWRITTEN);
        (Client { messages }, written)
    }

    /// Sends a message. Without a writer the client has gone, and the server is about to end.
    pub fn send(&self, message: Message) {
        if let Ok(Value::Object(mut fields)) = serde_json::to_value(message) {
            fields.insert("jsonrpc".to_owned(), "2.0".into());
            self.send_value(Value::Object(fields));
        }
    }

    /// Sends what is a whole message already.
    pub fn send_value(&self, message: Value) {
        drop(self.messages.send(message));
    }

    /// Answers a request.
    pub fn answer(&self, id: RequestId, result: impl Serialize) {
        let response = match serde_json::to_value(result) {
            Ok(result) => Response { id, response_result: Ok(result) },
            Err(error) => Response::new_err(id, ErrorCode::InternalError as i32, error.to_string()),
        };
        self.send(response.into());
    }

    /// Answers a request with an error.
    pub fn refuse(&self, id: RequestId, code: ErrorCode, why: impl Into<String>) {
        self.send(Response::new_err(id, code as i32, why.into()).into());
    }

    /// Writes a line to the client's log.
    pub fn log_error(&self, text: impl Into<String>) {
        let params = LogMessageParams { typ: MessageType::ERROR, message: text.into() };
        self.send(Notification::new("window/logMessage".to_owned(), params).into());
    }
}

/// Writes messages until no [`Client`] is left, or the client reads no more.
pub fn write_all(mut output: impl Write, messages: &Receiver<Value>) {
    while let Ok(message) = messages.recv() {
        let text = message.to_string();
        let written = write!(output, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| output.flush());
        if written.is_err() {
            return;
        }
    }
}
