//! Permutations as text.

use super::{BranchKind, BranchLayout, Permutation};
use crate::diag::{did_you_mean, suggestion};

/// A text that is not a permutation of the shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadPermutation {
    /// Stable: `usage/what`.
    pub code: &'static str,
    /// The part of the text that is wrong.
    pub what: String,
    /// A similar text that is valid.
    pub suggestion: Option<String>,
    /// A sentence for the user.
    pub message: String,
}

impl std::fmt::Display for BadPermutation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BadPermutation {}

impl BadPermutation {
    fn new(code: &'static str, what: &str, message: String) -> BadPermutation {
        BadPermutation { code, what: what.to_owned(), suggestion: None, message }
    }

    fn near<'a>(mut self, known: impl IntoIterator<Item = &'a str>) -> BadPermutation {
        self.suggestion = did_you_mean(&self.what, known).map(str::to_owned);
        self
    }
}

impl BranchLayout {
    /// Reads `0x2a`, `0b101`, `42`, or `g_bSkinning=1,g_Quality=High`; a boolean's name alone turns it on, branches
    /// that are not named have their first value.
    ///
    /// # Errors
    /// For a name, value or number that does not exist.
    pub fn parse(&self, text: &str) -> Result<Permutation, BadPermutation> {
        let text = text.trim();
        let number = match text.split_at_checked(2) {
            Some(("0x" | "0X", digits)) => Some(u64::from_str_radix(digits, 16)),
            Some(("0b" | "0B", digits)) => Some(u64::from_str_radix(digits, 2)),
            _ if text.starts_with(|c: char| c.is_ascii_digit()) => Some(text.parse()),
            _ => None,
        };
        let bits = match number {
            Some(Ok(bits)) => bits,
            Some(Err(_)) => {
                let message = format!("`{text}` is not the number of a permutation");
                return Err(BadPermutation::new("usage/bad-permutation", text, message));
            }
            None => self.parse_named(text)?,
        };
        if self.exists(bits) {
            return Ok(Permutation(bits));
        }
        let strange = self.branches().iter().find(|branch| branch.extract(bits) >= branch.value_count());
        let why = match strange.filter(|_| bits & !self.mask() == 0) {
            Some(branch) => {
                let (value, last) = (branch.extract(bits), branch.value_count() - 1);
                let (name, first_bit) = (&branch.name, branch.first_bit);
                format!(
                    "branch `{name}` (from bit {first_bit} on) has the value {value}, and its largest value is {last}"
                )
            }
            None => format!("the key has {} bits", self.bits()),
        };
        let message = format!("there is no permutation {bits:#x}: {why}");
        Err(BadPermutation::new("usage/bad-permutation", text, message))
    }

    fn parse_named(&self, text: &str) -> Result<u64, BadPermutation> {
        let (mut bits, mut named) = (0, Vec::new());
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, "1"));
            let (name, value) = (name.trim(), value.trim());
            let id = self.find(name).ok_or_else(|| {
                let known = self.branches().iter().map(|branch| branch.name.as_str());
                let hint = suggestion(name, known.clone()).unwrap_or_default();
                let message = format!("there is no branch `{name}`. {hint}").trim_end().to_owned();
                BadPermutation::new("usage/unknown-branch", name, message).near(known)
            })?;
            let branch = self.get(id);
            let encoded = branch.parse_value(value).ok_or_else(|| {
                let known: Vec<String> =
                    (0..branch.value_count().min(16)).map(|value| branch.display_value(value)).collect();
                let takes = match &branch.kind {
                    BranchKind::Int { min, max } => format!("{min} to {max}"),
                    _ if branch.value_count() > 16 => format!("{}, ...", known.join(", ")),
                    _ => known.join(", "),
                };
                let message = format!("branch `{name}` has no value `{value}`; its values are {takes}");
                BadPermutation::new("usage/unknown-value", value, message).near(known.iter().map(String::as_str))
            })?;
            if named.contains(&id) {
                let message = format!("branch `{name}` is given twice");
                return Err(BadPermutation::new("usage/bad-permutation", name, message));
            }
            named.push(id);
            bits |= branch.insert(encoded);
        }
        Ok(bits)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{BranchKind, BranchLayout};

    fn layout() -> BranchLayout {
        let quality = BranchKind::Enum { members: vec!["Low".into(), "Medium".into(), "High".into()] };
        BranchLayout::new([
            ("g_bA".to_owned(), BranchKind::Bool, None),
            ("g_n".to_owned(), BranchKind::Int { min: -1, max: 1 }, None),
            ("g_Quality".to_owned(), quality, None),
        ])
        .expect("five bits")
    }

    #[test]
    fn numbers_and_names_mean_the_same() {
        let layout = layout();
        assert_eq!((layout.bits(), layout.permutations()), (5, 18));
        for text in ["0x15", "0b10101", "21", "g_bA, g_n=1, g_Quality=High"] {
            assert_eq!(layout.parse(text).map(|permutation| permutation.0), Ok(0b10101), "{text}");
        }
        assert_eq!(layout.describe(0b10101), "g_bA=1,g_n=1,g_Quality=High");
    }

    #[test]
    fn what_does_not_exist_is_told() {
        let layout = layout();
        assert!(
            layout
                .parse("0b111")
                .is_err_and(|wrong| wrong.message.contains("branch `g_n` (from bit 1 on) has the value 3"))
        );
        assert!(layout.parse("0x20").is_err_and(|wrong| wrong.message.contains("the key has 5 bits")));
        assert!(layout.parse("g_ba=1").is_err_and(|wrong| wrong.suggestion.as_deref() == Some("g_bA")));
        assert!(layout.parse("g_Quality=Ultra").is_err_and(|wrong| wrong.message.contains("Low, Medium, High")));
        assert!(layout.parse("12x").is_err());
        assert!(layout.parse("g_bA=0,g_bA=1").is_err_and(|wrong| wrong.message.contains("twice")));
    }
}
