//! Makes the program of a variant.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::diagnostics::{ChunkToken, code};
use super::entity::Entity;
use super::head_tokens::HeadTokens;
use super::interface_parts::InterfaceParts;
use super::rules::Rules;
use super::session::Session;
use super::stage_operations::{Lack, misplaced};
use super::stream::TokenStream;
use super::unit::{MAX_CHUNKS, Unit, UnitItem};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Origin};
use crate::ir::{EntryPoint, Instance, Item, Program, Symbol, work};
use crate::model::{Digest, SourceText, Stage, TokenSpan, ask_other_compilers};

/// Analyses a variant. Warnings come with the program; without one there is at least one error.
pub fn analyse<L: Rules>(
    source: &SourceText,
    stage: Stage,
    entry_point: &str,
    settings: L::Settings,
    session: &Session<L>,
) -> (Option<Program>, Vec<Diagnostic>) {
    let mut unit = Unit::new(session, settings.clone(), &source.tokens, TokenStream::of(source));
    unit.run();
    let entry = entry(&mut unit, stage, entry_point);
    if unit.diagnostics.iter().any(Diagnostic::is_error) {
        return (None, unit.diagnostics);
    }
    let Some(function) = entry else { return (None, unit.diagnostics) };
    let mut missing = Vec::new();
    let mut items = unit.reach(vec![function], |used, by| missing.push((used, by.chunk)));
    for (used, chunk) in missing {
        let place = unit.token_at(ChunkToken { chunk, token: 0 }).map(|token| source.tokens.place(token).0);
        let text = if used.0.contains('(') {
            format!("`{}` is called and has no body", used.0)
        } else {
            format!("`{}` is used and defined nowhere", used.0)
        };
        let mut diagnostic = Diagnostic::error(code::<L>("no-body"), text);
        if let Some(place) = place {
            diagnostic = diagnostic.at_with(place, "called from here");
        }
        unit.diagnostics.push(diagnostic);
    }
    let (found, text, help) = match calls(&unit, function) {
        Calls::Sound => (None, String::new(), String::new()),
        Calls::Recursive(symbol) => {
            let help = format!("{} has no recursion; write a loop.", L::TITLE);
            (Some(symbol), format!("`{}` calls itself", symbol.0), help)
        }
        Calls::TooDeep(symbol) => {
            let text = format!("`{}` calls functions in each other, more than {MAX_CALLS} deep", symbol.0);
            (Some(symbol), text, "Join some of these functions.".to_owned())
        }
    };
    if let Some(found) = found {
        let chunk = unit.chunk_of_item(found).unwrap_or(0);
        let mut diagnostic = Diagnostic::error(code::<L>("recursion"), text).help(help);
        if let Some(token) = unit.token_at(unit.name_in_chunk(chunk, found)) {
            diagnostic = diagnostic.at(source.tokens.place(token).0);
        }
        unit.diagnostics.push(diagnostic);
    }
    tell_misplaced(&mut unit, &items, stage);
    if unit.diagnostics.iter().any(Diagnostic::is_error) {
        return (None, unit.diagnostics);
    }
    let interface = shared_interface(source, settings, session, &unit);
    let Ok(function) = L::entry(&mut unit, stage, function, &mut items, &interface) else {
        return (None, unit.diagnostics);
    };
    let program = Program { entry: EntryPoint { stage, function }, items, interface, wording: L::WORDING };
    (Some(program), unit.diagnostics)
}

