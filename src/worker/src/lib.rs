//! Jobs for a compiler whose library is loaded once, over the pipes of a worker process.
//!
//! **In**: bytes of a pipe.
//! **Out**: a job for the compiler, or its answer.
//! **Never**: takes more memory than a bound because of a length that the other side wrote, or waits for bytes of a
//! frame that is wrong already.
//!
//! A program that can serve says so in a line of its version text: [`ANNOUNCEMENT`] and, where it knows it, the path of
//! the library, so that another library is another compiler. Started with [`ARGUMENT`] alone it writes [`HELLO`] once
//! its library is loaded, and then answers each job on stdin by one reply on stdout, in their order. It ends with
//! stdin. What the library itself prints must not reach stdout.
//!
//! A number has 32 bits, the lowest byte first. A text or a file is its length in bytes, then the bytes.
//!
//! | job | |
//! |---|---|
//! | `job ` | |
//! | number | chosen by the sender |
//! | number, then as many texts | arguments, as on the command line |
//! | text | the name that stands for the input in the arguments |
//! | text | the name that stands for the output, behind the option that names it |
//! | file | what the input holds |
//!
//! | reply | |
//! |---|---|
//! | `done` | |
//! | number | that of the job |
//! | number | 1: the answer follows; 0: the arguments name other files, so that the job needs a process of its own |
//! | number | exit code, as of a process with this command line |
//! | text, text | what such a process prints on stdout and on stderr |
//! | number | 1: the output follows; 0: there is none |
//! | file | the output |

use std::io::{Error, ErrorKind, Read, Result};

/// The option that makes a program serve jobs.
pub const ARGUMENT: &str = "--uberc-worker";

/// How the line of a version text begins that says so. The number is that of the protocol.
pub const ANNOUNCEMENT: &str = "uberc-worker 1";

/// What a worker writes before it reads the first job.
pub const HELLO: [u8; 8] = *b"UBERC-W1";

const JOB: [u8; 4] = *b"job ";
const REPLY: [u8; 4] = *b"done";

/// Most arguments of a job.
const MOST_ARGUMENTS: u32 = 1 << 16;
/// Bytes of one argument.
const LONGEST_ARGUMENT: u64 = 1 << 20;
/// Bytes of an input or output.
const LONGEST_FILE: u64 = 1 << 30;

/// What a worker is asked to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    pub number: u32,
    pub arguments: Vec<String>,
    pub input: String,
    pub output: String,
    pub source: Vec<u8>,
}

/// What a worker answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub number: u32,
    /// `None`: the job needs a process of its own.
    pub answer: Option<Answer>,
}

/// What a process with the job's arguments would have done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    pub code: i32,
    pub stdout: Text,
    pub stderr: Text,
    pub object: Option<Vec<u8>>,
}

/// The begin of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub bytes: Vec<u8>,
    /// Bytes after them that were not kept.
    pub dropped: u64,
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text { bytes: text.into_bytes(), dropped: 0 }
    }
}

/// The frame of a job.
///
/// # Errors
/// Where the job exceeds a bound, which the worker would refuse.
pub fn job_frame(number: u32, arguments: &[String], names: [&str; 2], source: &[u8]) -> Result<Vec<u8>> {
    let mut frame = JOB.to_vec();
    put(&mut frame, number);
    let count = u32::try_from(arguments.len()).ok().filter(|count| *count <= MOST_ARGUMENTS);
    put(&mut frame, count.ok_or_else(|| wrong("too many arguments"))?);
    for argument in arguments.iter().map(String::as_str).chain(names) {
        put_bytes(&mut frame, argument.as_bytes(), LONGEST_ARGUMENT)?;
    }
    put_bytes(&mut frame, source, LONGEST_FILE)?;
    Ok(frame)
}

