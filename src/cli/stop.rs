//! Why a command stopped early.

use clap::error::{ContextKind, ContextValue};
use uberc_runtime::Error;

use super::exit::{ENVIRONMENT, SOURCE_ERRORS, WRONG_USAGE};
use crate::diag::did_you_mean;
use crate::model::BadPermutation;

/// The message, and the exit code.
pub struct Stop {
    /// Empty where everything was printed before.
    pub message: String,
    pub code: u8,
    /// Further fields of the JSON line.
    pub about: About,
}

/// The exit code of a command, or why it stopped early.
pub type Outcome = Result<u8, Stop>;

/// The mistake, for programs.
#[derive(Default)]
pub struct About {
    /// Stable; `None` where the exit code is enough.
    pub code: Option<&'static str>,
    /// The name that the user gave.
    pub what: Option<String>,
    /// The nearest name that exists.
    pub suggestion: Option<String>,
}

impl Stop {
    pub fn usage(message: impl Into<String>) -> Stop {
        Stop { message: message.into(), code: WRONG_USAGE, about: About::default() }
    }

    pub fn environment(message: impl Into<String>) -> Stop {
        Stop { message: message.into(), code: ENVIRONMENT, about: About::default() }
    }

    pub fn sources(message: impl Into<String>) -> Stop {
        Stop { message: message.into(), code: SOURCE_ERRORS, about: About::default() }
    }

    /// Adds the fields for programs.
    pub fn about(mut self, code: &'static str, what: &str, suggestion: Option<String>) -> Stop {
        self.about = About { code: Some(code), what: Some(what.to_owned()), suggestion };
        self
    }

    /// The line of `--message-format json`.
    pub fn json(&self) -> String {
        let code = self.about.code.unwrap_or(match self.code {
            SOURCE_ERRORS => "sources",
            ENVIRONMENT => "environment",
            _ => "usage",
        });
        let About { what, suggestion, .. } = &self.about;
        let message = self.message.trim_end();
        serde_json::json!({
            "reason": "error", "code": code, "message": message, "what": what, "suggestion": suggestion,
        })
        .to_string()
    }
}

impl From<BadPermutation> for Stop {
    fn from(wrong: BadPermutation) -> Stop {
        Stop::usage(wrong.message).about(wrong.code, &wrong.what, wrong.suggestion)
    }
}

/// An error of clap about the arguments.
impl From<&clap::Error> for Stop {
    fn from(error: &clap::Error) -> Stop {
        let text = error.to_string();
        // Its first paragraph; tips and the usage line follow.
        let message = text.split("\n\n").next().unwrap_or(&text).trim_start_matches("error: ");
        let message = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        let of = |kinds: &[ContextKind]| {
            kinds.iter().find_map(|kind| match error.get(*kind)? {
                ContextValue::String(text) => Some(text.clone()),
                ContextValue::Strings(texts) => texts.first().cloned(),
                _ => None,
            })
        };
        let what = of(&[ContextKind::InvalidValue, ContextKind::InvalidSubcommand, ContextKind::InvalidArg]);
        let suggestion =
            of(&[ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg]);
        let about = About { code: Some("usage/arguments"), what, suggestion };
        Stop { message, code: WRONG_USAGE, about }
    }
}

/// An archive does not have a name.
impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        let stop = Stop::usage(error.to_string());
        match error {
            Error::UnknownTarget { asked, known } => {
                let near = did_you_mean(&asked, known.iter().map(String::as_str)).map(str::to_owned);
                stop.about("usage/unknown-target", &asked, near)
            }
            Error::UnknownShader { asked, closest, .. } => stop.about("usage/unknown-shader", &asked, closest),
            Error::NotInTarget { target, targets, .. } => {
                stop.about("usage/not-in-target", &target, targets.into_iter().next())
            }
            Error::UnknownBranch { asked, closest, .. } => stop.about("usage/unknown-branch", &asked, closest),
            _ => stop,
        }
    }
}
