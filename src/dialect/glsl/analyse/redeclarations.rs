//! Built-in blocks and variables that a unit declares again: `out gl_PerVertex { vec4 gl_Position; };`,
//! `out float gl_ClipDistance[2];`. Such a block has only the members that are named, and such an array the length that
//! is given.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::mesh_stages;
use super::qualifiers::{Qualifiers, Storage as Words};
use super::rules::{Analyser, Entity, GlslRules, Unit};
use super::stage_rules::StageRules;
use crate::atom::Atom;
use crate::diag::did_you_mean;
use crate::dialect::glsl::extensions::MESH_SHADER;
use crate::dialect::glsl::interface::{GlslWords, MemberWords, of_struct};
use crate::dialect::glsl::words::type_name;
use crate::ir::{Expr, ExprKind, Instance, Member, Struct, Symbol, TokenIndex, Type};
use crate::model::Stage;
use crate::sema::types::same;
use crate::sema::{ChunkToken, Declarator, Failed, Result, TypedValue, ValueCategory, Variable};
use crate::syntax::{Kind, NodeId};

/// The most clip distances, and the most cull distances: `gl_MaxClipDistances`, `gl_MaxCullDistances`.
pub const MAX_DISTANCES: u32 = 8;

/// The blocks, and the array of each whose members are no names of the unit.
const BLOCKS: [(&str, Option<&str>); 3] = [
    (PER_VERTEX, None),
    ("gl_MeshPerVertexEXT", Some("gl_MeshVerticesEXT")),
    ("gl_MeshPerPrimitiveEXT", Some("gl_MeshPrimitivesEXT")),
];

const PER_VERTEX: &str = "gl_PerVertex";

/// A block that is declared again.
struct Block {
    name: &'static str,
    array: Option<&'static str>,
    token: u32,
    /// With all members.
    known: Arc<Struct>,
}

/// Whether a block of this name is built in.
pub fn is_block(name: &str) -> bool {
    BLOCKS.iter().any(|(known, _)| *known == name)
}

fn is_distance(name: &str) -> bool {
    matches!(name, "gl_ClipDistance" | "gl_CullDistance")
}

/// The name under which the second declaration stands, which no code can spell.
fn redeclared(name: &str) -> Atom {
    Atom::from(&format!("redeclared {name}"))
}

/// The second declaration of a variable or block, and where it is.
pub fn redeclaration(unit: &Unit<'_>, name: &str) -> Option<(Arc<Variable>, ChunkToken)> {
    let last = unit.declarations_of(redeclared(name)).last()?;
    match &last.entity {
        Entity::Variable(variable) => Some((Arc::clone(variable), ChunkToken { chunk: last.chunk, token: last.token })),
        _ => None,
    }
}

/// A block with all its members.
fn all_members(array: Option<&str>) -> Option<Arc<Struct>> {
    let of = array.unwrap_or("gl_MeshVerticesEXT");
    match mesh_stages::array(of, (MAX_DISTANCES, MAX_DISTANCES))?.0 {
        Type::Array(element, _) => match &*element {
            Type::Struct(structure) => Some(Arc::clone(structure)),
            _ => None,
        },
        _ => None,
    }
}

impl Analyser<'_, '_> {
    /// A block that is built in, at its second declaration.
    pub fn redeclared_block(&mut self, node: NodeId, (name, token): (Atom, u32), words: &Qualifiers) -> Result<()> {
        let Some((name, array)) = BLOCKS.iter().copied().find(|(known, _)| name == *known) else { return Err(Failed) };
        let Some(known) = all_members(array) else { return Err(Failed) };
        let block = Block { name, array, token, known };
        let instance = self.tree.child(node, Kind::Declarator);
        let of_other_stage = instance.is_some_and(|at| matches!(self.name_of_declarator(at), "gl_in" | "gl_out"));
        if array.is_none() && of_other_stage {
            return Ok(());
        }
        let found = self.block_again(node, instance, &block, words);
        let key = redeclared(array.unwrap_or(name));
        let entity = match &found {
            Ok(ty) => Entity::Variable(Arc::new(variable(array.unwrap_or(name), ty.clone()))),
            Err(Failed) => Entity::Poison,
        };
        let meaning = self.meaning(key.as_str());
        self.declare_global(key, entity, token, meaning);
        found.map(drop)
    }

