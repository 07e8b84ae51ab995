//! Which function of several a call means.
//!
//! A candidate wins if no argument fits it worse than another candidate and some argument fits better; of equals, one that
//! is no template; else the call is ambiguous. How well an argument fits is [`Cost`]: shape before number type, so that
//! nothing loses components while another candidate keeps them.

use std::cmp::Ordering;
use std::sync::Arc;

use ustr::Ustr;

use super::analyser::Analyser;
use super::diagnostics::{ChunkToken as Place, Failed, Result};
use super::entity::Signature;
use super::rules::Rules;
use super::types::same;
use super::values::{TypedValue as Value, ValueCategory};
use crate::ir::{Passing, TokenIndex, has_resources};

#[derive(Clone, Debug)]
pub enum Candidate {
    Function(Arc<Signature>, Place),
    /// A template that cannot be used, and why.
    Failed(Ustr, String, Place),
}

impl Candidate {
    pub fn signature(&self) -> Option<&Arc<Signature>> {
        match self {
            Candidate::Function(signature, _) => Some(signature),
            Candidate::Failed(..) => None,
        }
    }
}

/// More candidates than this are not listed.
const MAX_SHOWN: usize = 6;

impl<L: Rules> Analyser<'_, '_, L> {
    /// What each argument costs; `Err` says why the function cannot be called.
    fn costs(&mut self, signature: &Signature, arguments: &[Value]) -> std::result::Result<Vec<L::Cost>, String> {
        let needed = signature.parameters.iter().take_while(|parameter| parameter.default.is_none()).count();
        let most = signature.parameters.len();
        if arguments.len() < needed || arguments.len() > most {
            let wanted = if needed == most { needed.to_string() } else { format!("{needed} to {most}") };
            let plural = if wanted == "1" { "" } else { "s" };
            return Err(format!("takes {wanted} argument{plural}, {} given", arguments.len()));
        }
        let mut costs = Vec::with_capacity(arguments.len());
        for (at, (argument, parameter)) in arguments.iter().zip(&signature.parameters).enumerate() {
            let cost = match parameter.passing {
                Passing::In => L::cost(self, argument, &parameter.ty),
                Passing::Out | Passing::InOut => {
                    if argument.category == ValueCategory::Value && !has_resources(&parameter.ty) {
                        return Err(format!("argument {} must be a variable, for its parameter is written", at + 1));
                    }
                    let back = Value { literal: false, ..argument.clone() };
                    let there = L::cost(self, &back, &parameter.ty);
                    let mut probe = argument.clone();
                    probe.expr.ty = parameter.ty.clone();
                    probe.literal = false;
                    let back = L::cost(self, &probe, &argument.expr.ty);
                    match (parameter.passing, there, back) {
                        (Passing::Out, _, Some(back)) => Some(back),
                        (_, Some(there), Some(back)) => Some(there.max(back)),
                        _ => None,
                    }
                }
            };
            match cost {
                Some(cost) => costs.push(cost),
                None => {
                    let (wanted, found) = (L::type_name(&parameter.ty), L::type_name(&argument.expr.ty));
                    return Err(format!("argument {} is `{found}`, `{wanted}` is expected", at + 1));
                }
            }
        }
        Ok(costs)
    }

    /// Whether it can be called with these arguments.
    pub fn fits(&mut self, candidate: &Candidate, arguments: &[Value]) -> bool {
        match candidate.signature() {
            Some(signature) => {
                let signature = Arc::clone(signature);
                self.costs(&signature, arguments).is_ok()
            }
            None => false,
        }
    }

    pub fn choose_overload(
        &mut self,
        name: &str,
        candidates: Vec<Candidate>,
        arguments: &[Value],
        at: TokenIndex,
    ) -> Result<Arc<Signature>> {
        let mut viable: Vec<(Arc<Signature>, Vec<L::Cost>, Place)> = Vec::new();
        let mut reasons: Vec<(Place, String)> = Vec::new();
        for candidate in &candidates {
            match candidate {
                Candidate::Function(signature, place) => match self.costs(signature, arguments) {
                    Ok(costs) => viable.push((Arc::clone(signature), costs, *place)),
                    Err(why) => reasons.push((*place, format!("`{}`: {why}", signature.symbol.0))),
                },
                Candidate::Failed(name, why, place) => reasons.push((*place, format!("`{name}`: {why}"))),
            }
        }
        if viable.is_empty() {
            return self.no_match(name, arguments, &reasons, at);
        }
        let best: Vec<usize> = (0..viable.len())
            .filter(|one| {
                (0..viable.len())
                    .all(|other| other == *one || beats(&viable[*one], &viable[other]) == Ordering::Greater)
            })
            .collect();
        if let [best] = best.as_slice() {
            return Ok(Arc::clone(&viable[*best].0));
        }
        // The same function under several declarations.
        if viable.windows(2).all(|pair| pair[0].0.symbol == pair[1].0.symbol) {
            return Ok(Arc::clone(&viable[0].0));
        }
        let types: Vec<String> = arguments.iter().map(argument_name::<L>).collect();
        let shown: Vec<(Place, String)> =
            viable.iter().map(|(signature, _, place)| (*place, format!("`{}`", signature.symbol.0))).collect();
        let told = self.error(
            "ambiguous-call",
            at.0,
            format!("the call of `{name}` with ({}) is ambiguous", types.join(", ")),
        );
        for (place, text) in shown.into_iter().take(MAX_SHOWN) {
            told.label(place, format!("{text} would do"));
        }
        told.help("Cast an argument to the type of the function that is meant.");
        Err(Failed)
    }

    fn no_match<T>(
        &mut self,
        name: &str,
        arguments: &[Value],
        reasons: &[(Place, String)],
        at: TokenIndex,
    ) -> Result<T> {
        let types: Vec<String> = arguments.iter().map(argument_name::<L>).collect();
        let told = self.error("no-matching-function", at.0, format!("no `{name}` takes ({})", types.join(", ")));
        for (place, why) in reasons.iter().take(MAX_SHOWN) {
            told.label(*place, why.clone());
        }
        if reasons.len() > MAX_SHOWN {
            told.note(format!("and {} more", reasons.len() - MAX_SHOWN));
        }
        Err(Failed)
    }
}

fn argument_name<L: Rules>(value: &Value) -> String {
    L::type_name(&value.expr.ty)
}

type Viable<C> = (Arc<Signature>, Vec<C>, Place);

fn beats<C: Ord>(one: &Viable<C>, other: &Viable<C>) -> Ordering {
    let (mut better, mut worse) = (false, false);
    for (a, b) in one.1.iter().zip(&other.1) {
        match a.cmp(b) {
            Ordering::Less => better = true,
            Ordering::Greater => worse = true,
            Ordering::Equal => {}
        }
    }
    match (better, worse) {
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        (true, true) => Ordering::Equal,
        (false, false) => {
            let plain = other.0.from_template.cmp(&one.0.from_template);
            // Fewer defaults are filled in.
            let exact = other.0.parameters.len().cmp(&one.0.parameters.len());
            plain.then(exact)
        }
    }
}

/// Whether two functions differ in their parameters.
pub fn same_parameters(a: &Signature, b: &Signature) -> bool {
    a.parameters.len() == b.parameters.len() && a.parameters.iter().zip(&b.parameters).all(|(a, b)| same(&a.ty, &b.ty))
}
