//! Which function a call means.

use super::{Checker, Value};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Expr, ExprKind};
use crate::dialect::bsl::builtins::{Signature, Slot};
use crate::dialect::bsl::output_tree::FunctionId;
use crate::dialect::bsl::program::{Argument, Passing};
use crate::dialect::bsl::types::{BOOL, Scalar, Ty};

/// An argument of a call: its value, or a list whose type the parameter gives.
#[derive(Clone, Debug)]
pub enum Given<'a> {
    Value(Value),
    List(&'a Expr),
}

impl Given<'_> {
    pub fn is_broken(&self) -> bool {
        matches!(self, Given::Value(value) if value.is_broken())
    }
}

/// How well an argument fits: 0 is exact, 1 a promotion, 2 a conversion.
type Cost = u8;

/// The signature that a call of a built-in function means, and the number of components of its vectors.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInChoice {
    pub signature: &'static Signature,
    pub lanes: u8,
}

/// The result of a choice.
pub enum Choice {
    One(FunctionId),
    /// Reported.
    Broken,
    /// None fits; candidates for notes.
    None(Vec<FunctionId>),
}

impl Checker<'_> {
    /// The arguments of a call, each checked once.
    pub fn given<'a>(&mut self, arguments: &'a [Expr]) -> Vec<Given<'a>> {
        let mut all = Vec::with_capacity(arguments.len());
        for argument in arguments {
            all.push(match &argument.kind {
                ExprKind::List(_) => Given::List(argument),
                _ => Given::Value(self.expression(argument, None)),
            });
        }
        all
    }

    fn cost(&self, from: Ty, to: Ty) -> Option<Cost> {
        if from == to || from == Ty::Error || to == Ty::Error {
            return Some(0);
        }
        let from = self.program.underlying(from);
        if from == to {
            return Some(1);
        }
        let words = Ty::Scalar(Scalar::Bool32);
        if from == BOOL && to == words || from == words && to == BOOL {
            return Some(1);
        }
        if !from.is_scalar_number() || !to.is_scalar_number() {
            return None;
        }
        let integers =
            from.component().is_some_and(Scalar::is_integer) && to.component().is_some_and(Scalar::is_integer);
        Some(if integers { 1 } else { 2 })
    }

    /// Whether a function takes as many arguments.
    fn takes(&self, id: FunctionId, count: usize) -> bool {
        let parameters = &self.program.function(id).parameters;
        let required = parameters.iter().filter(|parameter| parameter.default.is_none()).count();
        (required..=parameters.len()).contains(&count)
    }

    /// The cost of each argument; `None` for one that does not fit.
    fn costs<'b>(&'b self, id: FunctionId, given: &'b [Given<'_>]) -> impl Iterator<Item = Option<Cost>> + 'b {
        let parameters = &self.program.function(id).parameters;
        given.iter().zip(parameters).map(|(given, parameter)| match given {
            Given::List(_) => {
                matches!(parameter.ty, Ty::Structure(_) | Ty::Array(_) | Ty::Vector(..) | Ty::Error).then_some(0)
            }
            Given::Value(value) => match parameter.passing {
                Passing::Value => self.cost(value.ty, parameter.ty),
                Passing::InOut | Passing::Table => {
                    (value.ty == parameter.ty || value.is_broken() || parameter.ty == Ty::Error).then_some(0)
                }
            },
        })
    }

    /// The best of the candidates.
    pub fn choose(&mut self, candidates: &[FunctionId], given: &[Given<'_>], name: Atom, span: Span) -> Choice {
        // Nearly every name has one function.
        if let [only] = candidates
            && self.program.function(*only).template.is_none()
            && self.takes(*only, given.len())
            && self.costs(*only, given).all(|cost| cost.is_some())
        {
            return Choice::One(*only);
        }
        let mut all: Vec<FunctionId> = Vec::new();
        for id in candidates {
            match &self.program.function(*id).template {
                None => all.push(*id),
                Some(_) => all.extend(self.program.function(*id).instances.iter().map(|(_, instance)| *instance)),
            }
        }
        let taking = all.iter().filter(|id| self.takes(**id, given.len()));
        let fitting: Vec<(FunctionId, Vec<Cost>)> =
            taking.filter_map(|id| Some((*id, self.costs(*id, given).collect::<Option<_>>()?))).collect();
        let is_better =
            |a: &[Cost], b: &[Cost]| a.iter().zip(b).all(|(a, b)| a <= b) && a.iter().zip(b).any(|(a, b)| a < b);
        // A function that is no template goes before an instance that fits as well.
        let is_plain = |id: FunctionId| self.program.function(id).arguments.is_none();
        let goes_before = |a: &(FunctionId, Vec<Cost>), b: &(FunctionId, Vec<Cost>)| {
            is_better(&a.1, &b.1) || a.1 == b.1 && is_plain(a.0) && !is_plain(b.0)
        };
        let best: Vec<FunctionId> = fitting
            .iter()
            .filter(|one| !fitting.iter().any(|other| other.0 != one.0 && goes_before(other, one)))
            .map(|(id, _)| *id)
            .collect();
        match best.as_slice() {
            [one] => Choice::One(*one),
            [] => {
                if all.iter().any(|id| self.program.function(*id).is_broken) {
                    return Choice::Broken;
                }
                let all = if all.is_empty() { candidates.to_vec() } else { all };
                Choice::None(all)
            }
            many => {
                let many = many.to_vec();
                self.ambiguous(name, &many, span);
                Choice::Broken
            }
        }
    }

    pub fn ambiguous(&mut self, name: Atom, candidates: &[FunctionId], span: Span) {
        let mut problem =
            Diagnostic::error("bsl/ambiguous-call", format!("`{name}` means several functions here")).at(span);
        for id in candidates.iter().take(8) {
            problem = problem.label(self.program.function(*id).function.ident().span, self.shown_function(*id));
        }
        self.report(problem);
    }

    /// Reports a call that nothing fits.
    pub fn no_function(&mut self, name: Atom, candidates: &[FunctionId], given: &[Given<'_>], span: Span) {
        if given.iter().any(Given::is_broken) {
            return;
        }
        if let [only] = candidates {
            let info = self.program.function(*only);
            let required = info.parameters.iter().filter(|parameter| parameter.default.is_none()).count();
            if given.len() < required && info.template.is_none() {
                let missing = info.parameters[given.len()].ident;
                let place = info.function.ident().span;
                let message = format!("the call of `{name}` has no argument for `{}`", missing.name);
                self.report(Diagnostic::error("bsl/missing-argument", message).at(span).label(place, "declared here"));
                return;
            }
            if info.template.is_some() {
                let place = info.function.ident().span;
                let message = format!("the template `{name}` has no instance for this call");
                let problem = Diagnostic::error("bsl/template-missing-instance", message).at(span);
                self.report(problem.label(place, "the template").help("Instantiate it: `template R f<A>(...);`."));
                return;
            }
        }
        if !candidates.is_empty() && candidates.iter().all(|id| self.program.function(*id).template.is_some()) {
            let message = format!("the template `{name}` has no instance for this call");
            let problem = Diagnostic::error("bsl/template-missing-instance", message).at(span);
            self.report(problem.help("Instantiate it: `template R f<A>(...);`."));
            return;
        }
        let types: Vec<String> = given
            .iter()
            .map(|given| match given {
                Given::Value(value) => self.show(value.ty),
                Given::List(_) => "{...}".to_owned(),
            })
            .collect();
        let message = format!("no `{name}` takes ({})", types.join(", "));
        let mut problem = Diagnostic::error("bsl/no-matching-function", message).at(span);
        for id in candidates.iter().take(8) {
            problem = problem
                .label(self.program.function(*id).function.ident().span, format!("not {}", self.shown_function(*id)));
        }
        self.report(problem);
    }

    /// The instances with these arguments: of templates among the candidates.
    pub fn instances_with(&self, candidates: &[FunctionId], arguments: &[Argument]) -> Vec<FunctionId> {
        candidates
            .iter()
            .flat_map(|id| &self.program.function(*id).instances)
            .filter(|(known, _)| known == arguments)
            .map(|(_, id)| *id)
            .collect()
    }

    /// The signature of a built-in function that fits best; of equal ones the first.
    pub fn choose_built_in(&self, all: &'static [Signature], given: &[Value]) -> Option<BuiltInChoice> {
        let mut best: Option<(u32, BuiltInChoice)> = None;
        for signature in all {
            let Some((cost, lanes)) = self.built_in_cost(signature, given) else { continue };
            if best.is_none_or(|(known, _)| cost < known) {
                best = Some((cost, BuiltInChoice { signature, lanes }));
            }
            if cost == 0 {
                break;
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// The cost of the arguments of a built-in function, and the length that the vectors among them give.
    fn built_in_cost(&self, signature: &Signature, given: &[Value]) -> Option<(u32, u8)> {
        if signature.parameters.len() != given.len() {
            return None;
        }
        let (mut lanes, mut least) = (1, 1);
        for ((slot, _), value) in signature.parameters.iter().zip(given) {
            if let Slot::Any(_, own) = slot {
                lanes = lanes.max(self.program.underlying(value.ty).lanes());
                least = least.max(*own);
            }
        }
        if lanes < least {
            return None;
        }
        let mut sum = 0;
        for ((slot, is_written), value) in signature.parameters.iter().zip(given) {
            let ty = slot.of(lanes);
            sum += match is_written {
                true if self.is_writable_exactly(value, ty) => 0,
                true => return None,
                false => u32::from(self.cost(value.ty, ty)?),
            };
        }
        Some((sum, lanes))
    }
}
