//! What mesh and amplification stages must not do, as DXC and its validator have it: payloads, parameters, and where
//! `DispatchMesh` and `SetMeshOutputCounts` stand.

use std::collections::BTreeMap;

use super::mesh_calls::{self, Event, Kind};
use super::mesh_stages::roles;
use super::rules::{HlslRules, Unit};
use super::sizes;
use crate::diag::{Diagnostic, Label, Span};
use crate::dialect::hlsl::interface::Role;
use crate::ir::{
    Expr, Function, Instance, Item, LocalId, Passing, Statement, Storage, Symbol, TokenIndex, Type, type_name,
    written_places,
};
use crate::model::Stage;
use crate::sema::{ChunkToken, Failed, Result, code};

/// The most bytes of a payload.
const MAX_PAYLOAD: u32 = 16384;

/// The most threads of a group of either stage.
const MAX_THREADS: u32 = 128;

/// Checks an entry point and what it calls. Each mistake is told once.
///
/// # Errors
/// It has been reported to the unit.
pub fn check(unit: &mut Unit<'_>, stage: Stage, symbol: Symbol, items: &BTreeMap<Symbol, Instance>) -> Result<()> {
    if !matches!(stage, Stage::Amplification | Stage::Mesh) {
        return Ok(());
    }
    let Some(Item::Function(function)) = items.get(&symbol).map(|instance| &*instance.item) else { return Ok(()) };
    let mut rules = MeshRules { unit, stage, function, items, failed: false };
    rules.threads();
    rules.parameters();
    match mesh_calls::events(function, items) {
        Some(events) if stage == Stage::Amplification => rules.dispatches(&events),
        Some(events) => rules.counts(&events),
        None => rules.too_many_calls(),
    }
    if rules.failed { Err(Failed) } else { Ok(()) }
}

struct MeshRules<'a, 'u> {
    unit: &'a mut Unit<'u>,
    stage: Stage,
    function: &'a Function,
    items: &'a BTreeMap<Symbol, Instance>,
    failed: bool,
}

impl MeshRules<'_, '_> {
    fn span(&self, function: Symbol, at: TokenIndex) -> Option<Span> {
        let chunk = self.unit.chunk_of_item(function)?;
        self.unit.span(ChunkToken { chunk, token: at.0 })
    }

    fn error(&mut self, name: &str, (function, at): (Symbol, TokenIndex), text: String, help: String) {
        self.report(name, (function, at), text, help, None);
    }

    /// `other`: a place that belongs to it, and what is there.
    fn report(
        &mut self,
        name: &str,
        (function, at): (Symbol, TokenIndex),
        text: String,
        help: String,
        other: Option<(&Event, &str)>,
    ) {
        let mut diagnostic = Diagnostic::error(code::<HlslRules>(name), text).help(help);
        if let Some(span) = self.span(function, at) {
            diagnostic = diagnostic.at(span);
        }
        if let Some((event, message)) = other
            && let Some(span) = self.span(event.function, event.at)
        {
            diagnostic.labels.push(Label { span, message: message.to_owned() });
        }
        self.failed = true;
        self.unit.diagnostics.push(diagnostic);
    }

    fn entry(&self) -> (Symbol, TokenIndex) {
        (self.function.symbol, self.function.at)
    }

    fn too_many_calls(&mut self) {
        let call = if self.stage == Stage::Mesh { "SetMeshOutputCounts" } else { "DispatchMesh" };
        let text = format!("too many calls lead to `{call}` to tell when it is called");
        self.error("misplaced", self.entry(), text, format!("Call `{call}` in the entry point."));
    }

    fn threads(&mut self) {
        let Some([x, y, z]) = self.function.threads else { return };
        let total = x.saturating_mul(y).saturating_mul(z);
        if total > MAX_THREADS {
            let (stage, name) = (self.stage.name(), self.function.symbol.name());
            let text =
                format!("a group of the {stage} entry point `{name}` has {x} x {y} x {z} threads, {total} in all");
            let help = format!("A group of this stage has at most {MAX_THREADS} threads.");
            self.error("attribute", self.entry(), text, help);
        }
    }

    fn parameters(&mut self) {
        let function = self.function;
        for (local, role) in roles(function) {
            let Some(parameter) = function.parameters.get(local.0 as usize) else { continue };
            let place = (function.symbol, parameter.at);
            let name = parameter.name;
            match role {
                Role::Payload if self.stage == Stage::Mesh => self.payload(local, &parameter.ty, place),
                Role::Payload => {
                    let text = format!("`{name}` is a payload, which only a mesh stage is given");
                    let help = "An amplification stage sends its payload: `DispatchMesh(x, y, z, payload)`.".to_owned();
                    self.error("misplaced", place, text, help);
                }
                Role::Value if self.stage == Stage::Mesh && parameter.passing != Passing::In && !parameter.uniform => {
                    let text = format!(
                        "the output `{name}` of a mesh stage is none of `indices`, `vertices` and `primitives`"
                    );
                    let help = "Make it a member of the structure of the `vertices` or of the `primitives`.".to_owned();
                    self.error("misplaced", place, text, help);
                }
                _ => {}
            }
        }
    }