/// Reports the operations that the stage does not have.
fn tell_misplaced<L: Rules>(unit: &mut Unit<'_, L>, items: &BTreeMap<Symbol, Instance>, stage: Stage) {
    for one in misplaced::<L>(items, stage) {
        let (name, stage) = (one.name, stage.name());
        let mut diagnostic = match one.lack {
            Lack::Derivatives => {
                let text = format!("`{name}` needs derivatives, which a {stage} stage does not have");
                Diagnostic::error(code::<L>("derivative"), text).help(L::WORDING.instead_of_derivatives)
            }
            Lack::Subpasses => {
                let text = format!("`{name}` reads the pixel of an earlier subpass, and a {stage} stage has no pixel");
                Diagnostic::error(code::<L>("misplaced"), text).help("Read it in the pixel (fragment) stage.")
            }
        };
        let chunk = unit.chunk_of_item(one.function).unwrap_or(0);
        if let Some(span) = unit.span(ChunkToken { chunk, token: one.at.0 }) {
            diagnostic = diagnostic.at(span);
        }
        unit.diagnostics.push(diagnostic);
    }
}

/// The entry point of a stage, checked against the requirements of the stage.
fn entry<L: Rules>(unit: &mut Unit<'_, L>, stage: Stage, name: &str) -> Option<Symbol> {
    if matches!(stage, Stage::Hull | Stage::Domain | Stage::Geometry) {
        let text = format!("a {} stage is not supported by the embedded compiler", stage.name());
        let unsupported = Diagnostic::error(code::<L>("unsupported"), text).origin(Origin::Unsupported);
        unit.diagnostics.push(unsupported.help(ask_other_compilers(L::WORDING.other_compilers)));
        return None;
    }
    let decls = unit.named(Atom::from(name), u32::MAX, false);
    let mut symbols: Vec<Symbol> = Vec::new();
    for decl in &decls {
        if let Entity::Function(signature) = &decl.entity
            && unit.has_item(signature.symbol)
            && !symbols.contains(&signature.symbol)
        {
            symbols.push(signature.symbol);
        }
    }
    if unit.diagnostics.iter().any(Diagnostic::is_error) {
        return symbols.first().copied();
    }
    let symbol = match symbols.as_slice() {
        [] => {
            let known = unit.known_names().unwrap_or_default();
            let help = crate::diag::did_you_mean(name, known).map(|best| format!("Did you mean `{best}`?"));
            let mut diagnostic =
                Diagnostic::error(code::<L>("no-entry-point"), format!("there is no function `{name}` with a body"));
            diagnostic.help = help;
            unit.diagnostics.push(diagnostic);
            return None;
        }
        [only] => *only,
        [first, ..] => {
            let all: Vec<&str> = symbols.iter().map(|symbol| symbol.0.as_str()).collect();
            let text = format!("the entry point `{name}` is ambiguous");
            unit.diagnostics.push(Diagnostic::error(code::<L>("no-entry-point"), text).note(all.join(", ")));
            return Some(*first);
        }
    };
    if let Some(UnitItem { analysed, .. }) = unit.item(symbol)
        && let Item::Function(function) = &*analysed.item
    {
        let problem = L::check_entry_point(stage, name, function);
        if let Some((wrong, text)) = problem {
            let chunk = unit.chunk_of_item(symbol).unwrap_or(0);
            let token = function.at.0;
            let mut diagnostic = Diagnostic::error(code::<L>(wrong), text);
            if let Some(span) = unit.span(ChunkToken { chunk, token }) {
                diagnostic = diagnostic.at(span);
            }
            unit.diagnostics.push(diagnostic);
        }
    }
    Some(symbol)
}

/// Upper bound of functions that are called in each other: lowering recurses.
const MAX_CALLS: u32 = 256;

/// What is wrong with the calls of a program.
enum Calls {
    Sound,
    /// It reaches itself.
    Recursive(Symbol),
    /// It calls functions in each other, more than [`MAX_CALLS`] deep.
    TooDeep(Symbol),
}

/// The items whose uses have been followed. `None`: they are being followed; else the functions that are called in each other from
/// the item on.
type Followed = FxHashMap<Symbol, Option<u32>>;

