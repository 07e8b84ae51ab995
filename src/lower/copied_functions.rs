//! Functions that are copied from other modules. naga writes a text of a whole module, and its names follow from all of the module, so
//! the texts of functions are not shared; but a function that another module of the session has need not be lowered again.
//!
//! Numbers of types, variables and functions follow from the order in which a module is asked for them. So a copy has what lowering the
//! function asked for, in this order ([`Request`]), and a module that gets the copy is asked for the same. It is then the module that is
//! made without copies. Which functions have copies is decided as in [`known_functions`](super::known_functions).

use std::sync::atomic::{AtomicBool, Ordering};

use naga::{Block, Expression, Function, GlobalVariable, Handle, Module, Span, Statement, StorageAccess, TypeInner};

use super::known_functions::{Declared, Effects, FunctionId, Journal, KnownFunctions, Sharing};
use super::module::{FunctionValue, Lowered, Lowerer, LoweringFacts};
use super::resource::FunctionKey;
use super::shape::{AskedTypes, Ty};
use crate::ir::{Problem, ResourcePart, Result, Symbol, work};

/// What lowering a function asks its module for, besides what the functions that it calls ask for.
#[derive(Clone, Debug)]
pub enum Request {
    Type(Ty),
    Resource(Declared, Symbol, ResourcePart),
    Call(FunctionKey),
}

/// A function of one module, for others.
#[derive(Debug)]
pub struct FunctionCopy {
    /// With the handles of the module that it was lowered in.
    function: Function,
    result: Option<FunctionValue>,
    /// In their order, each once, and the parts of a type before it.
    asked: Vec<Asked>,
    /// How it accesses writable textures.
    images: Vec<(Symbol, StorageAccess)>,
    /// The facts that it finds, with those that it calls.
    found: LoweringFacts,
    /// The work to lower it, see [`work::spend`].
    steps: u64,
    /// Whether a valid module has it.
    is_valid: AtomicBool,
}

/// A request, with the handle that the first module gave.
#[derive(Clone, Debug)]
enum Asked {
    Type(Ty, naga::Type),
    Resource(Handle<GlobalVariable>, (Declared, Symbol, ResourcePart)),
    Call(Handle<Function>, FunctionKey, Option<FunctionId>),
}

impl FunctionCopy {
    /// A function that asks its module for nothing.
    #[cfg(test)]
    pub fn without_requests(function: Function) -> FunctionCopy {
        let (asked, images, found, is_valid) =
            (Vec::new(), Vec::new(), LoweringFacts::default(), AtomicBool::new(false));
        FunctionCopy { function, result: None, asked, images, found, steps: 0, is_valid }
    }

    /// Whether a valid module has the function.
    pub fn is_valid(&self) -> bool {
        self.is_valid.load(Ordering::Relaxed)
    }

    /// A valid module has it.
    pub fn note_valid(&self) {
        self.is_valid.store(true, Ordering::Relaxed);
    }

    /// Words of memory, about.
    pub fn size(&self) -> usize {
        let Function { expressions, local_variables, body, .. } = &self.function;
        let parts = expressions.len() + local_variables.len() + statements(body);
        16 * (parts + self.asked.len()) + 64
    }
}

/// The number of statements of a block and of those in it.
fn statements(block: &Block) -> usize {
    let inner = |statement: &Statement| match statement {
        Statement::Block(block) => statements(block),
        Statement::If { accept, reject, .. } => statements(accept) + statements(reject),
        Statement::Switch { cases, .. } => cases.iter().map(|case| statements(&case.body)).sum(),
        Statement::Loop { body, continuing, .. } => statements(body) + statements(continuing),
        _ => 0,
    };
    block.iter().map(|statement| 1 + inner(statement)).sum()
}

