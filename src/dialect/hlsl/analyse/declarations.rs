//! Items: variables, blocks, aliases.

use std::sync::Arc;

use super::attributes;
use super::qualifiers::{Annotations, NO_CLASS, Qualifiers};
use super::rules::{Analyser, Entity};
use crate::atom::Atom;
use crate::dialect::hlsl::interface::{BindingWords, HlslWords, Register, UniformWords};
use crate::ir::{
    Expr, ExprKind, Global, ImageFormat, Item, Resource, ResourceAttributes, Storage, Symbol, TokenIndex, Type, Words,
    has_resources, resource_name, type_name,
};
use crate::sema::constants::Constant;
use crate::sema::types::{element_resource, zero};
use crate::sema::{Failed, Result, Variable, purity};
use crate::syntax::{Kind, NodeId};

/// The attributes and the register of a global or a block.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeclaredAttributes {
    pub binding: BindingWords,
    /// The binding of the block of loose uniforms, which is an attribute of one of them.
    pub globals_binding: Option<(u32, u32)>,
    pub format: Option<ImageFormat>,
    pub input_attachment: Option<u32>,
}

/// A part of a structure that contains resources; each part is a global of its own.
struct ObjectPart {
    symbol: Symbol,
    ty: Type,
    storage: Storage,
    /// Of a part that is no resource: it begins a row of 16 bytes.
    new_row: bool,
}

/// The most parts of a structure that contains resources.
const MAX_OBJECTS: usize = 1024;

impl Analyser<'_, '_> {
    pub fn item(&mut self, node: NodeId) -> Result<()> {
        let at = self.first(node);
        match self.kind(node) {
            Kind::Empty => Ok(()),
            // A geometry shader concerns no other stage, and its stage has another compiler.
            Kind::Function if self.is_geometry_shader(node) && !self.context.signatures => Ok(()),
            Kind::Function => self.function(node),
            Kind::Declaration => self.variables(node),
            Kind::Buffer => self.buffer(node),
            Kind::Typedef | Kind::Using => self.alias(node),
            Kind::Template => self.template(node),
            Kind::Instantiation => self.instantiation(node),
            // Says nothing to a compiler of single stages.
            Kind::Technique => Ok(()),
            Kind::Namespace => {
                self.error("syntax", at, "a namespace cannot stand here");
                Err(Failed)
            }
            _ => self.not_understood(node),
        }
    }

    fn variables(&mut self, node: NodeId) -> Result<()> {
        let words = self.qualifiers(node);
        // A structure without a name is known by what it is the type of.
        self.anonymous = self
            .tree
            .child(node, Kind::Declarator)
            .and_then(|declarator| self.tree.child(declarator, Kind::Name))
            .map(|name| self.atom(self.last(name)));
        let Some(ty_node) = self.tree.child(node, Kind::Type) else { return self.not_understood(node) };
        if let Some(structure) = self.tree.child(ty_node, Kind::Struct)
            && self.anonymous.is_none()
            && self.tree.child(structure, Kind::Name).is_none()
        {
            self.warning("unused", self.first(structure), "this structure has neither a name nor a variable");
            return Ok(());
        }
        let base = self.declared_type(node);
        self.anonymous = None;
        let generic_sampler = matches!(self.text(self.first(ty_node)), "sampler" | "sampler_state");
        let mut result = Ok(());
        for child in self.operands(node) {
            match self.kind(child) {
                Kind::Declarator => {
                    let sampled = if generic_sampler { self.d3d9_sampler(child) } else { None };
                    let base = sampled.map_or_else(|| base.clone(), Ok);
                    let qualified =
                        self.tree.child(child, Kind::Name).is_some_and(|name| self.first(name) < self.last(name));
                    let declared = match &base {
                        Ok(base) if qualified => self.static_member(node, child, base, &words),
                        Ok(base) => self.variable(node, child, base, &words),
                        Err(failed) => Err(*failed),
                    };
                    if declared.is_err() {
                        if !qualified {
                            self.poison(child);
                        }
                        result = Err(Failed);
                    }
                }
                Kind::Opaque => result = self.not_understood(child),
                _ => {}
            }
        }
        base.and(result)
    }

