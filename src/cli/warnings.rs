//! The arguments for levels of warnings.

use clap::Args;

use super::values::warning_level;
use crate::diag::{WarningLevel, WarningLevels};

/// What becomes of warnings.
#[derive(Clone, Debug, Default, Args)]
pub struct Warnings {
    /// What becomes of the warnings of a code: `check/unused-branch=allow`, `=warn` or `=deny`; can be repeated
    #[arg(short = 'W', long = "warning", value_name = "CODE=LEVEL", value_parser = warning_level, global = true)]
    pub of_codes: Vec<(String, WarningLevel)>,
    /// Warnings are errors, except those that `--warning` or `[warnings]` of uberc.toml names
    #[arg(long, global = true)]
    pub deny_warnings: bool,
}

impl Warnings {
    pub fn levels(&self) -> WarningLevels {
        WarningLevels { of_codes: self.of_codes.iter().cloned().collect(), denies_all: self.deny_warnings }
    }
}
