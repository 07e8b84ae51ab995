//! Overload resolution.
//!
//! A call selects the candidate that fits better than all others ([`Rules::fits_better`]). If several are left, the
//! call is ambiguous. Instances of templates and functions with default arguments have no lower rank than others.

use std::sync::Arc;

use super::analyser::Analyser;
use super::diagnostics::{ChunkToken, Failed, Result};
use super::entity::Signature;
use super::misfit::Misfit;
use super::numbers::{is_float, parts};
use super::rules::Rules;
use super::types::same;
use super::values::{TypedValue, ValueCategory};
use crate::atom::Atom;
use crate::ir::{Passing, TokenIndex, has_resources};

#[derive(Clone, Debug)]
pub enum Candidate {
    Function(Arc<Signature>, ChunkToken),
    /// A template that cannot be used, and the reason.
    Failed(Atom, String, ChunkToken),
    /// A declaration with a mistake, which was reported.
    Wrong,
}

impl Candidate {
    pub fn signature(&self) -> Option<&Arc<Signature>> {
        match self {
            Candidate::Function(signature, _) => Some(signature),
            Candidate::Failed(..) | Candidate::Wrong => None,
        }
    }
}

/// A candidate that can be called.
struct Viable {
    signature: Arc<Signature>,
    place: ChunkToken,
}

/// So many candidates that one of the best does not exceed are compared each with each. More only make the message longer.
const MAX_COMPARED: usize = 64;

/// Limit on the candidates that a message lists.
pub const MAX_SHOWN: usize = 6;

impl<L: Rules> Analyser<'_, '_, L> {
    /// Checks whether the function can be called; `Err` is the reason if not.
    fn check_arguments(&mut self, signature: &Signature, arguments: &[TypedValue]) -> std::result::Result<(), String> {
        let needed = signature.parameters.iter().take_while(|parameter| parameter.default.is_none()).count();
        let most = signature.parameters.len();
        Misfit::check_count(needed, most, arguments.len()).map_err(|why| why.to_string())?;
        for (at, (argument, parameter)) in arguments.iter().zip(&signature.parameters).enumerate() {
            let written = parameter.passing != Passing::In;
            if written && argument.category == ValueCategory::Value && !has_resources(&parameter.ty) {
                return Err(format!("argument {} must be a variable, for its parameter is written", at + 1));
            }
            let back_again = |this: &mut Self| {
                let mut probe = argument.clone();
                probe.expr.ty = parameter.ty.clone();
                probe.literal = false;
                L::converts(this, &probe, &argument.expr.ty)
            };
            let fits = (parameter.passing == Passing::Out || L::converts(self, argument, &parameter.ty))
                && (!written || back_again(self));
            if !fits {
                let (wanted, found) = (L::type_name(&parameter.ty), L::type_name(&argument.expr.ty));
                return Err(format!("argument {} is `{found}`, `{wanted}` is expected", at + 1));
            }
        }
        Ok(())
    }

    /// Whether the candidate can be called with these arguments.
    pub fn fits(&mut self, candidate: &Candidate, arguments: &[TypedValue]) -> bool {
        match candidate.signature() {
            Some(signature) => {
                let signature = Arc::clone(signature);
                self.check_arguments(&signature, arguments).is_ok()
            }
            None => false,
        }
    }