    /// The payload that a mesh stage is given.
    fn payload(&mut self, local: LocalId, ty: &Type, place: (Symbol, TokenIndex)) {
        if !matches!(ty, Type::Struct(_)) {
            let text = format!("the payload of a mesh stage is a structure, not a `{}`", type_name(ty));
            self.error("type", place, text, "Declare a structure that both stages share.".to_owned());
            return;
        }
        self.payload_size(ty, place);
        if let Some(at) = first_write(self.function, local, self.items) {
            let text = "this writes to the payload, which a mesh stage only reads".to_owned();
            let help = "Copy it into a local variable first.".to_owned();
            self.error("read-only", (self.function.symbol, at), text, help);
        }
    }

    /// The payload that an amplification stage sends.
    fn sent(&mut self, payload: &Expr, function: Symbol) {
        let place = (function, payload.at);
        let global = payload.root_global().and_then(|symbol| self.items.get(&symbol)).map(|instance| &*instance.item);
        if matches!(global, Some(Item::Global(global)) if global.storage == Storage::GroupShared) {
            self.payload_size(&payload.ty, place);
            return;
        }
        let text = "the payload of `DispatchMesh` is a `groupshared` variable, and this is none".to_owned();
        let help = "Declare one outside of functions, write to it, and send it.".to_owned();
        self.error("type", place, text, help);
    }

    fn payload_size(&mut self, ty: &Type, place: (Symbol, TokenIndex)) {
        let bytes = sizes::size(ty);
        if bytes.is_none_or(|bytes| bytes > MAX_PAYLOAD) {
            let size = bytes.map_or_else(|| "too many".to_owned(), |bytes| bytes.to_string());
            let text = format!("the payload `{}` has {size} bytes", type_name(ty));
            self.error("type", place, text, format!("A payload has at most {MAX_PAYLOAD} bytes."));
        }
    }

    /// An amplification stage starts its mesh groups once, whatever happens.
    fn dispatches(&mut self, events: &[Event]) {
        let all: Vec<&Event> = events.iter().filter(|event| event.kind == Kind::Dispatch).collect();
        if let Some(first) = all.first()
            && let Some(payload) = &first.payload
        {
            self.sent(payload, first.function);
        }
        let help = "All threads of a group call it once: keep one call, outside of conditions and loops, and give it 0 groups \
                    where none is to start.";
        match all.as_slice() {
            [] => {
                let name = self.function.symbol.name();
                let text = format!("the amplification entry point `{name}` never calls `DispatchMesh`");
                let help = "Write `DispatchMesh(x, y, z, payload)` at its end.".to_owned();
                self.error("misplaced", self.entry(), text, help);
            }
            [only] if only.is_repeated() => {
                self.error(
                    "misplaced",
                    (only.function, only.at),
                    "`DispatchMesh` is in a loop".to_owned(),
                    help.to_owned(),
                );
            }
            [only] if !only.is_certain() => {
                let text = "`DispatchMesh` is not called on every path".to_owned();
                self.error("misplaced", (only.function, only.at), text, help.to_owned());
            }
            [_] => {}
            [first, second, ..] => {
                let text =
                    "an amplification stage calls `DispatchMesh` exactly once, and this is another call".to_owned();
                let other = Some((*first, "called here first"));
                self.report("misplaced", (second.function, second.at), text, help.to_owned(), other);
            }
        }
    }

    /// A mesh stage says once how much it writes, before it writes.
    fn counts(&mut self, events: &[Event]) {
        let all: Vec<&Event> = events.iter().filter(|event| event.kind == Kind::Counts).collect();
        let mut writes = events.iter().filter(|event| event.kind == Kind::Write);
        let help = "All threads of a group call it once: keep one call, and give it 0 vertices and 0 primitives where nothing is \
                    to be drawn.";
        match all.as_slice() {
            [] => {
                if let Some(write) = writes.next() {
                    let text = "an output is written here, and `SetMeshOutputCounts` is never called".to_owned();
                    let help = "Write `SetMeshOutputCounts(vertices, primitives);` before it.".to_owned();
                    self.error("misplaced", (write.function, write.at), text, help);
                }
            }
            [only] if only.is_repeated() => {
                let text = "`SetMeshOutputCounts` is in a loop".to_owned();
                self.error("misplaced", (only.function, only.at), text, help.to_owned());
            }
            [only] => {
                if let Some(write) = writes.find(|write| !only.is_before(write)) {
                    let text =
                        "an output is written here, where `SetMeshOutputCounts` may not have been called".to_owned();
                    let other = Some((*only, "called here"));
                    let help = "Call it on every path to here.".to_owned();
                    self.report("misplaced", (write.function, write.at), text, help, other);
                }
            }
            [first, second, ..] => {
                let text = "a mesh stage calls `SetMeshOutputCounts` once, and this is another call".to_owned();
                let other = Some((*first, "called here first"));
                self.report("misplaced", (second.function, second.at), text, help.to_owned(), other);
            }
        }
    }
}

/// Where a body writes to a local first.
fn first_write(function: &Function, local: LocalId, items: &BTreeMap<Symbol, Instance>) -> Option<TokenIndex> {
    let mut found: Option<TokenIndex> = None;
    Statement::each(&function.body, &mut |statement, _| {
        statement.each_expr(&mut |expr| {
            written_places(expr, items, &mut |place| {
                if found.is_none()
                    && let Some(root) = place.root_place()
                    && place.root() == Some(local)
                {
                    found = Some(root.at);
                }
            });
        });
    });
    found
}