    pub fn variable(&mut self, declaration: NodeId, node: NodeId, base: &Type, words: &Qualifiers) -> Result<()> {
        let declarator = self.declarator(node, base)?;
        let (name, token) = (declarator.name, declarator.token);
        if self.owners.is_empty() && self.context.namespace.is_empty() && self.context.without.contains(&name) {
            return Ok(());
        }
        let symbol = Symbol(self.full_name(name));
        let at = TokenIndex(token);
        self.not_twice(symbol, token)?;
        let (ty, value) = self.initialised(&declarator, token)?;
        if ty == Type::Void {
            self.error("type", token, format!("`{name}` cannot be `void`"));
            return Err(Failed);
        }
        if words.input || words.output {
            self.error("misplaced", token, "`in` and `out` are for parameters only");
            return Err(Failed);
        }
        if ty == Type::String {
            // Of the effect framework. Code can use it as the format of a message.
            let Some(parts) = value.filter(|value| matches!(*value.kind, ExprKind::String(_))) else { return Ok(()) };
            let read_only = Some("it is a string");
            let variable = Variable { symbol, ty, read_only, constant: None, parts: Some(parts) };
            let meaning = self.meaning(symbol.0.as_str());
            self.declare_global(symbol.0, Entity::Variable(Arc::new(variable)), token, meaning);
            return Ok(());
        }
        let attributes = self.resource_attributes(declaration, &declarator.annotations)?;
        let ty = if attributes.binding.push_constant { self.push_constants(ty, token)? } else { ty };
        self.check_input_attachment(&ty, attributes.input_attachment, (name, token))?;
        if attributes.binding.combined
            && !matches!(element_resource(&ty), Some(Resource::Texture { .. } | Resource::Sampler { .. }))
        {
            let text =
                format!("`[[vk::combinedImageSampler]]` is for textures and samplers, not for a `{}`", type_name(&ty));
            self.error("attribute", token, text);
            return Err(Failed);
        }
        let constant_id = self.constant_id(declaration)?;
        let mut constant: Option<Constant> = None;
        let mut read_only = words.constant.then_some("it is `const`");
        let mut said = Words::default();
        let of_structure = words.is_static && !self.owners.is_empty() && !has_resources(&ty);
        if of_structure && value.is_some() && !words.constant {
            self.error("initialiser", token, format!("`{name}` can only have a value here if it is `const`"))
                .help("Define it outside of the structure: `static T S::name = value;`.");
            return Err(Failed);
        }
        if of_structure && value.is_none() {
            // The value stands outside of the structure.
            let variable = Variable { symbol, ty, read_only, constant: None, parts: None };
            let meaning = self.meaning(symbol.0.as_str());
            self.declare_global(symbol.0, Entity::Variable(Arc::new(variable)), token, meaning);
            return Ok(());
        }
        let storage = if element_resource(&ty).is_some() && !words.is_static {
            let register = match element_resource(&ty).cloned() {
                Some(resource) => self.own_register(&resource, &declarator.annotations),
                None => None,
            };
            read_only = Some("an object cannot be replaced");
            said = Words::new(HlslWords::Resource(BindingWords { register, ..attributes.binding }));
            Storage::Resource(ResourceAttributes {
                coherent: words.coherent,
                format: attributes.format,
                input_attachment: attributes.input_attachment,
                heap: None,
            })
        } else if words.group_shared {
            if value.is_some() {
                self.warning("unused", token, format!("the value of `{name}` is ignored, because it is `groupshared`"))
                    .help(
                        "Write it in one invocation of the group, and wait with `GroupMemoryBarrierWithGroupSync()`.",
                    );
            }
            if has_resources(&ty) {
                self.error("type", token, "a `groupshared` variable cannot hold objects");
                return Err(Failed);
            }
            Storage::GroupShared
        } else if let Some(id) = constant_id {
            let default = value.unwrap_or_else(|| zero(&ty, at));
            read_only = Some("it is a specialisation constant");
            Storage::Specialisation { id, default }
        } else if words.is_static {
            match value {
                Some(value) if words.constant => {
                    constant = self.evaluate(&value);
                    Storage::Constant { initialiser: value }
                }
                None if words.constant => Storage::Constant { initialiser: zero(&ty, at) },
                initialiser => Storage::Private { initialiser },
            }
        } else {
            // Members of `$Globals`. A constant is one too, with a default, and its value is still known here.
            if words.constant
                && let Some(value) = &value
            {
                constant = self.evaluate(value);
            }
            if has_resources(&ty) {
                return self.object_structure(symbol, ty, token);
            }
            read_only = read_only.or(Some("it is a uniform"));
            match (words.constant && !words.uniform && !words.is_extern, value) {
                (true, Some(initialiser)) if constant.is_some() || purity::is_constant(&initialiser) => {
                    Storage::Constant { initialiser }
                }
                (_, default) => {
                    let register = declarator.annotations.register;
                    if let Some(class) = register.map(|register| register.class).filter(|class| "tsu".contains(*class))
                    {
                        let message = format!("a constant needs a register `c`, found `{class}`");
                        self.error("register", declarator.annotations.register_token, message);
                    }
                    said = UniformWords { register, block_binding: attributes.globals_binding, new_row: false }.into();
                    Storage::Uniform { default }
                }
            }
        };
        if declarator.states && element_resource(&ty).is_none() {
            self.error("syntax", token, "only samplers have states in braces");
            return Err(Failed);
        }
        let variable = Variable { symbol, ty: ty.clone(), read_only, constant, parts: None };
        let meaning = self.meaning(symbol.0.as_str());
        self.declare_global(symbol.0, Entity::Variable(Arc::new(variable)), token, meaning);
        self.add_item(symbol, Item::Global(Global { symbol, ty, storage, words: said, at }));
        Ok(())
    }

