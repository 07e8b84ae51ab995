//! The bodies of the functions for the bits of 64-bit floats, in each text form whose language has functions for them: naga
//! has none.

use naga::Module;

use crate::lower::{DOUBLE_OF_WORDS, DOUBLE_PLACEHOLDER, WORDS_OF_DOUBLE};

/// What a language says of the two functions. In each text `{0}`, `{1}` are the names of the parameters.
pub struct DoubleBits {
    /// The suffix of a 64-bit float's literal.
    pub suffix: &'static str,
    /// The type of a pair of words.
    pub pair: &'static str,
    pub double_of_words: &'static str,
    pub words_of_double: &'static str,
}

/// Puts the bodies in the place of what the functions return.
///
/// # Errors
/// If the text has another function that returns the same.
pub fn complete(module: &Module, mut text: String, language: &DoubleBits) -> Result<String, String> {
    let has = |name: &str| module.functions.iter().any(|(_, function)| function.name.as_deref() == Some(name));
    let DoubleBits { suffix, pair, double_of_words, words_of_double } = language;
    if has(DOUBLE_OF_WORDS) {
        let value = f64::from_bits(DOUBLE_PLACEHOLDER);
        text = with_body(text, &format!("    return {value:?}{suffix};\n"), double_of_words)?;
    }
    if has(WORDS_OF_DOUBLE) {
        let (low, high) = (DOUBLE_PLACEHOLDER as u32, (DOUBLE_PLACEHOLDER >> 32) as u32);
        text = with_body(text, &format!("    return {pair}({low}u, {high}u);\n"), words_of_double)?;
    }
    Ok(text)
}

fn with_body(mut text: String, placeholder: &str, body: &str) -> Result<String, String> {
    let mut found = text.match_indices(placeholder).map(|(at, _)| at);
    let (Some(at), None) = (found.next(), found.next()) else {
        return Err("it has not one function for the bits of 64-bit floats".to_owned());
    };
    // The parameters are those of the last line with parentheses before it.
    let head = text[..at].lines().rev().find_map(|line| Some(line.split_once('(')?.1.rsplit_once(')')?.0));
    let names = head.into_iter().flat_map(|head| head.split(", ")).filter_map(|one| one.rsplit(' ').next());
    let mut body = body.to_owned();
    for (number, name) in names.enumerate() {
        body = body.replace(&format!("{{{number}}}"), name);
    }
    text.replace_range(at..at + placeholder.len(), &body);
    Ok(text)
}
