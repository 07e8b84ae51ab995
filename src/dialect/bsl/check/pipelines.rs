//! `PipelineGraphic name(vs, fs, Table{.c = v});` and `PipelineCompute`.

use rustc_hash::FxHashMap;

use super::lookup::Named;
use super::{BodyState, Checker, FileItems};
use crate::diag::Span;
use crate::dialect::bsl::ast::{Expr, ExprKind, Item, List, Pipeline};
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::infos::interfaces_of;
use crate::dialect::bsl::output_tree::{FunctionId, ResourceId};
use crate::dialect::bsl::program::{Entry, GLOBAL, PipelineInfo, ResourceKind, ScopeId, Stage, Symbol};
use crate::dialect::bsl::types::Ty;

impl Checker<'_> {
    pub fn check_pipelines(&mut self, files: &[FileItems]) {
        self.check_interfaces();
        for file in files {
            self.pipelines_of(&file.items, GLOBAL);
        }
    }

    /// An entry point has one table of what stages exchange: its own, or that of a create-info.
    fn check_interfaces(&mut self) {
        for id in 0..self.program.functions.len() as FunctionId {
            if self.program.function(id).stage.is_none() {
                continue;
            }
            if let [_, second, ..] = interfaces_of(&self.program, id).as_slice() {
                let second = self.show(Ty::Structure(*second));
                let span = self.program.function(id).function.ident().span;
                let message = format!("the entry point has two interfaces, the second of them is `{second}`");
                self.error("bsl/redefinition", message, span);
            }
        }
    }

    fn pipelines_of(&mut self, items: &[Item], scope: ScopeId) {
        for item in items {
            match item {
                Item::Namespace(path, items) => {
                    let mut inner = scope;
                    for ident in path {
                        if let Some(Entry { symbol: Symbol::Namespace(found), .. }) =
                            self.program.scopes[inner as usize].symbols.get(&ident.name)
                        {
                            inner = *found;
                        }
                    }
                    self.pipelines_of(items, inner);
                }
                Item::Pipeline(pipeline) => {
                    self.body = BodyState { scope, ..BodyState::default() };
                    self.order = self.order_of(pipeline.span);
                    self.check_pipeline(pipeline, scope);
                }
                _ => {}
            }
        }
    }

    fn check_pipeline(&mut self, pipeline: &Pipeline, scope: ScopeId) {
        let stages: &[Stage] = if pipeline.is_compute { &[Stage::Compute] } else { &[Stage::Vertex, Stage::Fragment] };
        let mut entries = Vec::new();
        for (at, stage) in stages.iter().enumerate() {
            let Some(argument) = pipeline.arguments.get(at) else {
                let message = format!("the pipeline `{}` has no {} stage", pipeline.ident.name, stage.name());
                return self.error("bsl/pipeline-entry", message, pipeline.ident.span);
            };
            match self.entry_named(argument, *stage) {
                Some(id) => entries.push(id),
                None => return,
            }
        }
        let mut constants = FxHashMap::default();
        for argument in &pipeline.arguments[stages.len()..] {
            self.pipeline_constants(argument, &mut constants);
        }
        if let [vertex, fragment] = entries.as_slice() {
            self.check_interface(*vertex, *fragment, pipeline.ident.span);
        }
        let name = self.flat_name(scope, &pipeline.ident.name);
        let info =
            PipelineInfo { name, is_compute: pipeline.is_compute, entries, constants, span: pipeline.ident.span };
        self.program.pipelines.push(info);
    }

    fn entry_named(&mut self, argument: &Expr, stage: Stage) -> Option<FunctionId> {
        let found = match &argument.kind {
            ExprKind::Path(path) => match self.find_path(path) {
                Named::Symbol(Symbol::Functions(all), _) => {
                    all.into_iter().find(|id| self.program.function(*id).stage == Some(stage))
                }
                Named::Broken => return None,
                _ => None,
            },
            _ => None,
        };
        if found.is_none() {
            let message = format!("this is not the entry point of a {} stage", stage.name());
            self.error("bsl/pipeline-entry", message, argument.span);
        }
        found
    }

    /// `Table{.c = v}`.
    fn pipeline_constants(&mut self, argument: &Expr, constants: &mut FxHashMap<ResourceId, Constant>) {
        let ExprKind::Construct(construction) = &argument.kind else {
            let message = "the constants of a pipeline are a list of a table: `Table{.c = v}`";
            return self.error("bsl/pipeline-constants", message, argument.span);
        };
        let (path, list) = &**construction;
        let (ty, _) = self.resolve_path_type(path);
        let Ty::Structure(table) = ty else {
            if ty != Ty::Error {
                self.error("bsl/pipeline-constants", "this is not a resource table", path.span);
            }
            return;
        };
        if self.program.table_kind(ty).is_none() {
            return self.error("bsl/pipeline-constants", "this is not a resource table", path.span);
        }
        self.constants_of_list(table, list, constants);
    }

    fn constants_of_list(&mut self, table: u32, list: &List, constants: &mut FxHashMap<ResourceId, Constant>) {
        for (designator, item) in &list.items {
            let Some(designator) = designator else {
                let message = "the constants of a pipeline are named: `.c = v`";
                self.error("bsl/pipeline-constants", message, item.span);
                continue;
            };
            let member = self.member_named(table, designator.name);
            let info = member.map(|at| self.program.structure(table).members[at as usize].clone());
            if let Some(inner) = info.as_ref().and_then(|info| info.table)
                && let Some(list) = list_of(item)
            {
                self.constants_of_list(inner, list, constants);
                continue;
            }
            let resource = info.and_then(|info| Some((info.resource?, info.ty)));
            let is_constant =
                |id: ResourceId| matches!(self.program.resources[id as usize].kind, ResourceKind::CompilationConstant);
            let Some((id, ty)) = resource.filter(|(id, _)| is_constant(*id)) else {
                let message = format!("`{}` has no constant `{}`", self.show(Ty::Structure(table)), designator.name);
                self.error("bsl/designator-unknown", message, designator.span);
                continue;
            };
            self.no_value = None;
            let value = self.initialiser(item, ty);
            match value.constant {
                Some(constant) => {
                    constants.insert(id, constant);
                }
                None => self.not_constant(&value, item.span),
            }
        }
    }

    /// What the vertex stage gives is what the fragment stage takes.
    fn check_interface(&mut self, vertex: FunctionId, fragment: FunctionId, span: Span) {
        let given = interfaces_of(&self.program, vertex);
        let taken = interfaces_of(&self.program, fragment);
        if !taken.is_empty() && given != taken {
            let place = self.program.function(fragment).function.ident().span;
            let problem = crate::diag::Diagnostic::error(
                "bsl/interface-mismatch",
                "the fragment stage takes another structure than the vertex stage gives",
            );
            self.report(problem.at(span).label(place, "the fragment stage"));
        }
    }
}

/// The list of `{...}` and `T{...}`.
fn list_of(item: &Expr) -> Option<&List> {
    match &item.kind {
        ExprKind::List(list) => Some(list),
        ExprKind::Construct(construction) => Some(&construction.1),
        _ => None,
    }
}
