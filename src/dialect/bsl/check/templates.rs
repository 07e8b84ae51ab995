//! Templates of functions and structures: instances that are asked for, and specialisations.

use std::rc::Rc;

use super::structures::NewStructure;
use super::{BodyState, Checker, Value};
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Function, Path, Structure, Template, TemplateArgument, TemplateParameter};
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::output_tree::FunctionId;
use crate::dialect::bsl::program::{
    Argument, Entry, EntryUse, FunctionInfo, ScopeId, ScopeKind, StructureTemplate, Symbol,
};
use crate::dialect::bsl::types::{Storage, Ty, output_name};

impl Checker<'_> {
    fn check_parameters(&mut self, template: &Template) {
        for parameter in &template.parameters {
            if let Some(span) = parameter.default {
                self.error("bsl/template-default", "a parameter of a template has a default", span);
            }
        }
    }

    pub fn declare_function_template(
        &mut self,
        template: &Rc<Template>,
        function: &Rc<Function>,
        scope: ScopeId,
        structure: Option<u32>,
    ) {
        if template.parameters.is_empty() {
            return self.specialise_function(function, scope, structure);
        }
        self.check_parameters(template);
        let ident = function.ident();
        let known = match self.program.scopes[scope as usize].symbols.get(&ident.name) {
            Some(Entry { symbol: Symbol::Functions(all), .. }) => all.iter().copied().find(|id| {
                let other = self.program.function(*id);
                other.template.as_ref().is_some_and(|other| is_same_head(other, template, function))
            }),
            _ => None,
        };
        if let Some(known) = known {
            let earlier = self.program.function(known).function.ident().span;
            return self.redefined(ident, earlier);
        }
        let info = FunctionInfo {
            function: Rc::clone(function),
            scope,
            structure,
            is_method: structure.is_some() && !function.is_static,
            is_const: function.is_const,
            template: Some(Rc::clone(template)),
            instances: Vec::new(),
            arguments: None,
            is_deducible: is_deducible(template, function),
            result: Ty::Error,
            parameters: Vec::new(),
            is_broken: false,
            order: self.order_of(ident.span),
            has_body: function.body.is_some(),
            stage: None,
            local_size: [0; 3],
            early_fragment_tests: false,
            is_node: false,
            name: String::new(),
            body: None,
            entry: EntryUse::default(),
        };
        let id = self.new_function(info);
        self.name_function(scope, ident, id);
    }

    /// `template<> float f<float>(float) { ... }`.
    fn specialise_function(&mut self, function: &Rc<Function>, scope: ScopeId, structure: Option<u32>) {
        let Some(written) = &function.name.last().arguments else {
            self.error("bsl/template-needs-arguments", "a specialisation names no arguments", function.name.span);
            return;
        };
        let ident = function.ident();
        let Some(template) = self.template_of(scope, function, written.len()) else {
            let message = format!("there is no template `{}`", ident.name);
            self.error("bsl/template-unknown", message, ident.span);
            return;
        };
        self.body.scope = scope;
        let Some(parameters) = self.program.function(template).template.clone() else { return };
        let Some(arguments) = self.arguments_of(&parameters.parameters, written, ident.span) else { return };
        if self.is_known_instance(template, &arguments, ident) {
            return;
        }
        let mut info = self.function_info(function, scope, structure);
        info.name = self.instance_name(template, &arguments, scope);
        info.is_deducible = self.program.function(template).is_deducible;
        info.arguments = Some((arguments.clone(), ident.span));
        let id = self.new_function(info);
        self.program.functions[template as usize].instances.push((arguments, id));
    }

    /// `template float f<float>(float);`.
    pub fn instantiate_function(&mut self, function: &Rc<Function>, scope: ScopeId) {
        let ident = function.ident();
        let mut owner = scope;
        if function.name.parts.len() > 1 {
            let inner = Path {
                is_global: false,
                parts: function.name.parts[..function.name.parts.len() - 1].iter().cloned().collect(),
                span: function.name.span,
            };
            self.body.scope = scope;
            match self.owner_scope(&inner) {
                Some(found) => owner = found,
                None => {
                    let message = "the structure or namespace of this template does not exist yet";
                    self.error("bsl/template-parent", message, function.name.span);
                    return;
                }
            }
        }
        let Some(written) = &function.name.last().arguments else {
            self.error("bsl/template-needs-arguments", "an instantiation names no arguments", function.name.span);
            return;
        };
        let Some(template) = self.template_of(owner, function, written.len()) else {
            self.error("bsl/template-unknown", format!("there is no template `{}`", ident.name), ident.span);
            return;
        };
        self.body.scope = scope;
        let Some(head) = self.program.function(template).template.clone() else { return };
        let Some(arguments) = self.arguments_of(&head.parameters, written, ident.span) else { return };
        if self.is_known_instance(template, &arguments, ident) {
            return;
        }
        self.function_instance(template, &head, arguments.clone(), ident.span);
        self.check_head(function, template, &arguments);
    }

    /// Whether the head that asks for an instance is the instance's own.
    fn check_head(&mut self, function: &Function, template: FunctionId, arguments: &[Argument]) {
        let Some(id) = self.instances_with(&[template], arguments).first().copied() else { return };
        let result = self.resolve_type(&function.result).0;
        let mut types = Vec::new();
        for parameter in &function.parameters {
            let element = self.resolve_type(&parameter.ty).0;
            let ty = self.with_extents(element, &parameter.declarator.extents, None);
            types.push((ty, parameter.declarator.is_reference));
        }
        let info = self.program.function(id);
        let own = info.parameters.iter().map(|parameter| (parameter.ty, parameter.is_reference));
        let is_known = |ty: Ty| ty != Ty::Error;
        let is_sound = is_known(result) && types.iter().all(|(ty, _)| is_known(*ty)) && !info.is_broken;
        if is_sound && (result != info.result || !own.eq(types.iter().copied())) {
            let shown = self.shown_function(id);
            let ident = function.ident();
            let message = format!("no template `{}` gives this function", ident.name);
            let problem = Diagnostic::error("bsl/template-unknown", message).at(ident.span);
            self.report(problem.help(format!("With these arguments it is `{shown}`.")));
        }
    }

    fn is_known_instance(
        &mut self,
        template: FunctionId,
        arguments: &[Argument],
        ident: crate::dialect::bsl::ast::Ident,
    ) -> bool {
        let known = self.program.function(template).instances.iter().find(|(known, _)| known == arguments);
        let Some((_, id)) = known else { return false };
        let earlier = self.program.function(*id).arguments.as_ref().map_or(ident.span, |(_, span)| *span);
        self.redefined(ident, earlier);
        true
    }

    /// Declares an instance.
    fn function_instance(&mut self, template: FunctionId, head: &Template, arguments: Vec<Argument>, span: Span) {
        if !self.may_instantiate(span) {
            return;
        }
        let info = self.program.function(template);
        let (function, owner, structure) = (Rc::clone(&info.function), info.scope, info.structure);
        let is_deducible = info.is_deducible;
        let scope = self.argument_scope(owner, &head.parameters, &arguments);
        let shown = format!("{}{}", function.ident().name, self.shown_arguments(&arguments));
        let outer = std::mem::replace(&mut self.body, BodyState { scope, ..BodyState::default() });
        self.instances.push((span, shown));
        let mut instance = self.function_info(&function, scope, structure);
        self.instances.pop();
        self.body = outer;
        instance.name = self.instance_name(template, &arguments, owner);
        instance.is_deducible = is_deducible;
        instance.order = self.program.function(template).order;
        instance.arguments = Some((arguments.clone(), span));
        let id = self.new_function(instance);
        self.program.functions[template as usize].instances.push((arguments, id));
    }

    /// The name on output: `fT3Tfloat`, or `f` where the arguments follow from a call.
    fn instance_name(&self, template: FunctionId, arguments: &[Argument], scope: ScopeId) -> String {
        let info = self.program.function(template);
        let plain = self.flat_name(scope, &info.function.ident().name);
        if info.is_deducible {
            return plain;
        }
        output_name(&(plain + &self.argument_text(arguments)))
    }

    fn argument_text(&self, arguments: &[Argument]) -> String {
        arguments
            .iter()
            .map(|argument| match argument {
                Argument::Value(constant) => format!("T{}", constant.in_name()),
                Argument::Type(Ty::Structure(id)) => format!("T{}", self.program.structure(*id).name),
                Argument::Type(ty) => format!("T{}", self.show(*ty).replace("::", "_")),
            })
            .collect()
    }

    /// Arguments as a message shows them.
    pub fn shown_arguments(&self, arguments: &[Argument]) -> String {
        let shown: Vec<String> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Value(constant) => constant.glsl(),
                Argument::Type(ty) => self.show(*ty),
            })
            .collect();
        format!("<{}>", shown.join(", "))
    }

    /// A scope in which the parameters of a template mean the arguments.
    fn argument_scope(&mut self, owner: ScopeId, parameters: &[TemplateParameter], arguments: &[Argument]) -> ScopeId {
        let scope = self.new_scope(ScopeKind::Arguments, owner, Default::default());
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let symbol = match argument {
                Argument::Type(ty) => Symbol::Type(*ty, Storage::Plain),
                Argument::Value(constant) => {
                    let outer = std::mem::replace(&mut self.body.scope, scope);
                    let ty = parameter.ty.as_ref().map_or(constant.ty(), |ty| self.resolve_type(ty).0);
                    self.body.scope = outer;
                    Symbol::Constant(*constant, ty)
                }
            };
            self.declare(scope, parameter.ident, symbol);
        }
        scope
    }

    /// The scope that a path names.
    fn owner_scope(&mut self, path: &Path) -> Option<ScopeId> {
        match self.find_path(path) {
            super::lookup::Named::Symbol(Symbol::Namespace(scope), _) => Some(scope),
            super::lookup::Named::Symbol(Symbol::Type(Ty::Structure(id), _), _) => {
                Some(self.program.structure(id).scope)
            }
            _ => None,
        }
    }

    /// The template of a name with as many parameters, in a scope or around it.
    fn template_of(&self, scope: ScopeId, function: &Function, count: usize) -> Option<FunctionId> {
        let entry = self.find_from(scope, function.ident().name)?;
        let Symbol::Functions(all) = &entry.symbol else { return None };
        let fits = |id: &FunctionId, exact: bool| {
            let info = self.program.function(*id);
            info.template.as_ref().is_some_and(|template| {
                (!exact || template.parameters.len() == count)
                    && info.function.parameters.len() == function.parameters.len()
            })
        };
        all.iter().copied().find(|id| fits(id, true)).or_else(|| all.iter().copied().find(|id| fits(id, false)))
    }

    /// The arguments of a template; the mistake is reported.
    pub fn arguments_of(
        &mut self,
        parameters: &[TemplateParameter],
        written: &[TemplateArgument],
        span: Span,
    ) -> Option<Vec<Argument>> {
        if parameters.len() != written.len() {
            let message = format!("the template takes {} arguments, and {} are given", parameters.len(), written.len());
            self.error("bsl/template-argument", message, span);
            return None;
        }
        let mut all = Vec::new();
        for (parameter, written) in parameters.iter().zip(written) {
            all.push(match &parameter.ty {
                None => self.type_argument(written)?,
                Some(ty) => {
                    let (ty, _) = self.resolve_type(ty);
                    Argument::Value(self.value_argument(written, ty)?)
                }
            });
        }
        Some(all)
    }

    fn type_argument(&mut self, written: &TemplateArgument) -> Option<Argument> {
        if let TemplateArgument::Path(path) = written
            && let Some((ty, _)) = self.type_of_path(path)
        {
            return (ty != Ty::Error).then_some(Argument::Type(ty));
        }
        self.error("bsl/template-argument", "the template takes a type here", written.span());
        None
    }

    fn value_argument(&mut self, written: &TemplateArgument, ty: Ty) -> Option<Constant> {
        let scalar = self.program.underlying(ty).component()?;
        let value = match written {
            TemplateArgument::Value(expr) => self.expression(expr, None),
            TemplateArgument::Path(path) => self.path_value(path),
        };
        if value.is_broken() {
            return None;
        }
        let Value { constant: Some(constant), .. } = value else {
            self.error("bsl/template-argument", "the argument of a template is not a constant", written.span());
            return None;
        };
        let fits = constant.as_integer().is_some()
            && (constant.scalar == crate::dialect::bsl::types::Scalar::Bool)
                == (scalar == crate::dialect::bsl::types::Scalar::Bool);
        if !fits {
            let message = format!("the template takes a `{}` here", self.show(ty));
            self.error("bsl/template-argument", message, written.span());
            return None;
        }
        Some(constant.convert(scalar))
    }

    pub fn declare_structure_template(&mut self, template: &Rc<Template>, structure: &Rc<Structure>, scope: ScopeId) {
        let Some(ident) = structure.name else {
            self.error("bsl/template-form", "a template without a name", structure.span);
            return;
        };
        if template.parameters.is_empty() {
            return self.specialise_structure(structure, scope);
        }
        self.check_parameters(template);
        let id = self.program.templates.len() as u32;
        self.program.templates.push(StructureTemplate {
            template: Rc::clone(template),
            structure: Rc::clone(structure),
            scope,
            instances: Vec::new(),
            name: ident.name,
        });
        self.declare(scope, ident, Symbol::StructureTemplate(id));
    }

    fn specialise_structure(&mut self, structure: &Rc<Structure>, scope: ScopeId) {
        let Some(ident) = structure.name else { return };
        let Some(written) = &structure.arguments else {
            self.error("bsl/template-needs-arguments", "a specialisation names no arguments", ident.span);
            return;
        };
        let Some(Entry { symbol: Symbol::StructureTemplate(template), .. }) = self.find_from(scope, ident.name) else {
            self.error("bsl/template-unknown", format!("there is no template `{}`", ident.name), ident.span);
            return;
        };
        let template = *template;
        let head = Rc::clone(&self.program.templates[template as usize].template);
        let Some(arguments) = self.arguments_of(&head.parameters, written, ident.span) else { return };
        if let Some(known) = self.known_structure(template, &arguments) {
            let earlier = self.program.structure(known).arguments.as_ref().map_or(ident.span, |(_, span)| *span);
            return self.redefined(ident, earlier);
        }
        let id = self.program.structures.len() as u32;
        self.program.templates[template as usize].instances.push((arguments.clone(), id));
        self.define_instance(structure, scope, template, arguments, ident.span);
    }

    fn known_structure(&self, template: u32, arguments: &[Argument]) -> Option<u32> {
        let instances = &self.program.templates[template as usize].instances;
        instances.iter().find(|(known, _)| known == arguments).map(|(_, id)| *id)
    }

    fn define_instance(
        &mut self,
        structure: &Rc<Structure>,
        scope: ScopeId,
        template: u32,
        arguments: Vec<Argument>,
        span: Span,
    ) {
        let owner = self.program.templates[template as usize].scope;
        let name = self.program.templates[template as usize].name;
        let shown = self.qualified_name(owner, &name) + &self.shown_arguments(&arguments);
        let output = output_name(&(self.flat_name(owner, &name) + &self.argument_text(&arguments)));
        let new = NewStructure {
            structure,
            scope,
            shown,
            name: output,
            arguments: Some((arguments, span)),
            is_anonymous: false,
        };
        self.define_structure(new);
    }

    /// `template struct S<float>;`.
    pub fn instantiate_structure(&mut self, path: &Path, scope: ScopeId) {
        let part = path.last().clone();
        let Some(written) = &part.arguments else {
            self.error("bsl/template-needs-arguments", "an instantiation names no arguments", path.span);
            return;
        };
        let bare = Path {
            is_global: path.is_global,
            parts: path
                .parts
                .iter()
                .map(|part| crate::dialect::bsl::ast::PathPart { ident: part.ident, arguments: None })
                .collect(),
            span: path.span,
        };
        self.body.scope = scope;
        let template = match self.find_path(&bare) {
            super::lookup::Named::Symbol(Symbol::StructureTemplate(template), _) => template,
            _ => {
                self.error(
                    "bsl/template-unknown",
                    format!("there is no template `{}`", part.ident.name),
                    part.ident.span,
                );
                return;
            }
        };
        let head = Rc::clone(&self.program.templates[template as usize].template);
        let Some(arguments) = self.arguments_of(&head.parameters, written, part.ident.span) else { return };
        if let Some(known) = self.known_structure(template, &arguments) {
            let earlier = self.program.structure(known).arguments.as_ref().map_or(path.span, |(_, span)| *span);
            return self.redefined(part.ident, earlier);
        }
        if !self.may_instantiate(path.span) {
            return;
        }
        let owner = self.program.templates[template as usize].scope;
        let structure = Rc::clone(&self.program.templates[template as usize].structure);
        let own = self.argument_scope(owner, &head.parameters, &arguments);
        let shown = format!("{}{}", part.ident.name, self.shown_arguments(&arguments));
        let id = self.program.structures.len() as u32;
        self.program.templates[template as usize].instances.push((arguments.clone(), id));
        self.instances.push((path.span, shown));
        self.define_instance(&structure, own, template, arguments, path.span);
        self.instances.pop();
    }

    /// The instance of a structure's template that is used here; it has to be asked for before.
    pub fn structure_instance(&mut self, template: u32, written: &[TemplateArgument], span: Span) -> Option<Ty> {
        let head = Rc::clone(&self.program.templates[template as usize].template);
        let arguments = self.arguments_of(&head.parameters, written, span)?;
        match self.known_structure(template, &arguments) {
            Some(id) => Some(Ty::Structure(id)),
            None => {
                let name = self.program.templates[template as usize].name;
                let shown = format!("{name}{}", self.shown_arguments(&arguments));
                self.report(
                    Diagnostic::error("bsl/template-missing-instance", format!("`{shown}` has no instance"))
                        .at(span)
                        .help(format!("Write `template struct {shown};` before its first use.")),
                );
                None
            }
        }
    }
}

fn is_same_head(other: &Template, template: &Template, function: &Function) -> bool {
    let crate::dialect::bsl::ast::TemplateItem::Function(earlier) = &other.item else { return false };
    let spelled = |function: &Function| -> Vec<String> {
        function.parameters.iter().map(|parameter| super::lookup::shown_path(&parameter.ty.path)).collect()
    };
    other.parameters.len() == template.parameters.len()
        && other
            .parameters
            .iter()
            .zip(&template.parameters)
            .all(|(a, b)| a.ident.name == b.ident.name && a.ty.is_some() == b.ty.is_some())
        && spelled(earlier) == spelled(function)
}

/// Whether every parameter of a template is the type of a parameter of its function.
fn is_deducible(template: &Template, function: &Function) -> bool {
    template.parameters.iter().all(|parameter| {
        parameter.ty.is_none()
            && function
                .parameters
                .iter()
                .any(|own| own.ty.path.single().is_some_and(|ident| ident.name == parameter.ident.name))
    })
}
