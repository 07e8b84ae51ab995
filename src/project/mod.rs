//! Finds the project, reads `uberc.toml`, and pairs shader files with sidecars: `name.fx` with `name.fx.lua`.
//!
//! **In**: a folder, and the files below it.
//! **Out**: a [`Project`](crate::model::Project) with defaults filled in, the [`SourceUnit`](crate::model::SourceUnit)s
//! in the order of their paths, and diagnostics.
//! **Never**: runs a sidecar, reads the text of a shader, or leaves the project's folder.
//!
//! # `uberc.toml`
//! Every key may be absent, and so may the file. Unknown keys are errors. Paths are relative to the file's folder.
//!
//! | key | what | default |
//! |---|---|---|
//! | `sources` | globs of shader files and sidecars (`*` stops at `/`, `**` does not) | the extensions of the dialects, see below |
//! | `exclude` | globs of files to leave out; hidden folders and the cache folder are always left out | `[]` |
//! | `include` | folders searched by `#include` | `["include"]` if there is such a folder, else `[]` |
//! | `lua` | folders searched by `require` | `["lua"]` if there is such a folder, else `[]` |
//! | `create-infos` | Lua files of create infos, for `Technique:from_info` | `[]` |
//! | `output` | the archive | `"shaders.fxo"` |
//! | `targets` | what `uberc build` builds, by name | `["spirv"]` |
//! | `target.NAME.compilers` | the compilers of a target, in order; see [`compile`](crate::compile) | `["auto"]`, or the platform's |
//! | `target.NAME.bindings` | how registers become bindings: `"dense"`, `"shift"`, or a shift for each class: `{ b = 0, t = 100, s = 300, u = 400 }` | `"shift"` |
//! | `compiler.NAME.program` | name or path of the program | built in |
//! | `compiler.NAME.args` | its whole command line | built in |
//! | `compiler.NAME.extra-args` | added after the built-in arguments | `[]` |
//! | `compiler.NAME.workers` | whether a program that can serve does its jobs in workers | `true` |
//! | `compiler.NAME.remote-files` | files that go with the program to the machines of `remote.execute`, such as its libraries | `[]` |
//! | `defines.NAME` | a macro of every unit: string, number or boolean | none |
//! | `dialects."GLOB"` | the dialect of the files that a glob matches, regardless of their extension; the first match counts | none |
//! | `LANGUAGE-version` | the version of a language, by the language's name: see [`Language::version_option`](crate::dialect::Language::version_option) | the language's |
//! | `profile` | the shader model of techniques without a `Profile`, such as `"6_6"`, for the targets that take it ([`ShaderModel::suits`](crate::model::ShaderModel::suits)) | `"3_0"` for `dx9`, `"5_0"` for `dx11`, else `"6_0"` |
//! | `fallback` | whether `auto` may take another compiler than the embedded one: `"allow"`, or `"deny"`, which makes it an error | `"allow"` |
//! | `deny-warnings` | whether warnings are errors | `false` |
//! | `warnings.CODE` | `allow`, `warn` or `deny`: what becomes of the warnings of a code; goes before `deny-warnings` | `warn` |
//! | `legacy-macro-expansion` | whether macros are expanded before `##` joins them, as fxc does | `false` |
//! | `limits.files` | files and folders that are searched for units | `1000000` |
//! | `limits.techniques` | parts into which live branches divide the permutations of a shader | `100000` |
//! | `limits.cubes` | cubes of a shader | `100000` |
//! | `limits.sidecar-time` | of a sidecar's file, and of each call of `Specialize` | `"10s"` |
//! | `limits.sidecar-instructions` | calls, returns, loop rounds and pattern steps, of a sidecar's file and of each call of `Specialize` | `100000000` |
//! | `limits.sidecar-memory` | of one sidecar | `"256MiB"` |
//! | `limits.compile-timeout` | of one compiler process, or of the embedded compiler for one variant | `"120s"` |
//! | `limits.compile-memory` | of one compiler process, or by which uberc grows for one variant (Linux) | `"8GiB"` |
//! | `limits.compile-steps` | expressions, statements, types and members that the embedded compiler visits for one variant | `4000000` |
//! | `limits.include-depth` | nested `#include`s | `200` |
//! | `limits.tokens` | of one preprocessed unit | `4000000` |
//! | `cache.dir` | the folder with results of earlier builds | `".uberc"` |
//! | `cache.size` | of all results; the least recently used are removed first | `"4GiB"` |
//! | `remote.cache` | the server of results that machines share: `"grpc://host:port"`, or `"grpcs://host:port"` for TLS | none |
//! | `remote.instance` | the server's instance | the one without a name |
//! | `remote.headers.NAME` | the environment variable with the value of a header | none |
//! | `remote.tls.ca`, `remote.tls.certificate`, `remote.tls.key` | files in PEM: who vouches for the server, the client's certificate and key | the system's, none |
//! | `remote.upload` | whether results of this machine are stored there | `true` |
//! | `remote.timeout` | of one call | `"5s"` |
//! | `remote.jobs` | calls that are under way at once | `64` |
//! | `remote.wait` | how long a build that could work waits for the next answer | the longer of two milliseconds a unit, at most `"25ms"`, and a quarter of one, at most `"250ms"`; longer while answers come |
//! | `remote.upload-wait` | how long the end of a build waits for uploads | a fortieth of the build's time |
//! | `remote.execute` | the server that runs compilers: an address as that of `remote.cache`, and often the same | none |
//! | `remote.platform.NAME` | what the machines must be that run them: a platform property, in the words of the server's operator | none |
//! | `remote.batch` | jobs of compilers in one action | `32` |
//! | `remote.execute-timeout` | of one action, from asking to answer | `"60s"` |
//!
//! # Which files are units
//! A unit is a shader file `X` and the sidecar `X.lua` beside it. `X` has an extension of a dialect in the
//! [`Registry`], or a glob of `[dialects]` matches it.
//!
//! Without `sources`, every such sidecar is selected. A shader file without a sidecar is selected, too, if its
//! extension is only used for shaders (`.fx`): the missing sidecar is then an error. Other shader files can be include
//! files (their extension is also used for headers, see [`Extension::header`], or only `[dialects]` names them).
//! Without a sidecar, such a file is only selected, with the same error, if a pattern of `sources` or a path of the
//! command line names it.
//!
//! Each folder is searched once. Hidden folders, the cache folder, and folders of which `exclude` has everything
//! (`"assets/**"`) are not entered. Links to files are followed. Links to folders are followed within the project; a
//! folder that has a name of its own there keeps it. A link to a folder outside of the project is followed only where a
//! pattern of `sources` names it (`"shared/**/*.fx"`): it could lead to a whole disk. A warning names the first of the
//! others.
//!
//! A time is a number of seconds or a string with a unit (`ms`, `s`, `min`, `h`); a size is a number of bytes or a
//! string with a unit (`B`, `kB`, `MB`, `GB`, `KiB`, `MiB`, `GiB`).

#[cfg(doc)]
use crate::dialect::{Extension, Registry};

mod binding_rule;
mod default_text;
mod folder_walk;
mod generator_options;
mod listing;
mod near_misses;
mod pattern;
mod project_file;
mod quantity;
mod remote;
mod settings;
mod shader_files;
mod syntax;
mod target_name;
mod tree;
mod units;

pub use default_text::default_project_text;
pub use listing::Listing;
pub use project_file::{FILE_NAME, define_problem, find_project, load_project};
pub use quantity::bytes_of;
pub use shader_files::{ShaderFiles, sidecar_of};
pub use target_name::target_named;
pub use units::{discover, discover_paths, missing_source, searched_folders, unreadable_source};
