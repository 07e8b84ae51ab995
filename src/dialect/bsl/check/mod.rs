//! From parsed files to a checked program: names, types, constants, instances of templates, bodies.
//!
//! **In**: the items of files, in the order of their inclusion.
//! **Out**: a [`Program`] whose functions have bodies as GLSL trees; every mistake.
//! **Never**: writes text, or knows the value of a pipeline's constant.

mod calls;
mod constructors;
mod declare;
mod entry_points;
mod enumerations;
mod expressions;
mod functions;
mod layout;
mod legacy;
mod lists;
mod lookup;
mod lvalues;
mod overloads;
mod pipelines;
mod printing;
mod references;
mod resources;
mod statements;
mod structures;
mod templates;
mod tests;
mod textures;
mod types;
mod unions;
mod unroll;

pub use layout::{Layout, LayoutMember};

use rustc_hash::{FxHashMap, FxHashSet};

use super::ast::Item;
use super::constant::{Constant, NoValue};
use super::options::Options;
use super::output_tree::{FunctionId, Local, LocalId, Out, OutExpr, OutKind, OutStatement};
use super::program::{GLOBAL, Program, Scope, ScopeId, ScopeKind};
use super::types::Ty;
use crate::atom::Atom;
use crate::diag::{Diagnostic, FileId, Span};

/// The items of a file, and its place in the order of files.
#[derive(Debug)]
pub struct FileItems {
    pub file: FileId,
    pub items: Vec<Item>,
}

/// What is assigned to or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Temporary,
    Mutable,
    Const,
}

/// A checked expression.
#[derive(Clone, Debug)]
pub struct Value {
    pub ty: Ty,
    pub out: OutExpr,
    pub constant: Option<Constant>,
    pub place: Place,
}

impl Value {
    pub fn temporary(ty: Ty, out: OutExpr) -> Value {
        Value { ty, out, constant: None, place: Place::Temporary }
    }

    pub fn constant(constant: Constant, span: Span) -> Value {
        Value {
            ty: constant.ty(),
            out: OutExpr::new(Out::Constant(constant), span),
            constant: Some(constant),
            place: Place::Temporary,
        }
    }

    /// A mistake was reported.
    pub fn broken(span: Span) -> Value {
        Value::temporary(Ty::Error, OutExpr::new(Out::Comma(Vec::new()), span))
    }

    pub fn is_broken(&self) -> bool {
        self.ty == Ty::Error
    }
}

/// A name of a function's body.
#[derive(Clone, Debug)]
pub enum LocalSymbol {
    Variable {
        id: LocalId,
        ty: Ty,
        is_const: bool,
        /// Of a constant integer, whose value is known.
        constant: Option<Constant>,
    },
    /// A reference.
    Alias {
        value: Value,
        is_const: bool,
    },
    Constant(Constant, Ty),
    Type(Ty),
    Functions(Vec<FunctionId>),
    /// A name whose declaration has a mistake.
    Broken,
}

/// A name of a function's body, and where it is declared.
#[derive(Clone, Debug)]
pub struct LocalName {
    pub name: Atom,
    pub symbol: LocalSymbol,
    pub span: Span,
}

/// What is known while a body is checked.
#[derive(Debug, Default)]
pub struct BodyState {
    pub function: Option<FunctionId>,
    pub scope: ScopeId,
    pub result: Option<Ty>,
    pub locals: Vec<Local>,
    pub names: Vec<LocalName>,
    /// How many names there were where each block began.
    pub blocks: Vec<usize>,
    /// Temporaries that the current statement needs.
    pub temporaries: Vec<OutStatement>,
    /// The object of a method.
    pub this: Option<Value>,
    /// What encloses the statement: loops and switches, innermost last.
    pub targets: Vec<JumpTarget>,
    pub static_chain: bool,
    /// Tables of create-infos whose resources the current block asks for by accessors.
    pub legacy: Vec<u32>,
    /// The test around the statement: `suite.name`.
    pub test: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JumpTarget {
    Loop,
    Unrolled,
    Switch,
}

pub struct Checker<'a> {
    pub program: Program,
    pub options: &'a Options,
    pub problems: Vec<Diagnostic>,
    /// The position of what is checked, in the order of all files.
    pub order: u64,
    /// The number of each file in that order.
    files: FxHashMap<FileId, u32>,
    /// Where the instances were asked for that are checked now, outermost first.
    pub instances: Vec<(Span, String)>,
    pub body: BodyState,
    /// Functions whose bodies are to be checked.
    pending: Vec<FunctionId>,
    /// Structures whose members are being declared.
    open_structures: Vec<u32>,
    pub layouts: Vec<Layout>,
    /// Why the last operation on constants has no value, and where.
    pub no_value: Option<(NoValue, Span)>,
    /// Defaults of parameters that are checked inside each other.
    pub default_depth: u32,
    /// Where defaults of parameters have warnings, which each call without the argument would repeat.
    warned_defaults: FxHashSet<(Span, String)>,
    /// Size and alignment of structures in buffers; with `true`, in uniform ones.
    extents: FxHashMap<(u32, bool), Option<(u32, u32)>>,
    /// Names that were declared, and whether they are words of GLSL or of a target.
    reserved: FxHashMap<Atom, bool>,
}

