//! Writes the text of a stage: lines, files with their includes, tokens, and where each part comes from.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::dialect::materialx::implementation::FunctionText;
use crate::dialect::materialx::library::{Fragment, Piece};
use crate::dialect::materialx::names::macros_of;
use crate::dialect::materialx::problem::{Origin, OriginPlace, Place, Problem, ProblemKind};
use crate::dialect::materialx::scripted::CheckedCode;
use crate::dialect::materialx::session::Session;
use crate::dialect::node_scripts::ScriptText;

/// Files that include one another.
const MOST_INCLUDES: usize = 64;

/// The text of a stage while it is written.
#[derive(Debug, Default)]
pub struct Writer {
    pub text: String,
    pub origins: Vec<Origin>,
    indent: usize,
    /// Files that are there already: those of the library by number, others by path.
    included: FxHashSet<u32>,
    included_paths: FxHashSet<PathBuf>,
    /// Functions that are there already, by implementation.
    pub defined: FxHashSet<String>,
    /// Macros of code that is not the library's: it has no part in the choice of names.
    pub macros: Vec<DefinedMacro>,
}

/// A macro that a text defines.
#[derive(Clone, Debug)]
pub struct DefinedMacro {
    pub name: String,
    pub at: OriginPlace,
}

impl Writer {
    /// Writes a line with its indentation.
    pub fn line(&mut self, session: &Session<'_>, text: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.substituted(session, text);
        self.text.push('\n');
    }

    /// Writes an empty line.
    pub fn blank(&mut self) {
        self.text.push('\n');
    }

    /// Opens a block.
    pub fn open(&mut self, session: &Session<'_>) {
        self.line(session, "{");
        self.indent += 1;
    }

    /// Closes a block; `end` is behind the brace.
    pub fn close(&mut self, session: &Session<'_>, end: &str) {
        self.indent = self.indent.saturating_sub(1);
        self.line(session, &format!("}}{end}"));
    }

    /// What is written from `start` on comes from a place.
    pub fn origin(&mut self, start: usize, place: Option<&Place>) {
        if let Some(place) = place {
            let (start, end) = (start as u32, self.text.len() as u32);
            self.origins.push(Origin { start, end, at: OriginPlace::File(place.clone()) });
        }
    }

    /// Writes the functions of a scripted node that are not there yet, and the files that it needs.
    pub fn script_functions(&mut self, session: &Session<'_>, code: &CheckedCode, problems: &mut Vec<Problem>) {
        for include in &code.includes {
            match session.library.root_file(&include.text, session.source) {
                Some(fragment) => self.file(session, &fragment, problems),
                None => {
                    let message = format!("the node libraries have no file `{}`", include.text);
                    session.scripted.missing_file(message, include.at);
                }
            }
        }
        for function in &code.functions {
            if self.defined.insert(function.text.clone()) {
                self.script(session, function);
                self.blank();
            }
        }
    }

    /// Writes the statements of a scripted node as a block of their own.
    pub fn script_statements(&mut self, session: &Session<'_>, code: &CheckedCode) {
        if code.statements.is_empty() {
            return;
        }
        self.open(session);
        for statement in &code.statements {
            self.script(session, statement);
        }
        self.close(session, "");
    }