impl Lowerer<'_> {
    /// How known functions come into the module.
    pub fn sharing(&self) -> Option<Sharing> {
        self.known.map(KnownFunctions::sharing)
    }

    /// What the function that is being lowered asks for cannot be asked for by a copy of it.
    pub fn own_in_copies(&mut self) {
        if self.sharing() == Some(Sharing::Copies) {
            self.journal.keep_own();
        }
    }

    /// Begins a function; what the one outside of it has done so far.
    pub fn begin_function(&mut self) -> (Journal, u32) {
        self.note_types();
        let number = self.types.asked.as_mut().map_or(0, AskedTypes::begin);
        (std::mem::take(&mut self.journal), number)
    }

    /// Goes on with the function outside; what the ended one has done.
    pub fn end_function(&mut self, (journal, number): (Journal, u32)) -> Journal {
        self.note_types();
        if let Some(asked) = &mut self.types.asked {
            asked.function = number;
        }
        std::mem::replace(&mut self.journal, journal)
    }

    /// Notes the types that the function that is being lowered has asked for.
    fn note_types(&mut self) {
        if let Some(asked) = &mut self.types.asked {
            self.journal.asks(asked.new.drain(..).map(Request::Type));
        }
    }

    /// Notes a resource that the function that is being lowered declares.
    pub fn note_resource(&mut self, how: Declared, (symbol, part): (Symbol, ResourcePart)) {
        if self.journal.declares(how, (symbol, part)) && self.types.asked.is_some() {
            self.note_types();
            self.journal.asks([Request::Resource(how, symbol, part)]);
        }
    }

    /// Notes a call of the function that is being lowered; `shared`: its number, if it is shared.
    pub fn note_call(&mut self, key: &FunctionKey, shared: Option<FunctionId>) {
        if self.journal.calls(shared) && self.types.asked.is_some() {
            self.note_types();
            self.journal.asks([Request::Call(key.clone())]);
        }
    }

    /// Copies a function into the module; `None`: there is no copy of it.
    pub fn copied_function(&mut self, known: &dyn KnownFunctions, id: FunctionId) -> Result<Option<Lowered>> {
        let Some(copy) = known.copy(id) else { return Ok(None) };
        let outer = self.begin_function();
        let copied = work::remembered(|| self.copy(&copy)).0;
        self.end_function(outer);
        let (handle, result) = copied?;
        self.copies.push((handle, copy));
        Ok(Some(Lowered { handle, result, resources: Vec::new(), given_back: Vec::new(), shared: Some(id) }))
    }

    /// Does what lowering the function does.
    fn copy(&mut self, copy: &FunctionCopy) -> Result<(Handle<Function>, Option<FunctionValue>)> {
        work::spend(copy.steps);
        if !copy.found.is_empty() {
            self.found.join(copy.found.clone());
        }
        let mut handles = Handles::default();
        for asked in &copy.asked {
            match asked {
                Asked::Type(first, ty) => {
                    // Mostly the module has the same types.
                    let is_same =
                        !handles.types.differs && self.module.types.get_handle(*first).is_ok_and(|known| *known == *ty);
                    let handle = if is_same {
                        *first
                    } else {
                        let ty = handles.type_of(ty).ok_or_else(damaged)?;
                        self.types.insert(&mut self.module, ty)
                    };
                    handles.types.set(first.index(), handle, *first);
                }
                Asked::Resource(first, (how, symbol, part)) => {
                    let variable = match how {
                        Declared::Handle => self.handle(*symbol, *part)?,
                        Declared::Buffer => self.buffer(*symbol, *part)?.variable,
                        Declared::Block => self.block(*symbol)?.variable,
                    };
                    handles.variables.set(first.index(), variable, *first);
                }
                Asked::Call(first, key, id) => {
                    // The number of a function covers those of the functions that it calls.
                    let called = self.numbered_function(key.clone(), *id, None)?.handle;
                    handles.functions.set(first.index(), called, *first);
                }
            }
        }
        for (image, access) in &copy.images {
            self.touch_image(*image, *access);
        }
        let mut function = copy.function.clone();
        let mut result = copy.result;
        if handles.differ() {
            handles.put(&mut function).ok_or_else(damaged)?;
            if let Some(result) = &mut result {
                result.ty = handles.types.get(result.ty.index()).ok_or_else(damaged)?;
            }
        }
        Ok((self.module.functions.append(function, Span::UNDEFINED), result))
    }

    /// Gives a function that has been lowered to other modules, if a copy of it is possible.
    pub fn give_copy(
        &mut self,
        (id, source): (FunctionId, Symbol),
        lowered: &Lowered,
        journal: Journal,
        (found, steps): (LoweringFacts, u64),
    ) {
        let Some(known) = self.known else { return };
        // A part of the function may be missing. What the entry point calls first is in no other module: it would be the same variant.
        if !self.problems.is_empty() || source == self.program.entry.function {
            return;
        }
        let (requests, Effects { images, .. }) = journal.into_parts();
        let Some(asked) = self.all_asked(requests) else { return };
        let mut handles = Handles::default();
        for asked in &asked {
            match asked {
                Asked::Type(ty, _) => handles.types.set(ty.index(), *ty, *ty),
                Asked::Resource(variable, _) => handles.variables.set(variable.index(), *variable, *variable),
                Asked::Call(function, ..) => handles.functions.set(function.index(), *function, *function),
            }
        }
        let mut function = self.module.functions[lowered.handle].clone();
        if handles.put(&mut function).is_some() {
            let result = lowered.result;
            let is_valid = AtomicBool::new(false);
            let copy = FunctionCopy { function, result, asked, images, found, steps, is_valid };
            self.copies.push((lowered.handle, known.add_copy(id, copy)));
        }
    }

    /// Requests with what the module gave.
    fn all_asked(&self, requests: Vec<Request>) -> Option<Vec<Asked>> {
        let mut all = Vec::with_capacity(requests.len());
        let mut types = Table::default();
        for request in requests {
            match request {
                Request::Type(ty) => add_type(&self.module, ty, &mut types, &mut all),
                Request::Resource(how, symbol, part) => {
                    let key = (symbol, part);
                    let variable = match how {
                        Declared::Handle => *self.handles.get(&key)?,
                        Declared::Buffer | Declared::Block => self.buffers.get(&key)?.variable,
                    };
                    all.push(Asked::Resource(variable, (how, symbol, part)));
                }
                Request::Call(key) => {
                    let called = self.functions.get(&key)?.as_ref()?;
                    all.push(Asked::Call(called.handle, key, called.shared));
                }
            }
        }
        Some(all)
    }
}

