//! What can be written at a place of a sidecar: from the tables by which sidecars are checked, and from the shaders
//! that the project declares.

use lsp_types::CompletionItemKind;

use super::branches::values_of;
use super::declarations::Declarations;
use super::lua_text::{LuaPlace, LuaType};
use super::question::Cursor;
use crate::model::{BranchKind, RenderState, Target};
use crate::sidecar::{self, FieldKind};

/// A name or a value that can stand at the cursor.
pub struct Entry {
    pub name: String,
    pub kind: CompletionItemKind,
    /// The type, in short.
    pub detail: String,
    /// A sentence about it.
    pub text: Option<String>,
}

impl Entry {
    fn new(name: impl Into<String>, kind: CompletionItemKind, detail: impl Into<String>) -> Entry {
        Entry { name: name.into(), kind, detail: detail.into(), text: None }
    }

    fn with(self, text: Option<impl Into<String>>) -> Entry {
        Entry { text: text.map(Into::into), ..self }
    }
}

/// Everything that can stand at a place.
pub fn entries(cursor: &Cursor<'_>, place: &LuaPlace) -> Vec<Entry> {
    match place {
        LuaPlace::Member(ty) | LuaPlace::Key(ty) => members(cursor, ty),
        LuaPlace::Field { owner, field, is_string } => values(cursor, owner, field, *is_string),
        LuaPlace::BranchName(_) => undeclared_branches(cursor),
        LuaPlace::Name => globals(),
        LuaPlace::Module(_) | LuaPlace::None => Vec::new(),
    }
}

fn members(cursor: &Cursor<'_>, ty: &LuaType) -> Vec<Entry> {
    let field = |class: &str, name: &str| {
        let (ty, text) = sidecar::field_text(class, name).unwrap_or_default();
        Entry::new(name, CompletionItemKind::FIELD, ty).with(Some(text).filter(|text| !text.is_empty()))
    };
    match ty {
        LuaType::Shader(_) => sidecar::SHADER_FIELDS.iter().map(|name| field("ShaderObject", name)).collect(),
        LuaType::Technique => {
            let names = sidecar::entry_points().map(|(name, _)| name).chain(sidecar::TECHNIQUE_FIELDS);
            names.map(|name| field("TechniqueObject", name)).collect()
        }
        LuaType::RenderState => {
            let states = sidecar::STATE_FIELDS
                .iter()
                .map(|field| state_field(field.name, field.kind, &(field.get)(&RenderState::DEFAULT)));
            let targets = sidecar::TARGET_FIELDS
                .iter()
                .map(|field| state_field(field.name, field.kind, &(field.get)(&RenderState::DEFAULT.target)));
            states.chain(targets).chain([field("RenderStateObject", "RenderTarget")]).collect()
        }
        LuaType::RenderTarget => {
            let all = sidecar::TARGET_FIELDS.iter();
            all.map(|field| {
                let default = (field.get)(&RenderState::DEFAULT.target);
                state_field(field.name, field.kind, &default)
            })
            .collect()
        }
        LuaType::Permutation(shader) => branches_of(cursor, shader.as_deref()),
        LuaType::Enum(name) => enum_members(name, ""),
        LuaType::Macros => macros(cursor),
        LuaType::RenderTargets | LuaType::Unknown => Vec::new(),
    }
}

/// A field of a render state, or of one of its targets, which has some of these fields too.
fn state_field(name: &str, kind: FieldKind, default: &str) -> Entry {
    let detail = match kind {
        FieldKind::Bool => "boolean".to_owned(),
        FieldKind::Enum(name) => name.to_owned(),
        FieldKind::Int(min, max) => format!("{min} to {max}"),
        FieldKind::Float => "number".to_owned(),
        FieldKind::Color => "four numbers".to_owned(),
    };
    let text = sidecar::field_text("RenderStateObject", name).map(|(_, text)| text);
    Entry::new(name, CompletionItemKind::FIELD, format!("{detail}, default {default}")).with(text)
}

/// The members of an enum, each behind a prefix.
fn enum_members(name: &str, prefix: &str) -> Vec<Entry> {
    let api = sidecar::enums().into_iter().find(|api| api.name == name);
    let members = api.map(|api| api.members).unwrap_or_default();
    let entry =
        |member: &&str| Entry::new(format!("{prefix}{member}"), CompletionItemKind::ENUM_MEMBER, name.to_owned());
    members.iter().map(entry).collect()
}

fn branches_of(cursor: &Cursor<'_>, shader: Option<&str>) -> Vec<Entry> {
    let mut found = Vec::new();
    for (name, known) in cursor.branches(shader) {
        let entry = |branch: &crate::model::Branch| {
            let kind = CompletionItemKind::CONSTANT;
            Entry::new(&branch.name, kind, values_of(branch)).with(Some(format!("branch of {name}")))
        };
        found.extend(known.layout.branches().iter().map(entry));
    }
    found
}

/// The macros of the sidecar's source.
fn macros(cursor: &Cursor<'_>) -> Vec<Entry> {
    let relative = cursor.state.context.sources.relative(cursor.path);
    let units = cursor.state.units.iter().filter(|unit| unit.depends_on(&relative));
    let all = units.flat_map(|unit| unit.macros.values().filter(|known| !known.function_like));
    all.map(|known| Entry::new(known.name.as_str(), CompletionItemKind::CONSTANT, known.expanded.clone())).collect()
}

