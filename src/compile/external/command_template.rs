//! Command lines with placeholders.
//!
//! | placeholder | becomes |
//! |---|---|
//! | `{input}` `{output}` | file names, relative to the job's temporary folder, which is the current one |
//! | `{stage}` | `vertex pixel compute hull domain geometry` |
//! | `{stage.glslang}` | `vert frag comp tesc tese geom` |
//! | `{stage.slang}` | `vertex fragment compute hull domain geometry` |
//! | `{entry}` | the entry point |
//! | `{profile}` | the technique's profile with the stage's prefix, or the target's default |
//! | `{root}` | the project's folder, absolute |
//! | `{shift.b}` `{shift.t}` `{shift.s}` `{shift.u}` | see [`Shifts`](crate::model::Shifts) |
//! | `{language-version}` | `2018` or `2021` |
//! | `{response}` | a file that holds the arguments after this one, one a line |
//! | `{{` `}}` | a brace |
//!
//! For a pixel stage, `{profile}` is `ps_5_0` if the technique's profile is `5_0` or `vs_5_0`. A library profile
//! (`lib_6_3`) is not changed.

use std::fmt::Write as _;
use std::path::Path;

use crate::compile::Job;
use crate::diag::shell_word;
use crate::model::{ShaderModel, Stage, stage_profile};

/// Names between braces that are expanded.
pub const PLACEHOLDERS: [&str; 17] = [
    "input",
    "output",
    "stage",
    "stage.glslang",
    "stage.slang",
    "environment.dxc",
    "environment.glslang",
    "environment.slang",
    "entry",
    "profile",
    "root",
    "shift.b",
    "shift.t",
    "shift.s",
    "shift.u",
    "language-version",
    "response",
];

/// Windows takes 32,767 characters; leave some to the program's path.
const LONGEST_COMMAND: usize = 30_000;

/// What placeholders are replaced by besides fields of the job.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    pub input: &'a str,
    pub output: &'a str,
    pub root: &'a Path,
}

/// A filled-in command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    pub arguments: Vec<String>,
    /// Contents of [`RESPONSE_FILE`], where the arguments name it.
    pub response: Option<String>,
}

/// Name of the response file, beside the input.
pub const RESPONSE_FILE: &str = "arguments.rsp";

/// The first placeholder that is not known, for a message to the user.
pub fn unknown_placeholder(arguments: &[String]) -> Option<String> {
    arguments.iter().flat_map(|argument| pieces(argument)).find_map(|piece| match piece {
        TemplatePart::Hole(name) if !PLACEHOLDERS.contains(&name) => Some(name.to_owned()),
        _ => None,
    })
}

/// Whether any argument has this placeholder.
pub fn uses(arguments: &[String], name: &str) -> bool {
    arguments.iter().flat_map(|argument| pieces(argument)).any(|piece| piece == TemplatePart::Hole(name))
}

/// Replaces the placeholders. The arguments after `{response}` go to a response file, or all arguments where the
/// program can read one and the line would be too long for Windows.
pub fn expand(arguments: &[String], job: &Job<'_>, places: Places<'_>, can_respond: bool) -> CommandLine {
    let fill = |argument: &String| -> String {
        pieces(argument)
            .map(|piece| match piece {
                TemplatePart::Text(text) => text.to_owned(),
                TemplatePart::Hole(name) => value(name, job, places),
            })
            .collect()
    };
    let mut filled: Vec<String> = arguments.iter().map(fill).collect();
    let split =
        arguments.iter().position(|argument| pieces(argument).any(|piece| piece == TemplatePart::Hole("response")));
    if let Some(at) = split {
        let response = response_text(&filled.split_off(at + 1));
        return CommandLine { arguments: filled, response: Some(response) };
    }
    if can_respond && filled.iter().map(|argument| argument.len() + 3).sum::<usize>() > LONGEST_COMMAND {
        return CommandLine { response: Some(response_text(&filled)), arguments: vec![format!("@{RESPONSE_FILE}")] };
    }
    CommandLine { arguments: filled, response: None }
}

