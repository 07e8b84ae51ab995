//! Structures: members, methods, base structures.

use std::sync::Arc;

use super::analyser::{Analyser, LocalMeaning, Owner};
use super::diagnostics::{Failed, Result};
use super::entity::{Entity, Signature, StructInfo};
use super::rules::Rules;
use super::scopes::Scope;
use super::types::TypeCursor;
use crate::atom::Atom;
use crate::ir::{BitField, Member, Struct, Symbol, Type, work};
use crate::syntax::{Kind, MAX_NESTING, NodeId, count_bases};

/// A structure whose data members are known. Its methods are analysed when those of all structures around it are known
/// too, because they may name these.
#[derive(Debug)]
pub struct PendingStructure {
    node: NodeId,
    ty: Type,
    /// The structure, and the structures that contain it.
    owners: Vec<Owner>,
    interface: bool,
}

/// A method whose body is analysed once all heads are known.
struct Method {
    node: NodeId,
    signature: Arc<Signature>,
    /// Index of its structure.
    of: usize,
}

/// The data members of a structure, with the interface words of each.
#[derive(Debug)]
pub struct DataMembers<L: Rules> {
    pub all: Vec<Member>,
    pub fields: Vec<BitField>,
    /// The number of bits of the last member that are in use, if more bit fields may follow in it.
    pub taken_bits: Option<u8>,
    pub words: Vec<L::MemberWords>,
    /// The number of members from base structures; they come first.
    pub inherited: usize,
}

/// Limit on the members of a structure, including members of members: a structure with more is an error.
const MAX_MEMBERS: usize = 4096;

impl<L: Rules> Analyser<'_, '_, L> {
    /// Defines a structure.
    pub fn structure(&mut self, node: NodeId) -> Result<Type> {
        let (name, token) = match self.tree.child(node, Kind::Name) {
            Some(name) => (self.atom(self.last(name)), self.last(name)),
            None => {
                let name = match self.anonymous.take() {
                    Some(of) => format!("struct of {of}"),
                    None => format!("struct at {}", self.first(node)),
                };
                (Atom::from(&name), self.first(node))
            }
        };
        self.structure_named(node, name, token, None)
    }

    /// Defines a structure with this name, such as that of an instance of a template.
    pub fn structure_named(&mut self, node: NodeId, name: Atom, token: u32, full: Option<Symbol>) -> Result<Type> {
        let local = self.body.is_some();
        let symbol = full.unwrap_or_else(|| match &self.body {
            Some(body) => Symbol(Atom::from(&format!("{}::{name}#{token}", body.symbol.0))),
            None => Symbol(self.full_name(name)),
        });
        if !local && full.is_none() {
            self.not_twice(symbol, token)?;
        }
        let interface = L::grammar().interfaces.contains(&self.text(self.first(node)));
        let Ok(bases) = self.base_types(node) else {
            if local {
                self.declare_local(name, LocalMeaning::Poison);
                return Err(Failed);
            }
            return self.poison_structure(symbol, token);
        };
        let mut members =
            DataMembers { all: Vec::new(), fields: Vec::new(), taken_bits: None, words: Vec::new(), inherited: 0 };
        for base in &bases {
            if let Type::Struct(of) = base {
                let before = members.all.len() as u32;
                members.all.extend(of.members.iter().cloned());
                let fields = of.fields.iter().cloned();
                members.fields.extend(fields.map(|field| BitField { member: field.member + before, ..field }));
                members.words.extend(L::member_words(of));
            }
        }
        // A method's body can use the structure, and only the types of the function around it.
        let outer = self.body.take();
        if let Some(outer) = &outer {
            let mut types = Scope::default();
            for (name, meaning) in outer.scopes.iter().flat_map(Scope::all) {
                if !matches!(meaning, LocalMeaning::Variable { .. } | LocalMeaning::Poison) {
                    types.declare(*name, meaning.clone());
                }
            }
            self.enclosing.push(types);
        }
        self.owners.push(Owner { name: symbol.0, ty: None, bases: bases.clone() });
        let result = self.structure_body(node, symbol, bases, members, interface, token);
        self.owners.pop();
        if result.is_err() && self.owners.iter().all(|owner| owner.ty.is_some()) {
            self.pending.clear();
        }
        if outer.is_some() {
            self.enclosing.pop();
        }
        self.body = outer;
        let (info, nested_failed) = result?;
        let ty = Type::Struct(Arc::clone(&info.ty));
        if local {
            self.declare_local(name, LocalMeaning::Entity(Entity::Struct(info)));
        }
        if nested_failed { Err(Failed) } else { Ok(ty) }
    }

