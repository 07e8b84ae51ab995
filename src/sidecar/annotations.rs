//! What the annotations for Lua editors say about the API of sidecars: they are its only descriptions in words, and a
//! test compares their names with the tables of [`fields`](super::fields).

/// The file for the Lua language server (LuaCATS annotations).
pub const ANNOTATIONS: &str = include_str!("../../lua/meta/uberc.lua");

/// Before the default at the end of a description. `lsp` leaves it out, because it shows the default of the table of fields.
const DEFAULT: &str = " (default: ";

/// Type and description of a field of a class, as its annotation has them; the description can be empty, and is without the default.
pub fn field_text(class: &str, field: &str) -> Option<(&'static str, &'static str)> {
    let mut lines = ANNOTATIONS.lines().skip_while(|line| line.strip_prefix("---@class ") != Some(class)).skip(1);
    lines.by_ref().map_while(|line| line.strip_prefix("---@field ")).find_map(|rest| {
        let (name, text) = rest.split_once(' ')?;
        (name.trim_end_matches('?') == field).then(|| split_type(text.split(DEFAULT).next().unwrap_or(text)))
    })
}

/// A type ends at the first blank outside of brackets that does not follow `:` or `,`.
fn split_type(text: &str) -> (&str, &str) {
    let (mut depth, mut before) = (0_i32, ' ');
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '<' | '{' => depth += 1,
            ')' | '>' | '}' => depth -= 1,
            ' ' if depth <= 0 && !matches!(before, ':' | ',') => return (&text[..at], &text[at + 1..]),
            _ => {}
        }
        before = letter;
    }
    (text, "")
}

/// The description of a global: the comment above it.
pub fn global_text(name: &str) -> Option<String> {
    let mut above: Vec<&str> = Vec::new();
    for line in ANNOTATIONS.lines() {
        if let Some(comment) = line.strip_prefix("---") {
            above.extend((!comment.starts_with('@')).then_some(comment));
            continue;
        }
        let declares = |start: &str, end: char| {
            line.strip_prefix(start).and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with(end))
        };
        if declares("function ", '(') || declares("", ' ') {
            return (!above.is_empty()).then(|| above.join(" "));
        }
        above.clear();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_found() {
        assert_eq!(field_text("RenderStateObject", "ZEnable"), Some(("boolean", "depth test")));
        assert_eq!(field_text("RenderTargetObject", "BlendOp"), Some(("BlendOp.Member", "")));
        assert_eq!(
            field_text("TechniqueObject", "from_info"),
            Some((
                "fun(self: TechniqueObject, ...: string): TechniqueObject",
                "stages and sources of create infos (`create-infos` of uberc.toml)"
            ))
        );
        assert_eq!(field_text("TechniqueObject", "ZEnable"), None);
        assert_eq!(global_text("Shader").as_deref(), Some("Declares a shader."));
        assert_eq!(global_text("DepthOnlyRenderState").as_deref(), Some("No colour writes."));
        assert_eq!(global_text("Shade"), None);
    }
}
