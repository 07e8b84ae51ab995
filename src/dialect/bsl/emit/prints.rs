//! The buffer of `printf` and `assert`, and the functions that write to it.

use super::reach::Reached;
use super::writer::Writer;
use super::{Wanted, stage_of};
use crate::atom::Atom;
use crate::diag::Span;
use crate::dialect::bsl::output_tree::OutExpr;
use crate::dialect::bsl::program::Stage;

/// The arrays of the buffers.
pub const PRINT_WORDS: &str = "print_words";
pub const TEST_WORDS: &str = "test_words";

/// The words of a record of `assert`: its number, the file's, the line and the invocation.
const ASSERT_WORDS: usize = 6;

impl Writer<'_> {
    /// Whether a create-info declares the buffers.
    fn is_of_info(&self) -> bool {
        matches!(self.wanted, Wanted::Info { .. })
    }

    /// Behind all resources.
    fn print_binding(&self) -> u32 {
        self.bindings().next
    }

    /// The buffer of tests: index, whether the check passed, and line, of each check.
    pub fn test_functions(&mut self, reached: &Reached) {
        if !reached.functions_called.contains(&Atom::from("expect")) {
            return;
        }
        let binding = self.print_binding() + 1;
        let (buffer, words, name) =
            (self.names_own("test_buffer"), self.names_own(TEST_WORDS), self.names_own("expect"));
        self.line_of_nothing();
        if !self.is_of_info() {
            self.line(&format!("layout(set = 0, binding = {binding}, std430) buffer {buffer} {{ uint {words}[]; }};"));
        }
        self.line_of_nothing();
        self.line(&format!("void {name}(bool passed, uint index, uint line)"));
        self.line("{");
        self.indent += 1;
        self.line(&format!("if (index * 3u + 3u <= uint({words}.length()))"));
        self.line("{");
        self.indent += 1;
        for (at, word) in ["index", "passed ? 1u : 0u", "line"].into_iter().enumerate() {
            self.line(&format!("{words}[index * 3u + {at}u] = {word};"));
        }
        self.indent -= 1;
        self.line("}");
        self.indent -= 1;
        self.line("}");
    }

    /// `EXPECT_EQ(a, b)` and its like.
    pub fn expectation(&mut self, arguments: &[OutExpr], span: Span) {
        let [condition, index] = arguments else { return };
        let line = self.line_of(span);
        let name = self.names_own("expect");
        self.begin_line(span);
        self.plain(&format!("{name}("));
        self.element(condition);
        self.plain(", ");
        self.element(index);
        self.plain(&format!(", {line}u);"));
        self.end_line();
    }

    /// Numbers of words of the records that the text writes.
    pub fn record_sizes(&self, reached: &Reached) -> Vec<usize> {
        let mut sizes: Vec<usize> = Vec::new();
        if self.options.prints() {
            sizes.extend(&reached.print_sizes);
        }
        if self.options.assertions && reached.asserts {
            sizes.push(ASSERT_WORDS);
        }
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    pub fn print_functions(&mut self, reached: &Reached) {
        let sizes = self.record_sizes(reached);
        if sizes.is_empty() {
            return;
        }
        let binding = self.print_binding();
        let buffer = self.names_own("print_buffer");
        let words = self.names_own(PRINT_WORDS);
        // A create-info's buffer has one array, whose first word is the cursor.
        let (cursor, first, most) = match self.is_of_info() {
            true => (format!("{words}[0]"), 1, format!("uint({words}.length()) - 1u")),
            false => (self.names_own("print_cursor"), 0, format!("uint({words}.length())")),
        };
        self.line_of_nothing();
        if !self.is_of_info() {
            self.line(&format!(
                "layout(set = 0, binding = {binding}, std430) buffer {buffer} {{ uint {cursor}; uint {words}[]; }};"
            ));
        }
        for size in sizes {
            let name = self.names_own(&format!("print_{}", size - 1));
            let parameters: Vec<String> = (0..size).map(|at| format!("uint word{at}")).collect();
            self.line_of_nothing();
            self.line(&format!("void {name}({})", parameters.join(", ")));
            self.line("{");
            self.indent += 1;
            self.line(&format!("uint at = atomicAdd({cursor}, {size}u);"));
            self.line(&format!("if (at + {size}u <= {most})"));
            self.line("{");
            self.indent += 1;
            for at in 0..size {
                self.line(&format!("{words}[at + {}u] = word{at};", at + first));
            }
            self.indent -= 1;
            self.line("}");
            self.indent -= 1;
            self.line("}");
        }
    }

    /// Whether no other stage than compute runs the current function.
    fn is_of_compute_stages(&self) -> bool {
        match (stage_of(self.program, self.wanted), self.function) {
            (Some(stage), _) => stage == Stage::Compute,
            (None, Some(function)) => self.wants_unit() && !self.of_other_stages.contains(&function),
            (None, None) => false,
        }
    }

    /// `assert(condition)`: a record with the number of the text, the line and the invocation.
    pub fn assertion(&mut self, arguments: &[OutExpr], span: Span) {
        let Some(condition) = arguments.first() else { return };
        let (number, line) = self.assertion_place(span);
        let invocation = if self.is_of_compute_stages() {
            "gl_GlobalInvocationID.x, gl_GlobalInvocationID.y, gl_GlobalInvocationID.z"
        } else {
            "0u, 0u, 0u"
        };
        let name = self.names_own(&format!("print_{}", ASSERT_WORDS - 1));
        self.begin_line(span);
        self.plain("if (!");
        self.expression_in(condition, 14);
        self.plain(")");
        self.end_line();
        self.line("{");
        self.indent += 1;
        self.line(&format!("{name}({number}u, {line}u, 0u, {invocation});"));
        self.indent -= 1;
        self.line("}");
    }
}
