//! Nodes in one arena. Tokens in a node's range that are in none of its children are the node's own: keywords,
//! operators, brackets, `;`, and directive lines.

use super::problems::SyntaxProblem;

/// Index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// The kind of a node, with its children in order: `?` is optional, `*` is any number. Statements and items begin with
/// their [`Kind::Attribute`]s, which [`Tree::operands`] skips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Items.
    Unit,

    /// Type, Name, TemplateArguments?, Parameters, Annotation*, Block?
    Function,
    /// Declaration*, one a parameter.
    Parameters,
    /// Type, Declarator*. Of variables, parameters and members; with a [`Kind::Struct`] or [`Kind::Enum`] in the type,
    /// of that too.
    Declaration,
    /// Struct or Enum?, TemplateArguments?
    Type,
    /// Name, Extent*, Annotation*, then the initialiser: an expression, List or Opaque.
    Declarator,
    /// A name that is declared or selected; never a use.
    Name,
    /// `[expression?]` of a declarator.
    Extent,
    /// `: word`, `: word(...)`, `<...>` of a declarator or function, where the language has them; with an expression,
    /// the width of a bit field.
    Annotation,
    /// Name?, TemplateArguments?, Base*, then items.
    Struct,
    /// What a structure inherits from.
    Base,
    /// A block of uniforms or other interface variables: Name?, Annotation*, items, Declarator* for its instances.
    Buffer,
    /// Name?, items.
    Namespace,
    /// Name?, Enumerator*.
    Enum,
    /// Name, expression?
    Enumerator,
    /// Type, Declarator*.
    Typedef,
    /// Name?; `using` up to its `;`.
    Using,
    /// Name?; the variable behind `template<...>`, up to its `;`.
    TemplateVariable,
    /// The parameters as TemplateArguments, one item.
    Template,
    /// `template` without parameters: one item, which is an instance that is asked for.
    Instantiation,
    /// A technique of an effect file.
    Technique,
    /// `[word(8, 8, 1)]`, `[[space::word(0)]]`: expressions.
    Attribute,
    /// `precision highp float;`.
    Precision,
    /// Nothing, or `;`.
    Empty,

    /// Statements.
    Block,
    /// Condition, statement, statement?
    If,
    /// Declaration, Expression or Empty; condition or Empty; expression or Empty; statement.
    For,
    /// Condition, statement.
    While,
    /// Statement, condition.
    Do,
    /// Expression, statement.
    Switch,
    /// Expression. A label; the statements follow it as siblings.
    Case,
    /// `default:`.
    Default,
    /// Expression?
    Return,
    Break,
    Continue,
    Discard,
    /// An expression and its `;`.
    Expression,

    /// A number or string, `true`, `false`.
    Literal,
    /// A name, possibly `::` qualified, with TemplateArguments?; `this`; a type at the head of a constructor.
    Ident,
    /// Expression.
    Paren,
    /// Expressions.
    Comma,
    /// Left, right; the operator between them.
    Assign,
    /// Condition, left, right.
    Ternary,
    /// Two or more operands of one level of precedence, applied from the left; an operator before each but the first.
    Binary,
    /// Operand, after its operator.
    Unary,
    /// Operand, before `++` or `--`.
    Postfix,
    /// Callee, argument*.
    Call,
    /// Type, operand.
    Cast,
    /// `sizeof`: Type or operand, which is not evaluated.
    SizeOf,
    /// Base, index*.
    Index,
    /// Base, Name.
    Member,
    /// `{ ... }`: expressions and Lists.
    List,
    /// `<...>`.
    TemplateArguments,

    /// Not understood.
    Opaque,
}

impl Kind {
    /// Whether it has a value.
    pub const fn is_value(self) -> bool {
        self.is_expression() || matches!(self, Kind::Literal | Kind::Ident | Kind::Comma | Kind::Binary | Kind::Postfix)
    }

    /// Whether its depth is that of what it holds and itself.
    const fn is_expression(self) -> bool {
        matches!(
            self,
            Kind::Paren
                | Kind::Assign
                | Kind::Ternary
                | Kind::Unary
                | Kind::Postfix
                | Kind::Call
                | Kind::Cast
                | Kind::SizeOf
                | Kind::Index
                | Kind::Member
                | Kind::List
        )
    }
}

/// A node: tokens `first..last` of `Preprocessed::tokens`.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: Kind,
    height: u16,
    /// Of expressions: operators applied to the result of others, of which a run of operators has many without height.
    depth: u16,
    pub first: u32,
    pub last: u32,
    child: u32,
    next: u32,
}

impl Node {
    /// Whether it has no children.
    pub fn is_leaf(&self) -> bool {
        self.child == NONE
    }

    /// A node and some of its children, without what is in these.
    pub fn outline(children: &[&Node], whole: &Node) -> Vec<Node> {
        let count = children.len() as u32;
        let leaf = |(child, next): (&&Node, u32)| Node {
            child: NONE,
            next: if next < count { next } else { NONE },
            ..**child
        };
        let leaves = children.iter().zip(1..).map(leaf);
        leaves.chain([Node { child: if count == 0 { NONE } else { 0 }, next: NONE, ..*whole }]).collect()
    }
}

