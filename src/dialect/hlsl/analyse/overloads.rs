//! Which function of several a call means.
//!
//! Of those that can be called, the one with the best [`Score`] of all arguments together; where several have it the call is
//! ambiguous. That one is a template or fills in defaults decides nothing, as in dxc.

use std::sync::Arc;

use ustr::Ustr;

use super::analyser::Analyser;
use super::conversions::same;
use super::entity::Signature;
use super::ranking::Score;
use super::report::{Failed, Place, Result};
use super::show::type_name;
use super::values::{Access, Value};
use crate::ir::{Passing, TokenIndex};

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

/// A candidate that can be called.
struct Viable {
    signature: Arc<Signature>,
    score: Score,
    place: Place,
}

/// More candidates than this are not listed.
pub const MAX_SHOWN: usize = 6;

impl Analyser<'_, '_> {
    /// How well the arguments fit; `Err` says why the function cannot be called.
    fn rank(&mut self, signature: &Signature, arguments: &[Value]) -> std::result::Result<Score, String> {
        let needed = signature.parameters.iter().take_while(|parameter| parameter.default.is_none()).count();
        let most = signature.parameters.len();
        if arguments.len() < needed || arguments.len() > most {
            let wanted = if needed == most { needed.to_string() } else { format!("{needed} to {most}") };
            let plural = if wanted == "1" { "" } else { "s" };
            return Err(format!("takes {wanted} argument{plural}, {} given", arguments.len()));
        }
        let mut total = Score::default();
        for (at, (argument, parameter)) in arguments.iter().zip(&signature.parameters).enumerate() {
            let written = parameter.passing != Passing::In;
            if written && argument.access == Access::Value && !super::types::holds_resource(&parameter.ty) {
                return Err(format!("argument {} must be a variable, for its parameter is written", at + 1));
            }
            let back_again = |this: &mut Self| {
                let mut probe = argument.clone();
                probe.expr.ty = parameter.ty.clone();
                probe.literal = false;
                this.cost(&probe, &argument.expr.ty).is_some()
            };
            let fits = (parameter.passing == Passing::Out || self.cost(argument, &parameter.ty).is_some())
                && (!written || back_again(self));
            if !fits {
                let (wanted, found) = (type_name(&parameter.ty), type_name(&argument.expr.ty));
                return Err(format!("argument {} is `{found}`, `{wanted}` is expected", at + 1));
            }
            total = total.add(self.score(argument, &parameter.ty, parameter.passing));
        }
        Ok(total)
    }

    /// Whether it can be called with these arguments.
    pub fn fits(&mut self, candidate: &Candidate, arguments: &[Value]) -> bool {
        match candidate.signature() {
            Some(signature) => {
                let signature = Arc::clone(signature);
                self.rank(&signature, arguments).is_ok()
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
        let mut viable: Vec<Viable> = Vec::new();
        let mut reasons: Vec<(Place, String)> = Vec::new();
        for candidate in &candidates {
            match candidate {
                Candidate::Function(signature, place) => match self.rank(signature, arguments) {
                    Ok(score) => viable.push(Viable { signature: Arc::clone(signature), score, place: *place }),
                    Err(why) => reasons.push((*place, format!("`{}`: {why}", signature.symbol.0))),
                },
                Candidate::Failed(name, why, place) => reasons.push((*place, format!("`{name}`: {why}"))),
            }
        }
        // What may not be written fits a parameter that is written only where nothing else fits: then the message says why.
        let writes_read_only = |one: &Viable| {
            arguments.iter().zip(&one.signature.parameters).any(|(argument, parameter)| {
                parameter.passing != Passing::In && matches!(argument.access, Access::ReadOnly(_))
            })
        };
        if !viable.iter().all(writes_read_only) {
            viable.retain(|one| !writes_read_only(one));
        }
        let Some(best) = viable.iter().map(|one| one.score).min() else {
            return self.no_match(name, arguments, &reasons, at);
        };
        viable.retain(|one| one.score == best);
        // One function may have several declarations.
        if viable.iter().all(|one| one.signature.symbol == viable[0].signature.symbol) {
            return Ok(Arc::clone(&viable[0].signature));
        }
        self.ambiguous(name, arguments, &viable, at)
    }

    fn ambiguous<T>(&mut self, name: &str, arguments: &[Value], best: &[Viable], at: TokenIndex) -> Result<T> {
        let types: Vec<String> = arguments.iter().map(argument_name).collect();
        // The first argument that a cast gives a type which tells them apart.
        let differing = (0..arguments.len()).find_map(|index| {
            let mut wanted: Vec<String> = Vec::new();
            for one in best {
                let ty = &one.signature.parameters.get(index)?.ty;
                super::numbers::parts(ty)?;
                let ty = type_name(ty);
                if !wanted.contains(&ty) {
                    wanted.push(ty);
                }
            }
            (wanted.len() > 1).then_some((index, wanted))
        });
        let told = self.error(
            "hlsl/ambiguous-call",
            at.0,
            format!("the call of `{name}` with ({}) is ambiguous", types.join(", ")),
        );
        for one in best.iter().take(MAX_SHOWN) {
            told.label(one.place, format!("`{}` fits as well as the others", one.signature.symbol.0));
        }
        if best.len() > MAX_SHOWN {
            told.note(format!("and {} more", best.len() - MAX_SHOWN));
        }
        match differing {
            Some((index, mut wanted)) => {
                wanted.truncate(MAX_SHOWN);
                let last = wanted.pop().unwrap_or_default();
                let wanted = format!("`{}` or `{last}`", wanted.join("`, `"));
                told.help(format!("Cast argument {} to the type that is meant: {wanted}.", index + 1));
            }
            None => {
                told.help("Give one of the functions another name: no cast can tell them apart.");
            }
        }
        Err(Failed)
    }

    fn no_match<T>(
        &mut self,
        name: &str,
        arguments: &[Value],
        reasons: &[(Place, String)],
        at: TokenIndex,
    ) -> Result<T> {
        let types: Vec<String> = arguments.iter().map(argument_name).collect();
        let told = self.error("hlsl/no-matching-function", at.0, format!("no `{name}` takes ({})", types.join(", ")));
        for (place, why) in reasons.iter().take(MAX_SHOWN) {
            told.label(*place, why.clone());
        }
        if reasons.len() > MAX_SHOWN {
            told.note(format!("and {} more", reasons.len() - MAX_SHOWN));
        }
        Err(Failed)
    }
}

fn argument_name(value: &Value) -> String {
    match super::numbers::parts(&value.expr.ty) {
        Some((scalar, _)) if value.literal && super::numbers::is_float(scalar) => "literal float".to_owned(),
        Some(_) if value.literal => "literal int".to_owned(),
        _ => type_name(&value.expr.ty),
    }
}

/// Whether two functions differ in their parameters.
pub fn same_parameters(a: &Signature, b: &Signature) -> bool {
    a.parameters.len() == b.parameters.len() && a.parameters.iter().zip(&b.parameters).all(|(a, b)| same(&a.ty, &b.ty))
}
