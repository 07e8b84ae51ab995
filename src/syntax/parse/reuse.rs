//! Reuses the trees of items that an earlier unit contains too: the units of a shader differ only in their defines. A function is known
//! by its tokens; a run of items by its number, without a look at its tokens.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Code, MAX_PROBLEMS, Parser};
use crate::atom::Atom;
use crate::model::{Preprocessed, RunId, TextRun, TokenKind};
use crate::syntax::grammar::Grammar;
use crate::syntax::tree::{Kind, Node, NodeId, Tree};

/// The functions of the units that were parsed with it, all of one language.
#[derive(Debug, Default)]
pub struct KnownFunctions {
    all: Vec<Function>,
    /// Their numbers, by the first tokens.
    by_head: FxHashMap<[Atom; HEAD], Vec<u32>>,
    /// Those among the items of the last unit, in order.
    in_unit: Vec<UnitFunction>,
    /// Number of functions whose trees were reused.
    pub reused: usize,
    /// Number of runs whose trees were reused.
    pub reused_runs: usize,
    /// Of all functions, and about those of the other items of runs.
    tokens: usize,
    /// A run has several trees where names in it are types in some units only, and none where it is not read as whole items.
    runs: FxHashMap<RunId, Vec<KnownRun>>,
}

/// A function of a unit that can be met again in other units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitFunction {
    /// Its nodes are those from this to `node`.
    pub first: NodeId,
    pub node: NodeId,
    /// Equal for functions of several units that consist of the same tokens and have the same tree.
    pub number: u32,
}

impl KnownFunctions {
    /// The functions among the items of the unit that was parsed last, in order.
    pub fn in_unit(&self) -> &[UnitFunction] {
        &self.in_unit
    }

    /// The tokens that are kept: some 50 bytes each.
    pub fn tokens(&self) -> usize {
        self.tokens
    }

    /// From now on the nodes of a function are only its name, its body without what is in it, and itself.
    pub fn needs_no_body(&mut self, number: u32) {
        let Some(function) = self.all.get_mut(number as usize).filter(|function| function.outline.is_none()) else {
            return;
        };
        function.outline = outline(&function.nodes);
    }

    /// The known runs of a unit, each with about how many nodes it has.
    fn runs_of(&self, unit: &Preprocessed) -> Vec<(TextRun, usize)> {
        let known = |run: &TextRun| Some((*run, self.runs.get(&run.id)?.first()?.nodes()));
        unit.runs.iter().filter_map(known).collect()
    }
}

/// A function's nodes without those in its parameters and its body.
fn outline(nodes: &[Node]) -> Option<Vec<Node>> {
    let (whole, inner) = nodes.split_last()?;
    let tree = Tree::of_part(nodes);
    let parts = tree.children(tree.root()).filter(|part| matches!(tree.kind(*part), Kind::Name | Kind::Block));
    let parts: Vec<&Node> = parts.filter_map(|part| inner.get(part.0 as usize)).collect();
    Some(Node::outline(&parts, whole))
}

/// Upper bound of the trees of a run.
const MOST_TREES: usize = 4;

/// Number of first tokens by which functions are looked up: it distinguishes most of them.
const HEAD: usize = 6;

/// The tree of a function, and everything it depends on.
#[derive(Debug)]
struct Function {
    code: Vec<Spelled>,
    /// Names that were looked up, and whether they were types.
    looked_up: Vec<(Atom, bool)>,
    /// The last is the function; places count from its first token and node.
    nodes: Vec<Node>,
    /// What is enough of them: see [`KnownFunctions::needs_no_body`].
    outline: Option<Vec<Node>>,
}

impl Function {
    fn nodes(&self, with_bodies: bool) -> &[Node] {
        self.outline.as_ref().filter(|_| !with_bodies).unwrap_or(&self.nodes)
    }
}

/// The trees of the items of a run, and everything they depend on.
#[derive(Debug)]
struct KnownRun {
    items: Vec<RunItem>,
    /// Names that were looked up and that the run does not declare before, and whether they were types.
    looked_up: Vec<(Atom, bool)>,
    /// The types that it declares, in order.
    declares: Vec<Atom>,
    end: ItemEnd,
    /// The items without what is in functions, once each function has an outline.
    outline: Option<RunOutline>,
}

/// The nodes of a run's items, to be added at once. Places count from the run's first token and from the first of these nodes.
#[derive(Debug)]
struct RunOutline {
    nodes: Vec<Node>,
    items: Vec<NodeId>,
    functions: Vec<UnitFunction>,
}

