//! Parameters of functions, and members of structures.

use super::qualifiers::{Qualifiers, Storage};
use super::rules::{Analyser, GlslRules};
use crate::atom::Atom;
use crate::dialect::glsl::interface::MemberWords;
use crate::dialect::glsl::words::type_name;
use crate::ir::{Member, Passing, Type, has_resources};
use crate::sema::{self, DataMembers, Failed, ParameterInfo, Result, TypeCursor};
use crate::syntax::{Kind, NodeId};

type Parameter = sema::ParameterDeclaration<GlslRules>;

impl Analyser<'_, '_> {
    /// A parameter; `None` of `(void)`.
    pub fn parameter(&mut self, node: NodeId) -> Result<Option<Parameter>> {
        let range = *self.tree.node(node);
        if self.kind(node) == Kind::Declaration {
            let words = self.qualifiers(node)?;
            let Some(declarator) = self.tree.child(node, Kind::Declarator) else { return self.not_understood(node) };
            let base = self.declared_type(node)?;
            let declared = self.declarator(declarator, &base)?;
            if let Some(initialiser) = declared.initialiser {
                self.error("initialiser", self.first(initialiser), "a parameter cannot have a default in GLSL");
                return Err(Failed);
            }
            let passing = self.passing(&words)?;
            return self.checked(declared.name, declared.token, declared.ty, passing, words.constant).map(Some);
        }
        if self.kind(node) != Kind::Opaque {
            return self.not_understood(node);
        }
        if range.last == range.first + 1 && self.text(range.first) == "void" {
            return Ok(None);
        }
        // A type alone, as in a prototype.
        let mut first = range.first;
        while first < range.last && crate::dialect::glsl::words::is_qualifier(self.text(first)) {
            first += 1;
        }
        let words = self.qualifiers_in(range.first, first)?;
        let mut cursor = TypeCursor::new(first, range.last);
        let ty = self.walk_type(&mut cursor)?;
        let ty = self.dimensions_at(&mut cursor, ty)?;
        if !cursor.done() {
            let text = self.text(cursor.at);
            self.error("syntax", cursor.at, format!("`{text}` is not understood in a parameter"));
            return Err(Failed);
        }
        let passing = self.passing(&words)?;
        self.checked(Atom::from(""), range.first, ty, passing, words.constant).map(Some)
    }

    fn passing(&mut self, words: &Qualifiers) -> Result<Passing> {
        self.only_layouts(&words.layout, &[], "a parameter")?;
        let token = words.storage_token;
        Ok(match words.storage {
            Storage::None | Storage::In => Passing::In,
            Storage::Out => Passing::Out,
            Storage::InOut => Passing::InOut,
            Storage::Varying | Storage::Uniform | Storage::Buffer | Storage::Shared | Storage::Payload => {
                let word = self.text(token);
                self.error("misplaced", token, format!("a parameter cannot be `{word}`"));
                return Err(Failed);
            }
        })
    }

    fn checked(&mut self, name: Atom, token: u32, ty: Type, passing: Passing, constant: bool) -> Result<Parameter> {
        if name.starts_with("gl_") {
            return self.of_the_language(name, token);
        }
        let holds = has_resources(&ty);
        if ty == Type::Void || matches!(ty, Type::Array(_, None)) && !holds {
            let shown = type_name(&ty);
            self.error("type", token, format!("the parameter `{name}` cannot be `{shown}`"));
            return Err(Failed);
        }
        if passing != Passing::In && (holds || constant) {
            let what = if holds { "a resource" } else { "a constant" };
            self.error("misplaced", token, format!("`{name}` is {what}, which no function writes to"));
            return Err(Failed);
        }
        let info = ParameterInfo { name, ty, passing, default: None };
        Ok(Parameter { info, uniform: false, constant, words: (), token })
    }

    /// Adds the data members of a declaration in a structure.
    pub fn data_members(&mut self, node: NodeId, members: &mut DataMembers<GlslRules>) -> Result<()> {
        let words = self.qualifiers(node)?;
        self.only_layouts(&words.layout, &[], "a member of a structure")?;
        if words.storage != Storage::None || words.constant {
            let (token, word) = (self.first(node), self.text(self.first(node)));
            self.error("misplaced", token, format!("a member of a structure cannot be `{word}`"));
            return Err(Failed);
        }
        let base = self.declared_type(node)?;
        let mut result = Ok(());
        if let Some(rest) = self.tree.child(node, Kind::Opaque) {
            return self.not_understood(rest);
        }
        for child in self.children_of(node, Kind::Declarator) {
            let declared = self.declarator(child, &base)?;
            let (name, token) = (declared.name, declared.token);
            if matches!(declared.ty, Type::Void | Type::Array(_, None)) {
                let shown = type_name(&declared.ty);
                self.error("type", token, format!("a member cannot be `{shown}`"));
                result = Err(Failed);
            } else if members.all.iter().any(|known| known.name == name) {
                self.error("redefinition", token, format!("the member `{name}` is declared twice"));
                result = Err(Failed);
            } else if declared.initialiser.is_some() {
                self.error("initialiser", token, "a member cannot have an initialiser");
                result = Err(Failed);
            } else {
                members.all.push(Member { name, ty: declared.ty });
                members.words.push(MemberWords { varying: words.varying, ..MemberWords::default() });
            }
        }
        result
    }
}
