//! Validation of lowered modules by naga. The code of a function that a valid module has is not checked again in others.

use std::sync::Arc;

use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Function, Handle, Module};

use super::copied_functions::FunctionCopy;
use crate::ir::Problem;

/// A function of a module that other modules have too.
pub type Copied = (Handle<Function>, Arc<FunctionCopy>);

/// Validates a module, all of whose functions its entry point reaches. Expressions and statements are checked in functions that no valid
/// module has yet, and all else in all of them.
///
/// What naga 30 says of expressions and statements follows from the function, from the declarations that it names, and from the stage. The
/// number by which modules know the function covers these, with two exceptions that change no verdict: whether the words of a buffer are
/// atomic (only functions without atomic operations on it are copied), and how the whole module accesses a writable texture (at least as
/// the function does).
///
/// # Errors
/// What naga rejects.
pub fn validate(module: &mut Module, copies: &[Copied]) -> Result<ModuleInfo, Vec<Problem>> {
    let known: Vec<Handle<Function>> =
        copies.iter().filter(|(_, copy)| copy.is_valid()).map(|(function, _)| *function).collect();
    let info = if is_worthwhile(module, &known) {
        check_new(module, &known)?;
        // Tests find here if a module makes something of a valid function wrong.
        if cfg!(debug_assertions) {
            check(module, ValidationFlags::all())?;
        }
        check(module, ValidationFlags::all() - ValidationFlags::EXPRESSIONS - ValidationFlags::BLOCKS)?
    } else {
        check(module, ValidationFlags::all())?
    };
    copies.iter().for_each(|(_, copy)| copy.note_valid());
    Ok(info)
}

/// Whether a check of a module without the code of `known` functions costs less than it saves: with about a third of the code.
fn is_worthwhile(module: &Module, known: &[Handle<Function>]) -> bool {
    let size = |function: &Function| function.expressions.len();
    let saved: usize = known.iter().map(|handle| size(&module.functions[*handle])).sum();
    let all = module.functions.iter().map(|(_, function)| function);
    let all: usize = all.chain(module.entry_points.iter().map(|entry| &entry.function)).map(size).sum();
    saved * 3 > all
}

/// Validates the functions of a module without the code of `known` ones.
fn check_new(module: &mut Module, known: &[Handle<Function>]) -> Result<(), Vec<Problem>> {
    let take = |handle: &Handle<Function>| {
        let function = module.functions.get_mut(*handle);
        let (name, arguments, result) = (function.name.clone(), function.arguments.clone(), function.result.clone());
        std::mem::replace(function, Function { name, arguments, result, ..Function::default() })
    };
    let all: Vec<Function> = known.iter().map(take).collect();
    let checked = check(module, ValidationFlags::all());
    for (handle, function) in known.iter().zip(all) {
        *module.functions.get_mut(*handle) = function;
    }
    checked.map(drop)
}

fn check(module: &Module, flags: ValidationFlags) -> Result<ModuleInfo, Vec<Problem>> {
    let mut validator = Validator::new(flags, Capabilities::all());
    validator.subgroup_stages(ShaderStages::all());
    validator.subgroup_operations(SubgroupOperationSet::all());
    validator.validate(module).map_err(|error| {
        let token =
            error.spans().find_map(|(span, _)| span.to_range()).and_then(|range| u32::try_from(range.start).ok());
        let mut message = format!("naga rejects the module: {}", error.as_inner());
        let mut source = std::error::Error::source(error.as_inner());
        while let Some(inner) = source {
            message = format!("{message}: {inner}");
            source = inner.source();
        }
        vec![*Problem::internal(token.and_then(|token| token.checked_sub(1)), message)]
    })
}

#[cfg(test)]
mod tests {
    use naga::{Expression, FunctionResult, Literal, Scalar, Span, Statement, Type, TypeInner};

    use super::*;

    /// Adds a function that returns a literal as a `u32`.
    fn add(module: &mut Module, literal: Literal) -> Handle<Function> {
        let inner = TypeInner::Scalar(Scalar::U32);
        let ty = module.types.insert(Type { name: None, inner }, Span::UNDEFINED);
        let mut function = Function { result: Some(FunctionResult { ty, binding: None }), ..Function::default() };
        let value = function.expressions.append(Expression::Literal(literal), Span::UNDEFINED);
        function.body.push(Statement::Return { value: Some(value) }, Span::UNDEFINED);
        module.functions.append(function, Span::UNDEFINED)
    }

    /// Adds a function that calls another with these literals.
    fn add_call(module: &mut Module, called: Handle<Function>, arguments: &[Literal]) {
        let mut function = Function::default();
        let put = |literal: &Literal| function.expressions.append(Expression::Literal(*literal), Span::UNDEFINED);
        let arguments = arguments.iter().map(put).collect();
        let result = function.expressions.append(Expression::CallResult(called), Span::UNDEFINED);
        let call = Statement::Call { function: called, arguments, result: Some(result) };
        function.body.push(call, Span::UNDEFINED);
        module.functions.append(function, Span::UNDEFINED);
    }

    fn copy_of(module: &Module, function: Handle<Function>) -> Copied {
        (function, Arc::new(FunctionCopy::without_requests(module.functions[function].clone())))
    }

    #[test]
    fn a_copy_is_valid_once_a_valid_module_has_it() {
        let mut module = Module::default();
        let right = add(&mut module, Literal::U32(1));
        let copies = [copy_of(&module, right)];
        let wrong = add(&mut module, Literal::F32(1.0));
        assert!(validate(&mut module, &copies).is_err());
        assert!(!copies[0].1.is_valid());
        module.functions.get_mut(wrong).body = naga::Block::new();
        assert!(validate(&mut module, &copies).is_ok());
        assert!(copies[0].1.is_valid());
    }

    #[test]
    fn a_function_that_is_no_copy_is_checked_beside_copies() {
        let mut module = Module::default();
        let right = add(&mut module, Literal::U32(1));
        let copies = [copy_of(&module, right)];
        copies[0].1.note_valid();
        assert!(validate(&mut module, &copies).is_ok());
        add(&mut module, Literal::F32(1.0));
        let problems = validate(&mut module, &copies).expect_err("a float is returned as an integer");
        assert!(problems[0].message.contains("return"), "{problems:?}");
        // The code of the copy is in its place again.
        assert_eq!(module.functions[right].expressions.len(), 1);
        assert_eq!(module.functions[right].body.len(), 1);
    }

    #[test]
    fn calls_of_copies_are_checked() {
        let mut module = Module::default();
        let called = add(&mut module, Literal::U32(1));
        let copies = [copy_of(&module, called)];
        copies[0].1.note_valid();
        add_call(&mut module, called, &[]);
        assert!(validate(&mut module, &copies).is_ok());
        add_call(&mut module, called, &[Literal::U32(2)]);
        let problems = validate(&mut module, &copies).expect_err("the function has no arguments");
        assert!(problems[0].message.contains("argument"), "{problems:?}");
    }
}
