//! `textDocument/completion`: names and values in sidecars, branches in shaders.

use lsp_types::{CompletionItem, CompletionItemKind, Documentation};

use super::branches::values_of;
use super::lua_text::{LuaPlace, is_lua};
use super::positions::offset_of;
use super::question::Cursor;
use super::sidecar_completion::{Entry, entries};
use super::state::KnownBranches;

/// Upper bound of items in a list.
const MOST_ITEMS: usize = 2_000;

/// The items; the client filters them by what is written.
pub fn complete(cursor: &Cursor<'_>) -> Vec<CompletionItem> {
    let found = if is_lua(cursor.path) {
        entries(cursor, &LuaPlace::of(cursor.text, offset_of(cursor.text, cursor.position)))
    } else {
        in_shader(cursor)
    };
    let mut items: Vec<CompletionItem> = found.into_iter().map(item).collect();
    items.sort_by(|one, other| one.label.cmp(&other.label));
    items.dedup_by(|one, other| one.label == other.label);
    items.truncate(MOST_ITEMS);
    items
}

fn item(entry: Entry) -> CompletionItem {
    CompletionItem {
        label: entry.name,
        kind: Some(entry.kind),
        detail: Some(entry.detail),
        documentation: entry.text.map(Documentation::String),
        ..CompletionItem::default()
    }
}

/// The branches of the shaders that read the file.
fn in_shader(cursor: &Cursor<'_>) -> Vec<Entry> {
    let mut found = Vec::new();
    for (name, known) in cursor.branches(None) {
        found.extend(known.layout.branches().iter().map(|branch| Entry {
            name: branch.name.clone(),
            kind: CompletionItemKind::CONSTANT,
            detail: values_of(branch),
            text: Some(format!("branch of {name}")),
        }));
    }
    found
}

impl Cursor<'_> {
    /// The branches of a shader, or of all shaders whose units read the file.
    pub fn branches(&self, shader: Option<&str>) -> impl Iterator<Item = (&String, &KnownBranches)> {
        let relative = self.state.context.sources.relative(self.path);
        let shader = shader.map(str::to_owned);
        let reads = move |sidecar: &std::path::Path| {
            let mut units = self.state.units.iter();
            units.any(|unit| unit.unit.sidecar == sidecar && unit.depends_on(&relative))
        };
        self.state.branches.iter().filter(move |(name, known)| match &shader {
            Some(shader) => *name == shader,
            None => reads(&known.sidecar),
        })
    }
}
