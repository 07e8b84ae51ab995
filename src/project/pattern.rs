//! Glob patterns of `sources` and `exclude`.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

/// A compiled pattern; it matches paths relative to the project root.
#[derive(Clone, Debug)]
pub struct Pattern {
    matcher: Matcher,
    /// Of a pattern `FOLDER/**`: what matches the folder.
    folder: Option<GlobMatcher>,
    /// The folders before the first special character: no path outside of them can match.
    pub base: PathBuf,
}

#[derive(Clone, Debug)]
enum Matcher {
    /// Of a pattern `**/*END`: what matches ends so. Most patterns are of this kind, and there are many for each file.
    End(String),
    Glob(GlobMatcher),
}

/// The end of a pattern `**/*END` whose end has no special character.
fn end_of(text: &str) -> Option<&str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    text.strip_prefix("**/*").filter(|end| !end.is_empty() && end.bytes().all(is_plain))
}

/// The pattern of everything below a folder, as the string to write in `uberc.toml`: special characters of its name stand for
/// themselves.
pub fn everything_below(folder: &str) -> String {
    let mut pattern = String::new();
    for letter in folder.chars() {
        match letter {
            '*' | '?' | '[' | ']' | '{' | '}' | '\\' => pattern.extend(['[', letter, ']']),
            _ => pattern.push(letter),
        }
    }
    toml::Value::String(pattern + "/**").to_string()
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// A text for a message.
    pub fn new(text: &str) -> Result<Pattern, String> {
        if text.trim().is_empty() {
            return Err("it is empty".to_owned());
        }
        let text = text.strip_prefix("./").unwrap_or(text);
        if text.starts_with('/') || Path::new(text).is_absolute() {
            return Err("it is absolute; patterns are relative to the project root".to_owned());
        }
        if text.split('/').any(|part| part == "..") {
            return Err("`..` leads out of the project".to_owned());
        }
        // `*` stops at `/`, the same on every system; a backslash escapes, the same on every system.
        let build = |text: &str| GlobBuilder::new(text).literal_separator(true).backslash_escape(true).build();
        let matcher = match end_of(text) {
            Some(end) => Matcher::End(end.to_owned()),
            None => Matcher::Glob(build(text).map_err(|error| error.kind().to_string())?.compile_matcher()),
        };
        let folder = text.strip_suffix("/**").or_else(|| text.strip_suffix("/**/*"));
        let folder = folder.and_then(|folder| build(folder).ok()).map(|folder| folder.compile_matcher());
        Ok(Pattern { matcher, folder, base: base_of(text) })
    }

    /// Whether the pattern matches a path relative to the root.
    pub fn matches(&self, path: &Path) -> bool {
        match &self.matcher {
            Matcher::End(end) => path.as_os_str().as_encoded_bytes().ends_with(end.as_bytes()),
            Matcher::Glob(glob) => glob.is_match(path),
        }
    }

    /// Whether the pattern certainly matches every file below a folder: it is `FOLDER/**`.
    pub fn matches_all_below(&self, folder: &Path) -> bool {
        self.folder.as_ref().is_some_and(|pattern| pattern.is_match(folder))
    }
}