/// Checks the calls from the entry point on, and those of the other functions if the language wants it.
fn calls<L: Rules>(unit: &Unit<'_, L>, entry: Symbol) -> Calls {
    let mut known = Followed::default();
    let reached = follow_calls(unit, entry, &mut known);
    if L::UNREACHED_RECURSION || !matches!(reached, Calls::Sound) {
        return reached;
    }
    for function in unit.functions() {
        if !known.contains_key(&function)
            && let found @ Calls::Recursive(_) = follow_calls(unit, function, &mut known)
        {
            return found;
        }
    }
    Calls::Sound
}

/// Follows the calls of a function.
fn follow_calls<L: Rules>(unit: &Unit<'_, L>, from: Symbol, known: &mut Followed) -> Calls {
    /// Where the search is: an item, how many of its uses have been followed, and the functions below it so far.
    struct Open {
        symbol: Symbol,
        at: usize,
        below: u32,
    }
    let is_function = |symbol: Symbol| {
        u32::from(unit.item(symbol).is_some_and(|item| matches!(*item.analysed.item, Item::Function(_))))
    };
    let mut open = vec![Open { symbol: from, at: 0, below: 0 }];
    let mut deepest = None;
    known.insert(from, None);
    while let Some(Open { symbol, at, below }) = open.last_mut() {
        let next = unit.item(*symbol).and_then(|item| item.analysed.uses.get(*at).copied());
        *at += 1;
        let Some(next) = next else {
            let (symbol, depth) = (*symbol, *below + is_function(*symbol));
            known.insert(symbol, Some(depth));
            open.pop();
            if let Some(Open { below, .. }) = open.last_mut() {
                *below = depth.max(*below);
            }
            if depth > MAX_CALLS && deepest.is_none() {
                deepest = Some(symbol);
            }
            continue;
        };
        match known.get(&next) {
            Some(None) => return Calls::Recursive(next),
            Some(Some(depth)) => *below = (*below).max(*depth),
            None => {
                known.insert(next, None);
                open.push(Open { symbol: next, at: 0, below: 0 });
            }
        }
    }
    deepest.map_or(Calls::Sound, Calls::TooDeep)
}

/// Resources, blocks and loose uniforms of a variant's whole unit, for every entry point. [`analyse`] gives the same
/// with a program. Declarations that could not be analysed are left out.
pub fn interface<L: Rules>(source: &SourceText, settings: L::Settings, session: &Session<L>) -> Arc<[Instance]> {
    let mut heads = Unit::new(session, settings.clone(), &source.tokens, TokenStream::of(source));
    heads.heads_only = true;
    heads.run();
    shared_interface(source, settings, session, &heads)
}

/// Every global of a variant's whole unit, in the order of their declarations. Declarations that could not be analysed are left out;
/// `failed`: there are such.
pub fn globals<L: Rules>(source: &SourceText, settings: L::Settings, session: &Session<L>) -> (Vec<Instance>, bool) {
    let mut unit = Unit::new(session, settings, &source.tokens, TokenStream::of(source));
    unit.heads_only = true;
    unit.run();
    let failed = unit.diagnostics.iter().any(Diagnostic::is_error);
    (unit.globals(), failed)
}

/// Functions without their bodies, by name; `None` for a function that does not exist, has a mistake in its head, or
/// has overloads.
pub fn heads<L: Rules>(
    source: &SourceText,
    names: &[Atom],
    settings: L::Settings,
    session: &Session<L>,
) -> Vec<Option<Instance>> {
    let mut unit = Unit::new(session, settings, &source.tokens, TokenStream::of(source));
    unit.heads_only = true;
    unit.signatures_of = names.to_vec();
    unit.run();
    let head = |name: &Atom| {
        let decls = unit.named(*name, u32::MAX, false);
        let symbols: BTreeSet<Symbol> = decls
            .iter()
            .filter_map(|decl| match &decl.entity {
                Entity::Function(signature) if unit.has_item(signature.symbol) => Some(signature.symbol),
                _ => None,
            })
            .collect();
        let only = symbols.first().filter(|_| symbols.len() == 1)?;
        unit.reach(vec![*only], |_, _| {}).remove(only)
    };
    names.iter().map(head).collect()
}

