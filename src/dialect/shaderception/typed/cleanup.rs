//! Removes what nothing reads, and says which slots are local to a body.

use std::collections::BTreeSet;

use super::ir::{Code, Shape, Slot, TypedProgram, Value, values, walk};
use super::{DynamicWidths, TypedOptions};
use crate::diag::{Diagnostic, Span};
use crate::dialect::shaderception::problems::Problems;
use crate::dialect::shaderception::widths::Dynamic;

/// Removes dead conversions and instances, then places slots.
pub fn clean(program: &mut TypedProgram, options: &TypedOptions, problems: &mut Problems) {
    remove_unused_bodies(program);
    let live = live_slots(program);
    for body in &mut program.bodies {
        prune(&mut body.code, &live);
    }
    if options.dynamic == DynamicWidths::Error {
        report_dynamic(program, problems);
    }
    place_slots(program);
}

/// Slots whose value reaches a condition, an argument or a result.
fn live_slots(program: &TypedProgram) -> BTreeSet<Slot> {
    let mut live = BTreeSet::new();
    let mut edges: Vec<(Slot, Vec<Slot>)> = Vec::new();
    let read = |value: &Value| {
        let mut slots = Vec::new();
        value.slots(&mut |slot| slots.push(slot));
        slots
    };
    for body in &program.bodies {
        live.extend(body.result.iter().flat_map(read));
        walk(&body.code, &mut |code| match code {
            Code::Set { slot, value, .. } | Code::SetLanes { slot, value, .. } => edges.push((*slot, read(value))),
            other => live.extend(values(other).into_iter().flat_map(read)),
        });
    }
    loop {
        let before = live.len();
        for (slot, reads) in &edges {
            if live.contains(slot) {
                live.extend(reads.iter().copied());
            }
        }
        if live.len() == before {
            return live;
        }
    }
}

fn prune(code: &mut Vec<Code>, live: &BTreeSet<Slot>) {
    code.retain_mut(|part| match part {
        Code::Set { slot, .. } | Code::SetLanes { slot, .. } => live.contains(slot),
        Code::If { then, otherwise, .. } => {
            prune(then, live);
            prune(otherwise, live);
            !then.is_empty() || !otherwise.is_empty()
        }
        Code::Loop { head, body, .. } => {
            prune(head, live);
            prune(body, live);
            true
        }
        Code::Call { .. } => true,
    });
}

/// Bodies of walks that were given up are called by nothing.
fn remove_unused_bodies(program: &mut TypedProgram) {
    let mut used = vec![false; program.bodies.len()];
    if let Some(main) = used.last_mut() {
        *main = true;
    }
    // Callees come first.
    for at in (0..program.bodies.len()).rev() {
        if used[at] {
            walk(&program.bodies[at].code, &mut |code| {
                if let Code::Call { body, .. } = code {
                    used[*body] = true;
                }
            });
        }
    }
    let mut numbers = Vec::new();
    let mut next = 0;
    for is_used in &used {
        numbers.push(next);
        next += usize::from(*is_used);
    }
    let mut at = 0;
    program.bodies.retain(|_| {
        at += 1;
        used[at - 1]
    });
    for body in &mut program.bodies {
        renumber(&mut body.code, &numbers);
    }
}

fn renumber(code: &mut [Code], numbers: &[usize]) {
    for part in code {
        match part {
            Code::Call { body, .. } => *body = numbers[*body],
            Code::If { then, otherwise, .. } => {
                renumber(then, numbers);
                renumber(otherwise, numbers);
            }
            Code::Loop { head, body, .. } => {
                renumber(head, numbers);
                renumber(body, numbers);
            }
            Code::Set { .. } | Code::SetLanes { .. } => {}
        }
    }
}

