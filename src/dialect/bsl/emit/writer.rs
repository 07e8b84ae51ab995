//! The text as it grows, with places and `#line`.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::Names;
use super::reach::Reached;
use super::{Wanted, Written};
use crate::atom::Atom;
use crate::diag::{Diagnostic, FileId, Sources, Span};
use crate::dialect::bsl::constant::{Constant, text_number};
use crate::dialect::bsl::infos::Bindings;
use crate::dialect::bsl::options::Options;
use crate::dialect::bsl::output_tree::{FunctionId, LocalId};
use crate::dialect::bsl::program::{PrintFormat, Program, Stage};
use crate::dialect::bsl::types::{Ty, output_name};

/// Bytes of a text: unrolled loops inside each other multiply.
const MAX_TEXT: usize = 16 << 20;

pub struct Writer<'a> {
    pub program: &'a Program,
    pub names: &'a Names,
    pub options: &'a Options,
    pub wanted: Wanted<'a>,
    sources: Option<&'a Sources>,
    pub text: String,
    places: Vec<(u32, u32, Span)>,
    /// The end of the text that has places.
    covered: u32,
    /// Where the current statement comes from.
    pub origin: Option<Span>,
    pub problems: Vec<Diagnostic>,
    /// Names of members, and what they are on output.
    output_names: FxHashMap<Atom, Atom>,
    /// Names that are macros where the text stands, and cannot be names of members.
    pub macros: FxHashSet<Atom>,
    pub indent: usize,
    /// The names of the current function's variables.
    pub locals: Vec<Atom>,
    /// Values of the variables of unrolled loops.
    pub values: FxHashMap<LocalId, Constant>,
    pub function: Option<FunctionId>,
    /// Names of functions that another group has under its own.
    renamed: FxHashMap<FunctionId, String>,
    /// Functions that vertex and fragment stages run.
    pub of_other_stages: FxHashSet<FunctionId>,
    pub built_ins: Vec<&'static str>,
    formats: Vec<PrintFormat>,
    is_full: bool,
    /// The file and the line that the next line of the text has by `#line`.
    line: Option<(FileId, u32)>,
    file_numbers: Vec<FileId>,
}

