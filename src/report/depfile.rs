//! Dependency files for make and ninja.

/// A depfile: the target, its dependencies, and an empty rule for each dependency, so that a removed file causes a
/// build instead of an error. The escapes are those that both GNU make and ninja read: `\ `, `\#` and `$$`. Backslashes
/// before these are doubled; other backslashes are not escaped.
pub fn depfile(target: &str, dependencies: &[String]) -> String {
    let mut text = format!("{}:", escape(target));
    let escaped: Vec<String> = dependencies.iter().map(|path| escape(path)).collect();
    for path in &escaped {
        text += " \\\n  ";
        text += path;
    }
    text.push('\n');
    for path in &escaped {
        text += &format!("\n{path}:\n");
    }
    text
}

fn escape(path: &str) -> String {
    let mut text = String::new();
    let mut backslashes = 0;
    for letter in path.chars() {
        match letter {
            ' ' | '#' => {
                text += &"\\".repeat(backslashes);
                text.push('\\');
            }
            '$' => text.push('$'),
            _ => {}
        }
        backslashes = if letter == '\\' { backslashes + 1 } else { 0 };
        text.push(letter);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_are_escaped() {
        assert_eq!(escape("/a b/#c$d"), "/a\\ b/\\#c$$d");
        assert_eq!(escape("a\\b\\ c"), "a\\b\\\\\\ c");
        let deps = ["x.fx".to_owned(), "y z".to_owned()];
        assert_eq!(depfile("out.fxo", &deps), "out.fxo: \\\n  x.fx \\\n  y\\ z\n\nx.fx:\n\ny\\ z:\n");
    }
}