/// Whether a job is of a mesh pipeline, which needs a later environment: by its stage, or by what its source enables.
pub fn has_mesh_pipeline(job: &Job<'_>) -> bool {
    let by_source = || job.source.is_some_and(|source| source.session.is_of_mesh_pipeline(source.text));
    matches!(job.stage, Stage::Amplification | Stage::Mesh) || by_source()
}

fn value(name: &str, job: &Job<'_>, places: Places<'_>) -> String {
    match name {
        "input" => places.input.to_owned(),
        "output" => places.output.to_owned(),
        "stage" => job.stage.name().to_owned(),
        "stage.glslang" => match job.stage {
            Stage::Vertex => "vert",
            Stage::Pixel => "frag",
            Stage::Compute => "comp",
            Stage::Hull => "tesc",
            Stage::Domain => "tese",
            Stage::Geometry => "geom",
            Stage::Amplification => "task",
            Stage::Mesh => "mesh",
        }
        .to_owned(),
        "stage.slang" if job.stage == Stage::Pixel => "fragment".to_owned(),
        "stage.slang" => job.stage.name().to_owned(),
        // SPIR-V 1.3 is that of Vulkan 1.1; mesh stages need 1.4 (SPV_EXT_mesh_shader), which Vulkan 1.1 has by an extension.
        "environment.dxc" if has_mesh_pipeline(job) => "vulkan1.1spirv1.4".to_owned(),
        "environment.glslang" if has_mesh_pipeline(job) => "spirv1.4".to_owned(),
        "environment.slang" if has_mesh_pipeline(job) => "spirv_1_4".to_owned(),
        "environment.slang" => "spirv_1_3".to_owned(),
        "environment.dxc" | "environment.glslang" => "vulkan1.1".to_owned(),
        "entry" => job.entry_point.to_owned(),
        "profile" => tool_profile(job),
        "root" => places.root.display().to_string(),
        "shift.b" => job.bindings.shifts().b.to_string(),
        "shift.t" => job.bindings.shifts().t.to_string(),
        "shift.s" => job.bindings.shifts().s.to_string(),
        "shift.u" => job.bindings.shifts().u.to_string(),
        "language-version" => job.language.version.to_string(),
        "response" => RESPONSE_FILE.to_owned(),
        // Unknown ones were rejected when the chain was made.
        other => format!("{{{other}}}"),
    }
}

/// The profile under the stage's letters, else the target's default: see [`stage_profile`].
pub fn profile(job: &Job<'_>) -> String {
    stage_profile(job.stage, job.profile, job.target)
}

/// The profile for a program. One that makes SPIR-V knows shader model 6 alone: older profiles, which the embedded
/// compiler reads beside it, become 6.0.
pub fn tool_profile(job: &Job<'_>) -> String {
    let own = profile(job);
    match ShaderModel::of_profile(&own) {
        Some(model) if model.major < 6 && !job.target.is_direct3d() => stage_profile(job.stage, None, job.target),
        _ => own,
    }
}

/// Whether the profile is of shader model 1 to 3.
pub fn is_direct3d9(job: &Job<'_>) -> bool {
    ShaderModel::of_profile(&profile(job)).is_some_and(|model| (1..=3).contains(&model.major))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TemplatePart<'a> {
    Text(&'a str),
    Hole(&'a str),
}

fn pieces(argument: &str) -> impl Iterator<Item = TemplatePart<'_>> {
    let mut rest = argument;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        for (doubled, single) in [("{{", "{"), ("}}", "}")] {
            if let Some(after) = rest.strip_prefix(doubled) {
                rest = after;
                return Some(TemplatePart::Text(single));
            }
        }
        if let Some((name, after)) = rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            rest = after;
            return Some(TemplatePart::Hole(name));
        }
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = rest[first..].find(['{', '}']).map_or(rest.len(), |at| at + first);
        let (text, after) = rest.split_at(end);
        rest = after;
        Some(TemplatePart::Text(text))
    })
}

