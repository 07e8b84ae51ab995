//! Time, instruction and memory limits of a Lua state.
//!
//! Luau calls an interrupt at every call and return, every round of a loop, and every step of a string pattern. These
//! are the instructions that are counted. After a limit was reached, every further step fails, so that `pcall` cannot
//! continue.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use mlua::{Error, Lua, Table, VmState};

use super::problem::Frame;
use crate::diag::Diagnostic;
use crate::model::Limits;

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Time,
    Instructions,
    Memory,
    /// No limit: the run is cancelled.
    Cancelled,
}

/// Counts time, instructions and memory between two calls of [`Gauge::start`].
#[derive(Debug)]
pub struct Gauge {
    limits: Limits,
    /// Set when the run is cancelled.
    cancelled: Arc<AtomicBool>,
    started: Cell<Instant>,
    /// Steps done so far, and steps that remain before the next [`Gauge::look`].
    steps: Cell<u64>,
    ahead: Cell<u64>,
    reached: Cell<Option<Limit>>,
    frames: RefCell<Vec<Frame>>,
    /// Garbage is collected when more memory than this is used, in bytes.
    collect_at: Cell<usize>,
    /// Limit on memory, including the prelude's, in bytes.
    full: Cell<usize>,
}

/// Steps between two checks of clock and memory; a check costs more than a step.
const LOOK: u64 = 8;

/// Bytes of new allocations after which garbage is collected; the second value applies near the memory limit.
const GARBAGE: usize = 4 << 20;
const LEAST_GARBAGE: usize = 64 << 10;

impl Gauge {
    /// Installs the interrupt. `host` gets the function with which the prelude reports that memory ran out.
    pub fn install(lua: &Lua, host: &Table, limits: &Limits, cancelled: Arc<AtomicBool>) -> Result<Rc<Gauge>, Error> {
        let gauge = Rc::new(Gauge {
            limits: limits.clone(),
            cancelled,
            started: Cell::new(Instant::now()),
            steps: Cell::new(0),
            ahead: Cell::new(0),
            reached: Cell::new(None),
            frames: RefCell::new(Vec::new()),
            collect_at: Cell::new(usize::MAX),
            full: Cell::new(usize::MAX),
        });
        gauge.watch(lua);
        let observer = Rc::clone(&gauge);
        let out_of_memory = lua.create_function(move |_, ()| {
            observer.out_of_memory();
            Ok(())
        })?;
        host.raw_set("out_of_memory", out_of_memory)?;
        let full = lua.used_memory().saturating_add(limits.sidecar_memory);
        lua.set_memory_limit(full)?;
        gauge.full.set(full);
        lua.gc_stop();
        gauge.plan(lua.used_memory());
        Ok(gauge)
    }

    fn watch(self: &Rc<Self>, lua: &Lua) {
        let watch = Rc::clone(self);
        lua.set_interrupt(move |lua| watch.step(lua));
    }

    /// Runs an action again, and returns the line at which the function that begins at a line of a chunk was last
    /// running: Luau calls the interrupt at every return, too. Nothing is counted.
    pub fn last_line_of(
        self: &Rc<Self>,
        lua: &Lua,
        source: &str,
        first_line: u32,
        again: impl FnOnce(),
    ) -> Option<u32> {
        let seen = Rc::new(Cell::new(None));
        // An action that ended by itself ends again, unless it depends on more than its arguments.
        let left = Cell::new(self.steps.get().saturating_mul(2).saturating_add(1000));
        let (note, chunk, gauge) = (Rc::clone(&seen), source.to_owned(), Rc::clone(self));
        lua.set_interrupt(move |lua| {
            gauge.tidy(lua, lua.used_memory());
            left.set(left.get().saturating_sub(1));
            if left.get() == 0 || gauge.is_cancelled() {
                return Err(Error::runtime("limit reached"));
            }
            let line = lua.inspect_stack(0, |debug| {
                let source = debug.source();
                let is_it = source.short_src.as_deref() == Some(chunk.as_str())
                    && source.line_defined == Some(first_line as usize);
                debug.current_line().filter(|_| is_it).and_then(|line| u32::try_from(line).ok())
            });
            if let Some(line) = line.flatten() {
                note.set(Some(line));
            }
            Ok(VmState::Continue)
        });
        again();
        self.watch(lua);
        seen.get()
    }

    /// Begins a new count.
    pub fn start(&self) {
        self.started.set(Instant::now());
        self.steps.set(0);
        self.ahead.set(0);
    }