impl<'a> Writer<'a> {
    pub fn new(
        program: &'a Program,
        names: &'a Names,
        options: &'a Options,
        wanted: Wanted<'a>,
        sources: Option<&'a Sources>,
    ) -> Writer<'a> {
        Writer {
            program,
            names,
            options,
            wanted,
            sources,
            text: String::new(),
            places: Vec::new(),
            covered: 0,
            origin: None,
            problems: Vec::new(),
            output_names: FxHashMap::default(),
            macros: FxHashSet::default(),
            indent: 0,
            locals: Vec::new(),
            values: FxHashMap::default(),
            function: None,
            renamed: FxHashMap::default(),
            of_other_stages: FxHashSet::default(),
            built_ins: Vec::new(),
            formats: Vec::new(),
            is_full: false,
            line: None,
            file_numbers: Vec::new(),
        }
    }

    pub fn finish(mut self) -> Written {
        self.cover();
        Written {
            text: self.text,
            places: self.places,
            problems: self.problems,
            built_ins: self.built_ins,
            formats: self.formats,
        }
    }

    /// Where the resources of the text are bound.
    pub fn bindings(&self) -> &'a Bindings {
        match self.wanted {
            Wanted::Stage { bindings, .. } => bindings,
            Wanted::Unit { .. } | Wanted::Info { .. } | Wanted::Library => &self.names.bindings,
        }
    }

    /// The stage of the current function: its own as an entry point, or that of those that call it.
    pub fn stage(&self) -> Option<Stage> {
        let own = self.program.function(self.function?).stage;
        own.or(match self.wanted {
            Wanted::Unit { entries: Some([first, ..]), .. } => self.program.function(*first).stage,
            _ => None,
        })
    }

    pub fn unit(&mut self, reached: &Reached) {
        self.built_ins.clone_from(&reached.built_ins);
        if reached.asserts && self.options.assertions {
            self.of_other_stages = super::reach::functions_of_other_stages(self.program);
        }
        self.head(reached);
        for id in &reached.structures {
            self.structure(*id);
        }
        self.resources(reached);
        self.functions_of(reached);
    }

    /// Globals, and every function behind those that it calls.
    pub fn functions_of(&mut self, reached: &Reached) {
        for id in &reached.globals {
            self.global(*id);
        }
        self.word_functions(reached);
        self.print_functions(reached);
        self.test_functions(reached);
        if let Wanted::Unit { stage, .. } = self.wanted {
            return self.functions_of_groups(stage);
        }
        for id in &reached.functions {
            self.function(*id);
        }
    }

    /// The functions of a unit: once, or for each group of entry points where their text depends on it.
    fn functions_of_groups(&mut self, stage: Option<Stage>) {
        let names = self.names;
        let mut done: FxHashSet<FunctionId> = FxHashSet::default();
        for (group, number) in names.groups.all.iter().zip(0u32..) {
            let is_wanted = |id: &FunctionId| stage.is_none_or(|only| self.program.function(*id).stage == Some(only));
            if !group.iter().any(is_wanted) {
                continue;
            }
            self.wanted = Wanted::Unit { stage, entries: Some(group) };
            let functions = super::reach::reach(self.program, self.wanted).functions;
            self.renamed.clear();
            for id in functions {
                let (info, is_dependent) = (self.program.function(id), names.groups.is_dependent(id));
                if info.stage.is_some() && !is_wanted(&id) || !is_dependent && !done.insert(id) {
                    continue;
                }
                if number > 0 && is_dependent && info.stage.is_none() {
                    let name = self.names_own(&format!("{}_of_{number}", names.functions[id as usize]));
                    self.renamed.insert(id, name);
                }
                self.function(id);
            }
        }
        self.renamed.clear();
    }

    /// The name of a function that has another one in the current group.
    pub fn renamed_function(&self, id: FunctionId) -> Option<String> {
        self.renamed.get(&id).cloned()
    }

    /// The text so far, without its places; a new one begins.
    pub fn take_text(&mut self) -> String {
        self.places.clear();
        self.covered = 0;
        std::mem::take(&mut self.text)
    }

    /// What stands since the last place comes from the current origin.
    pub fn cover(&mut self) {
        let end = self.text.len() as u32;
        if let Some(origin) = self.origin
            && end > self.covered
        {
            self.places.push((self.covered, end, origin));
        }
        self.covered = end;
    }

    pub fn set_origin(&mut self, origin: Option<Span>) {
        self.cover();
        self.origin = origin;
    }

    /// Text that comes from a place of its own.
    pub fn placed(&mut self, text: &str, span: Span) {
        self.cover();
        let start = self.covered;
        self.text += text;
        self.covered = self.text.len() as u32;
        self.places.push((start, self.covered, span));
    }

    pub fn plain(&mut self, text: &str) {
        self.text += text;
    }

    /// Begins a line that comes from a place.
    pub fn begin_line(&mut self, span: Span) {
        self.set_origin(Some(span));
        if let Some(sources) = self.sources.filter(|_| self.options.line_directives) {
            let file = sources.get(span.file);
            let line = file.position(span.start).line;
            if self.line != Some((span.file, line)) {
                let number = match self.file_numbers.iter().position(|known| *known == span.file) {
                    Some(number) => number,
                    None => {
                        self.file_numbers.push(span.file);
                        self.file_numbers.len() - 1
                    }
                };
                let _ = writeln!(self.text, "#line {line} {number}");
                self.line = Some((span.file, line));
            }
        }
        for _ in 0..self.indent {
            self.text += "    ";
        }
    }

    pub fn end_line(&mut self) {
        self.text.push('\n');
        if let Some((_, line)) = &mut self.line {
            *line += 1;
        }
    }

    /// A line without a place of its own.
    pub fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.text += "    ";
        }
        self.text += text;
        self.end_line();
    }

    /// `vec3 name[4]`.
    pub fn declared(&self, ty: Ty, name: &str) -> String {
        format!("{} {name}{}", self.names.element_name(self.program, ty), Names::extents(self.program, ty))
    }

    /// The same, into the text.
    pub fn declare(&mut self, ty: Ty, name: Atom) {
        self.text += &self.names.element_name(self.program, ty);
        self.text.push(' ');
        self.text += &name;
        if let Ty::Array(_) = ty {
            self.text += &Names::extents(self.program, ty);
        }
    }

    /// The name that an identifier has on output.
    pub fn output(&mut self, name: Atom) -> Atom {
        if let Some(known) = self.output_names.get(&name) {
            return *known;
        }
        let output = self.member_name(Atom::from(&output_name(&name)));
        self.output_names.insert(name, output);
        output
    }

    /// The name of a member, which is no macro.
    pub fn member_name(&self, name: Atom) -> Atom {
        if self.macros.contains(&name) { Atom::from(&format!("{name}_")) } else { name }
    }

    /// Text of a constant, which comes from a place of its own.
    pub fn placed_constant(&mut self, constant: &Constant, span: Span) {
        self.cover();
        let start = self.covered;
        constant.write_glsl(&mut self.text);
        self.covered = self.text.len() as u32;
        self.places.push((start, self.covered, span));
    }

    /// Gives the variables of a function names that are used once in it, and nowhere outside.
    pub fn name_locals(&mut self, id: FunctionId) {
        self.locals.clear();
        let program = self.program;
        let Some(body) = &program.function(id).body else { return };
        let mut used: FxHashSet<Atom> = FxHashSet::default();
        // The last number of each name, so that many variables of one name are not tried one by one.
        let mut numbers: FxHashMap<Atom, u32> = FxHashMap::default();
        for local in &body.locals {
            let wanted = self.output(local.name);
            let mut name = wanted;
            while self.names.all.contains(&name) || !used.insert(name) {
                let number = numbers.entry(wanted).or_default();
                *number += 1;
                name = Atom::from(&format!("{wanted}_{number}"));
            }
            self.locals.push(name);
        }
    }

    /// The line of a place in its file.
    pub fn line_of(&self, span: Span) -> u32 {
        self.sources.map_or(0, |sources| sources.get(span.file).position(span.start).line)
    }

    /// The number of the text that an assertion's record has, and its line.
    pub fn assertion_place(&mut self, span: Span) -> (u32, u32) {
        let Some(sources) = self.sources else { return (0, 0) };
        let file = sources.get(span.file);
        let number = text_number(&format!("assertion failed in {}", file.name));
        if !self.formats.iter().any(|known| known.number == number) {
            self.formats.push(PrintFormat { number, text: file.name.to_string(), span, is_assertion: true });
        }
        (number, file.position(span.start).line)
    }

    /// Whether the text has reached its bound, which is reported once.
    pub fn is_too_long(&mut self, span: Span) -> bool {
        if self.text.len() <= MAX_TEXT {
            return false;
        }
        if !std::mem::replace(&mut self.is_full, true) {
            let message = format!("unrolled loops make a text of more than {MAX_TEXT} bytes");
            self.problems.push(Diagnostic::error("bsl/unroll-limit", message).at(span));
        }
        true
    }
}
