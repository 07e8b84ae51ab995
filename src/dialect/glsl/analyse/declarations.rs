//! Items: functions, variables, blocks, and what stands by itself.

use std::sync::Arc;

use super::es_functions;
use super::qualifiers::{Qualifiers, Storage as Words};
use super::rules::{Analyser, Entity};
use crate::atom::Atom;
use crate::dialect::glsl::extensions::{FORMATTED_LOADS, MESH_SHADER, NULL_INITIALISER};
use crate::dialect::glsl::interface::{GlslWords, ResourceWords, StageWords};
use crate::dialect::glsl::words::{resource_type, type_name};
use crate::ir::{
    Access, Element, Expr, ExprKind, Global, Item, MAX_LOCATIONS, Member, Resource, ResourceAttributes, Scalar,
    Storage, Symbol, TokenIndex, Type, UNKNOWN_FORMAT, Words as Said, has_resources, is_ray_query, location_count,
};
use crate::sema::constants::Constant;
use crate::sema::numbers::{is_float, parts};
use crate::sema::types::{element_resource, zero};
use crate::sema::{Declarator, Failed, Result, Variable};
use crate::syntax::{Kind, NodeId};

use super::rules::GlslRules;

/// The most elements of an array of structures that hold resources.
const MAX_PARTS: u32 = 256;

/// Why an image cannot be written, or replaced.
pub const READONLY_IMAGE: &str = "it is `readonly`";
/// Why a ray query cannot be assigned to.
pub const RAY_QUERY: &str = "it is a ray query";
pub const WRITEONLY_IMAGE: &str = "it is `writeonly`";

/// What a declarator declares: its storage, its words, and why it cannot be written.
struct Declared {
    ty: Type,
    storage: Storage,
    words: Said,
    read_only: Option<&'static str>,
    constant: Option<Constant>,
}

impl Analyser<'_, '_> {
    pub fn item(&mut self, node: NodeId) -> Result<()> {
        match self.kind(node) {
            Kind::Empty => Ok(()),
            Kind::Precision => self.precision(node),
            Kind::Function => {
                if let Some(name) = self.tree.child(node, Kind::Name)
                    && self.text(self.last(name)).starts_with("gl_")
                {
                    let (name, token) = (self.atom(self.last(name)), self.last(name));
                    return self.of_the_language(name, token);
                }
                self.is_free_in_es(node)?;
                let declared = self.function(node);
                self.keeps_built_in_result(node);
                declared
            }
            Kind::Declaration => self.variables(node),
            Kind::Buffer => self.block_of_variables(node),
            Kind::Opaque => self.layout_of_stage(node),
            Kind::Typedef | Kind::Using | Kind::Template | Kind::Instantiation | Kind::Namespace | Kind::Enum => {
                let (token, word) = (self.first(node), self.text(self.first(node)));
                self.error("syntax", token, format!("GLSL has no `{word}`"));
                Err(Failed)
            }
            _ => self.not_understood(node),
        }
    }

    /// Reports a function whose name GLSL ES keeps.
    fn is_free_in_es(&mut self, node: NodeId) -> Result<()> {
        let settings = self.context.settings;
        let Some(name) = self.tree.child(node, Kind::Name).filter(|_| settings.es) else { return Ok(()) };
        let (name, token) = (self.atom(self.last(name)), self.last(name));
        if !es_functions::is_built_in(name.as_str(), settings.version) {
            return Ok(());
        }
        let text = format!("`{name}` is a built-in function, which GLSL ES lets no program declare again");
        self.error("redefinition", token, text).help("Give it another name.");
        Err(Failed)
    }

    /// `precision highp float;`: it changes no value here.
    fn precision(&mut self, node: NodeId) -> Result<()> {
        let end = self.last(node);
        let token = if self.text(end) == ";" { end.saturating_sub(1) } else { end };
        let word = self.text(token);
        if matches!(word, "float" | "int") || resource_type(word).is_some() {
            return Ok(());
        }
        self.error("type", token, format!("`{word}` has no precision of its own"))
            .help("A precision is that of `float`, `int`, or a type of samplers or images.");
        Err(Failed)
    }