/// Digest of all that the [`heads`] of a function depend on: the tokens outside of functions and this one's head, with all
/// directives. A function's body begins with a brace behind the parameters' parenthesis or behind the meaning of the result
/// (`) : SV_Target {`); the parenthesis of `: register(b0) {` stands behind a colon and holds no parameters.
pub fn heads_digest<L: Rules>(source: &SourceText, function: Atom, session: &Session<L>) -> Digest {
    let mut heads = HeadTokens::new(function);
    for piece in source.pieces.iter() {
        match *piece {
            TokenSpan::Keep { mut first, last } => {
                while first < last {
                    let is_item = heads.is_between_items();
                    if let Some(length) = is_item.then(|| other_function(source, first, function, session)).flatten()
                        && first + length <= last
                    {
                        first += length;
                        continue;
                    }
                    let Some(kept) = source.tokens.tokens.slices(first, last).next() else { break };
                    first += (kept.len() - heads.add_item(kept).len()) as u32;
                }
            }
            TokenSpan::Text { text, .. } => heads.add(text),
        }
    }
    Digest::of(heads.text.as_bytes())
}

/// The number of tokens of the known function with a body that begins at a token of a unit, and in which a word does not stand.
fn other_function<L: Rules>(source: &SourceText, first: u32, word: Atom, session: &Session<L>) -> Option<u32> {
    let runs = &source.tokens.runs;
    let run = runs.get(runs.partition_point(|run| run.last <= first)).filter(|run| run.first <= first)?;
    let (length, syntax) = session.run_chunk(run.id, first - run.first)?;
    let has_body = syntax.only_functions && syntax.text(length - 1) == "}";
    (has_body && !syntax.has_word(&word)).then_some(length)
}

/// The interface of a variant's whole unit without its branches, found once for all its variants.
pub fn unit_interface<L: Rules>(source: &SourceText, settings: L::Settings, session: &Session<L>) -> Arc<[Instance]> {
    let branches: Vec<Atom> = source.branches.branches().iter().map(|branch| Atom::from(&branch.name)).collect();
    session.interface(&source.tokens, &branches).unwrap_or_else(|| {
        let find = || -> Arc<[Instance]> {
            let text = SourceText::whole(Arc::clone(&source.tokens));
            let mut heads = Unit::new(session, settings.clone(), &source.tokens, TokenStream::of(&text));
            heads.heads_only = true;
            heads.without = branches.iter().copied().collect();
            heads.run();
            heads.interface().into()
        };
        let found = work::apart(|| {
            let parts = InterfaceParts::of(session, &settings, &source.tokens);
            if parts.items > MAX_CHUNKS {
                find()
            } else {
                session.interface_of_parts(parts, &settings, &branches, find)
            }
        });
        session.keep_interface(&source.tokens, branches, &found);
        found
    })
}

/// The interface of the unit, with the declarations that are known only in the variant.
fn shared_interface<L: Rules>(
    source: &SourceText,
    settings: L::Settings,
    session: &Session<L>,
    unit: &Unit<'_, L>,
) -> Arc<[Instance]> {
    let whole = unit_interface(source, settings, session);
    // A declaration that depends on a branch is known only in the variant.
    let own = unit.interface();
    let symbol = |instance: &Instance| match &*instance.item {
        Item::Function(function) => function.symbol,
        Item::Global(global) => global.symbol,
        Item::Block(block) => block.symbol,
    };
    let known: FxHashSet<Symbol> = whole.iter().map(symbol).collect();
    let missing: Vec<Instance> = own.into_iter().filter(|own| !known.contains(&symbol(own))).collect();
    if missing.is_empty() {
        return whole;
    }
    let mut all: Vec<Instance> = whole.iter().cloned().chain(missing).collect();
    all.sort_by_key(|instance| instance.tokens.first().copied());
    all.into()
}