/// One argument a line, quoted as the Microsoft C runtime and clang read it.
fn response_text(arguments: &[String]) -> String {
    arguments.iter().fold(String::new(), |mut text, argument| {
        if argument.is_empty() || argument.contains([' ', '\t', '"', '\\']) {
            let escaped = argument.replace('\\', "\\\\").replace('"', "\\\"");
            // A String takes every write.
            let _infallible = writeln!(text, "\"{escaped}\"");
        } else {
            text.push_str(argument);
            text.push('\n');
        }
        text
    })
}

/// A command line as one would type it into a POSIX shell.
pub fn shell(program: &str, arguments: &[String]) -> String {
    let words = std::iter::once(program).chain(arguments.iter().map(String::as_str)).map(shell_word);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::JobInput;
    use crate::dialect::Language;
    use crate::dialect::hlsl::Hlsl;
    use crate::model::{BindingRule, Target};

    fn job<'a>() -> Job<'a> {
        Job {
            stage: Stage::Pixel,
            entry_point: "PS Main",
            profile: None,
            target: Target::Dx11,
            name: "a.fx",
            input: JobInput::Bytes(b""),
            source: None,
            debug_info: false,
            optimise: true,
            bindings: BindingRule::default(),
            links: None,
            language: Hlsl.source_language(Hlsl.default_version()),
        }
    }

    #[test]
    fn shader_models_1_to_3_are_direct3d_9() {
        for (profile, is) in [
            (Some("vs_3_0"), true),
            (Some("ps_2_a"), true),
            (Some("vs_1_1"), true),
            (Some("3_0"), true),
            (Some("vs_4_0_level_9_3"), false),
            (Some("6_2"), false),
            (None, false),
        ] {
            assert_eq!(is_direct3d9(&Job { profile, ..job() }), is, "{profile:?}");
        }
        assert!(is_direct3d9(&Job { target: Target::Dx9, ..job() }));
    }

    fn places<'a>() -> Places<'a> {
        Places { input: "in.hlsl", output: "out.cso", root: Path::new("/p") }
    }

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn holes_are_filled_and_doubled_braces_are_braces() {
        let line = words("-T{profile} {stage.glslang} {stage.slang} {stage} -D{{x}} {shift.u} {root}/a {input}");
        let line = expand(&line, &job(), places(), false);
        assert_eq!(line.arguments, words("-Tps_5_0 frag fragment pixel -D{x} 400 /p/a in.hlsl"));
        assert_eq!(line.response, None);
    }

    #[test]
    fn an_unknown_hole_is_found() {
        assert_eq!(unknown_placeholder(&words("{input} {{no}} {entri}")), Some("entri".to_owned()));
        assert_eq!(unknown_placeholder(&words("{input} {")), None);
    }

    #[test]
    fn what_follows_the_response_hole_goes_into_the_file() {
        let line = expand(&words("/nologo @{response} /E {entry} /DA=\"b\""), &job(), places(), true);
        assert_eq!(line.arguments, words("/nologo @arguments.rsp"));
        assert_eq!(line.response.as_deref(), Some("/E\n\"PS Main\"\n\"/DA=\\\"b\\\"\"\n"));
    }

    #[test]
    fn a_long_line_goes_into_the_file_where_the_tool_reads_one() {
        let long: Vec<String> = (0..4000).map(|n| format!("/DNAME{n}=1")).collect();
        assert_eq!(expand(&long, &job(), places(), true).arguments, ["@arguments.rsp"]);
        assert_eq!(expand(&long, &job(), places(), false).arguments.len(), 4000);
    }

    #[test]
    fn a_shell_line_quotes_what_a_shell_would_read() {
        assert_eq!(shell("dxc", &["-E".to_owned(), "a'b c".to_owned()]), r"dxc -E 'a'\''b c'");
    }
}
