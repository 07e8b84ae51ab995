//! Writes the page as HTML.

use super::data::Page;

const FRAME: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

/// The files of the script, in order: one module, whose names all files share.
const SCRIPT: [&str; 16] = [
    include_str!("script/elements.js"),
    include_str!("script/data.js"),
    include_str!("script/permutations.js"),
    include_str!("script/overview.js"),
    include_str!("script/treemap.js"),
    include_str!("script/branches.js"),
    include_str!("script/messages.js"),
    include_str!("script/timings.js"),
    include_str!("script/vectors.js"),
    include_str!("script/shapes.js"),
    include_str!("script/resources.js"),
    include_str!("script/uniforms.js"),
    include_str!("script/pipeline.js"),
    include_str!("script/drawing.js"),
    include_str!("script/browser.js"),
    include_str!("script/main.js"),
];

/// miniz's strongest level that is not meant for archives of hours.
const LEVEL: u8 = 9;

/// The page as the text of an HTML file. Equal data gives equal text.
///
/// # Errors
/// Never for the data of a build, which is always JSON.
pub fn html(page: &Page) -> Result<String, serde_json::Error> {
    let json = serde_json::to_vec(page)?;
    let data = base64(&miniz_oxide::deflate::compress_to_vec(&json, LEVEL));
    let script = SCRIPT.join("\n");
    let values = [
        ("title", &*escaped(&page.title)),
        ("style", STYLE),
        ("script", &script),
        ("data", &data),
        ("version", page.version),
    ];
    let mut parts = FRAME.split("{{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        let value = values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        debug_assert!(value.is_some(), "page.html names {name}");
        text += value.unwrap_or_default();
        text += rest;
    }
    Ok(text)
}

/// Text between tags of HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 with padding (RFC 4648, section 4).
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().enumerate().fold(0u32, |word, (at, byte)| word | u32::from(*byte) << (16 - 8 * at));
        for digit in 0..4 {
            let index = word >> (18 - 6 * digit) & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[index as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        let pairs = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(pairs, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }
}
