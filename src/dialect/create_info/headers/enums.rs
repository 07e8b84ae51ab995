//! C's enums as constants of GLSL, which has none.

use super::super::words::tokens;
use crate::diag::SourceFile;

/// An enum of a header.
#[derive(Clone, Debug)]
pub struct EnumText {
    /// From `enum` to the semicolon.
    pub range: std::ops::Range<usize>,
    /// Empty where it has none.
    pub name: String,
    /// The type behind the colon; empty where there is none.
    pub underlying: String,
    /// Name, the text of its value, and the place of the name.
    pub members: Vec<(String, Option<String>, usize)>,
    pub glsl: String,
}

/// The enums of a file that a shader sees, in order.
pub fn enums(file: &SourceFile) -> Vec<EnumText> {
    let text = super::visible(file);
    let all: Vec<(usize, &str)> = tokens(&text).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        match (all[at].1 == "enum").then(|| read(&all, at)).flatten() {
            Some((one, next)) => {
                found.push(one);
                at = next;
            }
            None => at += 1,
        }
    }
    found
}

/// The enum at a token, and the token behind it.
fn read(all: &[(usize, &str)], first: usize) -> Option<(EnumText, usize)> {
    let word = |at: usize| all.get(at).map(|(_, word)| *word);
    let mut at = first + 1;
    if matches!(word(at), Some("class" | "struct")) {
        at += 1;
    }
    let name = word(at).filter(|name| !["{", ":"].contains(name)).unwrap_or_default().to_owned();
    at += usize::from(!name.is_empty());
    let mut underlying = String::new();
    if word(at)? == ":" {
        at += 1;
        while word(at)? != "{" {
            underlying += word(at)?;
            at += 1;
        }
    }
    if word(at)? != "{" {
        return None;
    }
    at += 1;
    let mut members = Vec::new();
    while word(at)? != "}" {
        let (place, name) = (all[at].0, word(at)?.to_owned());
        at += 1;
        let mut value = None;
        if word(at)? == "=" {
            at += 1;
            let mut text = String::new();
            let mut depth = 0_usize;
            while depth > 0 || !matches!(word(at)?, "," | "}") {
                match word(at)? {
                    "(" => depth += 1,
                    ")" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                text += word(at)?;
                at += 1;
            }
            value = Some(text);
        }
        members.push((name, value, place));
        if word(at)? == "," {
            at += 1;
        }
    }
    at += 1;
    if word(at)? != ";" {
        return None;
    }
    let glsl = as_constants(&name, &underlying, &members);
    Some((EnumText { range: all[first].0..all[at].0 + 1, name, underlying, members, glsl }, at + 1))
}

fn as_constants(name: &str, underlying: &str, members: &[(String, Option<String>, usize)]) -> String {
    let is_signed = underlying.starts_with("int");
    let (ty, suffix) = if is_signed { ("int", "") } else { ("uint", "u") };
    let mut text = if name.is_empty() { String::new() } else { format!("#define {name} {ty}\n") };
    let mut before: Option<&str> = None;
    for (member, value, _) in members {
        let value = match (value, before) {
            (Some(value), _) => format!("{ty}({value})"),
            (None, None) => format!("0{suffix}"),
            (None, Some(before)) => format!("{before} + 1{suffix}"),
        };
        text += &format!("const {ty} {member} = {value};\n");
        before = Some(member);
    }
    text
}
