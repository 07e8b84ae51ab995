//! What stands by itself: `layout(local_size_x = 8) in;`, `layout(row_major) uniform;`, `invariant gl_Position;`.

use std::sync::Arc;

use super::built_in_variables::{GROUP_SIZE, group_size_symbol, group_size_variable};
use super::qualifiers::{Qualifiers, Storage as Words};
use super::rules::{Analyser, Entity};
use crate::atom::Atom;
use crate::dialect::glsl::interface::{GlslWords, GroupLayout, Packing};
use crate::ir::{Expr, Global, Item, Literal, Scalar, Storage, Symbol, TokenIndex, Type, Words as Said};
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue, ValueCategory};
use crate::syntax::{Kind, NodeId};

/// The most invocations of a group: what every device of Vulkan has at most.
const MAX_INVOCATIONS: u32 = 1024;

/// The packing and matrix order that blocks have if they do not say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockDefaults {
    pub packing: Option<Packing>,
    pub row_major: Option<bool>,
}

/// The size of a group along an axis that nothing replaces.
pub fn group_size(size: Option<u32>, at: TokenIndex) -> Expr {
    literal(Scalar::Uint, Literal::Int(i128::from(size.unwrap_or(1))), at)
}

/// The name under which each layout declares the size of a group, which no code can spell.
fn size_name() -> Atom {
    Atom::from("layout local_size")
}

/// The name of the defaults of blocks, which no code can spell.
fn defaults_name(buffer: bool) -> Atom {
    Atom::from(if buffer { "layout buffer" } else { "layout uniform" })
}

impl Analyser<'_, '_> {
    /// An item without a type: qualifiers up to `;`, or names that get another qualifier.
    pub fn layout_of_stage(&mut self, node: NodeId) -> Result<()> {
        let (first, last) = (self.tree.node(node).first, self.tree.node(node).last);
        let end = last.saturating_sub(1);
        if self.text(end) != ";" || self.tree.children(node).next().is_some() {
            return self.not_understood(node);
        }
        if matches!(self.text(first), "invariant" | "precise") && self.kind(node) == Kind::Opaque {
            // `invariant gl_Position;`: the qualifier changes no value here.
            return Ok(());
        }
        let is_qualifier = self.tree_is_qualifiers(first, end);
        if !is_qualifier {
            return self.not_understood(node);
        }
        let declared = self.qualifiers_in(first, end).and_then(|words| self.layout_of_words(node, &words));
        if declared.is_err() {
            // A wrong size says nothing where it is read.
            let meaning = self.meaning(GROUP_SIZE);
            self.declare_global(size_name(), Entity::Poison, first, meaning);
        }
        declared
    }

    fn layout_of_words(&mut self, node: NodeId, words: &Qualifiers) -> Result<()> {
        let first = self.tree.node(node).first;
        match words.storage {
            Words::In | Words::Out => self.group_layout(first, words),
            Words::Uniform | Words::Buffer => {
                self.only_layouts(
                    &words.layout,
                    &["std140", "std430", "scalar", "shared", "packed", "row_major", "column_major"],
                    "the default of blocks",
                )?;
                self.set_defaults(first, words);
                Ok(())
            }
            Words::None if words.layout.group.primitive_culling => {
                self.only_layouts(&words.layout, &["primitive_culling"], "the whole stage")?;
                self.add_group(first, words.layout.group);
                Ok(())
            }
            _ => self.not_understood(node),
        }
    }

    /// Whether all tokens are qualifiers and their arguments.
    fn tree_is_qualifiers(&self, first: u32, end: u32) -> bool {
        let mut depth = 0_u32;
        (first..end).all(|token| match self.text(token) {
            "(" => {
                depth += 1;
                true
            }
            ")" => {
                depth = depth.saturating_sub(1);
                true
            }
            word => depth > 0 || crate::dialect::glsl::words::is_qualifier(word),
        })
    }

    /// The size of a group, or the tests of a fragment stage.
    fn group_layout(&mut self, token: u32, words: &Qualifiers) -> Result<()> {
        let input = words.storage == Words::In;
        let allowed: &[&str] = if input {
            &[
                "local_size_x",
                "local_size_y",
                "local_size_z",
                "local_size_x_id",
                "local_size_y_id",
                "local_size_z_id",
                "derivative_group_linearnv",
                "derivative_group_quadsnv",
                "early_fragment_tests",
                "post_depth_coverage",
                "num_views",
            ]
        } else {
            &["max_vertices", "max_primitives", "points", "lines", "triangles"]
        };
        self.only_layouts(&words.layout, allowed, if input { "all inputs" } else { "all outputs" })?;
        let group = words.layout.group;
        for size in group.local_size.into_iter().flatten() {
            if size == 0 || size > MAX_INVOCATIONS {
                self.error("layout", token, format!("a group of {size} invocations in one direction is not possible"))
                    .help(format!("A group has 1 to {MAX_INVOCATIONS} invocations."));
                return Err(Failed);
            }
        }
        self.add_group(token, group);
        self.declare_size(token, &group);
        Ok(())
    }

