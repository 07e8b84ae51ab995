//! `bindings` of a target.

use toml::de::{DeTable, DeValue};

use super::settings::{Settings, dotted};
use crate::diag::did_you_mean;
use crate::model::{BindingRule, Shifts, Target};

const CLASSES: [&str; 4] = ["b", "t", "s", "u"];

/// Reads a word or a table of shifts; the default if the key is absent or wrong.
pub fn binding_rule(settings: &mut Settings, table: &DeTable<'_>, section: &str, target: Target) -> BindingRule {
    let key = dotted(section, "bindings");
    let Some(value) = settings.get(table, section, "bindings") else { return BindingRule::default() };
    let span = settings.span(value.span());
    if target.keeps_registers() {
        let message = format!("target `{}` uses the source's own registers and has no bindings", target.name());
        settings.error("discover/bad-value", span, message, "Remove the key.".to_owned());
        return BindingRule::default();
    }
    let expected = "`\"dense\"`, `\"shift\"`, or a table of shifts such as `{ b = 0, t = 100, s = 300, u = 400 }`";
    match value.get_ref() {
        DeValue::String(word) => match word.as_ref() {
            "dense" => return BindingRule::Dense,
            "shift" => {}
            _ => {
                let help = did_you_mean(word, ["dense", "shift"])
                    .map_or_else(|| format!("Write {expected}."), |best| format!("Did you mean `{best}`?"));
                settings.error("discover/bad-value", span, format!("`{key}`: unknown rule {word:?}"), help);
            }
        },
        DeValue::Table(classes) => {
            settings.reject_unknown_keys(classes, &key, &CLASSES, |_| None);
            let mut shifts = Shifts::default();
            let Shifts { b, t, s, u } = &mut shifts;
            for (class, shift) in CLASSES.into_iter().zip([b, t, s, u]) {
                let range = 0..=u64::from(Shifts::LARGEST);
                let number = settings.get(classes, &key, class);
                let number = number.and_then(|value| settings.integer(value, &dotted(&key, class), range));
                if let Some(number) = number.and_then(|number| u32::try_from(number).ok()) {
                    *shift = number;
                }
            }
            return BindingRule::Shift(shifts);
        }
        _ => settings.wrong_type(value, &key, expected, None),
    }
    BindingRule::default()
}