/// The folders before the first character that can match others. `[x]` and a backslash before a character stand for that character.
fn base_of(text: &str) -> PathBuf {
    let mut literal = String::new();
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        let mut ahead = rest.clone();
        match letter {
            '[' => match (ahead.next(), ahead.next()) {
                (Some(one), Some(']')) if !matches!(one, '!' | '^') => {
                    literal.push(one);
                    rest = ahead;
                }
                _ => break,
            },
            '\\' => literal.extend(rest.next()),
            '*' | '?' | '{' => break,
            _ => literal.push(letter),
        }
    }
    PathBuf::from(literal.rsplit_once('/').map_or("", |(base, _)| base))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        Pattern::new(pattern).expect("a good pattern").matches(Path::new(path))
    }

    #[test]
    fn stars_stop_at_folders_and_double_stars_do_not() {
        assert!(matches("*.fx", "a.fx"));
        assert!(!matches("*.fx", "b/a.fx"));
        assert!(matches("**/*.fx", "a.fx"));
        assert!(matches("**/*.fx", "b/c/a.fx"));
        assert!(matches("./b/{a,c}.fx", "b/c.fx"));
        assert!(!matches("*.FX", "a.fx"));
    }

    #[test]
    fn an_end_matches_what_the_glob_matches() {
        let paths = [
            "a.fx",
            ".fx",
            "b/.fx",
            "b/a.fx",
            "b/c.d/a.fx.lua",
            "a.fx.lua",
            "fx",
            "b.fx/c",
            "\n/a\n.fx",
            "a.xfx",
            "a.FX",
        ];
        for pattern in ["**/*.fx", "**/*.fx.lua", "**/*fx", "**/*_a-1.fx"] {
            assert!(end_of(pattern).is_some());
            let glob = GlobBuilder::new(pattern).literal_separator(true).backslash_escape(true).build();
            let glob = glob.expect("a good pattern").compile_matcher();
            for path in paths {
                assert_eq!(matches(pattern, path), glob.is_match(path), "{pattern} {path}");
            }
        }
        assert!(
            ["**/*", "**/*.{fx,fxh}", "**/a.fx", "*.fx", "**/*.f?"].iter().all(|pattern| end_of(pattern).is_none())
        );
    }

    #[test]
    fn a_folder_is_matched_as_a_whole() {
        let all_below = |pattern: &str, folder: &str| {
            Pattern::new(pattern).expect("a good pattern").matches_all_below(Path::new(folder))
        };
        assert!(all_below("a/**", "a"));
        assert!(all_below("./a/**/*", "a"));
        assert!(all_below("**/node_modules/**", "b/node_modules"));
        assert!(!all_below("a/**", "ab"));
        assert!(!all_below("a/**/*.fx", "a"));
        assert!(!all_below("a/*", "a"));
    }

    #[test]
    fn the_base_is_the_part_without_special_characters() {
        let base = |pattern: &str| Pattern::new(pattern).expect("a good pattern").base;
        assert_eq!(base("**/*.fx"), Path::new(""));
        assert_eq!(base("shaders/post/*.fx"), Path::new("shaders/post"));
        assert_eq!(base("shaders/po*t/a.fx"), Path::new("shaders"));
        assert_eq!(base("shaders/mesh.fx"), Path::new("shaders"));
        assert_eq!(base("a[[]1]/b/*.fx"), Path::new("a[1]/b"));
        assert_eq!(base(r"a\*/b/*.fx"), Path::new("a*/b"));
        assert_eq!(base("a/b[12]/*.fx"), Path::new("a"));
        assert_eq!(base("a/b[!]]/*.fx"), Path::new("a"));
    }

    #[test]
    fn a_folder_of_any_name_has_a_pattern() {
        assert_eq!(everything_below("a/b"), "\"a/b/**\"");
        for folder in ["a", "a [1]", "{a,b}", "*", "?/b", r"a\b", "]", "say \"a\"", "it's"] {
            let document: toml::Table =
                toml::from_str(&format!("exclude = {}", everything_below(folder))).expect("TOML");
            let text = document["exclude"].as_str().expect("a string");
            let pattern = Pattern::new(text).expect("a good pattern");
            assert!(pattern.matches_all_below(Path::new(folder)), "{text}");
            assert!(pattern.matches(&Path::new(folder).join("x/y.fx")), "{text}");
            assert!(!pattern.matches(Path::new("1/y.fx")), "{text}");
            assert_eq!(pattern.base, Path::new(folder), "{text}");
        }
    }

    #[test]
    fn bad_patterns_are_explained() {
        for bad in ["", " ", "/a", "../a", "a/../b", "a[", "{a", "[z-a]"] {
            assert!(Pattern::new(bad).is_err(), "{bad}");
        }
    }
}
