//! Messages on a stream: headers, a blank line, and as many bytes of JSON as `Content-Length` says (LSP 3.17, "Base
//! Protocol").

use std::io::{BufRead, Read as _, Result};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

/// Upper bound of a message, in bytes: a text and its escapes.
pub const MOST_MESSAGE: u64 = 192 << 20;

/// Upper bound of the headers of a message, in bytes.
const MOST_HEADERS: u64 = 8 << 10;

/// What stands next on the stream.
#[derive(Debug)]
pub enum Incoming {
    Message(Message),
    /// Something that is no message: the response that says so.
    Bad(Value),
    /// Headers from which nothing can be read on: the response that says so.
    Lost(Value),
    /// The stream has ended.
    Closed,
}

/// Reads one message.
///
/// # Errors
/// The operating system's.
pub fn read(input: &mut impl BufRead) -> Result<Incoming> {
    let length = match content_length(input)? {
        Headers::Length(length) => length,
        Headers::Bad(why) => return Ok(Incoming::Lost(error(Value::Null, ErrorCode::ParseError, why))),
        Headers::Closed => return Ok(Incoming::Closed),
    };
    if length > MOST_MESSAGE {
        std::io::copy(&mut input.by_ref().take(length), &mut std::io::sink())?;
        let why = format!("a message has {} MiB at most", MOST_MESSAGE >> 20);
        return Ok(Incoming::Bad(error(Value::Null, ErrorCode::InvalidRequest, &why)));
    }
    let mut body = Vec::new();
    input.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(Incoming::Closed);
    }
    let value: Value = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(wrong) => {
            let why = format!("the message is not JSON: {wrong}");
            return Ok(Incoming::Bad(error(Value::Null, ErrorCode::ParseError, &why)));
        }
    };
    let has_id = value.get("id").is_some_and(|id| !id.is_null());
    let id = value.get("id").filter(|id| id.is_string() || id.is_i64()).cloned().unwrap_or(Value::Null);
    Ok(match serde_json::from_value(value) {
        Ok(Message::Notification(_)) if has_id => {
            let why = "the id of a request is a string or a whole number of 32 bits";
            Incoming::Bad(error(id, ErrorCode::InvalidRequest, why))
        }
        Ok(message) => Incoming::Message(message),
        Err(_) => {
            let why = "the message is neither a request nor a notification nor a response";
            Incoming::Bad(error(id, ErrorCode::InvalidRequest, why))
        }
    })
}

enum Headers {
    Length(u64),
    Bad(&'static str),
    Closed,
}

fn content_length(input: &mut impl BufRead) -> Result<Headers> {
    let mut input = input.take(MOST_HEADERS);
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            let why = Headers::Bad("the headers of a message are too long");
            return Ok(if input.limit() == 0 { why } else { Headers::Closed });
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(length.map_or(Headers::Bad("a message has no `Content-Length`"), Headers::Length));
        }
        let mut parts = line.splitn(2, |byte| *byte == b':');
        let name = parts.next().unwrap_or_default().trim_ascii();
        if name.eq_ignore_ascii_case(b"Content-Length") {
            let text = std::str::from_utf8(parts.next().unwrap_or_default().trim_ascii()).unwrap_or_default();
            let Ok(number) = text.parse() else { return Ok(Headers::Bad("`Content-Length` is no number")) };
            length = Some(number);
        }
    }
}

/// An error response.
pub fn error(id: Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut stream: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        loop {
            match read(&mut stream).expect("memory is read") {
                Incoming::Message(Message::Request(request)) => found.push(request.method),
                Incoming::Message(other) => found.push(format!("{other:?}")),
                Incoming::Bad(response) => found.push(format!("{} {}", response["id"], response["error"]["code"])),
                Incoming::Lost(response) => {
                    found.push(format!("lost {}", response["error"]["message"]));
                    return found;
                }
                Incoming::Closed => return found,
            }
        }
    }

    fn frame(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_is_no_message_is_answered_and_the_next_one_is_read() {
        let stream = [
            frame("{"),
            frame("[]"),
            frame(r#"{"id":7}"#),
            frame(r#"{"id":1.5,"method":"hover"}"#),
            frame(&"[".repeat(1000)),
            "content-length:  25 \nX: y\n\n".to_owned() + r#"{"id":1,"method":"hover"}"#,
            frame("{\"id\":2}")[..24].to_owned(),
        ];
        assert_eq!(
            all(stream.concat().as_bytes()),
            ["null -32700", "null -32600", "7 -32600", "null -32600", "null -32700", "hover"]
        );
    }

    #[test]
    fn headers_have_bounds() {
        assert_eq!(all(b"Content-Length: -1\r\n\r\n"), ["lost \"`Content-Length` is no number\""]);
        assert_eq!(all(b"\r\n"), ["lost \"a message has no `Content-Length`\""]);
        let endless = "x".repeat(1 << 20);
        assert_eq!(all(endless.as_bytes()), ["lost \"the headers of a message are too long\""]);
        // Memory is taken for bytes that are there only.
        assert_eq!(all(b"Content-Length: 99999999999999\r\n\r\n{}"), ["null -32600"]);
        assert!(all(b"Content-Length: 100000000\r\n\r\n{}").is_empty());
    }
}
