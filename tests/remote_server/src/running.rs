//! Running actions: the input tree in a temporary folder, the command in it, and the outputs as blobs.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2 as reapi;
use bazel_remote_apis::google::longrunning::{Operation, operation};
use bazel_remote_apis::google::{protobuf, rpc};
use prost::Message;
use reapi::execution_server::Execution;
use tonic::codegen::tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Request, Response, Status};

use super::Contents;
use super::services::{Pieces, Service, hash_of};

/// Whether and how the server runs actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Running {
    /// It does, and says so.
    pub is_offered: bool,
    /// Before each action.
    pub latency: Duration,
    /// Nobody takes any action.
    pub no_worker: bool,
    /// The stream of an operation ends after its first message.
    pub breaks_streams: bool,
    /// No operation is known any more when it is asked for again.
    pub forgets: bool,
    /// Each action ends with an error of the server.
    pub fails: bool,
    /// The first run of each action lacks an input.
    pub loses_inputs: bool,
    /// Programs cannot be run on its machines.
    pub no_program: bool,
    /// Each job of an action that runs fails, as if the machine lacked something.
    pub fails_jobs: bool,
}

/// What became of an operation; `None`: it has not ended.
pub type Outcome = Option<reapi::ExecuteResponse>;

#[tonic::async_trait]
impl Execution for Service {
    type ExecuteStream = Pieces<Operation>;
    type WaitExecutionStream = Pieces<Operation>;

    async fn execute(&self, request: Request<reapi::ExecuteRequest>) -> Result<Response<Self::ExecuteStream>, Status> {
        let faults = self.begin("Execute", &request).await?;
        if !faults.running.is_offered {
            return Err(Status::unimplemented("this server runs no actions"));
        }
        let action = request.into_inner().action_digest.unwrap_or_default().hash;
        let name = self.with(|contents| {
            let name = format!("operations/{}", contents.operations.len());
            contents.operations.insert(name.clone(), None);
            *contents.runs.entry(action.clone()).or_default() += 1;
            name
        });
        let (contents, operation) = (Arc::clone(&self.contents), name.clone());
        tokio::spawn(async move {
            if faults.running.no_worker {
                return;
            }
            tokio::time::sleep(faults.running.latency).await;
            let run = tokio::task::spawn_blocking(move || {
                let response = respond(&contents, &action, faults.running);
                lock(&contents).operations.insert(operation, Some(response));
            });
            // A panic in it is a mistake of the test server; the client then waits in vain.
            let _ = run.await;
        });
        Ok(Response::new(self.stream(name, faults.running.breaks_streams)))
    }

    async fn wait_execution(
        &self,
        request: Request<reapi::WaitExecutionRequest>,
    ) -> Result<Response<Self::WaitExecutionStream>, Status> {
        let faults = self.begin("WaitExecution", &request).await?;
        let name = request.into_inner().name;
        let is_known = self.with(|contents| contents.operations.contains_key(&name));
        if faults.running.forgets || !is_known {
            return Err(Status::not_found("no such operation"));
        }
        Ok(Response::new(self.stream(name, false)))
    }
}

impl Service {
    /// The states of an operation, up to its end.
    fn stream(&self, name: String, breaks: bool) -> Pieces<Operation> {
        let (send, receive) = tokio::sync::mpsc::channel(4);
        let contents = Arc::clone(&self.contents);
        tokio::spawn(async move {
            let begun = Operation { name: name.clone(), ..Operation::default() };
            if send.send(Ok(begun)).await.is_err() || breaks {
                return;
            }
            loop {
                let outcome = lock(&contents).operations.get(&name).cloned().flatten();
                if let Some(response) = outcome {
                    let value = protobuf::Any { value: response.encode_to_vec(), ..protobuf::Any::default() };
                    let result = Some(operation::Result::Response(value));
                    let _ = send.send(Ok(Operation { name, done: true, result, ..Operation::default() })).await;
                    return;
                }
                if send.is_closed() {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(3)).await;
            }
        });
        Box::pin(ReceiverStream::new(receive))
    }
}

fn lock(contents: &Mutex<Contents>) -> std::sync::MutexGuard<'_, Contents> {
    contents.lock().unwrap_or_else(PoisonError::into_inner)
}

