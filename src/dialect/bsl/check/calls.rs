//! Calls: functions, methods, templates, built-in functions.

use super::lookup::{Named, shown_path};
use super::overloads::{BuiltInChoice, Choice, Given};
use super::{Checker, LocalSymbol, Place, Value};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span, did_you_mean};
use crate::dialect::bsl::ast::{Expr, ExprKind, Path, PathPart, TemplateArgument};
use crate::dialect::bsl::builtins::{self, SUBGROUP};
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::output_tree::{Callee, FunctionId, Out, OutExpr};
use crate::dialect::bsl::program::{Entry, ParameterInfo, Passing, Symbol};
use crate::dialect::bsl::types::{BOOL, Scalar, Ty};

/// Defaults that need other defaults.
const MAX_DEFAULTS: u32 = 16;

impl Checker<'_> {
    pub fn call(&mut self, callee: &Expr, arguments: &[Expr], span: Span) -> Value {
        match &callee.kind {
            ExprKind::Path(path) => self.path_call(path, arguments, span),
            ExprKind::Member(base, part) => self.method_call(base, part, arguments, span),
            _ => self.broken("bsl/not-callable", "this is not a function", callee.span),
        }
    }

    fn path_call(&mut self, path: &Path, arguments: &[Expr], span: Span) -> Value {
        let name = path.last().ident.name;
        let bare = path.single().is_some();
        if bare && let Some(local) = self.find_local(name) {
            match local.symbol.clone() {
                LocalSymbol::Type(ty) => return self.constructor(ty, arguments, span),
                LocalSymbol::Functions(all) => return self.call_one_of(&all, name, None, arguments, span),
                LocalSymbol::Broken => return Value::broken(span),
                _ => {
                    let message = format!("`{name}` is a variable, and not a function");
                    return self.broken("bsl/not-callable", message, path.span);
                }
            }
        }
        if path.parts.len() == 1 && !path.is_global {
            let (functions, other) = self.find_functions(self.body.scope, name);
            if !functions.is_empty() {
                if let (Some(other), None) = (other, &path.parts[0].arguments) {
                    let both = [functions[0], other];
                    self.ambiguous(name, &both, path.span);
                    return Value::broken(span);
                }
                return self.call_one_of(&functions, name, path.parts[0].arguments.as_deref(), arguments, span);
            }
        }
        match self.find_path(path) {
            Named::BuiltIn(ty, _) | Named::Symbol(Symbol::Type(ty, _), _) => self.constructor(ty, arguments, span),
            Named::Symbol(Symbol::Functions(all), _) => {
                self.call_one_of(&all, name, path.last().arguments.as_deref(), arguments, span)
            }
            Named::Broken | Named::Symbol(Symbol::Broken, _) => Value::broken(span),
            Named::Local(..) | Named::Symbol(..) => {
                let message = format!("`{}` is not a function", shown_path(path));
                self.broken("bsl/not-callable", message, path.span)
            }
            Named::Unknown => self.built_in_call(path, arguments, span),
        }
    }

    fn built_in_call(&mut self, path: &Path, arguments: &[Expr], span: Span) -> Value {
        let name = path.last().ident.name;
        let alone = path.parts.len() == 1;
        if alone && builtins::is_special(&name) {
            return self.special_call(name, arguments, span);
        }
        if let Some(signatures) = builtins::signatures(name).filter(|_| alone) {
            let values = self.values(arguments);
            if values.iter().any(Value::is_broken) {
                return Value::broken(span);
            }
            return match self.choose_built_in(signatures, &values) {
                Some(choice) => self.built_in(name, choice, values, span),
                None => {
                    let given: Vec<Given<'_>> = values.into_iter().map(Given::Value).collect();
                    self.no_function(name, &[], &given, span);
                    Value::broken(span)
                }
            };
        }
        for argument in arguments {
            if !matches!(argument.kind, ExprKind::List(_)) {
                self.expression(argument, None);
            }
        }
        if crate::dialect::bsl::types::is_reserved(&name) {
            let message = format!("`{name}` is a word of GLSL or of a target");
            return self.broken("bsl/reserved-word", message, path.span);
        }
        let mut problem =
            Diagnostic::error("bsl/unknown-function", format!("there is no function `{}`", shown_path(path)))
                .at(path.span);
        if let Some(near) = self.near_function(name) {
            problem = problem.help(format!("Did you mean `{near}`?"));
        }
        self.report(problem);
        Value::broken(span)
    }

    fn near_function(&self, name: Atom) -> Option<String> {
        let mut names: Vec<&str> = builtins::names().collect();
        let mut at = Some(self.body.scope);
        while let Some(scope) = at {
            let scope = &self.program.scopes[scope as usize];
            let functions = scope.symbols.iter().filter(|(_, entry)| matches!(entry.symbol, Symbol::Functions(_)));
            names.extend(functions.map(|(name, _)| name.as_str()));
            at = scope.parent;
        }
        names.sort_unstable();
        did_you_mean(&name, names).map(str::to_owned)
    }

    /// The values of arguments; a list among them is a mistake.
    pub fn values(&mut self, arguments: &[Expr]) -> Vec<Value> {
        arguments.iter().map(|argument| self.expression(argument, None)).collect()
    }

    /// A call of a built-in function whose signature is known.
    pub fn built_in(&mut self, name: Atom, choice: BuiltInChoice, values: Vec<Value>, span: Span) -> Value {
        let BuiltInChoice { signature, lanes } = choice;
        let result = signature.result.of(lanes);
        if values.iter().all(|value| value.constant.is_some())
            && let Some(value) = fold(&name, &values, result)
        {
            return Value::constant(value, span);
        }
        if name.starts_with("in_range") {
            return self.range_test(&name, choice, values, span);
        }
        let called = SUBGROUP.iter().find(|(own, ..)| name == *own).map_or(name, |(_, glsl, _)| Atom::from(glsl));
        let mut outs: Vec<OutExpr> = Vec::with_capacity(values.len());
        let mut written = None;
        for ((slot, is_written), value) in signature.parameters.iter().zip(values) {
            if *is_written {
                written = Some((outs.len(), value.clone()));
                outs.push(value.out);
            } else {
                let value_span = value.out.span;
                outs.push(self.convert_or_report(value, slot.of(lanes), value_span).out);
            }
        }
        let out = match written {
            Some((at, target)) => self.store(&target, result, |place| {
                outs[at] = place;
                OutExpr::call(Callee::BuiltIn(called), outs, span)
            }),
            None => OutExpr::call(Callee::BuiltIn(called), outs, span),
        };
        Value::temporary(result, out)
    }

    /// `in_range_inclusive(x, least, most)`.
    fn range_test(&mut self, name: &str, choice: BuiltInChoice, values: Vec<Value>, span: Span) -> Value {
        let slots = choice.signature.parameters.iter().map(|(slot, _)| slot.of(choice.lanes));
        let mut converted = values.into_iter().zip(slots).map(|(value, ty)| {
            let value_span = value.out.span;
            self.convert_or_report(value, ty, value_span)
        });
        let (Some(value), Some(least), Some(most)) = (converted.next(), converted.next(), converted.next()) else {
            return Value::broken(span);
        };
        let (above, below) = match name {
            "in_range_inclusive" => ("greaterThanEqual", "lessThanEqual"),
            _ => ("greaterThan", "lessThan"),
        };
        let value = self.evaluated_once(value, span);
        let out = self.both_bounds(value, (above, least.out), (below, most.out), span);
        Value::temporary(BOOL, out)
    }

    /// The value in a temporary, if it may not be evaluated twice.
    pub fn evaluated_once(&mut self, value: Value, span: Span) -> (Value, Option<OutExpr>) {
        if value.out.is_pure() {
            return (value, None);
        }
        let temporary = self.temporary(value.ty, span);
        let first = super::lvalues::assign(temporary.clone(), value.out, span);
        (Value { out: temporary, ..value }, Some(first))
    }

    pub fn both_bounds(
        &mut self,
        (value, first): (Value, Option<OutExpr>),
        (above, least): (&'static str, OutExpr),
        (below, most): (&'static str, OutExpr),
        span: Span,
    ) -> OutExpr {
        use crate::dialect::bsl::ast::BinaryOperator as B;
        let compare = |name: &'static str, value: &Value, bound: OutExpr| {
            if matches!(value.ty, Ty::Vector(..)) {
                let compared = OutExpr::built_in(name, vec![value.out.clone(), bound], span);
                return OutExpr::built_in("all", vec![compared], span);
            }
            let operator = match name {
                "greaterThanEqual" => B::GreaterEqual,
                "greaterThan" => B::Greater,
                "lessThanEqual" => B::LessEqual,
                _ => B::Less,
            };
            OutExpr::new(Out::Binary(operator, Box::new(value.out.clone()), Box::new(bound)), span)
        };
        let left = compare(above, &value, least);
        let right = compare(below, &value, most);
        let both = OutExpr::new(Out::Binary(B::And, Box::new(left), Box::new(right)), span);
        match first {
            Some(first) => OutExpr::new(Out::Comma(vec![first, both]), span),
            None => both,
        }
    }

    /// A call of one of several functions of a name.
    fn call_one_of(
        &mut self,
        candidates: &[FunctionId],
        name: Atom,
        written: Option<&[TemplateArgument]>,
        arguments: &[Expr],
        span: Span,
    ) -> Value {
        let given = self.given(arguments);
        let instances;
        let candidates = match written {
            None => candidates,
            Some(written) => match self.written_instances(candidates, written, name, span) {
                Some(found) => {
                    instances = found;
                    &instances
                }
                None => return Value::broken(span),
            },
        };
        let chosen = match self.choose(candidates, &given, name, span) {
            Choice::One(id) => id,
            Choice::Broken => return Value::broken(span),
            Choice::None(tried) => {
                // The name may be that of a built-in function, too.
                if let Some(value) = self.built_in_overload(name, &given, span) {
                    return value;
                }
                self.no_function(name, &tried, &given, span);
                return Value::broken(span);
            }
        };
        self.call_function(chosen, None, given, span)
    }

    fn built_in_overload(&mut self, name: Atom, given: &[Given<'_>], span: Span) -> Option<Value> {
        let signatures = builtins::signatures(name)?;
        let mut values = Vec::new();
        for given in given {
            let Given::Value(value) = given else { return None };
            values.push(value.clone());
        }
        let choice = self.choose_built_in(signatures, &values)?;
        Some(self.built_in(name, choice, values, span))
    }

    /// The instances that written arguments name.
    fn written_instances(
        &mut self,
        candidates: &[FunctionId],
        written: &[TemplateArgument],
        name: Atom,
        span: Span,
    ) -> Option<Vec<FunctionId>> {
        let templates: Vec<FunctionId> =
            candidates.iter().copied().filter(|id| self.program.function(*id).template.is_some()).collect();
        if templates.is_empty() {
            self.error("bsl/template-unknown", format!("`{name}` is not a template"), span);
            return None;
        }
        let mut found = Vec::new();
        let mut shown = String::new();
        for id in &templates {
            let Some(head) = self.program.function(*id).template.clone() else { continue };
            if head.parameters.len() != written.len() && templates.len() > 1 {
                continue;
            }
            let arguments = self.arguments_of(&head.parameters, written, span)?;
            shown = self.shown_arguments(&arguments);
            found.extend(self.instances_with(&[*id], &arguments));
        }
        if found.is_empty() {
            let place = self.program.function(templates[0]).function.ident().span;
            self.report(
                Diagnostic::error("bsl/template-missing-instance", format!("`{name}{shown}` has no instance"))
                    .at(span)
                    .label(place, "the template")
                    .help("Instantiate it: `template R f<A>(...);`."),
            );
            return None;
        }
        Some(found)
    }

    /// A call of a function that is known. `object`: that of a method.
    pub fn call_function(&mut self, id: FunctionId, object: Option<Value>, given: Vec<Given<'_>>, span: Span) -> Value {
        let info = self.program.function(id);
        if info.stage.is_some() {
            let message = format!("the entry point `{}` is called", info.function.ident().name);
            return self.broken("bsl/entry-call", message, span);
        }
        let (count, result, is_method, is_const) = (info.parameters.len(), info.result, info.is_method, info.is_const);
        let mut values: Vec<(Value, bool)> = Vec::with_capacity(count + usize::from(is_method));
        let mut first = None;
        if is_method {
            let Some((object, made)) = self.object_of(object, id, span) else { return Value::broken(span) };
            first = made;
            values.push((object, !is_const));
        }
        let mut is_sound = true;
        let mut given = given.into_iter();
        for at in 0..count {
            let parameter = &self.program.function(id).parameters[at];
            let (ty, passing, name) = (parameter.ty, parameter.passing, parameter.ident.name);
            let value = match given.next() {
                Some(given) => self.argument((ty, passing, name), given, span),
                None => {
                    let parameter = parameter.clone();
                    self.default_argument(id, &parameter, span)
                }
            };
            is_sound &= !value.is_broken();
            if passing != Passing::Table {
                values.push((value, passing == Passing::InOut));
            }
        }
        if !is_sound || result == Ty::Error {
            return Value::broken(span);
        }
        let mut out = self.finish_call(id, values, Vec::new(), result, span);
        if let Some(first) = first {
            out = OutExpr::new(Out::Comma(vec![first, out]), span);
        }
        Value::temporary(result, out)
    }

    /// The call, with what is written behind places that words hold.
    fn finish_call(
        &mut self,
        id: FunctionId,
        mut values: Vec<(Value, bool)>,
        mut done: Vec<OutExpr>,
        result: Ty,
        span: Span,
    ) -> OutExpr {
        let is_plain =
            |(value, is_written): &(Value, bool)| !is_written || !super::lvalues::is_stored_in_words(&value.out);
        if values.iter().all(is_plain) {
            done.extend(values.into_iter().map(|(value, _)| value.out));
            return OutExpr::call(Callee::Function(id), done, span);
        }
        let (value, is_written) = values.remove(0);
        if !is_written {
            done.push(value.out);
            return self.finish_call(id, values, done, result, span);
        }
        // Temporaries of later arguments are made inside of the first's.
        let mut rest = None;
        let out = self.store(&value, result, |place| {
            done.push(place);
            rest = Some(done);
            OutExpr::new(Out::Comma(Vec::new()), span)
        });
        let inner = self.finish_call(id, values, rest.unwrap_or_default(), result, span);
        replace_empty(out, inner)
    }

    /// The object of a method's call, and what makes a place of one that has none.
    fn object_of(&mut self, object: Option<Value>, id: FunctionId, span: Span) -> Option<(Value, Option<OutExpr>)> {
        let info = self.program.function(id);
        let (is_const, name) = (info.is_const, info.function.ident().name);
        let structure = info.structure;
        let object = match object {
            Some(object) => object,
            None => match self.body.this.clone() {
                Some(this) if Some(this.ty) == structure.map(Ty::Structure) => {
                    Value { out: OutExpr { span, ..this.out }, ..this }
                }
                _ => {
                    let message = format!("the method `{name}` has no object here");
                    self.error("bsl/unknown-function", message, span);
                    return None;
                }
            },
        };
        if is_const {
            return Some((object, None));
        }
        match object.place {
            Place::Mutable => Some((object, None)),
            Place::Const => {
                let message = format!("the method `{name}` changes its object, which is constant");
                self.error("bsl/invalid-operands", message, span);
                None
            }
            Place::Temporary => {
                let temporary = self.temporary(object.ty, span);
                let first = super::lvalues::assign(temporary.clone(), object.out, span);
                let object = Value { ty: object.ty, out: temporary, constant: None, place: Place::Mutable };
                Some((object, Some(first)))
            }
        }
    }

    fn argument(&mut self, (ty, passing, name): (Ty, Passing, Atom), given: Given<'_>, span: Span) -> Value {
        let value = match given {
            Given::Value(value) => value,
            Given::List(expr) => self.expression(expr, Some(ty)),
        };
        if value.is_broken() {
            return value;
        }
        let value_span = value.out.span;
        match passing {
            Passing::Value => self.convert_or_report(value, ty, value_span),
            Passing::Table => value,
            Passing::InOut => {
                self.reject_temporary(&value, &name, value_span);
                if value.place == Place::Mutable { value } else { Value::broken(span) }
            }
        }
    }

    /// A default is checked in the scope of its declaration.
    pub fn default_argument(&mut self, id: FunctionId, parameter: &ParameterInfo, span: Span) -> Value {
        let Some(default) = parameter.default.clone() else { return Value::broken(span) };
        if self.program.function(id).is_broken {
            return Value::broken(span);
        }
        if self.default_depth >= MAX_DEFAULTS {
            let message = format!("the default of `{}` needs itself", parameter.ident.name);
            return self.broken("bsl/recursion", message, default.span);
        }
        self.default_depth += 1;
        let info = self.program.function(id);
        let (scope, order) = (info.scope, info.order);
        let names = std::mem::take(&mut self.body.names);
        let blocks = std::mem::take(&mut self.body.blocks);
        let outer = (std::mem::replace(&mut self.body.scope, scope), self.body.this.take());
        let outer_order = std::mem::replace(&mut self.order, order);
        let value = self.expression(&default, Some(parameter.ty));
        let value = if value.is_broken() { value } else { self.convert_or_report(value, parameter.ty, default.span) };
        self.default_depth -= 1;
        self.order = outer_order;
        (self.body.names, self.body.blocks) = (names, blocks);
        (self.body.scope, self.body.this) = outer;
        value
    }

    fn method_call(&mut self, base: &Expr, part: &PathPart, arguments: &[Expr], span: Span) -> Value {
        let base_value = self.expression(base, None);
        if base_value.is_broken() {
            self.values_of_broken(arguments);
            return Value::broken(span);
        }
        let name = part.ident.name;
        if matches!(base_value.ty, Ty::Vector(..)) && arguments.is_empty() {
            if name.len() < 2 {
                return self.unknown_member(base_value.ty, part.ident);
            }
            return self.swizzle(base_value, part.ident, span);
        }
        let Ty::Structure(id) = base_value.ty else { return self.unknown_member(base_value.ty, part.ident) };
        let scope = self.program.structure(id).scope;
        let entry = self.program.scopes[scope as usize].symbols.get(&name);
        let candidates = match entry {
            Some(Entry { symbol: Symbol::Functions(all), .. }) => all.clone(),
            Some(_) => {
                let message = format!("the member `{name}` is not a function");
                return self.broken("bsl/not-callable", message, part.ident.span);
            }
            None => return self.unknown_member(base_value.ty, part.ident),
        };
        let given = self.given(arguments);
        let candidates = match &part.arguments {
            None => candidates,
            Some(written) => match self.written_instances(&candidates, written, name, part.ident.span) {
                Some(found) => found,
                None => return Value::broken(span),
            },
        };
        match self.choose(&candidates, &given, name, span) {
            Choice::One(function) => self.call_function(function, Some(base_value), given, span),
            Choice::Broken => Value::broken(span),
            Choice::None(tried) => {
                self.no_function(name, &tried, &given, span);
                Value::broken(span)
            }
        }
    }

    fn values_of_broken(&mut self, arguments: &[Expr]) {
        for argument in arguments {
            if !matches!(argument.kind, ExprKind::List(_)) {
                self.expression(argument, None);
            }
        }
    }
}

/// Puts the call where [`Checker::store`] left a place for it.
fn replace_empty(out: OutExpr, inner: OutExpr) -> OutExpr {
    let span = out.span;
    match out.kind {
        Out::Comma(all) if all.is_empty() => inner,
        Out::Comma(all) => {
            let mut inner = Some(inner);
            let all = all
                .into_iter()
                .map(|each| match &each.kind {
                    Out::Comma(_) | Out::Assign(..) if holds_empty(&each) => match inner.take() {
                        Some(inner) => replace_empty(each, inner),
                        None => each,
                    },
                    _ => each,
                })
                .collect();
            OutExpr::new(Out::Comma(all), span)
        }
        Out::Assign(text, place, value) => {
            OutExpr::new(Out::Assign(text, place, Box::new(replace_empty(*value, inner))), span)
        }
        kind => OutExpr::new(kind, span),
    }
}

fn holds_empty(out: &OutExpr) -> bool {
    match &out.kind {
        Out::Comma(all) => all.is_empty() || all.iter().any(holds_empty),
        Out::Assign(_, _, value) => holds_empty(value),
        _ => false,
    }
}

/// The value of a function of constants.
fn fold(name: &str, values: &[Value], result: Ty) -> Option<Constant> {
    use crate::dialect::bsl::ast::BinaryOperator as B;
    let constants: Vec<Constant> = values.iter().map(|value| value.constant).collect::<Option<_>>()?;
    let comparison = match name {
        "equal" => Some(B::Equal),
        "notEqual" => Some(B::NotEqual),
        "lessThan" => Some(B::Less),
        "lessThanEqual" => Some(B::LessEqual),
        "greaterThan" => Some(B::Greater),
        "greaterThanEqual" => Some(B::GreaterEqual),
        _ => None,
    };
    match (comparison, name, constants.as_slice()) {
        (Some(operator), _, [a, b]) if a.scalar == b.scalar => a.binary(operator, b).ok(),
        (_, "all", [a]) => Some(Constant::bool(a.components().all(|component| component.is_true()))),
        (_, "any", [a]) => Some(Constant::bool(a.components().any(|component| component.is_true()))),
        (_, "not", [a]) => a.unary(crate::dialect::bsl::ast::UnaryOperator::Not).ok(),
        (_, "floatBitsToInt" | "floatBitsToUint" | "intBitsToFloat" | "uintBitsToFloat", [a]) => {
            let scalar: Scalar = result.component()?;
            let wanted = if name.starts_with("float") {
                Scalar::Float
            } else if name.starts_with("int") {
                Scalar::Int
            } else {
                Scalar::Uint
            };
            (a.scalar == wanted).then(|| a.bit_cast(scalar))
        }
        _ => None,
    }
}
