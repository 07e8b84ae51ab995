//! Typed reading of a TOML table. Each mistake becomes a diagnostic at its place, and reading continues.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::quantity::{QuantityError, parse_size, parse_time};
use crate::diag::{Diagnostic, FileId, Span, did_you_mean, suggestion};

/// Unknown keys of a section that are reported one by one: for each, a similar one is looked for.
const MOST_UNKNOWN: usize = 50;

/// A value and where it stands.
pub type TomlValue<'t> = Spanned<DeValue<'t>>;

/// Text and where it stands.
#[derive(Clone, Debug)]
pub struct Text {
    pub text: String,
    pub span: Span,
}

/// The diagnostics and places of a project file that is being read.
pub struct Settings {
    file: FileId,
    pub diagnostics: Vec<Diagnostic>,
    /// Where each value stands, by its dotted key.
    pub places: BTreeMap<String, Span>,
}

impl Settings {
    pub fn new(file: FileId) -> Settings {
        Settings { file, diagnostics: Vec::new(), places: BTreeMap::new() }
    }

    /// A range of bytes of the file.
    pub fn span(&self, range: Range<usize>) -> Span {
        Span { file: self.file, start: range.start as u32, end: range.end as u32 }
    }

    pub fn error(&mut self, code: &'static str, span: Span, message: String, help: impl Into<Option<String>>) {
        let mut diagnostic = Diagnostic::error(code, message).at(span);
        diagnostic.help = help.into();
        self.diagnostics.push(diagnostic);
    }

    /// Reports unknown keys. `elsewhere` gives the section that a misplaced key belongs to.
    pub fn reject_unknown_keys(
        &mut self,
        table: &DeTable<'_>,
        section: &str,
        known: &[&str],
        elsewhere: fn(&str) -> Option<String>,
    ) {
        let mut unknown = table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        for key in unknown.by_ref().take(MOST_UNKNOWN) {
            let name = key.get_ref().as_ref();
            let place = if section.is_empty() { "at the top level".to_owned() } else { format!("in `[{section}]`") };
            let help = match (did_you_mean(name, known.iter().copied()), elsewhere(name)) {
                (None, Some(section)) => Some(format!("`{name}` belongs {section}.")),
                _ => suggestion(name, known.iter().copied()),
            };
            let span = self.span(key.span());
            self.error("discover/unknown-key", span, format!("unknown key `{name}` {place}"), help);
        }
        if let Some(next) = unknown.next() {
            let span = self.span(next.span());
            let message = format!("{} more unknown keys in this section", 1 + unknown.count());
            self.error("discover/unknown-key", span, message, "Remove them.".to_owned());
        }
    }

    /// The value of `name` in `table`, its place remembered.
    pub fn get<'a, 't>(&mut self, table: &'a DeTable<'t>, section: &str, name: &str) -> Option<&'a TomlValue<'t>> {
        let value = table.get(name)?;
        let span = self.span(value.span());
        self.places.insert(dotted(section, name), span);
        Some(value)
    }

    pub fn table<'a, 't>(&mut self, value: &'a TomlValue<'t>, key: &str) -> Option<&'a DeTable<'t>> {
        if let Some(table) = value.get_ref().as_table() {
            return Some(table);
        }
        let named = if matches!(key, "target" | "compiler") { ".NAME" } else { "" };
        let section = format!("Write a section: `[{key}{named}]`.");
        // `targets` is the list of what is built.
        let is_list = key == "target" && matches!(value.get_ref(), DeValue::Array(_) | DeValue::String(_));
        let help = if is_list {
            "Write `targets = [...]`: `target` has a section for each target.".to_owned()
        } else {
            section
        };
        self.wrong_type(value, key, "a table", Some(help));
        None
    }

