//! The book that mdBook makes of `docs`: every page and picture is in it, and each of its links leads somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use libtest_mimic::Failed;
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use tracing::field::{Field, Visit};
use tracing::span;

use super::links::links;
use super::root;
use crate::harness;

/// The page for addresses that a server does not have: its links are those of a server's root.
const OF_SERVERS: &str = "404.html";

/// A book as it was built.
#[derive(Default)]
struct Book {
    pages: usize,
    links: usize,
    pictures: usize,
    /// Warnings of mdBook, pages that are missing, and links that lead nowhere.
    wrong: Vec<String>,
}

/// The book of uberc.
pub fn check() -> Result<(), Failed> {
    let book = build(&root().join("docs"))?;
    let Book { pages, links, pictures, wrong } = &book;
    assert!(*pages > 20 && *links > 500 && *pictures > 1, "{pages} pages, {links} links, {pictures} pictures");
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// A book with every mistake that [`check`] looks for.
pub fn mistakes() -> Result<(), Failed> {
    let folder = root().join("tests/cases/docs_book");
    let found: String = build(&folder)?.wrong.iter().map(|line| format!("{line}\n")).collect();
    harness::golden(&folder.join("expected.txt"), &found)
}

/// Builds the book of a folder with `book.toml` into a temporary folder, and looks at what was made. Links that leave the book are those
/// of a book in `book` of the folder, where `mdbook build` puts it.
fn build(folder: &Path) -> Result<Book, Failed> {
    let place = tempfile::tempdir()?;
    let mut config = Config::from_disk(folder.join("book.toml")).map_err(|error| format!("{error:#}"))?;
    config.build.build_dir = place.path().to_path_buf();
    // Else mdBook writes a page of its own where one is missing.
    config.build.create_missing = false;
    let warnings = Warnings::default();
    let said = Arc::clone(&warnings.0);
    let made = tracing::subscriber::with_default(warnings, || MDBook::load_with_config(folder, config)?.build());
    made.map_err(|error| format!("{error:#}"))?;
    let mut book = Book::default();
    book.wrong.append(&mut said.lock().unwrap_or_else(PoisonError::into_inner));
    let mut pages: BTreeMap<PathBuf, Page> = BTreeMap::new();
    for entry in walkdir::WalkDir::new(place.path()).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|end| end == "html") && !path.ends_with(OF_SERVERS) {
            let page = Page::read(&std::fs::read_to_string(&path)?);
            pages.insert(path.strip_prefix(place.path())?.to_path_buf(), page);
        }
    }
    let summary = std::fs::read_to_string(folder.join("src/SUMMARY.md"))?;
    for listed in links(&summary) {
        let page = Path::new(listed).with_extension("html");
        match pages.get(&page) {
            Some(page) if page.has_title => book.pages += 1,
            Some(_) => book.wrong.push(format!("{} has no title", page.display())),
            None => book.wrong.push(format!("{} was not made", page.display())),
        }
    }
    let places = Places { made: place.path(), book: folder.join("book"), pages: &pages };
    for (path, page) in &pages {
        let (links, pictures) = (page.links.iter(), page.pictures.iter());
        for link in links.chain(pictures).filter(|link| !is_elsewhere(link)) {
            if let Some(why) = places.wrong(path, link) {
                book.wrong.push(format!("{}: {link}: {why}", path.display()));
            }
        }
        book.links += page.links.len();
        book.pictures += page.pictures.len();
    }
    Ok(book)
}

/// Whether an address has a scheme, such as `https:`.
fn is_elsewhere(link: &str) -> bool {
    let is_scheme = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
    link.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
}

struct Places<'a> {
    made: &'a Path,
    /// Where the book stands for links to files of the repository.
    book: PathBuf,
    pages: &'a BTreeMap<PathBuf, Page>,
}

impl Places<'_> {
    /// Why a link of a page leads nowhere.
    fn wrong(&self, page: &Path, link: &str) -> Option<String> {
        let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
        let target = match path {
            "" => self.book.join(page),
            _ => normalised(&self.book.join(page).with_file_name(path)),
        };
        let Ok(within) = target.strip_prefix(&self.book) else {
            return (!target.exists()).then(|| "there is no such file".to_owned());
        };
        if !self.made.join(within).is_file() {
            return Some("the book has no such file".to_owned());
        }
        let has = |page: &Page| page.ids.contains(fragment);
        (!fragment.is_empty() && !self.pages.get(within).is_some_and(has))
            .then(|| format!("{} has no `{fragment}`", within.display()))
    }
}

/// The path without `..`, whose folders need not exist.
fn normalised(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, part| {
        match part {
            Component::ParentDir => _ = path.pop(),
            other => path.push(other),
        }
        path
    })
}

/// What a page of HTML has.
#[derive(Default)]
struct Page {
    has_title: bool,
    ids: BTreeSet<String>,
    links: Vec<String>,
    pictures: Vec<String>,
}

impl Page {
    fn read(html: &str) -> Page {
        let mut page = Page::default();
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            rest = &rest[at + 1..];
            // What stands in comments and scripts is no tag.
            for (begin, end) in [("!--", "-->"), ("script", "</script>"), ("style", "</style>")] {
                if rest.starts_with(begin) {
                    let skipped = rest.find(end).map_or(rest.len(), |at| at + end.len());
                    // A script's own tag has an address.
                    page.tag(rest[..skipped].split('>').next().unwrap_or_default());
                    rest = &rest[skipped..];
                }
            }
            let (tag, behind) = rest.split_once('>').unwrap_or((rest, ""));
            page.tag(tag);
            rest = behind;
        }
        page
    }

    /// `tag`: what stands between `<` and `>`; mdBook writes values in double quotes, and `>` in them as `&gt;`.
    fn tag(&mut self, tag: &str) {
        let name = tag.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
        // The bar above every page has a title without an id.
        self.has_title |= name == "h1" && tag.contains(" id=\"");
        let mut rest = tag;
        while let Some((before, behind)) = rest.split_once("=\"") {
            let attribute = before.rsplit(char::is_whitespace).next().unwrap_or_default();
            let (value, behind) = behind.split_once('"').unwrap_or((behind, ""));
            let value = value.replace("&amp;", "&");
            match attribute {
                "id" => _ = self.ids.insert(value),
                "href" => self.links.push(value),
                "src" => self.pictures.push(value),
                _ => {}
            }
            rest = behind;
        }
    }
}

/// Collects the warnings and errors that mdBook reports and does not end with, such as a tag of HTML that is not closed.
#[derive(Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl tracing::Subscriber for Warnings {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        *metadata.level() <= tracing::Level::WARN
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        // Spans are not told apart.
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        let mut message = Message::default();
        event.record(&mut message);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(message.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}
