//! The section of a generator: `[bsl]`.

use toml::de::{DeTable, DeValue};

use super::settings::{Settings, Text, dotted};
use crate::dialect::{Generator, OptionKind, OptionValues};

/// The options that the section sets. Mistakes are reported, and left out.
pub fn generator_options(settings: &mut Settings, section: &DeTable<'_>, generator: &dyn Generator) -> OptionValues {
    let name = generator.name();
    let keys: Vec<String> = generator.options().iter().map(|option| option.name.replace('_', "-")).collect();
    let known: Vec<&str> = keys.iter().map(String::as_str).collect();
    settings.reject_unknown_keys(section, name, &known, |_| None);
    let mut all = OptionValues::new();
    for (option, key) in generator.options().iter().zip(&known) {
        let Some(value) = settings.get(section, name, key) else { continue };
        let key = dotted(name, key);
        let texts: Option<Vec<Text>> = match (option.takes, value.get_ref()) {
            (OptionKind::List, _) => settings.texts(value, &key),
            (OptionKind::Word(_), DeValue::Boolean(on)) => {
                let text = if *on { "on" } else { "off" }.to_owned();
                Some(vec![Text { text, span: settings.span(value.span()) }])
            }
            (OptionKind::Number(most), _) => {
                let number = settings.integer(value, &key, 0..=u64::from(most));
                number.map(|number| vec![Text { text: number.to_string(), span: settings.span(value.span()) }])
            }
            // It may be empty.
            (OptionKind::Text, DeValue::String(text)) => {
                Some(vec![Text { text: text.to_string(), span: settings.span(value.span()) }])
            }
            _ => settings.text(value, &key).map(|text| vec![text]),
        };
        let Some(texts) = texts else { continue };
        let values: Vec<String> = texts.into_iter().map(|text| text.text).collect();
        if let Err(help) = option.check(&values) {
            let span = settings.span(value.span());
            let message = format!("`{key}`: unknown word {:?}", values.join(" "));
            settings.error("discover/bad-value", span, message, help);
            continue;
        }
        all.insert(option.name.to_owned(), values);
    }
    all
}