    /// A global structure that holds objects: each member is a global of its own, named `s.member`.
    fn object_structure(&mut self, symbol: Symbol, ty: Type, token: u32) -> Result<()> {
        let mut leaves = Vec::new();
        let read_only = Some("it is a uniform");
        let whole = self.object_parts(symbol.0, &ty, token, &mut leaves)?;
        let meaning = self.meaning(symbol.0.as_str());
        for ObjectPart { symbol, ty, storage, new_row } in leaves {
            let variable = Variable { symbol, ty: ty.clone(), read_only, constant: None, parts: None };
            self.declare_global(symbol.0, Entity::Variable(Arc::new(variable)), token, meaning);
            let words = UniformWords { new_row, ..UniformWords::default() }.into();
            self.add_item(symbol, Item::Global(Global { symbol, ty, storage, words, at: TokenIndex(token) }));
        }
        let variable = Variable { symbol, ty, read_only, constant: None, parts: Some(whole) };
        self.declare_global(symbol.0, Entity::Variable(Arc::new(variable)), token, meaning);
        Ok(())
    }

    fn object_parts(&mut self, name: Atom, ty: &Type, token: u32, leaves: &mut Vec<ObjectPart>) -> Result<Expr> {
        let at = TokenIndex(token);
        if let (Type::Struct(of), true) = (ty, has_resources(ty)) {
            let mut members = Vec::new();
            let first = leaves.len();
            for member in &of.members {
                let name = Atom::from(&format!("{name}.{}", member.name));
                members.push(self.object_parts(name, &member.ty, token, leaves)?);
            }
            // A structure begins a row.
            let mut parts = leaves[first..].iter_mut();
            if let Some(number) = parts.find(|part| matches!(part.storage, Storage::Uniform { .. })) {
                number.new_row = true;
            }
            return Ok(Expr { kind: Box::new(ExprKind::Aggregate(members)), ty: ty.clone(), at });
        }
        if let (Type::Array(element, Some(count)), true, None) = (ty, has_resources(ty), element_resource(ty)) {
            // As if each element were declared by itself.
            let mut elements = Vec::new();
            for index in 0..*count {
                if leaves.len() > MAX_OBJECTS {
                    self.error("type", token, "the global holds too many objects");
                    return Err(Failed);
                }
                let name = Atom::from(&format!("{name}[{index}]"));
                elements.push(self.object_parts(name, element, token, leaves)?);
            }
            return Ok(Expr { kind: Box::new(ExprKind::Aggregate(elements)), ty: ty.clone(), at });
        }
        let storage = if element_resource(ty).is_some() {
            Storage::Resource(ResourceAttributes::default())
        } else if has_resources(ty) {
            self.unsupported(token, "an unbounded array of structures that hold objects");
            return Err(Failed);
        } else {
            Storage::Uniform { default: None }
        };
        let symbol = Symbol(name);
        leaves.push(ObjectPart { symbol, ty: ty.clone(), storage, new_row: false });
        Ok(Expr { kind: Box::new(ExprKind::Global(symbol)), ty: ty.clone(), at })
    }

    /// The type of a variable with `[[vk::push_constant]]`: a structure is a constant buffer of it.
    fn push_constants(&mut self, ty: Type, token: u32) -> Result<Type> {
        match &ty {
            Type::Resource(Resource::Constant(_)) => Ok(ty),
            Type::Struct(_) if !has_resources(&ty) => Ok(Type::Resource(Resource::Constant(Arc::new(ty)))),
            _ => {
                let shown = type_name(&ty);
                self.error(
                    "attribute",
                    token,
                    format!("`[[vk::push_constant]]` is for structures, not for a `{shown}`"),
                )
                .help("Put the values into a structure.");
                Err(Failed)
            }
        }
    }

    fn constant_id(&mut self, node: NodeId) -> Result<Option<u32>> {
        for attribute in self.attributes(node) {
            if let Some((name, arguments)) = self.attribute(attribute)
                && name == "vk::constant_id"
                && let Some(argument) = arguments.first()
            {
                return self.attribute_number(*argument).map(Some);
            }
        }
        Ok(None)
    }

