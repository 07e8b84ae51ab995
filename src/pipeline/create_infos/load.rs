//! Reading infos: the files of a command, and those of a project for `Technique:from_info`.

use std::path::PathBuf;
use std::sync::Arc;

use super::options::{BuilderOptions, rules_of};
use crate::diag::{Diagnostic, SourceFile};
use crate::dialect::create_info::{BoundResource, Library, assemble, build_library, check_headers, check_target};
use crate::model::{Scalar, Target};
use crate::pipeline::BuildContext;
use crate::pipeline::project_infos::{InfoText, ProjectInfos};
use crate::sidecar::create_infos::{Request, load};

/// Runs Lua files; merges and checks what they declare. The diagnostics are sorted.
pub fn load_infos(context: &BuildContext, files: &[PathBuf]) -> (Library, Vec<Diagnostic>) {
    let infos = read(context, files);
    (Arc::unwrap_or_clone(infos.library), infos.diagnostics)
}

fn read(context: &BuildContext, files: &[PathBuf]) -> ProjectInfos {
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
    text.bindings.into_iter().map(entry).collect()
}
