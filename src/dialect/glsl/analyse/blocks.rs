//! Blocks: of uniforms, of buffers, of inputs and outputs.
//!
//! A uniform block is a resource that holds constants of a structure; a buffer block is a buffer with one element of a structure. The
//! members of a block without an instance are names of the unit, which stand for parts of the resource.

use std::sync::Arc;

use super::qualifiers::{Qualifiers, Storage as Words};
use super::redeclarations;
use super::rules::{Analyser, Entity, GlslRules};
use crate::atom::Atom;
use crate::dialect::glsl::extensions::MESH_SHADER;
use crate::dialect::glsl::interface::{
    GlslWords, MemberWords, Packing, ResourceWords, Rules, StageWords, block_symbol,
};
use crate::dialect::glsl::words::type_name;
use crate::ir::{
    Access, Expr, ExprKind, Global, Item, Literal, Member, Resource, ResourceAttributes, Scalar, Storage, Struct,
    Symbol, TokenIndex, Type, Words as Said, has_resources,
};
use crate::sema::types::literal;
use crate::sema::{Declarator, Failed, Result, Variable};
use crate::syntax::{Kind, NodeId};

/// The most members of a block.
const MAX_MEMBERS: usize = 4096;

/// A block while it is declared.
struct BlockHead {
    /// The name of the block.
    name: Atom,
    token: u32,
    words: Qualifiers,
    structure: Arc<Struct>,
    /// Of each member.
    tokens: Vec<u32>,
}

impl Analyser<'_, '_> {
    pub fn block_of_variables(&mut self, node: NodeId) -> Result<()> {
        let Some(name_node) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        let (name, token) = (self.atom(self.last(name_node)), self.last(name_node));
        let result = self.declared_block(node, name, token);
        if result.is_err() {
            self.poison_block(node);
        }
        result
    }

    fn declared_block(&mut self, node: NodeId, name: Atom, token: u32) -> Result<()> {
        let words = self.declared_qualifiers(node)?;
        if redeclarations::is_block(name.as_str()) {
            return self.redeclared_block(node, (name, token), &words);
        }
        if name.starts_with("gl_") {
            return self.of_the_language(name, token);
        }
        if self.tree.children(node).any(|child| self.kind(child) == Kind::Opaque) {
            return self.not_understood(node);
        }
        let symbol = block_symbol(name.as_str());
        if self.children_of(node, Kind::Declaration).is_empty() {
            self.error("syntax", token, format!("the block `{name}` needs a member"));
            return Err(Failed);
        }
        if self.has_item(symbol) || !self.consult(symbol.0, true).is_empty() {
            self.error("redefinition", token, format!("the block `{name}` is declared twice"));
            return Err(Failed);
        }
        let meaning = self.meaning(symbol.0.as_str());
        self.declare_global(symbol.0, Entity::Alias(Type::Void), token, meaning);
        let (members, said, tokens) = self.block_members(node, &words)?;
        let structure = Arc::new(Struct::new(Symbol(name), members, Vec::new(), GlslWords::of_members(said)));
        self.check_size(&Type::Struct(Arc::clone(&structure)), token)?;
        let head = BlockHead { name, token, words, structure, tokens };
        let instance = self.tree.child(node, Kind::Declarator);
        match head.words.storage {
            Words::Uniform | Words::Buffer => self.resource_block(&head, instance),
            Words::In | Words::Out => self.stage_block(&head, instance),
            _ => self.not_understood(node),
        }
    }

    /// Declares the names of a wrong block, so that their uses report nothing.
    fn poison_block(&mut self, node: NodeId) {
        if let Some(instance) = self.tree.child(node, Kind::Declarator) {
            return self.poison(instance);
        }
        for declaration in self.children_of(node, Kind::Declaration) {
            for declarator in self.children_of(declaration, Kind::Declarator) {
                self.poison(declarator);
            }
        }
    }

