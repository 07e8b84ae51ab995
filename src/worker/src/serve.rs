//! The worker: jobs from stdin, replies to stdout.

use std::io::{BufReader, Result, Write};
use std::process::ExitCode;

use uberc_worker::{Answer, HELLO, Job, Reply, Text, read_job, reply_frame};

use super::command_line::CommandLine;
use super::library::Library;

/// Answers jobs until stdin ends.
pub fn serve(library: &Library) -> Result<ExitCode> {
    let mut pipe = pipe_of_replies()?;
    let mut jobs = BufReader::new(std::io::stdin());
    pipe.write_all(&HELLO)?;
    pipe.flush()?;
    while let Some(job) = read_job(&mut jobs)? {
        let reply = Reply { number: job.number, answer: answer(library, &job) };
        pipe.write_all(&reply_frame(&reply)?)?;
        pipe.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn answer(library: &Library, job: &Job) -> Option<Answer> {
    let line = CommandLine::new(&job.arguments, &job.output)?;
    // The library takes the name that stands for the input as the name of the text.
    line.options().contains(&job.input.as_str()).then_some(())?;
    let compiled = library.compile(line.options(), &job.source);
    let code = i32::from(compiled.object.is_none());
    Some(Answer { code, stderr: Text::from(compiled.messages), object: compiled.object, ..Answer::default() })
}

/// A pipe of our own: what the library prints on stdout goes to stderr, so that it is not taken for a reply.
#[cfg(unix)]
fn pipe_of_replies() -> Result<impl Write> {
    use std::os::fd::AsFd as _;
    let pipe = std::io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(std::io::stderr())?;
    Ok(std::fs::File::from(pipe))
}

#[cfg(not(unix))]
fn pipe_of_replies() -> Result<impl Write> {
    Ok(std::io::stdout())
}