/// The values of a field; in a string those without quotes.
fn values(cursor: &Cursor<'_>, owner: &LuaType, field: &str, is_string: bool) -> Vec<Entry> {
    let value = |name: &str| Entry::new(name, CompletionItemKind::VALUE, field.to_owned());
    let quoted = |name: &str| if is_string { name.to_owned() } else { format!("\"{name}\"") };
    match owner {
        LuaType::RenderState | LuaType::RenderTarget if !is_string => {
            let states = sidecar::STATE_FIELDS.iter().map(|known| (known.name, known.kind));
            let mut all = states.chain(sidecar::TARGET_FIELDS.iter().map(|known| (known.name, known.kind)));
            match all.find(|(name, _)| *name == field) {
                Some((_, FieldKind::Enum(name))) => enum_members(name, &format!("{name}.")),
                Some((_, FieldKind::Bool)) => ["true", "false"].map(value).into(),
                _ => Vec::new(),
            }
        }
        LuaType::Permutation(shader) => {
            let known = cursor.branches(shader.as_deref());
            let found = known.filter_map(|(_, known)| Some(known.layout.get(known.layout.find(field)?)));
            found
                .flat_map(|branch| match &branch.kind {
                    BranchKind::Enum { members } => members.iter().map(|member| quoted(member)).collect(),
                    BranchKind::Bool if !is_string => vec!["true".to_owned(), "false".to_owned()],
                    BranchKind::Int { min, max } if !is_string => {
                        (*min..=*max).take(MOST_NUMBERS).map(|number| number.to_string()).collect()
                    }
                    _ => Vec::new(),
                })
                .map(|name| value(&name))
                .collect()
        }
        LuaType::Technique if field == "RenderState" && !is_string => prefabs(),
        LuaType::Technique if sidecar::entry_points().any(|(name, _)| name == field) => {
            functions(cursor).iter().map(|name| value(&quoted(name))).collect()
        }
        LuaType::Shader(_) if field == "Dialect" => {
            cursor.state.context.registry().names().map(|name| value(&quoted(name))).collect()
        }
        _ => Vec::new(),
    }
}

/// Upper bound of numbers that are offered as values of a branch.
const MOST_NUMBERS: usize = 64;

/// The functions of the sidecar's sources.
fn functions(cursor: &Cursor<'_>) -> Vec<String> {
    let mut names = Vec::new();
    each_text(cursor, |declarations| {
        let own = declarations.functions();
        names.extend(own.into_iter().map(|token| declarations.spelling(token).to_owned()));
    });
    names
}

/// Variables of the sources that can be branches and are none.
fn undeclared_branches(cursor: &Cursor<'_>) -> Vec<Entry> {
    let registry = cursor.state.context.registry();
    let mut names: Vec<String> = Vec::new();
    each_text(cursor, |declarations| {
        let is_scalar = |ty: &str| {
            registry
                .languages()
                .any(|(_, language)| language.grammar(language.default_version()).types.scalar(ty).is_some())
        };
        names.extend(declarations.variables_of(is_scalar).into_iter().map(str::to_owned));
    });
    names.retain(|name| cursor.branches(None).all(|(_, known)| known.layout.find(name).is_none()));
    names.into_iter().map(|name| Entry::new(name, CompletionItemKind::VARIABLE, "variable of the source")).collect()
}

/// Visits the texts of the sidecar's shaders.
fn each_text(cursor: &Cursor<'_>, mut visit: impl FnMut(&Declarations<'_>)) {
    let relative = cursor.state.context.sources.relative(cursor.path);
    for (_, shader) in cursor.state.shaders().filter(|(unit, _)| unit.depends_on(&relative)) {
        let grammar = cursor.state.context.grammar(shader.language);
        shader.tokens.units.iter().for_each(|text| visit(&Declarations::of(grammar, text)));
    }
}

fn prefabs() -> Vec<Entry> {
    let prefab = |prefab: &sidecar::Prefab| {
        let entry = Entry::new(prefab.name, CompletionItemKind::CONSTANT, "RenderState");
        entry.with(sidecar::global_text(prefab.name))
    };
    sidecar::PREFABS.iter().map(prefab).collect()
}

/// What every sidecar can name.
fn globals() -> Vec<Entry> {
    let global = |name: &str, kind, detail: &str| Entry::new(name, kind, detail).with(sidecar::global_text(name));
    let functions = ["Shader", "Technique", "RenderState", "Int", "Enum", "require"];
    let mut found: Vec<Entry> =
        functions.map(|name| global(name, CompletionItemKind::FUNCTION, "function")).into_iter().collect();
    found.extend(prefabs());
    found.extend(sidecar::enums().iter().map(|api| global(api.name, CompletionItemKind::ENUM, "enum")));
    let platforms = Target::PLATFORM_GLOBALS.iter();
    found.extend(platforms.map(|name| global(name, CompletionItemKind::CONSTANT, "boolean")));
    found.push(global("TARGET", CompletionItemKind::CONSTANT, "string"));
    found.push(global("cpp", CompletionItemKind::VARIABLE, "macros of the source"));
    found
}