    fn block_members(&mut self, node: NodeId, words: &Qualifiers) -> Result<(Vec<Member>, Vec<MemberWords>, Vec<u32>)> {
        let (mut members, mut said, mut tokens) = (Vec::<Member>::new(), Vec::new(), Vec::new());
        let mut result = Ok(());
        let declarations = self.children_of(node, Kind::Declaration);
        let last = declarations.last().copied();
        for declaration in declarations {
            let (own, base) = (self.qualifiers(declaration)?, self.declared_type(declaration)?);
            let allowed: &[&str] = match words.storage {
                Words::Uniform | Words::Buffer => &["offset", "align", "row_major", "column_major"],
                _ => &["location", "component"],
            };
            self.only_layouts(&own.layout, allowed, "a member of this block")?;
            for child in self.children_of(declaration, Kind::Declarator) {
                let declared = self.declarator(child, &base)?;
                let (name, token) = (declared.name, declared.token);
                let is_end = words.storage == Words::Buffer && Some(declaration) == last;
                let unsized_inside = matches!(declared.ty, Type::Array(_, None)) && !is_end;
                if has_resources(&declared.ty) || declared.ty == Type::Void || unsized_inside {
                    let shown = type_name(&declared.ty);
                    self.error("type", token, format!("a member of a block cannot be a `{shown}`"));
                    result = Err(Failed);
                    continue;
                }
                if declared.initialiser.is_some() {
                    self.error("initialiser", token, "a member of a block cannot have an initialiser");
                    result = Err(Failed);
                    continue;
                }
                if name.starts_with("gl_") {
                    result = self.of_the_language(name, token);
                    continue;
                }
                if members.iter().any(|known| known.name == name) {
                    self.error("redefinition", token, format!("the member `{name}` is declared twice"));
                    result = Err(Failed);
                    continue;
                }
                if members.len() >= MAX_MEMBERS {
                    self.error("type", token, "a block has too many members");
                    return Err(Failed);
                }
                if self.component((name, token), &declared.ty, &own).is_err() {
                    result = Err(Failed);
                    continue;
                }
                said.push(MemberWords {
                    row_major: own.layout.row_major,
                    offset: own.layout.offset,
                    align: own.layout.align.or(words.layout.align),
                    read_only: own.read_only || words.read_only,
                    write_only: own.write_only || words.write_only,
                    varying: own.varying,
                    built_in: None,
                });
                members.push(Member { name, ty: declared.ty });
                tokens.push(token);
            }
        }
        result.map(|()| (members, said, tokens))
    }

    /// A uniform or buffer block.
    fn resource_block(&mut self, head: &BlockHead, instance: Option<NodeId>) -> Result<()> {
        let words = &head.words;
        let buffer = words.storage == Words::Buffer;
        let allowed = [
            "set",
            "binding",
            "std140",
            "std430",
            "scalar",
            "shared",
            "packed",
            "row_major",
            "column_major",
            "push_constant",
            "align",
            "uberc_register",
        ];
        self.only_layouts(&words.layout, &allowed, if buffer { "a buffer block" } else { "a uniform block" })?;
        if let Some((name, token)) =
            words.layout.named.iter().find(|(name, _)| words.layout.push_constant && matches!(*name, "set" | "binding"))
        {
            self.error("layout", *token, format!("push constants cannot have the layout qualifier `{name}`"));
            return Err(Failed);
        }
        let defaults = self.block_defaults(buffer);
        let usual = if buffer || words.layout.push_constant { Packing::Std430 } else { Packing::Std140 };
        let said = ResourceWords {
            set: words.layout.set,
            binding: words.layout.binding,
            register: words.layout.register,
            sampler: None,
            push_constant: words.layout.push_constant,
            packing: words.layout.packing.or(defaults.packing).unwrap_or(usual),
            row_major: words.layout.row_major.or(defaults.row_major).unwrap_or(false),
        };
        let rules = Rules { packing: said.packing, row_major: said.row_major };
        if let Some((at, alignment)) = rules.misaligned(&head.structure) {
            let name = head.structure.members[at].name;
            let text = format!("the offset of `{name}` is no multiple of {alignment}, the alignment of its type");
            self.error("layout", head.tokens[at], text);
            return Err(Failed);
        }
        let held = Arc::new(Type::Struct(Arc::clone(&head.structure)));
        let access = if words.read_only { Access::Read } else { Access::ReadWrite };
        let resource = if buffer { Resource::Structured { access, element: held } } else { Resource::Constant(held) };
        let mut ty = Type::Resource(resource);
        let declared = match instance {
            Some(instance) => {
                let declared = self.declarator(instance, &ty)?;
                self.has_size(&declared)?;
                ty = declared.ty.clone();
                Some((declared.name, declared.token))
            }
            None => None,
        };
        let symbol = block_symbol(head.name.as_str());
        let at = TokenIndex(head.token);
        let whole = Expr { kind: Box::new(ExprKind::Global(symbol)), ty: ty.clone(), at };
        let read_only = match (buffer, words.read_only) {
            (false, _) => Some("it lies in a uniform block"),
            (true, true) => Some("its block is `readonly`"),
            (true, false) => None,
        };
        match declared {
            Some((name, token)) => self.declare_parts(name, token, whole, read_only)?,
            None => {
                let contents = contents(whole);
                self.declare_members(head, &contents, read_only)?;
            }
        }
        let attributes = ResourceAttributes { coherent: words.coherent, ..ResourceAttributes::default() };
        let storage = Storage::Resource(attributes);
        let words = Said::new(GlslWords::Resource(said));
        self.add_item(symbol, Item::Global(Global { symbol, ty, storage, words, at }));
        Ok(())
    }

