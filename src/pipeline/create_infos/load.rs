//! Reading infos: the files of a command, and those of a project for `Technique:from_info`. Most are Lua; a dialect may
//! have files that declare infos as well.

use std::path::PathBuf;
use std::sync::Arc;

use super::options::{BuilderOptions, rules_of};
use crate::diag::{Diagnostic, SourceFile, Span};
use crate::dialect::create_info::{BoundResource, Library, assemble, build_library, check_headers, check_target};
use crate::dialect::{Dialect, GeneratedInfos, GeneratorInput, LackedName};
use crate::model::{Scalar, Target};
use crate::pipeline::BuildContext;
use crate::pipeline::generator_options::project_options;
use crate::pipeline::project_infos::{InfoText, ProjectInfos};
use crate::sidecar::create_infos::{Request, load};

/// Reads files; merges and checks what they declare. The diagnostics are sorted.
pub fn load_infos(context: &BuildContext, files: &[PathBuf]) -> (Library, Vec<Diagnostic>) {
    let infos = read(context, files);
    (Arc::unwrap_or_clone(infos.library), infos.diagnostics)
}

fn read(context: &BuildContext, files: &[PathBuf]) -> ProjectInfos {
    let mut lua: Vec<PathBuf> = Vec::new();
    let mut others: Vec<(Arc<SourceFile>, Dialect)> = Vec::new();
    for path in files {
        let dialect =
            context.registry().by_path(path).filter(|dialect| context.registry().generator(*dialect).is_some());
        // What cannot be read is reported with the Lua files.
        match dialect.and_then(|dialect| Some((context.sources.load(path).ok()?, dialect))) {
            Some(other) => others.push(other),
            None => lua.push(path.clone()),
        }
    }
    let mut infos = read_lua(context, &lua);
    add_generated(context, others, &mut infos);
    infos
}

/// A file of a dialect whose infos are not added yet.
struct Waiting {
    file: Arc<SourceFile>,
    dialect: Dialect,
    /// Its infos as they were made, without what it lacks.
    made: Option<GeneratedInfos>,
}

impl Waiting {
    /// For each name that it lacked whether it is declared now.
    fn lacked(&self, library: &Library) -> impl Iterator<Item = bool> {
        let names = self.made.iter().flat_map(|made| &made.lacking);
        names.map(|name| match name {
            LackedName::Info(name) => library.infos.contains_key(name),
            LackedName::Interface(name) => library.interfaces.contains_key(name),
        })
    }
}

/// Adds the infos of files of dialects. A file can name infos of Lua, and of other files, which then go before it: it is
/// translated again once all that it names is declared.
fn add_generated(context: &BuildContext, files: Vec<(Arc<SourceFile>, Dialect)>, infos: &mut ProjectInfos) {
    let mut pending: Vec<Waiting> =
        files.into_iter().map(|(file, dialect)| Waiting { file, dialect, made: None }).collect();
    loop {
        let (mut later, mut goes_on) = (Vec::new(), false);
        for waiting in pending {
            if !waiting.lacked(&infos.library).all(|is_declared| is_declared) {
                later.push(waiting);
                continue;
            }
            goes_on = true;
            let Some(made) = generated_infos(context, &waiting.file, waiting.dialect, infos) else { continue };
            if made.lacking.is_empty() {
                add_made(made, infos);
            } else {
                later.push(Waiting { made: Some(made), ..waiting });
            }
        }
        pending = later;
        if !goes_on {
            break;
        }
    }
    // Something that they name is declared nowhere.
    for waiting in pending {
        let has_more = waiting.lacked(&infos.library).any(|is_declared| is_declared);
        let again = has_more.then(|| generated_infos(context, &waiting.file, waiting.dialect, infos)).flatten();
        again.or(waiting.made).into_iter().for_each(|made| add_made(made, infos));
    }
    crate::diag::sort(&mut infos.diagnostics, &context.sources);
}

fn add_made(made: GeneratedInfos, infos: &mut ProjectInfos) {
    for info in &made.infos {
        infos.metadata.insert(info.name.clone(), made.metadata.clone());
    }
    infos.diagnostics.extend(made.diagnostics);
    infos.diagnostics.extend(Arc::make_mut(&mut infos.library).add(made.infos, made.interfaces));
    infos.files.extend(made.files);
    infos.missing.extend(made.missing);
}