fn respond(contents: &Mutex<Contents>, action: &str, running: Running) -> reapi::ExecuteResponse {
    let failed = |code: Code, message: String| reapi::ExecuteResponse {
        status: Some(rpc::Status { code: code as i32, message, details: Vec::new() }),
        ..reapi::ExecuteResponse::default()
    };
    let is_first = lock(contents).runs.get(action).is_none_or(|runs| *runs < 2);
    if running.fails {
        return failed(Code::Internal, "the machine has ended".to_owned());
    }
    if running.loses_inputs && is_first {
        return failed(Code::FailedPrecondition, "an input is missing".to_owned());
    }
    match run(contents, action, running) {
        Ok(result) => {
            // As servers do with actions that succeed.
            if result.exit_code == 0 {
                lock(contents).results.insert(action.to_owned(), result.clone());
            }
            reapi::ExecuteResponse { result: Some(result), ..reapi::ExecuteResponse::default() }
        }
        Err(why) => failed(Code::FailedPrecondition, why),
    }
}

/// Runs an action that is among the blobs.
fn run(contents: &Mutex<Contents>, action: &str, running: Running) -> Result<reapi::ActionResult, String> {
    let text = |error: std::io::Error| error.to_string();
    let action: reapi::Action = message(contents, action)?;
    let command: reapi::Command = message(contents, &action.command_digest.unwrap_or_default().hash)?;
    let properties = action.platform.clone().unwrap_or_default().properties.into_iter();
    lock(contents).platforms.extend(properties.map(|property| (property.name, property.value)));
    let folder = tempfile::tempdir().map_err(text)?;
    fill(contents, &action.input_root_digest.unwrap_or_default().hash, folder.path())?;
    if running.no_program {
        std::fs::remove_dir_all(folder.path().join("compiler")).map_err(text)?;
    }
    if running.fails_jobs {
        let program = std::fs::read_dir(folder.path().join("compiler")).map_err(text)?.next();
        let program = program.ok_or("there is no program")?.map_err(text)?.path();
        write_program(&program, b"#!/bin/sh\necho error: this machine lacks a file >&2\nexit 3\n").map_err(text)?;
    }
    let [program, arguments @ ..] = command.arguments.as_slice() else { return Err("no command".to_owned()) };
    let mut process = Command::new(program);
    process.args(arguments).current_dir(folder.path()).env_clear().stdin(Stdio::null());
    process.envs(command.environment_variables.into_iter().map(|variable| (variable.name, variable.value)));
    let done = process.output().map_err(text)?;
    let mut result = reapi::ActionResult {
        exit_code: done.status.code().unwrap_or(-1),
        stderr_raw: done.stderr,
        ..reapi::ActionResult::default()
    };
    for path in command.output_paths {
        let Ok(bytes) = std::fs::read(folder.path().join(&path)) else { continue };
        let digest = reapi::Digest { hash: hash_of(&bytes), size_bytes: bytes.len() as i64 };
        lock(contents).blobs.insert(digest.hash.clone(), bytes);
        result.output_files.push(reapi::OutputFile { path, digest: Some(digest), ..reapi::OutputFile::default() });
    }
    Ok(result)
}

fn blob(contents: &Mutex<Contents>, hash: &str) -> Result<Vec<u8>, String> {
    lock(contents).blobs.get(hash).cloned().ok_or_else(|| format!("the blob {hash} is missing"))
}

fn message<M: Message + Default>(contents: &Mutex<Contents>, hash: &str) -> Result<M, String> {
    M::decode(blob(contents, hash)?.as_slice()).map_err(|error| error.to_string())
}

/// Writes a file that is to be run. Another process does it: while this one has a file open for writing, any process that another
/// thread starts has it open too for a moment, and a program that is open for writing cannot be run.
fn write_program(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let plain = folder.path().join("program");
    std::fs::write(&plain, bytes)?;
    std::fs::set_permissions(&plain, std::fs::Permissions::from_mode(0o755))?;
    let done = Command::new("cp").arg(&plain).arg(path).status()?;
    if done.success() { Ok(()) } else { Err(std::io::Error::other("cp failed")) }
}

/// Writes an input tree.
fn fill(contents: &Mutex<Contents>, hash: &str, folder: &Path) -> Result<(), String> {
    let text = |error: std::io::Error| error.to_string();
    let tree: reapi::Directory = message(contents, hash)?;
    for file in tree.files {
        let path = folder.join(&file.name);
        let bytes = blob(contents, &file.digest.unwrap_or_default().hash)?;
        let written = if file.is_executable { write_program(&path, &bytes) } else { std::fs::write(&path, bytes) };
        written.map_err(text)?;
    }
    for inner in tree.directories {
        let path = folder.join(&inner.name);
        std::fs::create_dir(&path).map_err(text)?;
        fill(contents, &inner.digest.unwrap_or_default().hash, &path)?;
    }
    Ok(())
}