/// The next job; `None` at the end of the input.
///
/// # Errors
/// Where the input cannot be read, ends within a frame, or is none.
pub fn read_job(input: &mut impl Read) -> Result<Option<Job>> {
    let mut mark = [0; 4];
    // The end of the input is one only before a frame.
    match input.read(&mut mark[..1])? {
        0 => return Ok(None),
        _ => input.read_exact(&mut mark[1..])?,
    }
    if mark != JOB {
        return Err(wrong("no job"));
    }
    let number = number(input)?;
    let count = self::number(input)?;
    if count > MOST_ARGUMENTS {
        return Err(wrong("too many arguments"));
    }
    let arguments = (0..count).map(|_| text(input)).collect::<Result<Vec<String>>>()?;
    let (input_name, output_name) = (text(input)?, text(input)?);
    let source = bytes(input, LONGEST_FILE)?;
    Ok(Some(Job { number, arguments, input: input_name, output: output_name, source }))
}

/// The frame of a reply.
///
/// # Errors
/// Where the output exceeds a bound.
pub fn reply_frame(reply: &Reply) -> Result<Vec<u8>> {
    let mut frame = REPLY.to_vec();
    put(&mut frame, reply.number);
    put(&mut frame, u32::from(reply.answer.is_some()));
    let Some(answer) = &reply.answer else { return Ok(frame) };
    put(&mut frame, answer.code.cast_unsigned());
    for text in [&answer.stdout, &answer.stderr] {
        put_bytes(&mut frame, &text.bytes, u64::from(u32::MAX))?;
    }
    put(&mut frame, u32::from(answer.object.is_some()));
    if let Some(object) = &answer.object {
        put_bytes(&mut frame, object, LONGEST_FILE)?;
    }
    Ok(frame)
}

/// The next reply; of a text, `kept` bytes.
///
/// # Errors
/// Where the input cannot be read, ends, or has no reply.
pub fn read_reply(input: &mut impl Read, kept: u64) -> Result<Reply> {
    let mut mark = [0; 4];
    input.read_exact(&mut mark)?;
    if mark != REPLY {
        return Err(wrong("no reply"));
    }
    let number = number(input)?;
    if !flag(input)? {
        return Ok(Reply { number, answer: None });
    }
    let code = self::number(input)?.cast_signed();
    let (stdout, stderr) = (start_of_text(input, kept)?, start_of_text(input, kept)?);
    let object = if flag(input)? { Some(bytes(input, LONGEST_FILE)?) } else { None };
    Ok(Reply { number, answer: Some(Answer { code, stdout, stderr, object }) })
}

/// Reads what a worker writes first.
///
/// # Errors
/// Where it is something else.
pub fn read_hello(input: &mut impl Read) -> Result<()> {
    let mut found = [0; HELLO.len()];
    input.read_exact(&mut found)?;
    if found == HELLO { Ok(()) } else { Err(wrong("no worker")) }
}

fn wrong(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, what)
}

fn put(frame: &mut Vec<u8>, number: u32) {
    frame.extend(number.to_le_bytes());
}

fn put_bytes(frame: &mut Vec<u8>, bytes: &[u8], most: u64) -> Result<()> {
    let length = u32::try_from(bytes.len()).ok().filter(|length| u64::from(*length) <= most);
    put(frame, length.ok_or_else(|| wrong("too long"))?);
    frame.extend_from_slice(bytes);
    Ok(())
}

fn number(input: &mut impl Read) -> Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn flag(input: &mut impl Read) -> Result<bool> {
    match number(input)? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(wrong("neither yes nor no")),
    }
}

/// Memory grows with what arrives, not with the length that is announced.
fn bytes(input: &mut impl Read, most: u64) -> Result<Vec<u8>> {
    let length = u64::from(number(input)?);
    if length > most {
        return Err(wrong("too long"));
    }
    let mut found = Vec::new();
    input.take(length).read_to_end(&mut found)?;
    if found.len() as u64 == length { Ok(found) } else { Err(ErrorKind::UnexpectedEof.into()) }
}

fn text(input: &mut impl Read) -> Result<String> {
    String::from_utf8(bytes(input, LONGEST_ARGUMENT)?).map_err(|_| wrong("no UTF-8"))
}

