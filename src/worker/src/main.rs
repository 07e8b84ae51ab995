//! `uberc-dxc`: DXC's command line over `libdxcompiler`, as far as uberc uses it, and its worker.
//!
//! **In**: `--version`; or options of dxc, `-Fo OUTPUT` among them and the input as the last word; or jobs on stdin.
//! **Out**: as of dxc: the output, messages on stderr, 1 as the exit code of a failed compilation; or replies.
//! **Never**: includes a file (uberc's texts are preprocessed), or writes another file than the output.

mod command_line;
mod library;
mod serve;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use command_line::CommandLine;
use library::Library;

/// The exit code where there is no compiler: another one than that of a text which does not compile.
const NO_LIBRARY: u8 = 3;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let library = match Library::open() {
        Ok(library) => library,
        Err(reason) => {
            say(&format!("error: {reason}\n"));
            return ExitCode::from(NO_LIBRARY);
        }
    };
    let ended = match words.as_slice() {
        [word] if word == "--version" => print_version(&library),
        [word] if word == uberc_worker::ARGUMENT => serve::serve(&library),
        words => Ok(compile(&library, words)),
    };
    ended.unwrap_or_else(|error| {
        say(&format!("error: {error}\n"));
        ExitCode::FAILURE
    })
}

fn print_version(library: &Library) -> std::io::Result<ExitCode> {
    let (major, minor) = library.version();
    let announced = uberc_worker::ANNOUNCEMENT;
    writeln!(std::io::stdout(), "libdxcompiler: {major}.{minor}\n{announced} {}", library.path().display())?;
    Ok(ExitCode::SUCCESS)
}

/// One compilation, from file to file.
fn compile(library: &Library, words: &[String]) -> ExitCode {
    let (input, output) = match CommandLine::names(words) {
        Ok(names) => names,
        Err(reason) => {
            say(&format!("error: {reason}\n"));
            return ExitCode::FAILURE;
        }
    };
    let source = match std::fs::read(input) {
        Ok(source) => source,
        Err(error) => {
            say(&format!("error: {input}: {error}\n"));
            return ExitCode::FAILURE;
        }
    };
    let Some(line) = CommandLine::new(words, output) else {
        say("error: the only output of uberc-dxc is that of -Fo, and it reads one file\n");
        return ExitCode::FAILURE;
    };
    let compiled = library.compile(line.options(), &source);
    say(&compiled.messages);
    let Some(object) = compiled.object else { return ExitCode::FAILURE };
    if let Err(error) = std::fs::write(Path::new(output), object) {
        say(&format!("error: {output}: {error}\n"));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Nobody is there to be told that stderr cannot be written.
fn say(text: &str) {
    let _nobody = std::io::stderr().write_all(text.as_bytes());
}