    pub fn choose_overload(
        &mut self,
        name: &str,
        candidates: Vec<Candidate>,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Result<Arc<Signature>> {
        let mut viable: Vec<Viable> = Vec::new();
        let mut reasons: Vec<(ChunkToken, String)> = Vec::new();
        for candidate in &candidates {
            match candidate {
                Candidate::Function(signature, place) => match self.check_arguments(signature, arguments) {
                    Ok(()) => viable.push(Viable { signature: Arc::clone(signature), place: *place }),
                    Err(why) => reasons.push((*place, format!("`{}`: {why}", signature.symbol.0))),
                },
                Candidate::Failed(name, why, place) => reasons.push((*place, format!("`{name}`: {why}"))),
                Candidate::Wrong => {}
            }
        }
        // It may be the one that is meant.
        let may_be_wrong = candidates.iter().any(|candidate| matches!(candidate, Candidate::Wrong));
        // A read-only argument fits a written parameter only if no other candidate fits. The message then gives the
        // reason.
        let writes_read_only = |one: &Viable| {
            arguments.iter().zip(&one.signature.parameters).any(|(argument, parameter)| {
                parameter.passing != Passing::In && matches!(argument.category, ValueCategory::ReadOnly(_))
            })
        };
        if !viable.iter().all(writes_read_only) {
            viable.retain(|one| !writes_read_only(one));
        }
        if viable.is_empty() {
            if may_be_wrong {
                return Err(Failed);
            }
            return self.no_match(name, arguments, &reasons, at);
        }
        if viable.len() > 1 {
            viable = self.best(viable, arguments);
        }
        // One function may have several declarations.
        if let Some(first) = viable.first()
            && viable.iter().all(|one| one.signature.symbol == first.signature.symbol)
        {
            return Ok(Arc::clone(&first.signature));
        }
        if may_be_wrong {
            return Err(Failed);
        }
        self.ambiguous(name, arguments, &viable, at)
    }

    /// The candidates for which no other candidate fits better.
    fn best(&mut self, viable: Vec<Viable>, arguments: &[TypedValue]) -> Vec<Viable> {
        let scored = viable.into_iter().map(|one| {
            let pairs = arguments.iter().zip(&one.signature.parameters);
            let scores: Vec<L::Score> =
                pairs.map(|(argument, parameter)| L::score(self, argument, &parameter.ty, parameter.passing)).collect();
            (one, scores)
        });
        let mut left: Vec<(Viable, Vec<L::Score>)> = scored.collect();
        // One of the best by a comparison with each, which leaves few others.
        let of_two =
            |first: usize, second: usize| if L::fits_better(&left[second].1, &left[first].1) { second } else { first };
        let Some(champion) = (0..left.len()).reduce(of_two) else { return Vec::new() };
        let scores = left[champion].1.clone();
        left.retain(|(_, others)| !L::fits_better(&scores, others));
        if left.len() <= MAX_COMPARED {
            let is_best = |at: usize| !left.iter().any(|(_, other)| L::fits_better(other, &left[at].1));
            let best: Vec<bool> = (0..left.len()).map(is_best).collect();
            let mut best = best.into_iter();
            left.retain(|_| best.next().unwrap_or(true));
        }
        left.into_iter().map(|(one, _)| one).collect()
    }

    fn ambiguous<T>(&mut self, name: &str, arguments: &[TypedValue], best: &[Viable], at: TokenIndex) -> Result<T> {
        let types: Vec<String> = arguments.iter().map(argument_name::<L>).collect();
        // The first argument for which the candidates have parameters of different types: a cast of it selects one.
        let differing = (0..arguments.len()).find_map(|index| {
            let mut wanted: Vec<String> = Vec::new();
            for one in best {
                let ty = &one.signature.parameters.get(index)?.ty;
                parts(ty)?;
                let ty = L::type_name(ty);
                if !wanted.contains(&ty) {
                    wanted.push(ty);
                }
            }
            (wanted.len() > 1).then_some((index, wanted))
        });
        let diagnostic = self.error(
            "ambiguous-call",
            at.0,
            format!("the call of `{name}` with ({}) is ambiguous", types.join(", ")),
        );
        for one in best.iter().take(MAX_SHOWN) {
            diagnostic.label(one.place, format!("`{}` fits as well as the others", one.signature.symbol.0));
        }
        if best.len() > MAX_SHOWN {
            diagnostic.note(format!("and {} more", best.len() - MAX_SHOWN));
        }
        match differing {
            Some((index, mut wanted)) => {
                wanted.truncate(MAX_SHOWN);
                let last = wanted.pop().unwrap_or_default();
                let wanted = format!("`{}` or `{last}`", wanted.join("`, `"));
                diagnostic.help(format!("Cast argument {} to the type that is meant: {wanted}.", index + 1));
            }
            None => {
                diagnostic.help("Give one of the functions another name: no cast can tell them apart.");
            }
        }
        Err(Failed)
    }

    fn no_match<T>(
        &mut self,
        name: &str,
        arguments: &[TypedValue],
        reasons: &[(ChunkToken, String)],
        at: TokenIndex,
    ) -> Result<T> {
        let types: Vec<String> = arguments.iter().map(argument_name::<L>).collect();
        let diagnostic = self.error("no-matching-function", at.0, format!("no `{name}` takes ({})", types.join(", ")));
        for (place, why) in reasons.iter().take(MAX_SHOWN) {
            diagnostic.label(*place, why.clone());
        }
        if reasons.len() > MAX_SHOWN {
            diagnostic.note(format!("and {} more", reasons.len() - MAX_SHOWN));
        }
        Err(Failed)
    }
}

fn argument_name<L: Rules>(value: &TypedValue) -> String {
    match parts(&value.expr.ty) {
        Some((scalar, _)) if value.literal && is_float(scalar) => "literal float".to_owned(),
        Some(_) if value.literal => "literal int".to_owned(),
        _ => L::type_name(&value.expr.ty),
    }
}

/// Whether two functions differ in their parameters.
pub fn same_parameters(a: &Signature, b: &Signature) -> bool {
    a.parameters.len() == b.parameters.len() && a.parameters.iter().zip(&b.parameters).all(|(a, b)| same(&a.ty, &b.ty))
}
