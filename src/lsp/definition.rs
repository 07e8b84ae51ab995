//! `textDocument/definition`: through includes, macros and branches, from a sidecar into its shader and back.

use std::path::PathBuf;

use lsp_types::{GotoDefinitionResponse, Location, Range, Uri};

use super::declarations::Declarations;
use super::lua_text::{LuaPlace, is_lua};
use super::places::Site;
use super::positions::{location_of, uri_of};
use super::question::Cursor;
use super::state::ProjectState;
use super::typed::structure_of;
use crate::atom::Atom;
use crate::diag::Span;
use crate::sidecar;

/// The places; an empty list where there is none.
pub fn definitions(cursor: &Cursor<'_>) -> GotoDefinitionResponse {
    let mut found = if is_lua(cursor.path) { in_sidecar(cursor) } else { in_shader(cursor) };
    // The same header is in many units.
    let mut seen: Vec<Location> = Vec::new();
    found.retain(|place| {
        let is_new = !seen.contains(place);
        seen.extend(is_new.then(|| place.clone()));
        is_new
    });
    GotoDefinitionResponse::Array(found)
}

fn in_shader(cursor: &Cursor<'_>) -> Vec<Location> {
    let sources = &cursor.state.context.sources;
    if let Some(file) = cursor.included_file() {
        let uri = sources.get(file).path.as_ref().and_then(|path| uri_of(&sources.root().join(path)));
        return uri.map(start).into_iter().collect();
    }
    let at = |span: Span| location_of(sources, span);
    match of_generator(cursor) {
        Some(found) if found.is_empty() => {
            let word = cursor.word().map_or("", |(word, _)| word);
            return branch_places(cursor.state, cursor, word);
        }
        Some(found) => return found.into_iter().filter_map(at).collect(),
        None => {}
    }
    if let Some(defined) = cursor.expansion().and_then(|(_, expansion)| expansion.defined) {
        return at(defined).into_iter().collect();
    }
    let sites = cursor.sites();
    if sites.is_empty() {
        return of_macro(cursor).and_then(at).into_iter().collect();
    }
    sites.iter().flat_map(|site| of_site(cursor.state, site)).filter_map(at).collect()
}

/// What the generator of the file says of the name, if it resolves names itself.
fn of_generator(cursor: &Cursor<'_>) -> Option<Vec<Span>> {
    let context = &cursor.state.context;
    let relative = context.sources.relative(cursor.path);
    let generator = context.registry().generator(context.shader_files.dialect_of(&relative)?)?;
    let file = cursor.state.file(cursor.path)?;
    generator.definitions(&file, cursor.place()?.offset)
}

/// The definition of a macro that a directive names.
fn of_macro(cursor: &Cursor<'_>) -> Option<Span> {
    let (word, _) = cursor.word()?;
    let relative = cursor.state.context.sources.relative(cursor.path);
    let units = cursor.state.units.iter().filter(|unit| unit.depends_on(&relative));
    let name = Atom::from_existing(word)?;
    units.filter_map(|unit| unit.macros.get(&name)).find_map(|known| known.defined)
}

/// What a name in a text leads to: for a branch also its place in the sidecar.
fn of_site(state: &ProjectState, site: &Site<'_>) -> Vec<Span> {
    let mut found = declarations_of(state, site);
    if site.is_branch(state) {
        let branches = &site.shader.declaration.branches;
        found.extend(branches.find(site.name()).and_then(|id| branches.get(id).declared));
    }
    found
}

/// The declarations that a name in a text can mean.
pub fn declarations_of(state: &ProjectState, site: &Site<'_>) -> Vec<Span> {
    let declarations = Declarations::of(state.context.grammar(site.shader.language), site.text);
    let tokens = if site.is_member() {
        let structure = structure_of(state, site);
        match declarations.members(site.token, structure.as_deref()) {
            found if found.is_empty() => declarations.members(site.token, None),
            found => found,
        }
    } else {
        declarations.meant_by(site.token)
    };
    tokens.into_iter().map(|token| site.text.spelling(&site.text.tokens[token as usize])).collect()
}

fn in_sidecar(cursor: &Cursor<'_>) -> Vec<Location> {
    let state = cursor.state;
    let Some((word, range)) = cursor.word() else { return Vec::new() };
    match LuaPlace::of(cursor.text, range.end) {
        LuaPlace::Module(name) => module(state, &name).into_iter().map(start).collect(),
        LuaPlace::Field { field, is_string: true, .. } if is_entry_point(&field) => functions(state, cursor, word),
        _ => branch_places(state, cursor, word),
    }
}

fn start(uri: Uri) -> Location {
    Location { uri, range: Range::default() }
}

/// The file of a module that some sidecar has read.
fn module(state: &ProjectState, name: &str) -> Option<Uri> {
    let relative = PathBuf::from(name.replace('.', "/"));
    let folders = state.context.project.lua.iter();
    let mut paths = folders
        .flat_map(|folder| ["lua", "luau"].map(|ending| folder.join(&relative).with_extension(ending)))
        .filter(|path| state.file(path).is_some());
    uri_of(&state.root().join(paths.next()?))
}

fn is_entry_point(field: &str) -> bool {
    sidecar::entry_points().any(|(name, _)| name == field)
}

/// The functions of this name in the texts of the sidecar's shaders.
fn functions(state: &ProjectState, cursor: &Cursor<'_>, name: &str) -> Vec<Location> {
    let sources = &state.context.sources;
    let relative = sources.relative(cursor.path);
    let mut found = Vec::new();
    for (_, shader) in state.shaders().filter(|(unit, _)| unit.depends_on(&relative)) {
        for text in &shader.tokens.units {
            let declarations = Declarations::of(state.context.grammar(shader.language), text);
            let named = declarations.functions().into_iter().filter(|token| declarations.spelling(*token) == name);
            let places = named.map(|token| text.spelling(&text.tokens[token as usize]));
            found.extend(places.filter_map(|span| location_of(sources, span)));
        }
    }
    found
}

/// Where the shaders of the units that have the file declare a branch of this name.
fn branch_places(state: &ProjectState, cursor: &Cursor<'_>, name: &str) -> Vec<Location> {
    let sources = &state.context.sources;
    let relative = sources.relative(cursor.path);
    let shaders = state.shaders().filter(|(unit, _)| unit.depends_on(&relative));
    let declared = shaders.filter_map(|(_, shader)| {
        let branches = &shader.declaration.branches;
        branches.get(branches.find(name)?).declared
    });
    declared.filter_map(|span| location_of(sources, span)).collect()
}