    fn structure_body(
        &mut self,
        node: NodeId,
        symbol: Symbol,
        bases: Vec<Type>,
        mut members: DataMembers<L>,
        interface: bool,
        token: u32,
    ) -> Result<(Arc<StructInfo>, bool)> {
        members.inherited = members.all.len();
        let mut failed = false;
        if !L::FREE_STRUCTURES && self.plain_structure(node, token).is_err() {
            return self.poison_structure(symbol, token);
        }
        // Data members and nested types are analysed first, because methods may use later ones.
        for child in self.operands(node) {
            work::spend(1);
            let done = match self.kind(child) {
                Kind::Declaration => L::data_members(self, child, &mut members),
                Kind::Typedef => self.nested_typedef(child),
                Kind::Using => self.alias(child),
                Kind::Opaque => self.not_understood(child),
                _ => Ok(()),
            };
            failed |= done.is_err();
            if members.all.len() > MAX_MEMBERS {
                self.error("type", token, format!("a structure has more than {MAX_MEMBERS} members"))
                    .help("Put them into an array, or into several structures.");
                return self.poison_structure(symbol, token);
            }
        }
        let words = L::struct_words(members.words);
        let ty = Arc::new(Struct::new(symbol, members.all, members.fields, words));
        if self.check_size(&Type::Struct(Arc::clone(&ty)), token).is_err() {
            return self.poison_structure(symbol, token);
        }
        failed |= L::check_structure(self, node, &ty).is_err();
        let incomplete =
            failed || bases.iter().any(|base| if let Type::Struct(of) = base { self.is_incomplete(of) } else { false });
        // `base_types` has told of too many.
        let of_each: Vec<usize> = bases.iter().map(|base| self.bases_of(base)).collect();
        let all_bases = count_bases(of_each.into_iter()).unwrap_or(MAX_NESTING);
        let info = Arc::new(StructInfo { ty: Arc::clone(&ty), bases, all_bases, incomplete });
        let meaning = self.meaning(symbol.0.as_str());
        self.declare_global(symbol.0, Entity::Struct(Arc::clone(&info)), token, meaning);
        let this = Type::Struct(ty);
        if let Some(owner) = self.owners.last_mut() {
            owner.ty = Some(this.clone());
        }
        self.pending.push(PendingStructure { node, ty: this, owners: self.owners.clone(), interface });
        if self.owners.iter().all(|owner| owner.ty.is_some()) {
            failed |= self.pending_methods().is_err();
        }
        Ok((info, failed))
    }

    /// Checks a structure that has members, and contains no definition of another.
    fn plain_structure(&mut self, node: NodeId, token: u32) -> Result<()> {
        let members = self.operands(node);
        if !members.iter().any(|child| matches!(self.kind(*child), Kind::Declaration | Kind::Opaque)) {
            self.error("syntax", token, "a structure needs a member");
            return Err(Failed);
        }
        for member in members {
            let defined = self.tree.child(member, Kind::Type).and_then(|ty| self.tree.child(ty, Kind::Struct));
            if let Some(inner) = defined {
                self.error("syntax", self.first(inner), "a structure cannot be defined inside of another")
                    .help("Define it before the other one, and name it here.");
                return Err(Failed);
            }
        }
        Ok(())
    }

    /// What names a structure with a mistake says nothing more.
    fn poison_structure<T>(&mut self, symbol: Symbol, token: u32) -> Result<T> {
        let meaning = self.meaning(symbol.0.as_str());
        self.declare_global(symbol.0, Entity::Poison, token, meaning);
        Err(Failed)
    }

    /// Analyses the methods of a structure and of the structures inside of it: first all heads, then all bodies.
    fn pending_methods(&mut self) -> Result<()> {
        let mut pending = std::mem::take(&mut self.pending);
        let known: Vec<Owner> = pending.iter().filter_map(|one| one.owners.last().cloned()).collect();
        for structure in &mut pending {
            for owner in &mut structure.owners {
                if let Some(known) = known.iter().find(|known| known.name == owner.name) {
                    owner.ty.clone_from(&known.ty);
                }
            }
        }
        let outer = std::mem::take(&mut self.owners);
        let mut result = Ok(());
        let mut methods = Vec::new();
        for (of, structure) in pending.iter().enumerate() {
            self.owners.clone_from(&structure.owners);
            for child in self.operands(structure.node) {
                match self.kind(child) {
                    Kind::Function => match self.method_head(child, &structure.ty) {
                        Ok(signature) => methods.push(Method { node: child, signature, of }),
                        Err(failed) => result = Err(failed),
                    },
                    Kind::Template => result = result.and(self.template(child)),
                    _ => {}
                }
            }
        }
        for Method { node, signature, of } in methods {
            if self.tree.child(node, Kind::Block).is_some() && !pending[of].interface {
                self.owners.clone_from(&pending[of].owners);
                result = result.and(self.function_body(node, &signature));
            }
        }
        self.owners = outer;
        result
    }

    /// See [`StructInfo::all_bases`]; 0 of what is no structure of the unit.
    fn bases_of(&mut self, ty: &Type) -> usize {
        let Type::Struct(of) = ty else { return 0 };
        let declared = self.consult(of.symbol.0, false);
        let of_info = declared.into_iter().find_map(|decl| match decl.entity {
            Entity::Struct(info) => Some(info.all_bases),
            _ => None,
        });
        of_info.unwrap_or(0)
    }

    fn base_types(&mut self, node: NodeId) -> Result<Vec<Type>> {
        let (mut bases, mut of_each) = (Vec::new(), Vec::new());
        for base in self.children_of(node, Kind::Base) {
            let (first, last) = (self.tree.node(base).first, self.tree.node(base).last);
            if self.text(first) != ":" {
                return self.not_understood(base);
            }
            let mut at = first + 1;
            while at < last {
                if self.text(at) == "," || L::grammar().base_words.contains(&self.text(at)) {
                    at += 1;
                    continue;
                }
                let mut cursor = TypeCursor::new(at, last);
                let ty = L::type_at(self, &mut cursor, 0)?;
                if !matches!(ty, Type::Struct(_)) {
                    let shown = L::type_name(&ty);
                    self.error("type", at, format!("a structure cannot inherit from `{shown}`"));
                    return Err(Failed);
                }
                of_each.push(self.bases_of(&ty));
                if let Err(problem) = count_bases(of_each.iter().copied()) {
                    self.error("type", at, problem.text).help(problem.help);
                    return Err(Failed);
                }
                at = cursor.at.max(at + 1);
                bases.push(ty);
            }
        }
        Ok(bases)
    }
}
