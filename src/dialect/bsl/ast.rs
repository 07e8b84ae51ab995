//! The parsed form of a BSL file: plain data with places, no names resolved.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use crate::atom::Atom;
use crate::diag::Span;

/// A name where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident {
    pub name: Atom,
    pub span: Span,
}

/// `A::B<int>::f`.
#[derive(Clone, Debug)]
pub struct Path {
    /// It begins with `::`.
    pub is_global: bool,
    pub parts: PathParts,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct PathPart {
    pub ident: Ident,
    pub arguments: Option<Box<[TemplateArgument]>>,
}

/// At least one part. Nearly every name has one, which then needs no memory of its own.
#[derive(Clone, Debug)]
pub enum PathParts {
    One(PathPart),
    Several(Vec<PathPart>),
}

impl Deref for PathParts {
    type Target = [PathPart];

    fn deref(&self) -> &[PathPart] {
        match self {
            PathParts::One(part) => std::slice::from_ref(part),
            PathParts::Several(all) => all,
        }
    }
}

impl DerefMut for PathParts {
    fn deref_mut(&mut self) -> &mut [PathPart] {
        match self {
            PathParts::One(part) => std::slice::from_mut(part),
            PathParts::Several(all) => all,
        }
    }
}

impl FromIterator<PathPart> for PathParts {
    fn from_iter<T: IntoIterator<Item = PathPart>>(parts: T) -> PathParts {
        PathParts::Several(parts.into_iter().collect())
    }
}

impl Path {
    /// The name, where it is nothing more than that.
    pub fn single(&self) -> Option<Ident> {
        match &*self.parts {
            [part] if !self.is_global && part.arguments.is_none() => Some(part.ident),
            _ => None,
        }
    }

    pub fn last(&self) -> &PathPart {
        &self.parts[self.parts.len() - 1]
    }
}

/// An argument of a template; a bare path can be a type or a value.
#[derive(Clone, Debug)]
pub enum TemplateArgument {
    Path(Path),
    Value(Expr),
}

impl TemplateArgument {
    pub fn span(&self) -> Span {
        match self {
            TemplateArgument::Path(path) => path.span,
            TemplateArgument::Value(value) => value.span,
        }
    }
}

/// A type as it is written, without what declarators add.
#[derive(Clone, Debug)]
pub struct TypeName {
    pub path: Path,
    pub is_const: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    Minus,
    Plus,
    Not,
    Complement,
    Increment,
    Decrement,
}

impl UnaryOperator {
    pub const fn text(self) -> &'static str {
        match self {
            UnaryOperator::Minus => "-",
            UnaryOperator::Plus => "+",
            UnaryOperator::Not => "!",
            UnaryOperator::Complement => "~",
            UnaryOperator::Increment => "++",
            UnaryOperator::Decrement => "--",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// Every binary operator: its text, and its level of precedence from the loosest.
pub static BINARY_OPERATORS: [(BinaryOperator, &str, u8); 18] = [
    (BinaryOperator::Or, "||", 0),
    (BinaryOperator::And, "&&", 1),
    (BinaryOperator::BitOr, "|", 2),
    (BinaryOperator::BitXor, "^", 3),
    (BinaryOperator::BitAnd, "&", 4),
    (BinaryOperator::Equal, "==", 5),
    (BinaryOperator::NotEqual, "!=", 5),
    (BinaryOperator::Less, "<", 6),
    (BinaryOperator::Greater, ">", 6),
    (BinaryOperator::LessEqual, "<=", 6),
    (BinaryOperator::GreaterEqual, ">=", 6),
    (BinaryOperator::ShiftLeft, "<<", 7),
    (BinaryOperator::ShiftRight, ">>", 7),
    (BinaryOperator::Add, "+", 8),
    (BinaryOperator::Subtract, "-", 8),
    (BinaryOperator::Multiply, "*", 9),
    (BinaryOperator::Divide, "/", 9),
    (BinaryOperator::Remainder, "%", 9),
];

impl BinaryOperator {
    /// The operator with this text.
    pub fn from_text(text: &str) -> Option<BinaryOperator> {
        // Most texts that are asked for are none: `)`, `;`, `,`.
        let may_be = matches!(
            text.as_bytes().first()?,
            b'|' | b'&' | b'^' | b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'%'
        );
        let row = BINARY_OPERATORS.iter().filter(|_| may_be).find(|(_, found, _)| *found == text)?;
        Some(row.0)
    }

    pub fn text(self) -> &'static str {
        BINARY_OPERATORS[self as usize].1
    }

    pub fn level(self) -> u8 {
        BINARY_OPERATORS[self as usize].2
    }

    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            BinaryOperator::Equal
                | BinaryOperator::NotEqual
                | BinaryOperator::Less
                | BinaryOperator::Greater
                | BinaryOperator::LessEqual
                | BinaryOperator::GreaterEqual
        )
    }

    pub const fn is_of_bits(self) -> bool {
        matches!(self, BinaryOperator::BitOr | BinaryOperator::BitXor | BinaryOperator::BitAnd)
    }

    pub const fn is_shift(self) -> bool {
        matches!(self, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight)
    }
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Number(Atom),
    Bool(bool),
    /// Adjacent literals, with their quotes.
    String(Vec<Ident>),
    Path(Path),
    This,
    Unary(UnaryOperator, Box<Expr>),
    /// `++` or `--` behind its operand.
    Postfix(UnaryOperator, Box<Expr>),
    Binary(BinaryOperator, Box<Expr>, Box<Expr>),
    /// `*this` is the only one that means something.
    Dereference(Box<Expr>),
    Assign(Option<BinaryOperator>, Box<Expr>, Box<Expr>),
    Ternary(Box<Expr>, Box<Expr>, Box<Expr>),
    Comma(Vec<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Member(Box<Expr>, PathPart),
    List(List),
    /// `T{...}`.
    Construct(Box<(Path, List)>),
    /// Reported already.
    Broken,
}

/// `{a, .b = c}`.
#[derive(Clone, Debug)]
pub struct List {
    pub items: Vec<(Option<Ident>, Expr)>,
    pub span: Span,
}

/// `[[name(arguments)]]`.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// With its namespace: `gpu::unroll`.
    pub name: Ident,
    pub arguments: Vec<Expr>,
}

