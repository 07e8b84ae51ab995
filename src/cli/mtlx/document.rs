//! The documents of a command, each with what its project says.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::options::MtlxShaders;
use crate::cli::{ENVIRONMENT, Outcome, SOURCE_ERRORS, Stop, Terminal};
use crate::diag::{Diagnostic, SourceFile, WarningLevels, did_you_mean};
use crate::dialect::OptionValues;
use crate::dialect::materialx::MaterialX;
use crate::dialect::materialx::opened::{OpenRequest, Opened, diagnostics};
use crate::dialect::materialx::option_table::bound_light;
use crate::dialect::materialx::options::Options;
use crate::dialect::materialx::problem::{Problem, ProblemKind};
use crate::dialect::materialx::settings::{Places, Settings};
use crate::dialect::node_scripts::NodeScripts;
use crate::model::{MaterialRequest, ShaderDeclaration, Target};
use crate::pipeline::{BuildContext, FileSidecar, project_options, shader_options};
use crate::project;

/// What a command does with an open document; it adds the problems that it finds.
pub type Action<'a> = dyn FnMut(&Opened<'_>, &SourceFile, &mut Vec<Problem>) -> Result<(), Stop> + 'a;

/// How many mistakes were found before an element.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    problems: usize,
    scripted: usize,
}

/// What the arguments say of all documents. It comes before what a project says.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    pub libraries: &'a [PathBuf],
    /// Of commands that write shaders.
    pub shaders: Option<&'a MtlxShaders>,
    /// Materials share shaders.
    pub shares: bool,
    /// The target that sidecars see, which run for their options and functions; `None`: they do not run.
    pub sidecars: Option<Target>,
    pub warnings: &'a WarningLevels,
}

/// The projects of a command's documents.
pub struct Projects<'a> {
    arguments: Arguments<'a>,
    terminal: &'a Terminal,
    /// By root; `None` if the project file has errors.
    known: BTreeMap<PathBuf, Option<Rc<BuildContext>>>,
}

/// A document of a command.
pub struct Document {
    /// Its path as it was given, for lines of the output.
    pub shown: String,
    pub path: PathBuf,
    pub context: Rc<BuildContext>,
    pub settings: Settings,
    sidecar: Option<FileSidecar>,
}

impl<'a> Projects<'a> {
    pub fn new(arguments: Arguments<'a>, terminal: &'a Terminal) -> Projects<'a> {
        Projects { arguments, terminal, known: BTreeMap::new() }
    }

    /// A document with its project; `None` if the project file or the sidecar has errors, which are printed.
    pub fn document(&mut self, file: &Path) -> Result<Option<Document>, Stop> {
        let path = std::path::absolute(file)
            .map_err(|error| Stop::environment(format!("the working folder cannot be found: {error}")))?;
        let Some(context) = self.project(&path) else { return Ok(None) };
        let Ok((sidecar, values)) = self.sidecar(&context, &path) else { return Ok(None) };
        let places = Places {
            sources: &context.sources,
            own: path.parent().unwrap_or(Path::new("")),
            include_paths: &context.project.include,
        };
        let settings =
            if self.arguments.shares { Settings::shared(&values, &places) } else { Settings::of(&values, &places) };
        let of = if sidecar.is_some() {
            "the sidecar, or `[materialx]` of uberc.toml"
        } else {
            "`[materialx]` of uberc.toml"
        };
        let mut settings = settings.map_err(|why| Stop::usage(format!("{of}: {why}")))?;
        if !self.arguments.libraries.is_empty() {
            settings.libraries = self.arguments.libraries.to_vec();
        }
        if let Some(shaders) = self.arguments.shaders {
            set_options(&mut settings.options, shaders)?;
        }
        Ok(Some(Document { shown: file.display().to_string(), path, context, settings, sidecar }))
    }

    /// The sidecar beside a document, and the options of the document. Errors are printed.
    fn sidecar(&self, context: &BuildContext, path: &Path) -> Result<(Option<FileSidecar>, OptionValues), ()> {
        let ran = match self.arguments.sidecars {
            Some(target) => FileSidecar::run(context, path, target),
            None => Ok(None),
        };
        let options = ran.and_then(|sidecar| {
            let shader = sidecar.as_ref().and_then(|sidecar| shader_of(sidecar.shaders(), path));
            let options = match shader {
                Some(shader) => shader_options(context, &MaterialX, shader)?,
                None => project_options(context, &MaterialX),
            };
            Ok((sidecar, options))
        });
        options.map_err(|mut wrong| {
            context.project.warnings.apply(&mut wrong);
            self.terminal.diagnostics(&wrong, &context.sources);
        })
    }

    fn project(&mut self, path: &Path) -> Option<Rc<BuildContext>> {
        let (root, _) = project::find_project(path);
        let (terminal, levels) = (self.terminal, self.arguments.warnings);
        let open = || {
            let (mut context, wrong) = BuildContext::open_without_units(path);
            context.project.warnings.add(levels);
            terminal.diagnostics(&wrong, &context.sources);
            (!wrong.iter().any(Diagnostic::is_error)).then(|| Rc::new(context))
        };
        self.known.entry(root).or_insert_with(open).clone()
    }
}