    fn variables(&mut self, node: NodeId) -> Result<()> {
        let words = self.declared_qualifiers(node);
        if self.is_atomic_counter(node) {
            return self.atomic_counters(node, &words?);
        }
        let base = self.declared_type(node);
        let mut result = Ok(());
        for child in self.operands(node) {
            match self.kind(child) {
                Kind::Declarator => {
                    let declared = match (&base, &words) {
                        (Ok(base), Ok(words)) => self.variable(child, base, words),
                        _ => Err(Failed),
                    };
                    if declared.is_err() {
                        self.poison(child);
                        result = Err(Failed);
                    }
                }
                Kind::Opaque => result = self.not_understood(child),
                _ => {}
            }
        }
        words.map(drop).and(base.map(drop)).and(result)
    }

    fn variable(&mut self, node: NodeId, base: &Type, words: &Qualifiers) -> Result<()> {
        self.has_few_distances(node)?;
        let mut declarator = self.declarator(node, base)?;
        let (name, token) = (declarator.name, declarator.token);
        let is_mesh_output = words.storage == Words::Out && self.context.settings.extensions.has_any(MESH_SHADER);
        if !words.varying.per_vertex
            && !is_mesh_output
            && matches!(words.storage, Words::In | Words::Out | Words::None | Words::Shared)
        {
            declarator = self.with_length(declarator);
        }
        if self.context.without.contains(&name) {
            return Ok(());
        }
        if name.starts_with("gl_") {
            return self.redeclared_built_in(&declarator, words);
        }
        if words.storage == Words::Uniform
            && has_resources(&declarator.ty)
            && element_resource(&declarator.ty).is_none()
        {
            return self.uniform_parts(&declarator, words);
        }
        let symbol = Symbol(name);
        if self.gives_length(&declarator) {
            return Ok(());
        }
        self.not_twice(symbol, token)?;
        if declarator.ty == Type::Void {
            self.error("type", token, format!("`{name}` cannot be `void`"));
            return Err(Failed);
        }
        if let Some(token) =
            words.invariant.filter(|_| !matches!(words.storage, Words::Out | Words::Varying | Words::In))
        {
            self.error("misplaced", token, format!("`{name}` cannot be `invariant`: only an output can"));
            return Err(Failed);
        }
        let declared = if element_resource(&declarator.ty).is_some() {
            self.resource(&declarator, words)?
        } else {
            match words.storage {
                Words::In | Words::Out | Words::Varying => self.stage_variable(&declarator, words)?,
                Words::InOut => {
                    self.error("misplaced", words.storage_token, "`inout` is for parameters only");
                    return Err(Failed);
                }
                Words::Buffer => {
                    self.error("misplaced", words.storage_token, "`buffer` is for blocks only")
                        .help("Write `buffer Name { ... };` around the variable.");
                    return Err(Failed);
                }
                Words::Uniform => self.loose_uniform(&declarator, words)?,
                Words::Shared => self.shared(&declarator, words)?,
                Words::Payload => self.payload(&declarator, words)?,
                Words::None => self.own_variable(&declarator, words)?,
            }
        };
        let Declared { ty, storage, words, read_only, constant } = declared;
        let variable = Variable { symbol, ty: ty.clone(), read_only, constant, parts: None };
        let meaning = self.meaning(name.as_str());
        self.declare_global(name, Entity::Variable(Arc::new(variable)), token, meaning);
        self.add_item(symbol, Item::Global(Global { symbol, ty, storage, words, at: TokenIndex(token) }));
        Ok(())
    }

    /// Whether it only says the length of an array that has been declared without one.
    fn gives_length(&mut self, of: &Declarator<GlslRules>) -> bool {
        if of.initialiser.is_some() || self.implicit_length(of.name).is_none() {
            return false;
        }
        let known = self.consult(of.name, true);
        known.iter().any(|decl| matches!(&decl.entity, Entity::Variable(variable) if variable.ty == of.ty))
    }