/// The infos of a file. `None` with an error if it declares none.
fn generated_infos(
    context: &BuildContext,
    file: &Arc<SourceFile>,
    dialect: Dialect,
    infos: &mut ProjectInfos,
) -> Option<GeneratedInfos> {
    let made = create_infos_of(context, file, dialect, &infos.library);
    if made.is_none() {
        let message = format!("`{}` declares no create infos", file.name);
        infos.diagnostics.push(
            Diagnostic::error("ci/source-missing", message)
                .at(Span { file: file.id, start: 0, end: 0 })
                .help("Name Lua files, and files of dialects with pipelines."),
        );
    }
    made
}

fn create_infos_of(
    context: &BuildContext,
    file: &Arc<SourceFile>,
    dialect: Dialect,
    library: &Arc<Library>,
) -> Option<GeneratedInfos> {
    let generator = context.registry().generator(dialect)?;
    let options = project_options(context, generator);
    let (sources, include_paths) = (&context.sources, context.project.include.as_slice());
    let input = GeneratorInput {
        file,
        sources,
        include_paths,
        options: &options,
        branches: &[],
        infos: Some(library),
        materials: None,
        scripts: None,
    };
    let stage = format!("generate/{}", generator.name());
    context.trace.measure(&stage, &*file.name, || generator.create_infos(&input))
}

/// Runs Lua files.
fn read_lua(context: &BuildContext, files: &[PathBuf]) -> ProjectInfos {
    if files.is_empty() {
        return ProjectInfos::default();
    }
    let cancelled = context.cancel.flag();
    let request =
        Request { files, lua_paths: &context.project.lua, limits: &context.project.limits, cancelled: &cancelled };
    let (declared, mut found) = context.trace.measure("sidecar", "create infos", || load(&request, &context.sources));
    let Some(mut declared) = declared else {
        return ProjectInfos::new(Library::default(), found, Vec::new(), Vec::new());
    };
    let declarations = std::mem::take(&mut declared.declarations);
    let (library, wrong) = context
        .trace
        .measure("sidecar", "create infos", || build_library(&declarations, &mut declared, &context.sources));
    found.extend(wrong);
    crate::diag::sort(&mut found, &context.sources);
    ProjectInfos::new(library, found, declared.files, declared.missing)
}

/// The infos of the project, which are read once in a run.
pub fn project_infos(context: &BuildContext) -> &ProjectInfos {
    let files = &context.project.create_infos;
    context.infos.get_or_init(|| if files.is_empty() { ProjectInfos::default() } else { read(context, files) })
}

/// The text of an info, or of several as one, for the techniques of a target. Their names are separated by `+`.
pub fn technique_text(context: &BuildContext, names: &str, target: Target) -> InfoText {
    let infos = project_infos(context);
    infos.text(names, target, || {
        let options = BuilderOptions::of_project(target);
        let list: Vec<&str> = names.split('+').collect();
        let Some((info, mut diagnostics)) = infos.library.combine(&list) else { return InfoText::default() };
        let include_paths = &context.project.include;
        diagnostics.extend(check_target(&info, &rules_of(target, options.group_limits)));
        diagnostics.extend(check_headers(&info, &context.sources, include_paths).1);
        let made =
            assemble(&infos.library.interfaces, &info, &options.technique(target), &context.sources, include_paths);
        diagnostics.extend(made.diagnostics);
        let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
        let name = format!("{names} ({})", target.name());
        let file: Option<Arc<SourceFile>> =
            is_sound.then(|| context.sources.add_generated(name, &made.text, made.places));
        InfoText {
            file,
            diagnostics,
            files: made.files.into_iter().collect(),
            missing: made.missing.into_iter().collect(),
            bindings: made.layout.bound().cloned().collect(),
            fixed: info.generated.iter().flat_map(|text| text.value.fixed.iter().cloned()).collect(),
        }
    })
}

/// What a technique's metadata say of the resources of its infos, by `resource NAME`: kind, slot, frequency, set, binding.
pub fn technique_metadata(context: &BuildContext, names: &str, target: Target) -> Vec<(String, Scalar)> {
    let text = technique_text(context, names, target);
    let entry = |bound: BoundResource| {
        let BoundResource { name, kind, slot, frequency, set, binding, .. } = bound;
        let value = format!("{kind} {slot} {} {set} {binding}", frequency.name());
        (format!("resource {name}"), Scalar::String(value))
    };
    let metadata = &project_infos(context).metadata;
    let of_files = names.split('+').filter_map(|name| metadata.get(name)).flatten().cloned();
    text.bindings.into_iter().map(entry).chain(of_files).collect()
}