    fn name_of_declarator(&self, node: NodeId) -> &'static str {
        self.tree.child(node, Kind::Name).map_or("", |name| self.text(self.last(name)))
    }

    /// The type that the block has from here on.
    fn block_again(
        &mut self,
        node: NodeId,
        instance: Option<NodeId>,
        block: &Block,
        words: &Qualifiers,
    ) -> Result<Type> {
        let Block { name, array, token, .. } = *block;
        if array.is_some() {
            self.needs_one_of(MESH_SHADER, name, token)?;
        }
        if words.storage != Words::Out {
            self.error(
                "redefinition",
                token,
                format!("`{name}` is a block of outputs, and is declared as another thing"),
            )
            .help("Write `out` before it.");
            return Err(Failed);
        }
        self.is_first_again(array.unwrap_or(name), token)?;
        self.only_layouts(&words.layout, &[], "a built-in block")?;
        let structure = self.members_again(node, block, words)?;
        let ty = Type::Struct(Arc::new(structure));
        let Some(array) = array else {
            let Some(instance) = instance else { return Ok(ty) };
            let at = self.tree.child(instance, Kind::Name).map_or(token, |name| self.last(name));
            let help = format!("Leave `{}` out.", self.text(at));
            self.error("redefinition", at, format!("the members of `{name}` are names of the unit")).help(help);
            return Err(Failed);
        };
        let declared = match instance {
            Some(instance) => Some(self.declarator(instance, &ty)?),
            None => None,
        };
        if let Some(declared) = &declared
            && declared.name == array
            && matches!(&declared.ty, Type::Array(element, _) if **element == ty)
        {
            return Ok(declared.ty.clone());
        }
        let at = declared.map_or(token, |declared| declared.token);
        self.error("redefinition", at, format!("`{name}` is the element of the array `{array}` alone"))
            .help(format!("Write `{array}[]` behind its members."));
        Err(Failed)
    }

    /// Reports a second redeclaration.
    fn is_first_again(&mut self, name: &str, token: u32) -> Result<()> {
        let known = self.consult(redeclared(name), true);
        // A wrong one has been reported.
        let Some(first) = known.iter().find(|decl| matches!(decl.entity, Entity::Variable(_))) else { return Ok(()) };
        let place = ChunkToken { chunk: first.chunk, token: first.token };
        self.error("redefinition", token, format!("`{}` is declared again for the second time", self.text(token)))
            .label(place, "the first time is here");
        Err(Failed)
    }

    /// The members that the block keeps.
    fn members_again(&mut self, node: NodeId, block: &Block, words: &Qualifiers) -> Result<Struct> {
        let (mut members, mut said) = (Vec::<Member>::new(), Vec::<MemberWords>::new());
        let declarations = self.children_of(node, Kind::Declaration);
        if declarations.is_empty() {
            self.error("syntax", block.token, format!("the block `{}` needs a member", block.name));
            return Err(Failed);
        }
        let mut result = Ok(());
        for declaration in declarations {
            let (own, base) = (self.qualifiers(declaration)?, self.declared_type(declaration)?);
            self.only_layouts(&own.layout, &[], "a member of a built-in block")?;
            let per_primitive = words.varying.per_primitive || own.varying.per_primitive;
            for child in self.children_of(declaration, Kind::Declarator) {
                match self.member_again(child, &base, block, per_primitive) {
                    Ok((member, _)) if members.iter().any(|known| known.name == member.name) => {
                        let (name, at) = (member.name, self.tree.child(child, Kind::Name));
                        let at = at.map_or(block.token, |name| self.last(name));
                        self.error("redefinition", at, format!("the member `{name}` is declared twice"));
                        result = Err(Failed);
                    }
                    Ok((member, words)) => {
                        members.push(member);
                        said.push(words);
                    }
                    Err(Failed) => result = Err(Failed),
                }
            }
        }
        let words = GlslWords::of_members(said);
        result.map(|()| Struct::new(Symbol(Atom::from(block.name)), members, Vec::new(), words))
    }

    /// A member, which the block has.
    fn member_again(
        &mut self,
        node: NodeId,
        base: &Type,
        block: &Block,
        per_primitive: bool,
    ) -> Result<(Member, MemberWords)> {
        self.has_few_distances(node)?;
        let declared = self.declarator(node, base)?;
        let (name, token) = (declared.name, declared.token);
        let known = block.known.members.iter().zip(of_struct(&block.known)).find(|(member, _)| member.name == name);
        let Some((known, words)) = known else {
            let names: Vec<&str> = block.known.members.iter().map(|member| member.name.as_str()).collect();
            let all = || {
                format!(
                    "Its members are {}.",
                    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
                )
            };
            let help = did_you_mean(name.as_str(), names.iter().copied());
            let help = help.map_or_else(all, |best| format!("Did you mean `{best}`?"));
            self.error("unknown-member", token, format!("the built-in block `{}` has no member `{name}`", block.name))
                .help(help);
            return Err(Failed);
        };
        if declared.initialiser.is_some() {
            self.error("initialiser", token, "a member of a block cannot have an initialiser");
            return Err(Failed);
        }
        let ty = self.type_again(&declared, &known.ty)?;
        let is_of_primitives = block.array == Some("gl_MeshPrimitivesEXT");
        if per_primitive != is_of_primitives {
            let (of, said) = if is_of_primitives { ("primitive", "without") } else { ("vertex", "with") };
            let text = format!("`{name}` has one value for each {of}, and is declared {said} `perprimitiveEXT`");
            let help = if is_of_primitives { "Write `perprimitiveEXT out` before the block." } else { "Leave it out." };
            self.error("redefinition", token, text).help(help);
            return Err(Failed);
        }
        let ty = match (&ty, &declared.ty) {
            (Type::Array(..), Type::Array(_, Some(_))) => {
                self.gives_size((name, token), &ty);
                ty
            }
            (Type::Array(..), _) => self.length_of_uses(block, name).unwrap_or(ty),
            _ => ty,
        };
        Ok((Member { name, ty }, words))
    }

    /// The type of an array of distances whose length follows from its uses.
    fn length_of_uses(&mut self, block: &Block, member: Atom) -> Option<Type> {
        let known = self.consult(Atom::from(block.array.unwrap_or(member.as_str())), false);
        let ty = known.into_iter().find_map(|decl| match decl.entity {
            Entity::Variable(variable) => Some(variable.ty.clone()),
            _ => None,
        })?;
        let Type::Array(element, _) = &ty else { return None };
        match &**element {
            Type::Struct(of) => of.members.iter().find(|known| known.name == member).map(|known| known.ty.clone()),
            _ => Some(ty),
        }
    }

    /// The type of a built-in variable or member at its second declaration: that of the first, with the length that is
    /// given here.
    fn type_again(&mut self, of: &Declarator<GlslRules>, known: &Type) -> Result<Type> {
        match (known, &of.ty) {
            (Type::Array(element, _), Type::Array(own, Some(_))) if same(element, own) => return Ok(of.ty.clone()),
            (Type::Array(element, _), Type::Array(own, None)) if same(element, own) => return Ok(known.clone()),
            (known, own) if same(known, own) => return Ok(known.clone()),
            _ => {}
        }
        let wanted = match known {
            Type::Array(element, _) => type_name(&Type::Array(Arc::clone(element), None)),
            other => type_name(other),
        };
        let text = format!("`{}` is of type `{wanted}`, and here of type `{}`", of.name, type_name(&of.ty));
        self.error("redefinition", of.token, text);
        Err(Failed)
    }

    /// Reports more distances than there can be.
    pub fn has_few_distances(&mut self, declarator: NodeId) -> Result<()> {
        let name = self.name_of_declarator(declarator);
        if !is_distance(name) {
            return Ok(());
        }
        let extents = self.children_of(declarator, Kind::Extent);
        let Some(extent) = extents.first().and_then(|extent| self.tree.operand(*extent, 0)) else { return Ok(()) };
        let value = self.value(extent)?.concrete();
        let Some(count) = self.evaluate_int(&value).filter(|count| *count > i128::from(MAX_DISTANCES)) else {
            return Ok(());
        };
        let limit = if name == "gl_ClipDistance" { "gl_MaxClipDistances" } else { "gl_MaxCullDistances" };
        self.error("array-size", value.at.0, format!("`{name}` cannot have {count} elements"))
            .help(format!("It has at most {MAX_DISTANCES}: `{limit}`."));
        Err(Failed)
    }

    /// Notes that an array has a length from here on.
    fn gives_size(&mut self, (name, token): (Atom, u32), ty: &Type) {
        let key = redeclared(name.as_str());
        let meaning = self.meaning(key.as_str());
        let entity = Entity::Variable(Arc::new(variable(name.as_str(), ty.clone())));
        self.declare_global(key, entity, token, meaning);
    }

    /// A built-in variable that the unit has declared again, at a token; `None` of another.
    pub fn redeclared_value(&mut self, token: u32) -> Option<Result<TypedValue>> {
        let name = self.text(token);
        let is_of_mesh = || mesh_stages::array(name, (1, 1)).is_some();
        if !name.starts_with("gl_") || !(is_distance(name) || is_of_mesh()) {
            return None;
        }
        let known = self.consult(redeclared(name), true);
        // Behind a wrong declaration, nothing more is said.
        let is_wrong = known.iter().any(|decl| matches!(decl.entity, Entity::Poison));
        let Entity::Variable(again) = known.into_iter().next_back()?.entity else { return Some(Err(Failed)) };
        if is_wrong {
            return Some(Err(Failed));
        }
        let kind = ExprKind::Global(again.symbol);
        Some(Ok(TypedValue::place(kind, again.ty.clone(), TokenIndex(token), ValueCategory::Place)))
    }

    /// Reports a variable index into distances that no declaration has given a length.
    pub fn has_length_for(&mut self, base: &Expr, index: &Expr) -> Result<()> {
        let name = match &*base.kind {
            ExprKind::Global(symbol) => symbol.0,
            ExprKind::Member(of, at) => match &of.ty {
                Type::Struct(of) if of.symbol.0 == "gl_MeshPerVertexEXT" => {
                    of.members.get(*at as usize).map_or(Atom::from(""), |member| member.name)
                }
                _ => return Ok(()),
            },
            _ => return Ok(()),
        };
        if !is_distance(name.as_str()) || !self.consult(redeclared(name.as_str()), true).is_empty() {
            return Ok(());
        }
        let help = match &*base.kind {
            ExprKind::Member(..) => format!(
                "Write `out gl_MeshPerVertexEXT {{ vec4 gl_Position; float {name}[{MAX_DISTANCES}]; }} \
                 gl_MeshVerticesEXT[];` outside of functions."
            ),
            _ => format!("Write `out float {name}[{MAX_DISTANCES}];` outside of functions."),
        };
        self.error("array-size", index.at.0, format!("`{name}` needs a size before a variable can index it"))
            .help(help);
        Err(Failed)
    }

    /// `out float gl_ClipDistance[2];`, `layout(depth_less) out float gl_FragDepth;`.
    pub fn redeclared_built_in(&mut self, of: &Declarator<GlslRules>, words: &Qualifiers) -> Result<()> {
        let known = self.consult(of.name, false).into_iter().find_map(|decl| match decl.entity {
            Entity::Variable(variable) => Some(variable),
            _ => None,
        });
        let Some(known) = known else { return self.of_the_language(of.name, of.token) };
        let found = self.variable_again(of, &known, words);
        let entity = match &found {
            Ok(ty) if matches!(of.ty, Type::Array(_, Some(_))) => {
                Entity::Variable(Arc::new(Variable { ty: ty.clone(), ..(*known).clone() }))
            }
            // It is what it was.
            Ok(_) => return Ok(()),
            Err(Failed) => Entity::Poison,
        };
        let key = redeclared(of.name.as_str());
        let meaning = self.meaning(key.as_str());
        self.declare_global(key, entity, of.token, meaning);
        found.map(drop)
    }

    fn variable_again(&mut self, of: &Declarator<GlslRules>, known: &Variable, words: &Qualifiers) -> Result<Type> {
        let (name, token) = (of.name, of.token);
        let old = self.context.settings.version <= 140;
        let wanted: &[Words] = match name.as_str() {
            "gl_FragCoord" => &[Words::In],
            "gl_FragDepth" | "gl_FragStencilRefARB" => &[Words::Out],
            "gl_ClipDistance" | "gl_CullDistance" => &[Words::In, Words::Out],
            _ if mesh_stages::primitives_of(name.as_str()).is_some() => &[Words::Out],
            "gl_Position" | "gl_PointSize" if old => &[Words::Out],
            _ => return self.of_the_language(name, token),
        };
        if !wanted.contains(&words.storage) || words.constant {
            let way = match wanted {
                [Words::In, Words::Out] => "an input or output",
                [Words::In] => "an input",
                _ => "an output",
            };
            self.error(
                "redefinition",
                token,
                format!("`{name}` is {way} of the stage, and is declared as another thing"),
            );
            return Err(Failed);
        }
        if words.interpolation.is_some() && name == "gl_FragCoord" {
            self.error("redefinition", token, "`gl_FragCoord` is not interpolated as other inputs are")
                .help("Leave the interpolation out.");
            return Err(Failed);
        }
        let ty = self.type_again(of, &known.ty)?;
        if words.layout.group.depth.is_some() {
            self.add_group(token, words.layout.group);
        }
        Ok(ty)
    }
}