impl RunOutline {
    /// `None` while a function has no outline.
    fn of(items: &[RunItem], all: &[Function]) -> Option<RunOutline> {
        let mut tree = Tree::new(0);
        let mut outline =
            RunOutline { nodes: Vec::new(), items: Vec::with_capacity(items.len()), functions: Vec::new() };
        for RunItem { offset, nodes } in items {
            let first = NodeId(tree.len() as u32);
            let node = match nodes {
                RunNodes::Own(nodes) => tree.append(nodes, *offset),
                RunNodes::Function(number) => {
                    let node = tree.append(all[*number as usize].outline.as_ref()?, *offset);
                    outline.functions.push(UnitFunction { first, node, number: *number });
                    node
                }
            };
            outline.items.push(node);
        }
        outline.nodes = tree.part(0, tree.len(), 0);
        Some(outline)
    }
}

/// What the end of an item depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ItemEnd {
    /// On its own tokens.
    Own,
    /// Also on that no `;` stands behind it.
    NoSemicolon,
    /// On what stands behind it.
    Open,
}

#[derive(Debug)]
struct RunItem {
    /// Of its first token in the run.
    offset: u32,
    nodes: RunNodes,
}

#[derive(Debug)]
enum RunNodes {
    /// A function, by its number.
    Function(u32),
    /// Places count from the item's first token and node.
    Own(Vec<Node>),
}

impl KnownRun {
    fn nodes(&self) -> usize {
        if let Some(outline) = &self.outline {
            return outline.nodes.len();
        }
        let of = |item: &RunItem| if let RunNodes::Own(nodes) = &item.nodes { nodes.len() } else { 3 };
        self.items.iter().map(of).sum()
    }
}

#[derive(Clone, Copy, Debug)]
struct Spelled {
    text: Atom,
    kind: TokenKind,
    /// How far behind it the bracket is that closes it.
    closer: u32,
}

impl Spelled {
    fn of(code: &Code) -> Spelled {
        Spelled { text: code.text, kind: code.kind, closer: code.closer }
    }

    fn is(&self, code: &Code) -> bool {
        self.text == code.text && self.kind == code.kind && self.closer == code.closer
    }
}

/// An item that was read token by token.
struct ReadItem {
    /// Its code tokens.
    first: usize,
    last: usize,
    /// Its nodes.
    first_node: NodeId,
    node: NodeId,
    /// Its number among the known functions.
    function: Option<u32>,
    /// Of an item without a number: names that were looked up.
    looked_up: Vec<(Atom, bool)>,
    /// The part of the log of declared types.
    types: (usize, usize),
    end: ItemEnd,
}

/// Upper bound of the runs that are read token by token after all, one after another, before all are.
const MOST_EXCEPTIONS: usize = 4;

/// The same tree as [`super::parse`], in less time if items of the unit are known. Without `with_bodies`, functions for which
/// [`KnownFunctions::needs_no_body`] was called have only some of their nodes.
pub fn parse_with_reuse(
    grammar: &'static Grammar,
    unit: &Preprocessed,
    known: &mut KnownFunctions,
    with_bodies: bool,
) -> Tree {
    let mut runs = known.runs_of(unit);
    for _ in 0..MOST_EXCEPTIONS {
        match parse_items(grammar, unit, runs.clone(), known, with_bodies) {
            Ok(tree) => return tree,
            Err(Unfit::Run(id)) => runs.retain(|(run, _)| run.id != id),
            Err(Unfit::Unit) => break,
        }
    }
    parse_items(grammar, unit, Vec::new(), known, with_bodies).unwrap_or_else(|_| super::parse(grammar, unit))
}

/// Why known runs are not read as such.
enum Unfit {
    /// What stands before this one is no whole item, or declares other types.
    Run(RunId),
    /// Something is wrong with the unit: the messages of its tokens are wanted.
    Unit,
}

/// The tree of a unit in which these runs are known.
fn parse_items(
    grammar: &'static Grammar,
    unit: &Preprocessed,
    runs: Vec<(TextRun, usize)>,
    known: &mut KnownFunctions,
    with_bodies: bool,
) -> Result<Tree, Unfit> {
    known.in_unit.clear();
    let mut parser = Parser::of_unit(grammar, unit, runs);
    let (mut items, mut read, mut next) = (Vec::new(), Vec::new(), 0);
    while !parser.done() {
        let run = parser.runs.get(next).map(|place| (place.code, place.id));
        if let Some((_, id)) = run.filter(|(code, _)| *code == parser.at) {
            next += 1;
            if !parser.known_run(next - 1, known, with_bodies, &mut items) {
                return Err(Unfit::Run(id));
            }
            continue;
        }
        let (first, types) = (parser.at, parser.types.log.len());
        if let Some(brace) = parser.unmatched_brace() {
            items.push(brace);
            continue;
        }
        parser.begin_item();
        let first_node = NodeId(parser.tree.len() as u32);
        let (node, function) = match parser.known_function(known, with_bodies) {
            Some((node, number)) => (node, Some(number)),
            None => parser.new_item(known),
        };
        let end = parser.item_end(node);
        if let Some((code, id)) = run {
            let is_open = match end {
                ItemEnd::Own => false,
                ItemEnd::NoSemicolon => parser.runs[next].text == ";",
                ItemEnd::Open => true,
            };
            if parser.at > code || parser.at == code && is_open {
                return Err(Unfit::Run(id));
            }
        }
        items.push(node);
        let looked_up = if function.is_some() { Vec::new() } else { parser.looked_up.borrow().clone() };
        let types = (types, parser.types.log.len());
        read.push(ReadItem { first, last: parser.at, first_node, node, function, looked_up, types, end });
    }
    if !parser.runs.is_empty() && (!parser.tree.problems.is_empty() || parser.tree.too_deep.is_some()) {
        return Err(Unfit::Unit);
    }
    parser.learn_runs(unit, &read, known);
    parser.end_unit(&items);
    Ok(parser.tree)
}