/// Adds a type behind those that it is made of, in the order in which they were made.
fn add_type(module: &Module, ty: Ty, known: &mut Table<naga::Type>, all: &mut Vec<Asked>) {
    if known.get(ty.index()).is_some() {
        return;
    }
    known.set(ty.index(), ty, ty);
    let of = &module.types[ty];
    match &of.inner {
        TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } | TypeInner::Pointer { base, .. } => {
            add_type(module, *base, known, all);
        }
        TypeInner::Struct { members, .. } => {
            members.iter().for_each(|member| add_type(module, member.ty, known, all));
        }
        _ => {}
    }
    all.push(Asked::Type(ty, of.clone()));
}

fn damaged() -> Box<Problem> {
    Problem::internal(None, "the copy of a function has a handle that its module did not give")
}

/// Handles by the numbers that they had in another module.
#[derive(Debug)]
struct Table<T> {
    handles: Vec<Option<Handle<T>>>,
    /// Whether a handle has another number here than in the module that the function comes from.
    differs: bool,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { handles: Vec::new(), differs: false }
    }
}

impl<T> Table<T> {
    fn set(&mut self, number: usize, handle: Handle<T>, before: Handle<T>) {
        if number >= self.handles.len() {
            self.handles.resize(number + 16, None);
        }
        self.handles[number] = Some(handle);
        self.differs |= handle != before;
    }