fn start_of_text(input: &mut impl Read, kept: u64) -> Result<Text> {
    let length = u64::from(number(input)?);
    let mut bytes = Vec::new();
    input.take(length.min(kept)).read_to_end(&mut bytes)?;
    let dropped = std::io::copy(&mut input.take(length - length.min(kept)), &mut std::io::sink())?;
    if bytes.len() as u64 + dropped == length {
        Ok(Text { bytes, dropped })
    } else {
        Err(ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply() -> Reply {
        let text = |text: &str| Text::from(text.to_owned());
        let answer =
            Answer { code: -3, stdout: text("printed"), stderr: text("said\n"), object: Some(vec![7; 100_000]) };
        Reply { number: 9, answer: Some(answer) }
    }

    #[test]
    fn what_is_written_is_read() -> Result<()> {
        let arguments = ["-T", "ps_6_0", "", "ü"].map(str::to_owned);
        let frame = job_frame(7, &arguments, ["input.hlsl", "output.cso"], b"text")?;
        let mut pipe = frame.as_slice();
        let job = read_job(&mut pipe)?;
        let expected = Job {
            number: 7,
            arguments: arguments.to_vec(),
            input: "input.hlsl".to_owned(),
            output: "output.cso".to_owned(),
            source: b"text".to_vec(),
        };
        assert_eq!((job, read_job(&mut pipe)?), (Some(expected), None));
        for reply in [reply(), Reply { number: 1, answer: None }] {
            assert_eq!(read_reply(&mut reply_frame(&reply)?.as_slice(), 100)?, reply);
        }
        Ok(())
    }

    #[test]
    fn a_long_text_is_cut() -> Result<()> {
        let read = read_reply(&mut reply_frame(&reply())?.as_slice(), 3)?;
        let Some(answer) = read.answer else { panic!("no answer") };
        assert_eq!((answer.stdout.bytes.as_slice(), answer.stdout.dropped), (&b"pri"[..], 4));
        assert_eq!(answer.object.map(|object| object.len()), Some(100_000));
        Ok(())
    }

    #[test]
    fn no_start_of_a_frame_is_a_frame() -> Result<()> {
        let reply = reply_frame(&reply())?;
        for length in (0..100).chain([reply.len() - 1]) {
            assert!(read_reply(&mut &reply[..length], 100).is_err(), "{length} bytes");
        }
        let job = job_frame(7, &["a".to_owned()], ["i", "o"], b"text")?;
        for length in 1..job.len() {
            assert!(read_job(&mut &job[..length]).is_err(), "{length} bytes");
        }
        Ok(())
    }

    #[test]
    fn a_wrong_length_takes_no_memory() {
        // 4 GiB of arguments, of a text, and of a file: none is there.
        let most = u32::MAX.to_le_bytes();
        let job = [&b"job "[..], &[0; 4], &most].concat();
        assert!(read_job(&mut job.as_slice()).is_err_and(|error| error.kind() == ErrorKind::InvalidData));
        let text = [&b"done"[..], &[0; 4], &1_u32.to_le_bytes(), &[0; 4], &most, b"abc"].concat();
        assert!(read_reply(&mut text.as_slice(), 10).is_err_and(|error| error.kind() == ErrorKind::UnexpectedEof));
        let one = 1_u32.to_le_bytes();
        let file = [&b"done"[..], &[0; 4], &one, &[0; 12], &one, &most].concat();
        assert!(read_reply(&mut file.as_slice(), 10).is_err_and(|error| error.kind() == ErrorKind::InvalidData));
    }

    #[test]
    fn other_words_are_no_frames() {
        assert!(read_hello(&mut &b"UBERC-W2"[..]).is_err());
        assert!(read_hello(&mut &b"UBERC-W1"[..]).is_ok());
        assert!(read_reply(&mut &b"fixme: something of another program\n"[..], 10).is_err());
        let neither = [&b"done"[..], &[0; 4], &2_u32.to_le_bytes()].concat();
        assert!(read_reply(&mut neither.as_slice(), 10).is_err());
    }
}