impl Parser<'_> {
    fn head(&self, at: usize) -> Option<[Atom; HEAD]> {
        let code = self.code.get(at..at + HEAD)?;
        Some(std::array::from_fn(|index| code[index].text))
    }

    /// Whether no directive stands right before these tokens or between them: then places in their tree follow from the
    /// first token's.
    fn is_whole(&self, start: usize, end: usize) -> bool {
        let from = self.end_before(start);
        from == self.token(start) && (self.token(end - 1) - from) as usize == end - 1 - start
    }

    /// What the end of the item that was read last depends on.
    fn item_end(&self, item: NodeId) -> ItemEnd {
        let mut kind = self.tree.kind(item);
        if kind == Kind::Template {
            kind = self.tree.children(item).last().map_or(kind, |inner| self.tree.kind(inner));
        }
        match (self.text_at(self.at - 1), kind) {
            (";", _) | ("}", Kind::Function) => ItemEnd::Own,
            ("}", Kind::Namespace) => ItemEnd::NoSemicolon,
            ("}", Kind::Buffer) if !self.grammar.blocks.instances => ItemEnd::NoSemicolon,
            _ => ItemEnd::Open,
        }
    }

    /// Takes the code token of a known run. False where names mean something else than in all units that had it.
    fn known_run(
        &mut self,
        place: usize,
        known: &mut KnownFunctions,
        with_bodies: bool,
        items: &mut Vec<NodeId>,
    ) -> bool {
        let KnownFunctions { all, in_unit, reused, reused_runs, runs, .. } = known;
        let behind = match self.runs.get(place + 1) {
            Some(next) if next.code == self.at + 1 => next.text.as_str(),
            _ => self.text_at(self.at + 1),
        };
        let is_it = |run: &KnownRun| {
            (run.end == ItemEnd::Own || behind != ";")
                && run.looked_up.iter().all(|(name, answer)| self.types.contains(name) == *answer)
        };
        let Some(run) = runs.get_mut(&self.runs[place].id).and_then(|runs| runs.iter_mut().find(|run| is_it(run)))
        else {
            return false;
        };
        *reused_runs += 1;
        let start = self.token(self.at);
        self.at += 1;
        if !with_bodies && run.outline.is_none() {
            run.outline = RunOutline::of(&run.items, all);
        }
        if let Some(outline) = run.outline.as_ref().filter(|_| !with_bodies) {
            let base = self.tree.len() as u32;
            self.tree.append(&outline.nodes, start);
            items.extend(outline.items.iter().map(|item| NodeId(item.0 + base)));
            let moved = |function: &UnitFunction| UnitFunction {
                first: NodeId(function.first.0 + base),
                node: NodeId(function.node.0 + base),
                number: function.number,
            };
            in_unit.extend(outline.functions.iter().map(moved));
            *reused += outline.functions.len();
        } else {
            for RunItem { offset, nodes } in &run.items {
                let first = NodeId(self.tree.len() as u32);
                let own = match nodes {
                    RunNodes::Own(nodes) => nodes,
                    RunNodes::Function(number) => all[*number as usize].nodes(with_bodies),
                };
                let node = self.tree.append(own, start + offset);
                items.push(node);
                if let RunNodes::Function(number) = *nodes {
                    *reused += 1;
                    in_unit.push(UnitFunction { first, node, number });
                }
            }
        }
        run.declares.iter().for_each(|name| self.types.insert(*name));
        true
    }

    fn known_function(&mut self, known: &mut KnownFunctions, with_bodies: bool) -> Option<(NodeId, u32)> {
        let start = self.at;
        let number = known.by_head.get(&self.head(start)?)?.iter().copied().find(|number| {
            let function = &known.all[*number as usize];
            let end = start + function.code.len();
            let code = self.code.get(start..end);
            code.is_some_and(|code| code.iter().zip(&function.code).all(|(one, other)| other.is(one)))
                && self.is_whole(start, end)
                && function.looked_up.iter().all(|(name, answer)| self.types.contains(name) == *answer)
        })?;
        let found = &known.all[number as usize];
        self.at = start + found.code.len();
        known.reused += 1;
        let first = NodeId(self.tree.len() as u32);
        let node = self.tree.append(found.nodes(with_bodies), self.token(start));
        known.in_unit.push(UnitFunction { first, node, number });
        Some((node, number))
    }

    fn new_item(&mut self, known: &mut KnownFunctions) -> (NodeId, Option<u32>) {
        let (start, first_node, declarations) = (self.at, self.tree.len(), self.types.log.len());
        let problems = self.tree.problems.len();
        let item = self.item();
        // It ends with its body, so nothing was looked at behind it.
        let ends = self.code.get(self.at - 1).is_some_and(|code| code.text == "}");
        if self.tree.kind(item) != Kind::Function
            || !ends
            || !self.is_whole(start, self.at)
            // Elsewhere the name may be no type before it.
            || self.types.log.len() != declarations
            || self.tree.too_deep.is_some()
            || self.tree.problems.len() > problems
            // No further problem would be noted.
            || problems >= MAX_PROBLEMS
        {
            return (item, None);
        }
        let Some(head) = self.head(start) else { return (item, None) };
        let number = known.all.len() as u32;
        known.by_head.entry(head).or_default().push(number);
        known.in_unit.push(UnitFunction { first: NodeId(first_node as u32), node: item, number });
        known.tokens += self.at - start;
        known.all.push(Function {
            code: self.code[start..self.at].iter().map(Spelled::of).collect(),
            looked_up: self.looked_up.borrow().clone(),
            nodes: self.tree.part(first_node, self.tree.len(), self.token(start)),
            outline: None,
        });
        (item, Some(number))
    }

    /// Notes the runs of the unit that were read token by token.
    fn learn_runs(&self, unit: &Preprocessed, read: &[ReadItem], known: &mut KnownFunctions) {
        if !self.tree.problems.is_empty() || self.tree.too_deep.is_some() {
            return;
        }
        let mut placed = self.runs.iter().peekable();
        for run in &unit.runs {
            if placed.next_if(|place| self.code[place.code].token == run.first).is_some() {
                continue;
            }
            let found = self.run_of(run, read, known);
            let tokens = |item: &RunItem| if let RunNodes::Own(nodes) = &item.nodes { nodes.len() / 2 } else { 1 };
            let KnownFunctions { runs, tokens: kept, .. } = known;
            let trees = runs.entry(run.id).or_insert_with(|| {
                *kept += 1;
                Vec::new()
            });
            let is_new = |run: &KnownRun| trees.iter().all(|known| known.looked_up != run.looked_up);
            if let Some(found) = found.filter(|run| trees.len() < MOST_TREES && is_new(run)) {
                *kept += found.items.iter().map(tokens).sum::<usize>();
                trees.push(found);
            }
        }
    }

    /// A run that consists of whole items; `None` where it does not.
    fn run_of(&self, run: &TextRun, read: &[ReadItem], known: &KnownFunctions) -> Option<KnownRun> {
        let code = |token: u32| self.code.partition_point(|code| code.token < token);
        let (first, last) = (code(run.first), code(run.last));
        let from = read.binary_search_by_key(&first, |item| item.first).ok()?;
        let count = read[from..].binary_search_by_key(&last, |item| item.last).ok()? + 1;
        let items = &read[from..from + count];
        let are_neighbours = items.windows(2).all(|pair| pair[0].last == pair[1].first);
        let end = items.last()?.end;
        if !are_neighbours || end == ItemEnd::Open {
            return None;
        }
        let mut found = KnownRun {
            items: Vec::with_capacity(count),
            looked_up: Vec::new(),
            declares: Vec::new(),
            end,
            outline: None,
        };
        let (mut declared, mut noted): (FxHashSet<Atom>, FxHashSet<Atom>) = Default::default();
        for item in items {
            let looked_up = item.function.map_or(&item.looked_up, |number| &known.all[number as usize].looked_up);
            let asked = looked_up.iter().filter(|(name, _)| !declared.contains(name) && noted.insert(*name));
            found.looked_up.extend(asked);
            declared.extend(&self.types.log[item.types.0..item.types.1]);
            found.declares.extend(&self.types.log[item.types.0..item.types.1]);
            let start = self.token(item.first);
            let nodes = match item.function {
                Some(number) => RunNodes::Function(number),
                None => {
                    let part = self.tree.part(item.first_node.0 as usize, item.node.0 as usize + 1, start);
                    RunNodes::Own(part)
                }
            };
            found.items.push(RunItem { offset: start - run.first, nodes });
        }
        Some(found)
    }
}