impl Document {
    /// Opens the document, runs an action, and prints the problems. The code of the command's end, as far as this
    /// document decides it.
    pub fn run(&self, terminal: &Terminal, action: &mut Action<'_>) -> Outcome {
        let sources = &self.context.sources;
        let source = match sources.load(&self.path) {
            Ok(source) => source,
            Err(_) => return Err(Stop::environment(format!("cannot read `{}`", self.shown))),
        };
        let Settings { options, libraries, nodes } = &self.settings;
        let scripts = self.sidecar.as_ref().map(|sidecar| sidecar as &dyn NodeScripts);
        let request = OpenRequest { libraries, nodes, scripts };
        let (mut problems, mut scripted) = (Vec::new(), Vec::new());
        match Opened::read_with(sources, &source, &request) {
            Ok(opened) => {
                problems.clone_from(&opened.problems);
                action(&opened, &source, &mut problems)?;
                scripted = opened.finish().2;
            }
            Err(problem) => problems.push(problem),
        }
        let no_library = problems.iter().any(|problem| problem.kind == ProblemKind::NoLibrary);
        let mut found = diagnostics(&problems, sources, options.strict);
        found.extend(scripted);
        found.extend(self.sidecar.iter().flat_map(FileSidecar::take_told));
        self.context.project.warnings.apply(&mut found);
        terminal.diagnostics(&found, sources);
        Ok(match found.iter().any(Diagnostic::is_error) {
            _ if no_library => ENVIRONMENT,
            true => SOURCE_ERRORS,
            false => 0,
        })
    }

    /// Whether there is an error behind a mark.
    pub fn has_error(&self, opened: &Opened<'_>, found: &[Problem], before: Mark) -> bool {
        let strict = self.settings.options.strict;
        found[before.problems..].iter().any(|problem| problem.kind.is_error(strict))
            || opened.has_script_error(before.scripted)
    }
}

impl Mark {
    /// The mistakes so far.
    pub fn of(opened: &Opened<'_>, found: &[Problem]) -> Mark {
        Mark { problems: found.len(), scripted: opened.told() }
    }

    /// Before all mistakes.
    pub const BEGIN: Mark = Mark { problems: 0, scripted: 0 };
}

/// The shader of a sidecar that a document belongs to: the first that makes materials of it, else the first that has it as
/// its text.
fn shader_of<'s>(shaders: &'s [ShaderDeclaration], path: &Path) -> Option<&'s ShaderDeclaration> {
    let is_of = |request: &MaterialRequest| {
        request.files.is_empty() || request.files.iter().any(|file| path.ends_with(file.trim_start_matches("./")))
    };
    let of_materials = shaders.iter().find(|shader| shader.materials.as_ref().is_some_and(is_of));
    of_materials.or_else(|| shaders.iter().find(|shader| shader.materials.is_none() && shader.source.is_none()))
}

/// Opens each document, runs an action, and prints the problems.
pub fn each(
    files: &[PathBuf],
    arguments: Arguments<'_>,
    terminal: &Terminal,
    mut action: impl FnMut(&Document, &Opened<'_>, &mut Vec<Problem>) -> Result<(), Stop>,
) -> Outcome {
    all_are_there(files)?;
    let (mut projects, mut code) = (Projects::new(arguments, terminal), 0);
    for file in files {
        let Some(document) = projects.document(file)? else {
            code = SOURCE_ERRORS;
            continue;
        };
        match document.run(terminal, &mut |opened, _, found| action(&document, opened, found))? {
            0 => {}
            ENVIRONMENT => return Ok(ENVIRONMENT),
            other => code = other,
        }
    }
    Ok(code)
}

/// Ends the command if a file is missing.
pub fn all_are_there(files: &[PathBuf]) -> Result<(), Stop> {
    match files.iter().find(|file| !file.is_file()) {
        Some(missing) => Err(Stop::usage(format!("there is no file `{}`", missing.display()))),
        None => Ok(()),
    }
}

/// Options of the command line, over those of the project.
fn set_options(options: &mut Options, shaders: &MtlxShaders) -> Result<(), Stop> {
    for word in &shaders.options {
        let (name, value) = word.split_once('=').unwrap_or((word, "true"));
        options.set(name, value).map_err(|why| {
            let near = did_you_mean(name, Options::NAMES).filter(|near| *near != name);
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Stop::usage(format!("`--option`: {why}{near}"))
        })?;
    }
    if !shaders.lights.is_empty() {
        let bound = shaders.lights.iter().map(|light| bound_light(light)).collect::<Result<_, _>>();
        options.lights = bound.map_err(|why| Stop::usage(format!("`--light`: {why}")))?;
    }
    Ok(())
}