    /// Adds an item that no code can name; the entry point finds it.
    pub fn add_group(&mut self, token: u32, group: GroupLayout) {
        let symbol = Symbol(Atom::from(&format!("layout {group:?}")));
        let storage = Storage::Private { initialiser: None };
        let words = Said::new(GlslWords::Group(group));
        let ty = Type::Scalar(Scalar::Int);
        let at = TokenIndex(token);
        if !self.has_item(symbol) {
            self.add_item(symbol, Item::Global(Global { symbol, ty, storage, words, at }));
        }
        for (axis, number) in group.local_size_ids.into_iter().enumerate() {
            let symbol = group_size_symbol(axis);
            if let Some(id) = number.filter(|_| !self.has_item(symbol)) {
                let storage = Storage::Specialisation { id, default: group_size(group.local_size[axis], at) };
                let (ty, words) = (Type::Scalar(Scalar::Uint), Said::default());
                self.add_item(symbol, Item::Global(Global { symbol, ty, storage, words, at }));
            }
        }
    }

    /// Declares the size of a group as it is behind this layout.
    fn declare_size(&mut self, token: u32, group: &GroupLayout) {
        if group.local_size == [None; 3] && group.local_size_ids == [None; 3] {
            return;
        }
        let before = self.declared_size().unwrap_or_default();
        let size = group_size_variable(group, before.as_ref());
        let meaning = self.meaning(GROUP_SIZE);
        self.declare_global(size_name(), Entity::Variable(Arc::new(size)), token, meaning);
    }

    /// The size that the layouts up to here give.
    ///
    /// # Errors
    /// One of them is wrong, which has been reported.
    fn declared_size(&mut self) -> Result<Option<Expr>> {
        match self.consult(size_name(), true).pop().map(|decl| decl.entity) {
            Some(Entity::Variable(size)) => Ok(size.parts.clone()),
            Some(_) => Err(Failed),
            None => Ok(None),
        }
    }

    /// `gl_WorkGroupSize` at a token.
    pub fn size_of_group(&mut self, token: u32) -> Result<TypedValue> {
        let Some(size) = self.declared_size()? else {
            self.error("not-constant", token, format!("`{GROUP_SIZE}` is used before the unit gives a group its size"))
                .help("Write `layout(local_size_x = 8, local_size_y = 8) in;` before it.");
            return Err(Failed);
        };
        let expr = Expr { at: TokenIndex(token), ..size };
        Ok(TypedValue { expr, literal: false, category: ValueCategory::ReadOnly("it is a constant") })
    }

    fn set_defaults(&mut self, token: u32, words: &Qualifiers) {
        let name = defaults_name(words.storage == Words::Buffer);
        let before = self.block_defaults(words.storage == Words::Buffer);
        let packing = words.layout.packing.or(before.packing);
        let row_major = words.layout.row_major.or(before.row_major);
        // Under a name that no code can spell, a type stands for each of the settings.
        let code = match packing {
            None => 1,
            Some(Packing::Std140) => 2,
            Some(Packing::Std430) => 3,
            Some(Packing::Scalar) => 4,
        };
        let order = match row_major {
            None => Scalar::Int,
            Some(true) => Scalar::Uint,
            Some(false) => Scalar::Float,
        };
        let meaning = self.meaning(name.as_str());
        self.declare_global(name, Entity::Alias(Type::Vector(order, code)), token, meaning);
    }

    /// The defaults of uniform blocks, or of buffer blocks.
    pub fn block_defaults(&mut self, buffer: bool) -> BlockDefaults {
        let last = self.consult(defaults_name(buffer), true).pop();
        let Some(Entity::Alias(Type::Vector(order, code))) = last.map(|decl| decl.entity) else {
            return BlockDefaults::default();
        };
        BlockDefaults {
            packing: match code {
                2 => Some(Packing::Std140),
                3 => Some(Packing::Std430),
                4 => Some(Packing::Scalar),
                _ => None,
            },
            row_major: match order {
                Scalar::Uint => Some(true),
                Scalar::Float => Some(false),
                _ => None,
            },
        }
    }

    /// Reports a name that begins with `gl_`.
    pub fn of_the_language<T>(&mut self, name: Atom, token: u32) -> Result<T> {
        self.error("redefinition", token, format!("`{name}`: names that begin with `gl_` belong to the language"))
            .help("Give it another name.");
        Err(Failed)
    }
}
