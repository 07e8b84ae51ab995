//! From a target to the steps that make it, with the programs that are installed.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::catalogue::{self, AUTO, Builtin, EMBEDDED};
use super::embedded::Embedded;
use super::naga::Naga;
use super::process::Bounds;
use super::strip::Strip;
use super::template::{PLACEHOLDERS, unknown_placeholder};
use super::tool::Tool;
use super::{Compiler, Form, Job, Shifts, Toolbox};
use crate::diag::{Diagnostic, suggestion};
use crate::model::{CompilerStep, Project, Stage, Target};

/// The steps of a target, in order; what one gives, the next takes.
#[derive(Clone)]
pub struct Chain {
    pub target: Target,
    pub steps: Vec<Arc<dyn Compiler>>,
    /// Taken instead where the embedded step meets what it cannot express; empty: there is nothing else.
    pub fallback: Vec<Arc<dyn Compiler>>,
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.steps.iter().map(|step| step.name()).collect();
        write!(f, "{}: {}", self.target.name(), names.join(" > "))
    }
}

impl Chain {
    /// What the artifacts depend on besides the variant: the compilers in their order, with identity and arguments, as named
    /// fields.
    pub fn settings(&self, debug_info: bool) -> Vec<(String, String)> {
        let job = Job {
            stage: Stage::Vertex,
            entry_point: "",
            profile: None,
            target: self.target,
            name: "",
            source: None,
            input: b"",
            debug_info,
            optimise: !debug_info,
            shifts: Shifts::default(),
        };
        // These the variant itself has.
        let own = ["kind", "step", "input", "stage", "entry_point", "profile", "file"];
        let mut settings = Vec::new();
        for (role, steps) in [("compiler", &self.steps), ("fallback", &self.fallback)] {
            for (at, step) in steps.iter().enumerate() {
                let key = step.key(&job);
                let fields = key.fields().iter().filter(|(name, _)| !own.contains(&name.as_str()));
                let name = |field: &str| format!("{role} {} {}: {field}", at + 1, step.name());
                settings.extend(fields.map(|(field, value)| (name(field), value.clone())));
            }
        }
        settings
    }
}

/// A compiler, and whether it is there: what `uberc doctor` prints.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ToolReport {
    pub name: String,
    /// As configured; empty for what is built in.
    pub program: String,
    /// Path and version, where it was found.
    pub found: Option<(String, String)>,
    /// Targets whose chain has it.
    pub needed_by: Vec<Target>,
    /// How to get it, as a full sentence; empty for what is built in.
    pub get: &'static str,
}