    /// Reads the attributes of a resource, such as `[[vk::binding(1, 0)]]`, and its register.
    pub fn resource_attributes(&mut self, node: NodeId, annotations: &Annotations) -> Result<DeclaredAttributes> {
        let binding = BindingWords { register: annotations.register, ..BindingWords::default() };
        let mut found = DeclaredAttributes { binding, ..DeclaredAttributes::default() };
        for attribute in self.attributes(node) {
            let Some((name, arguments)) = self.attribute(attribute) else { continue };
            let number = |this: &mut Self, at: usize| match arguments.get(at) {
                Some(argument) => this.attribute_number(*argument).map(Some),
                None => Ok(None),
            };
            match name.as_str() {
                "vk::binding" => {
                    if let Some(binding) = number(self, 0)? {
                        found.binding.binding = Some((binding, number(self, 1)?.unwrap_or(0)));
                    }
                }
                "vk::global_cbuffer_binding" => {
                    if let Some(binding) = number(self, 0)? {
                        found.globals_binding = Some((binding, number(self, 1)?.unwrap_or(0)));
                    }
                }
                "vk::input_attachment_index" => found.input_attachment = number(self, 0)?,
                "vk::counter_binding" => found.binding.counter = number(self, 0)?,
                "vk::push_constant" => found.binding.push_constant = true,
                "vk::combinedimagesampler" => found.binding.combined = true,
                "vk::image_format" => {
                    if let Some(argument) = arguments.first() {
                        let text = self.text(self.first(*argument)).trim_matches('"').to_ascii_lowercase();
                        found.format = Some(Atom::from(&text));
                    }
                }
                // glslang's spelling.
                other if other.starts_with("spv::format_") => {
                    found.format =
                        other.strip_prefix("spv::format_").map(|format| Atom::from(&format.to_ascii_lowercase()));
                }
                "vk::constant_id" => {}
                other if attributes::WITHOUT_EFFECT.contains(&other) => {}
                other if other.starts_with("vk::") => {
                    // The variable is declared all the same: other compilers' results are bound by the layout of the unit.
                    let other = other.to_owned();
                    self.unsupported(self.first(attribute), format!("the attribute `{other}`"));
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// Reports an input attachment that does not say which one it is, and an index of something else.
    fn check_input_attachment(&mut self, ty: &Type, index: Option<u32>, (name, token): (Atom, u32)) -> Result<()> {
        let wrong = match (element_resource(ty), index) {
            (Some(Resource::InputAttachment { .. }), None) => "needs",
            (Some(Resource::InputAttachment { .. }), Some(_)) | (_, None) => return Ok(()),
            _ => "cannot have",
        };
        let text = format!("`{name}`, a `{}`, {wrong} `[[vk::input_attachment_index(n)]]`", type_name(ty));
        self.error("attribute", token, text);
        Err(Failed)
    }

    /// The register of this resource; of `register(space2)` the class follows from the resource.
    fn own_register(&mut self, resource: &Resource, annotations: &Annotations) -> Option<Register> {
        let register = annotations.register?;
        let wanted: &[char] = match resource {
            Resource::Sampler { .. } => &['s'],
            Resource::SampledTexture { .. } => &['s', 't'],
            Resource::Constant(_) => &['b'],
            Resource::Texture { .. }
            | Resource::TextureBuffer(_)
            | Resource::InputAttachment { .. }
            | Resource::AccelerationStructure => &['t'],
            Resource::TypedBuffer { access, .. }
            | Resource::Structured { access, .. }
            | Resource::ByteAddress { access } => match access {
                crate::ir::Access::Read => &['t'],
                crate::ir::Access::ReadWrite => &['u'],
            },
            Resource::Image { .. } | Resource::Append(_) | Resource::Consume(_) => &['u'],
            // No declaration has this type.
            Resource::Descriptor(_) | Resource::RayQuery { .. } => return None,
        };
        if register.class == NO_CLASS {
            return Some(Register { class: wanted[0], ..register });
        }
        if !wanted.contains(&register.class) {
            let shown = resource_name(resource);
            let (class, wanted) = (register.class, wanted[0]);
            let token = annotations.register_token;
            let message = format!("a `{shown}` needs a register `{wanted}`, found `{class}`");
            // DXC and FXC take a texture at `s`, and a sampler at `t`, as Direct3D 9 has them: there it is one object.
            match (resource, class) {
                (Resource::Texture { .. }, 's') | (Resource::Sampler { .. }, 't') => {
                    self.warning("register", token, message)
                }
                _ => self.error("register", token, message),
            };
        }
        Some(register)
    }
}