const NONE: u32 = u32::MAX;

/// Upper bound of the tree's height, so that walks can recurse; deeper code is [`Kind::Opaque`].
pub const MAX_HEIGHT: u16 = 400;

/// Upper bound of operators in an expression that are applied to the result of others: what is made from the tree nests
/// as deep.
pub const MAX_DEPTH: u16 = 5_000;

/// The tree of a unit.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    root: NodeId,
    /// A token at which the nesting was too deep.
    pub too_deep: Option<u32>,
    /// In the order in which the parser met them.
    pub problems: Vec<SyntaxProblem>,
}

impl Tree {
    pub fn new(capacity: usize) -> Tree {
        Tree { nodes: Vec::with_capacity(capacity), root: NodeId(0), too_deep: None, problems: Vec::new() }
    }

    pub fn add(&mut self, kind: Kind, first: u32, last: u32, children: &[NodeId]) -> NodeId {
        let height = children.iter().map(|child| self.nodes[child.0 as usize].height + 1).max().unwrap_or(0);
        let id = NodeId(self.nodes.len() as u32);
        let depth = self.depth(kind, children);
        if height > MAX_HEIGHT || depth > MAX_DEPTH {
            self.too_deep.get_or_insert(first);
            self.nodes.push(Node { kind: Kind::Opaque, height: 0, depth: 0, first, last, child: NONE, next: NONE });
            return id;
        }
        for pair in children.windows(2) {
            self.nodes[pair[0].0 as usize].next = pair[1].0;
        }
        let child = children.first().map_or(NONE, |child| child.0);
        self.nodes.push(Node { kind, height, depth, first, last, child, next: NONE });
        id
    }

    fn depth(&self, kind: Kind, children: &[NodeId]) -> u16 {
        let depth = |child: &NodeId| usize::from(self.nodes[child.0 as usize].depth);
        let last = children.len().saturating_sub(1);
        let depth = match kind {
            // Applied from the left: the first two operands are the deepest.
            Kind::Binary | Kind::Comma => {
                children.iter().enumerate().map(|(at, child)| depth(child) + (last + 1 - at).min(last)).max()
            }
            _ if kind.is_expression() => children.iter().map(|child| depth(child) + 1).max(),
            _ => None,
        };
        u16::try_from(depth.unwrap_or(0)).unwrap_or(u16::MAX)
    }

    /// A tree of the nodes of a part; the last is its root.
    pub fn of_part(part: &[Node]) -> Tree {
        let root = NodeId((part.len() as u32).saturating_sub(1));
        Tree { nodes: part.to_vec(), root, too_deep: None, problems: Vec::new() }
    }

    /// The nodes `first..last` as a part of their own; node and token indices are relative.
    pub fn part(&self, first: usize, last: usize, token: u32) -> Vec<Node> {
        let moved = |at: u32| if at == NONE { NONE } else { at - first as u32 };
        let moved = |node: &Node| Node {
            first: node.first - token,
            last: node.last - token,
            child: moved(node.child),
            next: moved(node.next),
            ..*node
        };
        self.nodes[first..last].iter().map(moved).collect()
    }

    /// Adds such a part; returns its last node.
    pub fn append(&mut self, part: &[Node], token: u32) -> NodeId {
        let first = self.nodes.len() as u32;
        // A product instead of a jump: few functions of a unit are new, and this is most of what the others take.
        let moved = |at: u32| at.wrapping_add(first * u32::from(at != NONE));
        self.nodes.extend_from_slice(part);
        for node in &mut self.nodes[first as usize..] {
            node.first += token;
            node.last += token;
            node.child = moved(node.child);
            node.next = moved(node.next);
        }
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub fn set_root(&mut self, root: NodeId) {
        self.root = root;
    }

    /// The unit.
    pub fn root(&self) -> NodeId {
        self.root
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// Number of nodes ever made; every [`NodeId`] is below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: there is always a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// In the order of their tokens.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut at = self.node(id).child;
        std::iter::from_fn(move || {
            if at == NONE {
                return None;
            }
            let id = NodeId(at);
            at = self.nodes[at as usize].next;
            Some(id)
        })
    }

    /// The children without attributes.
    pub fn operands(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.children(id).filter(|child| self.kind(*child) != Kind::Attribute)
    }

    /// One of [`Tree::operands`].
    pub fn operand(&self, id: NodeId, at: usize) -> Option<NodeId> {
        self.operands(id).nth(at)
    }

    /// The first child of a kind.
    pub fn child(&self, id: NodeId, kind: Kind) -> Option<NodeId> {
        self.children(id).find(|child| self.kind(*child) == kind)
    }

    /// The node's own token ranges: tokens that are in no child.
    pub fn own(&self, id: NodeId) -> impl Iterator<Item = (u32, u32)> + '_ {
        let node = *self.node(id);
        let mut from = node.first;
        let ends = self.children(id).map(|child| (self.node(child).first, self.node(child).last));
        ends.chain([(node.last, node.last)]).filter_map(move |(first, last)| {
            let gap = (from, first);
            from = last;
            (gap.0 < gap.1).then_some(gap)
        })
    }
}
