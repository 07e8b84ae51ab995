//! Libraries that sidecars have because of generators.

use mlua::chunk::ChunkMode;
use mlua::{Error, Lua, Table};

use crate::dialect::{Generator, OptionKind, Registry, SWITCH};
use crate::model::SourceUnit;

/// The tables of all libraries, by their globals.
pub fn load(lua: &Lua, prelude: &Table, registry: &Registry, unit: &SourceUnit) -> Result<Table, Error> {
    let libraries = lua.create_table()?;
    for generator in registry.generators() {
        let Some(library) = generator.lua_library() else { continue };
        let chunk =
            lua.load(library.code).set_mode(ChunkMode::Binary).set_name(format!("=[uberc:{}]", generator.name()));
        let table: Table = chunk.call((describe(lua, generator, unit)?, prelude))?;
        libraries.raw_set(library.global, table)?;
    }
    Ok(libraries)
}

/// What a library knows of its generator.
fn describe(lua: &Lua, generator: &dyn Generator, unit: &SourceUnit) -> Result<Table, Error> {
    let api = lua.create_table()?;
    api.raw_set("dialect", generator.name())?;
    // `metals.mtlx.lua` is of `metals`.
    let name = unit.sidecar.file_name().unwrap_or_default().to_string_lossy();
    api.raw_set("stem", name.split('.').next().unwrap_or_default())?;
    let options = lua.create_table()?;
    for option in generator.options() {
        let entry = lua.create_table()?;
        entry.raw_set("name", option.name)?;
        let kind = match option.takes {
            takes if takes == SWITCH => "switch",
            OptionKind::Word(words) => {
                entry.raw_set("words", lua.create_sequence_from(words.iter().copied())?)?;
                "word"
            }
            OptionKind::Number(most) => {
                entry.raw_set("most", most)?;
                "number"
            }
            OptionKind::Text => "text",
            OptionKind::List => "list",
        };
        entry.raw_set("kind", kind)?;
        options.raw_push(entry)?;
    }
    api.raw_set("options", options)?;
    Ok(api)
}