fn report_dynamic(program: &TypedProgram, problems: &mut Problems) {
    let mut at: Option<Span> = None;
    for body in &program.bodies {
        walk(&body.code, &mut |code| {
            let (slot, span) = match code {
                Code::Set { slot, span, .. } | Code::SetLanes { slot, span, .. } => (Some(*slot), *span),
                Code::Call { result, span, .. } => (*result, *span),
                Code::If { span, .. } | Code::Loop { span, .. } => (None, *span),
            };
            let is_slot = slot.is_some_and(|slot| program.slots[slot].shape == Shape::Dynamic);
            if at.is_none() && (is_slot || values(code).into_iter().any(|value| value.width == Dynamic)) {
                at = Some(span);
            }
        });
    }
    if let Some(span) = at {
        let problem = Diagnostic::error("psl/width-unsupported", "a value has a width that only a run decides");
        problems
            .push(problem.at(span).help("Give the variable the same width on every path, or select `dynamic=auto`."));
    }
}

/// A slot that one body uses, and always writes before it reads it, is local.
fn place_slots(program: &mut TypedProgram) {
    let count = program.slots.len();
    let mut users: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    let mut exposed = BTreeSet::new();
    let main = program.bodies.len().saturating_sub(1);
    for (at, body) in program.bodies.iter().enumerate() {
        let mut note = |slot: Slot| {
            users[slot].insert(at);
        };
        body.params.iter().for_each(|slot| note(*slot));
        if let Some(result) = &body.result {
            result.slots(&mut note);
        }
        walk(&body.code, &mut |code| {
            match code {
                Code::Set { slot, .. } | Code::SetLanes { slot, .. } => note(*slot),
                Code::Call { result, .. } => result.iter().for_each(|slot| note(*slot)),
                Code::If { .. } | Code::Loop { .. } => {}
            }
            values(code).into_iter().for_each(|value| value.slots(&mut note));
        });
        if at != main {
            let mut written: BTreeSet<Slot> = body.params.iter().copied().collect();
            find_exposed(&body.code, &mut written, &mut exposed);
            if let Some(result) = &body.result {
                expose(result, &written, &mut exposed);
            }
        }
    }
    let mut params = BTreeSet::new();
    for body in &program.bodies {
        params.extend(body.params.iter().copied());
    }
    for (slot, users) in users.iter().enumerate() {
        // Several instances of a function have locals of the same name, each its own.
        let is_own = program.slots[slot].var.is_none() || params.contains(&slot) || users.len() < 2;
        let is_global = exposed.contains(&slot) || !is_own && needs_sharing(program, slot, users);
        program.slots[slot].is_global = is_global;
        if !is_global {
            for user in users {
                let body = &mut program.bodies[*user];
                if !body.params.contains(&slot) {
                    body.locals.push(slot);
                }
            }
        }
    }
}

/// Whether a body relies on what another wrote: a slot that is never exposed outside of the program is local everywhere
/// but in the program itself.
fn needs_sharing(program: &TypedProgram, slot: Slot, users: &BTreeSet<usize>) -> bool {
    let main = program.bodies.len() - 1;
    let names: BTreeSet<&str> = users.iter().map(|user| program.bodies[*user].name.as_str()).collect();
    users.contains(&main) || names.len() > 1 || program.slots[slot].name.is_empty()
}

fn expose(value: &Value, written: &BTreeSet<Slot>, exposed: &mut BTreeSet<Slot>) {
    value.slots(&mut |slot| {
        if !written.contains(&slot) {
            exposed.insert(slot);
        }
    });
}

fn find_exposed(code: &[Code], written: &mut BTreeSet<Slot>, exposed: &mut BTreeSet<Slot>) {
    for part in code {
        if !matches!(part, Code::Loop { .. }) {
            values(part).into_iter().for_each(|value| expose(value, written, exposed));
        }
        match part {
            Code::Set { slot, .. } => {
                written.insert(*slot);
            }
            Code::SetLanes { slot, .. } => {
                if !written.contains(slot) {
                    exposed.insert(*slot);
                }
            }
            Code::If { then, otherwise, .. } => {
                let mut one = written.clone();
                find_exposed(then, &mut one, exposed);
                find_exposed(otherwise, written, exposed);
                written.retain(|slot| one.contains(slot));
            }
            Code::Loop { head, condition, body, .. } => {
                find_exposed(head, written, exposed);
                expose(condition, written, exposed);
                find_exposed(body, &mut written.clone(), exposed);
            }
            Code::Call { result, .. } => written.extend(result.iter().copied()),
        }
    }
}
