//! A worker that does what the words of its jobs say: this program's second form.

use std::io::{Result, Write as _};
use std::time::Duration;

use uberc_worker::{Answer, HELLO, Job, Reply, Text, read_job, reply_frame};

/// The argument that makes this program a worker.
pub const ARGUMENT: &str = "--fake-worker";

/// Answers jobs until stdin ends. Without a word that it knows, the output is `object of ` and the source.
pub fn serve() -> Result<()> {
    let (mut jobs, mut pipe) = (std::io::stdin().lock(), std::io::stdout().lock());
    pipe.write_all(&HELLO)?;
    pipe.flush()?;
    while let Some(job) = read_job(&mut jobs)? {
        let source = String::from_utf8_lossy(&job.source).into_owned();
        let does = |word: &str| source.contains(word);
        if does("crash") {
            std::io::stderr().write_all(b"about to fall\n")?;
            std::process::abort();
        } else if does("leave") {
            std::process::exit(7);
        } else if does("hang") {
            std::thread::sleep(Duration::from_secs(300));
        } else if does("garbage") {
            pipe.write_all(b"fixme: something that is no answer, and is as long as a head\n")?;
        } else if does("half an answer") {
            let frame = reply_frame(&reply(&job, &source))?;
            pipe.write_all(&frame[..frame.len() / 2])?;
            pipe.flush()?;
            std::process::exit(0);
        } else {
            if does("slow") {
                std::thread::sleep(Duration::from_millis(100));
            }
            pipe.write_all(&reply_frame(&reply(&job, &source))?)?;
            // The same answer once more, which nobody asked for.
            if does("twice") {
                pipe.write_all(&reply_frame(&reply(&job, &source))?)?;
            }
        }
        pipe.flush()?;
    }
    Ok(())
}

fn reply(job: &Job, source: &str) -> Reply {
    let mut answer = Answer { object: Some(format!("object of {source}").into_bytes()), ..Answer::default() };
    if source.contains("a mistake") {
        let place = format!("{}(1,2): error X3000: odd\n", job.input);
        answer = Answer { code: 1, stderr: Text::from(place), ..Answer::default() };
    } else if source.contains("no memory") {
        answer = Answer { code: 1, stderr: Text::from("LLVM ERROR: out of memory\n".to_owned()), ..Answer::default() };
    } else if source.contains("flood") {
        answer.stdout = Text::from("some words\n".repeat(500_000));
    } else if source.contains("nothing") {
        answer.object = None;
    } else if source.contains("decline") {
        return Reply { number: job.number, answer: None };
    }
    Reply { number: job.number, answer: Some(answer) }
}