    /// A block of inputs or outputs: one variable.
    fn stage_block(&mut self, head: &BlockHead, instance: Option<NodeId>) -> Result<()> {
        let input = head.words.storage == Words::In;
        self.only_layouts(&head.words.layout, &["location"], "a block between stages")?;
        let mut ty = Type::Struct(Arc::clone(&head.structure));
        let symbol = block_symbol(head.name.as_str());
        let at = TokenIndex(head.token);
        let read_only = input.then_some("it is an input of the stage");
        self.has_few_locations((head.name, head.token), &ty, false)?;
        let whole = |ty: &Type| Expr { kind: Box::new(ExprKind::Global(symbol)), ty: ty.clone(), at };
        match instance {
            Some(instance) => {
                let declared = self.declarator(instance, &ty)?;
                ty = self.stage_block_type(head, &declared)?;
                self.declare_parts(declared.name, declared.token, whole(&ty), read_only)?;
            }
            None if head.words.varying.per_vertex => {
                self.error("type", head.token, "a `pervertexEXT` block needs the name of an array")
                    .help("Write `name[]` behind its members.");
                return Err(Failed);
            }
            None => self.declare_members(head, &whole(&ty), read_only)?,
        }
        let storage = Storage::Private { initialiser: None };
        let words =
            Said::new(GlslWords::Stage(StageWords { input, varying: head.words.varying, ..StageWords::default() }));
        self.add_item(symbol, Item::Global(Global { symbol, ty, storage, words, at }));
        Ok(())
    }

    /// The type of a block of inputs or outputs, or of an array of them.
    fn stage_block_type(&mut self, head: &BlockHead, declared: &Declarator<GlslRules>) -> Result<Type> {
        if head.words.varying.per_vertex {
            return self.at_vertices(&declared.ty, declared.token);
        }
        let Type::Array(..) = &declared.ty else { return Ok(declared.ty.clone()) };
        let of_mesh = head.words.storage == Words::Out && self.context.settings.extensions.has_any(MESH_SHADER);
        if of_mesh {
            return Ok(declared.ty.clone());
        }
        if matches!(declared.ty, Type::Array(_, None)) {
            self.error("array-size", declared.token, format!("the array `{}` needs a size", declared.name));
            return Err(Failed);
        }
        // Each element would have the same locations.
        let mut members = crate::dialect::glsl::interface::of_struct(&head.structure);
        if members.any(|member| member.varying.location.is_some()) {
            self.unsupported(declared.token, "an array of blocks whose members have locations");
            return Err(Failed);
        }
        Ok(declared.ty.clone())
    }

    /// Declares the members as names of the unit; `whole` is the structure.
    fn declare_members(&mut self, head: &BlockHead, whole: &Expr, read_only: Option<&'static str>) -> Result<()> {
        let of: Vec<MemberWords> = crate::dialect::glsl::interface::of_struct(&head.structure).collect();
        let mut result = Ok(());
        for (((member, words), token), index) in head.structure.members.iter().zip(of).zip(&head.tokens).zip(0..) {
            let part = Expr {
                kind: Box::new(ExprKind::Member(whole.clone(), index)),
                ty: member.ty.clone(),
                at: TokenIndex(*token),
            };
            let read_only = read_only.or(words.read_only.then_some("it is `readonly`"));
            result = result.and(self.declare_parts(member.name, *token, part, read_only));
        }
        result
    }

    /// Declares a name that stands for an expression.
    pub fn declare_parts(
        &mut self,
        name: Atom,
        token: u32,
        parts: Expr,
        read_only: Option<&'static str>,
    ) -> Result<()> {
        if self.context.without.contains(&name) {
            return Ok(());
        }
        let symbol = Symbol(name);
        self.not_twice(symbol, token)?;
        let ty = parts.ty.clone();
        let variable = Variable { symbol, ty, read_only, constant: None, parts: Some(parts) };
        let meaning = self.meaning(name.as_str());
        self.declare_global(name, Entity::Variable(Arc::new(variable)), token, meaning);
        Ok(())
    }
}

/// The structure in a block: the constants of a uniform block, the only element of a buffer block.
pub fn contents(block: Expr) -> Expr {
    let at = block.at;
    match &block.ty {
        Type::Resource(Resource::Structured { element, .. }) => {
            let ty = (**element).clone();
            let first = literal(Scalar::Uint, Literal::Int(0), at);
            Expr { kind: Box::new(ExprKind::Index(block, first)), ty, at }
        }
        _ => block,
    }
}