/// The names of a target's compilers, in order.
pub fn chain_names(target: Target, project: &Project) -> Vec<String> {
    match project.targets.get(&target).map(|settings| &settings.chain) {
        Some(chain) if !chain.is_empty() => chain.clone(),
        _ => catalogue::chain(target).iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// Finds the programs of a target's chain. All that is wrong is told; a program that is not there has the code
/// `compile/missing-compiler`, everything else is a mistake in the project file.
pub fn resolve_chain(target: Target, project: &Project, toolbox: &Toolbox) -> Result<Chain, Vec<Diagnostic>> {
    let names = chain_names(target, project);
    if names.first().is_some_and(|name| name == AUTO) {
        return automatic(target, project, toolbox, &names[1..]);
    }
    let steps = resolve_steps(target, project, toolbox, &names)?;
    Ok(Chain { target, steps, fallback: Vec::new() })
}

/// The embedded step, and beside it the built-in chain, if its programs are there.
fn automatic(target: Target, project: &Project, toolbox: &Toolbox, after: &[String]) -> Result<Chain, Vec<Diagnostic>> {
    let built_in = || catalogue::chain(target).iter().map(|name| (*name).to_owned());
    if Embedded::new(Form::of(target)).is_none() && after.is_empty() && target != Target::Metallib {
        let steps = resolve_steps(target, project, toolbox, &built_in().collect::<Vec<_>>())?;
        return Ok(Chain { target, steps, fallback: Vec::new() });
    }
    let rest =
        after.iter().cloned().chain((target == Target::Metallib && after.is_empty()).then(|| "metal".to_owned()));
    let names: Vec<String> = std::iter::once(EMBEDDED.to_owned()).chain(rest).collect();
    let steps = resolve_steps(target, project, toolbox, &names)?;
    let others: Vec<String> = built_in().filter(|name| !after.contains(name)).chain(after.iter().cloned()).collect();
    let fallback = resolve_steps(target, project, toolbox, &others).unwrap_or_default();
    Ok(Chain { target, steps, fallback })
}

fn resolve_steps(
    target: Target,
    project: &Project,
    toolbox: &Toolbox,
    names: &[String],
) -> Result<Vec<Arc<dyn Compiler>>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut steps: Vec<Arc<dyn Compiler>> = Vec::new();
    let mut form = Form::Hlsl;
    for (at, name) in names.iter().enumerate() {
        let own = project.compilers.get(name).filter(|own| own.program.is_some() && own.args.is_some());
        let input = input_form(name).or(own.map(|_| form));
        let Some(input) = input else {
            let known: Vec<&str> = catalogue::names().collect();
            let unknown = Diagnostic::error(
                "compile/unknown-compiler",
                format!("target `{}` names the compiler `{name}`, which is not known", target.name()),
            );
            let hint = suggestion(name, known.iter().copied());
            problems.push(unknown.help(hint.unwrap_or_else(|| format!("The compilers are: {}.", known.join(", ")))));
            continue;
        };
        if input != form && problems.is_empty() {
            problems.push(broken(target, format!("`{name}` takes {}, but gets {}", input.name(), form.name())));
        }
        // What the next built-in one takes; at the end, what the target is. A compiler of the project's own keeps the form
        // or makes what is wanted after it: only the project knows.
        let wanted = names[at + 1..].iter().find_map(|next| input_form(next)).unwrap_or(Form::of(target));
        form = wanted;
        if name == EMBEDDED {
            match Embedded::new(wanted) {
                Some(embedded) => steps.push(Arc::new(embedded)),
                None => problems.push(broken(target, format!("`{EMBEDDED}` cannot write {}", wanted.name()))),
            }
            continue;
        }
        if name == "naga" {
            match Naga::new(wanted) {
                Some(naga) => steps.push(Arc::new(naga)),
                None => problems.push(broken(target, format!("`naga` cannot write {}", wanted.name()))),
            }
            continue;
        }
        let builtin = catalogue::find(name).copied().unwrap_or_else(|| catalogue::own(name, input));
        // Validation comes last, of what is shipped; the names must be read before they go. The embedded step says all there
        // is to say itself.
        let embedded = steps.iter().any(|step| step.name() == EMBEDDED);
        if builtin.check && !embedded && Form::of(target) == Form::Spirv && at + 1 == names.len() {
            steps.push(Arc::new(Strip));
        }
        match tool(&builtin, wanted, target, project, toolbox) {
            Ok(tool) => steps.push(Arc::new(tool)),
            Err(problem) => problems.push(*problem),
        }
    }
    let embedded = steps.iter().any(|step| step.name() == EMBEDDED);
    if Form::of(target) == Form::Spirv && !embedded && !steps.iter().any(|step| step.name() == "strip") {
        steps.push(Arc::new(Strip));
    }
    if problems.is_empty() { Ok(steps) } else { Err(problems) }
}

/// What `doctor` says: every built-in compiler, in order, naga included.
pub fn survey(project: &Project, toolbox: &Toolbox) -> Vec<ToolReport> {
    let needed_by = |name: &str| {
        Target::ALL.into_iter().filter(|target| chain_names(*target, project).iter().any(|step| step == name)).collect()
    };
    let programs = catalogue::PROGRAMS.iter().map(|builtin| {
        let program = program_of(builtin, project.compilers.get(builtin.name));
        let found = toolbox
            .probe(&program, builtin.version_option)
            .map(|found| (found.path.display().to_string(), found.version.clone()));
        ToolReport {
            name: builtin.name.to_owned(),
            program,
            found,
            needed_by: needed_by(builtin.name),
            get: builtin.get,
        }
    });
    let naga = ToolReport {
        name: "naga".to_owned(),
        program: String::new(),
        found: Some(("built in".to_owned(), super::naga::VERSION.to_owned())),
        needed_by: needed_by("naga"),
        get: "",
    };
    let embedded = ToolReport {
        name: EMBEDDED.to_owned(),
        program: String::new(),
        found: Some(("built in".to_owned(), super::embedded::VERSION.to_owned())),
        needed_by: needed_by(EMBEDDED),
        get: "",
    };
    programs.chain([naga, embedded]).collect()
}

fn input_form(name: &str) -> Option<Form> {
    if name == EMBEDDED {
        return Some(Form::Hlsl);
    }
    if name == "naga" { Some(Form::Spirv) } else { catalogue::find(name).map(|builtin| builtin.input) }
}

fn program_of(builtin: &Builtin, settings: Option<&CompilerStep>) -> String {
    settings.and_then(|settings| settings.program.clone()).unwrap_or_else(|| builtin.program.to_owned())
}

fn tool(
    builtin: &Builtin,
    output: Form,
    target: Target,
    project: &Project,
    toolbox: &Toolbox,
) -> Result<Tool, Box<Diagnostic>> {
    let settings = project.compilers.get(builtin.name);
    let args = settings.and_then(|settings| settings.args.clone());
    if args.is_none() && !builtin.outputs.iter().any(|found| found.form == output) {
        return Err(Box::new(broken(target, format!("`{}` cannot write {}", builtin.name, output.name()))));
    }
    let extra_args = settings.map(|settings| settings.extra_args.clone()).unwrap_or_default();
    if let Some(hole) = args.as_deref().and_then(unknown_placeholder).or_else(|| unknown_placeholder(&extra_args)) {
        let message = format!("the arguments of compiler `{}` have the unknown placeholder `{{{hole}}}`", builtin.name);
        let known = suggestion(&hole, PLACEHOLDERS.iter().copied());
        let all = || format!("The placeholders are: {}. A brace is written twice.", PLACEHOLDERS.join(", "));
        return Err(Box::new(
            Diagnostic::error("compile/unknown-placeholder", message).help(known.unwrap_or_else(all)),
        ));
    }
    let program = program_of(builtin, settings);
    let found = toolbox.probe(&program, builtin.version_option).ok_or_else(|| {
        let message = format!("target `{}` needs `{program}`, which is not installed", target.name());
        Box::new(Diagnostic::error("compile/missing-compiler", message).help(builtin.get))
    })?;
    let root: Arc<Path> = Arc::from(toolbox.root());
    Ok(Tool {
        builtin: *builtin,
        identity: found.identity(),
        program: found,
        output,
        args,
        extra_args,
        limits: Bounds { timeout: project.limits.compile_timeout, memory: Some(project.limits.compile_memory) },
        root,
    })
}

fn broken(target: Target, what: String) -> Diagnostic {
    Diagnostic::error("compile/broken-chain", format!("the chain of target `{}` does not fit: {what}", target.name()))
        .help(format!("The built-in chain is: {}.", catalogue::chain(target).join(", ")))
}