fn variable(name: &str, ty: Type) -> Variable {
    Variable { symbol: Symbol(Atom::from(name)), ty, read_only: None, constant: None, parts: None }
}

impl StageRules<'_, '_> {
    /// Blocks that are declared again behind a use, and members that they leave out and the stage uses.
    pub fn redeclared_blocks(&mut self, items: &BTreeMap<Symbol, Instance>) {
        for (name, array) in BLOCKS {
            let Some((again, place)) = redeclaration(self.unit, array.unwrap_or(name)) else { continue };
            let Some(known) = all_members(array) else { continue };
            let Type::Struct(own) = element(&again.ty) else { continue };
            let members = known.members.iter().map(|member| member.name);
            let names: Vec<Atom> = match array {
                Some(array) => vec![Atom::from(array)],
                None => members.collect(),
            };
            let used_in = |name: &Atom| Some((*name, self.unit.chunk_of_item(Symbol(*name))?));
            let early = names.iter().filter_map(used_in).find(|(_, chunk)| *chunk < place.chunk);
            if let Some((used, _)) = early {
                let text = format!("`{name}` is declared again behind a use of `{used}`");
                let diagnostic = self.error("redefinition", text).help("Move it before the first function.");
                let span = self.unit.span(place);
                self.report(diagnostic, span);
                continue;
            }
            let left_out = |name: &&Atom| own.members.iter().all(|member| member.name != **name);
            let is_checked = array.is_none() && self.stage == Stage::Vertex;
            for member in names.iter().filter(left_out).filter(|_| is_checked) {
                let Some(instance) = items.get(&Symbol(*member)) else { continue };
                let crate::ir::Item::Global(global) = &*instance.item else { continue };
                let text = format!("`{member}` is used, and the unit declares `{name}` without it");
                let diagnostic = self.error("redefinition", text).help("Add it to the members of the block.");
                let span = self.span(global);
                self.report(diagnostic, span);
            }
        }
    }
}

fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) => element,
        other => other,
    }
}
