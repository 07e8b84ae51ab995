//! Links within the documents.

use std::collections::BTreeSet;
use std::path::Path;

use libtest_mimic::Failed;

use super::pages;

/// Each relative link names a file or folder, and its fragment a heading of that page. A page of the book links to no `.md` outside of
/// it: mdBook would make it a page that is not there.
pub fn check() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = std::fs::read_to_string(&page)?;
        let folder = page.parent().unwrap_or(Path::new(""));
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            count += 1;
            let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { page.clone() } else { folder.join(path) };
            let leaves_book = page.file_name().is_some_and(|name| name != "README.md") && path.contains('/');
            if leaves_book && path.ends_with(".md") {
                wrong.push(format!("{}: {link} is not in the book; link to its folder", page.display()));
            }
            if !target.exists() {
                wrong.push(format!("{}: there is no {link}", page.display()));
            } else if !fragment.is_empty() && !headings(&std::fs::read_to_string(&target)?).contains(fragment) {
                wrong.push(format!("{}: {path} has no heading `{fragment}`", page.display()));
            }
        }
    }
    assert!(count > 20, "{count} links");
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// What stands in `](...)` outside of code.
pub fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in prose(text) {
        let parts = line.split("](").skip(1);
        found.extend(parts.filter_map(|rest| rest.split_once(')').map(|(link, _)| link)));
    }
    found
}

/// The lines outside of fenced blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        is_code ^= fence;
        !is_code && !fence
    })
}

/// The fragments of a page's headings, as mdBook and GitHub make them.
fn headings(text: &str) -> BTreeSet<String> {
    let titles = prose(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    titles.map(|title| title.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}