    fn script(&mut self, session: &Session<'_>, code: &ScriptText) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        let start = self.text.len() as u32;
        self.substituted(session, &code.text);
        let end = self.text.len() as u32;
        if let Some(span) = code.at {
            let at = OriginPlace::Script(span);
            let macros = macros_of(&code.text);
            self.macros.extend(macros.map(|(_, name)| DefinedMacro { name: name.to_owned(), at: at.clone() }));
            self.origins.push(Origin { start, end, at });
        }
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// What was written from a place on: a text of its own.
    pub fn since(&self, start: usize, first_origin: usize) -> FunctionText {
        let moved = |at: u32| at - start as u32;
        let origins = self.origins[first_origin..].iter();
        let origins =
            origins.map(|it| Origin { start: moved(it.start), end: moved(it.end), at: it.at.clone() }).collect();
        FunctionText { text: self.text[start..].to_owned(), origins }
    }

    /// Appends a text that was written before.
    pub fn append(&mut self, known: &FunctionText) {
        let base = self.text.len() as u32;
        self.text.push_str(&known.text);
        let origins = known.origins.iter();
        self.origins.extend(origins.map(|it| Origin { start: it.start + base, end: it.end + base, at: it.at.clone() }));
    }

    /// Writes a file that is not there yet, and before it those that it includes.
    pub fn file(&mut self, session: &Session<'_>, fragment: &Fragment, problems: &mut Vec<Problem>) {
        self.file_within(session, fragment, 0, problems);
    }

    fn file_within(&mut self, session: &Session<'_>, fragment: &Fragment, depth: usize, problems: &mut Vec<Problem>) {
        let is_new = match fragment.number {
            Some(number) => self.included.insert(number),
            None => self.included_paths.insert(fragment.file.path.clone()),
        };
        if !is_new {
            return;
        }
        if !session.library.knows_macros_of(fragment) {
            let file = &fragment.file;
            self.macros.extend(macros_of(&file.text).map(|(start, name)| {
                let (start, end) = (start as u32, (start + name.len()) as u32);
                let at = OriginPlace::File(Place { file: Arc::clone(file), start, end });
                DefinedMacro { name: name.to_owned(), at }
            }));
        }
        for (at, piece) in fragment.pieces.iter().enumerate() {
            match piece {
                Piece::Text(start, end) => self.copy(session, fragment, *start, *end),
                Piece::Include(name) => {
                    let mut resolved = String::new();
                    substitute(session, name, &mut resolved);
                    let found = session.library.included((fragment, at), &resolved, session.source);
                    let file = &fragment.file;
                    match found {
                        Some(found) if depth < MOST_INCLUDES => self.file_within(session, &found, depth + 1, problems),
                        Some(_) => {
                            let message = format!("files include one another more than {MOST_INCLUDES} deep");
                            problems.push(Problem::new(ProblemKind::Depth, message));
                        }
                        None => {
                            let message = format!("`{}` includes `{resolved}`, which is not there", file.name);
                            problems.push(Problem::new(ProblemKind::SourceMissing, message));
                        }
                    }
                }
            }
        }
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    fn copy(&mut self, session: &Session<'_>, fragment: &Fragment, start: u32, end: u32) {
        let Some(text) = fragment.file.text.get(start as usize..end as usize) else { return };
        let mut at = start;
        // Line ends are those of this text.
        let mut rest = text;
        while let Some(dollar) = rest.find('$') {
            let (before, after) = rest.split_at(dollar);
            self.copied(fragment, before, at);
            let length = 1 + after[1..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len() - 1);
            substitute(session, &after[..length], &mut self.text);
            at += (dollar + length) as u32;
            rest = &after[length..];
        }
        self.copied(fragment, rest, at);
    }

    fn copied(&mut self, fragment: &Fragment, text: &str, at: u32) {
        let start = self.text.len();
        self.text.push_str(text);
        if !text.is_empty() {
            let place = Place { file: fragment.file.clone(), start: at, end: at + text.len() as u32 };
            self.origin(start, Some(&place));
        }
    }

    fn substituted(&mut self, session: &Session<'_>, text: &str) {
        substitute(session, text, &mut self.text);
    }
}

/// Appends a text with its tokens replaced. Unknown tokens stay.
fn substitute(session: &Session<'_>, text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let length = after.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(after.len());
        match token(session, &after[..length]) {
            Some(value) => out.push_str(&value),
            None => out.push_str(&rest[at..=at + length]),
        }
        rest = &after[length..];
    }
    out.push_str(rest);
}

/// Tokens that name vertex inputs, with the name behind `i_`.
const INPUT_TOKENS: [(&str, &str); 7] = [
    ("inPosition", "position"),
    ("inNormal", "normal"),
    ("inTangent", "tangent"),
    ("inBitangent", "bitangent"),
    ("inTexcoord", "texcoord"),
    ("inGeomprop", "geomprop"),
    ("inColor", "color"),
];

/// Tokens that stand for themselves.
const PLAIN_TOKENS: [&str; 10] = [
    "positionWorld",
    "normalWorld",
    "tangentWorld",
    "bitangentWorld",
    "positionObject",
    "normalObject",
    "tangentObject",
    "bitangentObject",
    "texcoord",
    "color",
];

/// Tokens that name uniforms: `u_` and the token.
const UNIFORM_TOKENS: [&str; 34] = [
    "worldMatrix",
    "worldInverseMatrix",
    "worldTransposeMatrix",
    "worldInverseTransposeMatrix",
    "viewMatrix",
    "viewInverseMatrix",
    "viewTransposeMatrix",
    "viewInverseTransposeMatrix",
    "projectionMatrix",
    "projectionInverseMatrix",
    "projectionTransposeMatrix",
    "projectionInverseTransposeMatrix",
    "worldViewMatrix",
    "viewProjectionMatrix",
    "worldViewProjectionMatrix",
    "viewPosition",
    "viewDirection",
    "frame",
    "time",
    "geomprop",
    "alphaThreshold",
    "numActiveLightSources",
    "envMatrix",
    "envRadiance",
    "envRadianceMips",
    "envRadianceSamples",
    "envIrradiance",
    "envLightIntensity",
    "envPrefilterMip",
    "refractionTwoSided",
    "albedoTableSize",
    "ambOccGain",
    "shadowMap",
    "shadowMatrix",
];

fn token(session: &Session<'_>, name: &str) -> Option<String> {
    let split = session.options.split_samplers;
    let sampler = |name: &str| {
        if split { format!("sampler2D({name}_texture, {name}_sampler)") } else { name.to_owned() }
    };
    Some(match name {
        "envRadianceSampler2D" => sampler("u_envRadiance"),
        "envIrradianceSampler2D" => sampler("u_envIrradiance"),
        // As arguments of functions with `$texSamplerSignature`.
        "envRadiance" | "envIrradiance" | "shadowMap" if split => format!("u_{name}_texture, u_{name}_sampler"),
        "albedoTable" | "ambOccMap" => sampler(&format!("u_{name}")),
        "texSamplerSampler2D" if split => "sampler2D(tex_texture, tex_sampler)".to_owned(),
        "texSamplerSampler2D" => "tex_sampler".to_owned(),
        "texSamplerSignature" if split => "texture2D tex_texture, sampler tex_sampler".to_owned(),
        "texSamplerSignature" => "sampler2D tex_sampler".to_owned(),
        "closureDataConstructor" => "ClosureData(closureType, L, V, N, P, occlusion)".to_owned(),
        "vd" => "vd".to_owned(),
        "lightData" => "u_lightData".to_owned(),
        "fileTransformUv" if session.options.vertical_flip => "mx_transform_uv_vflip.glsl".to_owned(),
        "fileTransformUv" => "mx_transform_uv.glsl".to_owned(),
        _ if UNIFORM_TOKENS.contains(&name) => format!("u_{name}"),
        _ if PLAIN_TOKENS.contains(&name) => name.to_owned(),
        _ => format!("i_{}", INPUT_TOKENS.iter().find(|(token, _)| *token == name)?.1),
    })
}
