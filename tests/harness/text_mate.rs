//! Tokens as editors see them.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use libtest_mimic::Failed;

/// Every line of a text with its tokens and their scopes in a TextMate grammar (JSON). Needs python3.
pub fn text_mate_tokens(grammar: &str, text: &str) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("grammar.json");
    std::fs::write(&file, grammar)?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/harness/textmate.py");
    let mut command = Command::new("python3");
    let mut child = command.arg(script).arg(file).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes())?;
    }
    let output = child.wait_with_output()?;
    assert!(output.status.success());
    Ok(String::from_utf8(output.stdout)?)
}