    pub fn text(&mut self, value: &TomlValue<'_>, key: &str) -> Option<Text> {
        match value.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => {
                Some(Text { text: text.to_string(), span: self.span(value.span()) })
            }
            DeValue::String(_) => {
                let span = self.span(value.span());
                self.error(
                    "discover/bad-value",
                    span,
                    format!("`{key}` is empty"),
                    "Remove the key to keep its default.".to_owned(),
                );
                None
            }
            _ => {
                self.wrong_type(value, key, "a string", None);
                None
            }
        }
    }

    /// An array of strings; other elements are reported and omitted.
    pub fn texts(&mut self, value: &TomlValue<'_>, key: &str) -> Option<Vec<Text>> {
        let Some(items) = value.get_ref().as_array() else {
            let help = match value.get_ref() {
                DeValue::String(text) => Some(format!("Write `{} = [{text:?}]`.", last_part(key))),
                DeValue::Table(_) if key == "targets" => {
                    Some("`targets` lists names; the settings of one target are in `[target.NAME]`.".to_owned())
                }
                _ => None,
            };
            self.wrong_type(value, key, "an array of strings", help);
            return None;
        };
        let mut texts = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let key = format!("{key}[{index}]");
            if let Some(text) = self.text(item, &key) {
                self.places.insert(key, text.span);
                texts.push(text);
            }
        }
        Some(texts)
    }

    /// Renumbers the places of a list's items after some items were omitted.
    pub fn renumber(&mut self, key: &str, kept: &[Text]) {
        self.places.retain(|place, _| place.strip_prefix(key).is_none_or(|rest| !rest.starts_with('[')));
        self.places.extend(kept.iter().enumerate().map(|(index, text)| (format!("{key}[{index}]"), text.span)));
    }

    pub fn boolean(&mut self, value: &TomlValue<'_>, key: &str) -> Option<bool> {
        match value.get_ref() {
            DeValue::Boolean(is) => Some(*is),
            _ => {
                self.wrong_type(value, key, "`true` or `false`", None);
                None
            }
        }
    }

    pub fn integer(&mut self, value: &TomlValue<'_>, key: &str, range: RangeInclusive<u64>) -> Option<u64> {
        let Some(number) = value.get_ref().as_integer() else {
            self.wrong_type(value, key, "an integer", None);
            return None;
        };
        let digits = i128::from_str_radix(number.as_str(), number.radix()).ok();
        self.in_range(value, key, digits.unwrap_or(i128::MAX), range, |bound| bound.to_string())
    }

    /// A number of seconds, or a string with a unit.
    pub fn time(&mut self, value: &TomlValue<'_>, key: &str, range: RangeInclusive<Duration>) -> Option<Duration> {
        let milliseconds = match value.get_ref() {
            DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix())
                .ok()
                .and_then(|seconds| seconds.checked_mul(1000))
                .unwrap_or(i128::MAX),
            // The cast saturates, and turns `nan` into 0, which is outside of every range.
            DeValue::Float(number) => (number.as_str().parse::<f64>().unwrap_or(f64::NAN) * 1000.0).round() as i128,
            DeValue::String(text) => match parse_time(text) {
                Ok(time) => time.as_millis() as i128,
                Err(error) => {
                    self.bad_quantity(value, key, text, &error, "a time, such as `\"500ms\"`, `\"10s\"` or `\"2min\"`");
                    return None;
                }
            },
            _ => {
                self.wrong_type(value, key, "a time: a number of seconds, or a string such as `\"10s\"`", None);
                return None;
            }
        };
        let bounds = range.start().as_millis() as u64..=range.end().as_millis() as u64;
        self.in_range(value, key, milliseconds, bounds, |bound| {
            super::quantity::time_text(Duration::from_millis(bound))
        })
        .map(Duration::from_millis)
    }

    /// A number of bytes, or a string with a unit.
    pub fn size(&mut self, value: &TomlValue<'_>, key: &str, range: RangeInclusive<u64>) -> Option<u64> {
        let bytes = match value.get_ref() {
            DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix()).unwrap_or(i128::MAX),
            DeValue::String(text) => match parse_size(text) {
                Ok(bytes) => i128::from(bytes),
                Err(error) => {
                    self.bad_quantity(value, key, text, &error, "a size, such as `\"64MiB\"` or `\"4GB\"`");
                    return None;
                }
            },
            _ => {
                self.wrong_type(value, key, "a size: a number of bytes, or a string such as `\"256MiB\"`", None);
                return None;
            }
        };
        self.in_range(value, key, bytes, range, super::quantity::size_text)
    }

    fn in_range(
        &mut self,
        value: &TomlValue<'_>,
        key: &str,
        number: i128,
        range: RangeInclusive<u64>,
        show: impl Fn(u64) -> String,
    ) -> Option<u64> {
        if let Some(number) = u64::try_from(number).ok().filter(|number| range.contains(number)) {
            return Some(number);
        }
        let span = self.span(value.span());
        let help = format!("It can be from {} to {}.", show(*range.start()), show(*range.end()));
        self.error("discover/bad-value", span, format!("`{key}` is out of range"), help);
        None
    }

    fn bad_quantity(&mut self, value: &TomlValue<'_>, key: &str, text: &str, error: &QuantityError, expected: &str) {
        let why = match error {
            QuantityError::NoNumber => "does not begin with a number".to_owned(),
            QuantityError::Unit(unit) if unit.is_empty() => "has no unit".to_owned(),
            QuantityError::Unit(unit) => format!("has the unknown unit `{unit}`"),
            QuantityError::TooLarge => "is too large".to_owned(),
        };
        let span = self.span(value.span());
        self.error("discover/bad-value", span, format!("`{key}`: {text:?} {why}"), format!("Write {expected}."));
    }

    pub fn wrong_type(&mut self, value: &TomlValue<'_>, key: &str, expected: &str, help: Option<String>) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "an integer",
            DeValue::Float(_) => "a float",
            DeValue::Boolean(_) => "a boolean",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        let span = self.span(value.span());
        self.error("discover/wrong-type", span, format!("`{key}`: expected {expected}, found {found}"), help);
    }
}

/// `section.name`, as places and messages write it.
pub fn dotted(section: &str, name: &str) -> String {
    if section.is_empty() { name.to_owned() } else { format!("{section}.{name}") }
}

fn last_part(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}