    /// Collects garbage if there is much. Luau's own collector depends on the clock. It stays off, so that a sidecar
    /// cannot observe time through collections, and no run of `Specialize` pays for marking the prelude's objects.
    fn tidy(&self, lua: &Lua, used: usize) {
        if used > self.collect_at.get() {
            // A collection fails if memory is full, which ends the run anyway.
            drop(lua.gc_collect());
            lua.gc_stop();
            self.plan(lua.used_memory());
        }
    }

    /// Sets the next collection: when memory use has doubled, or earlier near the limit.
    fn plan(&self, used: usize) {
        let left = self.full.get().saturating_sub(used);
        let garbage = used.max(GARBAGE).min(left / 2).max(LEAST_GARBAGE);
        self.collect_at.set(used.saturating_add(garbage));
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// The limit that was reached since the state was made.
    pub fn reached(&self) -> Option<Limit> {
        self.reached.get()
    }

    /// Notes that Lua ran out of memory.
    pub fn out_of_memory(&self) {
        if self.reached.get().is_none() {
            self.reached.set(Some(Limit::Memory));
        }
    }

    /// The place at which the limit was reached, if known.
    pub fn frames(&self) -> Vec<Frame> {
        self.frames.borrow().clone()
    }

    /// The diagnostic, without a place; `None` where the run was cancelled.
    pub fn diagnostic(&self, limit: Limit, sidecar: &str) -> Option<Diagnostic> {
        let limits = &self.limits;
        Some(match limit {
            Limit::Cancelled => return None,
            Limit::Time => Diagnostic::error(
                "sidecar/time-limit",
                format!("the sidecar `{sidecar}` ran for more than {} ms", limits.sidecar_time.as_millis()),
            )
            .help("Look for an endless loop, or raise `sidecar-time` under `[limits]` in uberc.toml."),
            Limit::Instructions => Diagnostic::error(
                "sidecar/instruction-limit",
                format!("the sidecar `{sidecar}` took more than {} loop rounds and calls", limits.sidecar_instructions),
            )
            .help("Look for an endless loop, or raise `sidecar-instructions` under `[limits]` in uberc.toml."),
            Limit::Memory => Diagnostic::error(
                "sidecar/memory-limit",
                format!("the sidecar `{sidecar}` used more than {} KiB of memory", limits.sidecar_memory >> 10),
            )
            .help("Make smaller tables and strings, or raise `sidecar-memory` under `[limits]` in uberc.toml."),
        })
    }

    fn step(&self, lua: &Lua) -> Result<VmState, Error> {
        if let Some(ahead) = self.ahead.get().checked_sub(1) {
            self.ahead.set(ahead);
            return Ok(VmState::Continue);
        }
        self.look(lua)
    }

    fn look(&self, lua: &Lua) -> Result<VmState, Error> {
        let used = lua.used_memory();
        self.tidy(lua, used);
        if self.reached.get().is_none() {
            let steps = self.steps.get();
            let limit = if self.is_cancelled() {
                Limit::Cancelled
            } else if steps >= self.limits.sidecar_instructions {
                Limit::Instructions
            // A call of `Specialize` with few steps does not read the clock.
            } else if steps > 0 && self.started.get().elapsed() > self.limits.sidecar_time {
                Limit::Time
            } else {
                // The number of steps until the next check, with this step. The limit on steps is exact. Large strings
                // fill the memory in a few steps.
                let look = if used > self.full.get() / 2 { 1 } else { LOOK };
                let taken = look.min(self.limits.sidecar_instructions - steps);
                self.steps.set(steps + taken);
                self.ahead.set(taken - 1);
                return Ok(VmState::Continue);
            };
            self.reached.set(Some(limit));
            *self.frames.borrow_mut() = stack(lua);
        }
        Err(Error::runtime("limit reached"))
    }
}

fn stack(lua: &Lua) -> Vec<Frame> {
    let mut frames = Vec::new();
    for level in 0..200 {
        let frame = lua.inspect_stack(level, |debug| {
            let source = debug.source().short_src.map(|name| name.into_owned()).unwrap_or_default();
            let line = debug.current_line().and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
            Frame { source, line, function: debug.names().name.map(|name| name.into_owned()).unwrap_or_default() }
        });
        match frame {
            Some(frame) if frame.source == "[C]" || frame.source.starts_with("[uberc:") => {}
            Some(frame) => frames.push(frame),
            None => break,
        }
    }
    frames
}
