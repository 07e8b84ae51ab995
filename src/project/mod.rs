//! Finds the project, reads `uberc.toml`, and pairs shader files with sidecars: `name.fx` with `name.fx.lua`.
//!
//! **In**: a folder, and the files below it.
//! **Out**: a [`Project`](crate::model::Project) with every value settled, the [`SourceUnit`](crate::model::SourceUnit)s
//! in the order of their paths, and diagnostics.
//! **Never**: runs a sidecar, looks into a shader, or follows a pattern out of the project.
//!
//! # `uberc.toml`
//! Every key may be absent, and so may the file. Unknown keys are errors. Paths are relative to the file's folder.
//!
//! | key | what | default |
//! |---|---|---|
//! | `sources` | globs of shader files and sidecars (`*` stops at `/`, `**` does not) | what the dialects claim, see below |
//! | `exclude` | globs of files to leave out; hidden folders and the cache folder are always left out | `[]` |
//! | `include` | folders searched by `#include` | `["include"]` if there is such a folder, else `[]` |
//! | `lua` | folders searched by `require` | `["lua"]` if there is such a folder, else `[]` |
//! | `output` | the archive | `"shaders.fxo"` |
//! | `targets` | what `uberc build` builds, by name | `["spirv"]` |
//! | `target.NAME.compilers` | the compilers of a target, in order; see [`compile`](crate::compile) | `["auto"]`, or the platform's |
//! | `target.NAME.bindings` | how registers become bindings: `"dense"`, `"shift"`, or a shift a class: `{ b = 0, t = 100, s = 300, u = 400 }` | `"shift"` |
//! | `compiler.NAME.program` | name or path of the program | built in |
//! | `compiler.NAME.args` | its whole command line | built in |
//! | `compiler.NAME.extra-args` | added after the built-in arguments | `[]` |
//! | `defines.NAME` | a macro of every unit: string, number or boolean | none |
//! | `dialects."GLOB"` | the dialect of the files that a glob names, whatever their extension; the first that matches counts | none |
//! | `LANGUAGE-version` | the version of a language, by the language's name: see [`Language::version_option`](crate::dialect::Language::version_option) | the language's |
//! | `legacy-macro-expansion` | whether macros in what `##` joins are expanded first, as fxc does | `false` |
//! | `limits.techniques` | parts into which live branches divide the permutations of a shader | `100000` |
//! | `limits.cubes` | cubes a shader | `100000` |
//! | `limits.sidecar-time` | of a sidecar's file, and of each call of `Specialize` | `"10s"` |
//! | `limits.sidecar-instructions` | calls, returns, loop rounds and pattern steps, counted as the time is | `100000000` |
//! | `limits.sidecar-memory` | of one sidecar | `"256MiB"` |
//! | `limits.compile-timeout` | of one compiler process | `"120s"` |
//! | `limits.compile-memory` | of one compiler process (Linux) | `"8GiB"` |
//! | `limits.include-depth` | nested `#include`s | `200` |
//! | `limits.tokens` | of one preprocessed unit | `4000000` |
//! | `cache.dir` | where results of earlier builds lie | `".uberc"` |
//! | `cache.size` | of all of them; the least recently used go first | `"4GiB"` |
//!
//! # Which files are units
//! A unit is a sidecar with the shader file beside it: `X` and `X.lua`, for each extension of `X` that a dialect of the
//! [`Registry`] claims, and for each file that `[dialects]` names. Without `sources`, the sidecars of all these files are
//! selected, and so are files without a sidecar whose extension only shaders have (`.fx`): there the sidecar is missing, which
//! is an error. A file that may as well be an included one (`.hlsl`, what `[dialects]` names) is a unit by its sidecar; without
//! one, it is a unit, with the same error, where a pattern of `sources` or a path of the command line names it.
//!
//! A time is a number of seconds or a string with a unit (`ms`, `s`, `min`, `h`); a size is a number of bytes or a string
//! with a unit (`B`, `kB`, `MB`, `GB`, `KiB`, `MiB`, `GiB`).

#[cfg(doc)]
use crate::dialect::Registry;

mod binding_rule;
mod default_text;
mod pattern;
mod project_file;
mod quantity;
mod settings;
mod shader_files;
mod syntax;
mod tree;
mod units;

pub use default_text::default_project_text;
pub use project_file::{find_project, load_project};
pub use quantity::bytes_of;
pub use shader_files::ShaderFiles;
pub use units::{discover, discover_paths, missing_source, unreadable_source};
