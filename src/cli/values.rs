//! Parsers of the values of arguments. What they say of a wrong value stands behind it in the message.

use crate::diag::{self, WarningLevel};
use crate::dialect::Registry;
use crate::model::Target;
use crate::project;

/// `500MiB`, in bytes.
pub fn size(text: &str) -> Result<u64, String> {
    project::bytes_of(text)
        .ok_or_else(|| "a size is a number of bytes, or one with a unit: B kB MB GB KiB MiB GiB".to_owned())
}

/// `NAME=VALUE`; without a value it is 1.
pub fn define(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    match project::define_problem(name, value) {
        Some(problem) => Err(problem.help().to_owned()),
        None => Ok((name.to_owned(), value.to_owned())),
    }
}

/// `check/unused-branch=deny`.
pub fn warning_level(text: &str) -> Result<(String, WarningLevel), String> {
    let (code, level) = text.split_once('=').ok_or("write a code and a level: `check/unused-branch=deny`")?;
    let registry = Registry::standard();
    if !registry.warnings().any(|known| known == code) {
        let near = crate::diag::suggestion(code, registry.warnings()).unwrap_or_default();
        return Err(format!("no warning has the code `{code}`. {near}"));
    }
    let level = WarningLevel::from_name(level).ok_or_else(|| format!("`{level}` is not `allow`, `warn` or `deny`"))?;
    Ok((code.to_owned(), level))
}

/// A target by its name.
pub fn target(name: &str) -> Result<Target, String> {
    project::target_named(name).map_err(|help| format!("there is no target `{}`. {help}", diag::excerpt(name)))
}