/// Instances inside each other.
const MAX_INSTANCE_DEPTH: usize = 32;

/// Checks a program. `files`: those that others include stand before them.
pub fn check(files: &[FileItems], options: &Options) -> (Program, Vec<Layout>, Vec<Diagnostic>) {
    let numbers = files.iter().zip(0u32..).map(|(file, number)| (file.file, number)).collect();
    let root = Scope { kind: ScopeKind::Namespace, parent: None, name: Atom::default(), symbols: FxHashMap::default() };
    let mut checker = Checker {
        program: Program { scopes: vec![root], ..Program::default() },
        options,
        problems: Vec::new(),
        order: 0,
        files: numbers,
        instances: Vec::new(),
        body: BodyState::default(),
        pending: Vec::new(),
        open_structures: Vec::new(),
        layouts: Vec::new(),
        no_value: None,
        default_depth: 0,
        warned_defaults: FxHashSet::default(),
        extents: FxHashMap::default(),
        reserved: FxHashMap::default(),
    };
    for file in files {
        checker.declare_items(&file.items, GLOBAL);
    }
    checker.check_defaults();
    checker.check_bodies();
    checker.check_pipelines(files);
    checker.check_recursion();
    checker.check_layouts();
    (checker.program, checker.layouts, checker.problems)
}

/// At most this many mistakes of a file are shown.
const MAX_ERRORS: usize = 100;

/// Keeps the first mistakes of each file.
pub fn bound(problems: &mut Vec<Diagnostic>) {
    let mut counts: FxHashMap<FileId, usize> = FxHashMap::default();
    problems.retain(|problem| {
        let Some(label) = &problem.primary else { return true };
        let count = counts.entry(label.span.file).or_default();
        *count += usize::from(problem.is_error());
        *count <= MAX_ERRORS || !problem.is_error()
    });
}

impl Checker<'_> {
    /// The position of a place in the order of all files.
    pub fn order_of(&self, span: Span) -> u64 {
        let file = self.files.get(&span.file).copied().unwrap_or(u32::MAX);
        u64::from(file) << 32 | u64::from(span.start)
    }

    pub fn report(&mut self, problem: Diagnostic) {
        let mut problem = problem;
        if self.default_depth > 0
            && !problem.is_error()
            && let Some(place) = &problem.primary
            && !self.warned_defaults.insert((place.span, problem.message.clone()))
        {
            return;
        }
        for (span, what) in self.instances.iter().rev() {
            problem = problem.via(*span, format!("instantiated from here: {what}"));
        }
        self.problems.push(problem);
    }

    pub fn error(&mut self, slug: &'static str, message: impl Into<String>, span: Span) {
        self.report(Diagnostic::error(slug, message).at(span));
    }

    /// Reports, and gives a value with which nothing else is a mistake.
    pub fn broken(&mut self, slug: &'static str, message: impl Into<String>, span: Span) -> Value {
        self.error(slug, message, span);
        Value::broken(span)
    }

    pub fn show(&self, ty: Ty) -> String {
        self.program.show(ty)
    }

    pub fn new_local(&mut self, name: Atom, ty: Ty) -> LocalId {
        let id = self.body.locals.len() as LocalId;
        self.body.locals.push(Local { name, ty });
        id
    }

    /// A variable that the current statement needs, declared before it.
    pub fn temporary(&mut self, ty: Ty, span: Span) -> OutExpr {
        let id = self.new_local(Atom::from("temp"), ty);
        self.body.temporaries.push(OutStatement { kind: OutKind::Declare(id, None), span });
        OutExpr::new(Out::Local(id), span)
    }

    /// Whether another instance may be checked inside of these.
    pub fn may_instantiate(&mut self, span: Span) -> bool {
        if self.instances.len() < MAX_INSTANCE_DEPTH {
            return true;
        }
        let message = format!("instances are nested more than {MAX_INSTANCE_DEPTH} deep");
        self.error("bsl/template-argument", message, span);
        false
    }
}
