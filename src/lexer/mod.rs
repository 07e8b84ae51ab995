//! The C-family lexer: from a file's text to tokens.
//!
//! **In**: a [`SourceFile`](crate::diag::SourceFile), or a piece of text.
//! **Out**: tokens without comments and white space, each with its true place; what is wrong with the text itself.
//! **Never**: knows directives' meaning, macros, keywords or a dialect.

mod characters;
mod scanner;
mod spacing;
mod spellings;

pub use scanner::{LONGEST, Lexed, leaves_comment_open, lex, lex_text, single_token, too_long};
pub use spacing::{must_separate, spell};
