//! Time, instruction and memory limits of a Lua state.
//!
//! Luau calls an interrupt at every call and return, every round of a loop, and every step of a string pattern; those
//! are the instructions that are counted. A limit that was reached ends every further step, so `pcall` cannot go on.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Instant;

use mlua::{Error, Lua, VmState};

use super::problem::Frame;
use crate::diag::Diagnostic;
use crate::model::Limits;

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Time,
    Instructions,
    Memory,
}

/// Counts what runs between two calls of [`Gauge::start`].
#[derive(Debug)]
pub struct Gauge {
    limits: Limits,
    started: Cell<Instant>,
    /// Steps that are done, and those that may be taken before [`Gauge::look`].
    steps: Cell<u64>,
    ahead: Cell<u64>,
    reached: Cell<Option<Limit>>,
    frames: RefCell<Vec<Frame>>,
    /// While the collector rests: it wakes when more memory than this is used.
    resting: Cell<Option<usize>>,
    /// Memory used when the collector was first allowed to rest.
    loaded: Cell<Option<usize>>,
}

/// Steps between two looks at clock and memory, which cost more than a step.
const LOOK: u64 = 8;

/// Garbage that may lie about before the collector is worth its time.
const REST: usize = 4 << 20;

impl Gauge {
    /// Watches the Lua state.
    pub fn install(lua: &Lua, limits: &Limits) -> Result<Rc<Gauge>, Error> {
        let gauge = Rc::new(Gauge {
            limits: limits.clone(),
            started: Cell::new(Instant::now()),
            steps: Cell::new(0),
            ahead: Cell::new(0),
            reached: Cell::new(None),
            frames: RefCell::new(Vec::new()),
            resting: Cell::new(None),
            loaded: Cell::new(None),
        });
        gauge.watch(lua);
        lua.set_memory_limit(lua.used_memory().saturating_add(limits.sidecar_memory))?;
        Ok(gauge)
    }

    fn watch(self: &Rc<Self>, lua: &Lua) {
        let watch = Rc::clone(self);
        lua.set_interrupt(move |lua| watch.step(lua));
    }

    /// Does again what was just done, and says where the function that begins at a line of a chunk was last seen: Luau
    /// calls the interrupt at every return as well. Nothing is counted.
    pub fn last_line_of(
        self: &Rc<Self>,
        lua: &Lua,
        source: &str,
        first_line: u32,
        again: impl FnOnce(),
    ) -> Option<u32> {
        let seen = Rc::new(Cell::new(None));
        // What stopped by itself does so again, unless it is not a function of its arguments.
        let left = Cell::new(self.steps.get().saturating_mul(2).saturating_add(1000));
        let (note, chunk) = (Rc::clone(&seen), source.to_owned());
        lua.set_interrupt(move |lua| {
            left.set(left.get().saturating_sub(1));
            if left.get() == 0 {
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

    /// Lets the garbage collector rest: a run of `Specialize` makes few objects, and marking the prelude's takes longer
    /// than all runs of a usual shader. It wakes in [`Gauge::step`] long before the memory limit.
    pub fn rest(&self, lua: &Lua) {
        let used = lua.used_memory();
        let loaded = self.loaded.get().unwrap_or(used);
        self.loaded.set(Some(loaded));
        // Counted from the first time on, or the garbage of many shaders would add up.
        let enough = loaded.saturating_add(REST.min(self.limits.sidecar_memory / 8));
        if used < enough {
            lua.gc_stop();
            self.resting.set(Some(enough));
        }
    }

    /// Ends what [`Gauge::rest`] began.
    pub fn wake(&self, lua: &Lua) {
        if self.resting.take().is_some() {
            lua.gc_restart();
        }
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

    /// Where the limit was reached, as far as it is known.
    pub fn frames(&self) -> Vec<Frame> {
        self.frames.borrow().clone()
    }

    /// What to tell the user, without a place.
    pub fn diagnostic(&self, limit: Limit, sidecar: &str) -> Diagnostic {
        let limits = &self.limits;
        match limit {
            Limit::Time => Diagnostic::error(
                "sidecar/time-limit",
                format!("the sidecar `{sidecar}` ran for more than {} ms", limits.sidecar_time.as_millis()),
            )
            .help("Look for a loop without end, or raise `sidecar-time` under `[limits]` in uberc.toml."),
            Limit::Instructions => Diagnostic::error(
                "sidecar/instruction-limit",
                format!("the sidecar `{sidecar}` took more than {} loop rounds and calls", limits.sidecar_instructions),
            )
            .help("Look for a loop without end, or raise `sidecar-instructions` under `[limits]` in uberc.toml."),
            Limit::Memory => Diagnostic::error(
                "sidecar/memory-limit",
                format!("the sidecar `{sidecar}` used more than {} KiB of memory", limits.sidecar_memory >> 10),
            )
            .help("Make smaller tables and strings, or raise `sidecar-memory` under `[limits]` in uberc.toml."),
        }
    }

    fn step(&self, lua: &Lua) -> Result<VmState, Error> {
        if let Some(ahead) = self.ahead.get().checked_sub(1) {
            self.ahead.set(ahead);
            return Ok(VmState::Continue);
        }
        self.look(lua)
    }

    fn look(&self, lua: &Lua) -> Result<VmState, Error> {
        if self.resting.get().is_some_and(|enough| lua.used_memory() > enough) {
            self.wake(lua);
        }
        if self.reached.get().is_none() {
            let steps = self.steps.get();
            let limit = if steps >= self.limits.sidecar_instructions {
                Limit::Instructions
            // A call of `Specialize` that takes a few steps pays for no clock.
            } else if steps > 0 && self.started.get().elapsed() > self.limits.sidecar_time {
                Limit::Time
            } else {
                // This step and those ahead; the limit itself is met to the step.
                let taken = LOOK.min(self.limits.sidecar_instructions - steps);
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
