//! `textDocument/hover`: the type of a name and its declaration, the values of a branch, the text of a macro, and the
//! stages and permutations that keep the code.

use std::collections::BTreeSet;

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::branches;
use super::definition::declarations_of;
use super::lua_text::{LuaPlace, LuaType, is_lua};
use super::places::{Site, count_by_stage};
use super::question::Cursor;
use super::sidecar_completion::{Entry, entries};
use super::state::ProjectState;
use super::typed::type_of;
use crate::atom::Atom;
use crate::diag::Span;
use crate::model::VariantId;
use crate::pipeline::kept_where;
use crate::report::plural;

/// Upper bound of shaders that are described for one name.
const MOST_SHADERS: usize = 8;

/// Longer declarations and macros are cut, in characters.
const LONGEST: usize = 400;

/// `None` where there is nothing to say.
pub fn hover(cursor: &Cursor<'_>) -> Option<Hover> {
    let value = if is_lua(cursor.path) { in_sidecar(cursor)? } else { in_shader(cursor)? };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: None })
}

fn in_shader(cursor: &Cursor<'_>) -> Option<String> {
    let state = cursor.state;
    if let Some(file) = cursor.included_file() {
        return Some(format!("`{}`", state.context.sources.get(file).name));
    }
    if let Some((_, expansion)) = cursor.expansion()
        && let Some(defined) = expansion.defined
    {
        return Some(code(&definition_text(state, defined)));
    }
    let sites = cursor.sites();
    let Some(first) = sites.first() else { return of_macro(cursor) };
    let mut parts = Vec::new();
    let declared = declaration_of(state, first);
    let ty = type_of(state, first);
    match (&declared, &ty) {
        (Some(text), _) => parts.push(code(text)),
        (None, Some(ty)) => parts.push(code(&format!("{ty} {}", first.name()))),
        (None, None) => {}
    }
    let is_told = |ty: &str| declared.as_ref().is_some_and(|text| text.contains(ty));
    parts.extend(ty.filter(|ty| declared.is_some() && !is_told(ty)).map(|ty| format!("type `{ty}`")));
    // A shader has a text for each set of defines that makes a difference.
    let mut shaders: Vec<Vec<&Site<'_>>> = Vec::new();
    for site in &sites {
        match shaders.iter_mut().find(|group| std::ptr::eq(group[0].shader, site.shader)) {
            Some(group) => group.push(site),
            None => shaders.push(vec![site]),
        }
    }
    parts.extend(shaders.iter().take(MOST_SHADERS).map(|group| in_one_shader(state, group)));
    if shaders.len() > MOST_SHADERS {
        parts.push(format!("and in {} more", plural(shaders.len() - MOST_SHADERS, "shader")));
    }
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// What a shader makes of a name in its texts: the branch that it is, and the variants that keep it. There is a text.
fn in_one_shader(state: &ProjectState, sites: &[&Site<'_>]) -> String {
    let (site, shader) = (sites[0], sites[0].shader);
    let name = &shader.declaration.name;
    let mut lines = vec![format!("**{name}** ({})", shader.target.name())];
    let is_branch = site.is_branch(state);
    if is_branch {
        lines.extend(branches::describe(&shader.declaration.branches, site.name(), Some(shader)).unwrap_or_default());
    }
    if shader.known_variants().is_none() {
        lines.push("its variants are not known, because of an error".to_owned());
        return lines.join("  \n");
    }
    let keepers: BTreeSet<VariantId> = sites.iter().flat_map(|site| site.keepers()).collect();
    // What a branch decides is folded away with its name.
    if is_branch && keepers.is_empty() {
        return lines.join("  \n");
    }
    let counts = count_by_stage(shader, &keepers);
    let stages: Vec<String> =
        counts.iter().map(|(stage, has, all)| format!("{} {has} of {all}", stage.name())).collect();
    lines.push(match keepers.is_empty() {
        true => "no variant keeps it".to_owned(),
        false => format!("variants that keep it: {}", stages.join(", ")),
    });
    if let Some(condition) = kept_where(shader, &keepers) {
        lines.push(format!("kept where `{}`", condition.text));
    }
    lines.join("  \n")
}

/// The line of the declaration that a name means.
fn declaration_of(state: &ProjectState, site: &Site<'_>) -> Option<String> {
    let spans = declarations_of(state, site);
    spans.first().map(|span| line_of(state, *span))
}

/// The line of a place, without indentation and the bracket that opens its body.
fn line_of(state: &ProjectState, span: Span) -> String {
    let sources = &state.context.sources;
    let span = sources.outermost(span);
    let file = sources.get(span.file);
    let line = file.line_span(file.position(span.start).line);
    let text = file.text.get(line.start as usize..line.end as usize).unwrap_or_default();
    cut(text.trim_end_matches('{').trim_end())
}

/// The lines of a macro's definition.
fn definition_text(state: &ProjectState, defined: Span) -> String {
    let sources = &state.context.sources;
    let span = sources.outermost(defined);
    let file = sources.get(span.file);
    let first = file.position(span.start).line as usize - 1;
    let mut text = String::new();
    for range in (first..).map_while(|line| file.line_range(line)) {
        let line = file.text.get(range).unwrap_or_default().trim_end();
        text += line;
        if !line.ends_with('\\') || text.len() > LONGEST {
            break;
        }
        text.push('\n');
    }
    cut(&text)
}

/// A macro that a directive names.
fn of_macro(cursor: &Cursor<'_>) -> Option<String> {
    let (word, _) = cursor.word()?;
    let relative = cursor.state.context.sources.relative(cursor.path);
    let units = cursor.state.units.iter().filter(|unit| unit.depends_on(&relative));
    let name = Atom::from_existing(word)?;
    let known = units.filter_map(|unit| unit.macros.get(&name)).next()?;
    Some(code(&match known.defined {
        Some(defined) => definition_text(cursor.state, defined),
        None => cut(&format!("#define {word} {}", known.expanded)),
    }))
}

fn in_sidecar(cursor: &Cursor<'_>) -> Option<String> {
    let (word, range) = cursor.word()?;
    let place = LuaPlace::of(cursor.text, range.end);
    let shader = match &place {
        LuaPlace::Member(LuaType::Permutation(shader)) | LuaPlace::BranchName(shader) => Some(shader.clone()),
        _ => None,
    };
    if let Some(shader) = shader {
        let (name, known) = cursor.branches(shader.as_deref()).find(|(_, known)| known.layout.find(word).is_some())?;
        let front = cursor.state.shaders().map(|(_, front)| front).find(|front| front.declaration.name == *name);
        let lines = branches::describe(&known.layout, word, front)?;
        return Some(format!("branch `{word}` of **{name}**  \n{}", lines.join("  \n")));
    }
    let Entry { detail, text, .. } = entries(cursor, &place).into_iter().find(|entry| entry.name == word)?;
    let parts: Vec<String> = [Some(format!("`{word}`: {detail}")), text].into_iter().flatten().collect();
    Some(parts.join("\n\n"))
}

fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(3) + 1);
    format!("{fence}\n{text}\n{fence}")
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
