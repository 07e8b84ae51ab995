//! Calls `Specialize` for permutations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mlua::{MultiValue, Table, Value};
use rustc_hash::FxHashMap;

use super::problem::{Frame, frames_of};
use super::technique::{read_places, read_technique};
use super::{Sidecar, explain, found_mistakes};
use crate::diag::Diagnostic;
use crate::model::{BranchId, BranchLayout, Failure, Permutation, Run, SettingPlaces, Specialize, Stage, Technique};

/// `Specialize` of one shader.
pub struct Specializer<'a> {
    sidecar: &'a Sidecar,
    shader: usize,
    plain: bool,
    /// Known techniques, by fingerprint.
    techniques: FxHashMap<Vec<u8>, Arc<Technique>>,
    /// The places of the technique before, with their text and its entry points: most techniques of a shader have the same.
    places: Option<(Vec<u8>, BTreeMap<Stage, String>, SettingPlaces)>,
    /// Permutations whose calls have printed.
    reported: BTreeSet<u64>,
}

impl<'a> Specializer<'a> {
    pub fn new(sidecar: &'a Sidecar, shader: usize, plain: bool) -> Specializer<'a> {
        Specializer {
            sidecar,
            shader,
            plain,
            techniques: FxHashMap::default(),
            places: None,
            reported: BTreeSet::new(),
        }
    }

    /// `found` are the mistakes before the one that ended the run, if one did.
    fn failed(&self, reads: Vec<(BranchId, u32)>, problem: Result<Value, mlua::Error>, found: Option<Value>) -> Run {
        let live = &self.sidecar.live;
        let mut diagnostics = found_mistakes(found, &live.shared.context);
        diagnostics.extend(explain(problem, &live.shared, &live.gauge, &live.name));
        let fatal = live.gauge.reached().is_some();
        Run { reads, written_mask: 0, written_value: 0, result: Err(Box::new(Failure { diagnostics, fatal })) }
    }

    /// Sets the place of errors about returned values to the `return` statement.
    fn place_at_return(&self, record: &Table, call: (usize, u32, u32, bool)) {
        let live = &self.sidecar.live;
        let returned = record.raw_get::<bool>("returned").unwrap_or(false);
        let Some(Frame { source, line, .. }) = frames_of(record).into_iter().next().filter(|_| returned) else {
            return;
        };
        // The second run prints the same text again.
        let reports = live.shared.reports.borrow().len();
        let printed = live.shared.printed.get();
        let found = live.gauge.last_line_of(&live.lua, &source, line, || {
            drop(live.specialize.call::<MultiValue>(call));
        });
        live.shared.reports.borrow_mut().truncate(reports);
        live.shared.printed.set(printed);
        if let Some(line) = found
            && let Ok(Value::Table(frame)) = record.raw_get::<Table>("frames").and_then(|frames| frames.raw_get(1))
        {
            // If that fails, the place is the function's line.
            drop(frame.raw_set(2, line));
        }
    }

    fn technique(&mut self, fingerprint: &[u8]) -> Option<Arc<Technique>> {
        if let Some(known) = self.techniques.get(fingerprint) {
            return Some(Arc::clone(known));
        }
        let mut technique = read_technique(&String::from_utf8_lossy(fingerprint))?;
        technique.places = self.places_of(&technique)?;
        let technique = Arc::new(technique);
        self.techniques.insert(fingerprint.to_vec(), Arc::clone(&technique));
        Some(technique)
    }

    /// The places of the technique that was returned last.
    fn places_of(&mut self, technique: &Technique) -> Option<SettingPlaces> {
        let live = &self.sidecar.live;
        let text: mlua::LuaString = live.last_places.call(()).ok()?;
        let text = text.as_bytes();
        let entries = technique.entry_points.keys().filter_map(|stage| {
            let written = technique.written_entry_point(*stage)?;
            Some((*stage, written))
        });
        let entries: BTreeMap<Stage, String> = entries.collect();
        if let Some((known, of, places)) = &self.places
            && known.as_slice() == &*text
            && *of == entries
        {
            return Some(places.clone());
        }
        let places = read_places(&String::from_utf8_lossy(&text), technique, &live.shared.context);
        self.places = Some((text.to_vec(), entries, places.clone()));
        Some(places)
    }
}

impl Specialize for Specializer<'_> {
    fn specialize(&mut self, permutation: Permutation) -> Run {
        let live = &self.sidecar.live;
        live.gauge.start();
        let (low, high) = (permutation.0 as u32, (permutation.0 >> 32) as u32);
        let number = self.sidecar.numbers[self.shader];
        let (reports, printed) = (live.shared.reports.borrow().len(), live.shared.printed.get());
        let outcome = live.specialize.call::<MultiValue>((number, low, high, self.plain));
        let shader = &self.sidecar.shaders[self.shader];
        if live.shared.reports.borrow().len() > reports && !self.reported.insert(permutation.0) {
            // A call that is repeated, to see that it gives the same again, prints the same again.
            live.shared.reports.borrow_mut().truncate(reports);
            live.shared.printed.set(printed);
        }
        for printed in live.shared.reports.borrow_mut().iter_mut().skip(reports) {
            let values = shader.branches.describe(permutation.0);
            printed.notes.push(format!("in `Specialize` of {} for {values}", shader.name));
        }
        let mut values = match outcome {
            Ok(values) => values,
            Err(error) => {
                let found = live.take_found_after(&error);
                return self.failed(Vec::new(), Err(error), found);
            }
        };
        let ok = matches!(values.pop_front(), Some(Value::Boolean(true)));
        let answer = match values.pop_front() {
            Some(Value::Buffer(answer)) => Answer::read(&answer.to_vec(), &shader.branches),
            _ => Answer::default(),
        };
        let Answer { reads, written_mask, written_value } = answer;
        // `pcall` may have caught the error of a limit; the run has failed all the same.
        if !ok || live.gauge.reached().is_some() {
            let problem = values.pop_front().unwrap_or(Value::Nil);
            if let Value::Table(record) = &problem {
                self.place_at_return(record, (number, low, high, self.plain));
            }
            return self.failed(reads, Ok(problem), values.pop_front());
        }
        let Some(Value::String(fingerprint)) = values.pop_front() else {
            return Run { reads, written_mask: 0, written_value: 0, result: Ok(None) };
        };
        match self.technique(&fingerprint.as_bytes()) {
            Some(technique) => Run { reads, written_mask, written_value, result: Ok(Some(technique)) },
            None => {
                let message = "the technique that `Specialize` returned could not be read";
                let diagnostic = Diagnostic::error("sidecar/not-a-technique", message);
                let result = Err(Box::new(Failure { diagnostics: vec![diagnostic], fatal: false }));
                Run { reads, written_mask: 0, written_value: 0, result }
            }
        }
    }
}

/// The result of a run, from the prelude's buffer.
#[derive(Default)]
struct Answer {
    reads: Vec<(BranchId, u32)>,
    written_mask: u64,
    written_value: u64,
}

impl Answer {
    /// Its layout stands at `answer` in the prelude's `permutation.luau`.
    fn read(bytes: &[u8], branches: &BranchLayout) -> Answer {
        let (words, _) = bytes.as_chunks::<4>();
        let word = |at: usize| words.get(at).map_or(0, |word| u32::from_le_bytes(*word));
        let mut answer = Answer::default();
        for (branch, at) in branches.branches().iter().zip(1..) {
            if let Some(encoded) = word(at).checked_sub(1) {
                answer.written_mask |= branch.mask();
                answer.written_value |= branch.insert(u64::from(encoded));
            }
        }
        let ids = (1 + branches.branches().len()..word(0) as usize / 4).step_by(2);
        answer.reads = ids.map(|at| (BranchId(word(at) as u16), word(at + 1))).collect();
        answer
    }
}
