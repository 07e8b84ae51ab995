//! One line a diagnostic, as Visual Studio, Emacs and most editors read it: `file(line,column): error code: message`.
//! The form is that of MSBuild's canonical errors.

use std::path::{Component, Path, PathBuf};

use super::{Diagnostic, SourceFile, Sources, escaped};

/// The line, without a line break. Paths are relative to `folder`, which is absolute. A diagnostic without a place has
/// `uberc` there.
pub fn short(diagnostic: &Diagnostic, sources: &Sources, folder: &Path) -> String {
    let place = diagnostic.primary.as_ref().map(|label| {
        let span = sources.outermost(label.span);
        let file = sources.get(span.file);
        let position = file.position(span.start);
        let name = name_from(&file, sources, folder);
        format!("{}({},{})", escaped(&name), position.line, position.column)
    });
    let place = place.unwrap_or_else(|| "uberc".to_owned());
    let message = diagnostic.message.replace('\n', " ");
    format!("{place}: {} {}: {message}", diagnostic.severity.name(), diagnostic.code)
}

/// The path of a file from a folder, as messages have it; both are absolute.
pub fn path_from(path: &Path, folder: &Path) -> String {
    relative(path, folder).display().to_string().replace('\\', "/")
}

/// The path of a file from a folder, which is absolute; the name of what is no file on disk.
pub fn name_from(file: &SourceFile, sources: &Sources, folder: &Path) -> String {
    match &file.path {
        Some(path) => path_from(&sources.root().join(path), folder),
        None => file.name.to_string(),
    }
}

/// The path from a folder; the path itself where they have nothing in common, as on two drives.
fn relative(path: &Path, folder: &Path) -> PathBuf {
    let (parts, base): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (path.components().collect(), folder.components().collect());
    let common = parts.iter().zip(&base).take_while(|(one, other)| one == other).count();
    // The root alone is in common for almost all.
    if common < 2 {
        return path.to_path_buf();
    }
    let up = std::iter::repeat_n(Component::ParentDir, base.len() - common);
    up.chain(parts[common..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_the_folder() {
        let from = |path: &str, folder: &str| relative(Path::new(path), Path::new(folder)).display().to_string();
        assert_eq!(from("/game/shaders/mesh.fx", "/game/shaders"), "mesh.fx");
        assert_eq!(from("/game/shaders/mesh.fx", "/game"), "shaders/mesh.fx");
        assert_eq!(from("/game/shaders/mesh.fx", "/game/tools/build"), "../../shaders/mesh.fx");
        assert_eq!(from("/game/mesh.fx", "/other"), "/game/mesh.fx");
    }
}