    /// A texture, sampler or image; arrays of them.
    fn resource(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<Declared> {
        let (name, token) = (of.name, of.token);
        if is_ray_query(&of.ty) {
            return self.ray_queries(of, words);
        }
        if words.storage != Words::Uniform {
            let shown = type_name(&of.ty);
            self.error("misplaced", token, format!("`{name}` is a `{shown}`, which only a `uniform` can be"))
                .help(format!("Write `uniform` before `{shown}`."));
            return Err(Failed);
        }
        if of.initialiser.is_some() {
            self.error("initialiser", token, "a resource cannot have an initialiser");
            return Err(Failed);
        }
        self.has_size(of)?;
        let is_image = |ty: &Type| {
            matches!(
                element_resource(ty),
                Some(Resource::Image { .. } | Resource::TypedBuffer { access: crate::ir::Access::ReadWrite, .. })
            )
        };
        let allowed =
            ["set", "binding", "location", "offset", "input_attachment_index", "uberc_register", "uberc_sampler"];
        self.only_layouts(&words.layout, &allowed, "a resource")?;
        self.input_attachment(of, words)?;
        let mut ty = of.ty.clone();
        if let Some(format) = words.layout.format {
            if !is_image(&ty) {
                self.error("layout", token, format!("`{name}` has a format, and only an image can have one"));
                return Err(Failed);
            }
            let channels = channels(format.as_str());
            if !fits(format.as_str(), &ty) {
                let shown = type_name(&ty);
                self.error("layout", token, format!("the format of `{name}` is not one of a `{shown}`"));
                return Err(Failed);
            }
            ty = with_channels(ty, channels);
        } else if is_image(&ty) && !words.write_only && !self.context.settings.extensions.has_any(FORMATTED_LOADS) {
            self.error("layout", token, format!("the image `{name}` is read, so it needs a format"))
                .help("Write for example `layout(rgba8)` before it, or `writeonly`.");
            return Err(Failed);
        }
        if (words.read_only || words.write_only) && !is_image(&ty) {
            self.error("misplaced", token, format!("`{name}` is no image, so it cannot be `readonly` or `writeonly`"));
            return Err(Failed);
        }
        let words_of = ResourceWords {
            set: words.layout.set,
            binding: words.layout.binding,
            register: words.layout.register,
            sampler: words.layout.sampler,
            ..ResourceWords::default()
        };
        // A writable image without a format has that of the game's view.
        let unknown = is_image(&ty).then(|| Atom::from(UNKNOWN_FORMAT));
        let format = words.layout.format.or(unknown);
        let attributes = ResourceAttributes {
            format,
            coherent: words.coherent,
            input_attachment: words.layout.input_attachment,
            heap: None,
        };
        Ok(Declared {
            ty,
            storage: Storage::Resource(attributes),
            words: Said::new(GlslWords::Resource(words_of)),
            read_only: Some(match (words.read_only, words.write_only) {
                (true, false) => READONLY_IMAGE,
                (false, true) => WRITEONLY_IMAGE,
                _ => "a resource cannot be replaced",
            }),
            constant: None,
        })
    }

    /// Ray queries that each invocation has.
    fn ray_queries(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<Declared> {
        if words.storage != Words::None || words.constant {
            let text = format!("`{}` is a ray query, which is a plain variable", of.name);
            self.error("misplaced", of.token, text);
            return Err(Failed);
        }
        self.only_layouts(&words.layout, &[], "a ray query")?;
        self.is_new_query(of)?;
        Ok(Declared {
            ty: of.ty.clone(),
            storage: Storage::Private { initialiser: None },
            words: Said::default(),
            read_only: Some(RAY_QUERY),
            constant: None,
        })
    }

    /// Reports a ray query with a value.
    pub fn is_new_query(&mut self, of: &Declarator<GlslRules>) -> Result<()> {
        if let Some(initialiser) = of.initialiser {
            self.error("initialiser", self.first(initialiser), "a ray query cannot have an initialiser")
                .help("`rayQueryInitializeEXT` sets it.");
            return Err(Failed);
        }
        if matches!(of.ty, Type::Array(_, None)) {
            self.error("array-size", of.token, format!("the array `{}` needs a size", of.name));
            return Err(Failed);
        }
        Ok(())
    }

    /// An input or output of a stage.
    fn stage_variable(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<Declared> {
        let token = of.token;
        let input = words.storage == Words::In;
        let by_stage = words.storage == Words::Varying;
        let what = if input { "an input" } else { "an output" };
        let extensions = self.context.settings.extensions;
        if words.patch {
            self.unsupported(token, "a value of a patch");
            return Err(Failed);
        }
        let ty = if words.varying.per_vertex { self.at_vertices(&of.ty, token)? } else { of.ty.clone() };
        let lacks_size = matches!(ty, Type::Array(_, None)) && (input || !extensions.has_any(MESH_SHADER));
        if input && matches!(ty, Type::Array(_, None)) && !has_resources(&ty) && !holds_bool(&ty) {
            // Geometry and tessellation stages have these; what compiles them rejects those of other stages.
            self.unsupported(token, format!("an input array without a size, `{}`", type_name(&ty)));
            return Err(Failed);
        }
        if has_resources(&ty) || lacks_size || holds_bool(&ty) {
            let shown = type_name(&ty);
            self.error("type", token, format!("{what} cannot be a `{shown}`"));
            return Err(Failed);
        }
        if of.initialiser.is_some() {
            self.error("initialiser", token, format!("{what} cannot have an initialiser"));
            return Err(Failed);
        }
        self.has_few_locations((of.name, token), &ty, !input)?;
        self.only_layouts(&words.layout, &["location", "component", "index"], what)?;
        let index = words.layout.named.iter().find(|(name, _)| *name == "index");
        if let Some((_, at)) = index.filter(|_| words.varying.location.is_none()) {
            self.error("layout", *at, "`index` without a `location`").help("Write `location = 0, index = 1`.");
            return Err(Failed);
        }
        if let Some((_, at)) = index.filter(|_| input) {
            self.error("layout", *at, "`index` of an input: only an output of the fragment stage has it");
            return Err(Failed);
        }
        self.component((of.name, token), &ty, words)?;
        let said = StageWords { input, by_stage, varying: words.varying, ..StageWords::default() };
        Ok(Declared {
            ty,
            storage: Storage::Private { initialiser: None },
            words: Said::new(GlslWords::Stage(said)),
            read_only: input.then_some("it is an input of the stage"),
            constant: None,
        })
    }

    /// Reports an input or output that takes more locations than any device has: each of its numbers is looked at.
    pub fn has_few_locations(&mut self, (name, token): (Atom, u32), ty: &Type, output: bool) -> Result<()> {
        let element = match ty {
            Type::Array(element, _) if output && self.context.settings.extensions.has_any(MESH_SHADER) => element,
            _ => ty,
        };
        let count = location_count(element);
        if count <= MAX_LOCATIONS {
            return Ok(());
        }
        self.error("type", token, format!("`{name}` takes {count} locations"))
            .help(format!("A stage has at most {MAX_LOCATIONS} of them."));
        Err(Failed)
    }

    /// The type of a `pervertexEXT` input, which is an array of three whether its length is written or not.
    pub fn at_vertices(&mut self, ty: &Type, token: u32) -> Result<Type> {
        match ty {
            Type::Array(element, None | Some(3)) => Ok(Type::Array(Arc::clone(element), Some(3))),
            _ => {
                let shown = type_name(ty);
                self.error("type", token, format!("a `pervertexEXT` input cannot be a `{shown}`"))
                    .help("It is an array of three: the values at the vertices of the triangle.");
                Err(Failed)
            }
        }
    }

    /// A uniform of a structure that holds resources: each resource and each other member is a uniform of its own.
    fn uniform_parts(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<()> {
        self.only_layouts(&words.layout, &["location"], "a uniform that holds resources")?;
        if let Some(initialiser) = of.initialiser {
            self.error("initialiser", self.first(initialiser), "a uniform that holds resources has no initialiser");
            return Err(Failed);
        }
        let whole = self.part_of_uniform(of.name, &of.ty, of.token)?;
        self.declare_parts(of.name, of.token, whole, Some("it is a uniform"))
    }

    fn part_of_uniform(&mut self, name: Atom, ty: &Type, token: u32) -> Result<Expr> {
        let at = TokenIndex(token);
        let parts: Vec<(Atom, Type)> = match ty {
            _ if is_ray_query(ty) || !has_resources(ty) || element_resource(ty).is_some() => Vec::new(),
            Type::Struct(of) => {
                let named = |member: &Member| Atom::from(&format!("{name}.{}", member.name));
                of.members.iter().map(|member| (named(member), member.ty.clone())).collect()
            }
            Type::Array(element, Some(count)) if *count <= MAX_PARTS => {
                (0..*count).map(|at| (Atom::from(&format!("{name}[{at}]")), (**element).clone())).collect()
            }
            _ => {
                self.unsupported(token, "so large an array of structures that hold resources");
                return Err(Failed);
            }
        };
        if !parts.is_empty() {
            let mut values = Vec::with_capacity(parts.len());
            for (name, ty) in parts {
                values.push(self.part_of_uniform(name, &ty, token)?);
            }
            return Ok(Expr { kind: Box::new(ExprKind::Aggregate(values)), ty: ty.clone(), at });
        }
        let symbol = Symbol(name);
        let is_image = |resource: &Resource| {
            matches!(resource, Resource::Image { .. } | Resource::TypedBuffer { access: Access::ReadWrite, .. })
        };
        let (storage, said) = match element_resource(ty) {
            Some(resource) if is_image(resource) || is_ray_query(ty) => {
                let shown = type_name(ty);
                self.unsupported(token, format!("a `{shown}` in a structure"));
                return Err(Failed);
            }
            Some(_) => {
                let attributes = ResourceAttributes::default();
                (Storage::Resource(attributes), Said::new(GlslWords::Resource(ResourceWords::default())))
            }
            None => (Storage::Uniform { default: None }, Said::default()),
        };
        let (ty, words) = (ty.clone(), said);
        self.add_item(symbol, Item::Global(Global { symbol, ty: ty.clone(), storage, words, at }));
        Ok(Expr { kind: Box::new(ExprKind::Global(symbol)), ty, at })
    }

    /// A uniform outside of blocks, as desktop GL has it.
    fn loose_uniform(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<Declared> {
        self.only_layouts(&words.layout, &["location", "set", "binding"], "a uniform outside of blocks")?;
        let (ty, default) = self.initialised(of, of.token)?;
        Ok(Declared {
            ty,
            storage: Storage::Uniform { default },
            words: Said::default(),
            read_only: Some("it is a uniform"),
            constant: None,
        })
    }

    fn shared(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<Declared> {
        let is_null = |this: &Self, value: NodeId| this.kind(value) == Kind::List && this.operands(value).is_empty();
        let is_zero = match of.initialiser {
            Some(value) if is_null(self, value) => {
                self.needs_one_of(NULL_INITIALISER, "{ }", self.first(value))?;
                true
            }
            Some(_) => {
                self.error("initialiser", of.token, "a `shared` variable cannot have an initialiser");
                return Err(Failed);
            }
            None => false,
        };
        if has_resources(&of.ty) || matches!(of.ty, Type::Array(_, None)) {
            let shown = type_name(&of.ty);
            self.error("type", of.token, format!("a `shared` variable cannot be a `{shown}`"));
            return Err(Failed);
        }
        self.only_layouts(&words.layout, &[], "a `shared` variable")?;
        Ok(Declared {
            ty: of.ty.clone(),
            storage: Storage::GroupShared,
            words: if is_zero { Said::new(GlslWords::ZeroAtFirst) } else { Said::default() },
            read_only: None,
            constant: None,
        })
    }

    /// What a task stage gives to the mesh stages that it starts.
    fn payload(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<Declared> {
        if of.initialiser.is_some() {
            self.error("initialiser", of.token, "a payload cannot have an initialiser");
            return Err(Failed);
        }
        if has_resources(&of.ty) || matches!(of.ty, Type::Array(_, None)) {
            let shown = type_name(&of.ty);
            self.error("type", of.token, format!("a payload cannot be a `{shown}`"));
            return Err(Failed);
        }
        self.only_layouts(&words.layout, &[], "a payload")?;
        let storage = Storage::Payload;
        Ok(Declared { ty: of.ty.clone(), storage, words: Said::default(), read_only: None, constant: None })
    }

    /// A variable of the program itself, or a constant.
    fn own_variable(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<Declared> {
        let (name, token) = (of.name, of.token);
        self.only_layouts(&words.layout, &["constant_id"], "a variable")?;
        let (ty, value) = self.initialised(of, token)?;
        if has_resources(&ty) {
            self.unsupported(token, "a structure that holds resources");
            return Err(Failed);
        }
        let (mut constant, mut read_only) = (None, None);
        let storage = match (words.layout.constant_id, words.constant, value) {
            (Some(id), true, value) if matches!(ty, Type::Scalar(_)) => {
                read_only = Some("it is a specialisation constant");
                let default = value.unwrap_or_else(|| zero(&ty, TokenIndex(token)));
                if self.evaluate(&default).is_none() {
                    self.unsupported(default.at.0, format!("the value of the specialisation constant `{name}`"));
                    return Err(Failed);
                }
                Storage::Specialisation { id, default }
            }
            (Some(_), ..) => {
                self.error("layout", token, format!("`{name}` cannot have a `constant_id`"))
                    .help("Only a scalar constant can have one: `layout(constant_id = 0) const int x = 1;`.");
                return Err(Failed);
            }
            (None, true, Some(initialiser)) => {
                read_only = Some("it is `const`");
                constant = self.evaluate(&initialiser);
                Storage::Constant { initialiser }
            }
            (None, true, None) => {
                self.error("initialiser", token, format!("the constant `{name}` needs a value"));
                return Err(Failed);
            }
            (None, false, initialiser) => Storage::Private { initialiser },
        };
        Ok(Declared { ty, storage, words: Said::default(), read_only, constant })
    }
}

/// Whether a value contains a boolean, which no stage hands to another.
fn holds_bool(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => holds_bool(element),
        Type::Struct(of) => of.members.iter().any(|member| holds_bool(&member.ty)),
        _ => parts(ty).is_some_and(|(scalar, _)| scalar == Scalar::Bool),
    }
}

/// The number of channels of an image format.
fn channels(format: &str) -> u8 {
    if format.starts_with("rgba") || format.starts_with("rgb10a2") {
        4
    } else if format.starts_with("r11") {
        3
    } else if format.starts_with("rg") {
        2
    } else {
        1
    }
}

/// Whether an image of this type can have the format: both have the same kind of number.
fn fits(format: &str, ty: &Type) -> bool {
    let wanted = if format.ends_with("ui") {
        Scalar::Uint
    } else if format.ends_with('i') {
        Scalar::Int
    } else {
        Scalar::Float
    };
    match element_resource(ty) {
        Some(Resource::Image { element, .. } | Resource::TypedBuffer { element, .. }) => {
            element.scalar == wanted && is_float(element.scalar) == is_float(wanted)
        }
        _ => false,
    }
}

/// The image type whose texels have so many channels.
fn with_channels(ty: Type, count: u8) -> Type {
    match ty {
        Type::Array(element, length) => Type::Array(Arc::new(with_channels((*element).clone(), count)), length),
        Type::Resource(Resource::Image { dim, array, element, texel }) => {
            Type::Resource(Resource::Image { dim, array, element: Element { count, ..element }, texel })
        }
        Type::Resource(Resource::TypedBuffer { access, element, texel }) => {
            Type::Resource(Resource::TypedBuffer { access, element: Element { count, ..element }, texel })
        }
        other => other,
    }
}