#[derive(Clone, Debug)]
pub struct Declaration {
    pub attributes: Vec<Attribute>,
    pub is_static: bool,
    pub is_constexpr: bool,
    pub ty: TypeName,
    pub declarators: Vec<Declarator>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Declarator {
    pub ident: Ident,
    pub is_reference: bool,
    /// Each with its size, and the place of its `[`.
    pub extents: Vec<(Option<Expr>, Span)>,
    /// Of a bit-field.
    pub width: Option<Box<Expr>>,
    pub initialiser: Option<Expr>,
}

/// `auto [a, b] = e;`.
#[derive(Clone, Debug)]
pub struct Binding {
    pub is_reference: Option<Span>,
    pub names: Vec<Ident>,
    pub initialiser: Expr,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Declaration(Box<Declaration>),
    Binding(Box<Binding>),
    Expression(Expr),
    If(Box<IfStatement>),
    For(Box<ForStatement>),
    While(Expr, Box<Statement>),
    Do(Box<Statement>, Expr),
    Switch(Expr, Vec<Statement>),
    Case(Expr),
    Default,
    Return(Option<Expr>),
    Break,
    Continue,
    Block(Vec<Statement>),
    Using(Using),
    /// `TEST(suite, name) { ... }`.
    Test(Ident, Ident, Vec<Statement>),
    Empty,
}

#[derive(Clone, Debug)]
pub struct IfStatement {
    pub is_constexpr: bool,
    pub condition: Expr,
    /// The place of `[[static_branch]]`.
    pub static_branch: Option<Span>,
    pub then: Statement,
    pub otherwise: Option<Statement>,
}

#[derive(Clone, Debug)]
pub struct ForStatement {
    pub attributes: Vec<Attribute>,
    pub first: Option<Statement>,
    pub condition: Option<Expr>,
    pub steps: Vec<Expr>,
    pub body: Statement,
}

#[derive(Clone, Debug)]
pub struct Using {
    pub kind: UsingKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum UsingKind {
    /// `using namespace X;`
    Namespace,
    /// `using A::f;`
    Name(Path),
    /// `using T = A::T;`
    Alias(Ident, TypeName),
    Other,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub attributes: Vec<Attribute>,
    pub ty: TypeName,
    pub declarator: Declarator,
    pub span: Span,
}

#[derive(Debug)]
pub struct Function {
    pub attributes: Vec<Attribute>,
    pub is_static: bool,
    pub result: TypeName,
    /// The place of a `&` behind the result's type.
    pub result_reference: Option<Span>,
    pub name: Path,
    pub parameters: Vec<Parameter>,
    pub is_const: bool,
    pub body: Option<Vec<Statement>>,
    pub span: Span,
}

impl Function {
    pub fn ident(&self) -> Ident {
        self.name.last().ident
    }
}

#[derive(Debug)]
pub struct Structure {
    pub attributes: Vec<Attribute>,
    pub is_union: bool,
    /// `None` where it is anonymous.
    pub name: Option<Ident>,
    /// Of a full specialisation.
    pub arguments: Option<Box<[TemplateArgument]>>,
    pub members: Vec<Member>,
    /// Members of the enclosing structure that have this type: `union { ... } u;`.
    pub declarators: Vec<Declarator>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Member {
    Data(Declaration),
    Function(Rc<Function>),
    Structure(Rc<Structure>),
    Enumeration(Rc<Enumeration>),
    Template(Rc<Template>),
}

#[derive(Debug)]
pub struct Enumeration {
    pub attributes: Vec<Attribute>,
    pub is_class: bool,
    pub name: Ident,
    pub base: Option<TypeName>,
    pub values: Vec<(Ident, Option<Expr>)>,
}

#[derive(Debug)]
pub struct TemplateParameter {
    pub ident: Ident,
    /// `None` for `typename`.
    pub ty: Option<TypeName>,
    pub default: Option<Span>,
}

#[derive(Debug)]
pub struct Template {
    /// Empty for `template<>`.
    pub parameters: Vec<TemplateParameter>,
    pub item: TemplateItem,
    pub span: Span,
}

#[derive(Debug)]
pub enum TemplateItem {
    Function(Rc<Function>),
    Structure(Rc<Structure>),
}

/// `template float f<float>(float);`, `template struct S<float>;`.
#[derive(Debug)]
pub enum Instantiation {
    Function(Rc<Function>),
    Structure(Path),
}

/// `PipelineGraphic name(vs, fs, Table{.c = v});`.
#[derive(Debug)]
pub struct Pipeline {
    pub is_compute: bool,
    pub ident: Ident,
    pub arguments: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Item {
    Namespace(Vec<Ident>, Vec<Item>),
    Using(Using),
    Structure(Rc<Structure>),
    Enumeration(Rc<Enumeration>),
    Function(Rc<Function>),
    Variable(Rc<Declaration>),
    Template(Rc<Template>),
    Instantiation(Rc<Instantiation>),
    Pipeline(Rc<Pipeline>),
    /// `FRAGMENT_SHADER_CREATE_INFO(name)` and its like.
    CreateInfo(Ident),
}