    fn get(&self, number: usize) -> Option<Handle<T>> {
        self.handles.get(number).copied().flatten()
    }
}

/// The handles of a module by those of another one.
#[derive(Debug, Default)]
struct Handles {
    types: Table<naga::Type>,
    variables: Table<GlobalVariable>,
    functions: Table<Function>,
}

impl Handles {
    fn differ(&self) -> bool {
        self.types.differs || self.variables.differs || self.functions.differs
    }

    fn type_of(&self, ty: &naga::Type) -> Option<naga::Type> {
        let mut ty = ty.clone();
        match &mut ty.inner {
            TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } | TypeInner::Pointer { base, .. } => {
                *base = self.types.get(base.index())?;
            }
            TypeInner::Struct { members, .. } => {
                for member in members {
                    member.ty = self.types.get(member.ty.index())?;
                }
            }
            _ => {}
        }
        Some(ty)
    }

    /// Puts the handles into a function that has those of the other module. `None`: it has handles that are not known, or of things that
    /// are not copied.
    fn put(&self, function: &mut Function) -> Option<()> {
        let ty = |ty: &mut Ty| {
            *ty = self.types.get(ty.index())?;
            Some(())
        };
        for argument in &mut function.arguments {
            ty(&mut argument.ty)?;
        }
        if let Some(result) = &mut function.result {
            ty(&mut result.ty)?;
        }
        for (_, variable) in function.local_variables.iter_mut() {
            ty(&mut variable.ty)?;
        }
        for (_, expression) in function.expressions.iter_mut() {
            match expression {
                Expression::ZeroValue(of)
                | Expression::Compose { ty: of, .. }
                | Expression::AtomicResult { ty: of, .. }
                | Expression::WorkGroupUniformLoadResult { ty: of }
                | Expression::SubgroupOperationResult { ty: of } => ty(of)?,
                Expression::GlobalVariable(variable) => *variable = self.variables.get(variable.index())?,
                Expression::CallResult(called) => *called = self.functions.get(called.index())?,
                Expression::Constant(_)
                | Expression::Override(_)
                | Expression::RayQueryVertexPositions { .. }
                | Expression::RayQueryProceedResult
                | Expression::RayQueryGetIntersection { .. }
                | Expression::CooperativeLoad { .. }
                | Expression::CooperativeMultiplyAdd { .. } => return None,
                Expression::Literal(_)
                | Expression::Access { .. }
                | Expression::AccessIndex { .. }
                | Expression::Splat { .. }
                | Expression::Swizzle { .. }
                | Expression::FunctionArgument(_)
                | Expression::LocalVariable(_)
                | Expression::Load { .. }
                | Expression::ImageSample { .. }
                | Expression::ImageLoad { .. }
                | Expression::ImageQuery { .. }
                | Expression::Unary { .. }
                | Expression::Binary { .. }
                | Expression::Select { .. }
                | Expression::Derivative { .. }
                | Expression::Relational { .. }
                | Expression::Math { .. }
                | Expression::As { .. }
                | Expression::ArrayLength(_)
                | Expression::SubgroupBallotResult => {}
            }
        }
        self.put_in_block(&mut function.body)
    }

    fn put_in_block(&self, block: &mut Block) -> Option<()> {
        for statement in block.iter_mut() {
            match statement {
                Statement::Call { function, .. } => *function = self.functions.get(function.index())?,
                Statement::Block(inner) => self.put_in_block(inner)?,
                Statement::If { accept, reject, .. } => {
                    self.put_in_block(accept)?;
                    self.put_in_block(reject)?;
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        self.put_in_block(&mut case.body)?;
                    }
                }
                Statement::Loop { body, continuing, .. } => {
                    self.put_in_block(body)?;
                    self.put_in_block(continuing)?;
                }
                Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) | Statement::CooperativeStore { .. } => {
                    return None;
                }
                _ => {}
            }
        }
        Some(())
    }
}
